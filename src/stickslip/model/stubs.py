"""Stubs for type checkers and editors, one beside each module with declarations: ``python -m stickslip.model.stubs``.

Declarations are validated when they are made, so their arguments accept more than their fields hold: lists and arrays
for vectors, numbers for functions of time. A stub repeats the source without bodies and spells out each constructor:
what may go without a name, what each argument accepts (``Accepts`` in the type of a field), what is required.
"""

from __future__ import annotations

import ast
import importlib
import re
import sys
import types
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import stickslip
from stickslip.model.base import Declaration
from stickslip.typing import Accepts

ROOT = Path(stickslip.__file__).parent
HEADER = "# Made from the source beside it by `python -m stickslip.model.stubs`.\n"
# What one argument may stand for: a mesh brings nodes and cells.
INSTEAD = {"SolidBody": (("nodes", "cells"), "mesh: Any")}
HIDDEN = ("__setattr__", "__repr__", "__hash__", "__eq__", "__dir__", "__pydantic_init_subclass__")
KEPT = ("property", "classmethod", "staticmethod", "overload")


def modules() -> list[str]:
    """Return the names of all modules that declare something, sorted."""
    for name in stickslip.__all__:
        getattr(stickslip, name)
    names = {kind.__module__ for kind in _kinds()} | {Declaration.__module__, "stickslip.bodies.declaration"}
    return sorted(name for name in names if name.startswith("stickslip."))


def _kinds() -> list[type[Declaration]]:
    return list(Declaration.kinds.values())


def stub(module: str) -> str:
    """Return the stub of a module as text."""
    source = importlib.import_module(module)
    tree = ast.parse(Path(str(source.__file__)).read_text())
    body = [line for node in tree.body for line in _statement(node, source)]
    text = "\n".join(body)
    return HEADER + _imports(tree, set(re.findall(r"\w+", text))) + "\n" + text + "\n"


def _imports(tree: ast.Module, names: set[str]) -> str:
    """Return the imports of the names that a stub uses: those of the source, and those of inherited fields."""
    known = dict.fromkeys(("Any", "ClassVar", "overload"), "typing")
    known |= dict.fromkeys(("Callable", "Iterable", "Mapping"), "collections.abc")
    known |= {name: "stickslip.typing" for name in ("Numeric", "VectorLike", "MatrixLike", "TimeLike")}
    known |= {kind.__name__: kind.__module__ for kind in _every(Declaration)}
    plain, seen = ["from __future__ import annotations"], {"annotations"}
    for node in _walk_imports(tree):
        for alias in node.names:
            name = alias.asname or alias.name
            if name not in names or name in seen:
                continue
            seen.add(name)
            what = alias.name if alias.asname is None else f"{alias.name} as {alias.asname}"
            plain.append(f"import {what}" if isinstance(node, ast.Import) else f"from {node.module} import {what}")
    if "np" in names - seen:
        plain.append("import numpy as np")
    own = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    for name in sorted(names & known.keys() - seen - own):
        plain.append(f"from {known[name]} import {name}")
    return "\n".join(plain) + "\n"


