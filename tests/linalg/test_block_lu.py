"""Node-block LU against SuperLU and against solutions known from mechanics."""

import time

import numpy as np
import pytest
import scipy.sparse as sparse
from scipy.sparse.linalg import splu

from stickslip.linalg import block_lu, block_pairs, block_pattern
from stickslip.linalg.ordering import minimum_degree


def put(pattern, values, i, j, block):
    """Add a dense block at (i, j)."""
    offset = block_pattern.block_offset(pattern, i, j)
    values[offset : offset + block.size] += block.ravel()


def to_csc(pattern, values):
    """Rebuild the scalar matrix from the flat blocks, as the input of the oracle."""
    rows, columns, entries = [], [], []
    for offset, row, m, column, n in pattern.blocks.tolist():
        rows.append(np.repeat(np.arange(row, row + m), n))
        columns.append(np.tile(np.arange(column, column + n), m))
        entries.append(values[offset : offset + m * n])
    size = pattern.counts[1]
    coo = sparse.coo_matrix((np.concatenate(entries), (np.concatenate(rows), np.concatenate(columns))), (size, size))
    return coo.tocsc()


def saddle_point(sizes, edges, late, seed, symmetric=True, start=None):
    """Random [[A, -Gᵀ], [G, 0]] on the graph; A dominated by its diagonal blocks, unsymmetric on request."""
    rng = np.random.default_rng(seed)
    pattern = block_pattern.analyse(sizes, edges, late, start)
    values, pivots, work = block_pattern.allocate(pattern)
    for k, s in enumerate(sizes):
        if not late[k]:
            m = rng.normal(size=(s, s))
            put(pattern, values, k, k, m @ m.T + 6 * s * np.eye(s) + (0 if symmetric else 2) * rng.normal(size=(s, s)))
    for i, j in edges:
        m = rng.normal(size=(sizes[i], sizes[j])) / (1 if late[i] or late[j] else 2)
        put(pattern, values, i, j, m)
        sign = -1.0 if late[i] != late[j] else 1.0
        put(pattern, values, j, i, sign * m.T if symmetric else sign * m.T + 0.1 * rng.normal(size=m.T.shape))
    return pattern, values, pivots, work


def tree_graph(n, rng, n_loops=0, rows=(1, 6)):
    """Bodies 0..n-1 hung on random parents (ground first), joint n + k above body k, then loop-closing 1-row joints."""
    sizes, late, edges = [6] * n, [0] * n, []
    for k in range(n):
        sizes.append(int(rng.integers(*rows)))
        late.append(1)
        edges.append((n + k, k))
        if k:
            edges.append((n + k, int(rng.integers(max(0, k - 8), k))))
    for _ in range(n_loops):
        a, b = rng.choice(n, 2, replace=False)
        edges += [(len(sizes), int(a)), (len(sizes), int(b))]
        sizes.append(1)
        late.append(1)
    return sizes, edges, late


def chain_graph(n, rows=3, grounded_end=False):
    sizes, late = [6] * n + [rows] * (n + grounded_end), [0] * n + [1] * (n + grounded_end)
    edges = [(n + k, k) for k in range(n)] + [(n + k, k - 1) for k in range(1, n + grounded_end)]
    return sizes, edges, late


def grid_graph(n, size):
    nodes = np.arange(n * n).reshape(n, n)
    pairs = [(nodes[:, :-1], nodes[:, 1:]), (nodes[:-1], nodes[1:])]
    edges = np.concatenate([np.stack([a.ravel(), b.ravel()], axis=1) for a, b in pairs])
    return [size] * (n * n), edges.tolist(), [0] * (n * n)


