"""Rigid bodies, point masses, prescribed bodies and the ground as parts of a scene."""

from __future__ import annotations

from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.bodies.declaration import Body, RigidBody
from stickslip.forces import Bushing, LineForce
from stickslip.joints import Joint
from stickslip.model.model import Model
from stickslip.results.result import Result
from stickslip.viz.places import carrier, local_point, rigid_motion
from stickslip.viz.rotations import matrices
from stickslip.viz.scene import Channel, Field, Part, RigidMotion, Shape
from stickslip.viz.shapes import contour_shape, facing, hull_shape, inertia_shape, moving_plane, recorded_shape, rod
from stickslip.viz.source import Source

_XYZ = ("x", "y", "z")


class RigidSource(Source):
    """A body that moves as one frame."""

    def __init__(self, entry: dict[str, Any], header: dict[str, Any], model: Model | None) -> None:
        super().__init__(entry, header, model)
        self.moves = self.kind != "ground"
        self._body: Body | None = None if model is None else model[self.name]
        self._model = model
        self._recorded = [each for each in header["contours"] if each["body"] == self.name]
        self._gravity = np.zeros(3)
        if model is not None:
            self._gravity[: self.dim] = model.gravity

    def motion(self, result: Result) -> RigidMotion:
        """Return the motion at the instants of a result."""
        return rigid_motion(result, self.name)

    def bounds(self, result: Result) -> Floats:
        """Return corners (k, 3) of boxes around its shapes at all instants of a result [m]."""
        motion = self.motion(result)
        turn = None if motion.quaternion is None else matrices(motion.quaternion)
        out = [motion.position]
        for shape in self.shapes(0.0):
            if shape.kind in ("plane", "halfplane"):
                continue
            way = np.tile(shape.position, (len(motion.position), 1)) if turn is None else turn @ shape.position
            around = np.full(3, shape.radius)
            around[self.dim :] = 0.0
            out += [motion.position + way - around, motion.position + way + around]
        return np.concatenate(out)

    def reach(self, far: float = 0.0) -> float:
        """Return how far the body reaches from its origin [m]."""
        return max((shape.reach for shape in self.shapes(far)), default=0.0)

    def shapes(self, far: float, centre: Floats | None = None) -> tuple[Shape, ...]:
        """Return the shapes that are drawn for the body.

        These are its contours, a polygon between its contour points, and rods to points and joints outside of these; a
        body without any of them appears as a box with its inertia. Planes are drawn about the point nearest to
        ``centre``.
        """
        shapes = self._contours(far)
        if not self.moves:
            return tuple(facing(shape, centre) for shape in shapes)
        points = [shape.position for shape in shapes if shape.role == "marker"]
        polygon = hull_shape(points) if self.dim == 2 else None
        if polygon is not None:
            shapes.insert(0, polygon)
        covered = max((shape.reach for shape in shapes if shape.role == "body"), default=0.0)
        own = max(0.03 * far, 1.2 * covered)  # planes of moving bodies are drawn as large as the body
        shapes = [moving_plane(each, own, 0.004 * far) for each in shapes]
        if self._body is None:
            return tuple(shapes)
        ends = [*points, *self._attached(self._body)]
        arms = [point for point in ends if np.linalg.norm(point) > 1.05 * covered + 1e-3 * far]
        if not covered and not arms:
            shapes.append(inertia_shape(self._body, self.dim, far))
        shapes += [rod(np.zeros(3), point, 0.005 * far, self.dim) for point in arms]
        if arms and not covered:
            kind = "disk" if self.dim == 2 else "sphere"
            shapes.append(Shape(kind, (0.009 * far,), role="marker"))
        return tuple(shapes)

    def _contours(self, far: float) -> list[Shape]:
        if self._body is None:
            found = [recorded_shape(entry, self.dim, far) for entry in self._recorded]
        else:
            found = [contour_shape(contour, self.dim, far) for contour in self._body.contours]
        return [shape for shape in found if shape is not None]

    def _attached(self, body: Body) -> list[Floats]:
        """Return the points of the body where joints and springs attach, in its axes."""
        assert self._model is not None
        points: list[Floats] = []
        for part in self._model.parts:
            if not isinstance(part, Joint | LineForce | Bushing):
                continue
            for own, other in ((part.a, part.b), (part.b, part.a)):
                if carrier(own) is not body:
                    continue
                point = local_point(own, other, getattr(part, "at", None))
                if point is not None and not any(np.allclose(point, known) for known in points):
                    points.append(point)
        return points

    def part(self, result: Result, far: float, centre: Floats | None = None) -> Part:
        """Return the part at the instants of a result."""
        role = "ground" if self.kind == "ground" else "body"
        motion = self.motion(result) if self.moves else None
        channels, fields = self._channels(result)
        shapes = self.shapes(far, centre)
        return Part(self.name, self.kind, role, motion, shapes=shapes, channels=channels, fields=fields)

    def _channels(self, result: Result) -> tuple[tuple[Channel, ...], tuple[Field, ...]]:
        if self.kind not in ("rigid", "point"):
            return (), ()
        series, xyz = result[self.name], _XYZ[: self.dim]
        v = series.velocity
        out = [Channel("position", "m", series.position, xyz), Channel("velocity", "m/s", v, xyz)]
        energy = 0.5 * series.mass * (v**2).sum(axis=1)
        if self.kind == "rigid":
            omega = series.angular_velocity.reshape(len(v), -1)
            if self.dim == 2:
                out.append(Channel("angle", "rad", series.angle[:, None]))
            out.append(Channel("angular velocity", "rad/s", omega, ("",) if self.dim == 2 else ("1", "2", "3")))
            if isinstance(self._body, RigidBody):
                inertia = np.array(self._body.inertia, dtype=float)
                inertia = np.diag(inertia) if inertia.ndim == 1 else inertia
                turned = omega @ inertia if inertia.ndim == 2 and self.dim == 3 else omega * inertia.ravel()[-1]
                energy = energy + 0.5 * (omega * turned).sum(axis=1)
        if self._body is not None:
            fall = -series.mass * series.position @ self._gravity[: self.dim]
            out.append(Channel("energy", "J", np.stack([energy, fall], axis=1), ("kinetic", "of weight")))
        speed = np.linalg.norm(v, axis=1)[:, None]
        return tuple(out), (Field("speed", "m/s", speed),)
