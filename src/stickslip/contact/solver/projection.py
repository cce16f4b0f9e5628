"""Projections onto the admissible reactions, and the natural map of one group built from them."""

from __future__ import annotations

import math

from stickslip._jit import njit
from stickslip.contact.solver.problem import CONE


@njit
def project_cone(x_n, length, mu):
    """Project (x_N, |x_T|) onto K = {|r_T| <= mu r_N}: return r_N and the factor of x_T."""
    if mu * length <= -x_n:  # polar cone: open (first: for mu = 0 and x_T = 0 the next test holds for x_N < 0 too)
        return 0.0, 0.0
    if length <= mu * x_n:  # inside: stick
        return x_n, 1.0
    p = (x_n + mu * length) / (1.0 + mu * mu)
    return p, mu * p / length


@njit
def project_group(kind, size, bound, x, i):
    """Project x[i:i+size] in place onto the admissible reactions of one group."""
    if kind != CONE:
        x[i] = min(max(x[i], -bound), bound)
    elif size == 1:
        x[i] = max(x[i], 0.0)
    else:
        length = abs(x[i + 1]) if size == 2 else math.sqrt(x[i + 1] ** 2 + x[i + 2] ** 2)
        x_n, factor = project_cone(x[i], length, bound)
        x[i] = x_n
        for k in range(1, size):
            x[i + k] *= factor


@njit
def project(laws, x):
    """Project x (m,) in place onto the admissible reactions of all groups."""
    for g in range(laws.size.shape[0]):
        project_group(laws.kind[g], laws.size[g], laws.bound[g], x, laws.row[g])


@njit
def group_residual(kind, size, bound, rho, r, v, i):
    """Return max |r - P(r - rho (v + mu |v_T| e_N))| of one group (INTERVAL: without the mu term)."""
    if kind != CONE:
        return abs(r[i] - min(max(r[i] - rho * v[i], -bound), bound))
    if size == 1:
        return abs(r[i] - max(r[i] - rho * v[i], 0.0))
    if size == 2:
        x_t = r[i + 1] - rho * v[i + 1]
        x_n, factor = project_cone(r[i] - rho * (v[i] + bound * abs(v[i + 1])), abs(x_t), bound)
        return max(abs(r[i] - x_n), abs(r[i + 1] - factor * x_t))
    slip = math.sqrt(v[i + 1] ** 2 + v[i + 2] ** 2)
    x_t, y_t = r[i + 1] - rho * v[i + 1], r[i + 2] - rho * v[i + 2]
    x_n, factor = project_cone(r[i] - rho * (v[i] + bound * slip), math.sqrt(x_t * x_t + y_t * y_t), bound)
    return max(abs(r[i] - x_n), abs(r[i + 1] - factor * x_t), abs(r[i + 2] - factor * y_t))
