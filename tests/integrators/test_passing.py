"""Nothing passes through anything within a step: bullets against plates, bars against pins, balls against balls."""

import numpy as np
import pytest

import stickslip as ss

SCHEMES = {
    "SemiExplicit": ss.SemiExplicit(),
    "MoreauMidpoint": ss.MoreauMidpoint(),
    "Theta": ss.Theta(),
    "GeneralizedAlpha": ss.GeneralizedAlpha(),
    "Bathe": ss.Bathe(),
    "EDAlpha": ss.EDAlpha(),
    "HalfExplicit": ss.HalfExplicit(),
    "EnergyMomentum": ss.EnergyMomentum(),
    "adaptive": ss.GeneralizedAlpha(adaptive=True),
}
every_scheme = pytest.mark.parametrize("name", SCHEMES)


def bullet(dim, e=0.5, start=0.037, speed=50.0, unit=1.0):
    """A ball of radius 5 mm flies through empty space at a plate 2 mm thick that does not move; lengths in ``unit``."""
    model = ss.Model(dim=dim, gravity=np.zeros(dim))
    r, zero = 0.005 * unit, [0.0] * (dim - 1)
    ball = model.add(
        ss.RigidBody(0.01, 0.4 * 0.01 * r * r, position=(start * unit, *zero), velocity=(-speed * unit, *zero))
    )
    skin = ball.add(ss.Circle(radius=r) if dim == 2 else ss.Sphere(radius=r))
    wall = model.ground.add(ss.Cuboid(lengths=(0.002 * unit, *([1.0 * unit] * (dim - 1)))))
    model.add(ss.Contact(skin, wall, restitution=e))
    return model, ball


@pytest.mark.parametrize("dim", [2, 3])
@every_scheme
def test_a_bullet_bounces_off_a_plate(name, dim):
    """It covers 50 mm in a step, the plate with the ball is 12 mm: it comes back at half its speed."""
    model, ball = bullet(dim)
    result = ss.simulate(model, t_end=4e-3, dt=1e-3, integrator=SCHEMES[name])
    x = result[ball].position[:, 0]
    assert result[ball].velocity[-1, 0] == pytest.approx(25.0, rel=1e-9)
    assert x.min() > 0.006 - 1e-6
    impact = (0.037 - 0.006) / 50.0
    assert x[-1] == pytest.approx(0.006 + 25.0 * (4e-3 - impact), abs=1e-5)
    assert result.energy.impacts[-1] == pytest.approx(-0.5 * 0.01 * (50.0**2 - 25.0**2), rel=1e-9)
    assert result.certificate.penetration < 1e-3 * 0.005
    assert result.certificate.closed == 1
    assert result.certificate.substeps > 1


@every_scheme
def test_a_bullet_stops_at_a_plate(name):
    """Without restitution it stays where it meets the plate."""
    model, ball = bullet(2, e=0.0)
    result = ss.simulate(model, t_end=4e-3, dt=1e-3, integrator=SCHEMES[name])
    assert result[ball].position[-1, 0] == pytest.approx(0.006, abs=1e-6)
    assert abs(result[ball].velocity[-1]).max() < 1e-9


@pytest.mark.parametrize("name", ["MoreauMidpoint", "Bathe"])
def test_units_do_not_matter(name):
    """The same bullet in millimetres and in kilometres."""
    runs = []
    for unit in (1.0, 1e3, 1e-3):
        model, ball = bullet(2, unit=unit)
        result = ss.simulate(model, t_end=3e-3, dt=1e-3, integrator=SCHEMES[name])
        runs.append((result[ball].position[:, 0] / unit, result.certificate.substeps))
    for x, parts in runs[1:]:
        assert x == pytest.approx(runs[0][0], rel=1e-6)
        assert parts == runs[0][1]


def between_plates(scheme, e=1.0):
    """A ball flies to and fro between two plates, three times within each step."""
    model, r = ss.Model(gravity=(0, 0, 0)), 0.005
    ball = model.add(ss.RigidBody(0.01, 0.4 * 0.01 * r * r, velocity=(-50, 0, 0)))
    plates = [model.ground.add(ss.Cuboid(lengths=(0.002, 1, 1), position=(x, 0, 0))) for x in (-0.01, 0.01)]
    model.add(ss.Contact(ball.add(ss.Sphere(radius=r)), plates, restitution=e))
    return ball, ss.simulate(model, t_end=5e-3, dt=1e-3, integrator=scheme)


