"""ED-alpha, an energy-decaying base scheme of mixed time stepping: two stages solved together.

Rezaei and Schindler, sec. 2.7, 2.8.

Stage j lives right after t_i; the unknowns are v_e at the end and v_j. With coefficients c of (Rezaei and Schindler,
eq. 90, corrected)

    x_e = c_2 v_j + c_3 v_e                        a_e = c_4 v_e + c_5 v_i + c_6 v_j + c_7 a_i
    x_j = c_8 v_e + c_10 v_j + c_11 v_i            a_j = c_12 v_j + c_13 v_i + c_14 a_i + c_15 v_e

and equilibrium, joints and contact laws hold at both. Newton's method needs the matrix of twice the size

    [[c_4 M_e + D_e + c_3 K_e, c_6 M_e + c_2 K_e], [c_15 M_j + c_8 K_j, c_12 M_j + D_j + c_10 K_j]],

whose blocks are those of the single matrix, doubled: its pattern is the same. It is not symmetric.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.codes import DONE, ESCALATE, F_INERTIA, NOT_FINITE, NOT_SETTLED
from stickslip.contact.rows import group_velocity, slip_dependent
from stickslip.contact.solver.problem import CONE, OPEN, Laws
from stickslip.integrators.books import certify
from stickslip.integrators.mixed.books import (
    balance_forces,
    keep_contact_power,
    keep_contact_powers,
    keep_forces,
    keep_inertia,
    keep_joint_powers,
)
from stickslip.integrators.mixed.laws import keeping, solve_dense_laws
from stickslip.integrators.mixed.scale import relative_change
from stickslip.integrators.mixed.stage import (
    ACCELERATION,
    AUXILIARY,
    LAST_STEP,
    MAX_ITERATIONS,
    QUICK,
    SHORTEST,
    V_0,
    V_HALF,
    V_LAST,
    X_0,
    X_HALF,
    V,
    X,
    error_left,
    law_tolerance,
    may_hold,
    next_part,
    predict,
    set_momentum,
    set_rows,
    take_part,
)
from stickslip.integrators.slip import set_friction
from stickslip.integrators.timestep import Blend, add_masses, add_stiffness, evaluate, set_bilateral_rows, set_forces
from stickslip.joints.relative import move_system
from stickslip.linalg.block_lu import factor, factor_redundant, solve
from stickslip.linalg.block_pattern import B_COLUMNS, B_OFFSET, B_ROWS
from stickslip.system.matrix import KNOWN, NO_TANGENTS, add_joint_blocks, add_joint_impulses, joint_velocity

END, STAGE = 0, 1
STAGE_POINT, END_POINT = 0, 1  # of the quadrature of the energy ledger
OWN, OTHER = 0, 1  # rows of Double.part: blocks of one stage by its own and by the other velocities


@njit
def coefficients(rho_inf, alpha_ar, dt, c):
    """Write c_2..c_15 (Rezaei and Schindler, eq. 90, c_7 and c_14 corrected)."""
    alpha = (1.0 - rho_inf) / (1.0 + rho_inf)
    N = dt * alpha_ar * (1.0 + alpha)
    c[2], c[3] = 0.5 * dt, 0.5 * dt
    c[4], c[5], c[6], c[7] = 2.0 * alpha_ar * alpha / N, (1.0 - 2.0 * alpha_ar * alpha) / N, -1.0 / N, rho_inf
    c[8], c[10], c[11] = -dt * alpha_ar, dt * alpha_ar * alpha, dt * alpha_ar * (1.0 - alpha)
    c[12], c[13], c[14], c[15] = 1.0 / N, -(1.0 + 2.0 * alpha_ar) / N, -rho_inf, 2.0 * alpha_ar / N


@njit
def _place_half(system, half, t, c, state, work):
    """Go to the end or to the stage; its acceleration is left in d.mean."""
    d = work.dynamics
    stage = d.stage
    for i in range(len(state.u)):
        v_e, v_j, v, a = stage[V, i], stage[V_HALF, i], state.u[i], state.a[0, i]
        if half == END:
            stage[X, i] = c[2] * v_j + c[3] * v_e
            d.mean[i] = c[4] * v_e + c[5] * v + c[6] * v_j + c[7] * a
        else:
            stage[X, i] = c[8] * v_e + c[10] * v_j + c[11] * v
            d.mean[i] = c[12] * v_j + c[13] * v + c[14] * a + c[15] * v_e
    d.q[:] = state.q
    move_system(system, state.t[0], t, d.q, stage[X], 1.0, state.coordinate, work.poses, work.force)
    evaluate(system, t, t, d.q, stage[V if half == END else V_HALF], state, work)


@njit
def _add_scaled(values, factor, out):
    """Add factor times ``values`` to ``out``."""
    for i in range(len(values)):
        out[i] += factor * values[i]


@njit
def _set_blocks(system, half, t, v, c, state, work):
    """Evaluate forces and the blocks of one half; write its rows of the doubled matrix."""
    d, double = work.dynamics, work.double
    own, other = (c[3], c[2]) if half == END else (c[10], c[8])
    for k in range(2):
        d.values[:] = 0.0
        blend = Blend(0.0, other, 0.0) if k == 0 else Blend(1.0, own, 0.0)
        set_forces(system, t, d.q, v, blend, state, work)
        add_stiffness(system, blend, t, v, state, work)
        double.part[OTHER if k == 0 else OWN] = d.values
    d.values[:] = 0.0
    add_masses(system, work)
    _add_scaled(d.values, c[6] if half == END else c[15], double.part[OTHER])
    _add_scaled(d.values, c[4] if half == END else c[12], double.part[OWN])
    add_joint_blocks(system, work.rows.G, work.rows.G, double.part[OWN])
    _spread(system, half, double)


@njit
def _set_half(system, scheme, half, t, fresh, held, c, state, work):
    """Evaluate equilibrium and rows of one half; ``fresh``: and its rows of the doubled matrix.

    Held: contacts keep their rows.
    """
    d, double, n = work.dynamics, work.double, len(state.u)
    v = d.stage[V if half == END else V_HALF]
    _place_half(system, half, t, c, state, work)
    if held:
        set_bilateral_rows(system, t, t, state, work)
    else:
        code = set_rows(system, scheme, t, 1.0, True, state, work)
        if code != DONE:
            return code
    if slip_dependent(system.laws):
        group_velocity(system.nodes, work.groups, v, work.groups.after)
        set_friction(system, work.geometry.contacts, work.groups, work.groups.after)
    if fresh:
        _set_blocks(system, half, t, v, c, state, work)
    else:
        set_forces(system, t, d.q, v, NO_TANGENTS, state, work)
    set_momentum(system, work, d.mean, d.rhs)
    if half == STAGE:  # the end will overwrite it
        keep_forces(STAGE_POINT, work)
        d.forces[STAGE_POINT, F_INERTIA] = d.rhs[:n]
        d.w_before[:] = work.rows.w
    for i in range(n):
        d.rhs[i] = d.h[0, i] + d.h[1, i] + d.h[2, i] + d.h[3, i] - d.rhs[i]
    if not fresh:
        _gather_vector(system, half, double.x, d.solution)
        add_joint_impulses(system, work.rows, d.solution[n:], d.rhs)
    joint_velocity(system, work.rows, v, d.rhs[n:])
    for i in range(n, len(d.rhs)):
        d.rhs[i] = -d.rhs[i]
    _spread_vector(system, half, d.rhs, double.rhs)
    return DONE


@njit
def _spread(system, half, double):
    """Write the rows of one half into the doubled matrix, block by block."""
    single, twice = system.pattern.blocks, system.double.blocks
    for b in range(len(single)):
        rows, columns, source = single[b, B_ROWS], single[b, B_COLUMNS], single[b, B_OFFSET]
        for i in range(rows):
            target = twice[b, B_OFFSET] + (half * rows + i) * 2 * columns
            for k in range(columns):
                own, other = double.part[OWN, source + i * columns + k], double.part[OTHER, source + i * columns + k]
                double.values[target + k] = own if half == END else other
                double.values[target + columns + k] = other if half == END else own


@njit
def _spread_vector(system, half, x, out):
    """Copy a vector of the single system (velocities, rows of joints) to one half of the doubled one."""
    for b in range(len(system.double.steps)):
        size, first = system.pattern.steps[b, 0], system.pattern.steps[b, 1]
        for i in range(size):
            out[2 * first + half * size + i] = x[first + i]


@njit
def _gather_vector(system, half, x, out):
    """Copy one half of a doubled vector."""
    for b in range(len(system.double.steps)):
        size, first = system.pattern.steps[b, 0], system.pattern.steps[b, 1]
        for i in range(size):
            out[first + i] = x[2 * first + half * size + i]


@njit
def _keep_rows(system, half, groups, first_group, first_row, double):
    """Copy directions and laws of the contact rows of one half."""
    nodes = system.nodes
    for g in range(groups.count[0]):
        double.size[first_group + g], double.kind[first_group + g] = groups.size[g], groups.kind[g]
        double.row[first_group + g], double.bound[first_group + g] = first_row + groups.row[g], groups.bound[g]
        for i in range(groups.size[g]):
            row = first_row + groups.row[g] + i
            double.r[row], double.w[row] = groups.r[groups.row[g] + i], groups.w[groups.row[g] + i]
            double.H[row] = 0.0
            for s in range(groups.slot_ptr[g], groups.slot_ptr[g + 1]):
                node = groups.slot_node[s]
                nu, data = nodes.nu[node], groups.slot_off[s]
                start = 2 * nodes.u_off[node] + half * nu
                for j in range(nu):
                    double.H[row, start + j] += groups.slot_data[data + i * nu + j]


@njit
def _solve_laws(system, n, m, settings, quick, enough, double):
    """Solve for velocities (doubled) and contact forces; return (status, residual, iterations)."""
    if m == 0:
        return OPEN, 0.0, 0
    x = double.x
    for k in range(m):
        total = double.w[k]
        for i in range(len(x)):
            total += double.H[k, i] * x[i]
        double.b[k] = total
        solve(system.double, double.values, double.pivots, double.H[k], double.X[k])
    W = np.empty((m, m))
    for k in range(m):
        for l in range(m):
            total = 0.0
            for i in range(len(x)):
                total += double.H[k, i] * double.X[l, i]
            W[k, l] = total
    laws = Laws(double.size[:n], double.kind[:n], double.row[:n], double.bound[:n])
    answer = solve_dense_laws(laws, W, double.b[:m], double.r[:m], settings, quick, enough, double.solver)
    for k in range(m):
        for i in range(len(x)):
            x[i] += double.X[k, i] * double.r[k]
    return answer


@njit
def _set_both(system, scheme, dt, c, k, fresh, state, work):
    """Evaluate both halves for iteration k, with the reactions of the one before; return (code, groups, rows)."""
    double, groups, held = work.double, work.groups, may_hold(system, k) and not slip_dependent(system.laws)
    n_groups, n_rows, known = 0, 0, double.kept[1]
    r = double.r[:known].copy()
    if fresh:
        double.values[:] = 0.0  # also where only the factors have entries
    for half in (STAGE, END):  # the end is left in ``work``
        t = state.t[0] + (dt if half == END else 0.0)
        code = _set_half(system, scheme, half, t, fresh, held, c, state, work)
        if code != DONE:
            return code, 0, 0
        if not held:
            _keep_rows(system, half, groups, n_groups, n_rows, double)
            n_groups, n_rows = n_groups + groups.count[0], n_rows + groups.count[1]
    if held:
        return DONE, double.kept[0], known
    if k > 0 and n_rows == known:
        double.r[:n_rows] = r
    double.kept[0], double.kept[1] = n_groups, n_rows
    return DONE, n_groups, n_rows


@njit
def _iterate(system, scheme, dt, c, k, fresh, enough, settings, state, work):
    """Write a full Newton step of both stages to double.x; return (code, residual, iterations of the laws)."""
    d, double, n = work.dynamics, work.double, len(state.u)
    stage = d.stage
    code, n_groups, n_rows = _set_both(system, scheme, dt, c, k, fresh, state, work)
    if code == DONE and n_groups > 0 and not fresh:  # the laws need the present matrix
        fresh = True
        code, n_groups, n_rows = _set_both(system, scheme, dt, c, k, fresh, state, work)
    if code != DONE:
        return code, 0.0, 0
    if fresh:
        if d.singular[0] == KNOWN:
            factor_redundant(system.double, double.values, double.pivots, double.lu_work, d.redundant, 2, False)
        else:
            factor(system.double, double.values, double.pivots, double.lu_work)
    double.last[:] = double.x
    solve(system.double, double.values, double.pivots, double.rhs, double.x)
    for half in range(2):  # changes of velocities -> velocities
        _gather_vector(system, half, double.x, d.u_free)
        v = stage[V if half == END else V_HALF]
        for i in range(n):
            d.u_free[i] += v[i]
        if not fresh:
            _gather_vector(system, half, double.last, d.solution)
            for i in range(n, len(d.solution)):
                d.u_free[i] += d.solution[i]
        _spread_vector(system, half, d.u_free, double.x)
    quick = settings if k == 0 else keeping(settings)
    _, residual, iterations = _solve_laws(system, n_groups, n_rows, settings, quick, enough, double)
    return (DONE if residual <= enough else ESCALATE), residual, iterations


@njit
def _set_step(system, half, state, work):
    """Write the Newton step of one half to d.mean; d.solution becomes velocities and forces of joints of that half."""
    d = work.dynamics
    _gather_vector(system, half, work.double.x, d.solution)
    v = d.stage[V_HALF if half == STAGE else V]
    for i in range(len(state.u)):
        d.mean[i] = d.solution[i] - v[i]


@njit
def _change(system, span, tolerance, state, work):
    """Return the largest change of the velocities of both stages by the Newton step, relative to the speeds."""
    d, change = work.dynamics, 0.0
    for half in (STAGE, END):
        _set_step(system, half, state, work)
        half_change = relative_change(system, d.mean, d.solution, span, 0.5 * span, tolerance, work)
        change = max(change, half_change) if np.isfinite(half_change) else np.inf
    return change


@njit
def _take_step(system, part, again, state, work):
    """Add a part of the Newton step to the velocities of both stages; forces at the end are those of the full one."""
    d, double, groups = work.dynamics, work.double, work.groups
    stage = d.stage
    for half in (STAGE, END):  # the end last: its joint forces stay
        _set_step(system, half, state, work)
        if half == STAGE:
            take_part(stage[V_HALF], stage[V_0], stage[X_HALF], d.mean, part, again)
        else:
            take_part(stage[V], stage[V_LAST], stage[LAST_STEP], d.mean, part, again)
    first = double.kept[1] - groups.count[1]
    for k in range(groups.count[1]):
        groups.r[k] = double.r[first + k]


@njit
def _keep_both(system, state, work):
    """Keep what the energy ledger needs of both stages; the end is in ``work``."""
    d, double, stage = work.dynamics, work.double, work.dynamics.stage
    _gather_vector(system, STAGE, double.x, d.solution)
    keep_joint_powers(system, STAGE_POINT, d.w_before, 1.0, stage[V_HALF], work)
    first = double.kept[1] - work.groups.count[1]  # row of the end
    for g in range(double.kept[0]):
        for i in range(double.size[g] if double.row[g] < first else 0):
            k = double.row[g] + i
            gamma = double.w[k]
            for j in range(len(double.x)):
                gamma += double.H[k, j] * double.x[j]
            normal = i == 0 and double.kind[g] == CONE
            keep_contact_power(d.powers[STAGE_POINT], normal, double.r[k], double.w[k], gamma)
    balance_forces(system, state.q, STAGE_POINT, work)
    _gather_vector(system, END, double.x, d.solution)
    keep_forces(END_POINT, work)
    keep_inertia(system, END_POINT, stage[ACCELERATION], work)
    keep_joint_powers(system, END_POINT, work.rows.w, 1.0, stage[V], work)
    keep_contact_powers(END_POINT, 1.0, work.groups.w, work.groups.after, work)
    balance_forces(system, d.q, END_POINT, work)


@njit
def step_ed_alpha(system, scheme, dt, settings, state, work):
    """Do the base step of ED-alpha; return (code, 1, 0): forces as they are, the end at X_0."""
    d, groups, n, c = work.dynamics, work.groups, len(state.u), np.zeros(16)
    stage, tolerance = d.stage, scheme.mixed.tolerance
    coefficients(scheme.mixed.rho_inf, scheme.mixed.alpha_ar, dt, c)
    for i in range(n):
        stage[V_HALF, i] = state.u[i]
    predict(system.nodes, state.a[0], dt, stage[V])
    before, first, fresh, part = np.inf, 0.0, True, 1.0
    for k in range(MAX_ITERATIONS):
        enough = law_tolerance(settings, before)
        code, residual, iterations = _iterate(system, scheme, dt, c, k, fresh, enough, settings, state, work)
        if code != DONE:
            return code, 1.0, 0.0
        change = _change(system, dt, tolerance, state, work)
        if not np.isfinite(change):
            return NOT_FINITE, 1.0, 0.0
        first = change if k == 0 else first
        error = error_left(change, before, first, k, 0, work)
        fresh = (k > 0 and not change < QUICK * before) or groups.count[0] > 0
        done = residual <= settings.tol and error <= tolerance
        part, again = (1.0, False) if done else next_part(k, part, change, before)
        if part < SHORTEST:
            break
        _take_step(system, part, again, state, work)
        before = before if again else change
        if done:
            group_velocity(system.nodes, groups, stage[V], groups.after)
            groups.before[: groups.count[1]] = 0.0  # contact forces know no restitution
            certify(system, work, max(residual, error), iterations)
            for i in range(n):
                v_e, v_j = stage[V, i], stage[V_HALF, i]
                stage[X_0, i] = c[2] * v_j + c[3] * v_e
                stage[ACCELERATION, i] = c[4] * v_e + c[5] * state.u[i] + c[6] * v_j + c[7] * state.a[0, i]
                stage[AUXILIARY, i] = stage[ACCELERATION, i]
            _keep_both(system, state, work)
            return DONE, 1.0, 0.0
    return NOT_SETTLED, 1.0, 0.0
