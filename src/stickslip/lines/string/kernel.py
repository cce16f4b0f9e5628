"""String element: two or three points that carry tension only along the line, with linear, rubber or own law.

Stretch l = |r'|, energy W(l) per length, tension N = dW/dl = EA (l - 1) (linear), EA (l - 1/l^2)/3 (neo-Hookean) or a
function of the user. Force on r_a: -w N_a' (N/l) r'. Over an energy-momentum step N/l is replaced by the quotient
2 (W_n+1 - W_n) / (l_n+1^2 - l_n^2) with the mid-point r': a discrete gradient in the invariant l^2 (Betsch et al., sec.
6).
"""

from __future__ import annotations

import math

import numba

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
)
from stickslip.mechanics.functions import call_double
from stickslip.mechanics.layouts import Layout

LINEAR, NEO_HOOKEAN, USER = range(3)
HEAD = Layout(nodes=1, points=1, tau=1, law=1, EA=1, address=1)  # parameters (address of N(l)), then of every point
AT_POINT = Layout(weight=1, N=3, slope=3)
P_NODES, P_POINTS, P_TAU, P_GAUSS, POINT = HEAD.nodes, HEAD.points, HEAD.tau, HEAD.size, AT_POINT.size
P_LAW, P_EA, P_ADDRESS = HEAD.law, HEAD.EA, HEAD.address
_X = (0.046910077030668, 0.230765344947158, 0.5, 0.769234655052842, 0.953089922969332)  # Gauss-Legendre on [0, 1]
_W = (0.118463442528095, 0.239314335249683, 0.284444444444444, 0.239314335249683, 0.118463442528095)


@njit
def tension(p, l):
    """Return N and dN/dl of the law at stretch l."""
    EA, law = p[P_EA], int(p[P_LAW])
    if law == LINEAR:
        return EA * (l - 1.0), EA
    if law == NEO_HOOKEAN:
        return EA * (l - 1.0 / (l * l)) / 3.0, EA * (1.0 + 2.0 / (l * l * l)) / 3.0
    address, h = int(p[P_ADDRESS]), 1e-5
    slope = (call_double(address, l + h) - call_double(address, l - h)) / (2.0 * h)
    return call_double(address, l), slope


@njit
def energy(p, l):
    """Return W at stretch l, zero at l = 1."""
    EA, law = p[P_EA], int(p[P_LAW])
    if law == LINEAR:
        return 0.5 * EA * (l - 1.0) ** 2
    if law == NEO_HOOKEAN:
        return EA * (l * l + 2.0 / l - 3.0) / 6.0
    total, pieces = 0.0, 8
    for piece in range(pieces):
        for k in range(5):
            total += _W[k] * tension(p, 1.0 + (l - 1.0) * (piece + _X[k]) / pieces)[0]
    return total * (l - 1.0) / pieces


@njit
def secant(p, l_0, l_1):
    """Return s = 2 (W_1 - W_0) / (l_1^2 - l_0^2) and ds/dl_1, without cancellation."""
    EA, law, both = p[P_EA], int(p[P_LAW]), l_0 + l_1
    if law == LINEAR:
        return EA * (1.0 - 2.0 / both), 2.0 * EA / (both * both)
    if law == NEO_HOOKEAN:
        g = l_0 * l_1 * both
        return EA * (1.0 - 2.0 / g) / 3.0, 2.0 * EA * (l_0 * l_0 + 2.0 * l_0 * l_1) / (3.0 * g * g)
    mean, slope = 0.0, 0.0
    for k in range(5):
        N, dN = tension(p, l_0 + (l_1 - l_0) * _X[k])
        mean += _W[k] * N
        slope += _W[k] * _X[k] * dN
    return 2.0 * mean / both, 2.0 * slope / both - 2.0 * mean / (both * both)