@every_scheme
def test_many_impacts_in_one_step(name):
    """The way of 8 mm is folded: x = 4 mm times a triangle wave of 3.125 waves per step."""
    ball, result = between_plates(SCHEMES[name])
    wave = (3.125 * np.arange(6)) % 1.0
    expected = 0.004 * np.where(wave < 0.25, -4 * wave, np.where(wave < 0.75, 4 * wave - 2, 4 - 4 * wave))
    assert result[ball].position[:, 0] == pytest.approx(expected, abs=5e-5)
    assert np.abs(result[ball].velocity[:, 0]) == pytest.approx(50.0, rel=1e-9)


@pytest.mark.parametrize("offset", [0.0, 0.0035, 0.00399, 0.00401])
@every_scheme
def test_balls_hit_each_other(name, offset):
    """Two balls of radius 2 mm cover 100 mm against each other in a step; 20 mm apart they hit as theory has it."""
    model, r = ss.Model(gravity=(0, 0, 0)), 0.002
    one, two = (
        model.add(ss.RigidBody(0.01, 0.4 * 0.01 * r * r, position=(x, y, 0), velocity=(v, 0, 0)))
        for x, y, v in ((-0.031, 0.0, 40.0), (0.041, offset, -60.0))
    )
    skins = [ball.add(ss.Sphere(radius=r)) for ball in (one, two)]
    model.add(ss.Contact(skins[0], skins[1], restitution=1.0))
    result = ss.simulate(model, t_end=3e-3, dt=1e-3, integrator=SCHEMES[name])
    n = np.array([np.sqrt(max((2 * r) ** 2 - offset**2, 0.0)), offset, 0.0]) / (2 * r)
    change = 100.0 * n[0] * n if offset < 2 * r else np.zeros(3)
    tolerance = 0.01 * abs(change).max() + 1e-9
    assert result[one].velocity[-1] == pytest.approx(np.array([40.0, 0.0, 0.0]) - change, abs=tolerance)
    total = result[one].velocity[-1] + result[two].velocity[-1]
    assert total == pytest.approx(np.array([-20.0, 0.0, 0.0]), abs=1e-9)
    assert result.energy.kinetic[-1] == pytest.approx(26.0, rel=1e-9)


@every_scheme
def test_the_tip_of_a_bar_hits_a_pin(name):
    """The tip moves 50 mm in a step, bar and pin are 6 mm together; even a full turn per step is seen."""
    for omega in (100.0, 2e3 * np.pi):
        model = ss.Model(dim=2, gravity=(0, 0))
        bar = model.add(ss.RigidBody(1.0, 1 / 12, angular_velocity=omega))
        model.add(ss.Revolute(bar, model.ground, at=(0, 0)))
        skin = bar.add(ss.LineSegment(start=(-0.5, 0), end=(0.5, 0), radius=0.001))
        pin = model.ground.add(ss.Circle(radius=0.002, position=(0, 0.45)))
        model.add(ss.Contact(skin, pin, restitution=1.0))
        result = ss.simulate(model, t_end=20e-3, dt=1e-3, integrator=SCHEMES[name])
        angle = result[bar].angle
        limit = 0.5 * np.pi - np.arcsin(0.003 / 0.45)
        assert angle.max() < limit + 1e-4
        assert angle.min() > limit - np.pi - 2e-2
        assert abs(result[bar].angular_velocity[-1]) == pytest.approx(omega, rel=1e-3)
        if omega == 100.0:
            turn = 2 * np.arctan(0.05) if name == "EnergyMomentum" else 0.1  # of a step, by the mid-point rule
            assert angle[-1] == pytest.approx(2 * limit - 20 * turn, abs=1e-3)


