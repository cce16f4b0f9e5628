"""Pictures: what is where, films, and what is rejected."""

import numpy as np
import pytest
from PIL import Image

import stickslip as ss
from stickslip.viz.raster import Camera, Canvas
from stickslip.viz.render import film_speed, frame_times, render


@pytest.fixture(scope="module")
def flying():
    """A ball that flies 1 m to the right in 1 s, without weight."""
    model = ss.Model(name="flying")
    ball = model.add(ss.RigidBody(mass=1.0, inertia=0.4 * 0.01, velocity=(1, 0, 0), name="ball"))
    ball.add(ss.Sphere(radius=0.1))
    return ss.simulate(model, 1.0, 0.05)


def coloured(path):
    """Return the pixels (rows, columns) that are neither white nor text."""
    image = np.asarray(Image.open(path).convert("RGB")).astype(int)
    return np.nonzero(np.ptp(image, axis=2) > 30)


def test_projection():
    """Parallel: one metre is as many pixels as the camera says; perspective: nearer is larger, behind is left out."""
    eye, target, up = np.array([0.0, -5.0, 0.0]), np.zeros(3), np.array([0.0, 0.0, 1.0])
    points = np.array([(0, 0, 0), (1, 0, 0), (0, 0, 1), (1, -2.5, 0), (0, -6, 0)], dtype=float)
    parallel = Camera(eye, target, up, 4.0, perspective=False).project(points, 200, 100)
    assert np.allclose(parallel[:4, :2], [(100, 50), (125, 50), (100, 25), (125, 50)])
    central = Camera(eye, target, up, 4.0).project(points, 200, 100)
    assert np.allclose(central[:4, :2], [(100, 50), (125, 50), (100, 25), (150, 50)])
    assert np.isnan(central[4]).all() and central[3, 2] < central[1, 2]


def test_nearer_hides_farther():
    """Two squares one behind the other, drawn in both orders: the nearer one is seen."""
    square = np.array([(-1, 0, -1), (1, 0, -1), (1, 0, 1), (-1, 0, 1)], dtype=float)
    triangles = np.array([(0, 1, 2), (0, 2, 3)])
    red, blue = np.tile((1.0, 0.0, 0.0), (4, 1)), np.tile((0.0, 0.0, 1.0), (4, 1))
    for order in ((0, 1), (1, 0)):
        for perspective in (True, False):
            camera = Camera(np.array([0.0, -5.0, 0.0]), np.zeros(3), np.array([0.0, 0.0, 1.0]), 4.0, perspective)
            canvas = Canvas((40, 40), camera, np.ones(3))
            for k in order:
                colours, depth = ((red, 0.0), (blue, 1.0))[k]
                canvas.triangles(square + np.array([0, depth, 0]), triangles, colours, lit=False)
            assert tuple(canvas.picture()[20, 20]) == (255, 0, 0)


def test_the_ball_moves_across_the_picture(flying, tmp_path):
    """From the front, 1 m of way: seen at 0, 0.5 and 1 s at equal distances, always of the same size."""
    columns, sizes = [], []
    for t in (0.0, 0.5, 1.0):
        path = render(flying, tmp_path / f"{t}.png", time=t, view="front", size=(480, 320))
        rows, cols = coloured(path)
        columns.append(cols.mean())
        sizes.append(np.ptp(rows))
    assert np.diff(columns) == pytest.approx([np.diff(columns).mean()] * 2, abs=1.0)
    scale = np.diff(columns).sum()  # pixels per metre
    assert scale > 150 and sizes == pytest.approx([0.2 * scale] * 3, abs=3)


def test_planar_bodies_are_in_front_of_the_ground(tmp_path):
    """A disk with its lower half below the line of the ground is seen whole, column by column."""
    model = ss.Model(dim=2, gravity=(0, 0))
    disk = model.add(ss.RigidBody(1.0, 0.1, velocity=(1e-3, 0)))
    disk.add(ss.Circle(radius=0.1))
    model.ground.add(ss.Plane(normal=(0, 1)))
    rows, cols = coloured(render(ss.simulate(model, 0.02, 1e-2), tmp_path / "disk.png", size=(320, 240)))
    assert np.ptp(rows) > 80 and np.ptp(rows) == pytest.approx(np.ptp(cols), abs=2)
    for column in np.arange(cols.mean() + 5, cols.mean() + 40, 5, dtype=int):  # beside the radius drawn on it
        seen = np.sort(rows[cols == column])
        assert np.diff(seen).max() == 1


def test_film(flying, tmp_path):
    """Five frames per second at real speed: six pictures of one second."""
    path = render(flying, tmp_path / "film.gif", fps=5, speed=1.0, size=(120, 90))
    with Image.open(path) as film:
        assert (film.n_frames, film.size) == (6, (120, 90))


def test_speed_of_films(flying):
    from stickslip.viz.build import build

    scene = build(flying)
    assert film_speed(scene) == 0.1
    assert frame_times(scene, 10, 0.5)[-1] == pytest.approx(1.0)
    for bad in ({"fps": 0}, {"fps": -1}, {"speed": 0}, {"fps": float("nan")}):
        with pytest.raises(ss.StickslipError, match="positive number"):
            frame_times(scene, **{"fps": 10, "speed": 1, **bad})
    with pytest.raises(ss.StickslipError, match="too many"):
        frame_times(scene, 30, 1e-9)


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("a.bmp", {}, "must end with"),
        ("a.png", {"view": "below"}, "view = 'below' must be one of iso"),
        ("a.png", {"colour": "taste"}, "colour = 'taste' must be one of"),
        ("a.png", {"size": (1, 1)}, "pixels"),
        ("a.png", {"time": 2.0}, "outside the result"),
        ("missing/a.png", {}, "cannot write"),
    ],
)
def test_refused(flying, tmp_path, name, options, reason):
    with pytest.raises(ss.StickslipError, match=reason):
        render(flying, tmp_path / name, **options)


def test_everything_is_within_the_picture():
    """Near corners of a long box appear larger: all eight stay inside, with a margin that is not wasted."""
    from stickslip.viz.render import camera_for
    from stickslip.viz.scene import ContactFrames, Scene

    none = np.zeros((0, 3))
    contacts = ContactFrames(np.zeros(2, np.int64), none, none, *(np.zeros(0, np.int64),) * 3)
    for lengths in ((10.0, 1.0, 1.0), (1.0, 10.0, 1.0), (1.0, 1.0, 10.0), (2.0, 2.0, 2.0)):
        low, high = np.zeros(3), np.array(lengths)
        scene = Scene("box", 3, np.array([0.0, 0, 1]), low, high, np.zeros(1), 1, 0.0, (), contacts)
        corners = np.array(np.meshgrid(*zip(low, high))).reshape(3, -1).T
        for size in ((960, 720), (400, 800)):
            found = camera_for(scene, "iso", size).project(corners, *size)[:, :2]
            assert (found > 0).all() and (found < size).all()
            assert max(np.ptp(found, axis=0) / size) > 0.7


def test_the_clock_of_a_picture_has_enough_digits(flying):
    from dataclasses import replace

    from stickslip.viz.build import build
    from stickslip.viz.render import clock

    scene = build(flying)
    assert clock(scene, 0.5) == "t = 0.500 s"
    assert clock(replace(scene, time=1e-4 * scene.time), 5e-5) == "t = 0.0000500 s"
    assert clock(replace(scene, clock="load factor"), 0.5) == "load factor 0.500"
