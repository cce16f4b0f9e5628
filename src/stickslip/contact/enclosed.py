"""Holes and rings on a path: what lies in a hole, or a pole inside a ring, does not get out.

Both are walls seen from inside, so the gap alone shows whether a contour is inside at the end of a path. Where it is
not, the path ends where the wall is met. A ring may leave its pole over the end.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.convex import AXIS, COUNT
from stickslip.contact.geometry.frames import along, cross, dot, norm, scaled, sub, tangents
from stickslip.contact.geometry.spatial_ring import nearest_direction
from stickslip.contact.kinds import RING
from stickslip.contact.sweep import LEVELS, NEVER, go

_BISECTIONS = 60


@njit
def _point(set_, k):
    return set_[k, 0], set_[k, 1], set_[k, 2]


@njit
def gap_in_hole(hole, inside, radius, own):
    """Return the gap between the wall of a hole and the farthest vertex of a set in it; own: its rounding radius."""
    most = 0.0
    for k in range(np.int64(inside[COUNT, 0])):
        most = max(most, norm(sub(_point(inside, k), _point(hole, 0))))
    return radius - own - most


@njit
def gap_in_ring(pole, ring, radius, own):
    """Return the gap of a ring and the pole through it, and the place along the pole's axis, 0 to 1 between its ends.

    The axis counts as endless. Where it passes outside of the ring the gap is -inf.
    """
    c, n, start, end = _point(ring, 0), _point(ring, AXIS), _point(pole, 0), _point(pole, 1)
    h_0, h_1 = dot(n, sub(start, c)), dot(n, sub(end, c))
    if h_0 == h_1:
        return -np.inf, 0.0
    place = h_0 / (h_0 - h_1)
    d = sub(along(start, place, sub(end, start)), c)
    if dot(d, d) >= radius * radius:
        return -np.inf, place
    axis = sub(end, start)
    t = scaled(1.0 / norm(axis), axis)
    e_1 = tangents(n)[0]
    e_2 = cross(n, e_1)
    x, y = nearest_direction(dot(d, e_1), dot(d, e_2), dot(t, e_1), dot(t, e_2), radius)
    w = sub(along(scaled(radius * x, e_1), radius * y, e_2), d)
    return norm(along(w, -dot(w, t), t)) - own, place


@njit
def gap_inside(contours, a, b, sets):
    """Return the gap of two sets of which one encloses the other, and the place along a pole (0.5 in holes)."""
    kind, size = contours.kind, contours.size
    if kind[b] == RING:
        return gap_in_ring(sets[0], sets[1], size[b, 0], size[a, 0])
    if size[a, 0] < 0.0:
        return gap_in_hole(sets[0], sets[1], -size[a, 0], size[b, 0]), 0.5
    return gap_in_hole(sets[1], sets[0], -size[b, 0], contours.within[a]), 0.5


@njit
def gap_at(contours, a, b, shapes, s, sets):
    """Return what ``gap_inside`` does, of two moving contours at the fraction s of the path."""
    go(shapes[0], s, sets[0])
    go(shapes[1], s, sets[1])
    return gap_inside(contours, a, b, sets)


@njit
def leaves(contours, a, b, shapes, thick, most, sets):
    """Return where the path has to end because what one contour encloses is out, or deeper than allowed, at its end.

    Parameters
    ----------
    shapes : (2, ROWS, 4) both contours in motion
    thick : float, ``sweep.thickness``
    most : float, part of it that may be in the wall at the end

    Returns
    -------
    float : fraction of the path; NEVER if nothing gets out, or was out at the start
    """
    begin = gap_at(contours, a, b, shapes, 0.0, sets)[0]
    if begin <= -0.5 * thick or gap_at(contours, a, b, shapes, 1.0, sets)[0] >= -most * thick:
        return NEVER
    k = 0
    while k < len(LEVELS) - 1 and begin <= -0.5 * LEVELS[k] * thick:
        k += 1
    inside, outside, place = 0.0, 1.0, 0.5
    for _ in range(_BISECTIONS):
        s = 0.5 * (inside + outside)
        gap, there = gap_at(contours, a, b, shapes, s, sets)
        if gap > -0.75 * LEVELS[k] * thick:
            inside, place = s, there
        else:
            outside = s
        if -LEVELS[k] * thick <= gap <= -0.5 * LEVELS[k] * thick:
            return s if 0.0 <= there <= 1.0 else NEVER
    return inside if 0.0 <= place <= 1.0 else NEVER
