"""Kinematics of rigid bodies: q -> place and axes, u -> velocity and angular velocity, in world components."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.bodies.declaration import Body, Ground, PointMass, PrescribedBody, RigidBody
from stickslip.lines.declaration import Line
from stickslip.model.model import Model
from stickslip.solids.declaration import SolidBody
from stickslip.verify.functions import rate, value
from stickslip.verify.record import Record


class Pose(NamedTuple):
    """A body at n instants. A flexible one has nodes, and neither place nor axes of its own (zero and one)."""

    r: Floats  # (n, 3) place of its origin
    A: Floats  # (n, 3, 3) body axes as columns
    v: Floats  # (n, 3) velocity of the origin
    w: Floats  # (n, 3) angular velocity
    x: Floats  # (n, k, 3) places of the nodes, k = 0 if rigid
    v_x: Floats  # (n, k, 3) their velocities


Poses = dict[Body, Pose]


def rotation(vector: Floats) -> Floats:
    """Return the rotation matrices (n, 3, 3) of rotation vectors (n, 3), by Rodrigues' formula."""
    angle = np.linalg.norm(vector, axis=1)[:, None, None]
    safe = np.where(angle > 0.0, angle, 1.0)
    K = skew(vector)
    first = np.where(angle > 0.0, np.sin(angle) / safe, 1.0)
    half = np.where(angle > 0.0, np.sin(0.5 * angle) / (0.5 * safe), 1.0)
    return np.eye(3) + first * K + 0.5 * half**2 * (K @ K)


def skew(vector: Floats) -> Floats:
    """Return the matrices (n, 3, 3) of the cross product with vectors (n, 3)."""
    x, y, z = vector.T
    o = np.zeros_like(x)
    return np.stack([np.stack([o, -z, y], 1), np.stack([z, o, -x], 1), np.stack([-y, x, o], 1)], 1)


def declared_rotation(given: object, dim: int) -> Floats:
    """Return the matrix (3, 3) of a declared rotation: an angle, a rotation vector or a matrix."""
    array = np.array(given, dtype=float)
    if array.shape == (3, 3):
        return array
    vector = np.array([0.0, 0.0, float(array)]) if array.ndim == 0 else array
    return rotation(vector[None])[0]


def padded(vector: tuple[float, ...]) -> Floats:
    """Return a planar or spatial vector, or none at all, as (3,)."""
    out = np.zeros(3)
    out[: len(vector)] = vector
    return out


def covered(body: Body) -> bool:
    """Return whether a body is rigid, so that all of its motion and mass are known here."""
    return isinstance(body, Ground | PrescribedBody | RigidBody | PointMass)


def seen(body: Body) -> bool:
    """Return whether the places of a body are known here: it is rigid, or has nodes."""
    return covered(body) or isinstance(body, SolidBody) or (isinstance(body, Line) and not body.curved)


def poses(record: Record, q: Floats, u: Floats, t: Floats) -> Poses:
    """Return the poses of all bodies covered, with coordinates q (n, nq) and velocities u (n, nu) at times t (n,)."""
    return {body: _pose(record, body, q, u, t) for body in record.model.bodies if seen(body)}


def _pose(record: Record, body: Body, q: Floats, u: Floats, t: Floats) -> Pose:
    n, dim = len(t), record.dim
    zero, one, none = np.zeros((n, 3)), np.broadcast_to(np.eye(3), (n, 3, 3)), np.zeros((n, 0, 3))
    if isinstance(body, Ground):
        return Pose(zero, one, zero, zero, none, none)
    if isinstance(body, PrescribedBody):
        return _prescribed(body, dim, t)
    entry = record.entries[str(body.name)]
    q, u = q[:, entry["q_off"] :], u[:, entry["u_off"] :]
    if not covered(body):
        return Pose(zero, one, zero, zero, _nodal(entry, "nodes_q", dim, q), _nodal(entry, "nodes_u", dim, u))
    r, v = zero.copy(), zero.copy()
    r[:, :dim], v[:, :dim] = q[:, :dim], u[:, :dim]
    if isinstance(body, PointMass):
        return Pose(r, one, v, zero, none, none)
    if dim == 3:
        A = q[:, 3:12].reshape(n, 3, 3).swapaxes(1, 2)  # three directors, one after another
        return Pose(r, A, v, np.einsum("nij,nj->ni", A, u[:, 3:6]), none, none)
    turn = np.zeros((n, 3))
    turn[:, 2] = q[:, 2]
    w = zero.copy()
    w[:, 2] = u[:, 2]
    return Pose(r, rotation(turn), v, w, none, none)


