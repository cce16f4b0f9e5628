"""One thread for BLAS while many small and some large dense matrices are factored.

OpenBLAS waits for its threads by spinning: where other processes need the cores, one Cholesky factorisation of size 300
took 0.9 s instead of 0.5 ms, and the factors of 56 862 unknowns 15.6 s instead of 2.7 s (two cores, under load). After
one product of two vectors of 30 000 numbers a second core spins for 30 ms.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np
import scipy.linalg.blas

from stickslip._arrays import Floats

_NAMES = ("scipy_openblas_{}_num_threads", "openblas_{}_num_threads")


@cache
def _library() -> tuple[Any, Any] | None:
    """Return the functions that get and set the number of threads of SciPy's BLAS; None: another BLAS."""
    try:
        library = ctypes.CDLL(scipy.linalg.blas._fblas.__file__)  # its symbols include those of what it links
        for name in _NAMES:
            if hasattr(library, name.format("set")):
                return getattr(library, name.format("get")), getattr(library, name.format("set"))
    except (AttributeError, OSError):
        pass
    return None


@contextmanager
def one_thread() -> Iterator[None]:
    """Let BLAS use one thread."""
    functions = _library()
    if functions is None:
        yield
        return
    get, set_ = functions
    before = get()
    set_(1)
    try:
        yield
    finally:
        set_(before)


def dot(a: Floats, b: Floats) -> float:
    """Return a · b without BLAS."""
    return float(np.einsum("i,i->", a, b))
