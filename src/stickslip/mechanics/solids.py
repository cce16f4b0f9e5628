"""Elastic solids: all finite elements of one body in one call, total Lagrangian, in the plane and in space.

With displacement gradient H = sum (x_a - X_a) (x) dN_a/dX, F = 1 + H and first Piola-Kirchhoff stress P = dW/dF the
force on node a is -int P dN_a/dX dV. Laws (lambda, mu of the material; reduced lambda in plane stress):

    LINEAR               W = lambda/2 (tr e)^2 + mu e:e with e = sym H, in world axes
    ST_VENANT_KIRCHHOFF  the same with E = (F^T F - 1)/2
    NEO_HOOKEAN          W = mu/2 (tr F^T F - dim) - mu ln J + lambda/2 (ln J)^2, J = det F

Kelvin-Voigt damping adds S_v = tau (lambda tr(E') 1 + 2 mu E') to the second Piola-Kirchhoff stress (LINEAR: with e').
It is tau times the rate of the stress for the first two laws. The moduli of NEO_HOOKEAN at rest are kept, so that no
stretch makes the damper drive. Tangents are the exact derivatives of all this. With a consistent mass M the damping
force -alpha M u is added here; lumped masses are in the nodes.

A batch is called by address as void f(table, data, q, u, h, h_tilde, values, control):

table    int64: header T_*, then offsets of the nodes in q (ne, na) and in u (ne, na), then places of the blocks of
         node a by node b in values (ne, na, na), row-major (dim, dim), -1: no place
data     header D_*, X_a - X_0 (ne, dim, na), per element and point weight and dN/dX (ne, np, 1 + dim na), and, if
         consistent, int rho N_a N_b dV (ne, na, na)
h        (4, nu), rows ELASTIC and DAMPER are added to
control  C_*: task, blend and time in; potential (added to) and element that is turned inside out (set) out; C_BATCH
         and C_ELEMENT keep batch and element where forces were evaluated last

Tasks: FORCE adds forces and potential. TANGENT does so too, adds stiffness K + damping D to values, K = -dh/dq and
D = -dh/du, and subtracts shift K u from h_tilde. MASS adds M to values, PRODUCT adds M u to h_tilde. A point with
J <= 0 is reported (not LINEAR); NEO_HOOKEAN then leaves it out, for there is no such state.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from stickslip._arrays import Floats, Ints
from stickslip._jit import njit

FORCE, TANGENT, MASS, PRODUCT = range(4)
LINEAR, ST_VENANT_KIRCHHOFF, NEO_HOOKEAN = range(3)
T_SIZE, T_DATA, T_NQ, T_NU, T_VALUES, T_ELEMENTS, T_NODES, T_POINTS, T_LAW, T_CONSISTENT = range(10)
T_HEADER = 10
D_LAMBDA, D_MU, D_TAU, D_ALPHA = range(4)
D_HEADER = 4
C_TASK, C_DAMPING, C_STIFFNESS, C_SHIFT, C_POTENTIAL, C_INVERTED, C_BATCH, C_ELEMENT, C_TIME = range(9)
CONTROL_SIZE = 9
ELASTIC, DAMPER = 0, 1  # classes of forces
X, V, F_ELASTIC, F_DAMPER, F_SHIFT = range(5)  # nodal vectors of an element
GRAD, RATE, F, G, S, S_RATE, P, P_RATE, P_SHIFT = range(9)  # tensors at a point: H, F', F, F^-T, stresses
U64 = np.uint64  # unsigned indices let the compiler vectorise inner loops


class Solids(NamedTuple):
    """All batches of elements of solids."""

    address: Ints  # (nb,) machine code
    table_start: Ints  # (nb + 1,)
    data_start: Ints  # (nb + 1,)
    table: Ints  # flat
    data: Floats  # flat


# ``axes`` is a tuple of dim entries: its length is known to the compiler, which unrolls all loops over it.


@njit
def _volume_change(axes, H):
    """Return det(1 + H) - 1 without cancellation."""
    if len(axes) == 2:
        return H[0, 0] + H[1, 1] + (H[0, 0] * H[1, 1] - H[0, 1] * H[1, 0])
    xx, yy, zz = H[0, 0], H[1, 1], H[2, 2]
    minors = (xx * yy - H[0, 1] * H[1, 0]) + (yy * zz - H[1, 2] * H[2, 1]) + (zz * xx - H[2, 0] * H[0, 2])
    det = xx * (yy * zz - H[1, 2] * H[2, 1]) - H[0, 1] * (H[1, 0] * zz - H[1, 2] * H[2, 0])
    det += H[0, 2] * (H[1, 0] * H[2, 1] - yy * H[2, 0])
    return xx + yy + zz + minors + det


@njit
def _set_inverse(axes, A, J, out):
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
def _set_gradient(axes, nodal, data, g, na, out):
    """Write sum_a nodal[:, a] (x) dN_a."""
    for i in range(len(axes)):
        for j in range(len(axes)):
            total, o = 0.0, U64(g + j * na)
            for a in range(U64(na)):
                total += nodal[i, a] * data[o + a]
            out[i, j] = total


@njit
def _set_isotropic(axes, lam, mu, E, out):
    """Write lam tr(E) 1 + 2 mu E."""
    trace = 0.0
    for i in range(len(axes)):
        trace += E[i, i]
    for i in range(len(axes)):
        for j in range(len(axes)):
            out[i, j] = 2.0 * mu * E[i, j]
        out[i, i] += lam * trace


@njit
def _set_product(axes, A, B, out):
    for i in range(len(axes)):
        for j in range(len(axes)):
            total = 0.0
            for k in range(len(axes)):
                total += A[i, k] * B[k, j]
            out[i, j] = total


@njit
def _double_dot(axes, A, B):
    total = 0.0
    for i in range(len(axes)):
        for j in range(len(axes)):
            total += A[i, j] * B[i, j]
    return total


@njit
def _set_stress(axes, law, lam, mu, t, E):
    """Write the elastic stress P (and S or F^-T) at a point; return W and J."""
    H, J = t[GRAD], 1.0
    if law == LINEAR:
        for i in range(len(axes)):
            for j in range(len(axes)):
                E[i, j] = 0.5 * (H[i, j] + H[j, i])
        _set_isotropic(axes, lam, mu, E, t[P])
        return 0.5 * _double_dot(axes, t[P], E), J
    change = _volume_change(axes, H)
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
        _set_isotropic(axes, lam, mu, E, t[S])
        _set_product(axes, t[F], t[S], t[P])
        return 0.5 * _double_dot(axes, t[S], E), J
    if J <= 0.0:
        return 0.0, J
    _set_inverse(axes, t[F], J, t[G])
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
def _set_viscous(axes, law, lam, mu, tau, t, E):
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
        _set_isotropic(axes, tau * lam, tau * mu, E, t[P_RATE])
        return
    _set_isotropic(axes, tau * lam, tau * mu, E, t[S_RATE])
    _set_product(axes, t[F], t[S_RATE], t[P_RATE])


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
def _add_shift(axes, K, t):
    """Write K : F', the change of stress by the velocities."""
    for i in range(len(axes)):
        for m in range(len(axes)):
            total = 0.0
            for j in range(len(axes)):
                for n in range(len(axes)):
                    total += K[i, m, j, n] * t[RATE, j, n]
            t[P_SHIFT, i, m] = total


