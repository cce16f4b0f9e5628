"""A rounded segment: a capsule, in the plane a stadium."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from pydantic import model_validator

from stickslip.contact.contours import Contour, Outline, Seen, rounded_segment
from stickslip.model.base import NonNegative, Vector

if TYPE_CHECKING:
    from stickslip.viz.scene import Shape


class LineSegment(Contour):
    """Segment from ``start`` to ``end`` (body frame, relative to ``position``) with a rounding ``radius`` [m].

    Parameters
    ----------
    start, end : (dim,) [m]
        In the body frame, relative to ``position``.
    radius : float [m]
        Rounding of the segment.
    """

    positional = ("start", "end")
    dims = (2, 3)

    start: Vector
    end: Vector
    radius: NonNegative = 0.0

    @model_validator(mode="after")
    def _length(self) -> LineSegment:
        if len(self.start) != len(self.end) or self.start == self.end:
            raise ValueError("start and end must be two different points of the same dimension")
        return self

    def outline(self, dim: int) -> Outline:
        """Return a segment along its third axis, in the plane along its first one."""
        start, end = self.components("start", dim), self.components("end", dim)
        half = 0.5 * float(np.linalg.norm(end - start))
        return rounded_segment(dim, self.radius, half)._replace(
            axis=tuple(end - start), origin=tuple(0.5 * (start + end))
        )

    def seen(self, dim: int) -> Seen:
        """Return two rounded vertices with an edge; in the plane it has a normal."""
        ends = np.array([self.components("start", dim), self.components("end", dim)])
        way = ends[1] - ends[0]
        along = way / np.linalg.norm(way)
        normals = ((-along[1], along[0], 0.0),) if dim == 2 else ()
        extent = 0.5 * float(np.linalg.norm(way))
        return Seen("hull", ends, self.radius, normals, ((0, 1),), thickness=self.radius, extent=extent)

    def picture(self, dim: int, far: float) -> Shape:
        """Return a capsule or a stadium; a bare line must be seen."""
        from stickslip.viz.shapes import segment

        return segment(self.components("start", dim), self.components("end", dim), self.radius, dim, far)
