"""Exudyn: chains of rigid bodies with spherical joints; prints steps/s as JSON."""

import json
import time

import exudyn as exu
import numpy as np
from exudyn.utilities import *  # noqa: F403  (the package's own way of use)


def chain(n: int, modified: bool, steps: int) -> float:
    system = exu.SystemContainer()
    mbs = system.AddSystem()
    before = mbs.CreateGround()
    for k in range(n):
        inertia = RigidBodyInertia(mass=1.0, inertiaTensor=np.diag([0.01, 0.1, 0.1]))  # noqa: F405
        body = mbs.CreateRigidBody(inertia=inertia, referencePosition=[k + 0.5, 0, 0], gravity=[0, 0, -9.81])
        mbs.CreateSphericalJoint(bodyNumbers=[before, body], position=[k, 0, 0], useGlobalFrame=True)
        before = body
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.endTime = steps * 1e-3
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.newton.useModifiedNewton = modified
    settings.solutionSettings.writeSolutionToFile = False
    settings.linearSolverType = exu.LinearSolverType.EigenSparse if n >= 10 else exu.LinearSolverType.EXUdense
    begin = time.process_time()
    mbs.SolveDynamic(settings)
    return steps / (time.process_time() - begin)


def main() -> None:
    out = {}
    for n in (3, 10, 20, 200):
        steps = 2000 if n < 100 else 300
        out[f"chain-{n}"] = max(chain(n, modified, steps) for modified in (True, False) for _ in range(2))
    print(json.dumps(out))


main()
