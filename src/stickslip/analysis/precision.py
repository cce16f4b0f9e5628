"""Work-precision diagrams: what an error costs with constant steps and with steps of changing size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.analysis.trials import Distance, Trials, falling, labelled
from stickslip.errors import ModelError, SimulationError
from stickslip.integrators.schemes import Integrator
from stickslip.model.model import Model
from stickslip.results.result import Result

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WORK = {"solutions": "solved steps", "wall": "computing time [s]"}


@dataclass(frozen=True)
class Curve:
    """Errors of one integrator and what they cost; NaN where a run failed."""

    parameter: Floats
    """(k,) steps [s] or tolerances, largest first."""
    error: Floats
    """(k,)"""
    solutions: Floats
    """(k,) solved steps, with those of rejected attempts and of error estimates."""
    wall: Floats
    """(k,) computing time [s]."""

    def work_at(self, error: float, work: str = "solutions") -> float:
        """Return the least work for an error that is not larger, interpolated between the runs; NaN if none has it."""
        if work not in WORK or not error > 0.0:
            raise ModelError(f"work_at: error = {error} must be > 0, work = '{work}' one of {', '.join(WORK)}")
        known = np.isfinite(self.error)
        errors, cost = np.log(np.maximum(self.error[known], 1e-300)), np.log(getattr(self, work)[known])
        least = [w for e, w in zip(errors, cost, strict=True) if e <= np.log(error)]
        for (e0, e1), (w0, w1) in zip(pairwise(errors), pairwise(cost)):
            if min(e0, e1) < np.log(error) < max(e0, e1):
                least.append(w0 + (np.log(error) - e0) / (e1 - e0) * (w1 - w0))
        return float(np.exp(min(least))) if least else np.nan


@dataclass(frozen=True)
class WorkPrecision:
    """Errors and work of several integrators with constant and with adaptive steps."""

    constant: dict[str, Curve]
    adaptive: dict[str, Curve]
    """Those integrators only that can divide their steps."""

    def gain(self, label: str, error: float, work: str = "solutions") -> float:
        """Return the work with constant steps over that with adaptive ones at equal error; NaN if one never reaches it.

        Parameters
        ----------
        work : "solutions" or "wall"
        """
        for name, known in ((label, self.adaptive), (work, WORK)):
            if name not in known:
                raise ModelError(f"work_precision: '{name}' is unknown; known: {', '.join(known)}")
        return self.constant[label].work_at(error, work) / self.adaptive[label].work_at(error, work)

    def table(self) -> str:
        """Return error, solved steps and computing time of every run as text."""
        width = max(12, *(len(label) for label in self.constant))
        lines = [f"{'':<{width}}  {'steps':<16}{'error':>12}{'solved':>10}{'time [s]':>12}"]
        for label in self.constant:
            for kind, curves in (("dt", self.constant), ("tol", self.adaptive)):
                if label not in curves:
                    continue
                c = curves[label]
                for p, e, n, w in zip(c.parameter, c.error, c.solutions, c.wall, strict=True):
                    run = f"{e:12.3e}{n:10.0f}{w:12.4f}" if np.isfinite(e) else f"{'failed':>12}"
                    lines.append(f"{label:<{width}}  {f'{kind} = {p:.3g}':<16}{run}")
        return "\n".join(lines)

    def plot(self) -> Figure:
        """Draw the error over solved steps and over computing time: constant steps solid, adaptive ones dashed."""
        from matplotlib.lines import Line2D

        from stickslip.viz.plots import style

        with style() as plt:
            figure, panels = plt.subplots(1, 2, sharey=True, figsize=(7.2, 3.4))
            colours = {label: f"C{k}" for k, label in enumerate(self.constant)}
            for axes, (work, title) in zip(panels, WORK.items()):
                for label, c in self.constant.items():
                    axes.loglog(getattr(c, work), c.error, "o-", ms=3.5, color=colours[label])
                for label, c in self.adaptive.items():
                    axes.loglog(getattr(c, work), c.error, "s--", ms=3.5, mfc="w", color=colours[label])
                axes.set_xlabel(title)
            panels[0].set_ylabel("error")
            keys = [Line2D([], [], color=colour, label=label) for label, colour in colours.items()]
            keys += [
                Line2D([], [], color="0.4", marker="o", ms=3.5, label="constant steps"),
                Line2D([], [], color="0.4", marker="s", ms=3.5, mfc="w", ls="--", label="adaptive steps"),
            ]
            figure.legend(handles=keys, loc="outside upper center", ncols=min(len(keys), 4))
        return figure


def work_precision(
    model: Model | Callable[[float], Model],
    integrators: Mapping[str, Integrator] | Iterable[Integrator],
    dts: Iterable[float],
    *,
    tolerances: Iterable[float],
    quantity: Callable[[Result], Any],
    reference: Any,
    t_end: float,
    dt: float,
    instants: int = 1,
    error: Distance | None = None,
    repeat: int = 1,
    **options: Any,
) -> WorkPrecision:
    """Run a model with constant steps and with adaptive ones and compare error and work.

    Parameters
    ----------
    model : Model, or callable(dt) -> Model
    integrators : dict of labels and integrators, or a list
        Those that cannot divide their steps, such as MoreauMidpoint, run with constant ones only.
    dts : constant steps [s]
    tolerances : values of rtol = atol for adaptive steps
    quantity : callable(result) -> float or array
    reference : float or array
        The exact value.
    t_end : float [s]
    dt : float [s]
        The largest adaptive step.
    instants : int
        Number of equal intervals whose ends are recorded; dts and dt must divide them.
    error : callable(value, reference) -> float
        Default: Euclidean norm of the difference.
    repeat : int
        Number of runs; the fastest gives the computing time.
    options : further arguments of ``simulate``
    """
    study = "work_precision"
    steps, bounds = falling(study, "dts", dts), falling(study, "tolerances", tolerances)
    schemes = labelled(study, integrators)
    dividing: dict[str, Any] = {label: scheme for label, scheme in schemes.items() if scheme.divides}
    if not dividing:
        raise ModelError(f"{study}: none of {', '.join(schemes)} can divide its steps; give Bathe() for example")
    if reference is None:
        raise ModelError(f"{study}: reference = None; errors need an exact value, or one from a much finer run")
    if not isinstance(repeat, int | np.integer) or repeat < 1:
        raise ModelError(f"{study}: repeat = {repeat!r} must be an integer >= 1")
    trials = Trials(study, model, quantity, t_end, instants, error, options)
    for size in (*steps, dt):
        trials.record_every(size)  # rejects what does not fit before the first run
    constant = {
        label: _curve(trials, steps, [(_constant(scheme), x) for x in steps], reference, repeat)
        for label, scheme in schemes.items()
    }
    adaptive = {
        label: _curve(
            trials, bounds, [(replace(s, adaptive=True, rtol=x, atol=x), dt) for x in bounds], reference, repeat
        )
        for label, s in dividing.items()
    }
    return WorkPrecision(constant, adaptive)


def _constant(scheme: Any) -> Integrator:
    constant: Integrator = replace(scheme, adaptive=False) if scheme.divides else scheme
    return constant


def _curve(
    trials: Trials, parameter: Floats, runs: list[tuple[Integrator, float]], reference: Any, repeat: int
) -> Curve:
    rows = np.full((len(runs), 3), np.nan)
    for k, (scheme, dt) in enumerate(runs):
        try:
            found = [trials.run(scheme, dt) for _ in range(repeat)]
        except SimulationError:
            continue  # a step beyond the limit of stability, for example: the others suffice
        value, timing = found[0]
        wall = min(timing["wall_s"] for _, timing in found)
        rows[k] = trials.distance(value, reference), timing.get("solutions", timing["steps"]), wall
    if np.isnan(rows).all():
        raise ModelError(f"{trials.study}: {scheme} failed with all of {parameter.tolist()}")
    return Curve(parameter, *rows.T)
