"""Sliding guides: beads on flexible lines, past nodes, in joint coordinates or by constraints."""

import numpy as np
import pytest

import stickslip as ss

STIFF = ss.Material(young=2.1e11, density=7800.0)


def wire(kind, model, n=6):
    """A stiff clamped line of 1.2 m from the origin along x."""
    if kind == "beam":
        line = ss.Beam.straight((0, 0, 0), (1.2, 0, 0), n, section=ss.Round(0.02), material=STIFF, order=2, name="wire")
    elif kind == "exact":
        line = ss.PlanarBeam.straight((0, 0), (1.2, 0), n, section=ss.Round(0.02), material=STIFF, name="wire")
    else:
        line = ss.PlanarBeam.straight(
            (0, 0), (1.2, 0), n, section=ss.Round(0.02), material=STIFF, formulation=kind, name="wire"
        )
    model.add(line)
    model.add(ss.Fixed(model.ground, line.start))
    return line


@pytest.mark.parametrize("relative", [False, True])
@pytest.mark.parametrize("kind", ["redundant", "exact", "beam"])
def test_bead_slides_past_nodes(kind, relative):
    """A light bead keeps its speed along a stiff straight wire, across its elements."""
    dim = 3 if kind == "beam" else 2
    model = ss.Model(dim=dim)
    line = wire(kind, model)
    zero = (0,) * (dim - 1)
    bead = model.add(ss.RigidBody(mass=1e-3, inertia=1e-9, position=(0.15, *zero), velocity=(1.0, *zero), name="bead"))
    guide = model.add(ss.Guide(line, bead, relative=relative))
    result = ss.simulate(model, 0.8, 1e-3, integrator=ss.Theta())
    assert result[bead].position[-1, 0] == pytest.approx(0.95, abs=1e-9)
    assert result[guide].coordinate[-1] == pytest.approx(0.95, abs=1e-9)
    assert result[bead].velocity[-1, 0] == pytest.approx(1.0, abs=1e-9)
    assert abs(result[guide].drift).max() < 1e-12


def swing(relative, dt, stabilise=True):
    """A bead on a wire bent to a quarter circle by its shape, under gravity; the wire is clamped at its top."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    angle = np.linspace(0.0, 0.5 * np.pi, 9)
    positions = np.column_stack([np.sin(angle), np.cos(angle) - 1.0])
    line = model.add(ss.PlanarBeam(positions=positions, section=ss.Round(0.05), material=STIFF, name="wire"))
    model.add(ss.Fixed(model.ground, line.start))
    start = positions[2]
    bead = model.add(ss.RigidBody(mass=1e-3, inertia=1e-9, position=start, name="bead"))
    guide = model.add(ss.Guide(line, bead, relative=relative))
    return ss.simulate(model, 0.5, dt, integrator=ss.Theta(stabilise=stabilise)), bead, guide


def test_bead_on_a_bent_wire_turns_height_into_speed():
    """v^2 = 2 g h on the way down, as far as the polygon of the axis is a circle and the wire does not move."""
    result, bead, guide = swing(True, 2e-4)
    height = result[bead].position[0, 1] - result[bead].position[:, 1]
    speed = np.linalg.norm(result[bead].velocity, axis=1)
    assert height[-1] > 0.2
    assert speed[-1] ** 2 == pytest.approx(2 * 9.81 * height[-1], rel=0.02)
    assert abs(result[guide].drift).max() < 1e-12


def test_drift_is_of_the_order_of_dt_without_joint_coordinates():
    """The correction closes it to the square of what a step adds, and to 1e-10 of the length at least."""
    drifts = [abs(swing(False, dt, False)[0]["guide1"].drift).max() for dt in (4e-4, 1e-4)]
    assert drifts[1] < drifts[0] and drifts[0] > 1e-7
    assert abs(swing(False, 4e-4)[0]["guide1"].drift).max() < 1e-8


def test_bead_leaves_the_end_of_the_wire():
    model = ss.Model(dim=2)
    line = wire("redundant", model)
    bead = model.add(ss.RigidBody(mass=1e-3, inertia=1e-9, position=(1.0, 0), velocity=(1.0, 0)))
    model.add(ss.Guide(line, bead, name="eye"))
    with pytest.raises(ss.SimulationError, match="Guide 'eye' slid off the end of its line"):
        ss.simulate(model, 0.5, 1e-3, integrator=ss.Theta())


def test_refusals_and_yaml():
    model = ss.Model(dim=2)
    rope = model.add(ss.StringBody.straight((0, 0), (1, 0), 4, stiffness=1e3, mass_per_length=0.1, name="rope"))
    bead = model.add(ss.RigidBody(mass=1, inertia=1, position=(0.5, 0), name="bead"))
    model.add(ss.Guide(rope, bead, relative=True, name="eye"))
    again = ss.Model.from_yaml(model.to_yaml())
    assert again["eye"].line is again["rope"] and again["eye"].relative
    with pytest.raises(ss.ModelError, match="kinks"):
        ss.simulate(model, 1e-3, 1e-3)
    model = ss.Model(dim=2)
    line = wire("redundant", model)
    bead = model.add(ss.RigidBody(mass=1, inertia=1, position=(0.5, 0.1)))
    model.add(ss.Guide(line, bead, name="eye"))
    with pytest.raises(ss.ModelError, match="violate Guide 'eye'"):
        ss.simulate(model, 1e-3, 1e-3)
    with pytest.raises(ss.ModelError, match="EnergyMomentum"):
        ss.simulate(model, 1e-3, 1e-3, integrator=ss.EnergyMomentum())
