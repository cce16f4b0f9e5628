"""Observers: the rotation of a body follows nodes of a solid."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import stickslip as ss
from stickslip.examples import two_body_joint
from stickslip.model.yaml_io import dump, load
from stickslip.system.rank import rows_matrix

SOFT = ss.Material(young=1e6, density=1000.0, poisson=0.3)


def _observed(dim, nodes, predict_only=False, weights=(), **fields):
    """Return a free solid whose joint body, welded to nothing, follows some nodes and one bonded facet."""
    model = ss.Model(dim=dim)
    size, extra = (1.0, 0.8, 0.6)[:dim], {"plane": "strain"} if dim == 2 else {}
    solid = model.add(ss.SolidBody.box(size, (2,) * dim, SOFT, name="solid", **extra, **fields))
    body = model.add(ss.MasslessBody(position=size, name="frame"))
    model.add(ss.Spherical(body, solid.nearest(size), at=size) if dim == 3 else ss.Revolute(body, solid.nearest(size)))
    model.add(ss.Observer(solid, nodes, body, weights=weights, predict_only=predict_only, name="observer"))
    return model


@pytest.mark.parametrize(("dim", "nodes"), [(2, [0, 1]), (2, [0, 1, 2, 4, 8]), (3, [0, 1, 3]), (3, [0, 5, 7, 13, 22])])
def test_rows_are_derivatives(dim, nodes):
    """G is the derivative of g by a motion of nodes and body, at a turned and deformed state."""
    from stickslip.analysis.linearization import Evaluator

    model = _observed(dim, nodes, weights=tuple(1.0 + 0.3 * k for k in range(len(nodes))))
    evaluator = Evaluator(model)
    rng = np.random.default_rng(1)
    q = evaluator.move(evaluator.assembly.q, 0.3 * rng.standard_normal(evaluator.n))
    rows = slice(-(1 if dim == 2 else 3), None)
    evaluator.evaluate(q)
    G = rows_matrix(evaluator.assembly, evaluator.run.work.rows.G).toarray()[rows]
    assert np.linalg.matrix_rank(G) == G.shape[0]
    direction = rng.standard_normal(evaluator.n)
    found = []
    for sign in (1.0, -1.0):
        evaluator.evaluate(evaluator.move(q, sign * 1e-6 * direction))
        found.append(evaluator.run.work.rows.g[rows].copy())
    np.testing.assert_allclose((found[0] - found[1]) / 2e-6, G @ direction, rtol=1e-6, atol=1e-8)


def _turned(model, result, nodes, weights):
    """Return rotation of the frame relative to the polar decomposition of the nodes; they are deformed."""
    X, x, w = model["solid"].nodes[nodes], result["solid"].position[-1][nodes], np.array(weights)[:, None]
    X, x = X - (w * X).sum(axis=0) / w.sum(), x - (w * x).sum(axis=0) / w.sum()
    assert abs(np.linalg.norm(x, axis=1) / np.linalg.norm(X, axis=1) - 1.0).max() > 1e-3
    U, _, Vt = np.linalg.svd((w * x).T @ X)
    A = U @ np.diag([*[1.0] * (X.shape[1] - 1), np.linalg.det(U @ Vt)]) @ Vt
    return A.T @ result["frame"].rotation[-1][: len(A), : len(A)]


WEIGHTS = (1.0, 1.5, 2.0, 2.5, 3.0)


def test_planar_rotation_is_that_of_least_squares():
    """The frame of a turning, vibrating solid is turned as the polar decomposition of its nodes says, to round-off."""
    nodes = [0, 1, 2, 4, 8]
    model = _observed(2, nodes, weights=WEIGHTS, angular_velocity=12.0)
    result = ss.simulate(model, 0.2, 2e-3, integrator=ss.BDF(2), project=True)
    assert result["frame"].angle[-1] > 2.0
    np.testing.assert_allclose(_turned(model, result, nodes, WEIGHTS), np.eye(2), atol=1e-11)


def test_spatial_rotation_is_that_of_least_squares():
    """The same for a tumbling solid; what is left is the drift of a scheme that holds velocities, of second order."""
    nodes, errors = [0, 5, 7, 13, 22], []
    for dt in (2e-3, 1e-3):
        model = _observed(3, nodes, weights=WEIGHTS, angular_velocity=(12.0, -6.0, 3.0))
        result = ss.simulate(model, 0.2, dt, integrator=ss.GeneralizedAlpha(1.0), project=True)
        errors.append(Rotation.from_matrix(_turned(model, result, nodes, WEIGHTS)).magnitude())
    assert errors[1] < 1e-4
    assert errors[0] / errors[1] > 3.5


def test_couple_acts_on_the_nodes():
    """A torque on the frame of a free solid reaches it through the nodes: angular momentum grows by M t.

    If they are only read, what holds the rotation of the frame takes no part of the torque: nothing reaches the solid.
    """
    for predict_only in (False, True):
        model = _observed(3, [0, 5, 7, 13, 22], predict_only)
        if predict_only:
            facets = model["solid"].boundary(lambda x, y, z: z == 0.0)[:1]
            model.add(ss.Bond(model["solid"], facets, model["frame"], multiplier="dual"))
        model.add(ss.Torque(model["frame"], (0.3, -0.2, 0.5)))
        result = ss.simulate(model, 0.1, 1e-3, integrator=ss.GeneralizedAlpha(1.0))
        L, P = result["solid"].angular_momentum[-1], result["solid"].momentum[-1]
        assert abs(P).max() < 1e-9
        expected = np.zeros(3) if predict_only else 0.1 * np.array([0.3, -0.2, 0.5])
        np.testing.assert_allclose(L, expected, atol=1e-7)


def _planar(observed, predict_only=False):
    model = two_body_joint.build("angle")
    nodes = [int(np.argmin(np.hypot(*(model["block"].nodes - place).T))) for place in observed]
    model.add(ss.Observer(model["block"], nodes, model["joint"], predict_only=predict_only, name="observer"))
    return model


TABLE = {  # of an independent program: rotation, tilt, shift, couple at 1 ms; static rotation and shift
    ((1, 0.2), (1, 0.4)): (-3.598e-6, -1.954e-6, (-1.158e-6, -3.123e-6), -4459, -2.018e-6, (-5.902e-7, -1.9157e-6)),
    ((1, 0.4), (1, 1)): (-2.464e-6, -2.419e-6, (-1.046e-6, -2.950e-6), -9437, -1.315e-6, (-4.866e-7, -1.6956e-6)),
    ((0.8, 0), (1, 0.4)): (-2.945e-6, -1.986e-6, (-1.067e-6, -3.068e-6), -9732, -1.643e-6, (-5.175e-7, -1.8197e-6)),
}


@pytest.mark.parametrize("places", list(TABLE))
def test_tables_of_two_observers(places):
    rotation, tilt, shift, couple, static_rotation, static_shift = TABLE[places]
    found = two_body_joint.measure(
        ss.simulate(_planar(places), 1e-3, 1e-6, integrator=ss.BDF(2), record=ss.Record(every=1000))
    )
    assert found["interface_rotation"] == pytest.approx(rotation, rel=1e-3)
    assert found["edge_tilt"] == pytest.approx(tilt, rel=1e-3)
    assert found["r2_shift"] == pytest.approx(shift, rel=1e-3)
    assert found["pivot_couple"] == pytest.approx(couple, rel=1e-3)
    found = two_body_joint.measure(ss.solve_static(_planar(places)))
    assert found["interface_rotation"] == pytest.approx(static_rotation, rel=1e-3)
    assert found["r2_shift"] == pytest.approx(static_shift, rel=1e-3)


def test_predict_only_against_elimination():
    """Static: K u = f - B^T lambda with u_a - r - theta S xi = 0, where theta is read off and has no virtual work."""
    found = two_body_joint.measure(ss.solve_static(_planar(((1, 0.2), (1, 0.4)), True)))
    free = two_body_joint.build("weak")
    linear = ss.linearize(free)
    X, n = free["block"].nodes, 2 * len(free["block"].nodes)
    K, f = linear.K.toarray()[:n, :n], linear.f[:n]
    wall = np.flatnonzero(X[:, 0] < 1e-9)
    low, high, eye = (int(np.argmin(np.hypot(*(X - place).T))) for place in ((1, 0), (1, 0.2), (1, 0.4)))
    T = np.zeros((n, n - 2 * len(wall) - 4 + 2))  # motions that obey wall and interface
    T_virtual, column = T.copy(), 0
    for k in sorted(set(range(len(X))) - {*wall, low, high}):
        for i in range(2):
            T[2 * k + i, column] = T_virtual[2 * k + i, column] = 1.0
            column += 1
    # the two nodes of the interface: u = r + theta S (x - pivot), theta = -(u_eye - u_high)_x / 0.2
    seen = [2 * eye - 2 * (np.array([*wall, low, high]) < eye).sum()]
    theta = np.zeros(T.shape[1])
    lever = {k: X[k] - two_body_joint.PIVOT for k in (low, high)}
    # u_high_x = r_x - theta lever_y(high)  =>  theta (0.2 - lever_y(high)) = -(u_eye_x - r_x)
    theta[seen[0]], theta[column] = -1.0, 1.0
    theta /= 0.2 + lever[high][1]
    for k in (low, high):
        for i in range(2):
            T[2 * k + i, column + i] = T_virtual[2 * k + i, column + i] = 1.0
        T[2 * k] -= lever[k][1] * theta
        T[2 * k + 1] += lever[k][0] * theta
    weight = np.zeros(T.shape[1])
    weight[column + 1] = -two_body_joint.MATERIAL.density * two_body_joint.GRAVITY
    z = np.linalg.solve(T_virtual.T @ K @ T, T_virtual.T @ f + weight)
    assert found["interface_rotation"] == pytest.approx(theta @ z, rel=1e-8)
    assert found["r2_shift"] == pytest.approx(z[column : column + 2], rel=1e-8)


@pytest.mark.parametrize("scheme", [ss.BDF(2), ss.GeneralizedAlpha(1.0), ss.Theta(0.5)], ids=lambda s: type(s).__name__)
def test_predict_only_does_work(scheme):
    """What the couple does comes from nowhere in the model: the ledger has it with the drives, and closes."""
    result = ss.simulate(_planar(((1, 0.2), (1, 0.4)), True), 1e-3, 1e-6, integrator=scheme, record=ss.Record(every=10))
    found, energy = two_body_joint.measure(result), result.energy
    assert found["interface_rotation"] == pytest.approx(-2.4199e-6, rel=1e-4)
    assert found["r2_shift"] == pytest.approx([-9.1037e-7, -2.74454e-6], rel=1e-4)
    assert found["pivot_couple"] == pytest.approx(-9816.0, rel=1e-3)
    couple, turn = result["observer"].reaction[:, 0], result["joint"].angle
    work = float(np.sum(0.5 * (couple[1:] + couple[:-1]) * np.diff(turn)))
    assert energy.drives[-1] == pytest.approx(-0.01441, rel=1e-3)
    assert abs(energy.drives[-1]) == pytest.approx(abs(work), rel=1e-2)
    assert abs(energy.integrator[-1]) < 1e-4 * abs(energy.drives[-1])


def test_files():
    """All fields of observers and bonds are written and read."""
    model = _observed(3, [0, 5, 7, 13, 22], True, WEIGHTS)
    model.add(ss.Bond(model["solid"], model["solid"].boundary()[:1], model["frame"], multiplier="dual", name="glue"))
    again = load(dump(model))
    assert again["observer"].nodes.tolist() == [0, 5, 7, 13, 22]
    assert again["observer"].weights == WEIGHTS
    assert again["observer"].predict_only
    assert again["observer"].body is again["frame"]
    assert again["glue"].multiplier == "dual"


def test_refusals():
    solid = ss.SolidBody.box((1, 1, 1), 2, SOFT, name="cube")
    body = ss.MasslessBody(name="frame")
    with pytest.raises(ss.ModelError, match="0 1 2 lie on one line"):
        ss.Observer(solid, [0, 1, 2], body)
    with pytest.raises(ss.ModelError, match="at least 3 are needed in space"):
        ss.Observer(solid, [0, 1], body)
    with pytest.raises(ss.ModelError, match="1 is given twice"):
        ss.Observer(solid, [0, 1, 1], body)
    with pytest.raises(ss.ModelError, match="node 99 does not exist"):
        ss.Observer(solid, [0, 1, 99], body)
    with pytest.raises(ss.ModelError, match="3 positive numbers"):
        ss.Observer(solid, [0, 1, 3], body, weights=(1.0, 2.0))
    model = _planar(((1, 0.2), (1, 0.4)))
    model.add(ss.Observer(model["block"], [7, 8], model["joint"], name="second"))
    with pytest.raises(ss.ModelError, match=r"'second': Observer 'observer' turns MasslessBody 'joint' already"):
        ss.simulate(model, 1e-3, 1e-4)
    with pytest.raises(ss.ModelError, match=r"depend on each other: .*Bond 'interface'.*Observer 'observer'"):
        ss.simulate(_planar(((1, 0), (1, 0.2))), 1e-3, 1e-4, integrator=ss.BDF(2))
    with pytest.raises(ss.ModelError, match="'observer': predict_only"):
        ss.modes(_planar(((1, 0.2), (1, 0.4)), True), 1)
    with pytest.raises(ss.ModelError, match="Observer 'observer'"):
        ss.simulate(_observed(3, [0, 1, 3]), 1e-3, 1e-4, integrator=ss.EnergyMomentum())
