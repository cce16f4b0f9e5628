"""Shell pull-out: an open cylinder pulled apart by two forces, with a snap on the way.

Radius 4.953, length 10.35, thickness 0.094; two opposite forces of 40000 pull at the middle of the length. First the
shell bends, then its sides flatten and it stretches; in between they snap inwards. An eighth is modelled.

Source: Sze, Liu, Lo, Finite Elem. Anal. Des. 40 (2004) 1551, section 3.6: displacements 2.768 under the force, 4.551 a
quarter turn beside it and 3.269 there at the open end. E = 10.5e6, nu = 0.3125. The numbers of the same mesh are those
of a separate NumPy program with the same elements.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

RADIUS, LENGTH, THICKNESS, FORCE = 4.953, 10.35, 0.094, 40000.0
MATERIAL = ss.Material(young=10.5e6, density=1.0, poisson=0.3125)
PUBLISHED = 2.768, 4.551, 3.269
SAME_MESH = {24: (2.75274, 4.57293, 3.26240)}


def model(elements: int = 24) -> ss.Model:
    """Return the eighth of ``elements`` along the axis and 1.5 times as many around."""
    model = ss.Model(gravity=(0, 0, 0), name="shell-pull-out")
    around = 3 * elements // 2
    flat = ss.Shell.plate(
        (0.5 * np.pi, 0.5 * LENGTH), (around, elements), material=MATERIAL, thickness=THICKNESS
    )  # fmt: skip
    angle, y = flat.nodes[:, 0], flat.nodes[:, 1]
    normal = np.column_stack([np.sin(angle), 0.0 * angle, np.cos(angle)])
    places = RADIUS * normal + np.outer(y, [0.0, 1.0, 0.0])
    shell = model.add(
        ss.Shell(places, flat.cells, directors=normal, material=MATERIAL, thickness=THICKNESS, name="shell")
    )  # fmt: skip
    planes = (("x", angle == 0.0), ("y", y == 0.0), ("z", angle == angle.max()))
    for axis, nodes in planes:
        model.add(ss.Support(shell, np.flatnonzero(nodes), components=axis, directors=axis, name=f"symmetry {axis}"))
    model.add(ss.PointForce(shell.node(0), (0, 0, 0.25 * FORCE)))
    return model


def run(*, elements: int = 24, steps: int = 40, out: Out = None, progress: Progress = None) -> Outcome:
    """Pull the shell apart; ``pulled``, ``side`` and ``end`` are displacements, the last two inwards."""
    result = ss.solve_static(model(elements), steps=steps, out=out)
    x, around = result["shell"].displacement, 3 * elements // 2
    paths = {"pulled": x[:, 0, 2], "side": -x[:, around, 0], "end": -x[:, -1, 0]}
    quantities: Quantities = {name: float(path[-1]) for name, path in paths.items()}
    for k, name in enumerate(paths):
        quantities[f"{name}_published"] = PUBLISHED[k]
        if elements in SAME_MESH:
            quantities[f"{name}_exact"] = SAME_MESH[elements][k]
    quantities |= {f"{name}_path": path.tolist() for name, path in paths.items()}
    return result, quantities


def plot(result: ss.Result, quantities: dict[str, Any]) -> Figure:
    """Draw the displacements over the load."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(5, 4), layout="constrained")
    for name in ("pulled", "side", "end"):
        axes.plot(quantities[f"{name}_path"], FORCE * result.time, "o-", ms=2, label=name)
        axes.plot(quantities[f"{name}_published"], FORCE, "kx")
    axes.set(xlabel="displacement", ylabel="force", title="x: Sze, Liu, Lo 2004")
    axes.legend()
    return figure
