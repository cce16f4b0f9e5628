"""Runs of random scenes in which certificate and checker once disagreed, made small: both say that they are right."""

import pytest

import stickslip as ss


def both_right(result):
    assert all(finding.proven for finding in result.certificate.findings), result.certificate
    assert result.verify().right, result.verify()


def test_weight_may_do_what_a_shift_to_the_place_of_impact_asks():
    """A ball that hits the floor early in a step is put where it touches, not where the mean velocity leads."""
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    ball = model.add(ss.PointMass(mass=14.9, position=(0.0, 0.0146928465)))
    floor = model.ground.add(ss.Plane(normal=(0.0, 1.0)))
    model.add(ss.Contact(ball.add(ss.Circle(radius=0.0060281827)), floor))
    both_right(ss.simulate(model, 23 * 0.00199, 0.00199, integrator=ss.MoreauMidpoint()))


def test_rod_turns_although_its_bodies_do_not():
    """Both levels differ by the second order of the turn of a rod, which a body that does not turn has, too."""
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    body = model.add(ss.RigidBody(mass=0.565, inertia=0.0695, position=(0.771, 1.0)))
    other = model.add(ss.RigidBody(mass=1.284, inertia=0.1156, position=(1.571, 1.0)))
    model.add(ss.Distance(model.ground, body))
    model.add(ss.Fixed(body, other, at=(0.771, 1.0)))
    both_right(ss.simulate(model, 28 * 0.0233, 0.0233, integrator=ss.EDAlpha()))


def test_chord_of_a_turn_that_becomes_faster():
    """At the turning point of a pendulum the mean velocity differs from the chord by the change of the turn."""
    model = ss.Model(gravity=(0.0, 0.0, -9.81))
    inertia = (88959.5, 63030.9, 85817.6)
    bob = model.add(ss.RigidBody(mass=1.0, inertia=inertia, position=(-265.57, 664.56, 976.49)))
    model.add(ss.Spherical(model.ground, bob, at=(0.0, 0.0, 1464.73)))
    both_right(ss.simulate(model, 45 * 0.681, 0.681, integrator=ss.EnergyMomentum(stabilise=False)))


def test_contact_that_would_open_is_kept_closed_by_weight():
    """A plane that tilts opens ahead of a step, below a bar that weight brings back within it."""
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    shake = ss.Sine(amplitude=52.568417, frequency=0.0959789999)
    lift = ss.SmoothStep(start=0.0, end=52.568417, t_start=0.0, t_end=3.81935)
    tilt = ss.Sine(amplitude=0.359507, frequency=0.021189)
    tray = model.add(ss.PrescribedBody(position=(0.0, 0.0), motion=(shake, lift), angle=tilt))
    top = tray.add(ss.Plane(normal=(0.0, 1.0)))
    bar = model.add(ss.RigidBody(mass=1.0, inertia=722.56, position=(1.808, 80.141275)))
    bar.add(line := ss.LineSegment(start=(-53.761, 0.0), end=(53.761, 0.0), radius=0.0))
    model.add(ss.Contact(top, line, friction=1.0))
    check = {c.law: c for c in ss.simulate(model, 40 * 0.269, 0.269, integrator=ss.SemiExplicit()).verify().checks}
    assert check["no force at a distance"].verdict == "right"


def test_sleeve_that_has_left_passes_beside_the_pole():
    model = ss.Model(gravity=(0.0, 0.0, -9.81))
    pole = model.ground.add(ss.Cylinder(radius=0.0011, length=0.1111))
    sleeve = model.add(
        ss.RigidBody(
            mass=0.0324, inertia=(6.4e-8, 9.2e-8, 9.0e-8), position=(0.0, 0.0, 0.0), velocity=(0.068, -0.025, -0.065),
            angular_velocity=(12.55, -14.08, -5.63),
        )
    )  # fmt: skip
    model.add(ss.Contact(sleeve.add(ss.Ring(radius=0.00139)), pole, friction=0.1, restitution=0.877))
    both_right(ss.simulate(model, 176 * 0.00149, 0.00149, integrator=ss.HalfExplicit()))


def test_table_is_where_its_motion_says_at_half_time():
    """Rows of EnergyMomentum are those of the mid-point; a table that shakes is not in the mean of its places then."""
    model = ss.Model(gravity=(0.0, 0.0, -9.81))
    shake = ss.Sine(amplitude=0.20094, frequency=0.93776)
    table = model.add(ss.PrescribedBody(position=(0.0, 0.0, 0.0), motion=(shake, 0.0, shake)))
    ball = model.add(ss.RigidBody(mass=0.624, inertia=0.0149, position=(0.0, 0.0, 0.5)))
    model.add(ss.Contact(table.add(ss.Cuboid(lengths=(4.0, 4.0, 0.4))), ball.add(ss.Sphere(radius=0.25))))
    both_right(ss.simulate(model, 3 * 0.0282, 0.0282, integrator=ss.EnergyMomentum()))


