"""Contact with a bilinear patch r(x, y) = sum_k N_k(x, y) x_k on four moving points (zander 2.11, 3.4.1).

The patch is one-sided: its material lies below the normal n = r_x x r_y / |.|. The closest point solves
(p - r) . r_x = 0 = (p - r) . r_y (zander 2.21) by Newton's method.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.geometry.frames import (
    RADIUS,
    REACH,
    WEIGHT,
    add_point,
    along,
    centre,
    corner,
    cross,
    dot,
    norm,
    point_count,
    scaled,
    sub,
    unit_or,
)
from stickslip.contact.geometry.spatial_halfspace import box_corner

INSIDE = 1e-9  # parameters in [-INSIDE, 1 + INSIDE] belong to the patch, so that no corner slips between neighbours
ITERATIONS = 30
EDGE, CORNER = 1, 5  # features of a ball: 0 interior, EDGE + k edge from corner k to k + 1, CORNER + k


@njit
def patch_point(pair, a, x, y):
    """Return r, r_x, r_y, r_xy at the parameters (x, y) of patch a."""
    zero = a - a  # a number, not a literal: one compiled version of ``corner``
    x0, x1 = corner(pair, a, zero), corner(pair, a, zero + 1)
    x2, x3 = corner(pair, a, zero + 2), corner(pair, a, zero + 3)
    bottom, top = sub(x1, x0), sub(x2, x3)
    left, right = sub(x3, x0), sub(x2, x1)
    r = along(along(x0, x, bottom), y, along(left, x, sub(right, left)))
    return r, along(bottom, y, sub(top, bottom)), along(left, x, sub(right, left)), sub(top, bottom)


@njit
def patch_foot(pair, a, p):
    """Solve (p - r) . r_x = (p - r) . r_y = 0 from the centre; return x, y and whether Newton converged.

    Where the full Hessian of |p - r|^2 / 2 is not positive definite, the Gauss-Newton step replaces it.
    """
    x, y = 0.5, 0.5
    for _ in range(ITERATIONS):
        r, r_x, r_y, r_xy = patch_point(pair, a, x, y)
        d = sub(p, r)
        f_x, f_y = dot(d, r_x), dot(d, r_y)
        h_xx, h_yy, h_xy = dot(r_x, r_x), dot(r_y, r_y), dot(r_x, r_y) - dot(d, r_xy)
        det = h_xx * h_yy - h_xy * h_xy
        if det <= 1e-3 * h_xx * h_yy:
            h_xy = dot(r_x, r_y)
            det = h_xx * h_yy - h_xy * h_xy
        if not det > 0.0:
            return x, y, False
        dx, dy = (h_yy * f_x - h_xy * f_y) / det, (h_xx * f_y - h_xy * f_x) / det
        x, y = min(max(x + dx, -2.0), 3.0), min(max(y + dy, -2.0), 3.0)
        if abs(dx) + abs(dy) <= 1e-13:
            return x, y, True
    return x, y, abs(dx) + abs(dy) <= 1e-9


@njit
def patch_normal(pair, a, x, y):
    """Return the unit normal r_x x r_y / |.|."""
    _, r_x, r_y, _ = patch_point(pair, a, x, y)
    n = cross(r_x, r_y)
    return unit_or(n, norm(n), (0.0, 0.0, 1.0))


@njit
def set_weights(x, y, points):
    """Write the bilinear weights ((1-x)(1-y), x(1-y), xy, (1-x)y) of the point added last."""
    k = point_count(points) - 1
    points[k, WEIGHT] = (1.0 - x) * (1.0 - y)
    points[k, WEIGHT + 1] = x * (1.0 - y)
    points[k, WEIGHT + 2] = x * y
    points[k, WEIGHT + 3] = (1.0 - x) * y


@njit
def patch_cuboid(pair, a, b, points):
    """Add the signed distance of each corner of cuboid b whose foot lies on the patch.

    Only while the centre of the cuboid is in front of the tangent plane there: a patch has no back.
    """
    middle = centre(pair, b)
    for number in range(8):
        p = box_corner(pair, b, number, 3)
        if norm(sub(p, centre(pair, a))) > 2.0 * (pair[a, REACH] + pair[b, REACH]):
            continue
        x, y, found = patch_foot(pair, a, p)
        if found and min(x, y) >= -INSIDE and max(x, y) <= 1.0 + INSIDE:
            r, _, _, _ = patch_point(pair, a, x, y)
            n = patch_normal(pair, a, x, y)
            if dot(n, sub(middle, r)) > 0.0:
                add_point(points, number, dot(n, sub(p, r)), n, r)
                set_weights(x, y, points)


@njit
def edge_foot(pair, a, p):
    """Return edge k, its parameter and the point closest to p on the four straight edges of the patch."""
    best, edge, at, closest = np.inf, 0, 0.0, p
    for k in range(4):
        start = corner(pair, a, k)
        d = sub(corner(pair, a, (k + 1) % 4), start)
        s = min(max(dot(sub(p, start), d) / max(dot(d, d), 1e-300), 0.0), 1.0)
        x = along(start, s, d)
        distance = norm(sub(p, x))
        if distance < best:
            best, edge, at, closest = distance, k, s, x
    return edge, at, closest


@njit
def patch_ball(pair, a, b, points):
    """Add the gap between a ball and the patch: foot inside the patch, else the closest point of its border.

    Behind the surface a ball counts down to the depth max(radius, reach / 4), on the border only in front of it.
    """
    p, radius = centre(pair, b), pair[b, RADIUS]
    x, y, found = patch_foot(pair, a, p)
    if found and min(x, y) >= -INSIDE and max(x, y) <= 1.0 + INSIDE:
        r, _, _, _ = patch_point(pair, a, x, y)
        n = patch_normal(pair, a, x, y)
        height = dot(n, sub(p, r))
        if height < -max(radius, 0.25 * pair[a, REACH]):
            return
        add_point(points, 0, height - radius, n, r)
        set_weights(x, y, points)
        return
    edge, s, r = edge_foot(pair, a, p)
    x, y = (s, 0.0) if edge == 0 else (1.0, s) if edge == 1 else (1.0 - s, 1.0) if edge == 2 else (0.0, 1.0 - s)
    d = sub(p, r)
    distance = norm(d)
    if not dot(patch_normal(pair, a, x, y), d) > 0.0:
        return
    feature = CORNER + edge if s == 0.0 else CORNER + (edge + 1) % 4 if s == 1.0 else EDGE + edge
    add_point(points, feature, distance - radius, scaled(1.0 / distance, d), r)
    set_weights(x, y, points)
