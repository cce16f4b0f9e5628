"""Plain data as JSON text and named arrays as bytes. Decoding reads numbers and never executes anything."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from stickslip.errors import StickslipError

# The only kinds of number a checkpoint may hold; anything else in a file is rejected.
_DTYPES = {"float64": "<f8", "int64": "<i8", "uint64": "<u8", "int32": "<i4", "uint8": "|u1", "bool": "|b1"}


def jsonable(value: Any) -> Any:
    """Return ``value`` as plain JSON data: NumPy types converted, NaN as null, infinities as "inf" and "-inf"."""
    if isinstance(value, Mapping):
        return {str(key): jsonable(item) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        plain = value.dtype.kind in "biu" or (value.dtype.kind == "f" and np.isfinite(value).all())
        return value.tolist() if plain else jsonable(value.tolist())
    if isinstance(value, list | tuple | set | frozenset):
        return [jsonable(item) for item in value]
    if isinstance(value, np.generic):
        return jsonable(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else ("inf" if value > 0 else "-inf")
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return str(value)


def to_json(value: Any, indent: int | None = None) -> str:
    """Write ``value`` as valid JSON text."""
    return json.dumps(jsonable(value), indent=indent, allow_nan=False)


def encode_state(state: Mapping[str, Any]) -> bytes:
    """Write a flat dict of arrays and numbers as a JSON index line followed by the raw little-endian bytes."""
    index, parts = [], []
    for name, value in state.items():
        array = np.ascontiguousarray(value)
        if array.dtype.name not in _DTYPES:
            raise TypeError(f"checkpoint entry '{name}' has type {array.dtype}; known: {', '.join(_DTYPES)}")
        array = array.astype(_DTYPES[array.dtype.name], copy=False)
        shape = None if np.ndim(value) == 0 and not isinstance(value, np.ndarray) else np.shape(value)
        index.append({"name": name, "dtype": array.dtype.name, "shape": shape})
        parts.append(array.tobytes())
    return b"".join([json.dumps(index).encode(), b"\n", *parts])


def decode_state(data: bytes) -> dict[str, Any]:
    """Read what ``encode_state`` wrote; numbers come back as Python numbers, arrays as writeable arrays."""
    try:
        line, _, raw = data.partition(b"\n")
        state, offset = {}, 0
        for entry in json.loads(line):
            dtype = np.dtype(_DTYPES[entry["dtype"]])
            shape = entry["shape"]
            count = math.prod(shape or ())
            array = np.frombuffer(raw, dtype, count, offset).copy()
            offset += count * dtype.itemsize
            state[entry["name"]] = array[0].item() if shape is None else array.reshape(shape)
    except (ValueError, KeyError, TypeError) as error:
        raise StickslipError(f"the checkpoint cannot be read ({error})") from None
    return state
