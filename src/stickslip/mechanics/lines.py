"""Flexible lines in the equations of motion: elements are evaluated one by one and scattered to their nodes."""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.mechanics.bodies import FRAME, PLANAR, place_dim
from stickslip.mechanics.elements import (
    BEGIN,
    DAMPER_WRENCH,
    DAMPING,
    ELASTIC_WRENCH,
    END,
    FORCE,
    GIVEN,
    INERTIA_WRENCH,
    MASS,
    NODE,
    NODES,
    PLACE_AGAIN,
    PLACE_POINT,
    POTENTIAL,
    RATE,
    STEP_FORCE,
    STEP_TANGENT,
    STIFFNESS,
    TANGENT,
    TANGENT_GIVEN,
    TURN,
    call_element,
)

ELASTIC, DAMPER, INERTIA = 0, 1, 3  # classes of forces


@njit
def _copy_pose(poses, body, source, o):
    A = poses.A[body]
    for i in range(3):
        source[o + i] = poses.r[body, i]
        for j in range(3):
            source[o + 3 + 3 * i + j] = A[i, j]


@njit
def component(kind, i):
    """Return which component of a wrench belongs to velocity i of a node: planar nodes turn about z."""
    return 5 if kind == PLANAR and i == 2 else i


@njit
def evaluate_element(elements, e, poses, task, source, target):
    """Evaluate one element at the given poses into ``target``."""
    source[0] = task
    for a in range(elements.size[e]):
        body, o = elements.body[e, a], NODES + NODE * a
        _copy_pose(poses, body, source, o)
        for i in range(3):
            source[o + RATE + i] = poses.v[body, i]
            source[o + RATE + 3 + i] = poses.omega[body, i]
    call_element(elements.address[e], source, elements.parameter[elements.start[e] :], target)  # type: ignore[call-arg]


@njit
def _add_node_force(kind, A, target, place, h, o):
    """Add the wrench at ``place`` to the generalised force at o, projected to the velocities of the node."""
    if kind == FRAME:
        for i in range(3):
            h[o + i] += target[place + i]
            h[o + 3 + i] += A[0, i] * target[place + 3] + A[1, i] * target[place + 4] + A[2, i] * target[place + 5]
    elif kind == PLANAR:
        h[o] += target[place]
        h[o + 1] += target[place + 1]
        h[o + 2] += target[place + 5]
    else:
        for i in range(place_dim(kind)):
            h[o + i] += target[place + i]


@njit
def _power(poses, body, target, place):
    total = 0.0
    for i in range(3):
        total += target[place + i] * poses.v[body, i] + target[place + 3 + i] * poses.omega[body, i]
    return total


@njit
def add_element_forces(elements, nodes, bodies, poses, work, h, power):
    """Add the forces of all elements to h per class; return their potential.

    power takes what the forces do on nodes that are prescribed.
    """
    source, target, potential = work.source, work.target, 0.0
    for e in range(len(elements.size)):
        evaluate_element(elements, e, poses, FORCE, source, target)
        potential += target[POTENTIAL]
        for a in range(elements.size[e]):
            body = elements.body[e, a]
            node = bodies.node[body]
            if node < 0:
                power[ELASTIC] += _power(poses, body, target, ELASTIC_WRENCH + 6 * a)
                power[DAMPER] += _power(poses, body, target, DAMPER_WRENCH + 6 * a)
                continue
            o, kind, A = nodes.u_off[node], nodes.kind[node], poses.A[body]
            _add_node_force(kind, A, target, ELASTIC_WRENCH + 6 * a, h[ELASTIC], o)
            _add_node_force(kind, A, target, DAMPER_WRENCH + 6 * a, h[DAMPER], o)
            if elements.massive[e] != 0:
                _add_node_force(kind, A, target, INERTIA_WRENCH + 6 * a, h[INERTIA], o)
        if elements.massive[e] != 0:
            _keep_mass(e, work)
    return potential


@njit
def _keep_mass(e, work):
    """Copy the mass that an element has written to ``work.mass``."""
    for i in range(324):
        work.mass[324 * e + i] = work.target[STIFFNESS + i]


@njit
def add_element_inertia(elements, nodes, bodies, poses, work, h):
    """Add the inertia forces that depend on velocities, of elements with a mass of their own."""
    for e in range(len(elements.size)):
        if elements.massive[e] == 0:
            continue
        evaluate_element(elements, e, poses, FORCE, work.source, work.target)
        for a in range(elements.size[e]):
            body = elements.body[e, a]
            node = bodies.node[body]
            _add_node_force(nodes.kind[node], poses.A[body], work.target, INERTIA_WRENCH + 6 * a, h, nodes.u_off[node])


@njit
def set_element_mass(system, poses, work):
    """Evaluate the mass of elements with a mass of their own into ``work.mass``."""
    elements = system.elements
    for e in range(len(elements.size)):
        if elements.massive[e] != 0:
            evaluate_element(elements, e, poses, MASS, work.source, work.target)
            _keep_mass(e, work)


