"""The energy-momentum scheme for bilateral systems, compiled: Newton per step, many steps per call (betsch 57).

Natural coordinates q = (r, d_1, d_2, d_3) with constant mass, constraints at the end of the step, discrete gradients:

    q_n+1 - q_n = dt (v_n + v_n+1) / 2,   M (v_n+1 - v_n) = dt (F_m - grad V) + G_m^T Lambda / dt ...,   g(q_n+1) = 0

in null-space form: six (planar: three) unknowns per body and the multipliers of the joints,

    P^T M (v_n+1 - v_n) = dt h_m + G_m^T Lambda,     g(q_n+1, t_n+1) = 0,

linearised as [[K, -G_m^T], [G_n+1, 0]] on the graph of the velocity-level schemes. K is exact for inertia, force
elements and joints that share a point. The iteration goes on to stagnation: conservation is as good as the residual.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.integrators.advance import PLACE, SINCE_RECORD, START, START_PROJECTED, STEPS
from stickslip.integrators.energy_momentum_books import (
    account_step,
    certify_step,
    record_step,
    start_step_books,
)
from stickslip.integrators.energy_momentum_forces import add_step_forces, add_step_tangents
from stickslip.integrators.energy_momentum_joints import add_multipliers, add_step_blocks, set_step_rows
from stickslip.integrators.energy_momentum_nodes import (
    add_inertia_tangent,
    begin_span,
    finish_body,
    place_body,
    start_rates,
    subtract_inertia,
)
from stickslip.integrators.energy_momentum_span import LENGTH, MOMENTUM, RESIDUAL, refer_span
from stickslip.integrators.projection import constraint_errors, project_positions, project_velocities
from stickslip.integrators.timestep import BUFFER_FULL, DONE, ESCALATE
from stickslip.linalg.block_lu import factor, factor_regularised, refine, solve
from stickslip.mechanics.bodies import FRAME, set_poses
from stickslip.mechanics.joints import update_coordinates
from stickslip.system.matrix import REFINED, REGULARISATION, SINGULAR_PIVOT
from stickslip.system.references import RecorderRef, refer_state, refer_system, refer_work

REDUNDANT = 3  # entry of State.counter: steps with a singular matrix
MAX_ITERATIONS = 50
ROUND_OFF = 1e-16
FLOOR = 1e-3  # increments are compared with the motion of the step, but with no less than this part of the system


@njit
def _evaluate(system, dt, rule, state, work, span):
    """Write rhs = (dt h_m + G_m^T Lambda - P^T M (v_n+1 - v_n), -g) at the present unknowns."""
    nodes, bodies, d = system.nodes, system.bodies, work.dynamics
    n = len(state.u)
    for k in range(1, len(bodies.node)):
        if bodies.node[k] >= 0:
            place_body(nodes, bodies.node[k], k, dt, work.poses, span)
    add_step_forces(system, dt, rule, state, work, span)
    set_step_rows(system, dt, state, work, span)
    size, worst = 0.0, 0.0
    for i in range(n):
        d.rhs[i] = dt * (d.h[0, i] + d.h[1, i] + d.h[2, i])
        size = max(size, abs(d.rhs[i]))
    for k in range(1, len(bodies.node)):
        if bodies.node[k] >= 0:
            size = max(size, subtract_inertia(nodes, bodies.node[k], k, dt, state.u, work.poses, span, d.rhs))
    add_multipliers(system, work.rows.G, span.impulse, d.rhs)
    for i in range(n):
        worst = max(worst, abs(d.rhs[i]))
    for row in range(len(span.impulse)):
        d.rhs[n + row] = -work.rows.g[row]
    span.size[MOMENTUM], span.size[RESIDUAL] = size, worst


@njit
def _solve_tangent(system, dt, rule, state, work, span):
    """Write the Newton increment into solution; a singular matrix is regularised and the solution refined."""
    nodes, bodies, d, pattern = system.nodes, system.bodies, work.dynamics, system.pattern
    d.values[:] = 0.0
    for k in range(1, len(bodies.node)):
        node = bodies.node[k]
        if node >= 0:
            add_inertia_tangent(nodes, node, k, dt, work.poses, span, system.matrix.node[node], d.values)
    add_step_tangents(system, dt, rule, state, work, span, d.values)
    add_step_blocks(system, work, span, d.values)
    d.original[:] = d.values
    if factor(pattern, d.values, d.pivots, d.lu_work) >= SINGULAR_PIVOT:
        solve(pattern, d.values, d.pivots, d.rhs, d.solution)
        return False
    d.values[:] = d.original
    factor_regularised(pattern, d.values, d.pivots, d.lu_work, REGULARISATION)
    solve(pattern, d.values, d.pivots, d.rhs, d.solution)
    refine(pattern, d.original, d.values, d.pivots, d.rhs, d.solution, d.lu_work, REFINED, 50)
    return True


@njit
def _increment(system, work, span):
    """Add the increment to the unknowns; return its size relative to the motion of the step."""
    nodes, solution, z, n = system.nodes, work.dynamics.solution, span.z, len(span.z)
    shift, turn = FLOOR * span.size[LENGTH], FLOOR
    shift_change, turn_change = 0.0, 0.0
    for k in range(len(nodes.kind)):
        o, split = nodes.u_off[k], 3 if nodes.kind[k] == FRAME else 2
        for i in range(nodes.nu[k]):
            z[o + i] += solution[o + i]
            if i < split:
                shift, shift_change = max(shift, abs(z[o + i])), max(shift_change, abs(solution[o + i]))
            else:
                turn, turn_change = max(turn, abs(z[o + i])), max(turn_change, abs(solution[o + i]))
    finite = True
    for i in range(n + len(span.impulse)):
        finite = finite and np.isfinite(solution[i])
    for row in range(len(span.impulse)):
        span.impulse[row] += solution[n + row]
    return max(shift_change / shift, turn_change / turn) if finite else np.inf


@njit
def _newton(system, dt, rule, tolerance, state, work, span):
    """Solve the step; return (increment that remains, iterations), infinity where Newton's method fails."""
    begin_span(system, dt, state, work, span)
    span.impulse[:] = state.impulse
    span.angle[:] = state.coordinate
    _evaluate(system, dt, rule, state, work, span)
    before, singular = np.inf, False
    for iteration in range(1, MAX_ITERATIONS + 1):
        singular = _solve_tangent(system, dt, rule, state, work, span) or singular
        change = _increment(system, work, span)
        if not np.isfinite(change):
            break
        _evaluate(system, dt, rule, state, work, span)
        rate = change / before if before < np.inf else change
        if change <= tolerance and (change * rate <= ROUND_OFF or rate > 0.3):
            state.counter[REDUNDANT] += singular
            return change, iteration
        before = change
    return np.inf, MAX_ITERATIONS


