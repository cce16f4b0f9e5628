"""Joints and contacts at position level: resting depth, lever arms, energy, gaps under load, sizes."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.codes import ERROR
from stickslip.integrators.motion import begin_motion, certify_motion
from stickslip.system.assemble import assemble

SCHEMES = {
    "semi-explicit": ss.SemiExplicit(),
    "moreau": ss.MoreauMidpoint(),
    "theta": ss.Theta(0.6),
    "generalized-alpha": ss.GeneralizedAlpha(0.8),
    "bathe": ss.Bathe(),
    "ed-alpha": ss.EDAlpha(0.6),
    "half-explicit": ss.HalfExplicit(),
    "energy-momentum": ss.EnergyMomentum(),
}
each_scheme = pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
each_velocity_scheme = pytest.mark.parametrize("scheme", list(SCHEMES.values())[:3], ids=list(SCHEMES)[:3])


def dropped_sphere(size=1.0, restitution=0.0, friction=0.3):
    """Return a sphere of 50 mm that falls 0.25 m and moves at 0.3 m/s, all lengths times size; g grows likewise."""
    model = ss.Model(gravity=(0, 0, -9.81 * size))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    radius, mass = 0.05 * size, 2.0
    ball = model.add(
        ss.RigidBody(
            mass=mass,
            inertia=0.4 * mass * radius**2,
            position=(0, 0, 0.3 * size),
            velocity=(0.3 * size, 0, 0),
            name="b",
        )
    )
    model.add(ss.Contact(ball.add(ss.Sphere(radius=radius)), floor, friction=friction, restitution=restitution))
    return model


@each_scheme
def test_dropped_sphere_rolls_as_it_should(scheme):
    """It rolls at 5/7 of its speed, since the impact has the lever arm r, and rests at depth 0 without energy gain."""
    result = ss.simulate(dropped_sphere(), 0.5, 1e-3, integrator=scheme)
    energy = result.energy.total
    assert result["b"].velocity[-1, 0] == pytest.approx(0.3 * 5 / 7, rel=1e-9)
    assert abs(result["b"].position[-1, 2] - 0.05) < 1e-9 * 0.05
    assert result.certificate.proven
    assert (energy - result.energy.integrator).max() <= energy[0] * (1.0 + 1e-12)


@each_scheme
def test_lengths_have_no_unit(scheme):
    """Everything a thousand times smaller or larger, and gravity with it, moves in proportion."""
    one = ss.simulate(dropped_sphere(), 0.3, 2e-3, integrator=scheme)["b"].position
    for size in (1e-3, 1e3):
        other = ss.simulate(dropped_sphere(size), 0.3, 2e-3, integrator=scheme)["b"].position
        np.testing.assert_allclose(other / size, one, rtol=0, atol=1e-9)


@each_velocity_scheme
def test_elastic_impact_is_not_lifted(scheme):
    """With restitution 1 the ball comes out by itself; lifting it would add energy in every bounce."""
    result = ss.simulate(dropped_sphere(restitution=1.0, friction=0.0), 2.0, 1e-3, integrator=scheme)
    energy = result.energy
    assert (energy.total - energy.integrator).max() <= energy.total[0] * (1.0 + 1e-9)
    assert abs(energy.projection).max() < 1e-12


@pytest.mark.parametrize("scheme", [*SCHEMES.values(), ss.Theta(1.0)], ids=[*SCHEMES, "theta-1"])
def test_bouncing_ball_comes_to_rest(scheme):
    """With e = 0.5 it bounces for 0.68 s; after that it lies on the floor, rolls, and corrections do nothing."""
    result = ss.simulate(dropped_sphere(restitution=0.5), 1.5, 2e-3, integrator=scheme)
    ball, late = result["b"], result.time > 1.0
    assert abs(ball.velocity[late, 2]).max() < 1e-9 and abs(ball.position[late, 2] - 0.05).max() < 1e-9
    assert np.ptp(result.energy.projection[late]) < 1e-12
    assert result.certificate.proven, result.certificate.verdict


def ball_on_ball(inside=False, friction=0.5):
    """Return a ball that rolls over the top of a fixed one, or through the bottom of a hole; planar."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    radius = 0.1
    track = model.ground.add(ss.Circle(radius=1.0, hollow=True) if inside else ss.Circle(radius=1.0))
    place = (0.0, -1.0 + radius) if inside else (0.0, 1.0 + radius)
    ball = model.add(
        ss.RigidBody(
            mass=1.0,
            inertia=0.5 * radius**2,
            position=place,
            velocity=(1.0, 0),
            angular_velocity=-10.0,
            name="b",
        )
    )
    model.add(ss.Contact(ball.add(ss.Circle(radius=radius)), track, friction=friction))
    return model


