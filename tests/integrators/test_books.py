"""The books: every work for itself against a formula, and momenta against the impulses that change them."""

import numpy as np
import pytest

import stickslip as ss
from stickslip import codes

G = 9.81
SCHEMES = [ss.SemiExplicit(), ss.MoreauMidpoint(), ss.Theta(0.5), ss.Theta(1.0)]
MIXED = [ss.GeneralizedAlpha(0.8), ss.Bathe(), ss.EDAlpha(0.6), ss.HalfExplicit()]


def name(scheme):
    return f"{type(scheme).__name__}{getattr(scheme, 'theta', '')}"


def carried(friction, acceleration):
    """A block of 2 kg on a table that accelerates from rest: slowly enough, and it is carried along."""
    model = ss.Model(dim=2, gravity=(0, -G))
    motion = (ss.Polynomial((0.0, 0.0, 0.5 * acceleration)),)
    table = model.add(ss.PrescribedBody(position=(0, 0), motion=motion))
    block = model.add(ss.RigidBody(2.0, 0.01, position=(0, 0.1), name="block"))
    model.add(
        ss.Contact(block.add(ss.Cuboid(lengths=(0.2, 0.2))), table.add(ss.Plane(normal=(0, 1))), friction=friction)
    )
    return model


@pytest.mark.parametrize("scheme", SCHEMES + MIXED, ids=name)
def test_table_that_accelerates_does_the_work_of_the_block_it_carries(scheme):
    """Drive m a^2 t^2 / 2, no friction, no impact: nothing slides and nothing hits."""
    a, t = 3.0, 0.5
    result = ss.simulate(carried(0.5, a), t, 1e-2, integrator=scheme)
    energy, work = result.energy, 0.5 * 2.0 * (a * t) ** 2
    assert energy.drives[-1] == pytest.approx(work, rel=1e-9 if scheme in SCHEMES else 1e-6)
    for column in (energy.impacts, energy.friction, energy.remainder):
        assert abs(column).max() < 1e-9 * work
    assert result.certificate.proven, result.certificate.verdict


@pytest.mark.parametrize("scheme", SCHEMES + MIXED, ids=name)
def test_block_that_slides_on_an_accelerating_table(scheme):
    """Friction mu m g moves the block by mu g t^2/2 and the table by a t^2/2: the difference is lost."""
    a, mu, t = 6.0, 0.3, 0.5
    result = ss.simulate(carried(mu, a), t, 1e-3, integrator=scheme)
    energy, force = result.energy, mu * 2.0 * G
    assert energy.drives[-1] == pytest.approx(force * 0.5 * a * t**2, rel=1e-3)
    assert energy.friction[-1] == pytest.approx(-force * 0.5 * (a - mu * G) * t**2, rel=1e-3)
    assert np.diff(energy.friction).max() <= 0.0
    for column in (energy.impacts, energy.remainder):
        assert abs(column).max() < 1e-9 * energy.scale
    assert result.certificate.proven, result.certificate.verdict


@pytest.mark.parametrize("restitution", [0.0, 0.5])
@pytest.mark.parametrize("scheme", SCHEMES, ids=name)
def test_block_on_a_shaking_table_rests_on_it_whatever_the_restitution(scheme, restitution):
    """The table moves up and down with less than g: contact stays closed, and its forces do no work of impacts."""
    model = ss.Model(dim=2, gravity=(0, -G))
    shake = ss.Sine(0.01, 3.0, phase=np.pi / 2, offset=-0.01)  # starts at rest; 3.6 m/s^2
    table = model.add(ss.PrescribedBody(position=(0, 0), motion=(0.0, shake)))
    block = model.add(ss.RigidBody(2.0, 0.01, position=(0, 0.1), name="block"))
    skin = block.add(ss.Cuboid(lengths=(0.2, 0.2)))
    model.add(ss.Contact(skin, table.add(ss.Plane(normal=(0, 1))), friction=0.5, restitution=restitution))
    result = ss.simulate(model, 1.0, 1e-3, integrator=scheme)
    energy = result.energy
    assert abs(energy.impacts).max() < 0.01 * energy.scale  # gaps open a little where it begins to fall
    assert np.diff(energy.impacts).max() <= (1e-12 if restitution == 0.0 else 1e-4) * energy.scale
    assert abs(energy.remainder).max() < 1e-12 * energy.scale
    assert energy.drives == pytest.approx(energy.total - energy.total[0], abs=0.02 * energy.scale)
    assert result.certificate.proven, result.certificate.verdict


