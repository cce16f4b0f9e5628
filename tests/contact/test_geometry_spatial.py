"""Closed forms of spatial contour pairs."""

from __future__ import annotations

import numpy as np
import pytest
from geometry_scenes import (
    CUBOID,
    CYLINDER,
    PLANE,
    SEGMENT,
    SPHERE,
    contacts_of,
    moved,
    patch,
    random_rotation,
    shape,
)
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation


def turn(x=0.0, y=0.0, z=0.0):
    return Rotation.from_rotvec([x, y, z]).as_matrix()


def test_sphere_over_plane():
    c = contacts_of(shape(PLANE), shape(SPHERE, 0.1, (3.0, -2.0, 50.0)), margin=0.01)
    assert c.n_contacts == 1  # far, and still reported
    assert np.allclose(c.gap, 49.9) and np.allclose(c.n, [0, 0, 1])
    assert np.allclose(c.x_a, [3, -2, 0]) and np.allclose(c.x_b, [3, -2, 49.9])


def test_concentric_spheres_have_a_normal():
    c = contacts_of(shape(SPHERE, 0.1), shape(SPHERE, 0.2))
    assert np.allclose(c.gap, -0.3) and np.allclose(np.linalg.norm(c.n, axis=1), 1.0)


@pytest.mark.parametrize(
    ("r", "gap", "n"),
    [
        ((0, 0, 2), 0.5, (0, 0, 1)),
        ((2, 3, 0), np.sqrt(2) - 0.5, (np.sqrt(0.5), np.sqrt(0.5), 0)),
        ((-2, 3, 2), np.sqrt(3) - 0.5, np.array((-1, 1, 1)) / np.sqrt(3)),
        ((0.9, 0, 0), -0.6, (1, 0, 0)),  # centre inside, nearest face x = 1
        ((0, 0, -0.7), -0.8, (0, 0, -1)),
    ],
)
def test_sphere_against_cuboid_outside_and_inside(r, gap, n):
    c = contacts_of(shape(CUBOID, (1, 2, 1)), shape(SPHERE, 0.5, r))
    assert np.allclose(c.gap, gap) and np.allclose(c.n, [n])


@pytest.mark.parametrize(
    ("r", "gap", "n"),
    [
        ((3, 0, 0.5), 1.5, (1, 0, 0)),
        ((0.3, 0.4, 4), 1.5, (0, 0, 1)),
        ((0, 4, -5), np.hypot(3, 3) - 0.5, (0, np.sqrt(0.5), -np.sqrt(0.5))),
        ((0.8, 0, 0), -0.7, (1, 0, 0)),
        ((0.1, 0, 1.9), -0.6, (0, 0, 1)),
    ],
)
def test_sphere_against_cylinder(r, gap, n):
    c = contacts_of(shape(CYLINDER, (1, 2)), shape(SPHERE, 0.5, r))
    assert np.allclose(c.gap, gap) and np.allclose(c.n, [n])


def test_tilted_disk_touches_with_its_lowest_rim_point():
    """The centre of a disk tilted by theta lies R sin(theta) above its lowest rim point (Euler's disk)."""
    R, height = 0.04, 0.03
    for theta in (1e-4, 0.1, 0.7, 1.5):
        for spin in (0.0, 1.0, 4.0):
            A = turn(z=spin) @ turn(x=theta) @ turn(z=2.3 * spin)
            c = contacts_of(shape(PLANE), shape(CYLINDER, (R, 0), (0, 0, height), A), margin=-1.0)
            assert c.n_contacts == 1
            assert np.allclose(c.gap, height - R * np.sin(theta), atol=1e-15)
            phi = np.linspace(0, 2 * np.pi, 20001)
            rim = [0, 0, height] + R * (np.outer(np.cos(phi), A[:, 0]) + np.outer(np.sin(phi), A[:, 1]))
            assert np.allclose(c.x_b[0], rim[np.argmin(rim[:, 2])], atol=4e-4 * R)


