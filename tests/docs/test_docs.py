"""Every code block of README, tutorial and how-to guides runs, in order, in a folder of its own per page."""

import contextlib
import doctest
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted((DOCS / "tutorial").glob("*.md")), *sorted((DOCS / "howto").glob("*.md"))]
PAGES += [DOCS / "index.md", DOCS / "coming-from.md"]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SETUP = ("make ", "python -m pip", "stickslip warmup")  # commands that set up the machine, which the tests run on


class Block(NamedTuple):
    line: int
    language: str
    text: str


def blocks(page: Path) -> list[Block]:
    """Return the code blocks of a page. Those of other languages than python, pycon and bash are not run."""
    text = page.read_text()
    return [Block(text.count("\n", 0, m.start()) + 1, m[1], m[2]) for m in FENCE.finditer(text)]


def run_python(block: Block, page: Path, names: dict) -> None:
    source = "\n" * block.line + block.text  # messages show lines of the page
    exec(compile(source, str(page), "exec"), names)


def run_session(block: Block, page: Path, names: dict) -> None:
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
    test = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line)
    runner = doctest.DocTestRunner(optionflags=flags & ~doctest.IGNORE_EXCEPTION_DETAIL, verbose=False)
    report: list[str] = []
    runner.run(test, out=report.append)
    assert runner.failures == 0, "".join(report)


def known_commands() -> set[str]:
    from stickslip.cli.main import app

    return {command.name or command.callback.__name__ for command in app.registered_commands}


def run_shell(block: Block) -> None:
    for line in block.text.splitlines():
        command = line.partition("#")[0].strip()
        if not command or command.startswith(SETUP):
            continue
        assert command.startswith("stickslip "), f"line {block.line}: cannot test '{command}'"
        words = command.split()
        if words[1] not in known_commands():
            pytest.skip(f"needs the command '{words[1]}'")
        program = "from stickslip.cli.main import main; main()"
        done = subprocess.run([sys.executable, "-c", program, *words[1:]], capture_output=True, text=True)
        assert done.returncode == 0, f"line {block.line}: {command}\n{done.stdout}{done.stderr}"


@pytest.fixture(autouse=True)
def no_windows(monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "Agg")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_code_of_page_runs(page, tmp_path):
    names: dict = {"__name__": "__main__"}
    skipped = []
    with contextlib.chdir(tmp_path):
        for block in blocks(page):
            try:
                if block.language == "python":
                    run_python(block, page, names)
                elif block.language == "pycon":
                    run_session(block, page, names)
                elif block.language == "bash":
                    run_shell(block)
            except pytest.skip.Exception as reason:
                skipped.append(str(reason))
    if skipped:
        pytest.skip("; ".join(skipped) + "; all else ran")


def test_paths_named_in_the_pages_exist():
    """`lines/beam/kernel.py` on a page is a file of the package (architecture.md tells of parts to come, too)."""
    path = re.compile(
        r"`((?:model|system|mechanics|contact|linalg|integrators|results|analysis|viz|cli|examples)/[\w/]+\.py)`"
    )
    for page in set(DOCS.rglob("*.md")) - {DOCS / "architecture.md"}:
        for name in path.findall(page.read_text()):
            assert (ROOT / "src" / "stickslip" / name).exists(), f"{page.name}: {name}"


def test_functions_named_in_the_theory_pages_exist():
    """A link "`lines/beam/kernel.py`: `set_strain`, `beam`" names functions of that file."""
    link = re.compile(r"`((?:\w+/)+\w+\.py)`: ((?:`\w+`(?:, )?)+)")
    found = 0
    for page in (DOCS / "theory").glob("*.md"):
        for name, functions in link.findall(page.read_text()):
            source = (ROOT / "src" / "stickslip" / name).read_text()
            for function in re.findall(r"`(\w+)`", functions):
                assert re.search(rf"^\s*(def|class) {function}\b|^{function}\b.*=", source, re.MULTILINE), (
                    page,
                    function,
                )
                found += 1
    assert found > 40
