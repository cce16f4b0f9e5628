"""Edges, shells and faults of triangle meshes: what makes a mesh the boundary of a body.

A mesh is vertices (n, 3) and faces (m, 3) of vertex numbers, counter-clockwise seen from outside.
"""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints

SHOWN = 5  # items that a message lists
FLAT = 1e-12  # double area of a facet, as a part of the square of its longest edge, below which it is degenerate


def listed(items: Any) -> str:
    """Return the first few numbers of a list as text."""
    return ", ".join(str(k) for k in list(items)[:SHOWN]) + (", ..." if len(items) > SHOWN else "")


def facets(items: Any) -> str:
    """Return numbers of facets as text."""
    return f"facet {items[0]}" if len(items) == 1 else f"facets {listed(items)}"


class Edges(NamedTuple):
    """Edges of a mesh, each once."""

    ends: Ints  # (e, 2) vertices, the smaller number first
    of_face: Ints  # (m, 3) edge from corner k to corner k + 1
    forward: np.ndarray  # (m, 3) bool, whether the facet runs from the smaller to the larger number
    faces: Ints  # (e,) number of facets at the edge
    balance: Ints  # (e,) facets that run forward less those that run backward


def edges_of(faces: Ints) -> Edges:
    """Return the edges of a mesh."""
    directed = np.stack([faces, np.roll(faces, -1, axis=1)], axis=2).reshape(-1, 2)
    forward = directed[:, 0] < directed[:, 1]
    ends, number, count = np.unique(np.sort(directed, axis=1), axis=0, return_inverse=True, return_counts=True)
    balance = np.bincount(number.ravel(), np.where(forward, 1.0, -1.0), len(ends)).astype(np.int64)
    return Edges(ends, number.reshape(-1, 3), forward.reshape(-1, 3), count, balance)


def normals_of(vertices: Floats, faces: Ints) -> Floats:
    """Return the normals (m, 3) of all facets; their length is twice the area [m^2]."""
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    return np.cross(b - a, c - a)


def degenerate(vertices: Floats, faces: Ints) -> np.ndarray:
    """Return which facets (m,) have no area."""
    X = vertices[faces]
    longest = ((X - np.roll(X, 1, axis=1)) ** 2).sum(axis=2).max(axis=1)
    return np.asarray(np.linalg.norm(normals_of(vertices, faces), axis=1) <= FLAT * longest)


def repeated(faces: Ints) -> np.ndarray:
    """Return which facets (m,) have the vertices of an earlier one, whatever their order."""
    _, first = np.unique(np.sort(faces, axis=1), axis=0, return_index=True)
    again = np.ones(len(faces), dtype=bool)
    again[first] = False
    return again


