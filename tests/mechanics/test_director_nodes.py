"""Nodes without spin about their director, declared by a family outside the package.

A slender rod with the inertia (I, I, 0) about its centre has five velocities. Where nothing turns it about its axis it
moves as a rigid body with the inertia (I, I, J) and no spin, whatever J is: Euler's third equation is J omega_3' = 0.
"""

import numpy as np
import pytest

import stickslip as ss
from stickslip.codes import FRAME
from stickslip.errors import ModelError
from stickslip.model.base import Positive, Vector
from stickslip.system.assembled import Assembled
from stickslip.system.pose import position_of, rotation_of

MASS, INERTIA, HALF = 2.0, 0.3, 0.6
TURN = (0.4, -0.7, 0.2)


class Needle(ss.Body):
    """A rod without inertia about its axis, the third of its frame."""

    family = "needle of a test"
    mass: Positive
    inertia: Positive
    position: Vector = ()
    velocity: Vector = ()
    rotation: Vector = (0.0, 0.0, 0.0)
    turn: Vector = (0.0, 0.0)

    def assemble(self, builder):
        part, zero = NeedlePart(self), np.zeros((5, 5))
        r, A = position_of(self.label, "position", self.position, 3), rotation_of(self.label, self.rotation, 3)
        v = position_of(self.label, "velocity", self.velocity, 3)
        M = np.diag([self.mass] * 3 + [self.inertia] * 2)
        load = np.concatenate([self.mass * np.array(builder.model.gravity), np.zeros(2)])
        q, u = np.concatenate([r, A.T.ravel()]), np.concatenate([v, self.turn])
        part.nodes = [builder.add(FRAME, M, q, u, load, zero, zero)]
        part.first = builder.add_row(part.nodes[0], r, A)
        return part


class NeedlePart(Assembled):
    """One FRAME node with two turns."""


def rod(kind, **fields):
    """Return the rod as a needle or as a rigid body."""
    if kind == "needle":
        return Needle(mass=MASS, inertia=INERTIA, rotation=TURN, turn=(1.5, -0.8), name="rod", **fields)
    return ss.RigidBody(
        MASS, (INERTIA, INERTIA, 0.17), rotation=TURN, angular_velocity=(1.5, -0.8, 0.0), name="rod", **fields
    )


def pendulum(kind, stiffness=40.0):
    """Return a rod that hangs on a spring, with a joint at one end and a moment on it."""
    model = ss.Model(gravity=(0.0, 0.0, -9.81))
    body = model.add(rod(kind, position=(0.1, 0.2, 0.3)))
    model.add(ss.Spherical(model.ground, body.point("end", (0.0, 0.0, HALF))))
    top = body.point("top", (0.0, 0.0, -HALF))
    anchor = model.ground.point("anchor", (1.0, 0.5, 0.0))
    model.add(ss.SpringDamper(anchor, top, stiffness=stiffness, damping=0.5))
    return model


def tumbling(kind):
    """Return a rod whose ends fall on a smooth floor and stay there."""
    model = ss.Model(gravity=(0.0, 0.0, -9.81))
    body = model.add(rod(kind, position=(0.0, 0.0, 0.7), velocity=(0.3, -0.2, 0.0)))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    tips = [body.add(ss.Sphere(radius=0.05, position=(0.0, 0.0, z))) for z in (-HALF, HALF)]
    model.add(ss.Contact(tips, floor, restitution=0.2))
    return model


SCHEMES = [
    ss.MoreauMidpoint(), ss.SemiExplicit(), ss.Theta(), ss.GeneralizedAlpha(), ss.Bathe(), ss.EDAlpha(),
    ss.HalfExplicit(), ss.RungeKutta(),
]  # fmt: skip


@pytest.mark.parametrize("integrator", SCHEMES, ids=lambda scheme: type(scheme).__name__)
@pytest.mark.parametrize("scene", [pendulum, tumbling])
def test_five_velocities_move_as_a_rod_without_spin(scene, integrator):
    if scene is tumbling and isinstance(integrator, ss.RungeKutta):
        pytest.skip("takes no contacts")
    needle, rigid = (
        ss.simulate(scene(kind), t_end=0.8, dt=2e-3, integrator=integrator, project=scene is pendulum)
        for kind in ("needle", "rod")
    )
    assert needle["rod"].u.shape[1] == 5 and needle["rod"].q.shape[1] == 12
    np.testing.assert_allclose(needle["rod"].q, rigid["rod"].q, rtol=0.0, atol=1e-8)
    np.testing.assert_allclose(needle["rod"].u, rigid["rod"].u[:, :5], rtol=0.0, atol=1e-7)
    assert abs(rigid["rod"].u[:, 5]).max() < 1e-9
    np.testing.assert_allclose(needle.energy.table, rigid.energy.table, rtol=0.0, atol=1e-7)
    np.testing.assert_allclose(needle.momentum.angular, rigid.momentum.angular, rtol=0.0, atol=1e-7)
    assert needle.certificate.proven == rigid.certificate.proven


def test_equilibrium_knows_two_turns():
    """Moments of weight and spring about the joint balance; a rigid rod would be free to spin."""
    rod = ss.solve_static(pendulum("needle", stiffness=800.0), steps=4)["rod"]
    r, axis = rod.q[-1, :3], rod.q[-1, 9:12]
    joint, top = r + HALF * axis, r - HALF * axis
    start = rod.q[0, :3] - HALF * rod.q[0, 9:12]
    anchor = np.array([1.0, 0.5, 0.0])
    length, rest = np.linalg.norm(anchor - top), np.linalg.norm(anchor - start)
    force = 800.0 * (length - rest) * (anchor - top) / length
    moment = np.cross(r - joint, [0.0, 0.0, -9.81 * MASS]) + np.cross(top - joint, force)
    assert np.linalg.norm(axis - rod.q[0, 9:12]) > 1e-3
    np.testing.assert_allclose(moment, 0.0, atol=1e-6)


def test_energy_momentum_refuses_levers_on_them_by_name():
    with pytest.raises(ModelError, match=r"rod.*EnergyMomentum acts at the places of nodes without spin"):
        ss.simulate(pendulum("needle"), t_end=0.1, dt=1e-3, integrator=ss.EnergyMomentum())
