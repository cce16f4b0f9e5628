"""Roll-up: an end moment bends a cantilever to a full circle, or two.

Under the moment M = 2 pi turns EI / L the beam has the constant curvature M / EI, so its tip returns to the root.
Data: L = 12 m, EI = 100 N m^2 (a strip 1 x 0.1 m with E = 1.2e6 N/m^2), M = 50 pi / 3 N m for one turn.

Source: Sze, Liu, Lo, Finite Elem. Anal. Des. 40 (2004) 1551, section 3.2; the exact answer is that of the elastica.
The planar beam interpolates angles and is exact on any mesh; the spatial one interpolates directors.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

LENGTH, SECTION = 12.0, ss.Section(EA=1.2e5, GA=6e4, EI=100.0, GJ=100.0, mass_per_length=1.0, inertia=1.0)


def model(turns: int = 1, dim: int = 3, elements: int = 32, order: Literal[1, 2] = 2) -> ss.Model:
    """Return the cantilever along x with the moment about z at its end."""
    model = ss.Model(dim=dim, gravity=(0.0,) * dim, name="roll-up")
    kind, root, moment = (ss.PlanarBeam if dim == 2 else ss.Beam), (0.0,) * dim, 2.0 * np.pi * turns * 100.0 / LENGTH
    beam = model.add(kind.straight(root, (LENGTH, *root[1:]), elements, section=SECTION, order=order, name="beam"))
    model.add(ss.Fixed(model.ground, beam.start, name="clamp"))
    model.add(ss.Torque(beam.end, moment if dim == 2 else (0, 0, moment)))
    return model


def run(
    *,
    turns: Literal[1, 2] = 1,
    dim: Literal[2, 3] = 3,
    elements: int = 32,
    order: Literal[1, 2] = 2,
    steps: int = 10,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Roll the beam up; the error is the distance of tip and root over the length."""
    result = ss.solve_static(model(turns, dim, elements, order), steps=steps, out=out)
    tip = result["beam"].position[-1, -1]
    M = 2.0 * np.pi * turns * 100.0 / LENGTH
    quantities = {
        "tip": tip.tolist(),
        "tip_exact": [0.0] * dim,
        "tip_error": float(np.linalg.norm(tip) / LENGTH),
        "energy": float(result.energy.potential[-1]),
        "energy_exact": 0.5 * M**2 * LENGTH / 100.0,
    }
    return result, quantities


def order(degree: Literal[1, 2] = 2, meshes: tuple[int, ...] = (16, 32, 64)) -> tuple[float, list[float]]:
    """Return the slope of log error over log element length of the spatial beam, and the errors."""
    errors = [run(elements=n, order=degree)[1]["tip_error"] for n in meshes]
    return -float(np.polyfit(np.log(meshes), np.log(errors), 1)[0]), errors


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the deformed shapes."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 5), layout="constrained")
    for load, r in zip(result.time, result["beam"].position, strict=True):
        axes.plot(r[:, 0], r[:, 1], color=plt.cm.viridis(load / result.time[-1]))
    axes.set(xlabel="x [m]", ylabel="y [m]", aspect="equal", title=f"tip error {quantities['tip_error']:.1e} L")
    return figure
