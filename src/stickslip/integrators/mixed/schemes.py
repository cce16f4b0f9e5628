"""Mixed time stepping: base schemes for smooth motion, impulses where contacts close."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from stickslip.errors import ModelError
from stickslip.integrators.coefficients import (
    ACCELERATION_LEVEL,
    BATHE,
    ED_ALPHA,
    GENERALIZED_ALPHA,
    HALF_EXPLICIT,
    NOT_MIXED,
    VELOCITY_LEVEL,
    Mixed,
)
from stickslip.model.base import short

if TYPE_CHECKING:
    from stickslip.integrators.run import Run
    from stickslip.system.assemble import Assembly
from stickslip.integrators.schemes import Integrator, is_number


@dataclass(frozen=True)
class MixedIntegrator(Integrator, base=True):
    """Base of mixed time stepping: contact forces at velocity level, an impulse where a contact closed.

    Rezaei and Schindler, sec. 2.3.

    Parameters
    ----------
    consistent_start : bool
        Accelerations of the start obey joints and closed contacts; otherwise they are M^-1 h, as published (where the
        mass depends on the configuration, they always obey).
    after_impact : "carry" or "reinit"
        Keep the accelerations of the base step after an impact, or evaluate them again.
    tolerance : float
        Error of the velocities that Newton's method leaves in a step, estimated from changes and their rate, relative
        to the largest velocity (at least 1 mm/s).
    adaptive : bool
        Divide each step dt into smaller ones such that the error of each stays below atol + rtol max(abs(q), 1), in the
        coordinates and in dt times the velocities; steps are reduced where contacts close.
    rtol, atol : float
    """

    consistent_start: bool = field(default=True, kw_only=True)
    after_impact: str = field(default="carry", kw_only=True)
    tolerance: float = field(default=1e-10, kw_only=True)
    adaptive: bool = field(default=False, kw_only=True)
    rtol: float = field(default=1e-6, kw_only=True)
    atol: float = field(default=1e-9, kw_only=True)

    staged = True
    divides = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (self.rtol >= 0.0 and self.atol >= 0.0 and self.rtol + self.atol >= 1e-15):
            wanted = "must be >= 0, not both 0 or below round-off (1e-15)"
            raise ModelError(f"{type(self).__name__}: rtol = {self.rtol}, atol = {self.atol} {wanted}")
        if self.after_impact not in ("carry", "reinit"):
            raise ModelError(f"{type(self).__name__}: after_impact = '{self.after_impact}' must be 'carry' or 'reinit'")
        if not 0.0 < self.tolerance < 1e-3:
            raise ModelError(f"{type(self).__name__}: tolerance = {self.tolerance} must lie in (0, 1e-3)")

    def coefficients(self) -> tuple[float, float, float, float]:
        """Return those of an implicit scheme."""
        return (0.0, 0.0, 1.0, 1.0)

    def new_run(self, assembly: Assembly, settings: dict[str, Any], record_every: int) -> Run:
        """Return a run of constant or of chosen steps, at its start."""
        from stickslip.integrators.mixed.adaptive import AdaptiveRun
        from stickslip.integrators.mixed.run import MixedRun

        kind = AdaptiveRun if self.adaptive else MixedRun
        return kind(assembly, self, settings, record_every)

    def _mixed(self, kind: int, **parameters: float) -> Mixed:
        given = {name: float(value) for name, value in parameters.items() if name != "level"}
        return NOT_MIXED._replace(
            kind=kind,
            level=int(parameters.get("level", VELOCITY_LEVEL)),
            consistent=int(self.consistent_start),
            reinit=int(self.after_impact == "reinit"),
            stabilise=int(self.stabilise),
            tolerance=float(self.tolerance),
            **given,
        )


@dataclass(frozen=True)
class GeneralizedAlpha(MixedIntegrator):
    """Generalized-alpha with velocity-level contact (Rezaei and Schindler, sec. 2.4), second order between events.

    Parameters
    ----------
    rho_inf : float
        Spectral radius at infinite frequency: 1 does not damp, 0 annihilates in one step.
    alpha_m, alpha_f, beta, gamma : float, optional
        All four instead of rho_inf; see ``hht`` and ``newmark``.
    level : "velocity" or "acceleration"
        Where joints are met; at acceleration level velocities drift too (Rezaei and Schindler, sec. 2.8).
        Contacts are at velocity level.
    """

    rho_inf: float = 0.8
    alpha_m: float | None = field(default=None, kw_only=True)
    alpha_f: float | None = field(default=None, kw_only=True)
    beta: float | None = field(default=None, kw_only=True)
    gamma: float | None = field(default=None, kw_only=True)
    level: str = field(default="velocity", kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.level not in ("velocity", "acceleration"):
            raise ModelError(f"GeneralizedAlpha: level = '{self.level}' must be 'velocity' or 'acceleration'")
        given = (self.alpha_m, self.alpha_f, self.beta, self.gamma)
        if any(x is None for x in given) != all(x is None for x in given):
            raise ModelError("GeneralizedAlpha: give alpha_m, alpha_f, beta and gamma, or none of them")
        if not 0.0 <= self.rho_inf <= 1.0:
            raise ModelError(f"GeneralizedAlpha: rho_inf = {self.rho_inf} must lie in [0, 1]")

    @classmethod
    def hht(cls, alpha: float, **fields: Any) -> GeneralizedAlpha:
        """Return the scheme of Hilber, Hughes and Taylor, alpha in [0, 1/3]."""
        if not (is_number(alpha) and 0.0 <= alpha <= 1.0 / 3.0):
            raise ModelError(f"GeneralizedAlpha.hht: alpha = {short(alpha)} must lie in [0, 1/3]")
        return cls(alpha_m=0.0, alpha_f=alpha, beta=0.25 * (1.0 + alpha) ** 2, gamma=0.5 + alpha, **fields)

    @classmethod
    def newmark(cls, beta: float = 0.25, gamma: float = 0.5, **fields: Any) -> GeneralizedAlpha:
        """Return Newmark's scheme."""
        if not (is_number(beta) and is_number(gamma) and beta > 0.0 and gamma > 0.0):
            raise ModelError(f"GeneralizedAlpha.newmark: beta = {short(beta)} and gamma = {short(gamma)} must be > 0")
        return cls(alpha_m=0.0, alpha_f=0.0, beta=beta, gamma=gamma, **fields)

    @property
    def parameters(self) -> tuple[float, float, float, float]:
        """alpha_m, alpha_f, beta, gamma (Rezaei and Schindler, eq. 26)."""
        if self.alpha_m is not None and self.alpha_f is not None and self.beta is not None and self.gamma is not None:
            return self.alpha_m, self.alpha_f, self.beta, self.gamma
        rho = self.rho_inf
        alpha_m, alpha_f = (2.0 * rho - 1.0) / (rho + 1.0), rho / (rho + 1.0)
        return alpha_m, alpha_f, 0.25 * (1.0 - alpha_m + alpha_f) ** 2, 0.5 - alpha_m + alpha_f

    def mixed(self) -> Mixed:
        """Return kind and parameters for ``mixed``."""
        alpha_m, alpha_f, beta, gamma = self.parameters
        level = ACCELERATION_LEVEL if self.level == "acceleration" else VELOCITY_LEVEL
        return self._mixed(GENERALIZED_ALPHA, alpha_m=alpha_m, alpha_f=alpha_f, beta=beta, gamma=gamma, level=level)


