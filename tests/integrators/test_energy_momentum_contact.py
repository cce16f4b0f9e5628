"""Energy-momentum steps with set-valued contacts: exact books, restitution, friction, momenta, solids and beams."""

import numpy as np
import pytest

import stickslip as ss

EM, G = ss.EnergyMomentum, 9.81


def test_elastic_bounces_keep_the_energy():
    """Impacts with e = 1 do no work in a step, whatever its size; with e = 0.5 the speed halves at every bounce."""
    for e in (1.0, 0.5):
        model = ss.Model(dim=2, gravity=(0, -G))
        ball = model.add(ss.RigidBody(1.0, 0.01, position=(0, 0.5), angular_velocity=3.0, name="ball"))
        floor = model.ground.add(ss.Plane(normal=(0, 1)))
        model.add(ss.Contact(ball.add(ss.Circle(radius=0.1)), floor, restitution=e))
        result = ss.simulate(model, 0.6, 1e-3, integrator=EM())
        total = result.energy.total
        assert abs(result.energy.remainder).max() < 1e-12
        if e == 1.0:
            np.testing.assert_allclose(total, total[0], atol=1e-12)
        else:
            first = np.argmax(result["ball"].velocity[:, 1] > 0.0)
            v = result["ball"].velocity[:, 1]
            assert v[first] == pytest.approx(-0.5 * v[first - 1], abs=1.5 * G * 1e-3)


def test_sliding_block_stops_where_friction_has_done_its_work():
    """A box with v0 slides v0^2 / (2 mu g); friction has taken all of its energy; it does not sink."""
    model = ss.Model(dim=2, gravity=(0, -G))
    box = model.add(ss.RigidBody(1.0, 0.01, position=(0, 0.1), velocity=(2.0, 0), name="box"))
    floor = model.ground.add(ss.Plane(normal=(0, 1)))
    model.add(ss.Contact(box.add(ss.Cuboid(lengths=(0.4, 0.2))), floor, friction=0.3))
    result = ss.simulate(model, 1.0, 1e-3, integrator=EM())
    assert result["box"].position[-1, 0] == pytest.approx(4.0 / (2 * 0.3 * G), abs=2e-6)
    assert result.energy.friction[-1] == pytest.approx(-2.0, abs=1e-12)
    assert abs(result["box"].position[:, 1] - 0.1).max() < 1e-12
    assert abs(result.energy.remainder).max() < 1e-12


def test_sphere_from_sliding_to_rolling():
    """In space: a sphere that starts sliding rolls at 5/7 of its speed (moments in world axes, body axes differ)."""
    model = ss.Model(gravity=(0, 0, -G))
    inertia = 0.4 * 0.1**2
    ball = model.add(
        ss.RigidBody(1.0, inertia, position=(0, 0, 0.1), rotation=(0.3, -0.5, 0.8), velocity=(0.6, 0.8, 0), name="b")
    )
    model.add(ss.Contact(ball.add(ss.Sphere(radius=0.1)), model.ground.add(ss.Plane(normal=(0, 0, 1))), friction=0.2))
    result = ss.simulate(model, 0.5, 2e-3, integrator=EM())
    np.testing.assert_allclose(result["b"].velocity[-1], [0.6 * 5 / 7, 0.8 * 5 / 7, 0.0], atol=1e-3)
    assert abs(result.energy.remainder).max() < 1e-12


def test_ball_on_a_free_solid():
    """An elastic block hit by a ball: momentum is kept to round-off, energy goes to impacts and friction only."""
    model = ss.Model(dim=2)
    stuff = ss.Material(young=1e6, density=1000.0, poisson=0.3)
    block = model.add(ss.SolidBody.box((1, 1), 2, stuff, kind="quad8", plane="strain", name="block"))
    ball = model.add(ss.RigidBody(100.0, 1.0, position=(0.7, 1.051), velocity=(0.3, -1.0), name="ball"))
    model.add(ss.Contact(block.surface(), ball.add(ss.Circle(radius=0.05)), friction=0.4))
    result = ss.simulate(model, 0.1, 1e-3, integrator=EM())
    total = result["block"].momentum + 100.0 * result["ball"].velocity
    np.testing.assert_allclose(total, np.tile((30.0, -100.0), (len(total), 1)), atol=1e-9)
    energy = result.energy
    assert abs(energy.remainder).max() < 1e-10 * energy.scale
    assert abs(energy.integrator).max() < 1e-9 * energy.scale
    assert energy.impacts[-1] < -1.0 and energy.friction[-1] < 0.0
    assert np.linalg.norm(result["block"].momentum[-1]) > 10.0


def test_agrees_with_theta_on_a_beam():
    """A mass falls on a clamped beam and rests there: the contact force is its weight, as with the theta scheme."""
    ends = []
    for scheme in (EM(), ss.Theta(0.5)):
        model = ss.Model(dim=2, gravity=(0, -G))
        section = ss.Rectangle(0.02, 0.02)
        stuff = ss.Material(young=2e9, density=1000.0)
        beam = model.add(
            ss.PlanarBeam.straight((0, 0), (1, 0), 8, section=section, material=stuff, retardation=2e-2, name="beam")
        )
        model.add(ss.Fixed(model.ground, beam.start, at=(0, 0)))
        mass = model.add(ss.PointMass(0.2, position=(0.72, 0.025), name="mass"))
        model.add(ss.Contact(beam.surface(0.01), mass.add(ss.Circle(radius=0.01)), friction=0.6))
        result = ss.simulate(model, 1.5, 2e-3, integrator=scheme)
        pair = result.contacts.between("beam", "mass")
        ends.append((result["mass"].position[-1], pair.force[-1]))
        assert abs(result.energy.remainder).max() < 1e-10
    np.testing.assert_allclose(ends[0][0], ends[1][0], atol=1e-3)
    assert ends[0][1] == pytest.approx(0.2 * G, rel=0.05)


def test_restitution_as_a_function_of_the_speed():
    """A function that gives 0.5 at any speed bounces as the number 0.5."""
    found = []
    for e in (0.5, lambda speed: 0.5 if speed < 1e3 else 1.0):
        model = ss.Model(dim=2, gravity=(0, -G))
        ball = model.add(ss.RigidBody(1.0, 0.01, position=(0, 0.5), name="ball"))
        floor = model.ground.add(ss.Plane(normal=(0, 1)))
        model.add(ss.Contact(ball.add(ss.Circle(radius=0.1)), floor, restitution=e))
        found.append(ss.simulate(model, 0.4, 1e-3, integrator=EM())["ball"].position[-1, 1])
    assert found[0] > 0.12
    assert found[1] == found[0]


def test_residual_of_a_resting_beam_is_compared_with_its_weight():
    """Inertia vanishes and forces balance: what is left is round-off of the impulses of the contacts."""
    model = ss.Model(dim=2, gravity=(0, -G))
    section = ss.Section(EA=1e4, EI=(2.0, 3.0), GA=4e3, GJ=5.0, mass_per_length=0.6, inertia=7e-4)
    beam = model.add(ss.PlanarBeam.straight((0, 0.05), (1, 0.05), 3, section=section))
    model.add(ss.Contact(beam.surface(0.05), model.ground.add(ss.Plane(normal=(0, 1))), friction=0.3))
    certificate = ss.simulate(model, 1e-3, 1e-4, integrator=EM()).certificate
    assert certificate.residual < 1e-12
    assert certificate.proven, certificate.verdict
