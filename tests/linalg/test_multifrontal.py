"""Multifrontal factors against dense solutions; order and fill against what nested dissection promises."""

import numpy as np
import pytest
import scipy.sparse as sp

from stickslip.errors import SimulationError
from stickslip.linalg import multifrontal
from stickslip.linalg.multifrontal import Multifrontal, Pattern, SingularMatrix


def _csc(A):
    A = sp.csc_array(A)
    A.sort_indices()
    return A


def _grid(shape, dof, rng):
    """Return a symmetric positive definite matrix on a grid in which all neighbours are coupled, and its places."""
    P = sp.csr_array(np.ones((1, 1)))
    for n in shape:
        P = sp.kron(P, sp.diags_array([np.ones(n - 1), np.ones(n), np.ones(n - 1)], offsets=[-1, 0, 1]))
    A = sp.csr_array(sp.kron(P, np.ones((dof, dof))))
    A.data = rng.normal(size=len(A.data))
    A = A + A.T
    A = A + sp.diags_array(1.01 * abs(A).sum(axis=1))
    places = np.stack(np.meshgrid(*(np.arange(n) for n in shape), indexing="ij"), axis=-1).reshape(-1, len(shape))
    return _csc(A), np.repeat(places, dof, axis=0).astype(float)


def _assert_solves(A, factors, rng):
    b = rng.normal(size=A.shape[0])
    x = np.linalg.solve(A.toarray(), b)
    np.testing.assert_allclose(factors.solve(b), x, rtol=0, atol=1e-10 * abs(x).max())


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("shape", [(30, 12), (7, 6, 8), (300,)])
def test_positive_definite_matrices(shape, known):
    """Also with entries of very different size: the matrix is scaled by its diagonal."""
    rng = np.random.default_rng(len(shape))
    A, places = _grid(shape, 3, rng)
    size = sp.diags_array(10.0 ** rng.uniform(-4, 4, A.shape[0]))
    for matrix in (A, _csc(size @ A @ size)):
        factors = Multifrontal(matrix, places=places if known else None)
        assert factors.symmetric and len(factors.pattern.fronts.fronts) > 5
        b = rng.normal(size=A.shape[0])
        x = np.linalg.solve(matrix.toarray(), b)
        np.testing.assert_allclose(factors.solve(b), x, rtol=1e-8, atol=1e-10 * abs(x).max())


def test_unsymmetric_values_and_unsymmetric_patterns():
    rng = np.random.default_rng(3)
    A, places = _grid((8, 7, 5), 3, rng)
    other = A.copy()
    other.data += 0.1 * rng.normal(size=len(A.data))
    factors = Multifrontal(other, places=places)
    assert not factors.symmetric
    _assert_solves(other, factors, rng)
    holes = _csc(sp.csc_array(sp.triu(A) + sp.random_array(A.shape, density=0.002, rng=rng) + 5 * sp.eye_array(840)))
    factors = Multifrontal(holes)
    assert (factors.pattern.mirror < 0).any()
    _assert_solves(holes, factors, rng)


def _saddle(rng, spread):
    """Return [[A, B^T], [B, 0]] with 3 x 40 rows: unit rows, and rows over ``spread`` nodes of one side."""
    A, places = _grid((7, 8, 9), 3, rng)
    n, m = A.shape[0], 40
    rows = np.repeat(np.arange(m), spread)
    columns = np.concatenate([rng.choice(9 * 8 * 3, spread, replace=False) for _ in range(m)])
    B = sp.csr_array((rng.normal(size=m * spread), (rows, columns)), shape=(m, n))
    return _csc(sp.block_array([[A, B.T], [B, None]])), np.concatenate([places, np.full((m, 3), np.nan)])


@pytest.mark.parametrize("spread", [1, 6])
def test_saddle_matrices(spread):
    """Multipliers have no diagonal; they are eliminated with or after their nodes."""
    rng = np.random.default_rng(4)
    A, places = _saddle(rng, spread)
    if spread == 1:  # distinct unknowns, else rows repeat
        n, m = A.shape[0] - 40, 40
        B = sp.csr_array((np.ones(m), (np.arange(m), rng.choice(n, m, replace=False))), shape=(m, n))
        A = _csc(sp.block_array([[A[:n, :n], B.T], [B, None]]))
    factors = Multifrontal(A, places=places)
    assert factors.symmetric
    _assert_solves(A, factors, rng)
    flip = sp.diags_array(np.where(np.arange(A.shape[0]) < A.shape[0] - 40, 1.0, -1.0))
    skew = _csc(flip @ A)
    factors = Multifrontal(skew, places=places)
    assert not factors.symmetric
    _assert_solves(skew, factors, rng)