def test_lying_cylinder_rests_on_two_end_points():
    rng = np.random.default_rng(0)
    for _ in range(20):
        A = turn(*(1e-9 * rng.normal(size=3))) @ turn(x=np.pi / 2) @ turn(z=rng.normal())
        c = contacts_of(shape(PLANE), shape(CYLINDER, (0.1, 0.5), (0, 0, 0.1), A), margin=1e-3)
        assert sorted(c.feature) == [0, 4]
        assert np.allclose(c.gap, 0, atol=1e-8)
        assert np.allclose(np.ptp(c.x_b, axis=0), [0, 1, 0], atol=1e-6)


def test_standing_cylinder_rests_on_four_points_fixed_to_it():
    rng = np.random.default_rng(1)
    for _ in range(20):
        A = turn(*(1e-9 * rng.normal(size=3)))
        c = contacts_of(shape(PLANE), shape(CYLINDER, (0.1, 0.5), (0, 0, 0.5), A), margin=1e-3)
        assert list(c.feature) == [0, 1, 2, 3]
        assert np.allclose(c.x_b[:, :2], 0.1 * np.array([[1, 0], [0, 1], [-1, 0], [0, -1]]), atol=1e-8)
        assert np.allclose(c.gap, 0, atol=1e-8)


def test_parallel_capsules_touch_at_both_ends_of_their_overlap():
    for eps in (0.0, 1e-10, 1e-7):
        c = contacts_of(shape(SEGMENT, (0.1, 1.0)), shape(SEGMENT, (0.1, 1.0), (0.2, 0, 0.6), turn(x=eps)), margin=0.01)
        ends = sorted(c.x_a[:, 2])
        assert np.isclose(ends[0], -0.4) and np.isclose(ends[-1], 1.0)
        assert np.allclose(c.gap, 0, atol=1e-6) and np.allclose(c.n, [1, 0, 0], atol=1e-5)


def test_capsule_on_a_table_keeps_two_points():
    rng = np.random.default_rng(3)
    table = shape(CUBOID, (1, 1, 0.5), (0, 0, -0.5))
    for half in (0.5, 1.5):  # within the table, and beyond its edges
        for _ in range(10):
            A = turn(*(1e-9 * rng.normal(size=3))) @ turn(y=np.pi / 2)
            c = contacts_of(table, shape(SEGMENT, (0.1, half), (0, 0.2, 0.1), A), margin=1e-3)
            assert c.n_contacts == 2 and len(set(c.feature)) == 2
            assert np.allclose(np.abs(c.x_a[:, 0]), min(half, 1.0), atol=1e-6)
            assert np.allclose(c.gap, 0, atol=1e-8) and np.allclose(c.n, [0, 0, 1], atol=1e-8)


def test_capsule_pressed_over_the_edge_of_a_box():
    """A line across the edge x = z = 1 at 45 degrees, core 0.02 deep: gap = -0.02 - radius along (1, 0, 1)."""
    n = np.array([1, 0, 1]) / np.sqrt(2)
    d = np.array([1, 0, -1]) / np.sqrt(2)
    A = np.column_stack([n, np.cross(d, n), d])
    c = contacts_of(shape(CUBOID, (1, 1, 1)), shape(SEGMENT, (0.05, 0.8), np.array([1, 0.3, 1]) - 0.02 * n, A))
    assert c.n_contacts == 1
    assert np.allclose(c.gap, -0.07) and np.allclose(c.n, n) and np.allclose(c.x_a, [1, 0.3, 1])


CUBE = (0.5, 0.5, 0.5)


