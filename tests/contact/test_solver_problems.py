"""Whole problems with known answers, both forms of W, statuses, stored problems."""

from pathlib import Path

import numpy as np
import pytest
from solver_cases import contact_residual, load_problem, make_laws, natural_residual, problem_folder, random_bodies

from stickslip.contact.solver import (
    CONE,
    INTERVAL,
    ContactProblem,
    Settings,
    Status,
    body_matrices,
    new_work,
    solve,
    solve_body,
    solve_dense,
)
from stickslip.contact.solver.problem import CONVERGED, OPEN

G, DT = 9.81, 1e-2


@pytest.mark.parametrize("mu", [0.0, 1e-9, 0.2, 0.5, 0.8])
def test_point_on_slope_sticks_or_slides(mu):
    """Unit mass on a slope tan(a) = 0.5: velocity after dt is 0 if mu >= 0.5, else g dt (sin a - mu cos a)."""
    a = np.arctan(0.5)
    b = np.array([-G * np.cos(a), G * np.sin(a), 0.0]) * DT
    solution = solve(ContactProblem(make_laws([3], [CONE], [mu]), b, W=np.eye(3)))
    expected = 0.0 if mu >= 0.5 else G * DT * (np.sin(a) - mu * np.cos(a))
    assert solution.status == Status.CONVERGED
    assert solution.v == pytest.approx([0.0, expected, 0.0], abs=1e-15)
    assert solution.r[0] == pytest.approx(G * np.cos(a) * DT, rel=1e-14)


def box_on_slope(mu, tilt):
    """Box 2 x 2 x 1, unit mass, four corner contacts (12 rows on 6 unknowns), gravity tilted: W and b."""
    H = np.zeros((12, 6))
    for k, (x, y) in enumerate([(1, 1), (1, -1), (-1, 1), (-1, -1)]):
        arm = np.array([x, y, -0.5])
        for axis, row in zip(([0, 0, 1], [1, 0, 0], [0, 1, 0]), range(3)):
            H[3 * k + row] = np.concatenate([axis, np.cross(arm, axis)])
    minv = np.diag([1, 1, 1, 12 / 5, 12 / 5, 12 / 8])
    b = H @ np.array([G * np.sin(tilt), 0, -G * np.cos(tilt), 0, 0, 0]) * DT
    return make_laws([3] * 4, [CONE] * 4, [mu] * 4), H @ minv @ H.T, b


@pytest.mark.parametrize("mu, moves", [(0.6, False), (0.3, True), (0.0, True)])
def test_redundant_block_on_slope(mu, moves):
    """Four corners, singular W: forces are not unique but their sum and the motion are."""
    tilt = np.arctan(0.5)
    laws, W, b = box_on_slope(mu, tilt)
    solution = solve(ContactProblem(laws, b, W=W))
    assert solution.status == Status.CONVERGED
    assert natural_residual(laws, W, b, solution.r) < 1e-10
    speed = G * DT * (np.sin(tilt) - mu * np.cos(tilt)) if moves else 0.0
    assert solution.v.reshape(4, 3)[:, 1] == pytest.approx(np.full(4, speed), abs=1e-10)
    assert solution.r[::3].sum() == pytest.approx(G * np.cos(tilt) * DT, rel=1e-9)


def test_closing_wedge_has_no_solution():
    """A point between two walls that close on it: v_N1 + v_N2 = b_1 + b_2 < 0 for every r. z = (1, 1) proves it."""
    W = np.array([[1.0, -1.0], [-1.0, 1.0]])
    laws = make_laws([1, 1], [CONE, CONE], [0.0, 0.0])
    solution = solve(ContactProblem(laws, np.array([-0.3, -0.1]), W=W))
    assert solution.status == Status.INFEASIBLE
    z = solution.certificate.z
    assert z[0] == pytest.approx(z[1], rel=1e-9)
    assert np.all(z > 0)
    assert solution.certificate.least_norm > 1e8


def test_inconsistent_bilateral_rows_have_no_solution():
    laws = make_laws([1, 1], [INTERVAL, INTERVAL], [np.inf, np.inf])
    solution = solve(ContactProblem(laws, np.array([1.0, 0.5]), W=np.ones((2, 2))))
    assert solution.status == Status.INFEASIBLE
    z = solution.certificate.z
    assert abs(z.sum()) < 1e-9 * abs(z).max()
    assert z @ [1.0, 0.5] < 0


