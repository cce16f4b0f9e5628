"""``--profile``: where the time of a run went, by phases and by functions of the package."""

from __future__ import annotations

import cProfile
import pstats
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
_PACKAGE = str(Path(__file__).parents[1])
_SHOWN = 8  # functions
# Phases by file (from the end of its path) and function; a later phase may lie within an earlier one.
_ASSEMBLY = (("system/assemble.py", "assemble"),)
_KERNELS = (("run.py", "prepare"), ("linearization.py", "prepare"))
_START = (("run.py", "start"),)
_DRIVE = (("simulate.py", "_drive"),)
_WRITING = tuple(("results/hdf5.py", name) for name in ("append", "checkpoint", "finish", "__init__"))
_HARD = (("run.py", "_hard_step"),)


class Profile:
    """Measures phases; each is a name and a function to be called."""

    def __init__(self) -> None:
        self.phases: dict[str, float] = {}
        self._profiler = cProfile.Profile()

    def measure(self, name: str, work: Callable[[], T], deeply: bool = False) -> T:
        """Do the work and note how long it took; ``deeply`` looks into it as well."""
        begin = time.perf_counter()
        try:
            return self._profiler.runcall(work) if deeply else work()
        finally:
            self.phases[name] = self.phases.get(name, 0.0) + time.perf_counter() - begin

    def table(self, deep: str) -> str:
        """Return all phases, the phase ``deep`` divided into its parts, then the slowest functions of the package."""
        stats: dict[Any, Any] = pstats.Stats(self._profiler).stats  # type: ignore[attr-defined]
        rows: list[tuple[str, float]] = []
        for name, seconds in self.phases.items():
            rows += _divide(stats, seconds) if name == deep else [(name, seconds)]
        total = sum(seconds for _, seconds in rows)
        out = [f"{'where the time went':34}{'s':>9}{'share':>8}"]
        out += [f"  {name:32}{s:9.3f}{100.0 * s / total if total else 0.0:7.1f} %" for name, s in rows if s >= 5e-4]
        out += [f"  {'total':32}{total:9.3f}", "", f"{'slowest functions':52}{'s':>9}{'calls':>10}"]
        own = sorted(((e[2], e[1], f) for f, e in stats.items() if f[0].startswith(_PACKAGE)), reverse=True)[:_SHOWN]
        out += [f"  {_place(f):50}{seconds:9.3f}{calls:10}" for seconds, calls, f in own if seconds >= 5e-4]
        return "\n".join(out)


def _divide(stats: dict[Any, Any], total: float) -> list[tuple[str, float]]:
    """Split the time of a run into assembly, kernels, start, steps, writing and the rest."""
    assembly, kernels, writing = _within(stats, _ASSEMBLY), _within(stats, _KERNELS), _within(stats, _WRITING)
    start = max(_within(stats, _START) - kernels, 0.0)
    drive, hard = _within(stats, _DRIVE), _within(stats, _HARD)
    steps = max(drive - writing - hard, 0.0)
    rest = max(total - assembly - kernels - start - max(drive, writing), 0.0)
    return [
        ("assembly", assembly),
        ("loading or compiling kernels", kernels),
        ("checking the start", start),
        ("steps", steps),
        ("hard steps (all solvers, halving)", hard),
        ("writing results", writing),
        ("the rest of the example", rest),
    ]


def _within(stats: dict[Any, Any], functions: tuple[tuple[str, str], ...]) -> float:
    """Return the time spent in functions and all they call; calls of each other count once."""
    chosen = {
        f for f in stats if f[0].startswith(_PACKAGE) and any(f[0].endswith(a) and f[2] == b for a, b in functions)
    }
    return sum(
        times[3] for f in chosen for caller, times in stats[f][4].items() if caller not in chosen
    )  # fmt: skip


def _place(function: tuple[str, int, str]) -> str:
    return f"{Path(function[0]).relative_to(_PACKAGE)}:{function[1]} {function[2]}"
