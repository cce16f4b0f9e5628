"""What the unknowns of the matrix [[A, -G^T], [G, 0]] are: where they stand in space, and whose they are."""

from __future__ import annotations

import numpy as np

from stickslip._arrays import Floats
from stickslip.system.assemble import Assembly
from stickslip.system.layout import System


def places_of(system: System) -> Floats:
    """Return where velocities are in the declared shape (n + m, 3) [m]; NaN for multipliers and abstract nodes."""
    nodes, bodies = system.nodes, system.bodies
    place = np.full((len(nodes.kind), 3), np.nan)
    moved = bodies.node >= 0
    place[bodies.node[moved]] = bodies.r0[moved]
    owner = np.repeat(np.arange(len(nodes.kind)), nodes.nu)
    return np.concatenate([place[owner], np.full((len(system.table.kind), 3), np.nan)])


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
