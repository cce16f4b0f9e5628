"""Sparse Newton systems for a large explicit W: SuperLU in contact space."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as sla

from stickslip._jit import njit
from stickslip.contact.solver.dense import active_rows
from stickslip.contact.solver.operators import Blocks
from stickslip.contact.solver.problem import Laws


def blocks_from_sparse(laws: Laws, W: sp.csr_array) -> Blocks:
    """Store a sparse W (m, m) by groups: neighbouring blocks join, diagonal blocks always exist."""
    n = laws.size.size
    group_of = np.repeat(np.arange(n), laws.size)
    coo = sp.coo_array(W)
    keys = np.concatenate([group_of[coo.row] * n + group_of[coo.col], np.arange(n) * (n + 1)])
    pairs = np.unique(keys)
    g, h = pairs // n, pairs % n
    starts = np.flatnonzero(np.concatenate([[True], (g[1:] != g[:-1]) | (h[1:] != h[:-1] + 1)]))
    ends = np.concatenate([starts[1:], [pairs.size]]) - 1
    col = laws.row[h[starts]]
    length = laws.row[h[ends]] + laws.size[h[ends]] - col
    owner = g[starts]
    ptr = np.searchsorted(owner, np.arange(n + 1))
    extent = laws.size[owner] * length
    off = np.concatenate([[0], np.cumsum(extent)[:-1]])
    segment = np.searchsorted(starts, np.searchsorted(pairs, keys[: coo.row.size]), side="right") - 1
    data = np.zeros(int(extent.sum()))
    place = off[segment] + (coo.row - laws.row[owner[segment]]) * length[segment] + coo.col - col[segment]
    np.add.at(data, place, coo.data)
    return Blocks(ptr.astype(np.int64), col, length, off.astype(np.int64), data)


@njit
def assemble_contact(W, laws, A, B, alpha, F, d, position, count):
    """Write J = A + B (W + alpha I) over the active rows as CSR, and the right-hand side -F - J d of the fixed rows."""
    total = 0
    for g in range(laws.size.shape[0]):
        for k in range(laws.size[g]):
            if position[laws.row[g] + k] >= 0:
                for s in range(W.ptr[g], W.ptr[g + 1]):
                    total += W.length[s]
    data, indices, indptr = np.empty(total), np.empty(total, np.int32), np.zeros(count + 1, np.int32)
    rhs = np.empty(count)
    fill = 0
    for g in range(laws.size.shape[0]):
        size, first = laws.size[g], laws.row[g]
        for k in range(size):
            i = position[first + k]
            if i < 0:
                continue
            value = -F[first + k]
            for s in range(W.ptr[g], W.ptr[g + 1]):
                for l in range(W.length[s]):
                    column = W.col[s] + l
                    entry = 0.0
                    for q in range(size):
                        entry += B[g, k * size + q] * W.data[W.off[s] + q * W.length[s] + l]
                    own = column - first
                    if 0 <= own < size:
                        entry += A[g, k * size + own] + alpha * B[g, k * size + own]
                    if entry == 0.0:
                        continue
                    if position[column] >= 0:
                        data[fill], indices[fill] = entry, position[column]
                        fill += 1
                    else:
                        value -= entry * d[column]
            rhs[i] = value
            indptr[i + 1] = fill
    return data[:fill], indices[:fill], indptr, rhs


class SparseContact:
    """Newton systems over the active rows of an explicit sparse W."""

    def __init__(self, W: Blocks, laws: Laws) -> None:
        self.W, self.laws = W, laws

    def direction(self, A: np.ndarray, B: np.ndarray, alpha: float, F: np.ndarray, d: np.ndarray) -> bool:
        """Solve (A + B (W + alpha I)) d = -F; False if the matrix is singular."""
        position = np.empty(F.size, np.int64)
        count = active_rows(self.laws, A, B, F, d, position)
        if count == 0:
            return True
        data, indices, indptr, rhs = assemble_contact(self.W, self.laws, A, B, alpha, F, d, position, count)
        transposed = sp.csc_matrix((data, indices, indptr), shape=(count, count))  # CSR of J = CSC of J^T
        try:
            x = sla.splu(transposed, permc_spec="COLAMD").solve(rhs, trans="T")
        except RuntimeError:  # exactly singular
            return False
        d[position >= 0] = x
        return bool(np.isfinite(x).all())
