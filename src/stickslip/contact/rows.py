"""From contact points to the local problem: groups of rows with directions H, velocities, warm starts.

Zander 2008, sec. 2.2.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import DRY_FRICTION, LOWER_STOP, ONE_WAY, UPPER_STOP
from stickslip.contact.curves import is_curve, side_velocity
from stickslip.contact.kinds import PATCH, RING
from stickslip.contact.sides import close_slot, direction, fill_group, middle
from stickslip.contact.solver.problem import CONE, INTERVAL
from stickslip.joints.rows import TRAVEL, coordinate_value, coordinate_wrench, joint_frame, project_wrench
from stickslip.mechanics.functions import call_double
from stickslip.mechanics.vectors import dot3

ROWS_READY, MORE_GROUPS = range(2)
# Which known contacts and stops are closed whatever their gaps: none, all contacts and loaded stops, the loaded, all.
BY_GAP, ALL_KNOWN, LOADED, LIFTED = range(4)
ROUND_OFF = 1e-14  # of the distance from the origin
BESIDE = 1e-9  # of the length of a segment: round-off at its ends
SAME_POINT = 1e-6  # of the size of a segment: nearer contact points of one line count once


@njit
def _open_group(groups, contact, size, kind, bound):
    """Append an empty group and return its number."""
    g, row = groups.count[0], groups.count[1]
    groups.contact[g] = contact
    groups.size[g] = size
    groups.kind[g] = kind
    groups.row[g] = row
    groups.bound[g] = bound
    groups.slot_ptr[g] = groups.count[2]
    for i in range(size):
        groups.w[row + i] = 0.0
        groups.r[row + i] = 0.0
    groups.count[0] = g + 1
    groups.count[1] = row + size
    return g


@njit
def _room(groups):
    """Return whether one more group of the largest possible extent fits."""
    rows = groups.count[0] + 2 < len(groups.size) and groups.count[1] + 3 < len(groups.b)
    data = groups.count[3] + groups.count[4] < len(groups.slot_data)
    return rows and data and groups.count[2] + 8 < len(groups.slot_node)


@njit
def find_warm(warm, contacts, c, start):
    """Return (next start, entry) of the same contact in the last step, -1 if none; both lists are sorted by (a, b)."""
    a, b, feature = contacts.a[c], contacts.b[c], contacts.feature[c]
    k = start
    while k < warm.count[0] and (warm.a[k] < a or (warm.a[k] == a and warm.b[k] < b)):
        k += 1
    start = k
    while k < warm.count[0] and warm.a[k] == a and warm.b[k] == b:
        if warm.feature[k] == feature:
            return start, k
        k += 1
    return start, -1


@njit
def _beside(contours, geometry, poses, contour, x):
    """Return whether the foot of x on a segment of a line lies between its ends."""
    first, last = contours.body[contour], contours.end[contour]
    r = poses.r
    if last < 0:
        first, last, r = contours.corner[contour, 0], contours.corner[contour, 1], geometry.point
    along, square = 0.0, 0.0
    for i in range(3):
        d = r[last, i] - r[first, i]
        along += d * (x[i] - r[first, i])
        square += d * d
    return BESIDE * square < along < (1.0 - BESIDE) * square


@njit
def find_neighbour(contours, geometry, poses, c, warm):
    """Return a loaded contact of the last step between the same two bodies, -1 if none; for lines and surfaces.

    A contact that slides along a line passes from segment to segment: it is the same contact by its bodies. The end of
    a segment does not count: seen from beside the other segment it would be an obstacle in the way. A ring is around
    one segment only, whatever the foot of its touching point. Borders of patches inside a surface are no contacts.
    """
    contacts = geometry.contacts
    a, b = contacts.a[c], contacts.b[c]
    if not (_along_line(contours, a) or _along_line(contours, b) or contours.kind[a] == PATCH):
        return -1
    ring = contours.kind[b] == RING
    if not ring and _along_line(contours, a) and not _beside(contours, geometry, poses, a, contacts.x_a[c]):
        return -1
    if _along_line(contours, b) and not _beside(contours, geometry, poses, b, contacts.x_b[c]):
        return -1
    for k in range(warm.count[0]):
        near = _same_or_next(contours, warm.a[k], a) and _same_or_next(contours, warm.b[k], b)
        if near and warm.r[k, 0] > 0.0 and contours.owner[warm.a[k]] == contours.owner[a]:
            if contours.owner[warm.b[k]] == contours.owner[b]:
                return k
    return -1


@njit
def is_known(contours, geometry, poses, c, warm):
    """Return whether a contact was closed in the last step, on the same segment of a line or the next one."""
    contacts = geometry.contacts
    for k in range(warm.count[0]):
        if warm.a[k] == contacts.a[c] and warm.b[k] == contacts.b[c] and warm.feature[k] == contacts.feature[c]:
            return True
    return find_neighbour(contours, geometry, poses, c, warm) >= 0


@njit
def _same_or_next(contours, before, now):
    """Return whether a contour is that of the last step, or next to it on its line or surface: they share a node."""
    if before == now:
        return True
    if contours.kind[before] != contours.kind[now]:
        return False
    if is_curve(contours, now):  # numbered along it
        return abs(before - now) <= 1
    if contours.kind[now] == PATCH:
        for i in range(4):
            for j in range(4):
                if contours.corner[now, i] >= 0 and contours.corner[now, i] == contours.corner[before, j]:
                    return True
        return False
    first, last = contours.body[now], contours.end[now]
    if last < 0 or contours.end[before] < 0:
        return False
    return contours.body[before] == first or contours.end[before] == last or _end_to_end(contours, before, now)


@njit
def _end_to_end(contours, before, now):
    """Return whether one segment starts where the other ends."""
    return contours.body[before] == contours.end[now] or contours.end[before] == contours.body[now]


@njit
def _along_line(contours, contour):
    return contours.end[contour] >= 0 or is_curve(contours, contour)


@njit
def _is_double(contours, contacts, c, groups):
    """Whether another group of this step has the same point: segments of a line meet at nodes, patches at borders."""
    a, b = contacts.a[c], contacts.b[c]
    surface = _along_line(contours, a) or contours.kind[a] == PATCH
    if not (surface or _along_line(contours, b)):
        return False
    size = contours.radius[a if surface else b]
    for g in range(groups.count[0] - 1, -1, -1):
        k = groups.contact[g]
        same = contours.owner[contacts.a[k]] == contours.owner[a] and contours.owner[contacts.b[k]] == contours.owner[b]
        if same and dot3(contacts.n[k], contacts.n[c]) > 1.0 - 1e-6:
            distance = 0.0
            for i in range(3):
                distance = max(distance, abs(contacts.x_a[k, i] - contacts.x_a[c, i]))
            if distance < SAME_POINT * size:
                return True
    return False


@njit
def _can_move(system, contour):
    """Whether a reaction can change the motion of the contour's body: not of the ground and of prescribed bodies."""
    body = system.contours.body[contour]
    return body < 0 or system.bodies.node[body] >= 0


