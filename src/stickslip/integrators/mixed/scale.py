"""How far Newton's method has to go in a stage: speeds of nodes, island by island, whatever the units of length."""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import GENERAL
from stickslip.contact.solver.islands import join_nodes, root_of
from stickslip.mechanics.bodies import place_dim

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
def _speed(nodes, k, v):
    """Return the speed of node k: that of its place and, times the radius of gyration, that of its turning."""
    o, place, total = nodes.u_off[k], _place_size(nodes, k), 0.0
    for i in range(nodes.nu[k]):
        total += v[o + i] * v[o + i] * (1.0 if i < place else _gyration(nodes, k, i))
    return np.sqrt(total)


@njit
def _push(nodes, k, h):
    """Return the acceleration that the forces would give node k alone, without joints and contacts."""
    o, m, nu, place, total = nodes.u_off[k], nodes.m_off[k], nodes.nu[k], _place_size(nodes, k), 0.0
    for i in range(nu):
        mass = nodes.M[m + i * nu + i]
        if mass > 0.0:
            a = (h[0, o + i] + h[1, o + i] + h[2, o + i] + h[3, o + i]) / mass
            total += a * a * (1.0 if i < place else _gyration(nodes, k, i))
    return np.sqrt(total)


@njit
def _reach(nodes, k, q):
    """Return the largest coordinate of the place of node k."""
    largest = 0.0
    for i in range(nodes.q_off[k], nodes.q_off[k] + _place_size(nodes, k)):
        largest = max(largest, abs(q[i]))
    return largest


@njit
def largest_speed(nodes, v):
    """Return the largest speed of any node."""
    largest = 0.0
    for k in range(len(nodes.kind)):
        largest = max(largest, _speed(nodes, k, v))
    return largest


@njit
def relative_change(system, step, v, span, beta, tolerance, work):
    """Return the largest change ``step`` of velocities, relative to the speeds v of its island; NaN if one is none.

    The speed of an island is the largest there is, but not less than what its forces make of it in a time ``span``, for
    bodies at rest; nor than what is still above the round-off of places, which are q + beta v, at that tolerance.
    """
    nodes, d, parent = system.nodes, work.dynamics, work.islands.parent
    join_nodes(work.groups, system.matrix.component, work.islands)
    change, size, finite = np.zeros(len(parent)), np.full(len(parent), 1e-300), True
    for k in range(len(parent)):
        root, moved = root_of(parent, k), _speed(nodes, k, step)
        finite = finite and np.isfinite(moved)
        change[root] = max(change[root], moved)
        speed = max(_speed(nodes, k, v), span * _push(nodes, k, d.h))
        size[root] = max(size[root], speed, ROUND_OFF * _reach(nodes, k, d.q) / (beta * tolerance))
    return (change / size).max() if finite else np.nan
