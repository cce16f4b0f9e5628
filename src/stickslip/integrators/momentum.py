"""Momenta of a system about the origin, and the impulses of outer forces that change them.

Rigid motions of the whole system are velocities T: a translation e, or a turn e about the origin. What M, forces and
impulses x do along them, T^T x, is a total force and moment. For M u these are the momenta; internal forces have none.
Elastic coordinates of floating frames and inner ones of lines do not change in rigid motions; those of a `LinearBody`
know nothing about them and do not take part.
"""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.codes import FRAME, OUTER_IMPULSE, PLANAR
from stickslip.contact.curves import side_body
from stickslip.contact.rows import add_group_impulse
from stickslip.integrators.timestep import add_momentum
from stickslip.mechanics.bodies import spin
from stickslip.system.matrix import add_joint_impulse, multiply_nodes


@njit
def find_node_masses(system, work):
    """Write what impulses move at each node to ``work.mass``: its own mass, or its share of those of elements.

    The share is what M makes of a translation of all nodes; 0 of nodes without rigid motion.
    """
    nodes, d = system.nodes, work.dynamics
    massive = system.matrix.massive[0] != 0
    if massive:
        d.rhs[:], d.mean[:] = 0.0, 0.0
        for node in range(len(nodes.kind)):
            d.rhs[nodes.u_off[node]] = 1.0 if system.rigid[node] != 0 else 0.0
        add_momentum(system, work, d.rhs, d.mean)
    for node in range(len(nodes.kind)):
        own = nodes.M[nodes.m_off[node]]
        work.mass[node] = own
        if massive and not own > 0.0 and system.rigid[node] != 0:
            work.mass[node] = abs(d.mean[nodes.u_off[node]])


@njit
def add_total(system, q, x, factor, out):
    """Add factor times total force and moment about the origin (6,) of the generalised force x at q."""
    nodes = system.nodes
    F_x, F_y, F_z, M_x, M_y, M_z = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(len(nodes.kind)):
        if system.rigid[k] == 0:
            continue
        kind, o, p = nodes.kind[k], nodes.u_off[k], nodes.q_off[k]
        planar = nodes.nu[k] == 2 or kind == PLANAR
        f_x, f_y, f_z = x[o], x[o + 1], 0.0 if planar else x[o + 2]
        r_x, r_y, r_z = q[p], q[p + 1], 0.0 if planar else q[p + 2]
        F_x, F_y, F_z = F_x + f_x, F_y + f_y, F_z + f_z
        M_x += r_y * f_z - r_z * f_y
        M_y += r_z * f_x - r_x * f_z
        M_z += r_x * f_y - r_y * f_x
        if kind == PLANAR:
            M_z += x[o + 2]
        elif kind == FRAME:  # the moment is in body axes; director j is column j
            m_0, m_1, m_2 = x[o + 3], x[o + 4], spin(x, o, nodes.nu[k])
            M_x += q[p + 3] * m_0 + q[p + 6] * m_1 + q[p + 9] * m_2
            M_y += q[p + 4] * m_0 + q[p + 7] * m_1 + q[p + 10] * m_2
            M_z += q[p + 5] * m_0 + q[p + 8] * m_1 + q[p + 11] * m_2
    out[0] += factor * F_x
    out[1] += factor * F_y
    out[2] += factor * F_z
    out[3] += factor * M_x
    out[4] += factor * M_y
    out[5] += factor * M_z


@njit
def is_outer(system, contacts, g, groups):
    """Return whether a group of rows acts between the system and the ground or a prescribed body."""
    c = groups.contact[g]
    if c < 0:
        return system.outer[system.limits.joint[-1 - c]] != 0
    for side in range(2):
        body = side_body(system.contours, contacts.a[c] if side == 0 else contacts.b[c], 0)
        if body >= 0 and system.bodies.node[body] < 0:
            return True
    return False


@njit
def outer_forces(system, span, impulse, joints, contacts, work, out):
    """Write span h without inertia, plus ``joints`` times the impulses of outer joints, and the same of contacts.

    Forces of elements between bodies are among them; they have no total. ``impulse`` (nr,) are those of the joints.
    """
    d, groups = work.dynamics, work.groups
    for i in range(len(d.mean)):
        out[i] = span * (d.h[0, i] + d.h[1, i] + d.h[2, i])
    for j in range(len(system.outer)):
        if system.outer[j] != 0:
            add_joint_impulse(system, work.rows, j, joints, impulse, out)
    for g in range(groups.count[0]):
        if is_outer(system, work.geometry.contacts, g, groups):
            add_group_impulse(system.nodes, groups, g, contacts, out)


@njit
def record_momentum(system, state, work, out):
    """Write the momenta of the present state and the impulses since the start (12,); return the kinetic energy.

    The masses have been evaluated at this state.
    """
    d, kinetic = work.dynamics, 0.0
    multiply_nodes(system.nodes, system.nodes.M, state.u, d.momentum)
    add_momentum(system, work, state.u, d.momentum)
    out[:6] = 0.0
    add_total(system, state.q, d.momentum, 1.0, out)
    for i in range(6):
        out[6 + i] = state.ledger[OUTER_IMPULSE + i]
    for i in range(len(state.u)):
        kinetic += 0.5 * state.u[i] * d.momentum[i]
    return kinetic
