"""A small sample of the campaign: nothing is silently wrong, nothing foreign is raised; and findings shrink."""

from dataclasses import replace

import pytest
from families import random_scene
from judge import CRIED, ENDLESS, FOREIGN, RIGHT, SILENT, Outcome, judge, shrunk
from scene import Part, Scene, without

from campaign import campaign, counts, report

SAMPLE = 60  # scenes


@pytest.fixture(scope="module")
def outcomes():
    return campaign(range(SAMPLE))


def test_sample_ends_and_raises_errors_of_the_package_only(outcomes):
    found = counts(outcomes)
    assert found[FOREIGN] == 0 and found[ENDLESS] == 0, report(outcomes)


def test_sample_is_never_silently_wrong(outcomes):
    found = counts(outcomes)
    assert found[SILENT] == 0 and found[CRIED] <= max(1, SAMPLE // 100), report(outcomes)
    assert found[RIGHT] > SAMPLE // 2


@pytest.mark.parametrize("seed", range(40))
def test_scene_is_the_same_program(seed):
    """The printed program builds the model of the scene; a file cannot hold its Python functions."""
    scene = random_scene(seed)
    if "@" in repr(scene):
        pytest.skip("has Python functions")
    program = scene.code().split("result =")[0]
    names: dict = {}
    exec(program, names)
    assert names["model"].to_yaml() == scene.model().to_yaml()


def test_findings_become_small(monkeypatch):
    """A scene that is wrong because of one of its parts keeps that part alone."""
    import judge as module

    def blames_ball(scene):
        guilty = any(body.name == "b1" for body in scene.bodies)
        return Outcome(SILENT, "b1") if guilty else Outcome(RIGHT, "")

    monkeypatch.setattr(module, "judge", blames_ball)
    scene = next(s for s in map(random_scene, range(100)) if s.family == "falling" and len(s.bodies) > 2)
    small = shrunk(scene, Outcome(SILENT, "b1"), tries=200)
    assert [body.name for body in small.bodies] == ["b1"] and small.parts == () and small.steps <= 2


def test_whatever_needs_a_body_goes_with_it():
    ball = Part("Sphere", {"radius": 1.0}, "c0")
    bodies = tuple(
        Part(
            "RigidBody",
            {"mass": 1.0, "inertia": 1.0, "position": (2.5 * k, 0.0, 0.0)},
            f"b{k}",
            (replace(ball, name=f"c{k}"),),
        )
        for k in range(3)
    )
    parts = (Part("Contact", {"a": ("$c0", "$c1"), "b": ("$c2",)}), Part("Distance", {"a": "$b0", "b": "$b1"}))
    scene = Scene("none", 0, 3, (0.0, 0.0, 0.0), bodies, parts, Part("MoreauMidpoint"), 1e-3, 5)
    assert judge(scene).kind == RIGHT
    less = without(scene, "b0")
    assert [part.kind for part in less.parts] == ["Contact"] and less.parts[0].fields["a"] == ("$c1",)
    assert without(less, "b1").parts == ()
