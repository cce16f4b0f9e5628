"""Position-level correction: after each step the configuration moves to the nearest one in which the laws hold.

Velocities meet joints and contacts at the rows of one configuration, and the way of a step leaves g = O(dt^2). The move

    min 1/2 dq^T A dq    with  G dq = -g  for joints,
                               gap + H dq = 0   for contacts that carried load,   gap + H dq >= 0  for the others

removes that (Gear, Gupta and Leimkuhler 1985; Acary 2013; Bruels, Acary and Cardona 2014), in the metric of the step's
matrix, whose factors serve again. Of a contact the nearest configuration is found without friction. A contact with an
open gap is pulled by no more than a few times its load, which is what keeps a body on a convex contour: centrifugal
forces are smaller than the load, and the way of a step leaves dt^2 / 2 of their acceleration. A contact that opens by
itself, as after an impact with restitution, is not lifted: that would add energy.

Where contacts close by an impact without restitution, the configuration of the impact is corrected first: otherwise
lever arms are those of bodies inside each other.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.geometry.narrow import narrow_phase
from stickslip.contact.geometry.place import place
from stickslip.contact.solver.problem import CONE, INTERVAL, NOT_CONVERGED
from stickslip.integrators.books import DEPTH
from stickslip.integrators.projection import factor_mass_and_joints
from stickslip.integrators.timestep import (
    DONE,
    GROW_DETECTION,
    GROW_GROUPS,
    add_answers,
    evaluate,
    inverse_blocks,
    keep_contacts,
    prepare,
    prepare_at,
    set_bilateral_gaps,
    set_step_rows,
    solve_groups,
)
from stickslip.mechanics.bodies import GENERAL, place_dim
from stickslip.mechanics.forces import ELASTIC
from stickslip.mechanics.relative import move_system
from stickslip.system.contact_rows import (
    group_tolerance,
    group_velocity,
    has_gap,
    restitution,
    stop_gap,
)
from stickslip.system.detect import DETECTED, detect, nearly_full
from stickslip.system.matrix import solve_coupled

CORRECTIONS = 5  # moves of one correction
START_MOVES = 50  # bodies far inside each other turn and slide while they part
CLOSED = 0.1  # of the gap tolerance: smaller gaps are none
JOINT_TOLERANCE = 1e-10  # of the length of a joint
COARSE = 3e-5  # of a length: a move that closes more is checked, and repeated
LEAVING = 0.1  # of a depth: a contact that opens by more in a step leaves by itself
PULL = 4.0  # times the load, over the step, by which an open contact is pulled
SMALL_MOTION = 1e-5  # of a length, in a step: gaps change in proportion to velocities


@njit
def _none(gap, tolerance):
    return 0.0 if abs(gap) <= CLOSED * tolerance else gap


@njit
def _length(system, geometry, groups, g):
    """Return the length by which the gap of a group is judged."""
    return group_tolerance(system, geometry, groups, g) / geometry.size[2] if geometry.size[2] > 0.0 else 0.0


@njit
def set_laws(system, dt, new, work):
    """Choose what happens to each gap in ``shift``; return the largest one to be closed, relative to its length.

    New: only gaps of contacts that come without load are closed; the others shall not close further.
    """
    groups, shift, geometry = work.groups, work.shift, work.geometry
    normals, worst = shift.rows, 0.0
    for g in range(groups.count[0]):
        load = max(groups.r[groups.row[g]], 0.0)
        normals.kind[g], normals.bound[g], normals.r[g] = CONE, 0.0, 0.0
        if not has_gap(system, groups, g):
            normals.kind[g], shift.gap[g] = INTERVAL, 0.0  # without a force
            continue
        gap = _none(shift.gap[g], group_tolerance(system, geometry, groups, g))
        leaves = shift.speed[g] * dt > LEAVING * abs(gap)
        if leaves or (new and load > 0.0):
            gap = max(gap, 0.0)
        elif gap > 0.0 and load > 0.0:
            normals.kind[g], normals.bound[g] = INTERVAL, PULL * load * dt
        if gap < 0.0 or normals.kind[g] == INTERVAL:
            length = _length(system, geometry, groups, g)
            worst = max(worst, abs(gap) / length) if length > 0.0 else 1.0
        shift.gap[g] = gap
    return worst


@njit
def set_normals(work):
    """Give the normal rows of ``shift`` the groups of the step."""
    groups, normals = work.groups, work.shift.rows
    n = groups.count[0]
    normals.count[0], normals.count[1] = n, n
    for g in range(n):
        normals.contact[g] = groups.contact[g]


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
    """Write the gaps of the groups at their rows, and the speeds after a collision; return whether one is deep."""
    groups, shift, contacts = work.groups, work.shift, work.geometry.contacts
    deep = False
    for g in range(groups.count[0]):
        before = groups.before[groups.row[g]]
        shift.speed[g] = -restitution(system, contacts, groups, g) * before if before < 0.0 else before
        shift.gap[g] = gap_at_rows(system, g, state, work)
        deep = deep or (shift.gap[g] < 0.0 and before < 0.0)
    return deep


@njit
def solve_shift(system, minv, closing, node_offsets, settings, work):
    """Find the move, with -g of the joints in d.rhs, and write it to d.solution; return whether it was found.

    Closing: some gap of a contact is to be closed.
    """
    d, groups, normals, gap = work.dynamics, work.groups, work.shift.rows, work.shift.gap
    n = len(d.mean)
    if system.matrix.coupled[0] != 0:
        solve_coupled(system.pattern, d, d.rhs, d.solution)
    else:
        d.solution[:] = 0.0
    if groups.count[0] == 0:
        return True
    group_velocity(system.nodes, normals, d.solution, normals.b)  # normals.w is zero
    for g in range(groups.count[0]):
        normals.b[g] += gap[g]
        closing = closing or normals.b[g] < 0.0
    if not closing:
        return True
    d.u_free[:] = d.solution
    status, _, _ = solve_groups(system, minv, normals, work, settings)
    if status == NOT_CONVERGED:
        return False
    d.solution[:] = d.u_free
    add_answers(system, minv, normals, work, d.solution)
    for i in range(n):
        if not np.isfinite(d.solution[i]):
            return False
    return True


@njit
def book_shift(work, n):
    """Add the change of the potential along the move in d.solution, by the forces of the step."""
    d = work.dynamics
    for i in range(n):
        work.shift.work[0] -= d.h[ELASTIC, i] * d.solution[i]


@njit
def start_gaps(system, scheme, node_offsets, settings, project, state, work):
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
        if set_laws(system, 0.0, False, work) == 0.0:
            break
        set_normals(work)
        if system.matrix.coupled[0] != 0:
            d.q[:] = state.q
            factor_mass_and_joints(system, state, work)
        d.rhs[:] = 0.0
        joint_residuals(system, work)
        if not solve_shift(system, system.nodes.M_inv, True, node_offsets, settings, work):
            break
        move_system(system, t, t, state.q, d.solution, 1.0, state.coordinate, work.poses, work.force)
    for g in range(groups.count[0]):
        shift.speed[g] = group_tolerance(system, work.geometry, groups, g)
    return DONE


@njit
def meet(system, scheme, dt, node_offsets, settings, state, work):
    """Do ``prepare``, at a configuration where contacts that close without rebound are not inside each other."""
    work.shift.work[0] = 0.0
    code = prepare(system, scheme, dt, state, work)
    for _ in range(CORRECTIONS):
        if code != DONE or work.groups.count[0] == 0:
            return code
        keep_contacts(work, work.lifted)  # the lift is linear: what was closed stays closed, whatever gap it leaves
        if not _lift(system, scheme, dt, node_offsets, settings, state, work):
            return code
        code = prepare_at(system, scheme, dt, work.lifted, state, work)
    return code


@njit
def _lift(system, scheme, dt, node_offsets, settings, state, work):
    """Move d.q out of the penetration of new contacts; return whether there was any."""
    d = work.dynamics
    deep = set_gaps_before(system, state, work)
    if not deep or set_laws(system, dt, True, work) == 0.0:
        return False
    groups, geometry = work.groups, work.geometry
    for g in range(groups.count[0]):
        if groups.contact[g] >= 0 and work.shift.gap[g] < 0.0:
            depth = -work.shift.gap[g] / _length(system, geometry, groups, g)
            work.certificate[DEPTH] = max(work.certificate[DEPTH], depth)
    set_normals(work)
    d.rhs[:] = 0.0
    if not solve_shift(system, inverse_blocks(system, scheme, work), True, node_offsets, settings, work):
        return False
    book_shift(work, len(state.u))
    t = state.t[0] + scheme.c * dt
    move_system(system, t, t, d.q, d.solution, 1.0, state.coordinate, work.poses, work.force)
    return True


@njit
def _hardly(nodes, node, dt, u, u_new, reach, length):
    """Whether a node moves, and turns by an arm ``reach``, by less than a small part of a length."""
    o, nu, kind = nodes.u_off[node], nodes.nu[node], nodes.kind[node]
    split = nu if kind == GENERAL else place_dim(kind)
    for i in range(nu):
        way = dt * (abs(u[o + i]) + abs(u_new[o + i])) * (1.0 if i < split else reach)
        if not way <= SMALL_MOTION * length:
            return False
    return True


@njit
def hardly_moves(system, dt, u, u_new, work):
    """Whether nothing in contact or in a joint moves by more than a small part of its length, at u and at u_new."""
    groups, geometry, nodes, contours = work.groups, work.geometry, system.nodes, system.contours
    contacts, joints, node_of = geometry.contacts, system.joints, system.bodies.node
    for j in range(len(joints.coordinate)):
        length = geometry.joint_scale[j]
        for side in range(joints.body.shape[1]):
            body = joints.body[j, side]
            if body >= 0 and node_of[body] >= 0 and not _hardly(nodes, node_of[body], dt, u, u_new, length, length):
                return False
    for g in range(groups.count[0]):
        c = groups.contact[g]
        if c < 0:
            return False
        length = _length(system, geometry, groups, g)
        reach = 0.0
        for side in range(2):
            contour = contacts.a[c] if side == 0 else contacts.b[c]
            arm, radius = contours.r_BC[contour], contours.radius[contour]
            if np.isfinite(radius):
                reach = max(reach, radius + np.sqrt(arm[0] ** 2 + arm[1] ** 2 + arm[2] ** 2))
        for s in range(groups.slot_ptr[g], groups.slot_ptr[g + 1]):
            if not _hardly(nodes, groups.slot_node[s], dt, u, u_new, reach, length):
                return False
    return True


@njit
def _gaps_ahead(scheme, dt, work):
    """Write the gaps at the end of a step in which hardly anything moves."""
    groups, shift, contacts = work.groups, work.shift, work.geometry.contacts
    for g in range(groups.count[0]):
        row = groups.row[g]
        way = dt * (scheme.w0 * groups.before[row] + scheme.w1 * groups.after[row])
        shift.gap[g] = contacts.gap[groups.contact[g]] + way


@njit
def _gaps_now(system, state, work):
    """Write gaps of the groups at the present poses; a contact that is not found any more (another corner) is gone."""
    geometry, groups, shift = work.geometry, work.groups, work.shift
    contacts, near, end, contours = geometry.contacts, geometry.near, geometry.end, system.contours
    near.count[0], last = 0, -1
    for g in range(groups.count[0]):
        c = groups.contact[g]
        if c >= 0 and contacts.pair[c] != last:
            last, k = contacts.pair[c], near.count[0]
            near.a[k], near.b[k], near.law[k] = contacts.a[c], contacts.b[c], contacts.law[c]
            near.count[0] = k + 1
    if near.count[0] > 0:
        place(contours, work.poses.r, work.poses.A, geometry.point, geometry.placed)
        narrow_phase(contours, geometry.placed, near, geometry.size[1], end)
    first = 0
    for g in range(groups.count[0]):
        c = groups.contact[g]
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
def _keep_gaps(system, work):
    """Give the contacts their gaps at the end of the step."""
    groups, shift, contacts = work.groups, work.shift, work.geometry.contacts
    for g in range(groups.count[0]):
        if groups.contact[g] >= 0:
            contacts.gap[groups.contact[g]] = shift.gap[g]


@njit
def joint_residuals(system, work):
    """Write -g of the joints to d.rhs, without round-off; return the largest, relative to the length of its joint."""
    d, joints, g = work.dynamics, system.joints, work.rows.g
    first, worst = len(d.mean), 0.0
    for j in range(len(joints.coordinate)):
        scale = work.geometry.joint_scale[j]
        for row in range(joints.row[j], joints.row[j + 1]):
            part = abs(g[row]) / scale if scale > 0.0 else abs(g[row])
            if part > JOINT_TOLERANCE:
                d.rhs[first + row] = -g[row]
                worst = max(worst, part)
    return worst


@njit
def correct(system, scheme, dt, still, node_offsets, settings, state, work):
    """Move state.q, the end of a step, to where joints and loaded contacts are closed; still: hardly anything moves."""
    groups, d, t = work.groups, work.dynamics, state.t[0]
    jointed = len(state.impulse) > 0
    if groups.count[0] == 0 and not jointed:
        return
    for g in range(groups.count[0]):
        work.shift.speed[g] = groups.after[groups.row[g]]
    if still and joint_residuals(system, work) == 0.0:
        _gaps_ahead(scheme, dt, work)
        _keep_gaps(system, work)
        if set_laws(system, dt, False, work) == 0.0:
            return
    set_normals(work)
    minv = inverse_blocks(system, scheme, work)
    for _ in range(CORRECTIONS):
        evaluate(system, t, t, state.q, state.u, state, work)
        joint_gap = 0.0
        d.rhs[:] = 0.0
        if jointed:
            set_bilateral_gaps(system, t, state, work)
            joint_gap = joint_residuals(system, work)
        _gaps_now(system, state, work)
        _keep_gaps(system, work)
        contact_gap = set_laws(system, dt, False, work)
        worst = max(joint_gap, contact_gap)
        if worst == 0.0:
            break
        if not solve_shift(system, minv, contact_gap > 0.0, node_offsets, settings, work):
            break
        book_shift(work, len(state.u))
        move_system(system, t, t, state.q, d.solution, 1.0, state.coordinate, work.poses, work.force)
        if worst <= COARSE:
            _close_gaps(system, work)
            break


@njit
def _close_gaps(system, work):
    """Give the contacts the gaps that the last move left, by its linear equations."""
    groups, normals, d = work.groups, work.shift.rows, work.dynamics
    group_velocity(system.nodes, normals, d.solution, normals.after)
    for g in range(groups.count[0]):
        c = groups.contact[g]
        if c >= 0:
            work.geometry.contacts.gap[c] += normals.after[g]
