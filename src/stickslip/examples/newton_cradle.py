"""Balls in a row, the first one strikes: what Newton's law can say about several simultaneous impacts, and what not.

Touching balls collide at the same instant. Newton's law with e = 1 asks for v+ = -v- at every contact, open or not, and
gives the unique answer that all relative velocities reverse: three equal balls leave with (-1/3, 2/3, 2/3) v0, not with
the (0, 0, 1) v0 of the toy, where a wave runs through the balls one contact after the other. Momentum and energy are
exact in both. With gaps between the balls the impacts happen one by one and the toy's answer comes out.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities


def model(balls: int = 3, restitution: float = 1.0, gap: float = 0.0, radius: float = 0.05) -> ss.Model:
    """Return balls on a line without gravity; the first moves at 1 m/s and is just about to strike."""
    model = ss.Model(name="newton-cradle")
    skins = []
    for k in range(balls):
        velocity = (1.0 if k == 0 else 0.0, 0.0, 0.0)
        x = k * (2 * radius + gap)
        ball = ss.RigidBody(mass=1.0, inertia=0.4 * radius**2, position=(x, 0, 0), velocity=velocity, name=f"ball{k}")
        skins.append(model.add(ball).add(ss.Sphere(radius=radius)))
    for first, second in pairwise(skins):
        model.add(ss.Contact(first, second, restitution=restitution))
    return model


def run(
    *,
    balls: int = 3,
    restitution: float = 1.0,
    gap: float = 0.0,
    dt: float = 1e-4,
    t_end: float = 0.05,
    integrator: str = "MoreauMidpoint",
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Strike, and report the velocities afterwards."""
    scheme = getattr(ss, integrator)()
    result = ss.simulate(model(balls, restitution, gap), t_end, dt, integrator=scheme, out=out, progress=progress)
    v = np.array([result[f"ball{k}"].velocity[:, 0] for k in range(balls)])
    quantities = {
        "velocities": v[:, -1],
        "momentum_error": float(abs(v.sum(axis=0) - 1.0).max()),
        "energy_error": float(0.5 * (v[:, -1] ** 2).sum() - 0.5),
    }
    return result, quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the velocities of all balls."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(5, 3.5))
    for name in (name for name in result.names if name != "ground"):
        axes.plot(1e3 * result.time, result[name].velocity[:, 0], label=name)
    axes.set(xlabel="time [ms]", ylabel="velocity [m/s]")
    axes.legend(ncols=3)
    return figure
