"""Factors that compiled loops call by address, against SuperLU."""

import gc

import numpy as np
from scipy.sparse.linalg import splu
from test_block_lu import put, to_csc

from stickslip.linalg import block_lu, block_pattern, outside


def _problem(seed):
    """Return pattern and values of bodies on a grid, five of them held by joints."""
    rng, n = np.random.default_rng(seed), 12
    number = np.arange(n * n).reshape(n, n)
    edges = [*zip(number[1:].ravel(), number[:-1].ravel()), *zip(number[:, 1:].ravel(), number[:, :-1].ravel())]
    sizes, late = [3] * (n * n) + [2] * 5, [0] * (n * n) + [1] * 5
    edges += [(n * n + k, 7 * k) for k in range(5)]
    pattern = block_pattern.analyse(sizes, edges, late, factored=False)
    values, pivots, work = block_pattern.allocate(pattern)
    for k in range(n * n):
        put(pattern, values, k, k, 10.0 * np.eye(3))
    for i, j in edges:
        block = rng.normal(size=(sizes[i], sizes[j]))
        put(pattern, values, i, j, block)
        put(pattern, values, j, i, -block.T if late[i] else block.T)
    return pattern, values, pivots, work


def test_outside_factors_solve_and_are_kept_until_the_matrix_changes():
    pattern, values, pivots, work = _problem(1)
    outside.attach(pattern, np.full((len(pattern.steps), 3), np.nan))
    factors = outside.outside_of(pattern)
    rhs, x = np.random.default_rng(2).normal(size=int(pattern.counts[1])), np.zeros(int(pattern.counts[1]))
    for scale, count in ((1.0, 1), (1.0, 1), (2.0, 2)):
        assert block_lu.factor(pattern, scale * values, pivots, work) == 1.0
        block_lu.solve(pattern, values, pivots, rhs, x)
        np.testing.assert_allclose(x, splu(to_csc(pattern, scale * values)).solve(rhs), atol=1e-11)
        assert factors.factorisations == count


def test_singular_matrices_give_no_solution_and_factors_end_with_their_pattern():
    pattern, values, pivots, work = _problem(3)
    outside.attach(pattern, np.full((len(pattern.steps), 3), np.nan))
    number, size = int(pattern.counts[block_pattern.C_NUMBER]), int(pattern.counts[1])
    x = np.zeros(size)
    assert block_lu.factor(pattern, 0.0 * values, pivots, work) == 0.0
    block_lu.solve(pattern, values, pivots, np.ones(size), x)
    assert np.isnan(x).all()
    assert "singular" in str(outside.outside_of(pattern).error)
    assert block_lu.factor(pattern, values, pivots, work) == 1.0
    del pattern
    gc.collect()
    assert number not in outside._open
