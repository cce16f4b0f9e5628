"""Contact of a facet of a mesh with a ball and with a capsule, in the axes of the mesh.

Of all places close to the ball, those count from which the distance to the surface grows in every direction: over
facets their feet, on convex edges and vertices those with the direction to the ball in the cone. Places behind a facet
count if they are not deeper than its material.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.geometry.frames import (
    MOST_POINTS,
    add_point,
    along,
    cross,
    dot,
    norm,
    point_count,
    scaled,
    sub,
    unit_or,
)
from stickslip.meshes.regions import (
    TIE,
    along_edge,
    height,
    in_edge_cone,
    in_vertex_cone,
    is_nearest,
    mean_normal,
    past,
    reaches,
    row,
    speaks_for,
    vector,
)

FACE, EDGE, VERTEX = 0, 1, 4  # features of a ball: the facet, edge k, vertex k
_ROUNDING = 1e-12  # sine up to which a direction counts as in a cone: ties must not fall between two facets
LEAN = 1e-3  # sine up to which what lies along a facet is also closed by the edge where it leaves the facet
_PARALLEL = 1e-10  # square of the sine below which a capsule runs along an edge, and its ends suffice


@njit
def note(points, feature, gap, n, x):
    """Add a contact point while there is room."""
    if point_count(points) < MOST_POINTS:
        add_point(points, feature, gap, n, x)


@njit
def _edge_point(surface, f, k, p):
    """Return whether edge k holds the closest point to p, and that point; only the facet that owns the edge asks."""
    origin, e, length = along_edge(surface, f, k)
    t = dot(sub(p, origin), e)
    s, s_b = past(surface, f, k, p)
    return t > 0.0 and t < length and min(s, s_b) > TIE * surface.size, along(origin, t, e)


@njit
def _at_vertex(surface, v, p):
    """Return whether vertex v is the closest point to p, and no facet around speaks for p."""
    d = sub(p, row(surface.x, v))
    if not in_vertex_cone(surface, v, d, _ROUNDING * norm(d)):
        return False
    for k in range(surface.first[v], surface.first[v + 1]):
        f = surface.around[k]
        if speaks_for(surface, f, p, height(surface, f, p), 0.0):
            return False
    return True


@njit
def facet_ball(surface, f, p, radius, first, points):
    """Add the contact point of facet f with a ball about p, if it speaks for one; features from ``first`` on.

    Returns 0 for none, 1 for one on the facet, 2 for one on its edges or vertices.
    """
    n, h = row(surface.n, f), height(surface, f, p)
    if speaks_for(surface, f, p, h, 0.0) and is_nearest(surface, f, p, h):
        note(points, first + FACE, h - radius, n, along(p, -h, n))
        return 1
    for k in range(3):
        if surface.owns[f, k] != 0:
            found, x = _edge_point(surface, f, k, p)
            if found:
                d = sub(p, x)
                distance, n_b = norm(d), scaled(-1.0, vector(surface.across, f, k))
                note(points, first + EDGE + k, distance - radius, unit_or(d, distance, n_b), x)
                return 2
        v = surface.face[f, k]
        if surface.speaks[f, k] != 0 and _at_vertex(surface, v, p):
            d, m = sub(p, row(surface.x, v)), mean_normal(surface, v)
            distance = norm(d)
            n_v = unit_or(d, distance, unit_or(m, norm(m), n))
            note(points, first + VERTEX + k, distance - radius, n_v, row(surface.x, v))
            return 2
    return 0


@njit
def all_of_ball(surface, f, p, radius, first, points):
    """Add all features of facet f that may have a contact with a ball about p, whoever speaks for it.

    They are those of contacts that have been found, after small moves.
    """
    n, h = row(surface.n, f), height(surface, f, p)
    note(points, first + FACE, h - radius, n, along(p, -h, n))
    for k in range(3):
        if surface.owns[f, k] != 0:
            _, x = _edge_point(surface, f, k, p)
            d = sub(p, x)
            out = scaled(-1.0, vector(surface.across, f, k))
            sign = -1.0 if dot(d, n) < 0.0 and dot(d, out) < 0.0 else 1.0
            note(points, first + EDGE + k, sign * norm(d) - radius, scaled(sign, unit_or(d, norm(d), out)), x)
        if surface.speaks[f, k] != 0:
            x = row(surface.x, surface.face[f, k])
            d = sub(p, x)
            note(points, first + VERTEX + k, norm(d) - radius, unit_or(d, norm(d), n), x)


@njit
def facet_capsule(surface, f, a, b, radius, every, points):
    """Add the contact points of facet f with a capsule of axis a b: its ends, edges and vertices that it crosses.

    ``every``: those of the ends whoever speaks for them.
    """
    way = sub(b, a)
    length = norm(way)
    d = unit_or(way, length, (0.0, 0.0, 1.0))
    for end in range(2):
        p, out = (b, d) if end else (a, scaled(-1.0, d))
        before = point_count(points)
        if every:
            all_of_ball(surface, f, p, radius, 8 * end, points)
        elif facet_ball(surface, f, p, radius, 8 * end, points) == 2:
            x = (points[before, 5], points[before, 6], points[before, 7])
            back = sub(p, x)
            if dot(back, out) > 1e-9 * norm(back):  # the capsule goes on towards the edge
                points[MOST_POINTS, 0] = before
    for k in range(3):
        if surface.owns[f, k] != 0:
            _crossed_edge(surface, f, k, a, d, length, radius, points)
        if surface.speaks[f, k] != 0:
            _crossed_vertex(surface, f, k, a, d, length, radius, points)


@njit
def _crossed_edge(surface, f, k, a, d, length, radius, points):
    """Add the point where the axis a + s d passes over edge k, both between their ends."""
    origin, e, size = along_edge(surface, f, k)
    m, w, c = cross(e, d), sub(a, origin), dot(e, d)
    sine2 = dot(m, m)
    if sine2 <= _PARALLEL:
        return
    w_e, w_d = dot(w, e), dot(w, d)
    t, s = (w_e - c * w_d) / sine2, (c * w_e - w_d) / sine2
    if not (0.0 < s < length and 0.0 < t < size):
        return
    outward = sub(row(surface.n, f), along(vector(surface.inward, f, k), 1.0, vector(surface.across, f, k)))
    n = scaled((1.0 if dot(m, outward) >= 0.0 else -1.0) / np.sqrt(sine2), m)
    x = along(origin, t, e)
    p = along(a, s, d)
    far = dot(n, sub(p, x))
    if in_edge_cone(surface, f, k, n, LEAN) and reaches(surface, f, p, far):
        note(points, 16 + k, far - radius, n, x)


@njit
def _crossed_vertex(surface, f, k, a, d, length, radius, points):
    """Add vertex k where the axis a + s d passes over it between its ends."""
    v = surface.face[f, k]
    x, m = row(surface.x, v), mean_normal(surface, v)
    s = dot(sub(x, a), d)
    if not 0.0 < s < length:
        return
    back = sub(along(a, s, d), x)
    m = along(m, -dot(m, d), d)  # the normal where the axis meets the vertex itself
    far = norm(back)
    if far <= 1e-9 * norm(m) * surface.depth[f]:
        n = unit_or(m, norm(m), row(surface.n, f))
        far = dot(n, back)
    else:
        n = scaled(1.0 / far, back)
    if in_vertex_cone(surface, v, n, LEAN):
        note(points, 19 + k, far - radius, n, x)
