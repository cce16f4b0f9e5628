"""Scordelis-Lo roof: a cylindrical roof between two end walls under its weight.

Radius 25, length 50, half angle 40 degrees, thickness 0.25, weight 90 per area; the walls carry it in their planes and
leave it free along the axis. Wanted is the deflection of the middle of the free sides, in linear theory: a small part
of the weight acts, and the deflection is scaled. Stretching and bending count alike. A quarter is modelled.

Source: MacNeal, Harder, Finite Elem. Anal. Des. 1 (1985) 3: 0.3024; 0.3006 to 0.3020 are common for shells with
transverse shear. E = 4.32e8, nu = 0. The numbers of the same mesh are those of a separate linear NumPy program.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

RADIUS, LENGTH, HALF, WEIGHT, PART = 25.0, 50.0, np.radians(40.0), 90.0, 1e-5
MATERIAL = ss.Material(young=4.32e8, density=4.0, poisson=0.0)  # with the thickness 0.25: 1 per area
PUBLISHED = 0.3024
SAME_MESH = {
    1: {4: 0.3182776, 8: 0.3043844, 16: 0.3017744, 32: 0.3013899},
    2: {2: 0.2901137, 4: 0.3001460, 8: 0.3009423, 16: 0.3012853},
}


def model(elements: int = 16, order: Literal[1, 2] = 1) -> ss.Model:
    """Return the quarter from the crown to a free side and from a wall to the middle."""
    model = ss.Model(gravity=(0, 0, -WEIGHT * PART), name="scordelis-lo")
    flat = ss.Shell.plate((HALF, 0.5 * LENGTH), elements, order=order, material=MATERIAL, thickness=0.25)
    angle, y = flat.nodes[:, 0], flat.nodes[:, 1]
    normal = np.column_stack([np.sin(angle), 0.0 * angle, np.cos(angle)])
    places = RADIUS * normal + np.outer(y, [0.0, 1.0, 0.0])
    roof = model.add(
        ss.Shell(places, flat.cells, directors=normal, material=MATERIAL, thickness=0.25, name="roof")
    )  # fmt: skip
    model.add(ss.Support(roof, np.flatnonzero(y == 0.0), components="xz", name="wall"))
    middle = np.flatnonzero(y == y.max())
    model.add(ss.Support(roof, middle, components="y", directors="y", name="middle"))
    model.add(ss.Support(roof, np.flatnonzero((angle == 0.0) & (y > 0.0)), components="x", name="crown"))
    model.add(ss.Support(roof, np.flatnonzero(angle == 0.0), components=None, directors="x", name="crown turns"))
    return model


def run(
    *, elements: int = 16, order: Literal[1, 2] = 1, out: Out = None, progress: Progress = None
) -> Outcome:  # fmt: skip
    """Load the roof; ``deflection`` is that of the middle of a free side under the whole weight, linear."""
    part = model(elements, order)
    result = ss.solve_static(part, out=out, tolerance=1e-12)
    corner = order * elements + (order * elements) * (order * elements + 1)
    deflection = -float(result["roof"].displacement[-1, corner, 2]) / PART
    quantities: Quantities = {"deflection": deflection, "deflection_published": PUBLISHED}
    if elements in SAME_MESH[order]:
        quantities["deflection_exact"] = SAME_MESH[order][elements]
    return result, quantities


def plot(result: ss.Result, quantities: dict[str, Any]) -> Figure:
    """Draw the deflection of the section in the middle, from the crown to the free side."""
    import matplotlib.pyplot as plt

    place, moved = result["roof"].position[0], result["roof"].displacement[-1] / PART
    middle = np.flatnonzero(place[:, 1] > 0.5 * LENGTH - 1e-9 * LENGTH)
    figure, axes = plt.subplots(figsize=(5, 4), layout="constrained")
    axes.plot(np.degrees(np.arctan2(place[middle, 0], place[middle, 2])), moved[middle, 2], "o-", ms=3)
    axes.plot(np.degrees(HALF), -PUBLISHED, "kx")
    axes.set(xlabel="angle from the crown [degrees]", ylabel="deflection", title="x: MacNeal, Harder 1985")
    return figure