@njit
def _blend_moduli(axes, law, lam, mu, J, tau, damping, stiffness, t, K, out):
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


@njit
def _add_nodal(axes, stress, weight, data, g, na, out):
    """Add weight P dN_a to the vectors of all nodes."""
    for i in range(len(axes)):
        for j in range(len(axes)):
            factor, o = weight * stress[i, j], U64(g + j * na)
            for a in range(U64(na)):
                out[i, a] += factor * data[o + a]


@njit
def _add_matrix(axes, A, weight, data, g, na, symmetric, out):
    """Add weight dN_a A dN_b to the blocks (a, b) of an element, out[a, i, j, b]; if symmetric, for b >= a only."""
    x, y, z = U64(g), U64(g + na), U64(g + 2 * na)
    for a in range(U64(na)):
        first = a if symmetric else U64(0)
        a_x, a_y = weight * data[x + a], weight * data[y + a]
        a_z = weight * data[z + a] if len(axes) == 3 else 0.0
        for i in range(len(axes)):
            for j in range(len(axes)):
                row = out[a, i, j]
                b_x = a_x * A[i, 0, j, 0] + a_y * A[i, 1, j, 0]
                b_y = a_x * A[i, 0, j, 1] + a_y * A[i, 1, j, 1]
                if len(axes) == 3:
                    b_x += a_z * A[i, 2, j, 0]
                    b_y += a_z * A[i, 2, j, 1]
                    b_z = a_x * A[i, 0, j, 2] + a_y * A[i, 1, j, 2] + a_z * A[i, 2, j, 2]
                    for b in range(first, U64(na)):
                        row[b] += b_x * data[x + b] + b_y * data[y + b] + b_z * data[z + b]
                else:
                    for b in range(first, U64(na)):
                        row[b] += b_x * data[x + b] + b_y * data[y + b]


