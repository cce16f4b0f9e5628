"""Mixed time stepping: contact forces at velocity level, then an impulse if a contact closed.

Rezaei and Schindler, sec. 2.3.

A base scheme (``mixed_stage``, ``mixed_double``, ``mixed_explicit``) goes from (q_i, v_i+) to (q_{i+1}, v_{i+1}-), with
forces of the contacts that are closed at t_i. Then

    v+ = v- + M^-1 (G^T P + H^T Lambda),    (Lambda, gamma+ + e gamma-) in the laws

over all contacts closed at t_{i+1}, if one of them was open at t_i; also at the start of the first step, if bodies
collide at the start. Impulses do not touch positions; before them, joints and contacts are closed at position
level (``mixed_correction``).
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import (
    BALANCED,
    CONTRADICTION,
    DONE,
    ESCALATE,
    FAR,
    LOWER_STOP,
    NOT_FINITE,
    PASS_NODE,
    PROJECTION_WORK,
    UPPER_STOP,
)
from stickslip.contact.detection import moves_far
from stickslip.contact.rows import (
    group_tolerance,
    group_velocity,
    set_free_velocity,
    set_row_rates,
)
from stickslip.contact.solver.problem import CONE, NOT_CONVERGED
from stickslip.integrators.books import certify, certify_gaps
from stickslip.integrators.coefficients import BATHE, ED_ALPHA, GENERALIZED_ALPHA
from stickslip.integrators.depths import certify_depths
from stickslip.integrators.joint_rates import certify_rates
from stickslip.integrators.mixed.books import (
    account_impulses,
    account_span,
    balance_forces,
    keep_contact_powers,
    keep_forces,
    keep_inertia,
    keep_joint_powers,
)
from stickslip.integrators.mixed.correction import correct_end, factor_masses, note_late, set_end_rows, was_open
from stickslip.integrators.mixed.double import step_ed_alpha
from stickslip.integrators.mixed.explicit import step_half_explicit
from stickslip.integrators.mixed.laws import solve_laws
from stickslip.integrators.mixed.stage import (
    ACCELERATION,
    AUXILIARY,
    GLANCE,
    X_0,
    X_HALF,
    V,
    X,
    go_to,
    place,
    recall_rates,
    set_rows,
    solve_matrix,
    step_bathe,
    step_generalized_alpha,
)
from stickslip.integrators.motion import begin_motion, certify_motion
from stickslip.integrators.timestep import add_reactions, evaluate, keep_warm_start, set_forces, set_masses
from stickslip.joints.guides import guides_left
from stickslip.mechanics.bodies import set_prescribed
from stickslip.mechanics.functions import enter_step, jumps_at
from stickslip.system.matrix import NO_TANGENTS, joint_velocity, multiply_nodes

STILL = 0.01  # of the gap tolerance: a contact that closes by less in a step does not hit


@njit
def _base_step(system, scheme, dt, node_offsets, settings, state, work):
    """Do the base step; return (code, alpha of the forces, beta of ``place``). Leaves v, a and A of its end."""
    kind, stage = scheme.mixed.kind, work.dynamics.stage
    for i in range(len(state.u)):
        stage[V, i] = state.u[i]
    if kind == GENERALIZED_ALPHA:
        return step_generalized_alpha(system, scheme, dt, node_offsets, settings, state, work)
    if kind == BATHE:
        return step_bathe(system, scheme, dt, node_offsets, settings, state, work)
    if kind == ED_ALPHA:
        return step_ed_alpha(system, scheme, dt, settings, state, work)
    return step_half_explicit(system, scheme, dt, settings, state, work)


@njit
def _closes(system, dt, state, work):
    """Return whether a contact or stop is closed now that was open at the start of the step; groups.before is set.

    One that comes back without any speed (a corner without load) is none: what it covers in a step is nothing.
    """
    groups = work.groups
    for g in range(groups.count[0]):
        if -groups.before[groups.row[g]] * dt <= STILL * group_tolerance(system, work.geometry, groups, g):
            continue
        if was_open(system, g, state, work):
            return True
    return False


@njit
def _impulse(system, scheme, v, node_offsets, settings, work, ledger):
    """Add the impulses of all closed contacts to v and to the energy ledger; they stay in groups.r.

    Rezaei and Schindler, sec. 2.5.
    """
    d, groups, n = work.dynamics, work.groups, len(v)
    set_masses(system, d.q, v, work)
    factor_masses(system, work)
    group_velocity(system.nodes, groups, v, groups.before)
    d.u_free[:] = 0.0
    for i in range(n):
        d.u_free[i] = v[i]
    for g in range(groups.count[0]):
        if groups.kind[g] != CONE:
            groups.bound[g] = 0.0  # a bounded force has no impulse
    set_free_velocity(system, work.geometry.contacts, groups, d.u_free, system.nodes, scheme.mixed.stabilise != 0)
    for k in range(groups.count[1]):
        groups.r[k] = 0.0
    status, residual, iterations = solve_laws(system, d.A_inv, work, node_offsets, settings, settings, settings.tol)
    if status == NOT_CONVERGED:
        return ESCALATE
    d.solution[:] = d.u_free
    add_reactions(system, d.A_inv, work, d.solution)
    group_velocity(system.nodes, groups, d.solution, groups.after)
    certify(system, work, residual, iterations)
    account_impulses(system, v, work, ledger)
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
    rates, G a = -G(q + e v) v / e and the same for contacts. A contact may still close after an impact that others have
    (Newton's law asks for no less than -e times its speed of before): no acceleration stops that.
    """
    d, groups, n, ahead, t = work.dynamics, work.groups, len(state.u), GLANCE * dt, state.t[0]
    stage = d.stage
    for i in range(n):
        stage[X_0, i], stage[V, i] = 0.0, state.u[i]
    evaluate(system, t, t, state.q, state.u, state, work)
    set_forces(system, t, state.q, state.u, NO_TANGENTS, state, work)
    keep_forces(0, work)
    code = set_rows(system, scheme, t, 1.0, True, state, work)
    if code != DONE:
        return code
    m = groups.count[1]
    group_velocity(system.nodes, groups, state.u, groups.before)
    now = groups.before[:m].copy()
    place(system, t + ahead, ahead, state, work)
    code = set_rows(system, scheme, t + ahead, 1.0, True, state, work)
    if code != DONE:
        return code
    factor_masses(system, work)
    for i in range(n):
        d.rhs[i] = d.h[0, i] + d.h[1, i] + d.h[2, i] + d.h[3, i]
    joint_velocity(system, work.rows, state.u, d.rhs[n:])
    for i in range(n, len(d.rhs)):
        d.rhs[i] = -d.rhs[i] / ahead
    solve_matrix(system, d, n)
    group_velocity(system.nodes, groups, state.u, groups.before)
    group_velocity(system.nodes, groups, d.u_free, groups.b)
    for k in range(groups.count[1]):
        groups.b[k] += groups.before[k] / ahead - groups.w[k]
    for g in range(groups.count[0] if groups.count[1] == m else 0):
        row = groups.row[g]
        groups.b[row] -= min(now[row], 0.0) / ahead
    status, _, _ = solve_laws(system, d.A_inv, work, node_offsets, settings, settings, settings.tol)
    if status == NOT_CONVERGED:
        return ESCALATE
    d.solution[:] = d.u_free
    add_reactions(system, d.A_inv, work, d.solution)
    for i in range(n):
        state.a[0, i], state.a[1, i] = d.solution[i], d.solution[i]
    keep_joint_powers(system, 0, work.rows.w, 1.0, state.u, work)
    set_prescribed(system.bodies, system.functions, t, t, work.poses)
    set_row_rates(system, work.poses, work.geometry, work.force, groups, groups.w_before)
    for k in range(groups.count[1]):
        groups.before[k] += groups.w_before[k] - groups.w[k]
    keep_contact_powers(0, 1.0, groups.w_before, groups.before, work)
    return DONE


