"""Names, units and meaning of the recorded columns: the agreement between the time stepper and everything after it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from stickslip._arrays import Floats, Ints
from stickslip.codes import CERTIFICATE, CONTACT, LEDGER, MOMENTUM

FORMAT = 7  # raise when a file written before can no longer be read


class Chunk(NamedTuple):
    """Consecutive recorded instants, k of them."""

    time: Floats  # (k,) [s]
    q: Floats  # (k, nq)
    u: Floats  # (k, nu)
    energy: Floats  # (k, len(LEDGER)) [J]
    certificate: Floats  # (k, len(CERTIFICATE))
    reaction: Floats  # (k, n_rows) joint multipliers as forces [N, N m]
    drift: Floats  # (k, n_rows) residuals of the joints [m, rad]
    coordinate: Floats  # (k, n_joints) joint angle [rad], travel or arc length [m]
    momentum: Floats  # (k, len(MOMENTUM))
    contact_count: Ints  # (k,)
    contacts: Floats  # (sum of contact_count, len(CONTACT)), all instants one after another


COLUMNS = Chunk._fields


def joint_count(entry: Mapping[str, Any]) -> int:
    """Return how many joints of the system an entry of the header stands for: one per node that it holds."""
    return int(entry.get("joints", len(entry["nodes"]))) if "nodes" in entry else 1


def widths(header: Mapping[str, Any]) -> dict[str, int]:
    """Return how many numbers each column holds per row (0 for the one-dimensional ones), from the header alone."""
    bodies, joints = header["bodies"], header["joints"]
    return {
        "time": 0,
        "q": max((body["q_off"] + body["nq"] + body.get("attached", 0) for body in bodies), default=0),
        "u": max((body["u_off"] + body["nu"] + body.get("attached", 0) for body in bodies), default=0),
        "energy": len(LEDGER),
        "certificate": len(CERTIFICATE),
        "reaction": max((joint["row"] + joint["rows"] for joint in joints), default=0),
        "drift": max((joint["row"] + joint["rows"] for joint in joints), default=0),
        "coordinate": sum(joint_count(joint) for joint in joints),
        "momentum": len(MOMENTUM),
        "contact_count": 0,
        "contacts": len(CONTACT),
    }
