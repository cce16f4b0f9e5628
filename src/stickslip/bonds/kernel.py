"""Bonds: a boundary of an elastic solid follows a body, imposed weakly by a field of multipliers.

Södersten 2018, sec. 2.4, 2.5.3.

With multipliers lambda = sum N_a lambda_a on the boundary and places X_b of its nodes in the frame of the body,

    g_a = int N_a (x - r - A X) ds = sum_b B_ab (x_b - r - A X_b),    B_ab = int N_a N_b ds

The body is the ground (a clamp), a rigid one (a weld), a prescribed one, or one without mass: a joint that rotates
freely with the boundary, whose couple about its pivot vanishes. Every multiplier a is a joint of its own with one row
per direction; its multipliers are the traction on the solid [N/m^2]. Ties of two solids are rows of the same form:
nodes of both with coefficients of both signs, and the ground as the body.

Observers (a remedy for what Södersten 2018, sec. 4.2, shows): the rotation A of a body follows nodes a of a solid, with
their centred places X in the body

    g = sum_a A p_a x x_a = 0,    p_a = w_a X_a / sum w X^2,

the condition of the least-squares (polar, Procrustes) rotation; for two nodes it is the rotation of the line between
them.
"""

from __future__ import annotations

from typing import NamedTuple

from stickslip._arrays import Floats, Ints
from stickslip._jit import njit
from stickslip.codes import FRAME


class Bonds(NamedTuple):
    """All multipliers of all bonds; the last side of their joint is the body, the others are nodes of the solid."""

    joint: Ints  # (nb,)
    body: Ints  # (nb,)
    start: Ints  # (nb + 1,) first of its nodes below
    B: Floats  # (n,)
    X: Floats  # (n, 3) in the frame of the body


@njit
def _pick(i, x, y, z):
    """Return component i of a vector."""
    return x if i == 0 else (y if i == 1 else z)


@njit
def _turned(A, X):
    """Return A X."""
    return (
        A[0, 0] * X[0] + A[0, 1] * X[1] + A[0, 2] * X[2],
        A[1, 0] * X[0] + A[1, 1] * X[1] + A[1, 2] * X[2],
        A[2, 0] * X[0] + A[2, 1] * X[1] + A[2, 2] * X[2],
    )


@njit
def bond_lever(bonds, k, A):
    """Return sum_b B_ab and sum_b B_ab A X_b of multiplier k."""
    total, lever_x, lever_y, lever_z = 0.0, 0.0, 0.0, 0.0
    for n in range(bonds.start[k], bonds.start[k + 1]):
        B = bonds.B[n]
        x, y, z = _turned(A, bonds.X[n])
        total, lever_x, lever_y, lever_z = total + B, lever_x + B * x, lever_y + B * y, lever_z + B * z
    return total, lever_x, lever_y, lever_z


@njit
def set_bond_gaps(system, poses, g):
    """Evaluate g of the rows of all bonds."""
    bonds, joints, direction = system.bonds, system.joints, system.table.i
    for k in range(len(bonds.joint)):
        j, body = bonds.joint[k], bonds.body[k]
        A, r, gap_x, gap_y, gap_z = poses.A[body], poses.r[body], 0.0, 0.0, 0.0
        for n in range(bonds.start[k], bonds.start[k + 1]):
            B, place = bonds.B[n], poses.r[joints.body[j, n - bonds.start[k]]]
            x, y, z = _turned(A, bonds.X[n])
            gap_x += B * (place[0] - r[0] - x)
            gap_y += B * (place[1] - r[1] - y)
            gap_z += B * (place[2] - r[2] - z)
        for row in range(joints.row[j], joints.row[j + 1]):
            g[row] = _pick(direction[row], gap_x, gap_y, gap_z)


@njit
def set_bond_rows(system, poses, world, G, w):
    """Evaluate G of all bonds (blocks; moments in world or body components), and the rates w of prescribed bodies."""
    bonds, joints, nodes, direction = system.bonds, system.joints, system.nodes, system.table.i
    for k in range(len(bonds.joint)):
        j, body, first, last = bonds.joint[k], bonds.body[k], joints.row[bonds.joint[k]], joints.row[bonds.joint[k] + 1]
        A, dim = poses.A[body], nodes.nu[system.bodies.node[joints.body[j, 0]]]
        total, lever_x, lever_y, lever_z = bond_lever(bonds, k, A)
        for n in range(bonds.start[k], bonds.start[k + 1]):
            start = joints.block[j, n - bonds.start[k]]
            for row in range(first, last):
                for c in range(dim):
                    G[start + (row - first) * dim + c] = bonds.B[n] if direction[row] == c else 0.0
        side, node = bonds.start[k + 1] - bonds.start[k], system.bodies.node[body]
        for row in range(first, last):
            w[row] = 0.0
        if node < 0:
            v, omega = poses.v[body], poses.omega[body]
            for row in range(first, last):
                w[row] = -_pick(
                    direction[row],
                    total * v[0] + omega[1] * lever_z - omega[2] * lever_y,
                    total * v[1] + omega[2] * lever_x - omega[0] * lever_z,
                    total * v[2] + omega[0] * lever_y - omega[1] * lever_x,
                )
            continue
        start, nu, kind = joints.block[j, side], nodes.nu[node], nodes.kind[node]
        for row in range(first, last):
            i, at = direction[row], start + (row - first) * nu
            for c in range(nu):
                G[at + c] = -total if i == c else 0.0
            if kind == FRAME:
                for c in range(nu - 3):  # lever x axis c
                    a_x, a_y, a_z = A[0, c], A[1, c], A[2, c]
                    if world:
                        a_x, a_y, a_z = _pick(c, 1.0, 0.0, 0.0), _pick(c, 0.0, 1.0, 0.0), _pick(c, 0.0, 0.0, 1.0)
                    G[at + 3 + c] = _pick(
                        i, lever_y * a_z - lever_z * a_y, lever_z * a_x - lever_x * a_z, lever_x * a_y - lever_y * a_x
                    )
            elif nu == 3 and dim == 2:
                G[at + 2] = lever_y if i == 0 else -lever_x


