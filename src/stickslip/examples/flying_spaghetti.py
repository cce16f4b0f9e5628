"""Flying spaghetti: a soft free beam, pushed and twisted at one end, tumbles through space.

Length 10 m from A = (6, 0, 0) to B = (0, 8, 0), EA = GA = 1e4 N, EI = GJ = 500 N m^2, 1 kg/m, mass moments 10, 10, 20
kg m; at A act the force T/10 e1 and the torque T/2 e2 - T e3, where T rises to 200 at 2.5 s and is zero from 5 s on.
The impulse is exactly 50 e1, whatever the beam does; afterwards energy and both momenta stay constant.

Source: Simo, Vu-Quoc, Comput. Methods Appl. Mech. Eng. 66 (1988) 125. The reference of energy and place comes from an
independent explicit integration of a discrete Cosserat rod with up to 320 elements and extrapolation.
"""

from __future__ import annotations

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

ENERGY = 724.436
PLACE_A = (19.2136, 1.62556, 2.12724)  # at t = 5 s
PLACE_B = (12.9530, 6.80943, -3.02877)


def model(elements: int = 10) -> ss.Model:
    """Return the beam at rest with ``elements`` quadratic elements and its loads."""
    model = ss.Model(name="flying-spaghetti")
    section = ss.Section(EA=1e4, GA=1e4, EI=500.0, GJ=500.0, mass_per_length=1.0, inertia=10.0)
    beam = model.add(ss.Beam.straight((6, 0, 0), (0, 8, 0), elements, section=section, order=2, name="beam"))
    hat = ss.Table(times=(0, 2.5, 5), values=(0, 200, 0))
    model.add(ss.PointForce(beam.start, (0.1, 0, 0), factor=hat, name="push"))
    model.add(ss.Torque(beam.start, (0, 0.5, -1), factor=hat, name="twist"))
    return model


def linear_momentum(result: ss.Result) -> np.ndarray:
    """Return the linear momentum (n, 3) [N s]: velocity times the length of a node, times 1 kg/m."""
    beam = result["beam"]
    h = beam.s[2::2] - beam.s[:-2:2]  # quadratic elements, lumped as 1 : 4 : 1
    share = np.zeros(len(beam.s))
    for k, weight in enumerate((1 / 6, 4 / 6, 1 / 6)):
        share[k : len(share) - 2 + k : 2] += weight * h
    found: np.ndarray = np.einsum("k,nki->ni", share, beam.velocity)
    return found


def run(
    *, elements: int = 10, dt: float = 0.02, t_end: float = 10.0, out: Out = None, progress: Progress = None
) -> Outcome:
    """Throw the beam; measure momentum and energy of its free flight and where its ends are at 5 s."""
    result = ss.simulate(model(elements), t_end, dt, integrator=ss.EnergyMomentum(), out=out, progress=progress)
    k = int(np.argmin(abs(result.time - 5.0)))
    momentum, energy = linear_momentum(result)[k:], result.energy.total[k:]
    quantities = {
        "momentum": momentum[-1],
        "momentum_exact": np.array([50.0, 0.0, 0.0]),
        "momentum_error": float(abs(momentum - (50.0, 0.0, 0.0)).max()),
        "energy": float(energy[-1]),
        "energy_exact": ENERGY,
        "energy_drift": float(abs(energy - energy[0]).max()),
        "A": result["beam"].position[k, 0],
        "A_exact": np.array(PLACE_A),
        "B": result["beam"].position[k, -1],
        "B_exact": np.array(PLACE_B),
    }
    return result, quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Plot the shapes of the beam every half second, seen along e3."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(9, 3))
    for k in np.searchsorted(result.time, np.arange(0.0, result.time[-1] + 1e-9, 0.5)):
        axes.plot(*result["beam"].position[min(k, len(result) - 1), :, :2].T, color="C0", lw=1)
    axes.set(xlabel="x [m]", ylabel="y [m]", aspect="equal")
    return figure
