"""Stores: what is read is what was written, whatever happens to the writer or the file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import h5py
import numpy as np
import pytest
from synthetic import chunk, fill, header

from stickslip.errors import StickslipError
from stickslip.results.columns import COLUMNS, Chunk
from stickslip.results.encode import decode_state, encode_state
from stickslip.results.result import load
from stickslip.results.store import Hdf5Store, MemoryStore, copy_store

HERE = Path(__file__).parent


def assert_is_run(store, n):
    """The store holds exactly the first n instants of the analytic run."""
    expected = chunk(0, n)
    for name, column in zip(COLUMNS, expected):
        np.testing.assert_array_equal(store.read(name), column, err_msg=name)


def test_memory_and_file_give_the_same(tmp_path):
    memory = fill(MemoryStore(header()))
    file = fill(Hdf5Store(tmp_path / "a.h5", header()))
    again = Hdf5Store.open(tmp_path / "a.h5")
    for store in (memory, file, again):
        assert_is_run(store, 2001)
        assert store.status == "finished" and store.timing["steps"] == 2000 and store.header == header()
        state, n, _ = store.last_checkpoint()
        assert n == 2001 and state["step"] == 2100
        np.testing.assert_array_equal(state["u"], np.arange(6.0) + 2000)
    np.testing.assert_array_equal(again.read("q", slice(5, 9), slice(0, 3)), memory.read("q", slice(5, 9), slice(0, 3)))


def test_cleanly_closed_file_opens_with_plain_h5py(tmp_path):
    fill(Hdf5Store(tmp_path / "a.h5", header())).close()
    with h5py.File(tmp_path / "a.h5") as file:
        assert file["data/energy"].attrs["columns"][0] == b"kinetic"
        assert file["data/time"].shape == (2001,)


def test_a_running_file_can_be_read(tmp_path):
    store = Hdf5Store(tmp_path / "a.h5", header(), flush_s=0.0)
    store.append(chunk(0, 70))
    other = Hdf5Store.open(tmp_path / "a.h5")
    assert other.status == "unfinished"
    assert_is_run(other, 70)
    store.append(chunk(70, 50))
    assert_is_run(store, 120)
    assert_is_run(Hdf5Store.open(tmp_path / "a.h5"), 120)


def test_reading_while_another_process_writes(tmp_path):
    """Thirty looks at a growing file: always a prefix of the run, never shorter than before."""
    path = tmp_path / "run.h5"
    process = subprocess.Popen([sys.executable, "writer.py", str(path)], cwd=HERE, stdout=subprocess.PIPE)
    process.stdout.readline()
    lengths = []
    for _ in range(30):
        store = Hdf5Store.open(path)
        assert_is_run(store, store.n)
        lengths.append(store.n)
        store.close()
    process.kill()
    process.wait()
    process.stdout.close()
    assert lengths == sorted(lengths) and lengths[-1] > lengths[0]


def test_model_without_joints_and_coordinates(tmp_path):
    head = {**header(), "bodies": header()["bodies"][:1], "joints": []}
    c = chunk(0, 5)._replace(
        q=np.zeros((5, 0)),
        u=np.zeros((5, 0)),
        reaction=np.zeros((5, 0)),
        drift=np.zeros((5, 0)),
        coordinate=np.zeros((5, 0)),
    )
    for store in (MemoryStore(head), Hdf5Store(tmp_path / "a.h5", head)):
        assert store.read("q").shape == (0, 0)
        store.append(c)
        assert store.read("q").shape == (5, 0) and store.read("coordinate").shape == (5, 0)


def test_shapes_are_checked(tmp_path):
    for store in (MemoryStore(header()), Hdf5Store(tmp_path / "a.h5", header())):
        with pytest.raises(ValueError, match="'u' has shape"):
            store.append(chunk(0, 5)._replace(u=np.zeros((5, 7))))
        with pytest.raises(ValueError, match="'contacts'"):
            store.append(chunk(0, 5)._replace(contact_count=np.ones(5, np.int64)))
        assert store.n == 0


def test_checkpoint_bytes():
    state = {"t": 0.1, "n": 7, "on": True, "q": np.arange(6.0).reshape(2, 3), "i": np.arange(3), "e": np.zeros((0, 4))}
    back = decode_state(encode_state(state))
    assert back["t"] == 0.1 and back["n"] == 7 and back["on"] is True and back["e"].shape == (0, 4)
    assert isinstance(back["n"], int) and isinstance(back["t"], float)
    np.testing.assert_array_equal(back["q"], state["q"])
    assert back["i"].dtype == np.int64
    with pytest.raises(TypeError, match="'f'"):
        encode_state({"f": object()})
    for bad in (b"", b"x", b"[1]\n", b'[{"name":"a","dtype":"object","shape":[1]}]\n', encode_state(state)[:-100]):
        with pytest.raises(StickslipError):
            decode_state(bad)


@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(k, marks=pytest.mark.slow) for k in range(3, 15))])
def test_killed_writer_leaves_a_readable_file(tmp_path, seed):
    """SIGKILL at a random moment; the file holds a prefix of the run; resumed, killed again, still a prefix."""
    path = tmp_path / "run.h5"
    rng = np.random.default_rng(seed)
    before = 0
    for round_ in range(3):
        process = subprocess.Popen(
            [sys.executable, "writer.py", str(path), *(["resume"] if round_ else [])], cwd=HERE, stdout=subprocess.PIPE
        )
        process.stdout.readline()
        time.sleep(float(rng.uniform(0.02, 0.25)))
        os.kill(process.pid, signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        process.stdout.close()
        store = Hdf5Store.open(path)
        assert store.status == "unfinished"
        assert_is_run(store, store.n)
        found = store.last_checkpoint()
        if found is None:
            before = 0
            path.unlink()
            break
        state, n, n_contacts = found
        assert state["step"] == n <= store.n and len(state["impulses"]) == n % 97
        assert n_contacts == store.read("contact_count")[:n].sum()
        assert n >= before  # a resumed run never loses its checkpoint
        before = n
    if before:
        store = Hdf5Store.reopen(path, t_end=9.0)
        assert store.n == before == store.last_checkpoint()[0]["step"] and store.header["t_end"] == 9.0
        store.append(chunk(before, 10))
        store.finish("finished", "", {})
        again = Hdf5Store.open(path)
        assert again.status == "finished"
        assert_is_run(again, before + 10)


def test_resume_needs_a_checkpoint(tmp_path):
    store = Hdf5Store(tmp_path / "a.h5", header())
    store.append(chunk(0, 5))
    store.close()
    with pytest.raises(StickslipError, match="no checkpoint"):
        Hdf5Store.reopen(tmp_path / "a.h5")
    with pytest.raises(StickslipError, match="closed"):
        store.append(chunk(5, 5))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.h5"]


def test_copy_keeps_checkpoint_and_end(tmp_path):
    memory = MemoryStore(header())
    memory.append(chunk(0, 300))
    memory.checkpoint({"step": 300})
    memory.append(chunk(300, 50))
    memory.finish("failed", "no", {"steps": 349})
    copy_store(memory, tmp_path / "a.h5")
    copy = Hdf5Store.open(tmp_path / "a.h5")
    assert_is_run(copy, 350)
    assert copy.last_checkpoint()[:2] == ({"step": 300}, 300) and copy.status == "failed"
    copy_store(copy, tmp_path / "a.h5")  # onto itself: nothing happens
    assert_is_run(copy, 350)


def test_appending_keeps_nothing_in_memory(tmp_path):
    """60 MB go through; the Python side never holds more than a few of the 1.3 MB chunks."""
    head = header()
    head["bodies"][1]["nq"] = 1600
    c = chunk(0, 100)._replace(q=np.ones((100, 1600)))
    store = Hdf5Store(tmp_path / "a.h5", head)
    tracemalloc.start()
    for _ in range(50):
        store.append(c)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    store.close()
    assert (tmp_path / "a.h5").stat().st_size > 60e6 and peak < 5e6


def test_full_disk_is_one_sentence_and_the_rest_is_readable(tmp_path):
    """A limit on the file size stands for the full disk (EFBIG instead of ENOSPC)."""
    script = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (800_000, 800_000))
from synthetic import chunk, header
from stickslip.errors import StickslipError
from stickslip.results.store import Hdf5Store
store = Hdf5Store({str(tmp_path / "a.h5")!r}, header(), flush_s=0.0)
try:
    for k in range(200):
        store.append(chunk(50 * k, 50))
except StickslipError as error:
    print(k, error)
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=HERE, capture_output=True, text=True, timeout=60)
    assert "cannot write" in done.stdout and done.returncode == 0, done
    count = int(done.stdout.split()[0])
    store = Hdf5Store.open(tmp_path / "a.h5")
    assert store.n >= 50 * (count - 1) > 0
    assert_is_run(store, store.n)


def test_places_that_cannot_be_written(tmp_path):
    with pytest.raises(StickslipError, match="does not exist"):
        Hdf5Store(tmp_path / "no" / "a.h5", header())
    with pytest.raises(StickslipError, match="is a folder"):
        Hdf5Store(tmp_path, header())
    (tmp_path / "model.yaml").write_text("model: {}")
    with pytest.raises(StickslipError, match="not overwritten"):
        Hdf5Store(tmp_path / "model.yaml", header())
    with pytest.raises(StickslipError, match="cannot write"):
        Hdf5Store("/proc/a.h5", header())
    assert (tmp_path / "model.yaml").read_text() == "model: {}"


def test_foreign_files(tmp_path):
    with h5py.File(tmp_path / "foreign.h5", "w") as file:
        file["x"] = np.zeros(3)
    (tmp_path / "text.h5").write_text("hello")
    (tmp_path / "empty.h5").write_bytes(b"")
    (tmp_path / "head.h5").write_bytes(b"\x89HDF\r\n\x1a\n" + bytes(40))
    for name in ("foreign.h5", "text.h5", "empty.h5", "head.h5", "missing.h5", "."):
        with pytest.raises(StickslipError) as error:
            Hdf5Store.open(tmp_path / name)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize("closed", [True, False])
def test_damaged_files_are_noticed(tmp_path, closed):
    """Every file with flipped bytes either is rejected in one sentence or still holds exactly the run.

    In a file that is still open, a damaged newest marker is a torn write: what was complete before it is read.
    """
    store = Hdf5Store(tmp_path / "a.h5", header(), flush_s=0.0)
    store.append(chunk(0, 301))
    if closed:
        store.close()
    good = (tmp_path / "a.h5").read_bytes()
    rng = np.random.default_rng(1)
    refused, tries = 0, 40 if closed else 16  # a file that seems open is tried again for a while
    for k in range(tries):
        data = bytearray(good)
        for place in rng.integers(0, len(data), 8):
            data[place] ^= int(rng.integers(1, 256))
        if k % 5 == 0:
            del data[int(rng.integers(0, len(data))) :]
        path = tmp_path / f"bad{k}.h5"
        path.write_bytes(bytes(data))
        try:
            store = Hdf5Store.open(path)
        except StickslipError as error:
            assert "\n" not in str(error)
            refused += 1
            continue
        assert store.n == 301 or (not closed and store.n == 0)
        assert_is_run(store, store.n)
        path.unlink()
    assert refused > tries / 5


def test_other_format_is_named(tmp_path):
    fill(Hdf5Store(tmp_path / "a.h5", header()), n=11).close()
    with h5py.File(tmp_path / "a.h5", "r+", libver="v110") as file:
        file.attrs["format"] = 99
    with pytest.raises(StickslipError, match="format 99"):
        Hdf5Store.open(tmp_path / "a.h5")


def test_chunk_has_the_agreed_columns():
    assert COLUMNS == Chunk._fields == (
        "time", "q", "u", "energy", "certificate", "reaction", "drift", "coordinate", "momentum",
        "contact_count", "contacts",
    )  # fmt: skip


@pytest.mark.parametrize("name", ["header", "marker", "end", "data/q", "data/time", "data"])
def test_links_and_foreign_data_are_not_followed(tmp_path, name):
    """Data of other files, plug-in filters and datasets larger than their file are rejected before they are read."""
    good, bad = tmp_path / "good.h5", tmp_path / "bad.h5"
    fill(Hdf5Store(good, header())).close()

    def linked(file):
        file[name] = h5py.ExternalLink(str(good), f"/{name}")

    def soft(file):
        file[name] = h5py.SoftLink("/elsewhere")
        h5py.File(good).copy(name, file, "elsewhere")

    def bomb(file):
        file.create_dataset(name, (10**12, 13), "f8", chunks=(1000, 13), compression="gzip")

    def unwritten(file):
        file.create_dataset(name, (10**12, 13), "f8", chunks=(1000, 13))

    for change in (linked, soft, bomb, unwritten):
        bad.write_bytes(good.read_bytes())
        with h5py.File(bad, "r+", libver="v110") as file:
            del file[name]
            change(file)
        with pytest.raises(StickslipError, match=r"missing or a link|not written by stickslip|not hold plain numbers"):
            Hdf5Store.open(bad)


@pytest.mark.parametrize(
    "change",
    [
        lambda head: head["bodies"][1].pop("kind"),
        lambda head: head["bodies"][1].update(nq=-1),
        lambda head: head["bodies"][1].update(kind="beam"),
        lambda head: head["contours"][0].update(body=99),
        lambda head: head.update(dim=7),
        lambda head: head.update(dt="soon"),
        lambda head: head.update(dt=0.0),
        lambda head: head.update(laws=["x"]),
        lambda head: head.update(laws=None),
    ],
)
def test_changed_headers_are_refused(tmp_path, change):
    """By the checksum, and without it by a trial of all channels."""
    path = tmp_path / "a.h5"
    fill(Hdf5Store(path, header())).close()
    with h5py.File(path, "r+", libver="v110") as file:
        head = json.loads(bytes(file["header"][()]))
        change(head)
        del file["header"]
        file["header"] = np.bytes_(json.dumps(head).encode())
    with pytest.raises(StickslipError, match="the header does not match its checksum"):
        load(path)
    with h5py.File(path, "r+", libver="v110") as file:
        del file.attrs["header_sum"]
    with pytest.raises(StickslipError, match="is damaged") as kept:
        load(path)
    with h5py.File(path, "r+"):  # nothing holds the file, though the error is kept
        assert kept.value


def test_no_text_of_a_file_is_in_a_heap(tmp_path):
    """The library reads a heap with one wrong byte without end: files have none, and those with one are not read."""
    path = tmp_path / "run.h5"
    Hdf5Store(path, header()).close()
    assert b"GCOL" not in path.read_bytes()
    with h5py.File(path, "r+", libver="v110") as file:
        file.attrs["kind"] = "stickslip result"  # of variable length
    data = path.read_bytes()
    heap = data.index(b"GCOL")
    path.write_bytes(data[: heap + 25] + b"\x01" + data[heap + 26 :])
    with pytest.raises(StickslipError, match="'kind' is not a fixed-length string"):
        Hdf5Store.open(path)
