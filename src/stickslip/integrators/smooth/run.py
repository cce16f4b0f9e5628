"""Runs of ``SmoothIntegrator``: any scheme that is one method."""

from __future__ import annotations

from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.codes import BALANCED, DAMPER_WORK, DRIVE_WORK, ERROR, LOAD_WORK, OUTER_IMPULSE, PROJECTION_WORK
from stickslip.errors import ModelError, SimulationError
from stickslip.integrators.smooth.scheme import SmoothIntegrator
from stickslip.integrators.smooth.system import DAMPING, DRIVES, LOADS, N_SUMS, OUTER, SmoothSystem
from stickslip.integrators.stepped_run import SteppedRun
from stickslip.joints.rows import GUIDE
from stickslip.lines.turns import certify_turns
from stickslip.system.assemble import Assembly


def _check(assembly: Assembly, scheme: str) -> None:
    """Reject what is not smooth, or moves in ways that a motion of velocities does not describe."""
    system, found = assembly.system, ""
    if assembly.contacts.contacts:
        found = f"{assembly.contacts.contacts[0].label} is not smooth"
    elif len(system.limits.joint):
        found = f"stop, dry friction or clutch of {assembly.joints[int(system.limits.joint[0])].label} is not smooth"
    elif (system.table.kind == GUIDE).any():
        found = f"{assembly.label_of_row[int(np.argmax(system.table.kind == GUIDE))]} changes its element"
    elif len(system.relative.joint):
        found = f"{assembly.joints[int(system.relative.joint[0])].label} has joint coordinates (relative=True)"
    elif len(system.observers.joint):
        found = f"{assembly.joints[int(system.observers.joint[0])].label} only reads"
    if found:
        raise ModelError(f"{scheme} supports smooth systems only: {found}; use GeneralizedAlpha or another scheme")


class SmoothRun(SteppedRun):
    """A run of a scheme that is one method."""

    def __init__(
        self, assembly: Assembly, integrator: SmoothIntegrator, settings: dict[str, Any], record_every: int
    ) -> None:
        _check(assembly, type(integrator).__name__)
        super().__init__(assembly, integrator, settings, record_every)
        self.motion = SmoothSystem(self)
        self.force = np.zeros(self.motion.m)

    def effort(self) -> dict[str, int]:
        """Return the number of evaluations."""
        return {"evaluations": self.motion.evaluations}

    def start(self, project: bool, dt: float = 1e-3) -> None:
        """Check (or project) the initial state, find its constraint forces, and start the energy ledger."""
        super().start(project, dt)
        self.state.ledger[BALANCED] = 1.0
        self.motion.step = dt
        self._arrive(self.t, self.state.q.copy(), self.state.u.copy())

    def _step(self, dt: float) -> None:
        """Do one step, in which no function of time jumps."""
        scheme, t = self.integrator, self.t
        assert isinstance(scheme, SmoothIntegrator)
        q, u = self.state.q.copy(), np.concatenate([self.state.u, np.zeros(N_SUMS)])
        self.motion.step = dt
        found = scheme.step(self.motion, t, q.copy(), u.copy(), dt)
        q_new, u_new = (np.asarray(x, dtype=float) for x in found)
        if q_new.shape != q.shape or u_new.shape != u.shape:
            shapes = f"{q_new.shape} and {u_new.shape} instead of {q.shape} and {u.shape}"
            raise SimulationError(f"{type(scheme).__name__}.step returned arrays of the shapes {shapes}", t)
        if not (np.isfinite(q_new).all() and np.isfinite(u_new).all()):
            raise self._fail(t + dt, "the state is not finite")
        if scheme.stabilise and self.motion.m:
            q_new, u_new, work = self.motion.consistent(t + dt, q_new, u_new)
            self.state.ledger[PROJECTION_WORK] += work
        self._book(u_new[self.motion.n :])
        self._arrive(t + dt, q_new, u_new[: self.motion.n])

    def _book(self, sums: Floats) -> None:
        """Add works and impulses of a step."""
        ledger = self.state.ledger
        for column, work in ((DAMPER_WORK, DAMPING), (LOAD_WORK, LOADS), (DRIVE_WORK, DRIVES)):
            ledger[column] += sums[work]
        ledger[OUTER_IMPULSE : OUTER_IMPULSE + 6] += sums[OUTER:]

    def _arrive(self, t: float, q: Floats, u: Floats) -> None:
        """Let the state be the one at the end of a step, with its constraint forces; certify it."""
        motion, certificate = self.motion, self.work.certificate
        motion.accelerations(t, q, u)
        self.force = motion.force
        if motion.m:
            drift = float(abs(motion.rate(t, q, u)).max())
            certificate[ERROR.velocity_drift] = max(certificate[ERROR.velocity_drift], drift)
        certificate[ERROR.residual] = max(certificate[ERROR.residual], motion.residual)
        motion.residual = 0.0
        certify_turns(self.system.elements, self.work.poses.A, self.work.dynamics.lost, certificate)
        self._check_lines()

    def checkpoint(self) -> dict[str, Any]:
        """Return all that the next steps depend on: also the pattern of the matrices so far."""
        return super().checkpoint() | {"used": np.packbits(self.motion.used)}

    def restore(self, saved: dict[str, Any]) -> None:
        """Go back to a checkpoint."""
        super().restore(saved)
        self.motion.used[:] = np.unpackbits(saved["used"], count=len(self.motion.used))
