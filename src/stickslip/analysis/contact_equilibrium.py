"""Equilibrium with set-valued contacts, stops and dry friction: Newton's method with their laws inside.

h(q) + G^T Lambda + H^T r = 0, g(q) = 0, and r in the laws of the gaps at q and of the slips since the last equilibrium
of the path. Each iteration solves the equations linearised at q together with the laws as they are, a contact problem
v = W r + b with displacements v in place of velocities and W = H (K + c M)^-1 H^T; nothing is regularised. Bodies that
only contacts hold make K singular: c > 0 chooses the smallest motion (in the metric of the mass) and has no part in the
result, for at its end nothing moves (proximal point method, Rockafellar 1976).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp
from numpy.typing import NDArray

from stickslip._arrays import Floats, Ints
from stickslip.analysis.acting import refuse_compliant
from stickslip.analysis.contact_rows import Anchor, Contact, ContactReader, Memory, Rows
from stickslip.analysis.contact_tangent import ContactTangent
from stickslip.analysis.equilibrium import BALANCED, LARGEST_TURN, Point
from stickslip.analysis.landing import Landing
from stickslip.analysis.linearization import Linearization
from stickslip.analysis.slip import places_at, rotation_between
from stickslip.codes import GENERAL
from stickslip.contact.solver.chain import ContactProblem, solve
from stickslip.contact.solver.problem import CONE, INTERVAL, Laws
from stickslip.errors import ModelError, SimulationError
from stickslip.mechanics.bodies import place_dim
from stickslip.model.model import Model
from stickslip.results.verdict import LIMITS
from stickslip.system.unknowns import label_of

_ITERATIONS = 100
_REACH = 0.1  # of the model: the widest range of gaps that an iteration sees
_AWAY = 3.0  # of the model: what moves farther from an equilibrium has none near
_FREE = 0.1  # of the shift with which loads move what they act on by the length of the model: the least one
_ALIKE, _DRIFTS = 1e-3, 5  # difference of steps that are alike, and how many of them are a drift
_STIFFER, _STIFFENINGS = 10.0, 20  # factor of the shift where laws have no solution, and how often
_CLOSE = 1e-11  # of the model: gaps and slips that are none
AT_BOUND = 1e-9  # of the bound of friction: what is nearer to it slides
_DEPENDENT = 1e-9  # of rows that follow from others
_UNSEEN = 1e-3  # of a lever: slip by finite rotations
_LAW, _FINE = 1e-10, 1e-13  # residual of the laws, and the goal: forces are large compared with their changes


class _Search:
    """What an iteration hands to the next."""

    def __init__(self, anchor: Anchor, memory: Memory) -> None:
        self.anchor, self.memory = anchor, memory
        self.rows: Any = None
        self.r = self.right = np.zeros(0)
        self.step: Floats | None = None  # the last one, if it was done as a whole
        self.expected: dict[Any, Floats] = {}  # gaps and slips
        self.reached, self.widest, self.unbalanced = np.inf, 0.0, 0.0
        self.shift = self.first = 0.0
        self._last, self._alike = np.zeros(0), 0

    def take(self, found: _Step, factor: float) -> None:
        """Go on by a part of a step."""
        rows = self.rows
        r = self.r + factor * (found.r - self.r)
        self.memory = Memory()
        self.memory.keep(rows, r)
        self.step = found.x if factor == 1.0 else None
        self.expected = {key: found.v[rows.forces_of(g)] for g, key in enumerate(rows.key)}
        x = found.x
        alike = len(self._last) > 0 and np.linalg.norm(x - self._last) <= _ALIKE * np.linalg.norm(x)
        self._last, self._alike = x, self._alike + 1 if alike else 0

    @property
    def drifts(self) -> bool:
        """Whether steps have been alike for so long that the iteration drifts."""
        return self._alike >= _DRIFTS


@dataclass
class _Step:
    """The solution of the linearised equations and the laws."""

    x: Floats  # displacements and joint forces
    r: Floats  # forces of all groups
    v: Floats  # gaps and slips to be expected


class ContactEquilibrium(Landing):
    """Newton's method on equations and laws of one model."""

    def __init__(self, model: Model, tolerance: float) -> None:
        super().__init__(model, tolerance)
        self.reader = ContactReader(self.evaluator, _REACH * self.length)
        self.tangent = ContactTangent(self.reader, self.length)
        self._geometric = sp.csr_array((self.n, self.n))
        self._unseen: dict[tuple[int, int], float] = {}  # slips that rows did not see, relative to their levers

    def accept(self, before: Point, point: Point) -> None:
        """Reject a path that depends on the load steps: of rotations, rows see the slip of corners to first order only.

        A lever that rotates by an angle in a load step has an error of half its square.
        """
        contact, system = point.contact, self.evaluator.system
        if not isinstance(contact, Contact):
            return
        rows, places = contact.rows, (places_at(system, before.q), places_at(system, point.q))
        rubbing = {}
        for g, (a, b, _) in enumerate(rows.key):
            own = rows.forces_of(g)
            if rows.contact[g] >= 0 and own.stop - own.start > 1 and contact.r[own.start] > 0.0:
                rubbing[a, b] = int(rows.contact[g])
        for (a, b), c in rubbing.items():
            angle = rotation_between(system, a, b, *places)
            self._unseen[a, b] = self._unseen.get((a, b), 0.0) + 0.5 * angle**2
            if self._unseen[a, b] > _UNSEEN:
                run = self.evaluator.run
                label = run._pair_label(run.work.geometry.contacts, c)
                reason = f"its bodies rotate against each other by {angle:.2g} rad in a load step"
                cure = "too far to know how they slip; use more load steps, or simulate(...)"
                raise SimulationError(f"solve_static: Contact {label}: {reason}, {cure}", point.load)

    def with_contacts(self, K: sp.csr_array, point: Point) -> sp.csr_array:
        """Return the stiffness, including that of contact forces, at the point."""
        return sp.csr_array(K + self._geometric) if self._geometric.nnz else K

    def check_start(self, name: str) -> None:
        """Reject bodies that start deep inside each other: how they separate is a guess. Less is an oversize."""
        q = self.evaluator.assembly.q
        self.evaluator.evaluate(q, None, 0.0)
        rows = self.reader.at(q)
        refuse_compliant(name, self.evaluator.run, "at the start")
        for g in np.flatnonzero((rows.laws.kind == CONE) & (rows.thick > 0.0)):
            depth = -float(rows.value[rows.laws.row[g]])
            if depth > LIMITS["depth"] * rows.thick[g]:
                c, run = int(rows.contact[g]), self.evaluator.run
                if c >= 0:
                    what = f"Contact {run._pair_label(run.work.geometry.contacts, c)}: they"
                else:
                    what = f"{run.assembly.joints[int(run.system.limits.joint[-1 - c])].label}: its sides"
                share = f"{100.0 * depth / rows.thick[g]:.2g} % of their size"
                raise ModelError(f"{name}: {what} start {depth:.3g} m inside each other, {share}; move them apart")

    def refuse_compliant(self, name: str, point: Point, at: str) -> None:
        """Reject a point at which contacts with springs as their law are pressed."""
        self.reader.at(point.q)
        refuse_compliant(name, self.evaluator.run, at)

    def linearize(self, point: Point) -> Linearization:
        """Return the equations at an equilibrium in which closed contacts stay closed, and those that stick, stick.

        Their rows are constraints; what is closed without load counts among them. Friction that slides has no
        potential: then the stiffness is not symmetric.
        """
        free = super().linearize(point)
        if point.contact is None or point.contact.rows is None:
            return free
        rows, r = point.contact.rows, point.contact.r
        held, slides = held_rows(rows, r)
        K = sp.csr_array(free.K + self.tangent.at(point.q, rows, r))
        G = independent_rows(sp.vstack([free.G, rows.H[held]]), self.length, self.turn) if len(held) else free.G
        places = free.places
        if places is not None:
            places = np.concatenate([places[: self.n], np.full((G.shape[0], places.shape[1]), np.nan)])
        return replace(free, K=K, G=sp.csr_array(G), symmetric=free.symmetric and not slides, places=places)

    def correct(self, point: Point) -> Point | None:
        """Find the equilibrium at the point's load; slips count from the point's configuration. None if it fails."""
        self.reason, start = "", point.q
        self.evaluator.evaluate(start, None, point.load)
        search = _Search(self.reader.anchor(start), Memory() if point.contact is None else point.contact.memory)
        for iteration in range(_ITERATIONS):
            point.iterations = iteration
            if self._look(point, search):
                assert search.rows is not None
                point.contact = Contact(search.memory, search.rows, search.r, search.anchor)
                return point
            if self.inverted:
                return self._failed("an element is turned inside out")
            found = self._solve(point, search)
            if found is None:
                return self._failed("the laws of contacts have no solution near")
            if not np.isfinite(found.x).all():
                return self._failed("displacements became infinite or NaN")
            factor = self._factor(found.x, search.rows)
            search.take(found, factor)
            point = self.moved(point, found.x, factor, point.load)
            label = self._moved_away(start, point.q) or (search.drifts and self._farthest(found.x))
            if label:
                return self._failed(f"{label} moves away, contacts and friction do not hold it")
        return self._failed("Newton's method did not converge")

    def _look(self, point: Point, search: _Search) -> bool:
        """Evaluate forces and rows at a point; return whether it is the equilibrium."""
        self.evaluator.evaluate(point.q, None, point.load)
        search.rows = self.reader.at(point.q, search.anchor)
        search.r = search.memory.read(search.rows)
        self.touch = search.rows.H.T @ search.r
        before, reached = search.unbalanced, search.reached
        rest, g, point.residual = self.residual(point)
        search.right, search.unbalanced = np.concatenate([rest, -g]), self._norm(rest)
        if self.slack:
            if search.first == 0.0:
                search.first = search.shift = self._first_shift(rest)
            elif before > 0.0:
                search.shift *= float(np.clip(search.unbalanced / before, 0.2, 2.0))
        still = search.step is not None and self.size(search.step) <= self.tolerance
        linear = 0.0 if search.step is None else self.linear_size(search.step)
        search.widest = max(search.widest, linear)
        search.reached = point.residual if still and linear <= self.tolerance * search.widest else np.inf
        still = still and (search.shift <= search.first or point.residual <= BALANCED)
        return still and self.is_balanced(point, reached) and self._laws_hold(search)

    def _factor(self, x: Floats, rows: Rows) -> float:
        """Return the part of a step to take: nodes rotate, and contours move, only so far as contacts are known."""
        change, way = self.size(x), self.way(x)
        factor = min(1.0, LARGEST_TURN / change if change > 0.0 else 1.0)
        if rows.n or self.reader.margin == self.reader.largest:
            factor = min(factor, 0.5 * self.reader.margin / way if way > 0.0 else 1.0)
        return factor

    def _failed(self, reason: str) -> Point | None:
        """State why nothing was found; contact springs are rejected, because their stiffness is not known here."""
        self.reason = reason
        refuse_compliant("solve_static", self.evaluator.run, f"at the load factor {self.evaluator.load:.6g}")
        return None

    def _laws_hold(self, search: _Search) -> bool:
        """Return whether gaps and slips are those that the last step expected: then forces and they meet the laws."""
        rows, limit = search.rows, _CLOSE * self.length
        for g, key in enumerate(rows.key):
            own = rows.forces_of(g)
            if not search.r[own].any():
                if rows.laws.kind[g] == CONE and rows.value[own.start] < -limit:
                    return False
            elif key not in search.expected or abs(rows.value[own] - search.expected[key]).max() > limit:
                return False
        return True

    def _solve(self, point: Point, search: _Search) -> _Step | None:
        """Solve the linearised equations with the laws; None if they have no solution."""
        least, factor = self._least_shift(), 1.0 if search.rows.n else 0.0
        self._geometric = self.tangent.at(point.q, search.rows, search.r)
        for _ in range(_STIFFENINGS):
            shift = search.shift * self.mass + factor * least if factor else search.shift
            try:
                (y,) = self.solve_linear(point, [search.right], shift)
            except SimulationError:
                factor = _STIFFER * factor or 1.0
                continue
            if self._widen(point, search, 2.1 * self.way(y)) and factor == 0.0:
                factor = 1.0
                continue
            rows, r = search.rows, search.r
            found = self._answer(rows, r, y)
            if found is not None and (not rows.n or self._goes_down(found, rows, r, search.right)):
                return found
            factor = _STIFFER * factor or 1.0
        return None

    def _widen(self, point: Point, search: _Search, wanted: float) -> bool:
        """Include contacts with gaps up to ``wanted``, as far as any iteration does; return whether there are more."""
        seen = self.reader.margin
        self.reader.widen(wanted)
        if self.reader.margin <= seen:
            return False
        wider = self.reader.at(point.q, search.anchor)
        if wider.n == search.rows.n:
            return False
        search.rows, search.r = wider, search.memory.read(wider)
        return True

    def _goes_down(self, found: _Step, rows: Rows, r: Floats, right: Floats) -> bool:
        """Return whether the stiffness, with the shift, is positive along the step: x^T (K + c M) x > 0."""
        n = self.n
        force = right[:n] + rows.H.T @ (found.r - r) + self.evaluator.constraint_forces().T @ found.x[n:]
        return bool(found.x[:n] @ force >= 0.0) or self.size(found.x) <= self.tolerance

    def _least_shift(self) -> sp.csr_array:
        """Return a part c M of the mass that is small compared with all stiffness, but holds what nothing else holds.

        With c [1/s^2] the loads of a component of the model (what joints and elements connect) move it by some lengths
        of the model.
        """
        system, mass = self.evaluator.system, self.mass.diagonal()
        force = self.load + abs(self.evaluator.force())
        component = np.repeat(system.matrix.component, system.nodes.nu)
        c = np.zeros(len(system.nodes.kind))
        for turning, length in ((False, self.length), (True, 1.0)):
            own = (self.turn == turning) & (mass > 0.0)
            total, heavy = (np.bincount(component[own], x[own], len(c)) for x in (force, mass))
            c = np.maximum(c, np.divide(total, heavy * length, where=heavy > 0.0, out=np.zeros(len(c))))
        c[c == 0.0] = c.max(initial=0.0) or 1.0
        return sp.csr_array(sp.diags_array(_FREE * c[component]) @ self.mass)

    def _answer(self, rows: Rows, r: Floats, y: Floats) -> _Step | None:
        """Return the solution of the laws on top of the step y that the forces r would let happen."""
        n, laws, H = self.n, rows.laws, rows.H
        free = rows.value + rows.H @ y[:n]
        first = laws.row
        carrying = np.array([r[rows.forces_of(g)].any() for g in range(rows.n)], dtype=bool)
        chosen = carrying | (laws.kind == INTERVAL) | (free[first] <= 0.0)
        answers: dict[int, Floats] = {}
        while chosen.any():
            groups = np.flatnonzero(chosen)
            own = np.concatenate([np.arange(first[g], first[g] + laws.size[g]) for g in groups])
            for row in own:
                if row not in answers:
                    unit = np.zeros(n)
                    entries = slice(H.indptr[row], H.indptr[row + 1])
                    unit[H.indices[entries]] = H.data[entries]
                    answers[row] = np.concatenate(self.saddle.solve(unit, np.zeros(self.evaluator.m)))
            X = np.array([answers[row] for row in own])
            W = rows.H[own] @ X[:, :n].T
            if not (np.diag(W) > 0.0).all():
                return None
            solution = solve(ContactProblem(_part(laws, groups), free[own] - W @ r[own], W), r[own], _FINE)
            if not solution.residual <= _LAW:
                return None
            new = np.zeros(len(r))
            new[own] = solution.r
            x = y + (new - r)[own] @ X
            v = rows.value + rows.H @ x[:n]
            v[own] = solution.v
            entered = ~chosen & (v[first] < -_CLOSE * self.length)
            if not entered.any():
                return _Step(x, new, v)
            chosen |= entered
        return _Step(y, np.zeros(len(r)), free)

    def way(self, x: Floats) -> float:
        """Return how far a displacement moves any place of a contour at most [m]."""
        system, geometry = self.evaluator.system, self.evaluator.run.work.geometry
        nodes, points, widest = system.nodes, system.points, 0.0
        for carrier, reach in zip(geometry.carrier, geometry.reach, strict=True):
            node = int(system.bodies.node[carrier])
            if node < 0 or nodes.kind[node] == GENERAL:
                continue
            own, split = x[nodes.u_off[node] :][: nodes.nu[node]], place_dim(int(nodes.kind[node]))
            widest = max(widest, float(np.linalg.norm(own[:split]) + reach * np.linalg.norm(own[split:])))
        for p, node in enumerate(points.node):
            nu = int(nodes.nu[node])
            J = points.J[points.j_off[p] : points.j_off[p] + 3 * nu].reshape(3, nu)
            widest = max(widest, float(np.linalg.norm(J @ x[nodes.u_off[node] :][:nu])))
        return widest

    def _moved_away(self, q_0: Floats, q_1: Floats) -> str:
        """Name a node that is farther from where it was than any equilibrium near; "" if there is none."""
        nodes = self.evaluator.system.nodes
        for kind, o, first in zip(nodes.kind, nodes.q_off, nodes.u_off, strict=True):
            if kind != GENERAL and np.linalg.norm((q_1 - q_0)[o : o + place_dim(int(kind))]) > _AWAY * self.length:
                return label_of(self.evaluator.assembly, int(first))
        return ""

    def _farthest(self, x: Floats) -> str:
        """Name the node that a step moves most."""
        return label_of(
            self.evaluator.assembly, int(np.argmax(abs(x[: self.n]) * np.where(self.turn, self.length, 1.0)))
        )


