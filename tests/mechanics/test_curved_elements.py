"""Elements with a mass of their own: redundant beam (Zander 2008, sec. 4.2.3) and Bezier string.

Eugster and Glocker 2013, sec. 2.
"""

import numpy as np
import pytest
import scipy.linalg as la

from stickslip.lines.bezier import kernel as bezier_string
from stickslip.lines.elements import (
    ELASTIC_WRENCH,
    FACTOR,
    FORCE,
    INERTIA,
    INERTIA_WRENCH,
    NODE,
    NODES,
    PLACE_POINT,
    POINT_JACOBIAN,
    POTENTIAL,
    RATE,
    SOURCE_SIZE,
    STIFFNESS,
    TANGENT,
    TANGENT_GIVEN,
    TARGET_SIZE,
)
from stickslip.lines.redundant import coordinates as rc
from stickslip.lines.redundant import kernel as rb
from stickslip.lines.string import kernel as string

COMPONENT = np.array([0, 1, 5, 6, 7, 12, 13, 17])
LENGTH, H = 0.7, 1e-6
RCM = np.array([1.3, 1e3, 2.0, LENGTH, 0.0, 0.3, -9.81])
BEZIER = np.array([3, 0, 0.0, string.NEO_HOOKEAN, 850.0, 0, 0.31, LENGTH, 0.3, -9.81])
Q = {
    "redundant": np.array([0.01, -0.02, 0.1, 0.01, -0.02, 0.65, 0.1, 0.4]),
    "bezier": np.array([0.01, -0.02, 0.1, 0.22, 0.26, 0.68, 0.1, 0.4]),
}
REST = np.zeros(8)
U = np.array([0.3, -0.8, 1.1, 0.4, -0.2, 0.9, 0.5, -1.3])


@pytest.fixture(params=["redundant", "bezier"])
def element(request):
    """Return (evaluate(task, q, u, s) -> target, q)."""
    kernel, p = (rb.redundant_beam, RCM) if request.param == "redundant" else (bezier_string.bezier_string, BEZIER)

    def evaluate(task, q, u=REST, s=0.0):
        source, target = np.zeros(SOURCE_SIZE), np.zeros(TARGET_SIZE)
        source[0], source[1], source[FACTOR] = task, s, 1.0
        for a, o in ((0, 0), (2, 5)):
            x = NODES + NODE * a
            c, sn = np.cos(q[o + 2]), np.sin(q[o + 2])
            source[x : x + 2], source[x + 3 : x + 12] = q[o : o + 2], (c, -sn, 0, sn, c, 0, 0, 0, 1)
            source[x + RATE : x + RATE + 2], source[x + RATE + 5] = u[o : o + 2], u[o + 2]
        source[NODES + NODE : NODES + NODE + 2] = q[3:5]
        source[NODES + NODE + RATE : NODES + NODE + RATE + 2] = u[3:5]
        kernel(source, p, target)
        return target

    return evaluate, Q[request.param]


def matrix(target, place=STIFFNESS):
    return target[place : place + 324].reshape(18, 18)[np.ix_(COMPONENT, COMPONENT)]


def slope(function, q):
    return np.array([(function(q + H * e) - function(q - H * e)) / (2 * H) for e in np.eye(8)])


def test_elastic_force_and_weight_are_the_gradient_of_the_potential(element):
    evaluate, q = element
    force = evaluate(FORCE, q)[ELASTIC_WRENCH + COMPONENT]
    assert force == pytest.approx(-slope(lambda x: evaluate(FORCE, x)[POTENTIAL], q), abs=2e-7)


def test_inertia_forces_follow_from_the_mass(element):
    evaluate, q = element

    def mass(x):
        return evaluate(FORCE, x)[INERTIA : INERTIA + 64].reshape(8, 8)

    M_rate = (mass(q + H * U) - mass(q - H * U)) / (2 * H)
    expected = -M_rate @ U + 0.5 * slope(lambda x: U @ mass(x) @ U, q)
    assert evaluate(FORCE, q, U)[INERTIA_WRENCH + COMPONENT] == pytest.approx(expected, abs=1e-8)
    assert np.linalg.eigvalsh(mass(q))[0] > 0.0
    v = np.array([1.0, 2.0, 0, 0, 0, 1.0, 2.0, 0])  # translation
    density = RCM[0] if q is Q["redundant"] else BEZIER[6]
    assert v @ mass(q) @ v == pytest.approx(5.0 * density * LENGTH, rel=1e-12)


