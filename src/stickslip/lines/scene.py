"""Beams, strings and floating beams as parts of a scene."""

from __future__ import annotations

from typing import Any

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.contact.shapes.line_surface import LineSurface
from stickslip.errors import StickslipError
from stickslip.model.model import Model
from stickslip.results.result import Result
from stickslip.viz.places import spatial
from stickslip.viz.rotations import continuous, quaternions
from stickslip.viz.scene import Channel, Field, LineMotion, Part, Section
from stickslip.viz.shapes import section_outline
from stickslip.viz.source import Source

_SPANS = 64  # sections that make a curved line look smooth
_FINEST = 8  # sections per element at most
_RESULTANTS = {
    6: (("shear force", "N", (0, 1), False), ("normal force", "N", (2,), True), ("bending moment", "N m", (3, 4),
        False), ("torque", "N m", (5,), True)),
    3: (("normal force", "N", (0,), True), ("shear force", "N", (1,), True), ("bending moment", "N m", (2,), True)),
    1: (("normal force", "N", (0,), True),),
}  # fmt: skip


def bezier_rows(x: Floats) -> Floats:
    """Return N(x) (k, 4) of the curve r = N (P_0, r d(phi_1), P_3, q d(phi_2)) (Eugster and Glocker 2013, sec. 2.1)."""
    rows = [1.0 - 3.0 * x**2 + 2.0 * x**3, 3.0 * x * (1.0 - x) ** 2, 3.0 * x**2 - 2.0 * x**3, -3.0 * x**2 * (1.0 - x)]
    return np.stack(rows, axis=1)


