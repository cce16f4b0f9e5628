"""Strains and stress resultants of flexible lines, from recorded nodes (betsch 2.7)."""

from __future__ import annotations

import itertools
import warnings
from typing import Any

import numpy as np

from stickslip.errors import StickslipError
from stickslip.results.base import Store


def line_strains(entry: dict[str, Any], dim: int, r: np.ndarray, A: np.ndarray | None) -> np.ndarray:
    """Return strains (n, m, k) at the points of a line with nodes at r (n, nodes, dim) and section axes A."""
    points = entry["points"]
    nodes = np.array(entry["elements"])[np.array(points["element"])]  # (m, nodes per element)
    N, dN, strain_0 = np.array(points["N"]), np.array(points["dN"]), np.array(points["strain"])
    slope = np.einsum("ma,nmai->nmi", dN, r[:, nodes])
    if A is None:
        return np.linalg.norm(slope, axis=2)[:, :, None] - 1.0
    D = np.einsum("ma,nmaij->nmij", N, A[:, nodes])
    if dim == 2:
        axes = A[:, nodes][:, :, :, :2, 0]
        first = axes[:, :, :1]
        cross = first[..., 0] * axes[..., 1] - first[..., 1] * axes[..., 0]
        angles = np.arctan2(cross, (first * axes).sum(axis=3))
        curvature = np.einsum("ma,nma->nm", dN, angles)
        stretch = np.einsum("nmij,nmi->nmj", D[:, :, :2, :2], slope)
        return np.concatenate([stretch, curvature[:, :, None]], axis=2) - strain_0
    dD = np.einsum("ma,nmaij->nmij", dN, A[:, nodes])
    product = np.einsum("nmik,nmij->nmkj", D, dD)  # d_k . d_j'
    gamma = np.einsum("nmij,nmi->nmj", D, slope)
    kappa = np.stack([0.5 * (product[..., k, j] - product[..., j, k]) for j, k in ((1, 2), (2, 0), (0, 1))], axis=2)
    return np.concatenate([gamma, kappa], axis=2) - strain_0


def line_resultants(entry: dict[str, Any], strain: np.ndarray) -> np.ndarray:
    """Return stress resultants (n, m, k) of the given strains."""
    points = entry["points"]
    C = np.array(points["stiffness"])
    if C.ndim == 2:
        return strain @ C.T
    if points["law"] == "user":
        raise StickslipError(f"string '{entry['name']}': its tension law is a Python function, which is not stored")
    stretch = 1.0 + strain
    return C * strain if points["law"] == "linear" else C * (stretch - stretch**-2) / 3.0


_SAFE_TURN = {1: 20.0, 2: 40.0}  # [deg] between neighbouring nodes of linear and quadratic elements (betsch 2.7)
_LOOKED_AT = 200  # instants


def warn_of_turns(store: Store) -> None:
    """Warn where neighbouring nodes of a spatial beam turn more than its interpolated directors can follow.

    Beyond the safe turn an element is too soft, and it has a largest moment.
    """
    beams = [entry for entry in store.header["bodies"] if entry["kind"] == "beam"]
    if store.header["dim"] != 3 or store.n == 0 or not beams:
        return
    some = np.unique(np.linspace(0, store.n - 1, _LOOKED_AT).astype(int))
    q = np.concatenate([store.read("q", slice(k, k + 1)) for k in some])
    for entry in beams:
        nodes = q[:, entry["q_off"] : entry["q_off"] + entry["nq"]].reshape(len(some), entry["nodes"], 12)
        A = nodes[:, :, 3:].reshape(len(some), -1, 3, 3)
        pairs = np.array([pair for e in entry["elements"] for pair in itertools.pairwise(e)])
        trace = np.einsum("nkij,nkij->nk", A[:, pairs[:, 0]], A[:, pairs[:, 1]])
        turn = np.degrees(np.arccos(np.clip(0.5 * (trace - 1.0), -1.0, 1.0))).max(axis=1)
        safe, worst = _SAFE_TURN[len(entry["elements"][0]) - 1], int(np.argmax(turn))
        if turn[worst] > 1.5 * safe:
            k = int(some[worst])
            when = f"{turn[worst]:.0f} degrees at {store.read('time', slice(k, k + 1))[0]:.4g}"
            hint = f"up to {safe:.0f} are accurate: use more elements or order=2"
            warnings.warn(f"Beam '{entry['name']}': neighbouring nodes are turned by {when}; {hint}", stacklevel=3)
