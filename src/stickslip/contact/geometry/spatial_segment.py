"""Contact of capsules: segment with segment, and segment with cuboid.

A capsule is the segment r + s d, |s| <= half length, inflated by its radius.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.geometry.frames import (
    GAP,
    HALF,
    RADIUS,
    SIZE,
    add_point,
    along,
    axis,
    centre,
    clear_points,
    closest_on_lines,
    cross,
    dot,
    keep_distinct,
    norm,
    point_count,
    scaled,
    smallest,
    sub,
    unit_or,
)
from stickslip.contact.geometry.spatial_cuboid import (
    EDGE_SLACK,
    FACE_SLACK,
    INSIDE,
    box_edge_midpoint,
    box_faces,
    spread,
)
from stickslip.contact.geometry.spatial_halfspace import box_corner
from stickslip.contact.geometry.spatial_round import ball_ball, box_closest

PARALLEL = 1e-12  # sin^2 of the angle below which two segments have no single closest point
FACE, EDGE, NEAREST = 0, 24, 40  # first feature of each kind of capsule-cuboid contact


@njit
def segment_segment(pair, a, b, points):
    """Add the closest pair of interior points, each end over the interior of the other, and facing ends.

    Every one is a condition of its own for two capsules not to overlap; parallel capsules so rest on two points.
    Features: 0 interior, 1 + end of a, 3 + end of b, 5 + 2 end of a + end of b.
    """
    r_a, d_a, half_a = centre(pair, a), axis(pair, a, 2), pair[a, HALF]
    r_b, d_b, half_b = centre(pair, b), axis(pair, b, 2), pair[b, HALF]
    slack = INSIDE * (half_a + half_b)
    normal = cross(d_a, d_b)
    s, t, sine2 = closest_on_lines(r_a, d_a, r_b, d_b)
    aside = unit_or(normal, np.sqrt(sine2), axis(pair, a, 0))
    if sine2 > PARALLEL and abs(s) < half_a and abs(t) < half_b:
        ball_ball(along(r_a, s, d_a), pair[a, RADIUS], along(r_b, t, d_b), pair[b, RADIUS], 0, aside, points)
    for end in range(2):
        sign_a = 2.0 * end - 1.0
        p = along(r_a, sign_a * half_a, d_a)
        t = dot(d_b, sub(p, r_b))
        feature = 1 + end
        if abs(t) > half_b + slack:  # beyond b: only if the end of b also faces the end of a
            feature = 5 + 2 * end + (1 if t > 0.0 else 0)
            q = along(r_b, half_b if t > 0.0 else -half_b, d_b)
            if sign_a * dot(d_a, sub(q, r_a)) < half_a + slack:
                continue
        q = along(r_b, min(max(t, -half_b), half_b), d_b)
        ball_ball(p, pair[a, RADIUS], q, pair[b, RADIUS], feature, aside, points)
        keep_distinct(points, slack)
    for end in range(2):
        q = along(r_b, (2.0 * end - 1.0) * half_b, d_b)
        s = dot(d_a, sub(q, r_a))
        if abs(s) <= half_a + slack:
            p = along(r_a, min(max(s, -half_a), half_a), d_a)
            ball_ball(p, pair[a, RADIUS], q, pair[b, RADIUS], 3 + end, aside, points)
            keep_distinct(points, slack)


@njit
def cuboid_segment(pair, a, b, margin, points):
    """Add two points where the capsule lies on or dips into a face, else the closest pair of points.

    Outside, the distance of segment and box decides; inside, the axis of least overlap among face normals and cross
    products of edge and segment. Faces win by EDGE_SLACK, so that a capsule at rest keeps its two points.
    """
    half = pair[b, HALF]
    D = sub(centre(pair, b), centre(pair, a))
    d = axis(pair, b, 2)
    s_face, k, sign, _ = box_faces(pair, a, D, scaled(half, d), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    if s_face - pair[b, RADIUS] > margin:
        return
    s_edge, edge, m = -np.inf, k, d
    for j in range(3):
        w = cross(axis(pair, a, j), d)
        length = norm(w)
        if length > 1e-4:
            w = scaled((1.0 if dot(w, D) >= 0.0 else -1.0) / length, w)
            separation = dot(w, D) - spread(pair, a, w)
            if separation > s_edge:
                s_edge, edge, m = separation, j, w
    small = smallest(pair, a)
    if max(s_face, s_edge) <= 0.0:
        if s_edge > s_face + EDGE_SLACK * small:
            _segment_on_edge(pair, a, b, edge, m, s_edge, points)
        else:
            _segment_on_face(pair, a, b, k, sign, points)
        return
    distance, number, n, x_a = _nearest(pair, a, b)
    gap = distance - pair[b, RADIUS]
    if distance <= s_face + EDGE_SLACK * small:
        _segment_on_face(pair, a, b, k, sign, points)
        for i in range(point_count(points)):
            if points[i, GAP] <= gap + FACE_SLACK * small:
                return
    clear_points(points)  # the closest point is not over the face
    add_point(points, NEAREST + number, gap, n, x_a)


@njit
def _segment_on_face(pair, a, b, k, sign, points):
    """Clip the segment to the prism over face k and add both ends of what is left, gaps along the face normal."""
    r, d, half = centre(pair, b), axis(pair, b, 2), pair[b, HALF]
    D = sub(r, centre(pair, a))
    low, high = -half, half
    for j in range(3):
        if j != k:
            e = axis(pair, a, j)
            c, slope, h = dot(e, D), dot(e, d), pair[a, SIZE + j] * (1.0 + INSIDE)
            if abs(slope) > 1e-12:
                one, two = (-h - c) / slope, (h - c) / slope
                low, high = max(low, min(one, two)), min(high, max(one, two))
            elif abs(c) > h:
                return
    if low > high:
        return
    n = scaled(sign, axis(pair, a, k))
    code = FACE + 4 * k + (2 if sign > 0.0 else 0)
    for end in range(2):
        s = low if end == 0 else high
        x = along(r, s, d)
        height = dot(n, sub(x, centre(pair, a))) - pair[a, SIZE + k]
        add_point(points, code + end, height - pair[b, RADIUS], n, along(x, -height, n))
        keep_distinct(points, INSIDE * half)


@njit
def _segment_on_edge(pair, a, b, edge, m, separation, points):
    """Add the point where the segment dips over a box edge, normal m = edge x segment."""
    start, number = box_edge_midpoint(pair, a, edge, m)
    e = axis(pair, a, edge)
    s, _, _ = closest_on_lines(start, e, centre(pair, b), axis(pair, b, 2))
    s = min(max(s, -pair[a, SIZE + edge]), pair[a, SIZE + edge])
    add_point(points, EDGE + number, separation - pair[b, RADIUS], m, along(start, s, e))


@njit
def _nearest(pair, a, b):
    """Return distance, feature, normal and box point of a segment outside the box: ends, box corners, box edges."""
    r, d, half = centre(pair, b), axis(pair, b, 2), pair[b, HALF]
    best, feature, n_best, x_best = np.inf, 0, d, r
    for end in range(2):
        distance, n, x_a = box_closest(pair, a, along(r, (2.0 * end - 1.0) * half, d), 3)
        if distance < best:
            best, feature, n_best, x_best = distance, end, n, x_a
    for number in range(20):
        if number < 8:
            x_a = box_corner(pair, a, number, 3)
            t = dot(d, sub(x_a, r))
            if abs(t) >= half:
                continue  # closest to an end, done above
        else:
            k = (number - 8) // 4
            bits = (number & 1) << ((k + 1) % 3) | ((number >> 1) & 1) << ((k + 2) % 3)
            e = axis(pair, a, k)
            start = along(box_corner(pair, a, bits, 3), pair[a, SIZE + k], e)
            s, t, sine2 = closest_on_lines(start, e, r, d)
            if sine2 <= PARALLEL or abs(s) > pair[a, SIZE + k] or abs(t) > half:
                continue
            x_a = along(start, s, e)
        w = sub(along(r, t, d), x_a)
        distance = norm(w)
        if 0.0 < distance < best:
            best, feature, n_best, x_best = distance, 2 + number, scaled(1.0 / distance, w), x_a
    return best, feature, n_best, x_best
