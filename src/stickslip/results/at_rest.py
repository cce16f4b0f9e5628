"""Energies at rest: work of weights over a displacement of body size, and whether a run stays below it.

A body that rests has no kinetic energy and does no work; what a ledger shows is round-off of forces times velocities
that should be zero. Both are compared with numbers of the body itself: m g l with its size l, and sqrt(g l).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from stickslip.results.base import BLOCK_BYTES, Store

REST = 1e-9  # of m g l and of sqrt(g l): less is none


def rest_energy(header: dict[str, Any]) -> float:
    """Return sum of m g l over all bodies [J], what judges round-off of works; 0 without weight."""
    g = float(np.linalg.norm(header.get("gravity", 0.0)))
    return g * sum(float(body.get("mass", 0.0)) * float(body.get("size", 0.0)) for body in header["bodies"])


def weight_impulse(store: Store) -> float:
    """Return the impulse of all weights over the run [N s], what judges round-off of momenta at rest."""
    header, time = store.header, store.read("time")
    g = float(np.linalg.norm(header.get("gravity", 0.0)))
    return g * sum(float(body.get("mass", 0.0)) for body in header["bodies"]) * float(time[-1] - time[0])


def reach_of(store: Store) -> float:
    """Return the largest distance of a body from the origin at the start [m]."""
    q, dim = store.read("q", slice(0, 1))[0], store.header["dim"]
    places = [q[body["q_off"] : body["q_off"] + dim] for body in store.header["bodies"] if body["nq"] >= dim]
    return max((float(np.linalg.norm(place)) for place in places), default=0.0)


def never_moved(store: Store) -> bool:
    """Return whether each rigid body stayed below 1e-9 of the speed of a fall through its size; False with others."""
    header = store.header
    g = float(np.linalg.norm(header.get("gravity", 0.0)))
    moving = [body for body in header["bodies"] if body["nu"] > 0]
    if g == 0.0 or not all(body["kind"] == "rigid" and float(body.get("size", 0.0)) > 0.0 for body in moving):
        return False
    fastest = np.zeros(store.widths["u"])
    for block in _blocks(store):
        fastest = np.maximum(fastest, np.abs(block).max(axis=0, initial=0.0))
    for body in moving:
        own, size, dim = fastest[body["u_off"] : body["u_off"] + body["nu"]], float(body["size"]), header["dim"]
        speed = max(own[:dim].max(), size * own[dim:].max(initial=0.0))
        if not speed <= REST * np.sqrt(g * size):
            return False
    return True


def _blocks(store: Store) -> Iterator[np.ndarray]:
    step = max(1, BLOCK_BYTES // (8 * max(1, store.widths["u"])))
    for first in range(0, store.n, step):
        yield store.read("u", slice(first, first + step))
