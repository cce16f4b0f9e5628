"""N four-bar windows in a row, with singular configurations.

2N + 1 uniform rods of 1 kg and 1 m: N + 1 upright ones on ground hinges, N couplers between their tops; gravity 9.81
downwards, start upright with the tops moving at 1 m/s. Twice per revolution all rods are in one line and the Jacobian
of the constraints loses rank; a parallelogram could fold over there. The regular branch is exactly a pendulum with
one degree of freedom, theta'' = -g ((N+1)/2 + N) / ((N+1)/3 + N) cos(theta).

Source: IFToMM benchmark A02 (Gonzalez, Dopico, Lugris, Cuadrado, Multibody Syst. Dyn. 16 (2006) 179); the oracle is
that pendulum, integrated to 1e-9: B0(10 s) = (0.32845811, 0.94451854) for N = 2.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

GRAVITY = 9.81


def build(windows: int = 2, speed: float = 1.0) -> ss.Model:
    """Return the planar mechanism upright, its tops moving to the right."""
    model = ss.Model(dim=2, gravity=(0, -GRAVITY), name="four bar")
    inertia = 1.0 / 12.0
    rods = []
    turning: dict[str, Any] = {"rotation": 0.5 * np.pi, "velocity": (0.5 * speed, 0), "angular_velocity": -speed}
    for k in range(windows + 1):
        rod = model.add(ss.RigidBody(1.0, inertia, position=(k, 0.5), **turning, name=f"rod{k}"))
        rods.append(rod)
        model.add(ss.Revolute(model.ground, rod, at=(k, 0), name=f"A{k}"))
    for k in range(windows):
        coupler = model.add(ss.RigidBody(1.0, inertia, position=(k + 0.5, 1), velocity=(speed, 0), name=f"coupler{k}"))
        model.add(ss.Revolute(rods[k], coupler, at=(k, 1), name=f"B{k}"))
        model.add(ss.Revolute(rods[k + 1], coupler, at=(k + 1, 1), name=f"C{k + 1}"))
    return model


def reference(windows: int, t_end: float, speed: float = 1.0) -> np.ndarray:
    """Return the place of B0 at t_end on the regular branch, from the equivalent pendulum."""
    factor = GRAVITY * ((windows + 1) / 2 + windows) / ((windows + 1) / 3 + windows)
    solution = solve_ivp(
        lambda t, y: (y[1], -factor * np.cos(y[0])), (0, t_end), (0.5 * np.pi, -speed), rtol=1e-12, atol=1e-12,
        method="DOP853",
    )  # fmt: skip
    theta = solution.y[0, -1]
    return np.array([np.cos(theta), np.sin(theta)])


def run(
    *, windows: int = 2, dt: float = 2e-4, t_end: float = 10.0, out: Out = None, progress: Progress = None
) -> Outcome:
    """Turn the mechanism for ``t_end`` seconds."""
    model = build(windows)
    result = ss.simulate(model, t_end, dt, integrator=ss.EnergyMomentum(), out=out, progress=progress)
    angle = result["rod0"].angle
    B0 = np.column_stack([np.cos(angle), np.sin(angle)])
    level = max(float(abs(result[f"coupler{k}"].angle).max()) for k in range(windows))
    energy = result.energy.total
    return result, {
        "B0_end": B0[-1].tolist(),
        "error": float(np.linalg.norm(B0[-1] - reference(windows, t_end))),
        "revolutions": float(abs(angle[-1] - angle[0]) / (2 * np.pi)),
        "coupler_tilt": level,
        "energy_drift": float(abs(energy - energy[0]).max()),
    }


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the height of the first top beside the equivalent pendulum, and the drift of the energy."""
    import matplotlib.pyplot as plt

    windows = sum(name.startswith("coupler") for name in result.names)
    times = np.linspace(0.1, result.time[-1], 40)
    figure, (above, below) = plt.subplots(2, sharex=True)
    above.plot(result.time, np.sin(result["rod0"].angle), label="mechanism")
    above.plot(times, [reference(windows, t)[1] for t in times], "k.", ms=3, label="pendulum")
    above.set(ylabel="height of $B_0$ [m]")
    above.legend(loc="lower left", ncols=2)
    below.plot(result.time, result.energy.total - result.energy.total[0])
    below.set(xlabel="time [s]", ylabel="drift of the energy [J]")
    return figure
