"""Fill-reducing elimination order of a node graph with joints that must wait for their bodies.

Nodes are bodies (pivot block regular) and joints (zero diagonal block, ``late = 1``). Eliminating the set E of nodes
needs a regular leading block; for A > 0 that holds if and only if the joint rows in E, restricted to the bodies in E,
have full row rank: the joints in E must not be redundant when all *other* bodies are held fixed. One eliminated body
per joint is not enough (a rod between two spherical joints has 6 rows, 6 unknowns, rank 5). Sufficient, and kept
here, is that every connected part of E either

* has no open joint, i.e. none to a body outside E: its rows are complete rows of G, independent if G is; or
* is a tree with one open joint and none to ground: seen from there, every joint has a body of its own behind it.

Nodes with ``late`` = 2 or 3 have regular pivot blocks by themselves and no inertia of their own. They are eliminated
first of all, so that the joints on them become joints of the bodies that carry them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from heapq import heapify, heappop, heappush
from types import MappingProxyType

import numpy as np

from stickslip._arrays import Ints

_CLIQUE_TEST_DEGREE = 8  # larger neighbourhoods are rarely complete, and testing them costs degree^2


class _Assembly:
    """The connected parts of the eliminated set (union-find), with what decides whether a joint may follow."""

    def __init__(self, sizes: list[int], late: list[bool], adjacency: list[set[int]]) -> None:
        self.sizes, self.late = sizes, late
        self.links = [[j for j in adj if late[j] != late[k]] for k, adj in enumerate(adjacency)]  # joint <-> bodies
        n = len(sizes)
        self.parent = list(range(n))
        self.done = [False] * n
        self.waiting = [len(links) for links in self.links]  # bodies of a joint that are not eliminated yet
        self.open = [0] * n  # per part: eliminated joints with a body outside
        self.held = [0] * n  # per part: loops, joints to ground, joints with more rows than a body has unknowns

    def root(self, k: int) -> int:
        parent = self.parent
        while parent[k] != k:
            parent[k] = parent[parent[k]]
            k = parent[k]
        return k

    def may_follow(self, k: int) -> bool:
        """Return whether the pivot block of node ``k`` is regular if it is eliminated now."""
        if not self.late[k]:
            return True
        roots = [self.root(j) for j in self.links[k] if self.done[j]]
        n_open = sum(self.open[r] for r in set(roots)) + (self.waiting[k] > 0)
        if n_open == 0:
            return True
        is_tree = len(set(roots)) == len(roots) > 0
        return n_open == 1 and is_tree and not self.holds(k) and not any(self.held[r] for r in roots)

    def holds(self, k: int) -> bool:
        """Return whether joint ``k`` is tied to ground or may be dependent on one of its bodies alone."""
        return len(self.links[k]) == 1 or any(self.sizes[j] < self.sizes[k] for j in self.links[k])

    def add(self, k: int) -> None:
        """Mark ``k`` as eliminated and join the parts it touches."""
        self.done[k] = True
        if self.late[k]:
            self.open[k] = int(self.waiting[k] > 0)
            self.held[k] = int(self.holds(k))
        for j in self.links[k]:
            if not self.late[k]:
                self.waiting[j] -= 1
            if not self.done[j]:
                continue
            r = self.root(j)
            if not self.late[k] and self.waiting[j] == 0:
                self.open[r] -= 1
            if r == k:
                self.held[k] += 1  # the second path to the same part closes a loop
            else:
                self.parent[r] = k
                self.open[k] += self.open[r]
                self.held[k] += self.held[r]


def _key(k: int, adjacency: list[set[int]], sizes: list[int]) -> tuple[int, int]:
    """Return (0, degree) if eliminating ``k`` causes no fill, else (1, degree); the degree counts scalar unknowns."""
    neighbours = adjacency[k]
    degree = sum(sizes[j] for j in neighbours)
    d = len(neighbours)
    if d <= 1:
        return 0, degree
    if d <= _CLIQUE_TEST_DEGREE and all(len(neighbours & adjacency[j]) == d - 1 for j in neighbours):
        return 0, degree
    return 1, degree


def _eliminate(k: int, adjacency: list[set[int]]) -> set[int]:
    """Take ``k`` out of the graph: its neighbours become neighbours of each other. Return them."""
    neighbours = adjacency[k]
    for j in neighbours:
        adjacent = adjacency[j]
        adjacent |= neighbours
        adjacent.discard(j)
        adjacent.discard(k)
    return neighbours


def minimum_degree(
    sizes: Ints,
    edges: Ints,
    late: Ints,
    after: Mapping[int, Collection[int]] = MappingProxyType({}),
) -> tuple[list[int], list[list[int]]]:
    """Order nodes by least weighted degree among those whose pivot block is regular; fill-free nodes come first.

    Leaves of trees are fill-free, so chains and trees of bodies and joints are ordered without any fill.

    Parameters
    ----------
    sizes : (n,) scalar unknowns per node
    edges : (m, 2) pairs of coupled nodes
    late : (n,) 1 for joints, 2 and 3 for what is eliminated first
    after : nodes that must be eliminated before the node that is the key; its pivot block is regular then

    Returns
    -------
    order : node eliminated at each step
    later : for each step, the neighbours (fill included) that are eliminated later, in elimination order
    """
    n = len(sizes)
    weight = [int(s) for s in sizes]
    adjacency: list[set[int]] = [set() for _ in range(n)]
    for i, j in edges.tolist():
        if i != j:
            adjacency[i].add(j)
            adjacency[j].add(i)
    order: list[int] = []
    clique: list[set[int]] = []
    for k in np.flatnonzero(np.asarray(late) > 1).tolist():
        order.append(k)
        clique.append(adjacency[k])
        _eliminate(k, adjacency)
    waiting = {k: set(nodes) for k, nodes in after.items()}
    assembly = _Assembly(weight, [flag == 1 and k not in waiting for k, flag in enumerate(late)], adjacency)

    def may_follow(k: int) -> bool:
        return not waiting[k] if k in waiting else assembly.may_follow(k)

    keys = [_key(k, adjacency, weight) for k in range(n)]
    first = [k for k in range(n) if k not in waiting and (late[k] == 0 or (late[k] == 1 and not assembly.links[k]))]
    heap = [(keys[k], k) for k in first]
    heapify(heap)
    while heap:
        key, k = heappop(heap)
        if assembly.done[k] or key != keys[k] or not may_follow(k):
            continue  # stale entry, or a joint that is offered again when its neighbourhood changes
        assembly.add(k)
        order.append(k)
        clique.append(adjacency[k])
        for nodes in waiting.values():
            nodes.discard(k)
        for j in _eliminate(k, adjacency):
            keys[j] = _key(j, adjacency, weight)
            if may_follow(j):
                heappush(heap, (keys[j], j))
    position = [0] * n
    for step, k in enumerate(order):
        position[k] = step
    return order, [sorted(nodes, key=position.__getitem__) for nodes in clique]
