"""Multifrontal factors for compiled step loops: one C function that the kernels of ``block_lu`` call by its address.

A pattern with many nodes of solids in space has no block factors: its ``counts`` hold the address of the function and
the number of an ``Outside``, which keeps matrix and factors as long as the pattern lives. Rows of joints change their
sign, so that [[A, -G^T], [G, 0]] becomes symmetric.
"""

from __future__ import annotations

import ctypes
import itertools
import weakref

import numpy as np
import scipy.sparse as sp

from stickslip._arrays import Floats
from stickslip.linalg.block_lu import FACTOR
from stickslip.linalg.block_pattern import C_ADDRESS, C_NUMBER, LATE, SIZE, START, BlockPattern
from stickslip.linalg.multifrontal import Multifrontal
from stickslip.linalg.sparse import block_entries

_open: dict[int, Outside] = {}
_numbers = itertools.count(1)


class Outside:
    """Factors of the matrices of one pattern; a matrix that has not changed is not factored again."""

    def __init__(self, pattern: BlockPattern, places: Floats) -> None:
        steps, n = pattern.steps, int(pattern.counts[1])
        rows, columns, entries = block_entries(pattern.blocks)
        order = np.lexsort((rows, columns))
        self.n, self._length = n, int(pattern.counts[2])
        self._rows, self._entries = rows[order], entries[order]
        self._start = np.searchsorted(columns[order], np.arange(n + 1))
        self._sign, self._places = np.ones(n), np.empty((n, places.shape[1]))
        for size, first, joint, place in zip(steps[:, SIZE], steps[:, START], steps[:, LATE], places, strict=True):
            self._places[first : first + size] = place
            self._sign[first : first + size] = -1.0 if joint == 1 else 1.0
        self._data: Floats = np.zeros(0)
        self._factors: Multifrontal | None = None
        self._known: Multifrontal | None = None  # the last ones, for their pattern
        self.factorisations = 0
        self.error: BaseException | None = None  # why there are no factors

    def factor(self, values: Floats) -> float:
        """Factor the matrix of block values; return 1, or 0 where it is not finite or a run was interrupted."""
        if isinstance(self.error, KeyboardInterrupt):  # the loop ends without factors
            return 0.0
        data = values[self._entries] * self._sign[self._rows]
        if self._factors is not None and np.array_equal(data, self._data):
            return 1.0
        self._data = data
        matrix = sp.csc_array((data, self._rows, self._start), shape=(self.n, self.n))
        self._factors = None
        if not np.isfinite(data).all():
            return 0.0
        self._known = self._factors = Multifrontal(matrix, self._known, self._places)
        self.factorisations += 1
        self.error = None
        return 1.0

    def solve(self, right: Floats, out: Floats) -> float:
        """Write the solution; NaN where there are no factors."""
        out[:] = np.nan if self._factors is None else self._factors.solve(self._sign * right)
        return 1.0


@ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)
def _call(number: int, task: int, first: int, second: int) -> float:
    """Do a task for the pattern of a number; no exception may leave it, that of an interrupt would be lost."""
    outside = _open[number]
    try:
        if task == FACTOR:
            return outside.factor(_array(first, outside._length))
        return outside.solve(_array(first, outside.n), _array(second, outside.n))
    except BaseException as error:
        outside.error, outside._factors = error, None
        if task != FACTOR:
            _array(second, outside.n)[:] = np.nan
        return 0.0


def _array(address: int, length: int) -> Floats:
    return np.ctypeslib.as_array(ctypes.cast(address, ctypes.POINTER(ctypes.c_double)), (length,))


def attach(pattern: BlockPattern, places: Floats) -> None:
    """Let the kernels call multifrontal factors; places (nodes, dim) [m], NaN for joints."""
    number = next(_numbers)
    _open[number] = Outside(pattern, places)
    pattern.counts[C_ADDRESS], pattern.counts[C_NUMBER] = ctypes.cast(_call, ctypes.c_void_p).value or 0, number
    weakref.finalize(pattern.counts, _open.pop, number, None)


def outside_of(pattern: BlockPattern) -> Outside | None:
    """Return the outside factors of a pattern, None if it has block factors."""
    return _open.get(int(pattern.counts[C_NUMBER]))