def held_rows(rows: Rows, r: Floats) -> tuple[Ints, bool]:
    """Return the rows in which nothing moves as long as nothing changes, and whether any friction slides."""
    held: list[int] = []
    slides = False
    for g in range(rows.n):
        own = rows.forces_of(g)
        bound = float(rows.laws.bound[g])
        if rows.laws.kind[g] == INTERVAL:
            sticks = abs(r[own.start]) < bound * (1.0 - AT_BOUND)
            held += [own.start] if sticks else []
            slides = slides or not sticks
        elif r[own.start] > 0.0 or rows.value[own.start] <= rows.tolerance[g]:
            sticks = float(np.linalg.norm(r[own][1:])) < bound * r[own.start] * (1.0 - AT_BOUND)
            held += range(own.start, own.stop if sticks else own.start + 1)
            slides = slides or (not sticks and own.stop - own.start > 1 and r[own.start] > 0.0)
    return np.array(held, dtype=np.int64), slides


def independent_rows(G: sp.csr_array, length: float, turn: NDArray[np.bool_]) -> sp.csr_array:
    """Return as many rows of G as are independent; a body on four feet has more."""
    dense = sp.csr_array(G).toarray() * np.where(turn, 1.0 / length, 1.0)
    dense /= np.maximum(np.linalg.norm(dense, axis=1), 1e-300)[:, None]
    _, R, order = la.qr(dense.T, mode="economic", pivoting=True)
    rank = int((abs(np.diag(R)) > _DEPENDENT).sum())
    return sp.csr_array(sp.csr_array(G)[np.sort(order[:rank])])


def _part(laws: Laws, groups: Ints) -> Laws:
    """Return the laws of some groups, with their rows one after the other."""
    size = laws.size[groups]
    row = np.concatenate([[0], np.cumsum(size)[:-1]]).astype(np.int64)
    return Laws(size, laws.kind[groups], row, laws.bound[groups])
