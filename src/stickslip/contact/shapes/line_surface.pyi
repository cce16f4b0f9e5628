# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from typing import ClassVar
from stickslip.contact.contours import Contour
from stickslip.typing import MatrixLike
from stickslip.typing import Numeric
from stickslip.typing import VectorLike


class LineSurface(Contour):
    radius: float
    pieces: int
    whole_line: ClassVar[bool]
    def __init__(self, radius: Numeric = ..., *, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., s: Numeric | None = ..., node: int | None = ..., interface: str | None = ..., pieces: int = ..., name: str | None = None) -> None: ...
