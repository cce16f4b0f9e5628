"""Result: names, shapes and numbers of the analytic bouncing ball."""

from __future__ import annotations

import csv
import json
import subprocess
import sys

import numpy as np
import pytest
from synthetic import E_N, HEIGHT, MASS, RADIUS, SPEED, G, chunk, fill, header, height, model

import stickslip as ss
from stickslip.codes import CONTACT, LEDGER, SLIP, STICK
from stickslip.errors import StickslipError
from stickslip.results.result import Result, load
from stickslip.results.store import MemoryStore
from stickslip.results.summary import write_summary


@pytest.fixture(autouse=True)
def close_figures():
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@pytest.fixture(scope="module")
def result():
    return Result(fill(MemoryStore(header())))


def test_body_series(result):
    """x = v t, z = radius + gap, rotation the unit matrix."""
    ball = result["ball"]
    gap, rate, _ = height(result.time)
    np.testing.assert_array_equal(ball.position[:, 0], SPEED * result.time)
    np.testing.assert_array_equal(ball.position[:, 2], gap + RADIUS)
    np.testing.assert_array_equal(ball.velocity[:, 2], rate)
    assert ball.rotation.shape == (2001, 3, 3) and ball.angular_velocity.shape == (2001, 3)
    np.testing.assert_array_equal(ball.rotation[7], np.eye(3))
    assert ball.q.shape == (2001, 12) and ball.mass == MASS
    assert result[model()["ball"]] is ball and len(result) == 2001
    assert not result["ground"].position.any()
    with pytest.raises(StickslipError, match="spatial"):
        _ = ball.angle


def test_directors_are_the_columns_of_the_rotation():
    store = MemoryStore(header())
    c = chunk(0, 1)
    c.q[0, 3:12] = [0, 1, 0, -1, 0, 0, 0, 0, 1]  # d1 = e_y, d2 = -e_x
    store.append(c)
    np.testing.assert_array_equal(Result(store)["ball"].rotation[0] @ [1, 0, 0], [0, 1, 0])


def test_planar_and_linear_bodies():
    head = header()
    entry = {"q_off": 0, "nq": 3, "u_off": 0, "nu": 3, "mass": 2.0}
    head |= {"dim": 2, "joints": [], "contours": []}
    head["bodies"] = [
        {"name": "disk", "kind": "rigid", **entry},
        {"name": "modes", "kind": "linear", "q_off": 3, "nq": 2, "u_off": 3, "nu": 2, "mass": 0},
        {"name": "belt", "kind": "prescribed", "q_off": 5, "nq": 0, "u_off": 5, "nu": 0, "mass": 0},
    ]
    store = MemoryStore(head)
    c = chunk(0, 4)
    q = np.arange(20.0).reshape(4, 5)
    none = np.zeros((4, 0))
    store.append(c._replace(q=q, u=q + 100, reaction=none, drift=none, coordinate=none))
    result = Result(store)
    np.testing.assert_array_equal(result["disk"].angle, [2, 7, 12, 17])
    np.testing.assert_array_equal(result["disk"].angular_velocity, [102, 107, 112, 117])
    np.testing.assert_allclose(result["disk"].rotation[1, :2, 0], [np.cos(7), np.sin(7)])
    np.testing.assert_array_equal(result["modes"].q[:, 1], [4, 9, 14, 19])
    with pytest.raises(StickslipError, match=r"use \.q"):
        _ = result["modes"].position
    with pytest.raises(StickslipError, match="prescribed"):
        _ = result["belt"].velocity
    assert result.plot.phase("disk", "angle").axes[0].get_ylabel().endswith("[rad/s]")
    assert result.plot.body("modes") and result.plot.body("disk") and result.plot.phase("modes", 1)


def test_joint_series(result):
    np.testing.assert_array_equal(result["hinge"].coordinate, np.sin(result.time))
    np.testing.assert_array_equal(result["hinge"].reaction[:, 1], 2 * result.time)
    np.testing.assert_array_equal(result["hinge"].drift, 1e-9 * result["hinge"].reaction)


def test_mistyped_name_gives_the_nearest(result):
    with pytest.raises(KeyError, match="did you mean 'ball'"):
        _ = result["bal"]
    with pytest.raises(KeyError, match=r"ball"):
        result.contacts.between("bal", "ground")
    with pytest.raises(KeyError, match="did you mean 'gap'"):
        result.contacts.column("gapp")


