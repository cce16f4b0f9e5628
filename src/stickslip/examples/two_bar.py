"""Two hinged bars falling on the ground: the generalised force directions W_N of two tip contacts.

Zander 2008, sec. 2.2.

With absolute angles f1, f2 as coordinates, W_N^T = [[l1 cos f1, 0], [l1 cos f1, l2 cos f2]]. The package has no such
minimal coordinates; their virtual motions, as velocities of the two bodies, make the same table of gap rates.
"""

from __future__ import annotations

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities


def model(f1: float, f2: float, l1: float, l2: float, u1: float = 0.0, u2: float = 0.0) -> ss.Model:
    """Return two uniform bars, hinged at the origin and to each other, with tips above the ground y = 0."""
    model = ss.Model(dim=2, gravity=(0, -9.81), name="two-bar")
    floor = model.ground.add(ss.Plane(normal=(0, 1), name="floor"))
    e1, e2 = np.array([np.cos(f1), np.sin(f1)]), np.array([np.cos(f2), np.sin(f2)])
    n1, n2 = np.array([-e1[1], e1[0]]), np.array([-e2[1], e2[0]])
    knee, speed = l1 * e1, l1 * u1 * n1
    bar1 = ss.RigidBody(
        mass=l1,
        inertia=l1**3 / 12,
        position=0.5 * l1 * e1,
        rotation=f1,
        velocity=0.5 * speed,
        angular_velocity=u1,
        name="bar1",
    )
    bar2 = ss.RigidBody(
        mass=l2,
        inertia=l2**3 / 12,
        position=knee + 0.5 * l2 * e2,
        rotation=f2,
        velocity=speed + 0.5 * l2 * u2 * n2,
        angular_velocity=u2,
        name="bar2",
    )
    model.add(bar1)
    model.add(bar2)
    model.add(ss.Revolute(model.ground, bar1, at=(0, 0)))
    model.add(ss.Revolute(bar1, bar2, at=knee))
    tips = [bar.add(ss.Point(position=(0.5 * length, 0))) for bar, length in ((bar1, l1), (bar2, l2))]
    model.add(ss.Contact(tips, floor, friction=0.3))
    return model


def gap_rates(f1: float, f2: float, l1: float, l2: float, u1: float, u2: float) -> np.ndarray:
    """Return the rates of both gaps for given angular velocities, by differences of a tiny motion."""
    h = 1e-6
    gaps = []
    for sign in (1.0, -1.0):
        result = ss.simulate(model(f1 + sign * h * u1, f2 + sign * h * u2, l1, l2), 1e-9, 1e-9)
        gaps.append([result.contacts.between(name, "ground").gap[-1] for name in ("bar1", "bar2")])
    found: np.ndarray = (np.array(gaps[0]) - np.array(gaps[1])) / (2 * h)
    return found


def run(
    *,
    f1_deg: float = 60.0,
    f2_deg: float = 20.0,
    l1: float = 1.0,
    l2: float = 1.5,
    dt: float = 1e-4,
    t_end: float = 1.0,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Measure W_N column by column, then let the bars fall."""
    f1, f2 = np.deg2rad(f1_deg), np.deg2rad(f2_deg)
    W_N_T = np.column_stack([gap_rates(f1, f2, l1, l2, 1.0, 0.0), gap_rates(f1, f2, l1, l2, 0.0, 1.0)])
    result = ss.simulate(model(f1, f2, l1, l2), t_end, dt, out=out, progress=progress)
    exact = np.array([[l1 * np.cos(f1), 0.0], [l1 * np.cos(f1), l2 * np.cos(f2)]])
    quantities = {"W_N_T": W_N_T, "W_N_T_exact": exact, "energy_end": float(result.energy.total[-1])}
    return result, quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the heights of both tips until the bars lie on the ground."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(5, 3.5))
    for name in ("bar1", "bar2"):
        contact = result.contacts.between(name, "ground")
        axes.plot(contact.time, contact.gap, label=f"tip of {name}")
    axes.set(xlabel="time [s]", ylabel="gap to the ground [m]")
    axes.legend()
    return figure
