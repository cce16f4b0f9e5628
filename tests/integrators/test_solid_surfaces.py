"""Contact on facets of elastic solids: weights, friction, waves, passing from facet to facet, solid on solid."""

import numpy as np
import pytest

import stickslip as ss

SOFT = ss.Material(young=1e6, density=1000.0, poisson=0.3)
G = 9.81


def box(model, lengths, divisions, kind, origin=None, **fields):
    """Add a box of a soft material."""
    plane = {"plane": "strain"} if len(lengths) == 2 else {}
    return model.add(ss.SolidBody.box(lengths, divisions, SOFT, kind=kind, origin=origin, **plane, **fields))


@pytest.mark.parametrize("kind", ["quad8", "triangle", "hexahedron", "tetra10"])
def test_block_rests_on_a_plane(kind):
    """The forces of all contacts add up to the weight, within the cone of friction."""
    dim = 2 if kind in ("quad8", "triangle") else 3
    model = ss.Model(dim=dim, gravity=(0.0,) * (dim - 1) + (-G,))
    block = box(model, (1.0,) * dim, 2, kind, retardation=5e-3, mass_damping=20.0, name="block")
    bottom = block.surface(block.boundary(lambda *x: x[-1] == 0.0))
    floor = model.ground.add(ss.Plane(normal=(0.0,) * (dim - 1) + (1.0,)))
    model.add(ss.Contact(bottom, floor, friction=0.3))
    result = ss.simulate(model, 1.5, 5e-3, integrator=ss.Theta(1.0), record=ss.Record(every=100))
    force = result.contacts[-1].force
    np.testing.assert_allclose(force.sum(axis=0)[:dim], model.gravity * np.array(-1000.0), atol=1e-5 * 9810)
    up = force[:, dim - 1]
    assert (np.linalg.norm(np.delete(force, dim - 1, axis=1), axis=1) <= 0.3 * up + 1e-6).all()
    places = result.contacts[-1].point[up > 0.0]
    assert len(np.unique(np.round(places, 6), axis=0)) == len(places) > 2  # each node once


@pytest.mark.parametrize("kind", ["quad", "quad8", "hexahedron", "tetra"])
def test_ball_rests_between_nodes(kind):
    """A heavy ball on a clamped block: the static answer of its weight, shared among the nodes of the facet."""
    dim = 2 if kind in ("quad", "quad8") else 3
    place = (0.6, 0.35)[: dim - 1]
    answers = []
    for rolling in (True, False):
        model = ss.Model(dim=dim, gravity=(0.0,) * (dim - 1) + (-G,))
        block = box(model, (1.0,) * dim, 2, kind, retardation=5e-3, mass_damping=40.0, name="block")
        model.add(ss.Support(block, block.nodes_where(lambda *x: x[-1] == 0.0)))
        round_ = ss.Circle if dim == 2 else ss.Sphere
        if rolling:
            ball = model.add(ss.RigidBody(50.0, 1.0, position=(*place, 1.1), name="ball"))
            top = block.surface(block.boundary(lambda *x: x[-1] == 1.0))
            model.add(ss.Contact(top, ball.add(round_(radius=0.1)), friction=0.5))
            for axis in np.eye(dim)[: dim - 1]:  # a vertical guide
                model.add(
                    ss.SpringDamper(
                        ball, model.ground.frame(f"{axis}", (*place, 1.1) + 100.0 * axis), stiffness=1e3, damping=10.0
                    )
                )
            result = ss.simulate(model, 2.0, 4e-3, integrator=ss.Theta(1.0), record=ss.Record(every=100))
            last = result.contacts[-1]
            closed = last.P_N > 0.0
            weight = float(last.force[closed][:, dim - 1].sum())  # on the ball
            assert weight == pytest.approx(50.0 * G, rel=1e-5)
            answers.append(result["block"].displacement[-1])
            point = last.point[closed][0]
        else:
            X = block.nodes
            edge = [k for k in block.nodes_where(lambda *x: x[-1] == 1.0)]
            force = shares(kind, X, edge, np.array(place), 50.0 * G)
            for k, share in force.items():
                model.add(ss.PointForce(block.node(k), (0.0,) * (dim - 1) + (-share,)))
            answers.append(ss.solve_static(model)["block"].displacement[-1])
    assert point[0] == pytest.approx(place[0], abs=2e-3)
    np.testing.assert_allclose(answers[0], answers[1], atol=0.02 * abs(answers[1]).max())


def shares(kind, X, top, place, weight):
    """Return the parts of a weight of the corners of the piece of a facet at a place on the top, manually."""
    if len(place) == 1:
        x = X[top, 0]
        order = np.argsort(x)
        k = int(np.searchsorted(x[order], place[0]))
        a, b = top[order[k - 1]], top[order[k]]
        xi = (place[0] - X[a, 0]) / (X[b, 0] - X[a, 0])
        return {int(a): weight * (1 - xi), int(b): weight * xi}
    low = np.floor(place * 2) / 2
    x, y = (place - low) * 2
    corner = {(i, j): int(top[np.argmin(np.abs(X[top, :2] - (low + 0.5 * np.array((i, j)))).sum(axis=1))])
              for i in (0, 1) for j in (0, 1)}  # fmt: skip
    if kind == "hexahedron":
        part = {(0, 0): (1 - x) * (1 - y), (1, 0): x * (1 - y), (1, 1): x * y, (0, 1): (1 - x) * y}
    else:  # two triangles, divided from (0, 0) to (1, 1)
        part = {(0, 0): 1 - max(x, y), (1, 1): min(x, y), (1, 0): max(x - y, 0.0), (0, 1): max(y - x, 0.0)}
    return {corner[k]: weight * w for k, w in part.items() if w > 0.0}


