"""Exudyn: chains of rigid bodies with spherical joints, a block on a slope by penalty; prints steps/s as JSON."""

import json
import time

import exudyn as exu
import numpy as np
from exudyn.utilities import *  # noqa: F403  (the package's own way of use)


def speed(mbs, steps: int, dt: float, modified: bool, solver, tolerances: tuple[float, float] | None = None) -> float:
    """Return steps/s (CPU time) of an assembled system; tolerances of Newton are (relative, absolute)."""
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.endTime = steps * dt
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.newton.useModifiedNewton = modified
    if tolerances is not None:
        settings.timeIntegration.newton.relativeTolerance, settings.timeIntegration.newton.absoluteTolerance = (
            tolerances
        )
    settings.solutionSettings.writeSolutionToFile = False
    settings.linearSolverType = solver
    begin = time.process_time()
    mbs.SolveDynamic(settings)
    return steps / (time.process_time() - begin)


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
    solver = exu.LinearSolverType.EigenSparse if n >= 10 else exu.LinearSolverType.EXUdense
    return speed(mbs, steps, 1e-3, modified, solver)


def slope_block(modified: bool, steps: int) -> float:
    """Block of 1 kg whose four lower corners are small spheres on a stiff plane with regularised friction."""
    system = exu.SystemContainer()
    mbs = system.AddSystem()
    ground = mbs.CreateGround()
    angle, half, radius = np.deg2rad(10), [0.2, 0.15, 0.1], 0.01
    gravity = [9.81 * np.sin(angle), 0, -9.81 * np.cos(angle)]
    inertia = RigidBodyInertia(  # noqa: F405
        mass=1.0, inertiaTensor=np.diag([(half[1] ** 2 + half[2] ** 2) / 3, (half[0] ** 2 + half[2] ** 2) / 3,
                                         (half[0] ** 2 + half[1] ** 2) / 3]),
    )  # fmt: skip
    body = mbs.CreateRigidBody(inertia=inertia, referencePosition=[0, 0, half[2]], gravity=gravity)
    plane = [[-5, -5, 0], [5, -5, 0], [5, 5, 0], [-5, 5, 0]]
    for x in (-half[0], half[0]):
        for y in (-half[1], half[1]):
            mbs.CreateSphereQuadContact(
                itemNumbers=[body, ground], localPosition0=[x, y, radius - half[2]], quadPoints=plane,
                sphereRadius=radius, contactStiffness=1e5, contactDamping=100.0, dynamicFriction=0.5,
                frictionProportionalZone=1e-3,
            )  # fmt: skip
    mbs.Assemble()
    return speed(mbs, steps, 2e-3, modified, exu.LinearSolverType.EXUdense)


LENGTH, SIDE, YOUNG, POISSON, DENSITY = 2.0, 0.02, 2e9, 0.3, 1000.0


def cantilever(n: int, planar: bool, modified: bool, steps: int = 100) -> tuple[float, list[float]]:
    """Return steps/s and the tip of a beam under weight and tip force, dt = 2 ms (generalized alpha)."""
    system = exu.SystemContainer()
    mbs = system.AddSystem()
    area, moment, shear = SIDE**2, SIDE**4 / 12, YOUNG / (2 * (1 + POISSON))
    kGA = 5 / 6 * shear * area
    if planar:
        template = ObjectBeamGeometricallyExact2D(  # noqa: F405
            massPerLength=DENSITY * area, crossSectionInertia=DENSITY * moment, bendingStiffness=YOUNG * moment,
            axialStiffness=YOUNG * area, shearStiffness=kGA,
        )  # fmt: skip
        fixed, gravity, force = [1, 1, 1], [0, -9.81, 0], [0, -2, 0]
    else:
        section = exu.BeamSection()
        section.massPerLength = DENSITY * area
        section.inertia = DENSITY * np.diag([2 * moment, moment, moment])
        section.stiffnessMatrix = np.diag(
            [YOUNG * area, kGA, kGA, shear * 0.140577 * SIDE**4, YOUNG * moment, YOUNG * moment]
        )
        template = ObjectBeamGeometricallyExact(sectionData=section)  # noqa: F405
        fixed, gravity, force = [1] * 6, [0, 0, -9.81], [0, 1, -2]
    nodes = []
    for k in range(n + 1):
        x = LENGTH * k / n
        coordinates = [x, 0, 0] if planar else [x, 0, 0, 0, 0, 0]
        kind = NodeRigidBody2D if planar else NodeRigidBodyRxyz  # noqa: F405
        nodes.append(mbs.AddNode(kind(referenceCoordinates=coordinates)))
    for k in range(n):
        element = dict(template)
        element["nodeNumbers"] = [nodes[k], nodes[k + 1]]
        for key in ("length", "physicsLength"):
            if key in element:
                element[key] = LENGTH / n
        body = mbs.AddObject(element)
        marker = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))  # noqa: F405
        mbs.AddLoad(LoadMassProportional(markerNumber=marker, loadVector=gravity))  # noqa: F405
    ground = mbs.AddNode(NodePointGround())  # noqa: F405
    base = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))  # noqa: F405
    for i in range(len(fixed)):
        marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nodes[0], coordinate=i))  # noqa: F405
        mbs.AddObject(CoordinateConstraint(markerNumbers=[base, marker]))  # noqa: F405
    tip = mbs.AddMarker(MarkerNodePosition(nodeNumber=nodes[-1]))  # noqa: F405
    mbs.AddLoad(LoadForceVector(markerNumber=tip, loadVector=force))  # noqa: F405
    mbs.Assemble()
    found = speed(mbs, steps, 2e-3, modified, exu.LinearSolverType.EigenSparse, (1e-8, 1e-10))
    place = mbs.GetNodeOutput(nodes[-1], exu.OutputVariableType.Position)
    return found, list(place)


def main() -> None:
    out = {}
    for n in (3, 10, 20, 200):
        steps = 2000 if n < 100 else 300
        out[f"chain-{n}"] = max(chain(n, modified, steps) for modified in (True, False) for _ in range(2))
    out["slope-block"] = max(slope_block(modified, 5000) for modified in (True, False) for _ in range(2))
    for planar in (False, True):
        for n in (10, 100, 1000):
            best = max(cantilever(n, planar, modified) for modified in (True, False) for _ in range(2))
            out[f"beam{2 if planar else 3}d-{n}"] = best[0]
    print(json.dumps(out))


main()
