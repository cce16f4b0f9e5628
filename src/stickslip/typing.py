"""What arguments accept, for annotations in code that builds models; attributes have narrower types."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import numpy as np

    from stickslip.model.functions import TimeFunction

Numeric: TypeAlias = "float | np.floating[Any] | np.integer[Any]"  # a number of Python or of an array
VectorLike: TypeAlias = "Iterable[Numeric] | np.ndarray[Any, Any]"
MatrixLike: TypeAlias = "Iterable[VectorLike] | np.ndarray[Any, Any]"  # rows of equal length
TimeLike: TypeAlias = "Numeric | TimeFunction | Callable[[float], float]"  # a constant or a function of time


class Accepts(NamedTuple):
    """Says in the type of a field what may be given for it, as ``Annotated[float, ..., Accepts("Numeric")]``."""

    text: str


__all__ = ["MatrixLike", "Numeric", "TimeLike", "VectorLike"]
