"""The small joint between an elastic and a rigid block: tables of Södersten 2018, sec. 4.2, 4.1."""

import numpy as np
import pytest
from scipy.linalg import eigh

import stickslip as ss
from stickslip.examples import two_body_joint


def _by_elimination(t=None):
    """Return the shift of the rigid block on an intermediate joint frame, static or exact (by modes) at a time t.

    The frame is at the middle of the facet and turns as the line of two nodes, so that the shift is r = B u; with it
    the block alone has the mass M + m B^T B and the load f + B^T (0, -m g).
    """
    model = ss.Model(dim=2, gravity=(0, -two_body_joint.GRAVITY))
    block = two_body_joint._block(5, "triangle", False)
    model.add(block)
    full, free = ss.linearize(model), np.repeat(block.nodes[:, 0] > 1e-9, 2)
    B = np.zeros((2, len(free)))

    def column(x, y):
        return 2 * int(np.argmin(np.hypot(*(block.nodes - (x, y)).T)))

    for y in (0.0, 0.2):
        B[0, column(1, y)] = B[1, column(1, y) + 1] = 0.5
    for y, sign in ((0.2, 1.0), (0.4, -1.0)):  # theta = (u_x(0.2) - u_x(0.4)) / 0.2, pivot 0.2 m to the right
        B[1, column(1, y)] += sign / 0.2 * 0.2
    B, m = B[:, free], two_body_joint.MATERIAL.density
    M, K = (A.toarray()[np.ix_(free, free)] for A in (full.M, full.K))
    load = full.f[free] - B[1] * m * two_body_joint.GRAVITY
    squared, shapes = eigh(K, M + m * B.T @ B)
    amount = 1.0 if t is None else 1.0 - np.cos(np.sqrt(squared) * t)
    return B @ shapes @ (amount / squared * (shapes.T @ load))


def test_intermediate_frame():
    """One point and an observed angle: the linear elimination to the size of the turns, 1e-6; the observers' couple."""
    static = two_body_joint.measure(ss.solve_static(two_body_joint.build("intermediate")))
    assert static["r2_shift"] == pytest.approx(_by_elimination(), rel=3e-6)
    assert static["pivot_couple"] == pytest.approx(-0.2 * 2400.0 * two_body_joint.GRAVITY, rel=1e-6)
    _, found = two_body_joint.run(model="intermediate")
    assert found["r2_shift"] == pytest.approx(_by_elimination(1e-3), rel=1e-3)


@pytest.mark.parametrize("model", two_body_joint.EXACT)
def test_joint_models_at_a_millisecond(model):
    _, found = two_body_joint.run(model=model)
    for key in two_body_joint.KEYS:
        scale = {"pivot_couple": 1.0, "r2_shift": 1e-12}.get(key, 1e-12)
        expected = np.array(found[f"{key}_exact"])
        assert np.array(found[key]) == pytest.approx(expected, rel=1e-3, abs=scale)
    if model in ("angle", "frame"):
        force = np.linalg.norm(found["force"])
        assert abs(found["pivot_couple"]) < 1e-9 * force
    if model == "weak":
        assert abs(found["interface_rotation"]) < 1e-14
        expected = np.array([[1.0639e6, -1.532e5], [-1.2385e6, -3.302e5]])
        assert found["traction"] == pytest.approx(expected, rel=1e-3)  # on the solid: minus lambda
        assert found["force"] == pytest.approx([-17458.0, -48342.0], rel=1e-3)


def test_static_values():
    shift = {}
    for joint in two_body_joint.MODELS:
        result = ss.solve_static(two_body_joint.build(joint))
        shift[joint] = result["rigid"].position[-1] - two_body_joint.PIVOT
    assert shift["weak"] == pytest.approx([-3.085e-7, -1.1705e-6], rel=1e-3)
    assert shift["observer"] == pytest.approx([-5.902e-7, -1.9157e-6], rel=1e-3)
    assert shift["angle"] == pytest.approx([-5.784e-7, -2.1867e-6], rel=1e-3)
    assert shift["frame"] == pytest.approx(
        shift["angle"], rel=1e-9
    )  # the same equations (Södersten 2018, sec. 2.5.3, model 1)


