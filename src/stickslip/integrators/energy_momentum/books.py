"""Energy ledger of the energy-momentum scheme: works of a step, drifts, and what is recorded."""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import (
    DAMPER,
    DAMPER_WORK,
    DRIVE_WORK,
    ELASTIC,
    ELASTIC_WORK,
    ENERGY,
    ERROR,
    FORCE,
    FRAME,
    FRICTION_WORK,
    IMPACT_WORK,
    JOINT_WORK,
    LOAD,
    LOAD_WORK,
    OUTER_IMPULSE,
    PLANAR,
    PROJECTION_WORK,
    START_ENERGY,
    START_POTENTIAL,
)
from stickslip.forces.steps import elements_potential
from stickslip.integrators.books import record_works
from stickslip.integrators.energy_momentum.nodes import natural_kinetic_energy, start_rates
from stickslip.integrators.energy_momentum.span import MOMENTUM as SIZE_MOMENTUM
from stickslip.integrators.energy_momentum.span import RESIDUAL as SIZE_RESIDUAL
from stickslip.integrators.energy_momentum.span import copy
from stickslip.integrators.joint_rates import relative_rates
from stickslip.integrators.momentum import add_total, find_node_masses
from stickslip.integrators.timestep import add_momentum
from stickslip.joints.rows import update_coordinates
from stickslip.joints.steps import add_multipliers, add_row_rates, set_end_rows
from stickslip.lines.turns import certify_turns
from stickslip.mechanics.batches import C_POTENTIAL, run_batches
from stickslip.mechanics.bodies import has_director, node_potential, place_dim, set_poses
from stickslip.system.matrix import multiply_nodes


@njit
def add_wrench_total(system, poses, axes, x, out):
    """Add total force and moment about the origin (6,) of world wrenches x at the places of all nodes.

    Moments of nodes with directors are along ``axes``, those of the start of the step, and normal to the director at
    the mid-point.
    """
    nodes = system.nodes
    for k in range(1, len(system.bodies.node)):
        node = system.bodies.node[k]
        if node < 0:
            continue
        o, kind, r = nodes.u_off[node], nodes.kind[node], poses.r[k]
        f = (x[o], x[o + 1], x[o + 2] if place_dim(kind) == 3 else 0.0)
        out[0] += f[0]
        out[1] += f[1]
        out[2] += f[2]
        out[3] += r[1] * f[2] - r[2] * f[1]
        out[4] += r[2] * f[0] - r[0] * f[2]
        out[5] += r[0] * f[1] - r[1] * f[0]
        if kind == PLANAR:
            out[5] += x[o + 2]
        elif has_director(nodes, node):
            A, d = axes[k], poses.A[k]
            m = (A[0, 0] * x[o + 3] + A[0, 1] * x[o + 4], A[1, 0] * x[o + 3] + A[1, 1] * x[o + 4],
                 A[2, 0] * x[o + 3] + A[2, 1] * x[o + 4])  # fmt: skip
            along = m[0] * d[0, 2] + m[1] * d[1, 2] + m[2] * d[2, 2]
            along /= A[0, 2] * d[0, 2] + A[1, 2] * d[1, 2] + A[2, 2] * d[2, 2]
            for i in range(3):
                out[3 + i] += m[i] - along * A[i, 2]
        elif kind == FRAME:
            for i in range(3):
                out[3 + i] += x[o + 3 + i]


@njit
def _account_momentum(system, dt, state, work, span):
    """Add the impulses of forces and of joints to ground and prescribed bodies; inner forces have no total."""
    d, n = work.dynamics, len(state.u)
    outer = d.u_free[n:]
    for j in range(len(system.outer)):
        for row in range(system.joints.row[j], system.joints.row[j + 1]):
            outer[row] = span.impulse[row] if system.outer[j] != 0 else 0.0
    for i in range(n):
        d.u_free[i] = dt * (d.h[0, i] + d.h[1, i] + d.h[2, i])
    add_multipliers(system, work.rows.G, outer, d.u_free)
    add_wrench_total(system, work.poses, span.start.A, d.u_free, state.ledger[OUTER_IMPULSE:])


