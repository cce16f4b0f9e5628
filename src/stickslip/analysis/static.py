"""Equilibrium h(q, load) + G^T Lambda = 0, g(q) = 0: load steps or arc length, Newton's method."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp

from stickslip._arguments import number, whole
from stickslip._arrays import Floats
from stickslip.analysis.acting import OPEN, as_contacts, refuse_acting
from stickslip.analysis.linearization import Evaluator, Linearization
from stickslip.analysis.stress import ExpectedStress
from stickslip.analysis.vibration import is_unstable
from stickslip.errors import ModelError, SimulationError
from stickslip.integrators.advance import START
from stickslip.integrators.failures import lost_element
from stickslip.integrators.simulate import run_header
from stickslip.linalg.multifrontal import SingularMatrix
from stickslip.linalg.sparse import Saddle
from stickslip.lines.declaration import StringBody
from stickslip.lines.results import warn_of_turns
from stickslip.lines.turns import certify_turns
from stickslip.mechanics.batches import C_BATCH
from stickslip.model.base import short
from stickslip.model.model import Model
from stickslip.results.base import MemoryStore, Store
from stickslip.results.columns import CERTIFICATE, CONTACT, LEDGER, MOMENTUM, Chunk
from stickslip.results.result import Result
from stickslip.results.store import Hdf5Store
from stickslip.results.verdict import LIMITS
from stickslip.system.layout import START_POTENTIAL
from stickslip.system.rank import check_rank
from stickslip.system.unknowns import label_of, length_of, linear_of, turns_of

_ITERATIONS = 40
_LARGEST_TURN = 0.5  # of a node in one iteration [rad]
_FIRST_MOVE = 0.05  # of a slack string in the first iteration, relative to the model
_EASY, _GROWTH, _LARGEST_GROWTH = 4, 1.5, 8.0  # iterations, of a step of the arc-length method, relative to the first
_SMALLEST_STEP = 1e-4  # of the load, relative to the first
_BALANCED = 1e-3  # of the limit of unbalanced forces: where Newton's method ends
_ROUND_OFF = 8.0 * np.finfo(float).eps  # of places, relative to the model
_FALLING = 0.5  # an iteration that gains less has reached round-off


@dataclass
class Point:
    """A point of the equilibrium path."""

    q: Floats
    impulse: Floats
    load: float
    iterations: int = 0
    residual: float = 0.0
    q_old: Floats = field(default_factory=lambda: np.zeros(0))  # from where the last step came
    step: Floats = field(default_factory=lambda: np.zeros(0))

    def __post_init__(self) -> None:
        if len(self.q_old) == 0:
            self.q_old, self.step = self.q, np.zeros(len(self.q))


class Equilibrium:
    """Newton's method on the equations of equilibrium of one model."""

    def __init__(self, model: Model, tolerance: float) -> None:
        self.evaluator = Evaluator(model)
        self.stress = ExpectedStress(self.evaluator)
        self.saddle = Saddle(places=self.evaluator.places)
        self.tolerance = tolerance
        self.n = self.evaluator.n
        self.turn, self.length = turns_of(self.evaluator.system), length_of(self.evaluator.system)
        self.linear = linear_of(self.evaluator.assembly)
        self.mass = self.evaluator.mass(self.evaluator.assembly.q)
        check_rank(self.evaluator.assembly, self.evaluator.run.work.rows.G)
        self.load = abs(_load_vector(self, self.evaluator.assembly.q)[: self.n])
        self.round_off = np.zeros(self.n)  # forces that the round-off of places makes in the stiffness at hand
        self.slack = any(isinstance(line, StringBody) for line in self.evaluator.assembly.bodies.parts)

    def residual(self, point: Point) -> tuple[Floats, Floats, float]:
        """Return unbalanced forces, g and the size of both relative to the largest forces and lengths.

        The unit load counts among the forces (a start without loads has none), and a couple as force times length.
        Forces by which the round-off of places is answered count as balanced: in a stiff line they may be far above the
        load, although displacements are exact.
        """
        run = self.evaluator.run
        h = run.work.dynamics.h
        reaction = self.evaluator.constraint_forces().T @ point.impulse
        rest, g = h.sum(axis=0) + reaction, run.work.rows.g.copy()
        left = np.where(abs(rest) <= self.round_off, 0.0, abs(rest))
        worst = abs(g).max(initial=0.0) / self.length
        largest = np.maximum(np.maximum(abs(h).max(axis=0), abs(reaction)), self.load)
        force, couple = largest[~self.turn].max(initial=0.0), largest[self.turn].max(initial=0.0)
        force = max(force, couple / self.length)
        couple = force * self.length
        if force > 0.0:
            worst = max(worst, left[~self.turn].max(initial=0.0) / force)
            worst = max(worst, left[self.turn].max(initial=0.0) / couple)
        return rest, g, worst

    @property
    def inverted(self) -> bool:
        """Whether an element of a solid was turned inside out in the last evaluation."""
        return bool(self.evaluator.run.work.control[C_BATCH] >= 0.0)

    def solve_linear(self, point: Point, rights: list[Floats], shift: float = 0.0) -> list[Floats]:
        """Solve [[K + shift M, -G^T], [G, 0]] x = right at a point for several right-hand sides."""
        self.evaluator.stress = self.stress.at(point.q_old, point.step)
        K, G = self.evaluator.stiffness(point.q, point.load)
        self.round_off = _ROUND_OFF * (abs(K) @ np.where(self.turn, 1.0, self.length))
        try:
            self.saddle.set(sp.csr_array(K + shift * self.mass) if shift else K, G, self.evaluator.constraint_forces())
            return [np.concatenate(self.saddle.solve(right[: self.n], right[self.n :])) for right in rights]
        except RuntimeError as error:
            reason = "the model is free to move or a joint is redundant: the stiffness is singular"
            if isinstance(error, SingularMatrix):
                reason += f" near {label_of(self.evaluator.assembly, error.unknown)}"
            raise SimulationError(f"solve_static: {reason}", point.load) from None

    def linearize(self, point: Point) -> Linearization:
        """Return mass, stiffness (that of constraint forces included) and constraints at an equilibrium."""
        evaluator, n = self.evaluator, self.n
        evaluator.stress = self.stress.at(point.q, np.zeros(n))
        K, G = evaluator.stiffness(point.q, point.load)
        K = sp.csr_array(K + evaluator.constraint_stiffness(point.q, point.impulse))
        M, D, none = evaluator.mass(point.q), sp.csr_array((n, n)), np.zeros(0)
        return Linearization(M, D, K, G, none, none, evaluator.conservative, evaluator.places)

    def moved(self, point: Point, x: Floats, factor: float, load: float) -> Point:
        """Return the point displaced by factor x, constraint forces included."""
        q, impulse = self.evaluator.move(point.q, factor * x), point.impulse + factor * x[self.n :]
        return Point(q, impulse, load, point.iterations, q_old=point.q, step=factor * x)

    def size(self, x: Floats) -> float:
        """Return the largest displacement relative to the model, or turn; for others see ``linear_size``."""
        shift, turn = x[: self.n][~self.turn & ~self.linear], x[: self.n][self.turn]
        return float(max(abs(shift).max(initial=0.0) / self.length, abs(turn).max(initial=0.0)))

    def linear_size(self, x: Floats) -> float:
        """Return the largest change of a coordinate of a `LinearBody`, in the unit that its model has."""
        return float(abs(x[: self.n][self.linear]).max(initial=0.0))

    def correct(self, point: Point) -> Point | None:
        """Find the equilibrium at the point's load; None if Newton's method fails.

        A string without tension has no stiffness across its axis, and Newton's method would find any equilibrium, also
        one in compression. Models with strings therefore go downhill first: K + shift M, where the shift falls and
        rises with the unbalanced forces (pseudo-transient continuation); the last iterations are Newton's.
        """
        self.evaluator.evaluate(point.q, None, point.load)
        rest, g, _ = self.residual(point)
        first = shift = self._first_shift(rest) if self.slack else 0.0
        reached, widest = np.inf, 0.0
        for iteration in range(_ITERATIONS):
            (x,) = self.solve_linear(point, [np.concatenate([rest, -g])], shift)
            change, linear = self.size(x), self.linear_size(x)
            widest = max(widest, linear)
            if not np.isfinite(change):
                return None
            point = self.moved(point, x, min(1.0, _LARGEST_TURN / change) if change > 0.0 else 1.0, point.load)
            self.evaluator.evaluate(point.q, None, point.load)
            if self.inverted:
                return None
            before, (rest, g, point.residual) = self._norm(rest), self.residual(point)
            point.iterations = iteration + 1
            if change <= self.tolerance and shift <= first:
                if self.is_balanced(point, reached):
                    return point
                if linear <= self.tolerance * widest:
                    reached = point.residual
            shift *= float(np.clip(self._norm(rest) / before, 0.2, 2.0)) if before > 0.0 else 0.2
        return None

    @staticmethod
    def is_balanced(point: Point, reached: float) -> bool:
        """Tell whether forces are balanced far below the limit of the certificate, or as far as round-off lets them."""
        return point.residual <= _BALANCED * LIMITS["static"] or not point.residual < _FALLING * reached

    def _norm(self, rest: Floats) -> float:
        """Return the size of unbalanced forces in the metric of the mass."""
        mass = self.mass.diagonal()
        heavy = mass > 0.0  # stations have none
        return float(np.linalg.norm(rest[heavy] / np.sqrt(mass[heavy])))

    def _first_shift(self, rest: Floats) -> float:
        """Return the shift [1/s^2] with which unbalanced forces move a slack string by a small part of its length."""
        mass = self.mass.diagonal()
        stiff = 1e-8 * abs(self.evaluator.matrices()[0].diagonal()).max(initial=0.0) / mass.max(initial=1e-300)
        heavy = mass > 0.0
        return float(max(stiff, (abs(rest[heavy]) / mass[heavy]).max(initial=0.0) / (_FIRST_MOVE * self.length)))


