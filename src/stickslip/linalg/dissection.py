"""Nested dissection: a tree of node sets, such that nodes of different branches are never coupled.

A set of nodes is divided by a small separator into two parts without coupling, and these again. Separators are found by
geometry: the cut is a plane across one of the axes, near the middle, and the separator is one side of the cut edges.
Nodes of which no place is known get pseudo-coordinates: differences of distances to far-away nodes in the graph.

Nodes with a zero diagonal (multipliers, bodies without mass) are eliminated after what they are coupled with: a
multiplier is placed where all of its regular neighbours meet in the tree, a body without mass where its multipliers do,
in a set of its own next above: the pivots before it are positive definite, and its own are negative definite.
"""

from __future__ import annotations

from functools import reduce
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp
from scipy.sparse import csgraph

from stickslip._arrays import Floats, Ints
from stickslip._jit import njit

LEAF = 120  # unknowns of a set that is not divided any more
_CUTS = (0.5, 0.46, 0.54, 0.42, 0.58)  # places of trial cuts, relative to the number of nodes


class Graph(NamedTuple):
    """Nodes as groups of unknowns with the same neighbours."""

    group: Ints  # (n,) node of every unknown
    size: Ints  # (nodes,) unknowns
    start: Ints  # (nodes + 1,) rows of the adjacency, without the nodes themselves
    neighbours: Ints
    late: np.ndarray  # (nodes,) bool: zero diagonal


class Tree(NamedTuple):
    """Sets of nodes in an order in which branches come before the sets they hang on."""

    front: Ints  # (nodes,) set of every node
    parent: Ints  # (sets,) -1: a root


def compress(start: Ints, indices: Ints, late: np.ndarray) -> Graph:
    """Group unknowns with the same pattern of a structurally symmetric matrix (rows ``start``, ``indices``)."""
    n = len(start) - 1
    weight = np.random.default_rng(0).integers(0, 1 << 62, n, dtype=np.uint64)
    key = _row_sums(start, indices, weight)
    key += np.where(late, weight, np.uint64(0))  # every unknown with a zero diagonal is a node of its own
    _, first, group = np.unique(key, return_index=True, return_inverse=True)
    chosen = _rows(start, first)
    rows = np.repeat(np.arange(len(first)), start[first + 1] - start[first])
    columns = group[indices[chosen]]
    keep = rows != columns
    pattern = sp.csr_array((np.ones(keep.sum(), dtype=np.int8), (rows[keep], columns[keep])), shape=2 * (len(first),))
    return Graph(
        group.astype(np.int64),
        np.bincount(group, minlength=len(first)),
        pattern.indptr.astype(np.int64),
        pattern.indices.astype(np.int64),
        late[first],
    )


def _rows(start: Ints, rows: Ints) -> Ints:
    """Return the places of all entries of some rows."""
    counts = start[rows + 1] - start[rows]
    shift = np.cumsum(counts) - counts
    return np.arange(counts.sum()) + np.repeat(start[rows] - shift, counts)


@njit
def _row_sums(start, indices, weight):
    """Return sum_j weight_j over the entries of every row and its diagonal, modulo 2^64."""
    out = weight.copy()
    for i in range(len(out)):
        for k in range(start[i], start[i + 1]):
            if indices[k] != i:
                out[i] += weight[indices[k]]
    return out


def pseudo_places(graph: Graph) -> Floats:
    """Return coordinates (nodes, 3) from distances in the graph: x = d(a) - d(b) for far-away nodes a, b of a part."""
    n = len(graph.size)
    A = sp.csr_array((np.ones(len(graph.neighbours)), graph.neighbours, graph.start), shape=(n, n))
    parts, label = csgraph.connected_components(A, directed=False)
    places = np.zeros((n, 3))
    for part in range(min(parts, n)):
        nodes = np.flatnonzero(label == part)
        if len(nodes) < 3:
            continue
        far = nodes[0]
        nearest = np.full(len(nodes), np.inf)
        for axis in range(3):
            ends = []
            for _ in range(2):
                distance = csgraph.dijkstra(A, indices=far, unweighted=True)[nodes]
                far = nodes[int(np.argmax(distance))]
                ends.append(csgraph.dijkstra(A, indices=far, unweighted=True)[nodes])
                nearest = np.minimum(nearest, ends[-1])
            places[nodes, axis] = ends[0] - ends[1]
            far = nodes[int(np.argmax(nearest))]
    places[:, 0] += 2.0 * n * label
    return places


def _completed(graph: Graph, places: Floats) -> Floats:
    """Return places with those of the neighbours, on average, where none is known."""
    unknown: np.ndarray = np.asarray(np.isnan(places).any(axis=1))
    if unknown.all():
        return pseudo_places(graph)
    out = np.where(unknown[:, None], places[~unknown].mean(axis=0), places)
    for node in np.flatnonzero(unknown & ~graph.late):
        around = graph.neighbours[graph.start[node] : graph.start[node + 1]]
        if (known := around[~unknown[around]]).size:
            out[node] = places[known].mean(axis=0)
    return out


@njit
def _mark_boundary(start, neighbours, nodes, side, own, other):
    """Return how many nodes of side ``own`` touch side ``other``."""
    count = 0
    for v in nodes:
        if side[v] == own:
            for k in range(start[v], start[v + 1]):
                if side[neighbours[k]] == other:
                    count += 1
                    break
    return count


