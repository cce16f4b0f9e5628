"""Mass properties of the body inside a closed triangle mesh, exact to rounding.

The body is the sum of the signed tetrahedra between the facets (a, b, c) and one point, the origin here. With
d = a . (b x c) and s = a + b + c a tetrahedron has the volume d / 6 and the moments (Tonon 2004, eq. 8)

    int x dV = d s / 24,    int x x^T dV = d / 120 (a a^T + b b^T + c c^T + s s^T).
"""

from __future__ import annotations

import numpy as np

from stickslip._arrays import Floats, Ints


def moments(vertices: Floats, faces: Ints) -> tuple[float, Floats, Floats]:
    """Return volume [m^3], centre (3,) [m] and int x x^T dV about the centre (3, 3) [m^5]."""
    origin = 0.5 * (vertices.min(axis=0) + vertices.max(axis=0))  # near the body: less rounding
    a, b, c = (vertices[faces[:, k]] - origin for k in range(3))
    s, d = a + b + c, np.einsum("mi,mi->m", a, np.cross(b, c))
    volume = float(d.sum() / 6.0)
    centre = d @ s / (24.0 * volume)
    squares = sum(np.einsum("m,mi,mj->ij", d, x, x) for x in (a, b, c, s)) / 120.0
    return volume, origin + centre, squares - volume * np.outer(centre, centre)


def inertia(squares: Floats) -> Floats:
    """Return the tensor of inertia (3, 3) per density of a body with the moments int x x^T dV."""
    return np.asarray(np.trace(squares) * np.eye(3) - squares)