def _nodal(entry: dict[str, Any], width: str, dim: int, values: Floats) -> Floats:
    """Return the places or velocities (n, k, 3) of the nodes of a line or solid."""
    count, size = int(entry["nodes"]), int(entry.get(width, dim))
    out = np.zeros((len(values), count, 3))
    out[:, :, :dim] = values[:, : count * size].reshape(len(values), count, size)[:, :, :dim]
    return out


def _prescribed(body: PrescribedBody, dim: int, t: Floats) -> Pose:
    r = np.tile(padded(body.position), (len(t), 1))
    v = np.zeros_like(r)
    for i, motion in enumerate(body.motion):
        r[:, i] += value(motion, t)
        v[:, i] = rate(motion, t)
    axis = np.array([0.0, 0.0, 1.0]) if dim == 2 else np.array(body.axis) / np.linalg.norm(body.axis)
    A = rotation(value(body.angle, t)[:, None] * axis) @ declared_rotation(body.rotation, dim)
    none = np.zeros((len(t), 0, 3))
    return Pose(r, A, v, rate(body.angle, t)[:, None] * axis, none, none)


def moved(record: Record, start: Poses, step: Floats, t: Floats) -> Poses:
    """Return poses that go on for times ``step`` (n,) with their velocities; prescribed bodies are those of t (n,)."""
    out: Poses = {}
    for body, pose in start.items():
        if isinstance(body, PrescribedBody):
            out[body] = _prescribed(body, record.dim, t)
        else:
            A = rotation(step[:, None] * pose.w) @ pose.A
            x = pose.x + step[:, None, None] * pose.v_x
            out[body] = pose._replace(r=pose.r + step[:, None] * pose.v, A=A, x=x)
    return out


def between(first: Poses, last: Poses, s: float) -> Poses:
    """Return poses a share s of the way from the first to the last, by straight lines and the shortest turns."""
    out: Poses = {}
    for body, a in first.items():
        b = last[body]
        vector = rotation_vector(b.A @ a.A.swapaxes(1, 2))
        out[body] = a._replace(r=a.r + s * (b.r - a.r), A=rotation(s * vector) @ a.A, x=a.x + s * (b.x - a.x))
    return out


def rotation_vector(A: Floats) -> Floats:
    """Return the rotation vectors (n, 3) of rotation matrices (n, 3, 3), |angle| < pi."""
    sine = 0.5 * np.stack([A[:, 2, 1] - A[:, 1, 2], A[:, 0, 2] - A[:, 2, 0], A[:, 1, 0] - A[:, 0, 1]], 1)
    size = np.linalg.norm(sine, axis=1)
    angle = np.arctan2(size, 0.5 * (np.trace(A, axis1=1, axis2=2) - 1.0))
    factor = np.where(size > 1e-12, angle / np.where(size > 1e-12, size, 1.0), 1.0)
    return factor[:, None] * sine


def chosen(pose: Pose, rows: Ints) -> Pose:
    """Return a body at some of the instants."""
    return Pose(*(array[rows] for array in pose))


def velocity_at(pose: Pose, x: Floats) -> Floats:
    """Return the velocity (n, 3) of the material points of a body at the world places x (n, 3)."""
    return pose.v + np.cross(pose.w, x - pose.r)


def mass(body: Body) -> float:
    """Return the mass of a body [kg]; infinite where it moves as given."""
    return body.mass if isinstance(body, RigidBody | PointMass) else float("inf")


def inertia(body: Body, dim: int) -> Floats:
    """Return the tensor of inertia (3, 3) in body axes [kg m^2]; of a planar body about z."""
    if not isinstance(body, RigidBody):
        return np.zeros((3, 3))
    array = np.array(body.inertia, dtype=float)
    if array.ndim == 0:
        return float(array) * (np.eye(3) if dim == 3 else np.diag([0.0, 0.0, 1.0]))
    return np.diag(array) if array.ndim == 1 else array


def arm(body: Body, dim: int) -> float:
    """Return a length of a body from its masses alone: its radius of gyration [m], infinite without mass."""
    if not isinstance(body, RigidBody):
        return float("inf")
    theta = inertia(body, dim)
    return float(np.sqrt((0.5 * np.trace(theta) if dim == 3 else theta[2, 2]) / body.mass))


def bodies_with_mass(model: Model) -> list[Body]:
    """Return the bodies whose motion follows from forces."""
    return [body for body in model.bodies if isinstance(body, RigidBody | PointMass)]
