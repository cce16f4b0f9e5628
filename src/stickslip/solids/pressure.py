"""Pressure that follows the boundary of elastic solids: -p n da with normals and areas of the present shape.

With tangents t_i = sum dN_a/dxi_i x_a of a facet, n da is t_1 x t_2 in space and (t_y, -t_x) times the thickness in the
plane, the body on the left of t. The force on node a is f_a = -int p N_a n da, and its derivative by the places x_b

    space  -p N_a (dN_b/dxi_2 [t_1]x - dN_b/dxi_1 [t_2]x)        plane  -p N_a dN_b/dxi [[0, 1], [-1, 0]] thickness

is not symmetric for a single facet; over a closed surface it is. A batch (see ``batches``) has

table    T_POINTS, T_COLUMNS (velocities of a node, the first are those of its place), factor over time (kind, first and
         last parameter, two addresses), offsets of the nodes in q and in u (ne, na), places of blocks (ne, na, na)
data     p times weight (times thickness) (ne, np), N (np, na), dN/dxi (np, na, dim - 1), parameters of the factor
"""

from __future__ import annotations

from functools import cache

import numpy as np

from stickslip._jit import njit
from stickslip.codes import FORCE, LOAD, TANGENT
from stickslip.mechanics.batches import (
    C_LOAD,
    C_SHIFT,
    C_SPAN,
    C_STIFFNESS,
    C_TASK,
    C_TIME,
    T_ELEMENTS,
    T_HEADER,
    T_NU,
    T_WIDTH,
    compile_batch,
    open_batch,
)
from stickslip.mechanics.functions import Functions, function_value
from stickslip.mechanics.layouts import Layout

OWN = Layout(T_HEADER, points=1, columns=1, kind=1, parameter=2, address=2)
T_POINTS, T_COLUMNS, T_KIND = OWN.points, OWN.columns, OWN.kind
T_PARAMETER, T_ADDRESS, FIRST = OWN.parameter, OWN.address, OWN.size


@njit
def _factor(table, data, control):
    """Return the factor at the present time, load factor included."""
    start = len(data) - (table[T_PARAMETER + 1] - table[T_PARAMETER])
    kind, parameter, address = table[T_KIND:T_PARAMETER], table[T_PARAMETER:T_ADDRESS], table[T_ADDRESS:FIRST]
    span, none = control[C_SPAN : C_SPAN + 2], data[:0]
    functions = Functions(kind, parameter, data[start:], address.reshape((1, 2)), span, none, none)
    return control[C_LOAD] * function_value(functions, 0, control[C_TIME])


@njit
def _set_tangents(axes, table, data, e, k, source, at, t):
    """Write t_i = sum dN_a/dxi_i x_a at point k of facet e, of places or velocities ``source``."""
    ne, na, points, d = table[T_ELEMENTS], table[T_WIDTH], table[T_POINTS], len(axes)
    slopes = ne * points + points * na + k * na * (d - 1)
    for i in range(d - 1):
        for c in range(d):
            t[i, c] = 0.0
    for a in range(na):
        place = table[at + e * na + a]
        for i in range(d - 1):
            for c in range(d):
                t[i, c] += data[slopes + a * (d - 1) + i] * source[place + c]


@njit
def _set_normal(axes, s, t, n):
    """Write the vector of area of the tangents s_1, t_2 (plane: t)."""
    if len(axes) == 2:
        n[0], n[1] = t[0, 1], -t[0, 0]
    else:
        n[0] = s[0, 1] * t[1, 2] - s[0, 2] * t[1, 1]
        n[1] = s[0, 2] * t[1, 0] - s[0, 0] * t[1, 2]
        n[2] = s[0, 0] * t[1, 1] - s[0, 1] * t[1, 0]


