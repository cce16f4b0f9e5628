"""Shapes as triangles: volumes and areas, outward orientation, lines along known curves."""

import numpy as np
import pytest

from stickslip.viz.rotations import quaternions
from stickslip.viz.scene import SHAPES, Section, Shape
from stickslip.viz.triangles import _BUILD, line_mesh, rotations, shape_mesh


def volume(mesh):
    """int x . n dA / 3 over a closed surface; positive if triangles are counter-clockwise from outside."""
    a, b, c = (mesh.vertices[mesh.triangles[:, k]] for k in range(3))
    return float(np.einsum("fi,fi->", a, np.cross(b, c))) / 6.0


def area(mesh):
    a, b, c = (mesh.vertices[mesh.triangles[:, k]] for k in range(3))
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()) / 2.0


@pytest.mark.parametrize(
    ("kind", "size", "exact"),
    [
        ("sphere", (0.5,), 4 / 3 * np.pi * 0.5**3),
        ("box", (1.0, 2.0, 3.0), 6.0),
        ("cylinder", (0.5, 2.0), np.pi * 0.5**2 * 2.0),
        ("capsule", (0.5, 2.0), np.pi * 0.5**2 * 2.0 + 4 / 3 * np.pi * 0.5**3),
        ("ring", (0.5, 0.1), 2 * np.pi**2 * 0.6 * 0.1**2),
    ],
)
def test_volumes(kind, size, exact):
    """Inscribed polyhedra are a little smaller than the body, never larger, wherever the shape is."""
    turn = rotations(np.array([0.3, 0.5, -0.4, 0.7]))
    mesh = shape_mesh(Shape(kind, size, np.array([1.0, 2.0, 3.0]), turn))
    assert 0.96 * exact < volume(mesh) <= exact * (1 + 1e-12)


@pytest.mark.parametrize(
    ("kind", "size", "exact"),
    [
        ("disk", (0.5,), np.pi * 0.25),
        ("hole", (0.5, 0.7), np.pi * (0.49 - 0.25)),
        ("rectangle", (2.0, 3.0), 6.0),
        ("stadium", (0.5, 2.0), np.pi * 0.25 + 2.0),
        ("polygon", (0.0, 0.0, 3.0, 0.0, 3.0, 1.0, 0.0, 2.0), 4.5),
        ("plane", (2.0,), 16.0),
    ],
)
def test_areas(kind, size, exact):
    mesh = shape_mesh(Shape(kind, size))
    assert mesh.flat and area(mesh) == pytest.approx(exact, rel=0.005)


def test_every_kind_of_shape_has_triangles():
    assert set(_BUILD) == set(SHAPES)


@pytest.mark.parametrize("closed", [False, True])
def test_line_around_a_circle(closed):
    """A square section of edge 0.1 along an arc of radius 1: volume = area times the way of its centre."""
    angle = np.linspace(0.0, 2.0 * np.pi, 201)[:200] if closed else np.linspace(0.0, 0.5 * np.pi, 60)
    place = np.stack([np.cos(angle), np.sin(angle), np.zeros_like(angle)], axis=1)
    along = np.stack([-np.sin(angle), np.cos(angle), np.zeros_like(angle)], axis=1)
    up = np.tile((0.0, 0.0, 1.0), (len(angle), 1))
    axes = np.stack([np.cross(up, along), up, along], axis=2)  # d_1 x d_2 = d_3
    assert np.allclose(np.linalg.det(axes), 1.0)
    outline = 0.05 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    for q in (quaternions(axes), None):
        mesh = line_mesh(Section(outline, closed), place, q)
        way = 2.0 * np.pi if closed else 0.5 * np.pi
        assert volume(mesh) == pytest.approx(0.01 * way, rel=2e-3)
        assert mesh.station.max() == len(angle) - 1


def test_rotations_of_quaternions():
    """R(q(R)) = R."""
    turn = rotations(np.random.default_rng(1).standard_normal((20, 4)))
    assert np.allclose(turn @ turn.swapaxes(1, 2), np.eye(3), atol=1e-14)
    assert np.allclose(rotations(quaternions(turn)), turn, atol=1e-14)
