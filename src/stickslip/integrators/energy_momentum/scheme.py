"""The energy-momentum scheme for bilateral systems, compiled: Newton per step, many steps per call.

Betsch et al., eq. 57.

Natural coordinates q = (r, d_1, d_2, d_3) with constant mass, constraints at the end of the step, discrete gradients:

    q_n+1 - q_n = dt (v_n + v_n+1) / 2,   M (v_n+1 - v_n) = dt f_m + G_m^T Lambda,   g(q_n+1, t_n+1) = 0

in null-space form: six (planar: three) unknowns per body and the multipliers of the joints,

    P^T M (v_n+1 - v_n) = dt h_m + (G_m P)^T Lambda,   g(q_n+1, t_n+1) = 0,

linearised as [[K, -G_m^T], [G_n+1, 0]] on the graph of the velocity-level schemes. K is exact for inertia, force
elements and joints that share a point. The iteration goes on to stagnation: conservation is as good as the residual.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import (
    BUFFER_FULL,
    DONE,
    ESCALATE,
    FUNCTION_FAILED,
    LOST_ELEMENT,
    MASS,
    PLACE,
    SINCE_RECORD,
    START,
    STEP_FORCE,
    STEP_TANGENT,
    STEPS,
)
from stickslip.forces.steps import add_step_forces, add_step_tangents
from stickslip.integrators.energy_momentum.books import (
    account_step,
    certify_step,
    record_step,
    set_batch_momentum,
    start_step,
)
from stickslip.integrators.energy_momentum.move import move_state, slow_down
from stickslip.integrators.energy_momentum.nodes import (
    add_drag_tangent,
    add_inertia_tangent,
    begin_span,
    finish_body,
    place_body,
    subtract_inertia,
)
from stickslip.integrators.energy_momentum.span import (
    ABSOLUTE,
    GAP,
    LENGTH,
    MOMENTUM,
    PART,
    RELATIVE,
    RESIDUAL,
    copy,
)
from stickslip.integrators.timestep import add_momentum
from stickslip.joints.rows import update_coordinates
from stickslip.joints.steps import add_multipliers, add_step_blocks, set_end_rows, set_mid_rows
from stickslip.linalg.block_lu import DEPENDENT, factor_regularised, refine, solve
from stickslip.mechanics.batches import C_BATCH, C_ELEMENT, do_step, do_task
from stickslip.mechanics.bodies import place_dim, set_poses

SOLVE, BEGIN, EVALUATE, REST, FACTOR, ANSWER, CHANGE, FINISH, MOVE, SLOW = range(
    100, 110
)  # tasks of a step with contacts
REGULARISATION = 1e-9  # of redundant joint blocks; refinement removes its effect
REFINED = 1e-13
REDUNDANT = 3  # entry of State.counter: steps with a singular matrix
MAX_ITERATIONS = 50
DAMPED_ITERATIONS = 200
MAX_RETREATS = 12  # of a damped iteration
SMALL = 1e-6  # increments below this part of the system or of a rotation are not judged: they may stall at round-off
MAX_HALVINGS = 20  # of a change that turns an element inside out
NEXT = 1e-4  # an iteration has ended when the next change would be below this part of the tolerance
LARGEST_TURN = 1.0  # change of a Cayley vector in one Newton iteration
REUSE = 0.05  # an iteration that gains less than this factor asks for a new tangent
STAGNANT = 0.3  # an iteration that gains less than this factor has ended
EXACT = 1e-14  # relative residuals that are round-off
SINGULAR = 1e-6  # near singular configurations round-off moves the unknowns more than the tolerance, but less than this
FLOOR = 1e-3  # increments are compared with the motion of the step, but with no less than this part of the system


@njit
def _evaluate(system, dt, rule, state, work, span):
    """Write rhs = (dt h_m + G_m^T Lambda - P^T M (v_n+1 - v_n), -g) at the present unknowns.

    Return whether no element is turned inside out.
    """
    nodes, bodies, d = system.nodes, system.bodies, work.dynamics
    n = len(state.u)
    for k in range(1, len(bodies.node)):
        if bodies.node[k] >= 0:
            place_body(nodes, bodies.node[k], k, dt, work.poses, span)
    add_step_forces(system, dt, rule, state, work, span)
    sound = do_step(system, STEP_FORCE, dt, state.q, span.z, work)
    set_end_rows(system, state.t[0] + dt, work, span)
    set_mid_rows(system, state.t[0] + 0.5 * dt, state, work, span)
    size, worst = 0.0, 0.0
    for i in range(n):
        d.rhs[i] = dt * (d.h[0, i] + d.h[1, i] + d.h[2, i]) + span.push[i]
        size = max(size, abs(d.rhs[i]), abs(d.h_total[i]), abs(span.push[i]))
        d.mean[i] = -2.0 * (span.z[i] / dt - state.u[i])
    add_momentum(system, work, d.mean, d.rhs)
    for k in range(1, len(bodies.node)):
        if bodies.node[k] >= 0:
            size = max(size, subtract_inertia(nodes, bodies.node[k], k, dt, state.u, work.poses, span, d.rhs))
    add_multipliers(system, work.rows.G, span.impulse, d.rhs)
    for i in range(n):
        worst = max(worst, abs(d.rhs[i]))
    gap = 0.0
    for row in range(len(span.impulse)):
        d.rhs[n + row] = -work.rows.g[row]
        gap = max(gap, abs(work.rows.g[row]))
    span.size[MOMENTUM], span.size[RESIDUAL], span.size[GAP] = size, worst, gap
    return sound


@njit
def _factor_tangent(system, dt, rule, state, work, span):
    """Form and factor the tangent at the present unknowns; a singular matrix is regularised. Return whether it was."""
    nodes, bodies, d, pattern = system.nodes, system.bodies, work.dynamics, system.pattern
    d.values[:] = 0.0
    if system.matrix.massive[0] != 0:
        do_task(system, MASS, state.q, d.mean, d.h_total, work)
        for i in range(len(d.values)):
            d.values[i] *= 2.0 / dt
    for k in range(1, len(bodies.node)):
        node = bodies.node[k]
        if node >= 0:
            add_inertia_tangent(nodes, node, k, dt, work.poses, span, system.matrix.node[node], d.values)
            add_drag_tangent(nodes, node, k, work.poses, span, system.matrix.node[node], d.values)
    add_step_tangents(system, dt, rule, state, work, span, d.values)
    do_step(system, STEP_TANGENT, dt, state.q, span.z, work)
    add_step_blocks(system, work, span, d.values)
    copy(d.values, d.original)
    eps = 0.0
    while factor_regularised(pattern, d.values, d.pivots, d.lu_work, eps) < DEPENDENT and eps == 0.0:
        copy(d.original, d.values)
        eps = REGULARISATION
    return eps > 0.0


@njit
def _solve_tangent(system, regularised, work):
    """Write the Newton increment into solution; that of a regularised matrix is refined."""
    d, pattern = work.dynamics, system.pattern
    solve(pattern, d.values, d.pivots, d.rhs, d.solution)
    if regularised:
        refine(pattern, d.original, d.values, d.pivots, d.rhs, d.solution, d.lu_work, REFINED, 50)


@njit
def _increment(system, work, span):
    """Add the increment to the unknowns, shortened where it turns a body by more than LARGEST_TURN.

    Write and return its size relative to the motion of the step and to the system; infinity where it is not finite.
    """
    nodes, solution, z, n = system.nodes, work.dynamics.solution, span.z, len(span.z)
    shift_change, turn_change, finite = 0.0, 0.0, True
    for k in range(len(nodes.kind)):
        o, split = nodes.u_off[k], place_dim(nodes.kind[k])
        for i in range(nodes.nu[k]):
            if i < split:
                shift_change = max(shift_change, abs(solution[o + i]))
            else:
                turn_change = max(turn_change, abs(solution[o + i]))
            finite = finite and np.isfinite(solution[o + i])
    span.size[RELATIVE], span.size[ABSOLUTE] = np.inf, np.inf
    if not finite:
        return np.inf, np.inf
    factor = min(1.0, LARGEST_TURN / turn_change) if turn_change > 0.0 else 1.0
    shift, turn = FLOOR * span.size[LENGTH], FLOOR
    for k in range(len(nodes.kind)):
        o, split = nodes.u_off[k], place_dim(nodes.kind[k])
        for i in range(nodes.nu[k]):
            z[o + i] += factor * solution[o + i]
            if i < split:
                shift = max(shift, abs(z[o + i]))
            else:
                turn = max(turn, abs(z[o + i]))
    for row in range(len(span.impulse)):
        span.impulse[row] += factor * solution[n + row]
    for i in range(len(solution)):
        solution[i] *= factor
    span.size[RELATIVE] = max(shift_change / shift, turn_change / turn)
    span.size[ABSOLUTE] = max(shift_change / span.size[LENGTH], turn_change)
    span.size[PART] = factor
    return span.size[RELATIVE], span.size[ABSOLUTE]


@njit
def _retreat(work, span):
    """Take back half of the last change of the unknowns."""
    solution, z, n = work.dynamics.solution, span.z, len(span.z)
    for i in range(len(solution)):
        solution[i] *= 0.5
    for i in range(n):
        z[i] -= solution[i]
    for row in range(len(span.impulse)):
        span.impulse[row] -= solution[n + row]


@njit
def _start_newton(system, dt, state, work, span):
    """Predict the unknowns; solution is their change from a system at rest."""
    solution, n = work.dynamics.solution, len(span.z)
    begin_span(system, dt, state, work, span)
    copy(state.impulse, span.impulse)
    copy(state.coordinate, span.angle)
    copy(span.z, solution)
    for row in range(len(span.impulse)):
        solution[n + row] = 0.0
    set_batch_momentum(system, state, work)


@njit
def settled(change, before, absolute, tolerance, size):
    """Whether the iteration has ended: with the last change, or because it gains no more and what is left is round-off.

    ``change`` and ``before`` are the last two changes relative to the motion of the step, ``absolute`` the last one
    relative to the system.
    """
    rate = change / before if before < np.inf else change
    exact = size[RESIDUAL] <= EXACT * size[MOMENTUM] and size[GAP] <= EXACT * size[LENGTH]
    if change <= tolerance and change * rate <= NEXT * tolerance:
        return True
    return rate > STAGNANT and (absolute <= tolerance or (exact and absolute < SINGULAR))


@njit
def _newton(system, dt, rule, tolerance, state, work, span):
    """Solve the step; return the number of iterations, 0 where Newton's method fails."""
    control = work.control
    iterations = _quick_newton(system, dt, rule, tolerance, state, work, span)
    if iterations == 0:
        batch, element = control[C_BATCH], control[C_ELEMENT]
        iterations = _damped_newton(system, dt, rule, tolerance, state, work, span)
        if iterations == 0 and control[C_BATCH] < 0.0:  # the first attempt may know why
            control[C_BATCH], control[C_ELEMENT] = batch, element
    return iterations


