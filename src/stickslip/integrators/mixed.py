"""Mixed time stepping: contact forces at velocity level, then an impulse if a contact closed (rezaei 2.3).

Every base scheme is a sequence of stages. A stage looks for the velocity v at its end, where

    a = (v - v_0) / alpha,    q = q_i o exp(x_0 + beta v)
    M(q) a = h(q, v, t) + G^T lambda + H^T lambda_c,    G v + w = 0,    (lambda_c, H v + w) in the laws

The contacts are those that are closed at t_i, in all stages; restitution is left to the impulse. Newton's method solves
A dv = alpha (h - M a) + G^T P + H^T r with A = M + alpha D + alpha beta K and the whole P = alpha lambda,
r = alpha lambda_c, so one iteration is one linear contact problem. v_0, x_0, alpha, beta belong to the scheme
(rezaei 2.4, 2.6). Then

    v+ = v- + M^-1 (G^T P + H^T Lambda),    (Lambda, gamma+ + e gamma-) in the laws

over all contacts closed at t_{i+1}, if one of them was open at t_i. Positions are not touched.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.solver.problem import CONE, NOT_CONVERGED
from stickslip.integrators.books import certify
from stickslip.integrators.schemes import GENERALIZED_ALPHA
from stickslip.integrators.timestep import (
    DONE,
    ESCALATE,
    GROW_DETECTION,
    GROW_GROUPS,
    NOT_FINITE,
    NOT_SETTLED,
    PASS_NODE,
    Blend,
    add_masses,
    add_reactions,
    add_tangents,
    evaluate,
    keep_warm_start,
    set_bilateral_rows,
    set_forces,
    solve_contacts,
)
from stickslip.mechanics.forces import DAMPER, LOAD
from stickslip.mechanics.guides import guides_left
from stickslip.mechanics.lines import add_mass_product, set_element_mass
from stickslip.mechanics.relative import move_system
from stickslip.system.contact_rows import (
    ROWS_READY,
    group_velocity,
    is_known,
    set_contact_rows,
    set_free_velocity,
    set_limit_rows,
)
from stickslip.system.detect import DETECTED, detect, nearly_full
from stickslip.system.layout import (
    BALANCED,
    DAMPER_WORK,
    DRIVE_WORK,
    FRICTION_WORK,
    IMPACT_WORK,
    LAST_DAMPER,
    LAST_DRIVE,
    LAST_LOAD,
    LOAD_WORK,
    LOWER_STOP,
    UPPER_STOP,
)
from stickslip.system.matrix import (
    NO_TANGENTS,
    add_joint_blocks,
    factorise,
    invert_nodes,
    joint_velocity,
    multiply_nodes,
    solve_coupled,
)

V_0, X_0, V, V_HALF, X_HALF, X, ACCELERATION, AUXILIARY = range(8)  # rows of Dynamics.stage
MAX_ITERATIONS = 30
TINY = 1e-300
GLANCE = 1e-3  # part of a step that rows are moved on for the acceleration of the start


@njit
def _set_generalized_alpha(mixed, dt, state, stage):
    """Write v_0 and x_0 of generalized-alpha; return alpha, beta (rezaei 2.4)."""
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
def _set_trapezoid(dt, state, stage):
    """Write v_0 and x_0 of the first half of Bathe's step, a trapezoidal rule over dt/2 (rezaei 2.6)."""
    for i in range(len(state.u)):
        stage[V_0, i] = state.u[i] + 0.25 * dt * state.a[0, i]
        stage[X_0, i] = 0.25 * dt * state.u[i]
    return 0.25 * dt, 0.25 * dt


@njit
def _set_backward(dt, state, stage):
    """Write v_0 and x_0 of the second half, backward differences over three points; the first half is at V, X."""
    for i in range(len(state.u)):
        stage[V_0, i] = (4.0 * stage[V_HALF, i] - state.u[i]) / 3.0
        stage[X_0, i] = 4.0 * stage[X_HALF, i] / 3.0
    return dt / 3.0, dt / 3.0


