"""Zander, flexible multibody systems with set-valued laws: the rod, the cantilever, the rocking rod, the woodpecker."""

from __future__ import annotations

from functools import cache

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Rectangle

import stickslip as ss
from source_figures.common import at, distance, figure_of, redundant_line, run
from stickslip.examples import cantilever_impact, rocking_rod, two_bar, woodpecker


def zander_2_3():
    """Gap functions of the two-bar mechanism in the plane of its angles, and measured force directions."""
    l1, l2 = 1.0, 1.5
    f = np.linspace(-np.pi / 2, 3 * np.pi / 2, 401)
    f1, f2 = np.meshgrid(f, f)
    gaps = l1 * np.sin(f1), l1 * np.sin(f1) + l2 * np.sin(f2)
    figure, axes = plt.subplots(figsize=(6.2, 5.4))
    axes.contourf(f1, f2, np.minimum(*gaps) < 0, levels=(0.5, 1.5), colors=["0.85"])
    for gap, colour, name in zip(gaps, ("C0", "C3"), ("g_{N,1}", "g_{N,2}")):
        lines = axes.contour(f1, f2, gap, levels=(-1, -0.5, 0.5, 1), colors=colour, linewidths=0.6, linestyles="--")
        axes.clabel(lines, fontsize=6)
        axes.contour(f1, f2, gap, levels=(0,), colors=colour, linewidths=1.8)
        axes.plot([], [], color=colour, label=f"${name}$ [m]; thick: $0$")
    for a, b in ((0.6, -0.4), (1.57, -0.73), (2.5, -0.4), (0.6, 3.55), (2.5, 3.55)):
        b = -np.arcsin(l1 / l2 * np.sin(a)) if b < 0 else np.pi + np.arcsin(l1 / l2 * np.sin(a))
        columns = [two_bar.gap_rates(a, b, l1, l2, *unit)[1] for unit in ((1.0, 0.0), (0.0, 1.0))]
        axes.annotate("", np.add((a, b), 0.5 * np.array(columns)), (a, b), arrowprops={"arrowstyle": "-|>", "lw": 1.5})
    axes.plot([], [], "k-", label=r"$W_{N,2}$, measured")
    axes.set(xlabel=r"$\varphi_1$ [rad]", ylabel=r"$\varphi_2$ [rad]", aspect="equal")
    axes.set_title("two bars on the ground, $l_2/l_1=3/2$; grey: not admissible")
    axes.legend(loc="upper right", framealpha=0.9, frameon=True)
    return figure


def zander_3_5():
    """Shape functions of the clamped rod: eigenmodes and finite elements."""
    figure, axes = plt.subplots(1, 2, figsize=(8.4, 3.2), sharey=True)
    s, n = np.linspace(0, 1, 401), 4
    bar = ss.Section(EA=1.0, EI=1.0, GA=1.0, GJ=1.0, mass_per_length=1.0, inertia=1.0)
    nodes = {kind: getattr(ss.Rod, kind)((0, 0, 0), (1, 0, 0), n, bar) for kind in ("modal", "fe")}
    for k in range(n):
        axes[0].plot(s, np.sin((2 * k + 1) * np.pi / 2 * s), label=f"mode {k + 1}")
        axes[1].plot(np.linspace(0, 1, n + 1), [p.jacobian[0][k] for p in nodes["fe"].points], label=f"node {k + 1}")
        axes[0].plot(np.linspace(0, 1, n + 1), [p.jacobian[0][k] for p in nodes["modal"].points], "k.", ms=4)
    for axis, title in zip(axes, ("eigenmodes, clamped-free (dots: the package's points)", "finite elements")):
        axis.set(xlabel="$s/l$ [-]", title=title, ylim=(-1.1, 1.45))
        axis.legend(ncols=4, fontsize=7, loc="upper center")
    axes[0].set_ylabel(r"shape function $\bar w_x$ [-]")
    return figure


def zander_3_7():
    """Velocities after a blow: 32 modes and 32 elements."""
    return figure_of("rod-locality", n=32)


