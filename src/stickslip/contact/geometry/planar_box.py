"""Contact of planar rectangles and bars: separating axes and clipped edges.

A bar is a rectangle of zero height (its core) rounded by its radius, so one algorithm serves all three pairs. The
largest separation of the cores over the face normals gives the reference edge; the edge of the partner that looks at
it is clipped to its length. Where neither edge carries the distance, corner faces corner.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.geometry.frames import (
    DEPTH,
    GAP,
    HALF,
    RADIUS,
    SIZE,
    add_point,
    along,
    axis,
    centre,
    clear_points,
    dot,
    keep_distinct,
    norm,
    point_count,
    scaled,
    sub,
)

# Relative to the smaller half extent:
FACE_SLACK = 1e-6  # a face of b must beat the faces of a by this much
INSIDE = 1e-6  # points this little beyond the reference edge still count
MERGED = 1e-5  # points closer than this are one
OVERLAP = 1e-5  # less lateral overlap than this is no support
CORNERS = 64  # first feature of corner-corner contacts; below: 8 reference face + candidate


@njit
def core(pair, i, bar):
    """Return half extents along both axes, rounding radius and depth of a bar or rectangle."""
    if bar:
        return pair[i, HALF], 0.0, pair[i, RADIUS], pair[i, DEPTH]
    return pair[i, SIZE], pair[i, SIZE + 1], 0.0, 0.0


@njit
def faces_2(pair, i, shape, D, other, j):
    """Return largest separation over the two axes of core i, the axis, its sign, and the other separation.

    The edge of a solid has one face, the outward one: its ends are no obstacles.
    """
    best, k_best, sign, second = -np.inf, 0, 1.0, -np.inf
    one_sided = shape[3] > 0.0
    for k in range(1 if one_sided else 0, 2):
        e = axis(pair, i, k)
        c = dot(e, D)
        separation = (c if one_sided else abs(c)) - shape[k]
        for l in range(2):
            separation -= other[l] * abs(dot(e, axis(pair, j, l)))
        if separation > best:
            best, k_best, sign, second = separation, k, 1.0 if c >= 0.0 or one_sided else -1.0, best
        else:
            second = separation
    return best, k_best, sign, second


@njit
def planar_boxes(pair, a, b, bar_a, bar_b, margin, points):
    """Add up to two contact points between two rectangles or bars."""
    shape_a, shape_b = core(pair, a, bar_a), core(pair, b, bar_b)
    rounding = shape_a[2] + shape_b[2]
    D = sub(centre(pair, b), centre(pair, a))
    s_a, k_a, sign_a, second_a = faces_2(pair, a, shape_a, D, shape_b, b)
    s_b, k_b, sign_b, second_b = faces_2(pair, b, shape_b, scaled(-1.0, D), shape_a, a)
    best = max(s_a, s_b)
    if best - rounding > margin:
        return
    if (shape_a[3] > 0.0 and s_a < -shape_a[3]) or (shape_b[3] > 0.0 and s_b < -shape_b[3]):
        return  # behind the edge of a solid
    if shape_a[3] > 0.0 and shape_b[3] > 0.0 and dot(axis(pair, a, 1), axis(pair, b, 1)) > 0.0:
        return  # two edges that do not face each other
    small = min(shape_a[0] + shape_a[1], shape_b[0] + shape_b[1])
    flip = s_b > s_a + FACE_SLACK * small
    if rounding == 0.0 and (second_b if flip else second_a) > -OVERLAP * small and best < OVERLAP * small:
        return
    if flip:
        _edge_points(pair, b, a, shape_b, shape_a, k_b, sign_b, flip, small, points)
    else:
        _edge_points(pair, a, b, shape_a, shape_b, k_a, sign_a, flip, small, points)
    if best > 0.0:
        gap = core_distance(pair, a, b, shape_a, shape_b) - rounding
        for k in range(point_count(points)):
            if points[k, GAP] <= gap + FACE_SLACK * small:
                return
        clear_points(points)  # the closest points are two corners
        _corner_corner(pair, a, b, shape_a, shape_b, points)


@njit
def _core_corner(pair, i, shape, corner):
    """Return corner number ``corner`` of core i; bit k is the sign on axis k."""
    x = along(centre(pair, i), shape[0] if corner & 1 else -shape[0], axis(pair, i, 0))
    return along(x, shape[1] if corner & 2 else -shape[1], axis(pair, i, 1))


@njit
def _corner_corner(pair, a, b, shape_a, shape_b, points):
    """Add the closest pair of corners."""
    best, corner_a, corner_b = np.inf, a, b
    for p in range(4):
        x = _core_corner(pair, a, shape_a, p)
        for q in range(4):
            distance = norm(sub(_core_corner(pair, b, shape_b, q), x))
            if distance < best:
                best, corner_a, corner_b = distance, p, q
    x = _core_corner(pair, a, shape_a, corner_a)
    n = scaled(1.0 / best, sub(_core_corner(pair, b, shape_b, corner_b), x))
    gap = best - shape_a[2] - shape_b[2]
    add_point(points, CORNERS + 4 * corner_a + corner_b, gap, n, along(x, shape_a[2], n))


@njit
def core_distance(pair, a, b, shape_a, shape_b):
    """Return the distance of two cores: that of a corner of one from the other, zero if a corner lies inside."""
    nearest = np.inf
    for p in range(4):
        nearest = min(
            nearest,
            _distance_to_core(pair, b, shape_b, _core_corner(pair, a, shape_a, p)),
            _distance_to_core(pair, a, shape_a, _core_corner(pair, b, shape_b, p)),
        )
    return nearest


@njit
def _distance_to_core(pair, i, shape, x):
    """Return the distance of x from core i, zero inside."""
    d = sub(x, centre(pair, i))
    u = max(abs(dot(axis(pair, i, 0), d)) - shape[0], 0.0)
    v = max(abs(dot(axis(pair, i, 1), d)) - shape[1], 0.0)
    return np.hypot(u, v)


@njit
def _edge_points(pair, i, j, shape, other, k, sign, flip, small, points):
    """Clip the edge of core j that looks at face k of core i to its length; add both ends.

    Features: 8 reference face + 0, 1 (ends of the incident edge) or 2, 3 (ends of the reference edge).
    """
    n = scaled(sign, axis(pair, i, k))
    e = axis(pair, i, 1 - k)
    origin = along(centre(pair, i), shape[k], n)
    l = 0 if abs(dot(axis(pair, j, 0), n)) > abs(dot(axis(pair, j, 1), n)) else 1
    f, run = axis(pair, j, l), scaled(other[1 - l], axis(pair, j, 1 - l))
    mid = sub(along(centre(pair, j), -other[l] if dot(f, n) > 0.0 else other[l], f), origin)
    u_mid, u_run, bound = dot(e, mid), dot(e, run), shape[1 - k]
    code = 8 * (2 * k + (1 if sign > 0.0 else 0) + (4 if flip else 0))
    for end in range(2):
        s, candidate = 2.0 * end - 1.0, end
        u = u_mid + s * u_run
        if abs(u) > bound + INSIDE * small:
            limit = bound if u > 0.0 else -bound
            if abs(u_run) == 0.0 or abs(limit - u_mid) > abs(u_run) + INSIDE * small:
                return  # the whole edge lies beyond this end of the reference edge
            s, candidate = min(max((limit - u_mid) / u_run, -1.0), 1.0), 3 if u > 0.0 else 2
        offset = along(mid, s, run)
        height = dot(n, offset)
        x = along(origin, dot(e, offset), e)  # on the reference core
        if flip:
            n_ab, x_a = scaled(-1.0, n), along(x, height - other[2], n)
        else:
            n_ab, x_a = n, along(x, shape[2], n)
        add_point(points, code + candidate, height - shape[2] - other[2], n_ab, x_a)
        keep_distinct(points, MERGED * small)
