"""Lateral buckling: thin beams loaded in their stiff plane tip over sideways.

Frame: two legs of 240 mm at a right angle, section 30 x 0.6 mm (thin across the plane), E = 71240 N/mm^2, nu = 0.31,
J = b t^3 / 3; the first leg runs along +x from the clamp, the second along -y, and the force at its end along +x or -x.
Narrow cantilever: P = 4.0125993 sqrt(EI_min GJ) / L^2 at the tip, twice the first zero of J_(-1/4), for a beam that is
infinitely stiff in its plane (here EI_max = 1e6 EI_min).

Source: Argyris et al., Comput. Methods Appl. Mech. Eng. 17 (1979) 105 for the frame; its references are the linearised
exact rod problem about the bent state, error 1e-6. Prandtl, Michell (1899) for the cantilever.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

CRITICAL, COEFFICIENT = (1.087518, 0.680427), 4.0125993436


def frame(force: float = 1.0, push: float = 0.0, elements: int = 8, order: Literal[1, 2] = 2) -> ss.Model:
    """Return the frame with ``force`` along x and ``push`` along z [N] at its end; lengths in mm, d_1 along z."""
    L, b, t, E, nu = 240.0, 30.0, 0.6, 71240.0, 0.31
    G = 0.5 * E / (1.0 + nu)
    stiffness: dict[str, Any] = {"EA": E * b * t, "GA": G * b * t, "EI": (E * t * b**3 / 12.0, E * b * t**3 / 12.0)}
    section = ss.Section(**stiffness, GJ=G * b * t**3 / 3.0, mass_per_length=1.0, inertia=1.0)
    model = ss.Model(gravity=(0, 0, 0), name="right-angle frame")
    options: dict[str, Any] = {"order": order, "normal": (0, 0, 1)}
    first = model.add(ss.Beam.straight((0, 0, 0), (L, 0, 0), elements, section=section, name="first leg", **options))
    second = model.add(ss.Beam.straight((L, 0, 0), (L, -L, 0), elements, section=section, name="second leg", **options))
    model.add(ss.Fixed(model.ground, first.start, name="clamp"))
    model.add(ss.Fixed(first.end, second.start, name="corner"))
    model.add(ss.PointForce(second.end, (force, 0, push)))
    return model


def cantilever(elements: int = 8, order: Literal[1, 2] = 2) -> ss.Model:
    """Return the narrow cantilever along x, L = 1, EI_min = GJ = 1, with a unit force across at its tip."""
    section = ss.Section(EA=1e8, GA=1e8, EI=(1e6, 1.0), GJ=1.0, mass_per_length=1.0, inertia=1e-2)
    model = ss.Model(gravity=(0, 0, 0), name="narrow cantilever")
    beam = model.add(ss.Beam.straight((0, 0, 0), (1, 0, 0), elements, section=section, order=order, normal=(0, 1, 0)))
    model.add(ss.Fixed(model.ground, beam.start, name="clamp"))
    model.add(ss.PointForce(beam.end, (0, 0, -1)))
    return model


def run(
    *,
    elements: int = 8,
    order: Literal[1, 2] = 2,
    push: float = 1e-2,
    steps: int = 30,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Find the critical loads; the result is the path of the frame to 1.3 N, with a hundredth of the force across."""
    loads = [ss.critical_load(frame(sign, 0.0, elements, order), load=1.5, steps=6) for sign in (1.0, -1.0)]
    result = ss.solve_static(frame(1.0, push, elements, order), load=1.3, steps=steps, out=out)
    quantities = {
        "critical_loads": loads,
        "critical_loads_exact": list(CRITICAL),
        "coefficient": ss.critical_load(cantilever(elements, order), load=6.0, steps=4),
        "coefficient_exact": COEFFICIENT,
        "tip_out_of_plane": float(result["second leg"].position[-1, -1, 2]),
    }
    return result, quantities


def order(degree: Literal[1, 2] = 2, meshes: tuple[int, ...] = (2, 4, 8)) -> tuple[float, list[float]]:
    """Return the slope of log error over log element length for the frame, and the errors."""
    found = [ss.critical_load(frame(1.0, 0.0, n, degree), load=1.5, steps=4) for n in meshes]
    errors = [abs(x / CRITICAL[0] - 1.0) for x in found]
    return -float(np.polyfit(np.log(meshes), np.log(errors), 1)[0]), errors


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw force over deflection: the frame leaves its plane at the critical load."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
    axes.plot(result["second leg"].position[:, -1, 2], result.time, ".-")
    axes.axhline(quantities["critical_loads"][0], color="0.5", ls="--", label="critical load")
    axes.set(xlabel="out of plane [mm]", ylabel="force [N]")
    axes.legend()
    return figure
