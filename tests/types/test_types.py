"""What users' type checkers see: stubs are current, and scripts, pages and examples pass mypy --strict and pyright."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import stickslip as ss
from stickslip.model import stubs

ROOT = Path(__file__).parents[2]
PACKAGE = Path(ss.__file__).parent
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs" / "tutorial").glob("*.md"))]


@pytest.mark.parametrize("module", stubs.modules())
def test_stubs_are_current(module):
    path = PACKAGE.joinpath(*module.split(".")[1:]).with_suffix(".pyi")
    assert path.read_text() == stubs.stub(module), "run `python -m stickslip.model.stubs`"


def test_no_stub_is_left_over():
    made = {PACKAGE.joinpath(*module.split(".")[1:]).with_suffix(".pyi") for module in stubs.modules()}
    assert set(PACKAGE.rglob("*/*.pyi")) == made


def checked(*files: Path, folder: Path, relaxed: bool = False) -> str:
    """Return what mypy says about files of a user who has the package installed.

    ``relaxed`` allows functions without annotations; what they do is checked nevertheless.
    """
    options = ["--strict", "--ignore-missing-imports", "--follow-imports=silent", "--config-file="]
    options += ["--allow-untyped-defs", "--allow-untyped-calls", "--allow-incomplete-defs"] if relaxed else []
    command = [sys.executable, "-m", "mypy", *options, *map(str, files)]
    environment = {"MYPYPATH": str(PACKAGE.parent), "MYPY_CACHE_DIR": str(ROOT / ".mypy_cache" / "users"), "PATH": ""}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=folder)
    return "\n".join(line for line in done.stdout.splitlines() if "error:" in line) + done.stderr


def pyright(*files: Path, folder: Path) -> list[str]:
    """Return the errors of pyright, with its default settings, in a user's files; skip where it is missing."""
    program = Path(sys.executable).with_name("pyright")
    found = str(program) if program.exists() else shutil.which("pyright")
    if found is None:
        pytest.skip("pyright is not installed")
    settings = {"extraPaths": [str(PACKAGE.parent)], "typeCheckingMode": "standard"}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [found, "--project", str(folder), "--pythonpath", sys.executable, "--outputjson"]
    for file in files:
        if file.parent != folder:
            shutil.copy(file, folder)
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    try:
        report = json.loads(done.stdout)
    except json.JSONDecodeError:
        pytest.skip(f"pyright does not run here: {done.stderr[-200:]}")
    assert report["summary"]["filesAnalyzed"] >= len(files)
    return [
        f"{Path(entry['file']).name}:{entry['range']['start']['line'] + 1}: {entry['message']}"
        for entry in report["generalDiagnostics"]
        if entry["severity"] == "error"
    ]


def scripts_of_pages(folder: Path) -> list[Path]:
    """Write the scripts of README and tutorial, page by page."""
    files = []
    for page in PAGES:
        path = folder / (re.sub(r"\W", "_", page.stem) + "_page.py")
        path.write_text("\n".join(BLOCK.findall(page.read_text())))
        files.append(path)
    return files


def test_a_script_of_a_user(tmp_path):
    script = Path(__file__).with_name("user_script.py")
    assert checked(script, folder=tmp_path) == ""
    assert pyright(script, folder=tmp_path) == []


def test_pages(tmp_path):
    """Functions of README and tutorial have no annotations; what they do is checked nevertheless."""
    files = scripts_of_pages(tmp_path)
    assert checked(*files, folder=tmp_path, relaxed=True) == ""
    assert pyright(*files, folder=tmp_path) == []


def test_examples(tmp_path):
    files = sorted((PACKAGE / "examples").glob("*.py"))
    assert checked(*files, folder=tmp_path) == ""
    assert pyright(*files, folder=tmp_path) == []


def test_wrong_arguments_are_found(tmp_path):
    wrong = {
        "ss.Revolute(ground, ground, (0, 0, 1))": "Too many positional arguments",
        'ss.RigidBody("heavy", 1.0)': "incompatible type",
        "ss.Sphere(0.1, colour=1)": "Unexpected keyword",
        "ss.RigidBody(1.0, 1.0).weight": "has no attribute",
        "ss.simulate(ss.Model(), 1.0, 1e-3, ss.Theta())": "Too many positional arguments",
        "ss.Theta(tehta=0.6)": "Unexpected keyword",
        'ss.SolidBody.box((1, 1), 2, ss.steel, plane="flat")': "incompatible type",
    }
    path = tmp_path / "wrong.py"
    path.write_text("import stickslip as ss\nground = ss.Model().ground\n" + "\n".join(wrong) + "\n")
    found = checked(path, folder=tmp_path).splitlines()
    for number, (line, text) in enumerate(wrong.items(), start=3):
        assert any(f"wrong.py:{number}:" in one and text in one for one in found), f"{line}: {found}"
