"""Nodes of a solid that are held or moved as given."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from pydantic import InstanceOf, field_validator, model_validator

from stickslip.model.base import Part
from stickslip.model.functions import MotionFunction
from stickslip.solids.declaration import NodeNumbers, SolidBody
from stickslip.typing import Accepts


class Support(Part):
    """Nodes of a solid held at their place, or moved as given, in all directions or in some.

    Its result has the force on every node (``result[support].nodal``) and their sum (``.force``).

    Parameters
    ----------
    solid : SolidBody
    nodes : (n,)
        Node numbers, for example ``solid.nodes_where(lambda x, y: x == 0)``.
    components : any of "x", "y", "z"
        Held directions of the world: ("x", "y") or "xy"; all unless given. Two supports may share a node if they hold
        different directions of it.
    motion : functions of time [m], one per held direction
        Displacement of all nodes from their declared place; none unless given. The work of the support is that of a
        drive.
    """

    positional = ("solid", "nodes")

    solid: InstanceOf[SolidBody]
    nodes: NodeNumbers
    components: Annotated[tuple[str, ...], Accepts("str | Iterable[str]")] = ()
    motion: tuple[MotionFunction, ...] = ()

    @field_validator("components", mode="before")
    @classmethod
    def _letters(cls, value: Any) -> Any:
        return tuple(value) if isinstance(value, str) else value

    @model_validator(mode="after")
    def _held(self) -> Support:
        solid, nodes = self.solid, self.nodes
        if nodes.ndim != 1:
            raise ValueError(f"nodes must be a list of node numbers, not of shape {nodes.shape}")
        if len(nodes) == 0:
            raise ValueError(f"no nodes are chosen; those of {solid.label} have {solid.extent}")
        for node in (nodes.min(), nodes.max()):
            if not 0 <= node < len(solid.nodes):
                raise ValueError(f"node {node} does not exist in {solid.label} (0 to {len(solid.nodes) - 1})")
        number, count = np.unique(nodes, return_counts=True)
        if count.max() > 1:
            raise ValueError(f"node {number[count > 1][0]} is given twice")
        known = "xyz"[: solid.dim]
        if any(letter not in known for letter in self.components) or len({*self.components}) < len(self.components):
            raise ValueError(f"components must be different ones of {', '.join(known)}")
        if self.motion and len(self.motion) != len(self.axes):
            held = ", ".join(known[i] for i in self.axes)
            raise ValueError(f"motion has {len(self.motion)} functions, held directions are {held}: one for each")
        return self

    def details(self) -> dict[str, Any]:
        """Return the nodes and the held directions."""
        return {"solid": self.solid.name, "nodes": self.nodes.tolist(), "axes": list(self.axes)}

    @property
    def axes(self) -> tuple[int, ...]:
        """Numbers of the held directions, 0 for x."""
        return tuple("xyz".index(letter) for letter in self.components or "xyz"[: self.solid.dim])
