"""Results for ParaView: time series of VTK files (XML, numbers in base64), one collection per family.

``bodies.pvd`` has the surfaces of rigid bodies, ``lines.pvd`` beams and strings as polylines, ``solids.pvd`` all cells
of elastic solids, ``contacts.pvd`` the closed contacts. Fields are those of the viewer (speed, resultants, stress);
solids have displacement, velocity and stress as vectors and tensors as well.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

import numpy as np

from stickslip._arrays import Floats
from stickslip._files import explaining, writing
from stickslip.errors import StickslipError
from stickslip.viz.build import SceneBuilder
from stickslip.viz.places import spatial
from stickslip.viz.scene import LineMotion, Part, Scene
from stickslip.viz.triangles import part_mesh

if TYPE_CHECKING:
    from stickslip.results.result import Result

# numbers of VTK for our cells, whose node numbers are the same
CELLS = {
    "triangle": 5, "quad": 9, "tetra": 10, "hexahedron": 12, "triangle6": 22, "quad8": 23, "quad9": 28, "tetra10": 24,
    "hexahedron20": 25, "hexahedron27": 29,
}  # fmt: skip
_VERTEX, _POLYLINE, _TRIANGLE = 1, 4, 5
_TYPES = {"float64": "Float64", "int64": "Int64", "uint8": "UInt8"}


def _array(name: str, values: np.ndarray) -> str:
    """Return a DataArray: bytes in base64 behind their number."""
    raw = np.ascontiguousarray(values).tobytes()
    text = base64.b64encode(np.uint64(len(raw)).tobytes() + raw).decode()
    parts = f' NumberOfComponents="{int(np.prod(values.shape[1:]))}"' if values.ndim > 1 else ""
    kind = _TYPES[str(values.dtype)]
    return f'<DataArray type="{kind}" Name={quoteattr(name)}{parts} format="binary">{text}</DataArray>'


def _section(tag: str, arrays: dict[str, np.ndarray]) -> str:
    return f"<{tag}>{''.join(_array(name, values) for name, values in arrays.items())}</{tag}>"


class Grid:
    """An UnstructuredGrid of several pieces."""

    def __init__(self) -> None:
        self._points: list[np.ndarray] = [np.zeros((0, 3))]
        self._cells: list[np.ndarray] = [np.zeros(0, dtype=np.int64)]
        self._sizes: list[np.ndarray] = [np.zeros(0, dtype=np.int64)]
        self._kinds: list[np.ndarray] = [np.zeros(0, dtype=np.uint8)]
        self._data: list[dict[str, np.ndarray]] = []
        self._counts: list[int] = []

    def add(self, points: Floats, cells: np.ndarray, kind: int, data: dict[str, np.ndarray]) -> None:
        """Append cells (m, k) of one kind with node numbers of their own, and values (n, ...) at their points."""
        self._cells.append(cells.ravel().astype(np.int64) + sum(self._counts))
        self._sizes.append(np.full(len(cells), cells.shape[1] if len(cells) else 0, dtype=np.int64))
        self._kinds.append(np.full(len(cells), kind, dtype=np.uint8))
        self._points.append(points)
        self._data.append(data)
        self._counts.append(len(points))

    def write(self, path: Path) -> None:
        """Write the grid; a value that a piece does not have is not a number there."""
        points, kinds = np.concatenate(self._points), np.concatenate(self._kinds)
        table = {
            "connectivity": np.concatenate(self._cells),
            "offsets": np.cumsum(np.concatenate(self._sizes)),
            "types": kinds,
        }
        head = '<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64">'
        piece = f'<Piece NumberOfPoints="{len(points)}" NumberOfCells="{len(kinds)}">'
        body = _section("PointData", self._joined()) + _section("Points", {"Points": points}) + _section("Cells", table)
        text = f'<?xml version="1.0"?>\n{head}<UnstructuredGrid>{piece}{body}</Piece></UnstructuredGrid></VTKFile>\n'
        with writing(path) as part:
            part.write_text(text, encoding="utf-8")

    def _joined(self) -> dict[str, np.ndarray]:
        shapes = {name: values.shape[1:] for data in self._data for name, values in data.items()}
        out = {}
        for name, shape in shapes.items():
            missing = [np.full((count, *shape), np.nan) for count in self._counts]
            pieces = [data.get(name, gap) for data, gap in zip(self._data, missing)]
            out[name] = np.concatenate([np.asarray(piece, dtype=float) for piece in pieces])
        return out


def _fields(part: Part, k: int, station: np.ndarray) -> dict[str, np.ndarray]:
    """Return the fields of a part at its points."""
    out = {}
    for field in part.fields:
        values = field.values[k]
        out[f"{field.name} [{field.unit}]"] = values[station] if len(values) > 1 else np.full(len(station), values[0])
    return out


def _bodies(scene: Scene, k: int, meshes: Iterable[str]) -> Grid:
    """Return all surfaces but those of meshes, which are written whole."""
    grid = Grid()
    for number, part in enumerate(scene.parts):
        drawn = part.surface is not None and part.name not in meshes
        if drawn or (part.shapes and part.role in ("body", "ground")):
            mesh = part_mesh(scene, part, k)
            data = {"body": np.full(len(mesh.vertices), float(number)), **_fields(part, k, mesh.station)}
            grid.add(mesh.vertices, mesh.triangles, _TRIANGLE, data)
    return grid


def _lines(scene: Scene, k: int) -> Grid:
    grid = Grid()
    for number, part in enumerate(scene.parts):
        if part.section is not None and isinstance(part.motion, LineMotion):
            points = part.motion.position[k]
            order = np.arange(len(points) + part.section.closed) % len(points)
            data = {"body": np.full(len(points), float(number)), **_fields(part, k, np.arange(len(points)))}
            grid.add(points, order[None], _POLYLINE, data)
    return grid


def _contacts(scene: Scene, k: int) -> Grid:
    contacts, grid = scene.contacts, Grid()
    rows = slice(int(contacts.offset[k]), int(contacts.offset[k + 1]))
    points = contacts.point[rows]
    data = {"force [N]": contacts.force[rows], "status": contacts.status[rows].astype(float)}
    grid.add(points, np.arange(len(points))[:, None], _VERTEX, data)
    return grid


def _solids(view: Result, names: Iterable[str], k: int) -> Grid:
    grid = Grid()
    for number, name in enumerate(names):
        series = view[name]
        axes = series.frame_rotation[k] if series.kind == "floating solid" else np.eye(3)  # of strains and stresses
        stress = axes @ series.nodal_stress(k) @ axes.T
        data = {
            "body": np.full(len(stress), float(number)),
            "displacement [m]": spatial(series.displacement[k]) @ axes.T,
            "velocity [m/s]": spatial(series.velocity[k]),
            "stress [N/m2]": stress.reshape(len(stress), 9),
        }
        grid.add(spatial(series.position[k]), series.field.cells, CELLS[series.field.kind], data)
    return grid


def write_vtk(result: Result, folder: str | Path, every: int = 1) -> list[Path]:
    """Write every ``every``-th recorded instant for ParaView and return the collections to open."""
    if not isinstance(every, int) or isinstance(every, bool) or every < 1:
        raise StickslipError(f"every = {every!r} must be an integer, 1 or more")
    builder = SceneBuilder(result)
    rows = np.arange(0, len(result), every)
    solids = [body["name"] for body in result.header["bodies"] if "cell" in body]
    touching = result.certificate.closed > 0
    families: dict[str, list[str]] = {}
    folder = Path(folder)
    with explaining(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for number, row in enumerate(rows):
            scene, view = builder.at(rows[number : number + 1]), builder.view(rows[number : number + 1])
            grids = {"bodies": _bodies(scene, 0, solids), "lines": _lines(scene, 0)}
            if touching:
                grids["contacts"] = _contacts(scene, 0)
            if solids:
                grids["solids"] = _solids(view, solids, 0)
            for name, grid in grids.items():
                if name == "contacts" or grid._counts:
                    file = folder / f"{name}_{number:06d}.vtu"
                    grid.write(file)
                    entry = f'<DataSet timestep="{float(result.time[row])!r}" file={quoteattr(file.name)}/>'
                    families.setdefault(name, []).append(entry)
        return [_collection(folder / f"{name}.pvd", entries) for name, entries in families.items()]


def _collection(path: Path, entries: list[str]) -> Path:
    text = (
        f'<?xml version="1.0"?>\n<VTKFile type="Collection" version="1.0"><Collection>{"".join(entries)}</Collection>'
    )
    with writing(path) as part:
        part.write_text(text + "</VTKFile>\n", encoding="utf-8")
    return path