@njit
def gap_tolerance(geometry, contacts, c):
    """Return the gap up to which contact c counts as closed: a part of the smaller contour, and round-off of places."""
    scale = min(geometry.scale[contacts.a[c]], geometry.scale[contacts.b[c]])
    x = contacts.x_a[c]
    return geometry.size[2] * scale + ROUND_OFF * max(abs(x[0]), abs(x[1]), abs(x[2]))


@njit
def stop_tolerance(system, geometry, k):
    """Return the gap up to which stop k of a joint coordinate counts as closed, an angle or a part of a length."""
    return geometry.size[2] * stop_length(system, geometry, k)


@njit
def stop_length(system, geometry, k):
    """Return what gaps of stop k are compared with: the length of its joint, or 1 rad."""
    j = system.limits.joint[k]
    return geometry.joint_scale[j] if system.joints.coordinate[j] == TRAVEL else 1.0


@njit
def _closes(system, geometry, poses, c, warm, frozen):
    """Whether a contact that is not known is closed: by its gap, or because a known one slides on along its line."""
    if not frozen:
        return geometry.contacts.gap[c] <= gap_tolerance(geometry, geometry.contacts, c)
    return find_neighbour(system.contours, geometry, poses, c, warm) >= 0


@njit
def set_contact_rows(system, dim, poses, geometry, warm, frozen, u, force, groups):
    """Make a group of rows of every closed set-valued contact.

    Closed is a gap up to the gap tolerance. Where steps end with the correction of positions, a contact that had no gap
    at the end of the last step is closed, whatever its gap where the rows are evaluated: it is ``warm``, and loaded.
    Frozen: of the contacts in ``warm`` instead. Coefficients of friction that depend on the slip speed take that of the
    velocities u, until that of the step is known.
    """
    contacts, laws = geometry.contacts, system.laws
    groups.count[:4] = 0
    cursor = 0
    for c in range(contacts.count[0]):
        law = contacts.law[c]
        if laws.compliant[law] != 0:
            continue
        if not (_can_move(system, contacts.a[c]) or _can_move(system, contacts.b[c])):
            continue
        cursor, entry = find_warm(warm, contacts, c, cursor)
        keep = geometry.keep[0]
        loaded = entry >= 0 and warm.r[entry, 0] > 0.0
        known = entry >= 0 and (frozen or keep == ALL_KNOWN or keep == LIFTED or (keep == LOADED and loaded))
        if not known and not _closes(system, geometry, poses, c, warm, frozen):
            continue
        if _is_double(system.contours, contacts, c, groups):
            continue
        if not _room(groups):
            return MORE_GROUPS
        size = dim if laws.mu[law] > 0.0 else 1
        g = _open_group(groups, c, size, CONE, laws.mu[law])
        groups.loaded[g] = 1 if loaded else 0
        fill_group(system, poses, geometry, force, groups, g)
        _add_contact_rates(system, poses, contacts, c, size, groups.w[groups.row[g] :])
        if laws.address[law, 1] != 0:
            for i in range(1, size):
                groups.after[groups.row[g] + i] = _row_velocity(system.nodes, groups, g, i, u)
            groups.bound[g] = friction_at(laws, law, groups, g, groups.after)
        if entry >= 0:
            _take_impulse(warm, entry, contacts, c, size, groups.r[groups.row[g] :])
    return ROWS_READY