def zander_3_8():
    """Velocities after a blow: 8 modes and 8 elements."""
    return figure_of("rod-locality", n=8)


# the cantilever


def zander_6_1():
    """The strip and its obstacle, before the blow and at the obstacle."""
    result, _ = run("cantilever-impact")
    figure, axes = plt.subplots(figsize=(7.4, 2.4))
    for t, colour in ((0.0, "0.6"), (2e-3, "C0"), (6.67e-3, "C1")):
        k = at(result, t)
        line = redundant_line(result["strip"], k)
        axes.plot(line[:, 0], 1e3 * line[:, 1], color=colour, lw=2, label=f"$t={1e3 * t:g}$ ms")
    axes.plot(0.9, 5.918, "kv", ms=8, label="obstacle")
    axes.annotate(r"$\Lambda_{ex}$", (1.0, 0), (1.0, -14), ha="center", arrowprops={"arrowstyle": "-|>"})
    axes.plot([0, 0], [-12, 12], "k", lw=4)
    axes.set(xlabel="$x$ [m]", ylabel="$y$ [mm]", ylim=(-20, 30), title="steel strip, clamped, struck at its tip")
    axes.legend(ncols=4, fontsize=7, loc="upper left")
    return figure


def zander_6_2():
    """Shapes of the strip: the whole motion, and the wave until the first impact."""
    result, found = run("cantilever-impact")
    strip = result["strip"]
    figure, axes = plt.subplots(1, 2, figsize=(9.4, 4.0))
    spans = (np.arange(0, result.time[-1], 1e-3), np.arange(0, found["first_impact_time"], 2.5e-4))
    for axis, times in zip(axes, spans):
        for t in times:
            k = at(result, t)
            axis.plot(*redundant_line(strip, k).T, color=plt.cm.viridis(t / times[-1]), lw=0.8)
        last = at(result, times[-1])
        for node, colour in ((4, "C1"), (8, "C3")):
            axis.plot(*strip.position[: last + 1, node].T, color=colour, lw=0.7, label=f"path of $s={node / 8:g}$ m")
        axis.plot(0.9, 5.918e-3, "kv", ms=6, label="obstacle")
        axis.set(xlabel="$x$ [m]", ylabel="$y$ [m]")
        axis.legend(fontsize=7, loc="upper left")
    axes[0].set_title(r"0 to 30 ms, $\Delta t_{plot}=1$ ms")
    axes[1].set_title(rf"to the first impact, {1e3 * found['first_impact_time']:.2f} ms, $\Delta t_{{plot}}=0.25$ ms")
    return figure


def zander_6_3():
    """Distance of strip and obstacle."""
    result, found = run("cantilever-impact")
    strip, obstacle, half = result["strip"], (0.9, 5.918e-3), 0.5 * cantilever_impact.HEIGHT
    rows = range(0, len(result), 5)
    far = [distance(redundant_line(strip, k, elements=slice(6, 8)), obstacle) - half for k in rows]
    near = result.contacts.between("obstacle", "strip")
    figure, axes = plt.subplots(1, 2, figsize=(9.0, 3.4), width_ratios=(3, 2))
    axes[0].plot(1e3 * result.time[rows], 1e3 * np.array(far), lw=0.9)
    first = found["first_impact_time"]
    shown = (near.time > first - 3e-4) & (near.time < first + 4e-3)
    axes[1].plot(1e3 * near.time[shown], 1e3 * near.gap[shown], lw=0.9)
    axes[1].set(title="from the first impact on")
    for axis in axes:
        axis.axhline(0, color="k", lw=0.6)
        axis.set(xlabel="time $t$ [ms]", ylabel="normal distance $g_N$ [mm]")
    axes[0].set_title(f"first impact at {1e3 * first:.2f} ms, {found['closures']} closures")
    return figure


# the rocking rod


@cache
def rocking(elements: int, young: float = 2.1e10) -> ss.Result:
    """Drop the rod, rigid without elements."""
    model = rocking_rod.model(elements=elements, young=young)
    return ss.simulate(model, 0.36, 2e-6, integrator=ss.Theta(), record=ss.Record(every=10))


