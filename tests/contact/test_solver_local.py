"""Projections, the law of one group alone, and the generalised Jacobians."""

import numpy as np
import pytest
from solver_cases import contact_residual, make_laws

from stickslip.contact.solver import BodySpace
from stickslip.contact.solver.dense import form_dense
from stickslip.contact.solver.jacobian import equations
from stickslip.contact.solver.local import solve_interval, solve_planar, solve_spatial
from stickslip.contact.solver.operators import bodies
from stickslip.contact.solver.problem import CONE, INTERVAL
from stickslip.contact.solver.projection import project

MIXED = make_laws([3, 2, 1, 1, 3], [CONE, CONE, CONE, INTERVAL, CONE], [0.6, 0.3, 0.0, 0.5, 0.0])


def test_projection_is_idempotent_and_does_not_expand():
    rng = np.random.default_rng(0)
    for _ in range(500):
        x, y = rng.standard_normal((2, 10)) * 10.0 ** rng.uniform(-3, 3)
        p, q = x.copy(), y.copy()
        project(MIXED, p)
        project(MIXED, q)
        again = p.copy()
        project(MIXED, again)
        assert np.abs(again - p).max() <= 1e-14 * np.abs(p).max()
        assert np.linalg.norm(p - q) <= np.linalg.norm(x - y) * (1 + 1e-14)


def test_projection_residue_is_polar():
    """Moreau: x = P_K(x) + P_K°(x) with orthogonal parts, and the polar part opposes every point of K."""
    rng = np.random.default_rng(1)
    laws = make_laws([3], [CONE], [0.7])
    for _ in range(500):
        x = rng.standard_normal(3)
        p = x.copy()
        project(laws, p)
        rest = x - p
        assert abs(p @ rest) < 1e-14
        assert 0.7 * np.linalg.norm(rest[1:]) <= -rest[0] + 1e-14 or np.allclose(rest, 0)


def law_residual(w, c, mu, r):
    return contact_residual(make_laws([r.size], [CONE], [mu]), w, c, r)


@pytest.mark.parametrize("mu", [0.0, 1e-9, 1e-3, 0.3, 1.0, 5.0])
@pytest.mark.parametrize("skew", [0.0, 0.1])
def test_spatial_contact_alone_is_solved_exactly(mu, skew):
    rng = np.random.default_rng(2)
    for _ in range(400):
        a = rng.standard_normal((3, 3))
        w = a @ a.T + 0.1 * np.eye(3) + skew * np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])
        c = rng.standard_normal(3)
        c[0] -= 0.5
        *r, _ = solve_spatial(np.ascontiguousarray(w.ravel()), c, mu, 0.0)
        r = np.array(r)
        if skew == 0.0 or w[0] @ np.array([1.0, *(mu * r[1:] / max(np.linalg.norm(r[1:]), 1e-300))]) > 0:
            assert law_residual(w, c, mu, r) < 1e-12


def test_spatial_slip_matches_brute_force():
    """Slip direction by a fine scan: v_T must point against r_T with v_N = 0 and |r_T| = mu r_N."""
    rng = np.random.default_rng(3)
    found = 0
    while found < 20:
        a = rng.standard_normal((3, 3))
        w, c, mu = a @ a.T + 0.5 * np.eye(3), rng.standard_normal(3) - np.array([1.0, 0, 0]), 0.3
        *r, _ = solve_spatial(np.ascontiguousarray(w.ravel()), c, mu, 0.0)
        r = np.array(r)
        if r[0] == 0 or np.linalg.norm(r[1:]) < mu * r[0] * (1 - 1e-9):
            continue
        found += 1
        angle = np.linspace(0, 2 * np.pi, 200001)
        t = np.array([np.cos(angle), np.sin(angle)])
        r_n = -c[0] / (w[0, 0] + mu * w[0, 1:] @ t)
        v_t = c[1:, None] + r_n * (w[1:, :1] + mu * w[1:, 1:] @ t)
        defect = np.where(r_n > 0, np.linalg.norm(v_t / np.linalg.norm(v_t, axis=0) + t, axis=0), 9.0)
        best = np.argmin(defect)
        assert np.allclose(r, r_n[best] * np.array([1, *(mu * t[:, best])]), atol=1e-4 * r[0])


