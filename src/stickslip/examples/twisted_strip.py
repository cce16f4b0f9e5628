"""Twisted strip: a cantilever whose section turns by a right angle from root to tip, under two tip forces.

Length 12, width 1.1, thickness 0.32 or 0.0032. The elements are warped: those that lock miss the deflections, most of
all for the thin strip. The force is spread over the tip; deflections are those of its middle.

Source: MacNeal, Harder, Finite Elem. Anal. Des. 1 (1985) 3 (thick: 0.005424 and 0.001754 under unit forces);
Belytschko, Wong, Stolarski, Int. J. Numer. Methods Eng. 28 (1989) 385 (thin: 0.005256 and 0.001294 under 1e-6).
E = 29e6, nu = 0.22. The numbers of the same mesh are those of a separate NumPy program with the same elements.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

LENGTH, WIDTH = 12.0, 1.1
MATERIAL = ss.Material(young=29e6, density=1.0, poisson=0.22)
FORCE = {False: 1.0, True: 1e-6}
PUBLISHED = {False: (0.001753248, 0.005424535), True: (0.001294, 0.005256)}
SAME_MESH = {
    False: {2: (0.001731028, 0.005399754), 4: (0.001747514, 0.005410562), 8: (0.001751993, 0.005414863)},
    True: {2: (0.001270010, 0.005181290), 4: (0.001287444, 0.005232165), 8: (0.001291484, 0.005246513)},
}


def model(elements: int = 4, thin: bool = False, axis: int = 1) -> ss.Model:
    """Return the strip of 6 n x n elements with a tip force along an axis."""
    model = ss.Model(gravity=(0, 0, 0), name="twisted-strip")
    thickness = 0.0032 if thin else 0.32
    flat = ss.Shell.plate((LENGTH, WIDTH), (6 * elements, elements), material=MATERIAL, thickness=thickness)
    x, b = flat.nodes[:, 0], flat.nodes[:, 1] - 0.5 * WIDTH
    rate = 0.5 * np.pi / LENGTH
    c, s = np.cos(rate * x), np.sin(rate * x)
    strip = model.add(
        ss.Shell(
            np.column_stack([x, b * c, b * s]), flat.cells, directors=np.column_stack([-b * rate, -s, c]),
            material=MATERIAL, thickness=thickness, name="strip",
        )
    )  # fmt: skip
    model.add(ss.Support(strip, np.flatnonzero(x == 0.0), directors=True, name="root"))
    tip = np.flatnonzero(x == x.max())
    share = np.full(len(tip), FORCE[thin] / elements)
    share[[0, -1]] *= 0.5
    for node, force in zip(tip, share, strict=True):
        model.add(ss.PointForce(strip.node(node), tuple(force * np.eye(3)[axis])))
    return model


def run(*, elements: int = 4, thin: bool = False, out: Out = None, progress: Progress = None) -> Outcome:
    """Bend the strip both ways; ``out_of_plane`` is the deflection across the tip, ``in_plane`` that along it."""
    if elements % 2:
        raise ss.ModelError(f"twisted-strip: elements = {elements} must be even, so that the tip has a middle node")
    found = {}
    middle = (elements // 2 + 1) * (6 * elements + 1) - 1
    for name, axis in (("in_plane", 2), ("out_of_plane", 1)):
        result = ss.solve_static(model(elements, thin, axis), out=out if axis == 1 else None)
        found[name] = float(result["strip"].displacement[-1, middle, axis])
    quantities: Quantities = {**found}
    for k, name in enumerate(("out_of_plane", "in_plane")):
        quantities[f"{name}_published"] = PUBLISHED[thin][k]
        if elements in SAME_MESH[thin]:
            quantities[f"{name}_exact"] = SAME_MESH[thin][elements][k]
    return result, quantities


def plot(result: ss.Result, quantities: dict[str, Any]) -> Figure:
    """Draw the deflection of the axis of the strip out of the plane of its tip."""
    import matplotlib.pyplot as plt

    place, moved = result["strip"].position[0], result["strip"].displacement[-1]
    line = np.flatnonzero(np.hypot(place[:, 1], place[:, 2]) < 1e-9 * LENGTH)
    figure, axes = plt.subplots(figsize=(5, 4), layout="constrained")
    axes.plot(place[line, 0], moved[line, 1], "o-", ms=3)
    axes.plot(LENGTH, quantities["out_of_plane_published"], "kx")
    axes.set(xlabel="x", ylabel="deflection out of plane", title="x: published")
    return figure
