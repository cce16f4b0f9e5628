"""Springs and dampers between two frames, from their potential.

    V = s.K_t s / 2 + p.K_r p / 2,   s = R_a^T (x_b - x_a),   R_a^T R_b = exp(p)

The turning of b against a is w = J(p) p' in the axes of a, J = I + (1 - cos)/p^2 p~ + (p - sin)/p^3 p~ p~, so the
torque that is dual to w is J^-T K_r p. Force and torque act at x_b on both sides.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from stickslip._arrays import Floats
from stickslip.bodies.declaration import Frame
from stickslip.forces.bushing import Bushing
from stickslip.verify.poses import Poses, declared_rotation, padded, rotation_vector, skew, velocity_at


class Reaction(NamedTuple):
    """What a bushing does to its side b, and the opposite to side a, (n, 3) each; and its potential (n,)."""

    place: Floats
    force: Floats
    torque: Floats
    potential: Floats


def bushing(part: Bushing, at: Poses, dim: int, elastic: bool = True) -> Reaction:
    """Return force and torque on side b at some poses, of the dampers alone if not elastic."""
    (body_a, x_a, R), (body_b, x_b, R_b) = (_frame(side, at, dim) for side in (part.a, part.b))
    a, b = at[body_a], at[body_b]
    k_t, k_r = _six(part.stiffness, dim)
    c_t, c_r = _six(part.damping, dim)
    s = np.einsum("nji,nj->ni", R, x_b - x_a)
    p = rotation_vector(R.swapaxes(1, 2) @ R_b)
    rate = np.einsum("nji,nj->ni", R, velocity_at(b, x_b) - velocity_at(a, x_b))
    turn = np.einsum("nji,nj->ni", R, b.w - a.w)
    force, torque = -c_t * rate, -c_r * turn
    if elastic:
        force = force - k_t * s
        torque = torque - np.linalg.solve(_jacobian(p).swapaxes(1, 2), (k_r * p)[:, :, None])[:, :, 0]
    V = 0.5 * (s**2 @ k_t + p**2 @ k_r)
    return Reaction(x_b, np.einsum("nij,nj->ni", R, force), np.einsum("nij,nj->ni", R, torque), V)


def _frame(side: Any, at: Poses, dim: int) -> tuple[Any, Floats, Floats]:
    """Return body, place (n, 3) and axes (n, 3, 3) of a side."""
    if not isinstance(side, Frame):
        return side, at[side].r, at[side].A
    pose = at[side.body]  # type: ignore[index]
    return side.body, pose.r + pose.A @ padded(side.position), pose.A @ declared_rotation(side.rotation, dim)


def _six(values: tuple[float, ...], dim: int) -> tuple[Floats, Floats]:
    """Return coefficients of translations and rotations, (3,) each."""
    six = np.zeros(6)
    if values:
        six[[0, 1, 5] if dim == 2 else slice(6)] = values
    return six[:3], six[3:]


def _jacobian(p: Floats) -> Floats:
    """Return J(p) (n, 3, 3)."""
    angle = np.linalg.norm(p, axis=1)[:, None, None]
    small = angle < 1e-4
    safe = np.where(small, 1.0, angle)
    first = np.where(small, 0.5, (1.0 - np.cos(safe)) / safe**2)
    second = np.where(small, 1.0 / 6.0, (safe - np.sin(safe)) / safe**3)
    K = skew(p)
    return np.eye(3) + first * K + second * (K @ K)
