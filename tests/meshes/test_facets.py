"""Contact points on meshes beside boxes, planes and brute force; no triangulation makes a difference."""

import itertools

import numpy as np
import pytest
from facets import ball, box_solid, capsule, divided, kernel_mesh, meshes, rotation, sheet, solid

import stickslip as ss
from stickslip.contact.geometry import frames
from stickslip.contact.geometry.spatial_cuboid import cuboid_cuboid
from stickslip.meshes.tables import BORDER, CONCAVE, CONVEX, FLAT
from stickslip.meshes.tree import build, overlapping, refit

HALF = np.array([0.5, 1.0, 1.5])
BOX = ss.Mesh.box(2 * HALF)


def boxes(rng):
    return [kernel_mesh(BOX), kernel_mesh(divided(BOX, rng))]


def box_distance(p):
    """Signed distance of a point from the box, and the outward direction."""
    out = np.maximum(abs(p) - HALF, 0.0) * np.sign(p)
    if out.any():
        return np.linalg.norm(out), out / np.linalg.norm(out)
    k = int(np.argmax(abs(p) - HALF))
    return abs(p[k]) - HALF[k], np.eye(3)[k] * np.sign(p[k])


def test_kinds_of_edges():
    """A box has 12 convex edges and flat diagonals, a sheet borders, a step a concave edge."""
    mesh = kernel_mesh(BOX)
    assert np.bincount(mesh.kind.ravel()).tolist() == [12, 24]
    assert mesh.owns.sum() == 12 and np.count_nonzero(mesh.speaks == 2) == 8
    np.testing.assert_allclose(sorted(set(mesh.depth)), HALF)
    step = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (1, 0, 1), (1, 1, 1)]
    corner = kernel_mesh(ss.Mesh(step, [(0, 1, 2), (0, 2, 3), (1, 4, 5), (1, 5, 2)]), 0.1)
    assert sorted(corner.kind.ravel()) == [FLAT] * 4 + [CONCAVE] * 2 + [BORDER] * 6
    assert CONVEX not in corner.kind


@pytest.mark.parametrize("number", [0, 1])
def test_points_around_a_box(number):
    """Every point outside has one contact, that of the box; every point inside the one with the nearest side."""
    rng = np.random.default_rng(number)
    mesh = boxes(rng)[number]
    for p in rng.uniform(-2.5, 2.5, (1500, 3)):
        distance, n = box_distance(p)
        rows = ball(mesh, p, 0.1)
        assert len(rows) == 1
        np.testing.assert_allclose(rows[0, 0], distance - 0.1, atol=1e-12)
        np.testing.assert_allclose(rows[0, 1:4], n, atol=1e-12)
        np.testing.assert_allclose(rows[0, 4:], p - distance * n, atol=1e-12)


@pytest.mark.parametrize("number", [0, 1])
def test_points_straight_over_edges_and_vertices(number):
    """Ties between facets are decided once: over vertices and edges of a divided box there is one contact."""
    rng = np.random.default_rng(5)
    mesh = boxes(rng)[number]
    ends = mesh.x[mesh.face]
    places = [mesh.x, *(0.5 * (ends[:, k] + ends[:, k - 1]) for k in range(3))]
    for x in np.concatenate(places):
        on = np.flatnonzero(abs(abs(x) - HALF) < 1e-12)
        for k in on:
            n = np.eye(3)[k] * np.sign(x[k])
            for h in (1e-3, 0.2):
                rows = ball(mesh, x + h * n)
                assert len(rows) == 1
                np.testing.assert_allclose(rows[0, :4], [h, *n], atol=1e-12)


