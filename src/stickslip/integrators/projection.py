"""Position-level correction of bilateral constraints: the nearest configuration in the metric of M with g = 0."""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.integrators.timestep import add_masses, evaluate, set_bilateral_rows, set_masses
from stickslip.joints.relative import move_system
from stickslip.joints.rows import COMPONENT, DISTANCE, SLIDE
from stickslip.linalg.block_pattern import C_ADDRESS
from stickslip.system.matrix import FOUND, add_joint_blocks, factorise, joint_velocity, solve_coupled

TOLERANCE = 1e-13
MAX_ITERATIONS = 10


@njit
def position_error(system, t, state, work):
    """Evaluate the bilateral rows at the present state; return the largest residual."""
    evaluate(system, t, t, state.q, state.u, state, work)
    set_bilateral_rows(system, t, t, state, work)
    worst = 0.0
    for row in range(len(work.rows.g)):
        worst = max(worst, abs(work.rows.g[row]))
    return worst


@njit
def joint_gap(system, work):
    """Return the largest distance by which joint points are apart, over the length of the joint; rows are evaluated."""
    joints, table, worst = system.joints, system.table, 0.0
    for j in range(len(joints.coordinate)):
        apart, scale = 0.0, work.geometry.joint_scale[j]
        for row in range(joints.row[j], joints.row[j + 1]):
            if table.kind[row] == COMPONENT or table.kind[row] == SLIDE or table.kind[row] == DISTANCE:
                apart += work.rows.g[row] ** 2
        if scale > 0.0 and apart > (worst * scale) ** 2:
            worst = np.sqrt(apart) / scale
    return worst


@njit
def factor_mass_and_joints(system, state, work):
    """Factor [[M, -G^T], [G, 0]] at the present state and rows."""
    d = work.dynamics
    set_masses(system, state.q, state.u, work)
    while True:
        d.values[:] = 0.0
        add_masses(system, work)
        add_joint_blocks(system, work.rows.G, work.rows.G, d.values)
        if factorise(system.pattern, d):
            return


@njit
def find_redundant(system, state, work):
    """Find the rows of joints that follow from others at the present state, whose rows are set and which has g = 0."""
    if system.matrix.coupled[0] != 0 and system.pattern.counts[C_ADDRESS] == 0:
        if work.dynamics.singular[0] != 0:
            work.dynamics.singular[0] = FOUND  # what was learnt where g was not zero does not count
        factor_mass_and_joints(system, state, work)


@njit
def project_positions(system, t, state, work):
    """Solve g(q) = 0 by Newton steps min |dq|_M with G dq = -g; return the residual that is left."""
    d, n = work.dynamics, len(state.u)
    worst = position_error(system, t, state, work)
    for _ in range(MAX_ITERATIONS):
        if worst <= TOLERANCE:
            return worst
        factor_mass_and_joints(system, state, work)
        d.rhs[:] = 0.0
        for row in range(len(work.rows.g)):
            d.rhs[n + row] = -work.rows.g[row]
        solve_coupled(system.pattern, d, d.rhs, d.solution)
        move_system(system, t, t, state.q, d.solution, 1.0, state.coordinate, work.poses, work.force)
        before = worst
        worst = position_error(system, t, state, work)
        if worst > 0.5 * before and worst < 1e-10:
            return worst
    return worst


@njit
def project_velocities(system, t, state, work):
    """Replace u by the nearest velocity in the metric of M with G u + w = 0; return the largest change."""
    d, n = work.dynamics, len(state.u)
    position_error(system, t, state, work)
    factor_mass_and_joints(system, state, work)
    d.rhs[:] = 0.0
    joint_velocity(system, work.rows, state.u, d.rhs[n:])
    for row in range(len(work.rows.w)):
        d.rhs[n + row] = -d.rhs[n + row]
    solve_coupled(system.pattern, d, d.rhs, d.solution)
    change = 0.0
    for i in range(n):
        state.u[i] += d.solution[i]
        change = max(change, abs(d.solution[i]))
    return change


@njit
def constraint_errors(system, state, work):
    """Return the largest position and the largest velocity residual of the bilateral rows (kept in rows.g and rhs)."""
    worst = position_error(system, state.t[0], state, work)
    rhs, n = work.dynamics.rhs, len(state.u)
    joint_velocity(system, work.rows, state.u, rhs[n:])
    rate = 0.0
    for row in range(len(work.rows.w)):
        rate = max(rate, abs(rhs[n + row]))
    return worst, rate
