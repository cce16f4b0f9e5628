"""The time span of one energy-momentum step: poses at its start and end, increments, and scratch.

Betsch et al., sec. 6.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip._jit import njit
from stickslip.bonds.kernel import Bonds
from stickslip.codes import FRAME, PLANAR
from stickslip.forces.kernel import Forces, ForceWork
from stickslip.joints.rows import JointRows, Joints, RowTable
from stickslip.linalg.block_pattern import BlockPattern
from stickslip.lines.elements import Elements
from stickslip.mechanics.batches import Batches, Origin, nodes_of, with_steps
from stickslip.mechanics.bodies import Bodies, Nodes, Poses, has_director, new_poses
from stickslip.mechanics.functions import Functions
from stickslip.system.layout import Dynamics, MatrixMap, System, Work

LENGTH, MOMENTUM, RESIDUAL, GAP, RELATIVE, ABSOLUTE, PART = range(7)  # entries of Span.size


class Bilateral(NamedTuple):
    """The part of a System that a bilateral system has: what is not passed need not be compiled."""

    nodes: Nodes
    bodies: Bodies
    functions: Functions
    joints: Joints
    table: RowTable
    forces: Forces
    batches: Batches
    elements: Elements
    bonds: Bonds
    matrix: MatrixMap
    pattern: BlockPattern
    rigid: Ints
    outer: Ints
    steps: Batches  # the same batches with the compiled code of energy-momentum steps


class StepWork(NamedTuple):
    """The part of a Work that the scheme uses."""

    poses: Poses  # at the mid-point during a step
    rows: JointRows
    force: ForceWork
    dynamics: Dynamics
    control: Floats
    memory: Floats
    mass: Floats
    certificate: Floats


class Span(NamedTuple):
    """One step from t_n to t_n+1; the mid-point poses are kept in ``Work.poses``."""

    start: Poses  # at t_n
    end: Poses  # at t_n+1
    E: Floats  # (nb, 3, 3) director inertia tr(I)/2 1 - I
    V: Floats  # (nb, 3, 3) director rates at t_n, columns
    theta: Floats  # (nb, 3) Cayley vector of the step's rotation, world
    S: Floats  # (nb, 3, 3) (1 - theta~/2)^-1
    e: Floats  # (nb, 3, 3) row i: sum_j E_ij (change of v_j)
    f: Floats  # (nb, 3, 3) row j: sum_i E_ij d_i at the mid-point
    z: Floats  # (nu,) unknowns: change of r, and theta, node by node
    impulse: Floats  # (nr,) multipliers times dt
    angle: Floats  # (nj,) joint coordinates at t_n+1
    G: Floats  # flat end-point gradients of the joint rows (moments in world components)
    w: Floats  # (nr,) rates of prescribed motion at t_n+1
    push: Floats  # (nu,) impulses of contacts in the step, moments in world components; or a move of the configuration
    root: Ints  # (nn,) first node k of the component of each node, -1 - k: ground or prescribed bodies hold it
    gain: Floats  # (nn,) energy of moves that is to be taken from the motion of components, at their first nodes
    soft: Ints  # (nn,) 1: a node of a line or a solid
    # (7,) length of the system; largest momentum, its residual and |g| of the last evaluation; size of the last change
    # relative to the motion of the step and to the system, and the part of Newton's increment that it was
    size: Floats


@njit
def copy(source, target):
    """Write all entries of a vector to another (quicker to compile than an array assignment)."""
    for i in range(len(source)):
        target[i] = source[i]


def bilateral(system: System, origins: Sequence[Origin]) -> Bilateral:
    """Return the bilateral part of a system."""
    parts = {name: getattr(system, name) for name in Bilateral._fields if name != "steps"}
    return Bilateral(**parts, steps=with_steps(system.batches, origins))


def step_work(work: Work) -> StepWork:
    """Return the part of the scratch that the scheme uses (shared, not copied)."""
    return StepWork(*(getattr(work, name) for name in StepWork._fields))


def _soft_nodes(system: System) -> Ints:
    """Mark the nodes of batches: of lines and solids."""
    soft = np.zeros(len(system.nodes.kind), dtype=np.int64)
    for nodes in nodes_of(system.batches):
        soft[nodes[nodes >= 0]] = 1
    return soft


def new_span(system: System, length_of_G: int) -> tuple[Span, Poses]:
    """Return the scratch of a system, and the mid-point poses, which batches find beside those of the span.

    The director inertia is computed here once.
    """
    nodes, bodies = system.nodes, system.bodies
    nb, nr = len(bodies.node), len(system.table.kind)
    E = np.zeros((nb, 3, 3))
    for k, node in enumerate(bodies.node):
        if node >= 0:
            M = nodes.M[nodes.m_off[node] :][: nodes.nu[node] ** 2].reshape(nodes.nu[node], -1)
            if has_director(nodes, node):
                E[k, 2, 2] = 0.5 * np.trace(M[3:, 3:])
            elif nodes.kind[node] == FRAME:
                E[k] = 0.5 * np.trace(M[3:, 3:]) * np.eye(3) - M[3:, 3:]
            elif nodes.kind[node] == PLANAR:  # J on d, shared by d_1 and d_2 = e_z x d_1
                E[k] = 0.5 * M[2, 2] * np.diag([1.0, 1.0, 0.0])
    levers = [bodies.r0, system.joints.rho_a, system.joints.rho_b, system.forces.rho.reshape(-1, 3)]
    length = float(abs(np.concatenate(levers)).max())
    (middle, end, start), turns = new_poses(bodies.r0, bodies.A0, 3, 9)
    S = turns.reshape(nb, 3, 3)
    S[:] = np.eye(3)
    span = Span(
        start=start,
        end=end,
        E=E,
        V=np.zeros((nb, 3, 3)),
        theta=np.zeros((nb, 3)),
        S=S,
        e=np.zeros((nb, 3, 3)),
        f=np.zeros((nb, 3, 3)),
        z=np.zeros(int(nodes.nu.sum())),
        impulse=np.zeros(nr),
        angle=np.zeros(len(system.joints.coordinate)),
        G=np.zeros(length_of_G),
        w=np.zeros(nr),
        push=np.zeros(int(nodes.nu.sum())),
        root=np.full(len(nodes.kind), -1),
        gain=np.zeros(len(nodes.kind)),
        soft=_soft_nodes(system),
        size=np.array([length if length > 0.0 else 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]),
    )
    return span, middle
