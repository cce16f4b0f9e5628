"""Assembly of floating bodies: nodes of frame and elastic coordinates, their integrals, and stations."""

from __future__ import annotations

import numpy as np

from stickslip.contact.tables import Floats, Ints
from stickslip.mechanics.bodies import GENERAL, PLANAR, Bodies, Nodes
from stickslip.mechanics.floating import Floating
from stickslip.mechanics.joints import NO_COORDINATE, STATION
from stickslip.mechanics.stations import Stations
from stickslip.model.bodies import Frame
from stickslip.model.model import Model
from stickslip.system.floating_beam import FloatingMesh
from stickslip.system.pose import position_of, rotation_of

Row = tuple[int, Floats, Floats]  # node, place, axes of a body


def add_floating(model: Model, mesh: FloatingMesh, builder, first: int) -> list[Row]:
    """Append frame, elastic coordinates and stations as nodes; return their bodies, numbered from ``first`` on."""
    beam, of = mesh.beam, mesh.reduced
    A = rotation_of(beam.label, beam.rotation, 2)
    start, v = (position_of(beam.label, name, getattr(beam, name), 2) for name in ("position", "velocity"))
    mesh.r, mesh.frame = start + mesh.s[:, None] * A[:, 0], first

    def motion(s: float) -> tuple[Floats, Floats]:
        lever = s * A[:2, 0]
        place = np.append(start[:2] + lever, beam.rotation)
        return place, np.append(v[:2] + beam.angular_velocity * np.array([-lever[1], lever[0]]), beam.angular_velocity)

    mass, zero = beam.section_data.mass * beam.length, np.zeros((3, 3))
    load = np.append(mass * np.array(model.gravity), 0.0)
    q, u = motion(mesh.origin)
    frame = builder.add(PLANAR, np.diag([mass, mass, of.I_2]), q, u, load, zero, zero)
    rows: list[Row] = [(frame, np.append(q[:2], 0.0), A)]
    for group in mesh.groups:
        pick, none = np.ix_(group, group), np.zeros(len(group))
        node = builder.add(GENERAL, of.M[pick], none, none, none, of.K[pick], beam.retardation * of.K[pick])
        rows.append((node, np.zeros(3), np.eye(3)))
    for s in mesh.stations:
        k = mesh.node(s)
        if mesh.s[k] == mesh.origin and mesh.motion_of(k)[0] < 0:
            mesh.body_of[k] = first
        elif k not in mesh.body_of:
            mesh.body_of[k] = first + len(rows)
            q, u = motion(mesh.s[k])
            rows.append((builder.add(PLANAR, zero, q, u, np.zeros(3), zero, zero), mesh.r[k], A))
    return rows


def assemble_floating(model: Model, meshes: list[FloatingMesh], nodes: Nodes, bodies: Bodies) -> Floating:
    """Collect the integrals of all floating bodies."""
    n = int(nodes.nu.sum()) if meshes else 0
    frame, first, node, pairs = [], [0], [], []
    blocks: dict[str, list[Floats]] = {"M": [], "K": [], "S": []}
    S_bar, I_3, I_4 = np.zeros((n, 2)), np.zeros(n), np.zeros(n)
    for number, mesh in enumerate(meshes):
        of, own = mesh.reduced, bodies.node[mesh.frame + 1 : mesh.frame + 1 + len(mesh.groups)]
        frame.append(int(bodies.node[mesh.frame]))
        node += own.tolist()
        first.append(len(node))
        for k, group in zip(own, mesh.groups, strict=True):
            place = slice(nodes.u_off[k], nodes.u_off[k] + nodes.nu[k])
            S_bar[place], I_3[place], I_4[place] = of.S_bar[:, group].T, of.I_3[group], of.I_4[group]
        for a, group in enumerate(mesh.groups):
            for b in range(a, min(a + 2, len(mesh.groups))):  # neighbours only
                pick = np.ix_(group, mesh.groups[b])
                pairs.append((int(own[a]), int(own[b]), number))
                for name, matrix in (("M", of.M), ("K", of.K), ("S", of.S_tilde)):
                    blocks[name].append(matrix[pick].ravel())
    sizes = [len(block) for block in blocks["M"]]
    return Floating(
        frame=np.array(frame, dtype=np.int64),
        first=np.array(first, dtype=np.int64),
        node=np.array(node, dtype=np.int64),
        I_1=np.array([[mesh.nodal.I_1, 0.0] for mesh in meshes]).reshape(-1, 2),
        gravity=np.array([model.gravity[:2] for _ in meshes], dtype=float).reshape(-1, 2),
        retardation=np.array([mesh.beam.retardation for mesh in meshes], dtype=float),
        S_bar=S_bar,
        I_3=I_3,
        I_4=I_4,
        pair=np.array(pairs, dtype=np.int64).reshape(-1, 3),
        block=np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)[: len(sizes)],
        **{name: np.concatenate([*found, np.zeros(0)]) for name, found in blocks.items()},
    )


def assemble_stations(meshes: list[FloatingMesh], node_of: Ints, joints) -> Stations:
    """Append the rows that bind stations to their floating bodies."""
    table: list[tuple[int, int, int, int]] = []
    places, shapes = [], []
    for mesh in meshes:
        for k, body in mesh.body_of.items():
            if body == mesh.frame:
                continue
            group, S = mesh.motion_of(k)
            elastic = mesh.frame + 1 + group if group >= 0 else -1
            part = Frame(body=mesh.beam, s=float(mesh.s[k]), name=f"{mesh.beam.name} at s = {mesh.s[k]:.9g}")
            rho, A = (np.zeros(3), np.zeros(3)), (np.eye(3), np.eye(3))
            rows = [(STATION, i, 0, 0.0, -1) for i in range(3)]
            j = joints.add(part, [mesh.frame, elastic, body], rho, A, NO_COORDINATE, rows)
            table.append((j, mesh.frame, int(node_of[elastic]) if group >= 0 else -1, body))
            places.append((mesh.s[k] - mesh.origin, 0.0))
            shapes.append(S.ravel())
    column = np.array(table, dtype=np.int64).reshape(-1, 4).T.copy()
    sizes = [len(S) for S in shapes]
    return Stations(
        joint=column[0],
        frame=column[1],
        node=column[2],
        body=column[3],
        x=np.array(places, dtype=float).reshape(-1, 2),
        start=np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)[: len(sizes)],
        S=np.concatenate([*shapes, np.zeros(0)]),
    )
