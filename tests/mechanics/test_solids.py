"""Elements of solids: patch tests, derivatives, rigid motions, masses, frequencies and Cook's membrane."""

import numpy as np
import pytest
from scipy.linalg import eigh
from scipy.optimize import brentq
from scipy.sparse.linalg import spsolve
from solid_batches import STEEL, Batch, distorted, planar

import stickslip as ss
from stickslip.codes import DAMPER, ELASTIC, FORCE
from stickslip.solids.cells import NAMES, cell, mass_rule, material_gradients
from stickslip.solids.declaration import SolidBody

LAWS = ("linear", "st-venant-kirchhoff", "neo-hookean")
SOLIDS = [
    (kind, law, plane)
    for kind in NAMES
    for law in LAWS
    for plane in (("stress", "strain") if cell(kind).dim == 2 else (None,))
    if (law, plane) != ("neo-hookean", "stress")
]
QUADRATIC = ("triangle6", "quad8", "quad9", "tetra10", "hexahedron20", "hexahedron27")


def energy(law, F, lam, mu):
    """W per volume, written once more from the definitions."""
    dim = len(F)
    E = 0.5 * (F.T @ F - np.eye(dim)) if law != "linear" else 0.5 * (F + F.T) - np.eye(dim)
    if law == "neo-hookean":
        log = np.log(np.linalg.det(F))
        return 0.5 * mu * (np.trace(F.T @ F) - dim) - mu * log + 0.5 * lam * log**2
    return 0.5 * lam * np.trace(E) ** 2 + mu * np.sum(E * E)


def rotation(dim, angle=2.0):
    c, s = np.cos(angle), np.sin(angle)
    if dim == 2:
        return np.array([[c, -s], [s, c]])
    axis = np.array([1.0, 2.0, -2.0]) / 3.0
    K = np.cross(np.eye(3), axis)
    return np.eye(3) - s * K + (1.0 - c) * K @ K


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("kind", NAMES)
def test_patch(kind, law):
    """x = A X on a patch of curved cells: inner nodes are in equilibrium, the energy is that of the whole box."""
    solid, inner = distorted(kind, curved=0.03, law=law)
    batch, dim = Batch(solid), solid.dim
    A = np.eye(dim) + 0.2 * np.random.default_rng(3).uniform(-1.0, 1.0, (dim, dim))
    A = A if law == "linear" else rotation(dim) @ A
    potential = batch.run(FORCE, (solid.nodes @ A.T + 5.0).ravel())
    force = batch.h[ELASTIC].reshape(-1, dim)
    assert inner.any() and abs(force[inner]).max() < 1e-12 * abs(force).max()
    assert potential == pytest.approx(energy(law, A, *solid.lame), rel=1e-12)
    assert abs(force.sum(axis=0)).max() < 1e-12
    moment = np.einsum("ni,nj->ij", solid.nodes @ A.T, force)
    assert law == "linear" or abs(moment - moment.T).max() < 1e-12


@pytest.mark.parametrize(("kind", "law", "plane"), SOLIDS)
def test_derivatives(kind, law, plane):
    """h_elastic = -dV/dq, K = -dh/dq, D = -dh/du by central differences, h_tilde = -shift K u."""
    dim = cell(kind).dim
    fields = {"plane": plane, "thickness": 0.4} if dim == 2 else {}
    solid, _ = distorted(kind, 1, law=law, retardation=0.3, mass_damping=0.2, **fields)
    rng = np.random.default_rng(7)
    turned = solid.nodes @ rotation(dim, 0.4).T
    q = (turned + 0.04 * rng.standard_normal(turned.shape)).ravel()
    batch, u, step = Batch(solid), 0.5 * rng.standard_normal(q.size), 1e-5
    K = batch.tangent(q, u, stiffness=1.0, shift=0.7).toarray()
    forces, h_tilde = batch.h.copy(), batch.h_tilde.copy()
    assert abs(h_tilde + 0.7 * K @ u).max() < 1e-12 * abs(h_tilde).max()
    D = batch.tangent(q, u, stiffness=0.0, damping=1.0).toarray()
    both = batch.tangent(q, u, stiffness=0.3, damping=0.2).toarray()
    assert abs(both - 0.3 * K - 0.2 * D).max() < 1e-12 * abs(both).max()
    batch.run(FORCE, q, u)
    assert np.array_equal(batch.h, forces)
    for i in rng.permutation(q.size)[:12]:
        d = np.zeros(q.size)
        d[i] = step
        slope = (batch.run(FORCE, q + d, u) - batch.run(FORCE, q - d, u)) / (2.0 * step)
        assert forces[ELASTIC, i] == pytest.approx(-slope, abs=1e-8 * abs(forces).max())
        by_q = (batch.force(q + d, u) - batch.force(q - d, u)) / (2.0 * step)
        by_u = (batch.force(q, u + d) - batch.force(q, u - d)) / (2.0 * step)
        assert abs(K[:, i] + by_q).max() < 1e-8 * abs(K).max()
        assert abs(D[:, i] + by_u).max() < 1e-8 * abs(D).max()
    assert forces[DAMPER] @ u < 0.0
    plain = Batch(solid.model_copy(update={"retardation": 0.0}))
    K = plain.tangent(q, u).toarray()
    assert abs(K - K.T).max() < 1e-12 * abs(K).max()


