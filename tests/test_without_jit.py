"""NUMBA_DISABLE_JIT=1: the same kernels in Python, for a debugger; slow, and indices out of bounds are errors there."""

import json
import os
import subprocess
import sys

import numpy as np

SCENE = """
import json
import stickslip as ss


def ball():
    model = ss.Model(gravity=(0, 0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    body = model.add(ss.RigidBody(1.0, 0.1, position=(0, 0, 0.1005), velocity=(1, 0, 0), name="part"))
    model.add(ss.Contact(body.add(ss.Sphere(radius=0.1)), floor, friction=0.3, restitution=0.5))
    return ss.simulate(model, 0.02, 2e-3)


def beam(integrator):
    model = ss.Model(gravity=(0, 0, -9.81))
    section = ss.Section(EA=1e4, EI=2.0, GA=1e4, GJ=1.0, mass_per_length=1.0, inertia=1e-3)
    part = model.add(ss.Beam.straight((0, 0, 0), (1, 0, 0), 2, section=section, name="part"))
    model.add(ss.Fixed(model.ground, part.start))
    return ss.simulate(model, 4e-3, 1e-3, integrator=integrator)


runs = {"ball": ball(), "theta": beam(ss.Theta()), "conserving": beam(ss.EnergyMomentum())}
found = {name: result["part"].q[-1].tolist() for name, result in runs.items()}
found["strain"] = runs["theta"]["part"].strain[-1].ravel().tolist()
found["proven"] = [result.certificate.proven for result in runs.values()]
"""


def test_kernels_run_in_python():
    """Every kernel of these runs gives in Python what its compiled code gives."""
    compiled: dict = {}
    exec(SCENE, compiled)
    code = SCENE + "print(json.dumps(found))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["proven"] == compiled["found"]["proven"] == [True] * 3
    for name in ("ball", "theta", "conserving", "strain"):
        np.testing.assert_allclose(found[name], compiled["found"][name], rtol=0.0, atol=1e-9)
