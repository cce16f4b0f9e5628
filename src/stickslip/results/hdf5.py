"""The store in an HDF5 file that survives a killed process.

How the file stays readable. All datasets exist before the first step; then the file is open in HDF5's single-writer
multiple-reader mode, in which every state that reaches the operating system is a valid file. A *marker* of two
alternating rows, each with a checksum, says how many rows of every column count. It is written after the rows
themselves, so rows behind the marker (a killed write) are simply not seen. Checkpoints alternate between two slots
and count only once the marker names them.
"""

from __future__ import annotations

import io
import json
import os
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from stickslip._files import explaining, new_file, refuse_special
from stickslip.errors import StickslipError
from stickslip.results.base import Store, copy_rows
from stickslip.results.columns import COLUMNS, FORMAT, Chunk
from stickslip.results.encode import decode_state, encode_state, jsonable, to_json
from stickslip.results.hdf5_format import (
    CHUNK_BYTES,
    END_BYTES,
    END_SUM,
    LABELS,
    MAGIC,
    MARKER_SIZE,
    N_CONTACTS,
    SEQUENCE,
    SLOT,
    STATE_BYTES,
    STATE_CONTACTS,
    STATE_N,
    STATE_SUM,
    SUMS,
    UNREADABLE,
    N,
    as_path,
    attribute,
    blocks,
    create_column,
    disk_reason,
    first_line,
    is_hdf5,
    open_for_reading,
    plain_dataset,
    read_bytes,
    read_header,
    read_marker,
    sealed,
)
from stickslip.results.unclosed import is_unclosed


