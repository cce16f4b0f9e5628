"""What a run starts from: coefficients of the scheme, the system as the scheme sees it, sizes of the detection."""

from __future__ import annotations

import numpy as np

from stickslip._arrays import Floats
from stickslip.codes import FRAME, GENERAL, PLANAR
from stickslip.contact.rows import ALL_KNOWN, BY_GAP, LOADED
from stickslip.forces.kernel import BUSHING, JOINT_SPRING, SPRING
from stickslip.integrators.coefficients import ED_ALPHA, HALF_EXPLICIT
from stickslip.integrators.schemes import Integrator
from stickslip.integrators.timestep import Scheme
from stickslip.mechanics.bodies import place_dim
from stickslip.mechanics.functions import POLYNOMIAL
from stickslip.system.assemble import Assembly
from stickslip.system.connect import components, connected, double_pattern
from stickslip.system.layout import System
from stickslip.system.state import Sizes

ROUND_OFF = 1e-13  # of places: shorter arms are none


def scheme_of(assembly: Assembly, integrator: Integrator) -> Scheme:
    """Return the coefficients of a scheme for a system."""
    c, w0, w1, theta = integrator.coefficients()
    midpoint = theta == 0.0 and w1 == 0.5
    damped = any(part.damped for part in assembly.bodies.parts.values())
    correct = midpoint and (damped or _depends_on_velocity(assembly.system))
    mixed = integrator.mixed()
    driven = int(_driven(assembly.system))
    return Scheme(assembly.model.dim, c, w0, w1, theta, int(integrator.stabilise), int(correct), mixed, driven)


def _driven(system: System) -> bool:
    """Return whether prescribed velocities of bodies or joints change in time."""
    functions = system.functions
    used = np.unique([*system.bodies.motion.ravel(), *system.bodies.angle, *system.table.function])
    length = np.diff(functions.start)
    return any(functions.kind[k] != POLYNOMIAL or length[k] > 2 for k in used[used >= 0])


def _depends_on_velocity(system: System) -> bool:
    """Return whether any force depends on velocities: gyroscopic ones, dampers, user functions."""
    nodes, forces = system.nodes, system.forces
    for k in np.flatnonzero((nodes.kind == FRAME) & (nodes.nu > 5)):
        theta = nodes.M[nodes.m_off[k] : nodes.m_off[k] + 36].reshape(6, 6)[3:, 3:]
        if abs(theta - theta[0, 0] * np.eye(3)).max() > 0.0:
            return True
    single = np.isin(forces.kind, (SPRING, JOINT_SPRING)) & (forces.parameter[:, 1] > 0.0)
    bushing = (forces.kind == BUSHING) & (forces.parameter[:, 6:] > 0.0).any(axis=1)
    user = forces.address != 0
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
        functions=system.functions._replace(span=np.array([-np.inf, np.inf])),  # a run changes it
        double=double_pattern(system) if staged == 2 else system.pattern,
        guides=system.guides._replace(element=system.guides.element.copy()),  # a run changes these two
        joints=system.joints._replace(body=system.joints.body.copy()),
    )


def detection_sizes(assembly: Assembly, gap_tolerance: float, integrator: Integrator) -> Sizes:
    """Return the lengths of the detection; skin and margin are fractions of the smallest contour."""
    system = assembly.system
    keep = LOADED if integrator.staged else ALL_KNOWN
    if not (integrator.stabilise or integrator.places_only):
        keep = BY_GAP
    bodies = body_lengths(assembly)
    contours = system.contours
    sized = (contours.radius > 0.0) & np.isfinite(contours.radius)
    own = np.append(np.where(bodies > 0.0, bodies, np.inf), np.inf)[contours.body]  # no body: the last
    scale = np.where(sized, contours.radius, own)  # points and planes have the length of their body, if it moves
    smallest = float(scale.min(initial=np.inf))
    smallest = smallest if np.isfinite(smallest) else 1.0  # only planes: nothing is ever near
    joints = np.array([max((bodies[k] for k in row if k >= 0), default=0.0) for row in system.joints.body])
    thick = np.array([_thickness(assembly, k, scale[k]) for k in range(len(scale))])
    return Sizes(0.5 * smallest, 0.1 * smallest, gap_tolerance, keep, scale, thick, joints)


