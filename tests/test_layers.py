"""Arrows point one way: what each file of the package may import, by its role (docs/architecture.md).

Families keep all that is theirs in one folder, so the role of a file is that of its folder in the shared machinery, and
that of its name in the folder of a family.
"""

import ast
from pathlib import Path

import stickslip

ROOT = Path(stickslip.__file__).parent
FAMILIES = {"bodies", "bonds", "contact", "floating", "forces", "joints", "lines", "meshes", "shells", "solids"}
ROLE_OF_FOLDER = {
    "model": "declare", "mechanics": "kernel", "linalg": "kernel", "system": "assemble", "results": "results",
    "integrators": "step", "viz": "show", "verify": "verify", "analysis": "analyse", "cli": "ask", "examples": "use",
}  # fmt: skip
ROLE_OF_NAME = {
    "kernel": {
        "kernel", "elements", "evaluation", "places", "curved", "coordinates", "pressure", "stations",
        "guides", "relative", "turns", "tables", "broadphase", "sweep", "passing", "enclosed", "convex", "steps",
        "rows", "tree", "regions", "round", "flat",
    },
    "assemble": {
        "assembly", "axes", "channels", "parameters", "mesh", "surfaces", "reduction", "mortar", "loads",
        "assemble_guides", "assemble_stations", "couples", "curves", "detection", "features", "sides", "compliant",
    },
    "results": {"results"},
    "show": {"scene"},
}  # fmt: skip
ROLE_OF_FILE = {  # names that mean something else in one family
    "contact/kinds": "plain",
    "lines/strains": "kernel", "solids/laws": "kernel", "contact/rows": "assemble", "joints/steps": "step",
    "forces/steps": "step",
}  # fmt: skip
FOUNDATION = {"_arguments", "_arrays", "_files", "codes", "errors", "typing", "plain"}  # plain: numbers with a name
MAY_IMPORT = {  # all roles may import the foundation and files of their own role
    "declare": set(),  # what a person writes: no numerics
    "kernel": {"_jit"},  # arrays only
    "assemble": {"_jit", "declare", "kernel"},
    "results": {"declare"},
    "step": {"_jit", "_struct", "assemble", "declare", "kernel", "results"},
    "show": {"_jit", "declare", "results"},
    "verify": {"declare", "results"},  # independent of all that computes
    "analyse": {"_jit", "assemble", "declare", "kernel", "results", "step"},
    "ask": {"results"},  # commands load the rest when they are called
    "use": {"analyse", "declare"},  # beside ``import stickslip as ss``
}
# Inside functions, loaded when they are called.
MAY_ASK = {
    "declare": {"assemble", "results", "show"},  # a body assembles itself; names of its results and pictures
    "results": {"kernel", "verify", "show"},  # strains; result.verify(), result.plot, result.view() and the like
    "analyse": {"show"},  # plots of studies
    "ask": {"_jit", "analyse", "assemble", "declare", "show", "step", "use"},
    "use": {"show"},
}


def role_of(place):
    """Return the role of a file or package, given as a path below the package without its ending."""
    folder, name = place.parts[0], place.name
    if str(place) in ROLE_OF_FILE:
        return ROLE_OF_FILE[str(place)]
    if folder not in FAMILIES:
        return ROLE_OF_FOLDER.get(folder, folder)
    if len(place.parts) > 2 and place.parts[1] in ("geometry", "solver"):
        return "kernel"
    found = [role for role, names in ROLE_OF_NAME.items() if name in names]
    return found[0] if found else "declare"


def resolve(module, name):
    """Return the path of what ``from module import name`` reads."""
    path = Path(*module.split(".")[1:], name) if name else Path(*module.split(".")[1:])
    if (ROOT / path).with_suffix(".py").exists() or (ROOT / path).is_dir():
        return path
    return path.parent


def imports(path):
    """Yield what a file imports of the package, and whether it is asked for inside a function."""

    def visit(node, inside):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ImportFrom) and child.module and child.module.split(".")[0] == "stickslip":
                yield from ((resolve(child.module, alias.name), inside) for alias in child.names)
            elif isinstance(child, ast.Import):
                names = [alias.name for alias in child.names]
                yield from ((resolve(name, ""), inside) for name in names if name.startswith("stickslip."))
            elif isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
                yield from visit(child, True)
            else:
                yield from visit(child, inside or isinstance(child, ast.FunctionDef))

    return visit(ast.parse(path.read_text()), False)


def test_files_import_what_their_role_may():
    folders = {path.name for path in ROOT.iterdir() if (path / "__init__.py").exists()}
    assert folders == set(ROLE_OF_FOLDER) | FAMILIES
    wrong, found = [], 0
    for path in sorted(ROOT.rglob("*/*.py")):
        place = path.relative_to(ROOT).with_suffix("")
        role = role_of(place)
        for target, inside in imports(path):
            if not target.parts:
                continue  # ``from stickslip import name``, loaded by its own rules
            found += 1
            other = role_of(target)
            allowed = FOUNDATION | MAY_IMPORT[role] | {role} | (MAY_ASK.get(role, set()) if inside else set())
            if other not in allowed:
                wrong.append(f"{place} ({role}) imports {target} ({other})")
    assert found > 1000
    assert wrong == []


def test_imports_of_a_file_are_found(tmp_path):
    path = tmp_path / "some.py"
    lines = ["import stickslip.viz.plots", "from stickslip import errors", "from stickslip.model.base import short"]
    lines += ["if TYPE_CHECKING:", "    from stickslip.system.layout import System"]
    lines += ["def lazy():", "    if True:", "        from stickslip.cli import main", "import numpy"]
    path.write_text("\n".join(lines))
    expected = [
        ("viz/plots", False),
        ("errors", False),
        ("model/base", False),
        ("system/layout", True),
        ("cli/main", True),
    ]
    assert [(str(target), inside) for target, inside in imports(path)] == expected


def test_model_alone_needs_no_numerics():
    """Declarations load without Numba, SciPy and h5py."""
    import subprocess
    import sys

    code = "import sys, stickslip as ss; ss.Model().add(ss.RigidBody(1.0, 1.0)); ss.Beam, ss.SolidBody, ss.Screw; "
    code += "assert not {'numba', 'scipy', 'h5py', 'matplotlib'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
