# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from stickslip.bodies.declaration import Body
from stickslip.bodies.declaration import Frame
from stickslip.forces.base import ForceElement
from stickslip.forces.assembly import Site
from stickslip.typing import VectorLike


class Bushing(ForceElement):
    a: Body | Frame
    b: Body | Frame
    stiffness: tuple[float, ...]
    damping: tuple[float, ...]
    def assemble(self, site: Site) -> None: ...
    def __init__(self, a: Body | Frame, b: Body | Frame, *, stiffness: VectorLike, damping: VectorLike = ..., name: str | None = None) -> None: ...
