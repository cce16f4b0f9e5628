"""One stage of mixed time stepping, and the base schemes that consist of such stages: generalized-alpha and Bathe.

A stage looks for the velocity v at its end, where

    a = (v - v_0) / alpha,    q = q_i o exp(x_0 + beta v)
    M(q) a = h(q, v, t) + G^T lambda + H^T lambda_c,    G v + w = 0,    (lambda_c, H v + w) in the laws

The contacts are those that are closed at t_i, in all stages; restitution is left to the impulse. Newton's method solves
A dv = alpha (h - M a) + G^T P + H^T r with A = M + alpha D + alpha beta K and the whole P = alpha lambda,
r = alpha lambda_c, so one iteration is one linear contact problem. v_0, x_0, alpha, beta belong to the scheme
(Rezaei and Schindler, sec. 2.4, 2.6). Without closed contacts the first factors serve all iterations as long as they
converge quickly: A dv = alpha (h - M a) + G^T P + G_0^T dP, and rates of convergence are carried from step to step.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import DONE, ESCALATE, GROW_DETECTION, GROW_GROUPS, NOT_FINITE, NOT_SETTLED
from stickslip.contact.detection import DETECTED, detect, nearly_full
from stickslip.contact.rows import (
    ROWS_READY,
    group_velocity,
    set_contact_rows,
    set_limit_rows,
    slip_dependent,
)
from stickslip.forces.kernel import USER
from stickslip.integrators.books import certify
from stickslip.integrators.coefficients import ACCELERATION_LEVEL
from stickslip.integrators.mixed.books import (
    balance_forces,
    keep_contact_powers,
    keep_forces,
    keep_inertia,
    keep_joint_powers,
)
from stickslip.integrators.mixed.laws import keeping, solve_laws
from stickslip.integrators.mixed.scale import largest_speed, relative_change
from stickslip.integrators.slip import set_friction
from stickslip.integrators.timestep import (
    Blend,
    add_momentum,
    add_reactions,
    add_tangents,
    evaluate,
    set_bilateral_rows,
    set_forces,
)
from stickslip.joints.relative import move_system
from stickslip.system.matrix import (
    NO_TANGENTS,
    add_joint_blocks,
    add_joint_impulses,
    factorise,
    invert_nodes,
    joint_velocity,
    multiply_free_nodes,
    multiply_nodes,
    solve_coupled,
)

V_0, X_0, V, V_HALF, X_HALF, X, ACCELERATION, AUXILIARY = range(8)  # rows of Dynamics.stage
MAX_ITERATIONS = 40
HELD = 10  # iterations after which contacts keep their points and directions: two sets of them may alternate
SHORTEST = 1.0 / 64.0  # part of a step of Newton's method
QUICK = 0.05  # rate of convergence up to which it is trusted to go on
LEAST_RATE = 1e-3  # no rate is trusted to be better
FORGET = 0.8  # power of a rate with which it is trusted the next time
FORESEEN = 0.1  # relative change of velocities up to which the last accelerations are trusted as a start
ROUGH = 1e-3  # residual of the laws, and part of the last change, with which Newton's method may go on
V_LAST, LAST_STEP = ACCELERATION, AUXILIARY  # rows of Dynamics.stage while a stage is solved
GLANCE = 1e-3  # part of a step by which rows are moved on where their rates are needed


@njit
def set_generalized_alpha(mixed, dt, state, stage):
    """Write v_0 and x_0 of generalized-alpha; return alpha, beta (Rezaei and Schindler, sec. 2.4)."""
    gamma, kappa = mixed.gamma, (1.0 - mixed.alpha_f) / (1.0 - mixed.alpha_m)
    alpha, beta = dt * gamma * kappa, dt * mixed.beta / gamma
    for i in range(len(state.u)):
        a, A, v = state.a[0, i], state.a[1, i], state.u[i]
        rest = (mixed.alpha_f * a - mixed.alpha_m * A) / (1.0 - mixed.alpha_m)
        stage[V_0, i] = v + dt * ((1.0 - gamma) * A + gamma * rest)
        x = dt * v + dt * dt * ((0.5 - mixed.beta) * A + mixed.beta * rest)
        stage[X_0, i] = x - beta * stage[V_0, i]
    return alpha, beta


@njit
def set_trapezoid(dt, state, stage):
    """Write v_0 and x_0 of the first half of Bathe's step, a trapezoidal rule over dt/2.

    Rezaei and Schindler, sec. 2.6.
    """
    for i in range(len(state.u)):
        stage[V_0, i] = state.u[i] + 0.25 * dt * state.a[0, i]
        stage[X_0, i] = 0.25 * dt * state.u[i]
    return 0.25 * dt, 0.25 * dt


@njit
def set_backward(dt, state, stage):
    """Write v_0 and x_0 of the second half, backward differences over three points; the first half is at V, X."""
    for i in range(len(state.u)):
        stage[V_0, i] = (4.0 * stage[V_HALF, i] - state.u[i]) / 3.0
        stage[X_0, i] = 4.0 * stage[X_HALF, i] / 3.0
    return dt / 3.0, dt / 3.0


@njit
def error_left(change, before, first, k, which, work):
    """Return the error that iteration k has left, from its change, that of the one before and the first of the step.

    Newton's method with tangents that lack some terms converges linearly: change times rate / (1 - rate). Where it does
    not converge quickly, the change itself has to vanish. The first iteration takes the rate of earlier steps if its
    change is as small as theirs was and no contact is closed, and trusts it less each time until it is measured again.
    """
    known, touching = work.dynamics.rate, work.groups.count[0] > 0
    rate = 1.0
    if k > 0:
        rate = change / before if before > 0.0 else 1.0
        known[which], known[2 + which] = rate, first
    elif not touching and change <= 2.0 * known[2 + which]:
        rate = known[which]
        known[which] = max(rate, LEAST_RATE) ** FORGET
    if touching:
        known[which] = 1.0
    rate = max(rate, LEAST_RATE)
    return change * rate / (1.0 - rate) if rate < QUICK else change


@njit
def recall_rates(system, dt, state, work):
    """Take over the rates of earlier steps of this size, unless forces may set in suddenly."""
    known = work.dynamics.rate
    sudden = state.rate[4] != dt
    for law in range(len(system.laws.compliant)):
        sudden = sudden or system.laws.compliant[law] != 0
    for e in range(len(system.forces.kind)):
        sudden = sudden or system.forces.kind[e] == USER
    for k in range(len(system.nodes.address)):
        sudden = sudden or system.nodes.address[k] != 0
    for i in range(4):
        known[i] = 1.0 if sudden else state.rate[i]
    known[4] = dt


@njit
def law_tolerance(settings, before):
    """Return the residual of the laws that is enough after a change of ``before``: the last one is the tolerance."""
    return max(settings.tol, ROUGH * min(before, 1.0))


@njit
def predict(nodes, a, step, v):
    """Add step a to v, a start for Newton's method, unless that is much: fast modes make poor predictions."""
    if step * largest_speed(nodes, a) <= FORESEEN * largest_speed(nodes, v):
        for i in range(len(v)):
            v[i] += step * a[i]


