"""Where bodies and points of a model are, over the instants of a result (see ``scene`` for the conventions)."""

from __future__ import annotations

from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.bodies.declaration import Body, Frame, PointMass, PrescribedBody, RigidBody
from stickslip.bonds.declaration import MasslessBody
from stickslip.contact.contours import Contour
from stickslip.floating.solid.declaration import FloatingSolid
from stickslip.model.functions import Compiled, Polynomial, Sine, SmoothStep, Steps, Table, TimeFunction
from stickslip.results.result import Result
from stickslip.solids.declaration import SolidBody
from stickslip.viz.rotations import continuous, matrix, quaternions
from stickslip.viz.scene import RigidMotion


def spatial(x: Any) -> Floats:
    """Return places (..., dim) padded to (..., 3)."""
    x = np.asarray(x, dtype=float)
    if x.shape[-1] == 3:
        return x
    return np.concatenate([x, np.zeros((*x.shape[:-1], 3 - x.shape[-1]))], axis=-1)


def rotation(value: Any) -> Floats:
    """Return the matrix (3, 3) of a declared rotation: an angle about z, a rotation vector or a matrix."""
    array = np.asarray(value, dtype=float)
    if array.ndim == 0:
        array = np.array([0.0, 0.0, float(array)])
    return array if array.shape == (3, 3) else matrix(array)


def function_values(function: TimeFunction, t: Floats) -> Floats:
    """Return the values (n,) of a declared function of time."""
    if isinstance(function, Polynomial):
        return np.polynomial.polynomial.polyval(t, function.coefficients or (0.0,)) + 0.0 * t
    if isinstance(function, Sine):
        return function.offset + function.amplitude * np.sin(2.0 * np.pi * function.frequency * t + function.phase)
    if isinstance(function, SmoothStep):
        s = np.clip((t - function.t_start) / (function.t_end - function.t_start), 0.0, 1.0)
        return function.start + (function.end - function.start) * s**3 * (10.0 - 15.0 * s + 6.0 * s**2)
    if isinstance(function, Table):
        return np.asarray(np.interp(t, function.times, function.values))
    if isinstance(function, Steps):
        return np.array(function.values)[np.searchsorted(function.times, t, "right")]
    assert isinstance(function, Compiled)
    return np.array([float(function.function(float(x))) for x in t])


def prescribed_motion(body: PrescribedBody, t: Floats) -> RigidMotion:
    """Return the motion of a prescribed body: r = position + motion(t), turned by angle(t) about its axis."""
    place = np.tile(_padded(body.position), (len(t), 1))
    for k, function in enumerate(body.motion):
        place[:, k] += function_values(function, t)
    axis = np.array(body.axis, dtype=float)
    angle = function_values(body.angle, t)
    turned = matrix(angle[:, None] * axis / np.linalg.norm(axis)) @ rotation(body.rotation)
    return RigidMotion(place, continuous(quaternions(turned)))


def _padded(value: Any) -> Floats:
    return spatial(np.array(value, dtype=float)) if len(value) else np.zeros(3)


def carrier(part: Body | Frame) -> Body:
    """Return the body of a frame, or the body itself."""
    body: Any = part.body if isinstance(part, Frame) else part
    return body


def start_pose(body: Body) -> tuple[Floats, Floats]:
    """Return declared place (3,) and axes (3, 3) of a rigid, prescribed or massless body, or of the ground."""
    if isinstance(body, RigidBody | MasslessBody | PrescribedBody):
        return _padded(body.position), rotation(body.rotation)
    if isinstance(body, PointMass):
        return _padded(body.position), np.eye(3)
    return np.zeros(3), np.eye(3)


