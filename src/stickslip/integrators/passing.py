"""Steps in which a body moves farther than the thinnest contour: no bodies pass through each other within a step.

Step loops compare the travel of the fastest contour with a part of the least thickness
(``contact.detection.moves_far``) and stop before a step that goes farther. As long as nothing is near enough to be met,
they are given the distance they may still cover. Otherwise the step is done on trial, and the path from its start to
its end (via the middle, where contacts are evaluated there) is searched for contours that pass through each other
(``contact.passing``). If there are any, the step is divided: one part ends where they meet, the other covers the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from stickslip._arrays import Floats
from stickslip._struct import Reference
from stickslip.codes import ERROR, RETRIES, SINCE_RECORD, STEPS
from stickslip.contact.detection import FREE, MOVED, QUICK, THIN
from stickslip.contact.passing import FRACTION, clearance, first_pass, new_scratch
from stickslip.contact.sweep import Path
from stickslip.errors import SimulationError
from stickslip.system.state import copy_state, restore_state

if TYPE_CHECKING:
    from stickslip.integrators.run import Run

HORIZON = 32.0  # travels of a step up to which neighbours are looked for
SHORT = 2.0**-20  # part of a step that begins where contours meet: the laws stop them before anything else goes on
MOST_PARTS = 400  # of a step, on trial


class Pose(NamedTuple):
    """Where everything is at one instant, and how it moves."""

    r: Floats  # (nb, 3)
    A: Floats  # (nb, 3, 3)
    v: Floats  # (nb, 3)
    omega: Floats  # (nb, 3)
    x: Floats  # (np, 3) points
    rate: Floats  # (np, 3)


class Pass(NamedTuple):
    """Two contours that pass through each other, and the fraction of the step at which they meet."""

    at: float
    a: int
    b: int


def turned(A: Floats, turn: Floats) -> Floats:
    """Return the axes A (nb, 3, 3) turned by rotation vectors (nb, 3)."""
    angle = np.linalg.norm(turn, axis=1)
    e = turn / np.where(angle > 0.0, angle, 1.0)[:, None]
    K = np.zeros_like(A)
    K[:, 0, 1], K[:, 0, 2], K[:, 1, 2] = -e[:, 2], e[:, 1], -e[:, 0]
    K = K - K.transpose(0, 2, 1)
    s, c = np.sin(angle)[:, None, None], np.cos(angle)[:, None, None]
    result: Floats = A + (s * K + (1.0 - c) * (K @ K)) @ A
    return result


def rotation_between(A: Floats, B: Floats, expected: Floats) -> Floats:
    """Return the rotation vectors (nb, 3) from axes A to B; of all full turns the one closest to what is expected."""
    R = B @ A.transpose(0, 2, 1)
    axial = 0.5 * np.stack([R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]], axis=1)
    sine, cosine = np.linalg.norm(axial, axis=1), 0.5 * (np.trace(R, axis1=1, axis2=2) - 1.0)
    angle, size = np.arctan2(sine, cosine), np.linalg.norm(expected, axis=1)
    along = expected / np.where(size > 0.0, size, 1.0)[:, None]
    axis = np.where((sine > 1e-9)[:, None], axial / np.where(sine > 0.0, sine, 1.0)[:, None], along)
    turns = np.round(((axis * expected).sum(axis=1) - angle) / (2.0 * np.pi))
    result: Floats = (angle + 2.0 * np.pi * turns)[:, None] * axis
    return result


class Passing:
    """Guards a run against bodies that pass through each other."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.scratch = new_scratch(len(run.system.contours.kind))

    def pose(self) -> Pose:
        """Return where everything is now."""
        poses, geometry = self.run.place(), self.run.work.geometry
        columns = (poses.r, poses.A, poses.v, poses.omega, geometry.point, geometry.point_rate)
        return Pose(*(x.copy() for x in columns))

    def may_go_on(self) -> bool:
        """Let the step loop go on as far as nothing can meet; return whether that is farther than a step."""
        run, sweep, now = self.run, self.run.work.geometry.sweep, self.pose()
        still, way = np.zeros_like(now.r), 2.0 * float(sweep[MOVED])
        contours, groups = Reference(run.system.contours), run.system.law_of_groups
        path = Reference(Path(now.r, now.A, now.x, still, still, np.zeros_like(now.x)))
        self._search(lambda scratch: clearance(contours, groups, path, way, HORIZON * way, scratch))
        sweep[QUICK], sweep[FREE] = way, self.scratch.found[FRACTION]
        return bool(sweep[FREE] > sweep[MOVED])

    def step(self, dt: float) -> None:
        """Do one step of size dt in as many parts as are needed for no bodies to pass through each other."""
        run = self.run
        counter, t = run.state.counter.copy(), run.t
        parts = self.cover(dt)
        run.state.counter[:] = counter
        run.state.counter[STEPS] += 1
        run.state.counter[SINCE_RECORD] += 1
        if parts > 1:
            run.state.t[0] = t + dt
            run.state.counter[RETRIES] += 1
            run.work.certificate[ERROR.substeps] = max(run.work.certificate[ERROR.substeps], parts)

    def cover(self, dt: float) -> int:
        """Advance by dt; return the number of parts."""
        run, left, plan, parts, tries = self.run, dt, dt, 0, 0
        impulse, ended = np.zeros_like(run.state.impulse), False
        last: Pass | None = None
        while left > 0.0:
            step, begin = min(plan, left), self.pose()
            saved, marks = copy_state(run.state), run.work.certificate.copy()
            solved, found = self.attempt(step, begin, step / dt)
            if solved and found is None:
                impulse += run.state.impulse
                left, parts = left - step, parts + 1
                plan, ended = SHORT * dt if ended else left, False
                continue
            restore_state(run.state, saved)
            run.work.certificate[:] = marks
            plan, tries = 0.5 * step if found is None else found.at * step, tries + 1
            ended, last = found is not None, found or last
            if tries > MOST_PARTS or run.t + plan == run.t:
                raise SimulationError(self.reason(found or last, begin, dt), run.t)
        run.state.impulse[:] = impulse  # recorded over the whole step
        return parts

    def attempt(self, dt: float, begin: Pose, part: float = 1.0) -> tuple[bool, Pass | None]:
        """Do a part of a step, of length dt; return whether it was solved, and what passes through what."""
        run = self.run
        thin = run.work.geometry.sweep[THIN]
        run.work.geometry.sweep[THIN] = np.inf
        try:
            solved = run.try_step(dt)
        finally:
            run.work.geometry.sweep[THIN] = thin
        return solved, self.find(begin, self.pose(), dt, part) if solved else None

    def reason(self, found: Pass | None, begin: Pose, dt: float) -> str:
        """State which bodies could not be kept from passing through each other."""
        where = f"step at t = {self.run.t:.9g} s with dt = {dt:g} s"
        if found is None:
            return f"{where} could not be solved in parts that nothing passes through anything"
        contours, declared = self.run.system.contours, self.run.assembly.contacts.declared
        one, two = (declared[k] for k in (found.a, found.b))
        names = " and ".join(f"{c.label} of {c.body.label if c.body else 'no body'}" for c in (one, two))
        carried = [int(k) for k in contours.body[[found.a, found.b]] if k >= 0]
        speed = float(np.linalg.norm(begin.v[carried[0]] - begin.v[carried[-1]]))
        return (
            f"{where}: {names} pass through each other at {speed:.3g} m/s, and no division of the step stops them; "
            "use a smaller dt, or thicker contours"
        )

    def find(self, begin: Pose, end: Pose, dt: float, part: float) -> Pass | None:
        """Return the first pair that passes through each other between two poses, a part of a step apart."""
        scheme, first = self.run.scheme, 0.0
        if 0.0 < scheme.c < 1.0:
            first, step = scheme.c, scheme.c * dt
            path = Path(begin.r, begin.A, begin.x, step * begin.v, step * begin.omega, step * begin.rate)
            if (found := self._first(path, first * part)) is not None:
                return found._replace(at=found.at * first)
            begin = begin._replace(
                r=begin.r + path.d, A=turned(begin.A, path.turn), x=begin.x + path.way, omega=end.omega
            )
        turn = rotation_between(begin.A, end.A, 0.5 * (1.0 - first) * dt * (begin.omega + end.omega))
        found = self._first(
            Path(begin.r, begin.A, begin.x, end.r - begin.r, turn, end.x - begin.x), (1.0 - first) * part
        )
        return None if found is None else found._replace(at=first + (1.0 - first) * found.at)

    def _first(self, path: Path, part: float) -> Pass | None:
        system, geometry = self.run.system, self.run.work.geometry
        closed = geometry.size[2] * np.where(np.isfinite(geometry.scale), geometry.scale, 0.0)
        contours, groups, compliant = Reference(system.contours), system.law_of_groups, system.laws.compliant
        way = Reference(Path(*(np.ascontiguousarray(x) for x in path)))
        self._search(lambda scratch: first_pass(contours, groups, compliant, closed, way, part, scratch))
        at, a, b = self.scratch.found
        return Pass(float(at), int(a), int(b)) if at <= 1.0 else None

    def _search(self, search: Callable[[Reference], int]) -> None:
        while (needed := search(Reference(self.scratch))) > len(self.scratch.pairs.a):
            self.scratch = new_scratch(len(self.scratch.order), 2 * needed)
