"""Degrees of freedom and poses: nodes own (q, u) blocks, bodies own poses in space.

A *node* is the unit of all linear algebra, a block of velocities:

* FRAME: spatial rigid body, q = (r, d1, d2, d3) (12), u = (v, omega) (6) with omega in body axes, q' = N(q) u.
  A node that has no spin about d3, like that of a director field, has only two: u = (v, omega_1, omega_2) (5). Of its
  axes only d3 is material.
* PLANAR: planar rigid body, q = (x, y, phi) (3), u = q'.
* GENERAL: a block of generalised coordinates with constant M, K, D, u = q'.
* POINT, PLANAR_POINT: a node of a string, q = r (3 or 2), u = q'.

A *body* is something with a pose (r, A): the ground, prescribed bodies, rigid nodes, nodes of beams and strings (points
keep the axes they start with).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip._jit import njit
from stickslip.codes import FRAME, GENERAL, PLANAR, POINT
from stickslip.mechanics.functions import call_state, function_rate, function_value
from stickslip.mechanics.vectors import rotate_frame


class Nodes(NamedTuple):
    """All velocity blocks of a system."""

    kind: Ints  # (nn,)
    q_off: Ints  # (nn,) first coordinate
    u_off: Ints  # (nn,) first velocity
    nu: Ints  # (nn,) number of velocities
    m_off: Ints  # (nn,) first entry of the (nu, nu) blocks below
    M: Floats  # flat mass blocks, constant
    M_inv: Floats  # flat inverses
    K: Floats  # flat stiffness blocks (GENERAL; zero otherwise)
    D: Floats  # flat damping blocks (GENERAL; zero otherwise)
    load: Floats  # (nu_total,) constant load: weight
    address: Ints  # (nn,) compiled code of a user's h(t, q, u) (GENERAL), 0: none


class Bodies(NamedTuple):
    """All owners of a pose; body 0 is the ground."""

    node: Ints  # (nb,) the node that moves it, -1 for ground and prescribed bodies
    r0: Floats  # (nb, 3) place at angle 0 and motion 0 (ground and prescribed)
    A0: Floats  # (nb, 3, 3)
    motion: Ints  # (nb, 3) functions of the translation, -1: none
    angle: Ints  # (nb,) function of the angle, -1: none
    axis: Floats  # (nb, 3) unit axis of the prescribed rotation


class Poses(NamedTuple):
    """Pose and velocity of every body at one instant, world components.

    Batches read them by one pointer: the arrays stand one after the other (see ``new_poses``).
    """

    r: Floats  # (nb, 3)
    A: Floats  # (nb, 3, 3)
    v: Floats  # (nb, 3)
    omega: Floats  # (nb, 3)


class Points(NamedTuple):
    """Interaction points of GENERAL nodes: r = r0 + J q (Zander 2008, sec. 3.4.1)."""

    node: Ints  # (np,)
    r0: Floats  # (np, 3)
    j_off: Ints  # (np,) first entry of J (3, nu) in J
    J: Floats  # flat


def new_poses(r: Floats, A: Floats, instants: int = 1, more: int = 0) -> tuple[list[Poses], Floats]:
    """Return poses without motion at several instants in one array, and ``more`` numbers per body behind them."""
    nb = len(r)
    flat, out = np.zeros((18 * instants + more) * nb), []
    for k in range(instants):
        own = np.split(flat[18 * nb * k :], np.array([3, 12, 15, 18]) * nb)
        out.append(Poses(own[0].reshape(nb, 3), own[1].reshape(nb, 3, 3), own[2].reshape(nb, 3), own[3].reshape(nb, 3)))
        out[k].r[:], out[k].A[:] = r, A
    return out, flat[18 * nb * instants :]


@njit
def place_dim(kind):
    """Return how many velocities of a node (not GENERAL) are those of its place; the others rotate it."""
    return 3 if kind == FRAME or kind == POINT else 2


def coordinate_count(kind, nu):
    """Return how many coordinates a node has."""
    return 12 if kind == FRAME else int(nu)


@njit
def has_director(nodes, k):
    """Return whether node k is a FRAME node without spin about d3."""
    return nodes.kind[k] == FRAME and nodes.nu[k] == 5


@njit
def spin(u, o, nu):
    """Return the angular velocity about d3 of a FRAME node whose nu velocities start at u[o]."""
    return u[o + 5] if nu > 5 else 0.0


@njit
def set_poses(nodes, bodies, functions, t, t_rate, q, u, poses):
    """Evaluate the pose of every body at (t, q) and its velocity at (t_rate, u)."""
    for k in range(len(bodies.node)):
        if bodies.node[k] >= 0:
            node_pose(nodes, bodies.node[k], q, u, k, poses)
    set_prescribed(bodies, functions, t, t_rate, poses)


@njit
def node_pose(nodes, node, q, u, k, poses):
    """Write the pose of body k that a node moves; a GENERAL node has none."""
    if nodes.kind[node] == FRAME:
        o, m = nodes.q_off[node], nodes.u_off[node]
        _frame_pose(q, o, u, m, spin(u, m, nodes.nu[node]), k, poses.r, poses.A, poses.v, poses.omega)
    elif nodes.kind[node] == PLANAR:
        _planar_pose(q[nodes.q_off[node] :], u[nodes.u_off[node] :], k, poses)
    elif nodes.kind[node] != GENERAL:
        for i in range(nodes.nu[node]):
            poses.r[k, i] = q[nodes.q_off[node] + i]
            poses.v[k, i] = u[nodes.u_off[node] + i]


@njit
def set_prescribed(bodies, functions, t, t_rate, poses):
    """Evaluate pose (at t) and velocity (at t_rate) of the prescribed bodies alone."""
    for k in range(1, len(bodies.node)):
        if bodies.node[k] < 0:
            _prescribed_pose(bodies, functions, k, t, t_rate, poses)


@njit
def _frame_pose(q, o, u, m, w2, k, r, A, v, omega):
    """Write the pose of body k with coordinates from q[o] and velocities from u[m] on, w2 the spin about d3."""
    for i in range(3):
        r[k, i], v[k, i] = q[o + i], u[m + i]
        for j in range(3):
            A[k, i, j] = q[o + 3 + 3 * j + i]  # director j is column j
        omega[k, i] = A[k, i, 0] * u[m + 3] + A[k, i, 1] * u[m + 4] + A[k, i, 2] * w2


@njit
def _planar_pose(q, u, k, poses):
    """Write the pose of body k with coordinates q and velocities u."""
    c, s = np.cos(q[2]), np.sin(q[2])
    poses.r[k, 0], poses.r[k, 1] = q[0], q[1]
    poses.v[k, 0], poses.v[k, 1] = u[0], u[1]
    poses.omega[k, 2] = u[2]
    A = poses.A[k]
    A[0, 0], A[0, 1], A[1, 0], A[1, 1] = c, -s, s, c


@njit
def _prescribed_pose(bodies, functions, k, t, t_rate, poses):
    for i in range(3):
        poses.r[k, i] = bodies.r0[k, i] + function_value(functions, bodies.motion[k, i], t)
        poses.v[k, i] = function_rate(functions, bodies.motion[k, i], t_rate)
    angle = function_value(functions, bodies.angle[k], t)
    rate = function_rate(functions, bodies.angle[k], t_rate)
    axis = bodies.axis[k]
    A0 = bodies.A0[k]
    # exp(angle axis~) A0 = A0 exp(angle (A0^T axis)~)
    p0 = A0[0, 0] * axis[0] + A0[1, 0] * axis[1] + A0[2, 0] * axis[2]
    p1 = A0[0, 1] * axis[0] + A0[1, 1] * axis[1] + A0[2, 1] * axis[2]
    p2 = A0[0, 2] * axis[0] + A0[1, 2] * axis[1] + A0[2, 2] * axis[2]
    rotate_frame(A0, angle * p0, angle * p1, angle * p2, poses.A[k])
    for i in range(3):
        poses.omega[k, i] = rate * axis[i]


@njit
def set_points(nodes, points, q, u, x, rate):
    """Write places x and velocities rate (np, 3) of the interaction points of GENERAL nodes."""
    for p in range(len(points.node)):
        node = points.node[p]
        q_off, u_off, nu = nodes.q_off[node], nodes.u_off[node], nodes.nu[node]
        for i in range(3):
            r, v = points.r0[p, i], 0.0
            for j in range(nu):
                J = points.J[points.j_off[p] + i * nu + j]
                r += J * q[q_off + j]
                v += J * u[u_off + j]
            x[p, i] = r
            rate[p, i] = v


@njit
def _is_zero(u, start, count):
    for i in range(start, start + count):
        if u[i] != 0.0:
            return False
    return True


@njit
def move(nodes, q, u, step):
    """Advance the configuration in place along the velocity: q <- q + step N(q) u, rotations by the exponential.

    What does not move stays the same to the last bit.
    """
    for k in range(len(nodes.kind)):
        q_off, u_off = nodes.q_off[k], nodes.u_off[k]
        if nodes.kind[k] == FRAME:
            if _is_zero(u, u_off, nodes.nu[k]):
                continue
            move_frame(q[q_off : q_off + 12], u[u_off : u_off + nodes.nu[k]], step)
        else:
            for i in range(nodes.nu[k]):
                q[q_off + i] += step * u[u_off + i]


@njit
def move_frame(q, u, step):
    """Advance one FRAME node with velocities u (6,) or (5,): r += step v, A <- A exp(step omega~)."""
    for i in range(3):
        q[i] += step * u[i]
    A = q[3:12].reshape((3, 3)).T  # director j is column j
    rotate_frame(A, step * u[3], step * u[4], step * spin(u, 0, len(u)), A)


@njit
def add_gyroscopic(nodes, u, h):
    """Add -omega x (Theta omega) of every spatial rigid body to h; without spin about d3 it has no turn of the node."""
    for k in range(len(nodes.kind)):
        if nodes.kind[k] != FRAME or nodes.nu[k] < 6:
            continue
        m, o = nodes.m_off[k], nodes.u_off[k]
        w0, w1, w2 = u[o + 3], u[o + 4], u[o + 5]
        l0 = nodes.M[m + 21] * w0 + nodes.M[m + 22] * w1 + nodes.M[m + 23] * w2
        l1 = nodes.M[m + 27] * w0 + nodes.M[m + 28] * w1 + nodes.M[m + 29] * w2
        l2 = nodes.M[m + 33] * w0 + nodes.M[m + 34] * w1 + nodes.M[m + 35] * w2
        h[o + 3] -= w1 * l2 - w2 * l1
        h[o + 4] -= w2 * l0 - w0 * l2
        h[o + 5] -= w0 * l1 - w1 * l0


@njit
def kinetic_energy(nodes, u):
    """Return u^T M u / 2."""
    total = 0.0
    for k in range(len(nodes.kind)):
        o, nu, m = nodes.u_off[k], nodes.nu[k], nodes.m_off[k]
        for i in range(nu):
            for j in range(nu):
                total += 0.5 * u[o + i] * nodes.M[m + i * nu + j] * u[o + j]
    return total


@njit
def node_potential(nodes, q):
    """Return the potential of weight and of GENERAL stiffness (zero where q = 0)."""
    total = 0.0
    for k in range(len(nodes.kind)):
        qo, uo, nu, m = nodes.q_off[k], nodes.u_off[k], nodes.nu[k], nodes.m_off[k]
        if nodes.kind[k] == GENERAL:
            for i in range(nu):
                total -= nodes.load[uo + i] * q[qo + i]
                for j in range(nu):
                    total += 0.5 * q[qo + i] * nodes.K[m + i * nu + j] * q[qo + j]
        else:
            for i in range(place_dim(nodes.kind[k])):
                total -= nodes.load[uo + i] * q[qo + i]
    return total


@njit
def point_velocity(poses, body, x, out):
    """Write the velocity of the material point of a body now at the world place x."""
    d0, d1, d2 = x[0] - poses.r[body, 0], x[1] - poses.r[body, 1], x[2] - poses.r[body, 2]
    w = poses.omega[body]
    out[0] = poses.v[body, 0] + w[1] * d2 - w[2] * d1
    out[1] = poses.v[body, 1] + w[2] * d0 - w[0] * d2
    out[2] = poses.v[body, 2] + w[0] * d1 - w[1] * d0


@njit
def world_point(poses, body, rho, out):
    """Write r + A rho."""
    A = poses.A[body]
    for i in range(3):
        out[i] = poses.r[body, i] + A[i, 0] * rho[0] + A[i, 1] * rho[1] + A[i, 2] * rho[2]


@njit
def add_node_force(nodes, k, t, q, u, h):
    """Add the generalised forces of a user's function h(t, q, u) of a GENERAL node, if it has one."""
    if nodes.address[k] == 0:
        return
    qo, o, nu = nodes.q_off[k], nodes.u_off[k], nodes.nu[k]
    force = np.zeros(nu)
    call_state(nodes.address[k], t, q[qo : qo + nu], u[o : o + nu], force)
    for i in range(nu):
        h[o + i] += force[i]


@njit
def node_force_tangents(nodes, k, t, q, u, dh_dq, dh_du):
    """Differentiate the user's function of a GENERAL node centrally: dh_dq, dh_du (nu, nu)."""
    nu, address = nodes.nu[k], nodes.address[k]
    x, plus, minus = np.empty((2, nu)), np.empty(nu), np.empty(nu)
    for i in range(nu):
        x[0, i], x[1, i] = q[nodes.q_off[k] + i], u[nodes.u_off[k] + i]
    for which in range(2):
        for j in range(nu):
            value = x[which, j]
            delta = 1e-6 * max(1.0, abs(value))
            plus[:] = 0.0
            minus[:] = 0.0
            x[which, j] = value + delta
            call_state(address, t, x[0], x[1], plus)
            x[which, j] = value - delta
            call_state(address, t, x[0], x[1], minus)
            x[which, j] = value
            for i in range(nu):
                slope = (plus[i] - minus[i]) / (2.0 * delta)
                if which == 0:
                    dh_dq[i, j] = slope
                else:
                    dh_du[i, j] = slope
