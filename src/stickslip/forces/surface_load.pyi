# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from typing import Any
from stickslip.forces.base import ForceElement
from stickslip.shells.declaration import Shell
from stickslip.solids.declaration import SolidBody
from stickslip.forces.assembly import Site
from stickslip.system.bodies import BodySet
from stickslip.system.functions import FunctionTable
import numpy as np
from collections.abc import Callable
from stickslip.typing import MatrixLike
from stickslip.typing import Numeric
from stickslip.model.functions import TimeFunction
from stickslip.typing import TimeLike
from stickslip.typing import VectorLike


class SurfaceLoad(ForceElement):
    solid: SolidBody | Shell
    facets: np.ndarray
    traction: tuple[float, ...] | Callable[..., Any]
    pressure: float | Callable[..., float] | None
    factor: TimeFunction
    follower: bool
    def batch(self, bodies: BodySet, functions: FunctionTable) -> Any: ...
    def assemble(self, site: Site) -> None: ...
    def __init__(self, solid: SolidBody | Shell, facets: MatrixLike, *, traction: Numeric | VectorLike | Callable[..., Any] = ..., pressure: Numeric | Callable[..., float] | None = ..., factor: TimeLike = ..., follower: bool = ..., name: str | None = None) -> None: ...
