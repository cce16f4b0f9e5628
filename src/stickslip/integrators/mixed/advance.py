"""The compiled entry of mixed time stepping, separate from ``advance``: runs that do not use it need not compile it."""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.codes import (
    BUFFER_FULL,
    DONE,
    FUNCTION_FAILED,
    LOST_ELEMENT,
    PLACE,
    SINCE_RECORD,
    START,
    START_MIXED,
    STEPS,
)
from stickslip.integrators.advance import start
from stickslip.integrators.books import record
from stickslip.integrators.mixed.step import mixed_start, mixed_step
from stickslip.integrators.timestep import evaluate


@njit
def advance_mixed(task, system, scheme, settings, node_offsets, dt, n_steps, record_every, state, work, recorder):
    """Do a task of ``advance``; STEP: up to ``n_steps`` steps of size dt, recording. Return (code, done)."""
    if task == START:
        return start(system, scheme, settings, node_offsets, state, work, False), 0
    if task == START_MIXED:
        return mixed_start(system, scheme, dt, node_offsets, settings, state, work), 0
    if task == PLACE:
        evaluate(system, state.t[0], state.t[0], state.q, state.u, state, work)
        return DONE, 0
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
        code = mixed_step(system, scheme, dt, node_offsets, settings, state, work)
        if code != DONE:
            return code, done
        state.counter[STEPS] += 1
        state.counter[SINCE_RECORD] += 1
        done += 1
