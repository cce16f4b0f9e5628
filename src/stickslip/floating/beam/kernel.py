"""Floating frames of reference: small elastic displacements on top of a large planar motion (rezaei 2.11).

A point of the body is at r = R + A(theta) (u_0 + S q). The frame (R, theta) is a PLANAR node, the elastic coordinates
q (finite elements or modes) are GENERAL nodes with constant M = int S^T S, K and D. Constant integrals over the mass

    I_1 = int u_0,  S_bar = int S,  I_2 = int u_0^T u_0,  I_3 = int u_0^T S,  I_4 = int u_0^T I~ S,  S~ = int S^T I~ S

with I~ = A_theta^T A give all inertia terms: with p = I_1 + S_bar q and i = I_3^T + M q,

    M_R,theta = A_theta p   M_R,q = A S_bar   M_theta,theta = I_2 + 2 I_3 q + q^T M q   M_theta,q = I_4 - (S~ q)^T
    h_R = A p theta'^2 - 2 A_theta p' theta'   h_theta = -2 i . q' theta'   h_q = i theta'^2 + 2 S~ q' theta'

and gravity g adds A_theta^T g . p to h_theta and S_bar^T A^T g to h_q. All integrals are data: where they come from
(a beam, modes, a mesh) makes no difference here. Nodes hold m, I_2 and the diagonal blocks of M, K, D; pairs of elastic
nodes hold S~ and the other blocks.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from stickslip._arrays import Floats, Ints
from stickslip._jit import njit

ELASTIC, DAMPER, GYROSCOPIC = 0, 1, 3  # classes of forces
M_Q, M_V, S_Q, S_V, K_Q, K_V = range(6)  # rows of FloatingWork.product
COS, SIN, P_X, P_Y, RATE_X, RATE_Y, TURNING, SPIN, G_X, G_Y = range(10)  # columns of FloatingWork.frame


class Floating(NamedTuple):
    """All floating bodies. Integrals of elastic coordinates are indexed by velocities of the whole system."""

    frame: Ints  # (nb,) node of the frame
    first: Ints  # (nb + 1,) first of its elastic nodes in ``node``
    node: Ints  # (ne,) elastic nodes
    I_1: Floats  # (nb, 2)
    gravity: Floats  # (nb, 2)
    retardation: Floats  # (nb,) tau of D = tau K
    S_bar: Floats  # (nu, 2)
    I_3: Floats  # (nu,)
    I_4: Floats  # (nu,)
    pair: Ints  # (np, 3) first and second elastic node, body; the first is not after the second
    block: Ints  # (np,) first entry of the blocks below
    M: Floats  # flat blocks int S_a^T S_b
    K: Floats  # flat blocks of the stiffness
    S: Floats  # flat blocks of S~


class FloatingWork(NamedTuple):
    """What depends on the elastic coordinates and is needed more than once."""

    product: Floats  # (6, nu) M q, M q', S~ q, S~ q', and K q, K q' without the diagonal blocks
    frame: Floats  # (nb, 10) cos, sin, p, p', change of the moment of inertia, theta', gravity in body axes
    station: Floats  # (ns, 3) how far stations are from their places


@njit
def _add_products(floating, nodes, k, q, u, out):
    """Add the products of the blocks of pair k with q and q'."""
    a, b = floating.pair[k, 0], floating.pair[k, 1]
    o, first, second = floating.block[k], nodes.u_off[a], nodes.u_off[b]
    shift_a, shift_b, columns = nodes.q_off[a] - first, nodes.q_off[b] - second, nodes.nu[b]
    for i in range(nodes.nu[a]):
        for j in range(columns):
            r, c, entry = first + i, second + j, o + i * columns + j
            M, K, S = floating.M[entry], floating.K[entry], floating.S[entry]
            x, v = q[c + shift_b], u[c]
            out[M_Q, r] += M * x
            out[M_V, r] += M * v
            out[S_Q, r] += S * x
            out[S_V, r] += S * v
            if a != b:
                y, w = q[r + shift_a], u[r]
                out[K_Q, r] += K * x
                out[K_V, r] += K * v
                out[M_Q, c] += M * y
                out[M_V, c] += M * w
                out[S_Q, c] -= S * y
                out[S_V, c] -= S * w
                out[K_Q, c] += K * y
                out[K_V, c] += K * w


