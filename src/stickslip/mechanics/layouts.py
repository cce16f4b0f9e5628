"""Layouts of parameter blocks, declared once: kernels read the offsets, assembly packs by name."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from stickslip._arrays import Floats, Ints


class Layout:
    """A block of numbers: ``layout.name`` is where the part of that name begins, ``layout.size`` one behind the last.

    Parts are given with their sizes, in order; the block begins at ``start``.
    """

    def __init__(self, start: int = 0, /, **sizes: int) -> None:
        self.sizes, self.start = sizes, start
        *self._offsets, self.size = itertools.accumulate(sizes.values(), initial=start)

    def __getattr__(self, name: str) -> int:
        sizes = self.__dict__.get("sizes", {})
        if name not in sizes:
            raise AttributeError(f"no part is called {name!r}; there are {', '.join(sizes)}")
        return int(self._offsets[list(sizes).index(name)])

    def pack(self, **parts: Any) -> Floats:
        """Return the block (size - start,); each part must be given, with its size."""
        return np.concatenate([np.asarray(part, dtype=float) for part in self._ordered(parts)])

    def integers(self, **parts: Any) -> Ints:
        """Return the block as ``pack`` does, with integers."""
        return np.concatenate([np.asarray(part, dtype=np.int64) for part in self._ordered(parts)])

    def _ordered(self, parts: dict[str, Any]) -> list[Any]:
        if parts.keys() != self.sizes.keys():
            raise ValueError(f"parts must be {', '.join(self.sizes)}, not {', '.join(parts)}")
        ordered = [np.ravel(parts[name]) for name in self.sizes]
        for part, (name, size) in zip(ordered, self.sizes.items(), strict=True):
            if len(part) != size:
                raise ValueError(f"{name} must have {size} numbers, not {len(part)}")
        return ordered
