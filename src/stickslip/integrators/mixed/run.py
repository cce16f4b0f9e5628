"""A run of mixed time stepping: the same course as any run, with its own compiled step loop."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from stickslip import codes
from stickslip.codes import PLACE, START, START_MIXED, START_PROJECTED, STEP
from stickslip.contact.solver.outside import Chain
from stickslip.errors import SimulationError
from stickslip.integrators.failures import body_of_largest
from stickslip.integrators.mixed.advance import advance_mixed
from stickslip.integrators.run import Run, announce
from stickslip.integrators.schemes import Integrator
from stickslip.system.assemble import Assembly


class MixedRun(Run):
    """A system in a simulation run with separate forces and impulses of contacts."""

    def __init__(self, assembly: Assembly, integrator: Integrator, settings: dict[str, Any], record_every: int) -> None:
        super().__init__(assembly, integrator, settings, record_every)
        self.chain = Chain(self._solve_own, settings["tolerance"])  # type: ignore[arg-type]
        self.solver_settings = self.chain.settings

    def prepare(self) -> None:
        """Report once where the kernels have to be compiled, and measure what loading or compiling takes."""
        begin = time.perf_counter()
        announce(advance_mixed)
        self._call(1.0, 0, task=PLACE)
        self.compile_s = time.perf_counter() - begin

    def _call(self, dt: float, count: int, record_every: int | None = None, task: int = STEP) -> tuple[int, int]:
        if task == START_PROJECTED:
            code, _ = super()._call(dt, count, record_every, task)  # rare; the other entry knows how
            if code != codes.DONE:
                return code, 0
            task = START
        return advance_mixed(
            task, self.refer(self.system), self.scheme, self.solver_settings, self.node_offsets, dt, count,
            record_every or self.record_every, self.refer(self.state), self.refer(self.work), self.refer(self.recorder),
        )  # fmt: skip

    def start(self, project: bool, dt: float = 1e-3) -> None:
        """Check (or project) the initial state, find closed contacts and accelerations, and start the energy ledger."""
        super().start(project, dt)
        while (code := self._call(dt, 0, task=START_MIXED)[0]) != codes.DONE:
            if code not in (codes.GROW_DETECTION, codes.GROW_GROUPS):
                raise SimulationError(f"the accelerations of the start could not be found: {self._why()}", self.t)
            self._grow()
        self._check_functions()

    def _solve_own(self) -> tuple[float, str]:
        """Solve the local problem left in ``work`` by the whole chain; return the residual and why it failed, or ""."""
        residual, _, message = self._solve_islands()
        return residual, message

    def _why(self) -> str:
        """State why the local problem of a step has no answer: the whole chain has tried."""
        error, message = self.chain.error, self.chain.message
        self.chain.error, self.chain.message = None, ""
        if isinstance(error, KeyboardInterrupt):
            raise error
        if not np.isfinite(self.work.groups.b[: self.work.groups.count[1]]).all():
            return "forces, masses or velocities became infinite or NaN"
        return f"{self._closed()}: {error or message or 'the contact laws could not be met'}"

    def _unsettled(self) -> str:
        """State which body changed most in the last step of Newton's method, and what may help."""
        where = body_of_largest(self.assembly, self.work.dynamics.mean)
        return f" ({where} changes most); forces or contacts change too much within a step: try a smaller dt"

    def _escalate(self, dt: float) -> tuple[bool, str]:
        """State what is wrong: only smaller steps are left to try."""
        return False, self._why()
