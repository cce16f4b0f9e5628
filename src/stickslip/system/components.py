"""Components: what joints, closed contacts and the matrix of a step connect. Motion depends on nothing outside them."""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.contact.solver.islands import join_nodes, root_of


@njit
def find_components(system, groups, work):
    """Find the root of every node: the first of all nodes that are connected with it."""
    join_nodes(groups, system.matrix.component, work.islands)
    for node in range(len(work.root)):
        work.root[node] = root_of(work.islands.parent, node)


@njit
def group_root(groups, work, g):
    """Return the root of what a group acts on, -1 if that cannot move."""
    first = groups.slot_ptr[g]
    return work.root[groups.slot_node[first]] if first < groups.slot_ptr[g + 1] else -1
