"""The viewer: a result as one HTML page that needs nothing else, neither files nor a network."""

from __future__ import annotations

import html
import math
import re
import sys
import webbrowser
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from stickslip._files import writing
from stickslip.errors import StickslipError
from stickslip.results.result import Result
from stickslip.viz import packing
from stickslip.viz.build import MOST_INSTANTS, TOLERANCE, SceneBuilder
from stickslip.viz.scene import Scene

MAX_MB = 20.0
_SCRIPTS = ("data", "colours", "stage", "shapes", "things", "touching", "curves", "picked", "live", "viewer")
_FEWEST = 2  # instants of a page
_HEIGHT = 560  # of the page in a notebook [px]


@cache
def _static(name: str) -> str:
    return resources.files("stickslip.viz").joinpath("static").joinpath(name).read_text(encoding="utf-8")


def page(data: dict[str, Any], title: str) -> str:
    """Return the page that shows ``data``: {"scene": ..., "frames": ...} as ``packing`` gives them."""
    licence = _static("three.LICENSE").replace("*/", "* /")
    pieces = {
        "TITLE": html.escape(title),
        "CSS": _static("viewer.css"),
        "THREE": f"/* three.js\n{licence}*/\n{_static('three.bundle.js')}",
        "JS": '"use strict";\n' + "\n".join(_static(f"{name}.js") for name in _SCRIPTS),
        "DATA": packing.in_page(data),
    }
    # one pass, so that a name that looks like a mark stays a name
    return re.sub("@([A-Z]+)@", lambda mark: pieces[mark[1]], _static("viewer.html"))


class View:
    """A page with a result: ``path`` where it was written, shown inline in a notebook."""

    def __init__(self, text: str, path: Path | None, scene: Scene) -> None:
        self.html, self.path = text, path
        self.keyframes, self.recorded, self.tolerance = len(scene.time), scene.recorded, scene.tolerance

    def __repr__(self) -> str:
        where = f"'{self.path}'" if self.path is not None else "in memory"
        kept = f"{self.keyframes} of {self.recorded} instants"
        return f"<view {where}: {len(self.html) / 1e6:.1f} MB, {kept}, places to {self.tolerance:.2g} m>"

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{html.escape(self.html)}" width="100%" height="{_HEIGHT}" '
            'style="border:1px solid #8884;border-radius:6px" allowfullscreen></iframe>'
        )


def _in_notebook() -> bool:
    """Return whether a notebook shows what a cell returns."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"


def view(
    result: Result,
    out: str | Path | None = None,
    *,
    open: bool = True,
    tolerance: float = TOLERANCE,
    max_mb: float = MAX_MB,
) -> View:
    """Write a result as one HTML page and open it in the browser.

    Parameters
    ----------
    out : path, optional
        Of the page; without it the page lies beside the result file, or only in memory if there is none.
    open : bool
        Open the page in the browser. In a notebook the page is shown inline instead.
    tolerance : float
        Largest error of places between keyframes, as a part of the size of the model.
    max_mb : float [MB]
        Size of the page; where it is not enough for the tolerance, the tolerance is raised, and the page says so.
    """
    open = open and not _in_notebook()
    text, scene = page_of(result, tolerance, max_mb)
    path = _path(result, out, open)
    if path is not None:
        with writing(path) as part:
            part.write_text(text, encoding="utf-8")
        if open:
            webbrowser.open(path.resolve().as_uri())
    return View(text, path, scene)


def page_of(result: Result, tolerance: float = TOLERANCE, max_mb: float = MAX_MB) -> tuple[str, Scene]:
    """Return the page of a result and the scene in it."""
    if not isinstance(max_mb, int | float) or not math.isfinite(max_mb) or max_mb <= 0:
        raise StickslipError(f"view: max_mb = {max_mb!r} must be a positive number of megabytes")
    builder = SceneBuilder(result, tolerance)
    scene, text = _fitting(builder, 1e6 * max_mb)
    return text, scene


def _fitting(builder: SceneBuilder, size: float) -> tuple[Scene, str]:
    """Return a scene whose page has at most ``size`` bytes, and the page."""
    most = instants_in(builder, size)
    while True:
        scene = builder.scene(most=most)
        text = page({"scene": packing.description(scene), "frames": packing.frames(scene)}, scene.name)
        if len(text.encode()) <= size:
            return scene, text
        if most <= _FEWEST:
            raise StickslipError(
                f"view: the page takes {len(text) / 1e6:.2g} MB even with {len(scene.time)} instants; "
                f"max_mb = {size / 1e6:g} is too small for this model"
            )
        most = max(_FEWEST, min(most, len(scene.time)) // 2)  # keyframes have more contacts than the mean


def instants_in(builder: SceneBuilder, size: float) -> int:
    """Return how many instants fit into a page of ``size`` bytes; those of contacts are taken as the mean."""
    one = builder.view(np.array([0]))
    parts = builder.parts(one)
    count = sum(_bytes(part) for part in parts)
    contacts = 23.0 * builder.store.n_contacts / max(1, builder.store.n)
    fixed = sum(len(_static(f"{name}.js")) for name in (*_SCRIPTS, "three.bundle"))
    fixed += sum(part.surface.triangles.size * 6 + part.surface.edges.size * 6 for part in parts if part.surface)
    room = size - fixed - 250_000 - 400 * len(parts)  # plots and descriptions
    return int(np.clip(room / (4.0 / 3.0 * (count + contacts + 12)), _FEWEST, MOST_INSTANTS))


def _bytes(part: Any) -> int:
    """Return the bytes per instant of a part before they become text."""
    count = sum(2 * channel.values.shape[1] for channel in part.channels)
    count += sum(field.values.shape[1] for field in part.fields)
    if part.motion is not None:
        count += 2 * part.motion.position[0].size
        turn = getattr(part.motion, "quaternion", None)
        count += 2 * turn[0].size if turn is not None else 0
    return int(count)


def _path(result: Result, out: str | Path | None, open: bool) -> Path | None:
    if out is not None:
        return Path(out)
    own = getattr(result.store, "path", None)
    if own is not None:
        return Path(own).with_suffix(".html")
    if not open:
        return None
    import tempfile

    return Path(tempfile.mkdtemp(prefix="stickslip-")) / "view.html"
