"""Energy-momentum scheme: conservation to round-off, exact constraints, second order, agreement with the full form."""

import numpy as np
import pytest
from scipy.optimize import root

import stickslip as ss

EM = ss.EnergyMomentum


def spin_of(result, model):
    """Angular momentum about the origin (n, 3) and momentum (n, 3) of a spatial model."""
    J, P = 0.0, 0.0
    for body in model.of_kind(ss.RigidBody):
        motion, theta = result[body], np.array(body.inertia)
        theta = theta * np.eye(3) if theta.ndim == 0 else np.diag(theta) if theta.ndim == 1 else theta
        spin = np.einsum("nij,jk,nk->ni", motion.rotation, theta, motion.angular_velocity)
        J = J + body.mass * np.cross(motion.position, motion.velocity) + spin
        P = P + body.mass * motion.velocity
    return J, P


def drift(values):
    return abs(values - values[0]).max()


def two_bodies(**fields):
    model = ss.Model(**fields)
    a = model.add(
        ss.RigidBody(2.0, (0.3, 0.5, 0.6), position=(0, 0, 0), angular_velocity=(1.0, -2.0, 3.0), velocity=(0.1, 0, 0))
    )
    b = model.add(
        ss.RigidBody(1.0, ((0.2, 0.01, 0), (0.01, 0.3, 0.02), (0, 0.02, 0.25)), position=(1.0, 0.2, 0),
        rotation=(0.3, 0.1, -0.4),
                     angular_velocity=(0.5, 4.0, -1.0))
    )  # fmt: skip
    return model, a, b


def test_free_body_keeps_energy_and_momentum_and_converges_with_order_two():
    model = ss.Model()
    body = model.add(ss.RigidBody(1.0, (1, 2, 3), angular_velocity=(0.01, 5, 0.01), velocity=(1, 2, 3)))
    ends = []
    for dt in (0.02, 0.01):
        result = ss.simulate(model, 10.0, dt, integrator=EM())
        J, P = spin_of(result, model)
        assert drift(result.energy.total) < 1e-11
        assert drift(J) < 1e-11 and drift(P) == 0.0
        ends.append(result[body].angular_velocity[-1])
    # Euler's equations in elliptic functions
    exact = np.array([0.0127148706, 4.9999938332, 0.0109797986])
    errors = [np.linalg.norm(end - exact) for end in ends]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.1)
    assert np.linalg.norm((4 * ends[1] - ends[0]) / 3 - exact) < 0.05 * errors[1]


