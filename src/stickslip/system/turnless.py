"""Bodies that do not rotate, and torques on them: rejected, because such a torque would be lost silently."""

from __future__ import annotations

from typing import Any

import numpy as np

from stickslip.errors import ModelError
from stickslip.forces.kernel import BUSHING, EFFORT, JOINT_SPRING, POINT_FORCE, TORQUE
from stickslip.joints.rows import COMPONENT, DISTANCE, PERPENDICULAR, SLIDE, STATION
from stickslip.model.base import Declaration
from stickslip.system.bodies import BodySet

_ROUND_OFF = 1e-12  # [m] of places that are meant to be those of nodes


def without_torque(bodies: BodySet, *sides: int) -> str:
    """Return why one of these bodies cannot carry a torque, as a sentence; nothing if all can."""
    points, masses = bodies.without_axes(), bodies.never_turning()
    for side in sides:
        if side in points:
            who, owner = points[side]
            return f"{who} has no orientation and cannot carry a torque ({owner})"
        if side in masses:
            return f"{masses[side]} never rotates, and a torque on it has no effect"
    return ""


def check_turns(bodies: BodySet, builder: Any, joints: Any, table: Any, forces: Any) -> None:
    """Reject what would rotate a node of a string or solid, which has no orientation, or a point mass."""
    points, masses = bodies.without_axes(), bodies.never_turning()
    _check_joints(bodies, points, builder, joints, table)
    _check_torques_of_joints(bodies, points, masses, builder, joints, forces)
    for element, kind, body, rho, p in zip(forces.owner, forces.kind, forces.body, forces.rho, forces.parameter):
        if kind == TORQUE and (still := set(body) & masses.keys()):
            raise ModelError(f"{element.label}: {masses[min(still)]} never rotates; a torque on it has no effect")
        if kind == EFFORT or not set(body) & points.keys():
            continue
        who, owner = points[min(set(body) & points.keys())]
        lever = any(abs(rho[k]).max() > _ROUND_OFF for k in range(2) if body[k] in points)
        if kind == TORQUE and getattr(element, "turns_directors", False):
            continue
        if lever or kind in (TORQUE, JOINT_SPRING, BUSHING):
            raise ModelError(f"{element.label}: {who} has no orientation; it cannot carry a torque ({owner})")
        if kind == POINT_FORCE and p[3] != 0.0:
            raise ModelError(f"{element.label}: {who} has no orientation; follower=True needs section axes ({owner})")


def _check_joints(bodies: BodySet, points: dict[int, tuple[str, str]], builder: Any, joints: Any, table: Any) -> None:
    """Reject joints that hold directions of a point."""
    for j, part in enumerate(builder.parts):
        if joints.row[j] < joints.row[j + 1] and table.kind[joints.row[j]] >= STATION:  # bonds, too
            continue
        sides = [k for k in range(4) if joints.body[j, k] in points]
        rows = table.kind[joints.row[j] : joints.row[j + 1]]
        lever = any(abs(builder.rho[j][k]).max() > _ROUND_OFF for k in sides if k < 2)
        allowed = (COMPONENT, DISTANCE, SLIDE) if sides == [1] else (COMPONENT, DISTANCE)  # side a gives directions
        free = np.isin(rows, allowed) | (_hold_director(bodies, joints, table, j) if sides == [1] else False)
        if sides and (lever or not free.all()):
            who, owner = points[joints.body[j, sides[0]]]
            cure = "use Spherical or Distance at its axis"
            raise ModelError(f"{part.label}: {who} has no orientation; {cure} ({owner})")


def _hold_director(bodies: BodySet, joints: Any, table: Any, j: int) -> np.ndarray:
    """Return which rows of a joint hold the third axis of its second body, a node without spin about it (rows,)."""
    rows = np.arange(joints.row[j], joints.row[j + 1])
    third = [(joints.A_b[j, :, table.j[row]] == (0.0, 0.0, 1.0)).all() for row in rows]
    return (table.kind[rows] == PERPENDICULAR) & np.array(third, dtype=bool) & bodies.has_director(joints.body[j, 1])


def _check_torques_of_joints(
    bodies: BodySet, points: dict[int, tuple[str, str]], masses: dict[int, str], builder: Any, joints: Any, forces: Any
) -> None:
    """Reject torques of a hinge or clutch on a point, and those between two bodies neither of which they can turn."""
    springs = {element.joint: element for element, kind in zip(forces.owner, forces.kind) if kind == JOINT_SPRING}
    for j, part in enumerate(builder.parts):
        owner, use = _torque_of(part, springs)
        if not use:
            continue
        sides = [int(b) for b in joints.body[j, :2] if b >= 0]
        for side in sides:
            if side in points:
                who, whose = points[side]
                raise ModelError(f"{owner.label}: {use} needs rotating bodies; {who} has no orientation ({whose})")
        if all(side in masses or bodies.bodies.node[side] < 0 for side in sides):
            still = masses[next(side for side in sides if side in masses)]
            raise ModelError(f"{owner.label}: {still} never rotates; {use} has no effect on it")


def _torque_of(part: Declaration, springs: dict[Declaration, Declaration]) -> tuple[Declaration, str]:
    """Return what puts a torque on the two sides of a joint, and by what; nothing if it puts none."""
    if part in springs:
        return springs[part], "a torque"
    return part, part.torque()
