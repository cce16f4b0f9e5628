"""Matrix of a step, [[A, -G^T], [G, 0]] with A = M - theta dt dh/du - theta^2 dt^2 dh/dq, and solves.

Zander 2008, sec. 5.1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stickslip._jit import njit
from stickslip.codes import FRAME, GENERAL
from stickslip.forces.kernel import element_tangents
from stickslip.linalg.block_lu import DEPENDENT, factor, factor_redundant, solve
from stickslip.mechanics.bodies import node_force_tangents

FOUND, KNOWN = 1, 2  # Dynamics.singular: rows that follow from others are there, and which


@njit
def add_mass(nodes, offsets, values):
    """Add all mass blocks."""
    M = nodes.M
    for k in range(len(nodes.kind)):
        start, m = offsets[k], nodes.m_off[k]
        for i in range(nodes.nu[k] * nodes.nu[k]):
            values[start + i] += M[m + i]


class Blend(NamedTuple):
    """How tangents enter: A takes damping D + stiffness K, h~ loses shift K u (D = -dh/du, K = -dh/dq)."""

    damping: float
    stiffness: float
    shift: float


NO_TANGENTS = Blend(0.0, 0.0, 0.0)


@njit
def add_node_tangents(nodes, blend, t, q, u, offsets, values, h_tilde):
    """Add gyroscopic and GENERAL tangents to A and h~."""
    for k in range(len(nodes.kind)):
        start, m, o, nu = offsets[k], nodes.m_off[k], nodes.u_off[k], nodes.nu[k]
        if nodes.kind[k] == FRAME and nu > 5:
            _add_gyroscopic_tangent(nodes.M, m, u[o + 3], u[o + 4], u[o + 5], blend.damping, values, start)
        if nodes.kind[k] != GENERAL:
            if nodes.D[m] != 0.0:  # in proportion to the mass, which is diagonal
                for i in range(nu):
                    values[start + i * nu + i] += blend.damping * nodes.D[m + i * nu + i]
        else:
            for i in range(nu):
                for j in range(nu):
                    stiffness, damping = nodes.K[m + i * nu + j], nodes.D[m + i * nu + j]
                    values[start + i * nu + j] += blend.damping * damping + blend.stiffness * stiffness
                    h_tilde[o + i] -= blend.shift * stiffness * u[o + j]
            if nodes.address[k] != 0:
                _add_user_tangents(nodes, k, blend, t, q, u, start, values, h_tilde)


@njit
def _add_user_tangents(nodes, k, blend, t, q, u, start, values, h_tilde):
    """Add the tangents of the user's function of a GENERAL node."""
    o, nu = nodes.u_off[k], nodes.nu[k]
    dh_dq, dh_du = np.empty((nu, nu)), np.empty((nu, nu))
    node_force_tangents(nodes, k, t, q, u, dh_dq, dh_du)
    for i in range(nu):
        for j in range(nu):
            values[start + i * nu + j] -= blend.damping * dh_du[i, j] + blend.stiffness * dh_dq[i, j]
            h_tilde[o + i] += blend.shift * dh_dq[i, j] * u[o + j]


@njit
def _add_gyroscopic_tangent(M, m, w0, w1, w2, factor_dt, values, start):
    """Add -factor dh/domega of h = -omega x (Theta omega): factor (omega~ Theta - (Theta omega)~).

    The blocks of mass and matrix start at m and ``start``.
    """
    theta, block = m + 3 * 6 + 3, start + 3 * 6 + 3
    for j in range(3):
        t0, t1, t2 = M[theta + j], M[theta + 6 + j], M[theta + 12 + j]
        values[block + j] += factor_dt * (w1 * t2 - w2 * t1)
        values[block + 6 + j] += factor_dt * (w2 * t0 - w0 * t2)
        values[block + 12 + j] += factor_dt * (w0 * t1 - w1 * t0)
    L0 = M[theta] * w0 + M[theta + 1] * w1 + M[theta + 2] * w2
    L1 = M[theta + 6] * w0 + M[theta + 7] * w1 + M[theta + 8] * w2
    L2 = M[theta + 12] * w0 + M[theta + 13] * w1 + M[theta + 14] * w2
    values[block + 1] += factor_dt * L2
    values[block + 2] -= factor_dt * L1
    values[block + 6] -= factor_dt * L2
    values[block + 8] += factor_dt * L0
    values[block + 12] += factor_dt * L1
    values[block + 13] -= factor_dt * L0


@njit
def add_element_tangents(system, poses, coordinate, t, blend, u, work, values, h_tilde):
    """Add the tangents of all force elements to A and h~; t is the time of their evaluation."""
    nodes, bodies, forces = system.nodes, system.bodies, system.forces
    dh_dq, dh_du = np.zeros((2, 6, 2, 6)), np.zeros((2, 6, 2, 6))
    for e in range(len(forces.kind)):
        element_tangents(
            forces, e, nodes, bodies, system.joints, system.functions, poses, coordinate, t, work, dh_dq, dh_du
        )
        for i in range(2):
            body = forces.body[e, i]
            if body < 0 or bodies.node[body] < 0:
                continue
            row_node = bodies.node[body]
            for j in range(2):
                start = system.matrix.element[e, i, j]
                if start < 0:
                    continue
                column_node = bodies.node[forces.body[e, j]]
                offset = nodes.u_off[column_node]
                nu = nodes.nu[column_node]
                for r in range(nodes.nu[row_node]):
                    for c in range(nu):
                        values[start + r * nu + c] -= (
                            blend.damping * dh_du[i, r, j, c] + blend.stiffness * dh_dq[i, r, j, c]
                        )
                        h_tilde[nodes.u_off[row_node] + r] += blend.shift * dh_dq[i, r, j, c] * u[offset + c]


