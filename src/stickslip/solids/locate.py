"""Material points of meshes: the cell that contains a position, and the shape functions there."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.solids.cells import Cell, cell

INSIDE = 1e-9  # reference coordinates may be so far outside: round-off on the boundary
ITERATIONS = 50


class MaterialPoint(NamedTuple):
    """A point in a mesh: X = sum N_a X_a."""

    nodes: Ints  # (k,) node numbers with weight
    weights: Floats  # (k,) values of their shape functions, which add up to one
    cell: int


def locate(kind: str, nodes: Floats, cells: Ints, place: Floats) -> MaterialPoint:
    """Find the cell around a place (dim,) and its shape functions there; ValueError outside of all cells."""
    X = nodes[cells]
    low, high = X.min(axis=1), X.max(axis=1)
    size = (high - low).max(axis=1, keepdims=True)  # curved edges may leave the box of their nodes a little
    near = np.flatnonzero(((place >= low - 0.25 * size) & (place <= high + 0.25 * size)).all(axis=1))
    of = cell(kind)
    x = reference_coordinates(of, X[near], place)
    outside = _excess(of, x)
    if len(near) == 0 or not outside.min() <= INSIDE:
        raise ValueError(_not_inside(of, X, place))
    best = int(np.argmin(outside))
    number, x_best = int(near[best]), _clipped(of, x[best : best + 1])
    N = of.values(x_best)[0]
    k = of.node_at(x_best[0])
    if k >= 0:
        N = np.eye(len(N))[k]
    used = np.flatnonzero(abs(N) > 1e-14)
    return MaterialPoint(cells[number][used], N[used] / N[used].sum(), number)


def reference_coordinates(of: Cell, X: Floats, place: Floats) -> Floats:
    """Solve sum N_a(x) X_a = place for x (m, dim) in cells with nodes X (m, n, dim) by Newton's method."""
    x = np.tile(of.nodes[: of.corners].mean(axis=0), (len(X), 1))
    for _ in range(ITERATIONS):
        rest = place - np.einsum("mn,mnd->md", of.values(x), X)
        J = np.einsum("mnd,mni->mdi", X, of.gradients(x))
        step = np.linalg.solve(J, rest[..., None])[..., 0]
        x = np.clip(x + np.clip(step, -1.0, 1.0), -2.0, 3.0)  # a cell far away needs no more than that
        if not abs(step).max(initial=0.0) > 1e-15:
            break
    return x


def _excess(of: Cell, x: Floats) -> Floats:
    """Return how far reference coordinates are outside the cell, in every row."""
    over = np.maximum(-x, 0.0).max(axis=1, initial=0.0)
    top = x.sum(axis=1) - 1.0 if of.simplex else x.max(axis=1, initial=0.0) - 1.0
    return np.maximum(over, np.maximum(top, 0.0))


def _clipped(of: Cell, x: Floats) -> Floats:
    """Move reference coordinates into the cell."""
    x = np.clip(x, 0.0, 1.0)
    return x / np.maximum(x.sum(axis=1, keepdims=True), 1.0) if of.simplex else x


def _not_inside(of: Cell, X: Floats, place: Floats) -> str:
    """Describe how far the nearest element is, judged by the reference coordinates of elements at the nearest nodes."""
    order = np.argsort(np.linalg.norm(X - place, axis=2).min(axis=1))[:8]
    x = _clipped(of, reference_coordinates(of, X[order], place))
    distance = np.linalg.norm(np.einsum("mn,mnd->md", of.values(x), X[order]) - place, axis=1)
    best = int(np.argmin(distance))
    where = ", ".join(f"{value:g}" for value in place)
    return f"({where}) is outside the mesh; the nearest element is {order[best]}, about {distance[best]:.2g} m away"
