"""Keyframes: the promised tolerance holds at every recorded instant, with few of them kept."""

import numpy as np
import pytest
from synthetic import HEIGHT, G, fill, header, model

import stickslip as ss
from stickslip.results.result import Result
from stickslip.results.store import MemoryStore
from stickslip.viz.build import SceneBuilder, build
from stickslip.viz.keyframes import Places, fewer, thin, thin_by_pieces
from stickslip.viz.rotations import continuous, matrix, quaternions, rotation_vectors


def places(t, x, q=None, reach=()):
    turning = np.zeros((len(t), 0, 4)) if q is None else q
    return Places(t, x, turning, np.array(reach, dtype=float))


def slerp(q, t, at):
    """Interpolate quaternions (n, 4) at times by the shorter way."""
    k = np.clip(np.searchsorted(t, at, side="right") - 1, 0, len(t) - 2)
    x = (at - t[k]) / (t[k + 1] - t[k])
    a, b = q[k], q[k + 1]
    dot = (a * b).sum(axis=1)
    b = np.where(dot[:, None] < 0, -b, b)
    angle = np.arccos(np.clip(abs(dot), -1, 1))
    s = np.where(angle < 1e-9, 1.0, np.sin(angle))
    u = np.where(angle < 1e-9, 1 - x, np.sin((1 - x) * angle) / s)
    v = np.where(angle < 1e-9, x, np.sin(x * angle) / s)
    return u[:, None] * a + v[:, None] * b


def test_linear_motion_needs_two_keyframes_and_a_kink_one_more():
    t = np.linspace(0.0, 1.0, 1001)
    straight = np.stack([3.0 * t, 1.0 - t], axis=1)
    assert thin(places(t, straight), 1e-6, np.zeros(0, int)).tolist() == [0, 1000]
    kink = abs(t - 0.25)[:, None]
    assert thin(places(t, kink), 1e-9, np.zeros(0, int)).tolist() == [0, 250, 1000]


@pytest.mark.parametrize("tolerance", [1e-2, 1e-3, 1e-4])
def test_parabola_holds_the_tolerance_with_about_the_least_number_of_keyframes(tolerance):
    """A chord of t^2/2 over a span h is h^2/8 off; looking ahead only costs at most twice the least number."""
    t = np.linspace(0.0, 10.0, 20001)
    x = 0.5 * t[:, None] ** 2
    rows = thin(places(t, x), tolerance, np.zeros(0, int))
    error = abs(np.interp(t, t[rows], x[rows, 0]) - x[:, 0]).max()
    assert error <= tolerance * (1.0 + 1e-9)
    least = 10.0 / np.sqrt(8.0 * tolerance / np.sqrt(12.0))  # each of six components gets its share
    assert len(rows) <= 2.0 * least + 3


def test_steady_spin_is_exact_by_slerp():
    """A constant angular velocity needs keyframes only because slerp takes the shorter way: less than 2.5 rad apart."""
    t = np.linspace(0.0, 1.0, 2001)
    q = continuous(quaternions(matrix(100.0 * t[:, None] * np.array([0.6, 0.0, 0.8]))))[:, None]
    rows = thin(places(t, np.zeros((len(t), 0)), q, [1.0]), 1e-6, np.zeros(0, int))
    turned = slerp(q[rows, 0], t[rows], t)
    assert abs(rotation_vectors(q[:, 0], turned[None])[0]).max() < 1e-6
    assert 100.0 / 2.5 <= len(rows) <= 1.05 * 100.0 / 2.5 + 3


def test_wobbling_body_holds_the_tolerance():
    t = np.linspace(0.0, 2.0, 4001)
    vector = np.stack([np.sin(7 * t), 0.4 * np.cos(11 * t), 3.0 * t], axis=1)
    q = continuous(quaternions(matrix(vector)))[:, None]
    tolerance, reach = 1e-3, 0.7
    rows = thin(places(t, np.zeros((len(t), 0)), q, [reach]), tolerance, np.zeros(0, int))
    turned = slerp(q[rows, 0], t[rows], t)
    error = np.linalg.norm(rotation_vectors(q[:, 0], turned[None])[0], axis=-1).max() * reach
    assert len(rows) < 500
    assert error <= tolerance


