"""A half space."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from pydantic import field_validator

from stickslip.contact.contours import Contour, Outline, Seen
from stickslip.model.base import Vector

if TYPE_CHECKING:
    from stickslip.viz.scene import Shape


class Plane(Contour):
    """Half space (planar models: half plane) below the plane through ``position`` with outward ``normal``.

    Parameters
    ----------
    normal : (dim,)
        Outward, of any length.
    """

    positional = ("normal",)
    dims = (2, 3)

    normal: Vector

    @field_validator("normal")
    @classmethod
    def _direction(cls, value: tuple[float, ...]) -> tuple[float, ...]:
        if len(value) not in (2, 3) or sum(x * x for x in value) == 0.0:
            raise ValueError("must be a non-zero vector of 2 or 3 components")
        return value

    def outline(self, dim: int) -> Outline:
        """Return a half space below its third axis, in the plane below its second one."""
        n = self.components("normal", dim)
        kind, axis = ("line", (n[1], -n[0], 0.0)) if dim == 2 else ("plane", tuple(n))
        corner = ((0.0, 0.0, 0.0, 0.0),)
        return Outline(kind, (0.0, 0.0, 0.0), float("inf"), axis=axis, unbounded=True, hull=corner)

    def seen(self, dim: int) -> Seen:
        """Return a half space."""
        n = self.components("normal", dim)
        return Seen("half space", normals=(n / np.linalg.norm(n),), thickness=float("inf"))

    def picture(self, dim: int, far: float) -> Shape:
        """Return a piece of the plane."""
        from stickslip.viz.rotations import toward
        from stickslip.viz.scene import Shape

        normal = self.components("normal", dim)
        normal /= np.linalg.norm(normal)
        if dim == 2:
            axes = np.column_stack([[normal[1], -normal[0], 0.0], normal, [0.0, 0.0, 1.0]])
            return Shape("halfplane", (1.4 * far,), rotation=axes)
        return Shape("plane", (1.4 * far,), rotation=toward(normal))
