"""Curves over all recorded instants, with few points: energies and gaps beside the moving picture."""

from __future__ import annotations

import numpy as np

from stickslip.results.base import BLOCK_BYTES, Store
from stickslip.results.columns import LEDGER
from stickslip.viz.scene import Curve, CurvePlot, Floats
from stickslip.viz.touching import Closings

_BINS = 1200  # of a long curve; each keeps its smallest and its largest value
_WORKS = LEDGER[2:]


def envelope(time: Floats, columns: Floats) -> tuple[Floats, Floats]:
    """Return times (k,) and values (k, c) of a curve with at most 2 * 1200 points that keeps all peaks.

    Every bin of instants gives its smallest and its largest values, at its first and its last time.
    """
    n = len(time)
    if n <= 2 * _BINS:
        return time, columns
    edges = np.linspace(0, n, _BINS + 1).astype(int)
    out_t, out = np.empty(2 * _BINS), np.empty((2 * _BINS, columns.shape[1]))
    for k in range(_BINS):
        part = columns[edges[k] : edges[k + 1]]
        known = np.isfinite(part).any(axis=0)
        low, high = np.full(part.shape[1], np.nan), np.full(part.shape[1], np.nan)
        low[known], high[known] = np.nanmin(part[:, known], axis=0), np.nanmax(part[:, known], axis=0)
        rising = part[-1] >= part[0]
        out[2 * k] = np.where(rising, low, high)
        out[2 * k + 1] = np.where(rising, high, low)
        out_t[2 * k], out_t[2 * k + 1] = time[edges[k]], time[edges[k + 1] - 1]
    out[0], out[-1] = columns[0], columns[-1]
    return out_t, out


def energy_plots(store: Store, time: Floats) -> list[CurvePlot]:
    """Return energies, and works since the start where there are any."""
    step = max(1, BLOCK_BYTES // (8 * len(LEDGER)))
    pieces = [store.read("energy", slice(k, min(k + step, store.n))) for k in range(0, store.n, step)]
    ledger = np.concatenate(pieces) if pieces else np.zeros((0, len(LEDGER)))
    columns = np.column_stack([ledger[:, 0], ledger[:, 1], ledger[:, 0] + ledger[:, 1], ledger[:, 2:]])
    t, values = envelope(time, columns)
    names = ("kinetic", "potential", "total", *_WORKS)
    total = tuple(Curve(names[k], values[:, k]) for k in range(3))
    largest = float(np.abs(columns).max(initial=0.0))
    works = tuple(
        Curve(names[k], values[:, k])
        for k in range(3, len(names))
        if np.abs(values[:, k]).max(initial=0) > 1e-9 * largest
    )
    plots = [CurvePlot("energy", "J", t, total)]
    return [*plots, CurvePlot("work since start", "J", t, works)] if works else plots


def gap_plot(time: Floats, found: Closings, names: list[str]) -> CurvePlot | None:
    """Return the gaps of the pairs of bodies that touched."""
    pairs = found.pairs()
    if not pairs:
        return None
    t, values = envelope(time, np.column_stack([found.gaps[pair] for pair in pairs]))
    labels = [" – ".join(names[k] if k >= 0 else "?" for k in pair) for pair in pairs]
    return CurvePlot("gap", "m", t, tuple(Curve(label, values[:, k]) for k, label in enumerate(labels)))
