"""Runs of backward differences and of Newmark's scheme, driven from Python with sparse factorisations.

In both schemes velocities and accelerations of the end of a step are linear in its displacements: with x = x_ref + y,

    u = u_ref + b y,   u' = a_ref + c y,

BDF: x_ref, u* history, b = 1 / (beta h), c = b^2, a_ref = -b u*, u_ref = 0; Newmark: x_ref, u_ref predictors,
a_ref = 0, b = gamma / (beta h), c = 1 / (beta h^2). Newton's method on M u' = h + G^T Lambda and g = 0 solves

    (M + b/c D + 1/c K) dy - G^T dz = 1/c (h - M u') + G^T z,   G dy = -g,   z = Lambda / c.

The form of index 2 has G dy = -(G u + w) / b instead; that of Gear, Gupta and Leimkuhler adds a displacement to x that
brings g to zero and does not belong to u.

Loads may jump. Jumps at the ends of a step are seen from inside; steps with jumps inside are done in parts.
Where a part begins at a jump, accelerations and constraint forces are recomputed, and histories of older steps end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.codes import (
    BALANCED,
    DAMPER_WORK,
    DRIVE_WORK,
    ERROR,
    LAST_DAMPER,
    LAST_DRIVE,
    LAST_LOAD,
    LOAD_WORK,
    OUTER_IMPULSE,
)
from stickslip.integrators.sparse.momentum import OuterForces
from stickslip.integrators.sparse.schemes import BDF, SparseIntegrator
from stickslip.integrators.sparse.system import Point, SparseSystem, check_smooth
from stickslip.integrators.stepped_run import SteppedRun
from stickslip.linalg.multifrontal import SingularMatrix
from stickslip.linalg.sparse import Saddle
from stickslip.linalg.threads import dot
from stickslip.lines.turns import certify_turns
from stickslip.system.assemble import Assembly
from stickslip.system.unknowns import label_of, length_of, turns_of

_ITERATIONS = 25
_LARGEST_GROWTH = 1.0 + np.sqrt(2.0)  # of steps, for which differences of order 2 are stable
_ROUND_OFF = 8.0 * np.finfo(float).eps  # of places

Place = tuple[Floats, Floats, float, float, float]  # x, u, t, d and k of ``SparseSystem.at``


@dataclass
class Stage:
    """How velocities and accelerations of the end of a step follow from its displacements (see above)."""

    x_ref: Floats
    u_ref: Floats
    a_ref: Floats
    b: float
    c: float


class SparseRun(SteppedRun):
    """What the sparse schemes for smooth systems share."""

    def __init__(
        self, assembly: Assembly, integrator: SparseIntegrator, settings: dict[str, Any], record_every: int
    ) -> None:
        check_smooth(assembly, type(integrator).__name__)
        super().__init__(assembly, integrator, settings, record_every)
        self.integrator: Any = integrator
        self.equations = SparseSystem(self)
        n = self.equations.n
        self.x, self.a, self.force = np.zeros(n), np.zeros(n), np.zeros(self.equations.m)
        self.outer, self.pull = OuterForces(self.system), np.zeros(6)
        self.evaluations = 0

    # Course of a run.

    def start(self, project: bool, dt: float = 1e-3) -> None:
        """Check or project the initial state, find accelerations and constraint forces, and start the ledger."""
        super().start(project, dt)
        self.x, u = self.state.q - self.equations.q0, self.state.u.copy()
        self.a, self.force = self.equations.start(self.x, u, self.t, dt)
        self._set_state(self.x, u, self.t)
        self.state.ledger[BALANCED] = 1.0
        self._set_powers(self.equations.at(self.x, u, self.t, 1.0, 1.0))

    def effort(self) -> dict[str, int]:
        """Return the numbers of evaluations and factorisations, and the bytes of the largest of these."""
        memory = int(self._factor_memory())
        return {"evaluations": self.evaluations, "factorisations": self._factorisations(), "factor_memory": memory}

    def _factorisations(self) -> int:
        return 0

    def _factor_memory(self) -> float:
        return 0.0

    def _renew(self, dt: float) -> None:
        """Find accelerations and constraint forces after a jump, before a step dt."""
        u = self.state.u.copy()
        self.a, self.force = self.equations.start(self.x, u, self.t, dt)
        self._set_powers(self.equations.at(self.x, u, self.t, 1.0, 1.0))

    def _set_state(self, x: Floats, u: Floats, t: float) -> None:
        self.state.q[:], self.state.u[:], self.state.t[0] = self.equations.q0 + x, u, t

    # Energy ledger.

    def _set_powers(self, point: Point) -> None:
        """Remember the powers of the present state, and the outer forces."""
        self.pull = self.outer.total(self.state.q, point, self.force)
        ledger = self.state.ledger
        ledger[LAST_DAMPER], ledger[LAST_LOAD] = point.damper, point.load
        drive = point.w if point.H is point.G else point.w + (point.G - point.H) @ self.state.u  # read is driven
        ledger[LAST_DRIVE] = point.drive - dot(self.force, drive)

    def _account(self, dt: float, point: Point) -> None:
        """Add works and impulses of a step, by the trapezoidal rule; the rest is that of the scheme."""
        ledger = self.state.ledger
        pairs = ((DAMPER_WORK, LAST_DAMPER), (LOAD_WORK, LAST_LOAD), (DRIVE_WORK, LAST_DRIVE))
        for work, last in pairs:
            ledger[work] += 0.5 * dt * ledger[last]
        ledger[OUTER_IMPULSE : OUTER_IMPULSE + 6] += 0.5 * dt * self.pull
        self._set_powers(point)
        ledger[OUTER_IMPULSE : OUTER_IMPULSE + 6] += 0.5 * dt * self.pull
        for work, last in pairs:
            ledger[work] += 0.5 * dt * ledger[last]

    def _certify(self, residual: float, iterations: int, velocity_drift: float) -> None:
        certificate = self.work.certificate
        for column, value in (
            (ERROR.residual, residual),
            (ERROR.iterations, iterations),
            (ERROR.velocity_drift, velocity_drift),
        ):
            certificate[column] = max(certificate[column], value)
        certify_turns(self.system.elements, self.work.poses.A, self.work.dynamics.lost, certificate)
        self._check_lines()

    def _balance(self, point: Point, a: Floats, force: Floats) -> tuple[Floats, float]:
        """Return h - M u' + H^T Lambda, and its size relative to the largest of these forces."""
        inertia, reaction = self.equations.mass @ a, point.H.T @ force
        rest = point.h - inertia + reaction
        size = max(abs(x).max(initial=0.0) for x in (point.h, inertia, reaction))
        return rest, abs(rest).max(initial=0.0) / size if size > 0.0 else 0.0

    # Checkpoints.

    def checkpoint(self) -> dict[str, Any]:
        """Return all that the next steps depend on."""
        own = {"x": self.x, "acceleration": self.a, "pull": self.pull}
        return super().checkpoint() | own | {"span": self.system.functions.span}

    def restore(self, saved: dict[str, Any]) -> None:
        """Go back to a checkpoint."""
        super().restore(saved)
        self.system.functions.span[:] = saved["span"]
        self.x, self.a, self.pull = (np.array(saved[name]) for name in ("x", "acceleration", "pull"))


