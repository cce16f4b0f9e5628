"""Helpers: contact points of whole meshes by going through all their facets, triangulations, boxes as solids."""

import itertools

import numpy as np
from scipy.spatial import Delaunay

import stickslip as ss
from stickslip._jit import njit
from stickslip.contact.geometry.frames import GAP, MOST_POINTS, POINT_COLUMNS, X_A, N, clear_points
from stickslip.meshes.features import surface
from stickslip.meshes.flat import Pose, Solid, facet_facet, facet_solid
from stickslip.meshes.round import facet_ball, facet_capsule


def kernel_mesh(mesh, thickness=None):
    return surface("mesh", np.array(mesh.vertices), np.array(mesh.faces), thickness)


@njit
def _all_ball(mesh, p, radius, points, out):
    n = 0
    for f in range(len(mesh.face)):
        clear_points(points)
        facet_ball(mesh, f, p, radius, 0, points)
        n = _copy(points, out, n)
    return n


@njit
def _all_capsule(mesh, a, b, radius, points, out):
    n = 0
    for f in range(len(mesh.face)):
        clear_points(points)
        facet_capsule(mesh, f, a, b, radius, False, points)
        n = _copy(points, out, n)
    return n


@njit
def _all_solid(mesh, solid, margin, points, out):
    n = 0
    for f in range(len(mesh.face)):
        clear_points(points)
        facet_solid(mesh, f, solid, margin, points)
        n = _copy(points, out, n)
    return n


@njit
def _all_mesh(one, two, pose, size, margin, points, out):
    n = 0
    for f in range(len(one.face)):
        for g in range(len(two.face)):
            clear_points(points)
            facet_facet(one, f, two, g, pose, size, margin, points)
            n = _copy(points, out, n)
    return n


@njit
def _copy(points, out, n):
    for k in range(np.int64(points[MOST_POINTS, 0])):
        out[n] = points[k]
        n += 1
    return n


def _rows(function, *args):
    """Contact points as rows (gap, normal, point on the mesh), sorted."""
    points, out = np.zeros((MOST_POINTS + 1, POINT_COLUMNS)), np.zeros((20000, POINT_COLUMNS))
    found = out[: function(*args, points, out)]
    rows = np.column_stack([found[:, GAP], found[:, N : N + 3], found[:, X_A : X_A + 3]])
    return rows[np.lexsort(np.round(rows, 9).T)]


def ball(mesh, p, radius=0.0):
    return _rows(_all_ball, mesh, tuple(map(float, p)), float(radius))


def capsule(mesh, a, b, radius):
    return _rows(_all_capsule, mesh, tuple(map(float, a)), tuple(map(float, b)), float(radius))


def solid(mesh, other, margin):
    return _rows(_all_solid, mesh, other, float(margin))


def meshes(one, two, r, A, size, margin):
    return _rows(_all_mesh, one, two, Pose(tuple(map(float, r)), np.array(A, dtype=float)), float(size), float(margin))


def rotation(rng):
    """A random rotation matrix."""
    q, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return q * np.linalg.det(q)


def box_solid(half, r, A):
    """A cuboid as a polyhedron."""
    signs = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
    x = r + (signs * half) @ A.T
    edges = [(i, j) for i, j in itertools.combinations(range(8), 2) if np.sum(signs[i] != signs[j]) == 1]
    n = np.concatenate([A.T, -A.T])
    on = [int(np.argmax(x @ each)) for each in n]
    return Solid(np.ascontiguousarray(x), np.array(edges), np.ascontiguousarray(n), np.array(on), float(min(half)))


def sheet(rng, size=2.0, inner=20, height=0.0):
    """A square in z = height about the origin, triangulated at random."""
    rim = np.linspace(-size, size, 5)
    border = [(x, y) for x in rim for y in rim if size in (abs(x), abs(y))]
    xy = np.vstack([border, rng.uniform(-0.95 * size, 0.95 * size, (inner, 2))])
    faces = Delaunay(xy).simplices
    a, b, c = (xy[faces[:, k]] for k in range(3))
    area = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    faces = faces[abs(area) > 1e-9]
    area = area[abs(area) > 1e-9]
    faces = np.where(area[:, None] > 0.0, faces, faces[:, ::-1])
    return ss.Mesh(np.column_stack([xy, np.full(len(xy), height)]), faces)


def divided(mesh, rng, rounds=2):
    """The same surface with facets cut at random places of facets and edges."""
    vertices, faces = [tuple(v) for v in mesh.vertices], [tuple(f) for f in mesh.faces]
    for _ in range(rounds):
        middle, out = {}, []
        for a, b, c in faces:
            mids = []
            for i, j in ((a, b), (b, c), (c, a)):
                key = (min(i, j), max(i, j))
                if key not in middle:
                    middle[key] = len(vertices)
                    s = rng.uniform(0.3, 0.7)
                    vertices.append(tuple(s * np.array(vertices[key[0]]) + (1 - s) * np.array(vertices[key[1]])))
                mids.append(middle[key])
            ab, bc, ca = mids
            out += [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
        faces = out
    return ss.Mesh(vertices, faces)