def test_ball_over_any_triangulation_of_a_plane():
    """Gap z - R, the normal of the plane and one contact, straight over vertices and edges, too; also turned."""
    rng = np.random.default_rng(2)
    for turned in (np.eye(3), rotation(rng)):
        flat = sheet(rng, inner=60)
        mesh = kernel_mesh(ss.Mesh(flat.vertices @ turned.T, flat.faces), 0.5)
        places = np.vstack([rng.uniform(-1.9, 1.9, (300, 3)), 0.9 * flat.vertices, flat.vertices[16:],
                            flat.vertices[flat.faces].mean(axis=1),
                            0.5 * (flat.vertices[flat.faces[:, 0]] + flat.vertices[flat.faces[:, 1]])])  # fmt: skip
        for x in places[(abs(places[:, :2]) < 1.99).all(axis=1)]:
            rows = ball(mesh, turned @ [x[0], x[1], 0.3], 0.3)
            assert len(rows) == 1
            np.testing.assert_allclose(rows[0, :4], [0.0, *turned[:, 2]], atol=1e-12)


def test_ball_beside_and_below_a_sheet():
    """Over its border a sheet is rounded; below it there is its thickness, then nothing."""
    mesh = kernel_mesh(sheet(np.random.default_rng(0)), 0.25)
    np.testing.assert_allclose(ball(mesh, (2.3, 0.1, 0.4))[0, :4], [0.5, 0.6, 0.0, 0.8], atol=1e-12)
    np.testing.assert_allclose(ball(mesh, (0.3, 0.1, -0.2))[0, :4], [-0.2, 0.0, 0.0, 1.0], atol=1e-12)
    assert len(ball(mesh, (0.3, 0.1, -0.3))) == 0
    assert len(ball(mesh, (2.1, 0.1, -0.1))) == 0


def test_ball_in_a_corner_touches_both_sides():
    """Over a concave edge a ball has two contacts, and a point that is behind one side keeps the other one."""
    step = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (1, 0, 1), (1, 1, 1)]
    corner = kernel_mesh(ss.Mesh(step, [(0, 1, 2), (0, 2, 3), (2, 1, 4), (2, 4, 5)]), 0.1)
    rows = ball(corner, (0.9, 0.5, 0.1), 0.1)
    np.testing.assert_allclose(rows[:, 0], 0.0, atol=1e-15)
    assert {tuple(np.round(row[1:4])) for row in rows} == {(0, 0, 1), (-1, 0, 0)}
    for p in ((1 + 1e-9, 0.5, 1e-10), (1 - 1e-9, 0.5, -1e-10), (1 + 1e-9, 0.5, -1e-10), (1.0, 0.5, 0.0)):
        rows = ball(corner, p)
        assert {tuple(np.round(row[1:4])) for row in rows} == {(0, 0, 1), (-1, 0, 0)}


# Capsules.


def segment_box(a, b):
    """Distance of a segment from the box by search."""
    s = np.linspace(0, 1, 20001)[:, None]
    p = a + s * (b - a)
    return np.linalg.norm(np.maximum(abs(p) - HALF, 0.0), axis=1).min()


@pytest.mark.parametrize("number", [0, 1])
def test_capsules_around_a_box(number):
    """The smallest gap of a capsule outside is its distance from the box; no point is nearer."""
    rng = np.random.default_rng(number)
    mesh = boxes(rng)[number]
    looked = 0
    for _ in range(400):
        a, b = rng.uniform(-2.5, 2.5, (2, 3))
        distance = segment_box(a, b)
        if distance > 0.05:
            looked += 1
            rows = capsule(mesh, a, b, 0.03)
            assert rows[:, 0].min() == pytest.approx(distance - 0.03, abs=1e-6)
    assert looked > 100


def test_capsule_on_any_triangulation_of_a_plane():
    """Two points, the ends, over the facets; where it hangs over a border the end on the sheet and the border."""
    rng = np.random.default_rng(4)
    mesh = kernel_mesh(sheet(rng, inner=60), 0.5)
    for _ in range(200):
        a, b = rng.uniform(-1.9, 1.9, (2, 3)) * (1, 1, 0) + (0, 0, 0.2)
        rows = capsule(mesh, a, b, 0.2)
        assert len(rows) == 2
        np.testing.assert_allclose(rows[:, :4], [[0, 0, 0, 1]] * 2, atol=1e-12)
        rows = capsule(mesh, a, (3.0, b[1], 0.2), 0.2)
        cut = a[1] + (b[1] - a[1]) * (2 - a[0]) / (3 - a[0])
        near = rows[abs(rows[:, 0]) < 1e-9]
        assert len(near) == 2
        np.testing.assert_allclose(near[:, 1:4], [[0, 0, 1]] * 2, atol=1e-12)
        ends = near[np.argsort(near[:, 4]), 4:6]
        np.testing.assert_allclose(ends, [a[:2], [2.0, cut]], atol=1e-9)


