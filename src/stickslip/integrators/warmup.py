"""Compile everything ahead: run the smallest models through every compiled entry."""

from __future__ import annotations

import time

import numpy as np

import stickslip as ss
from stickslip.integrators.schemes import EnergyMomentum, MoreauMidpoint


def _pendulum() -> ss.Model:
    model = ss.Model(gravity=(0.0, 0.0, -9.81), name="warm-up")
    rod = model.add(ss.RigidBody(mass=1.0, inertia=(0.1, 0.1, 0.1), position=(0.5, 0.0, 0.0)))
    model.add(ss.Spherical(model.ground, rod, at=(0.0, 0.0, 0.0)))
    return model


def _wedged_box() -> ss.Model:
    model = ss.Model(gravity=(0.0, 0.0, -9.81), name="warm-up")
    box = model.add(ss.RigidBody(mass=1.0, inertia=0.1, position=(0.0, 0.0, 0.5)))
    skin = box.add(ss.Cuboid(lengths=(1.0, 1.0, 1.0)))
    floor = model.ground.add(ss.Plane(normal=(0.0, 0.0, 1.0)))
    model.add(ss.Contact(skin, floor, friction=0.5))
    return model


def warmup() -> float:
    """Compile (or load) all kernels; return the seconds it took."""
    begin = time.perf_counter()
    ss.simulate(_wedged_box(), t_end=2e-3, dt=1e-3, integrator=MoreauMidpoint())
    _escalation()
    ss.simulate(_pendulum(), t_end=2e-3, dt=1e-3, integrator=EnergyMomentum())
    return time.perf_counter() - begin


def _escalation() -> None:
    """Compile the solver chain that steps fall back to, in body space and with an explicit matrix."""
    from stickslip.contact.solver import ContactProblem, solve
    from stickslip.integrators.advance import STEP
    from stickslip.integrators.run import Run
    from stickslip.system.assemble import assemble

    settings = {"tolerance": 1e-10, "gap_tolerance": 1e-9, "record_open_contacts": True, "max_halvings": 1}
    run = Run(assemble(_wedged_box()), MoreauMidpoint(), settings, 1)
    run.start(False)
    run._call(1e-3, 1, task=STEP)
    problem = run._local_problem()
    solve(problem)
    solve(ContactProblem(problem.laws, problem.b, W=np.eye(len(problem.b))))
