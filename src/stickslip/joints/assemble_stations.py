"""Assembly of stations: massless bodies that follow a floating body (see ``floating.stations``)."""

from __future__ import annotations

import numpy as np

from stickslip.floating.stations import Stations
from stickslip.joints.assembly import JointBuilder
from stickslip.joints.rows import NO_COORDINATE, STATION, Row
from stickslip.system.bodies import BodySet


def assemble_stations(bodies: BodySet, joints: JointBuilder) -> Stations:
    """Append the rows that bind stations to the bodies that they follow."""
    node_of = bodies.bodies.node
    table: list[tuple[int, int, int, int]] = []
    places, shapes = [], []
    for mesh in bodies.parts.values():
        for station in mesh.stations():
            elastic = mesh.first + 1 + station.group if station.group >= 0 else -1
            rho, A = (np.zeros(3), np.zeros(3)), (np.eye(3), np.eye(3))
            rows = [Row(STATION, i) for i in range(len(station.S))]
            j = joints.add(station.frame, [mesh.first, elastic, station.body], rho, A, NO_COORDINATE, rows)
            table.append((j, mesh.first, int(node_of[elastic]) if elastic >= 0 else -1, station.body))
            places.append(np.append(station.x, np.zeros(3 - len(station.x))))
            shapes.append(station.S.ravel() if elastic >= 0 else np.zeros(0))
    column = np.array(table, dtype=np.int64).reshape(-1, 4).T.copy()
    sizes = [len(S) for S in shapes]
    return Stations(
        joint=column[0],
        frame=column[1],
        node=column[2],
        body=column[3],
        x=np.array(places, dtype=float).reshape(-1, 3),
        start=np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)[: len(sizes)],
        S=np.concatenate([*shapes, np.zeros(0)]),
    )