@njit
def _start_from_rest(system, dt, rule, state, work, span):
    """Start from no motion if that leaves a smaller residual than the evaluated start; return whether all is sound.

    Stiff bodies that ring have velocities that change their signs within a step: constant ones would strain them far
    more than they are.
    """
    z, kept, residual = span.z, work.dynamics.u_free, span.size[RESIDUAL]
    for i in range(len(z)):
        kept[i], z[i] = z[i], 0.0
    if _evaluate(system, dt, rule, state, work, span) and span.size[RESIDUAL] < residual:
        return True
    for i in range(len(z)):
        z[i] = kept[i]
    return _evaluate(system, dt, rule, state, work, span)


@njit
def forces_prevail(size):
    """Return whether forces change the momenta of the step by as much as they are."""
    return size[RESIDUAL] > 0.5 * size[MOMENTUM]


@njit
def _quick_newton(system, dt, rule, tolerance, state, work, span):
    """Solve the step from constant velocities, or from rest; return the number of iterations, 0 where that fails.

    The tangent is formed at the start of the step and again where the iteration gains less than a factor REUSE, or in
    each iteration of a step in which forces prevail. A change that turns an element of a solid inside out is halved.
    """
    _start_newton(system, dt, state, work, span)
    change, before, absolute, singular, regularised = np.inf, np.inf, np.inf, False, False
    prevail = False
    for iteration in range(MAX_ITERATIONS):
        sound, halvings = _evaluate(system, dt, rule, state, work, span), 0
        if iteration == 0 and sound and forces_prevail(span.size):
            prevail = True
            sound = _start_from_rest(system, dt, rule, state, work, span)
        while not sound and halvings < MAX_HALVINGS:
            _retreat(work, span)
            sound, halvings = _evaluate(system, dt, rule, state, work, span), halvings + 1
        if not sound:
            return 0
        if settled(change, before, absolute, tolerance, span.size):
            state.counter[REDUNDANT] += singular
            return iteration
        slow = prevail if before == np.inf else change > REUSE * before
        if iteration == 0 or regularised or halvings > 0 or slow:
            regularised = _factor_tangent(system, dt, rule, state, work, span)
            singular = singular or regularised
        before = change
        _solve_tangent(system, regularised, work)
        change, absolute = _increment(system, work, span)
        if not np.isfinite(change):
            return 0
    return 0