_NAME = "solve_static"


def solve_static(
    model: Model,
    *,
    steps: int = 1,
    load: float = 1.0,
    method: str = "load",
    arc_length: float | None = None,
    max_points: int = 200,
    tolerance: float = 1e-9,
    out: str | Path | None = None,
    contacts: str = OPEN,
) -> Result:
    """Return the equilibrium path as a Result whose ``time`` is the load factor, 0 to ``load``.

    Weight and loads (PointForce, Torque, LineLoad, SurfaceLoad, VolumeLoad) are multiplied by the load factor; springs,
    drives and user forces count in full.
    Contacts, stops, clutches and dry friction of joints do not take part: where they act, at the start or at a point
    of the path, the model is refused.
    A path may run along unstable equilibria; where its last one is unstable (a negative eigenvalue of the stiffness,
    conservative loads only), a warning says so.

    Parameters
    ----------
    model : Model
        The start of the path is its declared configuration.
    steps : int
        Load steps; a step in which Newton's method fails is halved.
    load : float
        Last load factor.
    method : "load" or "arc-length"
        The arc-length method passes limit points, where the load falls and rises again; it ends at ``load`` or after
        ``max_points`` points.
    arc_length : float [m], optional
        Largest length of a step of the arc-length method, of the displacements of all nodes together (Euclidean norm).
        Default: the first step is as long as the load step load / steps; steps grow after easy ones (at most 4
        iterations), to 8 times the first at most. A step that fails is halved.
    tolerance : float
        Newton's method ends when its correction is below this, relative to the size of the model and in rad, and forces
        are balanced to 1e-9 of the largest forces and couples at the nodes, or to round-off; the certificate has what
        is left.
    out : path, optional
        Result file.
    contacts : "open" or "ignored"
        "ignored" leaves contacts and the like out, whether they act or not; the certificate says so.
    """
    contacts = as_contacts(_NAME, contacts)
    steps, max_points = whole(_NAME, "steps", steps, 1), whole(_NAME, "max_points", max_points, 1)
    if (load := number(_NAME, "load", load, -1e300)) == 0.0:
        raise ModelError("solve_static: load = 0 must be a finite number, not 0")
    if arc_length is not None:
        arc_length = number(_NAME, "arc_length", arc_length, 1e-300)
    tolerance = number(_NAME, "tolerance", tolerance, 1e-15, 1.0)
    if not isinstance(method, str) or method not in ("load", "arc-length"):
        raise ModelError(f"solve_static: method = {short(method)} must be 'load' or 'arc-length'")
    begin = time.perf_counter()
    solver = Equilibrium(model, tolerance)
    run = solver.evaluator.run
    refuse_acting(_NAME, run, solver.evaluator.assembly.q, "at the start", contacts)
    start = Point(solver.evaluator.assembly.q.copy(), np.zeros(solver.evaluator.m), 0.0)
    first = solver.correct(start)
    if first is None:  # a slack string has none without load
        first = solver.correct(Point(start.q, start.impulse, load / steps))
    if first is None:
        raise SimulationError("solve_static: no equilibrium near the start of the model", 0.0)
    if method == "load":
        path = _load_steps(solver, first, steps, load)
    else:
        path = _arc_steps(solver, first, load / steps, load, arc_length, max_points)
    for point in path:
        refuse_acting(_NAME, run, point.q, f"at the load factor {point.load:.6g}", contacts)
    _warn_of_instability(solver, path[-1])
    return _result(model, solver, path, load, contacts, time.perf_counter() - begin, out)


