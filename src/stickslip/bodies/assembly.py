"""Assembly of rigid, prescribed, massless and linear bodies."""

from __future__ import annotations

from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.bodies.declaration import Ground, LinearBody, PointMass, PrescribedBody, RigidBody
from stickslip.bonds.declaration import MasslessBody
from stickslip.codes import FRAME, GENERAL, PLANAR, PLANAR_POINT, POINT
from stickslip.errors import ModelError
from stickslip.mechanics.bodies import Nodes, place_dim
from stickslip.system.assembled import Assembled, BodyBuilder
from stickslip.system.pose import position_of, rotation_of


class GroundPart(Assembled[Ground]):
    """The ground: a row that never moves."""

    given = True


def assemble_ground(body: Ground, builder: BodyBuilder) -> GroundPart:
    """Append the row of the ground."""
    part = GroundPart(body)
    part.first = builder.add_row(-1, np.zeros(3), np.eye(3))
    return part


class PrescribedPart(Assembled[PrescribedBody]):
    """A row that follows functions of time."""

    given = True


def assemble_prescribed(body: PrescribedBody, builder: BodyBuilder) -> PrescribedPart:
    """Append the row of a prescribed body."""
    dim, functions = builder.model.dim, builder.functions
    motion = [functions.add(f, body.label) for f in body.motion] + [-1] * (3 - len(body.motion))
    if len(body.motion) > dim:
        raise ModelError(f"{body.label}: motion has {len(body.motion)} functions, the model has dim = {dim}")
    axis = np.array(body.axis if dim == 3 else (0.0, 0.0, 1.0))
    if axis.shape != (3,) or not axis.any():
        raise ModelError(f"{body.label}: axis = {body.axis} must be a non-zero vector of 3 components")
    r = position_of(body.label, "position", body.position, dim)
    A = rotation_of(body.label, body.rotation, dim)
    part = PrescribedPart(body)
    angle = functions.add(body.angle, body.label)
    part.first = builder.add_given(r, A, motion, angle, axis / np.linalg.norm(axis))
    return part


class RigidPart(Assembled[RigidBody]):
    """A FRAME or PLANAR node."""

    single = True

    def describe(self, nodes: Nodes) -> dict[str, Any]:
        """Return where the body is in the state, with its radius of gyration."""
        return super().describe(nodes) | {"size": _radius_of_gyration(nodes, self.nodes[0])}


def _radius_of_gyration(nodes: Nodes, node: int) -> float:
    """Return sqrt(tr(Theta) / m) of a rigid body [m]; 0 without inertia or without mass."""
    nu = int(nodes.nu[node])
    inertia = np.diag(nodes.M[nodes.m_off[node] : nodes.m_off[node] + nu**2].reshape(nu, nu))
    if inertia[0] == 0.0:
        return 0.0
    return float(np.sqrt(inertia[place_dim(nodes.kind[node]) :].sum() / inertia[0]))


def assemble_rigid(body: RigidBody, builder: BodyBuilder) -> RigidPart:
    """Append a rigid body as a FRAME or PLANAR node."""
    model, part = builder.model, RigidPart(body)
    r = position_of(body.label, "position", body.position, model.dim)
    v = position_of(body.label, "velocity", body.velocity, model.dim)
    A = rotation_of(body.label, body.rotation, model.dim)
    node = _planar_node(body, builder, r, v) if model.dim == 2 else _spatial_node(body, builder, r, v, A)
    part.nodes, part.first = [node], builder.add_row(node, r, A)
    return part


def _planar_node(body: RigidBody, builder: BodyBuilder, r: Floats, v: Floats) -> int:
    if not isinstance(body.inertia, float) or not isinstance(body.angular_velocity, float):
        raise ModelError(f"{body.label}: inertia and angular_velocity must be single numbers in a planar model")
    M, zero = np.diag([body.mass, body.mass, body.inertia]), np.zeros((3, 3))
    q, u = np.array([r[0], r[1], body.rotation]), np.array([v[0], v[1], body.angular_velocity])
    load = np.append(body.mass * np.array(builder.model.gravity), 0.0)
    return builder.add(PLANAR, M, q, u, load, zero, zero)


def _spatial_node(body: RigidBody, builder: BodyBuilder, r: Floats, v: Floats, A: Floats) -> int:
    inertia = np.array(body.inertia)
    theta = inertia * np.eye(3) if inertia.ndim == 0 else np.diag(inertia) if inertia.ndim == 1 else inertia
    omega = np.zeros(3) if body.angular_velocity == 0.0 else np.array(body.angular_velocity)
    if omega.shape != (3,):
        raise ModelError(f"{body.label}: angular_velocity = {body.angular_velocity} must have 3 components (body axes)")
    M, zero = np.block([[body.mass * np.eye(3), np.zeros((3, 3))], [np.zeros((3, 3)), theta]]), np.zeros((6, 6))
    load = np.concatenate([body.mass * np.array(builder.model.gravity), np.zeros(3)])
    q, u = np.concatenate([r, A.T.ravel()]), np.concatenate([v, omega])
    return builder.add(FRAME, M, q, u, load, zero, zero)


