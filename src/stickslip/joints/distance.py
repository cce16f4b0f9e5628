"""A rod between two points."""

from __future__ import annotations

from stickslip.errors import ModelError
from stickslip.joints import base
from stickslip.joints.base import Holds, Joint, Row
from stickslip.model.base import NonNegative


class Distance(Joint):
    """Constant distance between the two points; ``length=None`` keeps the initial distance.

    Parameters
    ----------
    length : float [m]
        Default: the initial distance.
    """

    length: NonNegative | None = None

    rows = {3: (), 2: ()}
    holds = {3: Holds((), ()), 2: Holds((), ())}
    apart = True

    def constraints(self, dim: int, apart: float) -> tuple[Row, ...]:
        """Return the row of the length, or of the initial distance."""
        held = apart if self.length is None else self.length
        if held <= 0.0:
            raise ModelError(f"{self.label}: length must be > 0; for coinciding points use Spherical or Revolute")
        return (base.length(held),)
