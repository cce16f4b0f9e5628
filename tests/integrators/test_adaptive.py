"""Steps of changing size: errors follow the tolerance, steps end at impacts, records are those of constant steps."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.examples import slider_crank
from stickslip.integrators.mixed.adaptive import AdaptiveRun

G = 9.81


def pendulum(relative=True):
    """A body 1 m from its hinge, released at rest beside it."""
    model = ss.Model(dim=2, gravity=(0, -G))
    bob = model.add(ss.RigidBody(mass=1.0, inertia=1e-3, position=(1.0, 0), name="bob"))
    model.add(ss.Revolute(model.ground, bob, at=(0, 0), relative=relative, name="pin"))
    return model


def ball(restitution, height=1.0):
    model = ss.Model(dim=2, gravity=(0, -G))
    ball = model.add(ss.RigidBody(mass=1.0, inertia=1.0, position=(0, height), name="ball"))
    skin = ball.add(ss.Point(name="skin"))
    floor = model.ground.add(ss.Plane(normal=(0, 1), name="floor"))
    model.add(ss.Contact(skin, floor, restitution=restitution))
    return model


def test_steps_of_changing_size_keep_the_tolerance():
    """A pendulum over 2 s: the error follows rtol, with steps far larger than constant ones need."""
    reference = ss.simulate(pendulum(), 2.0, 2e-5, integrator=ss.Bathe())["bob"].angle[-1]
    error = {}
    for rtol in (1e-5, 1e-7):
        result = ss.simulate(pendulum(), 2.0, 0.1, integrator=ss.Bathe(adaptive=True, rtol=rtol, atol=0.0))
        error[rtol] = abs(result["bob"].angle[-1] - reference)
    assert error[1e-7] < 0.2 * error[1e-5] and error[1e-5] < 1e-2
    assert result.certificate.substeps > 4


def test_accelerations_of_the_start_do_not_look_ahead_by_the_largest_step():
    """Without play the slider-crank is smooth: errors follow tol^(2/3), although dt is thousands of steps large."""
    errors, exact = [], slider_crank.bilateral_reference(np.array([0.0, 0.05]))["theta2"][1]
    tolerances = (1e-8, 1e-9, 1e-10)
    for tol in tolerances:
        scheme = ss.Bathe(adaptive=True, rtol=tol, atol=tol)
        result = ss.simulate(slider_crank.model(bilateral=True), 0.05, 0.05, integrator=scheme)
        errors.append(abs(result["rod"].angle[-1] - exact))
    assert np.polyfit(np.log(tolerances), np.log(errors), 1)[0] == pytest.approx(2 / 3, abs=0.05)
    assert errors[-1] < 1e-6


def test_steps_shrink_where_a_ball_bounces():
    """Three bounces with e = 0.8: the last apex is exact to the tolerance, not to the largest step."""
    result = ss.simulate(ball(0.8), 1.6, 0.01, integrator=ss.GeneralizedAlpha(1.0, adaptive=True, rtol=1e-8, atol=1e-8))
    first, height = np.sqrt(2 / G), result["ball"].position[:, 1]
    bounce = first * (1 + 2 * 0.8)  # second bounce; then the apex 0.8^4 m
    t = result.time - bounce
    v = 0.8**2 * np.sqrt(2 * G)
    flight = (t > 0.01) & (t < 2 * v / G - 0.01)
    assert flight.any()
    assert abs(height[flight] - (v * t - 0.5 * G * t**2)[flight]).max() < 1e-5


def test_the_size_is_kept_across_impacts():
    """Free fall has no error: between three bounces steps stay large, each bounce costs a few attempts."""
    result = ss.simulate(ball(0.8), 1.6, 0.1, integrator=ss.GeneralizedAlpha(1.0, adaptive=True, rtol=1e-8, atol=1e-8))
    timing = result.timing
    assert result.certificate.penetration <= 2e-8  # atol + rtol: what a rejected attempt did is not certified
    assert timing["rejected"] <= 4 * 3
    assert timing["small_steps"] <= 2 * (16 + 2 * 3)  # a pair for every dt, two more where a bounce divides it
    assert timing["solutions"] <= 1.5 * timing["small_steps"] + 3 * timing["rejected"]


def test_joint_stops_are_found():
    """A pendulum falls from beside its hinge onto a stop 1 rad below, e = 1/2: w^2 = 2 m g l sin(1) / J_0, then w/2."""
    model = ss.Model(dim=2, gravity=(0, -G))
    bob = model.add(ss.RigidBody(mass=1.0, inertia=1e-3, position=(1.0, 0), name="bob"))
    model.add(ss.Revolute(model.ground, bob, at=(0, 0), stops=(-1.0, 1.0), stop_restitution=0.5, relative=True))
    result = ss.simulate(model, 0.8, 0.1, integrator=ss.Bathe(adaptive=True, rtol=1e-7, atol=1e-7))
    angle, speed = result["bob"].angle[-1], result["bob"].angular_velocity[-1]
    energy = 0.5 * 1.001 * speed**2 + G * (np.sin(angle) + np.sin(1.0))
    assert energy == pytest.approx(0.25 * G * np.sin(1.0), rel=1e-3)
    assert angle > -1.0


def test_reactions_are_those_of_the_instant_and_the_start_is_recorded():
    """R = m (a - g): along the rod m l w^2 + m g sin(p), across m g cos(p) - m l w', w^2 = 2 m g l sin(p) / J_0."""
    result = ss.simulate(pendulum(relative=False), 1.0, 0.1, integrator=ss.Bathe(adaptive=True, rtol=1e-9, atol=1e-9))
    assert result.time == pytest.approx(np.linspace(0.0, 1.0, 11))
    p = -result["bob"].angle[1:]
    along, across = (2 / 1.001 + 1) * G * np.sin(p), (1 - 1 / 1.001) * G * np.cos(p)
    exact = np.column_stack([-along * np.cos(p) + across * np.sin(p), along * np.sin(p) + across * np.cos(p)])
    assert result["pin"].reaction[1:] == pytest.approx(exact, abs=0.05)  # means over steps of about 1 ms


