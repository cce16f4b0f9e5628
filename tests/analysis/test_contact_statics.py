"""Statics with contacts, friction and stops, against closed solutions."""

import math
import warnings

import numpy as np
import pytest

import stickslip as ss
from stickslip.codes import TOUCH
from stickslip.examples.capstan import RADIUS, rope_nodes


def strip(line, gap, load):
    """A clamped strip of EI = 1 N m^2, 1 m long, under a line load, above a floor."""
    height = 1e-3
    model = ss.Model(dim=2, gravity=(0, 0))
    material = ss.Material(young=12 / height**3, poisson=0.0, density=1.0)
    beam = model.add(
        ss.PlanarBeam.straight(
            (0, 0), (1, 0), line, section=ss.Rectangle(1.0, height), material=material, order=2, name="strip"
        )
    )
    model.add(ss.Fixed(model.ground, beam.start))
    model.add(ss.LineLoad(beam, (0, -load)))
    floor = model.ground.add(ss.Plane(normal=(0, 1), position=(0, -gap)))
    model.add(ss.Contact(beam.add(ss.Point(), s=1.0), floor, name="tip"))
    return model


@pytest.mark.parametrize(("gap", "expected"), [(0.0, 0.375), (0.05, 0.225), (0.1, 0.075), (0.13, 0.0)])
def test_a_cantilever_rests_on_a_stop(gap, expected):
    """R = 3 q L / 8 - 3 EI gap / L^3, 0 from gap = q L^4 / 8 EI on (deflections of 1e-4, for the theory is linear)."""
    load = 1e-4
    result = ss.solve_static(strip(8, gap * load, load))
    force = result.contacts[-1].force[:, 1].sum() if len(result.contacts[-1]) else 0.0
    assert force / load == pytest.approx(expected, abs=1e-6)
    assert result.certificate.proven, result.certificate.verdict


def test_crossed_cantilevers_share_a_load():
    """F = P EI_2 / (EI_1 + EI_2) (EI_1 = 1, EI_2 = 2): of the load on the upper one two thirds reach the lower."""
    radius, load = 1e-2, 1e-5
    model = ss.Model(gravity=(0, 0, 0))
    tips = []
    for start, end, EI in (((-1, 0, 0), (0, 0, 0), 1.0), ((0, -1, -2 * radius), (0, 0, -2 * radius), 2.0)):
        material = ss.Material(young=EI / (math.pi * radius**4 / 4), poisson=0.0, density=1.0)
        line = model.add(ss.Beam.straight(start, end, 6, section=ss.Round(radius=radius), material=material, order=2))
        model.add(ss.Fixed(model.ground, line.start))
        tips.append((line, line.add(ss.Sphere(radius=radius), s=1.0)))
    model.add(ss.Contact(tips[0][1], tips[1][1]))
    model.add(ss.PointForce(tips[0][0].end, (0, 0, -load)))
    result = ss.solve_static(model)
    assert result.contacts[-1].force[0] / load == pytest.approx((0, 0, -2 / 3), abs=1e-7)


def block(friction, angle, mass=2.0, size=0.2, gravity=9.81):
    model = ss.Model(gravity=(gravity * math.sin(angle), 0, -gravity * math.cos(angle)))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    inertia = mass * size**2
    box = model.add(ss.RigidBody(mass, (inertia, inertia, inertia), position=(0, 0, size / 2), name="block"))
    model.add(ss.Contact(floor, box.add(ss.Cuboid((2 * size, 2 * size, size))), friction=friction, name="skin"))
    return model


def test_a_block_sticks_on_a_slope_up_to_the_angle_of_friction():
    angle = math.atan(0.5)
    result = ss.solve_static(block(0.5, angle * (1 - 1e-6)))
    assert result["block"].position[-1] == pytest.approx((0, 0, 0.1), abs=1e-9)
    weight = 2.0 * 9.81
    expected = (-weight * math.sin(angle), 0, weight * math.cos(angle))
    assert result.contacts[-1].force.sum(axis=0) == pytest.approx(expected, rel=1e-5)
    assert result.certificate.proven, result.certificate.verdict
    with pytest.raises(ss.SimulationError, match=r"'block' moves away, contacts and friction do not hold it"):
        ss.solve_static(block(0.5, angle * (1 + 1e-3)))


