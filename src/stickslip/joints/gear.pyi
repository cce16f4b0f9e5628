# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from stickslip.joints.revolute import Revolute
from stickslip.model.base import Part
from stickslip.typing import Numeric


class Gear(Part):
    first: Revolute
    second: Revolute
    ratio: float
    def __init__(self, first: Revolute, second: Revolute, *, ratio: Numeric, name: str | None = None) -> None: ...
