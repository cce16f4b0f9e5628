"""What every pair of contours must satisfy, and distances against an independent optimisation."""

from __future__ import annotations

import numpy as np
import pytest
from geometry_scenes import (
    BAR,
    CIRCLE,
    CONVEX,
    CUBOID,
    LINE,
    PATCH,
    PLANE,
    RECTANGLE,
    RING,
    SEGMENT,
    SPHERE,
    contacts_of,
    distance,
    moved,
    random_rotation,
    random_shape,
    shape,
    signed_distance,
    tables_of,
)

from stickslip.analysis.candidates import candidate_count
from stickslip.contact.broadphase import find_pairs
from stickslip.contact.geometry.narrow import narrow_phase
from stickslip.contact.kinds import NODE
from stickslip.contact.pairs import PAIRS as REGISTERED
from stickslip.contact.pairs import check_supported, name_of, number_of
from stickslip.contact.tables import Contours, new_contacts, new_pairs

LISTED = [tuple(map(number_of, pair)) for pair in REGISTERED]
PAIRS = sorted(pair for pair in LISTED if not {RING, NODE} & set(pair))  # rings: see test_geometry_ring
NAMES = ["-".join(map(name_of, pair)) for pair in PAIRS]


def scenes(pair, n, seed=0, spread=0.7):
    rng = np.random.default_rng([seed, *pair])
    return [(random_shape(pair[0], rng, spread), random_shape(pair[1], rng, spread), rng) for _ in range(n)]


@pytest.mark.parametrize("pair", PAIRS, ids=NAMES)
def test_points_lie_on_the_surfaces_and_differ_by_gap_times_normal(pair):
    found = 0
    for a, b, _ in scenes(pair, 60):
        c = contacts_of(a, b)
        found += c.n_contacts
        assert np.all(np.abs(c.x_b - c.x_a - c.gap[:, None] * c.n) <= 1e-12)
        assert len(set(c.feature)) == c.n_contacts
        frame = np.stack([c.n, c.t1, c.t2], axis=1)
        assert np.allclose(frame @ frame.transpose(0, 2, 1), np.eye(3), atol=1e-14)
        assert np.allclose(np.linalg.det(frame), 1.0, atol=1e-14)
        rounded = {SEGMENT, BAR, CONVEX} & set(pair)  # points of a round end may lie inside the rest of the capsule
        for k in [np.argmin(c.gap)] if rounded and c.n_contacts else range(c.n_contacts):
            if not (rounded and c.gap[k] < 0 and pair[0] not in (PLANE, LINE)):
                assert pair[0] == PATCH or abs(signed_distance(a, c.x_a[k])) < 1e-9
                assert abs(signed_distance(b, c.x_b[k])) < 1e-9
    assert found > 20


@pytest.mark.parametrize("pair", PAIRS, ids=NAMES)
def test_rigid_motion_of_the_scene_moves_the_contacts(pair):
    for a, b, rng in scenes(pair, 25, seed=1):
        planar = pair[0] >= LINE
        R, t = random_rotation(rng, planar), rng.normal(size=3) * (1, 1, 0 if planar else 1)
        c, d = contacts_of(a, b), contacts_of(moved(a, R, t), moved(b, R, t))
        assert np.array_equal(c.feature, d.feature)
        assert np.allclose(c.gap, d.gap, atol=1e-11)
        assert np.allclose(c.n @ R.T, d.n, atol=1e-9)
        assert np.allclose(c.x_a @ R.T + t, d.x_a, atol=1e-9)
        assert np.allclose(c.x_b @ R.T + t, d.x_b, atol=1e-9)


@pytest.mark.parametrize("pair", PAIRS, ids=NAMES)
def test_order_of_the_shapes_does_not_matter(pair):
    """Unequal kinds give the same contacts, equal kinds the same with sides exchanged."""
    for a, b, _ in scenes(pair, 25, seed=2):
        c, d = contacts_of(a, b), contacts_of(b, a)
        assert c.n_contacts == d.n_contacts
        i, j = np.lexsort(c.gap.round(9)[None]), np.lexsort(d.gap.round(9)[None])
        assert np.allclose(c.gap[i], d.gap[j], atol=1e-9)
        if c.n_contacts == 1:
            sign = -1 if pair[0] == pair[1] else 1
            assert np.allclose(c.n, sign * d.n, atol=1e-9)
            assert np.allclose(c.x_a, d.x_b if sign < 0 else d.x_a, atol=1e-9)


PLAIN = [
    (CUBOID, SEGMENT),
    (CUBOID, SPHERE),
    (SEGMENT, SEGMENT),
    (SEGMENT, SPHERE),
    (SPHERE, SPHERE),
    (RECTANGLE, RECTANGLE),
    (RECTANGLE, BAR),
    (RECTANGLE, CIRCLE),
    (BAR, BAR),
    (BAR, CIRCLE),
    (CIRCLE, CIRCLE),
]


@pytest.mark.parametrize("pair", PLAIN, ids=["-".join(map(name_of, pair)) for pair in PLAIN])
def test_least_gap_is_the_distance_by_optimisation(pair):
    tested = 0
    for a, b, _ in scenes(pair, 120, seed=3, spread=1.2):
        least, d = distance(a, b)
        if np.linalg.norm(d) > 1e-3:
            c = contacts_of(a, b)
            k = np.argmin(c.gap)
            assert abs(c.gap[k] - least) < 1e-9
            assert np.allclose(c.n[k], d / np.linalg.norm(d), atol=1e-6)
            tested += 1
    assert tested > 40


