"""Force and moment per length on sides of a shell."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from pydantic import Field, InstanceOf, model_validator

from stickslip.forces.base import ForceElement
from stickslip.model.base import Vector
from stickslip.model.functions import Function, constant
from stickslip.shells.declaration import Shell
from stickslip.solids.declaration import Facets

if TYPE_CHECKING:
    from stickslip.forces.assembly import Site


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

    def assemble(self, site: Site) -> None:
        """Add forces and torques on the nodes of the sides."""
        from stickslip.forces.loads import add_edge_load

        add_edge_load(site, self)