def test_contact_pair(result):
    """Weight m g while closed, slip speed v, and the gap of the flight while it is recorded."""
    gap, _, _ = height(result.time)
    objects = model()
    skin, floor = objects["ball"].contours[0], objects.ground.contours[0]
    sides = [
        ("ball", "ground"),
        ("ground.floor", "ball.skin"),
        ("skin", "floor"),
        (skin, floor),
        (objects["ball"], floor),
    ]
    plain = ss.Sphere(radius=RADIUS)  # unnamed, but the only sphere of its body
    ss.RigidBody(1, 1, name="ball").add(plain)
    for a, b in (*sides, (floor, plain)):
        pair = result.contacts.between(a, b)
        np.testing.assert_array_equal(pair.gap, np.where(gap < 0.1, gap, np.nan))
        np.testing.assert_allclose(pair.force, np.where(gap < 1e-3, MASS * G, 0.0), rtol=1e-14)
        np.testing.assert_array_equal(pair.status, np.where(gap < 1e-3, SLIP, 0))
        np.testing.assert_array_equal(np.isnan(pair.slip), gap >= 1e-3)
        assert np.nanmax(pair.slip) == SPEED
    np.testing.assert_array_equal(result.contacts.closed, (gap < 1e-3).astype(int))
    assert result.contacts.pairs() == [("ground.floor", "ball.skin")]
    points = result.contacts.at(0.6)
    assert points.time == 0.6 and len(points) == int(gap[600] < 0.1)


def test_several_points_of_a_pair_are_joined():
    """Two points: forces add as vectors, gap is the smaller, slip the larger, and one sticking point holds the pair."""
    store = MemoryStore(header())
    rows = np.zeros((2, len(CONTACT)))
    values = {
        "b": [1, 1], "gap": [-1e-9, 1e-6], "P_N": [2e-3, 1e-3], "P_T1": [3e-3, 0], "P_T2": [0, 4e-3],
        "gamma_T1": [0, 3], "gamma_T2": [0, 4], "status": [STICK, SLIP], "n_z": [1, 1], "t1_x": [1, 1],
    }  # fmt: skip
    for name, value in values.items():
        rows[:, CONTACT.index(name)] = value
    store.append(chunk(0, 1)._replace(contact_count=np.array([2]), contacts=rows))
    pair = Result(store).contacts.between("ball", "floor")
    assert pair.gap[0] == -1e-9 and pair.slip[0] == 5.0 and pair.status[0] == STICK and pair.points[0] == 2
    np.testing.assert_allclose([pair.force[0], pair.friction[0]], [3.0, 5.0])  # dt = 1e-3, |(3, 4)| = 5
    np.testing.assert_allclose(Result(store).contacts[0].force, [[3, 0, 2], [0, 4, 1]])


def test_energy_balance(result):
    """The remainder closes the balance, and the impacts cost m g h (1 - e^(2 k))."""
    energy = result.energy
    change = energy.total - energy.total[0]
    np.testing.assert_allclose(change, energy.table[:, 2:].sum(axis=1), atol=1e-12)
    _, _, hits = height(result.time)
    assert energy.summary()["impacts"] == pytest.approx(-MASS * G * HEIGHT * (1 - E_N ** (2 * hits[-1])))
    assert [name for name in LEDGER if not hasattr(energy, name)] == []


def test_certificate(result):
    """Largest residual is 1e-14 (1 + sin t) at t = pi/2, to the recorded instant."""
    certificate = result.certificate
    assert certificate.residual == pytest.approx(2e-14, rel=1e-6)
    assert certificate.at["residual"] == pytest.approx(np.pi / 2, abs=1e-3)
    text = str(certificate)
    assert "residual of the contact laws" in text and "unexplained remainder" in text and "finished" in text
    assert all(len(line) < 80 for line in text.splitlines())


def test_nan_is_the_worst_value():
    store = MemoryStore(header())
    c = chunk(0, 5)
    c.certificate[2, 3] = np.nan
    store.append(c)
    certificate = Result(store).certificate
    assert np.isnan(certificate.penetration) and certificate.at["penetration"] == pytest.approx(2e-3)


def test_empty_result():
    result = Result(MemoryStore(header()))
    assert len(result) == 0 and "0 instants" in str(result.certificate) and result.summary()["status"] == "unfinished"
    assert result["ball"].position.shape == (0, 3) and "unfinished" in repr(result)
    assert result.contacts.pairs() == []
    result.plot.energy(), result.plot.gaps(), result.plot.contacts()


