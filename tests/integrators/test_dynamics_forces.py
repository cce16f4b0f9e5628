"""Force elements with known motion: springs, bushings, user functions, loads, linear bodies, belts."""

import numpy as np
import pytest

import stickslip as ss

G = 9.81


def frequency(time, signal):
    """Frequency from the first and last upward zero crossing."""
    k = np.flatnonzero((signal[:-1] < 0.0) & (signal[1:] >= 0.0))
    at = time[k] - signal[k] * (time[k + 1] - time[k]) / (signal[k + 1] - signal[k])
    return (len(at) - 1) / (at[-1] - at[0])


@pytest.mark.parametrize("scheme", [ss.MoreauMidpoint(), ss.Theta(0.5)], ids=lambda s: type(s).__name__)
def test_damped_oscillator(scheme):
    """x = e^(-D w t) cos(w_d t) scaled: frequency sqrt(1 - D^2) w, decay per period e^(-D w T)."""
    m, k, c = 2.0, 80.0, 1.6
    model = ss.Model()
    body = model.add(ss.RigidBody(m, 0.1, position=(1.2, 0, 0)))
    model.add(ss.SpringDamper(model.ground, body, stiffness=k, damping=c, rest_length=1.0))
    result = ss.simulate(model, t_end=6.0, dt=1e-3, integrator=scheme)
    w, D = np.sqrt(k / m), 0.5 * c / np.sqrt(k * m)
    w_d = w * np.sqrt(1 - D * D)
    t = result.time
    exact = 0.2 * np.exp(-D * w * t) * (np.cos(w_d * t) + D * w / w_d * np.sin(w_d * t))
    np.testing.assert_allclose(result[body].position[:, 0] - 1.0, exact, atol=1e-5)
    assert result.energy.dampers[-1] == pytest.approx(result.energy.total[-1] - result.energy.total[0], rel=1e-4)
    assert result.energy.dampers.max() <= 0.0


def test_torsional_spring_frequency():
    model = ss.Model()
    wheel = model.add(ss.RigidBody(1.0, (0.3, 0.3, 0.5), angular_velocity=(0, 0, 0.1)))
    joint = model.add(ss.Revolute(model.ground, wheel, axis=(0, 0, 1)))
    model.add(ss.TorsionalSpring(joint, stiffness=20.0))
    result = ss.simulate(model, t_end=5.0, dt=1e-3)
    assert frequency(result.time, result[joint].coordinate) == pytest.approx(np.sqrt(40.0) / (2 * np.pi), rel=1e-5)


@pytest.mark.parametrize("direction", range(6))
def test_bushing_frequency_in_every_direction(direction):
    """sqrt(k_i/m) and sqrt(k_i/J_i), with the bushing's axes turned against the world's."""
    mass, inertia = 2.0, np.array([0.3, 0.4, 0.5])
    stiffness = np.array([100.0, 200.0, 300.0, 20.0, 30.0, 40.0])
    e = np.eye(3)[direction % 3]
    model = ss.Model()
    turn = (0.4, 0.8, -0.3)
    from scipy.spatial.transform import Rotation

    A = Rotation.from_rotvec(turn).as_matrix()
    push = dict(velocity=0.01 * A @ e) if direction < 3 else dict(angular_velocity=0.01 * e)
    body = model.add(ss.RigidBody(mass, inertia, rotation=turn, **push))
    model.add(ss.Bushing(model.ground.frame("seat", (0, 0, 0), rotation=turn), body, stiffness=stiffness))
    result = ss.simulate(model, t_end=3.0, dt=1e-3)
    signal = result[body].position @ (A @ e)
    if direction >= 3:
        signal = Rotation.from_matrix(A.T @ result[body].rotation).as_rotvec() @ e
    expected = np.sqrt(stiffness[direction] / (mass if direction < 3 else inertia[direction - 3])) / (2 * np.pi)
    assert frequency(result.time, signal) == pytest.approx(expected, rel=1e-4)


