"""The linear systems of Newton in body space, the compiled entry for blocks, and the proximal point."""

import numpy as np
import pytest
import scipy.sparse as sp
from solver_cases import make_laws, natural_residual, random_bodies

from stickslip.contact.solver import CONE, Settings, body_matrices, new_work, solve_blocks
from stickslip.contact.solver.continuation import EAGER, PATIENT
from stickslip.contact.solver.entries import compiled_proximal_point, warm_residual
from stickslip.contact.solver.jacobian import equations
from stickslip.contact.solver.nodes_lu import eliminate_nodes, invert_in_place, nodes_direction, nodes_lu
from stickslip.contact.solver.operators import bodies, velocity
from stickslip.contact.solver.problem import CONVERGED
from stickslip.contact.solver.sparse import blocks_from_sparse


def block_diagonal(laws, blocks):
    out = np.zeros((int(laws.size.sum()),) * 2)
    for g, (size, i) in enumerate(zip(laws.size, laws.row)):
        out[i : i + size, i : i + size] = blocks[g, : size * size].reshape(size, size)
    return out


@pytest.mark.parametrize("seed, alpha", [(0, 1e-1), (1, 1e-3), (2, 1e-5)])
def test_newton_direction_in_body_space(seed, alpha):
    """(A + B (W + alpha I)) d = -F against a dense solve of the matrix itself."""
    laws, body, b = random_bodies(seed, 15, 3)
    W = bodies(laws, body, np.zeros(int(body.off[-1])), np.zeros(body.slot_data.size))
    rng = np.random.default_rng(seed)
    r, v, F, d = rng.standard_normal(b.size), np.empty_like(b), np.empty_like(b), np.empty_like(b)
    velocity(W, laws, r, b, v)
    A, B = np.zeros((laws.size.size, 9)), np.zeros((laws.size.size, 9))
    equations(laws, r, v, F, A, B)
    assert nodes_direction(nodes_lu(W, laws), W, laws, A, B, alpha, F, d)
    H, minv = body_matrices(laws, body)
    shifted = (H @ minv @ H.T).toarray() + alpha * np.eye(b.size)
    J = block_diagonal(laws, A) + block_diagonal(laws, B) @ shifted
    assert d == pytest.approx(np.linalg.solve(J, -F), rel=1e-7, abs=1e-7 * abs(d).max())


@pytest.mark.parametrize("ring, links", [(False, 9), (True, 17)])
def test_least_degree_fill(ring, links):
    """Eliminating a chain of n nodes creates no fill, n - 1 links; a ring needs n + (n - 3)."""
    n = 10
    linked = np.zeros((n + 1, n + 1), bool)  # the last node is not touched
    for k in range(n):
        linked[k, k] = True
        for j in (k - 1, k + 1):
            if ring or 0 <= j < n:
                linked[k, j % n] = linked[j % n, k] = True
    place = np.empty(n + 1, np.int64)
    assert eliminate_nodes(linked, place) == (n, links)
    assert sorted(place[:n]) == list(range(n))
    assert place[n] == -1


def test_block_inverse_pivots():
    """A block with zero diagonal is inverted by row exchanges; a singular one is rejected."""
    a = np.array([[0.0, 2.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    data = np.concatenate([[7.0], a.ravel(), [7.0]])
    assert invert_in_place(data, 1, 3, np.empty(3, np.int64))
    assert data[1:10].reshape(3, 3) @ a == pytest.approx(np.eye(3), abs=1e-15)
    assert data[0] == data[10] == 7.0
    assert not invert_in_place(np.zeros(9), 0, 3, np.empty(3, np.int64))


def stack_of_points(n, push, mu):
    """Unit masses in a row, each on the floor with friction, pushed at speed `push`: explicit sparse W and b."""
    laws = make_laws([3] * n, [CONE] * n, [mu] * n)
    b = np.tile([-1.0, push, 0.0], n)
    return laws, sp.csr_array(sp.eye_array(3 * n)), b


@pytest.mark.parametrize("push", [0.2, 0.9])
def test_blocks_entry_sticks_or_slides(push):
    """Normal impulse 1, friction limit 0.5: v_T = 0 for push <= 0.5, else push - 0.5; solved by one sweep."""
    laws, W, b = stack_of_points(30, push, 0.5)
    r = np.zeros_like(b)
    status, res, iterations = solve_blocks(laws, blocks_from_sparse(laws, W), b, r, Settings(), new_work(30, 90, 0, 0))
    assert (status, iterations) == (CONVERGED, 1)
    assert res <= 1e-10
    assert (W @ r + b).reshape(30, 3)[:, 1] == pytest.approx(max(push - 0.5, 0.0), abs=1e-15)


@pytest.mark.parametrize("pace", [EAGER, PATIENT])
@pytest.mark.parametrize("seed", range(3))
def test_proximal_point_solves_redundant_bodies_from_zero(seed, pace):
    """Newton inside the proximal point, without sweeps, reaches the laws where W is singular."""
    laws, body, b = random_bodies(20 + seed, 8, 6)
    work = new_work(laws.size.size, b.size, int(body.off[-1]), body.slot_data.size)
    W = bodies(laws, body, work.u, work.slot)
    r = np.zeros_like(b)
    warm_residual(W, laws, b, r, work)
    res, _ = compiled_proximal_point(pace, nodes_lu(W, laws), W, laws, b, r, Settings(), work)
    H, minv = body_matrices(laws, body)
    assert res <= 1e-10
    assert natural_residual(laws, (H @ minv @ H.T).toarray(), b, r) < 1.1e-10
