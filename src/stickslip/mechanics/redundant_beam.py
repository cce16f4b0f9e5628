"""Planar beam element of the redundant coordinate method: large deflections, exact rigid motion (zander 4.2.3, 2.16).

Global coordinates q_g = (x_1, y_1, phi_1 | a, b | x_2, y_2, phi_2): two nodes with a section angle and two inner
deflections. Internal coordinates q_i = (x_S, y_S, phi_S, eps, a_I, beta_I, a_II, beta_II): the middle of the element,
its mean stretch, and deflections of its halves from the tangents at the nodes. With J = dq_i/dq_g

    M_g = J^T M_i J,    h_g = J^T (h_i - M_i J' u_g),    M_i = rho A int J_T^T J_T ds,   J_T = dr/dq_i.

Signs of two terms of the printed transformation are corrected (zander 2.16).
"""

from __future__ import annotations

import math

import numba
import numpy as np

from stickslip._jit import njit
from stickslip.mechanics.curved import COMPONENT, add_projected, write_projected
from stickslip.mechanics.elements import (
    DAMPER_WRENCH,
    DAMPING,
    ELASTIC_WRENCH,
    INERTIA_WRENCH,
    MASS,
    NODE,
    NODES,
    PLACE_AGAIN,
    PLACE_POINT,
    POTENTIAL,
    RATE,
    SCRATCH,
    SLOPE,
    SOURCE_SIZE,
    STIFFNESS,
    TANGENT,
    TANGENT_GIVEN,
    TARGET_SIZE,
)

# Parameters: rho A, EA, EI, length, tau, gravity (2)
P_MASS, P_EA, P_EI, P_LENGTH, P_TAU, P_GRAVITY = 0, 1, 2, 3, 4, 5
_X = np.array([-0.906179845938664, -0.538469310105683, 0.0, 0.538469310105683, 0.906179845938664])
_W = np.array([0.236926885056189, 0.478628670499366, 0.568888888888889, 0.478628670499366, 0.236926885056189])


@njit
def internal(q, length, out):
    """Write the internal coordinates of q_g."""
    D_x, D_y = q[0] - q[5], q[1] - q[6]
    sigma, delta = 0.5 * (q[2] + q[7]), 0.5 * (q[2] - q[7])
    s, c, k, t = math.sin(sigma), math.cos(sigma), 1.0 / math.cos(delta), math.tan(delta)
    Lam = 64.0 * (q[3] + q[4]) - 10.0 * length * delta
    P, N = (D_x * s - D_y * c) * k, (D_x * c + D_y * s) * k
    out[0] = 0.5 * (q[0] + q[5] + D_y * t) - Lam * s * k / 72.0
    out[1] = 0.5 * (q[1] + q[6] - D_x * t) + Lam * c * k / 72.0
    out[2] = sigma - 4.0 * (q[3] - q[4]) / length + 2.75 * P / length
    out[3] = -1.0 - N / length + Lam * t / (36.0 * length)
    out[4] = Lam / 72.0 + 0.5 * P
    out[6] = Lam / 72.0 - 0.5 * P
    out[5], out[7] = out[2] - q[2], q[7] - out[2]


