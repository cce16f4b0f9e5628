"""Force elements over one energy-momentum step: discrete gradients of springs, all else at the mid-point.

Betsch et al., sec. 6.

What holds exactly (to round-off), whatever the step:

* weight, SpringDamper, TorsionalSpring, Bushing: the work of the elastic force is the change of its potential
  (TorsionalSpring: on a joint that is closed, which the scheme enforces; Bushing: up to the cube of the relative
  rotation of a step below 1e-6 rad);
* all elements between two bodies: action equals reaction, so momentum and angular momentum are kept;
* dampers take energy.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import DAMPER, ELASTIC, LOAD
from stickslip.forces.kernel import (
    BUSHING,
    EFFORT,
    JOINT_SPRING,
    POINT_FORCE,
    SPRING,
    TORQUE,
    add_at,
    bushing_torque,
    line_law,
    user_wrench,
)
from stickslip.integrators.energy_momentum.nodes import add_drag, place_body
from stickslip.joints.rows import ANGLE, coordinate_value, coordinate_wrench, joint_frame
from stickslip.joints.steps import chord_factor
from stickslip.lines.elements import component
from stickslip.mechanics.bodies import has_director, place_dim, world_point
from stickslip.mechanics.functions import function_value
from stickslip.mechanics.vectors import rotation_vector

CONTRAVARIANT, COVARIANT = range(2)
CLOSE = 1e-5  # relative: lengths with a smaller difference are close to each other
STEP = 1e-6  # of the differences in the element tangents, relative to the length of the system


@njit
def _vector(forces, e, poses, x):
    """Write the end points of an element and return its length."""
    world_point(poses, forces.body[e, 0], forces.rho[e, 0], x[0])
    world_point(poses, forces.body[e, 1], forces.rho[e, 1], x[1])
    return np.sqrt((x[1, 0] - x[0, 0]) ** 2 + (x[1, 1] - x[0, 1]) ** 2 + (x[1, 2] - x[0, 2]) ** 2)


@njit
def _mean_tension(forces, e, l_0, l_1, force):
    """Return 2 (V(l_1) - V(l_0)) / (l_1^2 - l_0^2); of lengths close to each other by Simpson's rule."""
    if forces.address[e] == 0:
        k, rest = forces.parameter[e, 0], forces.parameter[e, 2]
        return k * (1.0 - 2.0 * rest / (l_0 + l_1))
    before, after = line_law(forces, e, l_0, 0.0, force), line_law(forces, e, l_1, 0.0, force)
    if abs(l_1 - l_0) > CLOSE * (l_0 + l_1):
        return 2.0 * (after[2] - before[2]) / (l_1 * l_1 - l_0 * l_0)
    middle = line_law(forces, e, 0.5 * (l_0 + l_1), 0.0, force)
    return (before[0] + 4.0 * middle[0] + after[0]) / (3.0 * (l_0 + l_1))


@njit
def _spring(forces, e, dt, work, span):
    """Apply the quotient of differences dV / d(l^2) times 2 r_m, and a damper.

    Of a linear spring that is k (1 - 2 l_0 / (l_n + l_n+1)) r_m.
    """
    x, force = work.force.x, work.force
    l_0 = _vector(forces, e, span.start, x)
    s0, s1, s2 = x[1, 0] - x[0, 0], x[1, 1] - x[0, 1], x[1, 2] - x[0, 2]
    l_1 = _vector(forces, e, span.end, x)
    if l_0 + l_1 == 0.0:
        return
    s0, s1, s2 = x[1, 0] - x[0, 0] - s0, x[1, 1] - x[0, 1] - s1, x[1, 2] - x[0, 2] - s2
    length = _vector(forces, e, work.poses, x)
    r0, r1, r2 = x[1, 0] - x[0, 0], x[1, 1] - x[0, 1], x[1, 2] - x[0, 2]
    tension, damping = _mean_tension(forces, e, l_0, l_1, force), 0.0
    if length > 0.0:
        rate = (r0 * s0 + r1 * s1 + r2 * s2) / (length * dt)
        damping = line_law(forces, e, length, rate, force)[1] / length
    for side in range(2):
        a = tension if side == 0 else -tension
        b = damping if side == 0 else -damping
        body = forces.body[e, side]
        add_at(work.poses, body, x[side], a * r0, a * r1, a * r2, force.wrench[ELASTIC, side])
        add_at(work.poses, body, x[side], b * r0, b * r1, b * r2, force.wrench[DAMPER, side])