def natural_step(q, v, h, mass, theta, lever, gravity):
    """One step of (Betsch et al., eq.

    57) in the 12 natural coordinates with all 6 + 3 multipliers, by a general root finder.
    """
    E = 0.5 * np.trace(theta) * np.eye(3) - theta
    M = np.kron(np.block([[np.array([[mass]]), np.zeros((1, 3))], [np.zeros((3, 1)), E]]), np.eye(3))
    load = np.concatenate([mass * np.array(gravity), np.zeros(9)])

    def constraints(q):
        d = q[3:].reshape(3, 3)
        pairs = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]
        inner = [d[i] @ d[j] - (i == j) for i, j in pairs]
        return np.array([*inner, *(q[:3] + lever @ d)])

    def gradient(q):
        d, G = q[3:].reshape(3, 3), np.zeros((9, 12))
        for row, (i, j) in enumerate([(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]):
            G[row, 3 + 3 * i : 6 + 3 * i] += d[j]
            G[row, 3 + 3 * j : 6 + 3 * j] += d[i]
        G[6:] = np.hstack([np.eye(3), *(lever[i] * np.eye(3) for i in range(3))])
        return G

    def residual(x):
        end, multiplier = x[:12], x[12:]
        rate = 2 * (end - q) / h - v
        return np.concatenate([M @ (rate - v) - h * load - gradient(0.5 * (q + end)).T @ multiplier, constraints(end)])

    solution = root(residual, np.concatenate([q + h * v, np.zeros(9)]), tol=1e-14)
    end = solution.x[:12]
    return end, 2 * (end - q) / h - v


def test_null_space_form_equals_the_full_form_in_natural_coordinates():
    theta, lever = np.diag([0.3, 0.5, 0.4]), np.array([-0.4, 0.2, 0.1])
    omega = np.array([1.0, -2.0, 4.0])
    model = ss.Model(gravity=(0.5, 0, -9.81))
    top = model.add(
        ss.RigidBody(2.0, (0.3, 0.5, 0.4), position=-lever, velocity=np.cross(omega, -lever), angular_velocity=omega)
    )
    model.add(ss.Spherical(model.ground, top, at=(0, 0, 0)))
    h, steps = 0.05, 4
    result = ss.simulate(model, steps * h, h, integrator=EM())
    q = np.concatenate([-lever, np.eye(3).ravel()])
    v = np.concatenate([np.cross(omega, -lever), np.cross(omega, np.eye(3)).ravel()])
    for _ in range(steps):
        q, v = natural_step(q, v, h, 2.0, theta, lever, (0.5, 0, -9.81))
    assert result[top].q[-1] == pytest.approx(q, abs=1e-10)
    assert result[top].velocity[-1] == pytest.approx(v[:3], abs=1e-9)


def test_spring_keeps_energy_and_momenta_at_large_steps():
    model, a, b = two_bodies()
    model.add(
        ss.SpringDamper(a.point("p", (0.3, 0.1, 0)), b.point("p", (-0.2, 0, 0.3)), stiffness=400.0, rest_length=0.9)
    )
    result = ss.simulate(model, 5.0, 0.05, integrator=EM())
    J, P = spin_of(result, model)
    assert drift(result.energy.total) < 1e-11 * result.energy.total[0]
    assert drift(J) < 1e-11 and drift(P) < 1e-12
    assert drift(result.energy.potential) > 1.0  # the spring really exchanges energy


def test_bushing_keeps_energy_and_momenta():
    model, a, b = two_bodies()
    stiffness = (300.0, 200.0, 500.0, 10.0, 20.0, 15.0)
    model.add(ss.Bushing(a.frame("f", (0.5, 0, 0)), b.frame("f", (-0.5, 0, 0.1)), stiffness=stiffness))
    result = ss.simulate(model, 2.0, 0.01, integrator=EM())
    J, P = spin_of(result, model)
    assert drift(result.energy.total) < 1e-10 and drift(result.energy.potential) > 0.1
    assert drift(J) < 1e-11 and drift(P) < 1e-12


def hinged_pair(axis=(0.2, 0.3, 1.0), **fields):
    """Two bodies joined by a revolute joint at (0.5, 0, 0), consistent velocities."""
    model = ss.Model()
    axis = np.array(axis) / np.linalg.norm(axis)
    pin, w_a, rate = np.array([0.5, 0, 0]), np.array([1.0, -0.5, 2.0]), 3.0
    w_b = w_a + rate * axis
    x_b = np.array([1.0, 0.2, 0.1])
    v_b = np.cross(w_a, pin) + np.cross(w_b, x_b - pin)
    a = model.add(ss.RigidBody(2.0, (0.3, 0.5, 0.6), angular_velocity=w_a))
    b = model.add(ss.RigidBody(1.0, (0.2, 0.3, 0.25), position=x_b, velocity=v_b, angular_velocity=w_b))
    joint = model.add(ss.Revolute(a, b, at=pin, axis=axis, **fields))
    return model, joint


def test_torsional_spring_on_a_moving_hinge_keeps_energy_and_momenta():
    model, joint = hinged_pair()
    model.add(ss.TorsionalSpring(joint, stiffness=8.0, rest_angle=0.4))
    result = ss.simulate(model, 5.0, 0.05, integrator=EM())
    J, P = spin_of(result, model)
    assert drift(result.energy.total) < 1e-11 and drift(result.energy.potential) > 0.5
    assert drift(J) < 1e-11 and drift(P) < 1e-11
    assert result.certificate.position_drift < 1e-14


def test_dampers_take_energy_and_the_ledger_closes():
    model, joint = hinged_pair()
    a, b = model.of_kind(ss.RigidBody)
    model.add(ss.TorsionalSpring(joint, stiffness=8.0, damping=0.3))
    model.add(ss.SpringDamper(a, b.point("q", (0, 0.4, 0)), stiffness=10.0, damping=2.0))
    result = ss.simulate(model, 3.0, 0.02, integrator=EM())
    assert (np.diff(result.energy.dampers) <= 1e-15).all() and result.energy.dampers[-1] < -0.5
    assert abs(result.energy.remainder).max() < 1e-11
    assert abs(result.energy.integrator).max() < 1e-11


JOINTS = {
    "fixed": lambda a, b: ss.Fixed(a, b, at=(0.5, 0, 0)),
    "revolute": lambda a, b: ss.Revolute(a, b, at=(0.5, 0, 0), axis=(1, 1, 1)),
    "prismatic": lambda a, b: ss.Prismatic(a, b, at=(0.5, 0, 0), axis=(1, 0.5, 0)),
    "cylindrical": lambda a, b: ss.Cylindrical(a, b, at=(0.5, 0, 0), axis=(1, 0.5, 0)),
    "spherical": lambda a, b: ss.Spherical(a, b, at=(0.5, 0, 0)),
    "universal": lambda a, b: ss.Universal(a, b, at=(0.5, 0, 0)),
    "planar": lambda a, b: ss.PlanarJoint(a, b, at=(0.5, 0, 0), normal=(0, 0.3, 1)),
    "line": lambda a, b: ss.PointOnLine(a, b, at=(0.5, 0, 0), axis=(1, 0, 0.2)),
    "distance": lambda a, b: ss.Distance(a, b.point("e", (0.1, 0.2, 0))),
}


@pytest.mark.parametrize("kind", JOINTS)
def test_every_joint_does_no_work_and_keeps_the_momenta(kind):
    model = ss.Model()
    omega = np.array([1.0, -2.0, 1.5])  # a rigid rotation about the first body: consistent for every joint
    a = model.add(ss.RigidBody(2.0, (0.3, 0.5, 0.6), angular_velocity=omega))
    x = np.array([1.0, 0.3, 0.2])
    b = model.add(ss.RigidBody(1.0, (0.2, 0.3, 0.25), position=x, velocity=np.cross(omega, x), angular_velocity=omega))
    model.add(JOINTS[kind](a, b))
    result = ss.simulate(model, 2.0, 0.02, integrator=EM())
    J, P = spin_of(result, model)
    assert result.certificate.position_drift < 2e-14
    assert drift(result.energy.total) < 1e-11
    assert drift(J) < 1e-11 and drift(P) < 1e-11
    assert drift(result[b].position - result[a].position) > 0.1


def test_gear_transmits_without_loss():
    model = ss.Model()
    a = model.add(ss.RigidBody(1.0, 0.1, angular_velocity=(0, 0, 6.0)))
    b = model.add(ss.RigidBody(2.0, 0.4, position=(1, 0, 0), angular_velocity=(0, 0, -3.0)))
    first = model.add(ss.Revolute(model.ground, a, at=(0, 0, 0)))
    second = model.add(ss.Revolute(model.ground, b, at=(1, 0, 0)))
    model.add(ss.Gear(first, second, ratio=2.0))
    model.add(ss.SpringDamper(model.ground.point("s", (1, 2, 0)), b.point("s", (0, 0.5, 0)), stiffness=10.0))
    result = ss.simulate(model, 4.0, 0.02, integrator=EM())
    angles = result[first].coordinate + 2.0 * result[second].coordinate
    assert abs(angles).max() < 1e-12
    assert drift(result.energy.total) < 1e-11 and drift(result.energy.potential) > 0.5


def test_driven_hinge_follows_its_function_and_the_drive_pays():
    model = ss.Model(gravity=(0, -9.81, 0))
    bar = model.add(ss.RigidBody(1.5, (0.01, 0.2, 0.2), position=(0.5, 0, 0)))
    joint = model.add(
        ss.Revolute(model.ground, bar, at=(0, 0, 0), motion=ss.SmoothStep(0.0, 2.5, t_start=0.0, t_end=1.0))
    )
    result = ss.simulate(model, 1.0, 0.01, integrator=EM())
    assert result[joint].coordinate[-1] == pytest.approx(2.5, abs=1e-13)
    change = result.energy.total[-1] - result.energy.total[0]
    assert result.energy.drives[-1] == pytest.approx(change, abs=1e-12)
    assert change == pytest.approx(1.5 * 9.81 * 0.5 * np.sin(2.5), abs=1e-2)
    assert abs(result.energy.remainder).max() < 1e-12


def test_prescribed_support_does_work():
    model = ss.Model(gravity=(0, 0, -9.81))
    arm = model.add(
        ss.PrescribedBody(motion=(0.0, 0.0, ss.Sine(0.1, 1.0)), axis=(0, 0, 1), angle=ss.Polynomial((0, 2.0)))
    )
    bob = model.add(
        ss.RigidBody(1.0, 0.01, position=(1, 0, -0.5), velocity=(0, 2, 0.2 * np.pi), angular_velocity=(0, 0, 2.0))
    )
    model.add(
        ss.Universal(arm.frame("hook", (1, 0, 0)), bob.frame("eye", (0, 0, 0.5)), axis_a=(1, 0, 0), axis_b=(0, 1, 0))
    )
    result = ss.simulate(model, 2.0, 0.005, integrator=EM())
    assert result.certificate.position_drift < 1e-14
    change = result.energy.total - result.energy.total[0]
    assert drift(result.energy.total) > 0.5
    assert result.energy.drives == pytest.approx(change, abs=1e-11)


def test_planar_pendulum_equals_the_spatial_one_and_the_closed_solution():
    errors = []
    for dt in (0.02, 0.01):
        flat = ss.Model(dim=2, gravity=(0, -9.81))
        bob = flat.add(ss.RigidBody(1.0, 1e-9, position=(-1, 0)))
        flat.add(ss.Revolute(flat.ground, bob, at=(0, 0)))
        deep = ss.Model(gravity=(0, -9.81, 0))
        ball = deep.add(ss.RigidBody(1.0, 1e-9, position=(-1, 0, 0)))
        deep.add(ss.Revolute(deep.ground, ball, at=(0, 0, 0)))
        planar, spatial = (ss.simulate(model, 1.0, dt, integrator=EM()) for model in (flat, deep))
        assert planar[bob].position == pytest.approx(spatial[ball].position[:, :2], abs=1e-10)
        assert drift(planar.energy.total) < 1e-12
        errors.append(np.linalg.norm(planar[bob].position[-1] - (0.986291751132, -0.165010853126)))  # Jacobi sn
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.1)


