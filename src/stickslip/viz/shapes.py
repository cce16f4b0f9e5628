"""Contours, sections and bodies without contour as shapes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.bodies.declaration import Body, RigidBody
from stickslip.contact.contours import Contour
from stickslip.errors import StickslipError
from stickslip.lines.sections import Rectangle, Round
from stickslip.viz.places import rotation, spatial
from stickslip.viz.rotations import toward
from stickslip.viz.scene import Section, Shape

_CORNERS = 16  # of round sections


def contour_shape(contour: Contour, dim: int, far: float) -> Shape | None:
    """Return the shape of a contour; planes are drawn to a distance ``far`` [m]. None for those of whole bodies."""
    shape = contour.picture(dim, far)
    if shape is None:
        return None
    place, axes = _vector(contour.position), rotation(contour.rotation)
    return replace(shape, position=place + axes @ shape.position, rotation=axes @ shape.rotation)


def _vector(value: Any) -> Floats:
    return spatial(np.array(value, dtype=float)) if len(value) else np.zeros(3)


def segment(a: Floats, b: Floats, radius: float, dim: int, far: float) -> Shape:
    """Return a rounded segment from a to b."""
    way, middle = b - a, 0.5 * (a + b)
    length, radius = float(np.linalg.norm(way)), max(radius, 0.002 * far)  # a bare line must be seen
    if dim == 2:
        along = way / length
        own = np.column_stack([along, [-along[1], along[0], 0.0], [0.0, 0.0, 1.0]])
        return Shape("stadium", (radius, length), middle, own)
    return Shape("capsule", (radius, length), middle, toward(way))


def rod(a: Floats, b: Floats, radius: float, dim: int) -> Shape:
    """Return a rod between two points (3,) of a body."""
    return replace(segment(a, b, radius, dim, 0.0), role="marker")


def facing(shape: Shape, centre: Floats | None) -> Shape:
    """Return a plane about its point nearest to ``centre``, as it has no middle; other shapes as they are."""
    if centre is None or shape.kind not in ("plane", "halfplane"):
        return shape
    normal = shape.rotation[:, 2 if shape.kind == "plane" else 1]
    return replace(shape, position=centre - normal * (normal @ (centre - shape.position)))


def moving_plane(shape: Shape, half: float, thick: float) -> Shape:
    """Return a plane of a moving body, as large as the body; in the plane a bar below the line. Others as they are."""
    if shape.kind == "plane":
        return replace(shape, size=(half,))
    if shape.kind != "halfplane":
        return shape
    return replace(
        shape, kind="rectangle", size=(2.0 * half, thick), position=shape.position - 0.5 * thick * shape.rotation[:, 1]
    )


def hull_shape(points: list[Floats]) -> Shape | None:
    """Return the convex polygon around points of a planar body; None if they lie on a line."""
    if len(points) < 3:
        return None
    from scipy.spatial import ConvexHull, QhullError

    plane = np.array(points)[:, :2]
    try:
        corners = plane[ConvexHull(plane).vertices]
    except QhullError:
        return None
    return Shape("polygon", tuple(float(x) for x in corners.ravel()))


_KINDS = {
    "Point": "sphere", "Sphere": "sphere", "Circle": "disk", "Cuboid": "box", "Cylinder": "cylinder", "Ring": "ring",
    "LineSegment": "capsule", "Plane": "plane",
}  # fmt: skip
_PLANAR = {"sphere": "disk", "box": "rectangle", "capsule": "stadium", "plane": "halfplane"}


def recorded_shape(entry: dict[str, Any], dim: int, far: float) -> Shape | None:
    """Return the shape of a contour in the header of a result, for models that a file cannot keep."""
    kind = _KINDS.get(entry["kind"])
    if kind is None:
        return None
    kind = _PLANAR.get(kind, kind) if dim == 2 else kind
    size = [float(x) for x in np.atleast_1d(entry["size"])] + [0.0, 0.0]
    place, axes = _vector(entry["position"]), rotation(entry["rotation"])
    if kind in ("plane", "halfplane"):
        return Shape(kind, (1.4 * far,), place, axes)
    if kind in ("box", "rectangle"):
        return Shape(kind, tuple(2.0 * x for x in size[: 2 if kind == "rectangle" else 3]), place, axes)
    if kind in ("cylinder", "capsule", "stadium"):
        return Shape(kind, (max(size[0], 0.002 * far), max(2.0 * size[1], 0.01 * size[0])), place, axes)
    if kind == "disk" and size[0] < 0.0:
        return Shape("hole", (-size[0], -1.25 * size[0]), place, axes)
    if kind == "ring":
        return Shape("ring", (size[0], 0.08 * size[0]), place, axes)
    point = size[0] == 0.0
    return Shape(kind, (0.006 * far if point else size[0],), place, axes, role="marker" if point else "body")


def inertia_shape(body: Body, dim: int, far: float) -> Shape:
    """Return the homogeneous box with mass and inertia of a rigid body, or a small mark where there is none.

    A box of edges a, b, c has I_x = m (b^2 + c^2) / 12; planar: a square with the same I_z.
    """
    mark = Shape("disk" if dim == 2 else "sphere", (0.012 * far,), role="marker")
    if not isinstance(body, RigidBody):
        return mark
    inertia = np.array(body.inertia, dtype=float)
    if dim == 2 or inertia.ndim == 0:
        edge = float(np.sqrt(6.0 * float(inertia if inertia.ndim == 0 else np.atleast_1d(inertia)[-1]) / body.mass))
        return Shape("rectangle", (edge, edge)) if dim == 2 else Shape("box", (edge, edge, edge))
    principal, axes = np.linalg.eigh(np.diag(inertia) if inertia.ndim == 1 else inertia)
    if np.linalg.det(axes) < 0.0:
        axes[:, 0] *= -1.0
    squares = 6.0 * (principal.sum() - 2.0 * principal) / body.mass
    edges = np.sqrt(np.maximum(squares, (0.004 * far) ** 2))
    return Shape("box", tuple(float(x) for x in edges), rotation=axes)


def section_outline(section: Any, stiffness: Floats | None, radius: float, thin: float) -> Section:
    """Return the outline of a cross-section.

    A general section is drawn as the rectangle with the same radii of gyration: h^2 = 12 EI_1 / EA, b^2 = 12 EI_2 / EA;
    ``stiffness`` are (EA, EI_1, EI_2). Strings are round with ``radius`` [m], or ``thin`` where none is known.
    """
    if isinstance(section, Round):
        return Section(_circle(section.radius))
    if isinstance(section, Rectangle):
        return Section(_rectangle(section.width, section.height))
    if stiffness is not None and stiffness[0] > 0.0:
        height, width = (float(np.sqrt(12.0 * x / stiffness[0])) for x in stiffness[1:])
        if not 0.0 < max(height, width) < np.inf:
            raise StickslipError("a section without bending stiffness cannot be drawn")
        return Section(_rectangle(width or height, height or width))
    return Section(_circle(radius or thin))


def _rectangle(width: float, height: float) -> Floats:
    return 0.5 * np.array([[width, height], [-width, height], [-width, -height], [width, -height]])


def _circle(radius: float) -> Floats:
    angle = 2.0 * np.pi * np.arange(_CORNERS) / _CORNERS
    return radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)
