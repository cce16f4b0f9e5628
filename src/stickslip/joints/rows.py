"""Bilateral constraints in vectors: every joint is a list of rows (Betsch et al., sec. 4).

A row is one of eight formulas, or compiled code of its own.

Side a and side b carry a joint point x and joint axes d_0, d_1, d_2 fixed on their bodies; r = x_b - x_a. The free
axis of a joint is d_2. A row gives its residual g (position level), the world wrenches that its unit multiplier
exerts on the bodies (the row of G), and the rate w of prescribed motion, so that its velocity is G u + w.
Planar joints use the same rows with all vectors in the plane.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip._jit import njit
from stickslip.codes import FRAME, PLANAR
from stickslip.mechanics.bodies import place_dim, world_point
from stickslip.mechanics.functions import call_buffers, function_rate, function_value
from stickslip.mechanics.vectors import cross3, dot3

# Row kinds; i and j below are the row's two indices.
COMPONENT = 0  # g = e_i . r
SLIDE = 1  # g = d_i^a . r - f(t)
PERPENDICULAR = 2  # g = d_i^a . d_j^b
DISTANCE = 3  # g = (r . r - L^2) / (2 L)
TURN = 4  # g = sin(angle - f(t)), the driven angle
ROLL = 5  # velocity of the wheel's contact point along d_i^a; L = radius, j = 1 for a disk with axis d_2^b
GEAR = 6  # g = angle_i + L angle_j
OWN = 7  # compiled code of its own
GUIDE = 8  # see ``guides``
STATION = 9  # see ``stations``
BOND, OBSERVER = 10, 11  # see ``bonds``

NO_COORDINATE, ANGLE, TRAVEL, ARC = range(4)


class Joints(NamedTuple):
    """All joints of a system."""

    # (nj, 4 or more) bodies a, b (gears: a1, b1, a2, b2; see ``guides``, ``stations``, ``bonds``), -1 where unused
    body: Ints
    rho_a: Floats  # (nj, 3) joint point in the body frame
    rho_b: Floats  # (nj, 3)
    A_a: Floats  # (nj, 3, 3) joint axes in the body frame
    A_b: Floats  # (nj, 3, 3)
    row: Ints  # (nj + 1,) first row of each joint
    coordinate: Ints  # (nj,) kind of the free coordinate
    block: Ints  # (nj, 4 or more) first entry of the (rows, nu) block in JointRows.G, -1 without node


class Row(NamedTuple):
    """A row of a joint; the fields are those of ``RowTable``."""

    kind: int
    i: int
    j: int = 0
    constant: float = 0.0
    function: int = -1
    address: int = 0


class RowTable(NamedTuple):
    """All rows of all joints."""

    kind: Ints  # (nr,)
    i: Ints  # (nr,)
    j: Ints  # (nr,)
    constant: Floats  # (nr,) L above
    function: Ints  # (nr,) f above, -1: zero
    address: Ints  # (nr,) compiled code of rows of the kind OWN: f(L, (x, D, coordinate), (F, M, g))


class JointRows(NamedTuple):
    """Constraint rows at one instant."""

    G: Floats  # flat blocks (rows, nu) per joint and side
    w: Floats  # (nr,) velocity of prescribed bodies and drives
    g: Floats  # (nr,) position residual
    before: Floats  # (nr,) G u + w of the velocities at the start of a step


@njit
def joint_frame(joints, poses, j, x, D):
    """Write the world joint points x[0], x[1] and axes D[0], D[1] (columns) of sides a and b."""
    joint_points(joints, poses, j, x)
    joint_axes(joints, poses, j, D)


@njit
def joint_points(joints, poses, j, x):
    """Write the world joint points x[0], x[1] of sides a and b."""
    world_point(poses, joints.body[j, 0], joints.rho_a[j], x[0])
    world_point(poses, joints.body[j, 1], joints.rho_b[j], x[1])


@njit
def joint_axes(joints, poses, j, D):
    """Write the world joint axes D[0], D[1] (columns) of sides a and b."""
    for side in range(2):
        local, A = joints.A_a[j] if side == 0 else joints.A_b[j], poses.A[joints.body[j, side]]
        for i in range(3):
            for k in range(3):
                D[side, i, k] = A[i, 0] * local[0, k] + A[i, 1] * local[1, k] + A[i, 2] * local[2, k]


@njit
def has_axes(joints, table, j):
    """Return whether any row of a joint needs more than its points."""
    for row in range(joints.row[j], joints.row[j + 1]):
        if table.kind[row] != COMPONENT and table.kind[row] != DISTANCE:
            return True
    return False


@njit
def coordinate_value(joints, j, x, D, near):
    """Return the free coordinate: travel d_2 . r, or the angle about d_2 on the branch nearest to ``near``."""
    if joints.coordinate[j] == TRAVEL:
        s = 0.0
        for i in range(3):
            s += D[0, i, 2] * (x[1, i] - x[0, i])
        return s
    s = dot3(D[0, :, 1], D[1, :, 0])
    c = dot3(D[0, :, 0], D[1, :, 0])
    angle = np.arctan2(s, c)
    return angle + 2.0 * np.pi * np.round((near - angle) / (2.0 * np.pi))


@njit
def update_coordinates(joints, poses, x, D, angle):
    """Follow all free coordinates; angles continue without jumps as long as a step rotates by less than half a turn."""
    for j in range(len(joints.coordinate)):
        if joints.coordinate[j] == ANGLE or joints.coordinate[j] == TRAVEL:
            joint_frame(joints, poses, j, x, D)
            angle[j] = coordinate_value(joints, j, x, D, angle[j])


@njit
def coordinate_wrench(joints, poses, j, x, D, F, M):
    """Write the wrenches on a and b that are dual to the rate of the free coordinate."""
    _clear(F, M, 2)
    if joints.coordinate[j] == TRAVEL:
        _slide(joints, poses, j, 2, x, D, F, M)
    else:
        for i in range(3):
            M[0, i] = -D[0, i, 2]
            M[1, i] = D[0, i, 2]


@njit
def _clear(F, M, sides):
    for side in range(sides):
        for i in range(3):
            F[side, i] = 0.0
            M[side, i] = 0.0


@njit
def _pull(joints, poses, j, x_a, x_b, direction, F, M):
    """Force +direction on b at x_b and -direction on a at x_a."""
    for side in range(2):
        body = joints.body[j, side]
        sign = -1.0 if side == 0 else 1.0
        x = x_a if side == 0 else x_b
        d0, d1, d2 = x[0] - poses.r[body, 0], x[1] - poses.r[body, 1], x[2] - poses.r[body, 2]
        f0, f1, f2 = sign * direction[0], sign * direction[1], sign * direction[2]
        F[side, 0], F[side, 1], F[side, 2] = f0, f1, f2
        M[side, 0] = d1 * f2 - d2 * f1
        M[side, 1] = d2 * f0 - d0 * f2
        M[side, 2] = d0 * f1 - d1 * f0


@njit
def _slide(joints, poses, j, i, x, D, F, M):
    """Write the wrenches of g = d_i^a . r: pull along d_i plus the couple d_i x r on a, because d_i rotates with a."""
    direction = D[0, 0, i], D[0, 1, i], D[0, 2, i]
    _pull(joints, poses, j, x[0], x[1], direction, F, M)
    r0, r1, r2 = x[1, 0] - x[0, 0], x[1, 1] - x[0, 1], x[1, 2] - x[0, 2]
    M[0, 0] += direction[1] * r2 - direction[2] * r1
    M[0, 1] += direction[2] * r0 - direction[0] * r2
    M[0, 2] += direction[0] * r1 - direction[1] * r0
    return direction[0] * r0 + direction[1] * r1 + direction[2] * r2


@njit
def _roll(joints, poses, j, row, table, x, D, F, M):
    """Write the wrenches of one rolling row and return the gap (normal row) or 0."""
    n = D[0, 0, 0], D[0, 1, 0], D[0, 2, 0]
    s0, s1, s2 = n
    if table.j[row] == 1:  # disk: steepest direction within its plane
        axis = D[1, 0, 2], D[1, 1, 2], D[1, 2, 2]
        along = dot3(n, axis)
        s0, s1, s2 = n[0] - along * axis[0], n[1] - along * axis[1], n[2] - along * axis[2]
        norm = np.sqrt(s0 * s0 + s1 * s1 + s2 * s2)
        s0, s1, s2 = s0 / norm, s1 / norm, s2 / norm
    radius, i = table.constant[row], table.i[row]
    point = x[1, 0] - radius * s0, x[1, 1] - radius * s1, x[1, 2] - radius * s2
    _pull(joints, poses, j, point, point, (D[0, 0, i], D[0, 1, i], D[0, 2, i]), F, M)
    if i != 0:
        return 0.0
    return n[0] * (point[0] - x[0, 0]) + n[1] * (point[1] - x[0, 1]) + n[2] * (point[2] - x[0, 2])


@njit
def _gear(joints, poses, j, row, table, angle, F, M):
    """Write the torques of a gear on its four bodies and return its residual."""
    ratio = table.constant[row]
    for stage in range(2):
        source = table.i[row] if stage == 0 else table.j[row]
        factor = 1.0 if stage == 0 else ratio
        A = poses.A[joints.body[source, 0]]
        axis = joints.A_a[source]
        for i in range(3):
            d = A[i, 0] * axis[0, 2] + A[i, 1] * axis[1, 2] + A[i, 2] * axis[2, 2]
            M[2 * stage, i] = -factor * d
            M[2 * stage + 1, i] = factor * d
    return angle[table.i[row]] + ratio * angle[table.j[row]]


@njit
def _own(joints, table, poses, j, row, angle, x, D, F, M):
    """Let compiled code write the forces at the joint points and the moments; return its residual."""
    source, target = np.empty(25), np.zeros(13)
    for side in range(2):
        for i in range(3):
            source[3 * side + i] = x[side, i]
            for k in range(3):
                source[6 + 9 * side + 3 * i + k] = D[side, i, k]
    source[24] = angle[j]
    call_buffers(table.address[row], table.constant[row], source, target)
    for side in range(2):
        r = poses.r[joints.body[j, side]]
        for i in range(3):
            a, b = (i + 1) % 3, (i + 2) % 3
            F[side, i] = target[3 * side + i]
            lever = (x[side, a] - r[a]) * target[3 * side + b] - (x[side, b] - r[b]) * target[3 * side + a]
            M[side, i] = target[6 + 3 * side + i] + lever
    return target[12]


@njit
def row_wrench(joints, table, poses, functions, t, t_rate, angle, j, row, x, D, F, M):
    """Write the wrenches of one row; return its residual g and the drive part of its rate w."""
    kind, i, k = table.kind[row], table.i[row], table.j[row]
    _clear(F, M, 4 if kind == GEAR else 2)
    if kind == COMPONENT:
        direction = 1.0 if i == 0 else 0.0, 1.0 if i == 1 else 0.0, 1.0 if i == 2 else 0.0
        _pull(joints, poses, j, x[0], x[1], direction, F, M)
        return x[1, i] - x[0, i], 0.0
    if kind == SLIDE:
        value = function_value(functions, table.function[row], t)
        rate = function_rate(functions, table.function[row], t_rate)
        return _slide(joints, poses, j, i, x, D, F, M) - value, -rate
    if kind == PERPENDICULAR:
        cross3(D[0, :, i], D[1, :, k], M[0])
        for c in range(3):
            M[1, c] = -M[0, c]
        return dot3(D[0, :, i], D[1, :, k]), 0.0
    if kind == DISTANCE:
        length = table.constant[row]
        direction = (x[1, 0] - x[0, 0]) / length, (x[1, 1] - x[0, 1]) / length, (x[1, 2] - x[0, 2]) / length
        _pull(joints, poses, j, x[0], x[1], direction, F, M)
        return 0.5 * length * (dot3(direction, direction) - 1.0), 0.0
    if kind == TURN:
        value = function_value(functions, table.function[row], t)
        rate = function_rate(functions, table.function[row], t_rate)
        for c in range(3):
            M[0, c] = -D[0, c, 2]
            M[1, c] = D[0, c, 2]
        s, c = dot3(D[0, :, 1], D[1, :, 0]), dot3(D[0, :, 0], D[1, :, 0])
        return s * np.cos(value) - c * np.sin(value), -rate
    if kind == ROLL:
        return _roll(joints, poses, j, row, table, x, D, F, M), 0.0
    if kind == OWN:
        return _own(joints, table, poses, j, row, angle, x, D, F, M), 0.0
    return _gear(joints, poses, j, row, table, angle, F, M), 0.0


@njit
def row_gap(joints, table, poses, functions, t, angle, j, row, x, D, F, M):
    """Return the residual g of one row, not COMPONENT: the frequent kinds without their wrenches (F and M are for)."""
    kind, i = table.kind[row], table.i[row]
    if kind == PERPENDICULAR:
        return dot3(D[0, :, i], D[1, :, table.j[row]])
    if kind == SLIDE and table.function[row] < 0:
        return D[0, 0, i] * (x[1, 0] - x[0, 0]) + D[0, 1, i] * (x[1, 1] - x[0, 1]) + D[0, 2, i] * (x[1, 2] - x[0, 2])
    return row_wrench(joints, table, poses, functions, t, t, angle, j, row, x, D, F, M)[0]


@njit
def set_row_gaps(joints, table, poses, functions, t, angle, x, D, F, M, g):
    """Evaluate g of all rows of ``set_joint_rows`` alone."""
    for j in range(len(joints.coordinate)):
        first = joints.row[j]
        if first == joints.row[j + 1] or table.kind[first] >= GUIDE:
            continue
        joint_points(joints, poses, j, x)
        if has_axes(joints, table, j):
            joint_axes(joints, poses, j, D)
        for row in range(first, joints.row[j + 1]):
            if table.kind[row] == COMPONENT:
                g[row] = x[1, table.i[row]] - x[0, table.i[row]]
                continue
            g[row] = row_gap(joints, table, poses, functions, t, angle, j, row, x, D, F, M)


@njit
def project_wrench(kind, nu, A, force, moment, out):
    """Write the generalised force (nu,) of one wrench for a node with a pose."""
    out[0], out[1] = force[0], force[1]
    if kind == FRAME:
        out[2] = force[2]
        for c in range(nu - 3):
            out[3 + c] = A[0, c] * moment[0] + A[1, c] * moment[1] + A[2, c] * moment[2]
    elif kind == PLANAR:
        out[2] = moment[2]
    elif place_dim(kind) == 3:
        out[2] = force[2]


@njit
def _set_component_row(joints, nodes, bodies, poses, j, row, i, x, rows):
    """Evaluate g = e_i . r: a force along axis i of the world at both joint points."""
    w, e_0, e_1, e_2 = 0.0, 1.0 if i == 0 else 0.0, 1.0 if i == 1 else 0.0, 1.0 if i == 2 else 0.0
    for side in range(2):
        body, sign = joints.body[j, side], -1.0 if side == 0 else 1.0
        if body < 0:
            continue
        r = poses.r[body]
        l_0, l_1, l_2 = sign * (x[side, 0] - r[0]), sign * (x[side, 1] - r[1]), sign * (x[side, 2] - r[2])
        force = sign * e_0, sign * e_1, sign * e_2
        moment = l_1 * e_2 - l_2 * e_1, l_2 * e_0 - l_0 * e_2, l_0 * e_1 - l_1 * e_0
        node = bodies.node[body]
        if node < 0:
            w += dot3(force, poses.v[body]) + dot3(moment, poses.omega[body])
        else:
            start = joints.block[j, side] + (row - joints.row[j]) * nodes.nu[node]
            project_wrench(nodes.kind[node], nodes.nu[node], poses.A[body], force, moment, rows.G[start:])
    rows.g[row], rows.w[row] = x[1, i] - x[0, i], w


@njit
def set_joint_rows(joints, table, nodes, bodies, poses, functions, t, t_rate, angle, x, D, F, M, rows):
    """Evaluate rows (not of guides, stations): G (blocks) and g at t, rates w of prescribed motion at t_rate."""
    for j in range(len(joints.coordinate)):
        first = joints.row[j]
        if first == joints.row[j + 1] or table.kind[first] >= GUIDE:
            continue
        joint_points(joints, poses, j, x)
        if has_axes(joints, table, j):
            joint_axes(joints, poses, j, D)
        for row in range(first, joints.row[j + 1]):
            if table.kind[row] == COMPONENT:
                _set_component_row(joints, nodes, bodies, poses, j, row, table.i[row], x, rows)
                continue
            rows.g[row], w = row_wrench(joints, table, poses, functions, t, t_rate, angle, j, row, x, D, F, M)
            for side in range(4 if table.kind[row] == GEAR else 2):
                body = joints.body[j, side]
                if body < 0:
                    continue
                node = bodies.node[body]
                if node < 0:
                    w += dot3(F[side], poses.v[body]) + dot3(M[side], poses.omega[body])
                else:
                    nu = nodes.nu[node]
                    start = joints.block[j, side] + (row - first) * nu
                    project_wrench(nodes.kind[node], nu, poses.A[body], F[side], M[side], rows.G[start:])
            rows.w[row] = w