@njit
def _add_facet_tangent(axes, table, data, e, k, scale, t, B, values):
    """Add scale N_a dn/dx_b to the blocks of all pairs of nodes of a facet."""
    ne, na, points, d = table[T_ELEMENTS], table[T_WIDTH], table[T_POINTS], len(axes)
    columns = table[T_COLUMNS]
    shape = ne * points + k * na
    slopes = ne * points + points * na + k * na * (d - 1)
    blocks = FIRST + 2 * ne * na + e * na * na
    for b in range(na):
        if d == 2:
            B[0, 0], B[1, 1], B[0, 1], B[1, 0] = 0.0, 0.0, data[slopes + b], -data[slopes + b]
        else:
            first, second = data[slopes + 2 * b], data[slopes + 2 * b + 1]
            for i in range(3):  # column i: first e_i x t_2 + second t_1 x e_i
                j, l = (i + 1) % 3, (i + 2) % 3
                B[i, i] = 0.0
                B[j, i] = -first * t[1, l] + second * t[0, l]
                B[l, i] = first * t[1, j] - second * t[0, j]
        for a in range(na):
            place = table[blocks + a * na + b]
            if place >= 0:
                for i in range(d):
                    for c in range(d):
                        values[place + i * columns + c] += scale * data[shape + a] * B[i, c]


@njit
def pressure_batch(axes, table, data, q, u, poses, h, h_tilde, values, memory, control):
    """Add forces (class LOAD), and for TANGENT stiffness and the part of the shift."""
    task = int(control[C_TASK])
    if task != FORCE and task != TANGENT:
        return
    ne, na, points, d, nu = table[T_ELEMENTS], table[T_WIDTH], table[T_POINTS], len(axes), table[T_NU]
    factor, at_u = _factor(table, data, control), FIRST + ne * na
    t, rate, n, B = np.empty((2, d)), np.empty((2, d)), np.empty(d), np.empty((d, d))
    for e in range(ne):
        for k in range(points):
            p, shape = factor * data[e * points + k], ne * points + k * na
            _set_tangents(axes, table, data, e, k, q, FIRST, t)
            _set_normal(axes, t, t, n)
            for a in range(na):
                place = table[at_u + e * na + a]
                for c in range(d):
                    h[LOAD * nu + place + c] -= p * data[shape + a] * n[c]
            if task != TANGENT:
                continue
            _add_facet_tangent(axes, table, data, e, k, control[C_STIFFNESS] * p, t, B, values)
            if control[C_SHIFT] != 0.0:
                _set_tangents(axes, table, data, e, k, u, at_u, rate)
                _set_normal(axes, rate, t, n)
                if d == 2:
                    _set_normal(axes, rate, rate, n)
                _add_shift(axes, table, data, e, at_u, control[C_SHIFT] * p, shape, n, h_tilde)
                if d == 3:
                    _set_normal(axes, t, rate, n)
                    _add_shift(axes, table, data, e, at_u, control[C_SHIFT] * p, shape, n, h_tilde)


@njit
def _add_shift(axes, table, data, e, at_u, scale, shape, n, h_tilde):
    """Subtract scale N_a n, part of shift K u, from h_tilde."""
    na = table[T_WIDTH]
    for a in range(na):
        place = table[at_u + e * na + a]
        for c in range(len(axes)):
            h_tilde[place + c] -= scale * data[shape + a] * n[c]


def planar_pressure_entry(table, data, q, u, poses, h, h_tilde, values, memory, control):
    """C entry of pressures in the plane."""
    pressure_batch((0, 0), *open_batch(table, data, q, u, poses, h, h_tilde, values, memory, control))


def spatial_pressure_entry(table, data, q, u, poses, h, h_tilde, values, memory, control):
    """C entry of pressures in space."""
    pressure_batch((0, 0, 0), *open_batch(table, data, q, u, poses, h, h_tilde, values, memory, control))


@cache
def pressure_address(dim: int) -> int:
    """Compile the entry of a dimension (cached on disk) and return its address."""
    return compile_batch(planar_pressure_entry if dim == 2 else spatial_pressure_entry)
