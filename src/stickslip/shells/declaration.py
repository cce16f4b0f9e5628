"""Shells, declared by a mesh of their middle surface."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from pydantic import InstanceOf, model_validator

from stickslip._arguments import number, whole
from stickslip._arrays import Floats, Ints
from stickslip.bodies.declaration import Body, C, Frame
from stickslip.errors import ModelError
from stickslip.lines.sections import Material
from stickslip.model.base import NonNegative, Positive, Vector, merged
from stickslip.shells import meshes
from stickslip.shells.sections import Laminate, ShellSection
from stickslip.solids.declaration import (
    FieldOfVectors,
    Numbers,
    Places,
    check_node,
    frame_at,
    nearest_node,
    nodes_where,
)
from stickslip.typing import MatrixLike, Numeric, VectorLike

if TYPE_CHECKING:
    from stickslip.results.series import BodySeries
    from stickslip.system.assembled import Assembled, BodyBuilder


class Shell(Body):
    """Geometrically exact shell: a surface with a director, for any motion and small strains.

    Its nodes are places with a unit vector, the director, across the surface (five velocities). Joints, forces and
    springs attach to their places; `Support` holds directors, too.

    Parameters
    ----------
    nodes : (n, 3) [m]
        Places of the nodes on the stress-free middle surface.
    cells : (m, k)
        Node numbers of every element, from 0, in the order of VTK and meshio, counter-clockwise seen from the side to
        which directors point: k = 4 (bilinear), 9 (biquadratic), 3 (triangles, poor on coarse curved meshes).
        A triangle among quadrilaterals has -1 as its fourth node.
    section : ShellSection or Laminate, optional
        Instead of material and thickness.
    material : Material, optional
    thickness : float [m], optional
    directors : (n, 3), optional
        Normals of the surface at the nodes; means over the elements at a node unless given.
    direction : (3,), optional
        Its projection on the surface is the first axis of every element, from which angles of layers are measured.
        Unless given the first axis is symmetric to the sides of the element.
    prestress : (3,) or (6,)
        Forces n_11, n_22, n_12 [N/m], and moments m_11, m_22, m_12 [N], in the declared shape.
    mass_distribution : "lumped"
        Masses sit in the nodes.
    retardation : tau [s]
        Kelvin-Voigt damping: stress = stiffness (strain + tau strain rate).
    mass_damping : alpha [1/s]
        Damping force -alpha M v.
    velocity : initial velocity [m/s]
        One (3,) for all nodes, (n, 3), or a function of the declared place.
    angular_velocity : (3,) initial rigid turn about the centre of mass [rad/s], added to ``velocity``
    """

    family = "shell"
    positional = ("nodes", "cells", "section")

    nodes: Places
    cells: Numbers
    section: InstanceOf[ShellSection] | InstanceOf[Laminate] | None = None
    material: InstanceOf[Material] | None = None
    thickness: Positive | None = None
    directors: Places | None = None
    direction: Vector = ()
    prestress: Vector = ()
    mass_distribution: Literal["lumped"] = "lumped"
    retardation: NonNegative = 0.0
    mass_damping: NonNegative = 0.0
    velocity: FieldOfVectors = ()
    angular_velocity: Vector = ()

    @model_validator(mode="after")
    def _valid(self) -> Shell:
        if self.nodes.shape[1] != 3:
            raise ValueError(f"nodes must have 3 components, not {self.nodes.shape[1]}; shells live in space")
        if self.cells.shape[1] not in meshes.KINDS:
            known = ", ".join(f"{k} ({name})" for k, name in meshes.KINDS.items())
            raise ValueError(f"cells have {self.cells.shape[1]} nodes each; there are cells of {known}")
        meshes.check(self.nodes, self.cells)
        one = self.material is not None, self.thickness is not None
        if all(one) == (self.section is not None) or any(one) != all(one):
            raise ValueError("give a material with a thickness, or a section")
        for name, value, sizes in (
            ("direction", self.direction, (3,)), ("prestress", self.prestress, (3, 6)),
            ("angular_velocity", self.angular_velocity, (3,)),
        ):  # fmt: skip
            if len(value) not in (0, *sizes):
                raise ValueError(f"{name} = {value} must have {' or '.join(map(str, sizes))} components")
        if isinstance(self.velocity, np.ndarray) and self.velocity.shape != self.nodes.shape:
            raise ValueError(f"velocity has the shape {self.velocity.shape}, the nodes have {self.nodes.shape}")
        self._check_directors()
        self._check_direction()
        return self

    def _check_directors(self) -> None:
        """Reject directors that are none, or more than 60 degrees from the normals of their elements."""
        if self.directors is None:
            meshes.directors(self.nodes, self.cells)
            return
        if self.directors.shape != self.nodes.shape:
            raise ValueError(f"directors has the shape {self.directors.shape}, the nodes have {self.nodes.shape}")
        size = np.linalg.norm(self.directors, axis=1)
        if size.min() == 0.0:
            raise ValueError(f"the director of node {int(np.argmin(size))} is zero")
        unit = self.directors / size[:, None]
        for kind, elements, own in meshes.by_kind(self.cells):
            normal = meshes.nodal_normals(kind, self.nodes[own])
            aligned = (normal * unit[own]).sum(axis=-1) / np.linalg.norm(normal, axis=-1)
            if aligned.min() < 0.5:
                e, a = np.unravel_index(int(np.argmin(aligned)), aligned.shape)
                raise ValueError(
                    f"the director of node {own[e, a]} is more than 60 degrees from the normal of element {elements[e]}"
                )

    def _check_direction(self) -> None:
        """Reject a first axis that is normal to an element."""
        if not len(self.direction):
            return
        size = np.linalg.norm(self.direction)
        for kind, elements, own in meshes.by_kind(self.cells):
            normal = meshes.nodal_normals(kind, self.nodes[own])
            normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
            along = abs(normal @ np.array(self.direction)).max(axis=1)
            if size == 0.0 or along.max() > 0.999 * size:
                e = elements[int(np.argmax(along))]
                raise ValueError(f"direction = {self.direction} has no projection on element {e}")

    @property
    def dim(self) -> int:
        """3."""
        return 3

    @property
    def section_data(self) -> ShellSection:
        """Stiffness and mass per area."""
        if isinstance(self.section, Laminate):
            return self.section.section
        if self.section is not None:
            return self.section
        assert self.material is not None and self.thickness is not None
        return ShellSection.homogeneous(self.thickness, self.material)

    @property
    def plies(self) -> list[tuple[float, float, Floats]]:
        """Bottom, top [m] and stiffness (3, 3) [N/m^2] of every layer; none of a section given by its stiffness."""
        if isinstance(self.section, Laminate):
            z = self.section.heights
            return [(a, b, layer.plane) for a, b, layer in zip(z, z[1:], self.section.layers, strict=False)]
        if self.thickness is None:
            return []
        half = 0.5 * self.thickness
        return [(-half, half, np.array(self.section_data.A) / self.thickness)]

    @property
    def unit_directors(self) -> Floats:
        """Unit directors of the declared shape (n, 3)."""
        if self.directors is None:
            return meshes.directors(self.nodes, self.cells)
        return self.directors / np.linalg.norm(self.directors, axis=1, keepdims=True)

    # Nodes and boundary.

    def nodes_where(self, condition: Callable[..., Any]) -> Ints:
        """Return the numbers of all nodes with condition(x, y, z), a function of arrays."""
        return nodes_where(self, condition)

    def boundary(self, condition: Callable[..., Any] | None = None) -> Ints:
        """Return the free sides (k, 2), corner to corner, whose nodes fulfil a condition as in ``nodes_where``."""
        sides = meshes.boundary(self.cells)
        if condition is None:
            return sides
        chosen = np.zeros(len(self.nodes), dtype=bool)
        chosen[self.nodes_where(condition)] = True
        return np.asarray(sides[chosen[sides].all(axis=1)])

    @property
    def depth(self) -> float:
        """1: areas of elements need no factor."""
        return 1.0

    @property
    def facet_kind(self) -> str:
        """Kind of the elements as facets of loads: triangle, quad or quad9."""
        return meshes.KINDS[self.cells.shape[1]]

    def check_facets(self, facets: np.ndarray) -> None:
        """Reject elements (a ValueError) that are none, or given twice."""
        if facets.ndim != 2 or facets.size == 0:
            raise ValueError(f"facets must be rows of {self.label}.cells, one for each element")
        known, seen = {tuple(cell) for cell in self.cells.tolist()}, set()
        for facet in map(tuple, facets.tolist()):
            nodes = " ".join(map(str, facet))
            if facet not in known or facet in seen:
                raise ValueError(f"nodes {nodes} are {'given twice' if facet in seen else 'no element'}")
            if facet[-1] < 0:
                raise ValueError(f"nodes {nodes} are a triangle among quadrilaterals, which takes forces at nodes only")
            seen.add(facet)

    def check_sides(self, sides: np.ndarray) -> None:
        """Reject sides (a ValueError) that are none, or given twice."""
        if sides.ndim != 2 or sides.size == 0 or sides.shape[1] != 2:
            raise ValueError(f"sides must be rows of two nodes; use {self.label}.boundary(...)")
        known = {frozenset(side) for cell in self.cells.tolist() for side in meshes.rim(cell)}
        seen = set()
        for side in map(frozenset, sides.tolist()):
            if side not in known or side in seen:
                nodes = " ".join(map(str, sorted(side)))
                raise ValueError(
                    f"nodes {nodes} are {'a side given twice' if side in seen else 'no side of an element'}"
                )
            seen.add(side)

    @property
    def extent(self) -> str:
        """Range of the coordinates of all nodes, for messages."""
        low, high = self.nodes.min(axis=0), self.nodes.max(axis=0)
        return ", ".join(f"{x} from {a:g} to {b:g}" for x, a, b in zip("xyz", low, high, strict=True))

    def check_place(self, node: int | None, place: Any, what: str) -> None:
        """Reject (ModelError) anything but the number of a node."""
        if node is None or len(place) or isinstance(node, bool):
            raise ModelError(f"{self.label}: {what} needs the number of a node; see nearest()")
        check_node(self, node, what)

    def node(self, number: int | np.integer[Any]) -> Frame:
        """Return the frame at a node; joints that hold places, forces and springs take it."""
        return frame_at(self, number)

    def nearest(self, point: VectorLike) -> Frame:
        """Return the frame at the node nearest to a point (3,) [m]."""
        return self.node(nearest_node(self, point))

    def add(self, contour: C, node: Any = None) -> C:
        """Reject contours: shells have no contact yet."""
        raise ModelError(f"{self.label}: Shell has no contact yet, so it carries no {type(contour).__name__}")

    # Assembly, results, pictures.

    def assemble(self, builder: BodyBuilder) -> Assembled[Any]:
        """Append nodes and elements to the tables of a system."""
        from stickslip.shells.assembly import assemble_shell

        return assemble_shell(self, builder)

    @classmethod
    def series(cls) -> type[BodySeries]:
        """Return the class of the recorded motion."""
        from stickslip.shells.results import ShellSeries

        return ShellSeries

    @classmethod
    def source(cls) -> Any:
        """Return the class that shows a recorded motion."""
        from stickslip.shells.scene import ShellSource

        return ShellSource

    # Shapes.

    @classmethod
    def plate(
        cls, lengths: VectorLike, divisions: int | VectorLike, *, order: Literal[1, 2] = 1, **fields: Any
    ) -> Shell:
        """Return a flat rectangle from the origin along x and y, its director along z.

        Parameters
        ----------
        lengths : (2,) [m]
        divisions : (2,) or one number
            Elements along both sides.
        order : 1 or 2
            Bilinear or biquadratic elements.
        """
        (a, b), (m, n) = _pair("Shell.plate", "lengths", lengths), _count("Shell.plate", divisions)
        uv, cells = meshes.grid(np.linspace(0.0, a, m + 1), np.linspace(0.0, b, n + 1), _order("Shell.plate", order))
        places = np.column_stack([uv, np.zeros(len(uv))])
        return cls(**merged(cls.__name__, {"nodes": places, "cells": cells}, fields))

    @classmethod
    def cylinder(
        cls, radius: Numeric, length: Numeric, divisions: VectorLike, *, angles: VectorLike = (0.0, 2.0 * np.pi),
        order: Literal[1, 2] = 1, **fields: Any,
    ) -> Shell:  # fmt: skip
        """Return a cylinder about z, from z = 0 on, with directors outwards.

        Parameters
        ----------
        radius, length : float [m]
        divisions : (2,)
            Elements around and along the axis.
        angles : (2,) [rad]
            Begin and end, from x to y; all around unless given.
        order : 1 or 2
            Bilinear or biquadratic elements.
        """
        name = "Shell.cylinder"
        radius, length = number(name, "radius", radius, 1e-300), number(name, "length", length, 1e-300)
        (m, n), (begin, end) = _count(name, divisions), _pair(name, "angles", angles)
        around = abs(end - begin - 2.0 * np.pi) < 1e-12
        if not begin < end <= begin + 2.0 * np.pi + 1e-12 or (around and m < 3):
            raise ModelError(f"{name}: angles = {angles} must rise by at most a full turn, of at least 3 elements")
        uv, cells = meshes.grid(
            np.linspace(begin, end, m + 1), np.linspace(0.0, length, n + 1), _order(name, order), around
        )
        normal = np.column_stack([np.cos(uv[:, 0]), np.sin(uv[:, 0]), np.zeros(len(uv))])
        places = radius * normal + np.outer(uv[:, 1], [0.0, 0.0, 1.0])
        return cls(**merged(cls.__name__, {"nodes": places, "cells": cells, "directors": normal}, fields))

    @classmethod
    def sphere(cls, radius: Numeric, divisions: int, **fields: Any) -> Shell:
        """Return a sphere about the origin of 6 n^2 elements on the faces of a cube, with directors outwards.

        Parameters
        ----------
        radius : float [m]
        divisions : int
            Elements along the edges of the cube.
        """
        radius, n = number("Shell.sphere", "radius", radius, 1e-300), whole("Shell.sphere", "divisions", divisions, 1)
        normal, cells = meshes.cubed_sphere(n)
        found = {"nodes": radius * normal, "cells": cells, "directors": normal}
        return cls(**merged(cls.__name__, found, fields))

    @classmethod
    def from_mesh(cls, nodes: Any, quads: MatrixLike = (), triangles: MatrixLike = (), **fields: Any) -> Shell:
        """Return the shell of nodes (n, 3), quadrilaterals (m, 4) and triangles (k, 3), or of a mesh of meshio.

        A mesh of meshio has its cells of the kinds "quad" and "triangle", or "quad9" alone.
        """
        many: Any = quads
        few: Any = triangles
        if hasattr(nodes, "cells_dict"):
            found = nodes.cells_dict
            many, few = found.get("quad9", found.get("quad", ())), found.get("triangle", ())
            nodes = nodes.points
        try:
            many, few = (np.asarray(part, dtype=float) for part in (many, few))
        except (TypeError, ValueError):
            raise ModelError("Shell.from_mesh: quads and triangles must be rows of node numbers") from None
        if few.size and many.size and few.ndim == 2:
            few = np.column_stack([few, np.full(len(few), -1.0)])
        parts = [part for part in (many, few) if part.size]
        if not parts or any(part.ndim != 2 for part in parts) or len({part.shape[1] for part in parts}) > 1:
            raise ModelError(
                "Shell.from_mesh: give quads (m, 4) or (m, 9), triangles (k, 3), or quads (m, 4) with triangles"
            )
        return cls(**merged(cls.__name__, {"nodes": nodes, "cells": np.concatenate(parts)}, fields))


def _pair(name: str, field: str, value: Any) -> tuple[float, float]:
    try:
        a, b = (float(x) for x in value)
    except (TypeError, ValueError):
        a = b = np.nan
    if not np.isfinite([a, b]).all() or (field == "lengths" and min(a, b) <= 0.0):
        raise ModelError(f"{name}: {field} = {value!r} must be two numbers{' above 0' * (field == 'lengths')}")
    return a, b


def _count(name: str, value: Any) -> tuple[int, int]:
    try:
        pair = (value, value) if np.ndim(value) == 0 else tuple(value)
        m, n = (whole(name, "divisions", int(x) if float(x).is_integer() else x, 1) for x in pair)
    except (TypeError, ValueError):
        raise ModelError(f"{name}: divisions = {value!r} must be one or two integers >= 1") from None
    return m, n


def _order(name: str, order: Any) -> int:
    if order not in (1, 2):
        raise ModelError(f"{name}: order = {order!r} must be 1 or 2")
    return int(order)
