"""Bad input to the constructors: nothing but ModelError comes out, and it names object, field and value."""

from __future__ import annotations

import inspect
import itertools
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stickslip as ss
from stickslip.errors import ModelError
from stickslip.model.base import Declaration

for _name in ss.__all__:
    getattr(ss, _name)  # names are loaded when they are asked for; only then do their kinds exist
KINDS = sorted(
    (kind for kind in Declaration.kinds.values() if kind.__module__.startswith("stickslip.")),
    key=lambda kind: kind.__name__,
)
WIRE: dict = {"section": ss.Round(0.1), "material": ss.steel}
_BODY = ss.RigidBody(1.0, 1.0, name="body")
_SPHERE = _BODY.add(ss.Sphere(radius=1.0))
_BALL = ss.RigidBody(1.0, 1.0, name="ball").add(ss.Sphere(radius=1.0))

junk = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=3),
    st.binary(max_size=3),
    st.complex_numbers(),
    st.sampled_from(
        [
            10**400, -(10**400), Fraction(1, 3), Decimal("1.5"), Decimal("nan"), np.float64(2), np.int32(3), np.nan,
            object(), np.array(3.0), np.zeros(3), np.zeros((3, 3)), np.eye(3), np.zeros((0, 3)), np.zeros((2, 2, 2)),
            np.array(["a"]), np.array([1, None]), np.full((3, 3), np.nan), np.eye(3) * 1e308, [[]], [[1], [2, 3]],
            [1e308] * 3, "abc",
            {1: 2}, {1, 2, 3}, range(3), print, len, type, ss.RigidBody, _BODY, _SPHERE, ss.Frame(_BODY),
            ss.Revolute(_BODY, _BODY), ss.Sine(1, 1), ss.Compliant(1.0), [10**400] * 3, [[10**400] * 3] * 3,
            [True, False, True], ["1", "2", "3"], [None], (1, 2), (3, 1), (0, 0, 0), (1.0, 0.0, 0.0), (0, 1, 2, 3),
            [ss.LinearPoint((0, 0, 0), np.ones((3, 1)))], [(0, 1, 2, 3)], 1.0, 0.0, -1.0, [[1.0]], [[2.0]],
        ]
    ),
    st.lists(st.one_of(st.floats(), st.integers(), st.none(), st.text(max_size=2)), max_size=4),
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(kind=st.sampled_from(KINDS), data=st.data())
def test_constructors_raise_nothing_but_model_errors(kind, data):
    fields = {name: data.draw(junk, label=name) for name in kind.model_fields if data.draw(st.booleans())}
    fields |= data.draw(st.dictionaries(st.sampled_from(["nmae", "radius", "x"]), junk, max_size=1))
    args = data.draw(st.lists(junk, max_size=3))
    try:
        kind(*args, **fields)
    except ModelError as error:
        assert kind.__name__ in str(error) or "Polynomial" in str(error)


VALID = {
    "RigidBody": {"mass": 1.0, "inertia": 1.0},
    "Sphere": {"radius": 1.0},
    "Revolute": {"a": _BODY, "b": _BODY},
    "Contact": {"a": _SPHERE, "b": _BALL},
    "LinearBody": {"mass_matrix": [[1.0]], "stiffness_matrix": [[1.0]]},
    "PrescribedBody": {},
    "PatchSurface": {"patches": [(0, 1, 2, 3)]},
    "Table": {"times": (0, 1), "values": (0, 1)},
    "PointForce": {"on": _BODY, "vector": (1, 0, 0)},
}


@settings(max_examples=400, deadline=None)
@given(kind=st.sampled_from(sorted(VALID)), data=st.data())
def test_one_bad_field_among_good_ones(kind, data):
    cls = Declaration.kinds[kind]
    field = data.draw(st.sampled_from(sorted(cls.model_fields)))
    try:
        built = cls(**{**VALID[kind], field: data.draw(junk)})
    except ModelError:
        return
    numbers = [x for x in vars(built).values() if isinstance(x, float)]
    assert np.isfinite(numbers).all()


