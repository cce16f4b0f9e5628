"""A cantilever struck at its tip hits an obstacle again and again (Zander 2008, sec. 6.1).

Steel strip 1 m x 100 mm x 1 mm (E = 220 GPa, rho = 7800 kg/m^3), planar, without gravity, 8 elements of the redundant
coordinate method, clamped at the left end. A blow at the tip, upwards, starts a wave; a point obstacle above the strip
limits its way. The place of the obstacle was not published: at x = 0.9 m and 5.918 mm above the axis the first impact
comes at the published 6.67 ms. The published impulse, 10 kg m/s, would throw the tip at 3 km/s (its node weighs 3 g)
and fold the strip within 0.4 ms; 0.1 kg m/s gives the large but orderly deflections that are described.
"""

from __future__ import annotations

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

LENGTH, WIDTH, HEIGHT, YOUNG, DENSITY, IMPULSE = 1.0, 0.1, 0.001, 2.2e11, 7.8e3, 0.1
FREQUENCIES = (0.8579, 5.3764, 15.054)


def beam_of(model: ss.Model, elements: int) -> ss.PlanarBeam:
    """Add the clamped strip and return it."""
    section, steel = ss.Rectangle(WIDTH, HEIGHT), ss.Material(young=YOUNG, density=DENSITY)
    beam = model.add(
        ss.PlanarBeam.straight(
            (0, 0), (LENGTH, 0), elements, section=section, material=steel, formulation="redundant", name="strip"
        )
    )
    model.add(ss.Fixed(model.ground, beam.start, name="clamp"))
    return beam


def model(elements: int = 8, place: float = 0.9, height: float = 5.918e-3, pulse: float = 1e-5) -> ss.Model:
    """Return the strip under its obstacle; the impulse is a force over ``pulse`` seconds."""
    model = ss.Model(dim=2, name="cantilever-impact")
    beam = beam_of(model, elements)
    force = ss.Table(times=(0.0, 0.5 * pulse, pulse), values=(0.0, 2.0 * IMPULSE / pulse, 0.0))
    model.add(ss.PointForce(beam.end, vector=(0, 1), factor=force, name="blow"))
    obstacle = model.ground.add(ss.Point(position=(place, height), name="obstacle"))
    model.add(ss.Contact(obstacle, beam.surface(0.5 * HEIGHT, name="skin")))
    return model


def eigenfrequencies(elements: int = 8) -> np.ndarray:
    """Return the three lowest frequencies [Hz] of the strip."""
    alone = ss.Model(dim=2, name="strip")
    beam_of(alone, elements)
    return ss.modes(alone, 3).frequencies


def run(
    *,
    elements: int = 8,
    place: float = 0.9,
    height: float = 5.918e-3,
    dt: float = 5e-7,
    t_end: float = 0.03,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Strike the strip and count what happens at the obstacle."""
    strip = model(elements, place, height)
    record = ss.Record(every=4, open_contacts=True)  # to see how far the strip leaves the obstacle
    scheme = ss.Theta(0.5, stabilise=False)  # as published: the obstacle is enforced at velocity level
    result = ss.simulate(strip, t_end, dt, integrator=scheme, out=out, progress=progress, record=record)
    closed = result.contacts.closed > 0
    closures = np.flatnonzero(closed[1:] & ~closed[:-1]) + 1
    lost = -(result.energy.impacts + result.energy.friction)
    flight = ~(closed[1:] | closed[:-1])
    quantities = {
        "eigenfrequencies": eigenfrequencies(elements),
        "eigenfrequencies_exact": np.array(FREQUENCIES),
        "first_impact_time": float(result.time[closures[0]]) if len(closures) else float("nan"),
        "first_impact_time_exact": 6.67e-3,
        "closures": len(closures),
        "energy_lost": float(lost[-1]),
        "loss_in_flight": float(abs(np.diff(lost)[flight]).max()),
        "penetration": result.certificate.penetration,
    }
    return result, quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the gap at the obstacle and some shapes of the strip."""
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    contact = result.contacts.between("obstacle", "strip")
    left.plot(1e3 * contact.time, 1e3 * contact.gap, lw=0.9)
    left.axhline(0.0, color="k", lw=0.6)
    left.set(xlabel="time [ms]", ylabel="gap at the obstacle [mm]", title=f"{quantities['closures']} closures")
    left.set_xlim(0.0, 1e3 * result.time[-1])  # far from the obstacle gaps are not known
    for k in np.linspace(0, len(result) - 1, 8).astype(int):
        right.plot(*result["strip"].position[k].T, label=f"{1e3 * result.time[k]:.1f} ms")
    right.set(xlabel="x [m]", ylabel="y [m]", title="shapes of the strip")
    right.legend(fontsize=7)
    return figure