def test_places_have_the_right_derivatives_and_meet_the_nodes(element):
    evaluate, q = element
    for s in (0.0, 0.2, 0.33, 0.5, LENGTH):
        target = evaluate(POINT_JACOBIAN, q, s=s)
        J = target[3:57].reshape(3, 18)[:, COMPONENT]
        assert slope(lambda x, s=s: evaluate(POINT_JACOBIAN, x, s=s)[:3], q).T == pytest.approx(J, abs=1e-8)
        motion = evaluate(PLACE_POINT, q, U, s)[:4]
        assert motion[:2] == pytest.approx(target[:2], abs=1e-15)
        assert motion[2:] == pytest.approx(J[:2] @ U, abs=1e-13)
    assert evaluate(PLACE_POINT, q, s=0.0)[:2] == pytest.approx(q[:2], abs=1e-14)
    assert evaluate(PLACE_POINT, q, s=LENGTH)[:2] == pytest.approx(q[5:7], abs=1e-13)


def test_a_tangent_comes_with_the_forces_and_the_mass(element):
    evaluate, q = element
    force, tangent = evaluate(FORCE, q, U), evaluate(TANGENT, q, U)
    assert tangent[:STIFFNESS] == pytest.approx(force[:STIFFNESS], abs=0.0)
    assert tangent[INERTIA : INERTIA + 64] == pytest.approx(force[INERTIA : INERTIA + 64], abs=0.0)


def test_exact_tangent_is_the_derivative_of_the_force(element):
    evaluate, q = element
    K = matrix(evaluate(TANGENT_GIVEN, q))
    if q is Q["bezier"]:
        K = matrix(evaluate(TANGENT, q))  # a given stress would be needed
    expected = -slope(lambda x: evaluate(FORCE, x)[ELASTIC_WRENCH + COMPONENT], q).T
    assert K == pytest.approx(expected, abs=1e-7 * abs(expected).max())


CANTILEVER = {1: (0.85791, 5.4074, 15.149), 2: (0.8579, 5.3766, 15.075), 8: (0.8579, 5.37635, 15.05395)}


@pytest.mark.parametrize("n", CANTILEVER)
def test_eigenfrequencies_of_the_cantilever(n):
    """Linearised redundant elements (Zander 2008, sec. 6.1, table of 2.16)."""
    E, rho, L, A, I = 2.2e11, 7.8e3, 1.0, 100e-6, 8.333e-12
    length, size = L / n, 5 * n + 3
    p = np.array([rho * A, E * A, E * I, length, 0, 0, 0.0])
    M, K = np.zeros((size, size)), np.zeros((size, size))
    for e in range(n):
        q = np.array([e * length, 0, 0, 0, 0, (e + 1) * length, 0, 0.0])
        qi, turn, axes, J, Mi, H_i = np.zeros(8), np.zeros(4), np.zeros(4), np.zeros(64), np.zeros(64), np.zeros(64)
        rc.set_turns(q, turn)
        rc.internal(q, length, turn, qi)
        rc.internal_jacobian(q, length, turn, J)
        rc.set_halves(qi, axes)
        rb.add_inertia(qi, np.zeros(8), p, axes, np.zeros(28), Mi, np.zeros(8))
        rb.elastic_hessian(qi, p, np.zeros(4), H_i)
        own = slice(5 * e, 5 * e + 8)
        J, Mi, H_i = J.reshape(8, 8), Mi.reshape(8, 8), H_i.reshape(8, 8)
        M[own, own] += J.T @ Mi @ J
        K[own, own] += J.T @ H_i @ J
    found = np.sqrt(abs(la.eigh(K[3:, 3:], M[3:, 3:])[0][:3])) / (2 * np.pi)
    assert found == pytest.approx(CANTILEVER[n], rel=4e-5)
