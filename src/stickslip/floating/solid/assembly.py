"""Assembly of floating bodies in space: batches of ``mechanics.floating_space``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stickslip._arrays import Ints
from stickslip.floating.solid import kernel
from stickslip.mechanics.batches import CONTROL_SIZE, T_DATA, T_NQ, T_NU, T_SIZE, T_VALUES, Batches, join_batches
from stickslip.mechanics.bodies import Nodes
from stickslip.model.model import Model
from stickslip.solids.assembly import coordinates_of_last


def assemble_floating_space(model: Model, meshes: Sequence[Any], nodes: Nodes, node_of: Ints) -> Batches:
    """Collect the batches of all floating solids of a spatial model, without places in the matrix."""
    tables, data, scratch = [], [], CONTROL_SIZE
    for mesh in meshes:
        m = len(mesh.of.omega)
        parts = (np.array(model.gravity), mesh.first_moment, mesh.S, mesh.B, mesh.P)
        data.append(np.concatenate([part.ravel() for part in parts]))
        frame, elastic = int(node_of[mesh.frame]), int(node_of[mesh.frame + 1]) if m else -1
        table = np.full(kernel.F_SIZE, -1, dtype=np.int64)
        table[T_SIZE], table[T_DATA] = kernel.F_SIZE, len(data[-1])
        table[T_NQ], table[T_NU] = nodes.q_off[-1] + coordinates_of_last(nodes), nodes.nu.sum()
        table[kernel.F_MODES], table[kernel.F_SCRATCH] = m, scratch
        table[kernel.F_FRAME], table[kernel.F_ELASTIC] = frame, elastic
        table[kernel.F_FRAME_Q], table[kernel.F_FRAME_U] = nodes.q_off[frame], nodes.u_off[frame]
        if m:
            table[kernel.F_Q], table[kernel.F_U] = nodes.q_off[elastic], nodes.u_off[elastic]
        scratch += kernel.scratch_size(m)
        tables.append(table)
    for table in tables:
        table[kernel.F_CONTROL] = scratch
    return join_batches([kernel.floating_address() for _ in meshes], tables, data)


def frames_of(space: Batches) -> list[tuple[int, int]]:
    """Return the nodes of frame and elastic coordinates (-1: none) of every body."""
    start = space.table_start[:-1]
    columns = (space.table[start + kernel.F_FRAME], space.table[start + kernel.F_ELASTIC])
    return [(int(a), int(b)) for a, b in zip(*columns, strict=True)]


def frame_blocks(space: Batches, size: int, block_offset: Callable[[int, int], int]) -> Batches:
    """Return the bodies with places of their blocks in a matrix of ``size`` values."""
    table = space.table.copy()
    for start, (a, b) in zip(space.table_start[:-1], frames_of(space), strict=True):
        table[start + T_VALUES] = size
        for place, pair in zip((kernel.F_RR, kernel.F_RE, kernel.F_ER, kernel.F_EE), ((a, a), (a, b), (b, a), (b, b))):
            table[start + place] = block_offset(*pair)
    return space._replace(table=table)
