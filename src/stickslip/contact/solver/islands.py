"""Islands: groups that share movable nodes, directly or through others, with what couples these nodes in the matrix.

Each island is a contact problem of its own. It is solved with its own numbers of groups, rows and nodes, in the order
of the whole, so that the result is the same to the last bit whatever else is in the model.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stickslip._jit import njit
from stickslip.contact.solver.problem import CONE, BodySpace, Laws


class Islands(NamedTuple):
    """Scratch for up to n groups with n_slots slots and m rows on n_nodes nodes."""

    first: np.ndarray  # (n_nodes + 1,) int64, first velocity of each node of the whole
    total: np.ndarray  # (1,) int64, number of islands
    parent: np.ndarray  # (n_nodes,) int64, towards the root of the joined nodes
    place: np.ndarray  # (n_nodes,) int64, island of a root, then number of a node within its island
    of: np.ndarray  # (n,) int64, island of each group
    order: np.ndarray  # (n,) int64, groups island by island
    start: np.ndarray  # (n + 1,) int64, island k has the groups order[start[k]:start[k + 1]]
    tied: np.ndarray  # (n,) int64, 1: the matrix couples nodes of the island
    settled: np.ndarray  # (n,) int64, 1: the island is left as it is
    residual: np.ndarray  # (n,) float64, of the laws in each island, inf: not a number
    # The problem of one island (see ``Laws`` and ``BodySpace``)
    size: np.ndarray  # (n,) int64
    kind: np.ndarray  # (n,) int64
    row: np.ndarray  # (n,) int64
    bound: np.ndarray  # (n,) float64
    slot_ptr: np.ndarray  # (n + 1,) int64
    slot_node: np.ndarray  # (n_slots,) int64
    slot_off: np.ndarray  # (n_slots,) int64
    off: np.ndarray  # (n_nodes + 1,) int64
    minv_off: np.ndarray  # (n_nodes,) int64
    b: np.ndarray  # (m,) float64
    r: np.ndarray  # (m,) float64


def new_islands(n: int, m: int, n_slots: int, velocities: np.ndarray) -> Islands:
    """Allocate scratch for nodes with the given numbers of velocities (n_nodes,)."""
    n_nodes = len(velocities)
    lengths = {
        "total": 1, "parent": n_nodes, "place": n_nodes, "start": n + 1, "slot_ptr": n + 1, "slot_node": n_slots,
        "slot_off": n_slots, "off": n_nodes + 1, "minv_off": n_nodes, "b": m, "r": m,
    }  # fmt: skip
    kinds = {"residual": np.float64, "bound": np.float64, "b": np.float64, "r": np.float64}
    scratch = (np.zeros(lengths.get(name, n), kinds.get(name, np.int64)) for name in Islands._fields[1:])
    return Islands(np.cumsum([0, *velocities], dtype=np.int64), *scratch)


@njit
def root_of(parent, node):
    """Return the lowest node that is joined with a node."""
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


@njit
def join_nodes(groups, component, islands):
    """Join the nodes of every group, and those that the matrix couples; roots are the lowest nodes."""
    parent = islands.parent
    parent[:] = component
    for g in range(groups.count[0]):
        first = groups.slot_ptr[g]
        for s in range(first + 1, groups.slot_ptr[g + 1]):
            a, b = root_of(parent, groups.slot_node[first]), root_of(parent, groups.slot_node[s])
            if a < b:
                parent[b] = a
            else:
                parent[a] = b


@njit
def find_islands(groups, component, free, islands):
    """Find the islands of all groups, numbered by their first groups; none is settled.

    component : (n_nodes,) the lowest of the nodes that the matrix couples to each node, which may be itself
    free : (n_nodes,) 1 where the matrix couples a node to nothing, not even to a joint
    """
    n, parent, place, of, total = groups.count[0], islands.parent, islands.place, islands.of, 0
    join_nodes(groups, component, islands)
    for g in range(n):
        if groups.slot_ptr[g] < groups.slot_ptr[g + 1]:
            place[root_of(parent, groups.slot_node[groups.slot_ptr[g]])] = -1
    for g in range(n):
        root = -1  # a group between bodies that cannot move is alone
        if groups.slot_ptr[g] < groups.slot_ptr[g + 1]:
            root = root_of(parent, groups.slot_node[groups.slot_ptr[g]])
        if root < 0 or place[root] < 0:
            islands.tied[total] = islands.settled[total] = islands.start[total + 1] = 0
            total += 1
        if root >= 0 and place[root] < 0:
            place[root] = total - 1
        of[g] = place[root] if root >= 0 else total - 1
        islands.start[of[g] + 1] += 1
        for s in range(groups.slot_ptr[g], groups.slot_ptr[g + 1]):
            if free[groups.slot_node[s]] == 0:
                islands.tied[of[g]] = 1
    islands.total[0] = total
    islands.start[0] = 0
    for k in range(total):
        islands.start[k + 1] += islands.start[k]
    for g in range(n - 1, -1, -1):  # from the end, so that groups keep their order
        islands.start[of[g] + 1] -= 1
        islands.order[islands.start[of[g] + 1]] = g
    for k in range(total):
        islands.start[k] = islands.start[k + 1]
    islands.start[total] = n


@njit
def _copy_groups(groups, islands, k):
    """Copy the groups of island k with their rows and slots; return the numbers of groups and rows."""
    count, rows, slots = 0, 0, 0
    for j in range(islands.start[k], islands.start[k + 1]):
        g = islands.order[j]
        islands.size[count], islands.kind[count], islands.bound[count] = groups.size[g], groups.kind[g], groups.bound[g]
        islands.row[count], islands.slot_ptr[count] = rows, slots
        for i in range(groups.size[g]):
            islands.b[rows + i] = groups.b[groups.row[g] + i]
            islands.r[rows + i] = groups.r[groups.row[g] + i]
        for s in range(groups.slot_ptr[g], groups.slot_ptr[g + 1]):
            islands.slot_node[slots], islands.slot_off[slots] = groups.slot_node[s], groups.slot_off[s]
            slots += 1
        count, rows = count + 1, rows + groups.size[g]
    islands.slot_ptr[count] = slots
    return count, rows


@njit
def _number_nodes(islands, count, minv_off):
    """Give the nodes of the copied groups numbers in the order in which they appear; return how many there are."""
    nodes, place = 0, islands.place
    for s in range(islands.slot_ptr[count]):
        place[islands.slot_node[s]] = -1
    for s in range(islands.slot_ptr[count]):
        node = islands.slot_node[s]
        if place[node] < 0:
            place[node] = nodes
            islands.minv_off[nodes] = minv_off[node]
            islands.off[nodes + 1] = islands.off[nodes] + islands.first[node + 1] - islands.first[node]
            nodes += 1
        islands.slot_node[s] = place[node]
    return nodes


@njit
def island_problem(groups, islands, k, minv_off, minv):
    """Return laws, body space, b and r of island k, copied: one compact problem, whatever else there is.

    minv_off, minv : inverse node blocks
    """
    n, m = _copy_groups(groups, islands, k)
    nodes = _number_nodes(islands, n, minv_off)
    laws = Laws(islands.size[:n], islands.kind[:n], islands.row[:n], islands.bound[:n])
    body = BodySpace(
        islands.off[: nodes + 1], islands.minv_off[:nodes], minv, islands.slot_ptr, islands.slot_node,
        islands.slot_off, groups.slot_data,
    )  # fmt: skip
    return laws, body, islands.b[:m], islands.r[:m]


@njit
def keep_island(groups, islands, k):
    """Write r of the copied island k back."""
    rows = 0
    for j in range(islands.start[k], islands.start[k + 1]):
        g = islands.order[j]
        for i in range(groups.size[g]):
            groups.r[groups.row[g] + i] = islands.r[rows + i]
        rows += groups.size[g]


@njit
def any_pressed(laws, b, r):
    """Whether any group can have a reaction: a cone that closes or was loaded, or an interval row with a bound."""
    for g in range(laws.size.shape[0]):
        row = laws.row[g]
        if laws.bound[g] > 0.0 if laws.kind[g] != CONE else b[row] < 0.0 or r[row] > 0.0:
            return True
    return False
