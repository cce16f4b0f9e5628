"""Nothing special is replaced or followed, no header leads elsewhere, an interrupt leaves whole records."""

from __future__ import annotations

import json
import os
import signal
import zlib

import h5py
import numpy as np
import pytest

import stickslip as ss
from stickslip.integrators.interrupts import Interrupts
from stickslip.results.columns import COLUMNS
from stickslip.results.store import Hdf5Store


def falling() -> ss.Model:
    model = ss.Model(gravity=(0, 0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    ball = model.add(ss.RigidBody(1.0, 0.1, position=(0, 0, 0.15)))
    model.add(ss.Contact(ball.add(ss.Sphere(radius=0.1)), floor))
    return model


def forge(path, **changes):
    """Change entries of a header, or drop them (None), with a checksum that fits."""
    with h5py.File(path, "r+") as file:
        header = json.loads(bytes(file["header"][()])) | changes
        text = json.dumps({key: value for key, value in header.items() if value is not None}).encode()
        del file["header"]
        file.create_dataset("header", data=np.bytes_(text))
        file.attrs["header_sum"] = zlib.crc32(text)


@pytest.fixture
def stopped(tmp_path):
    """Return the file of a run that can be resumed."""
    path = tmp_path / "run.h5"
    ss.simulate(falling(), 0.02, 1e-3, out=path, stop=lambda t, state: t > 0.01).store.close()
    return path


@pytest.mark.parametrize("kind", ["link", "dangling", "device", "folder"])
def test_special_files_are_not_replaced(kind, tmp_path):
    precious, out = tmp_path / "precious", tmp_path / "out.h5"
    precious.write_text("keep me")
    match kind:
        case "link":
            out.symlink_to(precious)
        case "dangling":
            out.symlink_to(tmp_path / "nothing")
        case "device":
            os.mkfifo(out)
        case "folder":
            out.mkdir()
    before = out.lstat()
    for write in (lambda: ss.simulate(falling(), 0.01, 1e-3, out=out), lambda: falling().to_yaml(out)):
        with pytest.raises(ss.StickslipError, match=r"cannot write .* it is a"):
            write()
    assert precious.read_text() == "keep me" and out.lstat().st_ino == before.st_ino
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.h5", "precious"]


def test_planted_links_are_not_followed(tmp_path):
    precious = tmp_path / "precious"
    precious.write_text("keep me")
    for name in ("out.h5.part", "out.h5.resume"):
        (tmp_path / name).symlink_to(precious)
    ss.simulate(falling(), 0.01, 1e-3, out=tmp_path / "out.h5", stop=lambda t, state: t > 0.005)
    ss.resume(tmp_path / "out.h5")
    assert precious.read_text() == "keep me"


def test_no_header_leads_to_another_file(stopped, tmp_path):
    (tmp_path / "other.yaml").write_text(falling().to_yaml())
    forge(stopped, model_yaml=str(tmp_path / "other.yaml"))
    with pytest.raises(ss.StickslipError, match=r"top level|entry 'model'"):
        ss.resume(stopped)


@pytest.mark.parametrize(
    "changes",
    [
        {"settings": {"tolerance": 1e9, "gap_tolerance": 1e-9, "max_halvings": 5, "record_open_contacts": False}},
        {"settings": {"tolerance": 1e-10, "gap_tolerance": 1e-9, "max_halvings": 5, "record_open_contacts": 7}},
        {"settings": {"tolerance": 1e-10}},
        {"settings": None},
        {"dt": -1.0},
        {"t_end": None},
        {"record_every": 0},
        {"integrator": {"type": "MoreauMidpoint", "speed": 3}},
        {"integrator": "MoreauMidpoint"},
        {"integrator": None},
        {"settings": {"tolerance": 1e-10, "gap_tolerance": 10.0, "max_halvings": 5, "record_open_contacts": False}},
        {"dim": 7},
        {"dim": "x"},
        {"gravity": 7},
        {"gravity": [1.0]},
        {"scheme": 7},
    ],
)
def test_forged_settings_are_refused(stopped, changes):
    forge(stopped, **changes)
    with pytest.raises(ss.StickslipError, match=r"header|integrator|MoreauMidpoint"):
        ss.resume(stopped)


@pytest.mark.parametrize("changes", [{"gravity": 7}, {"gravity": [0.0, -1.0]}, {"scheme": [1]}])
def test_forged_descriptions_are_not_loaded(stopped, changes):
    forge(stopped, **changes)
    with pytest.raises(ss.StickslipError, match="header describes no result"):
        ss.load(stopped)


@pytest.mark.parametrize(
    "changes",
    [
        {"gravity": [0.0, 0.0, 5.0]},
        {"laws": [{"contact": "contact1", "friction": 3.0, "restitution": 0.0}]},
        {"scheme": {"places_only": True, "balances": True}},
    ],
)
def test_the_model_describes_a_resumed_run(stopped, changes):
    """What a verdict reads of the parts comes from the model, not from what a file says beside it."""
    expected = ss.load(stopped).header
    forge(stopped, **changes)
    resumed = ss.resume(stopped)
    assert resumed.status == "finished" and resumed.header == expected


def test_contacts_across_wide_gaps_cannot_be_asked_for():
    """A gap tolerance of several radii held a falling ball in the air, and was proven."""
    with pytest.raises(ss.ModelError, match=r"gap = 10 must be from 0 to 0\.001"):
        ss.simulate(falling(), 0.02, 1e-3, tolerances=ss.Tolerances(gap=10.0))


def test_more_steps_than_can_be_counted():
    with pytest.raises(ss.ModelError, match="too many"):
        ss.simulate(falling(), 1e308, 1e-308)


def test_interrupt_while_rows_are_written(tmp_path, monkeypatch):
    """Ctrl-C in the middle of a record: the run ends after it, and file and memory agree."""
    write, calls = Hdf5Store._append_column, []

    def interrupted(self, name, array):
        calls.append(name)
        if len(calls) == 2 * len(COLUMNS) + 4:
            os.kill(os.getpid(), signal.SIGINT)
        write(self, name, array)

    monkeypatch.setattr(Hdf5Store, "_append_column", interrupted)
    monkeypatch.setattr("stickslip.integrators.run.Run.flush_due", lambda self: True)
    monkeypatch.setattr("stickslip.integrators.run.Run.pace", lambda self: 10)
    result = ss.simulate(falling(), 1.0, 1e-3, out=tmp_path / "run.h5")
    assert result.status == "stopped" and "interrupted" in result.message and len(result) < 100
    monkeypatch.undo()
    assert len(ss.load(tmp_path / "run.h5")) == len(result)
    assert ss.resume(tmp_path / "run.h5").time[-1] == pytest.approx(1.0)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_rows_count_together_or_not_at_all(tmp_path, monkeypatch):
    """An exception between two columns leaves the store as it was: the next rows take the place of the torn ones."""
    result = ss.simulate(falling(), 0.05, 1e-3)
    store = Hdf5Store(tmp_path / "run.h5", result.header, flush_s=0.0)
    from stickslip.results.base import copy_rows

    middle = (20, int(result.store.read("contact_count")[:20].sum()))
    copy_rows(result.store, store, (0, 0), middle)
    write = Hdf5Store._append_column
    for victim in COLUMNS:

        def torn(self, name, array, victim=victim):
            write(self, name, array)
            if name == victim:
                raise KeyboardInterrupt

        monkeypatch.setattr(Hdf5Store, "_append_column", torn)
        with pytest.raises(KeyboardInterrupt):
            copy_rows(result.store, store, middle, (len(result), result.store.n_contacts))
        monkeypatch.setattr(Hdf5Store, "_append_column", write)
        assert (store.n, store.n_contacts) == middle
    copy_rows(result.store, store, middle, (len(result), result.store.n_contacts))
    store.close()
    again = ss.load(tmp_path / "run.h5")
    np.testing.assert_array_equal(again.store.read("q"), result.store.read("q"))


def test_second_interrupt_comes_at_once():
    with pytest.raises(KeyboardInterrupt), Interrupts():
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("010", 10),
        ("0o10", 8),
        ("1e-3", 1e-3),
        ("0x10", 16),
        ("-.5", -0.5),
        ("1:30", None),
        ("no", None),
        ("1_0", None),
    ],
)
def test_numbers_are_those_of_yaml_1_2(text, value):
    """In YAML 1.1 010 is 8, 1:30 is 90, 1_0 is 10 and no is false."""
    model = f"model:\n  parts:\n  - {{kind: RigidBody, name: a, mass: {text}, inertia: 1.0}}\n"
    if value is None or value <= 0.0:
        with pytest.raises(ss.ModelError, match="mass"):
            ss.Model.from_yaml(model)
    else:
        assert ss.Model.from_yaml(model).parts[0].mass == value