def test_bushing_of_unequal_stiffness_conserves_energy_at_large_angles():
    """The torque is the gradient of p.K p/2: the integrator's share shrinks with the square of the step."""
    model = ss.Model()
    body = model.add(ss.RigidBody(1.0, (0.3, 0.4, 0.5), angular_velocity=(6.0, 5.0, -4.0), velocity=(0.5, 0.2, 0.1)))
    model.add(ss.Bushing(model.ground, body.frame("seat", (0.1, 0, 0)), stiffness=(100, 50, 80, 20, 40, 70)))
    worst = []
    for dt in (2e-3, 1e-3):
        result = ss.simulate(model, t_end=2.0, dt=dt)
        worst.append(abs(result.energy.integrator).max())
    assert worst[1] < 1e-3
    assert worst[0] / worst[1] == pytest.approx(4.0, rel=0.1)


def test_planar_bushing():
    model = ss.Model(dim=2)
    body = model.add(ss.RigidBody(2.0, 0.5, velocity=(0.01, 0.0), angular_velocity=0.02))
    model.add(ss.Bushing(model.ground, body, stiffness=(100.0, 200.0, 30.0)))
    result = ss.simulate(model, t_end=4.0, dt=1e-3)
    assert frequency(result.time, result[body].position[:, 0]) == pytest.approx(np.sqrt(50.0) / (2 * np.pi), rel=1e-4)
    assert frequency(result.time, result[body].angle) == pytest.approx(np.sqrt(60.0) / (2 * np.pi), rel=1e-4)


def pull_back(t, r, v, A, omega, force, torque):
    for i in range(3):
        force[i] = -80.0 * r[i]


def test_user_force_equals_a_spring():
    def run(user):
        model = ss.Model(gravity=(0, 0, -1.0))
        body = model.add(ss.RigidBody(2.0, 0.1, position=(0.2, 0.3, 0.1), velocity=(0, 1, 0)))
        if user:
            model.add(ss.UserForce(body, pull_back))
        else:
            model.add(ss.SpringDamper(model.ground, body, stiffness=80.0, rest_length=0.0))
        return ss.simulate(model, t_end=1.0, dt=1e-3)[body].position

    np.testing.assert_allclose(run(True), run(False), atol=1e-12)


def along_axis(t, r, v, A, omega, force, torque):
    for i in range(3):
        force[i] = 3.0 * A[i, 0] - 0.5 * v[i]
        torque[i] = -0.2 * omega[i]


def test_user_force_sees_axes_and_rates():
    """The point of the force lies off the centre: v and omega are those of the frame, the torque about its point."""
    model = ss.Model(dim=2)
    body = model.add(ss.RigidBody(2.0, 0.4, rotation=np.pi / 2, velocity=(0.3, 0.1), angular_velocity=1.5))
    model.add(ss.UserForce(body.frame("jet", (0.0, 0.5), rotation=np.pi / 2), along_axis))
    dt = 1e-6
    result = ss.simulate(model, t_end=dt, dt=dt)
    arm = np.array([-0.5, 0.0])
    v = np.array([0.3, 0.1]) + 1.5 * np.array([0.0, -0.5])
    force = 3.0 * np.array([-1.0, 0.0]) - 0.5 * v
    torque = arm[0] * force[1] - arm[1] * force[0] - 0.2 * 1.5
    change = (result[body].u[1] - result[body].u[0]) / dt
    np.testing.assert_allclose(change, [*(force / 2.0), torque / 0.4], atol=1e-4)


def ramp(t):
    return 0.3 * np.sin(2.0 * t)


def ramp_rate(t):
    return 0.6 * np.cos(2.0 * t)


