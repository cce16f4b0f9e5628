"""Contacts of an energy-momentum step: rows at its mid-point, velocities of the laws, energy ledger and records.

The impulses r of all contacts enter the balance of the step with the rows H of the mid-point (q_n + q_n+1) / 2,

    P^T M (v_n+1 - v_n) = dt h_m + (G_m P)^T Lambda + H^T r.

Which contacts are closed is decided once, at the start of the step and at the mid-point that v_n predicts; their places
and directions follow the bodies in all iterations. Both sides of a contact act at the same place x, so that
linear and angular momentum are conserved to round-off. Contacts do the work r . gamma_m of the mean velocities
gamma_m = H z / dt + w, z the change of the step, whatever the law. The laws are those of ``energy_momentum_laws``.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import (
    BUFFER_FULL,
    DONE,
    DRIVE_WORK,
    FAR,
    FRAME,
    FRICTION_WORK,
    GROW_DETECTION,
    GROW_GROUPS,
    IMPACT_WORK,
    OUTER_IMPULSE,
    PLANAR,
)
from stickslip.contact.detection import DETECTED, SHIFTED, detect, fastest_node, moves_far, nearly_full
from stickslip.contact.geometry.follow import follow_contacts
from stickslip.contact.geometry.place import place
from stickslip.contact.rows import (
    ALL_KNOWN,
    ROWS_READY,
    add_group_impulse,
    find_warm,
    friction_at,
    gap_tolerance,
    group_velocity,
    refill_rows,
    restitution,
    set_contact_rows,
    set_row_rates,
)
from stickslip.integrators.books import certify, certify_gap, end_idle, record_contacts
from stickslip.integrators.depths import certify_depths
from stickslip.integrators.energy_momentum.books import add_wrench_total
from stickslip.integrators.energy_momentum.gaps import (
    certify_positions,
    find_begin_errors,
    find_end_errors,
    find_middle_errors,
    set_fresh,
)
from stickslip.integrators.momentum import is_outer
from stickslip.integrators.motion import begin_motion
from stickslip.integrators.timestep import evaluate, keep_contacts, keep_warm_start
from stickslip.mechanics.bodies import place_dim, spin
from stickslip.mechanics.vectors import rotate_frame

# Tasks
FIND, FOLLOW, KEEP, RECORD, POSE, JUDGE, FIND_AGAIN, MIDDLE, BEGUN, END, CERTIFY, CERTIFY_GAPS, START_GAPS = range(13)
LEFT = 100  # code of MIDDLE, BEGUN and END: something is left to be closed
# Rows of SolverWork.vec, which is unused here: coefficients, velocities of the laws, contacts without load at the start
RESTITUTION, LAW, FRESH = range(3)


@njit
def _half_turn(q, u, s, o, theta, dt):
    """Turn the directors in q by half of the rotation with the Cayley vector theta; write theta / dt in their axes.

    Without spin theta has two components, in these axes.
    """
    A = np.empty((3, 3))
    for i in range(3):
        for j in range(3):
            A[i, j] = q[s + 3 + 3 * j + i]
    turns = len(u) - o - 3
    length = np.sqrt(theta[0] ** 2 + theta[1] ** 2 + (theta[2] ** 2 if turns == 3 else 0.0))
    scale = np.arctan(0.5 * length) / length if length > 0.0 else 0.5
    for c in range(turns):  # the axis of a rotation has the same components in both frames
        if turns == 2:
            u[o + 3 + c] = theta[c] / dt
            continue
        u[o + 3 + c] = (A[0, c] * theta[0] + A[1, c] * theta[1] + A[2, c] * theta[2]) / dt
    turn = scale * dt
    rotate_frame(A, turn * u[o + 3], turn * u[o + 4], turn * spin(u, o, 3 + turns), A)
    for i in range(3):
        for j in range(3):
            q[s + 3 + 3 * j + i] = A[i, j]


@njit
def _set_middle(system, dt, state, span, q, u):
    """Write the configuration half-way through the step, with proper rotations, and the mean velocities."""
    nodes, z = system.nodes, span.z
    q[:] = state.q
    for k in range(1, len(system.bodies.node)):
        node = system.bodies.node[k]
        if node < 0:
            continue
        o, s = nodes.u_off[node], nodes.q_off[node]
        for i in range(place_dim(nodes.kind[node])):
            q[s + i] += 0.5 * z[o + i]
            u[o + i] = z[o + i] / dt
        if nodes.kind[node] == PLANAR:
            q[s + 2] += np.arctan(0.5 * z[o + 2])
            u[o + 2] = z[o + 2] / dt
        elif nodes.kind[node] == FRAME:
            _half_turn(q, u[: o + nodes.nu[node]], s, o, z[o + 3 :], dt)


@njit
def _set_rates(system, source, work):
    """Give prescribed bodies the velocities of other poses, and rows what follows from them."""
    poses = work.poses
    for k in range(1, len(system.bodies.node)):
        if system.bodies.node[k] < 0:
            for i in range(3):
                poses.v[k, i], poses.omega[k, i] = source.v[k, i], source.omega[k, i]
    set_row_rates(system, poses, work.geometry, work.force, work.groups, work.groups.w)


@njit
def _set_velocities(system, mean_poses, state, work, span):
    """Write the velocities of all rows at the start of the step (before) and their means (b), and the push H^T r."""
    groups, nodes, d = work.groups, system.nodes, work.dynamics
    _set_rates(system, span.start, work)
    group_velocity(nodes, groups, state.u, groups.before)
    _set_rates(system, mean_poses, work)
    group_velocity(nodes, groups, d.mean, groups.b)
    span.push[:] = 0.0
    for g in range(groups.count[0]):
        add_group_impulse(nodes, groups, g, 1.0, span.push)
    _to_world(system, work.poses, span.push)


@njit
def _to_world(system, poses, x):
    """Turn the moments of a generalised force from the axes of the bodies to those of the world."""
    nodes = system.nodes
    for k in range(1, len(system.bodies.node)):
        node = system.bodies.node[k]
        if node >= 0 and nodes.kind[node] == FRAME and nodes.nu[node] == 6:
            A, moment = poses.A[k], x[nodes.u_off[node] + 3 :]
            m = (moment[0], moment[1], moment[2])
            for i in range(3):
                moment[i] = A[i, 0] * m[0] + A[i, 1] * m[1] + A[i, 2] * m[2]


@njit
def _set_friction(system, groups, contacts):
    """Evaluate coefficients of friction that depend on the slip at the mean slip of the step."""
    for g in range(groups.count[0]):
        groups.bound[g] = friction_at(system.laws, contacts.law[groups.contact[g]], groups, g, groups.b)


@njit
def _set_restitution(system, groups, contacts, out):
    """Write the coefficients of restitution of all rows, which may depend on the speed of approach."""
    for g in range(groups.count[0]):
        out[groups.row[g]] = restitution(system, contacts, groups, g)
        for k in range(groups.row[g] + 1, groups.row[g] + groups.size[g]):
            out[k] = system.laws.e_T[contacts.law[groups.contact[g]]]


@njit
def _set_closed(system, dim, dt, known, state, work):
    """Detect contacts at the present poses, and make rows of those that are closed; ``known`` is a Warm."""
    geometry, groups = work.geometry, work.groups
    if detect(system, work.poses, dt, geometry) != DETECTED or nearly_full(geometry):
        return GROW_DETECTION
    u = work.dynamics.mean
    found = set_contact_rows(system, dim, work.poses, geometry, known, False, u, work.force, groups)
    return GROW_GROUPS if found != ROWS_READY or groups.count[0] > len(state.warm.a) else DONE


@njit
def _find_start(system, dim, state, work):
    """Find what is closed at the start; leaves gaps in shift.gap and tolerances in shift.speed."""
    groups, geometry, shift, t = work.groups, work.geometry, work.shift, state.t[0]
    work.dynamics.mean[:] = state.u
    evaluate(system, t, t, state.q, state.u, state, work)
    code = _set_closed(system, dim, 0.0, state.warm, state, work)
    for g in range(groups.count[0] if code == DONE else 0):
        shift.gap[g] = geometry.contacts.gap[groups.contact[g]]
        shift.speed[g] = gap_tolerance(geometry, geometry.contacts, groups.contact[g])
    return code


@njit
def _find(system, dim, dt, state, work, span):
    """Find the contacts of a step, and their rows at the mid-point of span.z: those closed there or at its start."""
    d, t = work.dynamics, state.t[0]
    begin_motion(state, work)
    d.q[:] = state.q
    d.mean[:] = state.u
    evaluate(system, t, t, d.q, d.mean, state, work)
    code = _set_closed(system, dim, 0.0, state.warm, state, work)
    if code != DONE:
        return code
    keep_warm_start(work, state)
    return _find_middle(system, dim, dt, state.warm, state, work, span)


@njit
def _find_middle(system, dim, dt, known, state, work, span):
    """Find the contacts at the mid-point of span.z, and their rows: those closed there or known."""
    d, keep, t = work.dynamics, work.geometry.keep, state.t[0] + 0.5 * dt
    _set_middle(system, dt, state, span, d.q, d.mean)
    evaluate(system, t, t, d.q, d.mean, state, work)
    before = keep[0]
    keep[0] = ALL_KNOWN
    code = _set_closed(system, dim, dt, known, state, work)
    keep[0] = before
    return code


@njit
def _follow(system, dt, state, work, span):
    """Go to the mid-point of span.z with the contacts that have been found."""
    d, t = work.dynamics, state.t[0] + 0.5 * dt
    _set_middle(system, dt, state, span, d.q, d.mean)
    evaluate(system, t, t, d.q, d.mean, state, work)
    _renew_rows(system, work)


@njit
def _renew_rows(system, work):
    """Write the rows of the contacts that have been found at the present poses."""
    geometry, groups = work.geometry, work.groups
    place(system.contours, work.poses.r, work.poses.A, geometry.point, geometry.placed)
    follow_contacts(system.contours, geometry.placed, groups.contact, groups.count[0], geometry.contacts)
    refill_rows(system, work.poses, geometry, work.force, groups)


@njit
def contact_task(task, system, dim, dt, residual, iterations, mean_poses, state, work, span, recorder):
    """Do a task for the step in ``span``; return a code of timestep.

    FIND contacts and their rows at the mid-point, FOLLOW them there after z has changed, KEEP the energy ledger of a
    solved step, or RECORD contacts. START_GAPS finds those of the start; POSE evaluates the present state; JUDGE
    returns FAR if the step goes so far that bodies may pass through each other. ``mean_poses`` are those of the step,
    in which prescribed bodies have mean velocities.

    MIDDLE and END return LEFT if positions are to be closed at the mid-point of a solved step or at its end, BEGUN
    returns it if joints are to be closed at its start, which was moved; FIND_AGAIN the contacts of such a step. CERTIFY
    positions that were closed, or CERTIFY_GAPS as they are, before the energy ledger is updated.
    """
    groups = work.groups
    if task == RECORD:
        return DONE if record_contacts(system, work, recorder) else BUFFER_FULL
    if task == POSE:
        evaluate(system, state.t[0], state.t[0], state.q, state.u, state, work)
        return DONE
    if task == START_GAPS:
        return _find_start(system, dim, state, work)
    if task == JUDGE:
        return FAR if moves_far(system, dt, span.z / dt, work.geometry) else DONE
    if task == MIDDLE:
        return LEFT if find_middle_errors(system, dt, work.solver.vec[FRESH], work, span) else DONE
    if task == BEGUN:
        return LEFT if find_begin_errors(system, dt, work, span) else DONE
    if task == END:
        if not find_end_errors(system, dt, work.solver.vec[FRESH], state, work, span):
            return DONE
        if iterations > 0:  # not the first move
            _renew_rows(system, work)
        return LEFT
    if task == CERTIFY:
        certify_positions(system, dt, work.solver.vec[FRESH], state, work, span)
        return DONE
    if task == CERTIFY_GAPS:
        work.geometry.sweep[SHIFTED] = 0.0
        _certify_gaps(system, dt, state, work)
        certify_depths(system, 0.5, False, state, work)
        return DONE
    if task == FOLLOW:
        _follow(system, dt, state, work, span)
    elif task != KEEP:
        if task == FIND:
            code = _find(system, dim, dt, state, work, span)
        else:
            keep_contacts(work, work.lifted)
            work.geometry.travelled[0] += 2.0 * fastest_node(system, span.push, work.geometry)
            code = _find_middle(system, dim, dt, work.lifted, state, work, span)
        if code != DONE:
            return code
    if task != KEEP:
        _set_velocities(system, mean_poses, state, work, span)
        _set_friction(system, groups, work.geometry.contacts)
        if task != FOLLOW:
            _set_restitution(system, groups, work.geometry.contacts, work.solver.vec[RESTITUTION])
            set_fresh(system, state, work, work.solver.vec[FRESH])
        return DONE
    for g in range(groups.count[0]):
        for i in range(groups.size[g]):
            k = groups.row[g] + i
            state.ledger[IMPACT_WORK if i == 0 else FRICTION_WORK] += groups.r[k] * groups.b[k]
            state.ledger[DRIVE_WORK] -= groups.r[k] * groups.w[k]
    _account_momentum(system, state, work, span)
    _keep_certificate(system, residual, iterations, work)
    keep_warm_start(work, state)
    work.geometry.sweep[SHIFTED] = 0.0
    return DONE


@njit
def _certify_gaps(system, dt, state, work):
    """Keep gaps and depths of loaded contacts that stay where they are, by their mean velocity.

    A contact loaded in the last step counts too: velocities at both ends of a step may alternate in sign for long.
    """
    groups, contacts = work.groups, work.geometry.contacts
    for g in range(groups.count[0]):
        c, row = groups.contact[g], groups.row[g]
        if c < 0:
            loaded = state.limit_r[-1 - c] > 0.0
        else:
            entry = find_warm(state.warm, contacts, c, 0)[1]
            loaded = entry >= 0 and state.warm.r[entry, 0] > 0.0
        if loaded:
            certify_gap(system, dt * abs(groups.b[row]), g, state, work)
    end_idle(state.idle)


@njit
def _account_momentum(system, state, work, span):
    """Add the impulses of contacts with the ground and with prescribed bodies."""
    groups = work.groups
    span.push[:] = 0.0
    for g in range(groups.count[0]):
        if is_outer(system, work.geometry.contacts, g, groups):
            add_group_impulse(system.nodes, groups, g, 1.0, span.push)
    _to_world(system, work.poses, span.push)
    add_wrench_total(system, work.poses, span.start.A, span.push, state.ledger[OUTER_IMPULSE:])


@njit
def _keep_certificate(system, residual, iterations, work):
    """Judge the laws of friction at the velocities that they were given, and keep the true ones."""
    groups, laws, contacts = work.groups, system.laws, work.geometry.contacts
    for g in range(groups.count[0]):
        e_T = laws.e_T[contacts.law[groups.contact[g]]]
        for k in range(groups.row[g] + 1, groups.row[g] + groups.size[g]):
            groups.after[k] = work.solver.vec[LAW, k] - e_T * groups.before[k]
    certify(system, work, residual, iterations)
    for k in range(groups.count[1]):
        groups.after[k] = 2.0 * groups.b[k] - groups.before[k]
