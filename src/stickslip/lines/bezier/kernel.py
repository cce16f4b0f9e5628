"""Planar string element on a cubic Bezier curve with polar handles (Eugster and Glocker 2013, sec. 2.1-2.3).

Global coordinates q = (x_1, y_1, phi_1 | r, q | x_2, y_2, phi_2): nodes with the direction of the tangent, and the
lengths of the two handles. With p = (P_0, r d(phi_1), P_3, q d(phi_2)) the curve is linear, r(sigma) = N(sigma) p, and

    M = B^T M_p B,    h = B^T (f_p - M_p a),    B = dp/dq,    a = B' u,

M_p constant. Tension is that of ``string``; the stress-free element has the length l, its handles l/3.
"""

from __future__ import annotations

import math

import numba
import numpy as np

from stickslip._jit import njit
from stickslip.lines.curved import COMPONENT, add_projected, multiply, project, spread
from stickslip.lines.elements import (
    AT_POINTS,
    DAMPER_WRENCH,
    DAMPING,
    ELASTIC_WRENCH,
    FACTOR,
    FORCE,
    INERTIA,
    INERTIA_WRENCH,
    MASS_SIZE,
    NODE,
    NODES,
    PLACE_AGAIN,
    PLACE_POINT,
    POINT_JACOBIAN,
    POTENTIAL,
    RATE,
    SCRATCH,
    SLOPE,
    SOURCE_SIZE,
    STIFFNESS,
    STRAIN,
    TARGET_SIZE,
)
from stickslip.lines.string import kernel as string
from stickslip.lines.string.kernel import energy, tension
from stickslip.mechanics.layouts import Layout

HEAD = Layout(**string.HEAD.sizes, mass=1, length=1, gravity=2)  # parameters: as of strings, then rho A ...
P_TAU, P_EA, P_MASS, P_LENGTH, P_GRAVITY, PARAMETERS = (
    HEAD.tau, HEAD.EA, HEAD.mass, HEAD.length, HEAD.gravity, HEAD.size
)  # fmt: skip
_M = np.array([[156, 66, 54, -39], [66, 36, 39, -27], [54, 39, 156, -66], [-39, -27, -66, 36]]) / 420.0
_LOAD = np.array([0.5, 0.25, 0.5, -0.25])
_GAUSS = np.polynomial.legendre.leggauss(8)
_X, _W = 0.5 * (_GAUSS[0] + 1.0), 0.5 * _GAUSS[1]
POINTS = 0.5 * (np.polynomial.legendre.leggauss(4)[0] + 1.0)  # sigma of recorded strains


@njit
def shape(s, order, N):
    """Write N(sigma) (order 0) or N'(sigma)."""
    if order == 0:
        N[0], N[1] = 1.0 - 3.0 * s * s + 2.0 * s**3, 3.0 * s * (1.0 - s) ** 2
        N[2], N[3] = 3.0 * s * s - 2.0 * s**3, -3.0 * s * s * (1.0 - s)
    else:
        N[0], N[1] = -6.0 * s + 6.0 * s * s, 3.0 * (1.0 - s) * (1.0 - 3.0 * s)
        N[2], N[3] = 6.0 * s - 6.0 * s * s, -3.0 * (2.0 * s - 3.0 * s * s)


@njit
def _set_curve(source, p, B, a, v):
    """Write p (8), B = dp/dq (8, 8), a = B' u (8) and v = p' (8) of the present nodes."""
    first, inner, last = NODES, NODES + NODE, NODES + 2 * NODE
    B[:] = 0.0
    a[:] = 0.0
    for half in range(2):
        node, o, g = (first, 0, 0) if half == 0 else (last, 4, 5)
        c, s, handle = source[node + 3], source[node + 6], source[inner + half]
        turn, rate = source[node + RATE + 5], source[inner + RATE + half]
        p[o], p[o + 1], p[o + 2], p[o + 3] = source[node], source[node + 1], handle * c, handle * s
        B[8 * o + g], B[8 * (o + 1) + g + 1] = 1.0, 1.0
        B[8 * (o + 2) + 3 + half], B[8 * (o + 3) + 3 + half] = c, s
        angle = 2 if half == 0 else 7
        B[8 * (o + 2) + angle], B[8 * (o + 3) + angle] = -handle * s, handle * c
        v[o], v[o + 1] = source[node + RATE], source[node + RATE + 1]
        v[o + 2], v[o + 3] = rate * c - handle * turn * s, rate * s + handle * turn * c
        a[o + 2] = -2.0 * rate * turn * s - handle * turn * turn * c
        a[o + 3] = 2.0 * rate * turn * c - handle * turn * turn * s


@njit
def _slope(x, N):
    """Return dr/dsigma with N'(sigma)."""
    d_x, d_y = 0.0, 0.0
    for i in range(4):
        d_x += N[i] * x[2 * i]
        d_y += N[i] * x[2 * i + 1]
    return d_x, d_y


@njit
def _add_tension(x, p, N, f, K, geometric):
    """Add internal forces -dU/dp to f and d2U/dp2 to K (8, 8), with or without the part of the stress; return U."""
    length, total = p[P_LENGTH], 0.0
    for k in range(8):
        shape(_X[k], 1, N)
        d_x, d_y = _slope(x, N)
        speed = math.sqrt(d_x * d_x + d_y * d_y)
        T, slope = tension(p, speed / length)
        total += _W[k] * length * energy(p, speed / length)
        t_x, t_y, across = d_x / speed, d_y / speed, T / speed
        if not geometric:
            across = 0.0
        along = slope / length - across
        for i in range(4):
            f[2 * i] -= _W[k] * N[i] * T * t_x
            f[2 * i + 1] -= _W[k] * N[i] * T * t_y
            for j in range(4):
                both = _W[k] * N[i] * N[j]
                K[16 * i + 2 * j] += both * (across + along * t_x * t_x)
                K[16 * i + 8 + 2 * j + 1] += both * (across + along * t_y * t_y)
                K[16 * i + 2 * j + 1] += both * along * t_x * t_y
                K[16 * i + 8 + 2 * j] += both * along * t_x * t_y
    return total


