"""Meshes of one kind of cells: boxes, meshes of other packages, and what makes a mesh valid."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.errors import ModelError
from stickslip.model.base import as_vector, short
from stickslip.solids.cells import NAMES, cell, facets, jacobians, stiffness_rule

Mesh = tuple[Floats, Ints]  # nodes (n, dim) and cells (m, k)
_MOST_BOXES = 4_000_000  # in one body: a typo should not fill the memory
_SHOWN = 5  # items that a message lists


# Checks.


def check(kind: str, nodes: Floats, cells: Ints) -> None:
    """Reject (ValueError) what is not a mesh: wrong, repeated or unused nodes, bad or overlapping elements, parts."""
    n = len(nodes)
    _refuse(np.any((cells < 0) | (cells >= n), axis=1), cells, f"refers to nodes that do not exist (0 to {n - 1})")
    ordered = np.sort(cells, axis=1)
    _refuse((ordered[:, 1:] == ordered[:, :-1]).any(axis=1), cells, "has a node twice")
    unused = np.flatnonzero(np.bincount(cells.ravel(), minlength=n) == 0)
    if len(unused):
        raise ValueError(f"{_count(unused, 'node')} in no element: {_list(unused)}; leave unused nodes out")
    X = nodes[cells]
    size = np.ptp(X, axis=1).max(axis=1) ** nodes.shape[1]
    volume = np.linalg.det(jacobians(kind, X, stiffness_rule(kind, X)[0])).min(axis=1)
    hint = "wrong order of nodes, or mirrored" if (volume < 0.0).all() else "see the order of nodes of VTK"
    _refuse(volume <= -1e-12 * size, cells, f"is turned inside out (negative Jacobian; {hint})")
    _refuse(volume <= 1e-12 * size, cells, "is degenerate (Jacobian zero)")
    _check_facets(kind, cells)
    parts = _parts(n, cells)
    if (count := int(parts.max()) + 1) > 1:
        first = [int(np.argmax(parts[cells[:, 0]] == k)) for k in range(min(count, _SHOWN))]
        some = ", ".join(f"element {e}" for e in first) + (", ..." if count > _SHOWN else "")
        raise ValueError(f"the mesh has {count} parts that share no node ({some}); declare one SolidBody for each")


def _check_facets(kind: str, cells: Ints) -> None:
    """Reject elements given twice, and facets of more than two elements or of two on the same side of it."""
    order, again = _equal_rows(cells)
    if again.any():
        first, second = order[np.argmax(again) :][:2]
        raise ValueError(f"element {second} has the nodes of element {first}")
    of, table = cell(kind), facets(kind)[1]
    size = of.dim if of.simplex else 2 ** (of.dim - 1)  # corners of a facet
    corners = cells[:, table[:, :size]].reshape(-1, size)
    low = np.argmin(corners, axis=1)[:, None]
    after, before = (np.take_along_axis(corners, (low + step) % size, axis=1)[:, 0] for step in (1, -1))
    turn = after < before if size > 2 else low[:, 0] == 0  # the way round, seen from outside
    order, again = _equal_rows(corners)
    bad = again & (turn[order[1:]] == turn[order[:-1]])
    bad[1:] |= again[1:] & again[:-1]
    if bad.any():
        nodes = np.sort(corners[order[np.argmax(bad)]])
        found = np.flatnonzero((np.sort(corners, axis=1) == nodes).all(axis=1)) // len(table)
        place = " ".join(str(k) for k in nodes)
        raise ValueError(f"elements {_list(found)} overlap at their common facet of the nodes {place}")


def _equal_rows(numbers: Ints) -> tuple[Ints, np.ndarray]:
    """Return an order (n,) that groups equal rows, and which rows equal the one before (n - 1,)."""
    rows = np.sort(numbers, axis=1)
    order = np.lexsort(rows.T)
    return order, (rows[order[1:]] == rows[order[:-1]]).all(axis=1)


def _count(items: Any, word: str) -> str:
    return f"1 {word} is" if len(items) == 1 else f"{len(items)} {word}s are"


def _list(items: Any) -> str:
    return ", ".join(str(k) for k in items[:_SHOWN]) + (", ..." if len(items) > _SHOWN else "")


def _refuse(bad: Any, cells: Ints, reason: str) -> None:
    """Name the elements that are bad, the first with its nodes."""
    found = np.flatnonzero(bad)
    if len(found):
        first = int(found[0])
        more = f"; {len(found)} such elements: {_list(found)}" if len(found) > 1 else ""
        raise ValueError(f"element {first} (nodes {' '.join(str(k) for k in cells[first])}) {reason}{more}")


def _parts(n: int, cells: Ints) -> Ints:
    """Return the number of the connected part of every node."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    ends = cells[:, 1:].ravel()
    starts = np.repeat(cells[:, 0], cells.shape[1] - 1)
    graph = coo_matrix((np.ones(len(ends)), (starts, ends)), shape=(n, n))
    return np.asarray(connected_components(graph, directed=False)[1])