class StepRun(SparseRun):
    """Steps of constant size: Newton's method on one stage."""

    def __init__(self, assembly: Assembly, integrator: Any, settings: dict[str, Any], record_every: int) -> None:
        super().__init__(assembly, integrator, settings, record_every)
        places = self.equations.places
        self.saddle, self.projector = Saddle(places=places), Saddle(places=places)
        self._reach = np.where(turns_of(self.system), length_of(self.system), 1.0)  # of rotations [m], else 1
        self.u = np.zeros(self.equations.n)  # of the last step; evaluations change that of the state
        self.factored: dict[Saddle, Place] = {}  # where the factors at hand were made

    def _factorisations(self) -> int:
        return self.saddle.factorisations + self.projector.factorisations

    def _factor_memory(self) -> float:
        return max(self.saddle.memory, self.projector.memory)

    def _stage(self, dt: float) -> Stage:
        raise NotImplementedError

    def _step(self, dt: float) -> None:
        """Do one step: displacements, constraint forces, energy ledger."""
        old_x, t = self.x, self.t + dt
        stage = self._stage(dt)
        form = getattr(self.integrator, "form", "index-3")
        x, u, a, force, point, residual, iterations = self._newton(stage, t, form)
        self._keep(dt, old_x, self.u.copy())
        self.x, self.a, self.force, self.u = x, a, force, u
        self._set_state(x, u, t)
        self._account(dt, point)
        self._certify(residual, iterations, float(abs(point.G @ u + point.w).max(initial=0.0)))

    def start(self, project: bool, dt: float = 1e-3) -> None:
        """Check or project the initial state, find accelerations and constraint forces, and start the ledger."""
        super().start(project, dt)
        self.u = self.state.u.copy()

    def _keep(self, dt: float, x: Floats, u: Floats) -> None:
        """Remember the state before a step."""

    def _newton(self, stage: Stage, t: float, form: str) -> tuple[Floats, Floats, Floats, Floats, Point, float, int]:
        """Return x, u, u', Lambda of the end of a step, the last evaluation, its residual and the iterations."""
        y, shift = (self.u - stage.u_ref) / stage.b, np.zeros(len(self.x))
        force, before = self.force.copy(), np.inf
        for iteration in range(1, _ITERATIONS + 1):
            x, u, a = stage.x_ref + y + shift, stage.u_ref + stage.b * y, stage.a_ref + stage.c * y
            place = x, u, t, stage.b / stage.c, 1.0 / stage.c
            point = self.equations.at(*place)
            self.evaluations += 1
            rest, residual = self._balance(point, a, force)
            if not np.isfinite(rest).all():
                raise self._fail(t, "forces are not finite")
            rate = (point.G @ u + point.w) / stage.b
            try:
                self._factor(self.saddle, place, point)
                dy, dz = self.saddle.solve(rest / stage.c, -point.g if form == "index-3" else -rate)
                move = self._project(place, point, point.g + point.G @ dy) if form == "ggl" else 0.0
            except RuntimeError as error:
                where = f" near {label_of(self.assembly, error.unknown)}" if isinstance(error, SingularMatrix) else ""
                raise self._fail(t, f"the matrix is singular{where}") from None
            y, shift, force = y + dy, shift + move, force + stage.c * dz
            change = float(abs(self._reach * (dy + move)).max())
            goal = self.integrator.tolerance * abs(self._reach * (stage.x_ref + y - self.x)).max()
            if change <= max(goal, _ROUND_OFF * abs(self._reach * self.state.q).max()):
                x, u, a = stage.x_ref + y + shift, stage.u_ref + stage.b * y, stage.a_ref + stage.c * y
                return x, u, a, force, point, residual, iteration
            if iteration > 5 and change > 2.0 * before:
                break
            before = change
        raise self._fail(t, "Newton's method did not converge")

    def _factor(self, saddle: Saddle, place: Place, point: Point) -> None:
        """Factor the matrix of a point, and remember the place unless the factors at hand serve."""
        done = saddle.factorisations
        if saddle is self.saddle:
            saddle.set(point.A, point.G, point.H)
        else:
            saddle.set(self.equations.mass, point.G)
        if saddle.factorisations > done:
            self.factored[saddle] = place

    def _project(self, place: Place, point: Point, error: Floats) -> Floats:
        """Return the smallest displacement, in the metric of the mass, that removes position errors (GGL)."""
        self._factor(self.projector, place, point)
        return self.projector.solve(np.zeros(len(self.x)), -error)[0]

    def checkpoint(self) -> dict[str, Any]:
        """Return all that the next steps depend on: including where the factors were made, for they are used again."""
        own = {"used": np.packbits(self.equations.used)}
        for name, saddle in (("factored", self.saddle), ("projected", self.projector)):
            nowhere = np.full(self.equations.n, np.nan)
            x, u, *rest = self.factored.get(saddle, (nowhere, nowhere, np.nan, np.nan, np.nan))
            own[name] = np.concatenate([x, u, rest])
        return super().checkpoint() | own

    def restore(self, saved: dict[str, Any]) -> None:
        """Go back to a checkpoint."""
        super().restore(saved)
        self.u, q, t, n = self.state.u.copy(), self.state.q.copy(), self.t, self.equations.n
        self.equations.used[:] = np.unpackbits(saved["used"], count=len(self.equations.used))
        for name, saddle in (("factored", self.saddle), ("projected", self.projector)):
            if np.isfinite(saved[name]).all():
                x, u, rest = np.split(saved[name], [n, 2 * n])
                place = x, u, float(rest[0]), float(rest[1]), float(rest[2])
                self._factor(saddle, place, self.equations.at(*place))
        self.state.q[:], self.state.u[:], self.state.t[0] = q, self.u, t


