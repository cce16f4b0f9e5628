"""What a model consists of in numbers: coordinates of its bodies and constraints between them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stickslip.joints.guides import GUIDED
from stickslip.model.model import Model
from stickslip.system.assemble import assemble


@dataclass(frozen=True, repr=False)
class Inventory:
    """Numbers of velocities by body and of bilateral constraints by joint; bodies in joint coordinates count those."""

    coordinates: dict[str, int]
    constraints: dict[str, int]

    def __repr__(self) -> str:
        bodies, joints = len(self.coordinates), len(self.constraints)
        q, c = sum(self.coordinates.values()), sum(self.constraints.values())
        counted = f"{q} coordinates of {bodies} bodies, {c} constraints of {joints} joints"
        return f"<Inventory: {counted}, freedom {self.freedom}>"

    @property
    def freedom(self) -> int:
        """Coordinates less constraints: degrees of freedom where no constraint is redundant."""
        return sum(self.coordinates.values()) - sum(self.constraints.values())


def inventory(model: Model) -> Inventory:
    """Count coordinates and constraints of a model as it is computed."""
    assembly = assemble(model)
    system, nodes = assembly.system, assembly.system.nodes
    joints, rows = system.joints, np.diff(system.joints.row)
    coordinates = {str(b.name): sum(int(nodes.nu[k]) for k in n) for b, n in assembly.bodies.node_of.items() if n}
    constraints: dict[str, int] = {}
    for part, n in zip(assembly.joints, rows, strict=True):  # a support is many joints
        constraints[str(part.name)] = constraints.get(str(part.name), 0) + int(n)
    owner = {number: str(body.name) for body, number in assembly.bodies.index.items()}
    for body, mesh in assembly.bodies.parts.items():  # stations follow from the body
        if (freedom := mesh.freedom()) is not None:
            coordinates[str(body.name)] = freedom
    for j, guide, station in zip(*system.relative, strict=True):
        if station >= 0:
            constraints.pop(str(assembly.joints[j].name), None)
            continue
        child = int(joints.body[j, GUIDED if guide >= 0 else 1])
        driven = getattr(assembly.joints[j], "motion", None) is not None
        coordinates[owner[child]] -= int(rows[j]) - int(driven)
        constraints[str(assembly.joints[j].name)] = int(driven)
    return Inventory(coordinates, {name: n for name, n in constraints.items() if n})
