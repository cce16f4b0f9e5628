"""Integrators that are one method: a scheme of a user, and what it gets from the package."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest
from mechanisms import rolling_disc
from scipy.integrate import solve_ivp

import stickslip as ss
from stickslip.integrators.run import Run
from stickslip.integrators.schemes import Integrator, from_description
from stickslip.integrators.smooth.scheme import SmoothIntegrator
from stickslip.results.columns import COLUMNS


@dataclass(frozen=True)
class Ralston(SmoothIntegrator):
    """Second order: a stage at a part of the step."""

    part: float = 2.0 / 3.0

    def step(self, motion, t, q, u, dt):
        h, weight = self.part * dt, 0.5 / self.part
        a = motion.accelerations(t, q, u)
        u_2 = u + h * a
        a_2 = motion.accelerations(t + h, motion.moved(q, h * u), u_2)
        mean = (1.0 - weight) * u + weight * u_2
        return motion.moved(q, dt * mean), u + dt * ((1.0 - weight) * a + weight * a_2)


@dataclass(frozen=True)
class Wrong(SmoothIntegrator):
    what: str = "shape"

    def step(self, motion, t, q, u, dt):
        return (q, u[:3]) if self.what == "shape" else (q, np.nan * u)


def free_body():
    model = ss.Model()
    body = model.add(ss.RigidBody(2.0, (1.0, 2.0, 3.0), velocity=(1, 2, 3), angular_velocity=(1.0, 0.1, 2.0)))
    return model, body


def heavy_top():
    """A top that spins at 30 rad/s about its axis, inclined by 37 degrees."""
    model = ss.Model(gravity=(0, 0, -9.81))
    A = [[1, 0, 0], [0, 0.8, 0.6], [0, -0.6, 0.8]]
    top = model.add(
        ss.RigidBody(1.0, (0.1, 0.1, 0.05), position=(0, 0.3, 0.4), rotation=A, angular_velocity=(0, 0, 30.0))
    )
    model.add(ss.Spherical(model.ground, top, at=(0, 0, 0)))
    return model, top


def pendulum(**given):
    model = ss.Model(dim=2, gravity=(0, -9.81))
    bob = model.add(ss.RigidBody(2.0, 0.1, position=(1.0, 0)))
    model.add(ss.Revolute(model.ground, bob, at=(0, 0), **given))
    return model, bob


def order(build, t_end, steps, scheme):
    """Return the order between the two finest of three runs, from the last place and rotation."""
    ends = []
    for n in steps:
        model, body = build()
        motion = ss.simulate(model, t_end, t_end / n, integrator=scheme, project=True)[body]
        ends.append(np.append(motion.position[-1], motion.rotation[-1]))
    first, last = (np.linalg.norm(a - b) for a, b in pairwise(ends))
    return np.log2(first / last)


@pytest.mark.parametrize("stabilise", [True, False])
@pytest.mark.parametrize("build", [free_body, heavy_top, pendulum])
def test_order_is_that_of_the_scheme(build, stabilise):
    assert order(build, 0.5, (50, 100, 200), Ralston(stabilise=stabilise)) == pytest.approx(2.0, abs=0.15)


def test_momentum_of_a_free_body_is_kept_to_the_order_of_the_scheme():
    model, _ = free_body()
    coarse, fine = (ss.simulate(model, 0.5, dt, integrator=Ralston()).momentum for dt in (0.01, 0.005))
    np.testing.assert_allclose(coarse.linear, coarse.linear[:1].repeat(len(coarse.time), 0), rtol=1e-13)
    assert coarse.known and abs(coarse.impulse).max() == 0.0
    drift = [abs(m.angular[-1] - m.angular[0]).max() for m in (coarse, fine)]
    assert drift[0] / drift[1] == pytest.approx(4.0, rel=0.3)


def test_reaction_of_a_pendulum_is_three_times_its_weight_and_drop():
    """Released horizontally: the force along the bar is m omega^2 l + m g sin = 3 m g sin for a point mass."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    bob = model.add(ss.RigidBody(2.0, 1e-12, position=(1.0, 0)))
    joint = model.add(ss.Revolute(model.ground, bob, at=(0, 0)))
    result = ss.simulate(model, 0.5, 1e-3, integrator=Ralston())
    force, drop = np.linalg.norm(result[joint].reaction, axis=1), -result[bob].position[:, 1]
    np.testing.assert_allclose(force[1:], 3.0 * 2.0 * 9.81 * drop[1:], rtol=0, atol=1e-4)
    assert result.certificate.proven, str(result.certificate)


def test_correction_is_one_word():
    model, _ = pendulum()
    closed, drifting = (
        ss.simulate(model, 2.0, 5e-3, integrator=Ralston(stabilise=word)).certificate for word in (True, False)
    )
    assert closed.position_drift < 1e-12 < 1e-7 < drifting.position_drift


def test_books_are_integrated_with_the_weights_of_the_scheme():
    """A damped driven swing: the unexplained remainder falls with the order of the scheme, and so do the momenta's."""

    def remainders(dt):
        model, bob = pendulum()
        model.add(ss.SpringDamper(model.ground, bob, stiffness=30.0, damping=0.4, rest_length=0.5))
        model.add(ss.PointForce(bob, (3.0, 0), factor=ss.Sine(1.0, 7.0)))
        result = ss.simulate(model, 1.0, dt, integrator=Ralston())
        momentum = result.momentum
        return np.array([
            abs(result.energy.integrator[-1]), np.abs(momentum.linear_remainder[-1]).max(),
            abs(momentum.angular_remainder[-1, 2]),
        ])  # fmt: skip

    assert (remainders(0.01) / remainders(0.005) > 3.4).all()


