"""Free plate: a thin steel plate is thrown and bent by forces on its edges, then flies.

0.3 x 0.06 x 0.002 m. Forces rise and fall within 4 ms: (400, 0, 1200) N on one short edge, (0, 300, -800) N on the
other and 200 N across one corner. Afterwards nothing acts: momentum (0.8, 0.6, 1.2) N s, angular momentum and energy
stay as they are while the plate turns and vibrates. The impulse is exact for any mesh and step.

Source: energy-momentum schemes, Simo, Tarnow, Z. Angew. Math. Phys. 43 (1992) 757; data of our own.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress

SIZE, THICKNESS = (0.3, 0.06), 0.002
MATERIAL = ss.Material(young=206e9, density=7800.0, poisson=0.0)
RISE = 2e-3  # of the forces [s]
IMPULSE = np.array([0.8, 0.6, 1.2])


def model(elements: int = 10, order: Literal[1, 2] = 1) -> ss.Model:
    """Return the plate of elements x elements / 5."""
    model = ss.Model(gravity=(0, 0, 0), name="free-plate")
    across = max(1, elements // 5)
    plate = model.add(
        ss.Shell.plate(SIZE, (elements, across), order=order, material=MATERIAL, thickness=THICKNESS, name="plate")
    )
    pulse = ss.Table([0.0, RISE, 2.0 * RISE, 1e3 * RISE], [0.0, 1.0, 0.0, 0.0])
    for x, force in ((0.0, (400.0, 0.0, 1200.0)), (SIZE[0], (0.0, 300.0, -800.0))):
        nodes = np.flatnonzero(abs(plate.nodes[:, 0] - x) < 1e-9)
        share = np.full(len(nodes), 2.0)
        if order == 2:
            share[1::2] = 4.0
        share[[0, -1]] = 1.0
        for node, part in zip(nodes, share / share.sum(), strict=True):
            model.add(ss.PointForce(plate.node(node), tuple(part * np.array(force)), factor=pulse))
    model.add(ss.PointForce(plate.nearest((SIZE[0], 0.0, 0.0)), (0.0, 0.0, 200.0), factor=pulse))
    return model


def run(
    *, elements: int = 10, dt: float = 5e-5, t_end: float = 0.02, out: Out = None, progress: Progress = None
) -> Outcome:  # fmt: skip
    """Throw the plate; drifts are the largest changes after the forces, relative to energy and momenta."""
    result = ss.simulate(
        model(elements), t_end=t_end, dt=dt, integrator=ss.EnergyMomentum(), out=out, progress=progress
    )  # fmt: skip
    free, plate = result.time > 2.0 * RISE * (1.0 + 1e-9), result["plate"]
    energy, P, L = result.energy.total[free], plate.momentum[free], plate.angular_momentum[free]

    def drift(x: np.ndarray) -> float:
        return float(np.linalg.norm(x - x[0], axis=1).max() / np.linalg.norm(x[0]))

    return result, {
        "momentum": P[-1].tolist(),
        "momentum_exact": IMPULSE.tolist(),
        "angular_momentum": L[-1].tolist(),
        "energy": float(energy[-1]),
        "energy_drift": float(np.ptp(energy) / energy[0]),
        "momentum_drift": max(drift(P), drift(L)),
        "strain_energy": float(result.energy.potential[-1]),
        "iterations": float(result.certificate.iterations),
    }


def plot(result: ss.Result, quantities: dict[str, Any]) -> Figure:
    """Draw the energies."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
    for name in ("total", "kinetic", "potential"):
        axes.plot(1e3 * result.time, getattr(result.energy, name), label=name)
    axes.set(xlabel="t [ms]", ylabel="energy [J]", title=f"drift of the energy {quantities['energy_drift']:.1e}")
    axes.legend()
    return figure
