"""Planar geometrically exact beam, two or three nodes: tangent and normal are interpolated, the curvature is linear.

Node axes are (t, n). With interpolated axes T, N and relative section angles psi_a:

    Gamma_t = T . r' - (..)_0,   Gamma_n = N . r' - (..)_0,   K = N_a' psi_a - K_0,   W = (EA, GA, EI) e^2 / 2.

Angles set no upper limit on the moment per element (the director form in space has one). Over an energy-momentum step a
moment works on changes of angles, not on the Cayley vectors theta: the couple on each pair of nodes is scaled by the
ratio of the two, and energy and angular momentum are conserved.
"""

from __future__ import annotations

import math

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

HEAD = Layout(nodes=1, points=1, tau=1, C=3)  # parameters (C: EA, GA, EI), then those of every point
AT_POINT = Layout(weight=1, N=3, slope=3, strain=3)
P_NODES, P_POINTS, P_TAU, P_C, P_GAUSS, POINT = HEAD.nodes, HEAD.points, HEAD.tau, HEAD.C, HEAD.size, AT_POINT.size


@njit
def _angle(source, a, b, part, other):
    """Return the angle from the axes of node a (pose ``part``) to those of node b (pose ``other``)."""
    x, y = NODES + NODE * a + part, NODES + NODE * b + other
    t0, t1, s0, s1 = source[x + 3], source[x + 6], source[y + 3], source[y + 6]
    return math.atan2(t0 * s1 - t1 * s0, t0 * s0 + t1 * s1)


@njit
def _set_vectors(source, p, g, n, part, v):
    """Write r' (2), T (2), N (2) and the curvature of one point."""
    for i in range(7):
        v[i] = 0.0
    for a in range(n):
        x, N, dN = NODES + NODE * a + part, p[g + 1 + a], p[g + 4 + a]
        v[0] += dN * source[x]
        v[1] += dN * source[x + 1]
        v[2] += N * source[x + 3]
        v[3] += N * source[x + 6]
        v[4] += N * source[x + 4]
        v[5] += N * source[x + 7]
        if a > 0:
            v[6] += dN * _angle(source, 0, a, part, part)


@njit
def _set_strain(p, g, v, e):
    e[0] = v[2] * v[0] + v[3] * v[1] - p[g + 7]
    e[1] = v[4] * v[0] + v[5] * v[1] - p[g + 8]
    e[2] = v[6] - p[g + 9]


@njit
def _set_rate(source, p, g, n, v, e):
    e[0], e[1], e[2] = 0.0, 0.0, 0.0
    for a in range(n):
        x, N, dN = NODES + NODE * a, p[g + 1 + a], p[g + 4 + a]
        r0, r1, w = source[x + RATE], source[x + RATE + 1], source[x + RATE + 5]
        e[0] += dN * (v[2] * r0 + v[3] * r1) + N * w * (source[x + 4] * v[0] + source[x + 7] * v[1])
        e[1] += dN * (v[4] * r0 + v[5] * r1) - N * w * (source[x + 3] * v[0] + source[x + 6] * v[1])
        e[2] += dN * w


@njit
def _set_matrix(source, p, g, n, v, step, B):
    """Write the derivative (3, 3 n) of the strains; over a step: half of that of the end strains (end vectors v)."""
    width = 3 * n
    for a in range(n):
        x, N, dN, c = NODES + NODE * a, p[g + 1 + a], p[g + 4 + a], 3 * a
        t0, t1, n0, n1, angle = source[x + 4], source[x + 7], -source[x + 3], -source[x + 6], 1.0
        shift = dN
        if step:  # mid-point axes change by Q (e_z x d)
            q = x + TURN
            t0, t1 = source[q] * t0 + source[q + 1] * t1, source[q + 3] * t0 + source[q + 4] * t1
            n0, n1 = source[q] * n0 + source[q + 1] * n1, source[q + 3] * n0 + source[q + 4] * n1
            half = math.tan(0.5 * _angle(source, a, a, BEGIN, END))
            angle, shift = 0.5 / (1.0 + half * half), 0.5 * dN
        B[c], B[c + 1], B[c + 2] = shift * v[2], shift * v[3], N * (t0 * v[0] + t1 * v[1])
        B[width + c], B[width + c + 1], B[width + c + 2] = shift * v[4], shift * v[5], N * (n0 * v[0] + n1 * v[1])
        B[2 * width + c], B[2 * width + c + 1], B[2 * width + c + 2] = 0.0, 0.0, dN * angle


