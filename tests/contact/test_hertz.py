"""Impact of an elastic sphere on a plane: Hertz (1882), Hunt and Crossley (1975)."""

import numpy as np
import pytest
from scipy.integrate import quad

import stickslip as ss

RADIUS, MASS, MODULUS, SPEED = 0.1, 2.0, 1e7, 1.0
STIFFNESS = 4.0 / 3.0 * MODULUS * np.sqrt(RADIUS)
DEPTH = (1.25 * MASS * SPEED**2 / STIFFNESS) ** 0.4  # m v^2 / 2 = 2/5 K d^(5/2)


def impact(t_end, dt, **law):
    model = ss.Model()
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    inertia = 0.4 * MASS * RADIUS**2
    ball = model.add(ss.RigidBody(MASS, inertia, position=(0, 0, RADIUS), velocity=(0, 0, -SPEED), name="ball"))
    model.add(ss.Contact(ball.add(ss.Sphere(radius=RADIUS)), floor, law=ss.Hertz(RADIUS, MODULUS, **law)))
    return ss.simulate(model, t_end, dt, integrator=ss.MoreauMidpoint())


def test_depth_and_duration_of_an_elastic_impact():
    duration = 2.0 * DEPTH / SPEED * quad(lambda x: 1.0 / np.sqrt(1.0 - x**2.5), 0.0, 1.0)[0]
    assert duration == pytest.approx(2.94 * DEPTH / SPEED, rel=2e-3)  # Johnson 1985, sec. 11.4
    dt = duration / 4000
    result = impact(1.5 * duration, dt)
    height = result["ball"].position[:, 2] - RADIUS
    assert height.min() == pytest.approx(-DEPTH, rel=1e-5)
    touching = result.time[height < 0.0]
    assert touching[-1] == pytest.approx(duration, abs=2 * dt)
    assert result["ball"].velocity[-1, 2] == pytest.approx(SPEED, rel=1e-6)


def test_hunt_and_crossley_lose_two_thirds_of_dissipation_times_speed():
    dissipation = 0.05
    result = impact(8 * DEPTH, DEPTH / 4000, dissipation=dissipation)
    assert 1.0 - result["ball"].velocity[-1, 2] == pytest.approx(2.0 / 3.0 * dissipation * SPEED, rel=0.05)
    assert result.energy.remainder[-1] == pytest.approx(0.0, abs=1e-6)
