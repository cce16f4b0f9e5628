"""Runs that Python drives step by step: a subclass defines one step."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.codes import ERROR, SINCE_RECORD, STEPS
from stickslip.errors import SimulationError
from stickslip.integrators.run import Run
from stickslip.mechanics.functions import INSIDE
from stickslip.results.store import Store


class SteppedRun(Run):
    """A run with steps in Python; ``force`` are the constraint forces Lambda at its present state."""

    force: Floats = np.zeros(0)

    def advance(self, dt: float, count: int, store: Store) -> None:
        """Do ``count`` steps of size dt."""
        begin = time.perf_counter()
        self._last_dt = dt
        self._record(dt, store)  # the initial state is recorded with it
        for _ in range(count):
            self._cover(dt)
            self.state.counter[STEPS] += 1
            self.state.counter[SINCE_RECORD] += 1
            self._record(dt, store)
        self._step_cost = (time.perf_counter() - begin) / max(count, 1)

    def record_first(self, dt: float, store: Store) -> None:
        """Record the initial state with its constraint forces."""
        self._record(dt, store)

    def _cover(self, dt: float) -> None:
        """Do a step, in parts that end where functions of time jump."""
        begin, jump, margin = self.t, self.system.functions.jump, INSIDE * dt
        inside = jump[(jump > begin + margin) & (jump < begin + dt - margin)]
        after = jump[abs(jump - begin) <= margin].size > 0
        for end in [*inside, begin + dt]:
            size = dt if len(inside) == 0 else float(end) - self.t
            self.system.functions.span[:] = self.t + INSIDE * size, self.t + size - INSIDE * size
            if after:
                self._renew(size)
            self._step(size)
            after = True
        if len(inside) > 0:
            self.work.certificate[ERROR.substeps] = max(self.work.certificate[ERROR.substeps], len(inside) + 1)

    def _renew(self, dt: float) -> None:
        """Recompute, after a jump, what a step dt takes over from the previous one."""

    def _step(self, dt: float) -> None:
        raise NotImplementedError

    def _record(self, dt: float, store: Store) -> None:
        self.state.impulse[:] = dt * self.force
        super().advance(dt, 0, store)

    def _fail(self, t: float, why: str) -> SimulationError:
        if "finite" in why:
            why = self._inside_out() or why
        return SimulationError(f"step to t = {t:.9g} s could not be solved: {why}; try a smaller dt", t)

    def checkpoint(self) -> dict[str, Any]:
        """Return all that the next steps depend on."""
        return super().checkpoint() | {"force": self.force}

    def restore(self, saved: dict[str, Any]) -> None:
        """Go back to a checkpoint."""
        super().restore(saved)
        self.force = np.array(saved["force"])
