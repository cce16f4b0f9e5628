"""Planar beam element of the redundant coordinate method: large deflections, exact rigid motion.

Zander 2008, sec. 4.2.3.

With global coordinates q_g, internal coordinates q_i (see ``redundant_coordinates``) and J = dq_i/dq_g

    M_g = J^T M_i J,    h_g = J^T (h_i - M_i J' u_g),    M_i = rho A int J_T^T J_T ds,   J_T = dr/dq_i.
"""

from __future__ import annotations

import math

import numba
import numpy as np

from stickslip._jit import njit, plain
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
    TANGENT_GIVEN,
    TARGET_SIZE,
)
from stickslip.lines.redundant.coordinates import (
    deflection,
    internal,
    internal_curvature,
    internal_jacobian,
    place_point,
    set_halves,
    set_turns,
)
from stickslip.mechanics.layouts import Layout

HEAD = Layout(mass=1, EA=1, EI=1, length=1, tau=1, gravity=2)  # parameters (mass: rho A)
P_MASS, P_EA, P_EI, P_LENGTH, P_TAU, P_GRAVITY, PARAMETERS = (
    HEAD.mass, HEAD.EA, HEAD.EI, HEAD.length, HEAD.tau, HEAD.gravity, HEAD.size
)  # fmt: skip
_GAUSS = 0.25 * np.polynomial.legendre.leggauss(4)[0]
POINTS = np.concatenate([_GAUSS - 0.25, _GAUSS + 0.25])  # s of recorded strains, from the middle of a unit element


def _products() -> np.ndarray:
    """Return the integrals of all products of (1, s, dw/dz) over each half of an element of unit length (2, 6, 6)."""
    x, weights = np.polynomial.legendre.leggauss(5)  # exact to degree 9, the products have 8
    out, f = np.zeros((2, 6, 6)), np.ones(6)
    for half in range(2):
        for s, weight in zip(0.25 * (x + (2 * half - 1)), 0.25 * weights, strict=True):
            plain(deflection)(np.zeros(4), 1.0, s, 0, f[1:])
            f[1] = s
            out[half] += weight * np.outer(f, f)
    return out


_PRODUCTS = _products()


@njit
def _add_half_inertia(half, qi, ui, p, axes, v, M, h):
    """Add M_i (8, 8) and the gyroscopic forces (8) of one half; v is scratch (28).

    In the axes of the half a point lies at ((1 + eps) s, w). All fields are linear in (1, s, dw/dz), whose products
    are integrated once and for all: W = int w_k, X = int s w_k, G = int w_j w_k times rho A. The half turns by
    theta = phi_S + sign beta, so what belongs to theta counts for phi_S and for its own beta.
    """
    length, c, s = p[P_LENGTH], axes[2 * half], axes[2 * half + 1]
    sign, own = (-1.0, 5) if half == 0 else (1.0, 7)
    W, X, Gz, t, G = v[:4], v[4:8], v[8:12], v[12:20], _PRODUCTS[half]
    mass, stretch = p[P_MASS] * length, 1.0 + qi[3]
    S_1, S_2 = mass * length * G[0, 1], mass * length * length * G[1, 1]
    turn, stretching = ui[2] + sign * ui[own], ui[3]
    Wz, Xz, zGz, Wu, Xu, zGu = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(4):
        unit = mass * (length if k % 2 == 1 else 1.0)
        W[k], X[k], Gz[k] = unit * G[0, 2 + k], unit * length * G[1, 2 + k], 0.0
        for j in range(4):
            entry = unit * (length if j % 2 == 1 else 1.0) * G[2 + k, 2 + j]
            Gz[k] += entry * qi[4 + j]
            M[8 * (4 + k) + 4 + j] += entry
        for column in range(2):  # <x, w_k> and <y, w_k>
            entry = (-s if column == 0 else c) * W[k]
            M[8 * column + 4 + k] += entry
            M[8 * (4 + k) + column] += entry
        Wz, Xz, zGz = Wz + W[k] * qi[4 + k], Xz + X[k] * qi[4 + k], zGz + Gz[k] * qi[4 + k]
        Wu, Xu, zGu = Wu + W[k] * ui[4 + k], Xu + X[k] * ui[4 + k], zGu + Gz[k] * ui[4 + k]
        t[4 + k] = stretch * X[k]
        h[4 + k] -= 2.0 * stretching * turn * X[k] - turn * turn * Gz[k]
    t[0], t[1] = -c * Wz - s * stretch * S_1, c * stretch * S_1 - s * Wz
    t[2], t[3] = zGz + stretch * stretch * S_2, -Xz
    _add_half_matrix(0.5 * mass, c * S_1, s * S_1, S_2, own, sign, t, M)
    along, across = -2.0 * turn * Wu - stretch * turn * turn * S_1, 2.0 * stretching * turn * S_1 - turn * turn * Wz
    spin = 2.0 * turn * (zGu + stretch * stretching * S_2)
    h[0] -= c * along - s * across
    h[1] -= s * along + c * across
    h[2] -= spin
    h[own] -= sign * spin
    h[3] += 2.0 * turn * Xu + stretch * turn * turn * S_2


