"""Any two convex contours, hulls of disks with a rounding: the pair for which there are no kernels of its own.

The normal is the direction in which the hulls are farthest apart (``separation``), found from that of hulls that are
less by a part of their thickness (``contact.convex``), so that it does not matter whether they are apart, touch or
overlap. Where the flat side of a disk carries the contact it is the axis of the disk. The contact points are the
corners of what both sides have in common across the normal (``manifold``).
"""

from __future__ import annotations

from functools import cache

import numba
import numpy as np
from numba import types

from stickslip._jit import c_function, njit
from stickslip.contact import convex
from stickslip.contact.geometry.frames import (
    GAP,
    MOST_POINTS,
    PAIR_COLUMNS,
    POINT_COLUMNS,
    REACH,
    add_point,
    along,
    axis,
    centre,
    cross,
    dot,
    drop_last,
    norm,
    point_count,
    scaled,
    sub,
    tangents,
    unit_or,
)
from stickslip.contact.geometry.hulls import (
    AROUND,
    FLAT,
    HEIGHT,
    MOST_CORNERS,
    SLACK,
    U,
    V,
    disk_centre,
    farthest_disk,
    farthest_point,
    outwards,
    set_feature,
    sort_hull,
)
from stickslip.contact.geometry.manifold import add_common, nearest_in_polygon
from stickslip.contact.geometry.outside import COUNTS, DISKS, INWARD, ROUNDING, SCRATCH, SOURCE
from stickslip.contact.geometry.separation import SHARES, best_direction, separation

# Relative to the smaller contour:
FACE_SLACK = 1e-6  # a face of b must beat that of a by this much
INSIDE = 1e-6  # points this little outside of a feature still count
MERGED = 1e-5  # points closer than this are one
TIGHT = 1e-9  # corners less deep than this share a face
LESS = np.array([0.0, 1 / 64, 1 / 8, 1 / 2, 15 / 16])  # parts of the thickness that hulls lack at the start
STEEP = 0.5  # cosine of the angle up to which the flat side of a disk is tried
_ORIGIN = (0.0, 0.0, 0.0)


@njit
def _load_set(pair, side, origin, disks, less, out):
    """Write a hull for ``convex.distance``, less a part of its thickness."""
    for i in range(3):
        out[convex.AXIS, i] = axis(pair, side, 2)[i]
    for k in range(disks.shape[0]):
        x = along(origin, disks[k, 0] - less * disks[k, 4], axis(pair, side, 0))
        x = along(x, disks[k, 1] - less * disks[k, 5], axis(pair, side, 1))
        x = along(x, disks[k, 2] - less * disks[k, 6], axis(pair, side, 2))
        out[k, 0], out[k, 1], out[k, 2], out[k, 3] = x[0], x[1], x[2], disks[k, 3] - less * disks[k, 7]
    out[convex.COUNT, 0] = disks.shape[0]


@njit
def _start(pair, D, disks_a, disks_b, inward, scratch):
    """Return the direction of the shortest way between hulls that are less by so much that they are apart."""
    rows = 4 * convex.SET_ROWS
    a, b = scratch[:rows].reshape(convex.SET_ROWS, 4), scratch[rows : 2 * rows].reshape(convex.SET_ROWS, 4)
    n, work = scratch[2 * rows : 2 * rows + 3], scratch[2 * rows + 4 : 2 * rows + 68].reshape(16, 4)
    for k in range(len(LESS)):
        _load_set(pair, 0, _ORIGIN, disks_a, LESS[k] * inward[0], a)
        _load_set(pair, 1, D, disks_b, LESS[k] * inward[1], b)
        if convex.distance(a, b, n, work) > (inward[0] + inward[1]) / 128:
            return n[0], n[1], n[2]
    return unit_or(D, norm(D), axis(pair, 0, 2))


