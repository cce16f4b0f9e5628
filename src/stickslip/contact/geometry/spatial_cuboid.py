"""Contact of two cuboids: separating axes, then corner-face and edge-edge points (Zander 2008, sec. 5.2, 6.4).

The signed separation along a unit axis m is |m . D| - spread_a(m) - spread_b(m), D the vector between the centres.
Its maximum over the 6 face normals and the 9 cross products of edges shows how the cuboids touch. On a face, the
opposite face of the partner is cut to the outline of the reference face and every corner of the cut gives a point.
The tolerances always decide ties in the same way, so that a stack at rest keeps its points under round-off.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.geometry.frames import (
    SIZE,
    add_point,
    along,
    axis,
    centre,
    closest_on_lines,
    cross,
    dot,
    keep_distinct,
    norm,
    point_count,
    scaled,
    smallest,
    sub,
)

# Relative to the smallest half edge:
EDGE_SLACK = 1e-4  # an edge-edge axis must beat the faces by this much
FACE_SLACK = 1e-6  # a face of b must beat the faces of a by this much
INSIDE = 1e-6  # points this little outside the outline still count
MERGED = 1e-5  # points closer than this are one
OVERLAP = 1e-5  # less lateral overlap than this is no support: diagonal neighbours in a wall do not touch

EDGE_EDGE = 12 * 32  # first feature of edge-edge contacts; below: 32 reference face + candidate


@njit
def spread(pair, i, m):
    """Return half the extent of box i along the unit axis m."""
    s = 0.0
    for k in range(3):
        s += pair[i, SIZE + k] * abs(dot(axis(pair, i, k), m))
    return s


@njit
def box_faces(pair, i, D, p, q, w):
    """Return largest separation over the faces of box i, its axis, its sign, and the second largest separation.

    D points to the centre of the partner whose half edges are the vectors p, q, w.
    """
    best, axis_best, sign_best, second = -np.inf, 0, 1.0, -np.inf
    for k in range(3):
        e = axis(pair, i, k)
        c = dot(e, D)
        separation = abs(c) - pair[i, SIZE + k] - abs(dot(e, p)) - abs(dot(e, q)) - abs(dot(e, w))
        if separation > best:
            best, axis_best, sign_best, second = separation, k, 1.0 if c >= 0.0 else -1.0, best
        elif separation > second:
            second = separation
    return best, axis_best, sign_best, second


@njit
def half_edges(pair, i):
    """Return the three half edges of box i as vectors."""
    return (
        scaled(pair[i, SIZE + 0], axis(pair, i, 0)),
        scaled(pair[i, SIZE + 1], axis(pair, i, 1)),
        scaled(pair[i, SIZE + 2], axis(pair, i, 2)),
    )


@njit
def box_edge_midpoint(pair, i, k, m):
    """Return the midpoint of the edge along axis k that lies farthest in direction m, and its number 0..11."""
    x, number = centre(pair, i), 4 * k
    for step in range(1, 3):
        j = (k + step) % 3
        e = axis(pair, i, j)
        positive = dot(e, m) >= 0.0
        x = along(x, pair[i, SIZE + j] if positive else -pair[i, SIZE + j], e)
        if positive:
            number += step
    return x, number


@njit
def edge_axes(pair, a, b, D):
    """Return largest separation over the cross products of edges, the two axes and the unit normal from a to b."""
    best, k_best, l_best, m_best = -np.inf, 0, 0, D
    for k in range(3):
        e = axis(pair, a, k)
        for l in range(3):
            m = cross(e, axis(pair, b, l))
            length = norm(m)
            if length > 1e-4:  # parallel edges: the faces suffice
                m = scaled((1.0 if dot(m, D) >= 0.0 else -1.0) / length, m)
                separation = dot(m, D) - spread(pair, a, m) - spread(pair, b, m)
                if separation > best:
                    best, k_best, l_best, m_best = separation, k, l, m
    return best, k_best, l_best, m_best


@njit
def cuboid_cuboid(pair, a, b, margin, points):
    """Add the contact points of two cuboids: up to 8 on a face, or one between two edges.

    Cuboids that face each other neither with a face nor with crossing edges (e.g. corner to corner) are apart and
    give no point.
    """
    D = sub(centre(pair, b), centre(pair, a))
    p, q, w = half_edges(pair, b)
    s_a, k_a, sign_a, second_a = box_faces(pair, a, D, p, q, w)
    if s_a > margin:
        return
    p, q, w = half_edges(pair, a)
    s_b, k_b, sign_b, second_b = box_faces(pair, b, scaled(-1.0, D), p, q, w)
    if s_b > margin:
        return
    s_edge, k, l, m = edge_axes(pair, a, b, D)
    if s_edge > margin:
        return
    small = min(smallest(pair, a), smallest(pair, b))
    if s_edge > max(s_a, s_b) + EDGE_SLACK * small:
        edge_point(pair, a, b, k, l, m, s_edge, small, points)
        if point_count(points) > 0:
            return
    flip = s_b > s_a + FACE_SLACK * small
    i, j, k, sign, second = (b, a, k_b, sign_b, second_b) if flip else (a, b, k_a, sign_a, second_a)
    if second <= -OVERLAP * small:
        face_points(pair, i, j, k, sign, flip, small, points)


@njit
def edge_point(pair, a, b, k, l, m, separation, small, points):
    """Add the point between edge k of a and edge l of b if their common normal m meets both."""
    x_a, number_a = box_edge_midpoint(pair, a, k, m)
    x_b, number_b = box_edge_midpoint(pair, b, l, scaled(-1.0, m))
    e = axis(pair, a, k)
    s, t, _ = closest_on_lines(x_a, e, x_b, axis(pair, b, l))
    if abs(s) > pair[a, SIZE + k] + INSIDE * small or abs(t) > pair[b, SIZE + l] + INSIDE * small:
        return
    add_point(points, EDGE_EDGE + 12 * number_a + number_b, separation, m, along(x_a, s, e))


@njit
def incident_face(pair, j, n):
    """Return axis and sign of the face of box j that looks most against n."""
    l, most = 0, -1.0
    for k in range(3):
        c = abs(dot(axis(pair, j, k), n))
        if c > most:
            l, most = k, c
    return l, -1.0 if dot(axis(pair, j, l), n) > 0.0 else 1.0


@njit
def in_face(origin, e_u, e_v, n, x):
    """Return the coordinates (u, v, height) of the point x over a face."""
    d = sub(x, origin)
    return dot(e_u, d), dot(e_v, d), dot(n, d)


@njit
def face_points(pair, i, j, k, sign, flip, small, points):
    """Cut the face of box j that looks at face k of box i to its outline; add all corners of the cut.

    Candidates in this order, each only if no earlier one lies there: corners of the incident face over the
    reference face (feature 0..7), corners of the reference face under the incident face (8..15), crossings of
    their outlines (16..31). ``flip`` means that the reference box i is side b.
    """
    n = scaled(sign, axis(pair, i, k))
    k_u, k_v = (k + 1) % 3, (k + 2) % 3
    e_u, e_v = axis(pair, i, k_u), axis(pair, i, k_v)
    origin = along(centre(pair, i), pair[i, SIZE + k], n)
    l, side = incident_face(pair, j, n)
    l_p, l_q = (l + 1) % 3, (l + 2) % 3
    face = (
        in_face(origin, e_u, e_v, n, along(centre(pair, j), side * pair[j, SIZE + l], axis(pair, j, l))),
        in_face((0.0, 0.0, 0.0), e_u, e_v, n, scaled(pair[j, SIZE + l_p], axis(pair, j, l_p))),
        in_face((0.0, 0.0, 0.0), e_u, e_v, n, scaled(pair[j, SIZE + l_q], axis(pair, j, l_q))),
    )
    frame = (origin, e_u, e_v, n, flip, 32 * (2 * k + (1 if sign > 0.0 else 0) + (6 if flip else 0)))
    h_u, h_v = pair[i, SIZE + k_u], pair[i, SIZE + k_v]
    incident = (1 << l if side > 0.0 else 0, 1 << l_p, 1 << l_q)
    reference = (1 << k if sign > 0.0 else 0, 1 << k_u, 1 << k_v)
    _incident_corners(face, h_u, h_v, incident, small, frame, points)
    _reference_corners(face, h_u, h_v, reference, small, frame, points)
    _crossings(face, h_u, h_v, small, frame, points)


@njit
def _add_over_face(u, v, height, candidate, small, frame, points):
    """Add the point (u, v) of the reference face and its partner at ``height``, unless there is one already."""
    origin, e_u, e_v, n, flip, code = frame
    x = along(along(origin, u, e_u), v, e_v)
    if flip:
        add_point(points, code + candidate, height, scaled(-1.0, n), along(x, height, n))
    else:
        add_point(points, code + candidate, height, n, x)
    keep_distinct(points, MERGED * small)


@njit
def _incident_corners(face, h_u, h_v, bits, small, frame, points):
    """Add the corners c +- p +- q of the incident face that lie over the reference face."""
    c, p, q = face
    for corner in range(4):
        alpha, beta = 2.0 * (corner & 1) - 1.0, 2.0 * (corner >> 1) - 1.0
        u, v, height = along(along(c, alpha, p), beta, q)
        if abs(u) <= h_u + INSIDE * small and abs(v) <= h_v + INSIDE * small:
            number = bits[0] + (bits[1] if alpha > 0.0 else 0) + (bits[2] if beta > 0.0 else 0)
            _add_over_face(u, v, height, number, small, frame, points)


@njit
def _reference_corners(face, h_u, h_v, bits, small, frame, points):
    """Add the corners of the reference face that lie under the incident parallelogram c + alpha p + beta q."""
    c, p, q = face
    det = p[0] * q[1] - p[1] * q[0]
    slack_p, slack_q = INSIDE * small / np.hypot(p[0], p[1]), INSIDE * small / np.hypot(q[0], q[1])
    for corner in range(4):
        u, v = (h_u if corner & 1 else -h_u), (h_v if corner >> 1 else -h_v)
        alpha = ((u - c[0]) * q[1] - (v - c[1]) * q[0]) / det
        beta = (p[0] * (v - c[1]) - p[1] * (u - c[0])) / det
        if abs(alpha) <= 1.0 + slack_p and abs(beta) <= 1.0 + slack_q:
            number = 8 + bits[0] + (bits[1] if u > 0.0 else 0) + (bits[2] if v > 0.0 else 0)
            height = c[2] + alpha * p[2] + beta * q[2]
            _add_over_face(u, v, height, number, small, frame, points)


@njit
def _crossings(face, h_u, h_v, small, frame, points):
    """Add the points where the four edges of the incident face cross the four sides of the reference face."""
    c, p, q = face
    for edge in range(4):
        fixed, run = (p, q) if edge < 2 else (q, p)
        mid = along(c, 2.0 * (edge & 1) - 1.0, fixed)
        length = np.hypot(run[0], run[1])
        for side in range(4):
            k = side >> 1  # sides u = -h_u, u = h_u, v = -h_v, v = h_v
            bound = (h_u if k == 0 else h_v) * (2.0 * (side & 1) - 1.0)
            if abs(run[k]) > 1e-6 * length:  # else they run parallel, and the corners suffice
                s = (bound - mid[k]) / run[k]
                u, v, height = along(mid, s, run)
                if abs(s) <= 1.0 and abs(u) <= h_u + INSIDE * small and abs(v) <= h_v + INSIDE * small:
                    _add_over_face(u, v, height, 16 + 4 * edge + side, small, frame, points)
