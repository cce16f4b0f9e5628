"""Assembly of joints, their stops and friction, gears, rolling and clutches: rows of ``mechanics.joints``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stickslip import joints as declared
from stickslip._arrays import Floats
from stickslip.bodies.declaration import Body, Frame, Ground
from stickslip.codes import DRY_FRICTION, LOWER_STOP, ONE_WAY, UPPER_STOP
from stickslip.contact.contours import Contour
from stickslip.contact.shapes.circle import Circle
from stickslip.contact.shapes.cylinder import Cylinder
from stickslip.contact.shapes.plane import Plane
from stickslip.contact.shapes.sphere import Sphere
from stickslip.errors import ModelError
from stickslip.joints.rows import (
    ANGLE,
    COMPONENT,
    DISTANCE,
    GEAR,
    NO_COORDINATE,
    OWN,
    PERPENDICULAR,
    ROLL,
    SLIDE,
    TRAVEL,
    TURN,
    Joints,
    Row,
    RowTable,
)
from stickslip.model.base import Declaration
from stickslip.model.model import Model
from stickslip.system.bodies import BodySet
from stickslip.system.connect import joint_blocks
from stickslip.system.functions import FunctionTable
from stickslip.system.layout import Limits
from stickslip.system.pose import axis_frame, position_of, rotation_of

KINDS = {"component": COMPONENT, "slide": SLIDE, "perpendicular": PERPENDICULAR, "distance": DISTANCE, "own": OWN}


@dataclass
class Side:
    """A frame of a declaration, resolved: body number, place and axes in body and world at the start."""

    index: int
    rho: Floats
    A: Floats
    x: Floats
    world: Floats


def resolve(model: Model, bodies: BodySet, part: Any, label: str) -> Side:
    """Find the body and the local pose of a body or frame."""
    body = part.body if isinstance(part, Frame) else part
    if not isinstance(body, Body) or body not in bodies.index:
        if isinstance(body, Body) and body in bodies.parts:
            raise ModelError(f"{label}: {body.label} is a linear body; joints and forces attach to rigid bodies only")
        name = getattr(body, "label", body)
        raise ModelError(f"{label}: {name} is not part of the model; add it with model.add(...)")
    k = bodies.index[body]
    rho, A = np.zeros(3), np.eye(3)
    own = bodies.parts[body]
    if not isinstance(part, Frame):
        if how := own.needs_place():
            raise ModelError(f"{label}: {body.label} {how}")
    else:
        k = own.number(part)
    if isinstance(part, Frame) and not own.places_are_material():
        rho = position_of(part.label, "position", part.position, model.dim)
        A = rotation_of(part.label, part.rotation, model.dim)
    return Side(k, rho, A, bodies.r[k] + bodies.A[k] @ rho, bodies.A[k] @ A)


@dataclass
class JointBuilder:
    """Collects joints, rows and limits."""

    body: list[list[int]] = field(default_factory=list)
    rho: list[tuple[Floats, Floats]] = field(default_factory=list)
    A: list[tuple[Floats, Floats]] = field(default_factory=list)
    coordinate: list[int] = field(default_factory=list)
    rows: list[list[Row]] = field(default_factory=list)
    parts: list[Declaration] = field(default_factory=list)
    limits: list[tuple[int, int, float, float]] = field(default_factory=list)
    start: list[float] = field(default_factory=list)
    held: dict[tuple[int, int], Declaration] = field(default_factory=dict)  # nodes of solids (as bodies) by direction

    def add(
        self, part: Declaration, bodies: list[int], rho: Any, A: Any, coordinate: int, rows: list[Row], start=0.0
    ) -> int:
        """Append a joint, whose coordinate is ``start`` at first, and return its number."""
        self.parts.append(part)
        self.body.append(bodies + [-1] * max(4 - len(bodies), 0))
        self.rho.append(rho)
        self.A.append(A)
        self.coordinate.append(coordinate)
        self.rows.append(rows)
        self.start.append(start)
        return len(self.parts) - 1

    def number(self, part: Declaration, label: str) -> int:
        """Return the number of a joint that has been added to the model."""
        for k, other in enumerate(self.parts):
            if other is part:
                return k
        raise ModelError(f"{label}: {part.label} is not part of the model (add it before what refers to it)")

    def freeze(self, bodies: BodySet) -> tuple[Joints, RowTable, Limits]:
        """Return the frozen arrays, with the block offsets of G."""
        n = len(self.parts)
        counts = [len(rows) for rows in self.rows]
        width = max([4, *(len(sides) for sides in self.body)])
        body = -np.ones((n, width), dtype=np.int64)
        for k, sides in enumerate(self.body):
            body[k, : len(sides)] = sides
        row = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        every = [row for rows in self.rows for row in rows]
        joints = Joints(
            body=body,
            rho_a=np.array([r[0] for r in self.rho]).reshape(n, 3),
            rho_b=np.array([r[1] for r in self.rho]).reshape(n, 3),
            A_a=np.array([a[0] for a in self.A]).reshape(n, 3, 3),
            A_b=np.array([a[1] for a in self.A]).reshape(n, 3, 3),
            row=row,
            coordinate=np.array(self.coordinate, dtype=np.int64),
            block=joint_blocks(body, row, bodies.nodes, bodies.bodies.node),
        )
        table = RowTable(
            kind=np.array([r.kind for r in every], dtype=np.int64),
            i=np.array([r.i for r in every], dtype=np.int64),
            j=np.array([r.j for r in every], dtype=np.int64),
            constant=np.array([r.constant for r in every], dtype=float),
            function=np.array([r.function for r in every], dtype=np.int64),
            address=np.array([r.address for r in every], dtype=np.int64),
        )
        limits = Limits(
            joint=np.array([x[0] for x in self.limits], dtype=np.int64),
            kind=np.array([x[1] for x in self.limits], dtype=np.int64),
            value=np.array([x[2] for x in self.limits], dtype=float),
            e_N=np.array([x[3] for x in self.limits], dtype=float),
        )
        return joints, table, limits


def assemble_joints(model: Model, bodies: BodySet, functions: FunctionTable) -> JointBuilder:
    """Collect all joints in the order of the model."""
    builder = JointBuilder()
    for part in model.parts:
        if isinstance(part, declared.Guide):
            continue  # after the elements of the lines
        if isinstance(part, declared.Joint):
            _add_joint(model, bodies, functions, builder, part)
        elif isinstance(part, declared.Support):
            _add_support(model, bodies, functions, builder, part)
        elif isinstance(part, declared.Gear):
            _add_gear(builder, part)
        elif isinstance(part, declared.Rolling):
            _add_rolling(model, bodies, builder, part)
        elif isinstance(part, declared.OneWayClutch):
            sides = [resolve(model, bodies, body, part.label) for body in (part.a, part.b)]
            _refuse_same(part, sides[0].index, sides[1].index)
            frame = np.eye(3) if model.dim == 2 else axis_frame(part.label, part.axis, model.dim)
            local = tuple(bodies.A[side.index].T @ frame for side in sides)
            j = builder.add(part, [s.index for s in sides], (sides[0].rho, sides[1].rho), local, ANGLE, [])
            builder.limits.append((j, ONE_WAY, 0.0, 0.0))
    _refuse_held_twice(model, bodies, builder)
    return builder


def _refuse_held_twice(model: Model, bodies: BodySet, builder: JointBuilder) -> None:
    """Note which node directions of solids are held by supports and joints; reject any held twice."""
    ground = bodies.index[model.ground]
    node_of = {b: (owner, k) for owner, part in bodies.parts.items() for b, k in part.numbered().items()}
    held = builder.held
    for part, sides, rows in zip(builder.parts, builder.body, builder.rows, strict=True):
        body = sides[1] if sides[0] == ground else sides[0]
        if ground not in sides[:2] or body not in node_of:
            continue
        places = (COMPONENT, SLIDE) if isinstance(part, declared.Support) else (COMPONENT,)
        for i in [row.i for row in rows if row.kind in places]:
            if (body, i) in held:
                (solid, node), other = node_of[body], held[body, i].label
                raise ModelError(f"{part.label}: {other} already holds node {node} of {solid.label} in {'xyz'[i]}")
            held[body, i] = part


def _refuse_same(part: Declaration, a: int, b: int) -> None:
    if a == b:
        raise ModelError(f"{part.label}: joins a body with itself")


def _joint_points(model: Model, bodies: BodySet, part: declared.Joint, sides: list[Side]) -> tuple[Floats, Floats]:
    """Return the joint points in the two body frames."""
    grounds = [isinstance(side, Ground) for side in (part.a, part.b)]
    if part.at is not None:
        x = position_of(part.label, "at", part.at, model.dim)
    elif any(grounds) and not part.apart:
        x = sides[1 if grounds[0] else 0].x
    else:
        return sides[0].rho, sides[1].rho
    return tuple(bodies.A[s.index].T @ (x - bodies.r[s.index]) for s in sides)


def _joint_axes(model: Model, part: declared.Joint) -> Floats:
    """Return the world joint axes (columns) at the start."""
    given = part.directions(model.dim)
    if len(given) == 1:
        axis = given[0]
        travels = model.dim == 2 and not part.turns and "axis" in type(part).model_fields
        if travels and (len(axis) < 2 or axis[0] == axis[1] == 0.0):
            raise ModelError(f"{part.label}: axis = {axis} must lie in the plane of a planar model")
        return axis_frame(part.label, axis, model.dim)
    first, second = (np.array(axis) for axis in given)
    if first.shape != (3,) or second.shape != (3,) or not first.any() or not second.any():
        raise ModelError(f"{part.label}: axis_a and axis_b must be non-zero vectors of 3 components")
    first, second = first / np.linalg.norm(first), second / np.linalg.norm(second)
    if abs(first @ second) > 1e-9:
        raise ModelError(f"{part.label}: axis_a and axis_b must be perpendicular at the start")
    return np.column_stack([first, second, np.cross(first, second)])


def _rows(model: Model, functions: FunctionTable, part: declared.Joint, apart: float) -> list[Row]:
    """Return the rows of a joint whose points are ``apart`` at the start."""
    rows = []
    for row in part.constraints(model.dim, apart):
        own = row.function
        address = functions.code.joint_row(own, part.label) if own is not None else 0
        rows.append(Row(KINDS[row.kind], row.i, row.j, row.constant, address=address))
    if isinstance(part, declared.FreeAxisJoint) and part.motion is not None:
        kind, axis = (TURN, 0) if part.turns else (SLIDE, 2)
        rows.append(Row(kind, axis, function=functions.add(part.motion, part.label)))
    return rows


def _add_joint(
    model: Model, bodies: BodySet, functions: FunctionTable, builder: JointBuilder, part: declared.Joint
) -> None:
    if model.dim not in part.rows:
        raise ModelError(f"{part.label}: not available in a model with dim = {model.dim}")
    sides = [resolve(model, bodies, side, part.label) for side in (part.a, part.b)]
    _refuse_same(part, sides[0].index, sides[1].index)
    rho = _joint_points(model, bodies, part, sides)
    directed = [side for side in (0, 1) if bodies.has_director(sides[side].index)]
    if part.on_director and len(directed) == 1:
        _add_on_director(bodies, builder, part, sides, rho, directed[0])
        return
    a, b = (bodies.r[s.index] + bodies.A[s.index] @ p for s, p in zip(sides, rho, strict=True))
    rows = _rows(model, functions, part, float(np.linalg.norm(b - a)))
    axes = _joint_axes(model, part)
    local = tuple(bodies.A[side.index].T @ axes for side in sides)
    if part.slides or (
        part.turns and not part.points_meet
    ):  # travel counts from the start, as angles do: move a's point along the axis next to b's
        along = axes[:, 2]
        rho = rho[0] + bodies.A[sides[0].index].T @ (along @ (b - a) * along), rho[1]
    coordinate = ANGLE if part.turns else TRAVEL if part.slides else NO_COORDINATE
    j = builder.add(part, [s.index for s in sides], rho, local, coordinate, rows)
    if isinstance(part, declared.FreeAxisJoint):
        if part.stops is not None:
            builder.limits.append((j, LOWER_STOP, part.stops[0], part.stop_restitution))
            builder.limits.append((j, UPPER_STOP, part.stops[1], part.stop_restitution))
        if part.friction > 0.0:
            builder.limits.append((j, DRY_FRICTION, part.friction, 0.0))


def _add_on_director(
    bodies: BodySet, builder: JointBuilder, part: declared.Joint, sides: list[Side], rho: Any, second: int
) -> None:
    """Add a joint that holds the third axis of one side, which becomes the second, across axes of the other.

    A body that names no place of its own is held at that of the node.
    """
    first = 1 - second
    a, b = sides[first].index, sides[second].index
    if part.at is None and not isinstance((part.a, part.b)[first], Frame):
        rho = [*rho]
        rho[first] = bodies.A[a].T @ (bodies.r[b] - bodies.r[a])
    axes = bodies.A[a].T @ bodies.A[b], np.eye(3)
    rows = [Row(KINDS[row.kind], row.i, row.j) for row in part.on_director]
    builder.add(part, [a, b], (rho[first], rho[second]), axes, NO_COORDINATE, rows)


def _add_support(
    model: Model, bodies: BodySet, functions: FunctionTable, builder: JointBuilder, part: declared.Support
) -> None:
    """Add one joint to the ground per node; the point of the ground is the declared place of the node."""
    if bodies.find(part.solid) is None:
        raise ModelError(f"{part.label}: {part.solid.label} is not part of the model; add it with model.add(...)")
    rows: list[Row] = [Row(COMPONENT, i) for i in part.axes]
    if part.motion:
        numbers = [functions.add(f, part.label) for f in part.motion]
        rows = [Row(SLIDE, i, function=number) for i, number in zip(part.axes, numbers, strict=True)]
    ground, first, one = bodies.index[model.ground], bodies.index[part.solid], np.eye(3)
    for node in part.nodes if rows else ():
        rho = bodies.r[first + node] - bodies.r[ground], np.zeros(3)
        builder.add(part, [ground, first + int(node)], rho, (one, one), NO_COORDINATE, rows)
    for node in part.nodes if part.directors else ():
        row, none = first + int(node), np.zeros(3)
        axes = _held_directions(part, bodies.A[row])
        perpendicular = [Row(PERPENDICULAR, i, 2) for i in range(len(part.letters) or 2)]
        builder.add(part, [ground, row], (none, none), (axes, one), NO_COORDINATE, perpendicular)


def _held_directions(part: declared.Support, A: Floats) -> Floats:
    """Return world directions (columns, in the order of the rows) to which a director, the last of A, stays normal."""
    if not part.letters:
        return A
    out, d = np.eye(3), A[:, 2]
    for i, letter in enumerate(part.letters):
        axis = np.eye(3)["xyz".index(letter)]
        axis = axis - (axis @ d) * d
        out[:, i] = axis / np.linalg.norm(axis)
    return out


def _add_gear(builder: JointBuilder, part: declared.Gear) -> None:
    first, second = builder.number(part.first, part.label), builder.number(part.second, part.label)
    bodies = builder.body[first][:2] + builder.body[second][:2]
    none = (np.zeros(3), np.zeros(3)), (np.eye(3), np.eye(3))
    builder.add(part, bodies, none[0], none[1], NO_COORDINATE, [Row(GEAR, first, second, part.ratio)])


def _contour_place(model: Model, bodies: BodySet, contour: Contour, label: str) -> tuple[int, Floats, Floats]:
    if contour.body is None:
        raise ModelError(f"{label}: {contour.label} is not attached to a body; use body.add(contour)")
    side = resolve(model, bodies, contour.body, label)
    rho = position_of(contour.label, "position", contour.position, model.dim)
    return side.index, rho, rotation_of(contour.label, contour.rotation, model.dim)


def _add_rolling(model: Model, bodies: BodySet, builder: JointBuilder, part: declared.Rolling) -> None:
    """Add rows along the plane's normal and tangents at the wheel's lowest point."""
    if not isinstance(part.plane, Plane) or not isinstance(part.wheel, Sphere | Circle | Cylinder):
        raise ModelError(f"{part.label}: rolls a Sphere, Circle or Cylinder (wheel) on a Plane (plane)")
    if isinstance(part.wheel, Circle) and part.wheel.hollow:
        raise ModelError(f"{part.label}: {part.wheel.label} is a hole; a hole cannot roll on a plane")
    a, rho_a, A_a = _contour_place(model, bodies, part.plane, part.label)
    b, rho_b, A_b = _contour_place(model, bodies, part.wheel, part.label)
    _refuse_same(part, a, b)
    normal = position_of(part.plane.label, "normal", part.plane.normal, model.dim)
    normal = A_a @ normal / np.linalg.norm(normal)
    frame = axis_frame(part.label, tuple(normal if model.dim == 3 else normal[:2]), model.dim)
    # normal first; planar: the in-plane tangent second, z last
    local_a = frame[:, [2, 0, 1]]
    disk = isinstance(part.wheel, Cylinder)
    axis = part.wheel.axis if isinstance(part.wheel, Cylinder) else (0.0, 0.0, 1.0)
    local_b = A_b @ axis_frame(part.label, axis, 3)
    rows: list[Row] = [Row(ROLL, i, int(disk), part.wheel.radius) for i in range(model.dim)]
    builder.add(part, [a, b], (rho_a, rho_b), (local_a, local_b), NO_COORDINATE, rows)