@njit
def _take_impulse(warm, entry, contacts, c, size, r):
    """Write a known impulse along the present axes of contact c: those of last time may have been others."""
    r[0] = warm.r[entry, 0]
    for i in range(1, size):
        t = contacts.t1 if i == 1 else contacts.t2
        r[i] = warm.r[entry, 1] * t[c, 0] + warm.r[entry, 2] * t[c, 1] + warm.r[entry, 3] * t[c, 2]


@njit
def refill_rows(system, poses, geometry, force, groups):
    """Write the directions of all contact groups again: the contacts have been followed elsewhere."""
    groups.count[2], groups.count[3] = 0, 0
    for g in range(groups.count[0]):
        fill_group(system, poses, geometry, force, groups, g)


@njit
def stop_gap(system, poses, k, coordinate, work):
    """Return the gap of stop k; ``work`` holds the frame of its joint then."""
    limits, joints = system.limits, system.joints
    j = limits.joint[k]
    joint_frame(joints, poses, j, work.x, work.D)
    value = coordinate_value(joints, j, work.x, work.D, coordinate[j])
    return value - limits.value[k] if limits.kind[k] == LOWER_STOP else limits.value[k] - value


@njit
def set_limit_rows(system, poses, coordinate, limit_r, dt, geometry, frozen, work, groups):
    """Make a row of every active stop, dry-friction element and one-way clutch on joint coordinates.

    Frozen: stops are active as they were, limit_r < 0 marks an open one.
    """
    limits, joints, nodes, bodies = system.limits, system.joints, system.nodes, system.bodies
    for k in range(len(limits.joint)):
        j, kind = limits.joint[k], limits.kind[k]
        gap = stop_gap(system, poses, k, coordinate, work)
        if kind == LOWER_STOP or kind == UPPER_STOP:
            known = limit_r[k] > 0.0 if geometry.keep[0] != LIFTED else limit_r[k] >= 0.0
            known = known and geometry.keep[0] != BY_GAP
            opened = gap > stop_tolerance(system, geometry, k) and not known
            if limit_r[k] < 0.0 if frozen else opened:
                continue
        if not _room(groups):
            return MORE_GROUPS
        law = INTERVAL if kind == DRY_FRICTION else CONE
        g = _open_group(groups, -1 - k, 1, law, limits.value[k] * dt if kind == DRY_FRICTION else 0.0)
        groups.loaded[g] = 1 if limit_r[k] > 0.0 else 0
        coordinate_wrench(joints, poses, j, work.x, work.D, work.F, work.M)
        sign = -1.0 if kind == UPPER_STOP else 1.0
        for side in range(2):
            body = joints.body[j, side]
            node = bodies.node[body]
            if node < 0:
                continue
            start = groups.count[3]
            kind, nu, F, M = nodes.kind[node], nodes.nu[node], work.F[side], work.M[side]
            project_wrench(kind, nu, poses.A[body], F, M, groups.slot_data[start:])
            for i in range(nodes.nu[node]):
                groups.slot_data[start + i] *= sign
            close_slot(groups, node, start, nodes.nu[node])
        groups.slot_ptr[g + 1] = groups.count[2]
        groups.w[groups.row[g]] = _limit_rate(system, poses, k, work)
        groups.r[groups.row[g]] = limit_r[k] if kind == DRY_FRICTION else max(limit_r[k], 0.0)
    return ROWS_READY


