"""What a result file is made of: columns, marker, header; and how they are read from a file that may be damaged."""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from stickslip.codes import CERTIFICATE, CONTACT, LEDGER, MOMENTUM
from stickslip.errors import StickslipError
from stickslip.model.base import short
from stickslip.results.base import BLOCK_BYTES, Store
from stickslip.results.columns import COLUMNS, FORMAT
from stickslip.results.unclosed import SIGNATURE, Unclosed, is_unclosed

MAGIC = "stickslip result"
CHUNK_BYTES = 32 * 1024  # of one HDF5 chunk: small files stay small, long ones stay quick
LABELS = {"energy": LEDGER, "certificate": CERTIFICATE, "momentum": MOMENTUM, "contacts": CONTACT}

UNUSED_BYTES = 1024 * 1024  # that a dataset of a killed run may have beyond what reached the file
UNREADABLE = (
    OSError, RuntimeError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError, MemoryError,
)  # fmt: skip

# Entries of a marker row.
SEQUENCE, N, N_CONTACTS, SLOT, STATE_BYTES, STATE_SUM, STATE_N, STATE_CONTACTS, END_BYTES, END_SUM = range(10)
SUMS = slice(10, 10 + len(COLUMNS))
MARKER_SIZE = 10 + len(COLUMNS) + 1


def plain_dataset(file: Any, name: str, path: Path) -> Any:
    """Return a dataset if it is one that a store writes.

    Rejected are links, data in other files, filters, and more data than the file has bytes: reading them could open
    other files, load plug-ins, or fill the memory from a few bytes.
    """
    import h5py

    group = name.rpartition("/")[0]
    if not all(is_hard(file, part) for part in (group, name) if part):
        raise ValueError(f"'{name}' is missing or a link")
    dataset = file[name]
    if not isinstance(dataset, h5py.Dataset) or dataset.dtype.kind not in "fiuS":
        raise ValueError(f"'{name}' does not hold plain numbers or text")
    filters, size = dataset.id.get_create_plist().get_nfilters(), path.stat().st_size + UNUSED_BYTES
    if dataset.is_virtual or dataset.external or filters or dataset.nbytes > size:
        raise ValueError(f"'{name}' was not written by stickslip")
    return dataset


def attribute(owner: Any, name: str) -> Any:
    """Return an attribute that is a number, or text of fixed length.

    Texts of variable length are rejected: they are in a heap without checksum, and of a damaged heap the library reads
    without end.
    """
    if owner.attrs.get_id(name).dtype.kind not in "fiuS":
        raise ValueError(f"'{name}' is not a fixed-length string; an older version or another program wrote it")
    return owner.attrs[name]


def is_hard(file: Any, name: str) -> bool:
    """Return whether a name leads to an object of this very file."""
    import h5py

    return name in file and isinstance(file.get(name, getlink=True), h5py.HardLink)


def as_path(value: Any) -> Path:
    """Return a path; what cannot be one is rejected."""
    try:
        path = Path(value)
        path.stat()
    except OSError:  # it does not exist, or not yet
        return path
    except (TypeError, ValueError) as error:  # of another kind, or with characters that no name has
        raise StickslipError(f"{short(value)} is not the name of a file: {error}") from None
    return path


