"""Joints and springs as parts of a scene: small marks that say where and of which kind."""

from __future__ import annotations

from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.bodies.declaration import Frame
from stickslip.errors import StickslipError
from stickslip.forces.line_force import LineForce
from stickslip.joints import Guide, Joint, Support
from stickslip.model.model import Model
from stickslip.results.result import Result
from stickslip.viz.places import carrier, frame_track, is_rigid, local_point, spatial, start_pose
from stickslip.viz.rotations import toward
from stickslip.viz.scene import Channel, LineMotion, Part, RigidMotion, Shape
from stickslip.viz.shapes import section_outline


def joint_parts(model: Model, result: Result, number: dict[str, int], far: float) -> list[Part]:
    """Return a mark for every joint; ``number`` are those of the parts of bodies."""
    parts = []
    for joint in model.of_kind(Joint):
        part = _joint(joint, model.dim, result, number, far)
        if part is not None:
            parts.append(part)
    for guide in model.of_kind(Guide):
        track = frame_track(result, guide.b)
        shape = _mark("sphere", model.dim, far, np.zeros(3), np.eye(3))
        parts.append(Part(str(guide.name), "Guide", "joint", RigidMotion(track), shapes=(shape,),
                          channels=_channels(result, str(guide.name))))  # fmt: skip
    return parts


def _joint(joint: Joint, dim: int, result: Result, number: dict[str, int], far: float) -> Part | None:
    """Return the mark of a joint on the side that is rigid, b if both are."""
    name, kind = str(joint.name), type(joint).__name__
    channels = _channels(result, name)
    sides = ((joint.b, joint.a), (joint.a, joint.b))
    for own, other in sides:
        if not is_rigid(own):
            continue
        local = local_point(own, other, joint.at)
        body = carrier(own)
        if local is None or body.name not in number:
            continue
        axes = start_pose(body)[1].T @ toward(_axis(joint))
        shape = _mark(joint.mark, dim, far, local, axes if dim == 3 else np.eye(3))
        return Part(name, kind, "joint", parent=number[str(body.name)], shapes=(shape,), channels=channels)
    own = joint.b if isinstance(joint.b, Frame) else joint.a
    if not isinstance(own, Frame):
        return None
    motion = RigidMotion(frame_track(result, own))
    shape = _mark(joint.mark, dim, far, np.zeros(3), toward(_axis(joint)) if dim == 3 else np.eye(3))
    return Part(name, kind, "joint", motion, shapes=(shape,), channels=channels)


def _axis(joint: Joint) -> Floats:
    """Return the axis of a joint in space, in the plane that of its travel."""
    return spatial(np.array(joint.directions(3)[0], dtype=float))


def _mark(mark: str, dim: int, far: float, place: Floats, axes: Floats) -> Shape:
    size = 0.008 * far
    if dim == 2:
        if mark == "box":
            return Shape("rectangle", (1.8 * size, 1.8 * size), place, axes, role="marker")
        return Shape("disk", (size,), place, axes, role="marker")
    if mark == "cylinder":
        return Shape("cylinder", (size, 2.6 * size), place, axes, role="marker")
    if mark == "box":
        return Shape("box", (1.7 * size,) * 3, place, axes, role="marker")
    return Shape("sphere", (1.1 * size,), place, axes, role="marker")


def _channels(result: Result, name: str) -> tuple[Channel, ...]:
    """Return coordinate and reactions of a joint."""
    try:
        series = result[name]
        rows = series.reaction
    except (KeyError, StickslipError):
        return ()
    out = []
    try:
        kind = series._entry.get("coordinate", "none")
        unit = "rad" if kind == "angle" else "m"
        out.append(Channel("coordinate", unit, series.coordinate[:, None]))
    except StickslipError:
        pass  # a joint without a single coordinate
    if rows.shape[1]:
        labels = tuple(str(k + 1) for k in range(rows.shape[1]))
        out.append(Channel("reaction", "N, N m", rows, labels))
    return tuple(out)


def spring_parts(model: Model, result: Result, far: float) -> list[Part]:
    """Return the springs as lines between their two points, with length and rate."""
    parts = []
    for spring in model.of_kind(LineForce):
        ends = np.stack([frame_track(result, spring.a), frame_track(result, spring.b)], axis=1)
        length = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)[:, None]
        section = section_outline(None, None, 0.0, 0.012 * far)
        parts.append(Part(str(spring.name), type(spring).__name__, "spring", LineMotion(ends), section=section,
                          channels=(Channel("length", "m", length),)))  # fmt: skip
    return parts


def support_parts(model: Model, result: Result, number: dict[str, int], far: float) -> list[Part]:
    """Return the held nodes of solids as marks (the first hundred of each support)."""
    parts = []
    for support in model.of_kind(Support):
        nodes = support.nodes[:100]
        places = spatial(support.solid.nodes[nodes])
        kind = "disk" if model.dim == 2 else "sphere"
        shapes = tuple(Shape(kind, (0.005 * far,), place, role="marker") for place in places)
        force: Any = result[str(support.name)].force
        channels = (Channel("force", "N", force, ("x", "y", "z")[: model.dim]),)
        parts.append(Part(str(support.name), "Support", "joint", shapes=shapes, channels=channels))
    return parts
