"""Moments on the sides of a contact whose nodes have no rotation: couples of forces that rotate their segment or facet.

A contact force acts at one place x on both sides, so that it has no moment in all. Rigid bodies, beams and the ground
take its moment about their origin. Of a segment or facet between points it is the rotation of the segment or facet that
does the work of the moment: rows are then rates of invariant gaps and slips, and a rigid motion of both sides gives
zero. What a side cannot take - a node alone, the moment about the axis of a string - the other side does.
"""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.codes import POINT
from stickslip.contact.curves import end_weight
from stickslip.contact.geometry.frames import along, cross, dot, norm, scaled, sub
from stickslip.contact.kinds import NODE


@njit
def vector(table, row):
    """Return row ``row`` of an array (n, 3)."""
    return table[row, 0], table[row, 1], table[row, 2]


@njit
def segment(poses, contours, contour):
    """Return the vector from the first to the second node of a line segment."""
    return sub(vector(poses.r, contours.end[contour]), vector(poses.r, contours.body[contour]))


@njit
def moment_left(system, poses, contour, x, d):
    """Return the part of the moment of the force d at x that the nodes of a side cannot take."""
    contours, body = system.contours, system.contours.body[contour]
    if body < 0 or (contours.end[contour] < 0 and contours.kind[contour] != NODE):
        return 0.0, 0.0, 0.0
    node = system.bodies.node[body]
    if node < 0 or system.nodes.kind[node] != POINT:
        return 0.0, 0.0, 0.0
    r = vector(poses.r, body)
    if contours.end[contour] < 0:
        return cross(sub((x[0], x[1], x[2]), r), d)
    e = segment(poses, contours, contour)
    lever = sub((x[0], x[1], x[2]), along(r, end_weight(contours, contour, poses, x), e))
    return scaled(dot(cross(lever, d), e) / max(dot(e, e), 1e-300), e)


@njit
def segment_couple(poses, contours, contour, moment):
    """Return the force on the second node, opposite to that on the first, of the couple for a moment across it."""
    e = segment(poses, contours, contour)
    return scaled(1.0 / max(dot(e, e), 1e-300), cross(moment, e))


@njit
def facet_derivative(triangle, weight, k, direction):
    """Return the derivative of shape function k of a patch by parameter 0 or 1 at the place with these weights."""
    if triangle:
        rising = direction + 1
        return 1.0 if k == rising else -1.0 if k == rising - 1 else 0.0
    x, y = weight[1] + weight[2], weight[2] + weight[3]
    if direction == 0:
        size = 1.0 - y if k < 2 else y
        return size if k == 1 or k == 2 else -size
    size = 1.0 - x if k == 0 or k == 3 else x
    return size if k >= 2 else -size


@njit
def facet_couple(a_1, a_2, moment):
    """Return the forces on the tangents a_1, a_2 of a facet, sum_i f^i . da_i, that do the work of a moment on it.

    The rate of rotation is w = sum_i g^i x (rate of g_i) / 2 over the base (a_1, a_2, n) and its reciprocal, n the unit
    normal.
    """
    normal = cross(a_1, a_2)
    area = norm(normal)
    if area == 0.0:
        return normal, normal
    n = scaled(1.0 / area, normal)
    g_1, g_2 = scaled(1.0 / area, cross(a_2, n)), scaled(1.0 / area, cross(n, a_1))
    turn = cross(moment, n)
    f_1 = along(scaled(0.5, cross(moment, g_1)), -0.5 * dot(turn, g_1), n)
    f_2 = along(scaled(0.5, cross(moment, g_2)), -0.5 * dot(turn, g_2), n)
    return f_1, f_2