# Boxes.


def cuboids(half_a, half_b, r, A, margin):
    """Contact points of two cuboids, the first one at the origin."""
    pair = np.zeros((2, frames.PAIR_COLUMNS))
    for side, (half, place, axes) in enumerate(((half_a, np.zeros(3), np.eye(3)), (half_b, r, A))):
        pair[side, :3], pair[side, 3:12], pair[side, 12:15] = place, axes.T.ravel(), half
    points = np.zeros((frames.MOST_POINTS + 1, frames.POINT_COLUMNS))
    cuboid_cuboid(pair, 0, 1, margin, points)
    found = points[: int(points[frames.MOST_POINTS, 0])]
    rows = np.column_stack([found[:, 1], found[:, 2:5], found[:, 5:8]])
    return rows[np.lexsort(np.round(rows, 9).T)]


def box_mesh(half, rng):
    return kernel_mesh(divided(ss.Mesh.box(2 * np.array(half)), rng, 1))


def touching(rng, gap):
    """A second box in a random pose, pushed along a random direction until cuboids have the gap."""
    half_b, A = rng.uniform(0.3, 1.2, 3), rotation(rng)
    way = rng.normal(size=3)
    way /= np.linalg.norm(way)
    low, high = 0.0, 10.0
    for _ in range(200):
        r = 0.5 * (low + high) * way
        D, nearest = r, -np.inf
        axes = [*np.eye(3), *A.T]
        axes += [c / np.linalg.norm(c) for i in range(3) for j in range(3)
                 if np.linalg.norm(c := np.cross(np.eye(3)[i], A[:, j])) > 1e-6]  # fmt: skip
        for m in axes:
            nearest = max(nearest, abs(m @ D) - HALF @ abs(m) - half_b @ abs(A.T @ m))
        low, high = (low, 0.5 * (low + high)) if nearest > gap else (0.5 * (low + high), high)
    return half_b, A, 0.5 * (low + high) * way


@pytest.mark.parametrize("gap", [1e-9, -1e-6])
def test_boxes_in_random_poses(gap):
    """Where cuboids touch in any pose (corners on sides, crossing edges), a mesh of the box finds the same points."""
    rng = np.random.default_rng(11)
    plain, fine = kernel_mesh(BOX), kernel_mesh(divided(BOX, rng, 1))
    kinds = set()
    for _ in range(150):
        half_b, A, r = touching(rng, gap)
        expected = cuboids(HALF, half_b, r, A, 1e-5)
        expected = expected[expected[:, 0] < 1e-7]
        other = box_solid(half_b, r, A)
        second = box_mesh(half_b, rng)
        for rows in (solid(plain, other, 1e-7), solid(fine, other, 1e-7), meshes(plain, second, r, A, 0.3, 1e-7)):
            assert len(rows) == len(expected) == 1
            np.testing.assert_allclose(rows[:, 0], expected[:, 0], atol=1e-12)
            np.testing.assert_allclose(rows[:, 1:4], expected[:, 1:4], atol=1e-10)
            np.testing.assert_allclose(rows[:, 4:], expected[:, 4:], atol=1e-9)
        kinds.add(int(np.count_nonzero(abs(expected[0, 1:4]) > 1 - 1e-9)))
    assert kinds == {0, 1}


