# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from stickslip.bodies.declaration import Body
from stickslip.bodies.declaration import Frame
from stickslip.forces.base import ForceElement
from stickslip.forces.assembly import Site
from stickslip.model.functions import TimeFunction
from stickslip.typing import TimeLike
from stickslip.typing import VectorLike


class PointForce(ForceElement):
    on: Body | Frame
    vector: tuple[float, ...]
    factor: TimeFunction
    follower: bool
    def assemble(self, site: Site) -> None: ...
    def __init__(self, on: Body | Frame, vector: VectorLike, *, factor: TimeLike = ..., follower: bool = ..., name: str | None = None) -> None: ...