@njit
def _take_boundary(start, neighbours, nodes, side, own, other, separator):
    """Give the nodes of side ``own`` that touch side ``other`` the side ``separator``."""
    for v in nodes:
        if side[v] == own:
            for k in range(start[v], start[v + 1]):
                if side[neighbours[k]] == other:
                    side[v] = separator
                    break


def _divide(graph: Graph, places: Floats, nodes: Ints, side: Ints) -> tuple[Ints, Ints, Ints] | None:
    """Return both parts and the separator of a set of nodes; None where no cut leaves two parts.

    ``side`` (nodes of the graph,) is 0 on entry and on return.
    """
    best, chosen = np.inf, None
    X = places[nodes]
    extent = np.ptp(X, axis=0)
    for axis in np.flatnonzero(extent > 0.6 * extent.max()):
        x = np.sort(X[:, axis])
        for cut in np.unique(x[[int(c * len(x)) for c in _CUTS]]):
            left = X[:, axis] < cut
            side[nodes] = np.where(left, 1, 2)
            for own, other in ((1, 2), (2, 1)):
                count = _mark_boundary(graph.start, graph.neighbours, nodes, side, own, other)
                rest = left.sum() - count if own == 1 else (~left).sum() - count
                small = min(rest, len(nodes) - count - rest)
                cost = count * (1.0 + 2.0 * (0.5 - small / len(nodes)) ** 2)
                if small > 0 and cost < best:
                    best, chosen = cost, (axis, cut, own, other)
    if chosen is None:
        side[nodes] = 0
        return None
    axis, cut, own, other = chosen
    side[nodes] = np.where(X[:, axis] < cut, 1, 2)
    _take_boundary(graph.start, graph.neighbours, nodes, side, own, other, 3)
    kind = side[nodes]
    side[nodes] = 0
    return nodes[kind == 1], nodes[kind == 2], nodes[kind == 3]


def dissect(graph: Graph, places: Floats | None = None, leaf: int = LEAF) -> Tree:
    """Divide the graph until sets have at most ``leaf`` unknowns; nodes with zero diagonal are added where they may be.

    Parameters
    ----------
    graph : Graph
    places : (nodes, dim), optional
        Places of the nodes; NaN where unknown.
    leaf : int
    """
    late = graph.late
    places = pseudo_places(graph) if places is None else _completed(graph, places)
    front, parents = np.full(len(graph.size), -1), list[int]()
    side = np.zeros(len(graph.size), dtype=np.int64)
    stack = [(np.flatnonzero(~late), -1)]
    while stack:
        nodes, parent = stack.pop()
        parts = _divide(graph, places, nodes, side) if graph.size[nodes].sum() > leaf else None
        number = len(parents)
        parents.append(parent)
        front[nodes if parts is None else parts[2]] = number
        if parts is not None:
            stack += [(parts[0], number), (parts[1], number)]
    last = len(parents) - 1  # branches first
    tree = Tree(np.where(front >= 0, last - front, -1), np.array([last - p if p >= 0 else -1 for p in parents])[::-1])
    _place_late(graph, tree)
    return _late_apart(graph, tree)


def _late_apart(graph: Graph, tree: Tree) -> Tree:
    """Give nodes with zero diagonal sets of their own above those they are in: both are definite then, mostly."""
    front, parent = tree
    mixed = np.unique(front[graph.late])
    shift = np.cumsum(np.isin(np.arange(len(parent)), mixed))  # a new set follows each of these
    number = np.arange(len(parent)) + shift  # of what is above: the new set where there is one
    lower = number - np.isin(np.arange(len(parent)), mixed)
    above = np.full(len(parent) + len(mixed), -1)
    above[number] = np.where(parent >= 0, lower[parent], -1)
    above[lower[mixed]] = number[mixed]
    return Tree(np.where(graph.late, number[front], lower[front]), above)


def _meet(parent: Ints, a: int, b: int) -> int:
    """Return the lowest set that is a or b or above both."""
    while a != b:
        if a < b:
            a = int(parent[a])
        else:
            b = int(parent[b])
    return a


def _place_late(graph: Graph, tree: Tree) -> None:
    """Put nodes with zero diagonal where all their placed neighbours meet: multipliers, then what hangs on them."""
    front, parent = tree
    waiting = [int(node) for node in np.flatnonzero(graph.late)]
    while waiting:
        found = {}
        for node in waiting:
            around = front[graph.neighbours[graph.start[node] : graph.start[node + 1]]]
            around = np.unique(around[around >= 0]).tolist()
            if around:
                found[node] = reduce(lambda a, b: _meet(parent, a, b), around)
        if not found:  # coupled with nothing that has a place
            found = dict.fromkeys(waiting, len(parent) - 1)
        for node, place in found.items():
            front[node] = place
        waiting = [node for node in waiting if node not in found]
    for node in np.flatnonzero(graph.late).tolist():  # neighbours must lie on one path to the root
        for other in graph.neighbours[graph.start[node] : graph.start[node + 1]]:
            if graph.late[other]:
                meet = _meet(parent, int(front[node]), int(front[other]))
                if meet not in (front[node], front[other]):
                    front[node] = meet
