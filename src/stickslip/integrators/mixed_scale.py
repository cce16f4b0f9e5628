"""How far Newton's method has to go in a stage: speeds of nodes, whatever the units of lengths and angles."""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.mechanics.bodies import GENERAL, place_dim

ROUND_OFF = 4.4e-16  # of places; they are known no better


@njit
def _place_size(nodes, k):
    """Return how many velocities of a node are those of its place."""
    return nodes.nu[k] if nodes.kind[k] == GENERAL else place_dim(nodes.kind[k])


@njit
def _gyration(nodes, k, i):
    """Return the square of the radius of gyration that belongs to turning velocity i of node k; 1 without mass."""
    m, nu = nodes.m_off[k], nodes.nu[k]
    return nodes.M[m + i * nu + i] / nodes.M[m] if nodes.M[m] > 0.0 else 1.0


@njit
def largest_speed(nodes, v):
    """Return the largest speed of any node: of its place and, times the radius of gyration, of its turning."""
    largest = 0.0
    for k in range(len(nodes.kind)):
        o, place, total = nodes.u_off[k], _place_size(nodes, k), 0.0
        for i in range(nodes.nu[k]):
            total += v[o + i] * v[o + i] * (1.0 if i < place else _gyration(nodes, k, i))
        largest = max(largest, total)
    return np.sqrt(largest)


@njit
def _largest_push(nodes, h):
    """Return the largest acceleration that the forces would give any node alone, without joints and contacts."""
    largest = 0.0
    for k in range(len(nodes.kind)):
        o, m, nu, place, total = nodes.u_off[k], nodes.m_off[k], nodes.nu[k], _place_size(nodes, k), 0.0
        for i in range(nu):
            mass = nodes.M[m + i * nu + i]
            if mass > 0.0:
                a = (h[0, o + i] + h[1, o + i] + h[2, o + i] + h[3, o + i]) / mass
                total += a * a * (1.0 if i < place else _gyration(nodes, k, i))
        largest = max(largest, total)
    return np.sqrt(largest)


@njit
def _farthest(nodes, q):
    """Return the largest coordinate of a place."""
    largest = 0.0
    for k in range(len(nodes.kind)):
        o = nodes.q_off[k]
        for i in range(_place_size(nodes, k)):
            largest = max(largest, abs(q[o + i]))
    return largest


@njit
def speed_scale(nodes, q, v, h, span, reach, tolerance):
    """Return the speed with which changes of v are compared (to a relative tolerance).

    It is the largest speed there is, but not less than what the forces h make of it in a time ``span``, for bodies at
    rest; nor than what is still above the round-off of places, which are q + reach v.
    """
    size = max(largest_speed(nodes, v), span * _largest_push(nodes, h))
    return max(size, ROUND_OFF * _farthest(nodes, q) / (reach * tolerance), 1e-300)
