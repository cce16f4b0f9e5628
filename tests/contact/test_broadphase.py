"""Candidate pairs against the test of all pairs."""

from __future__ import annotations

import numpy as np
import pytest

from stickslip.contact.broadphase import find_pairs
from stickslip.contact.kinds import CIRCLE, CUBOID, LINE, PATCH, PLANE, SEGMENT, SPHERE
from stickslip.contact.tables import Contours, new_pairs, new_placed

LAW = np.array([[0, 1, -1], [1, 2, 3], [-1, 3, 4]])


def scene(n, rng, radii=(0.0, 0.1, 0.3, 0.5), planes=2, density=1.0):
    """Contours of mixed kinds, sizes, bodies and groups at random places in a cube."""
    kind = rng.choice([PATCH, CUBOID, SEGMENT, SPHERE], n)
    kind[:planes] = PLANE
    body = rng.integers(0, max(n // 2, 1), n)
    body[kind == PATCH] = -1 - rng.integers(0, 3, np.sum(kind == PATCH))
    radius = rng.choice(radii, n).astype(float)
    radius[:planes] = np.inf
    contours = Contours(
        kind,
        body,
        np.full(n, -1),
        body,
        rng.integers(0, 3, n),
        np.zeros((n, 3)),
        np.tile(np.eye(3), (n, 1, 1)),
        np.ones((n, 3)),
        radius,
        np.full((n, 4), -1),
        np.zeros(n, np.int64),
        *np.zeros((3, n)),
        np.zeros(n + 1, np.int64),
        np.zeros((0, 8)),
        np.zeros((0, 0), np.int64),
    )
    placed = new_placed(n)
    placed.r[:] = rng.uniform(-0.5, 0.5, (n, 3)) * (n / density) ** (1 / 3)
    placed.reach[:] = radius
    return contours, placed


def all_pairs(contours, placed, skin):
    """The definition: allowed, and bounding spheres within the skin."""
    r, reach = placed.r, placed.reach
    near = np.linalg.norm(r[:, None] - r, axis=2) <= reach[:, None] + reach + skin
    near &= (contours.body[:, None] != contours.body) & (LAW[contours.group[:, None], contours.group] >= 0)
    i, j = np.nonzero(np.triu(near, 1))
    swap = contours.kind[i] > contours.kind[j]
    a, b = np.where(swap, j, i), np.where(swap, i, j)
    order = np.lexsort((b, a))
    return a[order], b[order]


def find(contours, placed, skin, capacity=None):
    n = len(contours.kind)
    pairs = new_pairs(40 * n + 10 if capacity is None else capacity)
    needed = find_pairs(contours, placed, LAW, skin, np.zeros(n, np.int64), pairs)
    return needed, pairs


@pytest.mark.parametrize("skin", [0.0, 0.05])
@pytest.mark.parametrize("radii", [(0.3,), (0.0,), (0.0, 0.1, 0.3, 0.5), (1e-9, 0.01, 0.5, 4.0)])
def test_equals_the_test_of_all_pairs(skin, radii):
    rng = np.random.default_rng(0)
    contours, placed = scene(2000, rng, radii)
    for _ in range(3):
        a, b = all_pairs(contours, placed, skin)
        needed, pairs = find(contours, placed, skin, capacity=400_000)
        assert needed == len(a) == pairs.count[0] > 0
        assert np.array_equal(pairs.a[:needed], a) and np.array_equal(pairs.b[:needed], b)
        assert np.array_equal(pairs.law[:needed], LAW[contours.group[a], contours.group[b]])
        placed.r[:] += 0.1 * rng.normal(size=placed.r.shape)


def test_touching_lattice_of_equal_spheres_misses_no_neighbour():
    """Spheres of radius 1/2 on a cubic lattice of spacing 1 touch their 6 neighbours: 3 m^2 (m - 1) pairs."""
    m = 8
    grid = np.stack(np.meshgrid(*[np.arange(m)] * 3, indexing="ij"), axis=-1).reshape(-1, 3).astype(float)
    contours, placed = scene(m**3, np.random.default_rng(1), (0.5,), planes=0)
    contours.body[:], contours.group[:] = np.arange(m**3), 0
    placed.r[:] = grid
    assert find(contours, placed, 0.0)[0] == 3 * m * m * (m - 1)
    placed.r[:] = grid * 1.01
    assert find(contours, placed, 0.0)[0] == 0


def test_unbounded_contours_pair_however_far():
    contours, placed = scene(3, np.random.default_rng(2), planes=1)
    contours.body[:], contours.group[:], contours.kind[:] = (0, 1, 2), 0, (LINE, CIRCLE, CIRCLE)
    placed.r[1:] = [[1e6, 0, 0], [-1e6, 0, 0]]
    needed, pairs = find(contours, placed, 0.0)
    assert needed == 2 and list(pairs.a[:2]) == [0, 0] and list(pairs.b[:2]) == [1, 2]


def test_empty_small_and_full():
    for n in (0, 1):
        assert find(*scene(n, np.random.default_rng(3), planes=0), 0.1)[0] == 0
    contours, placed = scene(200, np.random.default_rng(4))
    needed, _ = find(contours, placed, 0.1)
    again, pairs = find(contours, placed, 0.1, capacity=needed - 1)
    assert again == needed and pairs.count[0] == 0
    again, pairs = find(contours, placed, 0.1, capacity=needed)
    assert pairs.count[0] == needed
