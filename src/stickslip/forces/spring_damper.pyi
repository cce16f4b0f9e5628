# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from stickslip.forces.line_force import LineForce
from stickslip.forces.assembly import Site
from stickslip.bodies.declaration import Body
from stickslip.bodies.declaration import Frame
from stickslip.typing import Numeric


class SpringDamper(LineForce):
    stiffness: float
    damping: float
    rest_length: float | None
    def assemble(self, site: Site) -> None: ...
    def __init__(self, a: Body | Frame, b: Body | Frame, *, stiffness: Numeric, damping: Numeric = ..., rest_length: Numeric | None = ..., name: str | None = None) -> None: ...