@njit
def _load(forces, e, functions, poses, t, force):
    """Apply a point force or a torque, fixed in space or in the mid-point directors of a body."""
    b, reaction = forces.body[e, 1], forces.body[e, 0]
    factor = function_value(functions, forces.function[e], t)
    vector = force.F[0]
    for i in range(3):
        vector[i] = factor * forces.parameter[e, i]
    if forces.parameter[e, 3] != 0.0:
        A = poses.A[reaction] if forces.kind[e] == TORQUE and reaction >= 0 else poses.A[b]
        for i in range(3):
            p = forces.parameter[e]
            vector[i] = factor * (A[i, 0] * p[0] + A[i, 1] * p[1] + A[i, 2] * p[2])
    if forces.kind[e] == POINT_FORCE:
        world_point(poses, b, forces.rho[e, 1], force.x[1])
        add_at(poses, b, force.x[1], vector[0], vector[1], vector[2], force.wrench[LOAD, 1])
        return
    for i in range(3):
        force.wrench[LOAD, 1, 3 + i] = vector[i]
        force.wrench[LOAD, 0, 3 + i] = -vector[i]


@njit
def _effort(system, e, t, poses, force):
    """Apply the drive effort of a joint to its coordinate."""
    j = system.forces.joint[e]
    joint_frame(system.joints, poses, j, force.x, force.D)
    coordinate_wrench(system.joints, poses, j, force.x, force.D, force.F, force.M)
    effort = function_value(system.functions, system.forces.function[e], t)
    for side in range(2):
        for i in range(3):
            force.wrench[LOAD, side, i] = effort * force.F[side, i]
            force.wrench[LOAD, side, 3 + i] = effort * force.M[side, i]


@njit
def _joint_spring(system, e, state, work, span):
    """Apply the difference quotient of V by the angle, scaled to the work of the step, and a damper about d_2,m."""
    forces, joints, force, poses = system.forces, system.joints, work.force, work.poses
    j = forces.joint[e]
    a, b = joints.body[j, 0], joints.body[j, 1]
    joint_frame(joints, span.end, j, force.x, force.D)
    before = state.coordinate[j]
    change = coordinate_value(joints, j, force.x, force.D, before) - before
    joint_frame(joints, poses, j, force.x, force.D)
    gamma, rate = 0.0, 0.0
    for i in range(3):
        gamma += 0.5 * span.theta[a, i] * force.D[0, i, 2]
        rate += (poses.omega[b, i] - poses.omega[a, i]) * force.D[0, i, 2]
    torque = forces.parameter[e, 0] * (before + 0.5 * change - forces.parameter[e, 2]) * chord_factor(change, gamma)
    damping = forces.parameter[e, 1] * rate
    for i in range(3):
        axis = force.D[0, i, 2]
        force.wrench[ELASTIC, 0, 3 + i], force.wrench[ELASTIC, 1, 3 + i] = torque * axis, -torque * axis
        force.wrench[DAMPER, 0, 3 + i], force.wrench[DAMPER, 1, 3 + i] = damping * axis, -damping * axis


@njit
def _bushing_frames(forces, e, poses, x, D):
    """Write the end points and axes of a bushing."""
    for side in range(2):
        body = forces.body[e, side]
        world_point(poses, body, forces.rho[e, side], x[side])
        A, local = poses.A[body], forces.A[e, side]
        for i in range(3):
            for k in range(3):
                D[side, i, k] = A[i, 0] * local[0, k] + A[i, 1] * local[1, k] + A[i, 2] * local[2, k]


@njit
def _bushing_strain(forces, e, poses, x, D, relative, strain):
    """Write shifts d_i . r (quadratic in the coordinates) and the rotation vector of frame b in frame a."""
    _bushing_frames(forces, e, poses, x, D)
    for i in range(3):
        strain[i] = 0.0
        for c in range(3):
            strain[i] += D[0, c, i] * (x[1, c] - x[0, c])
            relative[i, c] = D[0, 0, i] * D[1, 0, c] + D[0, 1, i] * D[1, 1, c] + D[0, 2, i] * D[1, 2, c]
    rotation_vector(relative, strain[3:])


@njit
def _bushing_dampers(forces, e, poses, force):
    """Apply dampers along and about the axes of frame a to the rates at x_b."""
    a, b = forces.body[e, 0], forces.body[e, 1]
    x, D = force.x[1], force.D[0]
    for i in range(3):
        rate, turn_rate = 0.0, 0.0
        for c in range(3):
            k, l = (c + 1) % 3, (c + 2) % 3
            va = poses.v[a, c] + poses.omega[a, k] * (x[l] - poses.r[a, l]) - poses.omega[a, l] * (x[k] - poses.r[a, k])
            vb = poses.v[b, c] + poses.omega[b, k] * (x[l] - poses.r[b, l]) - poses.omega[b, l] * (x[k] - poses.r[b, k])
            rate += D[c, i] * (vb - va)
            turn_rate += D[c, i] * (poses.omega[b, c] - poses.omega[a, c])
        pull, turn = forces.parameter[e, 6 + i] * rate, forces.parameter[e, 9 + i] * turn_rate
        for side in range(2):
            sign = 1.0 if side == 0 else -1.0
            f, wrench = sign * pull, force.wrench[DAMPER, side]
            add_at(poses, forces.body[e, side], x, f * D[0, i], f * D[1, i], f * D[2, i], wrench)
            for c in range(3):
                wrench[3 + c] += sign * turn * D[c, i]


