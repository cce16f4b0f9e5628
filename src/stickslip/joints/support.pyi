# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from typing import Any
import numpy as np
from stickslip.model.base import Part
from stickslip.solids.declaration import SolidBody
from collections.abc import Iterable
from stickslip.model.functions import TimeFunction
from stickslip.typing import TimeLike
from stickslip.typing import VectorLike


class Support(Part):
    solid: SolidBody
    nodes: np.ndarray
    components: tuple[str, ...]
    motion: tuple[TimeFunction, ...]
    def details(self) -> dict[str, Any]: ...
    @property
    def axes(self) -> tuple[int, ...]: ...
    def __init__(self, solid: SolidBody, nodes: VectorLike, *, components: str | Iterable[str] = ..., motion: Iterable[TimeLike] = ..., name: str | None = None) -> None: ...
