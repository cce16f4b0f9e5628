# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from collections.abc import Callable
from collections.abc import Iterable
from typing import Any
from typing import Literal
from typing import Self
import numpy as np
from stickslip.bodies.declaration import Body
from stickslip.bodies.declaration import C
from stickslip.bodies.declaration import Frame
from stickslip.contact.shapes.line_surface import LineSurface
from stickslip.lines.sections import Material
from stickslip.lines.sections import Section
from stickslip.lines.sections import Shape
from stickslip.typing import Numeric
from stickslip.typing import VectorLike
from stickslip.results.series import BodySeries
from stickslip.system.assembled import Assembled
from stickslip.system.assembled import BodyBuilder
from stickslip.typing import MatrixLike

MOST_ELEMENTS: int
def points_of(start: Any, end: Any, dims: tuple[int, ...], owner: str) -> tuple[np.ndarray, np.ndarray]: ...

class Slender(Body, abstract=True):
    @property
    def reach(self) -> float: ...
    @property
    def curved(self) -> bool: ...
    @property
    def start(self) -> Frame: ...
    @property
    def end(self) -> Frame: ...
    def at(self, s: Numeric) -> Frame: ...
    def check_station(self, s: float, what: str) -> None: ...
    def add(self, contour: C, s: Numeric | None=None) -> C: ...
    def surface(self, radius: Numeric=0.0, *, name: str | None=None) -> LineSurface: ...

class Line(Slender, abstract=True):
    positions: tuple[tuple[float, ...], ...]
    order: Literal[1, 2]
    velocity: tuple[float, ...]
    angular_velocity: float | tuple[float, ...]
    velocities: tuple[tuple[float, ...], ...] | None
    closed: bool
    retardation: float
    mass_damping: float
    def assemble(self, builder: BodyBuilder) -> Assembled[Any]: ...
    @classmethod
    def series(cls) -> type[BodySeries]: ...
    @classmethod
    def source(cls) -> Any: ...
    @property
    def arc_lengths(self) -> np.ndarray: ...
    @property
    def reach(self) -> float: ...
    @property
    def length(self) -> float: ...
    def node(self, k: int | np.integer[Any]) -> Frame: ...
    def mesh(self, stations: Iterable[float]=()) -> np.ndarray: ...

class Beam(Line):
    section: Section | Shape
    material: Material | None
    normal: tuple[float, ...]
    rotations: tuple[tuple[float, ...], ...] | None
    @property
    def section_data(self) -> Section: ...
    @classmethod
    def straight(cls, start: VectorLike, end: VectorLike, elements: int, *, section: Section | Shape, material: Material | None=None, order: Literal[1, 2] = ..., velocity: VectorLike = ..., angular_velocity: Numeric | VectorLike = ..., velocities: MatrixLike | None = ..., closed: bool = ..., retardation: Numeric = ..., mass_damping: Numeric = ..., normal: VectorLike = ..., rotations: MatrixLike | None = ..., name: str | None = None) -> Self: ...
    def __init__(self, positions: MatrixLike, section: Section | Shape, material: Material | None = ..., *, order: Literal[1, 2] = ..., velocity: VectorLike = ..., angular_velocity: Numeric | VectorLike = ..., velocities: MatrixLike | None = ..., closed: bool = ..., retardation: Numeric = ..., mass_damping: Numeric = ..., normal: VectorLike = ..., rotations: MatrixLike | None = ..., name: str | None = None) -> None: ...

class BendingTorsionBeam(Beam):
    def __init__(self, positions: MatrixLike, section: Section | Shape, material: Material | None = ..., *, order: Literal[1, 2] = ..., velocity: VectorLike = ..., angular_velocity: Numeric | VectorLike = ..., velocities: MatrixLike | None = ..., closed: bool = ..., retardation: Numeric = ..., mass_damping: Numeric = ..., normal: VectorLike = ..., rotations: MatrixLike | None = ..., name: str | None = None) -> None: ...
    @classmethod
    def straight(cls, start: VectorLike, end: VectorLike, elements: int, *, section: Section | Shape, material: Material | None=None, order: Literal[1, 2] = ..., velocity: VectorLike = ..., angular_velocity: Numeric | VectorLike = ..., velocities: MatrixLike | None = ..., closed: bool = ..., retardation: Numeric = ..., mass_damping: Numeric = ..., normal: VectorLike = ..., rotations: MatrixLike | None = ..., name: str | None = None) -> Self: ...

class PlanarBeam(Beam):
    formulation: Literal['exact', 'redundant']
    @property
    def curved(self) -> bool: ...
    def __init__(self, positions: MatrixLike, section: Section | Shape, material: Material | None = ..., *, order: Literal[1, 2] = ..., velocity: VectorLike = ..., angular_velocity: Numeric | VectorLike = ..., velocities: MatrixLike | None = ..., closed: bool = ..., retardation: Numeric = ..., mass_damping: Numeric = ..., normal: VectorLike = ..., rotations: MatrixLike | None = ..., formulation: Literal['exact', 'redundant'] = ..., name: str | None = None) -> None: ...
    @classmethod
    def straight(cls, start: VectorLike, end: VectorLike, elements: int, *, section: Section | Shape, material: Material | None=None, order: Literal[1, 2] = ..., velocity: VectorLike = ..., angular_velocity: Numeric | VectorLike = ..., velocities: MatrixLike | None = ..., closed: bool = ..., retardation: Numeric = ..., mass_damping: Numeric = ..., normal: VectorLike = ..., rotations: MatrixLike | None = ..., formulation: Literal['exact', 'redundant'] = ..., name: str | None = None) -> Self: ...

class StringBody(Line):
    stiffness: float
    mass_per_length: float
    law: Literal['linear', 'neo-hookean'] | Callable[[float], float]
    rest_length: float | None
    formulation: Literal['plain', 'bezier']
    @property
    def curved(self) -> bool: ...
    @classmethod
    def straight(cls, start: VectorLike, end: VectorLike, elements: int, *, stiffness: Numeric, order: Literal[1, 2] = ..., velocity: VectorLike = ..., angular_velocity: Numeric | VectorLike = ..., velocities: MatrixLike | None = ..., closed: bool = ..., retardation: Numeric = ..., mass_damping: Numeric = ..., law: Literal['linear', 'neo-hookean'] | Callable[[float], float] = ..., rest_length: Numeric | None = ..., formulation: Literal['plain', 'bezier'] = ..., name: str | None = None) -> Self: ...
    def __init__(self, positions: MatrixLike, *, order: Literal[1, 2] = ..., velocity: VectorLike = ..., angular_velocity: Numeric | VectorLike = ..., velocities: MatrixLike | None = ..., closed: bool = ..., retardation: Numeric = ..., mass_damping: Numeric = ..., stiffness: Numeric, mass_per_length: Numeric, law: Literal['linear', 'neo-hookean'] | Callable[[float], float] = ..., rest_length: Numeric | None = ..., formulation: Literal['plain', 'bezier'] = ..., name: str | None = None) -> None: ...
