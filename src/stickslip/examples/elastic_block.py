"""Elastic block: a block on a wall drops under its weight, held node by node or by a multiplier field.

A block of 1 m x 1 m (plane stress, E = 180 GPa, nu = 0.3, 2400 kg/m^3, per metre of depth) of 32 linear triangles is
attached to a wall by its left side and let go under gravity 9.82 m/s^2. The side is held by a joint at every node
("dirichlet") or by int N_a u ds = 0 for the functions of a multiplier field ("weak"), whose values are the tractions of
the wall. Both are the same motion. The exact solution of the mesh is the sum of its modes.

Source: Soedersten, A weak formulation of constraints to couple rigid and elastic bodies, Lund 2018, section 4.1. The
thesis prints no numbers; tractions come from an independent program (dense matrices, BDF-2, h = 1e-5 s).
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

INTEGRATORS = {
    "BDF-1": ss.BDF(1),
    "BDF-2": ss.BDF(2),
    "BDF-2 index-2": ss.BDF(2, form="index-2"),
    "BDF-2 ggl": ss.BDF(2, form="ggl"),
    "Newmark": ss.Newmark(),
    "IDA": ss.IDA(rtol=1e-6, atol=1e-14),
    "IDA index-3": ss.IDA(rtol=1e-6, atol=1e-14, form="index-3"),
}
# of the wall on the block, nodes from bottom to top, BDF-2, h = 1e-5 s, t = 1e-4 s [N/m^2]
TRACTION = ((26079, 12019), (-5368, 12112), (210, 13476), (5558, 9001), (-26770, 15711))
NORM = {"BDF-2": 2.1000542e-7, "Newmark": 2.0808803e-7}  # of all displacements, h = 1e-5 s, t = 1e-4 s [m]


def build(
    constraint: str = "dirichlet", divisions: int = 4, multiplier: Literal["P1", "P0", "dual"] = "P1"
) -> ss.Model:
    """Return the block on its wall."""
    model = ss.Model(dim=2, gravity=(0, -9.82), name="elastic block")
    material = ss.Material(young=180e9, poisson=0.3, density=2400.0)
    fields: dict[str, Any] = {"kind": "triangle", "plane": "stress", "law": "linear", "name": "block"}
    block = model.add(ss.SolidBody.box((1, 1), divisions, material, **fields))
    if constraint == "weak":
        side = block.boundary(lambda x, y: x == 0.0)
        model.add(ss.Bond(block, side, model.ground, multiplier=multiplier, name="wall"))
    else:
        for k in block.nodes_where(lambda x, y: x == 0.0):
            model.add(ss.Revolute(model.ground, block.node(k), name=f"pin{k}"))
    return model


def exact(t: float, divisions: int = 4) -> np.ndarray:
    """Return the displacements (nodes, 2) at time t by the modes of the mesh: sum of phi (phi f)(1 - cos wt) / w^2."""
    model = build("dirichlet", divisions)
    modes = ss.modes(model, 2 * divisions * (divisions + 1))
    squared, shapes, f = modes.omega_squared, modes.shapes, ss.linearize(model).f
    x = shapes.T @ (shapes @ f * (1.0 - np.cos(np.sqrt(squared) * t)) / squared)
    return x.reshape(-1, 2)


def run(
    *,
    constraint: Literal["dirichlet", "weak"] = "weak",
    integrator: str = "BDF-2",
    dt: float = 1e-5,
    t_end: float = 1e-4,
    divisions: int = 4,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Let the block go; errors are those of the displacements of all nodes at the end."""
    if constraint not in ("dirichlet", "weak"):
        raise ss.ModelError(f"elastic-block: constraint = '{constraint}' must be 'dirichlet' or 'weak'")
    if integrator not in INTEGRATORS:
        raise ss.ModelError(f"elastic-block: integrator = '{integrator}' must be one of {', '.join(INTEGRATORS)}")
    scheme = INTEGRATORS[integrator]
    result = ss.simulate(build(constraint, divisions), t_end, dt, integrator=scheme, out=out, progress=progress)
    u, reference = result["block"].displacement[-1], exact(t_end, divisions)
    quantities = {
        "u_norm": float(np.linalg.norm(u)),
        "u_norm_exact": float(np.linalg.norm(reference)),
        "u_error": float(np.linalg.norm(u - reference)),
        "u_lower_right": u[divisions],
        "u_upper_right": u[-1],
    }
    if constraint == "weak":
        wall = result["wall"]
        held = ss.simulate(build("dirichlet", divisions), t_end, dt, integrator=scheme)["block"].displacement[-1]
        quantities["constraint_vs_dirichlet"] = float(np.linalg.norm(u - held))
        quantities["traction"], quantities["wall_force"] = wall.traction[-1], wall.force[-1]
        quantities["wall_force_start"] = wall.force[0]
    if (t_end, dt, divisions) == (1e-4, 1e-5, 4) and integrator in NORM:
        quantities["u_norm_reference"] = NORM[integrator]
        if integrator == "BDF-2" and constraint == "weak":
            quantities["traction_reference"] = np.array(TRACTION, dtype=float)
    return result, quantities


def order(
    integrator: str, steps: tuple[float, ...] = (1e-5, 1e-6, 1e-7), constraint: Literal["dirichlet", "weak"] = "weak"
) -> tuple[float, list[float]]:
    """Return the slope of log error over log dt between the two smallest steps, and all errors."""
    reference, errors = exact(1e-4), []
    for dt in steps:
        result = ss.simulate(
            build(constraint), 1e-4, dt, integrator=INTEGRATORS[integrator], record=ss.Record(every=round(1e-4 / dt))
        )
        errors.append(float(np.linalg.norm(result["block"].displacement[-1] - reference)))
    return float(np.log(errors[-2] / errors[-1]) / np.log(steps[-2] / steps[-1])), errors


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the deformed block with its von Mises stress and, if it is bonded, the tractions of the wall."""
    import matplotlib.pyplot as plt
    from matplotlib.tri import Triangulation

    block = result["block"]
    X, u, cells = block.field.places, block.displacement[-1], block.field.cells
    scale = 0.1 / abs(u).max()
    figure, axes = plt.subplots(figsize=(5.5, 4.5))
    axes.triplot(*X.T, cells, color="0.8", lw=0.6)
    x, y = (X + scale * u).T
    stress = 1e-3 * block.von_mises(-1).mean(axis=1)
    face = axes.tripcolor(Triangulation(x, y, cells), stress, edgecolor="k", linewidth=0.3)
    figure.colorbar(face, label="von Mises stress [kPa]", shrink=0.8)
    if "wall" in result.names:
        held = X[:, 0] == 0.0
        arrows = axes.quiver(*X[held].T, *1e-3 * result["wall"].traction[-1].T, color="C3", scale=150)
        arrows.set_in_layout(False)
        axes.quiverkey(arrows, 0.8, 1.02, 20.0, "traction, 20 kPa", labelpos="E")
    axes.set(xlabel="$x$ [m]", ylabel="$y$ [m]", aspect="equal", xlim=(-0.25, 1.15), ylim=(-0.15, 1.2))
    axes.set_title(f"displacements times {scale:.2g}", loc="left")
    return figure