@njit
def _size_of_change(system, solution, span):
    """Return the size of an increment: the largest motion relative to the system, or turn."""
    nodes, size = system.nodes, 0.0
    for k in range(len(nodes.kind)):
        o, split = nodes.u_off[k], place_dim(nodes.kind[k])
        for i in range(nodes.nu[k]):
            size = max(size, abs(solution[o + i]) / (span.size[LENGTH] if i < split else 1.0))
    return size


@njit
def _damped_newton(system, dt, rule, tolerance, state, work, span):
    """Solve the step from rest with damping; return the number of iterations, 0 where that fails.

    A part of an increment is taken back by half until the next increment is shorter than itself by a quarter of that
    part (the monotonicity test of Deuflhard, with increments of new tangents), but not more than MAX_RETREATS times:
    narrow valleys have to be left. The part doubles with each iteration.
    """
    d, z = work.dynamics, span.z
    _start_newton(system, dt, state, work, span)
    z[:] = 0.0
    d.solution[:] = 0.0
    change, before, absolute, last, singular = np.inf, np.inf, np.inf, np.inf, False
    part, retreats = 1.0, 0
    for iteration in range(DAMPED_ITERATIONS):
        sound = _evaluate(system, dt, rule, state, work, span)
        if sound and part == 1.0 and settled(change, before, absolute, tolerance, span.size):
            state.counter[REDUNDANT] += singular
            return iteration
        size = np.inf
        if sound:
            copy(d.solution, d.u_free)
            regularised = _factor_tangent(system, dt, rule, state, work, span)
            singular = singular or regularised
            _solve_tangent(system, regularised, work)
            size = _size_of_change(system, d.solution, span)
        longer = not (size <= (1.0 - 0.25 * part) * last or size < SMALL)
        if longer and retreats < MAX_RETREATS:
            if sound:
                copy(d.u_free, d.solution)
            _retreat(work, span)
            part, retreats = 0.5 * part, retreats + 1
            continue
        if not sound:
            return 0
        last, before, part, retreats = size, change, min(1.0, 2.0 * part), 0
        for i in range(len(d.solution)):
            d.solution[i] *= part
        change, absolute = _increment(system, work, span)
        part *= span.size[PART]
    return 0