@njit
def _flat_side(pair, side, D, disks_a, disks_b, n, size, t1, t2, feature, order):
    """Whether the flat side of a disk whose axis is n faces the other hull: how far off it is, and at which place."""
    own, other = (disks_a, disks_b) if side == 0 else (disks_b, disks_a)
    origin, away = (_ORIGIN, D) if side == 0 else (D, _ORIGIN)
    sign = 1.0 if side == 0 else -1.0
    k = farthest_disk(pair, side, origin, own, scaled(sign, n))[0]
    if own[k, 3] == 0.0:
        return False, 0.0, 0.0
    c = disk_centre(pair, side, origin, own[k])
    m = scaled(-sign, n)
    most, across = farthest_disk(pair, 1 - side, away, other, m)[1], outwards(pair, 1 - side, m)[1]
    count, radius = 0, own[k, 3]
    for l in range(other.shape[0]):
        x = disk_centre(pair, 1 - side, away, other[l])
        if most - dot(m, x) - other[l, 3] * across > TIGHT * size or count == MOST_CORNERS:
            continue
        if across > FLAT:
            x = farthest_point(pair, 1 - side, away, other[l], m)
        else:
            radius = own[k, 3] + other[l, 3]
        feature[count, U], feature[count, V], feature[count, HEIGHT] = dot(t1, x), dot(t2, x), 0.0
        count += 1
    corners = sort_hull(feature, count, MERGED * size, order)
    u, v, off, _ = nearest_in_polygon(feature, order, corners, dot(t1, c), dot(t2, c))
    return off <= radius * (1.0 + TIGHT), u, v


@njit
def _find_normal(pair, D, disks_a, disks_b, inward, size, scratch):
    """Return the normal, how far the hulls are apart along it, and a point of a on the way (None but for u, v)."""
    start = _start(pair, D, disks_a, disks_b, inward, scratch)
    feature, order = scratch[512:640].reshape(MOST_CORNERS, 4), scratch[768:832].view(np.int64)
    found, best, n, at = False, -np.inf, start, (0.0, 0.0)
    for side in range(2):
        e = axis(pair, side, 2)
        c = dot(e, start)
        if abs(c) < STEEP:
            continue
        m = scaled(1.0 if c > 0.0 else -1.0, e)
        t1, t2 = tangents(m)
        faces, u, v = _flat_side(pair, side, D, disks_a, disks_b, m, size, t1, t2, feature, order)
        s = separation(pair, D, disks_a, disks_b, m)
        if faces and s > best + FACE_SLACK * size:
            found, best, n, at = True, s, m, (u, v)
    if found and best >= separation(pair, D, disks_a, disks_b, start) - FACE_SLACK * size:
        return n, best, at, True
    n = best_direction(pair, D, disks_a, disks_b, start, size, scratch)
    return n, separation(pair, D, disks_a, disks_b, n), (0.0, 0.0), False


@njit
def _witness(pair, disks, n, scratch):
    """Return the point of a hull at which the multipliers of its disks are in balance."""
    x, total = _ORIGIN, 0.0
    for k in range(disks.shape[0]):
        share = scratch[SHARES + k]
        if share > 0.0:
            x, total = along(x, share, farthest_point(pair, 0, _ORIGIN, disks[k], n)), total + share
    return scaled(1.0 / total, x) if total > 0.0 else x


