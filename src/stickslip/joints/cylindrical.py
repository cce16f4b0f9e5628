"""A sleeve that rotates and slides."""

from __future__ import annotations

from stickslip.joints.base import Holds, Joint, perpendicular, slide
from stickslip.model.base import Vector


class Cylindrical(Joint):
    """Travel along and rotation about ``axis`` are free.

    Parameters
    ----------
    axis : (3,)
        World axis at the start.
    """

    axis: Vector = (0.0, 0.0, 1.0)

    rows = {3: (slide(0), slide(1), perpendicular(0, 2), perpendicular(1, 2))}
    holds = {3: Holds((0, 1), (0, 1))}
    points_meet = False
    mark = "cylinder"
