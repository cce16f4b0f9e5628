"""The one place that decides how kernels are compiled and where the machine code is kept.

Numba's cache does not notice a changed callee in another file. Here the machine code of a file is kept in a folder
named after the contents of that file and of all files of the package that it imports, directly or not: a change
compiles again only what depends on it, nothing is ever stale, and all installations of the same sources share their
code. Import ``njit`` from here, never from numba.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import os
import re
import sys
import sysconfig
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numba
import numba.extending
import numpy as np

from stickslip.errors import StickslipError

_PACKAGE = Path(__file__).resolve().parent


_IMPORT = re.compile(r"^\s*(?:from|import) +([\w.]+)(?: +import +(\([^)]*\)|[^\n]*))?", re.MULTILINE)
_LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


@functools.cache
def _read(path: Path) -> tuple[bytes, tuple[Path, ...]]:
    """Return digest and imported files of a source file as it was when it was read first, that is imported.

    A file that changes afterwards, while its old contents run, must not give its name to their machine code.
    """
    text = path.read_text()
    found = []
    for module, names in _IMPORT.findall(text):
        base = _place(module, path)
        if base is not None:
            inside = [base / f"{name}.py" for name in re.findall(r"\w+", names)]
            found += [file for file in (base.with_suffix(".py"), *inside) if file.is_file()]
    return hashlib.sha256(text.encode()).digest(), tuple(found)


def _place(module: str, importer: Path) -> Path | None:
    """Return the path, without its ending, of a module of this package or of the user; libraries have none."""
    dots = len(module) - len(module.lstrip("."))
    names = module.lstrip(".").split(".")
    if names[0] == "stickslip" and not dots:
        return _PACKAGE.joinpath(*names[1:])
    if importer.is_relative_to(_PACKAGE):
        return None
    if dots:
        return importer.parents[dots - 1].joinpath(*filter(None, names))
    loaded = getattr(sys.modules.get(module), "__file__", None)
    if loaded is None or loaded.startswith(_LIBRARIES):
        return None
    path = Path(loaded).resolve()
    return path.parent if path.name == "__init__.py" else path.with_suffix("")


@functools.cache
def source_hash(path: Path) -> str:
    """Return 12 hex digits over names and contents of a file and all files that it depends on, but for libraries."""
    known, todo = {path}, [path]
    while todo:
        new = set(_read(todo.pop())[1]) - known
        known |= new
        todo += new
    return _digest(sorted(known), "")


def _digest(files: Iterable[Path], first: str) -> str:
    digest = hashlib.sha256(first.encode())
    for path in files:
        inside = path.is_relative_to(_PACKAGE)
        digest.update(str(path.relative_to(_PACKAGE) if inside else path).encode())
        digest.update(_read(path)[0])
    return digest.hexdigest()[:12]


def cache_root() -> Path:
    """Return the folder that holds all compiled versions (``STICKSLIP_CACHE`` overrides the default)."""
    default = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "stickslip"
    return Path(os.environ.get("STICKSLIP_CACHE", default))


@functools.cache
def cache_folder() -> Path:
    """Return the folder for this version of Numba and of what compiles with it."""
    tools = (_PACKAGE / name for name in ("_inner.py", "_jit.py", "_struct.py"))
    return cache_root() / _digest(tools, numba.__version__)


@functools.cache
def code_folder(path: Path) -> Path:
    """Return the folder for the machine code of a source file."""
    file = path.resolve()
    place = file.relative_to(_PACKAGE).parent if file.is_relative_to(_PACKAGE) else Path("outside")
    return cache_folder() / place / source_hash(file)


def _make_cache_folder() -> None:
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = f"cannot make the folder of compiled code '{folder}': {error.strerror or error}"
        raise StickslipError(f"{reason}; set STICKSLIP_CACHE to a folder that can be written") from None


_make_cache_folder()


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text)[:2])


Function = CFunction = None  # of versions of Numba without these inner parts: the same code, slower to compile
if (0, 61) <= _version(numba.__version__) < (0, 69):
    with contextlib.suppress(ImportError):
        from stickslip._inner import CFunction, Function  # type: ignore[assignment]


def njit(function: Callable[..., Any]) -> Any:
    """Compile ``function`` to machine code: cached on disk, without the GIL, IEEE division, no fast-math."""
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return function
    if Function is None:
        return _plain(function)
    _note_source(function.__code__.co_filename)
    compiled = Function(function, targetoptions={"nopython": True, "nogil": True, "error_model": "numpy"})
    compiled.enable_caching()
    return compiled


def plain(function: Callable[..., Any]) -> Any:
    """Return the Python function behind a compiled one, which is itself where nothing is compiled."""
    return getattr(function, "py_func", function)


@functools.cache
def _note_source(file: str) -> None:
    """Name the folder of machine code while the contents of a file are those that are imported."""
    code_folder(Path(file))


def _plain(function: Callable[..., Any]) -> Any:
    """Compile with Numba's public means only."""
    with _kept_in(code_folder(Path(function.__code__.co_filename))):
        return numba.njit(cache=True, nogil=True, error_model="numpy")(function)


def call_at(returns: type[float] | None = None) -> Callable[[Callable[..., Any]], Any]:
    """Make an intrinsic of ``function(typingctx, address, ...)``, the call of a C function by its address.

    Where nothing is compiled (NUMBA_DISABLE_JIT=1), Python calls it with integers, numbers and the data of arrays.
    """
    if not numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return numba.extending.intrinsic

    def call(address: int, *given: Any) -> Any:
        arguments = [_as_ctypes(value) for value in given]
        kind = ctypes.CFUNCTYPE(ctypes.c_double if returns else None, *map(type, arguments))
        return kind(int(address))(*arguments)

    return lambda function: call


def _as_ctypes(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return ctypes.c_void_p(value.ctypes.data)
    return ctypes.c_double(value) if isinstance(value, float) else ctypes.c_int64(value)


class _InPython:
    """A C function that runs in Python; its arguments are numbers and pointers."""

    def __init__(self, function: Callable[..., Any], signature: Any) -> None:
        kinds = [
            ctypes.POINTER(_CTYPES[kind.dtype]) if hasattr(kind, "dtype") else _CTYPES[kind] for kind in signature.args
        ]
        self._callback = ctypes.CFUNCTYPE(_CTYPES[signature.return_type], *kinds)(function)
        self.address = ctypes.cast(self._callback, ctypes.c_void_p).value


_CTYPES: dict[Any, Any] = {
    numba.types.void: None, numba.types.int64: ctypes.c_int64, numba.types.float64: ctypes.c_double
}  # fmt: skip


def c_function(function: Callable[..., Any], signature: Any) -> Any:
    """Compile a C function, cached on disk as kernels are; its machine code lives as long as what is returned."""
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return _InPython(function, signature)
    if CFunction is not None:
        return CFunction(function, signature)
    with _kept_in(code_folder(Path(function.__code__.co_filename))):
        return numba.cfunc(signature, cache=True, error_model="numpy")(function)


@contextlib.contextmanager
def _kept_in(folder: Path) -> Iterator[None]:
    """Let Numba keep machine code in a folder."""
    before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before  # type: ignore[attr-defined]


def ready(function: Any) -> bool:
    """Return whether ``function`` has machine code for this Python, Numba and processor, in memory or on disk."""
    if plain(function) is function or function.signatures:
        return True
    processor = function.targetctx.codegen().magic_tuple()
    return any(key[1] == processor for key in function._cache._cache_file._load_index())
