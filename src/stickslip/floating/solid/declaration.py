"""Floating solids: small elastic displacements of a body of any shape, in a frame that moves with it."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from pydantic import BeforeValidator, Field, InstanceOf, field_validator, model_validator

from stickslip.bodies.declaration import Body, C, Frame, check_rotation
from stickslip.contact.contours import Contour
from stickslip.errors import ModelError
from stickslip.floating.elastic import ElasticMatrices
from stickslip.model.base import Matrix, NonNegative, Number, Positive, Vector, short
from stickslip.solids.declaration import SolidBody, as_numbers, check_node, frame_at, nearest_node
from stickslip.typing import Accepts, VectorLike

if TYPE_CHECKING:
    from stickslip.results.series import BodySeries
    from stickslip.system.assembled import Assembled, BodyBuilder


def _as_interfaces(value: Any) -> dict[str, np.ndarray]:
    if not isinstance(value, Mapping) or not all(isinstance(name, str) and name for name in value):
        raise ValueError("must be a mapping of names to node numbers")
    out = {}
    for name, nodes in value.items():
        try:
            out[name] = np.unique(as_numbers(nodes))
        except ValueError as error:
            raise ValueError(f"'{name}' {error}") from None
        if out[name].size == 0:
            raise ValueError(f"'{name}' has no nodes")
        out[name].setflags(write=False)
    return out


def _as_place(value: Any) -> str | np.ndarray | None:
    if value is None or isinstance(value, str):
        return value
    nodes = np.unique(as_numbers(value))
    if nodes.size == 0:
        raise ValueError("has no nodes")
    nodes.setflags(write=False)
    return nodes


Interfaces = Annotated[dict[str, np.ndarray], BeforeValidator(_as_interfaces), Accepts("Mapping[str, VectorLike]")]
Place = Annotated[str | np.ndarray | None, BeforeValidator(_as_place), Accepts("str | VectorLike | None")]


class FloatingSolid(Body):
    """Elastic body r = R + A (x + u) with small u = Phi q on any motion of its frame (R, A).

    Södersten 2018, sec. 2.5.1, 2.5.2.

    Parameters
    ----------
    shape : SolidBody or ElasticMatrices
        Mesh and material (any law, linearised), or imported matrices. The solid itself is not part of the model.
    interfaces : dict of names to node numbers
        Groups of nodes to which joints, forces and contours attach: ``body.interface(name)`` follows the mean motion of
        the nodes, the rigid motion by least squares with equal weights. Loads there are spread over the nodes
        accordingly.
    reference : how the frame follows the body
        "tisserand": mean position and rotation of the mass, int rho u = 0 and int rho x cross u = 0 (Buckens).
        "attached": mean position and rotation of the nodes ``frame_at``. "clamped": the nodes ``frame_at`` are
        fixed in the frame and made rigid.
    frame_at : name of an interface, or node numbers
    reduction : "free-interface" or "craig-bampton"
        Elastic coordinates are modes, orthogonal to each other. "free-interface": normal modes of the body (held at
        ``frame_at`` if clamped), completed by the shapes of unit loads on the interfaces. "craig-bampton": normal modes
        with all interfaces at rest, completed by the shapes of unit motions of the interfaces.
    modes : int, optional
        Number of normal modes, 0 allowed; all without ``modes`` and ``max_frequency``.
    max_frequency : float [Hz], optional
        Keep normal modes up to this frequency.
    position, rotation : where the body is
        r = position + A (coordinates of the shape); angle (planar), rotation vector [rad] or matrix.
    velocity, angular_velocity : initial velocity of the centre of mass [m/s], and rotation in body axes [rad/s]
    elastic : (modes,) initial elastic coordinates; default: zero
    retardation : tau [s]
        Kelvin-Voigt damping D = tau K.
    damping_ratio : zeta
        Modal damping: every elastic coordinate by itself decays with this ratio.
    """

    family = "floating solid"
    positional = ("shape",)

    shape: InstanceOf[SolidBody] | InstanceOf[ElasticMatrices]
    interfaces: Interfaces = Field(default_factory=dict)
    reference: Literal["tisserand", "attached", "clamped"] = "tisserand"
    frame_at: Place = None
    reduction: Literal["free-interface", "craig-bampton"] = "free-interface"
    modes: int | None = Field(default=None, ge=0, strict=True)
    max_frequency: Positive | None = None
    position: Vector = ()
    rotation: Number | Vector | Matrix = 0.0
    velocity: Vector = ()
    angular_velocity: Number | Vector = 0.0
    elastic: Vector = ()
    retardation: NonNegative = 0.0
    damping_ratio: NonNegative = 0.0

    _rotation = field_validator("rotation")(check_rotation)

    @model_validator(mode="after")
    def _consistent(self) -> FloatingSolid:
        shape, n = self.shape, len(self.nodes)
        if isinstance(shape, SolidBody):
            for field in ("velocity", "angular_velocity", "displacement", "retardation", "mass_damping"):
                if np.any(getattr(shape, field)):
                    raise ValueError(f"shape: {field} of the solid has no effect; use the fields of the FloatingSolid")
            if shape.contours or shape.frames:
                raise ValueError(
                    "shape: frames and contours of the solid have no effect; add them to the FloatingSolid"
                )
        groups = dict(self.interfaces)
        if self.frame_at is not None and not isinstance(self.frame_at, str):
            groups["frame_at"] = self.frame_at
        for name, nodes in groups.items():
            if nodes[0] < 0 or nodes[-1] >= n:
                raise ValueError(f"'{name}' names nodes that do not exist (0 to {n - 1})")
            if len(nodes) > 1 and not self._spans(nodes):
                raise ValueError(f"'{name}': its nodes lie on one line or point and do not determine its rotation")
        if (self.frame_at is None) != (self.reference == "tisserand"):
            needs = "needs frame_at" if self.frame_at is None else "takes no frame_at"
            raise ValueError(f'reference = "{self.reference}" {needs}')
        if self.frame_at is not None and len(self.frame_nodes) == 1:
            raise ValueError("frame_at is one node, which does not determine the rotation of the frame; name several")
        if self.modes is not None and self.max_frequency is not None:
            raise ValueError("give modes or max_frequency, not both")
        if self.reduction == "craig-bampton" and not self.interfaces:
            raise ValueError('reduction = "craig-bampton" needs interfaces')
        return self

    def _spans(self, nodes: np.ndarray) -> bool:
        """Return whether nodes determine a rotation: two places in the plane, three not on a line in space."""
        x = self.nodes[nodes] - self.nodes[nodes].mean(axis=0)
        sizes = np.linalg.svd(x, compute_uv=False)
        return bool(sizes[self.dim - 2] > 1e-9 * np.ptp(self.nodes, axis=0).max())

    def assemble(self, builder: BodyBuilder) -> Assembled[Any]:
        """Append frame, elastic coordinates and stations to the tables of a system."""
        from stickslip.floating.beam.assembly import assemble_floating_solid

        return assemble_floating_solid(self, builder)

    @classmethod
    def series(cls) -> type[BodySeries]:
        """Return the class of the recorded motion."""
        from stickslip.floating.solid.results import FloatingSolidSeries

        return FloatingSolidSeries

    @classmethod
    def source(cls) -> Any:
        """Return the class that shows a recorded motion."""
        from stickslip.solids.scene import SolidSource

        return SolidSource

    @property
    def dim(self) -> int:
        """2 or 3."""
        return self.shape.dim

    @property
    def nodes(self) -> np.ndarray:
        """Places of the nodes in the coordinates of the shape (n, dim) [m]."""
        return self.shape.nodes if isinstance(self.shape, SolidBody) else self.shape.coordinates

    @property
    def frame_nodes(self) -> np.ndarray:
        """Nodes that hold the frame; none with ``reference = "tisserand"``."""
        if isinstance(self.frame_at, str):
            if self.frame_at not in self.interfaces:
                raise ValueError(f"frame_at: no interface '{self.frame_at}' ({', '.join(self.interfaces) or 'none'})")
            return self.interfaces[self.frame_at]
        return np.zeros(0, dtype=np.int64) if self.frame_at is None else self.frame_at

    @property
    def frequencies(self) -> np.ndarray:
        """Natural frequencies of the elastic coordinates: of the reduced body, free or clamped, ascending [Hz]."""
        from stickslip.floating.solid.mesh import reduced

        return np.asarray(reduced(self).omega / (2.0 * np.pi))

    # Places on the body.

    def check_place(self, node: int | None, place: Any, what: str) -> None:
        """Reject (ModelError) anything but the number of a node."""
        if node is None or len(place) > 0:
            raise ModelError(f"{self.label}: {what} needs the number of a node or the name of an interface")
        check_node(self, node, what)

    def check_interface(self, name: str, what: str) -> None:
        """Reject an interface that is not declared, or that has one node only."""
        if name not in self.interfaces:
            raise ModelError(f"{self.label}: {what}: no interface '{name}' ({', '.join(self.interfaces) or 'none'})")
        if len(self.interfaces[name]) == 1:
            node = int(self.interfaces[name][0])
            raise ModelError(
                f"{self.label}: {what}: interface '{name}' is one node, which cannot turn; use node({node})"
            )

    def node(self, number: int | np.integer[Any]) -> Frame:
        """Return the place of a node, a point without orientation, for joints and forces."""
        return frame_at(self, number)

    def at(self, node: int | np.integer[Any]) -> Frame:
        """Return ``node(number)``, under the name of the last version."""
        warnings.warn(f"{self.label}: at({node}) has been renamed node({node})", FutureWarning, stacklevel=2)
        return frame_at(self, node)

    def nearest(self, point: VectorLike) -> Frame:
        """Return the place of the node nearest to a point (dim,) in the coordinates of the shape [m]."""
        return self.node(nearest_node(self, point))

    def interface(self, name: str) -> Frame:
        """Return the frame of an interface, at the mean place of its nodes, for joints and forces."""
        key = f"interface={name}"
        return self._frames[key] if key in self._frames else self.frame(key, (), interface=name)

    def add(self, contour: C, node: int | np.integer[Any] | None = None, *, interface: str | None = None) -> C:
        """Attach a contour to an interface, or a round one (Point, Sphere, Circle) to a node; return it."""
        if not isinstance(contour, Contour) or contour.body is not None:
            return super().add(contour)  # which rejects it
        node = contour.node if node is None else node
        interface = contour.interface if interface is None else interface
        if (node is None) == (interface is None):
            raise ModelError(f"{self.label}: add({contour.label}) needs a node or an interface")
        if interface is not None:
            self.check_interface(interface, contour.label)
        else:
            if isinstance(node, bool) or not isinstance(node, int | np.integer):
                raise ModelError(f"{self.label}: add({contour.label}) needs the number of a node, not {short(node)}")
            check_node(self, int(node), contour.label)
            if not contour.isotropic or any(contour.position):
                raise ModelError(
                    f"{contour.label} on {self.label}: a node has no orientation; use Point, Sphere, Circle on it"
                )
        contour.node, contour.interface = None if node is None else int(node), interface
        return super().add(contour)

    @classmethod
    def read(cls, path: str | Path, stiffness: Any = None, coordinates: Any = None, **fields: Any) -> FloatingSolid:
        """Return the body of files of mass, stiffness and coordinates (see ``ElasticMatrices.read``)."""
        return cls(shape=ElasticMatrices.read(path, stiffness, coordinates), **fields)
