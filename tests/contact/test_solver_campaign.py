"""Random contact problems judged by a residual of their own: nothing is accepted that does not meet the laws."""

from collections import Counter

import numpy as np
import pytest
from random_problems import KINDS, random_problem
from solver_cases import contact_residual

from stickslip.contact.solver import INTERVAL, Status, solve

TOLERANCE = 1e-10
ROUNDING = 1.05  # between two ways to add up the same terms, beside the tolerance


def judge(seeds) -> Counter:
    """Solve the problems of some seeds; count them by kind and status. Wrong answers are an assertion error."""
    counts: Counter = Counter()
    for seed in seeds:
        kind, problem, W = random_problem(seed)
        solution = solve(problem, tol=TOLERANCE)
        counts[kind, solution.status.name] += 1
        if solution.success:
            achieved = contact_residual(problem.laws, W, problem.b, solution.r)
            assert achieved <= ROUNDING * TOLERANCE, f"problem {seed} ({kind}): {achieved:.2e} was accepted"
        if solution.status == Status.INFEASIBLE:
            check_proof(seed, problem, W, solution.certificate)
    return counts


def check_proof(seed, problem, W, proof):
    """z >= 0 on normals, z W = 0 and z b < 0: then z v = z b < 0 for every r, but every solution has z v >= 0."""
    laws, z = problem.laws, np.zeros(problem.b.size)
    z[proof.rows] = proof.z
    normals = np.isin(proof.rows, laws.row[laws.kind != INTERVAL])
    assert (proof.z[normals] >= 0.0).all(), f"problem {seed}"
    assert np.abs(z @ W).max() <= 1e-10 * (np.abs(z) @ np.abs(W)).max(), f"problem {seed}"
    assert z @ problem.b < 0.0, f"problem {seed}"


def test_sample_of_random_problems():
    """Most problems of all kinds but the infeasible ones are solved, and some of those are proven to be so."""
    counts = judge(range(800))
    for kind in KINDS:
        solved = counts[kind, "CONVERGED"] + counts[kind, "OPEN"]
        assert solved >= (10 if kind == "infeasible" else 95), (kind, counts)
    assert counts["infeasible", "INFEASIBLE"] >= 10


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_random_problems(part):
    """100 000 problems in all."""
    counts = judge(range(5000 * part, 5000 * (part + 1)))
    print(sorted(counts.items()))