@each_scheme
@pytest.mark.parametrize("inside", [False, True], ids=["hill", "bowl"])
def test_rolling_on_a_curve_keeps_contact(scheme, inside):
    """The centre stays on its circle at every recorded instant; nothing is lost or gained beyond the order."""
    result = ss.simulate(ball_on_ball(inside), 0.3, 1e-3, integrator=scheme)
    distance = np.linalg.norm(result["b"].position[:, :2], axis=1)
    np.testing.assert_allclose(distance[1:], 0.9 if inside else 1.1, rtol=0, atol=1e-9)
    energy = result.energy
    assert abs(energy.total - energy.total[0]).max() < 2e-3
    if isinstance(scheme, ss.MoreauMidpoint | ss.SemiExplicit):  # contacts and corrections together only take
        falls = 0.5e-3 * result["b"].velocity[:, :2] @ (result.model["b"].mass * np.array(result.model.gravity)[:2])
        own = np.diff(falls) if isinstance(scheme, ss.SemiExplicit) else 0.0  # places follow the velocity of the start
        assert (np.diff(energy.total) - own).max() < 1e-9


@each_velocity_scheme
@pytest.mark.parametrize("dt", [1e-3, 2e-2])
def test_no_load_at_open_gaps(scheme, dt):
    result = ss.simulate(ball_on_ball(), 0.3, dt, integrator=scheme)
    assert result.certificate.closed == 1
    assert result.certificate.open_gap < 1e-8  # of the radius


def pendulum():
    """Return a rod that swings about a revolute joint at its end, in space."""
    model = ss.Model(gravity=(0, 0, -9.81))
    rod = model.add(ss.RigidBody(mass=1.0, inertia=(0.01, 0.1, 0.1), position=(0.5, 0, 0), name="rod"))
    model.add(ss.Revolute(model.ground, rod, at=(0, 0, 0), axis=(0, 1, 0)))
    return model


@each_scheme
def test_joints_do_not_drift(scheme):
    """The error of a step is closed at its end, at any time."""
    result = ss.simulate(pendulum(), 5.0, 2e-3, integrator=scheme)
    assert result.certificate.position_drift < 1e-6


@each_velocity_scheme
def test_joints_at_rest_are_closed(scheme):
    """A damped rod comes to rest, and its joint then holds to round-off."""
    model = pendulum()
    model.add(ss.SpringDamper(model.ground.frame("far", (-3, 0, -0.5)), model.bodies[-1], stiffness=1.0, damping=5.0))
    result = ss.simulate(model, 8.0, 2e-3, integrator=scheme)
    assert abs(result.store.read("drift")[-1]).max() < 1e-9


def test_uncorrected_scheme_is_one_word_away():
    """As published, Moreau's scheme rests inside the floor; the verdict says so."""
    certificate = ss.simulate(dropped_sphere(), 0.5, 1e-3, integrator=ss.MoreauMidpoint(stabilise=False)).certificate
    assert certificate.penetration > 1e-3 and not certificate.proven
    assert any("stabilise" in line for line in certificate.verdict)


def test_old_name_of_the_switch():
    with pytest.warns(DeprecationWarning, match="stabilise"):
        assert ss.Bathe(project=False).stabilise is False


def test_deep_impact_is_not_proven():
    """A ball of 0.1 m at 50 m/s covers 5 m in a step."""
    model = ss.Model(gravity=(0, 0, 0))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    ball = model.add(ss.RigidBody(mass=1.0, inertia=0.004, position=(0, 0, 6.0), velocity=(0, 0, -50), name="b"))
    model.add(ss.Contact(ball.add(ss.Sphere(radius=0.1)), floor))
    certificate = ss.simulate(model, 0.5, 0.1).certificate
    assert not certificate.proven and any("inside" in line for line in certificate.verdict)


