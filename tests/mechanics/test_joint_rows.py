"""Every joint: G u + w is the rate of g along the motion, and the rank of G counts what the joint takes away."""

import numpy as np
import pytest
from rows import Rows
from scipy.spatial.transform import Rotation

import stickslip as ss

AXIS = (0.3, -0.5, 0.9)
AT = (0.4, -0.3, 0.8)


def spatial_pair():
    model = ss.Model()
    a = model.add(ss.RigidBody(1.3, (0.2, 0.3, 0.4), position=(0.1, 0.2, -0.3), rotation=(0.4, -0.7, 0.2)))
    b = model.add(ss.RigidBody(0.7, (0.1, 0.15, 0.2), position=(1.0, -0.6, 0.5), rotation=(-0.9, 0.3, 1.1)))
    return model, a, b


def planar_pair():
    model = ss.Model(dim=2)
    a = model.add(ss.RigidBody(1.3, 0.2, position=(0.1, 0.2), rotation=0.4))
    b = model.add(ss.RigidBody(0.7, 0.1, position=(1.0, -0.6), rotation=-0.9))
    return model, a, b


# joint, freedoms it takes away
SPATIAL = {
    "fixed": (lambda a, b: ss.Fixed(a, b, at=AT), 6),
    "revolute": (lambda a, b: ss.Revolute(a, b, at=AT, axis=AXIS), 5),
    "prismatic": (lambda a, b: ss.Prismatic(a, b, at=AT, axis=AXIS), 5),
    "cylindrical": (lambda a, b: ss.Cylindrical(a, b, at=AT, axis=AXIS), 4),
    "spherical": (lambda a, b: ss.Spherical(a, b, at=AT), 3),
    "universal": (lambda a, b: ss.Universal(a, b, at=AT, axis_a=(1, 2, 0), axis_b=(-2, 1, 0)), 4),
    "planar": (lambda a, b: ss.PlanarJoint(a, b, at=AT, normal=AXIS), 3),
    "point on line": (lambda a, b: ss.PointOnLine(a, b, at=AT, axis=AXIS), 2),
    "distance": (lambda a, b: ss.Distance(a, b), 1),
    "driven slide": (lambda a, b: ss.Prismatic(a, b, at=AT, axis=AXIS, motion=ss.Sine(0.3, 0.7)), 6),
}
PLANAR = {
    "fixed": (lambda a, b: ss.Fixed(a, b, at=AT[:2]), 3),
    "revolute": (lambda a, b: ss.Revolute(a, b, at=AT[:2]), 2),
    "prismatic": (lambda a, b: ss.Prismatic(a, b, at=AT[:2], axis=AXIS[:2]), 2),
    "point on line": (lambda a, b: ss.PointOnLine(a, b, at=AT[:2], axis=AXIS[:2]), 1),
    "distance": (lambda a, b: ss.Distance(a, b), 1),
    "driven slide": (lambda a, b: ss.Prismatic(a, b, at=AT[:2], axis=AXIS[:2], motion=ss.Sine(0.3, 0.7)), 3),
}
CASES = [(3, *case) for case in SPATIAL.values()] + [(2, *case) for case in PLANAR.values()]
NAMES = [f"spatial {name}" for name in SPATIAL] + [f"planar {name}" for name in PLANAR]


def with_joint(dim, make):
    model, a, b = spatial_pair() if dim == 3 else planar_pair()
    model.add(make(a, b))
    return Rows(model)


@pytest.mark.parametrize(("dim", "make", "rank"), CASES, ids=NAMES)
def test_rate_is_the_derivative_of_the_residual_anywhere(dim, make, rank):
    rows = with_joint(dim, make)
    rng = np.random.default_rng(3)
    q = rows.moved(rows.q, rng.normal(size=len(rows.u)), 0.4)  # any configuration, the joint need not be closed
    u = rng.normal(size=len(rows.u))
    g, rate = rows.at(0.3, q, u)
    assert abs(g).max() > 1e-2
    np.testing.assert_allclose(rate, rows.difference(0.3, q, u), atol=2e-9)


@pytest.mark.parametrize(("dim", "make", "rank"), CASES, ids=NAMES)
def test_rank_and_residual_at_the_start(dim, make, rank):
    rows = with_joint(dim, make)
    g, _ = rows.at(0.0, rows.q, rows.u)
    assert abs(g).max() < 1e-14
    values = np.linalg.svd(rows.matrix(0.0, rows.q), compute_uv=False)
    assert len(g) == rank
    assert values[-1] > 1e-2 * values[0]