def _spring_grid(shape):
    """Return the stiffness (Laplacian) of a grid without supports: singular, and regular with one support."""
    total, one = sp.csr_array((1, 1)), sp.eye_array(1)
    for n in shape:
        line = sp.diags_array([-np.ones(n - 1), 2 * np.ones(n), -np.ones(n - 1)], offsets=[-1, 0, 1]).tolil()
        line[0, 0] = line[-1, -1] = 1.0
        total = sp.kron(total, sp.eye_array(n)) + sp.kron(one, line)
        one = sp.eye_array(one.shape[0] * n)
    return sp.csr_array(total)


def test_a_part_without_its_support_waits():
    """Two free grids, tied to each other and to the ground by late multipliers alone: parts are singular before."""
    K = sp.block_diag([_spring_grid((20, 20)), _spring_grid((15, 18))])
    n = K.shape[0]
    B = sp.csr_array((np.array([1.0, 1.0, -1.0]), ([0, 1, 1], [0, 399, 400])), shape=(2, n))
    A = _csc(sp.block_array([[K, B.T], [B, None]]))
    _assert_solves(A, Multifrontal(A), np.random.default_rng(5))


def test_bodies_without_stiffness_hang_on_multipliers():
    """[[K, ., B^T], [., 0, C^T], [B, C, 0]]: the second unknowns have no diagonal either."""
    rng = np.random.default_rng(6)
    K, _ = _grid((12, 12), 2, rng)
    n, m = K.shape[0], 8
    B = sp.csr_array(sp.hstack([sp.random_array((m, 40), density=0.4, rng=rng), sp.csr_array((m, n - 40))]))
    C = sp.csr_array(rng.normal(size=(m, 3)))
    A = _csc(sp.block_array([[K, None, B.T], [None, None, C.T], [B, C, None]]))
    _assert_solves(A, Multifrontal(A), rng)


def test_singular_matrices_name_an_unknown():
    """A free part among supported ones, and a repeated row of constraints."""
    free = _spring_grid((9, 9))
    held = _spring_grid((20, 20)) + sp.eye_array(400)
    with pytest.raises(SingularMatrix) as error:
        Multifrontal(_csc(sp.block_diag([held, free, held])))
    assert 400 <= error.value.unknown < 481
    rng = np.random.default_rng(7)
    A, _ = _grid((6, 6, 6), 3, rng)
    B = sp.csr_array(rng.normal(size=(2, 648)) * (rng.random((2, 648)) < 0.02))
    B = sp.vstack([B, B[:1]])
    with pytest.raises(SingularMatrix) as error:
        Multifrontal(_csc(sp.block_array([[A, B.T], [B, None]])))
    assert error.value.unknown in (648, 650)


def test_factors_of_a_known_pattern_are_the_same():
    rng = np.random.default_rng(8)
    A, places = _saddle(rng, 6)
    first = Multifrontal(A, places=places)
    again = Multifrontal(_csc(3.0 * A), first)
    assert again.pattern is first.pattern
    b = rng.normal(size=A.shape[0])
    np.testing.assert_array_equal(Multifrontal(A, again).solve(b), first.solve(b))


def test_what_does_not_fit_is_refused_before(monkeypatch):
    A, places = _grid((6, 6, 6), 3, np.random.default_rng(10))
    monkeypatch.setattr(multifrontal, "available_memory", lambda: 1e5)
    with pytest.raises(SimulationError, match="factors of 648 unknowns need"):
        Multifrontal(A, places=places)


def test_fill_and_memory_of_a_cube():
    """A cube of N^3 nodes has a last front of one plane, N^2 nodes, and fill that grows like N^4 (George 1973)."""
    rng, memory = np.random.default_rng(9), []
    for N in (8, 16):
        A, places = _grid((N, N, N), 1, rng)
        pattern = Pattern(A, places)
        assert pattern.fronts.fronts[-1].k == N * N
        memory.append(pattern.fronts.memory(True))
    assert memory[1] / memory[0] < 2.0**4.6
    fronts = Pattern(A, None).fronts
    assert fronts.memory(True) < 3.0 * memory[1]  # without places
    stored = sum(x.F11.nbytes + x.F21.nbytes for x in Multifrontal(A, places=places).factors)
    assert 0.5 * memory[1] < stored <= memory[1]
