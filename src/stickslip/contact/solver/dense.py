"""Dense Newton systems (A + B (W + alpha I)) d = -F in contact space."""

from __future__ import annotations

import math

import numpy as np

from stickslip._jit import njit

ROUND_OFF = 1e-14  # of the entries of an inverse mass

_OWN_LU = 64
"""Up to this order the plain loop beats the call of LAPACK (benchmarks/contact_solver.py)."""


@njit
def eliminate(J, x):
    """Solve J x = x in place by elimination with row pivoting; False if J is singular."""
    n = x.shape[0]
    for k in range(n):
        p = k
        for i in range(k + 1, n):
            if abs(J[i, k]) > abs(J[p, k]):
                p = i
        if not abs(J[p, k]) > 0.0:
            return False
        if p != k:
            for j in range(k, n):
                J[k, j], J[p, j] = J[p, j], J[k, j]
            x[k], x[p] = x[p], x[k]
        pivot = 1.0 / J[k, k]
        for i in range(k + 1, n):
            factor = J[i, k] * pivot
            if factor != 0.0:
                for j in range(k + 1, n):
                    J[i, j] -= factor * J[k, j]
                x[i] -= factor * x[k]
    for k in range(n - 1, -1, -1):
        total = x[k]
        for j in range(k + 1, n):
            total -= J[k, j] * x[j]
        x[k] = total / J[k, k]
    return True


@njit
def solve_linear(J, x):
    """Solve J x = x in place; False if J is singular or not finite."""
    if x.shape[0] <= _OWN_LU:
        return eliminate(J, x)
    if not np.isfinite(np.sum(J)):
        return False
    regular = True
    try:
        x[:] = np.linalg.solve(J, x)
    except Exception:
        regular = False
    return regular and np.isfinite(np.sum(x))


@njit
def active_rows(laws, A, B, F, d, position):
    """Set d = -F where the row of F reads r = const (B row 0, A row unit); number and count the others."""
    count = 0
    for g in range(laws.size.shape[0]):
        size, i = laws.size[g], laws.row[g]
        for k in range(size):
            fixed = A[g, k * (size + 1)] == 1.0
            for l in range(size):
                if B[g, k * size + l] != 0.0 or (l != k and A[g, k * size + l] != 0.0):
                    fixed = False
            if fixed:
                position[i + k] = -1
                d[i + k] = -F[i + k]
            else:
                position[i + k] = count
                count += 1
    return count


@njit
def contact_direction(W, laws, A, B, alpha, F, d):
    """Solve (A + B (W + alpha I)) d = -F over the active rows; False if the matrix is singular."""
    position = np.empty(F.shape[0], np.int64)
    count = active_rows(laws, A, B, F, d, position)
    J, x = np.zeros((count, count)), np.empty(count)
    for g in range(laws.size.shape[0]):
        size, first = laws.size[g], laws.row[g]
        for k in range(size):
            i = position[first + k]
            if i < 0:
                continue
            x[i] = -F[first + k]
            for q in range(size):
                factor = B[g, k * size + q]
                entry = A[g, k * size + q] + alpha * factor
                j = position[first + q]
                if j >= 0:
                    J[i, j] += entry
                else:
                    x[i] -= entry * d[first + q]
                if factor == 0.0:
                    continue
                for s in range(W.ptr[g], W.ptr[g + 1]):
                    start = W.off[s] + q * W.length[s]
                    for l in range(W.length[s]):
                        column = W.col[s] + l
                        j = position[column]
                        if j >= 0:
                            J[i, j] += factor * W.data[start + l]
                        else:
                            x[i] -= factor * W.data[start + l] * d[column]
    if not solve_linear(J, x):
        return False
    for i in range(F.shape[0]):
        if position[i] >= 0:
            d[i] = x[position[i]]
    return True


@njit
def _symmetric(W):
    """Whether Minv is symmetric but for round-off; the matrix of an implicit step on a body that spins is not."""
    for node in range(W.minv_off.shape[0]):
        nu, start = W.off[node + 1] - W.off[node], W.minv_off[node]
        for i in range(nu):
            for j in range(i):
                size = math.sqrt(abs(W.minv[start + i * (nu + 1)] * W.minv[start + j * (nu + 1)]))
                if abs(W.minv[start + i * nu + j] - W.minv[start + j * nu + i]) > ROUND_OFF * size:
                    return False
    return True


@njit
def form_dense(W, laws, out):
    """Form the dense W = H Minv H^T (m, m) in ``out``: where Minv is symmetric, the lower half is mirrored."""
    n, mirrored = laws.size.shape[0], _symmetric(W)
    out[:] = 0.0
    for g in range(n):
        for s in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
            node = W.slot_node[s]
            nu = W.off[node + 1] - W.off[node]
            for h in range(g if mirrored else 0, n):
                for t in range(W.slot_ptr[h], W.slot_ptr[h + 1]):
                    if W.slot_node[t] != node:
                        continue
                    for k in range(laws.size[g]):
                        for l in range(laws.size[h]):
                            total = 0.0
                            for p in range(nu):
                                total += W.slot_data[W.slot_off[s] + k * nu + p] * W.slot_mh[W.slot_off[t] + l * nu + p]
                            out[laws.row[g] + k, laws.row[h] + l] += total
        for i in range(laws.row[g], laws.row[g] + laws.size[g] if mirrored else 0):
            for j in range(laws.row[g] + laws.size[g], out.shape[0]):
                out[j, i] = out[i, j]
