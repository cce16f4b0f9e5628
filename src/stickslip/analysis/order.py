"""Order of convergence, errors and cost of integrators on one model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.analysis.trials import Distance, Trials, falling, labelled
from stickslip.integrators.schemes import Integrator
from stickslip.model.model import Model
from stickslip.results.result import Result

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Convergence:
    """Errors and computing time of several integrators over the step size."""

    labels: list[str]
    """Names of the integrators (n)."""
    dts: Floats
    """(k,) [s], largest first."""
    errors: Floats
    """(n, k), one row per integrator."""
    step_time: Floats
    """(n, k) wall time of one step [s]."""

    @property
    def orders(self) -> Floats:
        """Slopes of log error over log dt between neighbouring step sizes (n, k - 1)."""
        return np.asarray(np.diff(np.log(self.errors), axis=1) / np.diff(np.log(self.dts)))

    @property
    def order(self) -> Floats:
        """Slopes of the least-squares lines through all errors (n,)."""
        return np.array([np.polyfit(np.log(self.dts), np.log(row), 1)[0] for row in self.errors])

    @property
    def cost(self) -> Floats:
        """Time of a step at the smallest dt, relative to the first integrator (n,)."""
        return np.asarray(self.step_time[:, -1] / self.step_time[0, -1])

    def __getitem__(self, label: str) -> Floats:
        """Return the errors (k,) of an integrator."""
        return np.asarray(self.errors[self.labels.index(label)])

    def table(self) -> str:
        """Return errors, orders and cost as text."""
        width = max(12, *(len(label) for label in self.labels))
        head = "".join(f"{f'dt = {dt:.3g}':>14}" for dt in self.dts)
        lines = [f"{'error':<{width}}{head}   order    cost"]
        for label, errors, order, cost in zip(self.labels, self.errors, self.order, self.cost):
            row = "".join(f"{e:14.3e}" for e in errors)
            lines.append(f"{label:<{width}}{row}{order:8.2f}{cost:8.2f}")
        return "\n".join(lines)

    def plot(self) -> Figure:
        """Draw the errors over the step size, both logarithmic."""
        from stickslip.viz.plots import style

        with style() as plt:
            figure, axes = plt.subplots(figsize=(5.0, 4.0))
            for label, errors, order in zip(self.labels, self.errors, self.order):
                axes.loglog(self.dts, errors, "o-", label=f"{label}, slope {order:.2f}")
            axes.set(xlabel="dt [s]", ylabel="error")
            axes.legend()
        return figure


def convergence(
    model: Model | Callable[[float], Model],
    integrators: Mapping[str, Integrator] | Iterable[Integrator],
    dts: Iterable[float],
    *,
    quantity: Callable[[Result], Any],
    t_end: float,
    reference: Any = None,
    instants: int = 1,
    error: Distance | None = None,
    **options: Any,
) -> Convergence:
    """Run a model with several integrators and step sizes and compare a quantity with its reference.

    Parameters
    ----------
    model : Model, or callable(dt) -> Model
    integrators : dict of labels and integrators, or a list
    dts : step sizes [s]
    quantity : callable(result) -> float or array
    reference : float or array, optional
        The exact value; without it each value is compared with that of the same integrator at half the step, which
        keeps the order and makes the error smaller by the factor 1 - 2^-order.
    t_end : float [s]
    instants : int
        Number of equal intervals whose ends are recorded; all steps must divide them.
    error : callable(value, reference) -> float
        Default: Euclidean norm of the difference.
    options : further arguments of ``simulate``
    """
    steps, schemes = falling("convergence", "dts", dts), labelled("convergence", integrators)
    trials = Trials("convergence", model, quantity, t_end, instants, error, options)
    errors, times = np.zeros((len(schemes), len(steps))), np.zeros((len(schemes), len(steps)))
    for i, scheme in enumerate(schemes.values()):
        known: dict[float, tuple[Floats, float]] = {}

        def value(dt: float, scheme: Integrator = scheme, known: dict = known) -> tuple[Floats, float]:
            if dt not in known:
                found, timing = trials.run(scheme, dt)
                known[dt] = found, timing["wall_s"] / timing["steps"]
            return known[dt]

        for k, dt in enumerate(steps):
            found, times[i, k] = value(dt)
            errors[i, k] = trials.distance(found, value(0.5 * dt)[0] if reference is None else reference)
    return Convergence(list(schemes), steps, errors, times)