@njit
def _scatter_matrix(axes, table, place, na, symmetric, element, values):
    """Add the blocks of an element where they belong."""
    d = len(axes)
    for a in range(na):
        for b in range(na):
            start = table[place + a * na + b]
            if start < 0:
                continue
            for i in range(d):
                for j in range(d):
                    value = element[b, j, i, a] if symmetric and b < a else element[a, i, j, b]
                    values[U64(start + i * d + j)] += value


@njit
def _scatter_nodal(axes, table, place, na, vectors, sign, offset, out):
    """Add sign times nodal vectors to out, from ``offset`` on."""
    for a in range(na):
        o = offset + table[place + a]
        for i in range(len(axes)):
            out[o + i] += sign * vectors[i, a]


@njit
def _gather(axes, table, data, e, q, u, nodal):
    """Write displacements and velocities of the nodes of an element, relative to those of its first node."""
    ne, na, d = table[T_ELEMENTS], table[T_NODES], len(axes)
    at_q, at_u, at_X = T_HEADER + e * na, T_HEADER + (ne + e) * na, D_HEADER + e * d * na
    first_q, first_u = table[at_q], table[at_u]
    for a in range(na):
        o, p = table[at_q + a], table[at_u + a]
        for i in range(d):
            nodal[X, i, a] = (q[o + i] - q[first_q + i]) - data[at_X + i * na + a]
            nodal[V, i, a] = u[p + i] - u[first_u + i]


@njit
def _add_mass(axes, table, data, mass, e, factor, values):
    """Add factor M of an element to values."""
    ne, na, d = table[T_ELEMENTS], table[T_NODES], len(axes)
    blocks, m = T_HEADER + 2 * ne * na + e * na * na, mass + e * na * na
    for k in range(na * na):
        start = table[blocks + k]
        if start >= 0:
            for i in range(d):
                values[start + i * (d + 1)] += factor * data[m + k]


@njit
def _add_mass_product(axes, table, data, mass, e, factor, u, offset, out):
    """Add factor M u of an element to out, from ``offset`` on."""
    ne, na, d = table[T_ELEMENTS], table[T_NODES], len(axes)
    place, m = T_HEADER + (ne + e) * na, mass + e * na * na
    for a in range(na):
        row = offset + table[place + a]
        for i in range(d):
            total = 0.0
            for b in range(na):
                total += data[m + a * na + b] * u[table[place + b] + i]
            out[row + i] += factor * total