@pytest.mark.parametrize("scheme", SCHEMES, ids=name)
def test_driven_hinge_does_the_work_of_its_wheel(scheme):
    """A wheel is spun up by its hinge, angle c t^2 / 2: the drive does I (c t)^2 / 2, the joint no work of its own."""
    model = ss.Model(dim=2)
    wheel = model.add(ss.RigidBody(2.0, 0.1, name="wheel"))
    model.add(ss.Revolute(model.ground, wheel, at=(0, 0), motion=ss.Polynomial((0.0, 0.0, 2.0))))
    energy = ss.simulate(model, 0.5, 1e-2, integrator=scheme).energy
    assert energy.drives[-1] == pytest.approx(0.5 * 0.1 * 2.0**2, rel=1e-9)
    assert abs(energy.integrator).max() < 1e-12


def landing(law, friction=0.0, velocity=(0, 0)):
    model = ss.Model(dim=2, gravity=(0, -G))
    ball = model.add(ss.RigidBody(1.0, 0.004, position=(0, 0.1), velocity=velocity, name="ball"))
    contact = ss.Contact(
        ball.add(ss.Circle(radius=0.1)), model.ground.add(ss.Plane(normal=(0, 1))), friction=friction, law=law
    )
    model.add(contact)
    return model


def spring(depth, rate, slip, mu):
    return 1e4 * depth, 20.0 * rate, mu * 1e4 * depth * np.tanh(slip / 1e-2), 0.5e4 * depth**2


@pytest.mark.parametrize("law", [ss.Compliant(stiffness=1e4, damping=20.0), ss.UserLaw(spring)], ids=("spring", "user"))
@pytest.mark.parametrize("scheme", SCHEMES + MIXED, ids=name)
def test_compliant_contact_is_recorded_like_any_contact(scheme, law):
    """A ball rests on a spring: force m g, depth m g / c, closed, and the force of the record is that of the law."""
    dt = 2e-5 if scheme in (SCHEMES[0], *SCHEMES[2:]) else 2e-4  # of first order, no tangents
    result = ss.simulate(landing(law), 1.5, dt, integrator=scheme, record=ss.Record(every=10))
    last = result.store.read("contacts")[-1]
    assert last[4] / dt == pytest.approx(G, rel=1e-4)
    assert -last[3] == pytest.approx(G / 1e4, rel=1e-4)
    assert last[10] == 4
    certificate = result.certificate
    assert certificate.closed == 1 and certificate.compression == pytest.approx(2 * G / 1e4, rel=0.2)
    assert "No contact was ever closed." not in certificate.verdict
    assert any("compressed by" in text for text in certificate.verdict)
    assert certificate.proven, certificate.verdict


@pytest.mark.parametrize("scheme", SCHEMES + MIXED, ids=name)
def test_friction_of_a_compliant_contact_is_friction(scheme):
    """A ball that slides on a spring without damping: friction takes energy, dampers none."""
    result = ss.simulate(landing(ss.Compliant(stiffness=1e4, damping=0.0), 0.2, (1.0, 0)), 0.2, 1e-4, integrator=scheme)
    energy = result.energy
    lost = energy.total[0] - energy.total[-1]
    assert lost > 0.02
    assert energy.friction[-1] == pytest.approx(-lost, rel=2e-2)
    assert abs(energy.dampers).max() < 1e-9 * lost


def swimmers():
    """Free bodies in space: one with a spring and a joint to another, two that collide with friction."""
    model = ss.Model()
    a = model.add(ss.RigidBody(1.0, (0.2, 0.3, 0.4), position=(0.3, 0, 0), angular_velocity=(1.0, 3.0, 2.0)))
    b = model.add(ss.RigidBody(2.0, (0.1, 0.3, 0.2), position=(0.8, 0, 0.1), velocity=(0, 0, 0)))
    model.add(ss.SpringDamper(a.point("eye", (0.1, 0.1, 0)), b.point("eye", (0, 0.1, 0)), stiffness=50.0, damping=1.0))
    c = model.add(ss.RigidBody(1.0, 0.004, position=(5, 0, 0), velocity=(1, 0, 0.2), angular_velocity=(0, 3, 1)))
    d = model.add(ss.RigidBody(2.0, 0.008, position=(5.5, 0.05, 0), velocity=(-1, 0, 0)))
    model.add(ss.Contact(c.add(ss.Sphere(radius=0.1)), d.add(ss.Sphere(radius=0.1)), friction=0.4, restitution=0.5))
    return model


