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
    """The tip moves 50 mm in a step, bar and pin are 6 mm together; even a whole turn per step is seen."""
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
    """r = 0.1 m at 50 m/s with dt = 0.1 s went 1.6 m deep; it turns round where it meets the floor."""
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
