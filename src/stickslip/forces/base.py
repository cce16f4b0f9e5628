"""What forces have in common: single-valued laws that enter h(q, u, t)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import SkipValidation, TypeAdapter

from stickslip.model.base import Number, Part, Vector
from stickslip.typing import Accepts

if TYPE_CHECKING:
    from stickslip.forces.assembly import Site
    from stickslip.system.bodies import BodySet
    from stickslip.system.functions import FunctionTable

VECTOR: TypeAdapter[tuple[float, ...]] = TypeAdapter(Vector)
NUMBER: TypeAdapter[float] = TypeAdapter(Number)


Density = Annotated[
    SkipValidation[tuple[float, ...] | Callable[..., Any]], Accepts("Numeric | VectorLike | Callable[..., Any]")
]  # of a load, or a function of the place


Pressure = Annotated[
    SkipValidation[float | Callable[..., float] | None], Accepts("Numeric | Callable[..., float] | None")
]


class ForceElement(Part, abstract=True):
    """Base of all forces."""

    def assemble(self, site: Site) -> None:
        """Add its elements to a system (called when a model is assembled)."""

    def batch(self, bodies: BodySet, functions: FunctionTable) -> Any:
        """Return its elements (`mechanics.batches.Batch`); None: it has none of its own."""
        return None
