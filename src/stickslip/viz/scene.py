"""A result as things to draw: parts with shapes and motions at chosen instants, contacts, curves. Numbers only.

Everything that shows a result (viewer, pictures, export, report) draws a ``Scene`` and knows nothing of bodies, stores
or models. All vectors have three components; planar models lie in z = 0. Quaternions are (w, x, y, z). Lengths in m,
times in s, forces in N.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from stickslip._arrays import Floats, Ints

# Kinds of shapes and what ``size`` means. "Along" is an axis of the shape's own frame.
SHAPES = {
    "sphere": "radius",
    "box": "three edge lengths",
    "cylinder": "radius, length along the third axis",
    "capsule": "radius, length of the straight part along the third axis",
    "ring": "radius of the bore, radius of the wire; around the third axis",
    "plane": "half of the drawn edge; outward normal along the third axis",
    "frame": "length of the three axes",
    "disk": "radius (planar)",
    "hole": "radius of the hole, outer radius (planar)",
    "rectangle": "two edge lengths (planar)",
    "stadium": "radius, length of the straight part along the first axis (planar)",
    "facets": "number of vertices, their x, y, z, then three numbers of vertices per triangle",
    "polygon": "x and y of its corners, counter-clockwise (planar)",
    "halfplane": "half of the drawn length; outward normal along the second axis (planar)",
}


@dataclass(frozen=True)
class Shape:
    """A rigid piece of a part, in the frame of the part.

    Attributes
    ----------
    kind : one of SHAPES, which says what ``size`` [m] means
    position : (3,) [m]
    rotation : (3, 3), axes of the shape as columns
    role : "body" or "marker" (a sign without extent, drawn small)
    """

    kind: str
    size: tuple[float, ...]
    position: Floats = field(default_factory=lambda: np.zeros(3))
    rotation: Floats = field(default_factory=lambda: np.eye(3))
    role: str = "body"

    @property
    def reach(self) -> float:
        """Largest distance of a drawn point from the origin of the part [m]; planes do not count."""
        if self.kind in ("plane", "halfplane"):
            return 0.0
        return float(np.linalg.norm(self.position)) + self.radius

    @property
    def radius(self) -> float:
        """Largest distance of a drawn point from the position of the shape [m]."""
        return {
            "box": lambda s: 0.5 * float(np.linalg.norm(s)),
            "rectangle": lambda s: 0.5 * float(np.linalg.norm(s)),
            "cylinder": lambda s: float(np.hypot(s[0], 0.5 * s[1])),
            "capsule": lambda s: s[0] + 0.5 * s[1],
            "stadium": lambda s: s[0] + 0.5 * s[1],
            "ring": lambda s: s[0] + 2.0 * s[1],
            "hole": lambda s: s[1],
            "facets": lambda s: float(np.linalg.norm(np.reshape(s[1 : 1 + 3 * int(s[0])], (-1, 3)), axis=1).max()),
            "polygon": lambda s: float(np.linalg.norm(np.reshape(s, (-1, 2)), axis=1).max()),
        }.get(self.kind, lambda s: s[0])(self.size)


@dataclass(frozen=True)
class RigidMotion:
    """Motion of a frame: r(t) = position + R(quaternion) x. Between instants: linear, and slerp.

    Attributes
    ----------
    position : (n, 3) [m]
    quaternion : (n, 4), neighbours on the same side; None if the frame does not turn
    """

    position: Floats
    quaternion: Floats | None = None


@dataclass(frozen=True)
class LineMotion:
    """Motion of a line of cross-sections.

    Attributes
    ----------
    position : (n, m, 3) [m], centres of the sections
    quaternion : (n, m, 4) of the section axes (d_1, d_2, d_3 along the line); None for strings, which are round
    """

    position: Floats
    quaternion: Floats | None = None


@dataclass(frozen=True)
class MeshMotion:
    """Motion of the vertices of a surface, position (n, v, 3) [m]."""

    position: Floats


Motion = RigidMotion | LineMotion | MeshMotion


@dataclass(frozen=True)
class Section:
    """Cross-section of a line: outline (k, 2) in (d_1, d_2) [m], counter-clockwise; ``closed`` lines have no ends."""

    outline: Floats
    closed: bool = False


@dataclass(frozen=True)
class Surface:
    """Triangles (f, 3) and visible edges (e, 2) by numbers of vertices; ``flat`` surfaces are seen from both sides."""

    triangles: Ints
    edges: Ints
    flat: bool = False


@dataclass(frozen=True)
class Channel:
    """Numbers over time, to read and to plot: values (n, c), one label per component."""

    name: str
    unit: str
    values: Floats
    labels: tuple[str, ...] = ("",)


@dataclass(frozen=True)
class Field:
    """Numbers over time and over a part, to colour by: values (n, k).

    k is 1 (rigid), the number of sections (line) or of vertices (surface). A ``signed`` field is shown about zero.
    """

    name: str
    unit: str
    values: Floats
    signed: bool = False


@dataclass(frozen=True)
class Part:
    """Something with a name that is seen and picked.

    Attributes
    ----------
    name, kind : as in the result: "rigid", "beam", "string", "solid", "Revolute", ...
    role : "ground", "body", "line", "solid", "joint" or "spring", for colours and switches
    motion : how it moves; None if it goes with the part ``parent`` (-1: it does not move)
    shapes : of rigid parts
    section, surface : of lines and surfaces
    """

    name: str
    kind: str
    role: str
    motion: Motion | None = None
    parent: int = -1
    shapes: tuple[Shape, ...] = ()
    section: Section | None = None
    surface: Surface | None = None
    channels: tuple[Channel, ...] = ()
    fields: tuple[Field, ...] = ()


@dataclass(frozen=True)
class ContactFrames:
    """Closed contacts at every instant of the scene; those of instant k are rows offset[k] to offset[k + 1].

    Attributes
    ----------
    offset : (n + 1,)
    point : (m, 3) [m]
    force : (m, 3) [N], mean of the step on part b
    status : (m,), see ``results.columns.STATUS``
    a, b : (m,) numbers of the parts
    """

    offset: Ints
    point: Floats
    force: Floats
    status: Ints
    a: Ints
    b: Ints

    def typical(self, time: Floats) -> float:
        """Return the force [N] that contacts do not exceed during three quarters of their time; 0 without forces.

        Impacts are large but short: measured by their number they would make all other forces invisible.
        """
        size = np.linalg.norm(self.force, axis=1)
        span = np.repeat(np.diff(time, append=time[-1]), np.diff(self.offset))[size > 0.0]
        size = size[size > 0.0]
        if not len(size):
            return 0.0
        order = np.argsort(size)
        passed = np.cumsum(span[order])
        return float(size[order][np.searchsorted(passed, 0.75 * passed[-1])])


@dataclass(frozen=True)
class Curve:
    """A line of a plot: values (k,) at the times of its plot; NaN where there is none."""

    label: str
    values: Floats


@dataclass(frozen=True)
class CurvePlot:
    """Curves over common times (k,) [s], which need not be those of the scene."""

    title: str
    unit: str
    time: Floats
    curves: tuple[Curve, ...]


@dataclass(frozen=True)
class Scene:
    """Everything that is to be seen of a result.

    Attributes
    ----------
    name : of the model
    dim : 2 or 3
    up : (3,) unit vector against gravity
    low, high : (3,) corners of a box around all places during the motion, without planes [m]
    time : (n,) chosen instants [s]
    recorded : number of instants in the result
    tolerance : float [m]
        How far drawn points, interpolated between the instants, are from the recorded ones at most.
    parts, contacts, plots
    facts : lines of text about the run, (label, value)
    clock : what ``time`` counts, "s" or (statics) "load factor"
    """

    name: str
    dim: int
    up: Floats
    low: Floats
    high: Floats
    time: Floats
    recorded: int
    tolerance: float
    parts: tuple[Part, ...]
    contacts: ContactFrames
    plots: tuple[CurvePlot, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    clock: str = "s"

    @property
    def size(self) -> float:
        """Diagonal of the box [m]."""
        return float(np.linalg.norm(self.high - self.low))

    @property
    def fields(self) -> dict[str, tuple[str, float, float]]:
        """Names of all fields with unit and range for colours.

        A few extreme values (impacts) must not wash out the rest: the range is that of 99.5 % of the values.
        """
        found: dict[str, tuple[str, list[float], bool]] = {}
        for part in self.parts:
            for each in part.fields:
                ends = found.setdefault(each.name, (each.unit, [], each.signed))[1]
                finite = each.values[np.isfinite(each.values)]
                if finite.size:
                    ends += [float(x) for x in np.quantile(finite, (0.0 if not each.signed else 0.005, 0.995))]
        out = {}
        for name, (unit, ends, signed) in found.items():
            low, high = (min(ends), max(ends)) if ends else (0.0, 1.0)
            if signed:
                high = max(abs(low), abs(high)) or 1.0
                low = -high
            else:
                low = min(low, 0.0)
            out[name] = (unit, low, high if high > low else low + 1.0)
        return out