@njit
def convex_convex(source, margin, points):
    """Add the contact points of two convex contours; the normal is the same for all."""
    pair = source[:COUNTS].reshape(2, PAIR_COLUMNS)
    rows = source[DISKS:SCRATCH].reshape(2, convex.MOST_DISKS, 8)
    disks_a, disks_b = rows[0, : np.int64(source[COUNTS])], rows[1, : np.int64(source[COUNTS + 1])]
    round_a, round_b, scratch = source[ROUNDING], source[ROUNDING + 1], source[SCRATCH:]
    D, inward = sub(centre(pair, 1), centre(pair, 0)), (source[INWARD], source[INWARD + 1])
    size = min(pair[0, REACH], pair[1, REACH])
    size = size if size > 0.0 else max(pair[0, REACH], pair[1, REACH])
    n, apart, at, flat = _find_normal(pair, D, disks_a, disks_b, inward, size, scratch)
    if apart - round_a - round_b > margin:
        return
    t1, t2 = tangents(n)
    x = _witness(pair, disks_a, n, scratch)
    u, v = at if flat else (dot(t1, x), dot(t2, x))
    h = farthest_disk(pair, 0, _ORIGIN, disks_a, n)[1]
    feature_a = scratch[512:640].reshape(MOST_CORNERS, 4)
    feature_b = scratch[640:768].reshape(MOST_CORNERS, 4)
    order_a, order_b = scratch[768:832].view(np.int64), scratch[832:896].view(np.int64)
    count_a = set_feature(pair, 0, _ORIGIN, disks_a, n, t1, t2, 1.0, SLACK, order_a, feature_a)
    count_b = set_feature(pair, 1, D, disks_b, n, t1, t2, -1.0, SLACK, order_b, feature_b)
    count_a = sort_hull(feature_a, count_a, MERGED * size, order_a)
    count_b = sort_hull(feature_b, count_b, MERGED * size, order_b)
    frame = centre(pair, 0), n, t1, t2, round_a, round_b, MERGED * size
    add_common(feature_a, order_a, count_a, feature_b, order_b, count_b, INSIDE * size, frame, points)
    gap = apart - round_a - round_b
    for k in range(point_count(points)):
        if points[k, GAP] <= gap + FACE_SLACK * size:
            return
    x_a = along(along(along(centre(pair, 0), u, t1), v, t2), h + round_a, n)
    add_point(points, 0, gap, n, x_a)


@njit
def plane_convex(source, margin, points):
    """Add the lowest corners and points of rims over a half space; four more on rims that are near."""
    pair = source[:COUNTS].reshape(2, PAIR_COLUMNS)
    disks = source[DISKS:SCRATCH].reshape(2, convex.MOST_DISKS, 8)[1, : np.int64(source[COUNTS + 1])]
    n, origin, rounding = axis(pair, 0, 2), centre(pair, 1), source[ROUNDING + 1]
    down = scaled(-1.0, n)
    u, across = outwards(pair, 1, down)
    if across <= FLAT:
        u = axis(pair, 1, 0)
    v = cross(axis(pair, 1, 2), u)
    lowest = farthest_disk(pair, 1, origin, disks, down)[0]
    for k in range(disks.shape[0]):
        middle, radius = disk_centre(pair, 1, origin, disks[k]), disks[k, 3]
        for i in range(AROUND if radius > 0.0 else 1):
            turn = 2.0 * np.pi * i / AROUND
            x = along(along(middle, radius * np.cos(turn), u), radius * np.sin(turn), v)
            height = dot(n, sub(x, centre(pair, 0)))
            if point_count(points) < MOST_POINTS:
                add_point(points, AROUND * k + i, height - rounding, n, along(x, -height, n))
                if points[point_count(points) - 1, GAP] > margin and not (k == lowest and i == 0):
                    drop_last(points)


def _convex(margin, source, points):
    table = numba.carray(points, ((MOST_POINTS + 1), POINT_COLUMNS))
    convex_convex(numba.carray(source, (SOURCE,)), margin, table)


def _plane(margin, source, points):
    table = numba.carray(points, ((MOST_POINTS + 1), POINT_COLUMNS))
    plane_convex(numba.carray(source, (SOURCE,)), margin, table)


@cache
def address_of(half_space: bool) -> int:
    """Compile the pair of two convex contours, or that of a half space and one; return its address."""
    real = types.CPointer(types.float64)
    compiled = c_function(_plane if half_space else _convex, types.void(types.float64, real, real))
    _alive.append(compiled)
    return int(compiled.address or 0)


_alive: list[object] = []  # compiled code lives as long as its function
