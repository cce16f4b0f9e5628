"""A slender block rocking on its two corners (Housner): w+/w- = 1 - 1.5 sin^2(alpha) at each impact.

Half sizes a = 12.5 mm, b = 50 mm, released at 8 degrees on one corner, e = 0, mu = 0.3.
"""

from __future__ import annotations

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

A, B = 0.0125, 0.05


def model(angle: float = np.deg2rad(8.0), friction: float = 0.3) -> ss.Model:
    """Return a planar block standing on its right corner, turned by ``angle``."""
    model = ss.Model(dim=2, gravity=(0, -9.81), name="rocking-block")
    floor = model.ground.add(ss.Plane(normal=(0, 1), name="floor"))
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])  # clockwise
    centre = -turn @ np.array([A, -B])
    inertia = (A**2 + B**2) / 3.0
    block = model.add(ss.RigidBody(mass=1.0, inertia=inertia, position=centre, rotation=-angle, name="block"))
    skin = block.add(ss.Cuboid(lengths=(2 * A, 2 * B)))
    model.add(ss.Contact(skin, floor, friction=friction))
    return model


def _towards(omega: np.ndarray, k: int, side: int) -> float:
    """Return the angular velocity at an impact, extrapolated linearly from samples 3 and 6 steps beside it."""
    return float(2.0 * omega[k] - omega[k + 3 * side])


def run(
    *,
    angle_deg: float = 8.0,
    friction: float = 0.3,
    dt: float = 1e-5,
    t_end: float = 0.8,
    integrator: str = "MoreauMidpoint",
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Rock, and read impact times and the ratio of angular velocities from the crossing of the upright position."""
    scheme = getattr(ss, integrator)()
    result = ss.simulate(
        model(np.deg2rad(angle_deg), friction), t_end, dt, integrator=scheme, out=out, progress=progress
    )
    t, phi, omega = result.time, result["block"].angle, result["block"].angular_velocity
    hits = np.flatnonzero((phi[:-1] * phi[1:] < 0.0) | ((phi[1:] == 0.0) & (phi[:-1] != 0.0)))
    ratio = [abs(_towards(omega, k + 3, 1) / _towards(omega, k - 3, -1)) for k in hits[:3]]
    quantities = {
        "first_impacts": [float(t[k] - phi[k] * (t[k + 1] - t[k]) / (phi[k + 1] - phi[k])) for k in hits[:5]],
        "first_impacts_exact": [0.124652256, 0.320470114, 0.484138396, 0.624880267, 0.747903538],
        "omega_ratio": float(ratio[0]),
        "omega_ratio_exact": 1.0 - 1.5 * A**2 / (A**2 + B**2),
    }
    return result, quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the angle with the exact instants of impact, and the phase curve."""
    import matplotlib.pyplot as plt

    block = result["block"]
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.8))
    left.plot(result.time, np.rad2deg(block.angle))
    for k, t in enumerate(quantities["first_impacts_exact"]):
        left.axvline(t, color="k", ls=":", lw=0.7, label="impacts, exact" if k == 0 else None)
    left.set(xlabel="time [s]", ylabel="angle [deg]")
    left.legend()
    right.plot(np.rad2deg(block.angle), block.angular_velocity)
    right.set(xlabel="angle [deg]", ylabel="angular velocity [rad/s]")
    return figure
