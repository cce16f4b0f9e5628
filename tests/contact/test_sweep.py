"""Distances of convex sets and moving contours against brute force."""

import numpy as np
import pytest
from geometry_scenes import contacts_of, random_shape, shape, tables_of
from scipy.optimize import nnls
from scipy.spatial.transform import Rotation

from stickslip.contact.convex import COUNT, SET_ROWS, distance
from stickslip.contact.geometry.place import place
from stickslip.contact.kinds import BAR, CIRCLE, CUBOID, CYLINDER, LINE, PATCH, PLANE, RECTANGLE, SEGMENT, SPHERE
from stickslip.contact.passing import FRACTION, first_pass, new_scratch
from stickslip.contact.sweep import NEVER, Path, advance, load_shape, thinnest


def least_distance(P, Q):
    """Distance of the hulls of two sets of points by non-negative least squares."""
    D, weight = (P[:, None] - Q[None]).reshape(-1, 3), 1e4
    x, _ = nnls(np.vstack([D.T, np.full(len(D), weight)]), np.array([0.0, 0.0, 0.0, weight]), maxiter=10000)
    return np.linalg.norm(D.T @ (x / x.sum()))


def test_distance_of_convex_hulls():
    random, n, work = np.random.default_rng(1), np.zeros(3), np.zeros((16, 4))
    for _ in range(500):
        sets, hulls = [], []
        for _ in range(2):
            hull = random.normal(size=(random.integers(1, 9), 3)) * 10.0 ** random.uniform(-2, 0, 3)
            hull[:, 2] *= random.random() < 0.6  # some are flat
            hulls.append(hull + random.normal(size=3) * random.choice([0.3, 1.0, 3.0]))
            sets.append(np.zeros((SET_ROWS, 4)))
            sets[-1][: len(hull), :3], sets[-1][COUNT, 0] = hulls[-1], len(hull)
        found, expected = distance(*sets, n, work), least_distance(*hulls)
        assert found == pytest.approx(expected, rel=1e-6, abs=1e-8)
        if expected > 1e-6:
            assert (hulls[1] @ n).min() - (hulls[0] @ n).max() == pytest.approx(found, rel=1e-6, abs=1e-9)


def path_of(shapes, d, turn):
    """Each shape on a body of its own with the same axes; points of patches move as the body would, to first order."""
    contours, placed = tables_of(shapes)
    n = len(shapes)
    contours = contours._replace(r_BC=np.zeros((n, 3)), A_BC=np.tile(np.eye(3), (n, 1, 1)))
    r, A = np.zeros((n + 1, 3)), np.tile(np.eye(3), (n + 1, 1, 1))
    x, way = np.zeros((1000 + 4 * n + 4, 3)), np.zeros((1000 + 4 * n + 4, 3))
    way_of, turn_of = np.zeros((n + 1, 3)), np.zeros((n + 1, 3))
    for k, s in enumerate(shapes):
        r[k + 1], A[k + 1], way_of[k + 1], turn_of[k + 1] = s.r, s.A, d[k], turn[k]
        if s.kind == PATCH:
            numbers = np.arange(4) + 1000 + 4 * k
            x[numbers], way[numbers] = s.corners, d[k]
    return contours, Path(r, A, x, way_of, turn_of, way), placed


def moved(s, d, turn, fraction):
    """The shape at a fraction of its path."""
    if s.kind == PATCH:
        other = shape(s.kind)
        other.corners, other.surface, other.nodes = s.corners + fraction * d, s.surface, s.nodes
        return other
    R = Rotation.from_rotvec(fraction * turn).as_matrix()
    return shape(s.kind, s.size, s.r + fraction * d, R @ s.A)


def gap_of(one, two):
    """Gap of two shapes; a patch has two sides here."""
    if one.kind == PATCH:
        return least_distance(one.corners, two.r[None]) - two.size[0]
    contacts = contacts_of(one, two)
    return contacts.gap.min() if contacts.n_contacts else np.inf


PAIRS = [
    (PLANE, CUBOID), (PLANE, SPHERE), (PLANE, CYLINDER), (CUBOID, SPHERE), (CUBOID, CUBOID), (CUBOID, SEGMENT),
    (CYLINDER, SPHERE), (SEGMENT, SEGMENT), (SEGMENT, SPHERE), (SPHERE, SPHERE), (PATCH, SPHERE), (LINE, RECTANGLE),
    (LINE, BAR), (RECTANGLE, RECTANGLE), (RECTANGLE, BAR), (RECTANGLE, CIRCLE), (BAR, BAR), (BAR, CIRCLE),
]  # fmt: skip


