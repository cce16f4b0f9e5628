"""Eugster and Glocker, a disk on a string."""

from __future__ import annotations

from functools import cache

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Circle

import stickslip as ss
from source_figures.common import at, drawn_line
from stickslip.examples import disk_on_string


@cache
def drop(case: int, t_end: float) -> ss.Result:
    """Release the disk; record every millisecond."""
    start = disk_on_string.hanging(case)
    model = disk_on_string.model(case)
    return ss.simulate(model, t_end, 2e-4, integrator=ss.MoreauMidpoint(), start=start, record=ss.Record(every=5))


def snapshot(axis, case: int, t_end: float, t: float) -> None:
    """Draw string, nodes, disk and the closed contact points at a time."""
    result = drop(case, t_end)
    k = at(result, t)
    radius, centre, turn = disk_on_string.CASES[case][0], result["disk"].position[k], result["disk"].angle[k]
    axis.add_patch(Circle(centre, radius, fc="0.88", ec="0.3", lw=1))
    spoke = radius * np.array([-np.sin(turn), np.cos(turn)])
    axis.plot(*np.stack([centre, centre + spoke]).T, color="0.3", lw=1)
    axis.plot(*drawn_line(result, "string", k)[:, :2].T, color="C0", lw=1.4)
    axis.plot(*result["string"].position[k].T, "o", color="C0", ms=4)
    points = result.contacts[k]
    closed = np.asarray(points.status) > 0
    if closed.any():
        axis.plot(*points.point[closed, :2].T, "x", color="C3", ms=7, mew=1.5)
    axis.set(aspect="equal", xticks=(-0.4, 0, 0.4))
    axis.set_title(f"$t={t:g}$ s, {int(closed.sum())} closed", fontsize=8)


def grid(case: int, t_end: float, times: tuple[float, ...], limits: tuple[float, float], size: tuple[float, float]):
    """Draw snapshots in rows of four."""
    figure, axes = plt.subplots(len(times) // 4, 4, figsize=size, sharex=True, sharey=True)
    for axis, t in zip(axes.flat, times):
        snapshot(axis, case, t_end, t)
        axis.set(xlim=(-0.48, 0.48), ylim=limits)
    for axis in axes[:, 0]:
        axis.set_ylabel("$y$ [m]")
    for axis in axes[-1]:
        axis.set_xlabel("$x$ [m]")
    return figure


def eugster_1():
    """String and disk at the start of both cases."""
    figure, axes = plt.subplots(1, 2, figsize=(7.6, 4.0), sharey=True)
    for axis, case, t_end in zip(axes, (1, 2), (2.4, 1.5)):
        snapshot(axis, case, t_end, 0.0)
        radius, density, points, _ = disk_on_string.CASES[case]
        axis.set(xlim=(-0.48, 0.48), ylim=(-0.35, 0.7), xlabel="$x$ [m]")
        axis.set_title(f"case {case}: $R={radius}$ m, {density:g} kg/m$^2$,\n{points} contact points")
    axes[0].set_ylabel("$y$ [m]")
    return figure


def eugster_7():
    """The heavy disk: the string wraps it and throws it out again."""
    times = (0.0, 0.3, 0.45, 0.57, 0.8, 1.12, 1.66, 2.19)
    figure = grid(1, 2.4, times, (-0.95, 0.7), (9.6, 7.6))
    figure.suptitle("heavy disk, two elements, 20 contact points; nodes: bullets, closed contacts: crosses")
    return figure


def eugster_8():
    """The light disk rolls on the string."""
    times = (0.0, 0.02, 0.036, 0.2, 0.36, 0.55, 0.74, 1.08)
    figure = grid(2, 1.5, times, (-0.35, 0.1), (9.6, 3.8))
    figure.suptitle("light disk, two elements, 60 contact points; the line in the disk turns with it")
    return figure