@pytest.mark.parametrize("dim", [2, 3])
def test_driven_revolute_rate_at_a_finite_angle(dim):
    """g = sin(angle - f): its rate is angle' - f' where the angle is the driven one."""
    model, a, b = spatial_pair() if dim == 3 else planar_pair()
    axis = AXIS if dim == 3 else (0, 0, 1)
    at = AT if dim == 3 else AT[:2]
    model.add(ss.Revolute(a, b, at=at, axis=axis, motion=ss.Polynomial((0.0, 2.0, 0.4))))
    rows = Rows(model)
    t = 0.9
    angle, unit = 2.0 * t + 0.4 * t * t, np.array(axis) / np.linalg.norm(axis)
    q, n = rows.q.copy(), 12 if dim == 3 else 3
    turn = Rotation.from_rotvec(angle * unit).as_matrix()
    arm = q[n : n + dim] - np.array(at)
    q[n : n + dim] = np.array(at) + turn[:dim, :dim] @ arm
    if dim == 3:
        q[15:24] = (turn @ q[15:24].reshape(3, 3).T).T.ravel()
    else:
        q[5] += angle
    u = np.random.default_rng(5).normal(size=len(rows.u))
    g, rate = rows.at(t, q, u)
    assert abs(g).max() < 1e-14
    np.testing.assert_allclose(rate, rows.difference(t, q, u), atol=2e-9)
    assert np.linalg.matrix_rank(rows.matrix(t, q)) == (6 if dim == 3 else 3)


def test_prescribed_side_enters_the_rate():
    """A pin on a turntable: w is the velocity of the pin."""
    model = ss.Model()
    table = model.add(
        ss.PrescribedBody(position=(0.2, 0, 0), motion=(ss.Sine(0.5, 0.3), 0, ss.Polynomial((0, 1))), axis=(1, 1, 1),
                          angle=ss.Sine(1.2, 0.4))
    )  # fmt: skip
    body = model.add(ss.RigidBody(1.0, 0.1, position=(0.7, 0.3, 0.1), rotation=(0.3, 0.2, 0.1)))
    model.add(ss.Revolute(table, body, at=(0.5, 0.5, 0.5), axis=AXIS))
    rows = Rows(model)
    u = np.random.default_rng(1).normal(size=6)
    q = rows.moved(rows.q, u[::-1].copy(), 0.3)
    np.testing.assert_allclose(rows.at(0.4, q, u)[1], rows.difference(0.4, q, u), atol=5e-9)


def test_gear_couples_the_two_angles():
    """rate_1 + ratio rate_2 for three bodies with crossed axes."""
    model, a, b = spatial_pair()
    first = model.add(ss.Revolute(model.ground, a, at=(0.1, 0.2, -0.3), axis=(0, 0, 1)))
    second = model.add(ss.Revolute(model.ground, b, at=(1.0, -0.6, 0.5), axis=AXIS))
    model.add(ss.Gear(first, second, ratio=-2.5))
    rows = Rows(model)
    G = rows.matrix(0.0, rows.q)
    assert np.linalg.matrix_rank(G) == 11  # one freedom is left for two wheels
    A, B = (Rotation.from_rotvec(v).as_matrix() for v in ((0.4, -0.7, 0.2), (-0.9, 0.3, 1.1)))
    axis = np.array(AXIS) / np.linalg.norm(AXIS)
    expected = np.concatenate([np.zeros(3), A.T @ (0, 0, 1), np.zeros(3), -2.5 * (B.T @ axis)])
    np.testing.assert_allclose(G[-1], expected, atol=1e-14)


def rolling(contour, rotation):
    model = ss.Model()
    body = model.add(ss.RigidBody(1.0, (0.1, 0.1, 0.2), position=(0.3, 0.1, 0.7), rotation=rotation))
    wheel = body.add(contour)
    floor = model.ground.add(ss.Plane(normal=(0.2, -0.1, 1.0), position=(0.0, 0.0, 0.1)))
    model.add(ss.Rolling(wheel, floor))
    return Rows(model)


