# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from stickslip.bodies.declaration import LinearBody
from stickslip.bodies.declaration import LinearPoint
from stickslip.lines.sections import Material
from stickslip.lines.sections import Section
from stickslip.lines.sections import Shape
from stickslip.typing import VectorLike
from collections.abc import Callable
from collections.abc import Iterable
from stickslip.typing import MatrixLike


class Rod(LinearBody):
    @classmethod
    def fe(cls, start: VectorLike, end: VectorLike, elements: int, *, section: Section | Shape, material: Material | None=None, damping_matrix: MatrixLike | None = ..., points: Iterable[LinearPoint] = ..., q: VectorLike = ..., u: VectorLike = ..., load: VectorLike = ..., force: Callable[..., None] | None = ..., name: str | None = None) -> Rod: ...
    @classmethod
    def modal(cls, start: VectorLike, end: VectorLike, modes: int, *, section: Section | Shape, material: Material | None=None, damping_matrix: MatrixLike | None = ..., points: Iterable[LinearPoint] = ..., q: VectorLike = ..., u: VectorLike = ..., load: VectorLike = ..., force: Callable[..., None] | None = ..., name: str | None = None) -> Rod: ...
    def __init__(self, mass_matrix: MatrixLike, stiffness_matrix: MatrixLike, *, damping_matrix: MatrixLike | None = ..., points: Iterable[LinearPoint] = ..., q: VectorLike = ..., u: VectorLike = ..., load: VectorLike = ..., force: Callable[..., None] | None = ..., name: str | None = None) -> None: ...
