"""The two sides of a contact: which bodies carry a contour at a place, with which weights and levers.

A rigid contour has one body. A segment of a flexible line lies between two nodes, whose places and sections are
interpolated: the point x moves with (1 - xi) (v_1 + omega_1 x l) + xi (v_2 + omega_2 x l), l = x - r(xi).
"""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.lines.elements import POINT_JACOBIAN, component
from stickslip.lines.places import evaluate_element


@njit
def is_curve(contours, contour):
    """Return whether a contour lies on a curved line, between two of its material points."""
    return contours.corner[contour, 0] >= 0 and contours.body[contour] >= 0


@njit
def curve_weight(contours, contour, points, x):
    """Return the weight of the second material point at the world place x."""
    r, s = points[contours.corner[contour, 0]], points[contours.corner[contour, 1]]
    d_0, d_1 = s[0] - r[0], s[1] - r[1]
    along, square = d_0 * (x[0] - r[0]) + d_1 * (x[1] - r[1]), d_0 * d_0 + d_1 * d_1
    return min(max(along / square, 0.0), 1.0) if square > 0.0 else 0.0


@njit
def set_curve(system, poses, contour, force, J):
    """Write the derivatives J (2, 3, 18) of (x, y, phi) of both material points of a contour by the motion of nodes."""
    points, offset = system.line_points, len(system.points.node)
    for end in range(2):
        k = system.contours.corner[contour, end] - offset
        force.source[1] = points.s[k]
        evaluate_element(system, points.element[k], poses, POINT_JACOBIAN, force.source, force.target)
        for i in range(54):
            J[end, i // 18, i % 18] = force.target[3 + i]


@njit
def curve_entry(system, geometry, contour, x, xi, d, k):
    """Return the derivative of d . (place of the material point at x) by motion k of its element's 18.

    ``set_curve`` has written geometry.line_J for this contour.
    """
    first, last = system.contours.corner[contour, 0], system.contours.corner[contour, 1]
    r, s, J = geometry.point[first], geometry.point[last], geometry.line_J
    moment = (x[0] - r[0] - xi * (s[0] - r[0])) * d[1] - (x[1] - r[1] - xi * (s[1] - r[1])) * d[0]
    begin = d[0] * J[0, 0, k] + d[1] * J[0, 1, k] + moment * J[0, 2, k]
    end = d[0] * J[1, 0, k] + d[1] * J[1, 1, k] + moment * J[1, 2, k]
    return (1.0 - xi) * begin + xi * end


@njit
def add_at_curve(system, poses, geometry, contour, x, force, work, h):
    """Add a world force at x on a curved line to the generalised forces h."""
    nodes, elements = system.nodes, system.elements
    set_curve(system, poses, contour, work, geometry.line_J)
    xi = curve_weight(system.contours, contour, geometry.point, x)
    e = system.line_points.element[system.contours.corner[contour, 0] - len(system.points.node)]
    for a in range(elements.size[e]):
        node = system.bodies.node[elements.body[e, a]]
        for j in range(nodes.nu[node]):
            k = 6 * a + component(nodes.kind[node], j)
            h[nodes.u_off[node] + j] += curve_entry(system, geometry, contour, x, xi, force, k)


@njit
def end_weight(contours, contour, poses, x):
    """Return xi in [0, 1], the weight of the second node of a line segment at the world place x; 0 if rigid."""
    last = contours.end[contour]
    if last < 0:
        return 0.0
    first = contours.body[contour]
    r = poses.r
    d_0, d_1, d_2 = r[last, 0] - r[first, 0], r[last, 1] - r[first, 1], r[last, 2] - r[first, 2]
    along = d_0 * (x[0] - r[first, 0]) + d_1 * (x[1] - r[first, 1]) + d_2 * (x[2] - r[first, 2])
    square = d_0 * d_0 + d_1 * d_1 + d_2 * d_2
    return min(max(along / square, 0.0), 1.0) if square > 0.0 else 0.5


@njit
def side_lever(contours, contour, poses, x, xi):
    """Return the lever x - r of a side: from the body's origin, or from the axis of a line."""
    first, last, r = contours.body[contour], contours.end[contour], poses.r
    o_0, o_1, o_2 = r[first, 0], r[first, 1], r[first, 2]
    if last >= 0:
        o_0, o_1, o_2 = o_0 + xi * (r[last, 0] - o_0), o_1 + xi * (r[last, 1] - o_1), o_2 + xi * (r[last, 2] - o_2)
    return x[0] - o_0, x[1] - o_1, x[2] - o_2


@njit
def side_body(contours, contour, k):
    """Return body k (0 or 1) of a side, -1 if there is none."""
    return contours.body[contour] if k == 0 else contours.end[contour]


@njit
def side_velocity(contours, contour, poses, x, out):
    """Write the velocity of the material point of a side at x."""
    xi = end_weight(contours, contour, poses, x)
    lever = side_lever(contours, contour, poses, x, xi)
    out[0], out[1], out[2] = 0.0, 0.0, 0.0
    for k in range(2):
        body = side_body(contours, contour, k)
        if body < 0:
            continue
        weight, w = xi if k == 1 else 1.0 - xi, poses.omega[body]
        out[0] += weight * (poses.v[body, 0] + w[1] * lever[2] - w[2] * lever[1])
        out[1] += weight * (poses.v[body, 1] + w[2] * lever[0] - w[0] * lever[2])
        out[2] += weight * (poses.v[body, 2] + w[0] * lever[1] - w[1] * lever[0])
