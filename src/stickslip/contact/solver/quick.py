"""The part of the solver inside the compiled step loop: open test, warm start, accelerated sweeps; no Newton.

Sweeps settle almost every step. What they leave goes back to Python and through the whole chain (`solve`), which is
compiled apart: code that runs once in a thousand steps must not be compiled into every loop.
"""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.contact.solver.anderson import accelerated_sweeps
from stickslip.contact.solver.operators import bodies, dense_blocks, diagonal, inverse_scale, velocity
from stickslip.contact.solver.problem import CONVERGED, NOT_CONVERGED
from stickslip.contact.solver.projection import residual

GOAL = 0.01  # sweeps aim this much below the tolerance, so that resting contacts do not creep by what is tolerated


@njit
def quick(W, laws, b, r, settings, work):
    """Improve r by accelerated sweeps unless it is good already; return (status, residual, sweeps)."""
    n = laws.size.shape[0]
    diagonal(W, laws, work.diag)
    inverse_scale(laws, work.diag, work.scale[0, :n])
    v = work.vec[0, : r.shape[0]]
    velocity(W, laws, r, b, v)
    res = residual(laws, work.scale[0, :n], b, r, v)
    if res <= GOAL * settings.tol:
        return CONVERGED, res, 0
    res, sweeps = accelerated_sweeps(W, laws, b, r, 0.0, GOAL * settings.tol, settings.max_sweeps, work)
    return (CONVERGED if res <= settings.tol else NOT_CONVERGED), res, sweeps


@njit
def quick_dense(laws, W, b, r, settings, work):
    """Solve v = W r + b for a dense W (m, m); r is the warm start and becomes the best iterate."""
    return quick(dense_blocks(laws, W, work.segments), laws, b, r, settings, work)


@njit
def quick_body(laws, body, b, r, settings, work):
    """Solve v = H Minv H^T r + b in body space; r is the warm start and becomes the best iterate."""
    return quick(bodies(laws, body, work.u[: body.off[-1]], work.slot), laws, b, r, settings, work)
