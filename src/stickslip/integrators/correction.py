"""Position-level correction: after each step the configuration moves to the nearest one in which the laws hold.

Velocities meet joints and contacts at the rows of one configuration, and the way of a step leaves g = O(dt^2). The
moves of ``shift`` remove that at the end of a step.

Where contacts close by an impact without restitution, the configuration of the impact is corrected first: otherwise
lever arms are those of bodies inside each other.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import DONE, ERROR, GROW_DETECTION, GROW_GROUPS
from stickslip.contact.detection import DETECTED, SHIFTED, detect, fastest_node, nearly_full
from stickslip.contact.geometry.narrow import narrow_phase
from stickslip.contact.geometry.place import place
from stickslip.contact.rows import group_tolerance, group_velocity, has_gap, restitution, stop_gap
from stickslip.integrators.depths import thickness_of
from stickslip.integrators.projection import factor_mass_and_joints
from stickslip.integrators.shift import (
    CLOSED,
    book_shift,
    is_todo,
    joint_residuals,
    leave,
    set_laws,
    set_normals,
    solve_shift,
    spread,
)
from stickslip.integrators.still import CONTACTS, JOINTS, any_unknown, is_unknown
from stickslip.integrators.timestep import (
    evaluate,
    evaluate_poses,
    inverse_blocks,
    keep_contacts,
    prepare,
    prepare_placed,
    set_bilateral_gaps,
    set_step_rows,
)
from stickslip.joints.relative import move_system
from stickslip.system.components import find_components, group_root

CORRECTIONS = 5  # moves of one correction
START_MOVES = 50  # bodies far inside each other turn and slide while they part
COARSE = 3e-5  # of a length: a move that closes more is checked, and repeated


@njit
def gap_at_rows(system, g, state, work):
    """Return the gap of a group where its rows were evaluated; 0 of dry friction and clutches."""
    c = work.groups.contact[g]
    if c >= 0:
        return work.geometry.contacts.gap[c]
    return (
        stop_gap(system, work.poses, -1 - c, state.coordinate, work.force) if has_gap(system, work.groups, g) else 0.0
    )


@njit
def set_gaps_before(system, state, work):
    """Write the gaps of the groups at their rows, and the speeds after a collision."""
    groups, shift, contacts = work.groups, work.shift, work.geometry.contacts
    for g in range(groups.count[0]):
        before = groups.before[groups.row[g]]
        shift.speed[g] = -restitution(system, contacts, groups, g) * before if before < 0.0 else before
        shift.gap[g] = gap_at_rows(system, g, state, work)


@njit
def start_gaps(system, scheme, settings, project, state, work):
    """Find what is closed at the start; project: move bodies apart that are inside each other.

    Leaves gaps in shift.gap and tolerances in shift.speed. Return a code of ``timestep``.
    """
    d, groups, shift, t = work.dynamics, work.groups, work.shift, state.t[0]
    for k in range(START_MOVES):
        evaluate(system, t, t, state.q, state.u, state, work)
        if detect(system, work.poses, 0.0, work.geometry) != DETECTED or nearly_full(work.geometry):
            return GROW_DETECTION
        if not set_step_rows(system, scheme, 0.0, t, t, state.warm, state, work):
            return GROW_GROUPS
        groups.before[: groups.count[1]] = 0.0
        set_gaps_before(system, state, work)
        if not project or k == START_MOVES - 1:
            break
        begin_moves(system, work)
        if not set_laws(system, 0.0, False, work):
            break
        set_normals(work)
        if system.matrix.coupled[0] != 0:
            d.q[:] = state.q
            factor_mass_and_joints(system, state, work)
        d.rhs[:] = 0.0
        joint_residuals(system, work)
        if not solve_shift(system, system.nodes.M_inv, False, settings, work):
            break
        move_system(system, t, t, state.q, d.solution, 1.0, state.coordinate, work.poses, work.force)
    for g in range(groups.count[0]):
        shift.speed[g] = group_tolerance(system, work.geometry, groups, g)
    return DONE


@njit
def begin_moves(system, work):
    """Let everything be moved, by the groups of the step; no errors are known."""
    find_components(system, work.groups, work)
    work.shift.todo[:] = 1
    work.shift.error[:] = 0.0


@njit
def meet(system, scheme, dt, settings, state, work):
    """Do ``prepare``, at a configuration where contacts that close without rebound are not inside each other."""
    work.shift.work[0] = 0.0
    code = prepare(system, scheme, dt, state, work)
    for _ in range(CORRECTIONS):
        if code != DONE or work.groups.count[0] == 0:
            return code
        if not _lift(system, scheme, dt, settings, state, work):
            return code
        keep_contacts(work, work.lifted)  # the lift is linear: what was closed stays closed, whatever gap it leaves
        evaluate(system, state.t[0] + scheme.c * dt, state.t[0] + dt, work.dynamics.q, state.u, state, work)
        code = prepare_placed(system, scheme, dt, work.lifted, state, work)
    return code


@njit
def _any_deep(system, state, work):
    """Return whether any gap that comes without load is so deep that it has to be closed."""
    groups = work.groups
    for g in range(groups.count[0]):
        if groups.r[groups.row[g]] <= 0.0 and has_gap(system, groups, g):
            if gap_at_rows(system, g, state, work) < -CLOSED * group_tolerance(system, work.geometry, groups, g):
                return True
    return False


@njit
def _find_deep(system, work):
    """Let components be moved in which contacts close that are inside each other; return whether there are any."""
    groups, shift, found = work.groups, work.shift, False
    for g in range(groups.count[0]):
        found = found or (shift.gap[g] < 0.0 and groups.before[groups.row[g]] < 0.0)
    if not found:
        return False
    begin_moves(system, work)
    shift.todo[:] = 0
    for g in range(groups.count[0]):
        root = group_root(groups, work, g)
        if root >= 0 and shift.gap[g] < 0.0 and groups.before[groups.row[g]] < 0.0:
            shift.todo[root] = 1
    spread(work)
    return True


@njit
def note_deep(work):
    """Keep the depth of contacts in ``shift`` that are deeper than they are thick: the certificate judges it."""
    groups, contacts = work.groups, work.geometry.contacts
    for g in range(groups.count[0]):
        if groups.contact[g] >= 0 and is_todo(groups, work, g):
            depth = -work.shift.gap[g] / thickness_of(work.geometry, contacts, groups.contact[g])
            if depth > 1.0:  # it would have met something else on its way
                work.certificate[ERROR.depth] = max(work.certificate[ERROR.depth], depth)


@njit
def _lift(system, scheme, dt, settings, state, work):
    """Move d.q out of the penetration of new contacts; return whether there was any."""
    d = work.dynamics
    if not _any_deep(system, state, work):
        return False
    set_gaps_before(system, state, work)
    if not _find_deep(system, work):
        return False
    if not set_laws(system, dt, True, work) or not leave(work, 0.0):
        return False
    note_deep(work)
    set_normals(work)
    d.rhs[:] = 0.0
    if not solve_shift(system, inverse_blocks(system, scheme, work), False, settings, work):
        return False
    book_shift(work, len(state.u))
    t = state.t[0] + scheme.c * dt
    move_system(system, t, t, d.q, d.solution, 1.0, state.coordinate, work.poses, work.force)
    return True


@njit
def _gaps_ahead(scheme, dt, work):
    """Write the gaps that velocities lead to at the end of a step in components in which contacts are known."""
    groups, shift, contacts = work.groups, work.shift, work.geometry.contacts
    for g in range(groups.count[0]):
        if groups.contact[g] >= 0 and is_todo(groups, work, g):
            row = groups.row[g]
            way = dt * (scheme.w0 * groups.before[row] + scheme.w1 * groups.after[row])
            shift.gap[g] = contacts.gap[groups.contact[g]] + way


@njit
def gaps_now(system, state, work):
    """Write gaps of the groups that have to be looked at, at the present poses.

    A contact that is not found any more (another corner) is gone.
    """
    geometry, groups, shift = work.geometry, work.groups, work.shift
    contacts, near, end, contours = geometry.contacts, geometry.near, geometry.end, system.contours
    near.count[0], last = 0, -1
    for g in range(groups.count[0]):
        c = groups.contact[g]
        if c >= 0 and contacts.pair[c] != last and is_unknown(groups, work, g):
            last, k = contacts.pair[c], near.count[0]
            near.a[k], near.b[k], near.law[k] = contacts.a[c], contacts.b[c], contacts.law[c]
            near.count[0] = k + 1
    if near.count[0] > 0:
        place(contours, work.poses.r, work.poses.A, geometry.point, geometry.placed)
        narrow_phase(contours, geometry.placed, near, geometry.size[1], end)
    first = 0
    for g in range(groups.count[0]):
        c = groups.contact[g]
        if not is_unknown(groups, work, g):
            continue
        if c < 0:
            if has_gap(system, groups, g):
                shift.gap[g] = stop_gap(system, work.poses, -1 - c, state.coordinate, work.force)
            continue
        a, b = contacts.a[c], contacts.b[c]
        while first < end.count[0] and (end.a[first] < a or (end.a[first] == a and end.b[first] < b)):
            first += 1
        k = first
        shift.gap[g], shift.speed[g] = contacts.gap[c], np.inf
        while k < end.count[0] and end.a[k] == a and end.b[k] == b:
            if end.feature[k] == contacts.feature[c]:
                shift.gap[g], shift.speed[g] = end.gap[k], groups.after[groups.row[g]]
                break
            k += 1


@njit
def keep_gaps(work):
    """Give the contacts that were looked at their gaps at the end of the step."""
    groups, shift, contacts = work.groups, work.shift, work.geometry.contacts
    for g in range(groups.count[0]):
        if groups.contact[g] >= 0 and is_todo(groups, work, g):
            contacts.gap[groups.contact[g]] = shift.gap[g]


@njit
def _leave_closed(system, scheme, dt, work):
    """Leave components alone that are known to be closed; return whether any other is left.

    Contacts that are known get the gaps which their velocities lead to.
    """
    shift, any_known, any_left = work.shift, False, False
    for node in range(len(work.root)):
        shift.todo[node] = shift.still[work.root[node]] & CONTACTS
        any_known = any_known or shift.todo[node] != 0
    shift.error[:] = 0.0
    if any_known:
        _gaps_ahead(scheme, dt, work)
        keep_gaps(work)
        set_laws(system, dt, False, work)
    for node in range(len(work.root)):
        root = work.root[node]
        shift.todo[node] = 0 if shift.still[root] == CONTACTS | JOINTS and shift.error[root] == 0.0 else 1
        any_left = any_left or shift.todo[node] != 0
    return any_left


@njit
def _set_gaps(system, t, state, work):
    """Evaluate joints and gaps of what is to be moved, at the end of a step; gaps that are known are not looked at."""
    groups, shift = work.groups, work.shift
    if any_unknown(work):
        evaluate(system, t, t, state.q, state.u, state, work)
        shift.placed[0] = 1
    else:
        evaluate_poses(system, t, t, state.q, state.u, state, work)
    for g in range(groups.count[0]):
        if groups.contact[g] >= 0 and is_todo(groups, work, g):
            shift.gap[g] = work.geometry.contacts.gap[groups.contact[g]]
    gaps_now(system, state, work)
    keep_gaps(work)


@njit
def correct(system, scheme, dt, settings, state, work):
    """Move state.q, the end of a step, to where joints and loaded contacts are closed; ``find_still`` has been called.

    A component is moved until its errors are gone, or have been small before the last move.
    """
    groups, d, shift, t = work.groups, work.dynamics, work.shift, state.t[0]
    jointed = len(state.impulse) > 0
    if groups.count[0] == 0 and not jointed:
        return
    for g in range(groups.count[0]):
        shift.speed[g] = groups.after[groups.row[g]]
    if not _leave_closed(system, scheme, dt, work):
        return
    set_normals(work)
    minv = inverse_blocks(system, scheme, work)
    for _ in range(CORRECTIONS):
        _set_gaps(system, t, state, work)
        d.rhs[:], shift.error[:] = 0.0, 0.0
        if jointed:
            set_bilateral_gaps(system, t, state, work)
            joint_residuals(system, work)
        set_laws(system, dt, False, work)
        if not leave(work, 0.0) or not solve_shift(system, minv, True, settings, work):
            break
        book_shift(work, len(state.u))
        shift.placed[0] = 0
        move_system(system, t, t, state.q, d.solution, 1.0, state.coordinate, work.poses, work.force)
        work.geometry.sweep[SHIFTED] += 2.0 * fastest_node(system, d.solution, work.geometry)
        _close_gaps(system, work)
        if not leave(work, COARSE):
            break
        shift.still[:] = 0


@njit
def _close_gaps(system, work):
    """Give contacts with small errors the gaps that the last move left, by its linear equations."""
    groups, normals, d = work.groups, work.shift.rows, work.dynamics
    group_velocity(system.nodes, normals, d.solution, normals.after)
    for g in range(groups.count[0]):
        c = groups.contact[g]
        if c >= 0 and is_todo(groups, work, g) and work.shift.error[group_root(groups, work, g)] <= COARSE:
            work.geometry.contacts.gap[c] += normals.after[normals.row[g]]
