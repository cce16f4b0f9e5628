"""Contact detection at one configuration: broad phase when needed, narrow phase always.

Zander 2008, sec. 3.4.2, 5.2.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import GENERAL
from stickslip.contact.broadphase import find_pairs
from stickslip.contact.geometry.narrow import narrow_phase
from stickslip.contact.geometry.place import place
from stickslip.mechanics.bodies import place_dim

DETECTED, MORE_PAIRS, MORE_CONTACTS = range(3)
# Entries of Geometry.sweep: contours that move less than THIN in a step cannot pass through each other, nor those that
# move less than QUICK as long as some distance is left to go FREE; MOVED bounds their relative travel in this step, and
# SHIFTED is how far corrections of positions have moved them.
THIN, QUICK, FREE, MOVED, SHIFTED = range(5)


@njit
def _fastest(poses, geometry):
    """Return an upper bound of the speed of any contour point relative to any other."""
    fastest = 0.0
    for k in range(len(geometry.carrier)):
        w, v = poses.omega[geometry.carrier[k]], poses.v[geometry.carrier[k]]
        turn = geometry.reach[k] * np.sqrt(w[0] ** 2 + w[1] ** 2 + w[2] ** 2)
        fastest = max(fastest, np.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2) + turn)
    for p in range(len(geometry.point_rate)):
        v = geometry.point_rate[p]
        fastest = max(fastest, np.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2))
    return 2.0 * fastest


@njit
def detect(system, poses, dt, geometry):
    """Find all contact points; the list of pairs is renewed when contours may have moved farther than the skin."""
    contours = system.contours
    if len(contours.kind) == 0:
        geometry.contacts.count[0] = 0
        return DETECTED
    place(contours, poses.r, poses.A, geometry.point, geometry.placed)
    skin, margin = geometry.size[0], geometry.size[1]
    moved = dt * _fastest(poses, geometry)
    geometry.travelled[0] += moved
    geometry.sweep[MOVED] = moved
    if geometry.travelled[0] + margin > skin:
        needed = find_pairs(contours, geometry.placed, system.law_of_groups, skin, geometry.order, geometry.pairs)
        if needed > len(geometry.pairs.a):
            geometry.travelled[0] = np.inf
            geometry.pairs.count[0] = needed
            return MORE_PAIRS
        geometry.travelled[0] = 0.0
    needed = narrow_phase(contours, geometry.placed, geometry.pairs, margin, geometry.contacts)
    if needed > len(geometry.contacts.gap):
        geometry.travelled[0] = np.inf
        geometry.contacts.count[0] = needed
        return MORE_CONTACTS
    return DETECTED


@njit
def fastest_node(system, u, geometry):
    """Return an upper bound of the speed of any contour point on nodes with velocities u."""
    nodes, fastest = system.nodes, 0.0
    for k in range(len(geometry.carrier)):
        node = system.bodies.node[geometry.carrier[k]]
        if node < 0 or nodes.kind[node] == GENERAL:
            continue
        straight, turn, first = 0.0, 0.0, place_dim(nodes.kind[node])
        for i in range(nodes.nu[node]):
            square = u[nodes.u_off[node] + i] ** 2
            straight += square if i < first else 0.0
            turn += square if i >= first else 0.0
        fastest = max(fastest, np.sqrt(straight) + geometry.reach[k] * np.sqrt(turn))
    return fastest


@njit
def moves_far(system, dt, u, geometry):
    """Return whether contours move so far in a step that they may pass through others; call once, before the update.

    Speeds are those of the last detection and those of the velocities u.
    """
    sweep = geometry.sweep
    sweep[MOVED] = max(sweep[MOVED], 2.0 * dt * fastest_node(system, u, geometry))
    if sweep[THIN] == np.inf:
        return False
    sweep[FREE] -= sweep[MOVED]
    return sweep[MOVED] > sweep[THIN] and (sweep[MOVED] > sweep[QUICK] or sweep[FREE] < 0.0)


@njit
def nearly_full(geometry):
    """Return whether the buffers are more than half full: detection at another instant of the step might not fit."""
    contacts = 2 * geometry.contacts.count[0] > len(geometry.contacts.gap)
    return contacts or 2 * geometry.pairs.count[0] > len(geometry.pairs.a)