class LineSource(Source):
    """A flexible line. Between nodes it is drawn as the cubic that is tangent to the axes d_3 of both sections.

    The curves of Bezier strings are their own; other strings are straight between nodes.
    """

    def __init__(self, entry: dict[str, Any], header: dict[str, Any], model: Model | None) -> None:
        super().__init__(entry, header, model)
        self._entry = entry
        self._body: Any = None if model is None else model[self.name]
        pairs = [] if self.kind == "floating" else entry["elements"]
        self.closed = bool(pairs) and pairs[-1][-1] == 0
        self.s = np.array(entry["s"])
        self._bezier = self.kind == "string" and entry["points"].get("formulation") == "bezier"
        spans = len(self.s) - (not self.closed)
        curved = self.kind != "string" or self._bezier
        self._finer = int(np.clip(-(-_SPANS // spans), 1, _FINEST)) if curved else 1
        radii = [each["size"][0] for each in header["contours"] if each["body"] == self.name and
                 each["kind"] == "LineSurface"]  # fmt: skip
        if self._body is not None:
            radii += [each.radius for each in self._body.contours if isinstance(each, LineSurface)]
        self._radius = float(max(radii, default=0.0))

    def motion(self, result: Result) -> LineMotion:
        """Return the motion of the nodes at the instants of a result."""
        series = result[self.name]
        return LineMotion(spatial(series.position), None if self.kind == "string" else self._sections(series))

    def _sections(self, series: Any) -> Floats:
        """Return quaternions (n, nodes, 4) of (d_1, d_2, d_3); those of planar beams are (-z, normal, tangent)."""
        if self.dim == 3:
            return continuous(quaternions(series.rotation))
        half = 0.5 * series.angle
        c, s = np.cos(half), np.sin(half)
        return continuous(np.sqrt(0.5) * np.stack([c, -s, c, s], axis=-1))

    def reach(self, far: float = 0.0) -> float:
        """Return how far a section reaches from its centre [m]."""
        return float(np.linalg.norm(self.section(far).outline, axis=1).max())

    def section(self, far: float) -> Section:
        """Return the cross-section."""
        section = getattr(self._body, "section", None)
        outline = section_outline(section, self._stiffness(), self._radius, 0.0025 * far)
        return Section(outline.outline, self.closed)

    def _stiffness(self) -> Floats | None:
        """Return (EA, EI_1, EI_2) from the header; a planar beam has no EI_2, and is drawn with a square section."""
        if self.kind == "string":
            return None
        if self.kind == "floating":
            EA, EI = self._entry["stiffness"]
            return np.array([EA, EI, EI])
        C = np.array(self._entry["points"]["stiffness"], dtype=float)
        if C.ndim == 1:
            return np.array([C[0], C[1], C[1]])
        C = np.diag(C)
        return np.array([C[2], C[3], C[4]]) if len(C) == 6 else np.array([C[0], C[2], C[2]])

    def part(self, result: Result, far: float, centre: Floats | None = None) -> Part:
        """Return the part at the instants of a result."""
        series, nodes = result[self.name], self.motion(result)
        position, quaternion = self._refined(series, nodes)
        speed = np.linalg.norm(series.velocity, axis=2)
        fields = [Field("speed", "m/s", self._spread(speed, self.s))]
        channels = [
            Channel("position of the end", "m", series.position[:, -1], ("x", "y", "z")[: self.dim]),
            Channel("largest speed", "m/s", speed.max(axis=1)[:, None]),
        ]
        for field, channel in self._resultants(series):
            fields.append(field)
            channels.append(channel)
        motion = LineMotion(position, quaternion)
        return Part(self.name, self.kind, "line", motion, section=self.section(far), channels=tuple(channels),
                    fields=tuple(fields))  # fmt: skip

    def _resultants(self, series: Any) -> list[tuple[Field, Channel]]:
        try:
            values = series.resultant
        except StickslipError:  # a tension user-defined law is not stored
            return []
        out = []
        for name, unit, columns, signed in _RESULTANTS[values.shape[2]]:
            size = values[..., columns[0]] if len(columns) == 1 else np.linalg.norm(values[..., columns], axis=2)
            field = Field(name, unit, self._spread(size, series.points), signed)
            ends = np.stack([size.min(axis=1), size.max(axis=1)], axis=1)
            out.append((field, Channel(name, unit, ends, ("smallest", "largest"))))
        return out

    def _stations(self) -> tuple[Ints, Floats, Floats]:
        """Return for all sections: number of the span, place in it (0 to 1), arc length."""
        spans = len(self.s) - (not self.closed)
        x = np.tile(np.arange(self._finer) / self._finer, spans)
        span = np.repeat(np.arange(spans, dtype=np.int64), self._finer)
        if not self.closed:
            x, span = np.append(x, 1.0), np.append(span, spans - 1)
        ends = np.append(self.s, self.s[-1] + (self.s[-1] - self.s[-2]) if self.closed else self.s[-1])
        return span, x, ends[span] + x * (ends[span + 1] - ends[span])

    def _spread(self, values: Floats, s: Floats) -> Floats:
        """Return values (n, sections) from those (n, m) at arc lengths s (m,)."""
        at = self._stations()[2]
        right = np.clip(np.searchsorted(s, at), 1, len(s) - 1)
        left = right - 1
        gap = s[right] - s[left]
        weight = np.clip(np.where(gap > 0.0, (at - s[left]) / np.where(gap > 0.0, gap, 1.0), 0.0), 0.0, 1.0)
        return values[:, left] * (1.0 - weight) + values[:, right] * weight

    def _refined(self, series: Any, nodes: LineMotion) -> tuple[Floats, Floats | None]:
        """Return places and orientations of all sections."""
        span, x, _ = self._stations()
        last = (span + 1) % len(self.s)
        a, b = nodes.position[:, span], nodes.position[:, last]
        x = x[:, None]
        if self._bezier:
            return self._bezier_places(series, span, x[:, 0]), None
        if nodes.quaternion is None:
            return a + x * (b - a), None
        q, p = nodes.quaternion[:, span], nodes.quaternion[:, last]
        p = np.where((q * p).sum(axis=2, keepdims=True) < 0.0, -p, p)
        chord = np.linalg.norm(b - a, axis=2, keepdims=True)
        bend = (1.0 - x) * (_third(q) * chord - (b - a)) - x * (_third(p) * chord - (b - a))
        place = a + x * (b - a) + x * (1.0 - x) * bend  # Hermite's cubic
        turn = (1.0 - x) * q + x * p
        return place, continuous(turn / np.linalg.norm(turn, axis=2, keepdims=True))

    def _bezier_places(self, series: Any, span: Ints, x: Floats) -> Floats:
        """Return places on the curves of a Bezier string."""
        count, ends = len(self.s), np.array(self._entry["elements"])
        node = series.q[:, : 3 * count].reshape(-1, count, 3)
        inner = series.q[:, 3 * count :].reshape(-1, len(ends), 2)[:, span]
        a, b = node[:, ends[span, 0]], node[:, ends[span, 1]]

        def handle(at: Floats, size: Floats) -> Floats:
            return size[..., None] * np.stack([np.cos(at[..., 2]), np.sin(at[..., 2])], axis=-1)

        p = np.stack([a[..., :2], handle(a, inner[..., 0]), b[..., :2], handle(b, inner[..., 1])], axis=2)
        return spatial(np.einsum("mi,nmic->nmc", bezier_rows(x), p))


def _third(q: Floats) -> Floats:
    """Return the third axes (..., 3) of quaternions."""
    w, x, y, z = (q[..., k] for k in range(4))
    return np.stack([2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)], axis=-1)
