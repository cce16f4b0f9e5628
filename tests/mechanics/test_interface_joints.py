"""Joints on interfaces of solids: pivots and welds between solids, rigid bodies and the ground, in plane and space."""

import numpy as np
import pytest
from scipy.special import ellipk

import stickslip as ss

SOFT = ss.Material(young=1e6, density=1000.0, poisson=0.3)
PIVOT = (0.45, 0.1, 0.1)


def _pair(joint, dim=3, gravity=(), velocity=(), multiplier="P1", law="st-venant-kirchhoff", **fields):
    """Return two solids of different cells with a rigid massless joint in the gap between them."""
    model = ss.Model(dim=dim, gravity=gravity[:dim] or (0.0,) * dim)
    kinds = ("hexahedron", "tetra" if multiplier == "dual" else "tetra10") if dim == 3 else ("quad", "triangle6")
    extra = {"plane": "strain"} if dim == 2 else {}
    for k, kind in enumerate(kinds):
        origin, divisions = (0.5 * k, 0.0, 0.0)[:dim], ((3, 2, 2), (2, 1, 1))[k][:dim]
        start = {"velocity": velocity} if k and velocity else {}
        size = (0.4, 0.2, 0.2)[:dim]
        box = ss.SolidBody.box(size, divisions, SOFT, kind=kind, origin=origin, law=law, name="ab"[k], **extra, **start)
        model.add(box)
    bodies = [model.add(ss.MasslessBody(position=PIVOT[:dim], name=name)) for name in ("left", "right")]
    for solid, body, side in zip("ab", bodies, (0.4, 0.5), strict=True):
        facets = model[solid].boundary(lambda x, *_, side=side: abs(x - side) < 1e-9)
        model.add(ss.Bond(model[solid], facets, body, multiplier=multiplier, name=f"glue_{solid}"))
    model.add(joint(*bodies, at=PIVOT[:dim], name="pivot", **fields))
    return model


JOINTS = [(ss.Revolute, {"axis": (0, 1, 0)}, (1,)), (ss.Spherical, {}, (0, 1, 2)), (ss.Fixed, {}, ())]


@pytest.mark.parametrize("multiplier", ["P1", "P0", "dual"])
@pytest.mark.parametrize(("joint", "fields", "free"), JOINTS, ids=lambda x: getattr(x, "__name__", ""))
def test_pivot_carries_no_couple_about_its_axes(joint, fields, free, multiplier):
    """A bridge held at both ends bends under its weight: couples on the pivot vanish where it is free, exactly."""
    if multiplier == "P0" and joint is ss.Fixed:
        return
    model = _pair(joint, gravity=(1.0, -4.0, -9.81), multiplier=multiplier, **fields)
    for name, side in (("a", 0.0), ("b", 0.9)):
        solid = model[name]
        model.add(ss.Support(solid, solid.nodes_where(lambda x, *_, side=side: abs(x - side) < 1e-9)))
    result = ss.solve_static(model)
    at = result["left"].position[-1]
    couples = [result[f"glue_{name}"].couple(at)[-1] for name in "ab"]
    force = np.linalg.norm(result["glue_a"].force[-1])
    scale = 0.2 * force
    assert force > 1.0
    np.testing.assert_allclose(couples[0] + couples[1], 0.0, atol=1e-9 * scale)
    local = result["left"].rotation[-1].T @ couples[0]
    for i in range(3):
        assert (abs(local[i]) < 1e-9 * scale) == (i in free)
    np.testing.assert_allclose(result["glue_a"].force[-1], -result["glue_b"].force[-1], atol=1e-9 * force)


@pytest.mark.parametrize(("joint", "fields", "free"), JOINTS, ids=lambda x: getattr(x, "__name__", ""))
def test_free_pair_keeps_its_momenta(joint, fields, free):
    """One of two hinged solids is struck: momenta stay, the hinge turns, its couple vanishes up to drift."""
    model = _pair(joint, velocity=lambda x, y, z: (0.0, -2 * (z - 0.1), 3 * (x - 0.45) + 2 * (y - 0.1)), **fields)
    result = ss.simulate(model, 0.1, 1e-3, integrator=ss.GeneralizedAlpha(1.0), project=True)
    P = result["a"].momentum + result["b"].momentum
    L = result["a"].angular_momentum + result["b"].angular_momentum
    np.testing.assert_allclose(P, np.tile(P[0], (len(P), 1)), atol=1e-12 * abs(P[0]).max())
    np.testing.assert_allclose(L, np.tile(L[0], (len(L), 1)), atol=1e-5 * abs(L[0]).max())
    local = result["left"].rotation[-1].T @ result["glue_a"].couple(result["left"].position[-1])[-1]
    for i in free:
        assert abs(local[i]) < 1e-6 * 0.2 * np.linalg.norm(result["glue_a"].force[-1])
    turn = result["left"].rotation[-1].T @ result["right"].rotation[-1]
    assert (abs(turn - np.eye(3)).max() > 0.1) == bool(free)


