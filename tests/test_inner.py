"""Compiled functions called by compiled functions are linked from memory and, in another process, from disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba

from stickslip import _jit
from stickslip._jit import cache_folder, njit, ready, source_hash
from stickslip.integrators.advance import advance

MODULE = """
import sys
from stickslip._jit import njit

@njit
def root(x):
    if x < 0.0:
        raise ValueError("no root of a negative number", 3)
    if x > 100.0:
        raise ValueError(f"not beyond 100: {int(x)}")
    return x**0.5

@njit
def first(x):
    return root(x) + 1.0

@njit
def second(x):
    return first(x) + root(x)

entry = {"first": first, "second": second}[sys.argv[1]]
print(entry(4.0))
for x in (-1.0, 101.0):
    try:
        entry(x)
    except ValueError as error:
        print(*error.args)
print(root(9.0), len(root.signatures))
"""


def test_inner_functions_in_memory_and_from_disk(tmp_path):
    script, cache = tmp_path / "roots.py", tmp_path / "cache"
    script.write_text(MODULE)

    def run(entry: str) -> tuple[list[str], dict[str, int]]:
        environment = os.environ | {"STICKSLIP_CACHE": str(cache)}
        done = subprocess.run(
            [sys.executable, str(script), entry], env=environment, capture_output=True, text=True, check=True
        )
        kept = {path.name: path.stat().st_mtime_ns for path in cache.rglob("*.nbc")}
        return done.stdout.splitlines(), kept

    messages = ["no root of a negative number 3", "not beyond 100: 101", "3.0 1"]
    fresh, kept = run("first")
    assert fresh == ["3.0", *messages]
    assert [name.split("-")[1] for name in kept if name.startswith("inner-")] == ["roots.root"]
    other, more = run("second")
    assert other == ["5.0", *messages]
    assert {name: more[name] for name in kept} == kept  # root was linked from disk
    assert run("second") == (other, more)


def test_code_is_kept_by_the_place_of_a_file_in_the_package():
    """Two installations of the same sources share their machine code; a path in it would compile it twice."""
    place = cache_folder() / "integrators" / source_hash(Path(advance.py_func.__code__.co_filename).resolve())
    assert advance._cache.cache_path == str(place)
    assert advance._inner_cache.cache_path == str(place)


def test_code_depends_on_files_that_are_imported_indirectly(monkeypatch, tmp_path):
    def hashes(last: str) -> list[str]:
        for name, text in (
            ("one", "from stickslip.two import f"),
            ("two", "from stickslip import x\nimport stickslip.three"),
        ):
            (tmp_path / f"{name}.py").write_text(text)
        (tmp_path / "three.py").write_text(last)
        (tmp_path / "four.py").write_text("from stickslip.part import (\n    nothing,\n)")
        _jit._imports.cache_clear()
        source_hash.cache_clear()
        return [source_hash(tmp_path / f"{name}.py") for name in ("one", "two", "three", "four")]

    with monkeypatch.context() as patched:
        patched.setattr(_jit, "_PACKAGE", tmp_path)
        before, after = hashes("pass"), hashes("pass  # changed")
    _jit._imports.cache_clear()
    source_hash.cache_clear()
    assert [a == b for a, b in zip(before, after, strict=True)] == [False, False, False, True]


def test_code_of_another_numba_or_processor_is_not_ready(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))

    @njit
    def double(x):
        return 2 * x

    assert not ready(double)
    double(1.5)
    assert ready(double)
    again = njit(double.py_func)  # as in a new process: nothing in memory
    assert not again.signatures and ready(again)
    with monkeypatch.context() as other:
        other.setattr(again._cache._cache_file, "_version", "0.1")
        assert not ready(again)
    monkeypatch.setattr(type(again.targetctx.codegen()), "magic_tuple", lambda self: ("another", "processor", ""))
    assert not ready(again)
