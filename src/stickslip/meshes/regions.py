"""What a facet represents: the places over it, and the directions at its edges and vertices.

A point over a surface is close to a facet, an edge or a vertex. On flat and concave edges the surface goes on, so they
make no contact of their own; on convex ones the normal lies between those of the facets (its *cone*).
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.geometry.frames import dot, norm, scaled, sub
from stickslip.meshes.tables import BORDER, CONCAVE, FLAT, LEVEL

TIE = 1e-9  # of the size of a mesh, or of the depth of a facet: within this, places are equally near, or on an edge


@njit
def row(table, k):
    """Return a row of three numbers."""
    return table[k, 0], table[k, 1], table[k, 2]


@njit
def vector(table, f, k):
    """Return a vector of edge k of facet f."""
    return table[f, k, 0], table[f, k, 1], table[f, k, 2]


@njit
def height(surface, f, p):
    """Return the height of p over the plane of facet f."""
    return dot(row(surface.n, f), sub(p, row(surface.x, surface.face[f, 0])))


@njit
def past(surface, f, k, p):
    """Return how far p is past edge k in the plane of facet f, and in that of its neighbour; > 0 is outside."""
    d = sub(p, row(surface.x, surface.base[f, k]))
    return -dot(vector(surface.inward, f, k), d), -dot(vector(surface.across, f, k), d)


@njit
def is_over(surface, f, p, h, slack):
    """Whether the foot of p, at the height h over the plane of facet f, is on the facet, or no more than slack past it.

    A concave edge does not bound the places behind the neighbour.
    """
    if h < -surface.depth[f]:
        return False
    for k in range(3):
        s = past(surface, f, k, p)[0]
        if surface.kind[f, k] == CONCAVE:
            if s > 0.0 and (s > surface.depth[f] or height(surface, surface.beside[f, k], p) > 0.0):
                return False
        elif s > (TIE * surface.size if surface.kind[f, k] == FLAT else slack):
            return False
    return True


@njit
def speaks_for(surface, f, p, h, slack):
    """Whether p is over facet f, and over none of a smaller number in the same plane around an edge that p is near."""
    slack = max(slack, TIE * surface.size)
    if not is_over(surface, f, p, h, slack):
        return False
    for k in range(3):
        if surface.kind[f, k] == FLAT and past(surface, f, k, p)[0] >= -TIE * surface.size:
            for end in range(2):
                v = surface.face[f, (k + end) % 3]
                for j in range(surface.first[v], surface.first[v + 1]):
                    g = surface.around[j]
                    level = g < f and dot(row(surface.n, f), row(surface.n, g)) > 1.0 - LEVEL
                    if level and is_over(surface, g, p, height(surface, g, p), slack):
                        return False
    return True


@njit
def distance(surface, f, p):
    """Return the distance of p from facet f (Ericson 2005, sec. 5.1.5)."""
    inside, least = True, np.inf
    for k in range(3):
        a, b = row(surface.x, surface.face[f, k]), row(surface.x, surface.face[f, (k + 1) % 3])
        e, d = sub(b, a), sub(p, a)
        if dot(vector(surface.inward, f, k), d) < 0.0:
            inside = False
        t = min(max(dot(d, e) / dot(e, e), 0.0), 1.0)
        least = min(least, norm(sub(d, scaled(t, e))))
    return abs(height(surface, f, p)) if inside else least


@njit
def next_near(surface, p, reach, node, place):
    """Return the next facet no farther from p than ``reach``, and where in the tree to go on; -1: there is no other."""
    tree = surface.tree
    while node < len(tree.skip):
        off = False
        for i in range(3):
            off = off or p[i] < tree.low[node, i] - reach or p[i] > tree.high[node, i] + reach
        if off:
            node, place = tree.skip[node], 0
            continue
        while place < tree.held[node]:
            f = tree.item[tree.first[node] + place]
            place += 1
            if distance(surface, f, p) <= reach:
                return f, node, place
        node, place = node + 1, 0
    return -1, node, place


@njit
def hides(surface, g, f, p, depth):
    """Return whether facet g is nearer to p than facet f, behind which p is ``depth`` deep; not over a concave edge."""
    if g == f or distance(surface, g, p) >= depth - TIE * surface.depth[f]:
        return False
    for k in range(3):
        if surface.beside[f, k] == g and surface.kind[f, k] == CONCAVE:
            return False
    return True


@njit
def is_nearest(surface, f, p, h):
    """Return whether no facet is nearer to p, at the height h over facet f, if p is behind it."""
    if h >= -TIE * surface.depth[f]:
        return True
    g, node, place = next_near(surface, p, -h, 0, 0)
    while g >= 0:
        if hides(surface, g, f, p, -h):
            return False
        g, node, place = next_near(surface, p, -h, node, place)
    return True


@njit
def is_inside(surface, p, reach):
    """Return whether p is inside the material, decided by the nearest facet within ``reach``.

    Of facets at the same distance, which share the nearest point, the one that p is farthest above or below decides.
    """
    nearest, tells = np.inf, np.inf
    g, node, place = next_near(surface, p, reach, 0, 0)
    while g >= 0:
        d, h = distance(surface, g, p), height(surface, g, p)
        same = abs(d - nearest) <= TIE * surface.size
        if (d < nearest and not same) or (same and abs(h) > abs(tells)):
            nearest, tells = min(d, nearest), h
        g, node, place = next_near(surface, p, reach, node, place)
    return tells < 0.0


@njit
def reaches(surface, f, p, gap):
    """Whether p, at a gap from an edge of facet f, is outside, or inside the material by no more than its depth."""
    if gap >= -TIE * surface.size:
        return True
    return gap >= -surface.depth[f] and is_inside(surface, p, -gap)


@njit
def along_edge(surface, f, k):
    """Return origin, unit direction and length of edge k of facet f, the same for both facets."""
    first, last = surface.face[f, k], surface.face[f, (k + 1) % 3]
    base = surface.base[f, k]
    origin = row(surface.x, base)
    e = sub(row(surface.x, last if base == first else first), origin)
    length = norm(e)
    return origin, (e[0] / length, e[1] / length, e[2] / length), length


@njit
def in_edge_cone(surface, f, k, n, tolerance):
    """Return whether the direction n lies in the cone of edge k to within an angle."""
    within = dot(n, vector(surface.inward, f, k)) <= tolerance
    return within and dot(n, vector(surface.across, f, k)) <= tolerance


@njit
def in_vertex_cone(surface, v, n, tolerance):
    """Whether no edge at vertex v leads forward along n to within an angle, and no sheet lies before it."""
    x = row(surface.x, v)
    for k in range(surface.start[v], surface.start[v + 1]):
        e = sub(row(surface.x, surface.star[k]), x)
        if dot(n, e) > tolerance * norm(e):
            return False
    for k in range(surface.first[v], surface.first[v + 1]):
        f = surface.around[k]
        for i in range(3):
            rim = surface.kind[f, i] == BORDER and (surface.face[f, i] == v or surface.face[f, (i + 1) % 3] == v)
            if rim and dot(n, row(surface.n, f)) < -tolerance:
                return False
    return True


@njit
def mean_normal(surface, v):
    """Return the sum of the normals of the facets around a vertex."""
    x, y, z = 0.0, 0.0, 0.0
    for k in range(surface.first[v], surface.first[v + 1]):
        n = row(surface.n, surface.around[k])
        x, y, z = x + n[0], y + n[1], z + n[2]
    return x, y, z
