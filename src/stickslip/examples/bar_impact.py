"""Bar impact: an elastic bar hits a rigid wall and leaves it when the wave has come back.

A steel bar (E = 210 GPa, rho = 7800 kg/m^3, L = 1 m, A = 3.14e-4 m^2) flies at 0.1 m/s towards a wall 0.05 mm away.
One-dimensional waves travel at c = sqrt(E/rho): the wall feels the constant force rho c v A for the time 2 L/c, then
the whole bar flies back at 0.1 m/s and no energy is lost, although the impact law of the end node is e = 0.

With linear elements, lumped mass and dt = courant h/c, Moreau's mid-point scheme moves the wave by one element per
step at courant = 1: the force is exact to round-off, but that is the limit of stability, and the half mass of the end
node, stopped by its inelastic impact, leaves a saw-tooth that grows after the release. Slightly below the limit the
force is clean to 0.1 % and the saw-tooth stays bounded. Theta needs no limit, but smears the front.

Source: data of the impacting bar in the examples of Siconos; the oracle is the exact wave.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

YOUNG, DENSITY, LENGTH, AREA, SPEED, GAP = 210e9, 7800.0, 1.0, 3.14e-4, 0.1, 5e-5
WAVE = math.sqrt(YOUNG / DENSITY)


def model(elements: int = 100) -> ss.Model:
    """Return the bar before the wall x = 0, flying in direction -x."""
    model = ss.Model(dim=2, name="bar-impact")
    section, steel = ss.Round(radius=math.sqrt(AREA / math.pi)), ss.Material(young=YOUNG, density=DENSITY)
    bar = model.add(
        ss.PlanarBeam.straight(
            (GAP, 0), (GAP + LENGTH, 0), elements, section=section, material=steel, velocity=(-SPEED, 0), name="bar"
        )
    )
    wall = model.ground.add(ss.Plane(normal=(1, 0), name="wall"))
    model.add(ss.Contact(bar.add(ss.Point(name="tip"), s=0.0), wall))
    return model


def run(
    *,
    integrator: str = "MoreauMidpoint",
    theta: float = 0.5,
    elements: int = 100,
    courant: float = 0.99,
    t_end: float = 1.2e-3,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Let the bar hit the wall; ``integrator`` is MoreauMidpoint, SemiExplicit or Theta (with ``theta``)."""
    fields = {"stabilise": False}  # as in the source; a correction moves the end node alone and strains the bar
    scheme = ss.Theta(theta, **fields) if integrator == "Theta" else getattr(ss, integrator)(**fields)
    dt = courant * LENGTH / elements / WAVE
    result = ss.simulate(model(elements), t_end, dt, integrator=scheme, out=out, progress=progress)
    contact = result.contacts.between("bar.tip", "wall")
    force, exact = contact.force, DENSITY * WAVE * SPEED * AREA
    pressed = np.flatnonzero(force > 0.45 * exact)
    plateau = force[pressed[0] + len(pressed) // 10 : pressed[-1] - len(pressed) // 10]
    velocity, energy = result["bar"].velocity[-1, :, 0], result.energy.total
    share = np.ones(elements + 1)
    share[[0, -1]] = 0.5
    quantities = {
        "contact_force": float(plateau.mean()),
        "contact_force_exact": exact,
        "contact_duration": len(pressed) * dt,
        "contact_duration_exact": 2.0 * LENGTH / WAVE,
        "impulse": float(force.sum() * dt),
        "impulse_exact": 2.0 * DENSITY * AREA * LENGTH * SPEED,
        "ripple": float(abs(plateau / exact - 1.0).max()),
        "rebound": float(share @ velocity / share.sum()),
        "rebound_exact": SPEED,
        "vibration": float(abs(velocity - SPEED).max()),
        "energy_loss": float(1.0 - energy[-1] / energy[0]),
    }
    return result, quantities


def compare(elements: int = 100) -> dict[str, dict[str, float]]:
    """Return errors of force, duration and energy and the wall time [s] of all schemes."""
    schemes: dict[str, dict[str, Any]] = {
        "MoreauMidpoint, courant 1": {"courant": 1.0},
        "MoreauMidpoint, courant 0.99": {},
        "SemiExplicit, courant 0.99": {"integrator": "SemiExplicit"},
        "Theta 0.5, courant 1": {"integrator": "Theta", "courant": 1.0},
        "Theta 1, courant 1": {"integrator": "Theta", "theta": 1.0, "courant": 1.0},
    }
    table = {}
    for name, settings in schemes.items():
        result, found = run(elements=elements, **settings)
        table[name] = {
            "force": found["contact_force"] / found["contact_force_exact"] - 1.0,
            "duration": found["contact_duration"] / found["contact_duration_exact"] - 1.0,
            "ripple": found["ripple"],
            "energy_loss": found["energy_loss"],
            "wall_s": result.timing["wall_s"],
        }
    return table


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Plot the force of the wall over time."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots()
    axes.plot(1e6 * result.time, result.contacts.between("bar.tip", "wall").force)
    axes.axhline(quantities["contact_force_exact"], color="k", ls=":")
    axes.set(xlabel="t [us]", ylabel="contact force [N]")
    return figure