def graph(name):
    rng = np.random.default_rng(7)
    if name == "single":
        return [5], [], [0]
    if name == "chain":
        return chain_graph(40)
    if name == "chain held at both ends":
        return chain_graph(40, rows=5, grounded_end=True)
    if name == "tree":
        return tree_graph(150, rng)
    if name == "loops":
        return tree_graph(100, rng, n_loops=40, rows=(1, 4))
    if name == "grid":
        return grid_graph(12, 6)
    if name == "large blocks":
        return [50, 3, 1, 6, 17, 5, 2], [(2, 0), (2, 1), (5, 0), (5, 3), (6, 3), (6, 4), (0, 4)], [0, 0, 1, 0, 0, 1, 1]
    return chain_graph(2200)  # 19800 unknowns


GRAPHS = ["single", "chain", "chain held at both ends", "tree", "loops", "grid", "large blocks", "long chain"]


@pytest.mark.parametrize("symmetric", [True, False])
@pytest.mark.parametrize("name", GRAPHS)
def test_solution_equals_superlu(name, symmetric):
    sizes, edges, late = graph(name)
    pattern, values, pivots, work = saddle_point(sizes, edges, late, 3, symmetric)
    A, original = to_csc(pattern, values), values.copy()
    b = np.random.default_rng(5).normal(size=A.shape[0])
    x, y = np.empty_like(b), np.empty_like(b)
    assert block_lu.factor(pattern, values, pivots, work) > 1e-6
    block_lu.solve(pattern, values, pivots, b, x)
    reference = splu(A).solve(b)
    assert np.abs(x - reference).max() <= 1e-10 * np.abs(reference).max()
    block_lu.multiply(pattern, original, x, y)
    np.testing.assert_allclose(y, A @ x, rtol=0, atol=1e-12 * np.abs(A @ x).max())
    assert block_lu.refine(pattern, original, values, pivots, b, x, work, 1e-15, 3) <= 1e-14


