"""Elastic solids: all finite elements of one body in one call, total Lagrangian, in the plane and in space.

With displacement gradient H = sum (x_a - X_a) (x) dN_a/dX and the stress P(H, H') of ``solid_laws`` the force on node
a is -int P dN_a/dX dV; tangents are exact. With a consistent mass M the damping force -alpha M u is added here; lumped
masses are in the nodes.

A batch (see ``batches``) has

table    T_POINTS, T_LAW, offsets of the nodes in q (ne, na) and in u (ne, na), places of the blocks of node a by node b
         in values (ne, na, na)
data     header D_*, X_a - X_0 (ne, dim, na), per element and point weight and dN/dX (ne, np, 1 + dim na), and, if
         consistent, int rho N_a N_b dV (ne, na, na)

and adds to the rows ELASTIC and DAMPER of h. A point with J <= 0 is reported (not LINEAR); NEO_HOOKEAN then leaves it
out, for there is no such state. ``axes`` is a tuple of dim entries, as in ``solid_laws``.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from stickslip._jit import njit
from stickslip.codes import DAMPER, ELASTIC, FORCE, IN_NODES, MASS, PRODUCT, TANGENT
from stickslip.mechanics.batches import (
    C_DAMPING,
    C_INVERTED,
    C_POTENTIAL,
    C_SHIFT,
    C_STIFFNESS,
    C_TASK,
    T_ELEMENTS,
    T_HEADER,
    T_MASS,
    T_NU,
    T_WIDTH,
    compile_batch,
    open_batch,
)
from stickslip.mechanics.layouts import Layout
from stickslip.solids.laws import (
    GRAD,
    NEO_HOOKEAN,
    P_RATE,
    P_SHIFT,
    RATE,
    F,
    P,
    blend_moduli,
    set_shift,
    set_stress,
    set_viscous,
)

OWN = Layout(T_HEADER, points=1, law=1)  # points of an element
T_POINTS, T_LAW, FIRST = OWN.points, OWN.law, OWN.size
HEAD = Layout(lame=2, tau=1, alpha=1)
D_LAMBDA, D_MU, D_TAU, D_ALPHA, D_HEADER = HEAD.lame, HEAD.lame + 1, HEAD.tau, HEAD.alpha, HEAD.size
X, V, F_ELASTIC, F_DAMPER, F_SHIFT = range(5)  # nodal vectors of an element
U64 = np.uint64  # unsigned indices let the compiler vectorise inner loops


@njit
def set_gradient(axes, nodal, data, g, na, out):
    """Write sum_a nodal[:, a] (x) dN_a."""
    for i in range(len(axes)):
        for j in range(len(axes)):
            total, o = 0.0, U64(g + j * na)
            for a in range(U64(na)):
                total += nodal[i, a] * data[o + a]
            out[i, j] = total


@njit
def add_nodal(axes, stress, weight, data, g, na, out):
    """Add weight P dN_a to the vectors of all nodes."""
    for i in range(len(axes)):
        for j in range(len(axes)):
            factor, o = weight * stress[i, j], U64(g + j * na)
            for a in range(U64(na)):
                out[i, a] += factor * data[o + a]


@njit
def add_matrix(axes, A, weight, data, g, na, symmetric, out):
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
def scatter_matrix(axes, table, place, na, symmetric, element, values):
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
def scatter_nodal(axes, table, place, na, vectors, sign, offset, out):
    """Add sign times nodal vectors to out, from ``offset`` on."""
    for a in range(na):
        o = offset + table[place + a]
        for i in range(len(axes)):
            out[o + i] += sign * vectors[i, a]


@njit
def gather(axes, table, data, e, q, u, nodal):
    """Write displacements and velocities of the nodes of an element, relative to those of its first node."""
    ne, na, d = table[T_ELEMENTS], table[T_WIDTH], len(axes)
    at_q, at_u, at_X = FIRST + e * na, FIRST + (ne + e) * na, D_HEADER + e * d * na
    first_q, first_u = table[at_q], table[at_u]
    for a in range(na):
        o, p = table[at_q + a], table[at_u + a]
        for i in range(d):
            nodal[X, i, a] = (q[o + i] - q[first_q + i]) - data[at_X + i * na + a]
            nodal[V, i, a] = u[p + i] - u[first_u + i]


@njit
def add_mass(axes, table, data, mass, e, factor, values):
    """Add factor M of an element to values."""
    ne, na, d = table[T_ELEMENTS], table[T_WIDTH], len(axes)
    blocks, m = FIRST + 2 * ne * na + e * na * na, mass + e * na * na
    for k in range(na * na):
        start = table[blocks + k]
        if start >= 0:
            for i in range(d):
                values[start + i * (d + 1)] += factor * data[m + k]


@njit
def add_mass_product(axes, table, data, mass, e, factor, u, offset, out):
    """Add factor M u of an element to out, from ``offset`` on."""
    ne, na, d = table[T_ELEMENTS], table[T_WIDTH], len(axes)
    place, m = FIRST + (ne + e) * na, mass + e * na * na
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
    ne, na, points, law = table[T_ELEMENTS], table[T_WIDTH], table[T_POINTS], table[T_LAW]
    lam, mu, tau, alpha = data[D_LAMBDA], data[D_MU], data[D_TAU], data[D_ALPHA]
    damping, stiffness, shift = control[C_DAMPING], control[C_STIFFNESS], control[C_SHIFT]
    d, tangent, symmetric = len(axes), control[C_TASK] == TANGENT, tau == 0.0
    nu, size = table[T_NU], 1 + d * na
    at_u, blocks = FIRST + ne * na, FIRST + 2 * ne * na
    gauss = D_HEADER + ne * d * na
    mass = gauss + ne * points * size
    nodal, t, E = np.empty((5, d, na)), np.zeros((9, d, d)), np.empty((d, d))
    K, blend = np.empty((d, d, d, d)), np.empty((d, d, d, d))
    element = np.empty((na, d, d, na)) if tangent else np.empty((0, d, d, na))
    for i in range(d):
        t[F, i, i] = 1.0
    for e in range(ne):
        gather(axes, table, data, e, q, u, nodal)
        nodal[F_ELASTIC:] = 0.0
        element[:] = 0.0
        for k in range(points):
            g = gauss + (e * points + k) * size
            weight = data[g]
            set_gradient(axes, nodal[X], data, g + 1, na, t[GRAD])
            W, J = set_stress(axes, law, lam, mu, t, E)
            if J <= 0.0 and control[C_INVERTED] < 0.0:
                control[C_INVERTED] = e
            if J <= 0.0 and law == NEO_HOOKEAN:
                continue
            control[C_POTENTIAL] += weight * W
            add_nodal(axes, t[P], weight, data, g + 1, na, nodal[F_ELASTIC])
            if tau > 0.0 or shift != 0.0:
                set_gradient(axes, nodal[V], data, g + 1, na, t[RATE])
            if tau > 0.0:
                set_viscous(axes, law, lam, mu, tau, t, E)
                add_nodal(axes, t[P_RATE], weight, data, g + 1, na, nodal[F_DAMPER])
            if tangent:
                blend_moduli(axes, law, lam, mu, J, tau, damping, stiffness, t, K, blend)
                add_matrix(axes, blend, weight, data, g + 1, na, symmetric, element)
                if shift != 0.0:
                    set_shift(axes, K, t)
                    add_nodal(axes, t[P_SHIFT], weight, data, g + 1, na, nodal[F_SHIFT])
        place = at_u + e * na
        scatter_nodal(axes, table, place, na, nodal[F_ELASTIC], -1.0, ELASTIC * nu, h)
        if tau > 0.0:
            scatter_nodal(axes, table, place, na, nodal[F_DAMPER], -1.0, DAMPER * nu, h)
        if alpha > 0.0:
            add_mass_product(axes, table, data, mass, e, -alpha, u, DAMPER * nu, h)
        if tangent:
            scatter_matrix(axes, table, blocks + e * na * na, na, symmetric, element, values)
            if shift != 0.0:
                scatter_nodal(axes, table, place, na, nodal[F_SHIFT], -shift, 0, h_tilde)
            if alpha > 0.0:
                add_mass(axes, table, data, mass, e, damping * alpha, values)


@njit
def solid_batch(axes, table, data, q, u, poses, h, h_tilde, values, memory, control):
    """Do the task of ``control`` for all elements of a batch."""
    task, ne, na = int(control[C_TASK]), table[T_ELEMENTS], table[T_WIDTH]
    if task == FORCE or task == TANGENT:
        _evaluate(axes, table, data, q, u, h, h_tilde, values, control)
        return
    if table[T_MASS] == IN_NODES or (task != MASS and task != PRODUCT):
        return
    d = len(axes)
    mass = D_HEADER + ne * d * na + ne * table[T_POINTS] * (1 + d * na)
    for e in range(ne):
        if task == MASS:
            add_mass(axes, table, data, mass, e, 1.0, values)
        else:
            add_mass_product(axes, table, data, mass, e, 1.0, u, 0, h_tilde)


def planar_solid_entry(table, data, q, u, poses, h, h_tilde, values, memory, control):
    """C entry of batches in the plane."""
    solid_batch((0, 0), *open_batch(table, data, q, u, poses, h, h_tilde, values, memory, control))


def spatial_solid_entry(table, data, q, u, poses, h, h_tilde, values, memory, control):
    """C entry of batches in space."""
    solid_batch((0, 0, 0), *open_batch(table, data, q, u, poses, h, h_tilde, values, memory, control))


@cache
def solid_address(dim: int) -> int:
    """Compile the entry of a dimension (cached on disk) and return its address."""
    return compile_batch(planar_solid_entry if dim == 2 else spatial_solid_entry)
