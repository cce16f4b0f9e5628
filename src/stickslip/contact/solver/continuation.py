"""A way around hard problems: v = (W + alpha I) r + b - alpha c with alpha > 0, solved by Newton, while c follows r.

Coulomb friction is not monotone: as alpha falls, the solution may end at a turning point, and Newton fails. Then alpha
has to grow, and r drifts on until a contact changes its state and alpha can fall again. Long runs without a restart get
through where many short ones stall (benchmarks/contact_solver.py counts).
Variables are scaled. The functions run compiled and, with sparse systems, as plain Python: see `newton`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba.extending import register_jitable

from stickslip.contact.solver.newton import newton
from stickslip.contact.solver.operators import velocity
from stickslip.contact.solver.scaling import weighted_residual

_MEMORY = 8  # values of the merit function that the line search looks back on
_LEAST_ALPHA = 1e-12


class Pace(NamedTuple):
    """How a proximal point goes about alpha."""

    budget: int  # Newton steps in all
    limit: int  # Newton steps for one alpha
    shrink: float  # first and least factor of alpha after a quick success
    least: float
    grow: float  # factor of alpha after a failure


EAGER = Pace(budget=200, limit=20, shrink=0.05, least=0.05, grow=3.0)
PATIENT = Pace(budget=4000, limit=12, shrink=0.5, least=0.3, grow=2.0)


@register_jitable
def shifted_residual(W, laws, s, b, r, alpha):
    """Return the residual of v = (W + alpha I) r + b."""
    v = np.empty_like(r)
    velocity(W, laws, r, b, v)
    v += alpha * r
    return weighted_residual(W, laws, s, b, r, v)


@register_jitable
def proximal_point(linear, W, laws, s, b, r, tol, pace):
    """Iterate r <- solution of v = (W + alpha I) r' + b - alpha r until the residual is below tol; r becomes the best.

    Quick Newton runs shrink alpha; failed ones enlarge it and make the next shrinking more careful.
    Returns (residual, Newton steps).
    """
    centre = r.copy()
    res = best = shifted_residual(W, laws, s, b, r, 0.0)
    alpha, shrink, steps = 0.1, pace.shrink, 0
    limits = (pace.limit, _MEMORY)
    while best > tol and steps < pace.budget and alpha < 1e6:
        x = centre.copy()
        goal = max(min(1e-2 * res, 1e-3), 1e-13)
        inner, k = newton(linear, W, laws, s, b - alpha * centre, x, alpha, goal, limits)
        steps += max(k, 1)
        new = shifted_residual(W, laws, s, b, x, 0.0)
        if new < best:
            best = new
            r[:] = x
        if inner <= 0.1 * res or new <= 0.5 * res:
            centre[:] = x
            res = new
            if k <= 6:
                alpha = max(shrink * alpha, _LEAST_ALPHA)
                shrink = max(shrink**1.3, pace.least)
            elif k <= 10:
                alpha = max(shrink**0.5 * alpha, _LEAST_ALPHA)
        else:
            alpha *= pace.grow
            shrink = min(shrink**0.5, 0.8)
    return best, steps
