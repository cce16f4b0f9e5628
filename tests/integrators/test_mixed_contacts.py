"""Mixed time stepping: contacts at rest, impulses beside forces, drives, checkpoints."""

import dataclasses

import numpy as np
import pytest
from mechanisms import driven_slider, tumbling
from mixed_schemes import SCHEMES, SMOOTH, ids

import stickslip as ss
from stickslip.examples import slope_block
from stickslip.results.store import MemoryStore
from stickslip.system.assemble import assemble, describe

G = 9.81


@pytest.mark.parametrize("scheme", SCHEMES, ids=ids)
@pytest.mark.parametrize("dim", [2, 3])
def test_block_below_the_friction_angle_does_not_creep(scheme, dim):
    """Newton's method must settle at velocities of zero, without smaller steps."""
    result = ss.simulate(slope_block.model(np.deg2rad(10.0), 0.5, dim), 10.0, 1e-2, integrator=scheme)
    x = result["block"].position[:, 0]
    assert abs(x - x[0]).max() < 1e-13
    assert abs(result["block"].velocity).max() < 1e-12
    assert result.certificate.substeps == 0


def test_start_acceleration_is_that_of_the_present_state():
    """The trapezoidal rule keeps the energy of a linear oscillator; forces a little ahead of the start do not."""
    model = ss.Model()
    body = model.add(ss.RigidBody(2.0, 0.1, position=(0.2, 0, 0), velocity=(0, 0.5, 0)))
    model.add(ss.SpringDamper(model.ground, body, stiffness=50.0, rest_length=0.0))
    energy = ss.simulate(model, 8.0, 0.04, integrator=ss.GeneralizedAlpha.newmark()).energy.total
    assert abs(energy - energy[0]).max() < 1e-9 * energy[0]


@pytest.mark.parametrize("scheme", SMOOTH, ids=ids)
def test_driven_slider_follows_its_motion_and_needs_its_force(scheme):
    """m x'' = F: the reaction of the driven row is the drive force, also in the first step."""
    model, slider, drive = driven_slider()
    result = ss.simulate(model, 1.0, 0.01, integrator=scheme)
    np.testing.assert_allclose(result[slider].velocity[:, 0], 3.0 * result.time, atol=1e-10)
    np.testing.assert_allclose(result[drive].reaction[1:, -1], 6.0, atol=1e-6)


@pytest.mark.parametrize("scheme", SCHEMES, ids=ids)
def test_force_on_a_resting_ball_is_recorded_while_another_one_hits(scheme):
    """The impulse of a step adds to its forces, it does not replace them."""
    model = ss.Model(gravity=(0, 0, -G))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1), name="floor"))
    skins = []
    for k, height in enumerate((0.0, 0.05)):
        ball = model.add(ss.RigidBody(1.0, 0.004, position=(5 * k, 0, 0.1 + height), name=f"ball{k}"))
        skins.append(ball.add(ss.Sphere(radius=0.1, name="skin")))
    model.add(ss.Contact(skins, floor, restitution=0.5))
    result = ss.simulate(model, 0.2, 1e-3, integrator=scheme)
    force = result.contacts.between("ball0.skin", "ground.floor").force
    np.testing.assert_allclose(force[1:], G, rtol=1e-9)


@pytest.mark.parametrize("scheme", [ss.MoreauMidpoint(), *SCHEMES[1:4:2]], ids=lambda s: type(s).__name__)
def test_tumbling_boxes_go_on_from_a_checkpoint_bit_for_bit(scheme):
    """The order in which contacts are found must be part of the state, or not matter."""
    settings = {"tolerance": 1e-10, "gap_tolerance": 1e-9, "record_open_contacts": True, "max_halvings": 10}
    assembly = assemble(tumbling(2))
    header = {"dim": 3, **describe(assembly)}
    whole, store = scheme.new_run(assembly, settings, 3), MemoryStore(header)
    whole.start(False, 1e-3)
    whole.advance(1e-3, 350, store)
    whole.flush(store)
    again = scheme.new_run(assembly, settings, 3)
    again.restore(store.last_checkpoint()[0])
    whole.advance(1e-3, 250, store)
    again.advance(1e-3, 250, MemoryStore(header))
    for name in ("t", "q", "u", "a", "ledger", "impulse", "coordinate"):
        np.testing.assert_array_equal(getattr(whole.state, name), getattr(again.state, name), err_msg=name)


@pytest.mark.parametrize("scheme", SCHEMES, ids=ids)
def test_certificate_of_tumbling_boxes(scheme):
    """Boxes come to rest on the floor; round-off must not look like an impact or like a violated cone."""
    result = ss.simulate(tumbling(2), 1.0, 1e-3, integrator=scheme)
    energy, certificate = result.energy, result.certificate
    assert energy.impacts[-1] < 0.0 and energy.friction[-1] < 0.0
    assert certificate.residual <= 1e-10
    assert certificate.cone < 1e-9
    assert result["box0"].position[-1, 2] > 0.05
    assert largest_rise(energy.total) < 1e-2 * energy.total[0]