def sunken_spheres():
    """Return two spheres of 0.1 m whose centres are 50 mm apart."""
    model = ss.Model()
    balls = [model.add(ss.RigidBody(mass=1.0, inertia=0.004, position=(x, 0, 0), name=f"b{x:g}")) for x in (0, 0.05)]
    model.add(ss.Contact(*(ball.add(ss.Sphere(radius=0.1)) for ball in balls), name="touch"))
    return model


@each_scheme
def test_start_inside_each_other(scheme):
    """It is rejected by name and depth, or moved apart: both by the same way, as their masses are."""
    with pytest.raises(ss.ModelError, match=r"touch: b0-b0.05 are 0.15 m inside each other.*project=True"):
        ss.simulate(sunken_spheres(), 0.1, 1e-3, integrator=scheme)
    result = ss.simulate(sunken_spheres(), 0.1, 1e-3, integrator=scheme, project=True)
    places = [result[name].position[0, 0] for name in ("b0", "b0.05")]
    np.testing.assert_allclose(places, (-0.075, 0.125), atol=1e-12)


@pytest.mark.parametrize("scheme", [ss.MoreauMidpoint(), ss.Theta(0.5)], ids=["moreau", "theta"])
def test_corrections_keep_the_order(scheme):
    """Errors of a swinging rod fall as without corrections, or faster."""

    def error(dt, stabilise):
        chosen = type(scheme)(stabilise=stabilise)
        rod = ss.simulate(pendulum(), 0.5, dt, integrator=chosen)["rod"].position[-1]
        return np.linalg.norm(rod - reference)

    reference = ss.simulate(pendulum(), 0.5, 1e-3, integrator=ss.EDAlpha(0.6))["rod"].position[-1]
    with_it, without = (np.array([error(dt, on) for dt in (8e-3, 4e-3)]) for on in (True, False))
    order = np.log2(with_it[0] / with_it[1])
    assert order > np.log2(without[0] / without[1]) - 0.2
    assert with_it[1] < 1.5 * without[1]


@pytest.mark.parametrize("spin", [(2.0, 1.0, 0.5), (2.0, 0.0, 0.0), (0.0, 1.0, 0.0)])
@each_velocity_scheme
def test_tilted_boxes_land(scheme, spin):
    """The configuration of an impact is corrected by a linear move: the corner it leaves a little open is still hit."""
    model = ss.Model(gravity=(0, 0, -9.81))
    box = model.add(ss.RigidBody(2.0, (0.02, 0.03, 0.04), position=(0, 2, 0.13), angular_velocity=spin, name="box"))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    model.add(ss.Contact(box.add(ss.Cuboid(lengths=(0.2, 0.2, 0.2))), floor, friction=0.4))
    result = ss.simulate(model, 0.3, 1e-3, integrator=scheme)
    assert result["box"].position[-1, 2] == pytest.approx(0.1, abs=1e-9)
    assert abs(result["box"].velocity[-1]).max() < 1e-9
    assert 0.0 <= result.energy.projection[-1] < 0.02


@each_scheme
@pytest.mark.parametrize("shape", ["circle", "plane"])
def test_what_falls_on_a_fixed_point_rests_on_it(scheme, shape):
    """A point of the ground has no size of its own: that of the other body counts."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    body = model.add(ss.RigidBody(mass=1.0, inertia=2e-3, position=(0, 0.02 + 0.05), name="body"))
    if shape == "circle":
        contour = body.add(ss.Circle(radius=0.05))
    else:
        contour = body.add(ss.Plane(normal=(0, -1), position=(0, -0.05)))
    nails = [model.ground.add(ss.Point(position=(x, 0))) for x in ((0.0,) if shape == "circle" else (-0.03, 0.03))]
    model.add(ss.Contact(nails, contour))
    result = ss.simulate(model, 0.2, 2e-4, integrator=scheme)
    assert result["body"].position[-1] == pytest.approx([0.0, 0.05], abs=1e-9)
    assert result.certificate.proven, result.certificate.verdict
    assert np.isfinite(result.certificate.depth) and result.energy.impacts[-1] == pytest.approx(-9.81 * 0.02, rel=0.1)


@each_velocity_scheme
def test_what_is_pulled_together_does_not_come_off_elsewhere(scheme):
    """A disk rolls off a disk on a floor; closing the gap on top must not lift the lower one, which would then hop."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 1)))
    low = model.add(ss.RigidBody(mass=1.0, inertia=0.1, position=(0, 0.5)))
    high = model.add(ss.RigidBody(mass=1.0, inertia=0.05, position=(0.8 * np.sin(0.1), 0.5 + 0.8 * np.cos(0.1))))
    round_ones = [low.add(ss.Circle(radius=0.5)), high.add(ss.Circle(radius=0.3))]
    model.add(ss.Contact([*round_ones, floor], [*round_ones, floor], friction=0.5))
    result = ss.simulate(model, 0.3, 1e-2, integrator=scheme)
    assert (result.contacts.closed[1:] == 2).all()
    assert result.energy.impacts[-1] > -1e-4 * result.energy.scale  # nothing falls


