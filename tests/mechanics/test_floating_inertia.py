"""Inertia of floating beams against the Lagrangian, their tangents against differences."""

import itertools

import numpy as np
import pytest
from scratch import ask, work_of

import stickslip as ss
from stickslip.codes import EVALUATE, FORCE, INERTIA, MASS, PRODUCT, TANGENT
from stickslip.floating.beam.mesh import mesh_of, shape
from stickslip.system.assemble import assemble

SECTION = ss.Section(EA=3e3, EI=2.0, GA=1.0, GJ=1.0, mass_per_length=1.3, inertia=0.02)


def system_of(**fields):
    model = ss.Model(dim=2, gravity=(0.3, -9.81))
    beam = model.add(ss.FloatingBeam(1.2, 3, section=SECTION, **fields))
    return assemble(model).system, beam


def state_of(system, seed=1):
    n, rng = int(system.nodes.nu.sum()), np.random.default_rng(seed)
    q, u = rng.normal(size=n), rng.normal(size=n)
    q[3:] *= 0.1
    return q, u


def mass_matrix(system, work, q, u):
    """Return M (nu, nu), column by column from the product, with the part of the nodes."""
    n, nodes = len(u), system.nodes
    ask(system, work, EVALUATE, q, u)
    M = np.zeros((n, n))
    for nu, o, m in zip(nodes.nu, nodes.u_off, nodes.m_off):
        M[o : o + nu, o : o + nu] = nodes.M[m : m + nu * nu].reshape(nu, nu)
    for i in range(n):
        M[:, i] += ask(system, work, PRODUCT, q, np.eye(n)[i])[1]
    return M


def kinetic(beam, basis, origin, s, q, u, points=6):
    """Kinetic energy of all points of the beam by direct integration, an independent formula."""
    x, w = np.polynomial.legendre.leggauss(points)
    c, sn = np.cos(q[2]), np.sin(q[2])
    A, dA = np.array([[c, -sn], [sn, c]]), np.array([[-sn, -c], [c, -sn]])
    nodal, rate = basis @ q[3:], basis @ u[3:]
    total = 0.5 * SECTION.mass_moments[0] * beam.length * u[2] ** 2
    for e, (a, b) in enumerate(itertools.pairwise(s)):
        for xi, weight in zip(0.5 * (x + 1.0), 0.5 * w):
            S = shape(xi, b - a)
            place = np.array([a + xi * (b - a) - origin, 0.0]) + S @ nodal[3 * e : 3 * e + 6]
            v = u[:2] + dA @ place * u[2] + A @ S @ rate[3 * e : 3 * e + 6]
            total += 0.5 * SECTION.mass * (b - a) * weight * v @ v
    return total


VARIANTS = [
    {}, {"reference": "pinned"}, {"modes": 4}, {"reference": "mean"}, {"reference": "articulated", "modes": 3},
    {"reference": "pinned", "modes": 5, "retardation": 0.01},
]  # fmt: skip


@pytest.mark.parametrize("fields", VARIANTS)
def test_inertia_is_that_of_the_lagrangian(fields):
    """M is the Hessian of T, and M a - h balances d/dt dT/du - dT/dq of an independent integration of T."""
    system, beam = system_of(**fields)
    work = work_of(system)
    mesh = mesh_of(beam, [])
    q, u = state_of(system)
    T = lambda q, u: kinetic(beam, mesh.basis, mesh.origin, mesh.s, q, u)  # noqa: E731
    M = mass_matrix(system, work, q, u)
    assert 0.5 * u @ M @ u == pytest.approx(T(q, u), rel=1e-12)
    n, e = len(u), 1e-5
    unit = np.eye(n)
    h = ask(system, work, INERTIA, q, u)[0]
    before, after = (mass_matrix(system, work, q + sign * e * u, u) @ u for sign in (-1.0, 1.0))
    dT = np.array([(T(q + e * unit[i], u) - T(q - e * unit[i], u)) / (2.0 * e) for i in range(n)])
    assert np.allclose(h[3], dT - (after - before) / (2.0 * e), atol=1e-8 * abs(dT).max())


@pytest.mark.parametrize("fields", VARIANTS)
def test_tangents_are_derivatives(fields):
    """K = -dh/dq and D = -dh/du of all forces, and the matrix of the mass is the product with it."""
    system, _ = system_of(**fields)
    work = work_of(system)
    q, u = state_of(system, 2)
    n, e = len(u), 1e-6
    places, size = system.pattern.blocks, int(system.pattern.counts[1])

    def force(q, u):
        return ask(system, work, FORCE, q, u)[0].sum(axis=0)

    def dense(values):
        A = np.zeros((size, size))
        for o, r, m, c, k in places:
            A[r : r + m, c : c + k] = values[o : o + m * k].reshape(m, k)
        return A

    unit = np.eye(n)
    K = np.array([(force(q - e * unit[i], u) - force(q + e * unit[i], u)) / (2.0 * e) for i in range(n)]).T
    D = np.array([(force(q, u - e * unit[i]) - force(q, u + e * unit[i])) / (2.0 * e) for i in range(n)]).T
    _, h, values, _ = ask(system, work, TANGENT, q, u, stiffness=1.0, shift=0.5)
    assert np.allclose(dense(values), K, atol=1e-6 * abs(K).max())
    assert np.allclose(h, -0.5 * K @ u, atol=1e-6 * abs(K @ u).max())
    values = ask(system, work, TANGENT, q, u, damping=1.0)[2]
    assert np.allclose(dense(values), D, atol=1e-6 * abs(D).max())
    values = ask(system, work, MASS, q, u)[2]
    product = np.array([ask(system, work, PRODUCT, q, unit[i])[1] for i in range(n)])
    assert np.allclose(dense(values), product.T, atol=1e-13 * abs(product).max())


def test_potential_gives_the_forces():
    """-dV/dq is the elastic force of what is not in the nodes: gravity and the blocks between nodes."""
    system, _ = system_of()
    work = work_of(system)
    q, u = state_of(system, 3)
    u[:], e = 0.0, 1e-6
    n = len(u)
    potential = lambda q: ask(system, work, FORCE, q, u)[3]  # noqa: E731
    h = ask(system, work, FORCE, q, u)[0]
    slope = [(potential(q + e * x) - potential(q - e * x)) / (2.0 * e) for x in np.eye(n)]
    assert np.allclose(h[0], -np.array(slope), atol=1e-6 * abs(h[0]).max())


def test_frequencies_of_a_slender_beam():
    """Clamped-free, simply supported and free-free bending frequencies of Euler-Bernoulli's beam, to 1e-4."""
    factor = np.sqrt(SECTION.EI / SECTION.mass) / (2.0 * np.pi * 1.2**2)
    stiff = ss.Section(EA=3e7, EI=2.0, GA=1.0, GJ=1.0, mass_per_length=1.3, inertia=0.02)
    exact = {
        "tangential": (1.8751041, 4.6940911, 7.8547574),
        "pinned": (np.pi, 2 * np.pi, 3 * np.pi),
        "mean": (4.7300407, 7.8532046, 10.9956078),
        "articulated": (3.9266023, 7.0685827, 10.2101761),
    }
    for reference, roots in exact.items():
        beam = ss.FloatingBeam(1.2, 20, section=stiff, reference=reference)
        assert beam.frequencies[:3] == pytest.approx(factor * np.array(roots) ** 2, rel=1e-4)
