"""Compute and draw the analogue of every result figure of the sources into docs/figures (see docs/figures.md).

Names on the command line, such as ``rezaei_08``, ``zander_6`` or ``betsch``, select single figures, those of a chapter
or of a source; without them all are made. Runs that several figures need are made once.
"""

from __future__ import annotations

import io
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
sys.path.insert(0, str(Path(__file__).parent))  # also where this file is imported

import matplotlib.pyplot as plt
from source_figures import betsch, crank, eugster, rezaei, sodersten, zander, zander_systems

from stickslip.viz.plots import style

FOLDER = Path(__file__).parent / "figures"
MOST = 120_000  # bytes
MODULES = (rezaei, crank, zander, zander_systems, betsch, eugster, sodersten)
NAME = re.compile(r"(rezaei|zander|betsch|eugster|sodersten)(_\d+)+")
FIGURES: dict[str, Callable[[], Any]] = {
    name: function for module in MODULES for name, function in vars(module).items() if NAME.fullmatch(name)
}


def save(name: str, figure: Any) -> Path:
    """Write a figure with 150 dots per inch; with 256 colours where it would be too large."""
    from PIL import Image

    path, data = FOLDER / f"{name}.png", io.BytesIO()
    figure.draw_without_rendering()  # the layout of axes with equal scales needs two passes
    figure.savefig(data, dpi=150)
    plt.close(figure)
    image = Image.open(data).convert("RGB")
    if data.getbuffer().nbytes > MOST // 2:
        image = image.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    image.save(path, optimize=True)
    if path.stat().st_size > MOST:
        raise ValueError(f"{path.name} has {path.stat().st_size} bytes; draw less, or smaller")
    return path


def main() -> None:
    """Make the chosen figures."""
    chosen = [name for name in FIGURES if not sys.argv[1:] or any(f"{name}_".startswith(f"{a}_") for a in sys.argv[1:])]
    if not chosen:
        raise SystemExit(f"no figure {' '.join(sys.argv[1:])}; known: {' '.join(FIGURES)}")
    FOLDER.mkdir(exist_ok=True)
    for name in chosen:
        begin = time.perf_counter()
        with style():
            path = save(name, FIGURES[name]())
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB, {time.perf_counter() - begin:.1f} s", flush=True)


if __name__ == "__main__":
    main()
