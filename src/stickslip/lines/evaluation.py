"""Flexible lines in the equations of motion: elements are evaluated one by one and scattered to their nodes.

A line is a batch (see ``batches``) with

table    L_*, then for every node of every element (n, k): body, kind of the node, first velocity
data     parameters of the elements, L_WIDTH each
memory   mass (64) of every element that has its own, then 12 numbers of stress per element for tangents with C_GIVEN

Nodes of lines are moved by their own coordinates; none is prescribed.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from stickslip import codes
from stickslip._jit import njit
from stickslip.codes import (
    DAMPER,
    ELASTIC,
    EVALUATE,
    FORCE,
    FRAME,
    GYROSCOPIC,
    IN_NODES,
    MASS,
    PLANAR,
    PLANAR_POINT,
    PRODUCT,
    STEP_FORCE,
    STEP_TANGENT,
    TANGENT,
)
from stickslip.lines import elements as element
from stickslip.lines.elements import (
    BEGIN,
    DAMPER_WRENCH,
    DAMPING,
    ELASTIC_WRENCH,
    END,
    FACTOR,
    GIVEN,
    INERTIA,
    INERTIA_WRENCH,
    MASS_SIZE,
    NODE,
    NODES,
    POTENTIAL,
    RATE,
    SOURCE_SIZE,
    STIFFNESS,
    TURN,
    call_element,
    component,
)
from stickslip.mechanics.batches import (
    C_DAMPING,
    C_GIVEN,
    C_LOAD,
    C_POTENTIAL,
    C_SHIFT,
    C_STIFFNESS,
    C_TASK,
    CONTROL_SIZE,
    POSE,
    R_AXES,
    R_OMEGA,
    R_VELOCITY,
    T_BLOCKS,
    T_BODIES,
    T_ELEMENTS,
    T_HEADER,
    T_MASS,
    T_NU,
    T_WIDTH,
    compile_batch,
    open_batch,
)
from stickslip.mechanics.bodies import place_dim
from stickslip.mechanics.layouts import Layout

U64 = np.uint64  # unsigned indices let the compiler vectorise inner loops, see ``block_lu``
OWN = Layout(T_HEADER, address=1, damped=1, parameters=1)  # compiled code of the family; 1: damped; of an element
L_ADDRESS, L_DAMPED, L_WIDTH, L_FIRST = OWN.address, OWN.damped, OWN.parameters, OWN.size
STRESS_SIZE = 12  # two points


@njit
def _velocities(kind):
    """Return the number of velocities of a node."""
    return 6 if kind == FRAME else 2 if kind == PLANAR_POINT else 3


@njit
def _node(table, e, a):
    """Return body, kind and first velocity of node a of element e."""
    n, k = table[T_ELEMENTS], table[T_WIDTH]
    o = L_FIRST + e * k + a
    return table[o], table[o + n * k], table[o + 2 * n * k]


@njit
def _copy_pose(poses, nb, body, source, o):
    """Copy place and axes of a body out of ``poses`` of nb bodies to ``source``."""
    r, A = 3 * body, R_AXES * nb + 9 * body
    for i in range(3):
        source[o + i] = poses[r + i]
    for i in range(9):
        source[o + 3 + i] = poses[A + i]


@njit
def _set_source(table, e, poses, source):
    """Write poses and velocities of the nodes of an element to ``source``."""
    nb = table[T_BODIES]
    for a in range(table[T_WIDTH]):
        body, o = _node(table, e, a)[0], NODES + NODE * a
        _copy_pose(poses, nb, body, source, o)
        v, w = R_VELOCITY * nb + 3 * body, R_OMEGA * nb + 3 * body
        for i in range(3):
            source[o + RATE + i] = poses[v + i]
            source[o + RATE + 3 + i] = poses[w + i]


@njit
def _set_step(table, e, poses, source):
    """Write poses of the nodes of an element in a step to ``source``: at the mid-point, the end, the start; S/2."""
    nb = table[T_BODIES]
    for a in range(table[T_WIDTH]):
        body, o = _node(table, e, a)[0], NODES + NODE * a
        _copy_pose(poses, nb, body, source, o)
        _copy_pose(poses[POSE * nb :], nb, body, source, o + END)
        _copy_pose(poses[2 * POSE * nb :], nb, body, source, o + BEGIN)
        turn = 3 * POSE * nb + 9 * body
        for i in range(9):
            source[o + TURN + i] = 0.5 * poses[turn + i]


@njit
def _add_node_force(kind, source, pose, target, place, h, o):
    """Add the wrench at ``place`` to the generalised force at o, projected to the velocities of the node.

    ``pose`` is where the pose of the node stands in ``source``.
    """
    for i in range(place_dim(kind)):
        h[o + i] += target[place + i]
    if kind == FRAME:
        m0, m1, m2 = target[place + 3], target[place + 4], target[place + 5]
        for i in range(3):
            h[o + 3 + i] += source[pose + 3 + i] * m0 + source[pose + 6 + i] * m1 + source[pose + 9 + i] * m2
    elif kind == PLANAR:
        h[o + 2] += target[place + 5]


@njit
def _add_forces(table, e, source, target, h):
    """Add the forces of one element to h per class."""
    nu, damped, massive = table[T_NU], table[L_DAMPED] != 0, table[T_MASS] != IN_NODES
    for a in range(table[T_WIDTH]):
        (_, kind, o), pose, place = _node(table, e, a), NODES + NODE * a, 6 * a
        _add_node_force(kind, source, pose, target, ELASTIC_WRENCH + place, h, ELASTIC * nu + o)
        if damped:
            _add_node_force(kind, source, pose, target, DAMPER_WRENCH + place, h, DAMPER * nu + o)
        if massive:
            _add_node_force(kind, source, pose, target, INERTIA_WRENCH + place, h, GYROSCOPIC * nu + o)


@njit
def _add_inertia(table, e, source, target, h):
    """Add the forces of inertia of one element that depend on velocities."""
    for a in range(table[T_WIDTH]):
        _, kind, o = _node(table, e, a)
        place = INERTIA_WRENCH + 6 * a
        _add_node_force(kind, source, NODES + NODE * a, target, place, h, GYROSCOPIC * table[T_NU] + o)


@njit
def _add_mass(table, memory, values):
    """Add the mass of all elements, that of their last evaluation, to the matrix."""
    k, blocks = table[T_WIDTH], table[table[T_BLOCKS] :]
    for e in range(table[T_ELEMENTS]):
        row = MASS_SIZE * e
        for a in range(k):
            rows, column = _velocities(_node(table, e, a)[1]), 0
            for b in range(k):
                start, nu = blocks[(e * k + a) * k + b], _velocities(_node(table, e, b)[1])
                for r in range(rows):
                    for c in range(nu):
                        values[start + r * nu + c] += memory[row + 8 * r + column + c]
                column += nu
            row += 8 * rows


@njit
def _add_product(table, memory, x, y):
    """Add M x to y with the mass of the last evaluation."""
    k = table[T_WIDTH]
    for e in range(table[T_ELEMENTS]):
        row = MASS_SIZE * e
        for a in range(k):
            _, kind, o = _node(table, e, a)
            i = row
            for b in range(k):
                _, other, p = _node(table, e, b)
                for r in range(_velocities(kind)):
                    total = 0.0
                    for c in range(_velocities(other)):
                        total += memory[i + 8 * r + c] * x[p + c]
                    y[o + r] += total
                i += _velocities(other)
            row += 8 * _velocities(kind)


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
def _add_block(rows, row_kind, columns, kind, factor, target, place, width, values, start):
    """Add factor times a block of an element's matrix to the block of two nodes at ``start``."""
    flat, nu = U64(2 if kind == PLANAR else columns), U64(columns)
    for r in range(rows):
        k, o = U64(place + component(row_kind, r) * width), U64(start + r * columns)
        for c in range(flat):
            values[o + c] += factor * target[k + c]
        for c in range(flat, nu):  # the rotation of a planar node
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
def _to_body_axes(table, e, source, target):
    """Turn K and D of an element from world components to the velocities of spatial nodes."""
    n, damped = table[T_WIDTH], table[L_DAMPED] != 0
    width = 6 * n
    for a in range(n):
        pose = NODES + NODE * a
        if _node(table, e, a)[1] != FRAME:
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
def _add_tangents(table, e, u, source, target, h_tilde, values, control):
    """Add D and K of one element to the matrix, and subtract shift K u from h~."""
    _to_body_axes(table, e, source, target)
    damping, stiffness, shift = control[C_DAMPING], control[C_STIFFNESS], control[C_SHIFT]
    n, damped, blocks = table[T_WIDTH], table[L_DAMPED] != 0, table[table[T_BLOCKS] :]
    width = 6 * n
    for a in range(n):
        _, row_kind, o = _node(table, e, a)
        rows = _velocities(row_kind)
        for b in range(n):
            start, place = blocks[(e * n + a) * n + b], 6 * a * width + 6 * b
            _, kind, p = _node(table, e, b)
            nu = _velocities(kind)
            _add_block(rows, row_kind, nu, kind, stiffness, target, STIFFNESS + place, width, values, start)
            if damped:
                _add_block(rows, row_kind, nu, kind, damping, target, DAMPING + place, width, values, start)
            if shift != 0.0:
                _subtract_product(
                    rows, row_kind, nu, kind, shift, target, STIFFNESS + place, width, u, p, h_tilde, o
                )  # fmt: skip


