"""Symbolic phase of the node-block LU: order, fill and the place of every block, found once per topology.

The tables of ``BlockPattern`` are all that the numeric phase (``block_lu``) walks through.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from stickslip._arrays import Floats, Ints
from stickslip.linalg.ordering import minimum_degree

# Entries of BlockPattern.counts that belong to factors from outside (``outside``), 0: none.
C_ADDRESS, C_NUMBER = 4, 5
# Columns of BlockPattern.steps, one row per elimination step.
SIZE, START, DIAGONAL, FIRST, LAST, TARGET, LATE, WIDTH, EQUATION = range(9)
# Columns of BlockPattern.neighbours, one row per later neighbour of a step.
N_SIZE, N_START, N_UPPER, N_LOWER = range(4)
# Columns of BlockPattern.blocks, one row per original block.
B_OFFSET, B_ROW_START, B_ROWS, B_COLUMN_START, B_COLUMNS = range(5)


class BlockPattern(NamedTuple):
    """The static part of a block factorisation: tables of int64, valid for one topology.

    Block (i, j) is a contiguous row-major (size_i, size_j) piece of the flat value array.
    """

    # (6,) nodes, scalar unknowns N, length of the value array, columns of work, address and number of outside factors
    counts: Ints
    # (n, 9) size, first unknown, offset of D_k, neighbours, target, joint?, width of U_k, first equation
    steps: Ints
    neighbours: Ints  # (m, 4) size, first unknown, offset of U_kj, offset of A_jk
    targets: Ints  # (t,) offset of A_ij for the pairs (i, j) of step 0, step 1, ... (j fastest)
    blocks: Ints  # (b, 5) original blocks sorted by (i, j): offset, first row, rows, first column, columns
    keys: Ints  # (b,) i n + j of these blocks, ascending


def analyse(
    sizes: ArrayLike,
    edges: ArrayLike,
    late: ArrayLike,
    start: ArrayLike | None = None,
    equations: ArrayLike | None = None,
    after: Mapping[int, Collection[int]] = MappingProxyType({}),
    factored: bool = True,
) -> BlockPattern:
    """Find order, fill and elimination targets of the node graph.

    Parameters
    ----------
    sizes : (n,) scalar unknowns per node, > 0
    edges : (m, 2) pairs of coupled nodes; each makes both blocks (i, j) and (j, i)
    late : (n,) 1 for joints (zero diagonal block), 0 for bodies; 2 and 3 for those that are eliminated first
    start : (n,) first scalar unknown of each node; default: nodes one after the other
    equations : (n,) first scalar equation of each node; default: those of its unknowns
    after : for some nodes, those that must be eliminated before, see ``minimum_degree``
    factored : False leaves out order and fill: places of the blocks only, for factors from outside
    """
    size = np.asarray(sizes, dtype=np.int64).reshape(-1)
    edge = np.asarray(edges, dtype=np.int64).reshape(-1, 2)
    joint = np.asarray(late, dtype=np.int64).reshape(-1)
    first = np.cumsum(size) - size if start is None else np.asarray(start, dtype=np.int64).reshape(-1)
    row_first = first if equations is None else np.asarray(equations, dtype=np.int64).reshape(-1)
    for starts in (first, row_first):
        _check(size, edge, joint, starts)
    n = len(size)
    if not factored:
        return _places_only(size, edge, joint, first, row_first)
    order, later = minimum_degree(size, edge, joint, after)
    offset, n_values = _place_blocks(size, order, later)

    steps = np.zeros((n, 9), dtype=np.int64)
    neighbours: list[tuple[int, ...]] = []
    targets: list[int] = []
    for k, (node, nodes) in enumerate(zip(order, later)):
        begin = len(neighbours)
        steps[k] = (
            *(size[node], first[node], offset[node * n + node]),
            *(begin, begin + len(nodes), len(targets), joint[node], size[nodes].sum(), row_first[node]),
        )
        neighbours += [(size[j], first[j], offset[node * n + j], offset[j * n + node]) for j in nodes]
        targets += [offset[i * n + j] for i in nodes for j in nodes]

    panel = ((steps[:, SIZE] + 1) * steps[:, WIDTH]).max()
    keys = _block_keys(n, edge)
    row, column = keys // n, keys % n
    block_offsets = np.fromiter((offset[key] for key in keys.tolist()), dtype=np.int64, count=len(keys))
    return BlockPattern(
        counts=np.array([n, size.sum(), n_values, max(size.sum(), panel), 0, 0], dtype=np.int64),
        steps=steps,
        neighbours=np.array(neighbours, dtype=np.int64).reshape(-1, 4),
        targets=np.array(targets, dtype=np.int64),
        blocks=np.stack([block_offsets, row_first[row], size[row], first[column], size[column]], axis=1),
        keys=keys,
    )


def _block_keys(n: int, edge: NDArray) -> Ints:
    """Return i n + j of all blocks (i, j) of the original matrix, ascending."""
    i, j = edge[:, 0], edge[:, 1]
    return np.unique(np.concatenate([np.arange(n) * (n + 1), i * n + j, j * n + i]))


def _places_only(size: NDArray, edge: NDArray, joint: NDArray, first: NDArray, row_first: NDArray) -> BlockPattern:
    """Return a pattern without order and fill: blocks one after the other, steps in the order of the nodes."""
    n = len(size)
    keys = _block_keys(n, edge)
    row, column = keys // n, keys % n
    lengths = size[row] * size[column]
    none = np.zeros(0, dtype=np.int64)
    steps = np.zeros((n, 9), dtype=np.int64)
    steps[:, [SIZE, START, LATE, EQUATION]] = np.stack([size, first, joint, row_first], axis=1)
    return BlockPattern(
        counts=np.array([n, size.sum(), lengths.sum(), size.sum(), 0, 0], dtype=np.int64),
        steps=steps,
        neighbours=none.reshape(0, 4),
        targets=none,
        blocks=np.stack([np.cumsum(lengths) - lengths, row_first[row], size[row], first[column], size[column]], axis=1),
        keys=keys,
    )


def _check(size: NDArray, edge: NDArray, joint: NDArray, first: NDArray) -> None:
    n = len(size)
    if n == 0 or size.min() < 1:
        raise ValueError(f"sizes: need at least one node and sizes > 0, got {size}")
    if len(joint) != n or len(first) != n:
        raise ValueError(f"late and start must have {n} entries like sizes, got {len(joint)} and {len(first)}")
    if edge.size and (edge.min() < 0 or edge.max() >= n):
        raise ValueError(f"edges: node numbers must lie in 0..{n - 1}, got {edge.min()}..{edge.max()}")
    sequence = np.argsort(first, kind="stable")
    if not np.array_equal(first[sequence], np.cumsum(size[sequence]) - size[sequence]):
        raise ValueError("start: the nodes must cover the unknowns 0..N-1 without gap or overlap")


def _place_blocks(size: NDArray, order: list[int], later: list[list[int]]) -> tuple[dict[int, int], int]:
    """Place all blocks in the order in which the factorisation visits them; keys are i n + j."""
    n, offset, place = len(size), {}, 0
    width = size.tolist()
    for node, nodes in zip(order, later):
        offset[node * n + node] = place
        place += width[node] ** 2
        for j in nodes:
            offset[node * n + j] = place
            offset[j * n + node] = place + width[node] * width[j]
            place += 2 * width[node] * width[j]
    return offset, place


def block_offset(pattern: BlockPattern, i: int, j: int) -> int:
    """Return where block (i, j) of the original matrix starts in the flat value array."""
    key = i * int(pattern.counts[0]) + j
    place = int(np.searchsorted(pattern.keys, key))
    if place == len(pattern.keys) or pattern.keys[place] != key:
        raise KeyError(f"block ({i}, {j}) is not part of the matrix: no edge joins these nodes")
    return int(pattern.blocks[place, B_OFFSET])


def allocate(pattern: BlockPattern) -> tuple[Floats, Ints, Floats]:
    """Return zeroed (values, pivots, work) of shapes (n_values,), (N,), (4, >= N)."""
    _, n_unknowns, n_values, n_work = pattern.counts[:4]
    return np.zeros(n_values), np.zeros(n_unknowns, dtype=np.int64), np.zeros((4, n_work))
