"""A disk in the plane, or a hole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stickslip.contact.contours import Contour, Outline, Seen
from stickslip.contact.kinds import WALL
from stickslip.errors import ModelError
from stickslip.model.base import Positive

if TYPE_CHECKING:
    from stickslip.viz.scene import Shape


class Circle(Contour):
    """Planar disk of the given radius [m]; ``hollow=True`` makes it a hole touched from inside.

    Parameters
    ----------
    radius : float [m]
    hollow : bool
        True: a hole, touched from inside.
    """

    positional = ("radius",)
    dims = (2,)
    isotropic = True

    radius: Positive
    hollow: bool = False

    def outline(self, dim: int) -> Outline:
        """Return a rounded point; a hole has a negative radius, and its wall is what it reaches inwards."""
        if dim == 3:
            raise ModelError(f"{self.label}: use Circle in planar and Sphere in spatial models")
        r, middle = self.radius, ((0.0, 0.0, 0.0, 0.0),)
        if self.hollow:
            size, reach = (-r, 0.0, 0.0), (1.0 + WALL) * r
            return Outline("circle", size, reach, inward=WALL * r, within=-r, thickness=r, encloses=True, hull=middle)
        return Outline("circle", (r, 0.0, 0.0), r, inward=r, within=r, rounding=r, thickness=r, hull=middle)

    def seen(self, dim: int) -> Seen:
        """Return a rounded vertex, or a hole."""
        return Seen("hole" if self.hollow else "hull", radius=self.radius, thickness=self.radius)

    def picture(self, dim: int, far: float) -> Shape:
        """Return a disk, or a ring around the hole."""
        from stickslip.viz.scene import Shape

        return (
            Shape("hole", (self.radius, (1.0 + WALL) * self.radius)) if self.hollow else Shape("disk", (self.radius,))
        )
