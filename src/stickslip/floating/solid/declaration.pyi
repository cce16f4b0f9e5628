# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from typing import Literal
import numpy as np
from stickslip.bodies.declaration import Body
from stickslip.bodies.declaration import C
from stickslip.bodies.declaration import Frame
from stickslip.floating.elastic import ElasticMatrices
from stickslip.solids.declaration import SolidBody
from stickslip.solids.declaration import frame_at
from stickslip.typing import VectorLike
from stickslip.results.series import BodySeries
from stickslip.system.assembled import Assembled
from stickslip.system.assembled import BodyBuilder
from stickslip.typing import MatrixLike
from stickslip.typing import Numeric

Interfaces = dict[str, np.ndarray]
Place = str | np.ndarray | None

class FloatingSolid(Body):
    shape: SolidBody | ElasticMatrices
    interfaces: dict[str, np.ndarray]
    reference: Literal['tisserand', 'attached', 'clamped']
    frame_at: str | np.ndarray | None
    reduction: Literal['free-interface', 'craig-bampton']
    modes: int | None
    max_frequency: float | None
    position: tuple[float, ...]
    rotation: float | tuple[float, ...] | tuple[tuple[float, ...], ...]
    velocity: tuple[float, ...]
    angular_velocity: float | tuple[float, ...]
    elastic: tuple[float, ...]
    retardation: float
    damping_ratio: float
    def assemble(self, builder: BodyBuilder) -> Assembled[Any]: ...
    @classmethod
    def series(cls) -> type[BodySeries]: ...
    @classmethod
    def source(cls) -> Any: ...
    @property
    def dim(self) -> int: ...
    @property
    def nodes(self) -> np.ndarray: ...
    @property
    def frame_nodes(self) -> np.ndarray: ...
    @property
    def frequencies(self) -> np.ndarray: ...
    def check_place(self, node: int | None, place: Any, what: str) -> None: ...
    def check_interface(self, name: str, what: str) -> None: ...
    def node(self, number: int | np.integer[Any]) -> Frame: ...
    def at(self, node: int | np.integer[Any]) -> Frame: ...
    def nearest(self, point: VectorLike) -> Frame: ...
    def interface(self, name: str) -> Frame: ...
    def add(self, contour: C, node: int | np.integer[Any] | None=None, *, interface: str | None=None) -> C: ...
    @classmethod
    def read(cls, path: str | Path, stiffness: Any=None, coordinates: Any=None, *, interfaces: Mapping[str, VectorLike] = ..., reference: Literal['tisserand', 'attached', 'clamped'] = ..., frame_at: str | VectorLike | None = ..., reduction: Literal['free-interface', 'craig-bampton'] = ..., modes: int | None = ..., max_frequency: Numeric | None = ..., position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., velocity: VectorLike = ..., angular_velocity: Numeric | VectorLike = ..., elastic: VectorLike = ..., retardation: Numeric = ..., damping_ratio: Numeric = ..., name: str | None = None) -> FloatingSolid: ...
    def __init__(self, shape: SolidBody | ElasticMatrices, *, interfaces: Mapping[str, VectorLike] = ..., reference: Literal['tisserand', 'attached', 'clamped'] = ..., frame_at: str | VectorLike | None = ..., reduction: Literal['free-interface', 'craig-bampton'] = ..., modes: int | None = ..., max_frequency: Numeric | None = ..., position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., velocity: VectorLike = ..., angular_velocity: Numeric | VectorLike = ..., elastic: VectorLike = ..., retardation: Numeric = ..., damping_ratio: Numeric = ..., name: str | None = None) -> None: ...
