# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
import numpy as np
from stickslip.model.base import Declaration
from collections.abc import Iterable
from stickslip.typing import MatrixLike
from stickslip.typing import Numeric


class Material(Declaration):
    young: float
    density: float
    poisson: float
    @property
    def shear(self) -> float: ...
    def __init__(self, *, young: Numeric, density: Numeric, poisson: float = ..., name: str | None = None) -> None: ...
steel: Material

class Section(Declaration):
    EA: float
    EI: float | tuple[float, float]
    GA: float | tuple[float, float]
    GJ: float
    mass_per_length: float
    inertia: float | tuple[float, float]
    stiffness: tuple[tuple[float, ...], ...] | None
    @property
    def matrix(self) -> np.ndarray: ...
    @property
    def mass_moments(self) -> tuple[float, float]: ...
    def __init__(self, *, EA: Numeric = ..., EI: Numeric | Iterable[Numeric] = ..., GA: Numeric | Iterable[Numeric] = ..., GJ: Numeric = ..., mass_per_length: Numeric, inertia: Numeric | Iterable[Numeric], stiffness: MatrixLike | None = ..., name: str | None = None) -> None: ...

class Shape(Declaration, abstract=True):
    @property
    def area(self) -> float: ...
    @property
    def moments(self) -> tuple[float, float]: ...
    @property
    def torsion(self) -> float: ...
    @property
    def shear_area(self) -> float: ...
    def of(self, material: Material) -> Section: ...
def section_of(section: Section | Shape, material: Material | None) -> Section: ...

class Rectangle(Shape):
    width: float
    height: float
    shear_factor: float
    @property
    def shear_area(self) -> float: ...
    @property
    def area(self) -> float: ...
    @property
    def moments(self) -> tuple[float, float]: ...
    @property
    def torsion(self) -> float: ...
    def __init__(self, width: Numeric, height: Numeric, *, shear_factor: Numeric = ..., name: str | None = None) -> None: ...

class Round(Shape):
    radius: float
    inner: float
    shear_factor: float
    @property
    def shear_area(self) -> float: ...
    @property
    def area(self) -> float: ...
    @property
    def moments(self) -> tuple[float, float]: ...
    def __init__(self, radius: Numeric, *, inner: Numeric = ..., shear_factor: Numeric = ..., name: str | None = None) -> None: ...
