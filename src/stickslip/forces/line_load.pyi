# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from typing import Any
from stickslip.forces.base import ForceElement
from stickslip.lines.declaration import Line
from stickslip.forces.assembly import Site
from collections.abc import Callable
from stickslip.typing import Numeric
from stickslip.model.functions import TimeFunction
from stickslip.typing import TimeLike
from stickslip.typing import VectorLike


class LineLoad(ForceElement):
    line: Line
    force: tuple[float, ...] | Callable[..., Any]
    start: float
    end: float | None
    factor: TimeFunction
    follower: bool
    moment: tuple[float, ...] | Callable[..., Any]
    @property
    def span(self) -> tuple[float, float]: ...
    def assemble(self, site: Site) -> None: ...
    def __init__(self, line: Line, force: Numeric | VectorLike | Callable[..., Any] = ..., *, start: Numeric = ..., end: Numeric | None = ..., factor: TimeLike = ..., follower: bool = ..., moment: Numeric | VectorLike | Callable[..., Any] = ..., name: str | None = None) -> None: ...
