"""Soedersten, weak constraints on elastic bodies: the block on a wall, two bodies and a joint."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Polygon, Rectangle

from source_figures.common import run
from stickslip.examples import elastic_block, two_body_joint

CASES = {
    "node by node, BDF-2": ("dirichlet", "BDF-2"),
    "node by node, Newmark": ("dirichlet", "Newmark"),
    "multiplier field, BDF-2": ("weak", "BDF-2"),
}


def wall(axis) -> None:
    """Draw the wall at x = 0."""
    axis.add_patch(Rectangle((-0.08, -0.1), 0.08, 1.2, fc="0.8", ec="0.5", hatch="///", lw=0.5))


def mesh(axis, result, scale: float, colour: str = "C0") -> None:
    """Draw the block before and after, displacements enlarged."""
    block = result["block"]
    X, u, cells = block.field.places, block.displacement[-1], block.field.cells[:, :3]
    axis.triplot(*X.T, cells, color="0.8", lw=0.6)
    axis.triplot(*(X + scale * u).T, cells, color=colour, lw=1.0)


def hide_from_layout(*artists) -> None:
    """Let arrows reach over the edges of their axes."""
    for artist in artists:
        artist.set_in_layout(False)


def sodersten_4_1():
    """The block on its wall before it drops."""
    result, _ = run("elastic-block", constraint="weak", integrator="BDF-2")
    figure, axes = plt.subplots(figsize=(4.2, 4.0))
    wall(axes)
    mesh(axes, result, 0.0, "C0")
    axes.annotate("$g$", (1.15, 0.35), (1.15, 0.7), ha="center", arrowprops={"arrowstyle": "-|>"})
    axes.set(
        xlabel="$x$ [m]", ylabel="$y$ [m]", aspect="equal", xlim=(-0.1, 1.25), title="32 linear triangles, plane stress"
    )
    return figure


def sodersten_4_2():
    """The block after 0.1 ms: held node by node, or by a multiplier field, whose negative is the traction."""
    figure, axes = plt.subplots(1, 3, figsize=(10.0, 3.8), sharey=True)
    for axis, (label, (constraint, scheme)) in zip(axes, CASES.items()):
        result, found = run("elastic-block", constraint=constraint, integrator=scheme)
        scale = 0.15 / 5e-8
        wall(axis)
        mesh(axis, result, scale)
        if constraint == "weak":
            X = result["block"].field.places
            arrows = axis.quiver(*X[X[:, 0] == 0.0].T, *-1e-3 * result["wall"].traction[-1].T, color="C3", scale=140)
            key = axis.quiverkey(arrows, 0.7, 0.95, 20.0, r"$\lambda$, 20 kPa", labelpos="E", coordinates="axes")
            hide_from_layout(arrows, key)
        axis.set(xlabel="$x$ [m]", aspect="equal", xlim=(-0.3, 1.1), ylim=(-0.25, 1.2))
        axis.set_title(f"{label}\n$||u||_2$ = {1e9 * found['u_norm']:.1f} nm", fontsize=8)
    axes[0].set_ylabel("$y$ [m]")
    figure.suptitle(r"$t=10^{-4}$ s, $h=10^{-5}$ s, displacements times $3\cdot10^6$")
    return figure


def sodersten_4_3():
    """Errors of the displacements over the step: first and second order."""
    figure, axes = plt.subplots(figsize=(5.6, 4.2))
    schemes = {"BDF-1": (1e-5, 1e-6, 1e-7, 1e-8), "BDF-2": (1e-5, 1e-6, 1e-7), "Newmark": (1e-5, 1e-6, 1e-7)}
    for (name, steps), mark in zip(schemes.items(), "os^"):
        order, errors = elastic_block.order(name, steps)
        axes.loglog(steps, errors, f"{mark}-", ms=5, label=f"{name}, slope {order:.2f}")
    ends = np.array([1e-8, 1e-5])
    axes.loglog(ends, 1e-3 * ends, "k:", lw=0.9, label="slope 1")
    axes.set(xlabel="step $h$ [s]", ylabel=r"error $||u-u_{exact}||_2$ [m]")
    axes.set_title("multiplier field, $t=10^{-4}$ s; exact: all modes of the mesh")
    axes.legend()
    return figure


def hanging_block(axis, shift: np.ndarray) -> None:
    """Draw the joint (two triangles) and the rigid block below it."""
    pivot = np.array(two_body_joint.PIVOT) + shift
    axis.add_patch(Polygon([(1, 0), (1, 0.2), pivot - shift], fc="0.75", ec="k", lw=0.6, alpha=0.6))
    axis.add_patch(Polygon(pivot + np.array([(0, 0), (-0.1, -0.2), (0.1, -0.2)]), fc="0.75", ec="k", lw=0.6))
    axis.add_patch(Rectangle(pivot - np.array([0.5, 1.2]), 1, 1, fc="0.9", ec="k", lw=0.8))
    axis.plot(*pivot, "ko", ms=3)


def sodersten_4_4():
    """Elastic block, joint and rigid block before they drop."""
    result, _ = run("two-body-joint", model="weak", dt=2e-6)
    figure, axes = plt.subplots(figsize=(4.6, 5.0))
    wall(axes)
    mesh(axes, result, 0.0)
    hanging_block(axes, np.zeros(2))
    axes.text(1.2, -0.6, "rigid block,\nsame weight", ha="center", va="center", fontsize=8)
    axes.set(xlabel="$x$ [m]", ylabel="$y$ [m]", aspect="equal", xlim=(-0.1, 1.8), ylim=(-1.2, 1.2))
    axes.set_title("50 linear triangles; the interface is one facet")
    return figure


def sodersten_4_5():
    """The two bodies after 1 ms: the weak joint keeps the interface upright, a joint that turns does not."""
    figure, axes = plt.subplots(1, 2, figsize=(8.8, 4.4), sharey=True)
    scale = 6e4
    names = {"weak": "weakly constrained joint", "angle": "joint body that turns (remedy)"}
    for axis, (model, label) in zip(axes, names.items()):
        result, found = run("two-body-joint", model=model, dt=2e-6)
        wall(axis)
        mesh(axis, result, scale)
        block = result["block"]
        X, u = block.field.places, block.displacement[-1]
        side = np.flatnonzero((X[:, 0] > 1 - 1e-9) & (X[:, 1] < two_body_joint.FACET + 1e-9))
        axis.plot(*(X + scale * u)[side].T, "C3", lw=3, label="interface")
        arrows = axis.quiver(*(X + scale * u)[side].T, *-1e-3 * np.asarray(found["traction"]).T, color="C1", scale=6000)
        key = axis.quiverkey(arrows, 0.72, 0.92, 1000.0, r"$\lambda$, 1 MPa", labelpos="E", coordinates="axes")
        hide_from_layout(arrows, key)
        axis.set(xlabel="$x$ [m]", aspect="equal", xlim=(-0.15, 1.5), ylim=(-0.35, 1.2))
        axis.set_title(
            f"{label}; turned clockwise:\ninterface {abs(1e6 * found['interface_rotation']):.2f} µrad, "
            f"edge above {abs(1e6 * found['edge_tilt']):.2f} µrad, "
            f"couple {abs(1e-3 * found['pivot_couple']):.1f} kN m/m", fontsize=7.5,
        )  # fmt: skip
        axis.legend(loc="upper left", fontsize=7)
    axes[0].set_ylabel("$y$ [m]")
    figure.suptitle(r"$t=10^{-3}$ s, BDF-2, displacements times $6\cdot10^4$")
    return figure
