"""Facets of solids: one-sided edges and triangles, neighbours, corners and valleys, against signed distances."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.contact.broadphase import find_pairs
from stickslip.contact.geometry.narrow import narrow_phase
from stickslip.contact.geometry.place import place
from stickslip.contact.tables import new_contacts, new_pairs, new_placed
from stickslip.solids.assembly import SolidMesh
from stickslip.system.assemble import assemble

STUFF = ss.Material(young=1e6, density=1000.0, poisson=0.3)


def contacts_of(model, margin=0.2):
    """Return gap, normal, point on a, weights of all contacts of a model at its start."""
    assembly = assemble(model)
    system, bodies = assembly.system, assembly.bodies
    contours, placed = system.contours, new_placed(len(system.contours.kind))
    points = np.zeros((len(system.points.node), 3))
    for mesh in bodies.of(SolidMesh):
        for k, p in mesh.point_of.items():
            points[p] = bodies.r[mesh.first + k]
    place(contours, bodies.r, bodies.A, points, placed)
    pairs, contacts = new_pairs(4000), new_contacts(4000)
    find_pairs(contours, placed, system.law_of_groups, margin, np.arange(len(contours.kind)), pairs)
    count = narrow_phase(contours, placed, pairs, margin, contacts)
    found = slice(0, count)
    return contacts.gap[found], contacts.n[found], contacts.x_a[found], contacts.weight[found], contacts.b[found]


def square(kind="quad", **fields):
    model = ss.Model(dim=2)
    return model, model.add(ss.SolidBody.box((1, 1), 2, STUFF, kind=kind, plane="strain", name="solid", **fields))


def cube(kind="hexahedron"):
    model = ss.Model(dim=3)
    return model, model.add(ss.SolidBody.box((1, 1, 1), 2, STUFF, kind=kind, name="solid"))


def probe(model, solid, place, radius=0.0):
    """Add a point or ball at a place against the surface."""
    body = model.add(ss.RigidBody(1.0, 1.0, position=place, name="probe"))
    round_ = ss.Circle if solid.dim == 2 else ss.Sphere
    ball = body.add(round_(radius=radius) if radius else ss.Point())
    model.add(ss.Contact(solid.contours, ball))


def box_distance(p):
    """Signed distance from the unit box, negative inside."""
    q = np.abs(np.array(p) - 0.5) - 0.5
    return float(np.linalg.norm(np.maximum(q, 0.0)) + min(q.max(), 0.0))


@pytest.mark.parametrize(
    "kind", ["triangle", "quad", "quad8", "tetra", "hexahedron", "tetra10", "hexahedron20", "hexahedron27"]
)
@pytest.mark.parametrize("radius", [0.0, 0.05])
def test_signed_distance_of_a_box(kind, radius):
    """The smallest gap of a ball is its signed distance from the box, and no contact is deeper than that."""
    dim = 2 if kind in ("triangle", "quad", "quad8") else 3
    rng = np.random.default_rng(3)
    for _ in range(25):
        centre = rng.uniform(-0.1, 1.1, dim)
        exact = box_distance(centre)
        if not -0.1 < exact < 0.15 or abs(exact) < 1e-3:
            continue
        model, solid = square(kind) if dim == 2 else cube(kind)
        solid.surface()
        probe(model, solid, centre, radius)
        gap, n, x_a, _, _ = contacts_of(model)
        assert len(gap) > 0
        assert gap.min() == pytest.approx(exact - radius, abs=1e-12)
        best = int(np.argmin(gap))
        foot = centre - exact * n[best, :dim]  # the closest point of the boundary
        np.testing.assert_allclose(x_a[best, :dim], foot, atol=1e-9)


@pytest.mark.parametrize("kind", ["quad", "tetra", "hexahedron20"])
def test_points_just_inside_near_corners_touch_one_side(kind):
    """A point a little below the top and near an edge touches the top only: the side face is farther."""
    dim = 2 if kind == "quad" else 3
    for away in (0.2, 1e-2, 1e-4):
        model, solid = square(kind) if dim == 2 else cube(kind)
        solid.surface()
        place = (1 - away, *(0.3,) * (dim - 2), 1 - 1e-6)
        probe(model, solid, place)
        gap, n, _, _, _ = contacts_of(model)
        closed = gap < 1e-9
        assert closed.sum() == 1
        np.testing.assert_allclose(gap[closed], -1e-6, rtol=1e-6)
        np.testing.assert_allclose(n[closed][0], [0, 1, 0] if dim == 2 else [0, 0, 1], atol=1e-12)


def test_a_valley_holds_points():
    """Behind the bottom of a valley of 90 degrees a point touches one of both sides."""
    nodes = [(-1, 1), (0, 0), (1, 1), (1, -1), (-1, -1), (0, -1)]
    cells = [(0, 4, 1), (4, 5, 1), (5, 3, 1), (3, 2, 1)]
    model = ss.Model(dim=2)
    solid = model.add(ss.SolidBody(nodes=nodes, cells=cells, material=STUFF, plane="strain", name="solid"))
    solid.surface()
    probe(model, solid, (0.0, -1e-6))
    gap, *_ = contacts_of(model)
    assert (gap < 0).sum() == 1
    assert gap.min() == pytest.approx(-1e-6 * np.sqrt(0.5), rel=1e-6)


def test_part_of_a_boundary_has_no_obstacle_beside_it():
    """A point above the top touches nothing if only the right side is declared."""
    model, solid = square()
    solid.surface(solid.boundary(lambda x, y: x == 1.0))
    probe(model, solid, (0.99, 1.005))
    gap, *_ = contacts_of(model)
    assert not (gap < 0.0).any()


@pytest.mark.parametrize("kind", ["tetra", "hexahedron", "tetra10", "hexahedron20", "hexahedron27"])
def test_weights_give_the_point(kind):
    """Weights of the corners add up to one and reproduce the contact point."""
    model, solid = cube(kind)
    solid.surface()
    probe(model, solid, (0.31, 0.17, 1.04), 0.05)
    assembly = assemble(model)
    gap, n, x_a, weight, _ = contacts_of(model)
    best = int(np.argmin(gap))
    assert weight[best].sum() == pytest.approx(1.0, abs=1e-13)
    np.testing.assert_allclose(x_a[best], [0.31, 0.17, 1.0], atol=1e-12)
    np.testing.assert_allclose(n[best], [0, 0, 1], atol=1e-12)
    assert (weight[best] >= -1e-12).all() and assembly.system.contours.corner.shape[1] == 4


def test_two_solids_meet_by_nodes_and_edges():
    """Two squares with a gap of 1 mm and a shift: every node above the other's edge, once, with normal up."""
    model, lower = square()
    upper = model.add(
        ss.SolidBody.box((1, 1), 2, STUFF, kind="quad", origin=(0.25, 1.001), plane="strain", name="upper")
    )
    model.add(ss.Contact(lower.surface(), upper.surface()))
    gap, n, x_a, _, _ = contacts_of(model, 0.01)
    near = gap < 2e-3
    np.testing.assert_allclose(gap[near], 1e-3, atol=1e-12)
    np.testing.assert_allclose(abs(n[near, 1]), 1.0, atol=1e-12)
    assert sorted(set(np.round(x_a[near, 0], 9))) == [0.25, 0.5, 0.75, 1.0]