class MasslessPart(RigidPart):
    """A massless frame, held by what is attached to it."""

    single, massless = False, True

    def watched_rows(self) -> range:
        """Return the row; the constraints that hold it must be independent."""
        return range(self.first, self.first + 1)


def assemble_massless(body: MasslessBody, builder: BodyBuilder) -> MasslessPart:
    """Append a massless body as a FRAME or PLANAR node."""
    dim, part = builder.model.dim, MasslessPart(body)  # type: ignore[arg-type]
    r, A = position_of(body.label, "position", body.position, dim), rotation_of(body.label, body.rotation, dim)
    if dim == 2:
        zero, q, kind = np.zeros((3, 3)), np.array([r[0], r[1], body.rotation]), PLANAR
    else:
        zero, q, kind = np.zeros((6, 6)), np.concatenate([r, A.T.ravel()]), FRAME
    node = builder.add(kind, zero, q, np.zeros(len(zero)), np.zeros(len(zero)), zero, zero)
    part.nodes, part.first = [node], builder.add_row(node, r, A)
    return part


class PointMassPart(Assembled[PointMass]):
    """A POINT or PLANAR_POINT node; its axes stay those of the world."""

    single = True

    def never_turning(self) -> list[int]:
        """Return its row."""
        return [self.first]


def assemble_point_mass(body: PointMass, builder: BodyBuilder) -> PointMassPart:
    """Append a mass without orientation."""
    dim, part = builder.model.dim, PointMassPart(body)
    r = position_of(body.label, "position", body.position, dim)
    v, zero = position_of(body.label, "velocity", body.velocity, dim)[:dim], np.zeros((dim, dim))
    kind, load = POINT if dim == 3 else PLANAR_POINT, body.mass * np.array(builder.model.gravity)
    node = builder.add(kind, body.mass * np.eye(dim), r[:dim], v, load, zero, zero)
    part.nodes, part.first = [node], builder.add_row(node, r, np.eye(3))
    return part


class LinearPart(Assembled[LinearBody]):
    """GENERAL nodes without a pose, and interaction points."""

    abstract = True

    def __init__(self, body: LinearBody) -> None:
        super().__init__(body)
        self.points: list[int] = []  # numbers of its interaction points

    def refuses(self, scheme: str) -> str:
        """State that energy-momentum steps have no discrete gradient for it."""
        return "EnergyMomentum does not support linear bodies; use Theta or MoreauMidpoint" * (
            scheme == "EnergyMomentum"
        )


def _fill_between(coupled: np.ndarray) -> np.ndarray:
    """Couple all coordinates that lie between coupled ones."""
    n = len(coupled)
    bridged = np.zeros(max(n - 1, 0), dtype=bool)  # k: coordinates k and k + 1 belong together
    for i, j in zip(*np.nonzero(np.triu(coupled, 1)), strict=True):
        bridged[i:j] = True
    return np.eye(n, dtype=bool) | np.diag(bridged, 1) | np.diag(bridged, -1)


def assemble_linear(body: LinearBody, builder: BodyBuilder) -> LinearPart:
    """Append a linear body, split into its independent blocks of coordinates so that small blocks stay small.

    A user function may couple all coordinates: one block.
    """
    if builder.model.dim != 3:
        raise ModelError(f"{body.label}: linear bodies need a spatial model (dim=3)")
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components

    M, K = np.array(body.mass_matrix), np.array(body.stiffness_matrix)
    D = np.zeros_like(M) if body.damping_matrix is None else np.array(body.damping_matrix)
    n, part = len(M), LinearPart(body)
    J = [np.array(p.jacobian) for p in body.points]
    address = 0 if body.force is None else builder.functions.code.body_force(body.force, n, body.label)
    coupled = (M != 0) | (K != 0) | (D != 0) | (address != 0)
    for jacobian in J:
        used = abs(jacobian).max(axis=0) > 0
        coupled |= np.outer(used, used)
    # blocks of consecutive coordinates: results keep the order of the declaration
    count, member = connected_components(csr_matrix(_fill_between(coupled)), directed=False)
    q, u, load = (np.array(x) if x else np.zeros(n) for x in (body.q, body.u, body.load))
    dofs_of = [np.flatnonzero(member == k) for k in range(count)]
    for dofs in dofs_of:
        pick = np.ix_(dofs, dofs)
        part.nodes.append(builder.add(GENERAL, M[pick], q[dofs], u[dofs], load[dofs], K[pick], D[pick], address))
    for point, jacobian in zip(body.points, J, strict=True):
        used = np.flatnonzero(abs(jacobian).max(axis=0) > 0)
        k = int(member[used[0]]) if len(used) else 0
        own = np.ascontiguousarray(jacobian[:, dofs_of[k]])
        part.points.append(builder.add_point(part.nodes[k], np.array(point.position), own))
    return part
