# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from typing import Any
from typing import Literal
import numpy as np
from stickslip.bodies.declaration import Body
from stickslip.bodies.declaration import RigidBody
from stickslip.model.base import Part
from stickslip.solids.declaration import SolidBody
from stickslip.system.assembled import Assembled
from stickslip.system.assembled import BodyBuilder
from stickslip.typing import MatrixLike
from stickslip.typing import Numeric
from stickslip.typing import VectorLike


class MasslessBody(Body):
    position: tuple[float, ...]
    rotation: float | tuple[float, ...]
    def assemble(self, builder: BodyBuilder) -> Assembled[Any]: ...
    def __init__(self, position: VectorLike = ..., *, rotation: Numeric | VectorLike = ..., name: str | None = None) -> None: ...

class Bond(Part):
    solid: SolidBody
    facets: np.ndarray
    body: Body
    multiplier: Literal['P1', 'P0', 'dual']
    def __init__(self, solid: SolidBody, facets: MatrixLike, body: Body, *, multiplier: Literal['P1', 'P0', 'dual'] = ..., name: str | None = None) -> None: ...

class Tie(Part):
    solid: SolidBody
    facets: np.ndarray
    other: SolidBody
    onto: np.ndarray
    multiplier: Literal['P1', 'P0', 'dual']
    def __init__(self, solid: SolidBody, facets: MatrixLike, *, other: SolidBody, onto: MatrixLike, multiplier: Literal['P1', 'P0', 'dual'] = ..., name: str | None = None) -> None: ...

class Observer(Part):
    solid: SolidBody
    nodes: np.ndarray
    body: MasslessBody | RigidBody
    weights: tuple[float, ...]
    predict_only: bool
    def __init__(self, solid: SolidBody, nodes: VectorLike, body: MasslessBody | RigidBody, *, weights: VectorLike = ..., predict_only: bool = ..., name: str | None = None) -> None: ...
