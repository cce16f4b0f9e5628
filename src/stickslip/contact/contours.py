"""Contours: the shapes that may touch. Each is attached to a body at a place in the body frame.

One file per shape, in ``contact/shapes/``. A shape describes itself in plain data; kernels, sizes, pictures and the
independent check read that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from pydantic import PrivateAttr

from stickslip._arrays import Floats
from stickslip.errors import ModelError
from stickslip.model.base import Declaration, Matrix, NonNegative, Number, Vector

if TYPE_CHECKING:
    from stickslip.bodies.declaration import Body
    from stickslip.viz.scene import Shape


class Outline(NamedTuple):
    """A contour as numbers, in its own axes about its origin.

    A *hull* is the convex hull of disks across the third axis, row (x, y, z, radius), rounded by ``rounding``; a
    corner is a disk of radius 0. ``shrink`` has what a row loses per metre by which the hull moves inwards on all
    sides.
    """

    kind: str  # which kernels it has, one of ``contact.pairs.KINDS``
    size: tuple[float, float, float]  # [m], what these kernels read
    reach: float  # [m] radius of a ball about the origin around it; inf: unbounded
    axis: tuple[float, ...] = ()  # direction of the third axis, in the plane of the first, in those of the contour
    origin: tuple[float, ...] = ()  # [m] in the axes of the contour
    inward: float = 0.0  # [m] how far it reaches inwards from its surface
    within: float = 0.0  # [m] the same where it is inside an enclosing contour
    rounding: float = 0.0  # [m]
    thickness: float = 0.0  # [m] smallest half extent, what depths are compared with; 0: that of the body
    extent: float = float("inf")  # [m] a bound of that of the body
    unbounded: bool = False  # a half space or half plane
    encloses: bool = False  # touched from inside
    hull: tuple[tuple[float, float, float, float], ...] = ()
    shrink: tuple[tuple[float, float, float, float], ...] = ()


class Seen(NamedTuple):
    """A contour for the independent check, in its own axes about its origin.

    kind
        "hull": of ``vertices``, rounded by ``radius``; "half space" below the first vertex, with one normal;
        "hole": a circle seen from inside; "cylinder" and "ring": about an axis; "revolved": ``profile`` about one.
    """

    kind: str
    vertices: Any = ((0.0, 0.0, 0.0),)  # (k, 3)
    radius: float = 0.0
    normals: Any = ()  # (f, 3) of the faces of a hull, one of each two opposite ones; of a half space; else the axis
    edges: Any = ()  # (e, 2) vertices of a hull that edges join
    half: float = 0.0  # half the length of a cylinder
    profile: Any = ()  # (k, 2) corners of a convex section: distance from the axis, height; the first and last on it
    thickness: float = 0.0  # smallest half extent [m]; 0: that of the body
    extent: float = float("inf")  # a bound of that of the body [m]


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

    Notes
    -----
    Derive your own contour from this class and let it describe itself.

    dims
        Dimensions of the models that it is for.
    outline
        What kernels read.
    seen
        What ``verify`` looks at; without it the contour is named among what was not checked.
    picture
        What is drawn; without it, the hull.
    isotropic
        It looks the same from all sides: its body need not have an orientation.
    """

    position: Vector = ()
    rotation: Number | Vector | Matrix = 0.0
    s: NonNegative | None = None
    node: int | None = None
    interface: str | None = None
    whole_line: ClassVar[bool] = False
    dims: ClassVar[tuple[int, ...]] = (3,)
    isotropic: ClassVar[bool] = False
    _body: Any = PrivateAttr(default=None)

    @property
    def body(self) -> Body | None:
        """The body that carries this contour."""
        return self._body

    def attach(self, body: Body) -> None:
        """Remember the carrying body (called by ``body.add``)."""
        self._body = body

    def outline(self, dim: int) -> Outline:
        """Return the contour as numbers in a model of a dimension."""
        raise ModelError(f"{self.label}: a {type(self).__name__} is a contour of other bodies")

    def seen(self, dim: int) -> Seen | None:
        """Return what the independent check looks at; None: it reports the contour as not checked."""
        return None

    def picture(self, dim: int, far: float) -> Shape | None:
        """Return what is drawn, in the axes of the contour; ``far`` [m] is the size of the scene."""
        if not self.drawn():
            return None
        from stickslip.viz.hulls import hull_shape

        return hull_shape(self.outline(dim))

    def drawn(self) -> bool:
        """Return whether the contour is a thing of its own that is drawn; those of whole bodies are drawn with them."""
        return not self.whole_line

    def check_dim(self, dim: int) -> None:
        """Reject a model of a dimension that the contour is not for."""
        if dim not in self.dims:
            raise ModelError(f"{self.label}: not available in a model with dim = {dim}")

    def components(self, name: str, dim: int) -> Floats:
        """Return a field that is a vector padded to (3,)."""
        value = getattr(self, name)
        if len(value) not in (0, dim):
            raise ModelError(f"{self.label}: {name} = {value} has {len(value)} components, the model has dim = {dim}")
        return padded(value)


def padded(value: Any) -> Floats:
    """Return a vector padded to (3,)."""
    out = np.zeros(3)
    out[: len(value)] = value
    return out


def direction(value: tuple[float, ...]) -> tuple[float, ...]:
    """Reject what is not a direction in space."""
    if len(value) != 3 or sum(x * x for x in value) == 0.0:
        raise ValueError("must be a non-zero vector of 3 components")
    return value


def unit(value: Any) -> Floats:
    """Return a vector of length one."""
    vector = np.array(value, dtype=float)
    return vector / float(np.linalg.norm(vector))


def rounded_segment(dim: int, radius: float, half: float) -> Outline:
    """Return a segment with round ends along its third axis, in the plane along its first one."""
    ends = tuple((x, 0.0, 0.0, 0.0) if dim == 2 else (0.0, 0.0, x, 0.0) for x in (-half, half))
    return Outline(
        "bar" if dim == 2 else "segment", (radius, half, 0.0), half + radius, inward=radius, within=radius,
        rounding=radius, thickness=radius, extent=half, hull=ends,
    )  # fmt: skip
