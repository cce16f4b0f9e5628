"""What is known to be closed at the end of a step is closed, although nobody looks there."""

import numpy as np
import pytest

import stickslip as ss

SCHEMES = [ss.Theta(0.5), ss.Theta(1.0), ss.MoreauMidpoint(), ss.SemiExplicit()]
CLOSED = 1e-10  # of the length of a joint


def name(scheme):
    return f"{type(scheme).__name__}{getattr(scheme, 'theta', '')}"


def distances(result, body, arm, length):
    """Return how far the end of an arm of a planar body is from the origin, as a part of a length."""
    angle = result[body].angle
    end = result[body].position + np.stack([np.cos(angle) * arm, np.sin(angle) * arm], axis=1)
    return np.linalg.norm(end, axis=1) / length


@pytest.mark.parametrize("scheme", SCHEMES, ids=name)
@pytest.mark.parametrize("turn", [1e-6, 1e-5, 3e-5, 1e-4])
def test_pivot_of_a_pendulum_stays_closed(scheme, turn):
    """Each step turns it by an angle near which the second order begins to count; the drift of all of them does not."""
    dt = 1e-4
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    rod = model.add(ss.RigidBody(1.0, 0.1, position=(0.5, 0.0), velocity=(0.0, 0.5 * turn / dt)))
    rod.angular_velocity = turn / dt
    model.add(ss.Revolute(model.ground, rod, at=(0.0, 0.0)))
    result = ss.simulate(model, 0.05, dt, integrator=scheme)
    assert distances(result, rod, -0.5, 0.5).max() < 2.0 * CLOSED
    assert result.certificate.proven


@pytest.mark.parametrize("scheme", SCHEMES, ids=name)
def test_mass_on_a_turning_table_stays_where_it_is_held(scheme):
    """The table has no node: its own way along a circle counts although the mass does not turn."""
    dt, omega = 1e-4, 0.3
    model = ss.Model(dim=2)
    table = model.add(ss.PrescribedBody(angle=ss.Polynomial((0.0, omega))))
    mass = model.add(ss.RigidBody(1.0, 0.1, position=(1.0, 0.0), velocity=(0.0, omega)))
    model.add(ss.Revolute(table, mass, at=(1.0, 0.0)))
    result = ss.simulate(model, 0.05, dt, integrator=scheme)
    place = np.stack([np.cos(omega * result.time), np.sin(omega * result.time)], axis=1)
    assert np.linalg.norm(result[mass].position - place, axis=1).max() < 2.0 * CLOSED


@pytest.mark.parametrize("scheme", SCHEMES, ids=name)
def test_corner_of_a_box_that_tilts_slowly_stays_on_the_floor(scheme):
    """Gaps to a floor at rest are followed by velocities while the box goes far, and turns by little."""
    dt, size = 1e-5, 0.1
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 1)))
    lever = np.array([-0.5 * size, 0.5 * size])  # from the right corner to the centre
    spin = -0.5
    velocity = np.array([2.0, 0.0]) + spin * np.array([-lever[1], lever[0]])
    box = model.add(
        ss.RigidBody(1.0, 1.0 / 600, position=(0.0, 0.5 * size), velocity=velocity, angular_velocity=spin, name="box")
    )
    model.add(ss.Contact(box.add(ss.Cuboid(lengths=(size, size))), floor, friction=0.1))
    result = ss.simulate(model, 2e-3, dt, integrator=scheme)
    angle = result[box].angle
    corner = result[box].position[:, 1] - 0.5 * size * (np.cos(angle) - np.sin(angle))
    assert abs(corner[1:]).max() < 2e-9 * size
    assert result.certificate.proven


@pytest.mark.parametrize("scheme", SCHEMES, ids=name)
@pytest.mark.parametrize("dt", [1e-3, 1e-4])
def test_rod_follows_a_prescribed_end_through_its_dead_point(scheme, dt):
    """There the mass hardly moves, but the end of the rod goes on."""
    start = -0.02
    height = np.sqrt(1.0 - start**2)
    model = ss.Model(dim=2)
    end = model.add(ss.PrescribedBody(position=(start, 0.0), motion=(ss.Polynomial((0.0, 1.0)),)))
    mass = model.add(ss.RigidBody(1.0, 0.1, position=(0.0, height), velocity=(0.0, -start / height)))
    model.add(ss.Prismatic(model.ground, mass, axis=(0, 1)))
    model.add(ss.Distance(end, mass))
    result = ss.simulate(model, 0.04, dt, integrator=scheme)
    length = np.hypot(start + result.time, result[mass].position[:, 1])
    assert abs(length - 1.0).max() < 2.0 * CLOSED


@pytest.mark.parametrize("scheme", SCHEMES, ids=name)
@pytest.mark.parametrize("dt", [1e-3, 1e-4])
def test_drive_is_where_it_should_be_at_its_dead_points(scheme, dt):
    """The slider is at rest there, but its acceleration is the largest."""
    model = ss.Model(dim=2)
    slider = model.add(ss.RigidBody(1.0, 0.1, position=(0.0, 0.0)))
    model.add(ss.Prismatic(model.ground, slider, axis=(1, 0), motion=ss.Polynomial((0.0, 0.0, 0.5))))
    result = ss.simulate(model, 0.02, dt, integrator=scheme)
    assert abs(result[slider].position[:, 0] - 0.5 * result.time**2).max() < 2.0 * CLOSED


@pytest.mark.parametrize("scheme", SCHEMES, ids=name)
@pytest.mark.parametrize("dt", [1e-3, 1e-4])
def test_follower_keeps_touching_a_prescribed_bump_at_its_top(scheme, dt):
    """There the follower hardly moves, but the bump goes on below it."""
    start, large, small = -0.02, 1.0, 0.1
    height = np.sqrt((large + small) ** 2 - start**2)
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    bump = model.add(ss.PrescribedBody(position=(start, 0.0), motion=(ss.Polynomial((0.0, 1.0)),)))
    follower = model.add(ss.RigidBody(1.0, 0.1, position=(0.0, height), velocity=(0.0, -start / height)))
    model.add(ss.Prismatic(model.ground, follower, axis=(0, 1)))
    model.add(ss.Contact(bump.add(ss.Circle(radius=large)), follower.add(ss.Circle(radius=small))))
    result = ss.simulate(model, 0.04, dt, integrator=scheme)
    gap = np.hypot(start + result.time, result[follower].position[:, 1]) - large - small
    assert abs(gap).max() < 1e-9 * small
