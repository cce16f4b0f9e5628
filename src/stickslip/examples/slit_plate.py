"""Slit ring plate: one side of the slit is lifted far above the other, which is clamped.

A flat ring with the radii 6 and 10 and the thickness 0.03 is slit along a radius. One side of the slit is clamped, the
other carries a force of 0.8 per length across the plate and comes up by nearly twice the outer radius. The ring hardly
stretches and turns by more than a right angle.

Source: Sze, Liu, Lo, Finite Elem. Anal. Des. 40 (2004) 1551, section 3.4: 17.528 and 13.891 at the outer and inner end
of the free side, with 10 x 80 elements of another kind. E = 21e6, nu = 0. The numbers of the same mesh are those of a
separate NumPy program with the same elements; they extrapolate to 17.484 and 13.847.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

INNER, OUTER, FORCE = 6.0, 10.0, 0.8
MATERIAL = ss.Material(young=21e6, density=1.0, poisson=0.0)
PUBLISHED = 17.528, 13.891
SAME_MESH = {5: (17.31070, 13.66906), 10: (17.43370, 13.79513), 16: (17.46464, 13.82668)}


def model(elements: int = 10) -> ss.Model:
    """Return the ring of ``elements`` across and eight times as many around."""
    model = ss.Model(gravity=(0, 0, 0), name="slit-plate")
    flat = ss.Shell.plate(
        (OUTER - INNER, 2.0 * np.pi), (elements, 8 * elements), material=MATERIAL, thickness=0.03
    )  # fmt: skip
    r, angle = INNER + flat.nodes[:, 0], flat.nodes[:, 1]
    places = np.column_stack([r * np.cos(angle), r * np.sin(angle), 0.0 * r])
    ring = model.add(ss.Shell(places, flat.cells, material=MATERIAL, thickness=0.03, name="ring"))
    model.add(ss.Support(ring, np.flatnonzero(angle == angle.max()), directors=True, name="clamp"))
    free = np.flatnonzero(angle == 0.0)
    share = np.full(len(free), FORCE * (OUTER - INNER) / elements)
    share[[0, -1]] *= 0.5
    for node, force in zip(free, share, strict=True):
        model.add(ss.PointForce(ring.node(node), (0, 0, force)))
    return model


def run(*, elements: int = 10, steps: int = 11, out: Out = None, progress: Progress = None) -> Outcome:
    """Lift the free side; ``outer`` and ``inner`` are the displacements of its ends."""
    part = model(elements)
    result = ss.solve_static(part, steps=steps, out=out)
    up = result["ring"].displacement[:, :, 2]
    outer, inner = up[:, elements], up[:, 0]
    quantities: Quantities = {
        "outer": float(outer[-1]),
        "outer_published": PUBLISHED[0],
        "inner": float(inner[-1]),
        "inner_published": PUBLISHED[1],
        "outer_path": outer.tolist(),
        "inner_path": inner.tolist(),
    }
    if elements in SAME_MESH:
        quantities |= {"outer_exact": SAME_MESH[elements][0], "inner_exact": SAME_MESH[elements][1]}
    return result, quantities


def plot(result: ss.Result, quantities: dict[str, Any]) -> Figure:
    """Draw the displacements of both ends over the load."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(5, 4), layout="constrained")
    for name in ("outer", "inner"):
        axes.plot(quantities[f"{name}_path"], FORCE * result.time, "o-", ms=3, label=name)
        axes.plot(quantities[f"{name}_published"], FORCE, "kx")
    axes.set(xlabel="displacement", ylabel="force per length", title="x: Sze, Liu, Lo 2004")
    axes.legend()
    return figure
