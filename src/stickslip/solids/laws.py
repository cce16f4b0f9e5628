"""Laws of elastic solids at a point: stress and moduli from the gradient of the displacement, in plane and space.

With displacement gradient H, F = 1 + H and first Piola-Kirchhoff stress P = dW/dF (lambda, mu of the material; reduced
lambda in plane stress):

    LINEAR               W = lambda/2 (tr e)^2 + mu e:e with e = sym H, in world axes
    ST_VENANT_KIRCHHOFF  the same with E = (F^T F - 1)/2
    NEO_HOOKEAN          W = mu/2 (tr F^T F - dim) - mu ln J + lambda/2 (ln J)^2, J = det F

Kelvin-Voigt damping adds S_v = tau (lambda tr(E') 1 + 2 mu E') to the second Piola-Kirchhoff stress (LINEAR: with e').
It is tau times the rate of the stress for the first two laws. The moduli of NEO_HOOKEAN at rest are kept, so that no
stretch makes the damper drive. Moduli are the exact derivatives of all this.

Tensors of a point are t (9, dim, dim), in the order of the constants below; ``axes`` is a tuple of dim entries: its
length is known to the compiler, which unrolls all loops over it.
"""

from __future__ import annotations

import math

from stickslip._jit import njit

LINEAR, ST_VENANT_KIRCHHOFF, NEO_HOOKEAN = range(3)
GRAD, RATE, F, G, S, S_RATE, P, P_RATE, P_SHIFT = range(9)  # H, F', F, F^-T, stresses


@njit
def volume_change(axes, H):
    """Return det(1 + H) - 1 without cancellation."""
    if len(axes) == 2:
        return H[0, 0] + H[1, 1] + (H[0, 0] * H[1, 1] - H[0, 1] * H[1, 0])
    xx, yy, zz = H[0, 0], H[1, 1], H[2, 2]
    minors = (xx * yy - H[0, 1] * H[1, 0]) + (yy * zz - H[1, 2] * H[2, 1]) + (zz * xx - H[2, 0] * H[0, 2])
    det = xx * (yy * zz - H[1, 2] * H[2, 1]) - H[0, 1] * (H[1, 0] * zz - H[1, 2] * H[2, 0])
    det += H[0, 2] * (H[1, 0] * H[2, 1] - yy * H[2, 0])
    return xx + yy + zz + minors + det


@njit
def set_inverse(axes, A, J, out):
    """Write A^-T."""
    if len(axes) == 2:
        out[0, 0], out[0, 1], out[1, 0], out[1, 1] = A[1, 1] / J, -A[1, 0] / J, -A[0, 1] / J, A[0, 0] / J
        return
    for i in range(3):
        a, b = (i + 1) % 3, (i + 2) % 3
        for j in range(3):
            c, d = (j + 1) % 3, (j + 2) % 3
            out[i, j] = (A[a, c] * A[b, d] - A[a, d] * A[b, c]) / J


@njit
def set_isotropic(axes, lam, mu, E, out):
    """Write lam tr(E) 1 + 2 mu E."""
    trace = 0.0
    for i in range(len(axes)):
        trace += E[i, i]
    for i in range(len(axes)):
        for j in range(len(axes)):
            out[i, j] = 2.0 * mu * E[i, j]
        out[i, i] += lam * trace


@njit
def set_product(axes, A, B, out):
    """Write A B."""
    for i in range(len(axes)):
        for j in range(len(axes)):
            total = 0.0
            for k in range(len(axes)):
                total += A[i, k] * B[k, j]
            out[i, j] = total


@njit
def double_dot(axes, A, B):
    """Return A : B."""
    total = 0.0
    for i in range(len(axes)):
        for j in range(len(axes)):
            total += A[i, j] * B[i, j]
    return total


