"""Buffers of recorded instants, filled by compiled code and emptied by Python."""

from __future__ import annotations

from typing import NamedTuple

from stickslip._arrays import Floats, Ints


class Recorder(NamedTuple):
    """Buffers of recorded instants; Python empties them when they are full."""

    count: Ints  # type: ignore[assignment]  # (2,) instants, contact rows
    time: Floats  # (k,)
    q: Floats  # (k, nq)
    u: Floats  # (k, nu)
    energy: Floats  # (k, 9)
    certificate: Floats  # (k, 10)
    reaction: Floats  # (k, nr)
    drift: Floats  # (k, nr)
    coordinate: Floats  # (k, nj)
    momentum: Floats  # (k, 12)
    contact_count: Ints  # (k,)
    contacts: Floats  # (rows, 20)
    keep_open: Ints  # (1,) 1: also contacts that are not closed are recorded
