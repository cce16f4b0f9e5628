"""Which nodes are connected: the pattern of the matrix [[A, -G^T], [G, 0]], and where every block goes in it."""

from __future__ import annotations

import numpy as np

from stickslip.contact.tables import Ints
from stickslip.linalg.block_lu import BlockPattern, analyse, block_offset
from stickslip.mechanics.bodies import Nodes
from stickslip.mechanics.elements import MAX_NODES, Elements
from stickslip.mechanics.forces import Forces
from stickslip.mechanics.guides import Guides
from stickslip.mechanics.joints import Joints
from stickslip.system.layout import MatrixMap, System


def joint_blocks(joints_body: Ints, row: Ints, nodes: Nodes, node_of: Ints) -> Ints:
    """Return the first entry of each (rows, nu) block of G (nj, 4), -1 where a joint has no node."""
    counts, block, length = np.diff(row), -np.ones((len(joints_body), 4), dtype=np.int64), 0
    for j, sides in enumerate(joints_body):
        for side, body in enumerate(sides):
            if body >= 0 and node_of[body] >= 0 and counts[j] > 0:
                block[j, side] = length
                length += int(counts[j] * nodes.nu[node_of[body]])
    return block


def _edges(joint_node: Ints, node_of: Ints, joints: Joints, forces: Forces, lines: Elements) -> set[tuple[int, int]]:
    """Return the pairs of blocks that are coupled: joints with nodes, nodes by forces and by elements."""
    edges = {(int(joint_node[j]), int(node_of[b])) for j in np.flatnonzero(joint_node >= 0) for b in joints.body[j]
             if b >= 0 and node_of[b] >= 0}  # fmt: skip
    for a, b in forces.body:
        if a >= 0 and b >= 0 and node_of[a] >= 0 and node_of[b] >= 0 and node_of[a] != node_of[b]:
            edges.add((int(node_of[a]), int(node_of[b])))
    for line in lines.body:
        nodes = [int(node_of[b]) for b in line if b >= 0]
        edges |= {(a, b) for a in nodes for b in nodes if a < b}
    return edges


def _pattern(
    nodes: Nodes, node_of: Ints, joints: Joints, forces: Forces, lines: Elements, times: int
) -> tuple[BlockPattern, Ints]:
    """Analyse the graph of nodes and joints, each with ``times`` its unknowns; return pattern and numbers of joints."""
    n_nodes, counts = len(nodes.kind), np.diff(joints.row)
    n_joints = int(np.count_nonzero(counts))
    joint_node = -np.ones(len(counts), dtype=np.int64)
    joint_node[counts > 0] = n_nodes + np.arange(n_joints)
    sizes = np.concatenate([nodes.nu, counts[counts > 0]])
    start = np.concatenate([nodes.u_off, int(nodes.nu.sum()) + joints.row[:-1][counts > 0]])
    late = np.concatenate([np.zeros(n_nodes), np.ones(n_joints)]).astype(np.int64)
    edges = np.array(sorted(_edges(joint_node, node_of, joints, forces, lines)), dtype=np.int64).reshape(-1, 2)
    return analyse(times * sizes, edges, late, times * start), joint_node


def double_pattern(system: System) -> BlockPattern:
    """Return the pattern of two stages at once."""
    return _pattern(system.nodes, system.bodies.node, system.joints, system.forces, system.elements, 2)[0]


def connect(
    nodes: Nodes, node_of: Ints, joints: Joints, forces: Forces, lines: Elements
) -> tuple[MatrixMap, BlockPattern]:
    """Analyse the graph of nodes and joints and precompute where every block goes."""
    n_nodes, counts = len(nodes.kind), np.diff(joints.row)
    pattern, joint_node = _pattern(nodes, node_of, joints, forces, lines, 1)
    coupled = len(pattern.blocks) > len(pattern.steps)
    matrix = MatrixMap(
        coupled=np.array([int(coupled)], dtype=np.int64),
        staged=np.zeros(1, dtype=np.int64),
        node=np.array([block_offset(pattern, k, k) for k in range(n_nodes)], dtype=np.int64),
        joint_row=-np.ones((len(counts), 4), dtype=np.int64),
        joint_column=-np.ones((len(counts), 4), dtype=np.int64),
        massive=np.array([int(lines.massive.any())], dtype=np.int64),
        element=-np.ones((len(forces.kind), 2, 2), dtype=np.int64),
        line=-np.ones((len(lines.size), MAX_NODES, MAX_NODES), dtype=np.int64),
    )
    for j in np.flatnonzero(counts):
        for side, body in enumerate(joints.body[j]):
            if body >= 0 and node_of[body] >= 0:
                matrix.joint_row[j, side] = block_offset(pattern, int(joint_node[j]), int(node_of[body]))
                matrix.joint_column[j, side] = block_offset(pattern, int(node_of[body]), int(joint_node[j]))
    for bodies, place in ((lines.body, matrix.line), (forces.body, matrix.element)):
        for e, several in enumerate(bodies):
            for i, a in enumerate(several):
                for k, b in enumerate(several):
                    if a >= 0 and b >= 0 and node_of[a] >= 0 and node_of[b] >= 0:
                        place[e, i, k] = block_offset(pattern, int(node_of[a]), int(node_of[b]))
    return matrix, pattern


def element_at(guides: Guides, g: int, s: float) -> tuple[int, float]:
    """Return the element of a guide at arc length s, and s within the line; ValueError beyond an end."""
    first, end = int(guides.first[g]), int(guides.end[g])
    length = float(guides.arc[end - 1].sum())
    if guides.closed[g]:
        s %= length
    elif not 0.0 <= s <= length:
        raise ValueError(f"s = {s:g} is beyond the end of the line")
    k = int(np.searchsorted(guides.arc[first:end, 0], s, side="right")) - 1
    return first + max(k, 0), s


def reconnect(system: System) -> System:
    """Return the system after guides have passed nodes: joint sides, blocks and pattern of the new elements."""
    nodes, node_of, joints = system.nodes, system.bodies.node, system.joints
    for j, e in zip(system.guides.joint, system.guides.element, strict=True):
        joints.body[j, :MAX_NODES] = system.elements.body[e]
    joints = joints._replace(block=joint_blocks(joints.body, joints.row, nodes, node_of))
    matrix, pattern = connect(nodes, node_of, joints, system.forces, system.elements)
    matrix = matrix._replace(coupled=system.matrix.coupled, staged=system.matrix.staged)
    system = system._replace(joints=joints, matrix=matrix, pattern=pattern, double=pattern)
    return system._replace(double=double_pattern(system)) if system.matrix.staged[0] == 2 else system
