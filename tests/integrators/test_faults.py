"""What cannot be simulated: rejected by name before the run, or stopped with time, contact and all results so far."""

import numpy as np
import pytest

import stickslip as ss

SCHEMES = [ss.SemiExplicit(), ss.MoreauMidpoint(), ss.Theta(0.5)]


def poison(t, r, v, A, omega, force, torque):
    if t > 0.05:
        force[0] = np.nan


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda s: type(s).__name__)
@pytest.mark.parametrize("joint", [False, True])
@pytest.mark.parametrize("contact", [False, True])
def test_nan_force_stops_the_run(scheme, joint, contact):
    model = ss.Model(gravity=(0, 0, -9.81))
    body = model.add(ss.RigidBody(1.0, 0.1, position=(0, 0, 0.1)))
    model.add(ss.UserForce(body, poison))
    if joint:
        model.add(ss.PlanarJoint(model.ground, body, normal=(0, 1, 0)))
    if contact:
        floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
        model.add(ss.Contact(body.add(ss.Sphere(radius=0.1)), floor, friction=0.3))
    with pytest.raises(ss.SimulationError, match=r"t = 0\.05") as caught:
        ss.simulate(model, 0.1, 1e-3, integrator=scheme)
    assert caught.value.time == pytest.approx(0.05, abs=2.1e-3)
    result = caught.value.result
    assert result.status == "failed"
    assert result.time[-1] == pytest.approx(caught.value.time, abs=1e-12)
    assert np.isfinite(result[body].position).all()


def test_closing_wedge_names_the_contact_and_keeps_the_result():
    """A ball between a floor and a plate that comes down cannot obey both."""
    model = ss.Model()
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    press = model.add(ss.PrescribedBody(position=(0, 0, 0.3), motion=(0, 0, ss.Polynomial((0.0, -1.0))), name="press"))
    plate = press.add(ss.Plane(normal=(0, 0, -1)))
    ball = model.add(ss.RigidBody(1.0, 0.1, position=(0, 0, 0.1), name="ball"))
    skin = ball.add(ss.Sphere(radius=0.1))
    model.add(ss.Contact(skin, floor, friction=0.3, name="below"))
    model.add(ss.Contact(skin, plate, friction=0.3, name="above"))
    with pytest.raises(ss.SimulationError, match=r"above.*below") as caught:
        ss.simulate(model, 0.2, 1e-3)
    assert caught.value.time == pytest.approx(0.1, abs=3e-3)
    assert len(caught.value.result.time) > 90


def body(**fields):
    return ss.RigidBody(1.0, 0.1, **fields)


def refuse(model, pattern):
    with pytest.raises(ss.ModelError, match=pattern):
        ss.simulate(model, 0.1, 1e-3)


def test_wrong_dimensions_are_refused():
    model = ss.Model(dim=2)
    model.add(body(position=(1, 2, 3), name="brick"))
    refuse(model, "brick.*position.*dim = 2")
    model = ss.Model()
    model.add(body(rotation=0.3, name="brick"))
    refuse(model, "brick.*rotation")
    model = ss.Model()
    model.add(body(angular_velocity=2.0, name="brick"))
    refuse(model, "brick.*angular_velocity.*3 components")
    model = ss.Model(dim=2)
    model.add(ss.RigidBody(1.0, (1, 1, 1), name="brick"))
    refuse(model, "brick.*inertia")
    model = ss.Model(dim=2)
    brick = model.add(body())
    model.add(ss.Spherical(model.ground, brick, name="ball joint"))
    refuse(model, "ball joint.*dim = 2")
    model = ss.Model(dim=2)
    brick = model.add(body())
    model.add(ss.Prismatic(model.ground, brick, name="rail"))
    refuse(model, "rail.*axis.*plane")
    model = ss.Model()
    brick = model.add(body())
    model.add(ss.Torque(brick, 2.0, name="motor"))
    refuse(model, "motor.*3 components")
    model = ss.Model()
    brick = model.add(body())
    model.add(ss.Bushing(model.ground, brick, stiffness=(1, 2, 3), name="mount"))
    refuse(model, "mount.*6 entries")


def test_unconnected_parts_are_refused():
    model = ss.Model()
    model.add(body())
    stranger = body(name="stranger")
    model.add(ss.Spherical(model.ground, stranger, name="hinge"))
    refuse(model, "hinge.*stranger.*not part of the model")
    model = ss.Model()
    brick = model.add(body())
    skin = stranger.add(ss.Sphere(radius=0.1))
    model.add(ss.Contact(skin, brick.add(ss.Sphere(radius=0.1)), name="touch"))
    refuse(model, "touch.*stranger.*not part of the model")
    model = ss.Model()
    brick = model.add(body())
    model.add(ss.TorsionalSpring(ss.Revolute(model.ground, brick, name="loose"), stiffness=1.0, name="coil"))
    refuse(model, "coil.*loose.*not part of the model")
    refuse(ss.Model(), "no body that can move")


