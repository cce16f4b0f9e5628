"""Figures of shapes, fields and resultants, of every family."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.errors import StickslipError


@pytest.fixture(scope="module")
def result():
    model = ss.Model(dim=2, gravity=(0, -9.81))
    beam = model.add(ss.PlanarBeam.straight((0, 0), (1, 0), 4, section=ss.Round(0.01), material=ss.steel, name="beam"))
    model.add(ss.Fixed(model.ground, beam.start))
    rubber = ss.Material(young=1e6, poisson=0.3, density=1e3)
    block = ss.SolidBody.box((1.0, 0.2), (4, 1), rubber, plane="strain", origin=(0, -1), name="block")
    model.add(block)
    model.add(ss.Support(block, block.nodes_where(lambda x, y: x == 0.0)))
    model.add(ss.RigidBody(1.0, 0.1, position=(2, 0), name="stone"))
    return ss.simulate(model, 0.02, 1e-3, integrator=ss.Theta())


def test_shape_is_that_of_the_recorded_nodes(result):
    figure = result.plot.shape("beam", at=0.01)
    (line,) = figure.axes[0].lines
    tip = np.array(line.get_xydata())[-2]  # the last point is a gap
    np.testing.assert_allclose(tip, result["beam"].position[10, -1], atol=1e-12)


def test_resultant_along_a_beam(result):
    curve = result.plot.along("beam", "bending moment", at=[0.0, 0.02]).axes[0].lines[-1]
    moments = result["beam"].resultant[-1, :, 2]
    assert curve.get_ydata().min() == pytest.approx(moments.min()) and curve.get_xdata()[-1] == pytest.approx(1.0)


@pytest.mark.parametrize("name", ["beam", "block", "stone"])
def test_every_family_is_drawn(result, name):
    assert result.plot.shape(name).axes[0].lines and result.plot.body(name).axes
    assert len(result.plot.shape(name, at=0.02, field="speed").axes) == 2  # with a bar of colours


def test_what_cannot_be_drawn_is_named(result):
    with pytest.raises(KeyError, match="did you mean 'bending moment'"):
        result.plot.along("beam", "bending momnt")
    with pytest.raises(StickslipError, match="'block' is not a line"):
        result.plot.along("block", "speed")
    with pytest.raises(StickslipError, match="must be a time"):
        result.plot.shape("beam", at=np.nan)
