"""Assembly of bonds, ties and observers: one joint per multiplier, with as many sides as it has nodes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.bodies.declaration import Frame
from stickslip.bonds.declaration import Bond, Observer, Tie
from stickslip.bonds.kernel import Bonds, Observers
from stickslip.bonds.mortar import coefficients, tie_coefficients
from stickslip.errors import ModelError
from stickslip.joints.assembly import JointBuilder
from stickslip.joints.rows import BOND, NO_COORDINATE, OBSERVER, Row
from stickslip.model.base import Declaration
from stickslip.model.model import Model
from stickslip.solids.assembly import SolidMesh
from stickslip.solids.declaration import SolidBody
from stickslip.system.bodies import BodySet

_NO_FRAMES = (np.zeros(3), np.zeros(3)), (np.eye(3), np.eye(3))  # rows of bonds need no points and axes


@dataclass
class _BondBuilder:
    """Collects multipliers of bonds and ties."""

    bodies: BodySet
    builder: JointBuilder
    joint: list[int] = field(default_factory=list)
    body: list[int] = field(default_factory=list)
    start: list[int] = field(default_factory=lambda: [0])
    B: list[Floats] = field(default_factory=list)
    X: list[Floats] = field(default_factory=list)
    taken: dict[int, Declaration] = field(default_factory=dict)  # nodes, as bodies, with multipliers

    def add(self, part: Bond | Tie, body: int, used: Ints, B: Any, others: Ints, D: Any) -> None:
        """Append all multipliers of a part: nodes ``used`` and ``others`` (as bodies) with rows of B and D."""
        self._take(part, used)
        numbers, dim = np.concatenate([used, others]), part.solid.dim
        X = (self.bodies.r[numbers] - self.bodies.r[body]) @ self.bodies.A[body]  # in the frame of the body
        count = len(self.joint)
        for a in range(B.shape[0]):
            free = [i for i in range(dim) if part.multiplier == "P0" or (int(used[a]), i) not in self.builder.held]
            rows: list[Row] = [Row(BOND, i) for i in free]
            if not rows:
                continue
            near = np.concatenate([_columns(B, a)[0], len(used) + _columns(D, a)[0]])
            values = np.concatenate([_columns(B, a)[1], -_columns(D, a)[1]])
            first = self.bodies.index[part.solid]
            node = numbers[near[0]] if part.multiplier == "P0" else used[a]
            frame = Frame(body=part.solid, node=int(node) - first, name=f"{part.name}[{a}]")
            self._append(frame, [*numbers[near].tolist(), body], rows, values, X[near])
        if len(self.joint) == count:
            other = self.builder.held[int(used[0]), 0].label
            raise ModelError(f"{part.label}: all nodes of its facets are held already, by {other}")

    def add_point(self, solid: SolidBody, place: tuple[float, ...], point: int) -> None:
        """Append the multipliers that keep a massless body at a material point of a solid: x = sum N_a x_a."""
        found = solid.locate(place)
        where = " ".join(f"{x:g}" for x in place)
        frame = Frame(body=solid, position=place, name=f"{solid.name}({where})")
        rows: list[Row] = [Row(BOND, i) for i in range(solid.dim)]
        sides = [*(self.bodies.index[solid] + found.nodes).tolist(), point]
        self._append(frame, sides, rows, found.weights, np.zeros((len(found.nodes), 3)))

    def _append(self, frame: Frame, sides: list[int], rows: list[Row], B: Floats, X: Floats) -> None:
        """Append one multiplier; the last side is the body."""
        self.joint.append(self.builder.add(frame, sides, *_NO_FRAMES, NO_COORDINATE, rows))
        self.body.append(sides[-1])
        self.B.append(B)
        self.X.append(X)
        self.start.append(self.start[-1] + len(B))

    def _take(self, part: Bond | Tie, used: Ints) -> None:
        """Reject nodes that have multipliers of another part."""
        for body in used.tolist():
            other = self.taken.setdefault(body, part)
            if other is not part:
                node = body - self.bodies.index[part.solid]
                raise ModelError(f"{part.label}: node {node} of {part.solid.label} is bonded by {other.label} already")

    def freeze(self) -> Bonds:
        """Return the frozen arrays."""
        return Bonds(
            joint=np.array(self.joint, dtype=np.int64),
            body=np.array(self.body, dtype=np.int64),
            start=np.array(self.start, dtype=np.int64),
            B=np.concatenate([*self.B, np.zeros(0)]),
            X=np.concatenate([*self.X, np.zeros((0, 3))]),
        )


def _columns(matrix: Any, row: int) -> tuple[Ints, Floats]:
    """Return columns and values of a row of a sparse matrix, none without a matrix."""
    if matrix is None:
        return np.zeros(0, dtype=np.int64), np.zeros(0)
    part = slice(matrix.indptr[row], matrix.indptr[row + 1])
    order = np.argsort(matrix.indices[part])
    return matrix.indices[part][order].astype(np.int64), matrix.data[part][order]


def assemble_bonds(model: Model, bodies: BodySet, builder: JointBuilder) -> Bonds:
    """Append the rows of all bonds and ties to the joints."""
    out = _BondBuilder(bodies, builder)
    for bond in model.of_kind(Bond):
        _check_parts(bodies, bond, bond.solid, bond.body)
        used, B = coefficients(bond)
        out.add(bond, bodies.index[bond.body], bodies.index[bond.solid] + used, B, np.zeros(0, dtype=int), None)
    for tie in model.of_kind(Tie):
        _check_parts(bodies, tie, tie.solid, tie.other)
        used, B = coefficients(tie)
        others, D = tie_coefficients(tie)
        first, second = bodies.index[tie.solid], bodies.index[tie.other]
        out.add(tie, bodies.index[model.ground], first + used, B, second + others, D)
    for solid, mesh in ((mesh.solid, mesh) for mesh in bodies.of(SolidMesh)):
        assert isinstance(solid, SolidBody)
        for place, point in mesh.points.items():
            if point not in mesh.bodies:
                out.add_point(solid, place, point)
    return out.freeze()


def assemble_observers(model: Model, bodies: BodySet, builder: JointBuilder) -> Observers:
    """Append the rows of all observers to the joints."""
    joint, body_of, reading, start, p = [], [], [], [0], [np.zeros((0, 3))]
    seen: dict[int, Observer] = {}
    for observer in model.of_kind(Observer):
        _check_parts(bodies, observer, observer.solid, observer.body)
        body, nodes = bodies.index[observer.body], bodies.index[observer.solid] + observer.nodes
        if body in seen:
            raise ModelError(f"{observer.label}: {seen[body].label} turns {observer.body.label} already")
        seen[body] = observer
        weights = np.array(observer.weights or np.ones(len(nodes)))[:, None]
        X = bodies.r[nodes] - (weights * bodies.r[nodes]).sum(axis=0) / weights.sum()
        p.append(weights * X @ bodies.A[body] / (weights * X**2).sum())
        rows: list[Row] = [Row(OBSERVER, i) for i in ((2,) if model.dim == 2 else (0, 1, 2))]
        joint.append(builder.add(observer, [body, *nodes.tolist()], *_NO_FRAMES, NO_COORDINATE, rows))
        body_of.append(body)
        reading.append(int(observer.predict_only))
        start.append(start[-1] + len(nodes))
    return Observers(
        joint=np.array(joint, dtype=np.int64),
        body=np.array(body_of, dtype=np.int64),
        reading=np.array(reading, dtype=np.int64),
        start=np.array(start, dtype=np.int64),
        p=np.concatenate(p),
    )


def describe_bonds(model: Model, joints: list[Declaration], row: Ints, axis: Ints) -> list[dict[str, Any]]:
    """Return rows (multipliers, dim; -1: none), integrals and nodes of every bond as plain data for result files."""
    number = {part.name: j for j, part in enumerate(joints)}
    out = []
    bonds: list[Bond | Tie] = [*model.of_kind(Bond), *model.of_kind(Tie)]
    for bond in bonds:
        used, B = coefficients(bond)
        rows = np.full((B.shape[0], model.dim), -1)
        for a in range(len(rows)):
            j = number.get(f"{bond.name}[{a}]")
            if j is not None:
                own = np.arange(row[j], row[j + 1])
                rows[a, axis[own]] = own
        entries = B.tocoo()
        out.append(
            {
                "name": bond.name,
                "rows": rows.tolist(),
                "solid": bond.solid.name,
                "nodes": used.tolist(),
                "B": [entries.row.tolist(), entries.col.tolist(), entries.data.tolist()],
            }
        )
    return out


def _check_parts(bodies: BodySet, part: Declaration, solid: Any, body: Any) -> None:
    """Reject a solid or body that is not in the model."""
    for known, owner in (({mesh.solid for mesh in bodies.of(SolidMesh)}, solid), (bodies.index, body)):
        if owner not in known:
            raise ModelError(f"{part.label}: {owner.label} is not part of the model; add it with model.add(...)")
