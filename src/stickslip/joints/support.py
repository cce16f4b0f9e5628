"""Nodes of a solid or shell that are held or moved as given."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from pydantic import InstanceOf, field_validator, model_validator

from stickslip.model.base import Part
from stickslip.model.functions import MotionFunction
from stickslip.shells.declaration import Shell
from stickslip.solids.declaration import NodeNumbers, SolidBody
from stickslip.typing import Accepts


class Support(Part):
    """Nodes of a solid or shell held at their place, or moved as given, in all directions or in some.

    Its result has the force on every node (``result[support].nodal``) and their sum (``.force``).

    Parameters
    ----------
    solid : SolidBody or Shell
    nodes : (n,)
        Node numbers, for example ``solid.nodes_where(lambda x, y: x == 0)``.
    components : any of "x", "y", "z"
        Held directions of the world: ("x", "y") or "xy"; all unless given. Two supports may share a node if they hold
        different directions of it. None: no places, directors alone.
    motion : functions of time [m], one per held direction
        Displacement of all nodes from their declared place; none unless given. The work of the support is that of a
        drive.
    directors : True or any of "x", "y", "z"; shells only
        True: directors keep their direction, so that an edge is clamped. "x": they do not turn towards x, as in a plane
        of symmetry with the normal x. Unless given they are free.
    """

    positional = ("solid", "nodes")

    solid: InstanceOf[SolidBody] | InstanceOf[Shell]
    nodes: NodeNumbers
    components: Annotated[tuple[str, ...] | None, Accepts("str | Iterable[str] | None")] = ()
    motion: tuple[MotionFunction, ...] = ()
    directors: Annotated[bool | tuple[str, ...], Accepts("bool | str | Iterable[str]")] = ()

    @field_validator("components", "directors", mode="before")
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
        known, given = "xyz"[: solid.dim], self.components or ()
        if any(letter not in known for letter in given) or len({*given}) < len(given):
            raise ValueError(f"components must be different ones of {', '.join(known)}")
        if self.motion and len(self.motion) != len(self.axes):
            held = ", ".join(known[i] for i in self.axes)
            raise ValueError(f"motion has {len(self.motion)} functions, held directions are {held}: one for each")
        self._check_directors()
        return self

    def details(self) -> dict[str, Any]:
        """Return the nodes and the held directions."""
        return {"solid": self.solid.name, "nodes": self.nodes.tolist(), "axes": list(self.axes), "joints": self.joints}

    def _check_directors(self) -> None:
        if not self.directors:
            if self.components is None:
                raise ValueError("components=None holds no places; it needs directors")
            return
        if not isinstance(self.solid, Shell):
            raise ValueError(f"directors are those of shells; {self.solid.label} has none")
        if self.directors is True:
            return
        letters = self.letters
        if any(letter not in "xyz" for letter in letters) or len({*letters}) < len(letters) or len(letters) > 2:
            raise ValueError("directors must be True, or one or two different ones of x, y, z")
        unit = self.solid.unit_directors[self.nodes]
        for k, d in zip(self.nodes, unit, strict=True):
            held = np.array([np.eye(3)["xyz".index(letter)] for letter in letters])
            if np.linalg.svd(held - np.outer(held @ d, d))[1].min() < 1e-3:
                raise ValueError(f"the director of node {k}, {d}, cannot turn towards {' and '.join(letters)} alone")

    @property
    def letters(self) -> tuple[str, ...]:
        """Axes towards which directors do not turn; none where they do not turn at all, or are free."""
        return self.directors if isinstance(self.directors, tuple) else ()

    @property
    def joints(self) -> int:
        """Number of joints of a system: one per node for places, one for directors."""
        return len(self.nodes) * (bool(self.axes) + bool(self.directors))

    @property
    def axes(self) -> tuple[int, ...]:
        """Numbers of the held directions, 0 for x."""
        if self.components is None:
            return ()
        return tuple("xyz".index(letter) for letter in self.components or "xyz"[: self.solid.dim])
