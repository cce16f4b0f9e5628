"""Mixed time stepping: joints and contacts are met at position level at the end of the base step.

The move is that of ``correction``, in the metric of the matrix of the step: the mass and the tangents of the scheme.
"""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.codes import DONE
from stickslip.contact.rows import LIFTED, find_warm, group_velocity, is_known
from stickslip.integrators.coefficients import BATHE, GENERALIZED_ALPHA
from stickslip.integrators.correction import COARSE, CORRECTIONS, gap_at_rows, set_gaps_before
from stickslip.integrators.mixed.stage import V, factor_matrix, set_known_rows, set_rows
from stickslip.integrators.shift import (
    book_shift,
    is_todo,
    joint_residuals,
    leave,
    set_laws,
    set_normals,
    solve_shift,
    spread,
)
from stickslip.integrators.timestep import (
    add_masses,
    evaluate,
    keep_contacts,
    set_bilateral_gaps,
    set_bilateral_rows,
    set_masses,
)
from stickslip.joints.relative import move_system
from stickslip.system.components import find_components


@njit
def was_open(system, g, state, work):
    """Return whether the contact or stop of a group was open at the start of the step."""
    c = work.groups.contact[g]
    if c < 0:
        return state.limit_r[-1 - c] < 0.0
    return not is_known(system.contours, work.geometry, work.poses, c, state.warm)


@njit
def factor_masses(system, work):
    """Form and factor [[M, -G^T], [G, 0]] with the mass of the last evaluation and the present rows."""
    factored = False
    while not factored:
        work.dynamics.values[:] = 0.0
        add_masses(system, work)
        factored = factor_matrix(system, work.dynamics, work.rows)


@njit
def note_late(system, state, work):
    """Keep depth and speed of the contact or stop that closed first in this step."""
    groups, late = work.groups, work.shift.late
    for g in range(groups.count[0]):
        depth, speed = -gap_at_rows(system, g, state, work), -groups.before[groups.row[g]]
        if depth > 0.0 and speed > 0.0 and was_open(system, g, state, work):
            if depth * late[1] >= late[0] * speed:
                late[0], late[1] = depth, speed


@njit
def _set_errors(system, scheme, t, dt, jointed_only, moved, state, work):
    """Evaluate errors of joints and gaps of contacts at the present poses; return a code of ``timestep``.

    Moved: contacts that were closed before the first move still are, with what moves have pushed them by.
    """
    d, groups = work.dynamics, work.groups
    d.rhs[:], work.shift.error[:] = 0.0, 0.0
    if jointed_only:
        set_bilateral_gaps(system, t, state, work)
        groups.count[:4] = 0
    else:
        code = (
            set_end_rows(system, scheme, t, dt, state, work)
            if moved
            else set_rows(system, scheme, t, dt, False, state, work)
        )
        if code != DONE:
            return code
        _set_pushes(moved, work)
    find_components(system, groups, work)
    spread(work)
    joint_residuals(system, work)
    if not jointed_only:
        group_velocity(system.nodes, groups, d.stage[V], groups.before)
        set_gaps_before(system, state, work)
        set_laws(system, dt, False, work)
    return DONE


@njit
def _set_pushes(moved, work):
    """Give the groups what moves of this correction have pushed them by."""
    groups, shift, contacts, cursor = work.groups, work.shift, work.geometry.contacts, 0
    shift.push[:] = 0.0
    for g in range(groups.count[0]):
        if moved and groups.contact[g] >= 0:
            cursor, entry = find_warm(work.lifted, contacts, groups.contact[g], cursor)
            shift.push[g] = shift.pushed[entry] if entry >= 0 else 0.0


@njit
def _keep_pushes(work):
    """Add the last move to what the contacts in ``work.lifted`` have been pushed by."""
    groups, shift, contacts, cursor = work.groups, work.shift, work.geometry.contacts, 0
    for g in range(groups.count[0]):
        if groups.contact[g] >= 0 and is_todo(groups, work, g):
            cursor, entry = find_warm(work.lifted, contacts, groups.contact[g], cursor)
            if entry >= 0:
                push = shift.rows.r[shift.rows.row[g]] - shift.pull[g]
                shift.pushed[entry] = max(shift.pushed[entry] + push, 0.0)


@njit
def _keep_closed(work):
    """Keep the contacts and limits that are closed before the correction."""
    groups = work.groups
    keep_contacts(work, work.lifted)
    work.shift.pushed[:] = 0.0
    for g in range(groups.count[0]):
        if groups.contact[g] < 0:
            work.lifted_limit[-1 - groups.contact[g]] = groups.r[groups.row[g]]


@njit
def correct_end(system, scheme, t, dt, jointed_only, node_offsets, settings, state, work):
    """Move d.q, the end of the base step, to where joints and loaded contacts are closed (see ``correction``).

    Leaves the contacts and stops that were closed before in work.lifted and work.lifted_limit.
    """
    d, n = work.dynamics, len(state.u)
    work.lifted.count[0] = 0
    work.shift.todo[:] = 1
    work.lifted_limit[:] = -1.0
    factored = scheme.mixed.kind == GENERALIZED_ALPHA or scheme.mixed.kind == BATHE
    for k in range(CORRECTIONS):
        if _set_errors(system, scheme, t, dt, jointed_only, k > 0, state, work) != DONE:
            return
        if k == 0:
            _keep_closed(work)
            note_late(system, state, work)
        if not leave(work, 0.0):
            return
        set_normals(work)
        if not factored:
            set_masses(system, d.q, d.stage[V], work)
            if jointed_only:
                set_bilateral_rows(system, t, t, state, work)
            factor_masses(system, work)
            factored = True
        if not solve_shift(system, d.A_inv, False, settings, work):
            return
        book_shift(work, n)
        _keep_pushes(work)
        move_system(system, t, t, d.q, d.solution[:n], 1.0, state.coordinate, work.poses, work.force)
        left = leave(work, COARSE)
        if left or not jointed_only:
            evaluate(system, t, t, d.q, d.stage[V], state, work)
        if not left:
            return


@njit
def set_end_rows(system, scheme, t, dt, state, work):
    """Form the rows of what is closed at the end of a step.

    The correction is linear: what was closed before it stays closed, whatever gap it leaves.
    """
    if scheme.mixed.stabilise == 0:
        return set_rows(system, scheme, t, dt, False, state, work)
    keep = work.geometry.keep
    usual = keep[0]
    keep[0] = LIFTED
    code = set_known_rows(system, scheme, t, dt, False, work.lifted, work.lifted_limit, state, work)
    keep[0] = usual
    return code