@pytest.mark.parametrize(("kind_a", "kind_b"), PAIRS)
def test_first_meeting_against_samples(kind_a, kind_b):
    """Conservative advancement stops where the gap of the narrow phase first vanishes along the path."""
    random, samples, met = np.random.default_rng(kind_a * 20 + kind_b), 200, 0
    scratch = new_scratch(2)
    for _ in range(60):
        shapes = [random_shape(kind, random, 1.5) for kind in (kind_a, kind_b)]
        for s in shapes:
            s.size *= s.kind not in (PLANE, LINE)
        if kind_a == PATCH:
            corners = shapes[0].corners
            shapes[0].corners[3] = corners[0] - corners[1] + corners[2]  # flat: a hull is what it is
        plane = np.array([1.0, 1.0, 0.0]) if kind_a >= LINE else np.ones(3)
        d, turn = random.normal(size=(2, 3)) * 2.0 * plane, random.normal(size=(2, 3)) * (1.5 if kind_a < LINE else 0.0)
        turn[:, 2] += random.normal(size=2) * (kind_a >= LINE)
        turn[0] *= kind_a != PATCH
        gaps = []
        d[1] += shapes[0].r - shapes[1].r  # to meet more often
        for s in np.linspace(0.0, 1.0, samples + 1):
            gaps.append(gap_of(*(moved(shapes[k], d[k], turn[k], s) for k in range(2))))
        gaps = np.array(gaps)
        if gaps[0] <= 0.0 or gaps.min() == np.inf:
            continue
        contours, path, _ = path_of(shapes, d, turn)
        place(contours, path.r, path.A, path.x, scratch.placed)
        for k in range(2):
            load_shape(contours, scratch.placed, path, k, 0.0, scratch.shapes[k])
        s = advance(scratch.shapes, kind_a in (PLANE, LINE), 0.0, 1e-6, scratch.sets, scratch.n, scratch.work)
        first = np.argmax(gaps <= 0.0) / samples if (gaps <= 0.0).any() else NEVER
        if first == NEVER:
            assert s == NEVER or gaps.min() < 0.05
        else:
            met += 1
            assert first - 1.5 / samples < s <= first + 1e-6
    assert met >= 1


def test_passing_is_found_whatever_the_way():
    """A ball of radius 0.1 shot through a plate at random: found if and only if its samples have touched it."""
    random = np.random.default_rng(5)
    groups, compliant, closed = np.zeros((1, 1), np.int64), np.zeros(1, np.int64), np.full(2, 1e-9)
    hits = 0
    for _ in range(100):
        plate = shape(CUBOID, (0.05, 1.0, 1.0), random.normal(size=3), Rotation.random(random_state=random).as_matrix())
        ball = shape(SPHERE, 0.1, 3.0 * random.normal(size=3))
        d = np.array([0.3 * random.normal(size=3), 0.5 * random.normal(size=3)])
        d[1] += 2.0 * (plate.r - ball.r)
        contours, path, _ = path_of([plate, ball], d, np.array([0.3 * random.normal(size=3), np.zeros(3)]))
        least = min(
            contacts_of(moved(plate, d[0], path.turn[1], s), moved(ball, d[1], path.turn[2], s)).gap.min()
            for s in np.linspace(0.0, 1.0, 101)
        )
        scratch = new_scratch(2)
        first_pass(contours, groups, compliant, closed, path, 1.0, scratch)
        found = scratch.found[FRACTION] < NEVER
        hits += found
        assert found or least > -0.01
        assert not found or least < 0.1
    assert hits > 10


def test_the_least_way_of_a_scene():
    """A quarter of what the thinnest pair has; a ball over a plane may move by its own radius; holes do not count."""
    contours, _ = tables_of([shape(CUBOID, (0.1, 1.0, 1.0)), shape(SPHERE, 0.3), shape(PLANE)])
    groups = np.zeros((1, 1), np.int64)
    contours = contours._replace(radius=np.where(contours.kind == PLANE, np.inf, contours.radius))
    assert thinnest(contours, groups) == pytest.approx(0.25 * (0.1 + 0.1))
    apart = contours._replace(group=np.array([0, 1, 2]))
    groups = np.array([[-1, 0, -1], [0, -1, -1], [-1, -1, -1]])
    assert thinnest(apart, groups) == pytest.approx(0.25 * (0.1 + 0.3))
    groups = np.array([[-1, -1, -1], [-1, -1, 0], [-1, 0, -1]])
    assert thinnest(apart, groups) == pytest.approx(0.3)
