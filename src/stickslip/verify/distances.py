"""Signed distances of shapes: positive apart, negative by the smallest translation that parts them.

Of two convex sets it is the largest separation over all directions n,

    g = max_n (min_b n . y - max_a n . y),

which for overlapping polytopes is reached at the normal of a face or across two edges.
"""

from __future__ import annotations

import itertools

import numpy as np

from stickslip._arrays import Floats
from stickslip.verify.functions import NotCovered
from stickslip.verify.shapes import Placed, support

_ORDER = ("half space", "hole", "ring", "cylinder", "revolved", "cloud", "hull")
_CIRCLE = 360  # places at which a ring is looked at, then once more between the two next to the best


def distance(a: Placed, b: Placed) -> Floats:
    """Return the signed distance (n,) of two shapes at n instants."""
    if _ORDER.index(a.shape.kind) > _ORDER.index(b.shape.kind):
        a, b = b, a
    kinds = (a.shape.kind, b.shape.kind)
    if kinds[0] == "half space" and kinds[1] in ("hull", "cylinder", "revolved", "cloud"):
        n = a.normals[:, 0]
        return -support(b, -n) - _dot(n, a.vertices[:, 0])
    if kinds == ("hole", "hull"):
        furthest = np.linalg.norm(b.vertices - a.vertices[:, :1], axis=2).max(axis=1)
        return a.shape.radius - furthest - b.shape.radius
    if "cloud" in kinds:
        raise NotCovered("gaps between surfaces of spatial solids and anything but planes")
    if kinds == ("hull", "hull"):
        return core_distance(a, b) - a.shape.radius - b.shape.radius
    if kinds == ("cylinder", "hull") and len(b.shape.vertices) == 1:
        return _cylinder_point(a, b.vertices[:, 0]) - b.shape.radius
    if kinds == ("revolved", "hull") and len(b.shape.vertices) == 1:
        return _revolved_point(a, b.vertices[:, 0]) - a.shape.radius - b.shape.radius
    if kinds == ("ring", "cylinder"):
        half = b.shape.half * b.normals[:, 0]
        return _ring_pole(a, b.vertices[:, 0] - half, b.vertices[:, 0] + half) - b.shape.radius
    if kinds == ("ring", "hull") and len(b.shape.vertices) == 2:
        return _ring_pole(a, b.vertices[:, 0], b.vertices[:, 1]) - b.shape.radius
    raise NotCovered(f"gaps between a {kinds[0]} and a {kinds[1]}")


def core_distance(a: Placed, b: Placed) -> Floats:
    """Return the signed distance (n,) of two polytopes: points, segments, boxes; without a box it is not negative."""
    apart = np.minimum(_vertices_from(a, b), _vertices_from(b, a))
    if len(a.shape.edges) and len(b.shape.edges):
        apart = np.minimum(apart, _edges_apart(a, b))
    if not (_is_box(a) or _is_box(b)):
        return apart
    overlap = _separation(a, b)
    return np.where(overlap > 0.0, np.maximum(apart, 0.0), overlap)


def _is_box(a: Placed) -> bool:
    return len(a.shape.edges) > 1


def _dot(a: Floats, b: Floats) -> Floats:
    return np.einsum("nj,nj->n", a, b)


def _separation(a: Placed, b: Placed) -> Floats:
    """Return the largest separation (n,) over the directions of faces and across edges; one of the two is a box."""
    faces = np.concatenate([a.normals, b.normals], axis=1)
    directions = [faces]
    if max(a.normals.shape[1], b.normals.shape[1]) == 3 and len(a.shape.edges) and len(b.shape.edges):
        across = np.cross(_edge_directions(a)[:, :, None], _edge_directions(b)[:, None]).reshape(len(faces), -1, 3)
        size = np.linalg.norm(across, axis=2, keepdims=True)
        usable = size > 1e-6  # parallel edges: what is across them is across a face
        directions.append(np.where(usable, across / np.where(usable, size, 1.0), faces[:, :1]))
    n = np.concatenate(directions, axis=1)
    on_a, on_b = np.einsum("ndj,nkj->ndk", n, a.vertices), np.einsum("ndj,nkj->ndk", n, b.vertices)
    forward = on_b.min(axis=2) - on_a.max(axis=2)
    backward = on_a.min(axis=2) - on_b.max(axis=2)
    return np.maximum(forward, backward).max(axis=1)


def _edge_directions(a: Placed) -> Floats:
    """Return the directions of edges (n, e, 3): those of a box are its face normals."""
    if _is_box(a):
        return a.normals
    d = a.vertices[:, a.shape.edges[:, 1]] - a.vertices[:, a.shape.edges[:, 0]]
    return d / np.linalg.norm(d, axis=2, keepdims=True)


