"""Contact with known answers: super ball, compliant laws, patches of linear bodies."""

import numpy as np
import pytest

import stickslip as ss

G = 9.81
SCHEMES = [ss.SemiExplicit(), ss.MoreauMidpoint(), ss.Theta(0.5)]


def thrown_ball(e_T, mu=100.0, vx=1.5, wy=-8.0, e_N=1.0):
    R, m = 0.1, 0.3
    model = ss.Model()
    ball = model.add(
        ss.RigidBody(m, 0.4 * m * R * R, position=(0, 0, R), velocity=(vx, 0, -2.0), angular_velocity=(0, wy, 0))
    )
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    model.add(
        ss.Contact(ball.add(ss.Sphere(radius=R)), floor, friction=mu, restitution=e_N, tangential_restitution=e_T)
    )
    return model, ball, R


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda s: type(s).__name__)
@pytest.mark.parametrize("e_T", [1.0, 0.0])
def test_super_ball(scheme, e_T):
    """e_T = 1 reverses the slip v + R w: v' = (3 v - 4 R w)/7, R w' = -(10 v + 3 R w)/7; 0: v' = (5 v - 2 R w)/7.

    The lever arm is that of the evaluation point, shorter by the penetration of a step: the step is small here.
    """
    model, ball, R = thrown_ball(e_T)
    result = ss.simulate(model, t_end=1e-6, dt=1e-7, integrator=scheme)
    v, Rw = 1.5, -R * -8.0  # the slip at the lowest point is v_x - R omega_y
    v_after = (3 * v - 4 * Rw) / 7 if e_T else (5 * v - 2 * Rw) / 7
    Rw_after = -(10 * v + 3 * Rw) / 7 if e_T else -v_after
    assert result[ball].velocity[-1] == pytest.approx([v_after, 0.0, 2.0], abs=5e-6)
    assert -R * result[ball].angular_velocity[-1, 1] == pytest.approx(Rw_after, abs=5e-6)
    if e_T:
        assert result.energy.kinetic[-1] == pytest.approx(result.energy.kinetic[0], rel=1e-9)
    else:
        assert result.energy.friction[-1] < 0.0


def compliant_ball(k=1e4, d=0.0, speed=1.0):
    R, m = 0.1, 1.0
    model = ss.Model()
    ball = model.add(ss.RigidBody(m, 0.4 * m * R * R, position=(0, 0, R + 0.01), velocity=(0, 0, -speed)))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    law = ss.Compliant(stiffness=k, damping=d)
    model.add(ss.Contact(ball.add(ss.Sphere(radius=R)), floor, law=law))
    return model, ball


def test_compliant_bounce_is_half_an_oscillation():
    """Duration pi sqrt(m/k), depth v sqrt(m/k), rebound with the same speed; its potential is in the ledger."""
    model, ball = compliant_ball()
    result = ss.simulate(model, t_end=0.06, dt=1e-5)
    height = result[ball].position[:, 2] - 0.1
    touching = result.time[height < 0.0]
    assert touching[-1] - touching[0] == pytest.approx(np.pi * 0.01, rel=1e-3)
    assert height.min() == pytest.approx(-0.01, rel=1e-3)
    assert result[ball].velocity[-1, 2] == pytest.approx(1.0, rel=1e-4)
    assert result.energy.potential.max() == pytest.approx(0.5, rel=1e-4)
    assert abs(result.energy.total - 0.5).max() < 1e-4


def test_compliant_damper_takes_energy():
    """Impact against spring and damper, D = 0.1; the contact opens where the force would pull: at -k x - d x' = 0."""
    k, d = 1e4, 20.0
    model, ball = compliant_ball(k, d)
    result = ss.simulate(model, t_end=0.06, dt=1e-5)
    w, D = 100.0, d / (2.0 * np.sqrt(k))
    w_d = w * np.sqrt(1 - D * D)
    t = np.linspace(1e-6, 0.05, 500001)
    x = -np.exp(-D * w * t) * np.sin(w_d * t) / w_d
    v = -np.exp(-D * w * t) * (np.cos(w_d * t) - D * w / w_d * np.sin(w_d * t))
    rebound = v[np.argmax(-k * x - d * v < 0.0)]
    assert result[ball].velocity[-1, 2] == pytest.approx(rebound, rel=1e-3)
    assert result.energy.dampers[-1] == pytest.approx(0.5 * rebound**2 - 0.5, rel=2e-3)


