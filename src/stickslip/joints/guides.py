"""Bilateral sliding guides: a point of a rigid body stays on the axis of a flexible line.

Zander 2008, sec. 4.1.2, 3.4.2, 5.2.

The guide follows the arc length s of the material point next to the guided point x, t . (x - r(s)) = 0, and has one
row per normal of the line (one in the plane, two in space):

    g = n . (x - r(s)),    G u = n . (v_x - J(s) u_line),    s' = t . (v_x - J(s) u_line) / (t . dr/ds)

Elements with inner coordinates are curves of their own: t is along dr/ds. Other elements interpolate places, and t, n
are the interpolated axes of their sections: these pass from element to element without a kink.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from stickslip._arrays import Floats, Ints
from stickslip._jit import njit
from stickslip.codes import FRAME
from stickslip.joints.rows import project_wrench
from stickslip.lines.elements import PLACE_J, POINT_JACOBIAN, SLOPE, component
from stickslip.lines.places import evaluate_element
from stickslip.mechanics.bodies import point_velocity, world_point

GUIDED = 3  # side of the guided body in Joints.body; the bodies of the element come before
MAX_ITERATIONS, SETTLED = 20, 1e-14


class Guides(NamedTuple):
    """All sliding guides; the element of each changes when it passes a node, and with it the pattern of the matrix."""

    joint: Ints  # (ng,)
    element: Ints  # (ng,) where the guided point is
    first: Ints  # (ng,) first element of the line
    end: Ints  # (ng,) one after the last
    closed: Ints  # (ng,) 1: the line is closed
    arc: Floats  # (ne, 2) begin [m] and length [m] of every element of flexible lines


@njit
def _shape(size, xi, a):
    """Return N and dN/dxi of node a of an element with linear (2 nodes) or quadratic shape."""
    if size == 2:
        return (1.0 - xi, -1.0) if a == 0 else (xi, 1.0)
    if a == 0:
        return (1.0 - xi) * (1.0 - 2.0 * xi), 4.0 * xi - 3.0
    if a == 1:
        return 4.0 * xi * (1.0 - xi), 4.0 - 8.0 * xi
    return xi * (2.0 * xi - 1.0), 4.0 * xi - 1.0


@njit
def _place_by_nodes(system, e, s, length, poses, work):
    """Interpolate place and section axes between the nodes of an element; return t . dr/ds."""
    elements, x, D, target = system.elements, work.x[0], work.D[0], work.target
    size = elements.size[e]
    for i in range(PLACE_J, PLACE_J + 54):
        target[i] = 0.0
    x[:] = 0.0
    D[:] = 0.0
    slope_x, slope_y, slope_z = 0.0, 0.0, 0.0
    for a in range(size):
        body = elements.body[e, a]
        N, dN = _shape(size, s / length, a)
        spatial = system.nodes.kind[system.bodies.node[body]] == FRAME  # the axis of a spatial section is its third
        for i in range(3):
            x[i] += N * poses.r[body, i]
            target[PLACE_J + 18 * i + 6 * a + i] = N
            for k in range(3):
                D[i, k] += N * poses.A[body, i, (k + 2) % 3 if spatial else k]
        slope_x += dN * poses.r[body, 0] / length
        slope_y += dN * poses.r[body, 1] / length
        slope_z += dN * poses.r[body, 2] / length
    return D[0, 0] * slope_x + D[1, 0] * slope_y + D[2, 0] * slope_z


@njit
def place_on_line(system, e, s, poses, work):
    """Write the material point at arc length s of element e; return t . dr/ds.

    Place to work.x[0], tangent and normals to the columns of work.D[0], derivatives of the place by the motion of the
    element's nodes to work.target[PLACE_J:] (3, 18).
    """
    if system.elements.massive[e] == 0:
        return _place_by_nodes(system, e, s, system.guides.arc[e, 1], poses, work)
    x, D, target = work.x[0], work.D[0], work.target
    work.source[1] = s
    evaluate_element(system, e, poses, POINT_JACOBIAN, work.source, target)
    x[0], x[1], x[2] = target[0], target[1], 0.0
    stretch = math.hypot(target[SLOPE], target[SLOPE + 1])
    D[:] = 0.0
    D[0, 0], D[1, 0] = target[SLOPE] / stretch, target[SLOPE + 1] / stretch
    D[0, 1], D[1, 1] = -D[1, 0], D[0, 0]
    return stretch


@njit
def guide_place(system, g, s, poses, work):
    """Write the guided point to work.x[1] and the line at arc length s (of the whole line); return t . dr/ds."""
    guides, joints = system.guides, system.joints
    j, e = guides.joint[g], guides.element[g]
    world_point(poses, joints.body[j, GUIDED], joints.rho_b[j], work.x[1])
    return place_on_line(system, e, s - guides.arc[e, 0], poses, work)


@njit
def _along(work, k):
    """Return the component of (guided point - line) along column k of the line's axes."""
    x, D = work.x, work.D[0]
    return D[0, k] * (x[1, 0] - x[0, 0]) + D[1, k] * (x[1, 1] - x[0, 1]) + D[2, k] * (x[1, 2] - x[0, 2])


