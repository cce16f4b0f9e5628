"""Runs of one model that differ in integrator and step, and what is compared between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.errors import ModelError
from stickslip.integrators.options import Record
from stickslip.integrators.schemes import Integrator
from stickslip.integrators.simulate import simulate
from stickslip.model.model import Model
from stickslip.results.result import Result

Distance = Callable[[Floats, Floats], float]


@dataclass(frozen=True)
class Trials:
    """A model, a quantity of its results, and the instants at which they are recorded."""

    study: str
    """Its name, for messages."""
    model: Model | Callable[[float], Model]
    quantity: Callable[[Result], Any]
    t_end: float
    instants: int
    error: Distance | None
    options: Mapping[str, Any]

    def run(self, integrator: Integrator, dt: float) -> tuple[Floats, dict[str, Any]]:
        """Return quantity and timing of a run."""
        every = self.record_every(dt)
        model = self.model if isinstance(self.model, Model) else self.model(dt)
        result = simulate(model, self.t_end, dt, integrator=integrator, record=Record(every=every), **self.options)
        return np.asarray(self.quantity(result), dtype=float), result.timing

    def distance(self, found: Floats, exact: Any) -> float:
        """Return the error of a quantity."""
        right = np.asarray(exact, dtype=float)
        if np.size(found) != right.size:
            raise ModelError(
                f"{self.study}: quantity has {np.size(found)} values, its reference {right.size}; with instants = "
                f"{self.instants} a result has {self.instants + 1} records, the first at t = 0"
            )
        return self.error(found, right) if self.error else float(np.linalg.norm(np.ravel(found) - np.ravel(right)))

    def record_every(self, dt: float) -> int:
        """Return the number of steps of one of ``instants`` equal intervals."""
        if not isinstance(self.instants, int | np.integer) or self.instants < 1:
            raise ModelError(f"{self.study}: instants = {self.instants!r} must be an integer >= 1")
        if not (self.t_end > 0.0 and dt > 0.0):
            raise ModelError(f"{self.study}: t_end = {self.t_end} s and dt = {dt} s must be positive")
        ratio = self.t_end / (self.instants * dt)
        if abs(ratio - round(ratio)) > 1e-6 * ratio or ratio < 0.5:
            raise ModelError(
                f"{self.study}: dt = {dt} s does not divide t_end = {self.t_end} s in {self.instants} equal intervals"
            )
        return round(ratio)


def labelled(study: str, integrators: Mapping[str, Integrator] | Iterable[Integrator]) -> dict[str, Integrator]:
    """Return integrators by label; those without one get their name and the parameters that are not the default."""
    schemes = dict(integrators) if isinstance(integrators, Mapping) else {_label(s): s for s in integrators}
    if not schemes:
        raise ModelError(f"{study}: at least one integrator is needed")
    for label, scheme in schemes.items():
        if not isinstance(scheme, Integrator):
            raise ModelError(f"{study}: '{label}' = {scheme!r} is not an integrator such as Bathe()")
    return schemes


def falling(study: str, name: str, values: Iterable[float]) -> Floats:
    """Return at least two different positive numbers, largest first."""
    found = np.array(sorted({float(x) for x in values}, reverse=True))
    if len(found) < 2 or not (np.isfinite(found).all() and (found > 0.0).all()):
        raise ModelError(f"{study}: {name} = {found.tolist()} must be at least two different positive numbers")
    return found


def _label(integrator: Integrator) -> str:
    if not isinstance(integrator, Integrator):
        return str(integrator)
    data = integrator.describe()
    usual = {name: f.default for name, f in type(integrator).__dataclass_fields__.items()}
    own = [f"{key}={value}" for key, value in data.items() if key != "type" and value != usual[key]]
    return f"{data['type']}({', '.join(own)})" if own else data["type"]
