"""Which rigid bodies declared parts connect, and on which of them only weight and passive parts act."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from stickslip._arrays import Ints
from stickslip.mechanics.functions import POLYNOMIAL
from stickslip.system.connect import components, connected
from stickslip.system.layout import System


def describe_islands(system: System, rigid: Ints) -> list[dict[str, Any]]:
    """Return the entries of bodies (nb,) for files: island, mass matrix, and whether they are passive.

    Joints, forces and elements connect islands; contacts do not yet. Rigid bodies (``rigid``: their nodes) are passive
    if their energy is that of motion and weight, and stops, dry friction and set-valued contacts can only brake them.
    """
    node = system.bodies.node
    island = _with_limits(system, components(connected(system), implicit=True)[0])
    busy = np.ones(len(island), dtype=bool)
    busy[rigid] = False
    moving = ~_at_rest(system)
    for body in _acted_on(system, moving):
        if body >= 0 and node[body] >= 0:
            busy[node[body]] = True
    passive = ~np.isin(island, island[busy])
    out = []
    for body in range(len(node)):
        k = int(node[body])
        entry: dict[str, Any] = {"passive": not moving[body] if k < 0 else bool(passive[k])}
        if k >= 0 and passive[k]:
            nu, m = int(system.nodes.nu[k]), int(system.nodes.m_off[k])
            M = system.nodes.M[m : m + nu * nu].reshape(nu, nu)
            entry |= {"island": int(island[k]), "inertia": M.tolist()}
        out.append(entry)
    return out


def _with_limits(system: System, island: Ints) -> Ints:
    """Return the islands of nodes, joined by freewheels too: these have no rows, but transmit drives."""
    edges = [np.stack([np.arange(len(island)), island], 1)]
    for sides in system.joints.body[system.limits.joint]:
        nodes = np.unique(system.bodies.node[sides[sides >= 0]])
        nodes = nodes[nodes >= 0]
        edges.append(np.stack([nodes[:-1], nodes[1:]], 1))
    a, b = np.concatenate(edges).T
    _, label = connected_components(coo_array((np.ones(len(a)), (a, b)), shape=2 * (len(island),)), directed=False)
    _, lowest = np.unique(label, return_index=True)
    return np.asarray(lowest[label], dtype=np.int64)


def _at_rest(system: System) -> np.ndarray:
    """Return which bodies (nb,) never move by a function of time."""
    functions, bodies = system.functions, system.bodies
    constant = (functions.kind == POLYNOMIAL) & (np.diff(functions.start) <= 1)
    given = np.column_stack([bodies.motion, bodies.angle])
    return np.asarray(np.append(constant, True)[given].all(axis=1))


def _acted_on(system: System, moving: np.ndarray) -> set[int]:
    """Return the bodies on which loads, springs, drives, moving bodies by joints, or compliant contacts act."""
    joints, contours, laws = system.joints, system.contours, system.laws
    found = set(system.forces.body.ravel().tolist())
    for j in range(len(joints.coordinate)):
        rows = slice(joints.row[j], joints.row[j + 1])
        sides = joints.body[j]
        if (system.table.function[rows] >= 0).any() or moving[sides[sides >= 0]].any():
            found |= set(sides.tolist())
    law = system.law_of_groups
    soft = (law >= 0) & (np.append(laws.compliant, 0)[law] != 0)
    touched = np.flatnonzero(soft.any(axis=1) | soft.any(axis=0))
    return found | set(contours.body[np.isin(contours.group, touched)].tolist())
