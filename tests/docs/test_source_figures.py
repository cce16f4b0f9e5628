"""The page of figures, the functions that make them and the files agree."""

import importlib.util
import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
ROW = re.compile(r"\[(\w+)\]\(figures/(\w+)\.png\)")
MOST = 120_000  # bytes


def listed() -> list[tuple[str, str]]:
    return ROW.findall((DOCS / "figures.md").read_text())


def functions() -> dict:
    spec = importlib.util.spec_from_file_location("make_figures", DOCS / "make_figures.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.FIGURES


def test_page_lists_every_function_once():
    assert sorted(name for name, _ in listed()) == sorted(functions())
    assert all(name == file for name, file in listed())


def test_every_figure_has_its_file_and_no_file_is_left_over():
    files = {path.stem: path for path in (DOCS / "figures").glob("*")}
    assert set(files) == {name for name, _ in listed()}
    for path in files.values():
        data = path.read_bytes()
        assert data.startswith(b"\x89PNG") and 3_000 < len(data) < MOST, path.name


def test_figures_say_what_they_show():
    assert all(len(function.__doc__ or "") > 20 for function in functions().values())
