"""Mechanisms with known motion: pendulum, drives, stops, joint friction, clutch, rolling, gears."""

import numpy as np
import pytest
from mechanisms import bouncing_slider, driven_slider, rolling_disc, spin_with_friction
from scipy.special import ellipj, ellipk

import stickslip as ss

G = 9.81
SCHEMES = [ss.SemiExplicit(), ss.MoreauMidpoint(), ss.Theta(0.5)]


def ids(scheme):
    return type(scheme).__name__


def iftomm_pendulum():
    """Point mass on a massless bar of 1 m, released at rest at (-1, 0)."""
    model = ss.Model(gravity=(0, 0, -G))
    ball = model.add(ss.RigidBody(1.0, 1e-9, position=(-1, 0, 0)))
    model.add(ss.Revolute(model.ground, ball, at=(0, 0, 0), axis=(0, 1, 0)))
    return model, ball


def test_pendulum_follows_the_elliptic_function():
    """sin(psi/2) = k sn(K - w t), k = sin 45 deg, psi from the lowest point (IFToMM A01)."""
    model, ball = iftomm_pendulum()
    k2, w = 0.5, np.sqrt(G)
    errors = []
    for dt in (2e-4, 1e-4):
        result = ss.simulate(model, t_end=2.0, dt=dt, integrator=ss.MoreauMidpoint())
        sn = ellipj(ellipk(k2) - w * result.time, k2)[0]
        psi = 2.0 * np.arcsin(np.sqrt(k2) * sn)
        exact = np.column_stack([-np.sin(psi), -np.cos(psi)])
        errors.append(abs(result[ball].position[:, [0, 2]] - exact).max())
    assert errors[1] < 1.2e-3
    assert errors[0] / errors[1] == pytest.approx(2.0, abs=0.1)  # joints: first order
    assert result[ball].position[10000, [0, 2]] == pytest.approx((0.986291751132, -0.165010853126), abs=1e-3)


def test_planar_pendulum_agrees_with_the_spatial_one():
    model = ss.Model(dim=2, gravity=(0, -G))
    ball = model.add(ss.RigidBody(1.0, 0.1, position=(-1, 0)))
    planar = model.add(ss.Revolute(model.ground, ball, at=(0, 0)))
    flat = ss.simulate(model, t_end=0.5, dt=1e-3)
    model = ss.Model(gravity=(0, 0, -G))
    ball = model.add(ss.RigidBody(1.0, (0.1, 0.1, 0.1), position=(-1, 0, 0)))
    joint = model.add(ss.Revolute(model.ground, ball, at=(0, 0, 0), axis=(0, -1, 0)))
    space = ss.simulate(model, t_end=0.5, dt=1e-3)
    np.testing.assert_allclose(flat[planar].coordinate, space[joint].coordinate, atol=1e-12)


@pytest.mark.parametrize("scheme", SCHEMES, ids=ids)
def test_driven_slider_follows_its_motion_and_needs_its_force(scheme):
    """m x'' = F: the reaction of the driven row is the drive force, its work the kinetic energy."""
    model, slider, drive = driven_slider()
    result = ss.simulate(model, t_end=1.0, dt=0.01, integrator=scheme)
    np.testing.assert_allclose(result[slider].velocity[:, 0], 3.0 * result.time, atol=1e-12)
    np.testing.assert_allclose(result[drive].reaction[1:, -1], 6.0, atol=1e-9)  # 2 kg at 3 m/s^2
    assert result.energy.drives[-1] == pytest.approx(9.0, rel=0.02)
    assert result.energy.drives[-1] + result.energy.integrator[-1] == pytest.approx(9.0, rel=1e-12)


@pytest.mark.parametrize("scheme", SCHEMES, ids=ids)
def test_effort_does_work(scheme):
    """A constant torque M on inertia J: omega = M t / J; the load work is the kinetic energy."""
    model = ss.Model()
    wheel = model.add(ss.RigidBody(1.0, (0.3, 0.3, 0.5)))
    joint = model.add(ss.Revolute(model.ground, wheel, axis=(0, 0, 1), effort=2.0))
    result = ss.simulate(model, t_end=1.0, dt=0.01, integrator=scheme)
    assert result[wheel].angular_velocity[-1, 2] == pytest.approx(4.0, rel=1e-12)
    assert result[joint].coordinate[-1] == pytest.approx(2.0, rel=0.02)
    assert result.energy.loads[-1] == pytest.approx(result.energy.kinetic[-1], rel=1e-12)
    assert result.energy.kinetic[-1] == pytest.approx(4.0, rel=1e-12)


