"""Scaled variables r = s r~, v = v~ / s with s_g = 1 / sqrt(max diag W_gg): rho = 1 for every group.

One factor per group keeps the cone; interval bounds are divided by s.
"""

from __future__ import annotations

import math

import numpy as np
from numba.extending import overload

from stickslip._jit import njit
from stickslip.contact.solver.operators import Blocks, Bodies, is_blocks, terms_of
from stickslip.contact.solver.problem import INTERVAL, Laws
from stickslip.contact.solver.projection import group_residual
from stickslip.contact.solver.residual import relative_violation


@njit
def row_scale(laws, rho, m):
    """Return s (m,) = sqrt(rho) of the group of each row."""
    s = np.empty(m)
    for g in range(laws.size.shape[0]):
        for k in range(laws.row[g], laws.row[g] + laws.size[g]):
            s[k] = math.sqrt(rho[g])
    return s


@njit
def scaled_laws(laws, s):
    """Return the laws of r~ = r / s."""
    bound = laws.bound.copy()
    for g in range(bound.shape[0]):
        if laws.kind[g] == INTERVAL:
            bound[g] /= s[laws.row[g]]
    return Laws(laws.size, laws.kind, laws.row, bound)


@njit
def scaled_blocks(W, laws, s):
    """Return s W s."""
    data = np.empty_like(W.data)
    for g in range(laws.size.shape[0]):
        for p in range(W.ptr[g], W.ptr[g + 1]):
            for k in range(laws.size[g]):
                first = W.off[p] + k * W.length[p]
                for l in range(W.length[p]):
                    data[first + l] = W.data[first + l] * s[laws.row[g] + k] * s[W.col[p] + l]
    return Blocks(W.ptr, W.col, W.length, W.off, data)


@njit
def scaled_bodies(W, laws, s):
    """Return the operator with H~ = s H."""
    data, mh = np.empty_like(W.slot_data), np.empty_like(W.slot_data)
    for g in range(laws.size.shape[0]):
        factor = s[laws.row[g]]
        for p in range(W.slot_ptr[g], W.slot_ptr[g + 1]):
            first = W.slot_off[p]
            count = laws.size[g] * (W.off[W.slot_node[p] + 1] - W.off[W.slot_node[p]])
            for k in range(first, first + count):
                data[k] = W.slot_data[k] * factor
                mh[k] = W.slot_mh[k] * factor
    return Bodies(W.off, W.minv_off, W.minv, W.slot_ptr, W.slot_node, W.slot_off, data, mh, W.u)


def scaled(W, laws, s):
    """Return the operator s W s."""
    return scaled_blocks(W, laws, s) if isinstance(W, Blocks) else scaled_bodies(W, laws, s)


@overload(scaled)
def _scaled(W, laws, s):
    if is_blocks(W):
        return lambda W, laws, s: scaled_blocks(W, laws, s)
    return lambda W, laws, s: scaled_bodies(W, laws, s)


@njit
def weighted_residual(W, laws, s, b, r, v):
    """Return the residual of the unscaled problem from scaled W, laws, b, r and v (see `residual`); inf for NaN."""
    n = laws.size.shape[0]
    scale = np.ones((4, n))
    terms_of(W, laws, scale, r)
    fastest, worst = 0.0, 0.0
    for i in range(b.shape[0]):
        fastest = max(fastest, abs(b[i]) / s[i])
    for g in range(n):
        i, load = laws.row[g], 0.0
        for k in range(i, i + laws.size[g]):
            load = max(load, abs(b[k]))
        value = group_residual(laws.kind[g], laws.size[g], laws.bound[g], 1.0, r, v, i)
        if not value < math.inf:
            return math.inf
        worst = max(worst, relative_violation(value, scale[2, g], load, s[i] * fastest))
    return worst
