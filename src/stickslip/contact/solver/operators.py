"""The two forms of W: explicit blocks and body space. Both offer diagonal blocks, v = W r + b, its terms and one sweep.

`diagonal`, `velocity`, `terms_of` and `sweep` are chosen by the type of the operator, in Python and in compiled code.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numba.core import types
from numba.extending import overload

from stickslip._jit import njit
from stickslip.contact.solver.local import solve_group


class Blocks(NamedTuple):
    """W by rows of blocks: group g has the column segments ptr[g] ... ptr[g + 1] - 1.

    Segment s covers the columns col[s] ... col[s] + length[s] - 1; its entries of row k of the group start at
    data[off[s] + k * length[s]]. A dense W is the case of one segment per group over all columns.
    """

    ptr: np.ndarray
    col: np.ndarray
    length: np.ndarray
    off: np.ndarray
    data: np.ndarray


class Bodies(NamedTuple):
    """W = H Minv H^T: the arrays of `BodySpace`, slot_mh = H_s Minv per slot, and scratch u = Minv H^T r."""

    off: np.ndarray
    minv_off: np.ndarray
    minv: np.ndarray
    slot_ptr: np.ndarray
    slot_node: np.ndarray
    slot_off: np.ndarray
    slot_data: np.ndarray
    slot_mh: np.ndarray
    u: np.ndarray


@njit
def dense_blocks(laws, W, index):
    """Describe the dense W (m, m), C order, as `Blocks` without copying; index (4, n + 1) int64 is filled."""
    n, m = laws.size.shape[0], W.shape[0]
    for g in range(n):
        index[0, g], index[1, g], index[2, g], index[3, g] = g, 0, m, laws.row[g] * m
    index[0, n] = n
    return Blocks(index[0], index[1], index[2], index[3], W.reshape(-1))


@njit
def bodies(laws, body, u, slot_mh):
    """Complete a `BodySpace` by slot_mh = H_s Minv, row-major (size, nu) per slot."""
    for g in range(laws.size.shape[0]):
        for s in range(body.slot_ptr[g], body.slot_ptr[g + 1]):
            node = body.slot_node[s]
            nu = body.off[node + 1] - body.off[node]
            start = body.minv_off[node]
            for i in range(laws.size[g]):
                first = body.slot_off[s] + i * nu
                for k in range(nu):
                    total = 0.0
                    for l in range(nu):
                        total += body.minv[start + k * nu + l] * body.slot_data[first + l]
                    slot_mh[first + k] = total
    return Bodies(
        body.off, body.minv_off, body.minv, body.slot_ptr, body.slot_node, body.slot_off, body.slot_data, slot_mh, u
    )


# ---------------------------------------------------------------------------------------------- diagonal blocks


@njit
def blocks_diagonal(W, laws, diag):
    """Copy W_gg into diag[g], row-major (size, size)."""
    for g in range(laws.size.shape[0]):
        size, i = laws.size[g], laws.row[g]
        for s in range(W.ptr[g], W.ptr[g + 1]):
            j = i - W.col[s]
            if 0 <= j < W.length[s]:
                for k in range(size):
                    for l in range(size):
                        diag[g, k * size + l] = W.data[W.off[s] + k * W.length[s] + j + l]


@njit
def bodies_diagonal(W, laws, diag):
    """Sum W_gg = sum over slots of H_s Minv H_t^T, t on the same node, into diag[g], row-major (size, size)."""
    for g in range(laws.size.shape[0]):
        size = laws.size[g]
        diag[g, : size * size] = 0.0
        for s in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
            nu = W.off[W.slot_node[s] + 1] - W.off[W.slot_node[s]]
            for t in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
                if W.slot_node[s] != W.slot_node[t]:
                    continue
                for k in range(size):
                    for l in range(size):
                        total = 0.0
                        for c in range(nu):
                            total += W.slot_data[W.slot_off[s] + k * nu + c] * W.slot_mh[W.slot_off[t] + l * nu + c]
                        diag[g, k * size + l] += total


# ------------------------------------------------------------------------------------------------ v = W r + b


@njit
def blocks_row(W, g, size, r, c):
    """Add rows of group g of W r to c, of its length or longer."""
    for s in range(W.ptr[g], W.ptr[g + 1]):
        col, length, off = W.col[s], W.length[s], W.off[s]
        if size == 3:
            a_0, a_1, a_2 = 0.0, 0.0, 0.0
            for l in range(length):
                x = r[col + l]
                a_0 += W.data[off + l] * x
                a_1 += W.data[off + length + l] * x
                a_2 += W.data[off + 2 * length + l] * x
            c[0] += a_0
            c[1] += a_1
            c[2] += a_2
        else:
            for k in range(size):
                a_0 = 0.0
                for l in range(length):
                    a_0 += W.data[off + k * length + l] * r[col + l]
                c[k] += a_0


@njit
def blocks_velocity(W, laws, r, b, v):
    """Write v = W r + b."""
    for g in range(laws.size.shape[0]):
        size, i = laws.size[g], laws.row[g]
        for k in range(i, i + size):
            v[k] = b[k]
        blocks_row(W, g, size, r, v[i:])


@njit
def bodies_impulse(W, laws, r):
    """Write u = Minv H^T r."""
    W.u[:] = 0.0
    for g in range(laws.size.shape[0]):
        i = laws.row[g]
        for s in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
            first = W.off[W.slot_node[s]]
            nu = W.off[W.slot_node[s] + 1] - first
            for k in range(laws.size[g]):
                x = r[i + k]
                if x != 0.0:
                    start = W.slot_off[s] + k * nu
                    for c in range(nu):
                        W.u[first + c] += W.slot_mh[start + c] * x


@njit
def bodies_row(W, g, size, c):
    """Add H_g u to c, of the length of group g or longer."""
    for s in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
        first = W.off[W.slot_node[s]]
        nu = W.off[W.slot_node[s] + 1] - first
        start = W.slot_off[s]
        if size == 3:
            a_0, a_1, a_2 = 0.0, 0.0, 0.0
            for l in range(nu):
                x = W.u[first + l]
                a_0 += W.slot_data[start + l] * x
                a_1 += W.slot_data[start + nu + l] * x
                a_2 += W.slot_data[start + 2 * nu + l] * x
            c[0] += a_0
            c[1] += a_1
            c[2] += a_2
        else:
            for k in range(size):
                a_0 = 0.0
                for l in range(nu):
                    a_0 += W.slot_data[start + k * nu + l] * W.u[first + l]
                c[k] += a_0


@njit
def bodies_velocity(W, laws, r, b, v):
    """Write u = Minv H^T r and v = H u + b."""
    bodies_impulse(W, laws, r)
    for g in range(laws.size.shape[0]):
        size, i = laws.size[g], laws.row[g]
        for k in range(i, i + size):
            v[k] = b[k]
        bodies_row(W, g, size, v[i:])


# ------------------------------------------------------------------------------- size of the terms that cancel in v


@njit
def blocks_terms(W, laws, scale, r):
    """Write T_g = rho_g max_k sum_l |W_kl| |r_l| over the rows k of each group, at least |r_g|, into scale[2]."""
    for g in range(laws.size.shape[0]):
        top = 0.0
        for k in range(laws.size[g]):
            total = 0.0
            for s in range(W.ptr[g], W.ptr[g + 1]):
                first = W.off[s] + k * W.length[s]
                for l in range(W.length[s]):
                    total += abs(W.data[first + l] * r[W.col[s] + l])
            top = max(top, scale[0, g] * total, abs(r[laws.row[g] + k]))
        scale[2, g] = top


@njit
def bodies_terms(W, laws, scale, r):
    """Write an upper bound of what `blocks_terms` writes, by |W_gh| <= (rho_g rho_h)^-1/2 at every shared node.

    The scratch W.u takes the sum of rho_h^-1/2 |r_h| over the groups h at each node.
    """
    load, terms = W.u, scale[2]
    for s in range(W.slot_ptr[laws.size.shape[0]]):
        load[W.slot_node[s]] = 0.0
    for g in range(laws.size.shape[0]):
        size = 0.0
        for k in range(laws.row[g], laws.row[g] + laws.size[g]):
            size = max(size, abs(r[k]))
        terms[g] = size
        size *= scale[3, g]
        for s in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
            load[W.slot_node[s]] += size
    for g in range(laws.size.shape[0]):
        total = 0.0
        for s in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
            total += load[W.slot_node[s]]
        terms[g] = max(terms[g], scale[0, g] * scale[3, g] * total)


# -------------------------------------------------------------------------------------------- Gauss-Seidel sweeps


@njit
def local_shift(w, size):
    """Return the proximal shift of a singular block W_gg (0 for a regular one): it makes the local law solvable.

    The shift acts on the change of r only, so the fixed points of the sweep stay those of the given problem.
    """
    if size == 1:
        return 0.0
    if size == 2:
        det, reference = w[0] * w[3] - w[1] * w[2], w[0] * w[3]
    else:
        k_0, k_1, k_2 = w[4] * w[8] - w[5] * w[7], w[5] * w[6] - w[3] * w[8], w[3] * w[7] - w[4] * w[6]
        det = w[0] * k_0 + w[1] * k_1 + w[2] * k_2
        reference = w[0] * w[4] * w[8]
    if abs(det) > 1e-9 * reference:
        return 0.0
    return 1e-3 * max(w[0], w[size + 1], w[size * size - 1])


@njit
def relax_group(laws, g, diag, lam, alpha, r, c):
    """Solve the law of group g with W_gg + alpha I, c = b + (W r)_g; r is updated in place, c becomes the change."""
    size, i = laws.size[g], laws.row[g]
    d = diag[g]
    shift = local_shift(d, size)
    w = c[3:12]
    for k in range(size):
        total = c[k] - shift * r[i + k]
        for l in range(size):
            w[k * size + l] = d[k * size + l]
            total -= d[k * size + l] * r[i + l]
        w[k * size + k] += shift + alpha
        c[k] = total
        c[12 + k] = r[i + k]
    lam[g] = solve_group(laws.kind[g], size, laws.bound[g], w, c, r, i, lam[g])
    for k in range(size):
        c[k] = r[i + k] - c[12 + k]


@njit
def blocks_sweep(W, laws, diag, lam, alpha, b, r):
    """Run one Gauss-Seidel sweep on v = (W + alpha I) r + b."""
    c = np.empty(15)
    for g in range(laws.size.shape[0]):
        size, i = laws.size[g], laws.row[g]
        for k in range(size):
            c[k] = b[i + k]
        blocks_row(W, g, size, r, c)
        relax_group(laws, g, diag, lam, alpha, r, c)


@njit
def bodies_sweep(W, laws, diag, lam, alpha, b, r):
    """Run one Gauss-Seidel sweep on v = (H Minv H^T + alpha I) r + b, keeping u = Minv H^T r up to date."""
    bodies_impulse(W, laws, r)
    c = np.empty(15)
    for g in range(laws.size.shape[0]):
        size, i = laws.size[g], laws.row[g]
        for k in range(size):
            c[k] = b[i + k]
        bodies_row(W, g, size, c)
        relax_group(laws, g, diag, lam, alpha, r, c)
        for s in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
            first = W.off[W.slot_node[s]]
            nu = W.off[W.slot_node[s] + 1] - first
            for k in range(size):
                x = c[k]
                if x != 0.0:
                    start = W.slot_off[s] + k * nu
                    for l in range(nu):
                        W.u[first + l] += W.slot_mh[start + l] * x


# -------------------------------------------------------------------------------------------- choice by the type of W


def is_blocks(W: Any) -> bool:
    """Return whether the numba type W is that of `Blocks`."""
    return isinstance(W, types.NamedTuple | types.NamedUniTuple) and W.instance_class is Blocks


def diagonal(W, laws, diag):
    """Write the diagonal blocks W_gg into diag (n, 9), row-major (size, size)."""
    (blocks_diagonal if isinstance(W, Blocks) else bodies_diagonal)(W, laws, diag)


def velocity(W, laws, r, b, v):
    """Write v = W r + b."""
    (blocks_velocity if isinstance(W, Blocks) else bodies_velocity)(W, laws, r, b, v)


def terms_of(W, laws, scale, r):
    """Write the size T_g of the terms that cancel in rho_g v_g into scale[2]; scale[0], scale[3] are rho, rho^-1/2."""
    (blocks_terms if isinstance(W, Blocks) else bodies_terms)(W, laws, scale, r)


def sweep(W, laws, diag, lam, alpha, b, r):
    """Run one Gauss-Seidel sweep on v = (W + alpha I) r + b; lam (n,) keeps the slip multipliers between sweeps."""
    (blocks_sweep if isinstance(W, Blocks) else bodies_sweep)(W, laws, diag, lam, alpha, b, r)


@overload(diagonal)
def _diagonal(W, laws, diag):
    if is_blocks(W):
        return lambda W, laws, diag: blocks_diagonal(W, laws, diag)
    return lambda W, laws, diag: bodies_diagonal(W, laws, diag)


@overload(velocity)
def _velocity(W, laws, r, b, v):
    if is_blocks(W):
        return lambda W, laws, r, b, v: blocks_velocity(W, laws, r, b, v)
    return lambda W, laws, r, b, v: bodies_velocity(W, laws, r, b, v)


@overload(terms_of)
def _terms_of(W, laws, scale, r):
    if is_blocks(W):
        return lambda W, laws, scale, r: blocks_terms(W, laws, scale, r)
    return lambda W, laws, scale, r: bodies_terms(W, laws, scale, r)


@overload(sweep)
def _sweep(W, laws, diag, lam, alpha, b, r):
    if is_blocks(W):
        return lambda W, laws, diag, lam, alpha, b, r: blocks_sweep(W, laws, diag, lam, alpha, b, r)
    return lambda W, laws, diag, lam, alpha, b, r: bodies_sweep(W, laws, diag, lam, alpha, b, r)


@njit
def inverse_scale(laws, diag, scale):
    """Write rho_g = 1 / max diag W_gg into scale[0] and rho_g^-1/2 into scale[3].

    A group with W_gg = 0 takes the smallest rho of the others (1 if none).
    """
    rho, largest = scale[0], 0.0
    for g in range(laws.size.shape[0]):
        size = laws.size[g]
        top = 0.0
        for k in range(size):
            top = max(top, diag[g, k * size + k])
        rho[g] = 1.0 / top if top > 0.0 else math.inf
        scale[3, g] = math.sqrt(top)
        largest = max(largest, top)
    for g in range(laws.size.shape[0]):
        if rho[g] == math.inf:
            rho[g] = 1.0 / largest if largest > 0.0 else 1.0
            scale[3, g] = math.sqrt(1.0 / rho[g])