@njit
def _place(system, t, beta, state, work):
    """Go to q_i o exp(x_0 + beta v) at time t, with the velocities v."""
    d = work.dynamics
    stage = d.stage
    for i in range(len(state.u)):
        stage[X, i] = stage[X_0, i] + beta * stage[V, i]
    d.q[:] = state.q
    move_system(system, state.t[0], t, d.q, stage[X], 1.0, state.coordinate, work.poses, work.force)
    evaluate(system, t, t, d.q, stage[V], state, work)


@njit
def _set_rows(system, scheme, t, span, frozen, state, work):
    """Detect contacts and form all rows; frozen: of the contacts closed at t_i, else of those closed now."""
    geometry, groups, force = work.geometry, work.groups, work.force
    if detect(system, work.poses, span, geometry) != DETECTED or nearly_full(geometry):
        return GROW_DETECTION
    set_bilateral_rows(system, t, t, state, work)
    if set_contact_rows(system, scheme.dim, work.poses, geometry, state.warm, frozen, force, groups) != ROWS_READY:
        return GROW_GROUPS
    code = set_limit_rows(
        system, work.poses, state.coordinate, state.limit_r, span, geometry.size[2], frozen, force, groups
    )
    return DONE if code == ROWS_READY and groups.count[0] <= len(state.warm.a) else GROW_GROUPS


@njit
def _set_momentum(system, work, x, y):
    """Write y = M x at the configuration of the last forces."""
    multiply_nodes(system.nodes, system.nodes.M, x, y)
    if system.matrix.massive[0] != 0:
        add_mass_product(system, work.force, x, y)


@njit
def _factor(system, d, rows):
    """Factor the matrix in d.values, with the rows of joints."""
    if system.matrix.coupled[0] != 0:
        add_joint_blocks(system, rows, d.values)
        factorise(system.pattern, d)
    else:
        invert_nodes(system.nodes, system.matrix.node, d.values, d.A_inv)


@njit
def _solve(system, d, n):
    """Solve the factored system for d.rhs into d.u_free (velocities and impulses of joints)."""
    if system.matrix.coupled[0] != 0:
        solve_coupled(system.pattern, d, d.rhs, d.u_free)
    else:
        multiply_nodes(system.nodes, d.A_inv, d.rhs[:n], d.u_free)


@njit
def _iterate(system, scheme, alpha, beta, t, node_offsets, settings, state, work):
    """One Newton iteration of a stage; return (code, relative change of v, residual, iterations of the laws)."""
    d, n = work.dynamics, len(state.u)
    stage = d.stage
    _place(system, t, beta, state, work)
    code = _set_rows(system, scheme, t, alpha, True, state, work)
    if code != DONE:
        return code, 0.0, 0.0, 0
    d.values[:] = 0.0
    d.h_total[:] = 0.0
    blend = Blend(alpha, alpha * beta, 0.0)
    set_forces(system, t, d.q, stage[V], blend, state, work)
    add_tangents(system, blend, t, stage[V], state, work)
    _factor(system, d, work.rows)
    for i in range(n):
        d.mean[i] = stage[V, i] - stage[V_0, i]
    _set_momentum(system, work, d.mean, d.rhs)
    for i in range(n):
        d.rhs[i] = alpha * (d.h[0, i] + d.h[1, i] + d.h[2, i] + d.h[3, i]) - d.rhs[i]
    joint_velocity(system, work.rows, stage[V], d.rhs[n:])
    for i in range(n, len(d.rhs)):
        d.rhs[i] = -d.rhs[i]
    _solve(system, d, n)
    for i in range(n):
        d.u_free[i] += stage[V, i]
    group_velocity(system.nodes, work.groups, d.u_free, work.groups.b)
    status, residual, iterations = solve_contacts(system, d.A_inv, work, node_offsets, settings)
    if status == NOT_CONVERGED:
        return ESCALATE, 0.0, residual, iterations
    d.solution[:] = d.u_free
    add_reactions(system, d.A_inv, work, d.solution)
    change, size = 0.0, 0.0
    for i in range(n):
        change, size = max(change, abs(d.solution[i] - stage[V, i])), max(size, abs(d.solution[i]))
        stage[V, i] = d.solution[i]
    if not np.isfinite(change):
        return NOT_FINITE, 0.0, residual, iterations
    return DONE, change / (size + TINY), residual, iterations


