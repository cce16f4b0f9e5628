"""Floating frames in space: small elastic displacements of a body on any motion of its frame.

Södersten 2018, sec. 2.5.1, 2.5.2.

A point is at r = R + A y with y = x + Phi q. The frame is a FRAME node with omega in body axes, the elastic coordinates
q are one GENERAL node. Integrals over the mass in body axes (B, P, S are data; see ``floating.solid.mesh``)

    s = int y    N_k^ij = int y^i Phi_k^j = B^ij_k + q_n P^ij_nk    N'_k^ij = int y'^i Phi_k^j    R^ij = int y^i y'^j

give the inertia J = tr(Pi) 1 - Pi with Pi = int y y^T, the coupling ax(N_k) = int y x Phi_k, and

    M_r,omega = -A s~    M_r,q = A S    M_omega,q = ax(N)
    h_r = -A (omega x (omega x s) + 2 omega x s')
    h_omega = -omega x (J omega) - 2 (tr(R) omega - R^T omega)
    h_k = omega^2 tr(N_k) - omega . N_k omega - 2 omega . ax(N'_k)

and gravity adds s x A^T g and S^T A^T g. Nodes hold m, J at q = 0 and its gyroscopic torque, M, K and D of q.

A body is a batch (see ``batches``) with one element, (frame, elastic coordinates); ``memory`` has the integrals of the
last evaluation.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from stickslip._jit import njit
from stickslip.codes import ELASTIC, EVALUATE, GYROSCOPIC, INERTIA, MASS, PRODUCT, TANGENT
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

OWN = Layout(T_HEADER, modes=1, frame=2, elastic=2)  # number of modes; where frame and modes start in q and u
F_MODES, F_FRAME_Q, F_FRAME_U, F_Q, F_U = OWN.modes, OWN.frame, OWN.frame + 1, OWN.elastic, OWN.elastic + 1
RR, RE, ER, EE = range(4)  # blocks
D_GRAVITY, D_MOMENT, D_S = 0, 3, 6  # data: gravity, s_0, then S (3, m), B (3, 3, m), P (3, 3, m, m)
# memory: A, omega, s, s', A^T g, J - J_0, R, then N (9, m) and N' (9, m)
S_A, S_OMEGA, S_MOMENT, S_RATE, S_GRAVITY, S_J, S_R, S_N = 0, 9, 12, 15, 18, 21, 30, 39


@njit
def _cross(a, i, b, j, out):
    """Write a[i : i + 3] x b[j : j + 3]."""
    out[0] = a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1]
    out[1] = a[i + 2] * b[j] - a[i] * b[j + 2]
    out[2] = a[i] * b[j + 1] - a[i + 1] * b[j]


@njit
def _evaluate(table, data, q, u, load, w):
    """Evaluate integrals at (q, u) to the memory w; weight counts ``load`` times."""
    m, o, v = table[F_MODES], table[F_FRAME_Q], table[F_FRAME_U]
    x, y = table[F_Q], table[F_U]
    B, P, rate = D_S + 3 * m, D_S + 12 * m, S_N + 9 * m
    for i in range(3):
        w[S_OMEGA + i] = u[v + 3 + i]
        w[S_MOMENT + i], w[S_RATE + i], w[S_GRAVITY + i] = data[D_MOMENT + i], 0.0, 0.0
        for j in range(3):
            w[S_A + 3 * i + j] = q[o + 3 + 3 * j + i]
            w[S_J + 3 * i + j], w[S_R + 3 * i + j] = 0.0, 0.0
            w[S_GRAVITY + i] += q[o + 3 + 3 * i + j] * (load * data[D_GRAVITY + j])
        for k in range(m):
            w[S_MOMENT + i] += data[D_S + i * m + k] * q[x + k]
            w[S_RATE + i] += data[D_S + i * m + k] * u[y + k]
    for c in range(9):
        for k in range(m):
            w[S_N + c * m + k], w[rate + c * m + k] = data[B + c * m + k], 0.0
        for n in range(m):
            place, speed, row = q[x + n], u[y + n], P + (c * m + n) * m
            for k in range(m):
                w[S_N + c * m + k] += place * data[row + k]
                w[rate + c * m + k] += speed * data[row + k]
    trace = 0.0
    for i in range(3):
        for j in range(3):
            for k in range(m):
                N = w[S_N + (3 * i + j) * m + k]
                w[S_R + 3 * i + j] += N * u[y + k]
                w[S_J + 3 * i + j] -= (N + data[B + (3 * j + i) * m + k]) * q[x + k]
        trace -= w[S_J + 4 * i]
    for i in range(3):
        w[S_J + 4 * i] += trace


@njit
def _coupling(w, first, m, k, i):
    """Return component i of ax of N_k (or N'_k), which begins at ``first``."""
    a, b = (i + 1) % 3, (i + 2) % 3
    return w[first + (3 * a + b) * m + k] - w[first + (3 * b + a) * m + k]


@njit
def _acceleration(w, out, scratch):
    """Write -(omega x (omega x s) + 2 omega x s')."""
    _cross(w, S_OMEGA, w, S_MOMENT, scratch)
    for i in range(3):
        scratch[i] += 2.0 * w[S_RATE + i]
    _cross(scratch, 0, w, S_OMEGA, out)


@njit
def _set_spin(w, out):
    """Write (J - J_0) omega."""
    for i in range(3):
        out[i] = 0.0
        for j in range(3):
            out[i] += w[S_J + 3 * i + j] * w[S_OMEGA + j]


@njit
def _add_inertia(table, w, h):
    """Add forces that depend on velocities; ``h`` begins with their class."""
    m, o, y = table[F_MODES], table[F_FRAME_U], table[F_U]
    a, b, rate, trace = np.empty(3), np.empty(3), S_N + 9 * m, 0.0
    _acceleration(w, a, b)
    for i in range(3):
        trace += w[S_R + 4 * i]
        for j in range(3):
            h[o + i] += w[S_A + 3 * i + j] * a[j]
    _set_spin(w, a)
    _cross(a, 0, w, S_OMEGA, b)
    for i in range(3):
        total = b[i] - 2.0 * trace * w[S_OMEGA + i]
        for j in range(3):
            total += 2.0 * w[S_R + 3 * j + i] * w[S_OMEGA + j]
        h[o + 3 + i] += total
    for k in range(m):
        total = 0.0
        for i in range(3):
            omega = w[S_OMEGA + i]
            total -= 2.0 * omega * _coupling(w, rate, m, k, i)
            for j in range(3):
                other = w[S_OMEGA + j]
                total += other * other * w[S_N + 4 * i * m + k] - omega * other * w[S_N + (3 * i + j) * m + k]
        h[y + k] += total


@njit
def _add_weight(table, data, w, h):
    """Add gravity but for that of the frame's mass; return its potential."""
    m, o, y = table[F_MODES], table[F_FRAME_U], table[F_U]
    torque, potential = np.empty(3), 0.0
    _cross(w, S_MOMENT, w, S_GRAVITY, torque)
    for i in range(3):
        h[o + 3 + i] += torque[i]
        potential -= w[S_MOMENT + i] * w[S_GRAVITY + i]
        for k in range(m):
            h[y + k] += data[D_S + i * m + k] * w[S_GRAVITY + i]
    return potential


@njit
def _add_mass(table, data, w, values):
    """Add what nodes do not hold of the mass."""
    m, blocks = table[F_MODES], table[table[T_BLOCKS] :]
    rr, re, er = blocks[RR], blocks[RE], blocks[ER]
    for i in range(3):
        for j in range(3):
            values[rr + 6 * (3 + i) + 3 + j] += w[S_J + 3 * i + j]
            a, b = (j + 1) % 3, (j + 2) % 3  # -s~ e_j = s_a e_b - s_b e_a
            lever = w[S_A + 3 * i + b] * w[S_MOMENT + a] - w[S_A + 3 * i + a] * w[S_MOMENT + b]
            values[rr + 6 * i + 3 + j] += lever
            values[rr + 6 * (3 + j) + i] += lever
        for k in range(m):
            shift = 0.0
            for j in range(3):
                shift += w[S_A + 3 * i + j] * data[D_S + j * m + k]
            values[re + i * m + k] += shift
            values[er + 6 * k + i] += shift
            turn = _coupling(w, S_N, m, k, i)
            values[re + (3 + i) * m + k] += turn
            values[er + 6 * k + 3 + i] += turn


@njit
def _add_product(table, data, w, x, y):
    """Add to y what ``_add_mass`` stands for, times x."""
    m, o, e = table[F_MODES], table[F_FRAME_U], table[F_U]
    v, f, turn = np.zeros(3), np.zeros(3), np.empty(3)
    for i in range(3):
        for j in range(3):
            v[i] += w[S_A + 3 * j + i] * x[o + j]  # in body axes
    _cross(x, o + 3, w, S_MOMENT, f)
    _cross(w, S_MOMENT, v, 0, turn)
    for i in range(3):
        for j in range(3):
            turn[i] += w[S_J + 3 * i + j] * x[o + 3 + j]
        for k in range(m):
            S, N = data[D_S + i * m + k], _coupling(w, S_N, m, k, i)
            f[i] += S * x[e + k]
            turn[i] += N * x[e + k]
            y[e + k] += S * v[i] + N * x[o + 3 + i]
    for i in range(3):
        y[o + 3 + i] += turn[i]
        for j in range(3):
            y[o + i] += w[S_A + 3 * i + j] * f[j]


@njit
def _put(values, place, K, D, control, row, velocity, h_tilde):
    """Add one entry K and D to the matrix, and its part of shift K u to h~."""
    values[place] += control[C_STIFFNESS] * K + control[C_DAMPING] * D
    h_tilde[row] -= control[C_SHIFT] * K * velocity


@njit
def _frame_tangents(w, K, D):
    """Write K and D (6, 6) of the frame by itself; the place R has none."""
    a, b, c, d, e, f = np.empty(3), np.empty(3), np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    spin, lever = np.empty(3), np.empty(3)
    trace = w[S_R] + w[S_R + 4] + w[S_R + 8]
    K[:] = 0.0
    D[:] = 0.0
    _acceleration(w, a, b)
    _set_spin(w, spin)
    _cross(w, S_OMEGA, w, S_MOMENT, lever)
    for j in range(3):
        e[:] = 0.0
        e[j] = 1.0
        _cross(a, 0, e, 0, b)  # h_r = A a rotates with the frame
        _cross(w, S_MOMENT, e, 0, c)
        _cross(w, S_OMEGA, c, 0, d)
        _cross(lever, 0, e, 0, c)
        _cross(w, S_RATE, e, 0, f)
        for i in range(3):
            for l in range(3):
                A = w[S_A + 3 * i + l]
                K[i, 3 + j] += A * b[l]
                D[i, 3 + j] -= A * (c[l] + d[l] + 2.0 * f[l])
        _cross(w, S_GRAVITY, e, 0, b)
        _cross(w, S_MOMENT, b, 0, c)
        _cross(e, 0, spin, 0, d)
        for i in range(3):
            b[i] = w[S_J + 3 * i + j]
        _cross(w, S_OMEGA, b, 0, f)
        for i in range(3):
            K[3 + i, 3 + j] -= c[i]
            D[3 + i, 3 + j] += d[i] + f[i] - 2.0 * w[S_R + 3 * j + i]
        D[3 + j, 3 + j] += 2.0 * trace


@njit
def _mode_tangents(table, data, w, k, K, D, back):
    """Write K, D (6,) of the frame by elastic coordinate k, and K, D (2, 3) of k by the rotation of the frame."""
    m, rate = table[F_MODES], S_N + 9 * table[F_MODES]
    S, a, b, spin = np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    trace, speed = 0.0, 0.0
    for i in range(3):
        S[i] = data[D_S + i * m + k]
        trace += w[S_N + 4 * i * m + k]
        speed += w[rate + 4 * i * m + k]
    _cross(w, S_OMEGA, S, 0, a)
    _cross(w, S_OMEGA, a, 0, b)
    for i in range(3):
        K[i], D[i] = 0.0, 0.0
        for j in range(3):
            K[i] += w[S_A + 3 * i + j] * b[j]
            D[i] += 2.0 * w[S_A + 3 * i + j] * a[j]
    for i in range(3):  # (N_k + N_k^T) omega; J_k omega = 2 tr(N_k) omega - that
        b[i] = 0.0
        for j in range(3):
            b[i] += (w[S_N + (3 * i + j) * m + k] + w[S_N + (3 * j + i) * m + k]) * w[S_OMEGA + j]
        spin[i] = 2.0 * trace * w[S_OMEGA + i] - b[i]
    _cross(w, S_OMEGA, spin, 0, a)
    _cross(S, 0, w, S_GRAVITY, spin)
    for i in range(3):
        omega = w[S_OMEGA + i]
        K[3 + i], D[3 + i] = a[i] + 2.0 * speed * omega - spin[i], 2.0 * trace * omega
        for j in range(3):
            K[3 + i] -= 2.0 * w[rate + (3 * i + j) * m + k] * w[S_OMEGA + j]
            D[3 + i] -= 2.0 * w[S_N + (3 * j + i) * m + k] * w[S_OMEGA + j]
        back[0, i] = -spin[i]
        back[1, i] = b[i] - 2.0 * trace * omega + 2.0 * _coupling(w, rate, m, k, i)


@njit
def _add_tangents(table, data, u, w, h_tilde, values, control):
    """Add K = -dh/dq and D = -dh/du to the matrix, and subtract shift K u from h~."""
    m, o, e, blocks = table[F_MODES], table[F_FRAME_U], table[F_U], table[table[T_BLOCKS] :]
    K, D, back = np.empty((6, 6)), np.empty((6, 6)), np.empty((2, 3))
    _frame_tangents(w, K, D)
    for i in range(6):
        for j in range(3, 6):
            _put(values, blocks[RR] + 6 * i + j, K[i, j], D[i, j], control, o + i, u[o + j], h_tilde)
    for k in range(m):
        _mode_tangents(table, data, w, k, K[0], D[0], back)
        for i in range(6):
            _put(values, blocks[RE] + i * m + k, K[0, i], D[0, i], control, o + i, u[e + k], h_tilde)
        for i in range(3):
            place = blocks[ER] + 6 * k + 3 + i
            _put(values, place, back[0, i], back[1, i], control, e + k, u[o + 3 + i], h_tilde)
    P, square = D_S + 12 * m, 0.0
    for i in range(3):
        square += w[S_OMEGA + i] * w[S_OMEGA + i]
    for n in range(m):
        for k in range(m):
            stiffness, damping = 0.0, 0.0
            for i in range(3):
                omega, a, b = w[S_OMEGA + i], (i + 1) % 3, (i + 2) % 3
                stiffness -= square * data[P + (4 * i * m + n) * m + k]
                damping += omega * (data[P + ((3 * a + b) * m + n) * m + k] - data[P + ((3 * b + a) * m + n) * m + k])
                for j in range(3):
                    stiffness += omega * w[S_OMEGA + j] * data[P + ((3 * i + j) * m + n) * m + k]
            _put(values, blocks[EE] + k * m + n, stiffness, 2.0 * damping, control, e + k, u[e + n], h_tilde)


@njit
def floating_batch(table, data, q, u, poses, h, h_tilde, values, memory, control):
    """Do the task of ``control`` for one body."""
    task, nu = int(control[C_TASK]), table[T_NU]
    if task == MASS:
        _add_mass(table, data, memory, values)
        return
    if task == PRODUCT:
        _add_product(table, data, memory, u, h_tilde)
        return
    if task > INERTIA:
        return
    _evaluate(table, data, q, u, control[C_LOAD], memory)
    if task == EVALUATE:
        return
    _add_inertia(table, memory, h[GYROSCOPIC * nu :])
    if task == INERTIA:
        return
    control[C_POTENTIAL] += _add_weight(table, data, memory, h[ELASTIC * nu :])
    if task == TANGENT:
        _add_tangents(table, data, u, memory, h_tilde, values, control)


def floating_entry(table, data, q, u, poses, h, h_tilde, values, memory, control):
    """C entry of a body."""
    floating_batch(*open_batch(table, data, q, u, poses, h, h_tilde, values, memory, control))


@cache
def floating_address() -> int:
    """Compile the entry (cached on disk) and return its address."""
    return compile_batch(floating_entry)


def memory_size(modes: int) -> int:
    """Return how many numbers a body keeps."""
    return S_N + 18 * modes
