"""Integrals over boundaries of solids: int psi_a N_b ds on one boundary, int psi_a N_c ds with functions of another.

The functions psi of a boundary are its shape functions (P1), the ones dual to them, or constants (P0). Where two meshes
meet, every facet is cut by those of the other boundary, and the integrals over the pieces are exact (mortar method).
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import scipy.sparse as sp

from stickslip._arrays import Floats, Ints
from stickslip.bonds.declaration import Bond, Tie
from stickslip.errors import ModelError
from stickslip.solids.cells import cell, mass_rule, plane_rule
from stickslip.solids.declaration import SolidBody

_FLAT = 1e-6  # largest distance of two surfaces that are one, relative to the size of a facet
_COVERED = 1e-6  # largest part of a facet that the other boundary may leave open


def _functions(part: Bond | Tie) -> tuple[Ints, list[Ints], list[Floats], list[Floats]]:
    """Return used nodes, and per facet: numbers of its functions, psi = T N with T (psi, k), int N_a N_b ds (k, k)."""
    solid, kind = part.solid, part.solid.facet_kind
    used, local = np.unique(part.facets, return_inverse=True)
    local = local.reshape(part.facets.shape)
    points, weights = mass_rule(kind)
    N, slopes = cell(kind).values(points), cell(kind).gradients(points)  # (p, k), (p, k, dim - 1)
    tangents = np.einsum("fki,pkj->fpij", solid.nodes[part.facets], slopes)
    area = np.sqrt(np.linalg.det(np.einsum("fpij,fpik->fpjk", tangents, tangents))) * weights * solid.depth
    mass = np.einsum("fp,pa,pb->fab", area, N, N)
    k = int(part.facets.shape[-1])
    if part.multiplier == "P0":
        return used, [np.array([f]) for f in range(len(local))], [np.ones((1, k))] * len(local), list(mass)
    change = [np.eye(k)] * len(local)
    if part.multiplier == "dual":
        change = [np.diag(M.sum(axis=1)) @ np.linalg.inv(M) for M in mass]
    return used, list(local), change, list(mass)


def coefficients(part: Bond | Tie) -> tuple[Ints, sp.csr_array]:
    """Return the nodes of the boundary (n,) and B (multipliers, n) = int psi_a N_b dA (planar: times thickness)."""
    used, rows, change, mass = _functions(part)
    count = len(part.facets) if part.multiplier == "P0" else len(used)
    columns = np.searchsorted(used, part.facets)
    blocks = [T @ M for T, M in zip(change, mass, strict=True)]
    B = _scatter(rows, list(columns), blocks, (count, len(used)))
    if part.multiplier == "dual":  # what is not on the diagonal is round-off
        B = sp.csr_array(sp.diags_array(B.diagonal()))
    return used, B


def _scatter(rows: list[Ints], columns: list[Ints], blocks: list[Floats], shape: tuple[int, int]) -> sp.csr_array:
    """Return the sum of all blocks at their rows and columns."""
    i = [np.repeat(r, len(c)) for r, c in zip(rows, columns, strict=True)]
    j = [np.tile(c, len(r)) for r, c in zip(rows, columns, strict=True)]
    entries = np.concatenate([*(b.ravel() for b in blocks), np.zeros(0)])
    places = np.concatenate([*i, np.zeros(0, dtype=int)]), np.concatenate([*j, np.zeros(0, dtype=int)])
    out = sp.csr_array(sp.coo_array((entries, places), shape=shape))
    out.sum_duplicates()
    out.data[abs(out.data) < 1e-14 * abs(out.data).max(initial=0.0)] = 0.0
    out.eliminate_zeros()
    return out


def tie_coefficients(tie: Tie) -> tuple[Ints, sp.csr_array]:
    """Return the nodes of the other boundary (m,) and D (multipliers, m) = int psi_a N_c dA over the first boundary."""
    used, rows, change, mass = _functions(tie)
    other_used, columns = np.unique(tie.onto, return_inverse=True)
    columns = columns.reshape(tie.onto.shape)
    own, other = _Flats(tie.solid, tie.facets, tie.label), _Flats(tie.other, tie.onto, tie.label)
    found_rows, found_columns, blocks = [], [], []
    for f in range(len(tie.facets)):
        covered, area = 0.0, float(mass[f].sum())
        for g in other.near(own, f):
            points, weights = own.overlap(f, other, g)
            if len(weights) == 0:
                continue
            weights = weights * tie.solid.depth
            covered += float(weights.sum())
            N, N_other = own.values(f, points), other.values(g, points)
            found_rows.append(rows[f])
            found_columns.append(columns[g])
            blocks.append(change[f] @ np.einsum("p,pa,pb->ab", weights, N, N_other))
        if abs(covered - area) > _COVERED * area:
            numbers = " ".join(map(str, tie.facets[f].tolist()))
            whole = f"the facet of nodes {numbers} of {tie.solid.label}"
            raise ModelError(f"{tie.label}: {covered / area:.3g} of {whole} is covered by the facets of "
                             f"{tie.other.label}; it must be covered completely, once")  # fmt: skip
    count = len(tie.facets) if tie.multiplier == "P0" else len(used)
    return other_used, _scatter(found_rows, found_columns, blocks, (count, len(other_used)))


class _Flats:
    """Flat facets of a boundary; points in space are found in their reference coordinates."""

    def __init__(self, solid: SolidBody, facets: Ints, label: str) -> None:
        self.kind = cell(solid.facet_kind)
        self.corner_kind = cell(self.kind.shape)
        self.X = np.asarray(solid.nodes[np.atleast_2d(facets)])  # (f, k, dim)
        self.dim = solid.dim
        corners = self.X[:, : self.kind.corners]
        self.corners, self.centre = corners, corners.mean(axis=1)
        self.size = np.linalg.norm(corners - self.centre[:, None], axis=2).max(axis=1)
        along = corners[:, 1] - corners[:, 0]
        along = along / np.linalg.norm(along, axis=1)[:, None]
        if self.dim == 2:
            self.axes = along[:, None]  # (f, dim - 1, dim)
            self.normal = np.stack([along[:, 1], -along[:, 0]], axis=1)
        else:
            normal = np.cross(along, corners[:, -1] - corners[:, 0])
            self.normal = normal / np.linalg.norm(normal, axis=1)[:, None]
            self.axes = np.stack([along, np.cross(self.normal, along)], axis=1)
        straight = np.einsum("ka,fai->fki", self.corner_kind.values(self.kind.nodes), corners)
        off = abs(self.X - straight).max(axis=(1, 2)) + abs(
            np.einsum("fki,fi->fk", corners - self.centre[:, None], self.normal)
        ).max(axis=1)
        if (off > _FLAT * self.size).any():
            numbers = " ".join(map(str, facets[int(np.argmax(off / self.size))].tolist()))
            raise ModelError(f"{label}: the facet of nodes {numbers} of {solid.label} is curved; ties need flat facets")

    def near(self, own: _Flats, f: int) -> Ints:
        """Return the facets that may overlap facet f of another boundary: close to it and in its plane."""
        way = self.centre - own.centre[f]
        close = np.linalg.norm(way, axis=1) < self.size + own.size[f]
        far = abs(np.einsum("gki,i->gk", self.corners - own.centre[f], own.normal[f])).max(axis=1)
        return np.flatnonzero(close & (far <= 2.0 * _FLAT * np.maximum(self.size, own.size[f])))

    def overlap(self, f: int, other: _Flats, g: int) -> tuple[Floats, Floats]:
        """Return points in space (p, dim) and weights (p,) of the common part of facet f and facet g of another."""
        origin, axes = self.centre[f], self.axes[f]
        own, theirs = ((X - origin) @ axes.T for X in (self.corners[f], other.corners[g]))
        degree = sum(flats.kind.order * (1 if flats.kind.simplex else 2) for flats in (self, other))
        if self.dim == 2:
            low, high = max(own.min(), theirs.min()), min(own.max(), theirs.max())
            if high - low <= 1e-12 * self.size[f]:
                return np.zeros((0, 2)), np.zeros(0)
            s, w = plane_rule(1, degree)
            return origin + (low + (high - low) * s) @ axes, (high - low) * w
        polygon = _clip(own, theirs if _turn(theirs) > 0.0 else theirs[::-1])
        if len(polygon) < 3:
            return np.zeros((0, 3)), np.zeros(0)
        s, w = plane_rule(2, degree)
        points, weights = [], []
        for a, b in itertools.pairwise(polygon[1:]):
            edges = np.stack([a - polygon[0], b - polygon[0]])
            points.append(polygon[0] + s @ edges)
            weights.append(w * abs(np.linalg.det(edges)))
        total = np.concatenate(weights)
        if total.sum() <= 1e-12 * self.size[f] ** 2:
            return np.zeros((0, 3)), np.zeros(0)
        return origin + np.concatenate(points) @ axes, total

    def values(self, f: int, points: Floats) -> Floats:
        """Return the shape functions (p, k) of facet f at points in space, by Newton's method in its plane."""
        X = (self.corners[f] - self.centre[f]) @ self.axes[f].T
        place = (points - self.centre[f]) @ self.axes[f].T
        x = np.full((len(points), self.dim - 1), 1.0 / 3.0)
        for _ in range(1 if self.corner_kind.simplex else 20):
            J = np.einsum("pkj,ki->pij", self.corner_kind.gradients(x), X)
            step = np.linalg.solve(J, (place - self.corner_kind.values(x) @ X)[..., None])[..., 0]
            x = x + step
            if abs(step).max(initial=0.0) < 1e-14:
                break
        return self.kind.values(x)


def _turn(polygon: Any) -> float:
    """Return twice the area of a polygon (n, 2), positive counter-clockwise."""
    x, y = np.asarray(polygon).T
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())


def _clip(polygon: Floats, window: Floats) -> Floats:
    """Return the common part of two convex polygons, both counter-clockwise: each edge of the window cuts."""
    out = list(polygon)
    for a, b in zip(window, np.roll(window, -1, axis=0), strict=True):
        edge, cut, length = b - a, [], float(np.linalg.norm(b - a))
        heights = [(edge[0] * (p[1] - a[1]) - edge[1] * (p[0] - a[0])) / length for p in out]
        for k, p in enumerate(out):
            h, next_h, after = heights[k], heights[(k + 1) % len(out)], out[(k + 1) % len(out)]
            if h >= 0.0:
                cut.append(p)
            if h * next_h < 0.0:
                cut.append(p + h / (h - next_h) * (after - p))
        out = cut
        if not out:
            break
    return np.array(out).reshape(-1, 2)