@settings(max_examples=200, deadline=None)
@given(junk, junk, junk)
def test_model_raises_nothing_but_model_errors(dim, gravity, name):
    for arguments in (
        {"dim": dim},
        {"gravity": gravity},
        {"name": name},
        {"dim": dim, "gravity": gravity, "name": name},
    ):
        try:
            model = ss.Model(**arguments)
        except ModelError as error:
            assert "Model" in str(error)
        else:
            assert len(model.gravity) == model.dim in (2, 3)
    with pytest.raises(ModelError):
        ss.Model().add(gravity if not isinstance(gravity, Declaration) else 1)


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: ss.RigidBody(mass=-1, inertia=1, name="ball"), "RigidBody 'ball': mass = -1: must be > 0"),
        (lambda: ss.RigidBody(mass=10**400, inertia=1), "RigidBody: mass = .*: is too large"),
        (lambda: ss.RigidBody(mass=True, inertia=1), "mass = True: must be a number"),
        (lambda: ss.RigidBody(1, (1, 1, 3)), "triangle inequality"),
        (lambda: ss.RigidBody(1, [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]), "symmetric"),
        (lambda: ss.RigidBody(1, 1, rotation=np.diag([1, 1, -1])), "proper rotation matrix"),
        (lambda: ss.RigidBody(1, 1, positon=(0, 0, 0)), "did you mean 'position'"),
        (lambda: ss.Sphere(radius=1, inside=True), "known: name, position"),
        (lambda: ss.Contact(_SPHERE, _SPHERE), "Contact: both sides belong to RigidBody 'body'"),
        (lambda: ss.Contact(_BODY, _SPHERE), "Contact: both sides belong to RigidBody 'body'"),
        (lambda: ss.RigidBody(1, 0.0), r"RigidBody: inertia = 0\.0: must be > 0$"),
        (lambda: ss.Rectangle(width=0.1, height=2e159).of(ss.steel), "Rectangle: is too large"),
        (lambda: ss.RigidBody(1, "x"), "must be a number, or must be a sequence of numbers$"),
        (lambda: ss.RigidBody(1, 1, mass=2), "'mass' is given twice"),
        (lambda: ss.RigidBody(1, 1, name=""), "name"),
        (lambda: ss.RigidBody(1, 1, position="123"), "position = '123': must be a sequence"),
        (lambda: ss.RigidBody(1, 1, position=["1", "2", "3"]), "position"),
        (lambda: ss.RigidBody(1, 1, position={1, 2, 3}), "position"),
        (lambda: ss.Sphere(radius=float("nan")), "radius = nan: must be a finite number"),
        (lambda: ss.Plane(normal=(0, 0, 0)), "non-zero"),
        (lambda: ss.Contact(_SPHERE, _BALL, friction=-0.3), "friction = -0.3: must be >= 0"),
        (lambda: ss.Contact(_SPHERE, _BALL, restitution=1.5), "between 0 and 1"),
        (lambda: ss.Contact(ss.Sphere(radius=1), _SPHERE), "not attached to a body"),
        (lambda: ss.Revolute(_BODY, _BODY, stops=(2, 1)), "lower limit"),
        (lambda: ss.Revolute(_BODY, _BODY, motion=1, effort=1), "exclude each other"),
        (lambda: ss.Table((0, 0), (1, 2)), "increase strictly"),
        (lambda: ss.LinearBody([[1.0, 0], [0, -1]], np.eye(2)), "positive definite"),
    ],
)
def test_messages_name_object_field_and_value(make, expected):
    with pytest.raises(ModelError, match=expected):
        make()


def test_all_kinds_are_covered():
    assert {"RigidBody", "Contact", "Revolute", "Sphere", "Sine", "Bushing"} <= {kind.__name__ for kind in KINDS}
    for a, b in itertools.pairwise(KINDS):
        assert a.__name__ < b.__name__


