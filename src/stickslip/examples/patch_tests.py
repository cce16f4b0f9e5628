"""Patch tests: a distorted patch of every kind of cells takes a uniform strain exactly.

A unit square or cube, whose inner corners are moved at random, is pulled and sheared by the tractions t = P N of a
uniform deformation gradient F; six components of nodes (planar: three) hold it, without any force. In all laws the
solution is x = F X, with the stress of Piola

    linear                lambda tr(e) 1 + 2 mu e
    St. Venant-Kirchhoff  F (lambda tr(E) 1 + 2 mu E)
    neo-Hooke             mu (F - F^-T) + lambda ln J F^-T

so the test also shows that tractions, stresses and supports fit together.

Source: Irons, Razzaque in The Mathematical Foundations of the Finite Element Method, Academic Press (1972) 557.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities
from stickslip.solids.cells import NAMES, cell

F = np.array([[1.10, 0.20, -0.05], [0.0, 0.95, 0.10], [0.0, 0.0, 1.05]])  # upper triangle: see the supports
MATERIAL = ss.Material(young=100.0, density=1.0, poisson=0.3)


def patch(kind: str, law: str, seed: int = 1) -> ss.SolidBody:
    """Return two cells per direction, inner corners moved at random, nodes between corners in their middle."""
    of, rng = cell(kind), np.random.default_rng(seed)
    fields: dict[str, Any] = {"law": law, "name": "patch"} | ({"plane": "strain"} if of.dim == 2 else {})
    box = ss.SolidBody.box((1.0,) * of.dim, 2, MATERIAL, kind=kind, **fields)
    nodes = np.array(box.nodes)
    corners = np.unique(box.cells[:, : of.corners])
    inner = corners[((nodes[corners] > 0.0) & (nodes[corners] < 1.0)).all(axis=1)]
    nodes[inner] += rng.uniform(-0.15, 0.15, (len(inner), of.dim))
    between = cell(of.shape).values(of.nodes)  # shape functions of the corners at all nodes of a cell
    nodes[box.cells.ravel()] = (between @ nodes[box.cells[:, : of.corners]]).reshape(-1, of.dim)
    return ss.SolidBody(nodes=nodes, cells=box.cells, material=MATERIAL, **fields)


def piola(law: str, F: np.ndarray) -> np.ndarray:
    """Return the first stress of Piola and Kirchhoff (3, 3), force per declared area."""
    mu = MATERIAL.shear
    lam = 2.0 * mu * MATERIAL.poisson / (1.0 - 2.0 * MATERIAL.poisson)
    one = np.eye(3)
    if law == "neo-hookean":
        inverse = np.linalg.inv(F).T
        P: np.ndarray = mu * (F - inverse) + lam * np.log(np.linalg.det(F)) * inverse
        return P
    E = 0.5 * (F + F.T) - one if law == "linear" else 0.5 * (F.T @ F - one)
    S = lam * np.trace(E) * one + 2.0 * mu * E
    stress: np.ndarray = S if law == "linear" else F @ S
    return stress


def model(kind: str, law: str, gradient: np.ndarray, seed: int = 1) -> ss.Model:
    """Return the patch with tractions on all sides."""
    solid = patch(kind, law, seed)
    dim, P = solid.dim, piola(law, gradient)
    model = ss.Model(dim=dim, name="patch-tests")
    model.add(solid)
    for i in range(dim):
        corner = np.eye(dim)[i - 1] if i else np.zeros(dim)  # F is an upper triangle: they stay on their axes
        node = np.argmin(np.linalg.norm(np.subtract(solid.nodes, corner), axis=1))
        model.add(ss.Support(solid, [node], components="xyz"[i:dim]))
        for side, sign in ((0.0, -1.0), (1.0, 1.0)):
            facets = solid.boundary(lambda *x, i=i, side=side: x[i] == side)
            model.add(ss.SurfaceLoad(solid, facets, traction=sign * P[:dim, i]))
    return model


def run(
    *,
    kind: str = "all",
    law: Literal["linear", "st-venant-kirchhoff", "neo-hookean"] = "linear",
    seed: int = 1,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Load the patch; ``error_KIND`` is the largest error of a displacement over the largest displacement."""
    kinds = NAMES if kind == "all" else (kind,)
    quantities: Quantities = {}
    results = []
    for name in kinds:
        gradient = np.eye(3)
        dim = cell(name).dim
        gradient[:dim, :dim] = F[:dim, :dim]
        part = model(name, law, gradient, seed)
        result = ss.solve_static(part, steps=1 if law == "linear" else 2, out=out if name == kinds[-1] else None)
        results.append(result)
        X = part["patch"].nodes
        exact = X @ (gradient - np.eye(3))[:dim, :dim].T
        quantities[f"error_{name}"] = float(abs(result["patch"].displacement[-1] - exact).max() / abs(exact).max())
        stress = result["patch"].stress(-1)
        quantities[f"stress_range_{name}"] = float(np.ptp(stress, axis=(0, 1)).max() / abs(stress).max())
    return results[-1], quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the errors of all kinds."""
    import matplotlib.pyplot as plt

    errors = {key.removeprefix("error_"): value for key, value in quantities.items() if key.startswith("error_")}
    figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
    axes.barh(list(errors), np.maximum(list(errors.values()), 1e-17))
    axes.set(xscale="log", xlim=(1e-17, 1e-11), xlabel="largest error of a displacement / largest displacement")
    axes.invert_yaxis()
    return figure
