"""Facets of a mesh with their neighbours, as kernels read them (``meshes.tables``)."""

from __future__ import annotations

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip._jit import njit
from stickslip.errors import ModelError
from stickslip.meshes.tables import BORDER, CONCAVE, CONVEX, CORNER, FLAT, LEVEL, SHARP, Surface
from stickslip.meshes.topology import edges_of, facets, normals_of
from stickslip.meshes.tree import build, first_hit

_TRIALS = 30  # of a direction that sees all edges lead away
STRICT = 1e-6  # sine: how much a vertex sticks out along its normal if it is a corner


def _unit(v: Floats) -> Floats:
    return np.asarray(v / np.linalg.norm(v, axis=-1, keepdims=True))


def surface(label: str, x: Floats, face: Ints, thickness: float | None) -> Surface:
    """Return an oriented surface as kernels read it.

    thickness : [m] of the material below; None: half of what lies behind each facet, known for a closed mesh
    """
    edges, m = edges_of(face), len(face)
    n = _unit(normals_of(x, face))
    ends = x[np.roll(face, -1, axis=1)] - x[face]
    t = _unit(ends)
    inward = np.cross(n[:, None], t)
    beside, corner = _neighbours(edges.of_face)
    inside = beside >= 0
    n_b = np.where(inside[..., None], n[beside], inward * -1.0)
    across = np.where(inside[..., None], inward[beside, corner], -n[:, None])
    sine = np.einsum("fki,fki->fk", across, n[:, None])  # the neighbour rises above the facet: concave
    folded = np.einsum("fki,fki->fk", n_b, n[:, None]) <= -1.0 + LEVEL
    kind = np.where(abs(sine) <= LEVEL, FLAT, np.where(sine > 0.0, CONCAVE, CONVEX))
    kind = np.where(inside, kind, BORDER)
    wrong = np.flatnonzero((folded & inside).any(axis=1))
    if len(wrong):
        raise ModelError(f"{label}: {facets(wrong)} lie back to back on a neighbour, with nothing in between; give the "
                         "surface a thickness of its own, or leave one side out")  # fmt: skip
    leads = ~inside | (np.arange(m)[:, None] < beside)  # of the two facets at an edge
    owns = (leads & ((kind == CONVEX) | (kind == BORDER))).astype(np.int64)
    start, star, first, around = _rings(len(x), face, edges.ends)
    low, high = x[face].min(axis=1), x[face].max(axis=1)
    tree, most = build(low, high), 2.0 * float(np.linalg.norm(np.ptp(x, axis=0)))
    depth = 0.5 * _least_below(tree, x, face, n, most) if thickness is None else np.full(m, float(thickness))
    plain = np.ascontiguousarray
    return Surface(
        plain(x), plain(face), n, x[face].mean(axis=1), kind.astype(np.int64), plain(beside),
        np.minimum(face, np.roll(face, -1, axis=1)), plain(inward), plain(across), owns,
        _speakers(x, face, n, kind, edges.ends), depth, start, plain(star), first, around, tree, low, high,
        float(np.ptp(x, axis=0).max()),
    )  # fmt: skip


def _speakers(x: Floats, face: Ints, n: Floats, kind: Ints, ends: Ints) -> Ints:
    """Return for each corner of each facet (m, 3) what it is, if this is the first facet around it."""
    m = len(face)
    sharp = np.zeros(len(x), dtype=np.int64)
    edge = (kind == CONVEX) | (kind == BORDER)
    for k in range(3):
        sharp[face[edge[:, k], k]] = sharp[face[edge[:, k], (k + 1) % 3]] = SHARP
    sharp[(sharp > 0) & _corners(x, face, n, kind, ends)] = CORNER
    lead = np.full(len(x), m)
    np.minimum.at(lead, face.ravel(), np.repeat(np.arange(m), 3))
    return np.where(lead[face] == np.arange(m)[:, None], sharp[face], 0)


def _neighbours(of_face: Ints) -> tuple[Ints, Ints]:
    """Return the facet across every edge (m, 3), -1 for none, and which of its edges it is."""
    flat = of_face.ravel()
    order = np.argsort(flat, kind="stable")
    pair = np.flatnonzero(flat[order[1:]] == flat[order[:-1]])
    one, two = order[pair], order[pair + 1]
    across = -np.ones(len(flat), dtype=np.int64)
    across[one], across[two] = two, one
    other = across.reshape(-1, 3)
    return np.where(other < 0, -1, other // 3), np.where(other < 0, 0, other % 3)


def _rings(nv: int, face: Ints, ends: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Return the neighbours of all vertices and the facets around them, as rows by vertex."""
    pairs = np.concatenate([ends, ends[:, ::-1]])
    both = pairs[np.lexsort(pairs.T[::-1])]
    start = np.searchsorted(both[:, 0], np.arange(nv + 1))
    order = np.argsort(face.ravel(), kind="stable")
    first = np.searchsorted(face.ravel()[order], np.arange(nv + 1))
    return start, both[:, 1], first, order // 3


def _corners(x: Floats, face: Ints, n: Floats, kind: Ints, ends: Ints) -> np.ndarray:
    """Return which vertices (nv,) stick out: all their edges lead below some plane through them."""
    way, out = _unit(x[ends[:, 1]] - x[ends[:, 0]]), np.zeros_like(x)
    for k in range(3):
        np.add.at(out, face[:, k], n)
        rim = kind[:, k] == BORDER
        a, b = face[rim, k], face[rim, (k + 1) % 3]
        side = np.cross(_unit(x[b] - x[a]), n[rim])
        np.add.at(out, a, side)
        np.add.at(out, b, side)
    way, from_ = np.concatenate([way, -way]), np.concatenate(ends.T)
    for _ in range(_TRIALS):  # rotate away from the edges that lead forward, until there is none
        out /= np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-300)
        rise = np.einsum("ei,ei->e", out[from_], way)
        forward = rise >= -STRICT
        np.subtract.at(out, from_[forward], way[forward])
    highest = np.full(len(x), -np.inf)
    np.maximum.at(highest, from_, rise)
    return np.asarray(highest < -STRICT)


@njit
def _least_below(tree, x, face, n, most):
    """Return the shortest path through the material below each facet, ``most`` where there is none."""
    depth = np.full(len(face), most)
    for f in range(len(face)):
        a, b, c, n_f = x[face[f, 0]], x[face[f, 1]], x[face[f, 2]], n[f]
        for k in range(4):  # the middle, and one place near each corner
            u, v, w = 4.0 if k == 0 else 1.0, 4.0 if k == 1 else 1.0, 4.0 if k == 2 else 1.0
            all_ = u + v + w
            origin = ((u * a[0] + v * b[0] + w * c[0]) / all_, (u * a[1] + v * b[1] + w * c[1]) / all_,
                      (u * a[2] + v * b[2] + w * c[2]) / all_)  # fmt: skip
            depth[f] = first_hit(tree, x, face, origin, (-n_f[0], -n_f[1], -n_f[2]), f, depth[f])
    return depth