def test_bar_hits_a_wall():
    """A bar of nu = 0 stays at the wall for 2 L / c and leaves with the speed it came with (one-dimensional wave)."""
    model = ss.Model(dim=2)
    length, speed, n = 1.0, 0.1, 80
    stuff = ss.Material(young=1e6, density=1000.0, poisson=0.0)
    fields = {"plane": "stress", "velocity": (-speed, 0.0), "name": "bar"}
    bar = model.add(ss.SolidBody.box((length, 0.05), (n, 1), stuff, kind="quad", origin=(1e-4, 0.0), **fields))
    front = bar.surface(bar.boundary(lambda x, y: x < 1e-3))
    model.add(ss.Contact(front, model.ground.add(ss.Plane(normal=(1, 0)))))
    c = np.sqrt(1e6 / 1000.0)
    result = ss.simulate(model, 4.0 * length / c, 0.25 * length / n / c, integrator=ss.GeneralizedAlpha(0.8))
    pair = result.contacts.between("bar", "ground")
    impulse = float(np.trapezoid(pair.force, pair.time))
    mass = 1000.0 * length * 0.05
    assert impulse == pytest.approx(2.0 * mass * speed, rel=0.02)
    pressed = pair.time[pair.force > 0.0]
    assert pressed[-1] - pressed[0] == pytest.approx(2.0 * length / c, rel=0.05)
    plateau = pair.force[(pair.time > pressed[0] + 0.5 * length / c) & (pair.time < pressed[0] + 1.5 * length / c)]
    assert plateau.mean() == pytest.approx(1000.0 * c * speed * 0.05, rel=0.02)  # rho c v A
    assert result["bar"].momentum[-1, 0] == pytest.approx(mass * speed, rel=0.02)


@pytest.mark.parametrize("kind", ["quad8", "hexahedron", "tetra"])
@pytest.mark.parametrize("scheme", [ss.Theta(0.5), ss.GeneralizedAlpha(0.8)], ids=["theta", "alpha"])
def test_momentum_of_ball_and_free_solid(kind, scheme):
    """A ball hits a free solid off centre, with friction: what one loses the other gains, also about the origin."""
    dim = 2 if kind == "quad8" else 3
    model = ss.Model(dim=dim)
    block = box(model, (1.0,) * dim, 2, kind, name="block")
    start = np.array((0.7, 0.4, 1.051) if dim == 3 else (0.7, 1.051))
    speed = np.array((0.3, 0.1, -1.0) if dim == 3 else (0.3, -1.0))
    ball = model.add(ss.RigidBody(100.0, 1.0, position=start, velocity=speed, name="ball"))
    ball_contour = ball.add(ss.Circle(radius=0.05) if dim == 2 else ss.Sphere(radius=0.05))
    model.add(ss.Contact(block.surface(), ball_contour, friction=0.4))
    result = ss.simulate(model, 0.1, 1e-3, integrator=scheme)
    rigid = result["ball"]
    total = result["block"].momentum + 100.0 * rigid.velocity
    np.testing.assert_allclose(total, np.tile(100.0 * speed, (len(total), 1)), atol=1e-9 * 100.0)
    assert np.linalg.norm(result["block"].momentum[-1]) > 10.0
    assert abs(result.energy.remainder).max() < 1e-10 * result.energy.scale


@pytest.mark.parametrize("kind", ["quad", "quad8", "hexahedron", "tetra"])
def test_ball_slides_over_nodes(kind):
    """On a flat stiff block a sliding ball keeps one contact with its weight, and slows down by mu g."""
    dim, mu = 2 if kind in ("quad", "quad8") else 3, 0.1
    model = ss.Model(dim=dim, gravity=(0.0,) * (dim - 1) + (-G,))
    stiff = ss.Material(young=1e11, density=1000.0, poisson=0.3)
    plane = {"plane": "strain"} if dim == 2 else {}
    lengths, divisions = ((1.0, 0.1), (8, 1)) if dim == 2 else ((1.0, 0.3, 0.1), (8, 2, 1))
    block = model.add(ss.SolidBody.box(lengths, divisions, stiff, kind=kind, **plane, retardation=1e-4, name="block"))
    model.add(ss.Support(block, block.nodes_where(lambda *x: x[-1] == 0.0)))
    place = (0.05, 0.15)[: dim - 1]
    speed = (1.0, 0.07)[: dim - 1]
    slider = model.add(ss.PointMass(1.0, position=(*place, 0.11), velocity=(*speed, 0.0), name="slider"))
    contour = slider.add(ss.Circle(radius=0.01) if dim == 2 else ss.Sphere(radius=0.01))
    model.add(ss.Contact(block.surface(), contour, friction=mu))
    result = ss.simulate(model, 0.8, 1e-3, integrator=ss.Theta(1.0))
    pair = result.contacts.between("block", "slider")
    np.testing.assert_allclose(pair.force[20:], G, rtol=2e-2)
    assert (pair.points[1:] == 1).all()
    v0, v = np.linalg.norm(speed), np.linalg.norm(result["slider"].velocity[-1])
    assert v == pytest.approx(v0 - mu * G * 0.8, abs=2e-3)


