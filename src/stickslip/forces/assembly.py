"""Assembly of force elements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.forces import kernel as kinds
from stickslip.forces.base import ForceElement
from stickslip.forces.kernel import Forces
from stickslip.joints import FreeAxisJoint
from stickslip.joints.assembly import JointBuilder, Side, resolve
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


_KINDS = {
    "point force": kinds.POINT_FORCE, "torque": kinds.TORQUE, "spring": kinds.SPRING, "bushing": kinds.BUSHING,
    "joint spring": kinds.JOINT_SPRING, "user": kinds.USER,
}  # fmt: skip


@dataclass
class Site:
    """What a force needs to add its elements."""

    model: Model
    bodies: BodySet
    joints: JointBuilder
    functions: FunctionTable
    builder: ForceBuilder

    @property
    def dim(self) -> int:
        """Dimension of the model."""
        return self.model.dim

    def vector(self, part: Any, name: str) -> Floats:
        """Return a field of a force padded to (3,)."""
        return position_of(part.label, name, getattr(part, name), self.dim)

    def side(self, part: Any, on: Any) -> Side:
        """Return a side of a force."""
        return resolve(self.model, self.bodies, on, part.label)

    def reaction(self, part: Any, on: Any) -> Side | None:
        """Return the side that takes the reaction of a force; None: nothing does."""
        return None if on is None else self.side(part, on)

    def function(self, part: Any, function: Any) -> int:
        """Return the number of a function of time."""
        return self.functions.add(function, part.label)

    def force_function(self, part: Any, function: Callable[..., None], *sides: Side | None) -> int:
        """Return the compiled code of a user's force; nodes without rotation take no torque."""
        still = without_torque(self.bodies, *(side.index for side in sides if side is not None))
        return self.functions.code.user_force(function, part.label, still, self.dim)

    def line_law(self, part: Any, a: Side, b: Side) -> int:
        """Return the compiled code of a law of length and rate."""
        return self.functions.code.line_law(part.formula(float(np.linalg.norm(b.x - a.x))), part.label)

    def add(self, kind: str, a: Side | None, b: Side | None, parameter=(), function=-1, address=0) -> None:
        """Add an element between side a (reaction) and side b (action)."""
        self.builder.add(_KINDS[kind], a, b, parameter, function, address=address)

    def add_on_body(self, kind: str, body: int, parameter, function: int) -> None:
        """Add an element on the origin of a body, by its number."""
        self.builder.add(_KINDS[kind], None, None, parameter, function, bodies=(-1, body))

    def add_on_joint(self, kind: str, part: Any, joint: Any, parameter) -> None:
        """Add an element on the coordinate of a joint."""
        j = self.joints.number(joint, part.label)
        pair = (self.joints.body[j][0], self.joints.body[j][1])
        self.builder.add(_KINDS[kind], None, None, parameter, joint=j, bodies=pair)


def assemble_forces(model: Model, bodies: BodySet, joints: JointBuilder, functions: FunctionTable) -> ForceBuilder:
    """Collect all force elements, including the drive efforts of joints."""
    builder = ForceBuilder()
    site = Site(model, bodies, joints, functions, builder)
    for element in model.of_kind(ForceElement):
        element.assemble(site)
        builder.owner += [element] * (len(builder.kind) - len(builder.owner))
    for j, part in enumerate(joints.parts):
        if isinstance(part, FreeAxisJoint) and part.effort is not None:
            pair = (joints.body[j][0], joints.body[j][1])
            builder.add(kinds.EFFORT, None, None, function=functions.add(part.effort, part.label), joint=j, bodies=pair)
            builder.owner.append(part)
    return builder
