"""L-shaped block: a soft L, twisted by two opposite forces, tumbles freely at large steps.

An L of thickness 3 m, foot 6 m x 3 m, height 10 m, of a neo-Hookean material (bulk modulus 5209, shear modulus 997.5,
density 10 kg/m^3). On its top and on the end of its foot, 9 m^2 each, act the tractions +-(256, 512, 768)/9 f(t), where
f rises to 2.5 at 2.5 s and is zero from 5 s on. The momentum stays zero; after 5 s angular momentum and energy are
constant, whatever the step. Rules that are stable on every linear problem are not so here: with n = 1 and dt = 0.5 s
the energy of the trapezoidal rule grows by 77 % until 50 s; the linear-implicit mid-point rule (Theta) fails at 4.5 s.

Source: Simo, Tarnow, Z. Angew. Math. Phys. 43 (1992) 757; size and data as in moofeKIT (KIT, Karlsruhe).
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

BULK, SHEAR = 5209.0, 997.5
FORCE = np.array([256.0, 512.0, 768.0])
FREE = 5.0  # [s], no load from here on
SCHEMES = {
    "EnergyMomentum": ss.EnergyMomentum(),
    "trapezoidal": ss.GeneralizedAlpha.newmark(0.25, 0.5),
    "Theta": ss.Theta(0.5),
}


def block(n: int = 2, kind: str = "hexahedron20", **fields: Any) -> ss.SolidBody:
    """Return the L with n x n cells in its cross-section."""
    nu = (3 * BULK - 2 * SHEAR) / (6 * BULK + 2 * SHEAR)
    rubber = ss.Material(young=2 * SHEAR * (1 + nu), poisson=nu, density=10.0)
    box = ss.SolidBody.box((6, 3, 9), (2 * n, n, 3 * n), rubber, kind=kind)
    corner = box.nodes[box.cells].mean(axis=1)[:, [0, 2]]
    cells = box.cells[(corner < 3.0).any(axis=1)]
    used, cells = np.unique(cells, return_inverse=True)
    nodes = box.nodes[used]
    nodes[:, 2] += np.maximum(nodes[:, 2] - 3.0, 0.0) / 6.0  # the upright part is 7 m high
    return ss.SolidBody(nodes=nodes, cells=cells.reshape(-1, box.cells.shape[1]), material=rubber, **fields)


def model(
    n: int = 2, kind: str = "hexahedron20", law: Literal["st-venant-kirchhoff", "neo-hookean"] = "neo-hookean"
) -> ss.Model:
    """Return the block and its loads."""
    model = ss.Model(name="l-shaped-block")
    solid = model.add(block(n, kind, law=law, name="block"))
    hat = ss.Table(times=(0, FREE / 2, FREE), values=(0, FREE / 2, 0))
    for end, sign in ((lambda x, y, z: np.isclose(z, 10.0), 1), (lambda x, y, z: np.isclose(x, 6.0), -1)):
        model.add(ss.SurfaceLoad(solid, solid.boundary(end), traction=tuple(sign * FORCE / 9), factor=hat))
    return model


def run(
    *,
    integrator: str = "EnergyMomentum",
    n: int = 2,
    kind: str = "hexahedron20",
    dt: float = 0.25,
    t_end: float = 50.0,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Throw the block; measure momentum always, angular momentum and energy of the free flight."""
    if integrator not in SCHEMES:
        raise ss.ModelError(f"l-shaped-block: integrator = '{integrator}' must be one of {', '.join(SCHEMES)}")
    if t_end < FREE:
        raise ss.ModelError(f"l-shaped-block: t_end = {t_end:g} must be at least {FREE:g} s, where the loads end")
    result = ss.simulate(model(n, kind), t_end, dt, integrator=SCHEMES[integrator], out=out, progress=progress)
    body, free = result["block"], result.time > FREE - 0.5 * dt
    energy, spin = result.energy.total[free], body.angular_momentum[free]
    quantities = {
        "momentum": float(abs(body.momentum).max()),
        "momentum_exact": 0.0,
        "angular_momentum": spin[0],
        "angular_momentum_drift": float(abs(spin - spin[0]).max() / abs(spin[0]).max()),
        "energy": float(energy[0]),
        "energy_drift": float(abs(energy / energy[0] - 1.0).max()),
        "largest_strain": float(abs(body.strain(slice(None))).max()),
    }
    return result, quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Plot the energies, and the block while it is twisted and let go."""
    import matplotlib.pyplot as plt
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    figure, body = plt.figure(figsize=(11, 4.5)), result["block"]
    axes = figure.add_subplot(1, 2, 1)
    for name in ("kinetic", "potential", "total"):
        axes.plot(result.time, getattr(result.energy, name), label=name)
    axes.set(xlabel="t [s]", ylabel="energy [J]")
    axes.legend()
    mesh = ss.SolidBody(nodes=body.field.places, cells=body.field.cells, material=ss.Material(young=1.0, density=1.0))
    view: Any = figure.add_subplot(1, 2, 2, projection="3d")  # the types of mplot3d are too narrow
    for k, t in enumerate((0.0, 2.5, 5.0, 7.5)):
        r = body.position[min(int(np.searchsorted(result.time, t - 1e-9)), len(result.time) - 1)] + (12.0 * k, 0.0, 0.0)
        faces = r[mesh.boundary()[:, :4]]
        view.add_collection3d(Poly3DCollection(faces, facecolor=f"C{k}", edgecolor="k", lw=0.3, clip_on=False))
        x, y, z = r.mean(axis=0) - (0.0, 0.0, 11.0)
        view.text(x, y, z, f"{t:g} s", ha="center")
    view.set(xlim=(-4, 46), ylim=(-5, 8), zlim=(-5, 14), xticks=[], yticks=[], zticks=[])
    view.set_box_aspect((50, 13, 19), zoom=1.5)
    view.view_init(15, -80)
    view.set_axis_off()
    return figure
