"""Assembly of floating bodies: nodes of frame and elastic coordinates, their integrals, and stations."""

from __future__ import annotations

import numpy as np

from stickslip._arrays import Floats
from stickslip.bodies.declaration import Frame
from stickslip.codes import FRAME, GENERAL, PLANAR, PLANAR_POINT, POINT
from stickslip.contact.contours import Contour
from stickslip.errors import ModelError
from stickslip.floating.beam.declaration import FloatingBeam
from stickslip.floating.beam.mesh import FloatingMesh, mesh_of
from stickslip.floating.solid.declaration import FloatingSolid
from stickslip.floating.solid.mesh import FloatingSolidMesh, Place
from stickslip.lines.assembly import stations_of
from stickslip.model.model import Model
from stickslip.system.assembled import BodyBuilder
from stickslip.system.pose import position_of, rotation_of

Row = tuple[int, Floats, Floats]  # node, place, axes of a body
FloatingBody = FloatingMesh | FloatingSolidMesh


def assemble_floating_beam(beam: FloatingBeam, builder: BodyBuilder) -> FloatingMesh:
    """Append a floating beam; a skin along it needs a station at every node."""
    model = builder.model
    if model.dim != 2:
        raise ModelError(f"{beam.label}: floating beams are planar; use Beam in a spatial model")
    mesh = mesh_of(beam, stations_of(model, beam))
    if any(contour.whole_line for contour in beam.contours):
        mesh.used = mesh.s.tolist()
    _add_rows(mesh, add_floating(model, mesh, builder, len(builder.rows)), builder)
    return mesh


def assemble_floating_solid(body: FloatingSolid, builder: BodyBuilder) -> FloatingSolidMesh:
    """Append a floating solid."""
    model = builder.model
    if body.dim != model.dim:
        raise ModelError(f"{body.label}: its nodes have {body.dim} components, the model has dim = {model.dim}")
    if body.shape in model.parts:
        raise ModelError(f"{body.label}: its shape {body.shape.label} is part of the model, too; add one of both")
    mesh = FloatingSolidMesh(body, places_of(model, body))
    _add_rows(mesh, add_floating_solid(model, mesh, builder, len(builder.rows)), builder)
    return mesh


def _add_rows(mesh: FloatingBody, rows: list[Row], builder: BodyBuilder) -> None:
    mesh.nodes = [node for node, _, _ in rows]
    for row in rows:
        builder.add_row(*row)


def add_floating(model: Model, mesh: FloatingMesh, builder: BodyBuilder, first: int) -> list[Row]:
    """Append frame, elastic coordinates and stations as nodes; return their bodies, numbered from ``first`` on."""
    beam, of = mesh.beam, mesh.reduced
    A = rotation_of(beam.label, beam.rotation, 2)
    start, v = (position_of(beam.label, name, getattr(beam, name), 2) for name in ("position", "velocity"))
    mesh.r, mesh.first = start + mesh.s[:, None] * A[:, 0], first

    def motion(s: float) -> tuple[Floats, Floats]:
        lever = s * A[:2, 0]
        place = np.append(start[:2] + lever, beam.rotation)
        return place, np.append(v[:2] + beam.angular_velocity * np.array([-lever[1], lever[0]]), beam.angular_velocity)

    mass, zero = beam.section_data.mass_per_length * beam.length, np.zeros((3, 3))
    load = np.append(mass * np.array(model.gravity), 0.0)
    q, u = motion(mesh.origin)
    frame = builder.add(PLANAR, np.diag([mass, mass, of.I_2]), q, u, load, zero, zero)
    rows: list[Row] = [(frame, np.append(q[:2], 0.0), A)]
    for group in mesh.groups:
        pick, none = np.ix_(group, group), np.zeros(len(group))
        node = builder.add(GENERAL, of.M[pick], none, none, none, of.K[pick], beam.retardation * of.K[pick])
        rows.append((node, np.zeros(3), np.eye(3)))
    for s in mesh.used:
        k = mesh.node(s)
        if mesh.s[k] == mesh.origin and mesh.motion_of(k)[0] < 0:
            mesh.body_of[k] = first
        elif k not in mesh.body_of:
            mesh.body_of[k] = first + len(rows)
            q, u = motion(mesh.s[k])
            rows.append((builder.add(PLANAR, zero, q, u, np.zeros(3), zero, zero), mesh.r[k], A))
    return rows


