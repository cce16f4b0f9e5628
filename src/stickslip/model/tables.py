"""Fields of declarations that are tables of numbers: places of nodes, numbers of nodes."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from pydantic import BeforeValidator

from stickslip.typing import Accepts


def as_table(value: Any, whole: bool) -> np.ndarray:
    """Return a matrix as a frozen array of finite or of integers."""
    try:
        table = np.array(value, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise ValueError("must be a matrix of numbers (rows of equal length)") from None
    if table.ndim != 2 or table.size == 0:
        raise ValueError(f"must be a matrix, not of shape {table.shape}")
    if not np.isfinite(table).all():
        raise ValueError(f"must be finite numbers; row {int(np.argmin(np.isfinite(table).all(axis=1)))} is not")
    if whole:
        if (table != np.round(table)).any():
            raise ValueError("must be integers")
        table = table.astype(np.int64)
    table.setflags(write=False)
    return table


Places = Annotated[np.ndarray, BeforeValidator(lambda value: as_table(value, False)), Accepts("MatrixLike")]
Numbers = Annotated[np.ndarray, BeforeValidator(lambda value: as_table(value, True)), Accepts("MatrixLike")]
