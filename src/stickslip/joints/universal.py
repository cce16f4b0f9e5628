"""A cardan joint."""

from __future__ import annotations

from stickslip.joints.base import POINT, Holds, Joint, perpendicular
from stickslip.model.base import Vector


class Universal(Joint):
    """Common point; ``axis_a`` fixed on a and ``axis_b`` fixed on b stay perpendicular (cardan joint).

    Parameters
    ----------
    axis_a, axis_b : (3,)
        World axes at the start, perpendicular to each other.
    """

    axis_a: Vector = (1.0, 0.0, 0.0)
    axis_b: Vector = (0.0, 1.0, 0.0)

    rows = {3: (*POINT, perpendicular(0, 1))}
    holds = {3: Holds((0, 1, 2), ())}

    def directions(self, dim: int) -> tuple[Vector, ...]:
        """Return the axes on a and on b."""
        return self.axis_a, self.axis_b