class BDFRun(StepRun):
    """Backward differences of order 1 or 2; a step of another size than the one before has its own coefficients.

    The first step, also after a jump, has order 1, and so has a step that is much larger than the previous one.
    """

    def __init__(self, assembly: Assembly, integrator: BDF, settings: dict[str, Any], record_every: int) -> None:
        super().__init__(assembly, integrator, settings, record_every)
        n = self.equations.n
        self.old_x, self.old_u, self.old_dt = np.zeros(n), np.zeros(n), 0.0

    def _stage(self, dt: float) -> Stage:
        x, u, beta = self.x, self.u, 1.0
        if self.integrator.order == 2 and self.old_dt * _LARGEST_GROWTH >= dt:
            r = dt / self.old_dt
            beta, past = (1.0 + r) / (1.0 + 2.0 * r), r * r / (1.0 + 2.0 * r)
            x, u = x + past * (x - self.old_x), u + past * (u - self.old_u)
        b = 1.0 / (beta * dt)
        return Stage(x, np.zeros(len(x)), -b * u, b, b * b)

    def _keep(self, dt: float, x: Floats, u: Floats) -> None:
        self.old_x, self.old_u, self.old_dt = x, u, dt

    def _renew(self, dt: float) -> None:
        super()._renew(dt)
        self.old_dt = 0.0

    def checkpoint(self) -> dict[str, Any]:
        """Return all that the next steps depend on."""
        own = {"old_x": self.old_x, "old_u": self.old_u, "old_dt": np.array([self.old_dt])}
        return super().checkpoint() | own

    def restore(self, saved: dict[str, Any]) -> None:
        """Go back to a checkpoint."""
        super().restore(saved)
        self.old_x, self.old_u = np.array(saved["old_x"]), np.array(saved["old_u"])
        self.old_dt = float(saved["old_dt"][0])


class NewmarkRun(StepRun):
    """Newmark's scheme: predictors with the accelerations of the start of a step."""

    def _stage(self, dt: float) -> Stage:
        beta, gamma = self.integrator.beta, self.integrator.gamma
        x = self.x + dt * self.u + (0.5 - beta) * dt * dt * self.a
        u = self.u + (1.0 - gamma) * dt * self.a
        return Stage(x, u, np.zeros(len(x)), gamma / (beta * dt), 1.0 / (beta * dt * dt))