@njit
def _solve_stage(system, scheme, alpha, beta, t, node_offsets, settings, state, work):
    """Solve one stage; the law residual of the last iteration goes to the certificate."""
    groups, nodes = work.groups, system.nodes
    for _ in range(MAX_ITERATIONS):
        code, change, residual, iterations = _iterate(
            system, scheme, alpha, beta, t, node_offsets, settings, state, work
        )
        if code != DONE:
            return code
        if change <= scheme.mixed.tolerance:
            group_velocity(nodes, groups, work.dynamics.stage[V], groups.after)
            groups.before[: groups.count[1]] = 0.0  # contact forces know no restitution
            certify(system, work, residual, iterations)
            return DONE
    return NOT_SETTLED


@njit
def _base_step(system, scheme, dt, node_offsets, settings, state, work):
    """Solve all stages of the base scheme, write a and A of its end; return (code, alpha, beta of the last stage)."""
    mixed, stage, t = scheme.mixed, work.dynamics.stage, state.t[0]
    n = len(state.u)
    for i in range(n):
        stage[V, i] = state.u[i]
    if mixed.kind == GENERALIZED_ALPHA:
        alpha, beta = _set_generalized_alpha(mixed, dt, state, stage)
    else:
        alpha, beta = _set_trapezoid(dt, state, stage)
        code = _solve_stage(system, scheme, alpha, beta, t + 0.5 * dt, node_offsets, settings, state, work)
        if code != DONE:
            return code, alpha, beta
        for i in range(n):
            stage[V_HALF, i] = stage[V, i]
            stage[X_HALF, i] = stage[X_0, i] + beta * stage[V, i]
        alpha, beta = _set_backward(dt, state, stage)
    code = _solve_stage(system, scheme, alpha, beta, t + dt, node_offsets, settings, state, work)
    kappa = (1.0 - mixed.alpha_f) / (1.0 - mixed.alpha_m)
    for i in range(n):
        a = (stage[V, i] - stage[V_0, i]) / alpha
        rest = (mixed.alpha_f * state.a[0, i] - mixed.alpha_m * state.a[1, i]) / (1.0 - mixed.alpha_m)
        stage[ACCELERATION, i], stage[AUXILIARY, i] = a, kappa * a + rest
    return code, alpha, beta


@njit
def _closes(system, state, work):
    """Whether a contact or stop is closed now that was open at the begin of the step."""
    groups = work.groups
    for g in range(groups.count[0]):
        c = groups.contact[g]
        if c < 0 and state.limit_r[-1 - c] < 0.0:
            return True
        if c >= 0 and not is_known(system.contours, work.geometry, work.poses, c, state.warm):
            return True
    return False


@njit
def _account_forces(system, dt, alpha, state, work, ledger):
    """Add the work of the base step: powers by the trapezoidal rule, contact forces with mean velocities."""
    groups, v = work.groups, work.dynamics.stage[V]
    damper, load, drive = _powers(system, v, alpha, work)
    ledger[DAMPER_WORK] += 0.5 * dt * (ledger[LAST_DAMPER] + damper)
    ledger[LOAD_WORK] += 0.5 * dt * (ledger[LAST_LOAD] + load)
    ledger[DRIVE_WORK] += 0.5 * dt * (ledger[LAST_DRIVE] + drive)
    ledger[LAST_DAMPER], ledger[LAST_LOAD], ledger[LAST_DRIVE] = damper, load, drive
    group_velocity(system.nodes, groups, state.u, groups.before)
    group_velocity(system.nodes, groups, v, groups.after)
    for g in range(groups.count[0]):
        for i in range(groups.size[g]):
            k = groups.row[g] + i
            power = 0.5 * (groups.before[k] + groups.after[k]) * groups.r[k] * dt / alpha
            ledger[IMPACT_WORK if i == 0 and groups.kind[g] == CONE else FRICTION_WORK] += power
            ledger[DRIVE_WORK] -= groups.r[k] * groups.w[k] * dt / alpha


