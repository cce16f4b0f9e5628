"""Forces and moments per length of a flexible line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field, InstanceOf, ValidationError, field_validator, model_validator

from stickslip.forces.base import VECTOR, Density, ForceElement
from stickslip.lines.declaration import Line
from stickslip.model.base import NonNegative
from stickslip.model.functions import Function, constant

if TYPE_CHECKING:
    from stickslip.forces.assembly import Site


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
            return VECTOR.validate_python((value,) if isinstance(value, int | float) else value)
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

    def assemble(self, site: Site) -> None:
        """Add forces and torques on the nodes of the line."""
        from stickslip.forces.loads import add_line_load

        add_line_load(site, self)