@njit
def go_to(system, t, beta, state, work):
    """Move to q_i o exp(x_0 + beta v) at time t."""
    d = work.dynamics
    stage = d.stage
    for i in range(len(state.u)):
        stage[X, i] = stage[X_0, i] + beta * stage[V, i]
    d.q[:] = state.q
    move_system(system, state.t[0], t, d.q, stage[X], 1.0, state.coordinate, work.poses, work.force)


@njit
def place(system, t, beta, state, work):
    """Go to q_i o exp(x_0 + beta v) at time t, with the velocities v, and evaluate poses and points there."""
    go_to(system, t, beta, state, work)
    evaluate(system, t, t, work.dynamics.q, work.dynamics.stage[V], state, work)


@njit
def set_rows(system, scheme, t, span, frozen, state, work):
    """Detect contacts and form all rows; frozen: of the contacts closed at t_i, else of those closed now.

    The forces of the last step are the start for impulses over ``span`` then.
    """
    return set_known_rows(system, scheme, t, span, frozen, state.warm, state.limit_r, state, work)


@njit
def set_known_rows(system, scheme, t, span, frozen, warm, limit_r, state, work):
    """Do ``set_rows`` where the contacts in ``warm`` and the limits in ``limit_r`` are known."""
    geometry, groups, force = work.geometry, work.groups, work.force
    if detect(system, work.poses, span, geometry) != DETECTED or nearly_full(geometry):
        return GROW_DETECTION
    set_bilateral_rows(system, t, t, state, work)
    code = set_contact_rows(system, scheme.dim, work.poses, geometry, warm, frozen, state.u, force, groups)
    if code != ROWS_READY:
        return GROW_GROUPS
    code = set_limit_rows(system, work.poses, state.coordinate, limit_r, span, geometry, frozen, force, groups)
    if frozen:
        for k in range(groups.count[1]):
            groups.r[k] *= span
    return DONE if code == ROWS_READY and groups.count[0] <= len(state.warm.a) else GROW_GROUPS


