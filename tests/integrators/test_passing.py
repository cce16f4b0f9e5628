"""Nothing passes through anything within a step: bullets against plates, bars against pins, balls against balls."""

import numpy as np
import pytest

import stickslip as ss

SCHEMES = {
    "SemiExplicit": ss.SemiExplicit(),
    "MoreauMidpoint": ss.MoreauMidpoint(),
    "Theta": ss.Theta(),
    "GeneralizedAlpha": ss.GeneralizedAlpha(),
    "Bathe": ss.Bathe(),
    "EDAlpha": ss.EDAlpha(),
    "HalfExplicit": ss.HalfExplicit(),
    "EnergyMomentum": ss.EnergyMomentum(),
    "adaptive": ss.GeneralizedAlpha(adaptive=True),
}


def bullet(dim, e=0.5, start=0.037, speed=50.0, unit=1.0):
    """A ball of radius 5 mm flies through empty space at a plate 2 mm thick that does not move; lengths in ``unit``."""
    model = ss.Model(dim=dim, gravity=np.zeros(dim))
    r, zero = 0.005 * unit, [0.0] * (dim - 1)
    ball = model.add(
        ss.RigidBody(0.01, 0.4 * 0.01 * r * r, position=(start * unit, *zero), velocity=(-speed * unit, *zero))
    )
    skin = ball.add(ss.Circle(radius=r) if dim == 2 else ss.Sphere(radius=r))
    wall = model.ground.add(ss.Cuboid(lengths=(0.002 * unit, *([1.0 * unit] * (dim - 1)))))
    model.add(ss.Contact(skin, wall, restitution=e))
    return model, ball


@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize("name", SCHEMES)
def test_a_bullet_bounces_off_a_plate(name, dim):
    """It covers 50 mm in a step, the plate with the ball is 12 mm: it comes back at half its speed."""
    model, ball = bullet(dim)
    result = ss.simulate(model, t_end=4e-3, dt=1e-3, integrator=SCHEMES[name])
    x = result[ball].position[:, 0]
    assert result[ball].velocity[-1, 0] == pytest.approx(25.0, rel=1e-9)
    assert x.min() > 0.006 - 1e-6
    impact = (0.037 - 0.006) / 50.0
    assert x[-1] == pytest.approx(0.006 + 25.0 * (4e-3 - impact), abs=0.05 * 1e-3)
    assert result.energy.impacts[-1] == pytest.approx(-0.5 * 0.01 * (50.0**2 - 25.0**2), rel=1e-9)
    assert result.certificate.penetration < 1e-3 * 0.005
    assert result.certificate.closed == 1
