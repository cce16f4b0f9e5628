"""A run of the energy-momentum scheme with set-valued contacts, step by step from Python.

A step is solved for given contact impulses by Newton's method in compiled code. Its answer to unit impulses gives a
local problem of the laws, whose solution replaces the impulses, until they stay the same: Newton's method again, whose
linear problems are those of the contact solver.
"""

from __future__ import annotations

import ctypes
import time
from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.contact.solver import ContactProblem, solve
from stickslip.contact.solver.problem import Laws, Status
from stickslip.errors import SimulationError
from stickslip.integrators import timestep
from stickslip.integrators.advance import SINCE_RECORD
from stickslip.integrators.energy_momentum import ANSWER, FINISH, SOLVE
from stickslip.integrators.energy_momentum_contact import FIND, KEEP, RECORD, contact_task
from stickslip.integrators.energy_momentum_run import EnergyMomentumRun
from stickslip.integrators.energy_momentum_span import step_work
from stickslip.integrators.failures import raise_interrupt
from stickslip.mechanics.bodies import FRAME
from stickslip.results.base import Store

_OF_SPEED = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)  # a compiled coefficient
MAX_ROUNDS = 30
SETTLED = 1e-10  # change of the impulses relative to the largest one


class ContactEnergyMomentumRun(EnergyMomentumRun):
    """A system with contacts on its way through time."""

    def _contacts(self, task: int, dt: float, residual: float = 0.0, iterations: int = 0) -> int:
        return int(
            contact_task(
                task, self.refer(self.system), self.scheme.dim, dt, residual, iterations, self.refer(self.state),
                self.refer(self.work), self.refer(self.recorder),
            )
        )  # fmt: skip

    def advance(self, dt: float, count: int, store: Store) -> None:
        """Do ``count`` steps of size dt."""
        begin = time.perf_counter()
        self._last_dt = dt
        for _ in range(count):
            self._record(dt, store)
            self._step(dt)
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

    def _find(self, dt: float) -> None:
        """Find contacts and their rows at the mid-point; joint coordinates stay those of the begin."""
        coordinate = self.state.coordinate.copy()
        while (code := self._contacts(FIND, dt)) != timestep.DONE:
            if code not in (timestep.GROW_DETECTION, timestep.GROW_GROUPS):
                raise SimulationError(f"contacts at t = {self.t:.9g} s could not be found", self.t)
            self._grow()
            self.step_work = step_work(self.work)
        self.state.coordinate[:] = coordinate

    def _step(self, dt: float) -> None:
        """Find the impulses r of one step, and finish it."""
        self._find(dt)
        groups = self.work.groups
        m = int(groups.count[1])
        H = self._rows(m)
        r = groups.r[:m].copy()
        residual, rounds, newton = 0.0, 0, 0
        while True:
            self.span.push[:] = H.T @ r
            code, newton = self._call(dt, 1, task=SOLVE)
            raise_interrupt(self.system)
            if code != timestep.DONE:
                raise SimulationError(f"step at t = {self.t:.9g} s with dt = {dt:g} s: {self._escalate(dt)[1]}", self.t)
            if m == 0:
                break
            after = 2.0 * (H @ self.span.z / dt + groups.w[:m]) - groups.before[:m]
            changed, residual = self._impulses(H, dt, after, r)
            rounds += 1
            if abs(changed - r).max() <= SETTLED * abs(changed).max():
                break
            if rounds == MAX_ROUNDS:
                reason = "contact impulses of the energy-momentum step did not settle"
                raise SimulationError(f"step at t = {self.t:.9g} s with dt = {dt:g} s: {reason}", self.t)
            r = changed
        if m:
            groups.r[:m], groups.after[:m] = r, after
        self._call(dt, newton, task=FINISH)
        self._contacts(KEEP, dt, residual, rounds)
        self._check_functions()

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
                    A = self.work.poses.A[int(np.flatnonzero(bodies.node == node)[0])]
                    block[:, 3:] = block[:, 3:] @ A.T
                H[row : row + size, o : o + nu] += block
        return H

    def _impulses(self, H: Floats, dt: float, after: Floats, r: Floats) -> tuple[Floats, float]:
        """Solve the laws with velocities that are linear in the impulses about the present ones."""
        groups, contacts, d = self.work.groups, self.work.geometry.contacts, self.work.dynamics
        n, m = int(groups.count[0]), len(r)
        W = np.empty((m, m))
        for k in range(m):
            d.rhs[:] = 0.0
            d.rhs[: H.shape[1]] = H[k]
            self._call(dt, 0, task=ANSWER)
            W[:, k] = 2.0 / dt * (H @ d.solution[: H.shape[1]])
        laws = Laws(*(x[:n].copy() for x in (groups.size, groups.kind, groups.row, groups.bound)))
        e = np.zeros(m)
        for g in range(n):
            row = int(groups.row[g])
            law = int(contacts.law[groups.contact[g]])
            contact, address = self.assembly.contacts.contacts[law], int(self.system.laws.address[law, 2])
            e[row] = _OF_SPEED(address)(max(0.0, -groups.before[row])) if address else contact.restitution
            e[row + 1 : row + int(groups.size[g])] = contact.tangential_restitution
        b = after - W @ r + e * groups.before[:m]
        solution: Any = solve(ContactProblem(laws, b, W=W), r0=r, tol=self.settings["tolerance"])
        if solution.status not in (Status.OPEN, Status.CONVERGED):
            why = self._explain(solution, np.arange(n))
            raise SimulationError(f"step at t = {self.t:.9g} s with dt = {dt:g} s: {why}", self.t)
        return solution.r, float(solution.residual)
