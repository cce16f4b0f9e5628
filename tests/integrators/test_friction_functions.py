"""Coefficients of friction that depend on the slip speed: second order, the law at the slip of the step, reversals."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import stickslip as ss

G = 9.81
MU_S, MU_D, V_S = 0.4, 0.2, 0.3


def stribeck(v):
    """Fall from MU_S to MU_D over the speed V_S."""
    return MU_D + (MU_S - MU_D) / (1.0 + (v / V_S) ** 2)


def sliding_block(v0=1.0, friction=stribeck, dim=2):
    """A block slides on a floor; its contact is at its centre's height plus radius, and cannot turn."""
    model = ss.Model(dim=2, gravity=(0, -G))
    floor = model.ground.add(ss.Plane(normal=(0, 1)))
    block = model.add(ss.RigidBody(2.0, 0.1, position=(0, 0.05), velocity=(v0, 0), name="block"))
    model.add(ss.Contact(block.add(ss.Cuboid(lengths=(0.4, 0.1))), floor, friction=friction))
    return model


def reference(v0, t):
    """Return place and speed at time t, before the block stops."""
    answer = solve_ivp(lambda _, y: [y[1], -stribeck(y[1]) * G], (0.0, t), [0.0, v0], rtol=1e-12, atol=1e-13)
    return answer.y[:, -1]


SECOND = [
    ss.MoreauMidpoint(), ss.Theta(0.5), ss.GeneralizedAlpha(0.8), ss.Bathe(), ss.EDAlpha(), ss.HalfExplicit(),
]  # fmt: skip


@pytest.mark.parametrize("scheme", SECOND, ids=lambda s: type(s).__name__)
def test_second_order_while_it_slides(scheme):
    """v' = -mu(v) g: the error of the speed falls with dt^2."""
    v, errors = reference(1.0, 0.3)[1], []
    assert v > 0.1
    for dt in (6e-3, 3e-3, 1.5e-3):
        result = ss.simulate(sliding_block(), 0.3, dt, integrator=scheme)
        errors.append(abs(result["block"].velocity[-1, 0] - v))
        assert result.certificate.residual <= 1e-10
    order = np.log2(errors[0] / errors[1]), np.log2(errors[1] / errors[2])
    print(type(scheme).__name__, errors, order)
    assert min(order) > 1.75
    assert errors[-1] < 1e-5


@pytest.mark.parametrize("scheme", SECOND[2:5], ids=lambda s: type(s).__name__)
def test_force_is_that_of_the_end_of_the_step(scheme):
    """|T| = mu(|v|) N at the recorded speed, to the tolerance of the solver."""
    result = ss.simulate(sliding_block(), 0.1, 1e-3, integrator=scheme)
    for points, v in list(zip(result.contacts, result["block"].velocity[:, 0], strict=True))[1:]:
        assert abs(points.P_T1.sum()) == pytest.approx(stribeck(v) * points.P_N.sum(), rel=1e-9)


@pytest.mark.parametrize("scheme", SECOND, ids=lambda s: type(s).__name__)
def test_it_stops_and_stays(scheme):
    """After the stop nothing moves, and friction has taken all energy."""
    result = ss.simulate(sliding_block(), 0.8, 4e-3, integrator=scheme)
    v = result["block"].velocity[:, 0]
    assert abs(v[-20:]).max() < 1e-12
    assert result.energy.friction[-1] == pytest.approx(-1.0, rel=5e-3)