def test_partner_of_a_string_takes_moments_about_its_axis():
    """A string cannot be twisted: friction at its skin turns the ball about the axis of the string."""
    model = ss.Model(gravity=(0.0, 0.0, -9.81))
    line = model.add(
        ss.StringBody.straight(
            start=(-1.0, 0.0, 0.5), end=(1.0, 0.0, 0.5), elements=4, mass_per_length=1.0, stiffness=8947.0,
            law="neo-hookean",
            velocity=(0.0, -2.3, 3.2),
        )
    )  # fmt: skip
    ball = model.add(ss.RigidBody(mass=20.0, inertia=0.2, position=(0.1, 0.04, 0.8)))
    model.add(ss.Contact(line.surface(radius=0.05), ball.add(ss.Sphere(radius=0.2)), friction=0.6))
    both_right(ss.simulate(model, 0.03, 6e-4, integrator=ss.SemiExplicit()))


def test_joints_push_elsewhere_after_a_shift_to_a_stop():
    """What hits a stop is put there first: in that step impulses of joints turn with it, by no more than its way."""
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    arm = model.add(ss.RigidBody(mass=0.01348, inertia=0.004653, position=(-1.35597, 3.548045)))
    load = model.add(ss.RigidBody(mass=85.0633, inertia=9.63029, position=(-2.505572, 2.123134)))
    model.add(ss.Revolute(model.ground, arm, at=(0.0, 2.937661), stops=(-0.191938, 0.157105)))
    model.add(ss.PointOnLine(arm, load, at=(-1.35597, 3.548045), axis=(-0.597822, -0.87425)))
    both_right(ss.simulate(model, 34 * 0.00387, 0.00387, integrator=ss.MoreauMidpoint()))


def test_dampers_that_are_strong_for_the_step():
    """Forces are those of expected velocities, which strong dampers make none that occurs; that is no lost momentum."""
    model = ss.Model(gravity=(0.0, 0.0, -9.81))
    low = model.add(
        ss.RigidBody(
            mass=1.6, inertia=(0.14, 0.23, 0.19), position=(-0.04, 0.04, 1.0), angular_velocity=(1.5, 0.0, 0.0)
        )
    )
    high = model.add(
        ss.RigidBody(
            mass=0.43, inertia=(0.0316, 0.0324, 0.043), position=(-0.03, -0.14, 2.2), velocity=(0.1, 0.7, -1.2)
        )
    )
    law = {"stiffness": (1403.5,) * 6, "damping": (0.0, 0.0, 22.4, 22.4, 0.0, 22.4)}
    model.add(ss.Bushing(model.ground, low, **law))
    model.add(ss.Bushing(low, high, **law))
    check = {
        c.law: c for c in ss.simulate(model, 20 * 0.00167, 0.00167, integrator=ss.MoreauMidpoint()).verify().checks
    }
    assert check["momentum changes by what acts"].verdict == "right"


def boxes_on_springs(speed, stiffness):
    """Return a thin box that meets a thick one of the ground, both with springs at their skins."""
    model = ss.Model(dim=2)
    thick = model.ground.add(ss.Cuboid(lengths=(4.0, 2.0)))
    thin = model.add(ss.RigidBody(mass=1.0, inertia=0.1, position=(0.0, 1.1), velocity=(0.0, -speed)))
    skin = thin.add(ss.Cuboid(lengths=(1.0, 0.2)))
    model.add(ss.Contact(thick, skin, law=ss.Compliant(stiffness=stiffness)))
    return model


def test_springs_turn_round_where_both_bodies_have_the_same_way_out():
    """Half of the thinner box (0.1 m) is a twentieth of the way to where springs push to the other side."""
    both_right(ss.simulate(boxes_on_springs(7.0, 5000.0), 0.1, 1e-3, integrator=ss.MoreauMidpoint()))


def test_springs_are_judged_at_recorded_instants_too():
    """At a large step springs are evaluated half-way, where they are pressed by less than at its end."""
    result = ss.simulate(boxes_on_springs(45.0, 5000.0), 0.01, 0.01, integrator=ss.MoreauMidpoint())
    check = {c.law: c for c in result.verify().checks}["springs of contacts are not pressed through"]
    assert result.certificate.overlap == pytest.approx(check.relative, rel=1e-12)
    assert check.relative > 0.3
