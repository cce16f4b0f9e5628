"""Forces along a line with a law from outside of the package."""

from __future__ import annotations

import numpy as np
import pytest

import stickslip as ss
from stickslip.forces import LineForce
from stickslip.model.base import NonNegative, Positive


class Linear(LineForce):
    """What ``SpringDamper`` is, from outside."""

    positional = ("a", "b")
    stiffness: Positive
    damping: NonNegative = 0.0

    def formula(self, start):
        k, c = self.stiffness, self.damping

        def law(length, rate):
            return k * (length - start), c * rate, 0.5 * k * (length - start) ** 2

        return law


class Hardening(LineForce):
    """Stiffness k + h (l - l_0)^2."""

    positional = ("a", "b")
    k: Positive
    h: Positive

    def formula(self, start):
        k, h = self.k, self.h

        def law(length, rate):
            x = length - start
            return k * x + h * x**3 / 3.0, 0.0, 0.5 * k * x**2 + h * x**4 / 12.0

        return law


class Broken(LineForce):
    positional = ("a", "b")

    def formula(self, start):
        def law(length, rate):
            return 1.0 / (length - length), 0.0, 0.0

        return law


def pair(make, **motion):
    model = ss.Model(gravity=(0, 0, -9.81))
    a = model.add(ss.RigidBody(1.0, (0.1, 0.12, 0.14), velocity=(0, 1.0, 0), angular_velocity=(1, 2, 3), name="a"))
    b = model.add(ss.RigidBody(3.0, 0.1, position=(1.2, 0, 0), name="b"))
    model.add(make(a.frame("pin", (0.0, 0.1, 0.0)), b))
    return model


SCHEMES = [
    ss.SemiExplicit, ss.MoreauMidpoint, ss.Theta, ss.GeneralizedAlpha, ss.Bathe, ss.HalfExplicit, ss.EDAlpha,
    ss.EnergyMomentum, ss.RungeKutta,
]  # fmt: skip


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.__name__)
def test_linear_law_is_that_of_the_package(scheme):
    """Motion and energies of a law from outside are those of a spring and damper with the same law."""
    one, two = (
        ss.simulate(pair(lambda a, b, k=kind: k(a, b, stiffness=200.0, damping=2.0)), 0.2, 1e-3, integrator=scheme())
        for kind in (Linear, ss.SpringDamper)
    )
    assert np.allclose(one["a"].position, two["a"].position, atol=1e-10)
    for name in ("potential", "dampers"):
        assert np.allclose(getattr(one.energy, name), getattr(two.energy, name), atol=1e-9)


def test_energy_momentum_keeps_the_energy_of_any_law():
    """The discrete gradient of a law from outside: energy and momenta to round-off, at a coarse step."""
    result = ss.simulate(pair(lambda a, b: Hardening(a, b, k=100.0, h=3e4)), 2.0, 1e-2, integrator=ss.EnergyMomentum())
    assert np.abs(result.energy.total - result.energy.total[0]).max() < 1e-9
    assert result.certificate.proven


def test_verify_knows_the_law():
    """A law with another stiffness is found out."""
    result = ss.simulate(pair(lambda a, b: Hardening(a, b, k=100.0, h=3e4)), 0.2, 1e-4)
    assert not result.verify().flagged
    other = ss.Result(result.store, pair(lambda a, b: Hardening(a, b, k=101.0, h=3e4)))
    assert other.verify().flagged


def test_law_that_divides_by_zero_ends_the_run():
    with pytest.raises(ss.StickslipError, match=r"function 'law' .*at the length 1.2"):
        ss.simulate(pair(Broken), 0.1, 1e-3)
