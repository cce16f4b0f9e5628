"""The energy ledger: nothing unexplained, losses negative, and the integrator's share shrinks with its order."""

import numpy as np
import pytest

import stickslip as ss

G = 9.81
SCHEMES = [ss.SemiExplicit(), ss.MoreauMidpoint(), ss.Theta(0.5), ss.Theta(1.0)]


def machine():
    """Joints, springs, dampers, drives, a belt, impacts, friction and a compliant contact in one model."""
    model = ss.Model(gravity=(0, 0, -G))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    crank = model.add(ss.RigidBody(1.0, (0.02, 0.05, 0.04), position=(0, 0, 1.0)))
    model.add(ss.Revolute(model.ground, crank, at=(0, 0, 1.0), axis=(0, 1, 0), motion=ss.Sine(0.6, 1.0)))
    rod = model.add(ss.RigidBody(0.5, (0.02, 0.03, 0.01), position=(0.2, 0.0, 0.6), angular_velocity=(0.1, 0.2, 3.0)))
    model.add(ss.Spherical(crank, rod, at=(0.2, 0, 1.0)))
    model.add(ss.SpringDamper(rod.point("tip", (0, 0, -0.4)), model.ground, stiffness=60.0, damping=1.0))
    belt = model.add(ss.PrescribedBody(position=(0, 2, 0.05), motion=(ss.Polynomial((0.0, 0.8)),)))
    box = model.add(ss.RigidBody(2.0, (0.02, 0.03, 0.04), position=(0, 2, 0.18), angular_velocity=(2.0, 1.0, 0.5)))
    ball = model.add(ss.RigidBody(0.4, 4e-4, position=(1, 0, 0.3), velocity=(1.0, 0.5, -1), angular_velocity=(9, 0, 5)))
    soft = model.add(ss.RigidBody(0.4, 4e-4, position=(3, 0, 0.2), velocity=(0.3, 0, 0)))
    seat = belt.point("seat", (3.0, -2.0, 0.1))
    model.add(ss.Bushing(seat, soft, stiffness=(20, 30, 40, 1, 2, 3), damping=(0.1,) * 6))
    model.add(ss.PointForce(box, (0.0, 0.5, 0.0), factor=ss.Sine(1.0, 2.0)))
    law = ss.Compliant(stiffness=2e3, damping=5.0)
    cube = box.add(ss.Cuboid(lengths=(0.2, 0.2, 0.2)))
    model.add(ss.Contact(cube, belt.add(ss.Plane(normal=(0, 0, 1))), friction=0.4))
    model.add(ss.Contact(ball.add(ss.Sphere(radius=0.05)), floor, friction=0.3, restitution=0.7))
    wall = model.ground.add(ss.Plane(normal=(-1, 0, 0), position=(0.33, 0, 0)))
    model.add(ss.Contact(rod.add(ss.Sphere(radius=0.1, position=(0, 0, -0.4))), wall, friction=0.2, restitution=0.5))
    model.add(ss.Contact(soft.add(ss.Sphere(radius=0.05)), floor, friction=0.2, law=law))
    return model


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda s: f"{type(s).__name__}{getattr(s, 'theta', '')}")
def test_every_joule_is_explained(scheme):
    result = ss.simulate(machine(), t_end=1.0, dt=1e-3, integrator=scheme, project=True)
    energy = result.energy
    assert abs(energy.remainder).max() <= 1e-10 * energy.scale
    for column in (energy.impacts, energy.friction, energy.dampers):
        assert column.max() <= 0.0
        assert column[-1] < -1e-3  # each of them took part
    assert abs(energy.drives[-1]) > 1e-3
    assert abs(energy.loads[-1]) > 1e-4
    # a step in which load and reaction act together may give back a little, of second order in dt
    for column in (energy.impacts, energy.friction):
        assert np.diff(column).max() < 1e-4 * energy.scale


def test_integrator_share_shrinks_with_the_order():
    """A spinning body between springs, no losses: kinetic + potential drifts by dt (first) or dt^2 (second order)."""

    def share(scheme, dt):
        model = ss.Model(gravity=(0, 0, -G))
        body = model.add(ss.RigidBody(1.0, (0.2, 0.3, 0.4), position=(0.3, 0, 0), angular_velocity=(1.0, 3.0, 2.0)))
        model.add(ss.SpringDamper(model.ground, body.point("eye", (0.1, 0.1, 0)), stiffness=50.0, rest_length=0.2))
        energy = ss.simulate(model, t_end=1.0, dt=dt, integrator=scheme).energy
        assert abs(energy.remainder).max() <= 1e-12 * energy.scale
        return abs(energy.integrator).max()

    for scheme, order in ((ss.SemiExplicit(), 1), (ss.MoreauMidpoint(), 2), (ss.Theta(0.5), 2), (ss.Theta(1.0), 1)):
        ratio = share(scheme, 2e-3) / share(scheme, 1e-3)
        assert np.log2(ratio) > order - 0.2, scheme


def test_newton_impact_loses_what_the_formula_says():
    """(1 - e^2)/2 m v^2, whatever the scheme."""
    for scheme in SCHEMES:
        model = ss.Model()
        ball = model.add(ss.RigidBody(2.0, 0.1, position=(0, 0, 0.2), velocity=(0, 0, -3.0)))
        floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
        model.add(ss.Contact(ball.add(ss.Sphere(radius=0.1)), floor, restitution=0.6))
        result = ss.simulate(model, t_end=0.1, dt=1e-3, integrator=scheme)
        assert result.energy.impacts[-1] == pytest.approx(-0.5 * (1 - 0.36) * 2.0 * 9.0, rel=1e-12)


@pytest.mark.parametrize(
    "scheme",
    [ss.GeneralizedAlpha(0.8, stabilise=False), ss.Bathe(stabilise=False), ss.EDAlpha(0.5, stabilise=False)],
    ids=lambda s: type(s).__name__,
)
def test_dampers_take_what_there_is_after_an_impact(scheme):
    """A damped cantilever falls on a stop: velocities jump and oscillate from step to step, the work of dampers not.

    The total falls by 0.0106 J. The power of dampers at the ends of the steps would be 100 times as much.
    """
    model = ss.Model(dim=2, gravity=(0, -9.81))
    beam = ss.PlanarBeam.straight(
        (0, 0), (1, 0), 10, section=ss.Rectangle(0.02, 0.01), material=ss.steel, order=2, retardation=1e-3
    )
    model.add(beam)
    model.add(ss.Fixed(model.ground, beam.start))
    stop = model.ground.add(ss.Plane(normal=(0, 1), position=(0, -0.002)))
    model.add(ss.Contact(beam.add(ss.Point(), s=1.0), stop))
    energy = ss.simulate(model, 0.5, 2.5e-4, integrator=scheme).energy
    lost = energy.total[0] - energy.total[-1]
    assert lost == pytest.approx(0.0106, rel=0.02)
    assert abs(energy.integrator).max() < 0.25 * lost
    assert abs(energy.remainder).max() < 1e-7 * lost
    assert -energy.dampers[-1] == pytest.approx(lost + energy.impacts[-1] + energy.integrator[-1], rel=1e-3)
    assert 0.6 * lost < -energy.dampers[-1] < 1.25 * lost
