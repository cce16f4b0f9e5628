"""How well velocities meet the joints: G u + w of every row, compared with the speeds of the bodies it joins."""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import ERROR, GENERAL
from stickslip.mechanics.bodies import place_dim

CONTRADICTORY = 2e-4  # relative rate of a joint that others do not allow to hold, where all joints are met
BESIDE = 10.0  # its growth with the angle by which bodies are beside g = 0, where redundant rows disagree a little
ROUND_OFF = 1e-9  # of the speeds at a joint: rates below need no closer look
NOISE = 1e-13  # of the largest speed: rates below are none
SURE = 1.0 - 1e-12  # of a bound, whatever the round-off of its sums


@njit
def _split(nodes, node):
    """Return where the rotations of a node begin."""
    return nodes.nu[node] if nodes.kind[node] == GENERAL else place_dim(nodes.kind[node])


@njit
def radius_of(nodes, node):
    """Return the radius of gyration of a node that turns, else 1."""
    split, nu, m = _split(nodes, node), nodes.nu[node], nodes.m_off[node]
    if split == nu or nodes.M[m] <= 0.0:
        return 1.0
    largest = 0.0
    for i in range(split, nu):
        largest = max(largest, nodes.M[m + i * nu + i])
    return np.sqrt(largest / nodes.M[m]) if largest > 0.0 else 1.0


@njit
def _speed(nodes, node, masses, u, push):
    """Return sqrt(v^2 + k^2 omega^2) of a node, k its radius of gyration, of u and of what impulses give it."""
    o, nu, m, split = nodes.u_off[node], nodes.nu[node], nodes.m_off[node], _split(nodes, node)
    k, moving, pushed = radius_of(nodes, node), 0.0, 0.0
    for i in range(nu):
        lever, mass = k if i >= split else 1.0, nodes.M[m + i * nu + i]
        mass = masses[node] if i < split and not mass > 0.0 else mass
        change = lever * push[o + i] / mass if mass > 0.0 else 0.0
        moving += (lever * u[o + i]) ** 2
        pushed += change * change
    return np.sqrt(moving) + np.sqrt(pushed)


@njit
def _row_size(nodes, node, G, start):
    """Return the speed that a row makes of a node with unit speed."""
    split, k, total = _split(nodes, node), radius_of(nodes, node), 0.0
    for i in range(nodes.nu[node]):
        total += (G[start + i] / (k if i >= split else 1.0)) ** 2
    return np.sqrt(total)


@njit
def _set_push(system, G, impulse, dt, h, push):
    """Write the sizes of the impulses of all forces h (4, nu) and joints on every coordinate to push (nu or more,)."""
    joints, nodes, bodies = system.joints, system.nodes, system.bodies
    for i in range(h.shape[1]):
        push[i] = dt * abs(h[0, i] + h[1, i] + h[2, i] + h[3, i])
    for j in range(len(joints.coordinate)):
        for side in range(joints.body.shape[1]):
            if joints.block[j, side] < 0:
                continue
            node = bodies.node[joints.body[j, side]]
            nu, o = nodes.nu[node], nodes.u_off[node]
            for row in range(joints.row[j], joints.row[j + 1]):
                start = joints.block[j, side] + (row - joints.row[j]) * nu
                for i in range(nu):
                    push[o + i] += abs(G[start + i] * impulse[row])


@njit
def _suspicious(system, j, u, rate):
    """Return whether any rate of a joint is beyond round-off of the velocities of its bodies."""
    joints, nodes, bodies = system.joints, system.nodes, system.bodies
    total, worst = 0.0, 0.0
    for row in range(joints.row[j], joints.row[j + 1]):
        worst = max(worst, rate[row] * rate[row])
    for side in range(joints.body.shape[1]):
        if joints.block[j, side] >= 0:
            node = bodies.node[joints.body[j, side]]
            for i in range(nodes.u_off[node], nodes.u_off[node] + nodes.nu[node]):
                total += u[i] * u[i]
    return not worst <= ROUND_OFF * ROUND_OFF * total


@njit
def _noise(nodes, masses, u, push):
    """Return the speed below which everything is round-off of the largest speed of a node."""
    fastest = 0.0
    for node in range(len(nodes.kind)):
        fastest = max(fastest, _speed(nodes, node, masses, u, push))
    return NOISE * fastest


