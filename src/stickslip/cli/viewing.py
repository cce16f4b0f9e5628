"""``stickslip view``: a result as a page in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the commands of this file to the command line."""
    app.command()(view)


def view(
    file: Annotated[Path, typer.Argument(help="A result file.")],
    out: Annotated[Path | None, typer.Option("--out", help="The page (default: beside the result).")] = None,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open it in the browser.")] = True,
    tolerance: Annotated[
        float, typer.Option("--tolerance", help="Error of places between keyframes, part of the model's size.")
    ] = 1e-3,
    max_mb: Annotated[float, typer.Option("--max-mb", help="Size of the page [MB].")] = 20.0,
) -> None:
    """Write a result as one HTML page with a moving picture, and open it."""
    from stickslip.results.result import load

    found = load(file, verify=False).view(out, open_page, tolerance=tolerance, max_mb=max_mb)
    kept = f"{found.keyframes} of {found.recorded} instants, places to {found.tolerance:.2g} m"
    typer.echo(f"{found.path}: {len(found.html) / 1e6:.1f} MB, {kept}")
