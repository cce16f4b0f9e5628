"""A rigid disk on an elastic string: dropped into it (case 1) or rolling on it (case 2) (Eugster, Glocker 2013).

The string (neo-Hookean, k = 853.75 N, 0.3142 kg/m, 1 m long) hangs between two points 0.8 m apart and is made of cubic
Bezier elements; material points on it, more than it has elements, can touch the disk with friction mu = 0.2 and e = 0.
Case 1, heavy disk (R = 0.3 m, 150 kg/m^2): the string throws it out several times, until all contacts stick; then
nothing dissipates and both swing on. Regularised friction creeps instead and dies out. Case 2, light disk (R = 0.1 m,
0.1 kg/m^2): contacts open and close all the time, yet the disk rolls to and fro.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

SPAN, LENGTH, DENSITY, STIFFNESS, GRAVITY = 0.8, 1.0, 0.3142, 853.75, 9.81
SAG, EQUILIBRIUM = 0.266643, -0.17963
CASES = {1: (0.3, 150.0, 20, (0.0, 0.35)), 2: (0.1, 0.1, 60, (-0.22548, -0.06167))}


def model(
    case: int = 1,
    elements: int = 2,
    friction: float = 0.2,
    v_ref: float = 0.0,
    damping: float = 0.0,
    held: bool = False,
) -> ss.Model:
    """Return string and disk; ``held`` keeps the disk in place, ``v_ref`` > 0 takes springs and smooth friction."""
    radius, area_density, points, place = CASES[case]
    model = ss.Model(dim=2, gravity=(0, -GRAVITY), name="disk-on-string")
    x = np.linspace(-SPAN / 2, SPAN / 2, elements + 1)
    string = model.add(
        ss.StringBody(
            positions=np.column_stack([x, -0.26 * (1 - (2 * x / SPAN) ** 2)]), stiffness=STIFFNESS,
            mass_per_length=DENSITY,
            law="neo-hookean", rest_length=LENGTH, retardation=damping, formulation="bezier", name="string",
        )
    )  # fmt: skip
    model.add(ss.Revolute(model.ground, string.start, name="A"))
    model.add(ss.Revolute(model.ground, string.end, name="B"))
    mass = area_density * np.pi * radius**2
    disk = model.add(ss.RigidBody(mass=mass, inertia=0.5 * mass * radius**2, position=place, name="disk"))
    grid = [string.add(ss.Point(), s=string.length * (k + 0.5) / points) for k in range(points)]
    law = ss.Compliant(stiffness=2e5, damping=20.0, v_ref=v_ref) if v_ref > 0.0 else None
    model.add(ss.Contact(grid, disk.add(ss.Circle(radius=radius, name="rim")), friction=friction, law=law))
    if held:
        model.add(ss.Fixed(model.ground, disk, name="hand"))
    return model


def hanging(case: int = 1, elements: int = 2) -> ss.Result:
    """Return the equilibrium of the string alone, while the disk is held above it; its start is below the rim."""
    return ss.solve_static(model(case, elements, held=True), steps=1, contacts="ignored")


def events(result: ss.Result) -> int:
    """Return how often any material point closed or opened."""
    contacts = result.contacts
    loaded = contacts.column("P_N") > 0.0
    touching = np.zeros((len(result), len(contacts.names)), dtype=bool)
    for side in ("a", "b"):
        touching[contacts.instant[loaded], contacts.column(side)[loaded].astype(int)] = True
    rim = contacts.names.index("disk.rim")
    return int(np.count_nonzero(np.diff(np.delete(touching, rim, axis=1), axis=0)))


def run(
    *,
    case: Literal[1, 2] = 1,
    elements: int = 2,
    friction: float = 0.2,
    v_ref: float = 0.0,
    damping: float = 0.0,
    dt: float = 2e-4,
    t_end: float = 6.0,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Release the disk; report flights, contacts and the last swing."""
    start = hanging(case, elements)
    system = model(case, elements, friction, v_ref, damping)
    scheme = ss.MoreauMidpoint(stabilise=False)  # as published: contacts are closed by their gaps at the mid-point
    result = ss.simulate(system, t_end, dt, integrator=scheme, start=start, out=out, progress=progress)
    t, y, closed = result.time, result["disk"].position[:, 1], result.contacts.closed
    top = np.flatnonzero((y[1:-1] > y[:-2]) & (y[1:-1] >= y[2:]) & (closed[1:-1] == 0)) + 1
    last = t > t_end - 1.3
    fine = hanging(case, 8)["string"].position[-1]
    quantities = {
        "sag": float(-fine[:, 1].min()),
        "sag_exact": SAG,
        "apexes": y[top],
        "closed_contacts_max": int(closed.max()),
        "events": events(result),
        "last_flight": float(t[np.flatnonzero(closed == 0)[-1]]),
        "swing": float(0.5 * np.ptp(y[last])),
        "y_end": float(y[last].mean()),
        "x_range": [float(result["disk"].position[:, 0].min()), float(result["disk"].position[:, 0].max())],
        "energy_end": float(result.energy.total[-1]),
        "energy_growth": float(np.diff(result.energy.total).max()),
    }
    return result, quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw height of the disk and number of closed contacts over time."""
    import matplotlib.pyplot as plt

    figure, (above, below) = plt.subplots(2, sharex=True, layout="constrained")
    above.plot(result.time, result["disk"].position, label=["x", "y"])
    above.set(ylabel="disk [m]")
    above.legend()
    below.plot(result.time, result.contacts.closed, lw=0.5)
    below.set(xlabel="t [s]", ylabel="closed contacts")
    return figure
