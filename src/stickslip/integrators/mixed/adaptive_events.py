"""Where a smooth phase ends within a step of an adaptive run: contacts and stops that close, slip that ends."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from stickslip._arrays import Floats
from stickslip.contact.solver.problem import INTERVAL
from stickslip.system.layout import State, Work

STUCK = 1e-6  # of the slip before: less is none

Key = tuple[int, int, int]
"""Contours and feature of a contact, or (-1 - number of a limit, -1, -1)."""


class Slip(NamedTuple):
    """How a closed contact, or dry friction in a joint, slipped at the end of the last step."""

    velocity: Floats  # (1,) or (2,)
    rate: float  # of its magnitude in that step, NaN: not known


def key_of(table: Any, k: int) -> Key:
    """Return the key of contact k of a table of contacts, or of those that are remembered as closed."""
    return int(table.a[k]), int(table.b[k]), int(table.feature[k])


def closed_contacts(state: State) -> set[Key]:
    """Return the contacts that were closed in the last step."""
    return {key_of(state.warm, k) for k in range(int(state.warm.count[0]))}


def time_since_closing(work: Work, tolerance: float) -> float:
    """Return how long ago a contact or stop closed in the last step [s]; 0 for depths below the tolerance."""
    depth, speed = work.shift.late
    return float((depth - 0.1 * tolerance) / speed) if depth > tolerance else 0.0  # aims at a closed contact


def slips(work: Work) -> dict[Key, Floats]:
    """Return the slip velocities of all closed contacts with friction, and of dry friction in joints."""
    groups, found = work.groups, {}
    for g in range(int(groups.count[0])):
        c, row, size = int(groups.contact[g]), int(groups.row[g]), int(groups.size[g])
        if c >= 0 and size > 1:
            found[key_of(work.geometry.contacts, c)] = groups.after[row + 1 : row + size].copy()
        elif c < 0 and groups.kind[g] == INTERVAL:
            found[c, -1, -1] = groups.after[row : row + 1].copy()
    return found


def next_slips(before: dict[Key, Slip], now: dict[Key, Floats], size: float) -> dict[Key, Slip]:
    """Return the slips after a step of the given size, with their rates."""
    found = {}
    for key, velocity in now.items():
        last = float(np.linalg.norm(before[key].velocity)) if key in before else np.nan
        found[key] = Slip(velocity, (float(np.linalg.norm(velocity)) - last) / size)
    return found


def time_since_slip(before: dict[Key, Slip], now: dict[Key, Floats], size: float, tolerance: float) -> float:
    """Return how long ago, in a step of the given size, a slip ended or reversed [s]; 0 if it hardly matters.

    The time is that at which the slip from before, which changes at its last rate, vanishes.
    """
    late = 0.0
    for key, after in now.items():
        if key not in before:
            continue
        slip, rate = before[key]
        speed, left = float(np.linalg.norm(slip)), float(np.linalg.norm(after))
        turned = left > STUCK * speed and float(slip @ after) < 0.0
        if left > STUCK * speed and not turned:
            continue
        if turned and not rate < 0.0:
            rate = -(speed + left) / size
        if rate < 0.0:
            over = size + speed / rate
            if size * -rate * over > tolerance:
                late = max(late, over)
    return late


def pack(slip: dict[Key, Slip]) -> dict[str, np.ndarray]:
    """Return slips as arrays for a checkpoint."""
    keys = np.array(list(slip), dtype=np.int64).reshape(-1, 3)
    values = np.full((len(slip), 3), np.nan)
    for row, (velocity, rate) in zip(values, slip.values(), strict=True):
        row[: len(velocity)], row[2] = velocity, rate
    return {"slip_key": keys, "slip": values}


def unpack(saved: dict[str, Any]) -> dict[Key, Slip]:
    """Return the slips that ``pack`` has stored."""
    found = {}
    for (a, b, feature), row in zip(saved["slip_key"], saved["slip"], strict=True):
        found[int(a), int(b), int(feature)] = Slip(row[:2][~np.isnan(row[:2])], float(row[2]))
    return found
