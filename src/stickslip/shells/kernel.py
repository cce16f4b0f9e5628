"""Shells: all elements of one body in one call.

An element has the strains e_k = r.S_k,rr r / 2 + r.S_k,rd d - e_k,0 with unit stiffness (see ``strains``) and stress
sigma = e + e' tau + prestress. With b_k = de_k/d(r, d) its forces are -sum sigma_k b_k. A director rotates with its
node, d = A c with a constant c, so delta d = sum theta_i T_i, T_i = A_i x d, and the second variation of d adds

    f.A_i (A_j.d) - delta_ij f.d,    f = sum sigma_k b_k,d

to the block of rotations. A node without spin about its third axis (five velocities) has c = e_3 and i, j = 1, 2.

A batch (see ``batches``) has

table    T_STRAINS, T_TRIANGLES... offsets of the nodes in q, in u, their numbers of velocities and their bodies, each
         (ne, n); places of the blocks of node a by node b in values (ne, n, n). A missing node of a triangle is -1
data     header D_*, then per element e_0 (k,), prestress (k,), c (n, 3), S (k, 2, n, n) and, where the batch has the
         mass, the integrals of N_a N_b times the mass, its first and its second moment (3, n, n)

and adds to the rows ELASTIC, DAMPER and GYROSCOPIC of h.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from stickslip._jit import njit
from stickslip.codes import DAMPER, ELASTIC, FORCE, STRAIN, TANGENT
from stickslip.mechanics.batches import (
    C_DAMPING,
    C_GIVEN,
    C_POTENTIAL,
    C_SHIFT,
    C_STIFFNESS,
    C_TASK,
    T_BLOCKS,
    T_ELEMENTS,
    T_HEADER,
    T_NU,
    T_WIDTH,
    compile_batch,
    open_batch,
)
from stickslip.mechanics.layouts import Layout

OWN = Layout(T_HEADER, strains=1)
T_STRAINS, FIRST = OWN.strains, OWN.size
HEAD = Layout(tau=1)
D_TAU, D_HEADER = HEAD.tau, HEAD.size
AT_Q, AT_U, VELOCITIES, BODIES = range(4)  # tables (ne, n) from FIRST on
PLACE, DIRECTOR, RATE, SPIN, TURNED = 0, 1, 2, 3, 4  # vectors of a node; from TURNED on T_i, then the axes A_i
AXES, VECTORS = 7, 10


@njit
def entry(table, e, a, which):
    """Return one number of node a of element e."""
    n = table[T_WIDTH]
    return table[FIRST + (which * table[T_ELEMENTS] + e) * n + a]


@njit
def element_size(table):
    """Return how many numbers of ``data`` belong to an element without mass."""
    n, k = table[T_WIDTH], table[T_STRAINS]
    return 2 * k + 3 * n + 2 * k * n * n


@njit
def gather(table, data, at, e, q, u, x, start):
    """Write the vectors of all nodes x (n, VECTORS, 3), places from the first node on, and their first columns."""
    n, k = table[T_WIDTH], table[T_STRAINS]
    first = entry(table, e, 0, AT_Q)
    start[0] = 0
    for a in range(n):
        o, p, nu = entry(table, e, a, AT_Q), entry(table, e, a, AT_U), entry(table, e, a, VELOCITIES)
        start[a + 1] = start[a] + nu
        if nu == 0:
            for v in range(VECTORS):
                x[a, v, 0], x[a, v, 1], x[a, v, 2] = 0.0, 0.0, 0.0
            continue
        c = at + 2 * k + 3 * a
        for i in range(3):
            x[a, PLACE, i] = q[o + i] - q[first + i]
            x[a, RATE, i] = u[p + i]
            x[a, DIRECTOR, i] = data[c] * q[o + 3 + i] + data[c + 1] * q[o + 6 + i] + data[c + 2] * q[o + 9 + i]
            x[a, SPIN, i] = 0.0
            for j in range(3):
                x[a, AXES + j, i] = q[o + 3 + 3 * j + i]
        set_turned(x[a])
        for j in range(nu - 3):
            for i in range(3):
                x[a, SPIN, i] += u[p + 3 + j] * x[a, TURNED + j, i]


@njit
def set_turned(x):
    """Write T_i = A_i x d of a node."""
    d0, d1, d2 = x[DIRECTOR, 0], x[DIRECTOR, 1], x[DIRECTOR, 2]
    for i in range(3):
        a0, a1, a2 = x[AXES + i, 0], x[AXES + i, 1], x[AXES + i, 2]
        x[TURNED + i, 0], x[TURNED + i, 1], x[TURNED + i, 2] = a1 * d2 - a2 * d1, a2 * d0 - a0 * d2, a0 * d1 - a1 * d0


@njit
def set_gradient(data, S, n, place, director, x, b):
    """Write b = de/d(r, d) (n, 2, 3) of the strain with tables at S; return e without its reference value."""
    e = 0.0
    for a in range(n):
        m0, m1, m2, s0, s1, s2, d0, d1, d2 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        row, column = S + a * n, S + n * n + a
        for c in range(n):
            rr, rd, dr = data[row + c], data[row + n * n + c], data[column + c * n]
            r0, r1, r2 = x[c, place, 0], x[c, place, 1], x[c, place, 2]
            m0, m1, m2 = m0 + rr * r0, m1 + rr * r1, m2 + rr * r2
            d0, d1, d2 = d0 + dr * r0, d1 + dr * r1, d2 + dr * r2
            s0 += rd * x[c, director, 0]
            s1 += rd * x[c, director, 1]
            s2 += rd * x[c, director, 2]
        b[a, 0, 0], b[a, 0, 1], b[a, 0, 2] = m0 + s0, m1 + s1, m2 + s2
        b[a, 1, 0], b[a, 1, 1], b[a, 1, 2] = d0, d1, d2
        e += x[a, place, 0] * (0.5 * m0 + s0) + x[a, place, 1] * (0.5 * m1 + s1) + x[a, place, 2] * (0.5 * m2 + s2)
    return e


@njit
def project(x, start, n, b, row):
    """Write the derivatives by the velocities of all nodes, b_r and T_i.b_d."""
    for a in range(n):
        o = start[a]
        turns = start[a + 1] - o - 3
        if turns < 0:
            continue
        row[o], row[o + 1], row[o + 2] = b[a, 0, 0], b[a, 0, 1], b[a, 0, 2]
        for i in range(turns):
            t = x[a, TURNED + i]
            row[o + 3 + i] = t[0] * b[a, 1, 0] + t[1] * b[a, 1, 1] + t[2] * b[a, 1, 2]


@njit
def rate_of(x, n, b):
    """Return the rate of a strain."""
    rate = 0.0
    for a in range(n):
        for i in range(3):
            rate += b[a, 0, i] * x[a, RATE, i] + b[a, 1, i] * x[a, SPIN, i]
    return rate


@njit
def add_geometric(data, S, x, start, n, k, sigma, force, K):
    """Add sum sigma_k d2 e_k, and the second variation of directors, whose forces are ``force`` (n, 3)."""
    for a in range(n):
        o, turns = start[a], start[a + 1] - start[a] - 3
        if turns < 0:
            continue
        for c in range(n):
            p, others = start[c], start[c + 1] - start[c] - 3
            if others < 0:
                continue
            rr, rd = 0.0, 0.0
            for s in range(k):
                rr += sigma[s] * data[S + 2 * s * n * n + a * n + c]
                rd += sigma[s] * data[S + (2 * s + 1) * n * n + a * n + c]
            for i in range(3):
                K[o + i, p + i] += rr
                for j in range(others):
                    K[o + i, p + 3 + j] += rd * x[c, TURNED + j, i]
                    K[p + 3 + j, o + i] += rd * x[c, TURNED + j, i]
        d, f = x[a, DIRECTOR], force[a]
        along = f[0] * d[0] + f[1] * d[1] + f[2] * d[2]
        for i in range(turns):
            A = x[a, AXES + i]
            own = f[0] * A[0] + f[1] * A[1] + f[2] * A[2]
            for j in range(turns):
                B = x[a, AXES + j]
                K[o + 3 + i, o + 3 + j] += own * (B[0] * d[0] + B[1] * d[1] + B[2] * d[2])
            K[o + 3 + i, o + 3 + i] -= along


@njit
def add_squares(B, k, size, factor, K):
    """Add factor sum b_k b_k^T."""
    for s in range(k):
        for i in range(size):
            value = factor * B[s, i]
            for j in range(size):
                K[i, j] += value * B[s, j]


@njit
def scatter(table, e, start, n, factor, K, values):
    """Add factor times the matrix of an element to the blocks of its nodes."""
    blocks = table[T_BLOCKS] + e * n * n
    for a in range(n):
        for c in range(n):
            place = table[blocks + a * n + c]
            if place < 0:
                continue
            columns = start[c + 1] - start[c]
            for i in range(start[a + 1] - start[a]):
                for j in range(columns):
                    values[place + i * columns + j] += factor * K[start[a] + i, start[c] + j]


@njit
def _evaluate(table, data, q, u, h, h_tilde, values, memory, control):
    """Add forces of all elements, and their tangents for TANGENT; for STRAIN write strains and stress."""
    task, ne, n, k, nu = int(control[C_TASK]), table[T_ELEMENTS], table[T_WIDTH], table[T_STRAINS], table[T_NU]
    tangent, given, tau = task == TANGENT, control[C_GIVEN] != 0.0, data[D_TAU]
    size, width = element_size(table), 6 * n
    x, start, b = np.zeros((n, VECTORS, 3)), np.zeros(n + 1, dtype=np.int64), np.zeros((n, 2, 3))
    B, e, rate, sigma = np.zeros((k, width)), np.zeros(k), np.zeros(k), np.zeros(k)
    full = np.zeros((k, n, 3)) if tangent else np.zeros((0, n, 3))
    force, K = np.zeros((n, 3)), np.zeros((width, width))
    stress = len(memory) - k * ne
    for element in range(ne):
        at = D_HEADER + element * size
        gather(table, data, at, element, q, u, x, start)
        S, columns = at + 2 * k + 3 * n, start[n]
        for s in range(k):
            e[s] = set_gradient(data, S + 2 * s * n * n, n, PLACE, DIRECTOR, x, b) - data[at + s]
            rate[s] = tau * rate_of(x, n, b) if tau > 0.0 else 0.0
            project(x, start, n, b, B[s])
            if tangent:
                for a in range(n):
                    for i in range(3):
                        full[s, a, i] = b[a, 1, i]
        if task == STRAIN:
            for s in range(k):
                values[2 * k * element + s] = e[s]
                values[2 * k * element + k + s] = e[s] + data[at + k + s]
            continue
        for s in range(k):
            pre = data[at + k + s]
            control[C_POTENTIAL] += e[s] * (0.5 * e[s] + pre)
            e[s] += pre
        add_forces(table, element, start, n, k, B, e, ELASTIC * nu, h)
        if tau > 0.0:
            add_forces(table, element, start, n, k, B, rate, DAMPER * nu, h)
        if not tangent:
            continue
        for s in range(k):
            sigma[s] = rate[s] + (memory[stress + k * element + s] if given else e[s])
        K[:columns, :columns] = 0.0
        add_squares(B, k, columns, 1.0, K)
        if tau > 0.0 and control[C_DAMPING] != 0.0:
            scatter(table, element, start, n, control[C_DAMPING] * tau, K, values)
        for a in range(n):
            for i in range(3):
                force[a, i] = 0.0
                for s in range(k):
                    force[a, i] += sigma[s] * full[s, a, i]
        add_geometric(data, S, x, start, n, k, sigma, force, K)
        if tau > 0.0:
            _add_rates(data, S, x, start, n, k, tau, B, full, b, K)
        scatter(table, element, start, n, control[C_STIFFNESS], K, values)
        if control[C_SHIFT] != 0.0:
            _subtract_product(table, element, start, n, control[C_SHIFT], K, u, h_tilde)


@njit
def add_forces(table, e, start, n, k, B, sigma, row, h):
    """Subtract sum sigma_k b_k from a class of forces."""
    for a in range(n):
        p = row + entry(table, e, a, AT_U)
        for i in range(start[a + 1] - start[a]):
            total = 0.0
            for s in range(k):
                total += sigma[s] * B[s, start[a] + i]
            h[p + i] -= total


@njit
def _add_rates(data, S, x, start, n, k, tau, B, full, b, K):
    """Add tau b_k times the derivative of the rate of e_k: that of b_k, and of the rates of directors that turn."""
    for s in range(k):
        set_gradient(data, S + 2 * s * n * n, n, RATE, SPIN, x, b)
        for c in range(n):
            p, turns = start[c], start[c + 1] - start[c] - 3
            if turns < 0:
                continue
            f, w = full[s, c], x[c, SPIN]
            for j in range(turns):  # the rate w of d rotates with its node: A_j x w
                A, t = x[c, AXES + j], x[c, TURNED + j]
                change = f[0] * (A[1] * w[2] - A[2] * w[1]) + f[1] * (A[2] * w[0] - A[0] * w[2])
                change += f[2] * (A[0] * w[1] - A[1] * w[0])
                for i in range(3):
                    change += b[c, 1, i] * t[i]
                for i in range(start[n]):
                    K[i, p + 3 + j] += tau * B[s, i] * change
            for j in range(3):
                for i in range(start[n]):
                    K[i, p + j] += tau * B[s, i] * b[c, 0, j]


@njit
def _subtract_product(table, e, start, n, factor, K, u, h_tilde):
    """Subtract factor K u of an element."""
    for a in range(n):
        p = entry(table, e, a, AT_U)
        for i in range(start[a + 1] - start[a]):
            total = 0.0
            for c in range(n):
                o = entry(table, e, c, AT_U)
                for j in range(start[c + 1] - start[c]):
                    total += K[start[a] + i, start[c] + j] * u[o + j]
            h_tilde[p + i] -= factor * total


@njit
def shell_batch(table, data, q, u, poses, h, h_tilde, values, memory, control):
    """Do the task of ``control`` for all elements of a batch."""
    task = int(control[C_TASK])
    if task == FORCE or task == TANGENT or task == STRAIN:
        _evaluate(table, data, q, u, h, h_tilde, values, memory, control)


def shell_entry(table, data, q, u, poses, h, h_tilde, values, memory, control):
    """C entry of shells."""
    shell_batch(*open_batch(table, data, q, u, poses, h, h_tilde, values, memory, control))


@cache
def shell_address() -> int:
    """Compile the entry (cached on disk) and return its address."""
    return compile_batch(shell_entry)
