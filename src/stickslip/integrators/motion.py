"""Whether bodies in contact go where their velocities lead, or are put elsewhere by corrections of positions.

A correction closes gaps of second order by the shortest move in the metric of the masses, without friction. A light
body between heavy ones may so be squeezed out along a small slope: a thousand times as far as the gap is wide, although
it sticks or has no such speed.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import ERROR, GENERAL
from stickslip.integrators.depths import thickness_of
from stickslip.mechanics.bodies import place_dim
from stickslip.system.components import group_root

PLACE = 5e-4  # of a thickness: contacts are held closed to twice as much
CLOSING = 2.0  # times a gap, or the approach within the step: by as much bodies are put where they touch


@njit
def begin_motion(state, work):
    """Keep the state at the begin of a step."""
    shift = work.shift
    shift.q[:] = state.q
    shift.u[:] = state.u
    shift.way[:] = 0.0


@njit
def certify_motion(system, dt, q, u, work):
    """Keep how far bodies in contact were moved in the step that ends at q and u, over what is allowed.

    Velocities allow any mean of those at both ends and as much more as they differ; closing a gap adds its width.
    """
    groups, shift, nodes = work.groups, work.shift, system.nodes
    if groups.count[0] == 0:
        return
    _set_sizes(dt, work)
    for node in range(len(shift.thick)):
        if nodes.kind[node] == GENERAL or not np.isfinite(shift.thick[node]):
            continue
        qo, uo = nodes.q_off[node], nodes.u_off[node]
        off, change, mean = 0.0, 0.0, 0.0
        for i in range(place_dim(nodes.kind[node])):
            v, v_new = shift.u[uo + i], u[uo + i]
            off += (q[qo + i] - shift.q[qo + i] - 0.5 * dt * (v + v_new)) ** 2
            change += (v_new - v) ** 2
            mean += (0.5 * (v + v_new)) ** 2
        way = max(shift.way[node], shift.way[work.root[node]])
        allowed = dt * (np.sqrt(change) + 0.5 * np.sqrt(mean)) + CLOSING * way + PLACE * shift.thick[node]
        if np.sqrt(off) > allowed * work.certificate[ERROR.moved]:
            work.certificate[ERROR.moved] = np.sqrt(off) / allowed


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
