"""Where two features that face each other along n lie over each other: the contact points of two convex contours.

Features are corners, edges or convex polygons (``hulls.set_feature``), seen along n. Contact points are the corners of
what they have in common; heights between the corners of a feature are those of the flat faces between them.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.geometry.frames import MOST_POINTS, add_point, along, keep_distinct, point_count
from stickslip.contact.geometry.hulls import HEIGHT, NUMBER, U, V

CODES = 512  # more than all numbers of corners of a side
NONE = -np.inf  # height where a feature is not


@njit
def _on_edge(feature, i, j, u, v, slack):
    """Return the height of the edge between two corners at (u, v), NONE outside it."""
    eu, ev = feature[j, U] - feature[i, U], feature[j, V] - feature[i, V]
    du, dv = u - feature[i, U], v - feature[i, V]
    size = np.sqrt(eu * eu + ev * ev)
    s = (du * eu + dv * ev) / size
    if abs(eu * dv - ev * du) > slack * size or s < -slack or s > size + slack:
        return NONE
    s = min(max(s / size, 0.0), 1.0)
    return feature[i, HEIGHT] + s * (feature[j, HEIGHT] - feature[i, HEIGHT])


@njit
def height_at(feature, order, count, u, v, slack):
    """Return the height of a feature at (u, v), NONE where it is not; ``slack`` [m] beyond its border still counts."""
    if count == 1:
        du, dv = u - feature[order[0], U], v - feature[order[0], V]
        return feature[order[0], HEIGHT] if du * du + dv * dv <= slack * slack else NONE
    if count == 2:
        return _on_edge(feature, order[0], order[1], u, v, slack)
    for k in range(count):
        i, j = order[k], order[(k + 1) % count]
        eu, ev = feature[j, U] - feature[i, U], feature[j, V] - feature[i, V]
        if eu * (v - feature[i, V]) - ev * (u - feature[i, U]) < -slack * np.sqrt(eu * eu + ev * ev):
            return NONE
    i = order[0]  # the triangle of the fan over which it lies
    for k in range(1, count - 1):
        j, l = order[k], order[k + 1]
        pu, pv = feature[j, U] - feature[i, U], feature[j, V] - feature[i, V]
        qu, qv = feature[l, U] - feature[i, U], feature[l, V] - feature[i, V]
        du, dv = u - feature[i, U], v - feature[i, V]
        det = pu * qv - pv * qu
        if k < count - 2 and qu * dv - qv * du > 0.0:  # beyond the far side of this triangle
            continue
        s, t = (du * qv - dv * qu) / det, (pu * dv - pv * du) / det
        return (
            feature[i, HEIGHT]
            + s * (feature[j, HEIGHT] - feature[i, HEIGHT])
            + t * (feature[l, HEIGHT] - feature[i, HEIGHT])
        )
    return NONE


@njit
def _add(u, v, h_a, h_b, number, frame, points):
    """Add the point at (u, v) between two heights, unless there is one already or no more room."""
    origin, n, t1, t2, round_a, round_b, merged = frame
    if h_a == NONE or h_b == NONE or point_count(points) >= MOST_POINTS - 1:
        return
    x = along(along(along(origin, u, t1), v, t2), h_a + round_a, n)
    add_point(points, number, h_b - h_a - round_a - round_b, n, x)
    keep_distinct(points, merged)


@njit
def add_common(a, order_a, count_a, b, order_b, count_b, slack, frame, points):
    """Add the corners of what two features have in common.

    Features: 1 + number of a corner of a, CODES + that of b, and for the crossing of two edges CODES (2 + number of a)
    + number of b, those of their first corners: counter-clockwise, or of an edge alone the one with the smaller number.
    """
    for k in range(count_a):
        i = order_a[k]
        u, v = a[i, U], a[i, V]
        h = height_at(b, order_b, count_b, u, v, slack)
        _add(u, v, a[i, HEIGHT], h, 1 + a[i, NUMBER], frame, points)
    for k in range(count_b):
        j = order_b[k]
        u, v = b[j, U], b[j, V]
        h = height_at(a, order_a, count_a, u, v, slack)
        _add(u, v, h, b[j, HEIGHT], CODES + b[j, NUMBER], frame, points)
    if count_a < 2 or count_b < 2:
        return
    for k in range(count_a if count_a > 2 else 1):
        for l in range(count_b if count_b > 2 else 1):
            i, j, p, q = order_a[k], order_a[(k + 1) % count_a], order_b[l], order_b[(l + 1) % count_b]
            of_a = a[i, NUMBER] if count_a > 2 else min(a[i, NUMBER], a[j, NUMBER])
            of_b = b[p, NUMBER] if count_b > 2 else min(b[p, NUMBER], b[q, NUMBER])
            _add_crossing(a, i, j, b, p, q, CODES * (2 + of_a) + of_b, frame, points)


@njit
def _add_crossing(a, i, j, b, p, q, number, frame, points):
    """Add the point of a number where the edge i j of a and the edge p q of b cross."""
    au, av = a[j, U] - a[i, U], a[j, V] - a[i, V]
    bu, bv = b[q, U] - b[p, U], b[q, V] - b[p, V]
    wu, wv = b[p, U] - a[i, U], b[p, V] - a[i, V]
    det = au * bv - av * bu
    if abs(det) <= 1e-6 * np.sqrt((au * au + av * av) * (bu * bu + bv * bv)):
        return  # parallel: the corners suffice
    s, t = (wu * bv - wv * bu) / det, (wu * av - wv * au) / det
    if s < 0.0 or s > 1.0 or t < 0.0 or t > 1.0:
        return
    h_a = a[i, HEIGHT] + s * (a[j, HEIGHT] - a[i, HEIGHT])
    h_b = b[p, HEIGHT] + t * (b[q, HEIGHT] - b[p, HEIGHT])
    _add(a[i, U] + s * au, a[i, V] + s * av, h_a, h_b, number, frame, points)


@njit
def nearest_in_polygon(feature, order, count, u, v):
    """Return the place of a feature that is closest to (u, v), its distance and its height there."""
    if count > 2:
        h = height_at(feature, order, count, u, v, 0.0)
        if h != NONE:
            return u, v, 0.0, h
    best, at_u, at_v, at_h = np.inf, u, v, NONE
    for k in range(max(count - 1, 1) if count < 3 else count):
        i, j = order[k], order[(k + 1) % count]
        eu, ev = feature[j, U] - feature[i, U], feature[j, V] - feature[i, V]
        square, s = eu * eu + ev * ev, 0.0
        if square > 0.0:
            s = min(max(((u - feature[i, U]) * eu + (v - feature[i, V]) * ev) / square, 0.0), 1.0)
        x, y = feature[i, U] + s * eu, feature[i, V] + s * ev
        distance = np.sqrt((x - u) ** 2 + (y - v) ** 2)
        if distance < best:
            best, at_u, at_v = distance, x, y
            at_h = feature[i, HEIGHT] + s * (feature[j, HEIGHT] - feature[i, HEIGHT])
    return at_u, at_v, best, at_h
