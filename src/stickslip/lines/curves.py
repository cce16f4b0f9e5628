"""Elements that guides and contours slide along, of all lines together."""

from __future__ import annotations

import numpy as np

from stickslip.lines.elements import MAX_NODES, Elements, address_of
from stickslip.system.bodies import BodySet


def assemble_curves(bodies: BodySet) -> Elements:
    """Return the elements of all bodies that are curves; their batches are the first of the system."""
    lines, count = [], 0
    for part in bodies.parts.values():
        if (curve := part.curve()) is not None:
            part.first_element = count  # type: ignore[attr-defined]
            lines.append(curve)
            count += len(curve.body)
    body = [row + [-1] * (MAX_NODES - len(row)) for line in lines for row in line.body]
    lengths = [len(p) for line in lines for p in line.parameter]
    body_table = np.array(body, dtype=np.int64).reshape(-1, MAX_NODES)
    return Elements(
        address=np.array([address_of(line.entry) for line in lines for _ in line.body], dtype=np.int64),
        size=(body_table >= 0).sum(axis=1).astype(np.int64),
        body=body_table,
        massive=np.array([int(line.massive) for line in lines for _ in line.body], dtype=np.int64),
        start=np.cumsum([0, *lengths], dtype=np.int64)[:-1].copy(),
    )
