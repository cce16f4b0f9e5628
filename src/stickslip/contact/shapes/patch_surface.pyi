# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from stickslip.contact.contours import Contour
from collections.abc import Iterable
from stickslip.typing import MatrixLike
from stickslip.typing import Numeric
from stickslip.typing import VectorLike


class PatchSurface(Contour):
    patches: tuple[tuple[int, int, int, int], ...]
    def drawn(self) -> bool: ...
    def __init__(self, patches: Iterable[Iterable[int]], *, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., s: Numeric | None = ..., node: int | None = ..., interface: str | None = ..., name: str | None = None) -> None: ...
