"""Elastic solids and linear bodies as surfaces of a scene."""

from __future__ import annotations

from typing import Any

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.bodies.declaration import LinearBody
from stickslip.contact.shapes.patch_surface import PatchSurface
from stickslip.model.model import Model
from stickslip.results.result import Result
from stickslip.solids.cells import facets
from stickslip.solids.meshes import boundary
from stickslip.solids.results import von_mises
from stickslip.viz.places import spatial
from stickslip.viz.scene import Channel, Field, LineMotion, MeshMotion, Part, Surface
from stickslip.viz.shapes import section_outline
from stickslip.viz.source import Source

# Triangles of faces by their nodes, counter-clockwise, and the nodes around them.
_FACES: dict[str, tuple[tuple[tuple[int, int, int], ...], tuple[int, ...]]] = {
    "triangle": (((0, 1, 2),), (0, 1, 2)),
    "triangle6": (((0, 3, 5), (3, 1, 4), (5, 4, 2), (3, 4, 5)), (0, 3, 1, 4, 2, 5)),
    "quad": (((0, 1, 2), (0, 2, 3)), (0, 1, 2, 3)),
    "quad8": (((0, 4, 7), (4, 1, 5), (5, 2, 6), (6, 3, 7), (4, 5, 6), (4, 6, 7)), (0, 4, 1, 5, 2, 6, 3, 7)),
    "quad9": (
        ((0, 4, 8), (4, 1, 8), (1, 5, 8), (5, 2, 8), (2, 6, 8), (6, 3, 8), (3, 7, 8), (7, 0, 8)),
        (0, 4, 1, 5, 2, 6, 3, 7),
    ),
}
_PIECE = 2_000_000  # numbers of stresses at once
_PATCH = 4  # drawn pieces along the edge of a bilinear patch


def surface_of(kind: str, faces: Ints) -> tuple[Ints, Surface]:
    """Return the used nodes (v,) and the triangles and edges of faces, by places in that list."""
    triangles, ring = _FACES[kind]
    used, faces = np.unique(faces, return_inverse=True)
    faces = faces.reshape(-1, max(max(ring), *(max(t) for t in triangles)) + 1)
    pairs = np.stack([faces[:, ring], np.roll(faces[:, ring], -1, axis=1)], axis=2).reshape(-1, 2)
    edges = np.unique(np.sort(pairs, axis=1), axis=0)
    return used, Surface(faces[:, np.array(triangles)].reshape(-1, 3), edges)


def hull_of(places: Floats) -> tuple[Ints, Surface] | None:
    """Return used nodes and surface of the convex hull of places (k, dim); None if they are in one line or plane."""
    from scipy.spatial import ConvexHull, QhullError

    try:
        hull = ConvexHull(places)
    except QhullError:
        return None
    if places.shape[1] == 2:
        ring = hull.vertices
        faces = np.stack([np.full(len(ring) - 2, ring[0]), ring[1:-1], ring[2:]], axis=1)
        edges = np.stack([ring, np.roll(ring, -1)], axis=1)
    else:
        a, b, c = (places[hull.simplices[:, k]] for k in range(3))
        turned = (np.cross(b - a, c - a) * hull.equations[:, :3]).sum(axis=1) < 0.0
        faces = np.where(turned[:, None], hull.simplices[:, ::-1], hull.simplices)
        edges = np.zeros((0, 2), dtype=np.int64)
    used = np.unique(faces)
    return used, Surface(np.searchsorted(used, faces), np.searchsorted(used, edges), flat=places.shape[1] == 2)


