"""Joint rows over one energy-momentum step: mid-point gradients in the balance, constraints at the end.

Betsch et al., eq. 57.

All rows of ``mechanics.joints`` are at most quadratic in the natural coordinates, so their gradient at the mid-point
is a discrete gradient: it does no work in a step that begins and ends on g = 0, and it keeps the momenta. Gears are
functions of angles; their torques are scaled by ``chord_factor``, which gives the same. A driven angle acts by a
torque along the joint axis. Rows of bonds are linear in the natural coordinates.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.bonds.kernel import bond_lever, set_bond_gaps, set_bond_rows
from stickslip.codes import FRAME, PLANAR
from stickslip.integrators.energy_momentum.nodes import turned
from stickslip.joints.rows import BOND, COMPONENT, DISTANCE, GEAR, joint_frame, row_wrench, update_coordinates
from stickslip.lines.elements import component
from stickslip.mechanics.bodies import has_director, place_dim
from stickslip.mechanics.vectors import dot3


@njit
def chord_factor(change, gamma):
    """Return (change of the angle) / (d_2,m . (theta_b - theta_a)) of a revolute joint, gamma = theta_a . d_2 / 2.

    Composition of the two Cayley vectors gives (h / tan h) (1 - gamma tan h) / (1 + gamma^2), h = change / 2.
    """
    half = 0.5 * change
    tangent = np.tan(half)
    ratio = half / tangent if abs(half) > 1e-4 else 1.0 - half * half / 3.0
    return ratio * (1.0 - gamma * tangent) / (1.0 + gamma * gamma)


@njit
def _gradient(system, poses, t, angle, j, row, x, D, F, M):
    """Write the wrenches of one row; return its residual g and the drive part of its rate."""
    if system.table.kind[row] != COMPONENT:
        return row_wrench(system.joints, system.table, poses, system.functions, t, t, angle, j, row, x, D, F, M)
    i = system.table.i[row]
    a, b = (i + 1) % 3, (i + 2) % 3
    for side in range(2):  # the other sides stay zero, as set by the caller
        body, sign = system.joints.body[j, side], -1.0 if side == 0 else 1.0
        F[side, i], F[side, a], F[side, b] = sign, 0.0, 0.0
        M[side, i] = 0.0
        M[side, a] = sign * (x[side, b] - poses.r[body, b])
        M[side, b] = -sign * (x[side, a] - poses.r[body, a])
    return x[1, i] - x[0, i], 0.0


@njit
def _scale_gear(system, row, state, work, span):
    """Scale the torques of a gear so that they do the work of the change of its angles."""
    joints, M = system.joints, work.force.M
    for stage in range(2):
        source = system.table.i[row] if stage == 0 else system.table.j[row]
        a = joints.body[source, 0]
        A, axis, theta = work.poses.A[a], joints.A_a[source], span.theta[a]
        gamma = 0.0
        for i in range(3):
            gamma += 0.5 * theta[i] * (A[i, 0] * axis[0, 2] + A[i, 1] * axis[1, 2] + A[i, 2] * axis[2, 2])
        factor = chord_factor(span.angle[source] - state.coordinate[source], gamma)
        for side in range(2 * stage, 2 * stage + 2):
            for i in range(3):
                M[side, i] *= factor


@njit
def _store(system, poses, axes, j, row, F, M, G):
    """Write the row of G (moments in world components; of directors along the first two of ``axes``).

    Return the rate of the bodies that cannot move.
    """
    joints, nodes, rate = system.joints, system.nodes, 0.0
    for side in range(4):
        body = joints.body[j, side]
        if body < 0:
            continue
        node = system.bodies.node[body]
        if node < 0:
            rate += dot3(F[side], poses.v[body]) + dot3(M[side], poses.omega[body])
            continue
        start = joints.block[j, side] + (row - joints.row[j]) * nodes.nu[node]
        kind, place = nodes.kind[node], place_dim(nodes.kind[node])
        for i in range(place):
            G[start + i] = F[side, i]
        director = has_director(nodes, node)
        for i in range(place, nodes.nu[node]):
            G[start + i] = dot3(M[side], axes[body, :, i - 3]) if director else M[side, component(kind, i) - 3]
    return rate


@njit
def set_mid_rows(system, t, state, work, span):
    """Evaluate the gradients of all rows at the mid-point (rows.G), and the rates of prescribed bodies (rows.w)."""
    joints, force = system.joints, work.force
    x, D, F, M = force.x, force.D, force.F, force.M
    for j in range(len(joints.coordinate)):
        first, last = joints.row[j], joints.row[j + 1]
        if first == last or system.table.kind[first] == BOND:
            continue
        F[:] = 0.0
        M[:] = 0.0
        joint_frame(joints, work.poses, j, x, D)
        for row in range(first, last):
            _gradient(system, work.poses, t, span.angle, j, row, x, D, F, M)
            if system.table.kind[row] == GEAR:
                _scale_gear(system, row, state, work, span)
            work.rows.w[row] = _store(system, work.poses, span.start.A, j, row, F, M, work.rows.G)
    set_bond_rows(system, work.poses, True, work.rows.G, work.rows.w)


@njit
def set_end_rows(system, t, work, span):
    """Evaluate residuals (rows.g), gradients (span.G) and prescribed rates (span.w) at the end poses."""
    joints, force, end = system.joints, work.force, span.end
    x, D, F, M = force.x, force.D, force.F, force.M
    for j in range(len(joints.coordinate)):
        first, last = joints.row[j], joints.row[j + 1]
        if first == last or system.table.kind[first] == BOND:
            continue
        if system.table.kind[first] == GEAR:
            update_coordinates(joints, end, x, D, span.angle)
        F[:] = 0.0
        M[:] = 0.0
        joint_frame(joints, end, j, x, D)
        for row in range(first, last):
            work.rows.g[row], drive = _gradient(system, end, t, span.angle, j, row, x, D, F, M)
            span.w[row] = drive + _store(system, end, end.A, j, row, F, M, span.G)
    set_bond_gaps(system, end, work.rows.g)
    set_bond_rows(system, end, True, span.G, span.w)


@njit
def add_multipliers(system, G, impulse, rhs):
    """Add G^T Lambda to rhs."""
    joints, nodes = system.joints, system.nodes
    for j in range(len(joints.coordinate)):
        first, last = joints.row[j], joints.row[j + 1]
        for side in range(joints.body.shape[1]):
            start = joints.block[j, side]
            if start < 0:
                continue
            node = system.bodies.node[joints.body[j, side]]
            nu, o = nodes.nu[node], nodes.u_off[node]
            for row in range(first, last):
                for i in range(nu):
                    rhs[o + i] += G[start + i] * impulse[row]
                start += nu


@njit
def _add_lever_tangent(system, j, side, work, span, offset, values):
    """Subtract the change of the moments lever x (joint force) with theta: exact for joints that share a point.

    The couplings between the two bodies by rows with rotating directions are left out: they are smaller than the
    inertia by dt^2, and the residual is exact whatever the tangent.
    """
    joints, kind = system.joints, system.table.kind
    body = joints.body[j, side]
    node = system.bodies.node[body]
    nu, planar = system.nodes.nu[node], system.nodes.kind[node] == PLANAR
    if place_dim(system.nodes.kind[node]) == nu or has_director(system.nodes, node):  # no levers
        return
    f0, f1, f2 = 0.0, 0.0, 0.0
    for row in range(joints.row[j], joints.row[j + 1]):
        if kind[row] == COMPONENT or kind[row] == DISTANCE:
            start = joints.block[j, side] + (row - joints.row[j]) * nu
            f0 += span.impulse[row] * work.rows.G[start]
            f1 += span.impulse[row] * work.rows.G[start + 1]
            f2 += 0.0 if planar else span.impulse[row] * work.rows.G[start + 2]
    rho = joints.rho_a[j] if side == 0 else joints.rho_b[j]
    A = work.poses.A[body]
    l0 = A[0, 0] * rho[0] + A[0, 1] * rho[1] + A[0, 2] * rho[2]
    l1 = A[1, 0] * rho[0] + A[1, 1] * rho[1] + A[1, 2] * rho[2]
    l2 = A[2, 0] * rho[0] + A[2, 1] * rho[1] + A[2, 2] * rho[2]
    _add_moment_tangent(span.S[body], nu, planar, l0, l1, l2, f0, f1, f2, offset, values)


@njit
def _add_bond_tangents(system, work, span, values):
    """Subtract the change of the moments (sum B A X) x (-Lambda) of bonds on bodies that turn."""
    bonds, joints, nodes = system.bonds, system.joints, system.nodes
    for k in range(len(bonds.joint)):
        body, first = bonds.body[k], joints.row[bonds.joint[k]]
        node = system.bodies.node[body]
        if node < 0 or place_dim(nodes.kind[node]) == nodes.nu[node]:
            continue
        _, l0, l1, l2 = bond_lever(bonds, k, work.poses.A[body])
        f0, f1, f2 = 0.0, 0.0, 0.0
        for row in range(first, joints.row[bonds.joint[k] + 1]):
            i, impulse = system.table.i[row], span.impulse[row]
            f0 -= impulse if i == 0 else 0.0
            f1 -= impulse if i == 1 else 0.0
            f2 -= impulse if i == 2 else 0.0
        planar, offset = nodes.kind[node] == PLANAR, system.matrix.node[node]
        _add_moment_tangent(span.S[body], nodes.nu[node], planar, l0, l1, l2, f0, f1, f2, offset, values)


@njit
def _add_moment_tangent(S, nu, planar, l0, l1, l2, f0, f1, f2, offset, values):
    """Subtract the derivative by theta of the moment lever x force, the lever at the mid-point rotates with S."""
    for c in range(2 if planar else 0, 3):
        x0, x1, x2 = turned(S, c, l0, l1, l2)
        if planar:
            values[offset + 8] -= x0 * f1 - x1 * f0
        else:
            values[offset + 3 * nu + 3 + c] -= x1 * f2 - x2 * f1
            values[offset + 4 * nu + 3 + c] -= x2 * f0 - x0 * f2
            values[offset + 5 * nu + 3 + c] -= x0 * f1 - x1 * f0


@njit
def add_step_blocks(system, work, span, values):
    """Add -(mid-point gradient)^T to the right, the end gradient by the unknowns below, and the lever tangents.

    The end rotation changes by (1 + theta~/2) dtheta / (1 + |theta|^2/4), so moments M enter as
    (M - theta x M / 2) / (1 + |theta|^2/4).
    """
    joints, nodes = system.joints, system.nodes
    for j in range(len(joints.coordinate)):
        m = joints.row[j + 1] - joints.row[j]
        for side in range(joints.body.shape[1]):
            below, right = system.matrix.joint_row[j, side], system.matrix.joint_column[j, side]
            if below < 0:
                continue
            body = joints.body[j, side]
            node = system.bodies.node[body]
            nu, start = nodes.nu[node], joints.block[j, side]
            theta = span.theta[body]
            g0, g1, g2 = 0.5 * theta[0], 0.5 * theta[1], 0.5 * theta[2]
            scale = 1.0 / (1.0 + g0 * g0 + g1 * g1 + g2 * g2)
            for i in range(m):
                for k in range(nu):
                    values[right + k * m + i] -= work.rows.G[start + k]
                place = below + i * nu
                for k in range(place_dim(nodes.kind[node])):
                    values[place + k] += span.G[start + k]
                if has_director(nodes, node):
                    A, C = span.start.A[body], span.end.A[body]
                    m0 = C[0, 0] * span.G[start + 3] + C[0, 1] * span.G[start + 4]
                    m1 = C[1, 0] * span.G[start + 3] + C[1, 1] * span.G[start + 4]
                    m2 = C[2, 0] * span.G[start + 3] + C[2, 1] * span.G[start + 4]
                    n0, n1, n2 = m0 - g1 * m2 + g2 * m1, m1 - g2 * m0 + g0 * m2, m2 - g0 * m1 + g1 * m0
                    for k in range(2):
                        values[place + 3 + k] += scale * (A[0, k] * n0 + A[1, k] * n1 + A[2, k] * n2)
                elif nodes.kind[node] == FRAME:
                    m0, m1, m2 = span.G[start + 3], span.G[start + 4], span.G[start + 5]
                    values[place + 3] += scale * (m0 - g1 * m2 + g2 * m1)
                    values[place + 4] += scale * (m1 - g2 * m0 + g0 * m2)
                    values[place + 5] += scale * (m2 - g0 * m1 + g1 * m0)
                elif nodes.kind[node] == PLANAR:
                    values[place + 2] += scale * span.G[start + 2]
                start += nu
            if side < 2:
                _add_lever_tangent(system, j, side, work, span, system.matrix.node[node], values)
    _add_bond_tangents(system, work, span, values)


@njit
def add_row_rates(system, G, rate, out):
    """Add G rate of all rows to out; rate holds (v, omega) per node with omega in world components."""
    joints, nodes = system.joints, system.nodes
    for j in range(len(joints.coordinate)):
        for side in range(joints.body.shape[1]):
            start = joints.block[j, side]
            if start < 0:
                continue
            node = system.bodies.node[joints.body[j, side]]
            nu, o = nodes.nu[node], nodes.u_off[node]
            for row in range(joints.row[j], joints.row[j + 1]):
                for i in range(nu):
                    out[row] += G[start + i] * rate[o + i]
                start += nu
