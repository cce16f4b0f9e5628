"""Forces: single-valued laws that enter h(q, u, t)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import (
    Field,
    InstanceOf,
    SkipValidation,
    TypeAdapter,
    ValidationError,
    field_validator,
    model_validator,
)

from stickslip.bodies.declaration import Body, Frame
from stickslip.joints import Revolute
from stickslip.lines.declaration import Line
from stickslip.model.base import NonNegative, Number, Part, Vector
from stickslip.model.functions import Function, constant
from stickslip.shells.declaration import Shell
from stickslip.solids.declaration import Facets, SolidBody
from stickslip.typing import Accepts

if TYPE_CHECKING:
    from stickslip.system.bodies import BodySet
    from stickslip.system.functions import FunctionTable

_VECTOR: TypeAdapter[tuple[float, ...]] = TypeAdapter(Vector)
_NUMBER: TypeAdapter[float] = TypeAdapter(Number)


Density = Annotated[
    SkipValidation[tuple[float, ...] | Callable[..., Any]], Accepts("Numeric | VectorLike | Callable[..., Any]")
]  # of a load, or a function of the place


Pressure = Annotated[
    SkipValidation[float | Callable[..., float] | None], Accepts("Numeric | Callable[..., float] | None")
]


class ForceElement(Part, abstract=True):
    """Base of all forces."""

    def batch(self, bodies: BodySet, functions: FunctionTable) -> Any:
        """Return its elements (`mechanics.batches.Batch`); None: it has none of its own."""
        return None


class PointForce(ForceElement):
    """Force ``vector`` times ``factor(t)`` at a frame or the origin of a body.

    ``follower=True`` keeps the vector fixed in the body, otherwise it is fixed in space. On a flexible line (at
    ``line.at(s)``) a follower turns with the section: components along (d_1, d_2, d_3), planar (tangent, normal).

    Parameters
    ----------
    on : Body or Frame
    vector : (dim,) [N]
    factor : function of time
    follower : bool
        False: fixed in space. True: fixed in the body.
    """

    positional = ("on", "vector")
    renamed = {"at": "on"}

    on: InstanceOf[Body] | InstanceOf[Frame]
    vector: Vector
    factor: Function = Field(default_factory=lambda: constant(1.0))
    follower: bool = False


class Torque(ForceElement):
    """Torque ``vector`` times ``factor(t)`` on a body (planar: one number), with its reaction on ``reaction`` if given.

    With ``follower=True`` the vector is fixed in the body ``reaction`` (or, without one, in ``on``).

    Parameters
    ----------
    on : Body or Frame
    vector : (3,) or planar one number [N m]
    factor : function of time
    follower : bool
        False: fixed in space. True: fixed in the body ``reaction``, or in ``on`` without one.
    reaction : Body
        Body on which the opposite torque acts.
    """

    positional = ("on", "vector")
    renamed = {"at": "on"}

    on: InstanceOf[Body] | InstanceOf[Frame]
    vector: Number | Vector
    factor: Function = Field(default_factory=lambda: constant(1.0))
    follower: bool = False
    reaction: InstanceOf[Body] | None = None


class LineLoad(ForceElement):
    """Force and moment per length along a flexible line, or a part of it, times ``factor(t)``.

    Nodes get the consistent loads of their shape functions, F_a = int N_a force ds; lengths are those of the declared
    line. A follower turns with the section of each node.

    Parameters
    ----------
    line : Beam, PlanarBeam or StringBody
    force : (dim,) [N/m], or a Python function of the arc length s that returns it
    start, end : float [m]
        Loaded part, from the start to the end of the line; the mesh has nodes there.
    factor : function of time
    follower : bool
        False: fixed in space. True: fixed in the section axes (d_1, d_2, d_3), planar (tangent, normal).
    moment : (3,) or planar one number [N m/m], or a Python function of s
    """

    positional = ("line", "force")

    line: InstanceOf[Line]
    force: Density = ()
    start: NonNegative = 0.0
    end: NonNegative | None = None
    factor: Function = Field(default_factory=lambda: constant(1.0))
    follower: bool = False
    moment: Density = ()

    @field_validator("force", "moment")
    @classmethod
    def _density(cls, value: Any) -> Any:
        if callable(value):
            return value
        try:
            return _VECTOR.validate_python((value,) if isinstance(value, int | float) else value)
        except ValidationError:
            raise ValueError("must be finite numbers per length, or a function of s") from None

    @model_validator(mode="after")
    def _part(self) -> LineLoad:
        if not callable(self.force) and not callable(self.moment) and not self.force and not self.moment:
            raise ValueError("give a force or a moment per length")
        start, end = self.span
        for name, s in (("start", start), ("end", end)):
            if s > self.line.length * (1.0 + 1e-9):
                raise ValueError(f"{name} = {s:g} is not on {self.line.label} (0 to {self.line.length:g} m)")
            last = float(self.line.arc_lengths[-1])
            if self.line.closed and last * (1.0 + 1e-9) < s < self.line.length * (1.0 - 1e-9):
                raise ValueError(f"{name} = {s:g} lies in the closing element of {self.line.label}; add a node there")
        if end - start <= 1e-9 * self.line.length:
            raise ValueError(f"start = {start:g} must be smaller than end = {end:g}")
        return self

    @property
    def span(self) -> tuple[float, float]:
        """Arc lengths between which the load acts [m]."""
        return self.start, self.line.length if self.end is None else self.end


class SurfaceLoad(ForceElement):
    """Traction or pressure on boundary facets of a solid or on elements of a shell, times ``factor(t)``.

    Nodes get the consistent loads of the shape functions of the facets, F_a = int N_a t dA. Areas and normals are those
    of the declared shape (a dead load), or with ``follower=True`` those of the present one; those of planar solids
    include the thickness.

    Parameters
    ----------
    solid : SolidBody or Shell
    facets : (nf, nodes of a facet)
        As returned by ``solid.boundary(condition)``; for a shell, elements (rows of ``shell.cells``).
    traction : (dim,) [N/m^2], or a Python function of x, y (and z) that returns it
        Force per area.
    pressure : float [N/m^2], or a Python function of x, y (and z)
        Against the outward normal, of shells against the directors; a function takes places of the declared shape.
    factor : function of time
    follower : bool
        True: the pressure follows the rotation and growth of the facets.
    """

    positional = ("solid", "facets")

    solid: InstanceOf[SolidBody] | InstanceOf[Shell]
    facets: Facets
    traction: Density = ()
    pressure: Pressure = None
    factor: Function = Field(default_factory=lambda: constant(1.0))
    follower: bool = False

    @field_validator("traction")
    @classmethod
    def _vector(cls, value: Any) -> Any:
        return value if callable(value) else _VECTOR.validate_python(value)

    @field_validator("pressure")
    @classmethod
    def _number(cls, value: Any) -> Any:
        return value if value is None or callable(value) else _NUMBER.validate_python(value)

    @model_validator(mode="after")
    def _loaded(self) -> SurfaceLoad:
        if (callable(self.traction) or len(self.traction) > 0) == (self.pressure is not None):
            raise ValueError("give either a traction or a pressure")
        if not callable(self.traction) and len(self.traction) not in (0, self.solid.dim):
            raise ValueError(f"traction = {self.traction} must have {self.solid.dim} components")
        if self.follower and self.pressure is None:
            raise ValueError("follower=True is for a pressure; a traction keeps its direction")
        self.solid.check_facets(self.facets)
        return self

    def batch(self, bodies: BodySet, functions: FunctionTable) -> Any:
        """Return the facets of a pressure that follows the solid."""
        from stickslip.forces.loads import pressure_batch

        return pressure_batch(self, bodies, functions) if self.follower else None


class EdgeLoad(ForceElement):
    """Force and moment per length on sides of the elements of a shell, times ``factor(t)``, fixed in space.

    Nodes get the consistent loads of the shape functions, with lengths of the declared shape. Of a moment only the part
    across a director acts on it.

    Parameters
    ----------
    shell : Shell
    sides : (n, 2)
        Nodes at the ends of each side, as ``shell.boundary(condition)`` gives them.
    force : (3,) [N/m]
    moment : (3,) [N]
    factor : function of time
    """

    positional = ("shell", "sides")
    turns_directors: ClassVar[bool] = True  # acts on directors as far as they turn

    shell: InstanceOf[Shell]
    sides: Facets
    force: Vector = ()
    moment: Vector = ()
    factor: Function = Field(default_factory=lambda: constant(1.0))

    @model_validator(mode="after")
    def _loaded(self) -> EdgeLoad:
        if not len(self.force) and not len(self.moment):
            raise ValueError("give a force or a moment")
        for name, value in (("force", self.force), ("moment", self.moment)):
            if len(value) not in (0, 3):
                raise ValueError(f"{name} = {value} must have 3 components")
        self.shell.check_sides(self.sides)
        return self


class VolumeLoad(ForceElement):
    """Force per volume on a solid, or on some of its elements, times ``factor(t)``: F_a = int N_a force dV.

    Volumes are those of the declared shape; those of planar solids include the thickness. Weight comes from the gravity
    of the model, not from this load.

    Parameters
    ----------
    solid : SolidBody
    force : (dim,) [N/m^3], or a Python function of x, y (and z) that returns it
    elements : element numbers; default: all
    factor : function of time
    """

    positional = ("solid", "force")

    solid: InstanceOf[SolidBody]
    force: Density
    elements: tuple[Annotated[int, Field(ge=0)], ...] | None = None
    factor: Function = Field(default_factory=lambda: constant(1.0))

    @field_validator("force")
    @classmethod
    def _vector(cls, value: Any) -> Any:
        return value if callable(value) else _VECTOR.validate_python(value)

    @model_validator(mode="after")
    def _loaded(self) -> VolumeLoad:
        if not callable(self.force) and len(self.force) != self.solid.dim:
            raise ValueError(f"force = {self.force} must have {self.solid.dim} components")
        given, most = self.elements, len(self.solid.cells)
        if given is not None and (len(given) == 0 or max(given) >= most or len(set(given)) < len(given)):
            raise ValueError(f"elements: give at least one number from 0 to {most - 1}, each at most once")
        return self


class SpringDamper(ForceElement):
    """Spring and damper between points ``a`` and ``b``: F = stiffness (l - rest_length) + damping l' along their line.

    ``rest_length=None`` takes the initial length.

    Parameters
    ----------
    a, b : Body or Frame
    stiffness : float [N/m]
    damping : float [N s/m]
    rest_length : float [m]
        Default: the initial length.
    """

    positional = ("a", "b")

    a: InstanceOf[Body] | InstanceOf[Frame]
    b: InstanceOf[Body] | InstanceOf[Frame]
    stiffness: NonNegative
    damping: NonNegative = 0.0
    rest_length: NonNegative | None = None


class TorsionalSpring(ForceElement):
    """Spring and damper on the angle of a revolute joint: M = -stiffness (angle - rest_angle) - damping angle'.

    Parameters
    ----------
    joint : Revolute
    stiffness : float [N m/rad]
    damping : float [N m s/rad]
    rest_angle : float [rad]
    """

    positional = ("joint",)

    joint: InstanceOf[Revolute]
    stiffness: NonNegative
    damping: NonNegative = 0.0
    rest_angle: Number = 0.0


class Bushing(ForceElement):
    """Linear 6-D (planar 3-D) spring and damper between two frames, in the axes of frame a.

    ``stiffness`` and ``damping``: translations, then rotations: (6,) spatial, (3,) planar. Rotations enter by the
    rotation vector from a to b, so they must stay well below half a turn.

    Parameters
    ----------
    a, b : Body or Frame
    stiffness : (6,) or planar (3,) [N/m], [N m/rad]
        Translations, then rotations.
    damping : (6,) or planar (3,) [N s/m], [N m s/rad]
    """

    positional = ("a", "b")

    a: InstanceOf[Body] | InstanceOf[Frame]
    b: InstanceOf[Body] | InstanceOf[Frame]
    stiffness: Vector
    damping: Vector = ()

    @field_validator("stiffness", "damping")
    @classmethod
    def _signs(cls, value: tuple[float, ...]) -> tuple[float, ...]:
        if any(x < 0 for x in value):
            raise ValueError("must not contain negative values")
        return value


class UserForce(ForceElement):
    """Force and torque from a Python function, compiled to native code.

    ``function(t, r, v, A, omega, force, torque)`` reads the position r (3,), velocity v (3,), axes A (3, 3) as columns
    and world angular velocity omega (3,) of the frame ``on`` and writes ``force`` (3,) and ``torque`` (3,) in world
    components. Planar models use the first two force components and the last torque component.

    With ``reaction``, a second frame or body, r, v and omega are those of ``on`` relative to it, and the opposite force
    and torque act there: a law between two bodies.

    Parameters
    ----------
    on : Body or Frame
    function : callable(t, r, v, A, omega, force, torque)
    reaction : Body or Frame
        Where the opposite force and torque act; the motion is relative to it.
    """

    positional = ("on", "function")
    renamed = {"at": "on"}

    on: InstanceOf[Body] | InstanceOf[Frame]
    function: Callable[..., None]
    reaction: InstanceOf[Body] | InstanceOf[Frame] | None = None
