"""Names of the last version: they answer, with a warning that users see and that says the new name."""

import numpy as np
import pytest

import stickslip as ss

ROPE = {"positions": [(0, 0), (1, 0)], "stiffness": 1.0}
BODY = ss.RigidBody(1.0, 1.0, name="body")
SQUARE = {"lengths": (1, 1), "divisions": 1, "material": ss.steel, "plane": "stress"}


@pytest.mark.parametrize(
    ("make", "old", "new", "value"),
    [
        (lambda **given: ss.StringBody(**ROPE, **given, mass_per_length=1.0), "free_length", "rest_length", 0.9),
        (lambda **given: ss.StringBody(**ROPE, **given), "density", "mass_per_length", 2.0),
        (lambda **given: ss.Section(EA=1, EI=1, GA=1, GJ=1, inertia=1, **given), "mass", "mass_per_length", 2.0),
        (lambda **given: ss.SolidBody.box(**SQUARE, **given), "mass", "mass_distribution", "lumped"),
        (lambda **given: ss.PointForce(vector=(1, 0, 0), **given), "at", "on", BODY),
        (lambda **given: ss.Torque(vector=(1, 0, 0), **given), "at", "on", BODY),
        (lambda **given: ss.UserForce(function=print, **given), "at", "on", BODY),
    ],
)
def test_old_names_of_fields_answer_with_a_warning(make, old, new, value):
    text = f"'{old}' has been renamed '{new}'"
    with pytest.warns(FutureWarning, match=text):
        part = make(**{old: value})
    assert getattr(part, new) == value
    with pytest.warns(FutureWarning, match=text):
        assert getattr(part, old) == value
    with pytest.warns(FutureWarning, match=text):
        setattr(part, old, value)


def test_both_names_are_too_many():
    with pytest.raises(ss.ModelError, match="unknown field 'free_length'"):
        ss.StringBody(**ROPE, mass_per_length=1.0, rest_length=1.0, free_length=1.0)


def test_files_of_the_last_version_are_read_without_a_word(recwarn):
    text = """
model:
  dim: 2
  parts:
  - {kind: StringBody, name: rope, positions: [[0, 0], [1, 0]], stiffness: 10.0, density: 0.5, free_length: 0.9}
  - {kind: RigidBody, name: ball, mass: 1.0, inertia: 1.0}
  - {kind: PointForce, name: push, at: ball, vector: [1, 0]}
"""
    model = ss.Model.from_yaml(text)
    assert (model["rope"].mass_per_length, model["rope"].rest_length) == (0.5, 0.9)
    assert model["push"].on is model["ball"]
    assert "rest_length: 0.9" in model.to_yaml()
    assert not [warning for warning in recwarn if warning.category is FutureWarning]
    with pytest.raises(ss.ModelError, match="'free_length' and 'rest_length' are the same"):
        ss.Model.from_yaml(text.replace("free_length: 0.9", "free_length: 0.9, rest_length: 1.0"))


def test_frames_are_defined_once_and_found_by_name():
    body = ss.RigidBody(1.0, 1.0, name="body")
    pin = body.frame("pin", (1, 0, 0))
    assert body["pin"] is pin
    with pytest.raises(ss.ModelError, match=r"no frame 'pen' \(defined: pin\)"):
        body["pen"]
    with pytest.warns(FutureWarning, match=r"write body\['pin'\]"):
        assert body.frame("pin") is pin


def test_nodes_of_solids():
    solid = ss.SolidBody.box(**SQUARE)
    with pytest.warns(FutureWarning, match=r"at\(2\) has been renamed node\(2\)"):
        assert solid.at(2) is solid.node(2)


def test_options_of_simulate_are_grouped():
    from stickslip.integrators.options import grouping

    @grouping
    def simulate(**given):
        return given

    with pytest.warns(FutureWarning) as said:
        given = simulate(record_every=3, record_open_contacts=True, tolerance=1e-8, max_halvings=2)
    assert given == {"record": ss.Record(every=3, open_contacts=True),
                     "tolerances": ss.Tolerances(laws=1e-8, max_halvings=2)}  # fmt: skip
    assert str(said[0].message) == "simulate: 'record_every' is now record=Record(every=...)"
    with pytest.raises(ss.ModelError, match="'record_every' is part of record=Record"):
        simulate(record_every=3, record=ss.Record())


def test_arguments_of_analyses():
    from stickslip._arguments import renamed

    @renamed(at="about")
    def modes(about=None):
        return about

    with pytest.warns(FutureWarning, match="modes: 'at' has been renamed 'about'"):
        assert modes(at=3) == 3


def test_short_texts():
    """What a part is, and what was given, on a line; arrays by their shape."""
    assert repr(BODY) == "RigidBody('body', mass=1.0, inertia=1.0)"
    assert len(repr(ss.SolidBody.box((1, 1), 20, ss.steel, plane="stress"))) < 160
    assert repr(ss.Frame(body=BODY, position=np.ones(3))) == "Frame(body=RigidBody 'body', position=(1.0, 1.0, 1.0))"


def test_only_the_interface_is_listed():
    assert dir(ss) == sorted([*ss.__all__, "__version__"])
    assert not [name for name in dir(BODY) if "pydantic" in name or name.startswith(("_", "model_"))]
