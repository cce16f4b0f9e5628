# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from typing import Any
from stickslip.joints.base import FreeAxisJoint
from stickslip.joints.base import Row
from stickslip.bodies.declaration import Body
from stickslip.bodies.declaration import Frame
from collections.abc import Iterable
from stickslip.typing import Numeric
from stickslip.typing import TimeLike
from stickslip.typing import VectorLike

def thread(x: Any, D: Any, coordinate: float, constant: float, force: Any, moment: Any) -> float: ...

class Screw(FreeAxisJoint):
    pitch: float
    def constraints(self, dim: int, apart: float) -> tuple[Row, ...]: ...
    def __init__(self, a: Body | Frame, b: Body | Frame, *, at: VectorLike | None = ..., axis: VectorLike = ..., motion: TimeLike | None = ..., effort: TimeLike | None = ..., stops: Iterable[Numeric] | None = ..., stop_restitution: Numeric = ..., friction: Numeric = ..., pitch: Numeric, name: str | None = None) -> None: ...