def rod_line(result: ss.Result, k: int) -> np.ndarray:
    """Return the axis of the rod (m, 2) at an instant."""
    rod = result["rod"]
    if rod.kind == "beam":
        return redundant_line(rod, k)
    half = 0.5 * rocking_rod.LENGTH * np.array([np.cos(rod.angle[k]), np.sin(rod.angle[k])])
    return rod.position[k] + np.linspace(-1, 1, 97)[:, None] * half


def pin_gaps(result: ss.Result, rows: np.ndarray) -> np.ndarray:
    """Return the distances (len(rows), 2) of both pins from the lower side of the rod [m]."""
    ends = (-rocking_rod.PIN, 0.0), (rocking_rod.PIN, 0.0)
    return np.array([[distance(rod_line(result, k), pin) for pin in ends] for k in rows]) - 0.5 * rocking_rod.HEIGHT


def pins(axis) -> None:
    """Draw both pins."""
    axis.plot([-rocking_rod.PIN, rocking_rod.PIN], [0, 0], "k^", ms=7)


def zander_6_4():
    """The rod at its start and at the first impact."""
    result, found = run("rocking-rod")
    figure, axes = plt.subplots(1, 2, figsize=(8.4, 4.6), sharey=True)
    for axis, t, title in zip(axes, (0.0, found["first_contact_time"]), ("initial state", "first impact")):
        k = at(result, t)
        angle, centre = result["rod"].angle[k], result["rod"].position[k]
        box = Rectangle(
            centre - 0.5 * np.array([rocking_rod.LENGTH, rocking_rod.HEIGHT]), rocking_rod.LENGTH, rocking_rod.HEIGHT,
            angle=np.rad2deg(angle), rotation_point="center", fc="C0", ec="k", lw=0.6,
        )  # fmt: skip
        axis.add_patch(box)
        pins(axis)
        axis.set(xlim=(-0.45, 0.45), ylim=(-0.06, 0.58), aspect="equal", xlabel="$x$ [m]")
        axis.set_title(f"{title}, $t={t:.4f}$ s")
    axes[0].set_ylabel("$y$ [m]")
    return figure


def zander_6_5():
    """Energy for finer and finer rods, and the distances of both pins."""
    figure, (above, below) = plt.subplots(2, sharex=True, figsize=(7.8, 5.8))
    for n in (0, 1, 2, 4, 8):
        result = rocking(n)
        shown = result.time > 0.305
        label = f"{n} element{'s' * (n > 1)}" if n else "rigid"
        above.plot(result.time[shown], result.energy.total[shown], "k" if n == 0 else "-", label=label)
    for n, look in ((0, "--"), (8, "-")):
        result = rocking(n)
        rows = np.flatnonzero(result.time > 0.305)
        gaps = 1e3 * pin_gaps(result, rows)
        for k, colour in enumerate(("C0", "C3")):
            label = f"pin {k + 1}, {'rigid' if n == 0 else '8 elements'}"
            below.plot(result.time[rows], gaps[:, k], look, color=colour, lw=1, label=label)
    above.set(ylabel="energy $T+V$ [J]", title=r"$E=2.1\cdot10^{10}$ N/m$^2$, $\Delta t=2$ µs, $\theta=0.5$")
    below.set(xlabel="time $t$ [s]", ylabel="distance $g_N$ [mm]", ylim=(-1, 29), xlim=(0.305, 0.36))
    below.axhline(0, color="k", lw=0.6)
    above.legend(ncols=2)
    below.legend(ncols=4, loc="upper center", fontsize=7)
    return figure


