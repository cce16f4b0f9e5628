"""Bonds of elastic solids to bodies, and bodies for them: joints without mass, masses without orientation."""

from __future__ import annotations

from typing import Literal

from pydantic import InstanceOf, model_validator

from stickslip.model.base import Declaration, Number, Positive, Vector
from stickslip.model.bodies import Body, RigidBody
from stickslip.model.solids import Facets, SolidBody


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
    facets: Facets
    body: InstanceOf[Body]
    multiplier: Literal["P1", "P0"] = "P1"

    @model_validator(mode="after")
    def _boundary(self) -> Bond:
        self.solid.check_facets(self.facets)
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
