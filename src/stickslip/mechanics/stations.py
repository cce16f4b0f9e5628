"""Stations: places on floating bodies, as bodies of their own for joints, forces and contours.

A station is a planar body without mass. It is where the floating body is, r = R + A (x + S_t q), phi = theta + S_phi q,
and bound to it by three rows

    G u = v - R' - A_theta (x + S_t q) theta' - A S_t q',    phi' - theta' - S_phi q'

whose impulses are the wrench between both. Its place follows from the floating body to round-off (``relative``). In the
matrix the equations of a station and of its rows change places: both pivots are unit matrices then, and eliminating
them first hands everything on the station to the frame and the elastic coordinates (``system.connect``).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stickslip._jit import njit
from stickslip.contact.tables import Floats, Ints

FRAME_SIDE, ELASTIC_SIDE, STATION_SIDE = range(3)  # columns of Joints.body


class Stations(NamedTuple):
    """All stations."""

    joint: Ints  # (ns,)
    frame: Ints  # (ns,) body of the floating frame
    node: Ints  # (ns,) node of the elastic coordinates that move the station, -1: none
    body: Ints  # (ns,) body of the station
    x: Floats  # (ns, 2) place in the frame without deformation
    start: Ints  # (ns,) first entry of S
    S: Floats  # flat (3, nu): displacement and rotation in the frame by elastic coordinates


@njit
def station_place(system, k, q, out):
    """Write place and angle (x, y, phi) of station k as the floating body has it at q."""
    stations, nodes, node = system.stations, system.nodes, system.stations.node[k]
    frame = nodes.q_off[system.bodies.node[stations.frame[k]]]
    x, y, turn = stations.x[k, 0], stations.x[k, 1], 0.0
    if node >= 0:
        S, nu, o = stations.start[k], nodes.nu[node], nodes.q_off[node]
        for i in range(nu):
            x += stations.S[S + i] * q[o + i]
            y += stations.S[S + nu + i] * q[o + i]
            turn += stations.S[S + 2 * nu + i] * q[o + i]
    c, s = np.cos(q[frame + 2]), np.sin(q[frame + 2])
    out[0], out[1], out[2] = q[frame] + c * x - s * y, q[frame + 1] + s * x + c * y, q[frame + 2] + turn


@njit
def put_station(system, k, q):
    """Write the coordinates of station k from those of its floating body."""
    o = system.nodes.q_off[system.bodies.node[system.stations.body[k]]]
    station_place(system, k, q, q[o : o + 3])


@njit
def set_station_errors(system, q, error):
    """Write how far all stations are from their places on the floating bodies (ns, 3)."""
    for k in range(len(system.stations.joint)):
        station_place(system, k, q, error[k])
        o = system.nodes.q_off[system.bodies.node[system.stations.body[k]]]
        for i in range(3):
            error[k, i] = q[o + i] - error[k, i]


@njit
def set_station_rows(system, poses, error, rows):
    """Evaluate the rows of all stations: G (blocks) and g, from ``set_station_errors``."""
    stations, joints, nodes = system.stations, system.joints, system.nodes
    for k in range(len(stations.joint)):
        j, frame, body = stations.joint[k], stations.frame[k], stations.body[k]
        G, A = rows.G, poses.A[frame]
        lever_x, lever_y = poses.r[body, 0] - poses.r[frame, 0], poses.r[body, 1] - poses.r[frame, 1]
        o, f, first = joints.block[j, STATION_SIDE], joints.block[j, FRAME_SIDE], joints.row[j]
        for i in range(9):
            G[o + i] = 1.0 if i % 4 == 0 else 0.0
            G[f + i] = -1.0 if i % 4 == 0 else 0.0
        G[f + 2], G[f + 5] = lever_y, -lever_x
        for i in range(3):
            rows.g[first + i], rows.w[first + i] = error[k, i], 0.0
        node = stations.node[k]
        if node >= 0:
            e, S, nu = joints.block[j, ELASTIC_SIDE], stations.start[k], nodes.nu[node]
            for i in range(nu):
                x, y = stations.S[S + i], stations.S[S + nu + i]
                G[e + i] = -(A[0, 0] * x + A[0, 1] * y)
                G[e + nu + i] = -(A[1, 0] * x + A[1, 1] * y)
                G[e + 2 * nu + i] = -stations.S[S + 2 * nu + i]
