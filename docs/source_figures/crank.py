"""Rezaei and Schindler, the slider-crank with play: mesh, schemes, modes."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np

import stickslip as ss
from source_figures.common import pictures, run
from source_figures.rezaei import DAMPED
from stickslip.examples import slider_crank

FREE_GAP, DRIVEN_GAP = 1e3 * slider_crank.FREE[0], 1e3 * slider_crank.DRIVEN[0]
LONG = {
    "Bathe": {"integrator": "Bathe", "dt": 1e-4, "t_end": 0.5},
    r"ED-$\alpha$, $\rho_\infty=0$": {"integrator": "EDAlpha", "rho_inf": 0.0, "dt": 1e-4, "t_end": 0.5},
}


def driven(**settings) -> ss.Result:
    """Run the driven crank with an elastic rod, to 0.1 s unless told."""
    return run("slider-crank", **({"variant": "flexible", "driven": True, "t_end": 0.1} | settings))[0]


def rod_motion(result: ss.Result) -> tuple[np.ndarray, np.ndarray]:
    """Return angle [rad] and angular velocity [rad/s] of the rod's frame (n,)."""
    rod = result["rod"]
    return (
        (rod.frame_angle, rod.frame_angular_velocity) if rod.kind == "floating" else (rod.angle, rod.angular_velocity)
    )


def normal_force(result: ss.Result) -> np.ndarray:
    """Return the sum of the normal forces of the corners (n,) [N]; impulses of closing contacts do not count."""
    total = np.zeros(len(result))
    for names in result.contacts.pairs():
        pair = result.contacts.between(*names)
        total += np.where(np.append(False, pair.gap[:-1] <= 1e-9), pair.force, 0.0)
    return total


def walls(axis, gap: float) -> None:
    """Draw where the slider touches its guide [mm]."""
    for sign in (-1, 1):
        axis.axhline(sign * gap, color="0.5", lw=3, alpha=0.5)


def stacked(curves: dict[str, tuple[np.ndarray, np.ndarray]], ylabel: str, title: str, xlabel: str = "time $t$ [ms]"):
    """Draw curves one below the other, as those of noisy schemes hide each other."""
    figure, axes = plt.subplots(len(curves), sharex=True, sharey=True, figsize=(7.6, 1.5 * len(curves) + 0.6))
    for k, (axis, (label, (t, y))) in enumerate(zip(axes, curves.items())):
        axis.plot(t, y, color=f"C{k}", lw=0.8)
        axis.set_title(label, loc="right", fontsize=8, pad=2)
    axes[-1].set_xlabel(xlabel)
    figure.supylabel(ylabel, fontsize=9)
    figure.suptitle(title)
    return figure


def rezaei_19():
    """The mechanism, 20 ms after its start."""
    result, _ = run("slider-crank", integrator="Bathe")
    figure, axes = plt.subplots(figsize=(7.2, 3.4))
    pictures(result, [axes], (0.02,), size=(1200, 640), forces=False)
    axes.set_title("crank 0.153 m, rod 0.306 m, slider with 1 mm of play in its guide; $t=20$ ms")
    return figure


def rezaei_20():
    """Slider height for more and more elements of the rod."""
    figure, axes = plt.subplots(figsize=(7.6, 4.0))
    for n in (1, 2, 4, 8, 20):
        result, _ = run("slider-crank", variant="flexible", integrator="Bathe", elements=n)
        axes.plot(1e3 * result.time, 1e3 * result["slider"].position[:, 1], label=f"{n} element{'s' * (n > 1)}")
    walls(axes, FREE_GAP)
    axes.set(xlabel="time $t$ [ms]", ylabel="height of the slider's centre [mm]", xlim=(0, 50))
    axes.set_title(r"Bathe, $\Delta t=10$ µs, $E=200$ GPa, play 1 mm")
    figure.legend(*axes.get_legend_handles_labels(), ncols=5, loc="outside lower center")
    return figure


