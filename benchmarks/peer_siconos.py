"""Siconos' mechanics runner: a block on a slope and a tower of ten boxes; prints steps/s as JSON."""

import contextlib
import json
import os
import sys
import tempfile
import time

import numpy as np
import siconos.kernel as sk
import siconos.numerics as sn
from siconos.io.mechanics_run import MechanicsHdf5Runner
from siconos.mechanics.collision.tools import Contactor


def speed(boxes: int, lengths: tuple, gravity: np.ndarray, steps: int) -> float:
    """Steps per CPU second of ``boxes`` boxes on a floor, dt = 2 ms, NSGS to 1e-8."""

    def weight(body):
        body.setFExtPtr(list(gravity * body.scalarMass()))

    with MechanicsHdf5Runner() as io:
        io.add_primitive_shape("Box", "Box", lengths, insideMargin=0.01, outsideMargin=0.0)
        io.add_primitive_shape("Floor", "Box", (10, 10, 0.2), insideMargin=0.01, outsideMargin=0.0)
        io.add_Newton_impact_friction_nsl("contact", mu=0.5, e=0.0)
        for k in range(boxes):
            io.add_object(f"box{k}", [Contactor("Box")], translation=[0, 0, (k + 0.5) * lengths[2]], mass=1.0)
        io.add_object("floor", [Contactor("Floor")], translation=[0, 0, -0.1])
    options = sk.solver_options_create(sn.SICONOS_FRICTION_3D_NSGS)
    options.iparam[sn.SICONOS_IPARAM_MAX_ITER] = 1000
    options.dparam[sn.SICONOS_DPARAM_TOL] = 1e-8
    begin = time.process_time()
    with MechanicsHdf5Runner(mode="r+", set_external_forces=weight) as io:
        io.run(
            t0=0, T=steps * 2e-3, h=2e-3, theta=0.50001, Newton_max_iter=1, set_external_forces=weight,
            solver_options=options, output_frequency=steps, with_timer=False,
        )  # fmt: skip
    return steps / (time.process_time() - begin)


def main() -> None:
    a = np.deg2rad(10)
    found = {}
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(sys.stderr):
        os.chdir(folder)
        tilted = 9.81 * np.array([np.sin(a), 0.0, -np.cos(a)])
        found["slope-block"] = speed(1, (0.4, 0.3, 0.2), tilted, 2000)
        found["box-tower"] = speed(10, (0.2, 0.2, 0.2), np.array([0, 0, -9.81]), 500)
        os.chdir("/")
    print(json.dumps(found))


main()