@njit
def _set_plain_acceleration(system, state, work):
    """Write M^-1 h of the present state to state.a, without joints and contacts, as (Rezaei and Schindler, eq.

    25) has it.
    """
    d, n = work.dynamics, len(state.u)
    evaluate(system, state.t[0], state.t[0], state.q, state.u, state, work)
    set_forces(system, state.t[0], state.q, state.u, NO_TANGENTS, state, work)
    for i in range(n):
        d.rhs[i] = d.h[0, i] + d.h[1, i] + d.h[2, i] + d.h[3, i]
    multiply_nodes(system.nodes, system.nodes.M_inv, d.rhs, state.a[0])
    for i in range(n):
        state.a[1, i] = state.a[0, i]


@njit
def _renew_acceleration(system, scheme, consistent, dt, node_offsets, settings, state, work):
    """Evaluate the acceleration of the present state, and keep forces and powers there.

    Consistent: with joints and closed contacts; otherwise as the scheme wants it.
    """
    d = work.dynamics
    if consistent or scheme.mixed.consistent != 0 or system.matrix.massive[0] != 0:
        code = _set_acceleration(system, scheme, dt, node_offsets, settings, state, work)
        if code != DONE:
            return code
    else:
        _set_plain_acceleration(system, state, work)
        keep_forces(0, work)
    keep_inertia(system, 0, state.a[0], work)
    balance_forces(system, state.q, 0, work)
    state.forces[:] = d.forces[0]
    state.powers[:] = d.powers[0]
    return DONE


