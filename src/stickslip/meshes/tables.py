"""A triangle mesh as arrays for kernels: facets, what lies across their edges, and which facet speaks for what.

Contact is found facet by facet, and no two facets may find the same point. Hence each edge and each vertex is owned by
one facet, and of facets in one plane that a point is over, whatever rounding does, the first one counts.
"""

from __future__ import annotations

from typing import NamedTuple

from stickslip._arrays import Floats, Ints
from stickslip.meshes.tree import Tree

LEVEL = 1e-5  # sine of the angle between neighbours up to which an edge is flat: rounding of 32 bits makes less
FLAT, CONVEX, CONCAVE, BORDER = range(4)  # edges; a border is the edge of a sheet, rounded by the outward direction
SHARP, CORNER = 1, 2  # vertices: on an edge that is not flat; with a cone of normals that has an inside


class Surface(NamedTuple):
    """A mesh of nv vertices and nf facets in its own axes. Edge k of a facet goes from its corner k to k + 1."""

    x: Floats  # (nv, 3) vertices
    face: Ints  # (nf, 3)
    n: Floats  # (nf, 3) unit normals, outwards
    centre: Floats  # (nf, 3) mean of the corners
    kind: Ints  # (nf, 3) of the edges
    beside: Ints  # (nf, 3) facet across the edge, -1: none
    base: Ints  # (nf, 3) vertex of the edge that both facets measure from
    inward: Floats  # (nf, 3, 3) unit vector in the facet across the edge, away from it
    across: Floats  # (nf, 3, 3) the same in the neighbour; at a border straight down, -n
    owns: Ints  # (nf, 3) 1: this facet speaks for the edge, and the edge is convex or a border
    speaks: Ints  # (nf, 3) SHARP, CORNER: this facet speaks for the vertex; 0: another one, or none has to
    depth: Floats  # (nf,) [m] of the material below that the facet speaks for
    start: Ints  # (nv + 1,) rows of the neighbours of a vertex
    star: Ints  # (ns,) vertices joined to it by an edge
    first: Ints  # (nv + 1,) rows of its facets
    around: Ints  # (na,)
    tree: Tree  # of the boxes of the facets
    low: Floats  # (nf, 3) these boxes
    high: Floats  # (nf, 3)
    size: float  # longest side of the box around it [m]
