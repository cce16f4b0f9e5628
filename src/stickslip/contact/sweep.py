"""Contours in motion: whether two of them meet within a step, by conservative advancement (Mirtich 1996, 2.3).

From start to end of a path every body moves along a straight line and rotates about a fixed axis; points of flexible
bodies move along straight lines. The thickness t of a pair is what its contours reach inwards: a ball its radius, a
plate half of it. *Kernels* are contours less a share lambda of that, so they are apart by gap + lambda t. As long as
kernels with lambda = 1/2 do not meet, the gap shows on which side of a plate a ball is. Bodies pass through each other
if these meet, or if bodies that are apart at both ends of a path meet in between.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip._jit import njit
from stickslip.contact.convex import AXIS, COUNT, MOST_DISKS, SET_ROWS, distance
from stickslip.contact.kinds import LINE, PATCH
from stickslip.contact.tables import ENCLOSES, SHRINK, UNBOUNDED, Contours

HALF = 0.5  # share of the thickness that kernels lack
FAR = 0.25  # share of the thickness that a pair may move in a step and be no deeper at its end than kernels resolve
LEVELS = 2.0 ** np.arange(-20, 0, 3)  # shares at which paths are ended, the smallest possible first
NEVER = 2.0  # a fraction of a path that is not reached
_STEPS = 1000  # of an advancement; a longer one has found a place to end the path, too


class Path(NamedTuple):
    """Motion of all bodies and points from the start (fraction 0) to the end (1) of a part of a step."""

    r: Floats  # (nb, 3) at the start
    A: Floats  # (nb, 3, 3)
    x: Floats  # (np, 3)
    d: Floats  # (nb, 3) displacement
    turn: Floats  # (nb, 3) rotation vector, world
    way: Floats  # (np, 3) displacement of points


# Rows of a moving contour: the convex set at the start, travel of its disks, then origin, rotation and radius.
WAY, ORIGIN, TURN, ROUND = SET_ROWS, SET_ROWS + MOST_DISKS, SET_ROWS + MOST_DISKS + 1, SET_ROWS + MOST_DISKS + 2
ROWS = SET_ROWS + MOST_DISKS + 3


@njit
def thickness(contours, placed, a, b):
    """Return the thickness of a pair; over a half space twice the size of the other one, which can only get lost."""
    form = contours.form
    if form[a] == UNBOUNDED:
        return 4.0 * placed.reach[b] if form[b] != ENCLOSES else np.inf
    one = contours.within[a] if form[b] == ENCLOSES else contours.inward[a]
    two = contours.within[b] if form[a] == ENCLOSES else contours.inward[b]
    return one + two


def thinnest(contours: Contours, law_of_groups: Ints) -> float:
    """Return a distance that all contours that may touch can move in a step without passing through anything."""
    walls, plane = contours.form == ENCLOSES, contours.form == UNBOUNDED
    inside = np.where(walls, np.inf, contours.within)
    reach = np.where(contours.radius > 0.0, contours.radius, np.inf)
    least = np.inf
    for i, j in zip(*np.nonzero(law_of_groups >= 0), strict=True):
        one, two = contours.group == i, contours.group == j
        partner = inside if (one & walls).any() else contours.inward
        thick = contours.inward[one & ~plane].min(initial=np.inf) + partner[two & ~plane].min(initial=np.inf)
        deep = 4.0 * reach[two & ~plane].min(initial=np.inf) if (one & plane).any() else np.inf
        least = min(least, FAR * thick, FAR * deep)
    return float(least)


@njit
def _set_vertex(shape, k, r, x, y, z, A):
    for i in range(3):
        shape[k, i] = r[i] + A[i, 0] * x + A[i, 1] * y + A[i, 2] * z


@njit
def _set_body(contours, placed, c, share, shape):
    """Write disks, axis and rounding radius of a contour at the start, less a share of its thickness."""
    kind, size, r, A = contours.kind[c], placed.size[c], placed.r[c], placed.A[c]
    n, less = 2, share * contours.inward[c]
    shape[ROUND, 0] = (1.0 - share) * contours.rounding[c]
    for i in range(3):
        shape[AXIS, i] = A[i, 1 if kind == LINE else 2]
    if kind == PATCH:
        n = 4 if contours.corner[c, 3] >= 0 else 3
        for k in range(n):
            shape[k, 3] = 0.0
            for i in range(3):
                shape[k, i] = placed.x[c, k, i]
    elif _between_points(contours, c):
        for k in range(n):
            shape[k, 3], at = 0.0, size[1] * (2 * k - 1)
            _set_vertex(shape, k, r, at if kind > LINE else 0.0, 0.0, 0.0 if kind > LINE else at, A)
    else:
        first = contours.start[c]
        n = contours.start[c + 1] - first
        for k in range(n):
            disk = contours.hull[first + k]
            lost = disk[SHRINK:]
            shape[k, 3] = disk[3] - less * lost[3]
            _set_vertex(shape, k, r, disk[0] - less * lost[0], disk[1] - less * lost[1], disk[2] - less * lost[2], A)
    shape[COUNT, 0] = n
    return n


@njit
def _between_points(contours, c):
    """Return whether a contour is a segment between two moving points, whose length changes."""
    corner = contours.corner[c]
    return contours.end[c] >= 0 or (corner[0] >= 0 and corner[1] != corner[0])


@njit
def _add_depth(contours, placed, c, share, n, shape):
    """Give the boundary of a solid its depth: the vertices again, below; return their number."""
    kind, depth = contours.kind[c], contours.size[c, 2]
    if depth <= 0.0 or (kind != PATCH and not _between_points(contours, c)):
        return n
    up, less = 2 if kind == PATCH else 1, 0.5 * share * depth
    for k in range(n):
        for i in range(3):
            inwards = -placed.A[c, i, up]
            x = shape[k, i]
            shape[k, i] = x + less * inwards
            shape[n + k, i] = x + (depth - less) * inwards
        shape[n + k, 3] = shape[k, 3]
    shape[COUNT, 0] = 2 * n
    return 2 * n


@njit
def load_shape(contours, placed, path, c, share, shape):
    """Write contour c, less a share of its thickness, with its motion."""
    flat = _set_body(contours, placed, c, share, shape)
    n = _add_depth(contours, placed, c, share, flat, shape)
    kind, corner, first, last = contours.kind[c], contours.corner[c], contours.body[c], contours.end[c]
    rigid = kind != PATCH and corner[0] < 0 and last < 0
    for i in range(3):
        shape[TURN, i] = path.turn[first, i] if rigid else 0.0
        shape[ORIGIN, i] = path.r[first, i] if rigid else 0.0
        for k in range(n):
            end = k % flat
            if rigid:
                shape[WAY + k, i] = path.d[first, i]
            elif corner[0] >= 0:
                shape[WAY + k, i] = path.way[corner[end], i]
            else:
                shape[WAY + k, i] = path.d[first if end == 0 else last, i]


@njit
def _turned(x, y, z, turn, s, out, k):
    """Write the vector (x, y, z) turned by s times the rotation vector."""
    angle = np.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2])
    if angle == 0.0:
        out[k, 0], out[k, 1], out[k, 2] = x, y, z
        return
    e0, e1, e2 = turn[0] / angle, turn[1] / angle, turn[2] / angle
    c, sine = np.cos(s * angle), np.sin(s * angle)
    along = (1.0 - c) * (e0 * x + e1 * y + e2 * z)
    out[k, 0] = c * x + along * e0 + sine * (e1 * z - e2 * y)
    out[k, 1] = c * y + along * e1 + sine * (e2 * x - e0 * z)
    out[k, 2] = c * z + along * e2 + sine * (e0 * y - e1 * x)


@njit
def go(shape, s, set_):
    """Write the convex set of a moving contour at the fraction s of the path."""
    o, turn = shape[ORIGIN], shape[TURN]
    for k in range(np.int64(shape[COUNT, 0])):
        _turned(shape[k, 0] - o[0], shape[k, 1] - o[1], shape[k, 2] - o[2], turn, s, set_, k)
        for i in range(3):
            set_[k, i] += o[i] + s * shape[WAY + k, i]
        set_[k, 3] = shape[k, 3]
    _turned(shape[AXIS, 0], shape[AXIS, 1], shape[AXIS, 2], turn, s, set_, AXIS)
    set_[COUNT, 0] = shape[COUNT, 0]


@njit
def approach(shape, n, sign, far):
    """Return an upper bound of how fast the contour comes nearer along n, per path; ``far``: lever of its rotation."""
    most, turn = -np.inf, shape[TURN]
    for k in range(np.int64(shape[COUNT, 0])):
        way = shape[WAY + k]
        most = max(most, sign * (way[0] * n[0] + way[1] * n[1] + way[2] * n[2]))
    x = n[1] * turn[2] - n[2] * turn[1]
    y = n[2] * turn[0] - n[0] * turn[2]
    z = n[0] * turn[1] - n[1] * turn[0]
    return most + far * np.sqrt(x * x + y * y + z * z)


@njit
def lever(shape):
    """Return the distance of the farthest rim of a disk from the centre of rotation of the contour."""
    most, o = 0.0, shape[ORIGIN]
    for k in range(np.int64(shape[COUNT, 0])):
        x, y, z = shape[k, 0] - o[0], shape[k, 1] - o[1], shape[k, 2] - o[2]
        most = max(most, np.sqrt(x * x + y * y + z * z) + shape[k, 3])
    return most


@njit
def _over_plane(a, b, n):
    """Return the distance of set b from the plane a, negative below, and write the normal."""
    for i in range(3):
        n[i] = a[AXIS, i]
    up = n[0] * b[AXIS, 0] + n[1] * b[AXIS, 1] + n[2] * b[AXIS, 2]
    across, least = np.sqrt(max(1.0 - up * up, 0.0)), np.inf
    for k in range(np.int64(b[COUNT, 0])):
        height = 0.0
        for i in range(3):
            height += n[i] * (b[k, i] - a[0, i])
        least = min(least, height - b[k, 3] * across)
    return least


@njit
def apart(pair, plane, s, more, sets, n, work):
    """Return a lower bound of the distance of two moving contours at the fraction s; ``more`` is added to it."""
    go(pair[0], s, sets[0])
    go(pair[1], s, sets[1])
    gap = _over_plane(sets[0], sets[1], n) if plane else distance(sets[0], sets[1], n, work)
    return gap - pair[0, ROUND, 0] - pair[1, ROUND, 0] + more


@njit
def advance(pair, plane, more, near, sets, n, work):
    """Return the fraction of the path at which the contours come as near as ``near``; NEVER if they do not."""
    s, far_a, far_b = 0.0, lever(pair[0]), lever(pair[1])
    if plane:  # it rotates below all places where the other one may be
        far_a = 2.0 * far_b
        for i in range(3):
            far_a += abs(pair[1, 0, i] - pair[0, ORIGIN, i]) + abs(pair[1, WAY, i] - pair[0, WAY, i])
    for _ in range(_STEPS):
        gap = apart(pair, plane, s, more, sets, n, work)
        if gap <= near:
            return s
        rate = approach(pair[0], n, 1.0, far_a) + approach(pair[1], n, -1.0, far_b)
        if rate <= 0.0 or (1.0 - s) * rate < gap - 0.5 * near:
            return NEVER
        s += (gap - 0.5 * near) / rate
    return s
