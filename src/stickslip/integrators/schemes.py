"""The integrators a user chooses from."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from stickslip.errors import ModelError


@dataclass(frozen=True)
class Integrator:
    """Base of all integrators.

    Parameters
    ----------
    project : bool
        Correct the position drift of bilateral constraints after each step.
    """

    project: bool = field(default=False, kw_only=True)  # not the first argument: Theta(1.0) sets theta

    def coefficients(self) -> tuple[float, float, float, float]:
        """Return (c, w0, w1, theta) of the one-step map in ``timestep``."""
        raise NotImplementedError

    def describe(self) -> dict[str, Any]:
        """Return kind and parameters as plain data."""
        return {"type": type(self).__name__, **asdict(self)}


@dataclass(frozen=True)
class SemiExplicit(Integrator):
    """Semi-explicit time stepping: contacts and forces at q + dt u (zander 2.5). First order."""

    def coefficients(self) -> tuple[float, float, float, float]:
        """Return (1, 0, 0, 0)."""
        return (1.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class MoreauMidpoint(Integrator):
    """Moreau's time stepping: everything at the mid-point q + dt/2 u. Second order between events."""

    def coefficients(self) -> tuple[float, float, float, float]:
        """Return (1/2, 0, 1/2, 0)."""
        return (0.5, 0.0, 0.5, 0.0)


@dataclass(frozen=True)
class Theta(Integrator):
    """Linear-implicit theta time stepping, A-stable for theta >= 1/2 (zander 5.1)."""

    theta: float = 0.5

    def __post_init__(self) -> None:
        if not 0.0 < self.theta <= 1.0:
            raise ModelError(f"Theta: theta = {self.theta} must lie in (0, 1]")

    def coefficients(self) -> tuple[float, float, float, float]:
        """Return (0, 1 - theta, theta, theta)."""
        return (0.0, 1.0 - self.theta, self.theta, self.theta)


@dataclass(frozen=True)
class EnergyMomentum(Integrator):
    """Energy-momentum scheme in natural coordinates for systems without contact (betsch 57).

    Parameters
    ----------
    torque_rule : "contravariant" or "covariant"
        Consistent rule (betsch 61) or the inferior one (betsch 70) for comparison.
    tolerance : float
        Newton increment relative to the size of the unknowns.
    """

    torque_rule: str = "contravariant"
    tolerance: float = 1e-12

    def __post_init__(self) -> None:
        if self.torque_rule not in ("contravariant", "covariant"):
            valid = "'contravariant' or 'covariant'"
            raise ModelError(f"EnergyMomentum: torque_rule = '{self.torque_rule}' must be {valid}")
        if not 0.0 < self.tolerance < 1e-3:
            raise ModelError(f"EnergyMomentum: tolerance = {self.tolerance} must lie in (0, 1e-3)")

    def coefficients(self) -> tuple[float, float, float, float]:
        """Return those of the mid-point rule, to which the scheme reduces for small rotations."""
        return (0.5, 0.0, 0.5, 0.0)


INTEGRATORS = {cls.__name__: cls for cls in (SemiExplicit, MoreauMidpoint, Theta, EnergyMomentum)}


def from_description(data: dict[str, Any]) -> Integrator:
    """Rebuild an integrator from ``describe()``."""
    parameters = {key: value for key, value in data.items() if key != "type"}
    kind = INTEGRATORS.get(data.get("type", ""))
    if kind is None:
        raise ModelError(f"integrator type '{data.get('type')}' is unknown; known: {', '.join(INTEGRATORS)}")
    try:
        return kind(**parameters)
    except TypeError as error:
        raise ModelError(f"{kind.__name__}: {error}") from None
