"""Bonds of elastic solids to bodies, to each other, and observers; massless bodies that bonds hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from pydantic import InstanceOf, model_validator

from stickslip.bodies.declaration import Body, RigidBody
from stickslip.model.base import Number, Part, Vector
from stickslip.solids.declaration import Facets, NodeNumbers, SolidBody, check_node

if TYPE_CHECKING:
    from stickslip.system.assembled import Assembled, BodyBuilder


class MasslessBody(Body):
    """A rigid body without mass, for example a joint between a solid and a rigid body; bonds must hold it.

    Parameters
    ----------
    position : (dim,) [m]
    rotation : angle (planar) or rotation vector [rad]
    """

    family = "rigid"
    positional = ("position",)

    position: Vector = ()
    rotation: Number | Vector = 0.0

    def assemble(self, builder: BodyBuilder) -> Assembled[Any]:
        """Append the node of the body to the tables of a system."""
        from stickslip.bodies.assembly import assemble_massless

        return assemble_massless(self, builder)


class Bond(Part):
    """A boundary of a solid follows a body, imposed weakly by a field of multipliers (Södersten 2018, sec. 2.4).

    Directions of nodes that a Support, or a joint to the ground, holds already get no multiplier (Södersten 2018,
    sec. 2.6).

    Parameters
    ----------
    solid : SolidBody
    facets : (n, k) node numbers, as from ``solid.boundary(...)``
    body : Body
        Ground (a clamp), a rigid or prescribed body (a weld), a MasslessBody (a joint that rotates with the boundary),
        a PointMass (a joint that keeps the boundary from rotating).
    multiplier : "P1", "P0" or "dual"
        Multipliers with the shape functions of the boundary; constant on each facet; or with the shape functions that
        are dual to those of the boundary, int psi_a N_b ds = 0 for a != b, so that each belongs to one node. Their
        values are the reaction of the bond, the traction on the solid [N/m^2], one row per multiplier and direction.
    """

    positional = ("solid", "facets", "body")

    solid: InstanceOf[SolidBody]
    facets: Facets
    body: InstanceOf[Body]
    multiplier: Literal["P1", "P0", "dual"] = "P1"

    @model_validator(mode="after")
    def _boundary(self) -> Bond:
        self.solid.check_facets(self.facets)
        if isinstance(self.body, SolidBody):
            raise ValueError("body: a bond needs a rigid body; Tie joins two solids into one piece, and for a "
                             "joint between solids bond a MasslessBody to both")  # fmt: skip
        _check_multiplier(self.multiplier, self.solid)
        return self


class Tie(Part):
    """Two boundaries of solids move as one, imposed weakly: int psi (x_1 - x_2) ds = 0 with psi on the first (mortar).

    Their meshes need not match. The second boundary must cover the first one; directions of nodes of the first that a
    Support, or a joint to the ground, holds already get no multiplier.

    Parameters
    ----------
    solid, facets : SolidBody and its facets (n, k), as from ``solid.boundary(...)``
        They carry the multipliers; take the finer mesh, or the softer solid.
    other, onto : SolidBody and its facets
    multiplier : "P1", "P0" or "dual"
        As for ``Bond``; the reaction is the traction on ``solid``.
    """

    positional = ("solid", "facets")

    solid: InstanceOf[SolidBody]
    facets: Facets
    other: InstanceOf[SolidBody]
    onto: Facets
    multiplier: Literal["P1", "P0", "dual"] = "P1"

    @model_validator(mode="after")
    def _boundaries(self) -> Tie:
        self.solid.check_facets(self.facets)
        self.other.check_facets(self.onto)
        if self.solid is self.other and np.intersect1d(self.facets, self.onto).size:
            raise ValueError(f"facets and onto share nodes of {self.solid.label}")
        _check_multiplier(self.multiplier, self.solid)
        return self


def _check_multiplier(multiplier: str, solid: SolidBody) -> None:
    """Reject dual functions on facets where int N_a ds is not positive for every node."""
    if multiplier == "dual" and solid.facet_kind in ("triangle6", "quad8"):
        raise ValueError(f'multiplier: "dual" needs int N ds > 0 at every node; corners of {solid.facet_kind} facets '
                         'have none: use "P1", or cells of another kind')  # fmt: skip


class Observer(Part):
    """The rotation of a body follows nodes of a solid by least squares.

    With centred positions X of the nodes in the body, the rotation A minimises sum w (x - A X)^2. In the plane, two
    nodes are enough (the line between them); in space, three that are not on one line. The couple of the row acts on
    the nodes as forces. Take nodes next to a bond, not on it: there they would be bound twice.

    Parameters
    ----------
    solid : SolidBody
    nodes : (n,) node numbers
    body : MasslessBody or RigidBody
    weights : (n,)
        Default: all equal.
    predict_only : bool
        The rotation is read from the nodes, but the couple does not act on them. It acts on the body alone, like a
        drive, and the ledger counts its work with the drives.
    """

    positional = ("solid", "nodes", "body")

    solid: InstanceOf[SolidBody]
    nodes: NodeNumbers
    body: InstanceOf[MasslessBody] | InstanceOf[RigidBody]
    weights: Vector = ()
    predict_only: bool = False

    @model_validator(mode="after")
    def _seen(self) -> Observer:
        nodes, least = self.nodes, self.solid.dim
        if nodes.ndim != 1 or len(nodes) < least:
            raise ValueError(f"nodes: at least {least} are needed in {'the plane' if least == 2 else 'space'}")
        for node in (nodes.min(), nodes.max()):
            check_node(self.solid, int(node), "observer")
        number, count = np.unique(nodes, return_counts=True)
        if count.max() > 1:
            raise ValueError(f"nodes: {number[count > 1][0]} is given twice; the nodes must be distinct")
        if self.weights and (len(self.weights) != len(nodes) or min(self.weights) <= 0.0):
            raise ValueError(f"weights: {len(nodes)} positive numbers are needed, one for each node")
        X = self.solid.nodes[nodes] - self.solid.nodes[nodes].mean(axis=0)
        spread = np.linalg.svd(X, compute_uv=False)
        if spread[least - 2] < 1e-6 * spread[0]:  # the rotation about their line is not seen
            raise ValueError(f"nodes: {' '.join(map(str, nodes.tolist()))} lie on one line: rotation is undetermined")
        return self
