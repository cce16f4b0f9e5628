"""Functions of time under schemes: a load has its impulse, a motion its way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from cells import Defect, cell, new_model
from kinds import run

import stickslip as ss

END, STEP = 0.1, 1e-3
MASS, PULL = 2.0, 3.0


@dataclass(frozen=True)
class Timed:
    """A function of time, with what is known of it at the start and at ``END``."""

    function: Any
    integral: float
    end: float
    rate: float = 0.0  # at the start
    error: float = 2e-4  # of the integral, relative


def _square(t):
    return 3.0 * t * t


FUNCTIONS: dict[str, Timed] = {
    "Polynomial": Timed(ss.Polynomial((0.0, 0.2, 3.0)), 2e-3, 0.05, 0.2),
    "Sine": Timed(ss.Sine(0.1, 2.5), 0.1 / (5.0 * np.pi), 0.1, 0.5 * np.pi),
    "SmoothStep": Timed(ss.SmoothStep(start=0.0, end=0.1, t_start=0.0, t_end=END), 5e-3, 0.1),
    "Table": Timed(ss.Table((-0.1, 0.05, 0.2), (-0.02, 0.01, 0.04)), 1e-3, 0.02, 0.2),
    "Steps": Timed(ss.Steps((0.02, 0.07), (0.0, 1.0, -1.0)), 0.02, -1.0),
    "Steps inside of steps": Timed(ss.Steps((0.0203, 0.0796), (0.0, 1.0, 0.0)), 0.0593, 0.0, error=2.0 * STEP / 0.0593),
    "Compiled": Timed(_square, 1e-3, 0.03),
}


def load_in_scheme(name: str, scheme: str) -> str:
    """The speed of a free body is the integral of the force over its mass."""
    timed = FUNCTIONS[name]

    def check() -> None:
        model = new_model(2, 0.0)
        body = model.add(ss.RigidBody(mass=MASS, inertia=0.1))
        model.add(ss.PointForce(body, (PULL, 0.0), factor=timed.function))
        found = float(run(model, END, STEP, scheme)[body].velocity[-1, 0])
        expected = PULL * timed.integral / MASS
        allowed = timed.error * abs(expected)
        if scheme == "IDA" or "adaptive" in scheme:  # as far as they were asked for
            allowed += 1e-5 * PULL / MASS
        if scheme == "SemiExplicit":  # takes forces at the start of a step
            allowed += PULL * STEP / MASS * abs(timed.end)
        if not abs(found - expected) <= allowed:
            raise Defect(f"the speed is {found:.8g} m/s, expected {expected:.8g} ± {allowed:.1e}")

    return cell(check, name, scheme)


def motion_in_scheme(name: str, scheme: str) -> str:
    """A driven body is where the function says."""
    timed = FUNCTIONS[name]

    def check() -> None:
        model = new_model(2, 0.0)
        body = model.add(ss.RigidBody(mass=MASS, inertia=0.1, velocity=(timed.rate, 0.0)))
        model.add(ss.Prismatic(model.ground, body, axis=(1.0, 0.0), motion=timed.function))
        found = float(run(model, END, STEP, scheme)[body].position[-1, 0])
        if not abs(found - timed.end) <= 2e-3 * timed.end:
            raise Defect(f"the body is at {found:.8g} m, expected {timed.end:.8g}")

    return cell(check, name, f"{scheme}|motion")
