"""Figures of one part: its shape at some instants, a field on it or along it. Every family is drawn by its scene."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.errors import StickslipError
from stickslip.results.series import unknown
from stickslip.viz.build import SceneBuilder
from stickslip.viz.scene import Field, LineMotion, MeshMotion, Part, Scene
from stickslip.viz.triangles import part_mesh

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from stickslip.results.result import Result

_INSTANTS = 5  # that are drawn unless others are asked for
_MOST = 50  # instants in one figure


def instants(result: Result, at: Any) -> Ints:
    """Return the recorded instants nearest to some times [s]; a few over the whole run unless given."""
    time = result.time
    if at is None:
        return np.unique(np.linspace(0, len(time) - 1, _INSTANTS).astype(np.int64))
    times = np.atleast_1d(np.asarray(at, dtype=float))
    if times.ndim != 1 or not 1 <= len(times) <= _MOST or not np.isfinite(times).all():
        raise StickslipError(f"at = {at!r} must be a time or up to {_MOST} times [s]")
    return np.unique(abs(time[:, None] - times).argmin(axis=0))


def part_at(result: Result, name: Any, rows: Ints) -> tuple[Scene, Part]:
    """Return the scene at some instants and one of its parts."""
    scene = SceneBuilder(result).at(rows)
    wanted = getattr(name, "name", name)
    parts = {part.name: part for part in scene.parts}
    if wanted not in parts:
        raise unknown("part that is drawn", str(wanted), parts)
    return scene, parts[wanted]


def draw_shape(plt: Any, scene: Scene, part: Part, name: str | None) -> Figure:
    """Return a figure of a part at all instants of a scene; ``name`` is a field that colours the last one."""
    field = None if name is None else field_of(part, name)
    flat = scene.dim == 2
    figure = plt.figure(figsize=(6.0, 4.5))
    axes = figure.add_subplot() if flat else figure.add_subplot(projection="3d")
    last = len(scene.time) - 1
    colours = plt.get_cmap("viridis")(np.linspace(0.1, 0.85, last + 1))
    for k, t in enumerate(scene.time):
        lines = _lines(scene, part, k)
        coloured = field is not None and k == last
        _draw_lines(axes, flat, lines, "0.6" if field is not None else colours[k], f"{t:.4g} {scene.clock}")
        if coloured and field is not None:
            _draw_field(figure, axes, scene, part, field, k)
    axes.set(xlabel="x [m]", ylabel="y [m]", title=part.name)
    if flat:
        axes.set_aspect("equal", adjustable="datalim")
    else:
        axes.set_zlabel("z [m]")
        axes.set_box_aspect(np.maximum(np.ptp([axes.get_xlim(), axes.get_ylim(), axes.get_zlim()], axis=1), 1e-12))
    if field is None and last > 0:
        axes.legend()
    return figure


def draw_along(plt: Any, scene: Scene, part: Part, name: str) -> Figure:
    """Return a figure of a field of a line over its length at all instants of a scene."""
    if not isinstance(part.motion, LineMotion):
        raise StickslipError(f"'{part.name}' is not a line; fields along the length are for beams and strings")
    field = field_of(part, name)
    first = part.motion.position[0]
    s = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(first, axis=0), axis=1))])
    figure, axis = plt.subplots(figsize=(6.0, 3.5))
    colours = plt.get_cmap("viridis")(np.linspace(0.1, 0.85, len(scene.time)))
    for k, t in enumerate(scene.time):
        axis.plot(s, field.values[k], color=colours[k], label=f"{t:.4g} {scene.clock}")
    axis.set(xlabel="length along the line [m]", ylabel=f"{field.name} [{field.unit}]", title=part.name)
    axis.legend()
    return figure


def field_of(part: Part, name: str) -> Field:
    """Return a field of a part by its name."""
    fields = {each.name: each for each in part.fields}
    if name not in fields:
        raise unknown(f"field of '{part.name}'", str(name), fields)
    return fields[name]


def _lines(scene: Scene, part: Part, k: int) -> Sequence[Floats]:
    """Return polylines (m, 3) that show a part at an instant: the axis of a line, else visible edges."""
    if isinstance(part.motion, LineMotion):
        return [part.motion.position[k]]
    mesh = part_mesh(scene, part, k)
    return list(mesh.vertices[mesh.edges]) if len(mesh.edges) else [mesh.vertices]


def _draw_lines(axes: Any, flat: bool, lines: Sequence[Floats], colour: Any, label: str) -> None:
    """Add polylines of one instant to a figure."""
    gap = np.full((1, 3), np.nan)
    x, y, z = np.concatenate([piece for line in lines for piece in (line, gap)]).T
    if flat:
        axes.plot(x, y, color=colour, label=label)
    else:
        axes.plot(x, y, z, color=colour, label=label)


def _draw_field(figure: Any, axes: Any, scene: Scene, part: Part, field: Field, k: int) -> None:
    """Colour a part by a field at an instant."""
    values = field.values[k]
    limit = float(np.nanmax(abs(values), initial=0.0)) or 1.0
    look = {"cmap": "RdBu_r", "vmin": -limit, "vmax": limit} if field.signed else {"cmap": "viridis"}
    if isinstance(part.motion, MeshMotion) and part.surface is not None and scene.dim == 2:
        x, y, _ = part.motion.position[k].T
        shown = axes.tripcolor(x, y, part.surface.triangles, values, shading="gouraud", **look)
    else:
        place = part.motion.position[k] if part.motion is not None else np.zeros((1, 3))
        place = np.atleast_2d(place)
        values = np.broadcast_to(values, len(place))
        at = place[:, :2].T if scene.dim == 2 else place.T
        shown = axes.scatter(*at, c=values, s=8, **look)
    figure.colorbar(shown, ax=axes, label=f"{field.name} [{field.unit}]", shrink=0.8)
