# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from collections.abc import Callable
from typing import Any
from typing import ClassVar
from stickslip.bodies.declaration import Body
from stickslip.bodies.declaration import Frame
from stickslip.joints import Revolute
from stickslip.lines.declaration import Line
from stickslip.model.base import Part
from stickslip.shells.declaration import Shell
from stickslip.solids.declaration import SolidBody
from stickslip.system.bodies import BodySet
from stickslip.system.functions import FunctionTable
import numpy as np
from collections.abc import Iterable
from stickslip.typing import MatrixLike
from stickslip.typing import Numeric
from stickslip.model.functions import TimeFunction
from stickslip.typing import TimeLike
from stickslip.typing import VectorLike

Density = tuple[float, ...] | Callable[..., Any]
Pressure = float | Callable[..., float] | None

class ForceElement(Part, abstract=True):
    def batch(self, bodies: BodySet, functions: FunctionTable) -> Any: ...

class PointForce(ForceElement):
    on: Body | Frame
    vector: tuple[float, ...]
    factor: TimeFunction
    follower: bool
    def __init__(self, on: Body | Frame, vector: VectorLike, *, factor: TimeLike = ..., follower: bool = ..., name: str | None = None) -> None: ...

class Torque(ForceElement):
    on: Body | Frame
    vector: float | tuple[float, ...]
    factor: TimeFunction
    follower: bool
    reaction: Body | None
    def __init__(self, on: Body | Frame, vector: Numeric | VectorLike, *, factor: TimeLike = ..., follower: bool = ..., reaction: Body | None = ..., name: str | None = None) -> None: ...

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
    def __init__(self, line: Line, force: Numeric | VectorLike | Callable[..., Any] = ..., *, start: Numeric = ..., end: Numeric | None = ..., factor: TimeLike = ..., follower: bool = ..., moment: Numeric | VectorLike | Callable[..., Any] = ..., name: str | None = None) -> None: ...

class SurfaceLoad(ForceElement):
    solid: SolidBody | Shell
    facets: np.ndarray
    traction: tuple[float, ...] | Callable[..., Any]
    pressure: float | Callable[..., float] | None
    factor: TimeFunction
    follower: bool
    def batch(self, bodies: BodySet, functions: FunctionTable) -> Any: ...
    def __init__(self, solid: SolidBody | Shell, facets: MatrixLike, *, traction: Numeric | VectorLike | Callable[..., Any] = ..., pressure: Numeric | Callable[..., float] | None = ..., factor: TimeLike = ..., follower: bool = ..., name: str | None = None) -> None: ...

class EdgeLoad(ForceElement):
    turns_directors: ClassVar[bool]
    shell: Shell
    sides: np.ndarray
    force: tuple[float, ...]
    moment: tuple[float, ...]
    factor: TimeFunction
    def __init__(self, shell: Shell, sides: MatrixLike, *, force: VectorLike = ..., moment: VectorLike = ..., factor: TimeLike = ..., name: str | None = None) -> None: ...

class VolumeLoad(ForceElement):
    solid: SolidBody
    force: tuple[float, ...] | Callable[..., Any]
    elements: tuple[int, ...] | None
    factor: TimeFunction
    def __init__(self, solid: SolidBody, force: Numeric | VectorLike | Callable[..., Any], *, elements: Iterable[int] | None = ..., factor: TimeLike = ..., name: str | None = None) -> None: ...

class SpringDamper(ForceElement):
    a: Body | Frame
    b: Body | Frame
    stiffness: float
    damping: float
    rest_length: float | None
    def __init__(self, a: Body | Frame, b: Body | Frame, *, stiffness: Numeric, damping: Numeric = ..., rest_length: Numeric | None = ..., name: str | None = None) -> None: ...

class TorsionalSpring(ForceElement):
    joint: Revolute
    stiffness: float
    damping: float
    rest_angle: float
    def __init__(self, joint: Revolute, *, stiffness: Numeric, damping: Numeric = ..., rest_angle: Numeric = ..., name: str | None = None) -> None: ...

class Bushing(ForceElement):
    a: Body | Frame
    b: Body | Frame
    stiffness: tuple[float, ...]
    damping: tuple[float, ...]
    def __init__(self, a: Body | Frame, b: Body | Frame, *, stiffness: VectorLike, damping: VectorLike = ..., name: str | None = None) -> None: ...

class UserForce(ForceElement):
    on: Body | Frame
    function: Callable[..., None]
    reaction: Body | Frame | None
    def __init__(self, on: Body | Frame, function: Callable[..., None], *, reaction: Body | Frame | None = ..., name: str | None = None) -> None: ...
