"""Loads on the surface of solids and supports of their nodes."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import stickslip as ss
from stickslip.forces.loads import surface_loads, volume_loads
from stickslip.solids.assembly import mesh_of
from stickslip.solids.cells import NAMES, cell
from stickslip.system.inventory import inventory

SOFT = ss.Material(young=100.0, density=2.0, poisson=0.3)


def box(kind, n=2, **fields):
    dim = cell(kind).dim
    planar = {"plane": "strain", "thickness": 0.5} if dim == 2 else {}
    return ss.SolidBody.box((1.0, 2.0, 3.0)[:dim], n, SOFT, kind=kind, name="block", **planar, **fields)


@pytest.mark.parametrize("kind", NAMES)
def test_resultants(kind):
    """Force and moment of a traction that varies linearly: int t dA, int x t dA on the side y = 2."""
    solid = box(kind)
    x = solid.nodes
    depth = 0.5 if solid.dim == 2 else 3.0
    side = solid.boundary(lambda x, y, *z: y == 2)
    f = surface_loads(ss.SurfaceLoad(solid, side, traction=lambda x, *_: [1.0 + x, *(-1.0,) * (solid.dim - 1)]))
    assert_allclose(f.sum(axis=0)[: solid.dim], [1.5 * depth] + [-depth] * (solid.dim - 1), rtol=1e-13)
    assert x[:, 0] @ f[:, 0] == pytest.approx((1 / 2 + 1 / 3) * depth, rel=1e-13)
    assert not f[x[:, 1] < 2].any()
    p = surface_loads(ss.SurfaceLoad(solid, side, pressure=4.0))
    assert_allclose(p.sum(axis=0), [0.0, -4.0 * depth, 0.0], atol=1e-12)


@pytest.mark.parametrize("kind", NAMES)
def test_pressure_on_a_curved_boundary(kind):
    """Closed surface of any shape: a pressure p has no resultant, and sum x . f = -p dim V; p = y lifts with -V."""
    flat = box(kind)
    bent = np.array(flat.nodes) + 0.05 * np.sin(2.0 * flat.nodes[:, ::-1] + 1.0)
    solid = ss.SolidBody(nodes=bent, cells=flat.cells, material=SOFT, plane=flat.plane, thickness=flat.thickness)
    volume = solid_volume(solid)
    f = surface_loads(ss.SurfaceLoad(solid, solid.boundary(), pressure=3.0))[:, : solid.dim]
    assert_allclose(f.sum(axis=0), 0.0, atol=1e-12)
    assert (bent * f).sum() == pytest.approx(-3.0 * solid.dim * volume, rel=1e-12)
    lift = surface_loads(ss.SurfaceLoad(solid, solid.boundary(), pressure=lambda x, y, *_: y))
    assert_allclose(lift.sum(axis=0), [0.0, -volume, 0.0], atol=1e-12)


@pytest.mark.parametrize("kind", NAMES)
def test_volume_loads(kind):
    """Force and moment of a force per volume that varies linearly: int f dV, int x f dV over all and one element."""
    solid = box(kind)
    volume = 1.0 if solid.dim == 2 else 6.0
    f = volume_loads(ss.VolumeLoad(solid, lambda x, *_: [1.0 + x, *(-1.0,) * (solid.dim - 1)]))
    assert_allclose(f.sum(axis=0)[: solid.dim], [1.5 * volume] + [-volume] * (solid.dim - 1), rtol=1e-13)
    assert solid.nodes[:, 0] @ f[:, 0] == pytest.approx((1 / 2 + 1 / 3) * volume, rel=1e-13)
    one = volume_loads(ss.VolumeLoad(solid, (2.0,) * solid.dim, elements=(1,)))
    assert one[:, 0].sum() == pytest.approx(2.0 * volume / len(solid.cells), rel=1e-13)
    assert not np.delete(one, solid.cells[1], axis=0).any()


def test_weight_is_a_force_per_volume():
    """A block of linear elements under its weight and under rho g per volume: the same static displacement."""
    places = []
    for gravity, load in (((0.0, -9.81), ()), ((0.0, 0.0), (0.0, -9.81 * 2.0))):
        solid, model = box("triangle6", law="linear"), ss.Model(dim=2, gravity=gravity)
        model.add(solid)
        model.add(ss.Support(solid, solid.nodes_where(lambda x, y: y == 0)))
        if load:
            model.add(ss.VolumeLoad(solid, load))
        places.append(ss.solve_static(model)[solid].displacement[-1])
    assert abs(places[0]).max() > 0.1
    assert_allclose(places[1], places[0], atol=1e-13)


def solid_volume(solid):
    model = ss.Model(dim=solid.dim)
    model.add(solid)
    return mesh_of(model, solid).mass / SOFT.density


def arc(n):
    """Return the force of a traction of 1 on the outer side of a quarter of a ring, radius 2, n cells."""
    flat = ss.SolidBody.box((1, 1), (1, n), SOFT, kind="quad9", plane="stress")
    r, angle = 1.0 + flat.nodes[:, 0], 0.5 * np.pi * flat.nodes[:, 1]
    nodes = np.column_stack([r * np.cos(angle), r * np.sin(angle)])
    ring = ss.SolidBody(nodes=nodes, cells=flat.cells, material=SOFT, plane="stress")
    outer = ring.boundary(lambda x, y: np.hypot(x, y) > 1.99)
    return surface_loads(ss.SurfaceLoad(ring, outer, traction=(1, 0)))[:, 0].sum()


def test_length_of_a_curved_edge():
    """The length of an arc by parabolas converges with order 4."""
    error = [abs(arc(n) - np.pi) for n in (4, 8, 16)]
    assert np.polyfit(np.log([4, 8, 16]), np.log(error), 1)[0] == pytest.approx(-4.0, abs=0.1)
    assert error[-1] < 1e-6


def stretched():
    """A box on rollers, pulled by 10 N/m^2: sigma_yy = 10, reactions on y = 0 balance it."""
    solid = box("hexahedron20", law="linear")
    model = ss.Model(name="stretched")
    model.add(solid)
    model.add(ss.Support(solid, solid.nodes_where(lambda x, y, z: y == 0), components="y", name="floor"))
    line = solid.nodes_where(lambda x, y, z: (y == 0) & (x == 0))
    model.add(ss.Support(solid, line, components=("x",), name="line"))
    model.add(ss.Support(solid, [int(solid.nearest((0, 0, 0)).node)], components="z", name="corner"))
    top = solid.boundary(lambda x, y, z: y == 2)
    model.add(ss.SurfaceLoad(solid, top, traction=(0, 10, 0)))
    return model, solid


def test_reactions_in_statics(tmp_path):
    model, solid = stretched()
    result = ss.solve_static(model, out=tmp_path / "a.h5")
    assert_allclose(result[solid].stress(-1)[..., 1, 1], 10.0, rtol=1e-9)
    floor = result["floor"]
    assert_allclose(floor.force[-1], [0, -30.0, 0], atol=1e-9)
    assert floor.nodal.shape == (2, len(floor.nodes), 3)
    assert floor.reaction.shape == (2, len(floor.nodes)) and abs(floor.drift).max() < 1e-15
    assert_allclose(result["line"].nodal[-1], 0.0, atol=1e-9)
    assert_allclose(result["corner"].force[-1], 0.0, atol=1e-9)
    again = ss.load(tmp_path / "a.h5")
    assert (again["floor"].nodal == floor.nodal).all()
    assert [joint["name"] for joint in again.header["joints"]] == ["floor", "line", "corner"]
    found = inventory(model)
    assert found.constraints == {"floor": len(floor.nodes), "line": len(result["line"].nodes), "corner": 1}


def test_joints_after_a_support_keep_their_coordinate(tmp_path):
    model = ss.Model(dim=2)
    solid = model.add(box("quad", law="linear"))
    model.add(ss.Support(solid, solid.nodes_where(lambda x, y: y == 0), name="clamp"))
    crank = model.add(ss.RigidBody(1.0, 1.0, angular_velocity=2.0))
    model.add(ss.Revolute(model.ground, crank, at=(0, 0), name="hinge"))
    result = ss.simulate(model, 0.01, 1e-3, integrator=ss.GeneralizedAlpha(0.8))
    assert result["hinge"].coordinate[-1] == pytest.approx(0.02, rel=1e-9)
    assert abs(result["clamp"].force).max() < 1e-9
    assert len(result.to_csv(tmp_path)) > 3


def test_reactions_change_the_momentum():
    """A clamped strip begins to fall: weight and reactions times dt are its momentum, to round-off in every step."""
    model, dt = ss.Model(dim=2, gravity=(0, -9.81)), 2e-3
    rubber = ss.Material(young=1e6, density=1000.0, poisson=0.3)
    solid = model.add(ss.SolidBody.box((1, 0.2), (10, 2), rubber, kind="quad8", plane="stress", name="strip"))
    model.add(ss.Support(solid, solid.nodes_where(lambda x, y: x == 0), name="clamp"))
    result = ss.simulate(model, 0.2, dt, integrator=ss.Theta(0.5))
    mesh = mesh_of(model, solid)
    momentum = mesh.load @ result[solid].velocity[1:]
    weight = np.array([0.0, -9.81 * mesh.mass])
    impulse = dt * (result["clamp"].force[1:] + weight).cumsum(axis=0)
    assert_allclose(momentum, impulse, atol=1e-11 * abs(momentum).max())
    assert abs(result["clamp"].drift).max() < 1e-15


def test_load_over_time():
    """A free box under a traction with factor 3 t^2: momentum t^3 times force, also in the ledger of works."""
    model = ss.Model(dim=2)
    solid = model.add(box("quad8"))
    top = solid.boundary(lambda x, y: y == 2)
    model.add(ss.SurfaceLoad(solid, top, traction=(0.2, 0), factor=ss.Polynomial((0, 0, 3))))
    result = ss.simulate(model, 1.0, 1e-3, integrator=ss.GeneralizedAlpha(1.0))
    mass, force = 2.0 * 2.0 * 0.5, 0.2 * 0.5
    mesh = mesh_of(model, solid)
    velocity = mesh.load @ result[solid].velocity[-1] / mass
    assert_allclose(velocity, [force / mass, 0.0], rtol=1e-5, atol=1e-12)
    assert result.energy.loads[-1] == pytest.approx(result.energy.total[-1], rel=1e-3)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda b: ss.Support(b, b.nodes_where(lambda x, y: x == 7)), "no nodes are chosen.* y from 0 to 2"),
        (lambda b: ss.Support(b, [0, 99]), "node 99 does not exist in SolidBody 'block' .0 to 8"),
        (lambda b: ss.Support(b, [0, -1]), "node -1 does not exist"),
        (lambda b: ss.Support(b, [3, 3]), "node 3 is given twice"),
        (lambda b: ss.Support(b, [1.5]), "integers"),
        (lambda b: ss.Support(b, b.nodes[:, 0] == 0), "integers"),
        (lambda b: ss.Support(b, [[1, 2]]), "list of node numbers"),
        (lambda b: ss.Support(b, [1], components="xz"), "different ones of x, y"),
        (lambda b: ss.Support(b, [1], components="xx"), "different ones of x, y"),
        (lambda b: ss.Support(ss.RigidBody(1, 1), [1]), "solid"),
        (lambda b: ss.SurfaceLoad(b, b.boundary(lambda x, y: x > 1), pressure=1), "no facets are chosen.* y from 0"),
        (lambda b: ss.SurfaceLoad(b, [[0, 4]], pressure=1), "nodes 0 4 are not a boundary facet"),
        (lambda b: ss.SurfaceLoad(b, b.boundary()[:, ::-1], pressure=1), "are not a boundary facet"),
        (lambda b: ss.SurfaceLoad(b, b.boundary()[[0, 0]], pressure=1), "is given twice"),
        (lambda b: ss.SurfaceLoad(b, b.boundary()), "give either a traction or a pressure"),
        (lambda b: ss.SurfaceLoad(b, b.boundary(), traction=(1, 0), pressure=1), "give either a traction"),
        (lambda b: ss.SurfaceLoad(b, b.boundary(), traction=(1, 0, 0)), "must have 2 components"),
        (lambda b: ss.SurfaceLoad(b, b.boundary(), traction=(1, 0), follower=True), "is for a pressure"),
        (lambda b: ss.SurfaceLoad(b, b.boundary(), pressure=float("nan")), "finite"),
        (lambda b: ss.VolumeLoad(b, (1, 0, 0)), "must have 2 components"),
        (lambda b: ss.VolumeLoad(b, (1, 0), elements=(0, 0)), "at most once"),
        (lambda b: ss.VolumeLoad(b, (1, 0), elements=(99,)), "at most once"),
        (lambda b: ss.SurfaceLoad(b, b.boundary(), traction="down"), "sequence of numbers"),
    ],
)  # fmt: skip
def test_refusals(make, message):
    with pytest.raises(ss.ModelError, match=message):
        make(box("quad"))


def test_refusals_in_the_model():
    def assembled(*parts):
        model = ss.Model(dim=2)
        for part in parts:
            model.add(part)
        inventory(model)

    solid = box("quad")
    first, second = ss.Support(solid, [0, 1, 2], name="a"), ss.Support(solid, [2, 5], components="y", name="b")
    with pytest.raises(ss.ModelError, match=r"Support 'b': Support 'a' already holds node 2 of SolidBody 'block' in y"):
        assembled(solid, first, second)
    for swap in (False, True):
        solid, ground = box("quad"), ss.Model(dim=2)
        ground.add(solid)
        ground.add(ss.Support(solid, [0, 1, 2], name="a"))
        sides = (ground.ground, solid.node(2))
        ground.add(ss.Revolute(*(sides[::-1] if swap else sides), name="pin"))
        with pytest.raises(
            ss.ModelError, match=r"Revolute 'pin': Support 'a' already holds node 2 of SolidBody 'block' in x"
        ):
            inventory(ground)
    solid = box("quad")
    assembled(solid, ss.Support(solid, [2], components="x"), ss.Support(solid, [2], components="y"))
    with pytest.raises(ss.ModelError, match="'block' is not part of the model"):
        assembled(box("quad"), ss.Support(solid, [2], name="s"))
    load = ss.SurfaceLoad(solid, solid.boundary(), traction=lambda x, y: (x,), name="wind")
    with pytest.raises(ss.ModelError, match=r"SurfaceLoad 'wind': traction gives .* 2 finite numbers"):
        assembled(solid, load)