def test_redundant_hinges_are_met():
    model = ss.Model(gravity=(0, -9.81, 0))
    door = model.add(ss.RigidBody(10.0, (1.0, 2.0, 1.5), position=(0.5, 0, 1.0)))
    for z in (0.2, 1.8):
        model.add(ss.Revolute(model.ground, door, at=(0, 0, z), axis=(0, 0, 1)))
    result = ss.simulate(model, 2.0, 0.01, integrator=EM())
    assert result.certificate.position_drift < 1e-14
    assert drift(result.energy.total) < 1e-11
    single = ss.Model(gravity=(0, -9.81, 0))
    again = single.add(ss.RigidBody(10.0, (1.0, 2.0, 1.5), position=(0.5, 0, 1.0)))
    single.add(ss.Revolute(single.ground, again, at=(0, 0, 1), axis=(0, 0, 1)))
    other = ss.simulate(single, 2.0, 0.01, integrator=EM())
    assert result[door].position[-1] == pytest.approx(other[again].position[-1], abs=1e-11)


def test_planar_torque_of_the_covariant_rule_is_short_by_the_cosine():
    ends = {}
    for rule in ("contravariant", "covariant"):
        model = ss.Model(dim=2)
        wheel = model.add(ss.RigidBody(1.0, 2.0))
        model.add(ss.Torque(wheel, 3.0))
        ends[rule] = ss.simulate(model, 1.0, 0.5, integrator=EM(torque_rule=rule))[wheel]
    spin = ends["contravariant"].angular_velocity
    assert spin == pytest.approx([0.0, 0.75, 1.5], abs=1e-13)  # J omega is the impulse, for any step
    first = ends["covariant"].angle[1] - ends["covariant"].angle[0]
    momentum = 2.0 * ends["covariant"].angular_velocity[1]
    assert momentum == pytest.approx(3.0 * 0.5 * np.cos(0.5 * first) ** 2, abs=1e-13)


