"""Assembly of bonds: integrals over boundaries, and one joint per multiplier."""

from __future__ import annotations

from typing import Any

import numpy as np

from stickslip.contact.tables import Floats, Ints
from stickslip.errors import ModelError
from stickslip.mechanics.bonds import Bonds, Observers
from stickslip.mechanics.joints import BOND, NO_COORDINATE, OBSERVER
from stickslip.model.base import Declaration
from stickslip.model.bodies import Frame
from stickslip.model.bonds import Bond, MasslessBody, Observer
from stickslip.model.cells import cell, mass_rule
from stickslip.model.model import Model
from stickslip.model.solids import SolidBody
from stickslip.system.assemble_bodies import BodySet
from stickslip.system.assemble_joints import JointBuilder

_NO_FRAMES = (np.zeros(3), np.zeros(3)), (np.eye(3), np.eye(3))  # rows of bonds need no points and axes


def coefficients(bond: Bond) -> tuple[Ints, Floats]:
    """Return the nodes of the boundary (n,) and B (multipliers, n) = int N_a N_b dA (planar: times thickness)."""
    solid, kind = bond.solid, bond.solid.facet_kind
    used, local = np.unique(bond.facets, return_inverse=True)
    local = local.reshape(bond.facets.shape)
    points, weights = mass_rule(kind)
    N, slopes = cell(kind).values(points), cell(kind).gradients(points)  # (p, k), (p, k, dim - 1)
    B = np.zeros((len(used) if bond.multiplier == "P1" else len(local), len(used)))
    for facet, own in enumerate(local):
        tangents = np.einsum("ki,pkj->pij", solid.nodes[used[own]], slopes)
        area = np.sqrt(np.linalg.det(np.einsum("pij,pik->pjk", tangents, tangents))) * weights
        area = area * ((solid.thickness or 1.0) if solid.dim == 2 else 1.0)
        if bond.multiplier == "P1":
            B[np.ix_(own, own)] += np.einsum("p,pa,pb->ab", area, N, N)
        else:
            B[facet, own] += area @ N
    return used, B


def assemble_bonds(model: Model, bodies: BodySet, builder: JointBuilder) -> Bonds:
    """Append the rows of all bonds to the joints."""
    joint, body_of, start, B_flat, X_flat = [], [], [0], [], []
    held: dict[tuple[int, int], str] = {}
    for bond in model.of_kind(Bond):
        _check_parts(bodies, bond)
        used, B = coefficients(bond)
        body, mesh = bodies.index[bond.body], bodies.solids[bond.solid]
        for node in used.tolist():
            other = held.setdefault((mesh.first, node), bond.label)
            if other != bond.label:
                raise ModelError(f"{bond.label}: node {node} of {bond.solid.label} is bonded by {other} already")
        X = (bodies.r[mesh.first + used] - bodies.r[body]) @ bodies.A[body]  # in the frame of the body
        for a, row in enumerate(B):
            near = np.flatnonzero(row)
            sides = [*(mesh.first + used[near]).tolist(), body]
            part = Frame(body=bond.solid, node=int(used[near[0]]), name=f"{bond.name}[{a}]")
            rows = [(BOND, i, 0, 0.0, -1) for i in range(model.dim)]
            joint.append(builder.add(part, sides, *_NO_FRAMES, NO_COORDINATE, rows))
            body_of.append(body)
            B_flat.append(row[near])
            X_flat.append(X[near])
            start.append(start[-1] + len(near))
    _check_held(model, bodies, body_of)
    for solid, mesh in bodies.solids.items():
        assert isinstance(solid, SolidBody)
        for place, point in mesh.points.items():
            if point in mesh.bodies:
                continue
            found = solid.locate(place)
            where = " ".join(f"{x:g}" for x in place)
            part = Frame(body=solid, position=place, name=f"{solid.name}({where})")
            rows = [(BOND, i, 0, 0.0, -1) for i in range(model.dim)]
            sides = [*(mesh.first + found.nodes).tolist(), point]
            joint.append(builder.add(part, sides, *_NO_FRAMES, NO_COORDINATE, rows))
            body_of.append(point)
            B_flat.append(found.weights)
            X_flat.append(np.zeros((len(found.nodes), 3)))
            start.append(start[-1] + len(found.nodes))
    return Bonds(
        joint=np.array(joint, dtype=np.int64),
        body=np.array(body_of, dtype=np.int64),
        start=np.array(start, dtype=np.int64),
        B=np.concatenate([*B_flat, np.zeros(0)]),
        X=np.concatenate([*X_flat, np.zeros((0, 3))]),
    )


def assemble_observers(model: Model, bodies: BodySet, builder: JointBuilder) -> Observers:
    """Append the rows of all observers to the joints."""
    joint, body_of, ways = [], [], []
    for observer in model.of_kind(Observer):
        _check_parts(bodies, observer)
        if model.dim != 2:
            raise ModelError(f"{observer.label}: observers are planar")
        body, first = bodies.index[observer.body], bodies.solids[observer.solid].first
        sides = [body, *(first + node for node in observer.nodes)]
        joint.append(builder.add(observer, sides, *_NO_FRAMES, NO_COORDINATE, [(OBSERVER, 0, 0, 0.0, -1)]))
        body_of.append(body)
        ways.append(((bodies.r[sides[2]] - bodies.r[sides[1]]) @ bodies.A[body])[:2])
    return Observers(
        np.array(joint, dtype=np.int64), np.array(body_of, dtype=np.int64), np.array(ways, dtype=float).reshape(-1, 2)
    )


def describe_bonds(model: Model, joints: list[Declaration], row: Ints) -> list[dict[str, Any]]:
    """Return first row, integrals and nodes of every bond as plain data for result files."""
    names = [part.name for part in joints]
    out = []
    for bond in model.of_kind(Bond):
        used, B = coefficients(bond)
        out.append(
            {
                "name": bond.name,
                "row": int(row[names.index(f"{bond.name}[0]")]),
                "solid": bond.solid.name,
                "nodes": used.tolist(),
                "B": B.tolist(),
            }
        )
    return out


def _check_parts(bodies: BodySet, part: Bond | Observer) -> None:
    """Refuse a solid or body that is not in the model."""
    for known, owner in ((bodies.solids, part.solid), (bodies.index, part.body)):
        if owner not in known:
            raise ModelError(f"{part.label}: {owner.label} is not part of the model; add it with model.add(...)")


def _check_held(model: Model, bodies: BodySet, bonded: list[int]) -> None:
    """Refuse bodies without mass that no bond moves."""
    for body in model.of_kind(MasslessBody):
        if bodies.index[body] not in bonded:
            raise ModelError(f"{body.label}: has no mass and no bond to a solid that would move it")
