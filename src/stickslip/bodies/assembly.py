"""Assembly of bodies: nodes, poses, initial state (the part of ``assemble`` that knows RigidBody and LinearBody)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from stickslip._arrays import Floats
from stickslip.bodies.declaration import Body, Frame, LinearBody, PrescribedBody, RigidBody
from stickslip.bonds.declaration import MasslessBody, PointMass
from stickslip.contact.contours import Contour
from stickslip.errors import ModelError
from stickslip.floating.beam import mesh as floating_beam
from stickslip.floating.beam.assembly import FloatingBody, Row, add_floating, add_floating_solid, places_of
from stickslip.floating.beam.declaration import FloatingBeam
from stickslip.floating.solid.declaration import FloatingSolid
from stickslip.floating.solid.mesh import FloatingSolidMesh
from stickslip.lines.assembly import LineMesh, add_nodes, mesh_of, stations_of
from stickslip.lines.declaration import Line
from stickslip.mechanics.bodies import FRAME, GENERAL, PLANAR, PLANAR_POINT, POINT, Bodies, Nodes, Points
from stickslip.model.model import Model
from stickslip.solids import assembly as assemble_solids
from stickslip.solids.declaration import SolidBody
from stickslip.system.functions import FunctionTable
from stickslip.system.pose import position_of, rotation_of

PoseRow = tuple[int, Floats, Floats, list[int], int, Floats]  # node, place, axes, motion, angle, axis of a body


@dataclass
class NodeBuilder:
    """Collects velocity blocks in the order in which they are added."""

    kind: list[int] = field(default_factory=list)
    nq: list[int] = field(default_factory=list)
    M: list[Floats] = field(default_factory=list)
    K: list[Floats] = field(default_factory=list)
    D: list[Floats] = field(default_factory=list)
    load: list[Floats] = field(default_factory=list)
    q: list[Floats] = field(default_factory=list)
    u: list[Floats] = field(default_factory=list)
    address: list[int] = field(default_factory=list)

    def add(self, kind: int, M: Floats, q: Floats, u: Floats, load: Floats, K: Floats, D: Floats, address=0) -> int:
        """Append a node and return its number."""
        self.kind.append(kind)
        self.address.append(address)
        self.nq.append(len(q))
        for store, value in ((self.M, M), (self.K, K), (self.D, D), (self.load, load), (self.q, q), (self.u, u)):
            store.append(np.asarray(value, dtype=float))
        return len(self.kind) - 1

    def nodes(self) -> Nodes:
        """Return the frozen arrays."""
        nu = np.array([len(u) for u in self.u], dtype=np.int64)
        return Nodes(
            kind=np.array(self.kind, dtype=np.int64),
            q_off=offsets(self.nq),
            u_off=offsets(nu),
            nu=nu,
            m_off=offsets(nu**2),
            M=flat(self.M),
            M_inv=flat([_inverse(M) for M in self.M]),
            K=flat(self.K),
            D=flat(self.D),
            load=flat(self.load),
            address=np.array(self.address, dtype=np.int64),
        )


def _inverse(M: Floats) -> Floats:
    """Return M^-1; a node without mass gets zero (its elements bring the mass)."""
    try:
        return np.asarray(np.linalg.inv(M), dtype=float) if M.any() else M
    except np.linalg.LinAlgError:
        raise ModelError(
            f"a mass matrix cannot be inverted (diagonal {np.diag(M)}): masses or sizes of a body are too small"
        ) from None


def offsets(lengths) -> np.ndarray:
    """Return the begin of each of several consecutive pieces."""
    return np.concatenate([[0], np.cumsum(np.asarray(lengths, dtype=np.int64))[:-1]]).astype(np.int64)[: len(lengths)]


def flat(arrays: list[Floats]) -> Floats:
    """Return all arrays one after another as one vector."""
    return np.concatenate(arrays, axis=None) if arrays else np.zeros(0)


@dataclass
class BodySet:
    """Everything assembled about bodies."""

    nodes: Nodes
    bodies: Bodies
    points: Points
    index: dict[Body, int]  # pose index of ground, rigid and prescribed bodies
    linear: dict[LinearBody, list[int]]  # point numbers of each linear body
    point_of: dict[int, int]  # point numbers of the bodies of nodes on surfaces of solids in space
    lines: dict[Body, LineMesh]  # nodes are bodies, index is that of the first
    floating: dict[Body, FloatingBody]  # index is that of the frame
    solids: dict[Body, assemble_solids.SolidMesh]  # nodes are bodies, index is that of the first
    node_of: dict[Body, list[int]]
    q: Floats
    u: Floats
    r: Floats  # (nb, 3) poses at the start
    A: Floats  # (nb, 3, 3)

    def at(self, body: Body, place: Frame | Contour) -> int:
        """Return the body (or node of a line or solid) at the place of a frame or contour."""
        if body in self.solids:
            return self.solids[body].number(place.node, place.position)
        mesh = self.lines[body] if body in self.lines else self.floating.get(body)
        if isinstance(mesh, FloatingSolidMesh):
            return mesh.number(place)
        return self.index[body] if mesh is None else mesh.number(place.s or 0.0)


def assemble_bodies(model: Model, functions: FunctionTable) -> BodySet:
    """Collect nodes, poses and interaction points of all bodies."""
    builder = NodeBuilder()
    index: dict[Body, int] = {}
    linear: dict[LinearBody, list[int]] = {}
    lines: dict[Body, LineMesh] = {}
    floating: dict[Body, FloatingBody] = {}
    solids: dict[Body, assemble_solids.SolidMesh] = {}
    node_of: dict[Body, list[int]] = {}
    rows: list[PoseRow] = []
    points: list[tuple[int, Floats, Floats]] = []
    for body in model.bodies:
        if isinstance(body, LinearBody):
            if model.dim != 3:
                raise ModelError(f"{body.label}: linear bodies need a spatial model (dim=3)")
            node_of[body] = _add_linear(body, builder, points, linear, functions)
            continue
        index[body] = len(rows)
        if isinstance(body, PrescribedBody):
            rows.append(_prescribed(model, body, functions))
            continue
        if body is model.ground:
            rows.append(_moved_by_node(-1, np.zeros(3), np.eye(3)))
            continue
        if isinstance(body, Line):
            lines[body], found = _add_line(model, body, builder, len(rows))
        elif isinstance(body, FloatingBeam | FloatingSolid):
            floating[body], found = _add_floating(model, body, builder, len(rows))
        elif isinstance(body, SolidBody):
            solids[body], found = _add_solid(model, body, builder, len(rows))
        elif isinstance(body, RigidBody):
            found = [_add_rigid(model, body, builder)]
        elif isinstance(body, MasslessBody | PointMass):
            found = [_add_light(model, body, builder)]
        else:
            raise ModelError(f"{body.label}: is no body by itself; use RigidBody, PrescribedBody, Beam, SolidBody, ...")
        own = len(body.nodes) if isinstance(body, SolidBody) else len(found)  # material points stand behind the nodes
        node_of[body] = [node for node, _, _ in found[:own]]
        rows += [_moved_by_node(*row) for row in found]
    point_of = _add_surface_points(solids.values(), rows, points)
    bodies = _freeze_bodies(rows)
    return BodySet(
        builder.nodes(), bodies, _freeze_points(points), index, linear, point_of, lines, floating, solids, node_of,
        flat(builder.q), flat(builder.u), bodies.r0.copy(), bodies.A0.copy(),
    )  # fmt: skip


def _moved_by_node(node: int, r: Floats, A: Floats) -> PoseRow:
    """Return the row of a body without prescribed motion."""
    return node, r, A, [-1] * 3, -1, np.eye(3)[2]


def _freeze_bodies(rows: list[PoseRow]) -> Bodies:
    """Return the table of bodies."""
    return Bodies(
        node=np.array([row[0] for row in rows], dtype=np.int64),
        r0=np.array([row[1] for row in rows]),
        A0=np.array([row[2] for row in rows]),
        motion=np.array([row[3] for row in rows], dtype=np.int64),
        angle=np.array([row[4] for row in rows], dtype=np.int64),
        axis=np.array([row[5] for row in rows]),
    )


def _freeze_points(points: list[tuple[int, Floats, Floats]]) -> Points:
    """Return the table of interaction points."""
    return Points(
        node=np.array([p[0] for p in points], dtype=np.int64),
        r0=np.array([p[1] for p in points]).reshape(-1, 3),
        j_off=offsets([p[2].size for p in points]),
        J=flat([p[2] for p in points]),
    )


def _add_surface_points(
    solids: Iterable[assemble_solids.SolidMesh], rows: list[PoseRow], points: list[tuple[int, Floats, Floats]]
) -> dict[int, int]:
    """Append a point for every node on a surface of a solid; return points by the rows of these nodes."""
    point_of: dict[int, int] = {}
    for block in solids:
        for number in assemble_solids.surface_nodes(block):
            point_of[block.first + number] = len(points)
            points.append((rows[block.first + number][0], np.zeros(3), np.eye(3)))
    return point_of


def _add_line(model: Model, body: Line, builder: NodeBuilder, first: int) -> tuple[LineMesh, list[Row]]:
    """Append the nodes of a line; return its mesh and its rows of bodies, inner coordinates last."""
    mesh = mesh_of(model, body)
    mesh.first = first
    nodes, n = add_nodes(model, mesh, builder), len(mesh.s)
    rows = [(node, r, A) for node, r, A in zip(nodes[:n], mesh.r, mesh.A, strict=True)]
    rows += [(node, np.append(r, 0.0), np.eye(3)) for node, r in zip(nodes[n:], mesh.inner, strict=True)]
    return mesh, rows


def _add_solid(
    model: Model, body: SolidBody, builder: NodeBuilder, first: int
) -> tuple[assemble_solids.SolidMesh, list[Row]]:
    """Append the nodes and material points of a solid; return its mesh and its rows of bodies."""
    mesh = assemble_solids.mesh_of(model, body)
    mesh.first = first
    rows = assemble_solids.rows_of(mesh, assemble_solids.add_nodes(model, mesh, builder))
    return mesh, rows + assemble_solids.add_points(model, mesh, builder, first + len(rows))


def _add_floating(
    model: Model, body: FloatingBeam | FloatingSolid, builder: NodeBuilder, first: int
) -> tuple[FloatingBody, list[Row]]:
    """Append a floating body; return it and its rows of bodies."""
    if isinstance(body, FloatingBeam):
        mesh = _floating_mesh(model, body)
        return mesh, add_floating(model, mesh, builder, first)
    if body.dim != model.dim:
        raise ModelError(f"{body.label}: its nodes have {body.dim} components, the model has dim = {model.dim}")
    if body.shape in model.parts:
        raise ModelError(f"{body.label}: its shape {body.shape.label} is part of the model, too; add one of both")
    solid = FloatingSolidMesh(body, places_of(model, body))
    return solid, add_floating_solid(model, solid, builder, first)


def _floating_mesh(model: Model, beam: FloatingBeam) -> floating_beam.FloatingMesh:
    """Return the mesh of a floating beam with its stations; a skin along it needs one at every node."""
    if model.dim != 2:
        raise ModelError(f"{beam.label}: floating beams are planar; use Beam in a spatial model")
    mesh = floating_beam.mesh_of(beam, stations_of(model, beam))
    if any(contour.whole_line for contour in beam.contours):
        mesh.used = mesh.s.tolist()
    return mesh


def _add_rigid(model: Model, body: RigidBody, builder: NodeBuilder) -> Row:
    """Append a rigid body as a FRAME or PLANAR node; return node, place and axes."""
    gravity = np.array(model.gravity)
    r = position_of(body.label, "position", body.position, model.dim)
    v = position_of(body.label, "velocity", body.velocity, model.dim)
    A = rotation_of(body.label, body.rotation, model.dim)
    zero = np.zeros((6, 6)) if model.dim == 3 else np.zeros((3, 3))
    if model.dim == 2:
        if not isinstance(body.inertia, float) or not isinstance(body.angular_velocity, float):
            raise ModelError(f"{body.label}: inertia and angular_velocity must be single numbers in a planar model")
        angle = body.rotation
        M = np.diag([body.mass, body.mass, body.inertia])
        load = np.append(body.mass * gravity, 0.0)
        u = np.array([v[0], v[1], body.angular_velocity])
        return builder.add(PLANAR, M, np.array([r[0], r[1], angle]), u, load, zero, zero), r, A
    inertia = np.array(body.inertia)
    theta = inertia * np.eye(3) if inertia.ndim == 0 else np.diag(inertia) if inertia.ndim == 1 else inertia
    omega = np.zeros(3) if body.angular_velocity == 0.0 else np.array(body.angular_velocity)
    if omega.shape != (3,):
        raise ModelError(f"{body.label}: angular_velocity = {body.angular_velocity} must have 3 components (body axes)")
    M = np.block([[body.mass * np.eye(3), np.zeros((3, 3))], [np.zeros((3, 3)), theta]])
    load = np.concatenate([body.mass * gravity, np.zeros(3)])
    q = np.concatenate([r, A.T.ravel()])
    return builder.add(FRAME, M, q, np.concatenate([v, omega]), load, zero, zero), r, A


def _add_light(model: Model, body: MasslessBody | PointMass, builder: NodeBuilder) -> Row:
    """Append a body without mass, or a mass without orientation; return node, place and axes."""
    dim, r = model.dim, position_of(body.label, "position", body.position, model.dim)
    if isinstance(body, PointMass):
        v, zero = position_of(body.label, "velocity", body.velocity, dim)[:dim], np.zeros((dim, dim))
        kind, load = POINT if dim == 3 else PLANAR_POINT, body.mass * np.array(model.gravity)
        return builder.add(kind, body.mass * np.eye(dim), r[:dim], v, load, zero, zero), r, np.eye(3)
    A = rotation_of(body.label, body.rotation, dim)
    if dim == 2:
        zero, q = np.zeros((3, 3)), np.array([r[0], r[1], body.rotation])
        return builder.add(PLANAR, zero, q, np.zeros(3), np.zeros(3), zero, zero), r, A
    zero, q = np.zeros((6, 6)), np.concatenate([r, A.T.ravel()])
    return builder.add(FRAME, zero, q, np.zeros(6), np.zeros(6), zero, zero), r, A


def _prescribed(model: Model, body: PrescribedBody, functions: FunctionTable) -> PoseRow:
    """Return the row of a body that moves as functions of time say."""
    motion = [functions.add(f, body.label) for f in body.motion] + [-1] * (3 - len(body.motion))
    if len(body.motion) > model.dim:
        raise ModelError(f"{body.label}: motion has {len(body.motion)} functions, the model has dim = {model.dim}")
    axis = np.array(body.axis if model.dim == 3 else (0.0, 0.0, 1.0))
    if axis.shape != (3,) or not axis.any():
        raise ModelError(f"{body.label}: axis = {body.axis} must be a non-zero vector of 3 components")
    r = position_of(body.label, "position", body.position, model.dim)
    A = rotation_of(body.label, body.rotation, model.dim)
    return (-1, r, A, motion, functions.add(body.angle, body.label), axis / np.linalg.norm(axis))


def _fill_between(coupled: np.ndarray) -> np.ndarray:
    """Couple all coordinates that lie between coupled ones."""
    n = len(coupled)
    bridged = np.zeros(max(n - 1, 0), dtype=bool)  # k: coordinates k and k + 1 belong together
    for i, j in zip(*np.nonzero(np.triu(coupled, 1)), strict=True):
        bridged[i:j] = True
    return np.eye(n, dtype=bool) | np.diag(bridged, 1) | np.diag(bridged, -1)


def _add_linear(
    body: LinearBody,
    builder: NodeBuilder,
    points: list[tuple[int, Floats, Floats]],
    linear: dict[LinearBody, list[int]],
    functions: FunctionTable,
) -> list[int]:
    """Append a linear body, split into its independent blocks of coordinates so that small blocks stay small.

    A function of the user may couple all coordinates: one block.
    """
    M, K = np.array(body.mass_matrix), np.array(body.stiffness_matrix)
    D = np.zeros_like(M) if body.damping_matrix is None else np.array(body.damping_matrix)
    n = len(M)
    J = [np.array(p.jacobian) for p in body.points]
    address = 0 if body.force is None else functions.code.body_force(body.force, n, body.label)
    coupled = (M != 0) | (K != 0) | (D != 0) | (address != 0)
    for jacobian in J:
        used = abs(jacobian).max(axis=0) > 0
        coupled |= np.outer(used, used)
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components

    # blocks of consecutive coordinates: results keep the order of the declaration
    coupled = _fill_between(coupled)
    count, member = connected_components(csr_matrix(coupled), directed=False)
    q, u, load = (np.array(x) if x else np.zeros(n) for x in (body.q, body.u, body.load))
    nodes, dofs_of = [], []
    for k in range(count):
        dofs = np.flatnonzero(member == k)
        pick = np.ix_(dofs, dofs)
        nodes.append(builder.add(GENERAL, M[pick], q[dofs], u[dofs], load[dofs], K[pick], D[pick], address))
        dofs_of.append(dofs)
    linear[body] = []
    for point, jacobian in zip(body.points, J, strict=True):
        used = np.flatnonzero(abs(jacobian).max(axis=0) > 0)
        k = int(member[used[0]]) if len(used) else 0
        linear[body].append(len(points))
        points.append((nodes[k], np.array(point.position), np.ascontiguousarray(jacobian[:, dofs_of[k]])))
    return nodes
