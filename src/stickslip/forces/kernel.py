"""Force elements: single-valued laws between at most two bodies, as world wrenches in three classes.

Class ELASTIC has a potential, class DAMPER only takes energy, class LOAD does work from outside. The classes are kept
apart so that the energy ledger can integrate each where it arises.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip._jit import njit
from stickslip.codes import DAMPER, ELASTIC, FRAME, LOAD, PLANAR
from stickslip.joints.rows import coordinate_value, coordinate_wrench, joint_frame, project_wrench
from stickslip.mechanics.bodies import world_point
from stickslip.mechanics.functions import call_buffers, function_value
from stickslip.mechanics.vectors import cross3, dot3, mul33, rotate_frame, rotation_vector

POINT_FORCE, TORQUE, SPRING, JOINT_SPRING, BUSHING, USER, EFFORT = range(7)


class Forces(NamedTuple):
    """All force elements; side b is the one that is acted on, side a carries the reaction (-1: none)."""

    kind: Ints  # (ne,)
    body: Ints  # (ne, 2) a, b
    rho: Floats  # (ne, 2, 3) points in the body frames
    A: Floats  # (ne, 2, 3, 3) axes in the body frames
    parameter: Floats  # (ne, 12)
    function: Ints  # (ne,) factor in time
    joint: Ints  # (ne,)
    address: Ints  # (ne,) compiled code of a user function


class ForceWork(NamedTuple):
    """Scratch of the force kernels."""

    wrench: Floats  # (3, 2, 6) class, side, (force, moment about the body's origin)
    x: Floats  # (2, 3)
    D: Floats  # (2, 3, 3)
    F: Floats  # (4, 3)
    M: Floats  # (4, 3)
    user: Floats  # (24,)
    source: Floats  # what an element of a flexible line is asked for places on it
    target: Floats  # what it answers


@njit
def add_at(poses, body, x, f0, f1, f2, wrench):
    """Add the force f acting at the world point x to the wrench (force, moment) of a body."""
    d0, d1, d2 = x[0] - poses.r[body, 0], x[1] - poses.r[body, 1], x[2] - poses.r[body, 2]
    wrench[0] += f0
    wrench[1] += f1
    wrench[2] += f2
    wrench[3] += d1 * f2 - d2 * f1
    wrench[4] += d2 * f0 - d0 * f2
    wrench[5] += d0 * f1 - d1 * f0


@njit
def _add_force(poses, body, x, force, sign, wrench):
    """Add sign * force acting at the world point x to the wrench of a body."""
    add_at(poses, body, x, sign * force[0], sign * force[1], sign * force[2], wrench)


@njit
def _point_force(forces, e, functions, poses, t, work):
    body = forces.body[e, 1]
    factor = function_value(functions, forces.function[e], t)
    world_point(poses, body, forces.rho[e, 1], work.x[1])
    vector = np.empty(3)
    vector[:] = forces.parameter[e, :3]
    if forces.parameter[e, 3] != 0.0:
        mul33(poses.A[body], forces.parameter[e, :3], vector)
    _add_force(poses, body, work.x[1], vector, factor, work.wrench[LOAD, 1])


@njit
def _torque(forces, e, functions, poses, t, work):
    factor = function_value(functions, forces.function[e], t)
    vector = np.empty(3)
    vector[:] = forces.parameter[e, :3]
    reaction = forces.body[e, 0]
    if forces.parameter[e, 3] != 0.0:
        mul33(poses.A[reaction if reaction >= 0 else forces.body[e, 1]], forces.parameter[e, :3], vector)
    for i in range(3):
        work.wrench[LOAD, 1, 3 + i] = factor * vector[i]
        work.wrench[LOAD, 0, 3 + i] = -factor * vector[i]


@njit
def line_law(forces, e, length, rate, work):
    """Return elastic pull, pull of dampers and potential of a force along a line: k (l - l0), c l', or a law's own."""
    if forces.address[e] != 0:
        source, target = work.user[:2], work.user[2:5]
        source[0], source[1] = length, rate
        call_buffers(forces.address[e], 0.0, source, target)
        return target[0], target[1], target[2]
    k, c, rest = forces.parameter[e, 0], forces.parameter[e, 1], forces.parameter[e, 2]
    return k * (length - rest), c * rate, 0.5 * k * (length - rest) ** 2


@njit
def _spring(forces, e, poses, work):
    """Return the potential of a force along the line of the two points."""
    a, b = forces.body[e, 0], forces.body[e, 1]
    world_point(poses, a, forces.rho[e, 0], work.x[0])
    world_point(poses, b, forces.rho[e, 1], work.x[1])
    direction = work.x[1] - work.x[0]
    length = np.sqrt(dot3(direction, direction))
    if length == 0.0:  # direction undefined; the force of a spring with rest length 0 vanishes here
        return line_law(forces, e, length, 0.0, work)[2]
    direction /= length
    rate = 0.0
    for side in range(2):
        body = a if side == 0 else b
        sign = -1.0 if side == 0 else 1.0
        lever = work.x[side] - poses.r[body]
        velocity = np.empty(3)
        cross3(poses.omega[body], lever, velocity)
        rate += sign * (dot3(direction, poses.v[body]) + dot3(direction, velocity))
    elastic, damper, potential = line_law(forces, e, length, rate, work)
    for side in range(2):
        body = a if side == 0 else b
        sign = 1.0 if side == 0 else -1.0
        _add_force(poses, body, work.x[side], direction, sign * elastic, work.wrench[ELASTIC, side])
        _add_force(poses, body, work.x[side], direction, sign * damper, work.wrench[DAMPER, side])
    return potential


@njit
def _joint_effort(forces, e, joints, functions, poses, angle, t, work):
    """Return the potential of a spring on a joint coordinate, or apply a drive effort to it."""
    j = forces.joint[e]
    joint_frame(joints, poses, j, work.x, work.D)
    coordinate_wrench(joints, poses, j, work.x, work.D, work.F, work.M)
    if forces.kind[e] == EFFORT:
        effort = function_value(functions, forces.function[e], t)
        _set_joint_wrench(work, LOAD, effort)
        return 0.0
    k, c, rest = forces.parameter[e, 0], forces.parameter[e, 1], forces.parameter[e, 2]
    value = coordinate_value(joints, j, work.x, work.D, angle[j])
    rate = 0.0
    for side in range(2):
        body = joints.body[j, side]
        rate += dot3(work.F[side], poses.v[body]) + dot3(work.M[side], poses.omega[body])
    _set_joint_wrench(work, ELASTIC, -k * (value - rest))
    _set_joint_wrench(work, DAMPER, -c * rate)
    return 0.5 * k * (value - rest) ** 2


@njit
def _set_joint_wrench(work, kind, effort):
    for side in range(2):
        for i in range(3):
            work.wrench[kind, side, i] = effort * work.F[side, i]
            work.wrench[kind, side, 3 + i] = effort * work.M[side, i]


@njit
def bushing_torque(k, turn, out):
    """Write the torque that is dual to turning for the potential p.K p / 2 of the rotation vector p.

    p' = J^-1 omega with J^-T = I + p~/2 + c p~ p~, so the torque is J^-T K p: K p for small angles and for equal k.
    """
    f, pf, ppf = np.empty(3), np.empty(3), np.empty(3)
    for i in range(3):
        f[i] = k[i] * turn[i]
    cross3(turn, f, pf)
    cross3(turn, pf, ppf)
    angle2 = dot3(turn, turn)
    c = 1.0 / 12.0 + angle2 / 720.0
    if angle2 > 1e-4:
        angle = np.sqrt(angle2)
        c = (1.0 - 0.5 * angle / np.tan(0.5 * angle)) / angle2
    for i in range(3):
        out[i] = f[i] + 0.5 * pf[i] + c * ppf[i]


@njit
def _bushing(forces, e, poses, work):
    """Return the potential of a linear 6-D spring-damper in the axes of frame a, rotations by the rotation vector."""
    a, b = forces.body[e, 0], forces.body[e, 1]
    D = work.D
    for side in range(2):
        body = forces.body[e, side]
        world_point(poses, body, forces.rho[e, side], work.x[side])
        A, local = poses.A[body], forces.A[e, side]
        for i in range(3):
            for k in range(3):
                D[side, i, k] = A[i, 0] * local[0, k] + A[i, 1] * local[1, k] + A[i, 2] * local[2, k]
    relative = D[0].T @ D[1]
    turn = np.empty(3)
    rotation_vector(relative, turn)
    va, vb = np.empty(3), np.empty(3)
    # both velocities at x_b, the rate seen from frame a
    cross3(poses.omega[a], work.x[1] - poses.r[a], va)
    cross3(poses.omega[b], work.x[1] - poses.r[b], vb)
    potential = 0.0
    torque = np.empty(3)
    bushing_torque(forces.parameter[e, 3:6], turn, torque)
    for i in range(3):
        axis = D[0, :, i].copy()
        shift = dot3(axis, work.x[1] - work.x[0])
        rate = dot3(axis, vb) + dot3(axis, poses.v[b]) - dot3(axis, va) - dot3(axis, poses.v[a])
        turn_rate = dot3(axis, poses.omega[b]) - dot3(axis, poses.omega[a])
        k_t, k_r = forces.parameter[e, i], forces.parameter[e, 3 + i]
        c_t, c_r = forces.parameter[e, 6 + i], forces.parameter[e, 9 + i]
        potential += 0.5 * k_t * shift * shift + 0.5 * k_r * turn[i] * turn[i]
        for side in range(2):
            body = forces.body[e, side]
            sign = 1.0 if side == 0 else -1.0
            _add_force(poses, body, work.x[1], axis, sign * k_t * shift, work.wrench[ELASTIC, side])
            _add_force(poses, body, work.x[1], axis, sign * c_t * rate, work.wrench[DAMPER, side])
            for c in range(3):
                work.wrench[ELASTIC, side, 3 + c] += sign * torque[i] * axis[c]
                work.wrench[DAMPER, side, 3 + c] += sign * c_r * turn_rate * axis[c]
    return potential


@njit
def user_wrench(forces, e, poses, t, work):
    """Apply a user's function to place, velocity, axes and angular velocity, relative to a reaction if any."""
    source, target = work.user[:18], work.user[18:24]
    source[:] = 0.0
    target[:] = 0.0
    for side in range(2):
        body, x = forces.body[e, side], work.x[side]
        if body < 0:
            continue
        sign = -1.0 if side == 0 else 1.0
        world_point(poses, body, forces.rho[e, side], x)
        w, A, local = poses.omega[body], poses.A[body], forces.A[e, side]
        for i in range(3):
            a, b = (i + 1) % 3, (i + 2) % 3
            turn = w[a] * (x[b] - poses.r[body, b]) - w[b] * (x[a] - poses.r[body, a])
            source[i] += sign * x[i]
            source[3 + i] += sign * (poses.v[body, i] + turn)
            source[15 + i] += sign * w[i]
            for k in range(3):  # side b comes last: its axes stay
                source[6 + 3 * i + k] = A[i, 0] * local[0, k] + A[i, 1] * local[1, k] + A[i, 2] * local[2, k]
    call_buffers(forces.address[e], t, source, target)
    for side in range(2):
        if forces.body[e, side] >= 0:
            sign = -1.0 if side == 0 else 1.0
            _add_force(poses, forces.body[e, side], work.x[side], target[:3], sign, work.wrench[LOAD, side])
            for i in range(3):
                work.wrench[LOAD, side, 3 + i] += sign * target[3 + i]