def _walk_imports(tree: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    for node in tree.body:
        inside = node.body if isinstance(node, ast.If) else [node]
        yield from (item for item in inside if isinstance(item, ast.Import | ast.ImportFrom))


def _every(kind: type[Declaration]) -> list[type[Declaration]]:
    below: list[type[Declaration]] = kind.__subclasses__()
    return [kind, *(one for sub in below for one in _every(sub))]


def _statement(node: ast.stmt, source: types.ModuleType) -> Iterator[str]:
    """Give what a stub keeps of one statement of a module."""
    if isinstance(node, ast.ClassDef) and node.name != "_Kind":
        yield from _class(node, getattr(source, node.name))
    elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
        yield _function(node, "")
    elif isinstance(node, ast.Assign | ast.AnnAssign) and not ast.unparse(_target(node)).startswith("_"):
        yield _constant(node, source)


def _target(node: ast.Assign | ast.AnnAssign) -> ast.expr:
    return node.targets[0] if isinstance(node, ast.Assign) else node.target


def _constant(node: ast.Assign | ast.AnnAssign, source: types.ModuleType) -> str:
    """Return a type alias as the type that a checker sees, any other constant by its type."""
    name = ast.unparse(_target(node))
    value = getattr(source, name, None)
    if get_origin(value) is typing.Annotated:
        return f"{name} = {_text(value, held=True)}"
    if isinstance(node, ast.Assign) and isinstance(value, typing.TypeVar):
        return ast.unparse(node)
    return f"{name}: {ast.unparse(node.annotation) if isinstance(node, ast.AnnAssign) else type(value).__name__}"


def _class(node: ast.ClassDef, kind: type) -> Iterator[str]:
    """Give the stub of a class: fields, constructor, methods without bodies."""
    bases = [text for text in map(ast.unparse, node.bases) if text != "BaseModel"]
    heads = bases + [f"{word.arg}={ast.unparse(word.value)}" for word in node.keywords if word.arg != "metaclass"]
    yield f"\nclass {node.name}({', '.join(heads)}):" if heads else f"\nclass {node.name}:"
    lines = [line for item in node.body for line in _member(item, kind)]
    if issubclass(kind, Declaration) and kind is not Declaration and kind in _kinds():
        lines += _constructors(kind)
        lines += [line for name, owner in _inherited_makers(kind) for line in _maker(name, owner, kind)]
    yield from (f"    {line}" for line in lines or ["..."])


def _member(node: ast.stmt, kind: type) -> Iterator[str]:
    if isinstance(node, ast.AnnAssign):
        name, annotation = ast.unparse(node.target), ast.unparse(node.annotation)
        if name.startswith("_"):
            return
        held = annotation if "ClassVar" in annotation or not hasattr(kind, "model_fields") else _field(kind, name)
        plain = not issubclass(kind, Declaration) and node.value is not None
        yield f"{name}: {held}" + (" = ..." if plain else "")
    elif isinstance(node, ast.FunctionDef) and (not node.name.startswith("_") or _is_dunder(node.name)):
        decorators = [ast.unparse(item) for item in node.decorator_list]
        if any("validator" in text for text in decorators) or (node.name == "__init__" and kind in _kinds()):
            return
        if _is_maker(node) and kind in _kinds():
            yield from _maker(node.name, kind, kind)
            return
        yield from (f"@{text}" for text in decorators if text in KEPT or text.endswith(".setter"))
        if "cached_property" in decorators:
            yield "@property"
        yield _function(node, "")


def _is_dunder(name: str) -> bool:
    return re.fullmatch(r"__\w+__", name) is not None and name not in HIDDEN


def _function(node: ast.FunctionDef, extra: str) -> str:
    """Return the head of a function; defaults stay where they are short."""
    arguments = ast.unparse(node.args)
    returns = ast.unparse(node.returns) if node.returns else "None" if node.name == "__init__" else "Any"
    return f"def {node.name}({arguments}{extra}) -> {returns}: ..."


# Constructors.


def _constructors(kind: type[Declaration]) -> Iterator[str]:
    yield from _overloads("__init__", "self", kind, "None")


def _overloads(name: str, first: str, kind: type[Declaration], returns: str) -> Iterator[str]:
    instead = next((INSTEAD[base.__name__] for base in kind.__mro__ if base.__name__ in INSTEAD), None)
    one = f"def {name}({first}, {_arguments(kind)}) -> {returns}: ..."
    if instead is None:
        yield one
        return
    replaced, text = instead
    yield from ("@overload", one, "@overload")
    yield f"def {name}({first}, {text}, {_arguments(kind, without=replaced)}) -> {returns}: ..."


def _arguments(kind: type[Declaration], without: tuple[str, ...] = ()) -> str:
    """Return the arguments of the constructor of a declaration."""
    return ", ".join([*_positional(kind, without), "*", *_keywords(kind, (*kind.positional, *without))])


def _positional(kind: type[Declaration], without: tuple[str, ...]) -> list[str]:
    return [_argument(kind, name) for name in kind.positional if name not in without]


def _keywords(kind: type[Declaration], without: tuple[str, ...]) -> list[str]:
    return [_argument(kind, name) for name in (*kind.model_fields, "name") if name not in (*without, "name")] + [
        "name: str | None = None"
    ]


def _argument(kind: type[Declaration], name: str) -> str:
    text = _text(_hints(kind)[name], held=False)
    return f"{name}: {text}" if kind.model_fields[name].is_required() else f"{name}: {text} = ..."


def _field(kind: Any, name: str) -> str:
    hints = _hints(kind)
    return _text(hints[name], held=True) if name in hints else "Any"


def _hints(kind: type) -> dict[str, Any]:
    """Return the types of all fields, with what was written into them."""
    known: dict[str, Any] = {one.__name__: one for one in _every(Declaration)}
    return get_type_hints(kind, localns=known, include_extras=True)


def _text(hint: Any, held: bool) -> str:
    """Return a type as text: what a field holds, or what an argument accepts."""
    if get_origin(hint) is typing.Annotated:
        inner, *marks = get_args(hint)
        accepted = [mark.text for mark in marks if isinstance(mark, Accepts)]
        return accepted[0] if accepted and not held else _text(inner, held)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(_text(one, held) for one in arguments))
    if origin is Literal:
        return f"Literal[{', '.join(map(repr, arguments))}]"
    if origin in (tuple, list) and not held:
        return f"Iterable[{' | '.join(dict.fromkeys(_text(one, held) for one in arguments if one is not ...))}]"
    if origin is not None and isinstance(origin, type) and issubclass(origin, Callable):  # type: ignore[arg-type]
        taken, given = arguments
        inside = "..." if taken is ... else f"[{', '.join(_text(one, held) for one in taken)}]"
        return f"Callable[{inside}, {_text(given, held)}]"
    if origin is not None:
        return f"{origin.__name__}[{', '.join('...' if one is ... else _text(one, held) for one in arguments)}]"
    if hint is type(None):
        return "None"
    if getattr(hint, "__module__", "") == "numpy":
        return f"np.{hint.__name__}"
    return str(getattr(hint, "__name__", hint))


