"""One group alone: exact solution of v = W_gg r + c under the law of the group."""

from __future__ import annotations

import math

from stickslip._jit import njit
from stickslip.contact.solver.problem import CONE

_ROUND = 1e-15


@njit
def solve_unilateral(w, c):
    """Solve 0 <= r ⟂ w r + c >= 0; r = 0 where w = 0."""
    if c >= 0.0 or w <= 0.0:
        return 0.0
    return -c / w


@njit
def solve_interval(w, c, bound, r_old):
    """Solve -(w r + c) ∈ N_[-bound, bound](r); r is kept where w = 0 and c = 0."""
    if w > 0.0:
        return min(max(-c / w, -bound), bound)
    if c == 0.0:
        return r_old
    return r_old if bound == math.inf else math.copysign(bound, -c)


@njit
def solve_planar(w_nn, w_nt, w_tn, w_tt, c_n, c_t, mu):
    """Solve the planar Coulomb law for one contact by its cases: open, stick, slip to either side."""
    if c_n >= 0.0 or w_nn <= 0.0:
        return 0.0, 0.0
    det = w_nn * w_tt - w_nt * w_tn
    side = 1.0
    if det > _ROUND * w_nn * w_tt:
        r_n = (w_nt * c_t - w_tt * c_n) / det
        r_t = (w_tn * c_n - w_nn * c_t) / det
        if abs(r_t) <= mu * r_n:
            return r_n, r_t
        side = math.copysign(1.0, r_t)
    for _ in range(2):
        slope = w_nn + side * mu * w_nt
        if slope > 0.0:
            r_n = -c_n / slope
            v_t = c_t + (w_tn + side * mu * w_tt) * r_n
            if side * v_t <= 0.0:
                return r_n, side * mu * r_n
        side = -side
    # Neither slip direction fits: singular or strongly coupled. Keep the normal law, leave the rest to the sweeps.
    return -c_n / w_nn, 0.0


@njit
def slip_reaction(s_11, s_12, s_21, s_22, d_1, d_2, multiplier):
    """Solve (S + multiplier I) x = -d for two unknowns, with the derivative x' of x by the multiplier."""
    a, e = s_11 + multiplier, s_22 + multiplier
    det = a * e - s_12 * s_21
    if det == 0.0:
        return 0.0, 0.0, 0.0, 0.0, False
    x, y = (s_12 * d_2 - e * d_1) / det, (s_21 * d_1 - a * d_2) / det
    return x, y, (s_12 * y - e * x) / det, (s_21 * x - a * y) / det, True


@njit
def solve_slip(w, c, mu, start):
    """Find multiplier > 0 with (S + multiplier I) r_T = -d, |r_T| = mu r_N, by bracketed Newton.

    Newton runs on 1/(mu r_N) - 1/|r_T|.
    S = W_TT - W_TN W_NT / W_NN, d = c_T - W_TN c_N / W_NN. Returns the slip direction and the multiplier.
    """
    f_1, f_2 = w[3] / w[0], w[6] / w[0]
    s_11, s_12 = w[4] - f_1 * w[1], w[5] - f_1 * w[2]
    s_21, s_22 = w[7] - f_2 * w[1], w[8] - f_2 * w[2]
    d_1, d_2 = c[1] - f_1 * c[0], c[2] - f_2 * c[0]
    low, high = 0.0, math.inf
    x, value = start, 0.0
    r_1, r_2 = 0.0, 0.0
    for _ in range(60):
        r_1, r_2, p_1, p_2, regular = slip_reaction(s_11, s_12, s_21, s_22, d_1, d_2, x)
        r_n = -(c[0] + w[1] * r_1 + w[2] * r_2) / w[0]
        length = math.sqrt(r_1 * r_1 + r_2 * r_2)
        if length == 0.0 and regular:
            break
        value = length - mu * r_n
        if not regular or value > 0.0:
            low = x
        else:
            high = x
        step = math.nan
        if regular and r_n > 0.0:
            if abs(value) <= 1e-14 * length:
                break
            # f(x) = 1/(mu r_N) - 1/|r_T| is nearly linear in x
            slope_n = -(w[1] * p_1 + w[2] * p_2) / w[0]
            slope = -slope_n / (mu * r_n * r_n) + (r_1 * p_1 + r_2 * p_2) / (length * length * length)
            step = -(1.0 / (mu * r_n) - 1.0 / length) / slope
            if abs(step) <= 1e-14 * x:
                break
        new = x + step
        if not (low < new < high):
            new = 0.5 * (low + high) if high < math.inf else 4.0 * low + 1e-3 * (w[4] + w[8]) + 1e-300
        if new == x:
            break
        x = new
    length = math.sqrt(r_1 * r_1 + r_2 * r_2)
    if length == 0.0:
        return 0.0, 0.0, x
    return r_1 / length, r_2 / length, x


@njit
def solve_spatial(w, c, mu, start):
    """Solve the spatial Coulomb law for one contact: W_gg = w (9,), c (3,). Returns r_N, r_T (2), slip multiplier."""
    if c[0] >= 0.0 or w[0] <= 0.0:
        return 0.0, 0.0, 0.0, start
    if mu <= 0.0:
        return -c[0] / w[0], 0.0, 0.0, start
    k_00, k_01, k_02 = w[4] * w[8] - w[5] * w[7], w[2] * w[7] - w[1] * w[8], w[1] * w[5] - w[2] * w[4]
    k_10, k_20 = w[5] * w[6] - w[3] * w[8], w[3] * w[7] - w[4] * w[6]
    det = w[0] * k_00 + w[1] * k_10 + w[2] * k_20
    if det > _ROUND * w[0] * w[4] * w[8]:
        r_n = -(k_00 * c[0] + k_01 * c[1] + k_02 * c[2]) / det
        r_1 = -(k_10 * c[0] + (w[0] * w[8] - w[2] * w[6]) * c[1] + (w[2] * w[3] - w[0] * w[5]) * c[2]) / det
        r_2 = -(k_20 * c[0] + (w[1] * w[6] - w[0] * w[7]) * c[1] + (w[0] * w[4] - w[1] * w[3]) * c[2]) / det
        if r_1 * r_1 + r_2 * r_2 <= mu * mu * r_n * r_n and r_n > 0.0:
            return r_n, r_1, r_2, start
    t_1, t_2, start = solve_slip(w, c, mu, start)
    slope = w[0] + mu * (w[1] * t_1 + w[2] * t_2)
    if slope <= 0.0:  # jammed by coupling: keep the normal law, leave the rest to the sweeps
        return -c[0] / w[0], 0.0, 0.0, start
    r_n = -c[0] / slope
    return r_n, mu * r_n * t_1, mu * r_n * t_2, start


@njit
def solve_group(kind, size, bound, w, c, r, i, start):
    """Write the exact reaction of one group into r[i:i+size]; w (9,) is W_gg, c (3,). Returns the multiplier."""
    if kind != CONE:
        r[i] = solve_interval(w[0], c[0], bound, r[i])
    elif size == 1:
        r[i] = solve_unilateral(w[0], c[0])
    elif size == 2:
        r[i], r[i + 1] = solve_planar(w[0], w[1], w[2], w[3], c[0], c[1], bound)
    else:
        r[i], r[i + 1], r[i + 2], start = solve_spatial(w, c, bound, start)
    return start
