"""Active-set Newton for small problems: a few dense solves where sweeps crawl or sliding has no solution.

Alart-Curnier equations with z = r - rho v. Open (z_N <= 0): r = 0. Stick (|z_T| <= mu z_N): v = 0. Slip: v_N = 0 and
r_T = mu z_N z_T / |z_T|. Interval rows: r = +-c outside, v = 0 inside. W + alpha I stands for W in the Jacobian only,
so that redundant contacts give a regular system and the solution is not changed. A contact cannot slide on when its own
friction takes its support away, W_NN + mu W_NT u <= 0 (Painleve); it is tried as sticking.
"""

from __future__ import annotations

import math

from stickslip._jit import njit
from stickslip.contact.solver.problem import CONE

MAX_STEPS = 12
ALPHA = 1e-11


@njit
def _copy_row(J, W, i, m, factor):
    for k in range(m):
        J[i, k] = factor * W[i, k]


@njit
def _unit_row(J, i, m):
    for k in range(m):
        J[i, k] = 0.0
    J[i, i] = 1.0


@njit
def _interval(J, F, W, r, v, i, m, rho, bound, alpha):
    z = r[i] - rho * v[i]
    if abs(z) <= bound:
        F[i] = rho * v[i]
        _copy_row(J, W, i, m, rho)
        J[i, i] += rho * alpha
    else:
        F[i] = r[i] - math.copysign(bound, z)
        _unit_row(J, i, m)


@njit
def _stick(J, F, W, v, i, size, m, rho, alpha):
    for k in range(i, i + size):
        F[k] = rho * v[k]
        _copy_row(J, W, k, m, rho)
        J[k, k] += rho * alpha


@njit
def _slip(J, F, W, r, v, i, size, m, rho, mu, norm, alpha):
    """Rows of a sliding contact; u = z_T / |z_T|, G = (mu z_N / |z_T|)(I - u u^T)."""
    z_N = r[i] - rho * v[i]
    F[i] = rho * v[i]
    _copy_row(J, W, i, m, rho)
    J[i, i] += rho * alpha
    for a in range(i + 1, i + size):
        u_a = (r[a] - rho * v[a]) / norm
        F[a] = r[a] - mu * z_N * u_a
        for k in range(m):
            J[a, k] = mu * u_a * rho * W[i, k]
        J[a, i] -= mu * u_a
        J[a, a] += 1.0
        for c in range(i + 1, i + size):
            u_c = (r[c] - rho * v[c]) / norm
            G = mu * z_N / norm * ((1.0 if a == c else 0.0) - u_a * u_c)
            J[a, c] -= G
            for k in range(m):
                J[a, k] += rho * G * W[c, k]


@njit
def _jams(W, r, v, i, size, rho, mu, norm):
    """Return whether the contact's own friction takes away its support: W_NN + mu W_NT u <= 0."""
    support = W[i, i]
    for c in range(i + 1, i + size):
        support += mu * W[i, c] * (r[c] - rho * v[c]) / norm
    return support <= 0.0


@njit
def equations(laws, W, rho, r, v, J, F):
    """Fill F (m,) and J (m, m) at r with v = W r + b."""
    m = r.shape[0]
    for g in range(laws.size.shape[0]):
        i, size, mu = laws.row[g], laws.size[g], laws.bound[g]
        alpha = ALPHA / rho[g]
        if laws.kind[g] != CONE:
            _interval(J, F, W, r, v, i, m, rho[g], mu, alpha)
            continue
        z_N = r[i] - rho[g] * v[i]
        if z_N <= 0.0:
            for k in range(i, i + size):
                F[k] = r[k]
                _unit_row(J, k, m)
            continue
        norm = 0.0
        for k in range(i + 1, i + size):
            norm += (r[k] - rho[g] * v[k]) ** 2
        norm = math.sqrt(norm)
        if norm <= mu * z_N or _jams(W, r, v, i, size, rho[g], mu, norm):
            _stick(J, F, W, v, i, size, m, rho[g], alpha)
        else:
            _slip(J, F, W, r, v, i, size, m, rho[g], mu, norm, alpha)
