"""The compiled entries of the time stepper: `solve_body` and `solve_dense`."""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.contact.solver.anderson import accelerated_sweeps
from stickslip.contact.solver.continuation import attempts
from stickslip.contact.solver.dense import form_dense
from stickslip.contact.solver.jacobian import ALART_CURNIER
from stickslip.contact.solver.newton import newton
from stickslip.contact.solver.operators import bodies, dense_blocks, diagonal, inverse_scale, velocity
from stickslip.contact.solver.problem import CONE, CONVERGED, NOT_CONVERGED, OPEN
from stickslip.contact.solver.projection import residual
from stickslip.contact.solver.scaling import row_scale, scaled, scaled_laws

_QUICK_STEPS = 15


@njit
def all_open(laws, b):
    """Tell whether r = 0 satisfies every law exactly: b_N >= 0 at cones, b = 0 or no capacity at intervals."""
    for g in range(laws.size.shape[0]):
        first = b[laws.row[g]]
        if laws.kind[g] == CONE:
            if not first >= 0.0:
                return False
        elif not (first == 0.0 or laws.bound[g] == 0.0):
            return False
    return True


@njit
def original_residual(W, laws, b, r, work):
    """Return the residual of r from the given data; work.scale[0] holds rho."""
    v = work.vec[0, : r.shape[0]]
    velocity(W, laws, r, b, v)
    return residual(laws, work.scale[0, : laws.size.shape[0]], b, r, v)


@njit
def newton_stages(W, laws, b, r, settings, work):
    """Run Newton and `attempts` in scaled variables with dense systems; r is only replaced by something better.

    Returns (residual, steps) with the residual of the given, unscaled problem.
    """
    n, m = laws.size.shape[0], r.shape[0]
    before = original_residual(W, laws, b, r, work)
    s = row_scale(laws, work.scale[0, :n], m)
    W_s, laws_s, b_s, x = scaled(W, laws, s), scaled_laws(laws, s), b * s, r / s
    goal = 0.5 * settings.tol  # room for the rounding between scaled and given variables
    res, steps = newton(None, W_s, laws_s, s, b_s, x, 0.0, 1e-2, goal, (_QUICK_STEPS, 1), ALART_CURNIER)
    if res > goal:
        res, more = attempts(None, W_s, laws_s, s, b_s, x, goal, settings.max_newton)
        steps += more
    old = r.copy()
    r[:] = x * s
    after = original_residual(W, laws, b, r, work)
    if after < before:
        return after, steps
    r[:] = old
    return before, steps


@njit
def solve_operator(W, laws, b, r, settings, work):
    """Run residual test on the warm start and accelerated sweeps; returns (status, residual, iterations)."""
    n = laws.size.shape[0]
    diagonal(W, laws, work.diag)
    inverse_scale(laws, work.diag, work.scale[0, :n])
    res = original_residual(W, laws, b, r, work)
    if res <= settings.tol:
        return CONVERGED, res, 0
    res, sweeps = accelerated_sweeps(W, laws, b, r, 0.0, settings.tol, settings.max_sweeps, work)
    if res <= settings.tol:
        return CONVERGED, res, sweeps
    return NOT_CONVERGED, res, sweeps


@njit
def solve_dense(laws, W, b, r, settings, work):
    """Solve v = W r + b under the laws for a dense W.

    Parameters
    ----------
    laws : Laws
    W : (m, m) float64, C order, may be singular or unsymmetric
    b : (m,) velocity without reactions [m/s]
    r : (m,) warm start on entry (zeros for a cold start), solution or best iterate on exit [N s]
    settings : Settings
    work : Work, `new_work(n, m, 0, 0)` or larger

    Returns
    -------
    status, residual, iterations : OPEN, CONVERGED or NOT_CONVERGED; residual recomputed from r; sweeps + Newton steps.
    """
    if all_open(laws, b):
        r[:] = 0.0
        return OPEN, 0.0, 0
    blocks = dense_blocks(laws, W, work.segments)
    status, res, iterations = solve_operator(blocks, laws, b, r, settings, work)
    if status == NOT_CONVERGED and r.shape[0] <= settings.dense_rows:
        res, steps = newton_stages(blocks, laws, b, r, settings, work)
        iterations += steps
        if res <= settings.tol:
            status = CONVERGED
    return status, res, iterations


@njit
def solve_body(laws, body, b, r, settings, work):
    """Solve v = H Minv H^T r + b under the laws; W is never formed for large problems.

    Parameters as in `solve_dense`, with body : BodySpace and work : `new_work(n, m, n_u, slot_data.size)` or larger.
    """
    if all_open(laws, b):
        r[:] = 0.0
        return OPEN, 0.0, 0
    W = bodies(laws, body, work.u[: body.off[-1]], work.slot)
    status, res, iterations = solve_operator(W, laws, b, r, settings, work)
    if status == NOT_CONVERGED and min(r.shape[0], body.off[-1]) <= settings.dense_rows:
        if r.shape[0] <= settings.dense_rows:
            blocks = dense_blocks(laws, form_dense(W, laws, r.shape[0]), work.segments)
            res, steps = newton_stages(blocks, laws, b, r, settings, work)
        else:
            res, steps = newton_stages(W, laws, b, r, settings, work)
        res = original_residual(W, laws, b, r, work)
        iterations += steps
        if res <= settings.tol:
            status = CONVERGED
    return status, res, iterations