@each_scheme
def test_impact_on_top_does_not_press_bodies_into_each_other(scheme):
    """Three boxes land one upon the other: lifting the last one presses on the others, which carry little load yet."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    onto = model.ground.add(ss.Plane(normal=(0, 1)))
    boxes = []
    for k in range(3):
        boxes.append(model.add(ss.RigidBody(1.0, 1.0 / 600.0, position=(0, 0.05 + 0.1 * k + 0.01 * (k + 1)))))
        skin = boxes[-1].add(ss.Cuboid(lengths=(0.1, 0.1)))
        model.add(ss.Contact(skin, onto, friction=0.5))
        onto = skin
    result = ss.simulate(model, 0.15, 1e-3, integrator=scheme)
    last = result.time > 0.07  # the second box has landed, the third one comes at 0.079 s
    gap = (result[boxes[1]].position[:, 1] - result[boxes[0]].position[:, 1])[last] - 0.1
    assert abs(gap).max() < 1e-7
    assert result.certificate.sunk < 1e-3


@pytest.mark.parametrize("scheme", [ss.MoreauMidpoint, ss.EnergyMomentum])
def test_contact_that_rebounds_without_leaving_is_closed(scheme):
    """A sleeve that rolls on a pole meets it anew in every step, with restitution: it sank in for ever."""
    model = ss.Model(gravity=(0.0, 0.0, -9.81))
    pole = model.ground.add(ss.LineSegment(start=(0.0, 0.0, -5.0), end=(0.0, 0.0, 5.0), radius=0.2))
    ring = model.add(
        ss.RigidBody(
            mass=0.39, inertia=(0.0781, 0.082, 0.03906), position=(0.0, 0.0, 0.0), velocity=(1.205, 0.882, -0.305),
            angular_velocity=(-0.3136, 0.3523, -0.5237),
        )
    )  # fmt: skip
    pair = [ring.add(ss.Ring(radius=0.22, position=(0.0, 0.0, z))) for z in (-0.3, 0.3)]
    law = {"friction": 2.42, "restitution": 0.42, "tangential_restitution": 0.6}
    model.add(ss.Contact(pair, pole, **law))
    assert ss.simulate(model, 142 * 0.00831, 0.00831, integrator=scheme()).verify().right


def test_certificate_says_that_a_body_rests_past_a_stop():
    """Without correction a joint stays as far past its stop as it came in the step of the impact."""
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    bar = model.add(ss.RigidBody(mass=1.0, inertia=0.1, position=(0.5, 0.0)))
    model.add(ss.Revolute(model.ground, bar, at=(0.0, 0.0), stops=(-0.4, 0.4)))
    for scheme in (ss.Bathe, ss.HalfExplicit, ss.MoreauMidpoint, ss.Theta):
        result = ss.simulate(model, 0.8, 3e-3, integrator=scheme(stabilise=False))
        assert not result.verify().right
        assert any("past a stop" in finding.text and not finding.proven for finding in result.certificate.findings)
        corrected = ss.simulate(model, 0.8, 3e-3, integrator=scheme())
        assert corrected.verify().right and all(finding.proven for finding in corrected.certificate.findings)


def test_certificate_says_that_a_light_body_was_squeezed_out():
    """A correction knows no friction: a light block that sticks below a heavy one is moved far beyond its speed."""
    model = ss.Model(gravity=(4.703, 0.0, -8.609))
    floor = model.ground.add(ss.Plane(normal=(0.0, 0.0, 1.0)))
    low = model.add(
        ss.RigidBody(
            mass=0.00956, inertia=(1.083, 1.404, 1.503), position=(0.0, 0.0, 12.74885), velocity=(6.998, 0.0, 0.0)
        )
    )
    inertia = (371816.85, 426746.35, 385620.2)
    high = model.add(
        ss.RigidBody(mass=2451.654, inertia=inertia, position=(0.0, 0.0, 34.28105), velocity=(13.2229, 0.0, 0.0))
    )
    boxes = [
        low.add(ss.Cuboid(lengths=(27.6297, 40.9618, 25.4977))),
        high.add(ss.Cuboid(lengths=(26.8373, 26.1818, 17.5667))),
    ]
    model.add(ss.Contact([*boxes, floor], [*boxes, floor], friction=0.3, restitution=1.0))
    result = ss.simulate(model, 40 * 0.032, 0.032, integrator=ss.SemiExplicit())
    assert not result.verify().right
    assert any(
        "as far as their velocities" in finding.text and not finding.proven for finding in result.certificate.findings
    )


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
def test_drift_of_joints_is_judged_beside_their_size(size):
    """A rod swings at the same step relative to its period, whatever its length: it is proven everywhere or nowhere."""
    model = ss.Model(gravity=(0.0, 0.0, -9.81 * size))
    inertia = (0.01 * size**2, 0.1 * size**2, 0.1 * size**2)
    rod = model.add(ss.RigidBody(mass=1.0, inertia=inertia, position=(0.5 * size, 0.0, 0.0)))
    model.add(ss.Revolute(model.ground, rod, at=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0)))
    result = ss.simulate(model, 1.0, 0.02, integrator=ss.GeneralizedAlpha(stabilise=False))
    assert not result.verify().right
    assert any(
        "points of joints" in finding.text.lower() and not finding.proven for finding in result.certificate.findings
    )


def test_certificate_says_that_bodies_stay_inside_each_other_without_load():
    """Balls that met in free fall and were not corrected fall on inside each other, without any force."""
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    low = model.add(ss.PointMass(mass=1.0, position=(0.0, 0.0), velocity=(0.0, 1.0)))
    high = model.add(ss.PointMass(mass=1.0, position=(0.0, 2.02)))
    model.add(ss.Contact(low.add(ss.Circle(radius=1.0)), high.add(ss.Circle(radius=1.0))))
    result = ss.simulate(model, 1.0, 0.03, integrator=ss.MoreauMidpoint(stabilise=False))
    assert not result.verify().right
    assert any("stayed inside" in finding.text and not finding.proven for finding in result.certificate.findings)
    corrected = ss.simulate(model, 1.0, 0.03, integrator=ss.MoreauMidpoint())
    assert corrected.verify().right and corrected.certificate.proven


def box_at_rest():
    """Return a box of 0.1 m that lies on the floor."""
    model = ss.Model(gravity=(0, 0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    box = model.add(ss.RigidBody(mass=1.0, inertia=0.01, position=(0, 0, 0.05)))
    model.add(ss.Contact(box.add(ss.Cuboid(lengths=(0.3, 0.3, 0.1))), floor, friction=0.3))
    return model


def test_certificate_adds_up_what_creeps():
    """A box that rests and is put aside by 2e-5 of its thickness in each step is nowhere seen but in the sum."""
    assembly = assemble(box_at_rest())
    settings = {"tolerance": 1e-10, "gap_tolerance": 1e-9, "max_halvings": 10, "record_open_contacts": False}
    run = ss.MoreauMidpoint().new_run(assembly, settings, 1)
    run.start(False, 1e-3)
    run.try_step(1e-3)
    work, state = run.work, run.state
    assert work.certificate[ERROR.moved] < 1e-6
    for k in range(100):
        begin_motion.py_func(state, work)
        state.q[0] += 2e-5 * 0.05
        certify_motion.py_func(run.system, 1e-3, state.q, state.u, state, work)
        assert (work.certificate[ERROR.moved] > 1.0) == (k >= 50)
