"""Files are written under another name and put in place when they are complete; nothing special is ever replaced."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from stickslip.errors import StickslipError


def refuse_special(path: Path) -> None:
    """Reject to write where something other than a regular file stands: a folder, a link, a device."""
    try:
        mode = path.lstat().st_mode
    except OSError:  # nothing there, or the folder cannot be read: writing says so
        return
    if not stat.S_ISREG(mode):
        kind = "folder" if stat.S_ISDIR(mode) else "link" if stat.S_ISLNK(mode) else "device, pipe or socket"
        cure = "give the name of a file in it" if stat.S_ISDIR(mode) else "it is not replaced; give the name of a file"
        raise StickslipError(f"cannot write '{path}': it is a {kind}; {cure}")


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Yield an empty new file beside ``path``, whose name nobody can foresee; it takes its place at the end."""
    refuse_special(path)
    number, name = tempfile.mkstemp(path.suffix, f".{path.stem[:100]}-", path.parent)  # never opens what exists
    part = Path(name)
    try:
        os.fchmod(number, 0o666 & ~_mask())
        os.close(number)
        yield part
        refuse_special(path)
        os.replace(part, path)
    finally:
        with suppress(OSError):
            part.unlink()


def _mask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


@contextmanager
def explaining(path: str | Path) -> Iterator[None]:
    """State in one sentence why a file or folder cannot be written."""
    try:
        yield
    except OSError as error:
        raise StickslipError(f"cannot write '{path}': {error.strerror or error}") from None


@contextmanager
def writing(path: str | Path) -> Iterator[Path]:
    """Yield a new file that takes the place of ``path`` when it is complete."""
    with explaining(path), new_file(Path(path)) as part:
        yield part
