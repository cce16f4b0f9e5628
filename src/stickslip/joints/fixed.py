"""A weld."""

from __future__ import annotations

from stickslip.joints.base import POINT, Holds, Joint, perpendicular


class Fixed(Joint):
    """A weld: no relative motion of the two sides. On a node of a shell it holds place and director."""

    rows = {
        3: (*POINT, perpendicular(0, 1), perpendicular(0, 2), perpendicular(1, 2)),
        2: (*POINT[:2], perpendicular(0, 1)),
    }
    on_director = (*POINT, perpendicular(0, 2), perpendicular(1, 2))
    holds = {3: Holds((0, 1, 2), (0, 1, 2)), 2: Holds((0, 1), (2,))}
    mark = "box"
