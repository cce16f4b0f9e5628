"""Shells over one energy-momentum step: mid-point gradients of strains times their mean stress.

Strains are quadratic in places and directors, so that b_m . (q_n+1 - q_n) is their change in a step exactly, and forces

    -sum sigma_k b_k,m,    sigma = (e_n + e_n+1) / 2 + prestress + tau (e_n+1 - e_n) / dt

do the work of the potential and what damping dissipates (a discrete derivative as in Betsch et al., eq. 57). Those on
directors enter as moments d_m x f along the axes of the unknowns theta: those of the world, or for a node without spin
its own first two at the start of the step. With S of the step, delta d_n+1 = S (delta theta x d_m).

The code for steps (see ``batches``) is kept separate, so that it is compiled only where the scheme is used.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from stickslip._jit import njit
from stickslip.codes import DAMPER, ELASTIC, STEP_TANGENT
from stickslip.mechanics.batches import (
    C_STIFFNESS,
    C_TASK,
    POSE,
    R_AXES,
    T_BODIES,
    T_ELEMENTS,
    T_NU,
    T_WIDTH,
    compile_batch,
    open_batch,
)
from stickslip.shells.kernel import (
    BODIES,
    D_HEADER,
    D_TAU,
    T_STRAINS,
    VELOCITIES,
    add_forces,
    element_size,
    entry,
    scatter,
    set_gradient,
)

# Vectors of a node: place and director at the start, the mid-point, the end, their changes; left and right T_i, axes
BEGIN, MIDDLE, END, CHANGE, LEFT, RIGHT, AXES, VECTORS = 0, 2, 4, 6, 8, 11, 14, 17


@njit
def _set_pose(poses, nb, body, data, c, place, x):
    """Write place and director of a body at one instant."""
    A = R_AXES * nb + 9 * body
    for i in range(3):
        x[place, i] = poses[3 * body + i]
        row = A + 3 * i
        x[place + 1, i] = data[c] * poses[row] + data[c + 1] * poses[row + 1] + data[c + 2] * poses[row + 2]


@njit
def _set_vectors(table, data, at, e, poses, x, start):
    """Write the vectors of all nodes (n, VECTORS, 3), places from the first node on, and their first columns."""
    n, k, nb = table[T_WIDTH], table[T_STRAINS], table[T_BODIES]
    start[0] = 0
    for a in range(n):
        body, nu, c = entry(table, e, a, BODIES), entry(table, e, a, VELOCITIES), at + 2 * k + 3 * a
        start[a + 1] = start[a] + nu
        x[a, :, :] = 0.0
        if nu == 0:
            continue
        _set_pose(poses[2 * POSE * nb :], nb, body, data, c, BEGIN, x[a])
        _set_pose(poses[POSE * nb :], nb, body, data, c, END, x[a])
        for i in range(3):
            for j in range(2):
                x[a, MIDDLE + j, i] = 0.5 * (x[a, BEGIN + j, i] + x[a, END + j, i])
                x[a, CHANGE + j, i] = x[a, END + j, i] - x[a, BEGIN + j, i]
        _set_turned(poses, nb, body, nu - 3, x[a])
    for a in range(n - 1, -1, -1):
        for v in range(BEGIN, CHANGE, 2):
            for i in range(3 if start[a + 1] > start[a] else 0):
                x[a, v, i] -= x[0, v, i]


@njit
def _set_turned(poses, nb, body, turns, x):
    """Write T_i = a_i x d_m and S T_i, with the axes a_i of the unknowns of a node."""
    axes, S, d = 2 * POSE * nb + R_AXES * nb + 9 * body, 3 * POSE * nb + 9 * body, x[MIDDLE + 1]
    for c in range(turns):
        if turns == 3:
            a0, a1, a2 = 1.0 if c == 0 else 0.0, 1.0 if c == 1 else 0.0, 1.0 if c == 2 else 0.0
        else:
            a0, a1, a2 = poses[axes + c], poses[axes + 3 + c], poses[axes + 6 + c]
        x[AXES + c, 0], x[AXES + c, 1], x[AXES + c, 2] = a0, a1, a2
        t0, t1, t2 = a1 * d[2] - a2 * d[1], a2 * d[0] - a0 * d[2], a0 * d[1] - a1 * d[0]
        x[LEFT + c, 0], x[LEFT + c, 1], x[LEFT + c, 2] = t0, t1, t2
        for i in range(3):
            x[RIGHT + c, i] = poses[S + 3 * i] * t0 + poses[S + 3 * i + 1] * t1 + poses[S + 3 * i + 2] * t2


@njit
def _project(x, start, n, turned, b, row):
    """Write the components of b along the unknowns: b_r and T_i.b_d."""
    for a in range(n):
        o = start[a]
        if start[a + 1] == o:
            continue
        row[o], row[o + 1], row[o + 2] = b[a, 0, 0], b[a, 0, 1], b[a, 0, 2]
        for i in range(start[a + 1] - o - 3):
            t = x[a, turned + i]
            row[o + 3 + i] = t[0] * b[a, 1, 0] + t[1] * b[a, 1, 1] + t[2] * b[a, 1, 2]


@njit
def _add_stress(data, S, x, start, n, k, sigma, force, K):
    """Add sum sigma_k S_k / 2 between left and right, and the change of the left T_i with d_m."""
    for a in range(n):
        o, turns = start[a], start[a + 1] - start[a] - 3
        for c in range(n):
            p, others = start[c], start[c + 1] - start[c] - 3
            if turns < 0 or others < 0:
                continue
            rr, rd, dr = 0.0, 0.0, 0.0
            for s in range(k):
                rr += 0.5 * sigma[s] * data[S + 2 * s * n * n + a * n + c]
                rd += 0.5 * sigma[s] * data[S + (2 * s + 1) * n * n + a * n + c]
                dr += 0.5 * sigma[s] * data[S + (2 * s + 1) * n * n + c * n + a]
            for i in range(3):
                K[o + i, p + i] += rr
                for j in range(others):
                    K[o + i, p + 3 + j] += rd * x[c, RIGHT + j, i]
                for j in range(turns):
                    K[o + 3 + j, p + i] += dr * x[a, LEFT + j, i]
        _add_turn(x[a], force[a], o, turns, K)


@njit
def _add_turn(x, f, o, turns, K):
    """Add the change (a_i x T_j / 2) . f of the left T_i, T_j of the right."""
    for i in range(turns):
        a = x[AXES + i]
        w0, w1, w2 = f[1] * a[2] - f[2] * a[1], f[2] * a[0] - f[0] * a[2], f[0] * a[1] - f[1] * a[0]
        for j in range(turns):
            y = x[RIGHT + j]
            K[o + 3 + i, o + 3 + j] += 0.5 * (w0 * y[0] + w1 * y[1] + w2 * y[2])


@njit
def step_batch(table, data, q, z, poses, h, h_tilde, values, memory, control):
    """Add forces of a step, or for STEP_TANGENT its tangent, of all elements of a batch."""
    ne, n, k, nu = table[T_ELEMENTS], table[T_WIDTH], table[T_STRAINS], table[T_NU]
    tau, dt, tangent = data[D_TAU], control[C_STIFFNESS], control[C_TASK] == STEP_TANGENT
    size, width = element_size(table), 6 * n
    x, start, b = np.zeros((n, VECTORS, 3)), np.zeros(n + 1, dtype=np.int64), np.zeros((n, 2, 3))
    B, C = np.zeros((k, width)), np.zeros((k, width))
    sigma, rate, force, K = np.zeros(k), np.zeros(k), np.zeros((n, 3)), np.zeros((width, width))
    for e in range(ne):
        at = D_HEADER + e * size
        S = at + 2 * k + 3 * n
        _set_vectors(table, data, at, e, poses, x, start)
        force[:] = 0.0
        for s in range(k):
            before = set_gradient(data, S + 2 * s * n * n, n, BEGIN, BEGIN + 1, x, b) - data[at + s]
            set_gradient(data, S + 2 * s * n * n, n, MIDDLE, MIDDLE + 1, x, b)
            change = 0.0
            for a in range(n):
                for i in range(3):
                    change += b[a, 0, i] * x[a, CHANGE, i] + b[a, 1, i] * x[a, CHANGE + 1, i]
            sigma[s], rate[s] = before + 0.5 * change + data[at + k + s], tau * change / dt
            _project(x, start, n, LEFT, b, B[s])
            if tangent:
                for a in range(n):
                    for i in range(3):
                        force[a, i] += (sigma[s] + rate[s]) * b[a, 1, i]
                set_gradient(data, S + 2 * s * n * n, n, END, END + 1, x, b)
                _project(x, start, n, RIGHT, b, C[s])
        if not tangent:
            add_forces(table, e, start, n, k, B, sigma, ELASTIC * nu, h)
            add_forces(table, e, start, n, k, B, rate, DAMPER * nu, h)
            continue
        columns, share = start[n], 0.5 + tau / dt
        K[:columns, :columns] = 0.0
        for s in range(k):
            sigma[s] += rate[s]
            for i in range(columns):
                value = share * B[s, i]
                for j in range(columns):
                    K[i, j] += value * C[s, j]
        _add_stress(data, S, x, start, n, k, sigma, force, K)
        scatter(table, e, start, n, dt, K, values)


def step_entry(table, data, q, z, poses, h, h_tilde, values, memory, control):
    """C entry of steps of shells."""
    step_batch(*open_batch(table, data, q, z, poses, h, h_tilde, values, memory, control))


@cache
def step_address() -> int:
    """Compile the entry (cached on disk) and return its address."""
    return compile_batch(step_entry)
