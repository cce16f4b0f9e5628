"""Elastic solids over one energy-momentum step: mid-point gradients times stresses that do the work of the energy.

With F_m = (F_n + F_n+1)/2 the force on node a is -int F_m S dN_a/dX dV, a discrete derivative as in Betsch et al., eq.
57. Because the change of Green's strain is exactly sym(F_m^T (F_n+1 - F_n)), energy is conserved if S : (E_n+1 - E_n)
is the change of W, and momenta are conserved for any symmetric S:

    ST_VENANT_KIRCHHOFF  S = moduli : (E_n + E_n+1)/2
    NEO_HOOKEAN          S = mu 1 + (lambda (ln J_n + ln J_n+1)/2 - mu) r c, in short steps r c = C^-1
                         r = (ln D_n+1 - ln D_n) / (D_n+1 - D_n), D = det C
                         c = mean of cof C over the step: D_n+1 - D_n = c : (C_n+1 - C_n) exactly, det being cubic

The second is the chain rule of differences; unlike Gonzalez's correction along C_n+1 - C_n it has no direction that is
lost where nothing changes. LINEAR has F_m = 1 and the mean of e. Kelvin-Voigt damping adds tau moduli : (E_n+1 - E_n)
/ dt; damping in proportion to the consistent mass is -alpha M (x_n+1 - x_n) / dt.

The code for steps (see ``batches``) is kept separate, so that it is compiled only where the scheme is used.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from stickslip._jit import njit
from stickslip.codes import DAMPER, ELASTIC, STEP_TANGENT
from stickslip.mechanics.batches import (
    C_INVERTED,
    C_STIFFNESS,
    C_TASK,
    T_ELEMENTS,
    T_NU,
    T_WIDTH,
    compile_batch,
    open_batch,
)
from stickslip.solids.kernel import (
    D_ALPHA,
    D_HEADER,
    D_LAMBDA,
    D_MU,
    D_TAU,
    FIRST,
    T_LAW,
    T_POINTS,
    V,
    X,
    add_mass,
    add_mass_product,
    add_matrix,
    add_nodal,
    gather,
    scatter_matrix,
    scatter_nodal,
    set_gradient,
)
from stickslip.solids.laws import (
    LINEAR,
    NEO_HOOKEAN,
    double_dot,
    set_inverse,
    set_isotropic,
    set_product,
    volume_change,
)

F_ELASTIC, F_DAMPER = 2, 3  # nodal vectors behind X and V
# Tensors at a point: H_n, change of F, F_m, F_n+1 and its F^-T, mean and change of E, c - 1, stresses, scratch
GRAD, CHANGE, MID, END, G, E_MEAN, E_CHANGE, COF, S, S_RATE, P, P_RATE, TRIAL, ANSWER, PRODUCT = range(15)


@njit
def _set_step_strains(axes, law, t):
    """Write F_m, F_n+1, the mean of E_n and E_n+1, and E_n+1 - E_n = sym(F_m^T (F_n+1 - F_n)), without cancellation."""
    d, D, M = len(axes), t[CHANGE], t[MID]
    for i in range(d):
        for j in range(d):
            M[i, j] = t[GRAD, i, j] + 0.5 * D[i, j]
            t[END, i, j] = t[GRAD, i, j] + D[i, j]
    for i in range(d):
        for j in range(d):
            mean, change = M[i, j] + M[j, i], D[i, j] + D[j, i]
            if law != LINEAR:
                for k in range(d):
                    mean += M[k, i] * M[k, j] + 0.25 * D[k, i] * D[k, j]
                    change += M[k, i] * D[k, j] + D[k, i] * M[k, j]
            t[E_MEAN, i, j], t[E_CHANGE, i, j] = 0.5 * mean, 0.5 * change
    volume = volume_change(axes, t[END])
    for i in range(d):
        for j in range(d):
            if law == LINEAR:
                M[i, j], t[END, i, j] = 0.0, 0.0
        M[i, i] += 1.0
        t[END, i, i] += 1.0
    return volume


@njit
def log_quotient(x):
    """Return 1 - ln(1 + x)/x and the derivative of ln(1 + x)/x."""
    if abs(x) > 0.05:
        rest = 1.0 - math.log1p(x) / x
        return rest, (rest - x / (1.0 + x)) / x
    rest, slope, power = 0.0, 0.0, 1.0
    for k in range(1, 14):
        slope -= k * power / (k + 1)
        power *= -x
        rest -= power / (k + 1)
    return rest, slope


@njit
def _add_cofactor(A, factor, out):
    """Add factor cof A of a symmetric tensor in space."""
    for i in range(3):
        a, b = (i + 1) % 3, (i + 2) % 3
        for j in range(3):
            c, d = (j + 1) % 3, (j + 2) % 3
            out[i, j] += factor * (A[a, c] * A[b, d] - A[a, d] * A[b, c])


@njit
def _set_mean_cofactor(axes, t):
    """Write c - 1, c the mean of cof C over the step: cof(C_m) + cof(C_n+1 - C_n)/12 in space, tr(C_m) 1 - C_m."""
    d, E, out, trace = len(axes), t[E_MEAN], t[COF], 0.0
    for i in range(d):
        trace += E[i, i]
    for i in range(d):
        for j in range(d):
            out[i, j] = -2.0 * E[i, j]
        out[i, i] += 2.0 * trace
    if d == 3:
        _add_cofactor(E, 4.0, out)
        _add_cofactor(t[E_CHANGE], 1.0 / 3.0, out)


@njit
def _set_neo_hookean(axes, lam, mu, volume, t):
    """Write S; return how its factor g of c changes with F_n+1^-T : F', and g; ``volume`` is J_n+1 - 1."""
    before = volume_change(axes, t[GRAD])
    _set_mean_cofactor(axes, t)
    D, x, c = (1.0 + before) ** 2, 0.0, t[COF]
    for i in range(len(axes)):
        x += t[E_CHANGE, i, i]
    x = 2.0 * (x + double_dot(axes, c, t[E_CHANGE])) / D  # D_n+1 / D_n - 1
    rest, slope = log_quotient(x)
    r, mean = (1.0 - rest) / D, 0.5 * (math.log1p(before) + math.log1p(volume))
    one = (before * (2.0 + before) + rest) / D  # 1 - r
    for i in range(len(axes)):
        for j in range(len(axes)):
            t[S, i, j] = (lam * mean - mu) * r * c[i, j]
        t[S, i, i] += mu * one + lam * mean * r
    rate = 0.5 * lam * r + 2.0 * (lam * mean - mu) * slope * (1.0 + x) / D
    return rate, (lam * mean - mu) * r


