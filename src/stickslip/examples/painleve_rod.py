"""Painlevé's rod: a rod pushed over rough ground jams although nothing strikes it (impact without collision).

Half-length 1 m, m = 1 kg, mu = 5/3 > 4/3, started at 31 degrees sliding at 30 m/s, g = 10 m/s^2. The contact force
grows without bound as the rod approaches 45 degrees at t = 0.8145 s; then an impulse at closed contact lifts it off.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities


def model(friction: float = 5.0 / 3.0, angle: float = np.deg2rad(31.0)) -> ss.Model:
    """Return the rod, leaning backwards, with its leading tip on the ground."""
    model = ss.Model(dim=2, gravity=(0, -10.0), name="painleve-rod")
    ground = model.ground.add(ss.Plane(normal=(0, 1), name="ground"))
    rod = ss.RigidBody(
        mass=1.0, inertia=1.0 / 3.0, position=(0, np.sin(angle)), rotation=-angle, velocity=(30.0, 0), name="rod"
    )
    tip = model.add(rod).add(ss.Point(position=(1.0, 0), name="tip"))
    model.add(ss.Contact(tip, ground, friction=friction))
    return model


def run(
    *,
    friction: Any = 5.0 / 3.0,
    dt: float = 1e-5,
    t_end: float = 1.0,
    integrator: str = "MoreauMidpoint",
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Slide until the rod jams; report when, and the rates with which it leaves the ground."""
    result = ss.simulate(model(friction), t_end, dt, integrator=getattr(ss, integrator)(), out=out, progress=progress)
    contact = result.contacts.between("rod", "ground")
    jam = int(np.argmax(contact.force))
    after = jam + int(np.argmax(contact.force[jam:] == 0.0))  # the contact has opened
    quantities = {
        "jam_time": float(result.time[jam]),
        "jam_time_exact": 0.81452,
        "x_rate_after": float(result["rod"].velocity[after, 0]),
        "x_rate_after_exact": 6.1594,
        "phi_rate_after": float(-result["rod"].angular_velocity[after]),
        "phi_rate_after_exact": 8.7104,
        "finite": bool(np.isfinite(result["rod"].velocity).all()),
    }
    return result, quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the angle of the rod and the contact force that grows without bound until the rod jams."""
    import matplotlib.pyplot as plt

    figure, (above, below) = plt.subplots(2, sharex=True)
    above.plot(result.time, -np.rad2deg(result["rod"].angle))
    above.axhline(45.0, color="0.7", lw=0.6)
    above.set(ylabel="angle to the ground [deg]")
    contact = result.contacts.between("rod", "ground")
    below.semilogy(contact.time, np.where(contact.force > 0.0, contact.force, np.nan))
    below.axvline(quantities["jam_time_exact"], color="k", ls=":", label="jam, exact")
    below.set(xlabel="time [s]", ylabel="normal force [N]")
    below.legend()
    return figure