@njit
def _own_speed(system, j, side, G, dt, u, h, impulse):
    """Return a lower bound of ``_speed`` of a body of joint j: of all joints, only this one pushes."""
    joints, nodes = system.joints, system.nodes
    node = system.bodies.node[joints.body[j, side]]
    o, nu, m, split = nodes.u_off[node], nodes.nu[node], nodes.m_off[node], _split(nodes, node)
    k, moving, pushed = radius_of(nodes, node), 0.0, 0.0
    for i in range(nu):
        push, mass = dt * abs(h[0, o + i] + h[1, o + i] + h[2, o + i] + h[3, o + i]), nodes.M[m + i * nu + i]
        for row in range(joints.row[j], joints.row[j + 1]):
            push += abs(G[joints.block[j, side] + (row - joints.row[j]) * nu + i] * impulse[row])
        lever = k if i >= split else 1.0
        change = lever * push / mass if mass > 0.0 else 0.0
        moving += (lever * u[o + i]) ** 2
        pushed += change * change
    return np.sqrt(moving) + np.sqrt(pushed)


@njit
def _are_small(system, j, G, rate, dt, u, h, impulse, known):
    """Return whether all rates of a joint are below the relative rate ``known`` by the speed of one body alone."""
    joints, nodes = system.joints, system.nodes
    for side in range(joints.body.shape[1]):
        if joints.block[j, side] < 0:
            continue
        node, small = system.bodies.node[joints.body[j, side]], True
        speed = SURE * known * _own_speed(system, j, side, G, dt, u, h, impulse)
        for row in range(joints.row[j], joints.row[j + 1]):
            start = joints.block[j, side] + (row - joints.row[j]) * nodes.nu[node]
            small = small and abs(rate[row]) <= speed * _row_size(nodes, node, G, start)
        if small:
            return True
    return False


@njit
def relative_rates(system, masses, G, w, rate, dt, u, h, impulse, known):
    """Return (joint, value) of the largest |rate| of a row relative to the speeds at its joint, (-1, known) below that.

    ``rate`` is G u + w. The speed of a body includes what the impulses of its forces h and joints would make of it, so
    that joints that hold a body at rest are compared with these and not with round-off.
    """
    for j in range(len(system.joints.coordinate)):
        if _suspicious(system, j, u, rate) and not _are_small(system, j, G, rate, dt, u, h, impulse, known):
            push = np.empty(len(u))
            _set_push(system, G, impulse, dt, h, push)
            return _relative_rates_from(system, masses, j, G, w, rate, u, push, known)
    return -1, known


@njit
def _relative_rates_from(system, masses, first, G, w, rate, u, push, known):
    """Do ``relative_rates`` for the joints from ``first`` on."""
    joints, nodes, bodies = system.joints, system.nodes, system.bodies
    worst, where, noise = known, -1, -1.0
    for j in range(first, len(joints.coordinate)):
        if not _suspicious(system, j, u, rate):
            continue
        for row in range(joints.row[j], joints.row[j + 1]):
            size, largest = abs(w[row]), 0.0
            for side in range(joints.body.shape[1]):
                if joints.block[j, side] >= 0:
                    node = bodies.node[joints.body[j, side]]
                    start = joints.block[j, side] + (row - joints.row[j]) * nodes.nu[node]
                    part = _row_size(nodes, node, G, start)
                    size, largest = size + part * _speed(nodes, node, masses, u, push), max(largest, part)
            value = abs(rate[row]) / size if size > 0.0 else 0.0
            if value <= worst or np.isnan(worst):
                continue
            if noise < 0.0:
                noise = _noise(nodes, masses, u, push)
            if not abs(rate[row]) <= largest * noise:
                worst, where = value, j
    return where, worst


@njit
def _misplacement(system, G, g):
    """Return by how much bodies are turned, or shifted in radii of gyration, from where joints are met."""
    joints, nodes, bodies = system.joints, system.nodes, system.bodies
    worst = 0.0
    for j in range(len(joints.coordinate)):
        for side in range(joints.body.shape[1]):
            if joints.block[j, side] < 0:
                continue
            node = bodies.node[joints.body[j, side]]
            if _split(nodes, node) == nodes.nu[node]:
                continue  # its rows do not change with its angle
            for row in range(joints.row[j], joints.row[j + 1]):
                start = joints.block[j, side] + (row - joints.row[j]) * nodes.nu[node]
                size = _row_size(nodes, node, G, start) * radius_of(nodes, node)
                worst = max(worst, abs(g[row]) / size) if size > 0.0 else worst
    return worst


@njit
def certify_rates(system, G, w, rate, dt, u, h, impulse, work):
    """Keep the largest relative rate; return whether joints contradict each other."""
    known = min(work.certificate[ERROR.joint_rate], CONTRADICTORY)
    joint, value = relative_rates(system, work.mass, G, w, rate, dt, u, h, impulse, known)
    work.certificate[ERROR.joint_rate] = max(work.certificate[ERROR.joint_rate], value)
    if work.dynamics.singular[0] == 0 or value <= CONTRADICTORY:
        return False
    work.dynamics.singular[1] = joint
    return value > CONTRADICTORY + BESIDE * _misplacement(system, G, work.rows.g)
