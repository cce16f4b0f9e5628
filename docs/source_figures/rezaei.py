"""Rezaei and Schindler, mixed time stepping: spectra of the schemes, the mass chain, the slider-crank."""

from __future__ import annotations

from functools import cache
from typing import Any

import matplotlib.pyplot as plt
import numpy as np

import stickslip as ss
from source_figures.common import STYLES, run
from stickslip.examples import mass_chain

RATIOS = np.geomspace(1e-2, 1e2, 120)
BASES = {
    r"generalized-$\alpha$, $\rho_\infty=0.8$": {"integrator": "GeneralizedAlpha", "rho_inf": 0.8},
    r"generalized-$\alpha$, $\rho_\infty=0$": {"integrator": "GeneralizedAlpha", "rho_inf": 0.0},
    "Bathe": {"integrator": "Bathe"},
    r"ED-$\alpha$, $\rho_\infty=0$": {"integrator": "EDAlpha", "rho_inf": 0.0},
}
DAMPED = {
    r"generalized-$\alpha$, $\rho_\infty=0.8$": {"integrator": "GeneralizedAlpha", "rho_inf": 0.8},
    r"generalized-$\alpha$, $\rho_\infty=0.5$": {"integrator": "GeneralizedAlpha", "rho_inf": 0.5},
    r"generalized-$\alpha$, $\rho_\infty=0$": {"integrator": "GeneralizedAlpha", "rho_inf": 0.0},
    "Bathe": {"integrator": "Bathe"},
}


# spectra


def newmark_family(alpha_m: float, alpha_f: float) -> ss.GeneralizedAlpha:
    """Return generalized-alpha at a point of the plane of its parameters, second order.

    Rezaei and Schindler, eq. 26.
    """
    return ss.GeneralizedAlpha(
        alpha_m=alpha_m, alpha_f=alpha_f, beta=0.25 * (1 - alpha_m + alpha_f) ** 2, gamma=0.5 - alpha_m + alpha_f
    )


