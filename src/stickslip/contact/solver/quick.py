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
def newton_small(W, laws, b, r, goal, work):
    """Run active-set Newton on a dense W from r, at least one step; r becomes the best iterate.

    Returns (residual, steps).
    """
    m, n = r.shape[0], laws.size.shape[0]
    rho = work.scale[0, :n]
    blocks = dense_blocks(laws, W, work.segments)
    J, best = work.square[: m * m].reshape((m, m)), math.inf
    x, v, F = work.vec[1, :m], work.vec[2, :m], work.vec[3, :m]
    x[:] = r
    for step in range(MAX_STEPS):
        for i in range(m):
            total = b[i]
            for k in range(m):
                total += W[i, k] * x[k]
            v[i] = total
        terms_of(blocks, laws, work.scale, x)
        res = residual(laws, work.scale, b, x, v)
        if res < best:
            best = res
            r[:] = x
        if res <= goal and step > 0:
            break
        equations(laws, W, rho, x, v, J, F)
        if not eliminate(J, F):
            break
        for i in range(m):
            x[i] -= F[i]
    return best, step


@njit
def _check(W, laws, b, r, work):
    """Prepare diagonal and scale, and return the residual of the warm start."""
    diagonal(W, laws, work.diag)
    inverse_scale(laws, work.diag, work.scale)
    v = work.vec[0, : r.shape[0]]
    velocity(W, laws, r, b, v)
    terms_of(W, laws, work.scale, r)
    return residual(laws, work.scale, b, r, v)


@njit
def _verdict(res, iterations, settings):
    return (CONVERGED if res <= settings.tol else NOT_CONVERGED), res, iterations


@njit
def quick_dense(laws, W, b, r, settings, work):
    """Solve v = W r + b for a dense W (m, m); r is the warm start and becomes the best iterate."""
    goal = GOAL * settings.tol
    blocks = dense_blocks(laws, W, work.segments)
    res = _check(blocks, laws, b, r, work)
    steps = 0
    if res > settings.kept * settings.tol and r.shape[0] <= MAX_ROWS:
        res, steps = newton_small(W, laws, b, r, goal, work)
    if res <= settings.tol:
        return _verdict(res, steps, settings)
    res, sweeps = accelerated_sweeps(blocks, laws, b, r, 0.0, goal, settings.max_sweeps, work)
    return _verdict(res, steps + sweeps, settings)


@njit
def quick_body(laws, body, b, r, settings, work):
    """Solve v = H Minv H^T r + b in body space; r is the warm start and becomes the best iterate.

    Newton comes first where it is cheap: it keeps loaded contacts loaded if the laws allow several answers (Painleve).
    """
    goal = GOAL * settings.tol
    W = bodies(laws, body, work.u[: body.off[-1]], work.slot)
    res = _check(W, laws, b, r, work)
    steps = 0
    if res > settings.kept * settings.tol and r.shape[0] <= MAX_ROWS:
        res, steps = newton_small(form_dense(W, laws, r.shape[0]), laws, b, r, goal, work)
    if res <= (settings.tol if r.shape[0] <= MAX_ROWS else goal):
        return _verdict(res, steps, settings)
    limit = settings.max_sweeps if r.shape[0] <= LARGE_ROWS else min(settings.max_sweeps, FEW_SWEEPS)
    res, sweeps = accelerated_sweeps(W, laws, b, r, 0.0, goal, limit, work)
    return _verdict(res, steps + sweeps, settings)
