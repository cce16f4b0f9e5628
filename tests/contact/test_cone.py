"""The conical contour against mechanics with known answers."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import stickslip as ss

G = 9.81
R, H = 0.1, 0.3  # radius of the base and height
ALPHA = np.arctan(R / H)
SLANT = np.hypot(R, H)


def cone(model, apex, axis, **fields):
    """A homogeneous cone with its apex at a place; its own axes are at the centre of mass, the third to the apex."""
    axis = np.array(axis) / np.linalg.norm(axis)
    turn = Rotation.align_vectors([axis], [[0.0, 0.0, 1.0]])[0]
    mass, across = 2.0, 3.0 / 80.0 * (4.0 * R**2 + H**2)
    inertia = (mass * across, mass * across, mass * 0.3 * R**2)
    body = model.add(
        ss.RigidBody(mass, inertia, position=np.array(apex) - 0.75 * H * axis, rotation=turn.as_matrix(), **fields)
    )
    return body, body.add(ss.Cone(R, H, position=(0.0, 0.0, -0.25 * H)))


def checked(result):
    """The run is proven, and nothing is wrong in the independent check."""
    assert result.certificate.proven, result.certificate
    verdict = result.verify()
    assert not verdict.flagged, verdict
    return result


def test_cone_rests_on_its_base():
    model = ss.Model(gravity=(0, 0, -G))
    floor = model.ground.add(ss.Plane((0, 0, 1)))
    _body, skin = cone(model, (0, 0, H), (0, 0, 1), name="cone")
    model.add(ss.Contact(floor, skin, friction=0.3))
    result = checked(ss.simulate(model, 0.5, 1e-3))
    assert abs(result["cone"].position - [0, 0, 0.25 * H]).max() < 1e-12
    assert result.certificate.depth < 1e-12
    assert np.abs(result.contacts[-1].force.sum(axis=0)) == pytest.approx([0, 0, 2.0 * G], abs=1e-9)


@pytest.mark.parametrize("shape", ["cone", "cylinder"])
@pytest.mark.parametrize("over", [-0.02, 0.02])
def test_cone_tips_over_the_edge_of_its_base(shape, over):
    """On a rough slope it stands while the weight points into the base: h tan(slope) < R."""
    slope = np.arctan(R / (0.25 * H)) + over
    model = ss.Model(gravity=(G * np.sin(slope), 0, -G * np.cos(slope)))
    floor = model.ground.add(ss.Plane((0, 0, 1)) if shape == "cone" else ss.Cuboid((4, 4, 1), position=(0, 0, -0.5)))
    _, skin = cone(model, (0, 0, H), (0, 0, 1), name="cone")
    model.add(ss.Contact(floor, skin, friction=5.0))
    result = ss.simulate(model, 0.5, 1e-3)
    tilt = np.arccos(np.clip(result["cone"].rotation[-1][2, 2], -1, 1))
    assert (tilt > 0.01) == (over > 0.0)


def rolling(dt, t_end, integrator=None):
    """A cone on its side, on a rough slope about y, its line of contact turned by 0.3 from the line of fall."""
    slope, theta = 0.2, 0.3
    model = ss.Model(gravity=(G * np.sin(slope), 0, -G * np.cos(slope)))
    floor = model.ground.add(ss.Plane((0, 0, 1)))
    axis = -np.array([np.cos(ALPHA) * np.cos(theta), np.cos(ALPHA) * np.sin(theta), np.sin(ALPHA)])
    _body, skin = cone(model, (0, 0, 0), axis, name="cone")
    model.add(ss.Contact(floor, skin, friction=5.0))
    options = {} if integrator is None else {"integrator": integrator}
    return slope, theta, ss.simulate(model, t_end, dt, **options)


def test_cone_rolls_about_its_apex_like_a_pendulum():
    """T = 3/40 m h^2 (1 + 5 cos^2 alpha) theta'^2, V = -3/4 m g h cos(alpha) sin(slope) cos(theta).

    Landau and Lifshitz, Mechanics, sec. 32, problem 7. The period of a pendulum of amplitude 0.3 is that of small ones
    times 1 + 0.3^2 / 16 + 11 * 0.3^4 / 3072.
    """
    slope, theta, result = rolling(5e-4, 1.5)
    checked(result)
    omega = np.sqrt(5.0 * G * np.cos(ALPHA) * np.sin(slope) / (H * (1.0 + 5.0 * np.cos(ALPHA) ** 2)))
    period = 2.0 * np.pi / omega * (1.0 + theta**2 / 16.0 + 11.0 * theta**4 / 3072.0)
    x = result["cone"].position
    angle = np.arctan2(x[:, 1], x[:, 0])
    down = np.flatnonzero((angle[:-1] > 0.0) & (angle[1:] <= 0.0))[0]
    quarter = result.time[down] + 5e-4 * angle[down] / (angle[down] - angle[down + 1])
    assert quarter == pytest.approx(0.25 * period, rel=2e-3)
    assert angle.min() == pytest.approx(-theta, abs=2e-3)
    assert np.abs(np.linalg.norm(x, axis=1) - 0.75 * H).max() < 1e-3  # the apex stays


def test_ball_slides_down_the_flank():
    """Without friction along the flank, with g cos(alpha)."""
    model = ss.Model(gravity=(0, 0, -G))
    skin = model.ground.add(ss.Cone(R, H))
    n, down = np.array([np.cos(ALPHA), 0, np.sin(ALPHA)]), np.array([np.sin(ALPHA), 0, -np.cos(ALPHA)])
    start = np.array([0, 0, H]) + 0.05 * down + 0.02 * n
    ball = model.add(ss.RigidBody(1.0, 1.6e-4, position=start, name="ball"))
    model.add(ss.Contact(skin, ball.add(ss.Sphere(0.02))))
    result = checked(ss.simulate(model, 0.15, 1e-4))
    way = (result["ball"].position - start) @ down
    assert way == pytest.approx(0.5 * G * np.cos(ALPHA) * result.time**2, abs=2e-4)
    assert np.abs((result["ball"].position - start) @ n).max() < 1e-9


def test_corner_bounces_from_the_flank():
    """A point thrown at the flank comes back with e times its normal velocity, and keeps the other one."""
    model = ss.Model(gravity=(0, 0, 0))
    skin = model.ground.add(ss.Cone(R, H))
    n, down = np.array([np.cos(ALPHA), 0, np.sin(ALPHA)]), np.array([np.sin(ALPHA), 0, -np.cos(ALPHA)])
    point = model.add(ss.PointMass(1.0, position=np.array([0, 0, H]) + 0.15 * down + 0.02 * n, velocity=-n, name="p"))
    model.add(ss.Contact(skin, point.add(ss.Point()), restitution=0.5))
    result = checked(ss.simulate(model, 0.05, 1e-3))
    assert result["p"].velocity[-1] == pytest.approx(0.5 * n, abs=1e-9)


def test_apex_bounces():
    """e = 1: a cone that falls on its apex comes back as fast, whatever the other bodies."""
    model = ss.Model(gravity=(0, 0, 0))
    floor = model.ground.add(ss.Plane((0, 0, 1)))
    _, skin = cone(model, (0, 0, 0.05), (0, 0, -1), velocity=(0, 0, -1.0), name="cone")
    model.add(ss.Contact(floor, skin, restitution=1.0))
    result = checked(ss.simulate(model, 0.1, 1e-3))
    assert result["cone"].velocity[-1] == pytest.approx([0, 0, 1.0], abs=1e-9)


def test_fast_ball_does_not_pass_through():
    model = ss.Model(gravity=(0, 0, 0))
    skin = model.ground.add(ss.Cone(R, H))
    ball = model.add(ss.RigidBody(1.0, 1e-4, position=(0.5, 0, 0.1), velocity=(-300.0, 0, 0), name="ball"))
    model.add(ss.Contact(skin, ball.add(ss.Sphere(0.01))))
    result = ss.simulate(model, 0.01, 1e-3)
    assert result["ball"].velocity[-1] @ [np.sin(ALPHA), 0, -np.cos(ALPHA)] == pytest.approx(-300.0 * np.sin(ALPHA))
    assert result["ball"].position[-1, 2] > H  # along the flank, and over the apex


def test_verify_says_what_it_did_not_check():
    model = ss.Model(gravity=(0, 0, -G))
    box = model.ground.add(ss.Cuboid((1, 1, 1), position=(0, 0, -0.5)))
    _, skin = cone(model, (0, 0, H), (0, 0, 1), name="cone")
    model.add(ss.Contact(box, skin, friction=0.3))
    result = ss.simulate(model, 0.05, 1e-3)
    assert result.certificate.proven and result.certificate.depth < 1e-12
    assert any("revolved" in text for text in result.verify().unchecked)


def test_cone_is_drawn_as_its_hull():
    from stickslip.viz.triangles import shape_mesh

    mesh = shape_mesh(ss.Cone(R, H, axis=(1, 0, 0)).picture(3, 1.0))
    assert mesh.vertices[:, 0].max() == pytest.approx(H) and mesh.vertices[:, 0].min() == pytest.approx(0.0)
    a, b, c = (mesh.vertices[mesh.triangles[:, k]] for k in range(3))
    volume = np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6.0
    assert volume == pytest.approx(np.pi * R**2 * H / 3.0, rel=5e-3)


def test_cone_in_the_plane_is_refused():
    model = ss.Model(dim=2)
    body = model.add(ss.RigidBody(1.0, 1.0))
    model.add(ss.Contact(model.ground.add(ss.Plane((0, 1))), body.add(ss.Cone(R, H))))
    with pytest.raises(ss.ModelError, match="not available in a model with dim = 2"):
        ss.simulate(model, 0.1, 1e-3)