def rezaei_21():
    """An almost rigid rod and a rigid one."""
    figure, (above, below) = plt.subplots(2, sharex=True, figsize=(7.6, 4.8), height_ratios=(2, 1))
    rigid, _ = run("slider-crank", integrator="Bathe")
    stiff, _ = run("slider-crank", variant="flexible", integrator="Bathe", young=1e15, elements=2)
    heights = [1e3 * result["slider"].position[:, 1] for result in (rigid, stiff)]
    above.plot(1e3 * rigid.time, heights[0], lw=2.5, alpha=0.4, label="rigid rod, 3 degrees of freedom")
    above.plot(1e3 * stiff.time, heights[1], "--", color="C3", label=r"elastic rod, $E=10^{15}$ N/m$^2$, 2 elements")
    walls(above, FREE_GAP)
    above.set(ylabel="height of the slider's centre [mm]")
    above.legend(loc="upper center", bbox_to_anchor=(0.5, 0.85))
    below.plot(1e3 * rigid.time, 1e3 * (heights[1] - heights[0]), color="k", lw=0.8)
    below.set(xlabel="time $t$ [ms]", ylabel="difference [µm]", xlim=(0, 50))
    return figure


def guide_force(times: np.ndarray) -> np.ndarray:
    """Return the exact force of the guide on the slider without play (n,) [N].

    It acts at the centre of the slider, x_s from the shaft, so x_s N = dL/dt + g sum m x, L the angular momentum about
    the shaft; differences of fourth order of the reference motion give dL/dt to eight digits.
    """
    h, (l1, l2, m1, m2, m3) = 1e-5, (getattr(slider_crank, name) for name in ("L1", "L2", "M1", "M2", "M3"))
    stencil = (times[:, None] + h * np.arange(-2, 3)).ravel()
    motion = slider_crank.bilateral_reference(np.append(0.0, stencil))
    a, b, va, vb = (motion[name][1:] for name in ("theta1", "theta2", "omega1", "omega2"))
    x2, y2 = l1 * np.cos(a) + l2 / 2 * np.cos(b), l1 * np.sin(a) + l2 / 2 * np.sin(b)
    vx2, vy2 = -l1 * np.sin(a) * va - l2 / 2 * np.sin(b) * vb, l1 * np.cos(a) * va + l2 / 2 * np.cos(b) * vb
    L = (slider_crank.J1 + m1 * l1**2 / 4) * va + slider_crank.J2 * vb + m2 * (x2 * vy2 - y2 * vx2)
    rate = L.reshape(-1, 5) @ np.array([1, -8, 0, 8, -1]) / (12 * h)
    x1, x2, xs = (x.reshape(-1, 5)[:, 2] for x in (l1 / 2 * np.cos(a), x2, l1 * np.cos(a) + l2 * np.cos(b)))
    return (rate + slider_crank.G * (m1 * x1 + m2 * x2 + m3 * xs)) / xs


def rezaei_22():
    """Without play: orders of position, velocity and guide force."""
    model, t_end, instants = slider_crank.model(bilateral=True), slider_crank.T_END, 50
    dts = (5e-4, 2e-4, 1e-4, 5e-5, 2e-5, 1e-5)
    times = np.linspace(0.0, t_end, instants + 1)[1:]
    exact = slider_crank.bilateral_reference(times)
    quantities = {
        r"position: $\theta_2$": (lambda result: result["rod"].angle[1:], exact["theta2"]),
        r"velocity: $\omega_2$": (lambda result: result["rod"].angular_velocity[1:], exact["omega2"]),
        "force of the guide": (lambda result: result["guide"].reaction[1:, 0], guide_force(times)),
    }
    figure, axes = plt.subplots(1, 3, figsize=(9.6, 3.6), sharex=True)
    schemes = {r"generalized-$\alpha$, $\rho_\infty=0$": ss.GeneralizedAlpha(0.0), "Bathe": ss.Bathe()}
    for axis, (name, (quantity, reference)) in zip(axes, quantities.items()):
        found = ss.convergence(
            model, schemes, dts, quantity=quantity, reference=reference, t_end=t_end, instants=instants,
            error=lambda x, y: float(np.linalg.norm(x - y) / np.linalg.norm(y)),
        )  # fmt: skip
        for label, errors, order, mark in zip(found.labels, found.errors, found.order, "os"):
            axis.loglog(found.dts, errors, f"{mark}-", ms=4, label=f"{label}, $m={order:.2f}$")
        guide = np.array([2e-5, 2e-4])
        axis.loglog(guide, 0.3 * found.errors.min() * (guide / found.dts[-1]) ** 2, "k:", lw=0.9, label="slope 2")
        axis.set(xlabel=r"$\Delta t$ [s]", title=name)
        axis.legend(fontsize=7)
    axes[0].set_ylabel("relative error [-]")
    return figure


