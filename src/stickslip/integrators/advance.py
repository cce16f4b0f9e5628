"""The compiled entry of a run: one function with several tasks.

It takes references to the tuples that Python holds (see ``stickslip._struct``). There is one entry and not five,
because each would be compiled together with the whole tree of kernels below it.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.solver.problem import NOT_CONVERGED
from stickslip.integrators.books import account, certify, record, start_books
from stickslip.integrators.projection import constraint_errors, project_positions, project_velocities
from stickslip.integrators.timestep import (
    BUFFER_FULL,
    DONE,
    ESCALATE,
    evaluate,
    finish,
    inverse_blocks,
    keep_warm_start,
    linearise,
    prepare,
    solve_contacts,
)

STEPS, SINCE_RECORD, RETRIES = range(3)

# Tasks. START checks the initial state (its errors are written to work.certificate[:2]), START_PROJECTED makes it
# consistent first, START_MIXED (of ``mixed_advance``) finds closed contacts and accelerations. GIVEN completes a step
# whose contact impulses Python wrote to work.groups.r. PLACE sets work.poses. LINEARISE leaves forces
# (work.dynamics.h), rows (work.rows) and the matrix of the step (work.dynamics.values).
STEP, GIVEN, START, START_PROJECTED, START_MIXED, PLACE, LINEARISE = range(7)


@njit
def complete(system, scheme, dt, state, work, residual, iterations):
    """Second half of a step: reactions are known."""
    code = finish(system, scheme, dt, state, work)
    if code != DONE:
        return code
    account(system, scheme, dt, state, work)
    certify(system, work, residual, iterations)
    keep_warm_start(work, state)
    solution = work.dynamics.solution
    for i in range(len(state.u)):
        state.u[i] = solution[i]
    state.t[0] += dt
    if scheme.project != 0 and len(state.impulse) > 0:
        project_positions(system, state.t[0], state, work)
    state.counter[STEPS] += 1
    state.counter[SINCE_RECORD] += 1
    return DONE


@njit
def start(system, state, work, project):
    """Check or project the initial state and open the books."""
    if len(state.impulse) > 0:
        if project:
            project_positions(system, state.t[0], state, work)
            project_velocities(system, state.t[0], state, work)
        work.certificate[0], work.certificate[1] = constraint_errors(system, state, work)
    start_books(system, state, work)


@njit
def advance(task, system, scheme, settings, node_offsets, dt, n_steps, record_every, state, work, recorder):
    """Do a task; STEP: up to ``n_steps`` steps of size dt, recording each ``record_every``-th. Return (code, done).

    The state is that of the last completed step whatever the code; ESCALATE leaves the local problem of the next step
    in ``work``, to be solved by other means and completed by the task GIVEN.
    """
    if task == START or task == START_PROJECTED:
        start(system, state, work, task == START_PROJECTED)
        return DONE, 0
    if task == LINEARISE:
        linearise(system, scheme, dt, state, work)
        return DONE, 0
    if task == PLACE:
        evaluate(system, state.t[0], state.t[0], state.q, state.u, state, work)
        return DONE, 0
    given = task == GIVEN
    done = 0
    while True:
        if state.counter[SINCE_RECORD] >= record_every:
            if not record(system, dt, state, work, recorder):
                return BUFFER_FULL, done
            state.counter[SINCE_RECORD] = 0
        if done >= n_steps:
            return DONE, done
        residual, iterations = work.certificate[0], 0
        if not given:
            code = prepare(system, scheme, dt, state, work)
            if code != DONE:
                return code, done
            minv = inverse_blocks(system, scheme, work)
            status, residual, iterations = solve_contacts(system, minv, work, node_offsets, settings)
            if status == NOT_CONVERGED or not np.isfinite(residual):
                return ESCALATE, done
        code = complete(system, scheme, dt, state, work, residual, iterations)
        if code != DONE:
            return code, done
        given = False
        done += 1
