"""Flexible lines: beams and strings, declared by the positions of their nodes.

Joints, forces and contours attach at any arc length, as to a rigid body; the mesh gets a node there.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
from pydantic import Field, InstanceOf, field_validator, model_validator

from stickslip.bodies.declaration import Body, C, Frame
from stickslip.contact.contours import Contour
from stickslip.contact.shapes.line_surface import LineSurface
from stickslip.errors import ModelError
from stickslip.lines.sections import Material, Section, Shape, section_of
from stickslip.model.base import Matrix, NonNegative, Number, Positive, Vector, as_number, as_vector, merged, short
from stickslip.typing import Numeric, VectorLike

if TYPE_CHECKING:
    from stickslip.results.series import BodySeries
    from stickslip.system.assembled import Assembled, BodyBuilder

MOST_ELEMENTS = 1_000_000  # of one line: a typo should not fill the memory


def points_of(start: Any, end: Any, dims: tuple[int, ...], owner: str) -> tuple[np.ndarray, np.ndarray]:
    """Return start and end of a straight body as two distinct points of an allowed dimension."""
    try:
        a, b = np.array(as_vector(start)), np.array(as_vector(end))
    except ValueError:
        a = b = np.zeros(0)
    if len(a) != len(b) or len(a) not in dims or (a == b).all() or not np.isfinite(b - a).all():
        wanted = f"two different points of {' or '.join(map(str, dims))} components"
        raise ModelError(f"{owner}: start = {short(start)} and end = {short(end)} must be {wanted}")
    return a, b


class Slender(Body, abstract=True):
    """Base of bodies along a line: frames and contours attach at an arc length s."""

    @property
    def reach(self) -> float:
        """Largest arc length [m]."""
        raise NotImplementedError

    @property
    def curved(self) -> bool:
        """Whether the elements are curves of their own, with inner coordinates."""
        return False

    @property
    def start(self) -> Frame:
        """Frame at arc length 0."""
        return self.at(0.0)

    @property
    def end(self) -> Frame:
        """Frame at the end."""
        return self.at(self.reach)

    def at(self, s: Numeric) -> Frame:
        """Return the frame at arc length s [m]; the mesh gets a node there if anything attaches to it."""
        try:
            value = as_number(s)
        except ValueError:
            raise ModelError(f"{self.label}: at({short(s)}) needs an arc length [m]") from None
        name = f"s={value:.12g}"
        return self._frames[name] if name in self._frames else self.frame(name, (), s=value)

    def check_station(self, s: float, what: str) -> None:
        """Reject an arc length that is not on the line."""
        end = self.reach
        if not -1e-9 * end <= s <= end * (1.0 + 1e-9):
            raise ModelError(f"{self.label}: {what}: s = {s:g} is not on the line (0 to {end:g} m)")

    def add(self, contour: C, s: Numeric | None = None) -> C:
        """Attach a contour at arc length s [m] and return it; contours of the whole line need no s."""
        if not isinstance(contour, Contour) or contour.body is not None:
            return super().add(contour)  # which rejects it
        place = contour.s if s is None else s
        if contour.whole_line:
            if place is not None:
                raise ModelError(f"{contour.label}: extends along the whole line; leave out s")
            return super().add(contour)
        if isinstance(place, bool) or not isinstance(place, int | float | np.floating | np.integer):
            raise ModelError(f"{self.label}: add({contour.label}) needs an arc length s, not {short(place)}")
        self.check_station(float(place), contour.label)
        contour.s = float(place)
        return super().add(contour)

    def surface(self, radius: Numeric = 0.0, *, name: str | None = None) -> LineSurface:
        """Attach a round skin of the given radius [m] along the whole line and return it."""
        fields: dict[str, Any] = {"radius": radius, "name": name}
        skin = LineSurface(**fields)
        self.add(skin)
        return skin


class Line(Slender, abstract=True):
    """Base of beams and strings.

    Parameters
    ----------
    positions : (n, dim) [m]
        Nodes from start to end; quadratic elements take 2 elements + 1 nodes. Exact beams are stress-free here,
        redundant ones when straight, strings when their length is ``rest_length``.
    order : 1 or 2
        Linear or quadratic elements.
    velocity, angular_velocity : initial rigid motion [m/s], [rad/s]
        Rotation about the centre of the line, in world components (planar: one number).
    velocities : (n, dim) [m/s], optional
        Initial velocities of the nodes, added to the rigid motion.
    closed : bool
        The last element joins the last node to the first.
    retardation : tau [s]
        Kelvin-Voigt damping: stress = stiffness (strain + tau strain rate).
    mass_damping : alpha [1/s]
        Damping force -alpha m v; together with ``retardation`` this is Rayleigh's damping.
    """

    positions: Matrix
    order: Literal[1, 2] = 1
    velocity: Vector = ()
    angular_velocity: Number | Vector = 0.0
    velocities: Matrix | None = None
    closed: bool = False
    retardation: NonNegative = 0.0
    mass_damping: NonNegative = 0.0

    @model_validator(mode="after")
    def _mesh(self) -> Line:
        r = np.array(self.positions)
        n, ends = len(r), np.vstack([r, r[:1]]) if self.closed else r
        if self.closed and n < 2 + self.order:
            raise ValueError(f"positions: a closed line needs at least {2 + self.order} nodes")
        if r.shape[1] not in (2, 3) or n < 2:
            raise ValueError("positions must be at least 2 nodes of 2 or 3 components")
        if np.linalg.norm(np.diff(ends, axis=0), axis=1).min() <= 0.0:
            raise ValueError("positions: neighbouring nodes must differ")
        if self.order == 2 and (n + self.closed) % 2 == 0:
            raise ValueError(f"positions: quadratic elements need an odd number of nodes, not {n}")
        if self.velocities is not None and np.array(self.velocities).shape != r.shape:
            raise ValueError(f"velocities must have the shape of positions, {r.shape}")
        return self

    def assemble(self, builder: BodyBuilder) -> Assembled[Any]:
        """Append nodes and elements to the tables of a system."""
        from stickslip.lines.assembly import assemble_line

        return assemble_line(self, builder)

    @classmethod
    def series(cls) -> type[BodySeries]:
        """Return the class of the recorded motion."""
        from stickslip.results.series import LineSeries

        return LineSeries

    @classmethod
    def source(cls) -> Any:
        """Return the class that shows a recorded motion."""
        from stickslip.lines.scene import LineSource

        return LineSource

    @property
    def arc_lengths(self) -> np.ndarray:
        """Arc lengths of the declared nodes (n,), from 0 [m]; straight between neighbours."""
        r = np.array(self.positions)
        return np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(r, axis=0), axis=1))])

    @property
    def reach(self) -> float:
        """Arc length of the last node [m]."""
        return float(self.arc_lengths[-1])

    @property
    def length(self) -> float:
        """Length of the declared line [m]."""
        closing = np.linalg.norm(np.subtract(self.positions[0], self.positions[-1])) if self.closed else 0.0
        return float(self.arc_lengths[-1] + closing)

    def node(self, k: int | np.integer[Any]) -> Frame:
        """Return the frame at declared node k (negative: from the end)."""
        s = self.arc_lengths
        if isinstance(k, bool) or not isinstance(k, int | np.integer) or not -len(s) <= k < len(s):
            raise ModelError(f"{self.label}: node {short(k)} does not exist; there are {len(s)}")
        return self.at(float(s[k]))

    def mesh(self, stations: Iterable[float] = ()) -> np.ndarray:
        """Return the arc lengths of all nodes: the declared ones and those where something is attached."""
        s = self.arc_lengths
        near = 1e-9 * s[-1]
        places: list[float] = []
        for x in sorted(min(max(x, 0.0), float(s[-1])) for x in stations):
            if not places or x - places[-1] > near:
                places.append(x)
        if self.order == 1:
            extra = [x for x in places if abs(s - x).min() > near]
            return np.sort(np.concatenate([s, extra]))
        ends, middles = list(s[::2]), list(s[1::2])  # attachments become ends of quadratic elements
        cuts_at = [x for x in places if min(abs(np.array(ends) - x)) > near]
        if self.closed and cuts_at and cuts_at[-1] > ends[-1]:
            raise ModelError(f"{self.label}: s = {cuts_at[-1]:g} lies in the closing element; add a node there")
        out: list[float] = []
        for k, middle in enumerate(middles):
            last = ends[k + 1] if k + 1 < len(ends) else None
            cuts = [x for x in cuts_at if last is not None and ends[k] < x < last]
            corners = [ends[k], *cuts, *([last] if last is not None else [])]
            out += [ends[k], middle] if not cuts else []
            for a, b in itertools.pairwise(corners) if cuts else ():
                out += [a, 0.5 * (a + b)]
        return np.array(out if self.closed else [*out, ends[-1]])


def _between(start: Any, end: Any, elements: int, order: int, owner: str) -> Any:
    """Return equally spaced nodes on a straight line."""
    if not isinstance(elements, int) or isinstance(elements, bool) or not 1 <= elements <= MOST_ELEMENTS:
        raise ModelError(f"{owner}: elements = {short(elements)} must be an integer from 1 to {MOST_ELEMENTS}")
    if order not in (1, 2):
        raise ModelError(f"{owner}: order = {short(order)} must be 1 or 2")
    a, b = points_of(start, end, (2, 3), owner)
    return [list(a + (b - a) * x) for x in np.linspace(0.0, 1.0, order * elements + 1)]


class Beam(Line):
    """Geometrically exact beam in space: extension, shear, bending, torsion, any deflection (Betsch et al., sec. 5).

    Parameters
    ----------
    section : Section, or a shape (Rectangle, Round) with ``material``
    material : Material
    normal : (3,), optional
        Direction of d_1 at the start (its part across the axis); carried along the line without twist.
    rotations : (9,) per node, optional
        Section axes (d_1, d_2, d_3) at every node as rows of a matrix (3, 3) with these columns.
    """

    family = "beam"
    positional = ("positions", "section", "material")

    section: InstanceOf[Section] | InstanceOf[Shape]
    material: InstanceOf[Material] | None = None
    normal: Vector = ()
    rotations: Matrix | None = None

    @field_validator("rotations")
    @classmethod
    def _proper(cls, value: Any) -> Any:
        if value is not None:
            A = np.array(value)
            if A.shape[1] != 9:
                raise ValueError("must have nine entries per node")
            A = A.reshape(-1, 3, 3)
            if abs(A.transpose(0, 2, 1) @ A - np.eye(3)).max() > 1e-9 or np.linalg.det(A).min() < 0.0:
                raise ValueError("must be proper rotation matrices")
        return value

    @model_validator(mode="after")
    def _material(self) -> Beam:
        section_of(self.section, self.material)
        if self.rotations is not None and len(self.rotations) != len(self.positions):
            raise ValueError("rotations must have one row per node")
        return self

    @property
    def section_data(self) -> Section:
        """Stiffness and inertia of the section."""
        return section_of(self.section, self.material)

    @classmethod
    def straight(
        cls, start: VectorLike, end: VectorLike, elements: int, *, section: Section | Shape,
        material: Material | None = None, **fields: Any,
    ) -> Self:  # fmt: skip
        """Return a straight beam from start to end with equal elements."""
        positions = _between(start, end, elements, fields.get("order", 1), cls.__name__)
        made = {"positions": positions, "section": section, "material": material}
        return cls(**merged(cls.__name__, made, fields))


class BendingTorsionBeam(Beam):
    """Straight spatial beam of small deflections: bending without shear, torsion and stretch superposed.

    Zander 2008, sec. 6.3.

    Elements are exact for loads at nodes: cubic in both bending planes, linear in twist and stretch. They are linear in
    displacements and rotations from the declared configuration, so the beam must be held there (clamped, supported)
    and its rotations must stay small: beyond 0.2 rad there is a warning. Only EA, EI and GJ of the section are used.
    """

    @model_validator(mode="after")
    def _straight(self) -> BendingTorsionBeam:
        if self.order != 1 or self.closed or self.rotations is not None:
            raise ValueError("a bending-torsion beam has no order, no rotations and is not closed")
        C = self.section_data.matrix
        if abs(C - np.diag(np.diag(C))).max() > 0.0:
            raise ValueError("a bending-torsion beam has no couplings in its section")
        r = np.array(self.positions)
        if r.shape[1] != 3:
            raise ValueError("a bending-torsion beam is spatial: positions have 3 components")
        way = r - r[0]
        axis = way[-1] / max(np.linalg.norm(way[-1]), 1e-300)
        along = way @ axis
        if abs(way - np.outer(along, axis)).max() > 1e-9 * self.length or np.diff(along).min() <= 0.0:
            raise ValueError("a bending-torsion beam is straight: positions must lie on a line, in order")
        return self


class PlanarBeam(Beam):
    """Beam of a planar model; bending is about z with EI about d_1 of the section.

    Parameters
    ----------
    formulation : "exact" or "redundant"
        Geometrically exact elements, or those of the redundant coordinate method: no shear, higher order, consistent
        mass matrix, stress-free when straight (Zander 2008, sec. 4.2.3).
    """

    formulation: Literal["exact", "redundant"] = "exact"

    @property
    def curved(self) -> bool:
        """Whether the elements are curves of their own, with inner coordinates."""
        return self.formulation == "redundant"

    @model_validator(mode="after")
    def _planar(self) -> PlanarBeam:
        C = self.section_data.matrix
        if self.normal or self.rotations is not None or abs(C - np.diag(np.diag(C))).max() > 0.0:
            raise ValueError("a planar beam has no normal, no rotations and no couplings in its section")
        return self

    @model_validator(mode="after")
    def _order(self) -> PlanarBeam:
        if self.formulation == "redundant" and (self.order != 1 or self.mass_damping):
            raise ValueError("redundant elements have no order and no mass_damping")
        return self


class StringBody(Line):
    """A string or cable without bending stiffness, in space or in the plane.

    Parameters
    ----------
    stiffness : EA [N]
    mass_per_length : float [kg/m]
        Per stress-free length.
    law : "linear", "neo-hookean" or a function N(stretch)
        Tension [N]: EA (l - 1), EA (l - 1/l^2)/3, or your own (plain Python, compiled).
    rest_length : float [m], optional
        Stress-free length of the whole string; default: the declared one.
    formulation : "plain" or "bezier"
        Linear or quadratic elements (``order``), or planar cubic curves with common tangents at nodes (Eugster
        and Glocker 2013, sec. 2.1).
    """

    family = "string"
    positional = ("positions",)
    renamed = {"free_length": "rest_length", "density": "mass_per_length"}

    stiffness: Positive
    mass_per_length: Positive
    law: Literal["linear", "neo-hookean"] | Callable[[float], float] = Field(default="linear")
    rest_length: Positive | None = None
    formulation: Literal["plain", "bezier"] = "plain"

    @model_validator(mode="after")
    def _order(self) -> StringBody:
        if self.formulation == "bezier" and (self.order != 1 or self.mass_damping or len(self.positions[0]) != 2):
            raise ValueError("bezier elements are planar; they have no order and no mass_damping")
        return self

    @property
    def curved(self) -> bool:
        """Whether the elements are curves of their own, with inner coordinates."""
        return self.formulation == "bezier"

    @classmethod
    def straight(
        cls,
        start: VectorLike,
        end: VectorLike,
        elements: int,
        *,
        stiffness: Numeric,
        **fields: Any,
    ) -> Self:
        """Return a straight string from start to end with equal elements; ``mass_per_length`` is among the fields."""
        positions = _between(start, end, elements, fields.get("order", 1), cls.__name__)
        made = {"positions": positions, "stiffness": stiffness}
        return cls(**merged(cls.__name__, made, fields))
