"""Contours: the shapes that may touch. Each is attached to a body at a place in the body frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field, PrivateAttr, field_validator, model_validator

from stickslip.model.base import Declaration, Matrix, NonNegative, Number, Positive, Vector

if TYPE_CHECKING:
    from stickslip.bodies.declaration import Body


class Contour(Declaration, abstract=True):
    """Base of all contours. ``position`` is in the body frame; ``rotation`` as for RigidBody.

    On a flexible line ``s`` [m] is the arc length of the node that carries the contour, on an elastic solid ``node`` is
    its number; without one, ``position`` is a material point of the solid (its place in the declared shape). On a
    floating solid ``interface`` is the name of a group of nodes.
    """

    position: Vector = ()
    rotation: Number | Vector | Matrix = 0.0
    s: NonNegative | None = None
    node: int | None = None
    interface: str | None = None
    whole_line: ClassVar[bool] = False
    _body: Any = PrivateAttr(default=None)

    @property
    def body(self) -> Body | None:
        """The body that carries this contour."""
        return self._body

    def attach(self, body: Body) -> None:
        """Remember the carrying body (called by ``body.add``)."""
        self._body = body


def _axis(value: tuple[float, ...]) -> tuple[float, ...]:
    if len(value) != 3 or sum(x * x for x in value) == 0.0:
        raise ValueError("must be a non-zero vector of 3 components")
    return value


class Point(Contour):
    """A material point of a body, without extent."""

    positional = ("position",)


class Sphere(Contour):
    """A ball of the given radius [m]."""

    positional = ("radius",)

    radius: Positive


class Circle(Contour):
    """Planar disk of the given radius [m]; ``hollow=True`` makes it a hole touched from inside."""

    positional = ("radius",)

    radius: Positive
    hollow: bool = False


class Plane(Contour):
    """Half space (planar models: half plane) below the plane through ``position`` with outward ``normal``."""

    positional = ("normal",)

    normal: Vector

    @field_validator("normal")
    @classmethod
    def _direction(cls, value: tuple[float, ...]) -> tuple[float, ...]:
        if len(value) not in (2, 3) or sum(x * x for x in value) == 0.0:
            raise ValueError("must be a non-zero vector of 2 or 3 components")
        return value


class LineSegment(Contour):
    """Segment from ``start`` to ``end`` (body frame, relative to ``position``) with a rounding ``radius`` [m]."""

    positional = ("start", "end")

    start: Vector
    end: Vector
    radius: NonNegative = 0.0

    @model_validator(mode="after")
    def _length(self) -> LineSegment:
        if len(self.start) != len(self.end) or self.start == self.end:
            raise ValueError("start and end must be two different points of the same dimension")
        return self


class Cuboid(Contour):
    """Box with full edge ``lengths`` [m]; two lengths make a planar rectangle."""

    positional = ("lengths",)

    lengths: Vector

    @field_validator("lengths")
    @classmethod
    def _positive(cls, value: tuple[float, ...]) -> tuple[float, ...]:
        if len(value) not in (2, 3) or min(value) <= 0.0:
            raise ValueError("must be 2 or 3 positive edge lengths")
        return value


class Cylinder(Contour):
    """Cylinder about ``axis`` (body frame) with ``radius`` and full ``length`` [m]; length 0 is a thin disk."""

    positional = ("radius", "length")

    radius: Positive
    length: NonNegative = 0.0
    axis: Vector = (0.0, 0.0, 1.0)

    @field_validator("axis")
    @classmethod
    def _direction(cls, value: tuple[float, ...]) -> tuple[float, ...]:
        return _axis(value)


class Ring(Contour):
    """Circle about ``axis`` (body frame) that surrounds a pole: the bore of a sleeve, touched from inside.

    ``radius`` [m] is that of the bore. It meets a Cylinder, a LineSegment or the LineSurface of a flexible line that
    passes through it, in one point; two rings make a sleeve that holds against tilting.
    """

    positional = ("radius",)

    radius: Positive
    axis: Vector = (0.0, 0.0, 1.0)

    @field_validator("axis")
    @classmethod
    def _direction(cls, value: tuple[float, ...]) -> tuple[float, ...]:
        return _axis(value)


class PatchSurface(Contour):
    """Bilinear patches on moving points of a LinearBody; each row names four points around the patch.

    The normal side is the one from which the four points run counter-clockwise.
    """

    positional = ("patches",)

    patches: tuple[tuple[int, int, int, int], ...]


class LineSurface(Contour):
    """The round skin of a beam or string: everything within ``radius`` [m] of its axis (planar: both sides).

    Contact may be anywhere along the line; the point of contact slides along and across elements. The curved elements
    of redundant beams and Bezier strings are seen as ``pieces`` straight ones each.
    """

    positional = ("radius",)

    radius: NonNegative = 0.0
    pieces: Annotated[int, Field(ge=1, le=1000)] = 8
    whole_line: ClassVar[bool] = True