def largest_rise(energy):
    """Return by how much an energy has risen above its least value from before."""
    return (energy - np.minimum.accumulate(energy)).max()


@pytest.mark.parametrize("scheme", SCHEMES[4:], ids=ids)
def test_a_contact_that_still_closes_after_an_impact_gets_no_kick(scheme):
    """By Newton's law another impact may leave a contact closing; the acceleration after it must not stop that."""
    energy = ss.simulate(tumbling(2), 0.25, 1e-3, integrator=dataclasses.replace(scheme, stabilise=False)).energy.total
    assert largest_rise(energy) < 1e-2 * energy[0]


def test_a_light_body_on_a_joint_settles():
    """Inertia 1e-9 beside mass 1: the last digits of the velocities are round-off, not a failure."""
    model = ss.Model(dim=2, gravity=(0, -G))
    ball = model.add(ss.RigidBody(1.0, 1e-9, position=(-1, 0)))
    model.add(ss.Revolute(model.ground, ball, at=(0, 0)))
    for scheme in (ss.GeneralizedAlpha(0.8), ss.Bathe()):
        assert ss.simulate(model, 0.8, 8e-3, integrator=scheme).certificate.substeps == 0


STARTS = [*SCHEMES, ss.EDAlpha(), ss.HalfExplicit(), ss.GeneralizedAlpha(adaptive=True), ss.Bathe(adaptive=True)]


@pytest.mark.parametrize("scheme", STARTS, ids=lambda s: f"{ids(s)}{'-adaptive' * s.adaptive}")
def test_a_run_may_start_with_an_impact(scheme):
    """A ball on the floor and an arm at its stop that start by hitting them: Newton's law, before any force."""
    model = ss.Model(dim=2, gravity=(0, -G))
    floor = model.ground.add(ss.Plane(normal=(0, 1)))
    ball = model.add(ss.RigidBody(2.0, 0.01, position=(0, 0.1), velocity=(0, -1), name="ball"))
    model.add(ss.Contact(ball.add(ss.Circle(radius=0.1)), floor, restitution=0.5))
    slider = model.add(ss.RigidBody(3.0, 0.1, position=(1, 1), velocity=(-2, 0), name="slider"))
    model.add(ss.Prismatic(model.ground, slider, axis=(1, 0), stops=(0.0, 1.0), stop_restitution=0.25))
    result = ss.simulate(model, 4e-3, 1e-3, integrator=scheme)
    np.testing.assert_allclose(result["ball"].velocity[:, 1], [-1.0, *(0.5 - G * result.time[1:])], atol=1e-9)
    np.testing.assert_allclose(result["slider"].velocity[:, 0], [-2.0, 0.5, 0.5, 0.5, 0.5], atol=1e-9)
    lost = 0.5 * 2.0 * (1.0 - 0.25) + 0.5 * 3.0 * (4.0 - 0.25)
    assert result.energy.impacts[-1] == pytest.approx(-lost, rel=1e-9)
    assert abs(result.energy.integrator).max() < 1e-8


@pytest.mark.parametrize("scheme", [*SCHEMES, ss.EDAlpha(), ss.HalfExplicit()], ids=ids)
def test_recorded_forces_carry_what_rests_on_a_slope(scheme):
    """Forces on the upper box are minus its weight, although tangents at n = e_z jump by round-off."""
    angle, m, dt = 0.2, 2000.0, 0.0155
    gravity = np.array((G * np.sin(angle), 0.0, -G * np.cos(angle)))
    model = ss.Model(gravity=tuple(gravity))
    skins, height = [model.ground.add(ss.Plane(normal=(0, 0, 1)))], 0.0
    for name, mass, lengths in (("low", 6.5, (0.96, 0.7, 0.48)), ("top", m, (0.54, 0.58, 0.52))):
        place, inertia = (0, 0, height + 0.5 * lengths[2]), tuple(mass * np.array((0.07, 0.08, 0.06)))
        body = model.add(ss.RigidBody(mass, inertia, position=place, name=name))
        skins.append(body.add(ss.Cuboid(lengths=lengths, name="skin")))
        height += lengths[2]
    model.add(ss.Contact(skins, skins, friction=0.3))
    result = ss.simulate(model, 30 * dt, dt, integrator=scheme)
    for points in list(result.contacts)[1:]:
        on_top = np.array(points.names_b) == "top.skin"
        np.testing.assert_allclose(points.force[on_top].sum(axis=0), -m * gravity, atol=1e-6 * m * G)
