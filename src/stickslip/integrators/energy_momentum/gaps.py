"""What is left open or inside each other by an energy-momentum step, and what a move of the configuration has to close.

At the end of a step, gaps of loaded contacts and errors of joints are closed as in ``correction``. At the mid-point,
the contacts are closed that have just come into contact, so that their impulses have the lever arms of touching bodies;
others keep their gaps, whatever these are half-way. Lines and solids give way at once, so they are left alone at the
mid-point.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import ERROR, PROJECTION_WORK
from stickslip.contact.detection import SHIFTED, fastest_node
from stickslip.contact.rows import find_neighbour
from stickslip.integrators.books import certify_gaps
from stickslip.integrators.correction import gaps_now, keep_gaps, note_deep
from stickslip.integrators.depths import certify_depths
from stickslip.integrators.energy_momentum.nodes import natural_kinetic_energy, start_rate
from stickslip.integrators.momentum import is_outer
from stickslip.integrators.motion import certify_motion
from stickslip.integrators.shift import LEAVING, joint_residuals, leave, set_laws, set_normals
from stickslip.integrators.timestep import evaluate, forget_open
from stickslip.system.components import find_components, group_root


@njit
def carried_load(system, c, state, work):
    """Return whether a contact carried load at the start of the step, maybe on the segment before; poses are set."""
    contacts, warm = work.geometry.contacts, state.warm
    for k in range(warm.count[0]):
        if warm.a[k] == contacts.a[c] and warm.b[k] == contacts.b[c] and warm.feature[k] == contacts.feature[c]:
            return warm.r[k, 0] > 0.0
    return find_neighbour(system.contours, work.geometry, work.poses, c, warm) >= 0


@njit
def set_fresh(system, state, work, out):
    """Write to the rows of all groups whether their contacts carried no load at the start of the step."""
    groups = work.groups
    for g in range(groups.count[0]):
        out[groups.row[g]] = 0.0 if carried_load(system, groups.contact[g], state, work) else 1.0


@njit
def rebounds(before, after):
    """Return whether a contact that has closed opens again by itself, from its speeds before and after the step."""
    return after > -LEAVING * before > 0.0


@njit
def _find_free(system, work, span):
    """Write the components to span.root, and whether ground or prescribed bodies hold them."""
    groups, joints, held = work.groups, system.joints, work.touched
    held[:] = 0
    for g in range(groups.count[0]):
        root = group_root(groups, work, g)
        if root >= 0 and is_outer(system, work.geometry.contacts, g, groups):
            held[root] = 1
    for j in range(len(system.outer)):
        for side in range(joints.body.shape[1] if system.outer[j] != 0 else 0):
            body = joints.body[j, side]
            if body >= 0 and system.bodies.node[body] >= 0:
                held[work.root[system.bodies.node[body]]] = 1
    for node in range(len(work.root)):
        span.root[node] = -1 - work.root[node] if held[work.root[node]] != 0 else work.root[node]


@njit
def _set_errors(system, dt, work, span):
    """Choose what happens to all gaps in ``shift`` and errors of joints; return whether anything is to be moved."""
    work.dynamics.rhs[:] = 0.0
    work.shift.error[:] = 0.0
    joint_residuals(system, work)
    set_laws(system, dt, False, work)
    _find_free(system, work, span)
    return leave(work, 0.0)


@njit
def find_end_errors(system, dt, fresh, state, work, span):
    """Find what is to be closed at the present state, the end of a step; return whether there is anything.

    span.push is the move that has led there.
    """
    groups, shift, t = work.groups, work.shift, state.t[0]
    way = 2.0 * fastest_node(system, span.push, work.geometry)
    work.geometry.sweep[SHIFTED] += way
    work.geometry.travelled[0] += way
    evaluate(system, t, t, state.q, state.u, state, work)
    find_components(system, groups, work)
    shift.todo[:] = 1
    gaps_now(system, state, work)
    keep_gaps(work)
    for g in range(groups.count[0]):
        row = groups.row[g]
        if fresh[row] != 0.0 and rebounds(groups.before[row], groups.after[row]):
            shift.speed[g] = np.inf
    set_normals(work)
    return _set_errors(system, dt, work, span)


@njit
def _leave_soft(work, span):
    """Let all components be moved but those with lines or solids."""
    todo, soft = work.shift.todo, work.touched
    soft[:] = 0
    for node in range(len(todo)):
        if span.soft[node] != 0:
            soft[work.root[node]] = 1
    for node in range(len(todo)):
        todo[node] = 1 - soft[work.root[node]]


@njit
def find_middle_errors(system, dt, fresh, work, span):
    """Find what is to be closed at the mid-point of a solved step; return whether there is anything."""
    groups, shift, contacts = work.groups, work.shift, work.geometry.contacts
    find_components(system, groups, work)
    _leave_soft(work, span)
    for g in range(groups.count[0]):
        row = groups.row[g]
        after = 2.0 * groups.b[row] - groups.before[row]
        shift.speed[g] = np.inf if rebounds(groups.before[row], after) else after
        shift.gap[g] = contacts.gap[groups.contact[g]] if fresh[row] != 0.0 else 0.0
    set_normals(work)
    work.rows.g[:] = 0.0  # joints hold at the start of the step
    found = _set_errors(system, dt, work, span)
    if found:
        note_deep(work)
    return found


@njit
def find_begin_errors(system, dt, work, span):
    """Find whether the last move has opened joints at the start of the step; contacts shall stay as they are now."""
    work.shift.gap[: work.groups.count[0]] = 0.0
    return _set_errors(system, dt, work, span)


@njit
def _make_rigid(system, fresh, state, work, span):
    """Make natural rates rigid motions where contacts have closed without rebound; count the energy that they lose.

    A jump of velocities within the step gives rates that are no rigid motion by the square of the rotation of the step.
    They alternate from step to step, and a contact that sticks would answer with forces.
    """
    groups, closed, any_closed = work.groups, work.touched, False
    closed[:] = 0
    for g in range(groups.count[0]):
        row, root = groups.row[g], group_root(groups, work, g)
        if root >= 0 and fresh[row] != 0.0 and groups.r[row] > 0.0:
            if not rebounds(groups.before[row], groups.after[row]):
                closed[root], any_closed = 1, True
    if not any_closed:
        return
    before = natural_kinetic_energy(system, state, span)
    for node in range(len(closed)):
        if closed[work.root[node]] != 0:
            start_rate(system.nodes, node, state.q, state.u, state.q_rate)
    state.ledger[PROJECTION_WORK] += natural_kinetic_energy(system, state, span) - before


@njit
def certify_positions(system, dt, fresh, state, work, span):
    """Judge positions at the end of a step after they have been closed, and forget contacts with a gap."""
    _make_rigid(system, fresh, state, work, span)
    for row in range(len(work.rows.g)):
        work.certificate[ERROR.position_drift] = max(work.certificate[ERROR.position_drift], np.abs(work.rows.g[row]))
    forget_open(work, state)
    certify_gaps(system, dt, state, work)
    certify_motion(system, dt, state.q, state.u, state, work)
    certify_depths(system, 0.5, True, state, work)
