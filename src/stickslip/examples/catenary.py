"""Catenary: a string hung between two points of equal height.

variant="inextensible": length 10 m over a span of 8 m, weight w = 1 N/m. With a from 2 a sinh(4 / a) = 10 the sag is
a (cosh(4 / a) - 1), the tension a w in the middle and a w cosh(4 / a) at the ends; EA = 1e8 N stands for infinity.

variant="neo-hookean": length 1 m over 0.8 m, 0.3142 kg/m, T = k/3 (stretch - 1/stretch^2) with k = 853.75 N, g = 9.81.
The tension is sqrt(H^2 + (rho g s)^2) at the arc length s from the middle, which gives the exact shape.

Source: textbook; data of the elastic string from Eugster, Glocker, Ann. Solid Struct. Mech. 5 (2013) 1.
The string starts slack as a V, where it has no stiffness across its axis.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

A = 3.382018790854  # 2 A sinh(4 / A) = 10
DATA = {  # length, span, EA, mass per length, g; sag, tension at the ends, horizontal force
    "inextensible": ((10.0, 8.0, 1e8, 1.0, 1.0), (2.654375091398, 6.036393882252, A)),
    "neo-hookean": ((1.0, 0.8, 853.75, 0.3142, 9.81), (0.266643, 1.85765, 1.03717)),
}


def model(variant: str = "inextensible", elements: int = 16, order: Literal[1, 2] = 2) -> ss.Model:
    """Return the slack string between its supports."""
    length, span, stiffness, density, g = DATA[variant][0]
    model = ss.Model(dim=2, gravity=(0, -g), name="catenary")
    x = np.linspace(-1.0, 1.0, order * elements + 1)
    shape = 0.5 * np.column_stack([span * x, -np.sqrt(length**2 - span**2) * (1.0 - abs(x))])
    law: Literal["neo-hookean", "linear"] = "neo-hookean" if variant == "neo-hookean" else "linear"
    string = model.add(
        ss.StringBody(
            positions=shape, stiffness=stiffness, mass_per_length=density, law=law, order=order, name="string"
        )
    )
    model.add(ss.Revolute(model.ground, string.start, at=shape[0], name="left"))
    model.add(ss.Revolute(model.ground, string.end, at=shape[-1], name="right"))
    return model


def run(
    *,
    variant: Literal["inextensible", "neo-hookean"] = "inextensible",
    elements: int = 16,
    order: Literal[1, 2] = 2,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Hang the string; tensions come from the force on its left end [N], the sag is that of the middle node [m]."""
    if variant not in DATA:
        raise ss.ModelError(f"catenary: variant = '{variant}' must be one of {', '.join(DATA)}")
    result = ss.solve_static(model(variant, elements, order), out=out)
    force, middle = result["left"].reaction[-1], result["string"].nodes // 2
    quantities = {
        "sag": -float(result["string"].position[-1, middle, 1]),
        "end_tension": float(np.linalg.norm(force)),
        "horizontal": float(-force[0]),
    }
    quantities |= dict(zip(("sag_exact", "end_tension_exact", "horizontal_exact"), DATA[variant][1], strict=True))
    return result, quantities


def order(degree: Literal[1, 2] = 2, meshes: tuple[int, ...] = (4, 8, 16)) -> tuple[float, list[float]]:
    """Return the slope of log error of the sag over log element length, and the errors."""
    found = [run(elements=n, order=degree)[1] for n in meshes]
    errors = [abs(q["sag"] / q["sag_exact"] - 1.0) for q in found]
    return -float(np.polyfit(np.log(meshes), np.log(errors), 1)[0]), errors


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the slack start and the equilibrium."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
    for r, label in zip(result["string"].position[[0, -1]], ("start", "equilibrium"), strict=True):
        axes.plot(r[:, 0], r[:, 1], ".-", label=label)
    axes.set(xlabel="x [m]", ylabel="y [m]", aspect="equal", title=f"sag {quantities['sag']:.6f} m")
    axes.legend()
    return figure
