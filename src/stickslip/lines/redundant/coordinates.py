"""Coordinates of the redundant coordinate method, and places of points in them (Zander 2008, sec. 4.2.3).

Global coordinates q_g = (x_1, y_1, phi_1 | a, b | x_2, y_2, phi_2): two nodes with a section angle and two inner
deflections. Internal coordinates q_i = (x_S, y_S, phi_S, eps, a_I, beta_I, a_II, beta_II): the middle of the element,
its mean stretch, and deflections w of its halves from the tangents at the nodes.

Signs of two terms of the printed transformation are corrected (Zander 2008, sec. 4.2.3).
"""

from __future__ import annotations

import math

from stickslip._jit import njit


@njit
def set_turns(q, turn):
    """Write sin and cos of the mean of the section angles, 1/cos and tan of half their difference."""
    sigma, delta = 0.5 * (q[2] + q[7]), 0.5 * (q[2] - q[7])
    turn[0], turn[1], turn[2], turn[3] = math.sin(sigma), math.cos(sigma), 1.0 / math.cos(delta), math.tan(delta)


@njit
def internal(q, length, turn, out):
    """Write the internal coordinates of q_g."""
    D_x, D_y = q[0] - q[5], q[1] - q[6]
    sigma, delta = 0.5 * (q[2] + q[7]), 0.5 * (q[2] - q[7])
    s, c, k, t = turn[0], turn[1], turn[2], turn[3]
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
def internal_jacobian(q, length, turn, J):
    """Write J = dq_i/dq_g (8, 8)."""
    D_x, D_y, delta = q[0] - q[5], q[1] - q[6], 0.5 * (q[2] - q[7])
    s, c, k, t = turn[0], turn[1], turn[2], turn[3]
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
        J[g] = 0.5 * (abs(d_x) + d_y * t + D_y * k * k * d_delta)
        J[g] -= k * (d_Lam * s + Lam * c * d_sigma + Lam * s * t * d_delta) / 72.0
        J[8 + g] = 0.5 * (abs(d_y) - d_x * t - D_x * k * k * d_delta)
        J[8 + g] += k * (d_Lam * c - Lam * s * d_sigma + Lam * c * t * d_delta) / 72.0
        J[16 + g] = d_sigma - 4.0 * d_difference / length + 2.75 * d_P / length
        J[24 + g] = -d_N / length + (d_Lam * t + Lam * k * k * d_delta) / (36.0 * length)
        J[32 + g] = d_Lam / 72.0 + 0.5 * d_P
        J[48 + g] = d_Lam / 72.0 - 0.5 * d_P
        J[40 + g] = J[16 + g] - (1.0 if g == 2 else 0.0)
        J[56 + g] = (1.0 if g == 7 else 0.0) - J[16 + g]


@njit
def internal_curvature(q, u, length, turn, out):
    """Write J' u, the second derivative of q_i along u_g."""
    D_x, D_y, V_x, V_y = q[0] - q[5], q[1] - q[6], u[0] - u[5], u[1] - u[6]
    delta, w, d = 0.5 * (q[2] - q[7]), 0.5 * (u[2] + u[7]), 0.5 * (u[2] - u[7])
    s, c, k, t = turn[0], turn[1], turn[2], turn[3]
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
    s1, s2, s3, s4 = s, s * s, s * s * s, s * s * s * s
    if order == 1:
        s1, s2, s3, s4 = 1.0, 2.0 * s, 3.0 * s * s, 4.0 * s * s * s
    elif order == 2:
        s1, s2, s3, s4 = 0.0, 2.0, 6.0 * s, 12.0 * s * s
    elif order == 3:
        s1, s2, s3, s4 = 0.0, 0.0, 6.0, 24.0 * s
    k = 1.0 / l
    q4, c3, c2 = 2.0 * s4 * k * k * k * k, 2.0 * s3 * k * k * k, 0.5 * s2 * k * k
    out[1] = 8.0 * c3 - 8.0 * c2 + q4 * (16.0 if first else -8.0)
    out[3] = -8.0 * c3 - 8.0 * c2 + q4 * (-8.0 if first else 16.0)
    out[2] = l * (3.0 * c2 - 3.0 * c3 + q4 * (-5.0 if first else 3.0)) + (s1 if first else 0.0)
    out[4] = l * (3.0 * c2 + 3.0 * c3 + q4 * (3.0 if first else -5.0)) - (0.0 if first else s1)
    out[0] = out[1] * z[0] + out[2] * z[1] + out[3] * z[2] + out[4] * z[3]


@njit
def set_halves(qi, axes):
    """Write cos and sin of the angle of each half: theta = phi_S - beta_I, phi_S + beta_II."""
    for half in range(2):
        theta = qi[2] - qi[5] if half == 0 else qi[2] + qi[7]
        axes[2 * half], axes[2 * half + 1] = math.cos(theta), math.sin(theta)


@njit
def place_point(qi, length, s, axes, w, r, J_x, J_y):
    """Write the place r (2) and its derivatives J_x, J_y by q_i at s; w is scratch (5) and keeps the deflection."""
    first = s < 0.0
    c, sn = (axes[0], axes[1]) if first else (axes[2], axes[3])
    deflection(qi[4:8], length, s, 0, w)
    along = (1.0 + qi[3]) * s
    r[0], r[1] = qi[0] + c * along - sn * w[0], qi[1] + sn * along + c * w[0]
    rot_x, rot_y = -sn * along - c * w[0], c * along - sn * w[0]
    J_x[0], J_x[1], J_x[2], J_x[3] = 1.0, 0.0, rot_x, c * s
    J_y[0], J_y[1], J_y[2], J_y[3] = 0.0, 1.0, rot_y, sn * s
    for k in range(4):
        J_x[4 + k], J_y[4 + k] = -sn * w[1 + k], c * w[1 + k]
    if first:
        J_x[5] -= rot_x
        J_y[5] -= rot_y
    else:
        J_x[7] += rot_x
        J_y[7] += rot_y
