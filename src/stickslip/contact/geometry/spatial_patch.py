"""Contact with a bilinear patch r(x, y) = sum_k N_k(x, y) x_k on four moving points (Zander 2008, sec. 3.4.1).

The patch is one-sided: its material lies below the normal n = r_x x r_y / |.|. The closest point solves
(p - r) . r_x = 0 = (p - r) . r_y (Zander 2008, eq. 2.21) by Newton's method. A triangle is the half y <= x of a
parallelogram. Patches of solids have a depth and may have a rounding radius.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.geometry.frames import (
    DEPTH,
    RADIUS,
    REACH,
    TRIANGLE,
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
BESIDE = 1.5  # behind a border a ball counts up to this distance over its height: in a valley of up to 90 degrees
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
def on_patch(pair, a, x, y):
    """Return whether parameters belong to the patch."""
    low, high = (y, x) if pair[a, TRIANGLE] != 0.0 else (min(x, y), max(x, y))
    return low >= -INSIDE and high <= 1.0 + INSIDE and (pair[a, TRIANGLE] == 0.0 or y <= x + INSIDE)


@njit
def set_weights(pair, a, x, y, points):
    """Write the weights of the point added last: ((1-x)(1-y), x(1-y), xy, (1-x)y), of a triangle (1-x, x-y, y)."""
    k = point_count(points) - 1
    if pair[a, TRIANGLE] != 0.0:
        points[k, WEIGHT], points[k, WEIGHT + 1], points[k, WEIGHT + 2] = 1.0 - x, x - y, y
        points[k, WEIGHT + 3] = 0.0
        return
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
        if found and on_patch(pair, a, x, y):
            r, _, _, _ = patch_point(pair, a, x, y)
            n = patch_normal(pair, a, x, y)
            height = dot(n, sub(p, r))
            if dot(n, sub(middle, r)) > 0.0 and (pair[a, DEPTH] == 0.0 or height >= -pair[a, DEPTH]):
                add_point(points, number, height - pair[a, RADIUS], n, along(r, pair[a, RADIUS], n))
                set_weights(pair, a, x, y, points)


@njit
def edge_foot(pair, a, p):
    """Return edge k, its parameter and the point closest to p on the straight edges of the patch."""
    best, edge, at, closest = np.inf, 0, 0.0, p
    sides = 3 if pair[a, TRIANGLE] != 0.0 else 4
    for k in range(sides):
        start = corner(pair, a, k)
        d = sub(corner(pair, a, (k + 1) % sides), start)
        s = min(max(dot(sub(p, start), d) / max(dot(d, d), 1e-300), 0.0), 1.0)
        x = along(start, s, d)
        distance = norm(sub(p, x))
        if distance < best:
            best, edge, at, closest = distance, k, s, x
    return edge, at, closest


@njit
def edge_parameters(pair, a, edge, s):
    """Return the parameters (x, y) at the part s of an edge."""
    if edge < 2:
        return (s, 0.0) if edge == 0 else (1.0, s)
    if pair[a, TRIANGLE] != 0.0:
        return 1.0 - s, 1.0 - s
    return (1.0 - s, 1.0) if edge == 2 else (0.0, 1.0 - s)


@njit
def patch_closest(pair, a, p):
    """Return feature, parameters x and y, and closest point of patch a to p: inside, else on its border."""
    x, y, found = patch_foot(pair, a, p)
    if found and on_patch(pair, a, x, y):
        return 0, x, y, patch_point(pair, a, x, y)[0]
    edge, s, r = edge_foot(pair, a, p)
    x, y = edge_parameters(pair, a, edge, s)
    sides = 3 if pair[a, TRIANGLE] != 0.0 else 4
    feature = CORNER + edge if s == 0.0 else CORNER + (edge + 1) % sides if s == 1.0 else EDGE + edge
    return feature, x, y, r


@njit
def patch_distance(pair, a, p):
    """Return the distance of p from patch a, and its height in front of the tangent plane at the closest point."""
    _, x, y, r = patch_closest(pair, a, p)
    d = sub(p, r)
    return norm(d), dot(patch_normal(pair, a, x, y), d)


@njit
def patch_ball(pair, a, b, points):
    """Add the gap between a ball and the patch: foot inside the patch, else the closest point of its border.

    Behind the surface a ball counts down to the depth of a solid, or to max(radius, reach / 4); on the border only in
    front of it, or in a valley of a solid. ``narrow`` leaves out what is closer to another patch of the solid.
    """
    p, radius, depth = centre(pair, b), pair[b, RADIUS] + pair[a, RADIUS], pair[a, DEPTH]
    feature, x, y, r = patch_closest(pair, a, p)
    d, n = sub(p, r), patch_normal(pair, a, x, y)
    height, distance = dot(n, d), norm(sub(p, r))
    if feature == 0 or (depth > 0.0 and not height > 0.0):
        deepest = depth if depth > 0.0 else max(radius, 0.25 * pair[a, REACH])
        if height < -deepest or (feature != 0 and distance > BESIDE * abs(height)):
            return
        add_point(points, feature, height - radius, n, along(r, pair[a, RADIUS], n))
    elif height > 0.0:
        n = scaled(1.0 / distance, d)
        add_point(points, feature, distance - radius, n, along(r, pair[a, RADIUS], n))
    else:
        return
    set_weights(pair, a, x, y, points)
