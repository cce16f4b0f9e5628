"""Patches between points of a LinearBody."""

from __future__ import annotations

from stickslip.contact.contours import Contour


class PatchSurface(Contour):
    """Bilinear patches on moving points of a LinearBody; each row names four points around the patch.

    The normal side is the one from which the four points run counter-clockwise.

    Parameters
    ----------
    patches : rows of four point numbers
        Points of the LinearBody, from 0.
    """

    positional = ("patches",)

    patches: tuple[tuple[int, int, int, int], ...]

    def drawn(self) -> bool:
        """Say no: it is drawn with its body."""
        return False
