# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from stickslip.bodies.declaration import Body
from stickslip.bodies.declaration import Frame
from stickslip.forces.base import ForceElement
from stickslip.forces.assembly import Site
from stickslip.typing import Numeric
from stickslip.model.functions import TimeFunction
from stickslip.typing import TimeLike
from stickslip.typing import VectorLike


class Torque(ForceElement):
    on: Body | Frame
    vector: float | tuple[float, ...]
    factor: TimeFunction
    follower: bool
    reaction: Body | None
    def assemble(self, site: Site) -> None: ...
    def __init__(self, on: Body | Frame, vector: Numeric | VectorLike, *, factor: TimeLike = ..., follower: bool = ..., reaction: Body | None = ..., name: str | None = None) -> None: ...