@njit
def account_step(system, dt, state, work, span):
    """Add the work of this step: mid-point forces times the change of the natural coordinates."""
    d, ledger, z = work.dynamics, state.ledger, span.z
    for i in range(len(z)):
        ledger[ELASTIC_WORK] += d.h[ELASTIC, i] * z[i]
        ledger[DAMPER_WORK] += d.h[DAMPER, i] * z[i]
        ledger[LOAD_WORK] += d.h[LOAD, i] * z[i]
    for kind in range(3):  # what the forces do on prescribed bodies is work of their drives
        ledger[ELASTIC_WORK + kind] += dt * d.power[kind]
        ledger[DRIVE_WORK] -= dt * d.power[kind]
    _account_momentum(system, dt, state, work, span)
    for row in range(len(span.impulse)):
        d.rhs[row] = 0.0
    add_row_rates(system, work.rows.G, z, d.rhs)
    for row in range(len(span.impulse)):
        force = span.impulse[row] / dt
        drive = d.rhs[row] if system.table.function[row] >= 0 else -dt * work.rows.w[row]
        ledger[DRIVE_WORK] += force * drive
        ledger[JOINT_WORK] += force * (d.rhs[row] - drive)


@njit
def joint_drift(system, state, work, span):
    """Return the largest residual of the joints at the end poses, and of their rates (kept in rhs behind bodies)."""
    d, nodes, n = work.dynamics, system.nodes, len(state.u)
    if len(span.w) == 0:
        return 0.0, 0.0
    for k in range(1, len(system.bodies.node)):
        node = system.bodies.node[k]
        if node < 0:
            continue
        o, A = nodes.u_off[node], span.end.A[k]
        for i in range(nodes.nu[node]):
            d.mean[o + i] = state.u[o + i]
        if nodes.kind[node] == FRAME and nodes.nu[node] == 6:
            for i in range(3):
                d.mean[o + 3 + i] = A[i, 0] * state.u[o + 3] + A[i, 1] * state.u[o + 4] + A[i, 2] * state.u[o + 5]
    rate = d.rhs[n:]
    for row in range(len(span.w)):
        rate[row] = span.w[row]
    add_row_rates(system, span.G, d.mean, rate)
    position, velocity = 0.0, 0.0
    for row in range(len(span.w)):
        position, velocity = max(position, abs(work.rows.g[row])), max(velocity, abs(rate[row]))
    return position, velocity


@njit
def certify_step(system, dt, state, work, span, iterations, touching):
    """Keep the largest residual, number of Newton iterations and drift of the joints; call after u has changed.

    With contacts (touching) the residual is that of their laws alone, as in all schemes: the balance of momenta of
    stiff bodies has the round-off of their places times their stiffness. Joints hold in the mean of the step; their
    rates at its end follow to second order.
    """
    certificate, size = work.certificate, span.size
    if not touching and size[SIZE_MOMENTUM] > 0.0:
        certificate[ERROR.residual] = max(certificate[ERROR.residual], size[SIZE_RESIDUAL] / size[SIZE_MOMENTUM])
    certificate[ERROR.iterations] = max(certificate[ERROR.iterations], float(iterations))
    if len(system.elements.address) > 0:
        certify_turns(system.elements, span.end.A, work.dynamics.lost, certificate)
    position, velocity = joint_drift(system, state, work, span)
    certificate[ERROR.position_drift] = max(certificate[ERROR.position_drift], position)
    certificate[ERROR.velocity_drift] = max(certificate[ERROR.velocity_drift], velocity)
    if len(span.w) > 0:
        d, known = work.dynamics, certificate[ERROR.mean_rate]
        rate = d.rhs[len(state.u) :]
        alone = np.zeros(len(span.impulse))  # stresses of redundant joints by themselves would hide any rate
        _, value = relative_rates(system, work.mass, span.G, span.w, rate, dt, state.u, d.h, alone, known)
        certificate[ERROR.mean_rate] = max(known, value)


@njit
def potential_of(system, poses, state, work):
    """Return the potential of weight, force elements and batches at the present state, whose poses are given.

    The forces h of the last step are lost.
    """
    d, control = work.dynamics, work.control
    run_batches(system.batches, FORCE, state.q, state.u, poses, d.h, d.h_total, d.values, work.memory, control)
    total = node_potential(system.nodes, state.q) + elements_potential(system, poses, state, work)
    return total + control[C_POTENTIAL]


