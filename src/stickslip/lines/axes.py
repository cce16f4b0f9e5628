"""Places and section axes along the declared shape of a line."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from stickslip._arrays import Floats
from stickslip.errors import ModelError
from stickslip.lines.declaration import Beam, Line, PlanarBeam, StringBody
from stickslip.system.pose import position_of

if TYPE_CHECKING:
    from stickslip.lines.assembly import LineMesh


def shape_functions(order: int, x: float) -> tuple[Floats, Floats]:
    """Return N and dN/dx of the nodes of an element at x in [0, 1]."""
    if order == 1:
        return np.array([1.0 - x, x]), np.array([-1.0, 1.0])
    N = np.array([(1.0 - x) * (1.0 - 2.0 * x), 4.0 * x * (1.0 - x), x * (2.0 * x - 1.0)])
    return N, np.array([4.0 * x - 3.0, 4.0 - 8.0 * x, 4.0 * x - 1.0])


def handles(r: Floats, A: Floats, a: int, b: int) -> tuple[float, float]:
    """Return the handles of a cubic that is nearest to an arc between two nodes."""
    turn, chord = turn_between(A, a, b), float(np.linalg.norm(r[b] - r[a]))
    radius = 0.5 * chord / math.sin(0.5 * abs(turn)) if abs(turn) > 1e-9 else 0.0
    handle = 4.0 / 3.0 * math.tan(0.25 * abs(turn)) * radius if radius else chord / 3.0
    return handle, handle


def quarter_deflection(r: Floats, A: Floats, a: int, b: int) -> tuple[float, float]:
    """Return the deflections of an arc from the tangents at its nodes, a quarter of its length away.

    Zander 2008, sec. 4.2.3.
    """
    turn = turn_between(A, a, b)
    if abs(turn) < 1e-12:
        return 0.0, 0.0
    radius = 0.5 * float(np.linalg.norm(r[b] - r[a])) / math.sin(0.5 * turn)
    value = math.copysign(math.hypot(radius, 0.25 * radius * turn), radius) - radius
    return value, value


def turn_between(A: Floats, a: int, b: int) -> float:
    """Return the angle from the section of node a to that of node b."""
    return math.atan2(A[a, 0, 0] * A[b, 1, 0] - A[a, 1, 0] * A[b, 0, 0], A[a, :, 0] @ A[b, :, 0])


def arc_length(mesh: LineMesh, a: int, b: int) -> float:
    """Return the length of the circular arc between two nodes."""
    chord, turn = float(np.linalg.norm(mesh.r[b] - mesh.r[a])), abs(turn_between(mesh.A, a, b))
    return chord * (0.5 * turn / math.sin(0.5 * turn) if turn > 1e-9 else 1.0)


def interpolate(line: Line, given: Floats, values: Floats, s: Floats) -> Floats:
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


def section_axes(line: Line, given: Floats, s: Floats, r: Floats) -> Floats:
    """Return the section axes of all nodes."""
    t = _tangents(line, s, r)
    if isinstance(line, PlanarBeam | StringBody):
        z = np.tile([0.0, 0.0, 1.0], (len(s), 1))
        return np.stack([t, np.cross(z, t), z], axis=2)
    assert isinstance(line, Beam)
    if line.rotations is not None:
        A = np.array(line.rotations).reshape(-1, 3, 3)
        return _orthonormal(np.stack([[interpolate(line, given, A[:, i, j], s) for j in range(3)] for i in range(3)]))
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