@njit
def internal_jacobian(q, length, J):
    """Write J = dq_i/dq_g (8, 8) row by row."""
    D_x, D_y = q[0] - q[5], q[1] - q[6]
    sigma, delta = 0.5 * (q[2] + q[7]), 0.5 * (q[2] - q[7])
    s, c, k, t = math.sin(sigma), math.cos(sigma), 1.0 / math.cos(delta), math.tan(delta)
    Lam = 64.0 * (q[3] + q[4]) - 10.0 * length * delta
    P, N = (D_x * s - D_y * c) * k, (D_x * c + D_y * s) * k
    for g in range(8):
        d_x = 1.0 if g == 0 else (-1.0 if g == 5 else 0.0)
        d_y = 1.0 if g == 1 else (-1.0 if g == 6 else 0.0)
        d_sigma = 0.5 if g == 2 or g == 7 else 0.0
        d_delta = 0.5 if g == 2 else (-0.5 if g == 7 else 0.0)
        d_sum, d_difference = (64.0 if g == 3 or g == 4 else 0.0), (1.0 if g == 3 else (-1.0 if g == 4 else 0.0))
        d_Lam = d_sum - 10.0 * length * d_delta
        d_P = (d_x * s - d_y * c) * k + N * d_sigma + P * t * d_delta
        d_N = (d_x * c + d_y * s) * k - P * d_sigma + N * t * d_delta
        J[0, g] = 0.5 * (abs(d_x) + d_y * t + D_y * k * k * d_delta)
        J[0, g] -= k * (d_Lam * s + Lam * c * d_sigma + Lam * s * t * d_delta) / 72.0
        J[1, g] = 0.5 * (abs(d_y) - d_x * t - D_x * k * k * d_delta)
        J[1, g] += k * (d_Lam * c - Lam * s * d_sigma + Lam * c * t * d_delta) / 72.0
        J[2, g] = d_sigma - 4.0 * d_difference / length + 2.75 * d_P / length
        J[3, g] = -d_N / length + (d_Lam * t + Lam * k * k * d_delta) / (36.0 * length)
        J[4, g] = d_Lam / 72.0 + 0.5 * d_P
        J[6, g] = d_Lam / 72.0 - 0.5 * d_P
        J[5, g] = J[2, g] - (1.0 if g == 2 else 0.0)
        J[7, g] = (1.0 if g == 7 else 0.0) - J[2, g]


@njit
def internal_curvature(q, u, length, out):
    """Write J' u, the second derivative of q_i along u_g."""
    D_x, D_y, V_x, V_y = q[0] - q[5], q[1] - q[6], u[0] - u[5], u[1] - u[6]
    sigma, delta = 0.5 * (q[2] + q[7]), 0.5 * (q[2] - q[7])
    w, d = 0.5 * (u[2] + u[7]), 0.5 * (u[2] - u[7])
    s, c, k, t = math.sin(sigma), math.cos(sigma), 1.0 / math.cos(delta), math.tan(delta)
    k_1, t_1 = k * t * d, k * k * d
    k_2, t_2 = (k_1 * t + k * t_1) * d, 2.0 * k * k_1 * d
    Lam, Lam_1 = 64.0 * (q[3] + q[4]) - 10.0 * length * delta, 64.0 * (u[3] + u[4]) - 10.0 * length * d
    p, n = D_x * s - D_y * c, D_x * c + D_y * s
    p_1, n_1 = V_x * s - V_y * c + n * w, V_x * c + V_y * s - p * w
    p_2 = 2.0 * (V_x * c + V_y * s) * w - p * w * w
    n_2 = 2.0 * (V_y * c - V_x * s) * w - n * w * w
    P_2, N_2 = p_2 * k + 2.0 * p_1 * k_1 + p * k_2, n_2 * k + 2.0 * n_1 * k_1 + n * k_2
    sk_1, sk_2 = c * w * k + s * k_1, -s * w * w * k + 2.0 * c * w * k_1 + s * k_2
    ck_1, ck_2 = -s * w * k + c * k_1, -c * w * w * k - 2.0 * s * w * k_1 + c * k_2
    out[0] = 0.5 * (2.0 * V_y * t_1 + D_y * t_2) - (2.0 * Lam_1 * sk_1 + Lam * sk_2) / 72.0
    out[1] = -0.5 * (2.0 * V_x * t_1 + D_x * t_2) + (2.0 * Lam_1 * ck_1 + Lam * ck_2) / 72.0
    out[2] = 2.75 * P_2 / length
    out[3] = -N_2 / length + (2.0 * Lam_1 * t_1 + Lam * t_2) / (36.0 * length)
    out[4], out[6] = 0.5 * P_2, -0.5 * P_2
    out[5], out[7] = out[2], -out[2]


