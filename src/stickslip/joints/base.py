"""What joints have in common: two sides, rows that hold them together, a free coordinate with drive, stops, friction.

Each joint has its own file and describes itself in plain data. Side a and side b carry a joint point x and three axes
d_0, d_1, d_2, fixed in their bodies and equal at the start; r = x_b - x_a. Each row keeps one quantity at zero.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NamedTuple

from pydantic import InstanceOf, field_validator, model_validator

from stickslip.bodies.declaration import Body, Frame
from stickslip.model.base import NonNegative, Number, Part, Vector
from stickslip.model.functions import Function, MotionFunction


class Row(NamedTuple):
    """One constraint of a joint; ``kind`` is one of those of the functions below."""

    kind: str
    i: int = 0
    j: int = 0
    constant: float = 0.0
    function: Callable[..., float] | None = None


def component(i: int) -> Row:
    """Hold component i of r in the world."""
    return Row("component", i)


def slide(i: int) -> Row:
    """Hold d_i of side a . r."""
    return Row("slide", i)


def perpendicular(i: int, j: int) -> Row:
    """Hold d_i of side a . d_j of side b."""
    return Row("perpendicular", i, j)


def length(value: float) -> Row:
    """Hold the length of r at a value [m]."""
    return Row("distance", constant=value)


def own_row(function: Callable[..., float], constant: float = 0.0) -> Row:
    """Hold the value of function(x, D, coordinate, constant, force, moment) -> g at zero.

    x (2, 3) and D (2, 3, 3) are the joint points and axes (columns) of both sides in the world, ``coordinate`` the free
    coordinate. The function writes the forces (2, 3) at the joint points and the moments (2, 3) that a unit multiplier
    exerts on side a and side b: their power must be the rate of g. Numba compiles it.
    """
    return Row("own", constant=constant, function=function)


POINT = (component(0), component(1), component(2))


class Holds(NamedTuple):
    """What a joint holds, for the independent check: axes of a along which points and about which frames are fixed."""

    push: tuple[int, ...]
    turn: tuple[int, ...]


class Joint(Part, abstract=True):
    """Base of the joints between side ``a`` and side ``b``, each a body or a frame on a body.

    Parameters
    ----------
    a, b : Body or Frame
    at : (dim,) [m]
        World point at the start; default: the frames' points, a body's origin, on the ground that of the other side.

    Notes
    -----
    Derive your own joint from this class and set these attributes.

    rows
        Rows in space and in the plane, by dimension; a missing dimension is not supported. Where they depend on
        fields, ``constraints`` returns them. ``directions`` gives the axes.
    turns, slides
        The free coordinate is the angle about d_2, or the travel along it.
    holds
        What ``verify`` checks; without it, ``verify`` reports the joint as unchecked.
    points_meet
        True: forces act at the common joint point. False: at the point of side b, and travel along d_2 counts from the
        start.
    apart
        The two points stay apart; without ``at``, the ground then means its origin.
    mark
        "sphere", "cylinder" or "box" in pictures.
    """

    positional = ("a", "b")

    a: InstanceOf[Body] | InstanceOf[Frame]
    b: InstanceOf[Body] | InstanceOf[Frame]
    at: Vector | None = None

    rows: ClassVar[dict[int, tuple[Row, ...]]] = {}
    holds: ClassVar[dict[int, Holds]] = {}
    on_director: ClassVar[tuple[Row, ...]] = ()  # rows where side b has a director, d_2, and no axes beside it
    slides: ClassVar[bool] = False
    turns: ClassVar[bool] = False
    points_meet: ClassVar[bool] = True
    apart: ClassVar[bool] = False
    mark: ClassVar[str] = "sphere"

    def constraints(self, dim: int, apart: float) -> tuple[Row, ...]:
        """Return the rows in space or in the plane; ``apart`` is the distance of the joint points at the start [m]."""
        return self.rows[dim]

    def directions(self, dim: int) -> tuple[Vector, ...]:
        """Return the direction of d_2 in the world at the start, or those of d_0 and d_1, which are perpendicular."""
        return (getattr(self, "axis", (0.0, 0.0, 1.0)),)


class FreeAxisJoint(Joint, abstract=True):
    """A joint with one free coordinate (angle or travel), with optional drive, stops and friction.

    Parameters
    ----------
    axis : (3,)
        World axis at the start.
    motion : function of time
        Prescribed coordinate [rad or m], relative to the start.
    effort : function of time
        Drive torque [N m] or force [N] on side b (its reaction on side a).
    stops : (lower, upper) [rad or m]
        Limits of the coordinate, unilateral.
    stop_restitution : float in [0, 1]
        Newton's coefficient at the stops.
    friction : float
        Maximum dry-friction torque [N m] or force [N], set-valued.
    """

    axis: Vector = (0.0, 0.0, 1.0)
    motion: MotionFunction | None = None
    effort: Function | None = None
    stops: tuple[Number, Number] | None = None
    stop_restitution: NonNegative = 0.0
    friction: NonNegative = 0.0

    def torque(self) -> str:
        """Return the first of motion, effort, stops and friction, if the joint turns."""
        used = [name for name in ("motion", "effort", "stops") if getattr(self, name) is not None]
        used += ["friction"] * (self.friction > 0.0)
        return used[0] if used and self.turns else ""

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
