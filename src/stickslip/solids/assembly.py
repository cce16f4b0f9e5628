"""Assembly of elastic solids: nodes with their share of mass and weight, and batches of elements.

Nodes are rows of the body table, like those of a string. A consistent mass is in the batch, and the nodes have none.
The weight of node a is g int rho N_a dV with a consistent mass, and g times its mass with a lumped one: so a free body
falls without strain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.bodies.declaration import Frame
from stickslip.codes import CONSTANT, IN_NODES, PLANAR_POINT, POINT
from stickslip.contact.contours import Contour
from stickslip.errors import ModelError
from stickslip.mechanics.batches import Batch
from stickslip.mechanics.bodies import Nodes
from stickslip.model.model import Model
from stickslip.solids import laws as solid_laws
from stickslip.solids.cells import mass_coefficients, material_gradients, stiffness_rule
from stickslip.solids.declaration import SolidBody, SolidSurface
from stickslip.solids.kernel import HEAD, OWN, solid_address
from stickslip.solids.steps import step_address
from stickslip.system.assembled import Assembled, BodyBuilder

LAWS = {
    "linear": solid_laws.LINEAR,
    "st-venant-kirchhoff": solid_laws.ST_VENANT_KIRCHHOFF,
    "neo-hookean": solid_laws.NEO_HOOKEAN,
}
_SCALED = ("triangle6", "quad8", "tetra10", "hexahedron20")  # row sums of their mass are zero or negative at corners


@dataclass(eq=False)
class SolidMesh(Assembled[SolidBody]):
    """Mesh of one solid with its masses."""

    solid: SolidBody
    M: Floats  # (m, k, k) int rho N_a N_b dV of every element
    share: Floats  # (n,) lumped mass of every node
    load: Floats  # (n,) mass of every node under gravity
    points: dict[tuple[float, ...], int] = field(default_factory=dict)  # body numbers of massless material points
    point_of: dict[int, int] = field(default_factory=dict)  # interaction points of nodes on surfaces in space

    def __post_init__(self) -> None:
        super().__init__(self.solid)
        self.damped = self.solid.retardation > 0.0

    @property
    def bodies(self) -> range:
        """Body numbers of all nodes."""
        return range(self.first, self.first + len(self.solid.nodes))

    @property
    def own_rows(self) -> int:
        """Number of nodes."""
        return len(self.solid.nodes)

    def number(self, place: Frame | Contour) -> int:
        """Return the row of the node, or of the material point, that carries a frame or contour."""
        return self.first + place.node if place.node is not None else self.points[tuple(place.position)]

    def needs_place(self) -> str:
        """Return how to name a point on it."""
        return "is a solid; name a point on it: .node(number) or .point((x, ...))"

    def places_are_material(self) -> bool:
        """Return True: the position of a frame is a point of the declared shape."""
        return True

    def without_axes(self) -> dict[int, str]:
        """Return all nodes and material points."""
        return dict.fromkeys((*self.bodies, *self.points.values()), "a node of a solid")

    def numbered(self) -> dict[int, int]:
        """Return all nodes."""
        return {body: k for k, body in enumerate(self.bodies)}

    def watched_rows(self) -> range:
        """Return the nodes."""
        return self.bodies

    def batch(self, gravity: Floats, nodes: Nodes, node_of: Ints) -> Batch:
        """Return the batch of its elements (see ``solids.kernel``)."""
        solid, data = self.solid, batch_data(self)
        used = node_of[self.first + solid.cells]
        (ne, na), dim = used.shape, solid.dim
        points = (len(data) - HEAD.size - ne * na * (dim + na * self.consistent)) // (ne * (1 + dim * na))
        head = OWN.integers(points=points, law=LAWS[solid.law])
        return Batch(
            owner=solid,
            address=solid_address(dim),
            nodes=used,
            own=np.concatenate([head, nodes.q_off[used].ravel(), nodes.u_off[used].ravel()]),
            data=data,
            mass=CONSTANT if self.consistent else IN_NODES,
            mesh=dim,
            step=partial(step_address, dim),
        )

    def describe(self, nodes: Nodes) -> dict[str, Any]:
        """Return where the nodes are in the state, mesh and law."""
        return describe_solid(self, nodes)

    @property
    def consistent(self) -> bool:
        """Whether the batch has the mass."""
        return self.solid.mass_distribution == "consistent"

    @property
    def mass(self) -> float:
        """Mass [kg]."""
        return float(self.M.sum())

    @property
    def centre(self) -> Floats:
        """Centre of mass in the declared shape (dim,) [m]."""
        solid = self.solid
        return np.einsum("eab,ebi->i", self.M, solid.nodes[solid.cells]) / self.mass


def assemble_solid(solid: SolidBody, builder: BodyBuilder) -> SolidMesh:
    """Append the nodes of a solid and their rows of bodies, then its material points, then points of its surfaces."""
    mesh = mesh_of(builder.model, solid)
    mesh.first, mesh.nodes = len(builder.rows), add_nodes(builder.model, mesh, builder)
    for row in rows_of(mesh, mesh.nodes):
        builder.add_row(*row)
    for row in add_points(builder.model, mesh, builder, len(builder.rows)):
        builder.add_row(*row)
    for k in surface_nodes(mesh):
        mesh.point_of[k] = builder.add_point(mesh.nodes[k], np.zeros(3), np.eye(3))
    return mesh


def mesh_of(model: Model, solid: SolidBody) -> SolidMesh:
    """Return masses of elements and nodes of a solid of the model."""
    if model.dim != solid.dim:
        raise ModelError(f"{solid.label}: its nodes have {solid.dim} components, the model has dim = {model.dim}")
    return masses_of(solid)


def masses_of(solid: SolidBody) -> SolidMesh:
    """Return masses of elements and nodes."""
    cells, n = solid.cells, len(solid.nodes)
    M = solid.material.density * solid.depth * mass_coefficients(solid.kind, solid.nodes[cells])
    rows = M.sum(axis=2)
    lumped = rows
    if solid.kind in _SCALED:
        lumped = np.einsum("eaa->ea", M)
        lumped = lumped * (rows.sum(axis=1) / lumped.sum(axis=1))[:, None]
    share, load = (np.bincount(cells.ravel(), x.ravel(), minlength=n).astype(float) for x in (lumped, rows))
    if solid.mass_distribution == "lumped" and share.min() <= 0.0:
        worst = int(np.argmin(share))
        raise ModelError(f'{solid.label}: node {worst} has no lumped mass; use mass_distribution="consistent"')
    return SolidMesh(solid, M, share, load if solid.mass_distribution == "consistent" else share)


def field_of(solid: Any, name: str) -> Floats:
    """Return a field of vectors at all nodes (n, dim): zero, one for all, given, or a function of the place."""
    value, out = getattr(solid, name), np.zeros(solid.nodes.shape)
    if not callable(value):
        if len(value) and np.shape(value)[-1] != solid.dim:
            raise ModelError(f"{solid.label}: {name} = {value} must have {solid.dim} components")
        out[:] = value if len(value) else 0.0
        return out
    for k, place in enumerate(solid.nodes.tolist()):
        found = value(*place)
        try:
            out[k] = found
        except (TypeError, ValueError):
            out[k] = np.nan
        if np.size(found) != solid.dim or not np.isfinite(out[k]).all():
            raise ModelError(
                f"{solid.label}: {name} gives {found!r} at node {k}; it must give {solid.dim} finite numbers"
            )
    return out


def motion_of(model: Model, mesh: SolidMesh) -> Floats:
    """Return initial velocities of all nodes (n, dim)."""
    solid, dim = mesh.solid, model.dim
    v = field_of(solid, "velocity")
    omega = np.zeros(3)
    if isinstance(solid.angular_velocity, float):
        if dim == 3 and solid.angular_velocity != 0.0:
            raise ModelError(f"{solid.label}: angular_velocity must have 3 components in a spatial model")
        omega[2] = solid.angular_velocity
    elif len(solid.angular_velocity) != 3 or dim == 2:
        raise ModelError(f"{solid.label}: angular_velocity = {solid.angular_velocity} does not fit dim = {dim}")
    else:
        omega[:] = solid.angular_velocity
    lever = np.zeros((len(solid.nodes), 3))
    lever[:, :dim] = solid.nodes - mesh.centre
    return v + np.ascontiguousarray(np.cross(omega, lever)[:, :dim])


def add_nodes(model: Model, mesh: SolidMesh, builder: BodyBuilder) -> list[int]:
    """Append the nodes of a solid; return their numbers."""
    solid, dim = mesh.solid, model.dim
    v, one, zero = motion_of(model, mesh), np.eye(dim), np.zeros((dim, dim))
    places = solid.nodes + field_of(solid, "displacement")
    kind, load = POINT if dim == 3 else PLANAR_POINT, np.outer(mesh.load, model.gravity)
    if mesh.consistent:
        return [builder.add(kind, zero, r, u, f, zero, zero) for r, u, f in zip(places, v, load, strict=True)]
    alpha = solid.mass_damping
    return [
        builder.add(kind, m * one, r, u, f, zero, alpha * m * one)
        for m, r, u, f in zip(mesh.share, places, v, load, strict=True)
    ]


def add_points(model: Model, mesh: SolidMesh, builder: BodyBuilder, first: int) -> list[tuple[int, Floats, Floats]]:
    """Append a massless node for every material point in use that is not a node; return node, place and axes.

    ``first`` is the body number of the first one. A bond ties it to the nodes of its element (``assemble_bonds``).
    """
    rows: list[tuple[int, Floats, Floats]] = []
    solid, dim = mesh.solid, model.dim
    v, zero = motion_of(model, mesh), np.zeros((dim, dim))
    for place in places_of(model, solid):
        found = solid.locate(place)
        if len(found.nodes) == 1:
            mesh.points[place] = mesh.first + int(found.nodes[0])
        elif place not in mesh.points:
            mesh.points[place] = first + len(rows)
            r = np.append(found.weights @ solid.nodes[found.nodes], np.zeros(3 - dim))
            kind, u = POINT if dim == 3 else PLANAR_POINT, found.weights @ v[found.nodes]
            rows.append((builder.add(kind, zero, r[:dim], u, np.zeros(dim), zero, zero), r, np.eye(3)))
    return rows


def places_of(model: Model, solid: SolidBody) -> list[tuple[float, ...]]:
    """Return the material points of a solid where contours, joints and forces are attached."""
    values = [getattr(part, name) for part in model.parts for name in type(part).model_fields]
    frames = [value for value in values if isinstance(value, Frame) and value.body is solid]
    found = [contour.position for contour in solid.contours] + [frame.position for frame in frames]
    return [tuple(place) for place in found if len(place)]


def surface_nodes(mesh: SolidMesh) -> list[int]:
    """Return the nodes of all surfaces of a solid in space: corners of patches."""
    solid = mesh.solid
    skins = [contour for contour in solid.contours if isinstance(contour, SolidSurface) and solid.dim == 3]
    chosen = [solid.boundary() if skin.facets is None else skin.facets for skin in skins]
    return np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *(np.ravel(f) for f in chosen)])).tolist()


def rows_of(mesh: SolidMesh, numbers: Sequence[int]) -> list[tuple[int, Floats, Floats]]:
    """Return node, place (3,) and axes of the bodies of a solid."""
    r = np.zeros((len(numbers), 3))
    r[:, : mesh.solid.dim] = mesh.solid.nodes
    axes = np.eye(3)
    return [(node, place, axes) for node, place in zip(numbers, r, strict=True)]


def batch_data(mesh: SolidMesh) -> Floats:
    """Return what a batch knows of the declared shape (see ``solids.kernel``)."""
    solid = mesh.solid
    X = solid.nodes[solid.cells]
    slopes, weight = material_gradients(solid.kind, X, stiffness_rule(solid.kind, X))
    points = np.concatenate([weight[..., None], slopes.reshape(*weight.shape, -1)], axis=2)
    if solid.dim == 2:
        points[..., 0] *= solid.depth
    alpha = solid.mass_damping if mesh.consistent else 0.0
    head = HEAD.pack(lame=solid.lame, tau=solid.retardation, alpha=alpha)
    places = (X - X[:, :1]).swapaxes(1, 2)
    return np.concatenate([head, places.ravel(), points.ravel(), mesh.M.ravel() if mesh.consistent else []])


def describe_solid(mesh: SolidMesh, nodes: Nodes) -> dict[str, Any]:
    """Return the layout of a solid in the state, its mesh and its law as plain data for result files."""
    solid, size, numbers = mesh.solid, mesh.solid.nodes.size, mesh.nodes
    return {
        "name": solid.name,
        "kind": "solid",
        "q_off": int(nodes.q_off[numbers[0]]),
        "nq": size,
        "u_off": int(nodes.u_off[numbers[0]]),
        "nu": size,
        "attached": solid.dim * sum(point not in mesh.bodies for point in mesh.points.values()),  # behind the nodes
        "mass": mesh.mass,
        "size": float(np.linalg.norm(np.ptp(solid.nodes, axis=0))),
        "lumped": None if mesh.consistent else mesh.share.tolist(),
        "nodes": len(solid.nodes),
        "places": solid.nodes,
        "cells": solid.cells,
        "cell": solid.kind,
        "law": solid.law,
        "lame": list(solid.lame),
        "plane": solid.plane,
    }
