"""Pinched hemisphere: a thin shell with a hole, pulled and pushed far along two diameters.

A hemisphere of the radius 10 and the thickness 0.04 with a hole of 18 degrees at its pole is pushed in along one
diameter and pulled out along the other, 400 each. It bends and hardly stretches: elements that lock stay far behind.
A quarter is modelled, half the force on each of its planes of symmetry.

Source: Sze, Liu, Lo, Finite Elem. Anal. Des. 40 (2004) 1551, section 3.5: 8.178 inward and 4.067 outward at full load.
E = 6.825e7, nu = 0.3. The numbers of the same mesh are those of a separate NumPy program with the same elements.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

RADIUS, THICKNESS, HOLE, FORCE = 10.0, 0.04, np.radians(18.0), 400.0
MATERIAL = ss.Material(young=6.825e7, density=1.0, poisson=0.3)
PUBLISHED = 8.178, 4.067  # inward, outward
SAME_MESH = {8: (7.31471, 3.75140), 16: (8.12029, 4.05008), 32: (8.16003, 4.07461)}


def model(elements: int = 16) -> ss.Model:
    """Return the quarter between the planes x = 0 and y = 0."""
    model = ss.Model(gravity=(0, 0, 0), name="pinched-hemisphere")
    flat = ss.Shell.plate((0.5 * np.pi, 0.5 * np.pi - HOLE), elements, material=MATERIAL, thickness=THICKNESS)
    around, up = flat.nodes[:, 0], flat.nodes[:, 1]
    normal = np.column_stack([np.cos(around) * np.cos(up), np.sin(around) * np.cos(up), np.sin(up)])
    shell = model.add(
        ss.Shell(RADIUS * normal, flat.cells, directors=normal, material=MATERIAL, thickness=THICKNESS, name="shell")
    )
    for plane, condition in (("x", lambda x, y, z: abs(x) < 1e-9), ("y", lambda x, y, z: abs(y) < 1e-9)):
        nodes = shell.nodes_where(condition)
        model.add(ss.Support(shell, nodes, components=plane, directors=plane, name=f"symmetry {plane}"))
    pulled, pushed = shell.nearest((RADIUS, 0, 0)), shell.nearest((0, RADIUS, 0))
    assert pulled.node is not None
    model.add(ss.Support(shell, [pulled.node], components="z", name="height"))
    model.add(ss.PointForce(pulled, (0.5 * FORCE, 0, 0)))
    model.add(ss.PointForce(pushed, (0, -0.5 * FORCE, 0)))
    return model


def run(*, elements: int = 16, steps: int = 10, out: Out = None, progress: Progress = None) -> Outcome:
    """Pinch the shell; ``inward`` and ``outward`` are the displacements under the forces."""
    part = model(elements)
    result = ss.solve_static(part, steps=steps, out=out)
    shell, moved = part["shell"], result["shell"].displacement
    outward = moved[:, shell.nearest((RADIUS, 0, 0)).node, 0]
    inward = -moved[:, shell.nearest((0, RADIUS, 0)).node, 1]
    quantities: Quantities = {
        "inward": float(inward[-1]),
        "inward_published": PUBLISHED[0],
        "outward": float(outward[-1]),
        "outward_published": PUBLISHED[1],
        "inward_path": inward.tolist(),
        "outward_path": outward.tolist(),
    }
    if elements in SAME_MESH:
        quantities |= {"inward_exact": SAME_MESH[elements][0], "outward_exact": SAME_MESH[elements][1]}
    return result, quantities


def plot(result: ss.Result, quantities: dict[str, Any]) -> Figure:
    """Draw both displacements over the load."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(5, 4), layout="constrained")
    for name in ("inward", "outward"):
        axes.plot(quantities[f"{name}_path"], FORCE * result.time, "o-", ms=3, label=name)
        axes.plot(quantities[f"{name}_published"], FORCE, "kx")
    axes.set(xlabel="displacement", ylabel="force", title="x: Sze, Liu, Lo 2004")
    axes.legend()
    return figure
