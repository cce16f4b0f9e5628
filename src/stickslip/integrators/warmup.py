"""Compile everything ahead: run the smallest models through every compiled entry, on two cores."""

from __future__ import annotations

import subprocess
import sys
import time

import numpy as np

import stickslip as ss
from stickslip.integrators.schemes import Bathe, EnergyMomentum, MoreauMidpoint


def warmup() -> float:
    """Compile (or load) all kernels; return the seconds it took.

    The two step loops take longest; a second process compiles that of the mixed schemes meanwhile.
    """
    begin = time.perf_counter()
    rest = subprocess.Popen([sys.executable, "-c", "from stickslip.integrators import warmup; warmup.compile_mixed()"])
    ss.simulate(_box(), t_end=2e-3, dt=1e-3, integrator=MoreauMidpoint())
    ss.simulate(_beam(), t_end=2e-3, dt=1e-3, integrator=EnergyMomentum())
    _solvers()
    if rest.wait() != 0:
        compile_mixed()  # shows what is wrong
    return time.perf_counter() - begin


def compile_mixed() -> None:
    """Compile the step loop of the mixed schemes."""
    ss.simulate(_box(), t_end=2e-3, dt=1e-3, integrator=Bathe())


def _box() -> ss.Model:
    model = ss.Model(gravity=(0.0, 0.0, -9.81), name="warm-up")
    box = model.add(ss.RigidBody(mass=1.0, inertia=0.1, position=(0.0, 0.0, 0.5)))
    skin = box.add(ss.Cuboid(lengths=(1.0, 1.0, 1.0)))
    floor = model.ground.add(ss.Plane(normal=(0.0, 0.0, 1.0)))
    model.add(ss.Contact(skin, floor, friction=0.5))
    return model


def _beam() -> ss.Model:
    model = ss.Model(gravity=(0.0, 0.0, -9.81), name="warm-up")
    beam = model.add(ss.Beam.straight((0, 0, 0), (1, 0, 0), 2, ss.Round(0.1), ss.steel))
    model.add(ss.Fixed(model.ground, beam.start))
    return model


def _solvers() -> None:
    """Solve one contact of a unit mass, in body space and with an explicit matrix."""
    from stickslip.contact.solver import ContactProblem, solve
    from stickslip.contact.solver.problem import BodySpace, Laws

    def ints(*values: int) -> np.ndarray:
        return np.array(values, dtype=np.int64)

    laws, b = Laws(ints(3), ints(0), ints(0), np.array([0.5])), np.array([-1.0, 0.3, 0.0])
    slots = (ints(0, 1), ints(0), ints(0), np.eye(3).ravel())
    solve(ContactProblem(laws, b, body=BodySpace(ints(0, 3), ints(0), np.eye(3).ravel(), *slots)))
    solve(ContactProblem(laws, b, W=np.eye(3)))
