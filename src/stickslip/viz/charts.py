"""Charts as inline SVG that takes its colours from the page: curves over time and a waterfall of energies.

Curves keep the smallest and largest value of every column of pixels, so that no peak is lost.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from stickslip.viz.html import Html, escape

WIDTH, LEFT, RIGHT, TOP, BOTTOM = 860, 76, 12, 10, 38
_COLUMNS = 800  # of pixels to which curves are reduced
COLOURS = 8  # classes c0 ... c7 of the style sheet
STYLE = """
svg.chart{width:100%;height:auto;display:block;font:12px system-ui,sans-serif}
svg.chart text{fill:currentColor}svg.chart .grid{stroke:currentColor;stroke-opacity:.13}
svg.chart .axis{stroke:currentColor;stroke-opacity:.55}svg.chart path{fill:none;stroke-width:1.5}
svg.chart .c0{stroke:#2266aa}svg.chart .c1{stroke:#d07000}svg.chart .c2{stroke:#2c8a4b}svg.chart .c3{stroke:#b8324a}
svg.chart .c4{stroke:#7a52a8}svg.chart .c5{stroke:#8a6a3c}svg.chart .c6{stroke:#c25aa0}svg.chart .c7{stroke:#5f7480}
svg.chart .up{fill:#2c8a4b}svg.chart .down{fill:#b8324a}svg.chart .sum{fill:#5f7480}
@media (prefers-color-scheme:dark){
svg.chart .c0{stroke:#6fb1f0}svg.chart .c1{stroke:#f0a04a}svg.chart .c2{stroke:#6fcf8f}svg.chart .c3{stroke:#f0788c}
svg.chart .c4{stroke:#b898e0}svg.chart .c5{stroke:#cfae7c}svg.chart .c6{stroke:#eb9fd0}svg.chart .c7{stroke:#a5b8c2}
svg.chart .up{fill:#6fcf8f}svg.chart .down{fill:#f0788c}svg.chart .sum{fill:#a5b8c2}}
"""


class Curve(NamedTuple):
    """One curve: label, abscissae and ordinates (n,); NaN interrupts it."""

    label: str
    x: np.ndarray
    y: np.ndarray


def reduced(x: np.ndarray, y: np.ndarray, columns: int = _COLUMNS) -> tuple[np.ndarray, np.ndarray]:
    """Return first, smallest, largest and last point of each column in their order; short curves stay as they are."""
    if len(x) <= 4 * columns:
        return x, y
    edges = np.unique(np.searchsorted(x, np.linspace(x[0], x[-1], columns + 1)[1:-1]))
    keep: list[int] = []
    for start, stop in zip([0, *edges], [*edges, len(x)]):
        part = y[start:stop]
        if len(part) == 0:
            continue
        chosen = {start, stop - 1}
        if np.isfinite(part).any():
            chosen |= {start + int(np.nanargmin(part)), start + int(np.nanargmax(part))}
        keep += sorted(chosen)
    return x[keep], y[keep]


def ticks(low: float, high: float, most: int = 6, whole: bool = False) -> np.ndarray:
    """Return round values between two limits, steps of 1, 2 or 5, at least 1 where only integers make sense."""
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(s * power for s in (1.0, 2.0, 5.0, 10.0) if s * power >= rough * (1 - 1e-9))
    step = max(step, 1.0) if whole else step
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return step * np.arange(first, last + 1)


def line_chart(
    curves: Sequence[Curve], ylabel: str, xlabel: str = "time t [s]", height: int = 240, whole: bool = False
) -> Html:
    """Return curves over a common axis, with a legend below where they have names; ``whole``: they count something."""
    curves = [curve for curve in curves[:COLOURS] if np.isfinite(curve.y).any()]
    if not curves:
        return Html("")
    x0, x1 = _limits([curve.x for curve in curves], 0.0)
    y0, y1 = _limits([curve.y for curve in curves], 0.06)
    legend, extra = _legend([curve.label for curve in curves], height)
    frame = _Frame(x0, x1, y0, y1, height, whole)
    parts = [frame.grid(xlabel, ylabel)]
    for k, curve in enumerate(curves):
        parts.append(f'<path class="c{k}" d="{frame.path(*reduced(curve.x, curve.y))}"/>')
    return _svg([*parts, legend], height + extra, ylabel)


class _Frame:
    """Places of values in a chart."""

    def __init__(self, x0: float, x1: float, y0: float, y1: float, height: int, whole: bool = False) -> None:
        self.x0, self.x1, self.y0, self.y1, self.height, self.whole = x0, x1, y0, y1, height, whole

    def x(self, value: np.ndarray | float) -> np.ndarray:
        return LEFT + (np.asarray(value) - self.x0) / (self.x1 - self.x0) * (WIDTH - LEFT - RIGHT)

    def y(self, value: np.ndarray | float) -> np.ndarray:
        return self.height - BOTTOM - (np.asarray(value) - self.y0) / (self.y1 - self.y0) * (self.height - TOP - BOTTOM)

    def path(self, x: np.ndarray, y: np.ndarray) -> str:
        good = np.isfinite(x) & np.isfinite(y)
        words, pen = [], "M"
        for ok, px, py in zip(good, self.x(x), self.y(y)):
            if not ok:
                pen = "M"
                continue
            words.append(f"{pen}{px:.1f} {py:.1f}")
            pen = "L"
        if len(words) == 1:
            words.append("h.1")  # a single point is a dot
        return "".join(words)

    def grid(self, xlabel: str, ylabel: str) -> str:
        bottom, right = self.height - BOTTOM, WIDTH - RIGHT
        out = []
        values = ticks(self.x0, self.x1, 8)
        for place, text in zip(self.x(values), labels(values)):
            out.append(f'<line class="grid" x1="{place:.1f}" x2="{place:.1f}" y1="{TOP}" y2="{bottom}"/>')
            out.append(f'<text x="{place:.1f}" y="{bottom + 15}" text-anchor="middle">{text}</text>')
        values = ticks(self.y0, self.y1, 5, self.whole)
        for value, place, text in zip(values, self.y(values), labels(values)):
            kind = "axis" if value == 0.0 else "grid"
            out.append(f'<line class="{kind}" x1="{LEFT}" x2="{right}" y1="{place:.1f}" y2="{place:.1f}"/>')
            out.append(f'<text x="{LEFT - 6}" y="{place + 4:.1f}" text-anchor="end">{text}</text>')
        out.append(f'<line class="axis" x1="{LEFT}" x2="{LEFT}" y1="{TOP}" y2="{bottom}"/>')
        out.append(f'<text x="{(LEFT + right) / 2}" y="{bottom + 32}" text-anchor="middle">{escape(xlabel)}</text>')
        middle = (TOP + bottom) / 2
        turn = f'transform="rotate(-90 14 {middle})"'
        out.append(f'<text x="14" y="{middle}" text-anchor="middle" {turn}>{escape(ylabel)}</text>')
        return "".join(out)


def labels(values: np.ndarray) -> list[str]:
    """Return numbers with as many digits as their steps need, large and small ones as powers of ten."""
    size = float(np.abs(values).max(initial=0.0))
    if size == 0.0:
        return ["0"] * len(values)
    if not 1e-3 <= size < 1e5:
        return ["0" if abs(value) <= 1e-9 * size else f"{value:.3g}".replace("e-0", "e-") for value in values]
    return [f"{value:.6g}".replace("-", "−") if abs(value) > 1e-9 * size else "0" for value in values]


def _limits(arrays: Sequence[np.ndarray], margin: float) -> tuple[float, float]:
    low = min(float(np.nanmin(np.where(np.isfinite(a), a, np.nan))) for a in arrays)
    high = max(float(np.nanmax(np.where(np.isfinite(a), a, np.nan))) for a in arrays)
    size = max(abs(low), abs(high))
    if high - low <= 1e-12 * size or high == low:  # a constant, up to round-off
        pad = 0.5 * size if size > 0.0 else 1.0
        return low - pad, high + pad
    pad = margin * (high - low)
    return low - pad, high + pad


def _legend(names: Sequence[str], height: int) -> tuple[str, int]:
    """Return the legend below a chart and the height it takes; none for one curve without a name."""
    if len(names) == 1 and not names[0]:
        return "", 0
    x, y, out = float(LEFT), height + 12, []
    for k, name in enumerate(names):
        short = name if len(name) <= 60 else name[:57] + "..."
        width = 34 + 6.6 * len(short)
        if x + width > WIDTH and x > LEFT:
            x, y = float(LEFT), y + 18
        out.append(f'<path class="c{k}" stroke-width="3" d="M{x:.0f} {y - 4}h18"/>')
        out.append(f'<text x="{x + 24:.0f}" y="{y}">{escape(short)}</text>')
        x += width
    return "".join(out), y - height + 8


def waterfall(steps: Sequence[tuple[str, float]], start: float, unit: str = "J") -> Html:
    """Return bars from a start over each step to the end, as (name, change)."""
    from stickslip.results.verdict import si

    values = np.cumsum([start, *(change for _, change in steps)])
    if not np.isfinite(values).all():
        return Html("")
    names = ["start", *(name for name, _ in steps), "end"]
    tops = np.concatenate([[start], values[1:], [values[-1]]])
    bases = np.concatenate([[0.0], values[:-1], [0.0]])
    changes = [start, *(change for _, change in steps), float(values[-1])]
    y0, y1 = _limits([tops, bases], 0.12)
    height = 260
    frame = _Frame(0.0, float(len(names)), y0, y1, height)
    slot = (WIDTH - LEFT - RIGHT) / len(names)
    out = []
    for value, place, text in zip(ticks(y0, y1, 5), frame.y(ticks(y0, y1, 5)), labels(ticks(y0, y1, 5))):
        kind = "axis" if value == 0.0 else "grid"
        out.append(f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{place:.1f}" y2="{place:.1f}"/>')
        out.append(f'<text x="{LEFT - 6}" y="{place + 4:.1f}" text-anchor="end">{text}</text>')
    for k, (name, base, top, change) in enumerate(zip(names, bases, tops, changes)):
        kind = "sum" if k in (0, len(names) - 1) else "up" if change >= 0.0 else "down"
        high, low = float(frame.y(max(base, top))), float(frame.y(min(base, top)))
        x = LEFT + (k + 0.5) * slot
        box = f'x="{x - 0.32 * slot:.1f}" width="{0.64 * slot:.1f}" y="{high:.1f}" height="{max(low - high, 1.0):.1f}"'
        out.append(f'<rect class="{kind}" {box}/>')
        out.append(f'<text x="{x:.1f}" y="{high - 5:.1f}" text-anchor="middle">{escape(si(change, unit))}</text>')
        out.append(f'<text x="{x:.1f}" y="{height - BOTTOM + 18}" text-anchor="middle">{escape(name)}</text>')
    middle = (TOP + height - BOTTOM) / 2
    turn = f'text-anchor="middle" transform="rotate(-90 14 {middle})"'
    out.append(f'<text x="14" y="{middle}" {turn}>energy [{escape(unit)}]</text>')
    return _svg(out, height - 12, "energy from start to end")


def _svg(parts: Sequence[str], height: float, title: str) -> Html:
    head = f'<svg class="chart" viewBox="0 0 {WIDTH} {height:.0f}" role="img"><title>{escape(title)}</title>'
    return Html(head + "".join(parts) + "</svg>")
