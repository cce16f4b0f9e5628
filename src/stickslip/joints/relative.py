"""Relative kinematics: bodies whose place follows from that of their parent and a joint coordinate.

Zander 2008, sec. 4.1.1, 4.1.2.

The configuration of such a body is its joint coordinate: an angle, a travel, or the arc length on a flexible parent.
Stations on floating bodies follow from these alone.
Its velocities p^(2) = J_21 u^(1) + J_22 u^(2) are the solutions of G p = 0, so the projected equations J^T M J u' =
J^T (h - M J' u) have the same solution as [[M, -G^T], [G, 0]], which is sparse where J^T M J is dense: the step solves
the latter, and what joint coordinates change is the move of the configuration, which satisfies the joint to round-off.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from stickslip._arrays import Ints
from stickslip._jit import njit
from stickslip.codes import FRAME
from stickslip.floating.stations import put_station
from stickslip.joints.guides import GUIDED, follow_guides, guide_place, guide_rate
from stickslip.joints.rows import SLIDE, TRAVEL, TURN, coordinate_value, coordinate_wrench, joint_frame
from stickslip.mechanics.bodies import move, node_pose, set_poses
from stickslip.mechanics.functions import function_value
from stickslip.mechanics.vectors import dot3


class Relative(NamedTuple):
    """Joints whose second body moves in joint coordinates, parents before children."""

    joint: Ints  # (n,)
    guide: Ints  # (n,) guide of a flexible parent, -1: rigid parent
    station: Ints  # (n,) station that is placed, -1: none


@njit
def _coordinate_rate(joints, poses, j, work):
    """Return the rate of an angle or travel; joint_frame has been called."""
    coordinate_wrench(joints, poses, j, work.x, work.D, work.F, work.M)
    rate = 0.0
    for side in range(2):
        body = joints.body[j, side]
        rate += dot3(work.F[side], poses.v[body]) + dot3(work.M[side], poses.omega[body])
    return rate


@njit
def _driven(system, j, t, value):
    """Return the prescribed coordinate of a driven joint at t, else the given value."""
    table = system.table
    for row in range(system.joints.row[j], system.joints.row[j + 1]):
        if table.kind[row] == TURN or (table.kind[row] == SLIDE and table.function[row] >= 0):
            return function_value(system.functions, table.function[row], t)
    return value


@njit
def _advance_coordinates(system, poses, step, t, work, coordinate):
    """Advance the coordinates of all relative joints along the velocities in ``poses``."""
    joints, relative = system.joints, system.relative
    for k in range(len(relative.joint)):
        j, g = relative.joint[k], relative.guide[k]
        if relative.station[k] >= 0:
            continue
        if g >= 0:
            coordinate[j] += step * guide_rate(system, g, coordinate[j], poses, work)
            continue
        joint_frame(joints, poses, j, work.x, work.D)
        value = coordinate_value(joints, j, work.x, work.D, coordinate[j])
        value += step * _coordinate_rate(joints, poses, j, work)
        coordinate[j] = _driven(system, j, t, value)


@njit
def _turn_child(joints, poses, j, angle, D, A):
    """Write A_b = D_a Rz(angle) A_jb^T, the axes of the child in world components."""
    c, s, local = math.cos(angle), math.sin(angle), joints.A_b[j]
    for i in range(3):
        d_0, d_1 = c * D[0, i, 0] + s * D[0, i, 1], c * D[0, i, 1] - s * D[0, i, 0]
        for k in range(3):
            A[i, k] = d_0 * local[k, 0] + d_1 * local[k, 1] + D[0, i, 2] * local[k, 2]


@njit
def _place_child(system, k, poses, work, coordinate):
    """Write the pose of the child of relative joint k from its parent's pose and the coordinate."""
    joints, j, g = system.joints, system.relative.joint[k], system.relative.guide[k]
    if g >= 0:
        child = joints.body[j, GUIDED]
        guide_place(system, g, coordinate[j], poses, work)
        for i in range(3):
            poses.r[child, i] += work.x[0, i] - work.x[1, i]
        return child
    child, travel = joints.body[j, 1], joints.coordinate[j] == TRAVEL
    joint_frame(joints, poses, j, work.x, work.D)
    A, rho = poses.A[child], joints.rho_b[j]
    _turn_child(joints, poses, j, 0.0 if travel else coordinate[j], work.D, A)
    for i in range(3):
        poses.r[child, i] = work.x[0, i] - (A[i, 0] * rho[0] + A[i, 1] * rho[1] + A[i, 2] * rho[2])
        if travel:
            poses.r[child, i] += coordinate[j] * work.D[0, i, 2]
    return child


@njit
def _keep_pose(system, body, poses, q):
    """Write the pose of a rigid body to its coordinates."""
    nodes = system.nodes
    node = system.bodies.node[body]
    o, A = nodes.q_off[node], poses.A[body]
    if nodes.kind[node] == FRAME:
        for i in range(3):
            q[o + i] = poses.r[body, i]
            for k in range(3):
                q[o + 3 + 3 * k + i] = A[i, k]
        return
    q[o], q[o + 1] = poses.r[body, 0], poses.r[body, 1]
    turn = math.atan2(A[1, 0], A[0, 0]) - q[o + 2]
    q[o + 2] += turn - 2.0 * math.pi * round(turn / (2.0 * math.pi))


@njit
def move_system(system, t, t_end, q, u, step, coordinate, poses, work):
    """Advance the configuration in place: all nodes along u, then relative children and stations to their parents.

    t and t_end are the times of prescribed bodies before and after the move. Overwrites ``poses``, but where
    the step is 0: nothing moves then, not even the last bit.
    """
    if step == 0.0:
        return
    if len(system.relative.joint) == 0:
        move(system.nodes, q, u, step)
        return
    nodes, bodies, functions = system.nodes, system.bodies, system.functions
    set_poses(nodes, bodies, functions, t, t, q, u, poses)
    follow_guides(system, poses, work, coordinate)
    _advance_coordinates(system, poses, step, t_end, work, coordinate)
    move(nodes, q, u, step)
    set_poses(nodes, bodies, functions, t_end, t_end, q, u, poses)
    for k in range(len(system.relative.joint)):
        station = system.relative.station[k]
        if station >= 0:
            put_station(system, station, q)
            body = system.stations.body[station]
            node_pose(nodes, bodies.node[body], q, u, body, poses)
            continue
        child = _place_child(system, k, poses, work, coordinate)
        _keep_pose(system, child, poses, q)
