"""Force per volume of a solid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, InstanceOf, field_validator, model_validator

from stickslip.forces.base import VECTOR, Density, ForceElement
from stickslip.model.functions import Function, constant
from stickslip.solids.declaration import SolidBody

if TYPE_CHECKING:
    from stickslip.forces.assembly import Site


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
        return value if callable(value) else VECTOR.validate_python(value)

    @model_validator(mode="after")
    def _loaded(self) -> VolumeLoad:
        if not callable(self.force) and len(self.force) != self.solid.dim:
            raise ValueError(f"force = {self.force} must have {self.solid.dim} components")
        given, most = self.elements, len(self.solid.cells)
        if given is not None and (len(given) == 0 or max(given) >= most or len(set(given)) < len(given)):
            raise ValueError(f"elements: give at least one number from 0 to {most - 1}, each at most once")
        return self

    def assemble(self, site: Site) -> None:
        """Add forces on the nodes of the solid."""
        from stickslip.forces.loads import add_solid_load

        add_solid_load(site, self)
