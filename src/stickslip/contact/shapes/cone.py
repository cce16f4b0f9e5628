"""A cone."""

from __future__ import annotations

import math

from pydantic import field_validator

from stickslip.contact.contours import Contour, Outline, Seen, direction, unit
from stickslip.model.base import Positive, Vector


class Cone(Contour):
    """Circular cone: ``position`` is the centre of the base, the apex is ``length`` [m] from it along ``axis``.

    Parameters
    ----------
    radius : float [m]
        Of the base.
    length : float [m]
        From the base to the apex.
    axis : (3,)
        From the base to the apex, in the body frame.
    """

    positional = ("radius", "length")

    radius: Positive
    length: Positive
    axis: Vector = (0.0, 0.0, 1.0)

    @field_validator("axis")
    @classmethod
    def _direction(cls, value: tuple[float, ...]) -> tuple[float, ...]:
        return direction(value)

    def inscribed(self) -> float:
        """Return the radius of the largest ball inside [m]."""
        return self.radius * self.length / (self.radius + math.hypot(self.radius, self.length))

    def outline(self, dim: int) -> Outline:
        """Return the hull of the base and the apex; moved inwards by d, it is smaller by d / r about that ball."""
        self.check_dim(dim)
        radius, length, r = self.radius, self.length, self.inscribed()
        return Outline(
            "convex", (0.0, 0.0, 0.0), max(radius, length), self.axis, inward=r, within=r, thickness=r,
            hull=((0.0, 0.0, 0.0, radius), (0.0, 0.0, length, 0.0)),
            shrink=((0.0, 0.0, -1.0, radius / r), (0.0, 0.0, (length - r) / r, 0.0)),
        )  # fmt: skip

    def seen(self, dim: int) -> Seen:
        """Return its section."""
        section = ((0.0, 0.0), (self.radius, 0.0), (0.0, self.length))
        return Seen("revolved", normals=(unit(self.axis),), profile=section, thickness=self.inscribed())
