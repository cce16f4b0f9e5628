"""Rotating bar: a bar that spins about its middle is stretched by its own inertia.

A planar bar of length 2 L (L = 1 m, height 0.1 m, E = 1 N/m^2, rho = 1 kg/m^3, nu = 0), free in the plane, starts
undeformed with an angular velocity. Damping by the strain rate takes the vibration away and leaves the rotation alone;
then the bar turns steadily. The elongation of a half is that of a bar in the rotating frame, k = w sqrt(rho/E):

    small strain          u'' + k^2 (x + u) = 0, hence u(L) = tan(kL)/k - L
    St. Venant-Kirchhoff  ((1 + u') (u' + u'^2/2))' + k^2 (x + u) = 0

The second one is the law of the solid, and the oracle. Its stress u' + 3/2 u'^2 + ... makes it shorter, to first order
by 3/2 int u'^2 dx, relative 3/5 (kL)^2. Here w is that of the steady rotation, slower than the start: the bar has
become longer, and its angular momentum stays.

From there the bar turns without damping. ``GeneralizedAlpha(1.0)`` keeps the energy; ``EDAlpha(1.0)`` gains energy in a
turning solid, with dt^3.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

LENGTH, HEIGHT = 1.0, 0.1


def model(omega: float, n: int, kind: str = "quad8", retardation: float = 0.0) -> ss.Model:
    """Return the bar along x with its middle at the origin, n cells long and one high."""
    model = ss.Model(dim=2, name="rotating-bar")
    unit = ss.Material(young=1.0, density=1.0, poisson=0.0)
    model.add(
        ss.SolidBody.box(
            (2.0 * LENGTH, HEIGHT), (n, 1), unit, kind=kind, origin=(-LENGTH, -0.5 * HEIGHT), plane="stress",
            angular_velocity=omega, retardation=retardation, name="bar",
        )
    )  # fmt: skip
    return model


def elongation(k: float, law: Literal["small", "st-venant"]) -> float:
    """Return u(L) of a bar held at x = 0 in the rotating frame."""
    if law == "small":
        return float(np.tan(k * LENGTH) / k - LENGTH)
    from scipy.integrate import solve_bvp

    def slopes(x: Any, y: Any) -> Any:  # displacement and stress P = e + 3/2 e^2 + e^3/2
        e = y[1]
        for _ in range(50):
            e = e - (e + 1.5 * e**2 + 0.5 * e**3 - y[1]) / (1.0 + 3.0 * e + 1.5 * e**2)
        return np.stack([e, -(k**2) * (x + y[0])])

    x = np.linspace(0.0, LENGTH, 41)
    found = solve_bvp(slopes, lambda a, b: np.array([a[0], b[1]]), x, np.zeros((2, len(x))), tol=1e-10)
    return float(found.y[0, -1])


def run(
    *,
    integrator: Literal["GeneralizedAlpha", "EDAlpha"] = "GeneralizedAlpha",
    omega: float = 0.2,
    n: int = 16,
    kind: str = "quad8",
    dt: float = 0.1,
    turns: float = 10.0,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Let the bar come to a steady rotation, then turn it ``turns`` times without damping."""
    scheme = getattr(ss, integrator)
    steady = ss.simulate(
        model(omega, n, kind, retardation=1.0), 200.0, dt, integrator=scheme(0.8), record=ss.Record(every=10)
    )
    part = model(omega, n, kind)
    period = 2.0 * np.pi / omega
    result = ss.simulate(part, turns * period, dt, integrator=scheme(1.0), start=steady, out=out, progress=progress)
    bar, nodes = result["bar"], part["bar"].nearest
    ends = [nodes((side * LENGTH, 0.0)).node for side in (-1.0, 1.0)]
    r, v = (x[:, ends[1]] - x[:, ends[0]] for x in (bar.position, bar.velocity))
    half = 0.5 * np.linalg.norm(r, axis=1)
    w = float(((r[:, 0] * v[:, 1] - r[:, 1] * v[:, 0]) / (r**2).sum(axis=1)).mean())
    energy = result.energy.total
    quantities = {
        "omega_steady": w,
        "elongation": float(half.mean()) - LENGTH,
        "elongation_exact": elongation(w, "st-venant"),
        "elongation_small_strain": elongation(w, "small"),
        "vibration": float(np.ptp(half)),
        "energy_drift": float(abs(energy / energy[0] - 1.0).max()),
        "turns": float(np.unwrap(np.arctan2(r[:, 1], r[:, 0]))[[0, -1]] @ [-1.0, 1.0] / (2.0 * np.pi)),
    }
    return result, quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Plot the change of the energy over the turns."""
    import matplotlib.pyplot as plt

    energy = result.energy.total
    figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
    axes.plot(result.time, energy / energy[0] - 1.0)
    axes.set(xlabel="t [s]", ylabel="energy / energy at the start - 1")
    return figure
