"""What must not matter: the frame, the numbering of bodies, how a run is cut into pieces."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import stickslip as ss

G = 9.81


def scene(turn=(0.0, 0.0, 0.0), shift=(0.0, 0.0, 0.0), order=1):
    """A box slides over its edge on a floor, a pendulum swings, a ball bounces on the floor."""
    R, d = Rotation.from_rotvec(turn).as_matrix(), np.array(shift)
    model = ss.Model(gravity=R @ (0, 0, -G))
    floor = model.ground.add(ss.Plane(normal=R @ (0, 0, 1), position=d))

    def body(name, mass, inertia, position, velocity, omega):
        return ss.RigidBody(mass, inertia, position=R @ position + d, rotation=R.tolist(), velocity=R @ velocity,
                            angular_velocity=omega, name=name)  # fmt: skip

    box = body("box", 2.0, (0.02, 0.03, 0.04), (0, 0, 0.3), (1.0, 0.4, 0), (0.3, 0.5, 1.0))
    ball = body("ball", 0.4, 1e-3, (1, 1, 0.2), (0.5, -0.3, 0), (3.0, 2.0, 1.0))
    bob = body("bob", 1.0, (0.1, 0.12, 0.15), (2.5, 0, 1.0), (0, 0, 0), (0, 0, 0))
    for part in (box, ball, bob)[::order]:
        model.add(part)
    model.add(ss.Revolute(model.ground, bob, at=R @ (2, 0, 1) + d, axis=R @ (0, 1, 0.2)))
    model.add(ss.Contact(box.add(ss.Cuboid(lengths=(0.2, 0.3, 0.2))), floor, friction=0.3))
    model.add(ss.Contact(ball.add(ss.Sphere(radius=0.1)), floor, friction=0.3, restitution=0.6))
    return model


NAMES = ("box", "ball", "bob")
SCHEMES = [ss.SemiExplicit(), ss.MoreauMidpoint(), ss.Theta(0.5)]


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda s: type(s).__name__)
def test_turning_and_moving_the_scene_turns_and_moves_the_answer(scheme):
    turn, shift = (0.7, -1.1, 0.4), (3.0, -2.0, 5.0)
    R = Rotation.from_rotvec(turn).as_matrix()
    plain = ss.simulate(scene(), 0.6, 1e-3, integrator=scheme)
    turned = ss.simulate(scene(turn, shift), 0.6, 1e-3, integrator=scheme)
    for name in ("ball", "bob"):
        np.testing.assert_allclose(turned[name].position, plain[name].position @ R.T + shift, atol=1e-11)
        np.testing.assert_allclose(turned[name].angular_velocity, plain[name].angular_velocity, atol=1e-10)
    # the box rocks from corner to corner: round-off decides there within the gap tolerance, not beyond it
    np.testing.assert_allclose(turned["box"].position, plain["box"].position @ R.T + shift, atol=2e-4)


def test_numbering_of_bodies_is_irrelevant():
    plain, reversed_ = ss.simulate(scene(), 0.6, 1e-3), ss.simulate(scene(order=-1), 0.6, 1e-3)
    for name in NAMES:
        np.testing.assert_allclose(reversed_[name].position, plain[name].position, atol=1e-9)


def ball_in_flight():
    model = ss.Model(gravity=(0, 0, -G))
    ball = model.add(ss.RigidBody(1.0, 0.1, velocity=(0, 0, 2.0)))
    return model, ball


@pytest.mark.parametrize(("t_end", "dt"), [(1.0, 0.3), (1.0, 0.1), (0.7, 0.7), (1.0, 0.999), (0.3, 0.1), (2.0, 3e-4)])
def test_runs_end_exactly_at_t_end(t_end, dt):
    model, ball = ball_in_flight()
    result = ss.simulate(model, t_end, dt)
    assert result.time[-1] == t_end
    assert len(result.time) == 1 + round(np.ceil(t_end / dt - 1e-9))
    assert result[ball].velocity[-1, 2] == pytest.approx(2.0 - G * t_end, rel=1e-12)


def test_record_every_picks_from_the_full_run():
    model, ball = ball_in_flight()
    full, some = ss.simulate(model, 1.0, 0.01), ss.simulate(model, 1.0, 0.01, record=ss.Record(every=20))
    np.testing.assert_array_equal(some.time, full.time[::20])
    np.testing.assert_array_equal(some[ball].q, full[ball].q[::20])


def test_callback_and_stop():
    model, ball = ball_in_flight()
    seen = []

    def look(t, state):
        r, _, v, _ = state["poses"][ball.name]
        seen.append((t, r[2], v[2]))

    def falls(t, state):
        return state["poses"][ball.name][2][2] < 0.0

    result = ss.simulate(model, 1.0, 0.01, callback=look, stop=falls, callback_every=5)
    assert result.status == "stopped"
    assert result.time[-1] == pytest.approx(0.25)  # the speed changes sign at 0.2039 s, looked at every 0.05 s
    for t, z, v in seen:
        assert v == pytest.approx(2.0 - G * t)
        assert z == pytest.approx(2.0 * t - 0.5 * G * t * t)
    plain = ss.simulate(model, 0.25, 0.01)
    np.testing.assert_array_equal(plain[ball].q[:-1], result[ball].q[:-1])  # the last step ends at t_end exactly


def crooked_pendulum():
    model = ss.Model(gravity=(0, 0, -G))
    bob = model.add(ss.RigidBody(1.0, 0.1, position=(1, 0, 0)))
    eye = bob.point("eye", (-0.9, 0.1, 0.0))
    model.add(ss.Spherical(model.ground.point("hook", (0, 0, 0)), eye, name="eyelet"))
    return model, bob


def test_inconsistent_start_is_refused_or_projected():
    model, bob = crooked_pendulum()
    with pytest.raises(ss.ModelError, match=r"eyelet.*project=True"):
        ss.simulate(model, 0.1, 1e-3)
    result = ss.simulate(model, 0.1, 1e-3, project=True)
    r, A = result[bob].position[0], result[bob].rotation[0]
    np.testing.assert_allclose(r + A @ (-0.9, 0.1, 0.0), 0.0, atol=1e-12)
    model = ss.Model()
    bob = model.add(ss.RigidBody(1.0, 0.1, position=(1, 0, 0), velocity=(0.3, 0, 1.0)))
    model.add(ss.Spherical(model.ground, bob, at=(0, 0, 0), name="eyelet"))
    with pytest.raises(ss.ModelError, match=r"velocities violate.*eyelet"):
        ss.simulate(model, 0.1, 1e-3)
    result = ss.simulate(model, 0.1, 1e-3, project=True)
    v, omega = result[bob].velocity[0], result[bob].angular_velocity[0]
    np.testing.assert_allclose(v + np.cross(omega, (-1.0, 0, 0)), 0.0, atol=1e-12)
    # nearest in the metric of M: the momentum about the joint stays, 1 * 1 * 1.0 = (0.1 + 1) omega
    assert omega == pytest.approx([0, -1.0 / 1.1, 0], abs=1e-12)


def double_pendulum():
    model = ss.Model(gravity=(0, 0, -G))
    one = model.add(ss.RigidBody(1.0, (0.1, 0.12, 0.15), position=(0.5, 0, 0)))
    two = model.add(ss.RigidBody(1.0, (0.1, 0.12, 0.15), position=(1.5, 0, 0)))
    model.add(ss.Revolute(model.ground, one, at=(0, 0, 0), axis=(0, 1, 0.3)))
    model.add(ss.Spherical(one, two, at=(1, 0, 0)))
    return model, one, two


@pytest.mark.parametrize("scheme", [ss.SemiExplicit, ss.MoreauMidpoint, ss.Theta], ids=lambda s: s.__name__)
def test_projection_holds_the_joints_closed(scheme):
    model, one, two = double_pendulum()
    free = ss.simulate(model, 1.0, 1e-3, integrator=scheme(stabilise=False))
    held = ss.simulate(model, 1.0, 1e-3, integrator=scheme(stabilise=True))
    assert free.certificate.position_drift > 1e-6
    assert held.certificate.position_drift <= 1e-7  # of one move with the factors of the step
    A, B = held[one], held[two]
    gap = A.position + A.rotation @ (0.5, 0, 0) - B.position - B.rotation @ (-0.5, 0, 0)
    assert abs(gap).max() <= 1e-7
    assert abs(held.energy.remainder).max() <= 1e-10 * held.energy.scale
