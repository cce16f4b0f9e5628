"""Sparse block LU of J = I + Minv H^T P H: one block per node, least-degree order, pivoting inside the blocks only.

J couples two nodes when a group touches both. Its pattern is symmetric and found once per problem; the factors are
renewed in every Newton step. Pivoting between blocks is not needed: M J is the mass matrix plus stiffnesses P, of which
only sliding makes a small part unsymmetric; refinement (`nodes_direction`) takes care of the rest.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stickslip._jit import njit
from stickslip.contact.solver.operators import bodies_velocity

_REFINEMENTS = 4
_DEFECT = 1e-9


class NodesLU(NamedTuple):
    """Pattern and factors of J. Nodes are numbered in the order of their elimination.

    Row k of the pattern holds the later nodes that k is coupled to when it is eliminated: at[ptr[k]:ptr[k + 1]].
    Link e of node k to node a has two blocks: U (k, a) at data[off[e]] and L (a, k) right behind, both row-major.
    """

    place: np.ndarray  # (n_nodes,) int64, position of a node in the elimination, -1 if no group touches it
    first: np.ndarray  # (n_k + 1,) int64, first unknown of position k
    ptr: np.ndarray  # (n_k + 1,) int64
    at: np.ndarray  # (n_links,) int64, positions, increasing within a row
    off: np.ndarray  # (n_links,) int64
    own: np.ndarray  # (n_k,) int64, start of the diagonal block in data
    data: np.ndarray  # flat float64


@njit
def neighbours(W, laws, n_nodes):
    """Return the nodes coupled by groups as a boolean (n_nodes, n_nodes) array; the diagonal marks touched nodes."""
    linked = np.zeros((n_nodes, n_nodes), np.bool_)
    for g in range(laws.size.shape[0]):
        for s in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
            for t in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
                linked[W.slot_node[s], W.slot_node[t]] = True
    return linked


@njit
def eliminate_nodes(linked, place):
    """Write the least-degree order of the touched nodes into place (n_nodes,), -1 elsewhere; linked gets the fill.

    Returns the number of touched nodes and of links between them.
    """
    n = linked.shape[0]
    degree = np.empty(n, np.int64)
    for i in range(n):
        place[i] = -1
        degree[i] = np.sum(linked[i]) if linked[i, i] else n + 1
    near = np.empty(n, np.int64)
    count, links = 0, 0
    while n > 0:
        p = np.argmin(degree)
        if degree[p] > n:
            break
        degree[p] = n + 1
        place[p] = count
        count += 1
        k = 0
        for i in range(n):
            if linked[p, i] and place[i] < 0:
                near[k] = i
                k += 1
        links += k
        for i in near[:k]:
            degree[i] -= 1
            for j in near[:k]:
                if not linked[i, j]:
                    linked[i, j] = True
                    degree[i] += 1
    return count, links


@njit
def nodes_lu(W, laws):
    """Find the pattern of J and allocate its factors."""
    n = W.off.shape[0] - 1
    linked, place = neighbours(W, laws, n), np.empty(n, np.int64)
    count, links = eliminate_nodes(linked, place)
    node = np.empty(count, np.int64)
    for i in range(n):
        if place[i] >= 0:
            node[place[i]] = i
    first, ptr, own = np.zeros(count + 1, np.int64), np.zeros(count + 1, np.int64), np.empty(count, np.int64)
    at, off = np.empty(links, np.int64), np.empty(links, np.int64)
    size, e = 0, 0
    for k in range(count):
        nu = W.off[node[k] + 1] - W.off[node[k]]
        first[k + 1] = first[k] + nu
        own[k] = size
        size += nu * nu
        for a in range(k + 1, count):
            if linked[node[k], node[a]]:
                at[e], off[e] = a, size
                size += 2 * nu * (W.off[node[a] + 1] - W.off[node[a]])
                e += 1
        ptr[k + 1] = e
    return NodesLU(place, first, ptr, at, off, own, np.empty(size))


@njit
def link(lu, k, a):
    """Return the link from position k to the later position a by bisection."""
    low, high = lu.ptr[k], lu.ptr[k + 1]
    while high - low > 1:
        middle = (low + high) // 2
        if lu.at[middle] <= a:
            low = middle
        else:
            high = middle
    return low


@njit
def block_start(lu, a, c):
    """Return where the block (a, c) of J starts in data."""
    if a == c:
        return lu.own[a]
    if a < c:
        return lu.off[link(lu, a, c)]
    return lu.off[link(lu, c, a)] + (lu.first[a + 1] - lu.first[a]) * (lu.first[c + 1] - lu.first[c])


@njit
def widest(lu):
    """Return the largest number of unknowns of a node."""
    width = 1
    for k in range(lu.own.shape[0]):
        width = max(width, lu.first[k + 1] - lu.first[k])
    return width


@njit
def add_product(lu, start, half, nu_a, size, H, first, c):
    """Add half (nu_a, size) times the block of H at `first` to the block of J at start, column position c."""
    nu_c = lu.first[c + 1] - lu.first[c]
    for p in range(nu_a):
        for l in range(size):
            factor = half[p, l]
            for q in range(nu_c):
                lu.data[start + p * nu_c + q] += factor * H[first + l * nu_c + q]


@njit
def assemble_nodes(W, laws, P, lu):
    """Write J = I + Minv H^T P H into the data of lu."""
    lu.data[:] = 0.0
    for k in range(lu.own.shape[0]):
        nu = lu.first[k + 1] - lu.first[k]
        for i in range(nu):
            lu.data[lu.own[k] + i * (nu + 1)] = 1.0
    half = np.empty((widest(lu), 3))
    for g in range(laws.size.shape[0]):
        size = laws.size[g]
        if not np.any(P[g, : size * size]):  # open contact
            continue
        for s in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
            a = lu.place[W.slot_node[s]]
            nu_a = lu.first[a + 1] - lu.first[a]
            for p in range(nu_a):
                for l in range(size):
                    total = 0.0
                    for k in range(size):
                        total += W.slot_mh[W.slot_off[s] + k * nu_a + p] * P[g, k * size + l]
                    half[p, l] = total
            for t in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
                c = lu.place[W.slot_node[t]]
                add_product(lu, block_start(lu, a, c), half, nu_a, size, W.slot_data, W.slot_off[t], c)


@njit
def invert_in_place(data, start, n, rows):
    """Invert the (n, n) block at data[start] by Gauss-Jordan with row pivoting; False if it is singular."""
    for k in range(n):
        p = k
        for i in range(k + 1, n):
            if abs(data[start + i * n + k]) > abs(data[start + p * n + k]):
                p = i
        pivot = data[start + p * n + k]
        if not abs(pivot) > 0.0:
            return False
        rows[k] = p
        for j in range(n):
            x = data[start + p * n + j]
            data[start + p * n + j] = data[start + k * n + j]
            data[start + k * n + j] = x / pivot
        data[start + k * n + k] = 1.0 / pivot
        for i in range(n):
            if i != k:
                factor = data[start + i * n + k]
                data[start + i * n + k] = 0.0
                for j in range(n):
                    data[start + i * n + j] -= factor * data[start + k * n + j]
    for k in range(n - 1, -1, -1):  # undo the row exchanges, which became column exchanges of the inverse
        p = rows[k]
        if p != k:
            for i in range(n):
                x = data[start + i * n + k]
                data[start + i * n + k] = data[start + i * n + p]
                data[start + i * n + p] = x
    return True


@njit
def subtract_product(data, target, left, right, n, inner, m):
    """data[target] (n, m) -= data[left] (n, inner) data[right] (inner, m)."""
    for i in range(n):
        for k in range(inner):
            factor = data[left + i * inner + k]
            for j in range(m):
                data[target + i * m + j] -= factor * data[right + k * m + j]


@njit
def factorise_nodes(lu):
    """Overwrite J by its factors: D^-1 on the diagonal, D^-1 U, and L; False if a diagonal block is singular."""
    data, first = lu.data, lu.first
    count = lu.own.shape[0]
    width = widest(lu)
    rows, column = np.empty(width, np.int64), np.empty(width)
    for k in range(count):
        nu, own = first[k + 1] - first[k], lu.own[k]
        if not invert_in_place(data, own, nu, rows):
            return False
        for e in range(lu.ptr[k], lu.ptr[k + 1]):
            m = first[lu.at[e] + 1] - first[lu.at[e]]
            for j in range(m):
                for i in range(nu):
                    column[i] = data[lu.off[e] + i * m + j]
                for i in range(nu):
                    total = 0.0
                    for l in range(nu):
                        total += data[own + i * nu + l] * column[l]
                    data[lu.off[e] + i * m + j] = total
        for e in range(lu.ptr[k], lu.ptr[k + 1]):
            a = lu.at[e]
            n_a = first[a + 1] - first[a]
            left = lu.off[e] + nu * n_a
            subtract_product(data, lu.own[a], left, lu.off[e], n_a, nu, n_a)
            f = lu.ptr[a]
            for h in range(e + 1, lu.ptr[k + 1]):
                c = lu.at[h]
                n_c = first[c + 1] - first[c]
                while lu.at[f] < c:
                    f += 1
                subtract_product(data, lu.off[f], left, lu.off[h], n_a, nu, n_c)
                subtract_product(data, lu.off[f] + n_a * n_c, lu.off[h] + nu * n_c, lu.off[e], n_c, nu, n_a)
    return True


@njit
def solve_nodes(lu, x, y):
    """Solve J x = x in place with the factors; y is scratch of the same length."""
    data, first = lu.data, lu.first
    count = lu.own.shape[0]
    for k in range(count):
        nu = first[k + 1] - first[k]
        for i in range(nu):
            total = 0.0
            for l in range(nu):
                total += data[lu.own[k] + i * nu + l] * x[first[k] + l]
            y[first[k] + i] = total
        for e in range(lu.ptr[k], lu.ptr[k + 1]):
            start = first[lu.at[e]]
            n_a = first[lu.at[e] + 1] - start
            left = lu.off[e] + nu * n_a
            for i in range(n_a):
                for l in range(nu):
                    x[start + i] -= data[left + i * nu + l] * y[first[k] + l]
    for k in range(count - 1, -1, -1):
        nu = first[k + 1] - first[k]
        for i in range(nu):
            x[first[k] + i] = y[first[k] + i]
        for e in range(lu.ptr[k], lu.ptr[k + 1]):
            start = first[lu.at[e]]
            n_a = first[lu.at[e] + 1] - start
            for i in range(nu):
                for l in range(n_a):
                    x[first[k] + i] -= data[lu.off[e] + i * n_a + l] * x[start + l]


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
def reduce_to_nodes(W, laws, lu, y, x):
    """Write x = Minv H^T y over the touched nodes."""
    x[:] = 0.0
    for g in range(laws.size.shape[0]):
        for s in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
            k = lu.place[W.slot_node[s]]
            nu = lu.first[k + 1] - lu.first[k]
            for l in range(laws.size[g]):
                for p in range(nu):
                    x[lu.first[k] + p] += W.slot_mh[W.slot_off[s] + l * nu + p] * y[laws.row[g] + l]


@njit
def expand_from_nodes(W, laws, lu, x, y):
    """Write y = H x with x over the touched nodes."""
    for g in range(laws.size.shape[0]):
        for l in range(laws.size[g]):
            total = 0.0
            for s in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
                k = lu.place[W.slot_node[s]]
                nu = lu.first[k + 1] - lu.first[k]
                for p in range(nu):
                    total += W.slot_data[W.slot_off[s] + l * nu + p] * x[lu.first[k] + p]
            y[laws.row[g] + l] = total


@njit
def largest(x):
    """Return max |x|."""
    top = 0.0
    for i in range(x.shape[0]):
        top = max(top, abs(x[i]))
    return top


@njit
def nodes_direction(lu, W, laws, A, B, alpha, F, d):
    """Solve (A + B (W + alpha I)) d = -F through (I + Minv H^T C^-1 B H) u = Minv H^T C^-1 rhs, C = A + alpha B.

    d = C^-1 (rhs - B H u). C may be badly conditioned where J is not, so the solution is refined until the defect is
    small, at most _REFINEMENTS times. False if J is singular.
    """
    m = F.shape[0]
    C_inv, P = np.empty_like(A), np.empty_like(A)
    if not compliances(laws, A, B, alpha, C_inv, P):
        return False
    assemble_nodes(W, laws, P, lu)
    if not factorise_nodes(lu):
        return False
    rhs, y, z = -F, np.empty(m), np.empty(m)
    x, scratch = np.empty(lu.first[-1]), np.empty(lu.first[-1])
    d[:] = 0.0
    goal = _DEFECT * largest(F)
    for _ in range(_REFINEMENTS + 1):
        apply_blocks(laws, C_inv, rhs, y)
        reduce_to_nodes(W, laws, lu, y, x)
        solve_nodes(lu, x, scratch)
        expand_from_nodes(W, laws, lu, x, rhs)
        apply_blocks(laws, P, rhs, z)
        for i in range(m):
            d[i] += y[i] - z[i]
        linear_defect(W, laws, A, B, alpha, F, d, rhs)
        if not largest(rhs) > goal:
            break
    return np.isfinite(np.sum(d))