def test_a_ball_does_not_sink_into_a_floor_deeper_than_its_size():
    """r = 0.1 m at 50 m/s with dt = 0.1 s went 1.6 m deep; it reverses where it meets the floor."""
    model = ss.Model(gravity=(0, 0, 0))
    ball = model.add(ss.RigidBody(1.0, 0.004, position=(0, 0, 4.0), velocity=(0, 0, -50.0)))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    model.add(ss.Contact(ball.add(ss.Sphere(radius=0.1)), floor, restitution=1.0))
    for scheme in (ss.MoreauMidpoint(), ss.Theta(), ss.Bathe()):
        result = ss.simulate(model, t_end=1.0, dt=0.1, integrator=scheme)
        assert result.certificate.penetration < 1e-4
        assert result[ball].position[-1, 2] == pytest.approx(0.1 + 50.0 - 3.9, abs=1e-3)


def test_what_cannot_be_stopped_is_refused_by_name():
    """A ball between two plates that close at 50 m/s hits them without end."""
    model = ss.Model(gravity=(0, 0, 0))
    ball = model.add(ss.RigidBody(0.01, 1e-7, name="ball"))
    skin = ball.add(ss.Sphere(radius=0.005, name="skin"))
    plates = []
    for side in (-1, 1):
        closing = ss.Polynomial((side * 0.02, -side * 50.0))
        plate = model.add(ss.PrescribedBody(motion=(closing,), name=f"plate{side}"))
        plates.append(plate.add(ss.Cuboid(lengths=(0.002, 1, 1), name="wall")))
    model.add(ss.Contact(skin, plates, restitution=1.0))
    with pytest.raises(ss.SimulationError, match=r"wall.*plate.*skin.*ball"):
        ss.simulate(model, t_end=3e-3, dt=1e-3)


def cloud(seed, n=12, dim=3):
    """Thin bodies fly about in a box of plates."""
    random = np.random.default_rng(seed)
    model, skins = ss.Model(gravity=(0, 0, 0)), []
    for _ in range(n):
        axis = random.normal(size=3)
        body = model.add(
            ss.RigidBody(0.1, 1e-5, position=random.uniform(-0.1, 0.1, 3), velocity=30 * axis / np.linalg.norm(axis))
        )
        skins.append(body.add(ss.Sphere(radius=0.004)))
    walls = [
        model.ground.add(
            ss.Cuboid(lengths=tuple(0.001 if i == k else 0.4 for i in range(3)), position=0.15 * side * np.eye(3)[k])
        )
        for k in range(3)
        for side in (-1, 1)
    ]
    model.add(ss.Contact(skins, skins, restitution=1.0))
    model.add(ss.Contact(skins, walls, restitution=1.0))
    return model


@pytest.mark.parametrize("scheme", [ss.MoreauMidpoint(), ss.GeneralizedAlpha()], ids=lambda s: type(s).__name__)
def test_nothing_leaves_a_box_of_thin_plates(scheme):
    """Twelve balls cover 60 mm in a step in a box of 300 mm; its plates are 1 mm thick. Energy is kept."""
    for seed in range(3):
        model = cloud(seed)
        result = ss.simulate(model, t_end=0.1, dt=2e-3, integrator=scheme)
        places = np.array([result[body].position for body in model.bodies[1:]])
        assert abs(places).max() < 0.1455 + 1e-5
        assert result.energy.kinetic[-1] == pytest.approx(12 * 0.5 * 0.1 * 30.0**2, rel=1e-6)


@every_scheme
def test_contours_without_thickness_do_not_pass_in_silence(name):
    """A point has no inside that would tell its side of a line: it bounces where that is seen, else it is rejected."""
    model = ss.Model(dim=2, gravity=(0, 0))
    body = model.add(ss.RigidBody(0.01, 1e-7, position=(0.0371, 0.01), velocity=(-50, 0)))
    line = model.ground.add(ss.LineSegment(start=(0, -1), end=(0, 1), name="line"))
    model.add(ss.Contact(body.add(ss.Point(name="tip")), line, restitution=0.5))
    try:
        result = ss.simulate(model, t_end=4e-3, dt=1e-3, integrator=SCHEMES[name])
    except ss.SimulationError as error:
        assert "line" in str(error) and "tip" in str(error)
    else:
        assert result[body].velocity[-1, 0] == pytest.approx(25.0, rel=1e-6)
        assert result[body].position[:, 0].min() > -1e-6


