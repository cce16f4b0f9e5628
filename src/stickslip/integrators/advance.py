"""The compiled entry of a run: one function with several tasks.

It takes references to the tuples that Python holds (see ``stickslip._struct``). There is one entry and not five,
because each would be compiled together with the whole tree of kernels below it.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import (
    BUFFER_FULL,
    CONTRADICTION,
    DONE,
    ERROR,
    ESCALATE,
    FUNCTION_FAILED,
    GIVEN,
    LINEARISE,
    LOST_ELEMENT,
    NOT_FINITE,
    PLACE,
    PROJECTION_WORK,
    SINCE_RECORD,
    START,
    START_PROJECTED,
    STEPS,
)
from stickslip.contact.detection import SHIFTED
from stickslip.contact.solver.problem import NOT_CONVERGED, OPEN
from stickslip.integrators.books import account, certify, certify_gaps, record, start_books
from stickslip.integrators.correction import correct, meet, start_gaps
from stickslip.integrators.depths import certify_depths
from stickslip.integrators.motion import begin_motion, certify_motion
from stickslip.integrators.projection import constraint_errors, find_redundant, project_positions, project_velocities
from stickslip.integrators.slip import follow_slip
from stickslip.integrators.still import find_still
from stickslip.integrators.timestep import (
    evaluate,
    finish,
    forget_open,
    inverse_blocks,
    keep_warm_start,
    linearise,
    prepare,
    solve_contacts,
)


@njit
def complete(system, scheme, dt, node_offsets, settings, state, work, residual, iterations):
    """Second half of a step: reactions are known."""
    code = finish(system, scheme, dt, state, work)
    if code != DONE:
        return code
    if account(system, scheme, dt, state, work):
        return CONTRADICTION
    certify(system, work, residual, iterations)
    keep_warm_start(work, state)
    solution = work.dynamics.solution
    if scheme.stabilise != 0:
        find_still(system, scheme, dt, state.u, solution, work)
    for i in range(len(state.u)):
        state.u[i] = solution[i]
    state.t[0] += dt
    work.geometry.sweep[SHIFTED] = 0.0
    work.shift.placed[0] = 0
    if scheme.stabilise != 0:
        correct(system, scheme, dt, settings, state, work)
        forget_open(work, state)
        state.ledger[PROJECTION_WORK] += work.shift.work[0]
    certify_gaps(system, dt, state, work)
    certify_motion(system, dt, state.q, state.u, state, work)
    certify_depths(system, 1.0 - scheme.c, scheme.stabilise != 0, state, work)
    state.counter[STEPS] += 1
    state.counter[SINCE_RECORD] += 1
    return DONE


@njit
def start(system, scheme, settings, node_offsets, state, work, project):
    """Check or project the initial state and open the energy ledger; return a code of ``timestep``."""
    jointed = len(state.impulse) > 0
    if project and jointed:
        project_positions(system, state.t[0], state, work)
    code = start_gaps(system, scheme, settings, project, state, work)
    if code != DONE:
        return code
    keep_warm_start(work, state)
    if jointed:
        if project:
            project_velocities(system, state.t[0], state, work)
        work.certificate[0], work.certificate[1] = constraint_errors(system, state, work)
        find_redundant(system, state, work)
    start_books(system, state, work)
    return DONE


@njit
def advance(task, system, scheme, settings, node_offsets, dt, n_steps, record_every, state, work, recorder):
    """Do a task; STEP: up to ``n_steps`` steps of size dt, recording each ``record_every``-th. Return (code, done).

    The state is that of the last completed step whatever the code; ESCALATE leaves the local problem of the next step
    in ``work``, to be solved by other means and completed by the task GIVEN.
    """
    if task == START or task == START_PROJECTED:
        return start(system, scheme, settings, node_offsets, state, work, task == START_PROJECTED), 0
    if task == LINEARISE:
        linearise(system, scheme, dt, state, work)
        return DONE, 0
    if task == PLACE:
        evaluate(system, state.t[0], state.t[0], state.q, state.u, state, work)
        return DONE, 0
    given = task == GIVEN
    work.shift.placed[0] = 0
    done = 0
    while True:
        if system.functions.failed[0] != 0.0:
            return FUNCTION_FAILED, done
        if work.dynamics.lost[0] != 0:
            return LOST_ELEMENT, done
        if state.counter[SINCE_RECORD] >= record_every:
            if not record(system, dt, state, work, recorder):
                return BUFFER_FULL, done
            state.counter[SINCE_RECORD] = 0
        if done >= n_steps:
            return DONE, done
        answer = OPEN, work.certificate[ERROR.residual], 0
        if not given:
            begin_motion(state, work)
            if scheme.stabilise != 0:
                code = meet(system, scheme, dt, settings, state, work)
            else:
                code = prepare(system, scheme, dt, state, work)
            if code != DONE:
                return code, done
            answer = solve_contacts(system, inverse_blocks(system, scheme, work), work, node_offsets, settings)
        minv = inverse_blocks(system, scheme, work)
        status, residual, iterations = follow_slip(system, scheme, minv, work, node_offsets, settings, answer)
        if system.functions.failed[0] != 0.0:
            return NOT_FINITE, done
        if status == NOT_CONVERGED or not np.isfinite(residual):
            return ESCALATE, done
        code = complete(system, scheme, dt, node_offsets, settings, state, work, residual, iterations)
        if code != DONE:
            return code, done
        given = False
        done += 1
