"""Outer forces of smooth systems, for runs driven from Python (compiled ones: ``momentum``)."""

from __future__ import annotations

import numpy as np

from stickslip._arrays import Floats
from stickslip.codes import PLANAR
from stickslip.integrators.sparse.system import Point
from stickslip.system.layout import System


class OuterForces:
    """Total force and moment about the origin of all that acts on a system from outside.

    Nodes have q' = u: points, and planar nodes with an angle. Forces between bodies have no total.
    """

    def __init__(self, system: System) -> None:
        nodes = system.nodes
        rigid = system.rigid != 0
        width = np.where(nodes.kind == PLANAR, 2, nodes.nu)[rigid]
        u, q = nodes.u_off[rigid], nodes.q_off[rigid]
        owner = np.repeat(np.arange(len(width)), width)
        self._axis = np.arange(int(width.sum())) - np.repeat(np.cumsum(width) - width, width)
        self._owner, self._count = owner, len(width)
        self._u, self._q = u[owner] + self._axis, q[owner] + self._axis
        self._turn = nodes.u_off[rigid & (nodes.kind == PLANAR)] + 2
        self._outer = np.repeat(system.outer != 0, np.diff(system.joints.row)).astype(float)  # of rows

    def total(self, q: Floats, point: Point, force: Floats) -> Floats:
        """Return force and moment (6,) at a state: loads, weight, and outer joints with their forces (m,)."""
        acting = point.h + point.H.T @ (self._outer * force)
        f, r = np.zeros((self._count, 3)), np.zeros((self._count, 3))
        f[self._owner, self._axis], r[self._owner, self._axis] = acting[self._u], q[self._q]
        out = np.concatenate([f.sum(axis=0), np.cross(r, f).sum(axis=0)])
        out[5] += acting[self._turn].sum()
        return out
