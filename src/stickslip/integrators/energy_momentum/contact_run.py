"""A run of the energy-momentum scheme with set-valued contacts, step by step from Python.

One Newton method finds the motion of the step and the impulses of its contacts: each iteration solves the laws with
velocities that are linear in the impulses (``energy_momentum_laws``), and rows follow the bodies. Only the derivatives
of the rows are missing in the tangent.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import numpy as np

from stickslip import codes
from stickslip._arrays import Floats
from stickslip._jit import plain
from stickslip.codes import FRAME, SINCE_RECORD
from stickslip.contact.solver import ContactSolution
from stickslip.errors import SimulationError
from stickslip.integrators.correction import CORRECTIONS
from stickslip.integrators.energy_momentum.contact import (
    CERTIFY_GAPS,
    FIND,
    FIND_AGAIN,
    FOLLOW,
    JUDGE,
    KEEP,
    LAW,
    POSE,
    RECORD,
    RESTITUTION,
    START_GAPS,
    contact_task,
)
from stickslip.integrators.energy_momentum.laws import StepLaws
from stickslip.integrators.energy_momentum.positions import Positions
from stickslip.integrators.energy_momentum.run import EnergyMomentumRun
from stickslip.integrators.energy_momentum.scheme import (
    ANSWER,
    BEGIN,
    CHANGE,
    DAMPED_ITERATIONS,
    EVALUATE,
    FACTOR,
    FINISH,
    MAX_ITERATIONS,
    MAX_RETREATS,
    REST,
    REUSE,
    SMALL,
    SOLVE,
    forces_prevail,
    settled,
)
from stickslip.integrators.energy_momentum.span import (
    ABSOLUTE,
    LENGTH,
    MOMENTUM,
    PART,
    RELATIVE,
    RESIDUAL,
    Span,
    step_work,
)
from stickslip.integrators.failures import raise_interrupt
from stickslip.integrators.schemes import EnergyMomentum
from stickslip.mechanics.bodies import Poses, new_poses, place_dim
from stickslip.results.base import Store
from stickslip.system.assemble import Assembly
from stickslip.system.connect import components, connected
from stickslip.system.layout import State, Work
from stickslip.system.state import copy_state, restore_state

BALANCED = 1e-6  # largest part of the momenta that may be missing when the change of the unknowns vanishes


class Change(NamedTuple):
    """A change of all unknowns of a step."""

    z: Floats  # (nu,) motion
    impulse: Floats  # (nr,) of the joints
    r: Floats  # (m,) of the contacts

    @classmethod
    def none(cls, span: Span, m: int) -> Change:
        """Return no change."""
        return cls(np.zeros_like(span.z), np.zeros_like(span.impulse), np.zeros(m))

    def times(self, factor: float) -> Change:
        """Return a part of the change."""
        return Change(*(factor * x for x in self))


class Linear(NamedTuple):
    """The last tangent's answers to unit impulses of all contact rows, and whether it was singular."""

    X: Floats  # (nu + nr, m)
    singular: bool


