"""Floating frames of reference: small elastic displacements on top of a large planar motion.

Rezaei and Schindler, sec. 3, app. C.

A point of the body is at r = R + A(theta) (u_0 + S q). The frame (R, theta) is a PLANAR node, the elastic coordinates
q (finite elements or modes) are GENERAL nodes with constant M = int S^T S, K and D. Constant integrals over the mass

    I_1 = int u_0,  S_bar = int S,  I_2 = int u_0^T u_0,  I_3 = int u_0^T S,  I_4 = int u_0^T I~ S,  S~ = int S^T I~ S

with I~ = A_theta^T A give all inertia terms: with p = I_1 + S_bar q and i = I_3^T + M q,

    M_R,theta = A_theta p   M_R,q = A S_bar   M_theta,theta = I_2 + 2 I_3 q + q^T M q   M_theta,q = I_4 - (S~ q)^T
    h_R = A p theta'^2 - 2 A_theta p' theta'   h_theta = -2 i . q' theta'   h_q = i theta'^2 + 2 S~ q' theta'

and gravity g adds A_theta^T g . p to h_theta and S_bar^T A^T g to h_q. All integrals are data: where they come from
(a beam, modes, a mesh) makes no difference here. Nodes hold m, I_2 and the diagonal blocks of M, K, D; pairs of elastic
nodes hold S~ and the other blocks.

A body is a batch (see ``batches``). Its elements are (frame, elastic node) for all elastic nodes, then the pairs. With
N elastic coordinates in all, which follow each other in q and u, it has

table    OWN, then the first coordinate of every elastic node and N, then per pair its two elastic nodes, the first not
         after the second, and the first entry of its blocks
data     HEAD, then S_bar (N, 2), I_3 (N), I_4 (N), and flat blocks int S_a^T S_b, of the stiffness, and S~
memory   products (6, N) M q, M q', S~ q, S~ q', and K q, K q' without the diagonal blocks, then the frame COS...
"""

from __future__ import annotations

import math
from functools import cache

from stickslip._jit import njit
from stickslip.codes import DAMPER, ELASTIC, EVALUATE, GYROSCOPIC, INERTIA, MASS, PRODUCT, TANGENT
from stickslip.mechanics.batches import (
    C_DAMPING,
    C_LOAD,
    C_POTENTIAL,
    C_SHIFT,
    C_STIFFNESS,
    C_TASK,
    T_BLOCKS,
    T_HEADER,
    T_NU,
    compile_batch,
    open_batch,
)
from stickslip.mechanics.layouts import Layout

# Numbers of elastic coordinates, of elastic nodes, pairs and entries of all blocks; where frame and elastic nodes start
OWN = Layout(T_HEADER, coordinates=1, nodes=1, pairs=1, entries=1, frame=2, elastic=2)
F_SIZE, F_NODES, F_PAIRS, F_ENTRIES, F_FIRST = OWN.coordinates, OWN.nodes, OWN.pairs, OWN.entries, OWN.size
F_FRAME_Q, F_FRAME_U, F_Q, F_U = OWN.frame, OWN.frame + 1, OWN.elastic, OWN.elastic + 1
HEAD = Layout(I_1=2, gravity=2, tau=1)  # tau of D = tau K
D_I_1, D_GRAVITY, D_TAU, D_S_BAR = HEAD.I_1, HEAD.gravity, HEAD.tau, HEAD.size
M_Q, M_V, S_Q, S_V, K_Q, K_V = range(6)  # rows of the products
COS, SIN, P_X, P_Y, RATE_X, RATE_Y, TURNING, SPIN, G_X, G_Y = range(10)  # memory of the frame
FRAME_SIZE = 10
DIAGONAL, RIGHT, BELOW = 0, 1, 2  # blocks of an element: (a, a), (a, b), (b, a)


@njit
def _parts(table, data):
    """Return S_bar, I_3, I_4, and the blocks of M, K and S~."""
    n, entries, o = table[F_SIZE], table[F_ENTRIES], D_S_BAR
    S_bar, I_3, I_4 = data[o : o + 2 * n], data[o + 2 * n : o + 3 * n], data[o + 3 * n : o + 4 * n]
    o += 4 * n
    return S_bar, I_3, I_4, data[o : o + entries], data[o + entries : o + 2 * entries], data[o + 2 * entries :]


