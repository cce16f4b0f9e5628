"""Assembly of flexible lines: nodes with lumped mass, and the elements between them."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.bodies.declaration import Frame
from stickslip.codes import CHANGING, FRAME, IN_NODES, PLANAR, PLANAR_POINT, POINT
from stickslip.contact.contours import Contour
from stickslip.errors import ModelError
from stickslip.forces.line_load import LineLoad
from stickslip.lines.axes import (
    arc_length,
    handles,
    interpolate,
    quarter_deflection,
    section_axes,
    turn_between,
)
from stickslip.lines.channels import describe_points
from stickslip.lines.declaration import Beam, BendingTorsionBeam, Line, PlanarBeam, Slender, StringBody
from stickslip.lines.elements import (
    MASS_SIZE,
    SOURCE_SIZE,
    TARGET_SIZE,
    address_of,
)
from stickslip.lines.evaluation import OWN, STRESS_SIZE, line_address
from stickslip.lines.parameters import LineElements, elements_of
from stickslip.mechanics.batches import Batch
from stickslip.mechanics.bodies import Nodes
from stickslip.model.model import Model
from stickslip.system.assembled import Assembled, BodyBuilder
from stickslip.system.functions import FunctionTable
from stickslip.system.pose import position_of

_LUMPED = {1: (0.5, 0.5), 2: (1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0)}


@dataclass(eq=False)
class LineMesh(Assembled[Line]):
    """Nodes and elements of one line in the stress-free shape."""

    line: Line
    s: Floats  # (n,) arc lengths of the nodes
    r: Floats  # (n, 3)
    A: Floats  # (n, 3, 3) axes: (d_1, d_2, d_3) of a spatial beam, (t, n, z) of a planar one
    share: Floats  # (n,) length of each node in the lumped mass
    elements: list[tuple[int, ...]]  # node numbers of each element
    inner: Floats  # (ne, 2) inner coordinates of redundant elements, else empty
    model: Model
    joined: LineElements | None = None  # what stands between the nodes
    first_element: int = 0
    stretch: float = 1.0  # declared over stress-free length

    def __post_init__(self) -> None:
        super().__init__(self.line)
        self.damped, self.varying_mass = self.line.retardation > 0.0, len(self.inner) > 0
        self.slack = isinstance(self.line, StringBody)

    @property
    def bodies(self) -> range:
        """Body numbers of all nodes."""
        return range(self.first, self.first + len(self.s) + len(self.inner))

    @property
    def own_rows(self) -> int:
        """Number of nodes on the line."""
        return len(self.s)

    def number(self, place: Frame | Contour) -> int:
        """Return the row of the node that carries a frame or contour."""
        s = place.s or 0.0
        k = int(np.argmin(abs(self.s - s)))
        if abs(self.s[k] - s) > 1e-6 * self.s[-1]:
            raise ModelError(f"{self.line.label}: no node at s = {s:g}")
        return self.first + k

    def needs_place(self) -> str:
        """Return how to name a point on it."""
        return "is a flexible line; name a place on it: .start, .end or .at(s)"

    def without_axes(self) -> dict[int, str]:
        """Return the nodes of a string, unless its elements are curves with common tangents."""
        bare = isinstance(self.line, StringBody) and not self.line.curved
        return dict.fromkeys(self.bodies, "a string") if bare else {}

    def inner_nodes(self) -> list[int]:
        """Return the nodes of inner coordinates."""
        return self.nodes[len(self.s) :]

    def refuses(self, scheme: str) -> str:
        """State which lines have no discrete gradient."""
        if scheme == "EnergyMomentum" and self.varying_mass:
            return "EnergyMomentum does not support lines whose mass changes with the configuration; use Theta"
        if scheme == "EnergyMomentum" and isinstance(self.line, BendingTorsionBeam):
            return "EnergyMomentum does not support linear beams; use Beam, or Theta"
        return ""

    def join(self, model: Model, functions: FunctionTable) -> None:
        """Make the elements; those with inner coordinates carry loads as weight."""
        from stickslip.forces.loads import element_loads, mass_per_length

        weight = element_loads(model, self) / mass_per_length(self) if self.line.curved else None
        self.joined = elements_of(model, self, functions, weight)

    def curve(self) -> LineElements | None:
        """Return its elements."""
        return self.joined

    def batch(self, gravity: Floats, nodes: Nodes, node_of: Ints) -> Batch:
        """Return the batch of its elements (see ``evaluation``)."""
        own = self.joined
        assert own is not None
        body, data = np.array(own.body, dtype=np.int64), np.array(own.parameter)
        used, damped = node_of[body], self.line.retardation > 0.0
        head = OWN.integers(address=address_of(own.entry), damped=damped, parameters=data.shape[1])
        return Batch(
            owner=self.line,
            address=line_address(),
            nodes=used,
            own=np.concatenate([head, body.ravel(), nodes.kind[used].ravel(), nodes.u_off[used].ravel()]),
            data=data.ravel(),
            mass=CHANGING if own.massive else IN_NODES,
            stress=STRESS_SIZE,
            memory=len(body) * (STRESS_SIZE + MASS_SIZE * own.massive),
            scratch=SOURCE_SIZE + TARGET_SIZE,
        )

    def describe(self, nodes: Nodes) -> dict[str, Any]:
        """Return where the nodes are in the state, and the mesh."""
        line, numbers = self.line, self.nodes
        nu = [int(nodes.nu[k]) for k in numbers]
        nq = 12 if isinstance(line, Beam) and self.model.dim == 3 else nu[0]
        mass = line.section_data.mass_per_length if isinstance(line, Beam) else getattr(line, "mass_per_length", 0.0)
        length = sum(arc_length(self, *e) for e in self.elements) / self.stretch if line.curved else self.share.sum()
        return super().describe(nodes) | {
            "nq": nq * len(self.s) + self.inner.size,
            "mass": float(length * mass),
            "size": float(length),
            "nodes": len(self.s),
            "nodes_q": nq,
            "nodes_u": nu[0],
            "s": self.s.tolist(),
            "elements": [list(each) for each in self.elements],
            "points": describe_points(self.model, self),
        }


def stations_of(model: Model, line: Slender) -> list[float]:
    """Return the arc lengths where the model needs nodes: at joints, forces, contours and ends of loads."""
    found: list[float] = [] if line.curved else [c.s for c in line.contours if c.s is not None]
    for part in model.parts:
        values = [getattr(part, name) for name in type(part).model_fields]
        found += [
            value.s for value in values if isinstance(value, Frame) and value.body is line and value.s is not None
        ]
        if isinstance(part, LineLoad) and part.line is line:
            found += part.span
    return found


def mesh_of(model: Model, line: Line) -> LineMesh:
    """Set nodes and axes of a line; nodes between declared ones lie on the declared shape."""
    if len(line.positions[0]) != model.dim:
        raise ModelError(f"{line.label}: positions have {len(line.positions[0])} components, dim = {model.dim}")
    if isinstance(line, PlanarBeam) != (isinstance(line, Beam) and model.dim == 2):
        raise ModelError(f"{line.label}: use PlanarBeam in planar models and Beam in spatial ones")
    given, s = line.arc_lengths, line.mesh(stations_of(model, line))
    declared = np.zeros((len(given), 3))
    declared[:, : model.dim] = line.positions
    r = np.column_stack([interpolate(line, given, declared[:, i], s) for i in range(3)])
    step, n = line.order, len(s)
    elements = [tuple(range(k, k + step + 1)) for k in range(0, n - 1, step)]
    if line.closed:
        elements[-1 if step == 2 and n % 2 == 0 else len(elements) :] = [(*range(n - step, n), 0)]
    share = np.zeros(n)
    for nodes in elements:
        length = sum(np.linalg.norm(r[b] - r[a]) for a, b in itertools.pairwise(nodes))
        share[list(nodes)] += np.array(_LUMPED[step]) * length
    A = np.tile(np.eye(3), (n, 1, 1))
    if isinstance(line, Beam) or line.curved:
        A = section_axes(line, given, s, r)
    inner = np.zeros((0, 2))
    if line.curved:
        inner_of = handles if isinstance(line, StringBody) else quarter_deflection
        inner = np.array([inner_of(r, A, *nodes) for nodes in elements]).reshape(-1, 2)
    if line.curved and len(s) > len(given) and any(abs(turn_between(A, *nodes)) > 1e-9 for nodes in elements):
        raise ModelError(f"{line.label}: joints and forces attach to declared nodes of a bent curve; add a node there")
    mesh = LineMesh(line, s, r, A, share, elements, inner, model)
    if isinstance(line, StringBody) and line.rest_length is not None:
        declared_length = sum(arc_length(mesh, *nodes) for nodes in elements) if line.curved else share.sum()
        mesh.stretch = declared_length / line.rest_length
        mesh.share /= mesh.stretch
    return mesh


def motion_of(model: Model, mesh: LineMesh) -> tuple[Floats, Floats]:
    """Return initial velocities and angular velocities (world) of all nodes (n, 3)."""
    line, n = mesh.line, len(mesh.s)
    v = np.tile(position_of(line.label, "velocity", line.velocity, model.dim), (n, 1))
    omega = np.zeros(3)
    if isinstance(line.angular_velocity, float):
        if model.dim == 3 and line.angular_velocity != 0.0:
            raise ModelError(f"{line.label}: angular_velocity must have 3 components in a spatial model")
        omega[2] = line.angular_velocity
    elif len(line.angular_velocity) != 3 or model.dim == 2:
        raise ModelError(f"{line.label}: angular_velocity = {line.angular_velocity} does not fit dim = {model.dim}")
    else:
        omega[:] = line.angular_velocity
    centre = mesh.share @ mesh.r / mesh.share.sum()
    v += np.cross(omega, mesh.r - centre)
    if line.velocities is not None:
        given = np.zeros((len(line.positions), 3))
        given[:, : model.dim] = line.velocities
        v += np.column_stack([interpolate(line, line.arc_lengths, given[:, i], mesh.s) for i in range(3)])
    return v, np.tile(omega, (n, 1))


def assemble_line(line: Line, builder: BodyBuilder) -> LineMesh:
    """Append the nodes of a line and their rows of bodies, inner coordinates last."""
    mesh = mesh_of(builder.model, line)
    mesh.first, mesh.nodes = len(builder.rows), add_nodes(builder.model, mesh, builder)
    for node, r, A in zip(mesh.nodes, mesh.r, mesh.A, strict=False):
        builder.add_row(node, r, A)
    for node, r in zip(mesh.inner_nodes(), mesh.inner, strict=True):
        builder.add_row(node, np.append(r, 0.0), np.eye(3))
    return mesh


def add_nodes(model: Model, mesh: LineMesh, builder: BodyBuilder) -> list[int]:
    """Append the nodes of a line with their lumped mass; return their numbers."""
    line, dim, gravity = mesh.line, model.dim, np.zeros(3)
    gravity[:dim] = model.gravity
    v, omega = motion_of(model, mesh)
    numbers = []
    for k, share in enumerate(mesh.share):
        r, A = mesh.r[k], mesh.A[k]
        if isinstance(line, StringBody):
            mass, inertia, kind, q, u = line.mass_per_length * share, [0.0] * line.curved, POINT, r, v[k]
        else:
            assert isinstance(line, Beam)
            section = line.section_data
            j_1, j_2 = section.mass_moments
            mass, kind, q = section.mass_per_length * share, FRAME, np.concatenate([r, A.T.ravel()])
            inertia = [share * j_1, share * j_2, share * (j_1 + j_2)]
            u = np.concatenate([v[k], A.T @ omega[k]])
        if dim == 2:
            kind = PLANAR_POINT if kind == POINT and not line.curved else PLANAR
            q, u, inertia = r[:2], v[k, :2], inertia[:1]
            if kind == PLANAR:
                q, u = np.append(q, math.atan2(A[1, 0], A[0, 0])), np.append(u, omega[k, 2])
        M = np.diag([mass] * dim + inertia)
        if len(mesh.inner):
            M[:] = 0.0  # the elements have it
            mass = 0.0
        load = np.concatenate([mass * gravity[:dim], np.zeros(len(inertia))])
        numbers.append(builder.add(kind, M, q, u, load, np.zeros_like(M), line.mass_damping * M))
    for q in mesh.inner:
        zero = np.zeros((2, 2))
        numbers.append(builder.add(PLANAR_POINT, zero, q, np.zeros(2), np.zeros(2), zero, zero))
    return numbers
