"""Floating solids in space: inertia against an integration over the mass, tangents against differences, stations."""

import numpy as np
import pytest
from floating_cases import Field, block, ends, turn

import stickslip as ss
from stickslip.codes import EVALUATE, FORCE, INERTIA, MASS, PRODUCT, TANGENT
from stickslip.floating.solid import kernel
from stickslip.mechanics.batches import C_POTENTIAL, C_TASK, new_control
from stickslip.mechanics.bodies import move
from stickslip.system.assemble import assemble

GRAVITY = np.array([0.3, -9.81, 0.7])
VARIANTS = [
    {"modes": 3},
    {"reference": "clamped", "frame_at": "left", "modes": 5},
    {"reference": "attached", "frame_at": "left", "reduction": "craig-bampton", "modes": 2},
    {"modes": 0, "interfaces": {}, "reference": "clamped", "frame_at": [0, 1, 4]},
]


class Case:
    """A floating solid in any state."""

    def __init__(self, **fields):
        solid = block(3)
        model = ss.Model(gravity=GRAVITY)
        body = model.add(ss.FloatingSolid(solid, **{"interfaces": ends(solid), **fields}, name="body"))
        assembly = assemble(model)
        self.system, self.mesh = assembly.system, assembly.bodies.parts[body]
        self.field, rng = Field(solid, self.mesh), np.random.default_rng(5)
        self.n, self.m = len(assembly.u), self.mesh.basis.shape[1]
        self.q = np.concatenate([rng.normal(size=3), turn(rng.normal(size=3)).T.ravel(), 0.3 * rng.normal(size=self.m)])
        self.u = rng.normal(size=self.n)
        self.control, self.memory = new_control(self.system.batches), np.zeros(kernel.memory_size(self.m))

    def axes(self, q):
        return q[3:12].reshape(3, 3).T

    def moved(self, x):
        q = self.q.copy()
        move(self.system.nodes, q, x, 1.0)
        return q

    def run(self, task, q, u, h=None, y=None, values=None):
        space, control, poses = self.system.batches, self.control, np.zeros(0)
        control[C_TASK], control[C_POTENTIAL] = task, 0.0
        h, y = np.zeros(4 * self.n) if h is None else h, np.zeros(self.n) if y is None else y
        values = np.zeros(int(self.system.pattern.counts[2])) if values is None else values
        kernel.floating_batch(space.table, space.data, q, u, poses, h, y, values, self.memory, control)
        return h.reshape(4, -1), y, values

    def force(self, q, u):
        """All forces of the batch and of the gyroscopic torque that the node has."""
        h = self.run(FORCE, q, u)[0].sum(axis=0)
        J, omega = self.mesh.frame_mass[3:, 3:], u[3:6]
        h[3:6] -= np.cross(omega, J @ omega)
        return h

    def mass(self, q):
        M = np.zeros((self.n, self.n))
        self.run(EVALUATE, q, self.u)
        for i in range(self.n):
            M[:, i] = self.run(PRODUCT, q, np.eye(self.n)[i])[1]
        M[:6, :6] += self.mesh.frame_mass
        M[6:, 6:] += self.mesh.M
        return M

    def dense(self, values):
        size = int(self.system.pattern.counts[1])
        A = np.zeros((size, size))
        for o, r, m, c, k in self.system.pattern.blocks:
            A[r : r + m, c : c + k] = values[o : o + m * k].reshape(m, k)
        return A

    def velocity(self, q, u):
        """Velocities of the points of mass (p, 3)."""
        y, rate = self.field.places(q[12:]), self.field.rates(u[6:])
        return u[:3] + (np.cross(u[3:6], y) + rate) @ self.axes(q).T


@pytest.mark.parametrize("fields", VARIANTS)
def test_mass_is_the_kinetic_energy(fields):
    """u^T M u / 2 is T of an integration over points; the matrix of the mass is the product with it."""
    case = Case(**fields)
    M = case.mass(case.q)
    for seed in range(3):
        u = np.random.default_rng(seed).normal(size=case.n)
        assert 0.5 * u @ M @ u == pytest.approx(case.field.kinetic(case.axes(case.q), case.q[12:], u), rel=1e-12)
    values = case.run(MASS, case.q, case.u)[2]
    M[:6, :6] -= case.mesh.frame_mass
    M[6:, 6:] -= case.mesh.M
    assert np.allclose(case.dense(values), M, atol=1e-12 * abs(M).max())


@pytest.mark.parametrize("fields", VARIANTS)
def test_inertia_forces_are_those_of_the_points(fields):
    """h = -int (dv/du)^T a dm, with a of a motion whose velocities u do not change (d'Alembert)."""
    case, e = Case(**fields), 1e-5
    a = (case.velocity(case.moved(e * case.u), case.u) - case.velocity(case.moved(-e * case.u), case.u)) / (2.0 * e)
    exact = np.array([-case.field.dm @ (case.velocity(case.q, x) * a).sum(axis=1) for x in np.eye(case.n)])
    h = case.run(INERTIA, case.q, case.u)[0]
    h[3, 3:6] -= np.cross(case.u[3:6], case.mesh.frame_mass[3:, 3:] @ case.u[3:6])
    assert np.allclose(h[3], exact, atol=1e-8 * abs(exact).max())
    assert not h[:3].any()


@pytest.mark.parametrize("fields", VARIANTS)
def test_weight(fields):
    """Gravity is int (dv/du)^T g dm, and minus the slope of the potential."""
    case, e = Case(**fields), 1e-5
    exact = np.array([case.field.dm @ (case.velocity(case.q, x) @ GRAVITY) for x in np.eye(case.n)])
    h = case.run(FORCE, case.q, case.u)[0]
    exact[:3] -= case.mesh.of.mass * GRAVITY  # in the node
    assert np.allclose(h[0], exact, atol=1e-10 * case.mesh.of.mass)

    def potential(x):
        case.run(FORCE, case.moved(x), case.u)
        return case.control[C_POTENTIAL]

    slope = [(potential(e * x) - potential(-e * x)) / (2.0 * e) for x in np.eye(case.n)]
    assert np.allclose(h[0], -np.array(slope), atol=1e-7 * case.mesh.of.mass)


@pytest.mark.parametrize("fields", VARIANTS)
def test_tangents_are_derivatives(fields):
    """K = -dh/dq along the velocities and D = -dh/du, by central differences; h~ loses shift K u."""
    case, e = Case(**fields), 1e-6
    unit = np.eye(case.n)
    h = case.force
    K = np.array([h(case.moved(-e * x), case.u) - h(case.moved(e * x), case.u) for x in unit]).T / (2.0 * e)
    D = np.array([h(case.q, case.u - e * x) - h(case.q, case.u + e * x) for x in unit]).T / (2.0 * e)
    J, omega = case.mesh.frame_mass[3:, 3:], case.u[3:6]
    for i in range(3):  # the part of the node
        D[3:6, 3 + i] -= np.cross(np.eye(3)[i], J @ omega) + np.cross(omega, J[:, i])
    for k, d, shift, exact in ((1.0, 0.0, 0.5, K), (0.0, 1.0, 0.0, D)):
        case.control[1:4] = d, k, shift
        _, tilde, values = case.run(TANGENT, case.q, case.u)
        assert np.allclose(case.dense(values), exact, atol=1e-6 * abs(exact).max())
        assert np.allclose(tilde, -shift * exact @ case.u, atol=1e-6 * abs(exact).max() * abs(case.u).max())
