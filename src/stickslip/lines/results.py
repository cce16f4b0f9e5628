"""Strains and stress resultants of flexible lines, from recorded nodes (Betsch et al., sec. 5)."""

from __future__ import annotations

import itertools
import warnings
from typing import Any

import numpy as np

from stickslip.errors import StickslipError
from stickslip.results.base import SMALL_TURN, Store


def line_strains(entry: dict[str, Any], dim: int, r: np.ndarray, A: np.ndarray | None) -> np.ndarray:
    """Return strains (n, m, k) at the points of a line with nodes at r (n, nodes, dim) and section axes A."""
    points = entry["points"]
    if points["law"] == "bending":
        assert A is not None
        return _bending_strains(entry, r, A)
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


def curved_strains(entry: dict[str, Any], q: np.ndarray) -> np.ndarray:
    """Return strains (n, m, k) along elements with inner coordinates, from the coordinates q (n, nq) of the line.

    Strings: stretch - 1; redundant beams: extension, curvature and its derivative by s.
    """
    points, nodes = entry["points"], int(entry["nodes"])
    ends = np.array(entry["elements"])
    place = q[:, : 3 * nodes].reshape(len(q), nodes, 3)
    inner = q[:, 3 * nodes :].reshape(len(q), len(ends), 2)
    rows, length = np.array(points["rows"]), np.array(points["length"])
    if points["formulation"] == "bezier":
        return _bezier_strains(place[:, ends[:, 0]], place[:, ends[:, 1]], inner, rows, length)
    return _redundant_strains(place[:, ends[:, 0]], place[:, ends[:, 1]], inner, rows, length, points["weight"])


def _bezier_strains(a: np.ndarray, b: np.ndarray, inner: np.ndarray, rows: np.ndarray, length: np.ndarray):
    """Return abs(r')/l - 1 of r' = N' (P_0, r d(phi_1), P_3, q d(phi_2)) (Eugster and Glocker 2013, sec. 2.1)."""

    def handle(node: np.ndarray, size: np.ndarray) -> np.ndarray:
        return size[..., None] * np.stack([np.cos(node[..., 2]), np.sin(node[..., 2])], axis=-1)

    p = np.stack([a[..., :2], handle(a, inner[..., 0]), b[..., :2], handle(b, inner[..., 1])], axis=2)  # (n, e, 4, 2)
    speed = np.linalg.norm(np.einsum("ki,neic->nekc", rows, p), axis=3)
    return (speed / length[:, None]).reshape(len(a), -1, 1) - 1.0


def _redundant_strains(a, b, inner, rows, length, weight) -> np.ndarray:
    """Return extension, curvature w'' and its derivative of redundant elements (Zander 2008, sec. 4.2.3).

    The extension is that of the whole element, (1 + eps_S) (1 + int w'^2 ds / 2 l) - 1, as the elastic energy has it.
    """
    D, sigma = a[..., :2] - b[..., :2], 0.5 * (a[..., 2] + b[..., 2])
    turn = a[..., 2] - b[..., 2]
    whole = 2.0 * np.pi * np.round(turn / (2.0 * np.pi))  # whole turns between the nodes make no difference
    sigma, delta = sigma + 0.5 * whole, 0.5 * (turn - whole)
    s, c, k, t = np.sin(sigma), np.cos(sigma), 1.0 / np.cos(delta), np.tan(delta)
    Lam = 64.0 * inner.sum(axis=2) - 10.0 * length * delta
    P, N = (D[..., 0] * s - D[..., 1] * c) * k, (D[..., 0] * c + D[..., 1] * s) * k
    middle = sigma - 4.0 * (inner[..., 0] - inner[..., 1]) / length + 2.75 * P / length  # phi_S
    stretch = -N / length + Lam * t / (36.0 * length)  # 1 + eps_S
    turns = middle - (sigma + delta), (sigma - delta) - middle  # beta_I, beta_II
    z = np.stack([(Lam / 72.0 + 0.5 * P) / length, turns[0], (Lam / 72.0 - 0.5 * P) / length, turns[1]], axis=2)
    w = [np.einsum("ki,nei->nek", rows[j], z) / length[:, None] ** j for j in range(3)]  # rows are of a unit element
    extension = stretch * (1.0 + 0.5 * w[0] ** 2 @ np.array(weight)) - 1.0
    strain = np.stack([np.broadcast_to(extension[..., None], w[1].shape), w[1], w[2]], axis=3)
    return strain.reshape(len(a), -1, 3)