@njit
def _pair(table, k):
    """Return start and end of the coordinates of both nodes of a pair, and the first entry of its blocks."""
    nodes = F_FIRST
    o = F_FIRST + table[F_NODES] + 1 + 3 * k
    a, b = nodes + table[o], nodes + table[o + 1]
    return table[a], table[a + 1], table[b], table[b + 1], table[o + 2]


@njit
def _add_products(table, data, k, q, u, out):
    """Add the products of the blocks of pair k with the elastic coordinates q and their rates u."""
    n, (first, end, second, last, o) = table[F_SIZE], _pair(table, k)
    _, _, _, blocks_M, blocks_K, blocks_S = _parts(table, data)
    m_q, m_v, s_q, s_v, k_q, k_v = M_Q * n, M_V * n, S_Q * n, S_V * n, K_Q * n, K_V * n
    for r in range(first, end):
        for c in range(second, last):
            M, K, S = blocks_M[o], blocks_K[o], blocks_S[o]
            o += 1
            x, v = q[c], u[c]
            out[m_q + r] += M * x
            out[m_v + r] += M * v
            out[s_q + r] += S * x
            out[s_v + r] += S * v
            if first != second:
                y, w = q[r], u[r]
                out[k_q + r] += K * x
                out[k_v + r] += K * v
                out[m_q + c] += M * y
                out[m_v + c] += M * w
                out[s_q + c] -= S * y
                out[s_v + c] -= S * w
                out[k_q + c] += K * y
                out[k_v + c] += K * w


@njit
def _evaluate(table, data, q, u, load, product, line):
    """Evaluate products with the elastic coordinates and the motion of the frame at (q, u)."""
    n = table[F_SIZE]
    S_bar, I_3, _, _, _, _ = _parts(table, data)
    elastic, rate = q[table[F_Q] :], u[table[F_U] :]
    for i in range(6 * n):
        product[i] = 0.0
    for k in range(table[F_PAIRS]):
        _add_products(table, data, k, elastic, rate, product)
    theta = q[table[F_FRAME_Q] + 2]
    line[COS], line[SIN], line[SPIN] = math.cos(theta), math.sin(theta), u[table[F_FRAME_U] + 2]
    line[P_X], line[P_Y] = data[D_I_1], data[D_I_1 + 1]
    line[RATE_X], line[RATE_Y], line[TURNING] = 0.0, 0.0, 0.0
    g_x, g_y = load * data[D_GRAVITY], load * data[D_GRAVITY + 1]
    line[G_X], line[G_Y] = line[COS] * g_x + line[SIN] * g_y, line[COS] * g_y - line[SIN] * g_x
    for r in range(n):
        x, v = elastic[r], rate[r]
        line[P_X] += S_bar[2 * r] * x
        line[P_Y] += S_bar[2 * r + 1] * x
        line[RATE_X] += S_bar[2 * r] * v
        line[RATE_Y] += S_bar[2 * r + 1] * v
        line[TURNING] += (2.0 * I_3[r] + product[M_Q * n + r]) * x


@njit
def _add_inertia(table, data, u, product, line, h):
    """Add the inertia forces that depend on velocities; ``h`` begins with their class."""
    n, o, e = table[F_SIZE], table[F_FRAME_U], table[F_U]
    _, I_3, _, _, _, _ = _parts(table, data)
    c, s, w = line[COS], line[SIN], line[SPIN]
    x = line[P_X] * w * w + 2.0 * line[RATE_Y] * w  # in body axes: A_theta p = A (-p_y, p_x)
    y = line[P_Y] * w * w - 2.0 * line[RATE_X] * w
    h[o] += c * x - s * y
    h[o + 1] += s * x + c * y
    for r in range(n):
        lever = I_3[r] + product[M_Q * n + r]
        h[o + 2] -= 2.0 * lever * u[e + r] * w
        h[e + r] += lever * w * w + 2.0 * product[S_V * n + r] * w


