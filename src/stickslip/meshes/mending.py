"""Meshes made from others: repaired ones, convex hulls, convex pieces."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip._files import new_file
from stickslip.errors import ModelError
from stickslip.meshes import topology

Arrays = tuple[Floats, Ints]


def digest(*items: object) -> str:
    """Return a hash of arrays and other plain data."""
    found = hashlib.sha256()
    for item in items:
        if isinstance(item, np.ndarray):
            found.update(f"{item.dtype.str}{item.shape}".encode())
            found.update(np.ascontiguousarray(item).tobytes())
        else:
            found.update(repr(item).encode())
    return found.hexdigest()


def repaired(label: str, vertices: Floats, faces: Ints, tolerance: float) -> Arrays:
    """Return a closed mesh: vertices welded, bad facets left out, facets oriented alike, overlapping shells united."""
    vertices, faces = topology.distinct(*topology.welded(vertices, faces, tolerance))
    faces = topology.oriented(vertices, faces)
    shells = topology.shells_of(faces)
    if shells.max() > 0:
        vertices, faces = _united(label, vertices, faces, shells)
    try:
        topology.check_closed(vertices, faces)
    except ValueError as error:
        raise ModelError(
            f"{label}: repair leaves faults, {error}; a larger tolerance closes wider gaps, and holes can be closed in "
            "the program that made the mesh"
        ) from None
    return vertices, faces


def _united(label: str, vertices: Floats, faces: Ints, shells: Ints) -> Arrays:
    """Return the union of all bodies; those of cavities are taken out."""
    try:
        import manifold3d
    except ImportError:
        raise ModelError(
            f"{label}: repairing a mesh of several shells needs the package manifold3d: pip install stickslip[surfaces]"
        ) from None

    def solid(own: Ints) -> manifold3d.Manifold:
        found = manifold3d.Manifold(manifold3d.Mesh64(*(
            array.astype(kind) for array, kind in zip(topology.compact(vertices, own), (np.float64, np.uint64))
        )))  # fmt: skip
        if found.status() != manifold3d.Error.NoError:
            where = topology.facets(np.flatnonzero((faces == own[0]).all(axis=1)))
            raise ModelError(f"{label}: the shell of {where} cannot be repaired ({found.status().name})")
        return found

    pieces = [faces[shells == k] for k in range(int(shells.max()) + 1)]
    outer = [solid(own) for own in pieces if topology.volume(vertices, own) > 0.0]
    inner = [solid(own[:, ::-1]) for own in pieces if topology.volume(vertices, own) < 0.0]
    whole = manifold3d.Manifold.batch_boolean(outer, manifold3d.OpType.Add)
    for cavity in inner:
        whole = whole - cavity
    mesh = whole.to_mesh64()
    return topology.distinct(np.array(mesh.vert_properties[:, :3]), np.array(mesh.tri_verts, dtype=np.int64))


def hull(label: str, vertices: Floats) -> Arrays:
    """Return the convex hull of points as a closed mesh."""
    from scipy.spatial import ConvexHull, QhullError

    try:
        found = ConvexHull(vertices)
    except (QhullError, ValueError):
        raise ModelError(f"{label}: {len(vertices)} vertices in one plane or line have no convex hull") from None
    faces = found.simplices.astype(np.int64)
    outward = (topology.normals_of(vertices, faces) * found.equations[:, :3]).sum(axis=1) > 0.0
    return topology.compact(vertices, np.where(outward[:, None], faces, faces[:, ::-1]))


# Convex pieces.


def pieces(label: str, vertices: Floats, faces: Ints, concavity: float, most: int, seed: int) -> list[Arrays]:
    """Return convex meshes that cover a closed one up to ``concavity`` (Wei et al. 2022), kept on disk by content."""
    try:
        import coacd
    except ImportError:
        raise ModelError(f"{label}: pieces() needs the package coacd: pip install stickslip[surfaces]") from None
    from importlib.metadata import version

    key = digest(vertices, faces, concavity, most, seed, version("coacd"))
    known = _load(_folder() / f"{key}.npz")
    if known is not None:
        return known
    coacd.set_log_level("error")
    parts = coacd.run_coacd(
        coacd.Mesh(vertices, faces), threshold=concavity, max_convex_hull=most or -1, seed=seed, preprocess_mode="off"
    )
    found = [hull(label, np.asarray(points, dtype=float)) for points, _ in parts]
    _save(_folder() / f"{key}.npz", found)
    return found


def _folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "stickslip" / "pieces"


def _load(path: Path) -> list[Arrays] | None:
    """Return pieces that were kept; None if there are none, or the file is spoiled."""
    try:
        with np.load(path, allow_pickle=False) as data:
            found = [(data[f"v{k}"], data[f"f{k}"]) for k in range(len(data.files) // 2)]
        for vertices, faces in found:
            if vertices.dtype != np.float64 or faces.dtype != np.int64 or not np.isfinite(vertices).all():
                return None
            topology.check_numbers(vertices, faces)
            topology.check_closed(vertices, faces)
        return found or None
    except Exception:  # a file of another program, or one that was cut: the pieces are made again
        return None


def _save(path: Path, found: list[Arrays]) -> None:
    """Keep pieces; a disk that cannot be written to does not stop the run."""
    arrays = {f"{name}{k}": array for k, piece in enumerate(found) for name, array in zip("vf", piece)}
    with suppress(Exception):
        path.parent.mkdir(parents=True, exist_ok=True)
        with new_file(path) as part:
            np.savez(part, **arrays)  # type: ignore[arg-type]