def spectra(schemes: dict[str, tuple[ss.Bathe, dict]], title: str, error=(-2, 80)):
    """Draw spectral radius and relative period error over step per period; each scheme with its look."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(8.6, 3.6))
    for label, (scheme, look) in schemes.items():
        found = ss.spectral(scheme, RATIOS)
        left.semilogx(RATIOS, found.radius, label=label, **look)
        low = RATIOS <= 0.4
        right.plot(RATIOS[low], 100 * found.period_error[low], **look)
    left.set(xlabel=r"step / period $\Delta t/T$ [-]", ylabel=r"spectral radius $\rho$ [-]", ylim=(-0.02, 1.08))
    right.set(xlabel=r"step / period $\Delta t/T$ [-]", ylabel="relative period error [%]", xlim=(0, 0.4), ylim=error)
    figure.legend(*left.get_legend_handles_labels(), loc="outside right center")
    figure.suptitle(title)
    return figure


def radius_at_infinity(alpha_m: float, alpha_f: float) -> float:
    """Return the spectral radius at dt / T = 10^4; infinity where a step cannot even be solved."""
    try:
        return float(ss.spectral(newmark_family(alpha_m, alpha_f), [1e4]).radius[0])
    except ss.SimulationError:
        return float("inf")


def rezaei_06():
    """Stability region of generalized-alpha in the plane of its two parameters, measured."""
    m, f = np.linspace(-1.5, 0.9, 33), np.linspace(-0.95, 0.85, 25)
    radius = np.array([[radius_at_infinity(x, y) for x in m] for y in f])
    figure, axes = plt.subplots(figsize=(5.6, 4.2))
    face = axes.contourf(m, f, radius, levels=np.linspace(0, 1, 11), cmap="viridis_r", alpha=0.8)
    figure.colorbar(face, label=r"measured $\rho_\infty$ [-]; white: unstable")
    edge = np.array([(-1.5, -1.5), (0.5, 0.5), (-1.5, 0.5)])
    axes.plot(*edge.T, "k", lw=1.5, label=r"$\alpha_m\leq\alpha_f\leq 1/2$")
    line = np.array([-1.0, 0.5])
    axes.plot(line, (line + 1) / 3, ":", color="C3", lw=2, label=r"optimal, $\alpha_f=(\alpha_m+1)/3$")
    for name, (x, y) in dict(A=(-1, 0.5), B=(-1, 0), C=(-1, -0.5), D=(0.5, 0.5), E=(0, 1 / 3)).items():
        axes.plot(x, y, "ko", ms=4)
        axes.annotate(name, (x, y), (4, 4), textcoords="offset points", weight="bold")
    axes.set(xlabel=r"$\alpha_m$ [-]", ylabel=r"$\alpha_f$ [-]", xlim=(-1.5, 0.9), ylim=(-0.95, 0.85))
    axes.legend(loc="lower right")
    return figure


def rezaei_07():
    """HHT: beyond alpha = 1/3 (point E) the spectral radius has a cusp."""
    values = {"0": 0.0, "0.1": 0.1, "0.2": 0.2, "1/3": 1 / 3, "0.4": 0.4, "0.5": 0.5}
    curves = {rf"$\alpha_f={name}$": (newmark_family(0.0, x), {}) for name, x in values.items()}
    return spectra(curves, r"HHT method, $\alpha_m=0$")


def rezaei_08():
    """Generalized-alpha from no dissipation to asymptotic annihilation."""
    values = (1.0, 0.8, 0.6, 0.4, 0.2, 0.0)
    curves = {rf"$\rho_\infty={x:g}$": (ss.GeneralizedAlpha(x), {}) for x in values}
    return spectra(curves, r"generalized-$\alpha$ method")


def rezaei_09():
    """Points A and C, and the points of the optimal line with the same radius at infinity."""
    points = {
        "A (-1, 1/2)": (-1, 0.5),
        "D (1/2, 1/2)": (0.5, 0.5),
        "C (-1, -1/2)": (-1, -0.5),
        "(-1/4, 1/4)": (-0.25, 0.25),
    }
    looks = ({"color": "C0"}, {"color": "C0", "ls": "--"}, {"color": "C3"}, {"color": "C3", "ls": "--"})
    curves = {name: (newmark_family(*point), look) for (name, point), look in zip(points.items(), looks)}
    return spectra(
        curves,
        r"$(\alpha_m,\alpha_f)$: as given (solid), moved to the optimal line with the same $\rho_\infty$ (dashed)",
    )


def rezaei_10():
    """Newmark's, the generalized-alpha and Bathe's method."""
    curves = {
        "Newmark": (ss.GeneralizedAlpha.newmark(), {"color": "k"}),
        r"generalized-$\alpha$, $\rho_\infty=0.8$": (ss.GeneralizedAlpha(0.8), {"color": "C1"}),
        r"generalized-$\alpha$, $\rho_\infty=0$": (ss.GeneralizedAlpha(0.0), {"color": "C3"}),
        "Bathe": (ss.Bathe(), {"color": "C0"}),
    }
    return spectra(curves, "second-order methods")


def rezaei_11():
    """ED-alpha with annihilation, for several cut-off parameters, and Bathe's method."""
    values = {"1/12": 1 / 12, "1/6": 1 / 6, "1/3": 1 / 3, "1/2": 1 / 2}
    curves: dict[str, Any] = {
        rf"ED-$\alpha$, $\alpha_{{AR}}={name}$": (ss.EDAlpha(0.0, alpha_ar=x), {}) for name, x in values.items()
    }
    curves["Bathe"] = (ss.Bathe(), {"color": "k", "ls": "--"})
    return spectra(curves, r"ED-$\alpha$ with $\rho_\infty=0$, and Bathe", error=(-15, 25))


def rezaei_12():
    """ED-alpha with the best cut-off parameter and generalized-alpha at the same radii."""
    curves = {}
    for k, rho in enumerate((0.8, 0.5, 0.0)):
        curves[rf"ED-$\alpha$, $\rho_\infty={rho:g}$"] = (ss.EDAlpha(rho), {"color": f"C{k}"})
        curves[rf"generalized-$\alpha$, $\rho_\infty={rho:g}$"] = (
            ss.GeneralizedAlpha(rho),
            {"color": f"C{k}", "ls": "--"},
        )
    return spectra(curves, r"ED-$\alpha$ with $\alpha_{AR}=1/6$, and generalized-$\alpha$")