def curved_resultants(entry: dict[str, Any], strain: np.ndarray) -> np.ndarray:
    """Return (N, Q, M) of redundant beams with Q = -M' (they do not shear), or the tension of strings."""
    points = entry["points"]
    if points["formulation"] == "bezier":
        return line_resultants(entry, strain)
    EA, EI = points["stiffness"]
    return np.stack([EA * strain[..., 0], -EI * strain[..., 2], EI * strain[..., 1]], axis=2)


def _bending_strains(entry: dict[str, Any], r: np.ndarray, A: np.ndarray) -> np.ndarray:
    """Return (0, 0, extension, K) of linear beams (see ``mechanics.bending_torsion``)."""
    points, A_0 = entry["points"], np.array(entry["points"]["axes"])
    first, last = np.array(entry["elements"])[np.array(points["element"])].T
    place, x = np.array(points["place"]), np.array(points["x"])[:, None]
    length = np.linalg.norm(place[last] - place[first], axis=1)[:, None]
    u, psi = (r - place) @ A_0, rotation_vectors(A_0, A)
    shift, bend = u[:, last] - u[:, first], psi[:, last] - psi[:, first]
    both = psi[:, last] + psi[:, first]
    linear = np.stack([both[..., 0], both[..., 1], 0.0 * both[..., 2]], axis=2)
    linear[..., 0] += 2.0 * shift[..., 1] / length[:, 0]
    linear[..., 1] -= 2.0 * shift[..., 0] / length[:, 0]
    stretch = np.zeros_like(shift)
    stretch[..., 2] = shift[..., 2] / length[:, 0]
    return np.concatenate([stretch, (bend + 3.0 * (2.0 * x - 1.0) * linear) / length], axis=2)


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
}  # [deg] between neighbouring nodes of linear and quadratic elements (Betsch et al., sec. 5)
_LOOKED_AT = 200  # instants


def largest_beam_turn(store: Store, entry: dict[str, Any]) -> tuple[float, float]:
    """Return the largest turn of a node of a linear beam from its declared axes [rad], and when it was."""
    some, axes = np.unique(np.linspace(0, store.n - 1, _LOOKED_AT).astype(int)), np.array(entry["points"]["axes"])
    columns = slice(entry["q_off"], entry["q_off"] + entry["nq"])
    q = np.concatenate([store.read("q", slice(k, k + 1), columns) for k in some])
    A = q.reshape(len(some), entry["nodes"], 12)[:, :, 3:].reshape(len(some), -1, 3, 3)
    turns = np.linalg.norm(rotation_vectors(axes, A.swapaxes(2, 3)), axis=2).max(axis=1)
    k = int(np.argmax(turns))
    return float(turns[k]), float(store.read("time", slice(some[k], some[k] + 1))[0])


def warn_of_turns(store: Store) -> None:
    """Warn where neighbouring nodes of a spatial beam turn more than its interpolated directors can follow.

    Beyond the safe turn an element is too soft, and it has a largest moment. Linear beams must not turn far at all.
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
                hint = f"it is linear, good up to {SMALL_TURN} rad: use Beam for large deflections"
                warnings.warn(f"Beam '{entry['name']}': a node is turned by {turned:.2g} rad; {hint}", stacklevel=3)
            continue
        pairs = np.array([pair for e in entry["elements"] for pair in itertools.pairwise(e)])
        trace = np.einsum("nkij,nkij->nk", A[:, pairs[:, 0]], A[:, pairs[:, 1]])
        turn = np.degrees(np.arccos(np.clip(0.5 * (trace - 1.0), -1.0, 1.0))).max(axis=1)
        safe, worst = _SAFE_TURN[len(entry["elements"][0]) - 1], int(np.argmax(turn))
        if turn[worst] > 1.5 * safe:
            k = int(some[worst])
            when = f"{turn[worst]:.0f} degrees at {store.read('time', slice(k, k + 1))[0]:.4g}"
            hint = f"up to {safe:.0f} are accurate: use more elements or order=2"
            warnings.warn(f"Beam '{entry['name']}': neighbouring nodes are turned by {when}; {hint}", stacklevel=3)
