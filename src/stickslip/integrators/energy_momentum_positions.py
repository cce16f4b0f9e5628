"""Contacts and joints of energy-momentum steps at position level (``docs/integrators.md``, Positions).

A move is that of ``shift``, in the metric of the tangent of the step. The answers of this tangent to unit impulses are
known from Newton's method.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.contact.solver import ContactProblem, Laws, solve
from stickslip.integrators.correction import CORRECTIONS
from stickslip.integrators.energy_momentum import MOVE
from stickslip.integrators.energy_momentum_contact import BEGUN, CERTIFY, END, LEFT, MIDDLE

if TYPE_CHECKING:
    from stickslip.integrators.energy_momentum_contact_run import ContactEnergyMomentumRun


class Positions:
    """Closes what the steps of a run leave open or inside each other."""

    def __init__(self, run: ContactEnergyMomentumRun) -> None:
        self.run = run

    def move_begin(self, dt: float) -> bool:
        """Move the begin of a solved step so that new contacts touch at its mid-point; return whether they did not."""
        run = self.run
        if run.work.groups.count[0] == 0 or run.contacts(MIDDLE, dt) != LEFT:
            return False
        H, moves = run.rows(int(run.work.groups.count[1])), 0
        while moves < CORRECTIONS and self._move(dt, H):
            moves += 1
            if run.contacts(BEGUN, dt) != LEFT:
                break
        return moves > 0

    def close_end(self, dt: float) -> None:
        """Move the end of a finished step to where joints and loaded contacts are closed, and certify it."""
        run, m = self.run, int(self.run.work.groups.count[1])
        run.span.push[:] = 0.0  # no move yet
        H, moves = run.rows(m), 0
        while m > 0 and run.contacts(END, dt) == LEFT and moves < CORRECTIONS and self._move(dt, H):
            moves += 1
        run.contacts(CERTIFY, dt)

    def _move(self, dt: float, H: Floats) -> bool:
        """Move the state by what closes the gaps in ``shift``; return whether there is such a move."""
        run, linear = self.run, self.run.linear
        groups, shift, n, nu = run.work.groups, run.work.shift, int(run.work.groups.count[0]), H.shape[1]
        todo = self._todo(n)
        if linear is None:
            return False
        rows, scale = groups.row[todo], 2.0 / dt  # of the tangent 2 M / dt ...
        rhs = run.work.dynamics.rhs.copy()
        free = run.answer(rhs, dt, linear.singular) if rhs.any() else np.zeros_like(rhs)
        X = scale * linear.X[:, rows]
        W, b = H[rows] @ X[:nu], shift.gap[todo] + H[rows] @ free[:nu]
        if not (np.isfinite(W).all() and np.isfinite(b).all()):
            return False
        one, number = np.ones(len(todo), dtype=np.int64), np.arange(len(todo), dtype=np.int64)
        laws = Laws(one, shift.rows.kind[todo], number, shift.rows.bound[todo])
        solution = solve(ContactProblem(laws, b, W=W), tol=run.settings["tolerance"])
        if not solution.success:
            return False
        run.span.push[:] = free[:nu] + X[:nu] @ solution.r
        run.call(dt, MOVE)
        return True

    def _todo(self, n: int) -> Ints:
        """Return the groups of what is to be moved."""
        groups, shift = self.run.work.groups, self.run.work.shift
        first = groups.slot_ptr[:n]
        moves = first < groups.slot_ptr[1 : n + 1]
        moves[moves] = shift.todo[groups.slot_node[first[moves]]] != 0
        return np.flatnonzero(moves)