# the mass chain


def chain_motion(result: ss.Result) -> tuple[np.ndarray, np.ndarray]:
    """Return displacements and velocities (3, n) of the masses, downwards."""
    names = ("mass1", "mass2", "mass3")
    q = np.array([-(i + 1) * mass_chain.DISTANCE - result[name].position[:, 1] for i, name in enumerate(names)])
    return q, np.array([-result[name].velocity[:, 1] for name in names])


def chain_exact(t: np.ndarray, k: float, k0: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return displacements, velocities and accelerations (3, n) from rest, by modes."""
    squared, modes = np.linalg.eigh(mass_chain.stiffness_matrix(k, k0) / mass_chain.MASS)
    share, phase = modes.T @ np.full(3, mass_chain.G), np.sqrt(squared)[:, None] * t
    parts = (1 - np.cos(phase)) / squared[:, None], np.sin(phase) / np.sqrt(squared)[:, None], np.cos(phase)
    return tuple(modes @ (share[:, None] * part) for part in parts)  # type: ignore[return-value]


def rezaei_15():
    """Soft masses of the chain with a stiff spring: all schemes follow the exact motion."""
    figure, axes = plt.subplots(4, 2, sharex=True, sharey="row", figsize=(8.4, 7.6))
    K = mass_chain.stiffness_matrix(1.0, 1e7) / mass_chain.MASS
    for (label, settings), look in zip(BASES.items(), STYLES):
        result, _ = run("mass-chain", variant="spring", t_end=10.0, **settings)
        q, v = chain_motion(result)
        exact = chain_exact(result.time, 1.0, 1e7)
        for i in (0, 1):
            for row, curve in enumerate((q[i], v[i], (mass_chain.G - K @ q)[i])):
                axes[row, i].plot(result.time, curve, look, label=label)
            axes[3, i].plot(result.time, 1e6 * (q - exact[0])[i], label=label)
    for i in (0, 1):
        for row in range(3):
            axes[row, i].plot(result.time, exact[row][i], "k", lw=0.5, label="exact")
        axes[0, i].set_title(f"mass {i + 1}")
        axes[3, i].set_xlabel("time $t$ [s]")
    for row, text in enumerate(
        ("displacement [m]", "velocity [m/s]", "acceleration [m/s$^2$]", r"error of disp. [µm]")
    ):
        axes[row, 0].set_ylabel(text)
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=5, fontsize=7)
    return figure


def rezaei_16():
    """The mass on the stiff spring: who keeps its oscillation of 503 Hz, which the step cannot resolve."""
    figure, axes = plt.subplots(2, 2, sharex=True, sharey=True, figsize=(8.4, 4.8))
    fine = np.linspace(0.0, 0.024, 601)
    for axis, (label, settings) in zip(axes.flat, BASES.items()):
        result, _ = run("mass-chain", variant="spring", t_end=10.0, **settings)
        shown = result.time <= 0.024
        axis.plot(1e3 * fine, 1e6 * chain_exact(fine, 1.0, 1e7)[0][2], color="0.75", lw=0.7, label="exact")
        axis.plot(1e3 * result.time[shown], 1e6 * chain_motion(result)[0][2][shown], ".-", ms=4, lw=0.9, label=label)
        axis.set_title(label)
    for axis in axes[:, 0]:
        axis.set_ylabel("displacement $q_3$ [µm]")
    for axis in axes[1]:
        axis.set_xlabel("time $t$ [ms]")
    figure.suptitle(r"$\Delta t=1$ ms, $f_{\max}=503.3$ Hz")
    return figure


@cache
def held(rho_inf: float | None, level: str = "velocity") -> ss.Result:
    """Run the chain with its constraint from an inconsistent start; None takes Bathe, -1 ED-alpha."""
    scheme: Any = ss.Bathe(consistent_start=False)
    if rho_inf == -1:
        scheme = ss.EDAlpha(0.0, consistent_start=False)
    elif rho_inf is not None:
        scheme = ss.GeneralizedAlpha(rho_inf, level=level, consistent_start=False)
    return ss.simulate(mass_chain.model("constraint"), 10.0, mass_chain.STEP["constraint"], integrator=scheme)


def held_force(result: ss.Result) -> tuple[np.ndarray, np.ndarray]:
    """Return the constraint force (n,) [N], downwards, and the acceleration it leaves to mass 3 (n,)."""
    force, q = -result["hold"].reaction[:, 0], chain_motion(result)[0]
    k = mass_chain.STIFFNESS["constraint"]
    return force, (force + k * (q[1] - q[2])) / mass_chain.MASS + mass_chain.G


def rezaei_17():
    """The chain with a constraint met at acceleration or at velocity level."""
    figure, axes = plt.subplots(3, 3, sharex=True, figsize=(9.4, 6.4))
    k = mass_chain.STIFFNESS["constraint"]
    fine = np.linspace(0, 10, 2001)
    cos, w = np.cos(np.sqrt(k) * fine), np.sqrt(k)
    soft = mass_chain.G / k * (1 - cos), mass_chain.G / w * np.sin(w * fine), mass_chain.G * cos
    for level, colour in (("acceleration", "C3"), ("velocity", "C0")):
        result = held(0.8, level)
        q, v = chain_motion(result)
        a = mass_chain.G - mass_chain.stiffness_matrix(k, 0.0) @ q / mass_chain.MASS
        a[2] = held_force(result)[1]
        for row, curves in enumerate((q, v, a)):
            for i in range(3):
                first = 1 if row == 2 and i == 2 else 0  # there is no force before the first step
                axes[row, i].plot(result.time[first:], curves[i][first:], color=colour, label=f"{level} level")
    for row in range(3):
        for i in range(3):
            axes[row, i].plot(fine, soft[row] if i < 2 else 0 * fine, "k:", label="exact")
        axes[row, 0].set_ylabel(("displacement [m]", "velocity [m/s]", "acceleration [m/s$^2$]")[row])
    for i in range(3):
        axes[0, i].set_title(f"mass {i + 1}")
        axes[2, i].set_xlabel("time $t$ [s]")
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    figure.suptitle(r"generalized-$\alpha$, $\rho_\infty=0.8$, $\Delta t=0.05$ s, start without constraint force")
    return figure


def rezaei_18():
    """The constraint force at both levels, and how damping takes the error of the start away."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.0, 3.8))
    for level, colour in (("acceleration", "C3"), ("velocity", "C0")):
        result = held(0.8, level)
        left.plot(result.time[1:], held_force(result)[0][1:], color=colour, label=f"{level} level")
    w = np.sqrt(mass_chain.STIFFNESS["constraint"])
    left.plot(result.time, -mass_chain.G * (2 - np.cos(w * result.time)), "k:", label="exact")
    left.set(
        xlabel="time $t$ [s]",
        ylabel=r"constraint force $\lambda$ [N]",
        title=r"generalized-$\alpha$, $\rho_\infty=0.8$",
    )
    left.set(xlim=(0, 6), ylim=(-42, 4))
    left.legend(loc="upper right", ncols=3, fontsize=7)
    for rho, look in ((1.0, "-"), (0.8, "-"), (0.5, "-"), (0.0, "-"), (None, "k--"), (-1, "k:")):
        result = held(rho)
        label = {None: "Bathe", -1: r"ED-$\alpha$, $\rho_\infty=0$"}.get(rho, rf"$\rho_\infty={rho}$")
        right.plot(result.time[1:], held_force(result)[1][1:], look, label=label)
    right.set(
        xlabel="time $t$ [s]",
        ylabel=r"error of the force, $m\,\ddot q_3$ [N]",
        xlim=(0, 2),
        ylim=(-11, 18),
        title="velocity level",
    )
    right.legend(fontsize=7, ncols=2, loc="upper right")
    return figure
