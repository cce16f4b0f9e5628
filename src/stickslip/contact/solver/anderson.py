"""Anderson acceleration of the Gauss-Seidel map r -> sweep(r)."""

from __future__ import annotations

import math

from stickslip._jit import njit
from stickslip.contact.solver.operators import sweep, terms_of, velocity
from stickslip.contact.solver.problem import DEPTH
from stickslip.contact.solver.projection import project
from stickslip.contact.solver.residual import residual

_EVERY = 5


@njit
def solve_gram(gram, rhs, n, out):
    """Solve (gram + 1e-12 trace I) out = rhs, n <= DEPTH, by Cholesky; False where the matrix is not positive."""
    trace = 0.0
    for i in range(n):
        trace += gram[i, i]
    factor = gram[DEPTH : 2 * DEPTH]
    for i in range(n):
        for j in range(i + 1):
            total = gram[i, j] + (1e-12 * trace if i == j else 0.0)
            for k in range(j):
                total -= factor[i, k] * factor[j, k]
            if i == j:
                if not total > 0.0:
                    return False
                factor[i, i] = math.sqrt(total)
            else:
                factor[i, j] = total / factor[j, j]
    for i in range(n):
        total = rhs[i]
        for k in range(i):
            total -= factor[i, k] * out[k]
        out[i] = total / factor[i, i]
    for i in range(n - 1, -1, -1):
        total = out[i]
        for k in range(i + 1, n):
            total -= factor[k, i] * out[k]
        out[i] = total / factor[i, i]
    return True


@njit
def dot(x, y):
    """Return x · y without the call overhead of BLAS."""
    total = 0.0
    for i in range(x.shape[0]):
        total += x[i] * y[i]
    return total


@njit
def remember(work, m, slot, n, f, f_old, g, g_old):
    """Store the differences of f and g in the history and update the Gram matrix of the f differences."""
    d_f, d_g = work.history[slot, :m], work.history[DEPTH + slot, :m]
    for i in range(m):
        d_f[i] = f[i] - f_old[i]
        d_g[i] = g[i] - g_old[i]
    for k in range(n):
        value = dot(d_f, work.history[k, :m])
        work.gram[slot, k] = value
        work.gram[k, slot] = value


@njit
def extrapolate(work, laws, m, n, f, g, x):
    """Write x = P(g - dG gamma), gamma = argmin |f - dF gamma|; False if the least squares failed."""
    rhs, gamma = work.gram[2 * DEPTH], work.gram[2 * DEPTH + 1]
    for k in range(n):
        rhs[k] = dot(work.history[k, :m], f)
    if not solve_gram(work.gram, rhs, n, gamma):
        return False
    x[:] = g
    for k in range(n):
        factor = gamma[k]
        d_g = work.history[DEPTH + k, :m]
        for i in range(m):
            x[i] -= factor * d_g[i]
    project(laws, x)
    return True


@njit
def accelerated_sweeps(W, laws, b, r, alpha, tol, max_sweeps, work):
    """Iterate Anderson(DEPTH) on the sweeps of v = (W + alpha I) r + b until the residual is below tol.

    Differences are measured in |sqrt(max diag W_gg) r|. An extrapolated step that makes the difference grow by more
    than half is undone and the history cleared. Returns (residual of r, sweeps); r is the best iterate checked.

    work.diag and work.scale[0] must hold the diagonal blocks and rho.
    """
    m, n = r.shape[0], laws.size.shape[0]
    rho, lam = work.scale[0, :n], work.scale[1, :n]
    v, x, f, f_old = work.vec[0, :m], work.vec[1, :m], work.vec[2, :m], work.vec[3, :m]
    g, g_old, best = work.vec[4, :m], work.vec[5, :m], work.vec[6, :m]
    x[:] = r
    lam[:] = 0.0  # nothing is remembered from one problem to the next
    best_res = math.inf
    stored, slot, norm_old, extrapolated = 0, 0, math.inf, False
    for it in range(1, max_sweeps + 1):
        g[:] = x
        sweep(W, laws, work.diag, lam, alpha, b, g)
        norm, change, largest = 0.0, 0.0, 0.0
        for k in range(n):
            weight = 1.0 / math.sqrt(rho[k])
            for i in range(laws.row[k], laws.row[k] + laws.size[k]):
                f[i] = (g[i] - x[i]) * weight
                norm += f[i] * f[i]
                change = max(change, abs(g[i] - x[i]))
                largest = max(largest, abs(g[i]))
        norm = math.sqrt(norm)
        if it == 1 or it % _EVERY == 0 or it == max_sweeps or change <= tol * largest:
            velocity(W, laws, g, b, v)
            for i in range(m):
                v[i] += alpha * g[i]
            terms_of(W, laws, work.scale, g)
            res = residual(laws, work.scale, b, g, v)
            if res < best_res:
                best_res = res
                best[:] = g
            if res <= tol or not norm < math.inf or norm == 0.0:
                r[:] = best
                return best_res, it
        if extrapolated and norm > 1.5 * norm_old:
            x[:] = g_old  # the last plain sweep before the extrapolation
            stored, slot, extrapolated, norm_old = 0, 0, False, math.inf
            continue
        if norm_old < math.inf:
            stored = min(stored + 1, DEPTH)
            remember(work, m, slot, stored, f, f_old, g, g_old)
            slot = (slot + 1) % DEPTH
        f_old[:] = f
        g_old[:] = g
        norm_old = norm
        extrapolated = stored > 0 and extrapolate(work, laws, m, stored, f, g, x)
        if not extrapolated:
            x[:] = g
    if best_res < math.inf:
        r[:] = best
    return best_res, max_sweeps
