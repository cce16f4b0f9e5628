"""A cylinder, or a thin disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from pydantic import field_validator

from stickslip.contact.contours import Contour, Outline, Seen, direction, unit
from stickslip.model.base import NonNegative, Positive, Vector

if TYPE_CHECKING:
    from stickslip.viz.scene import Shape


class Cylinder(Contour):
    """Cylinder about ``axis`` (body frame) with ``radius`` and full ``length`` [m]; length 0 is a thin disk.

    Parameters
    ----------
    radius : float [m]
    length : float [m]
        Full length; 0 is a thin disk.
    axis : (3,)
        In the body frame.
    """

    positional = ("radius", "length")

    radius: Positive
    length: NonNegative = 0.0
    axis: Vector = (0.0, 0.0, 1.0)

    @field_validator("axis")
    @classmethod
    def _direction(cls, value: tuple[float, ...]) -> tuple[float, ...]:
        return direction(value)

    def outline(self, dim: int) -> Outline:
        """Return the hull of two disks."""
        self.check_dim(dim)
        r, half = self.radius, 0.5 * self.length
        thin = min(r, half)
        return Outline(
            "cylinder", (r, half, 0.0), float(np.hypot(r, half)), self.axis,
            inward=thin, within=r, thickness=thin if half > 0.0 else r,
            hull=((0.0, 0.0, -half, r), (0.0, 0.0, half, r)), shrink=((0.0, 0.0, -1.0, 1.0), (0.0, 0.0, 1.0, 1.0)),
        )  # fmt: skip

    def seen(self, dim: int) -> Seen:
        """Return radius and half length about the axis."""
        r, half = self.radius, 0.5 * self.length
        return Seen(
            "cylinder", radius=r, normals=(unit(self.axis),), half=half, thickness=min(r, half) if half > 0.0 else r
        )

    def picture(self, dim: int, far: float) -> Shape:
        """Return a cylinder."""
        from stickslip.viz.rotations import toward
        from stickslip.viz.scene import Shape

        length = max(self.length, 0.01 * self.radius)
        return Shape("cylinder", (self.radius, length), rotation=toward(np.array(self.axis)))
