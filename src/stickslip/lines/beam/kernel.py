"""Geometrically exact director beam, straight or curved, two or three nodes (Betsch et al., sec. 5).

All vectors are interpolated with the same functions N_a of arc length s; strains are quadratic and invariant:

    Gamma_i = d_i . r' - (d_i . r')_0,      K_i = (d_k . d_j' - d_j . d_k')/2 - (..)_0,   (i, j, k) cyclic
    W = e.C e / 2, e = (Gamma, K);   Gamma_1, Gamma_2 shear, Gamma_3 extension, K_1, K_2 bending, K_3 twist.

A linear element has one point of integration, a quadratic one has two: neither locks. The force on r_a is
-w N_a' n_i d_i; the moment about node a is -d_i,a x f^i with f^i_a = w (N_a (n_i r' + O_ji d_j') + N_a' O_ik d_k),
O_jk = eps_ijk m_i / 2. Stress n, m = C (e + tau e'), tau the retardation time of Kelvin and Voigt.
"""

from __future__ import annotations

import numba
import numpy as np

from stickslip._jit import njit
from stickslip.lines.elements import (
    BEGIN,
    DAMPER_WRENCH,
    DAMPING,
    ELASTIC_WRENCH,
    END,
    FORCE,
    GIVEN,
    NODE,
    NODES,
    POTENTIAL,
    RATE,
    SCRATCH,
    SOURCE_SIZE,
    STEP_FORCE,
    STIFFNESS,
    STRAIN,
    TANGENT_GIVEN,
    TARGET_SIZE,
    TURN,
)
from stickslip.mechanics.layouts import Layout

HEAD = Layout(nodes=1, points=1, tau=1, C=36)  # parameters, then those of every point
AT_POINT = Layout(weight=1, N=3, slope=3, strain=6)
P_POINTS, P_TAU, P_C, P_GAUSS, POINT = HEAD.points, HEAD.tau, HEAD.C, HEAD.size, AT_POINT.size
VECTORS = 21  # r', D (columns d_i), D' of one point


@njit
def set_vectors(source, p, g, nodes, part, v):
    """Interpolate r' (3), D (9) and D' (9) at a point from the poses that start at ``part`` in each node."""
    n = len(nodes)
    for i in range(VECTORS):
        v[i] = 0.0
    for a in range(n):
        x = NODES + NODE * a + part
        N, dN = p[g + 1 + a], p[g + 4 + a]
        for i in range(3):
            v[i] += dN * source[x + i]
        for i in range(9):
            v[3 + i] += N * source[x + 3 + i]
            v[12 + i] += dN * source[x + 3 + i]


@njit
def set_strain(p, g, v, e):
    """Write the strains of interpolated vectors; A is stored by rows, so d_i has the components v[3 + 3 c + i]."""
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        e[i], e[3 + i] = -p[g + 7 + i], -p[g + 10 + i]
        for c in range(3):
            e[i] += v[3 + 3 * c + i] * v[c]
            e[3 + i] += 0.5 * (v[3 + 3 * c + k] * v[12 + 3 * c + j] - v[3 + 3 * c + j] * v[12 + 3 * c + k])


@njit
def set_rate(source, p, g, nodes, v, e):
    """Write the strain rates at the velocities of the nodes."""
    n = len(nodes)
    for i in range(6):
        e[i] = 0.0
    for a in range(n):
        x = NODES + NODE * a
        N, dN = p[g + 1 + a], p[g + 4 + a]
        w0, w1, w2 = source[x + RATE + 3], source[x + RATE + 4], source[x + RATE + 5]
        for i in range(3):
            j, k = (i + 1) % 3, (i + 2) % 3
            d0, d1, d2 = source[x + 3 + i], source[x + 6 + i], source[x + 9 + i]
            t0, t1, t2 = w1 * d2 - w2 * d1, w2 * d0 - w0 * d2, w0 * d1 - w1 * d0
            e[i] += N * (t0 * v[0] + t1 * v[1] + t2 * v[2])
            for c in range(3):
                e[i] += dN * source[x + RATE + c] * v[3 + 3 * c + i]
            # d_i enters K_j = (d_i . d_k' - d_k . d_i')/2 and K_k = (d_j . d_i' - d_i . d_j')/2
            e[3 + j] += 0.5 * (
                N * (t0 * v[12 + k] + t1 * v[15 + k] + t2 * v[18 + k])
                - dN * (t0 * v[3 + k] + t1 * v[6 + k] + t2 * v[9 + k])
            )
            e[3 + k] += 0.5 * (
                dN * (t0 * v[3 + j] + t1 * v[6 + j] + t2 * v[9 + j])
                - N * (t0 * v[12 + j] + t1 * v[15 + j] + t2 * v[18 + j])
            )


