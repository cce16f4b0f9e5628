"""Energy-momentum steps with contacts between free bodies: momenta and books to round-off, no contact ever gains."""

import itertools

import numpy as np
import pytest
from momenta import momenta

import stickslip as ss
from stickslip.errors import SimulationError

SOFT = ss.Material(young=1e3, density=1.0, poisson=0.3)
LINE = ss.Material(young=2e8, density=1000.0, poisson=0.3)
SQUARE = ss.Rectangle(0.02, 0.02)


def spheres(e=0.5, mu=0.3):
    model = ss.Model()
    a = model.add(ss.RigidBody(1.0, 0.004, velocity=(2, 0, 0), angular_velocity=(3, 5, -2), name="a"))
    b = model.add(ss.RigidBody(2.0, 0.008, position=(0.3, 0.08, 0.03), name="b"))
    pair = a.add(ss.Sphere(radius=0.1)), b.add(ss.Sphere(radius=0.1))
    model.add(ss.Contact(*pair, friction=mu, restitution=e))
    return model, 0.2, 2e-2


def cuboids(e=0.0, mu=0.3):
    model = ss.Model()
    a = model.add(ss.RigidBody(1.0, (0.01, 0.02, 0.03), velocity=(2, 0, 0), angular_velocity=(3, 5, -2), name="a"))
    b = model.add(ss.RigidBody(2.0, (0.02, 0.02, 0.04), position=(0.3, 0.08, 0.03), name="b"))
    pair = a.add(ss.Cuboid(lengths=(0.2, 0.2, 0.2))), b.add(ss.Cuboid(lengths=(0.2, 0.3, 0.2)))
    model.add(ss.Contact(*pair, friction=mu, restitution=e))
    return model, 0.4, 2e-2


def rectangles(e=0.7, mu=0.5):
    model = ss.Model(dim=2)
    a = model.add(ss.RigidBody(1.0, 0.02, velocity=(2, 0), angular_velocity=3.0, name="a"))
    b = model.add(ss.RigidBody(2.0, 0.05, position=(0.5, 0.2), name="b"))
    pair = a.add(ss.Cuboid(lengths=(0.4, 0.3))), b.add(ss.Cuboid(lengths=(0.3, 0.4)))
    model.add(ss.Contact(*pair, friction=mu, restitution=e))
    return model, 0.5, 1e-2


def planar_solids(mu=0.3):
    model, law = ss.Model(dim=2), {"plane": "strain", "law": "st-venant-kirchhoff"}
    a = model.add(ss.SolidBody.box((1, 1), (4, 4), SOFT, velocity=(2.0, 0.0), name="a", **law))
    b = model.add(ss.SolidBody.box((1, 1), (3, 3), SOFT, velocity=(-2.0, 0.0), origin=(1.2, 0.6), name="b", **law))
    model.add(ss.Contact(a.surface(), b.surface(), friction=mu))
    return model, 0.5, 2e-2


def spatial_solids(mu=0.3):
    model = ss.Model()
    a = model.add(ss.SolidBody.box((1, 1, 1), 2, SOFT, law="neo-hookean", velocity=(2.0, 0.5, 0.0), name="a"))
    start = {"velocity": (-2.0, 0.0, 0.0), "origin": (1.2, 0.4, 0.3)}
    b = model.add(ss.SolidBody.box((1, 1, 1), (3, 2, 2), SOFT, law="st-venant-kirchhoff", name="b", **start))
    model.add(ss.Contact(a.surface(), b.surface(), friction=mu))
    return model, 0.4, 1e-2


def solid_and_cuboid():
    model = ss.Model()
    a = model.add(ss.SolidBody.box((1, 1, 1), 2, SOFT, law="neo-hookean", velocity=(2.0, 0.0, 0.0), name="a"))
    start = {"velocity": (-2.0, 0, 0), "angular_velocity": (0, 1.0, 3.0)}
    b = model.add(ss.RigidBody(1.0, (0.1, 0.2, 0.15), position=(1.6, 0.8, 0.6), name="b", **start))
    model.add(ss.Contact(a.surface(), b.add(ss.Cuboid(lengths=(0.7, 0.8, 0.9))), friction=0.3))
    return model, 0.5, 1e-2


def line_and_disk(line):
    model = ss.Model(dim=2)
    a = model.add(line)
    start = {"velocity": (1.0, -1.0), "angular_velocity": 5.0}
    b = model.add(ss.RigidBody(0.2, 1e-4, position=(0.72, 0.05), name="b", **start))
    model.add(ss.Contact(a.surface(0.01), b.add(ss.Circle(radius=0.03)), friction=0.4))
    return model, 0.2, 2e-3