def _warn_of_instability(solver: Equilibrium, point: Point) -> None:
    """Warn where the stiffness at the end of the path has a negative eigenvalue; that of followers says nothing."""
    if solver.evaluator.conservative and is_unstable(solver.linearize(point)):
        hint = "modes(model, about=result) shows the way it leaves, critical_load(model) where that begins"
        text = f"solve_static: the equilibrium at load factor {point.load:.6g} is unstable; {hint}"
        warnings.warn(text, stacklevel=3)


def _load_steps(solver: Equilibrium, point: Point, steps: int, load: float) -> list[Point]:
    path, size = [point], load / steps
    while abs(load - point.load) > 1e-12 * abs(load):
        step = size if abs(size) < abs(load - point.load) * (1.0 + 1e-9) else load - point.load
        goal = load if abs(load - point.load - step) < 1e-12 * abs(load) else point.load + step
        found = solver.correct(Point(point.q, point.impulse, goal))
        if found is None:
            size = 0.5 * step
            if abs(size) < _SMALLEST_STEP * abs(load) / steps:
                raise SimulationError(
                    f"solve_static: no equilibrium beyond load factor {point.load:.6g}; a limit point or a loss of "
                    "stability may be near (method='arc-length' passes limit points)",
                    point.load,
                )
            continue
        path.append(found)
        point = found
        if abs(size) < abs(load / steps):
            size *= 2.0
    return path


