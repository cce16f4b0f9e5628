"""The certificate: how exactly the laws were met, and where the energy went."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from stickslip.codes import CERTIFICATE, ENTRIES, INSTANTANEOUS, LEDGER, WORKS, Column, Energies, Errors
from stickslip.results.base import Store
from stickslip.results.verdict import Finding, findings, scheme

_NO_WORKS = (*INSTANTANEOUS, "remainder")


class Energy(Energies):
    """The energy ledger [J], each (n,): kinetic, potential and the works since the start (losses negative).

    ``kinetic`` is that of the recorded velocities. ``rates`` is what the rates of natural coordinates have in addition,
    with `EnergyMomentum` only: the scheme conserves their energy, of which a rigid motion with the same momenta has
    less. It is of second order in the rotation of a step.
    """

    def __init__(self, time: np.ndarray, table: np.ndarray) -> None:
        self.time = time
        self.table = table
        for name, column in zip(LEDGER, table.T, strict=True):
            setattr(self, name, column)

    @property
    def total(self) -> np.ndarray:
        """Kinetic and potential energy, that of ``rates`` included (n,) [J]."""
        return self.kinetic + self.potential + self.rates

    @property
    def scale(self) -> float:
        """What a remainder is compared with: the largest kinetic energy, change of energy or work [J]."""
        if len(self.time) == 0:
            return 0.0
        change = np.abs(self.total - self.total[0]).max()
        works = np.abs(np.delete(self.table, [LEDGER.index(name) for name in _NO_WORKS], axis=1)).max(initial=0.0)
        return float(max(np.abs(self.kinetic).max(), change, works))

    def summary(self) -> dict[str, float]:
        """Return start, end and works as one flat dict [J]."""
        if len(self.time) == 0:
            return {}
        ends: dict[str, float] = {}
        for name in ("kinetic", "potential", "rates", "total"):
            column = getattr(self, name)
            ends[f"{name}_start"], ends[f"{name}_end"] = float(column[0]), float(column[-1])
        ends.update({name: float(getattr(self, name)[-1]) for name in WORKS})
        ends["remainder_relative"] = ends["remainder"] / self.scale if self.scale > 0.0 else 0.0
        return ends

    def __repr__(self) -> str:
        return f"<energy of {len(self.time)} instants: {', '.join(LEDGER)}, total>"


class Certificate(Errors):
    """Largest errors of a run and its energy balance; print it for the tables.

    Attributes
    ----------
    {columns}
        Largest value over the run.
    at : dict
        Time [s] of each of them.
    energy : dict
        Start, end and works [J].
    verdict : list of str
        What all this proves, in sentences.
    """

    def __init__(self, store: Store) -> None:
        time, table = store.read("time"), store.read("certificate")
        self.maxima: dict[str, float] = {}
        self.at: dict[str, float] = {}
        for name, column in zip(CERTIFICATE, table.T):
            # A value that is not a number is the worst and must not hide behind the others.
            k = int(np.argmax(np.where(np.isnan(column), np.inf, column))) if len(column) else -1
            self.maxima[name] = float(column[k]) if k >= 0 else 0.0
            self.at[name] = float(time[k]) if k >= 0 else float("nan")
            setattr(self, name, self.maxima[name])
        self._ledger = Energy(time, store.read("energy"))
        self._store = store
        self.energy = self._ledger.summary()
        self.status, self.message = store.status, store.message
        self._span = (float(time[0]), float(time[-1])) if len(time) else (0.0, 0.0)
        self._n = store.n
        self.static = scheme(store.header) == "static"
        self.model_name = str(store.header.get("model_name", "model"))

    @cached_property
    def findings(self) -> list[Finding]:
        """What the run proves and what it does not, as pairs (proven, text)."""
        return findings(self, self._store, self._ledger)

    @property
    def verdict(self) -> list[str]:
        """What the run proves, in sentences; those about a limit that was exceeded begin with "Not proven:"."""
        return [text if proven else f"Not proven: {text[0].lower()}{text[1:]}" for proven, text in self.findings]

    @property
    def proven(self) -> bool:
        """True if the run ended well and no limit was exceeded."""
        return all(proven for proven, _ in self.findings)

    def summary(self) -> dict[str, float]:
        """Return the largest values as a dict."""
        return dict(self.maxima)

    def __str__(self) -> str:
        first, last = self._span
        span = f"load factors from {first:g} to {last:g}" if self.static else f"instants from {first:g} to {last:g} s"
        lines = [f"Certificate of '{self.model_name}': {self.status}, {self._n} {span}"]
        if self.message:
            lines.append(self.message)
        lines += ["", f"{'':34}{'largest':>12}   {'at load' if self.static else 'at t [s]':<12}unit"]
        for name, column in ENTRIES.items():
            value, at = self.maxima[name], self.at[name] if self.maxima[name] else float("nan")
            lines.append(f"{column.text:34}{_number(column, value):>12}   {_time(at):<12}{column.unit}".rstrip())
        return "\n".join([*lines, *self._energy_lines(), "", "verdict", *(f"- {text}" for text in self.verdict)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from stickslip.viz.cards import certificate_card

        return certificate_card(self)

    def _energy_lines(self) -> list[str]:
        if not self.energy:
            return []
        e: dict[str, Any] = self.energy
        lines = ["", f"{'energy [J]':20}{'start':>16}{'end':>16}{'change':>16}"]
        rates = ("rates",) if e["rates_start"] or e["rates_end"] else ()
        for name in ("kinetic", "potential", *rates, "total"):
            start, end = e[f"{name}_start"], e[f"{name}_end"]
            lines.append(f"{name:20}{start:16.8g}{end:16.8g}{end - start:16.8g}")
        lines += ["", f"{'work since start [J]':52}{'':16}".rstrip()]
        for name, text in WORKS.items():
            lines.append(f"{text:24}{'':28}{e[name]:16.8g}")
        lines.append(f"{'remainder, relative':24}{'':28}{e['remainder_relative']:16.3g}")
        return lines


def _number(column: Column, value: float) -> str:
    return f"{value:.0f}" if column.counted and np.isfinite(value) else f"{value:.3g}"


def _time(value: float) -> str:
    return "-" if np.isnan(value) else f"{value:.6g}"


_LINES = "\n".join(f"    {name} : float [{c.unit or '-'}], {c.text}" for name, c in ENTRIES.items())
Certificate.__doc__ = (Certificate.__doc__ or "").replace("    {columns}", _LINES)
