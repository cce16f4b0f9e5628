"""Streaming: a killed run resumes bit for bit, memory stays bounded, a bad model does not touch an old file."""

import os
import subprocess
import sys
from pathlib import Path

import h5py
import numpy as np
import pytest
from mechanisms import tumbling

import stickslip as ss
from stickslip.results.store import Hdf5Store

KILLED = """
import os, signal, sys, time
import stickslip as ss
from mechanisms import tumbling

def callback(t, state):
    if 0.2995 < t < 0.3005:
        time.sleep(1.2)  # the next piece is followed by a checkpoint in the middle of the run
    if t > 0.6:
        os.kill(os.getpid(), signal.SIGKILL)

ss.simulate(tumbling(3), 1.0, 1e-3, out={out!r}, record_every=3, callback=callback, callback_every=50)
"""


def killed(code, path):
    """Run a program that ends itself; it finds the helpers of the tests."""
    everything = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run([sys.executable, "-c", code.format(out=str(path))], env=everything)


def test_killed_run_resumes_bit_for_bit(tmp_path):
    path = tmp_path / "run.h5"
    child = killed(KILLED, path)
    assert child.returncode == -9
    broken = ss.load(path)
    assert broken.status == "unfinished"
    assert 0.29 < broken.time[-1] < 0.61
    resumed = ss.resume(path)
    whole = ss.simulate(tumbling(3), 1.0, 1e-3, record=ss.Record(every=3))
    assert resumed.status == "finished"
    for column in ("time", "q", "u", "energy", "certificate", "reaction", "coordinate", "contact_count", "contacts"):
        np.testing.assert_array_equal(resumed.store.read(column), whole.store.read(column), err_msg=column)


def test_run_killed_at_once_has_a_checkpoint(tmp_path):
    path = tmp_path / "run.h5"
    code = KILLED.replace("t > 0.6", "t > 0.0")
    child = killed(code, path)
    assert child.returncode == -9
    resumed = ss.resume(path)
    assert resumed.time[0] == 0.0
    assert resumed.time[-1] == pytest.approx(1.0)  # the last state is recorded whatever record_every


def test_first_checkpoint_of_a_mixed_run_keeps_the_contacts_of_the_start(tmp_path):
    path = tmp_path / "run.h5"
    code = KILLED.replace("t > 0.6", "t > 0.0").replace("1e-3, out", "1e-3, integrator=ss.GeneralizedAlpha(), out")
    code = code.replace("tumbling(3), 1.0", "tumbling(3), 0.1")
    child = killed(code, path)
    assert child.returncode == -9
    resumed, whole = (
        ss.resume(path),
        ss.simulate(tumbling(3), 0.1, 1e-3, integrator=ss.GeneralizedAlpha(), record=ss.Record(every=3)),
    )
    assert whole.store.read("contact_count")[0] > 0
    np.testing.assert_array_equal(resumed.store.read("contacts"), whole.store.read("contacts"))


def falling(path):
    model = ss.Model(gravity=(0, 0, -9.81))
    model.add(ss.RigidBody(1.0, 0.1))
    ss.simulate(model, 0.01, 1e-3, out=path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda state: {**state, "ledger": state["ledger"][:-1]}, r"run.h5: 'ledger' .* another version of stickslip"),
        (lambda state: {**state, "q": state["q"][:-1]}, r"run.h5: 'q' of the checkpoint has shape \(11,\)"),
        (lambda state: {k: v for k, v in state.items() if k != "ledger"}, "has no 'ledger'; another version"),
    ],
)
def test_a_checkpoint_that_does_not_fit_is_refused(tmp_path, change, message):
    path = tmp_path / "run.h5"
    falling(path)
    store = Hdf5Store.reopen(path)
    store.checkpoint(change(store.last_checkpoint()[0]))
    store.close()
    before = path.read_bytes()
    with pytest.raises(ss.SimulationError, match=message):
        ss.resume(path)
    assert path.read_bytes() == before


def test_a_file_with_another_ledger_is_refused(tmp_path):
    path = tmp_path / "run.h5"
    falling(path)
    with h5py.File(path, "r+", libver="v110") as file:
        file["data/energy"].attrs["columns"] = np.array(["kinetic", "potential"], "S")
    for read in (ss.load, ss.resume):
        with pytest.raises(ss.StickslipError, match=r"written by another version .* column 'energy' has 2 entries"):
            read(path)


def test_bad_model_leaves_an_old_file_alone(tmp_path):
    path = tmp_path / "run.h5"
    model = ss.Model()
    ball = model.add(ss.RigidBody(1.0, 0.1))
    ss.simulate(model, 0.01, 1e-3, out=path)
    before = path.read_bytes()
    model.add(ss.Spherical(model.ground.point("far", (1, 0, 0)), ball))
    with pytest.raises(ss.ModelError, match="inconsistent"):
        ss.simulate(model, 0.01, 1e-3, out=path)
    assert path.read_bytes() == before


def resident() -> float:
    """Resident memory of this process [MB]."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_memory_of_a_streamed_run_is_bounded(tmp_path):
    """About 60 MB are recorded; the process keeps no more than its buffers of a few."""
    model = ss.Model(gravity=(0, 0, -9.81))
    for k in range(5):
        model.add(ss.RigidBody(1.0, 0.1, position=(k, 0, 0)))
    used = []
    steps = 60_000
    result = ss.simulate(
        model, steps * 1e-4, 1e-4, out=tmp_path / "long.h5", callback=lambda t, s: used.append(resident()),
        callback_every=5000,
    )  # fmt: skip
    assert len(result.time) == steps + 1
    assert (tmp_path / "long.h5").stat().st_size > 20e6
    assert used[-1] - used[3] < 15.0