@njit
def multiply_stiffness(p, e, factor, out):
    """Write factor C e."""
    for i in range(6):
        out[i] = 0.0
        for j in range(6):
            out[i] += factor * p[P_C + 6 * i + j] * e[j]


@njit
def set_director_forces(p, g, a, v, stress, f):
    """Write f^i_a (row i of f) conjugate to the directors of node a, weight included."""
    w, N, dN = p[g], p[g + 1 + a], p[g + 4 + a]
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        n, m_j, m_k = stress[i], 0.5 * stress[3 + j], 0.5 * stress[3 + k]  # O_ij = m_k/2, O_ik = -m_j/2
        for c in range(3):
            bend = m_k * (dN * v[3 + 3 * c + j] - N * v[12 + 3 * c + j])
            bend -= m_j * (dN * v[3 + 3 * c + k] - N * v[12 + 3 * c + k])
            f[3 * i + c] = w * (N * n * v[c] + bend)


@njit
def add_wrench(source, p, g, nodes, v, stress, f, target, place):
    """Subtract the nodal forces of a stress at one point from the wrenches at ``place``."""
    n = len(nodes)
    for a in range(n):
        x, o = NODES + NODE * a, place + 6 * a
        w = p[g] * p[g + 4 + a]
        set_director_forces(p, g, a, v, stress, f)
        for c in range(3):
            target[o + c] -= w * (stress[0] * v[3 + 3 * c] + stress[1] * v[4 + 3 * c] + stress[2] * v[5 + 3 * c])
        for i in range(3):
            d0, d1, d2 = source[x + 3 + i], source[x + 6 + i], source[x + 9 + i]
            target[o + 3] -= d1 * f[3 * i + 2] - d2 * f[3 * i + 1]
            target[o + 4] -= d2 * f[3 * i] - d0 * f[3 * i + 2]
            target[o + 5] -= d0 * f[3 * i + 1] - d1 * f[3 * i]


@njit
def set_turns(source, nodes, step, x):
    """Write the changes of the directors with the rotations: x[27 b + 9 c + 3 i + k] = (Q_b (e_c x d_i,b))_k."""
    n = len(nodes)
    for b in range(n):
        s = NODES + NODE * b
        for i in range(3):
            d0, d1, d2 = source[s + 3 + i], source[s + 6 + i], source[s + 9 + i]
            for c in range(3):
                y0, y1, y2 = 0.0, -d2, d1
                if c == 1:
                    y0, y1, y2 = d2, 0.0, -d0
                elif c == 2:
                    y0, y1, y2 = -d1, d0, 0.0
                o = 27 * b + 9 * c + 3 * i
                if step:
                    for k in range(3):
                        q = s + TURN + 3 * k
                        x[o + k] = source[q] * y0 + source[q + 1] * y1 + source[q + 2] * y2
                else:
                    x[o], x[o + 1], x[o + 2] = y0, y1, y2


