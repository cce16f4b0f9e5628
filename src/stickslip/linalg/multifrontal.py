"""Multifrontal factorisation of sparse matrices with a structure that repeats: solids, lines, bodies and multipliers.

The matrix is scaled symmetrically, and eliminated front by front (``fronts``, ``dissection``):

    F11 = s L L^T,  F21 <- F21 L^-T,    F22 <- F22 - s F21 F21^T   where a symmetric F11 is definite, s = 1 or -1
    P F11 = L U,    F12 <- F11^-1 F12,  F22 <- F22 - F21 F12       else, with pivoting inside F11

F22 is added to the front of the parent. A pivot that is too small for its front (a multiplier before its nodes, a solid
before its supports) moves with its node to the front above, and the maps are rebuilt; what is still too small in the
last front makes the matrix singular. Nothing is perturbed. Maps are kept for all matrices of one pattern.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp
from scipy.linalg import blas, lapack

from stickslip._arrays import Floats, Ints
from stickslip._jit import njit
from stickslip.errors import SimulationError
from stickslip.linalg.dissection import Graph, Tree, compress, dissect
from stickslip.linalg.fronts import Front, Fronts, add_share, analyse
from stickslip.linalg.threads import one_thread

_FLAT = 1e-13  # smallest pivot of a front that counts as positive definite, relative to the largest diagonal
_WEAK = 1e-9  # other pivots below this, relative to their column, are left to the front above
_SINGULAR = 1e-13  # pivots of the last front below this
_NONE = np.zeros(0, dtype=np.int64)
_ASYMMETRY = 1e-12  # largest difference of A and A^T, relative to the scaled diagonal, that counts as round-off


class SingularMatrix(RuntimeError):
    """A matrix has no inverse.

    Attributes
    ----------
    unknown : int
        One of the unknowns that the equations do not determine.
    """

    def __init__(self, unknown: int) -> None:
        super().__init__(f"the matrix is singular: unknown {unknown} is not determined")
        self.unknown = unknown


class Pattern:
    """All that matrices with the same places of entries share."""

    def __init__(self, matrix: sp.csc_array, places: Floats | None) -> None:
        n = matrix.shape[0]
        self.mirror: Ints  # place of a_ji for every entry a_ij, -1: none
        self.start, self.indices = matrix.indptr.astype(np.int64), matrix.indices.astype(np.int64)
        columns = np.repeat(np.arange(n), np.diff(self.start))
        number = sp.csc_array((np.arange(1, len(self.indices) + 1), self.indices, self.start), shape=(n, n))
        turned = sp.csr_array(number)
        turned.sort_indices()
        both = (self.start, self.indices)
        if np.array_equal(turned.indptr, self.start) and np.array_equal(turned.indices, self.indices):
            self.mirror = turned.data - 1
        else:
            union = sp.csr_array(number + number.T)
            both = (union.indptr.astype(np.int64), union.indices.astype(np.int64))
            key, other = columns * n + self.indices, self.indices * n + columns
            place = np.minimum(np.searchsorted(key, other), len(key) - 1)
            self.mirror = np.where(key[place] == other, place, -1)
        self.rows, self.columns = self.indices, columns
        self.graph: Graph = compress(*both, late=matrix.diagonal() == 0.0)
        self.tree: Tree = dissect(self.graph, self._node_places(places))
        self.fronts: Fronts = analyse(self.graph, self.tree, self.rows, self.columns)

    def _node_places(self, places: Floats | None) -> Floats | None:
        if places is None:
            return None
        out = np.full((len(self.graph.size), places.shape[1]), np.nan)
        out[self.graph.group] = places
        return out

    def lift(self, unknowns: Ints) -> None:
        """Move the nodes of some unknowns to the fronts above."""
        nodes = np.unique(self.graph.group[unknowns])
        front = self.tree.front.copy()
        front[nodes] = self.tree.parent[front[nodes]]
        self.tree = Tree(front, self.tree.parent)
        self.fronts = analyse(self.graph, self.tree, self.rows, self.columns)


class Factor(NamedTuple):
    """What is kept of one front."""

    F11: Floats  # L, or L and U
    F21: Floats
    F12: Floats  # empty if definite
    pivots: Ints | None  # of L U; None: definite
    sign: float


class Multifrontal:
    """Factors of a matrix; the pattern of ``before`` serves again.

    Parameters
    ----------
    matrix : csc_array (n, n), indices sorted
    before : Multifrontal, optional
        Factors of another matrix with the same places of entries.
    places : (n, dim), optional
        Where the unknowns are in space; NaN for multipliers.
    """

    def __init__(self, matrix: sp.csc_array, before: Multifrontal | None = None, places: Floats | None = None) -> None:
        self.pattern: Pattern = before.pattern if before is not None else Pattern(matrix, places)
        pattern = self.pattern
        self.scale = _scales(pattern.start, pattern.indices, matrix.data)
        values = _scaled(pattern.start, pattern.indices, matrix.data, self.scale)
        self.symmetric = _asymmetry(values, pattern.mirror) <= _ASYMMETRY
        self.factors: list[Factor] = []
        with one_thread():
            _check_memory(len(self.scale), pattern.fronts.memory(self.symmetric))
            while (weak := self._factor(values)) is not None:
                pattern.lift(weak)
        self.fronts = pattern.fronts  # another matrix may change those of the pattern

    @property
    def memory(self) -> float:
        """Bytes that the factorisation needed at most, without the matrix and the maps."""
        return self.fronts.memory(self.symmetric)

    @property
    def positive_definite(self) -> bool:
        """Whether all fronts were positive definite."""
        return all(factor.pivots is None and factor.sign > 0.0 for factor in self.factors)

    def _factor(self, values: Floats) -> Ints | None:
        """Factor all fronts; return unknowns that must move to the fronts above, None: done."""
        fronts = self.pattern.fronts
        shares: dict[int, Floats] = {}
        self.factors = []
        for number, front in enumerate(fronts.fronts):
            found, share, weak = self._eliminate(front, self._assemble(front, values, shares))
            if found is None:  # not definite
                found, share, weak = self._eliminate_indefinite(front, self._assemble(front, values, shares))
            if len(weak):
                unknowns = fronts.order[front.first + weak]
                if front.parent < 0:
                    raise SingularMatrix(int(unknowns[0]))
                return unknowns
            assert found is not None
            self.factors.append(found)
            for child in front.children:
                del shares[child]
            shares[number] = share
        return None

    def _assemble(self, front: Front, values: Floats, shares: dict[int, Floats]) -> tuple[Floats, ...]:
        """Return F11, F21, F12, F22 of a front before elimination; F12 is empty if symmetric."""
        k, m = front.k, len(front.rows)
        F11, F21, F22 = (np.zeros(shape, order="F") for shape in ((k, k), (m, k), (m, m)))
        F12 = np.zeros((k, 0 if self.symmetric else m), order="F")
        for F, (source, target) in zip((F11, F21) if self.symmetric else (F11, F21, F12), front.entries, strict=False):
            F.T.reshape(-1)[target] = values[source]
        for child in front.children:
            other = self.pattern.fronts.fronts[child]
            maps = (other.place, other.split, other.runs)
            add_share(shares[child].T, *maps, F11.T, F21.T, F12.T, F22.T, self.symmetric)
        return F11, F21, F12, F22

    def _eliminate(self, front: Front, parts: tuple[Floats, ...]) -> tuple[Factor | None, Floats, Ints]:
        """Return the factors of a front (None: not definite), F22 for the parent, and weak pivots."""
        F11, F21, F12, F22 = parts
        if not self.symmetric:
            return self._eliminate_indefinite(front, parts)
        if front.k == 0:
            return Factor(F11, F21, F12, None, 1.0), F22, _NONE
        sign, largest = float(np.sign(F11[0, 0])), max(1.0, abs(F11.diagonal()).max())
        if sign < 0.0:
            np.negative(F11, out=F11)
        L, info = lapack.dpotrf(F11, lower=1, clean=0, overwrite_a=1)
        if info != 0 or L.diagonal().min() ** 2 <= _FLAT * largest:
            return None, F22, _NONE
        if len(front.rows):
            F21 = blas.dtrsm(1.0, L, F21, side=1, lower=1, trans_a=1, overwrite_b=1)
            F22 = blas.dsyrk(-sign, F21, beta=1.0, c=F22, lower=1, overwrite_c=1)
        return Factor(L, F21, F12, None, sign), F22, _NONE

    def _eliminate_indefinite(self, front: Front, parts: tuple[Floats, ...]) -> tuple[Factor, Floats, Ints]:
        F11, F21, F12, F22 = parts
        if front.k == 0:
            return Factor(F11, F21, F12, None, 1.0), F22, _NONE
        if self.symmetric:
            F11 = np.asfortranarray(np.tril(F11) + np.tril(F11, -1).T)
            F12 = np.array(F21.T, order="F")
        largest = abs(F11).max(axis=0)
        lu, pivots, _ = lapack.dgetrf(F11, overwrite_a=1)
        largest = np.maximum(np.maximum(largest, abs(np.triu(lu)).max(axis=0)), 1.0)
        limit = _WEAK if front.parent >= 0 else _SINGULAR
        weak = np.flatnonzero(~(abs(lu.diagonal()) > limit * largest))
        if len(front.rows) and not len(weak):
            F12, _ = lapack.dgetrs(lu, pivots, F12, overwrite_b=1)
            F22 = blas.dgemm(-1.0, F21, F12, beta=1.0, c=F22, overwrite_c=1)
        return Factor(lu, F21, F12, pivots, 1.0), F22, weak

    def solve(self, right: Floats) -> Floats:
        """Return the solution for a right-hand side (n,)."""
        x = (self.scale * right)[self.fronts.order]
        steps = [(f, factor) for f, factor in zip(self.fronts.fronts, self.factors, strict=True) if f.k > 0]
        with one_thread():
            for front, factor in steps:
                own = slice(front.first, front.first + front.k)
                if factor.pivots is None:
                    x[own] = factor.sign * blas.dtrsv(factor.F11, x[own], lower=1)
                else:
                    x[own] = lapack.dgetrs(factor.F11, factor.pivots, x[own])[0]
                if len(front.rows):
                    x[front.rows] -= blas.dgemv(1.0, factor.F21, x[own])
            for front, factor in reversed(steps):
                own = slice(front.first, front.first + front.k)
                if factor.pivots is None:
                    if len(front.rows):
                        x[own] -= blas.dgemv(factor.sign, factor.F21, x[front.rows], trans=1)
                    x[own] = blas.dtrsv(factor.F11, x[own], lower=1, trans=1)
                elif len(front.rows):
                    x[own] -= blas.dgemv(1.0, factor.F12, x[front.rows])
        return self.scale * x[self.fronts.position]


def available_memory() -> float:
    """Return the bytes that programs may still take; infinity where the system does not say."""
    try:
        text = Path("/proc/meminfo").read_text()
        return 1024.0 * float(text.split("MemAvailable:")[1].split()[0])
    except (OSError, IndexError, ValueError):
        return float("inf")


def _check_memory(n: int, needed: float) -> None:
    """Refuse a factorisation that does not fit, before the system runs out of memory."""
    available = available_memory()
    if needed > available:
        sizes = f"factors of {n} unknowns need {needed / 1e9:.3g} GB, {available / 1e9:.3g} GB are available"
        raise SimulationError(f"{sizes}; use a coarser mesh or a larger machine")


@njit
def _scales(start, indices, data):
    """Return d with d_i^2 |a_ii| = 1; where a_ii is zero the largest scaled entry of the column becomes 1."""
    n = len(start) - 1
    d = np.zeros(n)
    for j in range(n):
        for k in range(start[j], start[j + 1]):
            if indices[k] == j and data[k] != 0.0:
                d[j] = 1.0 / np.sqrt(abs(data[k]))
    for _ in range(2):  # bodies without mass know the scale of their multipliers only
        for j in range(n):
            if d[j] == 0.0:
                largest = 0.0
                for k in range(start[j], start[j + 1]):
                    largest = max(largest, abs(data[k]) * abs(d[indices[k]]))
                d[j] = -1.0 / largest if largest > 0.0 else 0.0
        for j in range(n):
            d[j] = abs(d[j])
    for j in range(n):
        if d[j] == 0.0:
            d[j] = 1.0
    return d


@njit
def _scaled(start, indices, data, d):
    """Return the entries d_i a_ij d_j."""
    out = np.empty(len(data))
    for j in range(len(start) - 1):
        for k in range(start[j], start[j + 1]):
            out[k] = d[indices[k]] * data[k] * d[j]
    return out


@njit
def _asymmetry(values, mirror):
    """Return the largest |a_ij - a_ji|."""
    worst = 0.0
    for k in range(len(values)):
        other = values[mirror[k]] if mirror[k] >= 0 else 0.0
        worst = max(worst, abs(values[k] - other))
    return worst
