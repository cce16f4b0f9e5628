"""Steps of changing size: every step is done once and again in two halves, whose difference is the error.

A run with constant steps dt is divided: each dt is covered by as many smaller steps as rtol and atol ask for, and
states are recorded as always. In smooth phases the error of a step falls with the third power of its size. A step in
which a contact closes has an error of its first power, whatever the scheme: it is repeated with smaller steps until the
time of the impact is known well enough, and the steps behind it grow again.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stickslip.errors import SimulationError
from stickslip.integrators.advance import RETRIES, SINCE_RECORD, STEPS
from stickslip.integrators.books import SUBSTEPS
from stickslip.integrators.mixed_run import MixedRun
from stickslip.integrators.schemes import MixedIntegrator
from stickslip.results.store import Store
from stickslip.system.assemble import Assembly
from stickslip.system.layout import State
from stickslip.system.state import copy_state, restore_state

SMOOTH, CLOSING = 3.0, 1.0  # powers of the step size in the error
SAFETY, LEAST, MOST = 0.9, 0.1, 4.0
SMALLEST = 2.0**-20  # of dt


class AdaptiveRun(MixedRun):
    """A run that divides its steps."""

    def __init__(
        self, assembly: Assembly, integrator: MixedIntegrator, settings: dict[str, Any], record_every: int
    ) -> None:
        super().__init__(assembly, integrator, settings, record_every)
        self.rtol, self.atol = integrator.rtol, integrator.atol
        self.size = np.inf  # of the next small step
        self.small_steps, self.rejected = 0, 0

    def advance(self, dt: float, count: int, store: Store) -> None:
        """Do ``count`` steps of size dt, each in as many small steps as the tolerances ask for."""
        for _ in range(count):
            self._cover(dt)
            super().advance(dt, 0, store)  # records

    def _cover(self, dt: float) -> None:
        """Cover one step of size dt."""
        begin, counter = self.t, self.state.counter.copy()
        end, parts = begin + dt, 0
        while end - self.t > 1e-12 * dt:
            size = min(self.size, end - self.t)
            if end - self.t - size < 0.1 * size:
                size = end - self.t  # no crumbs
            parts += self._try(size, dt)
        self.state.t[0] = end
        self.state.counter[:] = counter
        self.state.counter[STEPS] += 1
        self.state.counter[SINCE_RECORD] += 1
        self.work.certificate[SUBSTEPS] = max(self.work.certificate[SUBSTEPS], parts)
        self._last_dt = dt

    def _try(self, size: float, dt: float) -> int:
        """Try a step of the given size; return the number of small steps done, 0 if it was rejected."""
        saved = copy_state(self.state)
        done, late = self._substeps(size, 1), self._late(saved)
        whole = np.concatenate([self.state.q, size * self.state.u])
        restore_state(self.state, saved)
        for _ in range(2):
            done = done and self._substeps(0.5 * size, 1)
            late = max(late, self._late(saved))
        halves = np.concatenate([self.state.q, size * self.state.u])
        scale = self.atol + self.rtol * np.maximum(abs(halves), 1.0)
        error = float((abs(halves - whole) / scale).max()) if done and np.isfinite(halves).all() else np.inf
        power = CLOSING if self._closed_since(saved) else SMOOTH
        factor = SAFETY * error ** (-1.0 / power) if error > 0.0 else MOST
        if (error <= 1.0 and late == 0.0) or size <= SMALLEST * dt:
            self.small_steps += 2
            self.size = size * float(np.clip(factor, LEAST, MOST))
            return 2
        restore_state(self.state, saved)
        self.rejected += 1
        if late > 0.0:  # end where the contact closes
            factor = min(factor, max(1.0 - late / size, LEAST))
        self.size = max(size * float(np.clip(factor, LEAST, 1.0 - 1e-9)), SMALLEST * dt)
        if not done and self.size <= SMALLEST * dt:
            raise SimulationError(f"step at t = {self.t:.9g} s cannot be solved, down to {self.size:.3g} s", self.t)
        self.state.counter[RETRIES] += 1
        return 0

    def _late(self, before: State) -> float:
        """Return how long ago a contact closed that was open before [s]; 0 if it penetrates less than the tolerance."""
        groups, contacts, known = self.work.groups, self.work.geometry.contacts, _closed(before)
        late = 0.0
        for g in range(int(groups.count[0])):
            c = int(groups.contact[g])
            if c < 0 or (int(contacts.a[c]), int(contacts.b[c]), int(contacts.feature[c])) in known:
                continue
            depth, speed = -float(contacts.gap[c]), -float(groups.before[groups.row[g]])
            if depth > self.atol + self.rtol and speed > 0.0:
                late = max(late, depth / speed)
        return late

    def _closed_since(self, before: State) -> bool:
        """Tell whether a contact or stop is closed now that was open before."""
        return bool(_closed(self.state) - _closed(before)) or bool(
            ((self.state.limit_r >= 0.0) & (before.limit_r < 0.0)).any()
        )


def _closed(state: State) -> set[tuple[int, int, int]]:
    n, warm = int(state.warm.count[0]), state.warm
    return {(int(a), int(b), int(c)) for a, b, c in zip(warm.a[:n], warm.b[:n], warm.feature[:n], strict=True)}
