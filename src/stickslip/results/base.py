"""What both stores share, and the store in memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from stickslip.errors import StickslipError
from stickslip.results.columns import COLUMNS, Chunk, widths
from stickslip.results.encode import decode_state, encode_state, jsonable

BLOCK_BYTES = 4 * 1024 * 1024  # of one piece when a run is checked or copied
UNFINISHED = "unfinished"
SMALL_TURN = 0.2  # [rad] up to which linear elements are good


class Store:
    """Base of both stores.

    Attributes
    ----------
    header : dict
        Plain data that describes the run.
    n, n_contacts : int
        Recorded instants and contact rows so far.
    status : str
        "unfinished" until ``finish``, then "finished", "stopped" or "failed".
    message : str
    timing : dict
    """

    def __init__(self, header: Mapping[str, Any]) -> None:
        self.header: dict[str, Any] = jsonable(header)
        self.widths = widths(self.header)
        self.n = 0
        self.n_contacts = 0
        self.status = UNFINISHED
        self.message = ""
        self.timing: dict[str, Any] = {}

    def append(self, chunk: Chunk) -> None:
        """Add recorded instants."""
        raise NotImplementedError

    def checkpoint(self, state: Mapping[str, Any]) -> None:
        """Keep all that is needed to go on after the last appended instant; replaces the one before."""
        raise NotImplementedError

    def finish(self, status: str, message: str, timing: Mapping[str, Any]) -> None:
        """Close the run: 'finished', 'stopped' or 'failed'."""
        raise NotImplementedError

    def read(self, name: str, rows: slice = slice(None), columns: slice = slice(None)) -> np.ndarray:
        """Return a column (or part of it) as an array."""
        raise NotImplementedError

    def last_checkpoint(self) -> tuple[dict[str, Any], int, int] | None:
        """Return the last checkpoint with the numbers of instants and contact rows before it, or None."""
        raise NotImplementedError

    def length(self, name: str) -> int:
        """Return the number of rows of a column so far."""
        return self.n_contacts if name == "contacts" else self.n

    def _checked(self, chunk: Chunk) -> Chunk:
        """Return the chunk as contiguous arrays of the right types, or raise if the shapes contradict the header."""
        k = len(chunk.time)
        arrays = []
        for name, value in zip(COLUMNS, chunk):
            array = np.ascontiguousarray(value, dtype="<i8" if name == "contact_count" else "<f8")
            rows = int(np.sum(chunk.contact_count)) if name == "contacts" else k
            width = self.widths[name]
            expected = (rows, width) if name not in ("time", "contact_count") else (rows,)
            if array.shape != expected:
                raise ValueError(f"column '{name}' has shape {array.shape}; the header asks for {expected}")
            arrays.append(array)
        return Chunk(*arrays)


class MemoryStore(Store):
    """A run kept in memory."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        super().__init__(header)
        self._pieces: dict[str, list[np.ndarray]] = {name: [] for name in COLUMNS}
        self._checkpoint: tuple[bytes, int, int] | None = None

    def append(self, chunk: Chunk) -> None:
        """Add a copy of the recorded instants."""
        checked = self._checked(chunk)
        for name, array in zip(COLUMNS, checked):
            self._pieces[name].append(array.copy())
        self.n += len(checked.time)
        self.n_contacts += len(checked.contacts)

    def checkpoint(self, state: Mapping[str, Any]) -> None:
        """Keep a copy of the state."""
        self._checkpoint = (encode_state(state), self.n, self.n_contacts)

    def finish(self, status: str, message: str, timing: Mapping[str, Any]) -> None:
        """Note how the run ended."""
        self.status, self.message, self.timing = status, message, jsonable(timing)

    def read(self, name: str, rows: slice = slice(None), columns: slice = slice(None)) -> np.ndarray:
        """Return a column (or part of it); a view of what is kept, so treat it as read-only."""
        pieces = self._pieces[name]
        if len(pieces) != 1:
            width = self.widths[name]
            dtype = np.int64 if name == "contact_count" else np.float64
            empty = np.zeros((0,) if name in ("time", "contact_count") else (0, width), dtype)
            pieces[:] = [np.concatenate([empty, *pieces])]
        return pieces[0][rows] if pieces[0].ndim == 1 else pieces[0][rows, columns]

    def last_checkpoint(self) -> tuple[dict[str, Any], int, int] | None:
        """Return a fresh copy of the last state."""
        if self._checkpoint is None:
            return None
        data, n, n_contacts = self._checkpoint
        return decode_state(data), n, n_contacts


def copy_rows(source: Store, target: Store, first: tuple[int, int], last: tuple[int, int]) -> None:
    """Append the instants first[0]..last[0] (contact rows first[1]..last[1]) of one store to another."""
    counts = source.read("contact_count")
    bytes_per_row = 8 * max(1, sum(source.widths.values()))
    step = max(1, BLOCK_BYTES // bytes_per_row)
    row = first[1]
    for start in range(first[0], last[0], step):
        rows = slice(start, min(start + step, last[0]))
        contacts = slice(row, row + int(counts[rows].sum()))
        row = contacts.stop
        target.append(Chunk(*(source.read(name, contacts if name == "contacts" else rows) for name in COLUMNS)))
    if row != last[1]:
        raise StickslipError("the checkpoint does not fit the recorded contacts")