@njit
def _chord(source, a, step):
    """Return (change of the angle from node 0 to a) / (theta_a - theta_0) and its derivatives by theta_0, theta_a.

    With h = (theta_a - theta_0)/2 and y = 1 + theta_0 theta_a/4 it is (atan x)/(x y), x = h/y (difference of two
    arcus tangents); 1 at one configuration.
    """
    if not step or a == 0:
        return 1.0, 0.0, 0.0
    t_0 = 2.0 * math.tan(0.5 * _angle(source, 0, 0, BEGIN, END))
    t_a = 2.0 * math.tan(0.5 * _angle(source, a, a, BEGIN, END))
    y = 1.0 + 0.25 * t_0 * t_a
    x = 0.5 * (t_a - t_0) / y
    if abs(x) < 1e-3:
        ratio, slope = 1.0 - x * x / 3.0, -2.0 * x / 3.0
    else:
        ratio = math.atan(x) / x
        slope = (1.0 / (1.0 + x * x) - ratio) / x
    d_0 = (slope * (-0.5 - 0.25 * x * t_a) - 0.25 * ratio * t_a) / (y * y)
    d_a = (slope * (0.5 - 0.25 * x * t_0) - 0.25 * ratio * t_0) / (y * y)
    return ratio / y, d_0, d_a


@njit
def _add_wrench(source, p, g, n, v, stress, step, target, place):
    w = p[g]
    for a in range(n):
        x, o, N, dN = NODES + NODE * a, place + 6 * a, p[g + 1 + a], p[g + 4 + a]
        target[o] -= w * dN * (stress[0] * v[2] + stress[1] * v[4])
        target[o + 1] -= w * dN * (stress[0] * v[3] + stress[1] * v[5])
        moment = stress[0] * (source[x + 4] * v[0] + source[x + 7] * v[1])
        moment -= stress[1] * (source[x + 3] * v[0] + source[x + 6] * v[1])
        target[o + 5] -= w * N * moment
        if a > 0:
            couple = w * dN * _chord(source, a, step)[0] * stress[2]
            target[o + 5] -= couple
            target[place + 5] += couple


@njit
def _at(n, a, i, b, j):
    """Return the place of component (a, i), (b, j) of the (6 n, 6 n) matrix; i = 2 is the rotation about z."""
    return (6 * a + (5 if i == 2 else i)) * 6 * n + 6 * b + (5 if j == 2 else j)


@njit
def _add_material(p, g, n, B, B_end, factor, target, place):
    """Add factor B^T C B_end."""
    width = 3 * n
    c_0, c_1, c_2 = factor * p[g] * p[P_C], factor * p[g] * p[P_C + 1], factor * p[g] * p[P_C + 2]
    for a in range(n):
        for i in range(3):
            k = 3 * a + i
            left_0, left_1, left_2 = c_0 * B[k], c_1 * B[width + k], c_2 * B[2 * width + k]
            for b in range(n):
                o = place + _at(n, a, i, b, 0)
                for j in range(3):
                    k = 3 * b + j
                    entry = left_0 * B_end[k] + left_1 * B_end[width + k] + left_2 * B_end[2 * width + k]
                    target[o + (5 if j == 2 else j)] += entry


@njit
def _add_geometric(source, p, g, n, v, stress, step, target):
    """Add the part of K that the present stress gives."""
    w = p[g]
    for a in range(n):
        x, N_a, dN_a = NODES + NODE * a, p[g + 1 + a], p[g + 4 + a]
        t0, t1, n0, n1 = source[x + 3], source[x + 6], source[x + 4], source[x + 7]
        for b in range(n):
            y, N_b, dN_b = NODES + NODE * b, p[g + 1 + b], p[g + 4 + b]
            u0, u1, m0, m1, shift = source[y + 4], source[y + 7], -source[y + 3], -source[y + 6], dN_b
            if step:
                q = y + TURN
                u0, u1 = source[q] * u0 + source[q + 1] * u1, source[q + 3] * u0 + source[q + 4] * u1
                m0, m1 = source[q] * m0 + source[q + 1] * m1, source[q + 3] * m0 + source[q + 4] * m1
                shift = 0.5 * dN_b
            target[STIFFNESS + _at(n, a, 0, b, 2)] += w * dN_a * N_b * (stress[0] * u0 + stress[1] * m0)
            target[STIFFNESS + _at(n, a, 1, b, 2)] += w * dN_a * N_b * (stress[0] * u1 + stress[1] * m1)
            target[STIFFNESS + _at(n, a, 2, b, 0)] += w * N_a * shift * (stress[0] * n0 - stress[1] * t0)
            target[STIFFNESS + _at(n, a, 2, b, 1)] += w * N_a * shift * (stress[0] * n1 - stress[1] * t1)
            if a == b:  # moment = n_t (n . r') - n_n (t . r'): n changes by dn = e_z x dt
                turn = stress[0] * (-u1 * v[0] + u0 * v[1]) - stress[1] * (u0 * v[0] + u1 * v[1])
                target[STIFFNESS + _at(n, a, 2, a, 2)] += w * N_a * turn
        if a > 0 and step:
            _, d_0, d_a = _chord(source, a, step)
            couple = w * dN_a * stress[2]
            target[STIFFNESS + _at(n, a, 2, 0, 2)] += couple * d_0
            target[STIFFNESS + _at(n, a, 2, a, 2)] += couple * d_a
            target[STIFFNESS + _at(n, 0, 2, 0, 2)] -= couple * d_0
            target[STIFFNESS + _at(n, 0, 2, a, 2)] -= couple * d_a


