"""Free vibration: natural frequencies of a beam, a rod and a taut string.

Slender beam, L = 1 m, EI = 1 N m^2, 1 kg/m: (beta L)^2 = omega L^2 sqrt(m / EI) are the roots of
cos x cosh x = -1 (clamped-free) and +1 (free-free). GA = 1e8 N and a rotary inertia of 1e-8 kg m leave out shear and
rotary inertia. Rod, clamped-free: omega = (k - 1/2) pi sqrt(EA / m) / L, with the same section but EA = 1 N.
String pulled by T = 10 N with EA = 1000 N: omega = k pi / L sqrt(T / (m l)), l = 1 + T / EA.

Source: textbook.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

CLAMPED_FREE = (3.5160152685, 22.0344915647, 61.6972144135)
FREE_FREE = (22.3732854481, 61.6728228679)
TENSION, STIFFNESS = 10.0, 1e3


def beam(
    clamped: bool = True, EA: float = 1e8, EI: float = 1.0, elements: int = 32, order: Literal[1, 2] = 2
) -> ss.Model:
    """Return the beam, clamped at its start or free."""
    model = ss.Model(dim=2, gravity=(0, 0), name="beam")
    section = ss.Section(EA=EA, GA=1e8, EI=EI, GJ=1.0, mass_per_length=1.0, inertia=1e-8)
    line = model.add(ss.PlanarBeam.straight((0, 0), (1, 0), elements, section=section, order=order, name="beam"))
    if clamped:
        model.add(ss.Fixed(model.ground, line.start, name="clamp"))
    return model


def string(elements: int = 32, order: Literal[1, 2] = 2) -> ss.Model:
    """Return a string along x, held at its start, pulled at its end, which is guided along x."""
    model = ss.Model(dim=2, gravity=(0, 0), name="taut string")
    options: dict[str, Any] = {"stiffness": STIFFNESS, "mass_per_length": 1.0, "order": order, "name": "string"}
    line = model.add(ss.StringBody.straight((0, 0), (1, 0), elements, **options))
    model.add(ss.Revolute(model.ground, line.start, name="pin"))
    model.add(ss.PointOnLine(model.ground, line.end, axis=(1, 0), name="guide"))
    model.add(ss.PointForce(line.end, (TENSION, 0)))
    return model


def run(*, elements: int = 32, order: Literal[1, 2] = 2, out: Out = None, progress: Progress = None) -> Outcome:
    """Compute the lowest frequencies [rad/s]; the result is the taut string in equilibrium."""
    mesh: dict[str, Any] = {"elements": elements, "order": order}
    taut = string(**mesh)
    result = ss.solve_static(taut, out=out)
    k = np.arange(1, 4)
    rod = ss.modes(beam(EA=1.0, EI=1e6, **mesh), 3)
    quantities = {
        "clamped_free": np.sqrt(ss.modes(beam(**mesh), 3).omega_squared),
        "clamped_free_exact": np.array(CLAMPED_FREE),
        "free_free": np.sqrt(ss.modes(beam(clamped=False, **mesh), 5).omega_squared[3:]),
        "free_free_exact": np.array(FREE_FREE),
        "rod": np.sqrt(rod.omega_squared),
        "rod_exact": (k - 0.5) * np.pi,
        "string": np.sqrt(ss.modes(taut, 3, about=result).omega_squared),
        "string_exact": k * np.pi * np.sqrt(TENSION / (1.0 + TENSION / STIFFNESS)),
    }
    return result, quantities


def order(degree: Literal[1, 2] = 2, meshes: tuple[int, ...] = (8, 16, 32)) -> tuple[float, list[float]]:
    """Return the slope of log error over log element length for the third clamped-free mode, and the errors."""
    found = [np.sqrt(ss.modes(beam(elements=n, order=degree), 3).omega_squared[2]) for n in meshes]
    errors = [float(abs(x / CLAMPED_FREE[2] - 1.0)) for x in found]
    return -float(np.polyfit(np.log(meshes), np.log(errors), 1)[0]), errors


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw computed over exact frequencies."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(5, 3.5))
    kinds = {
        "clamped_free": "clamped-free beam",
        "free_free": "free-free beam",
        "rod": "rod",
        "string": "string",
    }
    for key, label in kinds.items():
        ratio = np.asarray(quantities[key]) / np.asarray(quantities[f"{key}_exact"])
        axes.semilogy(np.arange(1, len(ratio) + 1), abs(ratio - 1.0), "o-", ms=4, label=label)
    axes.set(xlabel="mode", ylabel="relative error of the frequency", xticks=(1, 2, 3))
    axes.legend()
    return figure