def in_a_hole(shape, e=1.0, speed=50.0):
    """A body of half width 5 mm flies to and fro in a hole of radius 0.1 m."""
    model = ss.Model(dim=2, gravity=(0, 0))
    body = model.add(ss.RigidBody(0.01, 1e-7, velocity=(speed, 0), name="body"))
    hole = model.ground.add(ss.Circle(radius=0.1, hollow=True, name="hole"))
    model.add(ss.Contact(body.add(shape), hole, restitution=e))
    return model, body


INSIDE = {
    "ball": (ss.Circle, {"radius": 0.005}, 0.095),
    "point": (ss.Point, {}, 0.1),
    "box": (ss.Cuboid, {"lengths": (0.01, 0.006)}, np.sqrt(0.1**2 - 0.003**2) - 0.005),
    "bar": (ss.LineSegment, {"start": (-0.003, 0), "end": (0.003, 0), "radius": 0.002}, 0.095),
}


@pytest.mark.parametrize("shape", INSIDE)
@every_scheme
def test_nothing_leaves_a_hole(name, shape):
    """It covers more than the hole in a step, and bounces off its wall: its way is folded."""
    kind, fields, room = INSIDE[shape]
    model, body = in_a_hole(kind(**fields))
    result = ss.simulate(model, t_end=0.05, dt=5e-3, integrator=SCHEMES[name])
    wave = (50.0 * result.time / (4.0 * room)) % 1.0
    expected = room * np.where(wave < 0.25, 4 * wave, np.where(wave < 0.75, 2 - 4 * wave, 4 * wave - 4))
    assert result[body].position[:, 0] == pytest.approx(expected, abs=2e-4)
    assert result.energy.kinetic == pytest.approx(0.5 * 0.01 * 50.0**2, rel=1e-9)
    assert result.certificate.depth < 1e-4


@pytest.mark.parametrize("pole", [ss.LineSegment, ss.Cylinder])
@every_scheme
def test_a_ring_stays_on_its_pole(name, pole):
    """A ring of radius 10 mm flies across a pole of 2 mm at 50 mm per step and bounces off it."""
    model = ss.Model(gravity=(0, 0, 0))
    ends = {"start": (0, 0, -1), "end": (0, 0, 1)} if pole is ss.LineSegment else {"length": 2.0}
    nut = model.add(ss.RigidBody(0.01, 1e-6, velocity=(50, 0, 0), name="nut"))
    bore = nut.add(ss.Ring(radius=0.01, name="bore"))
    model.add(ss.Contact(model.ground.add(pole(radius=0.002, name="pole", **ends)), bore, restitution=1.0))
    result = ss.simulate(model, t_end=0.01, dt=1e-3, integrator=SCHEMES[name])
    wave = (50.0 * result.time / 0.032) % 1.0
    expected = 0.008 * np.where(wave < 0.25, 4 * wave, np.where(wave < 0.75, 2 - 4 * wave, 4 * wave - 4))
    assert result[nut].position[:, 0] == pytest.approx(expected, abs=5e-5)
    assert result.energy.kinetic == pytest.approx(0.5 * 0.01 * 50.0**2, rel=1e-9)


@pytest.mark.parametrize("name", ["MoreauMidpoint", "Theta", "GeneralizedAlpha"])
def test_a_ring_slides_along_its_pole_and_off_its_end(name):
    """It hangs on the pole and slides along at 30 mm per step, 15 times its radius: no step is divided for that."""
    model = ss.Model(gravity=(0, 0, -9.81))
    nut = model.add(ss.RigidBody(0.01, 1e-6, position=(0, 0, -0.008), velocity=(30, 0, 0), name="nut"))
    bore = nut.add(ss.Ring(radius=0.01, axis=(1, 0, 0)))
    pole = model.ground.add(ss.LineSegment(start=(-1, 0, 0), end=(1, 0, 0), radius=0.002))
    model.add(ss.Contact(pole, bore))
    result = ss.simulate(model, t_end=0.05, dt=1e-3, integrator=SCHEMES[name])
    r = result[nut].position
    assert r[:, 0] == pytest.approx(30.0 * result.time, abs=1e-9)
    on = r[:, 0] < 1.0
    assert r[on, 2] == pytest.approx(-0.008, abs=1e-9)
    fall = result.time[-1] - 1.0 / 30.0
    assert r[-1, 2] == pytest.approx(-0.008 - 0.5 * 9.81 * fall**2, abs=2e-4)
    assert result.certificate.substeps == 0


