"""Material points of solids: places between nodes that carry joints, forces, springs and contours."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.solids.assembly import mesh_of

STUFF = ss.Material(young=1e6, density=1000.0, poisson=0.3)
PLANAR = ["triangle", "quad", "triangle6", "quad8", "quad9"]
SPATIAL = ["tetra", "hexahedron", "tetra10", "hexahedron20", "hexahedron27"]


def block(kind, gravity=0.0, **fields):
    """Return a model with a block of side 1 of a kind of cells."""
    dim = 2 if kind in PLANAR else 3
    model = ss.Model(dim=dim, gravity=(0.0,) * (dim - 1) + (-gravity,))
    plane = {"plane": "strain"} if dim == 2 else {}
    solid = model.add(ss.SolidBody.box((1.0,) * dim, 2, STUFF, kind=kind, **plane, **fields, name="block"))
    return model, solid


@pytest.mark.parametrize("kind", PLANAR + SPATIAL)
def test_locate_reproduces_polynomials(kind):
    """In a distorted (linear cells: any, quadratic: affine) mesh X = sum N_a X_a, and N_a reproduces the order."""
    solid = block(kind)[1]
    dim, order = solid.dim, 2 if solid.cells.shape[1] > 2**solid.dim else 1
    F = np.eye(dim) + 0.2 * np.random.default_rng(1).uniform(-1, 1, (dim, dim))
    turned = ss.SolidBody(nodes=solid.nodes @ F.T, cells=solid.cells, material=STUFF, plane=solid.plane)
    for x in np.random.default_rng(2).uniform(0, 1, (20, dim)):
        X = F @ x
        found = turned.locate(X)
        assert found.weights.sum() == pytest.approx(1.0, abs=1e-13)
        np.testing.assert_allclose(found.weights @ turned.nodes[found.nodes], X, atol=1e-13)
        if order == 2 or kind == "quad":
            value = turned.nodes @ np.arange(1.0, dim + 1) if kind == "quad" else turned.nodes[:, 0] ** 2
            exact = X @ np.arange(1.0, dim + 1) if kind == "quad" else X[0] ** 2
            assert found.weights @ value[found.nodes] == pytest.approx(exact, abs=1e-12)


def test_places_outside_and_on_nodes():
    """Round-off outside counts as on the boundary, a place of a node is that node, anything farther is rejected."""
    solid = block("quad8")[1]
    assert solid.locate((1.0 + 1e-12, 0.3)).weights.sum() == pytest.approx(1.0)
    assert solid.locate((0.5, 0.5)).nodes.tolist() == [solid.nearest((0.5, 0.5)).node]
    with pytest.raises(ss.ModelError, match=r"\(1.2, 0.3\) is outside the mesh; the nearest element is 1, about 0.2"):
        solid.point((1.2, 0.3))
    with pytest.raises(ss.ModelError, match="2 components"):
        solid.point((1.2, 0.3, 0.0))
    with pytest.raises(ss.ModelError, match="node number or a position"):
        solid.add(ss.Circle(radius=0.1))


@pytest.mark.parametrize("kind", ["triangle6", "quad", "tetra", "hexahedron20"])
def test_force_is_that_of_weights(kind):
    """A force at a material point has the static answer of forces N_a F on the nodes, to round-off."""
    answers = []
    for spread in (False, True):
        model, solid = block(kind)
        model.add(ss.Support(solid, solid.nodes_where(lambda x, *_: x == 0.0)))
        place, force = np.array([0.7, 0.4, 0.3][: solid.dim]), np.array([2e3, -5e3, 1e3][: solid.dim])
        found = solid.locate(place)
        targets = [(solid.node(n), N * force) for n, N in zip(found.nodes, found.weights)]
        for at, vector in targets if spread else [(solid.point(place), force)]:
            model.add(ss.PointForce(at, vector))
        answers.append(ss.solve_static(model)["block"].displacement[-1])
    size = abs(answers[1]).max()
    assert size > 1e-4
    np.testing.assert_allclose(answers[0], answers[1], atol=1e-12 * max(size, 1.0))


@pytest.mark.parametrize("scheme", [ss.Theta(0.5), ss.GeneralizedAlpha(1.0)], ids=["theta", "alpha"])
@pytest.mark.parametrize("kind", ["quad8", "tetra"])
def test_momentum_of_free_bodies_with_joint_and_spring(kind, scheme):
    """Two free solids, joined at material points and pulled by a spring between others, keep their momentum."""
    model, solid = block(kind, velocity=(0.3, -0.2, 0.1)[: 2 if kind in PLANAR else 3])
    dim, plane = solid.dim, {"plane": "strain"} if solid.dim == 2 else {}
    other = model.add(ss.SolidBody.box((1.0,) * dim, 1, STUFF, kind=kind, origin=(1.2,) + (0.0,) * (dim - 1), **plane))
    joint = ss.Revolute if dim == 2 else ss.Spherical
    rest = (0.35,) * (dim - 1)
    model.add(ss.Distance(solid.point((0.9, *rest)), other.point((1.3, *rest)), name="rod"))
    extra = model.add(ss.PointMass(50.0, position=(0.3, *rest), name="extra"))
    model.add(joint(solid.point((0.3, *rest)), extra, at=(0.3, *rest)))
    a, b = solid.point((0.8, *(0.8,) * (dim - 1))), other.point((1.4, *(0.7,) * (dim - 1)))
    model.add(ss.SpringDamper(a, b, stiffness=1e5, damping=100.0, rest_length=0.2))
    result = ss.simulate(model, 0.05, 5e-4, integrator=scheme, project=True)
    total = sum(result[part].momentum for part in (solid, other)) + 50.0 * result["extra"].velocity
    np.testing.assert_allclose(total, np.tile(total[0], (len(total), 1)), atol=1e-9 * 1000)
    assert abs(result.energy.remainder).max() < 1e-10 * result.energy.scale


def test_pendulum_at_a_material_point():
    """A rigid pendulum hung on a stiff clamped block at a point between nodes swings as on a fixed pivot."""
    times = []
    for stiff in (False, True):
        model, solid = block("quad8", 9.81)
        place = np.array((0.7, 0.15))
        bob = model.add(ss.RigidBody(1e-3, 1e-6, position=(place[0] + 0.3, place[1]), name="bob"))
        if stiff:
            model.add(ss.Revolute(model.ground, bob, at=place))
        else:
            model.add(ss.Revolute(solid.point(place), bob, at=place))
        model.add(ss.Support(solid, solid.nodes_where(lambda x, y: x == 0.0)))
        solid.material = ss.Material(young=1e12, density=1.0, poisson=0.3)
        result = ss.simulate(model, 1.0, 1e-3, integrator=ss.GeneralizedAlpha(0.6))
        times.append(result["bob"].position[-1])
    np.testing.assert_allclose(times[0], times[1], atol=2e-6)


def test_contact_at_material_points():
    """A block on two feet between its nodes: the floor carries its weight, without a moment about its centre."""
    model, solid = block("quad8", 9.81, retardation=5e-3, mass_damping=10.0)
    feet = [solid.add(ss.Circle(radius=0.05, position=(x, 0.0))) for x in (0.15, 0.6)]
    model.add(ss.Contact(feet, model.ground.add(ss.Plane(position=(0, -0.05), normal=(0, 1))), friction=0.5))
    result = ss.simulate(model, 3.0, 2e-3, integrator=ss.Theta(1.0))
    last, weight = result.contacts[-1], 1000.0 * 9.81
    share = mesh_of(model, solid).load / 1000.0
    centre = share @ result["block"].position[-1]
    force, lever = last.force[:, :2], last.point[:, :2] - centre
    np.testing.assert_allclose(force.sum(axis=0), [0.0, weight], atol=1e-6 * weight)
    moment = lever[:, 0] * force[:, 1] - lever[:, 1] * force[:, 0]
    assert abs(moment.sum()) < 1e-6 * weight
    assert (force[:, 1] > 0.1 * weight).all()


def test_points_are_written_and_read():
    """Frames and contours at material points survive YAML."""
    model, solid = block("quad")
    solid.add(ss.Circle(radius=0.05, position=(0.15, 0.0), name="foot"))
    model.add(ss.PointForce(solid.point("tip", (0.9, 0.3)), (1.0, 0.0)))
    model.add(ss.PointForce(solid.point((0.2, 0.3)), (1.0, 0.0)))
    again = ss.Model.from_yaml(model.to_yaml())
    assert [frame.position for frame in again["block"].frames] == [(0.9, 0.3), (0.2, 0.3)]
    assert again["block"].contours[0].position == (0.15, 0.0)
