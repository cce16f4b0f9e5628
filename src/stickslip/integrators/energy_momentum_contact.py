"""Contacts of an energy-momentum step: detection and rows at the mid-point that u_n predicts, then books and records.

The impulses r of all contacts enter the balance of the step with the rows H of that mid-point,

    P^T M (v_n+1 - v_n) = dt h_m + (G_m P)^T Lambda + H^T r,

and the set-valued laws hold at velocity level: (r, gamma_n+1 + e gamma_n) with gamma_n = H u_n + w and gamma_n+1 =
2 (H z / dt + w) - gamma_n, where z is the change of the step. So contacts do the work r (gamma_n + gamma_n+1) / 2
exactly: none while they rest, none in impacts with e = 1, and the books close. ``energy_momentum_contact_run`` solves
for r.
"""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.integrators.books import certify, certify_gaps, record_contacts
from stickslip.integrators.timestep import BUFFER_FULL, DONE, GROW_DETECTION, GROW_GROUPS, evaluate, keep_warm_start
from stickslip.mechanics.relative import move_system
from stickslip.system.contact_rows import ROWS_READY, group_velocity, set_contact_rows
from stickslip.system.detect import DETECTED, detect, nearly_full
from stickslip.system.layout import DRIVE_WORK, FRICTION_WORK, IMPACT_WORK

FIND, KEEP, RECORD = range(3)  # tasks


@njit
def contact_task(task, system, dim, dt, residual, iterations, state, work, recorder):
    """FIND contacts and their rows, KEEP the books of a solved step, or RECORD contacts; return a code of timestep."""
    if task == RECORD:
        return DONE if record_contacts(system, work, recorder) else BUFFER_FULL
    groups = work.groups
    if task == FIND:
        d, t = work.dynamics, state.t[0]
        d.q[:] = state.q
        move_system(system, t, t + 0.5 * dt, d.q, state.u, 0.5 * dt, state.coordinate, work.poses, work.force)
        evaluate(system, t + 0.5 * dt, t + 0.5 * dt, d.q, state.u, state, work)
        if detect(system, work.poses, dt, work.geometry) != DETECTED or nearly_full(work.geometry):
            return GROW_DETECTION
        found = set_contact_rows(system, dim, work.poses, work.geometry, state.warm, False, state.u, work.force, groups)
        if found != ROWS_READY or groups.count[0] > len(state.warm.a):
            return GROW_GROUPS
        group_velocity(system.nodes, groups, state.u, groups.before)
        return DONE
    for g in range(groups.count[0]):
        for i in range(groups.size[g]):
            k = groups.row[g] + i
            power = groups.r[k] * 0.5 * (groups.before[k] + groups.after[k])
            state.ledger[IMPACT_WORK if i == 0 else FRICTION_WORK] += power
            state.ledger[DRIVE_WORK] -= groups.r[k] * groups.w[k]
    certify(system, work, residual, iterations)
    keep_warm_start(work, state)
    certify_gaps(system, dt, work)
    return DONE
