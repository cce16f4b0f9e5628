"""The integrators a user chooses from."""

from __future__ import annotations

import difflib
import inspect
import math
import warnings
from dataclasses import asdict, dataclass, field, fields
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

import stickslip
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


def _is_number(value: Any) -> bool:
    try:
        return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(float(value))
    except OverflowError:
        return False


_TYPES: dict[str, tuple[Any, type, str]] = {
    "bool": (lambda value: isinstance(value, bool | np.bool_), bool, "True or False"),
    "float": (_is_number, float, "a finite number"),
    "int": (lambda value: isinstance(value, Integral) and not isinstance(value, bool), int, "a whole number"),
    "str": (lambda value: isinstance(value, str), str, "a text"),
}


class _Renamed(type):
    """Takes the keyword ``project`` of version 0.1 for ``stabilise``, with a warning."""

    if not TYPE_CHECKING:  # constructors keep their own types

        def __call__(cls, *args: Any, **given: Any) -> Any:
            if "project" in given and "stabilise" not in given:
                message = f"{cls.__name__}: project is called stabilise now, and is on unless you switch it off"
                warnings.warn(message, DeprecationWarning, stacklevel=2)
                given["stabilise"] = given.pop("project")
            return super().__call__(*args, **given)


@dataclass(frozen=True)
class Integrator(metaclass=_Renamed):
    """Base of all integrators: a subclass says what it is and makes its own runs.

    Parameters
    ----------
    stabilise : bool
        After each step move to the nearest configuration in which joints hold and loaded contacts are closed. False:
        the scheme as it was published, at velocity level only.

    Notes
    -----
    Class attributes tell the rest of the package what a scheme is; those in ``traits`` head its results.

    known
        All integrators by the names that model files and results call them.
    places_only
        Joints hold at position level, velocities follow from positions.
    balances
        The scheme's own work is whatever the energy balance leaves unexplained.
    explicit
        Springs limit the step.
    staged
        Contacts carry forces within a step, beside impulses.
    divides
        It can choose its steps (``adaptive``).
    spectrum
        Why it has no matrix of one step of the test equation, or nothing.
    """

    stabilise: bool = field(default=True, kw_only=True)  # not the first argument: Theta(1.0) sets theta

    known: ClassVar[dict[str, type[Integrator]]] = {}
    places_only: ClassVar[bool] = False
    balances: ClassVar[bool] = False
    explicit: ClassVar[bool] = False
    staged: ClassVar[bool] = False
    divides: ClassVar[bool] = False
    spectrum: ClassVar[str] = ""

    def __init_subclass__(cls, base: bool = False, **kwargs: Any) -> None:
        """Register an integrator by its name; ``base=True`` is for common ground that nobody chooses."""
        super().__init_subclass__(**kwargs)
        if not base:
            Integrator.known[cls.__name__] = cls

    if not TYPE_CHECKING:

        def __new__(cls, /, *args: Any, **given: Any) -> Any:
            """Refuse arguments that do not exist."""
            try:
                inspect.signature(cls.__init__).bind(None, *args, **given)
            except TypeError as error:
                raise ModelError(f"{cls.__name__}: {error}; known: {', '.join(f.name for f in fields(cls))}") from None
            return super().__new__(cls)

    def __post_init__(self) -> None:
        """Give every field its plain type; refuse what has none."""
        for entry in fields(self):
            value, kind = getattr(self, entry.name), getattr(entry.type, "__name__", str(entry.type))
            known = _TYPES.get(kind.removesuffix(" | None"))
            if known is None or (value is None and kind.endswith("None")):
                continue  # a type of its own, in a class of the user
            fits, plain, what = known
            if not fits(value):
                raise ModelError(f"{type(self).__name__}: {entry.name} = {short(value)} must be {what}")
            object.__setattr__(self, entry.name, plain(value))  # another type would be compiled anew

    def coefficients(self) -> tuple[float, float, float, float]:
        """Return (c, w0, w1, theta) of the one-step map in ``timestep``."""
        raise NotImplementedError

    def describe(self) -> dict[str, Any]:
        """Return kind and parameters as plain data."""
        return {"type": type(self).__name__, **asdict(self)}

    def traits(self) -> dict[str, bool]:
        """Return what those who judge a result must know of its scheme."""
        return {"places_only": self.places_only, "balances": self.balances}

    def mixed(self) -> Mixed:
        """Return kind and parameters of a base scheme of mixed time stepping."""
        return NOT_MIXED

    def new_run(self, assembly: Assembly, settings: dict[str, Any], record_every: int) -> Run:
        """Return a run of this scheme, at its start."""
        from stickslip.integrators.run import Run  # kernels are loaded with the first run

        return Run(assembly, self, settings, record_every)