def ladder(angle, on_floor=0.4, on_wall=0.3, length=2.0):
    model = ss.Model(dim=2, gravity=(0, -9.81))
    floor, wall = model.ground.add(ss.Plane(normal=(0, 1))), model.ground.add(ss.Plane(normal=(1, 0)))
    middle = (0.5 * length * math.cos(angle), 0.5 * length * math.sin(angle))
    body = ss.RigidBody(10.0, 10 * length**2 / 12, position=middle, rotation=math.pi - angle, name="ladder")
    model.add(body)
    model.add(ss.Contact(body.add(ss.Point(position=(-length / 2, 0))), floor, friction=on_floor))
    model.add(ss.Contact(body.add(ss.Point(position=(length / 2, 0))), wall, friction=on_wall))
    return model


def test_a_ladder_leans_up_to_its_limit():
    """tan(angle) = (1 - mu_floor mu_wall) / (2 mu_floor); at the limit both ends are at their bounds."""
    limit = math.atan((1 - 0.4 * 0.3) / (2 * 0.4))
    result = ss.solve_static(ladder(limit + 1e-8))
    N = 10 * 9.81 / (1 + 0.4 * 0.3)
    force = result.contacts[-1].force
    assert sorted(abs(force[:, :2]).ravel()) == pytest.approx(sorted([N, 0.4 * N, 0.4 * N, 0.12 * N]), rel=1e-6)
    assert abs(np.diff(result["ladder"].position, axis=0)).max() < 1e-12
    with pytest.raises(ss.SimulationError, match="no equilibrium beyond load factor 0"):
        ss.solve_static(ladder(limit - 1e-2))


def capstan(friction, nodes, steps):
    """A stiff rope over a fixed drum, pulled from one side."""
    model = ss.Model(dim=2)
    places = rope_nodes(math.pi, 2 * nodes)
    rope = model.add(ss.StringBody(positions=places.tolist(), stiffness=1e8, mass_per_length=0.1, name="rope"))
    points = [rope.add(ss.Point(), s=s) for s in rope.arc_lengths]
    model.add(ss.Contact(points, model.ground.add(ss.Circle(radius=RADIUS)), friction=friction))
    model.add(ss.Revolute(model.ground, rope.start, at=places[0].tolist()))
    way = (places[-1] - places[-2]) / np.linalg.norm(places[-1] - places[-2])
    model.add(ss.PointForce(rope.end, (100.0 * way).tolist()))
    result = ss.solve_static(model, steps=steps)
    assert result.certificate.proven, result.certificate.verdict
    return result


def ratio_of_tensions(result):
    tension = result["rope"].resultant[-1, :, 0]
    return tension[-1] / tension[0]


def ratio_of_polygon(places, friction):
    """T_2 / T_1 = prod (cos a + mu sin a) / (cos b - mu sin b), a and b the angles of a rope to the drum at a node."""
    ratio = 1.0
    for before, here, after in zip(places, places[1:], places[2:]):
        if np.linalg.norm(here) < RADIUS * (1 + 1e-9):
            tangent = np.array([here[1], -here[0]]) / np.linalg.norm(here)
            ways = [(x - y) / np.linalg.norm(x - y) for x, y in ((here, before), (after, here))]
            a, b = (math.acos(min(1.0, float(way @ tangent))) for way in ways)
            ratio *= (math.cos(a) + friction * math.sin(a)) / (math.cos(b) - friction * math.sin(b))
    return ratio


