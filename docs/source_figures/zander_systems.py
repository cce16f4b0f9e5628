"""Zander, systems with many contacts: dice in an elastic bowl, the push-belt."""

from __future__ import annotations

from functools import cache

import matplotlib.pyplot as plt
import numpy as np

import stickslip as ss
from source_figures.common import at, pictures, run
from stickslip.examples import dice_bowl, push_belt

BELTS = {"absolute, guided by constraints": "absolute", "relative kinematics": "relative"}
MARKED = f"e{push_belt.ELEMENTS // 4}"


# dice


@cache
def dice() -> ss.Result:
    """Pour fifty dice, with steps four times as long as published."""
    return ss.simulate(dice_bowl.model(), 0.8, 2e-4, integrator=ss.SemiExplicit(), record=ss.Record(every=5))


def corner_gaps(result: ss.Result, die: str) -> np.ndarray:
    """Return the heights (n, 8) of the corners of a die above the central patch of the bowl [m]."""
    half = 0.5 * dice_bowl.DIE_EDGE
    corners = half * np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    places = result[die].position[:, None] + np.einsum("nij,kj->nki", result[die].rotation, corners)
    nodes = result["bowl"].q.reshape(len(result), 16, 3)[:, [5, 6, 9, 10], 2]  # (-,-), (-,+), (+,-), (+,+)
    x, y = places[..., 0] + 0.5, places[..., 1] + 0.5
    weights = np.stack([(1 - x) * (1 - y), (1 - x) * y, x * (1 - y), x * y], axis=2)
    return places[..., 2] - np.einsum("nkc,nc->nk", weights, nodes)


def zander_6_11():
    """Dice on their way into the bowl, and at rest."""
    figure, axes = plt.subplots(1, 2, figsize=(9.0, 4.0))
    pictures(dice(), axes, (0.1, 0.8), size=(760, 620), forces=False)
    figure.suptitle("50 dice, bowl of nine bilinear patches on 16 nodes")
    return figure


def zander_6_12():
    """Gaps of the corners of the first die and velocities of the four central nodes."""
    result = dice()
    gaps = {f"die{k}": corner_gaps(result, f"die{k}") for k in range(9)}
    first = min(gaps, key=lambda name: np.argmax(gaps[name].min(axis=1) < 1e-4))
    shown = result.time < 0.3
    figure, (above, below) = plt.subplots(2, sharex=True, figsize=(7.8, 5.4))
    above.plot(result.time[shown], 1e3 * gaps[first][shown], lw=0.9)
    above.axhline(0, color="k", lw=0.6)
    above.set(ylabel="gaps $g_{N,i}$ of the corners [mm]", title=f"the die that lands first ({first}), eight corners")
    speed = result["bowl"].u.reshape(len(result), 16, 3)[:, [5, 6, 9, 10], 2]
    for k, place in enumerate(("(-0.5, -0.5)", "(-0.5, 0.5)", "(0.5, -0.5)", "(0.5, 0.5)")):
        below.plot(result.time[shown], speed[shown, k], lw=1, label=f"node at {place} m")
    below.set(xlabel="time $t$ [s]", ylabel=r"velocity $\dot z$ of the nodes [m/s]")
    below.legend(ncols=2, fontsize=7)
    return figure


def zander_6_13():
    """Number of closed contacts."""
    result = dice()
    figure, axes = plt.subplots(figsize=(7.4, 3.2))
    axes.plot(result.time, result.contacts.closed, lw=0.8)
    axes.set(xlabel="time $t$ [s]", ylabel="closed contacts $n_a$ [-]")
    axes.set_title(f"50 dice, $\\mu=0.3$; at most {result.certificate.closed:.0f} contacts in a step")
    return figure


# the push-belt


@cache
def belt(variant: str) -> tuple[ss.Result, float]:
    """Let the belt swing; return the result and the computing time of its steps [s]."""
    result = run("push-belt", variant=variant, t_end=0.15)[0]
    return result, float(result.timing["wall_s"])


def boxes(axis, result: ss.Result, k: int) -> None:
    """Draw all elements at an instant, the marked and the held one in colour."""
    box = np.array([[1, 1], [1, -1], [-1, -1], [-1, 1]]) * (0.5 * push_belt.THICKNESS, 0.5 * push_belt.WIDTH)
    ring = np.array([result[f"e{n}"].position[k] for n in [*range(push_belt.ELEMENTS), 0]])
    axis.plot(*(1e3 * ring.T), color="0.5", lw=1)
    for n in range(push_belt.ELEMENTS):
        body = result[f"e{n}"]
        c, s = np.cos(body.angle[k]), np.sin(body.angle[k])
        corners = body.position[k] + box @ np.array([[c, s], [-s, c]])
        colour = "C3" if f"e{n}" == MARKED else "k" if n == 0 else "C0"
        axis.fill(*(1e3 * corners.T), fc=colour, ec="k", lw=0.4, alpha=0.85)
    axis.set(aspect="equal", xlabel="$x$ [mm]")


def zander_6_15():
    """The belt: cuboids on an elastic ring, and a closer look."""
    figure, axes = plt.subplots(1, 2, figsize=(8.6, 4.2))
    for axis in axes:
        boxes(axis, belt("absolute")[0], 0)
    axes[0].set(ylabel="$y$ [mm]", title="60 elements on the ring; black: held, red: marked")
    axes[1].set(xlim=(-60, 60), ylim=(120, 175), title="two corners meet the next face")
    return figure


def zander_6_16():
    """Frames of the belt that swings around its held element."""
    result, _ = belt("absolute")
    figure, axes = plt.subplots(1, 4, figsize=(10.4, 3.4), sharey=True)
    for axis, t in zip(axes, (0.0, 0.05, 0.1, 0.15)):
        boxes(axis, result, at(result, t))
        axis.set_title(f"$t={1e3 * t:g}$ ms")
    axes[0].set_ylabel("$y$ [mm]")
    return figure


def zander_6_17():
    """Path of the marked element, and how far its guide is off."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.0, 3.6))
    for (label, variant), look in zip(BELTS.items(), ("-", "--")):
        result, _ = belt(variant)
        left.plot(*(1e3 * result[MARKED].position.T), look, label=label)
        drift = abs(result[f"guide{MARKED[1:]}"].drift).max(axis=1)
        right.semilogy(1e3 * result.time, np.maximum(drift, 1e-20), look, label=label)
    left.set(xlabel="$x$ [mm]", ylabel="$y$ [mm]", title="path of the marked element")
    right.set(
        xlabel="time $t$ [ms]",
        ylabel="guide off the ring, $|g_N|$ [m]",
        title="drift of its guide (0 is drawn at $10^{-20}$)",
    )
    for axis in (left, right):
        axis.legend(fontsize=7)
    return figure


def zander_6_18():
    """Active contacts and computing time of both descriptions."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(8.8, 3.6), width_ratios=(3, 1))
    costs = []
    for k, (label, variant) in enumerate(BELTS.items()):
        result, cost = belt(variant)
        guides = push_belt.ELEMENTS if variant == "absolute" else 0
        left.plot(1e3 * result.time, result.contacts.closed + guides, color=f"C{k}", lw=0.8, label=label)
        costs.append(cost)
    left.set(xlabel="time $t$ [ms]", ylabel="active contacts and guides $n_a$ [-]", ylim=(0, None))
    left.legend(fontsize=7)
    right.bar(["absolute", "relative"], np.divide(costs, costs[0]), color=["C0", "C1"], width=0.6)
    right.set(ylabel="computing time, relative [-]", title=f"relative / absolute = {costs[1] / costs[0]:.2f}")
    return figure
