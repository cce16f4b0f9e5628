"""Contact of a facet of a mesh with a convex polyhedron, and of facets of two meshes.

Points are vertices of one over facets of the other, and crossings of edges with the common normal in the cones of both.
Where flat sides lie on each other these are the corners of their common part, whatever their triangulation.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip._jit import njit
from stickslip.contact.geometry.frames import along, cross, dot, norm, scaled, sub
from stickslip.meshes.regions import (
    TIE,
    along_edge,
    height,
    hides,
    in_edge_cone,
    in_vertex_cone,
    is_over,
    next_near,
    reaches,
    row,
    speaks_for,
    vector,
)
from stickslip.meshes.round import LEAN, note
from stickslip.meshes.tables import CORNER

INSIDE = 1e-6  # of the size of the smaller side: how far past a convex edge a vertex still counts as over the facet
NEARBY = 0.1  # of it: how far contacts that are known may have moved past an edge
MERGED = 1e-5  # points closer than this part of it are one
LEANING = 0.3  # sine up to which a vertex leans away from a facet and is still a point of it, in advance
_ROUNDING = 1e-12  # of its length: ties must not fall between two edges in one line
_PARALLEL = 1e-8  # square of the sine below which edges are parallel, and their ends suffice
VERTEX, CORNERS, CROSSING = 0, 64, 128  # first features: a vertex of the polyhedron, of the facet, edges


class Solid(NamedTuple):
    """A convex polyhedron in the axes of the mesh."""

    x: Floats  # (nv, 3)
    edge: Ints  # (ne, 2) vertices
    n: Floats  # (ns, 3) unit normals of its sides, outwards
    on: Ints  # (ns,) a vertex of each side
    size: float  # smallest half extent [m]


@njit
def facet_solid(surface, f, solid, margin, points):
    """Add the contact points of facet f with a convex polyhedron up to a gap of ``margin``; inf: all that may be."""
    _vertices_over(surface, f, solid, margin, points)
    for k in range(3):
        if surface.speaks[f, k] == CORNER:
            _corner_under(surface, f, k, solid, margin, points)
        if surface.owns[f, k] != 0:
            for j in range(len(solid.edge)):
                _edges_cross(surface, f, k, solid, j, margin, points)


@njit
def _supports(solid, k, n, tolerance):
    """Return whether vertex k is the farthest one of a polyhedron along -n to within an angle."""
    x = row(solid.x, k)
    for j in range(len(solid.x)):
        d = sub(row(solid.x, j), x)
        if dot(n, d) < -tolerance * norm(d):
            return False
    return True


@njit
def _is_nearest(surface, f, solid, k, h):
    """Return whether no other facet that vertex k may rest on is nearer to it, if it is behind facet f."""
    if h >= -TIE * surface.depth[f]:
        return True
    p = row(solid.x, k)
    g, node, place = next_near(surface, p, -h, 0, 0)
    while g >= 0:
        if hides(surface, g, f, p, -h) and _supports(solid, k, row(surface.n, g), LEANING):
            return False
        g, node, place = next_near(surface, p, -h, node, place)
    return True


@njit
def _vertices_over(surface, f, solid, margin, points):
    n = row(surface.n, f)
    for k in range(len(solid.x)):
        p = row(solid.x, k)
        h = height(surface, f, p)
        if margin == np.inf:
            if is_over(surface, f, p, h, NEARBY * solid.size):
                note(points, VERTEX + k, h, n, along(p, -h, n))
        elif h <= margin and speaks_for(surface, f, p, h, INSIDE * solid.size) and _supports(solid, k, n, LEANING):
            if _is_nearest(surface, f, solid, k, h):
                note(points, VERTEX + k, h, n, along(p, -h, n))


@njit
def _corner_under(surface, f, k, solid, margin, points):
    """Add corner k of the facet where it lies below a side of the polyhedron whose normal is in its cone."""
    v, best, side = surface.face[f, k], -np.inf, -1
    p = row(surface.x, v)
    for j in range(len(solid.n)):
        n = scaled(-1.0, row(solid.n, j))
        gap = -dot(n, sub(p, row(solid.x, solid.on[j])))
        if gap > margin:
            return
        if gap > best and in_vertex_cone(surface, v, n, LEANING):
            best, side = gap, j
    if side < 0 or best < -surface.depth[f]:
        return
    n = scaled(-1.0, row(solid.n, side))
    foot = along(p, best, n)
    if margin == np.inf:
        note(points, CORNERS + k, best, n, p)
        return
    for j in range(len(solid.n)):
        if j != side and dot(row(solid.n, j), sub(foot, row(solid.x, solid.on[j]))) > INSIDE * solid.size:
            return
    for j in range(len(solid.x)):
        if norm(sub(foot, row(solid.x, j))) <= MERGED * solid.size:
            return  # the vertices meet: found from the other side
    note(points, CORNERS + k, best, n, p)


@njit
def _between(t, length, merged, corner_0, corner_1):
    """Return whether a parameter lies between the ends of an edge; ends that are corners have points of their own."""
    low = merged if corner_0 else -_ROUNDING * length
    high = length - merged if corner_1 else (1.0 + _ROUNDING) * length
    return low < t < high


@njit
def is_corner(surface, v):
    """Return whether a vertex is a corner, whichever facet speaks for it."""
    for k in range(surface.first[v], surface.first[v + 1]):
        f = surface.around[k]
        for i in range(3):
            if surface.face[f, i] == v and surface.speaks[f, i] == CORNER:
                return True
    return False


@njit
def _ends(surface, f, k):
    """Return whether the ends of edge k are corners, in its direction."""
    a, b = surface.face[f, k], surface.face[f, (k + 1) % 3]
    first = surface.base[f, k]
    return is_corner(surface, first), is_corner(surface, b if first == a else a)


@njit
def _common(origin, e, p, d):
    """Return parameters of the closest points of lines origin + t e and p + s d, and e x d with its square."""
    m, w, c = cross(e, d), sub(p, origin), dot(e, d)
    sine2 = dot(m, m)
    if sine2 <= _PARALLEL:
        return 0.0, 0.0, m, 0.0
    w_e, w_d = dot(w, e), dot(w, d)
    return (w_e - c * w_d) / sine2, (c * w_e - w_d) / sine2, m, sine2


@njit
def _outward(surface, f, k, m, sine2):
    """Return the unit vector along m that leads out of the mesh at edge k."""
    out = sub(row(surface.n, f), along(vector(surface.inward, f, k), 1.0, vector(surface.across, f, k)))
    return scaled((1.0 if dot(m, out) >= 0.0 else -1.0) / np.sqrt(sine2), m)


@njit
def _edges_cross(surface, f, k, solid, j, margin, points):
    """Add the point between edge k of the facet and edge j of the polyhedron."""
    origin, e, length = along_edge(surface, f, k)
    p = row(solid.x, solid.edge[j, 0])
    d = sub(row(solid.x, solid.edge[j, 1]), p)
    size, merged = norm(d), MERGED * solid.size
    d = scaled(1.0 / size, d)
    t, s, m, sine2 = _common(origin, e, p, d)
    if sine2 == 0.0 or not _between(s, size, merged, True, True) or not -merged < t < length + merged:
        return
    corner_0, corner_1 = _ends(surface, f, k)
    if not _between(t, length, merged, corner_0, corner_1):
        return
    n, x, y = _outward(surface, f, k, m, sine2), along(origin, t, e), along(p, s, d)
    gap = dot(n, sub(y, x))
    if gap > margin or not in_edge_cone(surface, f, k, n, LEAN) or not reaches(surface, f, y, gap):
        return
    if _supports(solid, solid.edge[j, 0], n, LEAN):
        note(points, CROSSING + 64 * k + j, gap, n, x)


# Two meshes.


class Pose(NamedTuple):
    """Place of the second mesh in the axes of the first one."""

    r: tuple[float, float, float]
    A: Floats  # (3, 3)


@njit
def turn(pose, v):
    """Return a vector of the second mesh in the axes of the first."""
    A = pose.A
    return (
        A[0, 0] * v[0] + A[0, 1] * v[1] + A[0, 2] * v[2],
        A[1, 0] * v[0] + A[1, 1] * v[1] + A[1, 2] * v[2],
        A[2, 0] * v[0] + A[2, 1] * v[1] + A[2, 2] * v[2],
    )


@njit
def turn_back(pose, v):
    """Return a vector of the first mesh in the axes of the second."""
    A = pose.A
    return (
        A[0, 0] * v[0] + A[1, 0] * v[1] + A[2, 0] * v[2],
        A[0, 1] * v[0] + A[1, 1] * v[1] + A[2, 1] * v[2],
        A[0, 2] * v[0] + A[1, 2] * v[1] + A[2, 2] * v[2],
    )


@njit
def _leans_on(surface, g, other, v, pose, back):
    """Return whether vertex v of another mesh leans against facet g; ``back``: the other mesh is the first one."""
    n = scaled(-1.0, row(surface.n, g))
    return in_vertex_cone(other, v, turn(pose, n) if back else turn_back(pose, n), LEANING)


@njit
def _rests(surface, f, p, h, other, v, pose, back):
    """Return whether vertex v of another mesh, here p, leans on facet f, and on none that is nearer."""
    if not _leans_on(surface, f, other, v, pose, back):
        return False
    if h >= -TIE * surface.depth[f]:
        return True
    g, node, place = next_near(surface, p, -h, 0, 0)
    while g >= 0:
        if hides(surface, g, f, p, -h) and _leans_on(surface, g, other, v, pose, back):
            return False
        g, node, place = next_near(surface, p, -h, node, place)
    return True


@njit
def facet_facet(one, f, two, g, pose, size, margin, points):
    """Add the contact points of facet f of a mesh with facet g of another one; ``size``: of the smaller mesh [m]."""
    slack = INSIDE * size
    for k in range(3):
        if two.speaks[g, k] == CORNER:
            v, n = two.face[g, k], row(one.n, f)
            p = along(turn(pose, row(two.x, v)), 1.0, pose.r)
            h = height(one, f, p)
            if margin == np.inf:
                if is_over(one, f, p, h, NEARBY * size):
                    note(points, VERTEX + k, h, n, along(p, -h, n))
            elif h <= margin and speaks_for(one, f, p, h, slack) and _rests(one, f, p, h, two, v, pose, False):
                note(points, VERTEX + k, h, n, along(p, -h, n))
    for k in range(3):
        if one.speaks[f, k] == CORNER:
            _corner_over(one, f, k, two, g, pose, slack, margin, points)
        if one.owns[f, k] != 0:
            for j in range(3):
                if two.owns[g, j] != 0:
                    _facet_edges_cross(one, f, k, two, g, j, pose, size, margin, points)


@njit
def _corner_over(one, f, k, two, g, pose, slack, margin, points):
    """Add corner k of the first mesh over facet g of the second, unless it meets a corner of that facet."""
    v = one.face[f, k]
    x = row(one.x, v)
    p = turn_back(pose, sub(x, pose.r))
    h = height(two, g, p)
    if margin == np.inf:
        note(points, CORNERS + k, h, turn(pose, scaled(-1.0, row(two.n, g))), x)
        return
    if h > margin or not speaks_for(two, g, p, h, slack) or not _rests(two, g, p, h, one, v, pose, True):
        return
    n = turn(pose, scaled(-1.0, row(two.n, g)))
    foot = along(p, -h, row(two.n, g))
    for j in range(3):
        near = norm(sub(foot, row(two.x, two.face[g, j]))) <= MERGED / INSIDE * slack
        if near and is_corner(two, two.face[g, j]):
            return
    note(points, CORNERS + k, h, n, x)


@njit
def _facet_edges_cross(one, f, k, two, g, j, pose, size, margin, points):
    """Add the point between edge k of facet f and edge j of facet g."""
    origin, e, length = along_edge(one, f, k)
    p, d, length_b = along_edge(two, g, j)
    p, d, merged = along(turn(pose, p), 1.0, pose.r), turn(pose, d), MERGED * size
    t, s, m, sine2 = _common(origin, e, p, d)
    if sine2 == 0.0 or not (-merged < t < length + merged and -merged < s < length_b + merged):
        return
    corner_0, corner_1 = _ends(one, f, k)
    corner_2, corner_3 = _ends(two, g, j)
    if not (_between(t, length, merged, corner_0, corner_1) and _between(s, length_b, merged, corner_2, corner_3)):
        return
    n, x, y = _outward(one, f, k, m, sine2), along(origin, t, e), along(p, s, d)
    gap = dot(n, sub(y, x))
    if gap > margin or not in_edge_cone(one, f, k, n, LEAN) or not reaches(one, f, y, gap):
        return
    if in_edge_cone(two, g, j, turn_back(pose, scaled(-1.0, n)), LEAN):
        note(points, CROSSING + 4 * k + j, gap, n, x)