class Hdf5Store(Store):
    """A run streamed to an HDF5 file.

    Parameters
    ----------
    path : str or Path
        An existing result there is replaced; any other file is rejected.
    header : dict
    flush_s : float [s]
        Rows older than this reach the file with the next ``append``.

    ``Hdf5Store.open(path)`` reads a file, ``Hdf5Store.reopen(path)`` goes on with one.
    """

    path: Path
    _file: Any
    _open: dict[str, Any]
    _marker: np.ndarray
    _writable: bool
    _kept: int  # instants that count in the file
    _flush_s: float
    _flushed: float

    def __init__(self, path: str | Path, header: Mapping[str, Any], flush_s: float = 1.0) -> None:
        super().__init__(header)
        self.path = as_path(path)
        self._kept = 0
        self._refuse_foreign()
        with self._writing():
            self._create()
        self._attach(flush_s)

    @classmethod
    def open(cls, path: str | Path, verify: bool = True) -> Hdf5Store:
        """Open a finished, running or killed run for reading; ``verify`` compares all data with their checksums."""
        path = as_path(path)
        tries = 20  # of a file at whose metadata its writer may be working just now
        while True:
            try:
                return cls._open_once(path, verify)
            except StickslipError:
                tries -= 1
                if tries == 0 or not path.is_file() or not is_unclosed(path):
                    raise
                time.sleep(0.02)

    @classmethod
    def _open_once(cls, path: Path, verify: bool) -> Hdf5Store:
        store = cls.__new__(cls)
        store.path = path
        store._file = open_for_reading(path)
        store._writable, store._open = False, {}
        try:
            with store._reading():
                Store.__init__(store, read_header(store._file, path))
                store._marker = read_marker(store._dataset("marker")[...])
                store._read_end()
                store._check_columns()
                if verify:
                    store._verify()
        except BaseException:  # the file is not kept open by an error that is
            store._file.close()
            raise
        return store

    @classmethod
    def reopen(cls, path: str | Path, flush_s: float = 1.0, **changes: Any) -> Hdf5Store:
        """Reopen a run for writing after its last checkpoint; rows behind the checkpoint are dropped.

        ``changes`` replace entries of the header, for example ``t_end``. The old file stays untouched until the
        shortened copy is complete.
        """
        source = cls.open(path)
        found = source.last_checkpoint()
        if found is None:
            raise StickslipError(f"'{path}' holds no checkpoint to resume from; start the run again")
        state, n, n_contacts = found
        with explaining(source.path), new_file(source.path) as part:
            target = cls(part, {**source.header, **changes})
            copy_rows(source, target, (0, 0), (n, n_contacts))
            target.checkpoint(state)
            target.close()
            source.close()
        store = cls.__new__(cls)
        Store.__init__(store, target.header)
        store.path = source.path
        store._attach(flush_s)
        return store

    def append(self, chunk: Chunk) -> None:
        """Write recorded instants to the file."""
        checked = self._checked(chunk)
        with self._writing():
            marker = self._marker.copy()
            for k, (name, array) in enumerate(zip(COLUMNS, checked)):
                self._append_column(name, array)
                marker[SUMS][k] = zlib.crc32(array.data, int(marker[SUMS][k]))
            marker[N] += len(checked.time)
            marker[N_CONTACTS] += len(checked.contacts)
            self._count(marker)
            if time.monotonic() - self._flushed >= self._flush_s:
                self._commit()

    def checkpoint(self, state: Mapping[str, Any]) -> None:
        """Write the state into the slot that is not in use and make it count."""
        data = encode_state(state)
        slot = 1 - max(int(self._marker[SLOT]), 0)
        with self._writing():
            self._write_bytes(f"checkpoint/{slot}", data)
            marker = self._marker.copy()
            marker[[SLOT, STATE_BYTES, STATE_SUM]] = slot, len(data), zlib.crc32(data)
            marker[[STATE_N, STATE_CONTACTS]] = self.n, self.n_contacts
            self._count(marker)
            self._commit()

    def finish(self, status: str, message: str, timing: Mapping[str, Any]) -> None:
        """Write how the run ended and close the file; reading stays possible."""
        self.status, self.message, self.timing = status, message, jsonable(timing)
        data = to_json({"status": status, "message": message, "timing": timing}).encode()
        with self._writing():
            self._write_bytes("end", data)
            marker = self._marker.copy()
            marker[[END_BYTES, END_SUM]] = len(data), zlib.crc32(data)
            self._count(marker)
        self.close()

    def close(self) -> None:
        """Write what is pending and close the file."""
        if self._file is not None:
            with self._writing() if self._writable else self._reading():
                if self._writable:
                    self._commit()
                self._file.close()
        self._file, self._open, self._writable = None, {}, False

    def read(self, name: str, rows: slice = slice(None), columns: slice = slice(None)) -> np.ndarray:
        """Read a column (or part of it) from the file."""
        if self._file is None:
            self._file = open_for_reading(self.path)
        start, stop, step = rows.indices(self.length(name))
        if name not in ("time", "contact_count") and self.widths[name] == 0:
            return np.zeros((len(range(start, stop, step)), 0))
        with self._reading():
            dataset = self._dataset(f"data/{name}")
            part = dataset[start:stop:step] if dataset.ndim == 1 else dataset[start:stop:step, columns]
        return np.asarray(part)

    def last_checkpoint(self) -> tuple[dict[str, Any], int, int] | None:
        """Read the last complete checkpoint."""
        if self._marker[SLOT] < 0:
            return None
        if self._file is None:
            self._file = open_for_reading(self.path)
        with self._reading():
            slot, length, checksum = (int(x) for x in self._marker[[SLOT, STATE_BYTES, STATE_SUM]])
            data = read_bytes(self._dataset(f"checkpoint/{slot}"), length, checksum)
        return decode_state(data), int(self._marker[STATE_N]), int(self._marker[STATE_CONTACTS])

    # Writing.

    def _refuse_foreign(self) -> None:
        refuse_special(self.path)
        if not self.path.parent.is_dir():
            raise StickslipError(f"cannot write '{self.path}': the folder '{self.path.parent}' does not exist")
        if self.path.exists() and self.path.stat().st_size and not is_hdf5(self.path):
            raise StickslipError(f"'{self.path}' exists and is not a result; it is not overwritten")

    def _create(self) -> None:
        """Build the empty file in memory and under another name, so that ``path`` is never a half-made file.

        On a full disk the library itself would leave its objects in ruins and complain about each.
        """
        import h5py

        image = io.BytesIO()
        with new_file(self.path) as part:
            # v110 is the oldest file version with single-writer mode, so that older HDF5 libraries can read it.
            with h5py.File(image, "w", libver=("v110", "v110")) as file:
                file.attrs["kind"] = np.bytes_(MAGIC)  # of fixed length, see attribute
                file.attrs["format"] = FORMAT
                text = to_json(self.header).encode()
                file.attrs["header_sum"] = zlib.crc32(text)
                file.create_dataset("header", data=np.bytes_(text))
                for name in COLUMNS:
                    create_column(file, name, self.widths[name])
                for name in ("checkpoint/0", "checkpoint/1", "end"):
                    file.create_dataset(name, (0,), "u1", maxshape=(None,), chunks=(16 * 1024,))
                marker = np.zeros((2, MARKER_SIZE), np.int64)
                marker[:, SLOT] = -1
                marker[0] = sealed(marker[0])
                file.create_dataset("marker", data=marker)
            part.write_bytes(image.getbuffer())

    def _attach(self, flush_s: float) -> None:
        """Open the closed file at ``path`` for appending."""
        import h5py

        self._file = None
        self._writable = True
        self._kept = 0
        with self._writing(opening=True):
            access = h5py.h5p.create(h5py.h5p.FILE_ACCESS)
            access.set_libver_bounds(h5py.h5f.LIBVER_V110, h5py.h5f.LIBVER_V110)
            access.set_cache(0, 521, 2 * CHUNK_BYTES, 1.0)  # of each dataset: only the last chunk is written again
            flags = h5py.h5f.ACC_RDWR | h5py.h5f.ACC_SWMR_WRITE
            refuse_special(self.path)
            self._file = h5py.File(h5py.h5f.open(os.fsencode(self.path), flags, access))
            # Open all the time: closing a dataset writes, and a failed write there leaves the library in ruins.
            names = [f"data/{name}" for name in COLUMNS if f"data/{name}" in self._file]
            self._open = {name: self._file[name] for name in [*names, "checkpoint/0", "checkpoint/1", "end", "marker"]}
            self._marker = read_marker(self._open["marker"][...])
        self.n, self.n_contacts = int(self._marker[N]), int(self._marker[N_CONTACTS])
        self._kept = self.n
        self._flush_s = flush_s
        self._flushed = time.monotonic()

    def _count(self, marker: np.ndarray) -> None:
        """Take over numbers and checksums of rows that are written, all of them or none (an interrupt may come)."""
        n, n_contacts = int(marker[N]), int(marker[N_CONTACTS])
        self._marker, self.n, self.n_contacts = marker, n, n_contacts

    def _append_column(self, name: str, array: np.ndarray) -> None:
        if array.size == 0:
            return
        dataset = self._open[f"data/{name}"]
        start = self.length(name)
        dataset.resize(start + len(array), axis=0)
        dataset[start:] = array

    def _write_bytes(self, name: str, data: bytes) -> None:
        dataset = self._open[name]
        if len(data) > len(dataset):
            dataset.resize(len(data), axis=0)
        dataset[: len(data)] = np.frombuffer(data, np.uint8)

    def _commit(self) -> None:
        """Make everything written so far count: data first, then the marker row."""
        self._file.flush()
        self._marker[SEQUENCE] += 1
        self._open["marker"][int(self._marker[SEQUENCE]) % 2] = sealed(self._marker)
        self._open["marker"].flush()
        self._kept = self.n
        self._flushed = time.monotonic()

    @contextmanager
    def _writing(self, opening: bool = False) -> Iterator[None]:
        """Report disk failures in one sentence, and give up the file: rows already counted stay readable."""
        if not opening and getattr(self, "_file", self) is None:
            raise StickslipError(f"'{self.path}' is closed and cannot be written to")
        try:
            yield
        except (OSError, RuntimeError) as error:
            self._give_up()
            kept = f"; the first {self._kept} instants are kept" if self._kept else ""
            raise StickslipError(f"cannot write '{self.path}': {disk_reason(error)}{kept}") from None

    def _give_up(self) -> None:
        """Let the library close its file on /dev/null: after a failed write it would crash or harm what is there."""
        file, self._file = getattr(self, "_file", None), None
        if file is None or not self._writable:
            return
        with suppress(Exception):
            nothing = os.open(os.devnull, os.O_RDWR)
            os.dup2(nothing, file.id.get_vfd_handle())
            os.close(nothing)
        with suppress(Exception):
            file.close()
        self._open = {}

    # Reading.

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except UNREADABLE as error:
            raise StickslipError(f"'{self.path}' is damaged or not a stickslip result: {first_line(error)}") from None

    def _dataset(self, name: str) -> Any:
        return self._open[name] if self._open else plain_dataset(self._file, name, self.path)

    def _read_end(self) -> None:
        self.n, self.n_contacts = int(self._marker[N]), int(self._marker[N_CONTACTS])
        length, checksum = int(self._marker[END_BYTES]), int(self._marker[END_SUM])
        if length == 0:
            self.message = "the run is still going on or was interrupted"
            return
        end = json.loads(read_bytes(self._dataset("end"), length, checksum))
        self.status, self.message, self.timing = str(end["status"]), str(end["message"]), dict(end["timing"])

    def _check_columns(self) -> None:
        for name in COLUMNS:
            width = self.widths[name]
            flat = name in ("time", "contact_count")
            if not flat and width == 0:
                continue
            dataset = self._dataset(f"data/{name}")
            labels = attribute(dataset, "columns") if name in LABELS and "columns" in dataset.attrs else None
            if labels is not None and list(labels) != [label.encode() for label in LABELS[name]]:
                raise StickslipError(
                    f"'{self.path}' was written by another version of stickslip ({self.header.get('version')}): its "
                    f"column '{name}' has {len(labels)} entries, not the {len(LABELS[name])} "
                    "of this one; read it with that version or start the run again"
                )
            if dataset.shape[1:] != (() if flat else (width,)) or len(dataset) < self.length(name):
                raise ValueError(f"column '{name}' has shape {dataset.shape}")
            if dataset.dtype != ("<i8" if name == "contact_count" else "<f8"):
                raise ValueError(f"column '{name}' has type {dataset.dtype}")

    def _verify(self) -> None:
        total = 0
        for k, name in enumerate(COLUMNS):
            checksum = 0
            for rows in blocks(self, name, 0, self.length(name)):
                part = self.read(name, rows)
                checksum = zlib.crc32(np.ascontiguousarray(part).data, checksum) if part.size else checksum
                total += int(part.sum()) if name == "contact_count" else 0
                if name == "contacts" and not self._known_contours(part[:, :2]):
                    raise ValueError("contact rows name contours that the header does not have")
            if checksum != self._marker[SUMS][k]:
                raise ValueError(f"the data of column '{name}' do not match their checksum")
        if total != self.n_contacts:
            raise ValueError("the contact counts do not match the contact rows")

    def _known_contours(self, numbers: np.ndarray) -> bool:
        return bool(((numbers >= 0) & (numbers < len(self.header["contours"]))).all())
