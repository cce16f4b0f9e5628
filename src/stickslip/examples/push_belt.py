"""A push-belt (Zander 2008, sec. 6.5): 60 rigid elements on a flexible ring push each other while the belt swings.

The ring is a closed line of 24 elements of the redundant coordinate method. Each rigid element is guided along the
ring; its two front corners touch the back face of the next one, rigid and frictionless. The topmost element is held.

* variant "absolute": three coordinates per element and one guide constraint, met at velocity level; it drifts by O(dt).
* variant "relative": the arc length takes the place of the element's position, the guide is met to round-off.

Both go the same way: after 60 ms their elements differ by 2.8e-7 m (rms, dt = 1e-5 s) and by half of that with half the
step. Later some contacts close in another order, and the two part.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

LENGTH, ELEMENTS = 1.0, 60
BAND = ss.Material(young=2.5e10, density=2.5e3)
HEIGHT = np.sqrt(12 * 50e-12 / 25e-6)  # of the ring's section: A = 25 mm^2, I = 50 mm^4
MASS, INERTIA = 25e-3, 0.840e-6
THICKNESS = 7 / 8 * LENGTH / ELEMENTS
WIDTH = np.sqrt(12 * INERTIA / MASS - THICKNESS**2)


def circle(n: int, turn: float = 0.0) -> Any:
    """Return n places on the ring, from its top, and the directions of the ring there."""
    angle = 0.5 * np.pi + 2.0 * np.pi * np.arange(n) / n + turn
    return LENGTH / (2 * np.pi) * np.column_stack([np.cos(angle), np.sin(angle)]), angle + 0.5 * np.pi


def model(relative: bool, n: int = ELEMENTS, beams: int = 24) -> ss.Model:
    """Return the belt at rest on a circle."""
    belt = ss.Model(dim=2, gravity=(0, -9.81), name="push-belt")
    section = ss.Rectangle(25e-6 / HEIGHT, HEIGHT)
    nodes = circle(beams, turn=0.5 * 2.0 * np.pi / n)[0]  # elements start between nodes
    ring = belt.add(
        ss.PlanarBeam(
            positions=nodes, section=section, material=BAND, closed=True, formulation="redundant", name="ring"
        )
    )
    places, angles = circle(n)
    bodies = [
        belt.add(ss.RigidBody(mass=MASS, inertia=INERTIA, position=r, rotation=angle, name=f"e{k}"))
        for k, (r, angle) in enumerate(zip(places, angles, strict=True))
    ]
    for k, body in enumerate(bodies):
        belt.add(ss.Guide(ring, body, relative=relative, name=f"guide{k}"))
        corners = [body.add(ss.Point(position=(0.5 * THICKNESS, y))) for y in (0.5 * WIDTH, -0.5 * WIDTH)]
        face = bodies[(k + 1) % n].add(ss.Plane(normal=(-1, 0), position=(-0.5 * THICKNESS, 0)))
        belt.add(ss.Contact(corners, face))
    belt.add(ss.Revolute(belt.ground, bodies[0], name="hold"))
    return belt


def run(
    *,
    variant: Literal["absolute", "relative"] = "absolute",
    elements: Any = ELEMENTS,
    dt: float = 1e-5,
    t_end: float = 0.1,
    integrator: str = "Theta",
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Let the belt swing; report coordinates, drift of the guides, contacts and the way of the marked element."""
    belt = model(variant == "relative", elements)
    parts = ss.inventory(belt)
    method = getattr(ss, integrator)(stabilise=False)  # as published: guides drift, see above
    # project: elements of the ring are not exactly circular, by 2e-6 m
    result = ss.simulate(
        belt, t_end, dt, integrator=method, out=out, record=ss.Record(every=20), project=True, progress=progress
    )
    marked = result[f"e{elements // 4}"]
    guides = sum(n for name, n in parts.constraints.items() if name.startswith("guide"))
    quantities = {
        "ring_coordinates": parts.coordinates["ring"],
        "element_coordinates": sum(n for name, n in parts.coordinates.items() if name != "ring"),
        "guide_constraints": guides,
        "active_contacts_max": int(result.certificate.closed) + guides,
        "guide_drift": max(float(abs(result[f"guide{k}"].drift).max()) for k in range(elements)),
        "marked_end": marked.position[-1],
        "marked_travel": float(np.linalg.norm(np.diff(marked.position, axis=0), axis=1).sum()),
    }
    return result, quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the belt at the start and at the end, and the way of the marked element."""
    import matplotlib.pyplot as plt

    names = [body["name"] for body in result.header["bodies"] if body["name"].startswith("e")]
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.5), layout="constrained")
    box = np.array([[1, 1], [1, -1], [-1, -1], [-1, 1], [1, 1]]) * (0.5 * THICKNESS, 0.5 * WIDTH)
    for k, colour in ((0, "0.75"), (-1, "C0")):
        for name in names:
            c, s = np.cos(result[name].angle[k]), np.sin(result[name].angle[k])
            corners = result[name].position[k] + box @ np.array([[c, s], [-s, c]])
            left.plot(*(1e3 * corners.T), color=colour, lw=0.8)
    left.set(aspect="equal", xlabel="x [mm]", ylabel="y [mm]", title="start (grey) and end (blue)")
    marked = result[names[len(names) // 4]]
    right.plot(result.time, 1e3 * (marked.position - marked.position[0]), lw=1)
    right.set(xlabel="time [s]", ylabel="displacement [mm]", title="marked element")
    right.legend(["x", "y"])
    figure.suptitle(f"push-belt: up to {quantities['active_contacts_max']} active contacts and guides")
    return figure
