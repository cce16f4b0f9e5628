"""Stations: places on floating bodies, as bodies of their own for joints, forces and contours.

A station is a body without mass: with axes (PLANAR, FRAME) or a point (PLANAR_POINT, POINT). It is where the floating
body is, r = R + A (x + S_t q), with the axes A exp(psi~), psi = S_r q (plane: phi = theta + S_r q), and bound to it by
the rows

    G u = v - R' - A (omega x (x + S_t q) + S_t q'),    omega_s - exp(psi~)^T omega - T(psi) S_r q'

with angular velocities in axes of the bodies and T = 1 - (1 - cos p)/p^2 psi~ + (p - sin p)/p^3 psi~^2, p = |psi|.
Their impulses are the wrench between both. The place of a station follows from the floating body to round-off
(``relative``). In the matrix the equations of a station and of its rows change places: both pivots are unit matrices
then, and eliminating them first hands everything on the station to the frame and the elastic coordinates
(``system.connect``).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip._jit import njit
from stickslip.codes import FRAME, PLANAR, PLANAR_POINT
from stickslip.mechanics.vectors import rotate_frame

FRAME_SIDE, ELASTIC_SIDE, STATION_SIDE = range(3)  # columns of Joints.body
TURN = 6  # column of psi in the errors of stations
N_ERROR = 9


class Stations(NamedTuple):
    """All stations."""

    joint: Ints  # (ns,)
    frame: Ints  # (ns,) body of the floating frame
    node: Ints  # (ns,) node of the elastic coordinates that move the station, -1: none
    body: Ints  # (ns,) body of the station
    x: Floats  # (ns, 3) place in the frame without deformation
    start: Ints  # (ns,) first entry of S
    S: Floats  # flat (rows, nu): displacement and rotation in the frame by elastic coordinates


@njit
def _set_motion(system, k, rows, q, out):
    """Write S q of station k: displacement, then rotation."""
    node = system.stations.node[k]
    for i in range(rows):
        out[i] = 0.0
        if node >= 0:
            nu, o, start = system.nodes.nu[node], system.nodes.q_off[node], system.stations.start[k]
            for j in range(nu):
                out[i] += system.stations.S[start + i * nu + j] * q[o + j]


@njit
def station_place(system, k, q, out, motion):
    """Write the coordinates of station k as the floating body has them at q; ``motion`` (6,) becomes S q."""
    stations, nodes = system.stations, system.nodes
    frame = nodes.q_off[system.bodies.node[stations.frame[k]]]
    kind, x = nodes.kind[system.bodies.node[stations.body[k]]], stations.x[k]
    if kind == PLANAR or kind == PLANAR_POINT:
        _set_motion(system, k, 3 if kind == PLANAR else 2, q, motion)
        c, s = np.cos(q[frame + 2]), np.sin(q[frame + 2])
        along, across = x[0] + motion[0], x[1] + motion[1]
        out[0], out[1] = q[frame] + c * along - s * across, q[frame + 1] + s * along + c * across
        if kind == PLANAR:
            out[2] = q[frame + 2] + motion[2]
        return
    _set_motion(system, k, 6 if kind == FRAME else 3, q, motion)
    for i in range(3):
        out[i] = q[frame + i]
        for j in range(3):
            out[i] += q[frame + 3 + 3 * j + i] * (x[j] + motion[j])
    if kind == FRAME:
        A = np.empty((3, 3))
        for i in range(3):
            for j in range(3):
                A[i, j] = q[frame + 3 + 3 * j + i]
        rotate_frame(A, motion[3], motion[4], motion[5], A)
        for i in range(3):
            for j in range(3):
                out[3 + 3 * j + i] = A[i, j]


@njit
def put_station(system, k, q):
    """Write the coordinates of station k from those of its floating body."""
    o = system.nodes.q_off[system.bodies.node[system.stations.body[k]]]
    station_place(system, k, q, q[o:], np.empty(6))


@njit
def set_station_errors(system, q, error):
    """Write how far all stations are from their places on the floating bodies, and psi (ns, 9)."""
    place, motion = np.empty(12), np.empty(6)
    for k in range(len(system.stations.joint)):
        node = system.bodies.node[system.stations.body[k]]
        o, own = system.nodes.q_off[node], system.nodes.kind[node] == FRAME
        station_place(system, k, q, place, motion)
        for i in range(3 if own else system.nodes.nu[node]):
            error[k, i] = q[o + i] - place[i]
        if own:
            for i in range(3):
                a, b, total = 3 + 3 * ((i + 1) % 3), 3 + 3 * ((i + 2) % 3), 0.0
                for j in range(3):  # (p_b . d_a - p_a . d_b)/2 of the directors p of the place and d of the station
                    total += place[b + j] * q[o + a + j] - place[a + j] * q[o + b + j]
                error[k, 3 + i], error[k, TURN + i] = 0.5 * total, motion[3 + i]


@njit
def _tangent(psi, i, T):
    """Write row i of T(psi)."""
    square = psi[0] * psi[0] + psi[1] * psi[1] + psi[2] * psi[2]
    angle = math.sqrt(square)
    first, second = 0.5 - square / 24.0, 1.0 / 6.0 - square / 120.0
    if angle > 1e-3:
        half = math.sin(0.5 * angle) / angle
        first, second = 2.0 * half * half, (angle - math.sin(angle)) / (square * angle)
    a, b = (i + 1) % 3, (i + 2) % 3
    for j in range(3):
        T[j] = second * psi[i] * psi[j]
    T[i] += 1.0 - second * square
    T[a] += first * psi[b]
    T[b] -= first * psi[a]


@njit
def _set_rows_in_space(system, k, A, A_s, lever, psi, rows):
    """Write the blocks of G of a station in space; ``lever`` (3,) is that in the frame."""
    stations, joints, j = system.stations, system.joints, system.stations.joint[k]
    G, count, node = rows.G, joints.row[j + 1] - joints.row[j], stations.node[k]
    o, f, T = joints.block[j, STATION_SIDE], joints.block[j, FRAME_SIDE], np.empty(3)
    for i in range(count * count):
        G[o + i] = 1.0 if i % (count + 1) == 0 else 0.0
    for i in range(6 * count):
        G[f + i] = -1.0 if i % 7 == 0 and i < 18 else 0.0
    for i in range(3):
        for c in range(3):
            a, b = (c + 1) % 3, (c + 2) % 3
            G[f + 6 * i + 3 + c] = A[i, a] * lever[b] - A[i, b] * lever[a]  # A y~
            if count == 6:
                total = 0.0
                for l in range(3):
                    total += A_s[l, i] * A[l, c]
                G[f + 6 * (3 + i) + 3 + c] = -total
    if node < 0:
        return
    e, S, nu = joints.block[j, ELASTIC_SIDE], stations.start[k], system.nodes.nu[node]
    for i in range(count):
        if i >= 3:
            _tangent(psi, i - 3, T)
        first = 0 if i < 3 else 3
        for c in range(nu):
            total = 0.0
            for l in range(3):
                total += (A[i, l] if i < 3 else T[l]) * stations.S[S + (first + l) * nu + c]
            G[e + i * nu + c] = -total


@njit
def _set_rows_in_plane(system, k, A, lever, rows):
    """Write the blocks of G of a station in the plane; ``lever`` is that in world axes."""
    stations, joints, j = system.stations, system.joints, system.stations.joint[k]
    G, count, node = rows.G, joints.row[j + 1] - joints.row[j], stations.node[k]
    o, f = joints.block[j, STATION_SIDE], joints.block[j, FRAME_SIDE]
    for i in range(count * count):
        G[o + i] = 1.0 if i % (count + 1) == 0 else 0.0
    for i in range(3 * count):
        G[f + i] = -1.0 if i % 4 == 0 else 0.0
    G[f + 2], G[f + 5] = lever[1], -lever[0]
    if node < 0:
        return
    e, S, nu = joints.block[j, ELASTIC_SIDE], stations.start[k], system.nodes.nu[node]
    for c in range(nu):
        x, y = stations.S[S + c], stations.S[S + nu + c]
        G[e + c] = -(A[0, 0] * x + A[0, 1] * y)
        G[e + nu + c] = -(A[1, 0] * x + A[1, 1] * y)
        if count == 3:
            G[e + 2 * nu + c] = -stations.S[S + 2 * nu + c]


@njit
def set_station_rows(system, poses, error, rows):
    """Evaluate the rows of all stations: G (blocks) and g, from ``set_station_errors``."""
    stations, joints, nodes = system.stations, system.joints, system.nodes
    way, lever = np.empty(3), np.empty(3)
    for k in range(len(stations.joint)):
        j, frame, body = stations.joint[k], stations.frame[k], stations.body[k]
        first, A = joints.row[j], poses.A[frame]
        for i in range(joints.row[j + 1] - first):
            rows.g[first + i], rows.w[first + i] = error[k, i], 0.0
        for i in range(3):
            way[i] = poses.r[body, i] - poses.r[frame, i]
        if nodes.kind[system.bodies.node[frame]] == PLANAR:
            _set_rows_in_plane(system, k, A, way, rows)
            continue
        for i in range(3):
            lever[i] = A[0, i] * way[0] + A[1, i] * way[1] + A[2, i] * way[2]
        _set_rows_in_space(system, k, A, poses.A[body], lever, error[k, TURN:], rows)
