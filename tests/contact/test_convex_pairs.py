"""Pairs without kernels of their own: any two convex contours, against optimisation over all directions."""

from __future__ import annotations

import numpy as np
import pytest
from geometry_scenes import (
    CONVEX,
    CUBOID,
    CYLINDER,
    SEGMENT,
    SPHERE,
    contacts_of,
    moved,
    outline_of,
    random_rotation,
    random_shape,
    shape,
)
from scipy.optimize import minimize

from stickslip.contact.pairs import PAIRS, name_of, number_of

GENERIC = [tuple(map(number_of, pair)) for pair, how in PAIRS.items() if how.generic and "plane" not in pair]
GENERIC = [pair for pair in GENERIC if set(pair) <= {CONVEX, CUBOID, CYLINDER, SEGMENT, SPHERE}]
NAMES = ["-".join(map(name_of, pair)) for pair in GENERIC]
FINE = {"xatol": 1e-13, "fatol": 1e-15, "maxiter": 4000}
GAPS = [1.0, 0.1, 1e-3, 1e-9, 0.0, -1e-9, -1e-3, -0.02]


def support(s, n):
    """Largest n . x over a shape."""
    outline = outline_of(s.kind, s.size)
    d, disks = s.A.T @ n, np.array(outline.hull)
    return n @ s.r + (disks[:, :3] @ d + disks[:, 3] * np.hypot(d[0], d[1])).max() + outline.rounding


def separation(a, b, n):
    return -support(a, n) - support(b, -n)


def farthest(a, b, n, rng, starts=3):
    """Largest separation near the direction n, and its direction, by search."""
    best, at = -np.inf, n
    for k in range(starts):
        v = n + (0.1 * rng.normal(size=3) if k else 0.0)
        for _ in range(4):
            options = {"xatol": 1e-13, "fatol": 1e-15, "maxiter": 4000}
            found = minimize(
                lambda x: -separation(a, b, x / np.linalg.norm(x)), v, method="Nelder-Mead", options=options
            )
            v = found.x / np.linalg.norm(found.x)
        if -found.fun > best:
            best, at = -found.fun, v
    return best, at


def scene(pair, rng, gap, scale=1.0):
    """Two random shapes in a random position with a gap."""
    a, b = (random_shape(kind, rng) for kind in pair)
    n = rng.normal(size=3)
    least, n = farthest(a, b, n / np.linalg.norm(n), rng)
    b = moved(b, np.eye(3), (gap - least) * n)
    for s in (a, b):
        s.size, s.r = s.size * scale, s.r * scale
    return a, b, n


@pytest.mark.parametrize("pair", GENERIC, ids=NAMES)
def test_gap_and_normal_are_those_of_the_best_direction(pair):
    """At any distance, touching and overlapping: no direction near the normal parts the shapes more than the gap."""
    rng = np.random.default_rng([1, *pair])
    for gap in GAPS:
        a, b, n = scene(pair, rng, gap)
        c = contacts_of(a, b)
        k = np.argmin(c.gap)
        assert abs(c.gap[k] - separation(a, b, c.n[k])) < 1e-12
        assert farthest(a, b, c.n[k], rng, 1)[0] < c.gap[k] + 1e-12
        assert c.gap[k] > farthest(a, b, n, rng, 1)[0] - 1e-10


@pytest.mark.parametrize("pair", GENERIC, ids=NAMES)
def test_size_of_the_scene_does_not_matter(pair):
    """But for round-off of coordinates: bodies are at about 1 m in all scenes."""
    rng = np.random.default_rng([2, *pair])
    for gap in (0.1, 0.0, -1e-3):
        a, b, _ = scene(pair, rng, gap)
        c = contacts_of(a, b)
        for scale in (1e-4, 1e4):
            one, two = (moved(s, np.eye(3), np.zeros(3)) for s in (a, b))
            for s in (one, two):
                s.size, s.r = s.size * scale, s.r * scale
            d = contacts_of(one, two, margin=1e3 * scale)
            assert np.array_equal(c.feature, d.feature)
            assert np.allclose(c.gap, d.gap / scale, atol=3e-15 / scale + 1e-14) and np.allclose(c.n, d.n, atol=1e-9)