def blocks(store: Store, name: str, start: int, stop: int) -> Iterator[slice]:
    """Yield rows of a column, piece by piece."""
    step = max(1, BLOCK_BYTES // (8 * max(1, store.widths[name])))
    for first in range(start, stop, step):
        yield slice(first, min(first + step, stop))


def create_column(file: Any, name: str, width: int) -> None:
    """Create the empty dataset of a column."""
    flat = name in ("time", "contact_count")
    if not flat and width == 0:
        return
    rows = min(4096, max(1, CHUNK_BYTES // (8 * max(1, width))))
    tail = () if flat else (width,)
    dtype = "<i8" if name == "contact_count" else "<f8"
    # No checksum filter: it would make a half-rewritten chunk unreadable. The marker carries checksums instead.
    dataset = file.create_dataset(f"data/{name}", (0, *tail), dtype, maxshape=(None, *tail), chunks=(rows, *tail))
    if name in LABELS:
        dataset.attrs["columns"] = np.array(LABELS[name], "S")


def sealed(row: np.ndarray) -> np.ndarray:
    """Return the marker row with its checksum in the last place."""
    sealed = row.copy()
    sealed[-1] = zlib.crc32(sealed[:-1].tobytes())
    return sealed


def read_marker(rows: np.ndarray) -> np.ndarray:
    """Return the newest marker row whose checksum is right."""
    if rows.shape != (2, MARKER_SIZE) or rows.dtype != np.int64:
        raise ValueError(f"the marker has shape {rows.shape}")
    valid = [row for row in rows if row[-1] == zlib.crc32(row[:-1].tobytes())]
    if not valid:
        raise ValueError("neither marker row is complete")
    newest = max(valid, key=lambda row: int(row[SEQUENCE])).copy()
    if (newest[[N, N_CONTACTS, STATE_BYTES, STATE_N, STATE_CONTACTS, END_BYTES]] < 0).any():
        raise ValueError("the marker has negative row counts")
    return newest


def read_bytes(dataset: Any, length: int, checksum: int) -> bytes:
    """Return the first bytes of a dataset, or raise if the checksum contradicts them."""
    data = dataset[:length].tobytes()
    if len(data) != length or zlib.crc32(data) != checksum:
        raise ValueError(f"'{dataset.name}' does not match its checksum")
    return bytes(data)


def read_header(file: Any, path: Path) -> dict[str, Any]:
    """Return the header of an open file, or raise if it is none of this format."""
    if "kind" not in file.attrs or attribute(file, "kind") != MAGIC.encode():
        raise ValueError("it is an HDF5 file of another kind")
    version = int(attribute(file, "format"))
    if version != FORMAT:
        raise ValueError(f"it has format {version}, this version of stickslip reads format {FORMAT}")
    text = bytes(plain_dataset(file, "header", path)[()])
    if "header_sum" in file.attrs and int(attribute(file, "header_sum")) != zlib.crc32(text):
        raise ValueError("the header does not match its checksum")
    header = json.loads(text)
    for key in ("bodies", "joints", "contours", "dim", "dt"):
        if key not in header:
            raise ValueError(f"the header has no entry '{key}'")
    return dict(header)


def open_for_reading(path: Path) -> Any:
    """Open a file for reading, also one that is being written or whose writer was killed."""
    import h5py

    if not path.exists():
        raise StickslipError(f"no file '{path}'")
    if path.is_dir():
        raise StickslipError(f"'{path}' is a folder; give the result file in it, usually 'result.h5'")
    if not path.is_file():
        raise StickslipError(f"'{path}' is not a file but a device, pipe or socket")
    try:
        if not is_hdf5(path):
            raise StickslipError(f"'{path}' is not a stickslip result (no HDF5 file)")
        return h5py.File(Unclosed(path) if is_unclosed(path) else path, "r")
    except (OSError, RuntimeError, ValueError) as error:
        raise StickslipError(f"'{path}' cannot be opened: {first_line(error)}") from None


def is_hdf5(path: Path) -> bool:
    """Return whether a file starts as HDF5 files do."""
    with path.open("rb") as file:
        return file.read(8) == SIGNATURE


def disk_reason(error: Exception) -> str:
    """Return the operating system's own words; HDF5 hides the number of the error in a long text."""
    number = re.search(r"errno = (\d+)", str(error))
    if number:
        return os.strerror(int(number[1]))
    return os.strerror(error.errno) if isinstance(error, OSError) and error.errno else first_line(error)


def first_line(error: BaseException) -> str:
    """Return the first line of the message of an error."""
    text = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    return text.splitlines()[0] if text else type(error).__name__