def test_contact_impulses_are_those_of_the_whole_step():
    """A ball falls without bouncing: m v + m g (t - t_0) in the dt of its impact, then m g dt."""
    scheme = ss.Bathe(adaptive=True, rtol=1e-7, atol=1e-7)
    result = ss.simulate(ball(0.0), 0.8, 0.1, integrator=scheme)
    force = result.contacts.between("skin", "floor").force
    impact = np.sqrt(2 / G)
    exact = np.where(result.time > 0.5 + 1e-9, G, 0.0)
    exact[5] = (G * impact + G * (0.5 - impact)) / 0.1
    assert force == pytest.approx(exact, rel=1e-5, abs=1e-9)


def test_resumed_run_equals_the_uninterrupted_one_bit_for_bit(tmp_path):
    scheme = ss.GeneralizedAlpha(0.8, adaptive=True, rtol=1e-6, atol=1e-6)
    whole = ss.simulate(pendulum(), 1.0, 0.05, integrator=scheme)
    path = tmp_path / "part.h5"
    ss.simulate(pendulum(), 1.0, 0.05, integrator=scheme, out=path, stop=lambda t, state: t > 0.5)
    resumed = ss.resume(path)
    for column in ("time", "q", "u", "energy", "reaction"):
        np.testing.assert_array_equal(resumed.store.read(column), whole.store.read(column), err_msg=column)


def test_stops_end_steps_like_contacts():
    """A slider between two stops, e = 0.7: steps end where it hits them, and stay large between."""
    model = ss.Model(dim=2)
    slider = model.add(ss.RigidBody(3.0, 0.1, position=(0.5, 0), velocity=(-2, 0), name="slider"))
    model.add(ss.Prismatic(model.ground, slider, axis=(1, 0), stops=(-0.2, 0.9), stop_restitution=0.7))
    result = ss.simulate(model, 1.0, 0.05, integrator=ss.Bathe(adaptive=True, rtol=1e-8, atol=1e-8))
    left = 1.0 - 0.2 / 2.0 - 1.1 / 1.4  # after the second hit
    assert result["slider"].position[-1, 0] == pytest.approx(0.5 + 0.9 - 0.98 * left, abs=1e-7)
    assert result.timing["rejected"] <= 8
    assert result.timing["small_steps"] <= 2 * (20 + 2 * 2)


def sliding(friction):
    model = ss.Model(dim=2, gravity=(0, -G))
    block = model.add(ss.RigidBody(2.0, 0.1, position=(0, 0.05), velocity=(1, 0), name="block"))
    floor = model.ground.add(ss.Plane(normal=(0, 1)))
    model.add(ss.Contact(block.add(ss.Cuboid(lengths=(0.4, 0.1))), floor, friction=friction))
    return model


def falling(v):
    return 0.2 + 0.2 / (1.0 + (v / 0.3) ** 2)


@pytest.mark.parametrize("friction", [0.3, falling], ids=["constant", "falling"])
@pytest.mark.parametrize("scheme", [ss.GeneralizedAlpha, ss.Bathe])
def test_steps_end_where_slip_ends(scheme, friction):
    """A block slides 1/g times the integral of v dv / mu(v) and stops: at no time more than the tolerance off."""
    v = np.linspace(0.0, 1.0, 200001)
    mu = friction(v) if callable(friction) else np.full_like(v, friction)
    way = np.trapezoid(v / mu, v) / G
    result = ss.simulate(sliding(friction), 0.6, 0.05, integrator=scheme(adaptive=True, rtol=1e-8, atol=1e-8))
    assert result["block"].position[-1, 0] == pytest.approx(way, abs=2e-6)
    assert abs(result["block"].velocity[-1]).max() < 1e-12
    assert result.timing["rejected"] <= 12


def test_slip_that_turns_round_ends_steps():
    """A block on a spring with friction 0.15: amplitudes fall by 2 mu g m / k in each half period, then it sticks."""
    model = sliding(0.15)
    model["block"].velocity = (0.0, 0.0)
    model["block"].position = (0.3, 0.05)
    k, m = 200.0, 2.0
    model.add(ss.SpringDamper(model.ground.point("wall", (-5, 0.05)), model["block"], stiffness=k, rest_length=5.0))
    result = ss.simulate(model, 4.0, 0.05, integrator=ss.Bathe(adaptive=True, rtol=1e-8, atol=1e-8))
    lost, x = 0.15 * G * m / k, 0.3
    while abs(x) > lost:
        x = -np.sign(x) * (abs(x) - 2 * lost)
    assert result["block"].position[-1, 0] == pytest.approx(x, abs=1e-5)


def test_what_is_left_of_a_step_is_not_tried_again(monkeypatch):
    """A rejected attempt asks for less; that little would be left behind it must not make it whole again."""
    tried = []

    def attempt(run, size, dt):
        tried.append(size)
        if len(tried) == 1:  # too large by the error estimate, and something closes at 0.98 of it
            run.size, run.closure = 0.95 * dt, 0.98 * dt
            return 0
        run.state.t[0] += size
        run.closure = np.inf
        return 2

    monkeypatch.setattr(AdaptiveRun, "_try", attempt)
    ss.simulate(pendulum(), 0.01, 0.01, integrator=ss.Bathe(adaptive=True))
    assert tried[0] == pytest.approx(0.01) and max(tried[1:]) <= 0.0098 and sum(tried[1:]) == pytest.approx(0.01)
