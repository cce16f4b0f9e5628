# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from collections.abc import Callable
from collections.abc import Iterable
from typing import Any
from typing import ClassVar
from typing import Self
from typing import TypeVar
from stickslip.contact.contours import Contour
from stickslip.meshes.declaration import Mesh
from stickslip.model.base import Declaration
from stickslip.model.base import Part
from stickslip.typing import MatrixLike
from stickslip.typing import Numeric
from stickslip.typing import VectorLike
from stickslip.results.series import BodySeries
from stickslip.system.assembled import Assembled
from stickslip.system.assembled import BodyBuilder
from stickslip.model.functions import TimeFunction
from stickslip.typing import TimeLike

C = TypeVar('C', bound=Contour)

class Frame(Declaration):
    body: Declaration
    position: tuple[float, ...]
    rotation: float | tuple[float, ...] | tuple[tuple[float, ...], ...]
    s: float | None
    node: int | None
    interface: str | None
    def __init__(self, body: Declaration, position: VectorLike = ..., *, rotation: Numeric | VectorLike | MatrixLike = ..., s: Numeric | None = ..., node: int | None = ..., interface: str | None = ..., name: str | None = None) -> None: ...

class Body(Part, abstract=True):
    family: ClassVar[str]
    families: ClassVar[dict[str, type[Body]]]
    def frame(self, name: str, position: VectorLike | None=None, *, rotation: Numeric | VectorLike | MatrixLike=0.0, s: Numeric | None=None, node: int | None=None, interface: str | None=None) -> Frame: ...
    def __getitem__(self, name: str) -> Frame: ...
    def point(self, name: str, position: VectorLike | None=None) -> Frame: ...
    def add(self, contour: C) -> C: ...
    def assemble(self, builder: BodyBuilder) -> Assembled[Any]: ...
    def smallest_extent(self) -> float | None: ...
    @classmethod
    def series(cls) -> type[BodySeries]: ...
    @classmethod
    def source(cls) -> Any: ...
    @property
    def contours(self) -> tuple[Contour, ...]: ...
    @property
    def frames(self) -> tuple[Frame, ...]: ...

class Ground(Body, abstract=True):
    def assemble(self, builder: BodyBuilder) -> Assembled[Any]: ...
def check_rotation(value: Any) -> Any: ...

class PointMass(Body):
    mass: float
    position: tuple[float, ...]
    velocity: tuple[float, ...]
    def assemble(self, builder: BodyBuilder) -> Assembled[Any]: ...
    def __init__(self, mass: Numeric, *, position: VectorLike = ..., velocity: VectorLike = ..., name: str | None = None) -> None: ...

class RigidBody(Body):
    mass: float
    inertia: float | tuple[float, ...] | tuple[tuple[float, ...], ...]
    position: tuple[float, ...]
    rotation: float | tuple[float, ...] | tuple[tuple[float, ...], ...]
    velocity: tuple[float, ...]
    angular_velocity: float | tuple[float, ...]
    def assemble(self, builder: BodyBuilder) -> Assembled[Any]: ...
    @classmethod
    def box(cls, lengths: VectorLike, *, density: Numeric | None=None, mass: Numeric | None=None, contour: bool=True, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., velocity: VectorLike = ..., angular_velocity: Numeric | VectorLike = ..., name: str | None = None) -> Self: ...
    @classmethod
    def sphere(cls, radius: Numeric, *, density: Numeric | None=None, mass: Numeric | None=None, contour: bool=True, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., velocity: VectorLike = ..., angular_velocity: Numeric | VectorLike = ..., name: str | None = None) -> Self: ...
    @classmethod
    def disk(cls, radius: Numeric, *, density: Numeric | None=None, mass: Numeric | None=None, contour: bool=True, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., velocity: VectorLike = ..., angular_velocity: Numeric | VectorLike = ..., name: str | None = None) -> Self: ...
    @classmethod
    def cylinder(cls, radius: Numeric, length: Numeric, *, density: Numeric | None=None, mass: Numeric | None=None, contour: bool=True, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., velocity: VectorLike = ..., angular_velocity: Numeric | VectorLike = ..., name: str | None = None) -> Self: ...
    @classmethod
    def capsule(cls, radius: Numeric, length: Numeric, *, density: Numeric | None=None, mass: Numeric | None=None, contour: bool=True, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., velocity: VectorLike = ..., angular_velocity: Numeric | VectorLike = ..., name: str | None = None) -> Self: ...
    @classmethod
    def mesh(cls, mesh: Mesh, *, density: Numeric | None=None, mass: Numeric | None=None, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., velocity: VectorLike = ..., angular_velocity: Numeric | VectorLike = ..., name: str | None = None) -> Self: ...
    @classmethod
    def combined(cls, bodies: Iterable[RigidBody | PointMass], *, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., velocity: VectorLike = ..., angular_velocity: Numeric | VectorLike = ..., name: str | None = None) -> Self: ...
    def __init__(self, mass: Numeric, inertia: Numeric | VectorLike | MatrixLike, *, position: VectorLike = ..., rotation: Numeric | VectorLike | MatrixLike = ..., velocity: VectorLike = ..., angular_velocity: Numeric | VectorLike = ..., name: str | None = None) -> None: ...

class PrescribedBody(Body):
    position: tuple[float, ...]
    rotation: float | tuple[float, ...] | tuple[tuple[float, ...], ...]
    motion: tuple[TimeFunction, ...]
    axis: tuple[float, ...]
    angle: TimeFunction
    def assemble(self, builder: BodyBuilder) -> Assembled[Any]: ...
    def __init__(self, position: VectorLike = ..., *, rotation: Numeric | VectorLike | MatrixLike = ..., motion: Iterable[TimeLike] = ..., axis: VectorLike = ..., angle: TimeLike = ..., name: str | None = None) -> None: ...

class LinearPoint(Declaration):
    position: tuple[float, ...]
    jacobian: tuple[tuple[float, ...], ...]
    def __init__(self, position: VectorLike, jacobian: MatrixLike, *, name: str | None = None) -> None: ...

class LinearBody(Body):
    mass_matrix: tuple[tuple[float, ...], ...]
    stiffness_matrix: tuple[tuple[float, ...], ...]
    damping_matrix: tuple[tuple[float, ...], ...] | None
    points: list[LinearPoint]
    q: tuple[float, ...]
    u: tuple[float, ...]
    load: tuple[float, ...]
    force: Callable[..., None] | None
    def assemble(self, builder: BodyBuilder) -> Assembled[Any]: ...
    @classmethod
    def source(cls) -> Any: ...
    def __init__(self, mass_matrix: MatrixLike, stiffness_matrix: MatrixLike, *, damping_matrix: MatrixLike | None = ..., points: Iterable[LinearPoint] = ..., q: VectorLike = ..., u: VectorLike = ..., load: VectorLike = ..., force: Callable[..., None] | None = ..., name: str | None = None) -> None: ...
