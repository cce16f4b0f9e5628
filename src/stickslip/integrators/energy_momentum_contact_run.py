"""A run of the energy-momentum scheme with set-valued contacts, step by step from Python.

One Newton method finds the motion of the step and the impulses of its contacts: each iteration solves the laws with
velocities that are linear in the impulses (``energy_momentum_laws``), and rows follow the bodies. Only the derivatives
of the rows are missing in the tangent.
"""

from __future__ import annotations

import time

import numpy as np

from stickslip._arrays import Floats
from stickslip.errors import SimulationError
from stickslip.integrators import timestep
from stickslip.integrators.advance import SINCE_RECORD
from stickslip.integrators.energy_momentum import (
    ANSWER,
    BEGIN,
    CHANGE,
    EVALUATE,
    EXACT,
    FACTOR,
    FINISH,
    MAX_HALVINGS,
    MAX_ITERATIONS,
    NEXT,
    RETREAT,
    REUSE,
    SINGULAR,
    SOLVE,
    STAGNANT,
)
from stickslip.integrators.energy_momentum_contact import FIND, FOLLOW, KEEP, RECORD, contact_task
from stickslip.integrators.energy_momentum_laws import StepLaws
from stickslip.integrators.energy_momentum_run import EnergyMomentumRun
from stickslip.integrators.energy_momentum_span import (
    ABSOLUTE,
    GAP,
    LENGTH,
    MOMENTUM,
    PART,
    RELATIVE,
    RESIDUAL,
    step_work,
)
from stickslip.integrators.failures import raise_interrupt
from stickslip.mechanics.bodies import FRAME, Poses
from stickslip.results.base import Store
from stickslip.system.layout import Work

BALANCED = 1e-6  # largest part of the momenta that may be missing when the change of the unknowns vanishes


