"""Elastica: a cantilever far bent by a dead force at its end.

An inextensible, unshearable beam of length L with the transverse dead load P: u is the shortening and w the deflection
of the tip, both over L, for P L^2 / EI = 1, 2, 3, 5, 10. Here L = 1 m, EI = 1 N m^2, and EA = GA = 1e8 N stand for
infinity (their share of the deflection is 1e-7).

Source: Mattiasson, Int. J. Numer. Meth. Eng. 17 (1981) 145, elliptic integrals, here with ten digits.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

EXACT = {  # P L^2 / EI: u / L, w / L, angle of the tip [rad]
    1.0: (0.0564332363, 0.3017207738, 0.4613519497),
    2.0: (0.1606417208, 0.4934574804, 0.7817498316),
    3.0: (0.2544201846, 0.6032534411, 0.9860169467),
    5.0: (0.3876283607, 0.7137915236, 1.2153681176),
    10.0: (0.5549955978, 0.8106090249, 1.4302855388),
}


def model(load: float = 10.0, dim: int = 3, elements: int = 16, order: Literal[1, 2] = 2) -> ss.Model:
    """Return the cantilever along x with the load along y."""
    model = ss.Model(dim=dim, gravity=(0.0,) * dim, name="elastica")
    section = ss.Section(EA=1e8, GA=1e8, EI=1.0, GJ=1.0, mass_per_length=1.0, inertia=1e-3)
    kind = ss.PlanarBeam if dim == 2 else ss.Beam
    beam = model.add(
        kind.straight((0, 0, 0)[:dim], (1, 0, 0)[:dim], elements, section=section, order=order, name="beam")
    )
    model.add(ss.Fixed(model.ground, beam.start, name="clamp"))
    model.add(ss.PointForce(beam.end, (0.0, load, 0.0)[:dim]))
    return model


def run(
    *,
    load: float = 10.0,
    dim: Literal[2, 3] = 3,
    elements: int = 16,
    order: Literal[1, 2] = 2,
    steps: int = 5,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Bend the beam; ``error`` is the distance of the tip from its exact place over L, for the loads of the table."""
    result = ss.solve_static(model(load, dim, elements, order), steps=steps, out=out)
    beam = result["beam"]
    tip, axes = beam.position[-1, -1], beam.rotation[-1, -1]
    u, w = 1.0 - float(tip[0]), float(tip[1])
    normal = axes[:, 0 if dim == 2 else 2]
    quantities = {"u_over_L": u, "w_over_L": w, "angle": float(np.arctan2(normal[1], normal[0]))}
    if load in EXACT:
        quantities |= dict(zip(("u_over_L_exact", "w_over_L_exact", "angle_exact"), EXACT[load], strict=True))
        quantities["error"] = float(np.hypot(u - EXACT[load][0], w - EXACT[load][1]))
    return result, quantities


def order(
    degree: Literal[1, 2] = 2, dim: Literal[2, 3] = 3, meshes: tuple[int, ...] = (8, 16, 32)
) -> tuple[float, list[float]]:
    """Return the slope of log error over log element length, and the errors."""
    errors = [run(elements=n, order=degree, dim=dim)[1]["error"] for n in meshes]
    return -float(np.polyfit(np.log(meshes), np.log(errors), 1)[0]), errors


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the deformed shapes."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 5), layout="constrained")
    for load, r in zip(result.time, result["beam"].position, strict=True):
        axes.plot(r[:, 0], r[:, 1], color=plt.cm.viridis(load / result.time[-1]))
    axes.set(xlabel="x / L", ylabel="y / L", aspect="equal", title=f"w / L = {quantities['w_over_L']:.7f}")
    return figure
