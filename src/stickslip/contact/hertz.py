"""Hertz's law of elastic bodies that touch at a point, with the damping of Hunt and Crossley (1975)."""

from __future__ import annotations

import math
from collections.abc import Callable

from stickslip.contact.laws import ContactLaw
from stickslip.model.base import NonNegative, Positive


class Hertz(ContactLaw):
    """Point contact of elastic bodies: force F = K depth^(3/2) (1 + dissipation * rate), K = 4/3 E* sqrt(R).

    Friction is mu F arctan, as for ``Compliant``. Quasi-static: the bodies are rigid elsewhere, and no waves are seen.

    Parameters
    ----------
    radius : float [m]
        R with 1/R = 1/R_a + 1/R_b of both surfaces; a plane has 1/R = 0.
    modulus : float [N/m^2]
        E* with 1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b.
    dissipation : float [s/m]
        Zero is elastic. For small impact speeds v the restitution is about 1 - 2/3 dissipation v (Hunt and Crossley).
    v_ref : float [m/s]
        Slip speed at which friction reaches half its bound.
    """

    positional = ("radius", "modulus")

    radius: Positive
    modulus: Positive
    dissipation: NonNegative = 0.0
    v_ref: Positive = 1e-3

    def formula(self) -> Callable[[float, float, float, float], tuple[float, float, float, float]]:
        """Return the law as a function of depth, rate, slip and mu."""
        stiffness = 4.0 / 3.0 * self.modulus * math.sqrt(self.radius)
        dissipation, v_ref = self.dissipation, self.v_ref

        def hertz(depth: float, rate: float, slip: float, mu: float) -> tuple[float, float, float, float]:
            spring = stiffness * depth * math.sqrt(depth)
            damper = spring * dissipation * rate
            friction = 2.0 / math.pi * mu * math.atan(slip / v_ref) * max(0.0, spring + damper)
            return spring, damper, friction, 0.4 * spring * depth

        return hertz
