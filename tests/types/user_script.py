"""A script as users write it: it must pass ``mypy --strict``, and each ``assert_type`` says what a checker knows."""

from collections.abc import Mapping
from typing import Any, assert_type

import numpy as np

import stickslip as ss
from stickslip.floating.beam.results import FloatingSeries
from stickslip.results.series import BodySeries, JointSeries, LineSeries, SupportSeries
from stickslip.solids.results import SolidSeries

model = ss.Model(gravity=(0, 0, -9.81))
ball = model.add(ss.RigidBody(1, [0.1, 0.1, 0.2], position=np.array([0.0, 0.0, 1.0]), rotation=np.eye(3), name="ball"))
assert_type(ball, ss.RigidBody)
assert_type(ball.mass, float)
assert_type(ball.position, tuple[float, ...])
skin = ball.add(ss.Sphere(np.float64(0.1)))
assert_type(skin, ss.Sphere)
floor = model.ground.add(ss.Plane((0, 0, 1)))
contact = model.add(ss.Contact(skin, [floor], friction=lambda speed: 0.3 + 0.0 * speed, restitution=np.float32(0.5)))
assert_type(contact, ss.Contact)

beam = model.add(ss.Beam.straight((0, 0, 0), [1, 0, 0], 8, section=ss.Round(0.01), material=ss.steel, order=2))
assert_type(beam, ss.Beam)
assert_type(beam.end, ss.Frame)
planar = ss.PlanarBeam.straight((0, 0), (1, 0), 4, section=ss.Round(0.01), material=ss.steel, formulation="exact")
assert_type(planar, ss.PlanarBeam)
floating = ss.FloatingBeam.straight((0, 0), (1, 0), 4, section=ss.Rectangle(0.1, 0.1), material=ss.steel, modes=2)
hinge = model.add(ss.Revolute(model.ground, beam.start, at=(0, 0, 0), axis=(0, 1, 0), motion=lambda t: 0.1 * t))
assert_type(hinge, ss.Revolute)
assert_type(hinge.friction, float)
block = model.add(ss.SolidBody.box((1, 1, 1), (2, 2, 2), ss.steel, origin=(0, 0, 2)))
assert_type(block, ss.SolidBody)
support = model.add(
    ss.Support(block, block.nodes_where(lambda x, y, z: z == 2.0), components="xyz", motion=(0, 0, ss.Sine(1, 2)))
)
model.add(ss.PointForce(block.node(3), (0, 0, 1), factor=2))
mesh = ss.SolidBody(np.zeros((3, 2)), [[0, 1, 2]], ss.Material(young=1e9, density=1), plane="stress")


def watch(t: float, state: Mapping[str, Any]) -> None:
    """Look at the state of a run."""


def run() -> ss.Result:
    """Run it; nobody does in the tests of types."""
    result = ss.simulate(model, 1.0, 1e-3, integrator=ss.GeneralizedAlpha(0.8, level="velocity"), callback=watch)
    assert_type(result, ss.Result)
    assert_type(result[ball], BodySeries)
    assert_type(result[beam], LineSeries)
    assert_type(result[planar], LineSeries)
    assert_type(result[floating], FloatingSeries)
    assert_type(result[block], SolidSeries)
    assert_type(result[hinge], JointSeries)
    assert_type(result[support], SupportSeries)
    height = result["ball"].position[:, 2]
    assert_type(result["hinge"].coordinate, np.ndarray)
    print(height.max(), result.certificate.residual, result.energy.remainder[-1])
    return ss.solve_static(model, steps=3)