@njit
def set_stress(axes, law, lam, mu, t, E):
    """Write the elastic stress P (and S or F^-T) at a point; return W and J."""
    H, J = t[GRAD], 1.0
    if law == LINEAR:
        for i in range(len(axes)):
            for j in range(len(axes)):
                E[i, j] = 0.5 * (H[i, j] + H[j, i])
        set_isotropic(axes, lam, mu, E, t[P])
        return 0.5 * double_dot(axes, t[P], E), J
    change = volume_change(axes, H)
    J = 1.0 + change
    for i in range(len(axes)):
        for j in range(len(axes)):
            total = 0.0
            for k in range(len(axes)):
                total += H[k, i] * H[k, j]
            E[i, j] = 0.5 * (H[i, j] + H[j, i] + total)
            t[F, i, j] = H[i, j]
        t[F, i, i] += 1.0
    if law == ST_VENANT_KIRCHHOFF:
        set_isotropic(axes, lam, mu, E, t[S])
        set_product(axes, t[F], t[S], t[P])
        return 0.5 * double_dot(axes, t[S], E), J
    if J <= 0.0:
        return 0.0, J
    set_inverse(axes, t[F], J, t[G])
    log_J, trace = math.log1p(change), 0.0
    for i in range(len(axes)):  # F - F^-T = 2 F^-T E
        trace += E[i, i]
        for j in range(len(axes)):
            total = 0.0
            for k in range(len(axes)):
                total += t[G, i, k] * E[k, j]
            t[P, i, j] = 2.0 * mu * total + lam * log_J * t[G, i, j]
    return mu * (trace - log_J) + 0.5 * lam * log_J * log_J, J


@njit
def set_viscous(axes, law, lam, mu, tau, t, E):
    """Write the damper's stress P_v (and S_v) at a point."""
    H, rate = t[GRAD], t[RATE]
    for i in range(len(axes)):
        for j in range(len(axes)):
            total = rate[i, j] + rate[j, i]
            if law != LINEAR:
                for k in range(len(axes)):
                    total += H[k, i] * rate[k, j] + rate[k, i] * H[k, j]
            E[i, j] = 0.5 * total
    if law == LINEAR:
        set_isotropic(axes, tau * lam, tau * mu, E, t[P_RATE])
        return
    set_isotropic(axes, tau * lam, tau * mu, E, t[S_RATE])
    set_product(axes, t[F], t[S_RATE], t[P_RATE])


@njit
def _add_moduli(axes, lam, mu, A, B, factor, out):
    """Add factor A_iI C_IJKL B_jK with the isotropic moduli C."""
    for i in range(len(axes)):
        for j in range(len(axes)):
            both = 0.0
            for k in range(len(axes)):
                both += A[i, k] * B[j, k]
            for m in range(len(axes)):
                for n in range(len(axes)):
                    out[i, m, j, n] += factor * (lam * A[i, m] * B[j, n] + mu * A[i, n] * B[j, m])
                out[i, m, j, m] += factor * mu * both


@njit
def _add_geometric(axes, stress, factor, out):
    """Add factor delta_ij S_JL."""
    for i in range(len(axes)):
        for m in range(len(axes)):
            for n in range(len(axes)):
                out[i, m, i, n] += factor * stress[m, n]


@njit
def _set_elastic_moduli(axes, law, lam, mu, J, t, out):
    """Write dP/dF of the elastic stress."""
    if law == NEO_HOOKEAN:
        G_, rest = t[G], mu - lam * math.log(J)
        for i in range(len(axes)):
            for j in range(len(axes)):
                for m in range(len(axes)):
                    for n in range(len(axes)):
                        out[i, m, j, n] = lam * G_[i, m] * G_[j, n] + rest * G_[i, n] * G_[j, m]
            for m in range(len(axes)):
                out[i, m, i, m] += mu
        return
    out[:] = 0.0
    _add_moduli(axes, lam, mu, t[F], t[F], 1.0, out)
    if law == ST_VENANT_KIRCHHOFF:
        _add_geometric(axes, t[S], 1.0, out)


@njit
def set_shift(axes, K, t):
    """Write K : F', the change of stress by the velocities."""
    for i in range(len(axes)):
        for m in range(len(axes)):
            total = 0.0
            for j in range(len(axes)):
                for n in range(len(axes)):
                    total += K[i, m, j, n] * t[RATE, j, n]
            t[P_SHIFT, i, m] = total


@njit
def blend_moduli(axes, law, lam, mu, J, tau, damping, stiffness, t, K, out):
    """Write K = d(P + P_v)/dF and stiffness K + damping dP_v/dF'."""
    _set_elastic_moduli(axes, law, lam, mu, J, t, K)
    if tau > 0.0 and law != LINEAR:
        _add_geometric(axes, t[S_RATE], 1.0, K)
        _add_moduli(axes, lam, mu, t[F], t[RATE], tau, K)
    for i in range(len(axes)):
        for m in range(len(axes)):
            for j in range(len(axes)):
                for n in range(len(axes)):
                    out[i, m, j, n] = stiffness * K[i, m, j, n]
    if tau > 0.0:
        _add_moduli(axes, lam, mu, t[F], t[F], damping * tau, out)