@dataclass(frozen=True)
class SemiExplicit(Integrator):
    """Semi-explicit time stepping: contacts and forces at q + dt u (Zander 2008, sec. 2.4). First order."""

    explicit = True

    def coefficients(self) -> tuple[float, float, float, float]:
        """Return (1, 0, 0, 0)."""
        return (1.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class MoreauMidpoint(Integrator):
    """Moreau's time stepping: everything at the mid-point q + dt/2 u. Second order between events."""

    explicit = True

    def coefficients(self) -> tuple[float, float, float, float]:
        """Return (1/2, 0, 1/2, 0)."""
        return (0.5, 0.0, 0.5, 0.0)


@dataclass(frozen=True)
class Theta(Integrator):
    """Linear-implicit theta time stepping, A-stable for theta >= 1/2 (Zander 2008, sec. 5.1)."""

    theta: float = 0.5

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0.0 < self.theta <= 1.0:
            raise ModelError(f"Theta: theta = {self.theta} must lie in (0, 1]")

    def coefficients(self) -> tuple[float, float, float, float]:
        """Return (0, 1 - theta, theta, theta)."""
        return (0.0, 1.0 - self.theta, self.theta, self.theta)


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
        Keep the accelerations of the base step after an impact, or evaluate them anew.
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
        if not (_is_number(alpha) and 0.0 <= alpha <= 1.0 / 3.0):
            raise ModelError(f"GeneralizedAlpha.hht: alpha = {short(alpha)} must lie in [0, 1/3]")
        return cls(alpha_m=0.0, alpha_f=alpha, beta=0.25 * (1.0 + alpha) ** 2, gamma=0.5 + alpha, **fields)

    @classmethod
    def newmark(cls, beta: float = 0.25, gamma: float = 0.5, **fields: Any) -> GeneralizedAlpha:
        """Return Newmark's scheme."""
        if not (_is_number(beta) and _is_number(gamma) and beta > 0.0 and gamma > 0.0):
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


@dataclass(frozen=True)
class EnergyMomentum(Integrator):
    """Energy-momentum scheme in natural coordinates (Betsch et al., eq. 57).

    Set-valued contacts are solved step by step from Python. They keep both momenta, do no work while they rest and in
    impacts with restitution 1, and never positive work; the books of energy close to round-off (docs/integrators.md).
    Joints are always at position level; ``stabilise=False`` leaves contacts at velocity level.

    Parameters
    ----------
    torque_rule : "contravariant" or "covariant"
        Consistent rule (Betsch et al., eq. 61) or the inferior one (Betsch et al., eq. 70) for comparison.
    tolerance : float
        Newton increment relative to the size of the unknowns.
    """

    torque_rule: str = field(default="contravariant", kw_only=True)
    tolerance: float = field(default=1e-12, kw_only=True)

    staged = True
    places_only = True
    spectrum = "works in natural coordinates and has no matrix of this equation"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.torque_rule not in ("contravariant", "covariant"):
            valid = "'contravariant' or 'covariant'"
            raise ModelError(f"EnergyMomentum: torque_rule = '{self.torque_rule}' must be {valid}")
        if not 0.0 < self.tolerance < 1e-3:
            raise ModelError(f"EnergyMomentum: tolerance = {self.tolerance} must lie in (0, 1e-3)")

    def coefficients(self) -> tuple[float, float, float, float]:
        """Return those of the mid-point rule, to which the scheme reduces for small rotations."""
        return (0.5, 0.0, 0.5, 0.0)

    def new_run(self, assembly: Assembly, settings: dict[str, Any], record_every: int) -> Run:
        """Return a run with or without contacts, at its start."""
        from stickslip.integrators.energy_momentum.run import EnergyMomentumRun  # its kernels are loaded only here

        if assembly.contacts.contacts:
            from stickslip.integrators.energy_momentum.contact_run import ContactEnergyMomentumRun

            return ContactEnergyMomentumRun(assembly, self, settings, record_every)
        return EnergyMomentumRun(assembly, self, settings, record_every)


FORMS = ("index-3", "index-2", "ggl")


@dataclass(frozen=True)
class SparseIntegrator(Integrator, base=True):
    """Base of schemes for smooth systems without contact, driven from Python with sparse factorisations.

    They take nodes with q' = u: solids, strings, planar bodies and planar beams. The rest is refused by name.
    """

    places_only = True
    balances = True
    spectrum = "remembers earlier steps, which a step from a unit state does not show"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.stabilise:
            name, cure = type(self).__name__, "form='index-2' is the one in which positions drift"
            raise ModelError(f"{name}: stabilise = False is not possible; {cure}")

    def coefficients(self) -> tuple[float, float, float, float]:
        """Return those of an implicit scheme."""
        return (0.0, 0.0, 1.0, 1.0)

    def _check_form(self, form: str) -> None:
        if form not in FORMS:
            raise ModelError(f"{type(self).__name__}: form = {form!r} must be one of {', '.join(FORMS)}")


@dataclass(frozen=True)
class BDF(SparseIntegrator):
    """Backward differences with constant steps (Södersten 2018, sec. 2.7), for smooth systems without contact.

    The first step of order 2 is one of order 1.

    Parameters
    ----------
    order : 1 or 2
    form : "index-3", "index-2" or "ggl"
        Constraints g = 0; or G u + w = 0, where positions drift; or both, after Gear, Gupta and Leimkuhler.
    tolerance : float
        Newton's method ends when its correction is below this, relative to the motion in a step.
    """

    order: int = 2
    form: str = field(default="index-3", kw_only=True)
    tolerance: float = field(default=1e-10, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check_form(self.form)
        if self.order not in (1, 2):
            raise ModelError(f"BDF: order = {self.order!r} must be 1 or 2")
        if not 0.0 < self.tolerance < 1e-3:
            raise ModelError(f"BDF: tolerance = {self.tolerance} must lie in (0, 1e-3)")

    def new_run(self, assembly: Assembly, settings: dict[str, Any], record_every: int) -> Run:
        """Return a run of this scheme, at its start."""
        from stickslip.integrators.sparse.run import BDFRun  # it loads sparse solvers

        return BDFRun(assembly, self, settings, record_every)


@dataclass(frozen=True)
class Newmark(SparseIntegrator):
    """Newmark's scheme in its classical form, constraints at position level (Södersten 2018, sec. 2.7).

    Without constraints it is ``GeneralizedAlpha.newmark(beta, gamma)``; with them it has no position drift, and
    gamma = 1/2 does not damp errors of the constraint forces.

    Parameters
    ----------
    beta, gamma : float
        1/4, 1/2: trapezoidal rule.
    tolerance : float
        As for BDF.
    """

    beta: float = 0.25
    gamma: float = 0.5
    tolerance: float = field(default=1e-10, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (self.beta >= 1e-3 and self.gamma >= 0.5):
            raise ModelError(f"Newmark: beta = {self.beta} must be >= 0.001 and gamma = {self.gamma} >= 1/2")
        if not 0.0 < self.tolerance < 1e-3:
            raise ModelError(f"Newmark: tolerance = {self.tolerance} must lie in (0, 1e-3)")

    def new_run(self, assembly: Assembly, settings: dict[str, Any], record_every: int) -> Run:
        """Return a run of this scheme, at its start."""
        from stickslip.integrators.sparse.run import NewmarkRun  # it loads sparse solvers

        return NewmarkRun(assembly, self, settings, record_every)


@dataclass(frozen=True)
class IDA(SparseIntegrator):
    """Backward differences of changing order and step size by IDA of SUNDIALS (package ``scikit-sundae``).

    dt is the grid of the record. Constraint forces, and in index-3 form velocities, are left out of the error test.

    Parameters
    ----------
    rtol : float
        Of coordinates (displacements from the declared configuration) and velocities.
    atol : float [m, rad]
        Of coordinates; that of velocities is atol / dt.
    form : "index-3", "index-2" or "ggl"
        As for BDF.
    max_order : int
        Largest order, 1 to 5.
    """

    rtol: float = 1e-6
    atol: float = 1e-9
    form: str = field(default="ggl", kw_only=True)
    max_order: int = field(default=5, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check_form(self.form)
        if not (1e-15 <= self.rtol < 1.0 and self.atol >= 1e-15):
            wanted = f"rtol = {self.rtol} must lie in (0, 1) and atol = {self.atol} be > 0"
            raise ModelError(f"IDA: {wanted}, both not below round-off (1e-15)")
        if self.max_order not in (1, 2, 3, 4, 5):
            raise ModelError(f"IDA: max_order = {self.max_order!r} must be 1 to 5")

    def new_run(self, assembly: Assembly, settings: dict[str, Any], record_every: int) -> Run:
        """Return a run of this scheme, at its start."""
        from stickslip.integrators.sparse.ida import IDARun  # it needs scikit-sundae

        return IDARun(assembly, self, settings, record_every)


def from_description(data: dict[str, Any]) -> Integrator:
    """Rebuild an integrator from ``describe()``."""
    parameters = {str(key): value for key, value in data.items() if key != "type"}
    if "project" in parameters:  # the name in version 0.1
        parameters["stabilise"] = parameters.pop("project")
    name = str(data.get("type"))
    if name not in Integrator.known and name in stickslip.__all__:
        getattr(stickslip, name)  # its module, which makes it known, is loaded on first use
    kind = Integrator.known.get(name)
    if kind is None:
        close = difflib.get_close_matches(name, Integrator.known, n=1)
        hint = f"did you mean '{close[0]}'?" if close else f"known: {', '.join(Integrator.known)}"
        raise ModelError(f"integrator type '{name}' is unknown; {hint}")
    return kind(**parameters)
