"""Assembly of joints, their stops and friction, gears, rolling and clutches: rows of ``mechanics.joints``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.errors import ModelError
from stickslip.mechanics.joints import (
    ANGLE,
    COMPONENT,
    DISTANCE,
    GEAR,
    NO_COORDINATE,
    PERPENDICULAR,
    ROLL,
    SLIDE,
    TRAVEL,
    TURN,
    Joints,
    RowTable,
)
from stickslip.model import joints as declared
from stickslip.model.base import Declaration
from stickslip.model.bodies import Body, Frame, Ground
from stickslip.model.contours import Circle, Contour, Cylinder, Plane, Sphere
from stickslip.model.floating_solid import FloatingSolid
from stickslip.model.lines import Slender
from stickslip.model.model import Model
from stickslip.model.solids import SolidBody
from stickslip.system.assemble_bodies import BodySet
from stickslip.system.connect import joint_blocks
from stickslip.system.functions import FunctionTable
from stickslip.system.layout import DRY_FRICTION, LOWER_STOP, ONE_WAY, UPPER_STOP, Limits
from stickslip.system.pose import axis_frame, position_of, rotation_of

Row = tuple[int, int, int, float, int]  # kind, i, j, constant, function

POINT = [(COMPONENT, 0, 0, 0.0, -1), (COMPONENT, 1, 0, 0.0, -1), (COMPONENT, 2, 0, 0.0, -1)]


def _perpendicular(*pairs: tuple[int, int]) -> list[Row]:
    return [(PERPENDICULAR, i, j, 0.0, -1) for i, j in pairs]


def _slide(*axes: int) -> list[Row]:
    return [(SLIDE, i, 0, 0.0, -1) for i in axes]


# Rows of each joint in space and in the plane (betsch 2.4); the free axis is the third.
ROWS: dict[type[Declaration], dict[int, list[Row]]] = {
    declared.Fixed: {3: POINT + _perpendicular((0, 1), (0, 2), (1, 2)), 2: POINT[:2] + _perpendicular((0, 1))},
    declared.Revolute: {3: POINT + _perpendicular((0, 2), (1, 2)), 2: POINT[:2]},
    declared.Prismatic: {
        3: _slide(0, 1) + _perpendicular((0, 1), (0, 2), (1, 2)),
        2: _slide(0) + _perpendicular((0, 2)),
    },
    declared.Cylindrical: {3: _slide(0, 1) + _perpendicular((0, 2), (1, 2))},
    declared.Spherical: {3: POINT},
    declared.Universal: {3: POINT + _perpendicular((0, 1))},
    declared.PlanarJoint: {3: _slide(2) + _perpendicular((2, 0), (2, 1))},
    declared.PointOnLine: {3: _slide(0, 1), 2: _slide(0)},
}


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
        if isinstance(body, Body) and body in bodies.linear:
            raise ModelError(f"{label}: {body.label} is a linear body; joints and forces attach to rigid bodies only")
        name = getattr(body, "label", body)
        raise ModelError(f"{label}: {name} is not part of the model; add it with model.add(...)")
    k = bodies.index[body]
    rho, A = np.zeros(3), np.eye(3)
    if isinstance(body, Slender):
        if not isinstance(part, Frame):
            raise ModelError(f"{label}: {body.label} is a flexible line; name a place on it: .start, .end or .at(s)")
    if isinstance(body, SolidBody) and not isinstance(part, Frame):
        raise ModelError(f"{label}: {body.label} is a solid; name a place on it: .at(node) or .point((x, ...))")
    if isinstance(body, FloatingSolid) and not isinstance(part, Frame):
        raise ModelError(f"{label}: {body.label} is flexible; name a place on it: .interface(name) or .at(node)")
    if isinstance(part, Frame):
        k = bodies.at(body, part)
    if isinstance(part, Frame) and not isinstance(body, SolidBody):  # there the position is a material point
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
        """Append a joint, whose coordinate begins with ``start``, and return its number."""
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
            kind=np.array([r[0] for r in every], dtype=np.int64),
            i=np.array([r[1] for r in every], dtype=np.int64),
            j=np.array([r[2] for r in every], dtype=np.int64),
            constant=np.array([r[3] for r in every], dtype=float),
            function=np.array([r[4] for r in every], dtype=np.int64),
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
    """Note which directions of nodes of solids supports and joints hold; refuse two that hold the same."""
    ground = bodies.index[model.ground]
    node_of = {b: (solid, k) for solid, mesh in bodies.solids.items() for k, b in enumerate(mesh.bodies)}
    held = builder.held
    for part, sides, rows in zip(builder.parts, builder.body, builder.rows, strict=True):
        body = sides[1] if sides[0] == ground else sides[0]
        if ground not in sides[:2] or body not in node_of:
            continue
        for i in [i for kind, i, *_ in rows if kind == COMPONENT or isinstance(part, declared.Support)]:
            if (body, i) in held:
                (solid, node), other = node_of[body], held[body, i].label
                raise ModelError(f"{part.label}: {other} holds node {node} of {solid.label} in {'xyz'[i]} too")
            held[body, i] = part


def _refuse_same(part: Declaration, a: int, b: int) -> None:
    if a == b:
        raise ModelError(f"{part.label}: joins a body with itself")


def _joint_points(model: Model, bodies: BodySet, part: declared.Joint, sides: list[Side]) -> tuple[Floats, Floats]:
    """Return the joint points in the two body frames."""
    grounds = [isinstance(side, Ground) for side in (part.a, part.b)]
    if part.at is not None:
        x = position_of(part.label, "at", part.at, model.dim)
    elif any(grounds) and not isinstance(part, declared.Distance):
        x = sides[1 if grounds[0] else 0].x
    else:
        return sides[0].rho, sides[1].rho
    return tuple(bodies.A[s.index].T @ (x - bodies.r[s.index]) for s in sides)


def _joint_axes(model: Model, part: declared.Joint) -> tuple[Floats, Floats]:
    """Return the world joint axes of both sides at the start."""
    if isinstance(part, declared.Universal):
        first, second = np.array(part.axis_a), np.array(part.axis_b)
        if first.shape != (3,) or second.shape != (3,) or not first.any() or not second.any():
            raise ModelError(f"{part.label}: axis_a and axis_b must be non-zero vectors of 3 components")
        first, second = first / np.linalg.norm(first), second / np.linalg.norm(second)
        if abs(first @ second) > 1e-9:
            raise ModelError(f"{part.label}: axis_a and axis_b must be perpendicular at the start")
        axes = np.column_stack([first, second, np.cross(first, second)])
        return axes, axes
    if isinstance(part, declared.PlanarJoint):
        axis: tuple[float, ...] = part.normal
    elif isinstance(part, declared.Revolute) and model.dim == 2:
        axis = (0.0, 0.0, 1.0)
    else:
        axis = getattr(part, "axis", (0.0, 0.0, 1.0))
    if model.dim == 2 and isinstance(part, declared.Prismatic | declared.PointOnLine):
        if len(axis) < 2 or (axis[0] == 0.0 and axis[1] == 0.0):
            raise ModelError(f"{part.label}: axis = {axis} must lie in the plane of a planar model")
    axes = axis_frame(part.label, axis, model.dim)
    return axes, axes


def _add_joint(
    model: Model, bodies: BodySet, functions: FunctionTable, builder: JointBuilder, part: declared.Joint
) -> None:
    if model.dim not in part.dims:
        raise ModelError(f"{part.label}: not available in a model with dim = {model.dim}")
    sides = [resolve(model, bodies, side, part.label) for side in (part.a, part.b)]
    _refuse_same(part, sides[0].index, sides[1].index)
    rho = _joint_points(model, bodies, part, sides)
    if isinstance(part, declared.Distance):
        ends = [bodies.r[s.index] + bodies.A[s.index] @ p for s, p in zip(sides, rho, strict=True)]
        length = part.length if part.length is not None else float(np.linalg.norm(ends[1] - ends[0]))
        if length <= 0.0:
            raise ModelError(f"{part.label}: length must be > 0; for coinciding points use Spherical or Revolute")
        rows: list[Row] = [(DISTANCE, 0, 0, length, -1)]
        axes = (np.eye(3), np.eye(3))
    else:
        rows = list(ROWS[type(part)][model.dim])
        axes = _joint_axes(model, part)
    local = tuple(bodies.A[side.index].T @ frame for side, frame in zip(sides, axes, strict=True))
    if part.slides:  # travel counts from the start, as angles do: move a's point along the axis next to b's
        a, b = (bodies.r[s.index] + bodies.A[s.index] @ p for s, p in zip(sides, rho, strict=True))
        along = axes[0][:, 2]
        rho = rho[0] + bodies.A[sides[0].index].T @ (along @ (b - a) * along), rho[1]
    coordinate = ANGLE if part.turns else TRAVEL if part.slides else NO_COORDINATE
    if isinstance(part, declared.FreeAxisJoint) and part.motion is not None:
        kind, axis = (TURN, 0) if part.turns else (SLIDE, 2)
        rows.append((kind, axis, 0, 0.0, functions.add(part.motion, part.label)))
    j = builder.add(part, [s.index for s in sides], rho, local, coordinate, rows)
    if isinstance(part, declared.FreeAxisJoint):
        if part.stops is not None:
            builder.limits.append((j, LOWER_STOP, part.stops[0], part.stop_restitution))
            builder.limits.append((j, UPPER_STOP, part.stops[1], part.stop_restitution))
        if part.friction > 0.0:
            builder.limits.append((j, DRY_FRICTION, part.friction, 0.0))


def _add_support(
    model: Model, bodies: BodySet, functions: FunctionTable, builder: JointBuilder, part: declared.Support
) -> None:
    """Add one joint to the ground per node; the point of the ground is the declared place of the node."""
    if part.solid not in bodies.solids:
        raise ModelError(f"{part.label}: {part.solid.label} is not part of the model; add it with model.add(...)")
    rows: list[Row] = [(COMPONENT, i, 0, 0.0, -1) for i in part.axes]
    if part.motion:
        numbers = [functions.add(f, part.label) for f in part.motion]
        rows = [(SLIDE, i, 0, 0.0, number) for i, number in zip(part.axes, numbers, strict=True)]
    ground, first, one = bodies.index[model.ground], bodies.solids[part.solid].first, np.eye(3)
    for node in part.nodes:
        rho = bodies.r[first + node] - bodies.r[ground], np.zeros(3)
        builder.add(part, [ground, first + int(node)], rho, (one, one), NO_COORDINATE, rows)


def _add_gear(builder: JointBuilder, part: declared.Gear) -> None:
    first, second = builder.number(part.first, part.label), builder.number(part.second, part.label)
    bodies = builder.body[first][:2] + builder.body[second][:2]
    none = (np.zeros(3), np.zeros(3)), (np.eye(3), np.eye(3))
    builder.add(part, bodies, none[0], none[1], NO_COORDINATE, [(GEAR, first, second, part.ratio, -1)])


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
    rows: list[Row] = [(ROLL, i, int(disk), part.wheel.radius, -1) for i in range(model.dim)]
    builder.add(part, [a, b], (rho_a, rho_b), (local_a, local_b), NO_COORDINATE, rows)