@pytest.mark.parametrize("law", LAWS[1:])
@pytest.mark.parametrize("kind", NAMES)
def test_rigid_motion_is_free(kind, law):
    """Turned and spun as a rigid body, far from the origin: neither elastic force nor damping."""
    solid, _ = distorted(kind, law=law, retardation=0.3)
    batch, dim = Batch(solid), solid.dim
    R = rotation(dim)
    r = solid.nodes @ R.T + 100.0
    W = np.random.default_rng(2).standard_normal((dim, dim))
    v = r @ (W - W.T).T + 3.0
    potential = batch.run(FORCE, r.ravel(), v.ravel())
    assert abs(potential) < (1e-24 if law == "st-venant-kirchhoff" else 1e-14)  # mu (tr E - ln J) has first powers of E
    assert abs(batch.h[ELASTIC]).max() < 1e-12 and abs(batch.h[DAMPER]).max() < 1e-10


@pytest.mark.parametrize("kind", NAMES)
def test_mass(kind):
    """Total rho V, int rho f g dV for linear f, g on curved cells; lumped masses are positive with the same total."""
    solid, _ = distorted(kind, curved=0.03)
    batch, dim = Batch(solid), solid.dim
    M, rho = batch.mass(), STEEL.density
    x, one = solid.nodes, np.ones(len(solid.nodes))
    for i in range(dim):
        axis = np.eye(dim)[i]
        assert np.outer(one, axis).ravel() @ (M @ np.outer(one, axis).ravel()) == pytest.approx(rho, rel=1e-13)
        for j in range(dim):
            f, g = np.outer(x[:, i], axis).ravel(), np.outer(x[:, j], axis).ravel()
            exact = rho / 3.0 if i == j else rho / 4.0
            assert f @ (M @ g) == pytest.approx(exact, rel=1e-13)
    u = np.random.default_rng(0).standard_normal(M.shape[0])
    assert abs(batch.product(u) - M @ u).max() < 1e-14
    lumped = Batch(distorted(kind, mass="lumped")[0], gravity=np.arange(1.0, dim + 1.0))
    share = lumped.bodies.nodes.M.reshape(-1, dim, dim)[:, 0, 0]
    assert share.min() > 0.0 and share.sum() == pytest.approx(rho, rel=1e-13)
    assert abs(lumped.product(u)).max() == 0.0
    assert np.allclose(lumped.bodies.nodes.load, np.outer(share, np.arange(1.0, dim + 1.0)).ravel(), rtol=1e-14)


@pytest.mark.parametrize("kind", NAMES)
def test_weight_is_consistent(kind):
    """Loads are M g of the consistent mass: a free body falls without strain."""
    gravity = np.array([0.3, -9.81, 2.0])[: cell(kind).dim]
    batch = Batch(distorted(kind, curved=0.03)[0], gravity=gravity)
    g = np.tile(gravity, batch.n)
    assert abs(batch.bodies.nodes.load - batch.mass() @ g).max() < 1e-14
    assert abs(batch.bodies.nodes.M).max() == 0.0


