"""One step of the velocity-level schemes for M du = h dt + W dLambda, compiled.

Semi-explicit, Moreau's mid-point and the theta scheme are one map with different coefficients:

    q_e = q + c dt u                                  where everything is evaluated
    A du = dt h~ + G^T Lambda + H^T r,   A = M - theta dt dh/du - theta^2 dt^2 dh/dq,  h~ = h + theta dt (dh/dq) u
    0 = G u+ + w,   (r, H u+ + w + e (H u + w)) in the set-valued laws
    q+ = q_e + dt (w0 u + w1 u+)

with (c, w0, w1, theta) = (1, 0, 0, 0), (1/2, 0, 1/2, 0), (0, 1 - theta, theta, theta)  (Zander 2008, sec. 2.4, 5.1).
What depends on time explicitly is evaluated at t + c dt or t + theta dt, prescribed velocities in G u+ + w at the end
of the step, those in H u + w at its start.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stickslip._jit import njit
from stickslip.bonds.kernel import set_bond_gaps, set_bond_rows, set_observer_rows
from stickslip.codes import (
    DAMPER,
    DONE,
    ELASTIC,
    EVALUATE,
    FAR,
    GENERAL,
    GROW_DETECTION,
    GROW_GROUPS,
    GYROSCOPIC,
    INERTIA,
    LOAD,
    MASS,
    NOT_FINITE,
    PASS_NODE,
    PRODUCT,
)
from stickslip.contact.compliant import add_compliant_contacts
from stickslip.contact.detection import DETECTED, detect, moves_far, nearly_full
from stickslip.contact.rows import (
    ROWS_READY,
    add_group_impulse,
    gap_tolerance,
    group_velocity,
    set_contact_rows,
    set_free_velocity,
    set_limit_rows,
    set_row_rates,
)
from stickslip.contact.solver.islands import any_pressed, find_islands, island_problem, keep_island
from stickslip.contact.solver.problem import MAX_ROWS, OPEN
from stickslip.contact.solver.quick import quick_body, quick_dense
from stickslip.floating.stations import set_station_errors, set_station_rows
from stickslip.forces.kernel import add_forces
from stickslip.integrators.coefficients import Mixed
from stickslip.joints.guides import follow_guides, guides_left, set_guide_rows
from stickslip.joints.relative import move_system
from stickslip.joints.rows import set_joint_rows, set_row_gaps, update_coordinates
from stickslip.linalg.block_pairs import begin_pair, solve_pair
from stickslip.lines.places import set_line_points
from stickslip.mechanics.batches import C_SPAN, C_TIME, add_batch_forces, do_task
from stickslip.mechanics.bodies import add_gyroscopic, add_node_force, set_points, set_poses, set_prescribed
from stickslip.mechanics.functions import enter_step
from stickslip.system.components import find_components, group_root
from stickslip.system.matrix import (
    NO_TANGENTS,
    Blend,
    add_element_tangents,
    add_joint_blocks,
    add_mass,
    add_node_tangents,
    factorise,
    invert_nodes,
    joint_velocity,
    multiply_free_nodes,
    solve_coupled,
)


class Scheme(NamedTuple):
    """Coefficients of the one-step map."""

    dim: int
    c: float
    w0: float
    w1: float
    theta: float
    stabilise: int  # 1: joints and closed contacts are met at position level, too, at the end of each step
    correct: int  # 1: evaluate forces that depend on velocity at the mean velocity of the step
    mixed: Mixed
    driven: int  # 1: prescribed velocities change within a step


@njit
def set_all_points(system, q, u, work):
    """Evaluate places and velocities of interaction points and of material points on lines; poses are set."""
    geometry = work.geometry
    set_points(system.nodes, system.points, q, u, geometry.point, geometry.point_rate)
    if len(system.line_points.s) > 0:
        first = len(system.points.node)
        set_line_points(system, work.poses, work.force, first, geometry.point, geometry.point_rate)


@njit
def evaluate_poses(system, t, t_rate, q, u, state, work):
    """Evaluate poses, joint coordinates, guides and stations at (t, q) with velocities u: what joints need."""
    set_poses(system.nodes, system.bodies, system.functions, t, t_rate, q, u, work.poses)
    force = work.force
    update_coordinates(system.joints, work.poses, force.x, force.D, state.coordinate)
    follow_guides(system, work.poses, force, state.coordinate)
    set_station_errors(system, q, work.station)


@njit
def evaluate(system, t, t_rate, q, u, state, work):
    """Evaluate poses, points and joint coordinates at (t, q) with velocities u."""
    evaluate_poses(system, t, t_rate, q, u, state, work)
    set_all_points(system, q, u, work)


@njit
def set_bilateral_rows(system, t, t_rate, state, work):
    """Evaluate the rows of all joints, guides and stations: G and g at the poses, prescribed rates at t_rate."""
    force = work.force
    set_joint_rows(
        system.joints, system.table, system.nodes, system.bodies, work.poses, system.functions, t, t_rate,
        state.coordinate, force.x, force.D, force.F, force.M, work.rows,
    )  # fmt: skip
    set_guide_rows(system, work.poses, state.coordinate, force, work.rows)
    set_station_rows(system, work.poses, work.station, work.rows)
    set_bond_gaps(system, work.poses, work.rows.g)
    set_bond_rows(system, work.poses, False, work.rows.G, work.rows.w)
    set_observer_rows(system, work.poses, work.rows)


@njit
def set_bilateral_gaps(system, t, state, work):
    """Evaluate g of the rows of all joints, guides and stations at the poses; G of the last three comes along."""
    force = work.force
    set_row_gaps(
        system.joints, system.table, work.poses, system.functions, t, state.coordinate, force.x, force.D, force.F,
        force.M, work.rows.g,
    )  # fmt: skip
    set_guide_rows(system, work.poses, state.coordinate, force, work.rows)
    set_station_rows(system, work.poses, work.station, work.rows)
    set_bond_gaps(system, work.poses, work.rows.g)
    set_observer_rows(system, work.poses, work.rows)


@njit
def set_forces(system, t, q, u, blend, state, work):
    """Evaluate h per class at (t, q, u); return the potential of the force elements.

    The tangents of batches come along if ``blend`` has any: they are added to the matrix and to h~.
    """
    nodes, h = system.nodes, work.dynamics.h
    power = work.dynamics.power
    h[:] = 0.0
    power[:] = 0.0
    potential = add_forces(
        system.forces, nodes, system.bodies, system.joints, system.functions, work.poses, state.coordinate, t,
        work.force, h, power,
    )  # fmt: skip
    work.control[C_TIME] = t
    work.control[C_SPAN : C_SPAN + 2] = system.functions.span
    potential += add_batch_forces(system, q, u, blend, work)
    h[ELASTIC] += nodes.load
    for k in range(len(nodes.kind)):
        if nodes.kind[k] == GENERAL:
            qo, o, nu, m = nodes.q_off[k], nodes.u_off[k], nodes.nu[k], nodes.m_off[k]
            for i in range(nu):
                for j in range(nu):
                    h[ELASTIC, o + i] -= nodes.K[m + i * nu + j] * q[qo + j]
                    h[DAMPER, o + i] -= nodes.D[m + i * nu + j] * u[o + j]
            add_node_force(nodes, k, t, q, u, h[LOAD])
        elif nodes.D[nodes.m_off[k]] != 0.0:  # damped in proportion to the mass, which is diagonal
            o, nu, m = nodes.u_off[k], nodes.nu[k], nodes.m_off[k]
            for i in range(nu):
                h[DAMPER, o + i] -= nodes.D[m + i * nu + i] * u[o + i]
    add_gyroscopic(nodes, u, h[GYROSCOPIC])
    potential += add_compliant_contacts(system, work.poses, work.geometry, work.force, work.dynamics)
    return potential


@njit
def set_masses(system, q, u, work):
    """Evaluate masses that depend on the configuration; poses are set. Evaluating forces does so, too."""
    if system.matrix.massive[0] != 0:
        do_task(system, EVALUATE, q, u, work.dynamics.h_total, work)


@njit
def add_masses(system, work):
    """Add the mass of nodes, and that of batches which nodes do not hold, to the matrix."""
    d = work.dynamics
    add_mass(system.nodes, system.matrix.node, d.values)
    if system.matrix.massive[0] != 0:
        do_task(system, MASS, d.q, d.mean, d.h_total, work)


@njit
def add_momentum(system, work, x, y):
    """Add M x of the masses that are not in the nodes, at their last evaluation, to y."""
    if system.matrix.massive[0] != 0:
        do_task(system, PRODUCT, work.dynamics.q, x, y, work)


@njit
def add_stiffness(system, blend, t, u, state, work):
    """Add the tangents to matrix and h~, without M; those of batches come with their forces."""
    d, nodes = work.dynamics, system.nodes
    if blend.stiffness != 0.0:
        add_node_tangents(nodes, blend, t, d.q, u, system.matrix.node, d.values, d.h_total)
        add_element_tangents(system, work.poses, state.coordinate, t, blend, u, work.force, d.values, d.h_total)


@njit
def add_tangents(system, blend, t, u, state, work):
    """Add M and the tangents to matrix and h~."""
    add_masses(system, work)
    add_stiffness(system, blend, t, u, state, work)


@njit
def theta_blend(scheme, dt):
    """Return how tangents enter the theta scheme: A = M + theta dt D + (theta dt)^2 K, h~ = h - theta dt K u."""
    step = scheme.theta * dt
    return Blend(step, step * step, step)


@njit
def linearise(system, scheme, dt, state, work):
    """Evaluate forces, rows and matrix at the present state, without factoring the matrix."""
    d, t, blend = work.dynamics, state.t[0], theta_blend(scheme, dt)
    d.q[:] = state.q
    evaluate(system, t, t, state.q, state.u, state, work)
    set_bilateral_rows(system, t, t, state, work)
    d.values[:] = 0.0
    set_forces(system, t, state.q, state.u, blend, state, work)
    add_tangents(system, blend, t, state.u, state, work)
    add_joint_blocks(system, work.rows.G, work.rows.G, d.values)


@njit
def _set_matrix(system, scheme, dt, t, state, work):
    """Complete and factor the matrix, which has the tangents of batches; return whether it could be factored."""
    d, nodes = work.dynamics, system.nodes
    add_tangents(system, theta_blend(scheme, dt), t, state.u, state, work)
    if system.matrix.coupled[0] != 0:
        add_joint_blocks(system, work.rows.G, work.rows.G, d.values)
        if scheme.theta != 0.0:
            invert_nodes(nodes, system.matrix, d.values, d.A_inv)
        return factorise(system.pattern, d)
    invert_nodes(nodes, system.matrix, d.values, d.A_inv)
    return True


@njit
def _solve_free(system, scheme, dt, state, work):
    """Solve [[A, -G^T], [G, 0]] (du, Lambda) = (dt h~, -(G u + w)) and write u_free = (u + du, Lambda)."""
    d, nodes = work.dynamics, system.nodes
    n, m = len(state.u), len(state.impulse)
    for i in range(n):
        d.rhs[i] = dt * d.h_total[i]
    if system.matrix.coupled[0] != 0:
        joint_velocity(system, work.rows, state.u, work.rows.before)
        for i in range(m):
            d.rhs[n + i] = -work.rows.before[i]
        solve_coupled(system.pattern, d, d.rhs, d.u_free)
    multiply_free_nodes(nodes, system.matrix.free, inverse_blocks(system, scheme, work), d.rhs, d.u_free)
    for i in range(n):
        d.u_free[i] += state.u[i]


@njit
def _find_touched(system, work):
    """Find the nodes in components with closed contacts; return whether there are any, and any others."""
    groups, touched, some, others = work.groups, work.touched, False, False
    if groups.count[0] == 0:
        touched[:] = 0
        return False, True
    find_components(system, groups, work)
    touched[:] = 0
    for g in range(groups.count[0]):
        root = group_root(groups, work, g)
        if root >= 0:
            touched[root] = 1
    for node in range(len(touched)):
        touched[node] = touched[work.root[node]]
        some, others = some or touched[node] != 0, others or touched[node] == 0
    return some, others


@njit
def _set_mean(system, t, held, state, work):
    """Set velocities, poses and points to the mean (u + u_free)/2; held: in components with contacts to the old u."""
    d, nodes = work.dynamics, system.nodes
    for k in range(len(nodes.kind)):
        for i in range(nodes.u_off[k], nodes.u_off[k] + nodes.nu[k]):
            d.mean[i] = state.u[i] if held and work.touched[k] != 0 else 0.5 * (state.u[i] + d.u_free[i])
    set_poses(nodes, system.bodies, system.functions, t, t, d.q, d.mean, work.poses)
    set_all_points(system, d.q, d.mean, work)


@njit
def _set_mean_forces(system, t, state, work):
    """Evaluate forces again at the mean velocity, without tangents.

    In components with closed contacts only gyroscopic ones are: the motion without contact says nothing about dampers
    then, and a body at rest must not feel any.
    """
    d = work.dynamics
    some, others = _find_touched(system, work)
    if others:
        _set_mean(system, t, True, state, work)
        set_forces(system, t, d.q, d.mean, NO_TANGENTS, state, work)
    if some:
        _set_mean(system, t, False, state, work)
        d.h[GYROSCOPIC] = 0.0
        add_gyroscopic(system.nodes, d.mean, d.h[GYROSCOPIC])
        if system.matrix.massive[0] != 0:
            do_task(system, INERTIA, d.q, d.mean, d.h_total, work)


@njit
def _set_free_motion(system, scheme, dt, state, work):
    """Evaluate all forces and solve for the motion without contact; return whether the matrix could be factored.

    A corrected scheme evaluates what depends on velocities again at the mean velocity (u + u_free)/2: second order.
    """
    d = work.dynamics
    t = state.t[0] + max(scheme.c, scheme.theta) * dt  # of everything that depends on time explicitly
    set_prescribed(system.bodies, system.functions, t, t, work.poses)
    d.mean[:] = state.u
    has_matrix = system.matrix.coupled[0] != 0 or scheme.theta != 0.0  # else A = M, inverted once and for all
    if has_matrix:
        d.values[:] = 0.0
    for sweep in range(1 + scheme.correct):
        d.h_total[:] = 0.0
        if sweep == 0:
            set_forces(system, t, d.q, d.mean, theta_blend(scheme, dt), state, work)
        else:
            _set_mean_forces(system, t, state, work)
        for i in range(len(state.u)):
            d.h_total[i] += d.h[0, i] + d.h[1, i] + d.h[2, i] + d.h[3, i]
        if sweep == 0 and has_matrix and not _set_matrix(system, scheme, dt, t, state, work):
            return False
        _solve_free(system, scheme, dt, state, work)
    return True


@njit
def set_step_rows(system, scheme, dt, t, t_end, warm, state, work):
    """Form the rows of joints, contacts and limits; return whether they fitted. Warm: contacts known as closed.

    Where prescribed velocities change, those at the start of the step are kept, too: an impulse sees the mean.
    """
    force, geometry, groups, d = work.force, work.geometry, work.groups, work.dynamics
    bodies, functions, t_begin = system.bodies, system.functions, state.t[0]
    for end in range(1 - scheme.driven, 2):
        t_rate = t_end if end == 1 else t_begin
        if scheme.driven != 0:
            set_prescribed(bodies, functions, t, t_rate, work.poses)
        set_bilateral_rows(system, t, t_rate, state, work)
        if end == 0 or scheme.driven == 0:
            d.w_before[:] = work.rows.w
    if set_contact_rows(system, scheme.dim, work.poses, geometry, warm, False, state.u, force, groups) != ROWS_READY:
        return False
    limit_code = set_limit_rows(system, work.poses, state.coordinate, state.limit_r, dt, geometry, False, force, groups)
    if limit_code != ROWS_READY or groups.count[0] > len(state.warm.a):
        return False
    m = groups.count[1]
    groups.w_before[:m] = groups.w[:m]
    if scheme.driven != 0:
        set_prescribed(bodies, functions, t, t_begin, work.poses)
        set_row_rates(system, work.poses, geometry, force, groups, groups.w_before)
        set_prescribed(bodies, functions, t, t_end, work.poses)
    return True


@njit
def prepare(system, scheme, dt, state, work):
    """Go to the evaluation point, detect contacts, form all rows and the motion without contact."""
    d = work.dynamics
    if guides_left(system, state.coordinate):
        return PASS_NODE
    enter_step(system.functions, state.t[0], dt)
    d.q[:] = state.q
    t = state.t[0] + scheme.c * dt
    move_system(system, state.t[0], t, d.q, state.u, scheme.c * dt, state.coordinate, work.poses, work.force)
    if scheme.c == 0.0 and work.shift.placed[0] != 0:
        set_prescribed(system.bodies, system.functions, t, state.t[0] + dt, work.poses)
    else:
        evaluate(system, t, state.t[0] + dt, d.q, state.u, state, work)
    return prepare_placed(system, scheme, dt, state.warm, state, work)


@njit
def prepare_placed(system, scheme, dt, warm, state, work):
    """Do the rest of ``prepare`` at the configuration in work.dynamics.q, where everything has been placed."""
    d, geometry, groups = work.dynamics, work.geometry, work.groups
    t, t_end = state.t[0] + scheme.c * dt, state.t[0] + dt
    if detect(system, work.poses, dt, geometry) != DETECTED or nearly_full(geometry):
        return GROW_DETECTION
    if not set_step_rows(system, scheme, dt, t, t_end, warm, state, work):
        return GROW_GROUPS
    group_velocity(system.nodes, groups, state.u, groups.before)
    for k in range(groups.count[1] if scheme.driven != 0 else 0):
        groups.before[k] += groups.w_before[k] - groups.w[k]
    while not _set_free_motion(system, scheme, dt, state, work):
        pass  # again, knowing that joints are redundant
    set_free_velocity(system, geometry.contacts, groups, d.u_free, system.nodes, scheme.stabilise != 0)
    return DONE


@njit
def _respond(system, groups, members, dynamics, X):
    """Write the answers of the coupled system to unit impulses in the rows of the member groups into these rows of X.

    Groups that have been answered are left out. Rows are solved for in pairs.
    """
    n, last = len(dynamics.rhs), -1
    for g in members:
        for row in range(groups.row[g], groups.row[g] + groups.size[g] if groups.answered[g] == 0 else 0):
            _set_unit_impulse(system.nodes, groups, g, row - groups.row[g], dynamics.rhs)
            if last < 0:
                last = row
                begin_pair(system.pattern, dynamics.rhs, X[row, :n])
                continue
            begin_pair(system.pattern, dynamics.rhs, X[row, :n])
            solve_pair(system.pattern, dynamics.values, dynamics.pivots, X[last, :n], X[row, :n], dynamics.rhs)
            last = -1
        groups.answered[g] = 1
    if last >= 0:  # its impulse is the last one
        solve_coupled(system.pattern, dynamics, dynamics.rhs, X[last, :n])


@njit
def _set_unit_impulse(nodes, groups, g, i, rhs):
    """Write the impulse of row i of group g to ``rhs``."""
    rhs[:] = 0.0
    for s in range(groups.slot_ptr[g], groups.slot_ptr[g + 1]):
        node = groups.slot_node[s]
        nu, offset, data = nodes.nu[node], nodes.u_off[node], groups.slot_off[s]
        for j in range(nu):
            rhs[offset + j] += groups.slot_data[data + i * nu + j]


@njit
def _form_delassus(system, groups, members, dynamics, X, dense):
    """Return W = H S^-1 H^T of the member groups of a coupled system; their answers go to their rows of X, once.

    ``dense`` has room for the W of a small problem.
    """
    nodes, m = system.nodes, 0
    _respond(system, groups, members, dynamics, X)
    for g in members:
        m += groups.size[g]
    W = dense[: m * m].reshape((m, m)) if m <= MAX_ROWS else np.empty((m, m))
    row = 0
    for g in members:
        for i in range(groups.size[g]):
            column = 0
            for h in members:
                for k in range(groups.row[h], groups.row[h] + groups.size[h]):
                    total = 0.0
                    for s in range(groups.slot_ptr[g], groups.slot_ptr[g + 1]):
                        node = groups.slot_node[s]
                        nu, offset, data = nodes.nu[node], nodes.u_off[node], groups.slot_off[s]
                        for j in range(nu):
                            total += groups.slot_data[data + i * nu + j] * X[k, offset + j]
                    W[row, column] = total
                    column += 1
            row += 1
    return W


@njit
def _solve_island(system, minv, groups, work, settings, k):
    """Solve the contact problem of island k; return (status, residual, iterations)."""
    islands = work.islands
    laws, body, b, r = island_problem(groups, islands, k, system.nodes.m_off, minv)
    if not any_pressed(laws, b, r):
        r[:] = 0.0
        answer = OPEN, 0.0, 0
    elif islands.tied[k] == 0:
        answer = quick_body(laws, body, b, r, settings, work.solver)
    else:
        members = islands.order[islands.start[k] : islands.start[k + 1]]
        W = _form_delassus(system, groups, members, work.dynamics, work.X, work.solver.dense)
        answer = quick_dense(laws, W, b, r, settings, work.solver)
    keep_island(groups, islands, k)
    return answer


@njit
def solve_contacts(system, minv, work, node_offsets, settings):
    """Solve the local problem of the step in compiled code, island by island.

    minv are the inverse blocks of nodes that are coupled to nothing. Returns the worst (status, residual, iterations).
    """
    groups = work.groups
    groups.answered[: groups.count[0]] = 0
    find_islands(groups, system.matrix.component, system.matrix.free, work.islands)
    return solve_islands(system, minv, groups, work, settings)


@njit
def solve_islands(system, minv, groups, work, settings):
    """Solve the local problem of each island that is not settled; return the worst (status, residual, iterations).

    minv are the inverse blocks of nodes that are coupled to nothing. Answers of the matrix are left in work.X.
    """
    islands, status, residual, iterations = work.islands, OPEN, 0.0, 0
    for k in range(islands.total[0]):
        if islands.settled[k] != 0:
            continue
        found, value, steps = _solve_island(system, minv, groups, work, settings, k)
        islands.residual[k] = value
        status, iterations = max(status, found), max(iterations, steps)
        if not value <= residual:
            residual = value
    return status, residual, iterations


@njit
def inverse_blocks(system, scheme, work):
    """Return the inverse blocks of A of nodes that are coupled to nothing."""
    return system.nodes.M_inv if scheme.theta == 0.0 else work.dynamics.A_inv


@njit
def add_reactions(system, minv, work, u):
    """Add the answer of velocities and joint impulses to the contact impulses in groups.r."""
    add_answers(system, minv, work.groups, work, u)


@njit
def add_answers(system, minv, groups, work, u):
    """Add the answer to groups.r of some groups, the last ones that were solved."""
    d, nodes = work.dynamics, system.nodes
    if groups.count[1] == 0:
        return
    islands = work.islands
    d.rhs[:] = 0.0
    for g in range(groups.count[0]):
        if islands.tied[islands.of[g]] == 0:
            add_group_impulse(nodes, groups, g, 1.0, d.rhs)
    multiply_free_nodes(nodes, system.matrix.free, minv, d.rhs, d.mean)
    for k in range(len(nodes.kind)):
        if system.matrix.free[k] != 0:
            for i in range(nodes.u_off[k], nodes.u_off[k] + nodes.nu[k]):
                u[i] += d.mean[i]
    for g in range(groups.count[0]):
        if islands.tied[islands.of[g]] != 0:
            for k in range(groups.row[g], groups.row[g] + groups.size[g]):
                if groups.r[k] != 0.0:
                    for i in range(len(u)):
                        u[i] += work.X[k, i] * groups.r[k]


@njit
def finish(system, scheme, dt, state, work):
    """Add the reactions, move to the end of the step and update the ledger; the state changes only here."""
    d, groups, nodes = work.dynamics, work.groups, system.nodes
    n, m = len(state.u), len(state.impulse)
    u_new = d.solution
    u_new[:] = d.u_free
    add_reactions(system, inverse_blocks(system, scheme, work), work, u_new)
    for i in range(n):
        if not np.isfinite(u_new[i]):
            return NOT_FINITE
    if moves_far(system, dt, u_new, work.geometry):
        return FAR
    group_velocity(nodes, groups, u_new, groups.after)
    state.q[:] = d.q
    for i in range(n):
        d.mean[i] = scheme.w0 * state.u[i] + scheme.w1 * u_new[i]
    t, t_end = state.t[0] + scheme.c * dt, state.t[0] + dt
    move_system(system, t, t_end, state.q, d.mean, dt, state.coordinate, work.poses, work.force)
    for i in range(m):
        state.impulse[i] = u_new[n + i]
    return DONE


@njit
def forget_open(work, state):
    """Take contacts with a gap out of the memory: what remains is closed in the next step, wherever its rows are."""
    groups, geometry, warm = work.groups, work.geometry, state.warm
    entry, kept = 0, 0
    for g in range(groups.count[0]):
        c = groups.contact[g]
        if c < 0:
            continue
        if geometry.contacts.gap[c] <= gap_tolerance(geometry, geometry.contacts, c):
            warm.a[kept], warm.b[kept], warm.feature[kept] = warm.a[entry], warm.b[entry], warm.feature[entry]
            for i in range(4):
                warm.r[kept, i] = warm.r[entry, i]
            kept += 1
        entry += 1
    warm.count[0] = kept


@njit
def keep_warm_start(work, state):
    """Remember the impulses by contact identity, and those of the limits."""
    groups = work.groups
    state.limit_r[:] = 0.0
    for g in range(groups.count[0]):
        if groups.contact[g] < 0:
            state.limit_r[-1 - groups.contact[g]] = groups.r[groups.row[g]]
    keep_contacts(work, state.warm)


@njit
def keep_contacts(work, warm):
    """Write the contacts of the present groups to ``warm``."""
    groups, contacts, count = work.groups, work.geometry.contacts, 0
    for g in range(groups.count[0]):
        c, row = groups.contact[g], groups.row[g]
        if c < 0:
            continue
        warm.a[count], warm.b[count], warm.feature[count] = contacts.a[c], contacts.b[c], contacts.feature[c]
        warm.r[count, 0] = groups.r[row]
        for i in range(3):
            warm.r[count, 1 + i] = 0.0
            for k in range(1, groups.size[g]):
                t = contacts.t1 if k == 1 else contacts.t2
                warm.r[count, 1 + i] += groups.r[row + k] * t[c, i]
        count += 1
    warm.count[0] = count
