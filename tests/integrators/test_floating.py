"""Floating beams in models: statics, modes, motion, joints and contacts at stations, under all reference conditions."""

import numpy as np
import pytest

import stickslip as ss

L, EI, EA, MASS = 1.2, 2.0, 3e3, 1.3
# sections without inertia of rotation: the frame has it, bending has not, so references would differ by it
SECTION = ss.Section(EA=EA, EI=EI, GA=1.0, GJ=1.0, mass_per_length=MASS, inertia=1e-10)
REFERENCES = ("tangential", "pinned", "articulated", "mean")
SCHEMES = (ss.MoreauMidpoint(), ss.Theta(0.5), ss.GeneralizedAlpha(0.9), ss.Bathe(), ss.EDAlpha(0.5), ss.HalfExplicit())


def cantilever(reference, angle=0.3, **fields):
    model = ss.Model(dim=2)
    beam = model.add(ss.FloatingBeam(L, 6, section=SECTION, rotation=angle, reference=reference, **fields, name="beam"))
    model.add(ss.Fixed(model.ground, beam.start, name="clamp"))
    return model, beam


@pytest.mark.parametrize("reference", REFERENCES)
def test_tip_load_of_a_cantilever(reference):
    """w = F l^3 / 3 EI, phi = F l^2 / 2 EI; the clamp carries F and F l."""
    model, beam = cantilever(reference)
    F, across = 1e-4, np.array([-np.sin(0.3), np.cos(0.3)])
    model.add(ss.PointForce(beam.end, tuple(F * across)))
    result = ss.solve_static(model)
    tip = result["beam"].position[-1, -1] - L * np.array([np.cos(0.3), np.sin(0.3)])
    assert tip @ across == pytest.approx(F * L**3 / (3 * EI), rel=1e-6)
    assert result["beam"].angle[-1, -1] - 0.3 == pytest.approx(F * L**2 / (2 * EI), rel=1e-6)
    assert result["beam"].resultant[-1, 0] == pytest.approx([0.0, F, F * L], abs=1e-4 * F)  # the chord turns
    assert abs(result["clamp"].reaction[-1, 2]) == pytest.approx(F * L, rel=1e-6)


@pytest.mark.parametrize("reference", REFERENCES)
def test_modes_do_not_depend_on_the_reference(reference):
    """All coordinates kept, a clamped beam has clamped-free frequencies in any frame."""
    model, _ = cantilever(reference)
    found = ss.modes(model, 4)
    exact = ss.FloatingBeam(L, 6, section=SECTION).frequencies[:4]
    assert found.frequencies == pytest.approx(exact, rel=1e-7)


@pytest.mark.parametrize("reference", ("tangential", "mean"))
def test_spinning_bar_stretches(reference):
    """Steady rotation about one end: u(l) = rho A omega^2 l^3 / 3 EA, without any vibration left to damp."""
    omega, model = 0.5, ss.Model(dim=2)
    beam = model.add(
        ss.FloatingBeam(
            L, 8, section=SECTION, angular_velocity=omega, reference=reference, retardation=0.05, name="beam"
        )
    )
    model.add(ss.Revolute(model.ground, beam.start, at=(0, 0)))
    result = ss.simulate(model, 4.0, 1e-3, integrator=ss.Bathe(), record=ss.Record(every=100))
    stretch = np.linalg.norm(result["beam"].position[-1, -1]) - L
    spin = result["beam"].frame_angular_velocity[-1]
    assert stretch == pytest.approx(MASS * spin**2 * L**3 / (3 * EA), rel=2e-3)
    assert spin == pytest.approx(omega, rel=1e-3)


STIFF = ss.Section(EA=3e7, EI=2e3, GA=1.0, GJ=1.0, mass_per_length=MASS, inertia=1e-10)


def flying(reference="tangential", section=SECTION, pull=0.0, **fields):
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    start = {"position": (0.1, 0.2), "rotation": 0.7, "velocity": (1.0, 3.0), "angular_velocity": 4.0}
    beam = model.add(ss.FloatingBeam(L, 6, section=section, **start, reference=reference, **fields, name="beam"))
    mass = model.add(ss.RigidBody(0.4, 0.01, position=beam_end(start), velocity=end_velocity(start), name="mass"))
    model.add(ss.Revolute(beam.end, mass, at=beam_end(start)))
    model.add(ss.PointForce(beam.at(0.5 * L), (0.0, pull)))
    return model


def beam_end(start):
    return tuple(np.add(start["position"], L * np.array([np.cos(0.7), np.sin(0.7)])))


def end_velocity(start):
    return tuple(np.add(start["velocity"], 4.0 * L * np.array([-np.sin(0.7), np.cos(0.7)])))


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda s: type(s).__name__)
def test_energy_of_a_flying_beam(scheme):
    """The centre of mass falls freely and the energy stays, to the order of the scheme."""
    result = ss.simulate(flying(), 0.2, 1e-4, integrator=scheme, record=ss.Record(every=100))
    beam, mass = result["beam"], result["mass"]
    weights = np.full(len(beam.s), L / 6) * MASS
    weights[[0, -1]] *= 0.5
    height = (beam.position[:, :, 1] @ weights + 0.4 * mass.position[:, 1]) / (MASS * L + 0.4)
    t = result.time
    velocity = (height[1] - height[0]) / t[1] + 0.5 * 9.81 * t[1]
    assert height == pytest.approx(height[0] + velocity * t - 0.5 * 9.81 * t**2, abs=2e-4)
    total = result.energy.kinetic + result.energy.potential
    assert total == pytest.approx(total[0], rel=2e-3 if isinstance(scheme, ss.MoreauMidpoint) else 2e-4)


