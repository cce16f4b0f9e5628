"""Where the energy goes in mixed time stepping."""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.contact.solver.problem import CONE
from stickslip.integrators.mixed_stage import X_0, V
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
def account_forces(system, dt, alpha, beta, state, work, ledger):
    """Add the work of the base step: powers by the trapezoidal rule, contact forces with mean velocities.

    Mean forces of dampers work along the way x_0 + beta v: what they stop within a step goes no further, and velocities
    that change their sign in every step have no way.
    """
    d, groups, v = work.dynamics, work.groups, work.dynamics.stage[V]
    damper, load, drive = powers(system, v, alpha, work)
    ledger[DAMPER_WORK] += 0.5 * dt * (ledger[LAST_DAMPER] + damper)
    for i in range(len(v)):
        way = d.stage[X_0, i] + beta * v[i]
        ledger[DAMPER_WORK] += 0.5 * (state.damping[i] + d.h[DAMPER, i]) * way
        d.damping[i] = d.h[DAMPER, i]
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
    """Return the powers of dampers on prescribed bodies, of loads and of drives at the last evaluation."""
    d, n = work.dynamics, len(v)
    damper, load = d.power[DAMPER], d.power[LOAD]
    drive = -d.power[0] - damper - load
    for i in range(n):
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
