# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from typing import Any
import numpy as np
from stickslip.model.base import Part
from stickslip.shells.declaration import Shell
from stickslip.solids.declaration import SolidBody
from collections.abc import Iterable
from stickslip.model.functions import TimeFunction
from stickslip.typing import TimeLike
from stickslip.typing import VectorLike


class Support(Part):
    solid: SolidBody | Shell
    nodes: np.ndarray
    components: tuple[str, ...] | None
    motion: tuple[TimeFunction, ...]
    directors: bool | tuple[str, ...]
    def details(self) -> dict[str, Any]: ...
    @property
    def letters(self) -> tuple[str, ...]: ...
    @property
    def joints(self) -> int: ...
    @property
    def axes(self) -> tuple[int, ...]: ...
    def __init__(self, solid: SolidBody | Shell, nodes: VectorLike, *, components: str | Iterable[str] | None = ..., motion: Iterable[TimeLike] = ..., directors: bool | str | Iterable[str] = ..., name: str | None = None) -> None: ...
