"""A user function that fails ends the run with its own message, whatever it is for and whatever steps."""

import math

import numpy as np
import pytest

import stickslip as ss

VELOCITY = [ss.MoreauMidpoint(), ss.SemiExplicit(), ss.Theta(0.5)]
MIXED = [ss.GeneralizedAlpha(), ss.Bathe(), ss.GeneralizedAlpha(adaptive=True)]
SCHEMES = [*VELOCITY, *MIXED, ss.EDAlpha(), ss.HalfExplicit(), ss.EnergyMomentum()]
SPARSE = [ss.Newmark(), ss.BDF()]


def ball(**more):
    model = ss.Model(gravity=(0, 0, 0))
    body = model.add(ss.RigidBody(1.0, 0.1, velocity=(1, 0, 0), name="ball"))
    return model, body


def with_force(function):
    model, body = ball()
    model.add(ss.UserForce(body, function, name="wind"))
    return model


def panel(force):
    model = ss.Model(gravity=(0, 0, 0))
    model.add(ss.LinearBody([[1.0]], [[4.0]], q=(0.5,), force=force, name="panel"))
    return model


def names(schemes):
    return [repr(s) for s in schemes]


def leaves(t, r, v, A, omega, force, torque):
    if r[0] > 0.05:
        raise ValueError("left the tube")
    force[0] = 0.1


def divides(t, r, v, A, omega, force, torque):
    n = 0
    if r[0] > 0.05:
        force[0] = 1 / n


def beyond(t, r, v, A, omega, force, torque):
    force[5 if r[0] > 0.05 else 0] = 1.0


def far_beyond(t, r, v, A, omega, force, torque):
    force[10_000_000 if r[0] > 0.05 else 0] = 1.0


def undefined(t, r, v, A, omega, force, torque):
    torque[0] = math.nan if r[0] > 0.05 else 0.0


FAILING = {
    leaves: "ValueError: left the tube",
    divides: "ZeroDivisionError: division by zero",
    beyond: "IndexError: index is out of bounds",
    far_beyond: "IndexError",
    undefined: r"gives \(0, 0, 0, nan, 0, 0\) at t = .*; it must be finite",
}


@pytest.mark.parametrize("function", FAILING, ids=lambda f: f.__name__)
@pytest.mark.parametrize("scheme", SCHEMES, ids=names(SCHEMES))
def test_a_failing_force_ends_the_run_where_it_fails(scheme, function):
    """It is fine until x = 0.05 m, which the ball reaches at 0.05 s; nothing behind that is recorded."""
    why = rf"UserForce 'wind': function '{function.__name__}' .*{FAILING[function]}"
    with pytest.raises(ss.SimulationError, match=why) as failure:
        ss.simulate(with_force(function), 0.2, 0.01, integrator=scheme)
    assert failure.value.time == pytest.approx(0.05, abs=0.0101)
    result = failure.value.result
    assert result.status == "failed"
    assert 0.03 < result.time[-1] < 0.065
    assert "t = " in str(failure.value)


def drops(t, q, u, h):
    if q[0] < 0.4:
        raise ValueError("too low")


@pytest.mark.parametrize("scheme", [*VELOCITY, *MIXED, *SPARSE], ids=names([*VELOCITY, *MIXED, *SPARSE]))
def test_a_failing_generalised_force_ends_the_run(scheme):
    """0.5 cos 2t = 0.4 at t = 0.32 s; tangents by differences look ahead by 1e-6 only."""
    with pytest.raises(ss.SimulationError, match=r"LinearBody 'panel': function 'drops' fails at .*too low") as failure:
        ss.simulate(panel(drops), 1.0, 0.01, integrator=scheme)
    assert failure.value.time == pytest.approx(0.5 * math.acos(0.8), abs=0.0201)


def late(t):
    if t > 0.1:
        raise ValueError("no data")
    return 1.0


def root(t):
    return math.sqrt(t)


@pytest.mark.parametrize("scheme", SCHEMES, ids=names(SCHEMES))
def test_failing_functions_of_time_end_the_run(scheme):
    model, body = ball()
    model.add(ss.PointForce(body, (1, 0, 0), factor=late, name="push"))
    with pytest.raises(ss.SimulationError, match=r"PointForce 'push': function of time 'late' fails at t = .*no data"):
        ss.simulate(model, 0.2, 0.01, integrator=scheme)


def test_loads_need_no_rates():
    """v = 2/3 t^(3/2) under a force sqrt(t), whose rate at the start is infinite."""
    model, body = ball()
    model.add(ss.PointForce(body, (1, 0, 0), factor=root))
    result = ss.simulate(model, 1.0, 1e-3)
    assert result["ball"].velocity[-1, 0] == pytest.approx(1.0 + 2 / 3, abs=1e-4)


def test_motions_whose_rates_cannot_be_found_are_refused():
    model, _ = ball()
    model.add(ss.PrescribedBody(motion=(root, 0.0, 0.0), name="table"))
    with pytest.raises(
        ss.SimulationError, match=r"PrescribedBody 'table': .*'root' gives nan at t = -.*Compiled\(f, rate"
    ):
        ss.simulate(model, 0.1, 0.01)


