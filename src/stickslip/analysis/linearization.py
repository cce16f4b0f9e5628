"""A model linearised at one configuration: forces, mass, damping, stiffness and constraints as sparse matrices."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from stickslip._arguments import instance, renamed, whole
from stickslip._arrays import Floats
from stickslip.analysis.acting import OPEN, as_contacts, refuse_acting
from stickslip.bonds.declaration import Observer
from stickslip.codes import CHANGING, LINEARISE, PLACE, PLANAR_POINT, POINT
from stickslip.errors import ModelError
from stickslip.forces.kernel import POINT_FORCE, TORQUE, USER
from stickslip.integrators.run import Run
from stickslip.integrators.schemes import Theta
from stickslip.joints.rows import BOND, COMPONENT
from stickslip.linalg.sparse import BlockReader
from stickslip.mechanics.batches import C_GIVEN, C_LOAD, T_FOLLOWS, T_MASS, T_STRESS, give_stress, header_of, stress_of
from stickslip.mechanics.bodies import move
from stickslip.model.model import Model
from stickslip.results.result import Result
from stickslip.system.assemble import Assembly, assemble
from stickslip.system.layout import System
from stickslip.system.unknowns import places_of

SETTINGS = {"tolerance": 1e-10, "gap_tolerance": 1e-9, "record_open_contacts": True, "max_halvings": 1}
_DIFFERENCE = 1e-6


@dataclass(frozen=True)
class Linearization:
    """M x'' + D x' + K x = G^T Lambda + f, G x = -g, in the velocity directions of the model at one configuration.

    x are small displacements: along u of each node, rotations about body axes.
    """

    M: sp.csr_array
    D: sp.csr_array
    K: sp.csr_array
    """Stiffness, with that of constraint forces where these were given."""
    G: sp.csr_array
    f: Floats
    """Forces that are not balanced, without constraint forces [N, N m]."""
    g: Floats
    """Residual of the constraints."""
    symmetric: bool = True
    """Whether all loads have a potential, so that K is symmetric at an equilibrium."""
    places: Floats | None = None
    """Where the unknowns are (nu + rows, 3) [m], NaN for constraints; it helps to order them."""


class Evaluator:
    """Evaluates a model at any configuration; contacts do not take part."""

    def __init__(self, model: Model) -> None:
        self.assembly: Assembly = assemble(model)
        self.run = Run(self.assembly, Theta(1.0, stabilise=False), dict(SETTINGS), 1)
        self.run.prepare()
        self.system: System = self.run.system
        self.load = 1.0  # of the last evaluation
        self.places = places_of(self.system)
        self.conservative = _conservative(self.system, self.assembly.model.dim)
        self.stress = np.zeros(0)  # for the geometric stiffness; empty: that of the configuration
        self.n, self.m = len(self.assembly.u), len(self.system.table.kind)
        self._reader = BlockReader(self.system.pattern.blocks, self.n, self.m)
        self._constant_mass = not (header_of(self.system.batches, T_MASS) == CHANGING).any()
        self._mass: Floats = np.zeros(0)

    def evaluate(self, q: Floats, u: Floats | None = None, load: float = 1.0, a: float = 1.0, t: float = 0.0) -> None:
        """Evaluate forces, rows and the matrix M + a D + a^2 K; weight, forces and torques count ``load`` times."""
        run = self.run
        if load != self.load:
            run.system, self.load = scaled_loads(self.system, load) if load != 1.0 else self.system, load
        run.work.control[C_LOAD], run.work.control[C_GIVEN] = load, float(len(self.stress) > 0)
        if len(self.stress) > 0:
            give_stress(self.system.batches, self.stress, run.work.memory)
        run.state.q[:], run.state.t[0] = q, t
        run.state.u[:] = 0.0 if u is None else u
        run.evaluate(LINEARISE, a)

    def stress_at(self, q: Floats) -> Floats:
        """Return the stress of all elements that take one for the geometric stiffness, at a configuration."""
        run = self.run
        if not header_of(self.system.batches, T_STRESS).any():
            return np.zeros(0)
        coordinate = run.state.coordinate.copy()
        run.state.q[:], run.state.u[:] = q, 0.0
        run.evaluate(PLACE)
        run.state.coordinate[:] = coordinate
        return stress_of(self.system.batches, run.state.q, run.state.u, run.work)

    def force(self) -> Floats:
        """Generalised forces of the last evaluation (nu,), all classes."""
        return np.asarray(self.run.work.dynamics.h.sum(axis=0))

    def matrices(self) -> tuple[sp.csr_array, sp.csr_array]:
        """Return M + a D + a^2 K and G of the last evaluation."""
        return self._reader.read(self.run.work.dynamics.values)

    def constraint_forces(self) -> sp.csr_array:
        """Return H of the last evaluation: constraint forces are H^T Lambda, with H = G but for observers that read."""
        if self.system.observers.reading.any():
            return self._reader.forces(self.run.work.dynamics.values)
        return self.matrices()[1]

    def stiffness(self, q: Floats, load: float = 1.0, t: float = 0.0) -> tuple[sp.csr_array, sp.csr_array]:
        """Return K at rest and G; forces and rows are those of the same configuration."""
        if len(self._mass) == 0 or not self._constant_mass:
            self.evaluate(q, None, load, 0.0, t)
            self._mass = self.run.work.dynamics.values.copy()
        self.evaluate(q, None, load, -1.0, t)
        backward = self.run.work.dynamics.values.copy()
        self.evaluate(q, None, load, 1.0, t)
        values, G = self.run.work.dynamics.values, self.matrices()[1]
        return self._reader.read(0.5 * (values + backward) - self._mass)[0], G  # dampers cancel

    def mass(self, q: Floats, t: float = 0.0) -> sp.csr_array:
        """Return the mass matrix (nu, nu)."""
        self.evaluate(q, None, 1.0, 0.0, t)
        return self.matrices()[0]

    def move(self, q: Floats, x: Floats) -> Floats:
        """Return the configuration displaced by x."""
        out = q.copy()
        move(self.system.nodes, out, np.ascontiguousarray(x[: self.n]), 1.0)
        return out

    def constraint_stiffness(self, q: Floats, impulse: Floats, t: float = 0.0) -> sp.csr_array:
        """Return -d(G^T Lambda)/dx (nu, nu): the stiffness due to constraint forces, by central differences."""
        nodes = self.system.nodes
        touched = _turning_rows(self.system)
        columns, values = [], []
        for node in sorted(touched) if self.m and impulse.any() else []:
            for k in range(int(nodes.u_off[node]), int(nodes.u_off[node] + nodes.nu[node])):
                x, slope = np.zeros(self.n), np.zeros(self.n)
                for sign in (1.0, -1.0):
                    x[k] = sign * _DIFFERENCE
                    self.evaluate(self.move(q, x), load=self.load, t=t)
                    slope -= sign * (self.constraint_forces().T @ impulse) / (2.0 * _DIFFERENCE)
                columns.append(k)
                values.append(slope)
        if not columns:
            return sp.csr_array((self.n, self.n))
        dense = sp.csr_array(np.array(values).T)
        select = sp.csr_array((np.ones(len(columns)), (np.arange(len(columns)), columns)), shape=(len(columns), self.n))
        return sp.csr_array(dense @ select)


def _turning_rows(system: System) -> set[int]:
    """Return the nodes of all joints whose rows change with the configuration; components of places do not."""
    joints, nodes, node_of = system.joints, system.nodes, system.bodies.node
    out: set[int] = set()
    for j, bodies in enumerate(joints.body):
        own = {int(node_of[b]) for b in bodies if b >= 0} - {-1}
        turning, kinds = {k for k in own if nodes.kind[k] not in (POINT, PLANAR_POINT)}, system.table.kind
        if (kinds[joints.row[j] : joints.row[j + 1]] == BOND).any():  # they change with the rotation of the body only
            out |= turning
        elif turning or (kinds[joints.row[j] : joints.row[j + 1]] != COMPONENT).any():
            out |= own
    return out


def _conservative(system: System, dim: int) -> bool:
    """Return whether all loads have a potential: followers, Python functions, torques in space, readings have none."""
    forces = system.forces
    follower = np.isin(forces.kind, (POINT_FORCE, TORQUE)) & (forces.parameter[:, 3] != 0.0)
    torque = (forces.kind == TORQUE) & (dim == 3)
    functions = (forces.kind == USER).any() or system.nodes.address.any() or header_of(system.batches, T_FOLLOWS).any()
    return not ((follower | torque).any() or functions or system.observers.reading.any())


def scaled_loads(system: System, factor: float) -> System:
    """Return the system with weight, point forces and torques times a factor; batches have one of their own."""
    forces = system.forces
    parameter = forces.parameter.copy()
    parameter[np.isin(forces.kind, (POINT_FORCE, TORQUE)), :3] *= factor
    nodes = system.nodes._replace(load=system.nodes.load * factor)
    return system._replace(nodes=nodes, forces=forces._replace(parameter=parameter))


def configuration(evaluator: Evaluator, at: Result | None, index: int = -1) -> tuple[Floats, Floats, Floats, float]:
    """Return (q, u, constraint forces, time or load) of a recorded instant, or of the start of the model."""
    if at is None:
        return evaluator.assembly.q.copy(), evaluator.assembly.u.copy(), np.zeros(evaluator.m), 0.0
    instance("linearize", "about", at, Result, "a Result")
    k = whole("linearize", "index", index, -len(at), len(at) - 1) % len(at)
    q, u, reaction = (at.store.read(name, slice(k, k + 1))[0] for name in ("q", "u", "reaction"))
    if len(q) != len(evaluator.assembly.q):
        raise ModelError(
            f"the result has {len(q)} coordinates, the model {len(evaluator.assembly.q)}: not the same model"
        )
    return q.copy(), u.copy(), reaction.copy(), float(at.time[k])


@renamed(at="about")
def linearize(model: Model, *, about: Result | None = None, index: int = -1, contacts: str = OPEN) -> Linearization:
    """Return the matrices of a model at its start, or at instant ``index`` of the result ``about``.

    The result may be one of ``solve_static``.

    Gyroscopic forces are part of D; follower loads make K unsymmetric; the stiffness of constraint forces is added to K
    where ``about`` gives them. Contacts, stops and dry friction that act there have no stiffness and are rejected, or
    left out with ``contacts="ignored"``.
    """
    from stickslip.analysis.stress import ExpectedStress

    evaluator = Evaluator(model)
    q, u, impulse, moment = configuration(evaluator, about, index)
    refuse_acting("linearize", evaluator.run, q, "there", as_contacts("linearize", contacts))
    if evaluator.system.observers.reading.any():
        who = next(part.label for part in model.of_kind(Observer) if part.predict_only)
        raise ModelError(f"{who}: predict_only=True has no symmetric equations; linearize and modes do not support it")
    evaluator.stress = ExpectedStress(evaluator).at(q, np.zeros(evaluator.n))
    static = about is not None and about.header["integrator"].get("type") == "static"
    load, t = (moment, 0.0) if static else (1.0, moment)
    matrices = []
    for a in (0.0, 1.0, -1.0):
        evaluator.evaluate(q, u, load, a, t)
        A, G = evaluator.matrices()
        matrices.append(A)
    M, plus, minus = matrices
    f, g = evaluator.force(), evaluator.run.work.rows.g.copy()
    K = 0.5 * (plus + minus) - M + evaluator.constraint_stiffness(q, impulse, t)
    D = sp.csr_array(0.5 * (plus - minus))
    return Linearization(M, D, sp.csr_array(K), G, f, g, evaluator.conservative, evaluator.places)
