"""Projections onto the admissible reactions, and the natural-map residual built from them."""

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


_HUGE = 1e4
_EPS = 2.2e-16


@njit
def residual_scale(largest, free):
    """Return max |r|, kept between 1e-6 and 1e4 of max |rho b|.

    Below, 1e-10 of it would ask for more than the rounding of v = W r + b allows. Above, r grows without bound because
    no solution exists, and a residual relative to it would accept anything.
    """
    return min(max(largest, 1e-6 * free), _HUGE * free)


@njit
def residual(laws, rho, b, r, v):
    """Return max |r - P(r - rho (v + mu |v_T| e_N))| / scale(max |r|, max |rho b|); NaN if anything is NaN."""
    worst, largest, free = 0.0, 0.0, 0.0
    bad = False
    for g in range(laws.size.shape[0]):
        i = laws.row[g]
        value = group_residual(laws.kind[g], laws.size[g], laws.bound[g], rho[g], r, v, i)
        bad = bad or not value < math.inf
        worst = max(worst, value)
        for k in range(i, i + laws.size[g]):
            largest = max(largest, abs(r[k]))
            free = max(free, rho[g] * abs(b[k]))
    if bad:
        return math.nan
    if largest > _HUGE * free and free > 0.0:
        worst += _EPS * largest  # b drowns in the rounding of W r: a small v proves nothing
    if worst == 0.0:
        return 0.0
    return worst / residual_scale(largest, free)
