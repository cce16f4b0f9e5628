"""Straight beam element of small deflections: two planes of bending, torsion and stretch superposed.

Zander 2008, sec. 6.3.

Displacements u = A_0^T (r - r_0) and rotation vectors psi of A_0^T A are counted from the declared place and in the
declared axes A_0 = (d_1, d_2, d_3). Cubic deflections (Hermite) and linear twist and stretch have six strains,

    e = (u_3, psi_1, psi_2, psi_3 of node 2 less those of node 1,   psi_1 + psi_1' + 2 (u_2' - u_2)/l,
         psi_2 + psi_2' - 2 (u_1' - u_1)/l),          V = e.C e / 2,   C l = diag(EA, EI_1, EI_2, GJ, 3 EI_1, 3 EI_2):

stretch, mean curvatures, twist, and the linear parts of both curvatures (' marks node 2). The strains are e = B x, and
velocities give e' = B_w u with dpsi/dt = H omega, H the inverse of the left Jacobian of the rotation vector. Wrenches
are -B_w^T sigma, sigma = C (e + tau e'): exact duals, so the energy is that of V however large the rotations are.
"""

from __future__ import annotations

import math

import numba

from stickslip._jit import njit
from stickslip.lines.elements import (
    DAMPER_WRENCH,
    DAMPING,
    ELASTIC_WRENCH,
    FORCE,
    NODE,
    NODES,
    POTENTIAL,
    RATE,
    SCRATCH,
    SOURCE_SIZE,
    STIFFNESS,
    STRAIN,
    TARGET_SIZE,
)
from stickslip.mechanics.layouts import Layout

HEAD = Layout(tau=1, length=1, place=6, axes=9, C=6)  # parameters: r_0 of both nodes, A_0 by rows
P_TAU, P_LENGTH, P_PLACE, P_AXES, P_C, PARAMETERS = (
    HEAD.tau, HEAD.length, HEAD.place, HEAD.axes, HEAD.C, HEAD.size
)  # fmt: skip
STRAINS, WIDTH = 6, 12
POINTS = (0.5 - 0.5 / math.sqrt(3.0), 0.5 + 0.5 / math.sqrt(3.0))  # where curvatures are best
TURN_STRAINS = ((3, 1), (4, 2), (5, 3))  # rotation component of a node, its difference among the strains


@njit
def jacobian_factor(square):
    """Return c and dc/dx, x = theta^2, of H = 1 - psi~/2 + c psi~^2: c = (1 - (theta/2) cot(theta/2)) / x."""
    if square < 0.25:
        c = 1.0 / 12.0 + square * (1.0 / 720.0 + square * (1.0 / 30240.0 + square * (1.0 / 1209600.0)))
        slope = 1.0 / 720.0 + square * (2.0 / 30240.0 + square * (3.0 / 1209600.0))
        return c + square**4 / 47900160.0, slope + 4.0 * square**3 / 47900160.0
    theta = math.sqrt(square)
    sine, cosine = math.sin(0.5 * theta), math.cos(0.5 * theta)
    c = (1.0 - 0.5 * theta * cosine / sine) / square
    return c, ((0.5 * theta / (sine * sine) - cosine / sine) / (4.0 * theta) - c) / square


@njit
def set_rotation_vector(source, x, p, R, psi):
    """Write the rotation vector of R = A_0^T A, |psi| < pi; R is scratch."""
    for i in range(3):
        for j in range(3):
            R[3 * i + j] = 0.0
            for k in range(3):
                R[3 * i + j] += p[P_AXES + 3 * k + i] * source[x + 3 + 3 * k + j]
    psi[0], psi[1], psi[2] = 0.5 * (R[7] - R[5]), 0.5 * (R[2] - R[6]), 0.5 * (R[3] - R[1])
    sine = math.sqrt(psi[0] * psi[0] + psi[1] * psi[1] + psi[2] * psi[2])
    if sine > 0.0:
        factor = math.atan2(sine, 0.5 * (R[0] + R[4] + R[8] - 1.0)) / sine
        for i in range(3):
            psi[i] *= factor