@njit
def deflection(z, length, s, order, out):
    """Write the derivative of w by s of the given order (0 to 3), of the half that holds s; z = q_i[4:8].

    out = (w, dw/da_I, dw/dbeta_I, dw/da_II, dw/dbeta_II)
    """
    l = length
    first = s < 0.0
    s1, s2, s3, s4 = s, s * s, s**3, s**4
    if order == 1:
        s1, s2, s3, s4 = 1.0, 2.0 * s, 3.0 * s * s, 4.0 * s**3
    elif order == 2:
        s1, s2, s3, s4 = 0.0, 2.0, 6.0 * s, 12.0 * s * s
    elif order == 3:
        s1, s2, s3, s4 = 0.0, 0.0, 6.0, 24.0 * s
    q4, c3, c2 = 2.0 * s4 / l**4, 2.0 * s3 / l**3, s2 / (2.0 * l * l)
    out[1] = 8.0 * c3 - 8.0 * c2 + q4 * (16.0 if first else -8.0)
    out[3] = -8.0 * c3 - 8.0 * c2 + q4 * (-8.0 if first else 16.0)
    out[2] = l * (3.0 * c2 - 3.0 * c3 + q4 * (-5.0 if first else 3.0)) + (s1 if first else 0.0)
    out[4] = l * (3.0 * c2 + 3.0 * c3 + q4 * (3.0 if first else -5.0)) - (0.0 if first else s1)
    out[0] = out[1] * z[0] + out[2] * z[1] + out[3] * z[2] + out[4] * z[3]


@njit
def point_jacobian(qi, length, s, w, r, J_T):
    """Write the place r (2) and J_T = dr/dq_i (2, 8) at s; w is scratch (5) and keeps the deflection."""
    first = s < 0.0
    theta = qi[2] - qi[5] if first else qi[2] + qi[7]
    c, sn = math.cos(theta), math.sin(theta)
    deflection(qi[4:8], length, s, 0, w)
    along = (1.0 + qi[3]) * s
    r[0], r[1] = qi[0] + c * along - sn * w[0], qi[1] + sn * along + c * w[0]
    rot_x, rot_y = -sn * along - c * w[0], c * along - sn * w[0]
    J_T[0, 0], J_T[1, 0], J_T[0, 1], J_T[1, 1] = 1.0, 0.0, 0.0, 1.0
    J_T[0, 2], J_T[1, 2] = rot_x, rot_y
    J_T[0, 3], J_T[1, 3] = c * s, sn * s
    for k in range(4):
        J_T[0, 4 + k], J_T[1, 4 + k] = -sn * w[1 + k], c * w[1 + k]
    if first:
        J_T[0, 5] -= rot_x
        J_T[1, 5] -= rot_y
    else:
        J_T[0, 7] += rot_x
        J_T[1, 7] += rot_y


@njit
def add_inertia(qi, ui, p, w, r, J_T, M, h):
    """Add M_i (8, 8), and to h (8) the gyroscopic forces (zander 2.16)."""
    length = p[P_LENGTH]
    for k in range(10):
        half = k // 5
        s = 0.25 * length * (_X[k % 5] + (1.0 if half == 1 else -1.0))
        mass = p[P_MASS] * 0.25 * length * _W[k % 5]
        point_jacobian(qi, length, s, w, r, J_T)
        theta = qi[2] - qi[5] if half == 0 else qi[2] + qi[7]
        rate = ui[2] - ui[5] if half == 0 else ui[2] + ui[7]
        w_rate = w[1] * ui[4] + w[2] * ui[5] + w[3] * ui[6] + w[4] * ui[7]
        along, across = (
            -2.0 * w_rate * rate - (1.0 + qi[3]) * s * rate * rate,
            2.0 * ui[3] * s * rate - w[0] * rate * rate,
        )
        c, sn = math.cos(theta), math.sin(theta)
        a_x, a_y = c * along - sn * across, sn * along + c * across
        for i in range(8):
            h[i] -= mass * (J_T[0, i] * a_x + J_T[1, i] * a_y)
            for j in range(8):
                M[i, j] += mass * (J_T[0, i] * J_T[0, j] + J_T[1, i] * J_T[1, j])


