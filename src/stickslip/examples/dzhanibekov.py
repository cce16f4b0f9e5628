"""Dzhanibekov effect: a free body that spins about its middle axis turns over again and again.

Euler's equations for I = (1, 2, 3), omega = (0.01, 5, 0.01) have the solution omega_2 = 5 sn(...) of Jacobi's elliptic
functions: the body flips every 2 K(k) / tau = 5.02592913816 s. Energy and angular momentum are constant.
"""

from __future__ import annotations

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

INERTIA = (1.0, 2.0, 3.0)
FLIP_INTERVAL = 5.02592913816  # closed form


def run(*, dt: float = 2e-4, flips: int = 3, out: Out = None, progress: Progress = None) -> Outcome:
    """Follow the body over a number of flips."""
    model = ss.Model(name="dzhanibekov")
    body = model.add(ss.RigidBody(mass=1.0, inertia=INERTIA, angular_velocity=(0.01, 5.0, 0.01), name="body"))
    t_end = (flips + 0.1) * FLIP_INTERVAL
    result = ss.simulate(model, t_end, dt, integrator=ss.EnergyMomentum(), out=out, progress=progress)
    motion, time = result[body], result.time
    omega = motion.angular_velocity
    L = np.einsum("nij,nj->ni", motion.rotation, omega * np.array(INERTIA))
    middle = omega[:, 1]
    k = np.flatnonzero(middle[:-1] * middle[1:] < 0.0)
    zeros = time[k] - middle[k] * (time[k + 1] - time[k]) / (middle[k + 1] - middle[k])
    energy = result.energy.total
    return result, {
        "flip_interval": float(np.diff(zeros).mean()) if len(zeros) > 1 else float("nan"),
        "flips": len(zeros),
        "energy_drift": float(abs(energy / energy[0] - 1.0).max()),
        "momentum_drift": float(abs(L - L[0]).max() / np.linalg.norm(L[0])),
    }


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the angular velocity in body axes."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(layout="constrained")
    axes.plot(result.time, result["body"].angular_velocity, label=["omega_1", "omega_2", "omega_3"])
    axes.set(xlabel="t [s]", ylabel="angular velocity in body axes [rad/s]")
    axes.legend()
    return figure