@njit
def _set_slope(source, p, g, n, part, v):
    """Write r' at one point and return the stretch."""
    v[0], v[1], v[2] = 0.0, 0.0, 0.0
    for a in range(n):
        x, dN = NODES + NODE * a + part, p[g + 4 + a]
        for i in range(3):
            v[i] += dN * source[x + i]
    return math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])


@njit
def _add_force(p, g, n, v, factor, target, place):
    for a in range(n):
        for i in range(3):
            target[place + 6 * a + i] -= factor * p[g] * p[g + 4 + a] * v[i]


@njit
def _add_matrix(p, g, n, isotropic, v, w, target, place):
    """Add weight N_a' N_b' (isotropic 1 + v w^T)."""
    for a in range(n):
        for b in range(n):
            both = p[g] * p[g + 4 + a] * p[g + 4 + b]
            o = place + 36 * a * n + 6 * b
            for i in range(3):
                target[o + 6 * n * i + i] += both * isotropic
                for j in range(3):
                    target[o + 6 * n * i + j] += both * v[i] * w[j]


@njit
def string(source, p, target):
    """Evaluate one element (see ``elements``)."""
    task, dt, n, tau = int(source[0]), source[1], int(p[P_NODES]), p[P_TAU]
    step, tangent = task >= STEP_FORCE, task != FORCE and task != STEP_FORCE
    scratch = target[SCRATCH:]
    v, w, x = scratch[:3], scratch[3:6], scratch[6:9]
    for i in range(STIFFNESS):
        target[i] = 0.0
    if tangent:
        for i in range(36 * n * n):
            target[STIFFNESS + i] = 0.0
        for i in range(36 * n * n if tau != 0.0 else 0):
            target[DAMPING + i] = 0.0
    for k in range(int(p[P_POINTS])):
        g = P_GAUSS + POINT * k
        l = _set_slope(source, p, g, n, 0, v)
        if step:
            l_0 = _set_slope(source, p, g, n, BEGIN, w)
            l_1 = _set_slope(source, p, g, n, END, w)
            s, slope = secant(p, l_0, l_1)
            rate = (l_1 - l_0) / dt
        else:
            N, dN = tension(p, l)
            target[STRAIN + 6 * k], target[STRAIN + 12 + 6 * k] = l - 1.0, N
            s, rate = (source[GIVEN + 6 * k] if task == TANGENT_GIVEN else N) / l, 0.0
            target[POTENTIAL] += p[g] * energy(p, l)
            for a in range(n):
                o = NODES + NODE * a + RATE
                for i in range(3):
                    rate += p[g + 4 + a] * source[o + i] * v[i] / l
        viscous = tau * p[P_EA] * rate / l
        _add_force(p, g, n, v, s, target, ELASTIC_WRENCH)
        _add_force(p, g, n, v, viscous, target, DAMPER_WRENCH)
        if tangent and step:  # d(s r'_m) = s/2 dr' + r'_m (ds/dl_1) (r'_1/l_1) dr', and the same for the damper
            change = slope / l_1 + tau * p[P_EA] / (dt * l * l_1)
            for i in range(3):
                x[i] = change * w[i] - 0.5 * viscous / (l * l) * v[i]
            _add_matrix(p, g, n, 0.5 * (s + viscous), v, x, target, STIFFNESS)
        elif tangent:
            for i in range(3):
                x[i] = (dN - s) / (l * l) * v[i]
            _add_matrix(p, g, n, s, v, x, target, STIFFNESS)
            if tau != 0.0:
                for i in range(3):
                    x[i] = tau * p[P_EA] / (l * l) * v[i]
                _add_matrix(p, g, n, 0.0, v, x, target, DAMPING)


def string_entry(source, p, target):
    """C entry of the family."""
    string(
        numba.carray(source, (SOURCE_SIZE,)), numba.carray(p, (P_GAUSS + 2 * POINT,)),
        numba.carray(target, (TARGET_SIZE,)),
    )  # fmt: skip