def refuse(model):
    known = r"EnergyMomentum (supports joints|does not support (compliant|linear|floating|lines whose mass))"
    with pytest.raises(ss.ModelError, match=known):
        ss.simulate(model, 0.1, 0.01, integrator=EM())


def test_what_is_not_bilateral_is_refused():
    model = ss.Model(gravity=(0, 0, -9.81))
    ball = model.add(ss.RigidBody(1.0, 0.1, position=(0, 0, 1)))
    floor, skin = model.ground.add(ss.Plane(normal=(0, 0, 1))), ball.add(ss.Sphere(radius=0.5))
    model.add(ss.Contact(skin, floor, law=ss.Compliant(stiffness=1e5)))
    refuse(model)
    for extra in ({"stops": (-1, 1)}, {"friction": 0.2}):
        refuse(hinged_pair(**extra)[0])
    model = ss.Model()
    wheel = model.add(ss.RigidBody(1.0, 0.1, position=(0, 0, 0.5)))
    model.add(ss.Rolling(wheel.add(ss.Sphere(radius=0.5)), model.ground.add(ss.Plane(normal=(0, 0, 1)))))
    refuse(model)
    model = ss.Model()
    model.add(ss.LinearBody(((1.0,),), ((1.0,),)))
    refuse(model)
    model = ss.Model(dim=2)
    model.add(ss.StringBody.straight((0, 0), (1, 0), 2, stiffness=1e3, mass_per_length=0.5, formulation="bezier"))
    refuse(model)
    model = ss.Model()  # a floating body that keeps its shape has no elastic coordinates
    model.add(
        ss.FloatingSolid(
            ss.SolidBody.box((1, 1, 1), 1, ss.steel), interfaces={}, reference="attached", frame_at=[0, 1, 2], modes=0
        )
    )
    refuse(model)


