"""Contact of a circle that surrounds a round pole: a sleeve on a cylinder, capsule or flexible line.

Zander 2008, sec. 6.3.

The circle c + R e, |e| = 1, lies across the third axis of its frame. The axis of the pole pierces that plane at p, with
offset d = p - c. The touching point of the circle is the one closest to the axis,

    e = argmin |w - (w.t) t|,  w = R e - d,    gap = |w - (w.t) t| - radius of the pole,

so the normal is that of the pole's surface and the gap changes as the two material points do, at any tilt. Where axis
and circle are upright to each other, e = d/|d| and gap = (R - radius) - |d| (Zander 2008, sec. 3.4.2, 5.2).
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.geometry.frames import (
    HALF,
    RADIUS,
    add_point,
    along,
    axis,
    centre,
    corner,
    dot,
    norm,
    scaled,
    sub,
)

_ITERATIONS, _LARGEST_TURN, _DONE = 50, 0.5, 1e-15  # of Newton's method for the direction e


@njit
def pole_ends(pair, a):
    """Return both ends of a pole's axis; nodes of a flexible line to the last bit, as its next segment sees them."""
    first, last = corner(pair, a, 0), corner(pair, a, 1)
    if first == last:  # rigid: there are no nodes
        r, t = centre(pair, a), axis(pair, a, 2)
        return along(r, -pair[a, HALF], t), along(r, pair[a, HALF], t)
    return first, last


@njit
def distance2(x, y, d_1, d_2, t_1, t_2, radius):
    """Return the square of the distance of the point radius (x, y) on the circle from the axis."""
    w_1, w_2 = radius * x - d_1, radius * y - d_2
    out = w_1 * t_1 + w_2 * t_2
    return w_1 * w_1 + w_2 * w_2 - out * out


@njit
def nearest_direction(d_1, d_2, t_1, t_2, radius):
    """Return (x, y) = e of the circle point closest to the axis; d and t in the two axes that span the circle.

    Newton's method from the best of d and +-t (the two sides to which a tilted axis leans). Concentric and upright, all
    directions are the same, and (1, 0) it is.
    """
    x, y, least = 1.0, 0.0, np.inf
    for k in range(3):
        u, v = (d_1, d_2) if k == 0 else (t_1, t_2) if k == 1 else (-t_1, -t_2)
        length = np.sqrt(u * u + v * v)
        if length > 0.0:
            value = distance2(u / length, v / length, d_1, d_2, t_1, t_2, radius)
            if value < least:
                x, y, least = u / length, v / length, value
    for _ in range(_ITERATIONS):
        along_t, across_t = x * t_1 + y * t_2, -y * t_1 + x * t_2
        w_t = radius * along_t - d_1 * t_1 - d_2 * t_2
        slope = -(-y * d_1 + x * d_2) - w_t * across_t  # first and second derivative over 2 R
        curvature = abs(x * d_1 + y * d_2 - radius * across_t * across_t + w_t * along_t)
        if curvature == 0.0:
            break
        turn = min(max(-slope / curvature, -_LARGEST_TURN), _LARGEST_TURN)
        c, s = np.cos(turn), np.sin(turn)
        x, y = c * x - s * y, s * x + c * y
        if abs(turn) < _DONE:
            break
    length = np.sqrt(x * x + y * y)
    return x / length, y / length


@njit
def pole_ring(pair, a, b, points):
    """Add the touching point of circle b around pole a, if the axis pierces the circle between its ends.

    An end that lies in the plane belongs to the segment on one side of it: segments of a line neither leave a hole nor
    count twice. A pole whose axis passes outside of the circle is not in the sleeve.
    """
    r, normal, radius = centre(pair, b), axis(pair, b, 2), pair[b, RADIUS]
    start, end = pole_ends(pair, a)
    h_0, h_1 = dot(normal, sub(start, r)), dot(normal, sub(end, r))
    if (h_0 >= 0.0) == (h_1 >= 0.0):
        return
    d = sub(along(start, h_0 / (h_0 - h_1), sub(end, start)), r)
    if dot(d, d) >= radius * radius:
        return
    t, e_1, e_2 = axis(pair, a, 2), axis(pair, b, 0), axis(pair, b, 1)
    x, y = nearest_direction(dot(d, e_1), dot(d, e_2), dot(t, e_1), dot(t, e_2), radius)
    on_circle = along(along(r, radius * x, e_1), radius * y, e_2)
    w = sub(sub(on_circle, r), d)
    out = along(w, -dot(w, t), t)
    distance = norm(out)
    n = scaled(1.0 / distance, out)
    gap = distance - pair[a, RADIUS]
    add_point(points, 0, gap, n, along(on_circle, -gap, n))
