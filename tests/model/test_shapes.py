"""Mass properties of simple shapes and of bodies put together, beside closed solutions and integrals."""

from itertools import pairwise

import numpy as np
import pytest

import stickslip as ss

RHO = 700.0


def inertia(body):
    return np.array(body.inertia)


def test_box():
    """m (b^2 + c^2) / 12, and its contour."""
    box = ss.RigidBody.box((0.1, 0.2, 0.3), density=RHO, position=(0, 0, 1), name="box")
    assert box.mass == pytest.approx(RHO * 0.006, rel=1e-15)
    np.testing.assert_allclose(inertia(box), box.mass / 12 * np.array([0.13, 0.10, 0.05]), rtol=1e-14)
    assert box.contours[0].lengths == (0.1, 0.2, 0.3) and box.name == "box" and box.position == (0, 0, 1)


def test_planar_shapes():
    """m (a^2 + b^2) / 12 and m r^2 / 2; densities are per area."""
    plate = ss.RigidBody.box((0.3, 0.4), density=5.0)
    assert (plate.mass, plate.inertia) == pytest.approx((0.6, 0.6 * 0.25 / 12))
    disk = ss.RigidBody.disk(0.2, mass=3.0)
    assert (disk.mass, disk.inertia) == pytest.approx((3.0, 0.06))
    assert isinstance(disk.contours[0], ss.Circle)


def test_sphere():
    """2/5 m r^2."""
    ball = ss.RigidBody.sphere(0.2, density=RHO)
    assert ball.mass == pytest.approx(RHO * 4 / 3 * np.pi * 0.008)
    np.testing.assert_allclose(inertia(ball), 0.4 * ball.mass * 0.04, rtol=1e-14)
    assert ball.contours[0].radius == 0.2


def slices(radius_at, ends):
    """Return mass and inertia of a body of revolution about z, summed over its slices (Gauss-Legendre between ends)."""
    x, w = np.polynomial.legendre.leggauss(40)
    total = np.zeros(3)
    for a, b in pairwise(ends):
        z, dz = 0.5 * (a + b) + 0.5 * (b - a) * x, 0.5 * (b - a) * w
        r2 = radius_at(z) ** 2
        total += RHO * np.pi * np.array([(r2 * dz).sum(), ((r2**2 / 4 + r2 * z**2) * dz).sum(), (r2**2 / 2 * dz).sum()])
    return total


@pytest.mark.parametrize(("radius", "length"), [(0.1, 0.5), (0.3, 0.2)])
def test_capsule_and_cylinder(radius, length):
    half = length / 2
    capsule = ss.RigidBody.capsule(radius, length, density=RHO)
    beyond = lambda z: np.maximum(abs(z) - half, 0.0)  # noqa: E731
    m, side, axial = slices(lambda z: np.sqrt(radius**2 - beyond(z) ** 2), (-half - radius, -half, half, half + radius))
    np.testing.assert_allclose([capsule.mass, *inertia(capsule)], [m, side, side, axial], rtol=1e-12)
    assert capsule.contours[0].end == (0.0, 0.0, half) and capsule.contours[0].radius == radius
    cylinder = ss.RigidBody.cylinder(radius, length, density=RHO)
    m, side, axial = slices(lambda z: np.full_like(z, radius), (-half, half))
    np.testing.assert_allclose([cylinder.mass, *inertia(cylinder)], [m, side, side, axial], rtol=1e-12)


def test_a_mass_instead_of_a_density():
    heavy = ss.RigidBody.box((1, 1, 1), mass=6.0, contour=False)
    np.testing.assert_allclose(inertia(heavy), 1.0)
    assert heavy.contours == ()


def test_eight_boxes_are_a_box():
    """However they are turned by quarter turns: the inertia of the whole, at its centre."""
    turns = [0.0, np.pi / 2, np.pi, -np.pi / 2]
    parts = [ss.RigidBody.box((1, 1, 1), density=RHO, position=(x, y, z), rotation=(0, 0, turns[k % 4]))
             for k, (x, y, z) in enumerate(np.ndindex(2, 2, 2))]  # fmt: skip
    whole, box = ss.RigidBody.combined(parts), ss.RigidBody.box((2, 2, 2), density=RHO)
    assert whole.mass == pytest.approx(box.mass)
    np.testing.assert_allclose(whole.position, 0.5)
    np.testing.assert_allclose(inertia(whole), np.diag(box.inertia), atol=1e-10 * box.inertia[0])


def test_combined_bodies_turn_as_one():
    """Turning all parts about the origin turns the tensor: I' = A I A^T."""
    rod = ss.RigidBody.cylinder(0.1, 1.0, density=RHO, position=(0, 0, 0.5))
    bob = ss.PointMass(3.0, position=(0.2, 0, 1))
    A = np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]])
    turned = [ss.RigidBody(rod.mass, rod.inertia, position=A @ rod.position, rotation=A),
              ss.PointMass(3.0, position=A @ bob.position)]  # fmt: skip
    one, other = ss.RigidBody.combined([rod, bob], name="pendulum"), ss.RigidBody.combined(turned)
    np.testing.assert_allclose(inertia(other), A @ inertia(one) @ A.T, atol=1e-12 * one.mass)
    np.testing.assert_allclose(other.position, A @ one.position)
    assert one.name == "pendulum"


def test_dumb_bell():
    """Two masses a distance d apart: m1 m2 / (m1 + m2) d^2, in the plane, too."""
    disks = [ss.RigidBody(m, 0.1, position=(x, 0.0), rotation=0.3) for m, x in ((1.0, 0.0), (3.0, 2.0))]
    both = ss.RigidBody.combined(disks)
    assert both.inertia == pytest.approx(0.2 + 0.75 * 4.0)
    assert both.position == pytest.approx((1.5, 0.0))


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: ss.RigidBody.sphere(0.1), "RigidBody.sphere: give density or mass"),
        (lambda: ss.RigidBody.sphere(0.1, density=1, mass=1), "not both"),
        (lambda: ss.RigidBody.box((1, 1, 1), density="oak"), "RigidBody.box: density = 'oak' must be a number"),
        (lambda: ss.RigidBody.box((1, 0, 1), density=1.0), "positive edge lengths"),
        (lambda: ss.RigidBody.sphere(-0.1, density=1.0), "must be > 0"),
        (lambda: ss.RigidBody.sphere(0.1, density=-1.0), "mass"),
        (lambda: ss.RigidBody.disk(0.1, mass=1.0, inertia=1.0), "'inertia' cannot be given"),
        (lambda: ss.RigidBody.combined([]), "at least one"),
        (lambda: ss.RigidBody.combined([ss.Sphere(1)]), "must be at least one RigidBody or PointMass"),
        (lambda: ss.RigidBody.combined([ss.PointMass(1, position=(0, 0)), ss.PointMass(1, position=(0, 0, 1))]),
         "positions have 2 and 3 components"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_explained(make, text):
    with pytest.raises(ss.ModelError, match=text):
        make()