@njit
def _add_half_matrix(mass, S_x, S_y, S_2, own, sign, t, M):
    """Add the entries of translation and stretch, and the row t of the angle theta = phi_S + sign q_own."""
    M[0] += mass
    M[9] += mass
    M[3] += S_x
    M[24] += S_x
    M[11] += S_y
    M[25] += S_y
    M[27] += S_2
    for i in range(8):
        if i != 2:
            M[16 + i] += t[i]
            M[8 * i + 2] += t[i]
            M[8 * own + i] += sign * t[i]
            M[8 * i + own] += sign * t[i]
    M[18] += t[2]
    M[16 + own] += sign * t[2]
    M[8 * own + 2] += sign * t[2]
    M[9 * own] += t[2]


@njit
def add_inertia(qi, ui, p, axes, v, M, h):
    """Add M_i (8, 8), and to h (8) the gyroscopic forces (Zander 2008, sec. 4.2.3); v is scratch (28)."""
    for half in range(2):
        _add_half_inertia(half, qi, ui, p, axes, v, M, h)


@njit
def weight(qi, p, factor, axes, h):
    """Add factor times the weight rho A int J_T^T g ds to h; return its potential.

    closed integrals, Zander 2008, sec. 4.2.3.
    """
    l, g_x, g_y = p[P_LENGTH], p[P_MASS] * (factor * p[P_GRAVITY]), p[P_MASS] * (factor * p[P_GRAVITY + 1])
    if g_x == 0.0 and g_y == 0.0:
        return 0.0
    potential = -l * (g_x * qi[0] + g_y * qi[1])
    h[0] += l * g_x
    h[1] += l * g_y
    for half in range(2):
        c, s = axes[2 * half], axes[2 * half + 1]
        along, across = g_x * c + g_y * s, g_y * c - g_x * s
        lever = 0.125 * l * l * (-1.0 if half == 0 else 1.0)
        own, other, beta = -13.0 * l / 60.0, -l / 60.0, 0.03125 * l * l
        Q = own * qi[4 + 2 * half] + other * qi[6 - 2 * half]
        Q += -beta * qi[5 + 2 * half] + 0.2 * beta * qi[7 - 2 * half]
        potential -= along * (1.0 + qi[3]) * lever + across * Q
        turn = across * (1.0 + qi[3]) * lever - along * Q
        h[2] += turn
        h[3] += along * lever
        h[4 + 2 * half] += across * own
        h[6 - 2 * half] += across * other
        h[5 + 2 * half] += -across * beta + (-turn if half == 0 else turn)
        h[7 - 2 * half] += 0.2 * across * beta
    return potential


@njit
def _form(length, kind):
    """Return the entries (d, b, e, f, g, h) of K_1 (kind 1, int w'^2) or K_2 (kind 2, int w''^2).

    K = [[d, b, e, f], [b, g, f, h], [e, f, d, b], [f, h, b, g]]
    """
    l = length
    if kind == 1:
        return 272.0 / (105.0 * l), -8.0 / 35.0, -16.0 / (105.0 * l), 3.0 / 35.0, 9.0 * l / 70.0, -3.0 * l / 70.0
    d, e = 128.0 / l**3, -128.0 / (5.0 * l**3)
    return d, -172.0 / (5.0 * l * l), e, 44.0 / (5.0 * l * l), 57.0 / (5.0 * l), -3.0 / l


