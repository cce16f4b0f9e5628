"""What ``stickslip run`` and ``stickslip resume`` do."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from stickslip._files import writing
from stickslip.cli import values
from stickslip.cli.progress import Progress, bar
from stickslip.errors import SimulationError, StickslipError

if TYPE_CHECKING:
    from stickslip.results.result import Result

Outcome = tuple["Result", dict[str, Any]]
DONE, FAILED, INTERRUPTED = 0, 1, 130  # exit codes; 2 is that of wrong words


@dataclass
class Options:
    """What the command line says about a run."""

    settings: list[str] = field(default_factory=list)  # NAME=VALUE
    times: dict[str, float] = field(default_factory=dict)  # t_end, dt
    out: Path | None = None
    seed: int | None = None
    quiet: bool = False
    profile: bool = False


def run(what: str, options: Options) -> int:
    """Run an example or a model file; returns the exit code."""
    suffix = Path(what).suffix
    if suffix in (".yaml", ".yml"):
        return run_file(Path(what), options)
    if suffix == ".py":
        raise StickslipError(f"'{what}' is a program: run it with 'python {what}'")
    if suffix in (".h5", ".hdf5"):
        raise StickslipError(f"'{what}' is a result: see 'stickslip info {what}' or 'stickslip resume {what}'")
    return run_example(what, options)


def run_example(name: str, options: Options) -> int:
    """Run an example and write its results."""
    from stickslip import examples

    module = examples.get(name)
    known = examples.parameters(module)
    given: dict[str, Any] = dict(values.split(options.settings))
    if options.seed is not None and "seed" not in known:
        raise StickslipError(f"--seed: the example '{name}' uses no random numbers")
    extra = options.times if options.seed is None else {**options.times, "seed": options.seed}
    for key, value in extra.items():
        if key in given:
            raise StickslipError(f"{key} is given twice, by --set and by --{key.replace('_', '-')}")
        given[key] = value
    parameters = values.check(module, known, given)
    folder = _folder(options.out or Path("out") / name.replace("_", "-"))

    def work(progress: Progress | None) -> Outcome:
        outcome: Outcome = module.run(**parameters, out=str(folder / "result.h5"), progress=progress)
        return outcome

    return _run(work, folder, options, getattr(module, "plot", None))


def run_file(path: Path, options: Options) -> int:
    """Run a model file by its section ``simulation`` and the options."""
    from stickslip.model.yaml_io import load, load_simulation

    if options.seed is not None:
        raise StickslipError("--seed: a model file uses no random numbers")
    changes = values.changes(options.settings)
    model = load(path, changes)
    arguments: dict[str, Any] = {**load_simulation(path, changes), **options.times}
    for key in ("t_end", "dt"):
        if key not in arguments:
            raise StickslipError(f"{path}: no {key}; give 'simulation: {{{key}: ...}}' or --{key.replace('_', '-')}")
    every = arguments.pop("record_every", 1)
    integrator = arguments.pop("integrator", None)
    if integrator is not None:
        from stickslip.integrators.schemes import from_description

        arguments["integrator"] = from_description(integrator)
    folder = _folder(options.out or Path("out") / path.stem)

    def work(progress: Progress | None) -> Outcome:
        from stickslip.integrators.options import Record
        from stickslip.integrators.simulate import simulate
        from stickslip.results.summary import general_quantities

        record = Record(every=every)
        out = str(folder / "result.h5")
        result: Result = simulate(model, out=out, record=record, progress=progress or False, **arguments)
        return result, general_quantities(result)

    return _run(work, folder, options, None)


def resume_file(path: Path, options: Options) -> int:
    """Continue an interrupted run and write its summary and figure anew."""

    def work(progress: Progress | None) -> Outcome:
        from stickslip.integrators.simulate import resume
        from stickslip.results.summary import general_quantities

        result: Result = resume(path, progress=progress or False)
        return result, general_quantities(result)

    if not path.is_file():
        raise StickslipError(f"no file '{path}'")
    return _run(work, path.parent, options, None, path.name)


def _folder(path: Path) -> Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StickslipError(f"cannot make the folder '{path}': {error.strerror}") from None
    return path


def _run(
    work: Callable[[Progress | None], Outcome],
    folder: Path,
    options: Options,
    plot: Callable[[Result, dict[str, Any]], Any] | None,
    file: str = "result.h5",
) -> int:
    """Do the work with a progress bar, write what came out, say what was found."""
    from stickslip.cli.profile import Profile

    failure: SimulationError | None = None
    profile = Profile()
    if options.profile:
        profile.measure("loading packages", _load)
    with _watched() as interrupted:
        try:
            with bar(options.quiet) as progress:
                again = _again(progress, interrupted)
                result, quantities = profile.measure("run", lambda: work(again), deeply=options.profile)
        except SimulationError as error:
            if error.result is None:
                raise
            failure, result, quantities = error, error.result, {}  # type: ignore[assignment]
        except (Exception, KeyboardInterrupt):
            if interrupted:  # half a run is not what an example expects
                return _say_interrupted(folder / file)
            raise
    profile.measure(
        "summary and figure",
        lambda: _write(result, quantities, folder, file, plot if failure is None and not interrupted else None),
    )
    if not options.quiet:
        typer.echo(_report(result, quantities, folder))
    if options.profile:
        typer.echo("\n" + profile.table("run"))
    if failure is not None:
        raise failure
    if interrupted:
        return _say_interrupted(folder / file)
    return DONE if result.success else FAILED


def _load() -> None:
    import stickslip.integrators.simulate
    import stickslip.results.summary  # noqa: F401


@contextmanager
def _watched() -> Iterator[list[bool]]:
    """Give a list that is not empty once Ctrl-C was pressed; the step loop then closes its file and returns."""
    pressed: list[bool] = []

    def handler(*_: Any) -> None:
        pressed.append(True)
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGINT, handler)
    except ValueError:  # not in the main thread
        yield pressed
        return
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


def _again(progress: Progress | None, interrupted: list[bool]) -> Progress:
    """Return a callback that also stops the next runs of an example that was interrupted."""

    def update(done: float, t: float, steps: int, closed: int) -> None:
        if interrupted:
            raise KeyboardInterrupt
        if progress:
            progress(done, t, steps, closed)

    return update


def _say_interrupted(path: Path) -> int:
    go_on = f"; 'stickslip resume {path}' goes on with it" if path.exists() else ""
    typer.echo(f"stickslip: interrupted{go_on}", err=True)
    return INTERRUPTED


def _write(
    result: Result,
    quantities: dict[str, Any],
    folder: Path,
    file: str,
    plot: Callable[[Result, dict[str, Any]], Any] | None,
) -> None:
    from stickslip.results.summary import write_summary

    if not (folder / file).exists() or not _is_own(result, folder / file):
        result.save(folder / file)
    write_summary(folder / "summary.json", result, quantities)
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure = plot(result, quantities) if plot is not None else result.plot.energy()
    try:
        with writing(folder / "plot.png") as part:
            figure.savefig(part)
    finally:
        plt.close(figure)


def _is_own(result: Result, path: Path) -> bool:
    """Return whether the result was streamed to ``path`` while it was computed."""
    own = getattr(result.store, "path", None)
    return own is not None and Path(own).exists() and Path(own).samefile(path)


def _table(quantities: Mapping[str, Any]) -> str:
    width = max((len(name) for name in quantities), default=0)
    return "\n".join(f"  {name:{width}}  {_text(value)}" for name, value in quantities.items())


def _text(value: Any) -> str:
    import numpy as np

    if isinstance(value, float | np.floating):
        return f"{value:.6g}"
    if isinstance(value, list | tuple | np.ndarray):
        items = [_text(item) for item in list(value)[:6]]
        return f"[{', '.join(items)}{', ...' if len(value) > 6 else ''}]"
    return str(value)


def _report(result: Result, quantities: Mapping[str, Any], folder: Path) -> str:
    """Return the quantities, how far the run came and how quickly, and the verdict."""
    from stickslip.results.verdict import scheme

    timing = result.summary()["timing"]
    end = f"t = {result.time[-1]:g} s" if len(result) else "nothing recorded"
    speed = f" ({timing['steps_per_s']:.3g} steps/s)" if timing["steps_per_s"] else ""
    if scheme(result.header) == "static":
        end, speed = f"load factor {result.time[-1]:g}" if len(result) else end, ""
    head = f"{result.status}: {end}, {timing['steps'] or 0} steps{speed}. See {folder}"
    table = [_table(quantities)] if quantities else []
    return "\n".join([*table, head, *(f"- {text}" for text in result.certificate.verdict)])
