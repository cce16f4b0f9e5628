"""Directions of contact rows on the nodes of both sides (Zander 2008, sec. 2.2, 3.4.1)."""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.codes import POINT
from stickslip.contact.couples import facet_couple, facet_derivative, moment_left, segment_couple, vector
from stickslip.contact.curves import curve_entry, curve_weight, end_weight, set_curve, side_body, side_lever
from stickslip.contact.geometry.frames import along, cross, scaled, sub
from stickslip.joints.rows import project_wrench
from stickslip.lines.elements import component


@njit
def direction(contacts, c, i):
    """Return direction i of a contact: the normal from a into b, then the tangents."""
    if i == 0:
        return vector(contacts.n, c)
    if i == 1:
        return vector(contacts.t1, c)
    return vector(contacts.t2, c)


@njit
def _side_moment(system, poses, contacts, c, side, x, lever, d):
    """Return the moment of row d on one side, about its origin: what the other side cannot take comes on top."""
    sign, other = (-1.0, contacts.b[c]) if side == 0 else (1.0, contacts.a[c])
    left = moment_left(system, poses, other, x, d)
    m = cross(lever, d)
    return sign * (m[0] - left[0]), sign * (m[1] - left[1]), sign * (m[2] - left[2])


@njit
def _add_side_slots(system, poses, contacts, c, side, groups, g, x):
    """Add the slots of one side with a pose: row i is (d_i, lever x d_i) with the side's sign, projected to each node.

    A line has two nodes, with weights that add up to one; points take the moment as a couple.
    """
    nodes, bodies, contours = system.nodes, system.bodies, system.contours
    contour = contacts.a[c] if side == 0 else contacts.b[c]
    sign = -1.0 if side == 0 else 1.0
    size = groups.size[g]
    xi = end_weight(contours, contour, poses, x)
    lever = side_lever(contours, contour, poses, x, xi)
    for end in range(2):
        body = side_body(contours, contour, end)
        if body < 0:
            continue
        node, weight, start = bodies.node[body], xi if end == 1 else 1.0 - xi, groups.count[3]
        if node < 0:
            continue
        kind, nu, A = nodes.kind[node], nodes.nu[node], poses.A[body]
        for i in range(size):
            d = direction(contacts, c, i)
            m = _side_moment(system, poses, contacts, c, side, x, lever, d)
            force = scaled(sign * weight, d)
            if contours.end[contour] >= 0 and kind >= POINT:
                force = along(force, 1.0 if end == 1 else -1.0, segment_couple(poses, contours, contour, m))
            project_wrench(kind, nu, A, force, scaled(weight, m), groups.slot_data[start + i * nu :])
        close_slot(groups, node, start, size * nu)


@njit
def _add_curve_slots(system, poses, geometry, force, c, side, groups, g, x):
    """Add the slots of a side on a curved line: one per node of the element."""
    contacts, elements, nodes = geometry.contacts, system.elements, system.nodes
    contour = contacts.a[c] if side == 0 else contacts.b[c]
    sign = -1.0 if side == 0 else 1.0
    xi = curve_weight(system.contours, contour, geometry.point, x)
    set_curve(system, poses, contour, force, geometry.line_J)
    e = system.line_points.element[system.contours.corner[contour, 0] - len(system.points.node)]
    for a in range(elements.size[e]):
        node = system.bodies.node[elements.body[e, a]]
        nu, kind, start = nodes.nu[node], nodes.kind[node], groups.count[3]
        for i in range(groups.size[g]):
            d = direction(contacts, c, i)
            for j in range(nu):
                k = 6 * a + component(kind, j)
                groups.slot_data[start + i * nu + j] = sign * curve_entry(system, geometry, contour, x, xi, d, k)
        close_slot(groups, node, start, groups.size[g] * nu)


@njit
def close_slot(groups, node, start, length):
    """End the slot of a node whose data start at ``start``."""
    slot = groups.count[2]
    groups.slot_node[slot] = node
    groups.slot_off[slot] = start
    groups.count[2] = slot + 1
    groups.count[3] = start + length


@njit
def _corner_force(system, geometry, c, k, d, f_1, f_2):
    """Return the force on corner k of the patch of a contact: -weight d, and its part of the couple (f_1, f_2)."""
    contacts = geometry.contacts
    weight, triangle = contacts.weight[c], system.contours.corner[contacts.a[c], 3] < 0
    n_1, n_2 = facet_derivative(triangle, weight, k, 0), facet_derivative(triangle, weight, k, 1)
    return along(along(scaled(-weight[k], d), n_1, f_1), n_2, f_2)


@njit
def _patch_couple(system, poses, geometry, c, x, d):
    """Return the forces on the tangents of the patch that take the moment of row d about the closest point."""
    contacts, corner = geometry.contacts, system.contours.corner[geometry.contacts.a[c]]
    triangle, weight = corner[3] < 0, contacts.weight[c]
    r, a_1, a_2 = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for k in range(3 if triangle else 4):
        p = vector(geometry.point, corner[k])
        r = along(r, weight[k], p)
        a_1 = along(a_1, facet_derivative(triangle, weight, k, 0), p)
        a_2 = along(a_2, facet_derivative(triangle, weight, k, 1), p)
    lever = (x[0] - r[0], x[1] - r[1], x[2] - r[2])
    left = moment_left(system, poses, contacts.b[c], x, d)
    return facet_couple(a_1, a_2, sub(left, cross(lever, d)))


@njit
def _add_patch_slots(system, poses, geometry, c, groups, g, x):
    """Add one slot per patch corner: row i is (-weight d_i + couple)^T J of that point (Zander 2008, sec. 3.4.1)."""
    points, nodes, contacts = system.points, system.nodes, geometry.contacts
    for k in range(4):
        p = system.contours.corner[contacts.a[c], k]
        if p < 0:
            continue  # a triangle
        node = points.node[p]
        nu, start, size = nodes.nu[node], groups.count[3], groups.size[g]
        for i in range(size):
            d = direction(contacts, c, i)
            f_1, f_2 = _patch_couple(system, poses, geometry, c, x, d)
            force = _corner_force(system, geometry, c, k, d, f_1, f_2)
            for j in range(nu):
                value = 0.0
                for axis in range(3):
                    value += force[axis] * points.J[points.j_off[p] + axis * nu + j]
                groups.slot_data[start + i * nu + j] = value
        close_slot(groups, node, start, size * nu)


@njit
def middle(contacts, c):
    """Return the place of a contact, halfway between its points."""
    return scaled(0.5, along(vector(contacts.x_a, c), 1.0, vector(contacts.x_b, c)))


@njit
def fill_group(system, poses, geometry, force, groups, g):
    """Write the directions of group g at the present places of its contact."""
    contacts, c = geometry.contacts, groups.contact[g]
    x = middle(contacts, c)
    groups.slot_ptr[g] = groups.count[2]
    for side in range(2):
        contour = contacts.a[c] if side == 0 else contacts.b[c]
        if system.contours.body[contour] < 0:
            _add_patch_slots(system, poses, geometry, c, groups, g, x)
        elif system.contours.corner[contour, 0] >= 0:
            _add_curve_slots(system, poses, geometry, force, c, side, groups, g, x)
        else:
            _add_side_slots(system, poses, contacts, c, side, groups, g, x)
    groups.slot_ptr[g + 1] = groups.count[2]