@njit
def set_inverse_jacobian(psi, c, H):
    """Write H = 1 - psi~/2 + c psi~^2."""
    square = psi[0] * psi[0] + psi[1] * psi[1] + psi[2] * psi[2]
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        H[3 * i + i] = 1.0 + c * (psi[i] * psi[i] - square)
        H[3 * i + j] = 0.5 * psi[k] + c * psi[i] * psi[j]
        H[3 * i + k] = -0.5 * psi[j] + c * psi[i] * psi[k]


@njit
def set_strain_matrix(length, B):
    """Write B (6, 12) by the coordinates (u, psi) of both nodes in the declared axes."""
    for i in range(STRAINS * WIDTH):
        B[i] = 0.0
    for node in range(2):
        sign, o = 2.0 * node - 1.0, 6 * node
        B[o + 2] = sign
        for i, k in TURN_STRAINS:
            B[k * WIDTH + o + i] = sign
        B[4 * WIDTH + o + 3], B[4 * WIDTH + o + 1] = 1.0, 2.0 * sign / length
        B[5 * WIDTH + o + 4], B[5 * WIDTH + o] = 1.0, -2.0 * sign / length


@njit
def set_rate_matrix(p, B, H, B_w):
    """Write B_w = B diag(A_0^T, H A_0^T, ..) (6, 12) by velocities and angular velocities in world components."""
    for k in range(STRAINS):
        for node in range(2):
            o, h = k * WIDTH + 6 * node, 9 * node
            b0, b1, b2 = B[o + 3], B[o + 4], B[o + 5]
            t0 = b0 * H[h] + b1 * H[h + 3] + b2 * H[h + 6]
            t1 = b0 * H[h + 1] + b1 * H[h + 4] + b2 * H[h + 7]
            t2 = b0 * H[h + 2] + b1 * H[h + 5] + b2 * H[h + 8]
            for i in range(3):
                a = P_AXES + 3 * i
                B_w[o + i] = B[o] * p[a] + B[o + 1] * p[a + 1] + B[o + 2] * p[a + 2]
                B_w[o + 3 + i] = t0 * p[a] + t1 * p[a + 1] + t2 * p[a + 2]


@njit
def add_wrenches(B_w, sigma, target, place):
    """Subtract B_w^T sigma from the wrenches at ``place``."""
    for i in range(WIDTH):
        for k in range(STRAINS):
            target[place + i] -= B_w[k * WIDTH + i] * sigma[k]


@njit
def add_material(p, B_w, factor, target, place):
    """Add factor B_w^T C B_w to the matrix at ``place``."""
    for k in range(STRAINS):
        for i in range(WIDTH):
            left = factor * p[P_C + k] * B_w[k * WIDTH + i]
            for j in range(WIDTH):
                target[place + WIDTH * i + j] += left * B_w[k * WIDTH + j]


@njit
def add_geometric(p, B, psi, H, sigma, node, M, target):
    """Add A_0 (dm/dpsi) H A_0^T, the change of the moment m = H^T g of a node by its rotation, g = (B^T sigma)_psi.

    m = g + psi x g / 2 + c psi x (psi x g).
    """
    g0, g1, g2, first = 0.0, 0.0, 0.0, 6 * node + 3
    for k in range(STRAINS):
        g0 += B[k * WIDTH + first] * sigma[k]
        g1 += B[k * WIDTH + first + 1] * sigma[k]
        g2 += B[k * WIDTH + first + 2] * sigma[k]
    square = psi[0] * psi[0] + psi[1] * psi[1] + psi[2] * psi[2]
    along = psi[0] * g0 + psi[1] * g1 + psi[2] * g2
    c, slope = jacobian_factor(square)
    g = (g0, g1, g2)
    for i in range(3):
        twice = psi[i] * along - g[i] * square  # psi x (psi x g)
        for j in range(3):
            M[3 * i + j] = c * (psi[i] * g[j] - 2.0 * g[i] * psi[j]) + 2.0 * slope * twice * psi[j]
        M[3 * i + i] += c * along
        M[3 * i + (i + 1) % 3] += 0.5 * g[(i + 2) % 3]
        M[3 * i + (i + 2) % 3] -= 0.5 * g[(i + 1) % 3]
    for i in range(3):  # M H, row by row
        m0, m1, m2 = M[3 * i], M[3 * i + 1], M[3 * i + 2]
        for j in range(3):
            M[3 * i + j] = m0 * H[j] + m1 * H[3 + j] + m2 * H[6 + j]
    for i in range(3):
        for j in range(3):
            total = 0.0
            for k in range(3):
                for l in range(3):
                    total += p[P_AXES + 3 * i + k] * M[3 * k + l] * p[P_AXES + 3 * j + l]
            target[STIFFNESS + WIDTH * (first + i) + first + j] += total


