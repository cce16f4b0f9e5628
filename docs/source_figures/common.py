"""What the figures share: runs that are made once, pictures of results, lines between nodes."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np

import stickslip as ss
from stickslip import examples
from stickslip.lines.redundant import coordinates as beam
from stickslip.viz.build import SceneBuilder

STYLES = ("-", "--", "-.", ":")


@cache
def run(name: str, **settings: Any) -> tuple[ss.Result, dict[str, Any]]:
    """Run an example once and keep its result for the other figures that need it."""
    return examples.get(name).run(**settings)


def figure_of(name: str, **settings: Any):
    """Return the own figure of an example."""
    return examples.figure(examples.get(name), *run(name, **settings))


def pictures(result: ss.Result, panels: Any, times: Any, size: tuple[int, int] = (760, 560), **options: Any) -> None:
    """Draw rendered pictures of a result at some times [s] into axes: one view for all, no white border."""
    images = []
    with tempfile.TemporaryDirectory() as folder:
        for t in times:
            path = result.render(Path(folder) / "picture.png", time=float(t), size=size, **options)
            images.append(plt.imread(path)[int(0.06 * size[1]) :, :, :3])  # the time is written above
    seen = np.argwhere((np.min(images, axis=0) < 0.98).any(axis=2))
    (top, left), (bottom, right) = np.maximum(seen.min(axis=0) - 8, 0), seen.max(axis=0) + 9
    for axes, image, t in zip(panels, images, times, strict=True):
        axes.imshow(image[top:bottom, left:right])
        axes.set_axis_off()
        axes.set_title(f"$t={t:g}$ s", fontsize=9)


def redundant_line(series: Any, k: int, points: int = 8, elements: slice = slice(None)) -> np.ndarray:
    """Return the axis (m, 2) of a beam of redundant elements at instant k, between the nodes as its kernels have it."""
    n = series.nodes
    nodes, inner = series.q[k, : 3 * n].reshape(n, 3), series.q[k, 3 * n :].reshape(-1, 2)
    turn, axes, w = np.zeros(4), np.zeros(4), np.zeros(5)
    qi, r, J_x, J_y = np.zeros(8), np.zeros(2), np.zeros(8), np.zeros(8)
    out = []
    for e in range(n - 1)[elements]:
        length, q = series.s[e + 1] - series.s[e], np.concatenate([nodes[e], inner[e], nodes[e + 1]])
        beam.set_turns(q, turn)
        beam.internal(q, length, turn, qi)
        beam.set_halves(qi, axes)
        for s in np.linspace(-0.5, 0.5, points) * length:
            beam.place_point(qi, length, s, axes, w, r, J_x, J_y)
            out.append(r.copy())
    return np.array(out)


def distance(line: np.ndarray, point: tuple[float, float]) -> float:
    """Return the distance of a point from a line (m, 2) of short straight pieces."""
    away, way = line[:-1] - point, np.diff(line, axis=0)
    share = np.clip(-(away * way).sum(axis=1) / np.maximum((way**2).sum(axis=1), 1e-30), 0.0, 1.0)
    return float(np.linalg.norm(away + share[:, None] * way, axis=1).min())


def drawn_line(result: ss.Result, name: str, k: int) -> np.ndarray:
    """Return the places (m, 3) of a line between its nodes at instant k, as the viewer draws it."""
    scene = SceneBuilder(result).at(np.array([k]))
    return next(part for part in scene.parts if part.name == name).motion.position[0]


def at(result: ss.Result, time: float) -> int:
    """Return the number of the recorded instant nearest to a time [s]."""
    return int(np.argmin(abs(result.time - time)))