@njit
def _add_handle_stiffness(source, f, target):
    """Subtract f . d2p/dq2 of the handles from K: they rotate and stretch at once."""
    for half in range(2):
        node, o, angle = (NODES, 0, 2) if half == 0 else (NODES + 2 * NODE, 4, 7)
        c, s, handle = source[node + 3], source[node + 6], source[NODES + NODE + half]
        row, column = COMPONENT[3 + half], COMPONENT[angle]
        turn = f[o + 2] * (-s) + f[o + 3] * c
        target[STIFFNESS + 18 * row + column] -= turn
        target[STIFFNESS + 18 * column + row] -= turn
        target[STIFFNESS + 18 * column + column] += handle * (f[o + 2] * c + f[o + 3] * s)


@njit
def _write_motion(x, v, p, s, N, target):
    """Write place and velocity (x, y, x', y') at arc length s of the stress-free element."""
    shape(s / p[P_LENGTH], 0, N)
    for c in range(2):
        target[c], target[2 + c] = 0.0, 0.0
        for i in range(4):
            target[c] += N[i] * x[2 * i + c]
            target[2 + c] += N[i] * v[2 * i + c]


@njit
def _write_jacobian(x, B, p, s, N, target):
    """Write (x, y, phi) at arc length s of the stress-free element, the derivatives by the nodes' motion, and dr/ds."""
    sigma = s / p[P_LENGTH]
    for i in range(57):
        target[i] = 0.0
    shape(sigma, 0, N)
    for c in range(2):
        for i in range(4):
            target[c] += N[i] * x[2 * i + c]
            for g in range(8):
                target[3 + 18 * c + COMPONENT[g]] += N[i] * B[8 * (2 * i + c) + g]
    shape(sigma, 1, N)
    d_x, d_y = _slope(x, N)
    target[2], target[SLOPE], target[SLOPE + 1] = math.atan2(d_y, d_x), d_x / p[P_LENGTH], d_y / p[P_LENGTH]
    square = d_x * d_x + d_y * d_y
    for i in range(4):
        for g in range(8):
            turn = N[i] * (d_x * B[16 * i + 8 + g] - d_y * B[16 * i + g]) / square
            target[3 + 36 + COMPONENT[g]] += turn


@njit
def _write_strains(x, p, N, target):
    """Write stretch - 1 at all points of the results."""
    for k in range(len(POINTS)):
        shape(POINTS[k], 1, N)
        d_x, d_y = _slope(x, N)
        target[STRAIN + k] = math.sqrt(d_x * d_x + d_y * d_y) / p[P_LENGTH] - 1.0


@njit
def _set_mass(p, S):
    """Write M_p (8, 8)."""
    S[:] = 0.0
    for i in range(4):
        for j in range(4):
            mass = p[P_MASS] * p[P_LENGTH] * _M[i, j]
            S[16 * i + 2 * j], S[16 * i + 8 + 2 * j + 1] = mass, mass


@njit
def bezier_string(source, p, target):
    """Evaluate one element (see ``elements``)."""
    task, scratch = int(source[0]), target[SCRATCH:]
    x, a, f, N, v = scratch[:8], scratch[8:16], scratch[16:24], scratch[24:28], scratch[32:40]
    B, S, X, K = scratch[40:104], scratch[104:168], scratch[168:232], scratch[232:296]
    if task != PLACE_AGAIN:
        _set_curve(source, x, B, a, v)
    if task == PLACE_POINT or task == PLACE_AGAIN:
        _write_motion(x, v, p, source[1], N, target)
        return
    if task == POINT_JACOBIAN:
        _write_jacobian(x, B, p, source[1], N, target)
        return
    if task == AT_POINTS:
        _write_strains(x, p, N, target)
        return
    for i in range(STIFFNESS):
        target[i] = 0.0
    _set_mass(p, S)
    project(B, S, 0, X, target[INERTIA : INERTIA + MASS_SIZE])
    multiply(S, a, f)
    for i in range(8):
        f[i] = -f[i]
    add_projected(B, f, target, INERTIA_WRENCH)
    S[:] = 0.0
    f[:] = 0.0
    target[POTENTIAL] = _add_tension(x, p, N, f, S, True)
    for i in range(4):
        for c in range(2):
            load = p[P_MASS] * p[P_LENGTH] * _LOAD[i] * (source[FACTOR] * p[P_GRAVITY + c])
            f[2 * i + c] += load
            target[POTENTIAL] -= load * x[2 * i + c]
    add_projected(B, f, target, ELASTIC_WRENCH)
    tangent = task != FORCE
    if tangent:
        project(B, S, 0, X, K)
        spread(K, 1.0, target, STIFFNESS)
        _add_handle_stiffness(source, f, target)
    if p[P_TAU] != 0.0:  # dampers act on the stretch alone: a rotating string feels none
        S[:] = 0.0
        _add_tension(x, p, N, f, S, False)
        multiply(S, v, a)
        for i in range(8):
            a[i] *= -p[P_TAU]
        add_projected(B, a, target, DAMPER_WRENCH)
        if tangent:
            project(B, S, 0, X, K)
            spread(K, p[P_TAU], target, DAMPING)


def bezier_string_entry(source, p, target):
    """C entry of the family."""
    bezier_string(
        numba.carray(source, (SOURCE_SIZE,)), numba.carray(p, (PARAMETERS,)), numba.carray(target, (TARGET_SIZE,))
    )