@njit
def set_turn_strains(p, g, nodes, v, x, P):
    """Write the derivatives of the strains at the vectors v by rotations: P[18 b + 3 s + c], directors move by x."""
    n = len(nodes)
    for b in range(n):
        N, dN = p[g + 1 + b], p[g + 4 + b]
        for c in range(3):
            o, out = 27 * b + 9 * c, 18 * b + c
            for i in range(3):
                j, k = (i + 1) % 3, (i + 2) % 3
                stretch, bend = 0.0, 0.0
                for l in range(3):
                    x_j, x_k = x[o + 3 * j + l], x[o + 3 * k + l]
                    stretch += x[o + 3 * i + l] * v[l]
                    bend += x_k * (N * v[12 + 3 * l + j] - dN * v[3 + 3 * l + j])
                    bend -= x_j * (N * v[12 + 3 * l + k] - dN * v[3 + 3 * l + k])
                P[out + 3 * i] = N * stretch
                P[out + 9 + 3 * i] = 0.5 * bend


@njit
def multiply_columns(p, P, first, rows, factor, S):
    """Write factor C P (6, 3); P (rows, 3) starts at ``first``, further rows are zero."""
    for i in range(6):
        for c in range(3):
            S[first + 3 * i + c] = 0.0
        for k in range(rows):
            entry = factor * p[P_C + 6 * i + k]
            if entry != 0.0:
                for c in range(3):
                    S[first + 3 * i + c] += entry * P[first + 3 * k + c]


@njit
def set_product(P, first, S, second, rows, T):
    """Write P^T S (3, 3) of two matrices of three columns that start at ``first`` and ``second``."""
    for r in range(3):
        t0, t1, t2 = 0.0, 0.0, 0.0
        for k in range(rows):
            left, o = P[first + 3 * k + r], second + 3 * k
            t0 += left * S[o]
            t1 += left * S[o + 1]
            t2 += left * S[o + 2]
        T[3 * r], T[3 * r + 1], T[3 * r + 2] = t0, t1, t2


@njit
def add_block(T, factor, target, place, width):
    """Add factor T (3, 3) to a block of target."""
    for r in range(3):
        for c in range(3):
            target[place + r * width + c] += factor * T[3 * r + c]


@njit
def add_material(p, g, nodes, L, R, S, factor, T, target, place):
    """Add factor B_L^T C B_R to the matrix at ``place``.

    L and R hold (3, 3) d_i^T by rows, the derivative of Gamma by r', and from 18 on the derivatives by the rotations of
    each node; S is scratch of the same form with six rows in place of three, T is scratch (9).
    """
    n = len(nodes)
    width = 6 * n
    multiply_columns(p, R, 0, 3, factor, S)
    set_product(L, 0, S, 0, 3, T)
    for a in range(n):
        for b in range(n):
            add_block(T, p[g + 4 + a] * p[g + 4 + b], target, place + 6 * a * width + 6 * b, width)
    for b in range(n):
        turn = 18 + 18 * b
        multiply_columns(p, R, turn, 6, factor, S)
        set_product(L, 0, S, turn, 3, T)
        for a in range(n):
            add_block(T, p[g + 4 + a], target, place + 6 * a * width + 6 * b + 3, width)
        set_product(L, turn, S, 0, 6, T)
        for a in range(n):
            add_block(T, p[g + 4 + a], target, place + (6 * b + 3) * width + 6 * a, width)
        for a in range(n):
            set_product(L, 18 + 18 * a, S, turn, 6, T)
            add_block(T, 1.0, target, place + (6 * a + 3) * width + 6 * b + 3, width)


@njit
def set_axes(v, factor, L):
    """Write factor d_i^T by rows."""
    for i in range(3):
        for c in range(3):
            L[3 * i + c] = factor * v[3 + 3 * c + i]