def boundary(kind: str, cells: Ints) -> Ints:
    """Return the facets (nf, nodes of a facet) that belong to one cell only, outward, in the order of cells."""
    table = facets(kind)[1]
    found = cells[:, table].reshape(-1, table.shape[1])
    _, first, count = np.unique(np.sort(found, axis=1), axis=0, return_index=True, return_counts=True)
    return np.asarray(found[np.sort(first[count == 1])])


# Boxes.


def _vector(name: str, value: Any, dim: int | None, kind: type = float) -> np.ndarray:
    try:
        array = np.array(as_vector(value))
    except ValueError:
        array = np.zeros(0)
    if array.ndim != 1 or len(array) not in ((2, 3) if dim is None else (dim,)) or not np.isfinite(array).all():
        raise ModelError(f"SolidBody.box: {name} = {short(value)} must be {dim or '2 or 3'} numbers")
    if kind is int and ((array < 1) | (array != np.round(array))).any():
        raise ModelError(f"SolidBody.box: {name} = {short(value)} must be integers >= 1")
    return array.astype(kind)


def _pieces(shape: str, dim: int, diagonal: str) -> Floats:
    """Return the corners (pieces, corners, dim) of the cells in a unit box."""
    if shape in ("quad", "hexahedron"):
        return np.asarray(cell(shape).nodes[None])
    corners = []
    for axes in itertools.permutations(range(dim)):  # walks along edges from (0, ..) to (1, ..)
        walk = np.cumsum(np.vstack([np.zeros(dim), np.eye(dim)[list(axes)]]), axis=0)
        if diagonal == "left":
            walk[:, 0] = 1.0 - walk[:, 0]
        if np.linalg.det(walk[1:] - walk[0]) < 0.0:
            walk[[-2, -1]] = walk[[-1, -2]]
        corners.append(walk)
    return np.array(corners)


