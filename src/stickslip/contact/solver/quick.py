"""The part of the solver inside the compiled step loop: warm start, accelerated sweeps, Newton on small problems.

They settle almost every step. What they leave goes back to Python and through the whole chain (`solve`), which is
compiled apart: code that runs once in a thousand steps must not be compiled into every loop.
"""

from __future__ import annotations

import math

from stickslip._jit import njit
from stickslip.contact.solver.active_set import MAX_STEPS, equations
from stickslip.contact.solver.anderson import accelerated_sweeps
from stickslip.contact.solver.dense import eliminate, form_dense
from stickslip.contact.solver.operators import bodies, dense_blocks, diagonal, inverse_scale, terms_of, velocity
from stickslip.contact.solver.problem import CONVERGED, MAX_ROWS, NOT_CONVERGED
from stickslip.contact.solver.residual import residual

LARGE_ROWS, FEW_SWEEPS = 300, 20  # beyond these rows few sweeps: Newton steps of `solve_body` cost less than many
GOAL = 0.05  # iterations aim this much below the tolerance, so that resting contacts do not creep by what is tolerated


@njit
def dense_residual(W, laws, b, r, v, scale):
    """Write v = W r + b and, in the same pass, what `terms_of` writes; return the residual."""
    m = r.shape[0]
    for g in range(laws.size.shape[0]):
        largest = 0.0
        for i in range(laws.row[g], laws.row[g] + laws.size[g]):
            total, terms = b[i], 0.0
            for k in range(m):
                part = W[i, k] * r[k]
                total += part
                terms += abs(part)
            v[i] = total
            largest = max(largest, scale[0, g] * terms, abs(r[i]))
        scale[2, g] = largest
    return residual(laws, scale, b, r, v)


@njit
def newton_small(W, laws, b, r, res, goal, work):
    """Run active-set Newton on a dense W from r, at least one step; r becomes the best iterate.

    res : the residual at r, whose velocities stand in work.vec[0]
    Returns (residual, steps).
    """
    m, n = r.shape[0], laws.size.shape[0]
    rho = work.scale[0, :n]
    J, best = work.square[: m * m].reshape((m, m)), res if res < math.inf else math.inf
    v, x, F = work.vec[0, :m], work.vec[1, :m], work.vec[2, :m]
    x[:] = r
    for step in range(MAX_STEPS):
        equations(laws, W, rho, x, v, J, F)
        if not eliminate(J, F):
            return best, step
        for i in range(m):
            x[i] -= F[i]
        res = dense_residual(W, laws, b, x, v, work.scale)
        if res < best:
            best = res
            r[:] = x
        if res <= goal:
            return best, step + 1
    return best, MAX_STEPS


@njit
def _verdict(res, iterations, settings):
    return (CONVERGED if res <= settings.tol else NOT_CONVERGED), res, iterations


@njit
def quick_dense(laws, W, b, r, settings, work):
    """Solve v = W r + b for a dense W (m, m); r is the warm start and becomes the best iterate.

    Newton comes first where it is cheap: it keeps loaded contacts loaded if the laws allow several answers (Painleve).
    """
    goal = GOAL * settings.tol
    blocks, steps = dense_blocks(laws, W, work.segments), 0
    diagonal(blocks, laws, work.diag)
    inverse_scale(laws, work.diag, work.scale)
    res = dense_residual(W, laws, b, r, work.vec[0, : r.shape[0]], work.scale)
    if res > settings.kept * settings.tol and r.shape[0] <= MAX_ROWS:
        res, steps = newton_small(W, laws, b, r, res, goal, work)
    if res <= settings.tol:
        return _verdict(res, steps, settings)
    res, sweeps = accelerated_sweeps(blocks, laws, b, r, 0.0, goal, settings.max_sweeps, work)
    return _verdict(res, steps + sweeps, settings)


@njit
def quick_body(laws, body, b, r, settings, work):
    """Solve v = H Minv H^T r + b, in body space where there are many rows; r becomes the best iterate."""
    goal, m = GOAL * settings.tol, r.shape[0]
    W = bodies(laws, body, work.u[: body.off[-1]], work.slot)
    if m <= MAX_ROWS:
        dense = work.dense[: m * m].reshape((m, m))
        form_dense(W, laws, dense)
        return quick_dense(laws, dense, b, r, settings, work)
    diagonal(W, laws, work.diag)
    inverse_scale(laws, work.diag, work.scale)
    v = work.vec[0, :m]
    velocity(W, laws, r, b, v)
    terms_of(W, laws, work.scale, r)
    res = residual(laws, work.scale, b, r, v)
    if res <= goal:
        return _verdict(res, 0, settings)
    limit = settings.max_sweeps if m <= LARGE_ROWS else min(settings.max_sweeps, FEW_SWEEPS)
    res, sweeps = accelerated_sweeps(W, laws, b, r, 0.0, goal, limit, work)
    return _verdict(res, sweeps, settings)