def test_interval_friction_stops_or_slides():
    """Row with |r| <= c on unit mass and speed b: v = 0 if |b| <= c, else b reduced by c."""
    laws = make_laws([1, 1, 1], [INTERVAL] * 3, [0.5, 0.5, np.inf])
    solution = solve(ContactProblem(laws, np.array([0.3, -2.0, 7.0]), W=np.eye(3)))
    assert solution.v == pytest.approx([0.0, -1.5, 0.0], abs=1e-15)
    assert solution.r == pytest.approx([-0.3, 0.5, -7.0], abs=1e-15)


def test_open_contacts_return_zero_at_once():
    laws = make_laws([3, 1], [CONE, INTERVAL], [0.5, 0.0])
    r = np.ones(4)
    b = np.array([0.0, 3.0, 1.0, 2.0])
    status, res, iterations = solve_dense(laws, np.eye(4), b, r, Settings(), new_work(2, 4, 0, 0))
    assert (status, res, iterations) == (OPEN, 0.0, 0)
    assert not r.any()


def test_warm_start_at_the_solution_costs_one_check():
    laws, W, b = box_on_slope(0.6, 0.3)
    first = solve(ContactProblem(laws, b, W=W))
    again = solve(ContactProblem(laws, b, W=W), r0=first.r)
    assert again.iterations == 0
    assert np.array_equal(again.r, first.r)


@pytest.mark.parametrize("seed", range(12))
def test_body_space_and_explicit_agree(seed):
    """W = H Minv H^T never formed, dense and sparse: every solution holds in an independent residual.

    Reactions are not unique for redundant contacts; velocities are compared where the sweeps are the same.
    """
    laws, body, b = random_bodies(seed, [1, 2, 5, 12][seed % 4], [1, 2, 3][seed % 3])
    H, minv = body_matrices(laws, body)
    W = (H @ minv @ H.T).toarray()
    by_body = solve(ContactProblem(laws, b, body=body))
    by_matrix = solve(ContactProblem(laws, b, W=W))
    r = np.zeros_like(b)
    work = new_work(laws.size.size, b.size, int(body.off[-1]), body.slot_data.size)
    status, _, _ = solve_body(laws, body, b, r, Settings(), work)
    assert by_body.success and by_matrix.success and status in (OPEN, CONVERGED)
    for reaction in (by_body.r, by_matrix.r, r):
        assert natural_residual(laws, W, b, reaction) < 2e-10
    assert by_body.v == pytest.approx(W @ by_body.r + b, abs=1e-12)
    assert by_body.v == pytest.approx(by_matrix.v, abs=1e-9)


@pytest.mark.parametrize("mu", [0.0, 1e-9])
def test_vanishing_friction(mu):
    laws, body, b = random_bodies(100, 6, 3, mu=mu)
    H, minv = body_matrices(laws, body)
    solution = solve(ContactProblem(laws, b, body=body))
    assert solution.success
    assert natural_residual(laws, (H @ minv @ H.T).toarray(), b, solution.r) < 1.1e-10


def test_unsymmetric_matrix():
    """W of an implicit scheme: a skew part of 20 %."""
    rng = np.random.default_rng(7)
    laws, body, b = random_bodies(7, 5, 2)
    H, minv = body_matrices(laws, body)
    W = (H @ minv @ H.T).toarray() + 0.5 * np.eye(b.size)
    skew = rng.standard_normal(W.shape)
    W = W + 0.2 * (skew - skew.T)
    solution = solve(ContactProblem(laws, b, W=W))
    assert solution.status == Status.CONVERGED
    assert natural_residual(laws, W, b, solution.r) < 1.1e-10


@pytest.mark.parametrize(
    "change, words",
    [({"W": None}, "exactly one"), ({"b": np.full(3, np.nan)}, "finite"), ({"W": np.eye(2)}, "shape")],
)
def test_bad_input_is_named(change, words):
    good = {"laws": make_laws([3], [CONE], [0.5]), "b": np.zeros(3), "W": np.eye(3)}
    with pytest.raises(ValueError, match=words):
        ContactProblem(**(good | change))


SAMPLE, FOLDER = Path(__file__).parent / "problems", problem_folder()
FILES = [*sorted(SAMPLE.glob("*.npz")), *(sorted(FOLDER.glob("*.npz")) if FOLDER else [])]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_stored_problem(path):
    """Problems met in real simulations: solved to 1e-10, or said not to be (RockPile_tob1)."""
    problem = load_problem(path)
    solution = solve(problem)
    achieved = contact_residual(problem.laws, problem.W, problem.b, solution.r)
    if path.stem == "RockPile_tob1" and not solution.success:
        assert solution.status == Status.NOT_CONVERGED
        assert achieved < 1e-6
    else:
        assert achieved <= 1e-10
        assert natural_residual(problem.laws, problem.W, problem.b, solution.r) <= 1e-10