@pytest.mark.parametrize("noise", [0.0, 1e-15, 1e-12, 1e-9, 1e-7])
def test_stacked_equal_cubes_keep_their_four_corners(noise):
    rng = np.random.default_rng(4)
    features = set()
    for _ in range(30):
        upper = shape(CUBOID, CUBE, (0, 0, 1) + noise * rng.normal(size=3), turn(*(noise * rng.normal(size=3))))
        R = random_rotation(rng)
        lower = shape(CUBOID, CUBE)
        c = contacts_of(moved(lower, R, np.zeros(3)), moved(upper, R, np.zeros(3)), margin=1e-3)
        features.add(tuple(c.feature))
        assert c.n_contacts == 4
        x = c.x_a @ R
        assert np.allclose(np.abs(x), 0.5, atol=1e-5)
        assert np.allclose(x.sum(axis=0), [0, 0, 2], atol=1e-5)
        assert np.allclose(c.gap, 0, atol=1e-14 + 5 * noise)
    assert len(features) == 1


@pytest.mark.parametrize("noise", [0.0, 1e-12, 1e-8])
def test_brick_offset_by_half_rests_on_half_its_face(noise):
    rng = np.random.default_rng(5)
    brick = (0.5, 0.25, 0.15)
    features = set()
    for _ in range(20):
        upper = shape(CUBOID, brick, (0.5, 0, 0.3) + noise * rng.normal(size=3), turn(*(noise * rng.normal(size=3))))
        c = contacts_of(shape(CUBOID, brick), upper, margin=1e-3)
        features.add(tuple(c.feature))
        corners = sorted(map(tuple, c.x_a.round(5)))
        assert corners == [(0.0, -0.25, 0.15), (0.0, 0.25, 0.15), (0.5, -0.25, 0.15), (0.5, 0.25, 0.15)]
    assert len(features) == 1


def test_diagonal_neighbours_in_a_wall_do_not_touch():
    rng = np.random.default_rng(6)
    for noise in (0.0, 1e-12, 1e-9):
        other = shape(CUBOID, CUBE, (1, 0, 1) + noise * rng.normal(size=3))
        assert contacts_of(shape(CUBOID, CUBE), other, margin=1e-3).n_contacts == 0


def test_rotated_cube_on_a_cube_touches_in_an_octagon():
    upper = shape(CUBOID, CUBE, (0, 0, 1), turn(z=np.pi / 4))
    c = contacts_of(shape(CUBOID, CUBE), upper, margin=1e-3)
    assert c.n_contacts == 8
    side = 0.5 * np.tan(np.pi / 8)
    assert np.allclose(sorted(np.abs(c.x_a[:, 0])), [side] * 4 + [0.5] * 4)


def test_crossed_edges_of_cubes():
    """Cubes standing on edge across each other, edges z-distance 0.01 apart."""
    half = 0.5 * np.sqrt(2)
    lower, upper = (
        shape(CUBOID, CUBE, (0, 0, -half), turn(x=np.pi / 4)),
        shape(CUBOID, CUBE, (0.1, -0.2, half + 0.01), turn(y=np.pi / 4)),
    )
    c = contacts_of(lower, upper, margin=0.1)
    assert c.n_contacts == 1
    assert np.allclose(c.gap, 0.01) and np.allclose(c.n, [0, 0, 1]) and np.allclose(c.x_a, [0.1, 0, 0], atol=1e-12)
    upper.r[2] -= 0.03
    c = contacts_of(lower, upper, margin=0.1)
    assert np.allclose(c.gap, -0.02) and np.allclose(c.n, [0, 0, 1])


def test_corner_of_a_cube_over_a_face():
    A = Rotation.align_vectors([[0, 0, 1]], [[1, 1, 1]])[0].as_matrix()  # space diagonal along z
    half = 0.5 * np.sqrt(3)
    c = contacts_of(shape(CUBOID, (2, 2, 1)), shape(CUBOID, CUBE, (0.3, 0.4, 1 + half - 0.01), A), margin=0.1)
    k = np.argmin(c.gap)
    assert np.isclose(c.gap[k], -0.01) and np.allclose(c.n[k], [0, 0, 1]) and np.allclose(c.x_a[k], [0.3, 0.4, 1])


FLAT = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], float)


