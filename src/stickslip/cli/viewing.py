"""``stickslip view`` and ``stickslip run --live``: results as pages in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from stickslip.cli import complete


def register(app: typer.Typer) -> None:
    """Add the commands of this file to the command line."""
    app.command()(view)


def view(
    file: Annotated[Path, typer.Argument(metavar="FILE.h5", help="A result file.", autocompletion=complete.results)],
    out: Annotated[Path | None, typer.Option("--out", help="The page (default: beside the result).")] = None,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open it in the browser.")] = True,
    tolerance: Annotated[
        float, typer.Option("--tolerance", help="Error of places between keyframes, part of the model's size.")
    ] = 1e-3,
    max_mb: Annotated[float, typer.Option("--max-mb", help="Size of the page [MB].")] = 20.0,
) -> None:
    """Write a result as one HTML page with a moving picture, and open it."""
    from stickslip.results.result import load

    found = load(file, verify=False).view(out, open=open_page, tolerance=tolerance, max_mb=max_mb)
    kept = f"{found.keyframes} of {found.recorded} instants, places to {found.tolerance:.2g} m"
    typer.echo(f"{found.path}: {len(found.html) / 1e6:.1f} MB, {kept}")


@contextmanager
def watched(live: bool, what: str, out: Path | None, open_page: bool) -> Iterator[None]:
    """Show the run of an example or model file in the browser during the run, if ``live``."""
    if not live:
        yield
        return
    from stickslip.viz.live import live_view

    name = Path(what).stem if Path(what).suffix in (".yaml", ".yml") else what.replace("_", "-")
    with live_view((out or Path("out") / name) / "result.h5", open_page) as page:
        typer.echo(f"watch it at {page.url}", err=True)
        yield
