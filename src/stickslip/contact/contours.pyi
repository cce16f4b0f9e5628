# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from typing import ClassVar
from stickslip.model.base import Declaration
from stickslip.bodies.declaration import Body
from collections.abc import Iterable
from stickslip.typing import MatrixLike
from stickslip.typing import Numeric
from stickslip.typing import VectorLike


class Contour(Declaration, abstract=True):
    position: tuple[float, ...]
    rotation: float | tuple[float, ...] | tuple[tuple[float, ...], ...]
    s: float | None
    node: int | None
    interface: str | None
    whole_line: ClassVar[bool]
    @property
    def body(self) -> Body | None: ...
    def attach(self, body: Body) -> None: ...

class Point(Contour):
    def __init__(self, position: VectorLike = ..., *, rotation: Numeric | VectorLike | MatrixLike = ..., s: Numeric | None = ..., node: int | None = ..., interface: str | None = ..., name: str | None = None) -> None: ...

class Sphere(Contour):
    radius: float
    def __init__(self, radius: Numeric, *, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., s: Numeric | None = ..., node: int | None = ..., interface: str | None = ..., name: str | None = None) -> None: ...

class Circle(Contour):
    radius: float
    hollow: bool
    def __init__(self, radius: Numeric, *, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., s: Numeric | None = ..., node: int | None = ..., interface: str | None = ..., hollow: bool = ..., name: str | None = None) -> None: ...

class Plane(Contour):
    normal: tuple[float, ...]
    def __init__(self, normal: VectorLike, *, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., s: Numeric | None = ..., node: int | None = ..., interface: str | None = ..., name: str | None = None) -> None: ...

class LineSegment(Contour):
    start: tuple[float, ...]
    end: tuple[float, ...]
    radius: float
    def __init__(self, start: VectorLike, end: VectorLike, *, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., s: Numeric | None = ..., node: int | None = ..., interface: str | None = ..., radius: Numeric = ..., name: str | None = None) -> None: ...

class Cuboid(Contour):
    lengths: tuple[float, ...]
    def __init__(self, lengths: VectorLike, *, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., s: Numeric | None = ..., node: int | None = ..., interface: str | None = ..., name: str | None = None) -> None: ...

class Cylinder(Contour):
    radius: float
    length: float
    axis: tuple[float, ...]
    def __init__(self, radius: Numeric, length: Numeric = ..., *, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., s: Numeric | None = ..., node: int | None = ..., interface: str | None = ..., axis: VectorLike = ..., name: str | None = None) -> None: ...

class Ring(Contour):
    radius: float
    axis: tuple[float, ...]
    def __init__(self, radius: Numeric, *, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., s: Numeric | None = ..., node: int | None = ..., interface: str | None = ..., axis: VectorLike = ..., name: str | None = None) -> None: ...

class PatchSurface(Contour):
    patches: tuple[tuple[int, int, int, int], ...]
    def __init__(self, patches: Iterable[Iterable[int]], *, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., s: Numeric | None = ..., node: int | None = ..., interface: str | None = ..., name: str | None = None) -> None: ...

class LineSurface(Contour):
    radius: float
    pieces: int
    whole_line: ClassVar[bool]
    def __init__(self, radius: Numeric = ..., *, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., s: Numeric | None = ..., node: int | None = ..., interface: str | None = ..., pieces: int = ..., name: str | None = None) -> None: ...
