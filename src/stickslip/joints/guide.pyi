# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from stickslip.bodies.declaration import Body
from stickslip.bodies.declaration import Frame
from stickslip.lines.declaration import Line
from stickslip.model.base import Part


class Guide(Part):
    line: Line
    b: Body | Frame
    relative: bool
    def __init__(self, line: Line, b: Body | Frame, *, relative: bool = ..., name: str | None = None) -> None: ...
