"""A hinge."""

from __future__ import annotations

from stickslip.joints.base import POINT, FreeAxisJoint, Holds, perpendicular
from stickslip.model.base import Vector


class Revolute(FreeAxisJoint):
    """Common point; rotation about ``axis`` is free (planar: about z).

    With ``relative=True`` the joint coordinate takes the place of the coordinates of b, a rigid body: the place of b
    follows from that of a, and the joint is met to round-off at all times (Zander 2008, sec. 4.1.1).

    Parameters
    ----------
    relative : bool
        True: the joint coordinate takes the place of the coordinates of b.
    """

    relative: bool = False

    rows = {3: (*POINT, perpendicular(0, 2), perpendicular(1, 2)), 2: POINT[:2]}
    holds = {3: Holds((0, 1, 2), (0, 1)), 2: Holds((0, 1), ())}
    turns = True
    mark = "cylinder"

    def directions(self, dim: int) -> tuple[Vector, ...]:
        """Return the axis; that of the plane is z."""
        return ((0.0, 0.0, 1.0) if dim == 2 else self.axis,)
