"""A linear spring and damper between two points."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from stickslip.forces.line_force import LineForce
from stickslip.model.base import NonNegative

if TYPE_CHECKING:
    from stickslip.forces.assembly import Site


class SpringDamper(LineForce):
    """Spring and damper between points ``a`` and ``b``: F = stiffness (l - rest_length) + damping l' along their line.

    ``rest_length=None`` takes the initial length.

    Parameters
    ----------
    a, b : Body or Frame
    stiffness : float [N/m]
    damping : float [N s/m]
    rest_length : float [m]
        Default: the initial length.
    """

    positional = ("a", "b")

    stiffness: NonNegative
    damping: NonNegative = 0.0
    rest_length: NonNegative | None = None

    def assemble(self, site: Site) -> None:
        """Add a linear law, which compiled code knows."""
        a, b = site.side(self, self.a), site.side(self, self.b)
        rest = float(np.linalg.norm(b.x - a.x)) if self.rest_length is None else self.rest_length
        site.add("spring", a, b, [self.stiffness, self.damping, rest])