def rezaei_23():
    """The driven mechanism: start, first contact and sliding."""
    result = driven(variant="rigid", integrator="Bathe")  # the elastic sheet would hide all else
    figure, axes = plt.subplots(1, 3, figsize=(9.6, 2.2))
    pictures(result, axes, (0.0, 0.03, 0.08), size=(1100, 620), forces=False)
    figure.suptitle("torque 1 N m at the crank, from rest, play 0.5 mm")
    return figure


def rezaei_24():
    """Angles of crank and rod: all schemes agree."""
    figure, axes = plt.subplots(2, 2, sharex=True, figsize=(8.6, 5.0), height_ratios=(2, 1))
    reference = driven(integrator="Bathe")
    angles = reference["crank"].angle, rod_motion(reference)[0]
    for label, settings in DAMPED.items():
        result = driven(**settings)
        for k, angle in enumerate((result["crank"].angle, rod_motion(result)[0])):
            axes[0, k].plot(1e3 * result.time, angle, label=label)
            axes[1, k].plot(1e3 * result.time, 1e6 * (angle - angles[k]))
    for k, name in enumerate((r"\theta_1", r"\theta_2")):
        axes[0, k].set(ylabel=f"${name}$ [rad]")
        axes[1, k].set(xlabel="time $t$ [ms]", ylabel=f"${name}$ - Bathe [µrad]")
    axes[0, 0].legend()
    figure.suptitle(r"elastic rod (20 elements), driven, $\Delta t=10$ µs")
    return figure


def rezaei_25():
    """Angular velocities: what too little damping leaves."""
    figure, axes = plt.subplots(2, 2, figsize=(9.0, 5.4), width_ratios=(3, 2))
    for label, settings in DAMPED.items():
        result = driven(**settings)
        for row, omega in enumerate((result["crank"].angular_velocity, rod_motion(result)[1])):
            axes[row, 0].plot(1e3 * result.time, omega, lw=0.8, label=label)
            shown = (result.time > 7.4e-3) & (result.time < 9.4e-3)
            axes[row, 1].plot(1e3 * result.time[shown], omega[shown], lw=0.8)
    for row, name in enumerate((r"\omega_1", r"\omega_2")):
        axes[row, 0].set(ylabel=f"${name}$ [rad/s]")
        axes[row, 1].set(title="at the first impacts" if row == 0 else "")
    for axis in axes[1]:
        axis.set_xlabel("time $t$ [ms]")
    axes[0, 0].legend()
    figure.suptitle(r"elastic rod (20 elements), driven, $\Delta t=10$ µs")
    return figure


def rezaei_26():
    """Bending moment at the root of the rod."""
    results = {label: driven(**settings) for label, settings in DAMPED.items()}
    curves = {label: (1e3 * r.time, r["rod"].resultant[:, 0, 2]) for label, r in results.items()}
    return stacked(curves, "moment at the root of the rod [N m]", r"elastic rod, driven, $\Delta t=10$ µs")


def rezaei_27():
    """Normal force of the slider while contacts are closed."""
    results = {label: driven(**settings) for label, settings in DAMPED.items()}
    curves = {label: (1e3 * r.time, normal_force(r)) for label, r in results.items()}
    return stacked(curves, "normal contact force [N]", r"elastic rod, driven, $\Delta t=10$ µs; without impulses")