def test_contradicting_constraints_stop_the_run_with_time_and_reason():
    model = ss.Model(dim=2)
    bob = model.add(ss.RigidBody(1.0, 0.1, position=(0, -0.6)))
    left, right = (
        model.add(ss.PrescribedBody(position=(s * 0.8, 0), motion=(ss.Polynomial((0, 0, s)), 0.0), angle=0.0))
        for s in (-1, 1)
    )
    for post in (left, right):
        model.add(ss.Distance(post, bob))
    with pytest.raises(ss.SimulationError, match="Newton") as caught:
        ss.simulate(model, 1.0, 0.01, integrator=EM())
    assert 0.4 < caught.value.time < np.sqrt(0.2) + 1e-9  # the posts are 2 m apart at t = sqrt(0.2)
    assert caught.value.result.time[-1] == pytest.approx(caught.value.time, abs=0.011)


def test_resumed_run_equals_the_uninterrupted_one_bit_for_bit(tmp_path):
    model, joint = hinged_pair()
    model.add(ss.TorsionalSpring(joint, stiffness=8.0))
    whole = ss.simulate(model, 1.0, 0.01, integrator=EM(), out=tmp_path / "whole.h5")
    with pytest.raises(RuntimeError):

        def crash(t, state):
            if t > 0.5:
                raise RuntimeError

        ss.simulate(model, 1.0, 0.01, integrator=EM(), out=tmp_path / "part.h5", callback=crash)
    assert len(ss.load(tmp_path / "part.h5")) < len(whole)
    resumed = ss.resume(tmp_path / "part.h5")
    assert np.array_equal(resumed.store.read("q"), whole.store.read("q"))
    assert np.array_equal(resumed.energy.table, whole.energy.table)