@njit
def _step(system, dt, rule, tolerance, state, work, span):
    """Do one step; the state changes only when Newton's method has converged."""
    nodes, bodies = system.nodes, system.bodies
    change, iterations = _newton(system, dt, rule, tolerance, state, work, span)
    if not np.isfinite(change):
        return ESCALATE
    account_step(system, dt, state, work, span)
    for k in range(1, len(bodies.node)):
        if bodies.node[k] >= 0:
            finish_body(nodes, bodies.node[k], k, dt, work.poses, span, state)
    update_coordinates(system.joints, span.end, work.force.x, work.force.D, state.coordinate)
    residual = span.size[RESIDUAL] / span.size[MOMENTUM] if span.size[MOMENTUM] > 0.0 else 0.0
    certify_step(system, state, work, span, residual, iterations)
    state.impulse[:] = span.impulse
    state.t[0] += dt
    state.counter[STEPS] += 1
    state.counter[SINCE_RECORD] += 1
    return DONE


@njit
def _start(system, state, work, span, project):
    """Check or project the initial state, set the rates of the natural coordinates and open the books."""
    if len(state.impulse) > 0:
        if project:
            project_positions(system, state.t[0], state, work)
            project_velocities(system, state.t[0], state, work)
        work.certificate[0], work.certificate[1] = constraint_errors(system, state, work)
    start_rates(system.nodes, state.q, state.u, state.q_rate)
    start_step_books(system, state, work, span)


@njit
def advance_energy_momentum(task, system, rule, tolerance, dt, n_steps, record_every, state, work, span, recorder):
    """Do a task of ``advance``; STEP: up to ``n_steps`` steps of size dt. Return (code, steps done).

    The state is that of the last completed step whatever the code.
    """
    system_, state_, work_ = refer_system(system), refer_state(state), refer_work(work)
    span_, recorder_ = refer_span(span), RecorderRef(*recorder)
    if task == START or task == START_PROJECTED:
        _start(system_, state_, work_, span_, task == START_PROJECTED)
        return DONE, 0
    if task == PLACE:
        t = state.t[0]
        set_poses(system_.nodes, system_.bodies, system_.functions, t, t, state.q, state.u, work_.poses)
        return DONE, 0
    done = 0
    while True:
        if state.counter[SINCE_RECORD] >= record_every:
            if not record_step(system_, dt, state_, work_, span_, recorder_):
                return BUFFER_FULL, done
            state.counter[SINCE_RECORD] = 0
        if done >= n_steps:
            return DONE, done
        code = _step(system_, dt, rule, tolerance, state_, work_, span_)
        if code != DONE:
            return code, done
        done += 1