def zander_6_6():
    """Shapes while the rod is on its pins, for three stiffnesses."""
    figure, axes = plt.subplots(1, 3, figsize=(9.8, 3.6), sharey=True)
    for axis, young in zip(axes, (2.1e9, 2.1e10, 2.1e11)):
        result = rocking(8, young)
        for t in np.arange(0.312, 0.3601, 0.004):
            axis.plot(*rod_line(result, at(result, t)).T, color=plt.cm.viridis((t - 0.312) / 0.048), lw=1)
        pins(axis)
        power = int(np.log10(young))
        axis.set(xlabel="$x$ [m]", title=rf"$E={young / 10**power:g}\cdot10^{{{power}}}$ N/m$^2$")
    axes[0].set_ylabel("$y$ [m]")
    shade = plt.cm.ScalarMappable(plt.Normalize(312, 360), "viridis")
    figure.colorbar(shade, ax=axes, label="time $t$ [ms]", shrink=0.9)
    return figure


# the woodpecker

TOYS = {"rigid pole": "rigid", "elastic pole, plane": "planar", "elastic pole, space": "spatial"}


@cache
def toy(variant: str) -> ss.Result:
    """Let the bird descend for one second."""
    return run("woodpecker", variant=variant, dt=5e-6, t_end=1.0)[0]


def picker_gap(result: ss.Result, variant: str) -> np.ndarray:
    """Return the distance of the picker from the pole (n,) [m]."""
    bird = result["bird"]
    if variant != "spatial":
        reach = np.array([-woodpecker.PICKER, woodpecker.PICKER_HEIGHT])
        beak = bird.position + np.einsum("nij,j->ni", bird.rotation[:, :2, :2], reach)
        if variant == "rigid":
            return beak[:, 0] - woodpecker.POLE_RADIUS
        axis = np.array([pole_at(r, y) for r, y in zip(result["pole"].position, beak[:, 1])])
        return beak[:, 0] - axis[:, 0] - woodpecker.POLE_RADIUS
    reach = np.array([-woodpecker.PICKER, -1.0e-3, woodpecker.PICKER_HEIGHT])
    beak = bird.position + bird.rotation @ reach
    axis = np.array([pole_at(r, z) for r, z in zip(result["pole"].position, beak[:, 2])])
    return np.linalg.norm(beak[:, :2] - axis, axis=1) - woodpecker.POLE_RADIUS


def pole_at(nodes: np.ndarray, height: float) -> np.ndarray:
    """Return the place of the pole's axis across it at a height, by a cubic through the four nodes around."""
    up = nodes[:, -1]
    first = int(np.clip(np.searchsorted(up, height) - 2, 0, len(up) - 4))
    near = slice(first, first + 4)
    weights = [np.prod([(height - b) / (a - b) for b in up[near] if b != a]) for a in up[near]]
    return weights @ nodes[near, :-1]


def zander_6_7():
    """The toy at four instants of a picking cycle: pole, sleeve, bird with its beak."""
    result = toy("planar")
    figure, axes = plt.subplots(1, 4, figsize=(9.6, 4.2), sharey=True)
    sleeve = np.array([(1, 1), (1, -1), (-1, -1), (-1, 1)]) * (woodpecker.BORE, 0.5 * woodpecker.SLEEVE_HEIGHT)
    beak = (-woodpecker.PICKER, woodpecker.PICKER_HEIGHT)
    body = np.array([(-woodpecker.COG, 0.0), (0.006, -0.02), (0.008, 0.02), beak, (-0.006, 0.012)])
    for axis, t in zip(axes, (0.0, 0.08, 0.14, 0.17)):
        k = at(result, t)
        pole = redundant_line(result["pole"], k)
        for side in (-1, 1):
            axis.plot(1e3 * (pole[:, 0] + side * woodpecker.POLE_RADIUS), 1e3 * pole[:, 1], "k", lw=1)
        for name, outline, colour in (("sleeve", sleeve, "C1"), ("bird", body, "C0")):
            place, turn = result[name].position[k], result[name].rotation[k, :2, :2]
            axis.fill(*(1e3 * (place + outline @ turn.T)).T, fc=colour, ec="k", lw=0.8, alpha=0.6)
        neck = result["bird"].position[k] + result["bird"].rotation[k, :2, :2] @ body[0]
        axis.plot(*(1e3 * np.stack([result["sleeve"].position[k], neck])).T, "k-o", lw=1.5, ms=3)
        axis.plot(*(1e3 * result["bird"].position[k]), "k+", ms=7)
        axis.set(xlim=(-12, 42), ylim=(435, 515), aspect="equal", xlabel="$x$ [mm]", title=f"$t={1e3 * t:g}$ ms")
    axes[0].set_ylabel("$y$ [mm]")
    figure.suptitle("elastic pole (5 mm), sleeve, bird; cross: its centre of mass")
    return figure


