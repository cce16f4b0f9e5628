"""A box, in the plane a rectangle."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np
from pydantic import field_validator

from stickslip.contact.contours import Contour, Outline, Seen
from stickslip.errors import ModelError
from stickslip.model.base import Vector

if TYPE_CHECKING:
    from stickslip.viz.scene import Shape


class Cuboid(Contour):
    """Box with full edge ``lengths`` [m]; two lengths make a planar rectangle.

    Parameters
    ----------
    lengths : (dim,) [m]
        Full edge lengths.
    """

    positional = ("lengths",)
    dims = (2, 3)

    lengths: Vector

    @field_validator("lengths")
    @classmethod
    def _positive(cls, value: tuple[float, ...]) -> tuple[float, ...]:
        if len(value) not in (2, 3) or min(value) <= 0.0:
            raise ValueError("must be 2 or 3 positive edge lengths")
        return value

    def outline(self, dim: int) -> Outline:
        """Return half edge lengths, and corners of which bit k of the number is the sign on axis k."""
        if len(self.lengths) != dim:
            raise ModelError(f"{self.label}: lengths = {self.lengths} must have {dim} entries in this model")
        half = [*(0.5 * x for x in self.lengths), 0.0, 0.0][:3]
        signs = [[1.0 if k >> i & 1 else -1.0 for i in range(dim)] + [0.0] * (3 - dim) for k in range(1 << dim)]
        thin = min(half[:dim])
        return Outline(
            "rectangle" if dim == 2 else "cuboid", (half[0], half[1], half[2]), float(np.linalg.norm(half[:dim])),
            inward=thin, thickness=thin,
            hull=tuple((s[0] * half[0], s[1] * half[1], s[2] * half[2], 0.0) for s in signs),
            shrink=tuple((s[0], s[1], s[2], 0.0) for s in signs),
        )  # fmt: skip

    def seen(self, dim: int) -> Seen:
        """Return corners, edges and normals."""
        signs = np.array([[*s, 0.0][:3] for s in product((-1.0, 1.0), repeat=dim)])
        full = np.zeros(3)
        full[:dim] = 0.5 * np.array(self.lengths)
        edges = [pair for pair in combinations(range(len(signs)), 2) if np.sum(signs[pair[0]] != signs[pair[1]]) == 1]
        return Seen("hull", signs * full, 0.0, np.eye(3)[:dim], edges, thickness=0.5 * min(self.lengths))

    def picture(self, dim: int, far: float) -> Shape:
        """Return a box or a rectangle."""
        from stickslip.viz.scene import Shape

        return Shape("rectangle" if dim == 2 else "box", tuple(self.lengths))
