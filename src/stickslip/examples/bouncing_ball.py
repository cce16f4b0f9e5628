"""A ball dropped from a height: Newton's impact law, geometric decay, rest after a finite time.

After impact n the apex is h e^(2n); all impacts are over after t = (1 + e)/(1 - e) sqrt(2 h / g).
"""

from __future__ import annotations

from typing import Any

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities


def model(restitution: float = 0.8, height: float = 1.0, gravity: float = 9.81) -> ss.Model:
    """Return a ball of radius 0.1 m whose lowest point is ``height`` above the floor."""
    model = ss.Model(gravity=(0.0, 0.0, -gravity), name="bouncing-ball")
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1), name="floor"))
    ball = model.add(ss.RigidBody(mass=1.0, inertia=0.004, position=(0, 0, height + 0.1), name="ball"))
    skin = ball.add(ss.Sphere(radius=0.1, name="skin"))
    model.add(ss.Contact(skin, floor, friction=0.3, restitution=restitution))
    return model


def height_at(t: float, restitution: float = 0.8, height: float = 1.0, gravity: float = 9.81) -> float:
    """Return the exact height of the ball above the floor, before it rests."""
    impact, speed = float(np.sqrt(2 * height / gravity)), float(np.sqrt(2 * gravity * height))
    if t <= impact:
        return height - 0.5 * gravity * t**2
    while t > impact + 2 * restitution * speed / gravity:
        speed *= restitution
        impact += 2 * speed / gravity
    return restitution * speed * (t - impact) - 0.5 * gravity * (t - impact) ** 2


def work_precision(
    dts: tuple[float, ...] = (1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 5e-5, 2e-5),
    tolerances: tuple[float, ...] = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8),
    repeat: int = 1,
) -> Any:
    """Return errors of the height at 0.1, 0.2 ... 2 s and work, with constant and adaptive steps."""
    schemes = {"Moreau": ss.MoreauMidpoint(), "generalized-alpha": ss.GeneralizedAlpha()}
    exact = [height_at(t) for t in np.linspace(0.1, 2.0, 20)]
    return ss.work_precision(
        model(), schemes, dts, tolerances=tolerances, quantity=lambda result: result["ball"].position[1:, 2] - 0.1,
        reference=exact,
        t_end=2.0, dt=0.1, instants=20, repeat=repeat,
    )  # fmt: skip


def run(
    *,
    restitution: float = 0.8,
    height: float = 1.0,
    gravity: float = 9.81,
    dt: float = 1e-4,
    t_end: float = 5.0,
    integrator: str = "MoreauMidpoint",
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Drop the ball and measure its apexes and when it comes to rest."""
    scheme = getattr(ss, integrator)()
    result = ss.simulate(model(restitution, height, gravity), t_end, dt, integrator=scheme, out=out, progress=progress)
    z, v = result["ball"].position[:, 2] - 0.1, result["ball"].velocity[:, 2]
    top = np.flatnonzero((v[:-1] > 0.0) & (v[1:] <= 0.0))
    apexes = np.array([z[0], *(max(z[k], z[k + 1]) for k in top)])
    moving = np.flatnonzero(abs(v) > gravity * dt)
    rest_time = float(result.time[moving[-1]]) if len(moving) else 0.0
    quantities = {
        "apexes": apexes[:8],
        "apexes_exact": height * restitution ** (2 * np.arange(8)),
        "rest_time": rest_time,
        "rest_time_exact": (1 + restitution) / (1 - restitution) * float(np.sqrt(2 * height / gravity)),
    }
    return result, quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the height over time with the exact apexes, and where the energy goes."""
    import matplotlib.pyplot as plt

    figure, (above, below) = plt.subplots(2, sharex=True)
    above.plot(result.time, result["ball"].position[:, 2] - 0.1)
    for apex in quantities["apexes_exact"]:
        above.axhline(apex, color="0.7", lw=0.6, zorder=0)
    above.axvline(quantities["rest_time_exact"], color="k", ls=":", label="at rest, exact")
    above.set(ylabel="height above the floor [m]")
    above.legend()
    below.plot(result.time, result.energy.kinetic, label="kinetic")
    below.plot(result.time, -result.energy.impacts, label="lost at impacts")
    below.set(xlabel="time [s]", ylabel="energy [J]")
    below.legend()
    return figure