class ContactEnergyMomentumRun(EnergyMomentumRun):
    """A system with contacts in a simulation run."""

    reason = ""  # why the last step could not be solved
    linear: Linear | None = None
    _seen: Work | None = None

    def __init__(
        self, assembly: Assembly, integrator: EnergyMomentum, settings: dict[str, Any], record_every: int
    ) -> None:
        super().__init__(assembly, integrator, settings, record_every)
        nodes, matrix = self.system.nodes, self.system.matrix
        component, _ = components(connected(self.system), True)
        self._connected = self.system._replace(matrix=matrix._replace(component=component))  # by forces, too
        self.places = np.zeros(len(self.span.z), dtype=bool)  # unknowns that are lengths
        for o, kind in zip(nodes.u_off, nodes.kind, strict=True):
            self.places[o : o + plain(place_dim)(kind)] = True
        self.positions = Positions(self)
        self._most_moves = CORRECTIONS if self.scheme.stabilise else 0  # of the start of a step
        self._effort = 0, 0.0  # iterations of the last step, residual of its laws

    def _contact_work(self) -> Work:
        """Return the scratch with poses of its own: those of contacts are proper rotations at the mid-point."""
        if self._seen is not self.work:
            self._seen = self.work
            (poses,), _ = new_poses(self.work.poses.r, self.work.poses.A)
            self._own = self.work._replace(poses=poses)
        return self._own

    def contacts(self, task: int, dt: float, residual: float = 0.0, iterations: int = 0) -> int:
        """Do a task of ``contact_task``; return its code."""
        return int(
            contact_task(
                task, self.refer(self._connected), self.scheme.dim, dt, residual, iterations,
                self.refer(self.step_work.poses), self.refer(self.state), self.refer(self._contact_work()),
                self.refer(self.span), self.refer(self.recorder),
            )
        )  # fmt: skip

    def _check_gaps(self, projected: bool) -> None:
        while self.contacts(START_GAPS, 0.0) != codes.DONE:
            self._grow()
            self.step_work = step_work(self.work)
        super()._check_gaps(projected)

    def advance(self, dt: float, count: int, store: Store) -> None:
        """Do ``count`` steps of size dt."""
        begin = time.perf_counter()
        self._last_dt = dt
        for _ in range(count):
            self._record(dt, store)
            if not self._step(dt):
                self._hard_step(dt, codes.ESCALATE)
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
        while len(self.recorder.time) <= self.recorder.count[0] or self.contacts(RECORD, dt) != codes.DONE:
            self._make_room(store)
        self._call(dt, 0)

    def _escalate(self, dt: float) -> tuple[bool, str]:
        if self.reason:
            return False, self.reason
        return False, f"{super()._escalate(dt)[1]}, with {self._closed()}"

    def _substeps(self, dt: float, parts: int) -> bool:
        self.work.geometry.travelled[0] = np.inf  # the step before had another size, or was taken back
        return all(self._step(dt) for _ in range(parts))

    def call(self, dt: float, task: int) -> int:
        """Do a task of the step loop; return its code."""
        return self._call(dt, 0, task=task)[0]

    def _find(self, dt: float, task: int) -> None:
        """Find contacts and their rows at the mid-point that constant velocities lead to."""
        self.call(dt, BEGIN)
        while (code := self.contacts(task, dt)) != codes.DONE:
            if code not in (codes.GROW_DETECTION, codes.GROW_GROUPS):
                raise SimulationError(f"contacts at t = {self.t:.9g} s could not be found", self.t)
            self._grow()
            self.step_work, task = step_work(self.work), FIND
            self.call(dt, BEGIN)

    def _step(self, dt: float) -> bool:
        """Do one step; return whether it could be solved; if not, ``reason`` holds why."""
        self.reason = ""
        begin: State | None = None
        solved, moves = self._solve(dt, FIND), 0
        while solved and moves < self._most_moves:
            saved = begin or copy_state(self.state)
            if not self.positions.move_begin(dt):
                break
            begin, moves, solved = saved, moves + 1, self._solve(dt, FIND_AGAIN)
        raise_interrupt(self.system)
        far = solved and self.contacts(JUDGE, dt) == codes.FAR
        if begin is not None and (far or not solved):
            restore_state(self.state, begin)
        if far:
            return self._go_far(dt)
        if solved:
            iterations, residual = self._effort
            self._call(dt, iterations, task=FINISH)
            if not self.scheme.stabilise:
                self.contacts(CERTIFY_GAPS, dt)
            self.contacts(KEEP, dt, residual, iterations)
            if self.scheme.stabilise:
                self.positions.close_end(dt)
            self._check_functions()
            self._check_lines()
        return solved

    def _solve(self, dt: float, task: int) -> bool:
        """Find the contacts of a step, and its motion; return whether it was found."""
        coordinate = self.state.coordinate.copy()
        self._find(dt, task)
        self._restitution = self.work.solver.vec[RESTITUTION].copy()
        self.state.coordinate[:] = coordinate  # joint coordinates stay those of the start
        if self.work.groups.count[1] == 0:
            code, iterations = self._call(dt, 1, task=SOLVE)
            residual = 0.0
        else:
            start = self.work.groups.r.copy()
            code, iterations, residual = self._newton(dt, damped=False)
            if code != codes.DONE:
                self.work.groups.r[:] = start
                code, iterations, residual = self._newton(dt, damped=True)
        self.state.coordinate[:] = coordinate
        self._effort = iterations, residual
        return code == codes.DONE

    def _go_far(self, dt: float) -> bool:
        """Do a step with large motion such that no bodies pass through each other."""
        if self.passing.may_go_on():
            return self._step(dt)
        self.passing.step(dt)
        return True

    def place(self) -> Poses:
        """Evaluate the present state and return its poses."""
        self.contacts(POSE, 1.0)
        return self._own.poses

    def _step_laws(self) -> StepLaws:
        """Return the laws of the closed contacts that have just been found."""
        groups = self.work.groups
        n, m = groups.count[:2]
        size, row = groups.size[:n].copy(), groups.row[:n].copy()
        return StepLaws(size, row, self._restitution[:m], self.settings["tolerance"])

    def _newton(self, dt: float, damped: bool) -> tuple[int, int, float]:
        """Solve the step with contacts; return (code, iterations, residual of the laws).

        Damped as in ``energy_momentum``: from rest, and an increment is taken back by half until the next is shorter.
        """
        groups, size = self.work.groups, self.span.size
        laws, m = self._step_laws(), int(groups.count[1])
        if damped:
            self._call(dt, 0, task=BEGIN)
            self.span.z[:] = 0.0
        change, before, absolute, residual, prevail = np.inf, np.inf, np.inf, 0.0, False
        last, part, retreats, applied, self.linear = np.inf, 1.0, 0, Change.none(self.span, m), None
        for iteration in range(DAMPED_ITERATIONS if damped else MAX_ITERATIONS):
            if iteration > 0 or damped:
                self.contacts(FOLLOW, dt)
            sound = self._call(dt, 0, task=EVALUATE)[0] == codes.DONE
            if iteration == 0 and sound and plain(forces_prevail)(size):
                prevail = True
                self._call(dt, 0, task=REST)
                self.contacts(FOLLOW, dt)
                sound = self._call(dt, 0, task=EVALUATE)[0] == codes.DONE
            balanced = size[RESIDUAL] <= BALANCED * size[MOMENTUM]  # else rows have jumped with the last change
            if sound and balanced and part == 1.0:
                if plain(settled)(change, before, absolute, self.newton_tolerance, size):
                    return codes.DONE, iteration, residual
            length = np.inf
            if sound:
                if damped or (prevail if before == np.inf else change > REUSE * before):
                    self.linear = None
                found = self._increment(dt, laws, m)
                if found is None:
                    return codes.ESCALATE, 0, 0.0
                increment, solution = found
                length = self._length(increment.z)
            longer = not sound or (damped and not (length <= (1.0 - 0.25 * part) * last or length < SMALL))
            if longer and retreats < MAX_RETREATS:
                part, retreats, applied = 0.5 * part, retreats + 1, applied.times(0.5)
                self._add(applied, -1.0, m)
                continue
            if not sound:
                break
            last, before, part, retreats = length, change, min(1.0, 2.0 * part), 0
            applied = increment.times(part)
            self.work.dynamics.solution[:] = np.append(applied.z, applied.impulse)
            if self._call(dt, 0, task=CHANGE)[0] != codes.DONE:
                break
            change, absolute, residual = size[RELATIVE], size[ABSOLUTE], solution.residual
            applied, part = applied.times(size[PART]), part * size[PART]
            groups.r[:m] += applied.r
            self.work.solver.vec[LAW, :m] = 2.0 * solution.v
        return codes.ESCALATE, 0, 0.0

    def _increment(self, dt: float, laws: StepLaws, m: int) -> tuple[Change, ContactSolution] | None:
        """Return Newton's increment at the present unknowns, with impulses that obey the laws; None: there is none."""
        groups, rhs, H = self.work.groups, self.work.dynamics.rhs.copy(), self.rows(m)
        if self.linear is None or self.linear.singular:
            singular = self._call(dt, 0, task=FACTOR)[1] > 0
            self.linear = Linear(self.answers(H, dt, singular, len(rhs)), singular)
        nu, X = H.shape[1], self.linear.X
        free = self.answer(rhs, dt, self.linear.singular)
        r = groups.r[:m].copy()
        W = H @ X[:nu] / dt
        mean = groups.b[:m] + H @ free[:nu] / dt
        if not (np.isfinite(W).all() and np.isfinite(mean).all()):
            return None
        solution = laws.solve(W, mean - W @ r, groups.before[:m], groups.bound[: len(laws.size)], r)
        if not solution.success:
            self.reason = self._explain(solution, np.arange(int(groups.count[0])))
            return None
        total = free + X @ (solution.r - r)
        return Change(total[:nu], total[nu:], solution.r - r), solution

    def _add(self, change: Change, sign: float, m: int) -> None:
        self.span.z[:] += sign * change.z
        self.span.impulse[:] += sign * change.impulse
        self.work.groups.r[:m] += sign * change.r

    def _length(self, z: Floats) -> float:
        """Return the largest motion relative to the system, or rotation, in a change of the unknowns."""
        return float(abs(z / np.where(self.places, self.span.size[LENGTH], 1.0)).max())

    def answer(self, rhs: Floats, dt: float, singular: bool) -> Floats:
        """Return the solution of the linear system for one right-hand side."""
        self.work.dynamics.rhs[:] = rhs
        self._call(dt, int(singular), task=ANSWER)
        return self.work.dynamics.solution.copy()

    def answers(self, H: Floats, dt: float, singular: bool, n: int) -> Floats:
        """Return the answers (n, m) to unit impulses of all rows."""
        rhs, X = np.zeros(n), np.empty((n, len(H)))
        for k, row in enumerate(H):
            rhs[: len(row)] = row
            X[:, k] = self.answer(rhs, dt, singular)
        return X

    def rows(self, m: int) -> Floats:
        """Return the directions H (m, nu) of all contact rows, moments in world components."""
        groups, nodes, bodies = self.work.groups, self.system.nodes, self.system.bodies
        H = np.zeros((m, len(self.state.u)))
        for g in range(int(groups.count[0])):
            row, size = int(groups.row[g]), int(groups.size[g])
            for s in range(int(groups.slot_ptr[g]), int(groups.slot_ptr[g + 1])):
                node, first = int(groups.slot_node[s]), int(groups.slot_off[s])
                nu, o = int(nodes.nu[node]), int(nodes.u_off[node])
                block = groups.slot_data[first : first + size * nu].reshape(size, nu).copy()
                if nodes.kind[node] == FRAME and nu == 6:
                    A = self._own.poses.A[int(np.flatnonzero(bodies.node == node)[0])]
                    block[:, 3:] = block[:, 3:] @ A.T
                H[row : row + size, o : o + nu] += block
        return H
