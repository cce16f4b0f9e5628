"""Read an HDF5 file whose writer was killed or is still at work, without changing a byte of it.

Such a file carries a flag "open for writing" in its superblock, and HDF5 rejects it, except in a reader mode that waits
practically for ever when the file is damaged. So the library reads the file through ``Unclosed``, which shows the
superblock as if the file had been closed: flag cleared, end of file where it is, checksum to match.
"""

from __future__ import annotations

import io
import struct
from pathlib import Path
from typing import Any

SIGNATURE = b"\x89HDF\r\n\x1a\n"
_SUPERBLOCK = 48  # bytes of version 3: signature, version, sizes, flags, addresses, end of file, checksum
_FLAGS, _END, _CHECKSUM = 11, 28, 44  # where in it
_WORD = 0xFFFFFFFF


def is_unclosed(path: Path) -> bool:
    """Return whether the file carries the flag "open for writing"."""
    with path.open("rb") as file:
        start = file.read(_SUPERBLOCK)
    return len(start) == _SUPERBLOCK and start[:8] == SIGNATURE and start[8] == 3 and start[_FLAGS] != 0


class Unclosed(io.RawIOBase):
    """Read-only file that shows a repaired superblock.

    A superblock whose checksum is wrong is shown as it is, so that HDF5 rejects it.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._file: Any = path.open("rb", buffering=0)
        start = self._file.read(_SUPERBLOCK)
        self._size = self._file.seek(0, io.SEEK_END)
        self._start = _repaired(start, self._size) if lookup3(start[:_CHECKSUM]) == _stored(start) else start
        self._place = 0

    def readable(self) -> bool:
        """Return True."""
        return True

    def seekable(self) -> bool:
        """Return True."""
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Move to a place in the file."""
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: self._size}[whence]
        self._place = base + offset
        return self._place

    def tell(self) -> int:
        """Return the present place."""
        return self._place

    def readinto(self, buffer: Any) -> int:
        """Fill ``buffer`` from the present place; behind the end of the file there are zeros."""
        view = memoryview(buffer).cast("B")
        self._file.seek(self._place)
        done = 0
        while done < len(view):
            count = self._file.readinto(view[done:])
            if not count:
                view[done:] = bytes(len(view) - done)
                break
            done += count
        if self._place < len(self._start):
            part = self._start[self._place : self._place + len(view)]
            view[: len(part)] = part
        self._place += len(view)
        return len(view)

    def close(self) -> None:
        """Close the file."""
        if not self.closed:
            self._file.close()
        super().close()


def _stored(start: bytes) -> int:
    return int(struct.unpack_from("<I", start, _CHECKSUM)[0])


def _repaired(start: bytes, size: int) -> bytes:
    fixed = bytearray(start)
    fixed[_FLAGS] = 0
    struct.pack_into("<Q", fixed, _END, size)
    struct.pack_into("<I", fixed, _CHECKSUM, lookup3(bytes(fixed[:_CHECKSUM])))
    return bytes(fixed)


def _rotate(x: int, k: int) -> int:
    return ((x << k) | (x >> (32 - k))) & _WORD


def lookup3(data: bytes) -> int:
    """Return the checksum HDF5 uses for its metadata (lookup3 of B. Jenkins, 2006, initial value 0)."""
    a = b = c = (0xDEADBEEF + len(data)) & _WORD
    while len(data) > 12:
        x, y, z = struct.unpack_from("<III", data)
        a, b, c = (a + x) & _WORD, (b + y) & _WORD, (c + z) & _WORD
        for k in (4, 6, 8, 16, 19, 4):
            a, b, c = b, (b + c) & _WORD, ((a - c) & _WORD) ^ _rotate(c, k)
        data = data[12:]
    if not data:
        return c
    x, y, z = struct.unpack("<III", data.ljust(12, b"\0"))
    a, b, c = (a + x) & _WORD, (b + y) & _WORD, (c + z) & _WORD
    for k in (14, 11, 25, 16, 4, 14, 24):
        a, b, c = b, ((c ^ b) - _rotate(b, k)) & _WORD, a
    return b
