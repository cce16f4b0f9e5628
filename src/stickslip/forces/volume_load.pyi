# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from typing import Any
from stickslip.forces.base import ForceElement
from stickslip.solids.declaration import SolidBody
from stickslip.forces.assembly import Site
from collections.abc import Callable
from collections.abc import Iterable
from stickslip.typing import Numeric
from stickslip.model.functions import TimeFunction
from stickslip.typing import TimeLike
from stickslip.typing import VectorLike


class VolumeLoad(ForceElement):
    solid: SolidBody
    force: tuple[float, ...] | Callable[..., Any]
    elements: tuple[int, ...] | None
    factor: TimeFunction
    def assemble(self, site: Site) -> None: ...
    def __init__(self, solid: SolidBody, force: Numeric | VectorLike | Callable[..., Any], *, elements: Iterable[int] | None = ..., factor: TimeLike = ..., name: str | None = None) -> None: ...