@njit
def _powers(system, v, alpha, work):
    """Return the powers of dampers, loads and drives at the last evaluation, with velocities v."""
    d, n = work.dynamics, len(v)
    damper, load = d.power[DAMPER], d.power[LOAD]
    drive = -d.power[0] - damper - load
    for i in range(n):
        damper += d.h[DAMPER, i] * v[i]
        load += d.h[LOAD, i] * v[i]
    for row in range(len(work.rows.w)):
        drive -= d.solution[n + row] / alpha * work.rows.w[row]
    return damper, load, drive


@njit
def _account_impulses(groups, ledger):
    """Add the work of impulses, with the mean velocities of before and after."""
    for g in range(groups.count[0]):
        for i in range(groups.size[g]):
            k = groups.row[g] + i
            power = 0.5 * (groups.before[k] + groups.after[k]) * groups.r[k]
            ledger[IMPACT_WORK if i == 0 and groups.kind[g] == CONE else FRICTION_WORK] += power
            ledger[DRIVE_WORK] -= groups.r[k] * groups.w[k]


@njit
def _impulse(system, v, node_offsets, settings, work, ledger):
    """Add the impulses of all closed contacts to v and to the books (rezaei 2.5); they stay in groups.r."""
    d, groups, n = work.dynamics, work.groups, len(v)
    if system.matrix.massive[0] != 0:
        set_element_mass(system, work.poses, work.force)
    d.values[:] = 0.0
    add_masses(system, work)
    _factor(system, d, work.rows)
    group_velocity(system.nodes, groups, v, groups.before)
    d.u_free[:] = 0.0
    for i in range(n):
        d.u_free[i] = v[i]
    for g in range(groups.count[0]):
        if groups.kind[g] != CONE:
            groups.bound[g] = 0.0  # a bounded force has no impulse
    set_free_velocity(system, work.geometry.contacts, groups, d.u_free, system.nodes)
    groups.r[: groups.count[1]] = 0.0
    status, residual, iterations = solve_contacts(system, d.A_inv, work, node_offsets, settings)
    if status == NOT_CONVERGED:
        return ESCALATE
    d.solution[:] = d.u_free
    add_reactions(system, d.A_inv, work, d.solution)
    group_velocity(system.nodes, groups, d.solution, groups.after)
    certify(system, work, residual, iterations)
    _account_impulses(groups, ledger)
    for i in range(n):
        v[i] = d.solution[i]
    return DONE


@njit
def _keep_closed(system, state, work):
    """Remember which contacts and stops are closed, and their forces for the next step."""
    keep_warm_start(work, state)
    limits, groups = system.limits, work.groups
    for k in range(len(limits.joint)):
        if limits.kind[k] == LOWER_STOP or limits.kind[k] == UPPER_STOP:
            state.limit_r[k] = -1.0
    for g in range(groups.count[0]):
        c = groups.contact[g]
        if c < 0 and groups.kind[g] == CONE:
            state.limit_r[-1 - c] = max(groups.r[groups.row[g]], 0.0)


@njit
def _set_acceleration(system, scheme, dt, node_offsets, settings, state, work):
    """Write the acceleration of the present state to state.a: M a = h + G^T lambda + H^T lambda_c.

    Joints and closed contacts go on: their rows are those a small part of a step ahead, which has the effect of their
    rates, G a = -G(q + e v) v / e and likewise for contacts.
    """
    d, groups, n, ahead, t = work.dynamics, work.groups, len(state.u), GLANCE * dt, state.t[0]
    stage = d.stage
    for i in range(n):
        stage[X_0, i], stage[V, i] = 0.0, state.u[i]
    _place(system, t, ahead, state, work)
    code = _set_rows(system, scheme, t, 1.0, True, state, work)
    if code != DONE:
        return code
    d.values[:] = 0.0
    set_forces(system, t, d.q, state.u, NO_TANGENTS, state, work)
    add_masses(system, work)
    _factor(system, d, work.rows)
    for i in range(n):
        d.rhs[i] = d.h[0, i] + d.h[1, i] + d.h[2, i] + d.h[3, i]
    joint_velocity(system, work.rows, state.u, d.rhs[n:])
    for i in range(n, len(d.rhs)):
        d.rhs[i] = -d.rhs[i] / ahead
    _solve(system, d, n)
    group_velocity(system.nodes, groups, state.u, groups.before)
    group_velocity(system.nodes, groups, d.u_free, groups.b)
    for k in range(groups.count[1]):
        groups.b[k] += groups.before[k] / ahead - groups.w[k]
    status, _, _ = solve_contacts(system, d.A_inv, work, node_offsets, settings)
    if status == NOT_CONVERGED:
        return ESCALATE
    d.solution[:] = d.u_free
    add_reactions(system, d.A_inv, work, d.solution)
    for i in range(n):
        state.a[0, i], state.a[1, i] = d.solution[i], d.solution[i]
    return DONE


