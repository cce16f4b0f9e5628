"""Surfaces of elastic solids as contours: edges in the plane, flat or bilinear patches and nodes in space."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.solids.cells import facets as facets_of
from stickslip.solids.declaration import SolidBody, SolidSurface

# pieces of a facet by places in its list of nodes; a triangle has -1 in the end
_PIECES: dict[str, tuple[tuple[int, ...], ...]] = {
    "line": ((0, 1),),
    "line3": ((0, 2), (2, 1)),
    "triangle": ((0, 1, 2, -1),),
    "triangle6": ((0, 3, 5, -1), (3, 1, 4, -1), (5, 4, 2, -1), (3, 4, 5, -1)),
    "quad": ((0, 1, 2, 3),),
    "quad8": ((0, 4, 7, -1), (4, 1, 5, -1), (5, 2, 6, -1), (6, 3, 7, -1), (4, 5, 6, 7)),
    "quad9": ((0, 4, 8, 7), (4, 1, 5, 8), (8, 5, 2, 6), (7, 8, 6, 3)),
}


class Pieces(NamedTuple):
    """Flat pieces of a surface, outward."""

    nodes: Ints  # (n, 2 or 4) node numbers, -1: none
    depth: Floats  # (n,) [m] half of the thickness of the cells below


def pieces_of(skin: SolidSurface) -> Pieces:
    """Cut the facets of a surface into pieces. Planar ones run with the body on their right, as contact has it."""
    solid = skin.body
    assert isinstance(solid, SolidBody)
    kind, cut = solid.facet_kind, np.array(_PIECES[solid.facet_kind])
    chosen = solid.boundary() if skin.facets is None else np.atleast_2d(skin.facets)
    nodes = np.where(cut >= 0, chosen[:, np.maximum(cut, 0)], -1).reshape(-1, cut.shape[1])
    depth = np.repeat(_depth(solid, chosen), len(cut))
    return Pieces(nodes[:, ::-1] if kind.startswith("line") else nodes, depth)


def _depth(solid: SolidBody, chosen: Ints) -> Floats:
    """Return half of the extent of the cell below each facet, across it."""
    table = facets_of(solid.kind)[1]
    owner = {tuple(facet): e for e, cell in enumerate(solid.cells) for facet in cell[table].tolist()}
    out = np.empty(len(chosen))
    for k, facet in enumerate(chosen.tolist()):
        X, places = solid.nodes[facet], solid.nodes[solid.cells[owner[tuple(facet)]]]
        if solid.dim == 2:
            t = X[1] - X[0]
            n = np.array((t[1], -t[0]))
        else:
            n = np.cross(X[1] - X[0], X[2] - X[0])
        out[k] = 0.5 * float(np.max((X[0] - places) @ n) / np.linalg.norm(n))
    return out
