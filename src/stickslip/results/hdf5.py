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
import re
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from stickslip._files import explaining, new_file, refuse_special
from stickslip.codes import CERTIFICATE, CONTACT, LEDGER, MOMENTUM
from stickslip.errors import StickslipError
from stickslip.model.base import short
from stickslip.results.base import BLOCK_BYTES, Store, copy_rows
from stickslip.results.columns import COLUMNS, FORMAT, Chunk
from stickslip.results.encode import decode_state, encode_state, jsonable, to_json
from stickslip.results.unclosed import SIGNATURE, Unclosed, is_unclosed

_MAGIC = "stickslip result"
_CHUNK_BYTES = 32 * 1024  # of one HDF5 chunk: small files stay small, long ones stay quick
_LABELS = {"energy": LEDGER, "certificate": CERTIFICATE, "momentum": MOMENTUM, "contacts": CONTACT}

_UNUSED_BYTES = 1024 * 1024  # that a dataset of a killed run may have beyond what reached the file
_UNREADABLE = (
    OSError, RuntimeError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError, MemoryError,
)  # fmt: skip

# Entries of a marker row.
_SEQUENCE, _N, _N_CONTACTS, _SLOT, _STATE_BYTES, _STATE_SUM, _STATE_N, _STATE_CONTACTS, _END_BYTES, _END_SUM = range(10)
_SUMS = slice(10, 10 + len(COLUMNS))
_MARKER_SIZE = 10 + len(COLUMNS) + 1


