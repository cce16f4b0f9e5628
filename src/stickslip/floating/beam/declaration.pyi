# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from typing import Any
from typing import Literal
from typing import Self
import numpy as np
from stickslip.lines.declaration import Slender
from stickslip.lines.sections import Material
from stickslip.lines.sections import Section
from stickslip.lines.sections import Shape
from stickslip.typing import VectorLike
from stickslip.results.series import BodySeries
from stickslip.system.assembled import Assembled
from stickslip.system.assembled import BodyBuilder
from stickslip.typing import Numeric

MOST_COORDINATES: int

class FloatingBeam(Slender):
    length: float
    elements: int
    section: Section | Shape
    material: Material | None
    position: tuple[float, ...]
    rotation: float
    velocity: tuple[float, ...]
    angular_velocity: float
    reference: Literal['tangential', 'pinned', 'articulated', 'mean']
    modes: int | None
    max_frequency: float | None
    retardation: float
    def assemble(self, builder: BodyBuilder) -> Assembled[Any]: ...
    @classmethod
    def series(cls) -> type[BodySeries]: ...
    @classmethod
    def source(cls) -> Any: ...
    @property
    def section_data(self) -> Section: ...
    @property
    def reach(self) -> float: ...
    @property
    def frequencies(self) -> np.ndarray: ...
    @property
    def modal(self) -> bool: ...
    @classmethod
    def straight(cls, start: VectorLike, end: VectorLike, elements: int, *, section: Section | Shape, material: Material | None=None, position: VectorLike = ..., rotation: Numeric = ..., velocity: VectorLike = ..., angular_velocity: Numeric = ..., reference: Literal['tangential', 'pinned', 'articulated', 'mean'] = ..., modes: int | None = ..., max_frequency: Numeric | None = ..., retardation: Numeric = ..., name: str | None = None) -> Self: ...
    def __init__(self, length: Numeric, elements: int, *, section: Section | Shape, material: Material | None = ..., position: VectorLike = ..., rotation: Numeric = ..., velocity: VectorLike = ..., angular_velocity: Numeric = ..., reference: Literal['tangential', 'pinned', 'articulated', 'mean'] = ..., modes: int | None = ..., max_frequency: Numeric | None = ..., retardation: Numeric = ..., name: str | None = None) -> None: ...
