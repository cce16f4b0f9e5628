"""The skin of a flexible line."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from stickslip.contact.contours import Contour
from stickslip.model.base import NonNegative


class LineSurface(Contour):
    """The round skin of a beam or string: everything within ``radius`` [m] of its axis (planar: both sides).

    Contact may be anywhere along the line; the contact point slides along and across elements. The curved elements
    of redundant beams and Bezier strings are seen as ``pieces`` straight ones each.

    Parameters
    ----------
    radius : float [m]
    pieces : int
        Straight pieces per curved element.
    """

    positional = ("radius",)
    dims = (2, 3)

    radius: NonNegative = 0.0
    pieces: Annotated[int, Field(ge=1, le=1000)] = 8
    whole_line: ClassVar[bool] = True
