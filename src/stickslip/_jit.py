"""The one place that decides how kernels are compiled and where the machine code is kept.

Numba's cache does not notice a changed callee in another file. Here the machine code of a file is kept in a folder
named after the contents of that file and of all files of the package that it imports, directly or not: a change
compiles again only what depends on it, nothing is ever stale, and all installations of the same sources share their
code. Import ``njit`` from here, never from numba.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from stickslip.errors import StickslipError

_PACKAGE = Path(__file__).parent


_IMPORT = re.compile(r"^\s*(?:from|import) +stickslip\.([\w.]+)(?: +import +(\([^)]*\)|[^\n]*))?", re.MULTILINE)


@functools.cache
def _imports(path: Path) -> tuple[Path, ...]:
    """Return the files of the package that a file imports."""
    found = []
    for module, names in _IMPORT.findall(path.read_text()):
        base = _PACKAGE.joinpath(*module.split("."))
        inside = [base / f"{name}.py" for name in re.findall(r"\w+", names)]
        found += [file for file in (base.with_suffix(".py"), *inside) if file.is_file()]
    return tuple(found)


@functools.cache
def source_hash(path: Path) -> str:
    """Return 12 hex digits over names and contents of a file and all files of the package that it depends on."""
    known, todo = {path}, [path]
    while todo:
        new = set(_imports(todo.pop())) - known
        known |= new
        todo += new
    return _digest(sorted(known), "")


def _digest(files: Iterable[Path], first: str) -> str:
    digest = hashlib.sha256(first.encode())
    for path in files:
        digest.update(str(path.relative_to(_PACKAGE)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def cache_root() -> Path:
    """Return the folder that holds all compiled versions (``STICKSLIP_CACHE`` overrides the default)."""
    default = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "stickslip"
    return Path(os.environ.get("STICKSLIP_CACHE", default))


@functools.cache
def cache_folder() -> Path:
    """Return the folder for this version of Numba and of what compiles with it."""
    tools = (_PACKAGE / name for name in ("_inner.py", "_jit.py", "_struct.py"))
    return cache_root() / _digest(tools, importlib.metadata.version("numba"))


def _point_numba_to_cache() -> None:
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = f"cannot make the folder of compiled code '{folder}': {error.strerror or error}"
        raise StickslipError(f"{reason}; set STICKSLIP_CACHE to a folder that can be written") from None
    os.environ["NUMBA_CACHE_DIR"] = str(folder)


_point_numba_to_cache()

import numba  # noqa: E402  (the cache folder must be known before numba is loaded)

try:
    from stickslip._inner import Function
except ImportError:  # a Numba other than those it was made for: the same code, slower to compile
    Function = None  # type: ignore[assignment,misc]

numba.config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]  # type: ignore[attr-defined]


def njit(function: Callable[..., Any]) -> Any:
    """Compile ``function`` to machine code: cached on disk, without the GIL, IEEE division, no fast-math."""
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return function
    if Function is None:
        return numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    compiled = Function(function, targetoptions={"nopython": True, "nogil": True, "error_model": "numpy"})
    compiled.enable_caching()
    return compiled


def ready(function: Any) -> bool:
    """Return whether ``function`` has machine code for this Python, Numba and processor, in memory or on disk."""
    if function.signatures:
        return True
    processor = function.targetctx.codegen().magic_tuple()
    return any(key[1] == processor for key in function._cache._cache_file._load_index())