@njit
def add_element_mass(system, work, values):
    """Add the mass of elements with a mass of their own, that of the last evaluation of forces, to the matrix."""
    elements, nodes, bodies, mass = system.elements, system.nodes, system.bodies, work.mass
    for e in range(len(elements.size)):
        if elements.massive[e] == 0:
            continue
        n = elements.size[e]
        for a in range(n):
            row_node = bodies.node[elements.body[e, a]]
            for b in range(n):
                start, node = system.matrix.line[e, a, b], bodies.node[elements.body[e, b]]
                nu, kind = nodes.nu[node], nodes.kind[node]
                for r in range(nodes.nu[row_node]):
                    row = 324 * e + (6 * a + component(nodes.kind[row_node], r)) * 6 * n + 6 * b
                    for c in range(nu):
                        values[start + r * nu + c] += mass[row + component(kind, c)]


@njit
def add_mass_product(system, work, x, y):
    """Add M x of elements with a mass of their own to y; M is that of the last matrix."""
    elements, nodes, bodies, mass = system.elements, system.nodes, system.bodies, work.mass
    for e in range(len(elements.size)):
        if elements.massive[e] == 0:
            continue
        n = elements.size[e]
        for a in range(n):
            row_node = bodies.node[elements.body[e, a]]
            for b in range(n):
                node = bodies.node[elements.body[e, b]]
                kind, offset = nodes.kind[node], nodes.u_off[node]
                for r in range(nodes.nu[row_node]):
                    row = 324 * e + (6 * a + component(nodes.kind[row_node], r)) * 6 * n + 6 * b
                    for c in range(nodes.nu[node]):
                        y[nodes.u_off[row_node] + r] += mass[row + component(kind, c)] * x[offset + c]


@njit
def _turn_rows(A, target, first, width):
    """Replace three rows of a block of six columns, world components, by components in the axes A."""
    for c in range(6):
        x0, x1, x2 = target[first + c], target[first + width + c], target[first + 2 * width + c]
        for i in range(3):
            target[first + i * width + c] = A[0, i] * x0 + A[1, i] * x1 + A[2, i] * x2


@njit
def _turn_columns(A, target, first, width):
    """Replace three columns of a block of six rows, rotations about world axes, by rotations about the axes A."""
    for r in range(6):
        x0, x1, x2 = target[first + r * width], target[first + r * width + 1], target[first + r * width + 2]
        for i in range(3):
            target[first + r * width + i] = x0 * A[0, i] + x1 * A[1, i] + x2 * A[2, i]


@njit
def _add_moment_change(target, a, width):
    """Subtract M~ from the block of rotations: body components of a moment change with the body's turn."""
    e, d = ELASTIC_WRENCH + 6 * a + 3, DAMPER_WRENCH + 6 * a + 3
    m0, m1, m2 = target[e] + target[d], target[e + 1] + target[d + 1], target[e + 2] + target[d + 2]
    o = STIFFNESS + (6 * a + 3) * width + 6 * a + 3
    target[o + 1] += m2
    target[o + 2] -= m1
    target[o + width] -= m2
    target[o + width + 2] += m0
    target[o + 2 * width] += m1
    target[o + 2 * width + 1] -= m0


@njit
def _to_body_axes(elements, e, nodes, bodies, poses, target):
    """Turn K and D of an element from world components to the velocities of spatial nodes."""
    n = elements.size[e]
    width = 6 * n
    for a in range(n):
        node = bodies.node[elements.body[e, a]]
        if node < 0 or nodes.kind[node] != FRAME:
            continue
        A = poses.A[elements.body[e, a]]
        _add_moment_change(target, a, width)
        for b in range(n):
            for place in (STIFFNESS, DAMPING):
                _turn_rows(A, target, place + (6 * a + 3) * width + 6 * b, width)
                _turn_columns(A, target, place + 6 * b * width + 6 * a + 3, width)


@njit
def add_line_tangents(system, poses, theta, dt, u, work, values, h_tilde):
    """Add theta dt D + (theta dt)^2 K of all elements to A, and subtract theta dt K u from h~.

    Where ``work.stress`` is not empty, it is the stress of the geometric part of K.
    """
    elements, nodes, bodies = system.elements, system.nodes, system.bodies
    source, target, step = work.source, work.target, theta * dt
    for e in range(len(elements.size)):
        given = 12 * e < len(work.stress)
        if given:
            for i in range(12):
                source[GIVEN + i] = work.stress[12 * e + i]
        evaluate_element(elements, e, poses, TANGENT_GIVEN if given else TANGENT, source, target)
        _to_body_axes(elements, e, nodes, bodies, poses, target)
        n = elements.size[e]
        for a in range(n):
            row_node = bodies.node[elements.body[e, a]]
            for b in range(n):
                start = system.matrix.line[e, a, b]
                if start < 0:
                    continue
                node = bodies.node[elements.body[e, b]]
                nu, offset, kind = nodes.nu[node], nodes.u_off[node], nodes.kind[node]
                for r in range(nodes.nu[row_node]):
                    row = (6 * a + component(nodes.kind[row_node], r)) * 6 * n + 6 * b
                    total = 0.0
                    for c in range(nu):
                        k = row + component(kind, c)
                        values[start + r * nu + c] += step * target[DAMPING + k] + step * step * target[STIFFNESS + k]
                        total += target[STIFFNESS + k] * u[offset + c]
                    h_tilde[nodes.u_off[row_node] + r] -= step * total


