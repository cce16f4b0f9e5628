"""Which nodes are connected: the pattern of the matrix [[A, -G^T], [G, 0]], and where every block goes in it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from stickslip._arrays import Floats, Ints
from stickslip.bonds.kernel import Bonds, Observers
from stickslip.codes import IN_NODES, POINT
from stickslip.floating.stations import Stations
from stickslip.forces.kernel import Forces
from stickslip.joints.guides import Guides
from stickslip.joints.rows import Joints
from stickslip.linalg.block_pattern import B_OFFSET, BlockPattern, analyse
from stickslip.linalg.outside import attach
from stickslip.lines.elements import MAX_NODES
from stickslip.mechanics.batches import T_MASS, T_MESH, Batches, coupled_nodes, header_of, nodes_of, with_blocks
from stickslip.mechanics.bodies import Nodes
from stickslip.system.layout import MatrixMap, System


def joint_blocks(joints_body: Ints, row: Ints, nodes: Nodes, node_of: Ints) -> Ints:
    """Return the first entry of each (rows, nu) block of G (nj, sides), -1 where a joint has no node."""
    counts, block, length = np.diff(row), -np.ones(joints_body.shape, dtype=np.int64), 0
    for j, sides in enumerate(joints_body):
        for side, body in enumerate(sides):
            if body >= 0 and node_of[body] >= 0 and counts[j] > 0:
                block[j, side] = length
                length += int(counts[j] * nodes.nu[node_of[body]])
    return block


def block_offsets(pattern: BlockPattern, rows: Ints, columns: Ints) -> Ints:
    """Return where blocks (rows, columns) start in the values of a matrix, for whole arrays."""
    key = rows * int(pattern.counts[0]) + columns
    place = np.minimum(np.searchsorted(pattern.keys, key), len(pattern.keys) - 1)
    if (pattern.keys[place] != key).any():
        raise KeyError("a block is not part of the matrix: no edge joins these nodes")
    return np.asarray(pattern.blocks[place, B_OFFSET])


# Nodes of solids in space up to which the block factorisation is prepared. Steps of GeneralizedAlpha, block factors and
# multifrontal ones: 261 nodes 5.8 and 5.8 ms, 343 nodes 12.6 and 6.4 ms, 729 nodes 88 and 16 ms.
MOST_POINTS = 400


class _Graph:
    """Numbers of nodes and joints in the matrix, and which of them are coupled.

    Columns of node k are its velocities, those of joint j its impulses; rows are their equations, except that a station
    and its joint change rows (see ``mechanics.stations``).
    """

    def __init__(self, system: Connected) -> None:
        nodes, joints = system.nodes, system.joints
        counts = np.diff(joints.row)
        self.node_of, self.n = system.node_of, len(nodes.kind)
        self.joint = -np.ones(len(counts), dtype=np.int64)  # number of each joint, -1 without rows
        self.joint[counts > 0] = self.n + np.arange(np.count_nonzero(counts))
        self.sizes = np.concatenate([nodes.nu, counts[counts > 0]])
        self.start = np.concatenate([nodes.u_off, int(nodes.nu.sum()) + joints.row[:-1][counts > 0]])
        self.late = np.concatenate([np.zeros(self.n), np.ones(len(self.sizes) - self.n)]).astype(np.int64)
        self.row = np.arange(len(self.sizes))  # whose place the equations of a node or joint take
        for j, body in zip(system.stations.joint, system.stations.body, strict=True):
            a, b = int(self.node_of[body]), int(self.joint[j])
            self.row[a], self.row[b], self.late[a], self.late[b] = b, a, 2, 3
        self.equations = np.empty_like(self.start)
        self.equations[self.row] = self.start
        self.edges: set[tuple[int, int]] = set()
        self.pairs = _mesh_pairs(system)  # coupled nodes of meshes
        self.factored = True
        self.places = np.full((len(self.sizes), 3), np.nan)
        moved = self.node_of >= 0
        self.places[self.node_of[moved]] = system.r0[moved]
        self.after: dict[int, set[int]] = {}  # multipliers of bonds follow their solid, massless bodies their bonds
        bonds, observers = system.bonds, system.observers
        for j, body in zip([*bonds.joint, *observers.joint], [*bonds.body, *observers.body], strict=True):
            self.after[int(self.joint[j])] = {int(self.node_of[b]) for b in joints.body[j] if b >= 0 and b != body}
            node = int(self.node_of[body])
            if j in observers.joint[observers.reading == 1]:  # its couple acts on the body alone: a pivot after it
                self.after[int(self.joint[j])].add(node)
            elif node >= 0 and self._light(nodes, node):
                self.after.setdefault(node, set()).add(int(self.joint[j]))
        self._join_light(system)

    def _join_light(self, system: Connected) -> None:
        """Let massless bodies follow their joints with nodes of solids, and these joints the nodes."""
        nodes, joints = system.nodes, system.joints
        solid = np.zeros(self.n, dtype=bool)
        solid[self.pairs.ravel()] = True
        for j in np.flatnonzero(self.joint >= 0):
            own = {int(self.node_of[b]) for b in joints.body[j] if b >= 0} - {-1}
            light = {k for k in own if self.late[k] == 0 and not solid[k] and self._light(nodes, k)}
            if (
                len(light) == 1
                and len(own) == 2
                and int(self.joint[j]) not in self.after
                and solid[[*own - light]].all()
            ):
                self.after[int(self.joint[j])] = own - light
                self.after.setdefault(light.pop(), set()).add(int(self.joint[j]))

    @staticmethod
    def _light(nodes: Nodes, node: int) -> bool:
        """Return whether a node has no mass of its own."""
        return not nodes.M[nodes.m_off[node] : nodes.m_off[node] + nodes.nu[node] ** 2].any()

    def couple(self, a: int, b: int) -> None:
        """Let the equations of a contain the unknowns of b, and the other way round."""
        self.edges |= {(int(self.row[a]), b), (int(self.row[b]), a)}

    def nodes_of(self, bodies: Ints) -> list[int]:
        """Return the nodes of several bodies, -1 for those that have none."""
        return [int(self.node_of[b]) if b >= 0 else -1 for b in bodies]

    def offsets(self, pattern: BlockPattern, a: Ints, b: Ints) -> Ints:
        """Return where the blocks of the equations of a by the unknowns of b start; -1 where a or b is not a node."""
        some = (a >= 0) & (b >= 0)
        out = -np.ones(len(a), dtype=np.int64)
        out[some] = block_offsets(pattern, self.row[a[some]], b[some])
        return out

    def pattern(self, times: int) -> BlockPattern:
        """Analyse the graph with ``times`` the unknowns."""
        own = np.array(sorted({(a, b) for a, b in self.edges if a != b}), dtype=np.int64).reshape(-1, 2)
        pairs = np.concatenate([own, self.pairs])
        sizes, start, equations = times * self.sizes, times * self.start, times * self.equations
        pattern = analyse(sizes, pairs, self.late, start, equations, self.after, self.factored)
        if not self.factored:
            attach(pattern, self.places)
        return pattern


class Connected(NamedTuple):
    """The parts of a system that couple nodes."""

    nodes: Nodes
    node_of: Ints
    r0: Floats  # (bodies, 3) places in the declared shape
    joints: Joints
    forces: Forces
    batches: Batches
    stations: Stations
    bonds: Bonds
    observers: Observers


def connected(system: System) -> Connected:
    """Return the parts of a system that couple nodes."""
    names = ("joints", "forces", "batches", "stations", "bonds", "observers")
    return Connected(system.nodes, system.bodies.node, system.bodies.r0, *(getattr(system, name) for name in names))


def _mesh_pairs(system: Connected) -> Ints:
    """Return the pairs of nodes (n, 2), the smaller first, that elements of surfaces and volumes couple."""
    n, meshes = len(system.nodes.kind), header_of(system.batches, T_MESH) > 1
    found = [coupled_nodes(nodes, n) for nodes, mesh in zip(nodes_of(system.batches), meshes, strict=True) if mesh]
    return np.unique(np.concatenate([np.zeros((0, 2), dtype=np.int64), *found]), axis=0)


def _graph(system: Connected) -> _Graph:
    """Return the graph with all couplings: joints with nodes, nodes by forces and by elements of batches."""
    graph = _Graph(system)
    for k in range(graph.n):
        graph.couple(k, k)
    for j in np.flatnonzero(graph.joint >= 0):
        for node in graph.nodes_of(system.joints.body[j]):
            if node >= 0:
                graph.couple(int(graph.joint[j]), node)
    for bodies in system.forces.body:
        nodes = [node for node in graph.nodes_of(bodies) if node >= 0]
        for a, b in itertools.combinations(nodes, 2):
            graph.couple(a, b)
    for own, dim in zip(nodes_of(system.batches), header_of(system.batches, T_MESH), strict=True):
        if dim == 1:
            for a, b in coupled_nodes(own, graph.n).tolist():
                graph.couple(a, b)
    in_space = graph.pairs[system.nodes.kind[graph.pairs[:, 0]] == POINT]
    graph.factored = len(np.unique(in_space)) <= MOST_POINTS  # the fill of solids in space grows quickly
    return graph


def double_pattern(system: System) -> BlockPattern:
    """Return the pattern of two stages at once."""
    return _graph(connected(system)).pattern(2)


def _coupled_rows(system: Connected, implicit: bool) -> Iterable[Ints]:
    """Return tables of nodes, -1 for none; the nodes of a row are coupled: by joints, masses, and implicit forces."""

    def nodes(bodies: Ints) -> Ints:
        return np.where(bodies >= 0, system.node_of[bodies], -1)

    yield nodes(system.joints.body[np.diff(system.joints.row) > 0])
    for own, mass in zip(nodes_of(system.batches), header_of(system.batches, T_MASS), strict=True):
        if implicit or mass != IN_NODES:
            yield own


def components(system: Connected, implicit: bool) -> tuple[Ints, Ints]:
    """Return the lowest node that each node is coupled to, itself included, and 1 where it is coupled to nothing.

    Implicit: forces between nodes couple them, too. A joint or a floating frame counts, whatever its other side is.
    """
    n, edges = len(system.nodes.kind), [np.zeros((0, 2), dtype=np.int64)]
    free = np.ones(n, dtype=np.int64)
    for rows in _coupled_rows(system, implicit):
        free[rows[rows >= 0]] = 0
        edges.append(_star(rows))
    if implicit:
        bodies = system.forces.body
        edges.append(_star(np.where(bodies >= 0, system.node_of[bodies], -1)))
    a, b = np.concatenate(edges).T
    free[a[a != b]] = free[b[a != b]] = 0
    _, label = connected_components(coo_array((np.ones(len(a)), (a, b)), shape=(n, n)), directed=False)
    _, lowest = np.unique(label, return_index=True)
    return lowest[label].astype(np.int64), free


def _star(rows: Ints) -> Ints:
    """Return the pairs (first node, other node) of each row of a table of nodes with -1 for none."""
    if rows.size == 0:
        return np.zeros((0, 2), dtype=np.int64)
    first = rows[np.arange(len(rows)), np.argmax(rows >= 0, axis=1)]
    pairs = np.stack([np.repeat(first, rows.shape[1]), rows.ravel()], axis=1)
    return pairs[(pairs >= 0).all(axis=1)]


def connect(system: Connected) -> tuple[MatrixMap, BlockPattern, Batches]:
    """Analyse the graph of nodes and joints and precompute where every block goes; batches know it themselves."""
    graph = _graph(system)
    pattern = graph.pattern(1)

    def blocks(pairs: Iterable[tuple[int, int]]) -> Ints:
        return graph.offsets(pattern, *np.array(list(pairs), dtype=np.int64).reshape(-1, 2).T)

    def several(bodies: Ints) -> Ints:
        width = bodies.shape[1]
        nodes = [graph.nodes_of(line) for line in bodies]
        return blocks(pair for line in nodes for pair in itertools.product(line, line)).reshape(-1, width, width)

    joints = [int(j) for j in graph.joint]
    sides = [(j, node) for j, bodies in zip(joints, system.joints.body) for node in graph.nodes_of(bodies)]
    joint_column = blocks((b, a) for a, b in sides).reshape(system.joints.body.shape)
    joint_column[system.observers.joint[system.observers.reading == 1], 1:] = -1  # nothing acts on what is only read
    matrix = MatrixMap(
        coupled=np.array([int(len(pattern.blocks) > len(pattern.steps))], dtype=np.int64),
        component=np.arange(graph.n, dtype=np.int64),
        free=np.ones(graph.n, dtype=np.int64),
        staged=np.zeros(1, dtype=np.int64),
        node=blocks((k, k) for k in range(graph.n)),
        joint_row=blocks(sides).reshape(system.joints.body.shape),
        joint_column=joint_column,
        massive=np.array([int(header_of(system.batches, T_MASS).any())], dtype=np.int64),
        element=several(system.forces.body),
    )
    return matrix, pattern, with_blocks(system.batches, int(pattern.counts[2]), partial(graph.offsets, pattern))


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
    parts = connected(system._replace(joints=joints))
    matrix, pattern, batches = connect(parts)
    component, free = components(parts, True)
    matrix = matrix._replace(coupled=system.matrix.coupled, staged=system.matrix.staged, component=component, free=free)
    system = system._replace(joints=joints, matrix=matrix, pattern=pattern, double=pattern, batches=batches)
    return system._replace(double=double_pattern(system)) if system.matrix.staged[0] == 2 else system