@njit
def _finish(system, dt, iterations, touching, state, work, span):
    """Update the energy ledger for a solved step, with or without contacts, and move the state to its end."""
    account_step(system, dt, state, work, span)
    for k in range(1, len(system.bodies.node)):
        if system.bodies.node[k] >= 0:
            finish_body(system.nodes, system.bodies.node[k], k, dt, work.poses, span, state)
    update_coordinates(system.joints, span.end, work.force.x, work.force.D, state.coordinate)
    certify_step(system, dt, state, work, span, iterations, touching)
    copy(span.impulse, state.impulse)
    state.t[0] += dt
    state.counter[STEPS] += 1
    state.counter[SINCE_RECORD] += 1


@njit
def advance_energy_momentum(task, system, rule, tolerance, dt, n_steps, record_every, state, work, span, recorder):
    """Do a task of ``advance``; STEP: up to ``n_steps`` steps of size dt. Return (code, steps done).

    The state is that of the last completed step whatever the code; ESCALATE: Newton's method failed. With contacts a
    step is put together from parts of Newton's method, with impulses in span.push: BEGIN; EVALUATE, or start
    from REST if that is nearer, FACTOR (1: the matrix is singular), ANSWER to the right-hand side in work (n_steps:
    whether the matrix was singular), CHANGE of the unknowns; FINISH. MOVE the state by span.push, momenta are kept;
    SLOW it down by the energies span.gain.
    """
    if task == START:
        start_step(system, state, work, span)
        return DONE, 0
    if task == PLACE:
        t = state.t[0]
        set_poses(system.nodes, system.bodies, system.functions, t, t, state.q, state.u, work.poses)
        return DONE, 0
    if task == SOLVE:
        iterations = _newton(system, dt, rule, tolerance, state, work, span)
        return (DONE if iterations > 0 and system.functions.failed[0] == 0.0 else ESCALATE), iterations
    if task == BEGIN:
        _start_newton(system, dt, state, work, span)
        return DONE, 0
    if task == EVALUATE:
        sound = _evaluate(system, dt, rule, state, work, span)
        return (DONE if sound and system.functions.failed[0] == 0.0 else ESCALATE), 0
    if task == REST:
        return (DONE if _start_from_rest(system, dt, rule, state, work, span) else ESCALATE), 0
    if task == FACTOR:
        return DONE, int(_factor_tangent(system, dt, rule, state, work, span))
    if task == ANSWER:
        _solve_tangent(system, n_steps > 0, work)
        return DONE, 0
    if task == CHANGE:
        _increment(system, work, span)
        return (DONE if np.isfinite(span.size[RELATIVE]) else ESCALATE), 0
    if task == FINISH:
        _finish(system, dt, n_steps, True, state, work, span)
        return DONE, 1
    if task == MOVE:
        move_state(system, state, work, span)
        return DONE, 0
    if task == SLOW:
        slow_down(system, state, work, span)
        return DONE, 0
    done = 0
    while True:
        if system.functions.failed[0] != 0.0:
            return FUNCTION_FAILED, done
        if work.dynamics.lost[0] != 0:
            return LOST_ELEMENT, done
        if state.counter[SINCE_RECORD] >= record_every:
            if not record_step(system, dt, state, work, span, recorder):
                return BUFFER_FULL, done
            state.counter[SINCE_RECORD] = 0
        if done >= n_steps:
            return DONE, done
        iterations = _newton(system, dt, rule, tolerance, state, work, span)
        if iterations == 0 or system.functions.failed[0] != 0.0:
            return ESCALATE, done
        _finish(system, dt, iterations, False, state, work, span)
        done += 1
