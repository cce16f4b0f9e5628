"""Coefficients of friction that depend on the speed of slip: taken at the slip of the step, which they change."""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.rows import friction_at, group_velocity, slip_dependent
from stickslip.contact.solver.problem import NOT_CONVERGED
from stickslip.integrators.timestep import add_reactions, solve_islands

MOST = 30  # solutions of the local problem in a step
STEEP = 0.7  # slope of mu(slip(mu)) up to which the secant is trusted


@njit
def set_friction(system, contacts, groups, v):
    """Write the coefficients of friction at the slip of the velocities v (m,); return the largest change."""
    change = 0.0
    for g in range(groups.count[0]):
        c = groups.contact[g]
        if c >= 0 and groups.size[g] > 1 and system.laws.address[contacts.law[c], 1] != 0:
            mu = friction_at(system.laws, contacts.law[c], groups, g, v)
            change = max(change, abs(mu - groups.bound[g]))
            groups.bound[g] = mu
    return change


@njit
def _next_friction(mu, wanted, last_mu, last_wanted):
    """Return the next mu on the way to mu = wanted(mu): by the secant, or ``wanted`` where that may lead astray."""
    slope = (wanted - last_wanted) / (mu - last_mu) if mu != last_mu else 0.0
    return mu + (wanted - mu) / (1.0 - slope) if abs(slope) < STEEP else wanted


@njit
def _set_slip(system, scheme, minv, work):
    """Write the velocities of all rows that move the contacts in this step to groups.after: the mean, or theta's."""
    d, groups = work.dynamics, work.groups
    d.solution[:] = d.u_free
    add_reactions(system, minv, work, d.solution)
    group_velocity(system.nodes, groups, d.solution, groups.after)
    weight = scheme.theta if scheme.theta > 0.0 else 0.5
    for k in range(groups.count[1]):
        groups.after[k] = (1.0 - weight) * groups.before[k] + weight * groups.after[k]


@njit
def _settle(islands, groups, used, tol):
    """Settle the islands whose coefficients change by no more than tol, and keep those that were used in them.

    Return the largest change in these, and whether any other island is left.
    """
    settled, left = 0.0, False
    for k in range(islands.total[0]):
        change = 0.0
        for j in range(islands.start[k], islands.start[k + 1]):
            change = max(change, abs(groups.bound[islands.order[j]] - used[islands.order[j]]))
        islands.settled[k] = 1 if change <= tol else 0
        if change > tol:
            left = True
            continue
        settled = max(settled, change)
        for j in range(islands.start[k], islands.start[k + 1]):
            groups.bound[islands.order[j]] = used[islands.order[j]]
    return settled, left


@njit
def follow_slip(system, scheme, minv, work, node_offsets, settings, answer):
    """Solve the local problem again until coefficients of friction are those of the slip; ``answer`` is that of before.

    Returns (status, residual, iterations). One contact follows the fixed point mu = mu(slip(mu)) by secants.
    """
    groups, contacts = work.groups, work.geometry.contacts
    n = groups.count[0]
    if n == 0 or not slip_dependent(system.laws):
        return answer
    last_mu, last_wanted = groups.bound[:n].copy(), groups.bound[:n].copy()
    for k in range(MOST):
        if answer[0] == NOT_CONVERGED:
            return answer
        _set_slip(system, scheme, minv, work)
        used = groups.bound[:n].copy()
        set_friction(system, contacts, groups, groups.after)
        change, left = _settle(work.islands, groups, used, settings.tol)
        if not left:
            return answer[0], max(answer[1], change), answer[2]
        for g in range(n):
            wanted = groups.bound[g]
            if k > 0 and wanted != used[g]:
                groups.bound[g] = max(_next_friction(used[g], wanted, last_mu[g], last_wanted[g]), 0.0)
            last_mu[g], last_wanted[g] = used[g], wanted
        found = solve_islands(system, minv, groups, work, settings)
        answer = found[0], max(answer[1], found[1]), max(answer[2], found[2])
    return NOT_CONVERGED, np.inf, answer[2]