def on(lower, upper, height, tilt=0.0):
    """The upper shape at a height over the lower one, tilted a little."""
    c, s = np.cos(tilt), np.sin(tilt)
    return contacts_of(lower, moved(upper, np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]), np.array([0.0, 0.0, height])))


LYING = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])  # the third axis along x


@pytest.mark.parametrize("tilt", [0.0, 1e-12, 1e-9, 1e-7, 1e-4])
def test_standing_cylinder_has_points_around_its_rim(tilt):
    """On a box all around; on a smaller box at its corners; over an edge where the rim crosses it."""
    cylinder = shape(CYLINDER, (0.5, 1.0))
    c = on(shape(CUBOID, (2.0, 2.0, 1.0)), cylinder, 2.0, tilt)
    assert c.n_contacts == 8 and np.allclose(np.hypot(c.x_a[:, 0], c.x_a[:, 1]), 0.5, atol=0.01)
    assert np.allclose(c.gap, 0.0, atol=1.1 * tilt + 1e-14)
    c = on(shape(CUBOID, (0.2, 0.3, 1.0)), cylinder, 2.0, tilt)
    assert np.allclose(sorted(np.abs(c.x_a[:, 0])), 0.2, atol=1e-3) and c.n_contacts == 4
    c = on(shape(CUBOID, (2.0, 2.0, 1.0), (2.4, 0.0, 0.0)), cylinder, 2.0, tilt)  # overlaps by 0.1
    assert c.n_contacts >= 2 and c.x_a[:, 0].min() == pytest.approx(0.4, abs=1e-3)
    c = on(shape(CUBOID, (2.0, 2.0, 1.0), (2.499, 0.0, 0.0)), cylinder, 2.0, tilt)  # by less than a chord of the rim
    assert c.n_contacts >= 1 and c.gap.min() == pytest.approx(0.0, abs=1.1 * tilt + 1e-12)


def test_lying_cylinder_touches_along_its_side():
    lying = shape(CYLINDER, (0.25, 1.0), A=LYING)
    c = on(shape(CUBOID, (0.6, 0.6, 1.0)), lying, 1.25)
    assert c.n_contacts == 2 and np.allclose(c.n, [0, 0, 1]) and np.allclose(sorted(c.x_a[:, 0]), [-0.6, 0.6])
    assert np.allclose(c.gap, 0.0, atol=1e-14)
    c = on(lying, lying, 0.5)  # parallel
    assert c.n_contacts == 2 and np.allclose(sorted(c.x_a[:, 0]), [-1, 1]) and np.allclose(c.gap, 0.0, atol=1e-14)
    across = moved(lying, np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]]), np.zeros(3))
    c = on(lying, across, 0.6)
    assert c.n_contacts == 1 and c.gap[0] == pytest.approx(0.1, abs=1e-14)
    assert np.allclose(c.x_a[0], [0, 0, 0.25], atol=1e-12)


def test_features_stay_while_nothing_changes():
    """Round-off does not renumber the points of a body at rest."""
    rng = np.random.default_rng(3)
    box, cylinder = shape(CUBOID, (2.0, 2.0, 1.0)), shape(CYLINDER, (0.5, 1.0), (0.0, 0.0, 2.0))
    known = set(contacts_of(box, cylinder).feature)
    for _ in range(50):
        turn = np.eye(3) + 1e-13 * np.cross(np.eye(3), rng.normal(size=3))
        assert set(contacts_of(box, moved(cylinder, turn, 1e-14 * rng.normal(size=3))).feature) == known


def test_margin_leaves_nothing_near_out():
    rng = np.random.default_rng(4)
    for pair in GENERIC:
        for _ in range(10):
            a, b = (random_shape(kind, rng, 0.7) for kind in pair)
            R = random_rotation(rng)
            c, d = contacts_of(moved(a, R, np.zeros(3)), moved(b, R, np.zeros(3))), contacts_of(a, b)
            assert c.n_contacts == d.n_contacts > 0
