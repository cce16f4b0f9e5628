"""Contact of bounded shapes with a half space (PLANE) or a half plane (LINE), all in closed form.

Side a is the half space n . (x - r_a) <= 0. A point x of shape b has the gap n . (x - r_a), and its partner on the
boundary lies straight below it. ``up`` is the number of the outward axis: 2 for PLANE, 1 for LINE.
"""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.contact.geometry.frames import (
    GAP,
    HALF,
    RADIUS,
    SIZE,
    add_point,
    along,
    axis,
    centre,
    cross,
    dot,
    drop_last,
    norm,
    point_count,
    scaled,
    sub,
)

FLAT = 1e-6  # [rad] below this tilt a cylinder stands on four rim points fixed to it


@njit
def halfspace_point(pair, a, up, x, radius, feature, points):
    """Add the gap n . (x - r_a) - radius of a ball about x."""
    n = axis(pair, a, up)
    height = dot(n, sub(x, centre(pair, a)))
    add_point(points, feature, height - radius, n, along(x, -height, n))


@njit
def halfspace_ends(pair, a, b, up, axle, points):
    """Add both ends of a segment or bar along axis ``axle``, size = (radius, half length)."""
    d = axis(pair, b, axle)
    for end in range(2):
        x = along(centre(pair, b), (2 * end - 1) * pair[b, HALF], d)
        halfspace_point(pair, a, up, x, pair[b, RADIUS], end, points)


@njit
def halfspace_corners(pair, a, b, up, axes, points):
    """Add all corners of a cuboid (``axes`` = 3) or rectangle (2); bit k of the feature is the sign on axis k."""
    for corner in range(1 << axes):
        x = box_corner(pair, b, corner, axes)
        halfspace_point(pair, a, up, x, 0.0, corner, points)


@njit
def box_corner(pair, b, corner, axes):
    """Return corner number ``corner`` of a cuboid (3 axes) or rectangle (2) in the world."""
    x = centre(pair, b)
    for k in range(axes):
        sign = 1.0 if (corner >> k) & 1 else -1.0
        x = along(x, sign * pair[b, SIZE + k], axis(pair, b, k))
    return x


@njit
def halfspace_cylinder(pair, a, b, up, margin, points):
    """Add the lowest rim point of each end and, near the flat stand, three more at right angles on the lower end.

    The lowest direction in the end plane is u = -(n - (n.d) d) / |.|. Below the tilt FLAT it is undetermined and the
    contour's own axes replace it, so that a standing cylinder rests on points fixed to it. The lowest point is
    always reported, further ones (other end, 90, 180 and 270 degrees away) if their gap is at most ``margin``.
    Features: 4 end + quarter.
    """
    n, d, r = axis(pair, a, up), axis(pair, b, 2), centre(pair, b)
    radius, half = pair[b, RADIUS], pair[b, HALF]
    c = dot(n, d)
    low = 1 if c < 0.0 and half > 0.0 else 0
    u = sub(scaled(c, d), n)
    tilt = norm(u)
    if tilt > FLAT:
        u = scaled(1.0 / tilt, u)
    else:
        u = axis(pair, b, 0)
    v = cross(d, u)
    for end in range(2 if half > 0.0 else 1):
        middle = along(r, (2 * end - 1) * half, d)
        for quarter in range(4 if end == low else 1):
            side = u if quarter % 2 == 0 else v
            x = along(middle, radius if quarter < 2 else -radius, side)
            halfspace_point(pair, a, up, x, 0.0, 4 * end + quarter, points)
            if points[point_count(points) - 1, GAP] > margin and not (end == low and quarter == 0):
                drop_last(points)
