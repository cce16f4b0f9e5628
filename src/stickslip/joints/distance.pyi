# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from stickslip.joints.base import Joint
from stickslip.joints.base import Row
from stickslip.bodies.declaration import Body
from stickslip.bodies.declaration import Frame
from stickslip.typing import Numeric
from stickslip.typing import VectorLike


class Distance(Joint):
    length: float | None
    def constraints(self, dim: int, apart: float) -> tuple[Row, ...]: ...
    def __init__(self, a: Body | Frame, b: Body | Frame, *, at: VectorLike | None = ..., length: Numeric | None = ..., name: str | None = None) -> None: ...