# Class methods that make a declaration from other arguments, ``Beam.straight``.


def _is_maker(node: ast.FunctionDef) -> bool:
    return node.args.kwarg is not None and any(ast.unparse(item) == "classmethod" for item in node.decorator_list)


def _makers(kind: type) -> list[str]:
    """Return the names of those that a class itself has."""
    tree = ast.parse(Path(str(sys.modules[kind.__module__].__file__)).read_text())
    own = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == kind.__name__)
    return [n.name for n in own.body if isinstance(n, ast.FunctionDef) and _is_maker(n) and not n.name.startswith("_")]


def _inherited_makers(kind: type[Declaration]) -> list[tuple[str, type]]:
    own = _makers(kind)
    bases = [base for base in kind.__mro__[1:] if base in _kinds()]
    return [(name, base) for base in bases for name in _makers(base) if name not in own]


def _maker(name: str, owner: type, kind: type[Declaration]) -> Iterator[str]:
    """Give the head of such a method of ``owner`` with the fields of ``kind`` that it passes on."""
    tree = ast.parse(Path(str(sys.modules[owner.__module__].__file__)).read_text())
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    node = next(n for n in classes[owner.__name__].body if isinstance(n, ast.FunctionDef) and n.name == name)
    arguments = node.args
    taken = [argument.arg for argument in (*arguments.args, *arguments.kwonlyargs)]
    passed = [field for field in kind.model_fields if field not in taken and not kind.model_fields[field].is_required()]
    star = "" if arguments.kwonlyargs else ", *"
    arguments.kwarg = None
    fields = "".join(f", {one}" for one in _keywords(kind, tuple(set(kind.model_fields) - set(passed))))
    yield "@classmethod"
    yield _function(node, star + fields)


def main() -> None:
    """Write all stubs."""
    for module in modules():
        path = ROOT.joinpath(*module.split(".")[1:])
        path.with_suffix(".pyi").write_text(stub(module))


if __name__ == "__main__":
    main()