def places_of(model: Model, body: FloatingSolid) -> list[Place]:
    """Return the places on a floating solid that joints, forces and contours use."""
    found: list[Frame | Contour] = list(body.contours)
    for part in model.parts:
        values = [getattr(part, name) for name in type(part).model_fields]
        found += [value for value in values if isinstance(value, Frame) and value.body is body]
    return list(dict.fromkeys(Place(item.node, item.interface) for item in found))


def add_floating_solid(model: Model, mesh: FloatingSolidMesh, builder: BodyBuilder, first: int) -> list[Row]:
    """Append frame, elastic coordinates and stations as nodes; return their bodies, numbered from ``first`` on."""
    part, of, m = mesh.part, mesh.of, len(mesh.of.omega)
    if len(part.elastic) not in (0, m):
        raise ModelError(f"{part.label}: elastic has {len(part.elastic)} entries, the body {m} elastic coordinates")
    elastic, dim = np.array(part.elastic) if part.elastic else np.zeros(m), model.dim
    start = _Start(model, mesh, elastic)
    size = 3 if dim == 2 else 6
    zero, none = np.zeros((size, size)), np.zeros(size)
    load = none.copy()
    load[:dim] = of.mass * np.array(model.gravity)
    kind, q, u, row = start.frame(np.zeros(dim), np.zeros((size, m)))
    frame = builder.add(kind, mesh.frame_mass, q, u, load, zero, zero)
    rows: list[Row] = [(frame, *row)]
    mesh.first = first
    if m:
        node = builder.add(GENERAL, mesh.M, elastic, np.zeros(m), np.zeros(m), mesh.K, mesh.D)
        rows.append((node, np.zeros(3), np.eye(3)))
    mesh.body_of = {place: first + len(rows) + k for k, place in enumerate(mesh.places)}
    for station in mesh.stations():
        kind, q, u, row = start.frame(station.x, station.S)
        n = len(u)
        rows.append((builder.add(kind, zero[:n, :n], q, u, none[:n], zero[:n, :n], zero[:n, :n]), *row))
    return rows


class _Start:
    """Motion of a floating solid at the start: of a rigid body about its centre of mass, with given deformation."""

    def __init__(self, model: Model, mesh: FloatingSolidMesh, elastic: Floats) -> None:
        part, self.dim, self.elastic = mesh.part, model.dim, elastic
        self.A = rotation_of(part.label, part.rotation, self.dim)
        self.r, self.v = (
            position_of(part.label, key, getattr(part, key), self.dim) for key in ("position", "velocity")
        )
        self.omega, self.angle = _angular_velocity(part, self.dim), part.rotation
        self.origin, self.centre = np.zeros(3), np.zeros(3)
        self.origin[: self.dim], self.centre[: self.dim] = mesh.of.origin, mesh.of.centre

    def frame(self, x: Floats, S: Floats) -> tuple[int, Floats, Floats, tuple[Floats, Floats]]:
        """Return kind of node, q, u and (place, axes) of a frame (or point) at x that is moved by S q."""
        dim, motion = self.dim, S @ self.elastic
        lever, turn = self.origin.copy(), np.zeros(3)
        lever[:dim] += x + motion[:dim]
        turn[3 - len(motion[dim:]) :] = motion[dim:]
        r, v = self.r + self.A @ lever, self.v + self.A @ np.cross(self.omega, lever - self.centre)
        if len(motion) == dim:
            return (PLANAR_POINT if dim == 2 else POINT), r[:dim], v[:dim], (r, np.eye(3))
        local = rotation_of("", tuple(turn), 3)
        A = self.A @ local
        if dim == 2:
            return PLANAR, np.array([*r[:2], self.angle + turn[2]]), np.array([*v[:2], self.omega[2]]), (r, A)
        return FRAME, np.concatenate([r, A.T.ravel()]), np.concatenate([v, local.T @ self.omega]), (r, A)


def _angular_velocity(part: FloatingSolid, dim: int) -> Floats:
    """Return the angular velocity (3,) in body axes."""
    value = part.angular_velocity
    if isinstance(value, float):
        if dim == 3 and value != 0.0:
            raise ModelError(f"{part.label}: angular_velocity must have 3 components (body axes) in a spatial model")
        return np.array([0.0, 0.0, value])
    if dim == 2 or len(value) != 3:
        raise ModelError(f"{part.label}: angular_velocity = {value} does not fit dim = {dim}")
    return np.array(value)
