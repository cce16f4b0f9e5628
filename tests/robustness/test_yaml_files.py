"""Damaged and hostile model files: a model or a ModelError, soon, and nothing is ever executed."""

from __future__ import annotations

import functools
from typing import Any

import pytest
import yaml
from hypothesis import given, seed
from hypothesis import strategies as st
from limits import cases, limited
from nasty import spoiled_bytes, spoiled_tree
from samples import SAMPLES

import stickslip as ss
from stickslip.model.yaml_io import load, load_simulation

pytestmark = pytest.mark.usefixtures("compiled")
SIMULATION = "simulation: {t_end: 2e-3, dt: 1e-3, record_every: 1, integrator: {type: Theta, theta: 0.6}}\n"


@functools.cache
def texts() -> list[str]:
    """Return the files of all samples that can be written."""
    found = []
    for name in sorted(SAMPLES):
        sample = SAMPLES[name][0]()
        model = sample.use(sample.make(**sample.fields))
        try:
            found += [] if model is None else [model.to_yaml() + SIMULATION]
        except ss.ModelError:  # Python functions
            pass
    return found


def pieces(sentinel: str) -> tuple[bytes, ...]:
    run = f"!!python/object/apply:os.system ['touch {sentinel}']"
    return tuple(
        text.encode("utf-8", "surrogatepass")
        for text in (
            run, f"\nx: {run}\n", f"!!python/object/new:type [a, [], {{__init__: {run}}}]", "!!binary aGk=",
            f"{{{{ __import__('os').system('touch {sentinel}') }}}}", "&a [*a, *a]", "<<: *a", "[" * 500, "{a: " * 500,
            "- " * 500, "1" * 5000, "0x" + "f" * 5000, "1:" * 500 + "0", "\n---\n", "\n...\n", "%YAML 9.9\n", "\ud800",
            "\x00", "\ufeff", "? [a]\n: b", "name: a\nname: a\n", "!!timestamp 9999-99-99", ".inf", "~", "\t", "'", '"',
        )
    )  # fmt: skip


def attempt(data: Any, folder: Any) -> None:
    """Read one damaged file, and run what it gives."""
    text = data.draw(st.sampled_from(texts()))
    if data.draw(st.booleans()):
        tree = data.draw(spoiled_tree(yaml.safe_load(text)), label="tree")
        content = yaml.safe_dump(tree, allow_unicode=True, sort_keys=False).encode("utf-8", "surrogatepass")
    else:
        content = data.draw(spoiled_bytes(text.encode(), pieces(str(folder / "sentinel"))), label="bytes")
    path = folder / "model.yaml"
    path.write_bytes(content)
    try:
        with limited():
            model, options = load(path), load_simulation(path)
            if options.get("t_end", 1) / options.get("dt", 1) < 100:
                ss.simulate(model, 2e-3, 1e-3)
    except ss.StickslipError as error:
        assert str(error)
    assert not (folder / "sentinel").exists(), "something was executed"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("yaml")


def test_damaged_files(folder):
    @cases(100)
    @given(data=st.data())
    def run(data):
        attempt(data, folder)

    run()


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_many_damaged_files(folder, part):
    """The same with 3000 other cases."""

    @seed(part)
    @cases(750, fixed=False)
    @given(data=st.data())
    def run(data):
        attempt(data, folder)

    run()


def test_bombs_in_the_middle_of_a_file(folder):
    """A billion laughs, merge keys and an endless alias at a place that is read."""
    laughs = "".join(f"  {n}: &{n} [{', '.join([f'*{p}'] * 9)}]\n" for p, n in zip("abcdefgh", "bcdefghi", strict=True))
    for bomb in (f"model:\n  a: &a [x, x]\n{laughs}", "model: &m\n  <<: *m\n", "model: {parts: &p [*p]}\n"):
        with limited(), pytest.raises(ss.ModelError):
            load(bomb)
