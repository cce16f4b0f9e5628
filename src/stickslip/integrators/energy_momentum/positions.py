"""Contacts and joints of energy-momentum steps at position level (``docs/integrators.md``, Positions).

A move is that of ``shift``, in the metric of the tangent of the step. The answers of this tangent to unit impulses are
known from Newton's method, for the rows at the mid-point; where one move is not enough, the next ones form their own
rows. Energy gained by moves of lines and solids is taken from their motion (``energy_momentum_move``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.codes import PROJECTION_WORK
from stickslip.contact.solver import ContactProblem, Laws, solve
from stickslip.integrators.correction import CORRECTIONS
from stickslip.integrators.energy_momentum.contact import BEGUN, CERTIFY, END, LEFT, MIDDLE
from stickslip.integrators.energy_momentum.scheme import MOVE, SLOW

if TYPE_CHECKING:
    from stickslip.integrators.energy_momentum.contact_run import ContactEnergyMomentumRun


class Positions:
    """Closes what the steps of a run leave open or inside each other."""

    def __init__(self, run: ContactEnergyMomentumRun) -> None:
        self.run = run
        nodes = run.system.nodes
        self.node = np.repeat(np.arange(len(nodes.kind)), nodes.nu)  # of each velocity

    def move_begin(self, dt: float) -> bool:
        """Move the start of a solved step so that new contacts touch at its mid-point; return whether they did not."""
        run = self.run
        if run.work.groups.count[0] == 0 or not self._left(MIDDLE, dt):
            return False
        H, X, moves = run.rows(int(run.work.groups.count[1])), self._answers(), 0
        while moves < CORRECTIONS and (move := self._find_move(dt, H, X)) is not None:
            run.span.push[:] = move
            run.call(dt, MOVE)
            moves += 1
            if not self._left(BEGUN, dt):
                break
        return moves > 0

    def close_end(self, dt: float) -> None:
        """Move the end of a finished step to where joints and loaded contacts are closed, and certify it."""
        run, m = self.run, int(self.run.work.groups.count[1])
        run.span.push[:] = 0.0  # no move yet
        run.span.gain[:] = 0.0
        H, X, moves, contacts = run.rows(m), self._answers(), 0, run.work.geometry.contacts
        places = (contacts.x_a, contacts.x_b, contacts.n, contacts.t1)
        at_middle = [rows[: contacts.count[0]].copy() for rows in places]
        while m > 0 and self._left(END, dt, moves) and moves < CORRECTIONS:
            if moves > 0:
                H = run.rows(m)
                X = self._answers(H, dt)
            if (move := self._find_move(dt, H, X)) is None:
                break
            self._apply(dt, move)
            moves += 1
        for rows, kept in zip(places, at_middle, strict=True):  # they are recorded where impulses act
            rows[: len(kept)] = kept
        if run.span.gain.any():
            self._take_gains(dt)
        run.contacts(CERTIFY, dt)

    def _left(self, task: int, dt: float, moves: int = 0) -> bool:
        """Do a task that checks whether anything is left to be closed; return the answer."""
        left = self.run.contacts(task, dt, iterations=moves) == LEFT
        self._rhs = self.run.work.dynamics.rhs.copy()  # errors of joints
        return left

    def _apply(self, dt: float, move: Floats) -> None:
        """Move the end of a step; components with lines or solids one by one, so that it is known what each gains."""
        run, root = self.run, self.run.work.root
        moved = np.unique(root[self.node[move != 0.0]])
        soft = np.intersect1d(moved, root[run.span.soft != 0])
        for k in soft:
            self._apply_part(dt, np.where(root[self.node] == k, move, 0.0), int(k))
        if len(soft) < len(moved):
            self._apply_part(dt, np.where(np.isin(root[self.node], soft), 0.0, move), None)
        run.span.push[:] = move

    def _apply_part(self, dt: float, move: Floats, root: int | None) -> None:
        before = self.run.state.ledger[PROJECTION_WORK]
        self.run.span.push[:] = move
        self.run.call(dt, MOVE)
        if root is not None:
            self.run.span.gain[root] += self.run.state.ledger[PROJECTION_WORK] - before

    def _take_gains(self, dt: float) -> None:
        """Take from the motion of lines and solids what their moves have gained beyond what their contacts took."""
        run, groups, gain = self.run, self.run.work.groups, self.run.span.gain
        moved = gain != 0.0
        for g in range(int(groups.count[0])):
            if groups.slot_ptr[g] < groups.slot_ptr[g + 1]:
                rows = slice(groups.row[g], groups.row[g] + groups.size[g])
                root = run.work.root[groups.slot_node[groups.slot_ptr[g]]]
                gain[root] += moved[root] * (groups.r[rows] @ groups.b[rows])
        if (gain > 0.0).any():
            run.call(dt, SLOW)

    def _answers(self, H: Floats | None = None, dt: float = 0.0) -> Floats:
        """Return the answers (n, m) of the last tangent to unit impulses of the rows of the step, or of those in H."""
        linear, groups = self.run.linear, self.run.work.groups
        if linear is None or H is None:
            return linear.X if linear else np.zeros((0, 0))
        X, normal = np.zeros_like(linear.X), groups.row[self._todo(int(groups.count[0]))]
        X[:, normal] = self.run.answers(H[normal], dt, linear.singular, len(X))
        return X

    def _find_move(self, dt: float, H: Floats, X: Floats) -> Floats | None:
        """Return the move that closes the gaps in ``shift`` (nu,), rotations in world axes; None: there is none."""
        run, linear = self.run, self.run.linear
        groups, shift, n, nu = run.work.groups, run.work.shift, int(run.work.groups.count[0]), H.shape[1]
        if linear is None:
            return None
        todo, scale = self._todo(n), 2.0 / dt  # of the tangent 2 M / dt ...
        rows, rhs = groups.row[todo], self._rhs
        free = run.answer(rhs, dt, linear.singular) if rhs.any() else np.zeros_like(rhs)
        W, pull = scale * H[rows] @ X[:nu, rows], shift.pull[todo]
        b = shift.gap[todo] + H[rows] @ free[:nu] - W @ pull
        if not (np.isfinite(W).all() and np.isfinite(b).all()):
            return None
        one, number = np.ones(len(todo), dtype=np.int64), np.arange(len(todo), dtype=np.int64)
        laws = Laws(one, shift.rows.kind[todo], number, shift.rows.bound[todo])
        solution = solve(ContactProblem(laws, b, W=W), tol=run.settings["tolerance"])
        move: Floats = free[:nu] + scale * X[:nu, rows] @ (solution.r - pull)
        return move if solution.success and np.isfinite(move).all() else None

    def _todo(self, n: int) -> Ints:
        """Return the groups of what is to be moved."""
        groups, shift = self.run.work.groups, self.run.work.shift
        first = groups.slot_ptr[:n]
        moves = first < groups.slot_ptr[1 : n + 1]
        moves[moves] = shift.todo[groups.slot_node[first[moves]]] != 0
        return np.flatnonzero(moves)