@njit
def add_geometric(source, p, g, nodes, v, stress, x, factor, f, target):
    """Add the part of K = -d(wrench) that the present stress gives."""
    n = len(nodes)
    width, w = 6 * n, p[g]
    for b in range(n):
        N_b, dN_b = p[g + 1 + b], p[g + 4 + b]
        for c in range(3):
            o = 27 * b + 9 * c
            for k in range(3):  # y_i = O_ik x_k: change of the director forces, written over f
                x_0, x_1, x_2 = x[o + k], x[o + 3 + k], x[o + 6 + k]
                f[k] = 0.5 * (stress[5] * x_1 - stress[4] * x_2)
                f[3 + k] = 0.5 * (stress[3] * x_2 - stress[5] * x_0)
                f[6 + k] = 0.5 * (stress[4] * x_0 - stress[3] * x_1)
                force = N_b * w * (stress[0] * x_0 + stress[1] * x_1 + stress[2] * x_2)
                for a in range(n):
                    target[STIFFNESS + (6 * a + k) * width + 6 * b + 3 + c] += p[g + 4 + a] * force
            for a in range(n):
                s, m0, m1, m2 = NODES + NODE * a, 0.0, 0.0, 0.0
                for i in range(3):
                    d0, d1, d2 = source[s + 3 + i], source[s + 6 + i], source[s + 9 + i]
                    m0 += d1 * f[3 * i + 2] - d2 * f[3 * i + 1]
                    m1 += d2 * f[3 * i] - d0 * f[3 * i + 2]
                    m2 += d0 * f[3 * i + 1] - d1 * f[3 * i]
                both = w * (p[g + 4 + a] * N_b - p[g + 1 + a] * dN_b)
                row = STIFFNESS + (6 * a + 3) * width + 6 * b + 3 + c
                target[row] += both * m0
                target[row + width] += both * m1
                target[row + 2 * width] += both * m2
    for a in range(n):
        add_own_turn(source, p, g, nodes, a, v, stress, x, factor, f, target)


@njit
def add_own_turn(source, p, g, nodes, a, v, stress, x, factor, f, target):
    """Add the change of the moment about node a due to its own rotation, x_i x f^i, and to r', d_i x (n_i dr')."""
    n = len(nodes)
    width, s = 6 * n, NODES + NODE * a
    set_director_forces(p, g, a, v, stress, f)
    row = STIFFNESS + (6 * a + 3) * width
    for c in range(3):
        o, place = 27 * a + 9 * c, row + 6 * a + 3 + c
        for i in range(3):
            x_0, x_1, x_2 = x[o + 3 * i], x[o + 3 * i + 1], x[o + 3 * i + 2]
            target[place] += x_1 * f[3 * i + 2] - x_2 * f[3 * i + 1]
            target[place + width] += x_2 * f[3 * i] - x_0 * f[3 * i + 2]
            target[place + 2 * width] += x_0 * f[3 * i + 1] - x_1 * f[3 * i]
    e0 = stress[0] * source[s + 3] + stress[1] * source[s + 4] + stress[2] * source[s + 5]
    e1 = stress[0] * source[s + 6] + stress[1] * source[s + 7] + stress[2] * source[s + 8]
    e2 = stress[0] * source[s + 9] + stress[1] * source[s + 10] + stress[2] * source[s + 11]
    for b in range(n):
        shift, o = p[g] * p[g + 1 + a] * p[g + 4 + b] * factor, row + 6 * b
        target[o + 1] -= shift * e2
        target[o + 2] += shift * e1
        target[o + width] += shift * e2
        target[o + width + 2] -= shift * e0
        target[o + 2 * width] -= shift * e1
        target[o + 2 * width + 1] += shift * e0


@njit
def add_tangent(source, p, g, nodes, step, factor, damping, v, v_end, stress, scratch, target):
    """Add K (times ``factor`` in its material part) and, at one configuration, damping times that part to D."""
    f, x, L, R, S = scratch[:9], scratch[9:90], scratch[90:162], scratch[162:234], scratch[234:306]
    set_turns(source, nodes, False, x)
    set_axes(v, 1.0, L)
    set_turn_strains(p, g, nodes, v, x, L[18:])
    if step:
        set_turns(source, nodes, True, x)
        set_axes(v_end, 0.5, R)
        set_turn_strains(p, g, nodes, v_end, x, R[18:])
        add_material(p, g, nodes, L, R, S, p[g] * factor, f, target, STIFFNESS)
    else:
        add_material(p, g, nodes, L, L, S, p[g] * factor, f, target, STIFFNESS)
        if damping != 0.0:
            add_material(p, g, nodes, L, L, S, p[g] * damping, f, target, DAMPING)
    add_geometric(source, p, g, nodes, v, stress, x, 0.5 if step else 1.0, f, target)


