"""The driver: from a model to a result, with retries, stop conditions, streaming and resuming."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import stickslip
from stickslip._arguments import instance, number, whole
from stickslip.errors import ModelError, SimulationError
from stickslip.integrators.interrupts import Interrupts
from stickslip.integrators.options import LOOSEST, Record, Tolerances, grouping
from stickslip.integrators.run import Run
from stickslip.integrators.schemes import Integrator, MoreauMidpoint, from_description
from stickslip.lines.results import warn_of_turns
from stickslip.model.base import as_number, short
from stickslip.model.model import Model
from stickslip.model.yaml_io import load_text
from stickslip.results.columns import FORMAT
from stickslip.results.result import Result
from stickslip.results.store import Hdf5Store, MemoryStore, Store
from stickslip.results.trial import check_header
from stickslip.results.verdict import LIMITS
from stickslip.system.assemble import Assembly, assemble, describe

MOST_STEPS = 1e15  # beyond, t + dt has too few digits to separate steps

Progress = Callable[[float, float, int, int], None]


@grouping
def simulate(
    model: Model,
    t_end: float,
    dt: float,
    *,
    integrator: Integrator | None = None,
    out: str | Path | None = None,
    record: Record = Record(),
    progress: Progress | bool | None = None,
    project: bool = False,
    callback: Callable[[float, Mapping[str, Any]], None] | None = None,
    callback_every: int = 1,
    stop: Callable[[float, Mapping[str, Any]], bool] | None = None,
    tolerances: Tolerances = Tolerances(),
    start: Result | None = None,
) -> Result:
    """Integrate a model from t = 0 to ``t_end`` with constant steps and return the result.

    Parameters
    ----------
    t_end, dt : float [s]
        A last shorter step is added where dt does not divide t_end.
    integrator : Integrator
        Default: MoreauMidpoint().
    out : path of an HDF5 file
        Results are streamed there during the run; otherwise they stay in memory.
    record : Record
        What is recorded: ``Record(every=10)`` every tenth step.
    progress : callable(fraction, t, steps, closed contacts), or True for a bar on the terminal
    project : bool
        Move an inconsistent start to the nearest consistent one instead of refusing it: joints that do not fit, bodies
        inside each other.
    callback, stop : callable(t, state) every ``callback_every`` steps
        ``state`` holds q, u and poses (r, A, v, omega) by body name, of a flexible line one row per node. It cannot be
        changed. The run ends where ``stop`` returns True.
    tolerances : Tolerances
        How exactly contact laws are solved, when contacts count as closed, and when a run gives up.
    start : Result, optional
        Begin at the last instant of this result of the same model (for example of ``solve_static``), at t = 0.
    """
    integrator = MoreauMidpoint() if integrator is None else integrator
    instance("simulate", "record", record, Record, "a Record, such as Record(every=10)")
    instance("simulate", "tolerances", tolerances, Tolerances, "Tolerances, such as Tolerances(laws=1e-12)")
    _check_times(t_end, dt, record.every, callback_every)
    t_end, dt = float(t_end), float(dt)  # another type would be recompiled
    instance("simulate", "project", project, bool, "True or False")
    for name, function in (("callback", callback), ("stop", stop)):
        if function is not None and not callable(function):
            raise ModelError(f"simulate: {name} = {short(function)} is not a function of time and state")
    instance("simulate", "integrator", integrator, Integrator, "an integrator such as MoreauMidpoint()")
    assembly = assemble(model)
    keep_open = _keep_open(assembly) if record.open_contacts is None else record.open_contacts
    settings = _settings(tolerances.laws, tolerances.gap, tolerances.max_halvings, keep_open)
    header = _header(assembly, integrator, t_end, dt, record.every, settings)
    run = integrator.new_run(assembly, settings, record.every)
    if start is not None:
        _begin_at(run, start)
    run.start(project, dt)
    # opened only now: a model that cannot start must not overwrite an older file
    store: Store = MemoryStore(header) if out is None else Hdf5Store(out, header)
    run.record_first(dt, store)
    run.flush(store)
    return _drive(run, store, model, t_end, dt, progress, callback, callback_every, stop)


def _header(
    assembly: Assembly, integrator: Integrator, t_end: float, dt: float, record_every: int, settings: dict[str, Any]
) -> dict[str, Any]:
    """Return the header of the result of a run, with the description of its scheme."""
    header = run_header(assembly, integrator.describe(), t_end, dt, record_every, settings)
    return header | {"scheme": integrator.traits()}


def _settings(tolerance: Any, gap_tolerance: Any, max_halvings: Any, record_open_contacts: Any) -> dict[str, Any]:
    """Return the settings of a run; what is out of range is rejected, from a file as from a user."""
    instance("simulate", "record_open_contacts", record_open_contacts, bool, "True or False")
    return {
        "tolerance": number("simulate", "tolerance", tolerance, 1e-15, LOOSEST),
        "gap_tolerance": number("simulate", "gap_tolerance", gap_tolerance, 0.0, LIMITS["open_gap"]),
        "max_halvings": whole("simulate", "max_halvings", max_halvings, 0, 20),
        "record_open_contacts": bool(record_open_contacts),
    }


def _begin_at(run: Run, start: Result) -> None:
    """Set coordinates and velocities to those of the last instant of a result."""
    if not isinstance(start, Result) or len(start) == 0:
        raise ModelError(f"simulate: start = {start!r} must be a Result with at least one instant")
    last = slice(len(start) - 1, len(start))
    q, u, coordinate = (start.store.read(name, last)[0] for name in ("q", "u", "coordinate"))
    if len(q) != len(run.state.q) or len(u) != len(run.state.u):
        raise ModelError("simulate: start is a result of another model: its coordinates do not fit")
    run.state.q[:], run.state.u[:] = q, u
    if len(coordinate) == len(run.state.coordinate):
        run.state.coordinate[:] = coordinate


def resume(path: str | Path, model: Model | None = None, *, progress: Progress | bool | None = None) -> Result:
    """Continue an unfinished run from its last checkpoint, bit for bit as if it had never stopped.

    A model with Python functions cannot be stored in a file; give it again as ``model``.
    """
    source = Hdf5Store.open(path, verify=False)
    header, found = source.header, source.last_checkpoint()
    source.close()
    check_header(header, source.path)
    if model is None:
        if header.get("model_yaml") is None:
            raise ModelError(f"{path}: the model has Python functions, which a file cannot hold; pass model=...")
        model = load_text(header["model_yaml"])
    if found is None:
        raise SimulationError(f"{path}: no checkpoint was written before the run ended; start it again")
    settings, assembly = _settings_of(header, path), assemble(model)
    integrator = from_description(header.get("integrator", {}))
    run = integrator.new_run(assembly, settings, header["record_every"])
    try:
        run.restore(found[0])
    except SimulationError as error:
        raise SimulationError(f"{path}: {error}") from None
    # opened for writing only now: a run that cannot go on leaves its file as it is; parts are described by the model
    own = _header(assembly, integrator, header["t_end"], header["dt"], header["record_every"], settings)
    store = Hdf5Store.reopen(path, **own)
    return _drive(run, store, model, header["t_end"], header["dt"], progress, None, 1, None)


def _settings_of(header: dict[str, Any], path: str | Path) -> dict[str, Any]:
    """Return the settings in the header of a file, checked like those of a user."""
    given = header.get("settings")
    try:
        _check_times(header["t_end"], header["dt"], header["record_every"], 1)
        return _settings(**given)  # type: ignore[arg-type]
    except (ModelError, KeyError, TypeError) as error:
        raise SimulationError(f"{path}: its header does not describe a run that can be resumed: {error}") from None


def _check_times(t_end: float, dt: float, record_every: int, callback_every: int) -> None:
    for name, value in (("t_end", t_end), ("dt", dt)):
        try:
            positive = as_number(value) > 0.0
        except ValueError:
            positive = False
        if not positive:
            raise ModelError(f"simulate: {name} = {short(value)} must be a positive number of seconds")
    if dt > t_end:
        raise ModelError(f"simulate: dt = {dt} s is larger than t_end = {t_end} s")
    if t_end / dt > MOST_STEPS:
        raise ModelError(f"simulate: t_end / dt = {t_end / dt:.3g} steps are too many; the limit is {MOST_STEPS:g}")
    for name, count in (("record_every", record_every), ("callback_every", callback_every)):
        whole("simulate", name, count, 1)


def _keep_open(assembly: Assembly) -> bool:
    return len(assembly.system.contours.kind) <= 24


def run_header(assembly: Assembly, integrator: dict[str, Any], t_end, dt, record_every, settings) -> dict[str, Any]:
    """Return the plain description of a run that heads its result."""
    model = assembly.model
    try:
        text: str | None = model.to_yaml()
    except ModelError:
        text = None  # Python functions are not data; resume() then asks for the model
    return {
        "format": FORMAT,
        "version": stickslip.__version__,
        "dim": model.dim,
        "dt": float(dt),
        "t_start": 0.0,
        "t_end": float(t_end),
        "record_every": int(record_every),
        "integrator": integrator,
        "model_name": model.name,
        "model_yaml": text,
        "settings": settings,
        **describe(assembly),
    }


def _drive(
    run: Run,
    store: Store,
    model: Model,
    t_end: float,
    dt: float,
    progress: Progress | bool | None,
    callback: Callable[[float, Mapping[str, Any]], None] | None,
    callback_every: int,
    stop: Callable[[float, Mapping[str, Any]], bool] | None,
) -> Result:
    """Step to t_end, flush now and then, and finish the store whatever happens."""
    begin, first = time.perf_counter(), run.steps
    failure: SimulationError | None = None
    with Interrupts() as interrupts:
        try:
            status, message = _steps(run, store, t_end, dt, progress, callback, callback_every, stop, interrupts)
        except SimulationError as error:
            status, message, failure = "failed", str(error), error
        except KeyboardInterrupt:
            status, message = "stopped", f"interrupted at t = {run.t:.9g} s"
        run.record_last(store)
        run.flush(store)
        if failure is None and run.overflow is not None:
            failure = SimulationError(f"t = {run.overflow:.9g} s: energy overflowed", run.overflow)
            status, message = "failed", str(failure)
        store.finish(status, message, _timing(run, run.steps - first, time.perf_counter() - begin))
    result = Result(store, model)
    if failure is not None:
        failure.result = result
        raise failure
    warn_of_turns(store)
    return result


def _steps(
    run: Run,
    store: Store,
    t_end: float,
    dt: float,
    progress: Progress | bool | None,
    callback: Callable[[float, Mapping[str, Any]], None] | None,
    callback_every: int,
    stop: Callable[[float, Mapping[str, Any]], bool] | None,
    interrupts: Interrupts,
) -> tuple[str, str]:
    """Step to t_end or until ``stop``; return status and message of the run."""
    report = _terminal_progress if progress is True else progress if callable(progress) else None
    total = _step_count(t_end, dt)
    every = callback_every if callback or stop else 0
    while run.steps < total and run.overflow is None:
        size, count = _next_piece(run, total, dt, t_end, every)
        run.advance(size, count, store)
        if run.steps < total and run.flush_due():  # at the end only after the last instant is recorded
            run.flush(store)
        if report:
            report(run.steps / total, run.t, run.steps, run.closed)
        if every and run.steps % every == 0:
            snapshot = run.snapshot()
            if callback:
                callback(run.t, snapshot)
            if stop and stop(run.t, snapshot):
                return "stopped", f"stop condition met at t = {run.t:.9g} s"
        interrupts.check()
    return "finished", ""


def _timing(run: Run, steps: int, wall: float) -> dict[str, Any]:
    return {
        "steps": run.steps,
        "wall_s": wall,
        "steps_per_s": steps / wall if wall > 0 else 0.0,
        "compile_s": run.compile_s,
        **run.effort(),
    }


def _step_count(t_end: float, dt: float) -> int:
    """Return the number of steps, the last one shorter where dt does not divide t_end."""
    ratio = t_end / dt
    return round(ratio) if abs(ratio - round(ratio)) < 1e-9 * ratio else math.ceil(ratio)


def _next_piece(run: Run, total: int, dt: float, t_end: float, every: int) -> tuple[float, int]:
    """Return step size and number of steps of the next compiled call; the last step lands on t_end exactly."""
    done = run.steps
    if done == total - 1:
        return t_end - run.t, 1
    count = min(run.pace(), total - 1 - done)
    if every:
        count = min(count, every - done % every)
    return dt, count


def _terminal_progress(fraction: float, t: float, steps: int, closed: int) -> None:
    bar = "#" * int(30 * fraction)
    end = "\n" if fraction >= 1.0 else "\r"
    sys.stderr.write(f"[{bar:<30}] {100 * fraction:5.1f} %  t = {t:.4g} s  {steps} steps  {closed} closed{end}")
    sys.stderr.flush()
