"""Contact of a ball with convex shapes: closest point of the shape to the ball's centre.

The ball is side b. With the closest point x_a of shape a to the centre p and the outward direction n, the gap is
n . (p - x_a) - radius; inside the shape the nearest face gives x_a and n, and n . (p - x_a) is negative. Planar
circles use the same formulas.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.geometry.frames import (
    DEPTH,
    HALF,
    RADIUS,
    SIZE,
    add_point,
    along,
    axis,
    centre,
    dot,
    norm,
    scaled,
    sub,
    unit_or,
)

BESIDE = 1.5  # behind the end of an edge a circle counts up to this distance over its height: a valley of 90 degrees


@njit
def ball_ball(r_a, radius_a, r_b, radius_b, feature, fallback, points):
    """Add the gap |r_b - r_a| - radius_a - radius_b; concentric balls take the direction ``fallback``."""
    d = sub(r_b, r_a)
    distance = norm(d)
    n = unit_or(d, distance, fallback)
    add_point(points, feature, distance - radius_a - radius_b, n, along(r_a, radius_a, n))


@njit
def ball_segment(pair, a, b, axle, points):
    """Add the gap between a ball and a capsule along axis ``axle``."""
    d, r, p = axis(pair, a, axle), centre(pair, a), centre(pair, b)
    s = min(max(dot(d, sub(p, r)), -pair[a, HALF]), pair[a, HALF])
    fallback = axis(pair, a, 1)  # normal to the axle in space and in the plane
    ball_ball(along(r, s, d), pair[a, RADIUS], p, pair[b, RADIUS], 0, fallback, points)


@njit
def edge_distance(pair, a, p):
    """Return distance of p from the edge a of a planar solid, height in front of it, and its closest point."""
    d, n, r, half = axis(pair, a, 0), axis(pair, a, 1), centre(pair, a), pair[a, HALF]
    offset = sub(p, r)
    x = along(r, min(max(dot(d, offset), -half), half), d)
    return norm(sub(p, x)), dot(n, offset), x


@njit
def ball_edge(pair, a, b, points):
    """Add the gap between a circle and the edge of a planar solid.

    In front of the edge that is the distance of its closest point. Behind it counts the height, down to the depth;
    ``narrow`` leaves the point out unless this edge is the closest one of the solid.
    """
    p = centre(pair, b)
    distance, height, x = edge_distance(pair, a, p)
    if height > 0.0:
        ball_ball(x, pair[a, RADIUS], p, pair[b, RADIUS], 0, axis(pair, a, 1), points)
    elif height >= -pair[a, DEPTH] and distance <= BESIDE * abs(height):
        n = axis(pair, a, 1)
        add_point(points, 0, height - pair[a, RADIUS] - pair[b, RADIUS], n, along(x, pair[a, RADIUS], n))


@njit
def box_closest(pair, a, p, axes):
    """Return signed distance of p from box a, outward direction and closest surface point.

    Outside, the closest point clamps the coordinates to the half edges; inside, the nearest face counts.
    """
    r = centre(pair, a)
    offset = sub(p, r)
    out, best, face, sign = (0.0, 0.0, 0.0), -np.inf, 0, 1.0
    closest = r
    for k in range(axes):
        e = axis(pair, a, k)
        c = dot(e, offset)
        closest = along(closest, min(max(c, -pair[a, SIZE + k]), pair[a, SIZE + k]), e)
        excess = abs(c) - pair[a, SIZE + k]
        side = 1.0 if c >= 0.0 else -1.0
        if excess > 0.0:
            out = along(out, side * excess, e)
        if excess > best:
            best, face, sign = excess, k, side
    if best <= 0.0:
        n = scaled(sign, axis(pair, a, face))
        return best, n, along(p, -best, n)
    distance = norm(out)
    return distance, scaled(1.0 / distance, out), closest


@njit
def ball_box(pair, a, b, axes, points):
    """Add the gap between a ball and a cuboid (3 axes) or a circle and a rectangle (2), centre outside or inside."""
    distance, n, x_a = box_closest(pair, a, centre(pair, b), axes)
    add_point(points, 0, distance - pair[b, RADIUS], n, x_a)


@njit
def ball_cylinder(pair, a, b, points):
    """Add the gap between a ball and a solid cylinder: shell, end face or rim, whichever is closest."""
    r, d, p = centre(pair, a), axis(pair, a, 2), centre(pair, b)
    offset = sub(p, r)
    z = dot(d, offset)
    radial = along(offset, -z, d)
    rho = norm(radial)
    e = unit_or(radial, rho, axis(pair, a, 0))
    up = scaled(1.0 if z >= 0.0 else -1.0, d)
    beyond_shell, beyond_end = rho - pair[a, RADIUS], abs(z) - pair[a, HALF]
    if beyond_shell > 0.0 and beyond_end > 0.0:
        distance = np.sqrt(beyond_shell * beyond_shell + beyond_end * beyond_end)
        n = along(scaled(beyond_shell / distance, e), beyond_end / distance, up)
    elif beyond_end >= beyond_shell:
        distance, n = beyond_end, up
    else:
        distance, n = beyond_shell, e
    add_point(points, 0, distance - pair[b, RADIUS], n, along(p, -distance, n))