def falling(law=None, height=0.0, speed=1.0, **coefficients):
    model = ss.Model(gravity=(0, 0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    body = model.add(ss.RigidBody(2.0, 0.02, position=(0, 0, 0.1 + height), velocity=(0.5, 0, -speed), name="ball"))
    model.add(ss.Contact(floor, body.add(ss.Sphere(radius=0.1)), law=law, name="skin", **coefficients))
    return model


def gap_in_data(speed):
    """Fine at the speeds at which it is tried before a run."""
    return math.nan if 0.3 < speed < 0.7 else 0.2


def negative_between(speed):
    return -1.0 if 0.3 < speed < 0.7 else 0.2


def too_much(speed):
    return 1.5 if 1.0 < speed < 900.0 else 0.5


def soft(depth, rate, slip, mu):
    if depth > 1e-3:
        raise ValueError("crushed")
    return 1e4 * depth, 0.0, 0.0, 0.5e4 * depth**2


CONTACT = [ss.MoreauMidpoint(), ss.Theta(0.5), ss.GeneralizedAlpha(), ss.Bathe(), ss.EDAlpha(), ss.EnergyMomentum()]


@pytest.mark.parametrize("scheme", CONTACT, ids=names(CONTACT))
@pytest.mark.parametrize(
    ("coefficients", "why"),
    [
        ({"friction": gap_in_data}, r"Contact 'skin': friction: function 'gap_in_data' gives nan at 0\.5 m/s"),
        ({"friction": negative_between}, r"gives -1 at .* m/s; it must be finite and >= 0 at any speed"),
        ({"restitution": too_much}, r"restitution: function 'too_much' gives 1\.5 at .* must be between 0 and 1"),
    ],
)
def test_coefficients_are_checked_at_the_speeds_of_the_run(scheme, coefficients, why):
    with pytest.raises(ss.SimulationError, match=why):
        ss.simulate(falling(height=0.01, speed=2.0, **coefficients), 0.1, 1e-3, integrator=scheme)


@pytest.mark.parametrize("scheme", [ss.MoreauMidpoint(), ss.GeneralizedAlpha()], ids=repr)
def test_a_failing_law_ends_the_run(scheme):
    with pytest.raises(ss.SimulationError, match=r"Contact 'skin': function 'soft' fails at .*crushed"):
        ss.simulate(falling(ss.UserLaw(soft)), 0.1, 1e-4, integrator=scheme)


def test_a_failing_law_of_a_string_ends_the_run():
    def law(stretch):
        if stretch > 2.5:
            raise ValueError("broken")
        return 1.0 * (stretch - 1.0)

    model = ss.Model(dim=2, gravity=(0, -50))
    line = model.add(ss.StringBody.straight((0, 0), (1, 0), 4, stiffness=1.0, mass_per_length=1.0, law=law))
    model.add(ss.Revolute(model.ground, line.at(0.0)))
    with pytest.raises(ss.SimulationError, match=r"law: function 'law' fails at stretch 2\.\d+: ValueError: broken"):
        ss.simulate(model, 2.0, 1e-3)


def test_statics_say_what_fails():
    with pytest.raises(ss.SimulationError, match="function 'always' fails at t = 0 s: ValueError: never"):
        ss.solve_static(panel(always))


def always(t, q, u, h):
    if q[0] < 1e9:
        raise ValueError("never")


def test_functions_that_cannot_do_anything_are_refused():
    def returns(t, r, v, A, omega, force, torque):
        return np.array([1.0, 0.0, 0.0])

    def changes(t, r, v, A, omega, force, torque):
        r[0] = 1.0

    with pytest.raises(ss.ModelError, match=r"returns array\(float64, 1d, C\), which is ignored; it must write to"):
        ss.simulate(with_force(returns), 0.1, 0.01)
    with pytest.raises(ss.ModelError, match="writes to an array that it may only read"):
        ss.simulate(with_force(changes), 0.1, 0.01)


def test_functions_that_are_compiled_already_are_checked_too():
    import numba

    with pytest.raises(ss.SimulationError, match="IndexError"):
        ss.simulate(with_force(numba.njit(beyond)), 0.2, 0.01)


def test_a_failing_contact_law_says_at_which_depth():
    """It said "at t = 0 s", whenever it was."""

    def worn(depth, rate, slip, mu):
        if slip < 0.98:
            raise ValueError("worn")
        return 1e5 * depth, 0.0, mu * 1e5 * depth, 5e4 * depth**2

    model = ss.Model(gravity=(0, 0, -9.81))
    ball = model.add(ss.RigidBody(1.0, 0.01, position=(0, 0, 0.1), velocity=(1.0, 0, 0)))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    model.add(ss.Contact(ball.add(ss.Sphere(radius=0.1)), floor, friction=0.2, law=ss.UserLaw(worn)))
    with pytest.raises(ss.SimulationError, match=r"'worn' fails at the depth \S+ m with a slip of 0.97\d+ m/s: .*worn"):
        ss.simulate(model, 0.05, 1e-3)
