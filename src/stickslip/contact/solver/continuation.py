"""Two ways around a hard problem, both through v = (W + alpha I) r + b - alpha c with alpha > 0, solved by Newton.

* proximal point: the centre c follows r, alpha adapts to the effort of Newton;
* path: the centre stays and alpha goes to zero, each point starts from the last (extrapolated linearly in alpha).

Where one gets stuck the other often passes (benchmarks/contact_solver.py counts), so `attempts` runs them in turn.
Variables are scaled. The functions run compiled and, with sparse systems, as plain Python: see `newton`.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from stickslip.contact.solver.jacobian import ALART_CURNIER
from stickslip.contact.solver.newton import newton
from stickslip.contact.solver.operators import velocity
from stickslip.contact.solver.scaling import weighted_residual

_NEWTON_LIMITS = (20, 8)
_ALPHA_END = 1e-10


@register_jitable
def shifted_residual(W, laws, s, b, r, alpha):
    """Return the residual of v = (W + alpha I) r + b."""
    v = np.empty_like(r)
    velocity(W, laws, r, b, v)
    v += alpha * r
    return weighted_residual(laws, s, b, r, v)


@register_jitable
def proximal_point(linear, W, laws, s, b, r, tol, budget):
    """Iterate r <- solution of v = (W + alpha I) r' + b - alpha r until the residual is below tol; r becomes the best.

    Quick Newton runs shrink alpha; failed ones enlarge it and make the next shrinking more careful.
    Returns (residual, Newton steps).
    """
    centre = r.copy()
    res = best = shifted_residual(W, laws, s, b, r, 0.0)
    alpha, shrink, steps = 0.1, 0.05, 0
    while best > tol and steps < budget and alpha < 1e6:
        x = centre.copy()
        goal = min(1e-2 * res, 1e-3)
        inner, k = newton(linear, W, laws, s, b - alpha * centre, x, alpha, 0.0, goal, _NEWTON_LIMITS, ALART_CURNIER)
        steps += max(k, 1)
        new = shifted_residual(W, laws, s, b, x, 0.0)
        if new < best:
            best = new
            r[:] = x
        if inner <= 0.1 * res or new <= 0.5 * res:
            centre[:] = x
            res = new
            if k <= 6:
                alpha = max(shrink * alpha, 1e-12)
                shrink = max(shrink**1.3, 0.05)
            elif k <= 10:
                alpha = max(shrink**0.5 * alpha, 1e-12)
        else:
            alpha *= 3.0
            shrink = min(shrink**0.5, 0.8)
    return best, steps


@register_jitable
def follow_path(linear, W, laws, s, b, r, tol, budget):
    """Follow x(alpha), the solution of v = (W + alpha I) x + b - alpha c with c = r on entry, from alpha = 1 to 0.

    The step in log alpha adapts to the effort of Newton; r becomes the best point. Returns (residual, Newton steps).
    """
    centre, x, x_old = r.copy(), r.copy(), r.copy()
    best = shifted_residual(W, laws, s, b, r, 0.0)
    alpha, alpha_old, factor, steps = 10.0, 0.0, 0.1, 0
    while best > tol and steps < budget and factor < 0.99:
        new_alpha = alpha * factor
        c = b - new_alpha * centre
        trial = x.copy()
        if alpha_old > alpha:
            guess = x + (x - x_old) * ((new_alpha - alpha) / (alpha - alpha_old))
            if shifted_residual(W, laws, s, c, guess, new_alpha) < shifted_residual(W, laws, s, c, x, new_alpha):
                trial[:] = guess
        goal = max(min(1e-3 * new_alpha, 1e-4), 1e-12)
        inner, k = newton(linear, W, laws, s, c, trial, new_alpha, 0.0, goal, _NEWTON_LIMITS, ALART_CURNIER)
        steps += max(k, 1)
        new = shifted_residual(W, laws, s, b, trial, 0.0)
        if new < best:
            best = new
            r[:] = trial
        if inner > 10.0 * goal:
            factor = factor**0.5
            continue
        x_old[:] = x
        x[:] = trial
        alpha_old, alpha = (alpha, new_alpha) if alpha < 5.0 else (0.0, new_alpha)
        if k <= 6:
            factor = max(factor * factor, 1e-2)
        elif k > 12:
            factor = factor**0.5
        if alpha < _ALPHA_END:  # the rest is rounding: go on as a proximal point from here
            centre[:] = x
            alpha, alpha_old, factor = 1e-5, 0.0, 0.1
    return best, steps


@register_jitable
def attempts(linear, W, laws, s, b, r, tol, budget):
    """Try the proximal point and the path from r and from 0 until one reaches tol; r becomes the best point.

    Each attempt gets a share of the budget of Newton steps. Returns (residual, Newton steps).
    """
    start = r.copy()
    best = shifted_residual(W, laws, s, b, r, 0.0)
    total = 0
    for turn in range(5):
        if best <= tol or total >= budget:
            break
        x = np.zeros_like(r) if turn == 1 or turn == 2 else (start.copy() if turn < 4 else r.copy())
        share = budget - total if turn == 4 else min(budget - total, budget // 2 if turn == 0 else budget // 6)
        if turn == 0 or turn == 2 or turn == 4:
            res, steps = proximal_point(linear, W, laws, s, b, x, tol, share)
        else:
            res, steps = follow_path(linear, W, laws, s, b, x, tol, share)
        total += steps
        if res < best:
            best = res
            r[:] = x
    return best, total
