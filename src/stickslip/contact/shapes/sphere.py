"""A ball."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stickslip.contact.contours import Contour, Outline, Seen
from stickslip.errors import ModelError
from stickslip.model.base import Positive

if TYPE_CHECKING:
    from stickslip.viz.scene import Shape


class Sphere(Contour):
    """A ball of the given radius [m].

    Parameters
    ----------
    radius : float [m]
    """

    positional = ("radius",)
    dims = (3,)
    isotropic = True

    radius: Positive

    def outline(self, dim: int) -> Outline:
        """Return a rounded point."""
        if dim == 2:
            raise ModelError(f"{self.label}: use Circle in planar and Sphere in spatial models")
        r = self.radius
        return Outline(
            "sphere", (r, 0.0, 0.0), r, inward=r, within=r, rounding=r, thickness=r, hull=((0.0, 0.0, 0.0, 0.0),)
        )

    def seen(self, dim: int) -> Seen:
        """Return a rounded vertex."""
        return Seen("hull", radius=self.radius, thickness=self.radius)

    def picture(self, dim: int, far: float) -> Shape:
        """Return a ball."""
        from stickslip.viz.scene import Shape

        return Shape("sphere", (self.radius,))
