"""One run of a velocity-level scheme: arrays, compiled calls, growth, retries and checkpoints."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from stickslip import codes
from stickslip._arrays import Floats, Ints
from stickslip._jit import ready
from stickslip._struct import Reference
from stickslip.codes import (
    CERTIFICATE,
    CONTACT,
    ERROR,
    GIVEN,
    LEDGER,
    MOMENTUM,
    PLACE,
    RETRIES,
    SINCE_RECORD,
    START,
    START_PROJECTED,
    STEP,
    STEPS,
)
from stickslip.contact.solver.problem import Settings
from stickslip.errors import ModelError, SimulationError
from stickslip.integrators.advance import advance
from stickslip.integrators.failures import body_of_largest, factor_reason, lost_element, raise_interrupt, stiff_parts
from stickslip.integrators.recorder import Recorder
from stickslip.integrators.schemes import Integrator
from stickslip.integrators.setup import detection_sizes, scheme_of, system_for
from stickslip.mechanics.batches import C_BATCH, C_ELEMENT
from stickslip.results.columns import Chunk
from stickslip.results.store import Store
from stickslip.system.assemble import Assembly
from stickslip.system.connect import element_at, reconnect
from stickslip.system.layout import System
from stickslip.system.rank import check_rank
from stickslip.system.state import copy_state, grown_state, new_state, new_work, restore_state

if TYPE_CHECKING:
    from stickslip.integrators.passing import Passing
    from stickslip.mechanics.bodies import Poses

NEVER = 1 << 60
CONSISTENT = 1e-8  # largest accepted residual of the initial state, relative to lengths of order 1
_VARIABLE = ("warm_a", "warm_b", "warm_feature", "warm_r", "slip_key", "slip")  # arrays of checkpoints that grow


def _sides(joint: Any) -> list[str]:
    """Name the bodies of a joint, if it has two sides."""
    sides = [getattr(joint, name, None) for name in ("a", "b")]
    names = [getattr(side, "body", side).label for side in sides if side is not None]
    return names if len(names) == 2 else []


def announce(entry: Any) -> None:
    """Report that a step loop has to be compiled, which takes minutes."""
    if not ready(entry):
        sys.stderr.write("stickslip: compiling kernels for this machine (once, a minute or two) ...\n")
        sys.stderr.flush()


class Run:
    """A system in a simulation run."""

    def __init__(self, assembly: Assembly, integrator: Integrator, settings: dict[str, Any], record_every: int) -> None:
        self.assembly, self.integrator = assembly, integrator
        self.scheme = scheme_of(assembly, integrator)
        self.system: System = system_for(assembly.system, self.scheme)
        self.settings = settings
        self.record_every = record_every
        self.solver_settings = Settings(tol=settings["tolerance"])
        self.sizes = detection_sizes(assembly, settings["gap_tolerance"], integrator)
        self.state = new_state(self.system, assembly.q, assembly.u, assembly.coordinate)
        self.work = new_work(self.system, self.sizes)
        self.node_offsets = np.append(self.system.nodes.u_off, self.system.nodes.nu.sum()).astype(np.int64)
        self.recorder = self._new_recorder(len(self.work.geometry.contacts.gap))
        self.compile_s = 0.0
        self._step_cost = 0.0
        self._last_dt = 1.0
        self._flushed = time.perf_counter()
        self.closed = 0
        self.overflow: float | None = None  # time of the first recorded energy that is not finite [s]
        self.refused = ""  # why the last call of _substeps did not solve its steps
        self._references: dict[type, Reference] = {}

    @property
    def t(self) -> float:
        """Present time [s]."""
        return float(self.state.t[0])

    @property
    def steps(self) -> int:
        """Steps done since t = 0."""
        return int(self.state.counter[STEPS])

    def effort(self) -> dict[str, int]:
        """Return what a run has solved besides its steps, for the timing of the result."""
        return {}

    def start(self, project: bool, dt: float = 1e-3) -> None:
        """Check (or project) the initial state for steps of size dt and start the energy ledger."""
        self.prepare()
        task = START_PROJECTED if project else START
        while self._call(1.0, 0, task=task)[0] != codes.DONE or self._overflown():
            self._grow()
        position, velocity = self.work.certificate[:2]
        self.work.certificate[:] = 0.0
        if not (position <= CONSISTENT and velocity <= CONSISTENT * max(1.0, abs(self.state.u).max())):
            raise ModelError(self._inconsistent(position, velocity, project))
        self._check_functions()
        self._check_gaps(project)
        check_rank(self.assembly, self._gradients())
        self.state.counter[SINCE_RECORD] = self.record_every  # the initial state is recorded first

    @cached_property
    def passing(self) -> Passing:
        """What keeps bodies from passing through each other within a step."""
        from stickslip.integrators.passing import Passing  # its kernels are loaded only where something is that fast

        return Passing(self)

    def _gradients(self) -> Floats:
        """Return the blocks of G at the start."""
        return self.work.rows.G

    def _inconsistent(self, position: float, velocity: float, projected: bool) -> str:
        labels = self.assembly.label_of_row
        if position > CONSISTENT:
            worst = labels[int(np.argmax(abs(self.work.rows.g)))]
            what = f"positions violate {worst} by {position:.3g}"
        else:
            worst = labels[int(np.argmax(abs(self.work.dynamics.rhs[-len(labels) :])))]
            what = f"velocities violate {worst} by {velocity:.3g}"
        hint = "even after projection" if projected else "correct it, or call simulate(..., project=True)"
        return f"inconsistent initial state: {what}; {hint}"

    def _check_gaps(self, projected: bool) -> None:
        """Reject bodies that start inside each other."""
        groups, contacts, shift = self.work.groups, self.work.geometry.contacts, self.work.shift
        n = int(groups.count[0])
        excess = -shift.gap[:n] - shift.speed[:n]
        if n == 0 or not excess.max() > 0.0:
            return
        worst = int(np.argmax(excess))
        c, depth = int(groups.contact[worst]), -float(shift.gap[worst])
        if c >= 0:
            what = f"{self._pair_label(contacts, c)} are {depth:.3g} m inside each other"
        else:
            joint = self.assembly.joints[int(self.system.limits.joint[-1 - c])]
            what = f"{joint.label} is {depth:.3g} beyond its stop"
        hint = "even after projection" if projected else "move them apart, or call simulate(..., project=True)"
        raise ModelError(f"inconsistent initial state: {what}; {hint}")

    def prepare(self) -> None:
        """Report once where the kernels have to be compiled, and measure what loading or compiling takes."""
        begin = time.perf_counter()
        announce(advance)
        self._call(1.0, 0, task=PLACE)
        self.compile_s = time.perf_counter() - begin

    def evaluate(self, task: int, factor: float = 1.0) -> None:
        """Evaluate the present state without a step: START opens the ledger, LINEARISE takes ``factor`` for dt."""
        while self._call(factor, 0, task=task)[0] in (codes.GROW_DETECTION, codes.GROW_GROUPS):
            self._grow()
        self._check_functions()

    def _check_functions(self) -> None:
        """Stop the run where a user function has failed; the steps it affected are not recorded."""
        if reason := self.assembly.functions.code.reason():
            self.state.counter[SINCE_RECORD] = 0
            raise SimulationError(f"t = {self.t:.9g} s: {reason}", self.t)

    def pace(self) -> int:
        """Return the number of steps of about 0.1 s of computing."""
        return int(np.clip(0.1 / self._step_cost, 1, 100_000)) if self._step_cost > 0.0 else 1

    def refer(self, values: Any) -> Reference:
        """Return the reference to a tuple of arrays, of which the run has one of each class; it is made once."""
        known = self._references.get(type(values))
        if known is None or known.values is not values:
            known = self._references[type(values)] = Reference(values)
        return known

    def _call(self, dt: float, count: int, record_every: int | None = None, task: int = STEP) -> tuple[int, int]:
        return advance(
            task, self.refer(self.system), self.scheme, self.solver_settings, self.node_offsets, dt, count,
            record_every or self.record_every, self.refer(self.state), self.refer(self.work), self.refer(self.recorder),
        )  # fmt: skip

    def advance(self, dt: float, count: int, store: Store) -> None:
        """Do ``count`` steps of size dt."""
        begin, todo = time.perf_counter(), count
        self._last_dt = dt
        while True:
            code, done = self._call(dt, todo)
            raise_interrupt(self.system)
            todo -= done
            if code == codes.CONTRADICTION:
                raise SimulationError(f"t = {self.t:.9g} s: {self._contradiction()}", self.t)
            self._check_lines()
            if code in (codes.DONE, codes.FUNCTION_FAILED):
                self._check_functions()
                break
            if code == codes.BUFFER_FULL:
                self._make_room(store)
            elif code in (codes.GROW_DETECTION, codes.GROW_GROUPS):
                self._grow()
            elif code == codes.PASS_NODE:
                self._pass_nodes()
            elif code == codes.FAR and not self.passing.may_go_on():
                self.passing.step(dt)
                todo -= 1
            elif code in (codes.ESCALATE, codes.NOT_FINITE, codes.NOT_SETTLED):
                self._hard_step(dt, code)
                todo -= 1
        self._step_cost = (time.perf_counter() - begin) / max(count, 1)
        self.closed = self._closed_now()

    def record_first(self, dt: float, store: Store) -> None:
        """Record the initial state with all that ``start`` found, which no checkpoint keeps."""
        while self._call(dt, 0)[0] == codes.BUFFER_FULL:
            self._make_room(store)

    def record_last(self, store: Store) -> None:
        """Record the last state of a run also where ``record_every`` does not divide the number of steps."""
        if self.state.counter[SINCE_RECORD] == 0:
            return
        self.state.counter[SINCE_RECORD] = self.record_every
        while self._call(self._last_dt, 0)[0] == codes.BUFFER_FULL:
            self._make_room(store)

    def _closed_now(self) -> int:
        n = int(self.recorder.count[0])
        last = self.recorder.certificate[n - 1, ERROR.closed] if n else 0.0
        return int(max(last, self.work.certificate[ERROR.closed]))

    def _overflown(self) -> bool:
        geometry = self.work.geometry
        pairs = geometry.pairs.count[0] > len(geometry.pairs.a)
        return bool(pairs or geometry.contacts.count[0] > len(geometry.contacts.gap))

    def _grow(self) -> None:
        """Enlarge whatever was too small (detection asks for buffers that are at most half full)."""
        geometry = self.work.geometry
        pairs = max(len(geometry.pairs.a), 4 * int(geometry.pairs.count[0]))
        contacts = max(len(geometry.contacts.gap), 4 * int(geometry.contacts.count[0]))
        self._renew_work(pairs, contacts, 2 * len(self.work.groups.size))
        self.state = grown_state(self.state, 2 * len(self.work.groups.size))

    def _renew_work(self, pairs: int, contacts: int, groups: int) -> None:
        old = self.work
        self.work = new_work(self.system, self.sizes, pairs, contacts, groups)
        self.work.certificate[:] = old.certificate
        self.work.dynamics.singular[:] = old.dynamics.singular
        self.work.geometry.sweep[:] = old.geometry.sweep
        self.work.mass[:] = old.mass
        self.work.dynamics.redundant[:] = old.dynamics.redundant
        self.work.control[:], self.work.memory[:] = old.control, old.memory

    def _pass_nodes(self) -> None:
        """Take guides that have left their element to its neighbour, and the pattern of the matrix with them."""
        guides, geometry = self.system.guides, self.work.geometry
        for g, j in enumerate(guides.joint):
            try:
                guides.element[g], self.state.coordinate[j] = element_at(guides, g, float(self.state.coordinate[j]))
            except ValueError:
                label = self.assembly.joints[int(j)].label
                raise SimulationError(f"t = {self.t:.9g} s: {label} slid off the end of its line", self.t) from None
        self.system = reconnect(self.system)
        self._renew_work(len(geometry.pairs.a), len(geometry.contacts.gap), len(self.work.groups.size) - 3)

    def _inside_out(self) -> str:
        """State which element was turned inside out at the last evaluation, "" if none was."""
        batch, element = self.work.control[[C_BATCH, C_ELEMENT]].astype(int)
        if batch < 0:
            return ""
        return f"element {element} of {self.assembly.origins[batch].owner.label} is turned inside out"

    def _hard_step(self, dt: float, code: int) -> None:
        """Do one step that the compiled chain could not: all solvers first, then smaller steps."""
        failure, message = self.assembly.functions.code.reason(), self._reason(code)
        if code == codes.ESCALATE and not failure:
            done, message = self._escalate(dt)
            if done:
                return
        message = failure or message + factor_reason(self.assembly, self.system)
        saved, parts = copy_state(self.state), 1
        for halvings in range(1, self.settings["max_halvings"] + 1):
            parts = 2**halvings
            if self._substeps(dt / parts, parts):
                self.state.counter[:] = saved.counter
                for k in (STEPS, SINCE_RECORD, RETRIES):
                    self.state.counter[k] += 1
                self.work.certificate[ERROR.substeps] = max(self.work.certificate[ERROR.substeps], parts)
                self.state.impulse[:] *= parts  # from the last part only; reactions are recorded over a full step
                return
            restore_state(self.state, saved)
            message = self.assembly.functions.code.reason() or message
        raise SimulationError(
            f"step at t = {self.t:.9g} s with dt = {dt:g} s could not be solved, even divided down to dt/{parts}: "
            f"{message}",
            self.t,
        )

    def _check_lines(self) -> None:
        """Stop the run where an element of a line is bent so far that its interpolated axes nearly vanish."""
        number, self.work.dynamics.lost[0] = int(self.work.dynamics.lost[0]), 0
        if number:
            self.state.counter[SINCE_RECORD] = 0
            raise SimulationError(f"t = {self.t:.9g} s: {lost_element(self.assembly, number - 1)}", self.t)

    def _reason(self, code: int) -> str:
        """State why a step was not done, by the code of its loop; for ESCALATE see ``_escalate``."""
        if code == codes.CONTRADICTION:
            return self._contradiction()
        if code == codes.NOT_SETTLED:
            return "Newton's method did not converge" + self._unsettled()
        if code == codes.NOT_FINITE and (turned := self._inside_out()):
            return turned
        return "velocities became infinite or NaN" + self._too_fast()

    def _contradiction(self) -> str:
        """Name a joint that the last velocities do not meet, because it contradicts the others."""
        self.state.counter[SINCE_RECORD] = 0  # what followed from it is not recorded
        joint = self.assembly.joints[int(self.work.dynamics.singular[1])]
        bodies = f" ({' and '.join(_sides(joint))})" if _sides(joint) else ""
        value = float(self.work.certificate[ERROR.joint_rate])
        return (
            f"{joint.label} contradicts other joints: it would open at {100.0 * value:.2g} % of the speed of its bodies"
            f"{bodies}; are axes and places right, or is dt too large? Joints with fewer rows may be meant"
        )

    def _too_fast(self) -> str:
        """Return where velocities diverged, and what to try with an explicit scheme."""
        n, stiff = len(self.state.u), stiff_parts(self.assembly)
        where = f" ({body_of_largest(self.assembly, self.work.dynamics.solution[:n])})"
        if not self.integrator.explicit or not stiff:
            return where
        name = type(self.integrator).__name__
        return f"{where}; {name} is explicit: is dt too large for {stiff}? Theta() has no such limit"

    def _unsettled(self) -> str:
        """State where Newton's method did not converge."""
        return ""

    def _substeps(self, dt: float, parts: int) -> bool:
        """Try ``parts`` steps without recording; return whether all were solved; if not, ``refused`` holds why."""
        self.work.geometry.travelled[0] = np.inf  # the step before had another size, or was taken back
        self.refused = ""
        while parts > 0:
            code, done = self._call(dt, parts, record_every=NEVER)
            raise_interrupt(self.system)
            parts -= done
            if code in (codes.GROW_DETECTION, codes.GROW_GROUPS):
                self._grow()
            elif code == codes.PASS_NODE:
                self._pass_nodes()
            elif code == codes.ESCALATE:
                solved, self.refused = self._escalate(dt)
                if not solved:
                    return False
                parts -= 1
            elif code == codes.FAR and self.passing.may_go_on():
                continue
            elif code == codes.FAR and self.pass_nothing(dt):
                parts -= 1
            elif code != codes.DONE:
                if code in (codes.NOT_FINITE, codes.NOT_SETTLED, codes.CONTRADICTION):
                    self.refused = self._reason(code)
                return False
        return True

    def place(self) -> Poses:
        """Evaluate the present state and return its poses."""
        self.evaluate(PLACE)
        return self.work.poses

    def try_step(self, dt: float) -> bool:
        """Try one step of size dt without recording; return whether it was solved."""
        return self._substeps(dt, 1)

    def pass_nothing(self, dt: float) -> bool:
        """Advance by dt without recording such that no bodies pass through each other; return whether it was solved."""
        return self.passing.cover(dt) > 0

    def _escalate(self, dt: float) -> tuple[bool, str]:
        """Solve the islands left in ``work`` by all solvers; complete the step if that succeeds."""
        if not np.isfinite(self.work.groups.b[: self.work.groups.count[1]]).all():
            return False, "velocities became infinite or NaN" + self._too_fast()
        residual, iterations, message = self._solve_islands()
        if message:
            return False, message
        self.work.certificate[ERROR.residual] = max(self.work.certificate[ERROR.residual], residual)
        self.work.certificate[ERROR.iterations] = max(self.work.certificate[ERROR.iterations], iterations)
        code, _ = self._call(dt, 1, record_every=NEVER, task=GIVEN)
        return code == codes.DONE, "velocities became infinite or NaN"

    def _solve_islands(self) -> tuple[float, int, str]:
        """Send the islands that quick solvers left in ``work`` through the whole chain.

        Return the worst residual, the most iterations, and which island has no answer and why, or "".
        """
        from stickslip.integrators.hard_islands import island_problem, solve_from, unsolved  # it loads sparse solvers

        r, tolerance, message = self.work.groups.r, self.settings["tolerance"], ""
        residual, iterations = 0.0, 0
        for island in unsolved(self.work.islands, tolerance):
            problem, rows = island_problem(self.system, self.scheme, self.work, island)
            solution = solve_from(problem, r[rows], tolerance)
            r[rows] = solution.r
            residual, iterations = max(residual, solution.residual), max(iterations, solution.iterations)
            if not solution.success:
                message = message or self._explain(solution, island)
        return residual, iterations, message

    def _explain(self, solution: Any, island: Ints) -> str:
        return f"{self._closed(island)}: {solution.message} (residual {solution.residual:.2e})"

    def _closed(self, island: Ints | None = None) -> str:
        """Name the closed contacts: all, or those of an island, given as its groups."""
        groups, contacts = self.work.groups, self.work.geometry.contacts
        numbers = groups.contact[: groups.count[0]] if island is None else groups.contact[island]
        pressed = [int(c) for c in numbers if c >= 0]
        names = sorted({self._pair_label(contacts, c) for c in pressed})[:5]
        more = ", ..." if len(names) == 5 else ""
        return f"{len(pressed)} closed contacts ({', '.join(names)}{more})" if names else f"{len(numbers)} rows"

    def _pair_label(self, contacts: Any, c: int) -> str:
        found = self.assembly.contacts
        owners = [found.declared[int(k)].body for k in (contacts.a[c], contacts.b[c])]
        pair = "-".join(str(body.name) for body in owners if body is not None)
        return f"{found.contacts[int(contacts.law[c])].name}: {pair}"

    def _new_recorder(self, contacts: int) -> Recorder:
        nq, nu = len(self.state.q), len(self.state.u)
        nr, nj = len(self.state.impulse), len(self.state.coordinate)
        width = nq + nu + 2 * nr + nj + 32
        k = int(np.clip(4_000_000 // (8 * width), 8, 4096))
        rows = int(max(4096, 8 * contacts))
        return Recorder(
            count=np.zeros(2, dtype=np.int64),
            time=np.zeros(k),
            q=np.zeros((k, nq)),
            u=np.zeros((k, nu)),
            energy=np.zeros((k, len(LEDGER))),
            certificate=np.zeros((k, len(CERTIFICATE))),
            reaction=np.zeros((k, nr)),
            drift=np.zeros((k, nr)),
            coordinate=np.zeros((k, nj)),
            momentum=np.zeros((k, len(MOMENTUM))),
            contact_count=np.zeros(k, dtype=np.int64),
            contacts=np.zeros((rows, len(CONTACT))),
            keep_open=np.array([1 if self.settings["record_open_contacts"] else 0], dtype=np.int64),
        )

    def _make_room(self, store: Store) -> None:
        """Empty the record buffers, or enlarge them when one instant alone does not fit."""
        if self.recorder.count[0] == 0:
            self.recorder = self._new_recorder(2 * len(self.work.geometry.contacts.gap))
        else:
            self.append(store)

    def append(self, store: Store) -> None:
        """Hand all recorded instants to the store."""
        n, rows = int(self.recorder.count[0]), int(self.recorder.count[1])
        if n == 0:
            return
        fields = {name: getattr(self.recorder, name)[:n].copy() for name in Chunk._fields if name != "contacts"}
        store.append(Chunk(**fields, contacts=self.recorder.contacts[:rows].copy()))
        self.recorder.count[:] = 0
        bad = ~np.isfinite(fields["energy"]).all(axis=1)
        if self.overflow is None and bad.any():
            self.overflow = float(fields["time"][int(np.argmax(bad))])

    def flush_due(self) -> bool:
        """Return whether the last checkpoint is more than a second old."""
        return time.perf_counter() - self._flushed > 1.0

    def flush(self, store: Store) -> None:
        """Write everything recorded, and a checkpoint from which the run can go on."""
        self.append(store)
        store.checkpoint({name: np.array(value) for name, value in self.checkpoint().items()})
        self._flushed = time.perf_counter()

    def checkpoint(self) -> dict[str, Any]:
        """Return all that the next steps depend on."""
        arrays = {name: value for name, value in self.state._asdict().items() if name != "warm"}
        count = int(self.state.warm.count[0])
        arrays |= {f"warm_{name}": getattr(self.state.warm, name)[:count] for name in ("a", "b", "feature", "r")}
        arrays["certificate"], arrays["mass"] = self.work.certificate, self.work.mass
        arrays["singular"], arrays["redundant"] = self.work.dynamics.singular, self.work.dynamics.redundant
        return arrays

    def _check_checkpoint(self, saved: dict[str, Any]) -> None:
        """Reject a checkpoint whose arrays do not fit this version and this model."""
        own = self.checkpoint()
        missing = [name for name in own if name not in saved]
        if missing:
            raise SimulationError(f"the checkpoint has no '{missing[0]}'; another version of stickslip wrote it")
        for name, value in own.items():
            given = np.shape(saved[name])
            free = 1 if name in _VARIABLE else 0  # their first extent may differ
            if given[free:] != np.shape(value)[free:]:
                raise SimulationError(
                    f"'{name}' of the checkpoint has shape {given}, this version and this model have "
                    f"{np.shape(value)}; another version of stickslip or another model wrote it: start the run again"
                )

    def restore(self, saved: dict[str, Any]) -> None:
        """Go back to a checkpoint."""
        self._check_checkpoint(saved)
        self.prepare()
        count = len(saved["warm_a"])
        self.state = grown_state(self.state, max(count, len(self.state.warm.a)))
        for name, value in self.state._asdict().items():
            if name != "warm":
                value[:] = saved[name]
        self.state.warm.count[0] = count
        for name in ("a", "b", "feature", "r"):
            getattr(self.state.warm, name)[:count] = saved[f"warm_{name}"]
        self.work.certificate[:], self.work.mass[:] = saved["certificate"], saved["mass"]
        self.work.dynamics.singular[:] = saved["singular"]
        self.work.dynamics.redundant[:] = saved["redundant"]
        if len(self.system.guides.joint):
            self._pass_nodes()

    def snapshot(self) -> Mapping[str, Any]:
        """Return q, u and the poses (r, A, v, omega) by body name, for callbacks.

        Those of a flexible line or a solid have one row per node. They are copies that cannot be changed: a change
        would not reach the run.
        """
        self.evaluate(PLACE)
        named: dict[str, Any] = {}
        poses = self.work.poses
        for body, part in self.assembly.bodies.parts.items():
            if part.first < 0:
                continue
            own: Any = slice(part.first, part.first + part.own_rows) if part.own_rows > 1 else part.first
            named[str(body.name)] = tuple(_fixed(x[own]) for x in (poses.r, poses.A, poses.v, poses.omega))
        state = {"q": _fixed(self.state.q), "u": _fixed(self.state.u), "poses": MappingProxyType(named)}
        return MappingProxyType(state)


def _fixed(array: np.ndarray) -> np.ndarray:
    """Return a copy that cannot be written to."""
    copy = np.array(array)
    copy.setflags(write=False)
    return copy