@njit
def set_strains(source, p, B, B_w, psi, e, rate):
    """Write the strains e = B x and their rates B_w u."""
    for k in range(STRAINS):
        e[k], rate[k] = 0.0, 0.0
    for node in range(2):
        x = NODES + NODE * node
        for i in range(3):
            u = 0.0
            for c in range(3):
                u += p[P_AXES + 3 * c + i] * (source[x + c] - p[P_PLACE + 3 * node + c])
            for k in range(STRAINS):
                o = k * WIDTH + 6 * node
                e[k] += B[o + i] * u + B[o + 3 + i] * psi[3 * node + i]
                rate[k] += B_w[o + i] * source[x + RATE + i] + B_w[o + 3 + i] * source[x + RATE + 3 + i]


@njit
def write_strains(length, e, target):
    """Write shear, which is none, extension, curvatures and twist at two points."""
    for k in range(2):
        x, o = 6.0 * POINTS[k] - 3.0, STRAIN + 6 * k
        target[o], target[o + 1], target[o + 2] = 0.0, 0.0, e[0] / length
        target[o + 3], target[o + 4] = (e[1] + x * e[4]) / length, (e[2] + x * e[5]) / length
        target[o + 5] = e[3] / length


@njit
def bending_torsion(source, p, target):
    """Evaluate one element (see ``elements``); a given stress is not used, the element is linear."""
    tangent, tau = int(source[0]) != FORCE, p[P_TAU]
    scratch = target[SCRATCH:]
    B, B_w, psi, H = scratch[:72], scratch[72:144], scratch[144:150], scratch[150:168]
    e, rate, sigma, M = scratch[168:174], scratch[174:180], scratch[180:186], scratch[186:195]
    for i in range(STIFFNESS):
        target[i] = 0.0
    for node in range(2):
        turn = psi[3 * node : 3 * node + 3]
        set_rotation_vector(source, NODES + NODE * node, p, M, turn)
        square = turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]
        set_inverse_jacobian(turn, jacobian_factor(square)[0], H[9 * node : 9 * node + 9])
    set_strain_matrix(p[P_LENGTH], B)
    set_rate_matrix(p, B, H, B_w)
    set_strains(source, p, B, B_w, psi, e, rate)
    write_strains(p[P_LENGTH], e, target)
    for k in range(STRAINS):
        sigma[k] = p[P_C + k] * e[k]
        target[POTENTIAL] += 0.5 * sigma[k] * e[k]
        rate[k] *= tau * p[P_C + k]
    add_wrenches(B_w, sigma, target, ELASTIC_WRENCH)
    add_wrenches(B_w, rate, target, DAMPER_WRENCH)
    if tangent:
        for i in range(WIDTH * WIDTH):
            target[STIFFNESS + i], target[DAMPING + i] = 0.0, 0.0
        add_material(p, B_w, 1.0, target, STIFFNESS)
        if tau != 0.0:
            add_material(p, B_w, tau, target, DAMPING)
        for k in range(STRAINS):
            sigma[k] += rate[k]
        for node in range(2):
            add_geometric(p, B, psi[3 * node : 3 * node + 3], H[9 * node : 9 * node + 9], sigma, node, M, target)


def bending_torsion_entry(source, p, target):
    """C entry of the family."""
    bending_torsion(
        numba.carray(source, (SOURCE_SIZE,)), numba.carray(p, (PARAMETERS,)), numba.carray(target, (TARGET_SIZE,))
    )