def _load_vector(solver: Equilibrium, q: Floats) -> Floats:
    """Return the forces of a unit load factor at a configuration (the loads are linear in it)."""
    forces = []
    for load in (1.0, 0.0):
        solver.evaluator.evaluate(q, None, load)
        forces.append(solver.evaluator.force())
    return np.concatenate([forces[0] - forces[1], np.zeros(solver.evaluator.m)])


def _arc_steps(
    solver: Equilibrium, point: Point, first: float, load: float, length: float | None, max_points: int
) -> list[Point]:
    """Follow the path: tangent predictor of given length, corrections in the plane normal to it (Riks)."""
    path, size, old, largest = [point], length, None, length
    n, place = solver.n, ~solver.turn
    while len(path) < max_points:
        p = _load_vector(solver, point.q)
        (t,) = solver.solve_linear(point, [p])
        norm = float(np.linalg.norm(t[:n][place]))
        size = abs(first) * norm if size is None else size
        largest = _LARGEST_GROWTH * size if largest is None else largest
        step = np.copysign(size / norm, first) if old is None else np.copysign(size / norm, float(old @ t[:n]))
        found = _correct_arc(solver, point, t, step, n, place)
        if found is None:
            size *= 0.5
            if size < 1e-6 * solver.length:
                raise SimulationError(
                    f"solve_static: the path could not be followed beyond load {point.load:.6g}", point.load
                )
            continue
        old = t[:n] * np.copysign(1.0, step)
        if (found.load - load) * np.sign(load) >= 0.0:  # passed the end: go back to it at constant load
            last = solver.correct(Point(found.q, found.impulse, load))
            return [*path, last if last is not None else found]
        path.append(found)
        point = found
        if found.iterations <= _EASY:
            size = min(_GROWTH * size, largest)
    return path