@njit
def planar_beam(source, p, target):
    """Evaluate one element (see ``elements``)."""
    task, dt, n, tau = int(source[0]), source[1], int(p[P_NODES]), p[P_TAU]
    step, tangent = task >= STEP_FORCE, task != FORCE and task != STEP_FORCE
    scratch = target[SCRATCH:]
    v, v_end, e, rate, stress, viscous = (
        scratch[:7], scratch[7:14], scratch[14:17], scratch[17:20], scratch[20:23], scratch[23:26]
    )  # fmt: skip
    B, B_end = scratch[26:53], scratch[53:80]
    for i in range(STIFFNESS):
        target[i] = 0.0
    if tangent:
        for i in range(36 * n * n):
            target[STIFFNESS + i] = 0.0
        for i in range(36 * n * n if tau != 0.0 else 0):
            target[DAMPING + i] = 0.0
    for k in range(int(p[P_POINTS])):
        g = P_GAUSS + POINT * k
        _set_vectors(source, p, g, n, 0, v)
        if step:
            _set_vectors(source, p, g, n, BEGIN, v_end)
            _set_strain(p, g, v_end, e)
            _set_vectors(source, p, g, n, END, v_end)
            _set_strain(p, g, v_end, rate)
            for i in range(3):
                e[i], rate[i] = 0.5 * (e[i] + rate[i]), (rate[i] - e[i]) / dt
        else:
            _set_strain(p, g, v, e)
            _set_rate(source, p, g, n, v, rate)
        for i in range(3):
            stress[i], viscous[i] = p[P_C + i] * e[i], tau * p[P_C + i] * rate[i]
            target[POTENTIAL] += 0.5 * p[g] * stress[i] * e[i]
            target[STRAIN + 6 * k + i], target[STRAIN + 12 + 6 * k + i] = e[i], stress[i]
            if task == TANGENT_GIVEN:
                stress[i] = source[GIVEN + 6 * k + i]
        _add_wrench(source, p, g, n, v, stress, step, target, ELASTIC_WRENCH)
        if tau != 0.0:
            _add_wrench(source, p, g, n, v, viscous, step, target, DAMPER_WRENCH)
            for i in range(3):
                stress[i] += viscous[i]
        if tangent:
            _set_matrix(source, p, g, n, v, False, B)
            if step:
                B[6 * n + 2] = 0.0
                for a in range(1, n):
                    B[6 * n + 3 * a + 2] *= _chord(source, a, step)[0]
                    B[6 * n + 2] -= B[6 * n + 3 * a + 2]
                _set_matrix(source, p, g, n, v_end, True, B_end)
                _add_material(p, g, n, B, B_end, 1.0 + 2.0 * tau / dt, target, STIFFNESS)
            else:
                _add_material(p, g, n, B, B, 1.0, target, STIFFNESS)
                if tau != 0.0:
                    _add_material(p, g, n, B, B, tau, target, DAMPING)
            _add_geometric(source, p, g, n, v, stress, step, target)


def planar_beam_entry(source, p, target):
    """C entry of the family."""
    planar_beam(
        numba.carray(source, (SOURCE_SIZE,)), numba.carray(p, (P_GAUSS + 2 * POINT,)),
        numba.carray(target, (TARGET_SIZE,)),
    )  # fmt: skip


def reference_strain(source, p, g, n, out):
    """Write the strains of the poses in ``source`` at the point whose parameters start at g."""
    v = np.zeros(7)
    _set_vectors(source, p, g, n, 0, v)
    _set_strain(p, g, v, out)
