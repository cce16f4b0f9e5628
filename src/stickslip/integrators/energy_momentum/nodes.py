"""Rigid bodies in natural coordinates over one step: motion, inertia, its tangent, and the rates.

Betsch et al., sec. 6, eq. 57.

The unknowns of a node are the change of r and the Cayley vector theta of the step's rotation: with
S = (1 - theta~/2)^-1 the mid-point directors are d_m = S d_n, the end directors 2 d_m - d_n are orthonormal exactly,
and their change is theta x d_m. The null-space matrix P built from d_m turns director forces f^i into the moment
d_i,m x f^i, which does the work of theta, so every discrete balance is one of world wrenches at the mid-point.
theta has the direction of the rotation vector p and |theta| = 2 tan(|p|/2); the solution is that of the exponential
parametrisation, but all derivatives are rational. Planar bodies are the same with theta along z.

A node with a director and no spin about it (five velocities) has theta = A_n (w_1, w_2, 0), axes A_n of the start of
the step, and moments enter by their components along the same two axes. Moments d_m x f^3 are normal to d_m, so both
components vanish only with the moment, and momenta are conserved as with three.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import FRAME, PLANAR
from stickslip.mechanics.bodies import has_director, place_dim, set_poses, spin
from stickslip.mechanics.vectors import rotate_frame


@njit
def start_rates(nodes, q, u, q_rate):
    """Write the rates of the natural coordinates of all nodes."""
    for k in range(len(nodes.kind)):
        start_rate(nodes, k, q, u, q_rate)


@njit
def start_rate(nodes, k, q, u, q_rate):
    """Write the rates of node k: v, and v_i = omega x d_i; planar: (v, rate of the length of d = 0)."""
    o, s = nodes.u_off[k], nodes.q_off[k]
    for c in range(place_dim(nodes.kind[k])):
        q_rate[s + c] = u[o + c]
    if nodes.kind[k] == PLANAR:
        q_rate[s + 2] = 0.0
    if nodes.kind[k] != FRAME:
        return
    w0, w1, w2 = u[o + 3], u[o + 4], spin(u, o, nodes.nu[k])
    for c in range(3):
        d0, d1, d2 = q[s + 3 + c], q[s + 6 + c], q[s + 9 + c]
        q_rate[s + 3 + c] = w2 * d1 - w1 * d2  # A (omega x e_1)
        q_rate[s + 6 + c] = w0 * d2 - w2 * d0
        q_rate[s + 9 + c] = w1 * d0 - w0 * d1


@njit
def _set_cayley(theta, S):
    """Write S = (1 - g~)^-1 = (1 + g~ + g g^T) / (1 + g.g), g = theta/2."""
    g0, g1, g2 = 0.5 * theta[0], 0.5 * theta[1], 0.5 * theta[2]
    scale = 1.0 / (1.0 + g0 * g0 + g1 * g1 + g2 * g2)
    S[0, 0], S[0, 1], S[0, 2] = scale * (1.0 + g0 * g0), scale * (g0 * g1 - g2), scale * (g0 * g2 + g1)
    S[1, 0], S[1, 1], S[1, 2] = scale * (g0 * g1 + g2), scale * (1.0 + g1 * g1), scale * (g1 * g2 - g0)
    S[2, 0], S[2, 1], S[2, 2] = scale * (g0 * g2 - g1), scale * (g1 * g2 + g0), scale * (1.0 + g2 * g2)


@njit
def place_body(nodes, node, k, dt, poses, span):
    """Set the end and mid-point poses of one body from the unknowns; mid-point rates are changes over dt."""
    o, theta = nodes.u_off[node], span.theta[k]
    kind = nodes.kind[node]
    for i in range(place_dim(kind)):
        change = span.z[o + i]
        span.end.r[k, i] = span.start.r[k, i] + change
        poses.r[k, i] = span.start.r[k, i] + 0.5 * change
        poses.v[k, i] = change / dt
    if kind == PLANAR:
        theta[2] = span.z[o + 2]
    elif has_director(nodes, node):
        d = span.start.A[k]
        for i in range(3):
            theta[i] = d[i, 0] * span.z[o + 3] + d[i, 1] * span.z[o + 4]
    elif kind == FRAME:
        theta[0], theta[1], theta[2] = span.z[o + 3], span.z[o + 4], span.z[o + 5]
    else:
        return  # a point keeps its axes
    S = span.S[k]
    _set_cayley(theta, S)
    A, B, C = span.start.A[k], poses.A[k], span.end.A[k]
    for i in range(3):
        poses.omega[k, i] = theta[i] / dt
        for j in range(3):
            B[i, j] = S[i, 0] * A[0, j] + S[i, 1] * A[1, j] + S[i, 2] * A[2, j]
            C[i, j] = 2.0 * B[i, j] - A[i, j]


@njit
def _place_prescribed(k, dt, poses, span):
    """Set the mid-point pose of a body whose poses at the start and at the end are known."""
    A, C, R = span.start.A[k], span.end.A[k], span.S[k]
    trace = 1.0
    for i in range(3):
        poses.r[k, i] = 0.5 * (span.start.r[k, i] + span.end.r[k, i])
        poses.v[k, i] = (span.end.r[k, i] - span.start.r[k, i]) / dt
        for j in range(3):
            poses.A[k, i, j] = 0.5 * (A[i, j] + C[i, j])
            R[i, j] = C[i, 0] * A[j, 0] + C[i, 1] * A[j, 1] + C[i, 2] * A[j, 2]
        trace += R[i, i]
    for i in range(3):
        a, b = (i + 1) % 3, (i + 2) % 3
        span.theta[k, i] = 2.0 * (R[b, a] - R[a, b]) / trace
        poses.omega[k, i] = span.theta[k, i] / dt


@njit
def begin_span(system, dt, state, work, span):
    """Set everything that is known at the start of a step, and predict the unknowns by constant velocities."""
    nodes, bodies, functions, poses = system.nodes, system.bodies, system.functions, work.poses
    t, z = state.t[0], span.z
    set_poses(nodes, bodies, functions, t, t, state.q, state.u, span.start)
    set_poses(nodes, bodies, functions, t + dt, t + dt, state.q, state.u, span.end)
    for k in range(1, len(bodies.node)):
        node = bodies.node[k]
        if node < 0:
            _place_prescribed(k, dt, poses, span)
            continue
        o, s, A, V = nodes.u_off[node], nodes.q_off[node], span.start.A[k], span.V[k]
        for i in range(nodes.nu[node]):
            z[o + i] = dt * state.u[o + i]
        if nodes.kind[node] == FRAME:
            for c in range(3):
                if not has_director(nodes, node):
                    z[o + 3 + c] = dt * span.start.omega[k, c]
                for i in range(3):
                    V[c, i] = state.q_rate[s + 3 + 3 * i + c]
        elif nodes.kind[node] == PLANAR:
            stretch, spin = state.q_rate[s + 2], state.u[o + 2]
            for c in range(2):
                V[c, 0] = stretch * A[c, 0] + spin * A[c, 1]
                V[c, 1] = stretch * A[c, 1] - spin * A[c, 0]


@njit
def subtract_inertia(nodes, node, k, dt, u, poses, span, rhs):
    """Subtract P^T M (v_n+1 - v_n) of one body from rhs; return the size of its largest term."""
    o, mass = nodes.u_off[node], nodes.M[nodes.m_off[node]]
    planar, places = nodes.kind[node] == PLANAR, place_dim(nodes.kind[node])
    size = 0.0
    for i in range(places):
        rhs[o + i] -= 2.0 * mass * (span.z[o + i] / dt - u[o + i])
        size = max(size, mass * abs(u[o + i]), mass * abs(span.z[o + i]) / dt)
    if places == nodes.nu[node]:
        return size
    d, V, E, e, f, theta = poses.A[k], span.V[k], span.E[k], span.e[k], span.f[k], span.theta[k]
    for i in range(3):
        for c in range(3):
            e[i, c] = 0.0
            f[i, c] = 0.0
    t0, t1, t2 = 2.0 / dt * theta[0], 2.0 / dt * theta[1], 2.0 / dt * theta[2]
    for j in range(3):
        w0 = t1 * d[2, j] - t2 * d[1, j] - 2.0 * V[0, j]
        w1 = t2 * d[0, j] - t0 * d[2, j] - 2.0 * V[1, j]
        w2 = t0 * d[1, j] - t1 * d[0, j] - 2.0 * V[2, j]
        for i in range(3):
            e[i, 0] += E[i, j] * w0
            e[i, 1] += E[i, j] * w1
            e[i, 2] += E[i, j] * w2
            for c in range(3):
                f[j, c] += E[i, j] * d[c, i]
                size = max(size, abs(E[i, j] * V[c, j]))
    m0, m1, m2 = 0.0, 0.0, 0.0
    for i in range(3):
        m0 += d[1, i] * e[i, 2] - d[2, i] * e[i, 1]
        m1 += d[2, i] * e[i, 0] - d[0, i] * e[i, 2]
        m2 += d[0, i] * e[i, 1] - d[1, i] * e[i, 0]
    if planar:
        rhs[o + 2] -= m2
    elif has_director(nodes, node):
        A = span.start.A[k]
        for i in range(2):
            rhs[o + 3 + i] -= A[0, i] * m0 + A[1, i] * m1 + A[2, i] * m2
    else:
        rhs[o + 3] -= m0
        rhs[o + 4] -= m1
        rhs[o + 5] -= m2
    return size


@njit
def _along(A, i, B, j):
    """Return the product of column i of A and column j of B."""
    return A[0, i] * B[0, j] + A[1, i] * B[1, j] + A[2, i] * B[2, j]


@njit
def add_drag(nodes, node, k, dt, poses, span, h):
    """Add damping in proportion to the mass of one body, -D (change) / dt, D that of the axes at the mid-point."""
    o, m, nu, places = nodes.u_off[node], nodes.m_off[node], nodes.nu[node], place_dim(nodes.kind[node])
    if nodes.D[m] == 0.0:
        return
    z = span.z
    for i in range(places):
        h[o + i] -= nodes.D[m + i * (nu + 1)] * z[o + i] / dt
    if nodes.kind[node] == PLANAR:
        h[o + 2] -= nodes.D[m + 8] * z[o + 2] / dt
    elif has_director(nodes, node):
        A, B = poses.A[k], span.start.A[k]
        for c in range(2):
            turn = _along(A, c, B, 0) * z[o + 3] + _along(A, c, B, 1) * z[o + 4]
            for i in range(2):
                h[o + 3 + i] -= nodes.D[m + (3 + c) * (nu + 1)] * _along(A, c, B, i) * turn / dt
    elif nodes.kind[node] == FRAME:
        A = poses.A[k]
        for c in range(3):
            turn = A[0, c] * z[o + 3] + A[1, c] * z[o + 4] + A[2, c] * z[o + 5]
            for i in range(3):
                h[o + 3 + i] -= nodes.D[m + (3 + c) * (nu + 1)] * A[i, c] * turn / dt


@njit
def add_drag_tangent(nodes, node, k, poses, span, offset, values):
    """Add the derivative of -dt (damping force) by the unknowns of one body, that of its axes left out."""
    m, nu, places = nodes.m_off[node], nodes.nu[node], place_dim(nodes.kind[node])
    if nodes.D[m] == 0.0:
        return
    for i in range(places):
        values[offset + i * (nu + 1)] += nodes.D[m + i * (nu + 1)]
    if nodes.kind[node] == PLANAR:
        values[offset + 8] += nodes.D[m + 8]
    elif has_director(nodes, node):
        A, B = poses.A[k], span.start.A[k]
        for c in range(2):
            factor = nodes.D[m + (3 + c) * (nu + 1)]
            for i in range(2):
                for j in range(2):
                    values[offset + (3 + i) * nu + 3 + j] += factor * _along(A, c, B, i) * _along(A, c, B, j)
    elif nodes.kind[node] == FRAME:
        A = poses.A[k]
        for c in range(3):
            for i in range(3):
                for j in range(3):
                    place = offset + (3 + i) * nu + 3 + j
                    values[place] += nodes.D[m + (3 + c) * (nu + 1)] * A[i, c] * A[j, c]


@njit
def turned(S, c, x0, x1, x2):
    """Return S (e_c x (x0, x1, x2)) / 2, the change of a body-fixed mid-point vector with component c of theta."""
    if c == 0:
        y0, y1, y2 = 0.0, -x2, x1
    elif c == 1:
        y0, y1, y2 = x2, 0.0, -x0
    else:
        y0, y1, y2 = -x1, x0, 0.0
    return (
        0.5 * (S[0, 0] * y0 + S[0, 1] * y1 + S[0, 2] * y2),
        0.5 * (S[1, 0] * y0 + S[1, 1] * y1 + S[1, 2] * y2),
        0.5 * (S[2, 0] * y0 + S[2, 1] * y1 + S[2, 2] * y2),
    )


@njit
def add_inertia_tangent(nodes, node, k, dt, poses, span, offset, values):
    """Add the derivative of P^T M (v_n+1 - v_n) with respect to the unknowns of one body (exact)."""
    mass, nu = nodes.M[nodes.m_off[node]], nodes.nu[node]
    planar, places = nodes.kind[node] == PLANAR, place_dim(nodes.kind[node])
    for i in range(places):
        values[offset + i * nu + i] += 2.0 * mass / dt
    if places == nu:
        return
    if has_director(nodes, node):
        _add_director_tangent(nu, k, dt, poses, span, offset, values)
        return
    d, e, f, theta, S = poses.A[k], span.e[k], span.f[k], span.theta[k], span.S[k]
    rate = 2.0 / dt
    for c in range(2 if planar else 0, 3):
        m0, m1, m2 = 0.0, 0.0, 0.0
        for i in range(3):
            x0, x1, x2 = turned(S, c, d[0, i], d[1, i], d[2, i])
            y0 = theta[1] * x2 - theta[2] * x1
            y1 = theta[2] * x0 - theta[0] * x2
            y2 = theta[0] * x1 - theta[1] * x0
            if c == 0:
                y1, y2 = y1 - d[2, i], y2 + d[1, i]
            elif c == 1:
                y0, y2 = y0 + d[2, i], y2 - d[0, i]
            else:
                y0, y1 = y0 - d[1, i], y1 + d[0, i]
            m0 += x1 * e[i, 2] - x2 * e[i, 1] + rate * (f[i, 1] * y2 - f[i, 2] * y1)
            m1 += x2 * e[i, 0] - x0 * e[i, 2] + rate * (f[i, 2] * y0 - f[i, 0] * y2)
            m2 += x0 * e[i, 1] - x1 * e[i, 0] + rate * (f[i, 0] * y1 - f[i, 1] * y0)
        if planar:
            values[offset + 8] += m2
        else:
            values[offset + 3 * nu + 3 + c] += m0
            values[offset + 4 * nu + 3 + c] += m1
            values[offset + 5 * nu + 3 + c] += m2


@njit
def _add_director_tangent(nu, k, dt, poses, span, offset, values):
    """Add the derivative of d_m x I (v_n+1 - v_n) of a node with a director, its inertia I = E_33."""
    d, theta, S, A, inertia, v = poses.A[k], span.theta[k], span.S[k], span.start.A[k], span.E[k, 2, 2], span.V[k]
    d0, d1, d2, t0, t1, t2, rate = d[0, 2], d[1, 2], d[2, 2], theta[0], theta[1], theta[2], 2.0 / dt
    e0 = rate * (t1 * d2 - t2 * d1) - 2.0 * v[0, 2]
    e1 = rate * (t2 * d0 - t0 * d2) - 2.0 * v[1, 2]
    e2 = rate * (t0 * d1 - t1 * d0) - 2.0 * v[2, 2]
    for c in range(2):
        a0, a1, a2 = A[0, c], A[1, c], A[2, c]
        x0, x1, x2 = a1 * d2 - a2 * d1, a2 * d0 - a0 * d2, a0 * d1 - a1 * d0
        y0 = 0.5 * (S[0, 0] * x0 + S[0, 1] * x1 + S[0, 2] * x2)  # change of d
        y1 = 0.5 * (S[1, 0] * x0 + S[1, 1] * x1 + S[1, 2] * x2)
        y2 = 0.5 * (S[2, 0] * x0 + S[2, 1] * x1 + S[2, 2] * x2)
        z0 = rate * (x0 + t1 * y2 - t2 * y1)  # change of e
        z1 = rate * (x1 + t2 * y0 - t0 * y2)
        z2 = rate * (x2 + t0 * y1 - t1 * y0)
        m0 = y1 * e2 - y2 * e1 + d1 * z2 - d2 * z1
        m1 = y2 * e0 - y0 * e2 + d2 * z0 - d0 * z2
        m2 = y0 * e1 - y1 * e0 + d0 * z1 - d1 * z0
        for i in range(2):
            values[offset + (3 + i) * nu + 3 + c] += inertia * (A[0, i] * m0 + A[1, i] * m1 + A[2, i] * m2)


@njit
def finish_body(nodes, node, k, dt, poses, span, state):
    """Write q, its rates v_n+1 = 2 (q_n+1 - q_n)/dt - v_n, and u = (v, omega) of one body at the end of the step.

    omega is the body-fixed angular velocity with the angular momentum of the director rates: the projection of the
    rates on rigid motions in the metric of the mass. It equals d^i x v_i / 2 where the rates are those of a rigid
    motion; the scheme keeps them so only to second order, and this choice makes the recorded momentum conserved.
    """
    o, s = nodes.u_off[node], nodes.q_off[node]
    planar, places = nodes.kind[node] == PLANAR, place_dim(nodes.kind[node])
    for i in range(places):
        state.q[s + i] = span.end.r[k, i]
        state.u[o + i] = 2.0 * span.z[o + i] / dt - state.u[o + i]
        state.q_rate[s + i] = state.u[o + i]
    if places == nodes.nu[node]:
        return
    d, V, C, theta = poses.A[k], span.V[k], span.end.A[k], span.theta[k]
    t0, t1, t2 = 2.0 / dt * theta[0], 2.0 / dt * theta[1], 2.0 / dt * theta[2]
    for j in range(3):
        V[0, j] = t1 * d[2, j] - t2 * d[1, j] - V[0, j]
        V[1, j] = t2 * d[0, j] - t0 * d[2, j] - V[1, j]
        V[2, j] = t0 * d[1, j] - t1 * d[0, j] - V[2, j]
    rotate_frame(C, 0.0, 0.0, 0.0, C)  # removes accumulated round-off only
    if planar:
        state.q[s + 2] += 2.0 * np.arctan(0.5 * theta[2])
        state.q_rate[s + 2] = C[0, 0] * V[0, 0] + C[1, 0] * V[1, 0]
        state.u[o + 2] = C[0, 1] * V[0, 0] + C[1, 1] * V[1, 0]
    else:
        for i in range(3):
            for c in range(3):
                state.q[s + 3 + 3 * i + c] = C[c, i]
                state.q_rate[s + 3 + 3 * i + c] = V[c, i]
        if has_director(nodes, node):
            state.u[o + 3] = -_along(V, 2, C, 1)
            state.u[o + 4] = _along(V, 2, C, 0)
        else:
            _momentum_velocity(nodes, node, span.E[k], V, C, state.u)


@njit
def _momentum_velocity(nodes, node, E, V, C, u):
    """Write omega = I^-1 sum_ij E_ij e_i x (C^T v_j) of a spatial body."""
    o, m = nodes.u_off[node], nodes.m_off[node]
    l0, l1, l2 = 0.0, 0.0, 0.0
    for i in range(3):
        x0, x1, x2 = 0.0, 0.0, 0.0
        for j in range(3):
            x0 += E[i, j] * (C[0, 0] * V[0, j] + C[1, 0] * V[1, j] + C[2, 0] * V[2, j])
            x1 += E[i, j] * (C[0, 1] * V[0, j] + C[1, 1] * V[1, j] + C[2, 1] * V[2, j])
            x2 += E[i, j] * (C[0, 2] * V[0, j] + C[1, 2] * V[1, j] + C[2, 2] * V[2, j])
        if i == 0:
            l1, l2 = l1 - x2, l2 + x1
        elif i == 1:
            l0, l2 = l0 + x2, l2 - x0
        else:
            l0, l1 = l0 - x1, l1 + x0
    for i in range(3):
        row = m + 6 * (3 + i) + 3
        u[o + 3 + i] = nodes.M_inv[row] * l0 + nodes.M_inv[row + 1] * l1 + nodes.M_inv[row + 2] * l2


@njit
def natural_kinetic_energy(system, state, span):
    """Return v^T M v / 2 of the natural coordinates, the kinetic energy that the scheme conserves."""
    nodes, bodies, total = system.nodes, system.bodies, 0.0
    for k in range(1, len(bodies.node)):
        node = bodies.node[k]
        if node < 0:
            continue
        o, s, m = nodes.u_off[node], nodes.q_off[node], nodes.m_off[node]
        mass, rate = nodes.M[m], state.q_rate
        for c in range(place_dim(nodes.kind[node])):
            total += 0.5 * mass * rate[s + c] ** 2
        if nodes.kind[node] == PLANAR:
            total += 0.5 * nodes.M[m + 8] * (state.u[o + 2] ** 2 + rate[s + 2] ** 2)
        if nodes.kind[node] != FRAME:
            continue
        for c in range(3):
            for i in range(3):
                for j in range(3):
                    total += 0.5 * span.E[k, i, j] * rate[s + 3 + 3 * i + c] * rate[s + 3 + 3 * j + c]
    return total