@njit
def form(z, length, kind, y):
    """Write y = K_1 z (kind 1) or K_2 z (kind 2) and return z.y."""
    d, b, e, f, g, h = _form(length, kind)
    y[0] = d * z[0] + b * z[1] + e * z[2] + f * z[3]
    y[1] = b * z[0] + g * z[1] + f * z[2] + h * z[3]
    y[2] = e * z[0] + f * z[1] + d * z[2] + b * z[3]
    y[3] = f * z[0] + h * z[1] + b * z[2] + g * z[3]
    return z[0] * y[0] + z[1] * y[1] + z[2] * y[2] + z[3] * y[3]


@njit
def _add_form(length, kind, factor, H):
    """Add factor K_1 (kind 1) or K_2 (kind 2) to the block of H (8, 8) that belongs to z."""
    d, b, e, f, g, h = _form(length, kind)
    for half in range(2):
        row, other = 8 * (4 + 2 * half), 6 - 2 * half
        own = 4 + 2 * half
        H[row + own] += factor * d
        H[row + own + 1] += factor * b
        H[row + other] += factor * e
        H[row + other + 1] += factor * f
        H[row + 8 + own] += factor * b
        H[row + 8 + own + 1] += factor * g
        H[row + 8 + other] += factor * f
        H[row + 8 + other + 1] += factor * h


@njit
def elastic(qi, p, y_1, y_2, h):
    """Subtract the elastic forces dV/dq_i from h; return V = EA l eps^2/2 + EI int w''^2 / 2."""
    l, z = p[P_LENGTH], qi[4:8]
    bent = l + 0.5 * form(z, l, 1, y_1)
    square = form(z, l, 2, y_2)
    strain = bent / l * (1.0 + qi[3]) - 1.0
    h[3] -= p[P_EA] * strain * bent
    for k in range(4):
        h[4 + k] -= p[P_EA] * strain * (1.0 + qi[3]) * y_1[k] + p[P_EI] * y_2[k]
    return 0.5 * p[P_EA] * l * strain * strain + 0.5 * p[P_EI] * square


@njit
def elastic_hessian(qi, p, y, H):
    """Write the second derivatives of V by q_i (8, 8); only those by (eps, z) are not zero. y is scratch (4)."""
    l, z = p[P_LENGTH], qi[4:8]
    bent = l + 0.5 * form(z, l, 1, y)
    stretch = 1.0 + qi[3]
    strain = bent / l * stretch - 1.0
    for i in range(64):
        H[i] = 0.0
    H[27] = p[P_EA] * bent * bent / l
    for k in range(4):
        H[28 + k] = p[P_EA] * (bent * stretch * y[k] / l + strain * y[k])
        H[8 * (4 + k) + 3] = H[28 + k]
        for i in range(4):
            H[8 * (4 + i) + 4 + k] = p[P_EA] * stretch * stretch * y[i] * y[k] / l
    _add_form(l, 1, p[P_EA] * strain * stretch, H)
    _add_form(l, 2, p[P_EI], H)


@njit
def _gather(source, part, q, u):
    """Collect q_g and u_g of the two nodes and the inner deflections (which stand as the place of node 1)."""
    for a in range(3):
        x = NODES + NODE * a
        o = 0 if a == 0 else (3 if a == 1 else 5)
        q[o], q[o + 1] = source[x + part], source[x + part + 1]
        u[o], u[o + 1] = source[x + RATE], source[x + RATE + 1]
    first, last = NODES, NODES + 2 * NODE
    c, s = source[first + part + 3], source[first + part + 6]
    c_2, s_2 = source[last + part + 3], source[last + part + 6]
    q[2] = math.atan2(s, c)
    q[7] = q[2] + math.atan2(c * s_2 - s * c_2, c * c_2 + s * s_2)  # a full turn between the nodes makes no difference
    u[2], u[7] = source[first + RATE + 5], source[last + RATE + 5]


