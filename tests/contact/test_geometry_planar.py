"""Closed forms of planar contour pairs."""

from __future__ import annotations

import numpy as np
import pytest
from geometry_scenes import BAR, CIRCLE, LINE, RECTANGLE, contacts_of, shape
from scipy.spatial.transform import Rotation


def turn(angle):
    return Rotation.from_rotvec([0, 0, angle]).as_matrix()


def test_two_bar_mechanism_over_the_ground():
    """Ends at l sin(phi) over y = 0 (Zander 2008, sec. 2.2)."""
    phi = 0.3
    bar = shape(BAR, (0.0, 0.5), (0.5 * np.cos(phi), 0.5 * np.sin(phi), 0), turn(phi))
    c = contacts_of(shape(LINE), bar, margin=0.01)
    assert np.allclose(c.gap, [0, np.sin(phi)], atol=1e-15)
    assert np.allclose(c.n, [0, 1, 0]) and np.allclose(c.t1, [-1, 0, 0]) and np.allclose(c.t2, [0, 0, 1])


def test_pin_in_a_hole_from_either_side():
    """gap = (R - r) - |d|, whichever contour comes first (Zander 2008, sec. 5.2)."""
    hole, pin = shape(CIRCLE, -0.5), shape(CIRCLE, 0.4, (0.06, 0.08, 0))
    c, d = contacts_of(hole, pin), contacts_of(pin, hole)
    assert np.allclose(c.gap, 0.0, atol=1e-15) and np.allclose(d.gap, 0.0, atol=1e-15)
    assert np.allclose(c.n, [-0.6, -0.8, 0]) and np.allclose(d.n, [0.6, 0.8, 0])
    assert np.allclose(c.x_a, [0.3, 0.4, 0]) and np.allclose(d.x_b, [0.3, 0.4, 0])


def test_concentric_pin_has_its_clearance_and_some_normal():
    c = contacts_of(shape(CIRCLE, -0.5), shape(CIRCLE, 0.4))
    assert np.allclose(c.gap, 0.1) and np.allclose(np.linalg.norm(c.n[:, :2], axis=1), 1)


def test_bar_and_rectangle_in_a_hole():
    c = contacts_of(shape(CIRCLE, -1.0), shape(BAR, (0.1, 0.7), (0.1, 0, 0)))
    assert np.allclose(sorted(c.gap), [0.1, 0.3]) and np.allclose(np.abs(c.n[:, 0]), 1)
    c = contacts_of(shape(CIRCLE, -1.0), shape(RECTANGLE, (0.3, 0.4)))
    assert c.n_contacts == 4 and np.allclose(c.gap, 0.5)


def test_circle_against_rectangle():
    box = shape(RECTANGLE, (1, 2))
    c = contacts_of(box, shape(CIRCLE, 0.5, (2, 0, 0)))
    assert np.allclose(c.gap, 0.5) and np.allclose(c.n, [1, 0, 0]) and np.allclose(c.x_a, [1, 0, 0])
    c = contacts_of(box, shape(CIRCLE, 0.5, (4, 6, 0)))
    assert np.allclose(c.gap, 4.5) and np.allclose(c.n, [0.6, 0.8, 0])
    c = contacts_of(box, shape(CIRCLE, 0.5, (0.9, 0, 0)))
    assert np.allclose(c.gap, -0.6) and np.allclose(c.n, [1, 0, 0])


@pytest.mark.parametrize("noise", [0.0, 1e-12, 1e-8])
def test_stacked_rectangles_keep_two_points(noise):
    rng = np.random.default_rng(0)
    for offset, expected in ((0.0, (-0.5, 0.5)), (0.5, (0.0, 0.5))):
        features = set()
        for _ in range(20):
            upper = shape(
                RECTANGLE,
                (0.5, 0.2),
                np.array([offset, 0.4, 0]) + noise * rng.normal(size=3) * (1, 1, 0),
                turn(noise * rng.normal()),
            )
            c = contacts_of(shape(RECTANGLE, (0.5, 0.2)), upper, margin=1e-3)
            features.add(tuple(c.feature))
            assert np.allclose(sorted(c.x_a[:, 0]), expected, atol=1e-6)
            assert np.allclose(c.gap, 0, atol=1e-14 + 5 * noise) and np.allclose(c.n, [0, 1, 0], atol=1e-6)
        assert len(features) == 1


def test_corner_of_a_rectangle_pressed_into_another():
    half = 0.5 * np.sqrt(2)
    c = contacts_of(
        shape(RECTANGLE, (2, 1)), shape(RECTANGLE, (0.5, 0.5), (0.3, 1 + half - 0.01, 0), turn(np.pi / 4)), margin=0.1
    )
    k = np.argmin(c.gap)
    assert np.isclose(c.gap[k], -0.01) and np.allclose(c.n[k], [0, 1, 0]) and np.allclose(c.x_a[k], [0.3, 1, 0])


def test_thin_bar_that_pierces_another_is_pushed_back():
    """The end of a line 0.01 beyond another line: gap -0.01 along the side it came from."""
    c = contacts_of(shape(BAR, (0, 1)), shape(BAR, (0, 0.5), (0.2, 0.49, 0), turn(np.pi / 2)), margin=0.1)
    assert c.n_contacts == 1
    assert np.allclose(c.gap, -0.01) and np.allclose(c.n, [0, 1, 0]) and np.allclose(c.x_a, [0.2, 0, 0])


def test_bar_on_a_rectangle_overhanging_and_end_on():
    box = shape(RECTANGLE, (1, 0.5), (0, -0.5, 0))
    c = contacts_of(box, shape(BAR, (0.1, 1.5), (0, 0.1, 0)), margin=1e-3)
    assert np.allclose(sorted(c.x_a[:, 0]), [-1, 1]) and np.allclose(c.gap, 0, atol=1e-15)
    c = contacts_of(box, shape(BAR, (0.1, 1.5), (0.2, 1.59, 0), turn(np.pi / 2)), margin=1e-3)
    assert c.n_contacts == 1 and np.allclose(c.gap, -0.01) and np.allclose(c.x_a, [0.2, 0, 0])


def test_round_end_of_a_bar_rolls_over_the_corner_of_a_rectangle():
    box = shape(RECTANGLE, (1, 0.5), (0, -0.5, 0))
    for angle in np.linspace(0.05, 1.5, 8):
        n = np.array([np.sin(angle), np.cos(angle), 0])
        end = np.array([1, 0, 0]) + 0.1 * n
        c = contacts_of(box, shape(BAR, (0.1, 0.5), end + 0.5 * n, turn(np.pi / 2 - angle)), margin=1e-3)
        assert c.n_contacts == 1
        assert np.allclose(c.gap, 0, atol=1e-12) and np.allclose(c.n, n) and np.allclose(c.x_a, [1, 0, 0])


def test_collinear_round_bars_meet_end_to_end():
    c = contacts_of(shape(BAR, (0.1, 1)), shape(BAR, (0.1, 1), (2.25, 0, 0)))
    assert c.n_contacts == 1
    assert np.allclose(c.gap, 0.05) and np.allclose(c.n, [1, 0, 0])
