"""Build scenes of contours, one per body, and find their contacts; independent distance oracles."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import numpy as np
from scipy.optimize import lsq_linear
from scipy.spatial.transform import Rotation

import stickslip as ss
from stickslip.contact.assembly import Shape, frozen
from stickslip.contact.broadphase import find_pairs
from stickslip.contact.contours import Outline, rounded_segment
from stickslip.contact.geometry.narrow import narrow_phase
from stickslip.contact.geometry.place import place
from stickslip.contact.kinds import (
    BAR,
    CIRCLE,
    CONVEX,
    CUBOID,
    CYLINDER,
    LINE,
    PATCH,
    PLANE,
    RECTANGLE,
    RING,
    SEGMENT,
    SPHERE,
)
from stickslip.contact.pairs import name_of
from stickslip.contact.tables import new_contacts, new_pairs, new_placed

I3 = np.eye(3)


def bounding_radius(kind, size):
    if kind in (PLANE, LINE):
        return np.inf
    if kind in (CUBOID, RECTANGLE):
        return np.linalg.norm(size)
    if kind == CYLINDER:
        return np.hypot(size[0], size[1])
    if kind in (SEGMENT, BAR):
        return size[0] + size[1]
    if kind == CONVEX:
        return 1.2 * np.linalg.norm(size)
    return abs(size[0])


def frustum(size):
    """Two disks of different radii, rounded."""
    low, half, high = size[0], size[1], 0.4 * size[2]
    disks = ((0.0, 0.0, -half, low), (0.0, 0.0, half, high))
    r = 0.1 * min(low, half, high)  # about the centre: a ball inside
    less = tuple((0.0, 0.0, np.sign(z), radius / half) for _, _, z, radius in disks)
    return Outline("convex", (0.0, 0.0, 0.0), 1.0, inward=half + r, within=r, rounding=r, hull=disks, shrink=less)


def outline_of(kind, size):
    """What the declared contour of a kind says of itself, in its own axes."""
    declared = {
        PLANE: lambda: ss.Plane((0, 0, 1)).outline(3),
        LINE: lambda: ss.Plane((0, 1)).outline(2),
        CUBOID: lambda: ss.Cuboid(2.0 * size).outline(3),
        RECTANGLE: lambda: ss.Cuboid(2.0 * size[:2]).outline(2),
        CYLINDER: lambda: ss.Cylinder(size[0], 2.0 * size[1]).outline(3),
        SEGMENT: lambda: rounded_segment(3, *size[:2]),
        BAR: lambda: rounded_segment(2, *size[:2]),
        SPHERE: lambda: (ss.Sphere(size[0]) if size[0] else ss.Point()).outline(3),
        CIRCLE: lambda: (ss.Circle(abs(size[0]), hollow=size[0] < 0) if size[0] else ss.Point()).outline(2),
        RING: lambda: ss.Ring(size[0]).outline(3),
        CONVEX: lambda: frustum(size),
        PATCH: lambda: Outline("patch", (0.0, 0.0, 0.0), 0.0),
    }[kind]()
    radius = 0.0 if kind == PATCH else bounding_radius(kind, size)
    assert declared.kind == name_of(kind)
    return declared._replace(size=tuple(size), reach=radius)


def shape(kind, size=(0.0, 0.0, 0.0), r=(0.0, 0.0, 0.0), A=I3):
    """One contour on its own body."""
    size = np.array([*np.atleast_1d(size), 0.0, 0.0, 0.0][:3], float)
    return SimpleNamespace(kind=kind, size=size, r=np.array(r, float), A=np.array(A, float), corners=None)


def patch(corners, surface=0, nodes=None):
    """One patch of a surface; ``nodes`` are the numbers of its corners in the point table."""
    return SimpleNamespace(
        kind=PATCH,
        size=np.zeros(3),
        r=np.zeros(3),
        A=I3,
        corners=np.array(corners, float),
        surface=surface,
        nodes=nodes,
    )


def tables_of(shapes):
    """Return Contours and Placed; body k + 1 carries shape k at a random body-fixed pose."""
    rng = np.random.default_rng(7)
    n = len(shapes)
    numbers = [
        s.nodes if s.kind == PATCH and s.nodes is not None else np.arange(4) + 1000 + 4 * k
        for k, s in enumerate(shapes)
    ]
    points = np.zeros((1000 + 4 * n + 4, 3))
    corner = np.full((n, 4), -1)
    body = np.arange(1, n + 1)
    pose_r, pose_A = np.zeros((n + 1, 3)), np.tile(I3, (n + 1, 1, 1))
    r_BC, A_BC = np.zeros((n, 3)), np.tile(I3, (n, 1, 1))
    for k, s in enumerate(shapes):
        if s.kind == PATCH:
            points[numbers[k]], corner[k], body[k] = s.corners, numbers[k], -1 - s.surface
        else:
            planar = s.kind >= LINE
            A_BC[k] = (
                Rotation.from_rotvec([0, 0, rng.normal()]) if planar else Rotation.random(random_state=rng)
            ).as_matrix()
            r_BC[k] = rng.normal(size=3) * (1, 1, 0 if planar else 1)
            pose_A[k + 1] = s.A @ A_BC[k].T
            pose_r[k + 1] = s.r - pose_A[k + 1] @ r_BC[k]
    outlines = [outline_of(s.kind, s.size) for s in shapes]
    rows = [Shape(o, r, A, tuple(c)) for o, r, A, c in zip(outlines, r_BC, A_BC, corner, strict=True)]
    contours = frozen(rows, body, body, np.zeros(n, np.int64))
    placed = new_placed(n)
    place(contours, pose_r, pose_A, points, placed)
    return contours, placed


def contacts_of(*shapes, margin=1e3):
    """Return all contacts of the scene as arrays cut to their number."""
    contours, placed = tables_of(shapes)
    pairs, contacts = new_pairs(len(shapes) ** 2), new_contacts(40 * len(shapes) ** 2)
    find_pairs(contours, placed, np.zeros((1, 1), np.int64), margin, np.zeros(len(shapes), np.int64), pairs)
    narrow_phase(contours, placed, pairs, margin, contacts)
    n = contacts.count[0]
    return SimpleNamespace(n_contacts=n, **{k: v[:n].copy() for k, v in contacts._asdict().items() if k != "count"})


def random_rotation(rng, planar=False):
    if planar:
        return Rotation.from_rotvec([0.0, 0.0, rng.uniform(-np.pi, np.pi)]).as_matrix()
    return Rotation.random(random_state=rng).as_matrix()


def random_shape(kind, rng, spread=1.0):
    """A shape of size about 1 somewhere near the origin."""
    planar = kind >= LINE
    if kind == PATCH:
        grid = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]) - [0.5, 0.5, 0]
        return patch((grid + 0.1 * rng.normal(size=(4, 3))) @ random_rotation(rng).T + spread * rng.normal(size=3))
    size = rng.uniform(0.2, 1.0, 3) * (1, 1, 0 if planar else 1)
    r = spread * rng.normal(size=3) * (1, 1, 0 if planar else 1)
    return shape(kind, size, r, random_rotation(rng, planar))


def core_of(s):
    """Centre, half-edge vectors (columns) and rounding radius of a box, rectangle, segment, bar, ball or circle."""
    if s.kind in (CUBOID, RECTANGLE):
        k = 3 if s.kind == CUBOID else 2
        return s.r, s.A[:, :k] * s.size[:k], 0.0
    if s.kind in (SEGMENT, BAR):
        return s.r, s.A[:, [2 if s.kind == SEGMENT else 0]] * s.size[1], s.size[0]
    return s.r, np.zeros((3, 0)), s.size[0]


def distance(a, b):
    """Distance of two shapes by bounded least squares over their cores, minus their radii; cores must be disjoint."""
    r_a, E_a, rho_a = core_of(a)
    r_b, E_b, rho_b = core_of(b)
    E = np.hstack([E_b, -E_a])
    d = r_b - r_a
    if E.shape[1]:
        d = d + E @ lsq_linear(E, -d, (-1, 1), method="bvls", tol=1e-15).x
    return np.linalg.norm(d) - rho_a - rho_b, d


def section_distance(p, outline):
    """Signed distance of (distance from the axis, height) from a rounded frustum."""
    (_, _, low, r), (_, _, high, top) = outline.hull
    corners = np.array([(0.0, low), (r, low), (top, high), (0.0, high)])
    outside, inside = np.inf, -np.inf
    for a, b in itertools.pairwise(corners):
        e = (b - a) / np.linalg.norm(b - a)
        foot = np.clip((p - a) @ e, 0.0, np.linalg.norm(b - a))
        outside, inside = min(outside, np.linalg.norm(p - a - foot * e)), max(inside, (p - a) @ (e[1], -e[0]))
    return (outside if inside > 0.0 else inside) - outline.rounding


def signed_distance(s, x):
    """Signed distance of point x from the surface of a shape (boxes: exact in front of a face or inside)."""
    y = s.A.T @ (np.asarray(x) - s.r)
    if s.kind in (PLANE, LINE):
        return y[2 if s.kind == PLANE else 1]
    if s.kind == CYLINDER:
        q = np.array([np.hypot(y[0], y[1]) - s.size[0], abs(y[2]) - s.size[1]])
    elif s.kind == CONVEX:
        return section_distance(np.array([np.hypot(y[0], y[1]), y[2]]), frustum(s.size))
    elif s.kind in (CUBOID, RECTANGLE):
        k = 3 if s.kind == CUBOID else 2
        q = np.abs(y[:k]) - s.size[:k]
    elif s.kind in (SEGMENT, BAR):
        axle = 2 if s.kind == SEGMENT else 0
        y[axle] -= np.clip(y[axle], -s.size[1], s.size[1])
        return np.linalg.norm(y) - s.size[0]
    else:
        return np.linalg.norm(y) - abs(s.size[0])
    return np.linalg.norm(np.maximum(q, 0)) + min(q.max(), 0.0)


def moved(s, R, t):
    """The shape after the rigid motion x -> R x + t."""
    new = SimpleNamespace(**vars(s))
    new.r, new.A = R @ s.r + t, R @ s.A
    if s.corners is not None:
        new.corners = s.corners @ R.T + t
    return new


__all__ = [
    "BAR",
    "CIRCLE",
    "CONVEX",
    "CUBOID",
    "CYLINDER",
    "I3",
    "LINE",
    "PATCH",
    "PLANE",
    "RECTANGLE",
    "RING",
    "SEGMENT",
    "SPHERE",
    "bounding_radius",
    "contacts_of",
    "core_of",
    "distance",
    "frustum",
    "moved",
    "outline_of",
    "patch",
    "random_rotation",
    "random_shape",
    "shape",
    "signed_distance",
    "tables_of",
]
