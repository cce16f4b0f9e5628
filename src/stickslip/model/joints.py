"""Joints: bilateral constraints between two frames, with drive, stops and dry friction (betsch 2.4)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import BeforeValidator, InstanceOf, field_validator, model_validator

from stickslip.model.base import Declaration, NonNegative, Number, Vector
from stickslip.model.bodies import Body, Frame
from stickslip.model.contours import Contour
from stickslip.model.functions import as_motion, as_time_function
from stickslip.model.lines import Line
from stickslip.model.solids import SolidBody, as_numbers


class Joint(Declaration):
    """Base of the joints between side ``a`` and side ``b``, each a body or a frame on a body.

    Parameters
    ----------
    a, b : Body or Frame
    at : (dim,) [m]
        Joint point in world coordinates at the start. Without it the points of the two frames are joined; a body
        stands for its own origin, the ground for the point of the other side.
    """

    a: InstanceOf[Body] | InstanceOf[Frame]
    b: InstanceOf[Body] | InstanceOf[Frame]
    at: Vector | None = None
    dims: ClassVar[tuple[int, ...]] = (3,)
    slides: ClassVar[bool] = False
    turns: ClassVar[bool] = False


class FreeAxisJoint(Joint):
    """A joint with one free coordinate (angle or travel) that can be driven, stopped and rubbed.

    Parameters
    ----------
    axis : (3,)
        World axis at the start.
    motion : function of time
        Prescribed coordinate [rad or m], relative to the start.
    effort : function of time
        Drive torque [N m] or force [N] on side b (its reaction on side a).
    stops : (lower, upper)
        Limits of the coordinate, unilateral; ``stop_restitution`` is Newton's coefficient there.
    friction : float
        Largest dry-friction torque [N m] or force [N], set-valued.
    """

    axis: Vector = (0.0, 0.0, 1.0)
    motion: Any = None
    effort: Any = None
    stops: tuple[Number, Number] | None = None
    stop_restitution: NonNegative = 0.0
    friction: NonNegative = 0.0

    @field_validator("motion")
    @classmethod
    def _motion(cls, value: Any) -> Any:
        return None if value is None else as_motion(value)

    @field_validator("effort")
    @classmethod
    def _function(cls, value: Any) -> Any:
        return None if value is None else as_time_function(value)

    @field_validator("axis")
    @classmethod
    def _direction(cls, value: tuple[float, ...]) -> tuple[float, ...]:
        if len(value) not in (2, 3) or sum(x * x for x in value) == 0.0:
            raise ValueError("must be a non-zero vector")
        return value

    @model_validator(mode="after")
    def _limits(self) -> FreeAxisJoint:
        if self.stops is not None and not self.stops[0] < self.stops[1]:
            raise ValueError(f"stops = {self.stops}: the lower limit must be below the upper one")
        if self.motion is not None and self.effort is not None:
            raise ValueError("motion and effort exclude each other: a prescribed coordinate needs no drive effort")
        if self.motion is not None and (self.stops is not None or self.friction > 0.0):
            raise ValueError("motion excludes stops and friction: they cannot change a prescribed coordinate")
        return self


class Fixed(Joint):
    """A weld: no relative motion of the two sides."""

    dims: ClassVar[tuple[int, ...]] = (2, 3)


class Revolute(FreeAxisJoint):
    """Common point; rotation about ``axis`` is free (planar: about z).

    With ``relative=True`` the joint coordinate takes the place of the coordinates of b, a rigid body: the place of b
    follows from that of a, and the joint is met to round-off at all times (zander 2.13).
    """

    relative: bool = False
    dims: ClassVar[tuple[int, ...]] = (2, 3)
    turns: ClassVar[bool] = True


class Prismatic(FreeAxisJoint):
    """Travel along ``axis`` is free, no rotation. ``relative`` as for Revolute."""

    relative: bool = False
    dims: ClassVar[tuple[int, ...]] = (2, 3)
    slides: ClassVar[bool] = True


class Cylindrical(Joint):
    """Travel along and rotation about ``axis`` are free."""

    axis: Vector = (0.0, 0.0, 1.0)


class Spherical(Joint):
    """Common point, all rotations free."""


class Universal(Joint):
    """Common point; ``axis_a`` fixed on a and ``axis_b`` fixed on b stay perpendicular (cardan joint)."""

    axis_a: Vector = (1.0, 0.0, 0.0)
    axis_b: Vector = (0.0, 1.0, 0.0)


class PlanarJoint(Joint):
    """The joint point of b moves in the plane through a's point with ``normal``; rotation about it is free."""

    normal: Vector = (0.0, 0.0, 1.0)


