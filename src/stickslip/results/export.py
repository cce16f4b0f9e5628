"""Results in other people's formats: CSV and xarray."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from stickslip._files import explaining, writing
from stickslip.codes import CERTIFICATE, CONTACT, LEDGER
from stickslip.errors import StickslipError
from stickslip.results.series import BodySeries, JointSeries

if TYPE_CHECKING:
    from stickslip.results.result import Result


def to_csv(result: Result, folder: str | Path) -> list[Path]:
    """Write ``body_NAME.csv``, ``joint_NAME.csv``, ``energy.csv``, ``certificate.csv`` and ``contacts.csv``."""
    folder = Path(folder)
    written: list[Path] = []
    with explaining(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name in result.names:
            series = result[name]
            kind = "body" if isinstance(series, BodySeries) else "joint"
            columns, table = _table(series, int(result.header["dim"]))
            if columns:
                path = _free(folder, f"{kind}_{name}", written)
                written.append(_write(path, ["time", *columns], np.column_stack([result.time, table])))
        for name, labels in (("energy", LEDGER), ("certificate", CERTIFICATE)):
            table = np.column_stack([result.time, result.store.read(name)])
            written.append(_write(folder / f"{name}.csv", ["time", *labels], table))
        written.append(_write(folder / "contacts.csv", ["time", *CONTACT], _contact_rows(result)))
    return written


def _table(series: BodySeries | JointSeries, dim: int) -> tuple[list[str], np.ndarray]:
    """Return labels and values (n, m) of what is recorded of a body or joint; both empty if nothing is."""
    if isinstance(series, JointSeries):
        labels = [f"reaction{k + 1}" for k in range(series.reaction.shape[1])]
        try:
            return ["coordinate", *labels], np.column_stack([series.coordinate, series.reaction])
        except StickslipError:  # no single coordinate
            return labels, series.reaction
    if series.kind == "rigid" and dim == 3:
        labels = ["x", "y", "z", *(f"d{k}_{i}" for k in "123" for i in "xyz")]
        labels += ["v_x", "v_y", "v_z", "omega_1", "omega_2", "omega_3"]
    elif series.kind == "rigid":
        labels = ["x", "y", "phi", "v_x", "v_y", "omega"]
    else:
        labels = [f"{s}{k + 1}" for s, a in (("q", series.q), ("u", series.u)) for k in range(a.shape[1])]
    return labels, np.column_stack([series.q, series.u])


def _contact_rows(result: Result) -> Iterator[Sequence[Any]]:
    contacts = result.contacts
    for points in contacts:
        for row in points._rows:
            a, b = contacts.names[int(row[0])], contacts.names[int(row[1])]
            yield [repr(points.time), a, b, int(row[2]), *(repr(float(x)) for x in row[3:])]


def _write(path: Path, labels: Sequence[str], rows: Any) -> Path:
    with writing(path) as part, part.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(labels)
        for row in rows:
            writer.writerow(row.tolist() if isinstance(row, np.ndarray) else row)
    return path


def _free(folder: Path, name: str, written: list[Path]) -> Path:
    """Return a file name without characters that mean something to a file system, different from those before."""
    safe = re.sub(r"[^\w.-]", "_", name)[:100]
    path, number = folder / f"{safe}.csv", 2
    while path in written:
        path, number = folder / f"{safe}_{number}.csv", number + 1
    return path


def to_xarray(result: Result) -> Any:
    """Return an ``xarray.Dataset``: variables "ball.position" and so on over time, energy and certificate by name.

    Contact points have their own dimension ``contact``; ``contact_time`` is when each of them was recorded.
    """
    try:
        import xarray
    except ImportError:
        raise StickslipError("to_xarray() needs the package xarray: pip install stickslip[xarray]") from None

    axis = ["x", "y", "z"][: int(result.header["dim"])]
    coords: dict[str, Any] = {"time": result.time, "axis": axis, "ledger": list(LEDGER), "check": list(CERTIFICATE)}
    data: dict[str, Any] = {
        "energy": (("time", "ledger"), result.store.read("energy"), {"units": "J"}),
        "certificate": (("time", "check"), result.store.read("certificate")),
    }
    for name in result.names:
        series = result[name]
        data |= _joint_variables(series) if isinstance(series, JointSeries) else _body_variables(series, len(axis))
    table = result.store.read("contacts")
    data["contact_time"] = (("contact",), result.time[result.contacts.instant], {"units": "s"})
    data |= {f"contact_{label}": (("contact",), table[:, k]) for k, label in enumerate(CONTACT)}
    attrs = {
        "model": str(result.header.get("model_name", "")),
        "dt": result.header["dt"],
        "status": result.status,
        "contours": result.contacts.names,
    }
    dataset = xarray.Dataset(data, coords, attrs)
    dataset["time"].attrs["units"] = "s"
    return dataset


def to_netcdf(result: Result, path: str | Path) -> Path:
    """Write the dataset of ``to_xarray`` to a netCDF file, with "_" for signs in names that netCDF does not allow."""
    path, dataset = Path(path), to_xarray(result)
    dataset.attrs["contours"] = ", ".join(dataset.attrs["contours"])  # netCDF has no lists of texts
    names = {name: re.sub(r"[^\w.-]", "_", str(name)) for name in [*dataset.variables, *dataset.dims]}
    if len(set(names.values())) < len(names):
        raise StickslipError("two names differ only in characters that netCDF does not allow; rename a part")
    with writing(path) as part:
        dataset.rename({old: new for old, new in names.items() if old != new}).to_netcdf(part)
    return path


def _body_variables(series: BodySeries, dim: int) -> dict[str, Any]:
    name = series.name
    if series.kind == "linear":
        return {
            f"{name}.q": (("time", f"{name}.dof"), series.q),
            f"{name}.u": (("time", f"{name}.dof"), series.u),
        }
    if series.kind in ("beam", "string", "floating", "solid", "floating solid"):
        node = ("time", f"{name}.node" if series.kind.endswith("solid") else f"{name}.s", "axis")
        return {
            f"{name}.position": (node, series.position, {"units": "m"}),
            f"{name}.velocity": (node, series.velocity, {"units": "m/s"}),
        }
    if series.kind != "rigid":
        return {}
    data: dict[str, Any] = {
        f"{name}.position": (("time", "axis"), series.position, {"units": "m"}),
        f"{name}.velocity": (("time", "axis"), series.velocity, {"units": "m/s"}),
    }
    if dim == 2:
        data[f"{name}.angle"] = (("time",), series.angle, {"units": "rad"})
        data[f"{name}.angular_velocity"] = (("time",), series.angular_velocity, {"units": "rad/s"})
    else:
        data[f"{name}.rotation"] = (("time", "axis", "body_axis"), series.rotation)
        data[f"{name}.angular_velocity"] = (("time", "body_axis"), series.angular_velocity, {"units": "rad/s"})
    return data


def _joint_variables(series: JointSeries) -> dict[str, Any]:
    name = series.name
    data: dict[str, Any] = {f"{name}.reaction": (("time", f"{name}.row"), series.reaction)}
    try:
        data[f"{name}.coordinate"] = (("time",), series.coordinate)
    except StickslipError:  # no single coordinate
        pass
    return data