@njit
def element_wrench(forces, e, joints, functions, poses, angle, t, work):
    """Evaluate the wrenches of one element into work.wrench and return its potential."""
    work.wrench[:] = 0.0
    kind = forces.kind[e]
    if kind == SPRING:
        return _spring(forces, e, poses, work)
    if kind == JOINT_SPRING or kind == EFFORT:
        return _joint_effort(forces, e, joints, functions, poses, angle, t, work)
    if kind == BUSHING:
        return _bushing(forces, e, poses, work)
    if kind == POINT_FORCE:
        _point_force(forces, e, functions, poses, t, work)
    elif kind == TORQUE:
        _torque(forces, e, functions, poses, t, work)
    else:
        user_wrench(forces, e, poses, t, work)
    return 0.0


@njit
def add_forces(forces, nodes, bodies, joints, functions, poses, angle, t, work, h, power):
    """Add all elements to the generalised forces h (3, nu) per class; return their total potential.

    power (3,) takes what each class does on prescribed bodies, which their drives have to supply.
    """
    block = np.empty(6)
    potential = 0.0
    for e in range(len(forces.kind)):
        potential += element_wrench(forces, e, joints, functions, poses, angle, t, work)
        for side in range(2):
            body = forces.body[e, side]
            if body < 0:
                continue
            node = bodies.node[body]
            if node < 0:
                for kind in range(3):
                    wrench = work.wrench[kind, side]
                    power[kind] += dot3(wrench[:3], poses.v[body]) + dot3(wrench[3:], poses.omega[body])
                continue
            offset = nodes.u_off[node]
            for kind in range(3):
                wrench = work.wrench[kind, side]
                project_wrench(nodes.kind[node], nodes.nu[node], poses.A[body], wrench[:3], wrench[3:], block)
                for i in range(nodes.nu[node]):
                    h[kind, offset + i] += block[i]
    return potential


