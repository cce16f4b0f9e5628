"""kill -9 at random moments of real runs: the file is readable, the resumed run is the whole one, bit for bit."""

import functools
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from kills import SCHEMES, run

import stickslip as ss
from stickslip.results.columns import COLUMNS

HERE = Path(__file__).parent


@functools.cache
def whole(scheme):
    return run(scheme)


def kill(folder, scheme, count, seed):
    """Kill runs; return how many of them were neither at their begin nor at their end."""
    words = [sys.executable, str(HERE / "kills.py"), str(folder), scheme, str(count), str(seed)]
    subprocess.run(words, check=True, timeout=600)
    inside = 0
    for k in range(count):
        path = folder / f"{k}.h5"
        if not path.exists():  # killed before there was anything to write
            continue
        broken = ss.load(path)
        n = len(broken)
        np.testing.assert_array_equal(broken.store.read("q"), whole(scheme).store.read("q")[:n])
        if broken.store.last_checkpoint() is None:
            continue
        inside += broken.status == "unfinished" and n > 1
        broken.store.close()
        resumed = ss.resume(path)
        assert resumed.status == "finished"
        for column in COLUMNS:
            found, expected = resumed.store.read(column), whole(scheme).store.read(column)
            np.testing.assert_array_equal(found, expected, err_msg=f"{column} of {path}")
    return inside


@pytest.mark.parametrize("scheme", ["moreau", "alpha"])
def test_killed_runs(tmp_path, scheme):
    assert kill(tmp_path, scheme, 3, 1) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
def test_many_killed_runs(tmp_path, scheme):
    assert kill(tmp_path, scheme, 40, 2) >= 13