@njit
def _evaluate(table, data, e, task, source, target):
    """Evaluate one element into ``target``."""
    source[0] = task
    call_element(table[L_ADDRESS], source, data[e * table[L_WIDTH] :], target)


@njit
def _add_elements(table, data, u, poses, h, h_tilde, values, memory, control, source, target):
    """Do the tasks that evaluate elements at one configuration."""
    task, massive = int(control[C_TASK]), table[T_MASS] != IN_NODES
    tangent, given = task == TANGENT, control[C_GIVEN] != 0.0
    stress = MASS_SIZE * table[T_ELEMENTS] if massive else 0
    source[FACTOR] = control[C_LOAD]
    for e in range(table[T_ELEMENTS]):
        _set_source(table, e, poses, source)
        _evaluate(table, data, e, element.TANGENT if tangent and not given else element.FORCE, source, target)
        if massive:
            for i in range(MASS_SIZE):
                memory[MASS_SIZE * e + i] = target[INERTIA + i]
        if task == EVALUATE:
            continue
        if task == codes.INERTIA:
            _add_inertia(table, e, source, target, h)
            continue
        control[C_POTENTIAL] += target[POTENTIAL]
        _add_forces(table, e, source, target, h)
        if tangent and given:
            for i in range(STRESS_SIZE):
                source[GIVEN + i] = memory[stress + STRESS_SIZE * e + i]
            _evaluate(table, data, e, element.TANGENT_GIVEN, source, target)
        if tangent:
            _add_tangents(table, e, u, source, target, h_tilde, values, control)


