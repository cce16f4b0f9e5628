"""Constraints that depend on each other, and massless bodies that nothing moves, are rejected by name."""

import time

import numpy as np
import pytest
import scipy.sparse as sp

import stickslip as ss
from stickslip.system.rank import dependence

SOFT = ss.Material(young=1e6, density=1000.0, poisson=0.3)


def _model(n=2, **fields):
    model = ss.Model(dim=2)
    block = model.add(ss.SolidBody.box((1, 1), (n, n), SOFT, plane="stress", name="block", **fields))
    return model, block


def _refused(model, match):
    for attempt in (lambda: ss.simulate(model, 1e-3, 1e-4), lambda: ss.solve_static(model)):
        with pytest.raises(ss.ModelError, match=match):
            attempt()


def test_dependence_of_matrices():
    """Random rows of full rank are independent; combinations of them, and rows of zeros, are found with their parts."""
    rng = np.random.default_rng(3)
    G = sp.random_array((60, 200), density=0.1, rng=rng, format="lil")
    for k in range(60):
        G[k, rng.integers(200)] += 1.0
    full, every = sp.csr_array(G), np.arange(61)
    assert dependence(full, every) is None
    mix = sp.csr_array(full[[5]] - 2.0 * full[[17]] + 0.5 * full[[40]])
    y = dependence(sp.csr_array(sp.vstack([full, mix])), every)
    assert y is not None
    np.testing.assert_array_equal(np.flatnonzero(abs(y) > 1e-9 * abs(y).max()), [5, 17, 40, 60])
    np.testing.assert_allclose(y[[5, 17, 40]] / y[60], [-1.0, 2.0, -0.5], rtol=1e-7)
    assert dependence(sp.csr_array(sp.vstack([full, mix])), np.array([3, 4])) is None
    assert dependence(sp.csr_array(sp.vstack([full, 0.0 * mix])), every)[60] != 0.0


def test_joints_that_repeat_a_bond():
    """Two joints that pin bonded nodes to the body of the bond: superfluous, with names and nodes."""
    model, block = _model()
    plate = model.add(ss.RigidBody(1.0, 1.0, position=(0, 0), name="plate"))
    model.add(ss.Bond(block, block.boundary(lambda x, y: x < 1e-9), plate, name="glue"))
    model.add(ss.Revolute(plate, block.node(3), at=(0, 0.5), name="pin"))
    _refused(model, r"depend on each other: .*Revolute 'pin' \(nodes 3 of SolidBody 'block'\).*superfluous")
    _refused(model, r"Bond 'glue' \(nodes 0 3 6 of SolidBody 'block'\)")


def test_material_points_between_held_nodes():
    """A point of an element whose nodes are all held is held already: element, support and joint are named."""
    model, block = _model()
    model.add(ss.Support(block, range(9), name="wall"))
    model.add(ss.Revolute(model.ground, block.point((0.2, 0.3)), at=(0.2, 0.3), name="pin"))
    _refused(
        model, r"depend on each other: (?=.*'block\(0.2 0.3\)')(?=.*Revolute 'pin')(?=.*Support 'wall' \(nodes 0 1)"
    )


def test_constants_on_a_closed_boundary():
    """P0 on all facets of a closed line with an even number of facets: the alternating traction does nothing."""
    model, block = _model()
    ring = model.add(ss.RigidBody(1.0, 1.0, position=(0, 0)))
    model.add(ss.Bond(block, block.boundary(), ring, multiplier="P0", name="ring"))
    _refused(model, r"depend on each other: Bond 'ring' \(nodes 0 1 2 ")


def test_rigid_loops_are_allowed_beside_solids():
    """A redundant mechanism of rigid bodies is met by refinement, and not the business of this check."""
    model = ss.Model()
    solid = model.add(ss.SolidBody.box((1, 1, 1), 1, SOFT, name="cube"))
    model.add(ss.Support(solid, [0, 1, 2, 3]))
    body = model.add(ss.RigidBody(1.0, 1.0, position=(5, 0, 0)))
    for y in (0.0, 1.0):
        model.add(ss.Revolute(model.ground, body, at=(5, y, 0), axis=(0, 1, 0)))
    assert ss.simulate(model, 1e-2, 1e-3, integrator=ss.GeneralizedAlpha(0.9)).success


