"""What a run starts from: coefficients of the scheme, the system as the scheme sees it, sizes of the detection."""

from __future__ import annotations

import numpy as np

from stickslip.integrators.schemes import ED_ALPHA, HALF_EXPLICIT, NOT_MIXED, Integrator, MixedIntegrator
from stickslip.integrators.timestep import Scheme
from stickslip.mechanics.bodies import FRAME
from stickslip.mechanics.forces import BUSHING, JOINT_SPRING, SPRING, USER
from stickslip.system.assemble import Assembly
from stickslip.system.connect import components, connected, double_pattern
from stickslip.system.layout import System

KEEP = 1e4  # keeping distance of loaded contacts, in gap tolerances


def scheme_of(assembly: Assembly, integrator: Integrator) -> Scheme:
    """Return the coefficients of a scheme for a system."""
    c, w0, w1, theta = integrator.coefficients()
    midpoint = theta == 0.0 and w1 == 0.5
    damped = any(mesh.line.retardation > 0.0 for mesh in assembly.bodies.lines.values())
    damped = damped or any(mesh.solid.retardation > 0.0 for mesh in assembly.bodies.solids.values())
    correct = midpoint and (damped or _depends_on_velocity(assembly.system))
    mixed = integrator.mixed() if isinstance(integrator, MixedIntegrator) else NOT_MIXED
    return Scheme(assembly.model.dim, c, w0, w1, theta, int(integrator.project), int(correct), mixed)


def _depends_on_velocity(system: System) -> bool:
    """Tell whether any force depends on velocities: gyroscopic ones, dampers, user functions."""
    nodes, forces = system.nodes, system.forces
    for k in np.flatnonzero(nodes.kind == FRAME):
        theta = nodes.M[nodes.m_off[k] : nodes.m_off[k] + 36].reshape(6, 6)[3:, 3:]
        if abs(theta - theta[0, 0] * np.eye(3)).max() > 0.0:
            return True
    single = np.isin(forces.kind, (SPRING, JOINT_SPRING)) & (forces.parameter[:, 1] > 0.0)
    bushing = (forces.kind == BUSHING) & (forces.parameter[:, 6:] > 0.0).any(axis=1)
    user = forces.kind == USER
    if system.matrix.massive[0] or nodes.D.any() or nodes.address.any():
        return True
    return bool(single.any() or bushing.any() or user.any() or system.laws.compliant.any())


def system_for(system: System, scheme: Scheme) -> System:
    """Return the system with its matrix marked as coupled only if the scheme couples nodes: joints, implicit forces."""
    joints = len(system.table.kind) > 0
    coupled = joints or bool(system.matrix.massive[0]) or (scheme.theta > 0.0 and bool(system.matrix.coupled[0]))
    staged = {ED_ALPHA: 2, HALF_EXPLICIT: 1}.get(scheme.mixed.kind, 0)
    component, free = components(connected(system), scheme.theta > 0.0)
    matrix = system.matrix._replace(
        coupled=np.array([int(coupled)], dtype=np.int64), staged=np.array([staged], dtype=np.int64),
        component=component, free=free,
    )  # fmt: skip
    return system._replace(
        matrix=matrix,
        double=double_pattern(system) if staged == 2 else system.pattern,
        guides=system.guides._replace(element=system.guides.element.copy()),  # a run changes these two
        joints=system.joints._replace(body=system.joints.body.copy()),
    )


def detection_sizes(system: System, gap_tolerance: float) -> tuple[float, float, float, float]:
    """Return skin, margin, gap tolerance and keeping distance; the skin is a fraction of the smallest contour."""
    finite = system.contours.radius[np.isfinite(system.contours.radius) & (system.contours.radius > 0.0)]
    scale = float(finite.min()) if len(finite) else 0.1
    return 0.5 * scale, 0.1 * scale, gap_tolerance, KEEP * gap_tolerance