def test_angle_counts_turns():
    model = ss.Model()
    wheel = model.add(ss.RigidBody(1.0, (0.3, 0.3, 0.5), angular_velocity=(0, 0, 50.0)))
    joint = model.add(ss.Revolute(model.ground, wheel, axis=(0, 0, 1)))
    result = ss.simulate(model, t_end=2.0, dt=0.01)
    assert result[joint].coordinate[-1] == pytest.approx(100.0, rel=1e-12)


@pytest.mark.parametrize("scheme", SCHEMES, ids=ids)
def test_stops_bounce_with_restitution(scheme):
    """Between stops 1 m apart with e = 1/2: speeds 2, 1, 1/2 ..., and all lost energy is impact work."""
    model, slider, joint = bouncing_slider()
    result = ss.simulate(model, t_end=3.0, dt=1e-3, integrator=scheme)
    speed = result[slider].velocity[:, 0]
    found = speed[np.flatnonzero(np.diff(speed)) + 1]
    np.testing.assert_allclose(found, [-1.0, 0.5], atol=1e-12)  # impacts at 0.25 and 1.25 s, the next one at 3.25 s
    assert abs(result[joint].coordinate).max() < 0.5 + 3e-3
    assert result.energy.impacts[-1] == pytest.approx(0.5 * 0.25 - 0.5 * 4.0, rel=1e-12)


@pytest.mark.parametrize("scheme", SCHEMES, ids=ids)
def test_joint_friction_sticks_below_its_bound_and_brakes_above(scheme):
    """Torque 0.9 of the bound: not the least motion. Torque 1.5: (M - bound)/J. Coasting: -bound/J, then rest."""
    result, wheel = spin_with_friction(scheme, 1.8, 0.0)
    assert abs(result[wheel].angular_velocity).max() < 1e-14
    result, wheel = spin_with_friction(scheme, 3.0, 0.0)
    assert result[wheel].angular_velocity[-1, 2] == pytest.approx((3.0 - 2.0) / 0.5, rel=1e-12)
    result, wheel = spin_with_friction(scheme, 0.0, 3.0)
    assert result[wheel].angular_velocity[50, 2] == pytest.approx(3.0 - 4.0 * 0.5, rel=1e-12)
    assert abs(result[wheel].angular_velocity[-1, 2]) < 1e-14
    assert result.energy.friction[-1] == pytest.approx(-0.25 * 9.0, rel=1e-12)


@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize(("torque", "expected"), [(2.0, 4.0), (-2.0, 0.0)])
def test_one_way_clutch(dim, torque, expected):
    """(omega_b - omega_a) >= 0: free forwards, held backwards without the least creep."""
    model = ss.Model(dim=dim)
    wheel = model.add(ss.RigidBody(1.0, 0.5))
    model.add(ss.Revolute(model.ground, wheel, axis=(0, 0, 1)))
    model.add(ss.OneWayClutch(model.ground, wheel, axis=(0, 0, 1)))
    model.add(ss.Torque(wheel, torque if dim == 2 else (0, 0, torque)))
    result = ss.simulate(model, t_end=1.0, dt=1e-2)
    omega = result[wheel].angular_velocity
    assert (omega if dim == 2 else omega[:, 2])[-1] == pytest.approx(expected, abs=1e-12)


def test_rolling_disc_keeps_its_circle():
    model, disc, lap = rolling_disc()
    assert lap == pytest.approx(5.852173783, rel=1e-9)
    result = ss.simulate(model, t_end=lap, dt=lap / 32000, integrator=ss.MoreauMidpoint())
    position = result[disc].position
    assert abs(position[-1] - position[0]).max() < 2e-3
    inclination = np.arcsin(abs(result[disc].rotation[:, 2, 1]))
    assert abs(np.rad2deg(inclination) - 5.0).max() < 0.05
    assert abs(np.hypot(position[:, 0], position[:, 1]) - np.hypot(*position[0, :2])).max() < 1e-3


