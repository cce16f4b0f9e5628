# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from collections.abc import Callable
from typing import Any
from typing import Literal
import numpy as np
from stickslip._arguments import number
from stickslip._arrays import Floats
from stickslip._arrays import Ints
from stickslip.bodies.declaration import Body
from stickslip.bodies.declaration import C
from stickslip.bodies.declaration import Frame
from stickslip.lines.sections import Material
from stickslip.shells.sections import Laminate
from stickslip.shells.sections import ShellSection
from stickslip.solids.declaration import nodes_where
from stickslip.typing import MatrixLike
from stickslip.typing import Numeric
from stickslip.typing import VectorLike
from stickslip.results.series import BodySeries
from stickslip.system.assembled import Assembled
from stickslip.system.assembled import BodyBuilder


class Shell(Body):
    nodes: np.ndarray
    cells: np.ndarray
    section: ShellSection | Laminate | None
    material: Material | None
    thickness: float | None
    directors: np.ndarray | None
    direction: tuple[float, ...]
    prestress: tuple[float, ...]
    mass_distribution: Literal['lumped']
    retardation: float
    mass_damping: float
    velocity: tuple[float, ...] | np.ndarray | Callable[..., Any]
    angular_velocity: tuple[float, ...]
    @property
    def dim(self) -> int: ...
    @property
    def section_data(self) -> ShellSection: ...
    @property
    def unit_directors(self) -> Floats: ...
    def nodes_where(self, condition: Callable[..., Any]) -> Ints: ...
    def boundary(self, condition: Callable[..., Any] | None=None) -> Ints: ...
    @property
    def extent(self) -> str: ...
    def check_place(self, node: int | None, place: Any, what: str) -> None: ...
    def node(self, number: int | np.integer[Any]) -> Frame: ...
    def nearest(self, point: VectorLike) -> Frame: ...
    def add(self, contour: C, node: Any=None) -> C: ...
    def assemble(self, builder: BodyBuilder) -> Assembled: ...
    @classmethod
    def series(cls) -> type[BodySeries]: ...
    @classmethod
    def source(cls) -> Any: ...
    @classmethod
    def plate(cls, lengths: VectorLike, divisions: int | VectorLike, *, order: Literal[1, 2]=1, section: ShellSection | Laminate | None = ..., material: Material | None = ..., thickness: Numeric | None = ..., directors: MatrixLike | None = ..., direction: VectorLike = ..., prestress: VectorLike = ..., mass_distribution: Literal['lumped'] = ..., retardation: Numeric = ..., mass_damping: Numeric = ..., velocity: VectorLike | MatrixLike | Callable[..., Any] = ..., angular_velocity: VectorLike = ..., name: str | None = None) -> Shell: ...
    @classmethod
    def cylinder(cls, radius: Numeric, length: Numeric, divisions: VectorLike, *, angles: VectorLike=(0.0, 2.0 * np.pi), order: Literal[1, 2]=1, section: ShellSection | Laminate | None = ..., material: Material | None = ..., thickness: Numeric | None = ..., directors: MatrixLike | None = ..., direction: VectorLike = ..., prestress: VectorLike = ..., mass_distribution: Literal['lumped'] = ..., retardation: Numeric = ..., mass_damping: Numeric = ..., velocity: VectorLike | MatrixLike | Callable[..., Any] = ..., angular_velocity: VectorLike = ..., name: str | None = None) -> Shell: ...
    @classmethod
    def sphere(cls, radius: Numeric, divisions: int, *, section: ShellSection | Laminate | None = ..., material: Material | None = ..., thickness: Numeric | None = ..., directors: MatrixLike | None = ..., direction: VectorLike = ..., prestress: VectorLike = ..., mass_distribution: Literal['lumped'] = ..., retardation: Numeric = ..., mass_damping: Numeric = ..., velocity: VectorLike | MatrixLike | Callable[..., Any] = ..., angular_velocity: VectorLike = ..., name: str | None = None) -> Shell: ...
    @classmethod
    def from_mesh(cls, nodes: Any, quads: MatrixLike=(), triangles: MatrixLike=(), *, section: ShellSection | Laminate | None = ..., material: Material | None = ..., thickness: Numeric | None = ..., directors: MatrixLike | None = ..., direction: VectorLike = ..., prestress: VectorLike = ..., mass_distribution: Literal['lumped'] = ..., retardation: Numeric = ..., mass_damping: Numeric = ..., velocity: VectorLike | MatrixLike | Callable[..., Any] = ..., angular_velocity: VectorLike = ..., name: str | None = None) -> Shell: ...
    def __init__(self, nodes: MatrixLike, cells: MatrixLike, section: ShellSection | Laminate | None = ..., *, material: Material | None = ..., thickness: Numeric | None = ..., directors: MatrixLike | None = ..., direction: VectorLike = ..., prestress: VectorLike = ..., mass_distribution: Literal['lumped'] = ..., retardation: Numeric = ..., mass_damping: Numeric = ..., velocity: VectorLike | MatrixLike | Callable[..., Any] = ..., angular_velocity: VectorLike = ..., name: str | None = None) -> None: ...