def zander_6_8():
    """Distance of the picker and height of the sleeve for the three models."""
    figure, axes = plt.subplots(4, sharex=True, figsize=(8.4, 7.4), height_ratios=(1, 1, 1, 1.4))
    for k, (label, variant) in enumerate(TOYS.items()):
        result = toy(variant)
        axes[k].plot(result.time, 1e3 * picker_gap(result, variant), color=f"C{k}", lw=0.9)
        axes[k].axhline(0, color="k", lw=0.6)
        axes[k].set_title(label, loc="right", fontsize=8, pad=2)
        axes[k].set_ylabel("$g_{N,p}$ [mm]")
        axes[3].plot(result.time, 1e3 * result["sleeve"].position[:, -1], color=f"C{k}", label=label)
    axes[3].set(xlabel="time $t$ [s]", ylabel="height $y_{wp}$ [mm]", xlim=(0, 1))
    axes[3].legend()
    return figure


def zander_6_9():
    """Phase curves of the bird relative to the sleeve, the first three picking cycles and all others."""
    figure, axes = plt.subplots(1, 2, figsize=(8.6, 4.0), sharex=True, sharey=True)
    for axis, (label, variant) in zip(axes, list(TOYS.items())[:2]):
        bird, sleeve = toy(variant)["bird"], toy(variant)["sleeve"]
        angle, rate = bird.angle - sleeve.angle, bird.angular_velocity - sleeve.angular_velocity
        cycles = woodpecker.cycles(toy(variant).time, angle, rate, sleeve.position[:, 1])[:, 0]
        three = toy(variant).time < cycles[3]
        axis.plot(np.rad2deg(angle), rate, color="0.75", lw=0.5, label=f"all {len(cycles)} cycles of 1 s")
        axis.plot(np.rad2deg(angle[three]), rate[three], lw=0.7, label="first three cycles")
        axis.plot(np.rad2deg(angle[:1]), rate[:1], "ko", ms=4, label="start")
        axis.set(xlabel=r"relative angle $\varphi_{wp}$ [deg]", title=label, ylim=(-25, 42))
        axis.legend(fontsize=7, loc="upper left")
    axes[0].set_ylabel(r"rate $\dot\varphi_{wp}$ [rad/s]")
    return figure


def zander_6_10():
    """Eccentric picking: torsion of the pole and tumbling of the bird."""
    result = toy("spatial")
    gap = 1e3 * picker_gap(result, "spatial")
    twist = 1e3 * woodpecker.turn_about_pole(result["pole"].rotation[:, -1])
    turn = np.rad2deg(woodpecker.turn_about_pole(result["bird"].rotation))
    touched = np.flatnonzero(gap < 0.02)
    first = result.time[touched[0]]
    figure, axes = plt.subplots(3, 2, figsize=(9.4, 5.6), sharex="col", width_ratios=(3, 2))
    spans = (result.time < 0.5, abs(result.time - first - 0.004) < 0.008)
    names = ("picker gap $g_{N,p}$ [mm]", r"torsion $\alpha_p$ [mrad]", r"tumbling $\alpha_{wp}$ [deg]")
    for column, shown in enumerate(spans):
        for row, curve in enumerate((gap, twist, turn)):
            axes[row, column].plot(1e3 * result.time[shown], curve[shown], color=f"C{row}", lw=0.8)
            axes[row, 0].set_ylabel(names[row])
        axes[2, column].set_xlabel("time $t$ [ms]")
    axes[0, 0].set_title("first half of the descent")
    axes[0, 1].set_title("first pick")
    return figure