@njit
def add_joint_blocks(system, below, right, values):
    """Add G below and -G^T to the right of A; the two are given apart, as blocks like JointRows.G.

    Rows that do not act on a body they depend on have no column for it (``joint_column`` is -1).
    """
    joints, nodes, bodies = system.joints, system.nodes, system.bodies
    for j in range(len(joints.coordinate)):
        m = joints.row[j + 1] - joints.row[j]
        for side in range(joints.body.shape[1]):
            row, column = system.matrix.joint_row[j, side], system.matrix.joint_column[j, side]
            if row < 0:
                continue
            nu = nodes.nu[bodies.node[joints.body[j, side]]]
            block = joints.block[j, side]
            for i in range(m):
                for k in range(nu):
                    values[row + i * nu + k] += below[block + i * nu + k]
                    if column >= 0:
                        values[column + k * m + i] -= right[block + i * nu + k]


@njit
def factorise(pattern, dynamics):
    """Factor the matrix; return whether it was possible.

    If joints turn out to be redundant, the matrix is lost and has to be formed again: from then on it is factored
    without the rows that follow from others.
    """
    if dynamics.singular[0] == 0:
        if factor(pattern, dynamics.values, dynamics.pivots, dynamics.lu_work) >= DEPENDENT:
            return True
        dynamics.singular[0] = FOUND
        return False
    first = dynamics.singular[0] == FOUND
    factor_redundant(pattern, dynamics.values, dynamics.pivots, dynamics.lu_work, dynamics.redundant, 1, first)
    dynamics.singular[0] = KNOWN
    return True


@njit
def solve_coupled(pattern, dynamics, rhs, x):
    """Solve the factored system for one right-hand side."""
    solve(pattern, dynamics.values, dynamics.pivots, rhs, x)


@njit
def invert_nodes(nodes, matrix, values, A_inv):
    """Invert the diagonal blocks of A of all nodes that are coupled to nothing."""
    for k in range(len(nodes.kind)):
        if matrix.free[k] == 0:
            continue
        nu, start, m = nodes.nu[k], matrix.node[k], nodes.m_off[k]
        block = values[start : start + nu * nu].copy().reshape(nu, nu)
        finite = True
        for i in range(nu * nu):
            finite = finite and np.isfinite(values[start + i])
        if finite:  # otherwise NaN reaches the velocities, where the run stops
            block = np.linalg.inv(block)
        for i in range(nu):
            for j in range(nu):
                A_inv[m + i * nu + j] = block[i, j]


@njit
def multiply_nodes(nodes, blocks, x, y):
    """Write y = blockdiag x."""
    for k in range(len(nodes.kind)):
        o, nu, m = nodes.u_off[k], nodes.nu[k], nodes.m_off[k]
        for i in range(nu):
            total = 0.0
            for j in range(nu):
                total += blocks[m + i * nu + j] * x[o + j]
            y[o + i] = total


@njit
def multiply_free_nodes(nodes, free, blocks, x, y):
    """Write y = blockdiag x of all nodes that are coupled to nothing."""
    for k in range(len(nodes.kind)):
        if free[k] != 0:
            o, nu, m = nodes.u_off[k], nodes.nu[k], nodes.m_off[k]
            for i in range(nu):
                total = 0.0
                for j in range(nu):
                    total += blocks[m + i * nu + j] * x[o + j]
                y[o + i] = total


@njit
def joint_velocity(system, rows, u, out):
    """Write G u + w of all bilateral rows."""
    joints, nodes, bodies = system.joints, system.nodes, system.bodies
    out[: len(rows.w)] = rows.w
    for j in range(len(joints.coordinate)):
        for side in range(joints.body.shape[1]):
            if joints.block[j, side] < 0:
                continue
            node = bodies.node[joints.body[j, side]]
            nu, offset = nodes.nu[node], nodes.u_off[node]
            for row in range(joints.row[j], joints.row[j + 1]):
                start = joints.block[j, side] + (row - joints.row[j]) * nu
                for k in range(nu):
                    out[row] += rows.G[start + k] * u[offset + k]


@njit
def add_joint_impulses(system, rows, impulse, out):
    """Add G^T impulse."""
    for j in range(len(system.joints.coordinate)):
        add_joint_impulse(system, rows, j, 1.0, impulse, out)


@njit
def add_joint_impulse(system, rows, j, factor, impulse, out):
    """Add factor times G^T impulse of joint j."""
    joints, nodes, bodies = system.joints, system.nodes, system.bodies
    for side in range(joints.body.shape[1]):
        if joints.block[j, side] < 0 or system.matrix.joint_column[j, side] < 0:
            continue
        node = bodies.node[joints.body[j, side]]
        nu, offset = nodes.nu[node], nodes.u_off[node]
        for row in range(joints.row[j], joints.row[j + 1]):
            start = joints.block[j, side] + (row - joints.row[j]) * nu
            for k in range(nu):
                out[offset + k] += rows.G[start + k] * (factor * impulse[row])