def test_joints_that_join_nothing_are_refused():
    model = ss.Model()
    brick = model.add(body())
    model.add(ss.Fixed(brick.point("left", (0, 0, 0)), brick, name="weld"))
    refuse(model, "weld.*itself")
    model = ss.Model()
    brick = model.add(body())
    model.add(ss.OneWayClutch(brick, brick, name="freewheel"))
    refuse(model, "freewheel.*itself")
    model = ss.Model()
    model.add(body())
    belt = model.add(ss.PrescribedBody())
    model.add(ss.Fixed(model.ground, belt, name="weld"))
    refuse(model, "weld.*cannot move")
    model = ss.Model()
    brick = model.add(body())
    model.add(ss.Rolling(brick.add(ss.Sphere(radius=0.1)), brick.add(ss.Plane(normal=(0, 0, 1))), name="roller"))
    refuse(model, "roller.*itself")


@pytest.mark.parametrize(
    "joint",
    [
        lambda g, b: ss.Cylindrical(g, b, axis=(0, 0, 0), name="bad"),
        lambda g, b: ss.PlanarJoint(g, b, normal=(0, 0, 0), name="bad"),
        lambda g, b: ss.PointOnLine(g, b, axis=(0, 0, 0), name="bad"),
        lambda g, b: ss.Universal(g, b, axis_a=(0, 0, 0), name="bad"),
        lambda g, b: ss.Universal(g, b, axis_a=(1, 0, 0), axis_b=(1, 1, 0), name="bad"),
        lambda g, b: ss.Revolute(g, b, axis=(1, 0), name="bad"),
        lambda g, b: ss.Distance(g, b, name="bad"),
    ],
)
def test_impossible_axes_and_lengths_are_refused(joint):
    model = ss.Model()
    brick = model.add(body())
    model.add(joint(model.ground, brick))
    refuse(model, "bad")


def test_ambiguous_and_unsupported_contacts_are_refused():
    model = ss.Model()
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    brick = model.add(body())
    skin = brick.add(ss.Sphere(radius=0.1))
    model.add(ss.Contact(skin, floor, name="one"))
    model.add(ss.Contact(floor, skin, name="two"))
    refuse(model, "one.*two|two.*one")
    model = ss.Model()
    brick, other = model.add(body()), model.add(body(position=(1, 0, 0)))
    model.add(ss.Contact(brick.add(ss.Ring(radius=0.1, name="bore")), other.add(ss.Cuboid(lengths=(1, 1, 1)))))
    refuse(model, "bore.*not available")
    model = ss.Model(dim=2)
    brick = model.add(body())
    ground = model.ground.add(ss.Plane(normal=(0, 1)))
    model.add(ss.Contact(brick.add(ss.Circle(radius=0.5, hollow=True, name="hole")), ground))
    refuse(model, "hole")
    model = ss.Model(dim=2)
    brick = model.add(body())
    model.add(ss.Contact(brick.add(ss.Sphere(radius=0.1)), model.ground.add(ss.Plane(normal=(0, 1)))))
    refuse(model, "Circle in planar")


@pytest.mark.parametrize("arguments", [{"t_end": -1.0}, {"dt": 0.0}, {"dt": 2.0}, {"dt": float("nan")}])
def test_bad_times_are_refused(arguments):
    model = ss.Model()
    model.add(body())
    with pytest.raises(ss.ModelError, match=next(iter(arguments))):
        ss.simulate(model, **{"t_end": 1.0, "dt": 0.1, **arguments})
    with pytest.raises(ss.ModelError, match="Record: every = 0"):
        ss.Record(every=0)


def test_stops_and_friction_of_a_prescribed_coordinate_are_refused():
    """Their reaction could not change anything, so no finite one would be right."""
    model = ss.Model()
    brick = model.add(body())
    for extra in ({"stops": (-1.0, 1.0)}, {"friction": 0.5}):
        with pytest.raises(ss.ModelError, match="motion excludes stops and friction"):
            ss.Revolute(model.ground, brick, motion=ss.Polynomial((0.0, 1.0)), **extra)


