# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from pathlib import Path
from typing import Any
import numpy as np
from stickslip.model.base import Declaration
from stickslip.typing import MatrixLike
from stickslip.typing import VectorLike

Values = np.ndarray
Numbers = np.ndarray

class SymmetricMatrix(Declaration):
    size: int
    rows: np.ndarray
    columns: np.ndarray
    values: np.ndarray
    @property
    def matrix(self) -> Any: ...
    def __init__(self, *, size: int, rows: VectorLike, columns: VectorLike, values: VectorLike, name: str | None = None) -> None: ...
def as_symmetric(value: Any) -> SymmetricMatrix: ...
Symmetric = SymmetricMatrix

class ElasticMatrices(Declaration):
    coordinates: np.ndarray
    mass: SymmetricMatrix
    stiffness: SymmetricMatrix
    @property
    def dim(self) -> int: ...
    @property
    def mass_of_points(self) -> Any: ...
    @classmethod
    def read(cls, path: str | Path, stiffness: Any=None, coordinates: Any=None, *, name: str | None = None) -> ElasticMatrices: ...
    def save(self, path: str | Path) -> None: ...
    def __init__(self, coordinates: MatrixLike, mass: Any, stiffness: Any, *, name: str | None = None) -> None: ...