@njit
def _element_force(forces, e, nodes, bodies, joints, functions, poses, angle, t, work, out):
    """Write the generalised force of one element on its two nodes, all classes together: out (2, 6)."""
    element_wrench(forces, e, joints, functions, poses, angle, t, work)
    total = np.empty(6)
    for side in range(2):
        body = forces.body[e, side]
        if body < 0 or bodies.node[body] < 0:
            continue
        for i in range(6):
            total[i] = work.wrench[0, side, i] + work.wrench[1, side, i] + work.wrench[2, side, i]
        node = bodies.node[body]
        project_wrench(nodes.kind[node], nodes.nu[node], poses.A[body], total[:3], total[3:], out[side])


@njit
def _shift_pose(poses, body, kind, k, delta, saved, A):
    """Set the pose of a body to the saved one displaced by delta along velocity direction k, body-fixed rates kept."""
    step = np.zeros(6)
    axis = 5 if kind == PLANAR and k == 2 else k
    step[axis] = delta
    for i in range(3):
        poses.r[body, i] = saved[i] + step[i]
    rotate_frame(A, step[3], step[4], step[5], poses.A[body])
    mul33(poses.A[body], saved[3:6], poses.omega[body])


@njit
def _shift_rate(poses, body, kind, k, delta):
    """Add delta to velocity component k of a body."""
    if kind == FRAME and k >= 3:
        for i in range(3):
            poses.omega[body, i] += delta * poses.A[body, i, k - 3]
    elif kind == PLANAR and k == 2:
        poses.omega[body, 2] += delta
    else:
        poses.v[body, k] += delta