@njit
def _add_forces(table, data, q, product, line, h, control):
    """Add weight, and the forces of the blocks between different nodes."""
    n, nu, o, e = table[F_SIZE], table[T_NU], table[F_FRAME_U], table[F_U]
    S_bar, _, _, _, _, _ = _parts(table, data)
    elastic, damper, potential = ELASTIC * nu, DAMPER * nu, control[C_POTENTIAL]
    h[elastic + o + 2] += line[G_Y] * line[P_X] - line[G_X] * line[P_Y]
    potential -= line[G_X] * line[P_X] + line[G_Y] * line[P_Y]
    for r in range(n):
        h[elastic + e + r] += S_bar[2 * r] * line[G_X] + S_bar[2 * r + 1] * line[G_Y] - product[K_Q * n + r]
        h[damper + e + r] -= data[D_TAU] * product[K_V * n + r]
        potential += 0.5 * product[K_Q * n + r] * q[table[F_Q] + r]
    control[C_POTENTIAL] = potential


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
def _add_mass(table, data, product, line, values):
    """Add what nodes do not hold of the mass."""
    n, blocks = table[F_SIZE], table[table[T_BLOCKS] :]
    S_bar, _, I_4, M, _, _ = _parts(table, data)
    start = blocks[DIAGONAL]
    _frame_row(line, -line[P_Y], line[P_X], values, start, 3, 2)
    _frame_column(line, -line[P_Y], line[P_X], values, start + 6)
    values[start + 8] += line[TURNING]
    for a in range(table[F_NODES]):
        first, nu = table[F_FIRST + a], table[F_FIRST + a + 1] - table[F_FIRST + a]
        right, below = blocks[4 * a + RIGHT], blocks[4 * a + BELOW]
        for i in range(nu):
            r = first + i
            x, y, turn = S_bar[2 * r], S_bar[2 * r + 1], I_4[r] - product[S_Q * n + r]
            _frame_row(line, x, y, values, right, nu, i)
            _frame_column(line, x, y, values, below + 3 * i)
            values[right + 2 * nu + i] += turn
            values[below + 3 * i + 2] += turn
    for k in range(table[F_PAIRS]):
        first, end, second, last, o = _pair(table, k)
        if first == second:
            continue
        above, below = _pair_blocks(table, k)
        rows, columns = end - first, last - second
        for i in range(rows):
            for j in range(columns):
                values[above + i * columns + j] += M[o + i * columns + j]
                values[below + j * rows + i] += M[o + i * columns + j]


@njit
def _pair_blocks(table, k):
    """Return where the blocks (first, second) and (second, first) of a pair are."""
    o = table[T_BLOCKS] + 4 * (max(table[F_NODES], 1) + k)
    return table[o + RIGHT], table[o + BELOW]


@njit
def _add_product(table, data, product, line, x, y):
    """Add to y what ``_add_mass`` stands for, times x."""
    n, o, e = table[F_SIZE], table[F_FRAME_U], table[F_U]
    S_bar, _, I_4, M, _, _ = _parts(table, data)
    c, s = line[COS], line[SIN]
    along, across, turn = c * x[o] + s * x[o + 1], c * x[o + 1] - s * x[o], x[o + 2]  # frame in body axes
    f_x, f_y = -line[P_Y] * turn, line[P_X] * turn
    y[o + 2] += line[P_X] * across - line[P_Y] * along + line[TURNING] * turn
    for r in range(n):
        coupling = I_4[r] - product[S_Q * n + r]
        f_x += S_bar[2 * r] * x[e + r]
        f_y += S_bar[2 * r + 1] * x[e + r]
        y[o + 2] += coupling * x[e + r]
        y[e + r] += S_bar[2 * r] * along + S_bar[2 * r + 1] * across + coupling * turn
    y[o] += c * f_x - s * f_y
    y[o + 1] += s * f_x + c * f_y
    for k in range(table[F_PAIRS]):
        first, end, second, last, entry = _pair(table, k)
        if first == second:
            continue
        for r in range(e + first, e + end):
            for c in range(e + second, e + last):
                y[r] += M[entry] * x[c]
                y[c] += M[entry] * x[r]
                entry += 1


@njit
def _add_tangents(table, data, u, product, line, h_tilde, values, control):
    """Add D and K to the matrix, and subtract shift K u from h~."""
    _add_frame_tangents(table, data, u, product, line, h_tilde, values, control)
    damping, stiffness, shift, w, e = control[C_DAMPING], control[C_STIFFNESS], control[C_SHIFT], line[SPIN], table[F_U]
    _, _, _, blocks_M, blocks_K, blocks_S = _parts(table, data)
    for k in range(table[F_PAIRS]):
        first, end, second, last, o = _pair(table, k)
        above, below = _pair_blocks(table, k)
        rows, columns = end - first, last - second
        for i in range(rows):
            r = e + first + i
            for j in range(columns):
                c, entry = e + second + j, o + i * columns + j
                elastic, coriolis = blocks_K[entry] if first != second else 0.0, 2.0 * w * blocks_S[entry]
                K = elastic - w * w * blocks_M[entry]
                symmetric = stiffness * K + damping * data[D_TAU] * elastic
                values[above + i * columns + j] += symmetric - damping * coriolis
                h_tilde[r] -= shift * K * u[c]
                if first != second:
                    values[below + j * rows + i] += symmetric + damping * coriolis
                    h_tilde[c] -= shift * K * u[r]


