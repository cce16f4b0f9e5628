"""Meshes of shells: plates, cylinders, spheres, directors at nodes, and what makes a mesh valid."""

from __future__ import annotations

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.shells.strains import corners, gradients

KINDS = {3: "triangle", 4: "quad", 9: "quad9"}
FOLD = np.cos(np.radians(20.0))  # of the angle between normals of one node beyond which it is a fold
_SHOWN = 5


def check(nodes: Floats, cells: Ints) -> None:
    """Reject (ValueError) wrong, repeated or unused nodes and degenerate or inverted elements; -1 ends a triangle."""
    n = len(nodes)
    for k, cell in enumerate(cells.tolist()):
        own = [a for a in cell if a >= 0] if len(cell) == 4 and cell[-1] == -1 else cell
        if any(not 0 <= a < n for a in own):
            raise ValueError(f"element {k} ({_list(own)}) refers to nodes that do not exist (0 to {n - 1})")
        if len(set(own)) < len(own):
            raise ValueError(f"element {k} ({_list(own)}) has a node twice")
    unused = np.flatnonzero(np.bincount(cells[cells >= 0], minlength=n) == 0)
    if len(unused):
        raise ValueError(f"nodes {_list(unused)} are in no element; leave unused nodes out")
    for kind, number, own in by_kind(cells):
        at = nodal_normals(kind, nodes[own])
        mean = at.sum(axis=1, keepdims=True)
        size = np.ptp(nodes[own], axis=1).max(axis=1) ** 2
        worst = (at * mean / np.maximum(np.linalg.norm(mean, axis=-1, keepdims=True), 1e-300)).sum(axis=-1).min(axis=1)
        if (worst <= 1e-12 * size).any():
            e = int(np.argmax(worst <= 1e-12 * size))
            raise ValueError(f"element {number[e]} (nodes {_list(own[e])}) is degenerate, or folded onto itself")
    _check_edges(cells)


def _list(items) -> str:
    return " ".join(str(k) for k in items[:_SHOWN]) + (" ..." if len(items) > _SHOWN else "")


def by_kind(cells: Ints) -> list[tuple[str, Ints, Ints]]:
    """Return kind, numbers (m,) and nodes (m, k) of the elements of each kind."""
    short = cells[:, -1] < 0
    parts = [(KINDS[cells.shape[1]], np.flatnonzero(~short), cells[~short])]
    if short.any():
        parts.append(("triangle", np.flatnonzero(short), cells[short][:, :3]))
    return [part for part in parts if len(part[1])]


def rim(cell: list[int]) -> list[tuple[int, int]]:
    """Return the sides of an element, corner to corner, around its director."""
    corner = [a for a in cell[:4] if a >= 0]
    return list(zip(corner, corner[1:] + corner[:1], strict=True))


def _check_edges(cells: Ints) -> None:
    """Reject neighbours whose directors point to different sides, and sides of more than two elements."""
    seen: dict[tuple[int, int], int] = {}
    for k, cell in enumerate(cells.tolist()):
        for side in rim(cell):
            if side in seen:
                a, b = side
                way = (
                    "turn the order of the nodes of one of them" if (b, a) not in seen else "declare one shell for each"
                )
                raise ValueError(f"elements {seen[side]} and {k} have their side {a} {b} on the same side; {way}")
            seen[side] = k


def boundary(cells: Ints) -> Ints:
    """Return the sides (n, 2) that belong to one element only, from corner to corner."""
    sides = [side for cell in cells.tolist() for side in rim(cell)]
    known = set(sides)
    return np.array([side for side in sides if side[::-1] not in known], dtype=np.int64).reshape(-1, 2)


def nodal_normals(kind: str, X: Floats) -> Floats:
    """Return the normals a_1 x a_2 at the nodes of elements X (m, n, 3), not normalised (m, n, 3)."""
    a = np.einsum("pcn,mni->mpci", gradients(kind, corners(kind)), X)
    return np.cross(a[:, :, 0], a[:, :, 1])


def directors(nodes: Floats, cells: Ints) -> Floats:
    """Return unit directors (n, 3): means of the normals of the elements at a node; reject folds (ValueError)."""
    total, found = np.zeros((len(nodes), 3)), []
    for kind, number, own in by_kind(cells):
        normal = nodal_normals(kind, nodes[own])
        np.add.at(total, own, normal)
        found.append((number, own, normal / np.linalg.norm(normal, axis=-1, keepdims=True)))
    size = np.linalg.norm(total, axis=1)
    total /= np.maximum(size, 1e-300)[:, None]
    for number, own, unit in found:
        aligned = (unit * total[own]).sum(axis=-1)
        if (aligned < FOLD).any():
            e, a = np.argwhere(aligned < FOLD)[0]
            raise ValueError(
                f"element {number[e]} meets its neighbours at node {own[e, a]} under more than 20 degrees, a fold; "
                "give directors, or a finer mesh"
            )
    return total


def grid(u: Floats, v: Floats, order: int, around: bool = False) -> tuple[Floats, Ints]:
    """Return parameters (n, 2) and elements of a grid of corners u by v; ``around``: the last u is the first."""
    if order == 2:
        u, v = _halved(u), _halved(v)
    columns = len(u) - around
    places = np.array([[a, b] for b in v for a in u[:columns]])
    cells = []
    for j in range(0, len(v) - 1, order):
        for i in range(0, len(u) - 1, order):

            def at(a: int, b: int, i: int = i, j: int = j) -> int:
                return (j + b) * columns + (i + a) % columns

            if order == 1:
                cells.append([at(0, 0), at(1, 0), at(1, 1), at(0, 1)])
            else:
                cells.append([at(0, 0), at(2, 0), at(2, 2), at(0, 2), at(1, 0), at(2, 1), at(1, 2), at(0, 1), at(1, 1)])
    return places, np.array(cells, dtype=np.int64)


def _halved(x: Floats) -> Floats:
    return np.interp(np.arange(2 * len(x) - 1), 2 * np.arange(len(x)), x)


def triangles(cells: Ints) -> Ints:
    """Return two triangles for every quadrilateral."""
    return np.concatenate([cells[:, [0, 1, 2]], cells[:, [0, 2, 3]]])


def cubed_sphere(n: int) -> tuple[Floats, Ints]:
    """Return a unit sphere of 6 n^2 quadrilaterals, whose corners are equally spaced in angle on every face."""
    t = np.tan(np.linspace(-0.25, 0.25, n + 1) * np.pi)
    number: dict[tuple[float, ...], int] = {}
    cells: list[list[int]] = []
    places: list[Floats] = []
    for axis in range(3):
        for sign in (1.0, -1.0):

            def at(i: int, j: int, axis: int = axis, sign: float = sign) -> int:
                x = np.zeros(3)
                x[axis], x[(axis + 1) % 3], x[(axis + 2) % 3] = sign, t[i] * sign, t[j]
                key = tuple(np.round(x, 12) + 0.0)
                if key not in number:
                    number[key] = len(places)
                    places.append(x / np.linalg.norm(x))
                return number[key]

            cells += [[at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)] for i in range(n) for j in range(n)]
    return np.array(places), np.array(cells, dtype=np.int64)
