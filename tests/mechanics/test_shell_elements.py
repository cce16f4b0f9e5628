"""Elements of shells: one element to all digits, rank, rigid motions, patch tests, tangents by differences."""

import numpy as np
import pytest
from shell_cases import ISOTROPIC, ShellBatch, bent, curved

import stickslip as ss
from stickslip.shells.strains import STRAINS, corners, reference, samples, shape, unit_strains

X = np.array([(0, 0, 0), (2, 0, 0), (2.2, 1.1, 0.1), (0.1, 1, 0)], dtype=float)
UP = np.tile([0.0, 0.0, 1.0], (4, 1))
SHIFT = np.array([(0, 0, 0), (0.05, 0.02, 0.1), (0.03, -0.04, 0.2), (0, 0.01, 0.05)])
TURNED = np.array([(0, 0, 1), (-0.1, 0, 1), (-0.1, 0.05, 1), (0, 0.05, 1)])
TURNED = TURNED / np.linalg.norm(TURNED, axis=1)[:, None]


def gradients(kind, Q, r, d):
    """Return the derivatives (k, n, 3) of all unit strains by places and directors."""
    S = np.einsum("ks,scab->kcab", Q, shape(kind).S)
    by_place = np.einsum("kab,bi->kai", S[:, 0], r) + np.einsum("kab,bi->kai", S[:, 1], d)
    return by_place, np.einsum("kab,ai->kbi", S[:, 1], r)


def test_one_quadrilateral_has_the_energy_and_forces_of_an_independent_program():
    """Values of a separate NumPy prototype with the stress parameters as unknowns."""
    ref = reference("quad", X[None])
    Q = unit_strains(ref, ISOTROPIC.membrane, ISOTROPIC.shear)[0]
    e = Q @ (samples("quad", X + SHIFT, TURNED) - samples("quad", X, UP))
    by_place, by_director = gradients("quad", Q, X + SHIFT, TURNED)
    assert ref.area.sum() == pytest.approx(2.1485829437, abs=1e-10)
    assert 0.5 * e @ e == pytest.approx(0.3573881304, abs=1e-10)
    assert e @ by_place[:, 2] == pytest.approx([0.16874721, -1.95059067, 2.6174403], abs=1e-8)
    assert e @ by_director[:, 2] == pytest.approx([0.24585648, 1.51242007, 0.28896774], abs=1e-8)


@pytest.mark.parametrize("kind, rank", [("triangle", 9), ("quad", 14), ("quad9", 39)])
def test_an_element_resists_everything_but_rigid_motions(kind, rank):
    """5 n velocities, six of them rigid."""
    r, d = curved(kind, seed=3)
    Q = unit_strains(reference(kind, r[None]), ISOTROPIC.membrane, ISOTROPIC.shear)[0]
    by_place, by_director = gradients(kind, Q, r, d)
    tangent = np.linalg.svd(d[:, None])[2][:, 1:]  # two vectors across every director
    across = np.einsum("kai,aji->kaj", by_director, tangent)
    B = np.concatenate([by_place.reshape(len(Q), -1), across.reshape(len(Q), -1)], axis=1)
    size = np.linalg.svd(B, compute_uv=False)
    assert len(Q) == STRAINS[kind]
    assert (size > 1e-9 * size[0]).sum() == rank == 5 * len(r) - 6


@pytest.mark.parametrize("kind", ["triangle", "quad", "quad9"])
def test_strains_do_not_see_rigid_motions(kind):
    r, d = curved(kind, seed=4)
    Q, _ = np.linalg.qr(np.random.default_rng(2).normal(size=(3, 3)))
    Q *= np.linalg.det(Q)
    moved = samples(kind, r @ Q.T + [3.0, -2.0, 5.0], d @ Q.T)
    assert moved == pytest.approx(samples(kind, r, d), abs=1e-14)


@pytest.mark.parametrize("kind", ["quad", "triangle", "mixed", "quad9"])
@pytest.mark.parametrize("state", ["membrane", "bending"])
def test_patch_of_distorted_elements_is_at_rest_under_constant_strain(kind, state):
    """Inner nodes carry nothing in a linear field, or with w = -x.k.x / 2; nine nodes: skew elements."""
    batch = ShellBatch(bent(kind, flat=True))
    x = batch.shell.nodes
    v = np.zeros((len(x), 5))
    if state == "membrane":
        v[:, :2] = x[:, :2] @ np.array([[1.0, 0.3], [0.5, -0.7]])
    else:
        k = np.array([[1.0, 0.4], [0.4, -0.6]])
        v[:, 2] = -0.5 * np.einsum("ai,ij,aj->a", x[:, :2], k, x[:, :2])
        slope = x[:, :2] @ k  # change of the director, -grad w
        v[:, 3] = -np.einsum("ai,ai->a", batch.axes[:, :2, 1], slope)
        v[:, 4] = np.einsum("ai,ai->a", batch.axes[:, :2, 0], slope)
    K = batch.tangent()
    rest, inner = (K @ v.ravel()).reshape(-1, 5), batch.inner
    size = abs(K).max() * abs(v).max()
    assert inner.sum() >= 4
    assert abs(rest[inner]).max() < 1e-12 * size
    assert abs(rest[~inner]).max() > 1e-5 * size


