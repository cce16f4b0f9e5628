"""A nut on a thread: travel and angle go together, whatever drives it."""

import math

import numpy as np
import pytest

import stickslip as ss

M, I, PITCH, G = 2.0, 3e-3, 0.04, 9.81
K = 2.0 * math.pi / PITCH
FALL = G / (1.0 + I * K * K / M)  # m z'' + I phi'' K = m g, phi = K z
SCHEMES = [
    ss.SemiExplicit(), ss.MoreauMidpoint(), ss.Theta(), ss.GeneralizedAlpha(0.8), ss.Bathe(), ss.EDAlpha(),
    ss.HalfExplicit(), ss.RungeKutta(),
]  # fmt: skip


def falling_nut(**given):
    """A nut on a vertical thread that starts at rest 0.3 m above the origin."""
    model = ss.Model(gravity=(0, 0, -G))
    nut = model.add(ss.RigidBody(M, (2e-3, 2e-3, I), position=(0, 0, 0.3), name="nut"))
    screw = model.add(ss.Screw(model.ground, nut, pitch=PITCH, at=(0, 0, 0.3), **given))
    return model, nut, screw


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda s: type(s).__name__)
def test_nut_falls_as_it_turns(scheme):
    """The acceleration is constant, so that every scheme of second order is exact, and the thread carries the rest."""
    model, nut, screw = falling_nut()
    result = ss.simulate(model, 0.5, 1e-3, integrator=scheme)
    t, order = result.time, 1 if isinstance(scheme, ss.SemiExplicit) else 2
    z = 0.3 - 0.5 * FALL * t**2
    np.testing.assert_allclose(result[nut].velocity[:, 2], -FALL * t, rtol=0, atol=1e-9)
    np.testing.assert_allclose(result[nut].position[:, 2], z, rtol=0, atol=1e-8 if order == 2 else 0.5 * FALL * 1e-3)
    np.testing.assert_allclose(result[screw].coordinate, K * (result[nut].position[:, 2] - 0.3), rtol=0, atol=1e-8)
    assert abs(result[screw].reaction[1:, 4]) == pytest.approx(M * (G - FALL), rel=1e-6)
    assert result.certificate.proven, str(result.certificate)
    assert "Screw" in str(result.verify())


@pytest.mark.parametrize("handed", [1.0, -1.0])
def test_momentum_of_two_bodies_on_an_inclined_thread(handed):
    """Free bodies that a spring drives apart along the thread: both momenta stay, and travel is pitch per turn."""
    axis = np.array([1.0, 2.0, 2.0]) / 3.0
    model = ss.Model()
    a = model.add(ss.RigidBody(1.0, (0.02, 0.03, 0.04), angular_velocity=(0.3, 0.1, 0.2), name="a"))
    b = model.add(ss.RigidBody(0.5, (0.01, 0.01, 0.015), name="b"))
    screw = model.add(ss.Screw(a, b, pitch=handed * 0.1, axis=axis, at=(0, 0, 0)))
    model.add(ss.SpringDamper(a.frame("p", 0.2 * axis), b.frame("p", -0.2 * axis), stiffness=40.0, rest_length=0.9))
    result = ss.simulate(model, 0.5, 5e-4, integrator=ss.GeneralizedAlpha(1.0), project=True)
    momentum = result.momentum
    assert abs(momentum.linear - momentum.linear[0]).max() < 1e-10
    assert abs(momentum.angular - momentum.angular[0]).max() < 1e-6
    travel = np.einsum("nij,j,ni->n", result[a].rotation, axis, result[b].position - result[a].position)
    turns = result[screw].coordinate / (2.0 * np.pi)
    assert np.ptp(turns) > 0.3
    np.testing.assert_allclose(travel, handed * 0.1 * turns, rtol=0, atol=1e-9)


def test_driven_screw_lifts():
    """A prescribed angle is a prescribed travel; the drive supplies weight times travel."""
    model, nut, _ = falling_nut(motion=ss.Polynomial((0.0, 8.0)))
    result = ss.simulate(model, 1.0, 1e-3, integrator=ss.Theta(), project=True)
    assert result[nut].position[-1, 2] - 0.3 == pytest.approx(8.0 / K, rel=1e-9)
    assert result.energy.drives[-1] == pytest.approx(M * G * 8.0 / K, rel=1e-6)


def test_a_spring_is_wound_by_a_torque():
    """Statics: T = k z / K without weight."""
    model = ss.Model()
    nut = model.add(ss.RigidBody(M, (2e-3, 2e-3, I), name="nut"))
    model.add(ss.Screw(model.ground, nut, pitch=PITCH, effort=0.2, at=(0, 0, 0)))
    model.add(ss.SpringDamper(model.ground.frame("low", (0, 0, -1.0)), nut, stiffness=500.0, rest_length=1.0))
    result = ss.solve_static(model)
    assert result[nut].position[-1, 2] == pytest.approx(0.2 * K / 500.0, rel=1e-6)


def test_file_and_refusals(tmp_path):
    model, _, screw = falling_nut()
    again = ss.Model.from_yaml(model.to_yaml())
    assert again["screw1"].pitch == screw.pitch
    with pytest.raises(ss.ModelError, match="EnergyMomentum supports joints"):
        ss.simulate(model, 0.01, 1e-3, integrator=ss.EnergyMomentum())
    with pytest.raises(ss.ModelError, match="use Revolute"):
        ss.Screw(model.ground, model["nut"], pitch=0.0)
    flat = ss.Model(dim=2)
    body = flat.add(ss.RigidBody(1.0, 0.1))
    flat.add(ss.Screw(flat.ground, body, pitch=0.1))
    with pytest.raises(ss.ModelError, match="not available in a model with dim = 2"):
        ss.simulate(flat, 0.01, 1e-3)
