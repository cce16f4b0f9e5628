"""What the shell offers after TAB: examples, their parameters, files. Sources are read, not imported, to be quick."""

from __future__ import annotations

import ast
import os
from pathlib import Path

_FOLDER = Path(__file__).parents[1] / "examples"
_OPTIONS = ("out", "progress")  # of every example, given by other options


def models(incomplete: str) -> list[str]:
    """Return examples and model files whose names begin so."""
    return [name for name in _examples() if name.startswith(incomplete)] + _files(incomplete, (".yaml", ".yml"))


def results(incomplete: str) -> list[str]:
    """Return result files, and folders on the way to them."""
    return _files(incomplete, (".h5",))


def model_files(incomplete: str) -> list[str]:
    """Return model files, and folders on the way to them."""
    return _files(incomplete, (".yaml", ".yml"))


def settings(incomplete: str) -> list[str]:
    """Return ``NAME=`` of the parameters of the example on the line, or ``NAME=VALUE`` where the values are known."""
    line = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS") or ""  # bash, other shells
    known = {name.replace("-", "_") for name in _examples()}
    found = parameters(next((word for word in line.split() if word.replace("-", "_") in known), ""))
    name, equals, value = incomplete.partition("=")
    if equals:
        return [f"{name}={choice}" for choice in found.get(name, ()) if choice.startswith(value)]
    return [f"{key}=" for key in found if key.startswith(name)]


def parameters(example: str) -> dict[str, tuple[str, ...]]:
    """Return the parameters of an example with the values that ``Literal[...]`` allows, if any."""
    try:
        tree = ast.parse((_FOLDER / f"{example.replace('-', '_')}.py").read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError):
        return {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "run":
            return {
                entry.arg: _choices(entry.annotation) for entry in node.args.kwonlyargs if entry.arg not in _OPTIONS
            }
    return {}


def _choices(annotation: ast.expr | None) -> tuple[str, ...]:
    if not isinstance(annotation, ast.Subscript) or getattr(annotation.value, "id", "") != "Literal":
        return ()
    inner = annotation.slice
    items = inner.elts if isinstance(inner, ast.Tuple) else [inner]
    return tuple(str(item.value) for item in items if isinstance(item, ast.Constant))


def _examples() -> list[str]:
    return sorted(path.stem.replace("_", "-") for path in _FOLDER.glob("*.py") if not path.name.startswith("_"))


def _files(incomplete: str, suffixes: tuple[str, ...]) -> list[str]:
    folder, _, start = incomplete.rpartition("/")
    base = f"{folder}/" if "/" in incomplete else ""
    try:
        entries = sorted(Path(base or ".").iterdir())
    except OSError:
        return []
    hidden = start.startswith(".")
    names = [f"{path.name}/" if path.is_dir() else path.name for path in entries]
    return [
        f"{base}{name}"
        for name in names
        if name.startswith(start) and (hidden or name[0] != ".") and name.endswith(("/", *suffixes))
    ]