def shells_of(faces: Ints) -> Ints:
    """Return the number (m,) of the shell of every facet: facets that are connected by edges."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    number = edges_of(faces).of_face
    m, e = len(faces), int(number.max()) + 1
    rows = np.repeat(np.arange(m), 3)
    graph = coo_matrix((np.ones(3 * m), (rows, m + number.ravel())), shape=(m + e, m + e))
    return np.asarray(connected_components(graph, directed=False)[1])[:m]


def volume(vertices: Floats, faces: Ints) -> float:
    """Return the volume [m^3] that facets enclose; negative if they are turned inside out."""
    middle = vertices[faces[:, 0]].mean(axis=0)
    a = vertices[faces[:, 0]] - middle
    return float((a * normals_of(vertices, faces)).sum() / 6.0)


def winding(vertices: Floats, faces: Ints, point: Floats) -> float:
    """Return how often facets wind around a point: 1 inside a closed mesh, 0 outside (van Oosterom 1983, eq. 8)."""
    a, b, c = (vertices[faces[:, k]] - point for k in range(3))
    la, lb, lc = (np.linalg.norm(x, axis=1) for x in (a, b, c))
    det = (a * np.cross(b, c)).sum(axis=1)
    rest = la * lb * lc + (a * b).sum(axis=1) * lc + (b * c).sum(axis=1) * la + (c * a).sum(axis=1) * lb
    return float(2.0 * np.arctan2(det, rest).sum() / (4.0 * np.pi))


# Checks: each raises a ValueError that names facets and the remedy.


def check_numbers(vertices: Floats, faces: Ints) -> None:
    """Reject tables that are no mesh at all."""
    if vertices.shape[1] != 3:
        raise ValueError(f"vertices must have 3 components, not {vertices.shape[1]}")
    if faces.shape[1] != 3:
        raise ValueError(f"faces must be triangles of 3 vertex numbers, not {faces.shape[1]}")
    wrong = np.flatnonzero(((faces < 0) | (faces >= len(vertices))).any(axis=1))
    if len(wrong):
        raise ValueError(f"{facets(wrong)}: no such vertices; there are 0 to {len(vertices) - 1}")


def check_facets(vertices: Floats, faces: Ints) -> None:
    """Reject degenerate and repeated facets."""
    wrong = np.flatnonzero(degenerate(vertices, faces))
    if len(wrong):
        raise ValueError(f"{facets(wrong)}: degenerate, without area; mesh.repaired() leaves such facets out")
    wrong = np.flatnonzero(repeated(faces))
    if len(wrong):
        raise ValueError(f"{facets(wrong)}: given twice; mesh.repaired() leaves the second one out")


def _at_edge(edges: Edges, edge: int) -> Ints:
    return np.flatnonzero((edges.of_face == edge).any(axis=1))


def check_surface(vertices: Floats, faces: Ints) -> Edges:
    """Reject what is not an oriented surface, closed or open: at most two facets at an edge, wound alike."""
    check_facets(vertices, faces)
    edges = edges_of(faces)
    wrong = np.flatnonzero(edges.faces > 2)
    if len(wrong):
        a, b = edges.ends[wrong[0]]
        some = f" and {len(wrong) - 1} more edges" if len(wrong) > 1 else ""
        raise ValueError(
            f"the edge of vertices {a} and {b} has {edges.faces[wrong[0]]} facets ({listed(_at_edge(edges, wrong[0]))})"
            f"{some}: a surface has two at an edge at most; leave facets out, or give parts that touch along an edge "
            "vertices, and meshes, of their own"
        )
    wrong = np.flatnonzero((edges.faces == 2) & (edges.balance != 0))
    if len(wrong):
        one, two = _at_edge(edges, wrong[0])[:2]
        raise ValueError(
            f"facets {one} and {two} run the same way along their common edge, so one of them is turned over "
            f"({len(wrong)} such edges); mesh.repaired() turns facets alike"
        )
    return edges


def check_closed(vertices: Floats, faces: Ints) -> None:
    """Reject what does not enclose a body: borders, shells turned inside out or inside each other."""
    edges = check_surface(vertices, faces)
    border = np.flatnonzero(edges.faces == 1)
    if len(border):
        found = np.flatnonzero(np.isin(edges.of_face, border).any(axis=1))
        raise ValueError(
            f"not watertight: {len(border)} edges at {facets(found)} have one facet only; mesh.repaired() joins "
            "vertices that should be one, mesh.hull() is closed"
        )
    of = shells_of(faces)
    for shell in range(int(of.max()) + 1):
        own = faces[of == shell]
        inside = round(winding(vertices, faces[of != shell], vertices[own[0, 0]])) if of.max() > 0 else 0
        turned = volume(vertices, own) < 0.0
        named = facets(np.flatnonzero(of == shell))
        if turned and inside == 0:
            raise ValueError(f"{named}: turned inside out, their normals look into the body; mesh.flipped() turns all,"
                             " mesh.repaired() those of single shells")  # fmt: skip
        if turned != (inside == 1):
            raise ValueError(f"{named}: this shell reaches into another one, and both would count; mesh.repaired()"
                             " unites them, and the wall of a cavity is turned over")  # fmt: skip


# Mending.


def compact(vertices: Floats, faces: Ints) -> tuple[Floats, Ints]:
    """Return a mesh without the vertices that no facet uses."""
    used, faces = np.unique(faces, return_inverse=True)
    return vertices[used], faces.reshape(-1, 3).astype(np.int64)


def welded(vertices: Floats, faces: Ints, tolerance: float) -> tuple[Floats, Ints]:
    """Return a mesh whose vertices within a distance [m] of each other are one; the first of them stays."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components
    from scipy.spatial import cKDTree

    n = len(vertices)
    pairs = cKDTree(vertices).query_pairs(tolerance, output_type="ndarray")
    graph = coo_matrix((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(n, n))
    group = connected_components(graph, directed=False)[1]
    _, first = np.unique(group, return_index=True)
    return compact(vertices, first[group][faces])


def distinct(vertices: Floats, faces: Ints) -> tuple[Floats, Ints]:
    """Return a mesh without degenerate and repeated facets."""
    faces = faces[~degenerate(vertices, faces)]
    return compact(vertices, faces[~repeated(faces)]) if len(faces) else (vertices, faces)


def oriented(vertices: Floats, faces: Ints) -> Ints:
    """Return faces wound alike in every shell, closed ones outwards; walls of cavities stay as most facets are."""
    edges = edges_of(faces)
    order = np.argsort(edges.of_face.ravel(), kind="stable")
    start = np.concatenate([[0], np.cumsum(edges.faces)])
    turned = np.zeros(len(faces), dtype=bool)
    of = -np.ones(len(faces), dtype=np.int64)
    shells = 0
    for seed in range(len(faces)):
        if of[seed] < 0:
            _walk(seed, shells, edges, order, start, of, turned)
            shells += 1
    for shell in range(shells):  # as most of its facets are
        own = of == shell
        turned[own] ^= 2 * np.count_nonzero(turned[own]) > np.count_nonzero(own)
    faces = np.where(turned[:, None], faces[:, ::-1], faces)
    for shell in range(shells):
        own = of == shell
        closed = (edges.faces[edges.of_face[own]] == 2).all()
        if closed and volume(vertices, faces[own]) < 0.0 and not _surrounded(vertices, faces, of, shell, shells):
            faces[own] = faces[own][:, ::-1]
    return np.asarray(faces)


def _walk(seed: int, shell: int, edges: Edges, order: Ints, start: Ints, of: Ints, turned: np.ndarray) -> None:
    """Give the facets connected with one the number of its shell, and note which run the other way round."""
    of[seed], line = shell, deque([seed])
    while line:
        face = line.popleft()
        for k in range(3):
            edge = edges.of_face[face, k]
            if edges.faces[edge] != 2:
                continue
            for place in order[start[edge] : start[edge + 1]]:
                other, side = divmod(int(place), 3)
                if of[other] < 0:
                    same = edges.forward[other, side] == edges.forward[face, k]
                    of[other], turned[other] = shell, turned[face] ^ same
                    line.append(other)


def _surrounded(vertices: Floats, faces: Ints, of: Ints, shell: int, shells: int) -> bool:
    """Return whether a shell is in the box of another one, and a vertex of it inside: the wall of a cavity."""
    own = vertices[faces[of == shell]].reshape(-1, 3)
    for k in range(shells):
        other = faces[of == k]
        X = vertices[other].reshape(-1, 3)
        within = (own.min(axis=0) > X.min(axis=0)).all() and (own.max(axis=0) < X.max(axis=0)).all()
        if k != shell and within and round(winding(vertices, other, own[0])) != 0:
            return True
    return False
