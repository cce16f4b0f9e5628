"""Contours as point sets: convex hulls of few vertices rounded by a radius, and the shapes that are none.

Everything is in the frame of the body that carries the contour.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.bodies.declaration import Body
from stickslip.contact.contours import Contour
from stickslip.contact.shapes.line_surface import LineSurface
from stickslip.contact.shapes.point import Point
from stickslip.contact.shapes.sphere import Sphere
from stickslip.lines.declaration import Line
from stickslip.solids.declaration import SolidBody, SolidSurface
from stickslip.verify.functions import NotCovered
from stickslip.verify.poses import Pose, arm, covered, declared_rotation, padded

_RIGID = np.zeros(0, dtype=np.int64)


class Shape(NamedTuple):
    """A contour on a body.

    kind : that of ``contours.Seen``, or "cloud" (the nodes on the boundary of a spatial solid)
    """

    kind: str
    body: Body
    vertices: Floats  # (k, 3) of a hull; else one place: of the plane, or the centre
    radius: float  # rounding of a hull; radius of a hole, cylinder or ring
    normals: Floats  # (f, 3) of the faces of a hull, one of each two opposite ones; of a half space; else the axis
    edges: Ints  # (e, 2) vertices that edges join
    half: float  # half the length of a cylinder
    thickness: float  # smallest half extent [m]: what a depth is compared with
    nodes: Ints = _RIGID  # (k,) nodes of a flexible body that are the vertices, none if it is rigid
    profile: Floats = np.zeros((0, 2))  # (k, 2) of what is revolved


_NONE, _NO_EDGES = np.zeros((0, 3)), np.zeros((0, 2), dtype=np.int64)


def shapes_of(contour: Contour, dim: int, s: Floats | None = None) -> list[Shape]:
    """Return a contour as point sets: one if its body is rigid, the pieces of its surface if it is flexible.

    s : arc lengths of the nodes of a line
    """
    body = contour.body
    assert body is not None
    return [_rigid(contour, body, dim)] if covered(body) else _flexible(contour, body, dim, s)


def _flexible(contour: Contour, body: Body, dim: int, s: Floats | None) -> list[Shape]:
    """Return the segments between the nodes of a line or along the edge of a planar solid, or nodes alone."""
    if isinstance(body, Line) and s is not None and isinstance(contour, LineSurface):
        count = len(s)
        ends = [(k, k + 1) for k in range(count - 1)] + ([(count - 1, 0)] if body.closed else [])
        size = contour.radius or 0.5 * body.length / len(ends)
        return [_segment(body, np.array(pair), contour.radius, size) for pair in ends]
    radius = getattr(contour, "radius", 0.0) if isinstance(contour, Point | Sphere) else None
    if isinstance(body, SolidBody):
        size = 0.5 * float(np.ptp(body.nodes, axis=0).min())
        if isinstance(contour, SolidSurface):
            facets = body.boundary() if contour.facets is None else np.atleast_2d(contour.facets)
            if dim == 3:
                used = np.unique(facets)
                return [Shape("cloud", body, _NONE, contour.radius, _NONE, _NO_EDGES, 0.0, size, used)]
            order = [0, 2, 1][: facets.shape[1]] if facets.shape[1] == 3 else [0, 1]
            pieces = [facet[order][k : k + 2] for facet in facets for k in range(len(order) - 1)]
            return [_segment(body, piece, contour.radius, size) for piece in pieces]
        if radius is not None and contour.node is not None:
            return [_node(body, contour.node, radius, radius or size)]
    if isinstance(body, Line) and s is not None and radius is not None and contour.s is not None:
        if not contour.position:
            return [_node(body, int(np.argmin(np.abs(s - contour.s))), radius, radius or body.length)]
    raise NotCovered(f"contours of the kind {type(contour).__name__} on a {type(body).__name__}")


def _segment(body: Body, nodes: Ints, radius: float, size: float) -> Shape:
    return Shape("hull", body, np.zeros((2, 3)), radius, _NONE, np.array([[0, 1]]), 0.0, size, nodes)


def _node(body: Body, node: int, radius: float, size: float) -> Shape:
    return Shape("hull", body, np.zeros((1, 3)), radius, _NONE, _NO_EDGES, 0.0, size, np.array([node]))


def _rigid(contour: Contour, body: Body, dim: int) -> Shape:
    seen = contour.seen(dim)
    if seen is None:
        raise NotCovered(f"contours of the kind {type(contour).__name__}")
    r, A = padded(contour.position), declared_rotation(contour.rotation, dim)
    vertices, normals = np.reshape(seen.vertices, (-1, 3)), np.reshape(seen.normals, (-1, 3))
    edges = np.array(seen.edges, dtype=np.int64).reshape(-1, 2)
    thickness = seen.thickness or min(arm(body, dim), seen.extent)
    profile = np.reshape(seen.profile, (-1, 2)).astype(float)
    return Shape(
        seen.kind, body, r + vertices @ A.T, seen.radius, normals @ A.T, edges, seen.half, thickness, profile=profile
    )


class Placed(NamedTuple):
    """A shape at n instants, in world components."""

    shape: Shape
    vertices: Floats  # (n, k, 3)
    normals: Floats  # (n, f, 3)


def place(one: Shape, pose: Pose) -> Placed:
    """Return a shape at the poses of its body."""
    if len(one.nodes):
        x = pose.x[:, one.nodes]
        if len(one.nodes) != 2:
            return Placed(one, x, np.zeros((len(x), 0, 3)))
        along = x[:, 1] - x[:, 0]
        across = np.stack([-along[:, 1], along[:, 0], 0.0 * along[:, 0]], 1)
        return Placed(one, x, (across / np.linalg.norm(along, axis=1, keepdims=True))[:, None])
    turned = np.einsum("nij,kj->nki", pose.A, one.vertices)
    return Placed(one, pose.r[:, None] + turned, np.einsum("nij,kj->nki", pose.A, one.normals))


def reach(one: Shape) -> tuple[Floats, float]:
    """Return centre (3,) in the body frame and radius of a ball around a rigid shape."""
    if one.kind == "half space":
        return one.vertices[0], float("inf")
    centre = one.vertices.mean(axis=0)
    core = float(np.linalg.norm(one.vertices - centre, axis=1).max())
    if one.kind == "revolved":
        core += float(np.linalg.norm(one.profile, axis=1).max())
    return centre, core + float(np.hypot(one.radius, one.half))


def support(placed: Placed, n: Floats) -> Floats:
    """Return the largest n . y over all points y of a convex shape, for directions n (m, 3)."""
    one = placed.shape
    if one.kind == "half space":
        along = np.einsum("nj,nj->n", n, placed.normals[:, 0])
        flat = np.linalg.norm(n - along[:, None] * placed.normals[:, 0], axis=1) < 1e-6
        return np.where(flat & (along > 0.0), np.einsum("nj,nj->n", n, placed.vertices[:, 0]), np.inf)
    top = np.einsum("nj,nkj->nk", n, placed.vertices).max(axis=1)
    if one.kind == "cylinder":
        along = np.abs(np.einsum("nj,nj->n", n, placed.normals[:, 0]))
        return top + one.half * along + one.radius * np.sqrt(np.maximum(1.0 - along**2, 0.0))
    if one.kind == "revolved":
        along = np.einsum("nj,nj->n", n, placed.normals[:, 0])
        across = np.linalg.norm(n - along[:, None] * placed.normals[:, 0], axis=1)
        return top + (across[:, None] * one.profile[:, 0] + along[:, None] * one.profile[:, 1]).max(axis=1) + one.radius
    return top + one.radius