class Hdf5Store(Store):
    """A run streamed to an HDF5 file.

    Parameters
    ----------
    path : str or Path
        An existing result there is replaced; any other file is refused.
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
        store._file = _open_for_reading(path)
        store._writable, store._open = False, {}
        try:
            with store._reading():
                Store.__init__(store, _read_header(store._file, path))
                store._marker = _read_marker(store._dataset("marker")[...])
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
                marker[_SUMS][k] = zlib.crc32(array.data, int(marker[_SUMS][k]))
            marker[_N] += len(checked.time)
            marker[_N_CONTACTS] += len(checked.contacts)
            self._count(marker)
            if time.monotonic() - self._flushed >= self._flush_s:
                self._commit()

    def checkpoint(self, state: Mapping[str, Any]) -> None:
        """Write the state into the slot that is not in use and make it count."""
        data = encode_state(state)
        slot = 1 - max(int(self._marker[_SLOT]), 0)
        with self._writing():
            self._write_bytes(f"checkpoint/{slot}", data)
            marker = self._marker.copy()
            marker[[_SLOT, _STATE_BYTES, _STATE_SUM]] = slot, len(data), zlib.crc32(data)
            marker[[_STATE_N, _STATE_CONTACTS]] = self.n, self.n_contacts
            self._count(marker)
            self._commit()

    def finish(self, status: str, message: str, timing: Mapping[str, Any]) -> None:
        """Write how the run ended and close the file; reading stays possible."""
        self.status, self.message, self.timing = status, message, jsonable(timing)
        data = to_json({"status": status, "message": message, "timing": timing}).encode()
        with self._writing():
            self._write_bytes("end", data)
            marker = self._marker.copy()
            marker[[_END_BYTES, _END_SUM]] = len(data), zlib.crc32(data)
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
            self._file = _open_for_reading(self.path)
        start, stop, step = rows.indices(self.length(name))
        if name not in ("time", "contact_count") and self.widths[name] == 0:
            return np.zeros((len(range(start, stop, step)), 0))
        with self._reading():
            dataset = self._dataset(f"data/{name}")
            part = dataset[start:stop:step] if dataset.ndim == 1 else dataset[start:stop:step, columns]
        return np.asarray(part)

    def last_checkpoint(self) -> tuple[dict[str, Any], int, int] | None:
        """Read the last complete checkpoint."""
        if self._marker[_SLOT] < 0:
            return None
        if self._file is None:
            self._file = _open_for_reading(self.path)
        with self._reading():
            slot, length, checksum = (int(x) for x in self._marker[[_SLOT, _STATE_BYTES, _STATE_SUM]])
            data = _read_bytes(self._dataset(f"checkpoint/{slot}"), length, checksum)
        return decode_state(data), int(self._marker[_STATE_N]), int(self._marker[_STATE_CONTACTS])

    # Writing.

    def _refuse_foreign(self) -> None:
        refuse_special(self.path)
        if not self.path.parent.is_dir():
            raise StickslipError(f"cannot write '{self.path}': the folder '{self.path.parent}' does not exist")
        if self.path.exists() and self.path.stat().st_size and not _is_hdf5(self.path):
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
                file.attrs["kind"] = np.bytes_(_MAGIC)  # of fixed length, see _attribute
                file.attrs["format"] = FORMAT
                text = to_json(self.header).encode()
                file.attrs["header_sum"] = zlib.crc32(text)
                file.create_dataset("header", data=np.bytes_(text))
                for name in COLUMNS:
                    _create_column(file, name, self.widths[name])
                for name in ("checkpoint/0", "checkpoint/1", "end"):
                    file.create_dataset(name, (0,), "u1", maxshape=(None,), chunks=(16 * 1024,))
                marker = np.zeros((2, _MARKER_SIZE), np.int64)
                marker[:, _SLOT] = -1
                marker[0] = _sealed(marker[0])
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
            access.set_cache(0, 521, 2 * _CHUNK_BYTES, 1.0)  # of each dataset: only the last chunk is written again
            flags = h5py.h5f.ACC_RDWR | h5py.h5f.ACC_SWMR_WRITE
            refuse_special(self.path)
            self._file = h5py.File(h5py.h5f.open(os.fsencode(self.path), flags, access))
            # Open all the time: closing a dataset writes, and a failed write there leaves the library in ruins.
            names = [f"data/{name}" for name in COLUMNS if f"data/{name}" in self._file]
            self._open = {name: self._file[name] for name in [*names, "checkpoint/0", "checkpoint/1", "end", "marker"]}
            self._marker = _read_marker(self._open["marker"][...])
        self.n, self.n_contacts = int(self._marker[_N]), int(self._marker[_N_CONTACTS])
        self._kept = self.n
        self._flush_s = flush_s
        self._flushed = time.monotonic()

    def _count(self, marker: np.ndarray) -> None:
        """Take over numbers and checksums of rows that are written, all of them or none (an interrupt may come)."""
        n, n_contacts = int(marker[_N]), int(marker[_N_CONTACTS])
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
        self._marker[_SEQUENCE] += 1
        self._open["marker"][int(self._marker[_SEQUENCE]) % 2] = _sealed(self._marker)
        self._open["marker"].flush()
        self._kept = self.n
        self._flushed = time.monotonic()

    @contextmanager
    def _writing(self, opening: bool = False) -> Iterator[None]:
        """Turn failures of the disk into one sentence, and give the file up: what counts already stays readable."""
        if not opening and getattr(self, "_file", self) is None:
            raise StickslipError(f"'{self.path}' is closed and cannot be written to")
        try:
            yield
        except (OSError, RuntimeError) as error:
            self._give_up()
            kept = f"; the first {self._kept} instants are kept" if self._kept else ""
            raise StickslipError(f"cannot write '{self.path}': {_disk_reason(error)}{kept}") from None

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
        except _UNREADABLE as error:
            raise StickslipError(f"'{self.path}' is damaged or not a stickslip result: {_first_line(error)}") from None

    def _dataset(self, name: str) -> Any:
        return self._open[name] if self._open else _plain_dataset(self._file, name, self.path)

    def _read_end(self) -> None:
        self.n, self.n_contacts = int(self._marker[_N]), int(self._marker[_N_CONTACTS])
        length, checksum = int(self._marker[_END_BYTES]), int(self._marker[_END_SUM])
        if length == 0:
            self.message = "the run is still going on or was interrupted"
            return
        end = json.loads(_read_bytes(self._dataset("end"), length, checksum))
        self.status, self.message, self.timing = str(end["status"]), str(end["message"]), dict(end["timing"])

    def _check_columns(self) -> None:
        for name in COLUMNS:
            width = self.widths[name]
            flat = name in ("time", "contact_count")
            if not flat and width == 0:
                continue
            dataset = self._dataset(f"data/{name}")
            labels = _attribute(dataset, "columns") if name in _LABELS and "columns" in dataset.attrs else None
            if labels is not None and list(labels) != [label.encode() for label in _LABELS[name]]:
                raise StickslipError(
                    f"'{self.path}' was written by another version of stickslip ({self.header.get('version')}): its "
                    f"column '{name}' has {len(labels)} entries, not the {len(_LABELS[name])} "
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
            for rows in _blocks(self, name, 0, self.length(name)):
                part = self.read(name, rows)
                checksum = zlib.crc32(np.ascontiguousarray(part).data, checksum) if part.size else checksum
                total += int(part.sum()) if name == "contact_count" else 0
                if name == "contacts" and not self._known_contours(part[:, :2]):
                    raise ValueError("contact rows name contours that the header does not have")
            if checksum != self._marker[_SUMS][k]:
                raise ValueError(f"the data of column '{name}' do not match their checksum")
        if total != self.n_contacts:
            raise ValueError("the numbers of contacts do not match the contact rows")

    def _known_contours(self, numbers: np.ndarray) -> bool:
        return bool(((numbers >= 0) & (numbers < len(self.header["contours"]))).all())


def _plain_dataset(file: Any, name: str, path: Path) -> Any:
    """Return a dataset if it is one that a store writes.

    Refused are links, data in other files, filters, and more data than the file has bytes: reading them could open
    other files, load plug-ins, or fill the memory from a few bytes.
    """
    import h5py

    group = name.rpartition("/")[0]
    if not all(_is_hard(file, part) for part in (group, name) if part):
        raise ValueError(f"'{name}' is missing or a link")
    dataset = file[name]
    if not isinstance(dataset, h5py.Dataset) or dataset.dtype.kind not in "fiuS":
        raise ValueError(f"'{name}' holds no plain numbers or text")
    filters, size = dataset.id.get_create_plist().get_nfilters(), path.stat().st_size + _UNUSED_BYTES
    if dataset.is_virtual or dataset.external or filters or dataset.nbytes > size:
        raise ValueError(f"'{name}' was not written by stickslip")
    return dataset


def _attribute(owner: Any, name: str) -> Any:
    """Return an attribute that is a number, or text of fixed length.

    Texts of variable length are refused: they are in a heap without checksum, and of a damaged heap the library reads
    without end.
    """
    if owner.attrs.get_id(name).dtype.kind not in "fiuS":
        raise ValueError(f"'{name}' is no text of fixed length; an older version of stickslip wrote it, or none")
    return owner.attrs[name]


def _is_hard(file: Any, name: str) -> bool:
    """Tell whether a name leads to an object of this very file."""
    import h5py

    return name in file and isinstance(file.get(name, getlink=True), h5py.HardLink)


def as_path(value: Any) -> Path:
    """Return a path; what cannot be one is refused."""
    try:
        path = Path(value)
        path.stat()
    except OSError:  # it does not exist, or not yet
        return path
    except (TypeError, ValueError) as error:  # of another kind, or with characters that no name has
        raise StickslipError(f"{short(value)} is not the name of a file: {error}") from None
    return path


def _blocks(store: Store, name: str, start: int, stop: int) -> Iterator[slice]:
    step = max(1, BLOCK_BYTES // (8 * max(1, store.widths[name])))
    for first in range(start, stop, step):
        yield slice(first, min(first + step, stop))


def _create_column(file: Any, name: str, width: int) -> None:
    flat = name in ("time", "contact_count")
    if not flat and width == 0:
        return
    rows = min(4096, max(1, _CHUNK_BYTES // (8 * max(1, width))))
    tail = () if flat else (width,)
    dtype = "<i8" if name == "contact_count" else "<f8"
    # No checksum filter: it would make a half-rewritten chunk unreadable. The marker carries checksums instead.
    dataset = file.create_dataset(f"data/{name}", (0, *tail), dtype, maxshape=(None, *tail), chunks=(rows, *tail))
    if name in _LABELS:
        dataset.attrs["columns"] = np.array(_LABELS[name], "S")


def _sealed(row: np.ndarray) -> np.ndarray:
    """Return the marker row with its checksum in the last place."""
    sealed = row.copy()
    sealed[-1] = zlib.crc32(sealed[:-1].tobytes())
    return sealed


def _read_marker(rows: np.ndarray) -> np.ndarray:
    """Return the newest marker row whose checksum is right."""
    if rows.shape != (2, _MARKER_SIZE) or rows.dtype != np.int64:
        raise ValueError(f"the marker has shape {rows.shape}")
    valid = [row for row in rows if row[-1] == zlib.crc32(row[:-1].tobytes())]
    if not valid:
        raise ValueError("neither marker row is complete")
    newest = max(valid, key=lambda row: int(row[_SEQUENCE])).copy()
    if (newest[[_N, _N_CONTACTS, _STATE_BYTES, _STATE_N, _STATE_CONTACTS, _END_BYTES]] < 0).any():
        raise ValueError("the marker has negative numbers of rows")
    return newest


def _read_bytes(dataset: Any, length: int, checksum: int) -> bytes:
    data = dataset[:length].tobytes()
    if len(data) != length or zlib.crc32(data) != checksum:
        raise ValueError(f"'{dataset.name}' does not match its checksum")
    return bytes(data)


def _read_header(file: Any, path: Path) -> dict[str, Any]:
    if "kind" not in file.attrs or _attribute(file, "kind") != _MAGIC.encode():
        raise ValueError("it is an HDF5 file of another kind")
    version = int(_attribute(file, "format"))
    if version != FORMAT:
        raise ValueError(f"it has format {version}, this version of stickslip reads format {FORMAT}")
    text = bytes(_plain_dataset(file, "header", path)[()])
    if "header_sum" in file.attrs and int(_attribute(file, "header_sum")) != zlib.crc32(text):
        raise ValueError("the header does not match its checksum")
    header = json.loads(text)
    for key in ("bodies", "joints", "contours", "dim", "dt"):
        if key not in header:
            raise ValueError(f"the header has no entry '{key}'")
    return dict(header)


def _open_for_reading(path: Path) -> Any:
    """Open a file for reading, also one that is being written or whose writer was killed."""
    import h5py

    if not path.exists():
        raise StickslipError(f"no file '{path}'")
    if path.is_dir():
        raise StickslipError(f"'{path}' is a folder; give the result file in it, usually 'result.h5'")
    if not path.is_file():
        raise StickslipError(f"'{path}' is not a file but a device, pipe or socket")
    try:
        if not _is_hdf5(path):
            raise StickslipError(f"'{path}' is not a stickslip result (no HDF5 file)")
        return h5py.File(Unclosed(path) if is_unclosed(path) else path, "r")
    except (OSError, RuntimeError, ValueError) as error:
        raise StickslipError(f"'{path}' cannot be opened: {_first_line(error)}") from None


def _is_hdf5(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(8) == SIGNATURE


def _disk_reason(error: Exception) -> str:
    """Return the operating system's own words; HDF5 hides the number of the error in a long text."""
    number = re.search(r"errno = (\d+)", str(error))
    if number:
        return os.strerror(int(number[1]))
    return os.strerror(error.errno) if isinstance(error, OSError) and error.errno else _first_line(error)


def _first_line(error: BaseException) -> str:
    text = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    return text.splitlines()[0] if text else type(error).__name__
