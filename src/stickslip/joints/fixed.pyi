# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from stickslip.joints.base import Joint
from stickslip.bodies.declaration import Body
from stickslip.bodies.declaration import Frame
from stickslip.typing import VectorLike


class Fixed(Joint):
    def __init__(self, a: Body | Frame, b: Body | Frame, *, at: VectorLike | None = ..., name: str | None = None) -> None: ...
