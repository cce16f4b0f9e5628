"""Compile everything ahead: run the smallest models through every compiled entry, on two cores."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

import numpy as np

import stickslip as ss
from stickslip.integrators.mixed.schemes import Bathe
from stickslip.integrators.schemes import EnergyMomentum, Integrator, MoreauMidpoint, Theta


def warmup() -> float:
    """Compile (or load) all kernels; return the seconds it took.

    The two step loops take longest; a second process compiles that of the mixed schemes meanwhile.
    """
    begin = time.perf_counter()
    rest = subprocess.Popen([sys.executable, "-c", "from stickslip.integrators import warmup; warmup.compile_rest()"])
    _run(_box(), MoreauMidpoint())
    _solvers()
    _elements()
    if rest.wait() != 0:
        compile_rest()  # shows what is wrong
    return time.perf_counter() - begin


def compile_rest() -> None:
    """Compile the step loops of the mixed and of the energy-momentum schemes."""
    _run(_box(), Bathe())
    _run(_beam(), EnergyMomentum())


def _run(model: ss.Model, integrator: Integrator) -> None:
    ss.simulate(model, t_end=2e-3, dt=1e-3, integrator=integrator)


def _elements() -> None:
    """Compile the kernels of flexible bodies, which the loops call by address, and the factors of large solids."""
    planar = ss.Model(dim=2, name="warm-up")
    planar.add(ss.PlanarBeam.straight((0, 0), (1, 0), 2, section=ss.Round(0.1), material=ss.steel))
    planar.add(_block(2, 1))
    string, floating, space, surface = (ss.Model(name="warm-up") for _ in range(4))
    string.add(ss.StringBody.straight((0, 0, 0), (1, 0, 0), 2, stiffness=1e3, mass_per_length=0.1))
    floating.add(ss.FloatingSolid(_block(3, 1), modes=1))
    space.add(_block(3, 1))
    surface.add(ss.Shell.plate((1.0, 1.0), 1, material=ss.steel, thickness=0.01))
    for model in (planar, string, floating, space, surface):
        _run(model, Theta())
    large = ss.Model(name="warm-up")
    block = large.add(_block(3, 6))
    large.add(ss.Support(block, block.nodes_where(lambda x, y, z: x == 0.0)))
    ss.solve_static(large)


def _block(dim: int, divisions: int) -> ss.SolidBody:
    material = ss.Material(young=1e6, poisson=0.3, density=1e3)
    kind: dict[str, Any] = {"kind": "quad", "plane": "strain"} if dim == 2 else {"kind": "hexahedron"}
    return ss.SolidBody.box((1.0,) * dim, divisions, material, **kind)


def _box() -> ss.Model:
    model = ss.Model(gravity=(0.0, 0.0, -9.81), name="warm-up")
    box = model.add(ss.RigidBody(mass=1.0, inertia=0.1, position=(0.0, 0.0, 0.5)))
    skin = box.add(ss.Cuboid(lengths=(1.0, 1.0, 1.0)))
    floor = model.ground.add(ss.Plane(normal=(0.0, 0.0, 1.0)))
    model.add(ss.Contact(skin, floor, friction=0.5))
    return model


def _beam() -> ss.Model:
    model = ss.Model(gravity=(0.0, 0.0, -9.81), name="warm-up")
    beam = model.add(ss.Beam.straight((0, 0, 0), (1, 0, 0), 2, section=ss.Round(0.1), material=ss.steel))
    model.add(ss.Fixed(model.ground, beam.start))
    return model


def _solvers() -> None:
    """Send one contact of a unit mass, in body space and with an explicit matrix, through all stages of the solver."""
    from stickslip.contact.solver import ContactProblem, solve
    from stickslip.contact.solver.problem import BodySpace, Laws

    def ints(*values: int) -> np.ndarray:
        return np.array(values, dtype=np.int64)

    laws, b = Laws(ints(3), ints(0), ints(0), np.array([0.5])), np.array([-1.0, 0.3, 0.0])
    slots = (ints(0, 1), ints(0), ints(0), np.eye(3).ravel())
    body = BodySpace(ints(0, 3), ints(0), np.eye(3).ravel(), *slots)
    for problem in (ContactProblem(laws, b, body=body), ContactProblem(laws, b, W=np.eye(3))):
        solve(problem, tol=-1.0, rounds=1)  # a goal out of reach