@pytest.mark.parametrize("kind", ["quad", "triangle", "mixed", "quad9"])
def test_patch_under_constant_shear_needs_moments_alone(kind):
    """w = c.x with directors at rest: q = G h 5/6 c, and moments q per area balance it."""
    batch = ShellBatch(bent(kind, flat=True))
    x, c = batch.shell.nodes, np.array([0.8, -0.3])
    v = np.zeros((len(x), 5))
    v[:, 2] = x[:, :2] @ c
    K = batch.tangent()
    rest, inner = (K @ v.ravel()).reshape(-1, 5), batch.inner
    assert abs(rest[inner][:, :3]).max() < 1e-12 * abs(K).max()
    axes = batch.axes[:, :, :2]
    moment = np.einsum("ani,ai->n", axes, rest[:, 3:])
    q = ISOTROPIC.shear @ c * 3.0  # area of the patch
    assert moment == pytest.approx([-q[1], q[0], 0.0], rel=1e-12)


@pytest.mark.parametrize("kind", ["triangle", "quad", "quad9", "mixed"])
@pytest.mark.parametrize("tau", [0.0, 0.02])
def test_tangents_are_derivatives_of_forces(kind, tau):
    batch = ShellBatch(bent(kind, retardation=tau, prestress=(3.0, 1.0, 0.5)))
    rng = np.random.default_rng(5)
    q = batch.moved(batch.q, 0.1 * rng.normal(size=len(batch.u)))
    u = rng.normal(size=len(batch.u))
    K = batch.tangent(q, u).toarray()
    h = 1e-6
    number = np.array([
        (batch.force(batch.moved(q, -h * x), u) - batch.force(batch.moved(q, h * x), u)) / (2 * h)
        for x in np.eye(len(u))
    ]).T  # fmt: skip
    assert abs(K - number).max() < 1e-7 * abs(K).max()
    if tau:
        D = batch.tangent(q, u, damping=1.0, stiffness=0.0).toarray()
        number = np.array([batch.force(q, u - 0.5 * x) - batch.force(q, u + 0.5 * x) for x in np.eye(len(u))]).T
        assert abs(D - number).max() < 1e-11 * abs(D).max()
        assert abs(D - D.T).max() < 1e-13 * abs(D).max()
    else:
        assert abs(K - K.T).max() < 1e-12 * abs(K).max()
    batch.tangent(q, u, stiffness=0.0, shift=0.3)
    assert batch.h_tilde == pytest.approx(-0.3 * K @ u, abs=1e-11 * abs(K).max())


@pytest.mark.parametrize("kind", ["triangle", "quad", "quad9", "mixed"])
def test_forces_are_the_derivative_of_the_potential_and_balance(kind):
    batch = ShellBatch(bent(kind, prestress=(3.0, 1.0, 0.5)))
    rng = np.random.default_rng(6)
    q = batch.moved(batch.q, 0.1 * rng.normal(size=len(batch.u)))
    force, h = batch.force(q), 1e-6
    slope = np.array([
        (batch.potential(batch.moved(q, -h * x)) - batch.potential(batch.moved(q, h * x))) / (2 * h)
        for x in np.eye(len(batch.u))
    ])  # fmt: skip
    assert force == pytest.approx(slope, abs=1e-7 * abs(force).max())
    total, moment = batch.total(q, force)
    assert abs(total).max() < 1e-12 * abs(force).max()
    assert abs(moment).max() < 1e-12 * abs(force).max()


def test_a_rigid_turn_leaves_the_shell_without_forces():
    batch = ShellBatch(bent("quad"))
    x = np.zeros((len(batch.shell.nodes), 5))
    omega = np.array([0.3, -0.8, 0.5])
    A = np.array(batch.axes)
    angle = np.linalg.norm(omega)
    n = np.array([[0, -omega[2], omega[1]], [omega[2], 0, -omega[0]], [-omega[1], omega[0], 0]]) / angle
    R = np.eye(3) + np.sin(angle) * n + (1 - np.cos(angle)) * n @ n
    q = batch.q.reshape(-1, 12).copy()
    q[:, :3] = q[:, :3] @ R.T + [1.0, 2.0, 3.0]
    q[:, 3:] = np.einsum("ij,ajk->aki", R, A).reshape(len(A), 9)
    assert x.shape[0] == len(A)
    assert abs(batch.force(q.ravel())).max() < 1e-12 * abs(batch.tangent()).max()


def test_parametric_corners_are_those_of_the_shape_functions():
    from stickslip.shells.strains import values

    for kind in STRAINS:
        assert values(kind, corners(kind)) == pytest.approx(np.eye(len(corners(kind))), abs=1e-15)


def test_sections_are_what_they_are_made_of():
    h, material = 0.2, ss.Material(young=3.0, density=2.0, poisson=0.25)
    one = ss.ShellSection.homogeneous(h, material)
    layer = {"E1": 3.0, "E2": 3.0, "nu12": 0.25, "G12": material.shear, "density": 2.0}
    many = ss.Laminate([ss.Layer(thickness=h / 4, angle=a, **layer) for a in (0.0, 0.7, -0.3, 1.1)]).section
    assert many.membrane == pytest.approx(one.membrane, abs=1e-15)
    assert many.shear == pytest.approx(one.shear, abs=1e-15)
    assert (many.mass_per_area, many.inertia) == pytest.approx((one.mass_per_area, one.inertia))
