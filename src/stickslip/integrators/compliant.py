"""Single-valued contact laws, the user's explicit choice: unilateral spring-damper, arctan friction (zander 2.3.1)."""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.mechanics.forces import DAMPER, ELASTIC
from stickslip.mechanics.functions import call_buffers, call_double
from stickslip.mechanics.joints import project_wrench
from stickslip.mechanics.vectors import cross3, dot3
from stickslip.system.sides import (
    add_at_curve,
    curve_weight,
    end_weight,
    is_curve,
    side_body,
    side_lever,
    side_velocity,
)


@njit
def _add_at_side(system, geometry, poses, contour, x, force, work, h):
    """Add a world force at x on a contour to the generalised forces h; return its power on a prescribed body."""
    nodes, contours = system.nodes, system.contours
    if is_curve(contours, contour):
        add_at_curve(system, poses, geometry, contour, x, force, work, h)
        return 0.0
    moment, block, lever, part = np.empty(3), np.empty(6), np.empty(3), np.empty(3)
    xi, power = end_weight(contours, contour, poses, x), 0.0
    side_lever(contours, contour, poses, x, xi, lever)
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
        project_wrench(nodes.kind[node], poses.A[body], part, moment, block)
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
        side_velocity(system.contours, contour, poses, x, np.empty(3), out)
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
        call_buffers(laws.address[law, 0], 0.0, source, target)  # type: ignore[call-arg]
        return target[0], target[1], target[2], target[3]
    k, d = laws.stiffness[law], laws.damping[law]
    spring, damper = k * depth, d * rate
    friction = 2.0 / np.pi * mu * np.arctan(speed / laws.v_ref[law]) * max(0.0, spring + damper)
    return spring, damper, friction, 0.5 * k * depth * depth


@njit
def compliant_force(system, poses, geometry, c, elastic, dissipative):
    """Write the elastic and dissipative parts of the force on side b of contact c; return the potential.

    Normal: c_N (-g) - d g', never pulling. Friction: 2 mu/pi arctan(|v_T|/v_ref) |lambda_N| against the slip. A law of
    the user takes the place of these formulas; its normal force does not pull either.
    """
    contacts = geometry.contacts
    laws, law, gap = system.laws, contacts.law[c], contacts.gap[c]
    elastic[:] = 0.0
    dissipative[:] = 0.0
    if gap >= 0.0:
        return 0.0
    x = 0.5 * (contacts.x_a[c] + contacts.x_b[c])
    v_a, v_b = np.empty(3), np.empty(3)
    _side_velocity(system, poses, geometry, c, 0, x, v_a)
    _side_velocity(system, poses, geometry, c, 1, x, v_b)
    slip = v_b - v_a
    n = contacts.n[c]
    rate = dot3(n, slip)
    slip -= rate * n
    speed = np.sqrt(dot3(slip, slip))
    mu = laws.mu[law]
    if laws.address[law, 1] != 0:
        mu = call_double(laws.address[law, 1], speed)  # type: ignore[call-arg]
    spring, damper, friction, potential = _answer(laws, law, -gap, -rate, speed, mu)
    normal = max(0.0, spring + damper)
    elastic += spring * n
    dissipative += (normal - spring) * n
    if speed > 0.0:
        dissipative -= friction / speed * slip
    return potential


@njit
def add_compliant_contacts(system, poses, geometry, work, h, power):
    """Add all compliant contacts to the forces h and the power on prescribed bodies (classes elastic and damper).

    Return their potential.
    """
    contacts = geometry.contacts
    elastic, dissipative = np.empty(3), np.empty(3)
    potential = 0.0
    for c in range(contacts.count[0]):
        if system.laws.compliant[contacts.law[c]] == 0 or contacts.gap[c] >= 0.0:
            continue
        potential += compliant_force(system, poses, geometry, c, elastic, dissipative)
        x = 0.5 * (contacts.x_a[c] + contacts.x_b[c])
        a, b = contacts.a[c], contacts.b[c]
        for kind in range(2):
            force = elastic if kind == 0 else dissipative
            name = ELASTIC if kind == 0 else DAMPER
            target = h[name]
            power[name] += _add_at_side(system, geometry, poses, b, x, force, work, target)
            if system.contours.body[a] >= 0:
                power[name] += _add_at_side(system, geometry, poses, a, x, -force, work, target)
            else:
                _add_at_patch(system, contacts, c, -force, target)
    return potential
