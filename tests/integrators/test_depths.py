"""Depths in certificates are those of the recorded states, beside the thickness of the thinner contour."""

import pytest

import stickslip as ss

SCHEMES = {
    "semi-explicit": ss.SemiExplicit(),
    "moreau": ss.MoreauMidpoint(),
    "moreau, not corrected": ss.MoreauMidpoint(stabilise=False),
    "theta": ss.Theta(1.0),
    "generalized-alpha": ss.GeneralizedAlpha(0.8),
    "bathe": ss.Bathe(),
    "ed-alpha": ss.EDAlpha(0.6),
    "half-explicit": ss.HalfExplicit(),
    "energy-momentum": ss.EnergyMomentum(),
}


def fallen_slats():
    """Return a thin slat that falls on its corner, on a floor and on a ball, in large steps."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    skins = [model.ground.add(ss.Plane(normal=(0, 1)))]
    ball = model.add(ss.RigidBody(1.0, 0.01, position=(0.3, 0.1), name="ball"))
    slat = model.add(ss.RigidBody(1.0, 0.08, position=(0.0, 0.8), rotation=0.5, angular_velocity=2.0, name="slat"))
    skins += [ball.add(ss.Circle(radius=0.1)), slat.add(ss.Cuboid(lengths=(1.0, 0.1)))]
    model.add(ss.Contact(skins, skins, friction=0.3, restitution=0.5))
    return model


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_depth_is_the_deepest_overlap_of_any_recorded_state(scheme):
    result = ss.simulate(fallen_slats(), 1.2, 8e-3, integrator=scheme)
    found = next(check for check in result.verify().checks if check.law == "bodies do not penetrate")
    assert found.relative > 0.1
    assert result.certificate.depth == pytest.approx(found.relative, rel=1e-6)
    assert result.certificate.at["depth"] == pytest.approx(found.time)
    assert not result.certificate.proven


@pytest.mark.parametrize("scheme", [ss.SemiExplicit(), ss.MoreauMidpoint()], ids=["semi-explicit", "moreau"])
def test_bodies_that_are_lifted_before_they_are_recorded_were_never_inside(scheme):
    """A contact that closes without rebound is met where bodies touch, however far a step would have gone."""
    model = ss.Model(dim=2)
    wall = model.ground.add(ss.Plane(normal=(0, 1)))
    ball = model.add(ss.RigidBody(1.0, 0.01, position=(0.0, 0.32), velocity=(0, -5.0)))
    model.add(ss.Contact(ball.add(ss.Circle(radius=0.1)), wall))
    result = ss.simulate(model, 0.2, 0.01, integrator=scheme)
    assert result.certificate.depth < 1e-9 and result.certificate.proven
    assert not result.verify().flagged


@pytest.mark.parametrize("gap, speed", [(1e-4, -0.02), (2e-4, -0.04)])
def test_load_across_a_gap_is_seen_where_velocities_alternate(gap, speed):
    """With restitution 1 velocities at both ends of a step of a resting ball are opposite: it does not move."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 1)))
    ball = model.add(ss.RigidBody(1.0, 1e-3, position=(0, 0.05 + gap), velocity=(0, speed)))
    model.add(ss.Contact(ball.add(ss.Circle(radius=0.05)), floor, restitution=1.0))
    result = ss.simulate(model, 1.0, 1e-2, integrator=ss.EnergyMomentum(stabilise=False))
    assert result.certificate.open_gap == pytest.approx(gap / 0.05, rel=1e-6)
    assert not result.certificate.proven