@pytest.mark.parametrize("mu", [0.0, 1e-9, 0.4, 2.0])
def test_planar_contact_alone_is_solved_exactly(mu):
    rng = np.random.default_rng(4)
    for _ in range(500):
        a = rng.standard_normal((2, 2))
        w, c = a @ a.T + 0.3 * np.eye(2), rng.standard_normal(2)
        r = np.array(solve_planar(w[0, 0], w[0, 1], w[1, 0], w[1, 1], c[0], c[1], mu))
        if w[0, 0] > mu * abs(w[0, 1]):  # no jamming by coupling
            assert law_residual(w, c, mu, r) < 1e-13


def test_interval_law():
    assert solve_interval(2.0, -1.0, 10.0, 0.0) == 0.5  # v = 0 inside
    assert solve_interval(2.0, -1.0, 0.1, 0.0) == 0.1  # v = -0.8 <= 0 at the upper end
    assert solve_interval(2.0, 1.0, 0.1, 0.0) == -0.1  # v = 0.8 >= 0 at the lower end
    assert solve_interval(2.0, 1.0, np.inf, 0.0) == -0.5  # bilateral


def test_jacobian_is_the_derivative():
    """dF = A dr + B dv against central differences at 2000 random points away from kinks."""
    rng = np.random.default_rng(5)
    n, m = MIXED.size.size, int(MIXED.size.sum())
    A, B = np.zeros((n, 9)), np.zeros((n, 9))
    F, up, down, scratch = np.zeros(m), np.zeros(m), np.zeros(m), np.zeros((2, n, 9))
    h, worst, used = 1e-6, 0.0, 0
    for _ in range(2000):
        r, v = rng.standard_normal((2, m)) + np.array([[0.7], [0.0]])
        dr, dv = rng.standard_normal((2, m))
        equations(MIXED, r, v, F, A, B)
        linear = np.zeros(m)
        for g, (size, i) in enumerate(zip(MIXED.size, MIXED.row)):
            a, b = (x[g, : size * size].reshape(size, size) for x in (A, B))
            linear[i : i + size] = a @ dr[i : i + size] + b @ dv[i : i + size]
        equations(MIXED, r + h * dr, v + h * dv, up, *scratch)
        equations(MIXED, r - h * dr, v - h * dv, down, *scratch)
        if np.abs(up - 2 * F + down).max() > 1e-9:  # a kink, or curvature too strong, between the points
            continue
        used += 1
        worst = max(worst, np.abs((up - down) / (2 * h) - linear).max())
    assert used > 1000
    assert worst < 1e-7


def test_equations_vanish_exactly_at_solutions():
    """Stick, slip, open, clamped: F = 0; and F is not 0 when the slip direction is reversed."""
    laws = make_laws([3, 3, 3, 1], [CONE, CONE, CONE, INTERVAL], [0.5, 0.5, 0.5, 2.0])
    r = np.array([2.0, 0.3, 0.2, 2.0, 1.0, 0.0, 0.0, 0.0, 0.0, 2.0])
    v = np.array([0.0, 0.0, 0.0, 0.0, -3.0, 0.0, 1.0, 1.0, -1.0, -1.0])
    F, A, B = np.zeros(10), np.zeros((4, 9)), np.zeros((4, 9))
    assert equations(laws, r, v, F, A, B) < 1e-30
    v[4] = 3.0
    assert equations(laws, r, v, F, A, B) > 0.1


def test_dense_matrix_of_bodies_that_spin():
    """The matrix of an implicit step on a body that spins is not symmetric, and neither is W = H Minv H^T."""
    rng = np.random.default_rng(7)
    laws = make_laws([3, 3, 1], [CONE] * 3, [0.5, 0.3, 0.0])
    minv, H = np.diag(rng.uniform(0.5, 2.0, 6)) + 0.1 * rng.standard_normal((6, 6)), rng.standard_normal((7, 6))
    slots, offsets = np.array([0, 1, 2, 3]), np.array([0, 18, 36])
    body = BodySpace(
        np.array([0, 6]), np.array([0]), minv.ravel(), slots, np.zeros(3, dtype=np.int64), offsets, H.ravel()
    )
    for given in (body, body._replace(minv=(minv + minv.T).ravel())):
        W, out = bodies(laws, given, np.zeros(6), np.zeros(42)), np.zeros((7, 7))
        form_dense(W, laws, out)
        np.testing.assert_allclose(out, H @ given.minv.reshape(6, 6) @ H.T, rtol=1e-13, atol=1e-13)
