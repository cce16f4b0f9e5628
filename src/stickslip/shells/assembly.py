"""Assembly of shells: nodes with a director and their share of mass and weight, and a batch of elements."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.bodies.declaration import Frame
from stickslip.codes import FRAME
from stickslip.contact.contours import Contour
from stickslip.errors import ModelError
from stickslip.mechanics.batches import Batch
from stickslip.mechanics.bodies import Nodes
from stickslip.shells.declaration import Shell
from stickslip.shells.kernel import HEAD, OWN, shell_address
from stickslip.shells.meshes import KINDS, by_kind
from stickslip.shells.steps import step_address
from stickslip.shells.strains import STRAINS, reference, samples, shape, unit_strains, values
from stickslip.solids.assembly import field_of
from stickslip.system.assembled import Assembled, BodyBuilder

TURNS = 2  # velocities of a node besides those of its place


@dataclass(eq=False)
class ShellMesh(Assembled[Shell]):
    """One shell with the masses and the start of its nodes."""

    shell: Shell
    share: Floats  # (n,) mass of every node
    axes: Floats  # (n, 3, 3) axes of the nodes as columns, the third is the director
    first_node: int = field(default=0)

    def __post_init__(self) -> None:
        super().__init__(self.shell)
        self.damped = self.shell.retardation > 0.0

    @property
    def bodies(self) -> range:
        """Body numbers of all nodes."""
        return range(self.first, self.first + len(self.shell.nodes))

    @property
    def own_rows(self) -> int:
        """Number of nodes."""
        return len(self.shell.nodes)

    def number(self, place: Frame | Contour) -> int:
        """Return the row of the node that carries a frame."""
        assert place.node is not None
        return self.first + place.node

    def needs_place(self) -> str:
        """Return how to name a place."""
        return "is a shell; name a node of it: .node(number) or .nearest((x, y, z))"

    def places_are_material(self) -> bool:
        """Return whether frames have no place of their own."""
        return True

    def without_axes(self) -> dict[int, str]:
        """Return all nodes: nothing attached rotates with them about their directors."""
        return dict.fromkeys(self.bodies, "a node of a shell")

    def numbered(self) -> dict[int, int]:
        """Return all nodes."""
        return {body: k for k, body in enumerate(self.bodies)}

    def watched_rows(self) -> range:
        """Return the nodes."""
        return self.bodies

    def batch(self, gravity: Floats, nodes: Nodes, node_of: Ints) -> Batch:
        """Return the batch of its elements (see ``shells.kernel``)."""
        shell, strains = self.shell, STRAINS[KINDS[self.shell.cells.shape[1]]]
        here = shell.cells >= 0
        used = np.where(here, node_of[self.first + shell.cells], -1)
        tables = (np.where(here, table[used], 0).ravel() for table in (nodes.q_off, nodes.u_off, nodes.nu))
        bodies = np.where(here, self.first + shell.cells, 0)
        return Batch(
            owner=shell,
            address=shell_address(),
            nodes=used,
            own=np.concatenate([OWN.integers(strains=strains), *tables, bodies.ravel()]),
            data=np.concatenate([HEAD.pack(tau=shell.retardation), element_data(shell).ravel()]),
            mesh=2,
            stress=strains,
            memory=strains * len(shell.cells),
            step=step_address,
        )

    def describe(self, nodes: Nodes) -> dict[str, Any]:
        """Return where the nodes are in the state, mesh and section as plain data for result files."""
        shell, numbers, section = self.shell, self.nodes, self.shell.section_data
        return {
            "name": shell.name,
            "kind": "shell",
            "q_off": int(nodes.q_off[numbers[0]]),
            "nq": 12 * len(numbers),
            "u_off": int(nodes.u_off[numbers[0]]),
            "nu": (3 + TURNS) * len(numbers),
            "mass": float(self.share.sum()),
            "size": float(np.linalg.norm(np.ptp(shell.nodes, axis=0))),
            "nodes": len(shell.nodes),
            "places": shell.nodes,
            "cells": shell.cells,
            "directors": shell.unit_directors,
            "lumped": self.share.tolist(),
            "gyration": section.inertia / section.mass_per_area,
            "membrane": section.membrane,
            "shear": section.shear,
            "direction": list(shell.direction),
            "prestress": list(shell.prestress),
            "thickness": section.thickness,
            "plies": [[float(a), float(b), np.array(Q).tolist()] for a, b, Q in shell.plies],
        }


def assemble_shell(shell: Shell, builder: BodyBuilder) -> ShellMesh:
    """Append the nodes of a shell and their rows of bodies."""
    if builder.model.dim != 3:
        raise ModelError(f"{shell.label}: shells live in space, the model has dim = {builder.model.dim}")
    mesh = ShellMesh(shell, node_masses(shell), axes_of(shell.unit_directors))
    mesh.first = len(builder.rows)
    section, zero = shell.section_data, np.zeros((3 + TURNS, 3 + TURNS))
    gyration, gravity = section.inertia / section.mass_per_area, np.array(builder.model.gravity)
    for place, A, m, u in zip(shell.nodes, mesh.axes, mesh.share, motion_of(mesh), strict=True):
        M = np.diag([m, m, m, m * gyration, m * gyration])
        load = np.append(m * gravity, np.zeros(TURNS))
        q = np.concatenate([place, A.T.ravel()])
        mesh.nodes.append(builder.add(FRAME, M, q, u, load, zero, shell.mass_damping * M))
    for node, place, A in zip(mesh.nodes, shell.nodes, mesh.axes, strict=True):
        builder.add_row(node, place, A)
    return mesh


def axes_of(directors: Floats) -> Floats:
    """Return axes (n, 3, 3) whose third columns are the directors, turned from z along the shorter way."""
    helper = np.where(abs(directors[:, :1]) < 0.9, np.eye(3)[0], np.eye(3)[1])
    first = helper - (helper * directors).sum(axis=1, keepdims=True) * directors
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    return np.stack([first, np.cross(directors, first), directors], axis=2)


def node_masses(shell: Shell) -> Floats:
    """Return int rho h N_a dA of all nodes (n,)."""
    out, density = np.zeros(len(shell.nodes)), shell.section_data.mass_per_area
    for kind, _, own in by_kind(shell.cells):
        ref, of = reference(kind, shell.nodes[own]), shape(kind)
        np.add.at(out, own, density * ref.area @ values(kind, of.points))
    return out


def motion_of(mesh: ShellMesh) -> Floats:
    """Return initial velocities (n, 5) of all nodes."""
    shell, out = mesh.shell, np.zeros((len(mesh.shell.nodes), 3 + TURNS))
    out[:, :3] = field_of(shell, "velocity")
    if len(shell.angular_velocity):
        omega, centre = np.array(shell.angular_velocity), mesh.share @ shell.nodes / mesh.share.sum()
        out[:, :3] += np.cross(omega, shell.nodes - centre)
        out[:, 3:] = np.einsum("nij,i->nj", mesh.axes, omega)[:, :TURNS]
    return out


def element_data(shell: Shell) -> Floats:
    """Return what the kernel knows of every element (m, size)."""
    cells, k = shell.cells, STRAINS[KINDS[shell.cells.shape[1]]]
    n, section, d = cells.shape[1], shell.section_data, shell.unit_directors
    direction = np.array(shell.direction) if len(shell.direction) else None
    resultants = np.zeros(8)
    resultants[: len(shell.prestress)] = shell.prestress
    start, pre, S = np.zeros((len(cells), k)), np.zeros((len(cells), k)), np.zeros((len(cells), k, 2, n, n))
    for kind, number, own in by_kind(cells):
        ref = reference(kind, shell.nodes[own], direction)
        Q = unit_strains(ref, section.membrane, section.shear)
        own_k, own_n = Q.shape[1], own.shape[1]
        start[number, :own_k] = np.einsum("mks,ms->mk", Q, samples(kind, shell.nodes[own], d[own]))
        S[number, :own_k, :, :own_n, :own_n] = np.einsum("mks,scab->mkcab", Q, shape(kind).S, optimize=True)
        if resultants.any():
            work = np.einsum("mpis,i,mp->ms", ref.L, resultants, ref.area)
            pre[number, :own_k] = np.einsum("mks,ms->mk", np.linalg.pinv(Q).swapaxes(-1, -2), work)
    spin = np.tile([0.0, 0.0, 1.0], (len(cells), n, 1))
    return np.concatenate([part.reshape(len(cells), -1) for part in (start, pre, spin, S)], axis=1)