_DEEP: list = []
for _ in range(20_000):
    _DEEP = [_DEEP]


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: ss.RigidBody(1, 1, position=_DEEP), "position = <list>"),  # cannot even be printed
        (lambda: ss.RigidBody(1, 1, **{"self": 2}), "unknown field 'self'"),
        (lambda: ss.Beam.straight((0, 0, 0), (1, 0, 0), 10**9, **WIRE), "elements = 1000000000"),
        (lambda: ss.Beam.straight("abc", (1, 0, 0), 1, section=ss.Round(0.1), material=ss.steel), "start = 'abc'"),
        (lambda: ss.Beam.straight((0, 0), (1, 0), 1, **WIRE, positions=1), "cannot be given"),
        (lambda: ss.Beam.straight((0, 0), (1, 0), 1, **WIRE, order=[2]), r"order = \[2\]"),
        (lambda: ss.Rod.fe((0, 0, 0), (1, 0, 0), 10**12, section=ss.Round(0.1), material=ss.steel), "from 1 to 5000"),
        (lambda: ss.Rod.modal(b"abc", (1, 0, 0), 1, section=ss.Round(0.1), material=ss.steel), "start = b'abc'"),
        (lambda: ss.FloatingBeam.straight((0, 0), (1, 0), 10**9, **WIRE), "elements = 1000000000"),
        (lambda: ss.SolidBody.box((1, 1), 10**9, ss.steel, plane="strain"), "more than 4000000 cells"),
        (lambda: ss.SolidBody.box((1, 1), 1, ss.steel, kind=np.void(b"abc")), "kind = np.void"),
        (lambda: ss.SolidBody.box((1, 1), 1, ss.steel, kind=np.array(["a", "b"])), "kind = array"),
        (lambda: ss.SolidBody.box((1, 1), 1, ss.steel, plane="strain").nearest("ab"), "nearest"),
        (lambda: ss.SolidBody.box((1, 1), 1, ss.steel, plane="strain").nodes_where(lambda x: x), "condition on nodes"),
        (lambda: ss.SolidBody.box((1, 1), 1, ss.steel, plane="strain").point(["a"]), "must be a number"),
        (lambda: ss.SolidBody.box((1, 1), 1, ss.steel, plane="strain").nodes_where(3), "function of arrays"),
        (lambda: ss.Round(1e159), "Round.*too large or too small"),
        (lambda: ss.Rectangle(1.0, 2e299), "Rectangle.*too large or too small"),
        (lambda: ss.SolidBody([[0, 0]], 10**400, ss.steel), "cells"),
        (lambda: _BODY.frame([1], (0, 0, 0)), "name of a frame"),
        (lambda: ss.StringBody([(0, 0), (1, 0)], stiffness=1, mass_per_length=1).node("0"), "node '0' does not exist"),
        (lambda: ss.Theta(tehta=0.6), "unexpected keyword argument 'tehta'; known: stabilise, theta"),
        (lambda: ss.Theta([0.6]), r"theta = \[0.6\] must be a finite number"),
        (lambda: ss.Theta(10**400), "must be a finite number"),
        (lambda: ss.BDF(order=True), "order = True must be an integer"),
        (lambda: ss.Bathe(stabilise=1e300), "stabilise = 1e\\+300 must be True or False"),
        (lambda: ss.Newmark(beta=1e-320), "beta = 1e-320 must be >= 0.001"),
        (lambda: ss.IDA(atol=1e-40), "below round-off"),
        (lambda: ss.HalfExplicit(rtol=1e-40, atol=1e-40), "below round-off"),
        (lambda: ss.GeneralizedAlpha.hht(None), "alpha = None"),
        (lambda: ss.GeneralizedAlpha.newmark(gamma="a"), "gamma = 'a'"),
    ],
)  # fmt: skip
def test_found_by_random_input(make, expected):
    with pytest.raises(ModelError, match=expected):
        make()


