"""Contours: the shapes that may touch. Each is attached to a body at a place in the body frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field, PrivateAttr, field_validator, model_validator

from stickslip.model.base import Declaration, Matrix, NonNegative, Number, Positive, Vector

if TYPE_CHECKING:
    from stickslip.bodies.declaration import Body


class Contour(Declaration, abstract=True):
    """Base of all contours.

    Parameters
    ----------
    position : (dim,) [m]
        In the body frame; on an elastic solid without ``node`` a material point, its place in the declared shape.
    rotation : float or (3,) or (3, 3)
        In the body frame. Planar: angle [rad]. Spatial: rotation vector [rad] or matrix whose columns are the axes.
    s : float [m]
        On a flexible line: arc length of the node that carries the contour.
    node : int
        On an elastic solid: number of the node that carries the contour.
    interface : str
        On a floating solid: name of the group of nodes that carries the contour.
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
    """A ball of the given radius [m].

    Parameters
    ----------
    radius : float [m]
    """

    positional = ("radius",)

    radius: Positive


class Circle(Contour):
    """Planar disk of the given radius [m]; ``hollow=True`` makes it a hole touched from inside.

    Parameters
    ----------
    radius : float [m]
    hollow : bool
        True: a hole, touched from inside.
    """

    positional = ("radius",)

    radius: Positive
    hollow: bool = False


class Plane(Contour):
    """Half space (planar models: half plane) below the plane through ``position`` with outward ``normal``.

    Parameters
    ----------
    normal : (dim,)
        Outward, of any length.
    """

    positional = ("normal",)

    normal: Vector

    @field_validator("normal")
    @classmethod
    def _direction(cls, value: tuple[float, ...]) -> tuple[float, ...]:
        if len(value) not in (2, 3) or sum(x * x for x in value) == 0.0:
            raise ValueError("must be a non-zero vector of 2 or 3 components")
        return value


class LineSegment(Contour):
    """Segment from ``start`` to ``end`` (body frame, relative to ``position``) with a rounding ``radius`` [m].

    Parameters
    ----------
    start, end : (dim,) [m]
        In the body frame, relative to ``position``.
    radius : float [m]
        Rounding of the segment.
    """

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
    """Box with full edge ``lengths`` [m]; two lengths make a planar rectangle.

    Parameters
    ----------
    lengths : (dim,) [m]
        Full edge lengths.
    """

    positional = ("lengths",)

    lengths: Vector

    @field_validator("lengths")
    @classmethod
    def _positive(cls, value: tuple[float, ...]) -> tuple[float, ...]:
        if len(value) not in (2, 3) or min(value) <= 0.0:
            raise ValueError("must be 2 or 3 positive edge lengths")
        return value


class Cylinder(Contour):
    """Cylinder about ``axis`` (body frame) with ``radius`` and full ``length`` [m]; length 0 is a thin disk.

    Parameters
    ----------
    radius : float [m]
    length : float [m]
        Full length; 0 is a thin disk.
    axis : (3,)
        In the body frame.
    """

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

    Parameters
    ----------
    radius : float [m]
        Of the bore.
    axis : (3,)
        In the body frame.
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

    Parameters
    ----------
    patches : rows of four point numbers
        Points of the LinearBody, from 0.
    """

    positional = ("patches",)

    patches: tuple[tuple[int, int, int, int], ...]


class LineSurface(Contour):
    """The round skin of a beam or string: everything within ``radius`` [m] of its axis (planar: both sides).

    Contact may be anywhere along the line; the point of contact slides along and across elements. The curved elements
    of redundant beams and Bezier strings are seen as ``pieces`` straight ones each.

    Parameters
    ----------
    radius : float [m]
    pieces : int
        Straight pieces per curved element.
    """

    positional = ("radius",)

    radius: NonNegative = 0.0
    pieces: Annotated[int, Field(ge=1, le=1000)] = 8
    whole_line: ClassVar[bool] = True
