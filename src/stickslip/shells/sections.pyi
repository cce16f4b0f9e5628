# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from stickslip._arrays import Floats
from stickslip.lines.sections import Material
from stickslip.model.base import Declaration
from collections.abc import Iterable
from stickslip.typing import MatrixLike
from stickslip.typing import Numeric

SHEAR_FACTOR: float

class Layer(Declaration):
    thickness: float
    E1: float
    E2: float
    nu12: float
    G12: float
    G13: float | None
    G23: float | None
    density: float
    angle: float
    @property
    def plane(self) -> Floats: ...
    @property
    def transverse(self) -> Floats: ...
    def __init__(self, *, thickness: Numeric, E1: Numeric, E2: Numeric, nu12: Numeric = ..., G12: Numeric, G13: Numeric | None = ..., G23: Numeric | None = ..., density: Numeric, angle: Numeric = ..., name: str | None = None) -> None: ...

class ShellSection(Declaration):
    A: tuple[tuple[float, ...], ...]
    D: tuple[tuple[float, ...], ...]
    As: tuple[tuple[float, ...], ...]
    mass_per_area: float
    inertia: float
    B: tuple[tuple[float, ...], ...] | None
    thickness: float
    @property
    def membrane(self) -> Floats: ...
    @property
    def shear(self) -> Floats: ...
    @staticmethod
    def homogeneous(thickness: float, material: Material) -> ShellSection: ...
    def __init__(self, *, A: MatrixLike, D: MatrixLike, As: MatrixLike, mass_per_area: Numeric, inertia: Numeric, B: MatrixLike | None = ..., thickness: Numeric = ..., name: str | None = None) -> None: ...

class Laminate(Declaration):
    layers: tuple[Layer, ...]
    @property
    def heights(self) -> Floats: ...
    @property
    def section(self) -> ShellSection: ...
    def __init__(self, layers: Iterable[Layer], *, name: str | None = None) -> None: ...