@pytest.mark.parametrize("disk", [True, False])
def test_rolling_rows_are_the_velocity_of_the_contact_point(disk):
    """Row 0 is the rate of the gap; all rows are n, t_1, t_2 . (v + omega x (x - r)) of the lowest point."""
    R, rotation = 0.4, (0.5, -0.3, 0.8)
    axis = np.array([0.0, 1.0, 0.2])
    rows = rolling(ss.Cylinder(radius=R, axis=tuple(axis)) if disk else ss.Sphere(radius=R), rotation)
    u = np.random.default_rng(2).normal(size=6)
    A = Rotation.from_rotvec(rotation).as_matrix()
    n = np.array([0.2, -0.1, 1.0]) / np.linalg.norm([0.2, -0.1, 1.0])
    a = A @ axis / np.linalg.norm(axis)
    s = (n - (n @ a) * a) / np.linalg.norm(n - (n @ a) * a) if disk else n
    velocity = u[:3] + np.cross(A @ u[3:], -R * s)
    g, rate = rows.at(0.0, rows.q, u)
    assert g[0] == pytest.approx(n @ (rows.q[:3] - R * s - (0, 0, 0.1)), abs=1e-14)
    assert rate[0] == pytest.approx(n @ velocity, abs=1e-14)
    assert rate @ rate == pytest.approx(velocity @ velocity, rel=1e-13)  # orthonormal directions
    assert rate[0] == pytest.approx(rows.difference(0.0, rows.q, u)[0], abs=1e-9)


def test_planar_rolling_rows():
    model = ss.Model(dim=2)
    body = model.add(ss.RigidBody(1.0, 0.1, position=(0.3, 0.7), rotation=0.5))
    wheel = body.add(ss.Circle(radius=0.4, position=(0.1, 0.0)))
    floor = model.ground.add(ss.Plane(normal=(-0.3, 1.0)))
    model.add(ss.Rolling(wheel, floor))
    rows = Rows(model)
    u = np.array([0.7, -0.4, 1.9])
    g, rate = rows.at(0.0, rows.q, u)
    n = np.array([-0.3, 1.0]) / np.hypot(0.3, 1.0)
    arm = 0.1 * np.array([np.cos(0.5), np.sin(0.5)]) - 0.4 * n
    velocity = u[:2] + u[2] * np.array([-arm[1], arm[0]])
    assert rate @ rate == pytest.approx(velocity @ velocity, rel=1e-13)
    assert rate[0] == pytest.approx(n @ velocity, abs=1e-14)
    assert g[0] == pytest.approx(n @ (np.array([0.3, 0.7]) + arm), abs=1e-14)


def test_frames_and_at_say_the_same():
    """Joining two frames at one place is joining the bodies at that place."""
    answers = []
    for use_frames in (True, False):
        model, a, b = spatial_pair()
        if use_frames:
            ends = []
            for body, r, rotation in ((a, (0.1, 0.2, -0.3), (0.4, -0.7, 0.2)), (b, (1.0, -0.6, 0.5), (-0.9, 0.3, 1.1))):
                local = Rotation.from_rotvec(rotation).as_matrix().T @ (np.array(AT) - r)
                ends.append(body.frame("pin", local, rotation=(0.3, 0.1, 0.2)))
            model.add(ss.Revolute(*ends, axis=AXIS))
        else:
            model.add(ss.Revolute(a, b, at=AT, axis=AXIS))
        rows = Rows(model)
        answers.append(rows.at(0.0, rows.q, np.arange(12.0)))
    np.testing.assert_allclose(answers[0], answers[1], atol=1e-13)


def test_travel_counts_from_the_start():
    """A slider 2 m from the ground's origin on the axis starts at travel 0, as every angle does."""
    model = ss.Model()
    slider = model.add(ss.RigidBody(1.0, 0.1, position=(2.0, 0.0, 0.0), velocity=(0.5, 0.0, 0.0)))
    joint = model.add(ss.Prismatic(model.ground, slider, axis=(1, 0, 0), motion=ss.Polynomial((0.0, 0.5))))
    result = ss.simulate(model, t_end=0.4, dt=0.1)
    np.testing.assert_allclose(result[joint].coordinate, 0.5 * result.time, atol=1e-14)
    np.testing.assert_allclose(result[slider].position[:, 0], 2.0 + 0.5 * result.time, atol=1e-14)