def test_pieces_give_the_tolerance_of_the_whole():
    t = np.linspace(0.0, 1.0, 5001)
    x = np.stack([np.sin(20 * t), np.exp(-t)], axis=1)
    whole = places(t, x)
    rows, kept = thin_by_pieces(whole.rows, len(t), 64, 1e-3, np.array([1234]))
    assert rows[0] == 0 and rows[-1] == len(t) - 1 and 1234 in rows
    assert (np.diff(rows) > 0).all()
    np.testing.assert_array_equal(kept.time, t[rows])
    for c in range(2):
        assert abs(np.interp(t, t[rows], x[rows, c]) - x[:, c]).max() <= 1e-3 * (1 + 1e-9)
    few, wider = fewer(kept, rows, 1e-3, np.array([1234]), 40)
    assert len(few) <= 40 and wider > 1e-3
    for c in range(2):
        assert abs(np.interp(t, t[few], x[few, c]) - x[:, c]).max() <= wider


def test_a_resting_body_does_not_collect_all_instants():
    """A segment is at most 4096 instants long, so pieces of a run are enough to find it."""
    t = np.arange(100_000.0)
    seen = []

    def read(start, stop):
        seen.append(stop - start)
        return places(t[start:stop], np.zeros((stop - start, 3)))

    rows, _ = thin_by_pieces(read, len(t), 1000, 1e-6, np.zeros(0, int))
    assert len(rows) == -(-100_000 // 4096) + 1
    assert max(seen) == 1000


def test_quaternions_of_all_rotations():
    """R(q(A)) = A, also for half turns about any axis."""
    random = np.random.default_rng(3)
    vectors = np.concatenate([random.normal(size=(200, 3)), np.pi * np.eye(3), -np.pi * np.eye(3), np.zeros((1, 3))])
    A = matrix(vectors)
    w, x, y, z = quaternions(A).T
    R = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    ).transpose(2, 0, 1)
    np.testing.assert_allclose(R, A, atol=1e-14)


def test_bouncing_ball_keeps_the_kinks_and_the_tolerance():
    """Impacts at t_1 = sqrt(2 h / g) and so on are keyframes; between keyframes the ball is where it was recorded."""
    result = Result(fill(MemoryStore(header())), model())
    scene = build(result, tolerance=1e-3)
    ball = next(part for part in scene.parts if part.name == "ball")
    recorded = result["ball"].position
    assert len(scene.time) < 450 and scene.recorded == len(result)
    for c in range(3):
        drawn = np.interp(result.time, scene.time, ball.motion.position[:, c])
        assert abs(drawn - recorded[:, c]).max() <= scene.tolerance
    first = np.sqrt(2 * HEIGHT / G)
    assert abs(scene.time - first).min() < 1e-3  # one step
    assert scene.tolerance == pytest.approx(1e-3 * scene.size)


def test_fewer_instants_raise_the_stated_tolerance():
    result = Result(fill(MemoryStore(header())), model())
    builder = SceneBuilder(result, 1e-5)
    scene = builder.scene(most=60)
    assert len(scene.time) <= 60
    assert scene.tolerance > 1e-5 * scene.size
    ball = next(part for part in scene.parts if part.name == "ball")
    drawn = np.interp(result.time, scene.time, ball.motion.position[:, 2])
    assert abs(drawn - result["ball"].position[:, 2]).max() <= scene.tolerance


@pytest.mark.parametrize("tolerance", [0.0, -1.0, 1.0, "much", float("nan")])
def test_tolerance_is_checked(tolerance):
    result = Result(fill(MemoryStore(header()), n=11), model())
    with pytest.raises(ss.StickslipError, match="tolerance"):
        build(result, tolerance)


def test_no_instants_are_refused():
    with pytest.raises(ss.StickslipError, match="no instants"):
        build(Result(MemoryStore(header()), model()))
