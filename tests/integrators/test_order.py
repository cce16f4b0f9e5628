"""Order of every scheme on smooth motion: slope of log error over log dt for four step sizes, within 0.2."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import stickslip as ss

SCHEMES = [(ss.SemiExplicit(), 1), (ss.MoreauMidpoint(), 2), (ss.Theta(0.5), 2), (ss.Theta(1.0), 1)]


def slope(error, steps=(4e-3, 2e-3, 1e-3, 5e-4)):
    errors = [error(dt) for dt in steps]
    fitted = np.polyfit(np.log(steps), np.log(errors), 1)[0]
    print(f"slope {fitted:.3f}, last error {errors[-1]:.2e}")
    return fitted, errors[-1]


@pytest.mark.parametrize(("scheme", "order"), SCHEMES, ids=lambda s: str(s))
def test_spring_mass(scheme, order):
    w, T = 5.0, 1.0
    model = ss.Model()
    body = model.add(ss.RigidBody(2.0, 0.1, position=(0.2, 0, 0), velocity=(0, 0.5, 0)))
    model.add(ss.SpringDamper(model.ground, body, stiffness=2.0 * w * w, rest_length=0.0))
    exact = np.array([0.2 * np.cos(w * T), 0.5 / w * np.sin(w * T), -0.2 * w * np.sin(w * T), 0.5 * np.cos(w * T)])

    def error(dt):
        found = ss.simulate(model, T, dt, integrator=scheme)[body]
        return np.linalg.norm(np.concatenate([found.position[-1, :2], found.velocity[-1, :2]]) - exact)

    fitted, last = slope(error)
    assert fitted == pytest.approx(order, abs=0.2)
    assert last < (1e-2 if order == 1 else 1e-5)


def top_reference(J, omega, T):
    def rate(t, y):
        w, A = y[:3], y[3:].reshape(3, 3)
        W = np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])
        return np.concatenate([-np.cross(w, J * w) / J, (A @ W).ravel()])

    return solve_ivp(rate, (0, T), [*omega, *np.eye(3).ravel()], method="DOP853", rtol=1e-12, atol=1e-12).y[:, -1]


@pytest.mark.parametrize(("scheme", "order"), SCHEMES, ids=lambda s: str(s))
def test_torque_free_top(scheme, order):
    J, omega, T = np.array([1.0, 2.0, 3.0]), (1.0, 4.0, 2.0), 1.0
    model = ss.Model()
    body = model.add(ss.RigidBody(10.0, J * 0.999, angular_velocity=omega))  # inside the triangle inequality
    exact = top_reference(J * 0.999, omega, T)

    def error(dt):
        found = ss.simulate(model, T, dt, integrator=scheme)[body]
        return np.linalg.norm(np.concatenate([found.angular_velocity[-1], found.rotation[-1].ravel()]) - exact)

    fitted, last = slope(error)
    assert fitted == pytest.approx(order, abs=0.2)
    assert last < (5e-2 if order == 1 else 1e-4)


@pytest.mark.parametrize(("scheme", "order"), SCHEMES, ids=lambda s: str(s))
def test_shaken_damped_oscillator(scheme, order):
    """x'' + c x' + k x = k s + c s', s = a sin(W t): forces that depend on velocity and, by a moving base, on time."""
    k, c, a, W, T = 40.0, 0.8, 0.1, 2 * np.pi, 1.0
    model = ss.Model()
    base = model.add(ss.PrescribedBody(motion=(ss.Sine(a, 1.0),)))
    body = model.add(ss.RigidBody(1.0, 0.1, position=(1.0, 0, 0)))
    model.add(ss.SpringDamper(base, body, stiffness=k, damping=c, rest_length=1.0))

    def rate(t, y):
        s, v = a * np.sin(W * t), a * W * np.cos(W * t)
        return [y[1], -k * (y[0] - s) - c * (y[1] - v)]

    exact = solve_ivp(rate, (0, T), [0.0, 0.0], method="DOP853", rtol=1e-12, atol=1e-13).y[:, -1]

    def error(dt):
        found = ss.simulate(model, T, dt, integrator=scheme)[body]
        return np.hypot(found.position[-1, 0] - 1.0 - exact[0], found.velocity[-1, 0] - exact[1])

    fitted, last = slope(error)
    assert fitted == pytest.approx(order, abs=0.2)
    assert last < (2e-2 if order == 1 else 1e-5)


def test_theta_is_stable_where_explicit_schemes_are_not():
    """dt w = 20: the trapezoidal rule keeps the amplitude, the implicit Euler rule damps it."""
    model = ss.Model()
    body = model.add(ss.RigidBody(1.0, 0.1, position=(0.1, 0, 0)))
    model.add(ss.SpringDamper(model.ground, body, stiffness=4e6, rest_length=0.0))
    for theta, bound in ((0.5, 0.1 + 1e-9), (1.0, 1e-9)):
        x = ss.simulate(model, 1.0, 1e-2, integrator=ss.Theta(theta))[body].position[:, 0]
        assert abs(x[-1]) <= bound
        assert abs(x).max() <= 0.1 + 1e-9
