"""Moves of the configuration in addition to the motion of energy-momentum steps: momenta are conserved, energy counted.

A move dq = A^-1 H^T s of what nothing outside holds leaves its centre of mass where it is, but changes its angular
momentum: linear momenta act at other places, and those of rotations in other directions. It is restored by a rigid
rotation

    I omega = -(change of L),   v += omega x (r - c),

which opens neither contacts nor joints. Natural rates turn with their bodies. The changes of potential and of kinetic
energy are taken as they are, not to first order.

A move strains lines and solids, maybe by more energy than their contacts have taken in the step. The excess is taken
from their motion: velocities relative to the rigid motion with the same momenta are reduced (all velocities, if held).
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import ELASTIC_WORK, FRAME, PLANAR, PROJECTION_WORK
from stickslip.integrators.energy_momentum.books import potential_of, set_batch_momentum
from stickslip.integrators.energy_momentum.nodes import natural_kinetic_energy, start_rate
from stickslip.integrators.energy_momentum.span import copy
from stickslip.integrators.timestep import add_momentum
from stickslip.joints.rows import update_coordinates
from stickslip.joints.steps import set_end_rows
from stickslip.mechanics.bodies import move_frame, place_dim, set_poses
from stickslip.mechanics.vectors import dot3
from stickslip.system.matrix import multiply_nodes

SINGULAR = 1e-12  # of the largest moment of inertia: below this there is none about the axis


@njit
def move_state(system, state, work, span):
    """Move the state along span.push (nu,), rotations in world components; keep the momenta of ``span.root``; count it.

    Leaves the residuals of the joints there in work.rows.g.
    """
    roots, n = span.root, len(system.nodes.kind)
    centre, before, after = np.zeros((n, 3)), np.zeros((n, 3)), np.zeros((n, 3))
    potential, kinetic = _energies(system, state, work, span)
    _centres(system, state.q, roots, work, centre, np.zeros(n))
    _moments_of(system, state, state.u, roots, centre, work, before)
    _move_nodes(system.nodes, state, span.push)
    _moments_of(system, state, state.u, roots, centre, work, after)
    for node in range(n):
        for i in range(3):
            after[node, i] = before[node, i] - after[node, i]
    _turn_back(system, state, roots, centre, after, work)
    moved_potential, moved_kinetic = _energies(system, state, work, span)
    update_coordinates(system.joints, span.end, work.force.x, work.force.D, state.coordinate)
    copy(state.coordinate, span.angle)
    set_end_rows(system, state.t[0], work, span)
    state.ledger[ELASTIC_WORK] -= moved_potential - potential
    state.ledger[PROJECTION_WORK] += moved_potential - potential + moved_kinetic - kinetic


@njit
def slow_down(system, state, work, span):
    """Take the energies span.gain from the motion of components, as far as they have any; count it in the ledger."""
    nodes, n = system.nodes, len(system.nodes.kind)
    rigid, u, rate = np.zeros(len(state.u)), state.u.copy(), state.q_rate.copy()
    _set_rigid(system, state, work, span, rigid)
    start = kinetic = _kinetic(system, state, work, span)
    for root in range(n):
        if span.gain[root] <= 0.0:
            continue
        for part in range(2):  # first all is taken, to see how much that is
            keep = 0.0
            if part == 1:
                most = kinetic - _kinetic(system, state, work, span)
                keep = np.sqrt(1.0 - span.gain[root] / most) if most > span.gain[root] else 0.0
            for k in range(n):
                if span.root[k] == root or span.root[k] == -1 - root:
                    _keep_part(nodes, k, keep, u, rate, rigid, state)
        kinetic = _kinetic(system, state, work, span)
    state.ledger[PROJECTION_WORK] += kinetic - start


@njit
def _kinetic(system, state, work, span):
    return natural_kinetic_energy(system, state, span) + set_batch_momentum(system, state, work)


@njit
def _keep_part(nodes, k, keep, u, rate, rigid, state):
    """Give node k its rigid motion and a part of its velocities ``u`` and ``rate`` relative to that."""
    o, s = nodes.u_off[k], nodes.q_off[k]
    start_rate(nodes, k, state.q, rigid, state.q_rate)
    for i in range(nodes.nu[k]):
        state.u[o + i] = rigid[o + i] + keep * (u[o + i] - rigid[o + i])
    for i in range(12 if nodes.kind[k] == FRAME else nodes.nu[k]):
        state.q_rate[s + i] += keep * (rate[s + i] - state.q_rate[s + i])


@njit
def _set_rigid(system, state, work, span, out):
    """Write the rigid motions of all components with their momenta; of what is held: none."""
    nodes, roots, n = system.nodes, span.root, len(system.nodes.kind)
    centre, moment, turn = np.zeros((n, 3)), np.zeros((n, 3)), np.zeros((n, 3))
    mass, momentum, y = np.zeros(n), np.zeros((n, 3)), np.zeros(len(state.u))
    _centres(system, state.q, roots, work, centre, mass)
    _moments_of(system, state, state.u, roots, centre, work, moment)
    _set_turns(system, state, roots, centre, moment, work, turn)
    _add_turn(system, state.q, roots, centre, turn, out)
    _product(system, state.u, y, work)
    for k in range(n):
        for i in range(place_dim(nodes.kind[k]) if roots[k] >= 0 else 0):
            momentum[roots[k], i] += y[nodes.u_off[k] + i]
    for k in range(n):
        for i in range(place_dim(nodes.kind[k]) if roots[k] >= 0 else 0):
            out[nodes.u_off[k] + i] += momentum[roots[k], i] / mass[roots[k]]


@njit
def _energies(system, state, work, span):
    """Return potential and kinetic energy of the present state; sets the end poses to it."""
    t = state.t[0]
    set_poses(system.nodes, system.bodies, system.functions, t, t, state.q, state.u, span.end)
    potential = potential_of(system, span.end, state, work)
    return potential, _kinetic(system, state, work, span)


@njit
def _move_nodes(nodes, state, x):
    """Move all nodes along x, rotations in world components; the natural rates rotate with their bodies."""
    q, rate, body = state.q, state.q_rate, np.empty(6)
    for k in range(len(nodes.kind)):
        o, s = nodes.u_off[k], nodes.q_off[k]
        if nodes.kind[k] != FRAME:
            for i in range(nodes.nu[k]):
                q[s + i] += x[o + i]
            continue
        nu = nodes.nu[k]
        if not np.any(x[o : o + nu] != 0.0):
            continue
        D, V = q[s + 3 : s + 12].reshape((3, 3)), rate[s + 3 : s + 12].reshape((3, 3))  # rows: directors, their rates
        own = _products(D, V)
        for i in range(3):
            body[i] = x[o + i]
        for i in range(nu - 3):  # rotations of nodes with directors are in their own axes
            body[3 + i] = dot3(D[i], x[o + 3 : o + 6]) if nu == 6 else x[o + 3 + i]
        move_frame(q[s : s + 12], body[:nu], 1.0)
        for i in range(3):
            for c in range(3):
                V[i, c] = own[0, i] * D[0, c] + own[1, i] * D[1, c] + own[2, i] * D[2, c]


@njit
def _products(D, V):
    """Return the products of all rows of D with all rows of V."""
    out = np.empty((3, 3))
    for i in range(3):
        for j in range(3):
            out[i, j] = dot3(D[i], V[j])
    return out


@njit
def _product(system, x, y, work):
    """Write y = M x with the mass of nodes and that of batches."""
    multiply_nodes(system.nodes, system.nodes.M, x, y)
    add_momentum(system, work, x, y)


@njit
def _centres(system, q, roots, work, centre, mass):
    """Write the centres of mass and the masses of all components that nothing holds, at their roots."""
    nodes, n = system.nodes, len(system.nodes.kind)
    x, y = np.zeros(len(work.dynamics.mean)), np.zeros(len(work.dynamics.mean))
    for k in range(n):
        x[nodes.u_off[k]] = 1.0
    _product(system, x, y, work)
    for k in range(n):
        if roots[k] >= 0:
            own = y[nodes.u_off[k]]
            mass[roots[k]] += own
            for i in range(place_dim(nodes.kind[k])):
                centre[roots[k], i] += own * q[nodes.q_off[k] + i]
    for k in range(n):
        if mass[k] > 0.0:
            for i in range(3):
                centre[k, i] /= mass[k]


@njit
def _arm(nodes, q, k, centre, arm):
    """Write the place of node k relative to a centre."""
    for i in range(3):
        arm[i] = q[nodes.q_off[k] + i] - centre[i] if i < place_dim(nodes.kind[k]) else 0.0


@njit
def _moments_of(system, state, x, roots, centre, work, out):
    """Add the angular momenta of the velocities x of all components about their centres to ``out``, at their roots."""
    nodes, q = system.nodes, state.q
    y, arm, f = np.zeros(len(x)), np.zeros(3), np.zeros(3)
    _product(system, x, y, work)
    for k in range(len(nodes.kind)):
        if roots[k] < 0:
            continue
        o, s, places, total = nodes.u_off[k], nodes.q_off[k], place_dim(nodes.kind[k]), out[roots[k]]
        _arm(nodes, q, k, centre[roots[k]], arm)
        for i in range(places):
            f[i] = y[o + i]
        total[0] += arm[1] * f[2] - arm[2] * f[1]
        total[1] += arm[2] * f[0] - arm[0] * f[2]
        total[2] += arm[0] * f[1] - arm[1] * f[0]
        if nodes.kind[k] == PLANAR:
            total[2] += y[o + 2]
        elif nodes.kind[k] == FRAME:
            for i in range(3):
                for j in range(nodes.nu[k] - 3):
                    total[i] += q[s + 3 + 3 * j + i] * y[o + 3 + j]


@njit
def _add_turn(system, q, roots, centre, turn, u):
    """Add the velocities of rigid rotations of all components, with rates ``turn`` at their roots, to u."""
    nodes, arm = system.nodes, np.zeros(3)
    for k in range(len(nodes.kind)):
        if roots[k] < 0:
            continue
        o, s, w = nodes.u_off[k], nodes.q_off[k], turn[roots[k]]
        _arm(nodes, q, k, centre[roots[k]], arm)
        u[o] += w[1] * arm[2] - w[2] * arm[1]
        u[o + 1] += w[2] * arm[0] - w[0] * arm[2]
        if place_dim(nodes.kind[k]) == 3:
            u[o + 2] += w[0] * arm[1] - w[1] * arm[0]
        if nodes.kind[k] == PLANAR:
            u[o + 2] += w[2]
        elif nodes.kind[k] == FRAME:
            for i in range(nodes.nu[k] - 3):
                u[o + 3 + i] += dot3(q[s + 3 + 3 * i : s + 6 + 3 * i], w)


@njit
def _set_turns(system, state, roots, centre, moment, work, turn):
    """Write the rates ``turn`` of rigid rotations of all components that have the angular momenta ``moment``."""
    n = len(roots)
    inertia = np.zeros((n, 3, 3))
    for axis in range(3):
        turn[:] = 0.0
        turn[:, axis] = 1.0
        x = np.zeros(len(state.u))
        _add_turn(system, state.q, roots, centre, turn, x)
        _moments_of(system, state, x, roots, centre, work, inertia[:, axis])
    turn[:] = 0.0
    for k in range(n):
        if roots[k] == k:
            _solve_inertia(inertia[k], moment[k], turn[k])


@njit
def _turn_back(system, state, roots, centre, moment, work):
    """Change the velocities of all components by rigid rotations that have the angular momenta ``moment``."""
    nodes, turn = system.nodes, np.zeros((len(roots), 3))
    if not np.any(moment != 0.0):
        return
    _set_turns(system, state, roots, centre, moment, work, turn)
    _add_turn(system, state.q, roots, centre, turn, state.u)
    for k in range(len(roots)):
        if roots[k] < 0:
            continue
        o, s = nodes.u_off[k], nodes.q_off[k]
        for i in range(place_dim(nodes.kind[k])):
            state.q_rate[s + i] = state.u[o + i]
        if nodes.kind[k] == FRAME:
            for i in range(3):
                _add_cross(turn[roots[k]], state.q[s + 3 + 3 * i : s + 6 + 3 * i], state.q_rate[s + 3 + 3 * i :])


@njit
def _add_cross(a, b, out):
    """Add a x b."""
    out[0] += a[1] * b[2] - a[2] * b[1]
    out[1] += a[2] * b[0] - a[0] * b[2]
    out[2] += a[0] * b[1] - a[1] * b[0]


@njit
def _solve_inertia(A, b, x):
    """Solve A x = b, A (3, 3) symmetric and positive semi-definite, x = 0 where A has no moment of inertia.

    Elimination with the largest pivot on the diagonal; A and b are lost.
    """
    done, order, largest = np.zeros(3), np.zeros(3, dtype=np.int64), max(A[0, 0], A[1, 1], A[2, 2])
    rank = 0
    for _ in range(3):
        p = -1
        for i in range(3):
            if done[i] == 0.0 and (p < 0 or A[i, i] > A[p, p]):
                p = i
        if A[p, p] <= SINGULAR * largest:
            break
        done[p], order[rank] = 1.0, p
        rank += 1
        for i in range(3):
            if done[i] == 0.0:
                factor = A[i, p] / A[p, p]
                b[i] -= factor * b[p]
                for j in range(3):
                    A[i, j] -= factor * A[p, j]
    for k in range(rank - 1, -1, -1):
        p, total = order[k], b[order[k]]
        for later in range(k + 1, rank):
            total -= A[p, order[later]] * x[order[later]]
        x[p] = total / A[p, p]
