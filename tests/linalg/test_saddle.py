import numpy as np
import pytest
import scipy.sparse as sp

from stickslip.linalg.sparse import Pardiso, Saddle, SuperLU


def _problem(rng):
    """Return a stiff, well-posed saddle problem with blocks of very different size."""
    n, m = 60, 7
    A = sp.csr_array(sp.random_array((n, n), density=0.1, rng=rng))
    A = sp.csr_array(1e9 * (A @ A.T + sp.eye_array(n)))
    B = sp.csr_array(np.hstack([np.eye(m), rng.normal(size=(m, n - m))]) * 1e-3)
    return A, B, rng.normal(size=n), rng.normal(size=m)


def test_saddle_solves_and_keeps_factors_until_the_matrix_changes():
    """A x - B^T y = r, B x = s; the second matrix of the same pattern takes the order of the first."""
    A, B, r, s = _problem(np.random.default_rng(1))
    saddle = Saddle(SuperLU)
    for factor, expected in ((1.0, 1), (1.0, 1), (2.0, 2), (3.0, 3)):
        saddle.set(sp.csr_array(factor * A), B)
        x, y = saddle.solve(r, s)
        assert saddle.factorisations == expected
        np.testing.assert_allclose(B @ x, s, atol=1e-12)
        size = abs(factor * A @ x).max()
        np.testing.assert_allclose(factor * A @ x - B.T @ y, r, atol=1e-12 * size)


def test_redundant_rows_are_noticed():
    A, B, _, _ = _problem(np.random.default_rng(2))
    saddle = Saddle(SuperLU)
    saddle.set(A, B)
    saddle.check()
    with pytest.raises(RuntimeError, match="singular"):
        saddle.set(A, sp.csr_array(sp.vstack([B, B[:1] + 0.3 * B[1:2]])))
        saddle.check()


def test_rows_of_very_different_size():
    """Parts of a gram beside parts of a tonne, turns of a micrometre: the solution does not depend on the units."""
    rng = np.random.default_rng(3)
    A, B, r, s = _problem(rng)
    units, rows = 10.0 ** rng.uniform(-9, 9, len(r)), 10.0 ** rng.uniform(-9, 9, len(s))
    expected, found = Saddle(SuperLU), Saddle(SuperLU)
    expected.set(A, B)
    U, R = sp.diags_array(units), sp.diags_array(rows)
    found.set(sp.csr_array(U @ A @ U), sp.csr_array(R @ B @ U))
    found.check()
    (x, y), (a, b) = expected.solve(r, s), found.solve(units * r, rows * s)
    np.testing.assert_allclose(units * a, x, rtol=1e-9, atol=1e-12 * abs(x).max())
    np.testing.assert_allclose(rows * b, y, rtol=1e-9)
    with pytest.raises(RuntimeError, match="singular"):
        found.set(sp.csr_array(U @ A @ U), sp.csr_array(sp.vstack([B, 1e-8 * (B[:1] + 0.3 * B[1:2])]) @ U))
        found.check()


def test_pardiso_is_not_used_where_it_changes_pivots():
    """It solves as SuperLU does, states its memory, and leaves a singular matrix to those who notice."""
    pytest.importorskip("pypardiso")
    A, B, r, s = _problem(np.random.default_rng(4))
    found, expected = Saddle(Pardiso), Saddle(SuperLU)
    for factor in (1.0, 2.0):
        found.set(sp.csr_array(factor * A), B)
        expected.set(sp.csr_array(factor * A), B)
        assert isinstance(found.factors, Pardiso) and found.memory > 0.0
        np.testing.assert_allclose(found.solve(r, s)[0], expected.solve(r, s)[0], rtol=1e-9)
    with pytest.raises(RuntimeError, match="singular"):
        found.set(A, sp.csr_array(sp.vstack([B, B[:1] + 0.3 * B[1:2]])))
        assert isinstance(found.factors, SuperLU)
        found.check()
