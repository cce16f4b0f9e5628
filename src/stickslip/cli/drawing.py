"""``stickslip render`` and ``stickslip export``: results as pictures, films and files for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from stickslip.cli import complete
from stickslip.errors import StickslipError

File = Annotated[Path, typer.Argument(metavar="FILE.h5", help="A result file.", autocompletion=complete.results)]


def register(app: typer.Typer) -> None:
    """Add the commands of this file to the command line."""
    app.command()(render)
    app.command()(export)


def render(
    file: File,
    png: Annotated[bool, typer.Option("--png", help="A picture.")] = False,
    gif: Annotated[bool, typer.Option("--gif", help="A film without sound and programs.")] = False,
    mp4: Annotated[bool, typer.Option("--mp4", help="A film; needs ffmpeg.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", help="Name (default: as the result); its ending says the kind.")
    ] = None,
    time: Annotated[float | None, typer.Option("--time", help="Of the picture [s] (default: the end).")] = None,
    fps: Annotated[float, typer.Option("--fps", help="Pictures per second of the film.")] = 30.0,
    speed: Annotated[
        float | None, typer.Option("--speed", help="Of the film over reality (default: it takes about 10 s).")
    ] = None,
    size: Annotated[str, typer.Option("--size", metavar="WxH", help="Pixels.")] = "960x720",
    view: Annotated[str, typer.Option("--view", help="iso, front, right or top.")] = "iso",
    colour: Annotated[str | None, typer.Option("--colour", help="A field: speed, von Mises stress, ...")] = None,
    forces: Annotated[bool, typer.Option("--forces/--no-forces", help="Contact forces as arrows.")] = True,
    theme: Annotated[str, typer.Option("--theme", help="light or dark.")] = "light",
) -> None:
    """Draw a result off-screen, as a picture or a film."""
    from stickslip.results.result import load

    wanted = {"png": png, "gif": gif, "mp4": mp4}
    base = out or file.with_suffix("")
    if base.suffix[1:] in wanted:
        wanted[base.suffix[1:]] = True
        base = base.with_suffix("")
    kinds = [kind for kind in wanted if wanted[kind]] or ["png"]
    result = load(file, verify=False)
    options: dict[str, Any] = {"view": view, "colour": colour, "forces": forces, "theme": theme, "size": _size(size)}
    for kind in kinds:
        path = base.parent / f"{base.name}.{kind}"
        typer.echo(result.render(path, time=time, fps=fps, speed=speed, **options))


def _size(text: str) -> tuple[int, int]:
    width, x, height = text.partition("x")
    if not x or not width.isdecimal() or not height.isdecimal():
        raise StickslipError(f"--size {text}: write WIDTHxHEIGHT, for example 960x720")
    return int(width), int(height)


def export(
    file: File,
    csv: Annotated[Path | None, typer.Option("--csv", help="Folder for tables.")] = None,
    vtk: Annotated[Path | None, typer.Option("--vtk", help="Folder for ParaView.")] = None,
    gltf: Annotated[Path | None, typer.Option("--gltf", help="A .glb file with animation.")] = None,
    netcdf: Annotated[Path | None, typer.Option("--netcdf", help="A .nc file; needs xarray.")] = None,
    every: Annotated[int, typer.Option("--every", help="VTK: every so many instants.")] = 1,
) -> None:
    """Write a result in formats of other programs."""
    from stickslip.results.result import load

    if not any((csv, vtk, gltf, netcdf)):
        raise StickslipError("choose a format: --csv FOLDER, --vtk FOLDER, --gltf FILE.glb or --netcdf FILE.nc")
    result = load(file)
    written: list[Path] = []
    if csv is not None:
        written += result.to_csv(csv)
    if vtk is not None:
        written += result.to_vtk(vtk, every=every)
    if gltf is not None:
        written.append(result.to_gltf(gltf))
    if netcdf is not None:
        written.append(result.to_netcdf(netcdf))
    typer.echo("\n".join(str(path) for path in written))
