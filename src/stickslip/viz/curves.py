"""Curves over all recorded instants, with few points: energies and gaps beside the moving picture."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from stickslip._arrays import Floats
from stickslip.codes import LEDGER
from stickslip.contact.scene import Closings
from stickslip.results.base import Store
from stickslip.viz.scene import Curve, CurvePlot

_BINS = 1200  # of a long curve; each keeps its smallest and its largest value
_ROWS = 32768  # instants read at once


def envelope(time: Floats, read: Callable[[int, int], Floats]) -> tuple[Floats, Floats]:
    """Return times (k,) and values (k, c) of curves with at most 2 * 1200 points that keep all peaks.

    ``read(start, stop)`` gives values (stop - start, c). Every bin of instants gives its smallest and its largest
    values, at its first and its last time.
    """
    n = len(time)
    if n <= 2 * _BINS:
        return time, read(0, n)
    edges = np.linspace(0, n, _BINS + 1).astype(int)
    out = [read(0, 1)]
    group = max(1, _ROWS * _BINS // n)  # bins that are read together
    for k in range(0, _BINS, group):
        bins = edges[k : k + group + 1] - edges[k]
        part = read(int(edges[k]), int(edges[k] + bins[-1]))
        low, high = np.fmin.reduceat(part, bins[:-1]), np.fmax.reduceat(part, bins[:-1])
        rising = part[bins[1:] - 1] >= part[bins[:-1]]
        pair = np.stack([np.where(rising, low, high), np.where(rising, high, low)], axis=1)
        out.append(pair.reshape(-1, part.shape[1]))
    out.append(read(n - 1, n))
    ends = np.stack([time[edges[:-1]], time[edges[1:] - 1]], axis=1).ravel()
    return np.concatenate([time[:1], ends, time[-1:]]), np.concatenate(out)


def energy_plots(store: Store, time: Floats) -> list[CurvePlot]:
    """Return energies, and works since the start where there are any."""

    def read(start: int, stop: int) -> Floats:
        ledger = store.read("energy", slice(start, stop))
        return np.column_stack([ledger[:, 0], ledger[:, 1], ledger[:, 0] + ledger[:, 1], ledger[:, 2:]])

    t, values = envelope(time, read)
    names = ("kinetic", "potential", "total", *LEDGER[2:])
    curves = [Curve(name, values[:, k]) for k, name in enumerate(names)]
    least = 1e-9 * float(np.abs(values).max(initial=0.0))
    works = tuple(curve for curve in curves[3:] if np.abs(curve.values).max(initial=0.0) > least)
    both = tuple(curve for curve in curves[:2] if curve.values.any())
    plots = [CurvePlot("energy", "J", t, tuple(curves[:3]) if len(both) != 1 else both)]  # one alone is the total
    return [*plots, CurvePlot("work since start", "J", t, works)] if works else plots


def gap_plot(time: Floats, found: Closings, names: list[str]) -> CurvePlot | None:
    """Return the gaps of the pairs of bodies that touched."""
    pairs = found.pairs()
    if not pairs:
        return None
    t, values = envelope(time, lambda start, stop: np.stack([found.gaps[pair][start:stop] for pair in pairs], axis=1))
    labels = [" – ".join(names[k] if k >= 0 else "?" for k in pair) for pair in pairs]
    return CurvePlot("gap", "m", t, tuple(Curve(label, values[:, k]) for k, label in enumerate(labels)))
