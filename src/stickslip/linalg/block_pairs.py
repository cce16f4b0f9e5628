"""Two right-hand sides at once: substitution waits for its own sums, and a second one fills the pauses."""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.linalg.block_lu import SOLVE, U64, call_outside, is_zero, take_equations
from stickslip.linalg.block_pattern import (
    C_ADDRESS,
    C_NUMBER,
    DIAGONAL,
    FIRST,
    LAST,
    N_LOWER,
    N_SIZE,
    N_START,
    N_UPPER,
    SIZE,
    START,
)


@njit
def begin_pair(pattern, rhs, x):
    """Write rhs (N,) to x as one of the right-hand sides of ``solve_pair``."""
    if pattern.counts[C_ADDRESS] != 0:
        x[: rhs.shape[0]] = rhs
    else:
        take_equations(pattern.steps, rhs, x)


@njit
def solve_pair(pattern, values, pivots, x, y, scratch):
    """Solve A x = b for two right-hand sides at once, with the factors in ``values``; the twin of ``solve``.

    x, y : (N,) what ``begin_pair`` wrote, overwritten by the solutions
    scratch : (N,)
    """
    counts, steps, neighbours = pattern.counts, pattern.steps, pattern.neighbours
    if counts[C_ADDRESS] != 0:
        for z in (x, y):
            scratch[:] = z[: scratch.shape[0]]
            call_outside(counts[C_ADDRESS], counts[C_NUMBER], SOLVE, scratch, z)
        return
    for k in range(steps.shape[0]):
        s, start = steps[k, SIZE], steps[k, START]
        if is_zero(x, start, s) and is_zero(y, start, s):
            continue
        _solve_vectors(values, steps[k, DIAGONAL], s, pivots, start, x, y)
        for i in range(steps[k, FIRST], steps[k, LAST]):
            lower, size, target = neighbours[i, N_LOWER], neighbours[i, N_SIZE], neighbours[i, N_START]
            _subtract_blocks(values, lower, size, s, x, y, start, target)
    for k in range(steps.shape[0] - 1, -1, -1):
        s, start = steps[k, SIZE], steps[k, START]
        for j in range(steps[k, FIRST], steps[k, LAST]):
            upper, size, source = neighbours[j, N_UPPER], neighbours[j, N_SIZE], neighbours[j, N_START]
            _subtract_blocks(values, upper, s, size, x, y, source, start)


@njit
def _solve_vectors(values, d, s, pivots, start, x, y):
    """Do ``_solve_vector`` for x and y side by side: each waits for its own sums, and both load the block once."""
    d, s, start = U64(d), U64(s), U64(start)
    for r in range(s):
        row = U64(pivots[start + r])
        total, other = x[start + row], y[start + row]
        x[start + row], y[start + row] = x[start + r], y[start + r]
        for p in range(r):
            factor = values[d + r * s + p]
            total -= factor * x[start + p]
            other -= factor * y[start + p]
        x[start + r], y[start + r] = total, other
    for back in range(s):
        r = s - U64(1) - back
        total, other = x[start + r], y[start + r]
        for p in range(r + U64(1), s):
            factor = values[d + r * s + p]
            total -= factor * x[start + p]
            other -= factor * y[start + p]
        inverse = values[d + r * s + r]
        x[start + r], y[start + r] = total * inverse, other * inverse


@njit
def _subtract_blocks(values, block, rows, columns, x, y, source, target):
    """Do ``_subtract_block`` for x and y."""
    b, n, i, o = U64(block), U64(columns), U64(source), U64(target)
    for r in range(U64(rows)):
        total, other = x[o + r], y[o + r]
        for c in range(n):
            factor = values[b + r * n + c]
            total -= factor * x[i + c]
            other -= factor * y[i + c]
        x[o + r], y[o + r] = total, other
