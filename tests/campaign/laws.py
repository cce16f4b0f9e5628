"""Coefficients and laws as Python functions, made for one scene."""

from __future__ import annotations

from collections.abc import Callable


def falling_friction(mu: float, speed: float) -> Callable[[float], float]:
    """Return friction that falls to half with the slip."""
    return lambda v: mu * (0.5 + 0.5 / (1.0 + v / speed))


def falling_restitution(e: float, speed: float) -> Callable[[float], float]:
    """Return restitution that falls with the speed of approach."""
    return lambda v: e / (1.0 + v / speed)


def linear_law(k: float, c: float, v_ref: float) -> Callable[[float, float, float, float], tuple]:
    """Return a spring and damper with smooth friction."""

    def law(depth: float, rate: float, slip: float, mu: float) -> tuple[float, float, float, float]:
        return k * depth, c * rate, mu * k * depth * slip / (slip + v_ref), 0.5 * k * depth**2

    return law


def swirl(f: float, c: float) -> Callable[..., None]:
    """Return a force that turns in time, and a drag."""

    def act(t, r, v, A, omega, force, torque):  # type: ignore[no-untyped-def]
        force[0] = f * t - c * v[0]
        force[1] = -c * v[1]
        torque[2] = -c * omega[2] * 0.0

    return act
