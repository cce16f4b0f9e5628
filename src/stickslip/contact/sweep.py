"""Contours in motion: whether two of them meet within a step, by conservative advancement (Mirtich 1996, 2.3).

Between begin and end of a path every body moves along a straight line and turns about a fixed axis; points of flexible
bodies move straight. The thickness t of a pair is what its contours reach inwards: a ball its radius, a plate half of
it. *Kernels* are contours less a share lambda of that, so they are apart by gap + lambda t. As long as kernels with
lambda = 1/2 do not meet, the gap tells on which side of a plate a ball is. Bodies pass through each other if these
meet, or if bodies that are apart at both ends of a path meet in between.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip._jit import njit
from stickslip.contact.convex import AXIS, COUNT, SET_ROWS, distance
from stickslip.contact.geometry.narrow import CANDIDATES
from stickslip.contact.geometry.planar_circle import WALL
from stickslip.contact.tables import (
    BAR,
    CIRCLE,
    CUBOID,
    CYLINDER,
    LINE,
    PATCH,
    PLANE,
    RECTANGLE,
    RING,
    SEGMENT,
    Contours,
)

HALF = 0.5  # share of the thickness that kernels lack
FAR = 0.25  # share of the thickness that a pair may move in a step and be no deeper at its end than kernels tell
LEVELS = 2.0 ** np.arange(-20, 0, 3)  # shares at which paths are ended, the smallest possible first
NEVER = 2.0  # a fraction of a path that is not reached
_STEPS = 1000  # of an advancement; a longer one has found a place to end the path, too
TOUCHING = np.zeros((CIRCLE + 1, CIRCLE + 1), dtype=np.int64)  # 1: the kinds have contact points
for _a, _b in CANDIDATES:
    TOUCHING[_a, _b] = 1


class Path(NamedTuple):
    """Motion of all bodies and points from the begin (fraction 0) to the end (1) of a part of a step."""

    r: Floats  # (nb, 3) at the begin
    A: Floats  # (nb, 3, 3)
    x: Floats  # (np, 3)
    d: Floats  # (nb, 3) way
    turn: Floats  # (nb, 3) rotation vector, world
    way: Floats  # (np, 3) of points


# Rows of a moving contour: the convex set at the begin, ways of its vertices, then origin, rotation and radius.
WAY, ORIGIN, TURN, ROUND = SET_ROWS, SET_ROWS + 8, SET_ROWS + 9, SET_ROWS + 10
ROWS = SET_ROWS + 11


@njit
def encloses(kind, size):
    """Whether a contour is touched from inside (``contact.enclosed``)."""
    return kind == RING or size[0] < 0.0


@njit
def inward(kind, size):
    """Return how far a contour reaches inwards from its surface [m]; of what is touched from inside, its wall."""
    if kind == PATCH or kind == BAR:
        return size[0] + 0.5 * size[2]
    if kind == CUBOID:
        return min(size[0], size[1], size[2])
    if kind == RECTANGLE or kind == CYLINDER:
        return min(size[0], size[1])
    if encloses(kind, size):
        return 0.0 if kind == RING else -WALL * size[0]
    return 0.0 if kind == PLANE or kind == LINE else size[0]


@njit
def rounding(kind, size):
    """Return the rounding radius of a contour: how far it reaches inwards where it is inside of another one [m]."""
    return 0.0 if kind == RECTANGLE else size[0]


@njit
def is_plane(kind):
    """Whether a contour is a half space or half plane."""
    return kind == PLANE or kind == LINE


@njit
def thickness(contours, placed, a, b):
    """Return the thickness of a pair; over a half space twice the size of the other one, which can only get lost."""
    kind, size = contours.kind, contours.size
    if is_plane(kind[a]):
        return 4.0 * placed.reach[b] if size[b, 0] >= 0.0 else np.inf
    one = rounding(kind[a], size[a]) if encloses(kind[b], size[b]) else inward(kind[a], size[a])
    two = rounding(kind[b], size[b]) if encloses(kind[a], size[a]) else inward(kind[b], size[b])
    return one + two


def thinnest(contours: Contours, law_of_groups: Ints) -> float:
    """Return a way that all contours that may touch can move in a step and pass through nothing."""
    shapes = list(zip(contours.kind.tolist(), contours.size, strict=True))
    half = np.array([inward(*shape) for shape in shapes])
    walls = np.array([encloses(*shape) for shape in shapes], dtype=bool)
    inside = np.where(walls, np.inf, [rounding(*shape) for shape in shapes])
    plane = np.isin(contours.kind, (PLANE, LINE))
    reach = np.where(contours.radius > 0.0, contours.radius, np.inf)
    least = np.inf
    for i, j in zip(*np.nonzero(law_of_groups >= 0), strict=True):
        one, two = contours.group == i, contours.group == j
        partner = inside if (one & walls).any() else half
        thick = half[one & ~plane].min(initial=np.inf) + partner[two & ~plane].min(initial=np.inf)
        deep = 4.0 * reach[two & ~plane].min(initial=np.inf) if (one & plane).any() else np.inf
        least = min(least, FAR * thick, FAR * deep)
    return float(least)


@njit
def _set_vertex(shape, k, r, x, y, z, A):
    for i in range(3):
        shape[k, i] = r[i] + A[i, 0] * x + A[i, 1] * y + A[i, 2] * z


@njit
def _set_body(contours, placed, c, share, shape):
    """Write vertices, disk and rounding radius of a contour at the begin, less a share of its thickness."""
    kind, size, r, A = contours.kind[c], placed.size[c], placed.r[c], placed.A[c]
    n, less = 1, share * inward(kind, contours.size[c])
    shape[COUNT, 1], shape[ROUND, 0] = 0.0, 0.0
    if kind == CUBOID or kind == RECTANGLE:
        n = 8 if kind == CUBOID else 4
        x, y, z = size[0] - less, size[1] - less, size[2] - less if kind == CUBOID else 0.0
        for k in range(n):
            _set_vertex(shape, k, r, x if k & 1 else -x, y if k & 2 else -y, z if k & 4 else -z, A)
    elif kind == CYLINDER:
        n = 2
        for k in range(n):
            _set_vertex(shape, k, r, 0.0, 0.0, (size[1] - less) * (2 * k - 1), A)
        shape[COUNT, 1] = size[0] - less
        for i in range(3):
            shape[AXIS, i] = A[i, 2]
    elif kind == SEGMENT:
        n = 2
        for k in range(n):
            _set_vertex(shape, k, r, 0.0, 0.0, size[1] * (2 * k - 1), A)
    elif kind == BAR:
        n = 2
        for k in range(n):
            _set_vertex(shape, k, r, size[1] * (2 * k - 1), 0.0, 0.0, A)
    elif kind == PATCH:
        n = 4 if contours.corner[c, 3] >= 0 else 3
        for k in range(n):
            for i in range(3):
                shape[k, i] = placed.x[c, k, i]
    elif is_plane(kind) or kind == RING:
        for i in range(3):
            shape[0, i], shape[AXIS, i] = r[i], A[i, 1 if kind == LINE else 2]
    else:
        for i in range(3):
            shape[0, i] = r[i]
    if kind == PATCH or kind == BAR or kind == SEGMENT or n == 1:
        shape[ROUND, 0] = (1.0 - share) * size[0]
    shape[COUNT, 0] = n
    return n


@njit
def _add_depth(contours, placed, c, share, n, shape):
    """Give the boundary of a solid its depth: the vertices again, below; return their number."""
    kind, depth = contours.kind[c], contours.size[c, 2]
    if depth <= 0.0 or (kind != PATCH and kind != BAR):
        return n
    up, less = 2 if kind == PATCH else 1, 0.5 * share * depth
    for k in range(n):
        for i in range(3):
            inwards = -placed.A[c, i, up]
            x = shape[k, i]
            shape[k, i] = x + less * inwards
            shape[n + k, i] = x + (depth - less) * inwards
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
    _turned(shape[AXIS, 0], shape[AXIS, 1], shape[AXIS, 2], turn, s, set_, AXIS)
    set_[COUNT, 0], set_[COUNT, 1] = shape[COUNT, 0], shape[COUNT, 1]


@njit
def approach(shape, n, sign, far):
    """Return an upper bound of how fast the contour comes nearer along n, per path; ``far``: lever of its turning."""
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
    """Return the distance of the farthest vertex (and of the rim of a disk) from what the contour turns about."""
    most, o = 0.0, shape[ORIGIN]
    for k in range(np.int64(shape[COUNT, 0])):
        x, y, z = shape[k, 0] - o[0], shape[k, 1] - o[1], shape[k, 2] - o[2]
        most = max(most, np.sqrt(x * x + y * y + z * z))
    return most + shape[COUNT, 1]


@njit
def _over_plane(a, b, n):
    """Return the distance of set b from the plane a, negative below, and write the normal."""
    for i in range(3):
        n[i] = a[AXIS, i]
    least = np.inf
    for k in range(np.int64(b[COUNT, 0])):
        height = 0.0
        for i in range(3):
            height += n[i] * (b[k, i] - a[0, i])
        least = min(least, height)
    up = n[0] * b[AXIS, 0] + n[1] * b[AXIS, 1] + n[2] * b[AXIS, 2]
    return least - b[COUNT, 1] * np.sqrt(max(1.0 - up * up, 0.0))


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
    if plane:  # it turns below all places where the other one may be
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
