# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from typing import ClassVar
from stickslip.forces.base import ForceElement
from stickslip.shells.declaration import Shell
from stickslip.forces.assembly import Site
import numpy as np
from stickslip.typing import MatrixLike
from stickslip.model.functions import TimeFunction
from stickslip.typing import TimeLike
from stickslip.typing import VectorLike


class EdgeLoad(ForceElement):
    turns_directors: ClassVar[bool]
    shell: Shell
    sides: np.ndarray
    force: tuple[float, ...]
    moment: tuple[float, ...]
    factor: TimeFunction
    def assemble(self, site: Site) -> None: ...
    def __init__(self, shell: Shell, sides: MatrixLike, *, force: VectorLike = ..., moment: VectorLike = ..., factor: TimeLike = ..., name: str | None = None) -> None: ...