@pytest.mark.parametrize("scheme", SCHEMES, ids=ids)
@pytest.mark.parametrize("dim", [2, 3])
def test_rolling_cylinder_on_a_slope(scheme, dim):
    """a = 2/3 g sin(alpha), starting from rest: v = a t exactly, because all forces are constant."""
    alpha, R, m = np.deg2rad(20.0), 0.3, 2.0
    down = np.array([np.cos(alpha), -np.sin(alpha)])
    if dim == 3:
        model = ss.Model(gravity=(0, 0, -G))
        normal, along = (np.sin(alpha), 0, np.cos(alpha)), np.array([down[0], 0, down[1]])
        inertia = m * R * R * np.array([0.6, 0.5, 0.6])
        body = model.add(ss.RigidBody(m, inertia, position=R * np.array(normal)))
        wheel = body.add(ss.Cylinder(radius=R, length=1.0, axis=(0, 1, 0)))
    else:
        model = ss.Model(dim=2, gravity=(0, -G))
        normal, along = (np.sin(alpha), np.cos(alpha)), down
        body = model.add(ss.RigidBody(m, 0.5 * m * R * R, position=R * np.array(normal)))
        wheel = body.add(ss.Circle(radius=R))
    floor = model.ground.add(ss.Plane(normal=normal))
    model.add(ss.Rolling(wheel, floor))
    result = ss.simulate(model, t_end=1.0, dt=1e-2, integrator=scheme)
    np.testing.assert_allclose(result[body].velocity @ along, 2.0 / 3.0 * G * np.sin(alpha) * result.time, atol=1e-11)
    assert result.certificate.position_drift < 1e-12


def test_gear_train_accelerates_as_one_inertia():
    """omega_1 = -ratio omega_2 and M = (J_1 + J_2/ratio^2) omega_1'."""
    model = ss.Model()
    J1, J2, ratio, torque = 0.5, 0.2, 2.5, 3.0
    one = model.add(ss.RigidBody(1.0, J1))
    two = model.add(ss.RigidBody(1.0, J2, position=(1, 0, 0)))
    first = model.add(ss.Revolute(model.ground, one, at=(0, 0, 0), axis=(0, 0, 1), effort=torque))
    second = model.add(ss.Revolute(model.ground, two, at=(1, 0, 0), axis=(0, 0, 1)))
    model.add(ss.Gear(first, second, ratio=ratio))
    result = ss.simulate(model, t_end=1.0, dt=1e-2)
    w1, w2 = result[one].angular_velocity[:, 2], result[two].angular_velocity[:, 2]
    np.testing.assert_allclose(w1 + ratio * w2, 0.0, atol=1e-12)
    assert w1[-1] == pytest.approx(torque / (J1 + J2 / ratio**2), rel=1e-12)


@pytest.mark.parametrize("scheme", [ss.MoreauMidpoint(), ss.Theta(0.5), ss.SemiExplicit()], ids=ids)
def test_redundant_revolutes_move_as_one(scheme):
    """Two hinges on one axis give ten rows of rank five: the door swings as with one hinge."""

    def door(hinges):
        model = ss.Model(gravity=(0, 0, -G))
        panel = model.add(ss.RigidBody(3.0, (0.3, 0.4, 0.5), position=(0.5, 0, 0)))
        for k in range(hinges):
            model.add(ss.Revolute(model.ground, panel, at=(0, k, 0), axis=(0, 1, 0)))
        return ss.simulate(model, t_end=0.5, dt=1e-3, integrator=scheme)[panel]

    np.testing.assert_allclose(door(2).position, door(1).position, atol=1e-9)
    np.testing.assert_allclose(door(2).velocity, door(1).velocity, atol=1e-9)


def test_heavy_top_of_bruels_cardona_arnold():
    """m = 15, c.o.m. 1 m from the fixed point, 150 rad/s: position at t = 0.2 s from a DOP853 run at 1e-12."""
    model = ss.Model(gravity=(0, 0, -G))
    omega = np.array([0.0, 150.0, -4.61538])
    top = model.add(
        ss.RigidBody(15.0, (0.234375, 0.46875, 0.234375), position=(0, 1, 0), angular_velocity=omega,
                     velocity=np.cross(omega, (0, 1, 0)))
    )  # fmt: skip
    model.add(ss.Spherical(model.ground, top, at=(0, 0, 0)))
    exact = np.array([0.605550561, 0.598957682, -0.523983027])
    errors = [
        np.linalg.norm(ss.simulate(model, 0.2, dt, integrator=ss.MoreauMidpoint())[top].position[-1] - exact)
        for dt in (1e-4, 5e-5)
    ]
    assert errors[1] < 2e-3
    assert errors[1] < 0.6 * errors[0]