def _correct_arc(solver: Equilibrium, start: Point, t: Floats, step: float, n: int, place: Any) -> Point | None:
    direction = t[:n] * place
    point, settled, reached, widest = solver.moved(start, t, step, start.load + step), False, np.inf, 0.0
    linear = 0.0
    for iteration in range(_ITERATIONS):
        p = _load_vector(solver, point.q)
        solver.evaluator.evaluate(point.q, None, point.load)
        if solver.inverted:
            return None
        rest, g, point.residual = solver.residual(point)
        if settled and solver.is_balanced(point, reached):
            point.iterations = iteration
            return point
        reached = point.residual if settled and linear <= solver.tolerance * widest else np.inf
        x, y = solver.solve_linear(point, [np.concatenate([rest, -g]), p])
        change = float(direction @ y[:n])
        if change == 0.0 or not np.isfinite(x).all():
            return None
        extra = -float(direction @ x[:n]) / change
        point = solver.moved(point, x + extra * y, 1.0, point.load + extra)
        settled, linear = solver.size(x + extra * y) <= solver.tolerance, solver.linear_size(x + extra * y)
        widest = max(widest, linear)
    return None


def _result(
    model: Model, solver: Equilibrium, path: list[Point], load: float, contacts: str, wall: float, out
) -> Result:
    """Record the path; time is the load factor."""
    evaluator = solver.evaluator
    header = run_header(evaluator.assembly, {"type": "static", "contacts": contacts}, load, load, 1, {})
    store: Store = MemoryStore(header) if out is None else Hdf5Store(out, header)
    k = len(path)
    certificate = np.zeros((k, len(CERTIFICATE)))
    certificate[:, CERTIFICATE.index("residual")] = [point.residual for point in path]
    certificate[:, CERTIFICATE.index("iterations")] = [point.iterations for point in path]
    lost = np.zeros(1, dtype=np.int64)
    coordinate, drift, energy = [], [], np.zeros((k, len(LEDGER)))
    for i, point in enumerate(path):
        evaluator.evaluate(point.q, None, point.load)
        certify_turns(evaluator.system.elements, evaluator.run.work.poses.A, lost, certificate[i])
        if lost[0]:
            reason = lost_element(evaluator.assembly, int(lost[0]) - 1)
            raise SimulationError(f"solve_static: at the load factor {point.load:.6g} {reason}", point.load)
        coordinate.append(evaluator.run.state.coordinate.copy())
        drift.append(evaluator.run.work.rows.g.copy())
        evaluator.run.evaluate(START)
        energy[i, LEDGER.index("potential")] = evaluator.run.state.ledger[START_POTENTIAL]
    store.append(
        Chunk(
            time=np.array([point.load for point in path]),
            q=np.array([point.q for point in path]),
            u=np.zeros((k, evaluator.n)),
            energy=energy,
            certificate=certificate,
            reaction=np.array([point.impulse for point in path]).reshape(k, evaluator.m),
            drift=np.array(drift).reshape(k, evaluator.m),
            coordinate=np.array(coordinate).reshape(k, -1),
            momentum=np.zeros((k, len(MOMENTUM))),
            contact_count=np.zeros(k, dtype=np.int64),
            contacts=np.zeros((0, len(CONTACT))),
        )
    )
    effort = {"factorisations": solver.saddle.factorisations, "factor_memory": int(solver.saddle.memory)}
    timing = {"steps": k - 1, "wall_s": wall, "steps_per_s": (k - 1) / wall, "compile_s": 0.0}
    store.finish("finished", "", timing | effort)
    warn_of_turns(store)
    return Result(store, model)
