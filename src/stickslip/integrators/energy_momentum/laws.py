"""Laws of contact for energy-momentum steps: as the published ones, but no contact ever does positive work.

A contact does the work r . gamma_m, gamma_m = (gamma_n + gamma_n+1) / 2 the mean velocity of the step. The laws connect
the impulse r with

    gamma* = gamma_m - c gamma_n,

c = (1 - e) / 2 restates Newton's law: gamma* = 0 means gamma_n+1 = -e gamma_n. What the contact then does is
r . gamma* + c r . gamma_n, of which the laws let the first part only take energy.

Normal direction: c = (1 - e_N) / 2 while the contact closes (gamma_n < 0); then the work is c r gamma_n <= 0, in an
impact of one body as large as Newton's law says. A contact that opens (gamma_n > 0) but is still pressed has
c = 0.

Friction: a contact that sticks, or comes to rest in the step, has c = (1 - e_T) / 2, so that sticking ends with
gamma_n+1 = -e_T gamma_n. One that slides all through the step has c = 0: friction against the mean slip does the work
-mu r_N |gamma_m| and is of second order. The same holds for a contact that would otherwise gain energy: its slip
reverses within the step.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.contact.solver import ContactProblem, ContactSolution, Laws, Settings, new_work, solve
from stickslip.contact.solver.entries import solve_blocks
from stickslip.contact.solver.operators import dense_blocks

FINE = 1e-14  # residual that is aimed at, so that the energy balance shows round-off only
MOST_TURNS = 4  # between sliding and sticking of one contact in a step, after which it stays
IDLE = 1e-12  # a gain of less than this part of |r_T| |gamma_n| is round-off
INSIDE = 1e-9  # friction below its bound by this part sticks


class StepLaws:
    """The laws of the contacts of one step."""

    def __init__(self, size: Ints, row: Ints, restitution: Floats, tolerance: float) -> None:
        """Take sizes and first rows of the groups, and the coefficient of restitution of each row."""
        self.size, self.row, self.restitution, self.tolerance = size, row, restitution, tolerance
        self.slides = np.zeros(len(size), dtype=bool)  # all through the step
        self.turns = np.zeros(len(size), dtype=np.int64)

    def lag(self, before: Floats) -> Floats:
        """Return c gamma_n of all rows."""
        c = 0.5 * (1.0 - self.restitution)
        c[np.repeat(self.slides, self.size)] = 0.0
        c[self.row] = np.where(before[self.row] < 0.0, 0.5 * (1.0 - self.restitution[self.row]), 0.0)
        return c * before

    def solve(self, W: Floats, free: Floats, before: Floats, bound: Floats, r: Floats) -> ContactSolution:
        """Find r for mean velocities W r + free, from r; decide which contacts slide."""
        kind = np.zeros(len(self.size), dtype=np.int64)
        while True:
            lag = self.lag(before)
            problem = ContactProblem(Laws(self.size, kind, self.row, bound), free - lag, W=W)
            solution = _refined(problem, solve(problem, r0=r, tol=self.tolerance))
            if not solution.success or not self._turn(solution.r, solution.v + lag, before, bound):
                return solution
            r = solution.r

    def _turn(self, r: Floats, mean: Floats, before: Floats, bound: Floats) -> bool:
        """Let contacts that turn out to slide slide, and those stick that do not; return whether there were any."""
        changed = False
        for g in np.flatnonzero((self.size > 1) & (self.turns < MOST_TURNS)):
            own = slice(self.row[g] + 1, self.row[g] + self.size[g])
            size = np.linalg.norm(r[own])
            gains = r[own] @ mean[own] > IDLE * size * np.linalg.norm(before[own])
            bounded = size >= (1.0 - INSIDE) * bound[g] * r[self.row[g]] > 0.0
            slides = gains or (bounded and (2.0 * mean[own] - before[own]) @ before[own] > 0.0)
            if slides != self.slides[g]:
                self.slides[g], changed = slides, True
                self.turns[g] = MOST_TURNS if gains else self.turns[g] + 1
        return changed


def _refined(problem: ContactProblem, solution: ContactSolution) -> ContactSolution:
    """Return the solution with a residual of round-off, where the quick solvers find it."""
    if not solution.success or solution.residual <= FINE:
        return solution
    laws, b, W, r = problem.laws, problem.b, np.ascontiguousarray(problem.W), solution.r.copy()
    work = new_work(len(laws.size), len(b), 0, 0)
    residual = solve_blocks(laws, dense_blocks(laws, W, work.segments), b, r, Settings(tol=FINE), work)[1]
    return replace(solution, r=r, v=W @ r + b, residual=residual) if residual < solution.residual else solution
