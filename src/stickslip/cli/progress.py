"""Progress of a run on stderr: a bar on a terminal, a line every few seconds elsewhere, nothing when quiet."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[float, float, int, int], None]
LINE_EVERY = 10.0  # seconds between two lines where stderr is no terminal
_WINDOW = 2.0  # seconds over which steps per second are taken


class Pace:
    """Steps per second and time left, from what the step loop reports (fraction, t, steps, closed contacts)."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._marks: list[tuple[float, float, int]] = []  # time, fraction, steps
        self.steps_per_s = 0.0
        self.left = float("nan")

    def update(self, done: float, steps: int) -> None:
        """Take in a report; one that goes back begins another run of the same example."""
        now = self._clock()
        if self._marks and (done < self._marks[-1][1] or steps < self._marks[-1][2]):
            self._marks.clear()
        self._marks.append((now, done, steps))
        while len(self._marks) > 2 and now - self._marks[1][0] > _WINDOW:
            del self._marks[0]
        begin, first, before = self._marks[0]
        if now > begin:
            self.steps_per_s = (steps - before) / (now - begin)
            self.left = (1.0 - done) * (now - begin) / (done - first) if done > first else float("nan")

    def text(self, t: float, closed: int) -> str:
        """Return "t = 0.84 s, 12300 steps/s, 3 closed contacts"."""
        speed = f", {_rounded(self.steps_per_s)} steps/s" if self.steps_per_s else ""
        return f"t = {t:.4g} s{speed}, {closed} closed contact{'' if closed == 1 else 's'}"


def _rounded(value: float) -> str:
    """Return three digits of a count, thousands apart: "12 300"."""
    return f"{float(f'{value:.3g}'):,.0f}".replace(",", " ") if value >= 10.0 else f"{value:.2g}"


def duration(seconds: float) -> str:
    """Return "1:02:03" or "2:03"; "?" if nobody knows."""
    if not 0.0 <= seconds < 1e9:
        return "?"
    whole = round(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


@contextmanager
def bar(quiet: bool) -> Iterator[Progress | None]:
    """Give a callback for the step loop; None if it should be quiet."""
    if quiet:
        yield None
    elif not sys.stderr.isatty():
        yield lines()
    else:
        with _terminal() as update:
            yield update


def lines(clock: Callable[[], float] = time.perf_counter) -> Progress:
    """Return a callback that writes a line every LINE_EVERY seconds: short runs leave no trace in a log."""
    pace, last = Pace(clock), [clock()]

    def update(done: float, t: float, steps: int, closed: int) -> None:
        pace.update(done, steps)
        if clock() - last[0] >= LINE_EVERY:
            last[0] = clock()
            sys.stderr.write(f"{100.0 * done:5.1f} %  {pace.text(t, closed)}, {duration(pace.left)} left\n")
            sys.stderr.flush()

    return update


@contextmanager
def _terminal() -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(bar_width=12), TextColumn("{task.percentage:5.1f} %"), TextColumn("{task.description}"))
    with Bar(*columns, console=Console(stderr=True), transient=True) as shown:
        task, pace = shown.add_task("loading (the first run compiles)", total=1.0), Pace()

        def update(done: float, t: float, steps: int, closed: int) -> None:
            pace.update(done, steps)
            text = f"{pace.text(t, closed)}, {duration(pace.left)} left"
            shown.update(task, completed=done, description=text)

        yield update