def test_die_on_a_flat_patch_has_weights_of_its_corners():
    c = contacts_of(patch(FLAT), shape(CUBOID, (0.1, 0.1, 0.1), (0.3, 0.6, 0.09)), margin=0.01)
    assert sorted(c.feature) == [0, 1, 2, 3]
    assert np.allclose(c.gap, -0.01) and np.allclose(c.n, [0, 0, 1])
    assert np.allclose(c.weight.sum(axis=1), 1) and np.allclose(c.weight @ FLAT, c.x_a)
    first = c.weight[list(c.feature).index(0)]
    assert np.allclose(first, [0.8 * 0.5, 0.2 * 0.5, 0.2 * 0.5, 0.8 * 0.5])


def test_warped_patch_against_optimisation():
    rng = np.random.default_rng(8)
    X = FLAT + 0.15 * rng.normal(size=(4, 3))

    def surface(q):
        x, y = q
        return np.array([(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y]) @ X

    for _ in range(30):
        x, y = rng.uniform(0.1, 0.9, 2)
        t_x, t_y = (1 - y) * (X[1] - X[0]) + y * (X[2] - X[3]), (1 - x) * (X[3] - X[0]) + x * (X[2] - X[1])
        n = np.cross(t_x, t_y) / np.linalg.norm(np.cross(t_x, t_y))
        height = rng.uniform(-0.05, 0.3)
        p = surface((x, y)) + height * n
        c = contacts_of(patch(X), shape(SPHERE, 0.1, p))
        assert np.allclose(c.gap, height - 0.1, atol=1e-12) and np.allclose(c.n, n, atol=1e-9)
        best = minimize(lambda q, p=p: np.sum((surface(q) - p) ** 2), (0.5, 0.5), bounds=[(0, 1)] * 2, tol=1e-14)
        assert np.isclose(np.sqrt(best.fun), abs(height), atol=1e-5)


def two_patches(dip):
    """Patches x in [0, 1] and [1, 2] with a common edge at x = 1 lowered by ``dip`` (negative: a ridge)."""
    z = [0, -dip, 0]
    nodes = np.array([[x, y, z[x]] for x in range(3) for y in range(2)], float)
    numbers = [np.array([0, 2, 3, 1]), np.array([2, 4, 5, 3])]
    return [patch(nodes[k], 0, k) for k in numbers]


@pytest.mark.parametrize("x", [0.5, 0.99, 1 - 1e-12, 1.0, 1 + 1e-12, 1.01, 1.5])
def test_corner_over_the_seam_of_two_patches_is_not_lost(x):
    for dip in (0.0, 0.1):
        z = 0.01 - dip * (1 - abs(x - 1))
        point = shape(CUBOID, (1e-4, 1e-4, 1e-4), (x, 0.5, z))
        c = contacts_of(*two_patches(dip), point, margin=1.0)
        assert len(set(c.feature)) == 8


@pytest.mark.parametrize("x", np.linspace(0.8, 1.2, 9))
def test_ball_rolls_over_a_flat_seam_without_noticing_it(x):
    c = contacts_of(*two_patches(0.0), shape(SPHERE, 0.2, (x, 0.4, 0.199)), margin=0.1)
    assert np.allclose(c.gap, -0.001) and np.allclose(c.n, [0, 0, 1])
    assert c.n_contacts == (2 if np.isclose(x, 1.0) else 1)


def test_ball_on_a_ridge_touches_it_once():
    c = contacts_of(*two_patches(-0.5), shape(SPHERE, 0.2, (1.0, 0.4, 0.7)), margin=0.1)
    assert c.n_contacts == 1
    assert np.allclose(c.gap, 0, atol=1e-12) and np.allclose(c.n, [0, 0, 1]) and np.allclose(c.x_a, [1, 0.4, 0.5])
    c = contacts_of(*two_patches(0.5), shape(SPHERE, 0.2, (1.0, 0.4, -0.25)), margin=0.1)
    assert c.n_contacts == 2  # in the valley it touches both slopes