def test_truth_is_the_joint_that_turns_freely():
    """A joint meshed as a stiff continuum, static: it agrees with `angle`, not with the others."""
    truth = two_body_joint.measure(ss.solve_static(two_body_joint.meshed(10)))
    off = {}
    for joint in two_body_joint.MODELS:
        found = two_body_joint.measure(ss.solve_static(two_body_joint.build(joint, 10, "triangle6")))
        off[joint] = float(np.linalg.norm(found["r2_shift"] - truth["r2_shift"]) / np.linalg.norm(truth["r2_shift"]))
        if joint == "angle":
            assert found["interface_rotation"] == pytest.approx(truth["interface_rotation"], rel=1e-4)
    assert off["angle"] < 2e-3
    assert off["frame"] == pytest.approx(off["angle"], rel=1e-6)
    assert off["observer"] > 0.2
    assert off["intermediate"] > 0.1  # and it has no limit: the force of a point
    assert off["weak"] > 0.5


def test_truth_with_a_graded_mesh():
    """The stiffer the meshed joint, the nearer to `angle`: by 1e-3 and 1e-5 for joints 1e3 and 1e5 times as stiff."""
    angle = two_body_joint.measure(ss.solve_static(two_body_joint.build("angle", 10, "triangle6", graded=True)))
    for stiffer, off in ((1e3, 2e-3), (1e5, 3e-5)):
        truth = two_body_joint.measure(ss.solve_static(two_body_joint.meshed(10, True, stiffer)))
        assert angle["interface_rotation"] == pytest.approx(truth["interface_rotation"], rel=off)
        assert angle["r2_shift"] == pytest.approx(truth["r2_shift"], rel=off)
        assert abs(truth["pivot_couple"]) < 1e-5 * 6926.0  # of weak
    assert truth["interface_rotation"] == pytest.approx(-7.0e-6, rel=0.05)


def test_rigid_block_that_turns():
    """Newton and Euler: the recorded force on the pivot moves and turns the rigid block."""
    result = ss.simulate(two_body_joint.build("angle", rotating=True), 1e-3, 2e-6, integrator=ss.BDF(2))
    found = two_body_joint.measure(result)
    assert abs(found["pivot_couple"]) < 1e-9 * np.linalg.norm(found["force"])
    force, m, dt = -result["interface"].force, two_body_joint.MATERIAL.density, 2e-6
    torque = -0.7 * force[:, 0]  # at the pivot, 0.7 m above the centre

    def twice(x):  # integrated over time
        speed = np.concatenate([[0.0], np.cumsum(0.5 * (x[1:] + x[:-1]))]) * dt
        return float(np.sum(0.5 * (speed[1:] + speed[:-1])) * dt)

    assert result["rigid"].angle[-1] == pytest.approx(twice(torque) / (m / 6), rel=1e-2)
    shift = result["rigid"].position[-1] - two_body_joint.CENTRE
    assert shift[0] == pytest.approx(twice(force[:, 0]) / m, rel=1e-2, abs=1e-9)
    assert shift[1] == pytest.approx(twice(force[:, 1] - m * 9.82) / m, rel=1e-2)


def test_block_of_great_inertia_does_not_turn():
    """A block that can turn but is too heavy to do so in a millisecond moves as one that cannot."""
    model = two_body_joint.build("weak", rotating=True)
    model["rigid"].inertia = 1e9
    result = ss.simulate(model, 1e-3, 1e-6, integrator=ss.BDF(2), record=ss.Record(every=1000))
    assert two_body_joint.measure(result)["r2_shift"] == pytest.approx([-8.188e-7, -2.274e-6], rel=1e-3)


def test_joint_on_the_whole_side():
    _, found = two_body_joint.run(model="weak", whole_side=True)
    assert found["r2_shift"] == pytest.approx([-7.505e-9, -1.20535e-6], rel=1e-3, abs=1e-11)
    assert found["force"] == pytest.approx([481.2, -43229.0], rel=1e-2, abs=5.0)


@pytest.mark.parametrize("model", two_body_joint.EXACT)
def test_variable_steps_succeed_with_the_small_joint(model):
    """IDA in GGL form with consistent multipliers of the start; the thesis' index-3 run crashed."""
    _, found = two_body_joint.run(model=model, integrator="IDA", dt=1e-5)
    assert found["r2_shift"] == pytest.approx(two_body_joint.EXACT[model][2], rel=1e-3)
    assert found["pivot_couple"] == pytest.approx(two_body_joint.EXACT[model][3], rel=1e-3, abs=1e-3)


