"""The half-explicit trapezoidal rule as a base scheme of mixed time stepping (Rezaei and Schindler, sec. 4.4).

    M_i a_1 = h_i + G_i^T lambda_1 + H_i^T lambda_c1,    v~ = v_i + dt a_1,    q~ = q_i o exp(dt v_i)
    M~ a_2 = h~ + G~^T lambda_2 + H~^T lambda_c2,        v = v_i + dt (a_1 + a_2)/2,    q = q_i o exp(dt (v_i + v~)/2)

Joints and laws hold for v~ with the rows of q~, and for v with the rows of q: forces act along the rows of the start of
a stage and are found by those of its end. Nothing else is implicit, so stiff systems need small steps.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import DONE, ESCALATE, NOT_FINITE
from stickslip.contact.rows import group_velocity, slip_dependent
from stickslip.contact.solver.problem import NOT_CONVERGED, OPEN, Laws
from stickslip.integrators.books import certify
from stickslip.integrators.mixed.books import (
    balance_forces,
    keep_contact_powers,
    keep_forces,
    keep_inertia,
    keep_joint_powers,
)
from stickslip.integrators.mixed.laws import solve_dense_laws
from stickslip.integrators.mixed.stage import ACCELERATION, AUXILIARY, X_0, V, X, set_rows
from stickslip.integrators.slip import MOST, set_friction
from stickslip.integrators.timestep import add_masses, evaluate, set_forces
from stickslip.joints.relative import move_system
from stickslip.system.matrix import (
    NO_TANGENTS,
    add_joint_blocks,
    factorise,
    joint_velocity,
    multiply_nodes,
    solve_coupled,
)


@njit
def _go_to(system, t, x, v, state, work):
    """Place the system at q_i o exp(x) with velocities v."""
    d = work.dynamics
    d.q[:] = state.q
    move_system(system, state.t[0], t, d.q, x, 1.0, state.coordinate, work.poses, work.force)
    evaluate(system, t, t, d.q, v, state, work)


@njit
def _keep_directions(system, groups, contacts, double):
    """Keep the directions of all rows as dense rows of H, which contact each group is, and its first tangent."""
    nodes, H, identity = system.nodes, double.H, double.identity
    for g in range(groups.count[0]):
        c = groups.contact[g]
        identity[g, 0], identity[g, 1], identity[g, 2] = c, -1, groups.row[g]
        if c >= 0:
            identity[g, 0], identity[g, 1] = contacts.a[c], contacts.b[c]
            identity[g, 2] = contacts.feature[c]
            double.tangent[g] = contacts.t1[c]
        for i in range(groups.size[g]):
            row = groups.row[g] + i
            H[row] = 0.0
            for s in range(groups.slot_ptr[g], groups.slot_ptr[g + 1]):
                node = groups.slot_node[s]
                nu, offset, data = nodes.nu[node], nodes.u_off[node], groups.slot_off[s]
                for j in range(nu):
                    H[row, offset + j] += groups.slot_data[data + i * nu + j]


@njit
def _same(groups, contacts, g, identity):
    """Return whether group g is the one that was kept in its place."""
    c = groups.contact[g]
    if c < 0:
        return identity[g, 0] == c
    return identity[g, 0] == contacts.a[c] and identity[g, 1] == contacts.b[c] and identity[g, 2] == contacts.feature[c]


@njit
def _match(system, work):
    """Keep directions of the start where the contacts are the same; else use those of the end throughout.

    Return whether they are the same.
    """
    groups, contacts, double = work.groups, work.geometry.contacts, work.double
    same = groups.count[0] == double.kept[0]
    for g in range(groups.count[0]):
        same = same and _same(groups, contacts, g, double.identity)
    if not same:
        _keep_directions(system, groups, contacts, double)
    else:
        _turn_tangents(groups, contacts, double)
    return same


@njit
def _turn_tangents(groups, contacts, double):
    """Turn the tangents of the start about its normals next to those of the end: both may jump as normals turn."""
    for g in range(groups.count[0]):
        c, row = groups.contact[g], groups.row[g]
        if c < 0 or groups.size[g] < 3:
            continue
        along, across = 0.0, 0.0
        for i in range(3):
            along += double.tangent[g, i] * contacts.t1[c, i]
            across -= double.tangent[g, i] * contacts.t2[c, i]
        size = np.sqrt(along * along + across * across)
        along, across = along / size, across / size
        for values in (double.b, double.w):
            first, second = values[row + 1], values[row + 2]
            values[row + 1], values[row + 2] = along * first + across * second, along * second - across * first
        for j in range(double.H.shape[1]):
            first, second = double.H[row + 1, j], double.H[row + 2, j]
            double.H[row + 1, j], double.H[row + 2, j] = (
                along * first + across * second,
                along * second - across * first,
            )


@njit
def _keep_powers(system, point, span, same, work):
    """Keep the powers of a stage: of the first one at the start of the step, where its forces act."""
    d, groups, double, v = work.dynamics, work.groups, work.double, work.dynamics.stage[V]
    if point == 1:
        keep_joint_powers(system, point, work.rows.w, span, v, work)
        keep_contact_powers(point, span, groups.w, groups.after, work)
        return
    keep_joint_powers(system, point, d.w_before, span, v, work)
    if same:
        keep_contact_powers(point, span, double.w, double.b, work)
    else:
        keep_contact_powers(point, span, groups.w, groups.after, work)


@njit
def _respond(system, H, work, x):
    """Write the answer of velocities and joints to the impulse H^T."""
    d, n = work.dynamics, len(work.dynamics.mean)
    d.rhs[:] = 0.0
    for i in range(n):
        d.rhs[i] = H[i]
    if system.matrix.coupled[0] != 0:
        solve_coupled(system.pattern, d, d.rhs, x)
    else:
        multiply_nodes(system.nodes, system.nodes.M_inv, d.rhs, x)


@njit
def _solve_laws(system, last, settings, work):
    """Solve the laws with W = H_end S^-1 H_begin^T; add the answer to d.u_free; return the verdict.

    Coefficients of friction that depend on slip are those of the start of the step in its first stage, those of its end
    in the last one: a trapezoidal rule.
    """
    d, double, groups = work.dynamics, work.double, work.groups
    n, m = groups.count[0], groups.count[1]
    if m == 0:
        return OPEN, 0.0, 0
    size = len(d.u_free)
    group_velocity(system.nodes, groups, d.u_free, groups.b)
    W, column = np.empty((m, m)), np.empty(m)
    for k in range(m):
        _respond(system, double.H[k], work, double.X[k, :size])
        group_velocity(system.nodes, groups, double.X[k, :size], column)
        for i in range(m):
            W[i, k] = column[i] - groups.w[i]
    laws = Laws(groups.size[:n], groups.kind[:n], groups.row[:n], groups.bound[:n])
    b, r = groups.b[:m], groups.r[:m]
    answer = solve_dense_laws(laws, W, b, r, settings, settings, settings.tol, double.solver)
    if last and slip_dependent(system.laws):
        for _ in range(MOST):
            for i in range(m):
                groups.after[i] = b[i]
                for k in range(m):
                    groups.after[i] += W[i, k] * r[k]
            change = set_friction(system, work.geometry.contacts, groups, groups.after)
            answer = solve_dense_laws(laws, W, b, r, settings, settings, settings.tol, double.solver)
            if change <= settings.tol:
                break
        if not change <= settings.tol:
            return NOT_CONVERGED, np.inf, answer[2]
    for k in range(m):
        for i in range(size):
            d.u_free[i] += double.X[k, i] * groups.r[k]
    return answer


@njit
def _find_velocity(system, scheme, point, span, t, x, settings, state, work):
    """Replace the base velocity in stage[V] by v with M (v - base) = span h + reactions; t, x: time and place of rows.

    The system is at the start of the stage, where its forces and rows have been evaluated. What the energy ledger needs
    is kept as ``point`` of the quadrature; the second one is the end of the step.
    """
    d, double, n = work.dynamics, work.double, len(state.u)
    stage, coupled = d.stage, system.matrix.coupled[0] != 0
    for i in range(n):
        d.h_total[i] = span * (d.h[0, i] + d.h[1, i] + d.h[2, i] + d.h[3, i])
    for i in range(len(work.rows.G)):
        double.G[i] = work.rows.G[i]
    _keep_directions(system, work.groups, work.geometry.contacts, double)
    double.kept[0] = work.groups.count[0]
    _go_to(system, t, x, stage[V], state, work)
    code = set_rows(system, scheme, t, span, True, state, work)
    if code != DONE:
        return code
    same = _match(system, work)
    factored = not coupled
    while not factored:
        d.values[:] = 0.0
        add_masses(system, work)
        add_joint_blocks(system, work.rows.G, double.G, d.values)
        factored = factorise(system.pattern, d)
    for i in range(n):
        d.rhs[i] = d.h_total[i]
    joint_velocity(system, work.rows, stage[V], d.rhs[n:])
    for i in range(n, len(d.rhs)):
        d.rhs[i] = -d.rhs[i]
    if coupled:
        solve_coupled(system.pattern, d, d.rhs, d.u_free)
    else:
        multiply_nodes(system.nodes, system.nodes.M_inv, d.rhs, d.u_free)
    for i in range(n):
        d.u_free[i] += stage[V, i]
    status, residual, iterations = _solve_laws(system, point == 1, settings, work)
    if status == NOT_CONVERGED:
        return ESCALATE
    d.solution[:] = d.u_free
    for i in range(n):
        stage[V, i] = d.u_free[i]
        if not np.isfinite(stage[V, i]):
            return NOT_FINITE
    group_velocity(system.nodes, work.groups, stage[V], work.groups.after)
    work.groups.before[: work.groups.count[1]] = 0.0  # contact forces know no restitution
    certify(system, work, residual, iterations)
    _keep_powers(system, point, span, same, work)
    return DONE


@njit
def step_half_explicit(system, scheme, dt, settings, state, work):
    """Do the base step; return (code, alpha of the forces, 0): the end is at X_0."""
    d, n, t = work.dynamics, len(state.u), state.t[0]
    stage = d.stage
    for half in range(2):
        at, span = (t, dt) if half == 0 else (t + dt, 0.5 * dt)
        for i in range(n):
            stage[X, i] = dt * state.u[i] if half == 1 else 0.0
        _go_to(system, at, stage[X], stage[V], state, work)
        code = set_rows(system, scheme, at, span, True, state, work)
        if code != DONE:
            return code, span, 0.0
        set_forces(system, at, d.q, stage[V], NO_TANGENTS, state, work)
        for i in range(n):
            v, first = state.u[i], stage[V, i]  # of the second stage: v~
            stage[X_0, i] = dt * v if half == 0 else 0.5 * dt * (v + first)
            stage[V, i] = v if half == 0 else v + 0.5 * (first - v)
            stage[AUXILIARY, i] = stage[V, i]
        if half == 0:
            d.w_before[:] = work.rows.w
            group_velocity(system.nodes, work.groups, state.u, work.double.b)
            work.double.w[: work.groups.count[1]] = work.groups.w[: work.groups.count[1]]
        keep_forces(half, work)
        code = _find_velocity(system, scheme, half, span, t + dt, stage[X_0], settings, state, work)
        if code != DONE:
            return code, span, 0.0
        for i in range(n):
            d.u_free[i] = (stage[V, i] - stage[AUXILIARY, i]) / span
        keep_inertia(system, half, d.u_free, work)
        balance_forces(system, state.q if half == 0 else d.q, half, work)
    for i in range(n):
        stage[ACCELERATION, i] = (stage[V, i] - stage[AUXILIARY, i]) / (0.5 * dt)
        stage[AUXILIARY, i] = stage[ACCELERATION, i]
    return DONE, 0.5 * dt, 0.0