def box_axes(a, b):
    axes = [*a.A.T, *b.A.T, *(np.cross(e, f) for e in a.A.T for f in b.A.T)]
    return np.array([m / np.linalg.norm(m) for m in axes])


def test_cuboids_apart_over_a_face_or_crossing_edges_show_their_distance():
    tested = np.zeros(2, int)
    for a, b, _ in scenes((CUBOID, CUBOID), 400, seed=4, spread=1.0):
        least, d = distance(a, b)
        if least < 1e-3:
            continue
        parallel = np.abs(box_axes(a, b) @ d / least) > 1 - 1e-12
        c = contacts_of(a, b)
        if parallel.any():
            assert abs(c.gap.min() - least) < 1e-9
            assert np.allclose(c.n[np.argmin(c.gap)], d / least, atol=1e-6)
            tested[int(not parallel[:6].any())] += 1
        else:  # corner or edge to corner: apart, and never reported closer than it is
            assert c.n_contacts == 0 or c.gap.min() > least - 1e-9
    print("corner-face, edge-edge:", tested)
    assert tested.min() > 10


def test_overlap_of_cuboids_is_the_shortest_way_out():
    """Moving b by |gap| along n just parts the cuboids; no direction parts them with a shorter way."""
    rng = np.random.default_rng(5)
    tested = 0
    for a, b, _ in scenes((CUBOID, CUBOID), 200, seed=5, spread=0.5):
        if distance(a, b)[0] > 1e-9:
            continue
        c = contacts_of(a, b)
        k = np.argmin(c.gap)
        gap, n = c.gap[k], c.n[k]
        directions = np.vstack([rng.normal(size=(300, 3)), box_axes(a, b), -box_axes(a, b)])
        directions /= np.linalg.norm(directions, axis=1)[:, None]
        ways = np.abs(directions @ (a.A * a.size)).sum(1) + np.abs(directions @ (b.A * b.size)).sum(1)
        ways -= directions @ (b.r - a.r)
        assert np.min(ways) > -gap - 1e-4
        apart = moved(b, np.eye(3), (1e-6 - gap) * n)
        assert abs(distance(a, apart)[0] - 1e-6) < 1e-8
        tested += 1
    assert tested > 50


def test_overlap_of_rectangles_is_the_shortest_way_out():
    tested = 0
    for a, b, _ in scenes((RECTANGLE, RECTANGLE), 100, seed=6, spread=0.4):
        if distance(a, b)[0] > 1e-9:
            continue
        c = contacts_of(a, b)
        k = np.argmin(c.gap)
        apart = moved(b, np.eye(3), (1e-6 - c.gap[k]) * c.n[k])
        assert abs(distance(a, apart)[0] - 1e-6) < 1e-8
        turn = np.linspace(0, 2 * np.pi, 721)
        directions = np.stack([np.cos(turn), np.sin(turn), 0 * turn], axis=1)
        ways = np.abs(directions @ (a.A * a.size)).sum(1) + np.abs(directions @ (b.A * b.size)).sum(1)
        assert np.min(ways - directions @ (b.r - a.r)) > -c.gap[k] - 1e-5
        tested += 1
    assert tested > 30


@pytest.mark.parametrize("pair", PAIRS, ids=NAMES)
def test_margin_only_removes_open_points(pair):
    for a, b, _ in scenes(pair, 20, seed=8):
        c, d = contacts_of(a, b), contacts_of(a, b, margin=0.3)
        kept = c.gap <= 0.3
        if pair[0] not in (PLANE, LINE):
            assert set(d.feature) == set(c.feature[kept])
            assert np.all(d.gap <= 0.3)
        else:
            assert d.n_contacts >= 1


def test_full_table_is_reported_and_left_empty():
    shapes = [shape(PLANE), shape(CUBOID, (0.1, 0.1, 0.1), (0, 0, 0.1))]
    contours, placed = tables_of(shapes)
    pairs, contacts = new_pairs(4), new_contacts(7)
    law, order = np.zeros((1, 1), np.int64), np.zeros(2, np.int64)
    assert find_pairs(contours, placed, law, 0.0, order, pairs) == 1
    assert narrow_phase(contours, placed, pairs, 0.0, contacts) == 8
    assert contacts.count[0] == 0


def test_bowl_of_dice_has_297600_candidates():
    """50 dice and 9 patches of one bowl: 1225 * 240 + 50 * 8 * 9 = 297 600 (Zander 2008, sec. 6.4)."""
    kind = np.array([CUBOID] * 50 + [PATCH] * 9)
    body = np.array([*range(1, 51), *[-1] * 9])
    n = len(kind)
    contours = Contours(kind, body, np.full(n, -1), body, np.zeros(n, np.int64), *(np.zeros(n) for _ in range(12)))
    assert candidate_count(contours, np.zeros((1, 1), np.int64)) == 297_600


def test_unsupported_pair_is_named():
    with pytest.raises(ValueError, match="ring and cuboid is not available; ring can touch: cylinder, segment"):
        check_supported(RING, CUBOID)
    check_supported(SPHERE, PLANE)


def test_kernels_have_one_signature():
    contacts_of(shape(PLANE), shape(SPHERE, 0.1))
    contacts_of(shape(LINE), shape(CIRCLE, 0.1))
    assert len(narrow_phase.signatures) == 1 and len(find_pairs.signatures) == 1
