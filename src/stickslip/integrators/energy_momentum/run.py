"""A run of the energy-momentum scheme: the same course as any run, with its own compiled step loop."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.codes import DONE, FRAME, PLACE, START, START_PROJECTED, STEP
from stickslip.errors import ModelError
from stickslip.forces.steps import CONTRAVARIANT, COVARIANT
from stickslip.forces.surface_load import SurfaceLoad
from stickslip.integrators.energy_momentum.scheme import advance_energy_momentum
from stickslip.integrators.energy_momentum.span import bilateral, new_span, step_work
from stickslip.integrators.run import Run, announce
from stickslip.integrators.schemes import EnergyMomentum
from stickslip.joints.rows import GUIDE, OBSERVER, OWN, ROLL
from stickslip.system.assemble import Assembly
from stickslip.system.rank import dependent_parts, rows_matrix


class EnergyMomentumRun(Run):
    """A bilateral system in a simulation run."""

    def __init__(
        self, assembly: Assembly, integrator: EnergyMomentum, settings: dict[str, Any], record_every: int
    ) -> None:
        check_bilateral(assembly)
        super().__init__(assembly, integrator, settings, record_every)
        self.rule = CONTRAVARIANT if integrator.torque_rule == "contravariant" else COVARIANT
        self.newton_tolerance = float(integrator.tolerance)
        self.span, self._poses = new_span(self.system, len(self.work.rows.G))
        self.work = self.work._replace(poses=self._poses)
        self.bilateral, self.step_work = bilateral(self.system, assembly.origins), step_work(self.work)

    def _renew_work(self, pairs: int, contacts: int, groups: int) -> None:
        super()._renew_work(pairs, contacts, groups)
        self.work = self.work._replace(poses=self._poses)

    def prepare(self) -> None:
        """Report once where the kernels have to be compiled, and measure what loading or compiling takes."""
        begin = time.perf_counter()
        announce(advance_energy_momentum)
        self._call(1.0, 0, task=PLACE)
        self.compile_s = time.perf_counter() - begin

    def _call(self, dt: float, count: int, record_every: int | None = None, task: int = STEP) -> tuple[int, int]:
        if task == START_PROJECTED:
            code, _ = super()._call(dt, count, record_every, task)  # rare; the velocity-level entry knows how
            if code != DONE:
                return code, 0
            task = START
        return advance_energy_momentum(
            task, self.refer(self.bilateral), self.rule, self.newton_tolerance, dt, count,
            record_every or self.record_every, self.refer(self.state), self.refer(self.step_work),
            self.refer(self.span), self.refer(self.recorder),
        )  # fmt: skip

    def _gradients(self) -> Floats:
        return self.span.G

    def _escalate(self, dt: float) -> tuple[bool, str]:
        if reason := self.assembly.functions.code.reason():
            return False, reason
        if turned := self._inside_out():
            return False, turned
        parts = dependent_parts(self.assembly, rows_matrix(self.assembly, self.span.G))
        why = f"; joints depend on each other and may contradict: {parts}" if parts else ""
        return False, f"Newton's method of the energy-momentum scheme did not converge{why}"


def check_bilateral(assembly: Assembly) -> None:
    """Reject what is neither bilateral and holonomic nor a set-valued contact."""
    system, found = assembly.system, ""
    compliant = [contact.label for contact in assembly.contacts.contacts if contact.law is not None]
    followers = [load.label for load in assembly.model.of_kind(SurfaceLoad) if load.follower]
    if followers:
        raise ModelError(f"{followers[0]}: EnergyMomentum does not support follower pressure (no potential); use Theta")
    if compliant:
        raise ModelError(f"{compliant[0]}: EnergyMomentum does not support compliant laws; use exact ones, or Theta")
    if len(system.limits.joint):
        found = f"stop, dry friction or clutch of {assembly.joints[int(system.limits.joint[0])].label}"
    elif (refused := np.isin(system.table.kind, (ROLL, GUIDE, OBSERVER, OWN))).any():
        found = assembly.label_of_row[int(np.argmax(refused))]
    elif reason := assembly.bodies.refused("EnergyMomentum"):
        raise ModelError(reason)
    elif spinless := _turned_directors(assembly):
        raise ModelError(
            f"{spinless}: EnergyMomentum acts at the places of nodes without spin about their director, not away from "
            "them; use GeneralizedAlpha"
        )
    if found:
        raise ModelError(f"{found}: EnergyMomentum supports joints and contacts only; use Theta or MoreauMidpoint")


def _turned_directors(assembly: Assembly) -> str:
    """Return the body of a node without spin on which something acts away from its place; "" if there is none."""
    system = assembly.system
    nodes, bodies, joints, forces = system.nodes, system.bodies, system.joints, system.forces
    spinless = (nodes.kind[bodies.node] == FRAME) & (nodes.nu[bodies.node] < 6) & (bodies.node >= 0)
    levers = [system.contours.body]
    for body, rho in ((joints.body[:, 0], joints.rho_a), (joints.body[:, 1], joints.rho_b)):
        levers.append(np.where(rho.any(axis=1), body, -1))
    levers.append(np.where(forces.rho.any(axis=2), forces.body, -1).ravel())
    found = [int(body) for body in np.concatenate(levers) if body >= 0 and spinless[body]]
    return assembly.bodies.label_of_node(int(bodies.node[found[0]])) if found else ""