@pytest.mark.parametrize("scheme", SCHEMES + MIXED, ids=name)
def test_free_bodies_keep_their_momenta(scheme):
    """Linear momentum to round-off, and no outer impulse; angular momentum as well as the scheme turns bodies."""
    momentum = ss.simulate(swimmers(), 0.5, 1e-3, integrator=scheme).momentum
    assert momentum.linear[0] == pytest.approx([1.0 - 2.0, 0.0, 0.2])
    assert abs(momentum.linear - momentum.linear[0]).max() < 1e-12
    assert abs(momentum.impulse).max() < 1e-12
    size = np.linalg.norm(momentum.angular[0])
    assert abs(momentum.angular - momentum.angular[0]).max() < 0.02 * size
    assert np.allclose(momentum.linear_remainder, momentum.linear - momentum.linear[0])


@pytest.mark.parametrize("scheme", SCHEMES, ids=name)
def test_impulses_of_weight_and_floor_change_the_momenta(scheme):
    """A ball bounces and rolls on the floor: linear momentum to round-off, its moment about the origin, too."""
    model = ss.Model(gravity=(0, 0, -G))
    ball = model.add(ss.RigidBody(0.4, 4e-4, position=(1, 0, 0.3), velocity=(1, 0.5, -1), angular_velocity=(9, 0, 5)))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    model.add(ss.Contact(ball.add(ss.Sphere(radius=0.05)), floor, friction=0.3, restitution=0.7))
    result = ss.simulate(model, 1.0, 1e-3, integrator=scheme)
    momentum = result.momentum
    assert momentum.linear[-1] == pytest.approx(0.4 * result["rigidbody1"].velocity[-1], rel=1e-12)
    assert abs(momentum.linear_remainder).max() < 1e-12
    assert momentum.impulse[-1][2] == pytest.approx(momentum.linear[-1][2] - momentum.linear[0][2], abs=1e-12)
    assert np.ptp(momentum.angular[:, 1]) > 0.5
    assert abs(momentum.angular_remainder).max() < 5e-3


@pytest.mark.parametrize("scheme", MIXED, ids=name)
def test_mixed_schemes_balance_momenta_to_their_order(scheme):
    def rest(dt):
        model = ss.Model(dim=2, gravity=(0, -G))
        body = model.add(ss.RigidBody(1.0, 0.1, position=(1.0, 0), name="bar"))
        model.add(ss.Revolute(model.ground, body, at=(0, 0)))
        hook, eye = model.ground.point("hook", (0, 1)), body.point("eye", (0, 0))
        model.add(ss.SpringDamper(hook, eye, stiffness=30.0, damping=0.2))
        momentum = ss.simulate(model, 0.5, dt, integrator=scheme).momentum
        return max(abs(momentum.linear_remainder).max(), abs(momentum.angular_remainder).max())

    assert rest(1e-2) < 3e-2
    assert rest(5e-3) < max(rest(1e-2) / 3.5, 1e-12)


def pendulum(scheme, t_end=1.0, dt=1e-3):
    """A damped pendulum with a load that slides down to a stop: all classes of forces but drives."""
    model = ss.Model(dim=2, gravity=(0, -G))
    bar = model.add(ss.RigidBody(1.0, 0.1, position=(0.5, 0), name="bar"))
    hinge = model.add(ss.Revolute(model.ground, bar, at=(0, 0)))
    model.add(ss.TorsionalSpring(hinge, stiffness=2.0, damping=0.3))
    model.add(ss.PointForce(bar, (0.0, 2.0), factor=ss.Sine(1.0, 2.0)))
    floor = model.ground.add(ss.Plane(normal=(0, 1), position=(0, -0.4)))
    model.add(ss.Contact(bar.add(ss.Circle(radius=0.1)), floor, friction=0.2, restitution=0.3))
    return ss.simulate(model, t_end, dt, integrator=scheme)


