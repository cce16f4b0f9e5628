"""A ring around a pole: exact gaps at any tilt, gap rates of material points, segments without holes."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from geometry_scenes import CYLINDER, I3, RING, SEGMENT, contacts_of, moved, outline_of, random_rotation, shape
from scipy.optimize import minimize_scalar
from scipy.spatial.transform import Rotation

from stickslip.contact.assembly import Shape, frozen
from stickslip.contact.contours import rounded_segment
from stickslip.contact.curves import end_weight, side_lever, side_velocity
from stickslip.contact.geometry.narrow import narrow_phase
from stickslip.contact.geometry.place import place
from stickslip.contact.tables import new_contacts, new_pairs, new_placed
from stickslip.mechanics.bodies import Poses

R, POLE = 1.0, 0.8
KINDS = pytest.mark.parametrize("kind", [CYLINDER, SEGMENT])


def turned(*vector):
    return Rotation.from_rotvec(vector).as_matrix()


def ring(r=(0.0, 0.0, 0.0), A=I3):
    return shape(RING, R, r, A)


@KINDS
def test_upright_ring_has_the_clearance_less_its_offset(kind):
    """gap = (R - r) - |d|, contact on the side of d (Zander 2008, sec. 3.4.2, 5.2)."""
    pole = shape(kind, (POLE, 3.0, 0.0), (0.06, 0.08, 0.4))
    c = contacts_of(pole, ring())
    assert c.n_contacts == 1
    assert c.gap[0] == pytest.approx(R - POLE - 0.1, abs=1e-15)
    assert c.n[0] == pytest.approx([0.6, 0.8, 0.0], abs=1e-15)
    assert c.x_a[0] == pytest.approx([0.06 + 0.6 * POLE, 0.08 + 0.8 * POLE, 0.0], abs=1e-15)
    assert c.x_b[0] == pytest.approx([0.6 * R, 0.8 * R, 0.0], abs=1e-15)


@KINDS
def test_concentric_ring_is_open_by_the_clearance(kind):
    c = contacts_of(shape(kind, (POLE, 3.0, 0.0)), ring())
    assert c.n_contacts == 1 and c.gap[0] == pytest.approx(R - POLE, abs=1e-15)
    assert np.linalg.norm(c.n[0]) == pytest.approx(1.0, abs=1e-15) and abs(c.n[0, 2]) < 1e-15


@KINDS
def test_no_contact_beyond_the_ends_or_outside_of_the_ring(kind):
    for r in ((0.0, 0.0, 1.01), (0.0, 0.0, -1.01), (1.1, 0.0, 0.0)):
        assert contacts_of(shape(kind, (POLE, 1.0, 0.0), r), ring()).n_contacts == 0


def random_scene(rng, kind=CYLINDER, tilt=0.5):
    """A pole through a ring, tilted and aside, the whole scene turned at random."""
    pole = shape(kind, (POLE, 4.0, 0.0), 0.3 * rng.normal(size=3), turned(*tilt * rng.uniform(-1, 1, 3)))
    turn, shift = random_rotation(rng), rng.normal(size=3)
    return moved(pole, turn, shift), moved(ring(), turn, shift)


def off_axis(pole, x):
    y = (x - pole.r) @ pole.A
    return np.hypot(y[..., 0], y[..., 1])


def test_point_is_the_one_of_the_circle_closest_to_the_axis():
    rng, tested = np.random.default_rng(1), 0
    for _ in range(200):
        pole, loop = random_scene(rng)

        def distance(angle, pole=pole, loop=loop):
            e = np.stack([np.cos(angle), np.sin(angle), 0.0 * angle], axis=-1)
            return off_axis(pole, loop.r + R * e @ loop.A.T)

        angles = np.linspace(0.0, 2.0 * np.pi, 4001)
        best = angles[np.argmin(distance(angles))]
        least = minimize_scalar(distance, bounds=(best - 2e-3, best + 2e-3), method="bounded", options={"xatol": 1e-12})
        c = contacts_of(pole, loop)
        if c.n_contacts:
            tested += 1
            assert c.gap[0] == pytest.approx(least.fun - POLE, abs=1e-12)
            assert abs(c.n[0] @ pole.A[:, 2]) < 1e-14  # normal to the pole's surface
            assert np.allclose(c.x_b - c.x_a, c.gap[:, None] * c.n, atol=1e-14)
            assert off_axis(pole, c.x_a[0]) == pytest.approx(POLE, abs=1e-14)
            assert np.linalg.norm(c.x_b[0] - loop.r) == pytest.approx(R, abs=1e-14)
    assert tested > 150


def test_gap_rate_is_the_relative_velocity_of_the_two_points():
    rng, h, tested = np.random.default_rng(2), 1e-6, 0
    for _ in range(50):
        pole, loop = random_scene(rng)
        v, w = rng.normal(size=(2, 3)), rng.normal(size=(2, 3))
        gaps = []
        for sign in (1.0, -1.0):
            there = []
            for k, s in enumerate((pole, loop)):
                turn = turned(*sign * h * w[k])
                there.append(SimpleNamespace(**{**vars(s), "r": s.r + sign * h * v[k], "A": turn @ s.A}))
            found = contacts_of(*there)
            gaps.append(found.gap[0] if found.n_contacts else np.nan)
        c = contacts_of(pole, loop)
        if c.n_contacts and np.isfinite(gaps).all():
            tested += 1
            a, b = (v[k] + np.cross(w[k], x[0] - s.r) for k, s, x in ((0, pole, c.x_a), (1, loop, c.x_b)))
            assert (gaps[0] - gaps[1]) / (2 * h) == pytest.approx(c.n[0] @ (b - a), abs=1e-7)
    assert tested > 40


class Pole:
    """A bent line of nodes with a ring around it (body n, contour n - 1)."""

    def __init__(self, nodes, ring_r=(0.0, 0.0, 0.0), ring_A=I3):
        self.n = len(nodes)
        segments = np.arange(self.n - 1)
        self.r, self.A = np.vstack([nodes, ring_r]), np.concatenate([np.tile(I3, (self.n, 1, 1)), [ring_A]])
        pieces = [Shape(rounded_segment(3, POLE, 0.0), np.zeros(3), I3, ends=(k, k + 1)) for k in segments]
        rows = [*pieces, Shape(outline_of(RING, np.array([R, 0.0, 0.0])), np.zeros(3), I3)]
        rows = [replace(row, outline=row.outline._replace(reach=10.0)) for row in rows]
        owner = np.append(np.zeros(self.n - 1, np.int64), 1)
        self.contours = frozen(rows, np.append(segments, self.n), owner, np.zeros(self.n, np.int64))

    def contacts(self):
        placed, pairs, contacts = new_placed(self.n), new_pairs(self.n), new_contacts(10)
        place(self.contours, self.r, self.A, np.zeros((0, 3)), placed)
        pairs.count[0] = self.n - 1
        pairs.a[: self.n - 1], pairs.b[: self.n - 1] = np.arange(self.n - 1), self.n - 1
        narrow_phase(self.contours, placed, pairs, 10.0, contacts)
        return contacts


def test_segments_of_a_line_leave_no_hole_and_count_once():
    rng = np.random.default_rng(3)
    nodes = np.column_stack([0.05 * rng.normal(size=(6, 2)), np.linspace(-1.0, 1.0, 6) + 0.1 * rng.normal(size=6)])
    for _ in range(100):
        A = turned(*0.05 * rng.normal(size=3))
        for k in range(1, 5):
            at_node = Pole(nodes, nodes[k], A)  # the plane goes through node k, up to round-off
            assert at_node.contacts().count[0] == 1
        between = Pole(nodes, [0.0, 0.0, rng.uniform(-0.5, 0.5)], A)
        assert between.contacts().count[0] == 1


def test_gap_rate_on_a_flexible_line_is_that_of_its_surface():
    """Turning nodes twist the surface under the ring; the lever of friction is the radius of the pole."""
    rng, h = np.random.default_rng(4), 1e-6
    nodes = np.array([[0.03, -0.02, -1.0], [0.08, 0.05, 1.5]])
    v = rng.normal(size=(3, 3))
    w = np.zeros((3, 3))
    w[2] = rng.normal(size=3)
    gaps = []
    for sign in (1.0, -1.0, 0.0):
        line = Pole(nodes + sign * h * v[:2], sign * h * v[2], turned(*sign * h * w[2]))
        gaps.append(line.contacts().gap[0])
    contacts, velocity = line.contacts(), np.zeros((2, 3))
    poses = Poses(line.r, line.A, v, w)
    for k, (contour, x) in enumerate(((0, contacts.x_a[0]), (1, contacts.x_b[0]))):
        side_velocity(line.contours, contour, poses, x, velocity[k])
    rate = contacts.n[0] @ (velocity[1] - velocity[0])
    assert (gaps[0] - gaps[1]) / (2 * h) == pytest.approx(rate, abs=1e-7)
    w[:2, 2] = 2.0
    poses = Poses(line.r, line.A, np.zeros((3, 3)), w)
    side_velocity(line.contours, 0, poses, contacts.x_a[0], velocity[0])
    lever = side_lever(line.contours, 0, poses, contacts.x_a[0], end_weight(line.contours, 0, poses, contacts.x_a[0]))
    assert np.linalg.norm(lever) == pytest.approx(POLE, rel=1e-12)
    assert np.linalg.norm(velocity[0]) == pytest.approx(2.0 * POLE, rel=1e-2)
