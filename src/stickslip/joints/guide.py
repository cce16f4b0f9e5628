"""A point that slides along a flexible line."""

from __future__ import annotations

from pydantic import InstanceOf

from stickslip.bodies.declaration import Body, Frame
from stickslip.lines.declaration import Line
from stickslip.model.base import Part


class Guide(Part):
    """A point of body b slides along the axis of a flexible line and rotates freely there, bilateral.

    Zander 2008, sec. 4.1.2.

    Parameters
    ----------
    line : PlanarBeam, Beam, or StringBody with formulation="bezier"
    b : Body or Frame
        A rigid body, or a frame on it whose point is guided; it must be on the line at the start.
    relative : bool
        The arc length s replaces the coordinates of b: the guide holds to round-off at all times. Otherwise
        it is enforced at velocity level and drifts by O(dt).
    """

    positional = ("line", "b")

    line: InstanceOf[Line]
    b: InstanceOf[Body] | InstanceOf[Frame]
    relative: bool = False
