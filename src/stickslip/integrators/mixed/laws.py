"""The local contact problems of mixed time stepping: quick solvers first, the whole chain for what they leave."""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.contact.solver.outside import solve_outside, solve_own_outside
from stickslip.contact.solver.problem import Settings
from stickslip.contact.solver.quick import GOAL, quick_dense
from stickslip.integrators.timestep import solve_contacts


@njit
def keeping(settings):
    """Return the settings with which a start that meets the tolerance is the answer.

    Quick solvers aim below the tolerance. With redundant contacts every answer is a different one of many: Newton's
    method would not settle if it were to find the best one again and again.
    """
    tol = 0.5 * settings.tol / GOAL
    return Settings(tol, settings.max_sweeps, settings.dense_rows, settings.address, settings.number, GOAL)


@njit
def solve_laws(system, minv, work, node_offsets, settings, quick, enough):
    """Solve the local problem in ``work`` to the residual ``enough``; return (status, residual, iterations)."""
    answer = solve_contacts(system, minv, work, node_offsets, quick)
    return answer if answer[1] <= enough else solve_own_outside(settings)


@njit
def solve_dense_laws(laws, W, b, r, settings, quick, enough, solver):
    """Solve v = W r + b under the laws to the residual ``enough``; return (status, residual, iterations)."""
    answer = quick_dense(laws, W, b, r, quick, solver)
    return answer if answer[1] <= enough else solve_outside(laws, W, b, r, settings)
