"""45-degree bend: a curved cantilever pulled out of its plane.

An arc of 45 degrees with radius 100 in the x-y plane, clamped at the origin, section 1 x 1, E = 1e7, with a dead load
of 600 along z at its free end; bending, torsion, extension and shear together. EA = 1e7, GA = 5e6, EI = GJ = 1e7 / 12.

Source: Bathe, Bolourchi, Int. J. Numer. Meth. Eng. 14 (1979) 961. Published tips differ in the third digit because GA
and GJ differ; the reference here is a shooting solution of the rod with just these values, error 1e-9.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

EXACT = {
    300.0: (58.77912249, 22.24478095, 40.19189167),
    450.0: (52.23855801, 18.50817893, 48.50292734),
    600.0: (47.15043857, 15.68480053, 53.47485879),
}


def model(load: float = 600.0, elements: int = 16, order: Literal[1, 2] = 2) -> ss.Model:
    """Return the arc with its load."""
    model = ss.Model(gravity=(0, 0, 0), name="bend-45")
    angle = np.linspace(0.0, np.pi / 4.0, order * elements + 1)
    arc = 100.0 * np.column_stack([np.sin(angle), 1.0 - np.cos(angle), 0.0 * angle])
    section = ss.Section(EA=1e7, GA=5e6, EI=1e7 / 12.0, GJ=1e7 / 12.0, mass_per_length=1.0, inertia=1.0 / 12.0)
    beam = model.add(ss.Beam(positions=arc, section=section, order=order, normal=(0, 0, 1), name="beam"))
    model.add(ss.Fixed(model.ground, beam.start, name="clamp"))
    model.add(ss.PointForce(beam.end, (0.0, 0.0, load)))
    return model


def run(
    *,
    load: float = 600.0,
    elements: int = 16,
    order: Literal[1, 2] = 2,
    steps: int = 8,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Load the bend in equal steps; the error is the distance of the tip from its exact place over the radius."""
    result = ss.solve_static(model(load, elements, order), steps=steps, out=out)
    tip = result["beam"].position[-1, -1]
    quantities: Quantities = {"tip": tip.tolist()}
    if load in EXACT:
        quantities["tip_exact"] = list(EXACT[load])
        quantities["error"] = float(np.linalg.norm(tip - EXACT[load]) / 100.0)
    return result, quantities


def order(degree: Literal[1, 2] = 2, meshes: tuple[int, ...] = (8, 16, 32)) -> tuple[float, list[float]]:
    """Return the slope of log error over log element length, and the errors."""
    errors = [run(elements=n, order=degree)[1]["error"] for n in meshes]
    return -float(np.polyfit(np.log(meshes), np.log(errors), 1)[0]), errors


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the deformed shapes."""
    import matplotlib.pyplot as plt

    figure = plt.figure(figsize=(6, 5), layout="constrained")
    axes = figure.add_subplot(projection="3d")
    for load, r in zip(result.time, result["beam"].position, strict=True):
        axes.plot(*r.T, color=plt.cm.viridis(load / result.time[-1]))
    axes.set(xlabel="x", ylabel="y", zlabel="z", title="tip at ({:.3f}, {:.3f}, {:.3f})".format(*quantities["tip"]))
    return figure
