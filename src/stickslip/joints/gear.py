"""Two coupled revolute joints."""

from __future__ import annotations

from pydantic import InstanceOf, field_validator

from stickslip.joints.revolute import Revolute
from stickslip.model.base import Number, Part


class Gear(Part):
    """Two coupled revolute joints: rate of ``first`` + ratio rate of ``second`` = 0 (external gears: ratio = r2/r1).

    Parameters
    ----------
    first, second : Revolute
    ratio : float
        Not 0; negative for internal gears.
    """

    positional = ("first", "second")

    first: InstanceOf[Revolute]
    second: InstanceOf[Revolute]
    ratio: Number

    @field_validator("ratio")
    @classmethod
    def _nonzero(cls, value: float) -> float:
        if value == 0.0:
            raise ValueError("must not be 0")
        return value
