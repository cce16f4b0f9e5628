"""Pressure that follows solids: tangent, resultants over closed surfaces, cylinders and spheres under pressure."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq

import stickslip as ss
from stickslip.codes import FORCE, LOAD, TANGENT
from stickslip.mechanics.batches import (
    C_SHIFT,
    C_STIFFNESS,
    C_TASK,
    C_TIME,
    T_BLOCKS,
    T_ELEMENTS,
    T_VALUES,
    T_WIDTH,
    new_control,
)
from stickslip.solids import pressure
from stickslip.system.assemble import assemble

STUFF = ss.Material(young=1e6, density=1000.0, poisson=0.3)
KINDS = ["triangle", "quad8", "tetra", "hexahedron", "tetra10", "hexahedron20", "hexahedron27"]


def loaded(kind, chosen=None, **fields):
    """Return a model of a box under a pressure on some or all of its facets."""
    dim = 2 if kind in ("triangle", "quad8") else 3
    model = ss.Model(dim=dim)
    plane = {"plane": "strain", "thickness": 0.4} if dim == 2 else {}
    solid = model.add(ss.SolidBody.box((1.0, 0.8, 0.7)[:dim], 2, STUFF, kind=kind, **plane, name="solid"))
    model.add(ss.SurfaceLoad(solid, solid.boundary(chosen), pressure=3e4, follower=True, **fields))
    return model, solid


def evaluate(system, dim, q, u=None, task=FORCE, stiffness=0.0, shift=0.0, time=0.0):
    """Call the batch of the pressure in plain Python; return forces, h_tilde and the matrix (n, n)."""
    batches, n = system.batches, len(q)
    table = batches.table[batches.table_start[1] :].copy()
    data = batches.data[batches.data_start[1] :]
    ne, na = int(table[T_ELEMENTS]), int(table[T_WIDTH])
    first, count = table[T_BLOCKS], ne * na**2  # blocks one after the other, then assembled by their nodes
    table[first : first + count] = dim * dim * np.arange(count)
    table[T_VALUES] = dim * dim * count
    h, h_tilde, values, control = np.zeros(4 * n), np.zeros(n), np.zeros(dim * dim * count), new_control(batches)
    control[C_TASK], control[C_STIFFNESS], control[C_SHIFT], control[C_TIME] = task, stiffness, shift, time
    u = np.zeros(n) if u is None else u
    none = np.zeros(0)
    pressure.pressure_batch((0,) * dim, table, data, q, u, none, h, h_tilde, values, none, control)
    K, at = np.zeros((n, n)), table[pressure.FIRST + ne * na : pressure.FIRST + 2 * ne * na].reshape(ne, na)
    blocks = values.reshape(ne, na, na, dim, dim)
    for e, a, b in np.ndindex(ne, na, na):
        K[at[e, a] : at[e, a] + dim, at[e, b] : at[e, b] + dim] += blocks[e, a, b]
    return h.reshape(4, n)[LOAD], h_tilde, K


@pytest.mark.parametrize("kind", KINDS)
def test_tangent_is_the_derivative(kind):
    """K = -df/dq by central differences (f is quadratic at most, so they are exact), and h~ = -shift K u."""
    model, solid = loaded(kind, lambda x, *_: x == 1.0)
    system = assemble(model).system
    rng = np.random.default_rng(5)
    q = (solid.nodes + 0.05 * rng.standard_normal(solid.nodes.shape)).ravel()
    u = rng.standard_normal(len(q))
    _, h_tilde, K = evaluate(system, solid.dim, q, u, TANGENT, 1.0, 0.3)
    difference = np.empty_like(K)
    for k in range(len(q)):
        step = 1e-3 * np.eye(len(q))[k]
        difference[:, k] = -(evaluate(system, solid.dim, q + step)[0] - evaluate(system, solid.dim, q - step)[0]) / 2e-3
    np.testing.assert_allclose(K, difference, atol=1e-9 * abs(K).max())
    np.testing.assert_allclose(h_tilde, -0.3 * K @ u, atol=1e-10 * abs(K).max() * abs(u).max())


@pytest.mark.parametrize("kind", KINDS)
def test_closed_surface_has_no_resultant(kind):
    """Uniform pressure all around gives neither force nor couple, in any shape; its stiffness is symmetric."""
    model, solid = loaded(kind)
    system = assemble(model).system
    x = solid.nodes + 0.08 * np.random.default_rng(7).standard_normal(solid.nodes.shape)
    f, _, K = evaluate(system, solid.dim, x.ravel(), task=TANGENT, stiffness=1.0)
    f = f.reshape(x.shape)
    size = abs(f).max()
    assert size > 100.0
    np.testing.assert_allclose(f.sum(axis=0), 0.0, atol=1e-11 * size)
    moment = np.cross(x, f) if solid.dim == 3 else x[:, 0] * f[:, 1] - x[:, 1] * f[:, 0]
    np.testing.assert_allclose(moment.sum(axis=0), 0.0, atol=1e-11 * size)
    if kind in ("triangle", "quad8", "tetra", "tetra10"):  # exact quadrature
        np.testing.assert_allclose(K, K.T, atol=1e-11 * abs(K).max())


def test_factor_and_first_force():
    """In the declared shape the force is that of the dead load, times the factor at the time."""
    model, solid = loaded(
        "hexahedron20", lambda x, *_: x == 1.0, factor=ss.SmoothStep(start=0, end=2, t_start=0, t_end=1)
    )
    system = assemble(model).system
    half = evaluate(system, solid.dim, solid.nodes.ravel(), time=0.5)[0].reshape(-1, 3)
    np.testing.assert_allclose(half.sum(axis=0), [-3e4 * 0.8 * 0.7, 0.0, 0.0], atol=1e-9 * 3e4)
    np.testing.assert_allclose(evaluate(system, solid.dim, solid.nodes.ravel(), time=0.0)[0], 0.0)


def cylinder(inner, outer, n, around, material, law, pressure_, follower=True):
    """Return a quarter of a thick-walled tube in plane strain, under pressure from inside."""
    box = ss.SolidBody.box((1, 1), (n, around), material, kind="quad9", plane="strain", law="linear")
    s, a = box.nodes[:, 0], 0.5 * np.pi * box.nodes[:, 1]
    r = inner + (outer - inner) * s
    nodes = np.stack([r * np.cos(a), r * np.sin(a)], axis=1)
    model = ss.Model(dim=2)
    tube = model.add(
        ss.SolidBody(nodes=nodes, cells=box.cells, material=material, plane="strain", law=law, name="tube")
    )
    inside = tube.boundary(lambda x, y: np.hypot(x, y) < inner * (1 + 1e-9))
    model.add(ss.SurfaceLoad(tube, inside, pressure=pressure_, follower=follower, name="pressure"))
    model.add(ss.Support(tube, tube.nodes_where(lambda x, y: abs(x) < 1e-9), components="x"))
    model.add(ss.Support(tube, tube.nodes_where(lambda x, y: abs(y) < 1e-9), components="y"))
    return model, tube, int(tube.nodes_where(lambda x, y: (abs(y) < 1e-9) & (x < inner * (1 + 1e-9)))[0])


def test_thick_tube_small_strain():
    """Lame: u(a) = p a / E* (...) in plane strain."""
    E, nu, a, b, p = 1e6, 0.3, 1.0, 2.0, 1.0
    model, _, node = cylinder(a, b, 6, 8, ss.Material(young=E, density=1000.0, poisson=nu), "linear", p)
    found = ss.solve_static(model)["tube"].displacement[-1, node, 0]
    exact = p * a**2 / (b**2 - a**2) * (1 + nu) / E * ((1 - 2 * nu) * a + b**2 / a)
    assert found == pytest.approx(exact, rel=2e-4)


def test_inflated_tube_large_strain():
    """A nearly incompressible neo-Hookean tube: p = mu/2 int (1 - ...) by the integral of radial equilibrium.

    With r^2 = R^2 + c (no change of volume), p = int mu (r^2/R^2 - R^2/r^2) dr / r from the inner to the outer radius.
    """
    E, nu, A, B = 3e6, 0.499, 1.0, 2.0
    material = ss.Material(young=E, density=1000.0, poisson=nu)
    mu, c = material.shear, 0.8

    def needed(c):
        R = lambda r: np.sqrt(r * r - c)  # noqa: E731
        a, b = np.sqrt(A * A + c), np.sqrt(B * B + c)
        return quad(lambda r: mu * ((r / R(r)) ** 2 - (R(r) / r) ** 2) / r, a, b)[0]

    model, _, node = cylinder(A, B, 8, 10, material, "neo-hookean", needed(c))
    result = ss.solve_static(model, steps=10)
    radius = A + result["tube"].displacement[-1, node, 0]
    assert radius == pytest.approx(np.sqrt(A * A + c), rel=2e-4)  # nu = 0.499 is a little softer
    dead, _, node = cylinder(A, B, 8, 10, material, "neo-hookean", needed(c), follower=False)
    other = A + ss.solve_static(dead, steps=10)["tube"].displacement[-1, node, 0]
    assert other < radius - 0.05  # a dead load does not grow with the inner surface
    assert brentq(lambda x: needed(x) - needed(c), 0.1, 2.0) == pytest.approx(c)


def test_dynamics_and_refusals():
    """A free box under pressure all around stays where it is; wrong uses are rejected by name."""
    model, solid = loaded("quad8")
    for scheme in (ss.Theta(0.5), ss.GeneralizedAlpha(0.8)):
        result = ss.simulate(model, 0.05, 1e-3, integrator=scheme, record=ss.Record(every=10))
        np.testing.assert_allclose(result["solid"].momentum, 0.0, atol=1e-8)
        assert abs(result.energy.remainder).max() < 1e-10 * result.energy.scale
        assert abs(result["solid"].displacement[-1]).max() > 1e-3
    with pytest.raises(ss.ModelError, match="EnergyMomentum does not support follower pressure"):
        ss.simulate(model, 0.1, 0.01, integrator=ss.EnergyMomentum())
    with pytest.raises(ss.ModelError, match="follower=True is for a pressure"):
        ss.SurfaceLoad(solid, solid.boundary(), traction=(1.0, 0.0), follower=True)