class SolidSource(Source):
    """The boundary of an elastic solid (planar: all of it), deformed; of a body from matrices the hull of its nodes."""

    def __init__(self, entry: dict[str, Any], header: dict[str, Any], model: Model | None) -> None:
        super().__init__(entry, header, model)
        self._meshed = "cells" in entry
        if not self._meshed:
            found = hull_of(np.array(entry["places"]))
            self.seen = found is not None
            none = np.zeros((0, 3), dtype=np.int64)
            self._nodes, self._surface = found or (np.arange(int(entry["nodes"])), Surface(none, none[:, :2]))
            return
        cells, kind = np.array(entry["cells"], dtype=np.int64), str(entry["cell"])
        faces = cells if self.dim == 2 else boundary(kind, cells)
        self._nodes, surface = surface_of(kind if self.dim == 2 else facets(kind)[0], faces)
        self._surface = Surface(surface.triangles, surface.edges, flat=self.dim == 2)

    def motion(self, result: Result) -> MeshMotion:
        """Return the motion of the drawn nodes at the instants of a result."""
        return MeshMotion(spatial(result[self.name].position[:, self._nodes]))

    def part(self, result: Result, far: float, centre: Floats | None = None) -> Part:
        """Return the part at the instants of a result."""
        series, nodes = result[self.name], self._nodes
        shift = np.linalg.norm(series.displacement, axis=2)
        speed = np.linalg.norm(series.velocity, axis=2)
        found = [("displacement", "m", shift), ("speed", "m/s", speed)]
        if self._meshed:
            found.insert(0, ("von Mises stress", "N/m²", self._von_mises(series)))
        fields = tuple(Field(name, unit, values[:, nodes]) for name, unit, values in found)
        mean = Channel("mean position of the nodes", "m", series.position.mean(axis=1), ("x", "y", "z")[: self.dim])
        largest = (Channel(f"largest {name}", unit, x.max(axis=1, initial=0.0)[:, None]) for name, unit, x in found)
        return Part(self.name, self.kind, "solid", self.motion(result), surface=self._surface,
                    channels=(mean, *largest), fields=fields)  # fmt: skip

    @staticmethod
    def _von_mises(series: Any) -> Floats:
        """Return the von Mises stress at all nodes (n, nodes), some instants at once."""
        field = series.field
        position = field.places + series.displacement  # of floating solids in their frame
        step = max(1, _PIECE // (9 * max(1, field.volumes.size)))
        pieces = [np.zeros((0, series.nodes))]
        for start in range(0, len(position), step):
            pieces.append(
                field.nodal(von_mises(field.stress(position[start : start + step]))).clip(0.0)
            )  # extended to nodes
        return np.concatenate(pieces)


class PatchSource(Source):
    """A linear body by its interaction points r = position + jacobian q: patches, or else a chain of points."""

    def __init__(self, entry: dict[str, Any], header: dict[str, Any], model: Model | None) -> None:
        super().__init__(entry, header, model)
        body = None if model is None else model[self.name]
        points = body.points if isinstance(body, LinearBody) else []
        self._place = np.array([point.position for point in points]).reshape(-1, 3)
        self._jacobian = np.array([point.jacobian for point in points]).reshape(len(points), 3, -1)
        patches = [patch for each in getattr(body, "contours", ()) if isinstance(each, PatchSurface)
                   for patch in each.patches]  # fmt: skip
        self._patches = np.array(patches, dtype=np.int64).reshape(-1, 4)
        self.seen = len(self._place) > 1

    def _points(self, result: Result) -> Floats:
        q = result[self.name].q
        if not self.seen:
            return np.zeros((len(q), 0, 3))
        return np.asarray(self._place + np.einsum("pij,nj->npi", self._jacobian, q))

    def motion(self, result: Result) -> MeshMotion:
        """Return the motion of the points at the instants of a result."""
        return MeshMotion(self._points(result))

    def reach(self, far: float = 0.0) -> float:
        """Return 0: the points are all there is."""
        return 0.0

    def part(self, result: Result, far: float, centre: Floats | None = None) -> Part:
        """Return the part at the instants of a result."""
        points, rate = self._points(result), np.einsum("pij,nj->npi", self._jacobian, result[self.name].u)
        speed = np.linalg.norm(rate, axis=2)
        channels = (Channel("largest speed", "m/s", speed.max(axis=1, initial=0.0)[:, None]),)
        if not len(self._patches):
            section = section_outline(None, None, 0.0, 0.006 * far)
            return Part(self.name, self.kind, "line", LineMotion(points), section=section, channels=channels,
                        fields=(Field("speed", "m/s", speed),))  # fmt: skip
        weights, surface = self._bilinear()
        vertices, speeds = np.einsum("vp,npi->nvi", weights, points), speed @ weights.T
        return Part(self.name, self.kind, "solid", MeshMotion(vertices), surface=surface, channels=channels,
                    fields=(Field("speed", "m/s", speeds),))  # fmt: skip

    def _bilinear(self) -> tuple[Floats, Surface]:
        """Return weights (v, points) of the vertices of all patches, and their triangles."""
        x = np.linspace(0.0, 1.0, _PATCH + 1)
        u, v = (grid.ravel() for grid in np.meshgrid(x, x, indexing="ij"))
        N = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=1)
        count = len(N)
        number = np.arange(count).reshape(_PATCH + 1, _PATCH + 1)
        quads = np.stack([number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]], axis=2).reshape(-1, 4)
        rim = [number[:, 0], number[-1, :], number[::-1, -1], number[0, ::-1]]
        around = np.concatenate([np.stack([side[:-1], side[1:]], axis=1) for side in rim])
        weights = np.zeros((len(self._patches) * count, len(self._place)))
        triangles, edges = [], []
        for k, patch in enumerate(self._patches):
            weights[k * count : (k + 1) * count, patch] = N
            triangles.append(k * count + np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]]))
            edges.append(k * count + around)
        return weights, Surface(np.concatenate(triangles), np.concatenate(edges), flat=True)
