"""Energies of islands: what bodies that only each other and weight act on have gained, in their own scale.

The ledger covers the whole model, in which a large body hides what happens to small ones. An island is what joints,
forces, or contacts that ever pressed connect. Passive ones, of rigid bodies without loads, springs and drives, may only
lose energy: joints, stops and contacts at most take it, and weights keep it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from stickslip._arrays import Floats, Ints
from stickslip.codes import CONTACT, ERROR, TOUCH
from stickslip.results.base import BLOCK_BYTES, Store

LITTLE = 1e-4  # of weight times size: energies below are those of bodies at rest
ROUND_OFF = 1e-12  # of the largest energy of an island


class Gain(NamedTuple):
    """What the island that gained most in its own scale had above the energy of its start."""

    share: float  # of its largest kinetic energy or change of potential
    value: float  # [J]
    time: float  # [s]
    names: list[str]


def largest_gain(store: Store) -> Gain:
    """Return the largest gain of energy of any passive island of rigid bodies."""
    bodies = [body for body in store.header["bodies"] if body.get("inertia") and body["passive"]]
    nothing = Gain(0.0, 0.0, 0.0, [])
    if not bodies or store.n < 2:
        return nothing
    of, passive = _islands(store, bodies)
    count = len(passive)
    found = _Extremes(count)
    for first in range(0, store.n, rows := _rows(store)):
        block = slice(first, min(first + rows, store.n))
        T, V = np.zeros((block.stop - first, count)), np.zeros((block.stop - first, count))
        q, u = store.read("q", block), store.read("u", block)
        for body, island in zip(bodies, of):
            own, place = (
                u[:, body["u_off"] : body["u_off"] + body["nu"]],
                q[:, body["q_off"] : body["q_off"] + store.header["dim"]],
            )
            T[:, island] += 0.5 * np.einsum("ni,ij,nj->n", own, np.array(body["inertia"]), own)
            V[:, island] -= body["mass"] * (place @ np.array(store.header["gravity"]))
        found.add(T, V, first)
    floor = np.zeros(count)
    g = float(np.linalg.norm(store.header["gravity"]))
    np.add.at(floor, of, [LITTLE * g * body["mass"] * body["size"] for body in bodies])
    scale = np.maximum.reduce([found.kinetic, found.high - found.low, floor])
    gain = np.where(passive, found.gain - ROUND_OFF * found.size, 0.0)
    share = np.where(gain > 0.0, gain / np.where(scale > 0.0, scale, 1.0), 0.0)
    k = int(np.argmax(share))
    if not share[k] > 0.0:
        return nothing
    names = [str(body["name"]) for body, island in zip(bodies, of) if island == k]
    return Gain(float(share[k]), float(gain[k]), float(store.read("time")[found.at[k]]), names)


class _Extremes:
    """Largest values of islands over the run, block by block; (count,) each."""

    def __init__(self, count: int) -> None:
        self.start = np.full(count, np.nan)
        self.gain, self.at = np.zeros(count), np.zeros(count, dtype=np.int64)
        self.kinetic, self.size = np.zeros(count), np.zeros(count)
        self.high, self.low = np.full(count, -np.inf), np.full(count, np.inf)

    def add(self, T: Floats, V: Floats, first: int) -> None:
        """Add kinetic energies and potentials (n, count) of instants from ``first`` on."""
        total = T + V
        self.start = total[0] if first == 0 else self.start
        k = total.argmax(axis=0)
        gain = np.take_along_axis(total, k[None], axis=0)[0] - self.start
        self.at = np.where(gain > self.gain, first + k, self.at)
        self.gain = np.maximum(self.gain, gain)
        self.kinetic, self.size = np.maximum(self.kinetic, T.max(axis=0)), np.maximum(self.size, abs(total).max(axis=0))
        self.high, self.low = np.maximum(self.high, V.max(axis=0)), np.minimum(self.low, V.min(axis=0))


def _rows(store: Store) -> int:
    """Return how many instants are read at once."""
    return max(1, BLOCK_BYTES // (8 * max(1, store.widths["q"] + store.widths["u"])))


def _islands(store: Store, bodies: list[dict]) -> tuple[Ints, np.ndarray]:
    """Return the island of each body, by parts and by contacts that ever pressed, and whether islands are passive."""
    number = {body["name"]: k for k, body in enumerate(bodies)}
    others = len(bodies)  # all that is not passive, as one body more
    resting = {body["name"] for body in store.header["bodies"] if body["nu"] == 0 and body.get("passive")}
    owners = [contour["body"] for contour in store.header["contours"]]
    owner = np.array([-1 if name in resting else number.get(name, others) for name in owners], dtype=np.int64)
    declared: dict[int, int] = {}
    edges = [(k, declared.setdefault(body["island"], k)) for k, body in enumerate(bodies)]
    met = _pressed(store, owner)
    a, b = np.concatenate([np.array(edges, dtype=np.int64), met[(met >= 0).all(axis=1)]]).T
    graph = coo_array((np.ones(len(a)), (a, b)), shape=(others + 1, others + 1))
    count, label = connected_components(graph, directed=False)
    passive = np.ones(count, dtype=bool)
    passive[label[others]] = False
    return label[:others], passive


def _pressed(store: Store, owner: Ints) -> Ints:
    """Return pairs (m, 2) of owners of contours between which impulses are known, or may have been unrecorded."""
    whole = int(store.header.get("record_every") or 1) == 1 and not (store.header.get("integrator") or {}).get(
        "adaptive"
    )
    if whole and len(owner):
        divided = store.read("certificate", columns=slice(ERROR.substeps, ERROR.substeps + 1))
        whole = not (divided > 0.0).any()
    if not whole:
        able = owner[owner >= 0]
        return np.stack([able, np.roll(able, 1)], axis=1)
    pairs, size = np.zeros((0, 2), dtype=np.int64), max(1, BLOCK_BYTES // (8 * len(CONTACT)))
    for first in range(0, store.n_contacts, size):
        table = store.read("contacts", slice(first, first + size), slice(0, TOUCH.P_N + 1))
        loaded = table[table[:, -1] != 0.0, :2].astype(np.int64)
        pairs = np.unique(np.concatenate([pairs, loaded]), axis=0)
    return owner[pairs]