def test_save_and_load(result, tmp_path):
    result.save(tmp_path / "a.h5")
    again = load(tmp_path / "a.h5")
    np.testing.assert_array_equal(again["ball"].position, result["ball"].position)
    np.testing.assert_array_equal(again.contacts.closed, result.contacts.closed)
    assert str(again.certificate) == str(result.certificate) and again.summary() == result.summary()
    assert again.model is None and ss.load is load


def test_model_comes_back_from_the_file(tmp_path):
    store = MemoryStore({**header(), "model_yaml": model().to_yaml()})
    Result(store).save(tmp_path / "a.h5")
    back = load(tmp_path / "a.h5").model
    assert back.to_yaml() == model().to_yaml()


def test_summary_json(result, tmp_path):
    quantities = {"n": np.int64(3), "v": np.float32(0.5), "a": np.arange(2.0), "bad": np.nan, "big": np.inf}
    quantities["ok"] = np.True_
    write_summary(tmp_path / "summary.json", result, quantities)
    text = (tmp_path / "summary.json").read_text()
    data = json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))
    assert set(data) == {
        "quantities", "certificate", "verdict", "energy", "timing", "status", "message", "model", "integrator"
    }  # fmt: skip
    assert data["verdict"] == result.certificate.verdict
    assert data["quantities"] == {"n": 3, "v": 0.5, "a": [0.0, 1.0], "bad": None, "big": "inf", "ok": True}
    assert data["timing"] == {"steps": 2000, "wall_s": 0.5, "steps_per_s": 4000.0, "compile_s": 0.0}
    assert data["integrator"]["type"] == "MoreauMidpoint" and data["status"] == "finished"
    with pytest.raises(StickslipError, match="cannot write"):
        write_summary(tmp_path / "no" / "summary.json", result, {})


def test_csv(result, tmp_path):
    files = result.to_csv(tmp_path / "csv")
    assert sorted(p.name for p in files) == [
        "body_ball.csv", "certificate.csv", "contacts.csv", "energy.csv", "joint_hinge.csv",
    ]  # fmt: skip
    with (tmp_path / "csv" / "body_ball.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2001 and [float(r["x"]) for r in rows] == result["ball"].position[:, 0].tolist()
    with (tmp_path / "csv" / "contacts.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert rows[0]["a"] == "ground.floor" and len(rows) == result.store.n_contacts


def test_xarray(result):
    pytest.importorskip("xarray")
    data = result.to_xarray()
    assert data["ball.position"].dims == ("time", "axis") and data["ball.position"].attrs["units"] == "m"
    assert float(data["ball.position"].sel(axis="x").sel(time=1.0, method="nearest")) == pytest.approx(1.0)
    assert float(data["energy"].sel(ledger="impacts")[-1]) == result.energy.impacts[-1]
    assert data.sizes["contact"] == result.store.n_contacts


def test_figures_are_shown_once_in_notebooks(result, monkeypatch):
    """The inline backend shows every open figure at the end of a cell, beside the value of the cell."""
    import matplotlib
    import matplotlib.pyplot as plt

    monkeypatch.setattr(matplotlib, "get_backend", lambda: "module://matplotlib_inline.backend_inline")
    before = plt.get_fignums()
    assert len(result.plot.energy().axes) == 2
    assert plt.get_fignums() == before


def test_figures(result, tmp_path):
    for k, figure in enumerate(
        [
            result.plot.energy(),
            result.plot.gaps(),
            result.plot.contacts(),
            result.plot.body("ball"),
            result.plot.phase("ball", "z"),
        ]
    ):
        figure.savefig(tmp_path / f"{k}.png")
        labels = [axis.get_ylabel() for axis in figure.axes if axis.get_ylabel()]
        assert labels and figure.axes[-1].get_xlabel()
    line = result.plot.phase("ball", "z").axes[0].lines[0]
    np.testing.assert_array_equal(line.get_ydata(), result["ball"].velocity[:, 2])
    with pytest.raises(KeyError, match="component"):
        result.plot.phase("ball", "w")
    with pytest.raises(StickslipError, match="nothing recorded"):
        result.plot.body("ground")


def test_matplotlib_is_loaded_only_for_figures():
    code = "import sys, stickslip.results.result; sys.exit('matplotlib' in sys.modules or 'pytest' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
