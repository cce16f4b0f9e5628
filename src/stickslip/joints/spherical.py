"""A ball joint."""

from __future__ import annotations

from stickslip.joints.base import POINT, Holds, Joint


class Spherical(Joint):
    """Common point, all rotations free."""

    rows = {3: POINT}
    holds = {3: Holds((0, 1, 2), ())}
