"""From a model to a system: the one place that knows both sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.bodies.assembly import BodySet, assemble_bodies
from stickslip.bodies.declaration import Ground, LinearBody, PrescribedBody, RigidBody
from stickslip.bonds.assembly import assemble_bonds, assemble_observers, describe_bonds
from stickslip.bonds.declaration import MasslessBody, PointMass
from stickslip.bonds.kernel import Observers
from stickslip.contact.assembly import ContactSet, assemble_contacts
from stickslip.errors import ModelError
from stickslip.floating.beam.assembly import assemble_floating, assemble_stations, describe_floating
from stickslip.floating.solid.assembly import assemble_floating_space
from stickslip.forces.assembly import assemble_forces
from stickslip.forces.loads import element_loads, mass_per_length, with_pressures
from stickslip.joints import Support
from stickslip.joints.assemble_guides import assemble_guides, assemble_relative
from stickslip.joints.assembly import JointBuilder, assemble_joints
from stickslip.joints.rows import Joints
from stickslip.lines.assembly import ElementBuilder, add_elements, arc_length, describe_points
from stickslip.lines.declaration import Beam, Line, StringBody
from stickslip.lines.elements import Elements
from stickslip.mechanics.bodies import GENERAL, Nodes, place_dim
from stickslip.model.base import Declaration, short
from stickslip.model.model import Model
from stickslip.solids.assembly import assemble_solids, describe_solid
from stickslip.solids.declaration import SolidBody
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

    @property
    def label_of_row(self) -> list[str]:
        """Label of the joint behind each bilateral row."""
        counts = np.diff(self.system.joints.row)
        return [part.label for part, n in zip(self.joints, counts, strict=True) for _ in range(n)]


def assemble(model: Model) -> Assembly:
    """Translate a model into arrays (once per topology)."""
    if not isinstance(model, Model):
        raise ModelError(f"{short(model)} is not a Model")
    if all(isinstance(body, Ground | PrescribedBody | MasslessBody) for body in model.bodies):
        raise ModelError(f"{model!r} has no body that can move; add one: model.add(RigidBody(...))")
    _check_names(model)
    functions = FunctionTable()
    bodies = assemble_bodies(model, functions)
    builder = assemble_joints(model, bodies, functions)
    force_builder = assemble_forces(model, bodies, builder, functions)
    forces = force_builder.freeze()
    contacts = assemble_contacts(model, bodies, functions)
    lines = _assemble_elements(model, bodies, functions)
    guides = assemble_guides(model, bodies, builder, lines)
    meshes = list(bodies.floating.values())
    floating = assemble_floating(model, meshes if model.dim == 2 else [], bodies.nodes, bodies.bodies)
    space = assemble_floating_space(model, meshes if model.dim == 3 else [], bodies.nodes, bodies.bodies.node)
    stations = assemble_stations(meshes, bodies.bodies.node, builder)
    bonds = assemble_bonds(model, bodies, builder)
    observers = assemble_observers(model, bodies, builder)
    joints, table, limits = builder.freeze(bodies)
    _check_mobile(bodies, joints, builder)
    check_turns(bodies, builder, joints, table, force_builder)
    solids = assemble_solids(list(bodies.solids.values()), bodies.nodes, bodies.bodies.node)
    solids = with_pressures(model, bodies, solids, functions)
    parts = Connected(
        bodies.nodes, bodies.bodies.node, bodies.bodies.r0,
        joints, forces, lines, floating, space, stations, solids, bonds, observers,
    )  # fmt: skip
    matrix, pattern, solids, space = connect(parts)
    system = System(
        nodes=bodies.nodes,
        bodies=bodies.bodies,
        points=bodies.points,
        functions=functions.table(),
        joints=joints,
        table=table,
        guides=guides,
        relative=assemble_relative(bodies, builder, guides, stations),
        floating=floating,
        floating_space=space,
        stations=stations,
        bonds=bonds,
        observers=observers,
        forces=forces,
        elements=lines,
        solids=solids,
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
    return Assembly(model, system, bodies.q, bodies.u, coordinate, bodies, builder.parts, contacts, functions)


def _rigid(bodies: BodySet) -> Ints:
    """Tell which nodes take part in rigid motions of the whole system: not elastic and inner coordinates."""
    rigid = (bodies.nodes.kind != GENERAL).astype(np.int64)
    for mesh in bodies.lines.values():
        first = mesh.first + len(mesh.s)
        rigid[bodies.bodies.node[first : first + len(mesh.inner)]] = 0
    return rigid


def _outer(bodies: BodySet, joints: Joints, observers: Observers) -> Ints:
    """Tell which joints end at the ground or at a prescribed body, or act without a reaction."""
    body = joints.body
    outer: Ints = np.any((body >= 0) & (bodies.bodies.node[body] < 0), axis=1).astype(np.int64)
    outer[observers.joint[observers.reading != 0]] = 1
    return outer


def _check_names(model: Model) -> None:
    """Refuse parts that were given the name of another one after they were added."""
    owners: dict[Any, Any] = {}
    for part in [model.ground, *model.parts]:
        if part.name in owners:
            raise ModelError(f"{owners[part.name].label} and {part.label} have the same name")
        owners[part.name] = part


def _assemble_elements(model: Model, bodies: BodySet, functions: FunctionTable) -> Elements:
    """Collect the elements of all lines."""
    elements = ElementBuilder()
    for mesh in bodies.lines.values():
        mesh.first_element = len(elements.body)
        weight = element_loads(model, mesh) / mass_per_length(mesh) if mesh.line.curved else None
        add_elements(model, mesh, elements, functions, weight)
    return elements.freeze()


def _check_mobile(bodies: BodySet, joints: Any, builder: JointBuilder) -> None:
    """Refuse joints between bodies that cannot move."""
    node_of = bodies.bodies.node
    for j in np.flatnonzero(np.diff(joints.row)):
        if all(b < 0 or node_of[b] < 0 for b in joints.body[j]):
            owner = {number: body.label for body, number in bodies.index.items()}
            names = " and ".join(owner[b] for b in joints.body[j, :2] if b in owner)
            raise ModelError(f"{builder.parts[j].label}: joins two bodies that cannot move ({names})")


_KINDS = (
    (RigidBody | MasslessBody, "rigid"),
    (PointMass, "point"),
    (LinearBody, "linear"),
    (PrescribedBody, "prescribed"),
    (Ground, "ground"),
)


def describe(assembly: Assembly) -> dict[str, Any]:
    """Return the layout of the state as plain data for result files."""
    nodes, model = assembly.system.nodes, assembly.model
    entries, islands = [], _islands(assembly)
    for body in model.bodies:
        if isinstance(body, Line):
            entries.append(_describe_line(assembly, body))
            continue
        if body in assembly.bodies.floating:
            entries.append(describe_floating(assembly.bodies.floating[body], nodes, assembly.bodies.node_of[body]))
            continue
        if isinstance(body, SolidBody):
            entries.append(describe_solid(assembly.bodies.solids[body], nodes, assembly.bodies.node_of[body]))
            continue
        numbers = assembly.bodies.node_of.get(body, [])
        kind = next(name for kinds, name in _KINDS if isinstance(body, kinds))
        nu = int(sum(nodes.nu[k] for k in numbers))
        nq = 12 if kind == "rigid" and model.dim == 3 else nu
        entries.append(
            {
                "name": body.name,
                "kind": kind,
                "q_off": int(nodes.q_off[numbers[0]]) if numbers else 0,
                "nq": nq,
                "u_off": int(nodes.u_off[numbers[0]]) if numbers else 0,
                "nu": nu,
                "mass": float(getattr(body, "mass", 0.0)),
                "size": _radius_of_gyration(nodes, numbers[0]) if kind == "rigid" else 0.0,
                **islands.get(assembly.bodies.index.get(body, -1), {}),
            }
        )
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
    """Return what files say of the energy of bodies that are rigid, or move as given, by their numbers."""
    bodies = assembly.bodies
    rigid = [body for body in assembly.model.bodies if isinstance(body, RigidBody | PointMass)]
    found = describe_islands(assembly.system, np.array([bodies.node_of[body][0] for body in rigid], dtype=np.int64))
    given = [body for body in assembly.model.bodies if isinstance(body, Ground | PrescribedBody)]
    return {bodies.index[body]: found[bodies.index[body]] for body in (*rigid, *given)}


def _radius_of_gyration(nodes: Nodes, node: int) -> float:
    """Return sqrt(tr(Theta) / m) of a rigid body [m]; 0 without inertia or without mass."""
    nu = int(nodes.nu[node])
    inertia = np.diag(nodes.M[nodes.m_off[node] : nodes.m_off[node] + nu**2].reshape(nu, nu))
    if inertia[0] == 0.0:
        return 0.0
    return float(np.sqrt(inertia[place_dim(nodes.kind[node]) :].sum() / inertia[0]))


def _plain(coefficient: Any) -> Any:
    """Return a coefficient for files; that of a Python function is its name."""
    return getattr(coefficient, "__name__", "function") if callable(coefficient) else coefficient


def _describe_joints(assembly: Assembly) -> list[dict[str, Any]]:
    """Return where the rows of all joints are; a support is one entry for all of its joints."""
    joints, out = assembly.system.joints, []
    j = 0
    while j < len(assembly.joints):
        part = assembly.joints[j]
        count = len(part.nodes) if isinstance(part, Support) else 1
        entry: dict[str, Any] = {
            "name": part.name,
            "kind": type(part).__name__,
            "row": int(joints.row[j]),
            "rows": int(joints.row[j + count] - joints.row[j]),
            "coordinate": ("none", "angle", "travel", "arc")[int(joints.coordinate[j])],
        }
        if isinstance(part, Support):
            entry |= {"solid": part.solid.name, "nodes": part.nodes.tolist(), "axes": list(part.axes)}
        out.append(entry)
        j += count
    return out


def _describe_line(assembly: Assembly, line: Line) -> dict[str, Any]:
    """Return the layout of a flexible line: where its nodes are in the state, and the mesh."""
    nodes, numbers, mesh = assembly.system.nodes, assembly.bodies.node_of[line], assembly.bodies.lines[line]
    nu = [int(nodes.nu[k]) for k in numbers]
    nq = 12 if isinstance(line, Beam) and assembly.model.dim == 3 else nu[0]
    mass = line.section_data.mass if isinstance(line, Beam) else getattr(line, "density", 0.0)
    length = sum(arc_length(mesh, *e) for e in mesh.elements) / mesh.stretch if line.curved else mesh.share.sum()
    return {
        "name": line.name,
        "kind": "string" if isinstance(line, StringBody) else "beam",
        "q_off": int(nodes.q_off[numbers[0]]),
        "nq": nq * len(mesh.s) + mesh.inner.size,
        "u_off": int(nodes.u_off[numbers[0]]),
        "nu": sum(nu),
        "mass": float(length * mass),
        "size": float(length),
        "nodes": len(mesh.s),
        "nodes_q": nq,
        "nodes_u": nu[0],
        "s": mesh.s.tolist(),
        "elements": [list(nodes) for nodes in mesh.elements],
        "points": describe_points(assembly.model, mesh),
    }


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
