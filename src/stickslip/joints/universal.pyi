# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from stickslip.joints.base import Joint
from stickslip.model.base import Vector
from stickslip.bodies.declaration import Body
from stickslip.bodies.declaration import Frame
from stickslip.typing import VectorLike


class Universal(Joint):
    axis_a: tuple[float, ...]
    axis_b: tuple[float, ...]
    def directions(self, dim: int) -> tuple[Vector, ...]: ...
    def __init__(self, a: Body | Frame, b: Body | Frame, *, at: VectorLike | None = ..., axis_a: VectorLike = ..., axis_b: VectorLike = ..., name: str | None = None) -> None: ...
