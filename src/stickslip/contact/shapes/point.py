"""A point of a body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stickslip.contact.contours import Contour, Outline, Seen

if TYPE_CHECKING:
    from stickslip.viz.scene import Shape


class Point(Contour):
    """A material point of a body, without extent."""

    positional = ("position",)
    dims = (2, 3)
    isotropic = True

    def outline(self, dim: int) -> Outline:
        """Return a ball of radius 0."""
        return Outline("circle" if dim == 2 else "sphere", (0.0, 0.0, 0.0), 0.0, hull=((0.0, 0.0, 0.0, 0.0),))

    def seen(self, dim: int) -> Seen:
        """Return one vertex."""
        return Seen("hull")

    def picture(self, dim: int, far: float) -> Shape:
        """Return a mark."""
        from stickslip.viz.scene import Shape

        return Shape("disk" if dim == 2 else "sphere", (0.006 * far,), role="marker")
