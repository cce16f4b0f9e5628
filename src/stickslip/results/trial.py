"""Whether the header of a file describes a result: everything is asked for once, of two instants of zeros."""

from __future__ import annotations

import math
from functools import cached_property
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np

from stickslip.errors import StickslipError
from stickslip.model.base import short
from stickslip.results.base import MemoryStore
from stickslip.results.columns import COLUMNS, Chunk, widths


def check_header(header: dict[str, Any], path: Path) -> None:
    """Reject a header from which bodies, joints, bonds or contours could not be shown."""
    try:
        _check_plain(header)
        _check_all(header)
    except Exception as error:  # whatever a wrong entry leads to
        reason = short(str(error))[1:-1]
        raise StickslipError(f"'{path}' is damaged: its header describes no result ({reason})") from None


def _check_plain(header: dict[str, Any]) -> None:
    """Reject wrong types where no array would notice them."""
    if header["dim"] not in (2, 3):
        raise ValueError(f"dim = {short(header['dim'])}")
    kinds = {"dt": Real, "t_start": Real, "t_end": Real, "record_every": int, "integrator": dict, "settings": dict,
             "scheme": dict, "model_name": str, "version": str, "model_yaml": str | None}  # fmt: skip
    for key, kind in kinds.items():
        if key in header and not (isinstance(header[key], kind) and (kind is not Real or math.isfinite(header[key]))):
            raise ValueError(f"{key} = {short(header[key])}")
    gravity = header.get("gravity", [0.0] * header["dim"])
    if not isinstance(gravity, list) or len(gravity) != header["dim"] or not all(isinstance(g, Real) for g in gravity):
        raise ValueError(f"gravity = {short(gravity)}")
    laws, tolerance = header.get("laws", []), header.get("settings", {}).get("tolerance")
    if not isinstance(laws, list) or not all(isinstance(law, dict) for law in laws):
        raise ValueError(f"laws = {short(laws)}")
    if not isinstance(tolerance, Real | None) or not header["dt"] > 0.0:
        raise ValueError(f"tolerance = {short(tolerance)}, dt = {short(header['dt'])}")
    for table in ("bodies", "joints", "contours", *(["bonds"] if "bonds" in header else [])):
        for entry in header[table]:
            names = (entry["name"], entry.get("kind", ""), entry.get("coordinate", ""))
            sizes = [entry[key] for key in ("q_off", "nq", "u_off", "nu", "row", "rows") if key in entry]
            if table == "bonds":  # a matrix, -1 where a multiplier has no row
                sizes = [row + 1 for rows in entry["rows"] for row in rows]
            if not all(isinstance(name, str) for name in names) or not all(type(k) is int and k >= 0 for k in sizes):
                raise ValueError(f"entry {short(entry)} of {table}")


def _check_all(header: dict[str, Any]) -> None:
    """Ask for all channels, and for the verdict, of two instants."""
    from stickslip.results.result import Result

    wide, store = widths(header), MemoryStore(header)
    flat = {"time": np.arange(2.0), "contact_count": np.zeros(2, np.int64), "contacts": np.zeros((0, wide["contacts"]))}
    columns: list[Any] = [flat.get(name, np.zeros((2, wide[name]))) for name in COLUMNS]
    store.append(Chunk(*columns))
    result = Result(store)
    with np.errstate(all="ignore"):
        for name in result.names:
            series = result[name]
            for key in _channels(type(series)):
                try:
                    getattr(series, key)
                except StickslipError:  # bodies of this kind do not have it
                    pass
        result.contacts.pairs()
        result.summary()
        str(result.certificate)


def _channels(kind: type) -> list[str]:
    found = {name: x for base in kind.__mro__ for name, x in vars(base).items() if not name.startswith("_")}
    return sorted(name for name, x in found.items() if isinstance(x, property | cached_property))
