"""Batches of solids outside of a time step: forces, matrices, distorted meshes."""

import numpy as np
from scipy.sparse import bsr_matrix

import stickslip as ss
from stickslip.codes import FORCE, MASS, PRODUCT, TANGENT
from stickslip.mechanics.batches import (
    C_DAMPING,
    C_INVERTED,
    C_POTENTIAL,
    C_SHIFT,
    C_STIFFNESS,
    coupled_nodes,
    join_batches,
    new_control,
    nodes_of,
    run_batches,
    with_blocks,
)
from stickslip.mechanics.bodies import new_poses
from stickslip.solids.cells import cell
from stickslip.solids.declaration import SolidBody
from stickslip.system.bodies import assemble_bodies
from stickslip.system.functions import FunctionTable


class Batch:
    """One solid as the step loop sees it; matrices are in block rows of scipy."""

    def __init__(self, solid, gravity=None):
        model = ss.Model(dim=solid.dim, gravity=gravity)
        model.add(solid)
        self.solid, self.dim = solid, solid.dim
        self.bodies = bodies = assemble_bodies(model, FunctionTable())
        self.mesh = bodies.parts[solid]
        batch, n = self.mesh.batch(np.zeros(self.dim), bodies.nodes, bodies.bodies.node), len(bodies.nodes.kind)
        solids = join_batches([batch], bodies.nodes, len(bodies.bodies.node))
        pairs = coupled_nodes(nodes_of(solids)[0], n)
        everything = np.vstack([pairs, pairs[:, ::-1], np.repeat(np.arange(n), 2).reshape(n, 2)])
        self.keys = np.unique(everything @ [n, 1])
        self.solids = with_blocks(
            solids, self.keys.size * self.dim**2,
            lambda a, b: self.dim**2 * np.searchsorted(self.keys, n * a + b),
        )  # fmt: skip
        self.q, self.u, self.n = bodies.q.copy(), bodies.u.copy(), n
        self.h, self.h_tilde = np.zeros((4, len(self.u))), np.zeros(len(self.u))
        self.values, self.control = np.zeros(self.keys.size * self.dim**2), new_control(solids)
        (self.poses,), _ = new_poses(bodies.bodies.r0, bodies.bodies.A0)

    def run(self, task, q=None, u=None, damping=0.0, stiffness=0.0, shift=0.0):
        """Run a task on empty arrays and return the potential."""
        self.h[:], self.h_tilde[:], self.values[:] = 0.0, 0.0, 0.0
        self.control[[C_DAMPING, C_STIFFNESS, C_SHIFT]] = damping, stiffness, shift
        q, u = self.q if q is None else q, self.u if u is None else u
        memory = np.zeros(0)
        run_batches(self.solids, task, q, u, self.poses, self.h, self.h_tilde, self.values, memory, self.control)
        return self.control[C_POTENTIAL]

    def force(self, q=None, u=None):
        """Return all forces (nu,)."""
        self.run(FORCE, q, u)
        return self.h.sum(axis=0)

    def matrix(self):
        """Return the matrix of the last task."""
        rows, columns = self.keys // self.n, self.keys % self.n
        pointer = np.searchsorted(rows, np.arange(self.n + 1))
        blocks = self.values.reshape(-1, self.dim, self.dim).copy()
        return bsr_matrix((blocks, columns, pointer), shape=(len(self.u),) * 2)

    def tangent(self, q=None, u=None, damping=0.0, stiffness=1.0, shift=0.0):
        """Return stiffness K + damping D."""
        self.run(TANGENT, q, u, damping, stiffness, shift)
        return self.matrix()

    def mass(self):
        """Return M: of the batch and of the nodes."""
        self.run(MASS)
        blocks = self.bodies.nodes.M.reshape(self.n, self.dim, self.dim)
        return self.matrix() + bsr_matrix((blocks, np.arange(self.n), np.arange(self.n + 1)))

    def product(self, u):
        """Return M u of the batch."""
        self.run(PRODUCT, u=u)
        return self.h_tilde.copy()

    @property
    def inverted(self):
        """Element that is turned inside out, -1: none."""
        return int(self.control[C_INVERTED])


def distorted(kind, divisions=2, amount=0.12, curved=0.0, seed=1, **fields):
    """Return a unit box whose inner corners are moved at random, with straight edges, then all inner nodes a little."""
    of, rng = cell(kind), np.random.default_rng(seed)
    nodes, cells = (
        np.array(x) for x in vars_of(SolidBody.box([1.0] * of.dim, divisions, STEEL, kind=kind, **planar(of.dim)))
    )
    inner = ((nodes > 1e-9) & (nodes < 1.0 - 1e-9)).all(axis=1)
    corners = np.unique(cells[:, : of.corners])
    moved = nodes.copy()
    step = amount / divisions * 2.0 * rng.uniform(-1.0, 1.0, nodes.shape)
    chosen = corners[inner[corners]]
    moved[chosen] += step[chosen]
    moved[cells.ravel()] = (cell(of.shape).values(of.nodes) @ moved[cells[:, : of.corners]]).reshape(-1, of.dim)
    moved[inner] += curved / divisions * rng.uniform(-1.0, 1.0, nodes.shape)[inner]
    given = {"material": STEEL, **planar(of.dim), **fields}
    return SolidBody(nodes=moved, cells=cells, **given), inner


def vars_of(solid):
    return solid.nodes, solid.cells


def planar(dim, plane="strain"):
    return {"plane": plane} if dim == 2 else {}


STEEL = ss.Material(young=2.0, density=1.3, poisson=0.3)
