"""Compiled schemes on solids in space with many nodes: factors outside the loop against block factors."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.linalg.multifrontal import Multifrontal
from stickslip.system import connect

SOFT = ss.Material(young=1e5, poisson=0.3, density=1000.0)
SCHEMES = [ss.Theta(), ss.SemiExplicit(), ss.GeneralizedAlpha(), ss.EDAlpha(), ss.EnergyMomentum()]


def swinging(law="st-venant-kirchhoff"):
    """Return a soft block, held on one side, that bends under its weight and hits nothing."""
    model = ss.Model(gravity=(0, 0, -9.81))
    block = model.add(ss.SolidBody.box((1, 0.5, 0.5), (6, 4, 4), SOFT, kind="hexahedron", law=law, name="block"))
    model.add(ss.Support(block, block.nodes_where(lambda x, y, z: x == 0.0), name="wall"))
    return model


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: type(scheme).__name__)
def test_schemes_give_the_same_motion_with_both_factors(scheme, monkeypatch):
    dt = 5e-4 if isinstance(scheme, ss.SemiExplicit) else 5e-3
    found = []
    for most in (10**6, 100):
        monkeypatch.setattr(connect, "MOST_POINTS", most)
        result = ss.simulate(swinging(), 10 * dt, dt, integrator=scheme)
        found.append((result["block"].displacement[-1], result["wall"].force[-1]))
    (block, wall), (other, force) = found
    assert abs(block).max() > 1e-5
    np.testing.assert_allclose(other, block, rtol=0, atol=1e-8 * abs(block).max())
    np.testing.assert_allclose(force, wall, rtol=0, atol=1e-7 * abs(wall).max())


def test_contacts_of_a_large_solid(monkeypatch):
    """A block falls flat on a plane and its weight is carried there, by the same forces with both factors."""
    found = []
    for most in (10**6, 100):
        monkeypatch.setattr(connect, "MOST_POINTS", most)
        model = ss.Model(gravity=(0, 0, -9.81))
        floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
        block = model.add(
            ss.SolidBody.box((1, 1, 0.5), (6, 6, 3), SOFT, kind="hexahedron", origin=(0, 0, 1e-3), name="b")
        )
        feet = [block.add(ss.Sphere(radius=1e-3), node=int(k)) for k in block.nodes_where(lambda x, y, z: z == 1e-3)]
        model.add(ss.Contact(feet, floor, friction=0.3, name="feet"))
        result = ss.simulate(model, 0.05, 1e-3, integrator=ss.Theta())
        found.append(result["b"].displacement[-1])
    np.testing.assert_allclose(found[1], found[0], rtol=0, atol=1e-7 * abs(found[0]).max())


@pytest.mark.parametrize("scheme", [ss.Theta(), ss.GeneralizedAlpha()], ids=lambda scheme: type(scheme).__name__)
def test_interrupts_and_failures_of_the_factors_are_told(scheme, monkeypatch):
    """Ctrl-C while the loop asks for factors stops the run at its last step; a failure is part of the message."""
    monkeypatch.setattr(connect, "MOST_POINTS", 100)
    solve, calls, raised = Multifrontal.solve, [], [KeyboardInterrupt(), MemoryError("no room")]

    def counted(self, right):
        calls.append(1)
        if len(calls) >= 40:
            raise raised[0]
        return solve(self, right)

    monkeypatch.setattr(Multifrontal, "solve", counted)
    result = ss.simulate(swinging(), 0.5, 5e-3, integrator=scheme)
    assert result.status == "stopped" and "interrupted at t = " in result.message
    assert 0.0 < result.time[-1] < 0.5 and np.isfinite(result["block"].position).all()
    calls.clear()
    del raised[0]
    with pytest.raises(ss.SimulationError, match="no room"):
        ss.simulate(swinging(), 0.5, 5e-3, integrator=scheme)