@dataclass(frozen=True)
class Bathe(MixedIntegrator):
    """Bathe's composite scheme with velocity-level contact: trapezoidal rule, backward differences.

    Rezaei and Schindler, sec. 2.6.
    """

    def mixed(self) -> Mixed:
        """Return kind and parameters for ``mixed``."""
        return self._mixed(BATHE)


@dataclass(frozen=True)
class EDAlpha(MixedIntegrator):
    """Two-stage energy-decaying scheme with velocity-level contact (Rezaei and Schindler, sec. 2.7).

    Parameters
    ----------
    rho_inf : float
        Spectral radius at infinite frequency, 0 to 1.
    alpha_ar : float
        Period error; 1/6 makes it smallest (third order on linear problems).
    """

    rho_inf: float = 0.0
    alpha_ar: float = field(default=1.0 / 6.0, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0.0 <= self.rho_inf <= 1.0:
            raise ModelError(f"EDAlpha: rho_inf = {self.rho_inf} must lie in [0, 1]")
        if not 0.0 < self.alpha_ar <= 1.0:
            raise ModelError(f"EDAlpha: alpha_ar = {self.alpha_ar} must lie in (0, 1]")

    def mixed(self) -> Mixed:
        """Return kind and parameters for ``mixed``."""
        return self._mixed(ED_ALPHA, rho_inf=self.rho_inf, alpha_ar=self.alpha_ar)


@dataclass(frozen=True)
class HalfExplicit(MixedIntegrator):
    """Half-explicit trapezoidal rule with velocity-level contact (Rezaei and Schindler, sec.

    4.4): for systems that are not stiff.
    """

    explicit = True

    def mixed(self) -> Mixed:
        """Return kind and parameters for ``mixed``."""
        return self._mixed(HALF_EXPLICIT)
