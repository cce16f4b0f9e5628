"""Moves of the configuration that close gaps of joints and contacts, component by component.

The move is the solution of

    min 1/2 dq^T A dq    with  G dq = -g  for joints,
                               gap + H dq >= 0  for contacts,  = 0 for those that carried load

in the metric of the matrix A of a step, whose factors are used again (Gear, Gupta and Leimkuhler 1985; Acary 2013;
Bruels, Acary and Cardona 2014). Only normal rows take part: the nearest configuration is found without friction. A
contact with an open gap is pulled by no more than a few times its load, which is what keeps a body on a convex contour:
centrifugal forces are smaller than the load, and the way of a step leaves dt^2 / 2 of their acceleration. It is pushed
as hard as others press on it: with the largest pull p the law is r + p >= 0, gap + H dq >= 0, (r + p) (gap + H dq) = 0,
that of any contact after p has pulled. What moves before have pushed may be pulled back: they may have gone too far. A
contact that opens by itself, as after an impact with restitution, is not lifted: that would add energy. One that is
pressed again before it has left, step after step, as in a ring that rolls on a pole, does not open by itself.

What joints, contacts and the matrix connect is a component; each is moved until its own gaps are closed, so that its
motion depends on nothing else in the model.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import ELASTIC
from stickslip.contact.rows import add_group_impulse, gap_tolerance, group_tolerance, group_velocity, has_gap
from stickslip.contact.solver.islands import find_islands
from stickslip.contact.solver.problem import CONE, INTERVAL, NOT_CONVERGED
from stickslip.integrators.timestep import add_answers, solve_islands
from stickslip.system.components import group_root
from stickslip.system.matrix import multiply_free_nodes, solve_coupled

CLOSED = 0.9  # of the gap tolerance: smaller gaps are none, and what is left stays within it
JOINT_TOLERANCE = 1e-10  # of the length of a joint
LEAVING = 0.1  # of a depth: a contact that opens by more in a step leaves by itself
PULL = 4.0  # times the load, over the step, by which an open contact is pulled
ALONE = 2  # in Shift.todo of a root: joints are closed by a move that leaves closed contacts closed
FAILED = 3  # in Shift.todo of a root: joints would be closed so, but contacts have to take part


@njit
def spread(work):
    """Let nodes that are connected be moved together."""
    shift = work.shift
    for node in range(len(work.root)):
        if shift.todo[node] != 0:
            shift.todo[work.root[node]] = 1
    for node in range(len(work.root)):
        shift.todo[node] = shift.todo[work.root[node]]


@njit
def leave(work, limit):
    """Stop moving components with errors up to ``limit``; return whether any is left."""
    shift, left = work.shift, False
    for node in range(len(work.root)):
        if shift.error[work.root[node]] <= limit:
            shift.todo[node] = 0
        left = left or shift.todo[node] != 0
    return left


@njit
def is_todo(groups, work, g):
    """Return whether what a group acts on is still to be moved."""
    root = group_root(groups, work, g)
    return root >= 0 and work.shift.todo[root] != 0


@njit
def _none(gap, tolerance):
    return 0.0 if abs(gap) <= CLOSED * tolerance else gap


@njit
def _comes_back(groups, g):
    """Return whether a contact that carried load in the last step, and was left without approach, approaches again."""
    return groups.loaded[g] != 0 and groups.before[groups.row[g]] < 0.0


@njit
def length_of(system, geometry, groups, g):
    """Return the length by which the gap of a group is judged."""
    return group_tolerance(system, geometry, groups, g) / geometry.size[2] if geometry.size[2] > 0.0 else 0.0


@njit
def set_laws(system, dt, new, work):
    """Choose what happens to each gap in ``shift`` and note the errors; return whether any gap is to be closed.

    New: only gaps of contacts that come without load are closed; the others shall not close further.
    """
    groups, shift, geometry = work.groups, work.shift, work.geometry
    normals, any_left = shift.rows, False
    for g in range(groups.count[0]):
        if not is_todo(groups, work, g):
            continue
        load, row = max(groups.r[groups.row[g]], 0.0), normals.row[g]
        normals.kind[g], normals.bound[g], normals.r[row] = CONE, 0.0, 0.0
        if not has_gap(system, groups, g):
            normals.kind[g], shift.gap[g], shift.pull[g] = INTERVAL, 0.0, 0.0  # without a force
            continue
        tolerance, shift.pull[g] = group_tolerance(system, geometry, groups, g), 0.0
        gap = _none(shift.gap[g], tolerance)
        leaves = shift.speed[g] * dt > LEAVING * max(abs(gap), tolerance) and not _comes_back(groups, g)
        if leaves or (new and load > 0.0):
            gap = max(gap, 0.0)
        elif gap >= 0.0:  # what is closed stays so: others that are pulled must not open it
            shift.pull[g] = max(PULL * load * dt, shift.push[g])
        if gap < 0.0 or (gap > 0.0 and shift.pull[g] > 0.0):
            length, root = length_of(system, geometry, groups, g), group_root(groups, work, g)
            shift.way[root] = max(shift.way[root], abs(gap))
            shift.error[root] = max(shift.error[root], abs(gap) / length if length > 0.0 else 1.0)
            any_left = True
        shift.gap[g] = gap
    for node in range(len(shift.way) if any_left else 0):
        shift.way[node] = max(shift.way[node], shift.way[work.root[node]])
    return any_left


@njit
def set_normals(work):
    """Give the normal rows of ``shift`` the groups of the step."""
    groups, normals = work.groups, work.shift.rows
    n = groups.count[0]
    normals.count[0], normals.count[1] = n, groups.count[1]
    for g in range(n):
        normals.contact[g], normals.row[g] = groups.contact[g], groups.row[g]


@njit
def joint_residuals(system, work):
    """Write -g of the joints to be moved to d.rhs, without round-off; note the errors, relative to their lengths."""
    d, joints, g, shift = work.dynamics, system.joints, work.rows.g, work.shift
    first, node_of = len(d.mean), system.bodies.node
    for j in range(len(joints.coordinate)):
        scale, root = work.geometry.joint_scale[j], -1
        for side in range(joints.body.shape[1]):
            if root < 0 and joints.body[j, side] >= 0 and node_of[joints.body[j, side]] >= 0:
                root = work.root[node_of[joints.body[j, side]]]
        if root < 0 or shift.todo[root] == 0:
            continue
        for row in range(joints.row[j], joints.row[j + 1]):
            part = abs(g[row]) / scale if scale > 0.0 else abs(g[row])
            if part > JOINT_TOLERANCE:
                d.rhs[first + row] = -g[row]
                shift.error[root] = max(shift.error[root], part)


@njit
def _find_alone(system, work):
    """Find components of which only joints are to be closed; return whether there are any."""
    groups, shift, found = work.groups, work.shift, False
    for node in range(len(work.root)):
        if shift.todo[node] != 0:
            shift.todo[node] = ALONE if work.root[node] == node else 1
    for g in range(groups.count[0]):
        if is_todo(groups, work, g):
            gap = shift.gap[g]
            if (
                gap < 0.0
                or (gap > 0.0 and shift.pull[g] > 0.0)
                or (groups.contact[g] < 0 and has_gap(system, groups, g))
            ):
                shift.todo[group_root(groups, work, g)] = 1
    for node in range(len(work.root)):
        found = found or shift.todo[node] == ALONE
    return found


@njit
def _keep_alone(system, work):
    """Let contacts take part where the move in d.solution opens or closes one by more than its tolerance.

    Their small gaps are then closed, too, so that later moves leave them as they are.
    """
    groups, normals, shift, contacts = work.groups, work.shift.rows, work.shift, work.geometry.contacts
    group_velocity(system.nodes, normals, work.dynamics.solution, normals.b)
    for g in range(groups.count[0]):
        root, c = group_root(groups, work, g), groups.contact[g]
        if root >= 0 and shift.todo[root] == ALONE and c >= 0:
            gap, most = contacts.gap[c] + normals.b[normals.row[g]], gap_tolerance(work.geometry, contacts, c)
            if not gap >= -most or (shift.pull[g] > 0.0 and gap > most):
                shift.todo[root] = FAILED
    for g in range(groups.count[0]):
        root = group_root(groups, work, g)
        if root >= 0 and shift.todo[root] == FAILED and shift.pull[g] > 0.0:
            shift.gap[g] = contacts.gap[groups.contact[g]]


@njit
def _add_pulls(system, work):
    """Add the largest pulls of contacts to be moved to d.rhs; return whether there are any."""
    groups, normals, shift, pulled = work.groups, work.shift.rows, work.shift, False
    for g in range(groups.count[0]):
        if shift.pull[g] > 0.0 and _has_say(groups, work, g):
            normals.r[normals.row[g]] = shift.pull[g]
            add_group_impulse(system.nodes, normals, g, -1.0, work.dynamics.rhs)
            normals.r[normals.row[g]] = 0.0
            pulled = True
    return pulled


@njit
def _has_say(groups, work, g):
    """Return whether the law of a group takes part in the move."""
    return is_todo(groups, work, g) and work.shift.todo[group_root(groups, work, g)] != ALONE


@njit
def _find_islands(system, answered, work):
    """Find the islands of the move; return whether the laws of any take part."""
    groups, normals, islands, left = work.groups, work.shift.rows, work.islands, False
    if not answered:
        groups.answered[: groups.count[0]] = 0
        find_islands(normals, system.matrix.component, system.matrix.free, islands)
    for k in range(islands.total[0]):
        islands.settled[k] = 0
        if _has_say(groups, work, islands.order[islands.start[k]]):
            left = True
            continue
        islands.settled[k] = 1
        for i in range(islands.start[k], islands.start[k + 1]):
            normals.r[normals.row[islands.order[i]]] = 0.0
    return left


@njit
def solve_shift(system, minv, answered, settings, work):
    """Find the move, with -g of the joints in d.rhs, and write it to d.solution; return whether it was found.

    Answered: the groups are those of the step; work.islands holds their islands and work.X answers of the matrix. Where
    joints alone are to be closed and contacts stay as closed as they have to be, these do not take part.
    """
    d, groups, normals, shift = work.dynamics, work.groups, work.shift.rows, work.shift
    d.solution[:] = 0.0
    coupled, alone = system.matrix.coupled[0] != 0, False
    if answered and coupled:
        alone = _find_alone(system, work)
        if alone:
            solve_coupled(system.pattern, d, d.rhs, d.solution)
            _keep_alone(system, work)
    pulled = _add_pulls(system, work)
    if coupled and (pulled or not alone):
        solve_coupled(system.pattern, d, d.rhs, d.solution)
    if pulled:
        multiply_free_nodes(system.nodes, system.matrix.free, minv, d.rhs, d.solution)
    if groups.count[0] > 0 and _find_islands(system, answered, work):
        group_velocity(system.nodes, normals, d.solution, normals.b)  # normals.w is zero
        for g in range(groups.count[0]):
            normals.b[normals.row[g]] += shift.gap[g]
        d.u_free[:] = d.solution
        status, _, _ = solve_islands(system, minv, normals, work, settings)
        if status == NOT_CONVERGED:
            return False
        d.solution[:] = d.u_free
        add_answers(system, minv, normals, work, d.solution)
    for i in range(len(d.mean)):
        if not np.isfinite(d.solution[i]):
            return False
    return True


@njit
def book_shift(work, n):
    """Add the change of the potential along the move in d.solution, by the forces of the step."""
    d = work.dynamics
    for i in range(n):
        work.shift.work[0] -= d.h[ELASTIC, i] * d.solution[i]
