# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from stickslip.bodies.declaration import Body
from stickslip.model.base import Part
from stickslip.typing import VectorLike


class OneWayClutch(Part):
    a: Body
    b: Body
    axis: tuple[float, ...]
    def torque(self) -> str: ...
    def __init__(self, a: Body, b: Body, *, axis: VectorLike = ..., name: str | None = None) -> None: ...
