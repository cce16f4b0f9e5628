# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from stickslip.contact.contours import Contour
from stickslip.contact.contours import Outline
from stickslip.contact.contours import Seen
from stickslip.viz.scene import Shape
from stickslip.typing import MatrixLike
from stickslip.typing import Numeric
from stickslip.typing import VectorLike


class Cuboid(Contour):
    lengths: tuple[float, ...]
    def outline(self, dim: int) -> Outline: ...
    def seen(self, dim: int) -> Seen: ...
    def picture(self, dim: int, far: float) -> Shape: ...
    def __init__(self, lengths: VectorLike, *, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., s: Numeric | None = ..., node: int | None = ..., interface: str | None = ..., name: str | None = None) -> None: ...
