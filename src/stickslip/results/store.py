"""Where a run is written to during the run: memory or a file."""

from __future__ import annotations

from pathlib import Path

from stickslip.results.base import UNFINISHED, MemoryStore, Store, copy_rows
from stickslip.results.hdf5 import Hdf5Store

__all__ = ["UNFINISHED", "Hdf5Store", "MemoryStore", "Store", "copy_store"]


def copy_store(source: Store, path: str | Path) -> None:
    """Copy a run with its checkpoint and its end to a new file, piece by piece."""
    if isinstance(source, Hdf5Store) and Path(path).exists() and source.path.samefile(path):
        return
    target = Hdf5Store(path, source.header)
    done = (0, 0)
    found = source.last_checkpoint()
    if found is not None:
        state, *here = found
        copy_rows(source, target, done, (here[0], here[1]))
        target.checkpoint(state)
        done = (here[0], here[1])
    copy_rows(source, target, done, (source.n, source.n_contacts))
    if source.status == UNFINISHED:
        target.close()
    else:
        target.finish(source.status, source.message, source.timing)