def rezaei_28():
    """Angular velocities of Bathe's method and ED-alpha in a long run."""
    figure, axes = plt.subplots(2, sharex=True, figsize=(8.4, 5.0))
    for (label, settings), look in zip(LONG.items(), ("-", "--")):
        result = driven(**settings)
        for axis, omega in zip(axes, (result["crank"].angular_velocity, rod_motion(result)[1])):
            axis.plot(1e3 * result.time, omega, look, lw=0.9, label=label)
    axes[0].set(ylabel=r"$\omega_1$ [rad/s]", title=r"elastic rod (20 elements), driven, $\Delta t=100$ µs")
    axes[1].set(ylabel=r"$\omega_2$ [rad/s]", xlabel="time $t$ [ms]")
    axes[0].legend()
    return figure


def rezaei_29():
    """Normal force of Bathe's method and ED-alpha in a long run."""
    results = {label: driven(**settings) for label, settings in LONG.items()}
    curves = {label: (1e3 * r.time, normal_force(r)) for label, r in results.items()}
    return stacked(curves, "normal contact force [N]", r"elastic rod, driven, $\Delta t=100$ µs; without impulses")


def modal(count: int) -> ss.Result:
    """Run the driven crank with some clamped-free modes of the rod."""
    return driven(variant="modal", modes=count, integrator="Bathe")


def rezaei_30():
    """Path of the slider for more and more modes."""
    figure, axes = plt.subplots(1, 2, figsize=(9.2, 3.8))
    for count in (1, 2, 5, 20, 52):
        place = modal(count)["slider"].position
        axes[0].plot(1e3 * place[:, 0], 1e3 * place[:, 1], lw=0.9, label=f"{count} mode{'s' * (count > 1)}")
        near = place[:, 0] > 0.455
        axes[1].plot(1e3 * place[near, 0], 1e6 * (place[near, 1] + slider_crank.DRIVEN[0]), lw=0.9)
    walls(axes[0], DRIVEN_GAP)
    for axis, title in zip(axes, ("whole path", "first rebounds")):
        axis.set(xlabel="$x$ of the slider's centre [mm]", title=title)
    axes[0].set_ylabel("$y$ of the slider's centre [mm]")
    axes[1].set(ylabel="distance from the lower wall [µm]", ylim=(-0.5, 16))
    axes[0].legend(fontsize=7)
    figure.suptitle(r"clamped-free modes (tangential frame), Bathe, $\Delta t=10$ µs, driven")
    return figure


def rezaei_31():
    """Normal force for more and more modes."""
    results = {f"{n} mode{'s' * (n > 1)}": modal(n) for n in (1, 2, 5, 20, 52)}
    results["finite elements, 63 coordinates"] = driven(integrator="Bathe")
    curves = {}
    for label, result in results.items():
        shown = (result.time > 0.007) & (result.time < 0.018)
        curves[label] = (1e3 * result.time[shown], normal_force(result)[shown])
    return stacked(curves, "normal contact force [N]", r"clamped-free modes, Bathe, $\Delta t=10$ µs, driven")


def rezaei_32():
    """Finite elements, and modes under four reference conditions."""
    results = {"finite elements (tangential)": driven(integrator="Bathe")}
    names = {
        "tangential": "clamped-free",
        "pinned": "simply supported",
        "articulated": "articulated-free",
        "mean": "free-free",
    }
    for reference, text in names.items():
        results[f"10 modes, {text} ({reference})"] = driven(
            variant="modal", modes=10, reference=reference, integrator="Bathe"
        )
    curves = {}
    for label, result in results.items():
        shown = (result.time > 0.007) & (result.time < 0.018)
        curves[label] = (1e3 * result.time[shown], normal_force(result)[shown])
    return stacked(
        curves, "normal contact force [N]", r"reference conditions of the rod, Bathe, $\Delta t=10$ µs, driven"
    )
