"""Whether bodies in contact go where their velocities lead, or are put elsewhere by corrections of positions.

A correction closes gaps of second order by the shortest move in the metric of the masses. A light body between heavy
ones may so be squeezed out along a small slope: a thousand times as far as the gap is wide, although it has no such
speed. What does so by less than can be seen in a step, but in every step, creeps: hence the ways beside the velocities
are added up over the run, too.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import ERROR, FRAME, GENERAL, PLANAR
from stickslip.integrators.depths import thickness_of
from stickslip.integrators.joint_rates import radius_of
from stickslip.mechanics.bodies import place_dim
from stickslip.system.components import group_root

PLACE = 5e-4  # of a thickness: contacts are held closed to twice as much, at any time of a run
CLOSING = 2.0  # times a gap, or the approach within the step: by as much bodies are put where they touch
ROUND_OFF = 1e-15  # of a place


@njit
def begin_motion(state, work):
    """Keep the state at the start of a step."""
    shift = work.shift
    shift.q[:] = state.q
    shift.u[:] = state.u
    shift.way[:] = 0.0


@njit
def certify_motion(system, dt, q, u, state, work):
    """Keep how far bodies in contact were moved until the end of the step, at q and u, over what is allowed.

    Velocities allow any mean of those at both ends and as much more as they differ; closing a gap adds its width. What
    is beyond that may be a small part of a thickness, in a step and in ``state.creep``, the sum of all steps.
    """
    groups, shift, nodes = work.groups, work.shift, system.nodes
    if groups.count[0] == 0:
        return
    _set_sizes(dt, work)
    off = work.force.M[0]  # scratch
    for node in range(len(shift.thick)):
        if nodes.kind[node] == GENERAL or not np.isfinite(shift.thick[node]):
            continue
        uo, dim = nodes.u_off[node], place_dim(nodes.kind[node])
        way = max(shift.way[node], shift.way[work.root[node]])
        reach = _way_of_place(nodes, node, dt, q, u, shift, off)
        _judge(node, dt, uo, dim, 1.0, way + ROUND_OFF * reach, u, off, state, work)
        if nodes.nu[node] > dim:
            _turn(nodes, node, dt, q, u, shift, off)
            _judge(node, dt, uo + dim, nodes.nu[node] - dim, radius_of(nodes, node), way, u, off, state, work)


@njit
def _way_of_place(nodes, node, dt, q, u, shift, off):
    """Write the way of a node in the step beside the mean of its velocities; return how far it is from the origin."""
    qo, uo, reach = nodes.q_off[node], nodes.u_off[node], 0.0
    for i in range(place_dim(nodes.kind[node])):
        off[i] = q[qo + i] - shift.q[qo + i] - 0.5 * dt * (shift.u[uo + i] + u[uo + i])
        reach = max(reach, abs(q[qo + i]))
    return reach


@njit
def _turn(nodes, node, dt, q, u, shift, off):
    """Write the rotation of a node in the step beside the mean of its angular velocities, in body axes."""
    qo, wo = nodes.q_off[node], nodes.u_off[node] + place_dim(nodes.kind[node])
    if nodes.kind[node] == PLANAR:
        off[0] = q[qo + 2] - shift.q[qo + 2]
    elif nodes.kind[node] == FRAME:  # axial vector of A_0^T A_1: the sine of small turns is enough
        for i in range(3):
            j, k = (i + 1) % 3, (i + 2) % 3
            off[i] = 0.0
            for m in range(3):
                off[i] += 0.5 * shift.q[qo + 3 + 3 * k + m] * q[qo + 3 + 3 * j + m]
                off[i] -= 0.5 * shift.q[qo + 3 + 3 * j + m] * q[qo + 3 + 3 * k + m]
    for i in range(nodes.nu[node] - place_dim(nodes.kind[node])):
        off[i] -= 0.5 * dt * (shift.u[wo + i] + u[wo + i])


@njit
def _judge(node, dt, uo, count, arm, way, u, off, state, work):
    """Judge a way ``off`` (count,), times ``arm`` if it is a turn, in this step and in the sum of all steps."""
    shift, creep, limit = work.shift, state.creep, PLACE * work.shift.thick[node]
    size, change, mean, total = 0.0, 0.0, 0.0, 0.0
    for i in range(count):
        v, v_new = shift.u[uo + i], u[uo + i]
        size += (arm * off[i]) ** 2
        change += (arm * (v_new - v)) ** 2
        mean += (0.5 * arm * (v + v_new)) ** 2
    size, allowed = np.sqrt(size), dt * (np.sqrt(change) + 0.5 * np.sqrt(mean)) + CLOSING * way
    for i in range(count):
        if size > allowed:
            creep[uo + i] += (1.0 - allowed / size) * arm * off[i]
        total += creep[uo + i] ** 2
    share = max(size / (allowed + limit), 0.5 * np.sqrt(total) / limit) if limit > 0.0 else 0.0
    work.certificate[ERROR.moved] = max(work.certificate[ERROR.moved], share)


@njit
def _set_sizes(dt, work):
    """Find the thickness of what is in contact, and the largest approach among what is connected."""
    groups, shift, geometry = work.groups, work.shift, work.geometry
    shift.thick[:] = np.inf
    for g in range(groups.count[0]):
        root, c, row = group_root(groups, work, g), groups.contact[g], groups.row[g]
        if root < 0 or c < 0:
            continue
        shift.way[root] = max(shift.way[root], dt * abs(groups.before[row]), dt * abs(groups.after[row]))
        thick = thickness_of(geometry, geometry.contacts, c)
        for s in range(groups.slot_ptr[g], groups.slot_ptr[g + 1]):
            node = groups.slot_node[s]
            shift.thick[node] = min(shift.thick[node], thick)
