"""Contact of planar circles; a negative radius is a hole, and what lies in it touches its wall from inside."""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.contact.geometry.frames import HALF, RADIUS, add_point, along, axis, centre, norm, sub, unit_or
from stickslip.contact.geometry.spatial_halfspace import box_corner
from stickslip.contact.geometry.spatial_round import ball_ball
from stickslip.contact.kinds import WALL


@njit
def circle_circle(pair, a, b, points):
    """Add the gap of two circles, or of a circle in a hole: (R - radius) - |r_b - r_a| (Zander 2008, sec. 5.2).

    Concentric circles have no unique normal; the first axis of a contour then serves.
    """
    aside = axis(pair, a, 0)
    p, q, radius_a, radius_b = centre(pair, a), centre(pair, b), pair[a, RADIUS], pair[b, RADIUS]
    if radius_a >= 0.0 and radius_b >= 0.0:
        ball_ball(p, radius_a, q, radius_b, 0, aside, points)
    elif radius_a >= 0.0:
        in_hole(pair, b, p, radius_a, 0, points)
    elif radius_b >= 0.0:  # the hole is side a: from its wall to the disk
        d = sub(p, q)
        distance = norm(d)
        n = unit_or(d, distance, aside)
        if distance <= -radius_a + max(radius_b, -WALL * radius_a):
            add_point(points, 0, -radius_a - radius_b - distance, n, along(p, radius_a, n))


@njit
def in_hole(pair, b, p, radius, feature, points):
    """Add the gap |hole| - radius - |p - r_b| of a disk about p (side a) that lies in hole b or in its wall.

    The wall is as thick as the disk, but at least a quarter of the hole: points and corners must not pass it.
    """
    hole = -pair[b, RADIUS]
    d = sub(p, centre(pair, b))
    distance = norm(d)
    if distance <= hole + max(radius, WALL * hole):
        n = unit_or(d, distance, axis(pair, b, 0))
        add_point(points, feature, hole - radius - distance, n, along(p, radius, n))


@njit
def rectangle_in_hole(pair, a, b, points):
    """Add all four corners of rectangle a against the wall of hole b."""
    for number in range(4):
        in_hole(pair, b, box_corner(pair, a, number, 2), 0.0, number, points)


@njit
def bar_in_hole(pair, a, b, points):
    """Add both rounded ends of bar a against the wall of hole b."""
    for end in range(2):
        p = along(centre(pair, a), (2.0 * end - 1.0) * pair[a, HALF], axis(pair, a, 0))
        in_hole(pair, b, p, pair[a, RADIUS], end, points)
