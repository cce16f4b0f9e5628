"""Triangle meshes: the surfaces of rigid bodies of any shape."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import model_validator

from stickslip._arguments import number, whole
from stickslip._arrays import Floats
from stickslip.errors import ModelError
from stickslip.meshes import files, integrals, mending, topology
from stickslip.model.base import Declaration, as_vector, short
from stickslip.model.tables import Numbers, Places
from stickslip.typing import MatrixLike, Numeric, VectorLike

_LEAST = 1e-300  # of what has to be positive


class Mesh(Declaration, abstract=True):
    """A surface of triangles, in axes and with an origin of its own; plain data that bodies and contours share.

    Parameters
    ----------
    vertices : (n, 3) [m]
    faces : (m, 3)
        Vertex numbers of every facet, from 0, counter-clockwise seen from outside.
    """

    inline = True
    positional = ("vertices", "faces")

    vertices: Places
    faces: Numbers

    @model_validator(mode="after")
    def _tables(self) -> Mesh:
        topology.check_numbers(self.vertices, self.faces)
        return self

    # Sources.

    @classmethod
    def read(
        cls, path: str | Path, *, units: Literal["m", "cm", "mm", "in", "ft"] | None = None,
        scale: Numeric | None = None, name: str | None = None,
    ) -> Mesh:  # fmt: skip
        """Return the mesh of an STL, OBJ, PLY or glTF file, all its parts as one.

        Vertices within 1e-6 of the size are joined, facets without area left out. glTF is in metres; the other formats
        do not say, so give ``units`` or ``scale``, the length [m] of one unit of the file.
        """
        vertices, faces = files.read(path, scale, units)
        return cls(vertices, faces, name=name)

    @classmethod
    def box(cls, lengths: VectorLike) -> Mesh:
        """Return a box with full edge ``lengths`` [m] about the origin, of 12 facets."""
        try:
            size = np.array(as_vector(lengths))
        except ValueError:
            size = np.zeros(0)
        if size.shape != (3,) or (size <= 0.0).any():
            raise ModelError(f"Mesh.box: lengths = {short(lengths)} must be 3 positive edge lengths")
        corners = np.array([[x, y, z] for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)])
        quads = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
        return cls(corners * size, [(q[0], q[i], q[i + 1]) for q in quads for i in (1, 2)])

    @classmethod
    def sphere(cls, radius: Numeric, divisions: int = 4) -> Mesh:
        """Return an icosahedron whose edges are divided, its vertices on a sphere of a ``radius`` [m]."""
        size = number("Mesh.sphere", "radius", radius, _LEAST)
        whole("Mesh.sphere", "divisions", divisions, 1, 1000)
        vertices, faces = mending.hull("Mesh.sphere", _icosphere(divisions))
        return cls(size * vertices, faces)

    # Properties.

    @property
    def extent(self) -> Floats:
        """Edge lengths (3,) of the box around the mesh along its axes [m]."""
        return np.asarray(np.ptp(self.vertices[np.unique(self.faces)], axis=0))

    @property
    def area(self) -> float:
        """Area of all facets [m^2]."""
        return float(0.5 * np.linalg.norm(topology.normals_of(self.vertices, self.faces), axis=1).sum())

    @property
    def is_closed(self) -> bool:
        """Whether the mesh is watertight and its normals point outwards, so that it encloses a body."""
        try:
            topology.check_closed(self.vertices, self.faces)
        except ValueError:
            return False
        return True

    def check(self, closed: bool = True) -> None:
        """Reject (ModelError) a mesh with faults by the numbers of its facets; an open one only if it has to be closed.

        Faults are facets without area or given twice, edges with more than two facets, facets wound differently; of a
        closed mesh holes, normals that point inwards, and shells inside each other.
        """
        try:
            (topology.check_closed if closed else topology.check_surface)(self.vertices, self.faces)
        except ValueError as error:
            raise ModelError(f"{self.label}: {error}") from None

    @property
    def _moments(self) -> tuple[float, Floats, Floats]:
        self.check()
        return integrals.moments(self.vertices, self.faces)

    @property
    def volume(self) -> float:
        """Volume inside [m^3]."""
        return self._moments[0]

    @property
    def centre(self) -> Floats:
        """Centre of mass (3,) of the homogeneous body inside [m]."""
        return self._moments[1].copy()

    @property
    def inertia(self) -> Floats:
        """Inertia (3, 3) about the centre of the body of density 1 kg/m^3 inside, in the axes of the mesh [kg m^2]."""
        return integrals.inertia(self._moments[2])

    @property
    def digest(self) -> str:
        """Hash of vertices and faces: equal for equal meshes."""
        return mending.digest(self.vertices, self.faces)

    # Other meshes.

    def scaled(self, factor: Numeric) -> Mesh:
        """Return the mesh with all lengths times a factor > 0."""
        return self._like(number(f"{self.label}: scaled()", "factor", factor, _LEAST) * self.vertices, self.faces)

    def moved(self, position: VectorLike = (0.0, 0.0, 0.0), rotation: Numeric | VectorLike | MatrixLike = 0.0) -> Mesh:
        """Return the mesh turned (rotation vector [rad] or matrix), then moved by ``position`` (3,) [m]."""
        from stickslip.bodies.shapes import turned

        try:
            way, A = np.array(as_vector(position)), turned(rotation)  # type: ignore[arg-type]
        except (TypeError, ValueError) as error:
            raise ModelError(f"{self.label}: moved(): {error}") from None
        if way.shape != (3,) or A.shape != (3, 3) or abs(A.T @ A - np.eye(3)).max() > 1e-9 or np.linalg.det(A) < 0.0:
            raise ModelError(f"{self.label}: moved() takes a position (3,) and a rotation vector (3,) or matrix (3, 3)")
        return self._like(self.vertices @ A.T + way, self.faces)

    def flipped(self) -> Mesh:
        """Return the mesh with all facets turned over."""
        return self._like(self.vertices, self.faces[:, ::-1])

    def repaired(self, tolerance: Numeric = 1e-6) -> Mesh:
        """Return a mesh without the faults that ``check`` finds; what cannot be mended is rejected.

        Vertices within ``tolerance``, a part of the size, are joined, facets without area or given twice left out, all
        facets turned outwards, and shells that overlap united (by manifold3d). Holes are not filled.
        """
        share = number(f"{self.label}: repaired()", "tolerance", tolerance, 0.0, 0.1)
        size = share * float(self.extent.max())
        return self._like(*mending.repaired(self.label, self.vertices, self.faces, size))

    def hull(self) -> Mesh:
        """Return the convex hull, a closed mesh."""
        return self._like(*mending.hull(self.label, self.vertices[np.unique(self.faces)]))

    def shells(self) -> tuple[Mesh, ...]:
        """Return the parts of the mesh that share no edge, each as a mesh."""
        of = topology.shells_of(self.faces)
        parts = (topology.compact(self.vertices, self.faces[of == k]) for k in range(int(of.max()) + 1))
        return tuple(Mesh(*part) for part in parts)

    def pieces(self, concavity: Numeric = 0.05, *, most: int | None = None, seed: int = 0) -> tuple[Mesh, ...]:
        """Return convex meshes that together are about as the body inside (by coacd, the same for the same arguments).

        ``concavity`` (0.01 to 1) is how much they may differ from it, ``most`` the largest number of pieces, or as many
        as it takes. What was found is kept on disk by the contents of the mesh.
        """
        self.check()
        share = number(f"{self.label}: pieces()", "concavity", concavity, 0.01, 1.0)
        most = 0 if most is None else whole(f"{self.label}: pieces()", "most", most, 1)
        whole(f"{self.label}: pieces()", "seed", seed, 0)
        found = mending.pieces(self.label, self.vertices, self.faces, share, most, seed)
        return tuple(Mesh(*piece) for piece in found)

    def _like(self, vertices: Any, faces: Any) -> Mesh:
        return Mesh(vertices, faces, name=self.name)


def _icosphere(divisions: int) -> Floats:
    """Return the points of the divided facets of an icosahedron, moved to the unit sphere."""
    golden = 0.5 * (1.0 + np.sqrt(5.0))
    signs = [(a, b) for a in (-1.0, 1.0) for b in (-golden, golden)]
    corners = np.array([np.roll((0.0, a, b), k) for k in range(3) for a, b in signs])
    places, faces = mending.hull("icosahedron", corners)
    weights = np.array([(i, j, divisions - i - j) for i in range(divisions + 1) for j in range(divisions + 1 - i)])
    points = np.einsum("wk,fki->fwi", weights / divisions, places[faces]).reshape(-1, 3)
    points = points[np.unique(np.round(points, 9), axis=0, return_index=True)[1]]
    return np.asarray(points / np.linalg.norm(points, axis=1, keepdims=True))