@njit
def evaluate_floating(system, q, u, work):
    """Evaluate products with the elastic coordinates and the motion of the frames at (q, u)."""
    floating, nodes, product = system.floating, system.nodes, work.product
    product[:] = 0.0
    for k in range(len(floating.block)):
        _add_products(floating, nodes, k, q, u, product)
    for body in range(len(floating.frame)):
        line, node = work.frame[body], floating.frame[body]
        theta, o = q[nodes.q_off[node] + 2], nodes.u_off[node]
        line[COS], line[SIN], line[SPIN] = math.cos(theta), math.sin(theta), u[o + 2]
        line[P_X], line[P_Y] = floating.I_1[body, 0], floating.I_1[body, 1]
        line[RATE_X], line[RATE_Y], line[TURNING] = 0.0, 0.0, 0.0
        g = floating.gravity[body]
        line[G_X], line[G_Y] = line[COS] * g[0] + line[SIN] * g[1], line[COS] * g[1] - line[SIN] * g[0]
        for a in range(floating.first[body], floating.first[body + 1]):
            node = floating.node[a]
            start, shift = nodes.u_off[node], nodes.q_off[node] - nodes.u_off[node]
            for r in range(start, start + nodes.nu[node]):
                x, v = q[r + shift], u[r]
                line[P_X] += floating.S_bar[r, 0] * x
                line[P_Y] += floating.S_bar[r, 1] * x
                line[RATE_X] += floating.S_bar[r, 0] * v
                line[RATE_Y] += floating.S_bar[r, 1] * v
                line[TURNING] += (2.0 * floating.I_3[r] + product[M_Q, r]) * x


@njit
def add_floating_inertia(system, q, u, work, h):
    """Add the inertia forces that depend on velocities. Evaluates ``work``."""
    floating, nodes, product = system.floating, system.nodes, work.product
    evaluate_floating(system, q, u, work)
    for body in range(len(floating.frame)):
        line, o = work.frame[body], nodes.u_off[floating.frame[body]]
        c, s, w = line[COS], line[SIN], line[SPIN]
        x = line[P_X] * w * w + 2.0 * line[RATE_Y] * w  # in body axes: A_theta p = A (-p_y, p_x)
        y = line[P_Y] * w * w - 2.0 * line[RATE_X] * w
        h[GYROSCOPIC, o] += c * x - s * y
        h[GYROSCOPIC, o + 1] += s * x + c * y
        for a in range(floating.first[body], floating.first[body + 1]):
            start = nodes.u_off[floating.node[a]]
            for r in range(start, start + nodes.nu[floating.node[a]]):
                lever = floating.I_3[r] + product[M_Q, r]
                h[GYROSCOPIC, o + 2] -= 2.0 * lever * u[r] * w
                h[GYROSCOPIC, r] += lever * w * w + 2.0 * product[S_V, r] * w


@njit
def add_floating_forces(system, q, u, work, h):
    """Add the forces of all floating bodies to h per class; return their potential. Evaluates ``work``."""
    floating, nodes, product = system.floating, system.nodes, work.product
    potential = 0.0
    add_floating_inertia(system, q, u, work, h)
    for body in range(len(floating.frame)):
        line, o = work.frame[body], nodes.u_off[floating.frame[body]]
        h[ELASTIC, o + 2] += line[G_Y] * line[P_X] - line[G_X] * line[P_Y]
        potential -= line[G_X] * line[P_X] + line[G_Y] * line[P_Y]
        for a in range(floating.first[body], floating.first[body + 1]):
            node = floating.node[a]
            start, shift = nodes.u_off[node], nodes.q_off[node] - nodes.u_off[node]
            for r in range(start, start + nodes.nu[node]):
                h[ELASTIC, r] += floating.S_bar[r, 0] * line[G_X] + floating.S_bar[r, 1] * line[G_Y] - product[K_Q, r]
                h[DAMPER, r] -= floating.retardation[body] * product[K_V, r]
                potential += 0.5 * product[K_Q, r] * q[r + shift]
    return potential