@pytest.mark.parametrize("height", [0.0, 1e-9, -1e-9])
def test_boxes_on_each_other(height):
    """Side on side, turned and shifted at random: the corners of the common part of both sides, as of cuboids."""
    rng = np.random.default_rng(7)
    plain, fine = kernel_mesh(BOX), kernel_mesh(divided(BOX, rng))
    for _ in range(60):
        half_b, angle = rng.uniform(0.3, 1.5, 3), rng.uniform(0, np.pi)
        A = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
        r = np.array([*rng.uniform(-0.5, 0.5, 2), HALF[2] + half_b[2] + height])
        expected = cuboids(HALF, half_b, r, A, 1e-5)
        other, second = box_solid(half_b, r, A), box_mesh(half_b, rng)
        for rows in (solid(plain, other, 1e-5), solid(fine, other, 1e-5), meshes(fine, second, r, A, 0.3, 1e-5)):
            assert len(rows) == len(expected) > 2
            np.testing.assert_allclose(rows[:, :4], [[height, 0, 0, 1]] * len(rows), atol=1e-12)
            same = np.linalg.norm(rows[:, None, 4:] - expected[None, :, 4:], axis=2)
            assert (same.min(axis=1) < 1e-12).all() and (same.min(axis=0) < 1e-12).all()


@pytest.mark.parametrize("noise", [0.0, 1e-14, 1e-9])
def test_aligned_boxes_have_four_points(noise):
    """A tower of equal boxes, flush to rounding: four points upwards, none to the side."""
    rng = np.random.default_rng(8)
    plain, fine = kernel_mesh(BOX), kernel_mesh(divided(BOX, rng))
    for _ in range(20):
        r = np.array([0, 0, 2 * HALF[2]]) + noise * rng.normal(size=3)
        other = box_solid(HALF, r, np.eye(3))
        both = [meshes(one, two, r, np.eye(3), 0.5, 1e-6) for one, two in ((plain, fine), (fine, plain))]
        for rows in (solid(plain, other, 1e-6), solid(fine, other, 1e-6), *both):
            assert len(rows) == 4
            np.testing.assert_allclose(rows[:, 1:4], [[0, 0, 1]] * 4, atol=1e-12)
            assert {tuple(np.sign(row[4:6])) for row in rows} == set(itertools.product((-1, 1), repeat=2))


def test_box_on_any_triangulation_of_a_plane():
    """Four points, those of the box on a plane; over a border the corners on the sheet and its crossings."""
    rng = np.random.default_rng(9)
    mesh = kernel_mesh(sheet(rng, inner=80), 0.5)
    for _ in range(100):
        angle = rng.uniform(0, np.pi)
        A = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
        r = np.array([*rng.uniform(-1.2, 1.2, 2), 0.2])
        rows = solid(mesh, box_solid(np.array([0.3, 0.2, 0.2]), r, A), 1e-6)
        assert len(rows) == 4
        np.testing.assert_allclose(rows[:, :4], [[0, 0, 0, 1]] * 4, atol=1e-12)
    rows = solid(mesh, box_solid(np.array([0.3, 0.2, 0.2]), np.array([2.0, 0.1, 0.2]), np.eye(3)), 1e-6)
    np.testing.assert_allclose(sorted(map(tuple, np.round(rows[:, 4:6], 9))),
                               [(1.7, -0.1), (1.7, 0.3), (2.0, -0.1), (2.0, 0.3)])  # fmt: skip


# The tree.


def test_tree_finds_what_all_pairs_find():
    rng = np.random.default_rng(0)
    for n in (1, 4, 5, 200):
        low = rng.uniform(0, 10, (n, 3))
        high = low + rng.uniform(0, 1, (n, 3))
        tree = build(low, high)
        found = np.empty(n, dtype=np.int64)
        for moved in range(2):
            if moved:
                low, high = low + rng.normal(size=(n, 3)), high + 3.0
                refit(tree, low, high)
            for _ in range(50):
                a = rng.uniform(0, 10, 3)
                b = a + rng.uniform(0, 3, 3)
                expected = np.flatnonzero(((low <= b) & (high >= a)).all(axis=1))
                count = overlapping(tree, low, high, a, b, found)
                assert sorted(found[:count]) == list(expected)


def test_tree_counts_past_its_room():
    low = np.zeros((10, 3))
    tree = build(low, low)
    assert overlapping(tree, low, low, low[0], low[0], np.empty(3, dtype=np.int64)) == 10
