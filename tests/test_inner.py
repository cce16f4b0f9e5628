"""Compiled functions called by compiled functions are linked from memory and, in another process, from disk."""

from __future__ import annotations

import os
import subprocess
import sys

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
