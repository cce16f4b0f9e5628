"""How deep contours are inside each other at the end of a step: of all pairs that are near, closed or not.

Contacts are found where a step evaluates its forces, which may be its begin or its middle, before velocities change. If
nothing goes far enough from there to be deeper than a small part of a thickness, their gaps tell enough. Otherwise
contacts are found again.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import ERROR
from stickslip.contact.detection import MOVED, SHIFTED
from stickslip.contact.geometry.narrow import narrow_phase
from stickslip.contact.geometry.place import place
from stickslip.contact.rows import gap_tolerance
from stickslip.integrators.timestep import set_all_points
from stickslip.mechanics.bodies import set_poses

SHARE = 0.02  # of the thickness: depths that cannot be larger are not looked for


@njit
def thickness_of(geometry, contacts, c):
    """Return the smaller half extent of the two contours of contact c, of ``contacts``."""
    return min(geometry.thick[contacts.a[c]], geometry.thick[contacts.b[c]])


@njit
def certify_depths(system, part, followed, state, work):
    """Keep the largest depth since the last record, also over the thickness of the thinner contour.

    ``part`` of the step is gone after contacts have been found. Followed: gaps of closed ones are those of its end.
    """
    if len(system.contours.kind) == 0:
        return
    geometry = work.geometry
    way = part * geometry.sweep[MOVED] + geometry.sweep[SHIFTED]
    if way == 0.0 or not _may_be_deep(system, way, followed, work):
        _keep_depths(system, geometry, geometry.contacts, work)
        return
    t = state.t[0]
    set_poses(system.nodes, system.bodies, system.functions, t, t, state.q, state.u, work.poses)
    set_all_points(system, state.q, state.u, work)
    place(system.contours, work.poses.r, work.poses.A, geometry.point, geometry.placed)
    found = narrow_phase(system.contours, geometry.placed, geometry.pairs, geometry.size[1], geometry.end)
    if found <= len(geometry.end.gap):
        _keep_depths(system, geometry, geometry.end, work)
    else:
        work.certificate[ERROR.depth] = np.nan


@njit
def _may_be_deep(system, way, followed, work):
    """Return whether anything may be deeper than a small part of a thickness after it has gone on by ``way``."""
    geometry, groups, shift = work.geometry, work.groups, work.shift
    contacts, g = geometry.contacts, 0
    pairs, beyond = geometry.pairs, way - geometry.size[1]  # farther than contacts are kept in their list
    for k in range(pairs.count[0] if beyond > 0.0 else 0):
        if beyond > SHARE * min(geometry.thick[pairs.a[k]], geometry.thick[pairs.b[k]]):
            return True
    for c in range(contacts.count[0]):
        while g < groups.count[0] and 0 <= groups.contact[g] < c:
            g += 1
        known = followed and g < groups.count[0] and groups.contact[g] == c and shift.speed[g] != np.inf
        if not known and system.laws.compliant[contacts.law[c]] == 0:
            if way - contacts.gap[c] > SHARE * thickness_of(geometry, contacts, c):
                return True
    return False


@njit
def _keep_depths(system, geometry, contacts, work):
    certificate = work.certificate
    for c in range(contacts.count[0]):
        depth = -contacts.gap[c]
        if depth <= 0.0 or system.laws.compliant[contacts.law[c]] != 0:
            continue
        if depth > gap_tolerance(geometry, contacts, c):
            certificate[ERROR.penetration] = max(certificate[ERROR.penetration], depth)
            certificate[ERROR.depth] = max(certificate[ERROR.depth], depth / thickness_of(geometry, contacts, c))