@njit
def _bushing(forces, e, work, span):
    """Apply mean shifts along mid-point axes, the mean rotation vector corrected along the step, and dampers."""
    force, strain = work.force, work.force.user
    x, D, relative, T = force.x, force.D, force.M[:3], force.F[0]
    _bushing_strain(forces, e, span.start, x, D, relative, strain[:6])
    _bushing_strain(forces, e, span.end, x, D, relative, strain[6:12])
    _bushing_frames(forces, e, work.poses, x, D)
    a, b = forces.body[e, 0], forces.body[e, 1]
    T[0], T[1], T[2], change = 0.0, 0.0, 0.0, 0.0
    mean, torque = strain[12:15], strain[15:18]
    for i in range(3):
        mean[i] = 0.5 * (strain[3 + i] + strain[9 + i])
    bushing_torque(forces.parameter[e, 3:6], mean, torque)
    for i in range(3):
        pull = 0.5 * forces.parameter[e, i] * (strain[i] + strain[6 + i])
        change += forces.parameter[e, 3 + i] * mean[i] * (strain[9 + i] - strain[3 + i])
        d0, d1, d2 = D[0, 0, i], D[0, 1, i], D[0, 2, i]
        add_at(work.poses, a, x[1], pull * d0, pull * d1, pull * d2, force.wrench[ELASTIC, 0])
        add_at(work.poses, b, x[1], -pull * d0, -pull * d1, -pull * d2, force.wrench[ELASTIC, 1])
        T[0], T[1], T[2] = T[0] + torque[i] * d0, T[1] + torque[i] * d1, T[2] + torque[i] * d2
    _bushing_dampers(forces, e, work.poses, force)
    square = 0.0
    for i in range(3):
        w = span.theta[b, i] - span.theta[a, i]
        change -= T[i] * w
        square += w * w
    factor = change / square if square > 1e-12 else 0.0
    for i in range(3):
        T[i] += factor * (span.theta[b, i] - span.theta[a, i])
        force.wrench[ELASTIC, 0, 3 + i] += T[i]
        force.wrench[ELASTIC, 1, 3 + i] -= T[i]


@njit
def _covariant(forces, e, poses, wrench):
    """Replace torques m by (tr C 1 - C) m / 2, C = D_m D_m^T: what covariant mid-point directors give.

    Betsch et al., eq. 70.
    """
    for side in range(2):
        body = forces.body[e, side]
        if body < 0:
            continue
        A = poses.A[body]
        trace = 0.0
        for i in range(3):
            trace += A[i, 0] ** 2 + A[i, 1] ** 2 + A[i, 2] ** 2
        for kind in range(3):
            m = wrench[kind, side]
            c0 = A[0, 0] * m[3] + A[1, 0] * m[4] + A[2, 0] * m[5]
            c1 = A[0, 1] * m[3] + A[1, 1] * m[4] + A[2, 1] * m[5]
            c2 = A[0, 2] * m[3] + A[1, 2] * m[4] + A[2, 2] * m[5]
            for i in range(3):
                m[3 + i] = 0.5 * (trace * m[3 + i] - (A[i, 0] * c0 + A[i, 1] * c1 + A[i, 2] * c2))


@njit
def step_wrench(system, e, dt, rule, state, work, span):
    """Evaluate the wrenches of one element over the step, about the mid-point origins, into force.wrench.

    By rule (Betsch et al., eq. 61) a torque enters the reduced balance as it is; rule (Betsch et al., eq. 70)
    changes Torque and drive efforts.
    """
    forces, force, poses, kind = system.forces, work.force, work.poses, system.forces.kind[e]
    force.wrench[:] = 0.0
    t = state.t[0] + 0.5 * dt
    if kind == SPRING:
        _spring(forces, e, dt, work, span)
    elif kind == TORQUE or kind == POINT_FORCE:
        _load(forces, e, system.functions, poses, t, force)
    elif kind == JOINT_SPRING:
        _joint_spring(system, e, state, work, span)
    elif kind == EFFORT:
        _effort(system, e, t, poses, force)
    elif kind == BUSHING:
        _bushing(forces, e, work, span)
    else:
        user_wrench(forces, e, poses, t, force)
    if rule == COVARIANT:
        if kind == TORQUE or (kind == EFFORT and system.joints.coordinate[forces.joint[e]] == ANGLE):
            _covariant(forces, e, poses, force.wrench)


