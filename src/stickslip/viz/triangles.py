"""Scenes as triangles: shapes by revolution and extrusion, lines by sweeping their section, at any time of the scene.

Surfaces share vertices where they are smooth and have vertices of their own at edges, so that normals averaged over the
triangles around a vertex are right for shading.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.viz.scene import LineMotion, MeshMotion, Part, RigidMotion, Scene, Section, Shape

_AROUND = 32  # segments of a full circle
_SHARP = 0.8  # cosine of the angle between facets from which on their edge is drawn
_SMOOTH = 9  # corners from which on a section counts as round


@dataclass(frozen=True)
class Mesh:
    """Vertices (v, 3) [m], triangles (f, 3) counter-clockwise from outside, edges (e, 2) to draw; ``flat``: no inside.

    ``station`` (v,) says which section (of a line) or vertex (of a surface) each vertex belongs to, for fields.
    """

    vertices: Floats
    triangles: Ints
    edges: Ints
    station: Ints
    flat: bool = False

    def moved(self, position: Floats, rotation: Floats) -> Mesh:
        """Return the mesh at another place."""
        return Mesh(self.vertices @ rotation.T + position, self.triangles, self.edges, self.station, self.flat)


def merged(meshes: Sequence[Mesh]) -> Mesh:
    """Return several meshes as one."""
    first = np.concatenate([[0], np.cumsum([len(mesh.vertices) for mesh in meshes])])[:-1]
    none = [np.zeros((0, 3))], [np.zeros((0, 3), dtype=np.int64)], [np.zeros((0, 2), dtype=np.int64)]
    return Mesh(
        np.concatenate(none[0] + [mesh.vertices for mesh in meshes]),
        np.concatenate(none[1] + [mesh.triangles + k for mesh, k in zip(meshes, first)]),
        np.concatenate(none[2] + [mesh.edges + k for mesh, k in zip(meshes, first)]),
        np.concatenate([np.zeros(0, dtype=np.int64)] + [mesh.station for mesh in meshes]),
        bool(meshes) and all(mesh.flat for mesh in meshes),
    )


def _mesh(vertices: Floats, triangles: Ints, edges: Ints | None = None, flat: bool = False) -> Mesh:
    none = np.zeros((0, 2), dtype=np.int64)
    return Mesh(vertices, triangles, none if edges is None else edges, np.zeros(len(vertices), dtype=np.int64), flat)


def grid_triangles(rows: int, columns: int) -> Ints:
    """Return the triangles of a grid of vertices numbered row by row."""
    number = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = number[:-1, :-1].ravel(), number[:-1, 1:].ravel(), number[1:, 1:].ravel(), number[1:, :-1].ravel()
    return np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])


def _revolved(profile: Floats) -> Mesh:
    """Return the surface of a profile (k, 2) of radius and height, upwards on the outside, around the third axis."""
    angle = np.linspace(0.0, 2.0 * np.pi, _AROUND + 1)
    r, z = profile[:, :1], np.repeat(profile[:, 1:], _AROUND + 1, axis=1)
    vertices = np.stack([r * np.cos(angle), r * np.sin(angle), z], axis=-1).reshape(-1, 3)
    return _mesh(vertices, grid_triangles(len(profile), _AROUND + 1))


def _arc(radius: float, start: float, end: float, height: float = 0.0) -> Floats:
    angle = np.linspace(start, end, round(_AROUND * (end - start) / (2.0 * np.pi)) + 1)
    return np.stack([radius * np.cos(angle), height + radius * np.sin(angle)], axis=1)


def _sphere(size: Sequence[float]) -> Mesh:
    return _revolved(_arc(size[0], -0.5 * np.pi, 0.5 * np.pi))


def _cylinder(size: Sequence[float]) -> Mesh:
    r, h = size[0], 0.5 * size[1]
    return merged([_revolved(np.array(ends)) for ends in ([(0, -h), (r, -h)], [(r, -h), (r, h)], [(r, h), (0, h)])])


def _capsule(size: Sequence[float]) -> Mesh:
    r, h = size[0], 0.5 * size[1]
    return _revolved(np.vstack([_arc(r, -0.5 * np.pi, 0.0, -h), _arc(r, 0.0, 0.5 * np.pi, h)]))


def _ring(size: Sequence[float]) -> Mesh:
    wire = size[1]
    turn = np.linspace(-np.pi, np.pi, _AROUND // 2 + 1)
    return _revolved(np.stack([size[0] + wire + wire * np.cos(turn), wire * np.sin(turn)], axis=1))


def _box(size: Sequence[float]) -> Mesh:
    faces = []
    for axis in range(3):
        for side in (-1.0, 1.0):
            u, v = (axis + 1) % 3, (axis + 2) % 3
            corners = np.zeros((4, 3))
            corners[:, axis] = side
            corners[:, u], corners[:, v] = (-1, 1, 1, -1), (-1, -1, 1, 1)
            order = [(0, 1, 2), (0, 2, 3)] if side > 0 else [(0, 2, 1), (0, 3, 2)]
            rim = np.array([(0, 1), (1, 2), (2, 3), (3, 0)])
            faces.append(_mesh(0.5 * corners * np.array(size), np.array(order), rim))
    return merged(faces)


def _plane(size: Sequence[float]) -> Mesh:
    """Many small squares: those behind a camera can be left out one by one."""
    n = 24
    x = np.linspace(-size[0], size[0], n + 1)
    vertices = np.stack([*np.meshgrid(x, x), np.zeros((n + 1, n + 1))], axis=-1).reshape(-1, 3)
    number = np.arange((n + 1) ** 2).reshape(n + 1, n + 1)
    along = np.stack([number[:, :-1], number[:, 1:]], axis=-1).reshape(-1, 2)
    across = np.stack([number[:-1], number[1:]], axis=-1).reshape(-1, 2)
    return _mesh(vertices, grid_triangles(n + 1, n + 1), np.concatenate([along, across]), flat=True)


def _frame(size: Sequence[float]) -> Mesh:
    rod = _cylinder((0.04 * size[0], size[0]))
    axes = [np.eye(3)[:, [1, 2, 0]], np.eye(3)[:, [2, 0, 1]], np.eye(3)]
    return merged([rod.moved(0.5 * size[0] * turn[:, 2], turn) for turn in axes])


def _polygon(outline: Floats) -> Mesh:
    """Return a flat convex polygon (k, 2) in the plane of the first two axes."""
    n = len(outline)
    vertices = np.column_stack([outline, np.zeros(n)])
    ring = np.stack([np.arange(n), (np.arange(n) + 1) % n], axis=1)
    fan = np.stack([np.zeros(n - 2), np.arange(1, n - 1), np.arange(2, n)], axis=1).astype(np.int64)
    return _mesh(vertices, fan, ring, flat=True)


def _circle(radius: float, n: int = 2 * _AROUND) -> Floats:
    angle = 2.0 * np.pi * np.arange(n) / n
    return radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def _disk(size: Sequence[float]) -> Mesh:
    """Return a disk with a radius drawn on it, which shows how it turns."""
    disk = _polygon(_circle(size[0]))
    return Mesh(disk.vertices, disk.triangles, np.vstack([disk.edges, [[0, _AROUND]]]), disk.station, flat=True)


def _hole(size: Sequence[float]) -> Mesh:
    inner, outer = _circle(size[0]), _circle(size[1])
    n = len(inner)
    vertices = np.column_stack([np.vstack([inner, outer]), np.zeros(2 * n)])
    k, after = np.arange(n), (np.arange(n) + 1) % n
    triangles = np.concatenate([np.stack([k, n + k, n + after], axis=1), np.stack([k, n + after, after], axis=1)])
    return _mesh(vertices, triangles, np.stack([k, after], axis=1), flat=True)


def _facets(size: Sequence[float]) -> Mesh:
    """Return facets with vertices of their own; edges are drawn where they are not smooth."""
    count = int(size[0])
    x = np.reshape(size[1 : 1 + 3 * count], (-1, 3))
    corners = np.reshape(size[1 + 3 * count :], (-1, 3)).astype(np.int64)
    flat = x[corners]
    normal = np.cross(flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    sides: dict[tuple[int, int], list[int]] = {}
    for f, (a, b, c) in enumerate(corners.tolist()):
        for p, q in ((a, b), (b, c), (c, a)):
            sides.setdefault((min(p, q), max(p, q)), []).append(f)
    sharp = [edge for edge, of in sides.items() if len(of) == 2 and normal[of[0]] @ normal[of[1]] < _SHARP]
    edges = np.array([[3 * len(corners) + k for k in edge] for edge in sharp], dtype=np.int64).reshape(-1, 2)
    number = np.arange(3 * len(corners)).reshape(-1, 3)
    return _mesh(np.concatenate([flat.reshape(-1, 3), x]), number, edges)


def _rectangle(size: Sequence[float]) -> Mesh:
    return _polygon(0.5 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(size[:2]))


def _stadium(size: Sequence[float]) -> Mesh:
    r, h = size[0], 0.5 * size[1]
    end = np.array([h, 0.0])
    halves = [_arc(r, -0.5 * np.pi, 0.5 * np.pi) + end, _arc(r, 0.5 * np.pi, 1.5 * np.pi) - end]
    return _polygon(np.vstack(halves))


def _halfplane(size: Sequence[float]) -> Mesh:
    """Return a band below the line, whose upper edge is drawn."""
    band = _polygon(np.array([(-1, -0.022), (1, -0.022), (1, 0), (-1, 0)]) * size[0])
    return Mesh(band.vertices, band.triangles, np.array([[2, 3]]), band.station, flat=True)


_BUILD: dict[str, Callable[[Sequence[float]], Mesh]] = {
    "sphere": _sphere, "box": _box, "cylinder": _cylinder, "capsule": _capsule, "ring": _ring, "plane": _plane,
    "frame": _frame, "disk": _disk, "hole": _hole, "rectangle": _rectangle, "stadium": _stadium,
    "polygon": lambda size: _polygon(np.reshape(size, (-1, 2))), "halfplane": _halfplane, "facets": _facets,
}  # fmt: skip


def shape_mesh(shape: Shape) -> Mesh:
    """Return a shape in the frame of its part."""
    return _BUILD[shape.kind](shape.size).moved(shape.position, shape.rotation)


def rotations(q: Floats) -> Floats:
    """Return rotation matrices (..., 3, 3) of quaternions (..., 4), which need not be of length one."""
    w, x, y, z = np.moveaxis(q / np.linalg.norm(q, axis=-1, keepdims=True), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def _carried_axes(position: Floats) -> Floats:
    """Return axes (m, 3, 3) along a curve (m, 3), turned no more than the curve itself."""
    way = np.gradient(position, axis=0)
    size = np.linalg.norm(way, axis=1, keepdims=True)
    tangent = np.where(size > 0.0, way / np.where(size > 0.0, size, 1.0), (1.0, 0.0, 0.0))
    first = np.eye(3)[int(np.argmin(abs(tangent[0])))]
    out = np.empty((len(position), 3, 3))
    for k, t in enumerate(tangent):
        first = first - (first @ t) * t
        length = float(np.linalg.norm(first))
        first = first / length if length > 1e-9 else np.cross(t, np.eye(3)[int(np.argmin(abs(t)))])
        out[k] = np.column_stack([first, np.cross(t, first), t])
    return out


def line_mesh(section: Section, position: Floats, quaternion: Floats | None) -> Mesh:
    """Return the surface swept by a section along places (m, 3)."""
    A = _carried_axes(position) if quaternion is None else rotations(quaternion)
    outline, m = section.outline, len(position)
    if len(outline) >= _SMOOTH:
        chains = [np.vstack([outline, outline[:1]])]
    else:
        chains = [np.stack([outline[k], outline[(k + 1) % len(outline)]]) for k in range(len(outline))]
    count = m + section.closed
    order = np.arange(count) % m
    sides = []
    for chain in chains:
        places = position[:, None] + np.einsum("mij,kj->mki", A[:, :, :2], chain)
        triangles = grid_triangles(count, len(chain))
        none = np.zeros((0, 2), dtype=np.int64)
        sides.append(Mesh(places[order].reshape(-1, 3), triangles, none, np.repeat(order, len(chain))))
    for k, turn in () if section.closed else ((0, -1), (m - 1, 1)):
        cap = _polygon(outline[::turn])
        sides.append(Mesh(cap.vertices @ A[k].T + position[k], cap.triangles, cap.edges, np.full(len(outline), k)))
    return merged(sides)


def between(motion: RigidMotion | LineMotion | MeshMotion, k: int, x: float) -> tuple[Floats, Floats | None]:
    """Return places and quaternions between instants k and k + 1, a part x of the way (0 to 1)."""
    after = min(k + 1, len(motion.position) - 1)
    place = (1.0 - x) * motion.position[k] + x * motion.position[after]
    q = getattr(motion, "quaternion", None)
    return place, None if q is None else (1.0 - x) * q[k] + x * q[after]


def instant(scene: Scene, t: float) -> tuple[int, float]:
    """Return the instant before time t [s] and the part of the way to the next one."""
    k = int(np.clip(np.searchsorted(scene.time, t, side="right") - 1, 0, len(scene.time) - 1))
    if k == len(scene.time) - 1:
        return k, 0.0
    return k, float(np.clip((t - scene.time[k]) / (scene.time[k + 1] - scene.time[k]), 0.0, 1.0))


def part_mesh(scene: Scene, part: Part, k: int, x: float = 0.0) -> Mesh:
    """Return a part between instants k and k + 1 of the scene; empty where a part has no surface."""
    motion = part.motion
    if motion is None and part.parent >= 0:
        motion = scene.parts[part.parent].motion
    if part.surface is not None and isinstance(motion, MeshMotion):
        place, _ = between(motion, k, x)
        station = np.arange(len(place))
        return Mesh(place, part.surface.triangles, part.surface.edges, station, part.surface.flat)
    if part.section is not None and isinstance(motion, LineMotion):
        place, q = between(motion, k, x)
        return line_mesh(part.section, place, q)
    local = merged([shape_mesh(shape) for shape in part.shapes])
    if not isinstance(motion, RigidMotion):
        return local
    place, q = between(motion, k, x)
    return local.moved(place, np.eye(3) if q is None else rotations(q))
