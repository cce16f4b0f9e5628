"""Floating solids for tests, with an integration over their mass that knows neither matrices nor modes."""

import numpy as np

import stickslip as ss
from stickslip.solids.cells import cell, jacobians, mass_rule

SOFT = ss.Material(young=3e4, density=1000.0, poisson=0.3)


def block(dim, kind=None, material=SOFT, divisions=None):
    """Return a small box that is not symmetric about the origin."""
    lengths, origin = ((0.9, 0.3), (0.1, -0.05)) if dim == 2 else ((0.9, 0.3, 0.2), (0.1, -0.05, 0.02))
    fields = {"plane": "stress", "thickness": 0.2} if dim == 2 else {}
    kind = kind or ("quad" if dim == 2 else "hexahedron")
    return ss.SolidBody.box(lengths, divisions or (3, 1, 1)[:dim], material, kind=kind, origin=origin, **fields)


def ends(solid):
    """Return the nodes of the left and the right end."""
    x = solid.nodes[:, 0]
    return {"left": np.flatnonzero(x < x.min() + 1e-9), "right": np.flatnonzero(x > x.max() - 1e-9)}


def mass_points(solid):
    """Return shape functions (p, n) and masses (p,) of the points of a rule that is exact for products of two."""
    points, weights = mass_rule(solid.kind)
    values = cell(solid.kind).values(points)
    volume = np.linalg.det(jacobians(solid.kind, solid.nodes[solid.cells], points)) * weights
    N = np.zeros((len(solid.cells), len(points), len(solid.nodes)))
    for e, nodes in enumerate(solid.cells):
        N[e][:, nodes] = values
    dm = solid.material.density * (solid.thickness or 1.0) * volume
    return N.reshape(-1, len(solid.nodes)), dm.ravel()


def turn(vector):
    """Return exp of the skew matrix of a vector (3,)."""
    from scipy.spatial.transform import Rotation

    return Rotation.from_rotvec(vector).as_matrix()


class Field:
    """Kinetic energy of a body with nodes x, shapes Phi and frame (R, A), as an integral over its mass."""

    def __init__(self, solid, mesh):
        self.N, self.dm = mass_points(solid)
        self.x, self.basis, self.dim = mesh.x, mesh.basis, solid.dim

    def places(self, q):
        return self.N @ (self.x + (self.basis @ q).reshape(-1, self.dim))

    def rates(self, v):
        return self.N @ (self.basis @ v).reshape(-1, self.dim)

    def kinetic(self, A, q, u):
        """T with velocities u = (R', omega in body axes, q')."""
        dim, first = self.dim, 3 if self.dim == 2 else 6
        y, rate = self.places(q), self.rates(u[first:])
        if dim == 2:
            rate = rate + u[2] * np.stack([-y[:, 1], y[:, 0]], axis=1)
        else:
            rate = rate + np.cross(u[3:6], y)
        v = u[:dim] + rate @ A[:dim, :dim].T
        return 0.5 * float(self.dm @ (v * v).sum(axis=1))