def _thickness(assembly: Assembly, k: int, scale: float) -> float:
    """Return the smallest half extent of contour k, or its length ``scale`` where there is none: what depths mean.

    A body whose contour has no extent, as a point, has its radius of gyration.
    """
    contours, declared = assembly.system.contours, assembly.contacts.declared[k]
    outline, body = assembly.contacts.outlines[k], contours.body[k]
    if (extent := declared.body.smallest_extent() if declared.body else None) is not None:
        return 0.5 * extent
    if outline.thickness > 0.0:
        return outline.thickness
    own = _gyration(assembly.system, body) if body >= 0 and contours.end[k] < 0 else 0.0
    return float(min(outline.extent, own if own > 0.0 else scale))


def _gyration(system: System, body: int) -> float:
    """Return the radius of gyration of a body [m], half of the sum of squares over all axes; 0 without mass."""
    nodes, node = system.nodes, system.bodies.node[body]
    if node < 0 or nodes.kind[node] not in (FRAME, PLANAR):
        return 0.0
    M = nodes.M[nodes.m_off[node] : nodes.m_off[node] + nodes.nu[node] ** 2].reshape(nodes.nu[node], -1)
    turn = 0.5 * np.trace(M[3:, 3:]) if nodes.kind[node] == FRAME else M[2, 2]
    return float(np.sqrt(turn / M[0, 0])) if M[0, 0] > 0.0 else 0.0


def body_lengths(assembly: Assembly) -> Floats:
    """Return a length (nb,) of each body: the farthest of its contours and joints, else its radius of gyration.

    A body without any, a mass point, takes the extent of the model.
    """
    system = assembly.system
    nodes, bodies, contours, joints = system.nodes, system.bodies, system.contours, system.joints
    length = np.zeros(len(bodies.node))
    for k in np.flatnonzero((contours.body >= 0) & (contours.end < 0)):
        reach = contours.radius[k] if np.isfinite(contours.radius[k]) else 0.0
        body = contours.body[k]
        length[body] = max(length[body], np.linalg.norm(contours.r_BC[k]) + reach)
    for side, arm in ((0, joints.rho_a), (1, joints.rho_b)):
        on = joints.body[:, side] >= 0
        np.maximum.at(length, joints.body[on, side], np.linalg.norm(arm[on], axis=1))
    length[length <= ROUND_OFF * np.abs(_places(assembly)).max(initial=0.0)] = 0.0  # a joint at the origin of its body
    for body in np.flatnonzero((bodies.node >= 0) & (length == 0.0)):
        node = bodies.node[body]
        if nodes.kind[node] in (FRAME, PLANAR):
            M = nodes.M[nodes.m_off[node] : nodes.m_off[node] + nodes.nu[node] ** 2].reshape(nodes.nu[node], -1)
            turn = np.trace(M[3:, 3:]) if nodes.kind[node] == FRAME else M[2, 2]
            length[body] = np.sqrt(turn / M[0, 0]) if M[0, 0] > 0.0 else 0.0
    length[bodies.node < 0] = 0.0  # the ground has no size
    length[(length == 0.0) & (bodies.node >= 0)] = _extent(assembly)
    return length


def _places(assembly: Assembly) -> Floats:
    """Return the places (nb, 3) of all bodies at the start."""
    system = assembly.system
    nodes, bodies = system.nodes, system.bodies
    places = bodies.r0.copy()
    for body in np.flatnonzero(bodies.node >= 0):
        node = bodies.node[body]
        if nodes.kind[node] != GENERAL:
            split = place_dim(nodes.kind[node])
            places[body, :split] = assembly.q[nodes.q_off[node] : nodes.q_off[node] + split]
    return places


def _extent(assembly: Assembly) -> float:
    """Return the largest distance of bodies from each other at the start, along an axis; 1 m if there is none."""
    found = float(np.ptp(_places(assembly), axis=0).max(initial=0.0))
    return found if found > 0.0 else 1.0
