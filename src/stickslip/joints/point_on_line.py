"""A pin in a slot."""

from __future__ import annotations

from stickslip.joints.base import Holds, Joint, slide
from stickslip.model.base import Vector


class PointOnLine(Joint):
    """The joint point of b moves along the line through a's point in direction ``axis``; rotations are free.

    Parameters
    ----------
    axis : (dim,)
        World direction of the line at the start.
    """

    axis: Vector = (1.0, 0.0, 0.0)

    rows = {3: (slide(0), slide(1)), 2: (slide(0),)}
    holds = {3: Holds((0, 1), ()), 2: Holds((0,), ())}
    points_meet = False
