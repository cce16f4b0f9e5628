"""Own bodies, forces and contact laws: Python functions in compiled code, beside closed solutions."""

import math

import numpy as np
import pytest
from scipy.special import ellipj, ellipk

import stickslip as ss


def falling(law=None, height=0.0, speed=1.0, gravity=0.0, **coefficients):
    """A ball above a floor, with its lowest point at ``height``."""
    model = ss.Model(gravity=(0, 0, -gravity))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    ball = model.add(
        ss.RigidBody(mass=2.0, inertia=0.02, position=(0, 0, 0.1 + height), velocity=(0, 0, -speed), name="ball")
    )
    model.add(ss.Contact(floor, ball.add(ss.Sphere(radius=0.1)), law=law, **coefficients))
    return model


def duffing(t, q, u, h):
    h[0] = -40.0 * q[0] ** 3


def duffing_model():
    """1.0 q'' + 4.0 q + 40 q^3 = 0 from rest at 0.5."""
    model = ss.Model(gravity=(0, 0, 0))
    model.add(ss.LinearBody([[1.0]], [[4.0]], q=(0.5,), force=duffing, name="panel"))
    return model


def duffing_exact(t, q0=0.5, linear=4.0, cubic=40.0):
    """Q cn(w t, m) with w^2 = linear + cubic Q^2, m = cubic Q^2 / (2 w^2)."""
    w = math.sqrt(linear + cubic * q0**2)
    return q0 * ellipj(w * t, cubic * q0**2 / (2 * w**2))[1]


@pytest.mark.parametrize(
    ("scheme", "order"),
    [(ss.MoreauMidpoint(), 2), (ss.Theta(0.5), 2), (ss.GeneralizedAlpha(), 2), (ss.Bathe(), 2), (ss.SemiExplicit(), 1)],
)
def test_own_body_follows_the_elliptic_cosine(scheme, order):
    """Duffing's equation with a compiled restoring force keeps the order of the schemes, so tangents are right."""
    period = 4 * ellipk(40.0 * 0.25 / (2 * 14.0)) / math.sqrt(14.0)
    errors = []
    for dt in (period / 200, period / 400):
        result = ss.simulate(duffing_model(), 0.75 * period, dt, integrator=scheme)
        errors.append(abs(result["panel"].q[:, 0] - duffing_exact(result.time)).max())
    assert errors[1] < 2e-2 if order == 1 else errors[1] < 5e-4
    assert math.log2(errors[0] / errors[1]) > order - 0.15


def test_own_body_has_the_tangent_of_its_function():
    """Static equilibrium and frequency about it: 4 q + 40 q^3 = 14 at q = 0.66..., omega^2 = 4 + 120 q^2."""
    model = ss.Model(gravity=(0, 0, 0))
    model.add(ss.LinearBody([[1.0]], [[4.0]], load=(14.0,), force=duffing, name="panel"))
    equilibrium = ss.solve_static(model, steps=4)
    q = equilibrium["panel"].q[-1, 0]
    assert q == pytest.approx(np.roots([40.0, 0.0, 4.0, -14.0])[-1].real, rel=1e-9)
    omega = 2 * math.pi * ss.modes(model, about=equilibrium).frequencies[0]
    assert omega == pytest.approx(math.sqrt(4.0 + 120.0 * q**2), rel=1e-6)


def kepler(t, r, v, A, omega, force, torque):
    """Attraction 3 / r^2 of two masses."""
    distance = math.sqrt(r[0] ** 2 + r[1] ** 2 + r[2] ** 2)
    for i in range(3):
        force[i] = -3.0 * r[i] / distance**3


@pytest.mark.parametrize("scheme", [ss.MoreauMidpoint(), ss.EnergyMomentum(), ss.Theta(0.5)])
def test_own_force_between_two_bodies_keeps_momentum(scheme):
    """Two masses on circles about their centre: relative w^2 = 3 (1/m1 + 1/m2) / d^3."""
    m1, m2, d = 1.0, 2.0, 1.5
    w = math.sqrt(3.0 * (1 / m1 + 1 / m2) / d**3)
    model = ss.Model(gravity=(0, 0, 0))
    x1, x2 = d * m2 / (m1 + m2), -d * m1 / (m1 + m2)
    one = model.add(ss.RigidBody(m1, 0.1, position=(x1, 0, 0), velocity=(0, w * x1, 0), name="one"))
    two = model.add(ss.RigidBody(m2, 0.1, position=(x2, 0, 0), velocity=(0, w * x2, 0), name="two"))
    model.add(ss.UserForce(one, kepler, reaction=two))
    result = ss.simulate(model, 2 * math.pi / w, 2 * math.pi / w / 1000, integrator=scheme)
    momentum = m1 * result["one"].velocity + m2 * result["two"].velocity
    assert abs(momentum).max() < 1e-12
    r = result["one"].position - result["two"].position
    np.testing.assert_allclose(r[-1], (d, 0, 0), atol=2e-3 * d)
    np.testing.assert_allclose(np.linalg.norm(r, axis=1), d, rtol=1e-4)


def hertz(depth, rate, slip, mu):
    """F = k d^(3/2), friction fully developed."""
    spring = 1e6 * depth**1.5
    return spring, 0.0, mu * spring, 0.4 * 1e6 * depth**2.5


