"""Strains and stress resultants of flexible lines, from recorded nodes."""

from __future__ import annotations

import itertools
import warnings
from typing import Any

import numpy as np

from stickslip.errors import StickslipError
from stickslip.results.base import SMALL_TURN, Store


def line_strains(entry: dict[str, Any], dim: int, r: np.ndarray, A: np.ndarray | None) -> np.ndarray:
    """Return strains (n, m, k) at the points of a line with nodes at r (n, nodes, dim) and section axes A."""
    from stickslip.lines import strains

    points, elements = entry["points"], np.array(entry["elements"])
    place, axes = np.zeros((*r.shape[:2], 3)), np.broadcast_to(np.eye(3), (*r.shape[:2], 3, 3))
    place[:, :, : r.shape[2]] = r
    axes = axes if A is None else A
    if points["law"] == "bending":
        return strains.linear(points, elements, place, axes)
    return strains.interpolated(points, elements, place, axes, dim, A is None)


def curved_strains(entry: dict[str, Any], q: np.ndarray) -> np.ndarray:
    """Return strains (n, m, k) along elements with inner coordinates, from the coordinates q (n, nq) of the line.

    Strings: stretch - 1; redundant beams: extension, curvature and its derivative by s.
    """
    from stickslip.lines import strains

    points, nodes, ends = entry["points"], int(entry["nodes"]), np.array(entry["elements"])
    place, inner = q[:, : 3 * nodes].reshape(len(q), nodes, 3), q[:, 3 * nodes :].reshape(len(q), len(ends), 2)
    return strains.curved(points, ends, place, inner)


def curved_resultants(entry: dict[str, Any], strain: np.ndarray) -> np.ndarray:
    """Return (N, Q, M) of redundant beams with Q = -M' (they do not shear), or the tension of strings."""
    points = entry["points"]
    if points["formulation"] == "bezier":
        return line_resultants(entry, strain)
    EA, EI = points["stiffness"]
    return np.stack([EA * strain[..., 0], -EI * strain[..., 2], EI * strain[..., 1]], axis=2)


def rotation_vectors(A_0: np.ndarray, A: np.ndarray) -> np.ndarray:
    """Return the rotation vectors of A_0^T A (..., 3) in the axes A_0."""
    R = np.einsum("ki,...kj->...ij", A_0, A)
    v = 0.5 * np.stack([R[..., 2, 1] - R[..., 1, 2], R[..., 0, 2] - R[..., 2, 0], R[..., 1, 0] - R[..., 0, 1]], axis=-1)
    sine = np.linalg.norm(v, axis=-1, keepdims=True)
    angle = np.arctan2(sine, 0.5 * (np.trace(R, axis1=-2, axis2=-1)[..., None] - 1.0))
    return v * np.where(sine > 0.0, angle / np.where(sine > 0.0, sine, 1.0), 1.0)


def line_resultants(entry: dict[str, Any], strain: np.ndarray) -> np.ndarray:
    """Return stress resultants (n, m, k) of the given strains."""
    points = entry["points"]
    C = np.array(points["stiffness"])
    if points["law"] == "bending":  # no shear strain: Q_1 = -M_2', Q_2 = M_1'
        out = strain @ C.T
        slope = np.diff(out[:, :, 3:5], axis=1)[:, ::2] / np.diff(np.array(points["s"]))[::2, None]
        out[:, :, 0], out[:, :, 1] = np.repeat(-slope[:, :, 1], 2, axis=1), np.repeat(slope[:, :, 0], 2, axis=1)
        return out
    if C.ndim == 2:
        return strain @ C.T
    if points["law"] == "user":
        raise StickslipError(f"string '{entry['name']}': its tension law is a Python function, which is not stored")
    stretch = 1.0 + strain
    return C * strain if points["law"] == "linear" else C * (stretch - stretch**-2) / 3.0


_SAFE_TURN = {
    1: 20.0,
    2: 40.0,
}  # [deg] between neighbouring nodes of linear and quadratic elements
_LOOKED_AT = 200  # instants


def largest_beam_turn(store: Store, entry: dict[str, Any]) -> tuple[float, float]:
    """Return the largest rotation of a node of a linear beam from its declared axes [rad], and when it was."""
    some, axes = np.unique(np.linspace(0, store.n - 1, _LOOKED_AT).astype(int)), np.array(entry["points"]["axes"])
    columns = slice(entry["q_off"], entry["q_off"] + entry["nq"])
    q = np.concatenate([store.read("q", slice(k, k + 1), columns) for k in some])
    A = q.reshape(len(some), entry["nodes"], 12)[:, :, 3:].reshape(len(some), -1, 3, 3)
    turns = np.linalg.norm(rotation_vectors(axes, A.swapaxes(2, 3)), axis=2).max(axis=1)
    k = int(np.argmax(turns))
    return float(turns[k]), float(store.read("time", slice(some[k], some[k] + 1))[0])


def warn_of_turns(store: Store) -> None:
    """Warn where neighbouring nodes of a spatial beam rotate more than interpolated directors can represent.

    Beyond the safe angle an element is too soft, and its moment is bounded. Linear beams must not rotate far at all.
    """
    beams = [entry for entry in store.header["bodies"] if entry["kind"] == "beam"]
    if store.header["dim"] != 3 or store.n == 0 or not beams:
        return
    some = np.unique(np.linspace(0, store.n - 1, _LOOKED_AT).astype(int))
    q = np.concatenate([store.read("q", slice(k, k + 1)) for k in some])
    for entry in beams:
        nodes = q[:, entry["q_off"] : entry["q_off"] + entry["nq"]].reshape(len(some), entry["nodes"], 12)
        A = nodes[:, :, 3:].reshape(len(some), -1, 3, 3)
        if entry["points"]["law"] == "bending":
            turned = largest_beam_turn(store, entry)[0]
            if turned > SMALL_TURN:
                hint = f"it is valid up to {SMALL_TURN} rad: use Beam for large deflections"
                what = f"BendingTorsionBeam '{entry['name']}' is linear: a node is rotated by {turned:.2g} rad"
                warnings.warn(f"{what}; {hint}", stacklevel=3)
            continue
        pairs = np.array([pair for e in entry["elements"] for pair in itertools.pairwise(e)])
        trace = np.einsum("nkij,nkij->nk", A[:, pairs[:, 0]], A[:, pairs[:, 1]])
        turn = np.degrees(np.arccos(np.clip(0.5 * (trace - 1.0), -1.0, 1.0))).max(axis=1)
        safe, worst = _SAFE_TURN[len(entry["elements"][0]) - 1], int(np.argmax(turn))
        if turn[worst] > 1.5 * safe:
            k = int(some[worst])
            when = f"{turn[worst]:.0f} degrees at {store.read('time', slice(k, k + 1))[0]:.4g}"
            hint = f"up to {safe:.0f} are accurate: use more elements or order=2"
            warnings.warn(f"Beam '{entry['name']}': neighbouring nodes are rotated by {when}; {hint}", stacklevel=3)
