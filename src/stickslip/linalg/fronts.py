"""Symbolic phase of a multifrontal factorisation: which rows every front has, and where everything goes in it.

A front belongs to one set of the dissection: its k pivots and the m later unknowns they are coupled with, fill
included. It is four dense matrices: F11 (k, k), F21 (m, k), F12 (k, m) and F22 (m, m), the share that its parent gets.
Unknowns are numbered in the order of elimination, so that the rows of a front are ascending.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stickslip._arrays import Ints
from stickslip._jit import njit
from stickslip.linalg.dissection import Graph, Tree

U64 = np.uint64  # unsigned indices let the compiler vectorise inner loops


@dataclass
class Front:
    """Index maps of one front."""

    first: int  # pivots are first .. first + k
    k: int
    rows: Ints  # (m,) later unknowns
    parent: int
    children: list[int]
    place: Ints  # (m,) where rows stand in the parent: among its pivots (first ``split`` of them), then among its rows
    split: int
    runs: Ints  # (runs + 1,) where consecutive places start, and m
    entries: tuple[tuple[Ints, Ints], ...]  # of F11, F21, F12: which of the matrix, and where (by columns)


@dataclass
class Fronts:
    """All fronts of a pattern, branches first."""

    fronts: list[Front]
    order: Ints  # (n,) unknown that is eliminated at each step
    position: Ints  # (n,) the inverse

    def memory(self, symmetric: bool) -> float:
        """Return the bytes of factors and of the largest set of fronts that are alive at once."""
        factors = live = peak = 0
        share = {}
        for number, front in enumerate(self.fronts):
            k, m = front.k, len(front.rows)
            factors += k * k + k * m * (1 if symmetric else 2)
            share[number] = m * m
            live += m * m
            peak = max(peak, factors + live)
            for child in front.children:
                live -= share.pop(child)
        return 8.0 * peak


def _later_nodes(graph: Graph, tree: Tree, rank: Ints, node_at: Ints, first: Ints) -> list[Ints]:
    """Return, for every front, the ranks of all later nodes with which its elimination deals, fill included."""
    later: list[Ints] = []
    children = children_of(tree.parent)
    counts = np.diff(graph.start)
    for f in range(len(tree.parent)):
        nodes = node_at[first[f] : first[f + 1]]
        shift = np.cumsum(counts[nodes]) - counts[nodes]
        entries = np.arange(counts[nodes].sum()) + np.repeat(graph.start[nodes] - shift, counts[nodes])
        found = [rank[graph.neighbours[entries]], *(later[c] for c in children[f])]
        every = np.unique(np.concatenate(found))
        later.append(every[np.searchsorted(every, first[f + 1]) :])
    return later


def children_of(parent: Ints) -> list[list[int]]:
    """Return the children of every set."""
    children: list[list[int]] = [[] for _ in parent]
    for f, p in enumerate(parent.tolist()):
        if p >= 0:
            children[p].append(f)
    return children


def _expand(start: Ints, size: Ints, ranks: Ints) -> Ints:
    """Return the unknowns of several nodes; ``start`` and ``size`` are by rank."""
    counts = size[ranks]
    shift = np.cumsum(counts) - counts
    return np.arange(counts.sum()) + np.repeat(start[ranks] - shift, counts)


def analyse(graph: Graph, tree: Tree, rows: Ints, columns: Ints) -> Fronts:
    """Return the index maps of all fronts of a matrix with the given places of entries."""
    node_at = np.argsort(tree.front, kind="stable")  # nodes in order of elimination
    rank = np.empty_like(node_at)
    rank[node_at] = np.arange(len(node_at))
    first = np.searchsorted(tree.front[node_at], np.arange(len(tree.parent) + 1))
    later = _later_nodes(graph, tree, rank, node_at, first)
    size = graph.size[node_at]
    start = np.concatenate([[0], np.cumsum(size)])
    order = np.argsort(rank[graph.group], kind="stable")
    position = np.empty_like(order)
    position[order] = np.arange(len(order))

    owner = np.repeat(tree.front[node_at], size)
    i, j = position[rows], position[columns]
    owner = owner[np.minimum(i, j)].astype(np.int32)
    sequence = np.argsort(owner, kind="stable")
    bounds = np.searchsorted(owner[sequence], np.arange(len(tree.parent) + 1))
    local, none = np.zeros(len(order), dtype=np.int64), np.zeros(0, dtype=np.int64)
    fronts: list[Front] = []
    for f, children in enumerate(children_of(tree.parent)):
        a, b = int(start[first[f]]), int(start[first[f + 1]])
        own = _expand(start, size, later[f])
        local[own] = np.arange(len(own))
        chosen = sequence[bounds[f] : bounds[f + 1]]
        entries = _split(chosen, i[chosen], j[chosen], a, b, local, len(own))
        fronts.append(Front(a, b - a, own, int(tree.parent[f]), children, none, 0, none, entries))
    for front in fronts:
        if front.parent >= 0:
            above = fronts[front.parent]
            front.split = int(np.searchsorted(front.rows, above.first + above.k))
            front.place = np.searchsorted(above.rows, front.rows)
            front.place[: front.split] = front.rows[: front.split] - above.first
            jumps = np.diff(front.place) != 1
            jumps[front.split - 1 : front.split] = True
            front.runs = np.concatenate([[0], np.flatnonzero(jumps) + 1, [len(front.rows)]])
    return Fronts(fronts, order, position)


def _split(entries: Ints, r: Ints, c: Ints, a: int, b: int, local: Ints, m: int) -> tuple[tuple[Ints, Ints], ...]:
    """Return entries (r, c) of a front with pivots a .. b, and their places in F11, F21 and F12."""
    inner, below, right = (r < b) & (c < b), r >= b, c >= b
    return (
        (entries[inner], (r[inner] - a) + (c[inner] - a) * (b - a)),
        (entries[below], local[r[below]] + (c[below] - a) * m),
        (entries[right], (r[right] - a) + local[c[right]] * (b - a)),
    )


@njit
def _add_rows(share, c, first, last, place, runs, target, column):
    """target[column, place[r]] += share[c, r] for the rows r = first .. last, run by run."""
    if first == last:
        return
    k = np.searchsorted(runs, first, side="right") - 1
    while runs[k] < last:
        begin, end = max(runs[k], first), min(runs[k + 1], last)
        shift = U64(place[begin])
        for r in range(U64(end - begin)):
            target[column, shift + r] += share[c, U64(begin) + r]
        k += 1


@njit
def add_share(share, place, split, runs, F11, F21, F12, F22, symmetric):
    """Add F22 of a child to the front of its parent (transposed arrays: column-major matrices by their columns)."""
    m = len(place)
    for c in range(m):
        column = place[c]
        if c < split:
            _add_rows(share, c, c if symmetric else 0, split, place, runs, F11, column)
            _add_rows(share, c, split, m, place, runs, F21, column)
        else:
            if not symmetric:
                _add_rows(share, c, 0, split, place, runs, F12, column)
            _add_rows(share, c, c if symmetric else split, m, place, runs, F22, column)