def test_own_contact_law_reaches_the_depth_of_hertz():
    """All kinetic energy in the spring, m v^2 / 2 = (2/5) k d^(5/2), and all of it comes back."""
    model = falling(ss.UserLaw(hertz), speed=1.0)
    result = ss.simulate(model, 0.03, 2e-6, integrator=ss.MoreauMidpoint(), record=ss.Record(every=10))
    depth = 0.1 - result["ball"].position[:, 2]
    assert depth.max() == pytest.approx((5 * 2.0 / (4 * 1e6)) ** 0.4, rel=1e-5)
    assert result["ball"].velocity[-1, 2] == pytest.approx(1.0, rel=1e-6)
    energy = result.energy.kinetic + result.energy.potential
    np.testing.assert_allclose(energy, 1.0, rtol=1e-4)


def dashpot(depth, rate, slip, mu):
    return 100.0 * depth, 1e4 * rate, 0.0, 50.0 * depth**2


def test_own_contact_law_never_pulls():
    """An overdamped contact is left without being held back: no upward motion is slowed down by the law."""
    result = ss.simulate(falling(ss.UserLaw(dashpot)), 0.5, 1e-4, integrator=ss.MoreauMidpoint())
    assert (np.diff(result["ball"].velocity[:, 2]) > -1e-12).all()


def bounce(speed):
    """Restitution that falls with the speed of approach."""
    return 1.0 / (1.0 + 0.5 * speed)


@pytest.mark.parametrize("scheme", [ss.MoreauMidpoint(), ss.Bathe(), ss.GeneralizedAlpha()])
def test_own_restitution_gives_the_speed_of_departure(scheme):
    model = falling(height=0.05, speed=2.0, restitution=bounce)
    result = ss.simulate(model, 0.1, 1e-3, integrator=scheme)
    assert result["ball"].velocity[-1, 2] == pytest.approx(2.0 * bounce(2.0), rel=1e-9)


def fluid(speed):
    """mu = mu_0 + c speed."""
    return 0.2 + 0.1 * speed


@pytest.mark.parametrize("scheme", [ss.MoreauMidpoint(), ss.Theta(0.5), ss.Bathe()])
def test_own_friction_brakes_like_its_differential_equation(scheme):
    """v' = -g (mu_0 + c v): v = (v_0 + mu_0/c) exp(-c g t) - mu_0/c, and rest without creep afterwards."""
    g, v0 = 10.0, 2.0
    t_stop = math.log((v0 + 2.0) / 2.0) / (0.1 * g)
    errors = []
    for dt in (1e-3, 5e-4):
        model = ss.Model(dim=2, gravity=(0, -g))
        floor = model.ground.add(ss.Plane(normal=(0, 1)))
        puck = model.add(ss.RigidBody(1.0, 1.0, velocity=(v0, 0), name="puck"))
        model.add(ss.Contact(floor, puck.add(ss.Point()), friction=fluid))
        result = ss.simulate(model, 1.5 * t_stop, dt, integrator=scheme)
        exact = np.maximum((v0 + 2.0) * np.exp(-0.1 * g * result.time) - 2.0, 0.0)
        speed = result["puck"].velocity[:, 0]
        errors.append(abs(speed - exact).max())
        assert abs(speed[result.time > t_stop + 10 * dt]).max() < 1e-12
    assert errors[1] < 2e-3
    assert math.log2(errors[0] / errors[1]) > 0.8


def test_own_functions_that_make_no_sense_are_refused():
    with pytest.raises(ss.ModelError, match=r"restitution: .* gives 1\.5 at 0 m/s; it must be between 0 and 1"):
        ss.simulate(falling(restitution=lambda speed: 1.5), 0.01, 1e-3)
    with pytest.raises(ss.ModelError, match=r"friction: function .* gives -1 at 0 m/s"):
        ss.simulate(falling(friction=lambda speed: -1.0), 0.01, 1e-3)
    with pytest.raises(ss.ModelError, match=r"friction: .* fails at 0 m/s: .*zero"):
        ss.simulate(falling(friction=lambda speed: 1.0 / speed), 0.01, 1e-3)
    with pytest.raises(ss.ModelError, match="friction: function 'wrong' cannot be compiled"):
        ss.simulate(falling(friction=wrong), 0.01, 1e-3)
    with pytest.raises(ss.ModelError, match=r"must take \(depth, rate, slip, mu\), not \(speed\)"):
        ss.simulate(falling(ss.UserLaw(wrong)), 0.01, 1e-3)
    with pytest.raises(ss.ModelError, match="cannot be compiled by Numba: NameError: name 'stifness' is not defined"):
        ss.simulate(falling(ss.UserLaw(misspelt)), 0.01, 1e-3)
    with pytest.raises(ss.ModelError, match="Contact: friction = -1: must be >= 0"):
        falling(friction=-1)
    with pytest.raises(ss.ModelError, match="restitution = 2: must lie between 0 and 1"):
        falling(restitution=2)
    with pytest.raises(ss.ModelError, match="Python functions cannot be written to a file"):
        ss.model.yaml_io.dump(falling(ss.UserLaw(hertz)))
    with pytest.raises(ss.ModelError, match="cannot be written to a file"):
        ss.model.yaml_io.dump(duffing_model())


def misspelt(depth, rate, slip, mu):
    return stifness * depth, 0.0, 0.0, 0.0  # noqa: F821


def wrong(speed):
    return {}.nothing