def test_steps_end_where_loads_jump():
    """A force that is 6 N up to t = 0.0123 s: velocity and place are exact, whatever the step."""
    model = ss.Model(dim=2)
    body = model.add(ss.RigidBody(2.0, 1.0))
    model.add(ss.PointForce(body, (6.0, 0), factor=ss.Steps((0.0123,), (1.0, 0.0))))
    result = ss.simulate(model, 0.05, 5e-3, integrator=Ralston())
    assert result[body].velocity[-1, 0] == pytest.approx(3.0 * 0.0123, rel=1e-14)
    assert result[body].position[-1, 0] == pytest.approx(1.5 * 0.0123**2 + 3.0 * 0.0123 * (0.05 - 0.0123), rel=1e-13)


def test_rolling_disc_keeps_its_circle():
    model, disc, lap = rolling_disc()
    position = ss.simulate(model, lap / 8, lap / 8000, integrator=Ralston())[disc].position
    assert np.ptp(np.hypot(position[:, 0], position[:, 1])) < 1e-4


def test_flexible_bodies_take_part():
    """A cantilever that is let go moves as with an implicit scheme."""
    section = ss.Section(EA=1e5, EI=10.0, GA=1e4, GJ=1.0, mass_per_length=1.0, inertia=1e-3)
    model = ss.Model(dim=2, gravity=(0, -9.81))
    beam = model.add(ss.PlanarBeam.straight((0, 0), (1, 0), 4, section=section))
    model.add(ss.Fixed(model.ground, beam.at(0.0)))
    one, other = (ss.simulate(model, 0.05, 2e-5, integrator=scheme) for scheme in (Ralston(), ss.GeneralizedAlpha(1.0)))
    np.testing.assert_allclose(one[beam].position[-1], other[beam].position[-1], rtol=0, atol=2e-5)


def test_redundant_joints_are_named():
    model, bob = pendulum()
    bob_2 = model.add(ss.RigidBody(1.0, 0.1, position=(1.0, 0)))
    model.add(ss.Fixed(bob, bob_2))
    model.add(ss.Fixed(bob, bob_2, name="again"))
    with pytest.raises(ss.StickslipError, match=r"depend on each other.*again"):
        ss.simulate(model, 0.1, 1e-2, integrator=Ralston())


def contact(model):
    ball = model.add(ss.RigidBody(1.0, 0.1, position=(0, 1.0)))
    floor = model.ground.add(ss.Plane(normal=(0, 1)))
    model.add(ss.Contact(ball.add(ss.Circle(radius=0.1)), floor, name="touch"))


def stop(model):
    body = model.add(ss.RigidBody(1.0, 0.1))
    model.add(ss.Prismatic(model.ground, body, axis=(1, 0), stops=(-1.0, 1.0), name="rail"))


def friction(model):
    body = model.add(ss.RigidBody(1.0, 0.1))
    model.add(ss.Revolute(model.ground, body, friction=1.0, name="rub"))


def relative(model):
    body = model.add(ss.RigidBody(1.0, 0.1))
    model.add(ss.Revolute(model.ground, body, relative=True, name="hinge"))


@pytest.mark.parametrize(("add", "name"), [(contact, "touch"), (stop, "rail"), (friction, "rub"), (relative, "hinge")])
def test_what_is_not_smooth_is_rejected_by_name(add, name):
    model = ss.Model(dim=2)
    add(model)
    with pytest.raises(ss.ModelError, match=f"Ralston supports smooth systems only: .*{name}"):
        ss.simulate(model, 0.1, 1e-2, integrator=Ralston())


def test_wrong_steps_are_rejected():
    model, _ = free_body()
    with pytest.raises(ss.SimulationError, match=r"Wrong.step returned arrays of the shapes \(12,\) and \(3,\)"):
        ss.simulate(model, 0.1, 1e-2, integrator=Wrong())
    with pytest.raises(ss.SimulationError, match="the state is not finite"):
        ss.simulate(model, 0.1, 1e-2, integrator=Wrong("nan"))


@pytest.mark.parametrize("build", [heavy_top, free_body])
def test_resumes_bit_for_bit(build, tmp_path, monkeypatch):
    model, _ = build()
    monkeypatch.setattr(Run, "pace", lambda self: 7)
    whole = ss.simulate(model, 0.05, 1e-3, integrator=Ralston(), out=tmp_path / "whole.h5", project=True)

    def stop(t, state):
        if t > 0.02:
            raise KeyError("stop")

    monkeypatch.setattr(Run, "flush_due", lambda self: True)
    with pytest.raises(KeyError):
        ss.simulate(model, 0.05, 1e-3, integrator=Ralston(), out=tmp_path / "part.h5", project=True, callback=stop)
    resumed = ss.resume(tmp_path / "part.h5")
    for column in COLUMNS:
        np.testing.assert_array_equal(resumed.store.read(column), whole.store.read(column), err_msg=column)


def test_scheme_is_known_by_its_name():
    assert Integrator.known["Ralston"] is Ralston
    assert from_description(Ralston(0.5).describe()) == Ralston(0.5)
    with pytest.raises(ss.ModelError, match="part = 'x' must be a finite number"):
        Ralston("x")
    with pytest.raises(ss.ModelError, match="is evaluated in Python"):
        ss.spectral(Ralston(), 0.1)


def test_torque_free_top_follows_eulers_equations():
    model, body = free_body()
    J = np.array([1.0, 2.0, 3.0])
    expected = solve_ivp(lambda t, w: -np.cross(w, J * w) / J, (0, 1.0), (1.0, 0.1, 2.0), rtol=1e-12, atol=1e-12).y[
        :, -1
    ]
    found = ss.simulate(model, 1.0, 1e-3, integrator=Ralston())[body]
    np.testing.assert_allclose(found.angular_velocity[-1], expected, rtol=0, atol=1e-5)
