"""Models as YAML: everything that can be written reads back equal; everything wrong is named with its place."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stickslip as ss
from parts import parts
from stickslip.errors import ModelError
from stickslip.model.base import Declaration
from stickslip.model.yaml_io import dump, load, load_simulation


def everything() -> ss.Model:
    """One of each kind (but Python functions), with named and unnamed frames and contours."""
    model = ss.Model(gravity=(0.1, 0, -9.81), name="all kinds")
    ground = model.ground
    floor = ground.add(ss.Plane(normal=(0, 0, 1)))
    ground.frame("post", (1, 2, 3), rotation=(0, 0, 0.3))
    a = model.add(ss.RigidBody(1.5, (0.1, 0.2, 0.25), position=(0, 0, 1 / 3), velocity=(1, 0, 1e-20), name="a"))
    b = model.add(
        ss.RigidBody(2, np.diag([1, 1, 1.5]), rotation=(0.1, 0.2, 0.3), angular_velocity=(0, 0, 5), name="b: c")
    )
    hinge = model.add(ss.Revolute(ground["post"], a, axis=(0, 1, 0), stops=(-1, 2), friction=0.1))
    motor = model.add(ss.Revolute(a, b.frame("pin", (0.1, 0, 0)), at=(0, 0, 0), motion=ss.Sine(1, 50, name="drive")))
    loose = ss.Frame(b, position=(0, 0.5, 0))
    model.add(ss.Spherical(loose, a))
    model.add(ss.Prismatic(loose, ground, effort=3))
    for kind in (ss.Fixed, ss.Cylindrical, ss.Universal, ss.PlanarJoint, ss.PointOnLine, ss.Distance):
        model.add(kind(a, b))
    model.add(ss.Gear(hinge, motor, ratio=-2))
    model.add(ss.Screw(a, b, pitch=0.01))
    for shape in (
        ss.Sphere(radius=0.1, name="skin"), ss.Sphere(radius=0.2), ss.Sphere(radius=0.3), ss.Point((1, 0, 0)),
        ss.Cuboid(lengths=(1, 2, 3), rotation=np.eye(3)[[1, 2, 0]]), ss.Cylinder(radius=0.1, length=1, axis=(1, 0, 0)),
        ss.LineSegment(start=(0, 0, 0), end=(1, 0, 0)), ss.Circle(radius=1, hollow=True),
        ss.Ring(radius=0.2, axis=(0, 1, 0), position=(0, 0, 1)),
    ):  # fmt: skip
        a.add(shape)
    skin = b.add(ss.Sphere(radius=0.1, name="skin"))
    linear = ss.LinearBody(
        np.eye(2), [[2, -1], [-1, 2]], points=[ss.LinearPoint((k, 0, 0), np.ones((3, 2))) for k in range(4)], q=(0, 1)
    )
    model.add(linear).add(ss.PatchSurface(patches=((0, 1, 2, 3),)))
    belt = model.add(
        ss.PrescribedBody(motion=(ss.Polynomial((0, 2)), 0, 1), angle=ss.SmoothStep(0, 1, t_start=0, t_end=2))
    )
    model.add(ss.Contact(a, belt.add(ss.Plane(normal=(0, 1, 0))), friction=0.3, restitution=1))
    model.add(ss.Contact([skin, *linear.contours], floor, law=ss.Compliant(1e5, 10)))
    model.add(ss.Rolling(skin, floor))
    for part in parts():
        part.add_to(model)
    model.add(ss.OneWayClutch(ground, a, axis=(1, 0, 0)))
    model.add(ss.PointForce(a, (1, 2, 3), factor=ss.Table((0, 1), (2, 3)), follower=True))
    model.add(ss.PointForce(b, (0, 0, 1), factor=ss.Steps((0, 1), (2, 3, 4))))
    model.add(ss.Torque(b, 3.0, reaction=a))
    model.add(ss.SpringDamper(a, loose, stiffness=100, rest_length=0.5))
    model.add(ss.TorsionalSpring(hinge, stiffness=5.0))
    model.add(ss.Bushing(a, b, stiffness=(1,) * 6))
    beam = model.add(
        ss.Beam.straight((0, 0, 0), (1, 0, 0), 3, section=ss.Rectangle(0.1, 0.2), material=ss.steel, order=2)
    )
    beam.surface(radius=0.05)
    beam.add(ss.Sphere(radius=0.1), s=0.3)
    model.add(ss.Fixed(beam.at(0.3), a))
    model.add(ss.LineLoad(beam, (0, 0, 1), end=0.5, factor=ss.Sine(1, 2), follower=True, moment=(1, 0, 0)))
    bar = ss.Section(EA=1, EI=(2, 3), GA=4, GJ=5, mass_per_length=6, inertia=7)
    model.add(ss.PlanarBeam(positions=((0, 0), (1, 0)), section=bar, closed=False, retardation=0.1))
    model.add(
        ss.Beam(
            positions=((0, 0, 0), (1, 0, 1)),
            section=ss.Round(0.1, inner=0.05),
            material=ss.Material(young=1, density=2),
        )
    )
    model.add(ss.BendingTorsionBeam.straight((0, 0, 0), (0, 0, 2), 2, section=bar, normal=(0, 1, 0)))
    model.add(
        ss.FloatingBeam.straight(
            (0, 0), (0.3, 0.4), 4, section=ss.Rectangle(0.01, 0.02), material=ss.steel, reference="mean", modes=3
        )
    )
    model.add(ss.Guide(beam, model["a"], relative=True))
    model.add(ss.Rod.fe((0, 0, 0), (1, 0, 0), 2, section=bar))
    model.add(ss.StringBody.straight((0, 0, 0), (1, 0, 0), 2, stiffness=3, mass_per_length=4, law="neo-hookean"))
    block = model.add(ss.SolidBody.box((1, 1, 1), 1, ss.steel, kind="tetra", law="linear", velocity=(1, 0, 0)))
    model.add(ss.Spherical(block.node(3), model.ground))
    block.surface(block.boundary(lambda x, y, z: z == 1), radius=0.1)
    model.add(ss.PointForce(block.point((0.2, 0.3, 0.4)), (1, 0, 0)))
    light = model.add(ss.MasslessBody(position=(0, 0, 1)))
    model.add(ss.Bond(block, block.boundary(lambda x, y, z: z > 1 - 1e-9), light, multiplier="P0"))
    model.add(ss.Observer(block, (0, 1, 3), light, weights=(1, 2, 3), predict_only=True))
    onto = model.add(
        ss.SolidBody.box((1, 1, 1), 1, ss.Material(young=1e6, density=1e3), origin=(0, 0, -1), displacement=(0, 0, 1))
    )
    facets = [solid.boundary(lambda x, y, z: abs(z) < 1e-9) for solid in (block, onto)]
    model.add(ss.Tie(block, facets[0], other=onto, onto=facets[1], multiplier="dual"))
    model.add(ss.Support(onto, [0], components="z", motion=[ss.Sine(0.1, 1.0)]))
    model.add(ss.PointMass(2.0, position=(1, 2, 3)))
    model.add(ss.Support(block, [0, 1], components="xz"))
    cube, diagonal = ss.SolidBody.box((1, 1, 1), 1, ss.steel), {"corners": [0, 3, 5]}
    afloat = model.add(
        ss.FloatingSolid(
            cube, interfaces=diagonal, reference="clamped", frame_at="corners", modes=2, rotation=(0, 0, 1)
        )
    )
    afloat.add(ss.Cuboid(lengths=(1, 1, 1)), interface="corners")
    model.add(ss.Fixed(afloat.interface("corners"), model.ground))
    pair = ss.ElasticMatrices(((0, 0), (1, 0)), np.eye(2), [[1, 0, -1, 0], [0] * 4, [-1, 0, 1, 0], [0] * 4])
    model.add(ss.FloatingSolid(pair, frame_at=[0, 1], reference="attached", elastic=(0.1,)))
    model.add(ss.SurfaceLoad(block, block.boundary(lambda x, y, z: z == 1), pressure=2.0, factor=ss.Sine(1, 2)))
    onto.surface(onto.boundary(lambda x, y, z: y == 1), radius=0.01)
    model.add(ss.VolumeLoad(block, (0, 1, 2), elements=(0, 3), factor=ss.Sine(1, 2)))
    return model


def fields(item):
    """All fields as plain data, to compare two models without going through text."""
    if isinstance(item, Declaration):
        private = {"contours": item.contours, "frames": item.frames} if isinstance(item, ss.Body) else {}
        values = {k: getattr(item, k) for k in type(item).model_fields if k != "body"}
        return type(item).__name__, {
            k: fields(v) for k, v in {**values, **private}.items() if k not in ("a", "b", "at")
        }
    item = item.tolist() if isinstance(item, np.ndarray) else item
    if isinstance(item, dict):
        return {k: fields(v) for k, v in item.items()}
    return [fields(x) for x in item] if isinstance(item, list | tuple) else item


def test_round_trip_of_every_kind():
    model = everything()
    text = dump(model)
    again = load(text)
    assert dump(again) == text
    assert [part.name for part in again.parts] == [part.name for part in model.parts]
    known = {k for k, c in Declaration.kinds.items() if c.__module__.startswith("stickslip")}
    used = {name for name in known if f"kind: {name}" in text}
    assert known - used == {"Compiled", "UserForce", "UserLaw", "Frame"}  # functions are rejected, frames need no kind
    assert again["a"].position[2] == 1 / 3 and again["a"].velocity[2] == 1e-20
    assert again["b: c"].inertia == model["b: c"].inertia
    contact = again.of_kind(ss.Contact)[0]
    assert contact.a == again["a"].contours and len(contact.a) == 9
    spherical = again.of_kind(ss.Spherical)[0]
    assert spherical.a is again.of_kind(ss.Prismatic)[0].a and spherical.a.body is again["b: c"]
    assert again.of_kind(ss.Gear)[0].first is again.of_kind(ss.Revolute)[0]
    assert fields(again.of_kind(ss.LinearBody)[0].points) == fields(model.of_kind(ss.LinearBody)[0].points)
    assert model["a"].contours[1].name is None  # writing does not change the model


def test_files_and_text(tmp_path):
    model = everything()
    model.to_yaml(tmp_path / "m.yaml")
    for source in (tmp_path / "m.yaml", str(tmp_path / "m.yaml"), dump(model)):
        assert dump(ss.Model.from_yaml(source)) == dump(model)
    assert load("model: {dim: 2}").dim == 2
    for source in (tmp_path / "no.yaml", "no.yaml", tmp_path, "", 5, None):
        with pytest.raises(ModelError):
            load(source)
    (tmp_path / "b.yaml").write_bytes(b"\xff\xfe\x00model")
    with pytest.raises(ModelError, match=r"b\.yaml"):
        load(tmp_path / "b.yaml")


names = st.one_of(
    st.none(), st.text(min_size=1, max_size=6), st.sampled_from(["on", "1e3", "null", "1.5", "a b", "~", "é"])
)
numbers = st.floats(allow_nan=False, allow_infinity=False)
vectors = st.lists(numbers, min_size=3, max_size=3)


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_round_trip_of_random_models(data):
    """Any names and any finite numbers survive to the last bit; models with clashing references are rejected."""
    model = ss.Model(gravity=data.draw(vectors), name=data.draw(st.text(min_size=1)))
    try:
        for _ in range(data.draw(st.integers(1, 4))):
            body = model.add(ss.RigidBody(1.0, 1.0, position=data.draw(vectors), name=data.draw(names)))
            for _ in range(data.draw(st.integers(0, 3))):
                body.add(ss.Plane(position=data.draw(vectors), normal=(0, 0, 1), name=data.draw(names)))
            frame = ss.Frame(body, position=data.draw(vectors), name=data.draw(names))
            model.add(ss.PointForce(frame, data.draw(vectors), factor=data.draw(numbers), name=data.draw(names)))
        text = dump(model)
    except ModelError as error:
        assert "taken" in str(error) or "would also mean" in str(error)
        return
    again = load(text)
    assert dump(again) == text and again.name == model.name and again.gravity == model.gravity
    for old, new in zip(model.parts, again.parts, strict=True):
        assert new.name == old.name
        if isinstance(old, ss.RigidBody):
            assert new.position == old.position
            assert [c.position for c in new.contours] == [c.position for c in old.contours]
        else:
            assert new.on.position == old.on.position and new.on.body.name == old.on.body.name


def test_python_functions_are_refused_by_name():
    model = ss.Model()
    body = model.add(ss.RigidBody(1.0, 1.0))
    model.add(ss.PointForce(body, (1, 0, 0), factor=lambda t: t, name="push"))
    with pytest.raises(ModelError, match=r"PointForce 'push'.*Python function"):
        dump(model)
    model = ss.Model()
    model.add(ss.UserForce(model.add(ss.RigidBody(1.0, 1.0)), lambda *args: None, name="wind"))
    with pytest.raises(ModelError, match="wind"):
        dump(model)


def test_parts_outside_the_model_are_named():
    model, stranger = ss.Model(), ss.RigidBody(1.0, 1.0, name="stranger")
    model.add(ss.Fixed(model.ground, stranger))
    with pytest.raises(ModelError, match=r"stranger.*not been added"):
        dump(model)
    model, skin = ss.Model(), stranger.add(ss.Sphere(radius=1))
    model.add(ss.Contact(skin, model.ground.add(ss.Plane(normal=(0, 0, 1)))))
    with pytest.raises(ModelError, match=r"Contact.*not been added"):
        dump(model)


BALL = "kind: RigidBody, name: ball, mass: 1, inertia: 1"
WRONG = {
    "a list at the top": ("- 1\n- 2\n", "entry 'model'"),
    "unknown top key": ("model: {}\nsimulatoin: {}\n", "did you mean 'simulation'"),
    "unknown model key": ("model: {gravitiy: [0, 0, 0]}\n", "did you mean 'gravity'"),
    "dim": ("model: {dim: 4}\n", "dim = 4"),
    "gravity": ("model: {gravity: [0, 0]}\n", "gravity"),
    "parts no list": ("model: {parts: {a: 1}}\n", "model.parts must be a list"),
    "part no mapping": ("model: {parts: [ball]}\n", r"model.parts\[0\] must be a mapping"),
    "no kind": ("model: {parts: [{name: ball}]}\n", r"parts\[0\]: needs a 'kind'"),
    "unknown kind": ("model: {parts: [{kind: RigidBdy}]}\n", "did you mean 'RigidBody'"),
    "kind no text": ("model: {parts: [{kind: [1]}]}\n", "unknown kind"),
    "abstract kind": ("model: {parts: [{kind: Joint}]}\n", "unknown kind 'Joint'"),
    "contour as part": ("model: {parts: [{kind: Sphere, radius: 1}]}\n", "unknown kind 'Sphere'"),
    "body as contour": (f"model: {{ground: {{contours: [{{{BALL}}}]}}}}\n", r"contours\[0\]: unknown kind"),
    "python function": ("model: {parts: [{kind: UserForce, at: ground, function: os.system}]}\n", "Python function"),
    "unknown field": (f"model: {{parts: [{{{BALL}, positon: [0, 0, 0]}}]}}\n", r"parts\[0\]: unknown key 'positon'"),
    "negative mass": ("model: {parts: [{kind: RigidBody, mass: -1, inertia: 1}]}\n", r"parts\[0\].*mass = -1"),
    "text for number": ("model: {parts: [{kind: RigidBody, mass: heavy, inertia: 1}]}\n", "mass = 'heavy'"),
    "huge": (f"model: {{parts: [{{kind: RigidBody, mass: 1{'0' * 400}, inertia: 1}}]}}\n", "too large"),
    "nan": ("model: {parts: [{kind: RigidBody, mass: .nan, inertia: 1}]}\n", "finite"),
    "date": ("model: {parts: [{kind: RigidBody, mass: 2020-01-01, inertia: 1}]}\n", "mass"),
    "dangling body": (f"model: {{parts: [{{{BALL}}}, {{kind: Fixed, a: bal, b: ground}}]}}\n", "'ball'"),
    "dangling contour": (f"model: {{parts: [{{{BALL}}}, {{kind: Contact, a: ball.skin, b: ground}}]}}\n", r"s\[1\]\.a"),
    "body without contour": (f"model: {{parts: [{{{BALL}}}, {{kind: Contact, a: ball, b: ground}}]}}\n", "no contour"),
    "reference no text": ("model: {parts: [{kind: Fixed, a: 5, b: ground}]}\n", r"\.a must be the name"),
    "reference list": ("model: {parts: [{kind: Fixed, a: [ground], b: ground}]}\n", r"\.a must be the name"),
    "double body": (f"model: {{parts: [{{{BALL}}}, {{{BALL}}}]}}\n", "'ball' is taken"),
    "double joint": ("model: {parts: [{kind: Fixed, name: ground, a: ground, b: ground}]}\n", "taken"),
    "double frame": ("model: {ground: {frames: [{name: a}, {name: a}]}}\n", "already defined"),
    "double contour": ("model: {ground: {contours: [{kind: Point, name: a}, {kind: Point, name: a}]}}\n", "taken"),
    "unnamed frame": ("model: {ground: {frames: [{position: [0, 0, 0]}]}}\n", "needs a name"),
    "frames no list": ("model: {ground: {frames: 3}}\n", "must be a list"),
    "nested kind": ("model: {parts: [{kind: Revolute, a: ground, b: ground, motion: {kind: Sinus}}]}\n", "'Sine'"),
    "wrong nesting": ("model: {parts: [{kind: Revolute, a: ground, b: ground, motion: {amplitude: 1}}]}\n", r"motion"),
    "frame as joint": ("model: {parts: [{kind: TorsionalSpring, joint: ground, stiffness: 1}]}\n", r"\.joint"),
    "double key": ("model: {dim: 2, dim: 3}\n", "line 1.*'dim' is given twice"),
    "alias": ("model: {gravity: &g [0, 0, 0], name: *g}\n", "anchors"),
    "tag": ("model: !!python/object/apply:os.system ['true']\n", "tags"),
    "two documents": ("model: {}\n---\nmodel: {}\n", "more than one document"),
    "syntax": ("model: {dim: 3\n", "line 2.*not valid YAML"),
    "tab": ("model:\n\tdim: 3\n", "not valid YAML"),
    "control": ("model:\n  name: \x07\n", "not valid YAML"),
    "key no word": ("model: {[1, 2]: 3}\n", "key"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_wrong_files_are_explained(case):
    text, expected = WRONG[case]
    with pytest.raises(ModelError, match=f"(?s){expected}"):
        load(text)


def test_bombs_are_refused_at_once():
    laughs = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{n}: &{n} [{', '.join([f'*{p}'] * 9)}]\n" for p, n in zip("abcdefgh", "bcdefghi")
    )
    for bomb in (laughs, "[" * 100_000 + "\n", "model: " + "{a: " * 5000 + "\n", "- " * 50_000 + "\n", "&a [*a]\n"):
        with pytest.raises(ModelError):
            load(bomb)


@settings(max_examples=150, deadline=None)
@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.just("ground")),
        lambda x: st.one_of(
            st.lists(x, max_size=4),
            st.dictionaries(
                st.sampled_from(["kind", "name", "a", "b", "mass", "inertia", "motion", "points", "frames"]), x
            ),
            st.builds(lambda d, k: {**d, "kind": k}, st.dictionaries(st.sampled_from(["a", "b", "radius", "name"]), x),
                      st.sampled_from(sorted(Declaration.kinds))),
        ),
        max_leaves=12,
    )
)  # fmt: skip
def test_nothing_but_model_errors(value):
    """Whatever stands where parts or the ground's contents belong: a model or a ModelError."""
    from stickslip.model.yaml_text import write

    for document in ({"model": {"parts": value}}, {"model": {"parts": [value]}}, {"model": value}, value,
                     {"model": {"ground": {"contours": [value], "frames": [value]}}}):  # fmt: skip
        try:
            load(write(document) + "\n")
        except ModelError:
            pass


def test_simulation_section():
    text = "model: {}\nsimulation: {t_end: 2, dt: 1e-3, integrator: {type: Theta, theta: 0.6}, record_every: 5}\n"
    assert load_simulation(text) == {
        "t_end": 2.0, "dt": 1e-3, "integrator": {"type": "Theta", "theta": 0.6}, "record_every": 5,
    }  # fmt: skip
    assert load(text).parts == []
    assert load_simulation("model: {}\n") == {}
    assert load_simulation("model: {}\nsimulation: {integrator: Theta}\n") == {"integrator": {"type": "Theta"}}
    for wrong, match in (
        ("dt: -1", "dt"), ("dt: fast", "dt"), ("t_end: .inf", "t_end"), ("tend: 1", "did you mean 't_end'"),
        ("record_every: 0", "record_every"), ("integrator: 5", "integrator"), ("integrator: {theta: 1}", "type"),
        ("project: maybe", "project"), ("dt: true", "dt"), (f"dt: {10**400}", "dt"),
        (f"record_every: {10**30}", "record_every"),
    ):  # fmt: skip
        with pytest.raises(ModelError, match=match):
            load_simulation(f"model: {{}}\nsimulation: {{{wrong}}}\n")
