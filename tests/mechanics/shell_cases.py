"""Batches of shells outside of a time step, and small meshes of all kinds of elements."""

import numpy as np
from scipy.sparse import bsr_matrix

import stickslip as ss
from stickslip.codes import FORCE, TANGENT
from stickslip.mechanics.batches import (
    C_DAMPING,
    C_POTENTIAL,
    C_SHIFT,
    C_STIFFNESS,
    join_batches,
    new_control,
    run_batches,
    with_blocks,
)
from stickslip.mechanics.bodies import move, new_poses
from stickslip.shells.strains import corners
from stickslip.system.bodies import assemble_bodies
from stickslip.system.functions import FunctionTable

RUBBER = ss.Material(young=1000.0, density=1.3, poisson=0.3)
ISOTROPIC = ss.ShellSection.homogeneous(0.1, RUBBER)


def curved(kind, seed=0):
    """Return places and unit directors of one element that is neither flat nor regular."""
    rng = np.random.default_rng(seed)
    flat = corners(kind)
    r = np.c_[flat, 0.2 * flat[:, 0] ** 2] + 0.08 * rng.normal(size=(len(flat), 3))
    d = np.c_[-0.4 * flat[:, 0], 0.1 * flat[:, 1], np.ones(len(flat))] + 0.05 * rng.normal(size=r.shape)
    return r, d / np.linalg.norm(d, axis=1)[:, None]


def bent(kind, flat=False, **fields):
    """Return a patch of distorted elements, flat or on a curved surface."""
    order = 2 if kind == "quad9" else 1
    plate = ss.Shell.plate((2.0, 1.5), (3, 3), order=order, material=RUBBER, thickness=0.1)
    nodes, cells = np.array(plate.nodes), np.array(plate.cells)
    inner = (nodes[:, 0] > 1e-9) & (nodes[:, 0] < 2 - 1e-9) & (nodes[:, 1] > 1e-9) & (nodes[:, 1] < 1.5 - 1e-9)
    rng = np.random.default_rng(8)
    moved = nodes.copy()
    chosen = np.unique(cells[:, :4])
    chosen = chosen[inner[chosen]]
    moved[chosen, :2] += 0.1 * rng.uniform(-1, 1, (len(chosen), 2))
    if kind == "quad9":  # skew
        moved = nodes.copy()
        moved[:, 0] += 0.2 * nodes[:, 1]
    if kind == "triangle":
        cells = np.concatenate([cells[:, [0, 1, 2]], cells[:, [0, 2, 3]]])
    if kind == "mixed":
        short = np.column_stack([np.concatenate([cells[:4, [0, 1, 2]], cells[:4, [0, 2, 3]]]), np.full(8, -1)])
        cells = np.concatenate([cells[4:], short])
    if not flat:
        moved[:, 2] = 0.1 * moved[:, 0] ** 2 - 0.15 * moved[:, 0] * moved[:, 1]
    return ss.Shell(moved, cells, material=RUBBER, thickness=0.1, **fields)


class ShellBatch:
    """One shell as the step loop sees it; matrices are in block rows of scipy."""

    def __init__(self, shell):
        model = ss.Model(gravity=(0, 0, 0))
        model.add(shell)
        self.shell, self.bodies = shell, assemble_bodies(model, FunctionTable())
        bodies, mesh = self.bodies, self.bodies.parts[shell]
        self.axes = mesh.axes
        batch = mesh.batch(np.zeros(3), bodies.nodes, bodies.bodies.node)
        n = self.n = len(bodies.nodes.kind)
        pairs = {(a, b) for row in batch.nodes.tolist() for a in row for b in row if a >= 0 and b >= 0}
        self.keys = np.unique([n * a + b for a, b in pairs])
        place = lambda a, b: np.where((a < 0) | (b < 0), -1, 25 * np.searchsorted(self.keys, n * a + b))  # noqa: E731
        self.batches = with_blocks(
            join_batches([batch], bodies.nodes, len(bodies.bodies.node)), 25 * len(self.keys), place
        )
        self.q, self.u = bodies.q.copy(), bodies.u.copy()
        self.h, self.h_tilde = np.zeros((4, len(self.u))), np.zeros(len(self.u))
        self.values, self.control = np.zeros(25 * len(self.keys)), new_control(self.batches)
        self.memory = np.zeros(batch.memory)
        (self.poses,), _ = new_poses(bodies.bodies.r0, bodies.bodies.A0)
        x = shell.nodes
        self.inner = np.ones(len(x), dtype=bool)
        for a, b in shell.boundary():
            self.inner &= np.linalg.norm(np.cross(x - x[a], x[b] - x[a]), axis=1) > 1e-9

    def _run(self, task, q, u, damping=0.0, stiffness=0.0, shift=0.0):
        self.h[:], self.h_tilde[:], self.values[:] = 0.0, 0.0, 0.0
        self.control[[C_DAMPING, C_STIFFNESS, C_SHIFT]] = damping, stiffness, shift
        q, u = self.q if q is None else q, self.u if u is None else u
        run_batches(self.batches, task, q, u, self.poses, self.h, self.h_tilde, self.values, self.memory, self.control)

    def moved(self, q, x):
        """Return q displaced along velocities x."""
        out = q.copy()
        move(self.bodies.nodes, out, x, 1.0)
        return out

    def force(self, q=None, u=None):
        """Return all forces (nu,)."""
        self._run(FORCE, q, u)
        return self.h.sum(axis=0)

    def potential(self, q=None):
        """Return the potential."""
        self._run(FORCE, q, None)
        return float(self.control[C_POTENTIAL])

    def tangent(self, q=None, u=None, damping=0.0, stiffness=1.0, shift=0.0):
        """Return stiffness K + damping D."""
        self._run(TANGENT, q, u, damping, stiffness, shift)
        rows, columns = self.keys // self.n, self.keys % self.n
        pointer = np.searchsorted(rows, np.arange(self.n + 1))
        return bsr_matrix((self.values.reshape(-1, 5, 5).copy(), columns, pointer), shape=(len(self.u),) * 2)

    def total(self, q, force):
        """Return total force and moment about the origin."""
        f, q = force.reshape(-1, 5), q.reshape(-1, 12)
        couple = f[:, 3:4] * q[:, 3:6] + f[:, 4:5] * q[:, 6:9]
        return f[:, :3].sum(axis=0), (np.cross(q[:, :3], f[:, :3]) + couple).sum(axis=0)