def test_reference_conditions_agree_in_motion():
    """The same stiff beam in four frames: they differ by what rotation stiffens, (spin / frequency)^2 of bending."""
    results = {
        reference: ss.simulate(
            flying(reference, STIFF, pull=5.0), 0.1, 2e-5, integrator=ss.EDAlpha(1.0), record=ss.Record(every=250)
        )["beam"]
        for reference in REFERENCES
    }
    bend = abs(results["tangential"].deflection[:, :, 1]).max()
    stiffening = (4.0 / (2.0 * np.pi * ss.FloatingBeam(L, 6, section=STIFF).frequencies[0])) ** 2
    for reference in REFERENCES[1:]:
        assert abs(results[reference].position - results["tangential"].position).max() < 10.0 * stiffening * bend


def test_all_modes_are_the_finite_elements():
    results = [
        ss.simulate(flying(**fields), 0.05, 1e-4, integrator=ss.Bathe(), record=ss.Record(every=50))["beam"].position
        for fields in ({}, {"modes": 18})
    ]
    assert abs(results[0] - results[1]).max() < 1e-9


@pytest.mark.parametrize("contour", ("point", "skin"))
def test_ball_lands_on_a_beam_as_on_a_rigid_body(contour):
    """A stiff beam on two supports: the ball bounces as from the ground, and rests with its weight on the supports."""
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    stiff = ss.Section(EA=3e9, EI=2e8, GA=1.0, GJ=1.0, mass_per_length=100.0, inertia=1e-6)
    beam = model.add(ss.FloatingBeam(L, 4, section=stiff, name="beam"))
    model.add(ss.Revolute(model.ground, beam.start, at=(0, 0), name="left"))
    model.add(ss.PointOnLine(model.ground, beam.end, at=(L, 0), axis=(1, 0), name="right"))
    ball = model.add(ss.RigidBody(0.1, 1e-4, position=(0.3, 0.1501), name="ball"))
    skin = ball.add(ss.Circle(radius=0.05))
    target = beam.surface() if contour == "skin" else beam.add(ss.Plane(normal=(0, 1)), s=0.3)
    model.add(ss.Contact(skin, target, restitution=0.0))
    result = ss.simulate(model, 0.4, 1e-3, integrator=ss.Theta(1.0))
    assert result["ball"].position[-1, 1] == pytest.approx(0.05, abs=1e-3)
    right = result["right"].reaction[-1]
    assert abs(right).max() == pytest.approx(9.81 * (0.5 * 100.0 * L + 0.1 * 0.3 / L), rel=1e-6)


def test_stations_are_neither_coordinates_nor_constraints():
    model = flying("pinned")
    found = ss.inventory(model)
    assert found.coordinates == {"beam": 3 + 18, "mass": 3}
    assert sum(found.constraints.values()) == 2
    assert found.freedom == 22


def test_reaction_of_a_station_is_what_the_beam_does_to_its_loads():
    model, beam = cantilever("tangential", angle=0.0)
    model.add(ss.PointForce(beam.end, (1e-4, -5e-4)))
    result = ss.solve_static(model)
    assert result[f"beam at s = {L}"].reaction[-1] == pytest.approx([-1e-4, 5e-4, 0.0], abs=1e-10)
    assert result["beam"].rotation.shape == (len(result), 7, 3, 3)


def test_stations_side_by_side_are_refused():
    model, beam = cantilever("tangential")
    model.add(ss.PointForce(beam.at(0.5), (1.0, 0.0)))
    model.add(ss.PointForce(beam.at(0.5 + 1e-8), (1.0, 0.0)))
    with pytest.raises(ss.ModelError, match="too short"):
        ss.simulate(model, 0.1, 1e-2)


@pytest.mark.parametrize("ends", [((0, 0, 0), (0, 0, 1)), ("a", (1, 0)), ((0, 0), (np.inf, 0))])
def test_bad_ends_are_refused(ends):
    with pytest.raises(ss.ModelError, match="two different points"):
        ss.FloatingBeam.straight(*ends, 2, section=SECTION)


def test_energy_momentum_names_what_it_cannot_do():
    model, _ = cantilever("tangential")
    with pytest.raises(ss.ModelError, match="FloatingBeam 'beam'"):
        ss.simulate(model, 0.1, 1e-2, integrator=ss.EnergyMomentum())


def test_floating_beams_are_planar():
    model = ss.Model()
    model.add(ss.FloatingBeam(L, 2, section=SECTION))
    with pytest.raises(ss.ModelError, match="planar"):
        ss.simulate(model, 0.1, 1e-2)


def test_cutoff_frequency_of_the_schemes():
    """Bathe's scheme leaves 0.8 % of an oscillation at dt / T = 100; others with rho_inf > 0 leave more for ever."""
    assert ss.cutoff_frequency(ss.Bathe(), 1e-5) == pytest.approx(0.995e7, rel=1e-2)
    assert ss.cutoff_frequency(ss.GeneralizedAlpha(0.5), 1e-5) == np.inf
    assert ss.FloatingBeam(L, 2, section=SECTION, max_frequency=np.inf).max_frequency is None
    with pytest.raises(ss.ModelError, match="radius"):
        ss.cutoff_frequency(ss.Bathe(), 1e-5, radius=2.0)