@njit
def set_line_points(system, poses, work, first, place, rate, J):
    """Write places and velocities of the material points into rows ``first``.. of place and rate, and J (np, 3, 18)."""
    points, elements, target = system.line_points, system.elements, work.target
    for k in range(len(points.element)):
        e = points.element[k]
        work.source[1] = points.s[k]
        if k > 0 and points.element[k - 1] == e:
            work.source[0] = PLACE_AGAIN
            call_element(elements.address[e], work.source, elements.parameter[elements.start[e] :], target)  # type: ignore[call-arg]
        else:
            evaluate_element(elements, e, poses, PLACE_POINT, work.source, target)
        place[first + k, 0], place[first + k, 1] = target[0], target[1]
        rate[first + k, 0], rate[first + k, 1] = 0.0, 0.0
        for i in range(54):
            J[k, i // 18, i % 18] = target[3 + i]
        for a in range(elements.size[e]):
            body = elements.body[e, a]
            for c in range(2):
                row = J[k, c]
                rate[first + k, c] += row[6 * a] * poses.v[body, 0] + row[6 * a + 1] * poses.v[body, 1]
                rate[first + k, c] += row[6 * a + 5] * poses.omega[body, 2]


# ------------------------------------------------------------------------------------------------ energy-momentum


@njit
def evaluate_step_element(elements, e, dt, task, mid, span, source, target):
    """Evaluate one element over an energy-momentum step into ``target``; mid holds the mid-point poses."""
    source[0], source[1] = task, dt
    for a in range(elements.size[e]):
        body, o = elements.body[e, a], NODES + NODE * a
        _copy_pose(mid, body, source, o)
        _copy_pose(span.end, body, source, o + END)
        _copy_pose(span.start, body, source, o + BEGIN)
        S = span.S[body]
        for i in range(3):
            for j in range(3):
                source[o + TURN + 3 * i + j] = 0.5 * S[i, j]
    call_element(elements.address[e], source, elements.parameter[elements.start[e] :], target)  # type: ignore[call-arg]


@njit
def add_step_lines(system, dt, work, span):
    """Add the forces of all elements over the step to h per class (moments in world components)."""
    elements, nodes, bodies, poses = system.elements, system.nodes, system.bodies, work.poses
    target, h, power = work.force.target, work.dynamics.h, work.dynamics.power
    for e in range(len(elements.size)):
        evaluate_step_element(elements, e, dt, STEP_FORCE, poses, span, work.force.source, target)
        for a in range(elements.size[e]):
            body = elements.body[e, a]
            node = bodies.node[body]
            elastic, damper = ELASTIC_WRENCH + 6 * a, DAMPER_WRENCH + 6 * a
            if node < 0:
                power[ELASTIC] += _power(poses, body, target, elastic)
                power[DAMPER] += _power(poses, body, target, damper)
                continue
            o, kind = nodes.u_off[node], nodes.kind[node]
            for i in range(nodes.nu[node]):
                c = component(kind, i)
                h[ELASTIC, o + i] += target[elastic + c]
                h[DAMPER, o + i] += target[damper + c]


@njit
def add_step_line_tangents(system, dt, work, span, values):
    """Add dt K of all elements by the unknowns of the step."""
    elements, nodes, bodies, target = system.elements, system.nodes, system.bodies, work.force.target
    for e in range(len(elements.size)):
        evaluate_step_element(elements, e, dt, STEP_TANGENT, work.poses, span, work.force.source, target)
        n = elements.size[e]
        for a in range(n):
            row_node = bodies.node[elements.body[e, a]]
            for b in range(n):
                start = system.matrix.line[e, a, b]
                if start < 0:
                    continue
                node = bodies.node[elements.body[e, b]]
                nu, kind = nodes.nu[node], nodes.kind[node]
                for r in range(nodes.nu[row_node]):
                    row = STIFFNESS + (6 * a + component(nodes.kind[row_node], r)) * 6 * n + 6 * b
                    for c in range(nu):
                        values[start + r * nu + c] += dt * target[row + component(kind, c)]


@njit
def lines_potential(elements, poses, work):
    """Return the potential of all elements at given poses."""
    total = 0.0
    for e in range(len(elements.size)):
        evaluate_element(elements, e, poses, FORCE, work.source, work.target)
        total += work.target[POTENTIAL]
    return total
