"""A run of mixed time stepping: the same course as any run, with its own compiled step loop."""

from __future__ import annotations

import time

import numpy as np

from stickslip.errors import SimulationError
from stickslip.integrators import timestep
from stickslip.integrators.advance import PLACE, START, START_MIXED, START_PROJECTED, STEP
from stickslip.integrators.mixed_advance import advance_mixed
from stickslip.integrators.run import NEVER, Run, announce


class MixedRun(Run):
    """A system on its way through time with forces and impulses of contacts apart."""

    def prepare(self) -> None:
        """Say once where the kernels have to be compiled, and measure what loading or compiling takes."""
        begin = time.perf_counter()
        announce(advance_mixed)
        self._call(1.0, 0, task=PLACE)
        self.compile_s = time.perf_counter() - begin

    def _call(self, dt: float, count: int, record_every: int | None = None, task: int = STEP) -> tuple[int, int]:
        if task == START_PROJECTED:
            super()._call(dt, count, record_every, task)  # rare; the other entry knows how
            task = START
        return advance_mixed(
            task, self.refer(self.system), self.scheme, self.solver_settings, self.node_offsets, dt, count,
            record_every or self.record_every, self.refer(self.state), self.refer(self.work), self.refer(self.recorder),
        )  # fmt: skip

    def start(self, project: bool, dt: float = 1e-3) -> None:
        """Check (or project) the initial state, find closed contacts and accelerations, and open the books."""
        super().start(project, dt)
        while (code := self._call(dt, 0, task=START_MIXED)[0]) != timestep.DONE:
            if code not in (timestep.GROW_DETECTION, timestep.GROW_GROUPS):
                raise SimulationError(f"the accelerations of the start could not be found: {self._why()}", self.t)
            self._grow()

    def _why(self) -> str:
        """Say what is wrong with the local problem left in ``work``."""
        if not np.isfinite(self.work.groups.b[: self.work.groups.count[1]]).all():
            return "forces or masses are infinite or NaN"
        return self._solve_islands()[1]

    def _escalate(self, dt: float) -> tuple[bool, str]:
        """Solve by all means the islands left in ``work``, and do the step again with their forces as a start."""
        groups, warm = self.work.groups, self.state.warm
        message = "the contact laws of a stage could not be met"
        m = int(groups.count[1])
        if self.system.matrix.staged[0] or not np.isfinite(groups.b[:m]).all():
            return False, message
        done, why = self._solve_islands()
        if not done:
            return False, why
        groups.given[:m], groups.count[5] = groups.r[:m], m  # if it was an impact
        contacts, known = self.work.geometry.contacts, int(warm.count[0])
        for g in range(int(groups.count[0])):
            c, row, size = int(groups.contact[g]), int(groups.row[g]), int(groups.size[g])
            same = (warm.a[:known] == contacts.a[c]) & (warm.b[:known] == contacts.b[c])
            for k in np.flatnonzero(same & (warm.feature[:known] == contacts.feature[c])) if c >= 0 else ():
                warm.r[k, :size] = groups.r[row : row + size]
        return self._call(dt, 1, record_every=NEVER)[0] == timestep.DONE, message
