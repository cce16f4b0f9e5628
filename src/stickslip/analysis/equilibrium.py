"""Newton's method on the equations of equilibrium h(q, load) + G^T Lambda = 0, g(q) = 0 of one model."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.sparse as sp

from stickslip._arrays import Floats
from stickslip.analysis.linearization import Evaluator, Linearization
from stickslip.analysis.stress import ExpectedStress
from stickslip.errors import SimulationError
from stickslip.linalg.multifrontal import SingularMatrix
from stickslip.linalg.sparse import Saddle
from stickslip.mechanics.batches import C_BATCH
from stickslip.model.model import Model
from stickslip.results.verdict import LIMITS
from stickslip.system.rank import check_rank
from stickslip.system.unknowns import label_of, length_of, linear_of, turns_of

MOST_ITERATIONS = 40
LARGEST_TURN = 0.5  # of a node in one iteration [rad]
_FIRST_MOVE = 0.05  # of a slack string in the first iteration, relative to the model
BALANCED = 1e-3 * LIMITS["static"]  # unbalanced forces at which Newton's method ends
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
    contact: Any = None  # forces of contacts, of solvers that know them

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
        self.load = abs(self.load_vector(self.evaluator.assembly.q)[: self.n])
        self.round_off = np.zeros(self.n)  # forces that the round-off of places makes in the stiffness at hand
        self.touch = np.zeros(self.n)  # forces of contacts and stops
        self.reason = ""  # why the last search found nothing, as far as contacts have to do with it
        self.slack = any(part.slack for part in self.evaluator.assembly.bodies.parts.values())

    def residual(self, point: Point) -> tuple[Floats, Floats, float]:
        """Return unbalanced forces, g and the size of both relative to the largest forces and lengths.

        The unit load counts among the forces (a start without loads has none), and a couple as force times length.
        Forces by which the round-off of places is answered count as balanced: in a stiff line they may be far above the
        load, although displacements are exact.
        """
        run = self.evaluator.run
        h = run.work.dynamics.h
        reaction = self.evaluator.constraint_forces().T @ point.impulse
        reaction = reaction + self.touch
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

    def solve_linear(self, point: Point, rights: list[Floats], shift: float | sp.csr_array = 0.0) -> list[Floats]:
        """Solve [[K + shift M, -G^T], [G, 0]] x = right at a point for several right-hand sides.

        Instead of a factor of M, ``shift`` may be what to add to K.
        """
        self.evaluator.stress = self.stress.at(point.q_old, point.step)
        K, G = self.evaluator.stiffness(point.q, point.load)
        K = self.with_contacts(K, point)
        self.round_off = _ROUND_OFF * (abs(K) @ np.where(self.turn, 1.0, self.length))
        try:
            if not isinstance(shift, float):
                K = sp.csr_array(K + shift)
            elif shift:
                K = sp.csr_array(K + shift * self.mass)
            self.saddle.set(K, G, self.evaluator.constraint_forces())
            return [np.concatenate(self.saddle.solve(right[: self.n], right[self.n :])) for right in rights]
        except RuntimeError as error:
            reason = "the model is free to move or a joint is redundant: the stiffness is singular"
            if isinstance(error, SingularMatrix):
                reason += f" near {label_of(self.evaluator.assembly, error.unknown)}"
            raise SimulationError(f"solve_static: {reason}", point.load) from None

    def with_contacts(self, K: sp.csr_array, point: Point) -> sp.csr_array:
        """Return the stiffness, including that of contact forces; contacts do not take part here."""
        return K

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
        return Point(q, impulse, load, point.iterations, q_old=point.q, step=factor * x, contact=point.contact)

    def size(self, x: Floats) -> float:
        """Return the largest displacement relative to the model, or rotation; for others see ``linear_size``."""
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
        for iteration in range(MOST_ITERATIONS):
            (x,) = self.solve_linear(point, [np.concatenate([rest, -g])], shift)
            change, linear = self.size(x), self.linear_size(x)
            widest = max(widest, linear)
            if not np.isfinite(change):
                return None
            point = self.moved(point, x, min(1.0, LARGEST_TURN / change) if change > 0.0 else 1.0, point.load)
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

    def accept(self, before: Point, point: Point) -> None:
        """Check a load step before it becomes part of the path."""

    def land(self, point: Point, found: Point) -> Point:
        """Return the next point of the path; solvers that know contacts stop where one with friction touches."""
        return found

    @staticmethod
    def is_balanced(point: Point, reached: float) -> bool:
        """Return whether forces balance far below the limit of the certificate, or as far as round-off allows."""
        return point.residual <= BALANCED or not point.residual < _FALLING * reached

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

    def load_vector(self, q: Floats) -> Floats:
        """Return the forces of a unit load factor at a configuration (the loads are linear in it)."""
        forces = []
        for load in (1.0, 0.0):
            self.evaluator.evaluate(q, None, load)
            forces.append(self.evaluator.force())
        return np.concatenate([forces[0] - forces[1], np.zeros(self.evaluator.m)])
