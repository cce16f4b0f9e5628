"""Flexible lines in the equations of motion: elements are evaluated one by one and scattered to their nodes."""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.lines.elements import (
    BEGIN,
    DAMPER_WRENCH,
    DAMPING,
    ELASTIC_WRENCH,
    END,
    FORCE,
    GIVEN,
    INERTIA,
    INERTIA_WRENCH,
    MASS_SIZE,
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
from stickslip.mechanics.bodies import FRAME, PLANAR, place_dim

U64 = np.uint64  # unsigned indices let the compiler vectorise inner loops, see ``block_lu``
ELASTIC, DAMPER, GYROSCOPIC = 0, 1, 3  # classes of forces


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
    r, A, v, omega = poses.r, poses.A, poses.v, poses.omega
    source[0] = task
    for a in range(elements.size[e]):
        body, o = elements.body[e, a], NODES + NODE * a
        for i in range(3):
            source[o + i] = r[body, i]
            source[o + RATE + i] = v[body, i]
            source[o + RATE + 3 + i] = omega[body, i]
            for j in range(3):
                source[o + 3 + 3 * i + j] = A[body, i, j]
    call_element(elements.address[e], source, elements.parameter[elements.start[e] :], target)  # type: ignore[call-arg]


@njit
def _add_node_force(kind, source, pose, target, place, h, name, o):
    """Add the wrench at ``place`` to the generalised force ``name`` at o, projected to the velocities of the node.

    ``pose`` is where the pose of the node stands in ``source``.
    """
    for i in range(place_dim(kind)):
        h[name, o + i] += target[place + i]
    if kind == FRAME:
        m0, m1, m2 = target[place + 3], target[place + 4], target[place + 5]
        for i in range(3):
            h[name, o + 3 + i] += source[pose + 3 + i] * m0 + source[pose + 6 + i] * m1 + source[pose + 9 + i] * m2
    elif kind == PLANAR:
        h[name, o + 2] += target[place + 5]


@njit
def _power(poses, body, target, place):
    total = 0.0
    for i in range(3):
        total += target[place + i] * poses.v[body, i] + target[place + 3 + i] * poses.omega[body, i]
    return total


@njit
def add_elements(system, poses, blend, u, work, dynamics):
    """Add the forces of all elements to h per class; return their potential.

    Unless ``blend`` is without tangents, also add those to matrix and h~: forces and tangents have most of their work
    in common.
    """
    elements, source, target, potential = system.elements, work.source, work.target, 0.0
    for e in range(len(elements.size)):
        evaluate_element(elements, e, poses, FORCE if blend.stiffness == 0.0 else TANGENT, source, target)
        potential += target[POTENTIAL]
        _add_element_forces(system, e, poses, source, target, dynamics.h, dynamics.power)
        if elements.massive[e] != 0:
            _keep_mass(e, work)
        if blend.stiffness != 0.0:
            _add_element_tangents(system, e, blend, u, source, target, dynamics.values, dynamics.h_total)
    return potential


@njit
def _add_element_forces(system, e, poses, source, target, h, power):
    """Add the forces of one element to h; power takes what they do on nodes that are prescribed."""
    elements, nodes = system.elements, system.nodes
    damped, massive = elements.damped[e] != 0, elements.massive[e] != 0
    for a in range(elements.size[e]):
        body, pose, place = elements.body[e, a], NODES + NODE * a, 6 * a
        node = system.bodies.node[body]
        if node < 0:
            power[ELASTIC] += _power(poses, body, target, ELASTIC_WRENCH + place)
            power[DAMPER] += _power(poses, body, target, DAMPER_WRENCH + place)
            continue
        o, kind = nodes.u_off[node], nodes.kind[node]
        _add_node_force(kind, source, pose, target, ELASTIC_WRENCH + place, h, ELASTIC, o)
        if damped:
            _add_node_force(kind, source, pose, target, DAMPER_WRENCH + place, h, DAMPER, o)
        if massive:
            _add_node_force(kind, source, pose, target, INERTIA_WRENCH + place, h, GYROSCOPIC, o)


@njit
def _keep_mass(e, work):
    """Copy the mass that an element has written to ``work.mass``."""
    for i in range(MASS_SIZE):
        work.mass[MASS_SIZE * e + i] = work.target[INERTIA + i]


@njit
def add_element_inertia(system, poses, work, h):
    """Add the inertia forces that depend on velocities, of elements with a mass of their own."""
    elements, nodes = system.elements, system.nodes
    for e in range(len(elements.size)):
        if elements.massive[e] == 0:
            continue
        evaluate_element(elements, e, poses, FORCE, work.source, work.target)
        for a in range(elements.size[e]):
            node, pose = system.bodies.node[elements.body[e, a]], NODES + NODE * a
            kind, o, place = nodes.kind[node], nodes.u_off[node], INERTIA_WRENCH + 6 * a
            _add_node_force(kind, work.source, pose, work.target, place, h, GYROSCOPIC, o)


@njit
def set_element_mass(system, poses, work):
    """Evaluate the mass of elements with a mass of their own into ``work.mass``."""
    elements = system.elements
    for e in range(len(elements.size)):
        if elements.massive[e] != 0:
            evaluate_element(elements, e, poses, FORCE, work.source, work.target)
            _keep_mass(e, work)


@njit
def add_element_mass(system, work, values):
    """Add the mass of elements with a mass of their own, that of the last evaluation of forces, to the matrix."""
    elements, nodes, bodies, mass = system.elements, system.nodes, system.bodies, work.mass
    for e in range(len(elements.size)):
        if elements.massive[e] == 0:
            continue
        row = MASS_SIZE * e
        for a in range(elements.size[e]):
            rows, column = nodes.nu[bodies.node[elements.body[e, a]]], 0
            for b in range(elements.size[e]):
                start, nu = system.matrix.line[e, a, b], nodes.nu[bodies.node[elements.body[e, b]]]
                for r in range(rows):
                    for c in range(nu):
                        values[start + r * nu + c] += mass[row + 8 * r + column + c]
                column += nu
            row += 8 * rows


@njit
def add_mass_product(system, work, x, y):
    """Add M x of elements with a mass of their own to y; M is that of the last matrix."""
    elements, nodes, bodies, mass = system.elements, system.nodes, system.bodies, work.mass
    for e in range(len(elements.size)):
        if elements.massive[e] == 0:
            continue
        row = MASS_SIZE * e
        for a in range(elements.size[e]):
            row_node, k = bodies.node[elements.body[e, a]], row
            for b in range(elements.size[e]):
                node = bodies.node[elements.body[e, b]]
                for r in range(nodes.nu[row_node]):
                    total = 0.0
                    for c in range(nodes.nu[node]):
                        total += mass[k + 8 * r + c] * x[nodes.u_off[node] + c]
                    y[nodes.u_off[row_node] + r] += total
                k += nodes.nu[node]
            row += 8 * nodes.nu[row_node]


@njit
def _turn_rows(source, pose, target, first, width):
    """Replace three rows of a block of six columns, world components, by components in the axes of a node."""
    o, p, q = U64(first), U64(first + width), U64(first + 2 * width)
    a00, a01, a02 = source[pose + 3], source[pose + 4], source[pose + 5]
    a10, a11, a12 = source[pose + 6], source[pose + 7], source[pose + 8]
    a20, a21, a22 = source[pose + 9], source[pose + 10], source[pose + 11]
    for c in range(U64(6)):
        x, y, z = target[o + c], target[p + c], target[q + c]
        target[o + c] = a00 * x + a10 * y + a20 * z
        target[p + c] = a01 * x + a11 * y + a21 * z
        target[q + c] = a02 * x + a12 * y + a22 * z


@njit
def _turn_columns(source, pose, target, first, width):
    """Replace three columns of a block of six rows, rotations about world axes, by rotations about those of a node."""
    a00, a01, a02 = source[pose + 3], source[pose + 4], source[pose + 5]
    a10, a11, a12 = source[pose + 6], source[pose + 7], source[pose + 8]
    a20, a21, a22 = source[pose + 9], source[pose + 10], source[pose + 11]
    for r in range(6):
        o = U64(first + r * width)
        x, y, z = target[o], target[o + U64(1)], target[o + U64(2)]
        target[o] = x * a00 + y * a10 + z * a20
        target[o + U64(1)] = x * a01 + y * a11 + z * a21
        target[o + U64(2)] = x * a02 + y * a12 + z * a22


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
def _to_body_axes(elements, e, nodes, bodies, source, target):
    """Turn K and D of an element from world components to the velocities of spatial nodes."""
    n, damped = elements.size[e], elements.damped[e] != 0
    width = 6 * n
    for a in range(n):
        node, pose = bodies.node[elements.body[e, a]], NODES + NODE * a
        if node < 0 or nodes.kind[node] != FRAME:
            continue
        _add_moment_change(target, a, width)
        for b in range(n):
            row, column = (6 * a + 3) * width + 6 * b, 6 * b * width + 6 * a + 3
            _turn_rows(source, pose, target, STIFFNESS + row, width)
            _turn_columns(source, pose, target, STIFFNESS + column, width)
            if damped:
                _turn_rows(source, pose, target, DAMPING + row, width)
                _turn_columns(source, pose, target, DAMPING + column, width)


@njit
def _add_block(rows, row_kind, columns, kind, factor, target, place, width, values, start):
    """Add factor times a block of an element's matrix to the block of two nodes at ``start``."""
    flat, nu = U64(2 if kind == PLANAR else columns), U64(columns)
    for r in range(rows):
        k, o = U64(place + component(row_kind, r) * width), U64(start + r * columns)
        for c in range(flat):
            values[o + c] += factor * target[k + c]
        for c in range(flat, nu):  # the turn of a planar node
            values[o + c] += factor * target[k + U64(5)]


@njit
def _subtract_product(rows, row_kind, columns, kind, factor, target, place, width, u, offset, h, row):
    """Subtract factor times a block of an element's matrix times the velocities of a node from h at ``row``."""
    flat, nu, i = U64(2 if kind == PLANAR else columns), U64(columns), U64(offset)
    for r in range(rows):
        k, total = U64(place + component(row_kind, r) * width), 0.0
        for c in range(flat):
            total += target[k + c] * u[i + c]
        for c in range(flat, nu):
            total += target[k + U64(5)] * u[i + c]
        h[row + r] -= factor * total


@njit
def _add_element_tangents(system, e, blend, u, source, target, values, h_tilde):
    """Add D and K of one element to the matrix, and subtract shift K u from h~."""
    elements, nodes, bodies = system.elements, system.nodes, system.bodies
    _to_body_axes(elements, e, nodes, bodies, source, target)
    n, damped = elements.size[e], elements.damped[e] != 0
    width = 6 * n
    for a in range(n):
        row_node = bodies.node[elements.body[e, a]]
        for b in range(n):
            start = system.matrix.line[e, a, b]
            if start < 0:
                continue
            node, place = bodies.node[elements.body[e, b]], 6 * a * width + 6 * b
            rows, row_kind, nu, kind = nodes.nu[row_node], nodes.kind[row_node], nodes.nu[node], nodes.kind[node]
            _add_block(rows, row_kind, nu, kind, blend.stiffness, target, STIFFNESS + place, width, values, start)
            if damped:
                _add_block(rows, row_kind, nu, kind, blend.damping, target, DAMPING + place, width, values, start)
            if blend.shift != 0.0:
                _subtract_product(
                    rows, row_kind, nu, kind, blend.shift, target, STIFFNESS + place, width, u, nodes.u_off[node],
                    h_tilde, nodes.u_off[row_node],
                )  # fmt: skip


@njit
def add_given_tangents(system, poses, blend, u, work, dynamics):
    """Add to matrix and h~ what ``add_elements`` adds, with ``work.stress`` for the geometric part of K."""
    elements, source, target = system.elements, work.source, work.target
    for e in range(len(elements.size)):
        for i in range(12):
            source[GIVEN + i] = work.stress[12 * e + i]
        evaluate_element(elements, e, poses, TANGENT_GIVEN, source, target)
        _add_element_tangents(system, e, blend, u, source, target, dynamics.values, dynamics.h_total)


@njit
def set_line_points(system, poses, work, first, place, rate):
    """Write places and velocities of the material points into rows ``first``.. of place and rate."""
    points, elements, target = system.line_points, system.elements, work.target
    for k in range(len(points.element)):
        e = points.element[k]
        work.source[1] = points.s[k]
        if k > 0 and points.element[k - 1] == e:
            work.source[0] = PLACE_AGAIN
            call_element(elements.address[e], work.source, elements.parameter[elements.start[e] :], target)  # type: ignore[call-arg]
        else:
            evaluate_element(elements, e, poses, PLACE_POINT, work.source, target)
        for i in range(2):
            place[first + k, i], rate[first + k, i] = target[i], target[2 + i]


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
                node, place = bodies.node[elements.body[e, b]], STIFFNESS + 6 * a * 6 * n + 6 * b
                rows, row_kind, nu, kind = nodes.nu[row_node], nodes.kind[row_node], nodes.nu[node], nodes.kind[node]
                _add_block(rows, row_kind, nu, kind, dt, target, place, 6 * n, values, start)


@njit
def lines_potential(elements, poses, work):
    """Return the potential of all elements at given poses."""
    total = 0.0
    for e in range(len(elements.size)):
        evaluate_element(elements, e, poses, FORCE, work.source, work.target)
        total += work.target[POTENTIAL]
    return total
