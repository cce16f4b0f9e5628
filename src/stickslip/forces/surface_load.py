"""Traction or pressure on a boundary of a solid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field, InstanceOf, field_validator, model_validator

from stickslip.forces.base import NUMBER, VECTOR, Density, ForceElement, Pressure
from stickslip.model.functions import Function, constant
from stickslip.shells.declaration import Shell
from stickslip.solids.declaration import Facets, SolidBody

if TYPE_CHECKING:
    from stickslip.forces.assembly import Site
    from stickslip.system.bodies import BodySet
    from stickslip.system.functions import FunctionTable


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
        return value if callable(value) else VECTOR.validate_python(value)

    @field_validator("pressure")
    @classmethod
    def _number(cls, value: Any) -> Any:
        return value if value is None or callable(value) else NUMBER.validate_python(value)

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

    def assemble(self, site: Site) -> None:
        """Add forces on the nodes of the solid; one that follows is a batch of facets."""
        from stickslip.forces.loads import add_solid_load

        add_solid_load(site, self)