@njit
def _add_cofactor_change(axes, E, dE, A, factor, out):
    """Add factor times the change of c with A = E': (1 + 2 E_m + dE/3) x A, planar tr(A) 1 - A."""
    d, trace = len(axes), 0.0
    for i in range(d):
        trace += A[i, i]
    if d == 2:
        for i in range(2):
            for j in range(2):
                out[i, j] -= factor * A[i, j]
            out[i, i] += factor * trace
        return
    for i in range(3):
        a, b = (i + 1) % 3, (i + 2) % 3
        for j in range(3):
            k, m = (j + 1) % 3, (j + 2) % 3
            value = 2.0 * (E[a, k] * A[b, m] + A[a, k] * E[b, m] - E[a, m] * A[b, k] - A[a, m] * E[b, k])
            value += (dE[a, k] * A[b, m] + A[a, k] * dE[b, m] - dE[a, m] * A[b, k] - A[a, m] * dE[b, k]) / 3.0
            out[i, j] += factor * (value - A[i, j])
        out[i, i] += factor * trace


@njit
def _set_step_moduli(axes, law, lam, mu, share, rate, g, t, out):
    """Write the derivative of F_m S by F_n+1, column by column; ``share`` of the moduli act on the change of E."""
    d = len(axes)
    for j in range(d):
        for n in range(d):
            for k in range(d):  # E' = sym(F_n+1^T e_j e_n)
                for m in range(d):
                    t[TRIAL, k, m] = 0.0
            for k in range(d):
                t[TRIAL, k, n] += 0.5 * t[END, j, k]
                t[TRIAL, n, k] += 0.5 * t[END, j, k]
            set_isotropic(axes, share * lam, share * mu, t[TRIAL], t[ANSWER])
            if law == NEO_HOOKEAN:
                slope = rate * t[G, j, n]
                for k in range(d):
                    for m in range(d):
                        t[ANSWER, k, m] += slope * t[COF, k, m]
                    t[ANSWER, k, k] += slope
                _add_cofactor_change(axes, t[E_MEAN], t[E_CHANGE], t[TRIAL], g, t[ANSWER])
            set_product(axes, t[MID], t[ANSWER], t[PRODUCT])
            for m in range(d):
                for i in range(d):
                    out[i, m, j, n] = t[PRODUCT, i, m]
                if law != LINEAR:
                    out[j, m, j, n] += 0.5 * (t[S, n, m] + t[S_RATE, n, m])