@njit
def _evaluate(axes, table, data, q, u, h, h_tilde, values, control):
    """Add forces and tangents of all elements (tasks FORCE and TANGENT)."""
    ne, na, points, law = table[T_ELEMENTS], table[T_NODES], table[T_POINTS], table[T_LAW]
    lam, mu, tau, alpha = data[D_LAMBDA], data[D_MU], data[D_TAU], data[D_ALPHA]
    damping, stiffness, shift = control[C_DAMPING], control[C_STIFFNESS], control[C_SHIFT]
    d, tangent, symmetric = len(axes), control[C_TASK] == TANGENT, tau == 0.0
    nu, size = table[T_NU], 1 + d * na
    at_u, blocks = T_HEADER + ne * na, T_HEADER + 2 * ne * na
    gauss = D_HEADER + ne * d * na
    mass = gauss + ne * points * size
    nodal, t, E = np.empty((5, d, na)), np.zeros((9, d, d)), np.empty((d, d))
    K, blend = np.empty((d, d, d, d)), np.empty((d, d, d, d))
    element = np.empty((na, d, d, na)) if tangent else np.empty((0, d, d, na))
    for i in range(d):
        t[F, i, i] = 1.0
    for e in range(ne):
        _gather(axes, table, data, e, q, u, nodal)
        nodal[F_ELASTIC:] = 0.0
        element[:] = 0.0
        for k in range(points):
            g = gauss + (e * points + k) * size
            weight = data[g]
            _set_gradient(axes, nodal[X], data, g + 1, na, t[GRAD])
            W, J = _set_stress(axes, law, lam, mu, t, E)
            if J <= 0.0 and control[C_INVERTED] < 0.0:
                control[C_INVERTED] = e
            if J <= 0.0 and law == NEO_HOOKEAN:
                continue
            control[C_POTENTIAL] += weight * W
            _add_nodal(axes, t[P], weight, data, g + 1, na, nodal[F_ELASTIC])
            if tau > 0.0 or shift != 0.0:
                _set_gradient(axes, nodal[V], data, g + 1, na, t[RATE])
            if tau > 0.0:
                _set_viscous(axes, law, lam, mu, tau, t, E)
                _add_nodal(axes, t[P_RATE], weight, data, g + 1, na, nodal[F_DAMPER])
            if tangent:
                _blend_moduli(axes, law, lam, mu, J, tau, damping, stiffness, t, K, blend)
                _add_matrix(axes, blend, weight, data, g + 1, na, symmetric, element)
                if shift != 0.0:
                    _add_shift(axes, K, t)
                    _add_nodal(axes, t[P_SHIFT], weight, data, g + 1, na, nodal[F_SHIFT])
        place = at_u + e * na
        _scatter_nodal(axes, table, place, na, nodal[F_ELASTIC], -1.0, ELASTIC * nu, h)
        if tau > 0.0:
            _scatter_nodal(axes, table, place, na, nodal[F_DAMPER], -1.0, DAMPER * nu, h)
        if alpha > 0.0:
            _add_mass_product(axes, table, data, mass, e, -alpha, u, DAMPER * nu, h)
        if tangent:
            _scatter_matrix(axes, table, blocks + e * na * na, na, symmetric, element, values)
            if shift != 0.0:
                _scatter_nodal(axes, table, place, na, nodal[F_SHIFT], -shift, 0, h_tilde)
            if alpha > 0.0:
                _add_mass(axes, table, data, mass, e, damping * alpha, values)


@njit
def solid_batch(axes, table, data, q, u, h, h_tilde, values, control):
    """Do the task of ``control`` for all elements of a batch."""
    task, ne, na = int(control[C_TASK]), table[T_ELEMENTS], table[T_NODES]
    if task == FORCE or task == TANGENT:
        _evaluate(axes, table, data, q, u, h, h_tilde, values, control)
        return
    if table[T_CONSISTENT] == 0:
        return
    d = len(axes)
    mass = D_HEADER + ne * d * na + ne * table[T_POINTS] * (1 + d * na)
    for e in range(ne):
        if task == MASS:
            _add_mass(axes, table, data, mass, e, 1.0, values)
        else:
            _add_mass_product(axes, table, data, mass, e, 1.0, u, 0, h_tilde)


@njit
def _open(axes, table, data, q, u, h, h_tilde, values, control):
    """Give the pointers of a batch their lengths."""
    head = numba.carray(table, (T_HEADER,))
    nq, nu = head[T_NQ], head[T_NU]
    solid_batch(
        axes, numba.carray(table, (head[T_SIZE],)), numba.carray(data, (head[T_DATA],)), numba.carray(q, (nq,)),
        numba.carray(u, (nu,)), numba.carray(h, (4 * nu,)), numba.carray(h_tilde, (nu,)),
        numba.carray(values, (head[T_VALUES],)), numba.carray(control, (CONTROL_SIZE,)),
    )  # fmt: skip


def planar_solid_entry(table, data, q, u, h, h_tilde, values, control):
    """C entry of batches in the plane."""
    _open((0, 0), table, data, q, u, h, h_tilde, values, control)


