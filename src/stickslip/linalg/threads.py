"""One thread for BLAS, or OpenMP, while many small and some large matrices are factored.

OpenBLAS waits for its threads by spinning: where other processes need the cores, one Cholesky factorisation of size 300
took 0.9 s instead of 0.5 ms, and the factors of 56 862 unknowns 15.6 s instead of 2.7 s (two cores, under load). After
one product of two vectors of 30 000 numbers a second core spins for 30 ms. SuperLU_MT, which IDA factors with, waits in
the same way in OpenMP: 8 ms for a matrix of 20 unknowns instead of 0.03 ms.
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


@contextmanager
def one_openmp_thread(module: Any) -> Iterator[None]:
    """Let the OpenMP library that an extension module is linked to use one thread, as far as it has one."""
    library = ctypes.CDLL(module.__file__) if module is not None else None  # its symbols include those of what it links
    if library is None or not hasattr(library, "omp_set_num_threads"):
        yield
        return
    before = library.omp_get_max_threads()
    library.omp_set_num_threads(1)
    try:
        yield
    finally:
        library.omp_set_num_threads(before)


def dot(a: Floats, b: Floats) -> float:
    """Return a · b without BLAS."""
    return float(np.einsum("i,i->", a, b))