@pytest.mark.parametrize("kind", ["quad8", "quad", "hexahedron"])
def test_block_on_block(kind):
    """A shifted block on a clamped one: their contacts carry its weight."""
    dim = 2 if kind != "hexahedron" else 3
    model = ss.Model(dim=dim, gravity=(0.0,) * (dim - 1) + (-G,))
    fields = {"retardation": 5e-3, "mass_damping": 40.0}
    lower = box(model, (1.0,) * dim, 2, kind, **fields, name="lower")
    model.add(ss.Support(lower, lower.nodes_where(lambda *x: x[-1] == 0.0)))
    upper = box(model, (0.5,) * dim, 2, kind, (0.3,) * (dim - 1) + (1.0,), **fields, name="upper")
    model.add(ss.Contact(lower.surface(), upper.surface(), friction=0.4))
    result = ss.simulate(model, 1.5, 5e-3, integrator=ss.Theta(1.0), record=ss.Record(every=20))
    pair = result.contacts.between("lower", "upper")
    assert pair.force[-1] == pytest.approx(1000.0 * 0.5**dim * G, rel=1e-3)
    assert result.certificate.penetration < 1e-3


def test_surfaces_are_checked_and_written():
    """Wrong facets are rejected by name; surfaces survive YAML; points of a plane need not be facets."""
    model = ss.Model(dim=2)
    block = box(model, (1.0, 1.0), 2, "quad", name="block")
    with pytest.raises(ss.ModelError, match="nodes 0 4 are not a boundary facet"):
        block.surface([[0, 4]])
    with pytest.raises(ss.ModelError, match="leave out node and position"):
        block.add(ss.SolidSurface(), node=3)
    other = ss.Model(dim=2)
    skin = other.add(ss.RigidBody(1.0, 1.0, name="rigid")).add(ss.SolidSurface())
    other.add(ss.Contact(skin, other.ground.add(ss.Plane(normal=(0, 1)))))
    with pytest.raises(ss.ModelError, match="a SolidSurface belongs to a SolidBody"):
        ss.simulate(other, 0.1, 0.1)
    skin = block.surface(block.boundary(lambda x, y: y == 1.0), radius=0.01, name="top")
    again = ss.Model.from_yaml(model.to_yaml())
    np.testing.assert_array_equal(again["block"].contours[0].facets, skin.facets)
    assert again["block"].contours[0].radius == 0.01


@pytest.mark.parametrize("kind", ["quad", "quad8", "hexahedron", "tetra"])
def test_rigid_box_slides_over_a_block(kind):
    """A rigid box on a flat stiff block: corners and the nodes below carry the weight, and it slows down by mu g."""
    dim, mu = 2 if kind in ("quad", "quad8") else 3, 0.1
    model = ss.Model(dim=dim, gravity=(0.0,) * (dim - 1) + (-G,))
    stiff = ss.Material(young=1e10, density=1000.0, poisson=0.3)
    plane = {"plane": "strain"} if dim == 2 else {}
    lengths, divisions = ((1.0, 0.1), (8, 1)) if dim == 2 else ((1.0, 0.4, 0.1), (4, 2, 1))
    block = model.add(ss.SolidBody.box(lengths, divisions, stiff, kind=kind, **plane, retardation=1e-4, name="block"))
    model.add(ss.Support(block, block.nodes_where(lambda *x: x[-1] == 0.0)))
    inertia = 0.01 if dim == 2 else (0.01, 0.01, 0.01)
    place, speed = (0.17, 0.21)[: dim - 1], (0.5, 0.0)[: dim - 1]
    box_ = model.add(ss.RigidBody(1.0, inertia, position=(*place, 0.13), velocity=(*speed, 0.0), name="box"))
    contour = box_.add(ss.Cuboid(lengths=(*(0.2, 0.15)[: dim - 1], 0.06)))
    model.add(ss.Contact(block.surface(), contour, friction=mu))
    result = ss.simulate(model, 0.4, 1e-3, integrator=ss.Theta(1.0))
    pair = result.contacts.between("block", "box")
    np.testing.assert_allclose(pair.force[60:].mean(), G, rtol=1e-3)
    v = result["box"].velocity[-1]
    assert v[0] == pytest.approx(0.5 - mu * G * 0.4, abs=5e-3)
    assert abs(v[1:]).max() < 5e-3
    assert abs(result["box"].position[-1, -1] - 0.13) < 1e-5
