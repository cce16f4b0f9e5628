"""Scenes as glTF 2.0 (one ``.glb`` file with animation), for Blender, PowerPoint, web pages.

Rigid parts are nodes whose translation and rotation are animated. Surfaces that deform have one morph target per
instant with weights that rise from 0 to 1 and fall again, which is linear interpolation between the instants. Axes are
those of glTF: y upwards.
"""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from stickslip._arrays import Floats
from stickslip._files import writing
from stickslip.errors import StickslipError
from stickslip.viz.colours import part_colours, rgb
from stickslip.viz.raster import vertex_normals
from stickslip.viz.scene import Part, RigidMotion, Scene
from stickslip.viz.triangles import Mesh, merged, part_mesh, shape_mesh

if TYPE_CHECKING:
    from stickslip.results.result import Result

_FLOAT, _UINT = 5126, 5125
_ARRAY, _ELEMENTS = 34962, 34963


class _Document:
    """A glTF document that grows: JSON tables, and one buffer for all numbers."""

    def __init__(self) -> None:
        self.tables: dict[str, list[dict[str, Any]]] = {
            name: [] for name in ("nodes", "meshes", "materials", "accessors", "bufferViews")
        }
        self.channels: list[dict[str, Any]] = []
        self.samplers: list[dict[str, Any]] = []
        self._data = bytearray()

    def add(self, table: str, entry: dict[str, Any]) -> int:
        """Append an entry to a table and return its number."""
        self.tables[table].append(entry)
        return len(self.tables[table]) - 1

    def numbers(self, values: np.ndarray, target: int | None = None) -> int:
        """Store an array (n,) or (n, k) and return the number of its accessor."""
        whole = values.dtype.kind in "iu"
        data = np.ascontiguousarray(values, dtype="<u4" if whole else "<f4")
        view: dict[str, Any] = {"buffer": 0, "byteOffset": len(self._data), "byteLength": data.nbytes}
        if target is not None:
            view["target"] = target
        self._data += data.tobytes()
        kind = "SCALAR" if data.ndim == 1 else {2: "VEC2", 3: "VEC3", 4: "VEC4"}[data.shape[1]]
        flat = data.reshape(len(data), -1)
        entry = {
            "bufferView": self.add("bufferViews", view),
            "componentType": _UINT if whole else _FLOAT,
            "count": len(data),
            "type": kind,
            "min": flat.min(axis=0).tolist(),
            "max": flat.max(axis=0).tolist(),
        }
        return self.add("accessors", entry)

    def animate(self, node: int, path: str, time: int, values: int) -> None:
        """Let values at times move a node, linearly between them."""
        self.samplers.append({"input": time, "output": values, "interpolation": "LINEAR"})
        self.channels.append({"sampler": len(self.samplers) - 1, "target": {"node": node, "path": path}})

    def binary(self, root: dict[str, Any], name: str) -> bytes:
        """Return the document as a .glb file with one scene below the node ``root``."""
        top = self.add("nodes", {**root, "children": list(range(len(self.tables["nodes"])))})
        document: dict[str, Any] = {
            "asset": {"version": "2.0", "generator": "stickslip"},
            "scene": 0,
            "scenes": [{"name": name, "nodes": [top]}],
            "buffers": [{"byteLength": len(self._data)}],
            **{table: entries for table, entries in self.tables.items() if entries},
        }
        if self.channels:
            document["animations"] = [{"name": name, "channels": self.channels, "samplers": self.samplers}]
        text = json.dumps(document, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        data = bytes(self._data) + b"\0" * (-len(self._data) % 4)
        head = struct.pack("<4sII", b"glTF", 2, 12 + 8 + len(text) + 8 + len(data))
        return b"".join(
            [head, struct.pack("<I4s", len(text), b"JSON"), text, struct.pack("<I4s", len(data), b"BIN\0"), data]
        )


def _material(document: _Document, part: Part, colour: int) -> int:
    c = rgb(colour)
    linear = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)  # glTF wants no gamma
    surface = {"baseColorFactor": [*linear.tolist(), 1.0], "metallicFactor": 0.1, "roughnessFactor": 0.6}
    return document.add("materials", {"name": part.name, "pbrMetallicRoughness": surface, "doubleSided": True})