def spatial_solid_entry(table, data, q, u, h, h_tilde, values, control):
    """C entry of batches in space."""
    _open((0, 0, 0), table, data, q, u, h, h_tilde, values, control)


@cache
def solid_address(dim: int) -> int:
    """Compile the entry of a dimension (cached on disk) and return its address."""
    return compile_batch(planar_solid_entry if dim == 2 else spatial_solid_entry)


def compile_batch(entry: Callable[..., None]) -> int:
    """Compile the C entry of batches, a module-level function of eight pointers, and return its address."""
    number, real = types.CPointer(types.int64), types.CPointer(types.float64)
    compiled = numba.cfunc(types.void(number, *[real] * 7), cache=True, error_model="numpy")(entry)
    _alive.append(compiled)
    return int(compiled.address or 0)


_alive: list[Any] = []  # machine code lives as long as its function


@intrinsic
def call_solid(typingctx, address, table, data, q, u, h, h_tilde, values, control):
    """Call the batch at ``address`` with the data of eight arrays (C order, any number of axes)."""
    arrays = (table, data, q, u, h, h_tilde, values, control)

    def codegen(context, builder, signature, args):
        number, real = ir.PointerType(ir.IntType(64)), ir.PointerType(ir.DoubleType())
        kind = ir.FunctionType(ir.VoidType(), [number, *[real] * 7])
        data = [context.make_array(signature.args[k])(context, builder, args[k]).data for k in range(1, 9)]
        builder.call(builder.inttoptr(args[0], ir.PointerType(kind)), data)
        return context.get_dummy_value()

    return types.void(types.int64, *arrays), codegen


@njit
def run_solids(solids, q, u, h, h_tilde, values, control):
    """Do the task of ``control`` for all batches; return the first with an element turned inside out, -1: none.

    ``control[C_POTENTIAL]`` becomes the potential of all batches, ``control[C_INVERTED]`` the element in that batch.
    """
    inverted = -1
    control[C_POTENTIAL], control[C_INVERTED] = 0.0, -1.0
    for k in range(len(solids.address)):
        call_solid(  # type: ignore[call-arg]
            solids.address[k], solids.table[solids.table_start[k] :], solids.data[solids.data_start[k] :],
            q, u, h, h_tilde, values, control,
        )  # fmt: skip
        if inverted < 0 and control[C_INVERTED] >= 0.0:
            inverted = k
    return inverted


@njit
def add_solids(solids, q, u, blend, dynamics, control):
    """Add forces of all solids to h per class, their tangents where ``blend`` has any; return their potential.

    Where an element is turned inside out forces become NaN, and ``control`` keeps its number and batch.
    """
    if len(solids.address) == 0:
        return 0.0
    control[C_TASK] = FORCE if blend.stiffness == 0.0 else TANGENT
    control[C_DAMPING], control[C_STIFFNESS], control[C_SHIFT] = blend.damping, blend.stiffness, blend.shift
    batch = run_solids(solids, q, u, dynamics.h, dynamics.h_total, dynamics.values, control)
    control[C_BATCH], control[C_ELEMENT] = batch, control[C_INVERTED]
    if batch >= 0:
        dynamics.h[ELASTIC, 0] = np.nan
    return control[C_POTENTIAL]


@njit
def solids_potential(solids, q, u, dynamics, control):
    """Return the potential of all solids; forces are added to h."""
    control[C_TASK], control[C_SHIFT] = FORCE, 0.0
    run_solids(solids, q, u, dynamics.h, dynamics.h_total, dynamics.values, control)
    return control[C_POTENTIAL]


@njit
def add_solid_mass(solids, dynamics, control):
    """Add the consistent mass of all solids to the matrix."""
    control[C_TASK] = MASS
    run_solids(solids, dynamics.q, dynamics.mean, dynamics.h, dynamics.h_total, dynamics.values, control)


@njit
def add_solid_product(solids, x, dynamics, y, control):
    """Add M x of the consistent mass of all solids to y."""
    control[C_TASK] = PRODUCT
    run_solids(solids, dynamics.q, x, dynamics.h, y, dynamics.values, control)
