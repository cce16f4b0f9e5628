"""All bodies of a model in tables, assembled one after another by their families."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from stickslip._arrays import Floats
from stickslip.codes import FRAME
from stickslip.errors import ModelError
from stickslip.mechanics.bodies import Bodies, Nodes, Points
from stickslip.model.base import Declaration
from stickslip.model.model import Model
from stickslip.system.assembled import Assembled, BodyBuilder, flat
from stickslip.system.functions import FunctionTable

P = TypeVar("P", bound=Assembled)


@dataclass
class BodySet:
    """Everything assembled about bodies."""

    nodes: Nodes
    bodies: Bodies
    points: Points
    parts: dict[Declaration, Assembled]  # by declaration, in the order of the model
    q: Floats
    u: Floats
    r: Floats  # (nb, 3) poses at the start
    A: Floats  # (nb, 3, 3)

    @cached_property
    def index(self) -> dict[Declaration, int]:
        """First row of each body that has rows."""
        return {body: part.first for body, part in self.parts.items() if part.first >= 0}

    @property
    def node_of(self) -> dict[Declaration, list[int]]:
        """Nodes of each body."""
        return {body: part.nodes for body, part in self.parts.items()}

    def of(self, kind: type[P]) -> list[P]:
        """Return all bodies of one family."""
        return [part for part in self.parts.values() if isinstance(part, kind)]

    def find(self, body: Declaration | None) -> Assembled | None:
        """Return what has been assembled of a body; nothing if it is not part of the model."""
        return None if body is None else self.parts.get(body)

    def part(self, body: Declaration, kind: type[P], label: str) -> P:
        """Return a body of one family that a declaration refers to."""
        found = self.parts.get(body)
        if not isinstance(found, kind):
            raise ModelError(f"{label}: {body.label} is not part of the model; add it with model.add(...)")
        return found

    def at(self, body: Declaration, place: Any) -> int:
        """Return the row of the table of bodies at a frame or contour."""
        return self.parts[body].number(place)

    def label_of_node(self, node: int) -> str:
        """Return the label of the body that owns a node."""
        return next(body.label for body, own in self.node_of.items() if node in own)

    def has_director(self, row: int) -> bool:
        """Return whether a node without spin about its third axis moves a row."""
        node = self.bodies.node[row]
        return bool(node >= 0 and self.nodes.kind[node] == FRAME and self.nodes.nu[node] == 5)

    def without_axes(self) -> dict[int, tuple[str, str]]:
        """Return all rows that have no orientation, with what they are and whose they are."""
        return {
            row: (what, body.label) for body, part in self.parts.items() for row, what in part.without_axes().items()
        }

    def never_turning(self) -> dict[int, str]:
        """Return all rows that keep their orientation, with the labels of their bodies."""
        return {row: body.label for body, part in self.parts.items() for row in part.never_turning()}

    def refused(self, scheme: str) -> str:
        """Return which body an integrator cannot take, and why; "" if it can take all."""
        reasons = ((body.label, part.refuses(scheme)) for body, part in self.parts.items())
        return next((f"{label}: {reason}" for label, reason in reasons if reason), "")


def assemble_bodies(model: Model, functions: FunctionTable) -> BodySet:
    """Collect nodes, poses and interaction points of all bodies."""
    builder = BodyBuilder(model, functions)
    parts: dict[Declaration, Assembled] = {}
    for body in model.bodies:
        assemble = getattr(body, "assemble", None)
        if assemble is None:
            raise ModelError(f"{body.label}: is not a body; use RigidBody, PrescribedBody, Beam, SolidBody, ...")
        parts[body] = assemble(builder)
    bodies = builder.freeze_bodies()
    return BodySet(
        builder.freeze_nodes(), bodies, builder.freeze_points(), parts, flat(builder.q), flat(builder.u),
        bodies.r0.copy(), bodies.A0.copy(),
    )  # fmt: skip