@njit
def mixed_start(system, scheme, dt, node_offsets, settings, state, work):
    """Find the closed contacts and the accelerations of the start, and open the energy ledger."""
    t, n = state.t[0], len(state.u)
    state.warm.count[0] = 0
    state.limit_r[:] = -1.0
    evaluate(system, t, t, state.q, state.u, state, work)
    code = set_rows(system, scheme, t, 1.0, False, state, work)
    if code != DONE:
        return code
    work.groups.r[: work.groups.count[1]] = 0.0
    group_velocity(system.nodes, work.groups, state.u, work.groups.before)
    if _closes(system, dt, state, work):
        _set_plain_acceleration(system, state, work)
        state.a[0, 0] = np.nan  # the first step begins with an impact, and then finds it
    else:
        _keep_closed(system, state, work)
        code = _renew_acceleration(system, scheme, False, dt, node_offsets, settings, state, work)
    work.dynamics.solution[n:] = 0.0
    work.groups.r[: work.groups.count[1]] = 0.0  # the first record belongs to no step
    state.ledger[BALANCED] = 2.0
    return code


@njit
def _begin(system, scheme, dt, node_offsets, settings, state, work):
    """Add impulses where a run starts with bodies that collide; find the acceleration of the present state."""
    t, groups = state.t[0], work.groups
    evaluate(system, t, t, state.q, state.u, state, work)
    work.dynamics.q[:] = state.q
    code = set_rows(system, scheme, t, dt, False, state, work)
    if code != DONE:
        return code
    group_velocity(system.nodes, groups, state.u, groups.before)
    if _closes(system, dt, state, work):
        code = _impulse(system, scheme, state.u, node_offsets, settings, work, state.ledger)
        if code != DONE:
            return code
        groups.r[: groups.count[1]] = 0.0
        _keep_closed(system, state, work)
    return _renew_acceleration(system, scheme, False, dt, node_offsets, settings, state, work)


@njit
def _meet(system, scheme, t, dt, alpha, node_offsets, settings, state, work, ledger):
    """Find what is closed at the end of a step, add impulses where something has closed; return (code, whether)."""
    groups, v = work.groups, work.dynamics.stage[V]
    code = set_end_rows(system, scheme, t, dt, state, work)
    if code == DONE and moves_far(system, dt, state.u, work.geometry):
        code = FAR
    if code != DONE:
        return code, False
    m = groups.count[1]
    force = groups.r[:m] / alpha
    group_velocity(system.nodes, groups, v, groups.before)
    if scheme.mixed.stabilise == 0:
        note_late(system, state, work)
    closes = _closes(system, dt, state, work)
    if closes:
        code = _impulse(system, scheme, v, node_offsets, settings, work, ledger)
        if code != DONE:
            return code, False
    if system.functions.failed[0] != 0.0:
        return NOT_FINITE, False
    impulse = groups.r[:m].copy()
    groups.r[:m] = force
    _keep_closed(system, state, work)
    groups.r[:m] = dt * force  # what is recorded acts over the whole step
    if closes:
        groups.r[:m] += impulse
    group_velocity(system.nodes, groups, v, groups.after)
    return DONE, closes


