"""Equations F(r, v) = 0 equivalent to the laws, with dF = A dr + B dv by groups (rho = 1: scaled variables).

A and B are (n, 9) arrays, row-major (size, size) blocks. At kinks one element of the generalised Jacobian is taken.
"""

from __future__ import annotations

import math

from stickslip._jit import njit
from stickslip.contact.solver.problem import CONE


@njit
def set_scaled_identity(a, size, value):
    """Write value I into the block a."""
    a[: size * size] = 0.0
    for k in range(size):
        a[k * (size + 1)] = value


@njit
def reaction_equation(size, r, i, F, a, b):
    """Write F = r (open contact)."""
    for k in range(size):
        F[i + k] = r[i + k]
    set_scaled_identity(a, size, 1.0)
    set_scaled_identity(b, size, 0.0)


@njit
def velocity_equation(size, v, i, F, a, b):
    """Write F = v (stick, or a closed frictionless contact)."""
    for k in range(size):
        F[i + k] = v[i + k]
    set_scaled_identity(a, size, 0.0)
    set_scaled_identity(b, size, 1.0)


@njit
def interval_group(bound, r, v, i, F, a, b):
    """Write F = r - P_[-bound, bound](r - v)."""
    z = r[i] - v[i]
    if abs(z) < bound:
        velocity_equation(1, v, i, F, a, b)
    else:
        reaction_equation(1, r, i, F, a, b)
        F[i] = r[i] - math.copysign(bound, z)


@njit
def tangent(size, x, i):
    """Return |x_T| and the unit vector of x_T (0 where x_T = 0)."""
    if size == 2:
        return abs(x[i + 1]), math.copysign(1.0, x[i + 1]) if x[i + 1] != 0.0 else 0.0, 0.0
    length = math.sqrt(x[i + 1] ** 2 + x[i + 2] ** 2)
    if length == 0.0:
        return 0.0, 0.0, 0.0
    return length, x[i + 1] / length, x[i + 2] / length


@njit
def alart_curnier_group(size, mu, r, v, i, F, a, b):
    """Write F_N = v_N, F_T = r_T - P_disk(mu z_N)(z_T) with z = r - v where z_N > 0, else F = r."""
    z_n = r[i] - v[i]
    if z_n <= 0.0:
        reaction_equation(size, r, i, F, a, b)
        return
    if size == 1:
        velocity_equation(1, v, i, F, a, b)
        return
    z_1 = r[i + 1] - v[i + 1]
    z_2 = r[i + 2] - v[i + 2] if size == 3 else 0.0
    length = abs(z_1) if size == 2 else math.sqrt(z_1 * z_1 + z_2 * z_2)
    if length <= mu * z_n and mu > 0.0:
        velocity_equation(size, v, i, F, a, b)
        return
    reaction_equation(size, r, i, F, a, b)
    F[i], a[0], b[0] = v[i], 0.0, 1.0
    if length == 0.0:
        return
    u_1, u_2 = z_1 / length, z_2 / length
    F[i + 1] -= mu * z_n * u_1
    a[size], b[size] = -mu * u_1, mu * u_1  # dF_T/dr_N, dF_T/dv_N
    if size == 3:
        F[i + 2] -= mu * z_n * u_2
        a[6], b[6] = -mu * u_2, mu * u_2
        rest = mu * z_n / length
        b[4], b[5] = rest * u_2 * u_2, -rest * u_1 * u_2  # G = (mu z_N / |z_T|) (I - u u^T)
        b[7], b[8] = b[5], rest * u_1 * u_1
        for k in (4, 5, 7, 8):
            a[k] -= b[k]


@njit
def equations(laws, r, v, F, A, B):
    """Write F (m,), A and B (n, 9) of the map of Alart and Curnier for all groups; returns |F|^2."""
    for g in range(laws.size.shape[0]):
        i, size, bound = laws.row[g], laws.size[g], laws.bound[g]
        if laws.kind[g] != CONE:
            interval_group(bound, r, v, i, F, A[g], B[g])
        else:
            alart_curnier_group(size, bound, r, v, i, F, A[g], B[g])
    total = 0.0
    for i in range(F.shape[0]):
        total += F[i] * F[i]
    return total
