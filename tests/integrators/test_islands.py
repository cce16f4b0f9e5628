"""Islands: a motion depends on nothing else in the model, and every contact meets the laws by its own measure."""

import numpy as np
import pytest

import stickslip as ss

G, SIZE, DT = 9.81, 0.1, 1e-3


def cube(model, mass, position, onto, size=SIZE, velocity=(0.0, 0.0, 0.0), **contact):
    """Add a cube that touches ``onto``; return body and contour."""
    body = model.add(ss.RigidBody(mass, mass * size**2 / 6, position=position, velocity=velocity))
    skin = body.add(ss.Cuboid(lengths=(size,) * 3))
    model.add(ss.Contact(skin, onto, **({"friction": 0.5} | contact)))
    return body, skin


def stack(masses, others=()):
    """Cubes on a floor, one upon the other, and other things beside them: functions of model and floor."""
    model = ss.Model(gravity=(0.0, 0.0, -G))
    onto = floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    bodies = []
    for k, mass in enumerate(masses):
        body, onto = cube(model, mass, (0.0, 0.0, SIZE * (k + 0.5)), onto)
        bodies.append(body)
    for other in others:
        other(model, floor)
    return model, bodies


def heavy(model, floor, mass=1e12):
    cube(model, mass, (50.0, 0.0, 0.5), floor, size=1.0)


def pendulum(model, floor):
    bob = model.add(ss.RigidBody(2.0, (0.1, 0.12, 0.15), position=(3.0, 0.0, 2.0)))
    model.add(ss.Revolute(model.ground, bob, at=(2.0, 0.0, 2.0), axis=(0.0, 1.0, 0.2)))


def sliding_pile(model, floor):
    _, onto = cube(model, 3.0, (-5.0, 0.0, SIZE / 2), floor, velocity=(1.0, 0.3, 0.0), friction=0.3)
    cube(model, 1.0, (-5.01, 0.02, 1.5 * SIZE), onto, velocity=(0.5, 0.0, 0.0), friction=0.2)


def ball(model, floor):
    body = model.add(ss.RigidBody(0.4, (1e-3, 1.1e-3, 1.2e-3), position=(0.0, 7.0, 0.11), angular_velocity=(3, 2, 1)))
    model.add(ss.Contact(body.add(ss.Sphere(radius=0.1)), floor, friction=0.3, restitution=0.6))


OTHERS = (heavy, pendulum, sliding_pile, ball)


@pytest.mark.parametrize("mass", [1e8, 1e10, 1e12])
def test_heavy_box_far_away_does_not_move_a_stack(mass):
    """A stack at rest stays at rest beside an untouched box of any mass."""
    model, bodies = stack([1.0] * 8, [lambda model, floor: heavy(model, floor, mass)])
    result = ss.simulate(model, 1.0, DT)
    for body in bodies:
        assert np.abs(result[body].position - result[body].position[0]).max() < 1e-12


@pytest.mark.parametrize(
    "scheme", [ss.MoreauMidpoint(), ss.SemiExplicit(), ss.Theta(0.5)], ids=lambda s: type(s).__name__
)
def test_motion_is_the_same_to_the_last_bit_whatever_else_moves(scheme):
    """Boxes that slide and tumble on each other, alone and beside other things."""

    def run(others):
        model, bodies = stack([1.0, 2.0, 0.5], others)
        for k, body in enumerate(bodies):
            body.velocity = (1.0 - 0.4 * k, 0.2 * k, 0.0)
        result = ss.simulate(model, 0.15, DT, integrator=scheme)
        return [np.hstack([result[b].position, result[b].velocity, result[b].angular_velocity]) for b in bodies]

    alone = run(())
    for others in (*((other,) for other in OTHERS), OTHERS):
        names = [other.__name__ for other in others]
        for body, (lone, beside) in enumerate(zip(alone, run(others), strict=True)):
            assert np.array_equal(lone, beside), (names, body, np.abs(lone - beside).max())


def interface_forces(result, n):
    """Return the sum of the normal forces [N] at the interfaces below each of n cubes at the last instant."""
    last = result.contacts[-1]
    return np.array([last.P_N[abs(last.z - SIZE * k) < 0.2 * SIZE].sum() / DT for k in range(n)])


@pytest.mark.parametrize(
    "masses",
    [[1, 1e4], [1, 1e6], [1e8, 1], [1e8, 1e4, 1], [1e4, 1, 1e4], [1, 1e6, 1], [1, 1e8], [1e8, 1, 1e8], [1e-4, 1e4] * 2],
    ids=str,
)
def test_stack_of_light_and_heavy_cubes_is_solved_or_refused(masses):
    """Each interface carries the weight of all above it, and nothing moves."""
    model, bodies = stack(masses)
    try:
        result = ss.simulate(model, 0.02, DT)
    except ss.SimulationError as refused:
        assert max(masses) / min(masses) >= 1e8, refused  # beyond what rounding leaves of the light one
        return
    weight = G * np.cumsum(masses[::-1])[::-1]
    np.testing.assert_allclose(interface_forces(result, len(masses)), weight, rtol=1e-8)
    for body in bodies:
        assert np.abs(result[body].velocity).max() < 1e-6 * G * DT


@pytest.mark.parametrize("scheme", [ss.MoreauMidpoint(), ss.Bathe()], ids=["moreau", "bathe"])
def test_what_a_freewheel_drives_is_not_passive(scheme):
    """A clutch has no rows, but the driven wheel takes the other one along: nothing gained by itself."""
    model = ss.Model(dim=2)
    wheels = [model.add(ss.RigidBody(1.0, 0.1, name=name)) for name in ("driven", "taken")]
    model.add(ss.Revolute(model.ground, wheels[0], at=(0, 0), effort=ss.Sine(amplitude=1.0, frequency=1.0)))
    model.add(ss.Revolute(model.ground, wheels[1], at=(0, 0)))
    model.add(ss.OneWayClutch(*wheels))
    result = ss.simulate(model, 1.0, 2e-3, integrator=scheme)
    assert result["taken"].angular_velocity[-1] > 1.0
    assert result.certificate.proven
