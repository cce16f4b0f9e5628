"""Spinning solid: an elastic bar in a floating frame is stretched by its rotation, or tumbles freely.

A bar of length 2 L (L = 1 m, section 0.1 m x 0.05 m, E = 1e6 N/m^2, rho = 1000 kg/m^3, nu = 0), free in space, is a
mesh of hexahedra reduced to modes in the frame of its mean motion (Tisserand).

``spin``: it starts undeformed with an angular velocity about its shortest axis. Damping takes the vibration away, and
the elongation of a half becomes that of linear elasticity in the rotating frame, u'' + k^2 (x + u) = 0 with
k = w sqrt(rho/E): u(L) = tan(kL)/k - L, at the final rate w.

``tumbling``: it turns about its middle axis, which is unstable, without damping. Nothing acts on it: momentum, angular
momentum and energy stay, although the axes flip over again and again and the body vibrates.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

HALF = np.array([1.0, 0.05, 0.025])
MATERIAL = ss.Material(young=1e6, density=1000.0, poisson=0.0)


def model(omega: tuple[float, ...], n: int, modes: int, retardation: float) -> ss.Model:
    """Return the bar along x about the origin, n cells long."""
    model = ss.Model(name="spinning-solid")
    mesh = ss.SolidBody.box(2.0 * HALF, (n, 1, 1), MATERIAL, kind="hexahedron20", origin=-HALF)
    ends = {"left": mesh.nodes_where(lambda x, y, z: x == -1.0), "right": mesh.nodes_where(lambda x, y, z: x == 1.0)}
    fields: dict[str, Any] = {"angular_velocity": omega, "retardation": retardation}
    model.add(ss.FloatingSolid(mesh, interfaces=ends, modes=modes, **fields, name="bar"))
    return model


def run(
    *,
    variant: Literal["spin", "tumbling"] = "spin",
    omega: float = 5.0,
    n: int = 12,
    modes: int = 12,
    dt: float = 1e-3,
    t_end: float = 10.0,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Let the bar turn with ``omega`` [rad/s]."""
    scheme: ss.Bathe | ss.GeneralizedAlpha
    if variant == "spin":
        part, scheme = model((0.0, 0.0, omega), n, modes, 0.02), ss.Bathe()
    else:
        part, scheme = model((0.01 * omega, omega, 0.0), n, modes, 0.0), ss.GeneralizedAlpha(1.0)
    result = ss.simulate(part, t_end, dt, integrator=scheme, record=ss.Record(every=10), out=out, progress=progress)
    bar, ends = result["bar"], part["bar"].interfaces
    tips = [bar.position[:, ends[side]].mean(axis=1) for side in ("left", "right")]
    half = 0.5 * np.linalg.norm(tips[1] - tips[0], axis=1)
    L, energy = bar.angular_momentum, result.energy.kinetic + result.energy.potential
    quantities: Quantities = {
        "angular_momentum_drift": float(abs(L - L[0]).max() / np.linalg.norm(L[0])),
        "momentum": float(abs(bar.momentum).max()),
    }
    if variant == "tumbling":
        flips = np.count_nonzero(np.diff(np.sign(bar.frame_angular_velocity[:, 1])))
        return result, quantities | {"energy_drift": float(abs(energy / energy[0] - 1.0).max()), "flips": int(flips)}
    w = float(bar.frame_angular_velocity[-1, 2])
    k = w * np.sqrt(MATERIAL.density / MATERIAL.young)
    quantities |= {"omega_steady": w, "elongation": float(half[-1] - 1.0), "elongation_exact": np.tan(k) / k - 1.0}
    return result, quantities | {"vibration": float(np.ptp(half[-len(half) // 10 :]))}


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Plot the angular velocity of the frame in its own axes."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
    axes.plot(result.time, result["bar"].frame_angular_velocity, label=["x", "y", "z"])
    axes.set(xlabel="t [s]", ylabel="angular velocity in the frame [rad/s]")
    axes.legend()
    return figure
