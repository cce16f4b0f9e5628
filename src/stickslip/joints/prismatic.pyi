# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from stickslip.joints.base import FreeAxisJoint
from stickslip.bodies.declaration import Body
from stickslip.bodies.declaration import Frame
from collections.abc import Iterable
from stickslip.typing import Numeric
from stickslip.typing import TimeLike
from stickslip.typing import VectorLike


class Prismatic(FreeAxisJoint):
    relative: bool
    def __init__(self, a: Body | Frame, b: Body | Frame, *, at: VectorLike | None = ..., axis: VectorLike = ..., motion: TimeLike | None = ..., effort: TimeLike | None = ..., stops: Iterable[Numeric] | None = ..., stop_restitution: Numeric = ..., friction: Numeric = ..., relative: bool = ..., name: str | None = None) -> None: ...
