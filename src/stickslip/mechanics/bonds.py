"""Bonds: a boundary of an elastic solid follows a body, imposed weakly by a field of multipliers (sodersten 2.4, 2.6).

With multipliers lambda = sum N_a lambda_a on the boundary and places X_b of its nodes in the frame of the body,

    g_a = int N_a (x - r - A X) ds = sum_b B_ab (x_b - r - A X_b),    B_ab = int N_a N_b ds

The body is the ground (a clamp), a rigid one (a weld), a prescribed one, or one without mass: a joint that turns freely
with the boundary, whose couple about its pivot vanishes. Every multiplier a is a joint of its own with one row per
direction; its multipliers are the traction on the solid [N/m^2].
"""

from __future__ import annotations

from typing import NamedTuple

from stickslip._jit import njit
from stickslip.contact.tables import Floats, Ints
from stickslip.mechanics.bodies import FRAME


class Bonds(NamedTuple):
    """All multipliers of all bonds; the last side of their joint is the body, the others are nodes of the solid."""

    joint: Ints  # (nb,)
    body: Ints  # (nb,)
    start: Ints  # (nb + 1,) first of its nodes below
    B: Floats  # (n,)
    X: Floats  # (n, 3) in the frame of the body


@njit
def set_bond_rows(system, poses, rows):
    """Evaluate the rows of all bonds: G (blocks), g, and the rates w of bodies that are prescribed."""
    bonds, joints, nodes = system.bonds, system.joints, system.nodes
    for k in range(len(bonds.joint)):
        j, body, first = bonds.joint[k], bonds.body[k], joints.row[bonds.joint[k]]
        A, r, dim = poses.A[body], poses.r[body], joints.row[j + 1] - first
        total, lever_x, lever_y, lever_z = 0.0, 0.0, 0.0, 0.0
        for i in range(dim):
            rows.g[first + i] = 0.0
        for n in range(bonds.start[k], bonds.start[k + 1]):
            side, B, X = n - bonds.start[k], bonds.B[n], bonds.X[n]
            x = A[0, 0] * X[0] + A[0, 1] * X[1] + A[0, 2] * X[2]
            y = A[1, 0] * X[0] + A[1, 1] * X[1] + A[1, 2] * X[2]
            z = A[2, 0] * X[0] + A[2, 1] * X[1] + A[2, 2] * X[2]
            total, lever_x, lever_y, lever_z = total + B, lever_x + B * x, lever_y + B * y, lever_z + B * z
            place, start = poses.r[joints.body[j, side]], joints.block[j, side]
            rows.g[first] += B * (place[0] - r[0] - x)
            rows.g[first + 1] += B * (place[1] - r[1] - y)
            if dim == 3:
                rows.g[first + 2] += B * (place[2] - r[2] - z)
            for i in range(dim):
                for c in range(dim):
                    rows.G[start + i * dim + c] = B if i == c else 0.0
        side, node = bonds.start[k + 1] - bonds.start[k], system.bodies.node[body]
        v, w = poses.v[body], poses.omega[body]
        for i in range(dim):
            rows.w[first + i] = 0.0
        if node < 0:
            rows.w[first] = -(total * v[0] + w[1] * lever_z - w[2] * lever_y)
            rows.w[first + 1] = -(total * v[1] + w[2] * lever_x - w[0] * lever_z)
            if dim == 3:
                rows.w[first + 2] = -(total * v[2] + w[0] * lever_y - w[1] * lever_x)
            continue
        start, nu = joints.block[j, side], nodes.nu[node]
        for i in range(dim):
            for c in range(nu):
                rows.G[start + i * nu + c] = -total if i == c else 0.0
        if nodes.kind[node] == FRAME:
            for c in range(3):  # lever x (axis c of the body)
                rows.G[start + 3 + c] = lever_y * A[2, c] - lever_z * A[1, c]
                rows.G[start + nu + 3 + c] = lever_z * A[0, c] - lever_x * A[2, c]
                rows.G[start + 2 * nu + 3 + c] = lever_x * A[1, c] - lever_y * A[0, c]
        elif nu == 3 and dim == 2:
            rows.G[start + 2], rows.G[start + nu + 2] = lever_y, -lever_x


class Observers(NamedTuple):
    """Bodies whose rotation follows two nodes of a solid, in the plane: sides of the joint are the body, a and b."""

    joint: Ints  # (no,)
    body: Ints  # (no,)
    d: Floats  # (no, 2) from a to b at the start, in the frame of the body


@njit
def set_observer_rows(system, poses, rows):
    """Evaluate g = n . (x_b - x_a) with n = A S d / d^2, the turn of the two nodes in the body (sodersten 4.1)."""
    observers, joints = system.observers, system.joints
    for k in range(len(observers.joint)):
        j, A, d = observers.joint[k], poses.A[observers.body[k]], observers.d[k]
        square = d[0] * d[0] + d[1] * d[1]
        t_x, t_y = (A[0, 0] * d[0] + A[0, 1] * d[1]) / square, (A[1, 0] * d[0] + A[1, 1] * d[1]) / square
        a, b, row = poses.r[joints.body[j, 1]], poses.r[joints.body[j, 2]], joints.row[j]
        x, y = b[0] - a[0], b[1] - a[1]
        rows.g[row], rows.w[row] = t_x * y - t_y * x, 0.0
        body, first, second = joints.block[j, 0], joints.block[j, 1], joints.block[j, 2]
        rows.G[body], rows.G[body + 1], rows.G[body + 2] = 0.0, 0.0, -(t_x * x + t_y * y)
        rows.G[first], rows.G[first + 1] = t_y, -t_x
        rows.G[second], rows.G[second + 1] = -t_y, t_x