class Observers(NamedTuple):
    """Bodies whose rotation follows nodes of a solid; sides of the joint are the body and the nodes."""

    joint: Ints  # (no,)
    body: Ints  # (no,)
    reading: Ints  # (no,) 1: the couple does not act on the nodes
    start: Ints  # (no + 1,) first of its nodes below
    p: Floats  # (n, 3) [1/m] in the frame of the body; their sum is zero


@njit
def set_observer_rows(system, poses, rows):
    """Evaluate g = sum A p x (x - x_0): its component z in the plane, all three in space."""
    observers, joints, nodes = system.observers, system.joints, system.nodes
    for k in range(len(observers.joint)):
        j, A = observers.joint[k], poses.A[observers.body[k]]
        first, last = joints.row[j], joints.row[j + 1]
        origin, planar = poses.r[joints.body[j, 1]], last - first == 1
        g_x, g_y, g_z = 0.0, 0.0, 0.0
        xx, xy, xz, yx, yy, yz, zx, zy, zz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0  # sum A p (x - x_0)^T
        for n in range(observers.start[k], observers.start[k + 1]):
            side, p = 1 + n - observers.start[k], observers.p[n]
            t_x = A[0, 0] * p[0] + A[0, 1] * p[1] + A[0, 2] * p[2]
            t_y = A[1, 0] * p[0] + A[1, 1] * p[1] + A[1, 2] * p[2]
            t_z = A[2, 0] * p[0] + A[2, 1] * p[1] + A[2, 2] * p[2]
            place, start = poses.r[joints.body[j, side]], joints.block[j, side]
            x, y, z = place[0] - origin[0], place[1] - origin[1], place[2] - origin[2]
            g_x, g_y, g_z = g_x + t_y * z - t_z * y, g_y + t_z * x - t_x * z, g_z + t_x * y - t_y * x
            xx, xy, xz = xx + t_x * x, xy + t_x * y, xz + t_x * z
            yx, yy, yz = yx + t_y * x, yy + t_y * y, yz + t_y * z
            zx, zy, zz = zx + t_z * x, zy + t_z * y, zz + t_z * z
            if planar:
                rows.G[start], rows.G[start + 1] = -t_y, t_x
                continue
            rows.G[start], rows.G[start + 1], rows.G[start + 2] = 0.0, -t_z, t_y
            rows.G[start + 3], rows.G[start + 4], rows.G[start + 5] = t_z, 0.0, -t_x
            rows.G[start + 6], rows.G[start + 7], rows.G[start + 8] = -t_y, t_x, 0.0
        at, nu = joints.block[j, 0], nodes.nu[system.bodies.node[observers.body[k]]]
        for row in range(first, last):
            i, start = 2 if planar else row - first, at + (row - first) * nu
            rows.g[row], rows.w[row] = _pick(i, g_x, g_y, g_z), 0.0
            for c in range(nu):
                rows.G[start + c] = 0.0
            # a rotation theta of the body changes g by (sum A p x^T - sum A p . x) theta
            a, b, c = _pick(i, xx, yx, zx), _pick(i, xy, yy, zy), _pick(i, xz, yz, zz)
            trace = xx + yy + zz
            a, b, c = a - trace if i == 0 else a, b - trace if i == 1 else b, c - trace if i == 2 else c
            if planar:
                rows.G[start + 2] = c
            else:
                for axis in range(3):
                    rows.G[start + 3 + axis] = a * A[0, axis] + b * A[1, axis] + c * A[2, axis]


@njit
def reading_power(system, rows, impulse, u):
    """Return sum of Lambda (G u of the nodes) of all observers whose couple does not act on the nodes they follow.

    For the body such a row is a drive: the power -Lambda (G u of the nodes) comes from nowhere in the model.
    """
    observers, joints, nodes, power = system.observers, system.joints, system.nodes, 0.0
    for k in range(len(observers.joint)):
        if observers.reading[k] == 0:
            continue
        j = observers.joint[k]
        for side in range(1, 1 + observers.start[k + 1] - observers.start[k]):
            node = system.bodies.node[joints.body[j, side]]
            nu, offset, start = nodes.nu[node], nodes.u_off[node], joints.block[j, side]
            for row in range(joints.row[j], joints.row[j + 1]):
                for c in range(nu):
                    power += impulse[row] * rows.G[start + c] * u[offset + c]
                start += nu
    return power