class PointOnLine(Joint):
    """The joint point of b moves along the line through a's point in direction ``axis``; rotations are free."""

    dims: ClassVar[tuple[int, ...]] = (2, 3)
    axis: Vector = (1.0, 0.0, 0.0)


class Distance(Joint):
    """Constant distance between the two points; ``length=None`` keeps the distance of the start."""

    dims: ClassVar[tuple[int, ...]] = (2, 3)
    length: NonNegative | None = None


class Support(Declaration):
    """Nodes of a solid held at their place, or moved as given, in all directions or in some.

    Its result has the force on every node (``result[support].nodal``) and their sum (``.force``).

    Parameters
    ----------
    solid : SolidBody
    nodes : (n,)
        Node numbers, for example ``solid.nodes_where(lambda x, y: x == 0)``.
    components : any of "x", "y", "z"
        Held directions of the world: ("x", "y") or "xy"; all unless given. Two supports may share a node if they hold
        different directions of it.
    motion : functions of time [m], one per held direction
        Displacement of all nodes from their declared place; none unless given. The work of the support is that of a
        drive.
    """

    solid: InstanceOf[SolidBody]
    nodes: Annotated[np.ndarray, BeforeValidator(as_numbers)]
    components: tuple[str, ...] = ()
    motion: tuple[Any, ...] = ()

    @field_validator("motion")
    @classmethod
    def _functions(cls, value: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(as_motion(f) for f in value)

    @field_validator("components", mode="before")
    @classmethod
    def _letters(cls, value: Any) -> Any:
        return tuple(value) if isinstance(value, str) else value

    @model_validator(mode="after")
    def _held(self) -> Support:
        solid, nodes = self.solid, self.nodes
        if nodes.ndim != 1:
            raise ValueError(f"nodes must be a list of node numbers, not of shape {nodes.shape}")
        if len(nodes) == 0:
            raise ValueError(f"no nodes are chosen; those of {solid.label} have {solid.extent}")
        for node in (nodes.min(), nodes.max()):
            if not 0 <= node < len(solid.nodes):
                raise ValueError(f"node {node} does not exist in {solid.label} (0 to {len(solid.nodes) - 1})")
        number, count = np.unique(nodes, return_counts=True)
        if count.max() > 1:
            raise ValueError(f"node {number[count > 1][0]} is given twice")
        known = "xyz"[: solid.dim]
        if any(letter not in known for letter in self.components) or len({*self.components}) < len(self.components):
            raise ValueError(f"components must be different ones of {', '.join(known)}")
        if self.motion and len(self.motion) != len(self.axes):
            held = ", ".join(known[i] for i in self.axes)
            raise ValueError(f"motion has {len(self.motion)} functions, held directions are {held}: one for each")
        return self

    @property
    def axes(self) -> tuple[int, ...]:
        """Numbers of the held directions, 0 for x."""
        return tuple("xyz".index(letter) for letter in self.components or "xyz"[: self.solid.dim])


class Guide(Declaration):
    """A point of body b slides along the axis of a flexible line and turns freely there, bilateral (zander 2.14).

    Parameters
    ----------
    line : PlanarBeam, Beam, or StringBody with formulation="bezier"
    b : Body or Frame
        A rigid body, or a frame on it whose point is guided; it must be on the line at the start.
    relative : bool
        The arc length s takes the place of the coordinates of b: the guide is met to round-off at all times. Otherwise
        it is met at velocity level and drifts by O(dt).
    """

    line: InstanceOf[Line]
    b: InstanceOf[Body] | InstanceOf[Frame]
    relative: bool = False


class Gear(Declaration):
    """Two turning joints coupled: rate of ``first`` + ratio rate of ``second`` = 0 (external gears: ratio = r2/r1)."""

    first: InstanceOf[Revolute]
    second: InstanceOf[Revolute]
    ratio: Number

    @field_validator("ratio")
    @classmethod
    def _nonzero(cls, value: float) -> float:
        if value == 0.0:
            raise ValueError("must not be 0")
        return value


class Rolling(Declaration):
    """Rolling of a round contour, the ``wheel``, on a ``plane``: no slip, no lift-off (non-holonomic; zander 2.2)."""

    wheel: InstanceOf[Contour]
    plane: InstanceOf[Contour]


class OneWayClutch(Declaration):
    """A freewheel between bodies ``a`` and ``b``: (omega_b - omega_a) . axis >= 0, non-holonomic (zander 2.2)."""

    a: InstanceOf[Body]
    b: InstanceOf[Body]
    axis: Vector = (0.0, 0.0, 1.0)
