"""Forces from their declarations: what acts on each rigid body, and the potential of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from stickslip import forces as declared
from stickslip._arrays import Floats
from stickslip.bodies.declaration import Body, Frame, PrescribedBody, RigidBody
from stickslip.bonds.declaration import Bond, Observer, Tie
from stickslip.contact.laws import Contact
from stickslip.joints import FreeAxisJoint, Gear, Guide, Joint, OneWayClutch, Rolling
from stickslip.model.functions import Polynomial
from stickslip.verify.bushings import bushing
from stickslip.verify.functions import value
from stickslip.verify.poses import Pose, Poses, bodies_with_mass, covered, inertia, mass, padded, velocity_at
from stickslip.verify.record import Record

Wrenches = dict[Body, tuple[Floats, Floats]]  # force and torque about the centre of mass, (n, 3) each, world components


def uncovered(record: Record) -> dict[Body, str]:
    """Return the bodies whose forces are not all known here, with the reason."""
    out: dict[Body, str] = {}
    for part in record.model.of_kind(declared.ForceElement):
        known = declared.PointForce | declared.Torque | declared.LineForce | declared.TorsionalSpring
        if isinstance(part, declared.Bushing) and all(covered(body_of(side)) for side in (part.a, part.b)):
            continue
        if isinstance(part, declared.LineForce) and not all(covered(body_of(side)) for side in (part.a, part.b)):
            out.update({body_of(side): "springs on bodies that are not rigid" for side in (part.a, part.b)})
        elif not isinstance(part, known):
            sides = [getattr(part, name, None) for name in ("on", "a", "b", "reaction")]
            for side in sides:
                if side is not None:
                    out[body_of(side)] = f"forces of the kind {type(part).__name__}"
    for law in record.model.of_kind(Contact):
        bodies = [contour.body for contour in (*law.a, *law.b) if contour.body is not None]
        if law.law is not None:
            out.update(dict.fromkeys(bodies, "forces of compliant contacts"))
    for other in record.model.parts:
        if isinstance(other, Gear):
            joints = (other.first, other.second)
            out.update({body_of(side): "forces of gears" for joint in joints for side in (joint.a, joint.b)})
        elif isinstance(other, Rolling):
            out.update({c.body: "forces of rolling" for c in (other.wheel, other.plane) if c.body is not None})
        elif isinstance(other, Bond | Tie | Observer):
            out.update({body: "forces of bonds" for name in ("body", "solid", "other")
                        if (body := getattr(other, name, None)) is not None})  # fmt: skip
        elif isinstance(other, OneWayClutch):
            out.update(dict.fromkeys((other.a, other.b), "forces of clutches"))
        elif isinstance(other, Joint) and record.dim not in other.holds:
            out.update({body_of(side): f"forces of the kind {type(other).__name__}" for side in _sides(other)})
        elif isinstance(other, Joint | Guide) and not all(covered(body_of(side)) for side in _sides(other)):
            out.update({body_of(side): "joints with bodies that are not rigid" for side in _sides(other)})
    return out


def _sides(part: Joint | Guide) -> tuple[Any, Any]:
    return (part.line, part.b) if isinstance(part, Guide) else (part.a, part.b)


def wrenches(record: Record, at: Poses, t: Floats, start: Poses) -> Wrenches:
    """Return what weight, loads, springs and the turning of the body itself (-w x I w) do at poses and times (n,)."""
    model, out = record.model, working(record, at, t, start, stored=True)
    for body in bodies_with_mass(model):
        pose = at[body]
        force = np.tile(mass(body) * padded(model.gravity), (len(t), 1))
        torque = np.zeros((len(t), 3))
        if isinstance(body, RigidBody) and record.dim == 3:
            theta = pose.A @ inertia(body, 3) @ pose.A.swapaxes(1, 2)
            torque -= np.cross(pose.w, np.einsum("nij,nj->ni", theta, pose.w))
        out[body] = out[body][0] + force, out[body][1] + torque
    return out


def working(record: Record, at: Poses, t: Floats, start: Poses, stored: bool = False) -> Wrenches:
    """Return what loads and dampers do at poses and times (n,), with or without springs, whose work is stored."""
    model = record.model
    out: Wrenches = {body: (np.zeros((len(t), 3)), np.zeros((len(t), 3))) for body in bodies_with_mass(model)}
    for part in model.of_kind(declared.ForceElement):
        if isinstance(part, declared.PointForce) and body_of(part.on) in at:
            body = body_of(part.on)
            f = value(part.factor, t)[:, None] * padded(part.vector)
            f = np.einsum("nij,nj->ni", at[body].A, f) if part.follower else f
            _add(out, at, body, _place(part.on, at), f)
        elif isinstance(part, declared.Torque):
            _add_torque(out, at, part, t, record.dim)
        elif isinstance(part, declared.LineForce) and all(covered(body_of(side)) for side in (part.a, part.b)):
            x, f, _ = spring(part, at, start, stored)
            _add(out, at, body_of(part.b), x[1], -f)
            _add(out, at, body_of(part.a), x[0], f)
        elif isinstance(part, declared.Bushing) and {body_of(part.a), body_of(part.b)} <= set(at):
            acts = bushing(part, at, record.dim, stored)
            for side, sign in ((part.a, -1.0), (part.b, 1.0)):
                _add(out, at, body_of(side), acts.place, sign * acts.force)
                if body_of(side) in out:
                    force, torque = out[body_of(side)]
                    out[body_of(side)] = force, torque + sign * acts.torque
    return out


def body_of(side: Any) -> Body:
    """Return the body of a frame, or the body itself."""
    body: Body = side.body if isinstance(side, Frame) else side  # type: ignore[assignment]
    return body


def _place(side: Any, at: Poses) -> Floats:
    """Return the world places (n, 3) of a body or a frame on it."""
    pose = at[body_of(side)]
    rho = padded(side.position) if isinstance(side, Frame) else np.zeros(3)
    return pose.r + pose.A @ rho


def _add(out: Wrenches, at: Poses, body: Body, x: Floats, f: Floats) -> None:
    if body in out:
        force, torque = out[body]
        out[body] = force + f, torque + np.cross(x - at[body].r, f)


def _add_torque(out: Wrenches, at: Poses, part: declared.Torque, t: Floats, dim: int) -> None:
    given = part.vector if isinstance(part.vector, tuple) else (0.0, 0.0, part.vector)
    vector = np.array(given) if len(given) == 3 else np.array((0.0, 0.0, given[0]))
    moment = value(part.factor, t)[:, None] * vector
    if part.follower:
        moment = np.einsum("nij,nj->ni", at[part.reaction or body_of(part.on)].A, moment)
    for body, sign in ((body_of(part.on), 1.0), (part.reaction, -1.0)):
        if body is not None and body in out:
            force, torque = out[body]
            out[body] = force, torque + sign * moment


def spring(
    part: declared.LineForce, at: Poses, start: Poses, stored: bool = True
) -> tuple[list[Floats], Floats, Floats]:
    """Return both ends, the force (n, 3) that pulls a to b, and the potential (n,); not ``stored``: dampers only."""
    x = [_place(side, at) for side in (part.a, part.b)]
    d = x[1] - x[0]
    length = np.linalg.norm(d, axis=1)
    direction = d / np.where(length > 0.0, length, 1.0)[:, None]
    first = float(np.linalg.norm(_place(part.b, start) - _place(part.a, start), axis=1)[0])
    v = [velocity_at(at[body_of(side)], place) for side, place in zip((part.a, part.b), x)]
    rate = np.einsum("nj,nj->n", direction, v[1] - v[0])
    if isinstance(part, declared.SpringDamper):
        longer = length - (first if part.rest_length is None else part.rest_length)
        elastic, damper, potential = part.stiffness * longer, part.damping * rate, 0.5 * part.stiffness * longer**2
    else:
        law = part.formula(first)
        elastic, damper, potential = np.array([law(*both) for both in zip(length.tolist(), rate.tolist())]).T
    pull = elastic + damper if stored else damper
    return x, pull[:, None] * direction, potential


def kinetic(body: Body, pose: Pose, dim: int) -> Floats:
    """Return m v^2 / 2 + w . I w / 2 (n,) [J]."""
    T = 0.5 * mass(body) * np.sum(pose.v**2, axis=1)
    if isinstance(body, RigidBody):
        w = np.einsum("nji,nj->ni", pose.A, pose.w)
        T = T + 0.5 * np.einsum("ni,ij,nj->n", w, inertia(body, dim), w)
    return T


def passive(record: Record) -> bool:
    """Return whether nothing puts energy in: no loads, drives or prescribed motion."""
    model = record.model
    if any(isinstance(part, declared.PointForce | declared.Torque | declared.UserForce) for part in model.parts):
        return False
    for body in model.of_kind(PrescribedBody):
        if not all(_constant(function) for function in (*body.motion, body.angle)):
            return False
    return not any(
        isinstance(part, FreeAxisJoint) and (part.motion is not None or part.effort is not None) for part in model.parts
    )


def _constant(function: object) -> bool:
    return isinstance(function, Polynomial) and not any(function.coefficients[1:])
