"""Random words on the command line: help, a result or one line that says what is wrong, never a traceback."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from typing import Any

import pytest
from hypothesis import given, seed
from hypothesis import strategies as st
from limits import cases, limited
from nasty import texts

from stickslip.cli import main as cli

_WORDS = ("run", "resume", "info", "examples", "--help", "--version", "--set", "--out", "--t-end", "--dt", "-q",
          "--quiet", "--", "-", "-x", "model.yaml", "bad.yaml", "bad.h5", "missing.h5", ".", "/", "/proc", "/dev/full",
          "bouncing", "e=1", "=", "e=", "--set=e=[", "1", "-1", "nan", "1e999", "0", "1e-3", "--dt=x", "~")  # fmt: skip


def attempt(data: Any, folder: Any) -> None:
    """Call the command once."""
    text = texts.filter(lambda word: "\0" not in word and len(word) < 1000)
    words = data.draw(st.lists(st.one_of(st.sampled_from(_WORDS), st.sampled_from(_WORDS), text), max_size=6))
    (folder / "model.yaml").write_text("model: {parts: [{kind: RigidBody, mass: 1, inertia: 1}]}\n")
    (folder / "bad.yaml").write_text("model: [")
    (folder / "bad.h5").write_bytes(b"\x89HDF\r\n\x1a\n" + bytes(40))
    out, err, old = io.StringIO(), io.StringIO(), sys.argv
    sys.argv = ["stickslip", *words]
    try:
        with (
            limited(),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            pytest.raises(SystemExit) as end,
        ):
            cli.main()
    finally:
        sys.argv = old
    code = end.value.code
    assert code in (None, 0, 1, 2), code
    assert "Traceback" not in err.getvalue() and "STICKSLIP_DEBUG" not in err.getvalue(), err.getvalue()
    assert not code or err.getvalue() or out.getvalue(), "an error without a word"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(os.environ, "COLUMNS", "200")
    return tmp_path


def test_random_words(folder):
    @cases(80)
    @given(data=st.data())
    def run(data):
        attempt(data, folder)

    run()


@pytest.mark.slow
def test_many_random_words(folder):
    @seed(1)
    @cases(500, fixed=False)
    @given(data=st.data())
    def run(data):
        attempt(data, folder)

    run()
