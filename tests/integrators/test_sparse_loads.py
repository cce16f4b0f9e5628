"""BDF, Newmark and IDA: loads that jump, and impulses of outer forces."""

import importlib.util

import numpy as np
import pytest
from momenta import momenta

import stickslip as ss

STEPPED = [ss.BDF(1), ss.BDF(2), ss.BDF(2, form="index-2"), ss.BDF(2, form="ggl"), ss.Newmark()]
MISSING = importlib.util.find_spec("sksundae") is None
IDA = pytest.param(ss.IDA(rtol=1e-9, atol=1e-11), marks=pytest.mark.skipif(MISSING, reason="needs scikit-sundae"))
GRID, BETWEEN = (0.1, 0.3), (0.1034, 0.2971)  # jumps at ends of steps of 0.01 s, or inside


def pulse(scheme, dt, times, spring=0.0, t_end=0.4):
    """A load of 3 N between two times on 2 kg, along x; a spring makes more of an error visible than its impulse."""
    model = ss.Model(dim=2)
    body = model.add(ss.RigidBody(2.0, 0.1, name="body"))
    model.add(ss.PointForce(body, (3.0, 0.0), factor=ss.Steps(times, (0.0, 1.0, 0.0))))
    model.add(ss.Prismatic(model.ground, body, axis=(1.0, 0.0), name="rail"))
    if spring:
        wall = model.ground.point("wall", (-1.0, 0.0))
        model.add(ss.SpringDamper(wall, body.point("eye", (0.0, 0.0)), stiffness=spring, rest_length=1.0))
    return ss.simulate(model, t_end, dt, integrator=scheme)


def name(scheme):
    return f"{type(scheme).__name__}{getattr(scheme, 'order', '')} {getattr(scheme, 'form', '')}"


@pytest.mark.parametrize("times", [GRID, BETWEEN])
@pytest.mark.parametrize("scheme", [*STEPPED, IDA], ids=name)
def test_pulses_have_their_impulse(scheme, times):
    """F (t_2 - t_1) to round-off, wherever the load jumps; so have the books."""
    result = pulse(scheme, 1e-2, times)
    impulse = 3.0 * (times[1] - times[0])
    close = 1e-7 if isinstance(scheme, ss.IDA) else 1e-10
    assert 2.0 * result["body"].velocity[-1, 0] == pytest.approx(impulse, rel=close)
    assert result.momentum.impulse[-1, 0] == pytest.approx(impulse, rel=1e-10)
    assert len(result.time) == 41 and result.time[-1] == pytest.approx(0.4, rel=1e-12)
    if times is BETWEEN and not isinstance(scheme, ss.IDA):
        assert result.certificate.substeps == 2


@pytest.mark.parametrize("times", [GRID, BETWEEN])
@pytest.mark.parametrize("scheme", [ss.BDF(2), ss.BDF(2, form="ggl"), ss.Newmark()], ids=name)
def test_jumps_cost_no_order(scheme, times):
    """x = F/c (cos w (t - t_2) - cos w (t - t_1)) after a pulse from t_1 to t_2; place and velocity are compared."""
    w, (begin, end) = np.sqrt(200.0 / 2.0), times
    place = 3.0 / 200.0 * (np.cos(w * (0.4 - end)) - np.cos(w * (0.4 - begin)))
    rate = 3.0 / 200.0 * (np.sin(w * (0.4 - begin)) - np.sin(w * (0.4 - end)))

    def error(dt):
        body = pulse(scheme, dt, times, 200.0)["body"]
        return np.hypot(body.position[-1, 0] - place, body.velocity[-1, 0] / w - rate)

    errors = [error(dt) for dt in (4e-3, 2e-3, 1e-3, 5e-4)]
    assert -np.polyfit(range(4), np.log2(errors), 1)[0] > 1.7
    assert errors[-1] < 1e-5


@pytest.mark.parametrize("scheme", [ss.BDF(2), ss.Newmark()], ids=name)
@pytest.mark.parametrize("times", [GRID, BETWEEN])
def test_resumed_runs_repeat_jumps(scheme, times, tmp_path):
    """A run that was stopped where a load jumps goes on as the other, bit for bit."""

    def start(**options):
        model = ss.Model(dim=2)
        body = model.add(ss.RigidBody(2.0, 0.1, name="body"))
        model.add(ss.PointForce(body, (3.0, 1.0), factor=ss.Steps(times, (0.0, 1.0, 0.0))))
        model.add(ss.Revolute(model.ground, body, at=(0.5, 0.0)))
        return ss.simulate(model, 0.4, 1e-2, integrator=scheme, **options)

    whole = start()
    path = tmp_path / "run.h5"
    start(out=path, stop=lambda t, state: t > 0.0999, callback_every=1)
    resumed = ss.resume(path)
    np.testing.assert_array_equal(resumed.store.read("u")[-1], whole.store.read("u")[-1])
    np.testing.assert_array_equal(resumed.momentum.impulse[-1], whole.momentum.impulse[-1])


def machine():
    """A pendulum on the ground that carries a soft block by a bond, a string, a load and a drive."""
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    soft = ss.Material(young=1e6, poisson=0.3, density=1000.0)
    arm = model.add(ss.RigidBody(5.0, 2.0, position=(1.0, 0.0), name="arm"))
    model.add(ss.Revolute(model.ground, arm, at=(0.0, 0.0), effort=ss.Sine(5.0, 2.0)))
    block = model.add(ss.SolidBody.box((0.4, 0.2), (2, 1), soft, origin=(1.0, -0.2), plane="stress", thickness=0.1))
    model.add(ss.Bond(block, block.boundary(lambda x, y: y == 0.0), arm))
    rope = model.add(ss.StringBody.straight((2.0, 0.0), (3.0, 0.0), 2, stiffness=500.0, mass_per_length=1.0))
    model.add(ss.Revolute(arm, rope.start, at=(2.0, 0.0)))
    model.add(ss.PointForce(rope.end, (1.0, 2.0), factor=ss.Steps((0.0523,), (1.0, -2.0))))
    return model


@pytest.mark.parametrize("scheme", [ss.BDF(2), ss.BDF(2, form="ggl"), ss.Newmark()], ids=name)
def test_momenta_balance_outer_impulses(scheme):
    """Momenta are those of the masses; what no outer impulse explains falls with the square of the step.

    After a step of order 1 constraint forces of BDF are wrong for some steps: there it falls with the first power.
    """
    rests = []
    for dt in (1e-3, 5e-4):
        result = ss.simulate(machine(), 0.1, dt, integrator=scheme)
        linear, angular = momenta(result.model, result)
        found = result.momentum
        np.testing.assert_allclose(found.linear, linear, atol=1e-9)
        np.testing.assert_allclose(found.angular, angular, atol=1e-9)
        assert found.known
        rests.append(np.hypot(abs(found.linear_remainder).max(), abs(found.angular_remainder).max()))
    assert np.log2(rests[0] / rests[1]) > (1.5 if isinstance(scheme, ss.Newmark) else 0.8)
    assert rests[1] < 1e-3 * abs(found.impulse).max()


def test_impulses_of_ida():
    """At its small steps the trapezoidal rule is used: its error, not IDA's, is what remains."""
    pytest.importorskip("sksundae")
    result = ss.simulate(machine(), 0.1, 1e-3, integrator=ss.IDA(rtol=1e-7, atol=1e-9))
    rest = max(abs(result.momentum.linear_remainder).max(), abs(result.momentum.angular_remainder).max())
    assert result.momentum.known and rest < 1e-3 * abs(result.momentum.impulse).max()
