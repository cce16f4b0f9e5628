# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from stickslip.forces.base import ForceElement
from stickslip.joints import Revolute
from stickslip.forces.assembly import Site
from stickslip.typing import Numeric


class TorsionalSpring(ForceElement):
    joint: Revolute
    stiffness: float
    damping: float
    rest_angle: float
    def assemble(self, site: Site) -> None: ...
    def __init__(self, joint: Revolute, *, stiffness: Numeric, damping: Numeric = ..., rest_angle: Numeric = ..., name: str | None = None) -> None: ...
