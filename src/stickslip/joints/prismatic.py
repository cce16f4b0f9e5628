"""A slider."""

from __future__ import annotations

from stickslip.joints.base import FreeAxisJoint, Holds, perpendicular, slide


class Prismatic(FreeAxisJoint):
    """Travel along ``axis`` is free, no rotation.

    Parameters
    ----------
    relative : bool
        True: the joint coordinate replaces the coordinates of b, as for Revolute.
    """

    relative: bool = False

    rows = {
        3: (slide(0), slide(1), perpendicular(0, 1), perpendicular(0, 2), perpendicular(1, 2)),
        2: (slide(0), perpendicular(0, 2)),
    }
    holds = {3: Holds((0, 1), (0, 1, 2)), 2: Holds((0,), (1,))}
    slides = True
    points_meet = False
    mark = "box"
