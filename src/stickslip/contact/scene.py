"""Contacts of a run for a scene: points and forces at chosen instants, impacts, gaps between bodies over time."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from stickslip._arrays import Floats, Ints
from stickslip.codes import CONTACT, OPEN
from stickslip.results.base import BLOCK_BYTES, Store
from stickslip.results.contacts import contour_names
from stickslip.viz.scene import ContactFrames

_INDEX = {name: k for k, name in enumerate(CONTACT)}
_MOST_PAIRS = 8  # curves of gaps that can still be told apart


def blocks(store: Store, offset: Ints) -> list[tuple[int, int]]:
    """Return ranges of instants whose contact rows fit into one block of memory."""
    most = max(1, BLOCK_BYTES // (8 * len(CONTACT)))
    out, start = [], 0
    while start < store.n:
        stop = max(start + 1, int(np.searchsorted(offset, offset[start] + most, side="right")) - 1)
        stop = min(stop, store.n, start + 65536)
        out.append((start, stop))
        start = stop
    return out


def body_numbers(store: Store, number: dict[str, int]) -> Ints:
    """Return the number of the part of every contour, -1 if its body is not drawn."""
    return np.array([number.get(body, -1) for body, _ in contour_names(store.header)], dtype=np.int64)


@dataclass
class Closings:
    """Instants where contacts close, how hard they do, and gaps of pairs of parts."""

    instant: list[Ints] = field(default_factory=list)
    impulse: list[Floats] = field(default_factory=list)
    gaps: dict[tuple[int, int], Floats] = field(default_factory=dict)  # (n,) [m], NaN where nothing is known
    closed: dict[tuple[int, int], int] = field(default_factory=dict)  # instants

    def strongest(self, most: int) -> Ints:
        """Return the instants before and at the closings of the largest impulses, 2 most at most."""
        if not self.instant:
            return np.zeros(0, dtype=np.int64)
        instant, impulse = np.concatenate(self.instant), np.concatenate(self.impulse)
        each, of = np.unique(instant, return_inverse=True)
        strength = np.bincount(of, impulse, minlength=len(each))
        chosen = each[np.argsort(-strength, kind="stable")[:most]]
        return np.unique(np.concatenate([np.maximum(chosen - 1, 0), chosen]))

    def pairs(self) -> list[tuple[int, int]]:
        """Return the pairs that touched at most instants, the first eight."""
        known = [pair for pair in self.closed if pair in self.gaps]
        return sorted(known, key=lambda pair: (-self.closed[pair], pair))[:_MOST_PAIRS]


def closings(store: Store, offset: Ints, part: Ints) -> Closings:
    """Read all contacts of a run in pieces; ``part`` is the number of the part of every contour."""
    found = Closings()
    contours = max(1, len(part))
    before = np.zeros(0, dtype=np.int64)  # pairs of contours closed at the last instant of the piece before
    for start, stop in blocks(store, offset):
        rows = store.read("contacts", slice(int(offset[start]), int(offset[stop])))
        instant = np.repeat(np.arange(start, stop), np.diff(offset[start : stop + 1]))
        a, b = (rows[:, _INDEX[name]].astype(np.int64) for name in "ab")
        closed = rows[:, _INDEX["status"]] > OPEN
        code = a * contours + b
        _new_contacts(found, instant[closed], code[closed], rows[closed, _INDEX["P_N"]], before, start, contours**2)
        before = np.unique(code[closed & (instant == stop - 1)])
        _gaps(found, instant, part[a], part[b], rows[:, _INDEX["gap"]], closed, store.n)
    return found


def _new_contacts(found: Closings, instant: Ints, code: Ints, P: Floats, before: Ints, start: int, codes: int) -> None:
    """Note the closed pairs that were not closed at the instant before."""
    key = (instant - start + 1) * codes + code
    known = np.concatenate([before, key])
    new = ~np.isin(key - codes, known)
    if start == 0:
        new &= instant > 0  # contacts closed from the start are no impacts
    if new.any():
        found.instant.append(instant[new])
        found.impulse.append(P[new])


def _gaps(found: Closings, instant: Ints, a: Ints, b: Ints, gap: Floats, closed: NDArray[np.bool_], n: int) -> None:
    """Note the smallest gap of every pair of parts; open pairs are kept only while there are few."""
    low, high = np.minimum(a, b), np.maximum(a, b)
    base = int(high.max(initial=0)) + 2
    code = (low + 1) * base + high + 1
    for each in np.unique(code):
        chosen = code == each
        pair = (int(each // base) - 1, int(each % base) - 1)
        touching = len(np.unique(instant[chosen & closed]))
        if touching:
            found.closed[pair] = found.closed.get(pair, 0) + touching
        if pair not in found.gaps:
            if len(found.gaps) >= 4 * _MOST_PAIRS:
                continue
            found.gaps[pair] = np.full(n, np.nan)
        np.fmin.at(found.gaps[pair], instant[chosen], gap[chosen])


def contact_frames(store: Store, part: Ints) -> ContactFrames:
    """Return the closed contacts at all instants of a (chosen part of a) run."""
    rows = store.read("contacts")
    count = store.read("contact_count")
    instant = np.repeat(np.arange(store.n), count)
    closed = rows[:, _INDEX["status"]] > OPEN
    rows, instant = rows[closed], instant[closed]
    n, t1 = rows[:, _INDEX["n_x"] : _INDEX["n_z"] + 1], rows[:, _INDEX["t1_x"] : _INDEX["t1_z"] + 1]
    P = rows[:, _INDEX["P_N"] : _INDEX["P_T2"] + 1]
    impulse = P[:, :1] * n + P[:, 1:2] * t1 + P[:, 2:] * np.cross(n, t1)
    a, b = (part[rows[:, _INDEX[name]].astype(np.int64)] if len(part) else np.zeros(0, np.int64) for name in "ab")
    return ContactFrames(
        offset=np.concatenate([[0], np.cumsum(np.bincount(instant, minlength=store.n))]).astype(np.int64),
        point=rows[:, _INDEX["x"] : _INDEX["z"] + 1],
        force=impulse / float(store.header["dt"]),
        status=rows[:, _INDEX["status"]].astype(np.int64),
        a=a,
        b=b,
    )