@njit
def _frame_row(line, x, y, values, start, width, column):
    """Add A (x, y) to rows R of a block with ``width`` columns."""
    values[start + column] += line[COS] * x - line[SIN] * y
    values[start + width + column] += line[SIN] * x + line[COS] * y


@njit
def _frame_column(line, x, y, values, start):
    """Add A (x, y) to the columns R of a row."""
    values[start] += line[COS] * x - line[SIN] * y
    values[start + 1] += line[SIN] * x + line[COS] * y


@njit
def add_floating_mass(system, work, values):
    """Add what nodes do not hold of the mass of all floating bodies; ``work`` has been evaluated."""
    floating, nodes, matrix, product = system.floating, system.nodes, system.matrix, work.product
    for body in range(len(floating.frame)):
        line, start = work.frame[body], matrix.node[floating.frame[body]]
        _frame_row(line, -line[P_Y], line[P_X], values, start, 3, 2)
        _frame_column(line, -line[P_Y], line[P_X], values, start + 6)
        values[start + 8] += line[TURNING]
        for a in range(floating.first[body], floating.first[body + 1]):
            node = floating.node[a]
            nu, right, below = nodes.nu[node], matrix.frame[a, 0], matrix.frame[a, 1]
            for i in range(nu):
                r = nodes.u_off[node] + i
                x, y, turn = floating.S_bar[r, 0], floating.S_bar[r, 1], floating.I_4[r] - product[S_Q, r]
                _frame_row(line, x, y, values, right, nu, i)
                _frame_column(line, x, y, values, below + 3 * i)
                values[right + 2 * nu + i] += turn
                values[below + 3 * i + 2] += turn
    for k in range(len(floating.block)):
        if floating.pair[k, 0] != floating.pair[k, 1]:
            _add_pair(floating, nodes, k, 1.0, floating.M, matrix.pair[k, 0], matrix.pair[k, 1], values)


@njit
def _add_pair(floating, nodes, k, factor, blocks, above, below, values):
    """Add factor times block k and its transpose to the blocks of a pair of nodes."""
    rows, columns, o = nodes.nu[floating.pair[k, 0]], nodes.nu[floating.pair[k, 1]], floating.block[k]
    for i in range(rows):
        for j in range(columns):
            value = factor * blocks[o + i * columns + j]
            values[above + i * columns + j] += value
            values[below + j * rows + i] += value


@njit
def add_floating_product(system, work, x, y):
    """Add to y what ``add_floating_mass`` stands for, times x."""
    floating, nodes, product = system.floating, system.nodes, work.product
    for body in range(len(floating.frame)):
        line, o = work.frame[body], nodes.u_off[floating.frame[body]]
        c, s = line[COS], line[SIN]
        along, across, turn = c * x[o] + s * x[o + 1], c * x[o + 1] - s * x[o], x[o + 2]  # frame in body axes
        f_x, f_y = -line[P_Y] * turn, line[P_X] * turn
        y[o + 2] += line[P_X] * across - line[P_Y] * along + line[TURNING] * turn
        for a in range(floating.first[body], floating.first[body + 1]):
            node = floating.node[a]
            for r in range(nodes.u_off[node], nodes.u_off[node] + nodes.nu[node]):
                coupling = floating.I_4[r] - product[S_Q, r]
                f_x += floating.S_bar[r, 0] * x[r]
                f_y += floating.S_bar[r, 1] * x[r]
                y[o + 2] += coupling * x[r]
                y[r] += floating.S_bar[r, 0] * along + floating.S_bar[r, 1] * across + coupling * turn
        y[o] += c * f_x - s * f_y
        y[o + 1] += s * f_x + c * f_y
    for k in range(len(floating.block)):
        a, b, start = floating.pair[k, 0], floating.pair[k, 1], floating.block[k]
        if a != b:
            for i in range(nodes.nu[a]):
                for j in range(nodes.nu[b]):
                    M = floating.M[start + i * nodes.nu[b] + j]
                    y[nodes.u_off[a] + i] += M * x[nodes.u_off[b] + j]
                    y[nodes.u_off[b] + j] += M * x[nodes.u_off[a] + i]


