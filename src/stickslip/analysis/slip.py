"""Slip of contacts between two configurations: what the rows of the later one see of the motion from the earlier one.

Rows H of a contact act on velocities. Between two equilibria the displacement x of a node is its translation and its
rotation vector, and H x is the slip, also for contacts that roll. Bodies that stick to each other may rotate together
by any angle. That motion is removed first, because H x of a finite rotation is not zero: displacements are relative to
a rigid motion shared by all nodes of a contact, that of one of its bodies, or of its surface.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.codes import FRAME, GENERAL, PLANAR
from stickslip.contact.kinds import BAR, CIRCLE, SEGMENT, SPHERE
from stickslip.mechanics.vectors import rotation_vector
from stickslip.system.layout import System

_ROUND = (SPHERE, CIRCLE, SEGMENT, BAR)


class Places(NamedTuple):
    """Where all nodes of a configuration are; GENERAL nodes have no place."""

    q: Floats
    r: Floats  # (nn, 3)
    A: Floats  # (nn, 3, 3)


class Motion(NamedTuple):
    """A rigid motion from one configuration to another: x -> c_1 + R (x - c_0)."""

    R: Floats  # (3, 3)
    c_0: Floats  # (3,)
    c_1: Floats  # (3,)
    angle: float = 0.0  # in the plane [rad], with full turns


REST = Motion(np.eye(3), np.zeros(3), np.zeros(3))


def places_at(system: System, q: Floats) -> Places:
    """Return places and axes of all nodes at a configuration."""
    nodes = system.nodes
    r, A = np.zeros((len(nodes.kind), 3)), np.tile(np.eye(3), (len(nodes.kind), 1, 1))
    for k, (kind, o, nu) in enumerate(zip(nodes.kind, nodes.q_off, nodes.nu, strict=True)):
        if kind == FRAME:
            r[k], A[k] = q[o : o + 3], q[o + 3 : o + 12].reshape(3, 3).T
        elif kind == PLANAR:
            r[k, :2] = q[o : o + 2]
            c, s = np.cos(q[o + 2]), np.sin(q[o + 2])
            A[k, :2, :2] = [[c, -s], [s, c]]
        elif kind != GENERAL:
            r[k, :nu] = q[o : o + nu]
    return Places(q.copy(), r, A)


def shared_motion(system: System, members: Ints, before: Places, now: Places) -> Motion:
    """Return a rigid motion that the nodes of a contact share: of the first that rotates, else the closest to theirs.

    It only has to follow where all nodes move rigidly, and then it does.
    """
    nodes = system.nodes
    if not len(members) or (nodes.kind[members] == GENERAL).any():
        return REST
    turning = members[np.isin(nodes.kind[members], (FRAME, PLANAR)) & (nodes.nu[members] != 5)]
    if len(turning):
        k = int(turning[0])
        angle = now.q[nodes.q_off[k] + 2] - before.q[nodes.q_off[k] + 2] if nodes.kind[k] == PLANAR else 0.0
        return Motion(now.A[k] @ before.A[k].T, before.r[k], now.r[k], float(angle))
    return _nearest(before.r[members], now.r[members])


def _nearest(x_0: Floats, x_1: Floats) -> Motion:
    """Return the rigid motion that takes points (n, 3) next to others (Kabsch 1976)."""
    c_0, c_1 = x_0.mean(axis=0), x_1.mean(axis=0)
    U, sigma, V = np.linalg.svd((x_0 - c_0).T @ (x_1 - c_1))
    if sigma[0] == 0.0:
        return Motion(np.eye(3), c_0, c_1)
    if sigma[1] <= 1e-9 * sigma[0]:  # on a line: the smallest rotation that takes it along
        return Motion(_least_turn(U[:, 0], V[0]), c_0, c_1)
    flip = np.diag([1.0, 1.0, np.sign(np.linalg.det(U @ V))])
    return Motion(V.T @ flip @ U.T, c_0, c_1)


def _least_turn(a: Floats, b: Floats) -> Floats:
    """Return the smallest rotation that takes the unit vector a to b."""
    v, cosine = np.cross(a, b), float(a @ b)
    if cosine < -1.0 + 1e-12:
        return np.eye(3)
    W = np.cross(np.eye(3), v)
    return np.asarray(np.eye(3) - W + W @ W / (1.0 + cosine))


def rotation_between(system: System, a: int, b: int, before: Places, now: Places) -> float:
    """Return the angle by which the bodies of contours a and b rotate against each other [rad]; 0 for round contours.

    Round contours roll: rows see that exactly. A corner, or a point, goes where its body takes it.
    """
    contours, turn = system.contours, np.eye(3)
    for contour in (a, b):
        if contours.kind[contour] in _ROUND and contours.size[contour, 0] > 0.0:
            return 0.0
    for contour, sign in ((a, 1), (b, -1)):
        body = int(contours.body[contour])
        node = int(system.bodies.node[body]) if body >= 0 else -1
        if node >= 0 and system.nodes.kind[node] in (FRAME, PLANAR):
            own = now.A[node] @ before.A[node].T
            turn = (own if sign > 0 else own.T) @ turn
    found = np.zeros(3)
    rotation_vector(np.ascontiguousarray(turn), found)
    return float(np.linalg.norm(found))


def way_of(system: System, k: int, motion: Motion, before: Places, now: Places) -> Floats:
    """Return the displacement (nu,) of node k relative to a rigid motion: translation, and rotation about its axes."""
    nodes = system.nodes
    kind, o, nu = nodes.kind[k], nodes.q_off[k], nodes.nu[k]
    if kind == GENERAL:
        return np.asarray(now.q[o : o + nu] - before.q[o : o + nu])
    shift = now.r[k] - motion.c_1 - motion.R @ (before.r[k] - motion.c_0)
    if kind == PLANAR:
        return np.array([shift[0], shift[1], now.q[o + 2] - before.q[o + 2] - motion.angle])
    if kind != FRAME:
        return np.asarray(shift[:nu])
    turn = np.zeros(3)
    rotation_vector(np.ascontiguousarray((motion.R @ before.A[k]).T @ now.A[k]), turn)
    return np.concatenate([shift, turn])[:nu]
