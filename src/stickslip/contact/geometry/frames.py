"""Vectors as triples of floats, contact tangents, and the two small tables of a pair: its contours and its points.

Triples live in registers: no allocation, and the formulas read as in the text.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit

# Rows of the pair table: one contour each, so that kernels take one array instead of many.
R, AXES, SIZE, REACH, CORNERS = 0, 3, 12, 15, 16  # first columns; the axes one after the other
RADIUS, HALF = SIZE, SIZE + 1  # round shapes: radius and half length
TRIANGLE, DEPTH = SIZE + 1, SIZE + 2  # of patches, and of boundaries of solids
PAIR_COLUMNS = 28

# Rows of the point table: one contact point each; the point on side b is x_a + gap n.
FEATURE, GAP, N, X_A, WEIGHT = 0, 1, 2, 5, 8  # first columns; weights are written by the patch kernels only
POINT_COLUMNS = 12
MOST_POINTS = 32  # no pair of contours has more contact points; the row behind the last holds their number


@njit
def load_contour(size, placed, c, pair, side):
    """Copy pose, size and patch corners of contour c to row ``side`` of the pair table."""
    for i in range(3):
        pair[side, R + i] = placed.r[c, i]
        pair[side, SIZE + i] = size[c, i]
        for k in range(3):
            pair[side, AXES + 3 * k + i] = placed.A[c, i, k]
        for k in range(4):
            pair[side, CORNERS + 3 * k + i] = placed.x[c, k, i]
    pair[side, REACH] = placed.reach[c]


@njit
def centre(pair, side):
    """Return the origin of a contour."""
    return pair[side, R], pair[side, R + 1], pair[side, R + 2]


@njit
def axis(pair, side, k):
    """Return axis k of a contour."""
    first = AXES + 3 * k
    return pair[side, first], pair[side, first + 1], pair[side, first + 2]


@njit
def smallest(pair, side):
    """Return the smallest half edge of a cuboid [m]."""
    return min(pair[side, SIZE], pair[side, SIZE + 1], pair[side, SIZE + 2])


@njit
def corner(pair, side, k):
    """Return corner k of a patch."""
    first = CORNERS + 3 * k
    return pair[side, first], pair[side, first + 1], pair[side, first + 2]


@njit
def dot(a, b):
    """Return a . b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@njit
def cross(a, b):
    """Return a x b."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@njit
def sub(a, b):
    """Return a - b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@njit
def along(a, s, d):
    """Return a + s d."""
    return a[0] + s * d[0], a[1] + s * d[1], a[2] + s * d[2]


@njit
def scaled(s, d):
    """Return s d."""
    return s * d[0], s * d[1], s * d[2]


@njit
def norm(a):
    """Return the Euclidean length of a."""
    return np.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])


@njit
def unit_or(d, length, fallback):
    """Return d / length, or ``fallback`` where the length vanishes and the direction is undetermined."""
    if length > 0.0:
        return d[0] / length, d[1] / length, d[2] / length
    return fallback


@njit
def tangents(n):
    """Return t1, t2 with (n, t1, t2) orthonormal and right-handed; t1 is normal to the axis least aligned with n."""
    ax, ay, az = abs(n[0]), abs(n[1]), abs(n[2])
    if az <= ax and az <= ay:
        t = (-n[1], n[0], 0.0)  # e_z x n
    elif ay <= ax:
        t = (n[2], 0.0, -n[0])  # e_y x n
    else:
        t = (0.0, -n[2], n[1])  # e_x x n
    t1 = scaled(1.0 / norm(t), t)
    return t1, cross(n, t1)


@njit
def point_count(points):
    """Return the number of contact points found so far."""
    return np.int64(points[MOST_POINTS, 0])


@njit
def clear_points(points):
    """Forget all contact points."""
    points[MOST_POINTS, 0] = 0.0


@njit
def add_point(points, feature, gap, n, x_a):
    """Append a contact point."""
    k = point_count(points)
    points[k, FEATURE] = feature
    points[k, GAP] = gap
    for i in range(3):
        points[k, N + i] = n[i]
        points[k, X_A + i] = x_a[i]
    points[MOST_POINTS, 0] = k + 1


@njit
def drop_last(points):
    """Remove the point added last."""
    points[MOST_POINTS, 0] -= 1.0


@njit
def keep_distinct(points, tolerance):
    """Remove the point added last if an earlier one lies within ``tolerance`` [m] of it."""
    last = point_count(points) - 1
    for k in range(last):
        d2 = 0.0
        for i in range(3):
            d2 += (points[k, X_A + i] - points[last, X_A + i]) ** 2
        if d2 <= tolerance * tolerance:
            drop_last(points)
            return


@njit
def closest_on_lines(r_1, d_1, r_2, d_2):
    """Return s, t of the closest points r_1 + s d_1, r_2 + t d_2 of two lines and sin^2 of their angle (|d| = 1)."""
    w, c = sub(r_2, r_1), dot(d_1, d_2)
    m = cross(d_1, d_2)
    sine2 = dot(m, m)
    if sine2 == 0.0:
        return 0.0, 0.0, sine2
    w_1, w_2 = dot(w, d_1), dot(w, d_2)
    return (w_1 - c * w_2) / sine2, (c * w_1 - w_2) / sine2, sine2