def line_and_ball(line):
    model = ss.Model()
    a = model.add(line)
    start = {"velocity": (1.0, 0.3, -1.0), "angular_velocity": (5.0, 1.0, 3.0)}
    b = model.add(ss.RigidBody(0.2, 1e-4, position=(0.72, 0.01, 0.05), name="b", **start))
    model.add(ss.Contact(a.surface(0.01), b.add(ss.Sphere(radius=0.03)), friction=0.4))
    return model, 0.2, 2e-3


def crossed_beams():
    model = ss.Model()
    a = model.add(ss.Beam.straight((0, 0, 0), (1, 0, 0), 8, section=SQUARE, material=LINE, name="a"))
    start = {"velocity": (0.3, 0.2, -1), "angular_velocity": (0, 0, 1.0)}
    b = model.add(
        ss.Beam.straight((0.5, -0.5, 0.03), (0.6, 0.5, 0.03), 6, section=SQUARE, material=LINE, name="b", **start)
    )
    model.add(ss.Contact(a.surface(0.01), b.surface(0.01), friction=0.4))
    return model, 0.2, 2e-3


def string(dim):
    return ss.StringBody.straight((0,) * dim, (1, 0, 0)[:dim], 8, stiffness=1e3, mass_per_length=0.2, name="a")


SCENES = {
    "spheres": spheres,
    "cuboids": cuboids,
    "rectangles": rectangles,
    "planar solids": planar_solids,
    "planar solids without friction": lambda: planar_solids(0.0),
    "spatial solids": spatial_solids,
    "solid and cuboid": solid_and_cuboid,
    "planar beam and disk": lambda: line_and_disk(
        ss.PlanarBeam.straight((0, 0), (1, 0), 8, section=SQUARE, material=LINE, name="a")
    ),
    "planar string and disk": lambda: line_and_disk(string(2)),
    "beam and ball": lambda: line_and_ball(
        ss.Beam.straight((0, 0, 0), (1, 0, 0), 8, section=SQUARE, material=LINE, name="a")
    ),
    "string and ball": lambda: line_and_ball(string(3)),
    "crossed beams": crossed_beams,
}


@pytest.mark.parametrize("name", SCENES)
def test_momenta_are_kept_and_contacts_never_gain(name):
    """Both sides of a contact act at one place of the true mid-point; the laws take energy in every single step."""
    model, t_end, dt = SCENES[name]()
    result = ss.simulate(model, t_end, dt, integrator=ss.EnergyMomentum())
    p, L = momenta(model, result)
    size = abs(p).max() + 1.0
    assert abs(p - p[0]).max() < 1e-13 * size
    assert abs(L - L[0]).max() < 1e-13 * abs(L).max()
    energy = result.energy
    assert abs(energy.remainder).max() < 1e-13 * energy.scale
    assert energy.impacts[-1] < -1e-3 * energy.scale  # they have met
    for loss in (energy.impacts, energy.friction):
        assert np.maximum(np.diff(loss), 0.0).sum() < 1e-13 * energy.scale


@pytest.mark.parametrize("scene", [spheres, cuboids, rectangles])
def test_elastic_impacts_of_free_bodies_keep_the_energy(scene):
    """Restitution 1 without friction: no work in any step, whatever number of contacts closes at once."""
    model, t_end, dt = scene(e=1.0, mu=0.0)
    result = ss.simulate(model, t_end, dt, integrator=ss.EnergyMomentum())
    assert result.certificate.closed > 0
    np.testing.assert_allclose(result.energy.total, result.energy.total[0], rtol=1e-13)


def test_impact_takes_what_newtons_law_says():
    """Central impact of two spheres: the loss is (1 - e^2) m_red v^2 / 2, the speeds those of the text book."""
    model = ss.Model()
    balls = []
    for m, x, v in ((1.0, 0.0, 2.0), (3.0, 0.25, 0.0)):
        body = model.add(ss.RigidBody(m, 0.004 * m, position=(x, 0, 0), velocity=(v, 0, 0), name=f"m{m:g}"))
        balls.append(body.add(ss.Sphere(radius=0.1)))
    model.add(ss.Contact(*balls, restitution=0.4))
    result = ss.simulate(model, 0.1, 1e-2, integrator=ss.EnergyMomentum())
    assert result["m1"].velocity[-1, 0] == pytest.approx(2.0 - 3.0 / 4.0 * 1.4 * 2.0, rel=1e-13)
    assert result["m3"].velocity[-1, 0] == pytest.approx(1.0 / 4.0 * 1.4 * 2.0, rel=1e-13)
    assert result.energy.impacts[-1] == pytest.approx(-0.5 * 0.75 * 4.0 * (1 - 0.16), rel=1e-13)


