"""A block on a slope: sticks for ever below the friction angle, slides with g (sin a - mu cos a) above it."""

from __future__ import annotations

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities


def model(angle: float, friction: float, dim: int = 3) -> ss.Model:
    """Return a block at rest on a slope of ``angle`` [rad]; gravity is tilted, the slope is the plane z = 0 (y = 0)."""
    g = 9.81
    down = (g * np.sin(angle), -g * np.cos(angle))
    gravity = (down[0], 0.0, down[1]) if dim == 3 else down
    model = ss.Model(dim=dim, gravity=gravity, name="slope-block")
    if dim == 3:
        block = model.add(ss.RigidBody(mass=2.0, inertia=(0.01, 0.02, 0.02), position=(0, 0, 0.1), name="block"))
        skin = block.add(ss.Cuboid(lengths=(0.4, 0.3, 0.2)))
        slope = model.ground.add(ss.Plane(normal=(0, 0, 1), name="slope"))
    else:
        block = model.add(ss.RigidBody(mass=2.0, inertia=0.02, position=(0, 0.1), name="block"))
        skin = block.add(ss.Cuboid(lengths=(0.4, 0.2)))
        slope = model.ground.add(ss.Plane(normal=(0, 1), name="slope"))
    model.add(ss.Contact(skin, slope, friction=friction))
    return model


def run(
    *,
    angle_deg: float = 10.0,
    friction: float = 0.5,
    dim: int = 3,
    dt: float = 2e-3,
    t_end: float = 10.0,
    integrator: str = "MoreauMidpoint",
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Let the block rest or slide; measure how far it creeps and how fast it accelerates."""
    angle = np.deg2rad(angle_deg)
    scheme = getattr(ss, integrator)()
    result = ss.simulate(model(angle, friction, dim), t_end, dt, integrator=scheme, out=out, progress=progress)
    x, v = result["block"].position[:, 0], result["block"].velocity[:, 0]
    slides = np.tan(angle) > friction
    quantities = {
        "creep": float(abs(x - x[0]).max()),
        "acceleration": float(v[-1] / result.time[-1]),
        "acceleration_exact": float(9.81 * (np.sin(angle) - friction * np.cos(angle))) if slides else 0.0,
    }
    return result, quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw how far the block moves, beside the exact parabola."""
    import matplotlib.pyplot as plt

    x = result["block"].position[:, 0]
    figure, axes = plt.subplots(figsize=(5, 3.5))
    axes.plot(result.time, x - x[0], label="computed")
    axes.plot(result.time, 0.5 * quantities["acceleration_exact"] * result.time**2, "k:", label="exact")
    axes.set(xlabel="time [s]", ylabel="way down the slope [m]")
    axes.legend()
    return figure
