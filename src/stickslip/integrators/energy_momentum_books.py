"""Book-keeping of the energy-momentum scheme: works of a step, drifts, and what is recorded."""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.integrators.books import ITERATIONS, POSITION_DRIFT, RESIDUAL, VELOCITY_DRIFT
from stickslip.integrators.energy_momentum_joints import add_row_rates
from stickslip.integrators.energy_momentum_nodes import natural_kinetic_energy
from stickslip.mechanics.bodies import FRAME, node_potential, set_poses
from stickslip.mechanics.forces import DAMPER, ELASTIC, LOAD, element_wrench
from stickslip.mechanics.joints import update_coordinates
from stickslip.system.layout import (
    DAMPER_WORK,
    DRIVE_WORK,
    ELASTIC_WORK,
    JOINT_WORK,
    LOAD_WORK,
    START_ENERGY,
    START_POTENTIAL,
)


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
    for row in range(len(span.impulse)):
        d.rhs[row] = 0.0
    add_row_rates(system, work.rows.G, z, d.rhs)
    for row in range(len(span.impulse)):
        force = span.impulse[row] / dt
        drive = d.rhs[row] if system.table.function[row] >= 0 else -dt * work.rows.w[row]
        ledger[DRIVE_WORK] += force * drive
        ledger[JOINT_WORK] += force * (d.rhs[row] - drive)


@njit
def certify_step(system, state, work, span, residual, iterations):
    """Keep the largest residual, number of Newton iterations and drift of the joints; call after u has changed."""
    certificate, d, nodes = work.certificate, work.dynamics, system.nodes
    certificate[RESIDUAL] = max(certificate[RESIDUAL], residual)
    certificate[ITERATIONS] = max(certificate[ITERATIONS], float(iterations))
    if len(span.impulse) == 0:
        return
    for k in range(1, len(system.bodies.node)):
        node = system.bodies.node[k]
        if node < 0:
            continue
        o, A = nodes.u_off[node], span.end.A[k]
        for i in range(nodes.nu[node]):
            d.mean[o + i] = state.u[o + i]
        if nodes.kind[node] == FRAME:
            for i in range(3):
                d.mean[o + 3 + i] = A[i, 0] * state.u[o + 3] + A[i, 1] * state.u[o + 4] + A[i, 2] * state.u[o + 5]
    for row in range(len(span.w)):
        d.rhs[row] = span.w[row]
    add_row_rates(system, span.G, d.mean, d.rhs)
    for row in range(len(span.w)):
        certificate[POSITION_DRIFT] = max(certificate[POSITION_DRIFT], abs(work.rows.g[row]))
        certificate[VELOCITY_DRIFT] = max(certificate[VELOCITY_DRIFT], abs(d.rhs[row]))


@njit
def _potential(system, state, work):
    """Return the potential at the present state."""
    t, total = state.t[0], node_potential(system.nodes, state.q)
    set_poses(system.nodes, system.bodies, system.functions, t, t, state.q, state.u, work.poses)
    for e in range(len(system.forces.kind)):
        total += element_wrench(
            system.forces, e, system.joints, system.functions, work.poses, state.coordinate, t, work.force
        )
    return total


@njit
def start_step_books(system, state, work, span):
    """Remember the energy of the start."""
    state.ledger[:] = 0.0
    t, force = state.t[0], work.force
    set_poses(system.nodes, system.bodies, system.functions, t, t, state.q, state.u, work.poses)
    update_coordinates(system.joints, work.poses, force.x, force.D, state.coordinate)
    state.ledger[START_POTENTIAL] = _potential(system, state, work)
    state.ledger[START_ENERGY] = natural_kinetic_energy(system, state, span) + state.ledger[START_POTENTIAL]


@njit
def record_step(system, dt, state, work, span, recorder):
    """Append the present state to the buffers; return whether it fitted.

    The kinetic energy is that of the natural coordinates, which is the one the scheme conserves.
    """
    k = recorder.count[0]
    if k >= len(recorder.time):
        return False
    ledger, line = state.ledger, recorder.energy[k]
    recorder.time[k] = state.t[0]
    recorder.q[k] = state.q
    recorder.u[k] = state.u
    recorder.coordinate[k] = state.coordinate
    recorder.contact_count[k] = 0
    for i in range(len(state.impulse)):
        recorder.reaction[k, i] = state.impulse[i] / dt
    line[:] = 0.0
    line[0], line[1] = natural_kinetic_energy(system, state, span), _potential(system, state, work)
    line[2], line[3], line[6] = ledger[LOAD_WORK], ledger[DRIVE_WORK], ledger[DAMPER_WORK]
    line[7] = line[1] - ledger[START_POTENTIAL] + ledger[ELASTIC_WORK] + ledger[JOINT_WORK]
    line[8] = line[0] + line[1] - ledger[START_ENERGY] - line[2] - line[3] - line[6] - line[7]
    recorder.certificate[k] = work.certificate
    work.certificate[:] = 0.0
    recorder.count[0] = k + 1
    return True