@njit
def follow_guides(system, poses, work, coordinate):
    """Find the arc lengths of all guides by Newton's method from the last ones."""
    guides = system.guides
    for g in range(len(guides.joint)):
        j, e = guides.joint[g], guides.element[g]
        for _ in range(MAX_ITERATIONS):
            stretch = guide_place(system, g, coordinate[j], poses, work)
            change = _along(work, 0) / stretch
            coordinate[j] += change
            if not abs(change) > SETTLED * guides.arc[e, 1]:
                break


@njit
def guide_rate(system, g, s, poses, work):
    """Return s' of a guide with the velocities in ``poses``; leaves the place as ``guide_place``."""
    stretch = guide_place(system, g, s, poses, work)
    j, elements, D, v = system.guides.joint[g], system.elements, work.D[0], work.F[0]
    point_velocity(poses, system.joints.body[j, GUIDED], work.x[1], v)
    e = system.guides.element[g]
    for a in range(elements.size[e]):
        body = elements.body[e, a]
        for i in range(3):
            row = PLACE_J + 18 * i + 6 * a  # of planar curves the third row is the angle, and t has no z
            for k in range(3):
                v[i] -= work.target[row + k] * poses.v[body, k] + work.target[row + 3 + k] * poses.omega[body, k]
    return (D[0, 0] * v[0] + D[1, 0] * v[1] + D[2, 0] * v[2]) / stretch


@njit
def guides_left(system, coordinate):
    """Return whether any guide has left its element."""
    guides = system.guides
    for g in range(len(guides.joint)):
        arc = guides.arc[guides.element[g]]
        s = coordinate[guides.joint[g]] - arc[0]
        if s < 0.0 or s > arc[1]:
            return True
    return False


@njit
def set_guide_rows(system, poses, coordinate, work, rows):
    """Evaluate the rows of all guides: G (blocks), g, and no prescribed rate."""
    guides, joints, nodes, bodies = system.guides, system.joints, system.nodes, system.bodies
    for g in range(len(guides.joint)):
        j, e = guides.joint[g], guides.element[g]
        guide_place(system, g, coordinate[j], poses, work)
        child, x, D = joints.body[j, GUIDED], work.x[1], work.D[0]
        for row in range(joints.row[j], joints.row[j + 1]):
            k = row - joints.row[j]
            n, moment = work.F[0], work.M[0]
            for i in range(3):
                n[i] = D[i, 1 + k]
            l0, l1, l2 = x[0] - poses.r[child, 0], x[1] - poses.r[child, 1], x[2] - poses.r[child, 2]
            moment[0], moment[1] = l1 * n[2] - l2 * n[1], l2 * n[0] - l0 * n[2]
            moment[2] = l0 * n[1] - l1 * n[0]
            node = bodies.node[child]
            start = joints.block[j, GUIDED] + k * nodes.nu[node]
            project_wrench(nodes.kind[node], nodes.nu[node], poses.A[child], n, moment, rows.G[start:])
            for a in range(system.elements.size[e]):
                node = bodies.node[joints.body[j, a]]
                start = joints.block[j, a] + k * nodes.nu[node]
                for i in range(nodes.nu[node]):
                    rows.G[start + i] = -_reach(n, work.target, 6 * a + component(nodes.kind[node], i))
            rows.g[row] = _along(work, 1 + k)
            rows.w[row] = 0.0


@njit
def _reach(n, target, k):
    """Return n . dr/d(motion k of the element's nodes); n of a planar line has no z, where its angle stands."""
    total = n[0] * target[PLACE_J + k] + n[1] * target[PLACE_J + 18 + k]
    return total + n[2] * target[PLACE_J + 36 + k]