@njit
def set_batch_momentum(system, state, work):
    """Write M u of the mass that batches have into h_total; return u M u / 2."""
    d, total = work.dynamics, 0.0
    for i in range(len(state.u)):
        d.h_total[i] = 0.0
    add_momentum(system, work, state.u, d.h_total)
    for i in range(len(state.u)):
        total += 0.5 * state.u[i] * d.h_total[i]
    return total


@njit
def start_step(system, state, work, span):
    """Write the errors of the initial state to the certificate, set the natural rates and open the energy ledger."""
    nodes, bodies, joints, force, t = system.nodes, system.bodies, system.joints, work.force, state.t[0]
    set_poses(nodes, bodies, system.functions, t, t, state.q, state.u, span.end)
    update_coordinates(joints, span.end, force.x, force.D, state.coordinate)
    copy(state.coordinate, span.angle)
    set_end_rows(system, t, work, span)
    work.certificate[0], work.certificate[1] = joint_drift(system, state, work, span)
    start_rates(nodes, state.q, state.u, state.q_rate)
    potential = potential_of(system, span.end, state, work)
    find_node_masses(system, work)
    state.ledger[:] = 0.0
    state.ledger[START_POTENTIAL] = potential
    kinetic = natural_kinetic_energy(system, state, span) + set_batch_momentum(system, state, work)
    state.ledger[START_ENERGY] = kinetic + potential


@njit
def _record_motion(system, state, work, span, line, momentum):
    """Write momenta and kinetic energy of the recorded velocities, and what the natural rates have in addition.

    The scheme conserves v M v / 2 of the rates of natural coordinates. Those of directors are rigid motions up to
    second order in the rotation of a step; u is the rigid motion with the same momenta, and has less energy.
    """
    d, nodes = work.dynamics, system.nodes
    multiply_nodes(nodes, nodes.M, state.u, d.momentum)
    own = 0.0
    for i in range(len(state.u)):
        own += 0.5 * state.u[i] * d.momentum[i]
    solid = set_batch_momentum(system, state, work)
    for i in range(len(state.u)):
        d.momentum[i] += d.h_total[i]
    momentum[:6] = 0.0
    add_total(system, state.q, d.momentum, 1.0, momentum)
    for i in range(6):
        momentum[6 + i] = state.ledger[OUTER_IMPULSE + i]
    line[ENERGY.kinetic], line[ENERGY.rates] = own + solid, natural_kinetic_energy(system, state, span) - own


@njit
def record_step(system, dt, state, work, span, recorder):
    """Append the present state to the buffers; return whether it fitted."""
    k = recorder.count[0]
    if k >= len(recorder.time):
        return False
    ledger, line, t = state.ledger, recorder.energy[k], state.t[0]
    recorder.time[k] = t
    copy(state.q, recorder.q[k])
    copy(state.u, recorder.u[k])
    copy(state.coordinate, recorder.coordinate[k])
    for i in range(len(state.impulse)):
        recorder.reaction[k, i] = state.impulse[i] / dt
        recorder.drift[k, i] = work.rows.g[i]
    line[:] = 0.0
    set_poses(system.nodes, system.bodies, system.functions, t, t, state.q, state.u, work.poses)
    _record_motion(system, state, work, span, line, recorder.momentum[k])
    potential = potential_of(system, work.poses, state, work)
    record_works(ledger, line)
    integrator = potential - ledger[START_POTENTIAL] + ledger[ELASTIC_WORK] + ledger[JOINT_WORK]
    line[ENERGY.potential], line[ENERGY.integrator] = potential, integrator
    total = line[ENERGY.kinetic] + line[ENERGY.rates] + potential - ledger[START_ENERGY]
    rest = total - ledger[LOAD_WORK] - ledger[DRIVE_WORK] - ledger[IMPACT_WORK] - ledger[FRICTION_WORK]
    line[ENERGY.remainder] = rest - ledger[DAMPER_WORK] - integrator - ledger[PROJECTION_WORK]
    copy(work.certificate, recorder.certificate[k])
    work.certificate[:] = 0.0
    recorder.count[0] = k + 1
    return True