@njit
def set_momentum(system, work, x, y):
    """Write y = M x at the configuration of the last forces."""
    multiply_nodes(system.nodes, system.nodes.M, x, y)
    add_momentum(system, work, x, y)


@njit
def factor_matrix(system, d, rows):
    """Factor the matrix in d.values, with the rows of joints; return whether it was possible (see ``factorise``)."""
    if system.matrix.coupled[0] != 0:
        add_joint_blocks(system, rows.G, rows.G, d.values)
        invert_nodes(system.nodes, system.matrix, d.values, d.A_inv)
        return factorise(system.pattern, d)
    invert_nodes(system.nodes, system.matrix, d.values, d.A_inv)
    return True


@njit
def solve_matrix(system, d, n):
    """Solve the factored system for d.rhs into d.u_free (velocities and impulses of joints)."""
    if system.matrix.coupled[0] != 0:
        solve_coupled(system.pattern, d, d.rhs, d.u_free)
    multiply_free_nodes(system.nodes, system.matrix.free, d.A_inv, d.rhs, d.u_free)


@njit
def _set_acceleration_rows(system, alpha, t, state, work):
    """Replace the right-hand side of the joints, -(G v + w), by that of G a + (G v + w)' = 0.

    Rezaei and Schindler, sec. 2.8.

    The rate of the rows is their change over a small part of the stage; d.rhs holds -(G v + w) before.
    """
    d, n, ahead = work.dynamics, len(state.u), GLANCE * alpha
    stage, m = d.stage, len(work.rows.w)
    rate, change = d.u_free[n:], np.empty(m)
    joint_velocity(system, work.rows, d.mean, change)  # d.mean is v - v_0
    for row in range(m):
        change[row] -= work.rows.w[row]
        rate[row] = d.rhs[n + row]
    move_system(system, t, t + ahead, d.q, stage[V], ahead, state.coordinate, work.poses, work.force)
    evaluate(system, t + ahead, t + ahead, d.q, stage[V], state, work)
    set_bilateral_rows(system, t + ahead, t + ahead, state, work)
    joint_velocity(system, work.rows, stage[V], d.rhs[n:])
    for row in range(m):
        d.rhs[n + row] = -change[row] - (d.rhs[n + row] + rate[row]) * alpha / ahead


@njit
def _set_matrix(system, alpha, beta, t, state, work):
    """Evaluate forces and tangents and factor the matrix."""
    d, v, blend = work.dynamics, work.dynamics.stage[V], Blend(alpha, alpha * beta, 0.0)
    factored = False
    while not factored:
        d.values[:] = 0.0
        set_forces(system, t, d.q, v, blend, state, work)
        add_tangents(system, blend, t, v, state, work)
        factored = factor_matrix(system, d, work.rows)


@njit
def may_hold(system, k):
    """Return whether contacts keep points and directions in iteration k; forces of compliant ones need their gaps."""
    if k < HELD:
        return False
    for law in range(len(system.laws.compliant)):
        if system.laws.compliant[law] != 0:
            return False
    return True