@pytest.mark.parametrize("kind", QUADRATIC)
def test_pure_bending_is_exact(kind):
    """Saint-Venant's bending is quadratic in space: quadratic cells on a regular mesh carry it without error."""
    dim, nu = cell(kind).dim, 0.3
    fields = {"kind": kind, "law": "linear", **planar(dim, "stress")}
    solid = SolidBody.box([2.0, 1.0, 0.6][:dim], [3, 2, 2][:dim], STEEL, **fields)
    x, y = solid.nodes[:, 0], solid.nodes[:, 1] - 0.5
    u = np.zeros_like(solid.nodes)
    u[:, 0], u[:, 1] = x * y, -0.5 * (x**2 + nu * y**2)
    if dim == 3:
        z = solid.nodes[:, 2]
        u[:, 1] += 0.5 * nu * z**2
        u[:, 2] = -nu * y * z
    batch = Batch(solid)
    potential = batch.run(FORCE, (solid.nodes + u).ravel())
    force = batch.h[ELASTIC].reshape(-1, dim)
    ends = (x < 1e-9) | (x > 2.0 - 1e-9)
    assert abs(force[~ends]).max() < 1e-12 * abs(force).max()
    depth = 0.6 if dim == 3 else 1.0
    assert potential == pytest.approx(0.5 * STEEL.young * depth / 12.0 * 2.0, rel=1e-12)


@pytest.mark.parametrize("diagonal", ["right", "left"])
def test_frequencies_of_a_block_on_a_wall(diagonal):
    """Block 1 m x 1 m, 32 linear triangles, plane stress, left side held (Södersten 2018, sec. 4.1)."""
    material = ss.Material(young=180e9, density=2400.0, poisson=0.3)
    solid = SolidBody.box((1, 1), 4, material, kind="triangle", diagonal=diagonal, law="linear", plane="stress")
    batch = Batch(solid)
    free = np.setdiff1d(np.arange(50), np.add.outer(2 * solid.nodes_where(lambda x, y: x == 0.0), [0, 1]).ravel())
    K, M = (A.toarray()[np.ix_(free, free)] for A in (batch.tangent(), batch.mass()))
    omega = np.sqrt(eigh(K, M, eigvals_only=True))
    assert len(omega) == 40
    assert abs(omega[:3] - [6186.707, 13874.04, 16868.81]).max() < 5e-3  # as printed
    assert omega[0] == pytest.approx(6186.707, abs=5e-4)
    assert omega[-1] == pytest.approx(1.9088e5, rel=1e-4)


def cook(kind, n, plane, material):
    """Return the deflection of the tip of Cook's membrane under a shear load of 1, n by n cells."""
    flat = SolidBody.box((1, 1), n, material, kind=kind, plane=plane, law="linear")
    s, t = flat.nodes.T
    solid = SolidBody(
        nodes=np.column_stack([48.0 * s, 44.0 * s + t * (44.0 - 28.0 * s)]),
        cells=flat.cells, material=material, plane=plane, law="linear",
    )  # fmt: skip
    batch, f = Batch(solid), np.zeros(flat.nodes.shape)
    side = solid.boundary(lambda x, y: x > 48.0 - 1e-9)
    of = cell(solid.facet_kind)
    points, weight = mass_rule(of.name)
    length = np.linalg.norm(solid.nodes[side[:, 1]] - solid.nodes[side[:, 0]], axis=1)
    np.add.at(f[:, 1], side, length[:, None] * (weight @ of.values(points)) / 16.0)
    fixed = np.add.outer(2 * solid.nodes_where(lambda x, y: x < 1e-9), [0, 1]).ravel()
    free = np.setdiff1d(np.arange(f.size), fixed)
    u = np.zeros(f.size)
    u[free] = spsolve(batch.tangent().tocsr()[free][:, free].tocsc(), f.ravel()[free])
    return u[2 * solid.nearest((48.0, 52.0)).node + 1]


def limit(a, b, c):
    """Return what a geometric sequence goes to (Aitken): the corners of the membrane let energies converge slowly."""
    assert a < b < c and c - b < 0.5 * (b - a)
    return c + (c - b) ** 2 / (2.0 * b - a - c)


@pytest.mark.parametrize("kind", ["triangle6", "quad8", "quad9"])
def test_cooks_membrane_in_plane_stress(kind):
    """E = 1, nu = 1/3: the middle of the loaded side goes up by 23.96 to 23.97."""
    material = ss.Material(young=1.0, density=1.0, poisson=1.0 / 3.0)
    tip = [cook(kind, n, "stress", material) for n in (16, 32, 64)]
    assert 23.96 < tip[2] < 23.97
    assert limit(*tip) == pytest.approx(23.9675, abs=1e-3)  # the same with all kinds


