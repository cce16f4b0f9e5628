"""A rod dropped on two pins (Zander 2008, sec. 6.2), rigid or elastic: finer meshes lose less in a plastic impact.

Steel-like rod 0.8 m x 20 mm x 80 mm, turned by 3 degrees, centre of gravity 0.5 m above the pins at x = +-0.1 m, e = 0,
mu = 0.3. Its lower surface is half the height below the axis, so pin 1 is met after a fall of 0.48475 m. The rigid rod
loses most of its energy in one impact and keeps lying on pin 1; an elastic one (elements of the redundant coordinate
method) loses only what the mass near the pin carries, stores the rest as vibration and leaves both pins again.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

LENGTH, HEIGHT, WIDTH, DENSITY, PIN = 0.8, 0.02, 0.08, 7.88e3, 0.1


LOSS = {0: 40.4, 1: 10.6, 2: 6.81, 4: 3.93, 8: 1.50}  # [J] at the first impact, by number of elements (0: rigid)


def model(
    angle: float = np.deg2rad(3.0), drop: float = 0.5, friction: float = 0.3, elements: int = 0, young: float = 2.1e10
) -> ss.Model:
    """Return the rod above its two pins; without elements it is rigid."""
    model = ss.Model(dim=2, gravity=(0, -9.81), name="rocking-rod")
    pins = [model.ground.add(ss.Point(position=(x, 0), name=name)) for name, x in (("pin1", -PIN), ("pin2", PIN))]
    if elements == 0:
        mass = DENSITY * LENGTH * HEIGHT * WIDTH
        inertia = mass * (LENGTH**2 + HEIGHT**2) / 12.0
        rigid = model.add(ss.RigidBody(mass=mass, inertia=inertia, position=(0, drop), rotation=angle, name="rod"))
        skin: Any = rigid.add(ss.Cuboid(lengths=(LENGTH, HEIGHT), name="skin"))
    else:
        centre, end = np.array([0.0, drop]), 0.5 * LENGTH * np.array([np.cos(angle), np.sin(angle)])
        section, material = ss.Rectangle(WIDTH, HEIGHT), ss.Material(young=young, density=DENSITY)
        ends = centre - end, centre + end
        rod = model.add(
            ss.PlanarBeam.straight(
                *ends, elements, section=section, material=material, formulation="redundant", name="rod"
            )
        )
        skin = rod.surface(radius=0.5 * HEIGHT, name="skin")
    model.add(ss.Contact(pins, skin, friction=friction))
    return model


def run(
    *,
    variant: Literal["rigid", "elastic"] = "rigid",
    elements: int = 8,
    young: float = 2.1e10,
    dt: float = 1e-5,
    t_end: float = 0.55,
    integrator: str = "Theta",
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Drop the rod; report the first contact, the energy it costs and how long pins are touched."""
    count = elements if variant == "elastic" else 0
    rod = model(elements=count, young=young)
    result = ss.simulate(rod, t_end, dt, integrator=getattr(ss, integrator)(), out=out, progress=progress)
    t = result.time
    closed = result.contacts.closed > 0
    if not closed.any():  # a short run
        return result, {"first_contact_time": float("nan"), "first_contact_time_exact": 0.3144}
    hit = int(np.argmax(closed))
    lost = -(result.energy.impacts + result.energy.friction)
    second = int(np.argmax(lost > 1.1 * lost[hit] + 1e-9))
    quantities = {
        "first_contact_time": float(t[hit]),
        "first_contact_time_exact": 0.3144,
        "energy_loss_first_impact": float(lost[hit] - lost[hit - 1]),
        "energy_before": float(result.energy.total[hit - 1]),
        "second_loss_time": float(t[second]),
        "contact_time": float(np.ptp(t[closed])),
        "reopened": bool(not closed[-1]),
    }
    if count in LOSS:
        quantities["energy_loss_first_impact_exact"] = LOSS[count]
    return result, quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the energies and what is lost at the pins."""
    import matplotlib.pyplot as plt

    energy, shown = result.energy, ~(result.time <= quantities["first_contact_time"] - 0.02)
    figure, (above, below) = plt.subplots(2, sharex=True)
    for name in ("kinetic", "potential", "total"):
        above.plot(result.time[shown], getattr(energy, name)[shown], label=name)
    above.set(ylabel="energy [J]")
    above.legend(ncols=3)
    below.plot(result.time[shown], -(energy.impacts + energy.friction)[shown])
    below.set(xlabel="time [s]", ylabel="lost at the pins [J]")
    return figure
