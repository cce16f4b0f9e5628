"""A small software renderer: triangles and lines with a depth buffer, off-screen and the same on every machine."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip._jit import njit

_LIGHT = np.array([0.3, 0.5, 0.8]) / np.linalg.norm([0.3, 0.5, 0.8])  # right, up, towards the camera
_AMBIENT = 0.45


@dataclass(frozen=True)
class Camera:
    """Where a picture is taken from.

    Attributes
    ----------
    eye, target, up : (3,) [m]
    height : what is seen from bottom to top at the distance of the target [m]
    perspective : False for parallel projection
    """

    eye: Floats
    target: Floats
    up: Floats
    height: float
    perspective: bool = True

    @property
    def axes(self) -> Floats:
        """Right, up and backward direction as rows (3, 3)."""
        back = (self.eye - self.target) / np.linalg.norm(self.eye - self.target)
        right = np.cross(self.up, back)
        right /= np.linalg.norm(right)
        return np.stack([right, np.cross(back, right), back])

    def project(self, points: Floats, width: int, height: int) -> Floats:
        """Return pixels and depth (n, 3) of points (n, 3), NaN behind the camera.

        With perspective the depth is -D^2 / d, which is linear along straight lines of the picture; D is the distance
        of the target, where it changes as d itself.
        """
        local = (points - self.eye) @ self.axes.T
        distance = float(np.linalg.norm(self.eye - self.target))
        depth, scale = -local[:, 2], np.full(len(points), height / self.height)
        if self.perspective:
            ahead = np.where(depth > 0.02 * distance, depth, np.nan)
            scale, depth = scale * distance / ahead, -(distance**2) / ahead
        return np.stack([0.5 * width + scale * local[:, 0], 0.5 * height - scale * local[:, 1], depth], axis=1)


@njit
def _fill(corners, colours, image, depth):
    """Draw triangles, corners (f, 3, 3) in pixels and depth, colours (f, 3, 3); image (h, w, 3), depth (h, w)."""
    height, width = depth.shape
    for f in range(len(corners)):
        a, b, c = corners[f, 0], corners[f, 1], corners[f, 2]
        area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        if not (abs(area) > 1e-12):  # also where a corner is behind the camera
            continue
        low_x, high_x = min(a[0], b[0], c[0]), max(a[0], b[0], c[0])
        low_y, high_y = min(a[1], b[1], c[1]), max(a[1], b[1], c[1])
        if high_x < 0.0 or high_y < 0.0 or low_x > width or low_y > height:
            continue
        for row in range(max(0, int(low_y - 0.5)), min(height, int(high_y + 0.5) + 1)):
            y = row + 0.5
            for column in range(max(0, int(low_x - 0.5)), min(width, int(high_x + 0.5) + 1)):
                x = column + 0.5
                p = ((b[0] - x) * (c[1] - y) - (b[1] - y) * (c[0] - x)) / area
                q = ((c[0] - x) * (a[1] - y) - (c[1] - y) * (a[0] - x)) / area
                r = 1.0 - p - q
                if p < 0.0 or q < 0.0 or r < 0.0:
                    continue
                z = p * a[2] + q * b[2] + r * c[2]
                if z < depth[row, column]:
                    depth[row, column] = z
                    for k in range(3):
                        image[row, column, k] = p * colours[f, 0, k] + q * colours[f, 1, k] + r * colours[f, 2, k]


@njit
def _stroke(ends, colours, thick, bias, image, depth):
    """Draw lines, ends (e, 2, 3) in pixels and depth, nearer by ``bias`` than they are, ``thick`` pixels wide."""
    height, width = depth.shape
    for e in range(len(ends)):
        a, b = ends[e, 0], ends[e, 1]
        length = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
        if not (length < 1e5):
            continue
        steps = int(length) + 1
        for k in range(steps + 1):
            t = k / steps
            z = a[2] + t * (b[2] - a[2]) - bias
            column, row = int(a[0] + t * (b[0] - a[0])), int(a[1] + t * (b[1] - a[1]))
            for i in range(max(0, row - thick // 2), min(height, row - thick // 2 + thick)):
                for j in range(max(0, column - thick // 2), min(width, column - thick // 2 + thick)):
                    if z < depth[i, j]:
                        depth[i, j] = z
                        for c in range(3):
                            image[i, j, c] = colours[e, c]


def vertex_normals(vertices: Floats, triangles: Ints) -> Floats:
    """Return unit normals (v, 3), the mean of the triangles around each vertex by area."""
    a, b, c = (vertices[triangles[:, k]] for k in range(3))
    faces = np.cross(b - a, c - a)
    out = np.zeros_like(vertices)
    for k in range(3):
        np.add.at(out, triangles[:, k], faces)
    size = np.linalg.norm(out, axis=1, keepdims=True)
    return out / np.where(size > 0.0, size, 1.0)


class Canvas:
    """A picture of a number of pixels, drawn twice as fine and averaged.

    Parameters
    ----------
    size : (width, height) [pixels]
    camera : Camera
    background : (3,) from 0 to 1
    """

    def __init__(self, size: tuple[int, int], camera: Camera, background: Floats) -> None:
        self.camera, self._fine = camera, 2
        width, height = self._fine * size[0], self._fine * size[1]
        self._image = np.empty((height, width, 3))
        self._image[:] = background
        self._depth = np.full((height, width), np.inf)

    def _pixels(self, points: Floats) -> Floats:
        height, width = self._depth.shape
        return self.camera.project(points, width, height)

    def triangles(
        self, vertices: Floats, triangles: Ints, colours: Floats, lit: bool = True, flat: bool = False
    ) -> None:
        """Draw triangles with colours (v, 3) of their vertices; ``flat`` ones look the same from both sides."""
        if not len(triangles):
            return
        if lit:
            normal = vertex_normals(vertices, triangles) @ self.camera.axes.T
            if flat:
                normal = normal * np.where(normal[:, 2:] < 0.0, -1.0, 1.0)
            shade = _AMBIENT + (1.0 - _AMBIENT) * np.clip(normal @ _LIGHT, 0.0, 1.0)
            colours = colours * shade[:, None]
        corners = np.ascontiguousarray(self._pixels(vertices)[triangles])
        _fill(corners, np.ascontiguousarray(colours[triangles]), self._image, self._depth)

    def lines(self, vertices: Floats, edges: Ints, colour: Floats, thick: int = 2) -> None:
        """Draw lines between vertices, a little nearer than they are."""
        if not len(edges):
            return
        bias = 2e-3 * self.camera.height
        ends = np.ascontiguousarray(self._pixels(vertices)[edges])
        _stroke(ends, np.tile(np.asarray(colour, dtype=float), (len(edges), 1)), thick, bias, self._image, self._depth)

    def picture(self) -> np.ndarray:
        """Return the picture (height, width, 3) in bytes."""
        fine = self._fine
        height, width = (n // fine for n in self._depth.shape)
        mean = self._image.reshape(height, fine, width, fine, 3).mean(axis=(1, 3))
        return (255.0 * np.clip(mean, 0.0, 1.0) + 0.5).astype(np.uint8)
