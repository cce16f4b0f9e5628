"""Equilibrium h(q, load) + G^T Lambda = 0, g(q) = 0: load steps or arc length, Newton's method."""

from __future__ import annotations

import time
import warnings
from pathlib import Path

import numpy as np

from stickslip._arguments import number, whole
from stickslip.analysis.acting import EXACT, OPEN, as_contacts, has_contacts, refuse_acting
from stickslip.analysis.contact_equilibrium import ContactEquilibrium
from stickslip.analysis.contact_record import contact_columns
from stickslip.analysis.equilibrium import Equilibrium, Point
from stickslip.analysis.path import arc_steps, load_steps
from stickslip.analysis.vibration import is_unstable
from stickslip.codes import CERTIFICATE, ENERGY, ERROR, LEDGER, MOMENTUM, START, START_POTENTIAL
from stickslip.errors import ModelError, SimulationError
from stickslip.integrators.failures import lost_element
from stickslip.integrators.simulate import run_header
from stickslip.lines.results import warn_of_turns
from stickslip.lines.turns import certify_turns
from stickslip.model.base import short
from stickslip.model.model import Model
from stickslip.results.base import MemoryStore, Store
from stickslip.results.columns import Chunk
from stickslip.results.result import Result
from stickslip.results.store import Hdf5Store

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
    contacts: str = EXACT,
) -> Result:
    """Return the equilibrium path as a Result whose ``time`` is the load factor, 0 to ``load``.

    Weight and loads (PointForce, Torque, LineLoad, SurfaceLoad, VolumeLoad) are multiplied by the load factor; springs,
    drives and user forces count in full.
    Contacts, stops, clutches and dry joint friction act as they do in motion: set-valued, without any stiffness of
    their own. Friction opposes the slip since the last load step, so load steps are the path on which it acts.
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
        are balanced to 1e-9 of the largest forces and couples at the nodes, or to round-off; the certificate has the
        rest.
    out : path, optional
        Result file.
    contacts : "exact", "open" or "ignored"
        "exact" solves the laws of contacts, stops, clutches and dry friction. "open": none of these may act; where one
        does, the model is rejected. "ignored" leaves them out, whether they act or not; the certificate says so.
        The arc-length method takes "exact" for "open".
    """
    contacts = as_contacts(_NAME, contacts, solved=True)
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
    name = _NAME
    if method == "arc-length" and contacts == EXACT:
        contacts, name = OPEN, f"{_NAME} by arc length"
    if contacts == EXACT and has_contacts(run):
        solver = ContactEquilibrium(model, tolerance)
        solver.check_start(_NAME)
        run = solver.evaluator.run
    elif contacts != EXACT:
        refuse_acting(name, run, solver.evaluator.assembly.q, "at the start", contacts)
    start = Point(solver.evaluator.assembly.q.copy(), np.zeros(solver.evaluator.m), 0.0)
    first = solver.correct(start)
    if first is None:  # a slack string has none without load
        first = solver.correct(Point(start.q, start.impulse, load / steps))
    if first is None:
        reason = f"; {solver.reason}" if solver.reason else ""
        raise SimulationError(f"solve_static: no equilibrium near the start of the model{reason}", 0.0)
    if method == "load":
        path = load_steps(solver, first, steps, load)
    else:
        path = arc_steps(solver, first, load / steps, load, arc_length, max_points)
    for point in path:
        at = f"at the load factor {point.load:.6g}"
        if contacts != EXACT:
            refuse_acting(name, run, point.q, at, contacts)
        elif isinstance(solver, ContactEquilibrium):
            solver.refuse_compliant(_NAME, point, at)
    _warn_of_instability(solver, path[-1])
    return _result(model, solver, path, load, contacts, time.perf_counter() - begin, out)


def _warn_of_instability(solver: Equilibrium, point: Point) -> None:
    """Warn where the stiffness at the end of the path has a negative eigenvalue; that of followers says nothing."""
    if not solver.evaluator.conservative:
        return
    linear = solver.linearize(point)
    if linear.symmetric and linear.G.shape[0] < linear.K.shape[0] and is_unstable(linear):
        hint = "modes(model, about=result) shows the way it leaves, critical_load(model) where that begins"
        text = f"solve_static: the equilibrium at load factor {point.load:.6g} is unstable; {hint}"
        warnings.warn(text, stacklevel=3)


def _result(
    model: Model, solver: Equilibrium, path: list[Point], load: float, contacts: str, wall: float, out
) -> Result:
    """Record the path; time is the load factor."""
    evaluator = solver.evaluator
    header = run_header(evaluator.assembly, {"type": "static", "contacts": contacts}, load, load, 1, {})
    store: Store = MemoryStore(header) if out is None else Hdf5Store(out, header)
    k = len(path)
    certificate = np.zeros((k, len(CERTIFICATE)))
    certificate[:, ERROR.residual] = [point.residual for point in path]
    certificate[:, ERROR.iterations] = [point.iterations for point in path]
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
        energy[i, ENERGY.potential] = evaluator.run.state.ledger[START_POTENTIAL]
    count, lines = contact_columns(path, header["dt"], certificate, energy)
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
            contact_count=count,
            contacts=lines,
        )
    )
    effort = {"factorisations": solver.saddle.factorisations, "factor_memory": int(solver.saddle.memory)}
    timing = {"steps": k - 1, "wall_s": wall, "steps_per_s": (k - 1) / wall, "compile_s": 0.0}
    store.finish("finished", "", timing | effort)
    warn_of_turns(store)
    return Result(store, model)
