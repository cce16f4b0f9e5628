"""``stickslip doctor``: what is installed, what is compiled, and whether it can be used."""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from stickslip.errors import StickslipError

_PACKAGES = {"numpy": "numpy", "scipy": "scipy", "numba": "numba", "llvmlite": "llvmlite", "h5py": "h5py",
             "pydantic": "pydantic", "PyYAML": "yaml", "typer": "typer", "rich": "rich",
             "matplotlib": "matplotlib"}  # fmt: skip
_EXTRAS = {"xarray": "xarray", "mesh": "meshio", "ida": "scikit-sundae", "pardiso": "pypardiso"}
_LITTLE = 1e9  # [bytes] of free disk space
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


def examine() -> tuple[list[tuple[str, str]], list[str]]:
    """Return rows (what, finding) and the problems that keep the package from working."""
    import stickslip

    problems: list[str] = []
    rows = [
        ("stickslip", f"{stickslip.__version__}, {Path(stickslip.__file__).parent}"),
        ("Python", f"{platform.python_version()}, {platform.system()} {platform.machine()}, {sys.executable}"),
        ("packages", ", ".join(_packages(problems))),
        ("extras", ", ".join(_extras())),
    ]
    if not problems:
        rows += [*_cache(problems), *_machine()]
    rows += _disk(problems)
    return rows, problems


def _packages(problems: list[str]) -> Iterator[str]:
    for name, module in _PACKAGES.items():
        try:
            importlib.import_module(module)
            yield f"{name} {importlib.metadata.version(name)}"
        except importlib.metadata.PackageNotFoundError:
            yield f"{name} (version unknown)"
        except Exception as error:  # whatever an installation that is broken may raise
            problems.append(f"{name} cannot be loaded: {error}; pip install {name}")
            yield f"{name} MISSING"


def _extras() -> Iterator[str]:
    for extra, name in _EXTRAS.items():
        try:
            yield f"{name} {importlib.metadata.version(name)}"
        except importlib.metadata.PackageNotFoundError:
            yield f"no {name} (pip install 'stickslip[{extra}]')"


def _cache(problems: list[str]) -> list[tuple[str, str]]:
    """Return where compiled code is kept, how much of it there is and whether the step loops are among it."""
    try:
        from stickslip._jit import cache_folder, cache_root

        folder, root = cache_folder(), cache_root()
        probe = folder / f"doctor.{os.getpid()}"
        probe.touch()
        probe.unlink()
    except StickslipError as error:
        problems.append(str(error))
        return []
    except OSError as error:
        problems.append(f"the folder of compiled code cannot be written: {error}; set STICKSLIP_CACHE to another one")
        return []
    state = ("not compiled yet ('stickslip warmup' does it)", "one step loop compiled", "compiled")[_loops()]
    rows = [("cache", f"{folder}, {_size(folder) / 1e6:.0f} MB, kernels {state}")]
    others = [path for path in root.iterdir() if path.is_dir() and path != folder]
    if others:
        size = sum(map(_size, others)) / 1e6
        rows.append(("", f"{len(others)} folders of other versions beside it, {size:.0f} MB, may be deleted"))
    return rows


def _loops() -> int:
    """Return how many of the two step loops are compiled for this Python, Numba and processor."""
    try:
        from stickslip._jit import ready
        from stickslip.integrators.advance import advance
        from stickslip.integrators.mixed.advance import advance_mixed
    except ImportError:  # a package is missing, which is said above
        return 0
    return ready(advance) + ready(advance_mixed)


def _size(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size
        except OSError:  # removed meanwhile
            continue
    return total


def _machine() -> list[tuple[str, str]]:
    import numpy as np

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    set_by = [f"{name}={os.environ[name]}" for name in _THREADS if name in os.environ]
    config = np.show_config(mode="dicts")
    blas = (config or {}).get("Build Dependencies", {}).get("blas", {})
    return [
        ("threads", f"{cores} cores; a run uses one{', ' + ', '.join(set_by) if set_by else ''}"),
        ("BLAS", f"{blas.get('name', 'unknown')} {blas.get('version', '')}".rstrip()),
    ]


def _disk(problems: list[str]) -> list[tuple[str, str]]:
    try:
        free = shutil.disk_usage(".").free
    except OSError as error:
        problems.append(f"the present folder cannot be read: {error}")
        return []
    note = ", which is little for results" if free < _LITTLE else ""
    return [("disk", f"{free / 1e9:.1f} GB free in {Path.cwd()}{note}")]
