"""Binary tree of boxes: which of many boxes overlap one, which of many triangles a ray meets first.

Built by halving the longest side of the box around the centres, with at most ``LEAF`` items in a leaf (Ericson 2005,
sec. 6.2). Nodes are numbered in depth-first order: the left child of node k is k + 1, so that queries need no stack
(``skip`` leads past a subtree), and ``refit`` goes backwards through the nodes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip._jit import njit

LEAF = 4


class Tree(NamedTuple):
    """A tree over n items with m nodes."""

    low: Floats  # (m, 3) boxes of nodes
    high: Floats  # (m, 3)
    skip: Ints  # (m,) node behind the subtree
    first: Ints  # (m,) items of a leaf in ``item``; of other nodes all below
    held: Ints  # (m,) their number, 0 unless a leaf
    item: Ints  # (n,) items in the order of leaves


def build(low: Floats, high: Floats) -> Tree:
    """Return the tree of boxes (n, 3), (n, 3); equal boxes give equal trees."""
    n = len(low)
    most = max(1, 2 * n)
    skip, first, held = (np.zeros(most, np.int64) for _ in range(3))
    tree = Tree(np.empty((most, 3)), np.empty((most, 3)), skip, first, held, np.arange(n))
    k = _split(0.5 * (low + high), tree)
    tree = Tree(
        tree.low[:k].copy(), tree.high[:k].copy(), skip[:k].copy(), first[:k].copy(), held[:k].copy(), tree.item
    )
    refit(tree, low, high)
    return tree


def _split(centre: Floats, tree: Tree) -> int:
    """Order the items by repeated halving; return the number of nodes."""
    nodes, waiting = 0, [(0, len(centre), 0)]
    depth = np.zeros(len(tree.skip), dtype=np.int64)
    while waiting:
        first, last, level = waiting.pop()
        node, nodes = nodes, nodes + 1
        own = tree.item[first:last]
        tree.first[node], tree.held[node], depth[node] = first, last - first, level
        if last - first > LEAF:
            axis = int(np.argmax(np.ptp(centre[own], axis=0)))
            tree.item[first:last] = own[np.argsort(centre[own, axis], kind="stable")]
            middle = (first + last) // 2
            tree.held[node] = 0
            waiting += [(middle, last, level + 1), (first, middle, level + 1)]
    following = np.full(depth[:nodes].max() + 1, nodes)  # on each level
    for node in range(nodes - 1, -1, -1):
        tree.skip[node] = following[: depth[node] + 1].min()
        following[depth[node]] = node
    return nodes


@njit
def refit(tree, low, high):
    """Write the boxes of all nodes again, from boxes of the items that have moved."""
    for node in range(len(tree.skip) - 1, -1, -1):
        for i in range(3):
            a, b = np.inf, -np.inf
            for k in range(tree.first[node], tree.first[node] + tree.held[node]):
                a, b = min(a, low[tree.item[k], i]), max(b, high[tree.item[k], i])
            child = node + 1
            while tree.held[node] == 0 and child < tree.skip[node]:
                a, b = min(a, tree.low[child, i]), max(b, tree.high[child, i])
                child = tree.skip[child]
            tree.low[node, i], tree.high[node, i] = a, b


@njit
def overlapping(tree, low, high, box_low, box_high, found):
    """Write the items whose boxes overlap a box, in the order of the tree; return how many, even beyond the room."""
    node, n = 0, 0
    while node < len(tree.skip):
        apart = False
        for i in range(3):
            apart = apart or tree.low[node, i] > box_high[i] or tree.high[node, i] < box_low[i]
        if apart:
            node = tree.skip[node]
            continue
        for k in range(tree.first[node], tree.first[node] + tree.held[node]):
            item, inside = tree.item[k], True
            for i in range(3):
                inside = inside and low[item, i] <= box_high[i] and high[item, i] >= box_low[i]
            if inside:
                if n < len(found):
                    found[n] = item
                n += 1
        node += 1
    return n


@njit
def _hits_box(tree, node, origin, d, most):
    """Return whether the ray origin + s d, 0 <= s <= most, meets the box of a node."""
    enter, leave = 0.0, most
    for i in range(3):
        if d[i] == 0.0:
            if origin[i] < tree.low[node, i] or origin[i] > tree.high[node, i]:
                return False
        else:
            a, b = (tree.low[node, i] - origin[i]) / d[i], (tree.high[node, i] - origin[i]) / d[i]
            enter, leave = max(enter, min(a, b)), min(leave, max(a, b))
    return enter <= leave * (1.0 + 1e-12)


@njit
def _hits_triangle(a, b, c, origin, d):
    """Return s where the ray origin + s d meets a triangle, inf if it does not (Moeller and Trumbore 1997)."""
    e = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    f = (c[0] - a[0], c[1] - a[1], c[2] - a[2])
    p = (d[1] * f[2] - d[2] * f[1], d[2] * f[0] - d[0] * f[2], d[0] * f[1] - d[1] * f[0])
    det = e[0] * p[0] + e[1] * p[1] + e[2] * p[2]
    if det == 0.0:
        return np.inf
    t = (origin[0] - a[0], origin[1] - a[1], origin[2] - a[2])
    u = (t[0] * p[0] + t[1] * p[1] + t[2] * p[2]) / det
    q = (t[1] * e[2] - t[2] * e[1], t[2] * e[0] - t[0] * e[2], t[0] * e[1] - t[1] * e[0])
    v = (d[0] * q[0] + d[1] * q[1] + d[2] * q[2]) / det
    if u < -1e-9 or v < -1e-9 or u + v > 1.0 + 1e-9:
        return np.inf
    return (f[0] * q[0] + f[1] * q[1] + f[2] * q[2]) / det


@njit
def first_hit(tree, x, face, origin, d, own, most):
    """Return the smallest s > 0 at which a ray meets a facet other than ``own``, ``most`` if there is none."""
    node = 0
    while node < len(tree.skip):
        if not _hits_box(tree, node, origin, d, most):
            node = tree.skip[node]
            continue
        for k in range(tree.first[node], tree.first[node] + tree.held[node]):
            item = tree.item[k]
            if item != own:
                s = _hits_triangle(x[face[item, 0]], x[face[item, 1]], x[face[item, 2]], origin, d)
                if 0.0 < s < most:
                    most = s
        node += 1
    return most