@njit
def _write_jacobian(qi, J, length, s, axes, w, r, J_x, J_y, target):
    """Write (x, y, phi) at s, the derivatives by the 18 components of the nodes, and dr/ds."""
    first = s < 0.0
    deflection(qi[4:8], length, s, 1, w)
    theta = qi[2] - qi[5] if first else qi[2] + qi[7]
    c, sn, slope = math.cos(theta), math.sin(theta), w[0]
    target[2] = theta + slope
    target[SLOPE] = (1.0 + qi[3]) * c - slope * sn
    target[SLOPE + 1] = (1.0 + qi[3]) * sn + slope * c
    for i in range(54):
        target[3 + i] = 0.0
    for g in range(8):
        turn = J[16 + g] - J[40 + g] if first else J[16 + g] + J[56 + g]
        for k in range(4):
            turn += w[1 + k] * J[8 * (4 + k) + g]
        target[3 + 36 + COMPONENT[g]] = turn
    place_point(qi, length, s, axes, w, r, J_x, J_y)
    target[0], target[1] = r[0], r[1]
    for i in range(8):
        for g in range(8):
            target[3 + COMPONENT[g]] += J_x[i] * J[8 * i + g]
            target[3 + 18 + COMPONENT[g]] += J_y[i] * J[8 * i + g]


@njit
def _write_motion(qi, ui, length, s, axes, w, target):
    """Write place and velocity (x, y, x', y') at s; w is scratch (5)."""
    first = s < 0.0
    c, sn = (axes[0], axes[1]) if first else (axes[2], axes[3])
    turn = ui[2] - ui[5] if first else ui[2] + ui[7]
    deflection(qi[4:8], length, s, 0, w)
    along, across = (1.0 + qi[3]) * s, w[0]
    rate = w[1] * ui[4] + w[2] * ui[5] + w[3] * ui[6] + w[4] * ui[7] + turn * along
    stretch = ui[3] * s - turn * across
    target[0], target[1] = qi[0] + c * along - sn * across, qi[1] + sn * along + c * across
    target[2], target[3] = ui[0] + c * stretch - sn * rate, ui[1] + sn * stretch + c * rate


@njit
def _add_weight_stiffness(qi, p, factor, axes, ahead, behind, S):
    """Subtract the derivative of the weight by q_i from S, by central differences (it is smooth and bounded)."""
    step = 1e-6
    for k in range(2, 8):
        saved = qi[k]
        for i in range(8):
            ahead[i], behind[i] = 0.0, 0.0
        qi[k] = saved + step
        set_halves(qi, axes)
        weight(qi, p, factor, axes, ahead)
        qi[k] = saved - step
        set_halves(qi, axes)
        weight(qi, p, factor, axes, behind)
        qi[k] = saved
        for i in range(8):
            S[8 * i + k] -= (ahead[i] - behind[i]) / (2.0 * step)
    set_halves(qi, axes)


@njit
def _add_curvature_stiffness(q, h, length, turn, u, second, target):
    """Subtract h_i d2q_i/dq_g2 from K, by polarisation of the second derivatives along directions u."""
    for a in range(8):
        for b in range(a + 1):
            total = 0.0
            for sign in (1.0, -1.0):
                for k in range(8):
                    u[k] = 0.0
                u[a] += 1.0
                u[b] += sign
                internal_curvature(q, u, length, turn, second)
                for i in range(8):
                    total += 0.25 * sign * h[i] * second[i]
            target[STIFFNESS + 18 * COMPONENT[a] + COMPONENT[b]] -= total
            if a != b:
                target[STIFFNESS + 18 * COMPONENT[b] + COMPONENT[a]] -= total


