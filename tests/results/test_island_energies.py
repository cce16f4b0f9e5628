"""Gains of energy judged by what bodies themselves have, whatever else is in the model."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.results.islands import largest_gain
from stickslip.system.assemble import assemble, describe

DOWN = (0.0, -9.81)


def falling(far=True, load=False, every=1):
    """A ball is let go with steps that add 3 % to its energy, beside a heavy body that is much faster."""
    model = ss.Model(dim=2, gravity=DOWN)
    ball = model.add(ss.RigidBody(mass=1.0, inertia=0.1, name="ball"))
    model.add(
        ss.Contact([ball.add(ss.Circle(radius=0.1))], [model.ground.add(ss.Plane(position=(0, -9), normal=(0, 1)))])
    )
    if far:
        model.add(ss.RigidBody(mass=1e6, inertia=1e5, position=(50, 0), velocity=(0, 100), name="heavy"))
    if load:
        model.add(ss.PointForce(ball, (1.0, 0.0)))
    return ss.simulate(model, 0.3, 1e-2, integrator=ss.SemiExplicit(), record=ss.Record(every=every))


@pytest.mark.parametrize("every", [1, 5])
def test_small_body_is_not_hidden_by_a_heavy_one(every):
    """The semi-explicit scheme adds m g^2 dt t / 2 to a fall from rest, dt / t of its energy."""
    result = falling(every=every)
    gain = largest_gain(result.store)
    assert gain.names == ["ball"] and gain.time == pytest.approx(0.3)
    assert gain.share == pytest.approx(1.0 / 30.0, rel=1e-9)
    assert gain.value == pytest.approx(0.5 * 9.81**2 * 1e-2 * 0.3, rel=1e-9)
    doubts = [finding.text for finding in result.certificate.findings if not finding.proven]
    assert len(doubts) == 1 and doubts[0].startswith("ball had 144 mJ more than at the start, 3.33 % of the largest")
    assert {check.law for check in result.verify().flagged} == {"what is passive gains no energy"}


def test_what_is_driven_is_not_judged():
    assert largest_gain(falling(far=False, load=True).store).names == []


def test_bodies_that_pressed_are_judged_together():
    """A ball hits one at rest, which gains what the other loses."""
    model = ss.Model(dim=2, gravity=(0, 0))
    a = model.add(ss.RigidBody(mass=1.0, inertia=0.1, velocity=(1, 0), name="a"))
    b = model.add(ss.RigidBody(mass=1.0, inertia=0.1, position=(0.3, 0), name="b"))
    model.add(ss.Contact([a.add(ss.Circle(radius=0.1))], [b.add(ss.Circle(radius=0.1))], restitution=1.0))
    result = ss.simulate(model, 0.3, 1e-2)
    assert result["b"].velocity[-1, 0] == pytest.approx(1.0)
    assert largest_gain(result.store).share < 1e-12 and result.certificate.proven


def entries(add):
    """Return what files say of two bodies on a joint to which a function adds parts, of a third one, and of a mover."""
    model = ss.Model(dim=2, gravity=DOWN)
    mover = model.add(ss.PrescribedBody(motion=(ss.Sine(1.0, 1.0), ss.Polynomial(())), name="mover"))
    a, b, _ = (model.add(ss.RigidBody(mass=1.0, inertia=0.1, position=(k, 0), name="abc"[k])) for k in range(3))
    model.add(ss.Revolute(a, b, at=(0.5, 0)))
    add(model, mover, a)
    found = {entry["name"]: entry for entry in describe(assemble(model))["bodies"]}
    assert found["c"]["passive"] and not found["mover"]["passive"] and found["ground"]["passive"]
    assert np.array_equal(found["c"]["inertia"], np.diag([1.0, 1.0, 0.1]))
    return found


@pytest.mark.parametrize(
    "add",
    [
        lambda model, mover, a: model.add(ss.SpringDamper(model.ground, a, stiffness=1.0)),
        lambda model, mover, a: model.add(ss.Torque(a, 1.0)),
        lambda model, mover, a: model.add(ss.Revolute(mover, a, at=(0, 0))),
        lambda model, mover, a: model.add(ss.Revolute(model.ground, a, at=(0, 1), motion=ss.Sine(1.0, 1.0))),
        lambda model, mover, a: model.add(ss.Revolute(model.ground, a, at=(0, 1), effort=ss.Sine(1.0, 1.0))),
        lambda model, mover, a: model.add(
            ss.Contact(
                [a.add(ss.Circle(radius=0.1))],
                [model.ground.add(ss.Plane(normal=(0, 1), position=(0, -1)))],
                law=ss.Compliant(stiffness=1e3),
            )
        ),
    ],
    ids=["spring", "torque", "mover", "motion", "effort", "compliant"],
)
def test_parts_that_may_give_energy_are_seen_on_all_that_joints_connect(add):
    found = entries(add)
    assert not found["a"]["passive"] and not found["b"]["passive"]


def test_joints_stops_and_dry_friction_only_brake():
    found = entries(
        lambda model, mover, a: model.add(ss.Revolute(model.ground, a, at=(0, 1), friction=1.0, stops=(-1.0, 1.0)))
    )
    assert found["a"]["passive"] and found["a"]["island"] == found["b"]["island"] != found["c"]["island"]
