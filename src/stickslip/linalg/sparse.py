"""Sparse matrices from node blocks, and factors of saddle systems that are kept as long as their matrix stays."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as sla

from stickslip.contact.tables import Floats, Ints
from stickslip.linalg.block_lu import B_COLUMN_START, B_COLUMNS, B_OFFSET, B_ROW_START, B_ROWS

_SAME = 1e-13  # largest relative change of a matrix whose factors still serve
_SINGULAR = 1e-14  # smallest pivot, relative to the largest


class Factors(Protocol):
    """Factors of a matrix."""

    def solve(self, right: Floats) -> Floats:
        """Return the solution for a right-hand side (n,)."""
        ...


def block_entries(blocks: Ints) -> tuple[Ints, Ints, Ints]:
    """Return rows, columns and places in the flat values of all entries of node blocks."""
    found = []
    for block in blocks:
        r, c = np.meshgrid(np.arange(block[B_ROWS]), np.arange(block[B_COLUMNS]), indexing="ij")
        place = block[B_OFFSET] + r * block[B_COLUMNS] + c
        found.append(((block[B_ROW_START] + r).ravel(), (block[B_COLUMN_START] + c).ravel(), place.ravel()))
    rows, columns, places = (np.concatenate(x) for x in zip(*found, strict=True))
    return rows, columns, places


class BlockReader:
    """Reads a matrix (size, size) from the flat values of node blocks; entries that were never set are left out."""

    def __init__(self, blocks: Ints, size: int) -> None:
        self.size = size
        self._rows, self._columns, self._places = block_entries(blocks)
        self._used = np.zeros(len(self._places), dtype=bool)
        self._order = np.zeros(0, dtype=np.int64)
        self._indices = self._start = np.zeros(0, dtype=np.int64)

    def read(self, values: Floats) -> sp.csr_array:
        """Return the matrix; its pattern grows where an entry is not zero for the first time."""
        entries = values[self._places]
        if len(self._order) == 0 or entries[~self._used].any():
            self._used |= entries != 0.0
            used = np.flatnonzero(self._used)
            self._order = used[np.lexsort((self._columns[used], self._rows[used]))]
            self._indices = self._columns[self._order]
            counts = np.bincount(self._rows[self._order], minlength=self.size)
            self._start = np.concatenate([[0], np.cumsum(counts)])
        shape = (self.size, self.size)
        return sp.csr_array((entries[self._order], self._indices, self._start), shape=shape)


class SuperLU:
    """Factors of SuperLU; the order of the columns is found for the first matrix of a pattern."""

    def __init__(self, matrix: sp.csc_array, before: SuperLU | None = None) -> None:
        self.first = before is None
        if before is None:
            self._factors = sla.splu(matrix)
            self.order: Ints = np.argsort(self._factors.perm_c)
        else:
            self.order = before.order
            self._factors = sla.splu(matrix[:, self.order].tocsc(), permc_spec="NATURAL")

    def solve(self, right: Floats) -> Floats:
        """Return the solution for a right-hand side."""
        found = np.asarray(self._factors.solve(right))
        if self.first:
            return found
        out = np.empty_like(found)
        out[self.order] = found
        return out

    def smallest_pivot(self) -> float:
        """Return the smallest pivot over the largest; round-off is a sign of a singular matrix."""
        pivots = abs(self._factors.U.diagonal())
        return float(pivots.min() / pivots.max())


class Pardiso:
    """Factors of PARDISO (package ``pypardiso``); the symbolic phase is done for the first matrix of a pattern."""

    def __init__(self, matrix: sp.csc_array, before: Pardiso | None = None) -> None:
        import pypardiso

        self._matrix = sp.csr_matrix(matrix)  # the package does not know sparse arrays
        self._solver: Any = pypardiso.PyPardisoSolver() if before is None else before._solver
        self._solver.set_phase(12 if before is None else 22)
        self._solver._call_pardiso(self._matrix, np.zeros((matrix.shape[0], 1)))

    def solve(self, right: Floats) -> Floats:
        """Return the solution for a right-hand side."""
        self._solver.set_phase(33)
        return np.asarray(self._solver._call_pardiso(self._matrix, right.reshape(-1, 1))).ravel()


def solver_class() -> Any:
    """Return Pardiso where it is installed, else SuperLU."""
    try:
        import pypardiso  # noqa: F401
    except (ImportError, OSError, AttributeError):  # the latter where its library MKL is missing
        return SuperLU
    return Pardiso


class Saddle:
    """Solves A x - B^T y = r, B x = s, scaled symmetrically (sodersten 2.256): [[A, c B^T], [c B, 0]] (x, -y / c).

    c = max A / max B brings both blocks to one size. The factors are kept until A or B changes.

    Parameters
    ----------
    kind : class of the factors, optional
        SuperLU or Pardiso; default: ``solver_class()``.
    """

    def __init__(self, kind: Any = None) -> None:
        self.kind = kind or solver_class()
        self.factorisations = 0
        self._factors: Any = None
        self._matrix: sp.csc_array | None = None
        self._parts: list[sp.csr_array] = []
        self._scale = 1.0

    def set(self, A: sp.csr_array, B: sp.csr_array) -> None:
        """Factor the matrix, unless it is the one whose factors are at hand; RuntimeError: it is singular."""
        if self._parts and _same(self._parts[0], A) and _same(self._parts[1], B):
            return
        self._parts = [A, B]
        self._scale = abs(A.data).max(initial=1e-300) / abs(B.data).max(initial=1e-300) if B.shape[0] else 1.0
        matrix = A
        if B.shape[0]:
            zero = sp.csr_array((B.shape[0], B.shape[0]))
            matrix = sp.block_array([[A, self._scale * B.T], [self._scale * B, zero]])
        old, self._matrix = self._matrix, sp.csc_array(matrix)
        self._matrix.sort_indices()
        known = self._factors if old is not None and _same_pattern(old, self._matrix) else None
        self._factors = self.kind(self._matrix, known)
        self.factorisations += 1

    def check(self) -> None:
        """Raise a RuntimeError where a pivot of SuperLU is round-off: rows of B depend on each other."""
        if self._factors.smallest_pivot() < _SINGULAR:
            raise RuntimeError("the matrix is singular")

    def solve(self, r: Floats, s: Floats) -> tuple[Floats, Floats]:
        """Return x and y, with one step of iterative refinement."""
        assert self._matrix is not None
        right, n = np.concatenate([r, self._scale * s]), len(r)
        found = self._factors.solve(right)
        found = found + self._factors.solve(right - self._matrix @ found)
        if not np.isfinite(found).all():
            raise RuntimeError("the matrix is singular")
        return found[:n], -self._scale * found[n:]


def _same_pattern(a: Any, b: Any) -> bool:
    return a.nnz == b.nnz and np.array_equal(a.indptr, b.indptr) and np.array_equal(a.indices, b.indices)


def _same(a: sp.csr_array, b: sp.csr_array) -> bool:
    """Tell whether two matrices are equal up to round-off."""
    if a.shape != b.shape:
        return False
    change = a.data - b.data if _same_pattern(a, b) else (a - b).data
    return bool(abs(change).max(initial=0.0) <= _SAME * abs(b.data).max(initial=0.0))
