"""Compiled functions called by compiled functions are linked from memory and, in another process, from disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
    """Two installations of the same sources share their compiled code; a path in it would compile it twice."""
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
        _jit._read.cache_clear()
        source_hash.cache_clear()
        return [source_hash(tmp_path / f"{name}.py") for name in ("one", "two", "three", "four")]

    with monkeypatch.context() as patched:
        patched.setattr(_jit, "_PACKAGE", tmp_path)
        before, after = hashes("pass"), hashes("pass  # changed")
    _jit._read.cache_clear()
    source_hash.cache_clear()
    assert [a == b for a, b in zip(before, after, strict=True)] == [False, False, False, True]


USER = """
import sys
{first}
from stickslip._jit import njit
from helper import third

@njit
def value(x):
    return third(x)

print(value(2.0), "NUMBA_CACHE_DIR" in __import__("os").environ)
"""


@pytest.mark.parametrize("first", ["", "sys.modules['stickslip._inner'] = None  # as with a Numba of the future"])
def test_code_of_users_follows_what_their_files_import(first, tmp_path):
    """Numba alone would keep the compiled code of ``value`` when ``helper`` changes."""
    script, helper, cache = tmp_path / "user.py", tmp_path / "helper.py", tmp_path / "cache"
    script.write_text(USER.format(first=first))
    environment = {key: value for key, value in os.environ.items() if key != "NUMBA_CACHE_DIR"}
    environment["STICKSLIP_CACHE"] = str(cache)

    def run(factor: float) -> tuple[str, int]:
        helper.write_text(f"from stickslip._jit import njit\n\n@njit\ndef third(x):\n    return {factor} * x\n")
        done = subprocess.run(
            [sys.executable, str(script)], env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout.strip(), len(list(cache.rglob("*.nbc")))

    (one, files), (again, kept), (other, more) = run(1.5), run(1.5), run(2.5)
    assert (one, again, other) == ("3.0 False", "3.0 False", "5.0 False")
    assert files == kept < more


def test_a_file_that_changes_while_it_runs_does_not_name_its_old_code(tmp_path):
    path = tmp_path / "kernel.py"
    path.write_text("x = 1")
    before = source_hash(path)
    path.write_text("x = 2")
    source_hash.cache_clear()
    assert source_hash(path) == before


def test_code_of_another_numba_or_processor_is_not_ready(monkeypatch, tmp_path):
    monkeypatch.setattr(_jit, "cache_folder", lambda: tmp_path)

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


SHARED = """
from typing import NamedTuple
from stickslip._jit import njit

class {name}(NamedTuple):
    x: float

@njit
def double(pair):
    return 2.0 * pair.x

print(double({name}(1.5)))
"""


def test_code_of_another_version_that_cannot_be_read_is_compiled_again(tmp_path):
    """An index may name types of another version of the package."""
    cache, script = tmp_path / "cache", tmp_path / "pairs.py"
    environment = os.environ | {"STICKSLIP_CACHE": str(cache), "PYTHONPATH": str(tmp_path)}

    def run(name: str) -> str:
        script.write_text(SHARED.format(name=name))
        os.utime(script, (1, 1))  # for Numba the same file
        command = [sys.executable, "-c", "import pairs"]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()

    assert [run(name) for name in ("First", "Other", "First")] == ["3.0"] * 3


def test_c_functions_are_compiled_again_when_what_they_call_changes(tmp_path):
    """The compiled code that families are called by depends on other files, as that of any kernel."""
    helper, script = tmp_path / "helper.py", tmp_path / "family.py"
    script.write_text(
        "from numba import types\nimport helper\nfrom stickslip._jit import c_function\n\n\n"
        "def entry(x):\n    return helper.double(x)\n\n\n"
        "print(c_function(entry, types.float64(types.float64)).ctypes(3.0))\n"
    )
    environment = os.environ | {"STICKSLIP_CACHE": str(tmp_path / "cache")}
    for factor in (2.0, 5.0, 2.0):
        helper.write_text(f"from stickslip._jit import njit\n\n\n@njit\ndef double(x):\n    return {factor} * x\n")
        done = subprocess.run(
            [sys.executable, str(script)], env=environment, capture_output=True, text=True, check=True
        )
        assert float(done.stdout) == 3.0 * factor
