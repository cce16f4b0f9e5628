"""Steps of changing size: every step is done once and again in two halves, whose difference is the error.

A run with constant steps dt is divided: each dt is covered by as many smaller steps as rtol and atol ask for, and
states are recorded as always. In smooth phases the error of a step falls with the third power of its size. A step in
which a contact or stop closes has an error of first order, whatever the scheme; one in which slip ends or reverses, of
second order. It is repeated so that it ends there, and the next one has the size from before.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.codes import ERROR, RETRIES, SINCE_RECORD, STEPS
from stickslip.errors import SimulationError
from stickslip.integrators.mixed.adaptive_events import (
    Key,
    Slip,
    closed_contacts,
    key_of,
    next_slips,
    pack,
    slips,
    time_since_closing,
    time_since_slip,
    unpack,
)
from stickslip.integrators.mixed.run import MixedRun
from stickslip.integrators.mixed.schemes import MixedIntegrator
from stickslip.integrators.passing import Pass
from stickslip.results.store import Store
from stickslip.system.assemble import Assembly
from stickslip.system.layout import State
from stickslip.system.state import copy_state, restore_state

SMOOTH, CLOSING = 3.0, 1.0  # powers of the step size in the error
SAFETY, LEAST, MOST = 0.9, 0.1, 4.0
SMALLEST = 2.0**-20  # of dt
FIRST = 1e-3  # of dt


@dataclass
class Attempt:
    """A step on trial."""

    start: State
    certificate: Floats
    """The worst violations before it; those of what is not kept do not count."""
    known: set[Key]
    """Contacts that are closed at its start."""
    done: bool = True
    closing: bool = False
    """Whether a contact or stop closes."""
    passed: Pass | None = None
    """What passes through what in it."""
    late: float = 0.0
    """How long before its end a contact or stop closes, or slip ends [s]; 0 if that hardly matters."""
    impulses: dict[Key, Floats] = field(default_factory=dict)


class AdaptiveRun(MixedRun):
    """A run that divides its steps."""

    def __init__(
        self, assembly: Assembly, integrator: MixedIntegrator, settings: dict[str, Any], record_every: int
    ) -> None:
        super().__init__(assembly, integrator, settings, record_every)
        self.rtol, self.atol = integrator.rtol, integrator.atol
        self.size = np.inf  # of the next small step, unless dt or a closing contact end it before
        self.closure = np.inf  # time until a contact closes, where a rejected attempt has shown one
        self.failure = ""  # why the last rejected attempt could not be solved, if it could not
        self.small_steps, self.rejected, self.solutions = 0, 0, 0
        self.impulses: dict[Key, Floats] = {}  # of contacts, since the start of dt
        self.slips: dict[Key, Slip] = {}  # at the end of the last small step
        self.passed: Pass | None = None  # in the last step

    def effort(self) -> dict[str, int]:
        """Return the numbers of small steps, of rejected attempts, and of solved steps for both."""
        return {"solutions": self.solutions, "small_steps": self.small_steps, "rejected": self.rejected}

    def advance(self, dt: float, count: int, store: Store) -> None:
        """Do ``count`` steps of size dt, each in as many small steps as the tolerances ask for."""
        begin = time.perf_counter()
        super().advance(dt, 0, store)  # the initial state waits to be recorded
        for _ in range(count):
            self._cover(dt)
            super().advance(dt, 0, store)  # records
        self._step_cost = (time.perf_counter() - begin) / max(count, 1)

    def start(self, project: bool, dt: float = 1e-3) -> None:
        """Check (or project) the initial state; its accelerations look a part of a step ahead, and dt is too large."""
        super().start(project, FIRST * dt)

    def checkpoint(self) -> dict[str, Any]:
        """Return all that the next steps depend on, with their size."""
        return super().checkpoint() | {"size": np.array([self.size])} | pack(self.slips)

    def restore(self, saved: dict[str, Any]) -> None:
        """Go back to a checkpoint."""
        super().restore(saved)
        self.size = float(saved["size"][0])
        self.slips = unpack(saved)

    def _cover(self, dt: float) -> None:
        """Cover one step of size dt."""
        counter, end, parts, size = self.state.counter.copy(), self.t + dt, 0, dt
        self.impulses.clear()
        while (left := end - self.t) > 1e-12 * dt:
            size = min(self.size, self.closure, left)
            if size == self.size and left < 2.0 * size:  # no crumbs
                size = left if left < 1.1 * size and left <= self.closure else 0.5 * left
            parts += self._try(size, dt)
        self.state.t[0] = end
        self.state.counter[:] = counter
        self.state.counter[STEPS] += 1
        self.state.counter[SINCE_RECORD] += 1
        self.work.certificate[ERROR.substeps] = max(self.work.certificate[ERROR.substeps], parts)
        self.state.impulse[:] *= dt / (0.5 * size)  # of the last part only; reactions are recorded over a full step
        self._set_impulses()
        self._last_dt = dt

    def _try(self, size: float, dt: float) -> int:
        """Try a step of the given size; return the number of small steps done, 0 if it was rejected."""
        error, smallest = np.inf, size <= SMALLEST * dt
        attempt = Attempt(copy_state(self.state), self.work.certificate.copy(), closed_contacts(self.state))
        self._part(attempt, size, 1, 0.0)
        if attempt.done:
            slip = time_since_slip(self.slips, slips(self.work), size, self.atol + self.rtol)
            attempt.late = max(attempt.late, slip)
        if attempt.done and (attempt.late == 0.0 or smallest):
            whole = np.concatenate([self.state.q, size * self.state.u])
            self._halves(attempt, size)
            error = self._error(whole, size) if attempt.done else np.inf
        factor = SAFETY * error ** (-1.0 / (CLOSING if attempt.closing else SMOOTH)) if error > 0.0 else MOST
        if (error <= 1.0 and attempt.late == 0.0) or (smallest and attempt.done and attempt.passed is None):
            self._accept(attempt, size, factor)
            return 2
        self._return(attempt)
        if smallest and attempt.passed is not None:
            raise SimulationError(self.passing.reason(attempt.passed, self.passing.pose(), dt), self.t)
        if smallest:
            why = f": {self.failure}" if self.failure else ""
            raise SimulationError(f"step at t = {self.t:.9g} s cannot be solved, down to {size:.3g} s{why}", self.t)
        self.rejected += 1
        self.state.counter[RETRIES] += 1
        if attempt.late > 0.0:
            self.closure = max(size - attempt.late, LEAST * size, SMALLEST * dt)
        else:
            self.size = max(size * float(np.clip(factor, LEAST, SAFETY)), SMALLEST * dt)
        return 0

    def _return(self, attempt: Attempt) -> None:
        """Go back to the start of an attempt."""
        self.failure = self.assembly.functions.code.reason() or self.refused
        restore_state(self.state, attempt.start)
        self.work.certificate[:] = attempt.certificate

    def _accept(self, attempt: Attempt, size: float, factor: float) -> None:
        """Keep the halves; where the step was cut short, by dt or a contact, the next may be as large as planned."""
        self.small_steps += 2
        most = max(MOST * size, self.size if self.size < np.inf else 0.0)
        self.size = most if attempt.closing else float(np.clip(size * factor, LEAST * size, most))
        self.closure = np.inf
        self.slips = next_slips(self.slips, slips(self.work), size)
        for key, r in attempt.impulses.items():
            self.impulses[key] = self.impulses.get(key, 0.0) + r

    def _part(self, attempt: Attempt, size: float, count: int, left: float) -> None:
        """Do steps of an attempt, behind which there is the time ``left`` to its end."""
        self.solutions += count
        self.passed = None
        attempt.done = attempt.done and self._substeps(size, count)
        attempt.passed = attempt.passed or self.passed
        if attempt.done:
            tolerance = self.atol + self.rtol
            late = time_since_closing(self.work, tolerance)
            late = late if self.passed is None else (1.0 - self.passed.at) * size
            attempt.late = max(attempt.late, late + left if late > 0.0 else 0.0)
            attempt.closing = attempt.closing or self._closed_since(attempt)

    def _halves(self, attempt: Attempt, size: float) -> None:
        """Do a step again in two halves: in one call, unless it matters in which of them a contact closes."""
        self._return(attempt)
        calls = 2 if attempt.closing else 1
        for k in range(calls):
            self._part(attempt, 0.5 * size, 2 // calls, 0.5 * size * (calls - 1 - k))
            for key, r in self._contact_impulses():
                attempt.impulses[key] = attempt.impulses.get(key, 0.0) + (2 // calls) * r

    def _error(self, whole: Floats, size: float) -> float:
        """Return the largest difference between the halves and the whole step, relative to the tolerance."""
        halves = np.concatenate([self.state.q, size * self.state.u])
        scale = self.atol + self.rtol * np.maximum(abs(halves), 1.0)
        error = float((abs(halves - whole) / scale).max())
        return error if np.isfinite(error) else np.inf

    def pass_nothing(self, dt: float) -> bool:
        """Do a step of size dt and look for bodies that pass through each other; return whether it was solved."""
        solved, found = self.passing.attempt(dt, self.passing.pose())
        self.passed = self.passed or found
        return solved

    def _closed_since(self, attempt: Attempt) -> bool:
        """Return whether a contact or stop is closed now that was open at the start of an attempt."""
        stops, before = self.state.limit_r, attempt.start.limit_r
        if len(stops) and ((stops >= 0.0) & (before < 0.0)).any():
            return True
        return not closed_contacts(self.state) <= attempt.known

    def _contact_impulses(self) -> list[tuple[Key, Floats]]:
        """Return the impulses of the last step by contact."""
        groups, contacts = self.work.groups, self.work.geometry.contacts
        found = []
        for g in range(int(groups.count[0])):
            c, row = int(groups.contact[g]), int(groups.row[g])
            if c >= 0:
                found.append((key_of(contacts, c), groups.r[row : row + int(groups.size[g])].copy()))
        return found

    def _set_impulses(self) -> None:
        """Give the contacts that are closed at the end of dt their impulses since its start."""
        groups, contacts = self.work.groups, self.work.geometry.contacts
        for g in range(int(groups.count[0])):
            c, row = int(groups.contact[g]), int(groups.row[g])
            if c >= 0:
                groups.r[row : row + int(groups.size[g])] = self.impulses[key_of(contacts, c)]
