"""The list of parts: names are given, found, rejected when taken, and follow what a user does with the list."""

import numpy as np
import pytest

import stickslip as ss


def ball(**fields):
    return ss.RigidBody(1.0, 0.1, **fields)


def test_unnamed_parts_are_numbered_by_kind():
    model = ss.Model()
    model.add(ball(name="rigidbody2"))
    names = [model.add(part).name for part in (ball(), ball(), ss.PointMass(1.0))]
    assert names == ["rigidbody3", "rigidbody4", "pointmass1"]  # the second body, whose number is taken
    assert model["rigidbody4"] is model.parts[2]
    assert model["ground"] is model.ground


def test_names_and_parts_are_added_once():
    model = ss.Model()
    first = model.add(ball(name="a"))
    with pytest.raises(ss.ModelError, match="RigidBody 'a' has already been added"):
        model.add(first)
    for name in ("a", "ground"):
        with pytest.raises(ss.ModelError, match=f"RigidBody '{name}': the name is taken by another part"):
            model.add(ball(name=name))
    with pytest.raises(KeyError, match="no part 'b'"):
        model["b"]


def test_a_removed_part_frees_its_name():
    model = ss.Model()
    first = model.add(ball(name="a"))
    model.parts.remove(first)
    second = model.add(ball(name="a"))
    assert model["a"] is second
    assert model.add(ball()).name == "rigidbody2"
    first.name = "b"
    assert model.add(first) is model["b"]


def test_a_renamed_part_is_found_and_frees_its_name():
    model = ss.Model()
    first = model.add(ball(name="a"))
    first.name = "b"
    assert model["b"] is first
    with pytest.raises(KeyError):
        model["a"]
    assert model.add(ball(name="a")) is model["a"]


def test_a_part_renamed_to_a_taken_name_is_refused_before_the_run():
    model = ss.Model()
    model.add(ball(name="a"))
    model.add(ball(name="b")).name = "a"
    with pytest.raises(ss.ModelError, match="RigidBody 'a' and RigidBody 'a' have the same name"):
        ss.simulate(model, 0.01, 1e-3)


def test_gravity_is_checked_when_it_is_changed():
    model = ss.Model(dim=2)
    model.gravity = np.array([0, -9.81])
    assert model.gravity == (0.0, -9.81) and all(type(x) is float for x in model.gravity)
    for wrong in ((0, 0, -9.81), 9.81, (0, np.nan), "ab"):
        with pytest.raises(ss.ModelError, match="Model: gravity"):
            model.gravity = wrong
    assert model.gravity == (0.0, -9.81)


@pytest.mark.parametrize(("dim", "vector"), [(2, 1.0), (3, (0, 0, 1.0))])
def test_torques_on_point_masses_are_refused(dim, vector):
    """They never turn; the torque would vanish without a word."""
    model = ss.Model(dim=dim)
    model.add(ss.Torque(model.add(ss.PointMass(1.0, name="mass")), vector, name="motor"))
    with pytest.raises(ss.ModelError, match="Torque 'motor': PointMass 'mass' never rotates"):
        ss.simulate(model, 1e-2, 1e-3)
