"""Where the energy goes in mixed time stepping."""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.contact.solver.problem import CONE
from stickslip.integrators.mixed_stage import V
from stickslip.mechanics.bonds import reading_power
from stickslip.mechanics.forces import DAMPER, LOAD
from stickslip.system.contact_rows import group_velocity
from stickslip.system.layout import (
    DAMPER_WORK,
    DRIVE_WORK,
    FRICTION_WORK,
    IMPACT_WORK,
    LAST_DAMPER,
    LAST_DRIVE,
    LAST_LOAD,
    LOAD_WORK,
)


@njit
def account_forces(system, dt, alpha, state, work, ledger):
    """Add the work of the base step: powers by the trapezoidal rule, contact forces with mean velocities."""
    groups, v = work.groups, work.dynamics.stage[V]
    damper, load, drive = powers(system, v, alpha, work)
    ledger[DAMPER_WORK] += 0.5 * dt * (ledger[LAST_DAMPER] + damper)
    ledger[LOAD_WORK] += 0.5 * dt * (ledger[LAST_LOAD] + load)
    ledger[DRIVE_WORK] += 0.5 * dt * (ledger[LAST_DRIVE] + drive)
    ledger[LAST_DAMPER], ledger[LAST_LOAD], ledger[LAST_DRIVE] = damper, load, drive
    group_velocity(system.nodes, groups, state.u, groups.before)
    group_velocity(system.nodes, groups, v, groups.after)
    for g in range(groups.count[0]):
        for i in range(groups.size[g]):
            k = groups.row[g] + i
            power = 0.5 * (groups.before[k] + groups.after[k]) * groups.r[k] * dt / alpha
            ledger[IMPACT_WORK if i == 0 and groups.kind[g] == CONE else FRICTION_WORK] += power
            ledger[DRIVE_WORK] -= groups.r[k] * groups.w[k] * dt / alpha


@njit
def powers(system, v, alpha, work):
    """Return the powers of dampers, loads and drives at the last evaluation, with velocities v."""
    d, n = work.dynamics, len(v)
    damper, load = d.power[DAMPER], d.power[LOAD]
    drive = -d.power[0] - damper - load
    for i in range(n):
        damper += d.h[DAMPER, i] * v[i]
        load += d.h[LOAD, i] * v[i]
    for row in range(len(work.rows.w)):
        drive -= d.solution[n + row] / alpha * work.rows.w[row]
    drive -= reading_power(system, work.rows, d.solution[n:], v) / alpha
    return damper, load, drive


@njit
def account_impulses(groups, ledger):
    """Add the work of impulses, with the mean velocities of before and after."""
    for g in range(groups.count[0]):
        for i in range(groups.size[g]):
            k = groups.row[g] + i
            power = 0.5 * (groups.before[k] + groups.after[k]) * groups.r[k]
            ledger[IMPACT_WORK if i == 0 and groups.kind[g] == CONE else FRICTION_WORK] += power
            ledger[DRIVE_WORK] -= groups.r[k] * groups.w[k]
