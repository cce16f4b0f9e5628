"""What the unknowns of the matrix [[A, -G^T], [G, 0]] are: where they stand in space, and whose they are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stickslip._arrays import Floats
from stickslip.codes import GENERAL
from stickslip.mechanics.bodies import place_dim
from stickslip.system.assemble import Assembly
from stickslip.system.layout import System

Bools = NDArray[np.bool_]


def places_of(system: System) -> Floats:
    """Return where velocities are in the declared shape (n + m, 3) [m]; NaN for multipliers and abstract nodes."""
    nodes, bodies = system.nodes, system.bodies
    place = np.full((len(nodes.kind), 3), np.nan)
    moved = bodies.node >= 0
    place[bodies.node[moved]] = bodies.r0[moved]
    owner = np.repeat(np.arange(len(nodes.kind)), nodes.nu)
    return np.concatenate([place[owner], np.full((len(system.table.kind), 3), np.nan)])


def turns_of(system: System) -> Bools:
    """Return which velocities are rotations (n,), not translations or abstract coordinates."""
    nodes = system.nodes
    out = np.zeros(int(nodes.nu.sum()), dtype=bool)
    for first, nu, kind in zip(nodes.u_off, nodes.nu, nodes.kind, strict=True):
        out[first + min(place_dim(int(kind)), nu) : first + nu] = kind != GENERAL
    return out


def linear_of(assembly: Assembly) -> Bools:
    """Return which velocities are abstract coordinates (n,), such as those of a `LinearBody`, of any unit."""
    nodes = assembly.system.nodes
    out = np.zeros(int(nodes.nu.sum()), dtype=bool)
    for part in assembly.bodies.parts.values():
        for node in part.nodes if part.abstract else ():
            out[nodes.u_off[node] : nodes.u_off[node] + nodes.nu[node]] = True
    return out


def length_of(system: System) -> float:
    """Return the size of a model: the largest extent of the places of its bodies, 1 m where they are at one place."""
    reach = float(np.ptp(system.bodies.r0, axis=0).max())
    return reach if reach > 0.0 else 1.0


def label_of(assembly: Assembly, unknown: int) -> str:
    """Return the body (with the node of a line or solid) or joint that an unknown belongs to."""
    nodes = assembly.system.nodes
    n = int(nodes.nu.sum())
    if unknown >= n:
        return assembly.label_of_row[unknown - n]
    node = int(np.searchsorted(nodes.u_off, unknown, side="right")) - 1
    for body, own in assembly.bodies.node_of.items():
        if node in own:
            return body.label if len(own) == 1 else f"node {own.index(node)} of {body.label}"
    return "an inner node"
