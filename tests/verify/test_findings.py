"""Runs of random scenes in which certificate and checker once disagreed, made small: both say that they are right."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.codes import TOUCH


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


def test_effort_acts_where_the_scheme_evaluates_forces():
    """A drive between bodies that turn acts along an axis a part of a step ahead of the rows of its joint."""
    model = ss.Model(gravity=(0.0, 0.0, -9.81))
    inertia = (1.0432391804690811e-07, 1.0544269322359312e-07, 8.587750977745672e-08)
    place = (-0.0009795484554709975, 0.0012505591694829201, 0.0015494068674120364)
    one = model.add(ss.RigidBody(mass=0.7576581483820858, inertia=inertia, position=place))
    inertia = (7.400160057129884e-08, 5.637016324963178e-08, 6.054033510940895e-08)
    other = model.add(
        ss.RigidBody(
            mass=2.194873066778366, inertia=inertia,
            position=(-0.0004590974812130464, 0.0002350285380435526, 0.0018143621027586043),
        )
    )  # fmt: skip
    effort = ss.Table(times=(0.0, 0.005050527936277932, 0.010101055872555864), values=(0.0, 9.81, 4.905))
    axis = (2.1054423758953065, -0.421570869371455, 1.367647456141273)
    model.add(ss.Prismatic(one, other, at=place, axis=axis, effort=effort))
    both_right(ss.simulate(model, 103 * 2.5e-05, 2.5e-05, integrator=ss.Theta(theta=1.0)))


def test_ball_is_put_where_it_touches_a_solid():
    """A shift to the place of an impact changes lever arms on a soft body, too, whose approach nobody sees."""
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    material = ss.Material(young=150323.71305828387, poisson=0.3, density=132.95495752336493)
    low = model.add(
        ss.SolidBody.box(
            lengths=(1.0, 1.0), divisions=(2, 2), kind="quad", material=material, law="st-venant-kirchhoff",
            plane="strain",
        )
    )  # fmt: skip
    ball = model.add(
        ss.RigidBody(mass=39.88648725700948, inertia=1.9943243628504739, position=(0.5, 1.4032925244306207))
    )
    model.add(ss.Support(solid=low, nodes=(0, 1, 2)))
    factor = ss.Polynomial(coefficients=(0.0, 0.9396275858019495))
    model.add(ss.VolumeLoad(solid=low, force=(-429.40382716347705, -935.188431456058), factor=factor))
    model.add(ss.Contact(low.surface(), ball.add(ss.Circle(radius=0.3532925244306206)), friction=1.0))
    both_right(ss.simulate(model, 91 * 0.00122, 0.00122, integrator=ss.MoreauMidpoint()))


def test_driven_joint_is_where_its_motion_says():
    """Half-way in a step a driven coordinate is that of its motion, not where the velocity of the start leads."""
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    bar = model.add(
        ss.RigidBody(
            mass=1.0, inertia=3.2760091455690258e-09, position=(-0.00023787206982073367, 0.00029301498941765953)
        )
    )
    motion = ss.SmoothStep(start=0.0, end=1.0, t_start=0.0, t_end=0.0067998631372829434)
    model.add(ss.Revolute(model.ground, bar, at=(0.0, 0.0004395224841264893), relative=True, motion=motion))
    both_right(ss.simulate(model, 8 * 4.34e-05, 4.34e-05, integrator=ss.MoreauMidpoint()))


def test_force_before_an_impact_is_in_the_same_row():
    """A block sticks, is hit, and slides: the sum of both in its row need not be opposed to the slip that follows."""
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0.0, 1.0)))
    boxes = []
    for m, inertia, y, v, lengths in (
        (1.4602177189309113, 6094.146962950673, 48.759236829, -19.23659684310773, (137.809, 97.518473658)),
        (0.6404226253147516, 2672.772386246772, 152.01887734, 8.425354911200804, (172.389, 109.00080736)),
        (0.7843330660847346, 3273.375545751906, 281.193083986, -45.417242760239034, (153.074, 149.34760592)),
    ):  # fmt: skip
        box = model.add(ss.RigidBody(mass=m, inertia=inertia, position=(0.0, y), velocity=(v, 0.0)))
        boxes.append(box.add(ss.Cuboid(lengths=lengths)))
    model.add(ss.Contact([*boxes, floor], [*boxes, floor], friction=0.6))
    both_right(ss.simulate(model, 15 * 0.199, 0.199, integrator=ss.EDAlpha()))


def test_energy_momentum_says_how_well_velocities_meet_joints():
    """It holds places: velocities of both bodies at a joint differ by the second order of the turn, and it says so."""
    model = ss.Model(gravity=(0.0, 0.0, -9.81))
    inertia = (0.04266393220078921, 0.037985049303993636, 0.04389257092334083)
    one = model.add(ss.RigidBody(mass=1.0, inertia=inertia, position=(0.85, 0.0, 1.15)))
    inertia = (0.08945698098165565, 0.0669810533051788, 0.07034306188382472)
    other = model.add(ss.RigidBody(mass=1.0, inertia=inertia, position=(1.55, 0.0, 0.65), rotation=(-0.7, 0.4, -0.8)))
    model.add(ss.Revolute(one, other, at=(1.6, 0.0, 1.3), axis=(0.0, 1.0, 0.0)))
    model.add(ss.Spherical(model.ground, other, at=(1.5, 0.0, 0.0)))
    rates = []
    for n in (2, 4):
        result = ss.simulate(model, 1.5, 0.015 / n, integrator=ss.EnergyMomentum())
        both_right(result)
        assert any("velocities meet the joints to" in text.lower() for text in result.certificate.verdict)
        rates.append(result.certificate.mean_rate)
    assert 3.0 < rates[0] / rates[1] < 5.0
    coarse = ss.simulate(model, 131 * 0.0149, 0.0149, integrator=ss.EnergyMomentum())
    assert coarse.certificate.mean_rate > 1e-2 and not coarse.certificate.proven
    assert {c.law: c for c in coarse.verify().checks}["recorded velocities meet the joints"].verdict == "flagged"


def test_box_that_rebounds_inside_a_table_is_put_right_when_it_is_pressed_again():
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    motion = (0.0, ss.Sine(amplitude=0.009248997322117822, frequency=3.562586851029677))
    table = model.add(ss.PrescribedBody(position=(0.0, 0.0), motion=motion))
    inertia, y = 0.0002912648020328147, 0.02695033155868396
    box = model.add(ss.RigidBody(mass=0.9022820102932999, inertia=inertia, position=(0.0, y)))
    top = table.add(ss.Cuboid(lengths=(0.23955850274385743, 0.023955850274385744)))
    model.add(ss.Contact(top, box.add(ss.Cuboid(lengths=(0.0299448, 0.02994481284298218))), restitution=0.3))
    both_right(ss.simulate(model, 6 * 0.00391, 0.00391, integrator=ss.EnergyMomentum()))


def test_corner_that_a_correction_turned_too_far_is_pulled_back():
    """A box that lands on a corner is turned out of the floor in one move, and by the next one back to it."""
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0.0, 1.0)))
    box = model.add(ss.RigidBody(mass=1.0, inertia=0.4, position=(0.0, 1.2), rotation=1.2, velocity=(0.0, -8.0)))
    model.add(ss.Contact(box.add(ss.Cuboid(lengths=(2.0, 1.0))), floor, friction=2.0))
    for scheme in (ss.EDAlpha(), ss.HalfExplicit(), ss.GeneralizedAlpha(), ss.Bathe()):
        result = ss.simulate(model, 0.2, 0.02, integrator=scheme)
        rows = result.verify().checks
        pressed = result.store.read("contacts")
        impulses, gaps = pressed[:, TOUCH.P_N], pressed[:, TOUCH.gap]
        hit = impulses > 1.0
        assert hit.any() and abs(gaps[hit]).max() < 1e-6, type(scheme).__name__
        assert {c.law: c for c in rows}["no force at a distance"].verdict == "right"


def test_laws_hold_for_the_velocities_of_a_body_that_spins():
    """The matrix of an implicit step on a body that spins is not symmetric; friction opposes the slip nevertheless."""
    model = ss.Model(gravity=(0.0, 0.0, -9.81))
    pole = model.ground.add(ss.LineSegment(start=(0.0, 0.0, -5.0), end=(0.0, 0.0, 5.0), radius=0.2))
    sleeve = model.add(
        ss.RigidBody(
            mass=1.0, inertia=(0.2, 0.21, 0.1), position=(0.0, 0.0, 0.0), velocity=(0.9, 0.5, -0.4),
            angular_velocity=(0.6, 0.4, 4.0),
        )
    )  # fmt: skip
    rings = [sleeve.add(ss.Ring(radius=0.22, position=(0.0, 0.0, z))) for z in (-0.3, 0.3)]
    model.add(ss.Contact(rings, pole, friction=1.0, restitution=1.0))
    result = ss.simulate(model, 1.0, 0.01, integrator=ss.Theta())
    worst = 0.0
    for row in result.store.read("contacts"):
        r_T, v_T = row[[TOUCH.P_T1, TOUCH.P_T2]], row[[TOUCH.gamma_T1, TOUCH.gamma_T2]]
        if row[TOUCH.P_N] > 0.0 and np.linalg.norm(v_T) > 1e-3:
            worst = max(worst, abs(r_T[0] * v_T[1] - r_T[1] * v_T[0]) / np.linalg.norm(r_T) / np.linalg.norm(v_T))
    assert worst < 1e-6


def test_solid_at_rest_on_supports_is_proven():
    """Nodes without mass of their own have a share of those of elements: rates of round-off are none."""
    model = ss.Model(gravity=(0.0, 0.0, -9.81))
    material = ss.Material(young=109143776.83886935, poisson=0.3, density=1423.3199659389024)
    low = model.add(
        ss.SolidBody.box(
            lengths=(1.0, 1.0, 1.0), divisions=(2, 2, 2), kind="hexahedron", material=material, law="neo-hookean"
        )
    )
    model.add(ss.Support(solid=low, nodes=tuple(range(9))))
    result = ss.simulate(model, 45 * 0.000787, 0.000787, integrator=ss.Theta(theta=1.0))
    assert result.certificate.joint_rate < 1e-6, result.certificate


def test_joint_at_the_origin_of_a_body_has_the_size_of_the_body():
    """An arm of round-off is none: gaps of 1e-11 m were 286 % of it."""
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    place = (-0.37472398259839745, 2.049035800240808)
    one = model.add(ss.RigidBody(mass=0.94, inertia=0.115, position=place, rotation=-0.5028908346023613))
    other = model.add(ss.RigidBody(mass=2.19, inertia=0.194, position=(-1.06, 2.33)))
    model.add(ss.Distance(model.ground, one))
    model.add(ss.Prismatic(one, other, at=place, axis=(0.30191454637052917, -0.28353710327735737)))
    both_right(ss.simulate(model, 0.02, 0.00175, integrator=ss.MoreauMidpoint()))


def test_joint_coordinates_take_bodies_along_their_joints():
    """The rows of a joint in joint coordinates are those on the joint, not where each body alone goes."""
    model = ss.Model(gravity=(0.0, 0.0, -9.81))
    low = model.add(ss.RigidBody(mass=0.33, inertia=(0.008, 0.0079, 0.0068), position=(-0.606, -0.271, 1.528)))
    mid = model.add(ss.RigidBody(mass=1.93, inertia=(0.188, 0.185, 0.174), position=(-0.693, -0.984, 1.759)))
    top = model.add(ss.RigidBody(mass=1.6, inertia=(0.04, 0.039, 0.033), position=(-1.09, -1.079, 1.315)))
    model.add(ss.PlanarJoint(model.ground, low, at=(0.0, 0.0, 1.5), normal=(-1.017, 1.719, -0.592)))
    model.add(ss.Revolute(low, mid, at=(-0.606, -0.271, 1.528), axis=(-1.776, -0.606, 1.081)))
    effort = ss.Sine(amplitude=9.81, frequency=0.6656)
    model.add(
        ss.Revolute(mid, top, at=(-0.693, -0.984, 1.759), axis=(-0.45, 0.762, 0.709), relative=True, effort=effort)
    )
    checks = ss.simulate(model, 58 * 0.00583, 0.00583, integrator=ss.SemiExplicit()).verify().checks
    assert {c.law: c for c in checks}["joint velocities agree"].verdict == "right"


def test_forces_and_impulses_of_a_stack_that_rebounds_are_in_the_same_rows():
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    floor, boxes, y = model.ground.add(ss.Plane(normal=(0.0, 1.0))), [], 0.0
    for m, inertia, v, lengths in (
        (0.6145080018539469, 0.0384067, -0.08368314422423621, (0.7157487404768113, 0.5537524542290045)),
        (0.8327643012958263, 0.0520477, 1.3100396320404106, (0.526031242838445, 0.5334950955578671)),
        (0.6556503198538208, 0.0409781, 1.3007995346391725, (0.792487537746692, 0.4707717184653323)),
        (0.4416788274140464, 0.0276049, 0.7850917624480622, (0.7440407088994243, 0.32246885554110716)),
    ):
        box = model.add(ss.RigidBody(m, inertia, position=(0.0, y + 0.5 * lengths[1]), velocity=(v, 0.0)))
        boxes.append(box.add(ss.Cuboid(lengths=lengths)))
        y += lengths[1]
    model.add(ss.Contact([*boxes, floor], [*boxes, floor], friction=0.6, restitution=1.0))
    scheme = ss.GeneralizedAlpha(stabilise=False)
    assert ss.simulate(model, 71 * 0.000168, 0.000168, integrator=scheme).verify().right


def test_friction_of_a_law_that_pushes_along_the_slip_is_not_proven():
    """A law of the user may give friction of the wrong sign: contacts may only take energy."""
    model = ss.Model(gravity=(0.0, 0.0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0.0, 0.0, 1.0)))
    ball = model.add(ss.RigidBody(mass=1.0, inertia=0.01, position=(0.0, 0.0, 0.0999), velocity=(1.0, 0.0, 0.0)))

    def law(depth, rate, slip, mu):
        return 1e5 * depth, 50.0 * rate, -mu * 1e5 * depth * slip / (slip + 0.01), 0.5e5 * depth**2

    model.add(ss.Contact(ball.add(ss.Sphere(radius=0.1)), floor, friction=0.3, law=ss.UserLaw(law)))
    certificate = ss.simulate(model, 0.05, 1e-3).certificate
    assert any("Contacts returned" in finding.text and not finding.proven for finding in certificate.findings)


def test_stress_of_redundant_joints_does_not_hide_their_rates():
    """Joints of a plane loop press on each other by any forces: their impulses are no measure of speeds."""
    model = ss.Model(gravity=(0.0, 0.0, -9.81))
    places = ((0.05, 0.0, 0.5), (0.85, 0.0, 1.15), (1.55, 0.0, 0.65))
    links = [model.add(ss.RigidBody(mass=1.0, inertia=(0.09, 0.07, 0.08), position=place)) for place in places]
    pins = ((0.0, 0.0, 0.0), (0.1, 0.0, 1.0), (1.6, 0.0, 1.3))
    for a, b, at in zip((model.ground, *links), links, pins, strict=False):
        model.add(ss.Revolute(a, b, at=at, axis=(0.0, 1.0, 0.0)))
    model.add(ss.Spherical(model.ground, links[2], at=(1.5, 0.0, 0.0)))
    result = ss.simulate(model, 3.0, 0.015, integrator=ss.EnergyMomentum())
    check = {c.law: c for c in result.verify().checks}["recorded velocities meet the joints"]
    assert check.relative > 1e-2 and result.certificate.mean_rate > 1e-2 and not result.certificate.proven


@pytest.mark.parametrize("link", ["spring", "rod"])
def test_prescribed_bodies_work_on_joints_and_springs(link):
    model = ss.Model(dim=2, gravity=(0, -9.81))
    base = model.add(ss.PrescribedBody(position=(0, 0), motion=(ss.Sine(0.1, 5.0),)))
    body = model.add(ss.RigidBody(1.0, 0.1, position=(0, -1.0), velocity=(0.5, 0.0)))
    model.add(ss.SpringDamper(base, body, stiffness=100.0) if link == "spring" else ss.Distance(base, body))
    verdict = ss.simulate(model, 0.1, 1e-4).verify()
    assert verdict.right, verdict
    assert "works of prescribed bodies on joints and springs" in verdict.unchecked


def held_by_a_string(model):
    return model.add(
        ss.StringBody(positions=[(0, 0, 0), (0.5, 0, 0), (1, 0, 0)], stiffness=1e3, mass_per_length=0.1)
    ).end


def held_by_a_shell(model):
    material = ss.Material(young=1e6, density=1000.0, poisson=0.3)
    return model.add(ss.Shell.plate((0.2, 0.2), 2, material=material, thickness=0.02)).node(8)


@pytest.mark.parametrize("make", [held_by_a_string, held_by_a_shell])
def test_springs_and_loads_on_flexible_bodies_are_no_fault(make):
    """The spring acts at the end of the string, not at its first node; nodes of shells are not known there."""
    model = ss.Model(gravity=(0, 0, -9.81))
    end = make(model)
    body = model.add(ss.RigidBody(1.0, (0.01, 0.01, 0.01), position=(1.3, 0, 0.2)))
    model.add(ss.SpringDamper(body, end, stiffness=100.0, damping=0.1, rest_length=0.1))
    model.add(ss.PointForce(end, (0, 0, 1.0)))
    verdict = ss.simulate(model, 0.01, 1e-4, integrator=ss.EnergyMomentum()).verify()
    assert verdict.right, verdict
    assert "springs on bodies that are not rigid" in verdict.unchecked