@njit
def weight(qi, p, h):
    """Add the weight rho A int J_T^T g ds to h; return its potential. All integrals are closed (zander 2.16)."""
    l, g_x, g_y = p[P_LENGTH], p[P_MASS] * p[P_GRAVITY], p[P_MASS] * p[P_GRAVITY + 1]
    if g_x == 0.0 and g_y == 0.0:
        return 0.0
    potential = -l * (g_x * qi[0] + g_y * qi[1])
    h[0] += l * g_x
    h[1] += l * g_y
    for half in range(2):
        theta = qi[2] - qi[5] if half == 0 else qi[2] + qi[7]
        c, s = math.cos(theta), math.sin(theta)
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
def form(z, length, kind, y):
    """Write y = K_1 z (kind 1, int w'^2) or K_2 z (kind 2, int w''^2) and return z.y."""
    l = length
    if kind == 1:
        d, b, e, f = 272.0 / (105.0 * l), -8.0 / 35.0, -16.0 / (105.0 * l), 3.0 / 35.0
        g, h = 9.0 * l / 70.0, -3.0 * l / 70.0
    else:
        d, b, e, f = 128.0 / l**3, -172.0 / (5.0 * l * l), -128.0 / (5.0 * l**3), 44.0 / (5.0 * l * l)
        g, h = 57.0 / (5.0 * l), -3.0 / l
    y[0] = d * z[0] + b * z[1] + e * z[2] + f * z[3]
    y[1] = b * z[0] + g * z[1] + f * z[2] + h * z[3]
    y[2] = e * z[0] + f * z[1] + d * z[2] + b * z[3]
    y[3] = f * z[0] + h * z[1] + b * z[2] + g * z[3]
    return z[0] * y[0] + z[1] * y[1] + z[2] * y[2] + z[3] * y[3]


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
def elastic_hessian(qi, p, y_1, y_2, H):
    """Write the second derivatives of V by q_i (8, 8)."""
    l, z = p[P_LENGTH], qi[4:8]
    bent = l + 0.5 * form(z, l, 1, y_1)
    stretch = 1.0 + qi[3]
    strain = bent / l * stretch - 1.0
    H[:] = 0.0
    H[3, 3] = p[P_EA] * bent * bent / l
    unit, column = np.zeros(4), np.zeros(4)
    for k in range(4):
        H[3, 4 + k] = p[P_EA] * (bent * stretch * y_1[k] / l + strain * y_1[k])
        H[4 + k, 3] = H[3, 4 + k]
    for k in range(4):
        unit[k] = 1.0
        form(unit, l, 1, column)
        form(unit, l, 2, y_2)
        unit[k] = 0.0
        for i in range(4):
            value = p[P_EA] * (stretch * stretch * y_1[i] * y_1[k] / l + strain * stretch * column[i])
            H[4 + i, 4 + k] = value + p[P_EI] * y_2[i]


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
    q[7] = q[2] + math.atan2(c * s_2 - s * c_2, c * c_2 + s * s_2)  # a whole turn between the nodes makes no difference
    u[2], u[7] = source[first + RATE + 5], source[last + RATE + 5]


@njit
def _place_point(qi, J, length, s, w, r, J_T, target):
    """Write (x, y, phi) at s - length/2, the derivatives by the 18 components of the nodes, and dr/ds."""
    s -= 0.5 * length
    first = s < 0.0
    deflection(qi[4:8], length, s, 1, w)
    theta = qi[2] - qi[5] if first else qi[2] + qi[7]
    angle, c, sn, slope = theta + w[0], math.cos(theta), math.sin(theta), w[0]
    for i in range(57):
        target[i] = 0.0
    for g in range(8):
        turn = J[2, g] + w[1] * J[4, g] + w[2] * J[5, g] + w[3] * J[6, g] + w[4] * J[7, g]
        turn += -J[5, g] if first else J[7, g]
        target[3 + 36 + COMPONENT[g]] = turn
    point_jacobian(qi, length, s, w, r, J_T)
    target[0], target[1], target[2] = r[0], r[1], angle
    target[SLOPE] = (1.0 + qi[3]) * c - slope * sn
    target[SLOPE + 1] = (1.0 + qi[3]) * sn + slope * c
    for g in range(8):
        for k in range(2):
            total = 0.0
            for i in range(8):
                total += J_T[k, i] * J[i, g]
            target[3 + 18 * k + COMPONENT[g]] = total


@njit
def _add_weight_stiffness(qi, p, ahead, behind, S):
    """Subtract the derivative of the weight by q_i from S, by central differences (it is smooth and bounded)."""
    step = 1e-6
    for k in range(2, 8):
        saved = qi[k]
        for i in range(8):
            ahead[i], behind[i] = 0.0, 0.0
        qi[k] = saved + step
        weight(qi, p, ahead)
        qi[k] = saved - step
        weight(qi, p, behind)
        qi[k] = saved
        for i in range(8):
            S[i, k] -= (ahead[i] - behind[i]) / (2.0 * step)