@pytest.mark.parametrize("scheme", MIXED, ids=name)
def test_mixed_schemes_explain_every_joule(scheme):
    """Each work is found for itself, also what the scheme does; nothing remains but Newton's tolerance."""
    result = pendulum(scheme)
    energy = result.energy
    for column in (energy.loads, energy.impacts, energy.friction, energy.dampers):
        assert abs(column[-1]) > 1e-3
    assert abs(energy.remainder).max() < 1e-8 * energy.scale
    assert abs(energy.integrator).max() < 1e-2 * energy.scale
    assert result.certificate.proven, result.certificate.verdict


@pytest.mark.parametrize("work", ["loads", "impacts", "friction", "dampers"])
def test_work_that_is_booked_wrongly_remains_unexplained(work):
    """One thousandth of a work is missing in the ledger of a run: the verdict says so."""
    result = pendulum(MIXED[0])

    column = {"loads": codes.LOAD_WORK, "impacts": codes.IMPACT_WORK}.get(work)
    column = {"friction": codes.FRICTION_WORK, "dampers": codes.DAMPER_WORK}.get(work, column)
    missing = 1e-3 * getattr(result.energy, work)[-1]
    model, run = result.model, None
    from stickslip.system.assemble import assemble

    settings = result.header["settings"]
    run = MIXED[0].new_run(assemble(model), settings, 1)
    run.start(False, 1e-3)
    run._call(1e-3, 1000, record_every=1 << 60)
    run.state.ledger[column] -= missing
    run.state.counter[1] = 1 << 60
    run._call(1e-3, 0)
    last = run.recorder.energy[int(run.recorder.count[0]) - 1]
    assert last[8] == pytest.approx(missing, rel=1e-3)


def pulse(scheme, dt, spring=0.0):
    """A load of 3 N from 0.1 s to 0.3 s on 2 kg, along x; a spring makes errors of more than the impulse visible."""
    model = ss.Model(dim=2)
    body = model.add(ss.RigidBody(2.0, 0.1, name="body"))
    model.add(ss.PointForce(body, (3.0, 0.0), factor=ss.Steps((0.1, 0.3), (0.0, 1.0, 0.0))))
    if spring:
        wall = model.ground.point("wall", (-1.0, 0.0))
        model.add(ss.SpringDamper(wall, body.point("eye", (0.0, 0.0)), stiffness=spring, rest_length=1.0))
    return ss.simulate(model, 0.4, dt, integrator=scheme)


@pytest.mark.parametrize("scheme", [*SCHEMES, *MIXED, ss.EnergyMomentum()], ids=name)
def test_rectangular_pulse_has_its_impulse(scheme):
    """The pulse begins and ends with steps: F dt = 0.6 N s to round-off."""
    result = pulse(scheme, 1e-2)
    assert 2.0 * result["body"].velocity[-1, 0] == pytest.approx(0.6, rel=1e-9)
    assert result.energy.loads[-1] == pytest.approx(0.5 * 0.6**2 / 2.0, rel=2e-2)


@pytest.mark.parametrize("scheme", [ss.MoreauMidpoint(), *MIXED], ids=name)
def test_pulse_costs_no_order(scheme):
    """x = F/c (cos w (t - t_2) - cos w (t - t_1)) after a pulse from t_1 to t_2; place and velocity are compared."""
    w = np.sqrt(200.0 / 2.0)
    place = 3.0 / 200.0 * (np.cos(w * 0.1) - np.cos(w * 0.3))
    rate = 3.0 / 200.0 * (np.sin(w * 0.3) - np.sin(w * 0.1))

    def error(dt):
        body = pulse(scheme, dt, 200.0)["body"]
        return np.hypot(body.position[-1, 0] - place, body.velocity[-1, 0] / w - rate)

    assert np.log2(error(1e-2) / error(5e-3)) > 1.7
    assert error(5e-3) < 2e-4


def test_motion_must_not_jump():
    with pytest.raises(ss.ModelError, match="a motion must not jump"):
        ss.PrescribedBody(position=(0, 0), motion=(ss.Steps((1.0,), (0.0, 1.0)),))
