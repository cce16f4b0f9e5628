"""Solids with many unknowns: own factors against SuperLU and against a column under its own weight."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.linalg import sparse

SOFT = ss.Material(young=1e6, density=1000.0, poisson=0.3)


def column(divisions, law="linear", held=True, **fields):
    """Return a block on a floor, without lateral strain: the weight compresses it like a bar."""
    model = ss.Model(gravity=(0, 0, -9.81))
    bar = ss.Material(young=1e7, poisson=0.0, density=1000.0)
    block = model.add(ss.SolidBody.box((1, 1, 1), divisions, bar, kind="hexahedron", law=law, name="block", **fields))
    if held:
        model.add(ss.Support(block, block.nodes_where(lambda x, y, z: z < 1e-9), name="floor"))
    return model


def assert_sinks(result, model):
    """-rho g (l z - z^2 / 2) / E, exact at the nodes."""
    z = model["block"].nodes[:, 2]
    exact = -1000.0 * 9.81 / 1e7 * (z - 0.5 * z * z)
    found = result["block"].displacement[-1]
    np.testing.assert_allclose(found[:, 2], exact, atol=1e-9 * abs(exact).max())
    np.testing.assert_allclose(found[:, :2], 0.0, atol=1e-9 * abs(exact).max())


def test_cantilever_of_five_thousand_unknowns_is_that_of_superlu(monkeypatch):
    """Large bending of a St. Venant-Kirchhoff block."""
    found = []
    for kind in (None, sparse.SuperLU):
        if kind is not None:
            monkeypatch.setattr(sparse, "solver_class", lambda matrix: sparse.SuperLU)
        model = ss.Model()
        block = model.add(ss.SolidBody.box((4, 1, 1), (20, 8, 8), SOFT, kind="hexahedron", name="block"))
        model.add(ss.Support(block, block.nodes_where(lambda x, y, z: x == 0)))
        model.add(ss.SurfaceLoad(block, block.boundary(lambda x, y, z: x == 4), traction=(0, 0, -1e3)))
        result = ss.solve_static(model)
        found.append(result["block"].displacement[-1])
    assert found[0].size > 5_000
    assert abs(found[0]).max() > 0.1
    np.testing.assert_allclose(found[0], found[1], rtol=0, atol=1e-10 * abs(found[1]).max())


def test_linear_statics_are_factored_once_and_state_their_memory():
    model = column(9)
    result = ss.solve_static(model, steps=3)
    assert_sinks(result, model)
    assert result.timing["factorisations"] == 1
    assert 1e6 < result.timing["factor_memory"] < 1e8


def test_a_free_solid_is_named():
    with pytest.raises(ss.SimulationError, match=r"singular near node \d+ of .*block"):
        ss.solve_static(column(8, held=False))


@pytest.mark.slow
def test_fifty_thousand_unknowns():
    """25 x 25 x 26 hexahedra: statics, and dynamics that oscillate about the static shape with twice its depth."""
    model = column((25, 25, 26))
    assert model["block"].nodes.size == 54_756
    static = ss.solve_static(model)
    assert_sinks(static, model)
    assert static.timing["factorisations"] == 1
    assert static.timing["factor_memory"] < 1e9
    quarter = 1.0 / np.sqrt(1e7 / 1000.0)  # of the lowest period: l / c
    result = ss.simulate(model, 2 * quarter, quarter / 20, integrator=ss.Newmark())
    assert result.timing["factorisations"] == 1
    top = result["block"].displacement[:, model["block"].nearest((0.5, 0.5, 1.0)).node, 2]
    assert top[-1] == pytest.approx(2.0 * static["block"].displacement[-1, :, 2].min(), rel=0.02)