@pytest.mark.parametrize("name", ["MoreauMidpoint", "Theta", "GeneralizedAlpha"])
def test_a_ring_on_a_turning_pole_is_not_divided(name):
    """A light bead slides outwards on a rod that turns at 10 rad/s: r = r_0 cosh(10 t), 7 mm per step at its end."""
    model = ss.Model(gravity=(0, 0, 0))
    rod = model.add(ss.PrescribedBody(angle=ss.Polynomial((0.0, 10.0)), axis=(0, 0, 1), name="rod"))
    pole = rod.add(ss.LineSegment(start=(0, 0, 0), end=(2, 0, 0), radius=0.002))
    bead = model.add(ss.RigidBody(0.01, 1e-6, position=(0.2, -0.008, 0), velocity=(0.08, 2.0, 0), name="bead",
                                  angular_velocity=(0, 0, 10.0)))  # fmt: skip
    model.add(ss.Contact(pole, [bead.add(ss.Ring(radius=0.01, axis=(1, 0, 0), position=(x, 0, 0)))
                                for x in (-0.02, 0.02)]))  # fmt: skip
    result = ss.simulate(model, t_end=0.14, dt=1e-3, integrator=SCHEMES[name])
    out = np.linalg.norm(result[bead].position[-1])
    assert out == pytest.approx(0.2 * np.cosh(1.4), rel=0.01)
    assert result.certificate.substeps == 0


def test_a_ring_needs_a_pole_that_is_round():
    """Without a radius nobody could tell on which side of the ring it is when they touch."""
    model = ss.Model()
    bore = model.add(ss.RigidBody(1.0, 1.0, name="nut")).add(ss.Ring(radius=0.1, name="bore"))
    wire = model.ground.add(ss.LineSegment(start=(0, 0, -1), end=(0, 0, 1), name="wire"))
    model.add(ss.Contact(wire, bore))
    with pytest.raises(ss.ModelError, match=r"wire.*bore.*radius"):
        ss.simulate(model, 0.01, 1e-3)


def soft_bullet(speed, stiffness=1e3, dt=1e-3):
    """A ball of radius 5 mm flies at a soft plate of 2 mm."""
    model = ss.Model(gravity=(0, 0, 0))
    ball = model.add(ss.RigidBody(0.01, 1e-7, position=(0.02, 0, 0), velocity=(-speed, 0, 0)))
    wall = model.ground.add(ss.Cuboid(lengths=(0.002, 1, 1)))
    law = ss.Compliant(stiffness=stiffness)
    model.add(ss.Contact(ball.add(ss.Sphere(radius=0.005)), wall, law=law))
    return ball, ss.simulate(model, t_end=0.03, dt=dt, integrator=ss.MoreauMidpoint())


def test_springs_pressed_beyond_half_the_thickness_are_not_proven():
    """The spring would stop it after 6.3 mm: it comes out behind the plate, and the certificate says so."""
    ball, result = soft_bullet(2.0, dt=1e-4)
    assert result[ball].position[-1, 0] < 0.0
    assert result.certificate.overlap > 0.5
    assert any("thickness" in finding.text and not finding.proven for finding in result.certificate.findings)


@pytest.mark.parametrize("speed", [10.0, 50.0])
def test_springs_that_cannot_stop_a_bullet_are_refused_by_name(speed):
    """It would take 32 and 158 mm, the plate is behind it in the next step."""
    with pytest.raises(ss.SimulationError, match=r"Cuboid.*Sphere.*pass through"):
        soft_bullet(speed)


@pytest.mark.parametrize(("speed", "stiffness", "dt"), [(0.9, 1e3, 1e-3), (0.9, 1e3, 1e-4), (50.0, 4e6, 1e-4)])
def test_springs_pressed_less_are_proven(speed, stiffness, dt):
    """At 0.9 m/s it is 2.8 mm, at 50 m/s 2.5 mm of 6 mm that both reach inwards."""
    _, result = soft_bullet(speed, stiffness, dt)
    assert result.certificate.overlap == pytest.approx(speed * np.sqrt(0.01 / stiffness) / 0.006, rel=0.15)
    assert all(finding.proven for finding in result.certificate.findings if "thickness" in finding.text)
