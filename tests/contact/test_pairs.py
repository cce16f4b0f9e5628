"""The list of pairs: what it says is what kernels do, and what the docs show."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import stickslip as ss
from stickslip.contact import kinds
from stickslip.contact.contours import Contour, Outline
from stickslip.contact.pairs import NUMBER, PAIRS, add_pair, table
from stickslip.system.assemble import assemble

DOCS = Path(__file__).parents[2] / "docs"


def test_table_in_the_docs_is_that_of_the_list():
    assert table() in (DOCS / "contact-laws.md").read_text(encoding="utf-8")


def test_numbers_are_those_of_the_kernels():
    known = {name: value for name, value in vars(kinds).items() if isinstance(value, int)}
    for name, number in NUMBER.items():
        assert known[name.split()[0].upper()] == number
    assert kinds.CONVEX < kinds.FOREIGN < kinds.LINE < kinds.CIRCLE < kinds.PLANAR_FOREIGN < kinds.KINDS


class Blob(Contour):
    """A contour of a kind that is not known at first."""

    dims = (2, 3)
    mark: str = "blob"
    corners: int = 1

    def outline(self, dim):
        ball = ((0.0, 0.0, 0.0, 0.0),) * self.corners
        return Outline(self.mark, (0.1, 0.0, 0.0), 0.1, inward=0.1, rounding=0.1, thickness=0.1, hull=ball)


def over_plane(r_a, axes_a, size_a, r_b, axes_b, size_b, points):
    """A ball over a plane."""
    gap = -size_b[0]
    for i in range(3):
        gap += axes_a[2, i] * (r_b[i] - r_a[i])
    points[0, 1] = gap
    for i in range(3):
        points[0, 2 + i] = axes_a[2, i]
        points[0, 5 + i] = r_b[i] - (gap + size_b[0]) * axes_a[2, i]
    return 1


def too_many(r_a, axes_a, size_a, r_b, axes_b, size_b, points):
    """Leave the bounds of the table."""
    points[int(400 * size_b[0]), 0] = 1.0
    return 1


def dropped(skin, dim=3):
    up = (0, 1) if dim == 2 else (0, 0, 1)
    model = ss.Model(dim=dim, gravity=tuple(-9.81 * x for x in up))
    floor = model.ground.add(ss.Plane(up))
    ball = model.add(ss.RigidBody(1.0, 0.004, position=tuple(0.12 * x for x in up), name="ball"))
    model.add(ss.Contact(floor, ball.add(skin), friction=0.3, restitution=0.5))
    return model


@pytest.fixture
def forgotten(monkeypatch):
    """Let what a test adds be forgotten."""
    numbers, pairs = NUMBER.copy(), PAIRS.copy()
    yield
    for known, before in ((NUMBER, numbers), (PAIRS, pairs)):
        known.clear()
        known.update(before)


def test_pair_from_outside_does_what_that_of_the_package_does(forgotten):
    add_pair("plane", "blob", over_plane)
    found = [ss.simulate(dropped(skin), 0.4, 1e-3) for skin in (Blob(), ss.Sphere(0.1))]
    assert np.allclose(*(result["ball"].position for result in found), atol=1e-13)
    assert assemble(dropped(Blob())).system.contours.kind.tolist() == [kinds.PLANE, kinds.FOREIGN]


def test_pair_that_leaves_its_table_ends_the_run(forgotten):
    add_pair("plane", "blob", too_many)
    with pytest.raises(ss.SimulationError, match=r"function 'too_many'.*IndexError"):
        ss.simulate(dropped(Blob()), 0.4, 1e-3)


def test_wrong_pairs_are_refused(forgotten):
    with pytest.raises(ValueError, match="plane and sphere touch already"):
        add_pair("plane", "sphere", over_plane)
    with pytest.raises(ValueError, match="'plane' first"):
        add_pair("blob", "plane", over_plane)
    with pytest.raises(ValueError, match="not kinds of the same dimension"):
        add_pair("plane", "circle", over_plane)
    add_pair("line", "flat blob", over_plane, planar=True)
    assert NUMBER["flat blob"] >= kinds.PLANAR_FOREIGN


@pytest.mark.parametrize(
    ("skin", "dim", "words"),
    [
        (Blob(), 3, "nothing touches contours of the kind 'blob' yet; say how with add_pair"),
        (Blob(mark="sphere"), 2, "not available in a model with dim = 2"),
        (Blob(mark="sphere", corners=0), 3, "the hull has 0 disks; give 1 to 32"),
        (Blob(mark="sphere", corners=33), 3, "the hull has 33 disks; give 1 to 32"),
    ],
)
def test_outlines_that_kernels_cannot_read_are_refused(skin, dim, words):
    with pytest.raises(ss.ModelError, match=words):
        ss.simulate(dropped(skin, dim), 0.1, 1e-3)


def test_solid_and_sharp_contours_are_refused():
    """Facets meet corners of boxes; other corners would pass between their nodes."""
    model = ss.Model(gravity=(0, 0, -9.81))
    rubber = ss.Material(young=1e6, density=1000.0, poisson=0.3)
    solid = model.add(ss.SolidBody.box((0.2, 0.2, 0.2), 1, rubber))
    body = model.add(ss.RigidBody(1.0, 1.0, position=(0, 0, 1)))
    model.add(ss.Contact(solid.surface(), body.add(Blob(mark="convex"))))
    with pytest.raises(ss.ModelError, match="contact between patch and convex is not available"):
        ss.simulate(model, 0.1, 1e-3)
