# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from stickslip.contact.contours import Contour
from stickslip.contact.contours import Outline
from stickslip.contact.contours import Seen
from stickslip.typing import MatrixLike
from stickslip.typing import Numeric
from stickslip.typing import VectorLike


class Cone(Contour):
    radius: float
    length: float
    axis: tuple[float, ...]
    def inscribed(self) -> float: ...
    def outline(self, dim: int) -> Outline: ...
    def seen(self, dim: int) -> Seen: ...
    def __init__(self, radius: Numeric, length: Numeric, *, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., s: Numeric | None = ..., node: int | None = ..., interface: str | None = ..., axis: VectorLike = ..., name: str | None = None) -> None: ...