@njit
def _set_plain_acceleration(system, state, work):
    """Write M^-1 h of the present state to state.a, without joints and contacts, as (rezaei 25) has it."""
    d, n = work.dynamics, len(state.u)
    evaluate(system, state.t[0], state.t[0], state.q, state.u, state, work)
    set_forces(system, state.t[0], state.q, state.u, NO_TANGENTS, state, work)
    for i in range(n):
        d.rhs[i] = d.h[0, i] + d.h[1, i] + d.h[2, i] + d.h[3, i]
    multiply_nodes(system.nodes, system.nodes.M_inv, d.rhs, d.mean)
    for i in range(n):
        state.a[0, i], state.a[1, i] = d.mean[i], d.mean[i]


@njit
def _renew_acceleration(system, scheme, dt, node_offsets, settings, state, work):
    """Evaluate the acceleration of the present state as the scheme wants it."""
    if scheme.mixed.consistent != 0 or system.matrix.massive[0] != 0:
        return _set_acceleration(system, scheme, dt, node_offsets, settings, state, work)
    _set_plain_acceleration(system, state, work)
    return DONE


@njit
def mixed_start(system, scheme, dt, node_offsets, settings, state, work):
    """Find the closed contacts and the accelerations of the start, and open the books."""
    t, n = state.t[0], len(state.u)
    state.warm.count[0] = 0
    state.limit_r[:] = -1.0
    evaluate(system, t, t, state.q, state.u, state, work)
    code = _set_rows(system, scheme, t, 1.0, False, state, work)
    if code != DONE:
        return code
    work.groups.r[: work.groups.count[1]] = 0.0
    _keep_closed(system, state, work)
    code = _renew_acceleration(system, scheme, dt, node_offsets, settings, state, work)
    work.dynamics.solution[n:] = 0.0
    ledger = state.ledger
    ledger[LAST_DAMPER], ledger[LAST_LOAD], ledger[LAST_DRIVE] = _powers(system, state.u, 1.0, work)
    ledger[BALANCED] = 1.0
    return code


@njit
def mixed_step(system, scheme, dt, node_offsets, settings, state, work):
    """Do one step: base scheme, then an impulse if a contact or stop has closed."""
    if guides_left(system, state.coordinate):
        return PASS_NODE
    d, groups, n, t = work.dynamics, work.groups, len(state.u), state.t[0] + dt
    stage, ledger = d.stage, state.ledger.copy()  # a step that does not fit is done again
    code, alpha, beta = _base_step(system, scheme, dt, node_offsets, settings, state, work)
    if code != DONE:
        return code
    _account_forces(system, dt, alpha, state, work, ledger)
    for row in range(len(state.impulse)):
        state.impulse[row] = d.solution[n + row] * dt / alpha
    _keep_closed(system, state, work)
    _place(system, t, beta, state, work)
    code = _set_rows(system, scheme, t, dt, False, state, work)
    if code != DONE:
        return code
    closes = _closes(system, state, work)
    for k in range(groups.count[1]):
        groups.r[k] *= dt / alpha
    _keep_closed(system, state, work)
    if closes:
        code = _impulse(system, stage[V], node_offsets, settings, work, ledger)
        if code != DONE:
            return code
    group_velocity(system.nodes, groups, stage[V], groups.after)
    state.q[:] = d.q
    state.ledger[:] = ledger
    for i in range(n):
        state.u[i] = stage[V, i]
        state.a[0, i], state.a[1, i] = stage[ACCELERATION, i], stage[AUXILIARY, i]
    state.t[0] = t
    if closes and scheme.mixed.reinit != 0:
        return _renew_acceleration(system, scheme, dt, node_offsets, settings, state, work)
    return DONE