@pytest.mark.parametrize("function", [ramp, ss.Compiled(ramp, rate=ramp_rate), ss.Sine(0.3, 1.0 / np.pi)])
def test_time_functions_drive_alike(function):
    """A Python function, with and without its rate, and the declared sine give one motion."""
    model = ss.Model()
    slider = model.add(ss.RigidBody(1.0, 0.1, velocity=(0.6, 0, 0)))
    model.add(ss.Prismatic(model.ground, slider, axis=(1, 0, 0), motion=function))
    result = ss.simulate(model, t_end=1.0, dt=1e-3)
    np.testing.assert_allclose(result[slider].velocity[:, 0], 0.6 * np.cos(2.0 * result.time), atol=1e-9)


@pytest.mark.parametrize(
    ("function", "value"),
    [
        (ss.Polynomial((1.0, 2.0, 3.0)), lambda t: t + t**2 + t**3),
        (ss.SmoothStep(0.0, 2.0, t_start=0.0, t_end=1.0), lambda t: 2.0 * (2.5 * t**4 - 3.0 * t**5 + t**6)),
        (ss.Table((0.0, 0.5, 1.0), (0.0, 1.0, 0.0)), lambda t: np.where(t < 0.5, t * t, 2.0 * t - t * t - 0.5)),
    ],
)
def test_load_histories(function, value):
    """v = integral of f dt for a unit mass."""
    model = ss.Model()
    body = model.add(ss.RigidBody(1.0, 0.1))
    model.add(ss.PointForce(body, (1.0, 0, 0), factor=function))
    result = ss.simulate(model, t_end=1.0, dt=1e-3)
    np.testing.assert_allclose(result[body].velocity[:, 0], value(result.time), atol=2e-6)


@pytest.mark.parametrize("follower", [False, True])
def test_point_force_fixed_or_following(follower):
    """A body spinning at w: fixed force gives F t / m; a follower turns with it, v = F/(m w) (sin wt, 1 - cos wt)."""
    w, F, m = 3.0, 2.0, 0.5
    model = ss.Model()
    body = model.add(ss.RigidBody(m, 0.1, angular_velocity=(0, 0, w)))
    model.add(ss.PointForce(body, (F, 0, 0), follower=follower))
    result = ss.simulate(model, t_end=2.0, dt=1e-3)
    t = result.time
    exact = F / (m * w) * np.column_stack([np.sin(w * t), 1 - np.cos(w * t)]) if follower else None
    exact = np.column_stack([F / m * t, 0 * t]) if exact is None else exact
    np.testing.assert_allclose(result[body].velocity[:, :2], exact, atol=2e-6)
    assert result.energy.loads[-1] == pytest.approx(result.energy.kinetic[-1] - result.energy.kinetic[0], rel=1e-12)


def test_point_force_off_centre_and_torque_with_reaction():
    """An off-centre force turns the body by r x F; a torque between two bodies leaves the total momentum alone."""
    model = ss.Model()
    one = model.add(ss.RigidBody(1.0, 0.5))
    two = model.add(ss.RigidBody(1.0, 0.2, position=(1, 0, 0)))
    model.add(ss.PointForce(one.point("tip", (0.4, 0, 0)), (0, 0, 2.0)))
    model.add(ss.Torque(two, (0, 0, 0.6), reaction=one))
    dt = 1e-3
    result = ss.simulate(model, t_end=dt, dt=dt)
    np.testing.assert_allclose(result[one].angular_velocity[-1], dt * np.array([0, -1.6, -1.2]), rtol=1e-4, atol=1e-12)
    np.testing.assert_allclose(result[two].angular_velocity[-1], dt * np.array([0, 0, 3.0]), rtol=1e-9, atol=1e-12)