@njit
def elements_potential(system, poses, state, work):
    """Return the potential of all force elements at given poses."""
    forces, force, total = system.forces, work.force, 0.0
    for e in range(len(forces.kind)):
        p, kind = forces.parameter[e], forces.kind[e]
        if kind == SPRING:
            total += line_law(forces, e, _vector(forces, e, poses, force.x), 0.0, force)[2]
        elif kind == JOINT_SPRING:
            total += 0.5 * p[0] * (state.coordinate[forces.joint[e]] - p[2]) ** 2
        elif kind == BUSHING:
            _bushing_strain(forces, e, poses, force.x, force.D, force.M[:3], force.user[:6])
            for i in range(6):
                total += 0.5 * p[i] * force.user[i] ** 2
    return total


@njit
def _turn_to_axes(wrench, side, A):
    """Replace the world moments of one side by their components along axes, for nodes with directors."""
    for kind in range(3):
        m = wrench[kind, side]
        m0, m1, m2 = m[3], m[4], m[5]
        for i in range(3):
            m[3 + i] = A[0, i] * m0 + A[1, i] * m1 + A[2, i] * m2


@njit
def add_step_forces(system, dt, rule, state, work, span):
    """Write the mid-point forces per class into h (moments in world components), and the power on prescribed bodies."""
    nodes, bodies, forces, poses = system.nodes, system.bodies, system.forces, work.poses
    h, power, wrench = work.dynamics.h, work.dynamics.power, work.force.wrench
    power[0], power[1], power[2] = 0.0, 0.0, 0.0
    for i in range(len(state.u)):
        h[0, i], h[1, i], h[2, i] = nodes.load[i], 0.0, 0.0
    for k in range(1, len(bodies.node)):
        if bodies.node[k] >= 0:
            add_drag(nodes, bodies.node[k], k, dt, poses, span, h[DAMPER])
    for e in range(len(forces.kind)):
        step_wrench(system, e, dt, rule, state, work, span)
        for side in range(2):
            body = forces.body[e, side]
            if body < 0:
                continue
            node = bodies.node[body]
            if node < 0:
                for kind in range(3):
                    for i in range(3):
                        power[kind] += wrench[kind, side, i] * poses.v[body, i]
                        power[kind] += wrench[kind, side, 3 + i] * poses.omega[body, i]
                continue
            o, nu = nodes.u_off[node], nodes.nu[node]
            if has_director(nodes, node):
                _turn_to_axes(wrench, side, span.start.A[body])
            for i in range(nu):
                place = component(nodes.kind[node], i)
                for kind in range(3):
                    h[kind, o + i] += wrench[kind, side, place]


@njit
def _constant(forces, e, rule):
    """Return whether an element does not depend on the motion: a torque fixed in space, or a force on an origin."""
    if forces.parameter[e, 3] != 0.0:
        return False
    rho = forces.rho[e, 1]
    if forces.kind[e] == POINT_FORCE:
        return rho[0] == 0.0 and rho[1] == 0.0 and rho[2] == 0.0
    return forces.kind[e] == TORQUE and rule == CONTRAVARIANT


@njit
def _subtract_column(nodes, row, wrench, side, factor, width, place, values):
    """Subtract factor times the total wrench of one side from a column of a block."""
    for r in range(nodes.nu[row]):
        k = component(nodes.kind[row], r)
        total = wrench[0, side, k] + wrench[1, side, k] + wrench[2, side, k]
        values[place + r * width] -= factor * total


@njit
def add_step_tangents(system, dt, rule, state, work, span, values):
    """Subtract dt times the derivative of all element forces by the unknowns, by central differences."""
    nodes, bodies, forces, wrench = system.nodes, system.bodies, system.forces, work.force.wrench
    for e in range(len(forces.kind)):
        if _constant(forces, e, rule):
            continue
        for j in range(2):
            body = forces.body[e, j]
            if body < 0 or bodies.node[body] < 0:
                continue
            column = bodies.node[body]
            width = nodes.nu[column]
            for c in range(width):
                unknown = nodes.u_off[column] + c
                turn = c >= place_dim(nodes.kind[column])
                delta = STEP if turn else STEP * span.size[0]
                for sign in (1.0, -1.0):
                    saved = span.z[unknown]
                    span.z[unknown] += sign * delta
                    place_body(nodes, column, body, dt, work.poses, span)
                    step_wrench(system, e, dt, rule, state, work, span)
                    span.z[unknown] = saved
                    factor = sign * dt / (2.0 * delta)
                    for i in range(2):
                        if system.matrix.element[e, i, j] >= 0:
                            row = bodies.node[forces.body[e, i]]
                            if has_director(nodes, row):
                                _turn_to_axes(wrench, i, span.start.A[forces.body[e, i]])
                            place = system.matrix.element[e, i, j] + c
                            _subtract_column(nodes, row, wrench, i, factor, width, place, values)
            place_body(nodes, column, body, dt, work.poses, span)
