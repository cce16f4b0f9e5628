"""Single-valued contact laws, the user's explicit choice: unilateral spring-damper, arctan friction.

Zander 2008, sec. 2.3.1.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import COMPLIANT, DAMPER, ELASTIC, OPEN, TOUCH
from stickslip.contact.curves import (
    add_at_curve,
    curve_weight,
    end_weight,
    is_curve,
    side_body,
    side_lever,
    side_velocity,
)
from stickslip.contact.sweep import thickness
from stickslip.joints.rows import project_wrench
from stickslip.mechanics.functions import call_buffers, call_double
from stickslip.mechanics.vectors import cross3, dot3

FRICTION_POWER = 3  # entry of Dynamics.power


@njit
def _add_at_side(system, geometry, poses, contour, x, force, work, h):
    """Add a world force at x on a contour to the generalised forces h; return its power on a prescribed body."""
    nodes, contours = system.nodes, system.contours
    if is_curve(contours, contour):
        add_at_curve(system, poses, geometry, contour, x, force, work, h)
        return 0.0
    moment, block, part = np.empty(3), np.empty(6), np.empty(3)
    xi, power = end_weight(contours, contour, poses, x), 0.0
    lever = side_lever(contours, contour, poses, x, xi)
    for end in range(2):
        body = side_body(contours, contour, end)
        if body < 0:
            continue
        for i in range(3):
            part[i] = force[i] * (xi if end == 1 else 1.0 - xi)
        cross3(lever, part, moment)
        node = system.bodies.node[body]
        if node < 0:
            power += dot3(part, poses.v[body]) + dot3(moment, poses.omega[body])
            continue
        project_wrench(nodes.kind[node], nodes.nu[node], poses.A[body], part, moment, block)
        for i in range(nodes.nu[node]):
            h[nodes.u_off[node] + i] += block[i]
    return power


@njit
def _add_at_patch(system, contacts, c, force, h):
    """Add a world force on a patch to the generalised forces of its four corner points."""
    points, nodes = system.points, system.nodes
    for k in range(4):
        p = system.contours.corner[contacts.a[c], k]
        if p < 0:
            continue  # a triangle
        node = points.node[p]
        nu = nodes.nu[node]
        for j in range(nu):
            for axis in range(3):
                J = points.J[points.j_off[p] + axis * nu + j]
                h[nodes.u_off[node] + j] += contacts.weight[c, k] * J * force[axis]


@njit
def _side_velocity(system, poses, geometry, c, side, x, out):
    contacts = geometry.contacts
    contour = contacts.a[c] if side == 0 else contacts.b[c]
    if is_curve(system.contours, contour):
        xi = curve_weight(system.contours, contour, geometry.point, x)
        first, last = system.contours.corner[contour, 0], system.contours.corner[contour, 1]
        for i in range(3):
            out[i] = (1.0 - xi) * geometry.point_rate[first, i] + xi * geometry.point_rate[last, i]
        return
    if system.contours.body[contour] >= 0:
        side_velocity(system.contours, contour, poses, x, out)
        return
    out[:] = 0.0
    for k in range(4):
        p = system.contours.corner[contour, k]
        for i in range(3 if p >= 0 else 0):
            out[i] += contacts.weight[c, k] * geometry.point_rate[p, i]


@njit
def _answer(laws, law, depth, rate, speed, mu):
    """Return spring, damper and friction force and the potential at depth = -g, its rate and the slip speed."""
    if laws.address[law, 0] != 0:
        source, target = np.empty(4), np.zeros(4)
        source[0], source[1], source[2], source[3] = depth, rate, speed, mu
        call_buffers(laws.address[law, 0], 0.0, source, target)
        return target[0], target[1], target[2], target[3]
    k, d = laws.stiffness[law], laws.damping[law]
    spring, damper = k * depth, d * rate
    friction = 2.0 / np.pi * mu * np.arctan(speed / laws.v_ref[law]) * max(0.0, spring + damper)
    return spring, damper, friction, 0.5 * k * depth * depth


@njit
def _slip(system, poses, geometry, c, x, slip):
    """Write the velocity of side b of contact c relative to side a at its middle x, without its normal part.

    Return the rate of the gap.
    """
    v_a, v_b = np.empty(3), np.empty(3)
    for i in range(3):
        x[i] = 0.5 * (geometry.contacts.x_a[c, i] + geometry.contacts.x_b[c, i])
    _side_velocity(system, poses, geometry, c, 0, x, v_a)
    _side_velocity(system, poses, geometry, c, 1, x, v_b)
    n = geometry.contacts.n[c]
    rate = dot3(n, v_b) - dot3(n, v_a)
    for i in range(3):
        slip[i] = v_b[i] - v_a[i] - rate * n[i]
    return rate


@njit
def compliant_force(system, poses, geometry, c, force, x, slip):
    """Write the elastic, damping and friction parts (3, 3) of the force on side b of a closed contact c.

    Normal: c_N (-g) - d g', never pulling. Friction: 2 mu/pi arctan(|v_T|/v_ref) |lambda_N| against the slip. A law of
    the user takes the place of these formulas; its normal force does not pull either. Where it acts and the slip are
    written to x and ``slip``. Return the potential and the rate of the gap.
    """
    contacts, laws = geometry.contacts, system.laws
    law, n = contacts.law[c], contacts.n[c]
    rate = _slip(system, poses, geometry, c, x, slip)
    speed = np.sqrt(dot3(slip, slip))
    mu = laws.mu[law]
    if laws.address[law, 1] != 0:
        mu = call_double(laws.address[law, 1], speed)
    spring, damper, friction, potential = _answer(laws, law, -contacts.gap[c], -rate, speed, mu)
    normal = max(0.0, spring + damper)
    for i in range(3):
        force[0, i], force[1, i] = spring * n[i], (normal - spring) * n[i]
        force[2, i] = -friction / speed * slip[i] if speed > 0.0 else 0.0
    return potential, rate


@njit
def _note_depth(system, geometry, c):
    """Count a closed contact; keep the deepest, also relative to what both contours reach inwards."""
    contacts, pressed, depth = geometry.contacts, geometry.pressed, -geometry.contacts.gap[c]
    thick = thickness(system.contours, geometry.placed, contacts.a[c], contacts.b[c])
    pressed[0] += 1.0
    pressed[1] = max(pressed[1], depth)
    if thick > 0.0:  # a point over a half space has no other side to come out on
        pressed[2] = max(pressed[2], depth / thick)


@njit
def add_compliant_contacts(system, poses, geometry, work, dynamics):
    """Add all compliant contacts to forces and powers on prescribed bodies; return their potential.

    Spring forces are of class elastic, dampers and friction of class damper; the friction is kept apart as well.
    """
    contacts, h, power, friction = geometry.contacts, dynamics.h, dynamics.power, dynamics.friction
    geometry.pressed[:] = 0.0
    if len(friction) == 0:
        return 0.0
    friction[:] = 0.0
    force, x, slip, potential = np.empty((3, 3)), np.empty(3), np.empty(3), 0.0
    for c in range(contacts.count[0]):
        if system.laws.compliant[contacts.law[c]] == 0 or contacts.gap[c] >= 0.0:
            continue
        _note_depth(system, geometry, c)
        potential += compliant_force(system, poses, geometry, c, force, x, slip)[0]
        a, b = contacts.a[c], contacts.b[c]
        for part in range(3):
            target = friction if part == 2 else h[ELASTIC if part == 0 else DAMPER]
            name = FRICTION_POWER if part == 2 else ELASTIC if part == 0 else DAMPER
            power[name] += _add_at_side(system, geometry, poses, b, x, force[part], work, target)
            if system.contours.body[a] >= 0:
                power[name] += _add_at_side(system, geometry, poses, a, x, -force[part], work, target)
            else:
                _add_at_patch(system, contacts, c, -force[part], target)
    power[DAMPER] += power[FRICTION_POWER]
    for i in range(len(friction)):
        h[DAMPER, i] += friction[i]
    return potential


@njit
def write_compliant(system, poses, geometry, c, dt, line):
    """Write impulse of a step dt, relative velocity and status of compliant contact c to its row of the record."""
    contacts, force, x, slip = geometry.contacts, np.zeros((3, 3)), np.empty(3), np.empty(3)
    line[TOUCH.status] = OPEN
    if contacts.gap[c] < 0.0:
        rate = compliant_force(system, poses, geometry, c, force, x, slip)[1]
        line[TOUCH.status] = COMPLIANT
    else:
        rate = _slip(system, poses, geometry, c, x, slip)
    total = force[0] + force[1] + force[2]
    n, t1, t2 = contacts.n[c], contacts.t1[c], contacts.t2[c]
    line[TOUCH.P_N], line[TOUCH.P_T1], line[TOUCH.P_T2] = (
        dt * dot3(total, n),
        dt * dot3(total, t1),
        dt * dot3(total, t2),
    )
    line[TOUCH.gamma_N], line[TOUCH.gamma_T1], line[TOUCH.gamma_T2] = rate, dot3(slip, t1), dot3(slip, t2)