def test_linear_body_oscillates_at_sqrt_k_over_m():
    """Interleaved, partly coupled coordinates keep the order of the declaration."""
    K = np.diag([50.0, 200.0, 50.0, 450.0])
    body = ss.LinearBody(np.diag([2.0] * 4), K, u=(0.1, 0.2, 0.3, 0.4), load=(0, 0, 5.0, 0))
    model = ss.Model()
    model.add(body)
    result = ss.simulate(model, t_end=2.0, dt=1e-3)
    w = np.sqrt(np.diag(K) / 2.0)
    t = result.time[:, None]
    exact = np.array([0.1, 0.2, 0.3, 0.4]) / w * np.sin(w * t) + np.array([0, 0, 5.0 / 50.0, 0]) * (1 - np.cos(w * t))
    np.testing.assert_allclose(result[body].q, exact, atol=1e-5)
    M = np.array([[2.0, 0, 0.1, 0], [0, 1.0, 0, 0], [0.1, 0, 2.0, 0], [0, 0, 0, 3.0]])
    body = ss.LinearBody(M, np.eye(4), u=(1.0, 2.0, 3.0, 4.0))
    model = ss.Model()
    model.add(body)
    np.testing.assert_array_equal(ss.simulate(model, t_end=1e-3, dt=1e-3)[body].u[0], [1.0, 2.0, 3.0, 4.0])


def test_belt_carries_a_block_by_friction():
    """mu g until the block has the belt's speed, then no slip at all; the belt's drive pays 2x the kinetic energy."""
    v, mu = 1.0, 0.25
    model = ss.Model(gravity=(0, 0, -G))
    belt = model.add(ss.PrescribedBody(motion=(ss.Polynomial((0.0, v)),)))
    block = model.add(ss.RigidBody(2.0, 0.1, position=(0, 0, 0.05)))
    skin = block.add(ss.Cuboid(lengths=(0.2, 0.2, 0.1)))
    model.add(ss.Contact(skin, belt.add(ss.Plane(normal=(0, 0, 1))), friction=mu))
    result = ss.simulate(model, t_end=1.0, dt=1e-3)
    speed = result[block].velocity[:, 0]
    expected = np.minimum(mu * G * result.time, v)
    np.testing.assert_allclose(speed, expected, atol=1e-10)
    assert result.energy.drives[-1] == pytest.approx(2.0 * v * v, rel=1e-9)
    assert result.energy.friction[-1] == pytest.approx(-0.5 * 2.0 * v * v, rel=5e-3)
    assert abs(result.energy.remainder).max() < 1e-12


def test_shaken_base_pays_for_what_its_spring_and_damper_take():
    """Base excitation: the drive's work is the change of energy plus what the damper lost; nothing hides elsewhere."""
    model = ss.Model()
    base = model.add(ss.PrescribedBody(motion=(ss.Sine(0.1, 1.5),)))
    body = model.add(ss.RigidBody(1.0, 0.1, position=(1.0, 0, 0)))
    model.add(ss.SpringDamper(base, body, stiffness=80.0, damping=0.8, rest_length=1.0))
    shares = []
    for dt in (2e-3, 1e-3):
        energy = ss.simulate(model, t_end=3.0, dt=dt).energy
        assert abs(energy.remainder).max() < 1e-12 * energy.scale
        assert (np.diff(energy.dampers) <= 1e-12).all()
        assert energy.drives[-1] > 0.1
        shares.append(abs(energy.integrator).max())
    assert shares[1] < 2e-5 * energy.scale
    assert shares[0] / shares[1] == pytest.approx(4.0, abs=0.1)


def test_nothing_happens_between_bodies_that_cannot_move():
    """A prescribed plate that sinks into the floor concerns nobody."""
    model = ss.Model(gravity=(0, 0, -G))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    plate = model.add(ss.PrescribedBody(position=(0, 0, 0.5), motion=(0, 0, ss.Polynomial((0.0, -10.0)))))
    ball = model.add(ss.RigidBody(1.0, 0.1, position=(5, 0, 0.1)))
    model.add(ss.Contact([plate.add(ss.Sphere(radius=0.1)), ball.add(ss.Sphere(radius=0.1))], floor))
    result = ss.simulate(model, t_end=0.1, dt=1e-3)
    assert result.success
    assert abs(result[ball].position[-1, 2] - 0.1) < 1e-12
