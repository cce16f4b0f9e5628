"""Some instants of a run, seen as a run of their own: all channels of a result can then be asked for those alone."""

from __future__ import annotations

import numpy as np

from stickslip._arrays import Ints
from stickslip.results.base import BLOCK_BYTES, Store


class Selection(Store):
    """The instants ``rows`` (increasing numbers) of another store, which is read in pieces.

    Parameters
    ----------
    source : Store
    rows : (n,)
    offset : (source instants + 1,)
        First contact row of every instant of the source.
    """

    def __init__(self, source: Store, rows: Ints, offset: Ints) -> None:
        super().__init__(source.header)
        self._source, self._rows, self._offset = source, np.asarray(rows, dtype=np.int64), offset
        self.n = len(rows)
        self.n_contacts = int((offset[self._rows + 1] - offset[self._rows]).sum()) if self.n else 0
        self.status, self.message, self.timing = source.status, source.message, source.timing
        self._kept: dict[str, np.ndarray] = {}

    def read(self, name: str, rows: slice = slice(None), columns: slice = slice(None)) -> np.ndarray:
        """Return a column (or part of it) of the chosen instants."""
        if name not in self._kept:
            self._kept[name] = self._contacts() if name == "contacts" else self._instants(name)
        found = self._kept[name]
        return found[rows] if found.ndim == 1 else found[rows, columns]

    def _instants(self, name: str) -> np.ndarray:
        """Read runs of neighbouring instants together, and single ones in the blocks where they lie."""
        rows = self._rows
        if not len(rows):
            return self._source.read(name, slice(0, 0))
        block = max(1, BLOCK_BYTES // (8 * max(1, self.widths[name])))
        pieces, start = [], 0
        while start < len(rows):
            stop = int(np.searchsorted(rows, rows[start] + block))
            first, last = int(rows[start]), int(rows[stop - 1]) + 1
            pieces.append(self._source.read(name, slice(first, last))[rows[start:stop] - first])
            start = stop
        return np.concatenate(pieces)

    def _contacts(self) -> np.ndarray:
        """Read the contact rows of the chosen instants, neighbours together."""
        rows, offset = self._rows, self._offset
        pieces = [self._source.read("contacts", slice(0, 0))]
        breaks = np.flatnonzero(np.diff(rows) > 1) + 1
        for run in np.split(rows, breaks) if len(rows) else []:
            first, last = int(offset[run[0]]), int(offset[run[-1] + 1])
            if last > first:
                pieces.append(self._source.read("contacts", slice(first, last)))
        return np.concatenate(pieces)
