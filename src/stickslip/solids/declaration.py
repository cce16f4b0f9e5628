"""Elastic solids in the plane and in space, declared by a mesh of one kind of cells (node numbers: see ``cells``)."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from pydantic import BeforeValidator, InstanceOf, PlainValidator, model_validator

from stickslip._arrays import Ints
from stickslip.bodies.declaration import Body, C, Frame
from stickslip.contact.contours import Contour
from stickslip.errors import ModelError
from stickslip.lines.sections import Material
from stickslip.model.base import NonNegative, Number, Positive, Vector, as_number, as_vector, merged, short
from stickslip.model.tables import Numbers, Places, as_table
from stickslip.solids import meshes
from stickslip.solids.cells import facets
from stickslip.solids.locate import MaterialPoint, locate
from stickslip.typing import Accepts, MatrixLike, Numeric, VectorLike

if TYPE_CHECKING:
    from stickslip.results.series import BodySeries
    from stickslip.system.assembled import Assembled, BodyBuilder

_KINDS = {
    2: {3: "triangle", 6: "triangle6", 4: "quad", 8: "quad8", 9: "quad9"},
    3: {4: "tetra", 10: "tetra10", 8: "hexahedron", 20: "hexahedron20", 27: "hexahedron27"},
}


def as_numbers(value: Any) -> np.ndarray:
    """Return node numbers as a frozen array of integers, with as many axes as they have."""
    try:
        array = np.array(value)
    except ValueError:
        raise ValueError("must be node numbers (rows of equal length)") from None
    real = np.issubdtype(array.dtype, np.integer) or np.issubdtype(array.dtype, np.floating)
    if array.size and not (real and (array % 1 == 0).all() and (abs(array) < 2**31).all()):
        raise ValueError("must be node numbers, integers from 0")
    array = array.astype(np.int64)
    array.setflags(write=False)
    return array


def _as_field(value: Any) -> Any:
    """Return a vector field: one vector for all nodes, a frozen array (one row per node), or a function of position."""
    if callable(value):
        return value
    try:
        several = np.ndim(value) == 2
    except ValueError:
        raise ValueError("must be a vector, or rows of equal length, one for each node") from None
    return as_table(value, False) if several else as_vector(value)


def _as_boundaries(value: Any) -> dict[str, Any]:
    """Return facets, or the condition that chooses them, by name."""
    if not isinstance(value, Mapping) or not all(isinstance(name, str) and name for name in value):
        raise ValueError("must be a mapping of names to facets or conditions")
    out = {}
    for name, chosen in value.items():
        try:
            out[name] = chosen if callable(chosen) else as_numbers(chosen)
        except ValueError as error:
            raise ValueError(f"'{name}' {error}") from None
    return out


FieldOfVectors = Annotated[
    tuple[float, ...] | np.ndarray | Callable[..., Any], PlainValidator(_as_field),
    Accepts("VectorLike | MatrixLike | Callable[..., Any]"),
]  # fmt: skip
NodeNumbers = Annotated[np.ndarray, BeforeValidator(as_numbers), Accepts("VectorLike")]
Facets = Annotated[
    np.ndarray, BeforeValidator(as_numbers), Accepts("MatrixLike")
]  # (n, k), as from ``SolidBody.boundary``

Boundaries = Annotated[
    dict[str, Any], PlainValidator(_as_boundaries), Accepts("Mapping[str, MatrixLike | Callable[..., Any]]")
]


def check_node(body: Any, node: int, what: str) -> None:
    """Reject (ModelError) a number that is not one of the nodes of a body."""
    if not 0 <= node < len(body.nodes):
        raise ModelError(f"{body.label}: {what}: node {node} does not exist (0 to {len(body.nodes) - 1})")


def frame_at(body: Any, node: Any) -> Frame:
    """Return the frame at a node of a body."""
    if isinstance(node, bool) or not isinstance(node, int | np.integer):
        raise ModelError(f"{body.label}: node({short(node)}) needs a node number; see nearest()")
    name = f"node={int(node)}"
    known: Frame = body._frames[name] if name in body._frames else body.frame(name, (), node=int(node))
    return known


def nearest_node(body: Any, point: Any) -> int:
    """Return the number of the body's node nearest to a point (dim,)."""
    try:
        place = np.array([as_number(x) for x in point])
    except (TypeError, ValueError):
        place = np.zeros(0)
    if place.shape != (body.dim,):
        raise ModelError(f"{body.label}: nearest({short(point)}) needs a point of {body.dim} components")
    return int(np.argmin(((body.nodes - place) ** 2).sum(axis=1)))