class ContactEnergyMomentumRun(EnergyMomentumRun):
    """A system with contacts on its way through time."""

    reason = ""  # why the last step could not be solved

    def _contact_work(self) -> Work:
        """Return the scratch with poses of its own: those of contacts are proper rotations at the mid-point."""
        if self._seen is not self.work:
            self._seen = self.work
            self._own = self.work._replace(poses=Poses(*(x.copy() for x in self.work.poses)))
        return self._own

    _seen: Work | None = None

    def _contacts(self, task: int, dt: float, residual: float = 0.0, iterations: int = 0) -> int:
        return int(
            contact_task(
                task, self.refer(self.system), self.scheme.dim, dt, residual, iterations,
                self.refer(self.step_work.poses), self.refer(self.state), self.refer(self._contact_work()),
                self.refer(self.span), self.refer(self.recorder),
            )
        )  # fmt: skip

    def advance(self, dt: float, count: int, store: Store) -> None:
        """Do ``count`` steps of size dt."""
        begin = time.perf_counter()
        self._last_dt = dt
        for _ in range(count):
            self._record(dt, store)
            if not self._step(dt):
                self._hard_step(dt, timestep.ESCALATE)
        self._record(dt, store)
        self._step_cost = (time.perf_counter() - begin) / max(count, 1)
        self.closed = self._closed_now()

    def record_last(self, store: Store) -> None:
        """Record the last state of a run also where ``record_every`` does not divide the number of steps."""
        if self.state.counter[SINCE_RECORD] > 0:
            self.state.counter[SINCE_RECORD] = self.record_every
            self._record(self._last_dt, store)

    def _record(self, dt: float, store: Store) -> None:
        """Record the present state with the contacts of the last step if it is time."""
        if self.state.counter[SINCE_RECORD] < self.record_every:
            return
        while len(self.recorder.time) <= self.recorder.count[0] or self._contacts(RECORD, dt) != timestep.DONE:
            self._make_room(store)
        self._call(dt, 0)

    def _escalate(self, dt: float) -> tuple[bool, str]:
        return False, self.reason or super()._escalate(dt)[1]

    def _substeps(self, dt: float, parts: int) -> bool:
        return all(self._step(dt) for _ in range(parts))

    def _find(self, dt: float) -> None:
        """Find contacts and their rows at the mid-point that constant velocities lead to."""
        self._call(dt, 0, task=BEGIN)
        while (code := self._contacts(FIND, dt)) != timestep.DONE:
            if code not in (timestep.GROW_DETECTION, timestep.GROW_GROUPS):
                raise SimulationError(f"contacts at t = {self.t:.9g} s could not be found", self.t)
            self._grow()
            self.step_work = step_work(self.work)
            self._call(dt, 0, task=BEGIN)

    def _step(self, dt: float) -> bool:
        """Do one step; return whether it could be solved, else say why in ``reason``."""
        self.reason = ""
        coordinate = self.state.coordinate.copy()
        self._find(dt)
        self.state.coordinate[:] = coordinate  # joint coordinates stay those of the begin
        if self.work.groups.count[1] == 0:
            code, iterations = self._call(dt, 1, task=SOLVE)
            residual = 0.0
        else:
            code, iterations, residual = self._newton(dt)
            self.state.coordinate[:] = coordinate
        raise_interrupt(self.system)
        if code == timestep.DONE:
            self._call(dt, iterations, task=FINISH)
            self._contacts(KEEP, dt, residual, iterations)
        return code == timestep.DONE

    def _step_laws(self) -> StepLaws:
        """Return the laws of the closed contacts, with coefficients of restitution for their speeds of approach."""
        groups, contacts = self.work.groups, self.work.geometry.contacts
        n = int(groups.count[0])
        declared = [self.assembly.contacts.contacts[int(contacts.law[groups.contact[g]])] for g in range(n)]
        speed = np.maximum(-groups.before[groups.row[:n]], 0.0)
        e_N = [
            c.restitution(v) if callable(c.restitution) else c.restitution for c, v in zip(declared, speed, strict=True)
        ]
        e_T = [c.tangential_restitution for c in declared]
        size, row = groups.size[:n].copy(), groups.row[:n].copy()
        return StepLaws(size, row, np.array(e_N), np.array(e_T), self.settings["tolerance"])

    def _newton(self, dt: float) -> tuple[int, int, float]:
        """Solve the step with contacts; return (code, iterations, residual of the laws)."""
        groups, size, d = self.work.groups, self.span.size, self.work.dynamics
        m, laws = int(groups.count[1]), self._step_laws()
        change, before, absolute, residual, singular = np.inf, np.inf, np.inf, 0.0, False
        X = W = np.zeros((0, 0))
        for iteration in range(MAX_ITERATIONS):
            if not self._evaluate_sound(dt, iteration == 0):
                return timestep.ESCALATE, 0, 0.0
            rate = change / before if before < np.inf else change
            converged = change <= self.newton_tolerance and change * rate <= NEXT * self.newton_tolerance
            exact = size[RESIDUAL] <= EXACT * size[MOMENTUM] and size[GAP] <= EXACT * size[LENGTH]
            still = absolute <= self.newton_tolerance or (exact and absolute < SINGULAR)
            balanced = size[RESIDUAL] <= BALANCED * size[MOMENTUM]  # else rows have jumped with the last change
            if balanced and (converged or (rate > STAGNANT and still)):
                return timestep.DONE, iteration, residual
            H = self._rows(m)
            rhs = d.rhs.copy()
            if iteration == 0 or singular or (before < np.inf and rate > REUSE):
                singular = self._call(dt, 0, task=FACTOR)[1] > 0
                X = self._answers(H, dt, singular, len(rhs))
            W = H @ X[: H.shape[1]] / dt
            free = self._answer(rhs, dt, singular)
            r = groups.r[:m].copy()
            mean = groups.b[:m] + H @ free[: H.shape[1]] / dt
            solution = laws.solve(W, mean - W @ r, groups.before[:m], groups.bound[: len(laws.size)], r)
            if not solution.success:
                self.reason = self._explain(solution)
                return timestep.ESCALATE, 0, 0.0
            residual = solution.residual
            d.solution[:] = free + X @ (solution.r - r)
            before = change
            if self._call(dt, 0, task=CHANGE)[0] != timestep.DONE:
                break
            change, absolute = size[RELATIVE], size[ABSOLUTE]
            self._last_change = size[PART] * (solution.r - r)
            groups.r[:m] = r + self._last_change
            groups.given[:m] = 2.0 * solution.v
        return timestep.ESCALATE, 0, 0.0

    def _evaluate_sound(self, dt: float, first: bool) -> bool:
        """Evaluate the balance with contacts at the present unknowns; take back what turns an element inside out."""
        m = int(self.work.groups.count[1])
        for _ in range(MAX_HALVINGS):
            if not first:
                self._contacts(FOLLOW, dt)
            if self._call(dt, 0, task=EVALUATE)[0] == timestep.DONE:
                return True
            if first:
                return False
            self._call(dt, 0, task=RETREAT)
            self._last_change *= 0.5
            self.work.groups.r[:m] -= self._last_change
        return False

    def _answer(self, rhs: Floats, dt: float, singular: bool) -> Floats:
        """Return the solution of the linear system for one right-hand side."""
        self.work.dynamics.rhs[:] = rhs
        self._call(dt, int(singular), task=ANSWER)
        return self.work.dynamics.solution.copy()

    def _answers(self, H: Floats, dt: float, singular: bool, n: int) -> Floats:
        """Return the answers (n, m) to unit impulses of all rows."""
        rhs, X = np.zeros(n), np.empty((n, len(H)))
        for k, row in enumerate(H):
            rhs[: len(row)] = row
            X[:, k] = self._answer(rhs, dt, singular)
        return X

    def _rows(self, m: int) -> Floats:
        """Return the directions H (m, nu) of all contact rows, moments in world components."""
        groups, nodes, bodies = self.work.groups, self.system.nodes, self.system.bodies
        H = np.zeros((m, len(self.state.u)))
        for g in range(int(groups.count[0])):
            row, size = int(groups.row[g]), int(groups.size[g])
            for s in range(int(groups.slot_ptr[g]), int(groups.slot_ptr[g + 1])):
                node, first = int(groups.slot_node[s]), int(groups.slot_off[s])
                nu, o = int(nodes.nu[node]), int(nodes.u_off[node])
                block = groups.slot_data[first : first + size * nu].reshape(size, nu).copy()
                if nodes.kind[node] == FRAME:
                    A = self._own.poses.A[int(np.flatnonzero(bodies.node == node)[0])]
                    block[:, 3:] = block[:, 3:] @ A.T
                H[row : row + size, o : o + nu] += block
        return H
