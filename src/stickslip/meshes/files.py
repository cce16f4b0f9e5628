"""Triangle meshes in files: STL, OBJ, PLY and glTF, read by trimesh."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.errors import ModelError
from stickslip.meshes.topology import degenerate, distinct, welded
from stickslip.model.base import as_number, short

UNITS = {"m": 1.0, "cm": 1e-2, "mm": 1e-3, "in": 0.0254, "ft": 0.3048}  # [m]
FORMATS = (".stl", ".obj", ".ply", ".gltf", ".glb")
METRES = (".gltf", ".glb")  # formats with a fixed unit
_LARGE = 10.0  # extent [m] above which a file without units is more likely in mm: only a warning
WELD = 1e-6  # of the size of the mesh: vertices that near are one


def factor(path: Path, scale: Any, units: Any) -> float | None:
    """Return the length [m] of a unit of the file, None if it is unknown."""
    if scale is not None and units is not None:
        raise ModelError("Mesh.read: give scale or units, one of them")
    if units is not None:
        if not isinstance(units, str) or units not in UNITS:
            raise ModelError(f"Mesh.read: units = {short(units)} must be one of {', '.join(UNITS)}")
        return UNITS[units]
    if scale is None:
        return 1.0 if path.suffix.lower() in METRES else None
    try:
        number = as_number(scale)
    except ValueError as error:
        raise ModelError(f"Mesh.read: scale = {short(scale)} {error}") from None
    if number <= 0.0:
        raise ModelError(f"Mesh.read: scale = {short(scale)} must be > 0")
    return number


def read(path: str | Path, scale: Any, units: Any) -> tuple[Floats, Ints]:
    """Return vertices [m] and faces of a file, whose facets share vertices and have an area."""
    path = Path(path)
    if path.suffix.lower() not in FORMATS:
        raise ModelError(f"Mesh.read: '{path}': the ending must be one of {', '.join(FORMATS)}")
    if not path.is_file():
        raise ModelError(f"Mesh.read: no file '{path}'")
    unit = factor(path, scale, units)
    vertices, faces = _load(path)
    if not np.isfinite(vertices).all():
        row = int(np.argmin(np.isfinite(vertices).all(axis=1)))
        raise ModelError(f"Mesh.read: '{path}': vertex {row} is not finite")
    size = float(np.ptp(vertices, axis=0).max())
    vertices, faces = welded(vertices, faces, WELD * size)
    flat = int(degenerate(vertices, faces).sum())
    if flat == len(faces):
        raise ModelError(f"Mesh.read: '{path}': none of the {len(faces)} facets has an area")
    if unit is None:
        unit = 1.0
        if size > _LARGE:
            warnings.warn(
                f"Mesh.read: '{path}' is {size:.4g} wide, taken as metres; if these are millimetres, say "
                'units="mm", if not, units="m"', UserWarning, stacklevel=3,
            )  # fmt: skip
    vertices, faces = distinct(vertices, faces)
    return unit * vertices, faces


def _load(path: Path) -> tuple[Floats, Ints]:
    try:
        import trimesh
    except ImportError:
        raise ModelError("Mesh.read() needs the package trimesh: pip install stickslip[surfaces]") from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            mesh: Any = trimesh.load(path, force="mesh", process=False)
    except Exception as error:  # whatever a reader of eight formats raises on a broken file
        raise ModelError(f"Mesh.read: '{path}' cannot be read: {short(str(error))}") from None
    faces = np.asarray(getattr(mesh, "faces", ()), dtype=np.int64)
    if faces.ndim != 2 or not len(faces):
        raise ModelError(f"Mesh.read: '{path}' has no triangles")
    return np.asarray(mesh.vertices, dtype=np.float64), faces
