"""Dense Newton systems: (A + B (W + alpha I)) d = -F in contact space or in body space."""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.solver.operators import bodies_velocity

_OWN_LU = 40
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


# --------------------------------------------------------------------------------------------------- body space


@njit
def invert_block(c, size, out):
    """Invert the block c (size <= 3, row-major) into out; False if it is singular."""
    if size == 1:
        det = c[0]
        if det == 0.0:
            return False
        out[0] = 1.0 / det
        return True
    if size == 2:
        det = c[0] * c[3] - c[1] * c[2]
        if det == 0.0:
            return False
        out[0], out[1], out[2], out[3] = c[3] / det, -c[1] / det, -c[2] / det, c[0] / det
        return True
    out[0], out[1], out[2] = c[4] * c[8] - c[5] * c[7], c[2] * c[7] - c[1] * c[8], c[1] * c[5] - c[2] * c[4]
    out[3], out[4], out[5] = c[5] * c[6] - c[3] * c[8], c[0] * c[8] - c[2] * c[6], c[2] * c[3] - c[0] * c[5]
    out[6], out[7], out[8] = c[3] * c[7] - c[4] * c[6], c[1] * c[6] - c[0] * c[7], c[0] * c[4] - c[1] * c[3]
    det = c[0] * out[0] + c[1] * out[3] + c[2] * out[6]
    if det == 0.0:
        return False
    for k in range(9):
        out[k] /= det
    return True


@njit
def compliances(laws, A, B, alpha, C_inv, P):
    """Write C^-1 = (A + alpha B)^-1 and P = C^-1 B by groups; False if a block is singular."""
    c = np.empty(9)
    for g in range(laws.size.shape[0]):
        size = laws.size[g]
        for k in range(size * size):
            c[k] = A[g, k] + alpha * B[g, k]
        if not invert_block(c, size, C_inv[g]):
            return False
        for k in range(size):
            for l in range(size):
                total = 0.0
                for q in range(size):
                    total += C_inv[g, k * size + q] * B[g, q * size + l]
                P[g, k * size + l] = total
    return True


@njit
def apply_blocks(laws, blocks, x, y):
    """Write y = blocks x, block diagonal by groups."""
    for g in range(laws.size.shape[0]):
        size, i = laws.size[g], laws.row[g]
        for k in range(size):
            total = 0.0
            for l in range(size):
                total += blocks[g, k * size + l] * x[i + l]
            y[i + k] = total


@njit
def assemble_bodies(W, laws, P, first, J):
    """Write J = I + Minv H^T P H; first[k] is the position of node k in J (-1: not touched)."""
    for i in range(J.shape[0]):
        J[i, i] = 1.0
    half = np.empty(3)
    for g in range(laws.size.shape[0]):
        size = laws.size[g]
        for s in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
            a = W.slot_node[s]
            nu_a = W.off[a + 1] - W.off[a]
            for p in range(nu_a):
                for l in range(size):
                    half[l] = 0.0
                    for k in range(size):
                        half[l] += W.slot_mh[W.slot_off[s] + k * nu_a + p] * P[g, k * size + l]
                for t in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
                    c = W.slot_node[t]
                    nu_c = W.off[c + 1] - W.off[c]
                    for l in range(size):
                        start = W.slot_off[t] + l * nu_c
                        for q in range(nu_c):
                            J[first[a] + p, first[c] + q] += half[l] * W.slot_data[start + q]


@njit
def touched_nodes(W, laws, first):
    """Write the positions of the touched nodes into first (n_nodes,), -1 elsewhere; returns the number of unknowns."""
    first[:] = -1
    for g in range(laws.size.shape[0]):
        for s in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
            first[W.slot_node[s]] = 0
    count = 0
    for node in range(first.shape[0]):
        if first[node] == 0:
            first[node] = count
            count += W.off[node + 1] - W.off[node]
    return count


@njit
def bodies_reduce(W, laws, y, first, x):
    """Write x = Minv H^T y over the touched nodes."""
    x[:] = 0.0
    for g in range(laws.size.shape[0]):
        for s in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
            node = W.slot_node[s]
            nu = W.off[node + 1] - W.off[node]
            for k in range(laws.size[g]):
                for p in range(nu):
                    x[first[node] + p] += W.slot_mh[W.slot_off[s] + k * nu + p] * y[laws.row[g] + k]


@njit
def bodies_expand(W, laws, x, first, y):
    """Write y = H x with x over the touched nodes."""
    for g in range(laws.size.shape[0]):
        for k in range(laws.size[g]):
            total = 0.0
            for s in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
                node = W.slot_node[s]
                nu = W.off[node + 1] - W.off[node]
                for p in range(nu):
                    total += W.slot_data[W.slot_off[s] + k * nu + p] * x[first[node] + p]
            y[laws.row[g] + k] = total


@njit
def linear_defect(W, laws, A, B, alpha, F, d, out):
    """Write out = -F - (A + B (W + alpha I)) d."""
    y, z = np.zeros_like(d), np.empty_like(d)
    bodies_velocity(W, laws, d, y, z)
    for i in range(d.shape[0]):
        z[i] += alpha * d[i]
    apply_blocks(laws, A, d, out)
    apply_blocks(laws, B, z, y)
    for i in range(d.shape[0]):
        out[i] = -F[i] - out[i] - y[i]


@njit
def body_direction(W, laws, A, B, alpha, F, d):
    """Solve (A + B (W + alpha I)) d = -F through (I + Minv H^T C^-1 B H) u = Minv H^T C^-1 rhs, C = A + alpha B.

    d = C^-1 (rhs - B H u), with one refinement step because C^-1 B = I / alpha at sticking contacts.
    """
    m = F.shape[0]
    first = np.empty(W.off.shape[0] - 1, np.int64)
    count = touched_nodes(W, laws, first)
    C_inv, P = np.empty_like(A), np.empty_like(A)
    if not compliances(laws, A, B, alpha, C_inv, P):
        return False
    J = np.zeros((count, count))
    assemble_bodies(W, laws, P, first, J)
    rhs, y, z, x = -F, np.empty(m), np.empty(m), np.empty(count)
    d[:] = 0.0
    for _ in range(2):
        apply_blocks(laws, C_inv, rhs, y)
        bodies_reduce(W, laws, y, first, x)
        if not solve_linear(J.copy(), x):
            return False
        bodies_expand(W, laws, x, first, rhs)
        apply_blocks(laws, P, rhs, z)
        for i in range(m):
            d[i] += y[i] - z[i]
        linear_defect(W, laws, A, B, alpha, F, d, rhs)
    return np.isfinite(np.sum(d))


@njit
def form_dense(W, laws, m):
    """Form the dense W = H Minv H^T (m, m)."""
    out = np.zeros((m, m))
    n = laws.size.shape[0]
    for g in range(n):
        for s in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
            node = W.slot_node[s]
            nu = W.off[node + 1] - W.off[node]
            for h in range(n):
                for t in range(W.slot_ptr[h], W.slot_ptr[h + 1]):
                    if W.slot_node[t] != node:
                        continue
                    for k in range(laws.size[g]):
                        for l in range(laws.size[h]):
                            total = 0.0
                            for p in range(nu):
                                total += W.slot_data[W.slot_off[s] + k * nu + p] * W.slot_mh[W.slot_off[t] + l * nu + p]
                            out[laws.row[g] + k, laws.row[h] + l] += total
    return out