def test_many_right_hand_sides_in_place_and_permuted_unknowns():
    sizes, edges, late = tree_graph(30, np.random.default_rng(1))
    sequence = np.random.default_rng(2).permutation(len(sizes))
    start = np.empty(len(sizes), dtype=int)
    start[sequence] = np.cumsum(np.take(sizes, sequence)) - np.take(sizes, sequence)
    pattern, values, pivots, work = saddle_point(sizes, edges, late, 4, start=start)
    A = to_csc(pattern, values)
    B = np.random.default_rng(6).normal(size=(4, A.shape[0]))
    B[0, 5:] = 0.0  # leading and trailing zeros are skipped
    B[1, :-5] = 0.0
    X = B.copy()
    block_lu.factor(pattern, values, pivots, work)
    for row in X:
        block_lu.solve(pattern, values, pivots, row, row)
    np.testing.assert_allclose(X, splu(A).solve(B.T).T, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("zeros", [0, 150])
def test_pairs_of_right_hand_sides_are_solved_to_the_last_bit_as_alone(zeros):
    rng = np.random.default_rng(3)
    pattern, values, pivots, work = saddle_point(*tree_graph(30, rng, n_loops=4), seed=5)
    block_lu.factor(pattern, values, pivots, work)
    rhs = rng.normal(size=(2, pattern.counts[1]))
    rhs[1, :zeros] = 0.0
    alone, pair, scratch = np.empty_like(rhs), np.empty_like(rhs), np.empty(rhs.shape[1])
    for k in range(2):
        block_lu.solve(pattern, values, pivots, rhs[k], alone[k])
        block_pairs.begin_pair(pattern, rhs[k], pair[k])
    block_pairs.solve_pair(pattern, values, pivots, pair[0], pair[1], scratch)
    assert np.array_equal(pair, alone)


def test_chain_has_no_fill_and_linear_cost():
    """A chain of n bodies and n joints is a path of 2 n nodes: 2 n − 1 couplings, one target per inner pivot."""
    for n in (5, 50):
        sizes, edges, late = chain_graph(n)
        pattern = block_pattern.analyse(sizes, edges, late)
        assert len(pattern.neighbours) == len(edges) == 2 * n - 1
        assert len(pattern.targets) == 2 * n - 1
    for n in (50, 500):  # held at both ends: a joint waits for both bodies, which couples neighbouring joints only
        pattern = block_pattern.analyse(*chain_graph(n, grounded_end=True))
        assert len(pattern.neighbours) <= 3 * n + 1


def test_tree_has_no_fill():
    sizes, edges, late = tree_graph(300, np.random.default_rng(3))
    order, later = minimum_degree(np.array(sizes), np.array(edges), np.array(late))
    assert sorted(order) == list(range(len(sizes)))
    assert sum(map(len, later)) == len(edges)


def test_joint_never_precedes_its_bodies():
    rng = np.random.default_rng(9)
    for _ in range(20):
        sizes, edges, late = tree_graph(25, rng, n_loops=15)
        order, _ = minimum_degree(np.array(sizes), np.array(edges), np.array(late))
        place = {node: step for step, node in enumerate(order)}
        for joint in np.flatnonzero(late):
            bodies = [j for i, j in edges if i == joint]
            assert min(place[b] for b in bodies) < place[joint]


def random_graph(rng):
    """Bodies of mixed size, some coupled directly, and joints between one, two or three of them."""
    n = int(rng.integers(2, 15))
    sizes = [int(s) for s in rng.choice([3, 6, 6, 6, 12], n)]
    late = [0] * n
    edges = {tuple(sorted(rng.choice(n, 2, replace=False).tolist())) for _ in range(int(rng.integers(0, n)))}
    for _ in range(int(rng.integers(1, 2 * n))):
        bodies = rng.choice(n, min(n, int(rng.integers(1, 4))), replace=False)
        edges |= {(len(sizes), int(b)) for b in bodies}
        sizes.append(int(rng.integers(1, 1 + min(5, max(sizes[b] for b in bodies)))))
        late.append(1)
    return sizes, sorted(edges), late


def test_pivots_are_regular_whenever_the_matrix_is():
    """For A > 0 and G of full rank, no order may meet a small pivot, whatever the graph of loops and joints."""
    n_checked = 0
    for seed in range(200):
        sizes, edges, late = random_graph(np.random.default_rng(seed))
        pattern, values, pivots, work = saddle_point(sizes, edges, late, seed)
        n_u = sum(s for s, joint in zip(sizes, late) if not joint)
        A = to_csc(pattern, values).toarray()
        G = A[n_u:, :n_u]
        if np.linalg.eigvalsh(A[:n_u, :n_u]).min() < 0.1 or len(G) > n_u or np.linalg.norm(G @ G.T, -2) < 1e-3:
            continue
        n_checked += 1
        b = np.random.default_rng(seed).normal(size=len(A))
        assert block_lu.factor(pattern, values, pivots, work) > 1e-6
        x = np.empty_like(b)
        block_lu.solve(pattern, values, pivots, b, x)
        reference = np.linalg.solve(A, b)
        assert np.abs(x - reference).max() <= 1e-9 * np.abs(reference).max()
    assert n_checked > 100


def spherical(r):
    """Velocity of the point r (body-fixed arm) for (v, omega): v + omega × r."""
    x, y, z = r
    return np.hstack([np.eye(3), [[0, z, -y], [-z, 0, x], [y, -x, 0]]])


def rods(n, ends, masses=None):
    """Straight rods of length 1 in a spatial zigzag, spherical joints between them, ``ends`` of them held by ground."""
    rng = np.random.default_rng(11)
    sizes, late = [6] * n, [0] * n
    blocks = []  # (joint, body, G)
    half = [0.5 * d / np.linalg.norm(d) for d in rng.normal(size=(n, 3))]
    for k in range(n + ends - 1):
        if k < n:
            blocks.append((n + k, k, spherical(-half[k])))
        if k > 0:
            blocks.append((n + k, k - 1, -spherical(half[k - 1])))
        sizes.append(3)
        late.append(1)
    mass = masses if masses is not None else np.ones(n)
    return sizes, late, blocks, [np.diag([m, m, m, m / 12, m / 12, m / 12]) for m in mass]


def assemble(sizes, late, blocks, inertia):
    pattern = block_pattern.analyse(sizes, [(j, b) for j, b, _ in blocks], late)
    values, pivots, work = block_pattern.allocate(pattern)
    for k, M in enumerate(inertia):
        put(pattern, values, k, k, M)
    for joint, body, G in blocks:
        put(pattern, values, joint, body, G)
        put(pattern, values, body, joint, -G.T)
    return pattern, values, pivots, work


@pytest.mark.parametrize("ends", [1, 2])
def test_rods_with_two_spherical_joints_keep_regular_pivots(ends):
    """Both joints of one rod have 6 rows but rank 5 on that rod alone: the order must not pivot on them together."""
    pattern, values, pivots, work = assemble(*rods(30, ends))
    A, original = to_csc(pattern, values), values.copy()
    assert block_lu.factor(pattern, values, pivots, work) > 1e-4
    b = np.random.default_rng(0).normal(size=A.shape[0])
    x = np.empty_like(b)
    block_lu.solve(pattern, values, pivots, b, x)
    np.testing.assert_allclose(x, splu(A).solve(b), rtol=0, atol=1e-11 * np.abs(x).max())
    assert block_lu.refine(pattern, original, values, pivots, b, x, work, 1e-15, 2) <= 1e-14


def test_relative_pivot_does_not_depend_on_units():
    """Measuring mass in tonnes and length in millimetres scales rows and columns, not the answer."""
    sizes, late, blocks, inertia = rods(10, 2)
    pivot = []
    for mass_unit, length_unit in ((1.0, 1.0), (1e-3, 1e3)):
        S = np.diag([length_unit] * 3 + [1.0] * 3)  # v in mm/s, omega unchanged
        new = [(j, b, length_unit * G @ np.linalg.inv(S)) for j, b, G in blocks]
        invS = np.linalg.inv(S)
        pattern, values, pivots, work = assemble(
            sizes, late, new, [mass_unit * length_unit**2 * invS @ M @ invS for M in inertia]
        )
        pivot.append(block_lu.factor(pattern, values, pivots, work))
    assert pivot[0] == pytest.approx(pivot[1], rel=1e-9)


def redundant_rods(masses=None):
    """Twelve rods held at both ends with the joints 3, 7 and the ground joint 0 built in twice."""
    n = 12
    sizes, late, blocks, inertia = rods(n, 2, masses)
    unique = list(blocks)
    for joint in (n, n + 3, n + 7):
        twin = len(sizes)
        blocks = blocks + [(twin, b, G) for j, b, G in blocks if j == joint]
        sizes, late = [*sizes, 3], [*late, 1]
    return (sizes[:-3], late[:-3], unique, inertia), (sizes, late, blocks, inertia)


@pytest.mark.parametrize("masses", [np.ones(12), np.logspace(-3, 3, 12)])
def test_redundant_consistent_joints(masses):
    """Duplicate joints leave the velocities of the model without them unchanged; the residual is round-off."""
    single, double = redundant_rods(masses)
    pattern, values, pivots, work = assemble(*single)
    rng = np.random.default_rng(2)
    n_u, n_rows = 72, int(pattern.counts[1]) - 72
    b = np.concatenate([rng.normal(size=n_u) * np.repeat(masses, 6), rng.normal(size=n_rows)])
    reference = np.empty_like(b)
    block_lu.factor(pattern, values, pivots, work)
    block_lu.solve(pattern, values, pivots, b, reference)

    pattern, values, pivots, work = assemble(*double)
    original = values.copy()
    assert block_lu.factor(pattern, values, pivots, work) < 1e-13  # told as singular
    values[:] = original
    assert block_lu.factor_regularised(pattern, values, pivots, work, 1e-9) > 1e-10
    c = b[n_u:]
    rhs = np.concatenate([b, c[0:3], c[9:12], c[21:24]])
    x = np.empty_like(rhs)
    block_lu.solve(pattern, values, pivots, rhs, x)
    assert block_lu.refine(pattern, original, values, pivots, rhs, x, work, 1e-15, 10) <= 1e-12
    np.testing.assert_allclose(x[:n_u], reference[:n_u], rtol=0, atol=1e-10 * np.abs(reference[:n_u]).max())
    # the twins carry the load together: their multipliers add up to the multiplier of the single joint
    for joint, twin in ((0, 39), (9, 42), (21, 45)):
        total = x[n_u + joint : n_u + joint + 3] + x[n_u + twin : n_u + twin + 3]
        np.testing.assert_allclose(total, reference[n_u + joint : n_u + joint + 3], atol=1e-6 * np.abs(reference).max())


def test_planar_parallelogram_of_revolute_joints_in_space():
    """A spatial four-bar with parallel axes: 20 rows, rank 17; it moves with one free velocity, known in closed form.

    Ground pivots at (0,0), (2,0), cranks of length 1 along y: crank angular velocity w gives the coupler v = (-w, 0, 0)
    and no rotation.
    """
    revolute = np.array([[1.0, 0, 0], [0, 1, 0]])  # the two rotations about x and y are locked

    def rows(r):
        return np.vstack([spherical(r), np.hstack([np.zeros((2, 3)), revolute])])

    up = np.array([0, 0.5, 0])
    right = np.array([1.0, 0, 0])
    blocks = [(3, 0, rows(-up)), (4, 1, rows(-right)), (4, 0, -rows(up)), (5, 1, rows(right)), (5, 2, -rows(up))]
    blocks.append((6, 2, rows(-up)))
    inertia = [np.diag([2.0, 2, 2, 0.3, 0.3, 0.5])] * 3
    pattern, values, pivots, work = assemble([6] * 3 + [5] * 4, [0] * 3 + [1] * 4, blocks, inertia)
    original = values.copy()
    assert block_lu.factor(pattern, values, pivots, work) < 1e-13
    values[:] = original
    block_lu.factor_regularised(pattern, values, pivots, work, 1e-9)
    rhs = np.zeros(38)
    rhs[6] = 1.0  # unit impulse on the coupler along x
    x = np.empty_like(rhs)
    block_lu.solve(pattern, values, pivots, rhs, x)
    assert block_lu.refine(pattern, original, values, pivots, rhs, x, work, 1e-15, 20) <= 1e-12
    # reduced inertia for the coupler velocity: coupler 2, each crank 2 / 4 + 0.5 (w = -v)
    v = 1.0 / (2.0 + 2 * (0.5 + 0.5))
    expected = np.array([[v / 2, 0, 0, 0, 0, -v], [v, 0, 0, 0, 0, 0], [v / 2, 0, 0, 0, 0, -v]])
    np.testing.assert_allclose(x[:18].reshape(3, 6), expected, rtol=0, atol=1e-12)


def test_contradicting_joints_are_reported():
    """Two twins that ask for velocities 1 apart cannot both be met: half of it is the least possible residual."""
    _, double = redundant_rods()
    pattern, values, pivots, work = assemble(*double)
    original = values.copy()
    block_lu.factor_regularised(pattern, values, pivots, work, 1e-9)
    rhs = np.zeros(int(pattern.counts[1]))
    rhs[-3] = 1.0
    x = np.empty_like(rhs)
    block_lu.solve(pattern, values, pivots, rhs, x)
    assert block_lu.refine(pattern, original, values, pivots, rhs, x, work, 1e-12, 20) > 0.05
    assert np.isfinite(x).all()


def test_singular_body_gives_zero_pivot():
    pattern = block_pattern.analyse([3, 3], [(0, 1)], [0, 0])
    values, pivots, work = block_pattern.allocate(pattern)
    put(pattern, values, 0, 0, np.diag([1.0, 0.0, 2.0]))
    put(pattern, values, 1, 1, np.eye(3))
    assert block_lu.factor(pattern, values, pivots, work) == 0.0


@pytest.mark.parametrize("place", [0, 4, 7])
def test_nan_is_not_swallowed(place):
    pattern, values, pivots, work = saddle_point(*chain_graph(4), 1)
    values[block_pattern.block_offset(pattern, 2, 2) + place] = np.nan
    assert block_lu.factor(pattern, values, pivots, work) == 0.0
    x = np.ones(int(pattern.counts[1]))
    block_lu.solve(pattern, values, pivots, x, x)
    assert np.isnan(x).any()


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="sizes"):
        block_pattern.analyse([3, 0], [], [0, 0])
    with pytest.raises(ValueError, match="edges"):
        block_pattern.analyse([3, 3], [(0, 2)], [0, 0])
    with pytest.raises(ValueError, match="start"):
        block_pattern.analyse([3, 3], [(0, 1)], [0, 0], start=[0, 2])
    pattern = block_pattern.analyse([3, 3, 3], [(0, 1), (1, 2)], [0, 0, 0])
    with pytest.raises(KeyError, match="no edge"):
        block_pattern.block_offset(pattern, 0, 2)


