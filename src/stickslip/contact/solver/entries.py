"""The compiled entries `solve_blocks`, `solve_dense`, `solve_body`: all stages short of the rounds of `chain.solve`."""

from __future__ import annotations

import math

from numba.extending import register_jitable

from stickslip._jit import njit
from stickslip.contact.solver.anderson import accelerated_sweeps
from stickslip.contact.solver.continuation import EAGER, proximal_point
from stickslip.contact.solver.nodes_lu import nodes_lu
from stickslip.contact.solver.operators import bodies, dense_blocks, diagonal, inverse_scale, terms_of, velocity
from stickslip.contact.solver.problem import CONE, CONVERGED, NOT_CONVERGED, OPEN
from stickslip.contact.solver.residual import residual
from stickslip.contact.solver.scaling import row_scale, scaled, scaled_laws

_BODY_SWEEPS = 40


@njit
def all_open(laws, b):
    """Return whether r = 0 satisfies every law exactly: b_N >= 0 at cones, b = 0 or no capacity at intervals."""
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
    terms_of(W, laws, work.scale, r)
    return residual(laws, work.scale, b, r, v)


@njit
def warm_residual(W, laws, b, r, work):
    """Prepare diagonal blocks and rho, and return the residual of the warm start r, inf for r = 0 (see `all_open`)."""
    diagonal(W, laws, work.diag)
    inverse_scale(laws, work.diag, work.scale)
    for i in range(r.shape[0]):
        if r[i] != 0.0:
            return original_residual(W, laws, b, r, work)
    return math.inf


@register_jitable
def scaled_proximal_point(pace, linear, W, laws, b, r, settings, work):
    """Run the proximal point in scaled variables; r is only replaced by something better.

    Returns (residual, steps) with the residual of the given, unscaled problem.
    """
    before = original_residual(W, laws, b, r, work)
    s = row_scale(laws, work.scale[0, : laws.size.shape[0]], r.shape[0])
    x = r / s
    goal = 0.5 * settings.tol  # room for the rounding between scaled and given variables
    _, steps = proximal_point(linear, scaled(W, laws, s), scaled_laws(laws, s), s, b * s, x, goal, pace)
    old = r.copy()
    r[:] = x * s
    after = original_residual(W, laws, b, r, work)
    if after < before:
        return after, steps
    r[:] = old
    return before, steps


compiled_proximal_point = njit(scaled_proximal_point)


@njit
def _verdict(res, iterations, settings):
    return (CONVERGED if res <= settings.tol else NOT_CONVERGED), res, iterations


@njit
def _first_sweeps(m):
    """Return the sweeps before Newton: tiny problems need few; then a sweep costs about m, a dense Newton step m^3."""
    return 20 if m < 40 else max(5, m * m // 1000)


@njit
def solve_blocks(laws, W, b, r, settings, work):
    """Solve v = W r + b under the laws for W by blocks, with dense Newton systems up to settings.dense_rows.

    Parameters
    ----------
    laws : Laws
    W : Blocks, may be singular or unsymmetric
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
    m = r.shape[0]
    small = m <= settings.dense_rows
    limit = _first_sweeps(m) if small else settings.max_sweeps
    res, iterations = warm_residual(W, laws, b, r, work), 0
    if res > settings.tol:
        res, iterations = accelerated_sweeps(W, laws, b, r, 0.0, settings.tol, limit, work)
    if res > settings.tol and small:
        res, steps = compiled_proximal_point(EAGER, None, W, laws, b, r, settings, work)
        iterations += steps
    return _verdict(res, iterations, settings)


@njit
def solve_dense(laws, W, b, r, settings, work):
    """Solve v = W r + b under the laws for a dense W (m, m), C order; parameters as in `solve_blocks`."""
    return solve_blocks(laws, dense_blocks(laws, W, work.segments), b, r, settings, work)


@njit
def solve_body(laws, body, b, r, settings, work):
    """Solve v = H Minv H^T r + b under the laws; W is never formed.

    Parameters as in `solve_blocks`, with body : BodySpace and work : `new_work(n, m, n_u, slot_data.size)` or larger.
    """
    if all_open(laws, b):
        r[:] = 0.0
        return OPEN, 0.0, 0
    W = bodies(laws, body, work.u[: body.off[-1]], work.slot)
    res, iterations = warm_residual(W, laws, b, r, work), 0
    if res == math.inf:  # a warm start comes from sweeps
        res, iterations = accelerated_sweeps(W, laws, b, r, 0.0, settings.tol, _BODY_SWEEPS, work)
    if res > settings.tol:
        res, steps = compiled_proximal_point(EAGER, nodes_lu(W, laws), W, laws, b, r, settings, work)
        iterations += steps
    return _verdict(res, iterations, settings)
