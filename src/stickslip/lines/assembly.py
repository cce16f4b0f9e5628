"""Assembly of flexible lines: nodes with lumped mass, elements with the strains of the stress-free shape."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.bodies.declaration import Frame
from stickslip.codes import CHANGING, FRAME, IN_NODES, PLANAR, PLANAR_POINT, POINT
from stickslip.contact.contours import Contour
from stickslip.errors import ModelError
from stickslip.forces.declaration import LineLoad
from stickslip.lines.beam import kernel as beam
from stickslip.lines.bending_torsion import kernel as bending_torsion
from stickslip.lines.bezier import kernel as bezier_string
from stickslip.lines.declaration import Beam, BendingTorsionBeam, Line, PlanarBeam, Slender, StringBody
from stickslip.lines.elements import (
    MASS_SIZE,
    MAX_NODES,
    NODE,
    NODES,
    SOURCE_SIZE,
    TARGET_SIZE,
    address_of,
)
from stickslip.lines.evaluation import OWN, STRESS_SIZE, line_address
from stickslip.lines.planar import kernel as planar_beam
from stickslip.lines.redundant import kernel as redundant_beam
from stickslip.lines.string import kernel as string
from stickslip.mechanics.batches import Batch
from stickslip.mechanics.bodies import Nodes
from stickslip.model.model import Model
from stickslip.system.assembled import Assembled, BodyBuilder
from stickslip.system.functions import FunctionTable
from stickslip.system.pose import position_of

_POINTS = {1: ((0.5, 1.0),), 2: ((0.5 - 0.5 / math.sqrt(3.0), 0.5), (0.5 + 0.5 / math.sqrt(3.0), 0.5))}
_LUMPED = {1: (0.5, 0.5), 2: (1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0)}
LAWS = {"linear": string.LINEAR, "neo-hookean": string.NEO_HOOKEAN}


@dataclass(frozen=True)
class LineElements:
    """All elements of one line: their family, the bodies that they join, and their parameters."""

    entry: Callable[..., None]
    body: list[list[int]]
    parameter: list[Floats]
    massive: bool = False  # with a mass of their own


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
        """Return how to name a place."""
        return "is a flexible line; name a place on it: .start, .end or .at(s)"

    def without_axes(self) -> dict[int, str]:
        """Return the nodes of a string, unless its elements are curves with common tangents."""
        bare = isinstance(self.line, StringBody) and not self.line.curved
        return dict.fromkeys(self.bodies, "a string") if bare else {}

    def inner_nodes(self) -> list[int]:
        """Return the nodes of inner coordinates."""
        return self.nodes[len(self.s) :]

    def refuses(self, scheme: str) -> str:
        """Say which lines have no discrete gradient."""
        if scheme == "EnergyMomentum" and self.varying_mass:
            return "EnergyMomentum has no lines whose mass changes with the configuration; use Theta"
        if scheme == "EnergyMomentum" and isinstance(self.line, BendingTorsionBeam):
            return "EnergyMomentum has no linear beams; use Beam, or Theta"
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


def shape_functions(order: int, x: float) -> tuple[Floats, Floats]:
    """Return N and dN/dx of the nodes of an element at x in [0, 1]."""
    if order == 1:
        return np.array([1.0 - x, x]), np.array([-1.0, 1.0])
    N = np.array([(1.0 - x) * (1.0 - 2.0 * x), 4.0 * x * (1.0 - x), x * (2.0 * x - 1.0)])
    return N, np.array([4.0 * x - 3.0, 4.0 - 8.0 * x, 4.0 * x - 1.0])


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
    """Place nodes and axes of a line; nodes between declared ones lie on the declared shape."""
    if len(line.positions[0]) != model.dim:
        raise ModelError(f"{line.label}: positions have {len(line.positions[0])} components, dim = {model.dim}")
    if isinstance(line, PlanarBeam) != (isinstance(line, Beam) and model.dim == 2):
        raise ModelError(f"{line.label}: use PlanarBeam in planar models and Beam in spatial ones")
    given, s = line.arc_lengths, line.mesh(stations_of(model, line))
    declared = np.zeros((len(given), 3))
    declared[:, : model.dim] = line.positions
    r = np.column_stack([_interpolate(line, given, declared[:, i], s) for i in range(3)])
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
        A = _axes(line, given, s, r)
    inner = np.zeros((0, 2))
    if line.curved:
        inner_of = _handles if isinstance(line, StringBody) else _quarter_deflection
        inner = np.array([inner_of(r, A, *nodes) for nodes in elements]).reshape(-1, 2)
    if line.curved and len(s) > len(given) and any(abs(_turn(A, *nodes)) > 1e-9 for nodes in elements):
        raise ModelError(f"{line.label}: joints and forces attach to declared nodes of a bent curve; add a node there")
    mesh = LineMesh(line, s, r, A, share, elements, inner, model)
    if isinstance(line, StringBody) and line.rest_length is not None:
        declared_length = sum(arc_length(mesh, *nodes) for nodes in elements) if line.curved else share.sum()
        mesh.stretch = declared_length / line.rest_length
        mesh.share /= mesh.stretch
    return mesh


def _handles(r: Floats, A: Floats, a: int, b: int) -> tuple[float, float]:
    """Return the handles of a cubic that is nearest to an arc between two nodes."""
    turn, chord = _turn(A, a, b), float(np.linalg.norm(r[b] - r[a]))
    radius = 0.5 * chord / math.sin(0.5 * abs(turn)) if abs(turn) > 1e-9 else 0.0
    handle = 4.0 / 3.0 * math.tan(0.25 * abs(turn)) * radius if radius else chord / 3.0
    return handle, handle


def _quarter_deflection(r: Floats, A: Floats, a: int, b: int) -> tuple[float, float]:
    """Return the deflections of an arc from the tangents at its nodes, a quarter of its length away.

    Zander 2008, sec. 4.2.3.
    """
    turn = _turn(A, a, b)
    if abs(turn) < 1e-12:
        return 0.0, 0.0
    radius = 0.5 * float(np.linalg.norm(r[b] - r[a])) / math.sin(0.5 * turn)
    value = math.copysign(math.hypot(radius, 0.25 * radius * turn), radius) - radius
    return value, value


def _turn(A: Floats, a: int, b: int) -> float:
    """Return the angle from the section of node a to that of node b."""
    return math.atan2(A[a, 0, 0] * A[b, 1, 0] - A[a, 1, 0] * A[b, 0, 0], A[a, :, 0] @ A[b, :, 0])


def arc_length(mesh: LineMesh, a: int, b: int) -> float:
    """Return the length of the circular arc between two nodes."""
    chord, turn = float(np.linalg.norm(mesh.r[b] - mesh.r[a])), abs(_turn(mesh.A, a, b))
    return chord * (0.5 * turn / math.sin(0.5 * turn) if turn > 1e-9 else 1.0)


def _interpolate(line: Line, given: Floats, values: Floats, s: Floats) -> Floats:
    """Return the values at arc lengths s: between nodes of linear elements straight, of quadratic ones parabolic."""
    if line.order == 1:
        return np.asarray(np.interp(s, given, values))
    out = np.empty(len(s))
    for k, x in enumerate(s):
        e = min(2 * (int(np.searchsorted(given, x, side="right") - 1) // 2), len(given) - 3)
        a, b, c = given[e : e + 3]
        weights = [(x - b) * (x - c) / ((a - b) * (a - c)), (x - a) * (x - c) / ((b - a) * (b - c)), 0.0]
        weights[2] = 1.0 - weights[0] - weights[1]
        out[k] = weights @ values[e : e + 3]
    return out


def _tangents(line: Line, s: Floats, r: Floats) -> Floats:
    """Return unit tangents: derivatives of parabolas through neighbouring nodes, which are exact to second order."""
    if line.closed:
        closing = np.linalg.norm(r[0] - r[-1])
        gaps = np.append(np.diff(s), closing)
        wide_s = np.concatenate([[s[0] - closing], s, [s[-1] + closing, s[-1] + closing + gaps[0]]])
        t = np.gradient(np.vstack([r[-1:], r, r[:2]]), wide_s, axis=0)[1:-2]
    else:
        t = np.gradient(r, s, axis=0, edge_order=2 if len(s) > 2 else 1)
    norm = np.linalg.norm(t, axis=1)
    if norm.min() < 1e-9:
        raise ModelError(f"{line.label}: the line turns back on itself at a node; use more nodes")
    return t / norm[:, None]


def _axes(line: Line, given: Floats, s: Floats, r: Floats) -> Floats:
    """Return the section axes of all nodes."""
    t = _tangents(line, s, r)
    if isinstance(line, PlanarBeam | StringBody):
        z = np.tile([0.0, 0.0, 1.0], (len(s), 1))
        return np.stack([t, np.cross(z, t), z], axis=2)
    assert isinstance(line, Beam)
    if line.rotations is not None:
        A = np.array(line.rotations).reshape(-1, 3, 3)
        return _orthonormal(np.stack([[_interpolate(line, given, A[:, i, j], s) for j in range(3)] for i in range(3)]))
    normal = position_of(line.label, "normal", line.normal, 3)
    if not normal.any():
        normal = np.eye(3)[int(np.argmin(abs(t[0])))]
    d_1 = normal - (normal @ t[0]) * t[0]
    if np.linalg.norm(d_1) < 1e-9 * np.linalg.norm(normal):
        raise ModelError(f"{line.label}: normal = {line.normal} is parallel to the axis of the beam")
    axes = []
    for k in range(len(s)):
        if k > 0:
            d_1 = _transport(line, t[k - 1], t[k], d_1)
        d_1 = d_1 - (d_1 @ t[k]) * t[k]
        d_1 = d_1 / np.linalg.norm(d_1)
        axes.append(np.column_stack([d_1, np.cross(t[k], d_1), t[k]]))
    return np.array(axes)


def _transport(line: Line, a: Floats, b: Floats, vector: Floats) -> Floats:
    """Turn a vector by the smallest rotation that takes the unit vector a to b."""
    axis, cosine = np.cross(a, b), float(a @ b)
    if cosine < -0.999:
        raise ModelError(f"{line.label}: turns back on itself between two nodes; use more nodes")
    return vector + np.cross(axis, vector) + np.cross(axis, np.cross(axis, vector)) / (1.0 + cosine)


def _orthonormal(columns: Floats) -> Floats:
    """Return the rotations (n, 3, 3) nearest to interpolated matrices (3, 3, n)."""
    u, _, v = np.linalg.svd(np.moveaxis(columns, 2, 0))
    return np.asarray(u @ v)


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
        v += np.column_stack([_interpolate(line, line.arc_lengths, given[:, i], mesh.s) for i in range(3)])
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


def elements_of(model: Model, mesh: LineMesh, functions: FunctionTable, weight: Floats | None = None) -> LineElements:
    """Return the elements of a line; their strains vanish in the stress-free shape as it is interpolated.

    ``weight`` (ne, 2) [m/s^2] adds to the gravity of elements with inner coordinates.
    """
    line = mesh.line
    if len(mesh.inner):
        return _curved_elements(model, mesh, functions, np.zeros((len(mesh.elements), 2)) if weight is None else weight)
    bodies = [[mesh.first + k for k in nodes] for nodes in mesh.elements]
    if isinstance(line, BendingTorsionBeam):
        return LineElements(bending_torsion.bending_torsion_entry, bodies, _bending_parameters(mesh))
    family, entry = _family(line)
    common = {"nodes": line.order + 1, "points": len(_POINTS[line.order]), "tau": line.retardation}
    if isinstance(line, StringBody):
        head = family.HEAD.pack(**common, **_tension(line, functions))
    else:
        assert isinstance(line, Beam)
        C = line.section_data.matrix
        head = family.HEAD.pack(**common, C=[C[2, 2], C[1, 1], C[3, 3]] if isinstance(line, PlanarBeam) else C)
    return LineElements(entry, bodies, [_with_points(mesh, nodes, head, family) for nodes in mesh.elements])


def _family(line: Line) -> tuple[Any, Callable[..., None]]:
    """Return the kernel and the C entry of the elements of a line that interpolates between its nodes."""
    if isinstance(line, StringBody):
        return string, string.string_entry
    if isinstance(line, PlanarBeam):
        return planar_beam, planar_beam.planar_beam_entry
    return beam, beam.linear_beam_entry if line.order == 1 else beam.quadratic_beam_entry


def _tension(line: StringBody, functions: FunctionTable) -> dict[str, float]:
    """Return the parameters of the law of a string."""
    if isinstance(line.law, str):
        return {"law": LAWS[line.law], "EA": line.stiffness, "address": 0.0}
    return {"law": string.USER, "EA": line.stiffness, "address": functions.tension_law(line.law, line.label)}


def _bending_parameters(mesh: LineMesh) -> list[Floats]:
    """Return the parameters of linear elements of bending and torsion."""
    line, out = mesh.line, []
    assert isinstance(line, BendingTorsionBeam)
    _, _, EA, EI_1, EI_2, GJ = np.diag(line.section_data.matrix)
    for a, b in mesh.elements:
        length = float(np.linalg.norm(mesh.r[b] - mesh.r[a]))
        stiffness = np.array([EA, EI_1, EI_2, GJ, 3.0 * EI_1, 3.0 * EI_2]) / length
        place, tau = mesh.r[[a, b]], line.retardation
        out.append(bending_torsion.HEAD.pack(tau=tau, length=length, place=place, axes=mesh.A[0], C=stiffness))
    return out


def _curved_elements(model: Model, mesh: LineMesh, functions: FunctionTable, weight: Floats) -> LineElements:
    """Return elements with inner coordinates and a mass of their own."""
    line, first, inner, out = mesh.line, mesh.first, mesh.first + len(mesh.s), []
    bodies = [[first + a, inner + k, first + b] for k, (a, b) in enumerate(mesh.elements)]
    for k, (a, b) in enumerate(mesh.elements):
        length, gravity = arc_length(mesh, a, b), model.gravity + weight[k]
        if isinstance(line, StringBody):
            own = {"mass": line.mass_per_length, "length": length / mesh.stretch, "gravity": gravity}
            common = {"nodes": 3, "points": 0, "tau": line.retardation, **_tension(line, functions)}
            out.append(bezier_string.HEAD.pack(**common, **own))
        else:
            assert isinstance(line, PlanarBeam)
            section = line.section_data
            C, own = section.matrix, {"mass": section.mass_per_length, "gravity": gravity}
            stiffness = {"EA": C[2, 2], "EI": C[3, 3]}
            out.append(redundant_beam.HEAD.pack(**own, **stiffness, length=length, tau=line.retardation))
    string_like = isinstance(line, StringBody)
    entry = bezier_string.bezier_string_entry if string_like else redundant_beam.redundant_beam_entry
    return LineElements(entry, bodies, out, massive=True)


def _points(mesh: LineMesh, nodes: tuple[int, ...]) -> list[dict[str, Any]]:
    """Return weight, N (3) and dN/ds (3) at every point of integration."""
    out: list[dict[str, Any]] = []
    for x, w in _POINTS[mesh.line.order]:
        N, dN = shape_functions(mesh.line.order, x)
        jacobian = float(np.linalg.norm(dN @ mesh.r[list(nodes)])) / mesh.stretch
        pad = np.zeros(MAX_NODES - len(nodes))
        out.append({"weight": w * jacobian, "N": np.append(N, pad), "slope": np.append(dN / jacobian, pad)})
    return out


def _with_points(mesh: LineMesh, nodes: tuple[int, ...], head: Floats, family: Any) -> Floats:
    """Return the parameters of an element with the strains that the formulas give for the stress-free shape."""
    layout, points = family.AT_POINT, _points(mesh, nodes)
    blank = {"strain": np.zeros(layout.sizes["strain"])} if "strain" in layout.sizes else {}
    p = np.concatenate([head, *(layout.pack(**point, **blank) for point in points)])
    source = np.zeros(SOURCE_SIZE)
    for a, k in enumerate(nodes):
        o = NODES + NODE * a
        source[o : o + 3], source[o + 3 : o + 12] = mesh.r[k], mesh.A[k].ravel()
    for k in range(len(points)) if blank else []:
        start = family.HEAD.size + layout.size * k
        family.reference_strain(source, p, start, len(nodes), p[start + layout.strain : start + layout.size])
    return p


def _describe_curved(mesh: LineMesh) -> dict[str, Any]:
    """Return points along elements with inner coordinates: four points of Gauss, of redundant beams in each half.

    There sums of weights times squares of w' are exact.
    """
    line, lengths = mesh.line, [arc_length(mesh, *nodes) / mesh.stretch for nodes in mesh.elements]
    weight = 0.5 * np.polynomial.legendre.leggauss(4)[1]
    if isinstance(line, StringBody):
        x, stiffness = bezier_string.POINTS, [line.stiffness]
    else:
        assert isinstance(line, Beam)
        C = line.section_data.matrix
        x, weight, stiffness = redundant_beam.POINTS + 0.5, np.tile(0.5 * weight, 2), [C[2, 2], C[3, 3]]
    ends = [(mesh.s[a], mesh.s[b] if b else line.length) for a, b in mesh.elements]
    return {
        "formulation": "bezier" if isinstance(line, StringBody) else "redundant",
        "s": [float(a + y * (b - a)) for a, b in ends for y in x],
        "element": [e for e in range(len(ends)) for _ in x],
        "length": [float(length) for length in lengths],
        "weight": weight.tolist(),
        "stiffness": stiffness if len(stiffness) > 1 else stiffness[0],
        "law": _law_name(line),
    }


def _law_name(line: Line) -> str:
    law = getattr(line, "law", "linear")
    return law if isinstance(law, str) else "user"


def describe_points(model: Model, mesh: LineMesh) -> dict[str, Any]:
    """Return the points of integration of a line as plain data: what strains and resultants are computed from."""
    line = mesh.line
    if len(mesh.inner):
        return _describe_curved(mesh)
    if isinstance(line, BendingTorsionBeam):
        return _describe_bending(mesh)
    (family, _), parameter = _family(line), elements_of(model, mesh, FunctionTable()).parameter
    head, layout = family.HEAD, family.AT_POINT
    stiffness: Any = line.section_data.matrix if isinstance(line, Beam) else getattr(line, "stiffness", 0.0)
    if isinstance(line, PlanarBeam):
        stiffness = np.diag(parameter[0][head.C : head.C + 3])
    out: dict[str, Any] = {
        "s": [],
        "element": [],
        "N": [],
        "dN": [],
        "strain": [],
        "stiffness": np.array(stiffness).tolist(),
    }
    out["law"] = _law_name(line)
    for e, (nodes, p) in enumerate(zip(mesh.elements, parameter, strict=True)):
        s = [mesh.s[k] for k in nodes]
        if nodes[-1] == 0:
            s[-1] = line.length
        for k in range(int(p[head.points])):
            point, n = p[head.size + layout.size * k : head.size + layout.size * (k + 1)], len(nodes)
            N, dN = point[layout.N : layout.N + n], point[layout.slope : layout.slope + n]
            out["s"].append(float(N @ s))
            out["element"].append(e)
            out["N"].append(N.tolist())
            out["dN"].append(dN.tolist())
            out["strain"].append(point[layout.slope + 3 :].tolist())
    return out


def _describe_bending(mesh: LineMesh) -> dict[str, Any]:
    """Return two points per element where curvatures are best, and the place from which displacements count."""
    line = mesh.line
    assert isinstance(line, BendingTorsionBeam)
    s, pairs = mesh.s, itertools.product(enumerate(mesh.elements), bending_torsion.POINTS)
    places = [(e, x, s[a] + x * (s[b] - s[a])) for (e, (a, b)), x in pairs]
    return {
        "s": [float(place) for _, _, place in places],
        "element": [e for e, _, _ in places],
        "x": [x for _, x, _ in places],
        "place": mesh.r.tolist(),
        "axes": mesh.A[0].tolist(),
        "stiffness": np.diag([0.0, 0.0, *np.diag(line.section_data.matrix)[2:]]).tolist(),
        "law": "bending",
    }
