"""Assembly of sliding guides on flexible lines, and of bodies that move in joint coordinates."""

from __future__ import annotations

import itertools

import numpy as np

from stickslip._arrays import Floats
from stickslip.bodies.declaration import RigidBody
from stickslip.errors import ModelError
from stickslip.floating.beam.declaration import FloatingBeam
from stickslip.floating.stations import Stations
from stickslip.joints import Guide
from stickslip.joints.assembly import JointBuilder, resolve
from stickslip.joints.guides import GUIDED, Guides
from stickslip.joints.relative import Relative
from stickslip.joints.rows import ARC, GUIDE, Row
from stickslip.lines.assembly import LineMesh
from stickslip.lines.axes import arc_length
from stickslip.lines.declaration import StringBody
from stickslip.lines.elements import MAX_NODES, Elements
from stickslip.model.model import Model
from stickslip.system.bodies import BodySet


def _arcs(bodies: BodySet, lines: Elements) -> Floats:
    """Return begin and length of every element along its line (ne, 2)."""
    arc = np.zeros((len(lines.size), 2))
    for mesh in bodies.of(LineMesh):
        begin = 0.0
        for k, nodes in enumerate(mesh.elements):
            if mesh.line.curved:
                length = arc_length(mesh, *nodes) / mesh.stretch
            else:
                length = sum(float(np.linalg.norm(mesh.r[b] - mesh.r[a])) for a, b in itertools.pairwise(nodes))
            arc[mesh.first_element + k] = begin, length
            begin += length
    return arc


def _nearest(mesh: LineMesh, arc: Floats, x: Floats) -> tuple[int, float]:
    """Return the element and the arc length whose chord is nearest to x."""
    best = (np.inf, 0, 0.0)
    for k, nodes in enumerate(mesh.elements):
        a, b = mesh.r[nodes[0]], mesh.r[nodes[-1]]
        xi = float(np.clip((x - a) @ (b - a) / ((b - a) @ (b - a)), 0.0, 1.0))
        e = mesh.first_element + k
        best = min(best, (float(np.linalg.norm(a + xi * (b - a) - x)), e, float(arc[e, 0] + xi * arc[e, 1])))
    return best[1], best[2]


def assemble_guides(model: Model, bodies: BodySet, builder: JointBuilder, lines: Elements) -> Guides:
    """Append the rows of all guides to the joints."""
    arc = _arcs(bodies, lines) if any(isinstance(part, Guide) for part in model.parts) else np.zeros((0, 2))
    table: list[tuple[int, int, int, int, int]] = []
    for part in model.parts:
        if not isinstance(part, Guide):
            continue
        if not isinstance(bodies.find(part.line), LineMesh):
            raise ModelError(f"{part.label}: {part.line.label} is not part of the model; add it with model.add(...)")
        if isinstance(part.line, StringBody) and not part.line.curved:
            raise ModelError(f'{part.label}: a plain string has kinks at its nodes; use formulation="bezier" or a beam')
        side, mesh = resolve(model, bodies, part.b, part.label), bodies.part(part.line, LineMesh, part.label)
        if bodies.bodies.node[side.index] < 0 or side.index in mesh.bodies:
            raise ModelError(f"{part.label}: guides a rigid body that can move; side b is not one")
        element, s = _nearest(mesh, arc, side.x)
        rows: list[Row] = [Row(GUIDE, k) for k in range(model.dim - 1)]
        sides = [*lines.body[element][:MAX_NODES].tolist(), side.index]
        frames = (np.eye(3), np.eye(3))
        j = builder.add(part, sides, (np.zeros(3), side.rho), frames, ARC, rows, start=s)
        table.append((j, element, mesh.first_element, mesh.first_element + len(mesh.elements), int(part.line.closed)))
    column = np.array(table, dtype=np.int64).reshape(-1, 5).T.copy()
    return Guides(column[0], column[1], column[2], column[3], column[4], arc)


def assemble_relative(bodies: BodySet, builder: JointBuilder, guides: Guides, stations: Stations) -> Relative:
    """Order the joints whose second body moves in joint coordinates, and stations: parents before children."""
    joint_of = {int(body): int(j) for j, body in zip(stations.joint, stations.body, strict=True)}
    for j, part in enumerate(builder.parts):
        if not (getattr(part, "relative", False)):
            continue
        child = builder.body[j][GUIDED if isinstance(part, Guide) else 1]
        owner = next((body for body, k in bodies.index.items() if k == child), None)
        if not isinstance(owner, RigidBody | FloatingBeam):
            raise ModelError(
                f"{part.label}: relative=True moves side b: a RigidBody, or .start of a tangential FloatingBeam"
            )
        if child in joint_of:
            other = builder.parts[joint_of[child]].label
            raise ModelError(f"{part.label}: {owner.label} already moves relative to its parent by {other}")
        joint_of[child] = j
    order: list[int] = []
    for child in joint_of:
        path, here = [], child
        while here in joint_of and joint_of[here] not in order:
            if joint_of[here] in path:
                raise ModelError(f"{builder.parts[joint_of[here]].label}: relative joints form a loop; cut it")
            path.append(joint_of[here])
            here = builder.body[joint_of[here]][0]
        order += path[::-1]
    number = {int(j): k for k, j in enumerate(guides.joint)}
    station = {int(j): k for k, j in enumerate(stations.joint)}
    return Relative(
        joint=np.array(order, dtype=np.int64),
        guide=np.array([number.get(j, -1) for j in order], dtype=np.int64),
        station=np.array([station.get(j, -1) for j in order], dtype=np.int64),
    )
