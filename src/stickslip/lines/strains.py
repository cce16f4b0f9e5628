"""Strains of recorded lines, by the kernels of their elements (task STRAIN of batches)."""

from __future__ import annotations

from typing import Any

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.codes import CHANGING, IN_NODES, POINT, STRAIN
from stickslip.lines.beam import kernel as beam
from stickslip.lines.bending_torsion import kernel as bending_torsion
from stickslip.lines.bezier import kernel as bezier
from stickslip.lines.elements import MAX_NODES, SOURCE_SIZE, STRAIN_SIZE, TARGET_SIZE, address_of
from stickslip.lines.evaluation import OWN, STRESS_SIZE, line_address
from stickslip.lines.planar import kernel as planar
from stickslip.lines.redundant import kernel as redundant
from stickslip.lines.string import kernel as string
from stickslip.mechanics.batches import T_VALUES, Batch, call_one, join_batches, new_control
from stickslip.mechanics.bodies import Nodes, new_poses

_SIZE = 6  # numbers per point of elements that interpolate between their nodes


def interpolated(points: dict[str, Any], elements: Ints, r: Floats, A: Floats, dim: int, string_like: bool) -> Floats:
    """Return strains (n, m, k) at the points of a line whose elements interpolate between their nodes.

    ``points`` as in result files; elements (ne, 2 or 3) are numbers of nodes, r (n, nodes, 3), A (n, nodes, 3, 3).
    """
    n, nodes = elements.shape
    count = nodes - 1  # points of an element
    N, dN = (_padded(points[name], n, count) for name in ("N", "dN"))
    own: dict[str, Any]
    family: Any = string if string_like else planar if dim == 2 else beam
    if string_like:
        entry, own, k = string.string_entry, {"law": string.LINEAR, "EA": 0.0, "address": 0.0}, 1
    elif dim == 2:
        entry, own, k = planar.planar_beam_entry, {"C": np.zeros(3)}, 3
    else:
        entry = beam.linear_beam_entry if nodes == 2 else beam.quadratic_beam_entry
        own, k = {"C": np.zeros(36)}, 6
    head, out = family.HEAD.pack(nodes=nodes, points=count, tau=0.0, **own), []
    free = np.reshape(points["strain"], (n, count, -1))
    for e in range(n):
        at = [{"weight": 1.0, "N": N[e, i], "slope": dN[e, i]} for i in range(count)]
        stress_free = [{} if string_like else {"strain": free[e, i]} for i in range(count)]
        out.append(np.concatenate([head, *(family.AT_POINT.pack(**a, **b) for a, b in zip(at, stress_free))]))
    found = _evaluate(entry, elements, np.array(out), r, A)
    return found[:, :, : _SIZE * count].reshape(len(r), -1, _SIZE)[:, :, :k]


def _padded(rows: Any, n: int, count: int) -> Floats:
    """Return rows (n count, nodes) as (n, count, MAX_NODES), zeros behind."""
    given = np.reshape(np.array(rows, dtype=float), (n, count, -1))
    return np.pad(given, ((0, 0), (0, 0), (0, MAX_NODES - given.shape[2])))


def linear(points: dict[str, Any], elements: Ints, r: Floats, A: Floats) -> Floats:
    """Return strains (n, 2 ne, 6) of linear beams, two points per element."""
    place, axes, out = np.array(points["place"], dtype=float), np.array(points["axes"], dtype=float), []
    for a, b in elements:
        length = float(np.linalg.norm(place[b] - place[a]))
        head = {"tau": 0.0, "length": length, "place": place[[a, b]], "axes": axes, "C": np.zeros(6)}
        out.append(bending_torsion.HEAD.pack(**head))
    found = _evaluate(bending_torsion.bending_torsion_entry, elements, np.array(out), r, A)
    return found[:, :, : 2 * _SIZE].reshape(len(r), -1, _SIZE)


