"""Arrows point one way: what each folder of the package may import (docs/architecture.md)."""

import ast
from pathlib import Path

import stickslip

ROOT = Path(stickslip.__file__).parent
FOUNDATION = {"_arrays", "_files", "_jit", "errors"}
KERNELS = {"linalg", "mechanics", "contact"}  # they know arrays only, and not each other
MAY_IMPORT = {
    **dict.fromkeys(KERNELS, FOUNDATION),
    "model": {"_arguments", "_arrays", "_files", "errors"},  # what a person writes: no numerics
    "system": FOUNDATION | KERNELS | {"model"},
    "results": {"_arrays", "_files", "errors", "model"},
    "verify": {"_arrays", "errors", "model", "results"},  # independent of all that computes
    "integrators": FOUNDATION | KERNELS | {"_arguments", "_struct", "model", "results", "system"},
    "analysis": FOUNDATION | KERNELS | {"_arguments", "integrators", "model", "results", "system"},
    "viz": FOUNDATION | {"model", "results"},
    "cli": {"_files", "errors", "results"},  # its commands load the rest when they are called
    "examples": {"analysis", "errors", "model"},  # beside ``import stickslip as ss``
}
# Inside functions, loaded when they are called.
MAY_ASK = {
    "model": {"system", "viz"},  # frequencies of floating bodies; tables in notebooks
    "results": {"verify", "viz"},  # result.verify(), result.plot, result.view() and the like
    "analysis": {"viz"},  # plots of studies
    "cli": {"_jit", "analysis", "examples", "integrators", "model", "system", "viz"},
    "examples": {"viz"},
}


def imports(path):
    """Yield the part of the package and whether it is asked for inside a function, for all imports of a file."""

    def visit(node, inside):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ImportFrom) and child.module and child.module.split(".")[0] == "stickslip":
                parts = child.module.split(".")[1:]
                yield from ((part, inside) for part in (parts[:1] or [alias.name for alias in child.names]))
            elif isinstance(child, ast.Import):
                names = [alias.name.split(".") for alias in child.names]
                yield from ((name[1], inside) for name in names if name[0] == "stickslip" and len(name) > 1)
            elif isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
                yield from visit(child, True)
            else:
                yield from visit(child, inside or isinstance(child, ast.FunctionDef))

    return visit(ast.parse(path.read_text()), False)


def test_folders_import_what_they_may():
    folders = {path.name for path in ROOT.iterdir() if (path / "__init__.py").exists()}
    assert folders == set(MAY_IMPORT)
    wrong, found = [], 0
    for folder, allowed in MAY_IMPORT.items():
        for path in (ROOT / folder).rglob("*.py"):
            for part, inside in imports(path):
                found += 1
                if part != folder and part not in allowed | (MAY_ASK.get(folder, set()) if inside else set()):
                    wrong.append(f"{path.relative_to(ROOT)} imports stickslip.{part}")
    assert found > 500
    assert wrong == []


def test_imports_of_a_file_are_found(tmp_path):
    path = tmp_path / "some.py"
    lines = ["import stickslip.viz.plots", "from stickslip import errors", "from stickslip.model.base import short"]
    lines += ["if TYPE_CHECKING:", "    from stickslip.system.layout import System"]
    lines += ["def lazy():", "    if True:", "        from stickslip.cli import main", "import numpy"]
    path.write_text("\n".join(lines))
    expected = [("viz", False), ("errors", False), ("model", False), ("system", True), ("cli", True)]
    assert list(imports(path)) == expected
