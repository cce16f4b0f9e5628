"""Assembly of force elements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from stickslip._arrays import Floats
from stickslip.errors import ModelError
from stickslip.forces import declaration as declared
from stickslip.forces import kernel as kinds
from stickslip.forces.kernel import Forces
from stickslip.forces.loads import edge_lengths, nodal_loads, solid_loads
from stickslip.joints import FreeAxisJoint
from stickslip.joints.assembly import JointBuilder, Side, resolve
from stickslip.lines.assembly import LineMesh
from stickslip.model.base import Declaration
from stickslip.model.model import Model
from stickslip.system.bodies import BodySet
from stickslip.system.functions import FunctionTable
from stickslip.system.pose import position_of
from stickslip.system.turnless import without_torque


@dataclass
class ForceBuilder:
    """Collects force elements."""

    kind: list[int] = field(default_factory=list)
    body: list[tuple[int, int]] = field(default_factory=list)
    rho: list[Floats] = field(default_factory=list)
    A: list[Floats] = field(default_factory=list)
    parameter: list[Floats] = field(default_factory=list)
    function: list[int] = field(default_factory=list)
    joint: list[int] = field(default_factory=list)
    address: list[int] = field(default_factory=list)
    owner: list[Declaration] = field(default_factory=list)  # what each element was declared by

    def add(self, kind, a: Side | None, b: Side | None, parameter=(), function=-1, joint=-1, address=0, bodies=None):
        """Append an element between side a (reaction) and side b (action)."""
        origin = Side(-1, np.zeros(3), np.eye(3), np.zeros(3), np.eye(3))
        a, b = a or origin, b or origin
        self.kind.append(kind)
        self.body.append(bodies or (a.index, b.index))
        self.rho.append(np.array([a.rho, b.rho]))
        self.A.append(np.array([a.A, b.A]))
        self.parameter.append(np.concatenate([parameter, np.zeros(12 - len(parameter))]))
        self.function.append(function)
        self.joint.append(joint)
        self.address.append(address)

    def freeze(self) -> Forces:
        """Return the frozen arrays."""
        n = len(self.kind)
        return Forces(
            kind=np.array(self.kind, dtype=np.int64),
            body=np.array(self.body, dtype=np.int64).reshape(n, 2),
            rho=np.array(self.rho).reshape(n, 2, 3),
            A=np.array(self.A).reshape(n, 2, 3, 3),
            parameter=np.array(self.parameter).reshape(n, 12),
            function=np.array(self.function, dtype=np.int64),
            joint=np.array(self.joint, dtype=np.int64),
            address=np.array(self.address, dtype=np.int64),
        )


def assemble_forces(model: Model, bodies: BodySet, joints: JointBuilder, functions: FunctionTable) -> ForceBuilder:
    """Collect all force elements, including the drive efforts of joints."""
    builder = ForceBuilder()
    for element in model.of_kind(declared.ForceElement):
        _ADD[type(element)](model, bodies, joints, functions, builder, element)
        builder.owner += [element] * (len(builder.kind) - len(builder.owner))
    for j, part in enumerate(joints.parts):
        if isinstance(part, FreeAxisJoint) and part.effort is not None:
            pair = (joints.body[j][0], joints.body[j][1])
            builder.add(kinds.EFFORT, None, None, function=functions.add(part.effort, part.label), joint=j, bodies=pair)
            builder.owner.append(part)
    return builder


def _point_force(model, bodies, joints, functions, builder, part: declared.PointForce) -> None:
    vector = position_of(part.label, "vector", part.vector, model.dim)
    side = resolve(model, bodies, part.on, part.label)
    parameter = [*vector, float(part.follower)]
    builder.add(kinds.POINT_FORCE, None, side, parameter, functions.add(part.factor, part.label))


def _torque(model, bodies, joints, functions, builder, part: declared.Torque) -> None:
    vector = np.zeros(3)
    if isinstance(part.vector, float):
        if model.dim == 3:
            raise ModelError(f"{part.label}: vector = {part.vector} must have 3 components in a spatial model")
        vector[2] = part.vector
    elif model.dim == 2:
        raise ModelError(f"{part.label}: vector = {part.vector} must be one number in a planar model")
    else:
        vector = position_of(part.label, "vector", part.vector, 3)
    side = resolve(model, bodies, part.on, part.label)
    reaction = None if part.reaction is None else resolve(model, bodies, part.reaction, part.label)
    builder.add(kinds.TORQUE, reaction, side, [*vector, float(part.follower)], functions.add(part.factor, part.label))


def _line_load(model, bodies, joints, functions, builder, part: declared.LineLoad) -> None:
    mesh = bodies.part(part.line, LineMesh, part.label)
    if part.line.curved:
        return  # weight of the elements, see element_loads
    function = functions.add(part.factor, part.label)
    for kind, loads in zip((kinds.POINT_FORCE, kinds.TORQUE), nodal_loads(model, mesh, part), strict=True):
        for k in np.flatnonzero(loads.any(axis=1)):
            pair = (-1, mesh.first + int(k))
            builder.add(kind, None, None, [*loads[k], float(part.follower)], function, bodies=pair)


def _solid_load(model, bodies, joints, functions, builder, part: declared.SurfaceLoad | declared.VolumeLoad) -> None:
    if bodies.find(part.solid) is None:
        raise ModelError(f"{part.label}: {part.solid.label} is not part of the model; add it with model.add(...)")
    if isinstance(part, declared.SurfaceLoad) and part.follower:
        return  # a batch of facets, see ``SurfaceLoad.batch``
    first, function, loads = bodies.index[part.solid], functions.add(part.factor, part.label), solid_loads(part)
    for k in np.flatnonzero(loads.any(axis=1)):
        builder.add(kinds.POINT_FORCE, None, None, [*loads[k], 0.0], function, bodies=(-1, first + int(k)))


def _edge_load(model, bodies, joints, functions, builder, part: declared.EdgeLoad) -> None:
    if bodies.find(part.shell) is None:
        raise ModelError(f"{part.label}: {part.shell.label} is not part of the model; add it with model.add(...)")
    first, function, length = bodies.index[part.shell], functions.add(part.factor, part.label), edge_lengths(part)
    for kind, vector in ((kinds.POINT_FORCE, part.force), (kinds.TORQUE, part.moment)):
        for k in np.flatnonzero(length) if any(vector) else ():
            load = length[k] * np.array(vector)
            builder.add(kind, None, None, [*load, 0.0], function, bodies=(-1, first + int(k)))


def _spring(model, bodies, joints, functions, builder, part: declared.SpringDamper) -> None:
    a, b = resolve(model, bodies, part.a, part.label), resolve(model, bodies, part.b, part.label)
    rest = float(np.linalg.norm(b.x - a.x)) if part.rest_length is None else part.rest_length
    builder.add(kinds.SPRING, a, b, [part.stiffness, part.damping, rest])


def _torsional(model, bodies, joints, functions, builder, part: declared.TorsionalSpring) -> None:
    j = joints.number(part.joint, part.label)
    pair = (joints.body[j][0], joints.body[j][1])
    parameter = [part.stiffness, part.damping, part.rest_angle]
    builder.add(kinds.JOINT_SPRING, None, None, parameter, joint=j, bodies=pair)


def _bushing(model, bodies, joints, functions, builder, part: declared.Bushing) -> None:
    n = 6 if model.dim == 3 else 3
    values = []
    for field_name in ("stiffness", "damping"):
        value = getattr(part, field_name) or (0.0,) * n
        if len(value) != n:
            raise ModelError(f"{part.label}: {field_name} must have {n} entries in a model with dim = {model.dim}")
        values += [*value] if n == 6 else [value[0], value[1], 0.0, 0.0, 0.0, value[2]]
    a, b = resolve(model, bodies, part.a, part.label), resolve(model, bodies, part.b, part.label)
    builder.add(kinds.BUSHING, a, b, values)


def _user(model, bodies, joints, functions, builder, part: declared.UserForce) -> None:
    side = resolve(model, bodies, part.on, part.label)
    reaction = None if part.reaction is None else resolve(model, bodies, part.reaction, part.label)
    sides = [s.index for s in (side, reaction) if s is not None]
    address = functions.code.user_force(part.function, part.label, without_torque(bodies, *sides), model.dim)
    builder.add(kinds.USER, reaction, side, address=address)


_ADD: dict[type[declared.ForceElement], Callable[..., None]] = {
    declared.PointForce: _point_force,
    declared.Torque: _torque,
    declared.LineLoad: _line_load,
    declared.SurfaceLoad: _solid_load,
    declared.VolumeLoad: _solid_load,
    declared.EdgeLoad: _edge_load,
    declared.SpringDamper: _spring,
    declared.TorsionalSpring: _torsional,
    declared.Bushing: _bushing,
    declared.UserForce: _user,
}