def nodes_where(body: Any, condition: Any) -> Ints:
    """Return the numbers of all nodes of a body with a condition on arrays of their coordinates."""
    if not callable(condition):
        raise ModelError(f"{body.label}: nodes_where({short(condition)}) needs a function of arrays")
    try:
        chosen = np.asarray(condition(*body.nodes.T))
    except Exception as error:
        raise ModelError(f"{body.label}: the condition on nodes failed: {error}") from error
    if chosen.dtype != bool or chosen.ndim > 1:
        raise ModelError(f"{body.label}: nodes_where needs a condition on arrays such as lambda x, *_: x == 0.0")
    return np.flatnonzero(np.broadcast_to(chosen, len(body.nodes)))


class SolidSurface(Contour):
    """The boundary of an elastic solid, or a part of it: contact may be anywhere on its facets.

    Facets are one-sided, facing outward. Facets of quadratic cells are treated as flat pieces between their nodes.

    Parameters
    ----------
    facets : (n, k) node numbers, as from ``solid.boundary(...)``; default: the whole boundary
    radius : float [m]
        Rounding outside the mesh; 0 is the boundary itself.
    """

    positional = ("facets",)

    facets: Facets | None = None
    radius: NonNegative = 0.0


class SolidBody(Body):
    """Elastic continuum of finite elements; joints, forces and contacts attach to its nodes and material points.

    ``SolidBody(mesh, material, ...)`` takes nodes and cells from a mesh of scikit-fem or meshio.

    Parameters
    ----------
    nodes : (n, dim) [m]
        Positions of the nodes in the stress-free shape; dim is 2 or 3.
    cells : (m, k)
        Node numbers of every element, from 0, in the order of VTK and meshio. Planar: k = 3, 6 (triangles), 4, 8, 9
        (quadrilaterals), counter-clockwise. Spatial: k = 4, 10 (tetrahedra), 8, 20, 27 (hexahedra).
    material : Material
    law : str
        "st-venant-kirchhoff": any motion, strains up to some per cent. "neo-hookean": any motion and strain. "linear":
        small displacements and rotations from the declared configuration only.
    plane : "stress" or "strain", planar solids only
        "neo-hookean" supports "strain" only.
    thickness : float [m], planar solids only
        Default: 1 m.
    mass_distribution : "consistent" or "lumped"
        Lumped masses sit in the nodes: row sums of the consistent matrix where these are positive (linear cells, quad9,
        hexahedron27), else its diagonal, scaled to the mass of the element.
    retardation : tau [s]
        Kelvin-Voigt damping: stress = moduli (strain + tau strain rate).
    mass_damping : alpha [1/s]
        Damping force -alpha M v; together with ``retardation`` this is Rayleigh's damping.
    velocity : initial velocity [m/s]
        One (dim,) for all nodes, (n, dim), or a function of the declared position, such as ``lambda x, y: (0, x)``.
    angular_velocity : initial rigid rotation [rad/s], added to ``velocity``
        About the centre of mass of the declared shape, in world components (planar: one number).
    displacement : initial displacement of the nodes from ``nodes`` [m]
        As ``velocity``. Joints, bonds and springs are declared in the stress-free shape and must fit the displaced one.
    boundaries : parts of the boundary by name
        Conditions as in ``boundary``, such as ``{"left": lambda x, y: x == 0}``, or facets. ``boundary("left")``
        returns the facets, ``nodes_where("left")`` their nodes.
    """

    family = "solid"
    positional = ("nodes", "cells", "material")
    renamed = {"mass": "mass_distribution"}

    nodes: Places
    cells: Numbers
    material: InstanceOf[Material]
    law: Literal["linear", "st-venant-kirchhoff", "neo-hookean"] = "st-venant-kirchhoff"
    plane: Literal["stress", "strain"] | None = None
    thickness: Positive | None = None
    mass_distribution: Literal["consistent", "lumped"] = "consistent"
    retardation: NonNegative = 0.0
    mass_damping: NonNegative = 0.0
    velocity: FieldOfVectors = ()
    angular_velocity: Number | Vector = 0.0
    displacement: FieldOfVectors = ()
    boundaries: Boundaries = {}

    def __init__(self, /, *args: Any, **fields: Any) -> None:
        if args and (mesh := meshes.arrays(args[0])) is not None:
            args = (*mesh, *args[1:])
        super().__init__(*args, **fields)

    @model_validator(mode="after")
    def _valid(self) -> SolidBody:
        dim, size = self.nodes.shape[1], self.cells.shape[1]
        if dim not in _KINDS:
            raise ValueError(f"nodes must have 2 or 3 components, not {dim}")
        if size not in _KINDS[dim]:
            known = ", ".join(f"{k} ({name})" for k, name in _KINDS[dim].items())
            raise ValueError(f"cells have {size} nodes each; in {dim}-D there are cells of {known}")
        meshes.check(self.kind, self.nodes, self.cells)
        if dim == 3 and (self.plane is not None or self.thickness is not None):
            raise ValueError("plane and thickness belong to planar solids; these nodes are spatial")
        if dim == 2 and self.plane is None:
            raise ValueError('a planar solid needs plane = "stress" or "strain"')
        if self.law == "neo-hookean" and self.plane == "stress":
            raise ValueError('"neo-hookean" is for plane = "strain" and for space; use "st-venant-kirchhoff"')
        if self.material.poisson == 0.5 and self.plane != "stress":
            raise ValueError("material: poisson = 0.5 (incompressible) is possible in plane stress only")
        for name, value in (("velocity", self.velocity), ("displacement", self.displacement)):
            if isinstance(value, np.ndarray) and value.shape != self.nodes.shape:
                raise ValueError(f"{name} has the shape {value.shape}, the nodes have {self.nodes.shape}")
        self._name_boundaries()
        return self

    def _name_boundaries(self) -> None:
        """Find the facets of named boundaries; reject those without any."""
        found = {}
        for name, chosen in self.boundaries.items():
            facets = self.boundary(chosen) if callable(chosen) else chosen
            try:
                self.check_facets(facets)
            except ValueError as error:
                raise ValueError(f"boundaries: '{name}': {error}") from None
            facets.setflags(write=False)
            found[name] = facets
        self.__dict__["boundaries"] = found  # without validating it again

    @property
    def depth(self) -> float:
        """Thickness of a planar solid, 1 m where none is given [m]; 1 in space, where volumes need no factor."""
        return self.thickness or 1.0

    @property
    def dim(self) -> int:
        """2 or 3."""
        return int(self.nodes.shape[1])

    @property
    def kind(self) -> str:
        """Kind of the cells, as meshio calls it."""
        return _KINDS[self.dim][self.cells.shape[1]]

    @property
    def lame(self) -> tuple[float, float]:
        """Lame's lambda and mu [N/m^2]; in plane stress lambda is the reduced one, E nu / (1 - nu^2)."""
        E, nu = self.material.young, self.material.poisson
        lam = E * nu / (1.0 - nu * nu) if self.plane == "stress" else E * nu / ((1.0 + nu) * (1.0 - 2.0 * nu))
        return lam, self.material.shear

    # Nodes and boundary.

    def nodes_where(self, condition: str | Callable[..., Any]) -> Ints:
        """Return the numbers of all nodes with condition(x, y) or condition(x, y, z), a function of arrays.

        The name of one of the ``boundaries`` chooses its nodes.
        """
        return np.unique(self.boundary(condition)) if isinstance(condition, str) else nodes_where(self, condition)

    def boundary(self, condition: str | Callable[..., Any] | None = None) -> Ints:
        """Return the boundary facets (nf, nodes of a facet) whose nodes all fulfil a condition as in ``nodes_where``.

        The name of one of the ``boundaries`` chooses its facets.

        Lines (planar) run with the body on their left; faces are counter-clockwise seen from outside. Their kind is
        that of ``facet_kind``.
        """
        if isinstance(condition, str):
            if condition not in self.boundaries:
                known = ", ".join(self.boundaries) or "none"
                raise ModelError(f"{self.label}: no boundary {short(condition)} (named: {known})")
            return np.asarray(self.boundaries[condition])
        found = meshes.boundary(self.kind, self.cells)
        if condition is None:
            return found
        chosen = np.zeros(len(self.nodes), dtype=bool)
        chosen[self.nodes_where(condition)] = True
        return np.asarray(found[chosen[found].all(axis=1)])

    @property
    def extent(self) -> str:
        """Range of the coordinates of all nodes, for messages."""
        low, high = self.nodes.min(axis=0), self.nodes.max(axis=0)
        return ", ".join(f"{x} from {a:g} to {b:g}" for x, a, b in zip("xyz", low, high, strict=False))

    @property
    def facet_kind(self) -> str:
        """Kind of the facets: line, line3, triangle, triangle6, quad, quad8 or quad9."""
        return facets(self.kind)[0]

    def check_facets(self, facets: np.ndarray) -> None:
        """Reject (ValueError) what is not a facet of the boundary, or is given twice."""
        if facets.size == 0:
            raise ValueError(f"no facets are chosen; nodes of {self.label} have {self.extent}")
        if facets.ndim != 2:
            raise ValueError(f"facets must be rows of node numbers, one for each facet; use {self.label}.boundary(...)")
        known, seen = {tuple(facet) for facet in self.boundary().tolist()}, set()
        for facet in map(tuple, facets.tolist()):
            nodes = " ".join(str(k) for k in facet)
            if facet not in known:
                raise ValueError(f"nodes {nodes} are not a boundary facet; use {self.label}.boundary(...)")
            if facet in seen:
                raise ValueError(f"the facet of the nodes {nodes} is given twice")
            seen.add(facet)

    def check_place(self, node: int | None, place: Any, what: str) -> None:
        """Reject (ModelError) anything but a node number or a position in the mesh."""
        if (node is None) == (len(place) == 0):
            raise ModelError(f"{self.label}: {what} needs either a node number or a position in the mesh")
        if node is not None:
            check_node(self, node, what)
        else:
            self.locate(place)

    def locate(self, place: Any) -> MaterialPoint:
        """Return element, nodes and weights N_a of the material point at a position (dim,) in the declared shape."""
        try:
            X = np.array(place, dtype=float)
        except (TypeError, ValueError):
            X = np.zeros(0)
        if X.shape != (self.dim,) or not np.isfinite(X).all():
            raise ModelError(f"{self.label}: {place!r} must be a position of {self.dim} components")
        try:
            return locate(self.kind, self.nodes, self.cells, X)
        except ValueError as error:
            raise ModelError(f"{self.label}: {error}") from None

    def point(self, name: str | VectorLike, position: VectorLike | None = None) -> Frame:
        """Return the frame at a material point: ``point((x, y))``, or with a name ``point("tip", (x, y))``.

        The position (dim,) [m] is given in the declared shape, anywhere in the mesh or on its boundary. Joints, forces,
        springs and contours there act on the nodes of the element, weighted by its shape functions N_a.
        """
        if isinstance(name, str):
            return self.frame(name, position)
        try:
            place = as_vector(name)
        except ValueError as error:
            raise ModelError(f"{self.label}: point({short(name)}) {error}") from None
        label = " ".join(f"{axis}={x:.12g}" for axis, x in zip("xyz", place, strict=False))
        return self._frames[label] if label in self._frames else self.frame(label, place)

    def node(self, number: int | np.integer[Any]) -> Frame:
        """Return the frame at a node, for joints, forces and springs."""
        return frame_at(self, number)

    def at(self, node: int | np.integer[Any]) -> Frame:
        """Return ``node(number)``, under the name of the last version."""
        warnings.warn(f"{self.label}: at({node}) has been renamed node({node})", FutureWarning, stacklevel=2)
        return frame_at(self, node)

    def nearest(self, point: VectorLike) -> Frame:
        """Return the frame at the node nearest to a point (dim,) [m]."""
        return self.node(nearest_node(self, point))

    def add(self, contour: C, node: int | np.integer[Any] | None = None) -> C:
        """Attach a round contour (Point, Sphere, Circle) and return it.

        Its centre is the given node or, without one, the material point at its ``position``.
        """
        if not isinstance(contour, Contour) or contour.body is not None:
            return super().add(contour)  # which rejects it
        if isinstance(contour, SolidSurface):
            self._check_surface(contour, node)
            return super().add(contour)
        number = contour.node if node is None else node
        if isinstance(number, bool) or not isinstance(number, int | np.integer | None):
            raise ModelError(f"{self.label}: add({contour.label}) needs the number of a node, not {short(number)}")
        if not contour.isotropic:
            raise ModelError(
                f"{contour.label} on {self.label}: a point of a solid has no orientation; use Point, Sphere, Circle"
            )
        self.check_place(None if number is None else int(number), contour.position, contour.label)
        contour.node = None if number is None else int(number)
        return super().add(contour)

    def _check_surface(self, skin: SolidSurface, node: Any) -> None:
        if node is not None or skin.node is not None or any(skin.position):
            raise ModelError(f"{skin.label}: extends along the boundary; leave out node and position")
        if skin.facets is not None:
            try:
                self.check_facets(skin.facets)
            except ValueError as error:
                raise ModelError(f"{skin.label}: {error}") from None

    def surface(
        self, facets: MatrixLike | None = None, *, radius: Numeric = 0.0, name: str | None = None
    ) -> SolidSurface:
        """Attach the boundary, or some of its facets, as a contour and return it."""
        fields: dict[str, Any] = {"facets": facets, "radius": radius, "name": name}
        skin = SolidSurface(**fields)
        self.add(skin)
        return skin

    # Meshes from elsewhere.

    def smallest_extent(self) -> float:
        """Return the smallest extent of the declared shape [m]."""
        return float(np.ptp(self.nodes, axis=0).min())

    def assemble(self, builder: BodyBuilder) -> Assembled[Any]:
        """Append nodes and elements to the tables of a system."""
        from stickslip.solids.assembly import assemble_solid

        return assemble_solid(self, builder)

    @classmethod
    def series(cls) -> type[BodySeries]:
        """Return the class of the recorded motion."""
        from stickslip.solids.results import SolidSeries

        return SolidSeries

    @classmethod
    def source(cls) -> Any:
        """Return the class that draws a recorded motion."""
        from stickslip.solids.scene import SolidSource

        return SolidSource

    @classmethod
    def box(
        cls, lengths: VectorLike, divisions: int | VectorLike, material: Material, *, kind: str | None = None,
        origin: VectorLike | None = None,
        diagonal: Literal["right", "left"] = "right", **fields: Any,
    ) -> SolidBody:  # fmt: skip
        r"""Return a box of equal cells.

        Parameters
        ----------
        lengths : (dim,) [m]
        divisions : (dim,) or one number
            Squares or cubes per direction; a square has two triangles, a cube six tetrahedra.
        kind : str
            Kind of cells as in meshio ("triangle6", "hexahedron", ...); default: "quad" or "hexahedron".
        origin : (dim,) [m]
            Corner with the smallest coordinates.
        diagonal : "right" or "left"
            Triangles: the squares are divided by / or by \. Tetrahedra: the same in the plane of x and y.
        """
        places, cells = meshes.box(lengths, divisions, kind, origin, diagonal)
        return cls(**merged(cls.__name__, {"nodes": places, "cells": cells, "material": material}, fields))

    @classmethod
    def read(
        cls, path: str | Path, material: Material, *, dim: Literal[2, 3] | None = None, **fields: Any
    ) -> SolidBody:
        """Return the solid of a mesh file, in any format that meshio reads; needs meshio.

        Uses the cells of the highest dimension, or of dimension ``dim``; unused nodes are left out.
        """
        places, cells = meshes.read(path, dim)
        return cls(**merged(cls.__name__, {"nodes": places, "cells": cells, "material": material}, fields))