@njit
def step_batch(axes, table, data, q, z, poses, h, h_tilde, values, memory, control):
    """Add forces of a step, and its tangent if asked for, of all elements of a batch."""
    ne, na, points, law = table[T_ELEMENTS], table[T_WIDTH], table[T_POINTS], table[T_LAW]
    lam, mu, tau, alpha, dt = data[D_LAMBDA], data[D_MU], data[D_TAU], data[D_ALPHA], control[C_STIFFNESS]
    d, tangent = len(axes), control[C_TASK] == STEP_TANGENT
    nu, size, place = table[T_NU], 1 + d * na, FIRST + ne * na
    blocks, gauss = FIRST + 2 * ne * na, D_HEADER + ne * d * na
    mass = gauss + ne * points * size
    nodal, t, moduli = np.empty((4, d, na)), np.zeros((15, d, d)), np.empty((d, d, d, d))
    element = np.empty((na, d, d, na)) if tangent else np.empty((0, d, d, na))
    for e in range(ne):
        gather(axes, table, data, e, q, z, nodal)
        nodal[F_ELASTIC:] = 0.0
        element[:] = 0.0
        for k in range(points):
            g = gauss + (e * points + k) * size
            weight = data[g]
            set_gradient(axes, nodal[X], data, g + 1, na, t[GRAD])
            set_gradient(axes, nodal[V], data, g + 1, na, t[CHANGE])
            volume = _set_step_strains(axes, law, t)
            if law != LINEAR and not volume > -1.0:
                control[C_INVERTED] = e if control[C_INVERTED] < 0.0 else control[C_INVERTED]
                return
            share, rate, factor = 0.5, 0.0, 0.0
            if law == NEO_HOOKEAN:
                share = 0.0
                set_inverse(axes, t[END], 1.0 + volume, t[G])
                rate, factor = _set_neo_hookean(axes, lam, mu, volume, t)
            else:
                set_isotropic(axes, lam, mu, t[E_MEAN], t[S])
            set_product(axes, t[MID], t[S], t[P])
            add_nodal(axes, t[P], weight, data, g + 1, na, nodal[F_ELASTIC])
            if tau > 0.0:
                share += tau / dt
                set_isotropic(axes, tau / dt * lam, tau / dt * mu, t[E_CHANGE], t[S_RATE])
                set_product(axes, t[MID], t[S_RATE], t[P_RATE])
                add_nodal(axes, t[P_RATE], weight, data, g + 1, na, nodal[F_DAMPER])
            if tangent:
                _set_step_moduli(axes, law, lam, mu, share, rate, factor, t, moduli)
                add_matrix(axes, moduli, dt * weight, data, g + 1, na, False, element)
        scatter_nodal(axes, table, place + e * na, na, nodal[F_ELASTIC], -1.0, ELASTIC * nu, h)
        if tau > 0.0:
            scatter_nodal(axes, table, place + e * na, na, nodal[F_DAMPER], -1.0, DAMPER * nu, h)
        if alpha > 0.0:
            add_mass_product(axes, table, data, mass, e, -alpha / dt, z, DAMPER * nu, h)
        if tangent:
            scatter_matrix(axes, table, blocks + e * na * na, na, False, element, values)
            if alpha > 0.0:
                add_mass(axes, table, data, mass, e, alpha, values)


def planar_step_entry(table, data, q, z, poses, h, h_tilde, values, memory, control):
    """C entry of batches in the plane."""
    step_batch((0, 0), *open_batch(table, data, q, z, poses, h, h_tilde, values, memory, control))


def spatial_step_entry(table, data, q, z, poses, h, h_tilde, values, memory, control):
    """C entry of batches in space."""
    step_batch((0, 0, 0), *open_batch(table, data, q, z, poses, h, h_tilde, values, memory, control))


@cache
def step_address(dim: int) -> int:
    """Compile the entry of a dimension (cached on disk) and return its address."""
    return compile_batch(planar_step_entry if dim == 2 else spatial_step_entry)