@pytest.mark.parametrize("scheme", [ss.Bathe(), ss.EDAlpha(0.5), ss.Theta(0.5)], ids=lambda s: type(s).__name__)
def test_other_schemes_agree(scheme):
    result = ss.simulate(two_body_joint.build("angle"), 1e-3, 1e-6, integrator=scheme, record=ss.Record(every=100))
    assert two_body_joint.measure(result)["r2_shift"] == pytest.approx([-1.058e-6, -3.357e-6], rel=1e-3)


def test_clamp_is_a_bond_to_the_ground():
    """A weak clamp holds the boundary as joints at its nodes do (Södersten 2018, sec. 4.1), to round-off."""
    held = []
    for weak in (True, False):
        model = ss.Model(dim=2, gravity=(0, -9.82))
        steel, options = (
            ss.Material(young=180e9, density=2400.0, poisson=0.3),
            {"plane": "stress", "law": "linear", "name": "block"},
        )
        block = model.add(ss.SolidBody.box((1, 1), (4, 4), steel, kind="triangle", **options))
        if weak:
            model.add(ss.Bond(block, block.boundary(lambda x, y: x < 1e-9), model.ground, name="wall"))
        else:
            for k in block.nodes_where(lambda x, y: x < 1e-9):
                model.add(ss.Revolute(model.ground, block.node(int(k)), at=tuple(block.nodes[k])))
        held.append(
            ss.simulate(model, 1e-4, 1e-5, integrator=ss.GeneralizedAlpha.newmark(0.25, 0.5))["block"].displacement[-1]
        )
    assert np.linalg.norm(held[0]) == pytest.approx(2.0808803e-7, rel=1e-6)
    assert np.linalg.norm(held[0] - held[1]) < 1e-15


def test_weld_and_spatial_joint():
    """A cube hangs on a plate without mass: the bond carries its weight, about the joint there is no couple."""
    for welded in (True, False):
        model = ss.Model(gravity=(0, 0, -9.81))
        rubber = ss.Material(young=1e6, density=1000.0, poisson=0.3)
        cube = model.add(
            ss.SolidBody.box((0.1, 0.1, 0.1), (2, 2, 2), rubber, kind="hexahedron", retardation=0.01, name="cube")
        )
        top = cube.boundary(lambda x, y, z: z > 0.1 - 1e-9)
        plate = model.add(ss.MasslessBody(position=(0.05, 0.05, 0.1), name="plate"))
        model.add(ss.Bond(cube, top, plate, name="glue"))
        joint = ss.Fixed if welded else ss.Spherical
        model.add(joint(model.ground, plate, at=(0.05, 0.05, 0.1), name="hinge"))
        result = ss.simulate(model, 0.5, 1e-3, integrator=ss.Bathe(), record=ss.Record(every=500))
        assert result["glue"].force[-1] == pytest.approx([0.0, 0.0, 9.81], abs=1e-3)
        assert abs(result["glue"].couple((0.05, 0.05, 0.1))[-1]).max() < 1e-6


def test_what_is_refused():
    block = ss.SolidBody.box((1, 1), (2, 2), two_body_joint.MATERIAL, kind="quad", plane="stress", name="block")
    side = block.boundary(lambda x, y: x < 1e-9)
    with pytest.raises(ss.ModelError, match="no facets are chosen"):
        ss.Bond(block, block.boundary(lambda x, y: x > 5), ss.Model(dim=2).ground)
    with pytest.raises(ss.ModelError, match="not a boundary facet"):
        ss.Bond(block, [[0, 4]], ss.Model(dim=2).ground)
    model = ss.Model(dim=2)
    model.add(block)
    model.add(ss.Bond(block, side, model.ground, name="first"))
    model.add(ss.Bond(block, side[:1], model.ground, name="second"))
    with pytest.raises(ss.ModelError, match="bonded by Bond 'first' already"):
        ss.simulate(model, 1e-3, 1e-4)
    free = ss.Model(dim=2)
    free.add(ss.RigidBody(1.0, 1.0))
    free.add(ss.MasslessBody(name="loose"))
    with pytest.raises(ss.ModelError, match="'loose': has no mass and no bond"):
        ss.simulate(free, 1e-3, 1e-4)