@njit
def _add_contact_rates(system, poses, contacts, c, size, out):
    """Add what prescribed bodies move in the directions of contact c to the first ``size`` entries of ``out``."""
    for side in range(2):
        contour = contacts.a[c] if side == 0 else contacts.b[c]
        body = system.contours.body[contour]
        if body <= 0 or system.bodies.node[body] >= 0:  # the ground rests, the others have velocities of their own
            continue
        velocity = np.empty(3)
        side_velocity(system.contours, contour, poses, middle(contacts, c), velocity)
        for i in range(size):
            out[i] += (-1.0 if side == 0 else 1.0) * dot3(direction(contacts, c, i), velocity)


@njit
def _limit_rate(system, poses, k, work):
    """Return what prescribed bodies add to the velocity of limit k; work.F, work.M are the wrenches of its joint."""
    j, rate = system.limits.joint[k], 0.0
    for side in range(2):
        body = system.joints.body[j, side]
        if system.bodies.node[body] < 0:
            rate += dot3(work.F[side], poses.v[body]) + dot3(work.M[side], poses.omega[body])
    return -rate if system.limits.kind[k] == UPPER_STOP else rate


@njit
def set_row_rates(system, poses, geometry, work, groups, out):
    """Write what the present velocities of prescribed bodies add to those of all rows."""
    joints = system.joints
    for g in range(groups.count[0]):
        c, row = groups.contact[g], groups.row[g]
        if c < 0:
            j = system.limits.joint[-1 - c]
            joint_frame(joints, poses, j, work.x, work.D)
            coordinate_wrench(joints, poses, j, work.x, work.D, work.F, work.M)
            out[row] = _limit_rate(system, poses, -1 - c, work)
            continue
        for i in range(groups.size[g]):
            out[row + i] = 0.0
        _add_contact_rates(system, poses, geometry.contacts, c, groups.size[g], out[row:])


