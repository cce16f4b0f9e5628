"""Beam on beam: two crossed steel beams, pressed and dragged, hold by friction and slip at Coulomb's limit.

Both beams are round (radius 5 mm, length 1 m) and clamped at both ends, the lower one along x to the ground, the
upper one along y to a carriage. The carriage goes down by 5 mm, which bends the beams and presses them together, then
it moves sideways at an angle of 37 degrees. The contact sticks, without any creep, and the friction grows with the
sideways bending of the beams until it reaches mu times the normal force; then the beams slide over each other, across
several elements.

Oracle: Coulomb's law, |F_T| = mu F_N while sliding and slip speed 0 before.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

RADIUS = 0.005
PRESSED, START, STOP = 0.2, 0.25, 0.75  # [s] end of pressing, start and end of the sideways motion


def model(friction: float = 0.3, elements: int = 31, depth: float = 5e-3, travel: float = 0.06) -> ss.Model:
    """Return the beams, just touching, and the motion of the carriage that holds the upper one."""
    model = ss.Model(name="beam-on-beam")
    height = 2 * RADIUS
    skin = ss.Round(radius=RADIUS)
    settings: dict[str, Any] = {"section": skin, "material": ss.steel, "retardation": 1e-3, "mass_damping": 20.0}
    lower = model.add(ss.Beam.straight((-0.5, 0, 0), (0.5, 0, 0), elements, name="lower", **settings))
    upper = model.add(ss.Beam.straight((0, -0.5, height), (0, 0.5, height), elements, name="upper", **settings))
    x, y = travel * math.cos(math.radians(37)), travel * math.sin(math.radians(37))
    sideways: dict[str, Any] = {"start": 0, "t_start": START, "t_end": STOP}
    motion = (ss.SmoothStep(end=x, **sideways), ss.SmoothStep(end=y, **sideways))
    down = ss.SmoothStep(start=0, end=-depth, t_start=0, t_end=PRESSED)
    carriage = model.add(ss.PrescribedBody(motion=(*motion, down), name="carriage"))
    for side, (end_of_lower, end_of_upper) in {-0.5: (lower.start, upper.start), 0.5: (lower.end, upper.end)}.items():
        model.add(ss.Fixed(model.ground, end_of_lower, at=(side, 0, 0)))
        model.add(ss.Fixed(carriage, end_of_upper, at=(0, side, height)))
    model.add(ss.Contact(lower.surface(RADIUS), upper.surface(RADIUS), friction=friction))
    return model


def run(
    *,
    friction: float = 0.3,
    elements: int = 31,
    travel: float = 0.06,
    dt: float = 5e-4,
    t_end: float = 0.8,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Press and drag; measure creep while sticking and the ratio of friction to normal force while sliding."""
    crossed = model(friction, elements, travel=travel)
    result = ss.simulate(crossed, t_end, dt, integrator=ss.Theta(), out=out, progress=progress)
    contact, t = result.contacts.between("lower", "upper"), result.time
    ratio = np.divide(contact.friction, contact.force, out=np.zeros(len(t)), where=contact.force > 0.0)
    dragged = t > START
    sliding = dragged & (contact.slip > 1e-6)
    quantities = {"slip_ratio_exact": friction, "penetration": result.certificate.penetration}
    if not sliding.any():  # a short run
        return result, quantities
    first = int(np.argmax(sliding))
    sticking = dragged & (np.arange(len(t)) < first)
    quantities |= {
        "slip_ratio": float(ratio[sliding].mean()),
        "slip_ratio_spread": float(np.ptp(ratio[sliding])),
        "slip_time": float(t[first]),
        "stick_ratio_max": float(ratio[sticking].max(initial=0.0)),
        "creep": float(contact.slip[sticking].max(initial=0.0)),
        "normal_force": float(contact.force[first]),
        "slid": float(np.trapezoid(np.where(sliding, contact.slip, 0.0), t)),
    }
    return result, quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Plot normal force and friction, divided by mu, over time."""
    import matplotlib.pyplot as plt

    contact = result.contacts.between("lower", "upper")
    figure, axes = plt.subplots()
    axes.plot(result.time, contact.force, label="normal force")
    axes.plot(result.time, contact.friction / quantities["slip_ratio_exact"], label="friction / mu")
    axes.set(xlabel="t [s]", ylabel="force [N]")
    axes.legend()
    return figure