@njit
def _is_planar(forces, e, nodes, bodies):
    for side in range(2):
        node = bodies.node[forces.body[e, side]]
        if node >= 0 and nodes.kind[node] != PLANAR:
            return False
    return True


@njit
def _planar_torsion_tangents(forces, e, bodies, dh_dq, dh_du):
    """M = -k (angle - rest) - c angle' on b and -M on a: only the angular entries +-k, +-c are not zero."""
    dh_dq[:] = 0.0
    dh_du[:] = 0.0
    for i in range(2):
        for j in range(2):
            sign = -1.0 if i == j else 1.0
            if bodies.node[forces.body[e, i]] >= 0 and bodies.node[forces.body[e, j]] >= 0:
                dh_dq[i, 2, j, 2] = sign * forces.parameter[e, 0]
                dh_du[i, 2, j, 2] = sign * forces.parameter[e, 1]


@njit
def element_tangents(forces, e, nodes, bodies, joints, functions, poses, angle, t, work, dh_dq, dh_du):
    """Differentiate one element: dh_dq, dh_du (2, 6, 2, 6) row side, row, column side, column.

    Columns are directions of the velocity u, so dh_dq u is the rate of h along the motion. Central differences serve
    all elements but planar torsional springs, whose tangents are constant.
    """
    if forces.kind[e] == JOINT_SPRING and _is_planar(forces, e, nodes, bodies):
        _planar_torsion_tangents(forces, e, bodies, dh_dq, dh_du)
        return
    plus, minus = np.zeros((2, 6)), np.zeros((2, 6))
    saved, A = np.empty(6), np.empty((3, 3))
    delta = 1e-6
    for side in range(2):
        body = forces.body[e, side]
        if body < 0 or bodies.node[body] < 0:
            continue
        kind = nodes.kind[bodies.node[body]]
        saved[:3] = poses.r[body]
        A[:] = poses.A[body]
        omega = poses.omega[body]
        for i in range(3):  # body-fixed angular velocity
            saved[3 + i] = A[0, i] * omega[0] + A[1, i] * omega[1] + A[2, i] * omega[2]
        for k in range(nodes.nu[bodies.node[body]]):
            _shift_pose(poses, body, kind, k, delta, saved, A)
            _element_force(forces, e, nodes, bodies, joints, functions, poses, angle, t, work, plus)
            _shift_pose(poses, body, kind, k, -delta, saved, A)
            _element_force(forces, e, nodes, bodies, joints, functions, poses, angle, t, work, minus)
            dh_dq[:, :, side, k] = (plus - minus) / (2.0 * delta)
            _shift_pose(poses, body, kind, k, 0.0, saved, A)
            _shift_rate(poses, body, kind, k, delta)
            _element_force(forces, e, nodes, bodies, joints, functions, poses, angle, t, work, plus)
            _shift_rate(poses, body, kind, k, -2.0 * delta)
            _element_force(forces, e, nodes, bodies, joints, functions, poses, angle, t, work, minus)
            dh_du[:, :, side, k] = (plus - minus) / (2.0 * delta)
            _shift_rate(poses, body, kind, k, delta)
