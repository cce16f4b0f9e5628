"""A stop that closes while hinges are corrected, too: the impact is found, whatever the correction leaves."""

import numpy as np
import pytest

import stickslip as ss

LIMIT = 0.0346559916
SCHEMES = {
    "moreau": ss.MoreauMidpoint(),
    "theta": ss.Theta(),
    "alpha": ss.GeneralizedAlpha(),
    "bathe": ss.Bathe(),
    "ed": ss.EDAlpha(),
    "explicit": ss.HalfExplicit(),
}


def slider_with_arm():
    """A driven slider carries an arm that a torque presses against a stop, at t = 0.308 s."""
    model = ss.Model(dim=2)
    slider = model.add(ss.RigidBody(mass=2.2825, inertia=0.01215, position=(-0.08971, -0.7174)))
    arm = model.add(ss.RigidBody(mass=1.1624, inertia=0.03692, position=(-0.15857, 0.26126)))
    push = ss.Sine(amplitude=9.1995, frequency=1.8974)
    model.add(ss.Prismatic(model.ground, slider, at=(0, 0), axis=(-1.0, -0.004), effort=push, name="way"))
    turn = ss.Sine(amplitude=8.188, frequency=0.6107)
    stops, at = (-0.4475, LIMIT), (-0.08971, -0.7174)
    model.add(ss.Revolute(slider, arm, at=at, stops=stops, friction=3.3936, effort=turn, name="elbow"))
    model.add(ss.PointForce(arm, vector=(-2.769, -0.374), factor=ss.Sine(amplitude=1.0, frequency=1.0)))
    return model


@pytest.mark.parametrize("dt", [1.1842e-3, 1.3e-3])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_stop_in_a_chain_stops(scheme, dt):
    """After the impact with e = 0 the arm stays at its stop, and places follow velocities."""
    result = ss.simulate(slider_with_arm(), 0.4, dt, integrator=SCHEMES[scheme])
    u, late = result.store.read("u"), result.time > 0.36
    np.testing.assert_allclose(result["elbow"].coordinate[late], LIMIT, atol=1e-7)
    assert np.abs(u[late, 5] - u[late, 2]).max() < 1e-4  # the slider does not turn, nor does the arm; it hit at 0.72
    travel = np.diff(result["way"].coordinate[late]) / np.diff(result.time[late])
    speed = u[late, :2] @ np.array([-1.0, -0.004]) / np.hypot(1.0, 0.004)
    np.testing.assert_allclose(travel, 0.5 * (speed[1:] + speed[:-1]), atol=1e-4)
