"""``stickslip``: list and run examples and model files, check models, inspect and report results.

Exit codes: 0 done, 1 the simulation failed, 2 the input is wrong, 130 interrupted. Heavy packages are loaded inside the
commands.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stickslip.cli import complete, drawing, viewing

if TYPE_CHECKING:
    from stickslip.results.result import Result

app = typer.Typer(
    name="stickslip",
    help="Flexible multibody dynamics with exact contact, impact and dry friction.",
    epilog="Exit codes: 0 done, 1 the simulation failed, 2 the input is wrong, 130 interrupted (Ctrl-C).",
    no_args_is_help=True,
    rich_markup_mode=None,  # plain text: faster by half, and readable in pipes and logs
    pretty_exceptions_enable=False,
)
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")]
ResultFile = Annotated[Path, typer.Argument(metavar="FILE.h5", help="A result file.", autocompletion=complete.results)]


def _print_version(wanted: bool) -> None:
    if wanted:
        import stickslip

        typer.echo(f"stickslip {stickslip.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


@app.command()
def examples() -> None:
    """List the examples."""
    from stickslip import examples as registry

    titles = registry.titles()
    width = max(map(len, titles), default=0)
    for name, title in titles.items():
        typer.echo(f"{name:{width}}  {title}")


@app.command(short_help="Run an example or a model file.")
def run(
    what: Annotated[
        str,
        typer.Argument(metavar="NAME|FILE.yaml", help="An example or a model file.", autocompletion=complete.models),
    ],
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="A parameter of an example, or a value of a model file: ball.mass=2.",
            autocompletion=complete.settings,
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Folder for the results (default: out/NAME).")] = None,
    t_end: Annotated[float | None, typer.Option("--t-end", help="End time [s].")] = None,
    dt: Annotated[float | None, typer.Option("--dt", help="Step size [s].")] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Of examples that draw random numbers.")] = None,
    profile: Annotated[bool, typer.Option("--profile", help="Print where the time went.")] = False,
    live: Annotated[bool, typer.Option("--live", help="Watch the run in the browser.")] = False,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="With --live: open the page.")] = True,
    quiet: Quiet = False,
) -> None:
    """Run an example or a model file; writes result.h5, summary.json and plot.png."""
    from stickslip.cli import running

    times = {name: value for name, value in (("t_end", t_end), ("dt", dt)) if value is not None}
    options = running.Options(settings or [], times, out, seed, quiet, profile)
    with viewing.watched(live, what, out, open_page):
        code = running.run(what, options)
    raise typer.Exit(code)


@app.command()
def resume(file: ResultFile, quiet: Quiet = False) -> None:
    """Continue an interrupted run from its last checkpoint."""
    from stickslip.cli import running

    raise typer.Exit(running.resume_file(file, running.Options(quiet=quiet)))


@app.command()
def info(file: ResultFile) -> None:
    """Show what a result file holds: header, certificate and verdict."""
    from stickslip.results.result import load

    typer.echo(describe(load(file)))


@app.command()
def verify(
    file: ResultFile,
    json: Annotated[bool, typer.Option("--json", help="Print all checks as JSON.")] = False,
) -> None:
    """Check a result independently of the program that computed it; exit code 1 if anything is found wrong."""
    from stickslip.results.encode import to_json
    from stickslip.results.result import load

    found = load(file).verify()
    typer.echo(to_json(found.summary(), indent=2) if json else str(found))
    raise typer.Exit(0 if found.right else 1)


viewing.register(app)
drawing.register(app)


@app.command()
def report(
    source: Annotated[
        Path, typer.Argument(metavar="FOLDER|FILE.h5", help="A result.", autocompletion=complete.results)
    ],
    out: Annotated[Path | None, typer.Option("--out", help="The page (default: report.html beside it).")] = None,
) -> None:
    """Write one HTML page: verdict, plots, energy, certificate and model."""
    from stickslip.viz.report import report as write

    typer.echo(f"wrote {write(source, out)}")


@app.command()
def warmup() -> None:
    """Compile everything once, so that the first run starts at once."""
    import time

    from stickslip.integrators.warmup import warmup as compile_all

    start = time.perf_counter()
    compile_all()
    typer.echo(f"compiled in {time.perf_counter() - start:.1f} s")


@app.command()
def new(
    file: Annotated[Path, typer.Argument(metavar="FILE.py|FILE.yaml", help="The file to write; it must not exist.")],
    yaml: Annotated[bool, typer.Option("--yaml", help="Write a model file instead of a program.")] = False,
) -> None:
    """Write a first model that runs at once, to be changed."""
    from stickslip.cli import scaffold

    typer.echo(scaffold.write(file, yaml))


@app.command()
def check(
    file: Annotated[
        Path, typer.Argument(metavar="FILE.yaml", help="A model file.", autocompletion=complete.model_files)
    ],
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="PART.FIELD=VALUE", help="As of 'run'.")
    ] = None,
) -> None:
    """Read a model file and show what it holds and how it starts, without running it."""
    from stickslip.cli import check as checking

    typer.echo(checking.check(file, settings or []))


@app.command()
def doctor() -> None:
    """Show versions, compiled code, threads and disk, and say what is wrong with them."""
    from stickslip.cli.doctor import examine

    rows, problems = examine()
    typer.echo("\n".join(f"{name:12}{text}" for name, text in rows))
    typer.echo("\n".join(["", *(f"problem: {text}" for text in problems)]) if problems else "\nall is well")
    raise typer.Exit(1 if problems else 0)


def describe(result: Result) -> str:
    """Return the header of a result and its certificate as text."""
    header = result.header
    integrator: dict[str, Any] = dict(header.get("integrator") or {})
    scheme = integrator.pop("type", "?")
    options = ", ".join(f"{key}={value}" for key, value in integrator.items())
    every = int(header.get("record_every") or 1)
    step = "step" if every == 1 else f"{every} steps"
    entries = {
        "model": f"{header.get('model_name')} ({header['dim']}-D)",
        "integrator": f"{scheme}({options})",
        "dt": f"{header['dt']:g} s, every {step} recorded",
        "planned": f"{header.get('t_start', 0.0)} to {header.get('t_end')} s",
        "bodies": ", ".join(f"{body['name']} ({body['kind']})" for body in header["bodies"]),
        "joints": ", ".join(f"{joint['name']} ({joint['kind']})" for joint in header["joints"]) or "none",
        "contours": ", ".join(result.contacts.names) or "none",
        "written by": f"stickslip {header.get('version', '?')}",
    }
    lines = [f"{key:12}{_shorten(text)}" for key, text in entries.items()]
    return "\n".join([*lines, "", str(result.certificate)])


def _shorten(text: str, most: int = 400) -> str:
    return text if len(text) <= most else text[: most - 4] + " ..."


def main() -> None:
    """Run the command line and turn errors into one message and an exit code."""
    from stickslip.errors import SimulationError, StickslipError

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without µ gets a question mark
    try:
        app()
    except SimulationError as error:
        _fail(str(error), 1)
    except StickslipError as error:
        _fail(str(error), 2)
    except KeyboardInterrupt:
        _fail("interrupted", 130)
    except Exception as error:
        if os.environ.get("STICKSLIP_DEBUG"):
            raise
        _fail(f"{type(error).__name__}: {error} (STICKSLIP_DEBUG=1 shows where)", 1)


def _fail(message: str, code: int) -> None:
    typer.echo(f"stickslip: {message}", err=True)
    sys.exit(code)