def test_symbolic_phase_is_quick():
    """2000 bodies with joints and 200 loops: below 2 s of processor time."""
    sizes, edges, late = tree_graph(2000, np.random.default_rng(3), n_loops=200)
    begin = time.process_time()
    block_pattern.analyse(sizes, edges, late)
    assert time.process_time() - begin < 2.0


def test_one_compiled_version_per_kernel():
    for kernel in (block_lu.factor, block_lu.factor_regularised, block_lu.refine):
        assert len(kernel.signatures) <= 1


def test_equations_may_stand_elsewhere():
    """A massless body and the rows that bind it to two others: equations change places, all pivots are regular."""
    rng = np.random.default_rng(5)
    sizes, late = [3, 2, 3, 3, 2], [0, 0, 2, 3, 1]  # two bodies, station, its rows, a joint between station and ground
    start = np.cumsum(sizes) - sizes
    equations = start.copy()
    equations[[2, 3]] = start[[3, 2]]
    edges = [(0, 1), (2, 0), (2, 1), (3, 0), (3, 1), (4, 2), (4, 3), (2, 3)]
    pattern = block_pattern.analyse(sizes, edges, late, start, equations)
    values, pivots, work = block_pattern.allocate(pattern)
    A = rng.normal(size=(5, 5))
    A = A @ A.T + 5.0 * np.eye(5)
    carried, joint = rng.normal(size=(3, 5)), rng.normal(size=(2, 3))
    for i, rows in enumerate((slice(0, 3), slice(3, 5))):
        for j, columns in enumerate((slice(0, 3), slice(3, 5))):
            put(pattern, values, i, j, A[rows, columns])
        put(pattern, values, i, 3, carried[:, rows].T)  # force of the station on the bodies
        put(pattern, values, 2, i, -carried[:, rows])  # rows of the station, in its own place
    put(pattern, values, 2, 2, np.eye(3))
    put(pattern, values, 3, 3, -np.eye(3))  # equilibrium of the station, in the place of its rows
    put(pattern, values, 3, 4, -joint.T)
    put(pattern, values, 4, 2, joint)
    whole, rhs, x = to_csc(pattern, values), rng.normal(size=13), np.zeros(13)
    original = values.copy()
    assert block_lu.factor(pattern, values, pivots, work) > 1e-3
    block_lu.solve(pattern, values, pivots, rhs, x)
    assert np.abs(whole @ x - rhs).max() < 1e-12
    y = np.zeros(13)
    block_lu.multiply(pattern, original, x, y)
    assert np.abs(y - rhs).max() < 1e-12
    reduced = np.block([[A, -(joint @ carried).T], [joint @ carried, np.zeros((2, 2))]])  # without the station
    force = rhs[:5] + carried.T @ rhs[5:8]
    assert np.allclose(np.linalg.solve(reduced, np.append(force, rhs[11:] - joint @ rhs[8:11]))[:5], x[:5], atol=1e-12)
