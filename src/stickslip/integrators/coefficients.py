"""Base schemes of mixed time stepping as compiled code sees them: their codes and coefficients."""

from __future__ import annotations

from typing import NamedTuple

ONE_STEP_MAP, GENERALIZED_ALPHA, BATHE, ED_ALPHA, HALF_EXPLICIT = range(5)
VELOCITY_LEVEL, ACCELERATION_LEVEL = range(2)


class Mixed(NamedTuple):
    """Base scheme of mixed time stepping and its parameters (see ``mixed``)."""

    kind: int  # ONE_STEP_MAP: none
    alpha_m: float
    alpha_f: float
    beta: float
    gamma: float
    rho_inf: float
    alpha_ar: float
    level: int  # of the joints
    consistent: int  # 1: accelerations of the start obey joints and closed contacts
    reinit: int  # 1: accelerations are evaluated anew after an impact; 0: they are carried on
    stabilise: int  # 1: penetration and drift are removed after each step
    tolerance: float  # of Newton's method, relative change of the velocities


NOT_MIXED = Mixed(ONE_STEP_MAP, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0, 0, 0, 0, 0.0)
