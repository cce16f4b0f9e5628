"""Named parts of the boundary of a solid."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.errors import ModelError
from stickslip.model.yaml_io import load_text

STEEL = ss.Material(young=1e5, poisson=0.3, density=1.0)
SIDES = {"left": lambda x, y: x == 0.0, "top": lambda x, y: y == 1.0}


def block(**fields):
    return ss.SolidBody.box((2.0, 1.0), (4, 2), STEEL, plane="strain", **fields)


def test_a_name_stands_for_facets_and_their_nodes():
    named, plain = block(boundaries=SIDES), block()
    for name, condition in SIDES.items():
        np.testing.assert_array_equal(named.boundary(name), plain.boundary(condition))
        np.testing.assert_array_equal(named.nodes_where(name), plain.nodes_where(condition))
    given = block(boundaries={"left": plain.boundary(SIDES["left"])})
    np.testing.assert_array_equal(given.boundary("left"), plain.boundary(SIDES["left"]))


def test_loads_and_supports_by_name():
    """A block under tension at both ends: the stress is that of the traction."""
    model = ss.Model(dim=2, gravity=(0, 0))
    solid = model.add(block(boundaries=SIDES | {"right": lambda x, y: x == 2.0}))
    model.add(ss.Support(solid, solid.nodes_where("left"), components="x"))
    model.add(ss.Support(solid, [0], components="y"))
    model.add(ss.SurfaceLoad(solid, solid.boundary("right"), traction=(10.0, 0.0)))
    moved = ss.solve_static(model)[solid].displacement[-1]
    strain = 10.0 * (1.0 - 0.3**2) / 1e5  # plane strain
    assert moved[solid.nodes_where("right"), 0] == pytest.approx(2.0 * strain, rel=1e-3)


def test_files_keep_them():
    model = ss.Model(dim=2, gravity=(0, 0))
    solid = model.add(block(boundaries=SIDES, name="block"))
    again = load_text(model.to_yaml()).parts[0]
    assert list(again.boundaries) == ["left", "top"]
    np.testing.assert_array_equal(again.boundary("top"), solid.boundary("top"))


@pytest.mark.parametrize(
    ("boundaries", "words"),
    [
        ({"left": lambda x, y: x == -1.0}, "'left': no facets are chosen"),
        ({"left": [[0, 3]]}, "'left': nodes 0 3 are not a boundary facet"),
        ({"left": [[0.5, 3]]}, "'left' must be node numbers"),
        ({"": lambda x, y: x == 0.0}, "mapping of names"),
        ([1], "mapping of names"),
        ({"left": lambda x: x}, "condition on nodes failed"),
    ],
)
def test_wrong_ones_are_refused_by_name(boundaries, words):
    with pytest.raises(ModelError, match=words):
        block(boundaries=boundaries)


def test_an_unknown_name_is_refused_with_those_that_there_are():
    with pytest.raises(ModelError, match=r"no boundary 'lft' \(named: left, top\)"):
        block(boundaries=SIDES).boundary("lft")