@njit
def _add_curvature_stiffness(q, h, length, u, second, target):
    """Subtract h_i d2q_i/dq_g2 from K, by polarisation of the second derivatives along directions u."""
    for a in range(8):
        for b in range(a + 1):
            total = 0.0
            for sign in (1.0, -1.0):
                for k in range(8):
                    u[k] = 0.0
                u[a] += 1.0
                u[b] += sign
                internal_curvature(q, u, length, second)
                for i in range(8):
                    total += 0.25 * sign * h[i] * second[i]
            target[STIFFNESS + 18 * COMPONENT[a] + COMPONENT[b]] -= total
            if a != b:
                target[STIFFNESS + 18 * COMPONENT[b] + COMPONENT[a]] -= total


@njit
def redundant_beam(source, p, target):
    """Evaluate one element (see ``elements``).

    K of TANGENT leaves out the change of J, which small steps do not need; that of TANGENT_GIVEN is exact.
    """
    task, length = int(source[0]), p[P_LENGTH]
    scratch = target[SCRATCH:]
    q, u, qi, ui, h = scratch[:8], scratch[8:16], scratch[16:24], scratch[24:32], scratch[32:40]
    w, r, y_1, y_2, extra = scratch[40:45], scratch[45:47], scratch[47:51], scratch[51:55], scratch[55:63]
    J_T, J = scratch[64:80].reshape((2, 8)), scratch[80:144].reshape((8, 8))
    S, X = scratch[144:208].reshape((8, 8)), scratch[208:272].reshape((8, 8))
    if task != PLACE_AGAIN:
        _gather(source, 0, q, u)
        internal(q, length, qi)
        internal_jacobian(q, length, J)
    if task == PLACE_POINT or task == PLACE_AGAIN:
        _place_point(qi, J, length, source[1], w, r, J_T, target)
        return
    for i in range(8):
        ui[i], h[i] = 0.0, 0.0
        for g in range(8):
            ui[i] += J[i, g] * u[g]
            S[i, g] = 0.0
    if task == TANGENT or task == TANGENT_GIVEN:
        elastic_hessian(qi, p, y_1, y_2, S)
        for i in range(324):
            target[STIFFNESS + i], target[DAMPING + i] = 0.0, 0.0
        if p[P_TAU] != 0.0:
            write_projected(J, S, X, p[P_TAU], target, DAMPING)
        if task == TANGENT_GIVEN:
            _add_weight_stiffness(qi, p, h, extra, S)
        write_projected(J, S, X, 1.0, target, STIFFNESS)
        if task == TANGENT_GIVEN:
            for i in range(8):
                h[i] = 0.0
            elastic(qi, p, y_1, y_2, h)
            weight(qi, p, h)
            _add_curvature_stiffness(q, h, length, u, extra, target)
        return
    if task == MASS:
        add_inertia(qi, ui, p, w, r, J_T, S, h)
        for i in range(324):
            target[STIFFNESS + i] = 0.0
        write_projected(J, S, X, 1.0, target, STIFFNESS)
        return
    for i in range(DAMPING):
        target[i] = 0.0
    add_inertia(qi, ui, p, w, r, J_T, S, h)
    write_projected(J, S, X, 1.0, target, STIFFNESS)
    internal_curvature(q, u, length, extra)
    for i in range(8):
        for k in range(8):
            h[i] -= S[i, k] * extra[k]
    add_projected(J, h, target, INERTIA_WRENCH)
    for i in range(8):
        h[i], extra[i] = 0.0, 0.0
    target[POTENTIAL] = elastic(qi, p, y_1, y_2, h) + weight(qi, p, h)
    add_projected(J, h, target, ELASTIC_WRENCH)
    if p[P_TAU] != 0.0:
        elastic_hessian(qi, p, y_1, y_2, S)
        for i in range(8):
            for k in range(8):
                extra[i] -= p[P_TAU] * S[i, k] * ui[k]
        add_projected(J, extra, target, DAMPER_WRENCH)


def redundant_beam_entry(source, p, target):
    """C entry of the family."""
    redundant_beam(numba.carray(source, (SOURCE_SIZE,)), numba.carray(p, (7,)), numba.carray(target, (TARGET_SIZE,)))