@njit
def _set_rows_again(system, scheme, t, alpha, k, state, work):
    """Form the rows for iteration k, with the reactions of the one before as a start; at last those of joints only."""
    groups, m = work.groups, work.groups.count[1]
    if may_hold(system, k):
        set_bilateral_rows(system, t, t, state, work)
        return DONE
    r = groups.r[:m].copy()
    code = set_rows(system, scheme, t, alpha, True, state, work)
    if k > 0 and groups.count[1] == m:
        groups.r[:m] = r
    return code


@njit
def _iterate(system, scheme, alpha, beta, t, k, fresh, enough, node_offsets, settings, state, work):
    """Write velocities and joint impulses of a full Newton step to d.solution; return (code, residual, iterations)."""
    d, n = work.dynamics, len(state.u)
    stage = d.stage
    place(system, t, beta, state, work)
    code = _set_rows_again(system, scheme, t, alpha, k, state, work)
    if code != DONE:
        return code, 0.0, 0
    fresh = fresh or work.groups.count[0] > 0
    if fresh:
        _set_matrix(system, alpha, beta, t, state, work)
    else:
        set_forces(system, t, d.q, stage[V], NO_TANGENTS, state, work)
    for i in range(n):
        d.mean[i] = stage[V, i] - stage[V_0, i]
    set_momentum(system, work, d.mean, d.rhs)
    for i in range(n):
        d.rhs[i] = alpha * (d.h[0, i] + d.h[1, i] + d.h[2, i] + d.h[3, i]) - d.rhs[i]
    if not fresh:
        add_joint_impulses(system, work.rows, d.solution[n:], d.rhs)
    joint_velocity(system, work.rows, stage[V], d.rhs[n:])
    for i in range(n, len(d.rhs)):
        d.rhs[i] = -d.rhs[i]
    if scheme.mixed.level == ACCELERATION_LEVEL:
        _set_acceleration_rows(system, alpha, t, state, work)
    solve_matrix(system, d, n)
    for i in range(n):
        d.u_free[i] += stage[V, i]
    if not fresh:
        for i in range(n, len(d.rhs)):
            d.u_free[i] += d.solution[i]
    if slip_dependent(system.laws):
        group_velocity(system.nodes, work.groups, stage[V], work.groups.after)
        set_friction(system, work.geometry.contacts, work.groups, work.groups.after)
    group_velocity(system.nodes, work.groups, d.u_free, work.groups.b)
    quick = settings if k == 0 else keeping(settings)
    _, residual, iterations = solve_laws(system, d.A_inv, work, node_offsets, settings, quick, enough)
    if not residual <= enough:
        return ESCALATE, residual, iterations
    d.solution[:] = d.u_free
    add_reactions(system, d.A_inv, work, d.solution)
    for i in range(n):
        d.mean[i] = d.solution[i] - stage[V, i]
    return DONE, residual, iterations


@njit
def next_part(k, part, change, before):
    """Return which part of a Newton step comes next, and whether it is one of the step before.

    Once contacts are held, steps have to get shorter: where the next full step is longer than the last one, half of
    that is taken instead (natural monotonicity test; Deuflhard, Newton Methods for Nonlinear Problems, 2004, 3.3).
    """
    if k > HELD and change > before:
        return 0.5 * part, True
    return min(1.0, 2.0 * part), False


@njit
def take_part(v, last, last_step, step, part, again):
    """Add a part of a Newton step to the velocities v; again: a part of the last one to the velocities of before."""
    for i in range(len(step)):
        if not again:
            last[i], last_step[i] = v[i], step[i]
        v[i] = last[i] + part * last_step[i]