def test_integrators_hold_plain_numbers():
    """Another type of number would make Numba compile the step loop anew."""
    assert type(ss.Theta(1).theta) is float and type(ss.Theta(np.float32(0.5)).theta) is float
    assert type(ss.BDF(order=np.int64(1)).order) is int and ss.Bathe(stabilise=np.True_).stabilise is True


def declarations() -> list[type[Declaration]]:
    public = [getattr(ss, name) for name in ss.__all__]
    return [kind for kind in public if isinstance(kind, type) and issubclass(kind, Declaration)]


def test_signatures_say_what_may_go_without_a_name():
    """Help and editors show arguments in the order in which they may be given."""
    body = inspect.signature(ss.RigidBody)
    assert list(body.parameters)[:3] == ["mass", "inertia", "position"]
    assert str(body).startswith("(mass: 'Positive', inertia: 'Positive | Vector | Matrix', *, position")
    assert body.bind(1.0, 0.1, name="ball").arguments["inertia"] == 0.1
    with pytest.raises(TypeError):
        body.bind(1.0, 0.1, (0, 0, 0))


@pytest.mark.parametrize("kind", declarations())
def test_at_most_three_arguments_go_without_a_name(kind):
    assert len(kind.positional) <= 3
    named = [p.name for p in inspect.signature(kind).parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
    assert named == list(kind.positional)


FUNCTIONS = [getattr(ss, name) for name in ss.__all__ if inspect.isfunction(getattr(ss, name))]
MAKERS = [getattr(kind, name) for kind in declarations() for name in ("straight", "box", "read", "fe", "modal")
          if inspect.ismethod(getattr(kind, name, None))]  # fmt: skip


@pytest.mark.parametrize("function", FUNCTIONS + MAKERS, ids=lambda function: function.__qualname__)
def test_at_most_three_arguments_of_functions_go_without_a_name(function):
    arguments = inspect.signature(function).parameters.values()
    assert sum(p.kind is p.POSITIONAL_OR_KEYWORD for p in arguments) <= 3


def test_obvious_arguments_go_by_position():
    assert ss.Plane((0, 0, 1)).normal == (0.0, 0.0, 1.0)
    assert ss.Sphere(0.05).radius == 0.05
    assert ss.Cylinder(0.1, 2.0).length == 2.0
    assert ss.Point((1, 2)).position == (1.0, 2.0)
    ground, frame = _BODY, _BODY.frame("tip", (1, 0, 0))
    assert ss.Revolute(ground, frame).b is frame


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: ss.Revolute(_BODY, _BODY, (0, 0, 1)),
         "3 positional arguments given, only a and b can be given without a name; "
         r"write Revolute\(a, b, at=..., axis=..., motion=..., ...\)"),
        (lambda: ss.Material(2e11, 7850), r"all need a name; write Material\(young=..., density=..., poisson=...\)"),
        (lambda: ss.Gear(1, 2, 3), r"write Gear\(first, second, ratio=...\)"),
    ],
)  # fmt: skip
def test_arguments_that_need_a_name_are_rejected_by_position(make, text):
    with pytest.raises(ModelError, match=text):
        make()


def test_changed_fields_are_validated():
    body = ss.RigidBody(1.0, 1.0, name="ball")
    body.mass = 2
    assert body.mass == 2.0
    for field, value, text in (
        ("mass", -3, "RigidBody 'ball': mass = -3: must be > 0"),
        ("inertia", (1, 1, 3), "triangle inequality"),
        ("mas", 1.0, "unknown field 'mas'; did you mean 'mass'?"),
    ):
        with pytest.raises(ModelError, match=text.replace("?", "[?]")):
            setattr(body, field, value)
    assert body.mass == 2.0 and body.inertia == 1.0