def test_bodies_without_mass():
    model, block = _model()
    model.add(ss.MasslessBody(name="loose"))
    _refused(model, "'loose': has no mass and no bond")
    model, block = _model()
    body = model.add(ss.MasslessBody(name="arm"))
    model.add(ss.Revolute(body, block.node(0), at=(0, 0)))
    _refused(model, "'arm': has no mass, and its bonds and joints leave it free to turn")
    model, block = _model()
    body = model.add(ss.MasslessBody(position=(1, 0.25), name="flap"))
    model.add(
        ss.Bond(block, block.boundary(lambda x, y: (x > 1 - 1e-9) & (y < 0.6)), body, multiplier="P0", name="glue")
    )
    _refused(model, "'flap': has no mass, and its bonds and joints leave it free to turn")
    chain = ss.Model(dim=2)
    chain.add(ss.RigidBody(1.0, 1.0))
    links = [chain.add(ss.MasslessBody(position=(k, 0), name=f"link{k}")) for k in range(2)]
    chain.add(ss.Fixed(*links, at=(0.5, 0)))
    _refused(chain, r"'link\d': has no mass, and its bonds and joints leave it free to (move|turn)")


def test_whole_boundary_held_already():
    model, block = _model()
    side = block.boundary(lambda x, y: x < 1e-9)
    model.add(ss.Support(block, np.unique(side), name="wall"))
    model.add(ss.Bond(block, side, model.ground, name="glue"))
    _refused(model, "Bond 'glue': all nodes of its facets are held already, by Support 'wall'")


def test_symmetry_plane_beside_a_bond():
    """Half of a block with a support on its plane of symmetry is half of the whole block on the same plate."""
    tip = []
    for half in (True, False):
        model = ss.Model(dim=2)
        x0 = 0.0 if half else -1.0
        cells = (2, 2) if half else (4, 2)
        block = ss.SolidBody.box((1 - x0, 1), cells, SOFT, origin=(x0, 0), plane="stress", law="linear", name="block")
        model.add(block)
        if half:
            model.add(ss.Support(block, block.nodes_where(lambda x, y: x < 1e-9), components="x"))
        plate = model.add(ss.PrescribedBody(name="plate"))
        model.add(ss.Bond(block, block.boundary(lambda x, y: y < 1e-9), plate, name="glue"))
        model.add(ss.SurfaceLoad(block, block.boundary(lambda x, y: y > 1 - 1e-9), traction=(0, 1e4)))
        tip.append(ss.solve_static(model)["block"].displacement[-1][-1])
    np.testing.assert_allclose(tip[0], tip[1], rtol=1e-10)


def test_large_bonds_are_checked_quickly():
    """A face of 2601 nodes on a rigid body: 7803 rows in seconds, not minutes."""
    from stickslip.bonds.mortar import coefficients

    solid = ss.SolidBody.box((1, 1, 0.1), (50, 50, 1), SOFT)
    bond = ss.Bond(solid, solid.boundary(lambda x, y, z: z < 1e-9), ss.Model().ground)
    B = coefficients(bond)[1]
    lever = np.hstack([np.tile(np.eye(3), (len(solid.nodes) // 2, 1)), np.ones((3 * B.shape[0], 3))])
    total = np.repeat(B.sum(axis=1), 3)[:, None]
    G = sp.csr_array(sp.hstack([sp.kron(B, sp.eye_array(3)), sp.csr_array(total * lever)]))
    begin = time.perf_counter()
    assert dependence(G, np.arange(G.shape[0])) is None
    assert time.perf_counter() - begin < 10.0


@pytest.mark.parametrize("columns", [3, 70])
def test_more_rows_than_columns_depend_on_each_other(columns):
    """A body welded twice has six rows and three velocities: nothing was found."""
    G = np.random.default_rng(1).standard_normal((columns, columns))
    y = dependence(sp.csr_array(np.vstack([G, G])), np.arange(2 * columns))
    assert y is not None
    assert abs(np.vstack([G, G]).T @ y).max() < 1e-6 * abs(y).max()


@pytest.mark.parametrize("scheme", [ss.RungeKutta(), ss.BDF()], ids=lambda s: type(s).__name__)
def test_schemes_for_smooth_systems_name_what_depends(scheme):
    model = ss.Model(dim=2)
    body = model.add(ss.RigidBody(1.0, 0.1))
    for name in ("one", "two"):
        model.add(ss.Fixed(model.ground, body, name=name))
    with pytest.raises(ss.StickslipError, match="constraints depend on each other: Fixed 'one', Fixed 'two'"):
        ss.simulate(model, 1e-2, 1e-3, integrator=scheme)
