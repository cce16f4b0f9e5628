"""A plate on a plane."""

from __future__ import annotations

from stickslip.joints.base import Holds, Joint, perpendicular, slide
from stickslip.model.base import Vector


class PlanarJoint(Joint):
    """The joint point of b moves in the plane through a's point with ``normal``; rotation about it is free.

    Parameters
    ----------
    normal : (3,)
        World normal of the plane at the start.
    """

    normal: Vector = (0.0, 0.0, 1.0)

    rows = {3: (slide(2), perpendicular(2, 0), perpendicular(2, 1))}
    holds = {3: Holds((2,), (0, 1))}
    points_meet = False

    def directions(self, dim: int) -> tuple[Vector, ...]:
        """Return the normal."""
        return (self.normal,)
