"""From a model to a system: the one place that knows both sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.bonds.assembly import assemble_bonds, assemble_observers, describe_bonds
from stickslip.bonds.kernel import Observers
from stickslip.codes import GENERAL
from stickslip.contact.assembly import ContactSet, assemble_contacts
from stickslip.errors import ModelError
from stickslip.forces.assembly import assemble_forces
from stickslip.forces.base import ForceElement
from stickslip.joints.assemble_guides import assemble_guides, assemble_relative
from stickslip.joints.assemble_stations import assemble_stations
from stickslip.joints.assembly import JointBuilder, assemble_joints
from stickslip.joints.rows import Joints
from stickslip.lines.curves import assemble_curves
from stickslip.mechanics.batches import Batch, Origin, join_batches
from stickslip.model.base import Declaration, short
from stickslip.model.model import Model
from stickslip.system.bodies import BodySet, assemble_bodies
from stickslip.system.connect import Connected, connect
from stickslip.system.functions import FunctionTable
from stickslip.system.layout import System
from stickslip.system.passive import describe_islands
from stickslip.system.turnless import check_turns


@dataclass
class Assembly:
    """A system together with what connects its numbers to the declarations of the model."""

    model: Model
    system: System
    q: Floats
    u: Floats
    coordinate: Floats
    bodies: BodySet
    joints: list[Declaration]
    contacts: ContactSet
    functions: FunctionTable  # keeps compiled user functions alive
    origins: list[Origin]  # of every batch

    @property
    def label_of_row(self) -> list[str]:
        """Label of the joint behind each bilateral row."""
        counts = np.diff(self.system.joints.row)
        return [part.label for part, n in zip(self.joints, counts, strict=True) for _ in range(n)]


def assemble(model: Model) -> Assembly:
    """Translate a model into arrays (once per topology)."""
    if not isinstance(model, Model):
        raise ModelError(f"{short(model)} is not a Model")
    _check_names(model)
    functions = FunctionTable()
    bodies = assemble_bodies(model, functions)
    if all(part.given or part.massless for part in bodies.parts.values()):
        raise ModelError(f"{model!r} has no body that can move; add one: model.add(RigidBody(...))")
    builder = assemble_joints(model, bodies, functions)
    force_builder = assemble_forces(model, bodies, builder, functions)
    forces = force_builder.freeze()
    contacts = assemble_contacts(model, bodies, functions)
    for body in bodies.parts.values():
        body.join(model, functions)
    elements = assemble_curves(bodies)
    guides = assemble_guides(model, bodies, builder, elements)
    stations = assemble_stations(bodies, builder)
    bonds = assemble_bonds(model, bodies, builder)
    observers = assemble_observers(model, bodies, builder)
    joints, table, limits = builder.freeze(bodies)
    _check_mobile(bodies, joints, builder)
    check_turns(bodies, builder, joints, table, force_builder)
    batches = _assemble_batches(model, bodies, functions)
    parts = Connected(
        bodies.nodes, bodies.bodies.node, bodies.bodies.r0, joints, forces,
        join_batches(batches, bodies.nodes, len(bodies.bodies.node)), stations, bonds, observers,
    )  # fmt: skip
    matrix, pattern, placed = connect(parts)
    system = System(
        nodes=bodies.nodes,
        bodies=bodies.bodies,
        points=bodies.points,
        functions=functions.table(),
        joints=joints,
        table=table,
        guides=guides,
        relative=assemble_relative(bodies, builder, guides, stations),
        stations=stations,
        bonds=bonds,
        observers=observers,
        forces=forces,
        batches=placed,
        elements=elements,
        line_points=contacts.line_points,
        limits=limits,
        contours=contacts.contours,
        laws=contacts.laws,
        law_of_groups=contacts.law_of_groups,
        matrix=matrix,
        pattern=pattern,
        double=pattern,
        rigid=_rigid(bodies),
        outer=_outer(bodies, joints, observers),
    )
    coordinate = np.array(builder.start, dtype=float)
    origins = [Origin(batch.owner, batch.step) for batch in batches]
    return Assembly(model, system, bodies.q, bodies.u, coordinate, bodies, builder.parts, contacts, functions, origins)


def _rigid(bodies: BodySet) -> Ints:
    """Return which nodes take part in rigid motions of the whole system: not elastic and inner coordinates."""
    rigid = (bodies.nodes.kind != GENERAL).astype(np.int64)
    for part in bodies.parts.values():
        rigid[part.inner_nodes()] = 0
    return rigid


def _outer(bodies: BodySet, joints: Joints, observers: Observers) -> Ints:
    """Return which joints end at the ground or at a prescribed body, or act without a reaction."""
    body = joints.body
    outer: Ints = np.any((body >= 0) & (bodies.bodies.node[body] < 0), axis=1).astype(np.int64)
    outer[observers.joint[observers.reading != 0]] = 1
    return outer


def _check_names(model: Model) -> None:
    """Reject parts that were given the name of another one after they were added."""
    owners: dict[Any, Any] = {}
    for part in [model.ground, *model.parts]:
        if part.name in owners:
            raise ModelError(f"{owners[part.name].label} and {part.label} have the same name")
        owners[part.name] = part


def _assemble_batches(model: Model, bodies: BodySet, functions: FunctionTable) -> list[Batch]:
    """Return the batches of all bodies, those of curves first (see ``assemble_curves``), and of loads."""
    ordered = sorted(bodies.parts.values(), key=lambda part: part.curve() is None)
    found = [part.batch(np.array(model.gravity), bodies.nodes, bodies.bodies.node) for part in ordered]
    found += [part.batch(bodies, functions) for part in model.of_kind(ForceElement)]
    return [batch for batch in found if batch]


def _check_mobile(bodies: BodySet, joints: Any, builder: JointBuilder) -> None:
    """Reject joints between bodies that cannot move."""
    node_of = bodies.bodies.node
    for j in np.flatnonzero(np.diff(joints.row)):
        if all(b < 0 or node_of[b] < 0 for b in joints.body[j]):
            owner = {number: body.label for body, number in bodies.index.items()}
            names = " and ".join(owner[b] for b in joints.body[j, :2] if b in owner)
            raise ModelError(f"{builder.parts[j].label}: joins two bodies that cannot move ({names})")


def describe(assembly: Assembly) -> dict[str, Any]:
    """Return the layout of the state as plain data for result files."""
    model, islands = assembly.model, _islands(assembly)
    entries = [
        part.describe(assembly.system.nodes) | islands.get(part.first, {}) for part in assembly.bodies.parts.values()
    ]
    return {
        "gravity": list(model.gravity),
        "bodies": entries,
        "joints": _describe_joints(assembly),
        "bonds": describe_bonds(model, assembly.joints, assembly.system.joints.row, assembly.system.table.i),
        "contours": _describe_contours(assembly),
        "laws": [
            {"contact": contact.name, "friction": _plain(contact.friction), "restitution": _plain(contact.restitution)}
            for contact in assembly.contacts.contacts
        ],
    }


def _islands(assembly: Assembly) -> dict[int, dict[str, Any]]:
    """Return what files hold on the energy of bodies that are rigid, or move as given, by their rows."""
    parts = assembly.bodies.parts.values()
    rigid = [part.nodes[0] for part in parts if part.single]
    found = describe_islands(assembly.system, np.array(rigid, dtype=np.int64))
    return {part.first: found[part.first] for part in parts if part.single or part.given}


def _plain(coefficient: Any) -> Any:
    """Return a coefficient for files; that of a Python function is its name."""
    return getattr(coefficient, "__name__", "function") if callable(coefficient) else coefficient


def _describe_joints(assembly: Assembly) -> list[dict[str, Any]]:
    """Return where the rows of all joints are; a part that is many joints is one entry."""
    joints, out = assembly.system.joints, []
    j = 0
    while j < len(assembly.joints):
        part = assembly.joints[j]
        count = next((k for k, other in enumerate(assembly.joints[j:]) if other is not part), len(assembly.joints) - j)
        entry: dict[str, Any] = {
            "name": part.name,
            "kind": type(part).__name__,
            "row": int(joints.row[j]),
            "rows": int(joints.row[j + count] - joints.row[j]),
            "coordinate": ("none", "angle", "travel", "arc")[int(joints.coordinate[j])],
        }
        out.append(entry | part.details())
        j += count
    return out


def _describe_contours(assembly: Assembly) -> list[dict[str, Any]]:
    contours, out = assembly.system.contours, []
    number: dict[Any, int] = {}
    for k, contour in enumerate(assembly.contacts.declared):
        body = contour.body
        assert body is not None
        number[body] = number.get(body, 0) + 1
        out.append(
            {
                "name": contour.name or f"{type(contour).__name__.lower()}{number[body]}",
                "body": body.name,
                "kind": type(contour).__name__,
                "size": contours.size[k].tolist(),
                "position": contours.r_BC[k].tolist(),
                "rotation": contours.A_BC[k].tolist(),
            }
        )
    return out