@njit
def _row_velocity(nodes, groups, g, i, u):
    """Return entry i of H u + w of group g."""
    total = groups.w[groups.row[g] + i]
    for s in range(groups.slot_ptr[g], groups.slot_ptr[g + 1]):
        node = groups.slot_node[s]
        nu, offset = nodes.nu[node], nodes.u_off[node]
        data = groups.slot_off[s] + i * nu
        part = 0.0
        for j in range(nu):
            part += groups.slot_data[data + j] * u[offset + j]
        total += part
    return total


@njit
def slip_dependent(laws):
    """Return whether any coefficient of friction depends on the slip speed."""
    for law in range(len(laws.mu)):
        if laws.address[law, 1] != 0:
            return True
    return False


@njit
def friction_at(laws, law, groups, g, v):
    """Return the coefficient of friction of group g at the slip of the velocities v (m,) of all rows."""
    if laws.address[law, 1] == 0:
        return laws.mu[law]
    total = 0.0
    for i in range(groups.row[g] + 1, groups.row[g] + groups.size[g]):
        total += v[i] * v[i]
    return call_double(laws.address[law, 1], np.sqrt(total))


@njit
def group_velocity(nodes, groups, u, out):
    """Write H u + w of all rows."""
    for g in range(groups.count[0]):
        for i in range(groups.size[g]):
            out[groups.row[g] + i] = _row_velocity(nodes, groups, g, i, u)


@njit
def add_group_impulse(nodes, groups, g, factor, out):
    """Add factor H^T r of group g to the generalised impulse ``out``."""
    for s in range(groups.slot_ptr[g], groups.slot_ptr[g + 1]):
        node = groups.slot_node[s]
        nu, offset, data = nodes.nu[node], nodes.u_off[node], groups.slot_off[s]
        for i in range(groups.size[g]):
            impulse = factor * groups.r[groups.row[g] + i]
            for j in range(nu if impulse != 0.0 else 0):
                out[offset + j] += groups.slot_data[data + i * nu + j] * impulse


@njit
def group_tolerance(system, geometry, groups, g):
    """Return the gap up to which the contact or stop of a group counts as closed."""
    c = groups.contact[g]
    return gap_tolerance(geometry, geometry.contacts, c) if c >= 0 else stop_tolerance(system, geometry, -1 - c)


@njit
def has_gap(system, groups, g):
    """Return whether a group is a contact or a stop: dry friction and clutches have no gap."""
    c = groups.contact[g]
    return c >= 0 or (system.limits.kind[-1 - c] != DRY_FRICTION and system.limits.kind[-1 - c] != ONE_WAY)


@njit
def restitution(system, contacts, groups, g):
    """Return the normal restitution of a group, whose speed of approach stands in groups.before."""
    if not has_gap(system, groups, g):
        return 0.0
    c = groups.contact[g]
    if c < 0:
        return system.limits.e_N[-1 - c]
    law = contacts.law[c]
    address = system.laws.address[law, 2]
    if address != 0:  # a function of the speed of approach
        return call_double(address, max(0.0, -groups.before[groups.row[g]]))
    return system.laws.e_N[law]


@njit
def set_free_velocity(system, contacts, groups, u_free, nodes, approaching):
    """Write b = H u_free + w + e (H u + w): Newton's law in normal and tangential direction (Zander 2008, sec. 2.4).

    Approaching: the normal part of e (H u + w) only where contacts approach. In a closed contact that separates it
    would allow an approach, which the next step answers with a rebound, for ever.
    """
    group_velocity(nodes, groups, u_free, groups.b)
    for g in range(groups.count[0]):
        c, row = groups.contact[g], groups.row[g]
        if not approaching or groups.before[row] < 0.0:
            groups.b[row] += restitution(system, contacts, groups, g) * groups.before[row]
        for i in range(1, groups.size[g]):
            groups.b[row + i] += system.laws.e_T[contacts.law[c]] * groups.before[row + i]