@njit
def _account_step(kind, dt, beta, work, ledger):
    """Add the works of the base step; return the point of the quadrature that is its end."""
    d, stage = work.dynamics, work.dynamics.stage
    for i in range(len(d.mean)):
        stage[X, i] = stage[X_0, i] + beta * stage[V, i]
    if kind != BATHE:
        account_span(dt, 0, stage[X], work, ledger)
        return 1
    account_span(0.5 * dt, 0, stage[X_HALF], work, ledger)
    for i in range(len(d.mean)):
        stage[X, i] -= stage[X_HALF, i]
    account_span(0.5 * dt, 1, stage[X], work, ledger)
    return 2


@njit
def mixed_step(system, scheme, dt, node_offsets, settings, state, work):
    """Do one step: base scheme, then an impulse if a contact or stop has closed."""
    if guides_left(system, state.coordinate):
        return PASS_NODE
    enter_step(system.functions, state.t[0], dt)
    begin_motion(state, work)
    if np.isnan(state.a[0, 0]):
        code = _begin(system, scheme, dt, node_offsets, settings, state, work)
        if code != DONE:
            return code
    elif jumps_at(system.functions, state.t[0], dt):  # accelerations do, too
        code = _renew_acceleration(system, scheme, True, dt, node_offsets, settings, state, work)
        if code != DONE:
            return code
    d, n, t = work.dynamics, len(state.u), state.t[0] + dt
    stage, ledger, marks = d.stage, state.ledger.copy(), work.certificate.copy()  # a step may be done again
    recall_rates(system, dt, state, work)
    d.forces[0], d.powers[0] = state.forces, state.powers
    code, alpha, beta = _base_step(system, scheme, dt, node_offsets, settings, state, work)
    if code != DONE:
        return code
    if system.functions.failed[0] != 0.0:
        return NOT_FINITE
    end = _account_step(scheme.mixed.kind, dt, beta, work, ledger)
    for row in range(len(state.impulse)):
        state.impulse[row] = d.solution[n + row] * dt / alpha
    if len(state.impulse) > 0:
        joint_velocity(system, work.rows, stage[V], d.rhs)
        if certify_rates(system, work.rows.G, work.rows.w, d.rhs, dt, stage[V], d.h, state.impulse, work):
            return CONTRADICTION
    closes = False
    stabilise = scheme.mixed.stabilise != 0
    work.shift.work[0] = 0.0
    work.shift.late[:] = 0.0
    plain = len(system.contours.kind) == 0 and len(system.limits.joint) == 0 and len(system.guides.joint) == 0
    if plain and not (stabilise and len(state.impulse) > 0):
        go_to(system, t, beta, state, work)
    elif plain:
        place(system, t, beta, state, work)
        correct_end(system, scheme, t, dt, True, node_offsets, settings, state, work)
    else:
        _keep_closed(system, state, work)
        place(system, t, beta, state, work)
        if stabilise:
            correct_end(system, scheme, t, dt, False, node_offsets, settings, state, work)
        code, closes = _meet(system, scheme, t, dt, alpha, node_offsets, settings, state, work, ledger)
        if code == FAR:
            work.certificate[:] = marks
        if code != DONE:
            return code
        certify_gaps(system, dt, state, work)
        certify_motion(system, dt, d.q, stage[V], state, work)
        certify_depths(system, 0.0, False, state, work)
    ledger[PROJECTION_WORK] += work.shift.work[0]
    state.q[:] = d.q
    state.rate[:] = d.rate
    state.ledger[:] = ledger
    state.forces[:] = d.forces[end]
    state.powers[:] = d.powers[end]
    for i in range(n):
        state.u[i] = stage[V, i]
        state.a[0, i], state.a[1, i] = stage[ACCELERATION, i], stage[AUXILIARY, i]
    state.t[0] = t
    if closes and scheme.mixed.reinit != 0:
        state.a[0, 0] = np.nan  # to be found at the start of the next step
    return DONE