@njit
def _add_frame_tangents(table, data, u, product, line, h_tilde, values, control):
    """Add the tangents between the frame and itself or its elastic nodes."""
    n, o, e, blocks = table[F_SIZE], table[F_FRAME_U], table[F_U], table[table[T_BLOCKS] :]
    S_bar, I_3, _, _, _, _ = _parts(table, data)
    start, w, k, d, shift = blocks[DIAGONAL], line[SPIN], control[C_STIFFNESS], control[C_DAMPING], control[C_SHIFT]
    p_x, p_y, v_x, v_y = line[P_X], line[P_Y], line[RATE_X], line[RATE_Y]
    K_x, K_y = p_y * w * w - 2.0 * v_x * w, -p_x * w * w - 2.0 * v_y * w  # -dh_R/dtheta in body axes
    D_x, D_y = -2.0 * p_x * w - 2.0 * v_y, -2.0 * p_y * w + 2.0 * v_x
    _frame_row(line, k * K_x + d * D_x, k * K_y + d * D_y, values, start, 3, 2)
    weight, turning = line[G_X] * p_x + line[G_Y] * p_y, 0.0
    R_x, R_y, R_turn = K_x * u[o + 2], K_y * u[o + 2], weight * u[o + 2]  # K u
    for a in range(table[F_NODES]):
        first, nu = table[F_FIRST + a], table[F_FIRST + a + 1] - table[F_FIRST + a]
        right, below = blocks[4 * a + RIGHT], blocks[4 * a + BELOW]
        for i in range(nu):
            r = first + i
            rate = u[e + r]
            S_x, S_y, lever = S_bar[2 * r], S_bar[2 * r + 1], I_3[r] + product[M_Q * n + r]
            turning += lever * rate
            x, y = -k * S_x * w * w - 2.0 * d * S_y * w, -k * S_y * w * w + 2.0 * d * S_x * w
            _frame_row(line, x, y, values, right, nu, i)
            pull = line[G_X] * S_y - line[G_Y] * S_x
            K_turn = pull + 2.0 * w * product[M_V * n + r]
            values[right + 2 * nu + i] += k * K_turn + 2.0 * d * w * lever
            values[below + 3 * i + 2] += k * pull - 2.0 * d * (w * lever + product[S_V * n + r])
            R_x -= S_x * w * w * rate
            R_y -= S_y * w * w * rate
            R_turn += K_turn * rate
            h_tilde[e + r] -= shift * pull * u[o + 2]
    values[start + 8] += k * weight + 2.0 * d * turning
    h_tilde[o] -= shift * (line[COS] * R_x - line[SIN] * R_y)
    h_tilde[o + 1] -= shift * (line[SIN] * R_x + line[COS] * R_y)
    h_tilde[o + 2] -= shift * R_turn


@njit
def floating_beam_batch(table, data, q, u, poses, h, h_tilde, values, memory, control):
    """Do the task of ``control`` for one body."""
    task = int(control[C_TASK])
    product, line = memory[: 6 * table[F_SIZE]], memory[6 * table[F_SIZE] :]
    if task == MASS:
        _add_mass(table, data, product, line, values)
        return
    if task == PRODUCT:
        _add_product(table, data, product, line, u, h_tilde)
        return
    if task > INERTIA:
        return
    _evaluate(table, data, q, u, control[C_LOAD], product, line)
    if task == EVALUATE:
        return
    _add_inertia(table, data, u, product, line, h[GYROSCOPIC * table[T_NU] :])
    if task == INERTIA:
        return
    _add_forces(table, data, q, product, line, h, control)
    if task == TANGENT:
        _add_tangents(table, data, u, product, line, h_tilde, values, control)


def floating_beam_entry(table, data, q, u, poses, h, h_tilde, values, memory, control):
    """C entry of a body."""
    floating_beam_batch(*open_batch(table, data, q, u, poses, h, h_tilde, values, memory, control))


@cache
def floating_beam_address() -> int:
    """Compile the entry (cached on disk) and return its address."""
    return compile_batch(floating_beam_entry)


def memory_size(coordinates: int) -> int:
    """Return how many numbers a body keeps."""
    return 6 * coordinates + FRAME_SIZE