@njit
def _add_step(table, data, poses, h, values, control, source, target):
    """Add forces of a step (moments in world components), or dt K by its unknowns."""
    dt, n, nu, blocks = control[C_STIFFNESS], table[T_WIDTH], table[T_NU], table[table[T_BLOCKS] :]
    force = control[C_TASK] == STEP_FORCE
    source[1] = dt
    for e in range(table[T_ELEMENTS]):
        _set_step(table, e, poses, source)
        _evaluate(table, data, e, element.STEP_FORCE if force else element.STEP_TANGENT, source, target)
        for a in range(n):
            _, row_kind, o = _node(table, e, a)
            rows = _velocities(row_kind)
            if force:
                for i in range(rows):
                    c = 6 * a + component(row_kind, i)
                    h[ELASTIC * nu + o + i] += target[ELASTIC_WRENCH + c]
                    h[DAMPER * nu + o + i] += target[DAMPER_WRENCH + c]
                continue
            for b in range(n):
                start, place, kind = blocks[(e * n + a) * n + b], STIFFNESS + 36 * a * n + 6 * b, _node(table, e, b)[1]
                _add_block(rows, row_kind, _velocities(kind), kind, dt, target, place, 6 * n, values, start)


@njit
def _write_strains(table, data, poses, values, source, target):
    """Write the strains and stresses of elements at their points (see ``elements``)."""
    task = element.FORCE if table[T_MASS] == IN_NODES else element.AT_POINTS
    for e in range(table[T_ELEMENTS]):
        _set_source(table, e, poses, source)
        for i in range(element.STRAIN_SIZE):
            target[element.STRAIN + i] = 0.0
        _evaluate(table, data, e, task, source, target)
        for i in range(element.STRAIN_SIZE):
            values[element.STRAIN_SIZE * e + i] = target[element.STRAIN + i]


@njit
def line_batch(table, data, q, u, poses, h, h_tilde, values, memory, control):
    """Do the task of ``control`` for all elements of a line."""
    task, massive = int(control[C_TASK]), table[T_MASS] != IN_NODES
    source = control[CONTROL_SIZE : CONTROL_SIZE + SOURCE_SIZE]
    target = control[CONTROL_SIZE + SOURCE_SIZE :]
    if task == FORCE or task == TANGENT or (massive and (task == EVALUATE or task == codes.INERTIA)):
        _add_elements(table, data, u, poses, h, h_tilde, values, memory, control, source, target)
    elif task == STEP_FORCE or task == STEP_TANGENT:
        _add_step(table, data, poses, h, values, control, source, target)
    elif task == codes.STRAIN:
        _write_strains(table, data, poses, values, source, target)
    elif massive and task == MASS:
        _add_mass(table, memory, values)
    elif massive and task == PRODUCT:
        _add_product(table, memory, u, h_tilde)


def line_entry(table, data, q, u, poses, h, h_tilde, values, memory, control):
    """C entry of a line."""
    line_batch(*open_batch(table, data, q, u, poses, h, h_tilde, values, memory, control))


@cache
def line_address() -> int:
    """Compile the entry (cached on disk) and return its address."""
    return compile_batch(line_entry)