@pytest.mark.parametrize("spatial", [False, True])
def test_mass_damping_of_lines(spatial):
    """Momentum obeys the mid-point rule of p' = -alpha p, also for turning sections; the energy balance closes."""
    alpha, dt, dim = 0.7, 0.02, 3 if spatial else 2
    model = ss.Model(dim=dim)
    section = ss.Section(EA=1e3, GA=1e3, EI=10.0, GJ=10.0, mass_per_length=1.0, inertia=(0.1, 0.2))
    fields = {"mass_damping": alpha, "velocity": (1.0, 2.0, 3.0)[:dim]}
    if spatial:
        line = model.add(
            ss.Beam.straight((0, 0, 0), (2, 0, 0), 4, section=section, angular_velocity=(3, 1, 2), **fields)
        )
    else:
        line = model.add(ss.PlanarBeam.straight((0, 0), (2, 0), 4, section=section, angular_velocity=3.0, **fields))
    result = ss.simulate(model, 0.4, dt, integrator=EM())
    factor = ((1 - 0.5 * alpha * dt) / (1 + 0.5 * alpha * dt)) ** np.arange(21)
    mass = np.array([0.25, 0.5, 0.5, 0.5, 0.25])
    p = np.einsum("a,nai->ni", mass, result[line].velocity)
    np.testing.assert_allclose(p, factor[:, None] * p[0], atol=1e-11 * abs(p).max())
    energy = result.energy
    assert abs(energy.remainder).max() < 1e-11 * energy.total[0]
    assert (np.diff(energy.dampers) < 0.0).all()


@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize("dt", [3e-3, 1e-2])
def test_kicked_free_beam(dim, dt):
    """A slender free beam (longest period 70 ms) is kicked at its end and rings: no step has to be divided."""
    model = ss.Model(dim=dim)
    family, material = (ss.PlanarBeam, ss.Beam)[dim - 2], ss.Material(young=2.1e9, density=1000.0, poisson=0.3)
    beam = model.add(
        family.straight((0,) * dim, (1, 0, 0)[:dim], 10, section=ss.Rectangle(0.01, 0.01), material=material)
    )
    model.add(ss.PointForce(beam.at(0.0), (0, 5.0, 1.5)[:dim], factor=lambda t: 1.0 if t < 0.01 else 0.0))
    result = ss.simulate(model, 0.3, dt, integrator=ss.EnergyMomentum())
    total = result.energy.total[np.searchsorted(result.time, 0.02) :]
    assert np.ptp(total) < 1e-11 * total[0]
    assert result.certificate.substeps == 0


def test_energy_of_the_ledger_is_that_of_the_recorded_velocities():
    """Large turns per step: rates of directors have energy beside the rigid motion; it is named, counted and judged."""
    for turn, proven in ((0.1, True), (10.0, False)):
        model, inertia = ss.Model(), np.array((0.5, 1.0, 1.2))
        start = tuple(turn / 0.1 * x for x in (1.0, 0.3, 0.2))
        model.add(ss.RigidBody(1.0, tuple(inertia), angular_velocity=start, name="body"))
        result = ss.simulate(model, 2.0, 0.1, integrator=ss.EnergyMomentum())
        energy = result.energy
        kinetic = 0.5 * result["body"].angular_velocity ** 2 @ inertia
        np.testing.assert_allclose(energy.kinetic, kinetic, rtol=1e-13)
        np.testing.assert_allclose(energy.total, energy.kinetic + energy.rates, rtol=1e-13)
        np.testing.assert_allclose(energy.total, energy.total[0], rtol=1e-13)
        assert abs(energy.rates[0]) < 1e-14 * energy.total[0] and energy.rates.min() > -1e-13 * energy.total[0]
        assert result.certificate.proven is proven
        assert proven or any(
            "The natural rates" in text or "natural rates" in text for text in result.certificate.verdict
        )
