"""What ``stickslip run`` and ``stickslip resume`` do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from stickslip.cli import values
from stickslip.errors import SimulationError, StickslipError

if TYPE_CHECKING:
    from stickslip.results.result import Result

Progress = Callable[[float, float, int, int], None]
Outcome = tuple["Result", dict[str, Any]]


def run_example(name: str, settings: Sequence[str], times: Mapping[str, float], out: Path | None, quiet: bool) -> bool:
    """Run an example and write its results; returns whether the simulation ended well."""
    from stickslip import examples

    module = examples.get(name)
    given: dict[str, Any] = dict(values.split(settings))
    for key, value in times.items():
        if key in given:
            raise StickslipError(f"{key} is given twice, by --set and by --{key.replace('_', '-')}")
        given[key] = value
    parameters = values.check(module, examples.parameters(module), given)
    folder = _folder(out or Path("out") / name.replace("_", "-"))

    def work(progress: Progress | None) -> Outcome:
        outcome: Outcome = module.run(**parameters, out=str(folder / "result.h5"), progress=progress)
        return outcome

    return _run(work, folder, quiet, getattr(module, "plot", None))


def run_file(path: Path, settings: Sequence[str], times: Mapping[str, float], out: Path | None, quiet: bool) -> bool:
    """Run a model file by its section ``simulation`` and the options; returns whether it ended well."""
    from stickslip.model.yaml_io import load, load_simulation

    if settings:
        raise StickslipError("--set is for examples; change the file, or use --t-end and --dt")
    model = load(path)
    options: dict[str, Any] = {**load_simulation(path), **times}
    for key in ("t_end", "dt"):
        if key not in options:
            raise StickslipError(f"{path}: no {key}; give 'simulation: {{{key}: ...}}' or --{key.replace('_', '-')}")
    integrator = options.pop("integrator", None)
    if integrator is not None:
        from stickslip.integrators.schemes import from_description

        options["integrator"] = from_description(integrator)
    folder = _folder(out or Path("out") / path.stem)

    def work(progress: Progress | None) -> Outcome:
        from stickslip.integrators.simulate import simulate
        from stickslip.results.summary import general_quantities

        result: Result = simulate(model, out=str(folder / "result.h5"), progress=progress or False, **options)
        return result, general_quantities(result)

    return _run(work, folder, quiet, None)


def resume_file(path: Path, quiet: bool) -> bool:
    """Go on with an interrupted run and write its summary and figure anew."""

    def work(progress: Progress | None) -> Outcome:
        from stickslip.integrators.simulate import resume
        from stickslip.results.summary import general_quantities

        result: Result = resume(path, progress=progress or False)
        return result, general_quantities(result)

    if not path.is_file():
        raise StickslipError(f"no file '{path}'")
    return _run(work, path.parent, quiet, None, path.name)


def _folder(path: Path) -> Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StickslipError(f"cannot make the folder '{path}': {error.strerror}") from None
    return path


def _run(
    work: Callable[[Progress | None], Outcome],
    folder: Path,
    quiet: bool,
    plot: Callable[[Result, dict[str, Any]], Any] | None,
    file: str = "result.h5",
) -> bool:
    """Do the work with a progress bar, write what came out, say what was found."""
    failure: SimulationError | None = None
    try:
        with _bar(quiet) as progress:
            result, quantities = work(progress)
    except SimulationError as error:
        if error.result is None:
            raise
        failure, result, quantities = error, error.result, {}  # type: ignore[assignment]
    _write(result, quantities, folder, file, plot if failure is None else None)
    if not quiet:
        typer.echo(_table(quantities))
        typer.echo(_finding(result, folder))
    if failure is not None:
        raise failure
    return result.success


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
        figure.savefig(folder / "plot.png")
    except OSError as error:
        raise StickslipError(f"cannot write '{folder / 'plot.png'}': {error.strerror or error}") from None
    finally:
        plt.close(figure)


def _is_own(result: Result, path: Path) -> bool:
    """Tell whether the result was streamed to ``path`` while it was computed."""
    own = getattr(result.store, "path", None)
    return own is not None and Path(own).exists() and Path(own).samefile(path)


@contextmanager
def _bar(quiet: bool) -> Iterator[Progress | None]:
    """Give a callback that moves a progress bar on stderr; None if it should be quiet."""
    if quiet:
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TextColumn("{task.percentage:5.1f} %"), TextColumn("{task.description}"))
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("compiling on the first run", total=1.0)

        def update(done: float, t: float, steps: int, closed: int) -> None:
            bar.update(task, completed=done, description=f"t = {t:.4g} s, {steps} steps, {closed} closed contacts")

        yield update


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


def _finding(result: Result, folder: Path) -> str:
    """Return one line: how far the run came, how quickly and how exactly."""
    summary = result.summary()
    timing, checks, energy = summary["timing"], summary["certificate"], summary["energy"]
    end = f"t = {result.time[-1]:g} s" if len(result) else "nothing recorded"
    if result.header["integrator"].get("type") == "static":
        rest = f"unbalanced forces {checks['residual']:.2g} of the largest"
        return f"{result.status}: equilibrium at load factor {result.time[-1]:g}; {rest}. See {folder}"
    speed = f" ({timing['steps_per_s']:.3g} steps/s)" if timing["steps_per_s"] else ""
    exact = "; ".join(
        f"{label} {value:.2g}{unit}" if isinstance(value, int | float) else f"{label} {value}"
        for label, value, unit in (
            ("contact residual" if result.header["contours"] else "residual", checks["residual"], ""),
            ("penetration", checks["penetration"], " m"),
            ("unexplained energy", energy.get("remainder"), " J"),
        )
    )
    return f"{result.status}: {end}, {timing['steps'] or 0} steps{speed}; {exact}. See {folder}"
