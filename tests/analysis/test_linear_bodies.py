"""Statics of linear bodies: their coordinates may have any unit."""

import numpy as np
import pytest

import stickslip as ss


@pytest.mark.parametrize("stiffness", [1e-6, 1.0, 1e6])
def test_equilibrium_of_a_linear_body_takes_one_iteration(stiffness):
    """K q = load is linear; no length of the model bounds how far q moves."""
    model = ss.Model()
    K = stiffness * np.array([[2.0, -1.0], [-1.0, 2.0]])
    point = ss.LinearPoint(position=(0, 0, 0.5), jacobian=[[0.0, 0.0], [0.0, 0.0], [1.0, 0.0]])
    model.add(ss.LinearBody(np.eye(2), K, points=[point], load=(1.0, 0.0)))
    result = ss.solve_static(model)
    found = stiffness * result.store.read("q")[-1]
    np.testing.assert_allclose(found, [2.0 / 3.0, 1.0 / 3.0], rtol=1e-9)  # to which forces are balanced
    assert len(result.time) == 2
    assert result.certificate.iterations <= 2
