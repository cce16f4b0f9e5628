"""Node-block sparse LU for structurally symmetric matrices such as [[A, -Gᵀ], [G, 0]] of bodies and joints.

With the nodes in elimination order, step k of the block factorisation reads

    P_k D_k = L_k R_k                        (partial pivoting inside the diagonal block)
    U_kj  <-  D_k⁻¹ A_kj                     for all later neighbours j
    A_ij  <-  A_ij − A_ik U_kj               for all pairs i, j of later neighbours

so that the blocks A_ik below the diagonal stay unscaled. Order, fill and the place of every target block are found
once per topology (``block_pattern``); the numeric phase only walks through tables and allocates nothing.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types

from stickslip._jit import call_at, njit
from stickslip.linalg.block_pattern import (
    B_COLUMN_START,
    B_COLUMNS,
    B_OFFSET,
    B_ROW_START,
    B_ROWS,
    C_ADDRESS,
    C_NUMBER,
    DIAGONAL,
    EQUATION,
    FIRST,
    LAST,
    LATE,
    N_LOWER,
    N_SIZE,
    N_START,
    N_UPPER,
    SIZE,
    START,
    TARGET,
    WIDTH,
)

# Kernels index with unsigned integers: signed ones make the compiler test for negative indices, which costs the
# vectorisation of all inner loops (measured: factor 2 to 5 on 6 x 6 to 20 x 20 blocks).
U64 = np.uint64
FACTOR, SOLVE = range(2)  # tasks of factors from outside (``outside``)
DEPENDENT = 1e-11  # relative pivot of a row that follows from others
WEAK = 1e-4  # of one that did at the start, where bodies have left g = 0 since: pivots grow with the square of that
STAGNATION = 0.9  # refinement that gains less than this factor per correction has ended


@njit
def _scale_rows(values, d, s, start, work):
    """row, column <- 1 / sqrt|peak|, so that row_r |D_rc| column_c has no unit; peak, row, column are rows of work."""
    d, s, start = U64(d), U64(s), U64(start)
    for r in range(s):
        scale = abs(work[0, start + r])
        if scale == 0.0:  # a zero diagonal throughout: measure the row by its largest entry
            for c in range(s):
                scale = max(scale, abs(values[d + r * s + c]))
        weight = 1.0 / np.sqrt(scale) if scale > 0.0 else 1.0
        work[1, start + r] = weight
        work[2, start + r] = weight


@njit
def _factor_diagonal(values, d, s, pivots, start, work):
    """Factor D = Pᵀ L R in place, 1/r_cc on the diagonal; return min |r_cc| / sqrt(peak_row peak_column).

    Measured by the peaks, pivots do not depend on units, and round-off is told from a small but genuine pivot.
    A zero pivot is stored as 0 (its unknown is then not moved).
    """
    _scale_rows(values, d, s, start, work)
    d, s, start = U64(d), U64(s), U64(start)
    smallest = np.inf
    for c in range(s):
        best, row = -1.0, c
        for r in range(c, s):
            candidate = abs(values[d + r * s + c]) * work[1, start + r]
            if candidate > best:
                best, row = candidate, r
        pivots[start + c] = row
        relative = best * work[2, start + c]
        smallest = min(smallest, relative) if relative > 0.0 else 0.0  # 0 also for NaN
        if row != c:
            work[1, start + row] = work[1, start + c]
            for j in range(s):
                values[d + c * s + j], values[d + row * s + j] = values[d + row * s + j], values[d + c * s + j]
        pivot = values[d + c * s + c]
        inverse = 1.0 / pivot if pivot != 0.0 else 0.0
        values[d + c * s + c] = inverse
        for r in range(c + U64(1), s):
            factor = values[d + r * s + c] * inverse
            values[d + r * s + c] = factor
            for j in range(c + U64(1), s):
                values[d + r * s + j] -= factor * values[d + c * s + j]
    return smallest


@njit
def _solve_block(values, d, s, pivots, start, x, upper, width):
    """U <- D⁻¹ U for the row-major (s, width) block at ``upper`` of ``x`` (which may be ``values``)."""
    d, s, start, u, w = U64(d), U64(s), U64(start), U64(upper), U64(width)
    for r in range(s):
        row = U64(pivots[start + r])
        if row != r:
            for c in range(w):
                x[u + r * w + c], x[u + row * w + c] = x[u + row * w + c], x[u + r * w + c]
    for r in range(s):
        for p in range(r):
            factor = values[d + r * s + p]
            for c in range(w):
                x[u + r * w + c] -= factor * x[u + p * w + c]
    for back in range(s):
        r = s - U64(1) - back
        for p in range(r + U64(1), s):
            factor = values[d + r * s + p]
            for c in range(w):
                x[u + r * w + c] -= factor * x[u + p * w + c]
        inverse = values[d + r * s + r]
        for c in range(w):
            x[u + r * w + c] *= inverse


@njit
def _solve_vector(values, d, s, pivots, start, x):
    """x_k <- D⁻¹ x_k; the twin of ``_solve_block`` for one column, with dot products instead of row operations."""
    d, s, start = U64(d), U64(s), U64(start)
    for r in range(s):
        row = U64(pivots[start + r])
        total = x[start + row]
        x[start + row] = x[start + r]
        for p in range(r):
            total -= values[d + r * s + p] * x[start + p]
        x[start + r] = total
    for back in range(s):
        r = s - U64(1) - back
        total = x[start + r]
        for p in range(r + U64(1), s):
            total -= values[d + r * s + p] * x[start + p]
        x[start + r] = total * values[d + r * s + r]


@njit
def _subtract_product(values, lower, upper, target, rows, inner, columns):
    """A_ij <- A_ij − A_ik U_kj."""
    l, u, t = U64(lower), U64(upper), U64(target)
    m, n = U64(inner), U64(columns)
    for r in range(U64(rows)):
        for p in range(m):
            factor = values[l + r * m + p]
            for c in range(n):
                values[t + r * n + c] -= factor * values[u + p * n + c]


@njit
def _raise_peak(values, d, s, start, peak):
    """Keep the diagonal entry of largest magnitude seen so far, with its sign."""
    for r in range(s):
        entry = values[d + r * s + r]
        if abs(entry) > abs(peak[start + r]):
            peak[start + r] = entry


@njit
def _eliminate_by_panel(pattern, values, pivots, k, peak, panel):
    """U_k <- D_k⁻¹ A_k, A_ij <- A_ij − A_ik U_kj with all U_kj side by side in one row-major (s, width) panel.

    The panel makes the inner loops long: about half the time of block-by-block work on grids and on large trees with
    many loops, no gain where a pivot has only two small neighbours.
    """
    steps, neighbours = pattern.steps, pattern.neighbours
    s, first, last, width = U64(steps[k, SIZE]), steps[k, FIRST], steps[k, LAST], U64(steps[k, WIDTH])
    _copy_panel(values, neighbours, first, last, s, width, panel, True)
    _solve_block(values, steps[k, DIAGONAL], steps[k, SIZE], pivots, steps[k, START], panel, 0, steps[k, WIDTH])
    _copy_panel(values, neighbours, first, last, s, width, panel, False)
    product = s * width  # one row A_ik U_k is kept behind the panel
    t = steps[k, TARGET]
    for i in range(first, last):
        rows, lower = neighbours[i, N_SIZE], U64(neighbours[i, N_LOWER])
        for r in range(U64(rows)):
            for c in range(width):
                panel[product + c] = 0.0
            for p in range(s):
                factor = values[lower + r * s + p]
                for c in range(width):
                    panel[product + c] += factor * panel[p * width + c]
            place = product
            for j in range(first, last):
                columns = U64(neighbours[j, N_SIZE])
                target = U64(pattern.targets[t + j - first]) + r * columns
                for c in range(columns):
                    values[target + c] -= panel[place + c]
                place += columns
        _raise_peak(values, pattern.targets[t + i - first], rows, neighbours[i, N_START], peak)
        t += last - first


@njit
def _copy_panel(values, neighbours, first, last, s, width, panel, gather):
    """Copy the blocks U_kj into the panel (gather) or back."""
    place = U64(0)
    for j in range(first, last):
        upper, columns = U64(neighbours[j, N_UPPER]), U64(neighbours[j, N_SIZE])
        for r in range(s):
            for c in range(columns):
                if gather:
                    panel[place + r * width + c] = values[upper + r * columns + c]
                else:
                    values[upper + r * columns + c] = panel[place + r * width + c]
        place += columns


@call_at(float)
def call_outside(typingctx, address, number, task, first, second):
    """Call double f(number, task, first, second) at ``address`` with the data of two arrays."""

    def codegen(context, builder, signature, args):
        integer, byte = ir.IntType(64), ir.PointerType(ir.IntType(8))
        kind = ir.FunctionType(ir.DoubleType(), [integer, integer, byte, byte])
        data = [context.make_array(signature.args[k])(context, builder, args[k]).data for k in (3, 4)]
        data = [builder.bitcast(pointer, byte) for pointer in data]
        return builder.call(builder.inttoptr(args[0], ir.PointerType(kind)), [args[1], args[2], *data])

    return types.float64(types.int64, types.int64, types.int64, first, second), codegen


@njit
def factor_regularised(pattern, values, pivots, work, eps):
    """Factor A + eps diag(0, peak) in place, where peak_r is the largest value that diagonal entry r of a joint takes.

    Row r of a joint starts with a zero diagonal, which grows to its entry of G A⁻¹ Gᵀ (the compliance of the bodies
    at that row, as far as they are eliminated) and shrinks only where another joint constrains the same motion. The
    peak is thus the size of the row before any cancellation: eps * peak has the unit and sign of the pivot it
    guards, whatever the units and masses, and a redundant row gets the pivot eps * peak instead of round-off.
    The result belongs to a perturbed matrix; ``refine`` recovers the solution of the original one.

    Parameters
    ----------
    pattern : BlockPattern
    values : (n_values,) matrix in, factors out; fill blocks zero on entry
    pivots : (N,) int64, out
    work : scratch from ``allocate``
    eps : relative size of the regularisation of joint rows; 0 for none

    Returns
    -------
    smallest pivot relative to the peak of its row and column; 0 if the matrix is singular or not finite
    """
    return _factor(pattern, values, pivots, work, eps, pattern.targets[:0], 1, False)


@njit
def factor_redundant(pattern, values, pivots, work, redundant, stages, learn):
    """Factor A in place without the rows of joints that follow from others; their unknowns will be zero.

    Rows that depend on each other where g = 0 are practically independent slightly away from it, and would lock what
    moves. Which block of rows has how many of them is thus learnt at a configuration with g = 0 (``learn``) and kept
    in ``redundant``, at the place of the first unknown of the block. The weakest rows of a block are those that
    remain when its diagonal is eliminated by its largest entries.

    Parameters
    ----------
    redundant : (N,) int64, numbers of redundant rows
    stages : how many systems of the kind that was learnt from the matrix has side by side
    learn : whether to learn
    """
    _factor(pattern, values, pivots, work, 0.0, redundant, stages, learn)


@njit
def _drop_redundant(values, d, s, start, peak, known):
    """Clear the rows and columns of D that follow from others; return how many these are.

    All with a relative pivot below DEPENDENT are, and of ``known`` ones those below WEAK.
    """
    S = values[d : d + s * s].copy().reshape(s, s)
    left = np.ones(s, dtype=np.bool_)
    for remaining in range(s, 0, -1):
        largest, p = -1.0, 0
        for i in range(s):
            size = abs(peak[start + i])
            pivot = abs(S[i, i]) / size if size > 0.0 else 0.0
            if left[i] and pivot > largest:
                largest, p = pivot, i
        if largest < DEPENDENT or (remaining <= known and largest < WEAK):
            for i in range(s):
                for j in range(s):
                    if left[i] or left[j]:
                        values[d + i * s + j] = 0.0
            return remaining
        left[p] = False
        for i in range(s):
            if left[i]:
                factor = S[i, p] / S[p, p]
                for j in range(s):
                    S[i, j] -= factor * S[p, j]
    return 0


@njit
def _factor(pattern, values, pivots, work, eps, redundant, stages, learn):
    """Factor A + eps diag(0, peak), or A without its redundant rows where ``redundant`` is given."""
    counts = pattern.counts
    if counts[C_ADDRESS] != 0:  # it does not regularise
        return call_outside(counts[C_ADDRESS], counts[C_NUMBER], FACTOR, values, values)
    steps, neighbours, targets = pattern.steps, pattern.neighbours, pattern.targets
    peak = work[0]
    smallest = np.inf
    for k in range(steps.shape[0]):
        s, start, d = steps[k, SIZE], steps[k, START], steps[k, DIAGONAL]
        for r in range(s):
            peak[start + r] = values[d + r * s + r]
    for k in range(steps.shape[0]):
        s, start, d = steps[k, SIZE], steps[k, START], steps[k, DIAGONAL]
        if eps > 0.0 and steps[k, LATE] == 1:
            for r in range(s):
                values[d + r * s + r] += eps * peak[start + r]
        if len(redundant) > 0 and steps[k, LATE] == 1:
            known = start // stages
            found = _drop_redundant(values, d, s, start, peak, 0 if learn else stages * redundant[known])
            if learn:
                redundant[known] = found
        smallest = min(smallest, _factor_diagonal(values, d, s, pivots, start, work))
        first = steps[k, FIRST]
        n_later = steps[k, LAST] - first
        if n_later == 1:  # chains: no panel needed
            upper, width = neighbours[first, N_UPPER], neighbours[first, N_SIZE]
            target = targets[steps[k, TARGET]]
            _solve_block(values, d, s, pivots, start, values, upper, width)
            _subtract_product(values, neighbours[first, N_LOWER], upper, target, width, s, width)
            _raise_peak(values, target, width, neighbours[first, N_START], peak)
        elif n_later > 1:
            _eliminate_by_panel(pattern, values, pivots, k, peak, work[3])
    return smallest


@njit
def factor(pattern, values, pivots, work):
    """Factor A in place without regularisation; see ``factor_regularised``. Below about 1e-12, A is singular."""
    return factor_regularised(pattern, values, pivots, work, 0.0)


@njit
def solve(pattern, values, pivots, rhs, x):
    """Solve A x = rhs with the factors in ``values``; rhs, x : (N,) in natural order, distinct."""
    counts = pattern.counts
    if counts[C_ADDRESS] != 0:
        call_outside(counts[C_ADDRESS], counts[C_NUMBER], SOLVE, rhs, x)
        return
    steps, neighbours = pattern.steps, pattern.neighbours
    take_equations(steps, rhs, x)
    for k in range(steps.shape[0]):
        s, start = steps[k, SIZE], steps[k, START]
        if is_zero(x, start, s):
            continue  # right-hand sides of single contacts are zero almost everywhere
        _solve_vector(values, steps[k, DIAGONAL], s, pivots, start, x)
        for i in range(steps[k, FIRST], steps[k, LAST]):
            _subtract_block(values, neighbours[i, N_LOWER], neighbours[i, N_SIZE], s, x, start, neighbours[i, N_START])
    for k in range(steps.shape[0] - 1, -1, -1):
        s, start = steps[k, SIZE], steps[k, START]
        for j in range(steps[k, FIRST], steps[k, LAST]):
            _subtract_block(values, neighbours[j, N_UPPER], s, neighbours[j, N_SIZE], x, neighbours[j, N_START], start)


@njit
def take_equations(steps, rhs, x):
    """Write the right-hand sides of all equations to the places of their unknowns."""
    for k in range(steps.shape[0]):
        start, row = steps[k, START], steps[k, EQUATION]
        for r in range(steps[k, SIZE]):
            x[start + r] = rhs[row + r]


@njit
def is_zero(x, start, size):
    """Return whether ``size`` entries of x from ``start`` on are all zero."""
    for r in range(start, start + size):
        if x[r] != 0.0:
            return False
    return True


@njit
def _subtract_block(values, block, rows, columns, x, source, target):
    """x_target <- x_target − B x_source."""
    b, n, i, o = U64(block), U64(columns), U64(source), U64(target)
    for r in range(U64(rows)):
        total = x[o + r]
        for c in range(n):
            total -= values[b + r * n + c] * x[i + c]
        x[o + r] = total


@njit
def multiply(pattern, original, x, y):
    """Compute y = A x with the unfactored values; x, y : (N,), distinct."""
    blocks = pattern.blocks
    y[:] = 0.0
    for b in range(blocks.shape[0]):
        offset, target, rows = blocks[b, B_OFFSET], blocks[b, B_ROW_START], blocks[b, B_ROWS]
        source, columns = blocks[b, B_COLUMN_START], blocks[b, B_COLUMNS]
        for r in range(rows):
            total = 0.0
            for c in range(columns):
                total += original[offset + r * columns + c] * x[source + c]
            y[target + r] += total


@njit
def _residual(pattern, original, rhs, x, residual, size):
    """Compute residual = b − A x, size = |A| |x| + |b|; return the larger ratio of maxima of bodies and joints.

    Bodies (momenta) and joints (velocities) have different units, so each class is measured by its own largest term.
    """
    blocks, steps = pattern.blocks, pattern.steps
    for r in range(rhs.shape[0]):
        residual[r], size[r] = rhs[r], abs(rhs[r])
    for b in range(blocks.shape[0]):
        offset, target, rows = blocks[b, B_OFFSET], blocks[b, B_ROW_START], blocks[b, B_ROWS]
        source, columns = blocks[b, B_COLUMN_START], blocks[b, B_COLUMNS]
        for r in range(rows):
            for c in range(columns):
                term = original[offset + r * columns + c] * x[source + c]
                residual[target + r] -= term
                size[target + r] += abs(term)
    error_body = error_joint = size_body = size_joint = 0.0
    for k in range(steps.shape[0]):
        for r in range(steps[k, START], steps[k, START] + steps[k, SIZE]):
            if steps[k, LATE] % 2 == 1:
                error_joint, size_joint = max(error_joint, abs(residual[r])), max(size_joint, size[r])
            else:
                error_body, size_body = max(error_body, abs(residual[r])), max(size_body, size[r])
    body = error_body / size_body if size_body > 0.0 else 0.0
    joint = error_joint / size_joint if size_joint > 0.0 else 0.0
    return max(body, joint)


@njit
def refine(pattern, original, factored, pivots, rhs, x, work, tol, max_iter):
    """Iterate x <- x + F⁻¹ (b − A x), F the (regularised) factors of A, until the residual is small or stagnates.

    Parameters
    ----------
    original, factored : (n_values,) values of A before, and factors after, factorisation
    rhs, x : (N,) right-hand side; x is the start (from ``solve``) and is improved in place
    work : scratch from ``allocate``
    tol : accepted relative residual
    max_iter : largest number of corrections

    Returns
    -------
    relative residual of the returned x for the original A; well above ``tol`` if the constraints contradict each other
    """
    residual, size, candidate = work[0], work[1], work[2]
    error = _residual(pattern, original, rhs, x, residual, size)
    for _ in range(max_iter):
        if error <= tol:
            break
        solve(pattern, factored, pivots, residual, candidate)
        for r in range(x.shape[0]):
            candidate[r] += x[r]
        new = _residual(pattern, original, rhs, candidate, residual, size)
        if new < error:
            for r in range(x.shape[0]):
                x[r] = candidate[r]
        if not new < STAGNATION * error:
            return min(error, new)
        error = new
    return error
