"""Couples on facets and segments: the right moment, no force, and no work in anything but a turn."""

import numpy as np
import pytest

from stickslip.contact.couples import facet_couple, facet_derivative

RNG = np.random.default_rng(3)


def corners(triangle):
    x = np.array([(0, 0, 0), (1, 0, 0.1), (1.2, 1, -0.2), (-0.1, 0.9, 0.3)]) + 0.1 * RNG.standard_normal((4, 3))
    return x[:3] if triangle else x


@pytest.mark.parametrize("triangle", [True, False])
def test_couple_on_a_facet(triangle):
    """The forces N_i,1 f_1 + N_i,2 f_2 of the corners have no sum, and the given moment about any point."""
    x, weight = corners(triangle), np.array((0.3, 0.2, 0.5, 0.0) if triangle else (0.42, 0.18, 0.12, 0.28))
    N = np.array([[facet_derivative(triangle, weight, k, d) for d in (0, 1)] for k in range(len(x))])
    a_1, a_2 = N.T @ x
    moment = RNG.standard_normal(3)
    forces = N @ np.array(facet_couple(tuple(a_1), tuple(a_2), tuple(moment)))
    np.testing.assert_allclose(forces.sum(axis=0), 0.0, atol=1e-14)
    np.testing.assert_allclose(np.cross(x, forces).sum(axis=0), moment, atol=1e-13)


def test_derivatives_of_shape_functions():
    """Against the weights (1-x)(1-y), x(1-y), xy, (1-x)y of a patch and (1-x, x-y, y) of a triangle."""

    def patch(x, y):
        return np.array(((1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y))

    def half(x, y):
        return np.array((1 - x, x - y, y, 0.0))

    for triangle, shape in ((False, patch), (True, half)):
        for d, step in enumerate(((1e-6, 0.0), (0.0, 1e-6))):
            ahead, behind = shape(0.6 + step[0], 0.3 + step[1]), shape(0.6 - step[0], 0.3 - step[1])
            for k in range(3 if triangle else 4):
                assert facet_derivative(triangle, shape(0.6, 0.3), k, d) == pytest.approx(
                    (ahead - behind)[k] / 2e-6, abs=1e-9
                )