def test_jammed_rod_is_refused_and_a_sliding_one_is_not():
    """A rod pushed down by its pin slides while mu < tan(30 deg) = 0.577 and jams above: no reaction can help.

    Rounding can make the velocity of an absurd impulse (1e18 N s) vanish exactly; it must not pass for a solution.
    """
    for scheme in (ss.MoreauMidpoint(), ss.Theta()):
        for friction, jams in ((0.3, False), (1.0, True), (3.0, True)):
            model = ss.Model(dim=2, gravity=(0, -9.81))
            floor = model.ground.add(ss.Plane(normal=(0, 1)))
            height, half = np.sin(np.pi / 3), 0.5
            pin = model.add(ss.PrescribedBody(position=(0, height), motion=(0, ss.Polynomial((0, -0.5)))))
            place = (half * np.cos(np.pi / 3), half * height)
            rod = ss.RigidBody(mass=1.0, inertia=1 / 12, position=place, rotation=-np.pi / 3, velocity=(0, -0.5))
            tip = model.add(rod).add(ss.Point(position=(half, 0)))
            model.add(ss.Revolute(pin, rod, at=(0, height)))
            model.add(ss.Contact(tip, floor, friction=friction))
            if jams:
                with pytest.raises(ss.SimulationError):
                    ss.simulate(model, 0.2, 1e-3, integrator=scheme)
            else:
                result = ss.simulate(model, 0.2, 1e-3, integrator=scheme)
                assert abs(result[rod].velocity).max() < 2.0


def test_energies_beyond_numbers_are_no_result():
    """Velocities of 1e160 m/s are finite, their squares are not."""
    model = ss.Model()
    model.add(ss.PointMass(1.0, velocity=(1e160, 0, 0)))
    with pytest.raises(ss.SimulationError, match=r"t = 0 s: energy overflowed") as caught:
        ss.simulate(model, 2e-3, 1e-3)
    assert caught.value.result.status == "failed"


def test_a_body_too_small_for_its_mass_matrix_is_refused():
    model = ss.Model(dim=2)
    model.add(ss.FloatingBeam(1e-200, 2, section=ss.Section(EA=1, EI=1, GA=1, GJ=1, mass_per_length=1.0, inertia=1.0)))
    refuse(model, "mass matrix cannot be inverted")


def test_a_bare_body_is_refused():
    model = ss.Model()
    model.add(body())
    model.add(ss.Body(name="ghost"))
    refuse(model, "ghost.*is not a body")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"model": [1]}, "is not a Model"),
        ({"tolerances": 1e-8}, "simulate: tolerances = 1e-08 is not Tolerances"),
        ({"record": 10}, "simulate: record = 10 is not a Record"),
        ({"callback": 3}, "callback"),
        ({"project": "no"}, "project"),
        ({"out": [1.0]}, "name of a file"),
        ({"out": "a\0b"}, "name of a file"),
    ],
)
def test_bad_options_are_refused(arguments, expected):
    model = ss.Model()
    model.add(body())
    with pytest.raises(ss.StickslipError, match=expected):
        ss.simulate(**{"model": model, "t_end": 1.0, "dt": 0.1, **arguments})


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: ss.Tolerances(laws=b"a"), "Tolerances: laws"),
        (lambda: ss.Tolerances(laws=1e-3), "Tolerances: laws"),  # laws met to 1e-3 were "met", and so proven
        (lambda: ss.Tolerances(gap=-1.0), "Tolerances: gap"),
        (lambda: ss.Tolerances(max_halvings=None), "Tolerances: max_halvings"),
        (lambda: ss.Tolerances(max_halvings=60), "from 0 to 20"),  # 2^60 parts of a step
        (lambda: ss.Record(every=0), "Record: every = 0"),
        (lambda: ss.Record(open_contacts="no"), "Record: open_contacts"),
    ],
)
def test_bad_options_are_refused_where_they_are_made(make, expected):
    with pytest.raises(ss.ModelError, match=expected):
        make()


def test_whole_numbers_of_seconds_compile_nothing():
    from stickslip.integrators.advance import advance

    model = ss.Model()
    model.add(body())
    ss.simulate(model, 2, 1)
    ss.simulate(model, np.float32(2), np.float32(1))
    assert len(advance.signatures) == 1


@pytest.mark.parametrize("scheme", [ss.MoreauMidpoint(), ss.SemiExplicit()], ids=lambda s: type(s).__name__)
def test_step_too_large_for_a_spring_is_named_as_the_likely_reason(scheme):
    """omega dt = 10, five times the limit of explicit schemes."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    weight = model.add(body(position=(0, -1)))
    model.add(ss.SpringDamper(model.ground, weight, stiffness=1e8))
    with pytest.raises(ss.SimulationError, match=r"is explicit: is dt too large for the stiffest spring"):
        ss.simulate(model, 1.0, 1e-3, integrator=scheme)
    assert ss.simulate(model, 0.1, 1e-3, integrator=ss.Theta(1.0)).success