def rigid_motion(result: Result, name: str) -> RigidMotion:
    """Return the motion of a rigid body, a point mass, the ground or a prescribed body."""
    series = result[name]
    if series.kind == "prescribed":
        declared = None if result.model is None else result.model[name]
        if isinstance(declared, PrescribedBody):
            return prescribed_motion(declared, result.time)
        return RigidMotion(np.zeros((len(result), 3)))
    place = spatial(series.position)
    if series.kind in ("ground", "point"):
        return RigidMotion(place)
    return RigidMotion(place, continuous(quaternions(series.rotation)))


def local_point(part: Body | Frame, other: Body | Frame, at: Any) -> Floats | None:
    """Return the joint point (3,) in the axes of the body of ``part``, which is rigid; None if it is not declared.

    Without ``at`` the points of the two frames are joined; the ground stands for the point of the other side.
    """
    body = carrier(part)
    place, axes = start_pose(body)
    if at is not None:
        return axes.T @ (_padded(at) - place)
    if isinstance(part, Frame):
        return _padded(part.position)
    if body.name != "ground":
        return np.zeros(3)
    return start_point(other)


def start_point(part: Body | Frame) -> Floats | None:
    """Return the declared place (3,) of a body or of a frame on a rigid body; None on flexible ones."""
    if not is_rigid(part):
        return None
    place, axes = start_pose(carrier(part))
    return place + axes @ _padded(part.position) if isinstance(part, Frame) else place


def is_rigid(part: Body | Frame) -> bool:
    """Return whether a body, or that of a frame, moves as one frame."""
    body = carrier(part)
    return isinstance(body, RigidBody | MasslessBody | PrescribedBody | PointMass) or body.name == "ground"


def flexible_motion(result: Result, item: Frame | Contour) -> RigidMotion:
    """Return the motion of the place of a frame or contour on a flexible body, with axes where the body has them."""
    body: Any = item.body
    series: Any = result[str(body.name)]
    if item.node is not None:
        return RigidMotion(spatial(series.position[:, item.node]))
    if isinstance(body, SolidBody):  # a material point
        found = body.locate(item.position)
        return RigidMotion(spatial(np.einsum("k,nki->ni", found.weights, series.position[:, found.nodes])))
    if isinstance(body, FloatingSolid):
        return _interface_motion(series, body.interfaces[str(item.interface)])
    k = int(np.argmin(abs(series.s - item.s)))
    place = spatial(series.position[:, k])
    if series.kind == "string":
        return RigidMotion(place)
    return RigidMotion(place, continuous(quaternions(series.rotation[:, k])))


def _interface_motion(series: Any, nodes: Any) -> RigidMotion:
    """Return the mean place of nodes of a floating solid and their rotation A exp(psi): psi is that of least squares.

    With centred places X and displacements d in the frame, (sum X^2 1 - X X^T) psi = sum X x d; in the plane they may
    be on one line, which has no other turn.
    """
    X = spatial(series.places[nodes] - series.places[nodes].mean(axis=0))
    moment = np.cross(X, spatial(series.displacement[:, nodes])).sum(axis=1)
    psi = moment @ np.linalg.pinv((X**2).sum() * np.eye(3) - X.T @ X)
    place = spatial(series.position[:, nodes].mean(axis=1))
    return RigidMotion(place, continuous(quaternions(series.frame_rotation @ matrix(psi))))


def frame_track(result: Result, part: Body | Frame, local: Floats | None = None) -> Floats:
    """Return the places (n, 3) of a frame on any body, or of a point ``local`` of a rigid one."""
    body = carrier(part)
    if local is None:
        local = _padded(part.position) if isinstance(part, Frame) else np.zeros(3)
    if is_rigid(part):
        motion = rigid_motion(result, str(body.name))
    else:
        assert isinstance(part, Frame)
        motion = flexible_motion(result, part)
    if motion.quaternion is None:  # nothing turns there; the position on a solid is the place itself
        return motion.position + local if is_rigid(part) else motion.position
    w, v = motion.quaternion[:, :1], motion.quaternion[:, 1:]
    twice = 2.0 * np.cross(v, local)
    return motion.position + local + w * twice + np.cross(v, twice)