def curved(points: dict[str, Any], elements: Ints, place: Floats, inner: Floats) -> Floats:
    """Return strains (n, m, k) along elements with inner coordinates (n, ne, 2); place (n, nodes, 3): x, y, angle.

    Strings: stretch - 1; redundant beams: extension, curvature and its derivative by s.
    """
    lengths, nodes, count = points["length"], place.shape[1], inner.shape[1]
    r, A = np.zeros((len(place), nodes + count, 3)), np.zeros((len(place), nodes + count, 3, 3))
    r[:, :nodes, :2], r[:, nodes:, :2] = place[:, :, :2], inner
    c, s = np.cos(place[:, :, 2]), np.sin(place[:, :, 2])
    A[:, :nodes, 0, 0], A[:, :nodes, 0, 1], A[:, :nodes, 1, 0], A[:, :nodes, 1, 1] = c, -s, s, c
    three = np.column_stack([elements[:, 0], nodes + np.arange(count), elements[:, 1]])
    if points["formulation"] == "bezier":
        of_string = {"nodes": 3, "points": 0, "tau": 0.0, "law": string.LINEAR, "EA": 0.0, "address": 0.0}
        own = [bezier.HEAD.pack(**of_string, mass=0.0, length=l, gravity=(0.0, 0.0)) for l in lengths]
        entry, m, k = bezier.bezier_string_entry, len(bezier.POINTS), 1
    else:
        rest = {"mass": 0.0, "EA": 0.0, "EI": 0.0, "tau": 0.0, "gravity": (0.0, 0.0)}
        own = [redundant.HEAD.pack(**rest, length=l) for l in lengths]
        entry, m, k = redundant.redundant_beam_entry, len(redundant.POINTS), 3
    found = _evaluate(entry, three, np.array(own), r, A, massive=True)
    return found[:, :, : m * k].reshape(len(r), -1, k)


def _evaluate(entry: Any, bodies: Ints, parameters: Floats, r: Floats, A: Floats, massive: bool = False) -> Floats:
    """Return strains and stresses of all elements (n, ne, STRAIN_SIZE) at n instants.

    Bodies (ne, k) are rows of places r (n, nb, 3) and axes A (n, nb, 3, 3).
    """
    out, (ne, k) = np.zeros((len(r), len(bodies), STRAIN_SIZE)), bodies.shape
    if len(bodies) != len(parameters) or bodies.min(initial=0) < 0 or bodies.max(initial=-1) >= r.shape[1]:
        raise ValueError("elements name nodes that do not exist")
    if len(r) == 0:
        return out
    none = np.zeros(2 * ne * k, dtype=np.int64)  # kinds and first velocities of nodes: nothing is added to anything
    head = OWN.integers(address=address_of(entry), damped=0, parameters=parameters.shape[1])
    batch = Batch(
        owner=None,
        address=line_address(),
        nodes=np.full((ne, k), -1),
        own=np.concatenate([head, bodies.ravel(), none]),
        data=parameters.ravel(),
        mass=CHANGING if massive else IN_NODES,
        stress=STRESS_SIZE,
        scratch=SOURCE_SIZE + TARGET_SIZE,
    )
    zero, void = np.zeros(1, dtype=np.int64), np.zeros(0)
    nodes = Nodes(
        kind=np.full(1, POINT), q_off=zero, u_off=zero, nu=np.full(1, 3), m_off=zero, M=void, M_inv=void, K=void,
        D=void, load=void, address=zero,
    )  # fmt: skip
    batches, (poses,), vector = join_batches([batch], nodes, r.shape[1]), new_poses(r[0], A[0])[0], np.zeros(12)
    batches.table[T_VALUES], control = ne * STRAIN_SIZE, new_control(batches)
    for i in range(len(r)):
        poses.r[:], poses.A[:] = r[i], A[i]
        call_one(batches, 0, STRAIN, vector, vector, poses, vector, vector, out[i], vector, control)
    return out
