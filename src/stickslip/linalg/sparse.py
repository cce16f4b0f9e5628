"""Sparse matrices from node blocks, and factors of saddle systems that are kept as long as their matrix stays."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as sla

from stickslip._arrays import Floats, Ints
from stickslip._jit import njit
from stickslip.linalg.block_pattern import B_COLUMN_START, B_COLUMNS, B_OFFSET, B_ROW_START, B_ROWS
from stickslip.linalg.multifrontal import Multifrontal

_SAME = 1e-13  # largest relative change of a matrix whose factors still serve
_SINGULAR = 1e-14  # smallest pivot, relative to the largest
_LARGE, _FILLED = 600, 12  # unknowns, and entries per row, from which our own factorisation is quicker
_HUGE = 50_000  # unknowns from which PARDISO takes what is left
_EVEN, _PASSES = 1e4, 12  # largest over smallest row of a matrix that needs no scaling, and attempts to reach it


def block_entries(blocks: Ints) -> tuple[Ints, Ints, Ints]:
    """Return rows, columns and places in the flat values of all entries of node blocks."""
    counts = blocks[:, B_ROWS] * blocks[:, B_COLUMNS]
    block = np.repeat(np.arange(len(blocks)), counts)
    entry = np.arange(len(block)) - np.repeat(np.cumsum(counts) - counts, counts)
    r, c = np.divmod(entry, blocks[block, B_COLUMNS])
    return blocks[block, B_ROW_START] + r, blocks[block, B_COLUMN_START] + c, blocks[block, B_OFFSET] + entry


class BlockReader:
    """Reads A (n, n) and G (m, n) of [[A, -G^T], [G, 0]] from the flat values of node blocks.

    Entries that were never set are left out, but not those of small blocks of A (points of solids and strings): their
    zeros come and go with the configuration.
    """

    def __init__(self, blocks: Ints, n: int, m: int) -> None:
        rows, columns, places = block_entries(blocks)
        upper = (rows < n) & (columns >= n)
        self._upper = rows[upper], columns[upper], places[upper]
        order = np.lexsort((columns, rows))
        order = order[columns[order] < n]
        self.shape = (n, m)
        self._rows, self._columns, self._places = rows[order], columns[order], places[order]
        small = (blocks[:, B_ROWS] <= 3) & (blocks[:, B_COLUMNS] <= 3) & (blocks[:, B_ROW_START] < n)
        self.used = np.repeat(small, blocks[:, B_ROWS] * blocks[:, B_COLUMNS])[order]
        self._chosen: list[tuple[Ints, Ints, Ints]] = []

    def read(self, values: Floats) -> tuple[sp.csr_array, sp.csr_array]:
        """Return A and G; their patterns grow where an entry is not zero for the first time."""
        unused = ~self.used
        if not self._chosen or values[self._places[unused]].any():
            self.used[unused] = values[self._places[unused]] != 0.0
            self._choose()
        n, m = self.shape
        A, G = (
            sp.csr_array((values[places], indices, start), shape=(rows, n))
            for rows, (places, indices, start) in zip((n, m), self._chosen, strict=True)
        )
        return A, G

    def forces(self, values: Floats) -> sp.csr_array:
        """Return H (m, n) of an upper right block -H^T that is not -G^T (observers that only read)."""
        n, m = self.shape
        rows, columns, places = self._upper
        return sp.csr_array((-values[places], (columns - n, rows)), shape=(m, n))

    def _choose(self) -> None:
        """Find the entries of A and G that are used."""
        self._chosen, n = [], self.shape[0]
        used = np.flatnonzero(self.used)
        first = int(np.searchsorted(self._rows[used], n))
        for part, shift, size in ((used[:first], 0, n), (used[first:], n, self.shape[1])):
            counts = np.bincount(self._rows[part] - shift, minlength=size)
            start = np.concatenate([[0], np.cumsum(counts)])
            self._chosen.append((self._places[part], self._columns[part], start))


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
    """Factors of PARDISO (package ``pypardiso``); the symbolic phase is done for the first matrix of a pattern.

    PARDISO replaces pivots that are too small and goes on; ``perturbed`` counts them, and then the factors are those
    of another matrix.
    """

    def __init__(self, matrix: sp.csc_array, before: Pardiso | None = None) -> None:
        import pypardiso

        self._matrix = sp.csr_matrix(matrix)  # the package does not know sparse arrays
        self._solver: Any = pypardiso.PyPardisoSolver() if before is None else before._solver
        self._solver.set_phase(12 if before is None else 22)
        self._solver._call_pardiso(self._matrix, np.zeros((matrix.shape[0], 1)))
        self.perturbed = int(self._solver.get_iparm(14))
        parts = [1024.0 * float(self._solver.get_iparm(k)) for k in (15, 16, 17)]
        self.memory = max(parts[0], parts[1] + parts[2])  # [bytes] of the symbolic phase, of factors and solution

    def solve(self, right: Floats) -> Floats:
        """Return the solution for a right-hand side."""
        self._solver.set_phase(33)
        return np.asarray(self._solver._call_pardiso(self._matrix, right.reshape(-1, 1))).ravel()


def solver_class(matrix: sp.csc_array, pardiso: bool = True) -> Any:
    """Return Multifrontal for well-filled matrices (solids); for others Pardiso if large and installed, else SuperLU.

    Measured (ms per factorisation, known pattern: ours on one core, PARDISO on two, SuperLU): 6^3 hexahedra 3, 7 and
    10; 12^3 hexahedra 45, 89 and 320; 20^3 hexahedra 530 and 840, SuperLU minutes; 10 000 beam elements 73, 16 and 18.
    """
    if matrix.shape[0] >= _LARGE and matrix.nnz >= _FILLED * matrix.shape[0]:
        return Multifrontal
    return Pardiso if pardiso and matrix.shape[0] >= _HUGE and _has_pardiso() else SuperLU


def _has_pardiso() -> bool:
    try:
        import pypardiso  # noqa: F401
    except (ImportError, OSError, AttributeError):  # the latter where its library MKL is missing
        return False
    return True


def factorise(matrix: sp.csc_array, before: Any = None, places: Floats | None = None, kind: Any = None) -> Any:
    """Return factors of a matrix; RuntimeError: it is singular.

    Parameters
    ----------
    matrix : csc_array (n, n), indices sorted
    before : factors of a matrix with the same places of entries, optional
    places : (n, dim) [m], optional
        Where the unknowns are; NaN for multipliers.
    kind : class of the factors, optional
        Default: that of ``before``, else ``solver_class(matrix)``.

    Where PARDISO changed pivots, our own factors take over: they show where a matrix is singular.
    """
    kind = type(before) if before is not None else kind or solver_class(matrix)
    factors = Multifrontal(matrix, before, places) if kind is Multifrontal else kind(matrix, before)
    if isinstance(factors, Pardiso) and factors.perturbed:
        return factorise(matrix, None, places, solver_class(matrix, pardiso=False))
    return factors


class Saddle:
    """Solves A x - C^T y = r, B x = s, scaled symmetrically (Södersten 2018, eq. 2.256): S [[A, C^T], [B, 0]] S.

    One factor for all multipliers, max A / max B, brings both blocks to one size. Where rows still differ by more than
    1e4 (small parts next to large ones, rotations next to translations of a small part), each gets its own, a power of
    two. C is B unless given. The factors are kept until something changes.

    Parameters
    ----------
    kind : class of the factors, optional
        SuperLU, Multifrontal or Pardiso; default: ``solver_class`` of the first matrix.
    places : (n + m, dim) [m], optional
        Where the unknowns are; NaN for multipliers.
    anew : bool
        Factor each matrix from scratch: solutions depend on it alone, not on the matrices before.
    """

    def __init__(self, kind: Any = None, places: Floats | None = None, anew: bool = False) -> None:
        self.kind, self.places, self.anew = kind, places, anew
        self.factorisations = 0
        self.factors: Any = None
        self.matrix: sp.csc_array | None = None
        self._gather: Ints = np.zeros(0, dtype=np.int64)
        self._parts: list[sp.csr_array] = []
        self._scale: Floats = np.zeros(0)

    def set(self, A: sp.csr_array, B: sp.csr_array, C: sp.csr_array | None = None) -> None:
        """Factor the matrix, unless it is the one whose factors are at hand; RuntimeError: it is singular."""
        parts = [A, B] if C is None or C is B else [A, B, C]
        if self.anew:
            self._parts = []
        if len(self._parts) == len(parts) and all(_same(a, b) for a, b in zip(self._parts, parts, strict=True)):
            return
        known = len(self._parts) == len(parts) and all(
            _same_pattern(a, b) for a, b in zip(self._parts, parts, strict=True)
        )
        self._parts = []
        if not known:
            self.factors = None
            self._set_pattern(A, B, parts[-1])
        assert self.matrix is not None
        data = np.concatenate([A.data, B.data, parts[-1].data]) if B.shape[0] else A.data
        matrix = sp.csc_array((data[self._gather], self.matrix.indices, self.matrix.indptr), shape=self.matrix.shape)
        self._scale = np.ones(len(self.matrix.indptr) - 1)
        self._scale[A.shape[0] :] = (_largest(A.data) or 1.0) / (_largest(B.data) or 1.0)
        _equilibrate(matrix.data, matrix.indices, matrix.indptr, self._scale)
        self.matrix = matrix
        self.factors = factorise(matrix, self.factors, self.places, self.kind)
        self._parts = parts
        self.factorisations += 1

    def _set_pattern(self, A: sp.csr_array, B: sp.csr_array, C: sp.csr_array) -> None:
        """Find where the entries of A, B and C^T go."""
        first, second = A.nnz, A.nnz + B.nnz
        numbers = [
            sp.csr_array((np.arange(begin + 1, begin + part.nnz + 1), part.indices, part.indptr), shape=part.shape)
            for begin, part in ((0, A), (first, B), (second, C))
        ]
        matrix = numbers[0]
        if B.shape[0]:
            matrix = sp.block_array([[numbers[0], numbers[2].T], [numbers[1], None]])
        self.matrix = sp.csc_array(matrix)
        self.matrix.sort_indices()
        self._gather = self.matrix.data - 1

    @property
    def memory(self) -> float:
        """Bytes of factors and work of the last factorisation; 0 where the solver does not report them."""
        return float(getattr(self.factors, "memory", 0.0))

    def check(self) -> None:
        """Raise a RuntimeError where a pivot of SuperLU is round-off: rows of B depend on each other."""
        if isinstance(self.factors, SuperLU) and self.factors.smallest_pivot() < _SINGULAR:
            raise RuntimeError("the matrix is singular")

    def solve(self, r: Floats, s: Floats, refined: bool = True) -> tuple[Floats, Floats]:
        """Return x and y, with one step of iterative refinement.

        Krylov methods want one linear operator, which factors alone are; refinement changes with every right-hand side.
        """
        assert self.matrix is not None
        right, n = self._scale * np.concatenate([r, s]), len(r)
        found = self.factors.solve(right)
        if refined:
            found = found + self.factors.solve(right - self.matrix @ found)
        if not np.isfinite(found).all():
            raise RuntimeError("the matrix is singular")
        found *= self._scale
        return found[:n], -found[n:]


def _same_pattern(a: Any, b: Any) -> bool:
    return a.nnz == b.nnz and np.array_equal(a.indptr, b.indptr) and np.array_equal(a.indices, b.indices)


def _same(a: sp.csr_array, b: sp.csr_array) -> bool:
    """Return whether two matrices are equal up to round-off."""
    if a.shape != b.shape:
        return False
    limit = _SAME * _largest(b.data)
    if _same_pattern(a, b):
        return not _differ(a.data, b.data, limit)
    return bool(_largest((a - b).data) <= limit)


@njit
def _largest(x):
    out = 0.0
    for value in x:
        out = max(out, abs(value))
    return out


@njit
def _differ(a, b, limit):
    """Return whether |a - b| exceeds the limit somewhere (NaN included); the first such place ends the search."""
    for k in range(len(a)):
        if not abs(a[k] - b[k]) <= limit:
            return True
    return False


@njit
def _equilibrate(data, rows, start, scale):
    """Multiply the entries a_ij of a matrix, by columns, with s_i s_j, s such that no row is much larger than another.

    Square roots of the largest entries of rows and columns are taken out again and again (Ruiz 2001). ``scale`` has the
    first s and receives the last; a matrix of even rows keeps the first.
    """
    n = len(start) - 1
    largest = np.empty(n)
    for _ in range(_PASSES):
        largest[:] = 0.0
        for j in range(n):
            for k in range(start[j], start[j + 1]):
                i = rows[k]
                size = abs(data[k]) * scale[i] * scale[j]
                largest[i], largest[j] = max(largest[i], size), max(largest[j], size)
        low, high = np.inf, 0.0
        for i in range(n):
            if largest[i] > 0.0:
                low, high = min(low, largest[i]), max(high, largest[i])
        if not high > _EVEN * low or high == np.inf:
            break
        for i in range(n):
            if largest[i] > 0.0:
                scale[i] *= 2.0 ** np.round(-0.5 * np.log2(largest[i]))
    for j in range(n):
        for k in range(start[j], start[j + 1]):
            data[k] *= scale[rows[k]] * scale[j]
