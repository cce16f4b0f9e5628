"""The bore of a sleeve."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from pydantic import field_validator

from stickslip.contact.contours import Contour, Outline, Seen, direction, unit
from stickslip.model.base import Positive, Vector

if TYPE_CHECKING:
    from stickslip.viz.scene import Shape


class Ring(Contour):
    """Circle about ``axis`` (body frame) that surrounds a pole: the bore of a sleeve, touched from inside.

    ``radius`` [m] is that of the bore. It meets a Cylinder, a LineSegment or the LineSurface of a flexible line that
    passes through it, in one point; two rings make a sleeve that holds against tilting.

    Parameters
    ----------
    radius : float [m]
        Of the bore.
    axis : (3,)
        In the body frame.
    """

    positional = ("radius",)

    radius: Positive
    axis: Vector = (0.0, 0.0, 1.0)

    @field_validator("axis")
    @classmethod
    def _direction(cls, value: tuple[float, ...]) -> tuple[float, ...]:
        return direction(value)

    def outline(self, dim: int) -> Outline:
        """Return a circle across its third axis."""
        self.check_dim(dim)
        r, middle = self.radius, ((0.0, 0.0, 0.0, 0.0),)
        return Outline("ring", (r, 0.0, 0.0), r, self.axis, within=r, thickness=r, encloses=True, hull=middle)

    def seen(self, dim: int) -> Seen:
        """Return a circle about its axis."""
        return Seen("ring", radius=self.radius, normals=(unit(self.axis),), thickness=self.radius)

    def picture(self, dim: int, far: float) -> Shape:
        """Return a wire around the bore."""
        from stickslip.viz.rotations import toward
        from stickslip.viz.scene import Shape

        return Shape("ring", (self.radius, 0.08 * self.radius), rotation=toward(np.array(self.axis)))
