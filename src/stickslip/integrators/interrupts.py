"""Ctrl-C during the run: it ends between two pieces of work, never inside one."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any


class Interrupts:
    """Hold back the first Ctrl-C until ``check``; a second one interrupts at once.

    An exception in the middle of writing would leave half a record, and one in a function that compiled code calls
    would be printed and lost. Where Ctrl-C does not raise KeyboardInterrupt, or in other threads, nothing is changed.
    """

    def __init__(self) -> None:
        self._pending = False
        self._before: Any = None

    def __enter__(self) -> Interrupts:
        main = threading.current_thread() is threading.main_thread()
        if main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self._pending:
            raise KeyboardInterrupt
        self._pending = True

    def check(self) -> None:
        """Raise the interrupt that came."""
        if self._pending:
            self._pending = False
            raise KeyboardInterrupt
