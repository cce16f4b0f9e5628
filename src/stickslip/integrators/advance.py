"""The compiled entries: many steps in one call, the start of a run, and what Python needs when a step is hard.

Each entry takes the tuples that Python holds and passes references on (see ``stickslip._struct``).
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
    form_delassus,
    keep_warm_start,
    prepare,
    solve_contacts,
)
from stickslip.system.references import RecorderRef, refer_state, refer_system, refer_work

STEPS, SINCE_RECORD, RETRIES = range(3)


@njit
def _complete(system, scheme, dt, state, work, residual, iterations):
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
def _step(system, scheme, settings, node_offsets, dt, state, work):
    """Do one step: predict, detect, assemble, solve contacts, update, check."""
    code = prepare(system, scheme, dt, state, work)
    if code != DONE:
        return code
    status, residual, iterations = solve_contacts(system, scheme, work, node_offsets, settings)
    if status == NOT_CONVERGED or not np.isfinite(residual):
        return ESCALATE
    return _complete(system, scheme, dt, state, work, residual, iterations)


@njit
def _record_if_due(system, dt, record_every, state, work, recorder):
    """Record the present state when it is its turn; return whether there was room."""
    if state.counter[SINCE_RECORD] < record_every:
        return True
    if not record(system, dt, state, work, recorder):
        return False
    state.counter[SINCE_RECORD] = 0
    return True


@njit
def advance(system, scheme, settings, node_offsets, dt, n_steps, record_every, state, work, recorder):
    """Do up to ``n_steps`` steps of size dt; return (code, steps done).

    The state is that of the last completed step whatever the code; ESCALATE leaves the local problem of the next step
    in ``work``, to be solved by other means and finished with ``advance_given``.
    """
    system_, state_, work_ = refer_system(system), refer_state(state), refer_work(work)
    recorder_ = RecorderRef(*recorder)
    for done in range(n_steps):
        if not _record_if_due(system_, dt, record_every, state_, work_, recorder_):
            return BUFFER_FULL, done
        code = _step(system_, scheme, settings, node_offsets, dt, state_, work_)
        if code != DONE:
            return code, done
    if not _record_if_due(system_, dt, record_every, state_, work_, recorder_):
        return BUFFER_FULL, n_steps
    return DONE, n_steps


@njit
def advance_given(system, scheme, dt, residual, iterations, state, work):
    """Complete the step left in ``work`` with the contact impulses written to ``work.groups.r``; return the code."""
    return _complete(refer_system(system), scheme, dt, refer_state(state), refer_work(work), residual, iterations)


@njit
def delassus(system, work):
    """Return W of the coupled system left in ``work``."""
    work_ = refer_work(work)
    return form_delassus(refer_system(system), work_.groups, work_.dynamics, work_.X)


@njit
def initialise(system, state, work, project):
    """Check or project the initial state and open the books; return the position and velocity errors of the joints."""
    system_, state_, work_ = refer_system(system), refer_state(state), refer_work(work)
    position, velocity = 0.0, 0.0
    if len(state.impulse) > 0:
        if project:
            project_positions(system_, state.t[0], state_, work_)
            project_velocities(system_, state.t[0], state_, work_)
        position, velocity = constraint_errors(system_, state_, work_)
    start_books(system_, state_, work_)
    return position, velocity


@njit
def place_bodies(system, state, work):
    """Set ``work.poses`` to the present state."""
    t = state.t[0]
    evaluate(refer_system(system), t, t, state.q, state.u, refer_state(state), refer_work(work))