def _vertices_from(a: Placed, b: Placed) -> Floats:
    """Return the smallest distance (n,) of a vertex of b from the polytope a; negative inside a box."""
    if len(a.shape.vertices) == 1:
        return np.linalg.norm(b.vertices - a.vertices, axis=2).min(axis=1)
    if len(a.shape.vertices) == 2:
        return _from_segment(a.vertices[:, :1], a.vertices[:, 1:], b.vertices).min(axis=1)
    centre = a.vertices.mean(axis=1, keepdims=True)
    x = np.abs(np.einsum("nkj,nfj->nkf", b.vertices - centre, a.normals))
    over = x - np.einsum("nkj,nfj->nkf", a.vertices - centre, a.normals).max(axis=1, keepdims=True)
    outside = np.linalg.norm(np.maximum(over, 0.0), axis=2)
    return (outside + np.minimum(over.max(axis=2), 0.0)).min(axis=1)


def _from_segment(p: Floats, q: Floats, x: Floats) -> Floats:
    """Return the distances of points x from segments p q; all broadcast (..., 3)."""
    d = q - p
    s = np.clip(np.sum((x - p) * d, axis=-1) / np.sum(d * d, axis=-1), 0.0, 1.0)
    return np.linalg.norm(x - p - s[..., None] * d, axis=-1)


def _edges_apart(a: Placed, b: Placed) -> Floats:
    """Return the smallest distance (n,) of edges of a from edges of b where both feet lie inside of them."""
    p, q = (a.vertices[:, a.shape.edges[:, i]][:, :, None] for i in (0, 1))
    r, s = (b.vertices[:, b.shape.edges[:, i]][:, None] for i in (0, 1))
    d, e, w = q - p, s - r, p - r
    dd, ee, de = np.sum(d * d, -1), np.sum(e * e, -1), np.sum(d * e, -1)
    dw, ew = np.sum(d * w, -1), np.sum(e * w, -1)
    det = dd * ee - de * de
    skewed = det > 1e-12 * dd * ee
    det = np.where(skewed, det, 1.0)
    x, y = (de * ew - ee * dw) / det, (dd * ew - de * dw) / det
    inside = skewed & (x >= 0.0) & (x <= 1.0) & (y >= 0.0) & (y <= 1.0)
    length = np.linalg.norm(w + x[..., None] * d - y[..., None] * e, axis=-1)
    return np.where(inside, length, np.inf).reshape(len(length), -1).min(axis=1)


def _cylinder_point(a: Placed, x: Floats) -> Floats:
    """Return the signed distance (n,) of points from a solid cylinder."""
    axis, d = a.normals[:, 0], x - a.vertices[:, 0]
    along = _dot(axis, d)
    out = np.linalg.norm(d - along[:, None] * axis, axis=1) - a.shape.radius
    up = np.abs(along) - a.shape.half
    outside = np.hypot(np.maximum(out, 0.0), np.maximum(up, 0.0))
    return outside + np.minimum(np.maximum(out, up), 0.0)


def _revolved_point(a: Placed, x: Floats) -> Floats:
    """Return the signed distance (n,) of points from a body of revolution: that in its convex section."""
    axis, d = a.normals[:, 0], x - a.vertices[:, 0]
    height = _dot(axis, d)
    point = np.stack([np.linalg.norm(d - height[:, None] * axis, axis=1), height], axis=1)
    corners = a.shape.profile
    outside, inside = np.full(len(x), np.inf), np.full(len(x), -np.inf)
    for p, q in itertools.pairwise(corners):
        along = (q - p) / np.linalg.norm(q - p)
        w = point - p
        foot = np.clip(w @ along, 0.0, np.linalg.norm(q - p))
        outside = np.minimum(outside, np.linalg.norm(w - foot[:, None] * along, axis=1))
        inside = np.maximum(inside, w @ np.array([along[1], -along[0]]))
    return np.where(inside > 0.0, outside, inside)


def _ring_pole(ring: Placed, p: Floats, q: Floats) -> Floats:
    """Return the distance (n,) of a circle from the axis p q that it surrounds; negative where it is outside of it.

    Infinite where the plane of the circle does not meet the axis between its ends: the sleeve has left the pole.
    """
    axis, centre = ring.normals[:, 0], ring.vertices[:, 0]
    helper = np.eye(3)[np.abs(axis).argmin(axis=1)]
    first = np.cross(helper, axis)
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    second = np.cross(axis, first)
    t = (q - p) / np.linalg.norm(q - p, axis=1, keepdims=True)

    def squares(angle: Floats) -> Floats:
        e = np.cos(angle)[..., None] * first[:, None] + np.sin(angle)[..., None] * second[:, None]
        w = centre[:, None] + ring.shape.radius * e - p[:, None]
        return np.linalg.norm(w - np.sum(w * t[:, None], -1)[..., None] * t[:, None], axis=2)

    step = 2.0 * np.pi / _CIRCLE
    angle = np.tile(np.arange(_CIRCLE) * step, (len(p), 1))
    best = angle[np.arange(len(p)), squares(angle).argmin(axis=1)]
    closer = squares(best[:, None] + np.linspace(-step, step, 201)).min(axis=1)
    through = p + (_dot(centre - p, axis) / _dot(t, axis))[:, None] * t
    surrounds = np.linalg.norm(through - centre, axis=1) <= ring.shape.radius
    off = (_dot(p - centre, axis) >= 0.0) == (_dot(q - centre, axis) >= 0.0)
    return np.where(off, np.inf, np.where(surrounds, closer, -closer))
