"""What is known to be closed at the end of a step without looking there.

Gaps of joints and contacts change by their velocities and by second-order terms in the motion from where the rows are
evaluated to the end of the step. Where these are a small part of what counts as closed, nothing has to be
evaluated again: arms rho that turn by theta miss their tangents by theta^2 rho / 2.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import GENERAL
from stickslip.contact.kinds import LINE, PLANE
from stickslip.contact.solver.islands import root_of
from stickslip.integrators.shift import JOINT_TOLERANCE, length_of
from stickslip.joints.rows import COMPONENT, PERPENDICULAR, SLIDE
from stickslip.mechanics.bodies import place_dim
from stickslip.system.components import group_root

CONTACTS, JOINTS = 1, 2  # bits of Shift.still: all contacts of a component are known, all joints are known to be closed
SMALL_MOTION = 1e-5  # of a length, in a step: gaps change in proportion to velocities


@njit
def find_still(system, scheme, dt, u, u_new, work):
    """Find the components in which gaps at the end of a step follow from velocities, and those with closed joints.

    u and u_new are the velocities before and after the step.
    """
    shift = work.shift
    for node in range(len(work.root)):  # islands of the step are those of its groups
        work.root[node] = root_of(work.islands.parent, node)
    shift.still[:] = CONTACTS | JOINTS
    for j in range(len(system.joints.coordinate)):
        _judge_joint(system, scheme, dt, u, u_new, work, j)
    for g in range(work.groups.count[0]):
        root = group_root(work.groups, work, g)
        if root >= 0 and shift.still[root] & CONTACTS != 0 and not _is_known(system, dt, u, u_new, work, g):
            shift.still[root] &= JOINTS


@njit
def is_unknown(groups, work, g):
    """Return whether the gap of a group that is to be moved has to be looked for."""
    root = group_root(groups, work, g)
    return root >= 0 and work.shift.todo[root] != 0 and work.shift.still[root] & CONTACTS == 0


@njit
def any_unknown(work):
    """Return whether any gap has to be looked for."""
    for g in range(work.groups.count[0]):
        if is_unknown(work.groups, work, g):
            return True
    return False


@njit
def _judge_joint(system, scheme, dt, u, u_new, work, j):
    """Mark the bodies of joint j as having joints not known to be closed, unless this one is."""
    joints, node_of, still, known = system.joints, system.bodies.node, work.shift.still, -1
    for side in range(joints.body.shape[1]):
        body = joints.body[j, side]
        if body < 0 or node_of[body] < 0:
            continue
        root = work.root[node_of[body]]
        if still[root] & JOINTS == 0:
            return
        if known < 0:
            known = 1 if _is_closed(system, scheme, dt, u, u_new, work, j) else 0
        if known == 0:
            still[root] &= CONTACTS


@njit
def _is_closed(system, scheme, dt, u, u_new, work, j):
    """Return whether joint j is closed at the end of the step, whatever its second-order terms."""
    joints, length, bent = system.joints, work.geometry.joint_scale[j], 0.0
    if _is_driven(system, j):
        return False
    if _is_simple(system, j):
        bent = _second_order(system, scheme, dt, u, u_new, j, length)
    else:
        for side in range(joints.body.shape[1]):
            body = joints.body[j, side]
            if body >= 0 and system.bodies.node[body] >= 0:
                if not _hardly(system.nodes, system.bodies.node[body], dt, u, u_new, length, length):
                    return False
    for row in range(joints.row[j], joints.row[j + 1]):
        gap = abs(work.rows.g[row] + dt * scheme.w0 * work.rows.before[row]) + bent
        if not gap <= JOINT_TOLERANCE * (length if length > 0.0 else 1.0):
            return False
    return True


@njit
def _is_prescribed(system, body):
    """Return whether a body moves as a function of time says: its accelerations do not show in velocities of nodes."""
    return body > 0 and system.bodies.node[body] < 0


@njit
def _is_driven(system, j):
    """Return whether a function of time moves a side of joint j, or one side against the other.

    At a dead point nothing else moves, while the function goes on.
    """
    joints, table = system.joints, system.table
    for side in range(joints.body.shape[1]):
        if _is_prescribed(system, joints.body[j, side]):
            return True
    for row in range(joints.row[j], joints.row[j + 1]):
        if table.function[row] >= 0:
            return True
    return False


@njit
def _is_simple(system, j):
    """Return whether all rows of a joint that nothing drives are products of vectors fixed on bodies."""
    joints, table = system.joints, system.table
    if len(system.relative.joint) > 0:  # bodies go where coordinates of joints put them
        return False
    for row in range(joints.row[j], joints.row[j + 1]):
        kind = table.kind[row]
        if kind != COMPONENT and kind != PERPENDICULAR and kind != SLIDE:
            return False
    return True


@njit
def _second_order(system, scheme, dt, u, u_new, j, length):
    """Return a bound on the second-order terms in the rows of a simple joint with arms no longer than ``length``.

    Axes that rotate relative to each other miss right angles by (theta_a + theta_b)^2 / 2.
    """
    joints, table, arms, way, turn = system.joints, system.table, 0.0, 0.0, 0.0
    for side in range(2):
        body = joints.body[j, side]
        if body >= 0 and system.bodies.node[body] >= 0:
            gone, turned = _path(scheme, system.nodes, system.bodies.node[body], dt, u, u_new)
            arms, way, turn = arms + 0.5 * turned * turned * length, way + gone, turn + turned
    bound = arms
    for row in range(joints.row[j], joints.row[j + 1]):
        if table.kind[row] == SLIDE:
            bound = max(bound, arms + turn * (way + turn * length))
        elif table.kind[row] == PERPENDICULAR:
            bound = max(bound, 0.5 * turn * turn)
    return bound


@njit
def _path(scheme, nodes, node, dt, u, u_new):
    """Return how far a node goes, and turns, from where rows are evaluated to the end of the step."""
    o, nu, kind = nodes.u_off[node], nodes.nu[node], nodes.kind[node]
    split, way, turn = nu if kind == GENERAL else place_dim(kind), 0.0, 0.0
    for i in range(nu):
        part = scheme.w0 * u[o + i] + scheme.w1 * u_new[o + i]
        way, turn = (way + part * part, turn) if i < split else (way, turn + part * part)
    return dt * np.sqrt(way), dt * np.sqrt(turn)


@njit
def _hardly(nodes, node, dt, u, u_new, reach, length):
    """Return whether a node moves, and turns by an arm ``reach``, by less than a small part of a length."""
    o, nu, kind = nodes.u_off[node], nodes.nu[node], nodes.kind[node]
    split = nu if kind == GENERAL else place_dim(kind)
    for i in range(nu):
        way = dt * (abs(u[o + i]) + abs(u_new[o + i])) * (1.0 if i < split else reach)
        if not way <= SMALL_MOTION * length:
            return False
    return True


@njit
def _only_turns(nodes, node, dt, u, u_new, reach, length):
    """Return whether a node turns by so little that gaps to a plane at rest change in proportion to velocities."""
    o, nu, kind, turn = nodes.u_off[node], nodes.nu[node], nodes.kind[node], 0.0
    split = nu if kind == GENERAL else place_dim(kind)
    for i in range(split, nu):
        turn += max(abs(u[o + i]), abs(u_new[o + i])) ** 2
    return dt * dt * turn * reach <= 2.0 * SMALL_MOTION * SMALL_MOTION * length


@njit
def _is_known(system, dt, u, u_new, work, g):
    """Return whether the gap of group g at the end of the step follows from velocities."""
    groups, geometry, contours, contacts = work.groups, work.geometry, system.contours, work.geometry.contacts
    c = groups.contact[g]
    if c < 0:
        return False
    reach, length = _reach(system, work, g), length_of(system, geometry, groups, g)
    a, b = contacts.a[c], contacts.b[c]
    for contour in (a, b):
        if _is_prescribed(system, contours.body[contour]) or _is_prescribed(system, contours.end[contour]):
            return False
    flat = (contours.kind[a] == PLANE or contours.kind[a] == LINE) and contours.body[a] == 0
    for s in range(groups.slot_ptr[g], groups.slot_ptr[g + 1]):
        known = _hardly(system.nodes, groups.slot_node[s], dt, u, u_new, reach, length)
        if not known and flat:
            known = _only_turns(system.nodes, groups.slot_node[s], dt, u, u_new, reach, length)
        if not known:
            return False
    return True


@njit
def _reach(system, work, g):
    """Return the largest distance of a place on the contours of a contact from the origins of their bodies."""
    contours, contacts, c, reach = system.contours, work.geometry.contacts, work.groups.contact[g], 0.0
    for side in range(2):
        contour = contacts.a[c] if side == 0 else contacts.b[c]
        arm, radius = contours.r_BC[contour], contours.radius[contour]
        if np.isfinite(radius):
            reach = max(reach, radius + np.sqrt(arm[0] ** 2 + arm[1] ** 2 + arm[2] ** 2))
    return reach