@njit
def add_floating_tangents(system, blend, u, work, values, h_tilde):
    """Add D and K of all floating bodies to the matrix, and subtract shift K u from h~; ``work`` has been evaluated."""
    floating, nodes, matrix = system.floating, system.nodes, system.matrix
    for body in range(len(floating.frame)):
        _add_frame_tangents(system, body, blend, u, work, values, h_tilde)
    for k in range(len(floating.block)):
        a, b, body = floating.pair[k, 0], floating.pair[k, 1], floating.pair[k, 2]
        w, rows, columns, o = work.frame[body, SPIN], nodes.nu[a], nodes.nu[b], floating.block[k]
        above, below, tau = matrix.pair[k, 0], matrix.pair[k, 1], floating.retardation[body]
        for i in range(rows):
            r = nodes.u_off[a] + i
            for j in range(columns):
                c, entry = nodes.u_off[b] + j, o + i * columns + j
                elastic, coriolis = floating.K[entry] if a != b else 0.0, 2.0 * w * floating.S[entry]
                K = elastic - w * w * floating.M[entry]
                symmetric = blend.stiffness * K + blend.damping * tau * elastic
                values[above + i * columns + j] += symmetric - blend.damping * coriolis
                h_tilde[r] -= blend.shift * K * u[c]
                if a != b:
                    values[below + j * rows + i] += symmetric + blend.damping * coriolis
                    h_tilde[c] -= blend.shift * K * u[r]


@njit
def _add_frame_tangents(system, body, blend, u, work, values, h_tilde):
    """Add the tangents between a frame and itself or its elastic nodes."""
    floating, nodes, matrix, product = system.floating, system.nodes, system.matrix, work.product
    line, node = work.frame[body], floating.frame[body]
    o, start, w, k, d = nodes.u_off[node], matrix.node[node], line[SPIN], blend.stiffness, blend.damping
    p_x, p_y, v_x, v_y = line[P_X], line[P_Y], line[RATE_X], line[RATE_Y]
    K_x, K_y = p_y * w * w - 2.0 * v_x * w, -p_x * w * w - 2.0 * v_y * w  # -dh_R/dtheta in body axes
    D_x, D_y = -2.0 * p_x * w - 2.0 * v_y, -2.0 * p_y * w + 2.0 * v_x
    _frame_row(line, k * K_x + d * D_x, k * K_y + d * D_y, values, start, 3, 2)
    weight, turning = line[G_X] * p_x + line[G_Y] * p_y, 0.0
    R_x, R_y, R_turn = K_x * u[o + 2], K_y * u[o + 2], weight * u[o + 2]  # K u
    for a in range(floating.first[body], floating.first[body + 1]):
        node = floating.node[a]
        nu, right, below = nodes.nu[node], matrix.frame[a, 0], matrix.frame[a, 1]
        for i in range(nu):
            r = nodes.u_off[node] + i
            S_x, S_y, lever = floating.S_bar[r, 0], floating.S_bar[r, 1], floating.I_3[r] + product[M_Q, r]
            turning += lever * u[r]
            x, y = -k * S_x * w * w - 2.0 * d * S_y * w, -k * S_y * w * w + 2.0 * d * S_x * w
            _frame_row(line, x, y, values, right, nu, i)
            pull = line[G_X] * S_y - line[G_Y] * S_x
            K_turn = pull + 2.0 * w * product[M_V, r]
            values[right + 2 * nu + i] += k * K_turn + 2.0 * d * w * lever
            values[below + 3 * i + 2] += k * pull - 2.0 * d * (w * lever + product[S_V, r])
            R_x -= S_x * w * w * u[r]
            R_y -= S_y * w * w * u[r]
            R_turn += K_turn * u[r]
            h_tilde[r] -= blend.shift * pull * u[o + 2]
    values[start + 8] += k * weight + 2.0 * d * turning
    h_tilde[o] -= blend.shift * (line[COS] * R_x - line[SIN] * R_y)
    h_tilde[o + 1] -= blend.shift * (line[SIN] * R_x + line[COS] * R_y)
    h_tilde[o + 2] -= blend.shift * R_turn
