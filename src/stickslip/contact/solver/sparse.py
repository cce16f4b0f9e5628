"""Sparse Newton systems for large problems: SuperLU in contact space or in body space."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as sla

from stickslip._jit import njit
from stickslip.contact.solver.dense import (
    active_rows,
    apply_blocks,
    bodies_expand,
    bodies_reduce,
    compliances,
    linear_defect,
    touched_nodes,
)
from stickslip.contact.solver.operators import Blocks, Bodies
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


@njit
def body_pairs(W, laws, first, rows, cols):
    """Write row and column of every entry of H^T P H over the touched nodes; returns their number."""
    fill = 0
    for g in range(laws.size.shape[0]):
        for s in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
            a = W.slot_node[s]
            for t in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
                c = W.slot_node[t]
                for p in range(W.off[a + 1] - W.off[a]):
                    for q in range(W.off[c + 1] - W.off[c]):
                        if rows.shape[0] > 0:
                            rows[fill] = first[a] + p
                            cols[fill] = first[c] + q
                        fill += 1
    return fill


@njit
def assemble_pairs(W, laws, P, place, diagonal_place, data):
    """Scatter I + Minv H^T P H into data; place[e] is the target of entry e in the order of `body_pairs`."""
    data[:] = 0.0
    data[diagonal_place] = 1.0
    half = np.empty(3)
    entry = 0
    for g in range(laws.size.shape[0]):
        size = laws.size[g]
        for s in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
            nu_a = W.off[W.slot_node[s] + 1] - W.off[W.slot_node[s]]
            for t in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
                nu_c = W.off[W.slot_node[t] + 1] - W.off[W.slot_node[t]]
                for p in range(nu_a):
                    for l in range(size):
                        half[l] = 0.0
                        for k in range(size):
                            half[l] += W.slot_mh[W.slot_off[s] + k * nu_a + p] * P[g, k * size + l]
                    for q in range(nu_c):
                        total = 0.0
                        for l in range(size):
                            total += half[l] * W.slot_data[W.slot_off[t] + l * nu_c + q]
                        data[place[entry]] += total
                        entry += 1


class SparseBodies:
    """Newton systems over the unknowns of the touched nodes; the pattern and its scatter map are found once."""

    def __init__(self, W: Bodies, laws: Laws) -> None:
        self.W, self.laws = W, laws
        self.first = np.empty(W.off.size - 1, np.int64)
        self.count = touched_nodes(W, laws, self.first)
        none = np.empty(0, np.int64)
        n_pairs = body_pairs(W, laws, self.first, none, none)
        rows, cols = np.empty(n_pairs, np.int64), np.empty(n_pairs, np.int64)
        body_pairs(W, laws, self.first, rows, cols)
        own = np.arange(self.count) * (self.count + 1)
        keys, place = np.unique(np.concatenate([cols * self.count + rows, own]), return_inverse=True)
        self.place, self.diagonal_place = place[:n_pairs], place[n_pairs:]
        self.indices = (keys % self.count).astype(np.int32)
        self.indptr = np.searchsorted(keys, np.arange(self.count + 1) * self.count).astype(np.int32)
        self.data = np.empty(keys.size)

    def direction(self, A: np.ndarray, B: np.ndarray, alpha: float, F: np.ndarray, d: np.ndarray) -> bool:
        """Solve (A + B (W + alpha I)) d = -F as in `dense.body_direction`; False if the matrix is singular."""
        W, laws = self.W, self.laws
        C_inv, P = np.empty_like(A), np.empty_like(A)
        if not compliances(laws, A, B, alpha, C_inv, P):
            return False
        assemble_pairs(W, laws, P, self.place, self.diagonal_place, self.data)
        J = sp.csc_matrix((self.data, self.indices, self.indptr), shape=(self.count, self.count))
        try:
            factors = sla.splu(J, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.1)
        except RuntimeError:  # exactly singular
            return False
        rhs, y, z, x = -F, np.empty_like(F), np.empty_like(F), np.empty(self.count)
        d[:] = 0.0
        for _ in range(2):
            apply_blocks(laws, C_inv, rhs, y)
            bodies_reduce(W, laws, y, self.first, x)
            bodies_expand(W, laws, factors.solve(x), self.first, rhs)
            apply_blocks(laws, P, rhs, z)
            d += y - z
            linear_defect(W, laws, A, B, alpha, F, d, rhs)
        return bool(np.isfinite(d).all())