@pytest.mark.parametrize("dim", [2, 3])
def test_weld_by_a_joint_without_mass_is_a_bond_to_the_rigid_body(dim):
    """Bond to a rigid body, or to a massless body that is fixed to it: the same motion, where neither is corrected.

    The joint drifts by 6e-8 in space, so that its correction moves the solid.
    """
    found, scheme, same = [], ss.BDF(2) if dim == 2 else ss.GeneralizedAlpha(1.0, stabilise=False), 1e-10
    for direct in (True, False):
        model = ss.Model(dim=dim, gravity=(0, -9.81, 0)[:dim])
        extra = {"plane": "stress"} if dim == 2 else {}
        solid = model.add(ss.SolidBody.box((0.4, 0.2, 0.2)[:dim], (2, 1, 1)[:dim], SOFT, name="solid", **extra))
        model.add(ss.Support(solid, solid.nodes_where(lambda x, *_: x < 1e-9)))
        rigid = model.add(ss.RigidBody(5.0, 0.1, position=(0.6, 0.1, 0.1)[:dim], name="rigid"))
        body = rigid if direct else model.add(ss.MasslessBody(position=(0.4, 0, 0)[:dim], name="plate"))
        model.add(ss.Bond(solid, solid.boundary(lambda x, *_: x > 0.4 - 1e-9), body, name="glue"))
        if not direct:
            model.add(ss.Fixed(body, rigid, at=(0.6, 0.1, 0.1)[:dim]))
        found.append(ss.simulate(model, 0.05, 1e-3, integrator=scheme))
    u = [result["solid"].displacement[-1] for result in found]
    assert abs(u[0]).max() > 1e-3
    np.testing.assert_allclose(u[1], u[0], atol=same * abs(u[0]).max())
    turn = [np.asarray(result["rigid"].rotation[-1]) for result in found]
    np.testing.assert_allclose(turn[1], turn[0], atol=same)
    np.testing.assert_allclose(found[1]["glue"].force[-1], found[0]["glue"].force[-1], rtol=1e-5, atol=1e-9)


@pytest.mark.parametrize("dim", [2, 3])
def test_stiff_solid_swings_as_a_rigid_pendulum(dim):
    """Released at 90 degrees, it is upright after a quarter of T = 4 K(sin 45) sqrt(J / (m g l))."""
    model = ss.Model(dim=dim, gravity=(0, -9.81, 0)[:dim])
    stiff, extra = ss.Material(young=1e9, density=1000.0, poisson=0.3), {"plane": "stress"} if dim == 2 else {}
    bar = model.add(ss.SolidBody.box((1, 0.2, 0.1)[:dim], (4, 1, 1)[:dim], stiff, name="bar", **extra))
    pivot = (0.0, 0.1, 0.05)[:dim]
    body = model.add(ss.MasslessBody(position=pivot, name="hinge"))
    model.add(ss.Bond(bar, bar.boundary(lambda x, *_: x < 1e-9), body, name="glue"))
    axis = {} if dim == 2 else {"axis": (0, 0, 1)}
    model.add(ss.Revolute(model.ground, body, at=pivot, name="pin", **axis))
    quarter = ellipk(0.5) * np.sqrt((1 / 3 + 0.2**2 / 12) / (9.81 * 0.5))
    result = ss.simulate(model, 1.1 * quarter, quarter / 200, integrator=ss.GeneralizedAlpha(0.8))
    angle = result["pin"].coordinate
    passed = np.interp(np.pi / 2, -angle, result.time)
    assert passed == pytest.approx(quarter, rel=5e-4)
    k = int(np.argmin(abs(result.time - quarter)))
    mass = 200.0 if dim == 2 else 20.0
    pull = mass * 9.81 * (1.0 + 0.5 / (1 / 3 + 0.2**2 / 12))  # weight, and m l w^2 with J w^2 / 2 = m g l, l = 0.5
    assert result["glue"].force[k][1] == pytest.approx(pull, rel=2e-2)
    assert abs(np.ravel(result["glue"].couple(pivot)[k])[-1]) < 1e-5 * pull


def test_frame_at_the_joint():
    """Nodes pinned one by one to a massless body (u = 0 in its frame) are a bond with P1 or dual multipliers."""
    model = {name: _pair(ss.Revolute, dim=2, multiplier=name, gravity=(0, -9.81)) for name in ("P1", "dual")}
    model["nodes"] = ss.Model(dim=2, gravity=(0, -9.81))
    for part in model["P1"].parts:
        if not isinstance(part, ss.Bond):
            model["nodes"].add(part)
    for name, body in (("a", "left"), ("b", "right")):
        solid = model["nodes"][name]
        for k in np.unique(model["P1"][f"glue_{name}"].facets):
            model["nodes"].add(ss.Revolute(model["nodes"][body], solid.node(int(k)), at=tuple(solid.nodes[k])))
    found = {}
    for name, own in model.items():
        solid = own["a"]
        own.add(ss.Support(solid, solid.nodes_where(lambda x, y: x < 1e-9)))
        found[name] = ss.simulate(own, 0.1, 1e-3, integrator=ss.BDF(2))["b"].displacement[-1]
    assert abs(found["P1"]).max() > 1e-2
    np.testing.assert_allclose(found["dual"], found["P1"], atol=1e-10)
    np.testing.assert_allclose(found["nodes"], found["P1"], atol=1e-10)