def _primitive(document: _Document, mesh: Mesh, material: int) -> dict[str, Any]:
    normals = vertex_normals(mesh.vertices, mesh.triangles)
    normals[np.linalg.norm(normals, axis=1) < 0.5] = (0.0, 0.0, 1.0)  # of vertices without area
    return {
        "attributes": {
            "POSITION": document.numbers(mesh.vertices, _ARRAY),
            "NORMAL": document.numbers(normals, _ARRAY),
        },
        "indices": document.numbers(mesh.triangles.ravel(), _ELEMENTS),
        "material": material,
    }


def _add_rigid(document: _Document, scene: Scene, part: Part, colour: int, time: int) -> None:
    mesh = merged([shape_mesh(shape) for shape in part.shapes])
    if not len(mesh.triangles):
        return
    primitive = _primitive(document, mesh, _material(document, part, colour))
    node = document.add("nodes", {"name": part.name, "mesh": document.add("meshes", {"primitives": [primitive]})})
    motion = part.motion
    if motion is None and part.parent >= 0:
        motion = scene.parts[part.parent].motion
    if not isinstance(motion, RigidMotion) or len(scene.time) == 1:
        return
    document.animate(node, "translation", time, document.numbers(motion.position))
    if motion.quaternion is not None:
        document.animate(node, "rotation", time, document.numbers(motion.quaternion[:, [1, 2, 3, 0]]))


def _add_deforming(document: _Document, scene: Scene, part: Part, colour: int, rows: Any, time: int) -> None:
    """Add a part whose vertices move; the first instant is the mesh itself, the others are morph targets."""
    shapes = [part_mesh(scene, part, int(k)) for k in rows]
    primitive = _primitive(document, shapes[0], _material(document, part, colour))
    primitive["targets"] = [
        {"POSITION": document.numbers(shape.vertices - shapes[0].vertices, _ARRAY)} for shape in shapes[1:]
    ]
    count = len(rows) - 1
    mesh = {"primitives": [primitive], **({"weights": [0.0] * count} if count else {})}
    node = document.add("nodes", {"name": part.name, "mesh": document.add("meshes", mesh)})
    if count:
        weights: Floats = np.eye(len(rows))[:, 1:]
        document.animate(node, "weights", time, document.numbers(weights.ravel()))


def write_gltf(result: Result, path: str | Path, shapes: int = 60) -> Path:
    """Write a result as an animated ``.glb`` file.

    Parameters
    ----------
    path : file name that ends with .glb
    shapes : int
        Largest number of instants at which deforming parts (lines, solids) are stored; rigid motions keep all instants
        of the scene.
    """
    from stickslip.viz.build import build

    path = Path(path)
    if path.suffix != ".glb":
        raise StickslipError(f"'{path}' must end with .glb")
    if not isinstance(shapes, int) or not 2 <= shapes <= 10000:
        raise StickslipError(f"shapes = {shapes!r} must be an integer from 2 to 10000")
    scene = build(result)
    document = _Document()
    rows = np.unique(np.linspace(0, len(scene.time) - 1, min(shapes, len(scene.time))).round().astype(np.int64))
    start = scene.time[0]
    every, some = document.numbers(scene.time - start), document.numbers(scene.time[rows] - start)
    for part, colour in zip(scene.parts, part_colours(scene.parts), strict=True):
        if part.surface is not None or part.section is not None:
            _add_deforming(document, scene, part, colour, rows, some)
        else:
            _add_rigid(document, scene, part, colour, every)
    if not document.tables["nodes"]:
        raise StickslipError(f"'{scene.name}' has nothing to draw")
    root = {"name": scene.name, **({} if scene.dim == 2 else {"rotation": _turned_up(scene.up)})}
    with writing(path) as file:
        file.write_bytes(document.binary(root, scene.name))
    return path


def _turned_up(up: Floats) -> list[float]:
    """Return the quaternion (x, y, z, w) that turns ``up`` to the y axis."""
    half = up / np.linalg.norm(up) + (0.0, 1.0, 0.0)
    if np.linalg.norm(half) < 1e-6:
        return [1.0, 0.0, 0.0, 0.0]
    half /= np.linalg.norm(half)
    axis = np.cross(up / np.linalg.norm(up), half)
    return [*axis.tolist(), float(up / np.linalg.norm(up) @ half)]