@njit
def set_strains(source, p, g, nodes, step, dt, v, v_end, e, rate):
    """Write the strains of one point and their rates: at one configuration, or their mean and change over a step."""
    set_vectors(source, p, g, nodes, 0, v)
    if not step:
        set_strain(p, g, v, e)
        if p[P_TAU] != 0.0:
            set_rate(source, p, g, nodes, v, rate)
        return
    set_vectors(source, p, g, nodes, BEGIN, v_end)
    set_strain(p, g, v_end, e)
    set_vectors(source, p, g, nodes, END, v_end)
    set_strain(p, g, v_end, rate)
    for i in range(6):
        begin, end = e[i], rate[i]
        e[i], rate[i] = 0.5 * (begin + end), (end - begin) / dt


@njit
def beam(source, p, target, nodes):
    """Evaluate one element (see ``elements``); the length of ``nodes`` is known when this is compiled."""
    n = len(nodes)
    task, dt, tau = int(source[0]), source[1], p[P_TAU]
    step, tangent = task >= STEP_FORCE, task != FORCE and task != STEP_FORCE
    scratch = target[SCRATCH:]
    v, v_end, e, rate = scratch[:21], scratch[21:42], scratch[42:48], scratch[48:54]
    stress, viscous, f = scratch[54:60], scratch[60:66], scratch[66:75]
    for i in range(STIFFNESS):
        target[i] = 0.0
    if tangent:
        for i in range(36 * n * n):
            target[STIFFNESS + i] = 0.0
        for i in range(36 * n * n if tau != 0.0 and not step else 0):
            target[DAMPING + i] = 0.0
    for k in range(int(p[P_POINTS])):
        g = P_GAUSS + POINT * k
        set_strains(source, p, g, nodes, step, dt, v, v_end, e, rate)
        multiply_stiffness(p, e, 1.0, stress)
        for i in range(6):
            target[POTENTIAL] += 0.5 * p[g] * stress[i] * e[i]
            target[STRAIN + 6 * k + i], target[STRAIN + 12 + 6 * k + i] = e[i], stress[i]
            if task == TANGENT_GIVEN:
                stress[i] = source[GIVEN + 6 * k + i]
        add_wrench(source, p, g, nodes, v, stress, f, target, ELASTIC_WRENCH)
        if tau != 0.0:
            multiply_stiffness(p, rate, tau, viscous)
            add_wrench(source, p, g, nodes, v, viscous, f, target, DAMPER_WRENCH)
            for i in range(6):
                stress[i] += viscous[i]
        if tangent:
            factor = 1.0 + 2.0 * tau / dt if step else 1.0
            add_tangent(source, p, g, nodes, step, factor, tau, v, v_end, stress, scratch[66:], target)


def linear_beam_entry(source, p, target):
    """C entry of the element with two nodes."""
    beam(
        numba.carray(source, (SOURCE_SIZE,)), numba.carray(p, (P_GAUSS + POINT,)), numba.carray(target, (TARGET_SIZE,)),
        (0, 1),
    )  # fmt: skip


def quadratic_beam_entry(source, p, target):
    """C entry of the element with three nodes."""
    beam(
        numba.carray(source, (SOURCE_SIZE,)), numba.carray(p, (P_GAUSS + 2 * POINT,)),
        numba.carray(target, (TARGET_SIZE,)), (0, 1, 2),
    )  # fmt: skip


def reference_strain(source, p, g, n, out):
    """Write the strains of the poses in ``source`` at the point whose parameters start at g."""
    v = np.zeros(VECTORS)
    set_vectors(source, p, g, (0,) * n, 0, v)
    set_strain(p, g, v, out)