def test_arctan_friction():
    """Deceleration 2/pi arctan(v/v_ref) mu g of a block that slides on its springs."""
    mu, v_ref, v0 = 0.3, 0.5, 1.0
    model = ss.Model(gravity=(0, 0, -G))
    k = 1e5
    block = model.add(ss.RigidBody(1.0, 1e3, position=(0, 0, 0.1 - G / k), velocity=(v0, 0, 0)))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    model.add(
        ss.Contact(block.add(ss.Sphere(radius=0.1)), floor, friction=mu, law=ss.Compliant(stiffness=k, v_ref=v_ref))
    )
    result = ss.simulate(model, t_end=1e-2, dt=1e-4)
    expected = 2.0 / np.pi * np.arctan(v0 / v_ref) * mu * G
    assert (v0 - result[block].velocity[-1, 0]) / 1e-2 == pytest.approx(expected, rel=1e-2)


def test_many_compliant_contacts_at_the_start_have_room():
    """A hundred touching balls need larger buffers before the first energy is taken."""
    model = ss.Model(gravity=(0, 0, -G))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    k, skins = 1e4, []
    for i in range(100):
        ball = model.add(ss.RigidBody(1.0, 0.1, position=(i, 0, 0.1 - 1e-3)))
        skins.append(ball.add(ss.Sphere(radius=0.1)))
    model.add(ss.Contact(skins, floor, law=ss.Compliant(stiffness=k)))
    result = ss.simulate(model, t_end=2e-3, dt=1e-3)
    assert result.energy.potential[0] == pytest.approx(100 * (0.5 * k * 1e-6 + G * (0.1 - 1e-3)), rel=1e-12)


def raft(mass=2.0, k=500.0, q=0.0):
    """A plate of four points that moves vertically on a spring."""
    corners = [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]
    points = [ss.LinearPoint(position=c, jacobian=[[0.0], [0.0], [1.0]]) for c in corners]
    return ss.LinearBody([[mass]], [[k]], points=points, q=(q,))


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda s: type(s).__name__)
def test_ball_rests_on_a_patch(scheme):
    """In equilibrium q = -m g / k nothing moves and the contact carries m g."""
    m, k, R = 1.5, 500.0, 0.1
    sag = -m * G / k
    model = ss.Model(gravity=(0, 0, -G))
    plate = model.add(raft(k=k, q=sag))
    ball = model.add(ss.RigidBody(m, 0.1, position=(0.3, 0.2, sag + R)))
    skin = plate.add(ss.PatchSurface(patches=((0, 1, 2, 3),)))
    model.add(ss.Contact(skin, ball.add(ss.Sphere(radius=R)), friction=0.3))
    result = ss.simulate(model, t_end=0.2, dt=1e-3, integrator=scheme)
    assert abs(result[plate].q - sag).max() < 1e-12
    assert result.contacts.at(0.2).force[:, 2] == pytest.approx([m * G], rel=1e-9)


def test_ball_and_plate_oscillate_together():
    """Dropped without speed at q = 0: frequency sqrt(k/(M + m)) about the new equilibrium while they touch."""
    m, M, k, R = 1.5, 2.0, 500.0, 0.1
    model = ss.Model(gravity=(0, 0, -G))
    plate = model.add(raft(M, k))
    ball = model.add(ss.RigidBody(m, 0.1, position=(0, 0, R)))
    model.add(ss.Contact(plate.add(ss.PatchSurface(patches=((0, 1, 2, 3),))), ball.add(ss.Sphere(radius=R))))
    result = ss.simulate(model, t_end=0.2, dt=1e-4)
    w = np.sqrt(k / (m + M))
    np.testing.assert_allclose(result[plate].q[:, 0], -m * G / k * (1 - np.cos(w * result.time)), atol=2e-5)