def box(lengths: Any, divisions: Any, kind: str | None, origin: Any, diagonal: str) -> Mesh:
    """Return a box of equal cells (see ``SolidBody.box``)."""
    size = _vector("lengths", lengths, None)
    dim = len(size)
    if (size <= 0.0).any():
        raise ModelError(f"SolidBody.box: lengths = {short(lengths)} must be > 0")
    n = _vector("divisions", [divisions] * dim if isinstance(divisions, int) else divisions, dim, int)
    if np.prod(n.astype(float)) > _MOST_BOXES:
        raise ModelError(f"SolidBody.box: divisions = {short(divisions)} make more than {_MOST_BOXES} cells")
    start = np.zeros(dim) if origin is None else _vector("origin", origin, dim)
    name = {2: "quad", 3: "hexahedron"}[dim] if kind is None else kind
    known = [each for each in NAMES if cell(each).dim == dim]
    if not isinstance(name, str) or name not in known:
        raise ModelError(f"SolidBody.box: kind = {short(kind)} must be one of the {dim}-D cells {', '.join(known)}")
    if not isinstance(diagonal, str) or diagonal not in ("right", "left"):
        raise ModelError(f'SolidBody.box: diagonal = {short(diagonal)} must be "right" or "left"')
    of = cell(name)
    corners = _pieces(of.shape, dim, diagonal)
    places = np.einsum("na,pai->pni", cell(of.shape).values(of.nodes), corners)  # nodes of the cells in a unit box
    steps = np.array(list(itertools.product(*(range(k) for k in n[::-1]))))[:, ::-1]  # x runs fastest
    lattice = np.round(2.0 * (steps[:, None, None, :] + places)).astype(np.int64)  # half steps
    stride = np.concatenate([[1], np.cumprod(2 * n[:-1] + 1)])
    used, cells = np.unique(lattice @ stride, return_inverse=True)
    index = np.stack([used // stride[i] % (2 * n[i] + 1) for i in range(dim)], axis=1)
    return start + size * index / (2.0 * n), cells.reshape(-1, len(of.nodes)).astype(np.int64)


# Meshes of other packages.


def arrays(mesh: Any) -> Mesh | None:
    """Return nodes and cells of a mesh of scikit-fem or meshio; None for anything else."""
    if hasattr(mesh, "doflocs"):
        return _from_skfem(mesh)
    if hasattr(mesh, "points") and all(hasattr(block, "type") for block in getattr(mesh, "cells", [None])):
        return _from_meshio(mesh, None, f"the {type(mesh).__name__}")
    return None


def _from_skfem(mesh: Any) -> Mesh:
    """Return nodes and cells of a mesh of scikit-fem; local numbers follow from its reference coordinates.

    Simplices of scikit-fem may be left-handed; they are reversed.
    """
    local, numbers, places = np.asarray(mesh.elem().doflocs), mesh.dofs.element_dofs, mesh.doflocs
    kinds = [cell(name) for name in NAMES if cell(name).nodes.shape == local.shape]
    for of in kinds:
        order = [int(np.argmin(abs(local - place).sum(axis=1))) for place in of.nodes]
        if abs(local[order] - of.nodes).max() < 1e-9:
            nodes, cells = np.ascontiguousarray(places.T), np.ascontiguousarray(numbers.T[:, order])
            mirror = [of.node_at(place) for place in of.nodes[:, [1, 0, *range(2, of.dim)]]]
            middle = jacobians(of.name, nodes[cells], of.nodes[: of.corners].mean(axis=0)[None])[:, 0]
            left = np.linalg.det(middle) < 0.0
            cells[left] = cells[left][:, mirror]
            return nodes, cells.astype(np.int64)
    raise ModelError(f"SolidBody: cells of {type(mesh).__name__} are not known; known: {', '.join(NAMES)}")


def _from_meshio(mesh: Any, dim: int | None, source: str) -> Mesh:
    """Return nodes and cells of a mesh of meshio: cells of the highest dimension, or of ``dim``, and their nodes."""
    blocks: dict[str, list[Any]] = {}
    for block in mesh.cells:
        if len(block.data):
            blocks.setdefault(block.type, []).append(block.data)
    known = {name: cell(name).dim for name in blocks if name in NAMES}
    dim = dim or max(known.values(), default=0)
    chosen = [name for name, d in known.items() if d == dim]
    if len(chosen) != 1:
        found = ", ".join(blocks) or "none"
        raise ModelError(f"SolidBody: {source} must have one kind of {dim or 2}-D cells; it has: {found}")
    cells = np.vstack(blocks[chosen[0]]).astype(np.int64)
    used, cells = np.unique(cells, return_inverse=True)
    nodes, cells = np.asarray(mesh.points, dtype=float)[used], cells.reshape(-1, len(cell(chosen[0]).nodes))
    if nodes.shape[1] > dim and np.ptp(nodes[:, dim:], axis=0).max() > 1e-9 * np.ptp(nodes, axis=0).max():
        raise ModelError(f"SolidBody: the {chosen[0]} cells of {source} do not lie in the x-y plane")
    return np.ascontiguousarray(nodes[:, :dim]), cells


def read(path: str | Path, dim: int | None) -> Mesh:
    """Return nodes and cells of a file that meshio reads."""
    try:
        import meshio
    except ImportError:
        raise ModelError("SolidBody.read() needs the package meshio: pip install stickslip[mesh]") from None
    if not Path(path).is_file():
        raise ModelError(f"SolidBody.read: no file '{path}'")
    try:
        mesh = meshio.read(path)
    except (meshio.ReadError, SystemExit, ValueError, KeyError) as error:
        raise ModelError(f"SolidBody.read: '{path}' cannot be read: {error}") from None
    return _from_meshio(mesh, dim, f"'{path}'")
