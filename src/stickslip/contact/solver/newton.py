"""Semismooth Newton and the proximal loop around it, in scaled variables.

The same source runs compiled (dense W, body space) and as plain Python (sparse W, `sparse.py`): `direction` is chosen
by its arguments, everything else is a call of a kernel.
"""

from __future__ import annotations

import math

import numpy as np
from numba.core import types
from numba.extending import overload, register_jitable

from stickslip.contact.solver.dense import contact_direction
from stickslip.contact.solver.jacobian import equations
from stickslip.contact.solver.nodes_lu import nodes_direction
from stickslip.contact.solver.operators import velocity
from stickslip.contact.solver.scaling import weighted_residual

_HALVINGS = 10
_ARMIJO = 1e-4
_RHO_POWER = -0.6
"""rho = 1 suits W, rho = 1/alpha suits the shift; between them Newton inside the proximal point fails least. Of 42 hard
cases (b changed at random) 19 were missed with rho = 1, 12 with 1/alpha, 2 with alpha^-0.5; -0.6, -0.7 did as well."""


def direction(linear, W, laws, A, B, alpha, F, d):
    """Solve (A + B (W + alpha I)) d = -F; False if the matrix is singular.

    By `linear`: None is a dense W, `NodesLU` body space, anything else has its own method `direction`.
    """
    return linear.direction(A, B, alpha, F, d)


@overload(direction)
def _direction(linear, W, laws, A, B, alpha, F, d):
    if isinstance(linear, types.NoneType):
        return lambda linear, W, laws, A, B, alpha, F, d: contact_direction(W, laws, A, B, alpha, F, d)
    return lambda linear, W, laws, A, B, alpha, F, d: nodes_direction(linear, W, laws, A, B, alpha, F, d)


@register_jitable
def newton(linear, W, laws, s, b, r, alpha, tol, limits):
    """Solve v = (W + alpha I) r + b under the laws by Newton's method; r becomes the best iterate.

    J = A + rho B (W + alpha I) with rho = alpha^-0.6 inside the map F(r, rho v); Armijo on |F|^2
    against the largest of the last limits[1] values, at most limits[0] steps. Returns (residual, steps).
    """
    m, n = r.shape[0], laws.size.shape[0]
    x, x_new, v, v_new, d, dv = r.copy(), r.copy(), np.empty(m), np.empty(m), np.empty(m), np.empty(m)
    zero, F, A, B = np.zeros(m), np.empty(m), np.empty((n, 9)), np.empty((n, 9))
    rho = alpha**_RHO_POWER if alpha > 0.0 else 1.0
    velocity(W, laws, x, b, v)
    v += alpha * x
    best = weighted_residual(W, laws, s, b, x, v)
    merit = equations(laws, x, rho * v, F, A, B)
    recent = np.full(limits[1], merit)
    for step in range(limits[0]):
        if best <= tol:
            return best, step
        B *= rho
        if not direction(linear, W, laws, A, B, alpha + 1e-10, F, d):
            return best, step + 1
        velocity(W, laws, d, zero, dv)
        dv += alpha * d
        length = 1.0
        worst = recent.max()
        for _ in range(_HALVINGS):
            x_new[:] = x + length * d
            v_new[:] = v + length * dv
            merit = equations(laws, x_new, rho * v_new, F, A, B)
            if merit <= (1.0 - 2.0 * _ARMIJO * length) * worst:
                break
            length *= 0.5
        if not merit < math.inf:
            return best, step + 1
        x[:] = x_new
        velocity(W, laws, x, b, v)  # afresh: increments would collect rounding errors
        v += alpha * x
        merit = equations(laws, x, rho * v, F, A, B)
        recent[step % limits[1]] = merit
        res = weighted_residual(W, laws, s, b, x, v)
        if res < best:
            best = res
            r[:] = x
    return best, limits[0]
