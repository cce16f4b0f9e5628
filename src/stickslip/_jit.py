"""The one place that decides how kernels are compiled and where the machine code is kept.

Numba's cache does not notice a changed callee in another file, so the cache folder is keyed by a hash of all files
that hold kernels: any change of any of them starts a fresh folder. Inside it the place of a file is the one it has in
the package, so that all installations of the same sources share their machine code. Import ``njit`` from here, never
from numba.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from stickslip.errors import StickslipError

_PACKAGE = Path(__file__).parent
_KERNEL_FOLDERS = ("contact", "integrators", "linalg", "mechanics", "system")


def source_hash() -> str:
    """Return 12 hex digits over Numba's version and the names and contents of all files that hold kernels.

    ``STICKSLIP_CACHE_KEY`` replaces the hash while kernels are being written (then stale code is your own risk).
    """
    if key := os.environ.get("STICKSLIP_CACHE_KEY"):
        return key
    digest = hashlib.sha256(importlib.metadata.version("numba").encode())
    files = [path for folder in _KERNEL_FOLDERS for path in (_PACKAGE / folder).rglob("*.py")]
    for path in sorted([*files, *(_PACKAGE / name for name in ("_inner.py", "_jit.py", "_struct.py"))]):
        digest.update(str(path.relative_to(_PACKAGE)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def cache_root() -> Path:
    """Return the folder that holds all compiled versions (``STICKSLIP_CACHE`` overrides the default)."""
    default = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "stickslip"
    return Path(os.environ.get("STICKSLIP_CACHE", default))


def cache_folder() -> Path:
    """Return the folder of the kernels compiled from the present sources."""
    return cache_root() / source_hash()


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
