"""Exudyn: the flexible slider-crank of flexible_crank.py with ANCF cables (no shear); prints motions and times as JSON.

The variants are the fastest of about ninety tried on this very problem. Modified Newton (5 to 6 residuals a step, a
Jacobian in 60 steps) beats full Newton (2 of each) by a factor of three; dense and sparse solvers are equal here;
generalized alpha of index 3, of index 2 and the trapezoidal rule have similar errors and differ by 15 % in time. With
Newton to 1e-5 the place of the slider scatters by 0.3 %, with 1e-4 it is off by 5 %. Quadratic geometrically exact
beams with the true shear stiffness need six elements (38 us a step) for what four cables reach (20 us); stiff in shear
they converge badly or not at all. The explicit solvers reject the joints. Floating-frame bodies, which take the modes
of spatial finite elements, were not tried.
"""

import json
import time

import exudyn as exu
import numpy as np
from exudyn.utilities import *  # noqa: F403  (the package's own way of use)

L1, L2, M1, J1, M3 = 0.153, 0.306, 0.038, 7.4e-5, 0.076
OMEGA1, OMEGA2 = 150.0, -75.0
AREA, MOMENT, TAU = 2e-5, 0.002 * 0.010**3 / 12, 1e-5
EA, EI, MASS = 2e11 * AREA, 2e11 * MOMENT, 7800 * AREA
T_END, INSTANTS = 0.1, 100


def mechanism(n: int):
    """Return the system and the sensors of crank pin, middle of the rod, wrist pin and slider."""
    mbs = exu.SystemContainer().AddSystem()
    h, nodes = L2 / n, []
    for k in range(n + 1):
        speed = [0, OMEGA1 * L1 + OMEGA2 * k * h, 0, OMEGA2]
        node = NodePoint2DSlope1(referenceCoordinates=[L1 + k * h, 0, 1, 0], initialVelocities=speed)  # noqa: F405
        nodes.append(mbs.AddNode(node))
    for k in range(n):
        cable = ObjectANCFCable2D(  # noqa: F405
            nodeNumbers=nodes[k : k + 2], length=h, massPerLength=MASS, bendingStiffness=EI, axialStiffness=EA,
            bendingDamping=TAU * EI, axialDamping=TAU * EA, useReducedOrderIntegration=2,
        )  # fmt: skip
        mbs.AddObject(cable)
    speed = [0, OMEGA1 * L1 / 2, OMEGA1]
    own = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[L1 / 2, 0, 0], initialVelocities=speed))  # noqa: F405
    crank = mbs.AddObject(ObjectRigidBody2D(nodeNumber=own, mass=M1, inertia=J1))  # noqa: F405
    slider = mbs.AddNode(NodePoint2D(referenceCoordinates=[L1 + L2, 0]))  # noqa: F405
    mbs.AddObject(ObjectMassPoint2D(nodeNumber=slider, mass=M3))  # noqa: F405
    ground = mbs.AddObject(ObjectGround())  # noqa: F405
    places = [(ground, 0.0), (crank, -L1 / 2), (crank, L1 / 2)]
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=b, localPosition=[x, 0, 0])) for b, x in places]  # noqa: F405
    ends += [mbs.AddMarker(MarkerNodePosition(nodeNumber=k)) for k in (nodes[0], nodes[-1], slider)]  # noqa: F405
    for pair in (ends[0:2], ends[2:4], ends[4:6]):
        mbs.AddObject(RevoluteJoint2D(markerNumbers=pair))  # noqa: F405
    fixed = mbs.AddNode(NodePointGround())  # noqa: F405
    guide = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=k, coordinate=i)) for k, i in ((fixed, 0), (slider, 1))]  # noqa: F405
    mbs.AddObject(CoordinateConstraint(markerNumbers=guide))  # noqa: F405
    kind = exu.OutputVariableType.Position
    seen = [nodes[0], nodes[n // 2], nodes[-1], slider]
    sensors = [mbs.AddSensor(SensorNode(nodeNumber=k, storeInternal=True, outputVariableType=kind)) for k in seen]  # noqa: F405
    mbs.Assemble()
    return mbs, sensors


def run(n: int, steps: int, tolerances: tuple[float, float]) -> tuple[float, np.ndarray]:
    """Return the CPU time, and deflection and place of the slider (2, instants + 1)."""
    mbs, sensors = mechanism(n)
    settings = exu.SimulationSettings()
    stepping = settings.timeIntegration
    stepping.numberOfSteps, stepping.endTime, stepping.verboseMode = steps, T_END, 0
    stepping.newton.useModifiedNewton = True
    stepping.newton.relativeTolerance, stepping.newton.absoluteTolerance = tolerances
    stepping.generalizedAlpha.spectralRadius = 0.9
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.sensorsWritePeriod = T_END / INSTANTS
    settings.linearSolverType = exu.LinearSolverType.EXUdense
    begin = time.process_time()
    mbs.SolveDynamic(settings)
    spent = time.process_time() - begin
    start, middle, end, slider = (np.array(mbs.GetSensorStoredData(k))[:, 1:3] for k in sensors)
    chord, middle = end - start, middle - start
    across = chord[:, 0] * middle[:, 1] - chord[:, 1] * middle[:, 0]
    return spent, np.array([across / np.linalg.norm(chord, axis=1), slider[:, 0]])


def main() -> None:
    runs = []
    cases = ((1e-2, 4, 3300, (1e-5, 1e-8)), (1e-2, 4, 3100, (1e-6, 1e-8)), (1e-3, 6, 8000, (3e-6, 1e-8)))
    for level, n, steps, tolerances in cases:
        done = [run(n, steps, tolerances) for _ in range(5)]
        deflection, slider = done[0][1]
        runs.append(
            {"level": level, "rod": f"{n} ANCF cables", "scheme": f"generalized alpha, Newton to {tolerances[0]:g}",
             "steps": steps, "seconds": min(x[0] for x in done), "deflection": list(deflection), "slider": list(slider)}
        )  # fmt: skip
    fine, coarse = (run(16, steps, (1e-8, 1e-10))[1] for steps in (50_000, 25_000))
    print(json.dumps({"runs": runs, "limit": ((4.0 * fine - coarse) / 3.0).tolist()}))


main()