@njit
def solve_stage(system, scheme, which, alpha, beta, t, node_offsets, settings, state, work):
    """Solve stage ``which`` of a step; the law residual of the last iteration goes to the certificate."""
    d, groups, nodes, tolerance = work.dynamics, work.groups, system.nodes, scheme.mixed.tolerance
    before, first, fresh, part = np.inf, 0.0, True, 1.0
    for k in range(MAX_ITERATIONS):
        enough = law_tolerance(settings, before)
        code, residual, iterations = _iterate(
            system, scheme, alpha, beta, t, k, fresh, enough, node_offsets, settings, state, work
        )
        if code != DONE:
            return code
        change = relative_change(system, d.mean, d.solution, alpha, beta, tolerance, work)
        if not np.isfinite(change):
            return NOT_FINITE
        first = change if k == 0 else first
        error = error_left(change, before, first, k, which, work)
        fresh = k > 0 and not change < QUICK * before
        if residual <= settings.tol and error <= tolerance:
            for i in range(len(state.u)):
                d.stage[V, i] = d.solution[i]
            group_velocity(nodes, groups, d.stage[V], groups.after)
            groups.before[: groups.count[1]] = 0.0  # contact forces know no restitution
            certify(system, work, max(residual, error), iterations)
            _keep_stage(system, 1 + which, alpha, work)
            return DONE
        part, again = next_part(k, part, change, before)
        if part < SHORTEST:
            break
        take_part(d.stage[V], d.stage[V_LAST], d.stage[LAST_STEP], d.mean, part, again)
        before = before if again else change
    return NOT_SETTLED


@njit
def _keep_stage(system, point, alpha, work):
    """Keep what the energy ledger needs of a solved stage."""
    d, v = work.dynamics, work.dynamics.stage[V]
    for i in range(len(v)):
        d.mean[i] = (v[i] - d.stage[V_0, i]) / alpha
    keep_forces(point, work)
    keep_inertia(system, point, d.mean, work)
    keep_joint_powers(system, point, work.rows.w, alpha, v, work)
    keep_contact_powers(point, alpha, work.groups.w, work.groups.after, work)
    balance_forces(system, d.q, point, work)


@njit
def step_generalized_alpha(system, scheme, dt, node_offsets, settings, state, work):
    """Do the base step of generalized-alpha; return (code, alpha, beta)."""
    mixed, stage, n = scheme.mixed, work.dynamics.stage, len(state.u)
    alpha, beta = set_generalized_alpha(mixed, dt, state, stage)
    predict(system.nodes, state.a[0], dt, stage[V])
    code = solve_stage(system, scheme, 0, alpha, beta, state.t[0] + dt, node_offsets, settings, state, work)
    kappa = (1.0 - mixed.alpha_f) / (1.0 - mixed.alpha_m)
    for i in range(n):
        a = (stage[V, i] - stage[V_0, i]) / alpha
        rest = (mixed.alpha_f * state.a[0, i] - mixed.alpha_m * state.a[1, i]) / (1.0 - mixed.alpha_m)
        stage[ACCELERATION, i], stage[AUXILIARY, i] = a, kappa * a + rest
    return code, alpha, beta


@njit
def step_bathe(system, scheme, dt, node_offsets, settings, state, work):
    """Do the base step of Bathe's scheme; return (code, alpha, beta of the second half)."""
    stage, t, n = work.dynamics.stage, state.t[0], len(state.u)
    for half in range(2):
        if half == 0:
            alpha, beta = set_trapezoid(dt, state, stage)
            predict(system.nodes, state.a[0], 0.5 * dt, stage[V])
        else:
            for i in range(n):
                stage[ACCELERATION, i] = (stage[V, i] - stage[V_0, i]) / alpha
                stage[V_HALF, i] = stage[V, i]
                stage[X_HALF, i] = stage[X_0, i] + beta * stage[V, i]
            alpha, beta = set_backward(dt, state, stage)
            predict(system.nodes, stage[ACCELERATION], 0.5 * dt, stage[V])
        at = t + (0.5 if half == 0 else 1.0) * dt
        code = solve_stage(system, scheme, half, alpha, beta, at, node_offsets, settings, state, work)
        if code != DONE:
            return code, alpha, beta
    for i in range(n):
        stage[ACCELERATION, i] = (stage[V, i] - stage[V_0, i]) / alpha
        stage[AUXILIARY, i] = stage[ACCELERATION, i]
    return DONE, alpha, beta