@pytest.mark.parametrize("kind", ["triangle6", "quad9"])
def test_cooks_membrane_almost_incompressible(kind):
    """Lambda = 7500, G = 0.375, plane strain: quadratic cells do not lock.

    Reference 16.4538 (example cook-membrane; 16.4326 is published). The corners let equal cells converge slowly: the
    values extrapolated here are 16.4423 and 16.4434.
    """
    lam, mu = 7500.0, 0.375
    material = ss.Material(young=mu * (3 * lam + 2 * mu) / (lam + mu), density=1.0, poisson=0.5 * lam / (lam + mu))
    tip = [cook(kind, n, "strain", material) for n in (16, 32, 64)]
    assert limit(*tip) == pytest.approx(16.4538, rel=1e-3)
    assert tip[0] == pytest.approx(16.4538, rel=0.025)


@pytest.mark.parametrize("law", LAWS[1:])
@pytest.mark.parametrize("kind", ["triangle", "quad9", "tetra10", "hexahedron"])
def test_inverted_elements_are_named(kind, law):
    """A node pulled through its element: the element is reported, and nothing becomes NaN."""
    solid = SolidBody.box([1.0] * cell(kind).dim, 2, STEEL, kind=kind, law=law, **planar(cell(kind).dim))
    batch = Batch(solid)
    batch.tangent()
    assert batch.inverted == -1
    corners = solid.cells[:, : cell(kind).corners]
    corner = int(np.argmin(np.where(np.isin(np.arange(batch.n), corners), np.bincount(solid.cells.ravel()), 99)))
    near = np.flatnonzero((corners == corner).any(axis=1))
    q = solid.nodes.copy()
    q[corner] += 4.0 * (solid.nodes[solid.cells[near]].mean(axis=(0, 1)) - q[corner])
    batch.tangent(q.ravel(), shift=1.0)
    assert batch.inverted in near
    assert all(np.isfinite(x).all() for x in (batch.h, batch.values, batch.h_tilde, batch.control))


def test_rules_are_exact():
    """Weights of a rule times det J give volume and moments of curved cells, the same with both rules where exact."""
    for kind in NAMES:
        solid, _ = distorted(kind, curved=0.03)
        _, volume = material_gradients(kind, solid.nodes[solid.cells], mass_rule(kind))
        assert volume.sum() == pytest.approx(1.0, rel=1e-13)


@pytest.mark.parametrize("law", LAWS[1:])
@pytest.mark.parametrize("kind", ["tetra10", "hexahedron", "hexahedron20"])
def test_bar_stretched_to_twice_its_length(kind, law):
    """Newton's method finds the lateral stretch t at which the lateral stress vanishes, with quadratic convergence.

    Neo-Hookean: mu (t^2 - 1) + lambda ln(2 t^2) = 0; Saint-Venant and Kirchhoff: t^2 - 1 = -nu (2^2 - 1).
    """
    solid = SolidBody.box((1, 1, 1), 2, STEEL, kind=kind, law=law)
    lam, mu = solid.lame
    if law == "neo-hookean":
        t = brentq(lambda t: mu * (t * t - 1.0) + lam * np.log(2.0 * t * t), 0.3, 1.0, xtol=1e-15)
    else:
        t = np.sqrt(1.0 - 3.0 * STEEL.poisson)
    batch, held = Batch(solid), solid.nodes == 0.0
    held[:, 0] |= solid.nodes[:, 0] == 1.0
    free = np.flatnonzero(~held.ravel())
    q = (solid.nodes * [2.0, 0.8, 0.8]).ravel()
    residuals = []
    while len(residuals) < 12 and (not residuals or residuals[-1] > 1e-13):
        K = batch.tangent(q).tocsr()[free][:, free]
        force = batch.h[ELASTIC][free]
        residuals.append(abs(force).max())
        q[free] += spsolve(K.tocsc(), force)
    assert abs(q.reshape(-1, 3) - solid.nodes * [2.0, t, t]).max() < 1e-12
    assert len(residuals) <= 8, residuals
