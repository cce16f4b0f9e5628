"""Contact detection at one configuration: broad phase now and then, narrow phase always (zander 2.17)."""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.broadphase import find_pairs
from stickslip.contact.geometry.narrow import narrow_phase
from stickslip.contact.geometry.place import place
from stickslip.system.sides import side_body

DETECTED, MORE_PAIRS, MORE_CONTACTS = range(3)


@njit
def _fastest(system, poses, point_rate):
    """Return an upper bound of the speed of any contour point relative to any other."""
    fastest = 0.0
    for k in range(len(system.contours.kind)):
        body = system.contours.body[k]
        if body < 0:
            continue
        arm = system.contours.r_BC[k]
        reach = np.sqrt(arm[0] ** 2 + arm[1] ** 2 + arm[2] ** 2)
        if np.isfinite(system.contours.radius[k]):
            reach += system.contours.radius[k]
        for end in range(2):
            body = side_body(system.contours, k, end)
            if body >= 0:
                w, v = poses.omega[body], poses.v[body]
                turn = reach * np.sqrt(w[0] ** 2 + w[1] ** 2 + w[2] ** 2)
                fastest = max(fastest, np.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2) + turn)
    for p in range(len(point_rate)):
        v = point_rate[p]
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
    geometry.travelled[0] += dt * _fastest(system, poses, geometry.point_rate)
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
def nearly_full(geometry):
    """Whether the buffers are more than half full: detection at another instant of the step might not fit."""
    contacts = 2 * geometry.contacts.count[0] > len(geometry.contacts.gap)
    return contacts or 2 * geometry.pairs.count[0] > len(geometry.pairs.a)