@njit
def _add_forces(q, u, qi, ui, J, p, factor, turn, axes, scratch, target):
    """Write potential, wrenches and M; scratch has room for 256 numbers."""
    M, X, h, v, y = scratch[:64], scratch[64:128], scratch[128:136], scratch[136:164], scratch[164:172]
    for i in range(64):
        M[i] = 0.0
    for i in range(8):
        h[i] = 0.0
    for i in range(STIFFNESS):
        target[i] = 0.0
    add_inertia(qi, ui, p, axes, v, M, h)
    project(J, M, 0, X, target[INERTIA : INERTIA + MASS_SIZE])
    internal_curvature(q, u, p[P_LENGTH], turn, v)
    multiply(M, v, y)
    for i in range(8):
        h[i] -= y[i]
    add_projected(J, h, target, INERTIA_WRENCH)
    for i in range(8):
        h[i] = 0.0
    target[POTENTIAL] = elastic(qi, p, v[:4], v[4:8], h) + weight(qi, p, factor, axes, h)
    add_projected(J, h, target, ELASTIC_WRENCH)
    if p[P_TAU] != 0.0:
        elastic_hessian(qi, p, v, M)
        multiply(M, ui, y)
        for i in range(8):
            h[i] = -p[P_TAU] * y[i]
        add_projected(J, h, target, DAMPER_WRENCH)


@njit
def _write_tangent(given, q, qi, J, p, factor, turn, axes, scratch, target):
    """Write K, and D of a damped element; K leaves out the change of J unless ``given``."""
    H, X, K, h, v = scratch[:64], scratch[64:128], scratch[128:192], scratch[192:200], scratch[200:208]
    elastic_hessian(qi, p, v, H)
    if not given or p[P_TAU] != 0.0:
        project(J, H, 3, X, K)
        spread(K, 1.0, target, STIFFNESS)
    if p[P_TAU] != 0.0:
        spread(K, p[P_TAU], target, DAMPING)
    if given:
        _add_weight_stiffness(qi, p, factor, axes, h, v, H)
        project(J, H, 0, X, K)
        spread(K, 1.0, target, STIFFNESS)
        for i in range(8):
            h[i] = 0.0
        elastic(qi, p, X[:4], X[4:8], h)
        weight(qi, p, factor, axes, h)
        _add_curvature_stiffness(q, h, p[P_LENGTH], turn, v, X, target)


@njit
def _write_strains(qi, p, y, w, target):
    """Write extension, that of the whole element, w'' and w''' at all points of the results."""
    length, z = p[P_LENGTH], qi[4:8]
    extension = (length + 0.5 * form(z, length, 1, y)) / length * (1.0 + qi[3]) - 1.0
    for k in range(len(POINTS)):
        target[STRAIN + 3 * k] = extension
        for order in range(1, 3):
            deflection(z, length, length * POINTS[k], order + 1, w)
            target[STRAIN + 3 * k + order] = w[0]


@njit
def redundant_beam(source, p, target):
    """Evaluate one element (see ``elements``).

    K of TANGENT leaves out the change of J, which small steps do not need; that of TANGENT_GIVEN is exact.
    """
    task, length = int(source[0]), p[P_LENGTH]
    scratch = target[SCRATCH:]
    q, u, qi, ui = scratch[:8], scratch[8:16], scratch[16:24], scratch[24:32]
    turn, axes = scratch[32:36], scratch[36:40]
    J, w, r, J_x, J_y = scratch[40:104], scratch[104:109], scratch[109:111], scratch[111:119], scratch[119:127]
    if task != PLACE_AGAIN:
        _gather(source, 0, q, u)
        set_turns(q, turn)
        internal(q, length, turn, qi)
        internal_jacobian(q, length, turn, J)
        set_halves(qi, axes)
        multiply(J, u, ui)
    if task == PLACE_POINT or task == PLACE_AGAIN:
        _write_motion(qi, ui, length, source[1] - 0.5 * length, axes, w, target)
    elif task == POINT_JACOBIAN:
        _write_jacobian(qi, J, length, source[1] - 0.5 * length, axes, w, r, J_x, J_y, target)
    elif task == AT_POINTS:
        _write_strains(qi, p, scratch[128:132], w, target)
    else:
        _add_forces(q, u, qi, ui, J, p, source[FACTOR], turn, axes, scratch[128:], target)
        if task != FORCE:
            _write_tangent(task == TANGENT_GIVEN, q, qi, J, p, source[FACTOR], turn, axes, scratch[128:], target)


def redundant_beam_entry(source, p, target):
    """C entry of the family."""
    redundant_beam(
        numba.carray(source, (SOURCE_SIZE,)), numba.carray(p, (PARAMETERS,)), numba.carray(target, (TARGET_SIZE,))
    )
