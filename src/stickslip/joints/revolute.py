"""A hinge."""

from __future__ import annotations

from stickslip.joints.base import POINT, FreeAxisJoint, Holds, perpendicular
from stickslip.model.base import Vector


class Revolute(FreeAxisJoint):
    """Common point; rotation about ``axis`` is free (planar: about z).

    Parameters
    ----------
    relative : bool
        True: the joint coordinate replaces those of b; the joint holds to round-off (Zander 2008, sec. 4.1.1).
    """

    relative: bool = False

    rows = {3: (*POINT, perpendicular(0, 2), perpendicular(1, 2)), 2: POINT[:2]}
    holds = {3: Holds((0, 1, 2), (0, 1)), 2: Holds((0, 1), ())}
    turns = True
    mark = "cylinder"

    def directions(self, dim: int) -> tuple[Vector, ...]:
        """Return the axis; in the plane it is z."""
        return ((0.0, 0.0, 1.0) if dim == 2 else self.axis,)
