"""Heavy top: a fast symmetric top on a fixed point.

Mass 15 kg, inertia diag(0.234375, 0.46875, 0.234375) about the centre of mass, which is 1 m from the fixed point
along the body's y axis; it starts with 150 rad/s about that axis and a small precession (0, 150, -4.61538) rad/s.

Source: Bruels, Cardona, Arnold, Mech. Mach. Theory 48 (2012) 121. The reference of the centre of mass at t = 2 s
comes from an independent integration with 8th-order Runge-Kutta, error 1e-9.
"""

from __future__ import annotations

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

REFERENCE = {1.0: (0.173343964, 0.640088592, -0.748490791), 2.0: (-0.150416823, -0.724165592, -0.673022270)}
INTEGRATORS = {"EnergyMomentum": ss.EnergyMomentum, "MoreauMidpoint": ss.MoreauMidpoint, "Theta": ss.Theta}


def build() -> ss.Model:
    """Return the top on its spherical joint."""
    model = ss.Model(gravity=(0, 0, -9.81), name="heavy top")
    omega = np.array([0.0, 150.0, -4.61538])
    top = model.add(
        ss.RigidBody(
            mass=15.0,
            inertia=(0.234375, 0.46875, 0.234375),
            position=(0, 1, 0),
            velocity=np.cross(omega, (0, 1, 0)),
            angular_velocity=omega,
            name="top",
        )
    )
    model.add(ss.Spherical(model.ground, top, at=(0, 0, 0), name="tip"))
    return model


def run(
    *,
    integrator: str = "EnergyMomentum",
    dt: float = 2.5e-4,
    t_end: float = 2.0,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Integrate the top; the error is that of the centre of mass at t = 1 s or 2 s, where the reference is known."""
    if integrator not in INTEGRATORS:
        raise ss.ModelError(f"heavy-top: integrator = '{integrator}' must be one of {', '.join(INTEGRATORS)}")
    result = ss.simulate(build(), t_end, dt, integrator=INTEGRATORS[integrator](), out=out, progress=progress)
    com = result["top"].position[-1]
    energy = result.energy
    quantities = {
        "com": com.tolist(),
        "energy_start": float(energy.total[0]),
        "energy_drift": float(abs(energy.total - energy.total[0]).max()),
    }
    if t_end in REFERENCE:
        quantities["error"] = float(np.linalg.norm(com - REFERENCE[t_end]))
    return result, quantities


def order(
    integrator: str = "EnergyMomentum", steps: tuple[float, ...] = (1e-3, 5e-4, 2.5e-4)
) -> tuple[float, list[float]]:
    """Return the slope of log error over log dt at t = 1 s, and the errors."""
    errors = [run(integrator=integrator, dt=dt, t_end=1.0)[1]["error"] for dt in steps]
    return float(np.polyfit(np.log(steps), np.log(errors), 1)[0]), errors


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the path of the centre of mass seen from above and from the side, and the drift of the energy."""
    import matplotlib.pyplot as plt

    r = result["top"].position
    figure, (path, drift) = plt.subplots(1, 2, figsize=(9, 4))
    path.plot(r[:, 0], r[:, 1], lw=0.8, label="from above, $y$ over $x$")
    path.plot(r[:, 0], r[:, 2], lw=0.8, label="from the side, $z$ over $x$")
    path.set(xlabel="$x$ [m]", ylabel="$y$, $z$ [m]", aspect="equal", ylim=(-1.1, 1.7))
    path.legend(loc="upper right")
    drift.plot(result.time, result.energy.total / result.energy.total[0] - 1.0, lw=0.8)
    drift.set(xlabel="time [s]", ylabel="relative drift of the energy")
    return figure
