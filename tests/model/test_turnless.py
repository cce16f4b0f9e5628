"""Torques on bodies that do not turn would be lost without a word: they are rejected by name."""

import numpy as np
import pytest

import stickslip as ss

BAND = ss.Material(young=1e6, density=1000.0, poisson=0.3)


def places(model):
    """Return the places of a model that do not turn, by name."""
    dim = model.dim
    above = (0.0,) * (dim - 1) + (1.0,)
    mass = model.add(ss.PointMass(1.0, position=above, name="mass"))
    ends = (np.zeros(dim), np.eye(dim)[0])
    string = model.add(ss.StringBody.straight(*ends, 2, stiffness=100.0, mass_per_length=1.0, name="string"))
    fields = {"plane": "strain"} if dim == 2 else {}
    block = model.add(ss.SolidBody.box((0.2,) * dim, 1, BAND, name="block", **fields))
    return {"mass": mass, "string": string.at(0.5), "block": block.node(0)}


def twist(t, r, v, A, omega, force, torque):
    torque[2] = 0.1 if t > 0.0045 else 0.0


@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize("name", ["mass", "string", "block"])
@pytest.mark.parametrize("reacting", [False, True])
def test_torques_of_user_forces(dim, name, reacting):
    """They are found when the function gives one, also as a reaction."""
    model = ss.Model(dim=dim)
    place = places(model)[name]
    wheel = model.add(ss.RigidBody(1.0, 1.0 if dim == 2 else (1.0,) * 3))
    pair = {"on": wheel, "reaction": place} if reacting else {"on": place}
    model.add(ss.UserForce(function=twist, name="motor", **pair))
    with pytest.raises(ss.SimulationError, match=rf"UserForce 'motor'.*without torque.*'{name}'"):
        ss.simulate(model, 0.01, 1e-3, integrator=ss.Theta())


@pytest.mark.parametrize("name", ["mass", "string", "block"])
@pytest.mark.parametrize("use", ["effort", "friction", "stops", "motion", "spring"])
def test_torques_of_hinges(name, use):
    """A hinge between the ground and what does not turn has no angle: it can neither drive nor rub nor stop."""
    model = ss.Model(dim=2)
    place = places(model)[name]
    fields = {"effort": 1.0, "friction": 0.1, "stops": (-0.1, 0.1), "motion": ss.Polynomial((0.0, 1.0))}
    hinge = model.add(ss.Revolute(model.ground, place, name="hinge", **{use: fields[use]} if use in fields else {}))
    if use == "spring":
        model.add(ss.TorsionalSpring(hinge, stiffness=1.0, name="hinge spring"))
    with pytest.raises(ss.ModelError, match=r"'hinge.*(never rotates|has no orientation)") as caught:
        ss.simulate(model, 0.01, 1e-3)
    assert f"'{name}'" in str(caught.value)


def test_clutches():
    model = ss.Model(dim=2)
    mass = places(model)["mass"]
    model.add(ss.OneWayClutch(model.ground, mass, name="freewheel"))
    with pytest.raises(ss.ModelError, match="'freewheel': PointMass 'mass' never rotates"):
        ss.simulate(model, 0.01, 1e-3)


def test_point_masses_hold_what_turns_on_them():
    """Between a point mass and a wheel a torque has a side to turn: alpha = M / I."""
    model = ss.Model(dim=2)
    mass = model.add(ss.PointMass(1.0, name="mass"))
    wheel = model.add(ss.RigidBody(1.0, 0.5, name="wheel"))
    model.add(ss.Revolute(mass, wheel, effort=2.0))
    result = ss.simulate(model, 0.1, 1e-3)
    assert result["wheel"].angular_velocity[-1] == pytest.approx(0.4, rel=1e-9)
