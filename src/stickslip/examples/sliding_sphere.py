"""A sphere set down sliding without spin: friction spins it up until it rolls at 5/7 of its speed.

Rolling begins at t = 2 v0 / (7 mu g). The direction of motion is 37 degrees off the axes: a faceted cone would fail.
"""

from __future__ import annotations

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities


def model(v0: float, friction: float, radius: float = 0.1) -> ss.Model:
    """Return a solid sphere on a floor, moving without rotation."""
    direction = np.deg2rad(37.0)
    model = ss.Model(gravity=(0, 0, -9.81), name="sliding-sphere")
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1), name="floor"))
    velocity = (v0 * np.cos(direction), v0 * np.sin(direction), 0.0)
    ball = ss.RigidBody(mass=1.0, inertia=0.4 * radius**2, position=(0, 0, radius), velocity=velocity, name="sphere")
    skin = model.add(ball).add(ss.Sphere(radius=radius))
    model.add(ss.Contact(skin, floor, friction=friction))
    return model


def run(
    *,
    v0: float = 5.0,
    friction: float = 0.2,
    dt: float = 1e-4,
    t_end: float = 1.0,
    integrator: str = "MoreauMidpoint",
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Slide, then roll; find the speed and the moment when slipping ends."""
    result = ss.simulate(
        model(v0, friction), t_end, dt, integrator=getattr(ss, integrator)(), out=out, progress=progress
    )
    contact = result.contacts.between("sphere", "ground")
    slipping = np.flatnonzero(contact.slip > 1e-9)
    rolls = slipping[-1] + 1 < len(result)  # otherwise the run was too short
    quantities = {
        "v0": v0,
        "v_final": float(np.linalg.norm(result["sphere"].velocity[-1])),
        "v_final_exact": 5.0 / 7.0 * v0,
        "t_roll": float(result.time[slipping[-1] + 1]) if rolls else float("nan"),
        "t_roll_exact": 2.0 * v0 / (7.0 * friction * 9.81),
    }
    return result, quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the speed of the centre and of the rim until they agree."""
    import matplotlib.pyplot as plt

    sphere = result["sphere"]
    slip = result.contacts.between("sphere", "ground")
    figure, axes = plt.subplots(figsize=(5, 3.5))
    axes.plot(result.time, np.linalg.norm(sphere.velocity, axis=1), label="centre")
    axes.plot(slip.time, slip.slip, label="slip at the floor")
    axes.axvline(quantities["t_roll_exact"], color="k", ls=":", label="rolling, exact")
    axes.axhline(quantities["v_final_exact"], color="0.7", lw=0.6)
    axes.set(xlabel="time [s]", ylabel="speed [m/s]")
    axes.legend()
    return figure
