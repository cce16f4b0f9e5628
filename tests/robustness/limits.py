"""Limits for single cases: time, memory, warnings; and the settings of Hypothesis in this folder."""

from __future__ import annotations

import faulthandler
import resource
import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings

SECONDS = 15  # of computing in one case; most take some milliseconds
WALL = 600  # seconds that a case may wait, on a loaded machine
MEMORY = 2 * 1024**3  # bytes that a case may ask for


class TooLong(BaseException):
    """A case took longer than its limit; no handler of the package may catch it."""


def _too_long(*_: Any) -> None:
    raise TooLong(f"no answer after {SECONDS} s of computing")


@contextmanager
def limited(most_warnings: int = 20) -> Iterator[None]:
    """Stop a case that hangs (in compiled code: the whole process, with a traceback), or warns without end."""
    old = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, old[1]))
    before = signal.signal(signal.SIGPROF, _too_long)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    faulthandler.dump_traceback_later(WALL, exit=True)
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("default")
            yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, old)
        faulthandler.cancel_dump_traceback_later()
        signal.signal(signal.SIGPROF, before)
    assert len(caught) <= most_warnings, f"{len(caught)} warnings, the first: {caught[0].message}"


def cases(number: int, fixed: bool = True) -> settings:
    """Return settings for that many cases without files in the tree; fixed: always the same, whatever the seed."""
    return settings(
        max_examples=number, deadline=None, derandomize=fixed, database=None, suppress_health_check=list(HealthCheck)
    )
