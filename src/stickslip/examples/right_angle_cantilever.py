"""Right-angle cantilever: an L-shaped frame kicked out of its plane swings freely.

Two legs of 10 m, the first clamped, EA = GA = 1e6 N, EI = GJ = 1e3 N m^2, 1 kg/m, mass moments 10, 10, 20 kg m; a
force out of the plane acts on the elbow, rising to 50 N at 1 s and back to zero at 2 s. The displacements are as
large as the legs, and the energy must stay what it is at 2 s.

Source: Simo, Vu-Quoc, Comput. Methods Appl. Mech. Eng. 66 (1988) 125. The reference comes from an independent
explicit integration of a discrete Cosserat rod with 20, 40 and 80 elements per leg and extrapolation, error 2e-3.
"""

from __future__ import annotations

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

ENERGY = 114.880
TIP = {10.0: 4.463, 16.0: -9.708}  # displacement out of the plane [m] at t [s]


def model(elements: int = 10) -> ss.Model:
    """Return the frame with ``elements`` quadratic elements per leg."""
    model = ss.Model(name="right-angle-cantilever")
    section = ss.Section(EA=1e6, GA=1e6, EI=1e3, GJ=1e3, mass_per_length=1.0, inertia=10.0)
    leg = model.add(ss.Beam.straight((0, 0, 0), (10, 0, 0), elements, section=section, order=2, name="leg"))
    arm = model.add(ss.Beam.straight((10, 0, 0), (10, 10, 0), elements, section=section, order=2, name="arm"))
    model.add(ss.Fixed(model.ground, leg.start, name="clamp"))
    model.add(ss.Fixed(leg.end, arm.start, name="elbow"))
    model.add(ss.PointForce(leg.end, (0, 0, 50), factor=ss.Table(times=(0, 1, 2), values=(0, 1, 0))))
    return model


def run(
    *, elements: int = 10, dt: float = 0.02, t_end: float = 16.0, out: Out = None, progress: Progress = None
) -> Outcome:
    """Kick the frame; measure its energy after the kick and where the tip is at 10 s and 16 s."""
    result = ss.simulate(model(elements), t_end, dt, integrator=ss.EnergyMomentum(), out=out, progress=progress)
    tip, t, energy = result["arm"].position[:, -1, 2], result.time, result.energy.total
    free = energy[t > 2.0 + 0.5 * dt]
    quantities = {
        "energy": float(free[0]),
        "energy_exact": ENERGY,
        "energy_drift": float(abs(free - free[0]).max()),
        "u3": [float(np.interp(at, t, tip)) for at in TIP if at <= t_end],
        "u3_exact": [value for at, value in TIP.items() if at <= t_end],
    }
    return result, quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Plot the displacements of elbow and tip out of the plane."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots()
    for name, line in (("elbow", "leg"), ("tip", "arm")):
        axes.plot(result.time, result[line].position[:, -1, 2], label=name)
    axes.plot(list(TIP), list(TIP.values()), "k+", label="reference")
    axes.set(xlabel="t [s]", ylabel="displacement [m]")
    axes.legend()
    return figure
