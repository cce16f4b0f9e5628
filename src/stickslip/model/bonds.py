"""Bonds of elastic solids to bodies, and bodies for them: joints without mass, masses without orientation."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from pydantic import InstanceOf, field_validator, model_validator

from stickslip.model.base import Declaration, Number, Positive, Vector
from stickslip.model.bodies import Body, RigidBody
from stickslip.model.solids import SolidBody


class MasslessBody(Body):
    """A rigid body without mass, for example a joint between a solid and a rigid body; bonds must hold it.

    Parameters
    ----------
    position : (dim,) [m]
    rotation : angle (planar) or rotation vector [rad]
    """

    position: Vector = ()
    rotation: Number | Vector = 0.0


class PointMass(Body):
    """A mass that moves without turning.

    Parameters
    ----------
    mass : float [kg]
    position, velocity : (dim,) [m], [m/s]
    """

    mass: Positive
    position: Vector = ()
    velocity: Vector = ()


class Bond(Declaration):
    """A boundary of a solid follows a body, imposed weakly by a field of multipliers (sodersten 2.4).

    Parameters
    ----------
    solid : SolidBody
    facets : (n, k) node numbers, as from ``solid.boundary(...)``
    body : Body
        Ground (a clamp), a rigid or prescribed body (a weld), a MasslessBody (a joint that turns with the boundary), a
        PointMass (a joint that keeps the boundary from turning).
    multiplier : "P1" or "P0"
        Multipliers with the shape functions of the boundary, or constant on each facet. Their values are the reaction
        of the bond, the traction on the solid [N/m^2], one row per multiplier and direction.
    """

    solid: InstanceOf[SolidBody]
    facets: Any
    body: InstanceOf[Body]
    multiplier: Literal["P1", "P0"] = "P1"

    @field_validator("facets")
    @classmethod
    def _numbers(cls, value: Any) -> np.ndarray:
        found = np.asarray(value)
        if found.ndim != 2 or found.size == 0 or not np.issubdtype(found.dtype, np.integer):
            raise ValueError("must be node numbers of at least one facet, as from solid.boundary(...)")
        return found.astype(np.int64)

    @model_validator(mode="after")
    def _boundary(self) -> Bond:
        known = {tuple(sorted(facet)) for facet in self.solid.boundary().tolist()}
        for k, facet in enumerate(self.facets.tolist()):
            if tuple(sorted(facet)) not in known:
                raise ValueError(f"facets[{k}] = {facet} is not on the boundary of {self.solid.label}")
        if len({tuple(sorted(facet)) for facet in self.facets.tolist()}) < len(self.facets):
            raise ValueError("facets: one is given twice")
        if isinstance(self.body, SolidBody):
            raise ValueError("body: a bond between two solids needs a MasslessBody in between, bonded to both")
        return self


class Observer(Declaration):
    """The rotation of a planar body follows the line between two nodes of a solid (sodersten 4.1).

    Its couple acts on the two nodes as a pair of forces. Take nodes beside a bond, not on it: there they would be bound
    twice.

    Parameters
    ----------
    solid : SolidBody
    nodes : two node numbers
    body : MasslessBody or RigidBody
    """

    solid: InstanceOf[SolidBody]
    nodes: tuple[int, int]
    body: InstanceOf[MasslessBody] | InstanceOf[RigidBody]

    @model_validator(mode="after")
    def _two(self) -> Observer:
        for node in self.nodes:
            self.solid.check_node(node, "observer")
        if self.nodes[0] == self.nodes[1]:
            raise ValueError("nodes: two different ones are needed")
        return self
