"""Bodies and the points and frames on them. Points and frames are all that joints, forces and contacts see."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import numpy as np
from pydantic import Field, InstanceOf, PrivateAttr, field_validator, model_validator

from stickslip._arguments import instance
from stickslip.bodies import shapes
from stickslip.contact.contours import Contour
from stickslip.contact.shapes.circle import Circle
from stickslip.contact.shapes.cuboid import Cuboid
from stickslip.contact.shapes.cylinder import Cylinder
from stickslip.contact.shapes.line_segment import LineSegment
from stickslip.contact.shapes.sphere import Sphere
from stickslip.errors import ModelError
from stickslip.meshes.declaration import Mesh
from stickslip.model.base import Declaration, Matrix, Number, Part, Positive, Vector, as_number, merged, short
from stickslip.model.functions import MotionFunction, constant
from stickslip.typing import MatrixLike, Numeric, VectorLike

C = TypeVar("C", bound=Contour)

if TYPE_CHECKING:
    from stickslip.results.series import BodySeries
    from stickslip.system.assembled import Assembled, BodyBuilder


class Frame(Declaration):
    """A point and axes fixed to a body.

    Parameters
    ----------
    body : Body
    position : (dim,) [m]
        In the body frame, from the centre of mass (or the body's origin).
    rotation : float or (3,) or (3, 3)
        Planar: angle [rad]. Spatial: rotation vector [rad] or matrix whose columns are the frame's axes.
    s : float [m]
        On a flexible line: arc length of the node that carries the frame; position and rotation are in its axes.
    node : int
        On an elastic solid: number of the node that carries the frame. Without it, ``position`` is a material point,
        given in the declared shape.
    interface : str
        On a floating solid: name of the group of nodes that carries the frame.
    """

    positional = ("body", "position")

    body: InstanceOf[Declaration]
    position: Vector = ()
    rotation: Number | Vector | Matrix = 0.0
    s: Number | None = None
    node: int | None = None
    interface: str | None = None

    @model_validator(mode="after")
    def _station(self) -> Frame:
        check = getattr(self.body, "check_interface", None)
        if self.interface is not None:
            if check is None or self.node is not None:
                raise ValueError("interface is for floating solids, and replaces node")
            check(self.interface, "frame")
            return self
        check = getattr(self.body, "check_station", None)
        if (check is None) != (self.s is None):
            raise ValueError("a frame on a flexible line needs its arc length s, any other frame has none")
        if check is not None:
            check(self.s, "frame")
        check = getattr(self.body, "check_place", None)
        if check is not None:
            check(self.node, self.position, "frame")
        elif self.node is not None:
            raise ValueError("node is for frames on elastic solids")
        return self


class Body(Part, abstract=True):
    """Base of everything that carries frames and contours.

    Notes
    -----
    Derive your own body from this class. Shared code uses only these methods and what ``assemble`` returns.

    family
        Kind in result files.
    assemble
        Appends nodes and rows to the tables of a system and returns an ``Assembled``.
    series
        Class of ``result[body]``.
    source
        Class that draws the body; None: not drawn.
    """

    family: ClassVar[str] = ""
    families: ClassVar[dict[str, type[Body]]] = {}
    _frames: dict[str, Frame] = PrivateAttr(default_factory=dict)
    _contours: list[Contour] = PrivateAttr(default_factory=list)

    def frame(
        self, name: str, position: VectorLike | None = None, *, rotation: Numeric | VectorLike | MatrixLike = 0.0,
        s: Numeric | None = None, node: int | None = None, interface: str | None = None,
    ) -> Frame:  # fmt: skip
        """Define the frame ``name`` and return it; ``body[name]`` finds it again.

        Give a position (dim,) [m] in the body frame; on a line an arc length s, on a solid a node, on a floating
        solid a node or an interface.
        """
        if not isinstance(name, str) or not name:
            raise ModelError(f"{self.label}: the name of a frame = {short(name)} must be a non-empty string")
        if position is None and s is None and node is None and interface is None:
            known = self[name]
            warnings.warn(
                f"frame('{name}') defines a frame; to look it up, write body['{name}']", FutureWarning, stacklevel=2
            )
            return known
        if name in self._frames:
            raise ModelError(f"{self.label}: frame '{name}' is already defined")
        fields: dict[str, Any] = {"position": () if position is None else position, "rotation": rotation, "s": s}
        self._frames[name] = Frame(body=self, node=node, interface=interface, name=name, **fields)
        return self._frames[name]

    def __getitem__(self, name: str) -> Frame:
        """Return the frame defined under this name."""
        if name not in self._frames:
            known = ", ".join(self._frames) or "none"
            raise ModelError(
                f"{self.label}: no frame {short(name)} (defined: {known}); frame(name, position) defines it"
            )
        return self._frames[name]

    def point(self, name: str, position: VectorLike | None = None) -> Frame:
        """Define the point ``name``, a frame with the body's axes, and return it."""
        return self.frame(name, position)

    def add(self, contour: C) -> C:
        """Attach a contour to this body and return it."""
        if not isinstance(contour, Contour):
            raise ModelError(f"{self.label}: add() takes a contour (Sphere, Plane, Cuboid, ...), not {short(contour)}")
        if contour.body is not None:
            raise ModelError(f"{contour.label}: already belongs to {contour.body.label}")
        if contour.node is not None and not hasattr(self, "check_place"):
            raise ModelError(f"{contour.label}: node = {contour.node} is for contours of solids; {self.label} is none")
        if contour.interface is not None and not hasattr(self, "check_interface"):
            raise ModelError(f"{contour.label}: interface = '{contour.interface}' is for contours of floating solids")
        contour.attach(self)
        self._contours.append(contour)
        return contour

    @classmethod
    def __pydantic_init_subclass__(cls, abstract: bool = False, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(abstract=abstract, **kwargs)
        if "family" in vars(cls):
            Body.families.setdefault(cls.family, cls)

    def assemble(self, builder: BodyBuilder) -> Assembled[Any]:
        """Append the body to the tables of a system."""
        raise ModelError(f"{self.label}: is not a body; use RigidBody, PrescribedBody, Beam, SolidBody, ...")

    def smallest_extent(self) -> float | None:
        """Return the length [m] that depths of its contours are compared with; None: that of each contour."""
        return None

    @classmethod
    def series(cls) -> type[BodySeries]:
        """Return the class of the recorded motion."""
        from stickslip.results.series import BodySeries

        return BodySeries

    @classmethod
    def source(cls) -> Any:
        """Return the class that draws a recorded motion."""
        from stickslip.bodies.scene import RigidSource

        return RigidSource

    @property
    def contours(self) -> tuple[Contour, ...]:
        """Contours attached so far."""
        return tuple(self._contours)

    @property
    def frames(self) -> tuple[Frame, ...]:
        """Named frames defined so far."""
        return tuple(self._frames.values())


class Ground(Body, abstract=True):
    """The inertial frame. Every model has one, ``model.ground``."""

    family = "ground"

    def assemble(self, builder: BodyBuilder) -> Assembled[Any]:
        """Append the row of the ground to the tables of a system."""
        from stickslip.bodies.assembly import assemble_ground

        return assemble_ground(self, builder)


def check_rotation(value: Any) -> Any:
    """Reject a matrix that is not a rotation."""
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        A = np.array(value)
        if A.shape != (3, 3) or abs(A.T @ A - np.eye(3)).max() > 1e-9 or np.linalg.det(A) < 0:
            raise ValueError("must be a proper rotation matrix (orthonormal columns, determinant +1)")
    return value


class PointMass(Body):
    """A point mass; it does not rotate.

    Parameters
    ----------
    mass : float [kg]
    position, velocity : (dim,) [m], [m/s]
    """

    family = "point"
    positional = ("mass",)

    mass: Positive
    position: Vector = ()
    velocity: Vector = ()

    def assemble(self, builder: BodyBuilder) -> Assembled[Any]:
        """Append the node of the body to the tables of a system."""
        from stickslip.bodies.assembly import assemble_point_mass

        return assemble_point_mass(self, builder)


class RigidBody(Body):
    """A rigid body, described at its centre of mass.

    Parameters
    ----------
    mass : float [kg]
    inertia : float or (3,) or (3, 3) [kg m^2]
        About the centre of mass in body axes; a number means I times the unit matrix (planar: about z).
    position : (dim,) [m]
        Centre of mass.
    rotation : float (planar) or rotation vector (3,) [rad] or matrix (3, 3) with the body axes as columns
    velocity : (dim,) [m/s]
    angular_velocity : float (planar) or (3,) in body axes [rad/s]
    """

    family = "rigid"
    positional = ("mass", "inertia")

    mass: Positive
    inertia: Positive | Vector | Matrix
    position: Vector = ()
    rotation: Number | Vector | Matrix = 0.0
    velocity: Vector = ()
    angular_velocity: Number | Vector = 0.0

    _rotation = field_validator("rotation")(check_rotation)

    @field_validator("inertia")
    @classmethod
    def _physical(cls, value: Any) -> Any:
        if isinstance(value, float):
            return value
        tensor = np.array(value)
        tensor = np.diag(tensor) if tensor.ndim == 1 else tensor
        if tensor.shape != (3, 3):
            raise ValueError("must be a number, 3 principal values or a 3x3 matrix")
        if abs(tensor - tensor.T).max() > 1e-12 * abs(tensor).max():
            raise ValueError("must be symmetric")
        principal = np.linalg.eigvalsh(tensor)
        if principal[0] <= 0:
            raise ValueError(f"must be positive definite (principal values {principal})")
        if principal[2] > (principal[0] + principal[1]) * (1 + 1e-9):
            reason = "no mass distribution has this inertia"
            raise ValueError(f"violates the triangle inequality (principal values {principal}); {reason}")
        return value

    def assemble(self, builder: BodyBuilder) -> Assembled[Any]:
        """Append the node of the body to the tables of a system."""
        from stickslip.bodies.assembly import assemble_rigid

        return assemble_rigid(self, builder)

    # Bodies of simple shapes, homogeneous, with their contour.

    @classmethod
    def box(
        cls, lengths: VectorLike, *, density: Numeric | None = None, mass: Numeric | None = None, contour: bool = True,
        **fields: Any,
    ) -> Self:  # fmt: skip
        """Return a box with full edge ``lengths`` [m] (two in a planar model); its contour is a Cuboid.

        Give the density, per volume [kg/m^3] or planar per area [kg/m^2], or the mass [kg]. ``contour=False`` leaves
        the contour out. Further arguments are fields of the body.
        """
        shape = _shape(Cuboid, lengths=lengths)
        return cls._made("box", shapes.cuboid(shape.lengths), shape if contour else None, density, mass, fields)

    @classmethod
    def sphere(
        cls, radius: Numeric, *, density: Numeric | None = None, mass: Numeric | None = None, contour: bool = True,
        **fields: Any,
    ) -> Self:  # fmt: skip
        """Return a ball of given radius [m] for spatial models; its contour is a Sphere. See ``box``."""
        shape = _shape(Sphere, radius=radius)
        return cls._made("sphere", shapes.ball(shape.radius), shape if contour else None, density, mass, fields)

    @classmethod
    def disk(
        cls, radius: Numeric, *, density: Numeric | None = None, mass: Numeric | None = None, contour: bool = True,
        **fields: Any,
    ) -> Self:  # fmt: skip
        """Return a disk of given radius [m] for planar models; its contour is a Circle. See ``box``."""
        shape = _shape(Circle, radius=radius)
        return cls._made("disk", shapes.disk(shape.radius), shape if contour else None, density, mass, fields)

    @classmethod
    def cylinder(
        cls, radius: Numeric, length: Numeric, *, density: Numeric | None = None, mass: Numeric | None = None,
        contour: bool = True, **fields: Any,
    ) -> Self:  # fmt: skip
        """Return a cylinder about its z axis; its contour is a Cylinder. See ``box``."""
        shape = _shape(Cylinder, radius=radius, length=length)
        found = shapes.cylinder(shape.radius, shape.length)
        return cls._made("cylinder", found, shape if contour else None, density, mass, fields)

    @classmethod
    def capsule(
        cls, radius: Numeric, length: Numeric, *, density: Numeric | None = None, mass: Numeric | None = None,
        contour: bool = True, **fields: Any,
    ) -> Self:  # fmt: skip
        """Return a cylinder about z between two hemispheres whose centres are ``length`` apart. See ``box``.

        Its contour is a rounded LineSegment.
        """
        half = 0.5 * _shape(Cylinder, radius=radius, length=length).length
        shape = _shape(LineSegment, start=(0.0, 0.0, -half), end=(0.0, 0.0, half), radius=radius)
        found = shapes.capsule(shape.radius, 2.0 * half)
        return cls._made("capsule", found, shape if contour else None, density, mass, fields)

    @classmethod
    def mesh(
        cls, mesh: Mesh, *, density: Numeric | None = None, mass: Numeric | None = None, **fields: Any,
    ) -> Self:  # fmt: skip
        """Return the body inside a closed mesh, by its density [kg/m^3] or its mass [kg].

        The body frame is in the centre of mass and has the axes of the mesh; without a ``position`` the body stays
        where the coordinates of the mesh are. Further arguments are fields of the body.
        """
        instance(f"{cls.__name__}.mesh", "mesh", mesh, Mesh, "a Mesh")
        volume, centre, inertia = mesh.volume, mesh.centre, mesh.inertia
        fields = {"position": tuple(centre), **fields}
        squares = tuple(tuple(row) for row in inertia / volume)
        return cls._made("mesh", shapes.Homogeneous(volume, squares), None, density, mass, fields)

    @classmethod
    def _made(
        cls, maker: str, shape: shapes.Homogeneous, contour: Contour | None, density: Any, mass: Any,
        fields: dict[str, Any],
    ) -> Self:  # fmt: skip
        """Return the body of a shape, by its density or by its mass."""
        owner = f"{cls.__name__}.{maker}"
        if (density is None) == (mass is None):
            raise ModelError(f"{owner}: give density or mass, not both or neither")
        try:
            m = as_number(mass) if density is None else as_number(density) * shape.volume
        except ValueError as error:
            name, value = ("mass", mass) if density is None else ("density", density)
            raise ModelError(f"{owner}: {name} = {short(value)} {error}") from None
        inertia = m * np.array(shape.squares)
        made = {"mass": m, "inertia": inertia if len(inertia) == 3 else inertia[0]}
        body = cls(**merged(owner, made, fields))
        if contour is not None:
            body.add(contour)
        return body

    @classmethod
    def combined(cls, bodies: Iterable[RigidBody | PointMass], **fields: Any) -> Self:
        """Return one rigid body with the masses of several bodies at their declared places (parallel axes).

        Its origin is the common centre of mass, its axes are those of the world. Velocities come from ``fields``;
        contours are not copied.
        """
        parts = list(bodies)
        owner = f"{cls.__name__}.combined"
        if not parts or not all(isinstance(body, RigidBody | PointMass) for body in parts):
            raise ModelError(f"{owner}: {short(parts)} must be at least one RigidBody or PointMass")
        sizes = {len(body.position) for body in parts} - {0}
        if len(sizes) > 1:
            raise ModelError(f"{owner}: positions have {' and '.join(map(str, sorted(sizes)))} components")
        places = np.array([(*body.position, *(0.0,) * (3 - len(body.position))) for body in parts])
        masses = np.array([body.mass for body in parts])
        mass, centre, inertia = shapes.together(masses, places, np.array([_tensor(body) for body in parts]))
        planar = sizes == {2}
        made = {"mass": mass, "inertia": inertia[2, 2] if planar else inertia, "position": centre[: 2 if planar else 3]}
        return cls(**merged(owner, made, fields))


def _shape(kind: type[C], **fields: Any) -> C:
    """Return a contour; its fields are validated on construction."""
    return kind(**fields)


def _tensor(body: RigidBody | PointMass) -> np.ndarray:
    """Return the inertia (3, 3) of a body in world axes."""
    if isinstance(body, PointMass):
        return np.zeros((3, 3))
    inertia, A = np.array(body.inertia), shapes.turned(body.rotation)
    tensor = inertia * np.eye(3) if inertia.ndim == 0 else np.diag(inertia) if inertia.ndim == 1 else inertia
    return np.asarray(A @ tensor @ A.T)


class PrescribedBody(Body):
    """A body with prescribed motion: r(t) = position + motion(t), rotated by angle(t) about a fixed axis.

    Parameters
    ----------
    position : (dim,) [m]
    rotation : orientation at angle 0, as for RigidBody
    motion : up to dim functions of time [m]
    axis : (3,)
        World axis of rotation (spatial models; planar bodies rotate about z).
    angle : function of time [rad]
    """

    family = "prescribed"
    positional = ("position",)

    position: Vector = ()
    rotation: Number | Vector | Matrix = 0.0
    motion: tuple[MotionFunction, ...] = ()
    axis: Vector = (0.0, 0.0, 1.0)
    angle: MotionFunction = Field(default_factory=lambda: constant(0.0))

    _rotation = field_validator("rotation")(check_rotation)

    def assemble(self, builder: BodyBuilder) -> Assembled[Any]:
        """Append the row of the body to the tables of a system."""
        from stickslip.bodies.assembly import assemble_prescribed

        return assemble_prescribed(self, builder)


class LinearPoint(Declaration):
    """Interaction point of a LinearBody: r = position + jacobian q (Zander 2008, sec. 3.4.1).

    Parameters
    ----------
    position : (3,) [m]
    jacobian : (3, n)
        Columns are displacements per unit of each coordinate.
    """

    inline = True
    positional = ("position", "jacobian")

    position: Vector
    jacobian: Matrix


class LinearBody(Body):
    """A body in generalised coordinates: M q'' + D q' + K q = load + force(t, q, q') + J^T f (Zander 2008, sec. 3.4.1).

    Parameters
    ----------
    mass_matrix, stiffness_matrix, damping_matrix : (n, n)
    points : list of LinearPoint
        Contacts attach through PatchSurface, on four points each. Joints cannot attach.
    q, u : (n,) initial coordinates and velocities
    load : (n,) constant generalised load (for example gravity on the coordinates)
    force : Python function ``force(t, q, u, h)``, compiled to native code
        Writes further generalised forces h (n,) from time, coordinates q (n,) and velocities u (n,).
    """

    family = "linear"
    positional = ("mass_matrix", "stiffness_matrix")

    mass_matrix: Matrix
    stiffness_matrix: Matrix
    damping_matrix: Matrix | None = None
    points: list[InstanceOf[LinearPoint]] = Field(default_factory=list)
    q: Vector = ()
    u: Vector = ()
    load: Vector = ()
    force: Callable[..., None] | None = None

    @model_validator(mode="after")
    def _shapes(self) -> LinearBody:
        M = np.array(self.mass_matrix)
        n = len(M)
        for field in ("mass_matrix", "stiffness_matrix", "damping_matrix"):
            value = getattr(self, field)
            if value is None:
                continue
            matrix = np.array(value)
            if matrix.shape != (n, n):
                raise ValueError(f"{field} has shape {matrix.shape}, expected {(n, n)}")
            if abs(matrix - matrix.T).max() > 1e-9 * abs(matrix).max():
                raise ValueError(f"{field} must be symmetric")
        if np.linalg.eigvalsh(M)[0] <= 0:
            raise ValueError("mass_matrix must be positive definite")
        for field in ("q", "u", "load"):
            if len(getattr(self, field)) not in (0, n):
                raise ValueError(f"{field} must have {n} entries")
        for k, point in enumerate(self.points):
            if np.array(point.jacobian).shape != (3, n) or len(point.position) != 3:
                raise ValueError(f"points[{k}]: position must be (3,) and jacobian (3, {n})")
        return self

    def assemble(self, builder: BodyBuilder) -> Assembled[Any]:
        """Append nodes and interaction points to the tables of a system."""
        from stickslip.bodies.assembly import assemble_linear

        return assemble_linear(self, builder)

    @classmethod
    def source(cls) -> Any:
        """Return the class that draws a recorded motion."""
        from stickslip.solids.scene import PatchSource

        return PatchSource