def test_capstan():
    """The polygon of the rope has its own ratio, near exp(mu phi), however many load steps lead there."""
    result = capstan(0.3, 18, 1)
    ratio = ratio_of_tensions(result)
    assert ratio == pytest.approx(ratio_of_polygon(result["rope"].position[-1], 0.3), rel=1e-7)
    assert ratio == pytest.approx(math.exp(0.3 * math.pi), rel=3e-3)
    assert ratio_of_tensions(capstan(0.3, 18, 3)) == pytest.approx(ratio, rel=1e-8)


def guided(height=0.16, law=None, **fields):
    """1 kg on a vertical guide and a spring that holds it where it is without weight: it would sink by 0.1 m."""
    model = ss.Model(gravity=(0, 0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    ball = model.add(ss.RigidBody(1.0, 0.1, position=(0, 0, height), name="ball"))
    model.add(ss.Prismatic(model.ground, ball, axis=(0, 0, 1), name="guide", **fields))
    model.add(ss.SpringDamper(model.ground.frame("hook", (0, 0, 2.0)), ball, stiffness=98.1, damping=5.0))
    model.add(ss.Contact(floor, ball.add(ss.Sphere(radius=0.1)), law=law, name="skin"))
    return model


def test_floor_stop_and_dry_friction_hold_a_body():
    result = ss.solve_static(guided())
    assert result["ball"].position[-1, 2] == pytest.approx(0.1, abs=1e-12)
    assert result.contacts.between("ball", "ground").force[-1] == pytest.approx(9.81 - 98.1 * 0.06, rel=1e-12)
    assert ss.solve_static(guided(stops=(-0.03, 0.1)))["ball"].position[-1, 2] == pytest.approx(0.13, abs=1e-12)
    rubbed = ss.solve_static(guided(0.5, friction=2.0), steps=4)
    assert rubbed["ball"].position[-1, 2] == pytest.approx(0.5 - (9.81 - 2.0) / 98.1, abs=1e-12)
    assert rubbed.energy.summary()["friction"] == pytest.approx(-2.0 * (9.81 - 2.0) / 98.1, rel=1e-10)
    assert ss.solve_static(guided(0.5, friction=9.82))["ball"].position[-1, 2] == pytest.approx(0.5, abs=1e-12)


def test_equals_the_limit_of_a_damped_motion():
    motion = ss.simulate(guided(), 5.0, 1e-3, integrator=ss.Theta(1.0))
    static = ss.solve_static(guided())
    assert static["ball"].position[-1] == pytest.approx(motion["ball"].position[-1], abs=1e-9)
    force = motion.contacts.between("ball", "ground").force[-1]
    assert static.contacts.between("ball", "ground").force[-1] == pytest.approx(force, rel=1e-9)


def dragged(steps, height=0.05, force=10.0):
    """A block of 1 kg on a floor, pulled against a spring of 100 N/m; it may start above the floor."""
    model = ss.Model(gravity=(0, 0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    box = model.add(ss.RigidBody(1.0, 0.01, position=(0, 0, height), name="block"))
    model.add(ss.Contact(floor, box.add(ss.Cuboid((0.4, 0.4, 0.1))), friction=0.3))
    model.add(ss.SpringDamper(model.ground.frame("wall", (-1, 0, height)), box, stiffness=100.0))
    model.add(ss.PointForce(box, (force, 0, 0)))
    return ss.solve_static(model, steps=steps)


@pytest.mark.parametrize("steps", [1, 4])
def test_slip_that_keeps_its_direction_needs_no_steps(steps):
    """x = (F - mu m g) / k; the work of friction counts the force at the end of each load step."""
    result, slip = dragged(steps), (10.0 - 0.3 * 9.81) / 100.0
    assert result["block"].position[-1] == pytest.approx((slip, 0, 0.05), abs=1e-9)  # Newton's tolerance
    work = -0.3 * 9.81 * slip * (steps + 1) / (2 * steps)
    assert result.energy.summary()["friction"] == pytest.approx(work, rel=1e-7)
    assert result.certificate.proven and result.verify().right, result.verify()
    assert set(result.contacts[-1].status[result.contacts[-1].P_N > 0]) == {2}


class Spoilt:
    """A store whose contact rows have one column changed."""

    def __init__(self, store, column, factor):
        self._store, self._column, self._factor = store, column, factor

    def __getattr__(self, name):
        return getattr(self._store, name)

    def read(self, name, *args, **kwargs):
        found = self._store.read(name, *args, **kwargs)
        if name == "contacts":
            found = found.copy()
            found[:, self._column] *= self._factor
        return found


@pytest.mark.parametrize(
    ("column", "factor", "law"),
    [("P_N", 1.001, "forces balance"), ("P_T1", -1.0, "friction opposes the slip"), ("P_T1", 1.01, "friction stays")],
)
def test_verify_finds_spoilt_equilibria(column, factor, law):
    result = dragged(2)
    spoilt = type(result)(Spoilt(result.store, getattr(TOUCH, column), factor), result.model)
    assert any(check.law.startswith(law) for check in spoilt.verify().flagged)


def test_compliant_contacts_that_act_are_refused():
    with pytest.raises(ss.ModelError, match=r"skin: .* with law=Compliant is pressed by .* at the load factor"):
        ss.solve_static(guided(law=ss.Compliant(stiffness=1e5)))


def test_a_start_deep_inside_is_refused():
    with pytest.raises(ss.ModelError, match=r"Contact skin: .*start 0.05 m inside each other, 50 %"):
        ss.solve_static(guided(0.05))


def test_units_do_not_matter():
    """Metres, kilograms and seconds, or millimetres, tonnes and seconds: the same digits."""
    angle = 0.3
    si, mm = ss.solve_static(block(0.5, angle)), ss.solve_static(block(0.5, angle, 2e-3, 200.0, 9810.0))
    assert mm.contacts[-1].force.sum(axis=0) == pytest.approx(si.contacts[-1].force.sum(axis=0), abs=1e-11)
    assert mm["block"].position[-1] == pytest.approx(1e3 * si["block"].position[-1], abs=1e-9)


def ball_with_weight(height):
    """A ball of 0.1 m whose centre of mass is above (unstable) or below its centre."""
    model = ss.Model(gravity=(0, 0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    body = model.add(ss.RigidBody(1.0, 0.004, position=(0, 0, 0.1 + height), name="ball"))
    model.add(ss.Contact(floor, body.add(ss.Sphere(radius=0.1, position=(0, 0, -height))), friction=0.5))
    return model


def test_stability_is_that_of_rolling():
    with pytest.warns(UserWarning, match="the equilibrium at load factor 1 is unstable"):
        ss.solve_static(ball_with_weight(0.01))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ss.solve_static(ball_with_weight(-0.01))
        ss.solve_static(block(0.5, 0.3))


def test_what_sticks_turns_with_what_carries_it():
    """A block on a table that a torque turns by a large angle in a few load steps stays where it is on the table."""
    model = ss.Model(dim=2, gravity=(0, 0))
    table = model.add(ss.RigidBody(1.0, 1.0, position=(0, 0), name="table"))
    hinge = model.add(ss.Revolute(model.ground, table, at=(0, 0)))
    model.add(ss.TorsionalSpring(hinge, stiffness=1.0))
    box = model.add(ss.RigidBody(1.0, 0.01, position=(0.5, 0.1), name="box"))
    top = table.add(ss.Cuboid((1.6, 0.1)))
    model.add(ss.Contact(top, box.add(ss.Cuboid((0.1, 0.1))), friction=1.0))
    model.add(ss.PointForce(box, (0, -1.0), follower=True))
    model.add(ss.Torque(table, 1.5))
    result = ss.solve_static(model, steps=3)
    A = result["table"].rotation[-1]
    assert math.atan2(A[1, 0], A[0, 0]) == pytest.approx(1.5 - 0.5, abs=1e-9)
    assert A[:2, :2].T @ result["box"].position[-1] == pytest.approx((0.5, 0.1), abs=1e-12)


def test_what_moved_before_it_touched_did_not_slip():
    """A ball on springs comes down on the floor at half of the load, pulled aside by then, and rolls from there on."""
    model = ss.Model(gravity=(0, 0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    box = model.add(ss.RigidBody(1.0, 0.01, position=(0, 0, 0.1), name="block"))
    model.add(ss.Contact(floor, box.add(ss.Sphere(radius=0.05)), friction=1.0))
    stiffness = (20.0, 20.0, 98.1, 10.0, 10.0, 10.0)
    model.add(ss.Bushing(model.ground.frame("hook", (0, 0, 0.1)), box, stiffness=stiffness))
    model.add(ss.PointForce(box, (2.0, 0, 0)))
    result = ss.solve_static(model)
    touching = int(np.argmin(abs(result.time - 0.5)))
    assert result.time[touching] == pytest.approx(0.5, abs=1e-5)
    assert result["block"].position[touching, 0] == pytest.approx(0.05, rel=1e-4)
    # from there on it rolls by s, against the springs: 20 s + 10 s / R^2 = 1
    rolled = 1.0 / (20.0 + 10.0 / 0.05**2)
    assert result["block"].position[-1, 0] == pytest.approx(0.05 + rolled, abs=1e-6)


def test_small_loads_at_which_contacts_close_are_no_fault():
    """A tilted block lands at a load factor of 1e-10: what is unbalanced there is compared with the unit load."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    block = model.add(ss.RigidBody(1.0, 0.01, position=(0, 0.5), rotation=0.02))
    contour = block.add(ss.Cuboid((0.2, 0.1)))
    model.add(ss.Contact(model.ground.add(ss.Plane(normal=(0, 1))), contour, friction=0.5))
    result = ss.solve_static(model)
    assert result.verify().right, result.verify()


def leaning():
    """Return a rod on a pointed foot, far from slipping, that a spring turns by about half a radian, and its length."""
    model, half = ss.Model(dim=2, gravity=(0, -9.81)), np.hypot(0.5, 0.2)
    rod = model.add(ss.RigidBody(1.0, 0.1, position=(0.5, 0.2), rotation=np.arctan2(0.2, 0.5), name="rod"))
    floor = model.ground.add(ss.Plane(normal=(0, 1)))
    model.add(ss.Contact(floor, rod.add(ss.Point(position=(-half, 0))), friction=5.0))
    top = model.ground.frame("hook", (1.0, 3.0))
    model.add(ss.SpringDamper(top, rod.frame("tip", (half, 0)), stiffness=8.0, rest_length=2.6))
    return model, half


@pytest.mark.parametrize("steps", [1, 8])
def test_load_steps_in_which_corners_turn_far_are_rejected(steps):
    """Rows see the slip of a corner to first order in the rotation of a load step: the foot would walk by 89 mm."""
    with pytest.raises(ss.SimulationError, match=r"rotate against each other by .* more load steps"):
        ss.solve_static(leaning()[0], steps=steps)


def test_a_foot_that_sticks_stays_where_it_is():
    """In many load steps it stays: what it moves is below the limit for what is not seen, 1e-3 of the lever."""
    model, half = leaning()
    result = ss.solve_static(model, steps=250)
    angle, place = result["rod"].angle, result["rod"].position
    foot = place - half * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    assert abs(angle[-1] - angle[0]) > 0.5 and abs(foot - foot[0]).max() < 1e-3 * half and result.certificate.proven


def test_a_block_that_topples_has_no_path():
    """Pushed at its top by 1.5 N, it tips above a tenth of its weight: where it comes to rest is not a static path."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    block = model.add(ss.RigidBody(1.0, 0.1, position=(0, 0.5), name="block"))
    floor = model.ground.add(ss.Plane(normal=(0, 1)))
    model.add(ss.Contact(floor, block.add(ss.Cuboid((0.2, 1.0))), friction=0.5))
    model.add(ss.PointForce(block.frame("top", (0, 0.5)), (1.5, 0)))
    with pytest.raises(ss.SimulationError, match="rotate against each other"):
        ss.solve_static(model)