def test_touching_balls_without_restitution():
    """A row of balls at rest is hit: it moves on as one, three quarters of the energy are lost."""
    model, row = ss.Model(), []
    for i in range(4):
        body = model.add(
            ss.RigidBody(1.0, 0.004, position=(0.2 * i, 0, 0), velocity=(float(i == 0), 0, 0), name=f"b{i}")
        )
        row.append(body.add(ss.Sphere(radius=0.1)))
    for a, b in itertools.pairwise(row):
        model.add(ss.Contact(a, b, friction=0.3))
    result = ss.simulate(model, 0.5, 1e-2, integrator=ss.EnergyMomentum())
    for i in range(4):
        np.testing.assert_allclose(result[f"b{i}"].velocity[1:], np.tile((0.25, 0, 0), (50, 1)), atol=1e-14)
    assert result.energy.impacts[-1] == pytest.approx(-0.375, rel=1e-13)


def test_box_on_a_platform_that_accelerates():
    """Horizontal acceleration below mu g: the box goes with the platform exactly, and no contact gains or loses."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    platform = model.add(ss.PrescribedBody(motion=(lambda t: 0.3 * t * t, 0.0), name="platform"))
    box = model.add(ss.RigidBody(1.0, 0.02, position=(0, 0.1), name="box"))
    skin, deck = box.add(ss.Cuboid(lengths=(0.4, 0.2))), platform.add(ss.Plane(normal=(0, 1)))
    model.add(ss.Contact(skin, deck, friction=0.5))
    result = ss.simulate(model, 0.8, 1e-2, integrator=ss.EnergyMomentum())
    np.testing.assert_allclose(result["box"].position[:, 0], 0.3 * result.time**2, atol=1e-13)
    energy = result.energy
    assert abs(energy.impacts).max() < 1e-12 and abs(energy.friction).max() < 1e-12
    assert energy.drives[-1] == pytest.approx(0.5 * 0.48**2, rel=1e-12)
    assert result.certificate.proven, result.certificate.verdict


@pytest.mark.parametrize("mu", [0.2, lambda speed: 0.1 + 0.2 * 2.718281828459045 ** (-speed)])
def test_sliding_is_of_second_order(mu):
    """A sphere slides on a curve and spins: friction acts against the mean slip, with its coefficient."""
    ends = []
    for dt in (2e-2, 1e-2, 5e-3):
        model = ss.Model(gravity=(0, 0, -9.81))
        start = {"velocity": (2.0, 0, 0), "angular_velocity": (20.0, 5.0, 7.0)}
        ball = model.add(ss.RigidBody(1.0, 0.004, position=(0, 0, 0.1), name="ball", **start))
        floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
        model.add(ss.Contact(ball.add(ss.Sphere(radius=0.1)), floor, friction=mu))
        result = ss.simulate(model, 0.2, dt, integrator=ss.EnergyMomentum())
        ends.append(np.append(result["ball"].position[-1], result["ball"].velocity[-1]))
    errors = [abs(a - b).max() for a, b in itertools.pairwise(ends)]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.2)
    assert errors[1] < 1e-4


def crushed():
    """Return a ball that crushes a soft block by half within few steps."""
    model = ss.Model(dim=2)
    block = model.add(ss.SolidBody.box((1, 1), 4, SOFT, plane="strain", law="neo-hookean", name="block"))
    ball = model.add(ss.RigidBody(5.0, 1.0, position=(0.5, 1.36), velocity=(0.2, -10.0), name="ball"))
    model.add(ss.Contact(block.surface(), ball.add(ss.Circle(radius=0.3)), friction=0.3))
    return model


@pytest.mark.parametrize(("stabilise", "dt"), [(False, 0.05), (True, 0.02)])
def test_hard_steps_with_contacts_are_divided(stabilise, dt):
    """Newton's method fails in some steps, whose halves succeed, or something would pass through something."""
    model, scheme = crushed(), ss.EnergyMomentum(stabilise=stabilise)
    result = ss.simulate(model, 0.2, dt, integrator=scheme)
    _, L = momenta(model, result)
    assert result.certificate.substeps > 0
    assert abs(L - L[0]).max() < 1e-12 * abs(L).max()
    assert abs(result.energy.remainder).max() < 1e-12 * result.energy.scale
    assert np.diff(result.energy.total).max() < 1e-12 * result.energy.scale
    if not stabilise:
        with pytest.raises(SimulationError, match=r"closed contacts.*: block-ball"):
            ss.simulate(model, 0.2, dt, integrator=scheme, tolerances=ss.Tolerances(max_halvings=0))
