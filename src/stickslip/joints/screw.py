"""A nut on a thread."""

from __future__ import annotations

import math
from typing import Any

from pydantic import field_validator

from stickslip.joints.base import FreeAxisJoint, Row, own_row, perpendicular, slide
from stickslip.model.base import Number


def thread(x: Any, D: Any, coordinate: float, constant: float, force: Any, moment: Any) -> float:
    """Hold d_2 . r - constant * angle: pull along d_2, and turn by ``constant`` times that."""
    r_0, r_1, r_2 = x[1, 0] - x[0, 0], x[1, 1] - x[0, 1], x[1, 2] - x[0, 2]
    d_0, d_1, d_2 = D[0, 0, 2], D[0, 1, 2], D[0, 2, 2]
    for i in range(3):
        force[0, i], force[1, i] = -D[0, i, 2], D[0, i, 2]
        moment[0, i], moment[1, i] = constant * D[0, i, 2], -constant * D[0, i, 2]
    moment[0, 0] += d_1 * r_2 - d_2 * r_1  # d_2 rotates with a
    moment[0, 1] += d_2 * r_0 - d_0 * r_2
    moment[0, 2] += d_0 * r_1 - d_1 * r_0
    travel: float = d_0 * r_0 + d_1 * r_1 + d_2 * r_2
    return travel - constant * coordinate


class Screw(FreeAxisJoint):
    """A nut on a thread: side b travels along ``axis`` by ``pitch`` per turn about it.

    Travel and angle count from the start; motion, effort, stops and friction are those of the angle.

    Parameters
    ----------
    pitch : float [m]
        Travel per turn; negative for a left-handed thread.
    """

    pitch: Number

    rows = {3: ()}
    turns = True
    points_meet = False
    mark = "cylinder"

    @field_validator("pitch")
    @classmethod
    def _nonzero(cls, value: float) -> float:
        if value == 0.0:
            raise ValueError("must not be 0; use Revolute")
        return value

    def constraints(self, dim: int, apart: float) -> tuple[Row, ...]:
        """Return the rows of a sleeve, and that of the thread."""
        sleeve = slide(0), slide(1), perpendicular(0, 2), perpendicular(1, 2)
        return (*sleeve, own_row(thread, self.pitch / (2.0 * math.pi)))
