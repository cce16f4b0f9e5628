"""The classical scheme of Runge and Kutta: fourth order in vectors and rotations, with and without joints."""

import subprocess
import sys

import numpy as np
import pytest
from test_order import slope, top_reference

import stickslip as ss

SCHEMES = [ss.RungeKutta(), ss.RungeKutta(stabilise=False)]


def test_torque_free_top():
    J, omega, T = np.array([1.0, 2.0, 2.9]), (1.0, 4.0, 2.0), 1.0
    model = ss.Model()
    body = model.add(ss.RigidBody(10.0, J, angular_velocity=omega))
    exact = top_reference(J, omega, T)

    def error(dt):
        found = ss.simulate(model, T, dt, integrator=ss.RungeKutta())[body]
        return np.linalg.norm(np.concatenate([found.angular_velocity[-1], found.rotation[-1].ravel()]) - exact)

    fitted, last = slope(error, (0.04, 0.02, 0.01, 0.005))
    assert fitted == pytest.approx(4.0, abs=0.1) and last < 1e-7


@pytest.mark.parametrize("scheme", SCHEMES, ids=["stabilised", "plain"])
def test_heavy_top(scheme):
    """A symmetrical top in a spherical joint: fourth order, and energy to the error of the scheme."""
    model = ss.Model(gravity=(0, 0, -9.81))
    A = [[1, 0, 0], [0, 0.8, 0.6], [0, -0.6, 0.8]]
    top = model.add(
        ss.RigidBody(1.0, (0.1, 0.1, 0.05), position=(0, 0.3, 0.4), rotation=A, angular_velocity=(0, 0, 30.0))
    )
    model.add(ss.Spherical(model.ground, top, at=(0, 0, 0)))
    runs = [ss.simulate(model, 0.4, dt, integrator=scheme) for dt in (8e-3, 4e-3, 2e-3)]
    ends = [np.append(run[top].position[-1], run[top].rotation[-1]) for run in runs]
    order = np.log2(np.linalg.norm(ends[0] - ends[1]) / np.linalg.norm(ends[1] - ends[2]))
    assert order == pytest.approx(4.0, abs=0.2)
    assert abs(runs[-1].energy.integrator).max() < 1e-6 * runs[-1].energy.total[0]


def test_is_read_by_its_name(tmp_path):
    """A result names its scheme; whoever resumes it has not loaded the scheme before."""
    code = "from stickslip.integrators.schemes import from_description as f; print(f({'type': 'RungeKutta'}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "RungeKutta(stabilise=True)"
