"""Figures with matplotlib, which is loaded when the first one is drawn. Every function returns its figure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from stickslip.codes import OPEN, STATUS, WORKS
from stickslip.errors import StickslipError
from stickslip.results.series import BodySeries, unknown
from stickslip.viz.shape_plots import draw_along, draw_shape, instants, part_at

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from stickslip.results.result import Result

STYLE: dict[Any, Any] = {
    "figure.constrained_layout.use": True,
    "figure.dpi": 120,
    "savefig.dpi": 200,
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "grid.linewidth": 0.5,
    "lines.linewidth": 1.2,
    "legend.frameon": False,
    "legend.fontsize": 8,
}
_MOST_PAIRS = 8  # curves that can still be told apart
_AXES = "xyz"


@contextmanager
def style() -> Iterator[Any]:
    """Give ``matplotlib.pyplot`` with the look of all our figures.

    In a notebook new figures are closed, or it would show them twice: as the value of the cell, and at its end.
    """
    import matplotlib
    import matplotlib.pyplot as plt

    before = set(plt.get_fignums())
    with plt.rc_context(STYLE):
        yield plt
    if "inline" in matplotlib.get_backend():
        for number in set(plt.get_fignums()) - before:
            plt.close(number)


class Plots:
    """Figures of one result, as ``result.plot``."""

    def __init__(self, result: Result) -> None:
        self._result = result

    def energy(self) -> Figure:
        """Kinetic, potential and total energy, and below them the works since the start (those that are not zero)."""
        energy, time = self._result.energy, self._result.time
        with style() as plt:
            figure, (top, bottom) = plt.subplots(2, 1, sharex=True, figsize=(6.0, 5.0))
            for name in ("kinetic", "potential", "total"):
                top.plot(time, getattr(energy, name), label=name, color="k" if name == "total" else None)
            top.set_ylabel("energy [J]")
            top.legend()
            works = [name for name in WORKS if np.any(getattr(energy, name))]
            for name in works or ["remainder"]:
                bottom.plot(time, getattr(energy, name), label=name)
            bottom.set(xlabel="time $t$ [s]", ylabel="work since start [J]")
            bottom.legend()
        return figure

    def momentum(self) -> Figure:
        """Linear and angular momentum about the origin (those that are not zero); dashed: impulses of outer forces."""
        momentum, time = self._result.momentum, self._result.time
        rows = (
            ("linear", momentum.linear, momentum.impulse, "momentum [N s]"),
            ("angular", momentum.angular, momentum.moment, "angular momentum [N m s]"),
        )
        with style() as plt:
            figure, axes = plt.subplots(2, 1, sharex=True, figsize=(6.0, 5.0))
            for axis, (name, own, outer, label) in zip(axes, rows, strict=True):
                for k in np.flatnonzero(np.any(own, axis=0)):
                    (line,) = axis.plot(time, own[:, k], label=f"{name} {_AXES[k]}")
                    axis.plot(time, own[0, k] + outer[:, k] - outer[0, k], "--", color=line.get_color())
                axis.set_ylabel(label)
                if axis.lines:
                    axis.legend()
            axes[-1].set_xlabel("time $t$ [s]")
        return figure

    def gaps(self) -> Figure:
        """Smallest gap of each pair that ever touched (the first eight)."""
        return self._pairs("gap", "gap $g_N$ [m]")

    def contacts(self) -> Figure:
        """Count of closed contacts, normal force and status of each pair that ever touched (the first eight)."""
        contacts = self._result.contacts
        with style() as plt:
            figure, (count, force, status) = plt.subplots(3, 1, sharex=True, figsize=(6.0, 6.5))
            count.step(contacts.time, contacts.closed, where="post", color="k")
            count.set_ylabel("closed contacts")
            count.yaxis.get_major_locator().set_params(integer=True)
            for k, (a, b) in enumerate(contacts.pairs()[:_MOST_PAIRS]):
                pair = contacts.between(a, b)
                force.plot(pair.time, pair.force, label=f"{a} – {b}")
                shown = np.where(pair.status > OPEN, pair.status, np.nan)
                status.plot(pair.time, shown + 0.05 * k, ".", markersize=3)
            force.set_ylabel("normal force [N]")
            if force.lines:
                force.legend()
            status.set_yticks(range(1, len(STATUS)), ["stick", "slip", "frictionless", "compliant"])
            status.set(xlabel="time $t$ [s]", ylim=(0.5, len(STATUS) - 0.5))
        return figure

    def body(self, name: Any) -> Figure:
        """Position, velocity and angular velocity of a body over time; coordinates of a body from (M, D, K).

        Of a line or solid: the numbers that the viewer shows of it.
        """
        series, time = self._result[name], self._result.time
        if not isinstance(series, BodySeries) or series.kind not in ("rigid", "linear"):
            return self._channels(name)
        panels: list[tuple[np.ndarray, str, Sequence[str]]]
        if series.kind == "rigid":
            panels = [
                (series.position, "position [m]", _AXES),
                (series.velocity, "velocity [m/s]", _AXES),
                (series.angular_velocity, "angular velocity [rad/s]", "123"),
            ]
        else:
            panels = [(series.q, "coordinates $q$", "123456789"), (series.u, "velocities $u$", "123456789")]
        return _panels(series.name, time, panels)

    def _channels(self, name: Any) -> Figure:
        """Numbers of a part over time, as the viewer shows them."""
        rows = np.arange(len(self._result.time))
        scene, part = part_at(self._result, name, rows)
        if not part.channels:
            raise StickslipError(f"'{part.name}' ({part.kind}) has nothing recorded that changes in time")
        panels = [(each.values, f"{each.name} [{each.unit}]", each.labels) for each in part.channels]
        return _panels(part.name, scene.time, panels)

    def shape(self, name: Any, at: Any = None, field: str | None = None) -> Figure:
        """Shape of a part at some times, five over the whole run unless given; ``field`` colours the last one.

        Parameters
        ----------
        name : str or declaration
        at : float or sequence of floats [s]
        field : str
            Such as "bending moment" of a beam, "displacement" or "von Mises stress" of a solid, "speed".
        """
        scene, part = part_at(self._result, name, instants(self._result, at))
        with style() as plt:
            return draw_shape(plt, scene, part, field)

    def along(self, name: Any, field: str, at: Any = None) -> Figure:
        """Field along a beam or string, such as "bending moment", at some times; five over the run unless given."""
        scene, part = part_at(self._result, name, instants(self._result, at))
        with style() as plt:
            return draw_along(plt, scene, part, field)

    def __repr__(self) -> str:
        figures = [name for name in vars(type(self)) if not name.startswith("_")]
        return f"<figures of a result: {', '.join(f'.{name}()' for name in figures)}>"

    def phase(self, name: Any, component: int | str = 0) -> Figure:
        """Velocity over position of one component of a body: "x", "y", "z", "angle" (planar) or a coordinate number."""
        series = self._body(name)
        x, v, label, unit = self._phase_curves(series, component)
        with style() as plt:
            figure, axis = plt.subplots(figsize=(4.5, 4.0))
            axis.plot(x, v, color="C0")
            axis.plot(x[:1], v[:1], "o", color="C0", markersize=4)
            axis.set(xlabel=f"{label} [{unit}]", ylabel=f"rate of {label} [{unit}/s]", title=series.name)
        return figure

    def _phase_curves(self, series: BodySeries, component: int | str) -> tuple[np.ndarray, np.ndarray, str, str]:
        dim = int(self._result.header["dim"])
        if series.kind != "rigid":
            if not isinstance(component, int) or not 0 <= component < min(series.q.shape[1], series.u.shape[1]):
                last = series.q.shape[1] - 1
                raise StickslipError(f"'{series.name}' has coordinates 0 ... {last}, not {component!r}")
            return series.q[:, component], series.u[:, component], f"$q_{{{component + 1}}}$", "1"
        if component == "angle" and dim == 2:
            return series.angle, series.angular_velocity, r"angle $\varphi$", "rad"
        names = list(_AXES[:dim])
        if isinstance(component, str) and component not in names:
            raise unknown("component", component, [*names, "angle"] if dim == 2 else names)
        k = names.index(component) if isinstance(component, str) else component
        if not 0 <= k < dim:
            raise StickslipError(f"'{series.name}' has components 0 ... {dim - 1}, not {component}")
        return series.position[:, k], series.velocity[:, k], f"${names[k]}$", "m"

    def _body(self, name: Any) -> BodySeries:
        series = self._result[name]
        if not isinstance(series, BodySeries) or series.kind not in ("rigid", "linear"):
            raise StickslipError(f"'{series.name}' is not a body with one motion; those of nodes are in .position")
        return series

    def _pairs(self, quantity: str, label: str) -> Figure:
        contacts = self._result.contacts
        pairs = contacts.pairs()
        with style() as plt:
            figure, axis = plt.subplots(figsize=(6.0, 3.5))
            for a, b in pairs[:_MOST_PAIRS]:
                pair = contacts.between(a, b)
                axis.plot(pair.time, getattr(pair, quantity), label=f"{a} – {b}")
            axis.axhline(0.0, color="k", linewidth=0.6)
            axis.set(xlabel="time $t$ [s]", ylabel=label)
            if len(pairs) > _MOST_PAIRS:
                axis.set_title(f"the first {_MOST_PAIRS} of {len(pairs)} pairs")
            if pairs:
                axis.legend()
            else:
                axis.text(0.5, 0.6, "no contact was ever closed", ha="center", transform=axis.transAxes)
        return figure


def _panels(title: str, time: np.ndarray, panels: Sequence[tuple[np.ndarray, str, Sequence[str]]]) -> Figure:
    """Return curves over time, one panel for each (values, label, names of components)."""
    with style() as plt:
        figure, axes = plt.subplots(len(panels), 1, sharex=True, figsize=(6.0, 2.0 * len(panels)), squeeze=False)
        for axis, (values, label, names) in zip(axes[:, 0], panels):
            curves = np.atleast_2d(values.T)
            for curve, text in zip(curves, names):
                axis.plot(time, curve, label=text)
            axis.set_ylabel(label)
            if len(curves) > 1:
                axis.legend(ncols=3)
        axes[0, 0].set_title(title)
        axes[-1, 0].set_xlabel("time $t$ [s]")
    return figure
