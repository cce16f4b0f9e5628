"""What users' checkers see: stubs are current, and scripts, pages and examples pass ``mypy --strict``."""

import re
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

    ``relaxed`` allows functions without annotations; what they do is checked all the same.
    """
    options = ["--strict", "--ignore-missing-imports", "--follow-imports=silent", "--config-file="]
    options += ["--allow-untyped-defs", "--allow-untyped-calls", "--allow-incomplete-defs"] if relaxed else []
    command = [sys.executable, "-m", "mypy", *options, *map(str, files)]
    environment = {"MYPYPATH": str(PACKAGE.parent), "MYPY_CACHE_DIR": str(ROOT / ".mypy_cache" / "users"), "PATH": ""}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=folder)
    judged = [line for line in done.stdout.splitlines() if "error:" in line]
    ours = [line for line in judged if line.startswith(str(PACKAGE)) and "[type-arg]" in line]  # not of users
    return "\n".join(line for line in judged if line not in ours) + done.stderr


def test_a_script_of_a_user(tmp_path):
    assert checked(Path(__file__).with_name("user_script.py"), folder=tmp_path) == ""


def test_pages(tmp_path):
    """Scripts of README and tutorial, whose functions have no annotations."""
    files = []
    for page in PAGES:
        path = tmp_path / (re.sub(r"\W", "_", page.stem) + "_page.py")
        path.write_text("\n".join(BLOCK.findall(page.read_text())))
        files.append(path)
    assert checked(*files, folder=tmp_path, relaxed=True) == ""


def test_examples(tmp_path):
    """Names of arguments, fields and methods; without annotations the types of values are not known."""
    files = sorted((PACKAGE / "examples").glob("*.py"))
    found = checked(*files, folder=tmp_path, relaxed=True).splitlines()
    assert [line for line in found if re.search(r"\[(call-arg|attr-defined|union-attr|name-defined)\]", line)] == []


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
